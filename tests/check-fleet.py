#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the manual's recipes for many traces: Dask distributed and DuckDB return the same rows as tracedump query
--union.

Usage: check-fleet.py TRACEDUMP MAKE_TRACE SAMPLES_DIR      TAP on standard output

A check is skipped if Dask (Debian: python3-distributed) or DuckDB (npm: @duckdb/node-api, found in NODE_PATH or among
the global packages) is not installed.
"""

import csv
import io
import json
import os
import pathlib
import shutil
import subprocess
import sys
import time

from tracedump_checks import TRACEDUMP, Skip, expect, expect_equal, main, make_trace, run

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent / "data" / "examples"
N_TRACES = 100
KINDS = [
    ("pftrace", ["--form", "perfetto", "--bytes", "6000"]),
    ("ftrace", ["--form", "ftrace", "--bytes", "6000"]),
    ("trace", ["--records", "100", "--clock", "wall"]),
    ("logcat", ["--form", "logcat", "--bytes", "2000"]),
]
SQL = "SELECT name, count(*) AS n, CAST(sum(dur) AS BIGINT) AS dur, max(depth) AS depth FROM slice " \
      "WHERE dur >= 0 GROUP BY name ORDER BY name"
DUCKDB_SQL = SQL.replace("SELECT", "SELECT trace AS file,").replace("GROUP BY name", "GROUP BY trace, name")


def make_traces(folder):
    names = []
    for number in range(N_TRACES):
        suffix, arguments = KINDS[number % len(KINDS)]
        names.append(f"run-{number:03}.{suffix}")
        make_trace(folder, names[-1], *arguments, "--seed", str(number))
    return names


def query_union(names, folder):
    answer = run("query", "--union", "--format", "csv", *names, SQL, cwd=folder)
    expect_equal(answer.code, 0, answer.err)
    rows = list(csv.reader(io.StringIO(answer.out, newline="")))
    expect(len(rows) > N_TRACES, len(rows))
    return rows


def find_python():
    for python in dict.fromkeys([sys.executable, "/usr/bin/python3"]):
        if shutil.which(python) and subprocess.run([python, "-c", "import distributed"], capture_output=True,
                                                   check=False).returncode == 0:
            return python
    raise Skip("Dask is not installed (Debian: python3-distributed)")


def wait_for(path, process):
    for _ in range(600):
        if path.exists():
            return
        expect(process.poll() is None, "the scheduler ended", process.returncode)
        time.sleep(0.1)
    raise AssertionError(f"no {path}")


def run_dask(python, arguments, folder):
    process = subprocess.run([python, EXAMPLES / "fleet-dask.py", "--tracedump", TRACEDUMP, *arguments], cwd=folder,
                             capture_output=True, timeout=600, check=False)
    return process.returncode, process.stdout.decode("utf-8"), process.stderr.decode("utf-8")


def check_dask(folder):
    python = find_python()
    names = make_traces(folder)
    file = folder / "fleet.json"
    tool = [python, "-m"]
    processes = [subprocess.Popen([*tool, "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0",
                                   "--no-dashboard", "--scheduler-file", file], stderr=subprocess.DEVNULL)]
    try:
        wait_for(file, processes[0])
        processes += [
            subprocess.Popen([*tool, "distributed.cli.dask_worker", "--host", "127.0.0.1", "--nthreads", "1",
                              "--no-dashboard", "--scheduler-file", file, "--local-directory", folder / f"worker-{i}"],
                             stderr=subprocess.DEVNULL)
            for i in range(2)
        ]
        code, out, err = run_dask(python, ["--scheduler-file", file, SQL, *names], folder)
        expect_equal(code, 0, err)
        expect_equal(list(csv.reader(io.StringIO(out, newline=""))), query_union(names, folder))
        code, out, err = run_dask(python, ["--scheduler-file", file, "SELECT absent FROM slice", names[0]], folder)
        expect_equal((code, "no such column: absent" in err), (1, True), err)
    finally:
        for process in processes[::-1]:
            process.terminate()
            process.wait(60)


def check_dask_alone(folder):
    python = find_python()
    names = make_traces(folder)[:8]
    code, out, err = run_dask(python, [SQL, *names], folder)
    expect_equal(code, 0, err)
    answer = run("query", "--union", "--format", "csv", *names, SQL, cwd=folder)
    expect_equal(list(csv.reader(io.StringIO(out, newline=""))),
                 list(csv.reader(io.StringIO(answer.out, newline=""))))


def find_duckdb():
    """Returns an environment in which Node.js finds DuckDB."""
    if shutil.which("node") is None:
        raise Skip("Node.js is not installed")
    paths = [os.environ.get("NODE_PATH", "")]
    if shutil.which("npm"):
        paths.append(subprocess.run(["npm", "root", "-g"], capture_output=True, encoding="utf-8",
                                    check=False).stdout.strip())
    environment = {**os.environ, "NODE_PATH": os.pathsep.join(path for path in paths if path)}
    if subprocess.run(["node", "-e", "require('@duckdb/node-api')"], env=environment, capture_output=True,
                      check=False).returncode != 0:
        raise Skip("DuckDB is not installed (npm install -g @duckdb/node-api)")
    return environment


def check_duckdb(folder):
    environment = find_duckdb()
    names = make_traces(folder)
    answer = run("export", *names, "--to", "csv-dir", "-o", "runs", "--table", "slice", "--table", "thread", cwd=folder)
    expect_equal(answer.code, 0, answer.err)
    process = subprocess.run(["node", EXAMPLES / "fleet-duckdb.js", "runs", DUCKDB_SQL], cwd=folder, env=environment,
                             capture_output=True, timeout=600, check=False)
    expect_equal(process.returncode, 0, process.stderr)
    header, *expected = query_union(names, folder)
    found = [[str(row[name]) for name in header] for row in json.loads(process.stdout)]
    expect_equal(sorted(found), sorted(expected))


if __name__ == "__main__":
    sys.exit(main(globals()))
