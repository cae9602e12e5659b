#!/usr/bin/env python3
"""Writes Sources/NoticeBoardKit/Presentation/HTML/HTMLReferences+Names.swift.

The facts are the named character references of the HTML standard as Python's standard library has them
(html.entities.html5): those of HTML 4, those that need no semicolon, and all of Latin letters, punctuation and fractions. The
others (mathematics, Cyrillic, drawing) are 85 % of the table, and editors write those characters themselves. An entry is
`name:character`, or `name*character` if the name needs no semicolon; what cannot be seen on its own is escaped.

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


def is_kept(name):
    characters = html.entities.html5[name + ";"]
    if len(characters) > 1:
        return False
    if name in html.entities.name2codepoint or name in html.entities.html5:
        return True
    code = ord(characters)
    return code < 0x250 or 0x2000 <= code <= 0x206F or 0x2150 <= code <= 0x215F


def text():
    names = html.entities.html5
    entries = []
    for name in sorted(filter(is_kept, (name[:-1] for name in names if name.endswith(";")))):
        entries.append(name + ("*" if name in names else ":") + shown(names[name + ";"]))
    lines = textwrap.wrap(" ".join(entries), 120, break_long_words=False, break_on_hyphens=False)
    body = "".join(f"        {line} \\\n" for line in lines)[:-3] + "\n"
    return (
        "extension HTMLReferences {\n"
        "    /// The names of HTML 4, of Latin letters, punctuation and fractions; written by `references.py` beside the tests of\n"
        "    /// post bodies.\n"
        '    static let namesData = """\n' + body + '        """\n}\n'
    )


if __name__ == "__main__":
    if "--check" in sys.argv[1:]:
        sys.exit(FILE.read_text() != text())
    FILE.write_text(text())
