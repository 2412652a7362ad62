#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads exported stacks with independent readers, and compares each stack with the call tree.

Usage: check-export.py TRACEDUMP MAKE_TRACE SAMPLES_DIR WRITE_STACKS PROFILE_PROTO      TAP on standard output
"""

import ast
import collections
import decimal
import gzip
import json
import pathlib
import subprocess
import sys

from tracedump_checks import SAMPLES, expect, expect_equal, main, make_log, make_trace, run

WRITE_STACKS, PROTO = (pathlib.Path(argument).resolve() for argument in sys.argv[4:6])
FORMATS = {"folded": ".folded", "speedscope": ".speedscope.json", "pprof": ".pb.gz", "chrome": ".json"}


def decode(data):
    """Returns a profile as decoded by protoc: a dict of lists by field; messages are nested dicts."""
    text = subprocess.run(["protoc", "--decode=profile.Profile", f"-I{PROTO.parent}", PROTO], input=data,
                          stdout=subprocess.PIPE, check=True).stdout.decode("ascii")
    stack = [collections.defaultdict(list)]
    for line in text.splitlines():
        field, _, value = line.strip().partition(" ")
        if field == "}":
            stack.pop()
        elif value == "{":
            stack[-1][field].append(collections.defaultdict(list))
            stack.append(stack[-1][field][-1])
        else:
            is_text = value.startswith('"')
            stack[-1][field.rstrip(":")].append(
                ast.literal_eval("b" + value).decode("utf-8") if is_text else int(value))
    return stack[0]


def one(message, field):
    """Returns the value of a field that occurs at most once; 0 if it is missing."""
    expect(len(message[field]) <= 1, field, message)
    return message[field][0] if message[field] else 0


class Sums(collections.defaultdict):
    """Exclusive value of each stack: {(tid or None, name, name …): number}."""

    def __init__(self):
        super().__init__(int)

    def nonzero(self):
        return {key: value for key, value in self.items() if value}


# ---- Readers: each returns Sums by measure ----


def read_tree(rows, threads):
    """Reads the call tree by thread, which the exports must match."""
    sums = {key: Sums() for key in ("wall_ns", "cpu_ns", "weight", "count")}
    tids = {str(row["utid"]): int(row["tid"]) for row in threads}
    paths = []
    for row in rows:
        if row["kind"] == "thread":
            paths.append((tids.get(str(row["utid"])),))
        else:
            paths.append((*paths[int(row["parent_id"])], row["name"]))
        for key, of_key in sums.items():
            of_key[paths[-1]] += int(row[f"excl_{key}"] or 0)
    return sums


def read_folded(path):
    sums = collections.Counter()
    text = path.read_bytes().decode("utf-8")
    lines = text.split("\n")
    expect_equal(lines.pop(), "", "no line feed after the last line")
    stacks = [line.rsplit(" ", 1) for line in lines]
    expect_equal(len({stack for stack, _ in stacks}), len(stacks), "duplicate stacks:")
    for stack, weight in stacks:
        expect(weight.isascii() and weight.lstrip("-").isdigit() and int(weight), stack, weight)
        expect(not any(ord(c) < 32 for c in stack), repr(stack))
        sums[tuple(stack.split(";"))] += int(weight)
    return sums


def read_speedscope(path, is_of_calls):
    """Reads the file according to its format specification: frames by index, events nested and in order."""
    sums = Sums()
    data = json.loads(path.read_text(encoding="utf-8"))
    expect_equal(data["$schema"], "https://www.speedscope.app/file-format-schema.json")
    expect(isinstance(data["name"], str) and data["exporter"].startswith("traceview "))
    frames = [frame["name"] for frame in data["shared"]["frames"]]
    expect(all(isinstance(name, str) for name in frames))
    for profile in data["profiles"]:
        tid = int(profile["name"][1:].split("]")[0]) if profile["name"].startswith("[") else None
        expect(profile["unit"] in ("none", "nanoseconds", "bytes"), profile["unit"])
        expect_equal(profile["type"], "evented" if is_of_calls else "sampled")
        if not is_of_calls:
            expect_equal(len(profile["samples"]), len(profile["weights"]))
            expect_equal(profile["endValue"] - profile["startValue"], sum(profile["weights"]))
            for stack, weight in zip(profile["samples"], profile["weights"]):
                sums[(tid, *(frames[frame] for frame in stack))] += weight
            continue
        stack, last = [], profile["startValue"]
        for event in profile["events"]:
            expect(event["at"] >= last, "timestamps decrease", event)
            if stack:
                sums[(tid, *(frames[frame] for frame in stack))] += event["at"] - last
            last = event["at"]
            if event["type"] == "O":
                stack.append(event["frame"])
            else:
                expect_equal((event["type"], event["frame"]), ("C", stack.pop()))
        expect_equal((stack, last), ([], profile["endValue"]))
    return sums


def read_pprof(path):
    """Reads the file with Google's protobuf; all ids must exist."""
    profile = decode(gzip.decompress(path.read_bytes()))
    texts = profile["string_table"]
    expect_equal(texts[0], "")
    expect_equal(len(set(texts)), len(texts), "duplicate strings:")
    types = [(texts[one(t, "type")], texts[one(t, "unit")]) for t in profile["sample_type"]]
    expect_equal(texts[one(profile, "default_sample_type")], types[-1][0])
    functions = {one(f, "id"): texts[one(f, "name")] for f in profile["function"]}
    locations = {one(l, "id"): functions[one(one(l, "line"), "function_id")] for l in profile["location"]}
    expect(0 not in functions and 0 not in locations, "id 0 is used")
    expect_equal(len(locations), len(profile["location"]))
    sums = {name: Sums() for name, _ in types}
    for sample in profile["sample"]:
        labels = {texts[one(l, "key")]: texts[one(l, "str")] if one(l, "str") else one(l, "num")
                  for l in sample["label"]}
        expect_equal(len(sample["value"]), len(types))
        path = (labels.get("tid"), *(locations[i] for i in reversed(sample["location_id"])))
        for (name, _), value in zip(types, sample["value"]):
            sums[name][path] += value
    return sums, dict(types)


def read_chrome(path, is_of_calls):
    """Reads the file according to the rules of trace events: complete events nest by time; samples have frames by
    index."""
    sums, threads = Sums(), collections.defaultdict(list)
    data = json.loads(path.read_text(encoding="utf-8"), parse_float=decimal.Decimal)
    ns = lambda us: int(decimal.Decimal(us) * 1000)
    for i, event in enumerate(data["traceEvents"]):
        expect(isinstance(event["name"], str) and event["ph"] in "MXbesfC", event)
        if event["ph"] == "M":
            expect(event["name"] in ("process_name", "thread_name") and event["args"]["name"] is not None, event)
        if event["ph"] == "X" and event["cat"] == "call":
            expect(event["dur"] >= 0, event)
            threads[event["pid"], event["tid"]].append(
                (ns(event["ts"]), -ns(event["dur"]), -i, event["name"]))
    for (_, tid), events in threads.items():
        stack = []
        for start, minus_dur, _, name in sorted(events):
            if minus_dur == 0:
                continue
            while stack and stack[-1][0] <= start:
                stack.pop()
            expect(not stack or start - minus_dur <= stack[-1][0], "not nested", name, start)
            if stack:
                sums[stack[-1][1]] += minus_dur
            stack.append((start - minus_dur, (*(stack[-1][1] if stack else (tid,)), name)))
            sums[stack[-1][1]] -= minus_dur
    if is_of_calls:
        expect("samples" not in data)
        return sums
    frames = data["stackFrames"]
    for sample in data["samples"]:
        names, frame = [], sample.get("sf")
        while frame is not None:
            names.insert(0, frames[frame]["name"])
            frame = frames[frame].get("parent")
        sums[(sample["tid"] or None, *names)] += sample["weight"]
    return sums


# ---- Comparing ----


def without_frames(sums):
    """Returns sums without the time in which threads were in no call; no event represents it."""
    return {key: value for key, value in sums.items() if len(key) > 1 and value}


def compare_folded(path, tree, is_of_calls):
    """Compares folded stacks. Their names and threads differ, but the sums by thread must be equal, and the sums by
    stack to the µs."""
    folded = read_folded(path)
    of_thread, of_leaf = collections.Counter(), collections.Counter()
    for stack, weight in folded.items():
        tid = stack[0].rsplit("/", 1)[-1].rsplit("-", 1)[-1]
        of_thread[int(tid) if tid.isdigit() else None] += weight
        of_leaf[int(tid) if tid.isdigit() else None, len(stack)] += weight
    unit = 1000 if is_of_calls else 1
    expected, by_depth = collections.Counter(), collections.Counter()
    for key, value in tree.items():
        expected[key[0]] += value
        by_depth[key[0], len(key)] += value
    expect_equal({tid: value for tid, value in of_thread.items() if value},
                 {tid: value // unit for tid, value in expected.items() if value // unit})
    for key, value in by_depth.items():
        expect(abs(of_leaf[key] * unit - value) <= (len(tree) * unit if is_of_calls else 0), key)


def compare_files(files, tree, clock, is_of_calls):
    """Compares all exports with the tree. @files: files by format. @clock: clock that sorts the tree."""
    main_sums = tree["weight"] if not is_of_calls else tree[f"{clock}_ns"]
    expect(main_sums.nonzero(), "the call tree is empty")
    compare_folded(files["folded"], main_sums, is_of_calls)
    speedscope = read_speedscope(files["speedscope"], is_of_calls)
    chrome = read_chrome(files["chrome"], is_of_calls)
    if is_of_calls:
        expect_equal(without_frames(speedscope), without_frames(main_sums), "speedscope")
        expect_equal(without_frames(chrome), without_frames(tree["wall_ns"]), "chrome")
    else:
        expect_equal(speedscope.nonzero(), main_sums.nonzero(), "speedscope")
        expect_equal(chrome.nonzero(), main_sums.nonzero(), "chrome")
    pprof, types = read_pprof(files["pprof"])
    if is_of_calls:
        expect_equal(pprof["calls"].nonzero(), tree["count"].nonzero(), "pprof's calls")
        for name in set(types) - {"calls"}:
            expect_equal(types[name], "nanoseconds")
            expect_equal(pprof[name].nonzero(), tree[f"{name}_ns"].nonzero(), "pprof's", name)
    else:
        counts, weights = types
        expect_equal(pprof[counts].nonzero(), tree["count"].nonzero(), "pprof's counts")
        expect_equal(pprof[weights].nonzero(), main_sums.nonzero(), "pprof's weights")


def compare_command(folder, path, clock, *options):
    files = {}
    for name, suffix in FORMATS.items():
        files[name] = folder / f"out{suffix}"
        answer = run("export", path, "-o", files[name], *options)
        expect_equal(answer.code, 0, answer.err)
        if not options:
            again = run("export", path, "--to", name)  # the same output as with -o
            expect_equal(again.bytes, files[name].read_bytes(), "standard output:", name)
    rows = json.loads(run("table", "--native", "call_tree", path, "--by-thread", "--format", "json", *options).out)
    threads = json.loads(run("table", "--native", "thread", path, "--format", "json").out)
    compare_files(files, read_tree(rows, threads), clock, True)


# ---- Checks; each gets a working folder ----


def check_calls(folder):
    path = make_trace(folder, "a.trace", "--recursion", "100", "--open", "--forced", "20", "--records", "3000")
    name = run("table", "--native", "method_profile", path, "--format", "tsv").out.splitlines()[3].split("\t")[1]
    for options in ([], ["--from", "2ms", "--to", "40ms"], ["--thread", "main"], ["--keep", name],
                    ["--hide", name], ["--drop", name], ["--merge", name], ["--collapse-recursion"],
                    ["--focus", name, "--from", "2ms"], ["--min-duration", "50us"]):
        compare_command(folder, path, "wall", *options)
    for options in [], ["--from", "2ms", "--to", "40ms"], ["--keep", name]:
        compare_command(folder, path, "cpu", "--clock", "cpu", *options)


def compare_runs(path, events):
    """Compares runs on CPUs with the table; in the export they are threads of a separate process."""
    runs = [event for event in events if event["ph"] == "X" and event["cat"] == "sched"]
    rows = json.loads(run("table", "--native", "sched_slice", path, "--format", "json").out)
    ns = lambda us: round(us * 1000)
    ended = {(row["cpu"], row["ts"]) for row in rows if row["dur"] >= 0}  # all other runs end with the log
    told = [(event["tid"], ns(event["ts"]), event) for event in runs]
    expect_equal(
        sorted((cpu, ts, ns(event["dur"]) if (cpu, ts) in ended else -1, event["args"]["priority"])
               for cpu, ts, event in told),
        sorted((row["cpu"], row["ts"], row["dur"], row["priority"]) for row in rows), path)
    process = {run["pid"] for run in runs}
    expect_equal(len(process), 1, path)
    expect(not process & {event["pid"] for event in events if event["ph"] == "X" and event["cat"] == "call"}, path)
    names = [event["args"]["name"] for event in events
             if event["name"] == "process_name" and event["pid"] in process]
    expect_equal(names, ["CPUs"], path)


def check_other_traces(folder):
    compare_command(folder, make_trace(folder, "wall.trace", "--clock", "wall", "--records", "3000"), "wall")
    compare_command(folder, make_trace(folder, "odd.trace", "--odd-names", "--exceptions", "50", "--records", "3000"), "wall")
    compare_command(folder, SAMPLES / "shop-start.trace", "wall")
    for path in SAMPLES / "device.ftrace", make_log(folder):
        answer = run("export", path, "--as", "chrome", "-o", folder / "log.json")
        expect_equal(answer.code, 0, answer.err)
        events = json.loads((folder / "log.json").read_text())["traceEvents"]
        phases = collections.Counter(event["ph"] for event in events)
        expect_equal(phases["b"], phases["e"], path)
        expect_equal(phases["s"], phases["f"], path)
        expect(phases["X"] and phases["b"] and phases["C"], path, phases)
        compare_runs(path, events)
        if path.name == "device.ftrace":
            compare_command(folder, path, "wall", "--clock", "wall")


def check_samples_and_names(folder):
    subprocess.run([WRITE_STACKS, folder], check=True)
    trees = sorted(folder.glob("*.tree"))
    expect_equal(len(trees), 32)
    for path in trees:
        files = {name: path.with_suffix(suffix) for name, suffix in FORMATS.items()}
        tree = read_tree(json.loads(path.read_text()), json.loads(path.with_suffix(".threads").read_text()))
        try:
            compare_files(files, tree, "cpu" if path.stem == "calls-3" else "wall", path.stem.startswith("calls"))
        except AssertionError as error:
            raise AssertionError(f"{path.stem}: {error}") from error


def check_fractions(folder):
    """Weights with fractions are the same in all exports and lists, also after the exports are read again."""
    weights = {("a", "b"): 31.23, ("a", "c"): 6.1, ("a",): 1.0}
    path = folder / "fractions.folded"
    path.write_text("".join(f"{';'.join(stack)} {weight}\n" for stack, weight in weights.items()))
    for form, suffix in FORMATS.items():
        if form == "chrome":
            continue
        written = folder / f"written{suffix}"
        answer = run("export", path, "--as", form, "-o", written)
        expect_equal(answer.code, 0, answer.err)
        # Folded stacks begin with their threads.
        rows = json.loads(run("table", "--native", "call_tree", written, "-f", "json").out)
        expect_equal({row["name"]: row["incl_weight"] for row in rows if row["name"] != "(no_thread)"},
                     {"a": 38.33, "b": 31.23, "c": 6.1}, form)
        expect_equal(rows[0]["unit"], "count", form)
    expect_equal((folder / "written.folded").read_text(), "(no_thread);a 1\n(no_thread);a;b 31.23\n(no_thread);a;c 6.1\n")
    samples = json.loads(run("table", "--native", "perf_sample", path, "-f", "json").out)
    expect_equal([row["weight"] for row in samples], list(weights.values()))
    for condition, n in (("= 6.1", 1), ("= 6", 0), ("> 6", 3), ("< 31.23", 1), ("<= 31.23", 2)):
        statement = f"select count(*) as n from call_tree where incl_weight {condition}"
        rows = json.loads(run("query", path, statement, "-f", "json").out)
        expect_equal(rows, [[{"n": n}]], condition)
    text = run("info", path).out + run("tree", path).out + run("profile", path).out
    expect(text.count("38.33") >= 3 and "3833" not in text and "6.10" in text, text)


def check_usage(folder):
    path = make_trace(folder, "a.trace")
    for arguments in ([], ["--as", "svg"], ["-o", folder / "a.txt"], ["--as", "folded", "--samples", "cycles"],
                      ["--as", "folded", "--focus", "no such"], ["--as", "folded", path]):
        answer = run("export", path, *arguments)
        expect_equal((answer.code, answer.out), (2, ""), arguments, answer.err)
    (folder / "kept.folded").write_text("old")
    expect_equal(run("export", path, "-o", folder / "kept.folded", "--thread", "none").code, 2)
    expect_equal((folder / "kept.folded").read_text(), "old")
    expect_equal(run("export", path, "-o", folder / "no" / "such.folded").code, 1)


def check_tree(folder):
    """Compares the text output with the table: the same values, and lines that lead to callers."""
    path = make_trace(folder, "a.trace", "--recursion", "100")
    for options in ([], ["--inverted", "--depth", "3"], ["--by-thread"], ["--focus", "nothing"][:0]):
        answer = run("tree", path, "--min", "0", *options)
        expect_equal(answer.code, 0, answer.err)
        lines = answer.out.split("\n\n", 1)[1].splitlines()
        header, rows = lines[0], [line for line in lines[1:] if "…" not in line]
        expect_equal(header.split(), "incl % incl ms excl % excl ms calls name".split())
        table = "call_tree_inverted" if "--inverted" in options else "call_tree"
        expected = json.loads(run("table", "--native", table, path, "--format", "json", "--min", "0", *(
            option for option in options if option != "--inverted")).out)
        expect_equal(len(rows), len(expected), options)
        column = header.index("name")
        for line, row in zip(rows, expected):
            name = line[column:].lstrip("│├└ ")
            expect(name.removeprefix("thread ").startswith(row["name"]), line, row)
            expect_equal((len(line[column:]) - len(name)) // 2, row["depth"], line)
            numbers = line[:column].split()
            expect_equal(numbers[1], f"{row['incl_wall_ns'] / 1e6:.3f}", line)
            expect_equal(numbers[3], f"{row['excl_wall_ns'] / 1e6:.3f}", line)
    cut = run("tree", path, "--top", "1").out
    expect("… " in cut and " more, " in cut, cut)
    for arguments in (["--top", "-1"], ["--min", "101"], ["--depth", "x"], [path]):
        expect_equal(run("tree", path, *arguments).code, 2, arguments)


if __name__ == "__main__":
    sys.exit(main(globals()))
