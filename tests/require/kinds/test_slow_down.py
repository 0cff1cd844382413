"""At most 5 % slower with 10 % of background load: two conditions are compared, and the load is said everywhere."""

from typing import Any

import pytest

from estimator.errors import path_text
from estimator.report.sentences.sentence import acceptance, sentence
from estimator.require.criterion import Against
from estimator.tools.catalogue import commands
from tests.require.specs import Worked, changed, read, work_out

LOAD = {"zh": "其余节点之间占每块网卡 10 % 的流", "en": "a stream of 10 % of each NIC between other nodes"}


def worked(changes: dict[str, Any] | None = None) -> Worked:
    return work_out(changed(read("background_load.yaml"), changes or {}))


def test_the_condition_is_set_against_the_other_one_of_the_operation() -> None:
    (cell,) = worked().expanded["BG-1"].criteria
    assert (cell.condition, cell.measure.against, cell.limit) == (
        "background_10",
        Against("condition", "exclusive"),
        1.05,
    )
    # Six start-ups and 1.5 n by a ring of four; n = 2^25 B. The optimistic ends are the same.
    n = 2.0**25
    slow, fast = (6 * 8e-6 + 1.5 * n / rate for rate in (42e9, 45e9))
    assert cell.expected == pytest.approx((1.0, slow / fast), rel=1e-9)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_sentence_says_what_makes_the_load_and_what_is_compared(language: Any) -> None:
    found = worked()
    text = sentence("BG-1", found.spec, found.expanded["BG-1"], language).replace("\u00a0", " ")
    compared = {
        "zh": "独占时用时的 1.05 倍以内",
        "en": "1.05 times the time that it takes with no other operation running",
    }
    assert LOAD[language] in text
    assert compared[language] in text
    assert acceptance(found.expanded["BG-1"], "en").replace("\u00a0", " ") == "T ÷ T(exclusive) ≤ 1.05×"


def test_the_load_stands_beside_the_command() -> None:
    found = worked()
    (command,) = commands(found.spec, "BG-1", found.expanded["BG-1"])
    assert LOAD["zh"] in command.note_zh
    assert LOAD["en"] in command.note_en


def test_said_as_a_load_of_a_test_that_runs_alone_it_is_found_twice() -> None:
    found = worked(
        {
            "conditions": None,
            "platform.paths.ib.background_10": None,
            "operations.ar.condition": "exclusive",
            "operations.ar.group": "all",
            "operations.ar.algorithm": {"name": "multi_ring"},
            "requirements.BG-1.against": None,
            "requirements.BG-1.test.load": LOAD,
        }
    )
    told = {(problem.rule, path_text(problem.path)) for problem in found.problems()}
    assert ("holds-by-construction", "requirements.BG-1.at_once") in told
    assert ("idle-load", "requirements.BG-1.test.load") in told
    assert LOAD["en"] in sentence("BG-1", found.spec, found.expanded["BG-1"], "en").replace("\u00a0", " ")
