"""From a save to the refreshed page: ``commspec watch`` on the 5T example, asked over HTTP as a browser asks."""

import http.client
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.browser import chromium
from benchmarks.measure import Board
from estimator.jobs.assets import examples

AIM_MS = 300
REPEATS = 5
PAGE = "/requirements.zh.html"
COMMAND = "from estimator.cli.main import main; main()"
REST = 1.5
"""Seconds without a new page after which the process is at rest."""
BUILD = re.compile('data-build="([^"]+)"')


def report(board: Board, folder: Path) -> None:
    """The quickest and the middle of some saves of each kind, until the page is received; painting is not counted."""
    spec = folder / "moe_5t.yaml"
    shutil.copytree(examples(), folder, dirs_exist_ok=True)
    with served(spec) as (port, process):
        for kind in KINDS:
            path = folder / kind.file
            text = path.read_text("utf-8")
            saves = [saved(port, process, path, kind.change(text, number), kind.breaks) for number in range(REPEATS)]
            saved(port, process, path, text, False)
            taken, cpu = sorted(save.seconds for save in saves), min(save.cpu for save in saves)
            beside = f"middle {1e3 * taken[REPEATS // 2]:.0f}, slowest {1e3 * taken[-1]:.0f}; CPU {1e3 * cpu:.0f} ms"
            board.figure(f"save to refreshed page, {kind.name}", 1e3 * taken[0], "ms", AIM_MS, beside)
        in_browser(board, folder, port, process)


def in_browser(board: Board, folder: Path, port: int, process: int) -> None:
    """The same in a browser that has the page open: until it has the new page, and until that is loaded."""
    with chromium() as running:
        if running is None:
            print("a watched page in a browser: skipped, needs chromium, chromedriver and selenium", flush=True)
            return
        running.get(f"http://127.0.0.1:{port}{PAGE}")
        for kind in (KINDS[0], KINDS[4]):
            path = folder / kind.file
            text = path.read_text("utf-8")
            found = sorted(loaded(running, port, path, kind.change(text, number)) for number in range(REPEATS))
            saved(port, process, path, text, False)
            beside = f"middle {1e3 * found[REPEATS // 2][0]:.0f}; loaded after {1e3 * found[0][1]:.0f}"
            board.figure(f"save to refreshed page in a browser, {kind.name}", 1e3 * found[0][0], "ms", AIM_MS, beside)


LOADED = """
const [build, page] = [document.querySelector("script[data-build]"), performance.getEntriesByType("navigation")[0]];
return [build?.dataset.build, page.loadEventEnd && performance.timeOrigin + page.responseEnd,
  page.loadEventEnd && performance.timeOrigin + page.loadEventEnd];
"""


def loaded(running: Any, port: int, path: Path, text: str) -> tuple[float, float]:
    """Seconds from the write until the browser has the new page, and until it is laid out, by the browser's clock."""
    from selenium.common.exceptions import WebDriverException

    before = settled(port)
    while running.execute_script(LOADED)[0] != before:
        time.sleep(0.1)
    start = time.time()
    path.write_text(text, "utf-8")
    while True:
        time.sleep(0.05)
        try:
            build, received, done = running.execute_script(LOADED)
        except WebDriverException:
            continue  # one page is being replaced by the other
        if build != before and done:
            return received / 1e3 - start, done / 1e3 - start


class Kind(NamedTuple):
    """A kind of save: what it changes in which file of the example, and whether the spec is broken by it."""

    name: str
    file: str
    pattern: str
    by: Callable[[int], str]
    breaks: bool = False

    def change(self, text: str, number: int) -> str:
        """The text with its first match, but for the part in the first group, replaced."""
        changed, found = re.subn(self.pattern, lambda match: match[1] + self.by(number), text, count=1, flags=re.M)
        assert found == 1
        return changed


SPEC, MACHINE = "moe_5t.yaml", "platforms/asic_x.yaml"
KINDS = (
    Kind("a word", SPEC, r"^(  title: *).*$", lambda k: f"Saved {k}"),
    Kind("a word of an operation", SPEC, r"^(  moe_combine:\n    title: *).*$", lambda k: f"Saved {k}"),
    Kind("one operation", SPEC, r"(sync: *)[\d.]+ us", lambda k: f"{4 + k / 10} us"),
    Kind("a limit", SPEC, r"(tolerance: *)\d+ %", lambda k: f"{5 + k} %"),
    Kind(
        "alpha of a path",
        MACHINE,
        r"(scale_out:(?:.|\n)*?exclusive: *{alpha: )\[[^\]]*\]",
        lambda k: f"[{7 + k / 9} us, 10 us]",
    ),
    Kind(
        "bandwidth of a path",
        MACHINE,
        r"(scale_up:(?:.|\n)*?exclusive: *{.*?bandwidth: )\[[^\]]*\]",
        lambda k: f"[{201 + k} GB/s, 180 GB/s]",
    ),
    Kind("a broken spec", SPEC, r"(sync: *)[\d.]+ us", lambda k: f"{4 + k} uss", breaks=True),
)


def cpu_of(process: int) -> float:
    """Seconds that a process has computed so far."""
    fields = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Save(NamedTuple):
    """Seconds from the write until the new page is here, and what the process computed meanwhile [s]."""

    seconds: float
    cpu: float


def settled(port: int) -> str:
    """The build of the page once none has followed for a while: a person types, and the process is at rest by then."""
    before = ""
    while (build := BUILD.findall(got(port, PAGE))[0]) != before:
        before = build
        time.sleep(REST)
    return before


def saved(port: int, process: int, spec: Path, text: str, breaks: bool) -> Save:
    """One save, as a browser that waits for it feels it."""
    build = settled(port)
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", f"{PAGE}.events?{build}")
    news = connection.getresponse()
    time.sleep(0.1)
    computed, start = cpu_of(process), time.perf_counter()
    spec.write_text(text, "utf-8")
    while not news.readline().startswith(b"data: "):
        pass
    page = got(port, PAGE)
    taken = Save(time.perf_counter() - start, cpu_of(process) - computed)
    connection.close()
    assert BUILD.findall(page)[0] != build
    assert ('id="broken"' in page) == breaks
    return taken


def got(port: int, path: str) -> str:
    """A page."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", path)
    text = connection.getresponse().read().decode()
    connection.close()
    return text


@contextmanager
def served(spec: Path) -> Iterator[tuple[int, int]]:
    """Port and process of a running watch."""
    command = [sys.executable, "-c", COMMAND, "watch", str(spec)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as child:
        assert child.stdout is not None
        yield int(re.findall(r":(\d+)/", child.stdout.readline())[0]), child.pid
        child.send_signal(signal.SIGINT)
