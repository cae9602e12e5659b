#!/usr/bin/env python3
"""Breaks nine rules by which a list joins pages, one at a time, and runs the tests of lists: each must be caught.

usage: broken-rules.py [PACKAGE]     builds a copy in a temporary folder; prints "caught" or "MISSED" for each rule,
                                     with the number of tests that fail and the name of one

SWIFT names the command to run instead of `swift`. A rule that is not found in the sources has to be updated here.
"""
import os, re, shutil, subprocess, sys, tempfile

package = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(__file__), "../.."))
swift = os.environ.get("SWIFT", "swift").split()
feed, rows, walk = (f"Sources/NoticeBoardPaging/{folder}/" for folder in ("Feed", "List", "Walk"))
rules = [
    ("a row is removed only between two known rows", rows + "Merge.swift",
     "Progress(next: isContinued ? above.map { $0 + 1 } : nil, isTop: page.startsList)",
     "Progress(next: 0, isTop: page.startsList)"),
    ("a row between two known rows that a page does not show is removed", rows + "Merge.swift",
     "let missing = known.above < known.below ? removableSlots(known.above..<known.below) : []", "let missing: [Int] = []"),
    ("pinned rows prove nothing", feed + "FeedContent+Merge.swift",
     "let isPinned = isLeading || facts.pins.contains(item.id)", "let isPinned = false"),
    ("rows beside an element that could not be decoded prove nothing", rows + "Merge.swift",
     "if let next = progress.next, progress.isReadable {", "if let next = progress.next {"),
    ("a total that is too small puts rows in doubt", feed + "FeedContent+Doubt.swift",
     "if isSmall || isLarge { doubtRows(from: index) }", "if isLarge { doubtRows(from: index) }"),
    ("a page that does not continue the one before is a gap", walk + "PageSeam.swift",
     "let fits = start == 0 ||", "let fits = start >= 0 ||"),
    ("a page without a known row is looked for elsewhere", walk + "OffsetWalk.swift",
     "guard !known.recent.isEmpty, !page.items.isEmpty else { return false }",
     "guard known.recent.isEmpty else { return false }"),
    ("a head that does not meet the list leaves a gap", feed + "FeedContent+Merge.swift",
     "case .head(count: 0, _): list.putOnTop(rows, PageWalk(rules: rulesOfGaps), moved: moved)",
     "case .head(count: 0, _): list.replaceFirst(0, with: rows, moved: moved)"),
    ("a cursor behind an element that could not be decoded proves nothing", feed + "FeedContent+Doubt.swift",
     "next.cursor != nil, !page.endsBroken, let last", "next.cursor != nil, let last"),
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
