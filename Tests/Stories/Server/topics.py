#!/usr/bin/env python3
"""A service of topics with a stream of events, of another make, for stories: it knows nothing of the library.

It listens on 127.0.0.1 and prints its port as {"port": N}. Then each line of standard input is a command in JSON, and each
answer is one line of JSON on standard output. It ends when standard input closes, when its parent ends, and after ten minutes.

Service, with a bearer token that expires:
    POST token                          a new token
    GET  topics?after=&limit=           a page, the newest first: {"items": [...], "next": the last ID or null}
    GET  topics/events                  server-sent events: new, edited (a topic), gone (an ID)

Commands:
    run    count, seed                  changes the list so many times; until calm, the stream drops, repeats, delays and reorders
                                        events, is cut inside of an event, sends garbage, forgets Last-Event-ID, and tokens expire
    calm                                no more faults; delayed events are lost
    cut                                 cuts all streams
    topics                              answers whether the changes are over, and the topics in order: [[id, version], ...]
    requests, forget-requests           what was asked since the last forget-requests
"""

import json
import os
import random
import socket
import sys
import threading
import time
from urllib.parse import parse_qs, urlsplit

import loopback

LIFETIME = 600


class Service:
    def __init__(self):
        self.lock = threading.RLock()
        self.topics = []
        self.last = 0
        self.token = 0
        self.is_wild = False
        self.is_done = True
        self.random = random.Random(0)
        self.streams = set()
        self.log = []
        self.requests = []
        for _ in range(45):
            self.add()

    def add(self):
        self.last += 1
        self.topics.insert(0, {"id": self.last, "title": f"topic {self.last}", "version": 0})
        return self.topics[0]

    def run(self, count, seed):
        with self.lock:
            self.random = random.Random(seed)
            self.is_wild = True
            self.is_done = False
        for _ in range(count):
            time.sleep(0.004)
            with self.lock:
                self.change()
        with self.lock:
            self.is_done = True

    def change(self):
        draw = self.random.random()
        if draw < 0.55 or not self.topics:
            self.tell("new", self.add())
        elif draw < 0.75:
            gone = self.topics.pop(self.random.randrange(len(self.topics)))
            self.tell("gone", gone["id"])
        else:
            topic = self.random.choice(self.topics)
            topic["version"] += 1
            self.tell("edited", topic)
        if self.random.random() < 0.02:
            self.token += 1
        if self.random.random() < 0.03:
            self.cut(inside=True)
        if self.random.random() < 0.03:
            self.send(b"event: new\ndata: {\"id\": tru\n\n")

    def tell(self, name, data):
        event = f"id: {len(self.log) + 1}\nevent: {name}\ndata: {json.dumps(data)}\n\n".encode()
        self.log.append(event)
        self.send(event)

    def send(self, event):
        for stream in list(self.streams):
            draw = self.random.random()
            if draw < 0.1:
                continue
            if draw < 0.3:
                stream.delayed.append(event)
                continue
            stream.write(event)
            if draw < 0.4:
                stream.write(event)
            if stream.delayed and self.random.random() < 0.3:
                stream.write(stream.delayed.pop(self.random.randrange(len(stream.delayed))))

    def cut(self, inside=False):
        for stream in list(self.streams):
            if inside:
                stream.write(b"id: 999999\nevent: gone\ndata: 4")
            stream.close()

    def calm(self):
        with self.lock:
            self.is_wild = False
            for stream in self.streams:
                stream.delayed = []


class Stream:
    def __init__(self, connection):
        self.connection = connection
        self.delayed = []
        self.is_open = True

    def write(self, data):
        if not self.is_open:
            return
        try:
            self.connection.sendall(data)
        except OSError:
            self.close()

    def close(self):
        self.is_open = False
        SERVICE.streams.discard(self)
        try:
            self.connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


SERVICE = Service()


class Handler(loopback.JSONHandler):
    def is_authorized(self):
        return self.headers.get("Authorization") == f"Bearer t{SERVICE.token}"

    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        with SERVICE.lock:
            token = f"t{SERVICE.token}"
        self.answer(200, {"token": token})

    def do_GET(self):
        parts = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        with SERVICE.lock:
            SERVICE.requests.append(parts.path.strip("/"))
            if not self.is_authorized():
                return self.answer(401, {"error": "token"})
            if SERVICE.is_wild and SERVICE.random.random() < 0.05:
                return self.answer(503, {"error": "busy"})
        if parts.path.endswith("/events"):
            return self.stream()
        with SERVICE.lock:
            after = int(query["after"]) if "after" in query else None
            topics = [topic for topic in SERVICE.topics if after is None or topic["id"] < after]
            page = topics[: int(query.get("limit", "10"))]
            following = page[-1]["id"] if page and len(topics) > len(page) else None
            value = {"items": [dict(topic) for topic in page], "next": following}
        self.answer(200, value)

    def stream(self):
        self.close_connection = True
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        stream = Stream(self.connection)
        with SERVICE.lock:
            stream.write(b"retry: 10\n\n")
            last = self.headers.get("Last-Event-ID")
            if SERVICE.is_wild and last and SERVICE.random.random() < 0.5:
                # It forgot where the stream was: some old events come again.
                for event in SERVICE.log[-SERVICE.random.randrange(1, 8):]:
                    stream.write(event)
            SERVICE.streams.add(stream)
        while stream.is_open:
            time.sleep(0.02)


def carry_out(command):
    name = command["do"]
    if name == "run":
        arguments = (command["count"], command["seed"])
        threading.Thread(target=SERVICE.run, args=arguments, daemon=True).start()
        # The first change has begun only when the thread runs, so that a reader must not see the last run's end.
        SERVICE.is_done = False
        return {}
    with SERVICE.lock:
        if name == "calm":
            SERVICE.calm()
        elif name == "cut":
            SERVICE.cut()
        elif name == "topics":
            return {"isDone": SERVICE.is_done, "topics": [[topic["id"], topic["version"]] for topic in SERVICE.topics]}
        elif name == "requests":
            return {"requests": list(SERVICE.requests)}
        elif name == "forget-requests":
            SERVICE.requests = []
        else:
            return {"error": f"no command {name}"}
    return {}


def end_with_parent(parent):
    end = time.monotonic() + LIFETIME
    while os.getppid() == parent and time.monotonic() < end:
        time.sleep(0.5)
    os._exit(0)


def main():
    threading.Thread(target=end_with_parent, args=(os.getppid(),), daemon=True).start()
    loopback.start(Handler)
    for line in sys.stdin:
        try:
            answer = carry_out(json.loads(line))
        except Exception as error:  # a fault of the story
            answer = {"error": repr(error)}
        print(json.dumps(answer), flush=True)
    os._exit(0)


main()
