"""The commented starter specs: their text, and files of them; the platforms that they can start from."""

import re
from pathlib import Path
from typing import NamedTuple

from estimator.chinese.starters import COMMENTS, HEADS
from estimator.errors import UserError
from estimator.jobs.assets import examples, templates
from estimator.jobs.outputs.writing import write_new
from estimator.phrase import phrase
from estimator.spec.reading.suggest import suggestion
from estimator.spec.values.base import Language

EXAMPLES = ("asic_x", "mesh_box")
"""Platforms of made-up numbers, which the example specs include."""
COMMENT = re.compile(r"((?:^|(?<=\s))# )(.*)$", re.MULTILINE)
PLATFORMS = "platforms"
"""The folder of the platforms, beside a spec."""


class Listed(NamedTuple):
    """A platform that comes with commspec: the name of its file, and what its first line says of it."""

    name: str
    text: str


def starter(language: Language = "en") -> bytes:
    """The starter spec as YAML text in UTF-8, its comments in a language."""
    return commented((templates() / "starter.yaml").read_text("utf-8"), language).encode()


def commented(text: str, language: Language) -> str:
    """A spec with its comments in a language: what it says is the same in every one."""
    if language == "en":
        return text
    return COMMENT.sub(lambda found: f"{found[1]}{COMMENTS.get(found[2]) or HEADS.get(found[2], found[2])}", text)


def write_starter(path: Path, language: Language = "en") -> None:
    """Write the starter spec to ``path``; UserError when something is there already or the place is unwritable."""
    write_new(path, starter(language))


def listed(language: Language = "en") -> list[Listed]:
    """The platforms of published numbers, by name."""
    files = sorted((examples() / PLATFORMS).glob("*.yaml"))
    return [
        Listed(file.stem, commented(file.read_text("utf-8").partition("\n")[0], language).lstrip("# "))
        for file in files
        if file.stem not in EXAMPLES
    ]


def platform_text(name: str, language: Language = "en") -> str:
    """The file of a platform, what stands at its head in a language; UserError for a name that is none."""
    known = [one.name for one in listed()]
    if name not in known:
        raise UserError(
            phrase(
                "there is no platform '{name}'; {suggestion}",
                name=name,
                suggestion=suggestion(name, known),
            )
        )
    return commented((examples() / PLATFORMS / f"{name}.yaml").read_text("utf-8"), language)


def start_from(platform: str, kind: str, language: Language = "en") -> str:
    """A starter spec of a kind that includes ``platforms/<platform>.yaml``; UserError for a name that is none."""
    platform_text(platform)
    text = (templates() / "starters" / f"{kind}.yaml").read_text("utf-8")
    return commented(text, language).replace("PLATFORM", platform)


def write_started(path: Path, platform: str, kind: str, language: Language = "en") -> tuple[Path, ...]:
    """Write such a spec and the file of its platform beside it; the files that were written.

    A platform file that is there already with the same bytes is left; UserError when anything else is in the way.
    """
    spec, text = start_from(platform, kind, language).encode(), platform_text(platform, language).encode()
    beside = path.parent / PLATFORMS / f"{platform}.yaml"
    if path.exists():
        raise UserError(phrase("{path}: is there already; choose another name", path=path))
    if beside.exists():
        if beside.read_bytes() not in (text, platform_text(platform).encode()):
            raise UserError(
                phrase(
                    "{beside}: is there already, and holds something else; move it, or choose another folder",
                    beside=beside,
                )
            )
        write_new(path, spec)
        return (path,)
    write_new(beside, text)
    write_new(path, spec)
    return (path, beside)
