"""Command lines as logs show them."""

from __future__ import annotations

import pytest

from estimator.tools.readers.text.launch import launch_of


@pytest.mark.parametrize(
    ("line", "ranks", "nodes", "per_node"),
    [
        ("mpirun -np 16 -N 8 ./build/all_reduce_perf -b 8 -e 8G -f 2 -g 1", 16, 2, 8),
        ("mpirun -np 2 -N 1 ./build/all_reduce_perf -b 8 -g 8", 16, 2, 8),
        ("mpirun -np 16 -map-by ppr:4:node ./osu_allreduce", 16, 4, 4),
        ("mpirun --np 16 --npernode 8 ./all_reduce_perf -g 1", 16, 2, 8),
        ("srun -N2 --mpi=pmi2 ./osu_bw", None, 2, None),
        ("srun --nodes=4 --ntasks-per-node=8 -n 32 ./all_reduce_perf -g 1", 32, 4, 8),
        ("time jsrun -n 4 -a 2 -c 1 -r 1 ./osu_allreduce", 8, 4, 2),
        ("user@host:~# ./build/all_gather_perf -b 8 -e 1024M -f 2 -g2", 2, 1, 2),
        ("nccom-test allg -b 512kb -r 32 -d fp32", 32, None, None),
        ("HCCL_COMM_ID=1 python3 run_hccl_demo.py --nranks 16 --ranks_per_node 8 --test all_reduce", 16, 2, 8),
        ("mpirun -np 1 /a/broadcast_perf_mpi -g 1 : -np 1 /a/broadcast_perf_mpi -b 1024 -g 1", 2, None, None),
        ("mpirun -f hostfile -n 16 ./bin/all_reduce_test -p 8 -b 8K -e 64M -d fp32 -o sum", 16, 2, 8),
        ("./bin/all_reduce_test -p 8 -b 8K", None, None, 8),
        ("all_reduce_perf -b 25M -e 25M -f 1 -g 1", None, None, None),
        ("srun -N2 -n2 ./osu_bw-gpu -m 131072:4194304 D D", 2, 2, 1),
        ("mpirun -np 8 ./nccl_alltoall_perf -b 8", 8, None, None),
        ("$ srun --mpi=pmix -N2 --ntasks-per-node=4 --environment=x ./collective/osu_alltoall -d cuda", 8, 2, 4),
        (
            "$MV2/bin/mpirun_rsh --export-all -np 2 a b MV2_USE_CUDA=1 mpi/collective/osu_allreduce -d cuda",
            2,
            None,
            None,
        ),
        ("me$ UCC_TUNE=x $SUBMIT_CMD -n 4 osu_allreduce -M 1024 -d cuda", 4, None, None),
        ("flux run -N 2 -n 16 ./osu_allreduce", 16, 2, 8),
        ("mpirun -hosts n2,n3 -np 2 -genv UCX_NET_DEVICES=x:1 ./osu_bw", 2, 2, 1),
        ("mpirun -np 16 -H 10.0.0.1:8,10.0.0.2:8 ./build/all_reduce_perf -b 8 -g 1", 16, 2, 8),
        ("mpirun -np 8 -H n1:8,n2:8 ./build/all_reduce_perf -b 8 -g 1", 8, None, None),
        ("mpirun --host n1,n2 -np 2 ./build/all_reduce_perf -b 8 -g 4", 8, 2, 4),
        ("EXEC_CMD=/opt/nccl-tests/bin/all_reduce_perf", None, None, None),
    ],
)
def test_a_command_line_says_ranks_and_nodes(
    line: str, ranks: int | None, nodes: int | None, per_node: int | None
) -> None:
    found = launch_of(line)
    assert found is not None
    assert (found.ranks, found.nodes, found.ranks_per_node) == (ranks, nodes, per_node)


@pytest.mark.parametrize(
    "line", ["the all_reduce_perf program is good", "mpirun -np 4 ./hello", "", "all_reduce_perfect"]
)
def test_a_line_that_starts_no_benchmark_is_none(line: str) -> None:
    assert launch_of(line) is None
