"""Shared by the gates `thread` and `address`: runs all tests under one of the compiler's sanitizers.

Tests of memory use are left out, since the sanitizer keeps freed memory."""

import os
import re
import subprocess

import gate

# The test library, libcurl, FoundationNetworking, Foundation's `Process` and its reading of an empty file leak by themselves, and
# OpenSSL frees a thread's data only when the thread ends. `Data` and weak references use tagged pointers, which
# the sanitizer cannot follow.
LEAKS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "leaks.supp")
SKIPPED_TEST = "flatMemory"
FAILURE = re.compile(r"✘|\berror:|Fatal error|WARNING: ThreadSanitizer|ERROR: (Address|Leak)Sanitizer|Test run with")


def run_tests(sanitizer):
    scratch = os.path.join(".build", sanitizer)
    flags = ["--sanitize", sanitizer, "--scratch-path", scratch]
    gate.must("swift", "build", "--build-tests", *flags, remedy="The tests do not build: see the gate `build`.")
    os.makedirs(os.path.join(gate.ROOT, ".build", "ci"), exist_ok=True)
    environment = dict(
        os.environ,
        LSAN_OPTIONS=f"suppressions={LEAKS}:print_suppressions=0",
        TSAN_OPTIONS="halt_on_error=0:exitcode=66",
        # A tenth of the random cases, because each takes ten times as long.
        NOTICEBOARD_EFFORT=os.environ.get("NOTICEBOARD_EFFORT", "0.1"),
    )
    failures, ran = [], 0
    # One module and one test at a time: in parallel, slow tests exceed their time limits, and the whole is not faster.
    for module in sorted(name for name in os.listdir(os.path.join(gate.ROOT, "Tests")) if name.endswith("Tests")):
        chosen = ["--filter", rf"^{module}\.", "--skip", SKIPPED_TEST]
        command = ["swift", "test", "--skip-build", "--no-parallel", *flags, *chosen]
        log = os.path.join(gate.ROOT, ".build", "ci", f"{sanitizer}-{module}.log")
        with open(log, "w", encoding="utf-8") as out:
            code = subprocess.run(
                command, cwd=gate.ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT
            ).returncode
        lines = [line for line in open(log, encoding="utf-8", errors="replace").read().splitlines() if FAILURE.search(line)]
        print("\n".join(lines[:30]), flush=True)
        ran += any("Test run with" in line for line in lines)
        if code or any("Sanitizer" in line and ("WARNING" in line or "ERROR" in line) for line in lines):
            failures.append(f"{module} ended with {code}; the sanitizer's report is in {gate.relative(log)}")
    if failures:
        gate.fail("; ".join(failures) + ".")
    if not ran:
        gate.fail("no tests ran.")
    print(f"ok: the {sanitizer} sanitizer found nothing in {ran} test modules")
