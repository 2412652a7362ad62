#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the selection of views, their filters and their saved state.

Usage: test-views.py TRACEVIEW TRACEDUMP MAKE-TRACE SAMPLES-FOLDER [TEST…]
"""

import shutil
import sys
import time
import zipfile

from harness import (
    HEIGHT, NONE, PALETTE, SWATCHES, Program, Screen, dump, expect, find_menu, main, run, wait_for,
)

HEADER = 50  # px at the top for the header bar
PANEL_BAR = "ebebeb"
NO_RANGE = (0, 0)


def get_range(trace):
    """Returns a range of the trace that contains calls."""
    starts = sorted(int(row["ts"]) for row in dump("slice", trace))
    return starts[len(starts) // 4], starts[len(starts) // 2]


def select(program, trace):
    start, end = get_range(trace)
    program.set_state("selected-time", f"(int64 {start}, int64 {end})")
    program.wait_state("selected-time", (start, end))
    return start, end


def open_beside(program, path):
    """Opens a file in a new tab, which is then shown."""
    program.activate("open-uri", f"[<'{path.as_uri()}'>]")
    wait_for("the file name in the title",
             lambda: run("xdotool", "getwindowname", program.window).startswith(path.name))
    program.wait_ready()


def test_keys():
    """Alt and a digit show a view in the switcher's order, across groups; the choice is saved."""
    with Program(SAMPLES / "device.ftrace") as program:
        program.wait_ready()
        views = ("findings", "profile", "call-tree", "flame", "occurrences", "threads", "range", "call-graph",
                 "groups", "events")
        for digit, view in enumerate(views, 1):
            program.key(f"alt+{digit % 10}")
            program.wait_state("panel-page", view)
        program.key("alt+0")
        program.wait_state("panel-page", "events")
        other = HOME / "other.ftrace"
        shutil.copy(SAMPLES / "device.ftrace", other)
        open_beside(program, other)
        program.wait_state("panel-page", "events")
        open_beside(program, SAMPLES / "shop-start.trace")  # a file with other contents
        program.wait_state("panel-page", "profile")


def test_more():
    """In a narrow window, all views are in one menu; selecting a view shows it."""
    with Program(SAMPLES / "device.ftrace", width=520, height=600) as program:
        program.wait_ready()
        program.key("alt+2")
        program.wait_state("panel-page", "profile")

        def find_bar():
            screen = Screen()
            rows = [y for y in range(HEADER + 150, 560) if screen.get(9, y) == PANEL_BAR]
            return rows[0] + 20 if rows else None  # above the line of the chips

        def rests():
            y = find_bar()
            time.sleep(0.3)
            return y if y == find_bar() else None

        y = wait_for("the bar of the views", rests)
        program.click(40, y)
        wait_for("the menu", find_menu)
        time.sleep(0.5)  # the menu accepts keys shortly after it appears
        program.key("Up", "Return")  # the last item
        wait_for("no menu", lambda: not find_menu())
        program.wait_state("panel-page", "problems")


def test_fills():
    """A view can replace the timeline and restore it; this choice is also saved."""
    with Program(SAMPLES / "shop-start.trace") as program:
        program.wait_ready()
        half = [row for row in program.find_method_rows() if row[1] < HEIGHT // 2]
        expect(half, [])
        program.key("shift+F9")
        program.wait_state("view-fills", True)
        wait_for(
            "methods in the upper half",
            lambda: [row for row in Screen().find_rows(set(PALETTE), SWATCHES) if row[1] < HEIGHT // 2],
        )
        open_beside(program, SAMPLES / "boot-v2.trace")
        program.wait_state("view-fills", True)
        program.key("Escape")
        program.wait_state("view-fills", False)


def test_chips():
    """Chips show the selection: a cross or Delete removes a chip, Ctrl+Z restores it."""
    trace = SAMPLES / "shop-start.trace"
    with Program(trace) as program:
        program.wait_ready()
        selected = select(program, trace)
        wait_for("the chip", find_chip)
        program.click(*find_cross())
        program.wait_state("selected-time", NO_RANGE)
        wait_for("no chip", lambda: not find_chip())
        run("xdotool", "mousemove", "700", "20")  # the chip has another colour under the pointer
        program.key("ctrl+z")
        program.wait_state("selected-time", selected)
        wait_for("the chip to be shown again", find_chip)

        program.set_state("thread", "uint32 1")
        program.wait_state("thread", 1)
        program.activate("panel-page", "[<'range'>]")
        wait_for("the chip of the range", find_chip)
        program.activate("panel-page", "[<'problems'>]")
        wait_for("the chip to be hidden in a view without totals", lambda: not find_chip())
        program.activate("panel-page", "[<'profile'>]")
        wait_for("the chip to be shown again", find_chip)

        # From the switcher, Tab moves to the bar and then to the first chip.
        program.key("ctrl+f")

        def is_removed():
            program.key("Tab")
            program.key("Delete")
            return program.state("selected-time") == NO_RANGE or program.state("thread") == NONE

        wait_for("the filter to be removed by its key", is_removed)


def find_chip():
    """Returns the middle of the first chip of the selection, found by its background, or None."""
    width, x, y = Screen().find_widest("e0ecfb", 10, 400, HEIGHT // 2, HEIGHT - 40)
    return (x, y) if width > 20 else None


def find_cross():
    """Returns the position of the cross at the end of the first chip."""
    width, x, y = Screen().find_widest("e0ecfb", 10, 400, HEIGHT // 2, HEIGHT - 40)
    return x + width // 2 - 8, y


def test_find():
    """Ctrl+F goes to the box of the visible view; in a view without a box, it opens the global search."""
    with Program(SAMPLES / "device.ftrace") as program:
        program.wait_ready()
        program.go_to("events")
        program.key("ctrl+f")
        program.type("zzz")
        program.wait_state("events-shown", 0)
        program.key("Escape", "Escape")
        program.go_to("problems")
        program.key("ctrl+f")
        program.type("flush")
        wait_for("search matches", lambda: program.state("search-place")[1] > 0)


def test_no_tracks():
    """A log without content for a timeline has no timeline, but a list of its events."""
    log = HOME / "plain.ftrace"
    lines = ["# tracer: nop"] + [
        f"  app-{7 + n % 3}  (    7) [000] d..2. 41300.{n:06}: task_rename: pid={7 + n % 3} oldcomm=a newcomm=app oom_score_adj=0" for n in range(50)
    ]
    log.write_text("\n".join(lines) + "\n")
    expect(dump("slice", log), [])
    with Program(log) as program:
        program.wait_ready()
        program.wait_state("events-shown", 50)
        program.wait_state("panel-page", "events")
        wait_for("the views at the top", lambda: Screen().get(600, HEADER + 20) == PANEL_BAR)
        program.key("Escape", "shift+F9")  # no timeline to restore
        for action in ("zoom-in", "filter-rows", "export-timeline", "print"):
            assert not program.offers(action), action
        expect(program.describe("overview")[0], False)
        expect(program.describe("export-stacks")[0], False)
        # The menu works for the remaining tab.
        program.key("F10")
        wait_for("the menu", find_menu)
        program.key("Escape")


def test_bundle():
    """A zip archive with several traces lists the traces; a selected trace opens in a new tab."""
    path = HOME / "several.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.write(SAMPLES / "shop-start.trace", "traces/shop-start.trace")
        archive.write(SAMPLES / "device.ftrace", "device.ftrace")
        archive.writestr("readme.txt", "nothing to see here\n")
    with Program(path) as program:
        program.wait_state("page", "bundle")
        # The list has the focus, and files that can be opened come first.
        program.key("Return")
        program.wait_ready()
        title = run("xdotool", "getwindowname", program.window)
        assert title.startswith(("device.ftrace", "shop-start.trace")), title
        program.key("ctrl+w")
        program.wait_state("page", "bundle")
        program.activate("open-member", f"[<('{path.as_uri()}', 'traces/shop-start.trace')>]")
        program.wait_ready()
        assert program.find_method_rows()
        program.key("ctrl+w")
        program.wait_state("page", "bundle")

        # A missing member shows an error.
        program.activate("open-member", f"[<('{path.as_uri()}', 'gone.trace')>]")
        program.wait_state("page", "failed")


if __name__ == "__main__":
    sys.exit(main(__file__, globals(), sys.argv[1:]))
