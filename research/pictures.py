"""Pictures as SVG, drawn with matplotlib; the same figures make the same file."""

from __future__ import annotations

import io

import matplotlib as mpl
from matplotlib.figure import Figure

mpl.rcParams["svg.hashsalt"] = "research"
mpl.rcParams["svg.fonttype"] = "none"
_DPI = 100  # of what is drawn as pixels


def svg(figure: Figure, title: str) -> str:
    """Return the picture as an SVG document of that title."""
    text = io.StringIO()
    figure.savefig(text, format="svg", dpi=_DPI, metadata={"Title": title, "Date": None})
    return text.getvalue()
