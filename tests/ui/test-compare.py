#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the comparison of a run with an earlier run.

Usage: test-compare.py TRACEVIEW TRACEDUMP MAKE-TRACE SAMPLES-FOLDER [TEST…]
"""

import csv
import io
import subprocess
import sys

import harness
from harness import HEIGHT, Program, Screen, WIDTH, dump, expect, main, run, wait_for

HOME = MAKE_TRACE = None  # set by main()

SLOWER, FASTER = "e8934a", "a08bd6"
FLAG = "f9dc5c"


def make_runs():
    paths = []
    for name, seed in (("before", 1), ("after", 7)):
        paths.append(HOME / f"{name}.trace")
        run(MAKE_TRACE, "--app", "shop", f"--seed={seed}", "-o", str(paths[-1]))
    return paths


def get_rows(*arguments):
    """Returns the differences from tracedump, largest first."""
    command = [harness.TRACEDUMP, "diff", *arguments, "-f", "csv", "-s", "incl_wall_change_ns"]
    text = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True)
    return list(csv.DictReader(io.StringIO(text.stdout)))


def compare_runs(before, after):
    """Returns the differences between two groups of runs."""
    return get_rows(*before, "vs", *after)


def open_runs(program, before, after):
    program.wait_ready()
    program.activate("compare-files", f"[<('{before.as_uri()}', '{after.as_uri()}')>]")
    wait_for("the list of differences", lambda: program.offers("differences-shown"))
    program.wait_state("panel-page", "difference")


def find_bars():
    """Returns (colour, y) of the visible bars in the list."""
    def find():
        screen = Screen()
        bars = []
        for color in (SLOWER, FASTER):
            for _, y, _ in screen.find_rows({color}, range(WIDTH // 2, WIDTH - 10), least=4):
                if y > HEIGHT // 2:
                    bars.append((y, color))
        return sorted(bars)

    def look():
        bars = find()
        return bars if bars and bars == find() else None

    return wait_for("bars in the list", look)


def get_first_ns(path, name):
    return min(int(row["ts"]) for row in dump("slice", path) if row["name"] == name)


def test_list():
    """The list contains every method of both runs, the largest change first; bars point in its direction."""
    before, after = make_runs()
    rows = get_rows(before, after)
    with Program(after) as program:
        open_runs(program, before, after)
        program.wait_state("differences-shown", len(rows))
        bars = find_bars()  # the toast after an export covers some of them
        wanted = [SLOWER if int(row["incl_wall_change_ns"]) > 0 else FASTER for row in rows]
        expect([color for _, color in bars], wanted[:len(bars)])
        listed = program.export(HOME / "differences.csv")
        for name in ("name", "state", "incl_wall_before_ns", "incl_wall_after_ns", "calls_after"):
            expect([row[name] for row in listed], [row[name] for row in rows])


def test_clock():
    """The clock of the page determines the visible change and the order."""
    before, after = make_runs()
    rows = get_rows(before, after)
    with Program(after) as program:
        open_runs(program, before, after)
        for clock in ("cpu", "wall"):
            program.set_state("clock", f"'{clock}'")

            def is_sorted():
                sizes = [abs(int(row[f"incl_{clock}_change_ns"])) for row in program.export(HOME / "differences.csv")]
                return len(sizes) == len(rows) and sizes == sorted(sizes, reverse=True)

            wait_for(f"the largest change of {clock} time first", is_sorted)


def test_filter():
    """The box filters rows by name; without a match, a line shows the filter to remove."""
    before, after = make_runs()
    wanted = [row for row in get_rows(before, after) if "decode" in row["name"].lower()]
    with Program(after) as program:
        open_runs(program, before, after)
        program.key("ctrl+f")
        program.type("decode")
        program.wait_state("differences-shown", len(wanted))
        program.type("nothing")
        program.wait_state("differences-shown", 0)


def test_alignment():
    """A double click aligns the first calls of a method; a menu item aligns the starts."""
    before, after = make_runs()
    rows = get_rows(before, after)
    offsets = [get_first_ns(after, row["name"]) - get_first_ns(before, row["name"])
               if row["state"] == "both" else 0 for row in rows[:8]]
    place, offset = next((i, ns) for i, ns in enumerate(offsets) if ns != 0)
    with Program(after) as program:
        open_runs(program, before, after)
        start = program.state("offset")
        assert start != offset, start
        y = find_bars()[place][0]
        program.double_click(120, y, "the aligned calls", lambda: program.state("offset") == offset)
        program.activate("align-start")
        program.wait_state("offset", start)
        program.activate("align-selected")
        program.wait_state("offset", offset)


def test_call_line():
    """Selecting a call in one run selects it in the other, and a line shows the difference."""
    before, after = make_runs()
    rows = get_rows(before, after)
    place, row = next((i, row) for i, row in enumerate(rows) if row["calls_before"] == row["calls_after"] == "1" and
                      abs(get_part(row)) >= 0.4)
    color = SLOWER if get_part(row) > 0 else FASTER

    def find_changes():
        return [y for _, y, _ in Screen().find_rows({color}, range(WIDTH // 8, WIDTH - 10), least=4)
                if y < HEIGHT // 2]

    with Program(after) as program:
        open_runs(program, before, after)
        offset = get_first_ns(after, row["name"]) - get_first_ns(before, row["name"])
        program.double_click(120, find_bars()[place][0], "the aligned calls", lambda: program.state("offset") == offset)
        expect(find_changes(), [])
        program.key("l")
        wait_for("the line that shows the difference", find_changes)
        program.key("Escape")
        wait_for("the line to be hidden", lambda: not find_changes())


def test_part():
    """A filter of the later run also applies to the earlier run, with threads matched by name."""
    before, after = make_runs()
    main_thread = next(row for row in dump("thread", after) if row["name"] == "main")
    rows = get_rows(before, after, "--thread", "main")
    with Program(after) as program:
        open_runs(program, before, after)
        program.set_state("thread", f"uint32 {main_thread['utid']}")
        program.wait_state("differences-shown", len(rows))
        listed = program.export(HOME / "part.csv")
        expect([(row["name"], row["incl_wall_before_ns"]) for row in listed],
               [(row["name"], row["incl_wall_before_ns"]) for row in rows])


def test_profile():
    """The profile shows the earlier value of each method, with the largest change first."""
    before, after = make_runs()
    rows = {row["name"] + row["signature"]: row for row in get_rows(before, after) if row["state"] != "gone"}
    with Program(after) as program:
        open_runs(program, before, after)
        program.go_to("profile")
        bars = find_bars()  # before the toast about the file covers some of them
        listed = program.export(HOME / "profile.csv")
        expect({row["name"] + row["signature"] for row in listed}, set(rows))
        for row in listed:
            wanted = rows[row["name"] + row["signature"]]
            expect([row[name] for name in ("incl_wall_before_ns", "incl_wall_ns", "incl_wall_change_ns",
                                           "excl_wall_before_ns", "incl_cpu_change_ns", "calls_before")],
                   [wanted[name] for name in ("incl_wall_before_ns", "incl_wall_after_ns", "incl_wall_change_ns",
                                              "excl_wall_before_ns", "incl_cpu_change_ns", "calls_before")])
            expect(row["incl_wall_trend"], get_trend(int(wanted["incl_wall_before_ns"]),
                                                     int(wanted["incl_wall_after_ns"])))
        sizes = [abs(int(row["incl_wall_change_ns"])) for row in listed]
        expect(sizes, sorted(sizes, reverse=True))
        wanted = [SLOWER if int(row["incl_wall_change_ns"]) > 0 else FASTER for row in listed]
        expect([color for _, color in bars], wanted[:len(bars)])


def get_part(row):
    """Returns the change of a method relative to its earlier value."""
    return int(row["incl_wall_change_ns"]) / int(row["incl_wall_before_ns"])


def get_trend(before, after):
    if before == 0:
        return "new" if after else "same"
    part = (after - before) / before
    return "same" if abs(part) < 0.03 else "more" if part > 0 else "less"


def get_label(row):
    """Returns a method's name in the tree."""
    return " ".join(part for part in (row["name"], row["signature"]) if part)


def sum_stacks(path, *options):
    """Returns inclusive wall time by stack, from tracedump's call tree."""
    sums, names = {}, {}
    for row in dump("call_tree", path, *options):
        names[row["id"]] = names.get(row["parent_id"], ()) + (get_label(row),)
        sums[names[row["id"]]] = int(row["incl_wall_ns"])
    return sums


def test_tree():
    """The tree shows the earlier value of each stack; filtered threads count in neither run."""
    before, after = make_runs()
    main_thread = next(row for row in dump("thread", after) if row["name"] == "main")
    with Program(after) as program:
        open_runs(program, before, after)
        program.set_state("thread", f"uint32 {main_thread['utid']}")
        program.go_to("call-tree")
        old, new = (sum_stacks(path, "--thread", "main") for path in (before, after))
        wanted = {(stack[-1], old.get(stack, 0), ns) for stack, ns in new.items()}

        def look():
            found = [(row["name"], int(row["incl_wall_before_ns"]), int(row["incl_wall_ns"]))
                     for row in program.export(HOME / "tree.csv")]
            return len(found) > 2 and any(was for _, was, _ in found) and set(found) <= wanted

        wait_for("the inclusive times of each stack in both runs", look)
        program.activate("tree-mode", "[<'callers'>]")
        rows = {(get_label(row), row["incl_wall_before_ns"], row["incl_wall_change_ns"])
                for row in get_rows(before, after, "--thread", "main")}

        def check_callers():
            listed = {(row["name"], row["incl_wall_before_ns"], row["incl_wall_change_ns"])
                      for row in program.export(HOME / "callers.csv")}
            return len(listed) > 20 and listed <= rows

        wait_for("the earlier times of each method in the tree of callers", check_callers)
        sizes = [abs(int(row["incl_wall_change_ns"])) for row in program.export(HOME / "callers.csv")]
        expect(sizes, sorted(sizes, reverse=True))


def test_swap():
    """x exchanges the earlier and later runs; the alignment of the timelines does not change."""
    before, after = make_runs()
    more = make_more(1)
    rows = compare_runs([after], [before, *more[0]])
    with Program(after) as program:
        open_runs(program, before, after)
        add_runs(program, False, more[0])
        wait_for("the earlier run to be loaded", lambda: len(program.state("runs")) == 1)
        row = next(row for row in rows if row["state"] == "both"
                   and get_first_ns(after, row["name"]) != get_first_ns(before, row["name"]))
        offset = get_first_ns(after, row["name"]) - get_first_ns(before, row["name"])
        symbol = next(symbol["id"] for symbol in dump("symbol", after)
                      if (symbol["name"], symbol["signature"]) == (row["name"], row["signature"]))
        program.set_state("selected-symbol", f"uint32 {symbol}")
        program.activate("align-selected")
        program.wait_state("offset", offset)
        program.click(120, find_bars()[0][0])
        program.key("x")
        wait_for("the offset after the exchange of the runs",
                 lambda: program.offers("offset") and program.state("offset") == -offset)
        program.wait_state("differences-shown", len(rows))

        def look():
            listed = program.export(HOME / "swapped.csv")
            return [(row["name"], row["incl_wall_change_ns"]) for row in listed] == \
                [(row["name"], row["incl_wall_change_ns"]) for row in rows]

        wait_for("the changes with reversed signs", look)

        # Filters do not change.
        program.set_state("min-duration", "int64 2000000")

        def list_left():
            """Returns the methods that remain after the filter; nothing before it is applied."""
            n = program.state("differences-shown")
            names = [row["name"] for row in program.export(HOME / "left.csv")] if n < len(rows) else []
            return names if len(names) == n else None

        left = wait_for("the methods that remain after the filter", list_left)
        program.click(120, find_bars()[0][0])
        program.key("x")
        wait_for("the offset after the second exchange of the runs",
                 lambda: program.offers("offset") and program.state("offset") == offset)
        program.wait_state("min-duration", 2000000)
        wait_for("the same filtered methods after the exchange",
                 lambda: sorted(row["name"] for row in program.export(HOME / "left.csv"))
                         == sorted(left))


def test_dim():
    """Differences within the noise are dimmed, and have no direction."""
    before, after = make_runs()
    more = make_more(2)
    with Program(after) as program:
        open_runs(program, before, after)
        for is_after in (False, True):
            add_runs(program, is_after, more[is_after])
        wait_for("4 loaded runs", lambda: len(program.state("runs")) == 4)
        rows = compare_runs([*more[0], before], [*more[1], after])
        chance = [float(row["p_wall"]) > 0.1 for row in rows]

        def look():
            screen, seen = Screen(), []
            for y, _ in find_bars():
                colors = {color for x in range(30, 300) for color in [screen.get(x, y)]}
                seen.append("5e5e66" in colors)
            return len(seen) > 5 and len(set(seen)) == 2 and seen == chance[:len(seen)]

        wait_for("dimmed rows", look)


def make_samples():
    """Creates two profiles of the same kind of samples."""
    paths = [HOME / name for name in ("samples-before.txt", "samples-after.txt")]
    paths[0].write_text("main;load;parse 30\nmain;draw 60\nidle 10\n")
    paths[1].write_text("main;load;parse 90\nmain;draw 60\nmain;load;check 30\nidle 20\n")
    return paths


def test_samples():
    """Samples are compared by weight, with percentages of the total."""
    before, after = make_samples()
    with Program(after) as program:
        open_runs(program, before, after)
        program.wait_state("differences-shown", 6)
        listed = {row["name"]: row for row in program.export(HOME / "samples.csv")}
        expect([listed["parse"][name] for name in ("incl_before", "incl_after", "incl_change", "unit", "state")],
               ["30", "90", "60", "count", "both"])
        expect([float(listed["parse"][name]) for name in ("incl_share_before_pct", "incl_share_after_pct")],
               [30.0, 45.0])
        expect(listed["check"]["state"], "new")
        program.go_to("call-tree")

        def look():
            rows = {row["name"]: row for row in program.export(HOME / "samples-tree.csv")}
            return rows.get("main", {}).get("incl_weight_before") == "90" and rows

        rows = wait_for("the rows of the call tree", look)
        expect([rows["main"][name] for name in ("incl_weight", "incl_weight_change", "weight_trend")],
               ["180", "90", "more"])
        expect(float(rows["main"]["incl_before_pct"]), 90.0)


def test_fractions_and_two_counts():
    """A file with two counts opens as a comparison; fractions are shown as they are in the file."""
    path = HOME / "two.folded"
    path.write_text("main;a 31 56\nmain;b 6 2.5\nmain;a;c 0 3\nold 1 0\n")
    wanted = {"main": (37, 61.5), "a": (31, 59), "b": (6, 2.5), "c": (0, 3), "old": (1, 0)}
    with Program(path) as program:
        program.wait_ready()
        program.wait_state("differences-shown", len(wanted))
        listed = program.export(HOME / "two.csv")
        expect({row["name"]: (float(row["incl_before"]), float(row["incl_after"])) for row in listed}, wanted)
        program.go_to("call-tree")
        rows = wait_for("the rows of the call tree", lambda: program.export(HOME / "two-tree.csv"))
        found = {row["name"]: (float(row["incl_weight_before"]), float(row["incl_weight"])) for row in rows}
        expect(found["main"], wanted["main"])
        # The two sides are in one file, so they cannot be exchanged.
        expect(program.describe("swap-sides")[0], False)


def test_marks():
    """Bookmarks with the same name are aligned on request."""
    before, after = make_runs()
    for path, ns in ((before, 1_200_000_000), (after, 1_500_000_000)):
        start = min(int(row["ts"]) for row in dump("slice", path))
        with Program(path, keeps_views=True) as program:
            program.wait_ready()
            program.set_state("marks", f"@a(xxs) [({start + ns}, {start + ns}, 'shown'), "
                                       f"({start + 5}, {start + 5}, 'only {path.stem}')]")
            program.quit()
    starts = [min(int(row["ts"]) for row in dump("slice", path)) for path in (before, after)]
    with Program(after, keeps_views=True) as program:
        open_runs(program, before, after)
        program.activate("align-mark", "[<'shown'>]")
        program.wait_state("offset", starts[1] - starts[0] + 300_000_000)
        program.activate("align-mark", f"[<'only {after.stem}'>]")
        program.activate("align-start")
        program.wait_state("offset", starts[1] - starts[0])


def keep_mark(path, ns, name):
    """Saves a bookmark in a file, at a given time after its start, and returns its timestamp."""
    start = min(int(row["ts"]) for row in dump("slice", path))
    with Program(path, keeps_views=True) as program:
        program.wait_ready()
        program.set_state("marks", f"@a(xxs) [({start + ns}, {start + ns}, '{name}')]")
        program.quit()
    return start + ns


def find_flags():
    """Returns the middles of the bookmarks' flags in the rulers, from top to bottom."""
    def find():
        found = Screen().find_rows({FLAG}, range(195, WIDTH - 10), least=8)
        return [(x, y) for x, y, _ in found]

    def look():
        flags = find()
        return flags if len(flags) == 2 and flags == find() else None

    return wait_for("a bookmark in each timeline", look)


def test_selected_marks():
    """A bookmark selected in each timeline is aligned with the other, even if their names differ."""
    before, after = make_runs()
    times = keep_mark(before, 1_000_000_000, "first frame"), keep_mark(after, 1_700_000_000, "shown")
    with Program(after, keeps_views=True) as program:
        open_runs(program, before, after)
        start = program.state("offset")
        upper, lower = find_flags()
        program.click(upper[0] + 6, upper[1])
        program.activate("align-selected-marks")
        expect(program.state("offset"), start)
        program.click(lower[0] + 6, lower[1])
        wait_for("the selected bookmark of the lower timeline", lambda: program.state("selected-mark") != 0)
        assert start != times[1] - times[0]
        expect(program.state("offset"), start)
        program.activate("align-selected-marks")
        program.wait_state("offset", times[1] - times[0])
        # The bookmarks are aligned, and the linked timelines move together.
        wait_for("the flags at the same position", lambda: len({x for x, _ in find_flags()}) == 1)


def make_more(n):
    """Creates more runs: (before, after)."""
    sides = ([], [])
    for i in range(n):
        for side, seed in zip(sides, (20 + i, 40 + i)):
            side.append(HOME / f"run-{seed}.trace")
            run(MAKE_TRACE, "--app", "shop", f"--seed={seed}", "-o", str(side[-1]))
    return sides


def add_runs(program, is_after, paths):
    uris = ", ".join(f"'{path.as_uri()}'" for path in paths)
    program.activate("add-run-files", f"[<({str(is_after).lower()}, [{uris}])>]")


def test_runs():
    """With several runs on each side, numbers are medians, and noise is marked; runs can be removed."""
    before, after = make_runs()
    more = make_more(2)
    names = ("name", "incl_wall_before_ns", "incl_wall_after_ns", "calls_before", "p_wall", "runs_before")

    def compare(sides):
        command = [harness.TRACEDUMP, "diff", *sides[0], "vs", *sides[1], "-f", "csv", "-s", "incl_wall_change_ns"]
        text = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True)
        return sorted([row[name] for name in names] for row in csv.DictReader(io.StringIO(text.stdout)))

    with Program(after) as program:
        open_runs(program, before, after)
        for is_after in (False, True):
            add_runs(program, is_after, more[is_after])
        wait_for("all runs to be loaded", lambda: len(program.state("runs")) == 4)

        def find(wanted):
            rows = sorted([row[name] for name in names] for row in program.export(HOME / "runs-difference.csv"))
            return rows == wanted

        wanted = compare(([*more[0], before], [*more[1], after]))
        assert any(row[4] == "0.100000" or float(row[4] or 1) <= 0.1 for row in wanted), "nothing stands out"
        wait_for("the medians of all runs", lambda: find(wanted))
        program.go_to("runs")
        listed = program.export(HOME / "list.csv")
        expect([(row["side"], row["name"], row["is_shown"]) for row in listed],
               [(side, path.name, str(int(path == shown))) for side, shown, others in
                (("before", before, more[0]), ("after", after, more[1])) for path in (shown, *others)])
        program.activate("remove-run", "[<uint32 1>]")
        wait_for("3 runs after one is removed", lambda: len(program.state("runs")) == 3)
        program.activate("remove-run", "[<uint32 0>]")  # the visible run
        program.go_to("difference")
        wanted = compare(([more[0][1], before], [*more[1], after]))
        wait_for("the medians of the remaining runs", lambda: find(wanted))
        broken = HOME / "no-run.trace"
        broken.write_bytes(b"no trace at all")
        add_runs(program, True, [broken])
        wait_for("the error for the unreadable run", lambda: "no-run.trace" in program.state("run-error"))
        expect(len(program.state("runs")), 3)


def test_failure():
    """An earlier run that cannot be loaded shows the reason."""
    _, after = make_runs()
    broken = HOME / "broken.trace"
    broken.write_bytes(b"no trace at all")
    with Program(after) as program:
        program.wait_ready()
        program.activate("compare-files", f"[<('{broken.as_uri()}', '{after.as_uri()}')>]")
        program.wait_state("page", "failed")


if __name__ == "__main__":
    sys.exit(main(__file__, globals(), sys.argv[1:]))
