"""The Swift listings of the guides: what they are, and how several share one call of the compiler.

Listings that a compiler sees together could help each other: one declares what another forgot. So two share a call only
when neither uses a word that the other declares; imports do not leak either, since member imports are looked at file by
file. CONTRIBUTING.md explains the words after ```swift."""

import dataclasses
import os
import re

import blocks
import gate
import translations

NAMES = re.compile(r"\b(?:struct|class|enum|actor|protocol|extension|typealias|func|macro|var|let|case)\s+(?:`)?([A-Za-z_][\w.]*)")
WORD = re.compile(r"[A-Za-z_]\w*")
SYSTEM = re.compile(r"\biOS (\d+)")
HEADING = re.compile(r"^(#{1,6}) (.*)$")
ASSERTION = re.compile(r"\b(?:precondition|preconditionFailure|assert)\(|#expect\b")
KNOWN = {"swift", "main-actor", "continues", "not-run", "linux", "apple", "manifest", "test"}


@dataclasses.dataclass
class Listing:
    """One block of a guide as a file, with what decides how it is compiled."""

    number: int
    path: str
    line: int
    text: str
    runs: bool
    systems: set
    ios: int

    def __post_init__(self):
        code = gate.code_only(re.sub(r"^#sourceLocation.*$", "", self.text, flags=re.M))
        self.imports = {match["module"] for match in gate.IMPORT.finditer(code)}
        self.used = set(WORD.findall(code))
        # Members belong to their type: other files see only declarations at the top level.
        self.declared = {name.split(".")[0] for name in NAMES.findall(_outside(code))} | {n for n in NAMES.findall(_extensions(code))}
        if "@main" in code:
            self.declared.add("main")

    def agrees_with(self, other):
        return not (self.declared & other.used) and not (other.declared & self.used)


def _outside(code):
    """Returns the code without the contents of braces."""
    out, depth = [], 0
    for character in code:
        depth += character == "{"
        if depth == 0:
            out.append(character)
        depth -= character == "}"
    return "".join(out)


def _extensions(code):
    """Returns the members of extensions, which are visible wherever the type is."""
    out = []
    for match in re.finditer(r"\bextension\b[^{]*\{", code):
        depth, at = 1, match.end()
        while depth and at < len(code):
            depth += (code[at] == "{") - (code[at] == "}")
            at += 1
        out.append(code[match.end() : at])
    return "\n".join(out)


def guides():
    """The pages whose listings are compiled: the README, the guides, the catalogues, and an app's own sources."""
    for name in gate.project_files():
        if re.fullmatch(r"README(\.[a-z]{2})?\.md", name) or (name.startswith("Documentation/") and name.endswith(".md")):
            yield name
        elif name.startswith("Sources/") and ".docc/" in name and name.endswith(".md"):
            yield name


def oldest(path, line, least):
    """The iOS that a listing is for: the newest one that the headings above it name, else the manifest's."""
    above, fenced = {}, False
    for text in gate.read(path).split("\n")[: line - 2]:
        if text.startswith("```"):
            fenced = not fenced
        heading = None if fenced else HEADING.match(text)
        if heading:
            level = len(heading[1])
            above = {deep: version for deep, version in above.items() if deep < level}
            above[level] = max((int(number) for number in SYSTEM.findall(heading[2])), default=0)
    return max([least, *above.values()])


def collect(least):
    """Returns all listings, and the errors in their fences."""
    found = []
    for path in guides():
        chain, compiled_elsewhere = [], translations.same_listings(path)
        for line, words, lines in gate.fenced_blocks(path):
            if not words or words[0].lower() != "swift":
                if words and words[0].lower().startswith("swift"):
                    gate.finding(f"{path}:{line - 1}", f"a block of Swift that nothing compiles: {' '.join(words)}")
                continue
            for word in set(words) - KNOWN:
                gate.finding(f"{path}:{line - 1}", f"{word} says nothing after ```swift; there are: {', '.join(sorted(KNOWN - {'swift'}))}")
            # A test is compiled by its package; the gate compares it with its file.
            if "test" in words:
                continue
            # Its original's page has it too, with the hidden lines that it needs.
            if line in compiled_elsewhere:
                chain = chain + [(line, lines)] if "continues" in words else [(line, lines)]
                continue
            if not chain and blocks.given_above(path, line)[1]:
                gate.finding(f"{path}:{line}", "the first listing of a page has hidden lines: show them, so that it compiles when pasted")
            # A continued listing shares a file with the listings before it, back to the first one.
            chain = chain + [(line, lines)] if "continues" in words else [(line, lines)]
            ios = max(oldest(path, each, least) for each, _ in chain)
            systems, main_actor = {"linux", "apple", "manifest"} & set(words), "main-actor" in words

            def add(chain, systems, runs):
                text, statements = blocks.source(path, chain, main_actor, name=f"block{len(found)}")
                found.append(Listing(len(found), path, line, text, runs and statements, systems, ios))

            add(chain, systems, not {"not-run", "manifest"} & set(words))
            # A continuation with declarations only runs the code before it.
            runs = found[-1].runs and "apple" not in systems and blocks.source(path, chain[-1:], main_actor)[1]
            driven = blocks.driven_below(path, line + len(lines))
            if driven:
                # Driving code is in the same file as its listing, and only for this system.
                add(chain + [driven], {"driven"}, True)
                runs = found[-1].runs
            if runs and not ASSERTION.search("\n".join(lines + (driven[1] if driven else []))):
                gate.finding(f"{path}:{line}", "this listing runs and asserts nothing: assert what its text says, in it or in `<!-- driven` below it")
    return found


def apps():
    """The apps of Examples that only Apple's systems can open: the folder, and its files but for the manifest."""
    names = [name for name in gate.project_files() if ".swiftpm/" in name and name.endswith(".swift")]
    for folder in sorted({name.split(".swiftpm/")[0] + ".swiftpm" for name in names}):
        yield folder, [name for name in names if name.startswith(folder + "/Sources/")]


def packs(listings, size):
    """Lists of listings that may share a call of the compiler, each for one iOS."""
    out = []
    for listing in listings:
        for pack in out:
            alike = pack[0].ios == listing.ios and pack[0].systems == listing.systems
            if len(pack) < size and alike and all(listing.agrees_with(other) for other in pack):
                pack.append(listing)
                break
        else:
            out.append([listing])
    return out


def write(pack, folder):
    """The files of a pack, one for each listing."""
    os.makedirs(folder, exist_ok=True)
    files = []
    for listing in pack:
        file = os.path.join(folder, f"Block{listing.number}.swift")
        with open(file, "w", encoding="utf-8") as out:
            out.write(listing.text)
        files.append(file)
    return files


DIAGNOSTIC = re.compile(r"^(.+?):(\d+):(\d+): error: (.*)$", re.M)


def report(result, pack, how, seen):
    """Records the compiler's messages about a pack; a place that several modes refuse is reported once."""
    errors = DIAGNOSTIC.findall(result.stderr)
    for file, number, _, text in dict.fromkeys(errors):
        inside = not os.path.isabs(file)
        where = f"{file}:{number}" if inside else f"{pack[0].path}:{pack[0].line}"
        if (where, text) not in seen:
            seen.add((where, text))
            gate.finding(where, f"in a swift block, {how}: {text}")
    if result.returncode and not errors:
        gate.finding(f"{pack[0].path}:{pack[0].line}", f"{how}: the compiler failed: {result.stderr.strip()[-1500:]}")
    return bool(result.returncode)
