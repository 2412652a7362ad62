#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests navigation on the timeline with pointer and keys.

Usage: test-navigation.py TRACEVIEW TRACEDUMP MAKE-TRACE SAMPLES-FOLDER [TEST…]
"""

import contextlib
import sys
import time

from harness import (
    NONE, PALETTE, TIMELINE_LEFT, WIDTH, Program, Screen, animations, count_windows, dump, expect, list_popups,
    list_windows, main, press, run, shared, wait_for,
)

TRACE = "shop-start.trace"
FRAME = 5  # px, frame of the window
LEFT = FRAME + 190  # left edge of the chart, right of the names
NOTE = "2e2e32"  # background of the time at the pointer
REST = 1.0  # time in s after which a visible range enters the history


@contextlib.contextmanager
def open_trace(**size):
    with shared(SAMPLES / TRACE, **size) as program:
        program.wait_ready()
        program.find_method_rows()
        program.whole = wait_for("the whole trace", lambda: visible(program))
        program.top, program.bottom = find_chart(program)
        # Nothing is under the pointer, and the timeline has the focus.
        run("xdotool", "mousemove", str(WIDTH - 2), "5")
        yield program


def find_chart(program):
    """Returns the y of the ruler's middle and of the lowest line of the chart that is certainly visible."""
    table_top = program.find_method_rows()[0][1]
    screen = Screen()
    rows = screen.find_rows({PALETTE[0]}, range(TIMELINE_LEFT, WIDTH - 20), 8)
    first = next(y for _, y, _ in rows if y < table_top)
    return first - 24, table_top - 170


def point(program, x, y):
    """Moves the pointer over the chart, and waits until the ruler shows the time there."""
    run("xdotool", "mousemove", str(x), str(y))
    wait_for("the time at the pointer", lambda: is_told(program, x))


def is_told(program, x):
    """Returns whether the ruler shows the time at the pointer."""
    screen = Screen()
    return any(screen.get(i, program.top + 6) == NOTE for i in range(x - 12, x + 12))


def visible(program):
    start, end = program.state("visible-time") or (0, 0)
    return (start, end) if end > start else None


def length(program):
    start, end = visible(program)
    return end - start


def at_x(program, x):
    start, end = visible(program)
    return start + (end - start) * (x - LEFT) / (program.get_size()[0] - FRAME - LEFT)


def pixel_ns(program):
    return length(program) / (program.get_size()[0] - FRAME - LEFT)


def expect_near(value, wanted, tolerance):
    assert abs(value - wanted) <= tolerance, f"{value} is not within {tolerance} of {wanted}"


def wait_rest(program):
    """Waits until the visible range no longer changes."""

    def rests():
        before = visible(program)
        time.sleep(0.3)
        return visible(program) == before

    wait_for("the timeline to stop moving", rests)


def load_slices():
    return [
        {key: int(row[key]) for key in ("id", "ts", "dur", "depth", "track_id", "symbol_id")}
        | {"parent_id": int(row["parent_id"]) if row["parent_id"] else None}
        for row in dump("slice", SAMPLES / TRACE)
    ]


def drag(program, x0, y0, x1, y1, modifier=None):
    if modifier:
        run("xdotool", "keydown", modifier)
    press(x0, y0)
    for part in (0.1, 0.5, 1.0):
        x, y = round(x0 + (x1 - x0) * part), round(y0 + (y1 - y0) * part)
        run("xdotool", "mousemove", "--sync", str(x), str(y))
        time.sleep(0.05)
    run("xdotool", "mouseup", "1")
    if modifier:
        run("xdotool", "keyup", modifier)


def test_zoom():
    """W and S zoom at the pointer, A and D pan; without animations, each is one step."""
    with open_trace() as program:
        x, y = 800, program.bottom
        point(program, x, y)
        before, whole = at_x(program, x), length(program)
        program.key("w")
        wait_for("one step of zooming in", lambda: length(program) < whole * 0.7)
        pixel = pixel_ns(program)
        expect_near(at_x(program, x), before, pixel)
        program.key("w", "w", "w")
        wait_for("the zoom after three more steps", lambda: length(program) < whole / 6)
        pixel = pixel_ns(program)
        expect_near(at_x(program, x), before, pixel)

        start, zoomed = visible(program)[0], length(program)
        program.key("d")
        wait_for("a step to the right", lambda: visible(program)[0] > start)
        expect(length(program), zoomed)
        expect_near(visible(program)[0] - start, zoomed / 10, 1)
        program.key("a")
        wait_for("one step back", lambda: abs(visible(program)[0] - start) <= 1)
        program.key("s", "s", "s", "s", "s")
        wait_for("the zoom to the whole trace", lambda: visible(program) == program.whole)

        # If the pointer is not over the chart, the zoom is at the middle.
        run("xdotool", "mousemove", "100", str(y))
        wait_for("no time at the pointer", lambda: not is_told(program, 800))
        program.key("w")
        wait_for("one step of zooming in", lambda: length(program) < whole * 0.7)
        expect_near(sum(visible(program)) / 2, sum(program.whole) / 2, 2)


def test_hold():
    """A held key moves continuously and stops when it is released; a short press moves one step."""
    with animations(), open_trace() as program:
        point(program, 800, program.bottom)
        whole = length(program)
        program.key("w")
        wait_for("one step of zooming in", lambda: length(program) < whole * 0.63)
        wait_rest(program)
        expect_near(length(program), whole / 1.6, whole * 0.005)

        run("xdotool", "keydown", "w")
        wait_for("the zoom far in", lambda: length(program) < whole / 30)
        run("xdotool", "keyup", "w")
        wait_rest(program)

        start, zoomed = visible(program)[0], length(program)
        run("xdotool", "keydown", "d")
        wait_for("the pan far to the right", lambda: visible(program)[0] > start + 3 * zoomed)
        run("xdotool", "keyup", "d")
        wait_rest(program)
        expect(length(program), zoomed)

        start = visible(program)[0]
        run("xdotool", "keydown", "a")
        wait_for("the pan far to the left", lambda: visible(program)[0] < start - 2 * zoomed)
        run("xdotool", "keyup", "a")
        wait_rest(program)


def test_cursor():
    """Arrow keys move along a row, to the caller and to the callee; the selection stays visible."""
    slices = load_slices()
    with open_trace() as program:
        program.key("Down")
        first = wait_for(
            "a selected call", lambda: program.state("selected-slice") not in (NONE, None)
            and slices[program.state("selected-slice")]
        )
        expect(first["depth"], 0)

        def step(key, is_right):
            before = program.state("selected-slice")
            program.key(key)
            wait_for(f"a newly selected call after {key}", lambda: program.state("selected-slice") != before)
            row = slices[program.state("selected-slice")]
            assert is_right(slices[before], row), (key, slices[before], row)
            start, end = visible(program)
            assert row["ts"] < end and row["ts"] + max(row["dur"], 0) >= start, (row, start, end)
            return row

        def is_child(before, row):
            return row["parent_id"] == before["id"]

        seen = [first]
        for _ in range(6):
            seen.append(step("Down", is_child))
        for _ in range(6):
            seen.append(step("Up", lambda before, row: before["parent_id"] == row["id"]))
        expect([row["id"] for row in seen[:7]], [row["id"] for row in seen[:5:-1]])
        for _ in range(4):
            step("Down", is_child)

        # After zooming in, the other calls are not visible until they are selected.
        program.key("f")
        wait_for("the zoom to the call", lambda: length(program) < program.whole[1] - program.whole[0])

        def is_next(before, row):
            line = [
                s["id"] for s in slices
                if (s["track_id"], s["depth"]) == (before["track_id"], before["depth"])
            ]
            return line[line.index(before["id"]) + 1] == row["id"]

        start = visible(program)[0]
        for _ in range(3):
            step("Right", is_next)
        assert visible(program)[0] > start
        for _ in range(3):
            step("Left", lambda before, row: is_next(row, before))

        # F again shows everything; Escape clears the call, then the method.
        program.key("f")
        wait_for("the zoom to the call", lambda: length(program) < program.whole[1] - program.whole[0])
        program.key("f")
        wait_for("the zoom to the whole trace", lambda: visible(program) == program.whole)
        symbol = program.state("selected-symbol")
        program.key("Escape")
        program.wait_state("selected-slice", NONE)
        expect(program.state("selected-symbol"), symbol)
        program.key("Escape")
        program.wait_state("selected-symbol", NONE)


def test_marks():
    """Bookmarks at the pointer and of a range are added, named and removed; Escape clears one selection at a time.
    """
    with open_trace() as program:
        x = 700
        point(program, x, program.bottom)
        program.key("m")
        marks = wait_for("a bookmark", lambda: program.state("marks"))
        pixel = pixel_ns(program)
        expect_near(marks[0][0], at_x(program, x), pixel)
        expect(marks[0][0], marks[0][1])
        expect(program.state("selected-mark"), 1)

        program.key("shift+m")
        wait_for("an entry", list_popups)
        program.type("first frame")
        program.key("Return")
        wait_for("the name of the bookmark", lambda: program.state("marks")[0][2] == "first frame")

        # A range from the bookmark snaps to it.
        drag(program, x + 3, program.top, 1000, program.top)
        selected = wait_for("a range", lambda: program.state("selected-time")[1] and program.state("selected-time"))
        expect(selected[0], marks[0][0])
        expect_near(selected[1], at_x(program, 1000), pixel)
        program.key("m")
        wait_for("two bookmarks", lambda: len(program.state("marks")) == 2)
        expect(tuple(program.state("marks")[1][:2]), tuple(selected))
        expect(program.state("selected-mark"), 2)

        # Escape clears one selection at a time.
        program.key("Escape")
        program.wait_state("selected-mark", 0)
        expect(tuple(program.state("selected-time")), tuple(selected))
        program.key("Escape")
        program.wait_state("selected-time", (0, 0))

        # A click selects, Delete removes, and a double click on the remaining bookmark edits its name.
        program.click(x + 6, program.top)
        wait_for("a selected bookmark", lambda: program.state("selected-mark") != 0)
        program.key("Delete")
        wait_for("one bookmark", lambda: len(program.state("marks")) == 1)
        expect(program.state("selected-mark"), 0)
        time.sleep(0.6)  # so that the previous click does not count
        program.click(x + 4, program.top, count=2)
        wait_for("the selected bookmark", lambda: program.state("selected-mark") != 0)
        wait_for("the entry", list_popups)
        program.type("left")
        program.key("Return")
        wait_for("the changed name of the bookmark", lambda: program.state("marks")[0][2] == "left")


def test_history():
    """Alt+Left and Alt+Right move through visited ranges, and restore their selection."""
    with open_trace() as program:
        expect(program.describe("back")[0], True)
        time.sleep(REST)
        point(program, 800, program.bottom)
        program.key("w", "w", "w")
        wait_for("the close-up view", lambda: length(program) * 4 < program.whole[1] - program.whole[0])
        close = visible(program)
        time.sleep(REST)
        program.key("Down")
        selected = wait_for(
            "a selected call",
            lambda: program.state("selected-slice") not in (NONE, None) and program.state("selected-slice") + 1,
        ) - 1
        time.sleep(REST)
        program.key("Home")
        wait_for("the start", lambda: visible(program)[0] == program.whole[0])
        at_start = visible(program)

        # The last range was only visible briefly, but is in the history.
        program.key("alt+Left")
        wait_for("the view before the jump to the start", lambda: visible(program) != at_start)
        expect(program.state("selected-slice"), selected)
        program.key("alt+Left")
        program.wait_state("selected-slice", NONE)
        wait_for("the close-up view", lambda: visible(program) == close)
        program.key("alt+Left")
        wait_for("the zoom to the whole trace", lambda: visible(program) == program.whole)
        for _ in range(3):
            program.key("alt+Right")
        wait_for("the return to the start", lambda: visible(program) == at_start)
        expect(program.state("selected-slice"), selected)

        # The back and forward buttons of the mouse have the same effect.
        point(program, 800, program.bottom)
        run("xdotool", "click", "8")
        wait_for("the previous view", lambda: visible(program) != at_start)
        run("xdotool", "click", "9")
        wait_for("the next view", lambda: visible(program) == at_start)


def test_snap():
    """Shift+drag in the rows snaps to the edges of calls, but not with Ctrl; edges can be moved."""
    slices = load_slices()
    with open_trace() as program:
        # A wide call of the third colour, and one of its edges
        width, middle, y = Screen().find_widest(
            PALETTE[2], TIMELINE_LEFT, WIDTH - 40, program.top + 20, program.bottom
        )
        assert width > 12, width
        program.click(middle, y)
        selected = wait_for(
            "a selected call", lambda: program.state("selected-slice") not in (NONE, None)
            and slices[program.state("selected-slice")]
        )
        program.key("Escape", "Escape")
        program.wait_state("selected-symbol", NONE)
        start, end = selected["ts"], selected["ts"] + selected["dur"]
        left, right = middle - width // 2, middle + width - width // 2

        def selected_range():
            wait_for("a range", lambda: program.state("selected-time")[1] > 0)
            return tuple(program.state("selected-time"))

        drag(program, left + 2, y, right - 2, y, "shift")
        expect(selected_range(), (start, end))
        program.key("f")
        wait_for("the zoom to the range", lambda: visible(program) == (start, end))
        program.key("f")
        wait_for("the zoom to the whole trace", lambda: visible(program) == program.whole)

        # Drags an edge in the ruler to an empty area.
        pixel = pixel_ns(program)
        drag(program, right, program.top, right + 60, program.top)
        wait_for("a longer range", lambda: program.state("selected-time")[1] > end)
        expect(program.state("selected-time")[0], start)
        expect_near(program.state("selected-time")[1], at_x(program, right + 60), 2 * pixel)

        # Escape cancels an active drag.
        before = selected_range()
        press(1000, program.top)
        run("xdotool", "mousemove", "--sync", "1100", str(program.top))
        wait_for("the changed selected range", lambda: selected_range() != before)
        program.key("Escape")
        program.wait_state("selected-time", before)
        run("xdotool", "mousemove", "--sync", "1150", str(program.top), "mouseup", "1")
        time.sleep(0.2)
        expect(selected_range(), before)


def test_drag():
    """A drag in the rows pans with the pointer; in the other mode, it zooms."""
    with open_trace() as program:
        y = program.bottom
        point(program, 800, y)
        program.key("w", "w", "w", "w")
        wait_for("the close-up view", lambda: length(program) * 6 < program.whole[1] - program.whole[0])
        pixel = pixel_ns(program)
        grabbed, before = at_x(program, 900), visible(program)
        drag(program, 900, y, 700, y)
        wait_for("the pan to take effect", lambda: visible(program) != before)
        wait_rest(program)
        expect_near(at_x(program, 700), grabbed, pixel)

        # The preferences, by keyboard
        program.key("ctrl+comma")
        wait_for("the preferences", lambda: count_windows() == 2)
        other = next(window for window in list_windows() if window != program.window)
        run("xdotool", "windowfocus", "--sync", other)
        program.key("Escape")
        wait_for("the preferences to close", lambda: count_windows() == 1)
        run("xdotool", "windowfocus", "--sync", program.window)
        expect(program.state("drag-mode"), "pan")
        program.set_state("drag-mode", "'zoom'")
        program.wait_state("drag-mode", "zoom")

        from_ns, to_ns = at_x(program, 600), at_x(program, 900)
        drag(program, 600, y, 900, y, "ctrl")
        wait_for("the zoom to take effect", lambda: length(program) < 0.5 * (to_ns - from_ns) / 0.3)
        wait_rest(program)
        expect_near(visible(program)[0], from_ns, 2 * pixel)
        expect_near(visible(program)[1], to_ns, 2 * pixel)
        expect(program.state("selected-time"), (0, 0))
        program.set_state("drag-mode", "'pan'")
        program.wait_state("drag-mode", "pan")


def get_first(path, table):
    return min(int(row["ts"]) for row in dump(table, path))


def test_time_bases():
    """Only the file's time bases are available; Ctrl+J accepts each of them at any time; the selection is saved."""
    path = SAMPLES / "device.ftrace"
    start = get_first(path, "ftrace_event")
    with Program(path) as program:
        program.wait_ready()
        expect(program.state("time-base"), "start")
        expect([program.describe(f"time-{name}")[0] for name in ("since-start", "as-recorded", "utc", "local")],
               [True, True, True, True])
        program.activate("time-as-recorded")
        program.wait_state("time-base", "raw")
        for text, ns in ((f"{(start + 250_000_000) / 1e9:.6f}", 250_000_000), ("06:13:21.123", 1_000_000_000),
                         ("bad", 1_000_000_000)):
            program.key("ctrl+j")
            program.type(text)
            program.key("Return", *(["Escape"] if text == "bad" else []))
            wait_for(text, lambda ns=ns: abs(program.state("cursor-time") - start - ns) < 1_000_000)

    path = SAMPLES / "shop-start.trace"
    with Program(path) as program:
        program.wait_ready()
        expect([program.describe(f"time-{name}")[0] for name in ("as-recorded", "utc", "local")],
               [False, True, True])
        program.set_state("time-base", "'raw'")  # not available in this file
        expect(program.state("time-base"), "start")
        program.activate("time-utc")
        program.wait_state("time-base", "utc")
        program.key("ctrl+j")
        program.type("300 ms")
        program.key("Return")
        wait_for("the cursor at 300 ms", lambda: program.state("cursor-time") - get_first(path, "slice") == 300_000_000)


if __name__ == "__main__":
    sys.exit(main(__file__, globals(), sys.argv[1:]))
