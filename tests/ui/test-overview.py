#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the overview of the whole trace above the timeline.

Usage: test-overview.py TRACEVIEW TRACEDUMP MAKE-TRACE SAMPLES-FOLDER [TEST…]
"""

import contextlib
import re
import sys

from harness import WIDTH, Program, Screen, animations, dump, expect, main, press, run, shared, wait_for

GRIP = "3584e4"


class Overview:
    """The position of the overview and the time range that it shows."""

    def __init__(self, program, trace):
        rows = dump("slice", trace)
        self.program = program
        wait_for("the whole trace", lambda: program.state("visible-time") != (0, 0))
        program.activate("zoom-fit")
        self.start, self.end = self.find_whole([int(row["ts"]) for row in rows])
        self.strip = wait_for("the overview", find_strip)
        self.y, self.left, right = self.strip
        self.width = right - self.left

    def find_whole(self, starts):
        def look():
            start, end = self.visible()
            return (start, end) if start <= min(starts) and end >= max(starts) else None

        return wait_for("the whole trace to be shown", look)

    def visible(self):
        return self.program.state("visible-time")

    def x(self, part):
        """Returns the pixel at a fraction of the trace."""
        return self.left + round(self.width * part)

    def part(self):
        """Returns the visible part of the trace as two fractions."""
        return tuple(map(self.get_part, self.visible()))

    def get_part(self, ns):
        return (ns - self.start) / (self.end - self.start)

    def part_at(self, x):
        return (x + 0.5 - self.left) / self.width

    def show(self, start, end):
        length = self.end - self.start
        window = [self.start + round(length * part) for part in (start, end)]
        self.program.set_state("visible-time", f"(int64 {window[0]}, int64 {window[1]})")
        self.wait(start, end)

    def wait(self, start, end):
        def is_there():
            return all(abs(a - b) < 3 / self.width for a, b in zip(self.part(), (start, end)))

        try:
            wait_for(f"{start} … {end} to be shown", is_there)
        except AssertionError as error:
            raise AssertionError(f"{error}; it is {self.part()}") from error

    def drag(self, start, end, *keys):
        """Drags from one fraction of the trace to another."""
        for key in keys:
            run("xdotool", "keydown", key)
        press(self.x(start), self.y)
        for step in (0.1, 0.4, 0.7, 1.0):
            x = self.x(start + (end - start) * step)
            run("xdotool", "mousemove", str(x), str(self.y), "sleep", "0.05")
        run("xdotool", "mouseup", "1")
        for key in keys:
            run("xdotool", "keyup", key)


def find_strip():
    """Returns the middle of the overview, and the chart's edges: the positions of the grips of the whole trace."""
    screen = Screen()
    for y in range(40, 200):
        columns = [x for x in (*range(150, 240), *range(WIDTH - 40, WIDTH)) if screen.get(x, y) == GRIP]
        if len(columns) == 8 and columns[3] - columns[0] == columns[7] - columns[4] == 3:
            return y + 5, columns[0], columns[7] + 1
    return None


def test_drag():
    """The window can be moved and resized at both edges; a drag draws a new window, a click next to it moves it."""
    trace = SAMPLES / "shop-start.trace"
    with shared(trace) as program:
        program.wait_ready()
        overview = Overview(program, trace)

        # With the whole trace visible, its edges can be dragged, and a drag anywhere else draws a window.
        overview.drag(0.001, 0.25)
        overview.wait(0.25, 1.0)
        program.activate("zoom-fit")
        overview.wait(0.0, 1.0)
        overview.drag(0.3, 0.5)
        overview.wait(0.3, 0.5)

        overview.drag(0.4, 0.7)  # moves the window
        overview.wait(0.6, 0.8)
        overview.drag(0.7, 0.99)  # up to the end
        overview.wait(0.8, 1.0)
        overview.drag(0.8, 0.2)  # its left edge
        overview.wait(0.2, 1.0)
        overview.drag(0.998, 0.4)  # its right edge
        overview.wait(0.2, 0.4)
        overview.drag(0.4, 0.1)  # beyond the left edge
        overview.wait(0.1, 0.2)

        program.click(overview.x(0.6), overview.y)
        overview.wait(0.55, 0.65)
        program.click(overview.x(0.57), overview.y)  # a click inside has no effect
        overview.wait(0.55, 0.65)
        program.click(overview.x(0.3), overview.y, count=2)
        overview.wait(0.0, 1.0)


def test_clicks():
    """Two clicks at different positions are not a double click, even if they are fast."""
    with shared(SAMPLES / "shop-start.trace") as program:
        program.wait_ready()
        overview = Overview(program, SAMPLES / "shop-start.trace")
        overview.show(0.1, 0.2)
        for _ in range(2):  # the second click is inside the window, where it has no effect
            program.click(overview.x(0.6), overview.y)
        overview.wait(0.55, 0.65)
        overview.drag(0.6, 0.62)  # an earlier click does not end a drag either
        overview.wait(0.57, 0.67)


def test_tiny():
    """A window of a thousandth of the trace can be dragged, and moved far."""
    trace = SAMPLES / "shop-start.trace"
    with shared(trace) as program:
        program.wait_ready()
        overview = Overview(program, trace)
        overview.show(0.5, 0.501)
        overview.drag(0.5005, 0.7505)
        overview.wait(0.75, 0.751)


def test_wheel():
    """The wheel zooms at the pointer; Shift+drag selects a range."""
    trace = SAMPLES / "shop-start.trace"
    with shared(trace) as program:
        program.wait_ready()
        overview = Overview(program, trace)
        run("xdotool", "mousemove", str(overview.x(0.25)), str(overview.y))
        run("xdotool", "click", "--repeat", "3", "--delay", "60", "4")
        size = 1.25**-3
        overview.wait(0.25 - 0.25 * size, 0.25 + 0.75 * size)
        run("xdotool", "click", "--repeat", "4", "--delay", "60", "5")
        overview.wait(0.0, 1.0)

        overview.drag(0.2, 0.6, "shift")
        start, end = wait_for(
            "a selected range",
            lambda: program.state("selected-time") if program.state("selected-time")[1] else None,
        )
        length = overview.end - overview.start
        assert abs(start - overview.start - 0.2 * length) < 3 / overview.width * length, start
        assert abs(end - overview.start - 0.6 * length) < 3 / overview.width * length, end
        overview.wait(0.0, 1.0)


def test_steps():
    """Steps by click and wheel are animated, and start from the target of the previous step."""
    trace = SAMPLES / "shop-start.trace"
    for eases in (False, True):
        with animations() if eases else contextlib.nullcontext(), Program(trace) as program:
            program.wait_ready()
            overview = Overview(program, trace)
            passed = []
            for _ in range(5 if eases else 1):  # a slow machine may paint nothing between start and end
                overview.show(0.1, 0.2)
                with program.watch("visible-time") as states:
                    program.click(overview.x(0.6), overview.y)
                    overview.wait(0.55, 0.65)
                starts = [overview.get_part(int(re.search(r"-?\d{3,}", state)[0])) for state in states]
                passed += [start for start in starts if 0.11 < start < 0.54]
                if passed:
                    break
            expect(bool(passed), eases)

            start, end = overview.part()
            run("xdotool", "click", "--repeat", "3", "--delay", "20", "4")
            middle, half = overview.part_at(overview.x(0.6)), (end - start) / 2 / 1.25**3
            share = (middle - start) / (end - start)
            overview.wait(middle - 2 * half * share, middle + 2 * half * (1 - share))


def test_toggle():
    """The overview can be hidden, and is hidden in a low window."""
    trace = SAMPLES / "device.ftrace"
    with shared(trace) as program:
        program.wait_ready()
        overview = Overview(program, trace)
        expect(program.state("overview"), True)
        program.activate("overview")
        program.wait_state("overview", False)
        wait_for("the overview to be hidden", lambda: find_strip() is None)
        program.activate("overview")
        wait_for("the overview to be shown again", lambda: find_strip() == overview.strip)

        run("xdotool", "windowsize", program.window, str(WIDTH), "400")
        wait_for("the overview to be hidden in a low window", lambda: find_strip() is None)
        expect(program.state("overview"), True)
        run("xdotool", "windowsize", program.window, str(WIDTH), "700")
        wait_for("the overview to be shown in a higher window", lambda: find_strip() == overview.strip)


if __name__ == "__main__":
    sys.exit(main(__file__, globals(), sys.argv[1:]))
