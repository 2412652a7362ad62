#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the view of the calls of a method and their durations.

Usage: test-occurrences.py TRACEVIEW TRACEDUMP MAKE-TRACE SAMPLES-FOLDER [TEST…]
"""

import sys

from harness import (
    HEIGHT, NONE, WIDTH, Program, Screen, dump, expect, main, press, run, shared, wait_for,
)

HOME = SAMPLES = MAKE_TRACE = None  # set by main()

ALL = (-1, -1)
METHOD = "android.view.View.updateDisplayListIfDirty"
BAR = "c7c7c8"  # colour of the histogram
ROW_BAR = "cccccc"  # colour of the bars next to the longest calls in the details
SHARE = "e09a45"  # colour of the bars next to times
CHIP = "e0ecfb"


def get_slices(trace, method=METHOD):
    """Returns the symbol id of a method and all its calls, from a table that the view does not use."""
    symbol = next(row["id"] for row in dump("symbol", trace) if row["name"] == method)
    rows = [row for row in dump("slice", trace) if row["name"] == method]
    assert len(rows) > 100
    return int(symbol), rows


def show(program, symbol, n):
    """Opens the view with the key, after selecting the symbol."""
    program.set_state("selected-symbol", f"uint32 {symbol}")
    program.wait_state("selected-symbol", symbol)
    program.key("shift+o")
    program.wait_state("panel-page", "occurrences")
    program.wait_state("occurrences-shown", n)


def find_bars():
    """Returns the left and right end of the baseline and its y, by the lowest pixels of the bars."""
    def look():
        pixels = Screen()
        for y in range(HEIGHT - 1, 500, -1):
            places = [x for x in range(5, WIDTH - 10) if pixels.get(x, y) == BAR]
            if len(places) > 150:
                return places[0], places[-1], y
        return None
    return wait_for("the bars of the occurrences", look)


def test_list():
    """The longest slice is the first row; moving through the list selects each slice on the timeline."""
    trace = SAMPLES / "shop-start.trace"
    symbol, rows = get_slices(trace)
    by_length = sorted(rows, key=lambda row: (-int(row["dur"]), int(row["ts"])))
    with shared(trace) as program:
        program.wait_ready()
        show(program, symbol, len(rows))
        wait_for("bars next to times", lambda: Screen().find_widest(SHARE, 5, WIDTH // 2, 500, HEIGHT)[0] > 30)
        program.key("Home", "Down", "Up")
        program.wait_state("selected-slice", int(by_length[0]["id"]))
        program.key("Down")
        program.wait_state("selected-slice", int(by_length[1]["id"]))
        # After a selection elsewhere, steps continue from that row.
        program.set_state("selected-slice", f"uint32 {by_length[4]['id']}")
        program.wait_state("selected-slice", int(by_length[4]["id"]))
        program.activate("next-call")
        order = [int(row["id"]) for row in rows]
        after = order[(order.index(int(by_length[4]["id"])) + 1) % len(order)]
        program.wait_state("selected-slice", after)


def test_band():
    """A drag over bars lists slices with these durations; its chip can be removed and restored."""
    trace = SAMPLES / "shop-start.trace"
    symbol, rows = get_slices(trace)
    with shared(trace) as program:
        program.wait_ready()
        show(program, symbol, len(rows))
        left, right, y = find_bars()
        press(left + (right - left) // 2, y - 4)
        run("xdotool", "mousemove", str(left + (right - left) * 3 // 4), str(y - 4))
        run("xdotool", "mousemove", str(left + (right - left) * 3 // 4 + 1), str(y - 4))
        run("xdotool", "mouseup", "1")
        band = wait_for("a range of durations", lambda: program.state("duration-band") != ALL
                        and program.state("duration-band"))
        wanted = [row for row in rows if band[0] <= int(row["dur"]) <= band[1]]
        assert 0 < len(wanted) < len(rows)
        program.wait_state("occurrences-shown", len(wanted))

        listed = program.export(HOME / "band.csv")
        expect(sorted(int(row["slice_id"]) for row in listed), sorted(int(row["id"]) for row in wanted))

        program.key("Delete")  # the histogram has the focus
        program.wait_state("duration-band", ALL)
        program.wait_state("occurrences-shown", len(rows))


def test_details():
    """Details list the longest slices; a bar of their histogram lists its slices; a click shows all."""
    trace = SAMPLES / "shop-start.trace"
    symbol, rows = get_slices(trace)
    by_length = sorted(rows, key=lambda row: (-int(row["dur"]), int(row["ts"])))

    def find_list(least=8):
        """Returns the positions of the rows, found by their bars."""
        pixels = Screen()
        found = pixels.find_rows([ROW_BAR], range(WIDTH - 160, WIDTH - 130))
        found = [(x, y) for x, y, _ in found if y > HEIGHT // 2]
        return found if len(found) >= least else []

    with Program(trace, height=HEIGHT) as program:
        program.wait_ready()
        program.go_to("call-tree")
        program.set_state("selected-symbol", f"uint32 {symbol}")
        program.activate("details")
        program.wait_state("details", True)
        places = wait_for("the longest calls", find_list)
        program.click(*places[0])
        program.wait_state("selected-slice", int(by_length[0]["id"]))
        program.key("Down")
        program.wait_state("selected-slice", int(by_length[1]["id"]))

        # The last bar of the histogram only keeps a few slices, with a chip for the filter.
        _, right, y = wait_for("the bars in the details", lambda: find_details_bars(places[0][1]))
        program.click(right - 4, y - 3)
        wait_for("a chip", lambda: Screen().find_widest(CHIP, WIDTH - 340, WIDTH, HEIGHT // 2, HEIGHT)[0] > 20)
        wait_for("few rows", lambda: 0 < len(find_list(1)) < 8)


def find_details_bars(bottom):
    """Returns the left and right end of the baseline of the histogram in the details, and its y, or None."""
    pixels = Screen()
    for y in range(bottom, 200, -1):
        places = [x for x in range(WIDTH - 340, WIDTH - 10) if pixels.get(x, y) == BAR]
        if len(places) > 100:
            return places[0], places[-1], y
    return None


def test_selection():
    """Only counted slices are listed; another method has its own duration range."""
    trace = SAMPLES / "shop-start.trace"
    symbol, rows = get_slices(trace)
    start, end = int(rows[100]["ts"]), int(rows[200]["ts"])
    inside = [row for row in rows if int(row["ts"]) < end and int(row["ts"]) + int(row["dur"]) > start]
    with shared(trace) as program:
        program.wait_ready()
        show(program, symbol, len(rows))
        program.set_state("selected-time", f"(int64 {start}, int64 {end})")
        program.wait_state("occurrences-shown", len(inside))
        program.set_state("duration-band", "(int64 0, int64 100000)")
        program.wait_state("duration-band", (0, 100000))
        program.wait_state("occurrences-shown", sum(int(row["dur"]) <= 100000 for row in inside))
        program.set_state("selected-symbol", f"uint32 {NONE}")
        program.wait_state("duration-band", ALL)
        program.wait_state("occurrences-shown", 0)


def test_filters():
    """Filters of calls also apply to this view, with a chip."""
    trace = SAMPLES / "shop-start.trace"
    symbol, rows = get_slices(trace)
    long = [row for row in rows if int(row["dur"]) >= 10**6]
    assert 0 < len(long) < len(rows)
    with Program(trace) as program:
        program.wait_ready()
        show(program, symbol, len(rows))
        program.set_state("min-duration", "int64 1000000")
        program.wait_state("occurrences-shown", len(long))
        wait_for("a chip", lambda: Screen().find_widest(CHIP, 10, 400, HEIGHT // 2, HEIGHT - 40)[0] > 20)


if __name__ == "__main__":
    sys.exit(main(__file__, globals(), sys.argv[1:]))
