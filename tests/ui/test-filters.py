#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the filters of the views, their chips and messages.

Usage: test-filters.py TRACEVIEW TRACEDUMP MAKE-TRACE SAMPLES-FOLDER [TEST…]
"""

import sys
import time

from harness import (
    HEIGHT, NONE, WIDTH, Program, Screen, dump, expect, find_menu, list_popups, main, run, shared, wait_for,
)

HOME = SAMPLES = MAKE_TRACE = None  # set by main()

HEADER = 50  # px at the top for the header bar
BOX = "d9d9d9"  # background of the text entry
CHIP = "e0ecfb"  # background of a selection
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


def find_idle_thread(trace):
    """Returns a thread without calls."""
    busy = {row["utid"] for row in dump("thread_track", trace)}
    return next(int(row["utid"]) for row in dump("thread", trace) if row["utid"] not in busy)


def find_box(program, width):
    """Returns the position of the search box in the bar of the views, found by its background, or None."""
    run_length, x, y = Screen().find_widest(BOX, 150, width, HEADER + 150, program.get_size()[1] - 100)
    return (x, y) if run_length > 40 else None


def test_fold():
    """In a narrow window, the box collapses to an icon; its key or a click expands it, and it collapses when empty."""
    with shared(SAMPLES / "shop-start.trace", 500, 600) as program:
        program.wait_ready()
        program.find_method_rows()
        expect(find_box(program, 500), None)
        program.key("ctrl+f")
        program.type("inflate")
        wait_for("a match", lambda: program.state("selected-symbol") != NONE)
        # With text in it, the box stays expanded even without the focus.
        program.key(*["Tab"] * 7)
        box = wait_for("the box", lambda: find_box(program, 500))
        program.key("ctrl+f", "Escape", "Escape")
        wait_for("no box", lambda: not find_box(program, 500))

        program.set_state("selected-symbol", f"uint32 {NONE}")
        program.wait_state("selected-symbol", NONE)
        program.click(500 - 148, box[1])  # left of the three buttons at the end
        wait_for("the box", lambda: find_box(program, 500))
        program.type("inflate")
        wait_for("a match", lambda: program.state("selected-symbol") != NONE)

        # The box does not enlarge a small window.
        program.key("ctrl+f", "Escape", "Escape")
        program.resize(380, 600)
        program.key("ctrl+f")
        program.type("inflate")
        wait_for("the box", lambda: find_box(program, 380))
        expect(program.get_size(), (380, 600))
        program.resize(900, 600)
        program.key("ctrl+f", "Escape", "Escape")
        wait_for("the search box in a wide window", lambda: find_box(program, 900))


def find_remove_button():
    """Finds the button that removes the filter without matches."""
    screen = Screen()
    for color in ("ebebeb", "e6e6e6"):  # on lists, and on a flame graph
        run_length, x, y = screen.find_widest(color, 300, WIDTH, HEIGHT - 200, HEIGHT - 20)
        if run_length > 40:
            return x, y
    return None


def test_empty():
    """An empty view names the newest filter or the search text, with a button to remove it."""
    trace = SAMPLES / "shop-start.trace"
    with Program(trace) as program:
        program.wait_ready()
        selected = select(program, trace)
        program.set_state("thread", f"uint32 {find_idle_thread(trace)}")
        for view in ("range", "profile"):
            program.activate("panel-page", f"[<'{view}'>]")
            program.wait_state("panel-page", view)
            wait_for("the button", find_remove_button)
        program.click(*find_remove_button())
        program.wait_state("thread", NONE)
        expect(program.state("selected-time"), selected)
        assert program.find_method_rows()
        wait_for("no button", lambda: not find_remove_button())

        program.key("ctrl+f")
        program.type("no such method")
        program.key("Tab", "Tab", "space")
        wait_for("the button", find_remove_button)
        program.click(*find_remove_button())
        assert program.find_method_rows()
        expect(program.state("selected-time"), selected)


def test_empty_views():
    """Every analysis names the chip that filters out everything, and its button removes the filter."""
    trace = SAMPLES / "shop-start.trace"
    nothing = "[(uint32 0, false, 'zzzz')]"
    symbol = next(row["id"] for row in dump("symbol", trace) if row["name"].endswith("LayoutInflater.inflate"))
    with Program(trace) as program:
        program.wait_ready()
        program.find_method_rows()
        program.set_state("selected-symbol", f"uint32 {symbol}")
        for view in ("profile", "call-tree", "flame", "occurrences"):
            program.go_to(view)
            program.set_state("name-filters", nothing)
            wait_for(f"the button in {view}", find_remove_button)
            program.click(*find_remove_button())
            wait_for(f"no filter in {view}", lambda: program.state("name-filters") == [])
            wait_for(f"no button in {view}", lambda: not find_remove_button())
        # The range leaves some threads, even if they have no calls in it; the text in the box matches no thread.
        program.go_to("threads")
        program.key("ctrl+f")
        program.type("zzzz")
        wait_for("the button in threads", find_remove_button)
        program.click(*find_remove_button())
        wait_for("no button in threads", lambda: not find_remove_button())


def test_empty_events():
    """All event filters are removed together."""
    log = SAMPLES / "device.ftrace"
    with Program(log) as program:
        program.wait_ready()
        program.go_to("events")
        program.key("ctrl+f")
        program.type("no such event")
        program.wait_state("events-shown", 0)
        wait_for("the button", find_remove_button)
        program.click(*find_remove_button())
        program.wait_state("events-shown", len(dump("ftrace_event", log)))


def find_chips():
    """Returns the (left, right) of the selection's chips, from left to right, and their y."""
    screen = Screen()
    for y in range(HEADER + 20, HEIGHT - 40):
        chips, x = [], 10
        while x < WIDTH - 10:
            start = x
            while x < WIDTH and screen.get(x, y) == CHIP:
                x += 1
            if x - start > 40:
                chips.append((start, x))
            x += 1
        if chips:
            return chips, y + 6  # near the upper edge, above the letters
    return [], None


def click_chip(program, index, is_cross=False):
    def has_chip():
        run("xdotool", "mousemove", "700", "20")  # the chip has another colour under the pointer
        return len(find_chips()[0]) > index

    wait_for("the chip", has_chip)
    chips, y = find_chips()
    start, end = chips[index]
    program.click(end - 4 if is_cross else start + 30, y + 4)


def open_chip(program, index):
    """Clicks a chip until its popover is open, because a click on a chip that is being replaced is lost."""
    def is_open():
        click_chip(program, index)
        end = time.monotonic() + 3
        while not list_popups() and time.monotonic() < end:
            time.sleep(0.1)
        return list_popups()

    wait_for("the popover", is_open)
    time.sleep(0.5)  # the popover accepts keys shortly after it appears


def open_filled(trace):
    """Opens a trace with only the panel visible, with space for popovers below the chips."""
    program = Program(trace)
    program.wait_ready()
    program.key("shift+F9")
    program.wait_state("view-fills", True)
    return program


def wait_open():
    wait_for("the popover", list_popups)
    time.sleep(0.5)  # the popover accepts keys shortly after it appears


def wait_closed():
    run("xdotool", "mousemove", "700", "20")  # also avoids a tooltip
    wait_for("no popover", lambda: not list_popups())


def test_range():
    """A click on the range's chip edits the range; an invalid range cannot be applied."""
    trace = SAMPLES / "shop-start.trace"
    with open_filled(trace) as program:
        select(program, trace)
        first = min(int(row["ts"]) for row in dump("slice", trace))
        click_chip(program, 0)
        wait_open()
        program.type("1.5 s")
        program.key("Tab")
        program.type("1800 ms")
        program.key("Return")
        wait_closed()
        program.wait_state("selected-time", (first + 1_500_000_000, first + 1_800_000_000))

        # The length changes the end.
        click_chip(program, 0)
        wait_open()
        program.key("Tab", "Tab")
        program.type("250 ms")
        program.key("Return")
        wait_closed()
        edited = (first + 1_500_000_000, first + 1_750_000_000)
        program.wait_state("selected-time", edited)

        def is_refused(text):
            """Returns whether the popover stays open. If it received Return but not the text, because it accepted keys
            too late, it closes without a change."""
            if not list_popups():
                click_chip(program, 0)
                wait_open()
            program.key("ctrl+a")
            program.type(text)
            time.sleep(0.3)
            program.key("Return")
            time.sleep(0.3)
            return list_popups()

        for text in ("soon", "9999 s"):
            assert any(is_refused(text) for _ in range(3)), text
            expect(program.state("selected-time"), edited)
        program.key("Escape")
        wait_closed()
        expect(program.state("selected-time"), edited)

        # The cross removes the range.
        click_chip(program, 0, is_cross=True)
        program.wait_state("selected-time", NO_RANGE)
        program.key("ctrl+z")
        program.wait_state("selected-time", edited)


def test_range_by_base():
    """The range's chip is edited in the time base that the page shows."""
    trace = SAMPLES / "device.ftrace"
    first, last = get_range(trace)
    with open_filled(trace) as program:
        program.go_to("range")
        origin = min(int(row["ts"]) for row in dump("ftrace_event", trace))
        raw = [f"{(origin + ns) / 1e9:.6f}" for ns in (100_000_000, 300_000_000)]
        for base, start, end in (("raw", *raw), ("utc", "06:13:20.200", "06:13:20.500"), ("start", "100 ms", "300 ms")):
            program.set_state("selected-time", f"(int64 {first}, int64 {last})")
            program.set_state("time-base", f"'{base}'")
            program.wait_state("time-base", base)
            open_chip(program, 0)
            program.type(start)
            program.key("Tab")
            program.type(end)
            program.key("Return")
            wait_closed()
            selected = wait_for(base, lambda: program.state("selected-time") != (first, last) and program.state("selected-time"))
            if base == "utc":
                expect(selected[1] - selected[0], 300_000_000)
            else:
                expect([ns - origin for ns in selected], [100_000_000, 300_000_000])


def test_threads():
    """Ctrl+L adds a filter; several threads can be selected in a list, and are counted together."""
    trace = SAMPLES / "shop-start.trace"
    tracks = {row["name"]: int(row["utid"]) for row in dump("thread_track", trace)}
    names = sorted(tracks, key=lambda name: tracks[name])
    with open_filled(trace) as program:
        program.find_method_rows()
        program.key("ctrl+l")
        wait_open()
        program.key("shift+Tab", "Left", "space", "Tab", "Tab")  # the second-to-last item
        program.type("RenderThread")
        program.key("Return", "space")
        render = next(tracks[name] for name in names if "RenderThread" in name)
        program.wait_state("threads", [render])
        program.key("ctrl+l", "Escape")  # opens and closes the popover
        wait_closed()
        wait_for("a single chip", lambda: len(find_chips()[0]) == 1)

        click_chip(program, 0)
        wait_open()
        program.key("Tab", "Tab", "Down", "Return")  # the first other thread
        other = min(set(tracks.values()) - {render})
        program.wait_state("threads", sorted([render, other]))
        program.key("Escape")
        wait_closed()
        calls = [row for row in dump("slice", trace) if row["track_id"]]
        owners = {row["id"]: int(row["utid"]) for row in dump("thread_track", trace)}
        wanted = sum(owners[row["track_id"]] in (render, other) for row in calls)

        def count_calls():
            rows = program.export(HOME / "shown.csv")
            return sum(int(row["calls"]) + int(row["recursive_calls"]) for row in rows)

        wait_for("the calls of both threads", lambda: count_calls() == wanted)

        # The chip has the focus again. Delete removes both threads, and Ctrl+Z restores them.
        program.key("Delete")
        program.wait_state("threads", [])
        wait_for("all calls", lambda: count_calls() == len(calls))
        program.key("ctrl+z")
        program.wait_state("threads", sorted([render, other]))


def test_names():
    """A filter by name keeps stacks with such a call, or without it; a click on its chip edits the filter."""
    trace = SAMPLES / "shop-start.trace"
    with open_filled(trace) as program:
        everything = program.export(HOME / "shown.csv")

        def list_names():
            return {row["name"] for row in program.export(HOME / "shown.csv")}

        program.key("ctrl+l")
        wait_open()
        program.type("LayoutInflater")
        program.key("Return")
        wait_closed()
        wait_for("fewer methods", lambda: len(list_names()) < len(everything))
        remaining_names = list_names()
        assert any("LayoutInflater" in name for name in remaining_names), remaining_names
        slices = {row["id"]: row for row in dump("slice", trace)}
        above = set()  # the callers of all its calls
        for row in slices.values():
            if "LayoutInflater" not in row["name"]:
                continue
            while row["parent_id"]:
                row = slices[row["parent_id"]]
                above.add(row["name"])
        assert above and above <= remaining_names, above - remaining_names

        # Hiding it instead keeps all other stacks.
        click_chip(program, 0)
        wait_open()
        program.key("Tab", "Tab", "space")  # the effect is selected in a list
        time.sleep(0.5)
        program.key("Down", "Return")
        time.sleep(0.5)
        program.key("shift+Tab", "shift+Tab", "Return")
        wait_closed()
        wait_for("the list without the filtered methods",
                 lambda: not any("LayoutInflater" in name for name in list_names()))
        assert len(list_names()) > len(remaining_names)
        program.key("Delete")
        wait_for("all methods", lambda: len(list_names()) == len({row["name"] for row in everything}))


def test_duration():
    """Short calls are hidden; an invalid duration is not applied."""
    trace = SAMPLES / "shop-start.trace"
    with open_filled(trace) as program:
        program.find_method_rows()
        program.key("ctrl+l")
        wait_open()
        program.key("shift+Tab", "Left", "Left", "space", "Tab", "Tab", "Tab")
        program.type("2 parsecs")
        program.key("Return")
        time.sleep(0.3)
        expect(program.state("min-duration"), 0)
        program.key("ctrl+a")
        program.type("2 ms")
        program.key("Return")
        wait_closed()
        program.wait_state("min-duration", 2_000_000)
        # A call without an end lasts until the last record of its thread.
        ends = {row["id"]: int(row["end_ns"]) for row in dump("thread_track", trace)}
        durations = [
            int(row["dur"]) if int(row["dur"]) >= 0 else ends[row["track_id"]] - int(row["ts"])
            for row in dump("slice", trace)
        ]
        wanted = sum(duration >= 2_000_000 for duration in durations)

        def count_calls():
            rows = program.export(HOME / "shown.csv")
            return sum(int(row["calls"]) + int(row["recursive_calls"]) for row in rows)

        wait_for(f"{wanted} calls in the list", lambda: count_calls() == wanted)


def test_rest():
    """Chips that do not fit are in a list at the end, and can be edited there."""
    trace = SAMPLES / "shop-start.trace"
    with open_filled(trace) as program:
        select(program, trace)
        program.set_state("threads", "[uint32 5, 6]")
        program.wait_state("threads", [5, 6])
        wait_for("two chips", lambda: len(find_chips()[0]) == 2)
        program.resize(450, 600)
        wait_for("one chip", lambda: len(find_chips()[0]) == 1)
        chips, y = find_chips()
        program.click(chips[0][1] + 25, y + 4)
        wait_open()
        program.key("Delete")  # Delete only applies to chips in the row
        expect(program.state("threads"), [5, 6])
        program.key("Return")
        wait_for("the list of the chip", find_menu)
        time.sleep(0.5)
        program.key("Tab", "Tab", "Return")
        program.wait_state("threads", [6])
        program.key("Escape")
        wait_closed()


def test_not_there():
    """In a view without filters, no filter can be added."""
    with Program(SAMPLES / "shop-start.trace") as program:
        program.wait_ready()
        program.activate("panel-page", "[<'problems'>]")
        program.wait_state("panel-page", "problems")
        program.key("ctrl+l")
        time.sleep(0.3)
        expect(list_popups(), [])


def test_clock():
    """All views use the same clock: the switch and Alt+W change it; the chips contain the total CPU time."""
    with Program(SAMPLES / "shop-start.trace") as program:
        program.wait_ready()
        program.find_method_rows()
        program.wait_state("clock", "wall")
        program.key("alt+w")
        program.wait_state("clock", "cpu")
        program.go_to("flame")
        program.wait_state("flame-width", "cpu")
        program.set_state("flame-width", "'wall'")
        program.wait_state("clock", "wall")
        program.go_to("profile")
        for clock in ("cpu", "wall"):
            program.set_state("clock", f"'{clock}'")
            wait_for(f"{clock} times", lambda: f"incl_{clock}_ns" in program.state("profile-column-names"))


if __name__ == "__main__":
    sys.exit(main(__file__, globals(), sys.argv[1:]))
