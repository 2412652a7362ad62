#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Drive the real program: a run compared with an earlier one.

Usage: test-compare.py TRACEVIEW TRACEDUMP MAKE-TRACE SAMPLES-FOLDER [TEST…]
"""

import csv
import io
import subprocess
import sys

import harness
from harness import HEIGHT, Program, Screen, WIDTH, dump, expect, main, run, wait_for

HOME = MAKE_TRACE = None  # main() sets them

SLOWER, FASTER = "e8934a", "a08bd6"


def make_runs():
    paths = []
    for name, seed in (("before", 1), ("after", 7)):
        paths.append(HOME / f"{name}.trace")
        run(MAKE_TRACE, "--app", "shop", f"--seed={seed}", "-o", str(paths[-1]))
    return paths


def get_rows(before, after, *options):
    """The differences as the other program has them, the largest first."""
    command = [harness.TRACEDUMP, "diff", before, after, "-f", "csv", "-s", "incl_wall_change_ns", *options]
    text = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True)
    return list(csv.DictReader(io.StringIO(text.stdout)))


def open_runs(program, before, after):
    program.wait_ready()
    program.activate("compare-files", f"[<('{before.as_uri()}', '{after.as_uri()}')>]")
    wait_for("the comparison", lambda: program.offers("differences-shown"))
    program.wait_state("panel-page", "difference")


def find_bars():
    """(color, y) of the bars of the list that can be seen."""
    def find():
        screen = Screen()
        bars = []
        for color in (SLOWER, FASTER):
            for _, y, _ in screen.find_rows({color}, range(WIDTH // 2, WIDTH - 10), least=4):
                if y > HEIGHT // 2:
                    bars.append((y, color))
        return sorted(bars)

    def look():
        bars = find()
        return bars if bars and bars == find() else None

    return wait_for("bars", look)


def get_first_ns(path, name):
    return min(int(row["ts"]) for row in dump("slice", path) if row["name"] == name)


def test_list():
    """Every method of both runs, the largest change first; bars go to the side of the change."""
    before, after = make_runs()
    rows = get_rows(before, after)
    with Program(after) as program:
        open_runs(program, before, after)
        program.wait_state("differences-shown", len(rows))
        listed = program.export(HOME / "differences.csv")
        for name in ("name", "state", "incl_wall_before_ns", "incl_wall_after_ns", "calls_after"):
            expect([row[name] for row in listed], [row[name] for row in rows])
        bars = find_bars()
        wanted = [SLOWER if int(row["incl_wall_change_ns"]) > 0 else FASTER for row in rows]
        expect([color for _, color in bars], wanted[:len(bars)])


def test_filter():
    """The box leaves what it matches; without a match a line says what to take back."""
    before, after = make_runs()
    wanted = [row for row in get_rows(before, after) if "decode" in row["name"].lower()]
    with Program(after) as program:
        open_runs(program, before, after)
        program.key("ctrl+f")
        program.type("decode")
        program.wait_state("differences-shown", len(wanted))
        program.type("nothing")
        program.wait_state("differences-shown", 0)


def test_alignment():
    """A double click puts the first calls of a method one above the other; the menu, the starts."""
    before, after = make_runs()
    rows = get_rows(before, after)
    offsets = [get_first_ns(after, row["name"]) - get_first_ns(before, row["name"])
               if row["state"] == "both" else 0 for row in rows[:8]]
    place, offset = next((i, ns) for i, ns in enumerate(offsets) if ns != 0)
    with Program(after) as program:
        open_runs(program, before, after)
        start = program.state("offset")
        assert start != offset, start
        y = find_bars()[place][0]
        program.click(120, y, count=2)
        program.wait_state("offset", offset)
        program.activate("align-start")
        program.wait_state("offset", start)
        program.activate("align-selected")
        program.wait_state("offset", offset)


def test_part():
    """What is filtered in the later run is filtered in the earlier one, threads by their names."""
    before, after = make_runs()
    main_thread = next(row for row in dump("thread", after) if row["name"] == "main")
    rows = get_rows(before, after, "--thread", "main")
    with Program(after) as program:
        open_runs(program, before, after)
        program.set_state("thread", f"uint32 {main_thread['utid']}")
        program.wait_state("differences-shown", len(rows))
        listed = program.export(HOME / "part.csv")
        expect([(row["name"], row["incl_wall_before_ns"]) for row in listed],
               [(row["name"], row["incl_wall_before_ns"]) for row in rows])


def test_failure():
    """An earlier run that cannot be read says why."""
    _, after = make_runs()
    broken = HOME / "broken.trace"
    broken.write_bytes(b"no trace at all")
    with Program(after) as program:
        program.wait_ready()
        program.activate("compare-files", f"[<('{broken.as_uri()}', '{after.as_uri()}')>]")
        program.wait_state("page", "failed")


if __name__ == "__main__":
    sys.exit(main(__file__, globals(), sys.argv[1:]))
