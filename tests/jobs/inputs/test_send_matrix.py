"""Send matrices read from files: two forms, and what is refused with its place."""

from pathlib import Path

import pytest

from estimator.errors import UserError
from estimator.jobs.inputs.send_matrix import read_send_matrix
from estimator.spec.reading.table_text import BYTE_LIMIT


def _file(tmp_path: Path, text: str | bytes) -> Path:
    file = tmp_path / "sent"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


@pytest.mark.parametrize(
    "text",
    [
        "[[0, 4096], [1.5, 0]]",
        " \n[[0,4096],[1.5,0]]\n",
        "0,4096\n1.5,0\n",
        "0, 4096\r\n\r\n 1.5, 0",
        "\ufeff0,4096\n1.5,0",
    ],
)
def test_both_forms_hold_the_same_numbers(text: str, tmp_path: Path) -> None:
    assert read_send_matrix(_file(tmp_path, text)) == ((0.0, 4096.0), (1.5, 0.0))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no numbers"),
        ("[]", "no numbers"),
        ("[[1, 2], [3]]", "row 2 has 1 numbers"),
        ("1,2\n3\n", "row 2 has 1 numbers"),
        ("[[1, -2], [3, 4]]", "row 1, column 2"),
        ("[[1, NaN], [3, 4]]", "row 1, column 2"),
        ("[[1, Infinity], [3, 4]]", "row 1, column 2"),
        ("[[1, 1e999], [3, 4]]", "row 1, column 2"),
        (f"[[1, {'9' * 400}], [3, 4]]", "row 1, column 2"),
        ("[[1, true], [3, 4]]", "column 2: 'True'"),
        ('[[1, "2"], [3, 4]]', "row 1, column 2"),
        ("[[1, null], [3, 4]]", "row 1, column 2"),
        ("1,1_000\n3,4\n", "'1_000'"),
        ("1,x\n3,4\n", "column 2: 'x'"),
        ('1,"2\n3,4\n', "is not CSV"),
        ("[[1, 2], [3, 4]", "is not JSON"),
        ('{"rows": [[1]]}', "no list of rows"),
        ("[1, 2]", "row 1 has 2 numbers, and there are 1 rows"),
        ("[" * 100_000, "no table of numbers"),
        (f"[[{'9' * 10_000}]]", "no table of numbers"),
        (b"\xff\xfe", "UTF-8"),
        (b"0" * (BYTE_LIMIT + 1), "larger than 32 MiB"),
        ("0\n" * 3000, "at most 2048 ranks"),
    ],
)
def test_what_is_no_square_table_of_byte_counts_is_refused(text: str | bytes, words: str, tmp_path: Path) -> None:
    with pytest.raises(UserError, match=words.replace("'", ".")):
        read_send_matrix(_file(tmp_path, text))


def test_what_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="No such file"):
        read_send_matrix(tmp_path / "none")
    with pytest.raises(UserError, match="plain file"):
        read_send_matrix(tmp_path)
    with pytest.raises(UserError, match="null"):
        read_send_matrix(Path("a\0b"))
