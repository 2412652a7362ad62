#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests critical paths below rows of the timeline, and their segments.

Usage: test-path.py TRACEVIEW TRACEDUMP MAKE-TRACE SAMPLES-FOLDER [TEST…]
"""

import sys

from harness import NONE, TIMELINE_LEFT, Program, Screen, dump, expect, main, run, wait_for

PATH = 4096
OWN, OTHER = "d2e4d6", "e2e2e2"
NOTHING = (0, 0, 0, 0)

SWITCH = ("sched_switch: prev_comm={} prev_pid={} prev_prio=120 prev_state={} ==> next_comm={} next_pid={} "
          "next_prio=120")
NAMES = {0: "swapper", 101: "shop", 201: "worker"}


def write_log(name, has_wakeups=True):
    """Writes a log: thread 101 runs, sleeps at 10 ms, is woken by thread 201 at 60 ms, and runs from 62 to 100 ms."""
    lines = ["# tracer: nop"]

    def add(ms, tid, cpu, words):
        lines.append(f"  {NAMES[tid]}-{tid}   ({tid // 100 * 100 or '-----'}) [{cpu:03}] .... "
                     f"1.{ms * 1000:06}: {words}")

    def switch(ms, cpu, before, state, after):
        add(ms, before, cpu, SWITCH.format(NAMES[before], before, state, NAMES[after], after))

    def wake(ms, waker, cpu, tid):
        if has_wakeups:
            add(ms, waker, cpu, f"sched_waking: comm={NAMES[tid]} pid={tid} prio=120 target_cpu=000")

    switch(0, 0, 0, "R", 101)
    wake(8, 101, 0, 201)
    switch(9, 1, 0, "R", 201)
    switch(10, 0, 101, "S", 0)
    add(20, 201, 1, "tracing_mark_write: B|200|fsync")
    add(50, 201, 1, "tracing_mark_write: E|200")
    wake(60, 201, 1, 101)
    switch(62, 0, 0, "R", 101)
    switch(64, 1, 201, "S", 0)
    switch(99, 0, 101, "S", 0)
    path = HOME / name
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


def find_segment(color):
    """Returns the position of the widest bar of a colour."""
    width, x, y = Screen().find_widest(color, TIMELINE_LEFT, 900, 100, 560)
    return (x, y) if width > 100 else None


def show_path(program, log):
    """Presses K with no row under the pointer and only one thread selected."""
    utid, = (row["utid"] for row in dump("thread", log) if row["tid"] == "101")
    program.wait_ready()
    wait_for("the rows of the timeline", lambda: len(program.state("rows")) > 3)
    program.activate("unfold-all")
    program.set_state("thread", f"uint32 {utid}")
    run("xdotool", "mousemove", "700", "5")
    program.key("k")


def ms(time):
    return 1000000000 + time * 1000000


def test_keys():
    """K shows and hides the path of the selected thread; a click selects a segment and shows its details, Escape clears it."""
    log = write_log("path.ftrace")
    with Program(log) as program:
        show_path(program, log)
        wait_for("the path", lambda: [path[0] for path in program.state("critical-paths")] == [101])
        expect([choices & PATH for key, choices in program.state("rows") if key.startswith("thread 101")], [PATH])
        place = wait_for("another thread's segment", lambda: find_segment(OTHER))
        assert find_segment(OWN)
        program.set_state("selected-slice", "uint32 0")
        program.click(*place)
        program.wait_state("selected-path", (101, 201, ms(10), ms(60) - ms(10)))
        expect(program.state("selected-slice"), NONE)
        program.wait_state("details", True)
        program.key("Escape")
        program.wait_state("selected-path", NOTHING)
        program.wait_state("details", False)
        program.click(*wait_for("the segment of the thread itself", lambda: find_segment(OWN)))
        wait_for("the selected segment of the thread itself", lambda: program.state("selected-path")[:2] == (101, 101))

        # Selecting a slice clears the segment, and so does hiding the path.
        program.set_state("selected-slice", "uint32 0")
        program.wait_state("selected-path", NOTHING)
        program.click(*wait_for("a segment", lambda: find_segment(OTHER)))
        wait_for("a segment", lambda: program.state("selected-path") != NOTHING)
        run("xdotool", "mousemove", "700", "5")
        program.key("k")
        program.wait_state("critical-paths", [])
        program.wait_state("selected-path", NOTHING)
        wait_for("no path", lambda: not find_segment(OTHER))


def test_range():
    """A path covers the visible range and its surroundings, and is computed again when the view leaves them."""
    log = write_log("range.ftrace")
    with Program(log) as program:
        program.wait_ready()
        program.set_state("visible-time", f"(int64 {ms(0)}, int64 {ms(10)})")
        show_path(program, log)
        program.wait_state("critical-paths", [(101, ms(0), ms(20), 2)])
        program.set_state("visible-time", f"(int64 {ms(5)}, int64 {ms(15)})")
        program.set_state("visible-time", f"(int64 {ms(50)}, int64 {ms(70)})")
        wait_for("the critical path of the new range",
                 lambda: program.state("critical-paths")[0][1:3] == (ms(30), ms(90)))
        wait_for("segments of both threads", lambda: find_segment(OWN) and find_segment(OTHER))


def test_no_wakeups():
    """Without wakeups, critical paths are not available."""
    log = write_log("none.ftrace", has_wakeups=False)
    with Program(log) as program:
        show_path(program, log)
        program.key("k")
        expect(program.state("critical-paths"), [])
        expect([choices & PATH for _, choices in program.state("rows")], [0] * len(program.state("rows")))


sys.exit(main(__file__, globals(), sys.argv[1:]))
