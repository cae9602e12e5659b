#!/usr/bin/env python3
"""Breaks the rules by which a list joins pages, and those that it never breaks, one at a time, and runs the tests of lists: each
must be caught.

usage: broken-rules.py [PACKAGE] [WORD]     builds a copy in a temporary folder; prints "caught" or "MISSED" for each rule,
                                            with the number of tests that fail and the name of one. WORD takes only the rules
                                            whose names contain it.

SWIFT names the command to run instead of `swift`. A rule that is not found in the sources has to be updated here.
"""
import os, re, shutil, subprocess, sys, tempfile

package = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(__file__), "../.."))
word = sys.argv[2] if len(sys.argv) > 2 else ""
swift = os.environ.get("SWIFT", "swift").split()
feed, rows, walk = (f"Sources/NoticeBoardPaging/{folder}/" for folder in ("Feed", "List", "Walk"))
rules = [
    ("a row is removed only between two known rows", rows + "Comparison.swift",
     "Progress(next: isContinued ? above.map { $0 + 1 } : nil, isTop: page.startsList)",
     "Progress(next: 0, isTop: page.startsList)"),
    ("a row between two known rows that a page does not show is removed", rows + "Merge.swift",
     "let missing = known.aboveStart < known.belowEnd ? removableSlots(known.aboveStart..<known.belowEnd) : []", "let missing: [Int] = []"),
    ("pinned rows prove nothing", feed + "FeedContent+Merge.swift",
     "guard reason == .head || !facts.pins.contains(item.id) else { continue }", ""),
    ("rows beside an element that could not be decoded prove nothing", rows + "Comparison.swift",
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
     "guard let next = page.next, !page.endsBroken, let last", "guard let next = page.next, let last"),
    ("new rows with another element between them are no neighbors", rows + "Comparison.swift",
     "in lower > upper + 1 }", "in lower > upper + 99 }"),
    ("a row passes only rows that were shown since the last refresh", rows + "FeedRow.swift",
     "while end < count, self[end].isAdjacent, !confirmed || self[end].existence == .confirmed { end += 1 }",
     "while end < count, self[end].isAdjacent { end += 1 }"),
    # What a list never does, whatever its service answers.
    ("invariant: no row is in the list twice", rows + "FeedList.swift",
     "for number in numbers { _ = stretches[number].rows.takeOut(passing: &link) { moved.contains($0.slot) } }",
     "for number in numbers { _ = stretches[number].rows.takeOut(passing: &link) { _ in false } }"),
    ("invariant: each row has an item", feed + "FeedContent.swift",
     "where rows[index].slot < 0 { rows[index].slot =", "where rows[index].slot < -1 { rows[index].slot ="),
    ("invariant: a gap has rows below it", rows + "FeedList.swift",
     "where stretches[number].rows.isEmpty {", "where stretches[number].rows.isEmpty && number > 99 {"),
    ("invariant: no newcomer is in doubt", feed + "FeedContent+Doubt.swift",
     "for index in max(start, 0)..<max(rows.count, max(start, 0)) where !rows[index].isNewcomer {",
     "for index in max(start, 0)..<max(rows.count, max(start, 0)) {"),
    ("invariant: no newcomer is below a gap", rows + "FeedList.swift",
     "let newcomers = stretches[0].rows.takeOut { $0.isNewcomer }", "let newcomers: [FeedRow] = []"),
    ("invariant: only rows with a place have a cursor", feed + "FeedContent+Doubt.swift",
     "if row.origin == .pin { row.cursor = nil }", "if row.origin == .change { row.cursor = nil }"),
    ("invariant: the first row has no link", rows + "FeedRow.swift",
     "        self[first].link = .shown\n", ""),
    ("invariant: rows on both sides of a gap are no neighbors", rows + "FeedList.swift",
     "stretches[number].rows[first].link = max(stretches[number].rows[first].link, .below)",
     "_ = stretches[number].rows[first].link"),
    ("invariant: a gap closes when its walk ends", feed + "FeedContent+Gaps.swift",
     "{ $0.walk.end == .lastPage }) { close(ended) }", "{ $0.walk.end == .limit }) { close(ended) }"),
    ("invariant: no row of a moving list is in doubt", feed + "FeedContent+Doubt.swift",
     "        guard rules.serviceOrder != .moving else { return }\n", ""),
    ("invariant: rows and items are the same", feed + "FeedContent.swift",
     "        let removed = list.takeOut { $0.slot == slot }\n        showRows()\n",
     "        let removed = list.takeOut { $0.slot == slot }\n"),
    ("invariant: rows and items are in the same order", feed + "FeedContent.swift",
     "guard rules.order != nil else { return items.show(slots) }",
     "guard rules.order != nil else { return items.showUnsorted(slots) }"),
    ("invariant: the cursor of a row is known", feed + "FeedContent+Snapshot.swift",
     "row.cursor = Int32(facts.cursors.count - 1)", "row.cursor = Int32(facts.cursors.count)"),
    ("invariant: the anchor is a row", feed + "FeedContent.swift",
     "guard let anchor, !items.contains(id: anchor) else { return }",
     "guard let anchor, !items.contains(id: anchor), items.isEmpty else { return }"),
]
# These take seconds; the random tests run only if none of them fails.
quick = "Feed.*Tests|InvariantTests|LinkTests|MergeTests|PinnedRowsTests|PlainSequenceFaultTests|UnreadableRowsTests"
random = ["FeedMachineModelTests", "PlainSequenceTests", "UnstableListTests"]

copy = os.path.join(tempfile.mkdtemp(), "package")
shutil.copytree(package, copy, symlinks=False, ignore=shutil.ignore_patterns(".build", ".git"))

def run(*arguments):
    return subprocess.run([*swift, *arguments], cwd=copy, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")

def failed(*arguments):
    """Returns the names of the tests that fail, of those that the arguments choose."""
    result = run("test", "--skip-build", *arguments)
    names = sorted(set(re.findall(r'Test "?(.+?)"? (?:failed after|recorded an issue|with .* failed after)', result.stdout)))
    return names or ([] if result.returncode == 0 else ["the test program itself"])

def test():
    """Returns the names of the tests that fail; `None` if they do not compile."""
    build = run("build", "--build-tests")
    if build.returncode != 0:
        print(build.stdout[-2000:])
        return None
    skipped = [word for name in random for word in ("--skip", name)]
    return failed("--filter", f"NoticeBoardPagingTests.({quick})", *skipped) or failed("--filter", "NoticeBoardPagingTests")

intact = test()
if intact != []: sys.exit(f"the tests fail without a broken rule: {intact}")
missed = 0
for name, path, sound, broken in rules:
    if word not in name: continue
    path = os.path.join(copy, path)
    text = open(path, encoding="utf-8").read()
    # A rule that stands in several places is broken in all of them.
    if not text.count(sound): sys.exit(f"not found: {sound}")
    with open(path, "w", encoding="utf-8") as file: file.write(text.replace(sound, broken))
    names = test()
    with open(path, "w", encoding="utf-8") as file: file.write(text)
    missed += not names
    told = "does not compile" if names is None else f"caught by {len(names)}, one is \"{names[0]}\"" if names else "MISSED"
    print(f"{name}: {told}", flush=True)
shutil.rmtree(os.path.dirname(copy))
sys.exit(1 if missed else 0)
