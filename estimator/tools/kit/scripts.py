"""The commands of benchmark tools as a shell script for each requirement; a script says what its logs do not."""

from __future__ import annotations

from dataclasses import dataclass

from estimator.require.criterion import Expanded
from estimator.spec.document import Spec
from estimator.spec.requirements.requirement import MeasurableRequirement
from estimator.tools.catalogue import commands
from estimator.tools.kit.plan import Script
from estimator.tools.tool import Command

MANIFEST = "commspec-logs.yaml"


@dataclass(frozen=True, slots=True)
class Written:
    """A script with its text."""

    script: Script
    text: str


def script_of(spec: Spec, name: str, expanded: Expanded, only: bool) -> Written | None:
    """The script of a requirement that a benchmark tool can run, None where none can. ``only``: nothing else does."""
    requirement = spec.requirements[name]
    found = commands(spec, name, expanded)
    if not found or not isinstance(requirement, MeasurableRequirement):
        return None
    conditions = tuple(dict.fromkeys(block.condition for block in expanded.blocks)) or ("exclusive",)
    script = Script(requirement=name, file=f"{name}.sh", tool=requirement.test.tool, only=only)
    head = [
        "#!/bin/sh",
        f"# {name}: {_line(requirement.title.get('en'))} / {_line(requirement.title.get('zh'))}",
        f"# Usage: sh {script.file} CONDITION, CONDITION being one of: {' '.join(conditions)}",
        "# Logs go to the folder logs, named for requirement, command, condition and repeat; hand all of them in.",
        "set -eu",
        f"condition=${{1:-{conditions[0]}}}",
        f'case "$condition" in {"|".join(conditions)}) ;; *) echo "no condition $condition here" >&2; exit 2 ;; esac',
        "mkdir -p logs",
        "failed=0",
        f'manifest=logs/{MANIFEST} entry="  - {_entry(name)}"',
        r'''[ -f "$manifest" ] || printf 'commspec_logs: "1"\nlogs:\n' >"$manifest"''',
        r'''grep -qxF -e "$entry" "$manifest" || printf '%s\n' "$entry" >>"$manifest"''',
    ]
    end = ["", 'exit "$failed"']
    runs = [line for number, command in enumerate(found, 1) for line in _run(name, number, command, requirement)]
    return Written(script, "\n".join([*head, *runs, *end]) + "\n")


def _entry(name: str) -> str:
    """What the manifest of the logs says of them, for the shell to put the condition in. No id holds a plus."""
    return f"{{files: {name}+*+$condition+*.log, condition: $condition, label: {name}}}"


def _run(name: str, number: int, command: Command, requirement: MeasurableRequirement) -> list[str]:
    """One command, repeat by repeat, each with a log of its own."""
    notes = [f"# {_line(note)}" for note in (command.note_zh, command.note_en) if note]
    repeats = " ".join(str(repeat) for repeat in range(1, requirement.test.repeats + 1))
    return [
        "",
        f"# {command.group}" if command.group else "# command of the spec",
        *notes,
        f"for repeat in {repeats}; do",
        f'  log="logs/{name}+{number}+$condition+$repeat.log"',
        f"  {{ {{ {command.line}; }} 2>&1 || echo '# exit code of the command: '$?; }} | tee \"$log\"",
        """  if grep -q '^# exit code of the command' "$log"; then failed=1; fi""",
        "done",
    ]


def _line(text: str) -> str:
    """Text of a spec on one line, so that it stays a comment."""
    return " ".join(text.split())
