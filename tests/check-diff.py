#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares `tracedump diff` with the profiles of the individual runs, and tests its gates.

Usage: check-diff.py TRACEDUMP MAKE_TRACE SAMPLES_DIR TAP on standard output
"""

import csv
import io
import itertools
import random
import statistics

from html_page import Page
from tap_checks import REAL
from tracedump_checks import SAMPLES, Skip, expect, expect_equal, main, make_trace, run

NUMBERS = ("incl_wall", "excl_wall", "incl_cpu", "excl_cpu")


def read_csv(*arguments):
    answer = run(*arguments)
    expect_equal(answer.code, 0, answer.err)
    rows = list(csv.DictReader(io.StringIO(answer.out, newline="")))
    for row in rows:
        for key, value in row.items():
            row[key] = value[1:] if value[:1] == "'" else value
    return rows


def profile(path):
    """Returns {(class, method, signature): values of one run}, from the profile."""
    methods = {}
    for row in read_csv("table", "--native", "method_profile", path):
        key = tuple(row[part] for part in ("class", "method", "signature"))
        numbers = {name: int(row[f"{name}_ns"] or 0) for name in NUMBERS}
        numbers["calls"] = int(row["calls"]) + int(row["recursive_calls"])
        expect(key not in methods, "duplicate method", key)
        methods[key] = numbers
    return methods


def median(values):
    """Returns the median of integers; half a ns is rounded away from 0, as in C."""
    middle = statistics.median(values)
    return int(middle + 0.5)


def rank_p(a, b):
    """Returns the share of all permutations whose rank sum is at least as far from the mean."""
    values = a + b
    ranks = [sum(v < value for v in values) + (sum(v == value for v in values) + 1) / 2
             for value in values]
    middle = len(a) * (len(values) + 1) / 2
    distance = abs(sum(ranks[:len(a)]) - middle)
    deals = [abs(sum(deal) - middle) for deal in itertools.combinations(ranks, len(a))]
    return sum(deal > distance - 1e-9 for deal in deals) / len(deals)


def compare_numbers(before, after, rows):
    """Compares every row with medians of the profiles; every method of the profiles must have a row."""
    sides = [[profile(path) for path in before], [profile(path) for path in after]]
    keys = {key for side in sides for run_of in side for key in run_of}
    found = {tuple(row[part] for part in ("class", "method", "signature")): row for row in rows}
    expect_equal(set(found), keys, "the methods")
    for key, row in found.items():
        for name in (*NUMBERS, "calls"):
            values = [[run_of.get(key, {}).get(name, 0) for run_of in side] for side in sides]
            unit = "" if name == "calls" else "_ns"
            old, new = (median(side) for side in values)
            if row[f"{name}_before{unit}"] == "":
                expect_equal((old, new), (0, 0), name, key)
                continue
            expect_equal(int(row[f"{name}_before{unit}"]), old, name, key)
            expect_equal(int(row[f"{name}_after{unit}"]), new, name, key)
            expect_equal(int(row[f"{name}_change{unit}"]), new - old, name, key)
            if old == 0:
                expect_equal(row[f"{name}_pct"], "", name, key)
            else:
                expect(abs(float(row[f"{name}_pct"]) - (new - old) * 100 / old) < 1e-3, name, key, row)
            if name in ("incl_wall", "incl_cpu"):
                p = row[f"p_{name[5:]}"]
                if min(len(before), len(after)) < 2:
                    expect_equal(p, "", name, key)
                elif p != "":
                    expect(abs(float(p) - rank_p(*values)) < 1e-9, name, key, p)
        runs = [sum(key in run_of for run_of in side) for side in sides]
        expect_equal([int(row["runs_before"]), int(row["runs_after"])], runs, key)
        expect_equal(row["state"], "new" if runs[0] == 0 else "gone" if runs[1] == 0 else "both", key)


def add_by_force(path, key_of):
    """Returns {key: [wall time of outermost calls, exclusive wall time, number of calls]}, computed call by call."""
    symbols = {row["id"]: row for row in read_csv("table", "--native", "symbol", path)}
    threads = {row["utid"]: row for row in read_csv("table", "--native", "thread", path)}
    tracks = {row["id"]: threads[row["utid"]] for row in read_csv("table", "--native", "thread_track", path)}
    sums, above = {}, {}
    for row in read_csv("table", "--native", "slice", path):
        key = key_of(symbols[row["symbol_id"]], tracks[row["track_id"]])
        around = above.get(row["parent_id"], frozenset())
        numbers = sums.setdefault(key, [0, 0, 0])
        numbers[0] += 0 if key in around else int(row["dur"])
        numbers[1] += int(row["self_dur"])
        numbers[2] += 1
        above[row["id"]] = around | {key}
    return sums


def make_runs(folder, name, seeds, *more):
    return [make_trace(folder, f"{name}{seed}.trace", f"--seed={seed}", "--records=3000", "--methods=40",
                       "--recursion=100", *more) for seed in seeds]


# ---- Checks ----


def check_one_run_each(folder):
    before, after = make_runs(folder, "one", (1, 2))
    compare_numbers([before], [after], read_csv("diff", before, after, "-f", "csv"))


def check_several_runs(folder):
    before, after = make_runs(folder, "before", (1, 2, 3, 4)), make_runs(folder, "after", (5, 6, 7))
    rows = read_csv("diff", *before, "vs", *after, "-f", "csv")
    compare_numbers(before, after, rows)
    sizes = [abs(int(row["incl_wall_change_ns"])) for row in rows]
    expect_equal(sizes, sorted(sizes, reverse=True), "the order")


def check_one_clock(folder):
    before, after = make_runs(folder, "wall", (1, 2), "--clock=wall", "--version=2")
    rows = read_csv("diff", before, after, "-f", "csv")
    compare_numbers([before], [after], rows)
    expect(all(row["incl_cpu_after_ns"] == "" for row in rows), "CPU times although the traces have no CPU clock")


def check_samples(_folder):
    before, after = SAMPLES / "reader.trace", SAMPLES / "shop-start.trace"
    compare_numbers([before], [after], read_csv("diff", before, after, "-f", "csv"))
    rows = read_csv("diff", before, before, "-f", "csv", "--min-change", "1ns")
    expect_equal(rows, [], "differences between a trace and itself")


def check_groups(folder):
    before, after = make_runs(folder, "group", (8, 9))
    keys = {
        "class": lambda symbol, thread: symbol["class"],
        "package": lambda symbol, thread: symbol["class"].rpartition(".")[0] or "(no package)",
        "thread": lambda symbol, thread: thread["name"],
        "library": lambda symbol, thread: "(no library)",
        "process": lambda symbol, thread: processes[thread["upid"]],
    }
    processes = {row["upid"]: row["name"] or f"[{row['pid']}]" for row in read_csv("table", "--native", "process", before)}
    for by, key_of in keys.items():
        rows = {row["name"]: row for row in read_csv("diff", "--group-by", by, before, after, "-f", "csv")}
        is_whole = by in ("thread", "process")
        for side, path in (("before", before), ("after", after)):
            sums = add_by_force(path, key_of)
            expect_equal({name for name, row in rows.items() if int(row[f"runs_{side}"])}, set(sums), by)
            for name, (inclusive, own, calls) in sums.items():
                row = rows[name]
                if is_whole:
                    inclusive = own  # sum of all outermost calls
                expect_equal(int(row[f"incl_wall_{side}_ns"]), inclusive, by, name, side)
                expect_equal(int(row[f"calls_{side}"]), calls, by, name, side)
                expect_equal(row[f"excl_wall_{side}_ns"], "" if is_whole else str(own), by, name)
            if by != "thread":
                compare_groups(path, by, sums, is_whole)


def compare_groups(path, by, sums, is_whole):
    """The profile by group has the same values, in percent of the total."""
    groups = {row["name"]: row for row in read_csv("table", "--native", f"profile_by_{by}", path)}
    expect_equal(set(groups), set(sums), by)
    total = sum(own for _inclusive, own, _calls in sums.values())
    for name, (inclusive, own, calls) in sums.items():
        row = groups[name]
        inclusive = own if is_whole else inclusive
        expect_equal((row["incl_wall_ns"], row["calls"]), (str(inclusive), str(calls)), by, name)
        expect_equal(f"{float(row['incl_wall_pct']):.3f}", f"{100 * inclusive / total:.3f}", by, name)
        expect_equal(row["excl_wall_ns"], "" if is_whole else str(own), by, name)
    answer = run("profile", path, "--group-by", by, "--clock", "wall")
    lines = [line.split() for line in answer.out.split("\n\n", 1)[1].splitlines()[1:]]
    expect_equal([line[1] for line in lines],
                 [f"{time / 1e6:.3f}" for time in sorted((int(row["incl_wall_ns"]) for row in groups.values()),
                                                         reverse=True)], by)


def check_libraries(folder):
    """Samples count once for each library on their stacks, whether their functions have names or not."""
    path = folder / "libraries.txt"
    stacks = (("f (/a.so)", "g (/b.so)", "f (/a.so)"), ("[unknown] (/b.so)", "f (/a.so)"), ("h ([unknown])",),
              ("both (/a.so)", "g (/b.so)"), ("both (/b.so)",))
    path.write_text("".join(f"a 1/1 1.{i}: 5 cycles: \n" + "".join(f" {n + 1} {frame}\n" for n, frame in
                                                                 enumerate(stack)) + "\n"
                            for i, stack in enumerate(stacks)))
    rows = {row["name"]: (row["incl_weight"], row["excl_weight"], row["calls"])
            for row in read_csv("table", "--native", "profile_by_library", path)}
    expect_equal(rows, {"/a.so": ("10", "5", "2"), "/b.so": ("15", "5", "3"), "(no library)": ("5", "5", "1"),
                        "(several libraries)": ("10", "10", "2")}, "libraries")
    differences = {row["name"]: row["incl_after"]
                   for row in read_csv("diff", "-g", "library", path, path, "-f", "csv")}
    expect_equal(differences, {name: row[0] for name, row in rows.items()}, "as a difference")


def check_parts(folder):
    """Compares a range of each run, by one clock."""
    before, after = make_runs(folder, "part", (1, 2))
    rows = read_csv("diff", before, after, "-f", "csv", "--from=1ms", "--to=3ms", "--after-to=2ms", "-c",
                    "wall")
    for side, path, end in (("before", before, "3ms"), ("after", after, "2ms")):
        sums = {row["name"]: row["incl_wall_ns"]
                for row in read_csv("table", "--native", "method_profile", path, "--from=1ms", f"--to={end}")}
        for row in rows:
            expect_equal(row[f"incl_wall_{side}_ns"], sums.get(row["name"], "0"), side, row["name"])


def check_choice_of_rows(folder):
    before, after = make_runs(folder, "rows", (1, 2))
    everything = read_csv("diff", before, after, "-f", "csv", "--sort", "calls_change")
    sizes = [abs(int(row["calls_change"])) for row in everything]
    expect_equal(sizes, sorted(sizes, reverse=True), "by calls")
    expect_equal(read_csv("diff", before, after, "-f", "csv", "--sort", "calls_change", "-n", "3"),
                 everything[:3], "--top")
    names = [row["name"] for row in read_csv("diff", before, after, "-f", "csv", "--sort", "name")]
    expect_equal(names, sorted(names), "by name")
    some = read_csv("diff", before, after, "-f", "csv", "--min-change", "20%")
    wanted = [row["name"] for row in everything
              if row["incl_wall_pct"] == "" and row["incl_wall_change_ns"] != "0"
              or row["incl_wall_pct"] != "" and abs(float(row["incl_wall_pct"])) >= 20]
    expect_equal(sorted(row["name"] for row in some), sorted(wanted), "--min-change")
    joined = read_csv("diff", before, after, "-f", "csv", "--ignore-signature")
    expect(all(row["signature"] == "" for row in joined), "--ignore-signature")


def check_gates(folder):
    before, after = make_runs(folder, "gate", (1, 2))
    rows = read_csv("diff", before, after, "-f", "csv")
    slower = [row for row in rows if row["incl_wall_pct"] and float(row["incl_wall_pct"]) > 10]
    expect(slower, "no method became slower by more than 10 %")
    gate = run("diff", before, after, "--fail-if", "incl_wall_pct > 10")
    expect_equal(gate.code, 3, gate.err)
    expect(f"{len(slower)} row" in gate.err.splitlines()[-1], gate.err)
    expect(gate.out.startswith("runs:"), "no report on standard output", gate.out[:80])
    name = slower[0]["name"]
    for condition, code in (
            (f"{name}: incl_wall_pct > 10", 3), (f"{name}: incl_wall_pct > 1e9", 0),
            (f"{name}: incl_wall_change_ns <= 0ms", 0), (f"{name}: incl_wall_after_ns > 1ns", 3),
            ("*: state == none", 0), ("*: state != none", 3), ("calls_before >= 0", 3),
            ("runs_after == 7", 0)):
        answer = run("diff", before, after, "--fail-if", condition)
        expect_equal(answer.code, code, condition, answer.err)
    nobody = run("diff", before, after, "--fail-if", "no.such.*: calls_pct > 1")
    expect_equal(nobody.code, 0, nobody.err)
    expect("no row has a matching name" in nobody.err, nobody.err)


def check_wrong_usage(folder):
    before, after = make_runs(folder, "usage", (1, 2))
    for arguments in ((before,), (before, "vs"), ("vs", after), (before, after, after),
                      (before, after, "--by", "line"), (before, after, "--sort", "nothing"),
                      (before, after, "--min-change", "much"), (before, after, "-f", "xml"),
                      (before, after, "--fail-if", "x"), (before, after, "--fail-if", "x > 1"),
                      (before, after, "--fail-if", "calls_pct > many"), (before, after, "--from", "x"),
                      (before, after, "--fail-if", "state > new"), (before, after, "--top=-1"),
                      (before, after, "--after-from", "nonsense")):
        answer = run("diff", *arguments)
        expect_equal((answer.code, answer.out), (2, ""), arguments, answer.err)
    missing = run("diff", before, folder / "missing.trace")
    expect_equal((missing.code, missing.out), (1, ""), missing.err)


def check_text(folder):
    """Tests the summary: one run proves nothing, but the same difference in four runs does."""
    before, after = make_runs(folder, "text", (1, 2))
    expect("one run each" in run("diff", before, after).out, "one run each")
    clear = run("diff", *[before] * 5, "vs", *[after] * 5).out
    expect("clearly (p 0.008)" in clear and "5 before, 5 after" in clear, clear[:400])
    expect("perhaps (p 0.100)" in run("diff", *[before] * 3, "vs", *[after] * 3).out, "three runs")


# ---- Samples and slices ----


def write_stacks(path, seed, stacks):
    """Writes folded stacks with weights, and also returns them as a list."""
    rand = random.Random(seed)
    lines = [(stack, rand.randrange(1, 50)) for stack in stacks if rand.random() < 0.8] or [(stacks[0], 1)]
    path.write_text("".join(f"{';'.join(stack)} {weight}\n" for stack, weight in lines))
    return path, lines


def add_stacks(lines):
    """Returns {name: [inclusive weight, exclusive weight, number of samples]}, and the total weight."""
    sums = {}
    for stack, weight in lines:
        for name in set(stack):
            numbers = sums.setdefault(name, [0, 0, 0])
            numbers[0] += weight
            numbers[2] += 1
        sums[stack[-1]][1] += weight
    return sums, sum(weight for _, weight in lines)


def check_stack_samples(folder):
    """Compares weights, shares of each run's total, and numbers of samples with sums over the stacks."""
    names = ["main", "load", "parse", "draw", "text", "a<b>", "x"]
    rand = random.Random(5)
    stacks = [tuple(rand.choice(names) for _ in range(rand.randrange(1, 6))) for _ in range(25)]
    sides = [[write_stacks(folder / f"{side}{i}.txt", 10 * side + i, stacks) for i in range(3)] for side in range(2)]
    rows = read_csv("diff", *[path for path, _ in sides[0]], "vs", *[path for path, _ in sides[1]], "-f", "csv")
    sums = [[add_stacks(lines) for _, lines in side] for side in sides]
    expect_equal({row["name"] for row in rows}, {name for side in sums for found, _ in side for name in found})
    for row in rows:
        for index, name in enumerate(("incl", "excl", "samples")):
            values = [[found.get(row["name"], [0, 0, 0])[index] for found, _ in side] for side in sums]
            old, new = (median(side) for side in values)
            expect_equal([int(row[f"{name}_{part}"]) for part in ("before", "after", "change")],
                         [old, new, new - old], row["name"], name)
            if name == "samples":
                continue
            shares = [statistics.median(100 * value / total for value, (_, total) in zip(side, all_of))
                      for side, all_of in zip(values, sums)]
            for part, share in zip(("before", "after", "change"), (*shares, shares[1] - shares[0])):
                expect(abs(float(row[f"{name}_share_{part}_pct"]) - share) < 1e-3, row["name"], name, part, row)
        expect_equal((row["kind"], row["unit"]), ("weight", "count"), row["name"])
        incl = [[found.get(row["name"], [0])[0] for found, _ in side] for side in sums]
        expect(abs(float(row["p"]) - rank_p(*incl)) < 1e-9, row["name"], row["p"])


def check_kinds_of_samples(_folder):
    """Compares each kind of samples separately; a kind that one run lacks is reported and counts as 0."""
    path = REAL / "profiles" / "simpleperf-two-events.data"
    if not path.exists():
        raise Skip(f"{path} not found; set TV_SAMPLES to the folder of the samples")
    samples = read_csv("table", "--native", "perf_sample", path)
    kinds = sorted({row["event"] for row in samples})
    expect_equal(len(kinds), 2, kinds)
    for kind in kinds:
        text = run("diff", "--samples", kind, path, path).out
        total = sum(int(row["weight"]) for row in samples if row["event"] == kind)
        rows = read_csv("diff", "--samples", kind, path, path, "-f", "csv")
        expect(f"samples:  {kind}\n" in text, text[:200])
        expect_equal(sum(int(row["excl_before"]) for row in rows), total, kind)
        expect_equal({row["incl_change"] for row in rows}, {"0"}, kind)
    missing = run("diff", "--samples", "cpu-cycles", path, REAL / "profiles" / "pprof-go.pb.gz")
    expect("contains no samples of cpu-cycles" in missing.err, missing.err)
    expect_equal(run("diff", "--samples", "nothing", path, path).code, 2)
    expect_equal(run("diff", path, path, "--sort", "incl_wall_change_ns").code, 2)
    expect_equal(run("diff", path, path, "--fail-if", "incl_share_change_pct > 0.1").code, 0)


def check_fractions(folder):
    """Weights with fractions are compared exactly, even if the weights have different numbers of decimals."""
    before, after = folder / "fraction.folded", folder / "finer.folded"
    before.write_text("a;b 3\na;c 4.5\nd 1\n")
    after.write_text("a;b 3.25\na;c 4\ne 0.125\n")
    rows = {row["name"]: row for row in read_csv("diff", before, after, "-f", "csv")}
    wanted = {"a": (7.5, 7.25), "b": (3, 3.25), "c": (4.5, 4), "d": (1, 0), "e": (0, 0.125)}
    expect_equal({name: (float(row["incl_before"]), float(row["incl_after"])) for name, row in rows.items()}, wanted)
    for name, (old, new) in wanted.items():
        expect_equal(float(rows[name]["incl_change"]), new - old, name)
    text = run("diff", before, after).out
    expect("total:    8.500 before, 7.375 after" in text and "-0.250" in text, text)
    expect_equal(len(read_csv("diff", before, after, "-f", "csv", "--min-change", "0.5")), 2)
    expect_equal(run("diff", before, after, "--fail-if", "incl_after > 7.2").code, 3)
    expect_equal(run("diff", before, after, "--fail-if", "incl_after > 7.3").code, 0)
    html = Page(run("diff", before, after, "-f", "html").out)
    expect(any(row[:3] == ["7.500", "7.250", "▼ -0.250"] for row in html.rows), html.rows)


def check_two_counts(folder):
    """A file of difffolded.pl contains both runs."""
    path = folder / "two.folded"
    path.write_text("main;a 31 56\nmain;b 6 2.5\nmain;a;c 0 3\nold 1 0\n")
    rows = {row["name"]: row for row in read_csv("diff", path, "-f", "csv")}
    wanted = {"main": (37, 61.5, 2, 3, "both"), "a": (31, 59, 1, 2, "both"), "b": (6, 2.5, 1, 1, "both"),
              "c": (0, 3, 0, 1, "new"), "old": (1, 0, 1, 0, "gone")}
    expect_equal({name: (float(row["incl_before"]), float(row["incl_after"]), int(row["samples_before"]),
                         int(row["samples_after"]), row["state"]) for name, row in rows.items()}, wanted)
    expect("total:    38.0 before, 61.5 after" in run("diff", path).out, run("diff", path).out)
    expect_equal(run("diff", path, "--samples", "before").code, 2)


def check_marks_of_logs(folder):
    """Slices of a log's threads are compared by name, like calls."""
    after, before = SAMPLES / "device.ftrace", folder / "half.ftrace"
    lines = after.read_text(encoding="utf-8", errors="surrogateescape").splitlines(keepends=True)
    before.write_text("".join(lines[:len(lines) // 2]), encoding="utf-8", errors="surrogateescape")
    rows = {row["name"]: row for row in read_csv("diff", before, after, "-f", "csv")}
    for side, path in (("before", before), ("after", after)):
        symbols = {row["id"]: row["name"] for row in read_csv("table", "--native", "symbol", path)}
        # Kernel activity on behalf of a thread is on separate tracks, not on the stacks.
        tracks = {row["id"] for row in read_csv("table", "--native", "thread_track", path) if row["kind"] == "thread"}
        sums, above = {}, {}
        for row in read_csv("table", "--native", "slice", path):
            if row["track_id"] not in tracks:
                continue
            name, around = symbols[row["symbol_id"]], above.get(row["parent_id"], frozenset())
            numbers = sums.setdefault(name, [0, 0])
            numbers[0] += 0 if name in around else int(row["dur"])
            numbers[1] += 1
            above[row["id"]] = around | {name}
        expect(len(sums) > 20, "too few slice names", path)
        for name, (inclusive, calls) in sums.items():
            expect_equal([int(rows[name][f"calls_{side}"]), int(rows[name][f"incl_wall_{side}_ns"])],
                         [calls, inclusive], name, side)


# ---- HTML ----


def check_html(folder):
    """The page is complete, loads nothing else and matches the table; names are escaped."""
    before, after = make_runs(folder, "html", (1, 2))
    rows = read_csv("diff", before, after, "-f", "csv")
    page = Page(run("diff", before, after, "-f", "html").out)
    expect(page.is_self_contained(), "the page loads other resources")
    expect(len(set(page.ids)) == len(page.ids) and all(link[1:] in page.ids for link in page.links), page.links)
    named = {row["name"] + (" " + row["signature"] if row["signature"] else ""): row for row in rows}
    found = [row for row in page.rows if row[-1] in named]
    expect_equal(len(found), len(rows), "the rows")
    for cells in found:
        row = named[cells[-1]]
        if row["state"] != "both":
            continue
        numbers = [float(cell.replace("\u202f", "").strip("▲▼ ")) for cell in cells[:3]]
        # The clock is wall time if the files contain it.
        wanted = [round(int(row[f"incl_wall_{part}_ns"]) / 1e6, 3) for part in ("before", "after", "change")]
        expect_equal(numbers, wanted, cells)
    (folder / "bad.txt").write_text("main;<script>alert(1)</script>;\"x' & 5\nmain;\x1b[31m 7\n")
    text = run("diff", folder / "bad.txt", folder / "bad.txt", "-f", "html").out
    expect("<script>alert" not in text and "\x1b" not in text, "a name is not escaped")
    expect(any("<script>alert(1)</script>" in cell for row in Page(text).rows for cell in row),
           "a name is missing from the page")


if __name__ == "__main__":
    raise SystemExit(main(globals()))
