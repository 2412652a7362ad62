#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the time of packages, classes, libraries and processes.

Usage: test-groups.py TRACEVIEW TRACEDUMP MAKE-TRACE SAMPLES-FOLDER [TEST…]
"""

import csv
import io
import os
import pathlib
import subprocess
import sys

import harness
from harness import Program, dump, expect, main, shared, wait_for

HOME = SAMPLES = MAKE_TRACE = None  # set by main()

PROFILES = pathlib.Path(os.environ.get("TV_SAMPLES", "../shared/samples"), "profiles").absolute()


def export(program):
    return program.export(HOME / "groups.csv")


def wait_rows(program, by, column, wanted):
    """Waits until the list has these rows, largest first."""
    wanted = sorted(wanted, key=lambda row: (-int(row[column]), row["name"]))

    def is_shown():
        rows = export(program)
        return rows and "name" in rows[0] and rows == wanted

    wait_for(f"the time of each {by}", is_shown)


def test_calls():
    """Each grouping has the same rows as tracedump, for each clock and in a range."""
    trace = SAMPLES / "shop-start.trace"
    with shared(trace) as program:
        program.wait_ready()
        program.go_to("groups")
        for by in ("package", "class"):
            program.set_state("group-by", f"'{by}'")
            for clock in ("cpu", "wall"):
                program.set_state("clock", f"'{clock}'")
                wait_rows(program, by, f"incl_{clock}_ns", dump(f"profile_by_{by}", trace))
        # The numbers of the tree are used if it exists.
        program.go_to("call-tree")
        wait_for("the tree", lambda: program.offers("export-tree-to"))
        program.go_to("groups")
        for clock in ("cpu", "wall"):
            program.set_state("clock", f"'{clock}'")
            wait_rows(program, "class", f"incl_{clock}_ns", dump("profile_by_class", trace))
        start = int(min(dump("slice", trace), key=lambda row: int(row["ts"]))["ts"])
        program.set_state("selected-time", f"(int64 {start + 10**9}, int64 {start + 2 * 10**9})")
        wait_rows(program, "class", "incl_wall_ns", dump("profile_by_class", trace, "--from", "1s", "--to", "2s"))


def test_filter():
    """The box keeps the groups that match; Enter on a package keeps only stacks that contain it."""
    trace = SAMPLES / "shop-start.trace"
    with shared(trace) as program:
        program.wait_ready()
        program.go_to("groups")
        names = [row["name"] for row in dump("profile_by_package", trace)]
        matching = [name for name in names if "okhttp3" in name]
        program.key("ctrl+f")
        program.type("okhttp3")
        wait_for("the packages that match the search",
                 lambda: sorted(row["name"] for row in export(program)) == sorted(matching))
        program.key("Return", "Down", "Return")
        chosen = wait_for("a filter", lambda: program.state("name-filters"))[0][2]
        assert chosen in matching, chosen
        filtered = [row for row in dump("profile_by_package", trace, "--keep", f"package:{chosen}")
                    if "okhttp3" in row["name"]]
        wait_rows(program, "package", "incl_wall_ns", filtered)


def test_samples():
    """Samples are grouped by the library of their code."""
    trace = PROFILES / "simpleperf-obfuscated.data"
    if not trace.exists():
        print(f"# {trace.name} is not among the samples (TV_SAMPLES)")
        return
    with Program(trace) as program:
        program.wait_ready()
        program.go_to("groups")
        program.set_state("group-by", "'library'")
        wait_rows(program, "library", "incl_weight", dump("profile_by_library", trace))


def test_comparison():
    """Compared with an earlier run, the list shows the change of each package, the largest change first."""
    before, after = HOME / "before.trace", HOME / "after.trace"
    for path, seed in ((before, 1), (after, 7)):
        subprocess.run([MAKE_TRACE, "--app", "shop", f"--seed={seed}", "-o", path], check=True)
    command = [harness.TRACEDUMP, "diff", before, after, "-f", "csv", "--group-by", "package", "-s",
               "incl_wall_change_ns"]
    text = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True).stdout
    wanted = [(row["name"], row["incl_wall_change_ns"]) for row in csv.DictReader(io.StringIO(text))]
    with Program(after) as program:
        program.wait_ready()
        program.activate("compare-files", f"[<('{before.as_uri()}', '{after.as_uri()}')>]")
        wait_for("the comparison", lambda: program.offers("differences-shown"))
        program.go_to("groups")
        wait_for("the packages with their changes",
                 lambda: [(row["name"], row["incl_wall_change_ns"]) for row in export(program)
                          if "incl_wall_change_ns" in row] == wanted)
        expect(program.state("group-by"), "package")


if __name__ == "__main__":
    sys.exit(main(__file__, globals(), sys.argv[1:]))
