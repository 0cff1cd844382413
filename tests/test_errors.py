from estimator.errors import Problem, SpecError, UserError, path_text


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
