"""What a running process keeps from one build to the next is never stale: its pages are those of a first build.

``COMMSPEC_REUSE=1`` tries every edit of the examples; without it the slow tests take one in forty.
"""

import os
from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import islice
from pathlib import Path

import pytest
import yaml

from estimator.errors import SpecError, UserError
from estimator.jobs.gathered import gathered
from estimator.jobs.inputs.specs import open_spec
from estimator.jobs.work import work_out
from estimator.report.pages.assets import Assets
from estimator.spec.document import Spec
from estimator.spec.kept import next_round
from tests.jobs.edits import Data, edits
from tests.report.documents import assets

HERE = Path(__file__).parent
SPECS = HERE.parents[1] / "specs"
KINDS = HERE.parent / "require" / "data" / "kinds.yaml"
Built = tuple[str, str] | str
ONE_IN = int(os.environ.get("COMMSPEC_REUSE", "40"))
"""Of the edits of an example so many are left out but one."""


def built(path: Path, before: Spec | None) -> tuple[Built, Spec | None]:
    """Both pages, or what is wrong; and the spec."""
    try:
        worked = work_out(path, before=before)
    except (SpecError, UserError) as error:
        return str(error), before
    made = gathered(worked, SHIPPED)
    pages = [made.document(language, for_print=False).html for language in ("zh", "en")]
    return (pages[0], pages[1]), worked.opened.spec


SHIPPED: Assets = assets()


def digest(pages: Built) -> str:
    """In place of megabytes of pages."""
    return sha256(repr(pages).encode()).hexdigest()


def forget() -> None:
    """Two rounds in which nobody asks for anything."""
    next_round()
    next_round()


def written(path: Path, specs: Iterator[Data]) -> Iterator[str]:
    for data in specs:
        path.write_text(yaml.safe_dump(data, allow_unicode=True, sort_keys=False), "utf-8")
        yield path.read_text("utf-8")


def compare(path: Path, specs: Callable[[], Iterator[Data]]) -> int:
    """Build all edits with what is kept, then each of them with nothing kept; how many of them are in order."""
    forget()
    warm: list[str] = []
    spec: Spec | None = None
    for _ in written(path, specs()):
        next_round()
        pages, spec = built(path, spec)
        warm.append(digest(pages))
    right = 0
    for text, kept in zip(written(path, specs()), warm, strict=True):
        forget()
        pages, _ = built(path, None)
        assert digest(pages) == kept, text
        right += isinstance(pages, tuple)
    return right


def data_of(path: Path) -> Data:
    """The spec as it is written, its included files in it."""
    return open_spec(path).loaded.data


def test_every_kind_of_edit_of_every_kind_of_requirement_shows_what_a_first_build_shows(tmp_path: Path) -> None:
    data = data_of(KINDS)
    assert compare(tmp_path / "spec.yaml", lambda: islice(edits(data, seed=1), None, None, 3)) > 15


@pytest.mark.slow
@pytest.mark.parametrize("name", ["moe_5t", "dense_training", "supernode", "torus", "h800_expert_parallel", "lesson"])
def test_every_kind_of_edit_of_an_example_shows_what_a_first_build_shows(name: str, tmp_path: Path) -> None:
    data = data_of(SPECS / f"{name}.yaml")
    tried = [*islice(edits(data, seed=2, of_a_kind=2), None, None, ONE_IN)]
    assert compare(tmp_path / "spec.yaml", lambda: iter(tried)) > len(tried) / 4
