"""``commspec explain``: the numbers of the document on a terminal."""

from pathlib import Path

import pytest

from estimator.cli import main as cli
from estimator.jobs.assets import templates
from estimator.lint.rules import RULES
from estimator.mistakes import MISTAKES

SPEC = str(Path(__file__).parents[2] / "specs" / "lesson.yaml")


def _said(capsys: pytest.CaptureFixture[str], *what: str) -> str:
    assert cli.run(["explain", *what]) == 0
    return " ".join(capsys.readouterr().out.split())


def test_an_operation_shows_its_sum_and_where_the_numbers_came_from(capsys: pytest.CaptureFixture[str]) -> None:
    said = _said(capsys, SPEC, "all_reduce_8")
    # the lesson's ring on eight ranks: 14 rounds, 14/8 of n
    assert "14 ×" in said
    assert "1.75 ×" in said
    for label in ("Small-message α", "Optimistic", "Conservative", "Why so wide", "sources"):
        assert label in said
    assert "保守" in _said(capsys, SPEC, "all_reduce_8", "--lang", "zh")


def test_a_requirement_shows_its_sentence_with_the_modal_verb_apart(capsys: pytest.CaptureFixture[str]) -> None:
    from estimator.jobs.inputs.specs import open_spec

    name = next(iter(open_spec(Path(SPEC)).spec.requirements))
    said = _said(capsys, SPEC, name)
    assert said.startswith(name)
    assert " must " in said
    assert "<" not in said.replace("<=", "")


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_is_explained_in_both_languages(rule: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert RULES[rule].en in _said(capsys, rule)
    assert RULES[rule].hint_zh.split()[0] in _said(capsys, rule, "--lang", "zh")
    assert f"docs/reference.md#{rule}" in _said(capsys, rule)
    assert f"docs/reference.zh.md#{rule}" in _said(capsys, rule, "--lang", "zh")


@pytest.mark.parametrize(
    ("what", "said"),
    [
        (("vod",), "there is no rule 'vod'; did you mean void?"),
        ((SPEC, "allreduc"), "there is no operation or requirement 'allreduc'; did you mean all_reduce_8?"),
        ((SPEC, "a", "b"), "give SPEC and one NAME"),
        ((SPEC,), f"what of {SPEC}? write commspec explain {SPEC} NAME; for NAME write one of "),
        (("nowhere.yaml",), "nowhere.yaml: no such file"),
    ],
)
def test_a_name_that_is_none_gets_the_nearest(
    what: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["explain", *what]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("name", MISTAKES)
def test_every_kind_of_mistake_is_explained_in_both_languages(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert MISTAKES[name].hint_en in _said(capsys, name)
    assert MISTAKES[name].zh in _said(capsys, name, "--lang", "zh")


def test_an_example_of_a_mistake_stands_beside_what_it_should_be(capsys: pytest.CaptureFixture[str]) -> None:
    said = _said(capsys, "bits-or-bytes")
    assert "example rate: 400 gb/s written so rate: 400 Gbit/s" in said
    assert said.endswith("docs/reference.md#bits-or-bytes")


def test_a_rule_of_a_spec_is_explained_with_the_places_that_break_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = tmp_path / "s.yaml"
    text = (templates() / "starter.yaml").read_text("utf-8")
    spec.write_text(text.replace("repeats: 5, buffer", "repeats: 3, buffer"), "utf-8")
    said = _said(capsys, str(spec), "few-repeats")
    assert RULES["few-repeats"].en in said
    assert said.count("requirements.") == 2
    assert "requirements.CCL-AR-04.test.repeats: 3 repeats" in said
    assert "nothing in it is of this kind" in _said(capsys, str(spec), "void")
    spec.write_text(text.replace("rate: 224 GB/s", "rate: 224 gb/s"), "utf-8")
    assert "link.rate: '224 gb/s' could be bits or bytes" in _said(capsys, str(spec), "bits-or-bytes")
    assert "本规格中" in _said(capsys, str(spec), "bits-or-bytes", "--lang", "zh")
    assert cli.run(["explain", str(spec), "activations"]) == 2
