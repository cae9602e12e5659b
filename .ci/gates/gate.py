"""What the gates written in Python share: the package's own description of itself, reading Swift text, and how a gate ends.

A gate exits 0 when it passed, 1 when it found something and 77 when it could not look (its last line says why).
"""

import json
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
SKIPPED = 77
findings = []


def finding(where, text):
    """Notes one thing that is wrong, and prints it at once as `file:line: text`."""
    findings.append(where)
    print(f"{where}: {text}", flush=True)


def finish(passed, remedy):
    """Ends the gate with one line: its scope if it passed, or the number of findings and the remedy."""
    if findings:
        count = len(findings)
        print(f"failed: {count} finding{'s' * (count != 1)}. {remedy}")
        sys.exit(1)
    print(f"ok: {passed}")
    sys.exit(0)


def fail(text):
    print(f"failed: {text}")
    sys.exit(1)


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(SKIPPED)


def run(*command, **options):
    """Runs a command in the package's root; the result holds both outputs as text."""
    options = {"cwd": ROOT, "capture_output": True, "text": True, "stdin": subprocess.DEVNULL, **options}
    return subprocess.run(command, **options)


def must(*command, remedy="", **options):
    """Runs a command that must succeed; otherwise prints the end of its output and fails."""
    result = run(*command, **options)
    if result.returncode:
        printed = ((result.stdout or "") + (result.stderr or "")).rstrip().split("\n")
        print("\n".join(printed[-60:]))
        fail(f"`{' '.join(command)}` ended with {result.returncode}. {remedy}".rstrip())
    return result.stdout


def manifest(folder=ROOT):
    """What `swift package dump-package` says of the package in `folder`."""
    out = must("swift", "package", "--package-path", folder, "dump-package", remedy="Mend the manifest first.")
    return json.loads(out[out.index("{") :])


def library_targets(package):
    """The names of the targets that belong to a library product, in the manifest's order."""
    named = {t for p in package["products"] if "library" in p["type"] for t in p["targets"]}
    return [t["name"] for t in package["targets"] if t["name"] in named]


def target_folder(target, package_folder=ROOT):
    """The folder with the sources of a target of the manifest."""
    home = {"test": "Tests"}.get(target["type"], "Sources")
    return os.path.join(package_folder, target.get("path") or os.path.join(home, target["name"]))


def project_files(links=False):
    """Every file of the project, tracked or new, as paths relative to the root; what git ignores is left out.

    A link to a folder is no file; with `links` it is listed too."""
    names = must("git", "ls-files", "--cached", "--others", "--exclude-standard", "-z").split("\0")
    return sorted({n for n in names if n and (os.path.isfile(os.path.join(ROOT, n)) or (links and os.path.islink(os.path.join(ROOT, n))))})


def swift_files(folder):
    for directory, folders, names in os.walk(folder):
        folders[:] = sorted(f for f in folders if not f.startswith("."))
        for name in sorted(names):
            if name.endswith(".swift"):
                yield os.path.join(directory, name)


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8", errors="replace") as file:
        return file.read()


def relative(path):
    return os.path.relpath(path, ROOT)


_TOKEN = re.compile(
    r'(?P<line>//[^\n]*)|(?P<open>/\*)|(?P<text>#*"""|#*")',
)


def code_only(text, keep_comments=False):
    """The text with the inside of every string, and every comment, turned into blanks; the lines stay where they are."""
    out, at = [], 0

    def blank(part):
        return re.sub(r"[^\n]", " ", part)

    while match := _TOKEN.search(text, at):
        out.append(text[at : match.start()])
        if match["line"]:
            end = match.end()
        elif match["open"]:
            end = _end_of_comment(text, match.end())
        else:
            end = _end_of_string(text, match.end(), match["text"])
        part = text[match.start() : end]
        if match["text"]:
            out.append(match["text"] + blank(part[len(match["text"]) :]))
        else:
            out.append(part if keep_comments else blank(part))
        at = end
    out.append(text[at:])
    return "".join(out)


def _end_of_comment(text, at):
    depth = 1
    while depth and at < len(text):
        if text.startswith("/*", at):
            depth, at = depth + 1, at + 2
        elif text.startswith("*/", at):
            depth, at = depth - 1, at + 2
        else:
            at += 1
    return at


def _end_of_string(text, at, opening):
    """The end of a literal; an interpolation in it may hold strings of its own."""
    hashes = opening.count("#")
    closing, escape = opening.lstrip("#") + "#" * hashes, "\\" + "#" * hashes
    while at < len(text):
        if text.startswith(closing, at):
            return at + len(closing)
        if text[at] == "\n" and '"""' not in opening:
            return at
        if text.startswith(escape + "(", at):
            at = _end_of_interpolation(text, at + len(escape) + 1)
        elif text.startswith(escape, at):
            at += len(escape) + 1
        else:
            at += 1
    return at


def _end_of_interpolation(text, at):
    depth = 1
    while depth and at < len(text):
        quote = re.compile(r'#*"""|#*"').match(text, at)
        if quote:
            at = _end_of_string(text, quote.end(), quote[0])
            continue
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        at += 1
    return at


IMPORT = re.compile(
    r"^[ \t]*(?P<attributes>(?:@\w+(?:\([^)\n]*\))?[ \t]+)*)(?:(?:public|package|internal|fileprivate|private)[ \t]+)?"
    r"import[ \t]+(?:(?:typealias|struct|class|enum|protocol|actor|func|var|let)[ \t]+)?(?P<module>\w+)",
    re.M,
)


def imports(path):
    """The (line, module, whether it is re-exported) of every import in a Swift file."""
    code = code_only(read(path))
    for match in IMPORT.finditer(code):
        yield code.count("\n", 0, match.start()) + 1, match["module"], "@_exported" in match["attributes"]


_FENCE = re.compile(r"^[ ]{0,3}(`{3,}|~{3,})[ \t]*([^\n`]*)$")


def fenced_blocks(path):
    """The (line of the first line inside, info words, lines) of every fenced block of a Markdown file."""
    fence = None
    for number, line in enumerate(read(path).split("\n"), 1):
        match = _FENCE.match(line)
        if fence is None:
            if match:
                fence, words, start, inside = match[1], match[2].split(), number + 1, []
        elif match and not match[2].strip() and match[1].startswith(fence):
            yield start, words, inside
            fence = None
        else:
            inside.append(line)


def readme_command(beginning):
    """Returns the first command of README.md's shell blocks that begins with `beginning`, unchanged."""
    if not os.path.isfile(os.path.join(ROOT, "README.md")):
        fail(f"there is no README.md that states `{beginning}`. Write one, with its commands in a ```sh block.")
    for _, words, lines in fenced_blocks("README.md"):
        if not words or words[0] in ("sh", "bash", "shell", "console"):
            for line in lines:
                command = re.sub(r"\s+#.*$", "", re.sub(r"^\$ ", "", line.strip()))
                if command == beginning or command.startswith(beginning + " "):
                    return command
    fail(f"no ```sh block of README.md has a line that begins with `{beginning}`: put the command back.")
