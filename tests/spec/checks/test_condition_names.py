"""A condition that is not defined is told once on its line; one that is defined wrongly where it is defined."""

from pathlib import Path

import pytest

from tests.spec.examples import messages, warnings

TEXT = (Path(__file__).parents[1] / "data" / "one_plane_down.yaml").read_text("utf-8")


def varied(*changes: str) -> str:
    text = TEXT
    for before, after in zip(changes[::2], changes[1::2], strict=True):
        assert before in text, before
        text = text.replace(before, after, 1)
    return text


def lines_with(text: str, word: str) -> list[int]:
    return [number for number, line in enumerate(text.splitlines(), 1) if word in line]


def test_the_spec_is_in_order() -> None:
    assert messages(TEXT) == []
    assert warnings(TEXT) == []


def test_conditions_may_stand_with_the_platform() -> None:
    start, end = TEXT.index("conditions:\n"), TEXT.index("platform:\n")
    inside = "\n".join("  " + line for line in TEXT[start:end].rstrip().splitlines()) + "\n"
    text = TEXT[:start] + TEXT[end:].replace("  name: two planes\n", "  name: two planes\n" + inside)
    assert messages(text) == []
    assert warnings(text) == []


@pytest.mark.parametrize(
    "old",
    [
        "condition: [exclusive, plane_down, ",
        "sweep: {conditions: [plane_down",
        "like: plane_down,",
        "      plane_down: {bandwidth: 24 GB/s, per: rank, from: guess}",
        "plane_down: {bandwidth: 192 GB/s}",
    ],
)
def test_a_misspelt_condition_is_one_finding_with_the_name_that_is_meant(old: str) -> None:
    text = varied(old, old.replace("plane_down", "plane_dwn"))
    found = [line for line in messages(text) if "plane_dwn" in line]
    assert len(found) == 1
    assert "there is no condition 'plane_dwn'; did you mean plane_down?" in found[0]
    (line,) = lines_with(text, "plane_dwn")
    assert [message for message in messages(text) if message.startswith(f"spec.yaml:{line}:")] == found


def test_parameters_of_a_condition_that_nothing_defines_say_how_to_define_it() -> None:
    text = varied("      plane_down: {bandwidth", "      degraded: {bandwith")
    assert messages(text) == [
        "spec.yaml:17:7: platform.paths.ib.degraded: there is no condition 'degraded'; write exclusive, "
        "multi_group, with_compute, plane_down or plane_down_busy, or add conditions: {degraded: {like: exclusive}}"
    ]


def test_a_key_that_looks_like_no_condition_is_an_unknown_key() -> None:
    found = messages(varied("      plane_down: {bandwidth", "      titel: t\n      plane_down: {bandwidth"))
    assert found == ["spec.yaml:17:7: platform.paths.ib.titel: unknown key; did you mean title?"]


def test_a_slip_below_a_condition_is_told_in_its_place() -> None:
    found = messages(varied("plane_down: {bandwidth: 24 GB/s", "plane_down: {bandwidht: 24 GB/s"))
    assert found == ["spec.yaml:17:20: platform.paths.ib.plane_down.bandwidht: unknown key; did you mean bandwidth?"]


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("{bandwidth: 24 GB/s, per: rank, from: guess}", "{from: guess}", "ib.plane_down: no parameter is stated"),
        ("bandwidth: 24 GB/s, per", "alpha: 6 us, per", "ib.plane_down.per: per without a bandwidth"),
        ("bandwidth: 24 GB/s", "bandwidth: 50 GB/s", "more bandwidth under plane_down than exclusive"),
        ("{bandwidth: 24 GB/s", "{alpha: 4 us, bandwidth: 24 GB/s", "a smaller start-up time under plane_down than"),
        ("{bandwidth: 192 GB/s}", "{bandwidth: 400 GB/s}", "more bandwidth under plane_down than exclusive"),
        ("from: guess}\n  cuts", "from: sheat}\n  cuts", "ib.plane_down.from: there is no source 'sheat'"),
        ("  plane_down: {like: exclusive", "  plane_down: {like: plane_down_busy", "plane_down is like itself"),
        ("harder_than: [multi_group]", "harder_than: [plane_down_busy]", "is harder than itself in the end"),
        ("\n  plane_down: {like", "\n  loaded: {like: exclusive}\n  plane_down: {like", "loaded is a key of"),
        ("\n  plane_down: {like", "\n  exclusive: {}\n  plane_down: {like", "exclusive is known to every platform"),
        ("  nodes: 16\n", "  nodes: 16\n  conditions: {plane_down: {}}\n", "conditions.plane_down defines it too"),
        ("condition: [exclusive, plane_down, plane_down_busy]", "condition: {a: b}", "a mapping is not a list"),
        ("like: exclusive,", "lik: exclusive,", "conditions.plane_down.lik: unknown key; did you mean like?"),
    ],
)
def test_what_is_wrong_with_a_condition_is_one_finding(old: str, new: str, what: str) -> None:
    found = messages(varied(old, new))
    assert len(found) == 1
    assert what in found[0]


def test_a_condition_that_is_worse_than_its_like_at_one_end_only_is_refused() -> None:
    found = messages(varied("bandwidth: 24 GB/s", "bandwidth: [49 GB/s, 20 GB/s]"))
    assert len(found) == 1
    assert "write at most the exclusive value, end by end" in found[0]


def test_a_path_without_parameters_for_any_condition_of_the_lineage_is_told() -> None:
    found = messages(varied("like: exclusive, text", "like: multi_group, text"))
    assert any("path ib has no parameters for condition plane_down; add plane_down: {alpha" in line for line in found)


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        (
            "[exclusive, plane_down, plane_down_busy]",
            "[exclusive]",
            "conditions.plane_down_busy: has no effect: no operation and no test runs under it",
        ),
        (
            "harder_than: [multi_group]",
            "harder_than: [multi_group, exclusive]",
            "conditions.plane_down_busy.harder_than[1]: has no effect: it is harder than exclusive in any case",
        ),
    ],
)
def test_what_says_nothing_is_told(old: str, new: str, what: str) -> None:
    found = warnings(varied(old, new))
    assert len(found) == 1
    assert what in found[0]
