"""What of a spec bears on its numbers, as a key: all but the document's own data, words, risks and open points."""

from __future__ import annotations

from collections.abc import Hashable

from estimator.spec.document import Spec
from estimator.spec.same import Same

WORDS = ("document", "glossary", "risks", "open_points")
"""Parts of which limits and times know nothing, but how the document wants limits rounded and frozen."""


def bearing(spec: Spec) -> tuple[Hashable, ...]:
    """Equal for two specs, one read after the other, that differ in nothing a time or a limit rests on."""
    parts = (Same(getattr(spec, name)) for name in type(spec).model_fields if name not in WORDS)
    document = spec.document
    return (*parts, document.status, document.rounding)
