"""Finds the templates and the example specs: in the installed package, or beside it in a checkout."""

from pathlib import Path

from estimator.errors import InternalError

PACKAGE = Path(__file__).parents[1]


def templates() -> Path:
    """The folder of the document templates."""
    return _folder("templates", "templates")


def template_texts() -> dict[str, str]:
    """The text of every file in the templates folder, by name."""
    return {path.name: path.read_text("utf-8") for path in sorted(templates().iterdir()) if path.is_file()}


def examples() -> Path:
    """The folder of the example specs."""
    return _folder("examples", "specs")


def _folder(inside: str, beside: str) -> Path:
    for folder in (PACKAGE / inside, PACKAGE.parent / beside):
        if folder.is_dir():
            return folder
    raise InternalError(f"the folder {inside} is missing from the installation at {PACKAGE}")
