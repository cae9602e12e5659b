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
    """Each line of Swift code as its code and its comment, either of which may be empty."""
    kept, without = gate.code_only(code, keep_comments=True).split("\n"), gate.code_only(code).split("\n")
    pairs = []
    for line, with_comment, blanked in zip(code.split("\n"), kept, without):
        start = next((at for at, (one, other) in enumerate(zip(with_comment, blanked)) if one != other), len(line))
        pairs.append((line[:start].rstrip(), line[start:]))
    return pairs


def listings(text):
    """The Swift listings of a page: the words on the fence, and the code."""
    return [(words.split(), code) for _, words, code in FENCE.findall(text) if words.split()[:1] == ["swift"]]


def plain(listing):
    """A listing as it is compared: its words, and its code without comments and empty lines."""
    words, code = listing
    return tuple(words), tuple(line for line, _ in split_comments(code) if line)


def headings(text):
    return [len(marks) for marks in HEADING.findall(FENCE.sub("", text))]


def prose(text):
    """What a translator translates: the visible text, and the comments of listings, but no code."""

    def shown(fence):
        return " ".join(comment for _, comment in split_comments(fence[3])) if fence[2].split()[:1] == ["swift"] else fence[3]

    return " ".join(FENCE.sub(shown, HIDDEN.sub("", text)).split())


def former(translated_version):
    """The text that was translated, or None if git has it no longer, as in a shallow clone."""
    result = gate.run("git", "cat-file", "blob", translated_version)
    return None if result.returncode else result.stdout


def is_older(original, translated_version):
    """Whether the prose of the original changed since that version; without git's copy of it, whether anything changed."""
    text = gate.read(original)
    if version(text).startswith(translated_version[:DIGITS]):
        return False
    translated = former(translated_version)
    return translated is None or prose(translated) != prose(text)


@functools.lru_cache(maxsize=None)
def same_listings(page):
    """The first lines of the listings of a translation that the original has too; the original's page compiles them."""
    mark = MARK.search(gate.read(page)) if PAGE.fullmatch(page) else None
    if not mark or not os.path.isfile(os.path.join(gate.ROOT, mark[1])):
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
        is_stale = is_older(original, translated_version)
        if is_stale:
            older += 1
            gone = gone_names(text, gate.read(original))
            print(f"warning: {page} is older than {original}: git diff {translated_version} {original}" + (f" (no longer there: {', '.join(gone)})" if gone else ""))
        if is_stale or in_part:
            check_each_listing(page, original)
        else:
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


def check_each_listing(page, original):
    """The listings of a page that is stale or a part are some of the original's."""
    originals = {plain(one) for one in listings(gate.read(original))}
    for line, words, lines in gate.fenced_blocks(page):
        if words[:1] == ["swift"] and plain((words, "\n".join(lines))) not in originals:
            gate.finding(f"{page}:{line}", f"{original} has no such listing: run `.ci/gates/documentation --copy-listings`, or delete it")


def write_version(page):
    """Says that the translation is of the original as it is now."""
    text = gate.read(page)
    mark = MARK.search(text)
    if not mark or not os.path.isfile(os.path.join(gate.ROOT, mark[1])):
        gate.fail(f"{page} has no comment `<!-- translation of PAGE, 0000000 -->` with a page of the project below its title")
    _save(page, text[: mark.start(3)] + version(gate.read(mark[1])) + text[mark.end(3) :])


def copy_listings(only=()):
    """Copies the code of the originals' listings into the translations; comments that are translated already stay translated."""
    for page in only or pages():
        text = gate.read(page)
        mark = MARK.search(text)
        if not mark or not os.path.isfile(os.path.join(gate.ROOT, mark[1])):
            continue
        english, mine = listings(gate.read(mark[1])), listings(text)
        partners = english if len(english) == len(mine) and not mark[2] else [_most_alike(one, english) for one in mine]
        pairs = [pair for pair in zip(partners, mine) if pair[0]]
        pairs += zip(listings(former(mark[3]) or ""), mine)
        comments = _translated_comments(pairs)
        remaining = iter(partners)

        def copied(fence):
            if fence[2].split()[:1] != ["swift"]:
                return fence[0]
            partner = next(remaining)
            if partner is None or plain(partner) == plain((fence[2].split(), fence[3])):
                return fence[0]
            words, code = partner
            return f"{fence[1]}{' '.join(words)}\n{_with_comments(code, comments)}{fence[1]}"

        changed = FENCE.sub(copied, text)
        if changed != text:
            _save(page, changed)
            print(f"{page}: its listings are those of {mark[1]} now")


def _most_alike(listing, others):
    def share(other):
        return difflib.SequenceMatcher(None, plain(listing)[1], plain(other)[1]).ratio()

    best = max(others, key=share, default=None)
    return best if best and share(best) >= ALIKE else None


def _translated_comments(pairs):
    """The translation of each comment, from lines of an original and its translation that have the same code."""
    found = {}
    for (_, code), (_, translated) in pairs:
        lines, theirs = split_comments(code), split_comments(translated)
        matcher = difflib.SequenceMatcher(None, [line for line, _ in lines], [line for line, _ in theirs], autojunk=False)
        for start, other, length in matcher.get_matching_blocks():
            for (_, comment), (_, translation) in zip(lines[start : start + length], theirs[other : other + length]):
                if comment and translation:
                    found[comment] = translation
    return found


def _with_comments(code, comments):
    lines = []
    for line, (_, comment) in zip(code.split("\n"), split_comments(code)):
        lines.append(line.removesuffix(comment) + comments.get(comment, comment))
    return "\n".join(lines)


def _save(page, text):
    with open(f"{gate.ROOT}/{page}", "w", encoding="utf-8") as file:
        file.write(text)
