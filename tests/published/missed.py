"""Why published figures lie outside their intervals, as far as it is known."""

from __future__ import annotations

MISSED: tuple[tuple[str, str, str], ...] = (
    ("a100x8_nccl_allreduce", "1 MiB", "flat from 1 to 4 MiB: the library changes its way, which is not recorded"),
    ("b200_allreduce_1n_4n", "128 KiB", "slower than the same call of 1 MiB; why, the source does not say"),
    ("h20x8_allreduce", "512 KiB", "starts faster than the platforms that it is told from"),
    ("h20x8_allreduce", "32 MiB", "2 % faster than the knees of the others allow"),
    ("mi300x_mesh_allreduce", "8 ranks", "0.70 of nominal, where links without a switch of other vendors reach more"),
    ("single_collectives", "MI300X", "0.71 of nominal, where links without a switch of other vendors reach more"),
    ("single_collectives", "RTX 5090", "0.56 of the link, where one of the others falls to a twentieth"),
    ("mscclpp_ci_a100", "all_gather 8 ranks", "0.85 of nominal: kernels written for the machine beat libraries"),
    ("scaling_book_gpu", "ring, 55.3131 MiB", "read off a figure; half of what H100 reaches in other sources"),
    ("scaling_book_tpu", "128 KiB", "chips that send to their neighbours by themselves start faster than kernels"),
    ("platforms", "GB200", "a reduction in the switch over 72 devices reaches less than over eight"),
    ("mi355x_rccl", "5 ranks", "the library falls back to one link with five to seven ranks"),
    ("mi355x_rccl", "all_to_all 8 ranks", "an exchange reaches 0.64 of the links where reductions reach 0.73"),
    ("mi355x_rccl", "4 ranks on 2 nodes", "two ranks of a node reach what one NIC gives"),
    ("mi355x_rccl", "8 ranks on 2 nodes", "part of a mesh: one other case is known of it, on the same machine"),
    ("smallest_collectives", "H100", "cited by others; faster than every other small call over several nodes"),
    ("taccl_alpha_beta", "InfiniBand", "profiled with 1 MB at a time"),
    ("deepep_v2", "combine SM90 8x2", "two nodes: 0.81 of the NIC, where dispatch reaches 0.90"),
    ("superbench_a100_alltoall", "all_to_all", "no other platform shows an exchange started by one process"),
    ("vtrain_a100_allreduce_4", "4 ranks", "four devices on this node reach 0.74 of nominal, more than on the others"),
    ("aws_p5_allreduce", "KiB", "starts faster than the platforms that it is told from"),
    ("dgx_h100_allreduce", "KiB", "starts faster than the platforms that it is told from"),
    ("aws_p5_allreduce_2n", "KiB", "starts faster than the platforms that it is told from"),
    ("a3mega_h100_allgather_2n", "MiB", "gathers with less of a knee than AllReduce, of which the class is told"),
    ("gaudi2_allreduce", "Gaudi2", "Ethernet ports as links reach 0.98 of nominal, other meshes 0.64 to 0.91"),
    ("coreweave_gb200_allreduce_1440", "1440 ranks", "reaches a ninth of the NICs; why, the source does not say"),
)  # fmt: skip
"""Table, a part of the label, reason."""


def reason(table: str, label: str) -> str:
    """The reason of a figure outside, "" where none is known."""
    return next((why for known, part, why in MISSED if known == table and part in label), "")
