"""Words of the section on changes."""

CHANGES = {
    "changes.lead": (
        "各版的改动说明。限值收紧记 ▼，放宽记 ▲。",
        "What each version changed. ▼ marks a tighter limit, ▲ a looser one.",
    ),
    "changes.date": ("日期", "Date"),
    "changes.version": ("版本", "Version"),
    "changes.text": ("改动", "Change"),
}
