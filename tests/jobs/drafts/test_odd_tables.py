"""Tables as teams really keep them: each gives the spec of its plain twin, or a message that says what to do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from openpyxl import Workbook
from openpyxl.comments import Comment

from estimator.cli.main import run
from estimator.errors import UserError
from estimator.jobs.drafts.importing import ImportedTable, import_table
from estimator.jobs.drafts.remembered import Asked
from estimator.jobs.inputs.specs import open_spec

HEADS = ["算子", "集合操作", "p", "每机卡数", "消息大小 (MiB)", "数据类型", "张量语义", "算法", "并发", "位置"]
HEADS += ["α (us)", "带宽 (GB/s)"]
ROWS: list[list[Any]] = [
    ["梯度同步", "AllReduce", 16, 8, 256, "BF16", "输入", "ring", "独占", "跨机", 10, 50],
    ["TP gather", "AllGather", 8, 8, 64, "BF16", "输出", "ring", "独占", "机内", 5, 200],
]
KEYS = ["operation", "collective", "group_size", "ranks_per_node", "bytes", "dtype", "semantics", "algorithm"]
KEYS += ["condition", "location", "alpha", "bandwidth"]
COLUMNS = tuple(f"{key}={head.partition(' (')[0]}" for key, head in zip(KEYS, HEADS, strict=True))
ASKED = Asked(columns=COLUMNS, every=("per=rank",))
Edit = Callable[[Any], object]


def book(folder: Path, rows: list[list[Any]], edit: Edit = lambda _: None) -> Path:
    path, made = folder / "t.xlsx", Workbook()
    for row in rows:
        made.active.append(row)
    edit(made.active)
    made.save(path)
    return path


def csv(folder: Path, rows: list[list[Any]], between: str = ",", encoding: str = "utf-8", ending: str = ".csv") -> Path:
    path = folder / f"t{ending}"
    text = "\r\n".join(between.join("" if cell is None else str(cell) for cell in row) for row in rows)
    path.write_bytes(text.encode(encoding))
    return path


def imported(table: Path, asked: Asked = ASKED) -> ImportedTable:
    return import_table(table, table.parent / "spec.yaml", asked)


def refused(table: Path, asked: Asked = ASKED) -> list[str]:
    with pytest.raises(UserError) as caught:
        imported(table, asked)
    assert not (table.parent / "spec.yaml").exists()
    return str(caught.value).replace(f"{table.parent}/", "").splitlines()


def told(found: ImportedTable, table: Path) -> list[str]:
    lines = [problem.text().replace(f"{table.parent}/", "") for problem in found.told]
    return [line for line in lines if "the most that a row has" not in line]


def parts(folder: Path) -> Any:
    """What the spec says of the operations and the machine, without the names that come from rows."""
    data = yaml.safe_load((folder / "spec.yaml").read_text("utf-8"))
    return [*data["operations"].values()], data["groups"], data["platform"]["paths"]


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("plain")
    imported(book(folder, [HEADS, *ROWS]))
    return parts(folder)


def two_head_rows(sheet: Any) -> None:
    """A head over the group and one over the tensor; the others are merged downwards."""
    sheet.insert_rows(1)
    for letter, text in zip("ABHIJKL", (*HEADS[:2], *HEADS[7:]), strict=True):
        sheet[f"{letter}1"], sheet[f"{letter}2"] = text, None
        sheet.merge_cells(f"{letter}1:{letter}2")
    sheet["C1"], sheet["E1"] = "通信组", "张量"
    sheet.merge_cells("C1:D1")
    sheet.merge_cells("E1:G1")


def changed(**cells: Any) -> list[list[Any]]:
    """The rows with other texts in cells such as E2."""
    rows = [list(row) for row in [HEADS, *ROWS]]
    for name, value in cells.items():
        rows[int(name[1:]) - 1]["ABCDEFGHIJKL".index(name[0])] = value
    return rows


BARE = [*HEADS[:4], "消息大小", *HEADS[5:10], "α", "带宽"]
UNIT_ROW: list[Any] = ["单位", None, None, "-", "MiB", None, None, None, None, None, "us", "(GB/s)"]
UNITS = changed(E1="消息大小", K1="α", L1="带宽", E2="256MiB", E3="64 MiB", K2="10us", K3="5000 ns", L2="50 GB/s",
                L3="1600 Gbit/s", C3="８", D2="8 卡", D3="8张")  # fmt: skip
BELOW: list[list[Any]] = [HEADS, *ROWS, [], ["平台参数"], ["路径", "α", "B"], ["机内", 5, 200]]


@pytest.mark.parametrize(
    ("made", "asked"),
    [
        (lambda at: book(at, [HEADS, *ROWS], two_head_rows), ASKED),
        (lambda at: book(at, [["表 1"], [], HEADS, [], ROWS[0], [], ROWS[1], ["注：参数为假设值"]]), ASKED),
        (lambda at: book(at, BELOW), ASKED._replace(rows="1-3")),
        (lambda at: book(at, [list(column) for column in zip(HEADS, *ROWS, strict=True)]), ASKED._replace(turned=True)),
        (lambda at: book(at, changed(E2="256,000", E1="消息大小 (KiB)", E3="65,536")), None),
        (lambda at: csv(at, changed(K2="10,0", L3="200,00"), ";"), ASKED._replace(decimal=",")),
        (lambda at: csv(at, [HEADS, *ROWS], ";"), ASKED),
        (lambda at: csv(at, [["表 1"], ["平台 A, 平台 B"], HEADS, *ROWS], ";"), ASKED),
        (lambda at: csv(at, [["sep=;"], HEADS, *ROWS], ";"), ASKED),
        (lambda at: book(at, [BARE, UNIT_ROW, *ROWS]), ASKED),
        (
            lambda at: book(at, [list(column) for column in zip(BARE, UNIT_ROW, *ROWS, strict=True)]),
            ASKED._replace(turned=True),
        ),
        (lambda at: csv(at, [HEADS, *ROWS], "\t"), ASKED),
        (lambda at: csv(at, [HEADS, *ROWS], "\t", ending=".tsv"), ASKED),
        (lambda at: csv(at, [HEADS, *ROWS], encoding="gbk"), ASKED),
        (lambda at: csv(at, [HEADS, *ROWS], encoding="utf-16"), ASKED),
        (lambda at: csv(at, [HEADS, *ROWS], encoding="utf-16-le"), ASKED),
        (lambda at: csv(at, [HEADS, *ROWS], encoding="utf-16-be"), ASKED),
    ],
)
def test_an_odd_table_gives_what_its_plain_twin_gives(
    plain: Any, tmp_path: Path, made: Any, asked: Asked | None
) -> None:
    found = imported(made(tmp_path), asked or ASKED._replace(decimal="."))
    operations, groups, paths = parts(tmp_path)
    if asked is None:  # 256,000 KiB are 250 MiB: the number is another one, and that is read
        assert operations[0]["tensor"].pop("bytes") == "256000 KiB"
        assert operations[1]["tensor"].pop("bytes") == "65536 KiB"
        wanted = [one | {"tensor": {k: v for k, v in one["tensor"].items() if k != "bytes"}} for one in plain[0]]
        assert operations == wanted
        return
    assert found.operations == 2
    for place in (paths["inter_node"]["exclusive"], paths["intra_node"]["exclusive"]):
        place |= {"alpha": place["alpha"].replace("10.0 ", "10 "), "bandwidth": place["bandwidth"].replace(".00", "")}
    assert (operations, groups, paths) == plain
    assert run(["check", str(tmp_path / "spec.yaml")]) == 0


def test_a_unit_in_a_row_of_units_that_may_mean_two_is_told_by_its_cell(tmp_path: Path) -> None:
    (line,) = refused(book(tmp_path, [BARE, [*UNIT_ROW[:-1], "gb/s"], *ROWS]))
    assert line.startswith("t.xlsx:L2: bandwidth: '1 gb/s' could be bits or bytes")


def test_units_in_cells_wide_digits_and_counted_things_are_read(tmp_path: Path) -> None:
    imported(book(tmp_path, UNITS))
    spec = open_spec(tmp_path / "spec.yaml").spec
    sizes = [float(one.tensor.bytes or 0) for one in spec.operations.values()]
    assert sizes == [256 * 2**20, 64 * 2**20]
    inside = spec.platform.paths["intra_node"].exclusive
    assert inside is not None
    assert (inside.alpha.ends, inside.bandwidth.ends) == ((5e-6, 5e-6), (2e11, 2e11))


def test_a_range_in_a_cell_is_both_ends(tmp_path: Path) -> None:
    imported(book(tmp_path, changed(K2="10~15", L2="50 - 40", K3="5–8", L3="[200, 160]")))
    paths = open_spec(tmp_path / "spec.yaml").spec.platform.paths
    found = [paths[name].exclusive for name in ("inter_node", "intra_node")]
    assert [(one.alpha.ends, one.bandwidth.ends) for one in found if one is not None] == [
        ((1e-5, 1.5e-5), (5e10, 4e10)),
        ((5e-6, 8e-6), (2e11, 1.6e11)),
    ]


def test_cells_merged_downwards_count_in_each_row_and_that_is_told(tmp_path: Path) -> None:
    inside = ["TP gather", *ROWS[1][1:8], "多组并发", "机内", 8, 160]
    rows = [HEADS, ROWS[0], ROWS[1], inside]

    def merge(sheet: Any) -> None:
        for letter in "ABCDEFGH":
            sheet.merge_cells(f"{letter}3:{letter}4")

    table = book(tmp_path, rows, merge)
    found = imported(table)
    assert "t.xlsx:A3: A3:A4, B3:B4, C3:C4" in told(found, table)[0]
    operation = open_spec(tmp_path / "spec.yaml").spec.operations["tp_gather"]
    assert float(operation.tensor.bytes or 0) == 64 * 2**20


def test_a_path_that_no_row_states_under_a_condition_is_told_by_the_row_that_needs_it(tmp_path: Path) -> None:
    loaded = ["梯度同步", *ROWS[0][1:8], "多组并发", "跨机", 15, 40]
    (line,) = refused(book(tmp_path, [HEADS, ROWS[0], loaded, ROWS[1]]))
    assert line.startswith("t.xlsx:I3: condition: no row says what intra_node carries under multi_group; add a row")


def test_what_is_not_used_is_told(tmp_path: Path) -> None:
    def beside(sheet: Any) -> None:
        sheet["L2"].comment = Comment("a guess", "me")
        sheet["O1"], sheet["O7"] = "二号表", "x"

    table = book(tmp_path, BELOW, beside)
    assert told(imported(table, ASKED._replace(rows="1-3")), table) == [
        "t.xlsx:A5: 3 rows outside --rows are not used",
        "t.xlsx:L2: a note on the cell is not used",
        "t.xlsx:O1: the column '二号表' is not used; write --column KEY=HEAD where it says something of the operation",
    ]


@pytest.mark.parametrize(
    ("rows", "lines"),
    [
        (
            [HEADS, *ROWS, ["合计", None, None, None, 320]],
            ["t.xlsx:4: row 4 says nothing of collective, group_size, dtype, semantics, algorithm, condition, "
             "location, alpha, bandwidth; fill them in; where it is no operation, write --rows FIRST-LAST of the "
             "table alone, or --skip '合计'"],
        ),
        ([list(column) for column in zip(HEADS, *ROWS, strict=True)],
         ["t.xlsx: the heads stand below each other in column A; write --turned, so that each column is an operation"]),
        (changed(E2="1,024"), ["t.xlsx:E2: bytes: '1,024 MiB' has a separator in its number; write 1024 MiB; "
                               "for all rows --decimal with the sign before decimals, . or ,"]),
        (changed(L2="85%"), ["t.xlsx:L2: bandwidth: '85%' is a ratio, not a bandwidth"]),
        (changed(E2="=128*2"), ["t.xlsx:E2: bytes: a formula that no program has worked out, '=128*2'"]),
    ],
)  # fmt: skip
def test_one_slip_is_one_message_that_says_what_to_write(tmp_path: Path, rows: Any, lines: list[str]) -> None:
    found = refused(book(tmp_path, rows))
    assert len(found) == len(lines)
    assert all(said.startswith(line) for said, line in zip(found, lines, strict=True)), found


def test_a_share_that_a_program_shows_in_per_cent_is_none_of_a_rate(tmp_path: Path) -> None:
    def share(sheet: Any) -> None:
        sheet["L2"] = 0.85
        sheet["L2"].number_format = "0%"

    assert "'85 %' is a ratio, not a bandwidth" in refused(book(tmp_path, [HEADS, *ROWS], share))[0]


def test_of_two_heads_that_are_alike_one_is_named_by_its_cell(tmp_path: Path) -> None:
    def right(sheet: Any) -> None:
        sheet["P1"], sheet["P2"] = "α (us)", 5

    table = book(tmp_path, [HEADS, *ROWS], right)
    (line,) = refused(table)
    assert "'α' is the head of K1 or P1; write --column alpha=K1, the cell of the one that is meant" in line
    others = tuple(one for one in COLUMNS if not one.startswith("alpha="))
    found = imported(table, ASKED._replace(columns=(*others, "alpha=K1")))
    assert "t.xlsx:P1: the column 'α (us)' is not used" in told(found, table)[0]


@pytest.mark.parametrize("heads", [HEADS, ["Name", "Op", "World size", "GPUs per node", "Message size", "Datatype",
                                           "Semantics", "Algo", "Concurrency", "Path", "Latency", "BW"]])  # fmt: skip
def test_columns_are_asked_for_with_options_to_copy(tmp_path: Path, heads: list[str]) -> None:
    (line,) = refused(book(tmp_path, [heads, *ROWS]), Asked(every=("per=rank",)))
    options = line.partition("if these are right, write ")[2].partition("; ")[0].split(" --column ")
    named = {option.removeprefix("--column ").strip("'").partition("=")[0] for option in options}
    assert named >= set(KEYS) - {"semantics"}


def test_the_shape_of_a_table_is_remembered(tmp_path: Path) -> None:
    table = book(tmp_path, BELOW)
    imported(table, ASKED._replace(rows="1-3", decimal="."))
    kept = yaml.safe_load((tmp_path / "t.xlsx.columns.yaml").read_text("utf-8"))
    assert (kept["rows"], kept["decimal"], "turned" in kept) == ("1-3", ".", False)
    first = (tmp_path / "spec.yaml").read_bytes()
    import_table(table, tmp_path / "spec.yaml", Asked(), force=True)
    assert (tmp_path / "spec.yaml").read_bytes() == first


@pytest.mark.parametrize("rows", ["3", "a-b", "0-3", "90-99"])
def test_rows_that_are_none_are_told(tmp_path: Path, rows: str) -> None:
    (line,) = refused(book(tmp_path, [HEADS, *ROWS]), ASKED._replace(rows=rows))
    assert f"--rows {rows}: " in line


@pytest.mark.parametrize("ending", [".xls", ".xlsm", ".ods"])
def test_a_workbook_in_another_form_is_told(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"t{ending}"
    path.write_bytes(b"x")
    assert refused(path) == [f"t{ending}: is no .xlsx; save it as .xlsx, without macros or a password"]
