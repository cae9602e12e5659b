#!/usr/bin/env python3
"""compact.py UNICODE_DIR: makes the compact test data beside this script from the files of the Unicode Character Database.

Debian's package unicode-data installs them to /usr/share/unicode. Numbers are hexadecimal scalars; lines keep their order.
"""
import bz2
import pathlib
import sys

source = pathlib.Path(sys.argv[1])
target = pathlib.Path(__file__).parent


def lines(name):
    path = source / name
    text = bz2.open(path, "rt", encoding="utf-8") if path.suffix == ".bz2" else open(path, encoding="utf-8")
    with text:
        for line in text:
            line = line.split("#")[0].strip()
            if line and not line.startswith("@"):
                yield line


def short(field):
    return " ".join(number.lstrip("0") or "0" for number in field.split())


def write(name, rows):
    rows = list(rows)
    (target / name).write_text("\n".join(rows) + "\n", encoding="utf-8")
    print(f"{name}: {len(rows)} lines")


def foldings():
    for line in lines("CaseFolding.txt"):
        scalar, status, folded = (field.strip() for field in line.split(";")[:3])
        if status in "CF":
            yield f"{short(scalar)};{short(folded)}"


def normalizations():
    """Source, NFC and NFD, the last two empty where they equal the source. Single Korean syllables are left to arithmetic."""
    for line in lines("NormalizationTest.txt.bz2"):
        given, composed, decomposed = (short(field) for field in line.split(";")[:3])
        if " " not in given and 0xAC00 <= int(given, 16) <= 0xD7A3:
            continue
        if composed != given or decomposed != given:
            yield ";".join([given, "" if composed == given else composed, "" if decomposed == given else decomposed])


def clusters():
    """The clusters of a text, with a bar between them."""
    for line in lines("auxiliary/GraphemeBreakTest.txt"):
        parts = [short(part.replace("×", " ")) for part in line.strip("÷ ").split("÷")]
        yield "|".join(parts)


def emoji():
    for line in lines("emoji/emoji-test.txt"):
        yield short(line.split(";")[0])


def widths():
    for line in lines("UnicodeData.txt"):
        fields = line.split(";")
        if fields[5].startswith(("<wide>", "<narrow>")):
            yield f"{short(fields[0])};{short(fields[5].split('>')[1])}"


write("CaseFolding.compact.txt", foldings())
write("NormalizationTest.compact.txt", normalizations())
write("GraphemeBreakTest.compact.txt", clusters())
write("EmojiTest.compact.txt", emoji())
write("WidthForms.compact.txt", widths())
