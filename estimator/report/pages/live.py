"""A page as a running ``commspec watch`` serves it: with a script that reloads it, and with the mistakes above it.

Neither ever stands in a page that is written to a file.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from html import escape, unescape

from estimator.chinese.say import chinese
from estimator.errors import InternalError, one_line
from estimator.phrase import english
from estimator.report.pages.html import policy
from estimator.report.words.lookup import words
from estimator.spec.values.base import Language

HTML, TEXT = "text/html; charset=utf-8", "text/plain; charset=utf-8"
"""What a server says that a page, or a refusal, is."""
UNFRAMED = "frame-ancestors 'none'"
"""The policy that only a header can state: no other page may show this one inside itself."""
RELOAD = """
"use strict";
const build = document.currentScript.dataset.build;
new EventSource(location.pathname + ".events?" + build).onmessage = (told) => {
  if (told.data !== build) location.reload();
};
"""
"""A server that was started anew tells another build too; the browser comes back to it by itself."""
STYLE = """
#broken { position: sticky; top: 0; z-index: 99; max-height: 60vh; overflow: auto; margin: 0; padding: .8em 1.2em;
  background: #fff1f0; color: #5c0011; border-bottom: 3px solid #a8071a; font: 14px/1.5 monospace; }
#broken h2 { margin: 0 0 .4em; font: bold 15px/1.4 sans-serif; color: inherit; }
#broken li { overflow-wrap: anywhere; }
@media print { #broken { display: none; } }
"""
POLICY = re.compile(r'(?<=http-equiv="Content-Security-Policy" content=")[^"]+')


def live_page(html: str, build: str, mistakes: Sequence[str], language: Language, what: str = "broken") -> str:
    """A page of the document with the script, and the mistakes of the spec above it where there are any.

    ``what``: whose they are, the spec's (broken) or the program's (fault).
    """
    head, body, rest = html.partition("<body>")
    head, found = POLICY.subn(lambda policy: escape(_allowing(unescape(policy[0]))), head, count=1)
    if not body or not found:
        raise InternalError("the page has no body, or no policy")
    return f"{head}{body}{_banner(mistakes, language, f'watch.{what}.kept')}{rest}{_script(build)}"


def mistakes_page(build: str, mistakes: Sequence[str], language: Language, what: str = "broken") -> str:
    """In place of a document that could not be made yet."""
    w = words(language)
    return (
        f'<!DOCTYPE html>\n<html lang="{w["lang"]}"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(_allowing(policy("")))}">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>commspec watch</title></head>'
        f"<body>{_banner(mistakes, language, f'watch.{what}.none')}{_script(build)}</body></html>\n"
    )


def _allowing(policy_text: str) -> str:
    """The policy with this script beside those that it allows; it may ask the server that the page came from."""
    digest = b64encode(sha256(RELOAD.encode()).digest()).decode()
    rules = dict(rule.strip().partition(" ")[::2] for rule in policy_text.split(";"))
    before = [one for one in rules.get("script-src", "").split() if one != "'none'"]
    rules |= {"script-src": " ".join([*before, f"'sha256-{digest}'"]), "connect-src": "'self'"}
    return "; ".join(f"{name} {value}" for name, value in rules.items())


def _script(build: str) -> str:
    return f'<script data-build="{escape(build)}">{RELOAD}</script>'


def _banner(mistakes: Sequence[str], language: Language, title: str) -> str:
    if not mistakes:
        return ""
    speak = chinese if language == "zh" else english
    lines = "".join(f"<li>{escape(one_line(speak(one)))}</li>" for one in mistakes)
    heading = escape(words(language)[title])
    return f'<style>{STYLE}</style><div id="broken" role="alert"><h2>{heading}</h2><ol>{lines}</ol></div>'
