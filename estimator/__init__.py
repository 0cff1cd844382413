"""commspec: collective-communication requirements, from a YAML spec to a document a vendor can answer.

The names below are the public API; each is imported when it is first asked for.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from estimator.cost.options import Options
    from estimator.errors import Problem, SpecError, UserError
    from estimator.estimate.asked.question import AskedLevel, Question
    from estimator.estimate.asked.single import Answer, answer
    from estimator.estimate.interval import CompiledInterval, interval
    from estimator.estimate.result import EstimateTable, Interval, OperationEstimate
    from estimator.estimate.table import estimate as estimate_spec
    from estimator.jobs.build import build
    from estimator.jobs.check import check
    from estimator.jobs.inputs.specs import Opened, open_spec
    from estimator.spec.document import Spec
    from estimator.spec.load import load_text

__version__ = "0.1.0"

__all__ = [
    "Answer",
    "AskedLevel",
    "CompiledInterval",
    "EstimateTable",
    "Interval",
    "Opened",
    "OperationEstimate",
    "Options",
    "Problem",
    "Question",
    "Spec",
    "SpecError",
    "UserError",
    "answer",
    "build",
    "check",
    "estimate_spec",
    "interval",
    "load_text",
    "open_spec",
]

_HOME = {
    "cost.options": ("Options",),
    "errors": ("Problem", "SpecError", "UserError"),
    "estimate.interval": ("CompiledInterval", "interval"),
    "estimate.asked.question": ("AskedLevel", "Question"),
    "estimate.result": ("EstimateTable", "Interval", "OperationEstimate"),
    "estimate.asked.single": ("Answer", "answer"),
    "estimate.table": ("estimate_spec",),
    "jobs.build": ("build",),
    "jobs.check": ("check",),
    "jobs.inputs.specs": ("Opened", "open_spec"),
    "spec.document": ("Spec",),
    "spec.load": ("load_text",),
}
_OTHER_NAME = {"estimate_spec": "estimate"}  # ``estimator.estimate`` is the room


def __getattr__(name: str) -> object:
    """Import a public name on first use, so that ``import estimator`` and ``commspec --help`` stay light."""
    from importlib import import_module

    for module, names in _HOME.items():
        if name in names:
            return getattr(import_module(f"estimator.{module}"), _OTHER_NAME.get(name, name))
    raise AttributeError(f"module 'estimator' has no attribute '{name}'")
