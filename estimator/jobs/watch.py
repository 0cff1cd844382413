"""Builds the pages of a spec again whenever one of its files is saved, and serves them to browsers of this machine."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from estimator.collector import collector_paused
from estimator.errors import SpecError, UserError
from estimator.jobs.gathered import gathered
from estimator.jobs.inputs.specs import PIPED
from estimator.jobs.outputs.compiled import page_assets
from estimator.jobs.releases import refuse_other_content
from estimator.jobs.watching.changes import Watched
from estimator.jobs.watching.server import PageServer
from estimator.jobs.watching.shown import Shown
from estimator.jobs.work import work_out
from estimator.phrase import phrase
from estimator.report.pages.assets import Assets
from estimator.spec.document import Spec
from estimator.spec.kept import next_round
from estimator.spec.values.base import Language

EVERY = 0.03
"""Seconds between two looks at the files: each costs a stat a file."""
SETTLED = 0.005
"""Seconds without another write after which a save is taken as whole."""
MOST_UNSETTLED = 40
"""Looks after which a file that somebody never stops writing is read all the same."""
QUIET = 1.0
"""Seconds after a build until its garbage is collected: not while a browser fetches the page."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One build: how long it took [s], and what is wrong, empty where the page is new.

    ``fault``: what failed in the program itself, not in the spec.
    """

    seconds: float
    mistakes: tuple[str, ...]
    fault: Exception | None = None


class Watch:
    """A spec under watch. UserError where there is no such file or the port is taken."""

    def __init__(self, path: Path, languages: Sequence[Language] = (), port: int = 0) -> None:
        if str(path) == PIPED or not path.is_file():
            raise UserError(phrase("{path}: no file that can be watched; give the file of a spec", path=path))
        self._path = path
        self._languages = tuple(dict.fromkeys(languages))
        self._watched = Watched(path)
        self._before: Spec | None = None
        self._assets: Assets = page_assets()
        self.shown = Shown(self._languages or ("zh", "en"))
        self.server = PageServer(self.shown, port)

    def run(self, stop: threading.Event, told: Callable[[Outcome], None]) -> None:
        """Build, serve, and build again after each save, until ``stop`` is set. ``told``: called after each build."""
        serving = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True)
        told(self._build())
        serving.start()
        try:
            self._follow(stop, told)
        finally:
            self.shown.end()
            self.server.shutdown()
            self.server.server_close()

    def _follow(self, stop: threading.Event, told: Callable[[Outcome], None]) -> None:
        collect_at: float | None = time.monotonic() + QUIET
        while not stop.wait(EVERY):
            if self._watched.changed():
                self._settle(stop)
                told(self._build())
                collect_at = time.monotonic() + QUIET
            elif collect_at is not None and time.monotonic() > collect_at:
                gc.collect()
                collect_at = None

    def _settle(self, stop: threading.Event) -> None:
        """Wait while somebody is writing, and while a save has taken the file away but not put the new one there."""
        before = None
        for _ in range(MOST_UNSETTLED):
            now = self._watched.stamps()
            if (now == before and self._path.exists()) or stop.wait(SETTLED):
                return
            before = now

    def _build(self) -> Outcome:
        start = time.perf_counter()
        self._watched.begin()
        next_round()
        try:
            with collector_paused():
                self._place()
        except SpecError as error:
            mistakes = tuple(problem.sentence() for problem in error.problems)
        except UserError as error:
            mistakes = tuple(map(str, error.args))
        except Exception as error:
            return self._failed(error, start)
        else:
            return Outcome(time.perf_counter() - start, ())
        self.shown.keep(mistakes)
        return Outcome(time.perf_counter() - start, mistakes)

    def _failed(self, error: Exception, start: float) -> Outcome:
        """The program is at fault: say so, keep the page, and begin the next build with nothing kept."""
        self._before = None
        next_round()
        next_round()
        first = (str(error).splitlines() or [""])[0]
        name = type(error).__name__
        what = phrase("internal error, not your spec's fault: {name}: {first}; save again", name=name, first=first)
        self.shown.keep((what,), fault=True)
        return Outcome(time.perf_counter() - start, (what,), error)

    def _place(self) -> None:
        """Make the pages, of what did not change since the last good ones; the language looked at last comes first."""
        worked = work_out(self._path, reads=self._watched.reader, before=self._before)
        self._before = worked.opened.spec
        refuse_other_content(worked.opened, self._path)
        if self._assets.look != (look := worked.opened.look):
            self._assets = page_assets(look)
        material = gathered(worked, self._assets)
        self.shown.offer(self._languages or worked.opened.spec.document.languages)
        for language in sorted(self.shown.languages, key=lambda one: one != self.shown.asked):
            html = material.document(language, for_print=False).html
            waited = self.shown.is_waited_for()
            self.shown.place(language, html)
            if waited:
                self.shown.let_fetch()
