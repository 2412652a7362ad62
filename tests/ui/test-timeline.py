#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the timeline after other actions: a menu, another size, the focus elsewhere.

Usage: test-timeline.py TRACEVIEW TRACEDUMP MAKE-TRACE SAMPLES-FOLDER [TEST…]
"""

import contextlib
import sys

from harness import (
    NONE, PALETTE, TIMELINE_LEFT, WIDTH, Program, Screen, dump, expect, find_menu, main, press, run,
    shared, wait_for,
)

TRACE = "shop-start.trace"
LOG = "device.ftrace"
OUTLINE = "1a5fb4"
CUE = "ececee"
COUNTERS = (265, 420)  # y range of the first counters
MENU_BUTTON = (WIDTH - 140, 28)
EMPTY = (WIDTH - 2, 5)  # position at which nothing is under the pointer


@contextlib.contextmanager
def open_trace(name=TRACE, **size):
    with shared(SAMPLES / name, **size) as program:
        program.wait_ready()
        program.whole = wait_for("the whole trace", lambda: visible(program))
        yield program


def visible(program):
    start, end = program.state("visible-time") or (0, 0)
    return (start, end) if end > start else None


def find_outermost(program):
    """Returns a position in the first thread's outermost call, and the y of the ruler above it."""
    top = program.find_method_rows()[0][1]
    width, x, y = Screen().find_widest(PALETTE[0], TIMELINE_LEFT, WIDTH - 10, 120, top - 130)
    assert width > 100, width
    first = min(y for _, y, _ in Screen().find_rows({PALETTE[0]}, range(TIMELINE_LEFT, WIDTH - 20), 8))
    return x, y, first - 24


def drag(x0, x1, y):
    press(x0, y)
    for x in (x0 + (x1 - x0) // 4, (x0 + x1) // 2, x1):
        run("xdotool", "mousemove", "--sync", str(x), str(y))
    run("xdotool", "mouseup", "1")


def test_drag_after_menu():
    """An item activated in a call's menu does not affect the next drag on the ruler."""
    with open_trace() as program:
        x, y, ruler = find_outermost(program)
        for i in range(12):
            run("xdotool", "mousemove", str(x + i), str(y))
            program.choose_item("Copy Name" if i % 2 else "Copy as Text")
            wait_for("no menu", lambda: not find_menu())
            program.set_state("selected-time", "(int64 0, int64 0)")
            drag(500 + 7 * i, 900, ruler)
            wait_for(f"selected time, {i}", lambda: program.state("selected-time") != (0, 0))
            program.set_state("selected-slice", f"uint32 {NONE}")


def focus_header(program):
    """Moves the focus to the menu button, which keeps it when its menu is closed."""
    program.click(*MENU_BUTTON)
    wait_for("the menu", find_menu)
    program.key("Escape")
    wait_for("no menu", lambda: not find_menu())


def focus_row(program):
    rows = program.find_method_rows()
    program.click(rows[1][0] + 60, rows[1][1])


def focus_tab(program):
    """Clicks another tab of the panel, and then the first tab."""
    y = program.find_method_rows()[0][1] - 93
    program.click(200, y)
    program.wait_state("panel-page", program.pages[1])
    program.click(141, y)
    program.wait_state("panel-page", "profile")


# Keys, and the states that they change
KEYS = (
    ("w", "visible-time"), ("s", "visible-time"), ("plus", "visible-time"), ("f", "visible-time"),
    ("w", "visible-time"), ("w", "visible-time"), ("d", "visible-time"), ("a", "visible-time"),
    ("ctrl+Right", "visible-time"), ("ctrl+Left", "visible-time"), ("minus", "visible-time"),
    ("ctrl+plus", "visible-time"), ("ctrl+minus", "visible-time"), ("ctrl+0", "visible-time"),
    ("m", "marks"), ("Delete", "marks"), ("braceleft", "rows"), ("braceright", "rows"),
)

LIST_KEYS = ("ctrl+Right", "ctrl+Left")  # used by a list itself


def test_keys_elsewhere():
    """The keys of the timeline work while a button or a table row has the focus."""
    with open_trace() as program:
        program.pages = ("profile", "call-tree")
        for focus in (focus_header, focus_row, focus_tab):
            focus(program)
            run("xdotool", "mousemove", *map(str, EMPTY))
            program.activate("zoom-fit")
            for key, action in KEYS:
                if focus == focus_row and key in LIST_KEYS:
                    continue
                before = program.call("Describe", action)
                program.key(key)
                wait_for(f"{focus.__name__}: {key}",
                         lambda: program.call("Describe", action) != before)

        # Typing does not trigger the keys of the timeline.
        before = visible(program)
        program.key("ctrl+f")
        program.type("wasdfc")
        program.key("Escape", "Escape")
        expect(visible(program), before)
        # With the focus on the timeline, arrow keys move from call to call.
        focus_row(program)
        program.key("Escape", "Escape", "Right")
        wait_for("a call", lambda: program.state("selected-slice") != NONE)


def longest_run(color):
    """Returns the longest run of a colour at the position of the first counters."""
    return Screen().find_widest(color, TIMELINE_LEFT, WIDTH - 10, *COUNTERS)[0]


def test_counter():
    """A click on a counter selects it and shows its details; so does its row in the table."""
    with open_trace(LOG) as program:
        program.go_to("range")
        counters = dump("counter_track", SAMPLES / LOG)
        frequency = [int(row["id"]) for row in counters if row["name"] == "cpufreq"]
        program.activate("unfold-all")
        wait_for("a counter's line", lambda: longest_run(PALETTE[0]) > 200)
        line = Screen().find_widest(PALETTE[0], TIMELINE_LEFT, WIDTH - 10, *COUNTERS)[1:]
        program.click(line[0], line[1] + 2)
        wait_for("a counter", lambda: program.state("selected-counter")[0] in frequency)
        counter, ns = program.state("selected-counter")
        start, end = program.whole
        assert start < ns < end, ns
        program.wait_state("details", True)
        wait_for("the frame around the counter", lambda: longest_run(OUTLINE) > 500)
        expect(program.state("selected-slice"), NONE)

        program.key("Escape")
        wait_for("no counter", lambda: program.state("selected-counter")[0] == NONE)
        wait_for("no frame", lambda: longest_run(OUTLINE) < 100)

        # Selecting a slice clears the counter.
        program.click(line[0], line[1] + 2)
        wait_for("a counter", lambda: program.state("selected-counter")[0] == counter)
        program.set_state("selected-slice", "uint32 0")
        wait_for("no counter", lambda: program.state("selected-counter")[0] == NONE)


def find_frame():
    """Returns the position of the selected call's outline, or None."""
    length, x, y = Screen().find_widest(OUTLINE, TIMELINE_LEFT, WIDTH - 10, 120, 560)
    return (x, y) if length > 100 else None


def find_cue(last=False):
    """Returns the y of the first or last line that indicates hidden levels."""
    screen = Screen()
    lines = [y for y in range(105, 560) if screen.get(640, y) == CUE]
    return lines[-1 if last else 0] + (-8 if last else 8) if lines else None


def test_deep():
    """A zoom shows a call 150 levels deep without scrolling; a line indicates the hidden levels above it."""
    deep = HOME / "deep.trace"
    run(MAKE_TRACE, "--records=4000", "--depth=200", "--threads=3", "--plunge", "-o", str(deep))
    tracks = dump("thread_track", deep)
    first = max(tracks, key=lambda row: int(row["slice_count"]))["id"]
    calls = [row for row in dump("slice", deep) if row["track_id"] == first]
    call = max((row for row in calls if row["depth"] == "150"), key=lambda row: int(row["dur"]))
    with Program(deep) as program:
        program.wait_ready()
        wait_for("a line for levels below", lambda: find_cue(last=True))
        program.set_state("selected-slice", f"uint32 {call['id']}")
        program.key("Return")
        start, dur = int(call["ts"]), int(call["dur"])
        wait_for("the zoom to the call", lambda: visible(program)[1] - visible(program)[0] < 1.2 * dur)
        assert visible(program)[0] <= start
        expect(program.state("top-row"), ("", 0.0))
        frame = wait_for("the outline of the call", find_frame)
        cue = wait_for("a line for levels above", find_cue)
        assert frame[1] - cue < 45, (frame, cue)  # only its caller is in between

        program.click(800, cue)  # shows the levels above
        wait_for("no outline", lambda: not find_frame())
        run("xdotool", "mousemove", "800", str(cue + 60))
        run("xdotool", "click", "--repeat", "2", "--delay", "60", "5")
        wait_for("the outline to be shown again", find_frame)
        expect(program.state("top-row"), ("", 0.0))


if __name__ == "__main__":
    sys.exit(main(__file__, globals(), sys.argv[1:]))
