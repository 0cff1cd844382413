"""The page is safe: text of a spec stays text, nothing is loaded, unknown names in a template are errors."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser

import pytest
from jinja2 import UndefinedError

from estimator.report.pages.assets import environment
from estimator.report.pages.html import embedded
from estimator.report.pages.markdown import Markdown
from tests.report.documents import SMALL, documents, visible_text

EVIL = (
    "<script>alert(1)</script>",
    "[x](javascript:alert(1))",
    "{{7*7}}",
    "{% include 'page.js' %}",
    "![x](http://192.0.2.1/a.png)",
    "<img src=file:///etc/passwd onerror=alert(1)>",
    "</style><style>@import url(http://192.0.2.1/x.css)</style>",
    "[f](file:///etc/passwd)",
)
VOID = {"meta", "br", "col", "img", "input", "link", "wbr", "path", "rect", "circle", "line"}


def hostile_spec() -> str:
    """The small spec with hostile text in every field that a reader sees."""
    evil = " ".join(EVIL).replace("'", "''")
    text = SMALL
    for zh, en in (
        ("小规格", "A small spec"),
        ("派发用时", "Dispatch time"),
        ("派发", "Dispatch"),
        ("口头说明", "told orally"),
    ):
        text = text.replace(f"{{zh: {zh}, en: {en}}}", f"'{evil}'")
    text = text.replace("{zh: 在`关键路径`上, en: on the `critical path`}", f"'{evil}'")
    text = text.replace('{zh: "**每层**一次", en: once **per layer**}', f"'{evil}'")
    text = text.replace("Framework lead", f"'{evil}'").replace("name: P\n", f"name: '{evil}'\n")
    return text.replace('"a published table"', f"'{evil}'")


class Elements(HTMLParser):
    """Every element of a page with its attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def elements(html: str) -> list[tuple[str, dict[str, str | None]]]:
    parser = Elements()
    parser.feed(html)
    assert len(parser.found) > 500
    return parser.found


def shape(html: str) -> list[str]:
    """The elements that could do harm: scripts, styles, images, frames, forms."""
    return [tag for tag, _ in elements(html) if tag in {"script", "style", "iframe", "object", "embed", "base", "form"}]


@pytest.mark.parametrize("language", ["zh", "en"])
def test_hostile_text_stays_text(language: str) -> None:
    evil, plain = documents(hostile_spec())[language], documents()[language]  # type: ignore[index]
    for html, harmless in ((evil.html, plain.html), (evil.print_html, plain.print_html)):
        assert shape(html) == shape(harmless)
        for tag, attributes in elements(html):
            assert not [name for name in attributes if name.startswith("on")], tag
            for name in ("src", "href"):
                value = attributes.get(name) or ""
                assert not value or value.startswith(("#", "data:image/svg+xml;base64,", "requirements.")), (tag, value)
    text = visible_text(evil.html)
    assert "{{7*7}}" in text
    assert "<script>alert(1)</script>" in text
    assert "![x](http://192.0.2.1/a.png)" in text


def test_the_policy_allows_the_one_script_and_nothing_from_outside() -> None:
    html = documents()["zh"].html
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', html)
    assert policy is not None
    script = re.search(r"<script>(.*?)</script>", html, flags=re.DOTALL)
    assert script is not None
    digest = b64encode(sha256(script.group(1).encode()).digest()).decode()
    allowed = policy.group(1).replace("&#39;", "'").replace("&#43;", "+")
    assert f"script-src 'sha256-{digest}'" in allowed
    assert allowed.startswith("default-src 'none'; img-src data:;")


def test_every_element_is_closed() -> None:
    for page in documents().values():
        for html in (page.html, page.print_html):
            body = re.sub(r"<(style|script)\b.*?</\1>", "", html, flags=re.DOTALL)
            opened = [tag for tag in re.findall(r"<([a-z][a-z0-9]*)\b[^>]*(?<!/)>", body) if tag not in VOID]
            closed = re.findall(r"</([a-z][a-z0-9]*)>", body)
            assert sorted(opened) == sorted(closed)


def test_an_unknown_name_in_a_template_is_an_error() -> None:
    made = environment({"a": "{{ nothing }}", "b": "{{ w['no such text'] }}", "c": "{{ text }}"})
    for name in "ab":
        with pytest.raises(UndefinedError):
            made.get_template(name).render(w={})
    assert made.get_template("c").render(text="<b>") == "&lt;b&gt;"


def test_data_for_the_script_cannot_end_its_element() -> None:
    assert "<" not in embedded({"name": "</script><script>"})


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("a & b < c", "a &amp; b &lt; c"),
        ("**bold** and `code`", "<strong>bold</strong> and <code>code</code>"),
        ("<b>raw</b>", "&lt;b&gt;raw&lt;/b&gt;"),
        ("[x](https://example.org)", '<a href="https://example.org" rel="noopener noreferrer">x</a>'),
        ("[x](javascript:alert(1))", "[x](javascript:alert(1))"),
        ("![x](https://example.org/a.png)", "![x](https://example.org/a.png)"),
    ],
)
def test_markdown_keeps_emphasis_and_links_only(text: str, html: str) -> None:
    assert str(Markdown().inline(text)) == html
