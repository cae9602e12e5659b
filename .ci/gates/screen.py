"""A terminal's screen, as far as full-screen programs of this project use one, and a program that runs on it.

It reads what the program writes by its own code: places, erasing, colours and looks, the other page, and how wide characters
are. What it does not know is an error, so that nothing is drawn that it would not notice."""

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
    r"\x1b\[(?P<private>[?>]?)(?P<numbers>[0-9;]*)(?P<final>[@-~])|(?P<text>[^\x00-\x1f\x7f\x1b])|(?P<control>[\x00-\x1f\x7f])", re.S
)


def width(character):
    """Columns of one code point by itself."""
    if unicodedata.category(character) in ("Mn", "Me", "Cf") or 0x1160 <= ord(character) < 0x1200:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


class Screen:
    """Cells of (text, look); the second cell of a wide character is empty."""

    def __init__(self, columns=80, rows=24):
        self.columns, self.rows = columns, rows
        # 7: a line goes on in the next, 25: there is a cursor.
        self.modes, self.rest, self.rung = {7, 25}, "", []
        self.knows_size = True
        self.clear()

    def clear(self):
        self.cells = [[(" ", "")] * self.columns for _ in range(self.rows)]
        self.row = self.column = 0
        self.look = ""

    def resize(self, columns, rows):
        """Another window: what was on its way for the former one is cut off, until a program begins to draw for this one."""
        self.columns, self.rows, self.knows_size = columns, rows, False
        self.clear()

    def feed(self, text):
        text, self.rest = self.rest + text, ""
        # What has only begun waits for its end.
        if match := re.search(r"\x1b(?:\[[?>]?[0-9;]*)?$", text):
            text, self.rest = text[: match.start()], match[0]
        at = 0
        while at < len(text):
            match = TOKEN.match(text, at)
            if not match:
                raise ValueError(f"an unknown sequence: {text[at:at + 20]!r}")
            at = match.end()
            if match["text"]:
                self.put(match["text"])
            elif match["final"]:
                self.act(match["private"], match["numbers"], match["final"])
            else:
                self.control(match["control"])

    def put(self, character):
        columns = width(character)
        row = self.cells[self.row]
        before = max(self.column - 1, 0)
        while before > 0 and row[before][0] == "":
            before -= 1
        joined = self.column > 0 and row[before][0].endswith("\u200d")
        if columns == 0 or joined or character == "\ufe0f":
            row[before] = (row[before][0] + character, row[before][1])
            return
        if self.column + columns > self.columns and 7 in self.modes:
            self.column = 0
            self.control("\n")
            row = self.cells[self.row]
        if self.column + columns > self.columns and not self.knows_size:
            return
        if self.column + columns > self.columns:
            raise ValueError(f"a line is wider than {self.columns} columns: {self.line(self.row)!r} and {character!r}")
        row[self.column] = (character, self.look)
        if columns == 2:
            row[self.column + 1] = ("", self.look)
        self.column += columns

    def control(self, character):
        if character == "\r":
            self.column = 0
        elif character == "\n":
            if self.row == self.rows - 1:
                self.cells = [*self.cells[1:], [(" ", "")] * self.columns]
            else:
                self.row += 1
        elif character == "\x08":
            self.column = max(self.column - 1, 0)
        else:
            self.rung.append(character)

    def act(self, private, numbers, final):
        values = [int(number) if number else 0 for number in numbers.split(";")]
        if private:
            if final == "h" and 1049 in values:
                self.page = (self.cells, self.row, self.column)
                self.clear()
            if final == "l" and 1049 in self.modes.intersection(values):
                self.cells, self.row, self.column = self.page
            (self.modes.update if final == "h" else self.modes.difference_update)(values)
        elif final == "H":
            self.row = min(max(values[0], 1), self.rows) - 1
            self.column = min(max((values + [1])[1], 1), self.columns) - 1
        elif final == "G":
            self.column = min(max(values[0], 1), self.columns) - 1
        elif final == "J":
            self.knows_size = True
            self.cells = [[(" ", "")] * self.columns for _ in range(self.rows)]
        elif final == "K":
            self.cells[self.row][self.column :] = [(" ", "")] * (self.columns - self.column)
        elif final == "m":
            self.look = "" if numbers in ("", "0") else numbers
        else:
            raise ValueError(f"an unknown sequence: ESC [ {private}{numbers}{final}")

    def line(self, row):
        return "".join(text for text, _ in self.cells[row]).rstrip()

    @property
    def lines(self):
        return [self.line(row) for row in range(self.rows)]

    @property
    def text(self):
        return "\n".join(self.lines)

    def looks(self, part):
        """The looks in which a text stands on the screen, wherever it does."""
        found = []
        for row in self.cells:
            plain = "".join(text for text, _ in row)
            owners = [cell for cell, (text, _) in enumerate(row) for _ in text]
            found += [row[owners[match.start()]][1] for match in re.finditer(re.escape(part), plain)]
        return found


class Run:
    """A program on a terminal of its own."""

    def __init__(self, command, environment, columns=80, rows=24, patience=60):
        self.screen, self.patience, self.code = Screen(columns, rows), patience, None
        self.raw = b""
        self.child, self.terminal = pty.fork()
        if self.child == 0:
            os.execve(command[0], command, environment)
        self.size(columns, rows)

    def size(self, columns, rows):
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        if (columns, rows) != (self.screen.columns, self.screen.rows):
            self.screen.resize(columns, rows)

    def press(self, keys):
        os.write(self.terminal, keys.encode() if isinstance(keys, str) else keys)

    def read(self, seconds):
        """Whether something came within that time."""
        if not select.select([self.terminal], [], [], seconds)[0]:
            return False
        try:
            part = os.read(self.terminal, 65536)
        except OSError:  # how Linux tells that the other end is closed
            part = b""
        if not part:
            if self.code is None:
                self.code = os.waitstatus_to_exitcode(os.waitpid(self.child, 0)[1])
            return False
        self.raw += part
        # A character may be split between two reads.
        whole = len(self.raw)
        for back in range(1, min(4, whole) + 1):
            byte = self.raw[-back]
            if byte & 0xC0 == 0xC0:
                if back < (4 if byte >= 0xF0 else 3 if byte >= 0xE0 else 2):
                    whole -= back
                break
            if byte < 0x80:
                break
        text, self.raw = self.raw[:whole].decode("utf-8", "replace"), self.raw[whole:]
        self.screen.feed(text)
        return True

    def until(self, condition, what):
        """Waits until the screen meets a condition and the program rests; raises what it shows instead."""
        limit = time.monotonic() + self.patience
        while time.monotonic() < limit and self.code is None:
            if condition(self.screen) and not self.read(0.12):
                return self.screen
            self.read(0.05)
        raise AssertionError(f"{what}; the screen is\n{self.screen.text}")

    def shows(self, *parts):
        return self.until(lambda screen: all(part in screen.text for part in parts), f"does not show {parts}")

    def ended(self):
        """How it ended."""
        limit = time.monotonic() + self.patience
        while self.code is None and time.monotonic() < limit:
            if not self.read(0.1) and self.code is None:
                child, status = os.waitpid(self.child, os.WNOHANG)
                if child:
                    self.code = os.waitstatus_to_exitcode(status)
        return self.code

    def close(self):
        if self.code is None:
            os.kill(self.child, signal.SIGKILL)
            os.waitpid(self.child, 0)
        os.close(self.terminal)
