#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compare `tracedump diff` with the profiles of the single runs, and its gates with what they promise.

Usage: check-diff.py TRACEDUMP MAKE_TRACE SAMPLES_DIR                           TAP on standard output
"""

import csv
import io
import itertools
import statistics

from tracedump_checks import SAMPLES, expect, expect_equal, main, make_trace, run

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
    """(class, method, signature): numbers of one run, as the profile has them."""
    methods = {}
    for row in read_csv("table", "method_profile", path):
        key = tuple(row[part] for part in ("class", "method", "signature"))
        numbers = {name: int(row[f"{name}_ns"] or 0) for name in NUMBERS}
        numbers["calls"] = int(row["calls"]) + int(row["recursive_calls"])
        expect(key not in methods, "two methods are called", key)
        methods[key] = numbers
    return methods


def median(values):
    """Of integers, half a ns up and away from 0, as C rounds."""
    middle = statistics.median(values)
    return int(middle + 0.5)


def rank_p(a, b):
    """The share of all deals whose sum of ranks is as far from the middle, or farther."""
    values = a + b
    ranks = [sum(v < value for v in values) + (sum(v == value for v in values) + 1) / 2
             for value in values]
    middle = len(a) * (len(values) + 1) / 2
    distance = abs(sum(ranks[:len(a)]) - middle)
    deals = [abs(sum(deal) - middle) for deal in itertools.combinations(ranks, len(a))]
    return sum(deal > distance - 1e-9 for deal in deals) / len(deals)


def compare_numbers(before, after, rows):
    """Every row against medians of the profiles, and every method of these in a row."""
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
    """key: [wall of calls in no other of it, own wall, calls], call by call."""
    symbols = {row["id"]: row for row in read_csv("table", "symbol", path)}
    threads = {row["utid"]: row for row in read_csv("table", "thread", path)}
    tracks = {row["id"]: threads[row["utid"]] for row in read_csv("table", "thread_track", path)}
    sums, above = {}, {}
    for row in read_csv("table", "slice", path):
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
    sizes = [abs(int(row["incl_cpu_change_ns"])) for row in rows]
    expect_equal(sizes, sorted(sizes, reverse=True), "the order")


def check_one_clock(folder):
    before, after = make_runs(folder, "wall", (1, 2), "--clock=wall", "--version=2")
    rows = read_csv("diff", before, after, "-f", "csv")
    compare_numbers([before], [after], rows)
    expect(all(row["incl_cpu_after_ns"] == "" for row in rows), "CPU times of traces without")


def check_samples(_folder):
    before, after = SAMPLES / "reader.trace", SAMPLES / "shop-start.trace"
    compare_numbers([before], [after], read_csv("diff", before, after, "-f", "csv"))
    rows = read_csv("diff", before, before, "-f", "csv", "--min-change", "1ns")
    expect_equal(rows, [], "a trace differs from itself")


def check_groups(folder):
    before, after = make_runs(folder, "group", (8, 9))
    keys = {
        "class": lambda symbol, thread: symbol["class"],
        "package": lambda symbol, thread: symbol["class"].rpartition(".")[0],
        "thread": lambda symbol, thread: thread["name"],
    }
    for by, key_of in keys.items():
        rows = {row["name"]: row for row in read_csv("diff", "--by", by, before, after, "-f", "csv")}
        for side, path in (("before", before), ("after", after)):
            sums = add_by_force(path, key_of)
            expect_equal({name for name, row in rows.items() if int(row[f"runs_{side}"])}, set(sums), by)
            for name, (inclusive, own, calls) in sums.items():
                row = rows[name]
                if by == "thread":
                    inclusive = own  # of all outermost calls
                expect_equal(int(row[f"incl_wall_{side}_ns"]), inclusive, by, name, side)
                expect_equal(int(row[f"calls_{side}"]), calls, by, name, side)
                expect_equal(row[f"excl_wall_{side}_ns"], "" if by == "thread" else str(own), by, name)


def check_parts(folder):
    """A range of each, and a clock."""
    before, after = make_runs(folder, "part", (1, 2))
    rows = read_csv("diff", before, after, "-f", "csv", "--from=1ms", "--to=3ms", "--after-to=2ms", "-c",
                    "wall")
    for side, path, end in (("before", before, "3ms"), ("after", after, "2ms")):
        sums = {row["name"]: row["incl_wall_ns"]
                for row in read_csv("table", "method_profile", path, "--from=1ms", f"--to={end}")}
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
              if row["incl_cpu_pct"] == "" and row["incl_cpu_change_ns"] != "0"
              or row["incl_cpu_pct"] != "" and abs(float(row["incl_cpu_pct"])) >= 20]
    expect_equal(sorted(row["name"] for row in some), sorted(wanted), "--min-change")
    joined = read_csv("diff", before, after, "-f", "csv", "--ignore-signature")
    expect(all(row["signature"] == "" for row in joined), "--ignore-signature")


def check_gates(folder):
    before, after = make_runs(folder, "gate", (1, 2))
    rows = read_csv("diff", before, after, "-f", "csv")
    slower = [row for row in rows if row["incl_wall_pct"] and float(row["incl_wall_pct"]) > 10]
    expect(slower, "no method takes longer")
    gate = run("diff", before, after, "--fail-if", "incl_wall_pct > 10")
    expect_equal(gate.code, 3, gate.err)
    expect(f"{len(slower)} row" in gate.err.splitlines()[-1], gate.err)
    expect(gate.out.startswith("runs:"), "the report is not there", gate.out[:80])
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
    expect("nothing is called so" in nobody.err, nobody.err)


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
    """What is said in words: one run cannot tell, the same four times can."""
    before, after = make_runs(folder, "text", (1, 2))
    expect("one run each" in run("diff", before, after).out, "one run each")
    clear = run("diff", *[before] * 5, "vs", *[after] * 5).out
    expect("clearly (p 0.008)" in clear and "5 before, 5 after" in clear, clear[:400])
    expect("perhaps (p 0.100)" in run("diff", *[before] * 3, "vs", *[after] * 3).out, "three runs")


if __name__ == "__main__":
    raise SystemExit(main(globals()))
