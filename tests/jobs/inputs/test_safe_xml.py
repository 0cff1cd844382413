"""XML from elsewhere: nothing it declares is followed, and what cannot be read is told with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from estimator.errors import SpecError, UserError
from estimator.jobs.inputs import safe_xml
from estimator.jobs.inputs.safe_xml import read_xml

BOMB = (
    '<?xml version="1.0"?>\n<!DOCTYPE a [<!ENTITY b "xxxxxxxxxx"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>\n'
    "<a>&c;&c;&c;&c;&c;&c;</a>"
)
OUTSIDE = '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/hostname">]><a>&b;</a>'
ELSEWHERE = '<!DOCTYPE a SYSTEM "http://127.0.0.1:9/a.dtd"><a/>'


def read(folder: Path, text: str | bytes) -> safe_xml.XmlElement:
    path = folder / "a.xml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_xml(path)


def test_elements_have_names_lines_and_text(tmp_path: Path) -> None:
    root = read(tmp_path, '<a xmlns="urn:x">\n<b k="1">t&amp;<c>u</c></b>\n</a>')
    (found,) = root.below("b")
    assert (root.tag, found.line, found.attributes, found.all_text()) == ("a", 2, {"k": "1"}, "t&u")


@pytest.mark.parametrize("text", [BOMB, OUTSIDE, ELSEWHERE])
def test_a_document_type_is_refused_whatever_it_declares(tmp_path: Path, text: str) -> None:
    with pytest.raises(SpecError) as caught:
        read(tmp_path, text)
    (problem,) = caught.value.problems
    assert problem.message == "declares a document type"


@pytest.mark.parametrize(
    "text", ["", "<a>", "<a>\n&b;</a>", "no", b"\xff\xfe\x00", "<?xml version='1.0' encoding='nn'?><a/>"]
)
def test_what_is_no_xml_is_told(tmp_path: Path, text: str | bytes) -> None:
    with pytest.raises(SpecError) as caught:
        read(tmp_path, text)
    (problem,) = caught.value.problems
    assert problem.message.startswith("is no XML: ")
    assert problem.line is not None


def test_what_is_too_deep_too_long_or_too_large_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SpecError, match="holds too much"):
        read(tmp_path, "<a>" * 300 + "</a>" * 300)
    monkeypatch.setattr(safe_xml, "MOST_ELEMENTS", 3)
    with pytest.raises(SpecError, match="holds too much"):
        read(tmp_path, "<a><b/><b/><b/></a>")
    monkeypatch.setattr(safe_xml, "SIZE_LIMIT", 10)
    with pytest.raises(UserError, match="larger than"):
        read(tmp_path, "<a>0123456789</a>")
