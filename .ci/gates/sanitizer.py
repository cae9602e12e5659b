"""What the gates `thread` and `address` share: the tests once more, watched by one of the compiler's sanitizers.

Of the search room's tests the highlighting's are left out, of which the random ones take minutes when watched, and those of
several processes, which end some by signals. They run by hand, see CONTRIBUTING.md; so does the address sanitizer's test of
every tail length at every alignment. A test of how much memory is used means nothing where the sanitizer keeps what was
freed."""

import os
import re
import subprocess

import gate

# The test library, libcurl, FoundationNetworking and Foundation's reading of an empty file leak by themselves.
LEAKS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "leaks.supp")
UNWATCHED = r"NoticeBoardSearchTests\.(Derived|Highlighter|Repeating|Spelling|SeveralProcesses)"
FAILURE = re.compile(r"✘|\berror:|Fatal error|WARNING: ThreadSanitizer|ERROR: (Address|Leak)Sanitizer|Test run with")


def watch(sanitizer):
    scratch = os.path.join(".build", sanitizer)
    flags = ["--sanitize", sanitizer, "--scratch-path", scratch]
    gate.must("swift", "build", "--build-tests", *flags, remedy="The tests do not build: see the gate `build`.")
    log = os.path.join(gate.ROOT, ".build", "ci", f"{sanitizer}-sanitizer.log")
    os.makedirs(os.path.dirname(log), exist_ok=True)
    environment = dict(
        os.environ,
        LSAN_OPTIONS=f"suppressions={LEAKS}:print_suppressions=0",
        TSAN_OPTIONS="halt_on_error=0:exitcode=66",
        # What a sanitizer looks for shows in a tenth of the random cases, and each takes ten times as long.
        NOTICEBOARD_EFFORT=os.environ.get("NOTICEBOARD_EFFORT", "0.1"),
    )
    command = ["swift", "test", "--skip-build", *flags, "--skip", UNWATCHED, "--skip", "flatMemory"]
    with open(log, "w", encoding="utf-8") as out:
        code = subprocess.run(
            command, cwd=gate.ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT
        ).returncode
    lines = open(log, encoding="utf-8", errors="replace").read().splitlines()
    found = [line for line in lines if FAILURE.search(line)]
    print("\n".join(found[:60]))
    if code or any("Sanitizer" in line and ("WARNING" in line or "ERROR" in line) for line in found):
        gate.fail(f"`{' '.join(command)}` ended with {code}. What the sanitizer saw, with both stacks, is in {gate.relative(log)}.")
    if not any("Test run with" in line for line in found):
        gate.fail(f"`{' '.join(command)}` ran no test. See {gate.relative(log)}.")
    print(f"ok: nothing found by the {sanitizer} sanitizer")
