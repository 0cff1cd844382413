"""What of the published tables is no case, and why."""

from __future__ import annotations

LEFT_OUT: tuple[tuple[str, str, str], ...] = (
    ("allreduce_4node_unspecified", "20 sizes", "the hardware is not stated"),
    ("trn_nccom_example", "5 sizes", "neither ranks nor hardware are stated; the time falls as n grows"),
    ("b200_allreduce_1n_4n", "4 nodes, 32 and 64 KiB", "printed with one digit: 0.01 and 0.04 GB/s"),
    ("uccl_alltoall_rail", "across rails", "no figure of another source says what leaving a rail costs"),
    ("uccl_alltoall_rail", "on rails, below 128 KiB", "start-ups rule, and messages in flight are not stated"),
    ("deepep_v1_normal", "2025-04-21", "withdrawn by its publisher a day later"),
    ("nccl_expectations", "p5en, 16 GiB", "the number of nodes is not stated"),
    ("nccl_expectations", "NIC rates, thresholds of health checks", "facts of platforms and lower limits"),
    ("scaling_book_gpu, scaling_book_tpu", "worked answers", "results of the same formula, nothing measured"),
    ("deepseek_isca25", "times of a token", "results of the same formula, nothing measured"),
    ("deepseek_isca25, ubep_cm384", "latencies", "start-ups of messages and kernels, used as constants"),
    ("nccl_tuning_constants, nccl_protocols_paper", "all", "facts of the library, no collective was timed"),
    ("volume_formulas", "all", "volumes, no times"),
    ("platforms", "Gaudi3, MI300X and MI355X exchanges", "what is counted is not defined; used as shares"),
    ("platform_facts", "910B collectives", "the printed bandwidth is not defined"),
    ("platform_facts", "910C die pairs", "still rising at the largest size"),
    ("platform_facts", "MI355X tree", "which tree over the mesh is not stated"),
    ("platform_facts", "Trainium2 examples", "the instance is not stated"),
    ("platform_facts", "acceptance floors", "lower limits, not what was reached"),
)  # fmt: skip
"""Table, which figures, reason."""
