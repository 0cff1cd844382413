"""What a launcher tells a process of its place among the others."""

from __future__ import annotations

import os
from collections.abc import Mapping, MutableMapping

RANKS = ("RANK", "OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID")
"""Where launchers write the number of a process, before any library knows it."""
AS_TORCHRUN = {
    "RANK": ("OMPI_COMM_WORLD_RANK", "PMI_RANK", "SLURM_PROCID"),
    "WORLD_SIZE": ("OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_NTASKS"),
    "LOCAL_RANK": ("OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "SLURM_LOCALID"),
}
"""What torchrun sets, and what mpirun and srun set in its place."""
PER_HOST = (("OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_SIZE"), ("PMI_SIZE", "MPI_LOCALNRANKS"))
"""Processes of all, and of this host."""


def is_first(environ: Mapping[str, str]) -> bool:
    """Whether a process is the one that speaks for all."""
    return next((environ[name] for name in RANKS if name in environ), "0") == "0"


def unaddressed(environ: Mapping[str, str]) -> str:
    """What PyTorch lacks to find the first process; empty where it is told, or all run on one host."""
    if not any(name in environ for name in ("RANK", *AS_TORCHRUN["RANK"])):
        return "nothing says which of how many processes this is: start it by torchrun, srun or mpirun"
    if "MASTER_ADDR" in environ or "TORCHELASTIC_RUN_ID" in environ:
        return ""
    told = [environ.get(every) != environ[here] for every, here in PER_HOST if here in environ]
    nodes = environ.get("SLURM_STEP_NUM_NODES", environ.get("SLURM_NNODES", "1"))
    if any(told) or (not told and nodes != "1"):
        return "MASTER_ADDR is not set: the name of the host of process 0, in the environment of all, with MASTER_PORT"
    return ""


def as_torchrun(environ: MutableMapping[str, str]) -> None:
    """Set what torchrun sets, from what mpirun or srun sets."""
    for name, others in AS_TORCHRUN.items():
        for other in others:
            if name not in environ and other in environ:
                environ[name] = environ[other]
    environ.setdefault("MASTER_ADDR", "127.0.0.1")
    environ.setdefault("MASTER_PORT", "29511")


def own_device(local: int, count: int) -> int:
    """Which device is that of process ``local`` of a host, of ``count`` that it sees; -1: there is none for it.

    A launcher that gives every process a device of its own lets it see that one only.
    """
    return 0 if count == 1 else local if local < count else -1


def local_rank() -> int:
    """Number of this process on its host."""
    return int(os.environ.get("LOCAL_RANK", "0"))
