"""Words of the glossary."""

GLOSSARY = {
    "glossary.term": ("术语", "Term"),
    "glossary.other": ("英文", "Chinese"),
    "glossary.symbol": ("符号", "Symbol"),
    "glossary.meaning": ("说明", "Meaning"),
}
