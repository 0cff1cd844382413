import pytest

from estimator.errors import Problem, SpecError, UserError, one_line, path_text


def test_a_path_is_written_as_people_read_it() -> None:
    assert path_text(("platform", "paths", "scale_out", "only", 0, "alpha")) == "platform.paths.scale_out.only[0].alpha"
    assert path_text(()) == ""


def test_a_problem_reads_place_path_what_hint() -> None:
    problem = Problem(("a", "b"), "is wrong", "write right", file="x.yaml", line=3, column=7)
    assert problem.text() == "x.yaml:3:7: a.b: is wrong; write right"


def test_parts_that_are_not_known_are_left_out() -> None:
    assert Problem((), "is empty").text() == "is empty"
    assert Problem(("a",), "is vague", rule="T01", file="x.yaml").text() == "x.yaml: a: is vague [T01]"


def test_a_spec_error_holds_all_problems_and_is_the_users_to_fix() -> None:
    error = SpecError([Problem(("a",), "one"), Problem(("b",), "two")])
    assert isinstance(error, UserError)
    assert str(error) == "a: one\nb: two"
    assert len(error.problems) == 2


@pytest.mark.parametrize(
    ("smuggled", "spelt"),
    [
        ("a\nb", "a\\nb"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("\u202e8 GB/s", "\\u202e8 GB/s"),
        ("a\u2028b", "a\\u2028b"),
        ("\x85", "\\x85"),
        ("\udcff.yaml", "\\udcff.yaml"),
        ("5 \u00b5s, 第一级, \u00a0\u2265 \u00d7", "5 \u00b5s, 第一级, \u00a0\u2265 \u00d7"),
    ],
)
def test_what_breaks_or_turns_a_line_is_spelt_out_in_every_message(smuggled: str, spelt: str) -> None:
    assert one_line(smuggled) == spelt
    assert (
        Problem((smuggled,), f"'{smuggled}' is wrong", file="x.yaml").text() == f"x.yaml: {spelt}: '{spelt}' is wrong"
    )
    assert str(UserError(f"{smuggled}: no such file", "and more")) == f"{spelt}: no such file\nand more"
    assert str(SpecError([Problem((), smuggled)])) == spelt


def test_a_problem_that_stands_for_more_says_how_many() -> None:
    assert Problem(("a",), "unknown key", "remove it", more=39_950).text() == (
        "a: unknown key; remove it (and 39,950 more of this kind)"
    )
