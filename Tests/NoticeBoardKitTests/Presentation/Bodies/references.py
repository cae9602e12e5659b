#!/usr/bin/env python3
"""Writes Sources/NoticeBoardKit/Presentation/HTML/HTMLReferences+Names.swift.

The facts are the named character references of the HTML standard as Python's standard library has them
(html.entities.html5). An entry is `name:codes`, or `name*codes` where the name needs no semicolon; codes are hexadecimal.

    python3 references.py            writes the file
    python3 references.py --check    fails if the file differs
"""
import html.entities
import pathlib
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parents[4]
FILE = ROOT / "Sources/NoticeBoardKit/Presentation/HTML/HTMLReferences+Names.swift"


def text():
    names = html.entities.html5
    entries = []
    for name in sorted(name[:-1] for name in names if name.endswith(";")):
        codes = "+".join(f"{ord(character):X}" for character in names[name + ";"])
        entries.append(name + ("*" if name in names else ":") + codes)
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
