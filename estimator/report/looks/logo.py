"""The logo of a look: an SVG without anything that runs or loads, or a PNG, as it is put into the page."""

from __future__ import annotations

import re
import struct
import zlib
from base64 import b64encode
from xml.parsers import expat

from estimator.errors import Problem
from estimator.phrase import phrase
from estimator.report.looks.look import Logo

LARGEST = 200 * 2**10
"""Bytes: the page of every language and every PDF carries it."""
SIGNATURE = b"\x89PNG\r\n\x1a\n"
REFUSED = frozenset(
    ("script", "foreignObject", "iframe", "object", "embed", "audio", "video", "handler", "listener", "a")
)
DEEPEST, MOST_USES = 100, 24
"""Elements inside each other, and copies of parts: each may hold two more."""
LOADED = re.compile(r"url\(\s*['\"]?(?!#)|@import|\\", re.IGNORECASE)
NUMBER = re.compile(r"\s*([0-9.]+)\s*(px)?\s*")


class LogoError(Exception):
    """Why a picture cannot be the logo; line and column count from 1."""

    def __init__(self, message: str, hint: str, line: int | None = None, column: int | None = None) -> None:
        self.message, self.hint, self.line, self.column = message, hint, line, column
        super().__init__(message)


def read_logo(file: str, data: bytes) -> tuple[Logo | None, list[Problem]]:
    """The logo in the bytes of ``file``, or what is wrong with it."""
    try:
        if len(data) > LARGEST:
            what = phrase("is larger than {most} KiB, which every page would carry", most=LARGEST // 1024)
            raise LogoError(what, "save a smaller picture")
        if file.endswith(".svg"):
            return Logo(_uri("image/svg+xml", data), _svg_shape(data)), []
        return Logo(_uri("image/png", data), _png_shape(data)), []
    except LogoError as error:
        return None, [Problem((), error.message, error.hint, file=file, line=error.line, column=error.column)]


def _uri(kind: str, data: bytes) -> str:
    return f"data:{kind};base64,{b64encode(data).decode()}"


def _png_shape(data: bytes) -> float:
    """Width over height of a PNG that is whole: every part of it with its check sum, to the last one."""
    broken = LogoError("is no whole PNG", "save the picture as PNG again")
    if not data.startswith(SIGNATURE):
        raise broken
    place, shape = len(SIGNATURE), 0.0
    while place + 12 <= len(data):
        (length,) = struct.unpack_from(">I", data, place)
        kind, end = data[place + 4 : place + 8], place + 8 + length
        if end + 4 > len(data) or struct.unpack_from(">I", data, end) != (zlib.crc32(data[place + 4 : end]),):
            raise broken
        if kind == b"IHDR" and length == 13:
            width, height = struct.unpack_from(">II", data, place + 8)
            shape = width / height if width and height else 0.0
        if kind == b"IEND" and shape:
            return shape
        place = end + 4
    raise broken


def _svg_shape(data: bytes) -> float:
    """Width over height of an SVG in which nothing runs and nothing is loaded."""
    reader = _Svg()
    reader.read(data)
    if not reader.shape:
        raise LogoError("has no size: neither viewBox nor width and height", 'write viewBox="0 0 120 40"', 1, 1)
    return reader.shape


class _Svg:
    """Hears what expat reads of a picture."""

    def __init__(self) -> None:
        self.shape = 0.0
        self._depth = 0
        self._style = 0
        self._uses = 0
        self._parser = expat.ParserCreate(namespace_separator=" ")
        self._parser.StartDoctypeDeclHandler = self._doctype
        self._parser.ProcessingInstructionHandler = self._instruction
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text
        self._parser.buffer_text = True

    def read(self, data: bytes) -> None:
        """Read it to the end. Raises LogoError."""
        try:
            self._parser.Parse(data, True)
        except (expat.ExpatError, LookupError, ValueError) as error:
            why = expat.ErrorString(error.code) if isinstance(error, expat.ExpatError) else error
            raise self._refused(phrase("is no XML: {why}", why=why), "save it again") from None

    def _refused(self, message: str, hint: str) -> LogoError:
        return LogoError(message, hint, self._parser.CurrentLineNumber, self._parser.CurrentColumnNumber + 1)

    def _doctype(self, *_: object) -> None:
        raise self._refused("declares a document type", "leave out <!DOCTYPE ...> with all that it declares")

    def _instruction(self, target: str, _: str) -> None:
        raise self._refused(phrase("has the instruction <?{name} ...?>", name=target), "leave it out")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        tag = name.rpartition(" ")[2]
        if not self._depth and tag != "svg":
            raise self._refused(phrase("begins with <{name}>, which is no SVG", name=tag), "save the picture as SVG")
        if tag in REFUSED:
            raise self._refused(
                phrase("has <{name}>: a logo runs and loads nothing", name=tag), "draw it with shapes and text alone"
            )
        self._uses += tag == "use"
        if self._depth > DEEPEST or self._uses > MOST_USES:
            raise self._refused("repeats or nests too much for a logo", "draw it with fewer <use> and <g>")
        for key, value in attributes.items():
            self._attribute(key.rpartition(" ")[2], value)
        if not self._depth:
            self.shape = _shape(attributes)
        self._depth += 1
        self._style += tag == "style"

    def _attribute(self, name: str, value: str) -> None:
        if name.lower().startswith("on"):
            raise self._refused(phrase("has {name}=, which runs a script", name=name), "leave it out")
        outside = name in ("href", "src") and not value.strip().startswith(("#", "data:image/"))
        if outside or name == "base" or LOADED.search(value) or "javascript:" in value.lower():
            raise self._refused(
                phrase("{name}={value} leads out of the picture", name=name, value=f'"{value[:60]}"'),
                "name a part of the picture itself, such as #mark, or leave it out",
            )

    def _end(self, name: str) -> None:
        self._depth -= 1
        self._style -= name.rpartition(" ")[2] == "style"

    def _text(self, text: str) -> None:
        if self._style and LOADED.search(text):
            raise self._refused("its style loads something", "leave out @import and url() but of its own parts")


def _shape(attributes: dict[str, str]) -> float:
    """Width over height that the first element says; 0 where it says none."""
    box = attributes.get("viewBox", "").replace(",", " ").split()
    try:
        sides = [float(one) for one in box[2:4]]
    except ValueError:
        sides = []
    if len(box) != 4 or len(sides) != 2:
        found = [NUMBER.fullmatch(attributes.get(name, "")) for name in ("width", "height")]
        sides = [float(one[1]) for one in found if one is not None and one[1].count(".") < 2 and one[1] != "."]
    return sides[0] / sides[1] if len(sides) == 2 and min(sides) > 0.0 else 0.0
