#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Drive the real program: what filters the views, and what they say of it.

Usage: test-filters.py TRACEVIEW TRACEDUMP MAKE-TRACE SAMPLES-FOLDER [TEST…]
"""

import sys

from harness import (
    HEIGHT, NONE, WIDTH, Program, Screen, dump, expect, main, run, shared, wait_for,
)

HOME = SAMPLES = MAKE_TRACE = None  # main() sets them

HEADER = 50  # px at the top that the window's own bar takes
BOX = "d9d9d9"  # in which one types, on that
NO_RANGE = (0, 0)


def get_range(trace):
    """A part of the trace that has calls."""
    starts = sorted(int(row["ts"]) for row in dump("slice", trace))
    return starts[len(starts) // 4], starts[len(starts) // 2]


def select(program, trace):
    start, end = get_range(trace)
    program.set_state("selected-time", f"(int64 {start}, int64 {end})")
    program.wait_state("selected-time", (start, end))
    return start, end


def find_idle_thread(trace):
    """One without calls."""
    busy = {row["utid"] for row in dump("thread_track", trace)}
    return next(int(row["utid"]) for row in dump("thread", trace) if row["utid"] not in busy)


def find_box(program, width):
    """Where the box in the bar of the views is, by its ground; right of the button that has that, too."""
    run_length, x, y = Screen().find_widest(BOX, 150, width, HEADER + 150, program.get_size()[1] - 100)
    return (x, y) if run_length > 40 else None


def test_fold():
    """In a narrow window the box folds into its icon; its key or a click opens it, left empty it folds."""
    with shared(SAMPLES / "shop-start.trace", 500, 600) as program:
        program.wait_ready()
        program.find_method_rows()
        expect(find_box(program, 500), None)
        program.key("ctrl+f")
        program.type("inflate")
        wait_for("a match", lambda: program.state("selected-symbol") != NONE)
        # With something in it, it stays also without the focus.
        program.key(*["Tab"] * 7)
        box = wait_for("the box", lambda: find_box(program, 500))
        program.key("ctrl+f", "Escape", "Escape")
        wait_for("no box", lambda: not find_box(program, 500))

        program.set_state("selected-symbol", f"uint32 {NONE}")
        program.wait_state("selected-symbol", NONE)
        program.click(500 - 148, box[1])  # left of the three buttons at the end
        wait_for("the box", lambda: find_box(program, 500))
        program.type("inflate")
        wait_for("a match", lambda: program.state("selected-symbol") != NONE)

        # A small window stays as small with it.
        program.key("ctrl+f", "Escape", "Escape")
        program.resize(380, 600)
        program.key("ctrl+f")
        program.type("inflate")
        wait_for("the box", lambda: find_box(program, 380))
        expect(program.get_size(), (380, 600))
        program.resize(900, 600)
        program.key("ctrl+f", "Escape", "Escape")
        wait_for("the box of a window with room", lambda: find_box(program, 900))


def find_remove_button():
    """The button that takes back what leaves nothing."""
    run_length, x, y = Screen().find_widest("ebebeb", 300, WIDTH, HEIGHT - 200, HEIGHT - 20)
    return (x, y) if run_length > 40 else None


def test_empty():
    """What leaves nothing is named beside a button that takes it back: the newest, or the box's text."""
    trace = SAMPLES / "shop-start.trace"
    with Program(trace) as program:
        program.wait_ready()
        selected = select(program, trace)
        program.set_state("thread", f"uint32 {find_idle_thread(trace)}")
        for view in ("range", "profile"):
            program.activate("panel-page", f"[<'{view}'>]")
            program.wait_state("panel-page", view)
            wait_for("the button", find_remove_button)
        program.click(*find_remove_button())
        program.wait_state("thread", NONE)
        expect(program.state("selected-time"), selected)
        assert program.find_method_rows()
        wait_for("no button", lambda: not find_remove_button())

        program.key("ctrl+f")
        program.type("no such method")
        program.key("Tab", "Tab", "space")
        wait_for("the button", find_remove_button)
        program.click(*find_remove_button())
        assert program.find_method_rows()
        expect(program.state("selected-time"), selected)


def test_empty_events():
    """All that filters the events is taken back at once."""
    log = SAMPLES / "device.ftrace"
    with Program(log) as program:
        program.wait_ready()
        program.key("alt+3", "ctrl+f")
        program.type("no such event")
        program.wait_state("events-shown", 0)
        wait_for("the button", find_remove_button)
        program.click(*find_remove_button())
        program.wait_state("events-shown", len(dump("ftrace_event", log)))


if __name__ == "__main__":
    sys.exit(main(__file__, globals(), sys.argv[1:]))
