"""A team's table becomes a spec; what it says is worked out by hand here."""

import codecs
from pathlib import Path
from typing import Any

import pytest
import yaml
from openpyxl import Workbook

from estimator.cli.main import run
from estimator.errors import SpecError, UserError
from estimator.estimate.table import estimate
from estimator.jobs.check import check
from estimator.jobs.drafts.importing import ImportedTable, import_table
from estimator.jobs.drafts.remembered import Asked
from estimator.jobs.export import exported
from estimator.jobs.inputs.specs import open_spec

HEADS = ["算子", "集合操作", "p", "每机卡数", "消息大小 (MiB)", "数据类型", "张量语义", "算法"]
HEADS += ["并发", "位置", "α (us)", "带宽 (GB/s)", "备注"]
KEYS = ["operation", "collective", "group_size", "ranks_per_node", "bytes", "dtype", "semantics", "algorithm"]
KEYS += ["condition", "location", "alpha", "bandwidth"]
ROWS: list[list[Any]] = [
    ["梯度同步", "AllReduce", 16, 8, 256, "BF16", "输入", "ring", "独占", "跨机", 10, 50, "x"],
    ["梯度同步", "AllReduce", 16, 8, 256, "BF16", "输入", "ring", "多组并发", "跨机", 15, 40, "x"],
    ["TP gather", "all-gather", 8, 8, "64 MB", "bfloat16", "输出", "环", "独占", "机内", 5, 200, "y"],
    ["TP gather", "all-gather", 8, 8, "64 MB", "bfloat16", "输出", "环", "多组并发", "机内", 8, 160, "y"],
]
MAPPED = tuple(f"{key}={head.partition(' (')[0]}" for key, head in zip(KEYS, HEADS, strict=False))
ASKED = Asked(columns=MAPPED, every=("per=rank",))


def csv_text(rows: list[list[Any]], heads: list[str] = HEADS) -> str:
    return "".join(",".join("" if cell is None else str(cell) for cell in row) + "\r\n" for row in [heads, *rows])


def csv_table(folder: Path, rows: list[list[Any]] = ROWS, heads: list[str] = HEADS) -> Path:
    path = folder / "表.csv"
    path.write_bytes(csv_text(rows, heads).encode("utf-8-sig"))
    return path


def book(folder: Path, rows: list[list[Any]] = ROWS, above: int = 0) -> Path:
    path, made = folder / "t.xlsx", Workbook()
    for number in range(above):
        made.active.append([f"title {number}"])
    for row in [HEADS, *rows]:
        made.active.append(row)
    made.save(path)
    return path


def changed(row: int, column: int, value: Any) -> list[list[Any]]:
    rows = [list(one) for one in ROWS]
    rows[row][column] = value
    return rows


def imported(table: Path, asked: Asked = ASKED, **options: Any) -> ImportedTable:
    return import_table(table, table.parent / "spec.yaml", asked, **options)


def refused(table: Path, asked: Asked = ASKED, **options: Any) -> str:
    with pytest.raises(UserError) as caught:
        imported(table, asked, **options)
    assert not (table.parent / "spec.yaml").exists()
    return str(caught.value).replace(f"{table.parent}/", "")


def test_the_spec_says_what_the_table_says(tmp_path: Path) -> None:
    found = imported(csv_table(tmp_path))
    spec = open_spec(tmp_path / "spec.yaml").spec
    gradients, gather = spec.operations["row_2"], spec.operations["tp_gather"]
    assert gradients.title is not None
    assert gradients.title.get("zh") == "梯度同步"
    assert (gradients.collective, gather.collective) == ("all_reduce", "all_gather")
    assert [float(one.tensor.bytes or 0) for one in (gradients, gather)] == [256 * 2**20, 64e6]
    assert (spec.groups[gradients.group].size, spec.groups[gradients.group].node_ranks) == (16, (8, 8))
    outside = spec.platform.paths["inter_node"].exclusive
    assert outside is not None
    assert (outside.alpha.ends, outside.bandwidth.ends) == ((1e-5, 1e-5), (5e10, 5e10))
    assert found.operations == 2
    assert [path.name for path in found.written] == ["spec.yaml", "表.csv.columns.yaml"]


def test_the_estimate_is_the_one_by_hand(tmp_path: Path) -> None:
    imported(csv_table(tmp_path))
    table = estimate(open_spec(tmp_path / "spec.yaml").spec)
    # ring of 8: 7 * 5 us + 7/8 * 64 MB / 200 GB/s
    assert table.operations["tp_gather"].optimistic.total_s == pytest.approx(315e-6, rel=1e-12)


def test_the_spec_passes_its_check(tmp_path: Path) -> None:
    imported(csv_table(tmp_path))
    assert run(["check", str(tmp_path / "spec.yaml")]) == 0


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "utf-16"])
def test_every_encoding_that_a_spreadsheet_saves_gives_the_same_spec(tmp_path: Path, encoding: str) -> None:
    path = csv_table(tmp_path)
    assert path.read_bytes().startswith(codecs.BOM_UTF8)
    path.write_bytes(csv_text(ROWS).encode(encoding))
    imported(path)
    assert list(open_spec(tmp_path / "spec.yaml").spec.operations) == ["row_2", "tp_gather"]


def test_a_workbook_gives_what_the_csv_gives(tmp_path: Path) -> None:
    imported(csv_table(tmp_path))
    first = yaml.safe_load((tmp_path / "spec.yaml").read_text("utf-8"))
    imported(book(tmp_path), force=True)
    second = yaml.safe_load((tmp_path / "spec.yaml").read_text("utf-8"))
    parts = ("operations", "groups")
    assert {part: first[part] for part in parts} == {part: second[part] for part in parts}
    assert first["platform"]["paths"] == second["platform"]["paths"]


def test_the_next_import_needs_no_options(tmp_path: Path) -> None:
    path = csv_table(tmp_path)
    imported(path)
    first = (tmp_path / "spec.yaml").read_bytes()
    assert [one.name for one in imported(path, Asked(), force=True).written] == ["spec.yaml"]
    assert (tmp_path / "spec.yaml").read_bytes() == first


def test_what_is_not_used_is_told_by_its_cell(tmp_path: Path) -> None:
    total = ["合计", *[None] * 12]
    told = [problem.text().replace(f"{tmp_path}/", "") for problem in imported(book(tmp_path, [*ROWS, total], 1)).told]
    assert [line.partition("; ")[0] for line in told[:3]] == [
        "t.xlsx:A1: row 1 is not used: it stands above the heads",
        "t.xlsx:M2: the column '备注' is not used",
        "t.xlsx:A7: row 7 is not used: it holds nothing but '合计'",
    ]
    assert [line.partition("platform.")[2].partition(":")[0] for line in told[3:]] == ["ranks_per_node", "nodes"]


def test_a_row_is_left_out_by_the_name_of_its_operation(tmp_path: Path) -> None:
    asked = ASKED._replace(skip=("梯度同步",))
    assert imported(csv_table(tmp_path), asked).operations == 1


@pytest.mark.parametrize(
    ("row", "column", "value", "said"),
    [
        (0, 4, "256 Mb", "表.csv:E2: bytes: '256 Mb' could be bits or bytes; write 256 MB or 256 MiB"),
        (0, 0, "", "表.csv:2: operation: row 2 says nothing of operation"),
        (2, 2, 7.5, "表.csv:C4: group_size: '7.5' is no whole number from 1 on"),
        (2, 3, 3, "表.csv:D4: ranks_per_node: 3 ranks on each of 3 nodes are not 8"),
        (2, 5, "FP8", "表.csv:F4: dtype: 'FP8' is no dtype that is known"),
        (2, 7, "tree", "表.csv:H4: algorithm: 'tree' is no algorithm that is known"),
        (2, 10, 6, "表.csv:K3: "),
        (3, 10, -8, "表.csv:K5: alpha: '-8' is negative"),
        (2, 0, "=1+1", "表.csv:A4: operation: a formula that no program has worked out, '=1+1'"),
        (2, 0, "@SUM(A1)", "表.csv:A4: operation: '@SUM(A1)' begins as a formula does"),
        (3, 4, "65 MB", "表.csv:E5: bytes: TP gather is in A4 already"),
        (0, 8, "训练", "表.csv:I2: condition: '训练' is no condition that is known"),
        (1, 0, "a\x1b[2J", "表.csv:A3: operation: 'a"),
    ],
)
def test_a_tampered_cell_is_refused_by_its_name(tmp_path: Path, row: int, column: int, value: Any, said: str) -> None:
    if (row, column, value) == (2, 10, 6):  # the same path has 5 us in the row of another operation
        rows = [*ROWS, ["other", *ROWS[2][1:]]]
        rows[4][10] = 6
        said = "表.csv:K6: alpha: alpha of intra_node under exclusive is 6 us, and 5 us in K4"
        assert said in refused(csv_table(tmp_path, rows))
        return
    assert said in refused(csv_table(tmp_path, changed(row, column, value)))


def test_mistakes_of_every_kind_are_told_at_once(tmp_path: Path) -> None:
    rows = [*ROWS, ["big", *ROWS[2][1:]], ["wrong", *ROWS[2][1:]]]
    rows[4][2], rows[5][6] = 99999999999, "消息"
    assert [line.partition("; ")[0] for line in refused(csv_table(tmp_path, rows)).splitlines()] == [
        "表.csv:C6: group_size: '99999999999' is too large",
        "表.csv:G7: operations.wrong.tensor.semantics: 'message' says nothing about all_gather",
    ]


def test_a_barrier_has_no_tensor(tmp_path: Path) -> None:
    barrier = ["wait", "barrier", 8, 8, "-", None, None, "dissemination", "独占", "机内", 5, 200, None]
    imported(csv_table(tmp_path, [*ROWS, barrier]))
    assert run(["check", str(tmp_path / "spec.yaml")]) == 0
    assert "tensor" not in yaml.safe_load((tmp_path / "spec.yaml").read_text("utf-8"))["operations"]["wait"]


def test_a_number_without_a_unit_is_refused_and_the_option_gives_one(tmp_path: Path) -> None:
    heads = [head.partition(" (")[0] for head in HEADS]
    path = csv_table(tmp_path, ROWS, heads)
    text = refused(path)
    assert "表.csv:E2: bytes: '256' has no unit; write 256 with a unit, such as 1 MiB or 64 KB" in text
    assert "for all rows --unit bytes=UNIT" in text
    imported(path, ASKED._replace(units=("bytes=MiB", "alpha=us", "bandwidth=GB/s")))
    assert float(open_spec(tmp_path / "spec.yaml").spec.operations["row_2"].tensor.bytes or 0) == 256 * 2**20


def test_a_unit_in_a_head_that_may_mean_two_is_refused(tmp_path: Path) -> None:
    heads = [head.replace("GB/s", "gb/s") for head in HEADS]
    assert "表.csv:L1: bandwidth: '1 gb/s' could be bits or bytes" in refused(csv_table(tmp_path, ROWS, heads))


def test_a_column_that_is_not_there_is_told_with_the_heads(tmp_path: Path) -> None:
    text = refused(csv_table(tmp_path), ASKED._replace(columns=(*MAPPED[:4], "bytes=大小", *MAPPED[5:])))
    assert "--column bytes: there is no head '大小'" in text
    assert "write --column operation=HEAD of 算子" in refused(csv_table(tmp_path), Asked())


def test_a_formula_that_nobody_worked_out_is_refused(tmp_path: Path) -> None:
    text = refused(book(tmp_path, changed(0, 4, "=128*2")))
    assert "t.xlsx:E2: bytes: a formula that no program has worked out, '=128*2'" in text


def test_a_formula_counts_as_what_a_program_worked_out(tmp_path: Path) -> None:
    import xlsxwriter

    path = tmp_path / "t.xlsx"
    with xlsxwriter.Workbook(path) as made:
        sheet = made.add_worksheet("估算")
        for number, row in enumerate([HEADS, *ROWS]):
            for at, value in enumerate(row):
                sheet.write(number, at, value)
        for number in (1, 2):
            sheet.write_formula(number, 4, "=128*2", None, 256)
    told = [problem.text() for problem in imported(path).told]
    assert any("t.xlsx:E2: bytes: the formula '=128*2' counts as '256'" in line for line in told)
    assert float(open_spec(tmp_path / "spec.yaml").spec.operations["row_2"].tensor.bytes or 0) == 256 * 2**20


def test_of_several_sheets_one_is_chosen(tmp_path: Path) -> None:
    from openpyxl import load_workbook

    path = book(tmp_path)
    made = load_workbook(path)
    made.create_sheet("notes").append(["something"])
    made.save(path)
    assert "several sheets hold something; write --sheet with one of Sheet, notes" in refused(path)
    told = [problem.text() for problem in imported(path, ASKED._replace(sheet="Sheet")).told]
    assert any("the sheet 'notes' is not used" in line for line in told)


def test_a_platform_takes_the_place_of_the_columns_of_the_machine(tmp_path: Path) -> None:
    rows = [ROWS[0], ROWS[2]]
    found = imported(csv_table(tmp_path, rows), platform="hgx_h100")
    assert [path.relative_to(tmp_path).as_posix() for path in found.written] == [
        "spec.yaml",
        "platforms/hgx_h100.yaml",
        "表.csv.columns.yaml",
    ]
    told = [problem.text().partition(": ")[2] for problem in found.told]
    assert [line for line in told if "--platform" in line] == [
        "the column '位置' is not used: --platform says location",
        "the column 'α (us)' is not used: --platform says alpha",
        "the column '带宽 (GB/s)' is not used: --platform says bandwidth",
        "--every per is not used: --platform says it",
    ]
    assert check(tmp_path / "spec.yaml") is not None
    assert open_spec(tmp_path / "spec.yaml").spec.groups["p16_g8"].size == 16


def test_markup_stays_text(tmp_path: Path) -> None:
    rows = [["<b>x</b>: {a: 1} # &y", *row[1:]] if row[0] == "TP gather" else row for row in ROWS]
    imported(csv_table(tmp_path, rows))
    titles = [one.title.get("zh") for one in open_spec(tmp_path / "spec.yaml").spec.operations.values() if one.title]
    assert titles == ["梯度同步", "<b>x</b>: {a: 1} # &y"]


def test_a_spec_that_is_there_stays_unless_forced(tmp_path: Path) -> None:
    path = csv_table(tmp_path)
    (tmp_path / "spec.yaml").write_text("mine", "utf-8")
    with pytest.raises(UserError, match="exists already"):
        imported(path)
    assert (tmp_path / "spec.yaml").read_text("utf-8") == "mine"
    with pytest.raises(SpecError):
        imported(csv_table(tmp_path, changed(0, 4, "x")), force=True)
    assert (tmp_path / "spec.yaml").read_text("utf-8") == "mine"
    imported(csv_table(tmp_path), force=True)
    assert "梯度同步" in (tmp_path / "spec.yaml").read_text("utf-8")


def test_a_huge_or_broken_table_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "t.xlsx"
    path.write_bytes(b"PK\x03\x04 no workbook")
    assert "cannot be read as a workbook" in refused(path)
    far = tmp_path / "t.csv"
    far.write_text("a,b\n" * 20_001, "utf-8")
    assert "more than 20000 rows" in refused(far)
    far.write_text(",".join(["a"] * 201), "utf-8")
    assert "more than 200 columns" in refused(far)


def test_a_mistake_in_what_is_remembered_has_its_line(tmp_path: Path) -> None:
    path = csv_table(tmp_path)
    (tmp_path / "表.csv.columns.yaml").write_text('commspec_columns: "1"\ncolums: {bytes: x}\n', "utf-8")
    assert "表.csv.columns.yaml:2:1: colums: unknown key" in refused(path)


def test_estimates_that_were_exported_come_back(tmp_path: Path) -> None:
    imported(csv_table(tmp_path))
    before = open_spec(tmp_path / "spec.yaml").spec
    table = tmp_path / "e.csv"
    table.write_text(exported(tmp_path / "spec.yaml", "estimates", "csv"), "utf-8")
    asked = Asked(("bytes=n_bytes", "group_size=ranks", "condition=conditions"), ("bytes=B",))
    asked = asked._replace(values=("condition:exclusive multi_group=exclusive",))
    import_table(table, tmp_path / "again.yaml", asked, "hgx_h100")
    after = open_spec(tmp_path / "again.yaml").spec
    assert list(after.operations) == list(before.operations)
    for name, operation in before.operations.items():
        again = after.operations[name]
        assert (again.collective, again.tensor) == (operation.collective, operation.tensor)
        assert after.groups[again.group].node_ranks == before.groups[operation.group].node_ranks
