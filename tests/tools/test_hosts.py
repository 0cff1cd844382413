"""A command starts no more on a host than the host holds, whatever a node is."""

from typing import Any

import pytest

from estimator.report.sentences.sentence import sentence
from estimator.tools.by_kit import by_kit
from estimator.tools.catalogue import commands
from estimator.tools.tool import Command
from tests.require.specs import Worked, changed, read, work_out

SYNC = {
    "kind": "weight_sync",
    "title": "New weights by broadcast",
    "responsible": ["library"],
    "bytes": "1030 GB",
    "instances": "16",
    "devices_per_instance": "16",
    "limit": {"at_most": "estimate.conservative"},
}


TIME = {"kind": "collective_time", "title": "t", "operation": "dense_grad", "limit": {"at_most": "1 s"}}


def on_hosts(host: str, requirement: dict[str, Any], **changes: Any) -> Worked:
    """A requirement on nodes of eight, with hosts of another size."""
    asked = {"requirements": {"R": requirement}, "platform.ranks_per_host": host}
    return work_out(changed(read("kinds.yaml"), asked | changes))


def only(found: Worked) -> Command:
    (command,) = commands(found.spec, "R", found.expanded["R"])
    return command


def test_a_weight_sync_is_left_to_the_kit_with_its_members_and_no_invented_command() -> None:
    """The weights of a 1T model to 16 instances of 16 devices: 1030 GB over 16 devices are 64.38 GB each."""
    found = on_hosts("8", SYNC)
    assert commands(found.spec, "R", found.expanded["R"]) == ()
    (left,) = by_kit(found.spec, "R", found.expanded["R"])
    said = left.en.replace("\u00a0", " ")
    assert said.startswith("to be run by the test kit: 16 instances of 16 devices each, 8 on a host; ")
    assert "device i of an instance gets the i-th 1/16 of the weights, 64.38 GB" in said
    cited = on_hosts("8", {**SYNC, "operation": "dense_grad"})
    (left,) = by_kit(cited.spec, "R", cited.expanded["R"])
    assert "1.03 TB by dense_grad, all_reduce on ep" in left.en.replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("host", "start", "note"),
    [
        ("4", "mpirun -np 64 -N 4 ", "on 16 hosts, 4 ranks each"),
        ("16", "mpirun -np 64 -N 16 ", "on 4 hosts, 16 ranks each"),
        ("8", "mpirun -np 64 -N 8 ", ""),
    ],
)
def test_hosts_decide_how_many_a_launcher_starts_on_each(host: str, start: str, note: str) -> None:
    command = only(on_hosts(host, TIME))
    assert command.line.startswith(start)
    assert note in command.note_en
    assert ("host" in command.note_en) == bool(note)


def test_hosts_that_differ_are_said_in_a_host_file() -> None:
    group = {"size": "12", "ranks_per_node": "6", "levels": ["scale_up", "scale_out"]}
    found = on_hosts("4", TIME, **{"groups.ep": group, "operations.dense_grad.group": "ep"})
    command = only(found)
    assert command.line.startswith("mpirun -np 12 --hostfile hostfile ./build/")
    assert "the host file gives the hosts 4, 2, 4, 2 processes in turn" in command.note_en


def test_devices_that_are_not_the_first_of_a_host_are_named() -> None:
    """Hosts of sixteen hold two nodes; one rank a node is device 0 and device 8."""
    group = {"size": "8", "ranks_per_node": "1", "levels": ["scale_out"]}
    found = on_hosts("16", TIME, **{"groups.edp": group, "operations.dense_grad.group": "edp"})
    command = only(found)
    assert command.line.startswith("mpirun -np 8 -N 2 ")
    assert "-x CUDA_VISIBLE_DEVICES=0,8 " in command.line
    assert "on each host the devices 0, 8" in command.note_en
    assert "每台主机用设备 0, 8" in command.note_zh


def test_a_tool_that_cannot_split_runs_one_group_on_the_hosts_of_one() -> None:
    asked = {**TIME, "operation": "expert_param", "test": {"tool": "hccl_test"}}
    command = only(on_hosts("8", asked))
    assert command.line.startswith("mpirun -f hostfile -n 8 ./bin/all_gather_test ")
    assert " -p 1 " in command.line
    assert "start it in 8 groups at once" in command.note_en


def test_the_sentence_counts_hosts_where_nodes_are_none() -> None:
    found = on_hosts("4", TIME)
    assert "8 nodes × 8 ranks, 16 hosts)" in sentence("R", found.spec, found.expanded["R"], "en")
    assert "8 机 × 8 rank，16 台主机）" in sentence("R", found.spec, found.expanded["R"], "zh")
