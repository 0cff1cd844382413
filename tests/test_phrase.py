import pickle

from estimator.phrase import Linked, Phrase, linked, phrase, sentence_of


def test_a_phrase_is_its_english_text_and_knows_template_and_fields() -> None:
    made = phrase("{value} is no {kind!r}, of {cells:,}", value="'x'", kind="time", cells=39950)
    assert made == "'x' is no 'time', of 39,950"
    assert isinstance(made, Phrase)
    assert made.template == "{value} is no {kind!r}, of {cells:,}"
    assert made.fields == {"value": "'x'", "kind": "time", "cells": 39950}


def test_parts_are_linked_by_a_word() -> None:
    assert linked(" or ", (name for name in ("ring", "bruck"))) == "ring or bruck"
    assert linked(" or ", []) == ""


def test_a_failure_put_into_a_field_is_its_sentence() -> None:
    inner = ValueError(phrase("{text} has no unit", text="'5'"))
    made = phrase("--until: {error}", error=inner)
    assert made == "--until: '5' has no unit"
    assert isinstance(made, Phrase)
    assert isinstance(made.fields["error"], Phrase)
    assert phrase("{error}", error=ValueError("plain")) == "plain"
    assert sentence_of(ValueError(inner.args[0])) is inner.args[0]
    assert sentence_of(OSError(2, "gone")) == "[Errno 2] gone"


def test_phrases_pass_between_processes_whole() -> None:
    made = phrase("did you mean {words}?", words=linked(" or ", ["ring", "bruck"]))
    again = pickle.loads(pickle.dumps(made))
    assert again == made
    assert isinstance(again, Phrase)
    words = again.fields["words"]
    assert isinstance(words, Linked)
    assert words.parts == ("ring", "bruck")
