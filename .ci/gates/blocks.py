"""Turns a ```swift block of a guide into a file that compiles.

A block of declarations is a file already; one with statements is put into an async throwing function, its imports and
types in front of it. Markers in the text let the compiler speak of the guide's own lines. The cutting is by lines and
brackets, not by grammar: it suits code that is laid out as `swift format` does."""

import dataclasses
import re

import gate

GIVEN = re.compile(r"<!-- given\n(.*?)-->", re.S)
DRIVEN = re.compile(r"<!-- driven\n(.*?)-->", re.S)
ATTRIBUTES = r"(?:@\w+(?:\([^)]*\))?\s*)"
MODIFIERS = r"(?:(?:public|package|internal|fileprivate|private|open|final|indirect|nonisolated|distributed)\s+)"
DECLARATION = re.compile(
    rf"(?:{ATTRIBUTES}|{MODIFIERS})*"
    r"(?P<kind>struct|class|enum|actor|protocol|extension|typealias|func|macro)\b(?!\s*[=:.,)])"
)
ATTRIBUTES_ALONE = re.compile(ATTRIBUTES + "+$")
CONTINUATION = re.compile(r"[.}\])&|?:,=]|(?:else|catch|where|async|throws)\b")
STATEMENT = "statement"


@dataclasses.dataclass
class Part:
    """Lines that belong together: a declaration, an import or a statement, and where they begin."""

    kind: str
    first: int
    lines: list


def source(path, chain, main_actor, name="block"):
    """The file for a chain of blocks of the guide `path`, each the line of its first line inside and its lines; and whether
    there is something in it to run."""
    outside, inside = [], []
    for line, lines in chain:
        first, hidden = given_above(path, line)
        parts = cut(hidden, first) + cut(lines, line)
        # A function beside statements may use what they made; one among declarations is used by these.
        kinds = (STATEMENT, "func") if any(part.kind == STATEMENT for part in parts) else ()
        inside += [part for part in parts if part.kind in kinds]
        outside += [part for part in parts if part.kind not in kinds]
    text = [placed(part, path) for part in sorted(outside, key=lambda part: part.kind != "import")]
    if inside:
        isolation = "@MainActor " if main_actor else ""
        own = "#sourceLocation()\n" if text else ""
        text.append(f"{own}{isolation}func {name}() async throws {{\n")
        text += [placed(part, path) for part in inside]
        text.append("#sourceLocation()\n}\n")
    return "".join(text), bool(inside)


def placed(part, path):
    return "\n".join([f'#sourceLocation(file: "{path}", line: {part.first})', *part.lines, ""])


def given_above(path, line):
    """The hidden lines of the comment that ends right above the fence before `line`, and the number of their first."""
    above = "\n".join(gate.read(path).split("\n")[: line - 2]).rstrip()
    for match in GIVEN.finditer(above):
        if match.end() == len(above):
            return above.count("\n", 0, match.start(1)) + 1, match[1].rstrip("\n").split("\n")
    return 0, []


def driven_below(path, end):
    """Returns the hidden lines that drive the block whose closing fence is the line `end`, and the number of the first one, or None."""
    text = gate.read(path).split("\n")
    below = "\n".join(text[end:])
    match = DRIVEN.match(below.lstrip("\n"))
    if not match:
        return None
    blank = len(below) - len(below.lstrip("\n"))
    return end + blank + 2, match[1].rstrip("\n").split("\n")


def cut(lines, first):
    """Cuts a block into its parts: a new one begins where all brackets are closed and the line continues nothing."""
    parts, depth, attributes_wait, conditions = [], 0, False, 0
    for number, (line, code) in enumerate(zip(lines, gate.code_only("\n".join(lines)).split("\n")), first):
        code = code.strip()
        if conditions or code.startswith("#if"):
            # Code under a condition stays there; its first line decides its kind.
            if not conditions:
                parts.append(Part("", number, [line]))
            else:
                parts[-1].lines.append(line)
                if not parts[-1].kind and code and not code.startswith("#"):
                    parts[-1].kind = kind_of(code)
            conditions += code.startswith("#if") - code.startswith("#endif")
            continue
        if attributes_wait and code:
            parts[-1].kind = kind_of(code)
            parts[-1].lines.append(line)
        elif depth == 0 and code and not (parts and CONTINUATION.match(code)):
            parts.append(Part(kind_of(code), number, [line]))
        elif parts:
            parts[-1].lines.append(line)
        else:
            parts.append(Part("comment", number, [line]))
        if code:
            attributes_wait = depth == 0 and bool(ATTRIBUTES_ALONE.match(code))
        depth += sum(code.count(c) for c in "([{") - sum(code.count(c) for c in ")]}")
    return parts


def kind_of(code):
    if gate.IMPORT.match(code):
        return "import"
    declaration = DECLARATION.match(code)
    return declaration["kind"] if declaration else STATEMENT
