"""Many faults in one tree, each behind a switch: one build for all, and a variable of the environment says which of them is on.

For .ci/mutants. The body that a fault stands in is written out once as it was and once with the fault; a value of a declaration,
such as a default, stands beside the faulty one."""

import re

VARIABLE = "NOTICEBOARD_FAULT"
TYPE = re.compile(r"\b(struct|class|enum|extension|protocol|actor)\s+[\w.]+[^{}=()]*$")
ACCESSORS = re.compile(
    r"\s*(?:@\w+\s+|(?:non)?mutating\s+)*(?:get|set|willSet|didSet|_read|_modify)\s*(?:\(\w+\))?\s*(?:async\s*)?"
    r"(?:throws\s*(?:\(\w+\)\s*)?)?\{"
)
CLOSURE = re.compile(r"\s*(?!for\b)(?:@\w+\s+)*(?:\[[^\]]*\]\s*)?(?:\([^()]*\)|[\w, ]+)?\s*(?:async\s*)?(?:throws\s*(?:\(\w+\)\s*)?)?(?:->[^{}\n]+?)?\s+in\b")
VALUE = re.compile(r"[\d_.]+|true|false|\[\]")


def function(module):
    return f"isPlantedIn{module}"


def support(module):
    """The file that a module with switches needs. What a default of the public interface calls has to be public."""
    return f"""import Foundation

private let planted = ProcessInfo.processInfo.environment["{VARIABLE}"].flatMap {{ Int($0) }}

/// Whether the fault of this number is on.
@inline(never) public func {function(module)}(_ number: Int) -> Bool {{ number == planted }}
"""


def blocks(code):
    """Every pair of braces as (begin, end, the index of the pair around it), the inside without the braces."""
    found, open_ones = [], []
    for match in re.finditer(r"[{}]", code):
        if match[0] == "{":
            found.append([match.end(), None, open_ones[-1] if open_ones else None])
            open_ones.append(len(found) - 1)
        elif open_ones:
            found[open_ones.pop()][1] = match.start()
    return found


def holds_declarations(code, block):
    before = max((code.rfind(mark, 0, block[0] - 1) for mark in "{};"), default=-1)
    return TYPE.search(code[before + 1 : block[0] - 1]) is not None or ACCESSORS.match(code, block[0]) is not None


def body(code, place):
    """The body of the function, accessor or closure around a place of the code; None where a declaration is around it."""
    found = blocks(code)
    around = [i for i, (begin, end, _) in enumerate(found) if end is not None and begin <= place[0] and place[1] <= end]
    at, outermost = (max(around, key=lambda i: found[i][0]) if around else None), None
    while at is not None and not holds_declarations(code, found[at]):
        outermost, at = found[at], found[at][2]
    if outermost is None:
        return None
    head = CLOSURE.match(code, outermost[0])
    return (head.end() if head else outermost[0], outermost[1])


class Unswitchable(Exception):
    """A place that can only be changed for good."""


def planted(text, code, module, faults):
    """The text with all of these (number, begin, end, replacement) behind switches, and which lines tell of which faults:
    a list of (first line, last line, numbers), the narrowest of which is meant."""
    places = {}
    for number, begin, end, replacement in faults:
        whole = body(code, (begin, end)) or (begin, end)
        places.setdefault(whole, []).append((number, begin, end, replacement))
    out, lines, at = [], [], 0

    def line():
        return sum(part.count("\n") for part in out) + 1

    for (begin, end), inside in sorted(places.items()):
        if begin < at:
            raise Unswitchable(inside[0][0])
        out.append(text[at:begin])
        first = line()
        if (begin, end) == inside[0][1:3]:
            for number, _, _, replacement in inside:
                if not VALUE.fullmatch(text[begin:end]):
                    raise Unswitchable(number)
                out.append(f"({function(module)}({number}) ? ({replacement}) : ({text[begin:end]}))")
        else:
            out.append(" ")
            for number, one, other, replacement in inside:
                branch = line() + 1
                out.append(f"if {function(module)}({number}) {{\n{text[begin:one]}{replacement}{text[other:end]}\n}} else ")
                lines.append((branch, line(), [number]))
            out.append("{\n" + text[begin:end] + "\n}\n")
        lines.append((first, line(), [fault[0] for fault in inside]))
        at = end
    return "".join(out) + text[at:], lines


def blamed(lines, number):
    """The faults that an error in this line speaks of."""
    meant = [of for of in lines if of[0] <= number <= of[1]]
    return min(meant, key=lambda of: of[1] - of[0])[2] if meant else []
