"""The public interface as text: one sorted file for each module in Documentation/Interface, a line for each symbol.

Read from the symbol graphs of this system, so that what only Apple's systems have is not in it."""

import difflib
import os

import gate

FOLDER = os.path.join("Documentation", "Interface")
COMMAND = ".ci/gates/documentation --write-interface"


def declaration(symbol):
    text = "".join(part["spelling"] for part in symbol.get("declarationFragments", []))
    return " ".join(text.split())


def since(symbol):
    """Returns ` (iOS 15)` for symbols that are newer than the package's minimum."""
    for entry in symbol.get("availability", []):
        if entry.get("domain") == "iOS" and "introduced" in entry:
            return f" (iOS {entry['introduced']['major']})"
    return ""


# Every type has these, unless its declaration says otherwise.
IMPLIED = {"Copyable", "Escapable", "SendableMetatype"}
TYPES = {"swift.struct", "swift.class", "swift.enum", "swift.protocol", "swift.actor"}


def lines(graphs):
    """The lines of a module's graphs, a type before its members: each symbol with its owner, and each conformance."""
    paths, found, requirements = {}, set(), set()
    for graph in graphs:
        paths.update((symbol["identifier"]["precise"], tuple(symbol["pathComponents"])) for symbol in graph["symbols"])
        requirements.update(x["source"] for x in graph["relationships"] if x["kind"] in ("requirementOf", "optionalRequirementOf"))
    for graph in graphs:
        for symbol in graph["symbols"]:
            name, path = symbol["identifier"]["precise"], tuple(symbol["pathComponents"])
            is_type, owner = symbol["kind"]["identifier"] in TYPES, ".".join(path[:-1])
            required = " (requirement)" if name in requirements else ""
            text = f"{owner}{': ' if owner else ''}{declaration(symbol)}{since(symbol)}{required}"
            found.add((path if is_type else path[:-1], 0 if is_type else 2, text))
        for relation in graph["relationships"]:
            path = paths.get(relation["source"])
            if relation["kind"] == "conformsTo" and path:
                other = ".".join(paths.get(relation["target"], ())) or relation["targetFallback"].removeprefix("Swift.")
                if other not in IMPLIED:
                    found.add((path, 1, f"{'.'.join(path)}: conforms to {other}"))
    return [text for _, _, text in sorted(found)]


def texts(graphs):
    """{the path of a file: its text}."""
    by_module = {}
    for graph in graphs:
        by_module.setdefault(graph["module"]["name"], []).append(graph)
    return {os.path.join(FOLDER, f"{name}.txt"): "\n".join(lines(all)) + "\n" for name, all in by_module.items()}


def check(graphs):
    wanted = texts(graphs)
    there = {name for name in gate.project_files() if name.startswith(FOLDER + os.sep)}
    for path in sorted(there - wanted.keys()):
        gate.finding(path, f"there is no such module: {COMMAND} removes the file")
    for path, text in sorted(wanted.items()):
        written = gate.read(path) if path in there else ""
        changes = list(difflib.unified_diff(written.split("\n"), text.split("\n"), n=0, lineterm=""))[2:]
        if changes:
            print("\n".join(changes[:20]))
            gate.finding(path, f"the public interface changed: write it with {COMMAND}, and let the change be reviewed")


def write(graphs):
    wanted = texts(graphs)
    os.makedirs(os.path.join(gate.ROOT, FOLDER), exist_ok=True)
    for name in os.listdir(os.path.join(gate.ROOT, FOLDER)):
        if os.path.join(FOLDER, name) not in wanted:
            os.remove(os.path.join(gate.ROOT, FOLDER, name))
    for path, text in wanted.items():
        with open(os.path.join(gate.ROOT, path), "w", encoding="utf-8") as file:
            file.write(text)
    print(f"wrote {len(wanted)} files to {FOLDER}")
