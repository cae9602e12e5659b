#!/usr/bin/env python3
"""A board service of another make, for stories: it knows the wire contract and nothing of the library.

It listens on 127.0.0.1 and prints its port as {"port": N}. Then each line of standard input is a command in JSON, and each
answer is one line of JSON on standard output. It ends when standard input closes, when its parent ends, and after ten minutes.

Service, below /api/v2, with any bearer token:
    boards                                                    the menu
    boards/{board}/posts?offset=&limit=                       a page, pinned posts first, then the newest
    boards/{board}/posts?search=&searchTarget=&offset=&limit= a page of hits
    boards/{board}/posts/{post}                               one post, in the same format

Commands; "board" is a board's number, "posts" a list of posts' numbers:
    add-board      name, count, bytes     adds a board with `count` posts of about `bytes` bytes
    arrive         board, count           adds new posts at the top; answers their numbers
    delete         board, posts           deletes posts
    edit           board, post, title, contents
    pin, unpin     board, posts           notices that are first on the board
    delete-board   board                  the menu leaves it out, its pages are 404
    forbid, allow  board                  its pages are 403, or not any more
    fail           fault, of, times, status, page    a fault for the next `times` requests, or for all
    mend                                  removes all faults and answers the requests that hang
    posts          board                  answers the posts' numbers in order
    requests, forget-requests             what was asked since the last forget-requests

Faults: hang (no answer until mend), drop (closes the connection), status, portal (a web page that wants a sign-in), stale (a
proxy's answer: the page at offset `page`, as it was when it was last sent).
"""

import json
import os
import socket
import sys
import threading
import time
import unicodedata
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

LIFETIME = 600
FIRST_DAY = 1_700_000_000
WRITERS = ["김민수", "이서연", "박지훈", "최예은"]
PORTAL = "<!DOCTYPE html><html><head><title>Wi-Fi</title></head><body><form action='/login'>Sign in</form></body></html>"


def composed(text):
    return unicodedata.normalize("NFC", text).casefold()


class Post:
    def __init__(self, board, number, size):
        self.number = number
        self.index = number - board.number * 1_000_000
        self.title = f"글 {self.index}"
        line = f"<p>{self.index}번 글의 내용입니다. 장학금 &amp; 수강신청</p>"
        self.contents = line * max(1, size // len(line.encode()))
        self.writer = WRITERS[self.index % len(WRITERS)]
        self.is_anonymous = self.index % 11 == 0
        self.is_pinned = False
        self.encoded = None

    def change(self, **values):
        for name, value in values.items():
            setattr(self, name, value)
        self.encoded = None

    def encode(self, board):
        if self.encoded is None:
            created = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(FIRST_DAY + 600 * self.index))
            fields = {
                "postId": self.number,
                "boardId": board.number,
                "boardDisplayName": board.name,
                "title": self.title,
                "contents": self.contents,
                "createdDateTime": created,
                "postType": "notice" if self.is_pinned else "normal",
                "viewCount": self.index % 97,
                "commentsCount": self.index % 5,
                "attachmentsCount": self.index % 3,
                "isNewPost": False,
                "hasInlineImage": False,
                "isAnonymous": self.is_anonymous,
                "isOwner": False,
                "hasReply": False,
                "writer": {"displayName": self.writer, "emailAddress": f"writer{self.index % 4}@example.com"},
            }
            self.encoded = json.dumps(fields, ensure_ascii=False).encode()
        return self.encoded

    def matches(self, word, target):
        fields = {"title": self.title, "contents": self.contents}
        if not self.is_anonymous:
            fields["writer"] = self.writer
        return any(word in composed(fields[name]) for name in fields if target in (name, "all"))


class Board:
    def __init__(self, number, name, count, size):
        self.number = number
        self.name = name
        self.size = size
        self.last = number * 1_000_000
        self.posts = []
        self.is_forbidden = False
        self.hits = {}
        self.arrive(count)

    def arrive(self, count):
        numbers = range(self.last + 1, self.last + count + 1)
        self.last += count
        self.posts = [Post(self, number, self.size) for number in reversed(numbers)] + self.posts
        self.changed()
        return list(reversed(numbers))

    def delete(self, numbers):
        gone = set(numbers)
        self.posts = [post for post in self.posts if post.number not in gone]
        self.changed()

    def find(self, number):
        return next((post for post in self.posts if post.number == number), None)

    def changed(self):
        self.posts.sort(key=lambda post: (not post.is_pinned, -post.number))
        self.hits = {}

    def search(self, word, target):
        key = (composed(word), target)
        if key not in self.hits:
            self.hits[key] = [post for post in self.posts if post.matches(*key)]
        return self.hits[key]


class Fault:
    def __init__(self, command):
        self.kind = command["fault"]
        self.of = command.get("of", "all")
        self.left = command.get("times", sys.maxsize)
        self.status = command.get("status", 503)
        self.page = command.get("page")

    def concerns(self, kind):
        return self.left > 0 and (self.of == "all" or self.of == kind or (self.of == "posts" and kind == "further-posts"))


class Service:
    """All that the service knows. The lock guards everything; no answer is written while it is held."""

    def __init__(self):
        self.lock = threading.Lock()
        self.mended = threading.Condition(self.lock)
        self.boards = {}
        self.faults = []
        self.requests = []
        self.sent = {}
        self.mends = 0

    # What the app asks

    def answer(self, target):
        """Returns (status, body, content type), or None for a connection that closes without an answer."""
        parts = urlsplit(target)
        query = {name: values[-1] for name, values in parse_qs(parts.query, keep_blank_values=True).items()}
        path = [part for part in parts.path.split("/") if part][2:]
        offset = self.number(query.get("offset"), 0)
        if path[:1] != ["boards"]:
            kind = "other"
        elif len(path) == 1:
            kind = "boards"
        elif "search" in query:
            kind = "searches"
        else:
            kind = "further-posts" if offset > 0 else "posts"
        with self.lock:
            self.requests.append({"kind": kind, "target": target, "offset": offset})
            fault = next((fault for fault in self.faults if fault.concerns(kind)), None)
            if fault:
                fault.left -= 1
                if fault.kind == "drop":
                    return None
                if fault.kind == "portal":
                    return 200, PORTAL.encode(), "text/html; charset=utf-8"
                if fault.kind == "status":
                    return fault.status, json.dumps({"message": "The story's service fails."}).encode(), "application/json"
                if fault.kind == "stale":
                    earlier = self.sent.get((parts.path, query.get("search"), fault.page or 0))
                    if earlier:
                        return 200, earlier, "application/json"
                if fault.kind == "hang":
                    before = self.mends
                    self.mended.wait_for(lambda: self.mends > before)
            status, body = self.find(path, query, offset)
            if status == 200:
                self.sent[(parts.path, query.get("search"), offset)] = body
            return status, body, "application/json; charset=utf-8"

    def find(self, path, query, offset):
        if path[:1] != ["boards"]:
            return 404, b'{"message":"No such path."}'
        if len(path) == 1:
            boards = [self.menu_entry(board, order) for order, board in enumerate(self.boards.values())]
            return self.envelope(boards, 0, len(boards), len(boards))
        board = self.boards.get(self.number(path[1], -1))
        if board is None:
            return 404, b'{"message":"No such board."}'
        if board.is_forbidden:
            return 403, b'{"message":"This board is closed."}'
        if path[2:] == ["posts"]:
            limit = self.number(query.get("limit"), 30)
            if not 1 <= limit <= 1000 or offset < 0:
                return 400, b'{"message":"offset or limit"}'
            posts = board.posts
            if "search" in query:
                posts = board.search(query["search"], query.get("searchTarget", "all"))
            return self.envelope([post.encode(board) for post in posts[offset : offset + limit]], offset, limit, len(posts))
        if len(path) == 4 and path[2] == "posts":
            post = board.find(self.number(path[3], -1))
            if post:
                return 200, post.encode(board)
        return 404, b'{"message":"No such post."}'

    @staticmethod
    def number(text, default):
        try:
            return int(text)
        except (TypeError, ValueError):
            return default

    @staticmethod
    def menu_entry(board, order):
        fields = {
            "boardId": board.number,
            "displayName": board.name,
            "boardType": "normal",
            "orderNo": order,
            "isFavorite": False,
            "hasNewPost": False,
            "capability": {"writable": True, "manageable": False},
        }
        return json.dumps(fields, ensure_ascii=False).encode()

    @staticmethod
    def envelope(values, offset, limit, total):
        head = f'{{"count":{len(values)},"offset":{offset},"limit":{limit},"total":{total},"value":['
        return 200, head.encode() + b",".join(values) + b"]}"

    # What the story commands

    def run(self, command):
        name = command["do"]
        with self.lock:
            if name == "add-board":
                number = len(self.boards) + 1
                while number in self.boards:
                    number += 1
                self.boards[number] = Board(number, command["name"], command["count"], command.get("bytes", 200))
                return {"board": number}
            if name == "fail":
                self.faults.append(Fault(command))
                return {}
            if name == "mend":
                self.faults = []
                self.mends += 1
                self.mended.notify_all()
                return {}
            if name == "requests":
                return {"requests": self.requests}
            if name == "forget-requests":
                self.requests = []
                return {}
            board = self.boards[command["board"]]
            if name == "arrive":
                return {"posts": board.arrive(command["count"])}
            if name == "delete":
                board.delete(command["posts"])
            elif name == "edit":
                values = {key: command[key] for key in ("title", "contents") if key in command}
                board.find(command["post"]).change(**values)
                board.changed()
            elif name in ("pin", "unpin"):
                for number in command["posts"]:
                    board.find(number).change(is_pinned=name == "pin")
                board.changed()
            elif name == "delete-board":
                del self.boards[board.number]
            elif name in ("forbid", "allow"):
                board.is_forbidden = name == "forbid"
            elif name == "posts":
                return {"posts": [post.number for post in board.posts]}
            else:
                return {"error": f"no command is named {name}"}
            return {}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_GET(self):
        answer = self.server.service.answer(self.path)
        if answer is None:
            self.close_connection = True
            self.connection.shutdown(socket.SHUT_RDWR)
            return
        status, body, kind = answer
        head = f"HTTP/1.1 {status} -\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
        try:
            self.wfile.write(head.encode() + body)
        except OSError:
            self.close_connection = True

    def log_message(self, *arguments):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, request, client_address):
        pass  # A connection that the app has closed.


def end_with_parent():
    parent = os.getppid()
    end = time.monotonic() + LIFETIME
    while os.getppid() == parent and time.monotonic() < end:
        time.sleep(0.5)
    os._exit(1)


def main():
    server = Server(("127.0.0.1", 0), Handler)
    server.service = Service()
    threading.Thread(target=end_with_parent, daemon=True).start()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(json.dumps({"port": server.server_address[1]}), flush=True)
    for line in sys.stdin:
        try:
            answer = server.service.run(json.loads(line))
        except (KeyError, ValueError, AttributeError) as error:
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)
    os._exit(0)


if __name__ == "__main__":
    main()
