"""A logo is a whole picture in which nothing runs and nothing is loaded."""

from __future__ import annotations

import struct
import zlib
from base64 import b64decode

import pytest

from estimator.report.looks.logo import read_logo
from estimator.report.looks.logo_style import logo_style
from estimator.report.looks.look import Logo

SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 120 40">\n%s</svg>'
)


def png(width: int = 3, height: int = 2) -> bytes:
    """A grey picture, by the PNG specification."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = zlib.compress((b"\0" + b"\x80" * width) * height)
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def said(name: str, data: bytes) -> str:
    logo, problems = read_logo(name, data)
    assert logo is None
    (problem,) = problems
    return problem.text()


SLIPS = {
    "<script>alert(1)</script>": "2:1: has <script>: a logo runs and loads nothing",
    "<g><foreignObject/></g>": "2:4: has <foreignObject>: a logo runs and loads nothing",
    '<rect onclick="x()"/>': "2:1: has onclick=, which runs a script",
    '<image href="https://x.example/a.png"/>': '2:1: href="https://x.example/a.png" leads out of the picture',
    '<use xlink:href="other.svg#a"/>': '2:1: href="other.svg#a" leads out of the picture',
    '<rect fill="url(https://x.example/a)"/>': '2:1: fill="url(https://x.example/a)" leads out of the picture',
    '<rect style="fill:u\\72l(x)"/>': '2:1: style="fill:u\\72l(x)" leads out of the picture',
    "<style>@import 'a.css';</style>": "2:24: its style loads something",
    '<?xml-stylesheet href="a.css"?>': "2:1: has the instruction <?xml-stylesheet ...?>",
    "<g>" * 101: "2:301: repeats or nests too much for a logo",
    '<use href="#a"/>' * 25: "2:385: repeats or nests too much for a logo",
    "<rect>": "2:9: is no XML: mismatched tag",
}


@pytest.mark.parametrize("inside", SLIPS)
def test_an_svg_that_runs_or_loads_something_is_refused_at_its_line(inside: str) -> None:
    assert said("logo.svg", (SVG % inside).encode()).startswith(f"logo.svg:{SLIPS[inside]};")


def test_a_document_type_and_another_root_are_refused() -> None:
    text = '<!DOCTYPE svg [<!ENTITY a "b">]>' + SVG % ""
    assert "declares a document type" in said("logo.svg", text.encode())
    assert "begins with <html>, which is no SVG" in said("logo.svg", b"<html/>")
    assert "has no size" in said("logo.svg", b'<svg xmlns="http://www.w3.org/2000/svg"/>')


def test_a_picture_in_order_is_embedded_with_its_shape() -> None:
    inside = '<defs><path id="a" d="M0 0"/></defs><use xlink:href="#a" fill="url(#b)"/><text>&lt;N&gt;</text>'
    logo, problems = read_logo("logo.svg", (SVG % inside).encode())
    assert problems == []
    assert logo is not None
    assert logo.shape == 3.0
    assert b64decode(logo.uri.removeprefix("data:image/svg+xml;base64,")) == (SVG % inside).encode()
    sized = '<svg xmlns="http://www.w3.org/2000/svg" width="30px" height="12"/>'
    assert read_logo("logo.svg", sized.encode())[0] == Logo(read_logo("logo.svg", sized.encode())[0].uri, 2.5)  # type: ignore[union-attr]
    logo, problems = read_logo("logo.png", png())
    assert problems == []
    assert logo is not None
    assert (logo.shape, logo.uri[:22]) == (1.5, "data:image/png;base64,")


@pytest.mark.parametrize("broken", [b"", b"GIF89a", png()[:-1], png()[:40], png().replace(b"IDAT", b"IDAX"), png(0, 2)])
def test_a_png_that_is_not_whole_is_refused(broken: bytes) -> None:
    assert said("logo.png", broken) == "logo.png: is no whole PNG; save the picture as PNG again"


def test_a_picture_that_every_page_would_carry_is_small() -> None:
    assert "is larger than 200 KiB" in said("logo.svg", b"<svg>" + b" " * 200 * 1024)


def test_in_the_head_of_a_page_a_logo_is_five_millimetres_high_and_never_wider_than_34() -> None:
    assert "/15.00mm 5.00mm;padding-left:17.50mm" in logo_style(Logo("data:x", 3.0), printing=True)
    assert "/34.00mm 1.70mm;padding-left:36.50mm" in logo_style(Logo("data:x", 20.0), printing=True)
    assert "@page" not in logo_style(Logo("data:x", 3.0), printing=False)
