"""Findings in the order in which somebody mends them: errors, what cannot be true, then fields that are missing."""

from estimator.chinese.say import chinese
from estimator.errors import Problem
from estimator.report.tables.findings import findings


def _warning(rule: str, name: str, line: int) -> Problem:
    return Problem(("requirements", name), "said", rule=rule, severity="warning", file="a.yaml", line=line, column=1)


FIELDS = [_warning(rule, f"R{n}", 10 + n) for rule in ("no-statistic", "no-samples") for n in range(5)]
SUBSTANCE = _warning("void", "R9", 99)
ERROR = Problem(("groups",), "unknown key", "remove it", file="a.yaml", line=3, column=1)


def test_many_warnings_of_one_rule_are_one_sentence_with_their_number_and_the_first_place() -> None:
    told = [one.sentence for one in findings([*FIELDS, SUBSTANCE, ERROR])]
    assert told == [
        "a.yaml:3:1: groups: unknown key; remove it [unknown-key]",
        "warning: a.yaml:99:1: requirements.R9: said [void]",
        "warning: 5 times: no statistic; write metric.statistic, such as mean (first a.yaml:10:1: requirements.R0) "
        "[no-statistic]",
        "warning: 5 times: no warm-up, iterations or repeats; write test.warmup, iterations and repeats "
        "(first a.yaml:10:1: requirements.R0) [no-samples]",
        "1 error, 11 warnings; --all lists each",
    ]


def test_the_same_is_said_in_chinese() -> None:
    told = [chinese(one.sentence) for one in findings(FIELDS)]
    assert (
        told[0]
        == "警告：5 处：未写统计量；写 metric.statistic，如 mean（首处 a.yaml:10:1: requirements.R0）[no-statistic]"
    )
    assert told[-1] == "0 个错误，10 个警告；逐条列出用 --all"


def test_all_of_them_stand_in_the_order_of_the_files() -> None:
    told = findings([*FIELDS, SUBSTANCE], everything=True)
    assert [one.problem for one in told] == [*FIELDS, SUBSTANCE, None]
    assert told[-1].sentence == "0 errors, 11 warnings"


def test_errors_are_never_told_together() -> None:
    errors = [Problem((name,), "unknown key") for name in "abcdef"]
    assert len(findings(errors)) == 7
