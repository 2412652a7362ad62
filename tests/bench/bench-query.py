#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how long SQL queries take, next to the same queries on a plain SQLite copy of the tables.

Usage: bench-query.py TRACEDUMP MAKE_TRACE FOLDER [--runs N] [--records N] [--bytes N]

The inputs, a method trace and a log, and the copies are generated once, in FOLDER. The copies are SQLite databases
with the columns that the queries need, and with indices where a table declares its rows as sorted. `tracedump query`
also loads the trace, so the time of a query that does nothing is subtracted. Python's sqlite3, which uses the same
library, reads the copy. Results are medians of the runs. If TRACE_PROCESSOR is the path of a trace_processor_shell,
that program also runs the queries; its times include loading. The rows of the copy must equal the rows of the query.
"""

import argparse
import csv
import os
import pathlib
import sqlite3
import statistics
import subprocess
import tempfile
import time

csv.field_size_limit(1 << 30)

COPIED = {
    "slice": "id, ts, dur, track_id, name, depth, parent_id, category",
    "thread_track": "id, utid",
    "thread": "utid, tid, name, upid, is_main_thread",
    "process": "upid, pid, name",
    "sched": "id, ts, dur, cpu, utid, end_state, priority",
    "thread_state": "id, ts, dur, cpu, utid, state, waker_utid",
    "counter": "id, ts, track_id, value",
    "counter_track": "id, name, type",
}
INTEGERS = {"id", "ts", "dur", "track_id", "depth", "parent_id", "utid", "tid", "upid", "is_main_thread", "pid", "cpu",
            "priority", "waker_utid"}

QUERIES = {
    "slices by name": "SELECT name, COUNT(*) AS n, SUM(dur) AS dur FROM slice GROUP BY name ORDER BY dur DESC, name LIMIT 50",
    "states by thread and process":
        "SELECT p.name AS process, t.name AS thread, s.state, SUM(s.dur) AS dur FROM thread_state s JOIN thread t USING (utid)"
        " LEFT JOIN process p USING (upid) GROUP BY t.utid, s.state ORDER BY dur DESC, t.utid LIMIT 50",
    "slices and states of a moment":
        "SELECT COUNT(*) AS n FROM thread_state s JOIN sched r ON r.ts = s.ts AND r.utid = s.utid WHERE s.state = 'Running'",
    "gaps between runs":
        "SELECT cpu, MAX(gap) AS gap FROM (SELECT cpu, lead(ts) OVER (PARTITION BY cpu ORDER BY ts) - ts - dur AS gap"
        " FROM sched WHERE dur >= 0) GROUP BY cpu ORDER BY cpu",
    "names by pattern": "SELECT COUNT(*) AS n, SUM(dur) AS dur FROM slice WHERE name GLOB '*1*'",
    "slices by thread":
        "SELECT t.tid, COUNT(*) AS n, SUM(s.dur) AS dur FROM slice s JOIN thread_track k ON k.id = s.track_id"
        " JOIN thread t USING (utid) GROUP BY t.utid ORDER BY dur DESC, t.tid LIMIT 50",
    "longest slices": "SELECT id, name, dur FROM slice ORDER BY dur DESC, id LIMIT 100",
    "one slice": "SELECT name, ts, dur FROM slice WHERE id = (SELECT MAX(id) / 2 FROM slice)",
    "a range of time":
        "SELECT COUNT(*) AS n FROM slice WHERE ts BETWEEN (SELECT MIN(ts) FROM slice) + 1000000"
        " AND (SELECT MIN(ts) FROM slice) + 2000000",
    "children of a name":
        "SELECT c.name, COUNT(*) AS n FROM slice c JOIN slice p ON p.id = c.parent_id WHERE p.depth = 1"
        " GROUP BY c.name ORDER BY n DESC, c.name LIMIT 20",
    "values of counters":
        "SELECT t.name, COUNT(*) AS n, MIN(c.value) AS lo, MAX(c.value) AS hi FROM counter c"
        " JOIN counter_track t ON t.id = c.track_id GROUP BY t.id ORDER BY n DESC, t.id LIMIT 50",
    "runs by CPU and thread":
        "SELECT cpu, utid, SUM(dur) AS dur FROM sched WHERE dur >= 0 GROUP BY cpu, utid ORDER BY dur DESC, cpu, utid LIMIT 50",
}


def parse_arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("tracedump")
    parser.add_argument("make_trace")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--records", default="2000000")
    parser.add_argument("--bytes", default="50000000")
    return parser.parse_args()


def make_inputs(options):
    options.folder.mkdir(parents=True, exist_ok=True)
    inputs = []
    for name, arguments in ((f"query-{options.records}.trace", ["--threads", "8", "--methods", "5000", "--callees", "4",
                                                                 "--records", options.records]),
                            (f"query-{options.bytes}.ftrace", ["--form", "ftrace", "--bytes", options.bytes])):
        path = options.folder / name
        if not path.exists():
            subprocess.run([options.make_trace, *arguments, "-o", path], check=True)
        inputs.append(path)
    return inputs


def query(options, trace, text):
    """Returns the rows of a query, and its duration in s."""
    with tempfile.NamedTemporaryFile("w+", encoding="utf-8", suffix=".csv") as out:
        started = time.monotonic()
        subprocess.run([options.tracedump, "query", "--format", "csv", trace, text], check=True, stdout=out)
        seconds = time.monotonic() - started
        out.seek(0)
        return list(csv.reader(out))[1:], seconds


def convert(row, columns):
    kinds = [int if column in INTEGERS else float if column == "value" else str for column in columns]
    return [None if cell == "" and kind is not str else kind(cell) for cell, kind in zip(row, kinds)]


def copy_tables(options, trace):
    path = trace.with_suffix(trace.suffix + ".db")
    if path.exists():
        return path
    database = sqlite3.connect(path)
    for table, text in COPIED.items():
        columns = text.split(", ")
        database.execute(f"CREATE TABLE {table} ({', '.join(c + (' INTEGER PRIMARY KEY' if c == 'id' else '') for c in columns)})")
        rows, _ = query(options, trace, f"SELECT {text} FROM {table}")
        database.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(columns))})",
                             (convert(row, columns) for row in rows))
    for table in ("slice", "sched", "thread_state", "counter"):
        database.execute(f"CREATE INDEX {table}_ts ON {table}(ts)")
    database.execute("CREATE INDEX thread_utid ON thread(utid)")
    database.commit()
    database.close()
    return path


def query_copy(path, text):
    database = sqlite3.connect(path)
    started = time.monotonic()
    rows = database.execute(text).fetchall()
    seconds = time.monotonic() - started
    database.close()
    return rows, seconds


def is_same(ours, copied):
    def plain(cell):
        try:
            return round(float(cell), 6)
        except (TypeError, ValueError):
            return cell or ""
    return [[plain(c) for c in row] for row in ours] == [[plain(c) for c in row] for row in copied]


def query_processor(trace, text):
    program = os.environ.get("TRACE_PROCESSOR")
    if program is None:
        return None
    started = time.monotonic()
    done = subprocess.run([program, "-Q", text, trace], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return time.monotonic() - started if done.returncode == 0 else None


def measure(options, trace):
    copy = copy_tables(options, trace)
    load = statistics.median(query(options, trace, "SELECT 1")[1] for _ in range(options.runs))
    print(f"\n{trace.name}: loading {load:.3f} s\n")
    print("| query | s | copy, s | × | with loading, s | trace processor, s |\n|---|---|---|---|---|---|")
    for name, text in QUERIES.items():
        ours = [query(options, trace, text) for _ in range(options.runs)]
        copied = [query_copy(copy, text) for _ in range(options.runs)]
        if not is_same(ours[0][0], copied[0][0]):
            raise SystemExit(f"{name}: rows differ from those of the copy")
        whole = statistics.median(seconds for _, seconds in ours)
        plain = statistics.median(seconds for _, seconds in copied)
        other = query_processor(trace, text)
        seconds = max(whole - load, 0)
        ratio = f"{seconds / plain:.2f}" if plain > 0.001 else "–"
        print(f"| {name} | {seconds:.3f} | {plain:.3f} | {ratio} | {whole:.3f} | "
              f"{'–' if other is None else f'{other:.3f}'} |", flush=True)


def main():
    options = parse_arguments()
    for trace in make_inputs(options):
        measure(options, trace)


if __name__ == "__main__":
    main()
