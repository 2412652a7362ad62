#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the selection and order of table columns.

Usage: test-columns.py TRACEVIEW TRACEDUMP MAKE-TRACE SAMPLES-FOLDER [TEST…]
"""

import sys

from harness import WIDTH, main, run, shared, wait_no_menu, wait_for

HOME = SAMPLES = MAKE_TRACE = None  # set by main()

WALL = ["name", "incl_wall_pct", "incl_wall_ns", "excl_wall_pct", "excl_wall_ns", "off_cpu_ns",
        "calls", "recursive_calls", "wall_ns_per_call"]


def names(program):
    return program.state("profile-column-names")


def wait_names(program, wanted):
    wait_for(f"columns {wanted}", lambda: names(program) == wanted)


def open_profile(program):
    """Opens the profile, and returns the y position of the headings."""
    program.wait_ready()
    program.go_to("profile")
    program.set_state("profile-columns", "'times'")
    wait_names(program, WALL)
    _, y, _ = program.find_method_rows()[0]
    return y - 24


def test_heading_menu():
    """The menu of the last heading hides its column, moves the previous column, and restores all columns."""
    with shared(SAMPLES / "shop-start.trace") as program:
        y = open_profile(program)
        run("xdotool", "mousemove", str(WIDTH - 40), str(y))
        program.choose("h")
        program.wait_state("profile-columns", "own")
        wait_names(program, WALL[:-1])
        wait_no_menu()
        program.choose("l")
        wait_names(program, [*WALL[:-3], "recursive_calls", "calls"])
        wait_no_menu()
        program.choose("e")
        wait_names(program, WALL)


def test_dragged_heading():
    """Dragging a heading before another heading moves its column there."""
    with shared(SAMPLES / "shop-start.trace") as program:
        y = open_profile(program)
        run("xdotool", "mousemove", str(WIDTH - 40), str(y), "mousedown", "1")
        for x in range(WIDTH - 46, WIDTH - 170, -12):
            run("xdotool", "mousemove", str(x), str(y), "sleep", "0.05")
        run("xdotool", "mouseup", "1")
        wait_for("the new order of the columns", lambda: names(program) != WALL)
        assert sorted(names(program)) == sorted(WALL), names(program)
        assert names(program)[-1] != WALL[-1], names(program)
        program.wait_state("profile-columns", "own")


if __name__ == "__main__":
    sys.exit(main(__file__, globals(), sys.argv[1:]))
