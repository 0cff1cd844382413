"""Writes a comparison of vendors: a page, a PDF, or a workbook, by the name of the file."""

from pathlib import Path

from estimator.errors import UserError
from estimator.history.vendors.offered import Offered
from estimator.jobs.outputs.books import written_book
from estimator.jobs.outputs.compiled import page_assets
from estimator.jobs.outputs.printing import print_document
from estimator.jobs.outputs.writing import drafted
from estimator.phrase import phrase
from estimator.report.looks.look import Look
from estimator.report.pages.assets import Assets
from estimator.report.pages.offers import offers_page
from estimator.report.tables.exchange.offered_book import comparison_sheets
from estimator.spec.values.base import Language

FORMS = (".html", ".pdf", ".xlsx")


def form_of(out: Path) -> str:
    """How a file is to be written, by its name. Raises UserError for a name that says none of the ways."""
    form = out.suffix.lower()
    if form not in FORMS:
        raise UserError(
            phrase(
                "{out}: name a file that ends in {forms} or {last}",
                out=out,
                forms=", ".join(FORMS[:-1]),
                last=FORMS[-1],
            )
        )
    return form


def save_comparison(found: Offered, out: Path, language: Language, look: Look | None = None) -> tuple[str, ...]:
    """Write the comparison in place of what the file holds, a page in the look of the document; what is missing here.

    Raises UserError where it cannot be written, as a PDF without the libraries for it.
    """
    form = form_of(out)
    notes: tuple[str, ...] = ()
    if form == ".xlsx":
        data = comparison_book(found, language)
    else:
        data, notes = _page(found, language, page_assets(look), printed=form == ".pdf")
    with drafted(out) as draft:
        draft.write_bytes(data)
    return notes


def _page(found: Offered, language: Language, assets: Assets, *, printed: bool) -> tuple[bytes, tuple[str, ...]]:
    page = offers_page(found, assets, language, for_print=printed)
    if not printed:
        return page.html.encode(), ()
    made = print_document(page)
    if made.data is None:
        raise UserError(*made.notes)
    return made.data, made.notes


def comparison_book(found: Offered, language: Language) -> bytes:
    """The workbook of a comparison: what is said of each requirement, the step, and every value."""
    return written_book(comparison_sheets(found, language))
