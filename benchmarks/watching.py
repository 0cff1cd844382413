"""From a save to the refreshed page: ``commspec watch`` on the 5T example, asked over HTTP as a browser asks."""

import http.client
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.measure import Board
from estimator.jobs.assets import examples

AIM_MS = 300
REPEATS = 7
PAGE = "/requirements.zh.html"
COMMAND = "from estimator.cli.main import main; main()"
BUILD = re.compile('data-build="([^"]+)"')


def report(board: Board, folder: Path) -> None:
    """The quickest of some saves of each kind, until the page is received; what the browser paints is not counted."""
    spec = folder / "moe_5t.yaml"
    shutil.copytree(examples(), folder, dirs_exist_ok=True)
    text = spec.read_text("utf-8")
    with served(spec) as port:
        for name, change in KINDS.items():
            taken = [saved(port, spec, change(text, number)) for number in range(REPEATS)]
            beside = f"of {REPEATS}: {', '.join(f'{1e3 * one:.0f}' for one in sorted(taken))} ms"
            board.figure(f"save to refreshed page, {name}", 1e3 * min(taken), "ms", AIM_MS, beside)


def words(text: str, number: int) -> str:
    """Another title of the document."""
    return re.sub(r"^(  title: *)(.*)$", rf"\1Saved {number}", text, count=1, flags=re.M)


def latency(text: str, number: int) -> str:
    """Another time of the barrier around an operation."""
    changed, found = re.subn(r"(sync: *)([\d.]+ us)", rf"\g<1>{4 + number / 10} us", text, count=1)
    assert found == 1
    return changed


KINDS: dict[str, Callable[[str, int], str]] = {"words": words, "a latency": latency}


def saved(port: int, spec: Path, text: str) -> float:
    """Seconds from the write until the new page is here."""
    build = BUILD.findall(got(port, PAGE))[0]
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", f"{PAGE}.events?{build}")
    news = connection.getresponse()
    time.sleep(1.5)  # a person types; the process is at rest by then
    start = time.perf_counter()
    spec.write_text(text, "utf-8")
    while not news.readline().startswith(b"data: "):
        pass
    page = got(port, PAGE)
    seconds = time.perf_counter() - start
    connection.close()
    assert BUILD.findall(page)[0] != build
    assert 'id="broken"' not in page, "the change broke the spec"
    return seconds


def got(port: int, path: str) -> str:
    """A page."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", path)
    text = connection.getresponse().read().decode()
    connection.close()
    return text


@contextmanager
def served(spec: Path) -> Iterator[int]:
    """The port of a running watch."""
    command = [sys.executable, "-c", COMMAND, "watch", str(spec)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as child:
        assert child.stdout is not None
        yield int(re.findall(r":(\d+)/", child.stdout.readline())[0])
        child.send_signal(signal.SIGINT)
