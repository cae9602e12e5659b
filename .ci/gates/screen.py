"""A terminal's screen, as far as the example board-browser uses one, and a program that runs on it."""

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
import unicodedata

TOKEN = re.compile(
    r"\x1b\[(?P<private>[?>]?)(?P<numbers>[0-9;]*)(?P<final>[@-~])|(?P<text>[^\x00-\x1f\x7f])|(?P<control>[\x00-\x1a\x1c-\x1f\x7f])", re.S
)
UNFINISHED = re.compile(r"\x1b(?:\[[?>]?[0-9;]*)?$")
COLUMNS, ROWS = 80, 24
CURSOR, SECOND_PAGE = 25, 1049


def width(character):
    """Columns of one code point."""
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


class Screen:
    """Cells of text; the second cell of a wide character is empty. An unknown sequence or a line that is too wide is an error."""

    def __init__(self):
        self.modes, self.rest = {CURSOR}, ""
        self.clear()

    def clear(self):
        self.cells = [[" "] * COLUMNS for _ in range(ROWS)]
        self.row = self.column = 0

    def feed(self, text):
        text, self.rest = self.rest + text, ""
        if match := UNFINISHED.search(text):
            text, self.rest = text[: match.start()], match[0]
        at = 0
        while at < len(text):
            match = TOKEN.match(text, at)
            if not match:
                raise AssertionError(f"an unknown sequence: {text[at:at + 20]!r}")
            at = match.end()
            if match["text"]:
                self.put(match["text"])
            elif match["final"]:
                self.act(match["private"], match["numbers"], match["final"])
            elif match["control"] == "\r":
                self.column = 0
            elif match["control"] == "\n":
                self.row = min(self.row + 1, ROWS - 1)

    def put(self, character):
        columns, row = width(character), self.cells[self.row]
        if columns == 0:
            row[max(self.column - 1, 0)] += character
            return
        if self.column + columns > COLUMNS:
            raise AssertionError(f"a line is wider than {COLUMNS} columns: {''.join(row)!r} and {character!r}")
        row[self.column] = character
        if columns == 2:
            row[self.column + 1] = ""
        self.column += columns

    def act(self, private, numbers, final):
        values = [int(number) if number else 0 for number in numbers.split(";")]
        if private:
            if SECOND_PAGE in values:
                self.clear()
            (self.modes.update if final == "h" else self.modes.difference_update)(values)
        elif final == "H":
            self.row = min(max(values[0], 1), ROWS) - 1
            self.column = min(max((values + [1])[1], 1), COLUMNS) - 1
        elif final == "G":
            self.column = min(max(values[0], 1), COLUMNS) - 1
        elif final == "J":
            self.cells = [[" "] * COLUMNS for _ in range(ROWS)]
        elif final == "K":
            self.cells[self.row][self.column :] = [" "] * (COLUMNS - self.column)
        elif final != "m":
            raise AssertionError(f"an unknown sequence: ESC [ {private}{numbers}{final}")

    @property
    def lines(self):
        return ["".join(row).rstrip() for row in self.cells]

    @property
    def text(self):
        return "\n".join(self.lines)


class Run:
    """A program on a terminal of its own."""

    def __init__(self, command, environment, patience=60):
        self.screen, self.patience, self.code = Screen(), patience, None
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.child, self.terminal = pty.fork()
        if self.child == 0:
            os.execve(command[0], command, environment)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self.settings = termios.tcgetattr(self.terminal)

    def press(self, keys):
        os.write(self.terminal, keys.encode())

    def read(self, seconds):
        """Whether something came within that time."""
        if not select.select([self.terminal], [], [], seconds)[0]:
            return False
        try:
            part = os.read(self.terminal, 65536)
        except OSError:  # Linux reports the closed other end this way
            part = b""
        if not part:
            if self.code is None:
                self.code = os.waitstatus_to_exitcode(os.waitpid(self.child, 0)[1])
            return False
        self.screen.feed(self.decoder.decode(part))
        return True

    def until(self, condition, what):
        """Waits until the screen meets a condition and the program rests; raises what the screen shows instead."""
        limit = time.monotonic() + self.patience
        while time.monotonic() < limit and self.code is None:
            if condition(self.screen) and not self.read(0.12):
                return self.screen
            self.read(0.05)
        raise AssertionError(f"{what}; the screen is\n{self.screen.text}")

    def ended(self):
        """The exit code."""
        limit = time.monotonic() + self.patience
        while self.code is None and time.monotonic() < limit:
            self.read(0.1)
        return self.code

    def close(self):
        if self.code is None:
            os.kill(self.child, signal.SIGKILL)
            os.waitpid(self.child, 0)
        os.close(self.terminal)
