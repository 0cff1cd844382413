"""Tables in files of their own: confined as includes are, their mistakes at the line where they stand."""

from collections.abc import Mapping

import pytest

from estimator.errors import SpecError, UserError
from estimator.spec.document import Spec
from estimator.spec.load import load, load_text
from estimator.spec.reading.alter import Alteration
from estimator.spec.reading.change import change_of
from tests.spec.inference.specs import DECODE

HISTOGRAM = DECODE.replace("node_limit: 4}", "routing: {histogram: seen/load.csv, from: guess}}")
EVEN = ",".join(["3"] * 256)
UNEVEN = ",".join(["4"] * 2 + ["3"] * 252 + ["2"] * 2)


def read(files: Mapping[str, str], text: str = HISTOGRAM) -> Spec:
    def reader(name: str) -> bytes:
        if name == "spec.yaml":
            return text.encode()
        if name not in files:
            raise UserError(f"{name}: no such file")
        return files[name].encode()

    return load("spec.yaml", reader, "specs").spec


def wrong(files: Mapping[str, str], text: str = HISTOGRAM) -> list[str]:
    try:
        read(files, text)
    except SpecError as error:
        return [problem.text() for problem in error.problems]
    return []


def test_a_histogram_in_a_file_is_that_written_in_place() -> None:
    found = read({"seen/load.csv": f"{EVEN}\n{UNEVEN}\n"})
    in_place = read({}, HISTOGRAM.replace("seen/load.csv", f"[[{EVEN}], [{UNEVEN}]]"))
    column = read({"seen/load.csv": UNEVEN.replace(",", "\n")})
    assert found == in_place
    assert column.moe is not None
    assert column.moe.routing is not None
    assert column.moe.routing.histogram == (tuple(float(count) for count in UNEVEN.split(",")),)


@pytest.mark.parametrize(
    ("content", "place", "words"),
    [
        (f"{EVEN}\n{EVEN},x\n", "specs/seen/load.csv:2: ", "row 2, column 257: 'x' is no number from 0 to"),
        (f"{EVEN}\n\n\n3,3\n", "specs/seen/load.csv:4: ", "2 numbers, and the first row has 256"),
        (f"[[{EVEN}],\n [{EVEN},\n -1]]", "specs/seen/load.csv:2: ", "row 2, column 257: '-1' is no number"),
        (f"[[{EVEN}]", "specs/seen/load.csv:1:", "is not JSON"),
        ("", "specs/seen/load.csv: ", "holds no numbers; write one number an expert in a line"),
        ("3,3", "specs/spec.yaml:15:", "2 numbers in the histogram, and 256 experts"),
        (",".join(["0"] * 256), "specs/spec.yaml:15:", "counts no token"),
        (",".join(["9999", *["1"] * 255]), "specs/spec.yaml:15:", "gives one expert a copy of every token, or more"),
    ],
)
def test_a_bad_file_is_one_message_with_its_line(content: str, place: str, words: str) -> None:
    found = wrong({"seen/load.csv": content})
    assert len(found) == 1, found
    assert found[0].startswith(place)
    assert words in found[0]


@pytest.mark.parametrize("name", ["../load.csv", "/etc/passwd", "a/../../b.csv", "C:load.csv", "a\\b.csv"])
def test_a_file_outside_the_folder_is_refused(name: str) -> None:
    found = wrong({}, HISTOGRAM.replace("seen/load.csv", f"'{name}'"))
    assert len(found) == 1, found
    assert "is outside the spec's folder; name a file inside it by a relative path" in found[0]


def test_a_file_that_is_not_there_is_named() -> None:
    (found,) = wrong({})
    assert "moe.routing.histogram: cannot read 'seen/load.csv'; seen/load.csv: no such file" in found


def test_without_a_reader_there_are_no_files() -> None:
    with pytest.raises(SpecError, match="files are not possible here; write the numbers in place"):
        load_text(HISTOGRAM)


def test_a_name_is_relative_to_the_file_that_holds_it() -> None:
    written = "{experts: 256, top_k: 8, routing: {histogram: seen/load.csv, from: guess}}"
    text = HISTOGRAM.replace(written, "!include model/moe.yaml")
    inside = "{experts: 256, top_k: 8, routing: {histogram: load.csv, from: guess}}"
    found = read({"model/moe.yaml": inside, "model/load.csv": UNEVEN}, text)
    assert found == read({"seen/load.csv": UNEVEN})


def test_an_option_can_name_another_file() -> None:
    files = {"spec.yaml": HISTOGRAM, "seen/load.csv": EVEN, "other.csv": UNEVEN}
    change = change_of("moe.routing.histogram=other.csv")
    found = load("spec.yaml", lambda name: files[name].encode(), alteration=Alteration(None, (change,))).spec
    assert found.operations["d"].skew.conservative == pytest.approx(4 / 3, rel=1e-12)


MATRIX = """  v: {collective: all_to_all_v, group: pair, tensor: {bytes: 10 MB, semantics: input},
    algorithm: {name: pairwise, send_matrix: sent.json}}
"""
WITH_MATRIX = DECODE.replace("groups:\n", "groups:\n  pair: {size: 2, ranks_per_node: 2, levels: [nv]}\n") + MATRIX


def test_a_send_matrix_may_stand_in_a_file() -> None:
    found = read({"sent.json": "[[0, 4096],\n [1024, 0]]"}, WITH_MATRIX).operations["v"].algorithm.send_matrix
    assert found == ((0.0, 4096.0), (1024.0, 0.0))
    (message,) = wrong({"sent.json": "[[0, 4096],\n [1024]]"}, WITH_MATRIX)
    assert message.startswith(
        "specs/sent.json:2: operations.v.algorithm.send_matrix: row 2 has 1 numbers, and there are"
    )
