#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Exports all tables, and compares each row with the result of a query.

Usage: check-table-files.py TRACEDUMP MAKE_TRACE SAMPLES_DIR      TAP on standard output
"""

import csv
import gzip
import json
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.parse

from tracedump_checks import ENVIRONMENT, SAMPLES, TRACEDUMP, expect, expect_equal, main, make_trace, run

ODD = 'a "quoted", name\nwith\r\nlines\ttabs \\ and \'\' 😀'
# The string ODD after readers have escaped its control characters
SHOWN = ODD.replace("\r", "\\x0d").replace("\n", "\\x0a")
TYPES = {"INT64": int, "FLOAT64": (int, float), "STRING": str}
SQLITE_TYPES = {"INTEGER": "INT64", "REAL": "FLOAT64", "TEXT": "STRING"}


def export(form, output, *files, code=0):
    answer = run("export", *files, "--to", form, "-o", output)
    expect_equal(answer.code, code, answer.err)
    return answer


def field(number, value):
    """Returns a field of Protocol Buffers: a number or bytes."""
    def varint(n):
        return bytes([n]) if n < 128 else bytes([n & 127 | 128]) + varint(n >> 7)
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def write_odd_trace(folder):
    """Writes a Perfetto trace whose slice names contain everything that separates values in some format."""
    path = folder / "odd.pftrace"
    descriptor = field(1, 7) + field(4, field(1, 1) + field(2, 2) + field(5, b"odd, \"thread\""))
    packets = [field(60, descriptor) + field(10, 1)]
    for n, name in enumerate((ODD, " ", "'=1+1", "=1+1", "NULL", "null", "1", "{\"a\":1}", "-", "@a", "a\u2028b")):
        for kind in 1, 2:
            event = field(9, kind) + field(11, 7) + (field(23, name.encode()) if kind == 1 else b"")
            packets.append(field(8, n * 10 + kind) + field(10, 1) + field(11, event))
    path.write_bytes(b"".join(field(1, packet) for packet in packets))
    return path


def write_broken_log(folder):
    """Writes a log with names that contain bytes that are not valid UTF-8."""
    path = folder / "broken=1 %.ftrace"
    path.write_bytes(b"# tracer: nop\n#\n" + b"".join(
        b"  t-%d (100) [000] .... 1.%06d: tracing_mark_write: %s\n" % (101, n, mark)
        for n, mark in enumerate((b'B|100|x\xff\xfe"y', b"E|100", b"B|100|\xc3", b"E|100"))))
    return path


def query_tables(path, names):
    """Returns {table: rows}, with a dictionary per row, from `tracedump query`."""
    text = ";".join(f'SELECT * FROM "{name}"' for name in names)
    answer = run("query", path, text, "--format", "json")
    expect_equal(answer.code, 0, answer.err)
    return dict(zip(names, json.loads(answer.out), strict=True))


def read_sqlite(path):
    """Returns {table: (column types, rows)} of a database."""
    connection = sqlite3.connect(path)
    connection.row_factory = sqlite3.Row
    tables = {}
    for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
        types = {row["name"]: SQLITE_TYPES[row["type"]] for row in connection.execute(f'PRAGMA table_info("{name}")')}
        tables[name] = types, [dict(row) for row in connection.execute(f'SELECT * FROM "{name}"')]
    expect_equal(connection.execute("PRAGMA integrity_check").fetchone()[0], "ok")
    connection.close()
    return tables


def read_types(folder):
    return {path.stem: {field["name"]: field["type"] for field in json.loads(path.read_text("utf-8"))}
            for path in (folder / "_types").glob("*.json")}


def read_json_lines(folder):
    # Returns {table: (column types, rows)} of JSON lines; values may contain other line separators like U+2028.
    tables = {path.stem: [json.loads(line) for line in path.read_text("utf-8").split("\n")[:-1]]
              for path in folder.glob("*.jsonl")}
    return {name: (types, tables.pop(name)) for name, types in read_types(folder).items()}


def read_csv_values(path, types):
    """Returns the rows of a CSV file. An empty string differs from null, which Python's reader does not support."""
    rows, fields, field, is_quoted, was_quoted = [], [], [], False, False
    text = gzip.decompress(path.read_bytes()).decode("utf-8")
    i = 0
    while i < len(text):
        c = text[i]
        if is_quoted and text[i:i + 2] == '""':
            field.append('"')
            i += 1
        elif c == '"':
            is_quoted, was_quoted = not is_quoted, True
        elif not is_quoted and c in ",\n":
            fields.append("".join(field) if field or was_quoted else None)
            field, was_quoted = [], False
            if c == "\n":
                rows.append(fields)
                fields = []
        else:
            field.append(c)
        i += 1
    expect_equal((fields, field, is_quoted), ([], [], False), path)
    expect_equal(rows[0], list(types), path)
    expect_equal([[v or "" for v in row] for row in rows], list(csv.reader(text.splitlines(keepends=True))), path)
    convert = {"INT64": int, "FLOAT64": float, "STRING": str}
    return [{name: None if value is None else convert[types[name]](value) for name, value in zip(types, row, strict=True)}
            for row in rows[1:]]


def read_csv_dir(folder, trace):
    """Returns the tables of one trace."""
    expect(not list(folder.glob(".*")), list(folder.glob(".*")))
    tables = {}
    for name, types in read_types(folder).items():
        of_trace = [part for part in (folder / f"table={name}").iterdir()
                    if urllib.parse.unquote(part.name) == f"trace={trace}"]
        expect_equal(len(of_trace), 1, name, trace)
        tables[name] = types, read_csv_values(of_trace[0] / "part-0.csv.gz", types)
    expect_equal({path.name for path in folder.iterdir()}, {"_types", *(f"table={name}" for name in tables)})
    return tables


def compare(found, expected, form, trace=None):
    """Compares tables: the order of columns, types and values."""
    for name, (types, rows) in found.items():
        expect_equal(len(rows), len(expected[name]), form, name)
        for row, right in zip(rows, expected[name]):
            if trace is not None:
                expect_equal(row.pop("trace"), trace, form, name)
            expect_equal(list(row), list(right), form, name)
            # Numbers in REAL columns may be written without a fraction.
            expect_equal(row, right, form, name)
            for column, value in row.items():
                expect(value is None or isinstance(value, TYPES[types[column]]), form, name, column, repr(value), types[column])


def check_rows(folder):
    fractions = folder / "fractions.folded"
    fractions.write_text("a;b 31.23\na;c 6.1\na 1.0\n")
    odd_names = make_trace(folder, "odd.trace", "--odd-names", "--exceptions", "50", "--records", "300")
    n_odd = n_broken = 0
    all_types = {}
    for path in (SAMPLES / "device.ftrace", SAMPLES / "shop-start.trace", odd_names, fractions, write_odd_trace(folder),
                 write_broken_log(folder)):
        export("sqlite", folder / "out.db", path)
        databases = read_sqlite(folder / "out.db")
        expected = query_tables(path, list(databases))
        compare(databases, expected, "sqlite")
        export("json-lines", folder / path.stem, path)
        lines = read_json_lines(folder / path.stem)
        compare(lines, expected, "json-lines", path.name)
        export("csv-dir", folder / "csv", path)
        parts = read_csv_dir(folder / "csv", path.name)
        compare(parts, expected, "csv-dir")
        # Only tables that never have rows have no file.
        expect(len(parts) > 90 and {"slice", "thread", "counter", "metadata"} <= set(parts), list(parts))
        expect_equal([name for name in databases if expected[name] and name not in parts], [])
        expect_equal(set(parts), set(lines))
        for name, (types, _) in parts.items():
            expect_equal(all_types.setdefault(name, types), types, path, name)
            expect_equal(databases[name][0], types, path, name)
        n_odd += sum(row["name"] == SHOWN for row in parts["slice"][1])
        n_broken += sum(row["name"] in ('x\\xff\\xfe"y', "\\xc3") for row in parts["slice"][1])
    expect_equal((n_odd, n_broken), (1, 2))


def check_several(folder):
    """Exports several traces: the names of identical files differ, and a folder accepts more traces."""
    first, second = SAMPLES / "shop-start.trace", make_trace(folder, "b.trace", "--records", "100")
    export("sqlite", folder / "all.db", first, second, first)
    rows = read_sqlite(folder / "all.db")["slice"][1]
    n_first, n_second = (json.loads(run("query", path, "SELECT count(*) AS n FROM slice", "-f", "json").out)[0][0]["n"]
                         for path in (first, second))
    count = lambda rows, trace: sum(row["trace"] == trace for row in rows)
    names = ("shop-start.trace", "b.trace", "shop-start.trace-2")
    expect_equal([count(rows, name) for name in names], [n_first, n_second, n_first])
    export("json-lines", folder / "lines", first, second, first)
    rows = read_json_lines(folder / "lines")["slice"][1]
    expect_equal([count(rows, name) for name in names], [n_first, n_second, n_first])
    export("csv-dir", folder / "parts", first)
    export("csv-dir", folder / "parts", second, second)
    expect_equal({path.name for path in (folder / "parts" / "table=slice").iterdir()},
                 {"trace=shop-start.trace", "trace=b.trace", "trace=b.trace-2"})
    answer = run("export", first, "--to", "json-lines", "-o", folder / "few", "--table", "slice", "--table", "thread")
    expect_equal(answer.code, 0, answer.err)
    expect_equal(set(read_json_lines(folder / "few")), {"slice", "thread"})


def check_errors(folder):
    """After an error, no partial file remains, and existing files are unchanged."""
    trace = SAMPLES / "shop-start.trace"
    out = folder / "out"
    out.mkdir()
    (folder / "no-trace").write_text("nothing")
    for form in "sqlite", "json-lines", "csv-dir":
        (out / "old.db").write_text("old")
        export(form, out / ("old.db" if form == "sqlite" else "new"), trace, folder / "no-trace", code=1)
        export(form, folder / "no-trace" / "x", trace, code=1)
        answer = run("export", trace, "--to", form, "-o", out / "new", "--table", "no_such")
        expect_equal(answer.code, 2, answer.err)
        expect_equal([path.name for path in out.iterdir()], ["old.db"], form)
        expect_equal((out / "old.db").read_text(), "old")
        for arguments in ([], ["-o", "-"], ["-o", out / "x", "--from", "1ms"], ["-o", out / "x", "--keep", "a"]):
            expect_equal(run("export", trace, "--to", form, *arguments).code, 2, form, arguments)
    expect_equal(run("export", trace, "--as", "folded", "--table", "slice").code, 2)
    expect_equal(run("export", trace, "--to", "parquet", "-o", out / "x").code, 2)
    # A full device
    answer = run("export", trace, "--to", "sqlite", "-o", "/dev/full")
    expect_equal(answer.code, 1, answer.err)


def check_interrupt(folder):
    """A signal ends the export, which then deletes its files."""
    trace = make_trace(folder, "long.trace", "--records", "400000")
    for form in "sqlite", "csv-dir":
        out = folder / f"out-{form}"
        out.mkdir()
        process = subprocess.Popen([TRACEDUMP, "export", trace, "--to", form, "-o", out / "x"], env=ENVIRONMENT,
                                   stderr=subprocess.PIPE)
        deadline = time.monotonic() + 60
        is_written = lambda: any(path.is_file() and path.stat().st_size > 100000 for path in out.rglob("*"))
        while not is_written() and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.02)
        expect(process.poll() is None and is_written(), form,
               "the export ended or timed out before it had written 100 kB")
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
        expect_equal(process.returncode, 1, form)
        expect_equal(list(out.iterdir()), [], form)


if __name__ == "__main__":
    sys.exit(main(globals()))
