"""What the browser is shown: the last good page of each language, and the mistakes that keep a newer one away."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Sequence
from dataclasses import dataclass

from estimator.report.pages.live import live_page, mistakes_page
from estimator.spec.values.base import Language

LONGEST_WAIT = 15.0
"""Seconds that a browser waits without a sign of life."""

LONGEST_FETCH = 0.15
"""Seconds that the next language is held back for a browser that fetches this one."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A page as it is served; ``build`` differs from that of every other state, also of another run."""

    build: str
    html: bytes


class Shown:
    """The pages by language; builds put them here, and servers of browsers wait for the next one."""

    def __init__(self, languages: Sequence[Language]) -> None:
        self._run = secrets.token_hex(4)
        self._builds = 0
        self._good: dict[Language, str] = {}
        self._placed: dict[Language, Placed] = {}
        self._news = threading.Condition()
        self._waiting = 0
        self._fetched = threading.Event()
        self.languages = tuple(languages)
        self.asked: Language = self.languages[0]
        self.ended = False

    def place(self, language: Language, html: str) -> None:
        """A new good page."""
        self._good[language] = html
        build = self._next()
        page = live_page(html, build, (), language)
        self._fetched.clear()
        self._put(language, build, page)

    def is_waited_for(self) -> bool:
        """Whether a browser waits for news."""
        return self._waiting > 0

    def let_fetch(self) -> None:
        """Stand still while a browser that waited for the page just placed fetches it: its thread is not held up."""
        self._fetched.wait(LONGEST_FETCH)

    def was_fetched(self, build: str) -> None:
        """A browser has this page."""
        if build == f"{self._run}-{self._builds}":
            self._fetched.set()

    def keep(self, mistakes: Sequence[str], *, fault: bool = False) -> None:
        """The spec is broken: the last good pages stay, with the mistakes above; each says them in its language.

        ``fault``: it is the program that failed.
        """
        what = "fault" if fault else "broken"
        for language in self.languages:
            good, build = self._good.get(language), self._next()
            if good is None:
                self._put(language, build, mistakes_page(build, mistakes, language, what))
            else:
                self._put(language, build, live_page(good, build, mistakes, language, what))

    def offer(self, languages: Sequence[Language]) -> None:
        """Serve these languages from now on, for the spec names others than before."""
        self.languages = tuple(languages)
        if self.asked not in self.languages:
            self.asked = self.languages[0]

    def page(self, language: Language) -> Placed | None:
        """The page of a language; None where it is not made."""
        return self._placed.get(language) if language in self.languages else None

    def after(self, language: Language, build: str) -> str | None:
        """Wait for a page of another build than this one; None when none came within LONGEST_WAIT."""
        with self._news:
            self._waiting += 1
            self._news.wait_for(lambda: self.ended or self._build(language) != build, LONGEST_WAIT)
            self._waiting -= 1
            now = self._build(language)
        return None if now == build else now

    def end(self) -> None:
        """Let everybody go who waits."""
        with self._news:
            self.ended = True
            self._news.notify_all()

    def _next(self) -> str:
        self._builds += 1
        return f"{self._run}-{self._builds}"

    def _build(self, language: Language) -> str:
        placed = self._placed.get(language)
        return placed.build if placed else ""

    def _put(self, language: Language, build: str, html: str) -> None:
        with self._news:
            self._placed[language] = Placed(build, html.encode())
            self._news.notify_all()
