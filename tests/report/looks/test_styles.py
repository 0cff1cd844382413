"""What a style sheet may not do is told by line and column."""

from __future__ import annotations

import pytest

from estimator.report.looks.styles import style_problems

COLON = "a property without a colon, a rule without its block, or a } too many"
FETCHES = "the page loads nothing: write a data: address, or leave it out"
SLIPS = {
    "@import 'x.css';": "2:1: @import loads another style sheet; write its rules into this file",
    "@import url(x.css) print;": "2:1: @import loads another style sheet; write its rules into this file",
    ".a{background:url(http://x/y.png)}": f"2:15: url(http://x/y.png) is outside the page; {FETCHES}",
    ".a{background:u\\72 l(//x)}": f"2:15: url(//x) is outside the page; {FETCHES}",
    "@media print{.b{background:URL('y.png')}}": f"2:28: url(y.png) is outside the page; {FETCHES}",
    "@page{@top-left{content:url(y.svg)}}": f"2:25: url(y.svg) is outside the page; {FETCHES}",
    ".a{--x:url(y.svg)}": f"2:8: url(y.svg) is outside the page; {FETCHES}",
    ".a{background:image-set('y.png' 1x)}": f"2:15: image-set(y.png) is outside the page; {FETCHES}",
    "@font-face{font-family:F;src:url(f.woff2)}": f"2:30: url(f.woff2) is outside the page; {FETCHES}",
    ".a{color red}": f"2:10: no valid CSS: {COLON}; write selector {{ property: value; }}",
    ".a{color:red}}": f"2:14: no valid CSS: {COLON}; write selector {{ property: value; }}",
    ".draftmark{display:none}": "2:2: the line that says DRAFT keeps its own look; leave .draftmark out",
    ".a::after{content:'</style>'}": "2:20: '</' would end the style sheet in the page; leave it out",
}


@pytest.mark.parametrize("text", SLIPS)
def test_a_slip_is_told_by_its_line(text: str) -> None:
    found = [one.text() for one in style_problems("style.css", f"a{{color:#123}}\n{text}")]
    assert found == [f"style.css:{SLIPS[text]}"]


@pytest.mark.parametrize("deep", ["a{" * 9999, "a{b:" + "(" * 9999])
def test_a_style_sheet_that_is_nested_too_deeply_is_told_so(deep: str) -> None:
    found = [one.text() for one in style_problems("style.css", deep)]
    assert found == ["style.css:1:1: no valid CSS: nested too deeply; nest less deeply"]


def test_what_stays_in_the_page_is_told_nothing_of() -> None:
    text = """
    /* url(http://x) in a comment */
    @page { size: A4; @bottom-left { content: string(fp) " \\2014 team" } }
    @page cover { margin: 20mm }
    @media (max-width: 40em) { .cover h1 { font-size: 1.4rem } .x > a:hover { color: rgb(1 2 3) } }
    @supports (display: grid) { .page { display: grid } }
    .logo { background: url(data:image/png;base64,AAAA) no-repeat; clip-path: url(#part); --own: { a: b } }
    .a::after { content: "url(http://x)" attr(data-l) }
    """
    assert [one.text() for one in style_problems("style.css", text)] == []
