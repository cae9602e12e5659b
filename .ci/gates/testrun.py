"""What the gates share that run tests: `tests`, `release` and `stories`."""

import os
import queue
import re
import shutil
import signal
import subprocess
import threading
import time

import gate

BEGUN = re.compile(r"◇ Test (?!case |run )(.+) started\.$")
ENDED = re.compile(r"^\S+ +Test (?!case |run )(.+?)(?: with \d+ test cases?)? (?:passed|failed) after|^\S+ +Test (?!case |run )(.+) skipped")
CRASH = re.compile(r"Fatal error|\*\*\* Signal|Illegal instruction|Segmentation fault|Trace/breakpoint")
SUMMARY = re.compile(r"Test run with (\d+) tests?|Executed ([1-9]\d*) tests?")
SHOWN = re.compile(r"✘|\berror:|Fatal error|recorded an issue|Test Case .* failed|NOTICEBOARD_SEED|Test run with|Executed [1-9]")
STILL = 60


def kill_all(first):
    """Kills a process and its descendants: the tests run in a process group of their own."""
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True).stdout.split() if shutil.which("ps") else []
    parents = dict(zip(map(int, listed[::2]), map(int, listed[1::2])))
    doomed = [first]
    for one in doomed:
        doomed += [pid for pid, parent in parents.items() if parent == one]
    for pid in doomed:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


def lines_of(process):
    """The lines that a process prints, and `None` after a minute without one."""
    printed = queue.Queue()

    def read():
        for raw in process.stdout:
            printed.put(raw.decode("utf-8", "replace").rstrip("\n"))
        printed.put(StopIteration)

    threading.Thread(target=read, daemon=True).start()
    while True:
        try:
            line = printed.get(timeout=STILL)
        except queue.Empty:
            yield None
            return
        if line is StopIteration:
            return
        yield line


def must_pass(command, log):
    """Runs the tests and prints what failed; returns how many ran, and in how many seconds.

    The gate fails when a test fails, none runs, or no line comes for a minute: then the unfinished tests are named. The whole
    output is kept in .build/ci/`log`."""
    path = os.path.join(gate.ROOT, ".build", "ci", log)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    words, shown, started = " ".join(command), 0, time.monotonic()
    under_way, count, crash, is_stuck = {}, None, None, False
    # Without line buffering the last lines of a hanging run stay in the pipe.
    buffered = ["stdbuf", "-oL", *command] if shutil.which("stdbuf") else command
    process = subprocess.Popen(
        buffered, cwd=gate.ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
    with open(path, "w", encoding="utf-8") as out:
        for line in lines_of(process):
            if line is None:
                is_stuck = True
                kill_all(process.pid)
                break
            out.write(line + "\n")
            if begun := BEGUN.search(line):
                under_way[begun[1]] = True
            elif ended := ENDED.search(line):
                under_way.pop(ended[1] or ended[2], None)
            elif CRASH.search(line):
                crash = crash or line.strip()
            if summary := SUMMARY.search(line):
                count = max(count or 0, int(summary[1] or summary[2]))
            if SHOWN.search(line) and (shown < 200 or summary):
                shown += 1
                print(line, flush=True)
    code = process.wait()
    where = f"The whole output is in {gate.relative(path)}."
    if is_stuck or code:
        # A process that dies does not print the names of its tests: these were running.
        for name in list(reversed(under_way))[:20]:
            print(f"started and did not end: {name}")
    if is_stuck:
        gate.fail(f"`{words}` printed nothing for a minute. {where}")
    if code:
        gate.fail(f"`{words}` ended with {code}{f': {crash}' if crash else ''}. {where}")
    if not count:
        gate.fail(f"`{words}` ran no test at all. {where}")
    return count, time.monotonic() - started
