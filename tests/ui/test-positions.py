#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests that positions do not change: between launches, below the pointer, in the list of files.

Usage: test-positions.py TRACEVIEW TRACEDUMP MAKE-TRACE SAMPLES-FOLDER [TEST…]
"""

import contextlib
import os
import shutil
import sys

from harness import (
    HEIGHT, NONE, PALETTE, TIMELINE_LEFT, WIDTH, Program, Screen, animations, dump, expect,
    find_menu, main, press, run, wait_for,
)

HOME = SAMPLES = MAKE_TRACE = None  # set by main()

METHODS, LOG = "shop-start.trace", "device.ftrace"
BAR = "ebebeb"  # background of bars, in the light colour scheme
BAR_X = 10  # left of the buttons on the bar below the timeline
NARROW = (700, 500)
MIN_DETAILS, MAX_DETAILS = 340, 420


@contextlib.contextmanager
def restored_settings():
    """Programs that start in this context use the settings that previous programs saved."""
    folder = HOME / "config" / "glib-2.0"
    shutil.rmtree(folder, True)
    before = os.environ["GSETTINGS_BACKEND"]
    os.environ["GSETTINGS_BACKEND"] = "keyfile"
    try:
        yield folder / "settings" / "keyfile"
    finally:
        os.environ["GSETTINGS_BACKEND"] = before
        shutil.rmtree(folder, True)


def find_panel_top(bottom=HEIGHT):
    """Returns the top of the bar between the timeline and the tables, when it is stable."""

    def find():
        screen = Screen()
        y = bottom - 60
        while y > 160 and any(screen.get(BAR_X, y + i) != BAR for i in range(30)):
            y -= 1
        while screen.get(BAR_X, y) == BAR:
            y -= 1
        return y

    def look():
        y = find()
        return y if y > 161 and y == find() else None

    return wait_for("the bar below the timeline", look)


def find_call(rank, top, bottom, right=WIDTH - 10):
    def find():
        width, x, y = Screen().find_widest(PALETTE[rank], TIMELINE_LEFT, right, top, bottom)
        return (x, y) if width > 12 else None

    return wait_for("a wide call", find)


def find_details_left():
    """Returns the left edge of the details: a line from the header bar to the bottom edge."""

    def find():
        screen = Screen()
        for x in range(WIDTH - 330, WIDTH // 2, -1):
            if all(screen.get(x, y) != screen.get(x + 1, y) for y in range(300, HEIGHT - 10, 50)):
                return x + 1
        return None

    return wait_for("the details", find)


def wait_sorted(program):
    return program.find_method_rows()[0][1]


def test_heights_stay():
    """The height of the timeline stays the same to the pixel when files are opened repeatedly."""
    flawed = HOME / "flawed.trace"  # causes a notification above the timeline
    run(MAKE_TRACE, "--backwards=5", "-o", str(flawed))
    with animations(), restored_settings() as settings:
        tops = []
        for path in (flawed, SAMPLES / LOG, flawed, flawed):
            with Program(path) as program:
                program.wait_ready()
                tops.append(find_panel_top())
                if len(tops) == 3:
                    run("xdotool", "windowsize", program.window, "1200", "800")
                    wait_for("a window size of 1200×800", lambda: program.get_size() == (1200, 800))
                    find_panel_top(800)
            assert not settings.exists() or "timeline-height" not in settings.read_text()
        expect(len({tops[0], tops[2], tops[3]}), 1)

        # Clicks anywhere do not change the height.
        with Program(flawed) as program:
            program.wait_ready()
            top = find_panel_top()
            for place in ((TIMELINE_LEFT + 200, 250), (600, top + 100), (600, top + 200), (BAR_X, top)):
                program.click(*place)
        assert not settings.exists() or "timeline-height" not in settings.read_text()

        # A dragged height is restored.
        with Program(flawed) as program:
            program.wait_ready()
            top = find_panel_top()
            press(BAR_X, top)
            for part in (4, 20, 60, 100):
                run("xdotool", "mousemove", str(BAR_X), str(top - part), "sleep", "0.05")
            run("xdotool", "mouseup", "1")
            wait_for("the divider to follow the drag", lambda: abs(find_panel_top() - (top - 100)) < 6)
            dragged = find_panel_top()
        for _ in range(3):
            with Program(flawed) as program:
                program.wait_ready()
                wait_for("the divider at the saved position", lambda: find_panel_top() == dragged)


def test_view_stays():
    """A view that does not exist for a file is shown again for the next file for which it exists."""
    flawless = HOME / "flawless.trace"
    run(MAKE_TRACE, "-o", str(flawless))
    expect(dump("problem", flawless), [])
    with restored_settings():
        with Program(SAMPLES / METHODS) as program:
            program.wait_ready()
            program.activate("show-view", "[<11>]")  # a selection by the user, which is saved
            program.wait_state("panel-page", "problems")
        with Program(flawless) as program:
            program.wait_ready()
            expect(program.state("panel-page"), "profile")
        with Program(SAMPLES / METHODS) as program:
            program.wait_ready()
            expect(program.state("panel-page"), "problems")


def test_view_keys():
    """Alt and a digit show the views in the order of the switcher."""
    with Program(SAMPLES / METHODS) as program:
        program.wait_ready()
        for key, page in ("7", "range"), ("0", "query"), ("2", "profile"), ("1", "findings"):
            program.key(f"alt+{key}")
            program.wait_state("panel-page", page)
    with Program(SAMPLES / LOG) as program:
        program.wait_ready()
        for key, page in ("1", "findings"), ("2", "profile"), ("9", "groups"), ("0", "events"), ("7", "range"):
            program.key(f"alt+{key}")
            program.wait_state("panel-page", page)


def test_click_stays():
    """A clicked slice stays at the pointer when the details open, and returns when they close."""
    with Program(SAMPLES / METHODS) as program:
        program.wait_ready()
        top = wait_sorted(program)
        before = program.state("visible-time")
        x, y = find_call(2, 150, top - 130, WIDTH // 2)
        program.click(x, y)
        program.wait_state("details", True)
        chosen = program.state("selected-slice")
        start, end = program.state("visible-time")
        expect(start, before[0])
        assert end < before[1], (end, before)

        # A click there selects the same call, and the call is drawn there.
        wait_for("the colour of the selected call", lambda: Screen().get(x + 3, y) == PALETTE[2])
        program.key("Escape")
        program.wait_state("selected-slice", NONE)
        program.click(x - 8, y)  # far enough away not to be a double click
        program.wait_state("selected-slice", chosen)

        program.key("Escape", "Escape")
        program.wait_state("details", False)
        program.wait_state("visible-time", before)


def test_details_stand():
    """Details reach from the header bar to the bottom edge, and their buttons do not move."""
    with Program(SAMPLES / METHODS) as program:
        program.wait_ready()
        top = wait_sorted(program)
        program.click(*find_call(6, 150, top - 130, WIDTH // 2))
        program.wait_state("details", True)
        left = find_details_left()
        assert MIN_DETAILS <= WIDTH - left <= MAX_DETAILS + 10, left

        # The button for the next call does not move, regardless of the text next to it.
        slices = dump("slice", SAMPLES / METHODS)
        symbol = slices[program.state("selected-slice")]["symbol_id"]
        calls = [int(row["id"]) for row in slices if row["symbol_id"] == symbol]
        assert len(calls) > 10, calls
        button = (WIDTH - 72, 73)
        at = calls.index(program.state("selected-slice"))
        for _ in range(len(calls)):
            at = (at + 1) % len(calls)
            program.click(*button)
            program.wait_state("selected-slice", calls[at])

        program.key("F9")
        program.wait_state("details", False)
        program.key("F9")
        program.wait_state("details", True)
        program.click(WIDTH - 38, 73)  # closes the details
        program.wait_state("details", False)


def test_details_narrow():
    """In a narrow window, details cover the other parts when opened, and Escape closes them."""
    with Program(SAMPLES / METHODS, width=NARROW[0], height=NARROW[1]) as program:
        program.wait_ready()
        program.click(*find_call(3, 150, 280, NARROW[0] - 40))
        wait_for("a selected call", lambda: program.state("selected-slice") != NONE)
        slice_id = program.state("selected-slice")
        expect(program.state("details"), False)
        visible = program.state("visible-time")
        program.key("F9")
        program.wait_state("details", True)
        expect(program.state("visible-time"), visible)
        program.key("Escape")
        program.wait_state("details", False)
        expect(program.state("selected-slice"), slice_id)


def test_recent():
    """Opened files become recent files; exports do not."""
    path = HOME / "exported.csv"
    path.unlink(missing_ok=True)
    with Program(SAMPLES / METHODS) as program:
        program.wait_ready()
        wait_sorted(program)
        windows = run("xdotool", "search", "--onlyvisible", "--class", "traceview").split()
        program.key("ctrl+e")

        def find_dialog():
            found = run("xdotool", "search", "--onlyvisible", "--class", "traceview").split()
            return next((window for window in found if window not in windows), None)

        dialog = wait_for("the dialog", find_dialog)
        run("xdotool", "windowfocus", "--sync", dialog)
        program.key("ctrl+a")
        program.type(str(path))
        program.key("Return")
        wait_for("the exported file", path.exists)
    with Program() as program:
        program.wait_state("page", "start")
        run("xdotool", "sleep", "0.5")
        program.key("Return")  # the first recent file
        wait_for("a file", lambda: program.state("page") != "start")
        program.wait_ready()


if __name__ == "__main__":
    sys.exit(main(__file__, globals(), sys.argv[1:]))
