"""What pages are made from, with templates that an earlier run compiled: compiling them takes as long as a page."""

import os
import sys
from contextlib import suppress
from pathlib import Path
from pickle import UnpicklingError

import jinja2
from jinja2.bccache import Bucket

from estimator import __version__
from estimator.jobs.assets import template_texts, templates
from estimator.report.looks.look import Look
from estimator.report.pages.assets import Assets


def page_assets(look: Look | None = None) -> Assets:
    """The templates of the installation, and the look of a document."""
    kind = "" if look is None else "-look"  # compiled for the sandbox
    return Assets(template_texts(), __version__, Compiled(templates() / "__pycache__", kind), look)


class Compiled(jinja2.FileSystemBytecodeCache):
    """Compiled templates in a folder beside them, as Python keeps its own; where none may be written, none is."""

    def __init__(self, folder: Path, kind: str = "") -> None:
        # jinja2 compares the text of a template by itself, but not by which version it was compiled, nor for what.
        super().__init__(str(folder), f"commspec-{__version__}-jinja2-{jinja2.__version__}{kind}-%s.cache")

    def load_bytecode(self, bucket: Bucket) -> None:
        """Find a template of an earlier run."""
        with suppress(OSError, EOFError, UnpicklingError):  # one that is cut short is compiled anew
            super().load_bytecode(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template for the next run."""
        folder = Path(self.directory)
        if sys.dont_write_bytecode or not os.access(folder.parent, os.W_OK):
            return
        with suppress(OSError):  # a full disk or a quota: the page is made all the same
            folder.mkdir(exist_ok=True)
            super().dump_bytecode(bucket)
