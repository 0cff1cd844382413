"""HTML beside bare jinja2 on the same view data; PDF beside bare WeasyPrint on the same page, per page, per card."""

import time
from dataclasses import fields, is_dataclass
from io import BytesIO
from pathlib import Path

from jinja2 import Environment

from benchmarks.commands import html as html_build
from benchmarks.commands import write_spec
from benchmarks.measure import Board, inside, process, processes, python
from estimator.jobs.assets import templates
from estimator.jobs.work import work_out
from estimator.report.pages.assets import Assets
from estimator.report.pages.document import Report, report
from estimator.report.sections.order import document_view
from estimator.report.view.context import in_language

# Places every value of the view data once, in the plainest page that can hold them.
BARE = """<!doctype html><html><body>
{%- macro place(value) -%}
{%- if value is mapping -%}<table>
{% for key, one in value.items() %}<tr><th>{{ key }}</th><td>{{ place(one) }}</td></tr>{% endfor %}</table>
{%- elif value is string or value is number or value is none -%}{{ value }}
{%- elif value is iterable -%}<ul>{% for one in value %}<li>{{ place(one) }}</li>{% endfor %}</ul>
{%- else -%}{{ value }}{%- endif -%}
{%- endmacro -%}
{{ place(view) }}</body></html>"""

PDF_OURS = """
import sys
from estimator.report.pages.pdf import pdf
open(sys.argv[2], "wb").write(pdf(open(sys.argv[1], encoding="utf-8").read()))
"""
PDF_BARE = """
import sys
import weasyprint
weasyprint.HTML(filename=sys.argv[1]).write_pdf(sys.argv[2], pdf_tags=True)
"""


def plain(value: object) -> object:
    """View data as mappings and lists: what a bare template is given."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {key: plain(one) for key, one in value._asdict().items()}
    if isinstance(value, dict):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    return value


def gathered(path: Path) -> Report:
    """A spec worked out, ready to be written."""
    worked = work_out(path)
    texts = {file.name: file.read_text("utf-8") for file in templates().iterdir() if file.is_file()}
    return report(worked.opened.spec, worked.table, worked.expanded, worked.findings, Assets(texts, "bench"))


def report_html(board: Board, folder: Path, size: int) -> None:
    """From the worked-out spec to the page, and the same view data through a bare template."""
    spec = write_spec(folder, size, size)
    made = gathered(spec)
    shown = document_view(in_language(made.material, "zh"))
    view = plain([shown.cover, shown.sections, shown.review])
    bare = Environment(autoescape=True).from_string(BARE)
    theirs = inside(lambda: bare.render(view=view), 3)
    start = time.perf_counter()
    html = made.document("zh", for_print=False).html
    ours = time.perf_counter() - start
    beside = f"{ours:.2f} / {theirs:.2f} s, {len(html) / 2**20:.1f} MiB"
    board.figure("page from estimates / bare jinja2", ours / theirs, "x", 10, beside)
    built = process(html_build(spec, folder))
    board.figure("whole build to HTML / bare jinja2", built.seconds / theirs, "x", beside=f"{built.seconds:.2f} s")


def report_pdf(board: Board, folder: Path, size: int) -> None:
    """Each PDF in a process of its own: memory is counted, nothing is warm."""
    from pypdf import PdfReader

    spec = write_spec(folder, size, size)
    made = gathered(spec)
    page = folder / "print.html"
    page.write_text(made.document("zh").print_html, "utf-8")
    table = folder / "table.html"
    table.write_text(plain_table(1000), "utf-8")
    ours, bare, rows = processes(
        python(PDF_OURS, page, folder / "ours.pdf"),
        python(PDF_BARE, page, folder / "bare.pdf"),
        python(PDF_BARE, table, folder / "table.pdf"),
        repeats=1,
    )
    pages = PdfReader(BytesIO((folder / "ours.pdf").read_bytes()))
    count = len(pages.pages)
    board.figure(
        "PDF / bare WeasyPrint", ours.seconds / bare.seconds, "x", 1.3, f"{ours.seconds:.1f} / {bare.seconds:.1f} s"
    )
    board.figure("PDF pages", count, "pages", beside=f"peak {ours.peak_mib:.0f} MiB, bare {bare.peak_mib:.0f} MiB")
    table_pages = len(PdfReader(folder / "table.pdf").pages)
    per_page, per_table_page = ours.seconds / count, rows.seconds / table_pages
    beside = f"{per_page * 1e3:.0f} / {per_table_page * 1e3:.0f} ms, table of {table_pages} pages"
    board.figure("PDF a page / plain table a page", per_page / per_table_page, "x", 2, beside)
    board.figure("cards a page", cards_per_page(pages, size), "cards", 3, least=True)


def cards_per_page(reader: object, cards: int) -> float:
    """Cards over the pages that hold any: a card's id in bold is drawn once, at its head."""
    from pypdf import PdfReader

    assert isinstance(reader, PdfReader)
    named = reader.named_destinations
    numbers = {reader.get_destination_page_number(named[name]) for name in named if name.startswith("CCL-")}
    return cards / len(numbers)


def plain_table(rows: int) -> str:
    """A table of ten columns with Chinese and English text, as plain as a table can be."""
    cells = "".join(f"<td>{text}</td>" for text in ("AllReduce", "跨机", "64 MiB", "12.5 ms", "ring", "必须") * 2)
    body = "".join(f"<tr><td>CCL-{i:04d}</td>{cells}</tr>" for i in range(rows))
    style = "body{font-family:Inter,'Noto Sans CJK SC';font-size:8pt}table{table-layout:fixed;width:100%}"
    return f"<!doctype html><html lang=zh><style>{style}</style><table>{body}</table></html>"
