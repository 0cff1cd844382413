"""The page's script: the files of ``templates/review`` in their order, as one script in a scope of its own."""

from __future__ import annotations

from collections.abc import Mapping

MODULES = (
    *("base", "numbers", "evaluator", "step", "changes", "tables", "links", "figures", "repaint", "controls"),
    *("explain", "remarks", "main"),
)
"""Each uses those before it, in one scope, which hands nothing to the page but ``commspec`` for tests and tools."""


def script(templates: Mapping[str, str]) -> str:
    """The whole script; "" where the templates have none."""
    texts = [templates[name] for module in MODULES if (name := f"review/{module}.js") in templates]
    return "\n".join(['"use strict";', "(() => {", *texts, "})();", ""]) if texts else ""
