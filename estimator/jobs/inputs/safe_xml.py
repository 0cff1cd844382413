"""XML from elsewhere as plain elements with their lines: no document type, no entity but the five of XML."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from xml.parsers import expat

from estimator.errors import Problem, SpecError, UserError
from estimator.jobs.inputs.files import SIZE_LIMIT
from estimator.jobs.outputs.drafts import reason
from estimator.jobs.outputs.kept import remember_read
from estimator.phrase import phrase

MOST_ELEMENTS = 1_000_000
DEEPEST = 200


@dataclass(slots=True)
class XmlElement:
    """An element: its name without a namespace, its attributes, its line, and what it holds.

    ``text``: before the first element in it, ``tail``: after itself, before the next one beside it.
    """

    tag: str
    attributes: dict[str, str]
    line: int
    text: str = ""
    tail: str = ""
    children: list["XmlElement"] = field(default_factory=list)

    def named(self, tag: str) -> "XmlElement | None":
        """The first child of a name."""
        return next((child for child in self.children if child.tag == tag), None)

    def below(self, *tags: str) -> "list[XmlElement]":
        """All elements at the end of a way of names."""
        found = [self]
        for tag in tags:
            found = [child for one in found for child in one.children if child.tag == tag]
        return found

    def all_text(self) -> str:
        """Its text with that of everything it holds, in order."""
        return self.text + "".join(child.all_text() + child.tail for child in self.children)


def read_xml(path: Path) -> XmlElement:
    """The root of an XML file. Raises UserError where it cannot be read, SpecError with the place in it."""
    try:
        if path.stat().st_size > SIZE_LIMIT:
            raise UserError(phrase("{path}: larger than {most} MiB", path=path, most=SIZE_LIMIT // 2**20))
        remember_read(path)
        data = path.read_bytes()
    except OSError as error:
        raise UserError(phrase("{name}: {why}", name=path, why=reason(error))) from None
    return xml_of(data, str(path))


def xml_of(data: bytes, file: str) -> XmlElement:
    """The root of what bytes of a file say. Raises SpecError with the place in it."""
    return _Builder(file).built(data)


class _Builder:
    """Hears what expat reads."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._top = XmlElement("", {}, 1)
        self._open = [self._top]
        self._count = 0
        self._parser = expat.ParserCreate(namespace_separator=" ")
        self._parser.StartDoctypeDeclHandler = self._doctype
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text
        self._parser.buffer_text = True

    def built(self, data: bytes) -> XmlElement:
        """The root of what the bytes say."""
        try:
            self._parser.Parse(data, True)
        except (expat.ExpatError, LookupError, ValueError) as error:
            why = expat.ErrorString(error.code) if isinstance(error, expat.ExpatError) else error
            raise self._refused(phrase("is no XML: {why}", why=why), "save it again") from None
        return self._top.children[0]

    def _refused(self, what: str, hint: str) -> SpecError:
        line = max(self._parser.CurrentLineNumber, 1)
        return SpecError([Problem((), what, hint, file=self._file, line=line)])

    def _doctype(self, *_: Any) -> None:
        raise self._refused("declares a document type", "leave out <!DOCTYPE ...> with all that it declares")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._count += 1
        if self._count > MOST_ELEMENTS or len(self._open) > DEEPEST:
            raise self._refused("holds too much", "export fewer requirements into one file")
        plain = {key.rpartition(" ")[2]: value for key, value in attributes.items()}
        made = XmlElement(name.rpartition(" ")[2], plain, self._parser.CurrentLineNumber)
        self._open[-1].children.append(made)
        self._open.append(made)

    def _end(self, _: str) -> None:
        self._open.pop()

    def _text(self, text: str) -> None:
        held = self._open[-1]
        if held.children:
            held.children[-1].tail += text
        else:
            held.text += text
