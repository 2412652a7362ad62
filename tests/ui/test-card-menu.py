#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the menu of a call and the colour modes.

Usage: test-card-menu.py TRACEVIEW TRACEDUMP MAKE-TRACE SAMPLES-FOLDER [TEST…]
"""

import collections
import sys
import time

from harness import (
    NONE, PALETTE, STEP, TIMELINE_LEFT, WIDTH, Program, Screen, click_secondary, dump, expect, find_menu,
    main, run, shared, wait_for, wait_no_menu,
)

SAMPLE = "shop-start.trace"
LONGEST_SHADE, NEUTRAL = "cd5cb9", "b4b4ba"
FRAMEWORK = 2  # index of the framework's colour in the list of owners
LABEL_TEXT_RUN = 100  # px: length of the outermost call's colour, even between the letters of its name

def find_outermost(program):
    """Returns a position in the outermost call of the first thread, right of its name."""
    top = program.find_method_rows()[0][1]
    width, x, y = Screen().find_widest(PALETTE[0], TIMELINE_LEFT, WIDTH - 10, 120, top - 130)
    assert width > LABEL_TEXT_RUN, width
    return x, y


def choose(program, x, y, item):
    """Opens the menu of a call and activates an item by keyboard."""
    run("xdotool", "mousemove", str(x), str(y))
    program.choose_item(item)


def deselect(program):
    """Removes the selection step by step."""

    def step():
        if program.state("selected-symbol") != NONE:
            program.key("Escape")
        return program.state("selected-symbol") == NONE

    wait_for("the selection to be removed", step)


def paste(program):
    """Pastes the copied text into the search box, and goes to the match."""
    program.key("ctrl+f", "ctrl+a", "ctrl+v", "Return")


def count_calls(program):
    rows = program.export(HOME / "profile.csv")
    return sum(int(row["calls"]) + int(row["recursive_calls"]) for row in rows)


def test_copy():
    """The copied name finds its method."""
    with shared(SAMPLES / SAMPLE) as program:
        program.wait_ready()
        x, y = find_outermost(program)
        choose(program, x, y, "Copy Name")
        symbol = program.state("selected-symbol")
        deselect(program)
        paste(program)
        program.wait_state("selected-symbol", symbol)


def test_time():
    """Selects the time of a call, and of all calls of its method."""
    with shared(SAMPLES / SAMPLE) as program:
        program.wait_ready()
        slices = dump("slice", SAMPLES / SAMPLE)
        top = program.find_method_rows()[0][1]
        width, x, y = Screen().find_widest(PALETTE[2], TIMELINE_LEFT, WIDTH - 10, 120, top - 130)
        assert width > 8, width
        choose(program, x, y, "Select This Range")
        row = slices[program.state("selected-slice")]
        start, dur = int(row["ts"]), int(row["dur"])
        program.wait_state("selected-time", (start, start + dur))

        choose(program, x, y, "Select All ")
        program.wait_state("selected-slice", NONE)
        expect(program.state("selected-symbol"), int(row["symbol_id"]))


def test_filter():
    """A menu item filters to one thread, whose numbers the profile shows; Escape removes the filter."""
    with shared(SAMPLES / SAMPLE) as program:
        program.wait_ready()
        tracks = dump("thread_track", SAMPLES / SAMPLE)
        all_calls = sum(int(track["slice_count"]) for track in tracks)
        x, y = find_outermost(program)
        expect(count_calls(program), all_calls)
        program.set_state("panel-page", "'range'")
        choose(program, x, y, "Show in Profile")
        program.wait_state("panel-page", "profile")
        choose(program, x, y, "Filter to This Thread")
        slice_id = program.state("selected-slice")
        track_id = dump("slice", SAMPLES / SAMPLE)[slice_id]["track_id"]
        calls = next(int(track["slice_count"]) for track in tracks if track["id"] == track_id)
        assert calls < all_calls
        wait_for("the thread's profile", lambda: count_calls(program) == calls)
        deselect(program)
        program.key("Escape")
        wait_for("the whole profile", lambda: count_calls(program) == all_calls)


def find_longest(symbol):
    """Returns the longest slice of a method, or the first of several equally long slices."""
    rows = [row for row in dump("slice", SAMPLES / SAMPLE) if row["symbol_id"] == str(symbol)]
    return int(max(rows, key=lambda row: int(row["dur"]))["id"])


def test_longest():
    """The menu of a call and a key go to the longest call of its method."""
    with shared(SAMPLES / SAMPLE) as program:
        program.wait_ready()
        top = program.find_method_rows()[0][1]
        width, x, y = Screen().find_widest(PALETTE[2], TIMELINE_LEFT, WIDTH - 10, 120, top - 130)
        assert width > 8, width
        choose(program, x, y, "Go to the Longest")
        wait_for("a selected call", lambda: program.state("selected-slice") != NONE)
        symbol = program.state("selected-symbol")
        longest = find_longest(symbol)
        program.wait_state("selected-slice", longest)

        # The key also works with another call of the method selected.
        program.key("period")
        wait_for("a selected call other than the longest", lambda: program.state("selected-slice") != longest)
        program.key("l")
        program.wait_state("selected-slice", longest)


def open_row(program, x, y):
    """Expands a row. Repeats a click that only closed a previous menu."""

    def is_open():
        program.click(x, y)
        end = time.monotonic() + 3
        while not program.state("expanded") and time.monotonic() < end:
            time.sleep(STEP)
        return program.state("expanded")

    wait_for("the row to expand", is_open)


def test_longest_of_method():
    """The first item in the menu of a method goes to its longest call, by pointer and by keyboard."""
    with shared(SAMPLES / SAMPLE) as program:
        program.wait_ready()
        x, y, _ = program.find_method_rows()[3]
        run("xdotool", "mousemove", str(x + 60), str(y))
        program.choose_item("Go to the Longest")
        wait_for("a selected call", lambda: program.state("selected-slice") != NONE)
        other = program.state("selected-symbol")
        program.wait_state("selected-slice", find_longest(other))
        expect(program.state("expanded"), [])
        wait_no_menu()
        open_row(program, x + 60, y)  # for the focus
        program.key("period")
        wait_for("a selected call other than the longest",
                 lambda: program.state("selected-slice") != find_longest(other))
        run("xdotool", "mousemove", str(WIDTH - 40), "880")  # an item below the pointer would be activated
        program.choose_item("Go to the Longest", opens=lambda: program.key("shift+F10"))
        program.wait_state("selected-slice", find_longest(other))


def test_row_menu():
    """The menu of a thread's name filters to the thread and removes the filter."""
    with shared(SAMPLES / SAMPLE) as program:
        program.wait_ready()
        find_outermost(program)
        all_calls = count_calls(program)

        def choose_filter(label):
            run("xdotool", "mousemove", "90", "135")
            program.choose_item(label)

        choose_filter("Filter to This Thread")
        wait_for("the filter by one thread", lambda: program.state("thread") != NONE)
        wait_for("the profile of the thread", lambda: count_calls(program) < all_calls)
        choose_filter("Count All Threads")
        program.wait_state("thread", NONE)
        wait_for("the whole profile", lambda: count_calls(program) == all_calls)


def test_callers():
    """The menu of a method expands its callers in the profile."""
    with shared(SAMPLES / SAMPLE) as program:
        program.wait_ready()
        x, y, color = program.find_method_rows()[5]
        run("xdotool", "mousemove", str(x + 60), str(y))
        program.choose_item("Expand Parents")
        symbol = wait_for("an expanded method", lambda: program.state("expanded"))
        expect(symbol, [program.state("selected-symbol")])
        wait_for("the expanded method in the first row", lambda: program.find_method_rows()[0][2] == color)


def test_menu_key():
    """The Menu key opens the menu of the selected call, and Escape closes it."""
    with Program(SAMPLES / SAMPLE) as program:
        program.wait_ready()
        x, y = find_outermost(program)
        program.click(x, y)
        wait_for("a selected call", lambda: program.state("selected-slice") != NONE)
        calls = count_calls(program)
        program.choose_item("Filter to This Thread", opens=lambda: program.key("shift+F10"))
        wait_for("the thread's profile, which has fewer calls", lambda: count_calls(program) < calls)
        program.key("Menu")
        wait_for("the menu", find_menu)
        program.key("Escape")
        wait_no_menu()
        assert program.state("selected-slice") != NONE  # Escape closed only the menu


# Items of every menu of a symbol, in a separate section
OF_SYMBOL = [
    "Show in Tree", "Show Callers", "Show in Flame Graph", "Show Occurrences", "Focus on This Symbol",
    "Merge Into Callers", "Drop With All Descendants", "Collapse Recursion",
    "Keep Only Stacks Containing This Symbol", "Hide Stacks Containing This Symbol", "Package", "Open Source",
    "Copy Name",
]


def check_menu(program, opens=click_secondary):
    """Opens and closes a menu, and returns its items by label."""
    program.open_menu(opens)
    items = program.list_menu()
    program.key("Escape")
    wait_no_menu()
    expect(program.state("menu"), [])
    labels = [label for label, _, _ in items]
    at = labels.index(OF_SYMBOL[0])
    expect(labels[at : at + len(OF_SYMBOL)], OF_SYMBOL)
    return {label: (can, tip) for label, can, tip in items}


def test_symbol_menu():
    """All menus of a symbol offer the same actions; disabled actions show the reason."""
    name = "com.example.shop.ShopApplication.onCreate"
    symbol = next(row["id"] for row in dump("symbol", SAMPLES / SAMPLE) if row["name"] == name)

    def press_menu():
        program.key("Menu")

    with Program(SAMPLES / SAMPLE) as program:
        program.wait_ready()
        x, y, _ = program.find_method_rows()[1]
        run("xdotool", "mousemove", str(x + 60), str(y))
        profile = check_menu(program)
        program.set_state("selected-symbol", f"uint32 {symbol}")
        program.activate("longest-call")
        wait_for("a selected call", lambda: program.state("selected-slice") != NONE)
        run("xdotool", "mousemove", str(WIDTH - 40), "880")
        time.sleep(0.5)  # until the call is visible
        timeline = check_menu(program, press_menu)
        for key, view in (("T", "call-tree"), ("F", "flame"), ("O", "occurrences")):
            program.key(f"shift+{key}")
            program.wait_state("panel-page", view)
            time.sleep(0.5)  # the view takes the focus once it has contents
            if view == "occurrences":
                program.key("Down")
            own = check_menu(program, press_menu)
            assert ("Copy Stack" in own) == (view != "occurrences"), own
        # The menus in the search results and in the details offer the same actions
        program.key("ctrl+shift+f")
        program.type("inflate")
        program.key("Return")
        wait_for("a search match", lambda: program.state("search-place")[0] == 1)
        run("xdotool", "mousemove", "560", "68")
        check_menu(program)
        run("xdotool", "mousemove", str(WIDTH - 250), "125")
        check_menu(program)
    for seen in (profile, timeline):
        expect(seen["Collapse Recursion"], (False, "Not recursive"))
        expect(seen["Show in Tree"], (True, ""))


def test_colours():
    """C cycles through the colour modes."""
    profile = dump("method_profile", SAMPLES / SAMPLE)
    own = collections.Counter()
    for row in profile:
        own[row["class"].rpartition(".")[0]] += int(row["excl_cpu_ns"])
    packages = [package for package, _ in own.most_common()]
    rank = packages.index(profile[0]["class"].rpartition(".")[0])
    with shared(SAMPLES / SAMPLE) as program:
        program.wait_ready()
        x, y = find_outermost(program)
        program.click(x, y)  # for the focus
        program.key("Escape", "Escape")
        run("xdotool", "mousemove", str(x), "880")

        def wait_color(wanted):
            wait_for(f"colour {wanted} of the call", lambda: Screen().get(x, y) == wanted)

        wait_color(PALETTE[0])
        program.key("c")
        wait_color(PALETTE[rank] if rank < len(PALETTE) else NEUTRAL)
        program.key("c")  # by thread: the first thread has the most time
        wait_color(PALETTE[0])
        program.key("c")
        wait_color(LONGEST_SHADE)
        program.key("c")
        assert profile[0]["class"].startswith("android."), profile[0]
        wait_color(PALETTE[FRAMEWORK])
        program.key("c")
        wait_color(PALETTE[0])


if __name__ == "__main__":
    sys.exit(main(__file__, globals(), sys.argv[1:]))
