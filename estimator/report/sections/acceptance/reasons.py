"""Words of verdicts: why a cell passed, failed, or could not be judged, and what to say or run then."""

REASONS = {
    "reason.all_met": ("{cells} 格全部满足限值", "{cells:cell} passed"),
    "reason.worst": ("{cells} 格中 {worst} 格，如 {where}：{why}", "{worst} of {cells} cells, such as {where}: {why}"),
    "reason.met": ("整个区间在限值之内", "the whole interval meets the limit"),
    "reason.missed": (
        "实测 {measured}，限值 {limit}，差 {beyond}",
        "{measured} measured, {limit} is the limit: it misses by {beyond}",
    ),
    "reason.missed_nothing": ("实测 {measured}，限值 {limit}", "{measured} measured, {limit} is the limit"),
    "reason.wrong": ("结果有错：{source}，{wrong} 处", "wrong results: {wrong} in {source}"),
    "reason.uncertain": ("95 % 区间跨过限值：增加样本", "the 95 % interval lies across the limit: take more samples"),
    "reason.unbounded": (
        "日志只给出 {statistic} 一个数，没有能给出其上下界的样本：记录每次迭代的用时",
        "the log prints {statistic} alone and no samples that bound it: record the time of each iteration",
    ),
    "reason.over_ranks": (
        "日志的各 rank 用时按 {found} 合并，需求要 {wanted}：nccl-tests 加 -a 3，或在清单里写 over_ranks",
        "the log joins the ranks' times by {found} and {wanted} is asked for: run nccl-tests with -a 3, or say "
        "over_ranks in the manifest",
    ),
    "reason.some_ranks": (
        "只有 {ranks} 个 rank 的用时，要 {needed} 个",
        "the log has the times of {ranks} ranks, and {needed} took part",
    ),
    "reason.over_ranks.unsaid": ("未说明的方式", "nobody says what"),
    "reason.no_record": (
        "没有 {ranks} 个 rank 上 {collective}、{size} 的记录",
        "no record of {collective} on {ranks} ranks at {size}",
    ),
    "reason.other_sizes": (
        "没有 {ranks} 个 rank 上 {collective}、{size} 的记录，只有其他大小",
        "no record of {collective} on {ranks} ranks at {size}, only at other sizes",
    ),
    "reason.other_ranks": (
        "没有 {ranks} 个 rank 上 {collective}、{size} 的记录，日志是 {found} 个 rank",
        "no record of {collective} on {ranks} ranks at {size}: the logs have it on {found}",
    ),
    "reason.no_data": ("{source} 运行过但没有数据：{flags}", "{source} was run and gave no data: {flags}"),
    "reason.differs": ("{source} 不是这个测试：{fields}", "{source} is not this test: {fields}"),
    "reason.no_time": ("记录没有每次调用的用时", "the record has no time of a call"),
    "reason.no_overlap": (
        "记录没有各 rank 的通信、计算与两者同时的用时",
        "the record lacks times of the calls alone, the computation alone, and both together on every rank",
    ),
    "reason.statistic": (
        "日志给出 {found}，需求要 {wanted}",
        "the log has the {found} and the {wanted} is asked for",
    ),
    "reason.few_samples": (
        "{statistic} 至少要 {needed} 个样本，只有 {samples} 个",
        "{statistic} needs {needed} samples or more, and there are {samples}",
    ),
    "reason.few_repeats": ("重复 {repeats} 遍，要 {needed} 遍", "{repeats} repeats where {needed} are asked for"),
    "reason.copied_repeats": (
        "重复 {repeats} 遍，要 {needed} 遍；另有 {copies} 份是同一日志的副本",
        "{repeats} repeats where {needed} are asked for; {copies} more are copies of one log",
    ),
    "reason.copies": ("全部是同一日志的副本", "all are copies of one log"),
    "reason.spread": (
        "{repeats} 遍的变异系数为 {spread}，最多 {allowed}",
        "{repeats} repeats vary by {spread}, {allowed} at most",
    ),
    "reason.above_ceiling": (
        "busbw {found} 高于物理上限 {ceiling}：核对单位与大小",
        "busbw {found} lies above the physical ceiling of {ceiling}: check units and sizes",
    ),
    "reason.below_bound": (
        "{found} 短于必须穿过切分的字节所需的 {bound}：核对单位与大小；若属实，先修订规格中该切分的带宽",
        "{found} is shorter than the {bound} that the bytes which must cross a cut take: check units and sizes; if it "
        "is true, mend the bandwidth of that cut in the spec first",
    ),
    "reason.beyond_model": (
        "{found} 不到乐观端 {optimistic} 的一半：核对单位；若属实，先修订规格的参数",
        "{found} is less than half the optimistic end, {optimistic}: check units; if it is true, mend the "
        "parameters of the spec first",
    ),
    "reason.met_quicker": (
        "达到；{found} 比乐观端 {optimistic} 还快：核对单位，并用实测修订规格的参数",
        "met; {found} is quicker than the optimistic end of {optimistic}: check units, and mend the parameters of the "
        "spec by what was measured",
    ),
    "reason.quicker_alone": (
        "{found} 比乐观端 {optimistic} 快四分之一以上，而日志只有这一个用时：核对单位；"
        "若属实，提交测试包的记录（含每次迭代的用时），或用实测修订规格的参数",
        "{found} is over a quarter quicker than the optimistic end of {optimistic}, and the log shows it by this time "
        "alone: check units; if it is true, hand in records of the test kit, which hold the time of every iteration, "
        "or mend the parameters of the spec by what was measured",
    ),
    "reason.log_in_doubt": (
        "{source} 的另一行（{size}，{found}）短于规格容许的最短用时 {least}，同一日志的单位因此存疑："
        "核对单位；若属实，先修订规格的参数",
        "another row of {source}, {found} at {size}, is shorter than the {least} that the spec allows at least, so the "
        "units of the whole log are in doubt: check them; if it is true, mend the parameters of the spec first",
    ),
    "reason.other_machine": (
        "日志的硬件是 {found}，其他日志多为 {most}：只交同一系统的日志，若是同一种，用 --hardware 写明",
        "the log is of {found}, and most logs are of {most}: hand in logs of one system, or say with --hardware that "
        "it is one",
    ),
    "reason.few_nodes": (
        "组只跨 {nodes} 机，测试至少要 {needed} 机",
        "the group spans {nodes} nodes, and the test asks for {needed} or more",
    ),
    "reason.named_otherwise": (
        "{source} 写明的操作与其表中的 redop、root、元素数不符：写清跑的是哪种操作",
        "{source} names a collective that redop, root and counts of its rows contradict: say which one was run",
    ),
    "reason.other_plan": (
        "{source} 的记录出自与现规格不同的测试计划，或未写明所跑的内容；用现在的测试套件重跑",
        "the records of {source} are of another test plan than the spec's of today, or do not say what they ran; run "
        "this cell again with the kit of this spec",
    ),
    "reason.mixed": (
        "同一次调用的记录出自不同的设备或通信库：{one}（{here}）与 {other}（{there}）；只提交其中之一",
        "attempts at one call are of different devices or libraries: {one} ({here}) and {other} ({there}); hand in "
        "those of one",
    ),
    "reason.run_failed": ("{source} 的运行失败", "the run of {source} failed"),
    "reason.one_rank": ("{source} 只有一个 rank", "{source} has one rank only"),
    "reason.ranks_conflict": ("{source} 对 rank 数的说法互相矛盾", "{source} contradicts itself about its ranks"),
    "reason.zero_size": ("{source} 的大小为零", "the size in {source} is zero"),
    "reason.collective_unknown": ("{source} 没有说是哪种操作", "{source} does not say which collective it ran"),
    "reason.clash": (
        "{source} 的用时与另一份日志逐项相同，却说是另一种测试",
        "the times in {source} are those of another log, and are said to be of another test",
    ),
    "reason.units": (
        "{source} 的带宽以 GiB/s 计，而该工具打印 GB/s：表被改动过",
        "the bandwidths in {source} are in GiB/s, and this tool prints GB/s: the table was worked over",
    ),
    "reason.unchecked": ("{source} 没有校验结果", "results in {source} were not checked"),
    "reason.iterations_unsaid": (
        "没有说明迭代次数，要 {needed} 次：在清单里写 iterations",
        "nobody says how many iterations were run, and {needed} are asked for: say iterations in the manifest",
    ),
    "reason.few_iterations": (
        "迭代 {iterations} 次，要 {needed} 次",
        "{iterations} iterations where {needed} are asked for",
    ),
    "reason.few_warmup": (
        "预热 {warmup} 次，要 {needed} 次",
        "{warmup} warm-up iterations where {needed} are asked for",
    ),
    "reason.short": ("只运行了 {lasted}，要 {needed}", "it ran for {lasted} where {needed} is asked for"),
    "reason.no_limit": ("这一格没有限值", "there is no limit here"),
    "reason.not_workable": ("需求无法展开成格", "the requirement could not be worked out"),
    "reason.no_model": ("模型在此没有数值", "the model has no number here"),
    "reason.no_own_size": ("没有操作自身大小的记录", "there is no record at the operation's own size"),
    "reason.no_prediction": ("拟合不能预测：{why}", "the fit predicts nothing: {why}"),
    "reason.few_sizes": ("只有 {sizes} 个大小，不够拟合", "{sizes} sizes are too few for a fit"),
    "reason.reference": ("对照（{what} {name}）：{inner}", "the reference ({what} {name}): {inner}"),
    "reason.at_size": ("{size}：{inner}", "at {size}: {inner}"),
    "reason.no_evidence": ("没有提交证据", "no evidence was handed in"),
    "reason.no_files": ("证据没有文件", "the evidence has no files"),
    "reason.file_missing": ("证据文件 {file} 不存在", "the evidence file {file} is missing"),
    "reason.file_unhashed": (
        "证据文件 {file} 没有 sha256，无法确认是审阅过的那一份",
        "the evidence file {file} has no sha256: nothing shows that it is the one that was reviewed",
    ),
    "reason.file_changed": (
        "证据文件 {file} 与审阅时不同：sha256 不符",
        "the evidence file {file} is not the one that was reviewed: its sha256 differs",
    ),
    "reason.file_empty": ("证据文件 {file} 是空的", "the evidence file {file} is empty"),
    "reason.reviewed_later": (
        "审阅日期 {day} 晚于判定日期 {today}",
        "the evidence is said to be reviewed on {day}, after the {today} of this acceptance",
    ),
    "reason.frozen_otherwise": (
        "冻结的限值 {cell} 在规格中已没有这一格：限值或测试在冻结之后改过；经批准后重新冻结",
        "the frozen limit {cell} is of no cell of the spec: limit or test were changed after the freeze; have them "
        "approved and freeze them again",
    ),
    "reason.turned_round": (
        "限值写作 {comparator}，比较方向与指标相反：改正规格",
        "the limit is {comparator}, the wrong way round for this metric: mend the spec",
    ),
    "reason.not_reviewed": ("证据未经审阅", "nobody has reviewed the evidence"),
    "reason.shown": ("证据由 {reviewer} 审阅", "shown by evidence that {reviewer} reviewed"),
    "reason.not_met": ("{reviewer} 审阅后认为未满足", "{reviewer} found that it is not met"),
    "reason.no_value": ("证据没有给出数值", "the evidence states no value"),
    "reason.other_kind": ("证据的 {value} 不是 {wanted}", "{value} of the evidence is no {wanted}"),
    "reason.waived": ("豁免至 {until}，{agreed} 同意：{why}", "waived until {until} by {agreed}: {why}"),
    # fields in which a record may differ
    "field.other": ("{name}是 {found}，要 {wanted}", "{name} is {found}, {wanted} is asked for"),
    "field.unsaid": ("{name}没有说明，要 {wanted}{how}", "{name} is not said, {wanted} is asked for{how}"),
    "field.nodes": ("节点", "nodes"),
    "field.groups": ("同时运行的组数", "groups at once"),
    "field.condition": ("条件", "condition"),
    "field.dtype": ("数据类型", "dtype"),
    "field.redop": ("规约", "reduction"),
    "field.skew": ("负载不均", "skew"),
    "field.path": ("路径", "path"),
    "field.group": ("组", "group"),
    "field.algorithm": ("算法", "algorithm"),
    "field.in_place": ("原地", "in place"),
    "field.launch": ("启动方式", "launch"),
    "field.way": ("计数方式", "way of counting"),
    "field.warmup": ("预热", "warm-up"),
    "say.condition": ("（--condition {wanted}）", " (--condition {wanted})"),
    "say.path": ("（--path {wanted}）", " (--path {wanted})"),
    "say.nodes": ("（--nodes，或清单）", " (--nodes, or the manifest)"),
    "say.dtype": ("（清单里写 dtype）", " (dtype in the manifest)"),
    "say.skew": ("（记录里写 skew）", " (skew in the records)"),
}
