"""What a look can change, listed: the blocks of the templates with what they hold, and the phrases with their ids."""

from __future__ import annotations

import json
from collections.abc import Mapping

from estimator.errors import UserError
from estimator.phrase import phrase
from estimator.report.looks.blocks import BLOCKS
from estimator.report.looks.look import ENDING
from estimator.report.tables.screen import PLAIN, Screen, fitted
from estimator.report.words.lookup import LANGUAGES, words
from estimator.spec.reading.suggest import FEW, suggestion
from estimator.spec.values.base import Language
from estimator.units import shown

HEADS = (("模板", "区块", "内容"), ("template", "block", "what it holds"))


def blocks_text(language: Language, screen: Screen = PLAIN) -> str:
    """A line for each block."""
    side = LANGUAGES.index(language)
    rows = [
        HEADS[side],
        *((name, block, text[side]) for name, found in BLOCKS.items() for block, text in found.items()),
    ]
    return "".join(f"{line}\n" for line in fitted(rows, screen, (0, 0, 0)))


def blocks_json(language: Language) -> str:
    """The same for programs: what each block holds, by template and block."""
    side = LANGUAGES.index(language)
    found = {name: {block: text[side] for block, text in blocks.items()} for name, blocks in BLOCKS.items()}
    return json.dumps(found, ensure_ascii=False, indent=2) + "\n"


def template_text(name: str, templates: Mapping[str, str]) -> str:
    """One of our templates with blocks, by its name without the ending too. Raises UserError where it is none."""
    whole = name if name.endswith(ENDING) else name + ENDING
    if whole not in BLOCKS:
        near = suggestion(whole, BLOCKS, FEW)
        raise UserError(phrase("there is no template {name}; {near}", name=shown(name), near=near))
    return templates[whole]


def wording_text(language: Language) -> str:
    """Every phrase by its id, as a file of wording has it; one that a look keeps may be left out."""
    texts = words(language).texts
    return "".join(f"{name}: {json.dumps(text, ensure_ascii=False)}\n" for name, text in texts.items())
