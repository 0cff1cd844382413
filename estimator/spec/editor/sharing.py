"""What stands in a schema many times, said once: lists of words, quantities, and other long parts."""

from __future__ import annotations

import json
from collections import Counter

from estimator.spec.editor.walk import Schema, changed, parts

LEAST = 3
"""Times that a part stands there before it is worth a name."""
LONG = 150
"""Letters of a part that is worth a name."""
_ABOUT = ("description", "default", "examples")


def shared(schema: Schema) -> Schema:
    """The schema with its long repeated parts under `$defs`; the text of each key stays where it is."""
    counted = Counter(text for part in parts(schema) if (text := _written(part)))
    names: dict[str, str] = {}
    for text, times in counted.items():
        if times >= LEAST and len(text) > LONG:
            names[text] = f"shared_{len(names) + 1}"
    if not names:
        return schema
    made = changed(schema, lambda part: _by_name(part, names))
    used = {part["$ref"].rpartition("/")[2] for part in parts(made) if "$ref" in part}
    definitions = {name: json.loads(text) for text, name in names.items() if name in used}
    return made | {"$defs": {**made["$defs"], **definitions}}


def _written(part: Schema) -> str:
    """What is not about the key: of a part that only holds words, numbers or texts."""
    own = {key: item for key, item in part.items() if key not in _ABOUT}
    simple = "properties" not in own and "patternProperties" not in own and "$ref" not in own and "allOf" not in own
    return json.dumps(own, ensure_ascii=False) if own and simple else ""


def _by_name(part: Schema, names: dict[str, str]) -> Schema:
    name = names.get(_written(part))
    if name is None:
        return part
    return {key: item for key, item in part.items() if key in _ABOUT} | {"$ref": f"#/$defs/{name}"}
