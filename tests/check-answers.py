#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs queries of other projects' tests on tracedump's tables.

check-answers.py TRACEDUMP

The logs, and the queries with their expected rows, are in the folder ftrace-checks next to the samples (TV_SAMPLES,
default: ../shared/samples). Without them the checks are skipped with a message. Each query runs on an in-memory
database that contains the tables of `tracedump table` that it uses. The output is TAP.
"""

import json
import lzma
import os
import pathlib
import re
import sqlite3
import subprocess
import sys

import tap_checks

CHECKS = tap_checks.REAL / "ftrace-checks"
REFUSED = "refused"

# Queries that are rewritten because our tables store the data elsewhere. The rows are the same.
ASKED_OTHERWISE = {
    # As in Perfetto, the state of a cooling device is a value over time, like a temperature.
    "ct thermal cdev": "select count(*) from counter join counter_track on counter_track.id = counter.track_id"
                       " where counter_track.name = 'cooling: cpu0'",
}


class Checker:
    def __init__(self, tracedump, folder):
        self.tracedump = tracedump
        self.folder = pathlib.Path(folder)
        self.columns = {line.split()[0]: None for line in self.run("tables").splitlines()
                        if line.strip()}

    def run(self, *arguments):
        """Returns the output of the program; raises OSError with its error message if it fails."""
        process = subprocess.run([self.tracedump, *map(str, arguments)], capture_output=True,
                                 env={**os.environ, "LC_ALL": "C.UTF-8"})
        if process.returncode != 0:
            raise OSError(process.stderr.decode("utf-8", "replace").strip()[:200])
        return process.stdout.decode("utf-8")

    def columns_of(self, table):
        if self.columns[table] is None:
            self.columns[table] = [line.split()[0] for line in
                                   self.run("tables", table).splitlines() if line.strip()]
        return self.columns[table]

    def find(self, name):
        path = CHECKS / "in" / name
        if path.exists():
            return path
        path = self.folder / name
        path.write_bytes(lzma.decompress((CHECKS / "in" / (name + ".xz")).read_bytes()))
        return path

    def fill(self, base, path, query):
        for table in self.columns:
            if not re.search(rf"\b{table}\b", query):
                continue
            rows = json.loads(self.run("table", "--native", table, path, "--format", "json"))
            columns = self.columns_of(table)
            names = ",".join(f'"{column}"' for column in columns)
            base.execute(f'CREATE TABLE "{table}" ({names})')
            base.executemany(f'INSERT INTO "{table}" VALUES ({",".join("?" * len(columns))})',
                             [[row.get(column) for column in columns] for row in rows])

    def ask(self, check):
        path = self.find(check["input"])
        if check["want"] == REFUSED:
            try:
                self.run("table", "--native", "metadata", path)
            except OSError:
                return REFUSED
            return "opened"
        with sqlite3.connect(":memory:") as base:
            query = ASKED_OTHERWISE.get(check["id"], check["sql"])
            self.fill(base, path, query)
            return [list(row) for row in base.execute(query)]

    def check_input(self, name, checks):
        answers = []
        for check in checks:
            try:
                found = self.ask(check)
            except (OSError, sqlite3.Error, ValueError) as error:
                found = str(error)
            wrong = [] if found == check["want"] else [f"found {found}", f"wanted {check['want']}"]
            answers.append((check["id"], wrong))
        return answers


def jobs():
    """Yields a job per file with all queries about it."""
    checks = json.loads((CHECKS / "checks.json").read_text("utf-8"))
    for name in dict.fromkeys(check["input"] for check in checks):
        yield ("check_input", name, [check for check in checks if check["input"] == name])


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: check-answers.py TRACEDUMP")
    if not (CHECKS / "checks.json").exists():
        print("TAP version 13")
        print("1..0 # SKIP no folder ftrace-checks next to the samples (TV_SAMPLES)")
        return 0
    return tap_checks.run(Checker, sys.argv[1:], list(jobs()), [])


if __name__ == "__main__":
    sys.exit(main())
