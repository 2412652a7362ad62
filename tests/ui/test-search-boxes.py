#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests all search boxes: the same keys have the same effect in all of them.

Usage: test-search-boxes.py TRACEVIEW TRACEDUMP MAKE-TRACE SAMPLES-FOLDER [TEST…]
"""

import collections
import re
import sys
import time

from harness import NONE, Program, Screen, dump, expect, find_menu, main, run, wait_for

REGEX = ("Tab", "space", "shift+Tab")  # from the text to the button, and back
FILTER = ("Tab", "Tab", "space", "shift+Tab", "shift+Tab")
NO_TIME = -(2**63)


def dump_methods(wanted):
    """Returns the names of matching methods in the profile."""
    rows = dump("method_profile", SAMPLES / "shop-start.trace")
    return sorted(row["name"] for row in rows if wanted(row))


def open_trace():
    program = Program(SAMPLES / "shop-start.trace")
    program.wait_ready()
    program.find_method_rows()
    return program


def get_shown(program):
    return sorted(row["name"] for row in program.export(HOME / "shown.csv"))


def wait_shown(program, names):
    wait_for(f"{len(names)} methods", lambda: get_shown(program) == names)


def has(text):
    return lambda row: text in (row["name"] + row.get("signature", "")).lower()


def test_filter_methods():
    """The box of the profile searches or filters; a filter lists only matches, until Escape."""
    everything = dump_methods(lambda row: True)
    some = dump_methods(has("inflate"))
    assert 2 < len(some) < len(everything), some
    with open_trace() as program:
        program.key("ctrl+f")
        program.type("inflate")
        wait_for("a match", lambda: program.state("selected-symbol") != NONE)
        wait_shown(program, everything)
        first = program.state("selected-symbol")
        program.key(*FILTER)
        wait_shown(program, some)
        expect(program.state("selected-symbol"), first)

        # More text filters further, and does not change the selection; text without matches leaves no rows.
        program.type("xyz")
        wait_shown(program, [])
        expect(program.state("selected-symbol"), first)
        program.key("ctrl+a")
        program.type("measure|layoutinflater")
        wait_shown(program, [])
        program.key(*REGEX)
        both = dump_methods(lambda row: has("measure")(row) or has("layoutinflater")(row))
        assert len(both) > 2, both
        wait_shown(program, both)

        # Enter goes to the remaining rows, and the shortcut returns; Escape clears the box, and then leaves it.
        program.key("Return", "Home", "Down")
        wait_for("a newly selected method", lambda: program.state("selected-symbol") not in (first, NONE))
        program.key("ctrl+f", "Escape")
        wait_shown(program, everything)
        before = program.state("selected-symbol")
        program.key("Escape", "Down")
        wait_for("the next row", lambda: program.state("selected-symbol") != before)


def test_jump():
    """A parent or child can be opened even if the filter hides it."""
    with open_trace() as program:
        program.key("ctrl+f")
        program.type("dispatchMessage")
        program.key(*FILTER)
        wait_shown(program, dump_methods(lambda row: "dispatchMessage" in row["name"]))
        x, y, _ = program.find_method_rows()[0]
        program.click(x + 60, y)
        method = wait_for("an expanded method", lambda: program.state("expanded"))
        # The heading and the first parent are below it.
        program.key("Down", "Down", "Return")
        wait_for("another expanded method", lambda: program.state("expanded") not in (method, []))
        wait_shown(program, dump_methods(lambda row: True))


def test_filter_menu():
    """The menu of a method keeps only stacks that contain it."""
    with open_trace() as program:
        x, y, _ = program.find_method_rows()[1]
        run("xdotool", "mousemove", str(x + 60), str(y))
        program.choose_item("Keep Only Stacks Containing This Symbol")
        wait_for("a selected method", lambda: program.state("selected-symbol") != NONE)
        symbol = program.state("selected-symbol")
        slices = dump("slice", SAMPLES / "shop-start.trace")
        name = next(row["name"] for row in slices if int(row["symbol_id"]) == symbol)
        left = dump("method_profile", SAMPLES / "shop-start.trace", "--keep", name)
        assert 1 < len(left) < len(dump_methods(lambda row: True)), len(left)
        wait_shown(program, sorted(row["name"] for row in left))


def test_events():
    """The entry of the events filters names and arguments, also by a regular expression."""
    events = dump("ftrace_event", SAMPLES / "device.ftrace")
    with Program(SAMPLES / "device.ftrace") as program:
        program.wait_ready()
        program.go_to("events")
        program.wait_state("panel-page", "events")
        program.key("ctrl+f")
        program.type("sched_(wakeup|waking)$")
        program.wait_state("events-shown", 0)
        program.key(*REGEX)
        wanted = [row for row in events if re.fullmatch("sched_(wakeup|waking)", row["name"])]
        assert 0 < len(wanted) < len(events)
        program.wait_state("events-shown", len(wanted))

        # An invalid expression does not filter.
        program.key("End")
        program.type("(")
        program.wait_state("events-shown", len(events))
        program.key("BackSpace")
        program.wait_state("events-shown", len(wanted))

        # Enter moves to the remaining rows.
        program.key("Return", "Down")
        wait_for("the cursor at the event", lambda: program.state("cursor-time") != NO_TIME)
        assert program.state("cursor-time") in [int(row["ts"]) for row in wanted]


def test_choices():
    """The box above a long list of choices uses the same keys; Enter selects the first remaining choice."""
    events = dump("ftrace_event", SAMPLES / "device.ftrace")
    counts = collections.Counter(row["name"] for row in events)
    some = [name for name in counts if re.search("^sched_w", name)]
    assert 1 < len(some) < len(counts) and len(counts) > 10, counts
    with Program(SAMPLES / "device.ftrace") as program:
        program.wait_ready()
        program.go_to("events")
        program.wait_state("panel-page", "events")
        program.key("ctrl+f")

        def open_choices():
            program.key("space")
            wait_for("the choices", find_menu)
            time.sleep(0.5)  # the choices accept keys shortly after they appear

        program.key("shift+Tab")  # to the button of the events next to it
        open_choices()
        program.type("^sched_w")
        program.key("Return")  # no choice matches, because the text is not treated as an expression
        assert find_menu()
        program.key(*REGEX)
        time.sleep(0.5)
        program.key("Return")
        wait_for("no choices", lambda: not find_menu())
        program.wait_state("events-shown", max(counts[name] for name in some))

        # The next time, the box is empty, so Escape closes it; with text, the first Escape clears the box.
        open_choices()
        program.key("Escape")
        wait_for("no choices", lambda: not find_menu())
        open_choices()
        program.type("irq")
        program.key("Escape")
        time.sleep(0.5)
        assert find_menu()
        program.key("Escape")
        wait_for("no choices", lambda: not find_menu())
        expect(program.state("events-shown"), max(counts[name] for name in some))


def test_rows():
    """The filter of rows: rows without a match, regular expressions, Escape twice."""
    with Program(SAMPLES / "device.ftrace") as program:
        program.wait_ready()

        def get_keys():
            return re.findall(r"'([^']+)'", str(program.describe("rows")))

        before = wait_for("the rows of the timeline", get_keys)
        program.key("ctrl+shift+r")
        program.type("render.*x|vsync")
        program.wait_state("row-filter", "render.*x|vsync")
        program.key(*REGEX)
        wait_for("the rows that match “vsync”", lambda: any("VSync" in key for key in get_keys()))
        assert len(get_keys()) < len(before), get_keys()
        program.key("Escape")
        program.wait_state("row-filter", "")
        expect(get_keys(), before)

        # The box stays open for other text, and a second Escape closes it.
        program.type("render")
        program.wait_state("row-filter", "render")
        program.key("Escape", "Escape")
        program.wait_state("row-filter", "")
        program.type("render")
        program.key("ctrl+shift+r")
        program.type("vsync")
        program.wait_state("row-filter", "vsync")


def test_everything():
    """The global search: steps and regular expressions; Escape clears the box, and then closes it."""
    with Program(SAMPLES / "device.ftrace") as program:
        program.wait_ready()
        program.key("ctrl+shift+f")
        program.type("http")
        program.key("Return")  # a step to a hit searches for the complete text
        wait_for("the first match", lambda: program.state("search-place")[0] == 1)
        n = program.state("search-place")[1]
        program.key("Escape")
        program.type("h[t]+p")
        program.key(*REGEX)
        wait_for("search matches", lambda: program.state("search-place")[1] == n)
        program.key("Escape")
        program.wait_state("search-place", (0, 0))
        program.type("h[t]+p")
        wait_for("search matches", lambda: program.state("search-place")[1] == n)

        # A second Escape has closed it, so its key opens it again.
        program.key("Escape", "Escape")
        program.wait_state("search-place", (0, 0))
        program.key("ctrl+shift+f")
        program.type("h[t]+p")
        wait_for("search matches", lambda: program.state("search-place")[1] == n)
        program.key("Return")
        wait_for("a selected match", lambda: program.state("search-place")[0] > 0)
        place = program.state("search-place")[0]
        program.key("shift+Return")
        program.wait_state("search-place", ((place - 2) % n + 1, n))


def find_list():
    """Returns the list of results when it accepts keys."""
    window = wait_for("the list of matches", find_menu)
    time.sleep(0.5)
    return window


def test_results():
    """A slash opens the search; its results are a list, and Enter or a click goes to a result."""
    with Program(SAMPLES / "device.ftrace") as program:
        program.wait_ready()
        program.key("slash")
        program.type("http")
        program.key("Return")
        wait_for("the first match", lambda: program.state("search-place")[0] == 1)
        n = program.state("search-place")[1]
        assert n > 6, n

        # A slash in the box is text, which matches nothing.
        program.key("slash")
        program.wait_state("search-place", (0, 0))
        program.key("BackSpace", "Return")
        wait_for("a selected match", lambda: program.state("search-place")[0] > 0)
        place, n = program.state("search-place")
        assert place + 3 < n, (place, n)

        # The list starts at the current result; Escape leaves it, and the box has the focus again.
        program.key("Down")
        find_list()
        program.key("Down", "Down", "Return")
        program.wait_state("search-place", (place + 2, n))
        wait_for("no list", lambda: not find_menu())
        program.key("Return")
        program.wait_state("search-place", (place + 3, n))
        program.key("Down")
        find_list()
        program.key("Up", "Escape")
        wait_for("no list", lambda: not find_menu())
        program.key("shift+Return")
        program.wait_state("search-place", (place + 2, n))

        # A click goes to the row under the pointer: here the second row, while the first row is visible.
        program.key("Down")
        find_list()
        program.key("Home", "Return")
        program.wait_state("search-place", (1, n))
        wait_for("no list", lambda: not find_menu())
        program.key("Down")
        x, y = map(int, re.findall(r"Absolute upper-left [XY]: +(\d+)", run("xwininfo", "-id", find_list())))
        run("xdotool", "mousemove", str(x + 120), str(y + 30 + 24 + 24 + 12), "click", "1")
        wait_for("no list", lambda: not find_menu())
        expect(program.state("search-place"), (2, n))

        # Outside the box, a slash moves the focus to the box again.
        program.key("Escape", "Escape")
        program.wait_state("search-place", (0, 0))
        program.key("slash")
        program.type("http")
        wait_for("search matches", lambda: program.state("search-place")[1] == n)


if __name__ == "__main__":
    sys.exit(main(__file__, globals(), sys.argv[1:]))
