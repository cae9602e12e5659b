"""Translated pages: which page each one translates, and whether that page changed since.

A translated page is README.<language>.md or a file of Documentation/<language>/. A comment below its title names the original and
the version that was translated, by the number that git gives to the file's contents (`git hash-object`):

    <!-- translation of Documentation/Paging.md, 3f2ac01b7d -->

So `git diff 3f2ac01b7d Documentation/Paging.md` shows what a translator has to do. A page that says `in part` after the original's
name has other sections than the original.

A translation that is older than its original is a warning, so that nobody needs Korean to change an English page. Its code must be
right all the same: each Swift listing is one of the original's, comments apart. Such a listing is compiled on the original's page alone.
"""

import difflib
import functools
import hashlib
import os
import re

import gate

PAGE = re.compile(r"README\.[a-z]{2}\.md|Documentation/[a-z]{2}/[^/]+\.md")
MARK = re.compile(r"<!-- translation of (\S+?)( in part)?, ([0-9a-f]{7,40}) -->")
HIDDEN = re.compile(r"<!--.*?-->\n*", re.S)
FENCE = re.compile(r"^(```+)([^\n]*)\n(.*?)^\1$", re.M | re.S)
HEADING = re.compile(r"^(#{1,6}) ", re.M)
CODE = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\]\(([^)\s#:]+)(?:#[^)\s]*)?\)")
DIGITS = 10
# Below this share of common lines two listings are two different ones.
ALIKE = 0.5


def pages():
    return [name for name in gate.project_files() if PAGE.fullmatch(name)]


def version(text):
    """The beginning of the number that git gives to a file with this text."""
    data = text.encode()
    return hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()[:DIGITS]


def split_comments(code):
    """The code without its comments, line by line, and the comments alone."""
    kept, without = gate.code_only(code, keep_comments=True), gate.code_only(code)
    lines = "".join(" " if a != b else c for a, b, c in zip(kept, without, code)).split("\n")
    comments = "".join(c if a != b else " " for a, b, c in zip(kept, without, code))
    return [line.rstrip() for line in lines], " ".join(comments.split())


def listings(text):
    """The Swift listings of a page: the words on the fence, and the code."""
    return [(words.split(), code) for _, words, code in FENCE.findall(text) if words.split()[:1] == ["swift"]]


def plain(listing):
    """A listing as it is compared: its words, and its code without comments and empty lines."""
    words, code = listing
    return tuple(words), tuple(line for line in split_comments(code)[0] if line)


def headings(text):
    return [len(marks) for marks in HEADING.findall(FENCE.sub("", text))]


def prose(text):
    """What a translator translates: the visible text, and the comments of listings, but no code."""

    def shown(fence):
        return split_comments(fence[3])[1] if fence[2].split()[:1] == ["swift"] else fence[3]

    return " ".join(FENCE.sub(shown, HIDDEN.sub("", text)).split())


def is_older(original, translated_version):
    """Whether the prose of the original changed since that version; without git's copy of it, whether anything changed."""
    text = gate.read(original)
    if version(text).startswith(translated_version[:DIGITS]):
        return False
    former = gate.run("git", "cat-file", "blob", translated_version)
    return former.returncode != 0 or prose(former.stdout) != prose(text)


@functools.lru_cache(maxsize=None)
def same_listings(page):
    """The first lines of the listings of a translation that the original has too; the original's page compiles them."""
    mark = MARK.search(gate.read(page)) if PAGE.fullmatch(page) else None
    if not mark:
        return frozenset()
    originals = {plain(one) for one in listings(gate.read(mark[1]))}
    found = gate.fenced_blocks(page)
    return frozenset(line for line, words, lines in found if plain((words, "\n".join(lines))) in originals)


def check(only=()):
    """Checks every translated page, or these; returns a part of the result line."""
    older = count = 0
    names = set(gate.project_files())
    for page in only or pages():
        count += 1
        text = gate.read(page)
        mark = MARK.search(text)
        if not mark:
            gate.finding(page, "no comment says of which version it is a translation: `<!-- translation of PAGE, 0000000 -->` below the title, then `.ci/gates/documentation --translated PAGE`")
            continue
        original, in_part, translated_version = mark.groups()
        if original not in names or PAGE.fullmatch(original):
            gate.finding(page, f"it translates {original}, which is no page of the project")
            continue
        check_links(page, text, original, names)
        if is_older(original, translated_version):
            older += 1
            gone = gone_names(text, gate.read(original))
            print(f"warning: {page} is older than {original}: git diff {translated_version} {original}" + (f" (no longer there: {', '.join(gone)})" if gone else ""))
            if not in_part:
                check_stale_listings(page, text, original)
        elif not in_part:
            check_current(page, text, original)
    return f"{count} translations" + (f", {older} older than {'its page' if older == 1 else 'their pages'}" if older else "")


def check_links(page, text, original, names):
    """Links lead to files, and to the page in the reader's language if there is one."""
    for target in dict.fromkeys(LINK.findall(FENCE.sub("", text))):
        file = os.path.normpath(os.path.join(os.path.dirname(page), target))
        if not os.path.exists(os.path.join(gate.ROOT, file)):
            gate.finding(page, f"a link leads to {file}, which is not there")
        language = page.split(".")[1] if page.startswith("README") else page.split("/")[1]
        own = f"Documentation/{language}/{os.path.basename(file)}"
        if file != original and os.path.dirname(file) == "Documentation" and own in names:
            gate.finding(page, f"a link leads to {file}: there is {own}")


def gone_names(text, original):
    """The names in backticks of a translation that the original has nowhere."""
    return sorted({name for name in CODE.findall(FENCE.sub("", HIDDEN.sub("", text))) if name.isascii() and name not in original})


def check_current(page, text, original):
    english = gate.read(original)
    if headings(text) != headings(english):
        gate.finding(page, f"{len(headings(text))} headings, and {original} has {len(headings(english))}, or they have other levels: translate section by section")
    if [plain(one) for one in listings(text)] != [plain(one) for one in listings(english)]:
        gate.finding(page, f"its listings are not those of {original}: run `.ci/gates/documentation --copy-listings`")
    elif [words.split() for _, words, _ in FENCE.findall(text)] != [words.split() for _, words, _ in FENCE.findall(english)]:
        gate.finding(page, f"it has other blocks than {original}")
    for name in gone_names(text, english):
        gate.finding(page, f"`{name}` is not in {original}")


def check_stale_listings(page, text, original):
    originals = {plain(one) for one in listings(gate.read(original))}
    for line, words, lines in gate.fenced_blocks(page):
        if words[:1] == ["swift"] and plain((words, "\n".join(lines))) not in originals:
            gate.finding(f"{page}:{line}", f"{original} has no such listing: run `.ci/gates/documentation --copy-listings`, or delete it")


def write_version(page):
    """Says that the translation is of the original as it is now."""
    text = gate.read(page)
    mark = MARK.search(text)
    if not mark:
        gate.fail(f"{page} has no comment `<!-- translation of PAGE, 0000000 -->` below its title")
    _save(page, text[: mark.start(3)] + version(gate.read(mark[1])) + text[mark.end(3) :])


def copy_listings(only=()):
    """Copies the code of the originals' listings into the translations; comments of lines with the same code stay translated."""
    for page in only or pages():
        text = gate.read(page)
        mark = MARK.search(text)
        if not mark or mark[2]:
            continue
        english = listings(gate.read(mark[1]))
        mine = listings(text)
        partners = iter(english if len(english) == len(mine) else [_most_alike(one, english) for one in mine])

        def copied(fence):
            if fence[2].split()[:1] != ["swift"]:
                return fence[0]
            partner = next(partners)
            if partner is None or plain(partner) == plain((fence[2].split(), fence[3])):
                return fence[0]
            return f"{fence[1]}{' '.join(partner[0])}\n{_with_comments(partner[1], fence[3])}{fence[1]}"

        changed = FENCE.sub(copied, text)
        if changed != text:
            _save(page, changed)
            print(f"{page}: its listings are those of {mark[1]} now")


def _most_alike(listing, others):
    def share(other):
        return difflib.SequenceMatcher(None, plain(listing)[1], plain(other)[1]).ratio()

    best = max(others, key=share, default=None)
    return best if best and share(best) >= ALIKE else None


def _with_comments(code, translated):
    """The code, with the lines of the translation in place of those that differ in their comments alone."""
    lines, theirs = code.split("\n"), translated.split("\n")
    matcher = difflib.SequenceMatcher(None, split_comments(code)[0], split_comments(translated)[0], autojunk=False)
    for start, other, length in matcher.get_matching_blocks():
        lines[start : start + length] = theirs[other : other + length]
    return "\n".join(lines)


def _save(page, text):
    with open(f"{gate.ROOT}/{page}", "w", encoding="utf-8") as file:
        file.write(text)
