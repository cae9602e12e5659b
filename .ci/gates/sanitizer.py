"""What the gates `thread` and `address` share: the tests once more, watched by one of the compiler's sanitizers.

Of the search room's tests the highlighting's are left out, of which the random ones take minutes when watched, and those of
several processes, which end some by signals. They run by hand, see CONTRIBUTING.md; so does the address sanitizer's test of
every tail length at every alignment. A test of how much memory is used means nothing where the sanitizer keeps what was
freed."""

import os
import re
import subprocess

import gate

# The test library, libcurl, FoundationNetworking, Foundation's `Process` and its reading of an empty file leak by themselves. What a `Data` holds,
# and what an object knows of those who hold it weakly, hangs on pointers with marks in them, which the sanitizer cannot read.
LEAKS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "leaks.supp")
UNWATCHED = r"NoticeBoardSearchTests\.(Derived|Highlighter|Repeating|Spelling|SeveralProcesses)"
FAILURE = re.compile(r"✘|\berror:|Fatal error|WARNING: ThreadSanitizer|ERROR: (Address|Leak)Sanitizer|Test run with")


def watch(sanitizer):
    scratch = os.path.join(".build", sanitizer)
    flags = ["--sanitize", sanitizer, "--scratch-path", scratch]
    gate.must("swift", "build", "--build-tests", *flags, remedy="The tests do not build: see the gate `build`.")
    os.makedirs(os.path.join(gate.ROOT, ".build", "ci"), exist_ok=True)
    environment = dict(
        os.environ,
        LSAN_OPTIONS=f"suppressions={LEAKS}:print_suppressions=0",
        TSAN_OPTIONS="halt_on_error=0:exitcode=66",
        # What a sanitizer looks for shows in a tenth of the random cases, and each takes ten times as long.
        NOTICEBOARD_EFFORT=os.environ.get("NOTICEBOARD_EFFORT", "0.1"),
    )
    found, ran = [], 0
    # Room after room: all at once, each watched test waits for a thousand others until its limit of time names it.
    for room in sorted(name for name in os.listdir(os.path.join(gate.ROOT, "Tests")) if name.endswith("Tests")):
        command = ["swift", "test", "--skip-build", *flags, "--filter", rf"^{room}\.", "--skip", UNWATCHED, "--skip", "flatMemory"]
        log = os.path.join(gate.ROOT, ".build", "ci", f"{sanitizer}-{room}.log")
        with open(log, "w", encoding="utf-8") as out:
            code = subprocess.run(
                command, cwd=gate.ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT
            ).returncode
        lines = [line for line in open(log, encoding="utf-8", errors="replace").read().splitlines() if FAILURE.search(line)]
        print("\n".join(lines[:30]), flush=True)
        ran += any("Test run with" in line for line in lines)
        if code or any("Sanitizer" in line and ("WARNING" in line or "ERROR" in line) for line in lines):
            found.append(f"{room} ended with {code}: what the sanitizer saw, with both stacks, is in {gate.relative(log)}")
    if found:
        gate.fail("; ".join(found) + ".")
    if not ran:
        gate.fail("no room's tests ran.")
    print(f"ok: nothing found by the {sanitizer} sanitizer in {ran} rooms")
