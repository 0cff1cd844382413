"""需求的中文用词与句式：每类一句，每句一个情态词。The Chinese words and sentence templates of requirements."""

from __future__ import annotations

from estimator.report.sentences.wording import Wording

ZH = Wording(
    kinds={
        "latency_floor": "{load}在{place}上以小消息（{sizes}）执行{work}，{who}{must}{demand}{rest}。",
        "latency_floor.still": "{load}在{place}上执行一次{work}，{who}{must}{demand}{rest}。",
        "large_message_bandwidth": "{load}在{place}上以大消息（{sizes}）执行{work}，{who}{must}{demand}{rest}。",
        "half_bandwidth_size": (
            "{load}在{place}上执行{work}，{who}{must}在消息不超过{limit}时达到平台带宽的{share}{rest}。"
        ),
        "no_dip_curve": (
            "{load}在{place}上执行{work}，消息从{first}增大到{last}，"
            "{who}{must}把总线带宽相对前一点的降幅控制在{limit}以内{rest}。"
        ),
        "collective_time": "{load}在{place}上执行一次{call}，{who}{must}{demand}{rest}。",
        "scaling": "{load}把{base}换成{groups}，{who}{must}使{call}的总线带宽不低于基准组的{limit}{rest}。",
        "hierarchical_efficiency": (
            "{load}在{place}上执行一次{call}，{who}{must}把用时控制在算法{algorithm}的模型用时{limit}以内{counters}{rest}。"
        ),
        "cut_ratio": (
            "{load}在{place}上执行一次{call}，{who}{must}把用时控制在必经字节穿过{cut}所需时间{limit}以内{rest}。"
        ),
        "concurrency_slowdown": (
            "{load}让{at_once}个{place}同时执行{call}，{who}{must}把用时控制在单独一组用时{limit}以内{rest}。"
        ),
        "concurrency_slowdown.condition": (
            "{load}在{place}上执行一次{call}，{who}{must}把用时控制在{beside}时用时{limit}以内{rest}。"
        ),
        "tail_ratio": "{load}在{place}上执行{call}，{who}{must}把用时的{statistic}控制在{over}{limit}以内{rest}。",
        "skewed_all_to_all_v": (
            "{load}在{place}上执行一次{call}，负载按{generator}生成、种子为{seed}{zero}，{who}{must}{demand}{rest}。"
        ),
        "skewed_all_to_all_v.ratio": (
            "{load}在{place}上执行一次{call}，负载按{generator}生成、种子为{seed}{zero}，"
            "{who}{must}把用时控制在均匀负载用时{limit}以内{rest}。"
        ),
        "no_fixed_length_all_to_all": (
            "{load}在{place}上执行一次{call}，{who}{must}按真实长度发送、不补齐到最长消息，"
            "并把线上字节控制在所需字节{limit}以内{rest}。"
        ),
        "compute_overlap": (
            "{under}{compute}与{place}上的{call}同时运行时，{who}{must}使通信时间被隐藏的份额不低于{limit}{cores}{rest}。"
        ),
        "algorithm_report": "每次执行{work}，{who}{must}以机器可读的格式报告：{reports}。",
        "fit_quality": (
            "{load}在{place}上对{work}扫描{sizes}，以拟合出的 α、B 代回模型，"
            "{who}{must}使预测的{predicts}与实测相差不超过{limit}{trace}{rest}。"
        ),
        "fit_quality.step": (
            "以本文各项扫描拟合出的 α、B 代回模型，{who}{must}使预测的{predicts}与实测相差不超过{limit}{trace}{rest}。"
        ),
        "weight_sync": (
            "{load}把{bytes}的新权重送到{instances}个推理实例（每个{devices}个设备），{who}{must}在{limit}内完成{rest}。"
        ),
        "capability": "{who}{must}提供{item}{scope}：{statement}{bounded}。",
    },
    items={
        "dtype_coverage": "数据类型覆盖",
        "redop_coverage": "规约算子覆盖",
        "topology_query": "拓扑查询",
        "algorithm_override": "算法指定",
        "profiling_hooks": "性能剖析钩子",
        "determinism": "确定性",
        "group_count": "规定的通信组数",
        "group_creation": "限时建组",
        "arbitrary_subsets": "任意 rank 子集组",
        "concurrent_groups": "多组并发",
        "recovery": "故障恢复",
        "graph_capture": "图捕获",
        "device_initiated": "设备侧发起",
        "buffer_footprint": "有界的缓冲占用",
        "numerical_accuracy": "数值精度",
        "versioning": "版本记录",
        "other": "以下能力",
    },
    modal={"must": "必须", "should": "宜", "may": "可"},
    who={
        "library": "通信库",
        "runtime": "运行时",
        "compiler": "编译器",
        "driver": "驱动",
        "nic": "网卡",
        "switch": "交换机",
        "asic": "芯片",
        "framework": "训练框架",
        "": "供应商",
    },
    condition={"exclusive": "独占", "multi_group": "多组并发", "with_compute": "与训练计算并行"},
    statistic={"mean": "平均值", "p50": "中位数", "min": "最小值", "max": "最大值"}
    | {name: name for name in ("p90", "p95", "p99", "p99.9")},
    metric={
        "time": "用时",
        "alpha": "启动时间 α",
        "algbw": "算法带宽",
        "busbw": "总线带宽",
        "size": "半带宽点",
    },
    relative={
        "condition": "T ÷ T（{name}）",
        "at_once": "T（同时）÷ T（{value}组）",
        "group": "busbw ÷ busbw（{name}）",
        "size": "1 − busbw(n) ÷ busbw（前一点）",
        "skew": "T（负载不均）÷ T（负载均衡）",
        "statistic": "{statistic}(T) ÷ {name}(T)",
        "cut": "T ÷ (D_cut ÷ B_cut)",
        "model": "T ÷ T_model",
        "bytes": "线上字节 ÷ 所需字节",
        "alone": "被隐藏的时间 ÷ 通信时间",
        "plateau": "达到平台{share}的 n",
        "fit": "|预测 − 实测| ÷ 实测{name}",
    },
    report={
        "algorithm": "算法",
        "protocol": "协议",
        "channels": "通道数",
        "path": "实际路径",
        "busbw": "总线带宽",
        "end_to_end_time": "端到端用时",
        "tail_latency": "尾部时延",
    },
    phrase={
        "at_most": "把{metric}的{statistic}控制在{limit}以内",
        "at_least": "使{metric}的{statistic}不低于{limit}",
        "plain_at_most": "把{metric}控制在{limit}以内",
        "plain_at_least": "使{metric}不低于{limit}",
        "times": "的{factor}倍",
        "once": "",
        "about": "{what}（{about}）",
        "own_condition": "处于条件 {name}",
        "made_by": "负载：{load}",
        "place": "{group} 组（{what}）",
        "even": "{nodes} 机 × {ranks} rank",
        "rails": "{nodes} 机 × 1 rank",
        "one_node": "单机 {ranks} rank",
        "uneven": "{nodes} 机共 {ranks} rank",
        "hosts": "{hosts} 台主机",
        "load": "{conditions}{skew}时，",
        "under": "{condition}时，",
        "skew": "、负载不均 {skew}",
        "one_size": "{size}",
        "range": "{first} 至 {last}",
        "curve": "整条曲线",
        "with_tolerance": "，容差{tolerance}",
        "rest": "；另外{count}格各有限值",
        "rest_one": "；另外一格有自己的限值",
        "same": "；另外{count}格限值相同",
        "same_one": "；另外一格限值相同",
        "open": "不设限",
        "counters": "，机间字节由网卡计数器读出",
        "trace": "，并以一步的 trace 核对",
        "zero": "、{peers} 个 rank 不收数据",
        "step_time": "步时",
        "operation_time": "操作用时",
        "compute": "训练计算",
        "cores": "，且通信占用的计算核不超过{cores}个",
        "named_cut": "割边{cut}",
        "any_cut": "最紧的割边",
        "bounded_at_most": "（不超过{limit}）",
        "bounded_at_least": "（不低于{limit}）",
        "of_bounded_at_most": "（{of}不超过{limit}）",
        "of_bounded_at_least": "（{of}不低于{limit}）",
        "scope": "（{what}）",
        "every": "集合通信",
        "iterations": "预热 {warmup} 次、迭代 {iterations} 次、重复 {repeats} 遍",
        "ranks_slowest": "取最慢的 rank",
        "ranks_best": "取最好的 rank",
        "ranks_worst": "取最差的 rank",
        "ranks_mean": "各 rank 取平均",
        "ranks_fastest": "取最快的 rank",
        "repeats_worst": "各遍取最差",
        "repeats_median": "各遍取中位数",
        "repeats_mean": "各遍取平均",
        "in_place": "原地",
        "out_of_place": "非原地",
        "registered": "注册缓冲",
        "symmetric": "对称缓冲",
        "plain": "普通缓冲",
        "checked": "校验结果",
        "unchecked": "不校验结果",
        "tolerance": "容差 {tolerance}",
        "nodes_min": "至少 {nodes} 机",
        "few_nodes": "不足三机即可",
        "max_spread": "各遍离散度不超过 {spread}",
        "duration": "持续不少于 {duration}",
        "launch_host": "主机发起",
        "launch_device": "设备发起",
        "launch_graph": "图方式发起",
        "placement_packed": "rank 紧邻放置",
        "placement_strided": "rank 按布局跨距放置",
        "placement_worst_distance": "rank 取最远距离放置",
        "placement_rank_list": "rank 按列表放置",
        "cells": "共 {count} 格",
        "of_rank": "rank {rank} 所在的组",
        "skewed": "负载不均 {skew}",
        "list": "；",
    },
    comma="、",
    both="和",
    aside="，",
    spaced=True,
)
