"""The PDF of one document, or the sentence that says why there is none and what to install."""

import warnings
from contextlib import redirect_stdout
from dataclasses import dataclass
from io import StringIO

from estimator.jobs.inputs.fonts import installed
from estimator.phrase import sentence_of
from estimator.report.pages.document import Document
from estimator.report.pages.fonts import has_cjk, missing_characters, missing_message
from estimator.report.pages.pdf import MissingLibrary, pdf

NO_CHINESE = "no Chinese PDF: no Chinese font is installed; run: apt-get install -y fonts-noto-cjk fonts-inter"
SLOW = "PDFs are written slowly without a system library; run: apt-get install -y libharfbuzz-subset0"


@dataclass(frozen=True, slots=True)
class Printed:
    """The PDF's bytes, None when there is none; ``notes`` are sentences for the user."""

    data: bytes | None
    notes: tuple[str, ...] = ()


def print_document(document: Document) -> Printed:
    """Make the PDF. What is missing on this machine is told in the notes: the HTML is there all the same."""
    fonts = installed()
    if fonts is not None and document.language == "zh" and not has_cjk(fonts):
        return Printed(None, (NO_CHINESE,))
    notes = [missing_message(missing_characters(document.print_html, fonts))] if fonts is not None else []
    try:
        # WeasyPrint prints a page of advice on stdout when a library is missing; stdout is for results.
        with redirect_stdout(StringIO()), warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            data = pdf(document.print_html)
    except MissingLibrary as error:
        return Printed(None, (sentence_of(error),))
    notes += [SLOW] * any("HarfBuzz-Subset" in str(one.message) for one in caught)
    return Printed(data, tuple(note for note in notes if note))
