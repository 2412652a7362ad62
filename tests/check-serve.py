#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs sessions with `tracedump serve --mcp`, and compares its answers with the output of the other commands.

Usage: check-serve.py TRACEDUMP MAKE_TRACE SAMPLES_DIR      TAP on standard output
"""

import base64
import json
import os
import pathlib
import random
import re
import select
import shutil
import subprocess
import sys
import time
import zlib

from tracedump_checks import ENVIRONMENT, SAMPLES, TRACEDUMP, expect, expect_equal, main, make_log, run

ENDLESS = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT COUNT(*) FROM c"
SECONDS = 60
SOURCE = pathlib.Path(__file__).resolve().parent.parent


class Session:
    def __init__(self, *folders, version="2025-06-18", **keywords):
        self.process = subprocess.Popen([TRACEDUMP, "serve", "--mcp", *folders], stdin=subprocess.PIPE, env=ENVIRONMENT,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0, **keywords)
        self.rest, self.n = b"", 0
        if version is not None:
            self.first = self.ask("initialize", protocolVersion=version, capabilities={},
                                  clientInfo={"name": "check", "version": "1"})["result"]
            self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.process.stdin.close()
        rest = self.process.stdout.read()
        code = self.process.wait(SECONDS)
        self.process.stdout.close()
        if error[0] is None:
            expect_equal((code, self.rest + rest), (0, b""), "end")

    def send(self, message):
        line = message if isinstance(message, bytes) else json.dumps(message).encode()
        self.process.stdin.write(line + b"\n")

    def receive(self):
        while b"\n" not in self.rest:
            expect(select.select([self.process.stdout], [], [], SECONDS)[0], "no answer")
            data = os.read(self.process.stdout.fileno(), 1 << 16)
            expect(data, "the server has ended")
            self.rest += data
        line, self.rest = self.rest.split(b"\n", 1)
        return json.loads(line)

    def ask_line(self, message):
        self.send(message)
        return self.receive()

    def ask(self, method, **parameters):
        self.n += 1
        answer = self.ask_line({"jsonrpc": "2.0", "id": self.n, "method": method, "params": parameters})
        expect_equal((answer["jsonrpc"], answer["id"]), ("2.0", self.n))
        return answer

    def call(self, tool, **arguments):
        """Calls a tool and returns the content of the answer."""
        answer = self.ask("tools/call", name=tool, arguments=arguments)
        expect("result" in answer, answer)
        expect(not answer["result"]["isError"], answer)
        return answer["result"]["content"]

    def read(self, tool, **arguments):
        """Calls a tool until the last page, and returns all pages."""
        pages, cursor = [], {}
        while True:
            text, *more = [item["text"] for item in self.call(tool, **arguments, **cursor)]
            expect(text or not pages, "empty page")
            pages.append(text)
            if not more:
                return pages
            cursor = {"cursor": json.loads(more[0])["next_cursor"]}

    def fail(self, tool, **arguments):
        """Calls a tool that must fail, and returns its message."""
        answer = self.ask("tools/call", name=tool, arguments=arguments)
        expect(answer.get("result", {}).get("isError") is True, answer)
        return answer["result"]["content"][0]["text"]


def output(*arguments):
    answer = run(*arguments)
    expect_equal(answer.code, 0, answer.err)
    return answer.out


def check_handshake(folder):
    for version, expected in (("2024-11-05",) * 2, ("2025-03-26",) * 2, ("2025-06-18",) * 2, ("1999-01-01", "2025-06-18")):
        with Session(folder, version=version) as session:
            expect_equal(session.first["protocolVersion"], expected)
            expect_equal(session.first["serverInfo"]["name"], "tracedump")
            expect("tools" in session.first["capabilities"])
    with Session(folder, version=None) as session:
        expect_equal(session.ask("ping")["result"], {})
        expect_equal(session.ask("tools/list")["error"]["code"], -32600)


def check_tools(folder):
    with Session(folder) as session:
        tools = {tool["name"]: tool for tool in session.ask("tools/list")["result"]["tools"]}
    expect_equal(set(tools) - {"query"}, {"open", "info", "tables", "profile", "incident", "findings", "render"})
    for tool in tools.values():
        schema = tool["inputSchema"]
        expect_equal((schema["type"], schema["additionalProperties"]), ("object", False))
        expect(set(schema["required"]) <= set(schema["properties"]), schema)
        expect(all(facts["description"] for facts in schema["properties"].values()), schema)


def check_answers(folder):
    """Tools answer with the output of the commands."""
    shop, log = SAMPLES / "shop-start.trace", SAMPLES / "device.ftrace"
    with Session(SAMPLES) as session:
        for path in (shop, log):
            name = path.name
            expect_equal(session.read("open", path=name), [output("info", path)])
            expect_equal(json.loads(session.read("info", path=name)[0]), json.loads(output("info", "--format", "json", path)))
            expect_equal("".join(session.read("profile", path=name)), output("profile", path))
            expect_equal(session.read("incident", path=str(path)), [output("incident", path)])
            expect_equal(session.read("findings", path=name), [output("findings", path)])
            expect_equal("".join(session.read("tables", table="thread", path=name, format="json")),
                         output("table", "thread", path, "--format", "json"))
        expect_equal(session.read("profile", path=shop.name, top=3, group_by="package", clock="cpu"),
                     [output("profile", shop, "--top", "3", "--group-by", "package", "--clock", "cpu")])
        expect_equal("".join(session.read("tables")), output("tables"))
        expect_equal(session.read("tables", table="slice"), [output("tables", "slice")])


def check_listing(folder):
    (folder / "deep").mkdir()
    make_log(folder / "deep")
    (folder / "odd\nname").write_text("x")
    with Session(folder) as session:
        expect_equal(session.read("open"), [f"type\tsize\tpath\nfolder\t\t{folder}\n"])
        expect_equal(session.read("open", path=str(folder)), [
            f"type\tsize\tpath\nfolder\t\t{folder}/deep\n1 file with an unprintable name is not listed\n"])
        size = (folder / "deep" / "small.ftrace").stat().st_size
        expect_equal(session.read("open", path="deep"), [f"type\tsize\tpath\nfile\t{size}\t{folder}/deep/small.ftrace\n"])
    with Session(cwd=folder) as session:
        expect("ftrace" in session.read("open", path="deep/small.ftrace")[0])


def check_bundle(folder):
    make_log(folder)
    shutil.make_archive(folder / "logs", "zip", folder, "small.ftrace")
    with Session(folder) as session:
        expect_equal(session.read("open", path="logs.zip"), [output("members", folder / "logs.zip")])
        expect_equal(session.read("open", path="logs.zip", member="small.ftrace"),
                     [output("info", folder / "logs.zip", "--member", "small.ftrace")])
        expect("contains no" in session.fail("info", path="logs.zip", member="../small.ftrace"))


def check_pages(folder):
    """All pages together are the complete output, and no page is larger than the limit."""
    with Session(SAMPLES) as session:
        for size in (256, 1000, 65536):
            pages = session.read("tables", table="counter", path="device.ftrace", max_bytes=size)
            expect(all(len(page.encode()) <= size for page in pages), size)
            expect_equal("".join(pages), output("table", "counter", SAMPLES / "device.ftrace"))
            if size == 1000:
                expect(len(pages) > 10, len(pages))
        for cursor in ("x", "-1", "99999999999999999999", ""):
            expect("cursor" in session.fail("info", path="device.ftrace", cursor=cursor))
        expect_equal(session.read("info", path="device.ftrace", cursor="4000000000"), [""])
    # A line longer than a page is divided between characters.
    name = "ä€😀" * 500
    (folder / "long.folded").write_text(f"{name};b 3\n", encoding="utf-8")
    with Session(folder) as session:
        pages = session.read("profile", path="long.folded", max_bytes=257)
        expect_equal("".join(pages), output("profile", folder / "long.folded"))


def has_query():
    return "\n  query " in run("--help").out


def join(pages):
    """Joins the results of pages; a result may continue on the next page."""
    return [row for page in pages for result in json.loads(page)["results"] for row in result["rows"]]


def check_query(folder):
    if not has_query():
        return
    sql = "SELECT name, ts, dur / 3.0 AS third, NULL AS none FROM slice ORDER BY ts, id"
    for name in ("shop-start.trace", "device.ftrace"):
        rows = [list(row.values()) for row in json.loads(output("query", "--format", "json", SAMPLES / name, sql))[0]]
        with Session(SAMPLES) as session:
            for limits in ({"max_rows": 1000}, {"max_rows": 10000}, {"max_rows": 10000, "max_bytes": 100000}):
                pages = session.read("query", path=name, sql=sql, **limits)
                expect(all(len(json.loads(page)["results"][0]["rows"]) <= limits["max_rows"] for page in pages))
                expect(all(len(page) <= limits.get("max_bytes", 65536) + 1000 for page in pages))
                expect_equal(json.loads(pages[0])["results"][0]["columns"], ["name", "ts", "third", "none"])
                expect_equal(join(pages), rows)


def check_query_results(folder):
    """Each of several results, including empty results, is on a single page."""
    if not has_query():
        return
    sql = "SELECT 1 AS a WHERE 0; SELECT column1 AS b FROM (VALUES (1), (2)); SELECT 3 AS c WHERE 0; SELECT 4 AS d; SELECT 5 AS e"
    with Session(SAMPLES) as session:
        for n in (1, 2, 3, 4):
            pages = session.read("query", path="reader.trace", sql=sql, max_rows=n)
            expect_equal(join(pages), [[1], [2], [4], [5]], n)
            results = [result for page in pages for result in json.loads(page)["results"]]
            expect_equal([r["columns"] for r in results if not r["rows"]], [["a"], ["c"]], n)
        text = session.read("query", path="reader.trace", sql="SELECT printf('%.*c', 100000, 'x') AS t", max_bytes=1000)
        answer = json.loads(text[0])
        expect_equal((answer["results"][0]["rows"], answer["shortened_texts"]), ([["x" * 1000]], 1))
        odd = session.read("query", path="reader.trace", sql="SELECT x'00ff' AS b, 9e999 AS i, -9007199254740993 AS n, '\"\\\n' AS q")
        expect_equal(join(odd), [["<raw bytes>", None, -9007199254740993, "\"\\\n"]])


def check_query_limits(folder):
    if not has_query():
        return
    with Session(SAMPLES) as session:
        begin = time.monotonic()
        expect("longer than 1 s" in session.fail("query", path="reader.trace", sql=ENDLESS, timeout_s=1))
        expect(time.monotonic() - begin < 20)
        expect("no such column: a (line 1, column 8" in session.fail("query", path="reader.trace", sql="SELECT a FROM slice"))
        for sql in ("ATTACH '/tmp/x.db' AS y", "SELECT load_extension('x')", "VACUUM INTO '/tmp/x.db'"):
            expect("authoriz" in session.fail("query", path="reader.trace", sql=sql), sql)
        expect_equal(join(session.read("query", path="reader.trace", sql="SELECT 1")), [[1]])


CALLS = {"open": {}, "info": {}, "tables": {"table": "slice"}, "profile": {}, "incident": {}, "findings": {}, "render": {}}


def make_slow_log(folder):
    """Creates a small file that takes a long time to read."""
    lines = make_log(folder).read_bytes().splitlines(keepends=True)
    packer = zlib.compressobj(1, wbits=31)
    block = b"".join(lines * 2000)
    path = folder / "slow.ftrace.gz"
    path.write_bytes(b"".join([packer.compress(block) for _ in range(160)]) + packer.flush())
    return path


def get_calls():
    return {**CALLS, "query": {"sql": "SELECT COUNT(*) FROM slice"}} if has_query() else CALLS


def check_time_limits(folder):
    """Each tool stops at its time limit, and the server continues."""
    path = make_slow_log(folder)
    with Session(folder) as session:
        for tool, arguments in get_calls().items():
            begin = time.monotonic()
            expect_equal(session.fail(tool, path=path.name, timeout_s=1, **arguments),
                         f"{tool} took longer than 1 s; timeout_s changes the limit")
            expect(1 <= time.monotonic() - begin < 20, tool, time.monotonic() - begin)
            expect_equal(session.ask("ping")["result"], {})
        expect("ftrace" in session.read("info", path="small.ftrace", timeout_s=60)[0])


def check_cancellation(folder):
    """A canceled call, active or waiting, gets no answer."""
    path = make_slow_log(folder)

    def request(number, tool, arguments):
        return {"jsonrpc": "2.0", "id": number, "method": "tools/call",
                "params": {"name": tool, "arguments": {"path": path.name, **arguments}}}

    def cancellation(number):
        return {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": number, "reason": "test"}}

    with Session(folder) as session:
        for tool, arguments in get_calls().items():
            begin = time.monotonic()
            session.send(request(tool, tool, arguments))
            session.send(request("waits", tool, arguments))
            time.sleep(0.3)
            for number in ("waits", tool):
                session.send(cancellation(number))
            expect_equal(session.ask("ping")["result"], {}, tool)
            expect(time.monotonic() - begin < 10, tool, time.monotonic() - begin)
        # One request of a batch is cancelled; a batch can also cancel.
        for of_cancel in (cancellation("b"), [cancellation("b"), {"jsonrpc": "2.0", "id": "p", "method": "ping"}]):
            begin = time.monotonic()
            session.send([{"jsonrpc": "2.0", "id": "a", "method": "ping"}, request("b", *next(iter(get_calls().items()))),
                          request("c", "info", {"path": "small.ftrace"})])
            time.sleep(0.3)
            session.send(of_cancel)
            expect_equal([answer["id"] for answer in session.receive()], ["a", "c"])
            if isinstance(of_cancel, list):
                expect_equal([answer["id"] for answer in session.receive()], ["p"])
            expect(time.monotonic() - begin < 10, time.monotonic() - begin)
        # Other ids, answered requests and wrong notifications have no effect.
        for message in (cancellation("unknown"), cancellation(session.n), cancellation(None), cancellation([1]),
                        {"jsonrpc": "2.0", "method": "notifications/cancelled"}):
            session.send(message)
        session.send(request(7, "info", {"path": "small.ftrace"}))
        session.send(cancellation("7"))
        expect_equal(session.receive()["id"], 7)
        expect_equal(session.ask_line({**cancellation(1), "id": 8})["error"]["code"], -32601)
        if has_query():
            session.send(request(9, "query", {"path": "small.ftrace", "sql": ENDLESS, "timeout_s": 3600}))
            time.sleep(0.3)
            session.send(cancellation(9))
            expect_equal(join(session.read("query", path="small.ftrace", sql="SELECT 1")), [[1]])
    # The client may end during a call.
    with Session(folder) as session:
        session.send(request(1, "info", {"timeout_s": 1}))
        session.process.stdin.close()
        expect_equal(session.receive()["result"]["isError"], True)


def check_image(folder):
    with Session(SAMPLES) as session:
        item, = session.call("render", path="shop-start.trace", view="flame", width=400, height=300, dark=True)
        image = base64.b64decode(item["data"])
        expect_equal((item["type"], item["mimeType"]), ("image", "image/png"))
        expect_equal(image, run("render", SAMPLES / "shop-start.trace", "--view", "flame", "--width", "400", "--height",
                                  "300", "--dark", "--format", "png", "-o", "-").bytes)
        expect_equal((image[:8], int.from_bytes(image[16:20], "big")), (b"\x89PNG\r\n\x1a\n", 400))
        expect("no thread waits" in session.fail("render", path="shop-start.trace", view="waits"))


def check_escapes(folder):
    """No form of a path gives access to files outside the folders."""
    inside, outside = folder / "inside", folder / "inside-not"
    inside.mkdir()
    outside.mkdir()
    make_log(inside, "good.ftrace")
    secret = make_log(outside, "secret.ftrace")
    (inside / "link.ftrace").symlink_to(secret)
    (inside / "folder").symlink_to(outside)
    (inside / "loop").symlink_to("loop")
    (inside / "good-link.ftrace").symlink_to("good.ftrace")
    os.mkfifo(inside / "pipe")
    shutil.copy(SAMPLES / "reader.trace", inside / "pair.key")
    (inside / "pair.data").symlink_to(SAMPLES / "reader.trace")
    paths = [secret, "../inside-not/secret.ftrace", "link.ftrace", "folder", "folder/secret.ftrace", "loop", "pipe",
             inside / ".." / "inside-not" / "secret.ftrace", folder, "/", "..", "/etc/passwd", "/dev/zero", "-",
             "--help", "absent", f"{inside}/./good.ftrace/../../inside-not/secret.ftrace", "file://" + str(secret), "x" * 10000]
    with Session(inside) as session:
        for path in paths:
            for tool in ("open", "info", "tables", "profile", "incident", "findings", "render"):
                arguments = {"table": "slice"} if tool == "tables" else {}
                expect("is not a file in the served folders" in session.fail(tool, path=str(path), **arguments), tool, path)
            if has_query():
                expect("is not a file in the served" in session.fail("query", path=str(path), sql="SELECT 1"), path)
        expect("outside the served folders" in session.fail("info", path="pair.key"))
        expect("path is a folder" in session.fail("info", path="."))
        expect("ftrace" in session.read("open", path="good-link.ftrace")[0])
        listed = session.read("open", path=".")[0]
        expect("good.ftrace" in listed and "secret" not in listed and "link.ftrace" in listed, listed)
        expect("\t" + str(inside / "link.ftrace") + "\n" not in listed, listed)
        # Values are not treated as options, and no file is written.
        for value in ("--output=x", "a --symbols=/etc", "=x"):
            session.fail("profile", path="good.ftrace", thread=value)
    with Session(inside, outside) as session:
        expect("ftrace" in session.read("open", path="secret.ftrace")[0])
        expect("ftrace" in session.read("open", path="link.ftrace")[0])
    expect_equal(run("serve", "--mcp", folder / "absent", stdin=subprocess.DEVNULL).code, 1)
    expect_equal(run("serve", inside, stdin=subprocess.DEVNULL).code, 2)


def check_faults(folder):
    request = {"jsonrpc": "2.0", "id": 7}
    call = {**request, "method": "tools/call"}
    cases = [
        (b"{", -32700, None), (b"x", -32700, None), (b"\xff\xfe", -32700, None), (b'{"id":\x001}', -32700, None),
        (b"[" * 10000, -32600, None), (b'{"a":' * 200 + b"1" + b"}" * 200, -32600, None), (b"[]", -32600, None),
        (b"x" * (1024 * 1024 + 1), -32600, None), (json.dumps([{**request, "method": "ping"}] * 101).encode(), -32600, None),
        ({}, -32600, None), ({"jsonrpc": "1.0", "id": 7, "method": "ping"}, -32600, 7),
        ({**request, "method": 5}, -32600, 7), ({**request, "id": None, "method": "ping"}, -32600, None),
        ({**request, "id": [1], "method": "ping"}, -32600, None), ({**request, "id": 1.5, "method": "ping"}, -32600, None),
        ({**request, "id": 1e5, "method": "x"}, -32600, None),
        *((b'{"jsonrpc":"2.0","method":"ping","id":' + part, -32700, None)
          for part in (b"1,}", b"01}", b"1e999}", b"1.}", b"-}", b"nul}", b"'a'}", b"1} x", b"1 /* */}", b'"\\u12"}', b"[1,]}", b"1")),
        (b"var x = {};", -32700, None), (b"1 2", -32700, None), (b"1", -32600, None),
        ({**request, "method": "tools/delete"}, -32601, 7), ({**request, "method": "ping", "params": []}, -32602, 7),
        ({**request, "method": "initialize", "params": {}}, -32602, 7),
        ({**request, "method": "tools/list", "params": {"cursor": "x"}}, -32602, 7),
        (call, -32602, 7), ({**call, "params": {"name": "no-such"}}, -32602, 7), ({**call, "params": {"name": 1}}, -32602, 7),
        ({**call, "params": {"name": "info", "arguments": []}}, -32602, 7), ({**call, "params": {"name": "info"}}, -32602, 7),
    ]
    wrong = [{"path": 1}, {"path": None}, {"path": "a", "x": 1}, {"path": "a", "top": "1"}, {"path": "a", "top": 0},
             {"path": "a", "top": 1.5}, {"path": "a", "top": 2**63}, {"path": "a", "clock": "x"}, {"path": "a", "max_bytes": 1}]
    cases += [({**call, "params": {"name": "profile", "arguments": arguments}}, -32602, 7) for arguments in wrong]
    with Session(SAMPLES) as session:
        for message, code, number in cases:
            answer = session.ask_line(message)
            expect_equal((answer.get("error", {}).get("code"), answer["id"]), (code, number), str(message)[:80], answer)
        # Notifications, answers and empty lines get no answer.
        for message in ({"jsonrpc": "2.0", "method": "ping"}, {"jsonrpc": "2.0", "method": "no-such"},
                        {"jsonrpc": "2.0", "id": 99, "result": {}}, {"jsonrpc": "2.0", "id": 99, "error": {}}, b"", b"\r"):
            session.send(message)
        expect_equal(session.ask("ping")["result"], {})
        answers = session.ask_line([{**request, "method": "ping"}, {"jsonrpc": "2.0", "method": "x"}, 3])
        expect_equal([(answer["id"], "result" in answer) for answer in answers], [(7, True), (None, False)])
        expect_equal(session.ask_line(b'{"jsonrpc":"2.0","id":"\\ud800","method":"ping"}')["id"], "\ufffd")
        expect_equal(session.ask_line({"jsonrpc": "2.0", "id": "a\"\u20ac", "method": "ping"})["id"], "a\"\u20ac")
        for tool in ("open", "info", "profile"):
            expect("README.md" in session.fail(tool, path="README.md"), tool)
        expect("no_such" in session.fail("tables", table="no_such"))
        expect("format requires path" in session.fail("tables", table="slice", format="csv"))


def check_changed_file(folder):
    """A trace is read again after its file has changed."""
    path = folder / "a.folded"
    with Session(folder) as session:
        for n in range(8):
            path.write_text(f"main;b {n + 1}\n" + "main;c 1\n" * n)
            expect_equal(session.read("info", path="a.folded", max_bytes=100000), [output("info", "--format", "json", path)])
            shutil.copy(path, folder / f"{n}.folded")
        for n in (7, 3, 0, 7):
            expect_equal(session.read("info", path=f"{n}.folded"), [output("info", "--format", "json", folder / f"{n}.folded")])


def check_manual(folder):
    """The session in the manual contains the real answers of the server."""
    if not has_query():
        return
    page = (SOURCE / "data" / "help" / "C" / "tracedump-serve.page").read_text(encoding="utf-8")
    lines = re.search(r"<!\[CDATA\[(→.*?)\]\]>", page, re.S)[1].replace("\n     ", "").splitlines()
    expect(len(lines) > 8, lines)
    with Session(SAMPLES, version=None) as session:
        for line in lines:
            if line.startswith("→ "):
                session.send(line[2:].encode())
                continue
            answer = json.dumps(session.receive(), ensure_ascii=False, separators=(",", ":"))
            pattern = ".*".join(re.escape(part) for part in line[2:].split("…"))
            expect(re.fullmatch(pattern, answer, re.S), line, answer)


def mutate(dice, line):
    line = bytearray(line)
    for _ in range(dice.randint(1, 4)):
        kind, place = dice.randrange(5), dice.randrange(len(line) + 1)
        if kind == 0:
            del line[place:place + dice.randint(1, 20)]
        elif kind == 1:
            line[place:place] = line[dice.randrange(len(line) + 1):][:dice.randint(1, 60)]
        elif kind == 2:
            line[place:place + 1] = bytes([dice.randrange(256)])
        elif kind == 3:
            line[place:place] = dice.choice([b"{", b"[", b"}", b"]", b'"', b",", b"null", b"-1", b"1e999", b"\\ud800", b"\\"])
        else:
            line[place:place + dice.randint(0, 8)] = dice.choice([b'"path"', b'"name"', b"true", b"18446744073709551616"])
    return bytes(line.replace(b"\n", b" "))


def check_mutations(folder):
    """A damaged line gets at most one answer, and the server continues."""
    make_log(folder)
    calls = [("open", {}), ("info", {"path": "small.ftrace"}), ("tables", {"table": "slice", "path": "small.ftrace"}),
             ("query", {"path": "small.ftrace", "sql": "SELECT name, ts FROM slice", "max_rows": 2, "timeout_s": 2}),
             ("profile", {"path": "small.ftrace", "top": 5}), ("findings", {"path": "small.ftrace", "max_bytes": 256}),
             ("render", {"path": "small.ftrace", "width": 300, "height": 200, "view": "flame"})]
    lines = [json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments}})
             for name, arguments in calls]
    lines += [json.dumps({"jsonrpc": "2.0", "id": 1, "method": method}) for method in ("ping", "tools/list", "initialize")]
    dice = random.Random(37)
    with Session(folder) as session:
        for n in range(3000):
            line = mutate(dice, dice.choice(lines).encode())
            session.send(line)
            session.send({"jsonrpc": "2.0", "id": f"after {n}", "method": "ping"})
            answer = session.receive()
            if isinstance(answer, list) or answer.get("id") != f"after {n}":
                for part in answer if isinstance(answer, list) else [answer]:
                    expect(("result" in part) != ("error" in part), line, part)
                answer = session.receive()
            expect_equal(answer, {"jsonrpc": "2.0", "id": f"after {n}", "result": {}}, line)


if __name__ == "__main__":
    sys.exit(main(globals()))
