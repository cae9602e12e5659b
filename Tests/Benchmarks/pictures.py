#!/usr/bin/env python3
"""Draws the pictures of Documentation/Performance.md from the page's own raw tables.

usage: pictures.py [FOLDER]     FOLDER has Performance.md and gets requests.svg, walk.svg and highlighting.svg"""

import os
import re
import sys
from xml.sax.saxutils import escape

FOLDER = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(os.path.realpath(__file__)), "../../Documentation")
OURS, SYSTEM, OTHER = "#2f6fde", "#8a8f98", "#e08a2e"
LEFT, RIGHT, ROW, BAR, GAP, WIDTH = 170, 110, 14, 11, 12, 720
SECONDS = {"ns": 1e-9, "µs": 1e-6, "ms": 1e-3}


def table(page, subject):
    """Returns the lines of a subject's table, and the day on which they were measured."""
    match = re.search(rf"^### {re.escape(subject)}:.*?\n\nMeasured on (\S+)\. .*?\n\n```text\n(.*?)\n```", page, re.M | re.S)
    if not match:
        sys.exit(f"Performance.md has no table of {subject}")
    return match[2].split("\n"), match[1]


def row(lines, name):
    """Returns the first line that begins with a name, without it."""
    for line in lines:
        if line.strip().startswith(name + "  "):
            return line.strip()[len(name) :]
    sys.exit(f"the table has no row {name}")


def seconds(text):
    """Returns the first duration of a text."""
    match = re.search(r"([\d.]+) (ns|µs|ms)\b", text)
    return float(match[1]) * SECONDS[match[2]]


def chart(file, title, day, better, series, groups, unit, scale):
    """Writes bars in groups. Every bar begins at zero."""
    most = max(value for _, values in groups for value in values)
    top = 34 + 16 * len(series)
    height = top + len(groups) * (ROW * len(series) + GAP) + 24
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="11">',
        f"<title>{escape(title)}</title>",
        '<rect width="100%" height="100%" fill="#ffffff"/>',
        f'<text x="10" y="20" font-size="14" font-weight="bold">{escape(title)}</text>',
    ]
    for index, (name, color) in enumerate(series):
        y = 30 + 16 * index
        out.append(f'<rect x="10" y="{y}" width="10" height="10" fill="{color}"/><text x="26" y="{y + 9}">{escape(name)}</text>')
    for number, (name, values) in enumerate(groups):
        y = top + number * (ROW * len(series) + GAP)
        out.append(f'<text x="{LEFT - 8}" y="{y + ROW * len(series) / 2 + 4:g}" text-anchor="end">{escape(name)}</text>')
        for index, value in enumerate(values):
            length = value / most * (WIDTH - LEFT - RIGHT)
            place = y + index * ROW
            shown = f"{value / scale:,.0f}" if value / scale >= 100 else f"{value / scale:.1f}"
            out.append(f'<rect x="{LEFT}" y="{place}" width="{length:.1f}" height="{BAR}" fill="{series[index][1]}"/>')
            out.append(f'<text x="{LEFT + length + 5:.1f}" y="{place + 9}">{shown} {unit}</text>')
    out.append(f'<text x="10" y="{height - 10}" fill="{SYSTEM}">Measured on {day} on Linux; {better} is better.</text>')
    with open(os.path.join(FOLDER, file), "w", encoding="utf-8") as picture:
        picture.write("\n".join(out) + "\n</svg>\n")


def requests(page):
    lines, day = table(page, "transport")
    groups = []
    for width in (1, 8, 64):
        start = next(index for index, line in enumerate(lines) if line.startswith(f"{width} in flight"))
        names = ("SystemTransport", "URLSessionTransport", "libcurl alone, a loop of C")
        rates = [float(re.search(r"(\d+) /s", row(lines[start:], name))[1]) for name in names]
        groups.append((f"{width} in flight", rates))
    series = [("SystemTransport", OURS), ("URLSession of Foundation on Linux", SYSTEM), ("libcurl alone, a loop of C", OTHER)]
    chart("requests.svg", "Requests a second, 300 bytes each", day, "longer", series, groups, "/s", 1)


def walk(page):
    lines, day = table(page, "paging-latency")
    start = next(index for index, line in enumerate(lines) if "over sockets" in line)
    lines = lines[start:]
    loop = seconds(row(lines, "a loop by hand"))
    groups = []
    for width in (1, 2, 4, 8, 16):
        line = row(lines, f"k = {width}")
        bound = seconds(line) / float(re.search(r"([\d.]+)× the bound", line)[1])
        groups.append((f"{width} in flight", [seconds(line), bound, loop]))
    series = [("Paginator", OURS), ("the best possible", OTHER), ("a loop by hand", SYSTEM)]
    chart("walk.svg", "Reading 100 pages of 50 ms over sockets", day, "shorter", series, groups, "s", 1)


def highlighting(page):
    lines, day = table(page, "highlighting-titles")
    names = [line.strip().split("  ")[0] for line in lines if "Foundation" in line and not line.strip().startswith("a miss")]
    groups = []
    for name in names:
        ours, foundation = row(lines, name).split("Foundation")
        groups.append((name, [seconds(ours), seconds(foundation)]))
    series = [("Highlighter", OURS), ("Foundation", SYSTEM)]
    chart("highlighting.svg", "Marking the matches in one title", day, "shorter", series, groups, "ns", 1e-9)


def main():
    with open(os.path.join(FOLDER, "Performance.md"), encoding="utf-8") as file:
        page = file.read()
    requests(page)
    walk(page)
    highlighting(page)


main()
