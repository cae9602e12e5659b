"""Small faults in Swift text: each rule finds places and says what would stand there instead.

For .ci/mutants. A rule is a function from code (comments and the inside of strings are blank) and text (as it is written) to tuples of
(begin, end, replacement). Both have the same length: what is looked for is found in the code, what is copied comes from the text."""

import re

RULES = {}
WORD = r"[A-Za-z_][\w.]*"
STATEMENT = re.compile(
    r"^(?P<indent>[ ]{4,})(?!(?:return|let|var|guard|if|else|for|while|switch|case|default|throw|break|continue|defer|do|repeat|func|"
    r"init|deinit|import|public|package|private|internal|static|struct|enum|class|final|extension|protocol|typealias|subscript|"
    r"self\.init|super\.init|precondition|assert|inout|where|#|@|\.|\}|\)|\])\b)(?P<text>[A-Za-z_][^\n{}]*[\w)\]!?])[ ]*$",
    re.M,
)


def rule(function):
    """Registers a rule under its name."""
    RULES[function.__name__.replace("_", "-")] = function
    return function


# The functions, and not a type's last or first value.
EXTREME = r"(?:(?<![\w.])|(?<=\.\.\.)|(?<=Swift\.))(min|max)"


# What the project declares of which type: the last word of a name → the types as they are written.
TYPES = {"count": {"Int"}}


def learn(code):
    """Remembers of which types the names of a file are, for the rules that would guess otherwise."""
    for match in matches(r"\b(?:(\w+) )?(\w+): ((?:any |inout )?(?:[A-Z]\w*(?:\.[A-Z]\w*)*|\[[^\]\n=]*\])\??)", code):
        for name in match.groups()[:2]:
            if name not in (None, "let", "var", "_"):
                TYPES.setdefault(name, set()).add(match[3].removeprefix("inout "))


def types(argument, label):
    """Of which types an argument may be; empty where nobody says."""
    if argument.isdigit():
        return {"Int", "Double", "TimeInterval"}
    found = TYPES.get(argument.rsplit(".", 1)[-1].rstrip("?!"), set())
    return found or TYPES.get(label.rstrip(": "), set())


def matches(pattern, code, flags=0):
    return re.compile(pattern, flags).finditer(code)


def balanced(text):
    return all(text.count(a) == text.count(b) for a, b in ("()", "[]"))


def statements(code, source):
    """Whole statements of one line."""
    for match in STATEMENT.finditer(code):
        text = match["text"]
        is_call = text.endswith(")") and "(" in text
        is_assignment = re.match(rf"{WORD}(?:\[[^\]]*\])?\??[\w.?!]* (?:[-+*|&]|<<|>>)?= ", text)
        is_effect = re.match(r"(?:_ = )?(?:try[?]? )?(?:await )?", text)[0] != "" or is_call
        if balanced(text) and (is_call or is_assignment) and is_effect | bool(is_assignment) and ": " not in text.split("(")[0]:
            # A line that goes on from the one above or into the one below is a part of a statement.
            above = code[: match.start()].rstrip()[-1:]
            if above in "{};)" or above.isalnum() or above in "\"]!?":
                yield match.start("text"), match.end("text"), source[match.start("text") : match.end("text")]


# What conditions of compilation say here; any other is nowhere true.
TRUE_ON = {"Linux": {"DEBUG", "canImport(Glibc)", "canImport(FoundationNetworking)", "canImport(Observation)", "os(Linux)"}}


def compiled(code, system):
    """The code with what this system's compiler passes over blank; all of it on a system that is not known."""
    known = TRUE_ON.get(system)
    if known is None:
        return code
    lines, stack = code.split("\n"), []
    for number, line in enumerate(lines):
        words = line.split(None, 1)
        directive = words[0] if words and words[0] in ("#if", "#elseif", "#else", "#endif") else None
        if directive == "#if":
            stack.append([False, False])
        if directive in ("#if", "#elseif", "#else"):
            truth = directive == "#else" or re.sub(r"!?\b[A-Za-z_]\w*(\([^)]*\))?", lambda m: str((m[0].lstrip("!") in known) != (m[0][0] == "!")), words[1])
            stack[-1][0] = not stack[-1][1] and (truth is True or eval(truth.replace("||", " or ").replace("&&", " and ")))
            stack[-1][1] |= stack[-1][0]
        elif directive == "#endif":
            stack.pop()
        if directive or not all(is_taken for is_taken, _ in stack):
            lines[number] = " " * len(line)
    return "\n".join(lines)


@rule
def comparison_edge(code, text):
    for match in matches(r"(?<= )(<=|>=|<|>)(?= [\w(-])", code):
        yield match.start(), match.end(), {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}[match[0]]


@rule
def comparison_flipped(code, text):
    for match in matches(r"(?<= )(==|!=|===|!==)(?= )", code):
        yield match.start(), match.end(), {"==": "!=", "!=": "==", "===": "!==", "!==": "==="}[match[0]]


@rule
def either_and_both(code, text):
    for match in matches(r"(?<= )(&&|\|\|)(?= )", code):
        yield match.start(), match.end(), {"&&": "||", "||": "&&"}[match[0]]


@rule
def dropped_statement(code, text):
    for begin, end, _ in statements(code, text):
        yield begin, end, ""


@rule
def swapped_statements(code, text):
    """The order in which two things happen, unless neither has to do with what the other changes."""
    found = list(statements(code, text))
    for (begin, end, first), (later, last, second) in zip(found, found[1:]):
        adjacent = code[end:later].strip() == "" and code[end:later].count("\n") == 1
        if adjacent and first != second and not are_apart(first, second):
            yield begin, last, second + text[end:later] + first


def are_apart(first, second):
    """Whether both change different things, and neither looks at the other's; or cancel, hash, encode or set by name a thing each.

    What waits may meet anything meanwhile, and a function by itself may change anything."""
    for same in (
        r"[\w.?!]+\.cancel\(\)", r"hasher\.combine\(.*\)", r"(?:try )?\w+\.encode\w*\(.*, forKey: .*\)", r"set\(\.\w+, .*\)"
    ):
        if re.fullmatch(same, first) and re.fullmatch(same, second):
            return True
    # Bits that are added to one number: the sum is the same in any order.
    added = [re.fullmatch(r"(\w+) \|= (.*)", statement) for statement in (first, second)]
    if all(added) and added[0][1] == added[1][1] and not any(re.search(rf"\b{one[1]}\b", one[2]) for one in added):
        return True
    places = [changed_place(statement) for statement in (first, second)]
    if not all(places) or places[0] == places[1] or "await " in first + second:
        return False
    return not looks_at(places[0], second) and not looks_at(places[1], first)


def changed_place(statement):
    """What a statement sets, or what the method that it calls belongs to: `a.b` of `a.b[c] = d` and of `a.b.append(c)`.

    In `self.a = a` the second is a parameter, and whoever says `a` further on means that one."""
    if own := re.fullmatch(r"(self\.(\w+)) = \2", statement):
        return own[1]
    for form in (r"([\w.]+(?:\[\.\w+\])?) [-+*/|&]?= ", r"([\w.]+)\[[^\]]*\][\w.]* [-+*/|&]?= ", r"(?:_ = )?(?:try[?!]? )?([\w.]+)(?:\[[^\]]*\][?!]?[\w.]*)?[?!]?\.\w+\("):
        found = re.match(form, statement.removeprefix("unsafe "))
        if found:
            return found[1].removeprefix("self.")
    return None


def looks_at(place, statement):
    """Whether the place stands in a statement, or the whole to which it belongs."""
    if place.startswith("self."):
        return re.search(rf"(?<![\w.])(?:{re.escape(place)}(?!\w)|self(?![\w.]))", statement)
    whole = re.escape(re.split(r"[.\[]", place)[0])
    return re.search(rf"(?<![\w.])(?:self\.)?(?:{re.escape(place)}(?!\w)|{whole}(?![\w.\[]))", statement)


@rule
def swapped_arguments(code, text):
    """Two that stand side by side: the only ones, or with a label each. Whatever cannot be of one kind would not compile."""
    simple, label = r"[\w.]+", r"\w+: "
    pair = rf"(?:(?<=\()({label})?({simple}), ({label})?({simple})(?=\))|(?<=[(,\s])({label})({simple}), ({label})({simple})(?=[,)]))"
    for match in matches(pair, code):
        one, a, two, b = (part or "" for part in (match.groups()[:4] if match[2] else match.groups()[4:]))
        before = code[: match.start()].rsplit("\n", 1)[-1]
        is_declared = re.search(r"\b(func|init|case|enum|subscript)\b|\bfor \($", before)
        if a == b or is_declared or (a[0].isupper() and b[0].isupper()):
            continue
        if kind(a) != kind(b) or not may_swap(types(a, one), types(b, two)):
            continue
        after = code[match.end() :]
        # The smaller or the newer of two is the same, whichever stands first; so is whether they are, and two that are set to one value.
        is_same = re.match(r"\) = \((.+), \1\)$", after, re.M) or re.search(rf"(?:{EXTREME}|\bnewer)\($", before)
        if not is_same and not (before.endswith("zip(") and re.match(r"\)\.\w+ \{ \$0 == \$1 \}", after)):
            yield match.start(), match.end(), f"{one}{b}, {two}{a}"


def may_swap(some, others):
    """Whether values of these types could stand in each other's place: one is in both, or nothing is known of either."""
    return bool(some & others) if some and others else not some and not others


def kind(argument):
    """What an argument looks like: a case of what is wanted, a type, a truth, or any other value."""
    if argument[0] == ".":
        return "case"
    return "type" if argument.endswith(".self") else "truth" if argument in ("true", "false") else "value"


@rule
def constant(code, text):
    for match in matches(r"(?<![\w.#$])(\d[\d_]*)(?![\w.]|\.\d)", code):
        before = code[: match.start()].rsplit("\n", 1)[-1]
        if not re.search(r"@available|#if|#available|swiftlint", before):
            number = int(match[0].replace("_", ""))
            yield match.start(), match.end(), str(number + 1) if number < 2 else str(number - 1)


@rule
def flag(code, text):
    for match in matches(r"(?<![\w.])(true|false)\b", code):
        yield match.start(), match.end(), {"true": "false", "false": "true"}[match[0]]


@rule
def default_value(code, text):
    """What stands for what is not there."""
    for match in matches(r"(?<= \?\? )(\d[\d_]*|true|false|\[\])", code):
        value = {"true": "false", "false": "true", "[]": None}.get(match[0], str(int(match[0].replace("_", "")) + 1) if match[0][0].isdigit() else None)
        if value:
            yield match.start(), match.end(), value
    for match in matches(r"(?<=: )(Int|Double|Bool)\?? = ([\d_.]+|true|false)(?=[,)\n])", code):
        value = {"true": "false", "false": "true"}.get(match[2]) or f"{match[2]} + 1"
        yield match.start(2), match.end(2), value


@rule
def lost_cancel(code, text):
    for match in matches(rf"^([ ]+)((?:_ = )?[\w.?!\[\]()]+\.(?:cancel|finish|stop|close|removeAll|invalidate)\([^\n{{}}]*\))[ ]*$", code, re.M):
        yield match.start(2), match.end(2), ""


@rule
def guard_always_passes(code, text):
    for match in matches(r"\bguard ([^\n{}]+?) else \{", code):
        if "let " not in match[1] and "case " not in match[1] and "var " not in match[1] and "#available" not in match[1]:
            condition = both(code, text, *match.span(1))
            yield match.start(1), match.end(1), f"{condition} || true"
    for match in matches(r"\bif ([^\n{}]+?) \{ (?:return|throw|continue|break)\b", code):
        if "let " not in match[1] and "case " not in match[1] and "var " not in match[1] and "#available" not in match[1]:
            condition = both(code, text, *match.span(1))
            yield match.start(1), match.end(1), f"({condition}) && false"


@rule
def swallowed_error(code, text):
    for match in matches(r"^([ ]+)((?:_ = )?)try ((?:await )?[^\n{}=]+\))[ ]*$", code, re.M):
        yield match.start(2), match.end(3), f"_ = try? {text[match.start(3) : match.end(3)]}"
    for match in matches(r"^([ ]+)(throw [^\n{}]+)$", code, re.M):
        if balanced(match[2]):
            yield match.start(2), match.end(2), "return"


@rule
def direction(code, text):
    """The other end, the other extreme, the other sign."""
    pairs = {"first": "last", "last": "first", "min": "max", "max": "min", "prefix": "suffix", "suffix": "prefix",
             "lowerBound": "upperBound", "upperBound": "lowerBound", "dropFirst": "dropLast", "dropLast": "dropFirst"}
    for match in matches(r"(?<=\.)(first|last|lowerBound|upperBound|dropFirst|dropLast|prefix|suffix)\b(?!:)|" rf"{EXTREME}(?=\()", code):
        yield match.start(), match.end(), pairs[match[0]]
    for match in matches(r"(?<=[\w)\]] )([+-])(?= [\w(])", code):
        yield match.start(), match.end(), {"+": "-", "-": "+"}[match[0]]


def both(code, text, begin, end):
    """The conditions of a list as one, cut at the commas outside of all brackets."""
    parts, depth = [], 0
    for at in range(begin, end):
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(code[at], 0)
        if code[at] == "," and depth == 0:
            parts.append(text[begin:at].strip())
            begin = at + 1
    return " && ".join(f"({part})" for part in [*parts, text[begin:end].strip()])
