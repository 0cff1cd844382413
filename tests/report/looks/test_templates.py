"""Every kind of slip in a template is told by its line and column, with what to write."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest
from jinja2 import UndefinedError
from jinja2.nodes import Filter

from estimator.errors import SpecError
from estimator.report.looks.engine import look_environment
from estimator.report.looks.look import Look
from estimator.report.looks.templates import template_problems
from tests.report.documents import assets
from tests.report.looks.pages import made, page_in

HEAD = '{% extends "commspec/cover.html.j2" %}\n'


def told(text: str, name: str = "cover.html.j2", more: Mapping[str, str] | None = None) -> list[str]:
    """What is said of a template, without the folder."""
    look = Look("looks/x", {name: text, **(more or {})})
    return [one.text().removeprefix("looks/x/templates/") for one in template_problems(look, assets().templates)]


SLIPS = {
    "{% block kick %}\n{{ cover.titel }}{% endblock %}": "3:10: cover has no titel; did you mean title?",
    "{% block kik %}x{% endblock %}": "2:10: cover.html.j2 has no block kik; did you mean kick?",
    "{% block kick %}{{ coverr }}{% endblock %}": "2:20: there is no variable coverr; did you mean cover?",
    "{% block kick %}{{ w['cover.stats'] }}{% endblock %}": "2:23: w has no cover.stats; did you mean cover.status?",
    "{% block kick %}{{ cover.id|uper }}{% endblock %}": "2:29: there is no filter uper; did you mean upper?",
    "{% block kick %}{% if logo is bolean %}x{% endif %}{% endblock %}": (
        "2:31: there is no test bolean; did you mean boolean?"
    ),
    "{% block kick %}{{ cover.id|safe }}{% endblock %}": (
        "2:29: there is no filter safe; write the markup in the template itself: every value is shown as text"
    ),
    "{% block kick %}x{% endblok %}": "2:21: there is no tag endblok; write {% endblock %}",
    "{% blok kick %}x{% endblock %}": "2:4: there is no tag blok; did you mean block?",
    "{% block kick %}x{% endblock %}\n{% block end %}x": (
        "3:4: the template ends before {% block %} is closed; write {% endblock %}"
    ),
    "{% block kick %}{{ cover.id }{% endblock %}": (
        "2:1: no template that can be read: unexpected '}'; mend it on this line or above"
    ),
    "{% block kick %}x{% endblock %}\n\nhello": (
        "4:1: stands outside the blocks, where nothing of it is shown; put it into a block"
    ),
    "{% if printing %}x{% endif %}": (
        "2:1: stands outside the blocks, where nothing of it is shown; put it into a block"
    ),
    "{% block kick %}a{% endblock %}\n{% block kick %}b{% endblock %}": (
        "3:1: no template that can be read: block 'kick' defined twice; mend it on this line or above"
    ),
    "{% block kick %}{% include 'nte.html.j2' %}{% endblock %}": (
        "2:29: there is no template 'nte.html.j2'; did you mean index.html.j2?"
    ),
    "{% block kick %}{% include cover.id %}{% endblock %}": (
        '2:20: includes a template that is not named in place; write its name: {% include "note.html.j2" %}'
    ),
    "{% block kick %}{% autoescape false %}x{% endautoescape %}{% endblock %}": (
        "2:20: switches the escaping of values off, or on; leave it out: every value is shown as text"
    ),
    "{% block kick %}<b\nonclick='x'>y</b>{% endblock %}": (
        "2:17: '<b\\nonclick=' has no place in a page: an attribute that runs a script; leave it out"
    ),
    "{% extends 'commspec/page.html.j2' %}": "2:4: extends two templates; keep the first of the two",
    "{% block kick %}<script>{% endblock %}": (
        "2:17: '<script' has no place in a page: a page runs no script but its own; leave it out"
    ),
    "{% block kick %}<img src='https://x.example/a.png' alt=''>{% endblock %}": (
        "2:22: 'src='h' has no place in a page: something is loaded from outside the page; "
        "embed it as data:image/..., or use the logo"
    ),
    "{% block kick %}<p style='background:url(//x.example/a)'>{% endblock %}": (
        "2:38: 'url(/' has no place in a page: something is loaded from outside the page; leave it out"
    ),
}


@pytest.mark.parametrize("body", SLIPS)
def test_a_slip_is_told_by_its_line_with_what_to_write(body: str) -> None:
    assert told(HEAD + body) == [f"cover.html.j2:{SLIPS[body]}"]


@pytest.mark.parametrize(
    "deep",
    [
        "{{ " + "(" * 9999 + " }}",
        "{{ " + "not " * 9999 + "1 }}",
        "{% if 1 %}" * 2000 + "{% endif %}" * 2000,
        "{% for a in [] %}" * 30 + "{% endfor %}" * 30,
    ],
)
def test_a_template_that_is_nested_too_deeply_is_told_so(deep: str) -> None:
    found = told(f"{HEAD}{{% block kick %}}{deep}{{% endblock %}}")
    assert found == ["cover.html.j2:1:1: no template that can be read: nested too deeply; nest less deeply"]


def test_a_template_that_extends_nothing_or_another_one_is_told_so() -> None:
    wanted = '{% extends "commspec/risks.html.j2" %}'
    assert told("<p>own</p>", "risks.html.j2") == [
        f"risks.html.j2:1:1: extends no template; write {wanted} in its first line, and fill blocks of it"
    ]
    for other in ("risks.html.j2", "commspec/paths.html.j2"):
        assert told(f"\n{{% extends '{other}' %}}", "risks.html.j2") == [
            f"risks.html.j2:2:4: extends another template than ours of its name; write {wanted}"
        ]


def test_a_template_that_nobody_takes_is_told_with_the_name_that_was_meant() -> None:
    what = "no template with blocks is called so, and none of this look includes it"
    assert told("x", "covr.html.j2") == [f"covr.html.j2:1:1: {what}; did you mean cover.html.j2?"]
    assert told(HEAD + "{% block end %}{% include 'note.html.j2' %}{% endblock %}", more={"note.html.j2": "x"}) == []


def test_all_slips_of_all_templates_are_told_at_once() -> None:
    text = HEAD + "{% block kik %}{{ cover.titel|uper }}{{ foo }}{% endblock %}"
    assert len(told(text, more={"risks.html.j2": "x", "page.html.j2": "{% block %}"})) == 6


def test_what_is_in_order_is_told_nothing_of() -> None:
    body = (
        "{% import 'texts.html.j2' as texts %}{% set mine = 'x' %}"
        "{% macro twice(one) %}{{ one }}{{ one }}{% endmacro %}"
        "{% block facts %}{{ super() }}{% for name, text, small in cover.facts if text %}"
        "{{ loop.index }}{{ texts.said(name) }}{{ mine }}{{ twice(text) }}{{ w['colon'] }}{{ w.get('x', '') }}"
        "{% with n = range(3)|length %}{{ n }}{% endwith %}"
        "<a href='https://example.org'>link</a><img src='{{ logo }}' alt=''><img src=\"data:image/png;base64,\" alt=''>"
        "{% endfor %}{% endblock %}{# on <script> #}"
    )
    assert told(HEAD + body, more={"texts.html.j2": "{% macro said(x) %}{{ x }}{% endmacro %}"}) == []


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("{{ cover.closing.css.nothing }}", "there is no nothing in it"),
        ("{% import 'texts.html.j2' as t %}{{ t.sayd() }}", "there is no sayd in it; did you mean said?"),
        ("{{ cover.facts[0].x }}", "there is no x in it"),
        ("{{ 1 / 0 }}", "ZeroDivisionError: division by zero"),
        ("{{ cover.id.__class__.__mro__ }}", "__class__ is not for templates"),
        ("{{ formula.__globals__ }}", "__globals__ is not for templates"),
        ("{{ formula.__closure__ }}", "__closure__ is not for templates"),
        ("{{ 'a' * 9999999 }}", "a text of more than 65,536 letters"),
        ("{{ 9 ** 9999 }}", "a power of large numbers"),
        (
            "{% for a in range(9999) %}{% for b in range(9999) %}{% endfor %}{% endfor %}",
            "more than 1,000,000 steps for one page",
        ),
        (
            "{% macro f(n) %}{% if n %}{{ f(n - 1) }}{{ f(n - 1) }}{% endif %}{% endmacro %}{{ f(40) }}",
            "more than 1,000,000 steps for one page",
        ),
        ("{% set n = {'a': 'x' * 60000} %}{% set m = n.a ~ n.a %}", "a text of more than 65,536 letters"),
        ("{% set a = ['x' * 60000] %}{% set b = a[0] + a[0] %}", "a text of more than 65,536 letters"),
        ("{{ ('x' * 60000)|replace('x', 'y' * 60000) }}", "a text of more than 65,536 letters"),
        ("{{ 'x'.center(99999999) }}", "center is not for templates"),
        ("{{ '{:99999999}'.format(1) }}", "a field of a format wider than a page"),
        ("{{ '%99999999d' % 1 }}", "a field of a format wider than a page"),
        ("{{ cover.facts.append(1) }}", "there is no append in it"),
    ],
)
def test_what_a_template_raises_while_it_is_placed_is_told_by_its_line(body: str, said: str) -> None:
    text = f"{HEAD}{{% block kick %}}\n\n{body}{{% endblock %}}"
    look = Look("looks/x", {"cover.html.j2": text, "texts.html.j2": "{% macro said() %}x{% endmacro %}"})
    with pytest.raises(SpecError) as raised:
        page_in(look)
    (problem,) = raised.value.problems
    assert (problem.file, problem.line) == ("looks/x/templates/cover.html.j2", 4)
    assert problem.message == f"cannot be placed: {said}"


def test_our_templates_need_no_filter_that_a_look_does_not_have() -> None:
    texts = {name: text for name, text in assets().templates.items() if name.endswith(".j2")}
    engine = look_environment(texts, Look("looks/x"))
    named = {(one.name, name) for name, text in texts.items() for one in engine.parse(text).find_all(Filter)}
    assert len(named) > 4
    assert {name for name, _ in named} <= set(engine.filters)


def test_what_ours_raise_is_our_fault() -> None:
    broken = {**assets().templates, "cover.html.j2": "{{ nothing }}"}
    report = replace(made(), assets=replace(assets(), templates=broken, look=Look("looks/x")))
    with pytest.raises(UndefinedError, match="there is no variable nothing"):
        report.document("en")


def test_every_value_is_shown_as_text() -> None:
    look = Look("looks/x", {"cover.html.j2": HEAD + "{% block kick %}{{ '<b>&' }}{{ '<i>' ~ cover.id }}{% endblock %}"})
    assert "&lt;b&gt;&amp;&lt;i&gt;SMALL-1" in page_in(look).html
