#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests tabs, and moving them to other windows.

Usage: test-tabs.py TRACEVIEW TRACEDUMP MAKE-TRACE SAMPLES-FOLDER [TEST…]
"""

import subprocess
import sys
import time

from harness import (
    HEIGHT, WIDTH, Program, drag_and_drop, dump, expect, list_windows, main, run, sorted_rows, wait_for,
)

HOME = SAMPLES = MAKE_TRACE = None  # set by main()
TABS = 70  # px; from the top of the window to the centre of its tabs
LEFT_TAB = 350
HEADER = (WIDTH // 2, 25)
PAGES = (LEFT_TAB + 50, HEIGHT // 2)


def list_titles():
    """Returns the titles of all windows."""
    titles = []
    for window in list_windows():
        name = subprocess.run(
            ["xdotool", "getwindowname", window],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False,
        ).stdout
        titles.append(name.split(" – ")[0].strip())
    return sorted(titles)


def wait_titles(*titles):
    wait_for(f"windows with {titles}", lambda: list_titles() == sorted(titles))


def open_two():
    return Program(SAMPLES / "shop-start.trace", SAMPLES / "device.ftrace")


def test_move():
    """A tab is moved to a new window, where its work continues; the only tab of a window cannot be moved."""
    with open_two() as program:
        wait_titles("device.ftrace")
        program.wait_ready()
        program.activate("move-tab")
        wait_titles("shop-start.trace", "device.ftrace")
        program.wait_ready()
        expect(program.describe("move-tab")[0], False)
        rows = program.export(HOME / "first.csv")
        expect(sorted_rows(rows), sorted_rows(dump("method_profile", SAMPLES / "shop-start.trace")))
        program.set_state("selected-symbol", "uint32 3")
        program.wait_state("selected-symbol", 3)
        with program.of_window(2):
            program.wait_ready()
            expect(program.state("selected-symbol"), 4294967295)
            start, _ = program.state("visible-time")
            program.set_state("selected-time", f"(int64 {start + 1000}, int64 {start + 2000})")
            program.wait_state("selected-time", (start + 1000, start + 2000))
            program.activate("close-tab")
            program.wait_state("page", "start")
        expect(program.state("selected-time"), (0, 0))
        wait_titles("shop-start.trace", "Traceview")


def select_left_tab(program):
    """Clicks again, because a window may miss a click immediately after its contents change."""

    def click():
        program.click(LEFT_TAB, TABS)
        time.sleep(0.5)
        return "shop-start.trace" in list_titles()

    wait_for("the tab on the left", click)
    program.wait_ready()


def test_drag():
    """A tab that is dropped outside any target opens in a new window."""
    with open_two() as program:
        program.wait_ready()
        select_left_tab(program)
        drag_and_drop((LEFT_TAB, TABS), PAGES, HEADER, is_taken=False)
        wait_titles("shop-start.trace", "device.ftrace")
        with program.of_window(2):
            program.wait_ready()


def test_drag_back():
    """A tab dropped on the pages of its own window becomes the last tab, and continues."""
    with open_two() as program:
        program.wait_ready()
        select_left_tab(program)
        drag_and_drop((LEFT_TAB, TABS), PAGES, is_taken=False)
        wait_titles("shop-start.trace")
        program.wait_ready()
        is_shown = program.state("details")
        program.activate("details")
        program.wait_state("details", not is_shown)


def test_loading():
    """A tab can be moved while its file loads."""
    path = HOME / "long.trace"
    run(MAKE_TRACE, "--records=4000000", "-o", str(path))
    with open_two() as program:
        program.wait_ready()
        program.activate("open-uri", f"[<'{path.as_uri()}'>]")
        program.activate("move-tab")
        wait_titles("device.ftrace", "long.trace")
        with program.of_window(2):
            program.wait_ready()


def test_new_window():
    """A new window is empty; closing it does not affect the other window."""
    with open_two() as program:
        wait_titles("device.ftrace")
        program.wait_ready()
        program.key("ctrl+n")
        wait_titles("Traceview", "device.ftrace")
        with program.of_window(2):
            program.wait_state("page", "start")
            program.activate("close-tab")
        wait_titles("device.ftrace")
        program.wait_ready()


if __name__ == "__main__":
    sys.exit(main(__file__, globals(), sys.argv[1:]))
