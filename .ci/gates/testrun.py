"""What the gates share that run tests: `tests`, `release` and `stories`."""

import os
import re

import gate
import watched

SHOWN = re.compile(r"✘|\berror:|Fatal error|recorded an issue|Test Case .* failed|NOTICEBOARD_SEED|Test run with|Executed [1-9]")


def must_pass(command, log):
    """Runs the tests and prints what failed; fails the gate when a test fails, none runs, or the run stands still.

    A run in which no test began or ended for a minute is ended, and the tests that had begun are named. The whole output is
    kept in .build/ci/`log`."""
    path = os.path.join(gate.ROOT, ".build", "ci", log)
    words, shown = " ".join(command), 0

    def show(line):
        nonlocal shown
        if SHOWN.search(line) and (shown < 200 or watched.SUMMARY.search(line)):
            shown += 1
            print(line, flush=True)

    run = watched.run(command, gate.ROOT, path, heard=show)
    where = f"The whole output is in {gate.relative(path)}."
    if run.stopped or run.code:
        # A process that dies takes the names of its tests with it: these had begun.
        for name in run.under_way[:20]:
            print(f"had begun and did not end: {name}")
    if run.stopped:
        gate.fail(f"`{words}` stood still for a minute. {where}")
    if run.code:
        gate.fail(f"`{words}` ended with {run.code}{f': {run.crash}' if run.crash else ''}. {where}")
    if not run.counts:
        gate.fail(f"`{words}` printed no summary, so nothing shows that tests ran. {where}")
    if not max(run.counts):
        gate.fail(f"`{words}` ran no test at all. {where}")
    return run
