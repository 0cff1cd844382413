"""How a test is run beyond its command line: where its ranks lie, for how long, what else is read or runs."""

from __future__ import annotations

from collections.abc import Iterator

from estimator.require.place import Place
from estimator.spec.document import Spec
from estimator.spec.requirements.kinds import ComputeOverlap, FitQuality, HierarchicalEfficiency
from estimator.spec.requirements.requirement import MeasurableRequirement
from estimator.tools.members import numbers_text
from estimator.tools.together import Together, together
from estimator.tools.tool import ToolRun
from estimator.units import Counted, format_time

Pair = tuple[str, str]


def where(run: ToolRun, place: Place, requirement: MeasurableRequirement, spec: Spec) -> Iterator[Pair]:
    """Hosts, devices and groups of a run, as far as its command line leaves them open."""
    groups = together(spec, place, run.at_once)
    started = groups if run.split or run.at_once == 1 else groups.alone
    yield from _hosts(run, started, spec)
    yield from placement(requirement, started)
    yield from _groups(run, groups)


def _hosts(run: ToolRun, started: Together, spec: Spec) -> Iterator[Pair]:
    """How many hosts, where a node is no host or hosts differ, and which of their devices."""
    processes, each = run.hosts.processes, run.hosts.each
    if each is None:
        every = ", ".join(map(str, processes))
        yield f"主机文件中各主机的进程数依次为 {every}", f"the host file gives the hosts {every} processes in turn"
    elif spec.platform.host_ranks != spec.platform.ranks_per_node:
        count = len(processes)
        yield f"{count} 台主机，每台 {each} 个进程", f"on {Counted(count):host}, {Counted(each):rank} each"
    if not run.hosts.first:
        used = ", ".join(map(str, run.hosts.devices))
        yield f"每台主机用设备 {used}", f"on each host the devices {used}"
    elif not run.hosts.devices and max(processes) < started.host_ranks:
        ranks = numbers_text(started.ranks.tolist())
        held = started.host_ranks
        yield (
            f"用 rank 文件指定 rank {ranks}，rank = 主机 × {held} + 设备",
            f"a rank file names the ranks {ranks}, rank = host × {held} + device",
        )


def placement(requirement: MeasurableRequirement, started: Together) -> Iterator[Pair]:
    """Which hosts, where they are not simply the first free ones."""
    asked, hosts = requirement.test.placement, numbers_text(started.host_numbers)
    if asked == "strided":
        yield f"主机为布局中的 {hosts}，间隔照此", f"on hosts as far apart as {hosts} of the layout"
    elif asked == "worst_distance":
        yield "所选主机相距最远", "on hosts that lie as far apart as the machine has them"
    elif asked == "rank_list":
        ranks = numbers_text(started.ranks.tolist())
        yield f"用 rank 列表：{ranks}", f"by a list of ranks: {ranks}"


def _groups(run: ToolRun, groups: Together) -> Iterator[Pair]:
    """Groups at once that the tool does not make by itself: how many, and which devices each has."""
    formed = len(groups.groups)
    if run.at_once > 1 and not run.split:
        devices = [", ".join(map(str, one)) for one in groups.devices_of_each()]
        zh = f"：每台主机的设备 {' | '.join(devices)}" if devices else ""
        en = f": on each host the devices {' | '.join(devices)}" if devices else ""
        yield f"{run.at_once} 组同时各跑一份{zh}", f"start it in {run.at_once} groups at once{en}"
    if formed < run.at_once:
        yield f"这些主机上只有 {formed} 组", f"its hosts hold {Counted(formed):group} of the kind"


def procedure(requirement: MeasurableRequirement) -> Iterator[Pair]:
    """By which algorithm, for how long, what is read besides, what is computed meanwhile."""
    test = requirement.test
    if requirement.algorithm is not None:
        yield f"算法 {requirement.algorithm}", f"algorithm {requirement.algorithm}"
    if test.duration is not None:
        yield f"持续不少于 {format_time(test.duration)}", f"for {format_time(test.duration)} or longer"
    if isinstance(requirement, HierarchicalEfficiency) and requirement.counters:
        yield "读取网卡计数器的机间字节", "read the bytes between nodes from the NIC counters"
    if isinstance(requirement, FitQuality) and requirement.trace:
        yield "另录一步的 trace", "record a trace of one step too"
    if isinstance(requirement, ComputeOverlap):
        yield from _computation(requirement)


def _computation(requirement: ComputeOverlap) -> Iterator[Pair]:
    if requirement.compute is not None:
        yield f"计算：{requirement.compute.get('zh')}", f"computation: {requirement.compute.get('en')}"
    if requirement.compute_cores is not None:
        count = requirement.compute_cores
        yield f"通信占用的计算核不超过 {count} 个", f"communication on {Counted(count):compute core} or fewer"
