"""What must fit together of one requirement."""

import pytest

from estimator.errors import SpecError, path_text
from estimator.jobs.assets import templates
from estimator.spec.load import load_text

STARTER = (templates() / "starter.yaml").read_text("utf-8")


@pytest.mark.parametrize(("share", "kept"), [("30 %", True), ("100 %", True), ("101 %", False), ("10000000 %", False)])
def test_no_more_of_a_call_is_hidden_than_all_of_it(share: str, kept: bool) -> None:
    assert STARTER.count("at_least: 30 %") == 1
    text = STARTER.replace("at_least: 30 %", f"at_least: {share}")
    if kept:
        assert load_text(text).problems == ()
        return
    with pytest.raises(SpecError) as raised:
        load_text(text)
    (problem,) = raised.value.problems
    assert path_text(problem.path) == "requirements.CCL-OV-01.limit.at_least"
    assert problem.kind == "out-of-range"
    assert problem.hint == "write 100 % or less"
