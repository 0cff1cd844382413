"""What a launcher tells a process: who is first, where the first one is, which device is its own."""

from __future__ import annotations

import pytest

from tests.tools.kit.program import loaded

RUN = loaded()
ONE_HOST = {"OMPI_COMM_WORLD_RANK": "0", "OMPI_COMM_WORLD_SIZE": "8", "OMPI_COMM_WORLD_LOCAL_SIZE": "8"}
TWO_HOSTS = ONE_HOST | {"OMPI_COMM_WORLD_SIZE": "16"}
SRUN = {"SLURM_PROCID": "0"}


@pytest.mark.parametrize(
    ("environ", "told"),
    [
        (ONE_HOST, True),
        (TWO_HOSTS, False),
        (TWO_HOSTS | {"MASTER_ADDR": "n0"}, True),
        ({"PMI_RANK": "0", "PMI_SIZE": "16", "MPI_LOCALNRANKS": "8"}, False),
        (SRUN | {"SLURM_NNODES": "1"}, True),
        (SRUN | {"SLURM_NNODES": "2"}, False),
        (SRUN | {"SLURM_NNODES": "2", "SLURM_STEP_NUM_NODES": "1"}, True),
        (ONE_HOST | {"SLURM_NNODES": "2"}, True),
        ({"RANK": "0", "SLURM_NNODES": "2", "TORCHELASTIC_RUN_ID": "none"}, True),
    ],
)
def test_pytorch_on_several_hosts_must_be_told_where_the_first_process_is(environ: dict[str, str], told: bool) -> None:
    """Left to itself each host would wait for half an hour at its own address."""
    assert (RUN.unaddressed(environ) == "") is told


def test_a_process_that_no_launcher_started_is_told_so() -> None:
    assert "start it by torchrun, srun or mpirun" in RUN.unaddressed({})


def test_what_mpirun_and_srun_set_becomes_what_torchrun_sets() -> None:
    mpirun = {"OMPI_COMM_WORLD_RANK": "9", "OMPI_COMM_WORLD_SIZE": "16", "OMPI_COMM_WORLD_LOCAL_RANK": "1"}
    srun = {"SLURM_PROCID": "9", "SLURM_NTASKS": "16", "SLURM_LOCALID": "1", "MASTER_ADDR": "n0"}
    for environ in (mpirun, srun):
        RUN.as_torchrun(environ)
        assert (environ["RANK"], environ["WORLD_SIZE"], environ["LOCAL_RANK"]) == ("9", "16", "1")
    assert srun["MASTER_ADDR"] == "n0"


@pytest.mark.parametrize(("local", "count", "device"), [(3, 8, 3), (3, 1, 0), (8, 8, -1), (0, 1, 0), (2, 0, -1)])
def test_a_process_has_the_device_of_its_number_or_the_one_that_it_sees(local: int, count: int, device: int) -> None:
    assert RUN.own_device(local, count) == device


@pytest.mark.parametrize(("environ", "first"), [({}, True), ({"RANK": "0"}, True), ({"SLURM_PROCID": "3"}, False)])
def test_one_process_speaks_for_all(environ: dict[str, str], first: bool) -> None:
    assert RUN.is_first(environ) is first
