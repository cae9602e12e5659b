"""link-tour, the example of the Link service, does what it says: a part of the gate `examples`.

It runs embedded, over HTTP against the simulator in a process of its own, which this gate asks by its own code what is left
afterwards, on a terminal, and for the ways in which things go wrong."""

import contextlib
import http.server
import json
import os
import pty
import re
import select
import signal
import socket
import subprocess
import threading
import time
import unicodedata
import urllib.error
import urllib.request

import gate

BINARIES = os.path.join(gate.ROOT, "Examples", ".build", "debug")
TOUR, SIMULATOR = os.path.join(BINARIES, "link-tour"), os.path.join(BINARIES, "link-simulator")
KEY = "simulator-key"
PATIENCE = 60
# Each line of the tour begins with one of these, in this order.
STEPS = [
    "Signed up and in: as tour_", "Posted: Hello, 안녕하세요 #tour, found by #tour", "Replied: 1 reply: My own edited reply", "Liked: 1 like",
    "Followed: ", "Read the timeline: ", "Opened two lists: ", "Let the token expire under ten calls: 1 renewal, 10 answers",
    "Killed a process that was writing: its draft is kept", "Restarted: still signed in", "Sent the draft: ", "Showed the picture: ",
    "Edited the profile: the phone number and the picture, nothing else",
    "Signed out: nothing is kept", "Gave the account up: it cannot sign in any more",
]  # fmt: skip


def environment(**changes):
    kept = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "CLICOLOR_FORCE", "FORCE_COLOR")}
    kept = {k: v for k, v in kept.items() if not k.lower().endswith("_proxy")}
    kept.update({"TERM": "xterm-256color", "NOTICEBOARD_LINK_KEY": KEY})
    kept.update(changes)
    return {k: v for k, v in kept.items() if v is not None}


def run(*options, **changes):
    return subprocess.run(
        [TOUR, *options], env=environment(**changes), stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE
    )


@contextlib.contextmanager
def simulator(*options):
    """A running link-simulator; yields its base URL."""
    process = subprocess.Popen(
        [SIMULATOR, *options, "--port", "0"],
        env=environment(NOTICEBOARD_LINK_KEY=None), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        ready, _, _ = select.select([process.stdout], [], [], PATIENCE)
        url = process.stdout.readline().strip() if ready else ""
        if not url.startswith("http://127.0.0.1:"):
            gate.fail(f"link-simulator should print its address first, and printed {url!r}.")
        yield url
    finally:
        process.kill()
        process.wait()


@contextlib.contextmanager
def page(body):
    """A server that answers everything with one body."""

    class Page(http.server.BaseHTTPRequestHandler):
        def answer(self):
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_POST = answer

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{running.server_port}"
        running.shutdown()


def ask(base, method, path, body=None, token=None):
    """One call to the service by this gate's own means: the status and what came with it."""
    headers = {"SesacKey": KEY} | ({"Authorization": token} if token else {}) | ({"Content-Type": "application/json"} if body else {})
    request = urllib.request.Request(base + path, json.dumps(body).encode() if body else None, headers, method=method)
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(request, timeout=PATIENCE) as reply:
            return reply.status, json.load(reply)
    except urllib.error.HTTPError as refusal:
        return refusal.code, json.load(refusal)


def held(base):
    """What the service holds: every post whole, and the profiles of those who wrote them."""
    _, login = ask(base, "POST", "/login", {"email": "user1@example.com", "password": "password1"})
    posts, cursor = [], ""
    while cursor != "0":
        _, answer = ask(base, "GET", f"/post?limit=100&next={cursor}", token=login["token"])
        posts, cursor = posts + answer["data"], answer["next_cursor"]
    people = sorted({post["creator"]["_id"] for post in posts})
    return posts, [ask(base, "GET", f"/profile/{person}", token=login["token"])[1] for person in people]


def check_steps(where, result, expiring=True):
    """Each step in its line, all of them, and nothing else."""
    text, said = result.stdout.decode("utf-8", "replace"), result.stderr.decode("utf-8", "replace")
    if result.returncode or said:
        gate.finding(where, f"ended with {result.returncode}, said on standard error: {said.strip()!r}")
    wanted = STEPS if expiring else [re.sub("^Let the token.*", "Ten calls at once: ", step) for step in STEPS]
    lines = text.rstrip("\n").split("\n")
    if len(lines) != len(wanted) or not all(line.startswith(step) for line, step in zip(lines, wanted)):
        gate.finding(where, f"should print {wanted}, and prints {lines}")
    return text


def check_failure(code, options, **changes):
    result = run(*options, **changes)
    where, said = f"link-tour {' '.join(options)}", result.stderr.decode("utf-8", "replace")
    if result.returncode != code:
        gate.finding(where, f"ended with {result.returncode}, should be {code}; it said {said.strip()!r}")
    if said.count("\n") != 1 or not said.endswith("\n") or re.search(r"\b[A-Z]\w*Error\b|Optional\(|NOTICEBOARD_TOKEN", said):
        gate.finding(where, f"should say one line for a person on standard error, and said {said!r}")


def check_over_http():
    with simulator("--seed", "7", "--token-life", "25") as base:
        before = held(base)
        text = check_steps("link-tour --base-url", run("--base-url", base), expiring=False)
        if held(base) != before:
            gate.finding("link-tour --base-url", "leaves something behind: the service holds other things than before")
        posts = len(before[0]) + 1
        if f"Read the timeline: {posts} posts on {-(-posts // 10)} pages" not in text:
            gate.finding("link-tour --base-url", f"should read {posts} posts, as the service holds, and says {text!r}")
        check_steps("link-tour --base-url with a slash at its end", run("--base-url", base + "/"), expiring=False)
        check_failure(77, ["--base-url", base], NOTICEBOARD_LINK_KEY="wrong")
        check_failure(64, ["--base-url", base], NOTICEBOARD_LINK_KEY=None)
        check_interrupted(base, before)


def check_interrupted(base, before):
    """SIGINT in the middle: the exit code of a shell, one line, and the account is given up as far as the service lets it."""
    with simulator("--seed", "7", "--latency", "100") as slow:
        tour = subprocess.Popen(
            [TOUR, "--base-url", slow], env=environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        tour.stdout.readline()
        tour.send_signal(signal.SIGINT)
        _, said = tour.communicate(timeout=PATIENCE)
        if tour.returncode != 130 or said.count(b"\n") != 1:
            gate.finding("link-tour with SIGINT", f"ended with {tour.returncode}, and said {said!r}")
        if held(slow) != before:
            gate.finding("link-tour with SIGINT", "leaves something behind")


def check_terminal():
    """On a terminal the steps stand out; what somebody else is called cannot steer it."""
    for changes, styled in (({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)):
        child, terminal = pty.fork()
        if child == 0:
            os.execve(TOUR, [TOUR, "--seed", "7"], environment(**changes))
        text, limit = b"", time.monotonic() + PATIENCE
        while time.monotonic() < limit and select.select([terminal], [], [], limit - time.monotonic())[0]:
            try:
                part = os.read(terminal, 65536)
            except OSError:  # how Linux tells that the other end is closed
                break
            if not part:
                break
            text += part
        os.close(terminal)
        _, status = os.waitpid(child, 0)
        shown = text.decode("utf-8", "replace")
        plain = re.sub(r"\x1b\[[0-9;]*m", "", shown)
        bad = [c for c in plain if c not in "\r\n" and unicodedata.category(c) in ("Cc", "Cf")]
        if status or bad or (plain != shown) != styled or not all(step in plain for step in STEPS):
            gate.finding(f"link-tour on a terminal, {changes}", f"ended with {status}, and shows {shown!r}")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def check():
    embedded = check_steps("link-tour", run())
    other = check_steps("link-tour --seed 8", run("--seed", "8"))
    if [line for line in embedded.split("\n") if "Followed" in line] == [line for line in other.split("\n") if "Followed" in line]:
        gate.finding("link-tour --seed 8", "prints the same lines as another seed: they are not computed")
    check_over_http()
    check_terminal()
    check_failure(64, ["--no-such-option"])
    check_failure(64, ["--base-url"])
    check_failure(64, ["--base-url", "127.0.0.1"])
    check_failure(64, ["--key-file", "x"])
    check_failure(64, ["--base-url", "http://127.0.0.1:1", "--seed", "1"])
    check_failure(69, ["--base-url", f"http://127.0.0.1:{free_port()}"])
    check_failure(77, ["--base-url", "http://link.example:27820"])
    with page(b"<html>It works!</html>") as url:
        check_failure(65, ["--base-url", url])
    with page(b"[1]") as url:
        check_failure(65, ["--base-url", url])
    if run("--help").returncode or b"--base-url" not in run("--help").stdout:
        gate.finding("link-tour --help", "should explain its options on standard output, and end with 0")
