#!/usr/bin/env python3
"""A token service of another make, for stories and stress-session: it knows nothing of the library.

It listens on 127.0.0.1 and prints its port as {"port": N}. It ends when standard input closes.

    POST /sign-in            a new family of tokens: {"access": …, "refresh": …, "user": …}
    POST /renew   Refresh: R a new pair, each refresh token once; one that is used twice revokes its family (401)
    GET  /data               200 for the newest access token of a family, for `uses` calls, else 401
    POST /ended   At: NS     the account has signed out at this time of the monotonic clock; late calls are counted
    GET  /stats              {"renewals", "reused": [R, …], "revoked", "late", "calls"}

A call names the time at which it began in the field `Began`. Arguments: uses, and the longest delay in milliseconds.
"""

import random
import sys
import threading
import time

import loopback

USES = int(sys.argv[1]) if len(sys.argv) > 1 else 2
DELAY = float(sys.argv[2]) if len(sys.argv) > 2 else 5
LOCK = threading.Lock()


class Family:
    """The tokens that one sign-in has led to."""

    def __init__(self, name):
        self.name = name
        self.number = 0
        self.calls = 0
        self.revoked = False
        self.ended = None

    def pair(self):
        return {
            "access": f"a-{self.name}-{self.number}",
            "refresh": f"r-{self.name}-{self.number}",
            "user": f"user {self.name}",
        }


FAMILIES = {}
STATS = {"renewals": 0, "reused": [], "revoked": 0, "late": 0, "calls": 0}


def parts(token, kind):
    """The family and the number of a token."""
    fields = token.split("-")
    if len(fields) != 3 or fields[0] != kind or not fields[2].isdigit():
        return None, None
    return FAMILIES.get(fields[1]), int(fields[2])


def sign_in():
    family = Family(str(len(FAMILIES) + 1))
    FAMILIES[family.name] = family
    return 200, family.pair()


def renew(token):
    family, number = parts(token, "r")
    if family is None or family.revoked:
        return 401, {}
    if number != family.number:
        STATS["reused"].append(token)
        STATS["revoked"] += 1
        family.revoked = True
        return 401, {}
    family.number += 1
    family.calls = 0
    STATS["renewals"] += 1
    return 200, family.pair()


def data(token, began):
    STATS["calls"] += 1
    family, number = parts(token, "a")
    if family is None:
        return 401, {}
    if family.ended is not None and began > family.ended:
        STATS["late"] += 1
    if family.revoked or number != family.number or family.calls >= USES:
        return 401, {}
    family.calls += 1
    return 200, {"user": family.name}


class Handler(loopback.JSONHandler):
    def field(self, name):
        return self.headers.get(name) or ""

    def handle_one(self):
        length = int(self.field("Content-Length") or 0)
        if length:
            self.rfile.read(length)
        path = self.path
        if path == "/renew":
            time.sleep(random.random() * DELAY / 1000)
        with LOCK:
            if path == "/sign-in":
                result = sign_in()
            elif path == "/renew":
                result = renew(self.field("Refresh"))
            elif path == "/data":
                result = data(self.field("Authorization").removeprefix("Bearer "), int(self.field("Began") or 0))
            elif path == "/ended":
                for family in FAMILIES.values():
                    family.ended = family.ended or int(self.field("At"))
                result = 200, {}
            elif path == "/stats":
                result = 200, dict(STATS)
            else:
                result = 404, {}
        if path == "/renew":
            time.sleep(random.random() * DELAY / 1000)
        try:
            self.answer(*result)
        except OSError:
            self.close_connection = True

    do_GET = handle_one
    do_POST = handle_one


loopback.start(Handler)
for line in sys.stdin:
    pass
