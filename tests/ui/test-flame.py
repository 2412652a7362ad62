#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the flame graph.

Usage: test-flame.py TRACEVIEW TRACEDUMP MAKE-TRACE SAMPLES-FOLDER [TEST…]
"""

import collections
import struct
import sys
import time
import xml.etree.ElementTree

from harness import (
    HEIGHT, NONE, WIDTH, Program, Screen, click_secondary, dump, expect, list_windows, main, run, shared, wait_for,
    wait_no_menu,
)

SAMPLE = "shop-start.trace"
NEUTRAL = "b4b4ba"  # colour of the root, which is not a method
STEP = 17
CRUMBS = 24  # px; height of the path above the root


def get_totals(trace, key="self_dur"):
    """Returns the inclusive values per stack; keys are the names from the root, joined by '/'."""
    ways, totals = {}, collections.Counter()
    for row in dump("slice", trace):  # callers precede their callees
        name = "/" + ".".join(row["name"].split(".")[-2:])
        ways[row["id"]] = ways.get(row["parent_id"], "Everything") + name
        parts = ways[row["id"]].split("/")
        for depth in range(1, len(parts) + 1):
            totals["/".join(parts[:depth])] += int(row[key]) if key else 1
    return totals


def get_children(totals, way):
    """Returns names and totals of the callees of a stack, largest first."""
    depth = way.count("/") + 1
    children = {other: total for other, total in totals.items()
                if other.startswith(way + "/") and other.count("/") == depth}
    return sorted(children.items(), key=lambda item: -item[1])


def open_flame(program):
    """Shows the graph in the whole window, and returns the upper left corner of the root."""
    program.wait_ready()
    program.set_state("panel-page", "'flame'")
    if not program.state("view-fills"):
        program.set_state("view-fills", "true")
    return wait_for("the root", lambda: find_root() and find_root()[1] < 250 and find_root())


def find_root():
    """Returns the upper left corner of the root if it is not faded, or None."""
    screen = Screen()
    width, x, y = screen.find_widest(NEUTRAL, 0, WIDTH, 100, HEIGHT)
    if width < WIDTH / 2:
        return None
    while screen.get(x, y - 1) == screen.get(x, y):
        y -= 1
    while screen.get(x - 1, y + 2) == screen.get(x, y + 2):
        x -= 1
    return x, y


def click_level(program, x, root_y, level, count=1):
    program.click(x, root_y + level * STEP + 8, count)


def zoom_into(program, x, root_y, level, wanted):
    """Zooms with a double click."""
    program.double_click(x, root_y + level * STEP + 8, f"the zoom to {wanted}",
                         lambda: program.state("flame-zoom") == wanted)


def get_run(screen, x, y):
    """Returns the width of the frame that begins at a position."""
    color, end = screen.get(x + 4, y), x + 4
    while screen.get(end, y) == color:
        end += 1
    return end + 1 - x  # includes the line between the frame and the next frame


def test_widths():
    """The widths of frames match an independent count of the calls, and the widest frame comes first."""
    with shared(SAMPLES / SAMPLE) as program:
        x, y = open_flame(program)
        totals = get_totals(SAMPLES / SAMPLE)
        children = get_children(totals, "Everything")
        whole = totals["Everything"]
        screen = Screen()
        full_width = get_run(screen, x, y + 2) - 1
        for way, total in children[:3]:
            width = get_run(screen, round(x), y + STEP + 2)
            assert abs(width - full_width * total / whole) <= 2, (way, width, full_width * total / whole)
            x += full_width * total / whole


def test_zoom():
    """Double click, Return, Backspace, F and the links of the path zoom in and out."""
    with shared(SAMPLES / SAMPLE) as program:
        x, y = open_flame(program)
        first = get_children(get_totals(SAMPLES / SAMPLE), "Everything")[0][0]
        expect(program.state("flame-zoom"), "Everything")
        zoom_into(program, x + 20, y, 1, first)
        wait_for("the zoomed frame at full width", lambda: get_run(Screen(), x, y + STEP + 2) > WIDTH - 40)
        program.key("BackSpace")
        program.wait_state("flame-zoom", "Everything")
        program.key("Down", "Return")
        wait_for("a deeper zoom", lambda: program.state("flame-zoom").startswith(first + "/"))
        program.key("f")
        program.wait_state("flame-zoom", "Everything")
        x, y = wait_for("the root", find_root)
        zoom_into(program, x + 60, y, 1, first)
        program.click(x + 8, y - CRUMBS // 2 - 4)
        program.wait_state("flame-zoom", "Everything")
        x, y = wait_for("the root", find_root)
        zoom_into(program, x + 100, y, 1, first)
        zoom_into(program, x + 20, y, 0, "Everything")  # the ancestors also zoom out


def test_twice():
    """A double click zooms, even immediately after another double click elsewhere."""
    with shared(SAMPLES / SAMPLE) as program:
        x, y = open_flame(program)
        totals = get_totals(SAMPLES / SAMPLE)
        first = get_children(totals, "Everything")[0][0]
        double = ("click", "--repeat", "2", "--delay", "60", "1")

        def zoom():
            program.key("f")
            program.wait_state("flame-zoom", "Everything")
            wait_for("the root", find_root)
            run("xdotool", "mousemove", str(x + 20), str(y + STEP + 8), *double,
                "mousemove", str(x + 40), str(y + 2 * STEP + 8), *double)
            time.sleep(1)
            return program.state("flame-zoom").startswith(first + "/")

        wait_for("both levels of the zoom", zoom)


def test_select():
    """A click selects the method in all views, and a selection in another view selects the frame."""
    with shared(SAMPLES / SAMPLE) as program:
        x, y = open_flame(program)
        first = get_children(get_totals(SAMPLES / SAMPLE), "Everything")[0][0]
        click_level(program, x + 20, y, 1)
        program.wait_state("flame-selected", first)
        symbol = program.state("selected-symbol")
        assert symbol != NONE
        click_level(program, x + 20, y, 2)
        wait_for("a newly selected method", lambda: program.state("selected-symbol") != symbol)
        program.set_state("selected-symbol", f"uint32 {symbol}")
        program.wait_state("flame-selected", first)
        program.click(WIDTH // 2, HEIGHT - 20)  # an empty area
        program.wait_state("flame-selected", "")
        program.wait_state("selected-symbol", NONE)


def test_slice():
    """Selecting a call on the timeline selects the frame of its stack."""
    with shared(SAMPLES / SAMPLE) as program:
        open_flame(program)
        rows = dump("slice", SAMPLES / SAMPLE)
        deep = max(rows, key=lambda row: int(row["depth"]))
        program.set_state("selected-slice", f"uint32 {int(deep['id'])}")
        wait_for("the frame of the selected call", lambda: program.state("flame-selected").count("/") ==
                 int(deep["depth"]) + 1)


def test_walk():
    """Arrow keys move to callers, callees and siblings."""
    with shared(SAMPLES / SAMPLE) as program:
        x, y = open_flame(program)
        totals = get_totals(SAMPLES / SAMPLE)
        children = [way for way, _ in get_children(totals, "Everything")]
        click_level(program, x + 20, y, 1)
        program.wait_state("flame-selected", children[0])
        program.key("Right")
        program.wait_state("flame-selected", children[1])
        program.key("Down")
        program.wait_state("flame-selected", get_children(totals, children[1])[0][0])
        program.key("Up")
        program.wait_state("flame-selected", children[1])
        program.key("Left")
        program.wait_state("flame-selected", children[0])
        program.key("Up")
        program.wait_state("flame-selected", "Everything")


def test_find():
    """Matches keep their colours, and other frames fade; steps go from left to right."""
    with shared(SAMPLES / SAMPLE) as program:
        x, y = open_flame(program)
        program.key("ctrl+f")
        program.type("Looper.loop")
        wait_for("faded frames", lambda: Screen().get(x, y + 2) != bytes.fromhex(NEUTRAL))
        program.key("Return")
        wait_for("a match", lambda: program.state("flame-selected").endswith("/Looper.loop"))
        program.key("ctrl+a")
        program.type("View.")
        seen, faded = [], Screen().get(x, y + 2)
        for _ in range(3):
            program.key("Return")
            wait_for("the next match", lambda: program.state("flame-selected") not in seen and
                     "View." in program.state("flame-selected"))
            seen.append(program.state("flame-selected"))
        program.key("Escape", "Escape")
        wait_for("the full colour of the frames", lambda: Screen().get(x, y + 2) not in (faded, None))
        program.key("f")
        program.wait_state("flame-zoom", "Everything")
        wait_for("all colours", find_root)


def test_width():
    """The width can be the number of calls or wall time; the zoomed frame does not change."""
    with Program(SAMPLES / SAMPLE) as program:
        x, y = open_flame(program)
        counts = get_totals(SAMPLES / SAMPLE, None)
        program.set_state("flame-width", "'count'")
        whole, most = counts["Everything"], get_children(counts, "Everything")[0][1]
        full_width = get_run(Screen(), x, y + 2) - 1
        wait_for("the most calls", lambda: abs(get_run(Screen(), x, y + STEP + 2) -
                                               full_width * most / whole) <= 3)
        program.set_state("flame-width", "'wall'")


def test_flipped():
    """The graph can be flipped, with the root at the bottom, and back."""
    with Program(SAMPLES / SAMPLE) as program:
        x, above = open_flame(program)
        program.set_state("flame-flipped", "true")
        wait_for("the root below", lambda: find_root() and find_root()[1] > HEIGHT - 60)
        program.set_state("flame-flipped", "false")
        wait_for("the root above", lambda: find_root() and find_root()[1] == above)


def get_ends(trace):
    """Returns the exclusive time by method, largest first."""
    ends = collections.Counter()
    for row in dump("slice", trace):
        ends["/".join(["Everything", ".".join(row["name"].split(".")[-2:])])] += int(row["self_dur"])
    return ends.most_common()


def test_reversed():
    """In the reversed graph, the ends of stacks come first, with exclusive widths, and callers below them."""
    with Program(SAMPLES / SAMPLE) as program:
        x, y = open_flame(program)
        ends = get_ends(SAMPLES / SAMPLE)
        whole = sum(total for _, total in ends)
        program.set_state("flame-reversed", "true")
        full_width = get_run(Screen(), x, y + 2) - 1
        wait_for("the first leaf of the reversed graph", lambda: abs(get_run(Screen(), x, y + STEP + 2) -
                                                                     full_width * ends[0][1] / whole) <= 3)
        click_level(program, x + 20, y, 1)
        program.wait_state("flame-selected", ends[0][0])
        program.key("Down")
        wait_for("a caller", lambda: program.state("flame-selected").startswith(ends[0][0] + "/"))
        program.set_state("flame-reversed", "false")


def test_range():
    """A search finds frames in the selected range, even if the zoomed frame is outside it."""
    with shared(SAMPLES / SAMPLE) as program:
        x, y = open_flame(program)
        zoom_into(program, x + 20, y, 1,
                  get_children(get_totals(SAMPLES / SAMPLE), "Everything")[0][0])
        program.set_state("selected-time", "(int64 1000000000, int64 1200000000)")
        program.key("ctrl+f")
        program.type("ActivityThread.main")
        program.key("Return")
        wait_for("the frame of ActivityThread.main", lambda: program.state("flame-selected").endswith(
            "ActivityThread.main"))


def test_menu():
    """The menu selects its frame."""
    with shared(SAMPLES / SAMPLE) as program:
        x, y = open_flame(program)
        run("xdotool", "mousemove", str(x + 20), str(y + STEP + 8))
        program.open_menu(click_secondary)
        grey = {label: why for label, can, why in program.list_menu() if not can}
        expect((grey["Zoom Out"], grey["Show All"]), ("Everything is shown",) * 2)
        assert all(grey.values()), grey
        program.key("Down", "Escape")
        wait_no_menu()
        selected = program.state("flame-selected")
        assert selected.count("/") == 1, selected


def test_export():
    """Exports images in each format; they show the zoomed frame."""
    with shared(SAMPLES / SAMPLE) as program:
        x, y = open_flame(program)

        def export(name):
            path = HOME / name
            path.unlink(missing_ok=True)
            program.activate("export-flame-to", f"[<'{path}'>]")
            wait_for(f"the file {name}", path.exists)
            return path.read_bytes()

        png = export("flame.png")
        assert png.startswith(b"\x89PNG") and struct.unpack(">II", png[16:24])[0] > 800
        xml.etree.ElementTree.fromstring(export("flame.svg"))
        assert export("flame.pdf").startswith(b"%PDF-")
        zoom_into(program, x + 20, y, 1,
                  get_children(get_totals(SAMPLES / SAMPLE), "Everything")[0][0])
        assert export("zoomed.png") != png


def test_steps():
    """The keys ] and [ move through matches when the graph has the focus, starting with the leftmost match."""
    with shared(SAMPLES / SAMPLE) as program:
        x, y = open_flame(program)
        program.key("ctrl+f")
        program.type("View.")
        program.key("Return")
        first = wait_for("a match", lambda: "View." in program.state("flame-selected") and
                         program.state("flame-selected"))
        click_level(program, x + 20, y, 0)  # moves the focus; the matches do not change
        program.wait_state("flame-selected", "Everything")
        program.key("bracketright")
        wait_for("a match other than the root", lambda: "View." in program.state("flame-selected"))
        second = program.state("flame-selected")
        program.key("bracketright")
        wait_for("the next match", lambda: program.state("flame-selected") not in ("Everything", second))
        program.key("bracketleft")
        program.wait_state("flame-selected", second)
        program.key("ctrl+f", "Escape", "Escape")
        assert first


def list_titles():
    return [run("xdotool", "getwindowname", window).strip() for window in list_windows()]


def test_image_choice():
    """Ctrl+Shift+E exports the flame graph if it is visible, otherwise the timeline."""
    with Program(SAMPLES / SAMPLE) as program:
        open_flame(program)
        for view, title in (("flame", "Export Flame Graph"), ("profile", "Export Timeline")):
            program.go_to(view)
            run("xdotool", "windowfocus", "--sync", program.window)
            program.key("ctrl+shift+e")
            wait_for(title, lambda: title in list_titles())
            other = next(window for window in list_windows() if window != program.window)
            run("xdotool", "windowfocus", "--sync", other)
            program.key("Escape")
            wait_for("one window", lambda: len(list_windows()) == 1)


def test_cancelled_export():
    """Ctrl+Alt+E exports the stacks of a large trace; if its tab is closed meanwhile, no file remains."""
    trace = HOME / "large.trace"
    run(MAKE_TRACE, "--records", "2000000", "--callees", "4", "-o", str(trace))
    folder = HOME / "exported"
    folder.mkdir()
    with Program(trace) as program:
        program.wait_ready()
        wait_for("the export action to be enabled", lambda: program.describe("export-stacks-to")[0])
        run("xdotool", "windowfocus", "--sync", program.window)
        program.key("ctrl+alt+e")
        wait_for("the export dialog", lambda: "Export Stacks" in list_titles())
        other = next(window for window in list_windows() if window != program.window)
        run("xdotool", "windowfocus", "--sync", other)
        program.key("Escape")
        wait_for("one window", lambda: len(list_windows()) == 1)
        program.activate("export-stacks-to", f"[<'{folder / 'large.json'}'>]")
        wait_for("the exported file to be created", lambda: any(folder.iterdir()))
        assert not (folder / "large.json").exists(), "too quick to be cancelled"
        program.activate("close-tab")
        wait_for("the partial file to be removed", lambda: not any(folder.iterdir()))


if __name__ == "__main__":
    sys.exit(main(__file__, globals(), sys.argv[1:]))
