#!/usr/bin/env python3
"""Kills the example link-app at random moments while it is told to post: no line that it confirmed is lost or posted twice.

    swift build -c release --package-path Examples && Tests/Benchmarks/kill-link-app.py [ROUNDS] [SEED]

By hand; 90 rounds unless given. The service is the example link-simulator, which is slow and fails at random. A line is
confirmed when the program prints "Kept". In the end a last run sends what is left and answers each question with "again",
when the service is idle; then every confirmed line is a post, and no line is two posts.
"""
import os
import pathlib
import queue
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

PROGRAMS = pathlib.Path(__file__).parents[2] / "Examples/.build/release"
KEY = {**os.environ, "NOTICEBOARD_LINK_KEY": "simulator-key"}


class App:
    """A run of link-app."""

    def __init__(self, folder, address):
        self.process = subprocess.Popen(
            [PROGRAMS / "link-app", "--folder", folder, "--base-url", address, "--allow-plain-http"], env=KEY, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, bufsize=1)
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def tell(self, line):
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass

    def until(self, pattern, seconds=60):
        """The lines up to the first one that the pattern finds."""
        seen, end = [], time.monotonic() + seconds
        while True:
            try:
                line = self.lines.get(timeout=max(end - time.monotonic(), 0.01))
            except queue.Empty:
                sys.exit(f"waited in vain for {pattern!r} after {seen[-5:]}")
            if line is None:
                sys.exit(f"ended before {pattern!r}: {seen[-5:]}")
            seen.append(line)
            if re.search(pattern, line):
                return seen

    def rest(self):
        """The lines until the end of the program."""
        return list(iter(self.lines.get, None))

    def end(self):
        self.process.stdin.close()
        self.process.wait()
        return self.rest()


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 90
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(1 << 30)
    print(f"kill-link-app: {rounds} rounds, seed {seed}", file=sys.stderr)
    dice = random.Random(seed)
    service = subprocess.Popen(
        [PROGRAMS / "link-simulator", "--latency", "15", "--failures", "2", "--posts", "5", "--seed", str(seed)], env=KEY,
        text=True, stdout=subprocess.PIPE)
    confirmed, written, asked = [], [], 0
    try:
        address = service.stdout.readline().strip()
        with tempfile.TemporaryDirectory(prefix="kill-link-app.") as folder:
            app = App(folder, address)
            while True:  # the service fails at random
                app.tell("in user1@example.com password1")
                if any("Signed in" in line for line in app.until("Signed in|[.]$")[-1:]):
                    break
            app.end()
            for number in range(rounds):
                app = App(folder, address)
                app.until("Signed in")
                for line in range(40):
                    written.append(f"line-{number}-{line}")
                    app.tell("post " + written[-1])
                time.sleep(dice.random() * (2 if dice.random() < 0.2 else 0.4))
                app.process.send_signal(signal.SIGKILL)
                app.process.wait()
                confirmed += [line[6:] for line in app.rest() if line.startswith("Kept: ")]
            posts, asked = finish(folder, address)
    finally:
        service.kill()
        service.wait()
    count = {line: posts.count(line) for line in set(posts)}
    lost = [line for line in confirmed if line not in count]
    twice = [line for line in written if count.get(line, 0) > 1]
    print(
        f"kill-link-app: {rounds} kills, {len(confirmed)} lines confirmed, {sum(line in count for line in written)} posted, "
        f"{asked} questions, {len(lost)} lost, {len(twice)} twice")
    if lost or twice:
        sys.exit(f"lost: {lost}, twice: {twice}")


def finish(folder, address):
    """Sends what is left; the texts of all posts, and the number of questions."""
    app, asked = App(folder, address), 0
    app.until("Signed in")
    for _ in range(3000):
        app.tell("drafts")
        app.tell("nothing")
        drafts = [line for line in app.until("No such command: nothing") if re.match(r"\d+[.] line-", line)]
        if not drafts:
            break
        questions = [line for line in drafts if "again?" in line]
        if questions:
            time.sleep(0.5)  # no request is late
            asked += 1
            app.tell("again " + questions[0].split(".")[0])
            app.until("Sent[.]|[.]$")
        time.sleep(0.2)
    else:
        sys.exit(f"drafts are left: {drafts}")
    posts = []
    while True:
        app.tell("home")
        app.tell("nothing")
        lines = [re.search(r": (line-\d+-\d+) \(", line) for line in app.until("No such command: nothing")]
        found = [line[1] for line in lines if line]
        if found and len(found) == len(posts):
            app.end()
            return found, asked
        posts = found
        time.sleep(0.2)


main()
