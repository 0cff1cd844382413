"""Appendices that a spec names by their file: read as includes are, and put beside the name."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from typing import Any

from estimator.errors import Path, Problem, UserError
from estimator.phrase import phrase
from estimator.spec.reading.include import Reader, Tree, leaves
from estimator.spec.reading.missing import instead

LIMIT = 2**20
"""Bytes of an appendix: a document of a thousand pages has no more."""
LANGUAGES = ("zh", "en")


def with_appendices(tree: Tree, reader: Reader | None, folder: str) -> None:
    """Put the text of every appendix beside the name of its file; mistakes join the tree's problems."""
    for path, appendix in _named(tree.data):
        if "text" in appendix:
            what = "file and text both say what is printed"
            tree.problems.append(
                tree.locations.placed(Problem((*path, "text"), what, "remove one of the two"), key=True)
            )
            continue
        found: dict[str, str] = {}
        for language, step, name in _files(appendix["file"]):
            text, problem = _text((*path, "file", *step), name, reader)
            if problem is None and isinstance(text, str):
                found[language] = text
            elif problem is not None:
                tree.problems.append(tree.locations.placed(problem))
                tree.silent.add(path)
        if found:
            appendix["text"] = found


def _named(data: Any) -> Iterator[tuple[Path, dict[str, Any]]]:
    """The appendices that name a file, the short form written out."""
    document = data.get("document") if isinstance(data, dict) else None
    listed = document.get("appendices") if isinstance(document, dict) else None
    if not isinstance(listed, list):
        return
    for index, entry in enumerate(listed):
        if isinstance(entry, str):
            listed[index] = entry = {"file": entry}
        if isinstance(entry, dict) and "file" in entry:
            yield ("document", "appendices", index), entry


def _files(written: Any) -> Iterator[tuple[str, Path, str]]:
    """Language, where its file is written, and the name of the file."""
    if isinstance(written, str):
        for language in LANGUAGES:
            yield language, (), written
    elif isinstance(written, dict):
        yield from ((key, (key,), name) for key, name in written.items() if key in LANGUAGES and isinstance(name, str))


def _text(path: Path, name: str, reader: Reader | None) -> tuple[str | None, Problem | None]:
    """The text of a file, or what is wrong with it."""
    if reader is None:
        return None, Problem(path, "files are not possible here", "write text: in place of file")
    target = posixpath.normpath(name)
    if leaves(name, target):
        return None, Problem(
            path, phrase("'{name}' is outside the spec's folder", name=name), "name a file inside it by a relative path"
        )
    try:
        content = reader(target)
    except UserError as error:
        return None, Problem(path, phrase("cannot read '{name}'", name=name), instead(error, name))
    if len(content) > LIMIT:
        return None, Problem(
            path, phrase("'{name}' is larger than {most} MiB", name=name, most=LIMIT // 2**20), "split it"
        )
    try:
        return content.decode("utf-8-sig"), None
    except UnicodeDecodeError:
        return None, Problem(path, phrase("'{name}' is not text in UTF-8", name=name), "save it as UTF-8")
