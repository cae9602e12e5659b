#!/usr/bin/env python3
"""Downloads that go on, from real servers over connections that are cut at random bytes, while the files change.

    swift build -c release --package-path Tests/Benchmarks --product stress-transport && Tests/Benchmarks/downloads.py [CUTS [SEED]]

By hand; downloads until at least CUTS connections were cut (3,000 unless given) for each of nginx, Apache, node, and a node
that knows no parts. Servers that are not installed are left out. A file that is not one whole version is a fault.
"""
import asyncio
import os
import pathlib
import random
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time

PROGRAM = pathlib.Path(__file__).parent / ".build/release/stress-transport"
BEHIND, FRONT = 48971, 48972
NGINX = """
daemon off; worker_processes 1; pid nginx.pid; error_log stderr crit; events { worker_connections 512; }
http {
  access_log off; client_body_temp_path b; proxy_temp_path p; fastcgi_temp_path f; uwsgi_temp_path u; scgi_temp_path s;
  server { listen 127.0.0.1:%d; root %s; }
}
"""
APACHE = """
ServerRoot %(folder)s
ServerName localhost
PidFile %(folder)s/apache.pid
Listen 127.0.0.1:%(port)d
LoadModule mpm_event_module %(modules)s/mod_mpm_event.so
LoadModule authz_core_module %(modules)s/mod_authz_core.so
ErrorLog /dev/null
DocumentRoot %(files)s
"""
NODE = """
const http = require('http'), fs = require('fs'), path = require('path');
http.createServer((request, response) => {
  const file = fs.openSync(path.join(FILES, path.basename(request.url)), 'r');
  const status = fs.fstatSync(file);
  const tag = `"${status.mtimeMs}-${status.size}"`;
  const match = PARTS && /^bytes=(\\d+)-$/.exec(request.headers.range || '');
  const start = match && request.headers['if-range'] === tag ? Number(match[1]) : 0;
  if (start >= status.size) {
    response.writeHead(416, {'Content-Range': `bytes */${status.size}`});
    return response.end(() => fs.closeSync(file));
  }
  const fields = {'Content-Length': status.size - start, ETag: tag};
  if (start > 0) fields['Content-Range'] = `bytes ${start}-${status.size - 1}/${status.size}`;
  response.writeHead(start > 0 ? 206 : 200, fields);
  const stream = fs.createReadStream(null, {fd: file, start});
  stream.pipe(response);
  response.on('close', () => stream.destroy());
}).listen(PORT, '127.0.0.1');
"""


class Files:
    """Files whose every line names the version, its number and the number of lines."""

    def __init__(self, folder, lots):
        self.folder, self.lots, self.version = folder, lots, 0
        for number in range(4):
            self.change(number)

    def change(self, number):
        self.version += 1
        count = self.lots.randint(1, 12_000)
        lines = "".join(f"{self.version:08x}{index:08x}{count:08x}~~~~~~~\n" for index in range(count))
        file = os.path.join(self.folder, f"file-{number}")
        with open(file + ".new", "w") as new:
            new.write(lines)
        # Each version has a second of its own, long ago: servers make tags of it.
        os.utime(file + ".new", (1_500_000_000 + self.version,) * 2)
        os.replace(file + ".new", file)


class Proxy:
    """Passes connections on, and cuts each of them after a random number of bytes of the answer."""

    def __init__(self, lots):
        self.lots, self.cuts = lots, 0

    async def serve(self, reader, writer):
        try:
            upstream = await asyncio.open_connection("127.0.0.1", BEHIND)
        except OSError:
            writer.close()
            return
        left = int(10 ** self.lots.uniform(0, 5.5))
        there = asyncio.create_task(self.forward(reader, upstream[1]))
        while data := await self.read(upstream[0]):
            if len(data) >= left:
                self.cuts += 1
                writer.write(data[:left])
                if self.lots.random() < 0.5:
                    await self.drain(writer)
                else:
                    # A reset, which may overtake what was sent.
                    option = struct.pack("ii", 1, 0)
                    writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, option)
                break
            left -= len(data)
            writer.write(data)
            if not await self.drain(writer):
                break
        there.cancel()
        upstream[1].close()
        writer.close()

    async def forward(self, reader, writer):
        while data := await self.read(reader):
            writer.write(data)
            if not await self.drain(writer):
                break
        writer.close()

    async def read(self, reader):
        try:
            return await reader.read(65_536)
        except OSError:
            return b""

    async def drain(self, writer):
        try:
            await writer.drain()
            return True
        except OSError:
            return False


def wait_for(port):
    for _ in range(300):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            time.sleep(0.02)
    sys.exit(f"nothing listens on port {port}")


def server(name, folder, files):
    program = shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/local/sbin")
    if not program:
        return None
    if name == "nginx":
        path = os.path.join(folder, "nginx.conf")
        pathlib.Path(path).write_text(NGINX % (BEHIND, files))
        return [program, "-p", folder, "-c", path, "-e", "stderr"]
    if name in ("apache2", "httpd"):
        modules = next((path for path in ("/usr/lib/apache2/modules", "/usr/lib64/httpd/modules") if os.path.isdir(path)), "")
        path = os.path.join(folder, "apache.conf")
        values = {"folder": folder, "port": BEHIND, "modules": modules, "files": files}
        pathlib.Path(path).write_text(APACHE % values)
        return [program, "-DFOREGROUND", "-f", path]
    return program


async def judge(name, command, cuts, seed, files, lots):
    behind = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    proxy = Proxy(lots)
    front = None
    is_right = True
    outcomes = []
    changes = 0
    try:
        wait_for(BEHIND)
        front = await asyncio.start_server(proxy.serve, "127.0.0.1", FRONT)
        while proxy.cuts < cuts and is_right:
            client = await asyncio.create_subprocess_exec(
                PROGRAM, "downloads", f"http://127.0.0.1:{FRONT}", "200", stdout=asyncio.subprocess.PIPE)
            reading = asyncio.create_task(client.stdout.read())
            while client.returncode is None:
                await asyncio.sleep(lots.uniform(0.02, 0.3))
                files.change(lots.randrange(4))
                changes += 1
            outcomes.append((await reading).decode().strip())
            is_right = client.returncode == 0
    finally:
        if front:
            front.close()
        behind.send_signal(signal.SIGTERM)
        behind.wait()
    equal = sum(int(outcome.split()[1].rstrip(";")) for outcome in outcomes)
    print(f"{name}: {proxy.cuts} cuts, {changes} changes of files (seed {seed}): {equal} files equal; last: {outcomes[-1]}")
    return is_right


def main():
    cuts = int(sys.argv[1]) if len(sys.argv) > 1 else 3_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(1 << 30)
    lots = random.Random(seed)
    is_right = True
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        content = os.path.join(folder, "files")
        os.mkdir(content)
        files = Files(content, lots)
        for name in ("nginx", "apache2", "httpd", "node", "node without parts"):
            command = server(name.split()[0], folder, content)
            if not command:
                print(f"{name}: not installed")
                continue
            if name.startswith("node"):
                script = os.path.join(folder, "server.js")
                parts = "false" if "without" in name else "true"
                text = NODE.replace("PORT", str(BEHIND)).replace("FILES", repr(content)).replace("PARTS", parts)
                pathlib.Path(script).write_text(text)
                command = [command, script]
            is_right &= asyncio.run(judge(name, command, cuts, seed, files, lots))
    sys.exit(0 if is_right else 1)


main()
