#!/usr/bin/env python3
"""Writes Sources/NoticeBoardKit/Presentation/HTML/HTMLReferences+Names.swift.

The facts are the named character references of the HTML standard as Python's standard library has them
(html.entities.html5). An entry is `name:characters`, or `name*characters` if the name needs no semicolon; what cannot be
seen on its own is escaped.

    python3 references.py            writes the file
    python3 references.py --check    fails if the file differs
"""
import html.entities
import pathlib
import sys
import textwrap
import unicodedata

ROOT = pathlib.Path(__file__).resolve().parents[4]
FILE = ROOT / "Sources/NoticeBoardKit/Presentation/HTML/HTMLReferences+Names.swift"


def shown(characters):
    visible = all(unicodedata.category(c)[0] in "LNPS" and c != "\\" for c in characters)
    return characters if visible else "".join(f"\\u{{{ord(c):X}}}" for c in characters)


def text():
    names = html.entities.html5
    entries = []
    for name in sorted(name[:-1] for name in names if name.endswith(";")):
        entries.append(name + ("*" if name in names else ":") + shown(names[name + ";"]))
    lines = textwrap.wrap(" ".join(entries), 120, break_long_words=False, break_on_hyphens=False)
    body = "".join(f"        {line} \\\n" for line in lines)[:-3] + "\n"
    return (
        "extension HTMLReferences {\n"
        "    /// The names of the HTML standard; written by `references.py` beside the tests of post bodies.\n"
        '    static let namesData = """\n' + body + '        """\n}\n'
    )


if __name__ == "__main__":
    if "--check" in sys.argv[1:]:
        sys.exit(FILE.read_text() != text())
    FILE.write_text(text())
