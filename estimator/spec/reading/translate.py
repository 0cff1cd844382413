"""From pydantic's errors to problems: the path as written, what is wrong, what to write."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from estimator.errors import Path, Problem
from estimator.phrase import both, linked, phrase
from estimator.spec.reading.meant import key_meant
from estimator.spec.reading.other_file import other_file
from estimator.spec.reading.suggest import choice, suggestion
from estimator.spec.reading.ways import MISSING, joined
from estimator.spec.requirements.kinds import KIND_NAMES, KINDS
from estimator.spec.told.catalogue import told
from estimator.spec.values.describe import described
from estimator.spec.values.quantity import said

KINDS_OF_A_WORD: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        **dict.fromkeys(("bandwidth", "busbw", "throughput"), ("large_message_bandwidth",)),
        "latency": ("latency_floor",),
        **dict.fromkeys(("time", "duration"), ("collective_time",)),
        **dict.fromkeys(("p99", "percentile", "jitter", "tail"), ("tail_ratio", "collective_time")),
        "overlap": ("compute_overlap",),
        "efficiency": ("scaling", "hierarchical_efficiency"),
        "contention": ("concurrency_slowdown",),
    }
)
"""Words that people write as a kind: what the requirement is about."""


@dataclass(frozen=True, slots=True)
class UnplacedProblem:
    """A problem without a position, and whether it belongs to the key instead of the value."""

    problem: Problem
    at_key: bool = False


def mistakes(error: ValidationError, data: Any, model: type[BaseModel]) -> list[UnplacedProblem]:
    """Every error of a validation as a mistake with its path in ``data``.

    A list whose entries are all mistaken is not empty as well, and a key that is misspelt is not missing as well. Of a
    file of another kind that alone is told.
    """
    if (other := other_file(data, model)) is not None:
        return [UnplacedProblem(other)]
    found = error.errors(include_url=False)
    inside = {details["loc"][:length] for details in found for length in range(len(details["loc"]))}
    kept = [details for details in found if details["type"] != "too_short" or details["loc"] not in inside]
    all_of_them = [_mistake(details, data, model) for details in kept]
    all_of_them = [*_renamed(all_of_them)]
    meant = {(*one.problem.path[:-1], key_meant(one.problem)) for one in all_of_them if one.at_key}
    left = [one for one in all_of_them if one.problem.message != MISSING or one.problem.path not in meant]
    at_key = {one.problem.path for one in left if one.at_key}
    return [UnplacedProblem(problem, problem.path in at_key) for problem in joined([one.problem for one in left])]


def _renamed(found: list[UnplacedProblem]) -> Iterator[UnplacedProblem]:
    """A key that is not known, in a mapping that lacks just one, is taken for that one unless it resembles another."""
    lacking: dict[Path, list[str]] = {}
    strange: dict[Path, list[UnplacedProblem]] = {}
    for one in found:
        holder = one.problem.path[:-1]
        if one.problem.message == MISSING:
            lacking.setdefault(holder, []).append(str(one.problem.path[-1]))
        elif one.at_key and not key_meant(one.problem):
            strange.setdefault(holder, []).append(one)
    for one in found:
        keys = lacking.get(one.problem.path[:-1], [])
        if len(keys) == 1 and strange.get(one.problem.path[:-1]) == [one]:
            yield UnplacedProblem(replace(one.problem, hint=phrase("did you mean {near}?", near=keys[0])), one.at_key)
        else:
            yield one


def real_path(location: tuple[int | str, ...], data: Any) -> Path:
    """The location without what is no key of the data (union tags, names of validators)."""
    path: list[int | str] = []
    place = data
    for index, step in enumerate(location):
        if index == 2 and path[:1] == ["requirements"] and step in KIND_NAMES:
            continue
        if _holds(place, step):
            place = place[step]
            path.append(step)
    return tuple(path)


def _holds(place: Any, step: int | str) -> bool:
    if isinstance(step, int):
        return isinstance(place, list) and step < len(place)
    return isinstance(place, dict) and step in place


def _mistake(details: ErrorDetails, data: Any, model: type[BaseModel]) -> UnplacedProblem:
    kind, value = details["type"], details["input"]
    context: Mapping[str, Any] = details.get("ctx", {})
    path = real_path(details["loc"], data)
    if kind == "spec":
        return UnplacedProblem(
            Problem((*path, context["key"]) if context["key"] else path, context["what"], context["hint"])
        )
    if kind == "missing":
        key = str(details["loc"][-1])
        return UnplacedProblem(
            Problem(
                (*path, key), MISSING, phrase("add {key}{meaning}", key=key, meaning=_meaning(model, data, path, key))
            )
        )
    if kind == "extra_forbidden":
        known = keys_of(model_at(model, data, path[:-1]))
        return UnplacedProblem(Problem(path, "unknown key", suggestion(path[-1], known)), at_key=True)
    if kind == "union_tag_not_found":
        return _kind_mistake(path, value)
    message, hint = _plain(kind, value, context)
    return UnplacedProblem(Problem(path, message, hint), at_key=details["loc"][-1] == "[key]")


def _kind_mistake(path: Path, value: Any) -> UnplacedProblem:
    if not isinstance(value, dict):
        return UnplacedProblem(
            Problem(
                path,
                phrase("{value} is no requirement", value=said(value)),
                "write a mapping with kind, title and limit",
            )
        )
    if "kind" not in value:
        return UnplacedProblem(
            Problem((*path, "kind"), MISSING, phrase("add kind: {choice}", choice=choice(KIND_NAMES)))
        )
    return UnplacedProblem(
        Problem((*path, "kind"), phrase("{value} is no kind", value=said(value["kind"])), _kind_hint(value["kind"]))
    )


def _kind_hint(written: object) -> str:
    """The kinds that a quantity or a statistic can mean, the nearest word, or all kinds."""
    word = str(written).lower()
    fits = KINDS_OF_A_WORD.get("p99" if re.fullmatch(r"p\d+(\.\d+)?", word) else word)
    return phrase("write {fits}", fits=linked(" or ", fits)) if fits else suggestion(written, KIND_NAMES)


def _plain(kind: str, value: Any, context: Mapping[str, Any]) -> tuple[str, str]:
    if kind == "literal_error":
        known = re.findall(r"'([^']*)'", str(context["expected"]))
        return phrase("{value} is not known here", value=said(value)), suggestion(value, known)
    if kind in ("model_type", "dict_type", "model_attributes_type"):
        names_file = isinstance(value, str) and value.endswith((".yaml", ".yml"))
        return phrase("{value} is no mapping", value=said(value)), phrase(
            "write !include {value}", value=value
        ) if names_file else "write key: value pairs"
    if kind in ("tuple_type", "list_type"):
        return phrase("{value} is not a list", value=said(value)), phrase("write [{value}]", value=value) if isinstance(
            value, str
        ) else "write [a, b]"
    if kind in ("too_short", "string_too_short"):
        return "is empty", "write at least one entry" if kind == "too_short" else "write a text"
    if kind == "too_long":
        return phrase("more than {max_length} entries", max_length=context["max_length"]), phrase(
            "write at most {max_length}", max_length=context["max_length"]
        )
    if kind == "string_too_long":
        return "the text is too long", phrase("write at most {max_length} characters", max_length=context["max_length"])
    if kind == "string_type":
        return phrase("{value} is not a text", value=said(value)), "write a text"
    return phrase("{value} is not allowed here", value=said(value)), "see commspec schema"


def _meaning(model: type[BaseModel], data: Any, path: Path, key: str) -> str:
    owner = model_at(model, data, path)
    text = described(owner, key) if owner else ""
    if owner is None or not text:
        return ""
    english, entry = " ".join(text.split()).rstrip("."), told(owner, key)
    return phrase(" ({text})", text=both(english, entry.zh.rstrip("。").replace("`", "")) if entry else english)


def keys_of(model: type[BaseModel] | None) -> list[str]:
    """The keys a model knows, as a spec writes them."""
    if model is None:
        return []
    return [str(field.validation_alias or name) for name, field in model.model_fields.items()]


def model_at(model: type[BaseModel], data: Any, path: Path) -> type[BaseModel] | None:
    """The model of the mapping at a path, by walking the annotations along with the data."""
    current: Any = model
    place = data
    for step in path:
        place = place[step] if _holds(place, step) else None
        if _is_model(current):
            names = {str(field.validation_alias or name): field for name, field in current.model_fields.items()}
            other = getattr(current, "otherwise", None)
            current = _bare(names[str(step)].annotation, place) if step in names else other
        else:
            current = _element(current, place)
    return current if _is_model(current) else None


def _is_model(annotation: Any) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, BaseModel)


def _element(annotation: Any, place: Any) -> Any:
    if get_origin(annotation) in (dict, tuple):
        arguments = get_args(annotation)
        return _bare(arguments[1] if get_origin(annotation) is dict else arguments[0], place)
    return None


def _bare(annotation: Any, place: Any) -> Any:
    """The annotation without Annotated, None and the kinds that the data is not of."""
    while hasattr(annotation, "__metadata__"):
        annotation = annotation.__origin__
    if get_origin(annotation) not in (Union, UnionType):
        return annotation
    options = [option for option in get_args(annotation) if option is not NoneType]
    if len(options) == 1:
        return _bare(options[0], place)
    models = [option for option in (_bare(each, place) for each in options) if _is_model(option)]
    if len(models) == 1 and isinstance(place, dict):
        return models[0]
    kind = place.get("kind") if isinstance(place, dict) else None
    return KINDS[KIND_NAMES.index(kind)] if kind in KIND_NAMES else None
