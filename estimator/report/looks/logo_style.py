"""Where the logo of a look stands, as a style sheet."""

from __future__ import annotations

from estimator.report.looks.look import Logo

HIGH, WIDE = 5.0, 34.0
"""Millimetres that it may take in the head of a printed page."""


def logo_style(logo: Logo, printing: bool) -> str:
    """Where the logo stands: on the cover, and on paper in the head of every other page."""
    cover = "\n.logo{margin:0 0 1.2em}.logo img{display:block;height:3.4em;width:auto;max-width:100%}"
    if not printing:
        return cover
    height = min(HIGH, WIDE / logo.shape)
    width = height * logo.shape
    place = f"left bottom 2.6mm/{width:.2f}mm {height:.2f}mm"
    head = f"background:url({logo.uri}) no-repeat {place};padding-left:{width + 2.5:.2f}mm"
    return f"{cover}\n@page{{@top-left{{{head}}}}}"
