"""Serves the pages of a watched spec to browsers of this machine, from memory; it opens no file."""

from __future__ import annotations

import re
import socketserver
from errno import EADDRINUSE
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from estimator.errors import UserError
from estimator.jobs.watching.shown import Shown
from estimator.phrase import phrase, word
from estimator.report.pages.live import HTML, TEXT, UNFRAMED
from estimator.spec.values.base import Language

ADDRESS = "127.0.0.1"
PAGE = re.compile(r"/requirements\.(zh|en)\.html(\.events)?")
HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": UNFRAMED,
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class PageServer(ThreadingHTTPServer):
    """One thread a request, on the loopback address alone. ``port`` 0: any that is free; UserError: it is taken."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, shown: Shown, port: int) -> None:
        self.shown = shown
        try:
            super().__init__((ADDRESS, port), _Answer)
        except OSError as error:
            why = word("another program uses it") if error.errno == EADDRINUSE else error.strerror or str(error)
            raise UserError(phrase("--port {port}: {why}; write another, or none", port=port, why=why)) from None
        self.port = int(self.server_address[1])

    @property
    def url(self) -> str:
        """Where the first page is found."""
        return f"http://{ADDRESS}:{self.port}/requirements.{self.shown.asked}.html"

    def server_bind(self) -> None:
        """Bind without asking a name server what this machine is called."""
        socketserver.TCPServer.server_bind(self)

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that went away in the middle of a page is no news."""


class _Answer(BaseHTTPRequestHandler):
    server: PageServer
    timeout = 60

    def do_GET(self) -> None:
        """A page, or the news about one."""
        host = self.headers.get("Host", "")
        if host not in {f"{name}:{self.server.port}" for name in (ADDRESS, "localhost")}:
            # Another name that was made to point here would let a foreign page read ours.
            self._say(403, b"this server answers to 127.0.0.1 alone\n")
            return
        path, _, query = self.path.partition("?")
        found = PAGE.fullmatch(path)
        if path == "/":
            self._begin(302, TEXT, {"Location": f"/requirements.{self.server.shown.asked}.html"})
        elif found is None:
            self._say(404, b"no such page\n")
        else:
            language: Language = "zh" if found[1] == "zh" else "en"
            self._tell_news(language, query) if found[2] else self._give(language)

    def _give(self, language: Language) -> None:
        placed = self.server.shown.page(language)
        if placed is None:
            self._say(404, b"no page in this language\n")
            return
        self.server.shown.asked = language
        self._begin(200, HTML, {"Content-Length": str(len(placed.html))})
        self.wfile.write(placed.html)
        self.server.shown.was_fetched(placed.build)

    def _tell_news(self, language: Language, build: str) -> None:
        """Server-sent events: the build of the page whenever it is another; a comment else, to see who is gone."""
        self._begin(200, "text/event-stream", {})
        self.wfile.write(b"retry: 500\n\n")
        while not self.server.shown.ended:
            news = self.server.shown.after(language, build)
            self.wfile.write(b":\n\n" if news is None else f"data: {news}\n\n".encode())
            build = news or build

    def _say(self, status: int, text: bytes) -> None:
        self._begin(status, TEXT, {"Content-Length": str(len(text))})
        self.wfile.write(text)

    def _begin(self, status: int, kind: str, more: dict[str, str]) -> None:
        self.send_response_only(status)
        for name, value in {"Content-Type": kind, **HEADERS, **more}.items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the library's
        """Who asks for what is nobody's business."""
