#!/usr/bin/env python3
"""Breaks nine rules by which a list joins pages, one at a time, and runs the tests of lists: each must be caught.

usage: broken-rules.py [PACKAGE]     builds a copy in a temporary folder; prints "caught" or "MISSED" for each rule,
                                     with the number of tests that fail and the name of one

SWIFT names the command to run instead of `swift`. A rule that is not found in the sources has to be updated here.
"""
import os, re, shutil, subprocess, sys, tempfile

package = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(__file__), "../.."))
swift = os.environ.get("SWIFT", "swift").split()
feed, walk = "Sources/NoticeBoardPaging/Feed/", "Sources/NoticeBoardPaging/Walk/"
rules = [
    ("a row is removed only between two known rows", feed + "FeedContent+Join.swift",
     "var last = isTop ? -1 : above.flatMap(index).flatMap { stretch.contains($0) ? $0 : nil }",
     "var last: Int? = stretch.lowerBound - 1"),
    ("a row between two known rows that a page does not show is removed", feed + "FeedContent+Edits.swift",
     "let missing = above < below ? sequence[above..<below].filter(isRemovable) : []", "let missing: [Item.ID] = []"),
    ("pinned rows prove nothing", feed + "FeedContent+Join.swift",
     "let isPinned = isHeading || walk.pinned.contains(item.id)", "let isPinned = false"),
    ("rows beside an element that could not be decoded prove nothing", feed + "FeedContent+Join.swift",
     "            if let last, isReadable {", "            if let last {"),
    ("a total that is too small puts rows in doubt", feed + "FeedContent+Doubt.swift",
     "guard isSmall || isLarge else", "guard isLarge else"),
    ("a page that does not continue the one before is a gap", walk + "PageSeam.swift",
     "let fits = start == 0 ||", "let fits = start >= 0 ||"),
    ("a page without a known row is looked for elsewhere", walk + "OffsetWalk.swift",
     "guard !known.recent.isEmpty, !page.items.isEmpty else { return false }",
     "guard known.recent.isEmpty else { return false }"),
    ("a head that does not meet the list leaves a gap", feed + "FeedContent+Head.swift",
     "if end == 0, let below", "if end < 0, let below"),
    ("a cursor behind an element that could not be decoded proves nothing", feed + "FeedContent+Doubt.swift",
     "hasPlace(last), !page.endsBroken, page.next?.cursor", "hasPlace(last), page.next?.cursor"),
]

copy = os.path.join(tempfile.mkdtemp(), "package")
shutil.copytree(package, copy, symlinks=False, ignore=shutil.ignore_patterns(".build", ".git"))

def run(*arguments):
    return subprocess.run([*swift, *arguments], cwd=copy, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

def test():
    """Returns the names of the tests that fail; `None` if they do not compile."""
    build = run("build", "--build-tests")
    if build.returncode != 0:
        print(build.stdout[-2000:])
        return None
    result = run("test", "--skip-build", "--filter", "NoticeBoardPagingTests")
    names = sorted(set(re.findall(r'Test "?(.+?)"? (?:failed after|recorded an issue|with .* failed after)', result.stdout)))
    return names or ([] if result.returncode == 0 else ["the test program itself"])

intact = test()
if intact != []: sys.exit(f"the tests fail without a broken rule: {intact}")
missed = 0
for name, path, sound, broken in rules:
    path = os.path.join(copy, path)
    text = open(path, encoding="utf-8").read()
    if text.count(sound) != 1: sys.exit(f"not found once: {sound}")
    with open(path, "w", encoding="utf-8") as file: file.write(text.replace(sound, broken))
    failed = test()
    with open(path, "w", encoding="utf-8") as file: file.write(text)
    missed += not failed
    told = "does not compile" if failed is None else f"caught by {len(failed)}, one is \"{failed[0]}\"" if failed else "MISSED"
    print(f"{name}: {told}", flush=True)
shutil.rmtree(os.path.dirname(copy))
sys.exit(1 if missed else 0)
