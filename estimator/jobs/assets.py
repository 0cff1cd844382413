"""Finds the templates and the example specs: in the installed package, or beside it in a checkout."""

from pathlib import Path

from estimator.errors import InternalError

PACKAGE = Path(__file__).parents[1]


def templates() -> Path:
    """The folder of the document templates."""
    return _folder("templates", "templates")


def template_texts() -> dict[str, str]:
    """The text of every template, and of every part of the page's script, by its place in the folder."""
    folder = templates()
    files = [path for path in sorted(folder.iterdir()) if path.is_file()] + sorted(folder.glob("review/*.js"))
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in files}


def examples() -> Path:
    """The folder of the example specs."""
    return _folder("examples", "specs")


def _folder(inside: str, beside: str) -> Path:
    for folder in (PACKAGE / inside, PACKAGE.parent / beside):
        if folder.is_dir():
            return folder
    raise InternalError(f"the folder {inside} is missing from the installation at {PACKAGE}")
