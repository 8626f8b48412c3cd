"""Line charts as SVG: well-formed, points at their places, round marks on the axes."""

import re
from xml.etree import ElementTree

import pytest

from research.p1.svg import Panel, Series, chart

SVG = "{http://www.w3.org/2000/svg}"
RISING = Series("rising", ((0.0, 0.2), (50.0, 0.4), (100.0, 0.6)))
FALLING = Series("falling & low", ((0.0, 0.3), (100.0, 0.2)), dashed=True)


def drawn(*panels: Panel) -> ElementTree.Element:
    return ElementTree.fromstring(chart("A <title>", panels))


def lines(root: ElementTree.Element) -> list[list[tuple[float, float]]]:
    """The points of the drawn series, in pixels; grid and legend are single strokes."""
    paths = [path.get("d", "") for path in root.iter(f"{SVG}path") if path.get("fill") == "none"]
    found = [re.findall(r"(-?[\d.]+) (-?[\d.]+)", path) for path in paths]
    return [[(float(x), float(y)) for x, y in points] for points in found if len(points) > 1]


def words(root: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in root.iter(f"{SVG}text")]


def test_points_lie_in_order_and_in_proportion() -> None:
    first, second = lines(drawn(Panel("All", "step", (RISING, FALLING))))
    (x0, y0), (x1, y1), (x2, y2) = first
    assert x1 - x0 == pytest.approx(x2 - x1, abs=0.11)
    assert y0 - y1 == pytest.approx(y1 - y2, abs=0.11)
    assert y0 > y2  # up is more
    assert second[0][1] < second[1][1]
    assert second[1] == (x2, y0)  # the same value at the same place


def test_titles_labels_and_names_are_written_and_escaped() -> None:
    root = drawn(Panel("All", "step", (RISING, FALLING)), Panel("Again", "second", (RISING,)))
    found = words(root)
    assert {"All", "Again", "step", "second"} < set(found)
    assert found.count("rising") == found.count("falling & low") == 1
    title = root.find(f"{SVG}title")
    assert title is not None
    assert title.text == "A <title>"


def test_a_name_keeps_its_colour_and_dashes_over_the_panels() -> None:
    text = chart("x", [Panel("a", "s", (RISING, FALLING)), Panel("b", "s", (FALLING,))])
    styles = set(re.findall(r'stroke="(#\w+)" stroke-width="1.6" stroke-dasharray', text))
    assert len(styles) == 1
    assert text.count("stroke-dasharray") == 3  # two lines and the legend


def test_marks_are_round_numbers_within_the_axis() -> None:
    found = words(drawn(Panel("All", "step", (RISING,))))
    assert {"20 %", "30 %", "40 %", "50 %", "60 %"} <= set(found)
    assert {"0", "50", "100"} <= set(found)


def test_a_logarithmic_axis_spaces_ratios_evenly() -> None:
    deals = Series("deals", ((10_000.0, 0.7), (40_000.0, 0.8), (160_000.0, 0.9)))
    root = drawn(Panel("All", "deals", (deals,), log=True))
    ((x0, _), (x1, _), (x2, _)) = lines(root)[0]
    assert x1 - x0 == pytest.approx(x2 - x1, abs=0.11)
    assert {"10,000", "40,000", "100,000"} < set(words(root))


def test_equal_values_are_drawn_as_a_level_line() -> None:
    level = Series("level", ((0.0, 0.5), (10.0, 0.5)))
    ((_, y0), (_, y1)) = lines(drawn(Panel("All", "step", (level,))))[0]
    assert y0 == y1


def test_panels_stand_in_rows_of_two() -> None:
    root = drawn(*[Panel("p", "s", (RISING,))] * 3)
    places = [group.get("transform") for group in root.iter(f"{SVG}g")]
    assert places == ["translate(0 0)", "translate(340 0)", "translate(0 220)"]
