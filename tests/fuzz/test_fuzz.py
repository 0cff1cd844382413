"""The fuzzers in small; ``make fuzz`` runs them in full. And that they would tell a fault if there were one."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from estimator.spec.load import load_text
from tests.fuzz import bases
from tests.fuzz.__main__ import FUZZERS, made
from tests.fuzz.trial import Input, Outcome, attempt, faults

NOTHING = Input({}, ["check", "s.yaml", "--format", "json"])
FORKS = pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")


@pytest.mark.slow
def test_no_input_ends_in_a_fault(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.fuzz", "--count", "160", "--keep", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=bases.ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    for fuzzer in FUZZERS:
        assert f"{fuzzer}: 40 inputs, 0 with faults" in done.stdout


def test_an_input_is_made_from_its_number_alone() -> None:
    for fuzzer in FUZZERS:
        first = [made(fuzzer, 1, number) for number in range(5)]
        assert first == [made(fuzzer, 1, number) for number in range(5)]
        assert len({str(one) for one in first}) > 3


@pytest.mark.parametrize("name", [*bases.SMALL, *bases.LARGE])
def test_what_is_spoilt_was_in_order(name: str) -> None:
    assert load_text(bases.text_of(name)).spec.operations


def _endless(_: Sequence[str]) -> int:
    while True:
        pass


def _greedy(_: Sequence[str]) -> int:
    bytearray(2**31)
    return 0


def _loud(_: Sequence[str]) -> int:
    print("\N{RIGHT-TO-LEFT OVERRIDE}", file=sys.stderr)
    return 2


def _silent(_: Sequence[str]) -> int:
    return 2


def _negative(_: Sequence[str]) -> int:
    print('{"a": {"transfer_s": -1e-20, "b_s": NaN, "optimistic_s": 2.0, "conservative_s": 1.0}}')
    return 0


def _killed(_: Sequence[str]) -> int:
    os.kill(os.getpid(), 9)
    return 0


@FORKS
@pytest.mark.parametrize(
    ("run", "said"),
    [
        (_endless, ["ended with -24"]),
        (_greedy, ["ended with 99"]),
        (_loud, ["printed U+202E"]),
        (_silent, ["refused without a word"]),
        (_negative, [".a.transfer_s is -1e-20", ".a.b_s is nan", ".a: 2.0 s before 1.0 s"]),
        (_killed, ["ended with -9"]),
    ],
)
def test_a_fault_is_told(run: object, said: list[str]) -> None:
    outcome = attempt(NOTHING, run, seconds=0)  # type: ignore[arg-type]
    assert [one for one in faults(NOTHING, outcome) if not one.startswith(("took", "no JSON"))] == said


def test_time_memory_and_our_own_fault_are_told() -> None:
    slow = Outcome(3, 21.0, 1100.0, "", "commspec: internal error, not your spec's fault: KeyError: 3\n" * 2001)
    found = list(faults(Input({}, ["check"]), slow))
    assert found == ["ended with 3", "took 21 s", "took 1100 MB", "our fault", "2001 lines of messages"]


def test_specs_are_spoilt_and_sometimes_not_at_all() -> None:
    draw = Random("spoilt")
    texts = {FUZZERS["specs"](draw).files["s.yaml"] for _ in range(50)}
    assert len(texts) > 45
