"""A test run that is watched: what failed, by name, and what had begun when it stood still.

Shared by the gate `tests` and by .ci/mutants."""

import os
import queue
import re
import shutil
import signal
import subprocess
import threading
import time

BEGUN = re.compile(r"◇ Test (?!case |run )(.+) started\.$")
ENDED = re.compile(r"^\S+ +Test (?!case |run )(.+) (passed|failed) after [\d.]+ seconds|^\S+ +Test (?!case |run )(.+) (skipped)")
CASES = re.compile(r" with \d+ test cases?$")
ISSUE = re.compile(r"Test (?!case |run )(.+?) recorded an issue\b(?:.*?\.swift:\d+:\d+: (.*)|.*)$")
# Where an issue's line goes on that was broken by what the test was given.
REST = re.compile(r" at [\w+]+\.swift:\d+:\d+: (.*)$")
CRASH = re.compile(r"Fatal error|\*\*\* Signal|Illegal instruction|Segmentation fault|Trace/breakpoint")
SUMMARY = re.compile(r"Test run with (\d+) tests?|Executed ([1-9]\d*) tests?")


class Run:
    """What became of one test run."""

    def __init__(self):
        self.code = None
        # None, or "still" when nothing began or ended for too long, "late" when the run took too long in all, "failed" when one
        # failure was enough.
        self.stopped = None
        self.seconds = 0.0
        self.counts = []
        # The failed tests' names with the first thing that each of them said, in order.
        self.failures = {}
        self.crash = None
        self._under_way = {}
        self._broken_off = None

    @property
    def under_way(self):
        """The tests that had begun and not ended, the latest first."""
        return list(reversed(self._under_way))

    def _hear(self, line):
        if begun := BEGUN.search(line):
            self._under_way[begun[1]] = True
        elif ended := ENDED.search(line):
            name = CASES.sub("", ended[1] or ended[3])
            self._under_way.pop(name, None)
            if ended[2] == "failed":
                self.failures.setdefault(name, "")
        elif issue := ISSUE.search(line):
            self._broken_off = issue[1] if issue[2] is None else None
            if issue[2] is not None:
                self.failures.setdefault(issue[1], issue[2])
        elif self._broken_off and (rest := REST.search(line)):
            self.failures.setdefault(self._broken_off, rest[1])
            self._broken_off = None
        elif CRASH.search(line):
            self.crash = self.crash or line.strip()
        if summary := SUMMARY.search(line):
            self.counts.append(int(summary[1] or summary[2]))


def by_lines(command):
    """The command, writing line by line: else a stand-still keeps the last lines, names of failures among them, out of a pipe."""
    return ["stdbuf", "-oL", *command] if shutil.which("stdbuf") else command


def end(first):
    """Kills a process and all that it started: the tests run in a group of their own, and would go on behind what ran them."""
    try:
        listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True).stdout.split()
    except FileNotFoundError:
        listed = []
    parents = dict(zip(map(int, listed[::2]), map(int, listed[1::2])))
    doomed = [first]
    for one in doomed:
        doomed += [pid for pid, parent in parents.items() if parent == one]
    for pid in doomed:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


def run(command, folder, log, still=60, limit=None, heard=lambda line: None, environment=None, to_first_failure=False):
    """Runs a command that runs tests, its output into the file `log`; `heard` gets each line.

    The run is ended when no line comes for `still` seconds, or after `limit` seconds, or, if told so, at the first failure."""
    os.makedirs(os.path.dirname(log), exist_ok=True)
    result, started = Run(), time.monotonic()
    process = subprocess.Popen(
        by_lines(command), cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        start_new_session=True, env=environment,
    )
    printed = queue.Queue()

    def read():
        for raw in process.stdout:
            printed.put(raw.decode("utf-8", "replace").rstrip("\n"))
        printed.put(None)

    threading.Thread(target=read, daemon=True).start()
    with open(log, "w", encoding="utf-8") as out:
        while True:
            left = limit - (time.monotonic() - started) if limit else still
            try:
                line = printed.get(timeout=max(0.1, min(still, left)))
            except queue.Empty:
                result.stopped = "late" if limit and left <= still else "still"
                end(process.pid)
                break
            if line is None:
                break
            out.write(line + "\n")
            result._hear(line)
            heard(line)
            if to_first_failure and result.failures:
                result.stopped = "failed"
                end(process.pid)
                break
    result.code, result.seconds = process.wait(), time.monotonic() - started
    return result
