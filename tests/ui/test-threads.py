#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the view of thread use in the selection.

Usage: test-threads.py TRACEVIEW TRACEDUMP MAKE-TRACE SAMPLES-FOLDER [TEST…]
"""

import sys

from harness import HEIGHT, NONE, WIDTH, Program, Screen, dump, expect, main, run, shared, wait_for

HOME = SAMPLES = MAKE_TRACE = None  # set by main()

SHARE = "e09a45"  # colour of the bars next to percentages
CHIP = "e0ecfb"
BUTTON = "ebebeb"


def get_used(trace, *options):
    """Returns the threads that have calls, from tracedump, the busiest first."""
    rows = [row for row in dump("thread_use", trace, *options) if int(row["calls"]) > 0]
    return sorted(rows, key=lambda row: (-int(row["wall_ns"]), row["name"].lower()))


def list_threads(program):
    return [row["utid"] for row in program.export(HOME / "threads.csv")]


def find_rows():
    """Returns the middles of the rows with a visible bar, when they are stable."""
    def find():
        rows = Screen().find_rows({SHARE}, range(WIDTH // 2, WIDTH - 10), least=4)
        return [y for _, y, _ in rows if y > HEIGHT // 2]

    def look():
        rows = find()
        return rows if rows and rows == find() else None

    return wait_for("the rows of the list", look)


def find_cross():
    """Returns the position of the cross at the end of the first chip, or None."""
    width, x, y = Screen().find_widest(CHIP, 10, 400, HEIGHT // 2, HEIGHT - 40)
    return (x + width // 2 - 8, y) if width > 20 else None


def open_threads(program, n):
    program.wait_ready()
    program.go_to("threads")
    program.wait_state("threads-shown", n)


def test_list():
    """All threads with calls are listed, the busiest first; a click on a heading changes the order."""
    trace = SAMPLES / "shop-start.trace"
    used = get_used(trace)
    assert 10 < len(used) < len(dump("thread_use", trace))
    with shared(trace) as program:
        open_threads(program, len(used))
        listed = program.export(HOME / "threads.csv")
        for name in "utid", "calls", "wall_ns", "wall_pct", "cpu_ns", "depth", "first_ts", "last_ts":
            expect([row[name] for row in listed], [row[name] for row in used])
        program.click(40, find_rows()[0] - 24)
        by_name = [row["utid"] for row in sorted(used, key=lambda row: row["name"].lower())]
        wait_for("the rows sorted by name", lambda: list_threads(program) == by_name)


def test_alone():
    """A double click filters all views to a thread; another double click or the chip's cross removes it."""
    trace = SAMPLES / "shop-start.trace"
    used = get_used(trace)
    second = int(used[1]["utid"])
    with Program(trace) as program:
        open_threads(program, len(used))
        program.double_click(60, find_rows()[1], "the filter", lambda: program.state("thread") == second)
        program.wait_state("threads-shown", 1)
        expect(list_threads(program), [str(second)])
        run("xdotool", "mousemove", "700", "20")
        program.click(*wait_for("the button that removes the filter", find_cross))
        program.wait_state("thread", NONE)
        program.wait_state("threads-shown", len(used))

        program.click(60, find_rows()[2])
        program.key("Return")
        program.wait_state("thread", int(used[2]["utid"]))
        program.wait_state("threads-shown", 1)
        program.double_click(60, find_rows()[0], "no filter", lambda: program.state("thread") == NONE)


def test_menu():
    """The action of a double click is also in a row's menu."""
    trace = SAMPLES / "shop-start.trace"
    used = get_used(trace)
    with shared(trace) as program:
        open_threads(program, len(used))
        run("xdotool", "mousemove", "60", str(find_rows()[1]))
        program.choose_item("Filter to This Thread")
        program.wait_state("thread", int(used[1]["utid"]))
        program.wait_state("threads-shown", 1)
        run("xdotool", "mousemove", "60", str(find_rows()[0]))
        program.choose_item("Count All Threads")
        program.wait_state("thread", NONE)


def test_find():
    """The box filters by name or id; Escape shows all threads again."""
    trace = SAMPLES / "shop-start.trace"
    used = get_used(trace)
    some = [row["utid"] for row in used if "image-decode" in row["name"]]
    assert 1 < len(some) < len(used)
    with Program(trace) as program:
        open_threads(program, len(used))
        program.key("ctrl+f")
        program.type("image")
        program.wait_state("threads-shown", len(some))
        expect(list_threads(program), some)
        program.type("zzz")
        program.wait_state("threads-shown", 0)
        program.key("ctrl+a")
        program.type(used[3]["tid"])
        program.wait_state("threads-shown", 1)
        # The rows accept keys again.
        program.key("Return", "Home", "Down", "Up", "Return")
        program.wait_state("thread", int(used[3]["utid"]))
        program.key("ctrl+f", "Escape")
        program.wait_state("threads-shown", 1)  # the filter to the thread is still active
        program.set_state("thread", f"uint32 {NONE}")
        program.wait_state("threads-shown", len(used))


def test_selection():
    """Only the selection counts; a filter that leaves no rows shows a message and can be removed."""
    trace = SAMPLES / "shop-start.trace"
    used = get_used(trace)
    idle = next(row for row in dump("thread_use", trace) if row["calls"] == "0")
    start = min(int(row["first_ts"]) for row in used)
    part = get_used(trace, "--from", "1s", "--to", "1200ms")
    assert 1 < len(part) < len(used)
    with Program(trace) as program:
        open_threads(program, len(used))
        program.set_state("selected-time", f"(int64 {start + 10**9}, int64 {start + 12 * 10**8})")
        program.wait_state("threads-shown", len(part))
        listed = program.export(HOME / "threads.csv")
        expect([(row["utid"], row["wall_ns"], row["wall_pct"]) for row in listed],
               [(row["utid"], row["wall_ns"], row["wall_pct"]) for row in part])

        program.set_state("selected-time", "(int64 0, int64 0)")
        program.wait_state("threads-shown", len(used))
        program.set_state("thread", f"uint32 {idle['utid']}")
        program.wait_state("threads-shown", 0)
        # A button in the centre removes the filter that leaves no rows.
        program.click(*wait_for("the button", find_button))
        program.wait_state("thread", NONE)
        program.wait_state("threads-shown", len(used))


def find_button():
    """Returns the position of the button in place of the list, found by its background, or None."""
    width, x, y = Screen().find_widest(BUTTON, 300, WIDTH - 300, HEIGHT * 3 // 4, HEIGHT - 20)
    return (x, y) if width > 60 else None


def test_log():
    """In a log, slices are counted."""
    trace = SAMPLES / "device.ftrace"
    used = get_used(trace)
    with shared(trace) as program:
        open_threads(program, len(used))
        expect([row["calls"] for row in program.export(HOME / "threads.csv")], [row["calls"] for row in used])


if __name__ == "__main__":
    sys.exit(main(__file__, globals(), sys.argv[1:]))
