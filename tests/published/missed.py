"""Why a published figure lies outside its interval, as far as it is known."""

from __future__ import annotations

_FAST_START = "one process starts its calls faster on this host than on the two others that T0 is taken from"
_UNKNOWN = "the curve jumps here, so the library changes its way; the source does not record which it took"

MISSED: dict[tuple[str, str], str] = {
    ("h200x8_allreduce_nvls", "256 KiB"): _FAST_START,
    ("h200x8_allreduce_nvls", "512 KiB"): _FAST_START,
    ("h200x8_allreduce_nvls", "2 MiB"): _FAST_START,
    ("h200x8_allreduce_nvls", "4 MiB"): _FAST_START,
    ("b200_allreduce_1n_4n", "1 node, 4 MiB"): _UNKNOWN,
    ("b200_allreduce_1n_4n", "1 node, 8 MiB"): _UNKNOWN,
    ("b200_allreduce_1n_4n", "1 node, 32 MiB"): _UNKNOWN,
    ("b200_allreduce_1n_4n", "1 node, 64 MiB"): _UNKNOWN,
    (
        "b200_allreduce_1n_4n",
        "1 node, 4 GiB",
    ): "0.1 % beyond; 13 % faster at twice the size: another way of the library",
    ("b200_allreduce_1n_4n", "4 nodes, 32 MiB"): "start-up over this fabric is longer than what is known of others",
    ("p2p_link_efficiency", "NVLink-C2C H2D (GB300 DGX Station)"): "0.798 of nominal where the class ends at 0.80",
    (
        "scaling_book_gpu",
        "all_reduce ring, 55.3131 MiB",
    ): "read off a figure; half of what H100 reaches in other sources",
    ("platforms", "GB200 x 72, 6 GiB"): "a reduction in the switch over 72 devices reaches less than over eight",
}
