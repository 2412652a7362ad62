#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs an SQL query on many traces with Dask, a trace per task, and writes the joined rows as CSV.

Usage: fleet-dask.py [--scheduler-file FILE] [--tracedump PROGRAM] SQL TRACE…

Workers need tracedump, and the traces under the same paths. Without a scheduler, two workers of this machine are
started.
"""

import argparse
import csv
import io
import os
import subprocess
import sys

from distributed import Client


def query(path, tracedump, sql):
    process = subprocess.run([tracedump, "query", "--format", "csv", path, sql], capture_output=True, check=False)
    if process.returncode != 0:
        raise RuntimeError(process.stderr.decode("utf-8", "replace").strip())
    return process.stdout


def connect(scheduler_file):
    if scheduler_file is not None:
        return Client(scheduler_file=scheduler_file)
    return Client(n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--scheduler-file", metavar="FILE")
    parser.add_argument("--tracedump", default="tracedump", metavar="PROGRAM")
    parser.add_argument("sql")
    parser.add_argument("traces", nargs="+")
    options = parser.parse_args()
    writer = csv.writer(sys.stdout, lineterminator="\n")
    with connect(options.scheduler_file) as client:
        paths = [os.path.abspath(path) for path in options.traces]
        futures = client.map(query, paths, tracedump=options.tracedump, sql=options.sql, pure=False)
        for number, (path, future) in enumerate(zip(options.traces, futures)):
            # The CSV contains line breaks of names inside quotes.
            header, *rows = csv.reader(io.StringIO(future.result().decode("utf-8"), newline=""))
            if number == 0:
                writer.writerow(["file", *header])
            writer.writerows([path, *row] for row in rows)


if __name__ == "__main__":
    try:
        main()
    except RuntimeError as error:
        sys.exit(str(error))
