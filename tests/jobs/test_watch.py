"""A spec under watch, over HTTP: what a save shows, what a mistake leaves, who is refused."""

import http.client
import os
import re
import threading
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from html import unescape
from pathlib import Path

import pytest

from estimator.errors import UserError
from estimator.jobs import watch as watch_module
from estimator.jobs.assets import templates
from estimator.jobs.watch import Watch

ZH, EN = "/requirements.zh.html", "/requirements.en.html"
LONGEST = 20
"""Seconds until a test gives up; nothing waits that long."""


class Browser:
    """Asks as a browser does, and waits for the news of a page."""

    def __init__(self, port: int) -> None:
        self.port = port

    def get(self, path: str, host: str | None = None, method: str = "GET") -> tuple[int, dict[str, str], str]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LONGEST)
        connection.request(method, path, headers={"Host": host} if host else {})
        answer = connection.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read().decode()

    def page(self, path: str = EN) -> str:
        status, _, text = self.get(path)
        assert status == 200
        return text

    def after(self, change: Callable[[], object], path: str = EN) -> str:
        """The page that follows on a change."""
        build = re.findall('data-build="([^"]+)"', self.page(path))[0]
        change()
        return self.newer(path, build)

    def newer(self, path: str, build: str) -> str:
        """The page that follows on a build."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LONGEST)
        connection.request("GET", f"{path}.events?{build}")
        answer = connection.getresponse()
        assert answer.getheader("Content-Type") == "text/event-stream"
        while not (line := answer.readline()).startswith(b"data: "):
            assert line, "the news ended"
        assert line.decode().removeprefix("data: ").strip() != build
        connection.close()
        return self.page(path)


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    """The starter, its document in a file of its own."""
    text = (templates() / "starter.yaml").read_text("utf-8")
    head, document, rest = re.split(r"^(document:\n(?:[ #].*\n|\n)+)", text, maxsplit=1, flags=re.M)
    inner = "".join(line[2:] if line.startswith("  ") else line for line in document.splitlines(True)[1:])
    (tmp_path / "document.yaml").write_text(inner, "utf-8")
    path = tmp_path / "spec.yaml"
    path.write_text(f"{head}document: !include document.yaml\n{rest}", "utf-8")
    return path


@contextmanager
def watching(spec: Path) -> Iterator[Browser]:
    watch, stop, first = Watch(spec), threading.Event(), threading.Event()
    thread = threading.Thread(target=watch.run, args=(stop, lambda _: first.set()), daemon=True)
    thread.start()
    try:
        assert first.wait(LONGEST)
        yield Browser(watch.server.port)
    finally:
        stop.set()
        thread.join(LONGEST)
    assert not thread.is_alive()


@pytest.fixture
def browser(spec: Path) -> Iterator[Browser]:
    with watching(spec) as browser:
        yield browser


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), "utf-8")


def test_a_save_of_the_spec_or_of_a_file_in_it_shows_the_new_page(spec: Path, browser: Browser) -> None:
    assert "362.5" not in browser.page()
    assert "362.5" in browser.after(lambda: change(spec, "bandwidth: 360 GB/s", "bandwidth: 362.5 GB/s"))
    beside = spec.parent / "document.yaml"
    title = re.findall(r"^title:.*$", beside.read_text("utf-8"), re.M)[0]
    shown = browser.after(lambda: change(beside, title, "title: A title that was just saved"))
    assert "A title that was just saved" in shown
    while "A title that was just saved" not in (page := browser.page(ZH)):  # the other language comes after
        browser.newer(ZH, re.findall('data-build="([^"]+)"', page)[0])


def test_a_file_put_in_place_of_the_spec_is_a_save_and_one_that_is_only_touched_is_none(
    spec: Path, browser: Browser
) -> None:
    build = re.findall("data-build=.*?>", browser.page())
    os.utime(spec, (1, 1))
    other = spec.with_suffix(".new")
    other.write_text(spec.read_text("utf-8").replace("bandwidth: 360 GB/s", "bandwidth: 361.5 GB/s"), "utf-8")
    assert re.findall("data-build=.*?>", browser.page()) == build
    assert "361.5" in browser.after(lambda: other.replace(spec))


def test_a_broken_spec_keeps_the_last_good_page_below_its_mistakes_and_their_lines(
    spec: Path, browser: Browser
) -> None:
    good = browser.page()
    text = spec.read_text("utf-8")
    number = text[: text.index("bandwidth: 360 GB/s")].count("\n") + 1
    broken = browser.after(lambda: change(spec, "bandwidth: 360 GB/s", "bandwidth: 360 <b>gb/s"))
    assert f"{spec}:{number}:" in broken
    assert "360 &lt;b&gt;gb/s" in broken
    assert "<b>gb/s" not in broken
    assert 'id="broken"' in broken
    assert good.partition("<body>")[2].partition("<script data-build")[0] in broken
    assert "规格有错误；下面是上一次正常的页面" in browser.page(ZH)
    mended = browser.after(lambda: spec.write_text(text, "utf-8"))
    assert 'id="broken"' not in mended


def test_a_file_that_was_missing_is_waited_for(spec: Path) -> None:
    beside = spec.parent / "document.yaml"
    text = beside.read_text("utf-8")
    beside.unlink()
    with watching(spec) as browser:
        assert "document.yaml: no such file" in browser.page()
        assert "还没有正常的页面" in browser.page(ZH)
        assert 'id="broken"' not in browser.after(lambda: beside.write_text(text, "utf-8"))


def test_a_spec_that_is_gone_is_told_and_shown_again_once_it_is_back(spec: Path, browser: Browser) -> None:
    text = spec.read_text("utf-8")
    gone = browser.after(spec.unlink)
    assert "no such file" in gone
    assert "<main" in gone
    assert 'id="broken"' not in browser.after(lambda: spec.write_text(text, "utf-8"))


def test_a_file_that_an_edit_adds_is_watched_from_then_on(spec: Path, browser: Browser) -> None:
    text = spec.read_text("utf-8")
    head, risks = (text[: text.index("\nrequirements:")], text[text.index("\nrequirements:") :])
    added = spec.with_name("added.yaml")
    added.write_text('R-9: {title: "A risk of its own"}\n', "utf-8")
    assert "A risk of its own" in browser.after(
        lambda: spec.write_text(f"{head}\nrisks: !include added.yaml\n{risks}", "utf-8")
    )
    assert "Another risk" in browser.after(lambda: change(added, "A risk of its own", "Another risk"))


def test_a_failure_of_the_program_is_said_and_the_next_save_is_built(
    spec: Path, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = browser.page()

    def fails(*_: object, **__: object) -> None:
        raise ZeroDivisionError("nothing is left")

    with monkeypatch.context() as broken:
        broken.setattr(watch_module, "gathered", fails)
        shown = browser.after(lambda: change(spec, "bandwidth: 360 GB/s", "bandwidth: 361.5 GB/s"))
    assert "The program failed; below is the last good page" in shown
    assert "internal error, not your spec&#x27;s fault: ZeroDivisionError: nothing is left" in shown
    assert good.partition("<body>")[2].partition("<script data-build")[0] in shown
    assert "程序出错" in browser.page(ZH)
    mended = browser.after(lambda: change(spec, "bandwidth: 361.5 GB/s", "bandwidth: 362.5 GB/s"))
    assert "362.5" in mended
    assert 'id="broken"' not in mended


def test_it_listens_on_this_machine_s_own_address_alone(spec: Path) -> None:
    watch = Watch(spec)
    assert watch.server.socket.getsockname()[0] == "127.0.0.1"
    watch.server.server_close()


def test_the_script_that_reloads_is_the_only_one_that_the_policy_allows_beside_the_page_s_own(
    browser: Browser,
) -> None:
    page = browser.page()
    policy = unescape(re.findall('http-equiv="Content-Security-Policy" content="([^"]+)"', page)[0])
    scripts = re.findall(r"<script(?: data-build=\"[^\"]+\")?>(.*?)</script>", page, re.S)
    hashes = [f"sha256-{b64encode(sha256(script.encode()).digest()).decode()}" for script in scripts]
    assert len(scripts) == 2
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["script-src"].split() == [f"'{one}'" for one in hashes]
    assert (rules["default-src"], rules["connect-src"]) == ("'none'", "'self'")


def test_no_name_but_this_machine_s_is_answered(browser: Browser) -> None:
    for host in ("example.com", f"example.com:{browser.port}", "127.0.0.1", f"127.0.0.1.evil.test:{browser.port}"):
        status, _, text = browser.get(EN, host)
        assert (status, "<html" in text) == (403, False), host
    assert browser.get(EN, f"localhost:{browser.port}")[0] == 200
    assert browser.get("/")[1]["Location"] in (ZH, EN)


@pytest.mark.parametrize(
    "path",
    ["/spec.yaml", "/../spec.yaml", "/%2e%2e/spec.yaml", "//etc/passwd", "/requirements.zh.html/../spec.yaml", "/x"],
)
def test_nothing_of_the_disk_is_served(path: str, browser: Browser) -> None:
    assert browser.get(path)[::2] == (404, "no such page\n")
    assert browser.get(EN, method="POST")[0] == 501


def test_a_folder_or_a_taken_port_is_refused(spec: Path) -> None:
    with pytest.raises(UserError, match="no file that can be watched"):
        Watch(spec.parent)
    taken = Watch(spec)
    told = f"--port {taken.server.port}: another program uses it; write another, or none"
    with pytest.raises(UserError, match=told):
        Watch(spec, port=taken.server.port)
    taken.server.server_close()


def test_a_save_of_the_look_shows_the_new_page_and_a_broken_one_its_line(spec: Path) -> None:
    document, look = spec.parent / "document.yaml", spec.parent / "looks" / "team"
    look.mkdir(parents=True)
    (look / "style.css").write_text("p{color:#111213}", "utf-8")
    document.write_text(document.read_text("utf-8") + "look: looks/team\n", "utf-8")
    with watching(spec) as browser:
        assert "p{color:#111213}" in browser.page()
        assert "#212223" in browser.after(lambda: change(look / "style.css", "#111213", "#212223"))
        wording = look / "wording.en.yaml"
        assert ">State of it<" in browser.after(lambda: wording.write_text("cover.status: State of it\n", "utf-8"))
        broken = browser.after(lambda: change(wording, "cover.status", "cover.statu"))
        assert "wording.en.yaml:1:1: cover.statu: no phrase has this id" in broken
        assert ">State of it<" in broken
        assert ">State of it<" not in browser.after(wording.unlink)
