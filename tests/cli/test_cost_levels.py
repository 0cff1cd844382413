"""``commspec cost`` on levels: what may be written, what is refused, and the defaults it tells."""

import json
from math import prod

import pytest

from estimator.cli import main as cli
from tests.cost.level_vectors import VECTORS, Vector
from tests.estimate.vector_specs import units_there

HEAD = ["cost", "all_reduce", "--size", "1 MiB", "--format", "json", "--algorithm"]
TWO = "8:switch:3 us:200 GB/s, 16:switch:9 us:24 GB/s"
ONE_PATH = ["--ranks", "16", "--alpha", "3 us", "--bandwidth", "200 GB/s"]
TWO_PATHS = [*ONE_PATH, "--ranks-per-node", "8", "--inter-alpha", "9 us", "--inter-bandwidth", "24 GB/s"]


def shown(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    assert cli.run([*HEAD, *args]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("algorithm", ["ring", "hierarchical_rs_ar_ag"])
@pytest.mark.parametrize("group", [["--shape", "8x2"], ["--ranks", "16"]])
def test_levels_say_the_same_as_two_paths(algorithm: str, group: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys, algorithm, "--levels", TWO, *group) == shown(capsys, algorithm, *TWO_PATHS)


def test_without_a_shape_the_group_is_the_whole_machine(capsys: pytest.CaptureFixture[str]) -> None:
    whole = [*TWO_PATHS, "--ranks", "128"]
    assert shown(capsys, "ring", "--levels", TWO) == shown(capsys, "ring", *whole)


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (
            ["--levels", "8:switch:3 us"],
            "'8:switch:3 us' is no level; write units:wiring:alpha:bandwidth, such as 8:mesh:",
        ),
        (["--levels", "8:swich:3 us:200 GB/s"], "'swich' is no wiring; did you mean switch?"),
        (["--levels", "0:switch:3 us:200 GB/s"], "'0' is not a whole number"),
        (["--levels", "8:switch:3:200 GB/s"], "'3' has no unit"),
        (["--levels", TWO, "--alpha", "3 us"], "leave --alpha out"),
        (["--levels", TWO, "--wiring", "mesh"], "leave --wiring out"),
        (
            ["--levels", TWO, "--shape", "8x17"],
            "--shape asks for 17 units of level 2, which joins 16; write at most 16",
        ),
        (["--levels", TWO, "--shape", "8x2x2"], "--shape has 3 numbers, and there are 2 levels; write at most 2"),
        (
            ["--levels", TWO, "--shape", "8x2", "--ranks", "8"],
            "--shape has 16 ranks, and --ranks says 8; leave --ranks out",
        ),
        (["--levels", TWO, "--shape", "8x"], "'8x' is no shape"),
        (["--levels", TWO, "--ranks", "12"], "12 ranks do not fill units of 8; give --shape"),
        (["--levels", TWO, "--ranks", "256"], "256 ranks are more than the 128 of --levels"),
        (["--alpha", "3 us", "--bandwidth", "1 GB/s"], "no ranks; give --ranks"),
        (["--ranks", "8", "--bandwidth", "1 GB/s"], 'no alpha; give --alpha, such as --alpha "5 us"'),
        (
            [*ONE_PATH, "--channels", "al"],
            "'al' is not a number of channels; write a whole number such as 8, or all",
        ),
        ([*ONE_PATH, "--methods", "rign"], "'rign' is no method; write ring, both, direct"),
        ([*ONE_PATH, "--wiring", "star"], "'star' is not known; write switch, rails, mesh or ring"),
    ],
)
def test_what_cannot_be_is_one_sentence(args: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run([*HEAD, "ring", *args]) == 2
    told = capsys.readouterr()
    assert words in told.err
    assert told.out == ""


def test_what_was_taken_where_nothing_was_said_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(shown(capsys, "double_binary_tree", *TWO_PATHS))["defaults"]
    assert found == {"launch": 0.0, "knee": 0.0, "reduce_bandwidth": None, "efficiency": 0.92, "channels": 1}
    stated = [
        "--launch",
        "0 s",
        "--knee",
        "0",
        "--reduce-bandwidth",
        "1 TB/s",
        "--efficiency",
        "0.92",
        "--channels",
        "1",
    ]
    assert json.loads(shown(capsys, "double_binary_tree", *TWO_PATHS, *stated))["defaults"] == {}


def test_the_text_tells_them_in_its_last_line(capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(capsys, "double_binary_tree", *TWO_PATHS, "--format", "text").replace("\u00a0", " ")
    assert text.splitlines()[-1] == "taken as          T0 0 s, knee 0, reducing free, channels 1, efficiency 0.92"


def asked_of(vector: Vector) -> list[str]:
    """The arguments that ask for a vector's time."""
    given = ["cost", vector["collective"], "--algorithm", vector["algorithm"], "--size", f"{vector['n_bytes']} B"]
    there = units_there(vector)
    levels = [
        f"{units}:{level['wiring']}:{level['alpha_s']!r} s:{level['port_Bps']!r} B/s"
        for level, units in zip(vector["levels"], there, strict=True)
    ]
    given += ["--levels", ", ".join(levels), "--shape", "x".join(map(str, vector["shape"])), "--format", "json"]
    if vector.get("channels", 1) > 1:
        given += ["--channels", str(vector["channels"])]
    if "segments" in vector:
        given += ["--segments", str(vector["segments"])]
    if "methods" in vector:
        given += ["--methods", ",".join(vector["methods"])]
    if "gamma_s_per_B" in vector:
        given += ["--reduce-bandwidth", f"{1 / vector['gamma_s_per_B']!r} B/s"]
    return given


def askable(vector: Vector) -> bool:
    """Whether ``--levels`` can say the machine and the group, and the message is the one that is taken."""
    plain = {"name", "alpha_s", "port_Bps", "wiring", "full"}
    if vector.keys() & {"tree", "siblings", "stride"} or not all(set(level) <= plain for level in vector["levels"]):
        return False
    return bool(vector["collective"] != "p2p" or vector["receiver"] == prod(vector["shape"]) - 1)


ASKED = [vector for vector in VECTORS if askable(vector)]


def test_nearly_every_algorithm_of_the_oracle_is_asked() -> None:
    """The oracle has the others on uneven groups, behind a port or units with a rate only: no --levels says it."""
    assert len(ASKED) == 157
    every, asked = ({(v["collective"], v["algorithm"]) for v in vectors} for vectors in (VECTORS, ASKED))
    assert every - asked == {
        ("all_to_all", "bruck"),
        ("broadcast", "scatter_bruck_allgather"),
        ("reduce", "binomial"),
        ("reduce_scatter", "direct"),
    }


@pytest.mark.parametrize("vector", ASKED, ids=lambda vector: str(vector["id"]))
def test_an_end_is_the_vector_s_time(vector: Vector, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(asked_of(vector)) == 0
    found = json.loads(capsys.readouterr().out)
    # peers beyond the first eight start at once in the vectors: of a direct exchange that is the optimistic end
    at_once = vector.get("end") in ("path", "overlapped") or vector["algorithm"] == "direct"
    seconds = found["optimistic_s" if at_once else "conservative_s"]
    assert seconds == pytest.approx(vector["expected_seconds"], rel=1e-9)


def test_a_time_that_was_taken_is_told_as_a_time(capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(capsys, "direct", *TWO_PATHS, "--format", "text").replace("\u00a0", " ")
    assert "each peer beyond the first eight 600 ns" in text.splitlines()[-1]
