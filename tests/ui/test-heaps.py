#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the views of native heaps, at a dump and between two dumps.

Usage: test-heaps.py TRACEVIEW TRACEDUMP MAKE-TRACE SAMPLES-FOLDER [TEST…]
"""

import csv
import io
import subprocess
import sys

import harness
from harness import HEIGHT, PALETTE, TIMELINE_LEFT, WIDTH, Program, Screen, dump, expect, main, run, wait_for

HOME = SAMPLES = MAKE_TRACE = None  # set by main()

LIVE, FREED, LIVE_COUNT = 0, 2, 3
KINDS = ["live bytes", "allocated bytes", "freed bytes", "live count", "allocated count", "freed count"]
S = 1_000_000_000


def make_trace():
    path = HOME / "shop.pftrace"
    run(MAKE_TRACE, "--form", "heap", "-o", str(path))
    return path


def get_dumps(trace):
    return sorted(int(row["ts"]) for row in dump("slice", trace))


def find_largest(program):
    """Returns the weight of the largest row in the tree."""
    return max((int(row["incl_weight"]) for row in program.export(HOME / "tree.csv")), default=0)


def get_largest(trace, kind, to_ns):
    rows = dump("call_tree", trace, "--samples", f"libc.malloc {KINDS[kind]}", "--to", f"{to_ns}ns")
    return max((int(row["incl_weight"]) for row in rows), default=0)


def get_difference(trace, kind, before_ns, after_ns):
    command = [harness.TRACEDUMP, "diff", trace, trace, "-f", "csv", "--samples", f"libc.malloc {KINDS[kind]}",
               "--to", f"{before_ns}ns", "--after-to", f"{after_ns}ns"]
    text = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True)
    return sorted((row["name"], int(row["incl_before"]), int(row["incl_after"]))
                  for row in csv.DictReader(io.StringIO(text.stdout)))


def list_difference(program):
    return sorted((row["name"], int(row["incl_before"]), int(row["incl_after"]))
                  for row in program.export(HOME / "difference.csv"))


def find_diamonds(n):
    """Returns the middles of the diamonds, from left to right, except at the edges; @n diamonds are expected."""
    screen = Screen()
    widest = None
    for y in range(100, HEIGHT // 2):
        runs, last = [], -9
        for x in range(TIMELINE_LEFT + 20, WIDTH - 20):
            if screen.get(x, y) in PALETTE:
                if x > last + 6:
                    runs.append([x, x])
                runs[-1][1] = last = x
        width = sum(end - first for first, end in runs)
        if len(runs) == n and (widest is None or width > widest[0]):
            widest = width, [((first + end) // 2, y) for first, end in runs]
    return widest and widest[1]


def click_dump(program, trace, number, *, shift=False):
    n = len(get_dumps(trace)) - 2
    program.set_state("details", "false")  # they reduce the width of the timeline

    def look():
        found = find_diamonds(n)
        return found if found == find_diamonds(n) else None

    x, y = wait_for("the diamonds of the heap dumps", look)[number - 1]
    if shift:
        run("xdotool", "keydown", "shift")
    program.click(x, y)
    if shift:
        run("xdotool", "keyup", "shift")


def test_begin():
    """Live memory comes first, by stack; each kind of samples equals the output of tracedump."""
    trace = make_trace()
    end = get_dumps(trace)[-1]
    with Program(trace) as program:
        program.wait_ready()
        program.wait_state("panel-page", "call-tree")
        for kind in range(len(KINDS)):
            program.set_state("call-source", f"uint32 {kind}")
            wanted = get_largest(trace, kind, end - get_dumps(trace)[0] + 1)
            wait_for(f"{wanted} as the largest class by {KINDS[kind]}", lambda: find_largest(program) == wanted)


def test_dump():
    """A click on a dump shows the heap at the time of the dump."""
    trace = make_trace()
    dumps = get_dumps(trace)
    with Program(trace) as program:
        program.wait_ready()
        for number in (1, 3, 2):
            click_dump(program, trace, number)
            program.wait_state("selected-time", (dumps[0], dumps[number] + 1))
            # With a range that ends at a dump, the steps can still reach the later dumps.
            wait_for("a later heap dump", lambda: program.describe("next-call")[0])
            wanted = get_largest(trace, LIVE, dumps[number] - dumps[0] + 1)
            wait_for(f"{wanted} as the largest class of the selected heap dump",
                     lambda: find_largest(program) == wanted)


def test_changes():
    """Allocations and frees are listed one by one, for the selected kind."""
    trace = make_trace()
    with Program(trace) as program:
        program.wait_ready()
        program.go_to("samples")
        for kind in (LIVE, FREED, LIVE_COUNT):
            program.set_state("call-source", f"uint32 {kind}")
            rows = [(row["id"], row["ts"], row["weight"], row["name"])
                    for row in dump("sample", trace, "--samples", f"libc.malloc {KINDS[kind]}")]
            wait_for(KINDS[kind], lambda: [(row["id"], row["ts"], row["weight"], row["name"])
                                           for row in program.export(HOME / "changes.csv")] == rows)
        changes = dump("heap_profile_allocation", trace)
        expect(len(dump("sample", trace, "--samples", "libc.malloc live bytes")), len(changes))


def open_difference(program):
    wait_for("the comparison", lambda: program.offers("differences-shown"))
    program.wait_state("panel-page", "difference")


def test_difference():
    """A Shift+click compares a dump with the selected dump: growth and shrinkage, for each kind."""
    trace = make_trace()
    dumps = get_dumps(trace)
    with Program(trace) as program:
        program.wait_ready()
        click_dump(program, trace, 1)
        program.wait_state("selected-time", (dumps[0], dumps[1] + 1))
        click_dump(program, trace, 3, shift=True)
        open_difference(program)
        for kind in (LIVE, FREED, LIVE_COUNT):
            program.set_state("call-source", f"uint32 {kind}")
            wanted = get_difference(trace, kind, dumps[1] - dumps[0] + 1, dumps[3] - dumps[0] + 1)
            wait_for(KINDS[kind], lambda: list_difference(program) == wanted)
        wanted = get_difference(trace, LIVE, dumps[1] - dumps[0] + 1, dumps[3] - dumps[0] + 1)
        assert any(after < before for _, before, after in wanted) and any(after > before for _, before, after in wanted)
        # The tree of stacks shows the same values.
        program.set_state("call-source", f"uint32 {LIVE}")
        program.go_to("call-tree")
        largest = get_largest(trace, LIVE, dumps[3] - dumps[0] + 1)
        wait_for("the tree", lambda: find_largest(program) == largest)


def test_before():
    """Without a selected dump, a dump is compared with the previous dump; the first dump is not compared."""
    trace = make_trace()
    dumps = get_dumps(trace)
    with Program(trace) as program:
        program.wait_ready()
        program.activate("compare-dumps", "[<(uint32 0, uint32 4294967295)>]")
        assert not program.offers("differences-shown")
        program.activate("compare-dumps", "[<(uint32 2, uint32 4294967295)>]")
        open_difference(program)
        wanted = get_difference(trace, LIVE, dumps[1] - dumps[0] + 1, dumps[2] - dumps[0] + 1)
        wait_for("the difference", lambda: list_difference(program) == wanted)
        # The key x exchanges the sides, so that the later dump becomes the base.
        program.click(WIDTH // 2, HEIGHT // 3)
        program.key("x")
        wait_for("the exchanged heap dumps", lambda: program.offers("selected-time") and
                         program.state("selected-time") == (dumps[0], dumps[1] + 1))
        open_difference(program)
        wanted = get_difference(trace, LIVE, dumps[2] - dumps[0] + 1, dumps[1] - dumps[0] + 1)
        wait_for("the reversed difference", lambda: list_difference(program) == wanted)


def test_range():
    """Both ends of a range are compared, even if there is no dump at these times."""
    trace = make_trace()
    dumps = get_dumps(trace)
    with Program(trace) as program:
        program.wait_ready()
        program.set_state("selected-time", f"(int64 {dumps[0] + 7 * S}, int64 {dumps[0] + 17 * S})")
        program.wait_state("selected-time", (dumps[0] + 7 * S, dumps[0] + 17 * S))
        program.activate("compare-ends")
        open_difference(program)
        wanted = get_difference(trace, LIVE, 7 * S, 17 * S)
        wait_for("the difference", lambda: list_difference(program) == wanted)


if __name__ == "__main__":
    sys.exit(main(__file__, globals(), sys.argv[1:]))
