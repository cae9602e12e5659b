#!/usr/bin/env python3
"""Calls over real servers that reload meanwhile: no POST may arrive twice, and no GET may fail.

    swift build -c release --package-path Tests/Benchmarks --product stress-transport && Tests/Benchmarks/servers.py [COUNT]

By hand; COUNT calls (70,000 unless given) for each of: Python's own server, which closes kept connections at random; node,
which closes all of its connections every 0.3 s; nginx before it, which reloads every 0.3 s; HAProxy before it, likewise.
Servers that are not installed are left out. What arrives is counted at the server behind.
"""
import collections
import http.server
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

PROGRAM = pathlib.Path(__file__).parent / ".build/release/stress-transport"
NODE = """
const http = require('http'), seen = new Map();
const server = http.createServer((request, response) => {
  request.resume().on('end', () => {
    if (request.url === '/seen') return response.end(JSON.stringify([...seen]));
    if (request.method === 'POST') seen.set(request.url, (seen.get(request.url) || 0) + 1);
    response.setHeader('Content-Type', 'application/json');
    response.end('{}');
  });
});
server.keepAliveTimeout = 50;
server.listen(PORT, '127.0.0.1');
if (RUDE) setInterval(() => server.closeIdleConnections(), 300);
"""
NGINX = """
daemon off; worker_processes 1; pid nginx.pid; error_log stderr crit; events { worker_connections 512; }
http {
  access_log off; client_body_temp_path b; proxy_temp_path p; fastcgi_temp_path f; uwsgi_temp_path u; scgi_temp_path s;
  upstream behind { server 127.0.0.1:48961; keepalive 32; keepalive_timeout 30ms; }
  server { listen 127.0.0.1:48962; location / {
    proxy_pass http://behind; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_next_upstream off; } }
}
"""
HAPROXY = """
global
  master-worker
defaults
  mode http
  retries 0
  option http-server-close
  timeout connect 5s
  timeout client 30s
  timeout server 30s
frontend front
  bind 127.0.0.1:48963
  default_backend behind
backend behind
  server one 127.0.0.1:48961
"""


class Python(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    seen = collections.Counter()

    def answer(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.command == "POST":
            Python.seen[self.path] += 1
        self.send_response(200)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")
        # Without a word, as a server that reloads.
        self.close_connection = random.random() < 0.05

    do_GET = do_POST = answer

    def log_message(self, *_):
        pass


def wait_for(port):
    import socket

    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            time.sleep(0.02)
    sys.exit(f"nothing listens on port {port}")


def node(folder, port, is_rude):
    script = os.path.join(folder, f"node-{port}.js")
    with open(script, "w") as file:
        file.write(NODE.replace("PORT", str(port)).replace("RUDE", "true" if is_rude else "false"))
    process = subprocess.Popen([shutil.which("node"), script])
    wait_for(port)
    return process


def seen_by_node(port):
    import json
    import urllib.request

    with urllib.request.urlopen(f"http://127.0.0.1:{port}/seen") as answer:
        return dict(json.load(answer))


def run(name, port, count, seen, reload=None):
    client = subprocess.Popen([PROGRAM, "calls", f"http://127.0.0.1:{port}", str(count)], stdout=subprocess.PIPE, text=True)
    reloads = 0
    while client.poll() is None:
        time.sleep(0.3)
        if reload:
            reload()
            reloads += 1
    outcomes = client.stdout.read().strip().replace("\n", ", ")
    posts = seen()
    twice = sum(1 for number in posts.values() if number > 1)
    print(f"{name}: {outcomes}; {reloads} reloads; {len(posts)} POSTs arrived, {twice} of them twice", flush=True)
    failed_gets = [part for part in outcomes.split(", ") if part.startswith("GET ") and "answered" not in part]
    return twice == 0 and not failed_gets and client.returncode == 0


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 70_000
    is_right = True
    with tempfile.TemporaryDirectory() as folder:
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 48960), Python)
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        is_right &= run("python", 48960, count, lambda: Python.seen)
        server.shutdown()
        if not shutil.which("node"):
            sys.exit("node is not installed")
        rude = node(folder, 48964, True)
        is_right &= run("node", 48964, count, lambda: seen_by_node(48964))
        rude.terminate()
        for name, port, configuration, command, sign in [
            ("nginx", 48962, NGINX, ["-p", folder, "-c", "front-nginx", "-e", "stderr"], signal.SIGHUP),
            ("haproxy", 48963, HAPROXY, ["-W", "-f", os.path.join(folder, "front-haproxy")], signal.SIGUSR2),
        ]:
            program = shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/local/sbin")
            if not program:
                print(f"{name}: not installed")
                continue
            behind = node(folder, 48961, False)
            with open(os.path.join(folder, f"front-{name}"), "w") as file:
                file.write(configuration)
            front = subprocess.Popen([program] + command, cwd=folder, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
            wait_for(port)
            is_right &= run(name, port, count, lambda: seen_by_node(48961), lambda: front.send_signal(sign))
            front.terminate()
            front.wait()
            behind.terminate()
            behind.wait()
    sys.exit(0 if is_right else 1)


main()
