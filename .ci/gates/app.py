"""board-browser on a terminal: a person's afternoon with it, what is left of the terminal afterwards, and small windows.

The story is told in keys; what must be on the screen then is what this gate knows by itself of the simulator, asked over HTTP, or
stands in screens.txt, whole screens that were looked at once. `NOTICEBOARD_RECORD=1 .ci/gates/examples` writes them anew."""

import os
import re
import signal
import tempfile
import time

import gate
from screen import Run

BROWSER = os.path.join(gate.ROOT, "Examples", ".build", "debug", "board-browser")
RECORDED = os.path.join(gate.ROOT, ".ci", "gates", "screens.txt")
UP, DOWN, ENTER, ESCAPE, END, PAGE = "\x1b[A", "\x1b[B", "\r", "\x1b", "\x1b[F", "\x1b[6~"


def recorded():
    if not os.path.exists(RECORDED):
        return {}
    with open(RECORDED, encoding="utf-8") as file:
        parts = re.split(r"^=== (.+)\n", file.read(), flags=re.M)[1:]
    return {name: text.rstrip("\n") for name, text in zip(parts[::2], parts[1::2])}


class Story:
    """Screens that are compared with what was recorded of them."""

    def __init__(self):
        self.wanted, self.seen = recorded(), {}

    def compare(self, name, screen):
        # The row that is meant is reversed, which a text cannot show otherwise.
        shown = "\n".join(
            (">" if row[0][1].split(";")[-1] == "7" or ";7;" in row[0][1] else "") + line for row, line in zip(screen.cells, screen.lines)
        ).rstrip("\n")
        self.seen[name] = shown
        if os.environ.get("NOTICEBOARD_RECORD") or shown == self.wanted.get(name):
            return
        wanted = self.wanted.get(name, "").split("\n")
        line = next((n for n, pair in enumerate(zip(wanted, shown.split("\n"))) if pair[0] != pair[1]), 0)
        gate.finding(
            f"board-browser, {name}", f"line {line + 1} should be {wanted[line] if line < len(wanted) else ''!r}; the screen is\n{shown}")

    def finish(self):
        if os.environ.get("NOTICEBOARD_RECORD"):
            with open(RECORDED, "w", encoding="utf-8") as file:
                file.write("".join(f"=== {name}\n{text}\n\n" for name, text in self.seen.items()))


def check_story(environment):
    """Open, scroll to the end, change board, search, open a hit, step through hits, history, an expired token, quit."""
    story = Story()
    run = Run([BROWSER, "--seed", "7", "--language", "ko"], environment)
    try:
        story.compare("opened", run.until(lambda s: "/95" in s.lines[0] and s.lines[-1], "opens no board"))
        run.press("G")
        story.compare("at the end", run.shows("95/95"))
        run.press("b" + DOWN)
        story.compare("the boards", run.until(lambda s: "게시판" in s.lines[0], "shows no boards"))
        run.press(ENTER)
        story.compare("another board", run.until(lambda s: "1/95" in s.lines[0], "opens no other board"))
        run.press("/")
        run.press("메일".encode()[:2])
        run.press("메일".encode()[2:])
        story.compare("typing", run.shows("제목 : 메일"))
        run.press(DOWN + ENTER)
        screen = run.until(lambda s: re.match(r" 전체 : 메일  결과 \d+", s.lines[0]), "finds nothing")
        story.compare("found", screen)
        looks = screen.looks("메일")[1:]
        if not looks or not all("4" in look.split(";") and "38" in look.split(";") for look in looks):
            gate.finding("board-browser, found", f"hits should be underlined and coloured, and look like {looks}")
        run.press(ENTER)
        story.compare("a hit", run.until(lambda s: "─────" in s.text and "다음 글" in s.lines[-1], "opens no hit"))
        for _ in range(20):
            if re.search(r"검색어 1/[2-9]", run.screen.lines[-2]):
                break
            before = run.screen.lines[0]
            run.press("]")
            run.until(lambda s: s.lines[0] != before, "does not go on to the next post")
        run.press("n")
        story.compare("the second hit", run.until(lambda s: "검색어 2/" in s.lines[-2], "does not go on to the next hit"))
        if len([look for look in run.screen.looks("메일") if "7" in look.split(";")]) != 1:
            gate.finding("board-browser, the second hit", "should show one hit otherwise than the others")
        run.press(ESCAPE)
        run.until(lambda s: re.match(r" 전체 : 메일  결과 \d+", s.lines[0]), "does not come back to what was found")
        run.press(ESCAPE)
        run.until(lambda s: "/95" in s.lines[0], "does not come back to the board")
        run.press("/")
        story.compare("history", run.shows("최근 검색", "전체 : 메일"))
        run.press("\x7f한\x7f글" + "\x1b[200~a\nb\x1b[201~")
        run.shows("검색: 글a b")
        run.press(ESCAPE)
        run.until(lambda s: "1/95" in s.lines[0], "does not come back to the board")
        run.press("?")
        story.compare("help", run.shows("도움말", "^Z"))
        run.press("xq")
        if run.ended() != 0:
            gate.finding("board-browser, q", f"ended with {run.code}")
        if 1049 in run.screen.modes or 2004 in run.screen.modes or not {25, 7} <= run.screen.modes:
            gate.finding("board-browser, q", f"leaves the terminal in the modes {sorted(run.screen.modes)}")
    finally:
        run.close()
    story.finish()


def check_expired_token(environment):
    run = Run([BROWSER, "--language", "en", "--weather", "expiring", "--posts", "600"], environment)
    try:
        run.until(lambda s: "of 600" in s.lines[0], "opens no board")
        run.press("G")
        run.shows("Press s to sign in again.", "sign in")
        run.press("sG")
        run.until(lambda s: re.search(r"(1[6-9]\d|[2-9]\d\d) of 600", s.lines[0]), "does not go on after signing in")
        run.press("\x03")
        if run.ended() != 130:
            gate.finding("board-browser, Control-C", f"ended with {run.code} instead of 130")
    finally:
        run.close()


def check_weather(environment):
    """While all is slow, keys are answered; failures can be tried again; a wheel turns."""
    run = Run([BROWSER, "--language", "en", "--weather", "slow,flaky,busy", "--posts", "10000"], environment)
    try:
        limit = time.monotonic() + 60
        while not re.search(r"\d+ of 10\d\d\d posts", run.screen.lines[0]) and time.monotonic() < limit:
            run.read(0.2)
            if "Press r" in run.screen.text:
                run.press("r")
                run.read(0.5)
        run.press("G")
        run.until(lambda s: "posts" in s.lines[-2] and "━" in s.lines[-2] or "✗" in s.text, "shows no progress")
        started = time.monotonic()
        run.press("gj")
        run.until(lambda s: s.lines[0].endswith("2/10000") or re.search(r" 2/10\d\d\d$", s.lines[0]), "does not answer a key")
        if time.monotonic() - started > 5:
            gate.finding("board-browser in bad weather", "waits for the network to answer a key")
        run.press("q")
        run.ended()
    finally:
        run.close()


def check_windows(environment):
    """In any window, and in one that changes, no line is too wide: the screen would tell."""
    for columns, rows in ((80, 24), (40, 10), (20, 5), (1, 1), (200, 60)):
        run = Run([BROWSER, "--language", "ko"], environment, columns, rows)
        try:
            run.until(lambda s: s.text.strip(), "draws nothing")
            for size in ((columns, rows), (30, 7), (columns, rows)):
                run.size(*size)
                # Without a key: the window alone has it drawn anew.
                run.until(lambda s: s.text.strip(), f"is not drawn anew in a window of {size}")
                for keys in ("j", "b", "j" + ENTER, "/", "회의", ENTER, ESCAPE, "?", "?"):
                    run.press(keys)
                    run.read(0.2)
            run.press("q")
            if run.ended() != 0:
                gate.finding(f"board-browser at {columns}x{rows}", f"ended with {run.code}")
        except ValueError as error:
            gate.finding(f"board-browser at {columns}x{rows}", str(error))
        finally:
            run.close()


def check_looks(environment):
    for changes, wanted, banned in (
        ({"NO_COLOR": "1"}, "4", r"(?:^|;)[34][0-9](?:;|$)"), ({"COLORTERM": "truecolor"}, "38;2", "38;5"),
    ):  # fmt: skip
        run = Run([BROWSER, "--language", "en", "--search", "mail"], {**environment, **changes})
        try:
            screen = run.until(lambda s: re.match(r" All : mail  \d+ (?:of \d+ )?hit", s.lines[0]), "finds nothing")
            looks = {look for row in screen.cells for _, look in row}
            if not any(wanted in look for look in looks) or any(re.search(banned, look) for look in looks):
                gate.finding(f"board-browser with {changes}", f"looks like {sorted(looks)}")
            run.press("q")
            run.ended()
        finally:
            run.close()


def check_endings(environment, simulator):
    """Whatever ends it, the terminal's settings are as they were."""
    shell = Run(["/bin/bash", "--norc", "--noprofile", "-i"], {**environment, "PS1": "$ ", "BROWSER": BROWSER})
    asked = 0

    def settings():
        nonlocal asked
        asked += 1
        shell.press(f"echo S{asked}=$? $(stty -g | cksum | cut -d ' ' -f 1)\r")
        screen = shell.until(lambda s: re.search(rf"^S{asked}=\d+ \S+$", s.text, re.M), "does not tell its settings")
        code, found = re.search(rf"^S{asked}=(\d+) (\S+)$", screen.text, re.M).groups()
        shell.press("clear\r")
        shell.until(lambda s: s.lines[0] == "$", "does not clear")
        return int(code), found

    def open_app(options=""):
        shell.press(f'"$BROWSER" --language en {options}\r')
        shell.until(lambda s: 1049 in s.modes and "posts" in s.lines[0], "opens no board")
        return os.tcgetpgrp(shell.terminal)

    def check(name, code, before):
        shell.until(lambda s: 1049 not in s.modes, f"does not give the screen back after {name}")
        found = settings()
        if found != (code, before):
            gate.finding(f"board-browser ended by {name}", f"leaves {found} instead of {(code, before)}")
        if 1049 in shell.screen.modes or not {7, 25} <= shell.screen.modes:
            gate.finding(f"board-browser ended by {name}", f"leaves the terminal in the modes {sorted(shell.screen.modes)}")

    try:
        shell.until(lambda s: s.lines[0] == "$", "is no shell")
        # Its line editor changes the settings while it waits; what counts is what a program finds.
        before = settings()[1]
        for name, code in (("q", 0), ("Control-C", 130)):
            open_app()
            shell.press("q" if name == "q" else "\x03")
            check(name, code, before)
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGSEGV, signal.SIGQUIT, signal.SIGUSR1, signal.SIGALRM):
            pid = open_app()
            os.kill(pid, number)
            check(number.name, 128 + number, before)
        pid = open_app()
        for how in ("Control-Z", "SIGTSTP", "a second SIGTSTP", "a second Control-Z"):
            os.kill(pid, signal.SIGTSTP) if "SIGTSTP" in how else shell.press("\x1a")
            shell.until(lambda s: 1049 not in s.modes and "Stopped" in s.text, f"is not stopped by {how}")
            if settings()[1] != before:
                gate.finding(f"board-browser and {how}", "changes the terminal's settings while it is stopped")
            shell.press("fg\r")
            shell.until(lambda s: 1049 in s.modes and "posts" in s.lines[0], f"does not come back after {how}")
        shell.press("q")
        check("q after having been stopped", 0, before)
        with simulator() as base:
            open_app(f"--base-url {base}")
        shell.press("r")
        shell.shows("Press r to try again.")
        shell.press("q")
        check("q after the service is gone", 0, before)
    finally:
        shell.close()


def check(environment, simulator):
    try:
        check_story(environment())
        check_expired_token(environment())
        check_weather(environment())
        check_windows(environment())
        check_looks(environment())
        check_endings(environment(), simulator)
        with tempfile.NamedTemporaryFile() as file:
            check_unwritable(environment(), file.name)
    except AssertionError as error:
        gate.finding("board-browser on a terminal", str(error))


def check_unwritable(environment, path):
    """A place that cannot be written to is said, and does not keep anybody from searching and reading."""
    run = Run([BROWSER, "--language", "en", "--history", path, "--search", "mail"], environment)
    try:
        run.shows("All : mail", "Searches cannot be remembered.")
        run.press("\x1b")
        run.shows("What was read cannot be remembered.")
        run.press("q")
        run.ended()
    finally:
        run.close()
