"""The example specs, opened and worked out once per test run."""

from functools import cache
from pathlib import Path

from estimator.estimate.result import EstimateTable
from estimator.estimate.table import estimate
from estimator.jobs.inputs.specs import open_spec
from estimator.jobs.work import Worked, work_out

ROOT = Path(__file__).parents[2]
SPECS = ROOT / "specs"
NAMES = ("lesson", "dense_training", "moe_5t", "h100_two_node_alltoall", "h800_expert_parallel", "supernode", "torus")


@cache
def worked(name: str) -> Worked:
    """An example worked out: spec, estimates, criteria, findings."""
    return work_out(SPECS / f"{name}.yaml")


def table_at(path: Path) -> EstimateTable:
    """The estimates of a spec elsewhere."""
    return estimate(open_spec(path).spec)
