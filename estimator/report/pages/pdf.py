"""The PDF of a print page: tagged, with bookmarks, its fonts embedded; the same page gives the same bytes."""

from __future__ import annotations

from typing import Any

from estimator.collector import collector_paused
from estimator.errors import UserError
from estimator.phrase import phrase

PACKAGES = ("libpango-1.0-0", "libpangoft2-1.0-0", "libharfbuzz-subset0", "fonts-noto-cjk", "fonts-inter")


class MissingLibrary(UserError):  # noqa: N818 - it names what the user has to install
    """The system libraries of the PDF writer are not there; ``packages`` are the Debian packages to install."""

    def __init__(self, reason: str) -> None:
        self.packages = PACKAGES
        super().__init__(
            phrase(
                "no PDF: a system library is missing ({reason}); run: apt-get install -y {packages}",
                reason=reason,
                packages=" ".join(PACKAGES),
            )
        )


def pdf(html: str) -> bytes:
    """The PDF of a self-contained page. Nothing is fetched but data: URIs.

    Raises MissingLibrary when the text libraries of the system are not installed.
    """
    try:
        import weasyprint
        from weasyprint.text.fonts import FontConfiguration
    except OSError as error:
        raise MissingLibrary(str(error).splitlines()[0]) from None
    # Boxes and styles all stay to the end: a search for garbage among them took a quarter of the time.
    with collector_paused():
        page = weasyprint.HTML(string=html, url_fetcher=_fetcher())
        # No identifier from the clock or chance: the same page must give the same bytes.
        return bytes(page.write_pdf(font_config=FontConfiguration(), pdf_tags=True, pdf_identifier=b""))


def _fetcher() -> Any:
    """A fetcher that opens data: URIs and refuses everything else."""
    from weasyprint.urls import URLFetcher

    return URLFetcher(allowed_protocols=("data",))
