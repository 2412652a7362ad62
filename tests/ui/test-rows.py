#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests hiding, pinning and moving the timeline's rows, and restoring these choices.

Usage: test-rows.py TRACEVIEW TRACEDUMP MAKE-TRACE SAMPLES-FOLDER [TEST…]
"""

import os
import sys

from harness import (
    HEIGHT, PALETTE, TIMELINE_LEFT, WIDTH, Program, Screen, dump, expect, find_toast, main, press, run,
    wait_for,
)

FOLDED, PINNED, STRIP, DELTA, RATE = 1, 8, 16, 512, 1024
CHEVRON_X = 17
HANDLE = (107, 132)  # position of the handle of the first row, while the pointer is on its label
NAMES = (80, 330)  # position on the row labels, inside any row
CHIP = "e0ecfb"
NOTE = "ffffff"  # background of the note about hidden rows


def point():
    run("xdotool", "mousemove", *map(str, NAMES))


def get_keys(program):
    return [key for key, _ in program.state("rows")]


def get_choices(program):
    return dict(program.state("rows"))


def wait_rows(program, what, condition):
    wait_for(what, lambda: condition(program.state("rows")))
    return program.state("rows")


def open_rows(path, **options):
    program = Program(path, **options)
    program.wait_ready()
    wait_rows(program, "the rows of the timeline", len)
    return program


def test_keys():
    """H hides the row at the pointer and P pins it; a note shows hidden rows and restores them."""
    with open_rows(SAMPLES / "shop-start.trace") as program:
        before = get_keys(program)
        point()
        program.key("h")
        rows = wait_rows(program, "a hidden row", lambda rows: len(rows) == len(before) - 1)
        hidden = set(before) - {key for key, _ in rows}
        expect(len(hidden), 1)

        program.key("p")
        rows = wait_rows(program, "a pinned row", lambda rows: rows[0][1] & PINNED)
        assert rows[0][0] in before
        # Only one row is pinned, at the pointer or above it.
        expect(sum(1 for _, choices in rows if choices & PINNED), 1)

        program.click(*wait_for("the note", find_note))
        wait_rows(program, "all rows", lambda rows: len(rows) == len(before))
        expect(set(get_keys(program)), set(before))


def test_undo():
    """The note about hidden rows can undo the step that hid them."""
    with open_rows(SAMPLES / "shop-start.trace") as program:
        before = program.state("rows")
        point()
        for hide in (lambda: program.key("h"), lambda: program.choose_item("Show Only")):
            point()
            hide()
            wait_rows(program, "a hidden row", lambda rows: len(rows) < len(before))
            run("xdotool", "mousemove", "5", "5")
            wait_for("the toast", find_toast)
            program.click(WIDTH // 2 + 130, HEIGHT - 52)  # the button of the note
            wait_rows(program, "all rows", lambda rows: rows == before)


def test_hidden_call():
    """If the row of the selected call is hidden, a note appears; a click on it restores the row."""
    trace = SAMPLES / "shop-start.trace"
    with open_rows(trace) as program:
        before = get_keys(program)
        program.set_state("selected-slice", "uint32 0")
        program.wait_state("selected-slice", 0)
        run("xdotool", "mousemove", "700", "20")  # so that H applies to the row of the selected call
        program.key("h")
        rows = wait_rows(program, "the row of the selected slice to be hidden",
                         lambda rows: len(rows) == len(before) - 1)
        program.click(*wait_for("the note", lambda: find_note(TIMELINE_LEFT + 300)))
        wait_rows(program, "the row of the selected slice to be shown", lambda rows: len(rows) == len(before))
        expect(set(get_keys(program)), set(before))


def find_note(right=TIMELINE_LEFT):
    """Returns the position of the note at the lower end of the names: the widest area of its colour, or None."""
    length, x, y = Screen().find_widest(NOTE, 8, right, NAMES[1] + 60, 585)
    return (x, y) if length > 90 else None


def test_fold():
    """The menu of a row collapses the row, or all rows."""
    with open_rows(SAMPLES / "shop-start.trace") as program:
        point()
        run("xdotool", "click", "3")
        # Until the menu appears, the timeline receives the key, which has no effect.
        wait_for("the first row to collapse", lambda: program.key("Return") or is_folded(program, 1))
        program.activate("fold-all")
        wait_for("all rows to collapse", lambda: is_folded(program, 13))
        program.activate("unfold-all")
        wait_for("all rows to expand", lambda: is_folded(program, 0))


def test_strip():
    """The menu of a row shows its calls on one line, and as nested levels again."""
    with open_rows(SAMPLES / "shop-start.trace") as program:
        program.find_method_rows()  # waits until everything is visible
        for label, wanted in (("One Line", [STRIP]), ("Nested Levels", [])):
            # Next to the triangle, whose row may have any height
            x, y = wait_for("the triangle", find_chevron)
            run("xdotool", "mousemove", str(x + 30), str(y), "sleep", "0.5")
            program.choose_item(label)
            wait_rows(program, "the form", lambda rows: [c for _, c in rows if c] == wanted)


def test_strip_again():
    """A row on one line is restored when the file is reopened, and its calls appear without a click."""
    with open_rows(SAMPLES / "shop-start.trace") as program:
        program.find_method_rows()
        x, y = wait_for("the triangle", find_chevron)
        run("xdotool", "mousemove", str(x + 30), str(y), "sleep", "0.5")
        program.choose_item("One Line")
        rows = wait_rows(program, "the form", lambda rows: any(c == STRIP for _, c in rows))
        wait_for("calls in the expanded row", lambda: has_calls(y))
    with open_rows(SAMPLES / "shop-start.trace", keeps_views=True) as program:
        expect(program.state("rows"), rows)
        wait_for("calls in the expanded row", lambda: has_calls(wait_for("the triangle", find_chevron)[1]))


def has_calls(y):
    """Returns whether the first row shows calls."""
    screen = Screen()
    return any(screen.get(x, y) in PALETTE for x in range(TIMELINE_LEFT, WIDTH - 20))


def test_chevron():
    """A click on the triangle next to a name collapses the row, and expands it."""
    with open_rows(SAMPLES / "shop-start.trace") as program:
        program.find_method_rows()
        for n in (1, 0):
            program.click(*wait_for("the triangle", find_chevron))
            wait_for("the row to collapse or expand", lambda: is_folded(program, n))


def find_chevron(top=115):
    """Returns the position of the topmost triangle at the left edge of the names, or None."""
    screen = Screen()
    ys = [y for y in range(top, top + 90) if screen.get(CHEVRON_X, y) != screen.get(8, y)]
    return (CHEVRON_X, ys[0] + 2) if ys else None


def test_order():
    """The menu of all rows sorts them by name."""
    with open_rows(SAMPLES / "shop-start.trace") as program:
        program.find_method_rows()
        before = get_keys(program)
        # The button is above the names, aligned with the triangles.
        button = wait_for("the button", lambda: find_chevron(95))
        # The items are the filter, sort by time, and sort by name.
        program.choose("Down", "Down", "Return", opens=lambda: program.click(*button))
        wait_rows(program, "the new order of the rows", lambda rows: [key for key, _ in rows] != before)
        names = [key.split(" ", 2)[2].casefold() for key in get_keys(program)]
        expect(names, sorted(names))
        expect(sorted(get_keys(program)), sorted(before))


def is_folded(program, n):
    return sum(1 for _, choices in program.state("rows") if choices & FOLDED) == n


def test_filter():
    """Entered text filters rows by name; Return keeps the filter, Escape removes it."""
    with open_rows(SAMPLES / "device.ftrace") as program:
        before = get_keys(program)
        program.key("ctrl+shift+r")
        program.type("render")
        program.wait_state("row-filter", "render")
        program.key("Return")
        rows = get_keys(program)
        assert 0 < len(rows) < len(before), rows
        assert all("render" in key.lower() or key.startswith(("process", "thread", "counter", "async"))
                   for key in rows), rows

        program.key("ctrl+shift+r")
        program.key("Escape")
        program.wait_state("row-filter", "")
        expect(get_keys(program), before)


def test_reopen():
    """Row choices, bookmarks and the visible range are restored, from the cache only."""
    path = SAMPLES / "shop-start.trace"
    beside = sorted(os.listdir(SAMPLES))
    with open_rows(path) as program:
        before = get_keys(program)
        point()
        program.key("h")
        wait_rows(program, "a hidden row", lambda rows: len(rows) == len(before) - 1)
        program.key("p")
        wait_rows(program, "a pinned row", lambda rows: rows[0][1] & PINNED)
        program.set_state("row-filter", "'a'")
        whole = program.state("visible-time")
        program.key("plus")
        wait_for("a zoom", lambda: program.state("visible-time") != whole)
        program.set_state("selected-time", f"(int64 {whole[0] + 10**9}, int64 {whole[0] + 2 * 10**9})")
        program.wait_state("selected-time", (whole[0] + 10**9, whole[0] + 2 * 10**9))
        marks = [(whole[0] + 5 * 10**8, whole[0] + 5 * 10**8, "a; b"), (whole[0] + 10**9, whole[0] + 2 * 10**9, "")]
        text = ", ".join(f"(int64 {first}, int64 {last}, '{name}')" for first, last, name in marks)
        program.set_state("marks", f"[{text}]")
        program.wait_state("marks", marks)
        rows, visible = program.state("rows"), program.state("visible-time")
    expect(sorted(os.listdir(SAMPLES)), beside)
    folder = HOME / "cache" / "traceview" / "views"
    files = list(folder.iterdir())
    expect([file.suffix for file in files], [".view"])

    with open_rows(path, keeps_views=True) as program:
        expect(program.state("rows"), rows)
        expect(program.state("row-filter"), "a")
        expect(program.state("visible-time"), visible)
        expect(program.state("marks"), marks)
        expect(program.state("selected-time"), (whole[0] + 10**9, whole[0] + 2 * 10**9))
        program.activate("show-all-rows")
        wait_rows(program, "all rows", lambda rows: len(rows) == len(before))

    # If the cache file has any other content, the trace opens as if it were new.
    for text in (b"\x00\xff[rows", b"(('x', 0, 1, 2), {'visible': <(int64 1, int64 0)>, 'only': <'y'>})"):
        files[0].write_bytes(text)
        with open_rows(path, keeps_views=True) as program:
            expect(get_keys(program), before)


def test_scrolled():
    """The scroll position is the same after reopening the file, enlarging the window and showing details."""
    path = SAMPLES / "device.ftrace"
    with open_rows(path) as program:
        expect(program.state("top-row"), ("", 0.0))
        point()
        run("xdotool", "click", "--repeat", "200", "--delay", "5", "5")
        wait_still("the last rows", lambda: program.state("top-row"))
        last = program.state("top-row")
        assert last[0] in get_keys(program), last
        # A position that is impossible in a smaller window is restored in a larger window.
        for height in (HEIGHT - 200, HEIGHT):
            run("xdotool", "windowsize", "--sync", program.window, str(WIDTH), str(height))
        wait_still("the rows", lambda: program.state("top-row"))
        expect(program.state("top-row"), last)
        for is_shown in (True, False):  # the details do not change the height of the rows
            program.set_state("details", str(is_shown).lower())
            program.wait_state("details", is_shown)
            wait_still("the rows", lambda: program.state("top-row"))
            expect(program.state("top-row"), last)

    with open_rows(path, keeps_views=True) as program:
        wait_for("the same rows at the top", lambda: is_near(program.state("top-row"), last))
        program.activate("back")  # the history has no earlier place
        assert is_near(program.state("top-row"), last), program.state("top-row")
        point()
        run("xdotool", "click", "--repeat", "200", "--delay", "5", "4")
        program.wait_state("top-row", ("", 0.0))


def drag_label(start, end, modifier=None, drops=True):
    """Drags in steps, as a user does."""
    if modifier:
        run("xdotool", "keydown", modifier)
    press(*start)
    for part in (0.1, 0.4, 0.7, 1.0):
        run("xdotool", "mousemove", *(str(round(a + (b - a) * part)) for a, b in zip(start, end)), "sleep", "0.1")
    if drops:
        run("xdotool", "mouseup", "1")
    if modifier:
        run("xdotool", "keyup", modifier)


def get_tids(program):
    """Returns the tids of the selected threads."""
    tids = {int(row["utid"]): row["tid"] for row in dump("thread", SAMPLES / "shop-start.trace")}
    return {tids[utid] for utid in program.state("threads")}


def test_move():
    """The handle on a row's label, or keys, move the row; the order is saved, and can be reset."""
    path = SAMPLES / "shop-start.trace"
    with open_rows(path) as program:
        program.find_method_rows()
        before = get_keys(program)
        run("xdotool", "mousemove", "60", "135", "sleep", "0.5")
        drag_label(HANDLE, (80, 425))  # below the second row, which has a small height
        first = [before[1], before[0], *before[2:]]
        wait_rows(program, "the new order of the rows", lambda rows: [key for key, _ in rows] == first)
        expect(program.state("threads"), [])

        # Escape cancels a drag.
        run("xdotool", "mousemove", "60", "136", "sleep", "0.5")
        drag_label(HANDLE, (80, 425), drops=False)
        program.key("Escape")
        run("xdotool", "mouseup", "1")
        expect(get_keys(program), first)

        # More keys move the same row.
        run("xdotool", "mousemove", "60", "135", "sleep", "0.5")
        program.key("alt+Down", "alt+Down", "alt+Up")
        last = [before[0], before[1], *before[2:]]
        wait_rows(program, "the first order of the rows", lambda rows: [key for key, _ in rows] == last)
        program.key("alt+Down")
        wanted = [before[0], before[2], before[1], *before[3:]]
        wait_rows(program, "the third order of the rows", lambda rows: [key for key, _ in rows] == wanted)
    with open_rows(path, keeps_views=True) as program:
        expect(get_keys(program), wanted)
        program.find_method_rows()
        run("xdotool", "mousemove", "80", "135")
        program.choose_item("Reset Row Order")
        wait_rows(program, "the default order of the rows", lambda rows: [key for key, _ in rows] == before)


def test_row_range():
    """A drag over labels filters to the threads of these rows, Ctrl+click adds threads; the chip removes the filter."""
    with open_rows(SAMPLES / "shop-start.trace") as program:
        program.find_method_rows()
        order = [key.split(" ")[1] for key in get_keys(program)]
        drag_label((80, 135), (80, 410))
        wait_for("the filter by several threads", lambda: len(program.state("threads")) > 1)
        some = get_tids(program)
        expect(some, set(order[:len(some)]))  # consecutive rows, starting with the first row
        assert len(some) < len(order) - 1, some

        # With a range, only these threads count.
        start, end = program.state("visible-time")
        program.set_state("selected-time", f"(int64 {start}, int64 {(start + end) // 2})")
        program.go_to("threads")
        options = [option for tid in sorted(some) for option in ("--thread", tid)]
        part = [row for row in dump("thread_use", SAMPLES / "shop-start.trace", "--to",
                                    f"{(end - start) // 2}ns", *options) if int(row["calls"]) > 0]
        program.wait_state("threads-shown", len(part))

        # Ctrl+click removes the first row, and adds it again.
        for wanted in (some - {order[0]}, some):
            run("xdotool", "keydown", "ctrl")
            program.click(80, 135)
            run("xdotool", "keyup", "ctrl")
            wait_for("the threads", lambda: get_tids(program) == wanted)

        # A drag with Ctrl adds rows; Escape cancels a drag.
        drag_label((80, 450), (80, 530), "ctrl")
        wait_for("a filter by more threads", lambda: get_tids(program) > some)
        more = get_tids(program)
        drag_label((80, 135), (80, 200), drops=False)
        wait_for("a filter by different threads", lambda: get_tids(program) != more)
        program.key("Escape")
        run("xdotool", "mouseup", "1")
        wait_for("the restored filter by threads", lambda: get_tids(program) == more)
        program.click(*wait_for("the button that removes the filter", find_cross))
        program.wait_state("threads", [])


def test_row_range_of_process():
    """Ctrl+click on a process filters to all its threads; a row without a thread has no effect."""
    path = SAMPLES / "device.ftrace"
    processes = {int(row["utid"]): row["upid"] for row in dump("thread", path)}
    with open_rows(path) as program:
        program.set_state("row-filter", "'queue depth'")
        wait_rows(program, "one counter", lambda rows: len(rows) <= 2)
        run("xdotool", "keydown", "ctrl")
        program.click(80, 129)
        wait_for("the filter by the threads of the group", lambda: len(program.state("threads")) > 1)
        some = program.state("threads")
        expect(len({processes[utid] for utid in some}), 1)
        program.click(80, 152)
        run("xdotool", "keyup", "ctrl")
        run("xdotool", "mousemove", "5", "5")
        wait_for("the toast", find_toast)
        expect(program.state("threads"), some)


def find_cross():
    """Returns the position of the cross at the end of the chip of threads, which is the last chip, or None."""
    screen = Screen()
    width, x, y = screen.find_widest(CHIP, 180, 800, HEIGHT // 2, HEIGHT - 40)
    return (x + width // 2 - 8, y) if width > 20 else None


def test_counter_modes():
    """The menu of a counter shows it as delta or rate; this is saved with the file."""
    path = SAMPLES / "device.ftrace"
    with open_rows(path) as program:
        program.set_state("row-filter", "'queue depth'")
        key = wait_rows(program, "one counter", lambda rows: len(rows) <= 2)[-1][0]
        assert key.startswith("counter"), key
        wait_for("the label of the counter", lambda: find_label(program))
        program.choose_item("Delta")
        wait_rows(program, "the counter shown as deltas", lambda rows: dict(rows)[key] == DELTA)
        program.choose_item("Rate")
        rows = wait_rows(program, "the counter shown as rates", lambda rows: dict(rows)[key] == RATE)
    with open_rows(path, keeps_views=True) as program:
        expect(program.state("rows"), rows)
        wait_for("the label of the counter", lambda: find_label(program))
        program.choose_item("Value")
        wait_rows(program, "the counter shown as values", lambda rows: dict(rows)[key] == 0)


def find_label(program):
    """Moves the pointer to the row below the first header."""
    run("xdotool", "mousemove", "80", "152")
    return True


def is_near(top, wanted):
    return top[0] == wanted[0] and abs(top[1] - wanted[1]) < 0.02


def wait_still(what, look):
    """Waits until the result of a function does not change for half a second."""
    seen = []

    def is_still():
        seen.append(look())
        return len(seen) > 10 and len(set(seen[-10:])) == 1

    wait_for(what, is_still)


if __name__ == "__main__":
    sys.exit(main(__file__, globals(), sys.argv[1:]))
