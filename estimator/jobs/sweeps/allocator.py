"""Keeps freed memory in the process: a sweep takes and gives back the same arrays thousands of times."""

import ctypes

_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3
KEPT = 1 << 27
"""Bytes that glibc may hold back, and the size below which an array comes from what is held: 128 MiB."""


def keep_freed_memory() -> None:
    """Tell the C library not to return freed arrays to the system, where it is one that can be told.

    Fresh pages cost a sweep more than its arithmetic: each must be cleared by the system before it is used.
    """
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError):
        return
    mallopt(_TRIM_THRESHOLD, KEPT)
    mallopt(_MMAP_THRESHOLD, KEPT)
