#!/usr/bin/env python3
"""Writes HTMLReferences+Capitals.swift and HTMLReferences+Small.swift in Sources/NoticeBoardKit/Presentation/HTML.

The facts are the named character references of the HTML standard as Python's standard library has them
(html.entities.html5). An entry is `name:characters`, or `name*characters` if the name needs no semicolon; what cannot be seen
on its own is escaped.

    python3 references.py            writes the files
    python3 references.py --check    fails if a file differs
"""
import html.entities
import pathlib
import sys
import textwrap
import unicodedata

ROOT = pathlib.Path(__file__).resolve().parents[4]
FOLDER = ROOT / "Sources/NoticeBoardKit/Presentation/HTML"


def shown(characters):
    visible = all(unicodedata.category(c)[0] in "LNPS" and c != "\\" for c in characters)
    return characters if visible else "".join(f"\\u{{{ord(c):X}}}" for c in characters)


def text(constant, kind, accepts):
    names = html.entities.html5
    entries = []
    for name in sorted(name[:-1] for name in names if name.endswith(";") and accepts(name)):
        entries.append(name + ("*" if name in names else ":") + shown(names[name + ";"]))
    lines = textwrap.wrap(" ".join(entries), 120, break_long_words=False, break_on_hyphens=False)
    body = "".join(f"        {line} \\\n" for line in lines)[:-3] + "\n"
    return (
        "extension HTMLReferences {\n"
        f"    /// HTML's names of characters that begin with a {kind} letter; written by `references.py` beside the tests of post\n"
        "    /// bodies.\n"
        f'    static let {constant} = """\n' + body + '        """\n}\n'
    )


FILES = {
    "HTMLReferences+Capitals.swift": text("capitalNames", "capital", lambda name: name[0].isupper()),
    "HTMLReferences+Small.swift": text("smallNames", "small", lambda name: name[0].islower()),
}

if __name__ == "__main__":
    if "--check" in sys.argv[1:]:
        sys.exit(any((FOLDER / name).read_text() != content for name, content in FILES.items()))
    for name, content in FILES.items():
        (FOLDER / name).write_text(content)
