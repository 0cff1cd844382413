"""What the reader of type sizes must see: type that is made smaller by the page, by a drawing, by a drawing in it."""

from __future__ import annotations

import io

import pytest
from pypdf import PdfReader, PdfWriter
from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject

from tests.report.pages.glyphs import pieces


def one_page(content: bytes, form: bytes = b"") -> PdfReader:
    """A page of that content, and a drawing F of its own beside it."""
    writer = PdfWriter()
    page = writer.add_blank_page(100, 100)
    stream, drawn = DecodedStreamObject(), DecodedStreamObject()
    stream.set_data(content)
    drawn.set_data(form)
    drawn.update({NameObject("/Type"): NameObject("/XObject"), NameObject("/Subtype"): NameObject("/Form")})
    page[NameObject("/Contents")] = writer._add_object(stream)
    within = DictionaryObject({NameObject("/F"): writer._add_object(drawn)})
    page[NameObject("/Resources")] = DictionaryObject({NameObject("/XObject"): within})
    made = io.BytesIO()
    writer.write(made)
    return PdfReader(made)


@pytest.mark.parametrize(
    ("content", "form", "sizes"),
    [
        (b"BT /X 9 Tf 1 0 0 1 10 20 Tm (a) Tj ET", b"", [9.0]),
        (b"q 0.75 0 0 -0.75 0 90 cm BT /X 12 Tf (a) Tj ET Q BT /X 8 Tf (b) Tj ET", b"", [9.0, 8.0]),
        # A drawing of half the size, its type turned by a right angle.
        (b"q 0.5 0 0 0.5 0 0 cm BT /X 13 Tf 0 1 -1 0 5 5 Tm [(a) 3 (b)] TJ ET Q", b"", [6.5]),
        (b"q 0.5 0 0 0.5 0 0 cm /F Do Q", b"BT /X 10 Tf (a) Tj ET", [5.0]),
    ],
)
def test_a_size_is_that_on_paper(content: bytes, form: bytes, sizes: list[float]) -> None:
    assert [piece.size for piece in pieces(one_page(content, form))] == pytest.approx(sizes)


def test_a_place_is_that_on_paper() -> None:
    (piece,) = pieces(one_page(b"0.5 0 0 0.5 10 0 cm BT /X 9 Tf 1 0 0 1 20 30 Tm (a) Tj ET"))
    assert (piece.page, piece.x, piece.y) == (1, 20.0, 15.0)
