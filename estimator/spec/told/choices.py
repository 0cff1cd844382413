"""What each of a list of words means that a key may hold, in English and Chinese: for the schema and the reference."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from estimator.cost.collectives import COLLECTIVES
from estimator.dtypes import TYPES, Blocks


class Word(NamedTuple):
    """A word's meaning in both languages."""

    en: str
    zh: str


Words = Mapping[str, Word]


def _words(**said: tuple[str, str]) -> Words:
    return MappingProxyType({word: Word(*both) for word, both in said.items()})


def _of_type(bits: int, scale: Blocks | None) -> Word:
    if scale is None:
        return Word(f"{bits} bits an element", f"每元素 {bits} 位")
    en = f"{bits} bits an element, {scale.bytes} B of scale for every {scale.per}"
    return Word(en, f"每元素 {bits} 位，每 {scale.per} 个元素 {scale.bytes} B 缩放因子")


CHOICES: tuple[Words, ...] = (
    MappingProxyType({one.name: Word(f"{one.en} ({one.short})", f"{one.zh}（{one.short}）") for one in COLLECTIVES}),
    MappingProxyType({name: _of_type(*held) for name, held in TYPES.items()}),
    _words(
        draft=("in the making: findings of the lint are warnings", "起草中：规范检查的发现为警告"),
        review=("under review: findings are errors, derived limits are frozen", "评审中：发现为错误，推导的限值须冻结"),
        released=("released: its limits no longer move", "已发布：限值不再变动"),
        withdrawn=("withdrawn: no longer in force", "已撤回：不再有效"),
    ),
    _words(zh=("Chinese", "中文"), en=("English", "英文")),
    _words(
        text=("any text", "任意文字"),
        choice=("one of `choices`", "`choices` 之一"),
        number=("a number", "数值"),
    ),
    _words(
        assumed=("nobody measured or published it", "无人测过，也无公开数据"),
        datasheet=("the maker states it", "厂商公布"),
        simulated=("from a simulation", "仿真所得"),
        measured=("measured on such a machine", "在同类机器上实测"),
        fitted=("fitted to measured times", "由实测用时拟合"),
    ),
    _words(
        host=("the host starts every call", "主机逐次发起"),
        device=("a kernel on the device starts it", "设备内核发起"),
        graph=("replayed from a captured graph", "由已捕获的图回放"),
    ),
    _words(
        intra_node=("inside a node", "机内"),
        intra_node_cross_switch=("inside a node, across switches", "机内，跨交换域"),
        inter_node=("between nodes", "跨机"),
        inter_node_shared=("between nodes over a shared uplink", "跨机，共享上行"),
    ),
    _words(
        exclusive=("no other operation runs", "没有其他操作"),
        multi_group=("other groups' traffic runs too", "其他组的流量同时存在"),
        with_compute=("training computation runs too", "与训练计算同时进行"),
    ),
    _words(
        per_expert=("a copy for each expert", "每专家一份"),
        per_rank=("a copy for each rank that has such experts", "每个有所选专家的 rank 一份"),
        per_node=("a copy for each node that has such experts", "每个有所选专家的机一份"),
    ),
    _words(
        switch=("any unit to any unit", "任意两个单元互通"),
        rails=("a switch for every index in a unit", "单元内同号者各有一台交换机"),
        mesh=("a link for every pair of units", "每两个单元之间一条链路"),
        ring=("a link to the two neighbours", "只与相邻两个单元相连"),
    ),
    _words(
        cross=("sender and receiver have different indices in their nodes", "收发双方机内序号不同"),
        aligned=("sender and receiver have the same index", "收发双方机内序号相同"),
    ),
    _words(
        all_gather=("keys and values are gathered before attention", "注意力之前收集全部键值"),
        ring=("keys and values go round while attention runs", "键值在注意力计算期间沿环传递"),
        ulysses=("an All-to-All turns sequence shards into heads and back", "用全交换在序列切分与头切分之间转换"),
    ),
    _words(
        megatron=("gradients are scattered once a step", "每步散播一次梯度"),
        deepspeed=("gradients are scattered after every micro-batch", "每个微批散播一次梯度"),
    ),
    _words(
        all_reduce=("one AllReduce ends a block", "每个模块以一次 AllReduce 结束"),
        rs_ag=("ReduceScatter ends a block, AllGather begins the next",
               "模块末尾 ReduceScatter，下一模块之前 AllGather"),
    ),
    _words(
        sum=("sum", "求和"), avg=("sum over the number of ranks", "求平均"), max=("maximum", "最大值"),
        min=("minimum", "最小值"), prod=("product", "求积"),
    ),
    _words(
        training=("a training step", "训练步"), prefill=("a prefill step of inference", "推理的预填充步"),
        decode=("a decode step of inference", "推理的解码步"),
    ),
    _words(
        input=("all that a rank gives into the call", "一个 rank 投入该操作的全部数据"),
        output=("all that a rank gets out of it", "一个 rank 从该操作得到的全部数据"),
        per_peer_shard=("what a rank has for one peer", "一个 rank 给一个对端的部分"),
        message=("the one message that is handed on", "所传递的一条消息"),
    ),
    _words(
        ring=("one way round", "沿环单向"), both=("half each way round", "两个方向各半圈"),
        direct=("every unit with every other one at once", "各单元之间同时直接交换"),
    ),
    _words(
        must=("no acceptance without it", "不满足则不予验收"),
        should=("expected; a reason is due", "应当满足，否则说明理由"),
        may=("welcome", "可选"),
    ),
    _words(
        library=("the communication library", "通信库"), runtime=("the runtime", "运行时"),
        compiler=("the compiler", "编译器"), driver=("the driver", "驱动"), nic=("the NIC", "网卡"),
        switch=("the switch", "交换机"), asic=("the chip", "芯片"), framework=("the training framework", "训练框架"),
    ),
    _words(vendor=("the supplier", "供应商"), us=("whoever issues the document", "文档发出方")),
    _words(
        time=("time of a call [s]", "一次调用的用时 [s]"),
        algbw=("n over time [B/s]", "n 除以用时 [B/s]"),
        busbw=("algorithm bandwidth times the factor of the collective [B/s]", "算法带宽乘以集合操作的系数 [B/s]"),
        alpha=("start-up time of a message [s]", "一条消息的启动时延 [s]"),
        bandwidth=("effective bandwidth of a path [B/s]", "路径的有效带宽 [B/s]"),
        size=("a size of message [B]", "消息大小 [B]"),
        ratio=("a time over another one", "两个用时之比"),
        efficiency=("share of what would be ideal", "达到理想值的份额"),
        dip=("largest fall of the bandwidth on the curve", "曲线上带宽的最大回落"),
        slowdown=("time under a condition over that under another", "一种条件下的用时与另一种之比"),
        overlap=("share hidden behind computation", "被计算隐藏的份额"),
        error=("relative error of a prediction", "预测的相对误差"),
        bytes=("bytes sent over bytes needed", "实发字节与所需字节之比"),
        none=("a plain number", "无单位的数"),
    ),
    MappingProxyType(
        {
            "mean": Word("mean", "均值"), "p50": Word("median", "中位数"), "p90": Word("90th percentile", "90 分位数"),
            "p95": Word("95th percentile", "95 分位数"), "p99": Word("99th percentile", "99 分位数"),
            "p99.9": Word("99.9th percentile", "99.9 分位数"), "min": Word("least", "最小值"),
            "max": Word("largest", "最大值"),
        }
    ),
    _words(
        max=("the rank with the largest value", "值最大的 rank"), mean=("mean over the ranks", "各 rank 的均值"),
        min=("the rank with the least value", "值最小的 rank"),
    ),
    _words(
        worst=("the worst repeat", "最差的一遍"), median=("the median repeat", "居中的一遍"),
        mean=("mean of the repeats", "各遍的均值"),
    ),
    _words(p50=("median", "中位数"), mean=("mean", "均值"), min=("least", "最小值")),
    _words(
        registered=("registered with the library", "已向通信库注册"),
        symmetric=("at the same place on every rank", "各 rank 地址对称"),
        plain=("as the allocator gives it", "普通分配"),
    ),
    _words(
        packed=("on as few units as hold them", "连续放置，占用最少的单元"),
        strided=("with the stride of the layout", "按布局的间距放置"),
        worst_distance=("as far apart as they can be", "取最远距离放置"),
        rank_list=("by a list of ranks", "按 rank 列表放置"),
    ),
    _words(
        step_time=("time of a whole step", "整步用时"), operation_time=("time of the operation", "操作用时"),
    ),
    _words(
        dtype_coverage=("every stated collective runs with every stated type", "所列操作支持所列数据类型"),
        redop_coverage=("every stated collective runs with every stated reduction", "所列操作支持所列规约算子"),
        topology_query=("the library tells how devices are connected", "可查询设备的连接方式"),
        algorithm_override=("the caller can set the algorithm", "调用方可指定算法"),
        profiling_hooks=("every call can be recorded", "可记录每次操作"),
        determinism=("repeats give the same bits", "重复运行结果逐位相同"),
        group_count=("so many groups exist at once", "可同时存在规定数目的组"),
        group_creation=("groups are created within a time", "在限时之内建组"),
        arbitrary_subsets=("groups of any ranks", "可由任意 rank 组成组"),
        concurrent_groups=("groups advance at the same time", "多组同时推进"),
        recovery=("the job goes on after a fault", "故障之后作业继续"),
        graph_capture=("calls can be captured in a graph and replayed", "操作可被图捕获并回放"),
        device_initiated=("a kernel on the device starts a call", "由设备内核发起操作"),
        buffer_footprint=("buffers stay within a bound", "缓冲占用有上限"),
        numerical_accuracy=("the error of reductions is bounded", "规约误差有界"),
        versioning=("every run records its versions", "每次运行记录版本"),
        other=("what no other item says", "其他能力"),
    ),
)  # fmt: skip


def words_for(values: tuple[object, ...]) -> Words | None:
    """The meanings of a list of words, in any order or among others; None where none are told."""
    wanted = set(values)
    return min((words for words in CHOICES if wanted <= set(words)), key=len, default=None)
