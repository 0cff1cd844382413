"""Words of the estimates at a glance."""

OVERVIEW = {
    "overview.extrapolated": ("外推 × {factor}", "extrapolated × {factor}"),
    "overview.lead": (
        "条形以各行乐观值为 1 ×：蓝框为 [乐观，保守]，橙线为割边下界，▼ 为限值。受限于看保守端。",
        "Bars count each row's optimistic value as 1 ×: blue box [optimistic, conservative], orange line cut bound, "
        "▼ limit. Limited by: at the conservative end.",
    ),
    "overview.operation": ("操作", "Operation"),
    "overview.group": ("集合 · 组 · p", "Collective, group, p"),
    "overview.group.short": ("集合 · 组", "Group"),
    "overview.interval.short": ("区间", "Interval"),
    "overview.exposed.short": ("未隐藏", "Exposed"),
    "overview.shape": ("{ranks}，每机 {at_once} 组", "{ranks}, {at_once} per node"),
    "overview.algorithm": ("算法", "Algorithm"),
    "overview.nhalf": ("n½", "n½"),
    "overview.bound": ("割边下界", "Cut bound"),
    "overview.bar": ("区间图", "bar of the interval"),
    "overview.interval": ("区间与限值", "Interval and limit"),
    "overview.limited": ("受限于", "Limited by"),
    "overview.assumed": ("靠假设", "Assumed"),
    "overview.count": ("每步次数", "Per step"),
    "overview.exposed": ("每步未隐藏", "Exposed per step"),
    "overview.total": ("每步合计", "Per step"),
    "overview.total.of": ("每个{step}合计", "Per {step}"),
    "overview.total.once": ("合计，各计一次", "Each counted once"),
    "overview.total.once.note": ("没有操作写每步次数", "no operation says how often it runs in a step"),
    "overview.total.note": ("总量与未隐藏", "total and exposed"),
    "overview.total.stage": (
        "总量与未隐藏；取未隐藏最长的流水级：第 {stage} 级，共 {stages} 级",
        "total and exposed, of the pipeline stage exposed longest: {stage} of {stages}",
    ),
    "overview.elsewhere": (
        "{operation} 在第 {stage} 级更多：{count} × {n}，未隐藏 {exposed}",
        "more of {operation} on stage {stage}: {count} × {n}, exposed {exposed}",
    ),
    "overview.calls": ("× {calls} 次调用", "× {calls:call}"),
    "overview.limit.call": ("每次 {limit}", "{limit} a call"),
    "overview.published": ("公开 {value} [{mark}]", "published {value} [{mark}]"),
    "overview.cited": ("公开值与出处", "Published values and their sources"),
}
