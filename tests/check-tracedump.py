#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks exit codes, streams and messages of tracedump, and that its formats agree.

Usage: check-tracedump.py TRACEDUMP MAKE_TRACE SAMPLES_DIR      TAP on standard output
"""

import concurrent.futures
import csv
import io
import itertools
import json
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import zipfile

from tap_checks import REAL
from tracedump_checks import (
    ENVIRONMENT, SAMPLES, TRACEDUMP, expect, expect_equal, main, make_log, make_trace, run,
)

TABLES = [
    "metadata", "problem", "process", "thread", "thread_use", "track", "thread_track", "process_track", "cpu_track",
    "slice", "thread_slice", "process_slice", "expected_frame_timeline_slice", "actual_frame_timeline_slice",
    "gpu_slice",
    "args", "flow", "symbol", "sched_slice", "thread_state", "counter_track",
    "cpu_counter_track", "process_counter_track", "counter", "counter_gap",
    "ftrace_event", "android_logs", "stack_profile_mapping", "stack_profile_frame", "stack_profile_callsite", "stack_profile_symbol",
    "perf_sample", "sample_event", "heap_profile_allocation", "profiler_smaps", "heap_graph", "heap_graph_class",
    "heap_graph_class_change", "heap_graph_object", "heap_graph_reference",
    "package_list", "machine", "cpu", "clock_snapshot", "stats", "thread_dump", "thread_dump_thread", "thread_dump_frame", "thread_dump_lock", "thread_dump_change",
    "thread_dump_transaction", "thread_dump_fact", "text", "text_line", "frame_statistic", "memory_report", "memory_report_row", "cpu_report", "bundle_member", "bundle_hit", "incident", "deadlock", "fault", "fault_cause",
    "register", "memory_map", "memory_word", "open_file", "event_queue", "call_server", "method_profile",
    "method_edge", "call_tree", "call_tree_inverted", "occurrence", "sample", "source_line", "profile_by_package",
    "profile_by_class", "profile_by_library", "profile_by_process", "cpu_use_by_cpu", "cpu_use_by_process", "cpu_use_by_thread", "state_use",
    "state_use_by_process", "state_use_by_state", "slice_use",
    "slice_use_by_pattern", "counter_use", "app_start", "app_start_phase", "app_start_breakdown", "app_start_reason", "app_start_slice",
    "critical_path",
    "critical_path_use",
    "wakeup_graph", "sched_latency", "finding", "finding_evidence", "binder_transaction", "lock_contention", "gc_event", "frame", "frame_percentile", "log_event", "log_event_field",
]
# Tables that do not require an option
FREE_TABLES = [name for name in TABLES if not name.startswith("critical_path")]
RANGE_TABLES = [name for name in TABLES if "_use" in name and name not in ("thread_use", "critical_path_use")]
METHOD_PROFILE = (
    "rank,name,class,method,signature,source_file,line,incl_cpu_ns,incl_cpu_pct,excl_cpu_ns,"
    "excl_cpu_pct,incl_wall_ns,incl_wall_pct,excl_wall_ns,excl_wall_pct,calls,recursive_calls,"
    "cpu_ns_per_call,wall_ns_per_call,raw_name,off_cpu_ns,excl_off_cpu_ns,min_cpu_ns,avg_cpu_ns,"
    "max_cpu_ns,sd_cpu_ns,min_wall_ns,avg_wall_ns,max_wall_ns,sd_wall_ns,unfinished"
)
METHOD_EDGE = (
    "caller_class,caller_method,caller_signature,callee_class,callee_method,callee_signature,"
    "caller_recursive,callee_recursive,calls,incl_cpu_ns,incl_wall_ns,weight,unit"
)
SLICE = "id,ts,dur,track_id,depth,parent_id,name,category,thread_ts,thread_dur,arg_set_id"

PERFETTO = {
    "process_track": "id,name,upid", "cpu_track": "id,name,cpu", "args": "id,arg_set_id,flat_key,key",
    "flow": "id,slice_out,slice_in", "sched_slice": "id,ts,dur,cpu,utid,end_state,priority",
    "thread_state": "id,ts,dur,cpu,utid,state,io_wait,blocked_function,waker_utid",
    "counter_track": "id,name", "counter": "id,ts,track_id,value", "thread_track": "id,name,utid",
    "thread": "utid,tid,name,upid,is_main_thread,start_ts,end_ts",
}


def logs(folder):
    """Returns the small log and the sample of a device."""
    return [make_log(folder), SAMPLES / "device.ftrace"]


def read_csv(text):
    """Returns rows as dictionaries; null and an empty string are both None, because CSV does not distinguish them."""
    rows = list(csv.reader(io.StringIO(text, newline="")))
    expect(all(len(row) == len(rows[0]) for row in rows), "rows differ in length")
    return [{key: value or None for key, value in zip(rows[0], row)} for row in rows[1:]]


def read_tsv(text):
    escapes = {"t": "\t", "n": "\n", "r": "\r", "\\": "\\"}
    lines = [line.split("\t") for line in text.split("\n")[:-1]]
    unescape = lambda field: re.sub(r"\\(.)", lambda match: escapes[match[1]], field)
    return [
        {key: unescape(value) or None for key, value in zip(lines[0], line, strict=True)}
        for line in lines[1:]
    ]


def read_json(text):
    """Returns rows like read_csv(), with numbers as they are written."""
    rows = json.loads(text, parse_int=str, parse_float=str)
    expect_equal(len(text.splitlines()), len(rows) + 2 if rows else 1, "one object a line:")
    return [{key: value or None for key, value in row.items()} for row in rows]


def table(name, path, *options):
    answer = run("table", name, path, *options)
    expect_equal(answer.code, 0, answer.err)
    return answer.out


def native(name, path, *options):
    """Returns the table with the rows and numbers of the trace itself."""
    return table(name, path, "--native", *options)


# ---- Checks; each gets an empty folder ----


def check_help(_):
    for arguments in (["--help"], ["-h"], ["table", "--help"], ["tables", "--help"], ["profile", "--help"],
                      ["info", "--help"], ["problems", "--help"], ["check", "--help"]):
        answer = run(*arguments)
        expect_equal(answer.code, 0, arguments)
        expect("tracedump" in answer.out and not answer.err, arguments, answer.err)
    answer = run("--version")
    expect(re.fullmatch(r"tracedump \d+\.\d+\.\d+\n", answer.out), answer.out)


def check_members(folder):
    log = make_log(folder)
    (folder / "in").mkdir()
    (folder / "in" / "words.txt").write_text("words\n")
    log.rename(folder / "in" / "small.ftrace")
    shutil.make_archive(folder / "both", "zip", folder / "in")
    for path in (folder / "in", folder / "both.zip"):
        answer = run("members", path)
        expect_equal(answer.code, 0, answer.err)
        rows = [line.split("\t") for line in answer.out.splitlines()]
        expect_equal(rows[0], ["kind", "size", "modified", "name", "title", "time", "process", "gravity",
                               "finding"])
        expect_equal(sorted((row[0], row[3]) for row in rows[1:]),
                     [("text", "words.txt"), ("trace", "small.ftrace")])
        answer = run("table", "slice", path, "--member", "small.ftrace")
        expect_equal(answer.code, 0, answer.err)
        expect_equal(answer.out, run("table", "slice", folder / "in" / "small.ftrace").out)
        answer = run("table", "text_line", path, "--member", "words.txt")
        expect_equal(answer.code, 0, answer.err)
        expect_equal(answer.out.splitlines()[1:], ["0,0,1,words"])
        answer = run("members", "--findings", path)
        expect_equal(answer.code, 0, answer.err)
        rows = {line.split("\t")[3]: line.split("\t")[-1] for line in answer.out.splitlines()[1:]}
        expect_equal(rows["words.txt"], "1 line")
        listed = run("table", "bundle_member", path)
        expect_equal(listed.code, 0, listed.err)
        expect_equal(run("members", "--findings", "--format", "csv", path).out, listed.out)
        rows = {row["name"]: row for row in csv.DictReader(io.StringIO(listed.out))}
        expect_equal((rows["words.txt"]["gravity"], rows["words.txt"]["finding"]),
                     ("nothing", "1 line"))
        expect_equal(rows["small.ftrace"]["gravity"], "fine")
        answer = run("profile", path, "--member", "none")
        expect_equal(answer.code, 1)
        answer = run("members", "--find", "WORD", path)
        expect_equal(answer.out, "name\tline\ttext\n")
        answer = run("members", "--find", "word", "--format", "csv", path)
        expect_equal(sorted(answer.out.splitlines()[1:]), ["words.txt,,words.txt", "words.txt,1,words"])
        expect_equal(sorted(run("members", "--find", "/^wor.s$/", path).out.splitlines()[1:]),
                     ["words.txt\t1\twords"])
        for text in ("", "/(/"):
            expect_equal(run("members", "--find", text, path).code, 2)
    answer = run("members", folder / "in" / "words.txt")
    expect_equal(answer.code, 1)
    expect_equal(run("members").code, 2)


def check_info(folder):
    path = make_trace(folder, "a.trace", "--records", "2000")
    for file, calls in ((path, "calls"), (SAMPLES / "device.ftrace", "slices")):
        answer = run("info", file, "--format", "json")
        expect_equal((answer.code, answer.err), (0, ""))
        info = json.loads(answer.out)
        problems = read_csv(table("problem", file))
        expect_equal(info["size"], os.path.getsize(file))
        expect_equal(info[calls], len(read_csv(native("slice", file))))
        expect_equal(info["threads"], len(read_csv(native("thread", file))))
        expect_equal(info["processes"], len(read_csv(native("process", file))))
        for key, name in (("flows", "flow"), ("runs", "sched_slice"), ("thread_states", "thread_state"),
                          ("counters", "counter_track"), ("counter_values", "counter"), ("events", "ftrace_event")):
            expect_equal(info.get(key, 0), len(read_csv(native(name, file))), key)
        expect_equal([info[key] for key in ("notes", "warnings", "errors")],
                     [sum(row["severity"] == key for row in problems) for key in ("note", "warning", "error")])
        expect_equal([(row["name"], row["value"]) for row in info["metadata"]],
                     [(row["name"], row["str_value"]) for row in read_csv(table("recording", file))])
        answer = run("info", file)
        expect_equal((answer.code, answer.err), (0, ""))
        expect(re.search(rf"^{calls.title()}: +{info[calls]}$", answer.out, re.M), answer.out)
    samples = folder / "a.folded"
    samples.write_text("main;a;b 3\nmain;a 4\nmain;c 1\n")
    info = json.loads(run("info", samples, "--format", "json").out)
    expect_equal((info["stack_samples"], sum(event["weight"] for event in info["sample_events"])), (3, 8))
    expect("3 samples" in info["finding"], info["finding"])
    expect_equal(run("info", folder / "none").code, 1)
    archive = folder / "a.zip"
    with zipfile.ZipFile(archive, "w") as written:
        written.write(samples, "a.folded")
        written.writestr("readme", "words")
    expect("Members:" not in run("info", archive).out and "members" not in json.loads(
        run("info", archive, "--format", "json").out))
    with zipfile.ZipFile(archive, "a") as written:
        written.write(path, "a.trace")
    answer = run("info", archive)
    expect(re.search("^Members: +2 traces; to list them", answer.out, re.M), answer.out)
    expect_equal(json.loads(run("info", archive, "--format", "json").out)["members"], 2)
    expect("Members:" not in run("info", archive, "--member", "a.folded").out)


def check_sample_profile(folder):
    """Compares the weights of functions, with recursion counted once, with a manual count."""
    stacks = {"main;a;b": 30, "main;a": 4, "main;b;a;b": 5, "worker;c": 2, "worker;c;c": 9}
    path = folder / "a.folded"
    path.write_text("".join(f"{stack} {weight}\n" for stack, weight in stacks.items()))
    answer = run("profile", path)
    expect_equal(answer.code, 0, answer.err)
    expect(re.search(r"^total: +50$", answer.out, re.M), answer.out)
    rows = [line.split() for line in answer.out.split("name\n")[1].splitlines()]
    wanted = {}
    for stack, weight in stacks.items():
        frames = stack.split(";")
        for name in set(frames):
            wanted.setdefault(name, [0, 0])[0] += weight
        wanted[frames[-1]][1] += weight
    expect_equal({row[5]: [int(row[1]), int(row[3])] for row in rows}, wanted)
    expect_equal([row[0] for row in rows if row[5] == "b"], ["70.0"])
    expect_equal([int(row[1]) for row in rows], sorted((int(row[1]) for row in rows), reverse=True))
    expect_equal(len(run("profile", path, "--top", "2").out.split("name\n")[1].splitlines()), 2)
    expect_equal(run("profile", path, "--samples", "none").code, 2)


def check_findings(folder):
    """Checks findings in profiles, their costs, limits for exit codes, and slower functions."""
    def write(name, n_hot):
        path = folder / name
        path.write_text("".join(f"main;f{i};{'sort' if i < n_hot else f'leaf{i}'} 1\n" for i in range(200)))
        return path

    flat, hot = write("flat.folded", 0), write("hot.folded", 100)
    answer = run("findings", flat, "--fail-if", "hint")
    expect_equal((answer.code, answer.out), (0, "No findings.\n"), answer.err)
    answer = run("findings", hot, "--fail-if", "hot-function", "--format", "json")
    expect_equal(answer.code, 3, answer.err)
    rows = json.loads(answer.out)
    expect_equal([(row["rule"], row["kind"], row["cost"], row["cost_unit"], row["count"]) for row in rows],
                 [("hot-function", "cpu", 100, "events", 100)])
    expect_equal([(row["table"], row["name"]) for row in read_csv(table("finding_evidence", hot))],
                 [("perf_sample", "sort")])
    expect_equal(run("findings", hot, "--threshold", "hot-function=50").out, "No findings.\n")
    answer = run("findings", hot, "--before", flat, "--format", "json")
    expect_equal([row["rule"] for row in json.loads(answer.out)], ["hot-function", "slower-function"])
    expect_equal(run("findings", flat, "--before", hot).out, "No findings.\n")
    answer = run("findings", hot, "--before", make_log(folder))
    expect_equal(answer.code, 2, answer.err)
    expect("--before" in answer.err and not answer.out, answer.err)


# Recordings without a fault; SOURCES.md describes the faults of the other files in that folder
GOOD_FILES = [
    "android-atrace.txt", "hitrace-api18.ftrace", "bytrace-full.txt", "device/gfxinfo-a.txt",
    "device/anr-art16-a.txt", "device/tombstone-a.txt", "expert/gen-ohos-2.ftrace",
    "perfetto/frame-timeline.pftrace", "profiles/folded-rust.txt", "profiles/perf-script-pid.txt",
    "profiles/perf-script-rust.txt", "profiles/pprof-go.pb.gz", "profiles/simple.speedscope.json",
    "profiles/simpleperf-task-clock.trace.gz", "profiles/two-sampled.speedscope.json",
]
FAULTY_FILES = ["legacy.trace", "hitrace-old.ftrace", "android_systrace.html", "profiles/simpleperf-lost.data"]


def check_good_files(folder):
    """Good files cause no warning; files with faults do."""
    own = [*SAMPLES.glob("*.trace"), *SAMPLES.glob("*.ftrace")]
    files = [(path, 0) for path in [*own, *(REAL / name for name in GOOD_FILES)]]
    files += [(REAL / name, 3) for name in FAULTY_FILES]
    for path, code in files:
        if not path.exists():
            print(f"# {path} is not among the samples (TV_SAMPLES)")
            continue
        answer = run("problems", path, "--fail-on", "warning")
        expect_equal(answer.code, code, path, answer.out)


def check_problems(folder):
    path = make_trace(folder, "a.trace")
    cut = folder / "cut.trace"
    cut.write_bytes(path.read_bytes()[:-5])
    answer = run("problems", cut)
    expect_equal((answer.code, answer.err), (0, ""))
    rows = read_csv(table("problem", cut))
    expect_equal(len(answer.out.splitlines()), len(rows))
    expect(rows and all(line.startswith(f"{row['severity']}: {cut}: {row['text']}")
                        for line, row in zip(answer.out.splitlines(), rows)), answer.out)
    for form, read in (("csv", read_csv), ("tsv", read_tsv), ("json", read_json)):
        answer = run("problems", cut, "--format", form)
        expect_equal((answer.code, answer.err), (0, ""))
        expect_equal([row["kind"] for row in read(answer.out)], [row["kind"] for row in rows])
    found = {row["severity"] for row in rows}
    for n, severity in enumerate(("note", "warning", "error")):
        graver = found & {"note", "warning", "error"} - set(("note", "warning", "error")[:n])
        answer = run("problems", cut, "--fail-on", severity)
        expect_equal(answer.code, 3 if graver else 0, severity, found)
        expect_equal(len(answer.out.splitlines()), len(rows))
    expect("warning" in found or "error" in found, found)
    expect_equal(run("problems", path, "--fail-on", "warning").code, 0)
    expect_equal(run("problems", folder / "none").code, 1)


def check_check(folder):
    path = make_trace(folder, "a.trace")
    log = make_log(folder)
    broken = folder / "broken.trace"
    broken.write_bytes(bytes(range(256)))
    answer = run("check", path, log, path)
    expect_equal((answer.code, answer.err), (0, ""))
    expect_equal([re.match(r"fine +(.*?): ", line)[1] for line in answer.out.splitlines()],
                 [str(path), str(log), str(path)])
    answer = run("check", path, broken, folder / "none", log)
    expect_equal(answer.code, 1)
    expect_equal([line.split()[0] for line in answer.out.splitlines()], ["fine", "FAILED", "FAILED", "fine"])
    expect("2 files of 4" in answer.err, answer.err)
    (folder / "in").mkdir()
    for name in ("b.trace", "c.trace"):
        shutil.copy(path, folder / "in" / name)
    (folder / "in" / "words.txt").write_text("words\n")
    answer = run("check", folder / "in")
    expect_equal(answer.code, 0, answer.err)
    expect_equal(sorted(line.split(": ")[1] for line in answer.out.splitlines()), ["b.trace", "c.trace"])


def check_usage(folder):
    path = make_trace(folder, "a.trace")
    wall = make_trace(folder, "wall.trace", "--clock", "wall")
    for arguments in (
        [], ["nope"], ["--nope"], ["info"], ["info", path, path], ["info", path, "--format", "csv"],
        ["problems"], ["problems", path, "--format", "xml"], ["problems", path, "--fail-on", "all"], ["check"],
        ["table"], ["table", "slice"], ["table", "slice", path, path],
        ["table", "slice", path, "--format", "xml"], ["table", "slice", path, "--nope"],
        ["table", "nope", path], ["tables", "nope"], ["tables", "slice", "symbol"],
        ["table", "slice", path, "--from", "1s"], ["table", "symbol", path, "--context-switches"],
        ["profile"], ["profile", path, path], ["profile", path, "--clock", "sun"],
        ["profile", path, "--top", "-1"], ["profile", path, "--top", "x"],
        ["profile", path, "--from", "5"], ["profile", path, "--from", "-1s"],
        ["profile", path, "--from", "nans"], ["profile", path, "--to", "1e30s"],
        ["profile", path, "--to", "1 sec"], ["profile", path, "--from", "2s", "--to", "1s"],
        ["profile", path, "--to", "0"], ["profile", wall, "--clock", "cpu"],
        ["profile", make_log(folder, "marks.ftrace", "0|101|0|print: B|100|a"), "--clock", "cpu"],
        ["table", "counter", path, "--to", "1s"], ["table", "state_use", path, "--context-switches"],
        ["table", "symbol", path, "--thread", "main"], ["table", "state_use", path, "--keep", "a"],
        ["table", "slice_use", path, "--collapse-recursion"], ["table", "slice_use", path, "--min", "1"],
        ["table", "call_tree", path, "--symbol", "a"], ["table", "call_tree", path, "--min", "x"],
        ["table", "call_tree", path, "--depth", "-1"], ["table", "call_tree", path, "--samples", "cycles"],
        ["table", "occurrence", path, "--symbol", "no such"], ["table", "call_tree", path, "--keep", "/(/"],
        ["table", "call_tree", path, "--hide", ""], ["table", "call_tree", path, "--min-duration", "2"],
        ["profile", path, "--focus", "no such"], ["profile", path, "--thread", "no such"],
        ["table", "critical_path", path], ["profile", path, "--thread", "1@2"], ["profile", path, "--thread", ","],
    ):
        answer = run(*arguments)
        expect_equal(answer.code, 2, arguments, answer.err)
        expect(not answer.out and answer.err.startswith("tracedump: "), arguments, answer.out)


def check_unknown_table(folder):
    """The message suggests similar tables, and appears before the file is read."""
    for name, options, similar in (("slics", [], ("slice", "slices")), ("sched", ["--native"], ("sched_slice",)),
                                   ("metod_profile", [], ("method_profile",))):
        answer = run("table", name, folder / "no-such-file", *options)
        expect_equal(answer.code, 2)
        for other in similar:
            expect(f"“{other}”" in answer.err and "“tracedump tables”" in answer.err, name, answer.err)


def check_unreadable(folder):
    (folder / "text.trace").write_text("hello\n", encoding="utf-8")
    (folder / "empty.trace").write_bytes(b"")
    (folder / "odd\x1b[31m.trace").write_text("hello\n", encoding="utf-8")
    for name in ("nothing", "text.trace", "empty.trace", ".", "odd\x1b[31m.trace"):
        for arguments in (["table", "slice"], ["profile"]):
            answer = run(*arguments, folder / name)
            expect_equal(answer.code, 1, name)
            expect(not answer.out and answer.err.startswith("tracedump: "), name, answer.out)
            expect("\x1b" not in answer.err, "a raw escape character:", repr(answer.err))
            if name != ".":
                expect(name.split("\x1b")[0] in answer.err, "no name:", answer.err)


def check_tables(_):
    answer = run("tables", "--native")
    expect_equal([line.split()[0] for line in answer.out.splitlines()], TABLES)
    for name in TABLES:
        expect(len(run("tables", name, "--native").out.splitlines()) > 1, name)
    lines = run("tables").out.splitlines()
    names = [line.split()[0] for line in lines]
    expect(set(TABLES) <= set(names) and {"sched", "sched_inferred", "perf_sample_weight"} <= set(names), names)
    expect_equal(len(set(names)), len(names))
    for line in lines:
        expect(len(line.split(maxsplit=1)) == 2, line)
    for name in names:
        columns = run("tables", name).out.splitlines()
        expect(len(columns) > 1, name)
        for column in columns:
            expect(re.match(r"\S+ +(integer|real|text) +\S", column), name, column)


def check_columns(folder):
    path = make_trace(folder, "a.trace")
    for name, columns in (("method_profile", METHOD_PROFILE), ("method_edge", METHOD_EDGE)):
        expect_equal(table(name, path).split("\r\n")[0], columns)
        listed = [line.split()[0] for line in run("tables", name).out.splitlines()]
        expect_equal(",".join(listed), columns)
    expect(native("slice", path).startswith(SLICE), "slice's columns")
    for name in ("slice", "thread_slice", "thread", "heap_graph_class", "sched", "stats"):
        listed = [line.split()[0] for line in run("tables", name).out.splitlines()]
        expect_equal(table(name, path).split("\r\n")[0], ",".join(listed), name)
    for name, columns in PERFETTO.items():
        header = table(name, path).split("\r\n")[0].split(",")
        expect(set(columns.split(",")) <= set(header), name, header)


def check_formats_agree(folder):
    """All formats contain the same rows, also with names that need escaping. Empty tables are compared for one file."""
    paths = [
        make_trace(folder, "dual.trace", "--odd-names", "--recursion", "100", "--open",
                   "--unmatched", "20", "--forced", "20", "--exceptions", "50"),
        make_trace(folder, "cpu.trace", "--version", "2", "--slashes"),
        make_trace(folder, "wall.trace", "--clock", "wall", "--fields", "mixed", "--unknown", "50"),
    ]
    paths += [SAMPLES / "shop-start.trace", *logs(folder)]

    def check(case):
        path, name = case
        rows = read_csv(table(name, path))
        if not rows and path != paths[0]:
            return
        expect_equal(read_tsv(table(name, path, "--format", "tsv")), rows, path, name)
        expect_equal(read_json(table(name, path, "--format=json")), rows, path, name)

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(check, itertools.product(paths, FREE_TABLES)))


def check_profile_agrees(folder):
    """`profile` shows the rows of the table method_profile, ordered by inclusive time."""
    path = make_trace(folder, "a.trace", "--recursion", "100", "--blocking", "50")
    for clock in ("cpu", "wall"):
        for switches in ([], ["--context-switches"]):
            rows = read_csv(table("method_profile", path, *switches))
            rows.sort(key=lambda row: -int(row[f"incl_{clock}_ns"]))
            lines = run("profile", path, "--clock", clock, *switches).out.split("\n\n")[1]
            shown = [line.split(maxsplit=6) for line in lines.splitlines()[1:]]
            expect_equal(len(shown), len(rows))
            for line, row in zip(shown, rows):
                if line[0] != row["rank"]:
                    continue  # equal to another row, or the line without a rank
                expect_equal(line[5], f"{row['calls']}+{row['recursive_calls']}", row)
                expect_equal(line[2], f"{int(row[f'incl_{clock}_ns']) / 1e6:.3f}", row)
                expect_equal(line[4], f"{int(row[f'excl_{clock}_ns']) / 1e6:.3f}", row)
            top = run("profile", path, "--clock", clock, "--top", "3", *switches).out
            expect_equal(len(top.split("\n\n")[1].splitlines()), 4)


def check_numbers_add_up(folder):
    """Sums of rows agree: the exclusive times with the times of the top-level calls and of slices."""
    path = make_trace(folder, "a.trace", "--recursion", "100", "--open", "--blocking", "50")
    profile = read_csv(table("method_profile", path))
    slices = read_csv(table("slice", path))
    edges = read_csv(table("method_edge", path))
    threads = read_csv(table("thread_use", path))
    add = lambda rows, column: sum(int(row[column]) for row in rows)
    for clock, own in (("cpu", "self_thread_dur"), ("wall", "self_dur")):
        total = add(threads, f"{clock}_ns")
        expect_equal(add(profile, f"excl_{clock}_ns"), total, clock)
        expect_equal(add(slices, own), total, clock)
        percent = sum(float(row[f"excl_{clock}_pct"]) for row in profile)
        expect(abs(percent - 100) < 0.0001 * len(profile), percent)
    expect_equal(add(profile, "calls") + add(profile, "recursive_calls"), len(slices))
    expect_equal(add(edges, "calls"), sum(row["parent_id"] is not None for row in slices))
    switched = read_csv(table("method_profile", path, "--context-switches"))
    expect_equal(add(switched, "excl_wall_ns"), add(profile, "excl_wall_ns"))
    expect_equal(switched[-1]["name"], "(context switch)")
    expect_equal(switched[-1]["rank"], None)


def check_time_bases(folder):
    """--from and --to accept times of each time base that the trace contains, and --time-base adds columns."""
    path = SAMPLES / "device.ftrace"
    whole = read_csv(table("slice", path))
    start = min(int(row["ts"]) for row in read_csv(table("ftrace_event", path)))
    utc = [row["ts_utc"] for row in read_csv(table("ftrace_event", path, "--time-base", "utc"))]
    uses = [read_csv(table("slice_use", path, "--from", first, "--to", last)) for first, last in
            (("200ms", "500ms"), (f"{(start + 200_000_000) / 1e9:.9f}", f"{(start + 500_000_000) / 1e9:.9f}"))]
    expect_equal(uses[0], uses[1])
    expect(uses[0], "no slices")
    expect_equal(read_csv(table("slice_use", path, "--from", utc[0].split()[1], "--to", utc[-1].split()[1])),
                 read_csv(table("slice_use", path, "--from", "0", "--to", f"{int(read_csv(table('ftrace_event', path))[-1]['ts']) - start}ns")))
    since = read_csv(table("slice", path, "--time-base", "start"))
    expect_equal([row["ts"] for row in since], [row["ts"] for row in whole])
    expect_equal([int(row["ts_since_start"]) for row in since], [int(row["ts"]) - start for row in whole])
    expect_equal(table("slice", path, "--time-base", "raw"), table("slice", path))
    expect_equal(utc[0][:20], "2024-06-10 06:13:20.")
    trace = make_trace(folder, "a.trace")
    for arguments in (["table", "slice", path, "--time-base", "noon"], ["profile", path, "--from", "12:30x"],
                      ["table", "slice", trace, "--time-base", "raw"], ["profile", trace, "--from", "217160.5"],
                      ["profile", path, "--from", "06:13:21", "--to", "06:13:20.5"]):
        answer = run(*arguments)
        expect_equal(answer.code, 2, arguments, answer.err)


def check_selections_add_up(folder):
    """Values of adjacent time ranges add up to the values of the whole trace."""
    path = make_trace(folder, "a.trace", "--records", "3000")
    whole = read_csv(table("method_profile", path))
    cuts = ["0", "1ms", "1500us", "2.25ms", "2250001ns"]
    parts = [
        read_csv(table("method_profile", path, "--from", start, *(["--to", end] if end else [])))
        for start, end in zip(cuts, cuts[1:] + [None])
    ]
    for column in ("incl_wall_ns", "excl_wall_ns", "excl_cpu_ns"):
        added = {}
        for row in [row for part in parts for row in part]:
            added[row["rank"]] = added.get(row["rank"], 0) + int(row[column])
        for row in whole:
            # At a boundary, several records may have the same time but different CPU times.
            slack = 1000 if "cpu" in column else 0
            expect(abs(added[row["rank"]] - int(row[column])) <= slack, column, row, added[row["rank"]])


def check_call_trees_add_up(folder):
    """Compares each node with its children, and the sums with the profile, with any filter or transform."""
    path = make_trace(folder, "a.trace", "--recursion", "100", "--threads", "3")
    names = [row["name"] for row in read_csv(table("method_profile", path))]
    for options in ([], ["--from", "1ms", "--to", "40ms"], ["--keep", names[3]], ["--hide", "/[27]$/"],
                    ["--merge", names[2], "--clock", "wall"], ["--drop", names[2]],
                    ["--focus", names[1], "--collapse-recursion"], ["--min-duration", "20us"],
                    ["--collapse-recursion=" + names[0], "--thread", "main"]):
        profile = read_csv(table("method_profile", path, *options))
        for more in [], ["--by-thread"]:
            rows = read_csv(table("call_tree", path, *options, *more))
            expect(rows, "no rows", options)
            for key in ("incl_wall_ns", "incl_cpu_ns", "incl_count"):
                below = [0] * len(rows)
                for i, row in enumerate(rows):
                    expect_equal(int(row["id"]), i)
                    if row["parent_id"] is not None:
                        parent = int(row["parent_id"])
                        expect_equal(int(row["depth"]), int(rows[parent]["depth"]) + 1)
                        below[parent] += int(row[key])
                for i, row in enumerate(rows):
                    own = int(row[key.replace("incl", "excl")])
                    expect_equal(int(row[key]), own + below[i], row)
            for entry in profile:
                own = [row for row in rows if row["kind"] == "call" and row["name"] == entry["name"]]
                for key in ("excl_wall_ns", "excl_cpu_ns"):
                    expect_equal(sum(int(row[key]) for row in own), int(entry[key]), entry, options)
                # With --keep, the callers of kept calls count; a single thread has fewer of them.
                calls = int(entry["calls"]) + int(entry["recursive_calls"])
                count = sum(int(row["excl_count"]) for row in own)
                expect(count == calls or (more and "--keep" in options and count < calls), entry, options, count)
            threads = {row["utid"] for row in rows}
            expect_equal(None in threads, not more, options)
        roots = [row for row in read_csv(table("call_tree_inverted", path, "--min", "0", "--depth", "1", *options))]
        for key in ("incl_wall_ns", "excl_cpu_ns"):
            expect_equal(sorted((row["name"], row[key]) for row in roots),
                         sorted((row["name"], row[key]) for row in profile), options)
    rows = read_csv(table("call_tree_inverted", path, "--min", "0", "--depth", "3"))
    expect_equal(max(int(row["depth"]) for row in rows), 2)
    for i, row in enumerate(rows):
        callers = [int(r["excl_wall_ns"]) for r in rows[i + 1:] if r["parent_id"] == row["id"]]
        expect(sum(callers) <= int(row["excl_wall_ns"]), row)
    expect(len(read_csv(table("call_tree", path, "--min", "5"))) < len(read_csv(table("call_tree", path))))


def check_occurrences(folder):
    """The calls of a method match the profile; without a method, all slices are listed."""
    path = make_trace(folder, "a.trace", "--recursion", "100")
    slices = {row["id"]: row for row in read_csv(table("slice", path))}
    rows = read_csv(table("occurrence", path))
    expect_equal(len(rows), len(slices))
    for row in rows:
        slice_row = slices[row["slice_id"]]
        expect_equal([row["ts"], row["depth"], row["caller_id"], row["name"], row["self_wall_ns"]],
                     [slice_row[key] for key in ("ts", "depth", "parent_id", "name", "self_dur")])
    for options in ([], ["--from", "1ms", "--to", "30ms"], ["--min-duration", "30us"]):
        for entry in read_csv(table("method_profile", path, *options))[:10]:
            own = read_csv(table("occurrence", path, "--symbol", entry["name"], *options))
            expect_equal(len(own), int(entry["calls"]) + int(entry["recursive_calls"]), entry, options)
    use = read_csv(table("thread_use", path))
    expect_equal(sum(int(row["calls"]) for row in use), len(slices))
    part = ["--from", "1ms", "--to", "30ms"]
    for row in read_csv(table("thread_use", path, *part)):
        tree = read_csv(table("call_tree", path, *part, "--by-thread"))
        of_thread = [r for r in tree if r["kind"] == "thread" and r["utid"] == row["utid"]]
        expect_equal([int(row["wall_ns"]), int(row["cpu_ns"])],
                     [sum(int(r[key]) for r in of_thread) for key in ("incl_wall_ns", "incl_cpu_ns")])
        expect(abs(float(row["wall_pct"]) - int(row["wall_ns"]) / 290000) < 0.001, row)
        expect_equal(int(row["depth"]), max([int(r["depth"]) for r in tree if r["utid"] == row["utid"]] or [0]))


def check_near_names(folder):
    """Errors about unknown names suggest similar names."""
    path = SAMPLES / "shop-start.trace"
    for arguments, near in (
        (["--focus", "dispatchMesage"], "android.os.Handler.dispatchMessage"),
        (["--focus", "DISPATCHMESSAGE"], "android.os.Handler.dispatchMessage"),
        (["--thread", "RenderThred"], "RenderThread"), (["--thread", "image"], "image-decode-1"),
    ):
        answer = run("profile", path, *arguments)
        expect_equal(answer.code, 2, arguments)
        expect("; similar: " in answer.err and near in answer.err, arguments, answer.err)
    for name in ("main", "14210", "14210@14210", "main,RenderThread"):
        rows = read_csv(table("thread_use", path, "--thread", name))
        expect_equal({row["name"] for row in rows}, {"main", "RenderThread"} if "," in name else {"main"})


def check_logs_hang_together(folder):
    """The ids in one table exist in the other, and no track is in two tables."""
    for path in logs(folder):
        rows = {name: read_csv(native(name, path)) for name in FREE_TABLES}
        ids = {name: {row["id"] for row in rows[name]} for name in FREE_TABLES if "id" in (rows[name] or [{}])[0]}
        tracks = ids["thread_track"] | ids["process_track"] | ids["cpu_track"]
        expect_equal(len(tracks), sum(
            len(rows[name]) for name in ("thread_track", "process_track", "cpu_track")), path)
        slices = rows["slice"] + rows["sched_slice"] + rows["thread_state"]
        expect_equal(sorted(int(row["id"]) for row in slices), list(range(len(slices))), path)
        expect({row["track_id"] for row in rows["slice"]} <= tracks, path)
        for name in ("thread_track", "process_track", "cpu_track"):
            for row in rows[name]:
                n = sum(other["track_id"] == row["id"] for other in rows["slice"])
                expect_equal(int(row["slice_count"]), n, path, row)
        for row in rows["flow"]:
            expect(row["slice_out"] in ids["slice"] and row["slice_in"] in ids["slice"], path, row)
        sets = {row["arg_set_id"] for row in rows["args"]}
        expect_equal({row["arg_set_id"] for row in rows["slice"]} - {None}, sets, path)
        for row in rows["counter_track"]:
            values = [float(other["value"]) for other in rows["counter"] if other["track_id"] == row["id"]]
            expect_equal(len(values), int(row["sample_count"]), path)
            expect_equal((min(values), max(values)), (float(row["min"]), float(row["max"])), path)
        threads = {row["utid"] for row in rows["thread"]}
        for name in ("sched_slice", "thread_state", "ftrace_event"):
            expect({row["utid"] for row in rows[name]} <= threads, path, name)
            expect(rows[name], path, name, "is empty")


def check_files_of_several_formats(folder):
    """A method trace and a log share a timeline, from two files and from a folder with both."""
    key = b"*version\n3\nclock=wall\npid=7\n*threads\n7\tmain\n*methods\n0x4\ta.B\tx\t()V\tB.java\n*end\n"
    header = b"SLOW" + struct.pack("<HHQH", 3, 18, 100000020, 10)
    records = struct.pack("<HII", 7, 4, 0) + struct.pack("<HII", 7, 5, 30)
    calls, log = folder / "calls.trace", folder / "log.ftrace"
    calls.write_bytes(key + header + records)
    mark = " app-7 (    7) [000] .... 100.0000{}: tracing_mark_write: {}\n"
    log.write_text("# tracer: nop\n# clock: mono\n" + mark.format("10", "B|7|m") + mark.format("60", "E|7"))
    together = read_csv(table("slice", log, "--with", calls))
    expect_equal([(row["ts"], row["dur"], row["name"]) for row in together],
                 [("100000010000", "50000", "m"), ("100000020000", "30000", "a.B.x")])
    expect_equal([row["tid"] for row in read_csv(table("thread", log, "--with", calls))], ["0", "7"])
    expect_equal(read_csv(table("slice", calls, "--with", log)), together)
    expect_equal(
        read_csv(table("slice", folder, "--member", "log.ftrace", "--with", "calls.trace")), together)
    log.write_text(log.read_text().replace("mono", "boot"))
    answer = run("table", "slice", log, "--with", calls)
    expect_equal(answer.code, 1)
    expect("(mono)" in answer.err and "(boot)" in answer.err and not answer.out, answer.err)


def check_ranges_add_up(folder):
    """CPU time is the same by CPU, process, thread and state, and adds up over adjacent ranges."""
    add = lambda rows, column: sum(int(row[column] or 0) for row in rows)
    for path in logs(folder):
        cuts = ["0", "8us", "17us", "700ms", "2s"]
        totals = []
        for start, end in [("0", None), *zip(cuts, cuts[1:] + [None])]:
            options = ["--from", start, *(["--to", end] if end else [])]
            rows = {name: read_csv(native(name, path, *options)) for name in RANGE_TABLES}
            threads = rows["cpu_use_by_thread"]
            busy = add(rows["cpu_use_by_cpu"], "busy_ns")
            expect_equal(add(threads, "cpu_ns"), busy, path, options)
            expect_equal(add(rows["cpu_use_by_process"], "cpu_ns"), busy, path, options)
            running = [row for row in rows["state_use"] if row["state"] == "Running"]
            expect_equal(
                {row["utid"]: row["total_ns"] for row in running},
                {row["utid"]: row["cpu_ns"] for row in threads}, path, options)
            totals.append([
                busy, add(rows["state_use"], "total_ns"),
                *(add(rows["slice_use"], column) for column in ("wall_ns", "self_ns", "cpu_ns")),
                add(rows["counter_use"], "samples"),
            ])
        expect_equal([sum(parts) for parts in zip(*totals[1:])], totals[0], path)
        slices = read_csv(native("slice", path))
        nested = {row["id"] for row in read_csv(native("thread_track", path)) if row["kind"] == "thread"}
        tracks = nested | {row["id"] for row in read_csv(native("process_track", path))}
        own = [row for row in slices if row["track_id"] in tracks]
        whole = read_csv(table("slice_use", path))
        expect_equal(add(whole, "count"), len(own), path)
        expect_equal(add(whole, "self_ns"), add([row for row in own if row["track_id"] in nested], "self_dur"), path)
        expect_patterns(path, slices, whole, nested)


def expect_patterns(path, slices, by_name, nested):
    """Names that differ only in numbers form one row, and nested calls in a row count once."""
    def get_pattern(name):
        return re.sub(r"[0-9]+", "#", name)

    ids = {row["id"]: row for row in slices}
    ends = {row["id"]: int(row["end_ns"]) for row in read_csv(native("thread_track", path))}
    wanted = {}
    for row in by_name:
        if row["kind"] == "thread":
            parts = wanted.setdefault(get_pattern(row["name"]), [0, 0, 0, 0])
            parts[0] += int(row["count"])
            parts[1] += int(row["self_ns"])
            parts[2] += 1
    for row in slices:
        if row["track_id"] not in nested:
            continue
        pattern, around = get_pattern(row["name"]), ids.get(row["parent_id"])
        while around is not None and get_pattern(around["name"]) != pattern:
            around = ids.get(around["parent_id"])
        if around is None:
            dur = int(row["dur"])
            wanted[pattern][3] += dur if dur >= 0 else ends[row["track_id"]] - int(row["ts"])
    found = {get_pattern(row["name"]): [int(row[name]) for name in ("count", "self_ns", "names", "wall_ns")]
             for row in read_csv(table("slice_use_by_pattern", path)) if row["kind"] == "thread"}
    expect_equal(found, wanted, path)


def check_log_profile(folder):
    path = make_log(folder)
    heading = run("profile", path).out.split("\n\n")[0].splitlines()
    expect_equal(heading[2:], [
        "log:      19 events, 2 CPUs, 2 processes, 7 threads", "clock:    wall time",
        "total:    0.032 ms in the top-level slices of all threads", "slices:   2 of 1 threads",
    ])
    answer = run("profile", path, "--context-switches")
    expect_equal(answer.code, 0)
    expect("thread_state" in answer.err, answer.err)
    marks = make_log(folder, "marks.ftrace", "0|101|0|print: B|100|a\n5|101|0|print: E|100")
    expect("clock:    wall time\n" in run("profile", marks).out)


def check_warnings(folder):
    """Problems are written to standard error, one per line, and are the rows of their table."""
    path = make_trace(folder, "a.trace", "--unmatched", "30", "--open", "--cut", "5")
    answer = run("table", "problem", path)
    rows = read_csv(answer.out)
    expect(len(rows) >= 3, rows)
    expect_equal(answer.code, 0)
    lines = answer.err.splitlines()
    expect_equal(len(lines), len(rows), answer.err)
    expect_equal({row["severity"] for row in rows}, {"warning", "note"})
    for line, row in zip(lines, rows):
        expect(line.startswith(f"tracedump: {row['severity']}: ") and row["text"] in line, line)
        expect(f"{row['count']}×" in line, line)


def check_one_clock(folder):
    path = make_trace(folder, "a.trace", "--clock", "wall")
    rows = read_csv(table("method_profile", path))
    expect(all(row[column] is None for row in rows
               for column in ("incl_cpu_ns", "cpu_ns_per_call", "off_cpu_ns", "sd_cpu_ns")))
    expect(all(row["sd_wall_ns"] is not None for row in rows))
    answer = run("profile", path, "--context-switches")
    expect_equal(answer.code, 0)
    expect("one clock" in answer.err, answer.err)
    expect("(context switch)" not in answer.out)
    expect("--clock wall" in run("profile", path, "--clock", "cpu").err)


def check_formats(folder):
    """The README has a row for each format; MIME types in the desktop entry and the description agree."""
    rows = [re.fullmatch(r"(\S+) +((?:\S*\*\S* )*) *(\S.*)", line).groups()
            for line in run("formats").out.splitlines()]
    expect(len(rows) > 3, rows)
    readme = (SAMPLES.parent.parent / "README.md").read_text(encoding="utf-8")
    for name, patterns, title in rows:
        names = f"`{patterns.strip()}` " if patterns.strip() else ""
        row = f"| `{name}` | {names}| {title} |"
        expect(row in readme, f"README.md has no row for format {name}: {row}")
    types = run("formats", "--mime-types").out.strip().split(";")[:-1]
    described = re.findall(r'<mime-type type="([^"]+)">', run("formats", "--mime-info").out)
    expect_equal(types, described)
    expect_equal(run("formats", "more").code, 2)


def check_terminal(folder):
    """Control characters in a file must not reach the terminal."""
    key = ("*version\n3\nclock=dual\n*threads\n1\tmain\n*methods\n"
           "0x4\ta.B\tx\x1b]0;evil\x07\u202e\u009b\t()V\tB.java\n*end\n").encode()
    header = b"SLOW" + (3).to_bytes(2, "little") + (32).to_bytes(2, "little") + bytes(8)
    header += (14).to_bytes(2, "little") + bytes(14)
    records = b"".join(
        (1).to_bytes(2, "little") + (4 + action).to_bytes(4, "little")
        + ticks.to_bytes(4, "little") * 2
        for action, ticks in ((0, 0), (1, 50))
    )
    path = folder / "evil.trace"
    path.write_bytes(key + header + records)
    answer = run("profile", path)
    expect_equal(answer.code, 0, answer.err)
    for character in "\x1b\x07\u202e\u009b":
        expect(character not in answer.out, repr(answer.out))
    expect(r"a.B.x\x1b]0;evil\x07\u202e\u009b" in answer.out, repr(answer.out))
    symbols = table("symbol", path)
    expect(r"x\x1b]0;evil\x07\u202e\u009b" in symbols, symbols)
    expect("\x1b" not in symbols and "\u202e" not in symbols, repr(symbols))


def check_broken_pipe(folder):
    path = make_trace(folder, "a.trace", "--records", "200000")
    for arguments in (["table", "slice", path], ["profile", path], ["tables"], ["info", path], ["check", path, path],
                      ["tree", path], ["formats"], ["export", path, "--to", "folded"], ["-o", path], ["-h", path],
                      ["diff", path, path], ["problems", SAMPLES / "device.ftrace"]):
        reader, writer = os.pipe()
        os.close(reader)
        process = subprocess.run(
            [TRACEDUMP, *arguments], stdout=writer, stderr=subprocess.PIPE, env=ENVIRONMENT,
            check=False, timeout=120,
        )
        os.close(writer)
        expect_equal(process.returncode, 1, arguments, process.stderr)
        expect(process.stderr.endswith(b"tracedump: standard output was closed before all output was written\n"), arguments,
               process.stderr)


def check_full_disk(folder):
    path = make_trace(folder, "a.trace")
    for arguments in (["table", "slice", path], ["profile", path], ["--version"], ["info", path], ["check", path],
                      ["tree", path], ["formats"], ["export", path, "--to", "speedscope"], ["-o", path],
                      ["-h", path], ["diff", path, path], ["problems", SAMPLES / "device.ftrace"]):
        with open("/dev/full", "wb") as full:
            process = subprocess.run(
                [TRACEDUMP, *arguments], stdout=full, stderr=subprocess.PIPE, env=ENVIRONMENT,
                check=False, timeout=120,
            )
        expect_equal(process.returncode, 1, arguments)
        expect(b"tracedump: " in process.stderr, process.stderr)


def check_closed_streams(folder):
    """With a standard stream closed, no output may be written to the input file."""
    path = make_trace(folder, "a.trace")
    before = path.read_bytes()
    for closed in (">&-", "<&-", "2>&-", ">&- 2>&- <&-"):
        process = subprocess.run(
            ["sh", "-c", f'exec "$0" table slice "$1" {closed}', TRACEDUMP, path],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=ENVIRONMENT, check=False,
        )
        expect_equal(process.returncode, 1 if closed.startswith(">") else 0, closed)
        expect_equal(path.read_bytes(), before)


def check_name_without_ending(folder):
    """As in the original, NAME finds NAME.trace, and NAME.key with NAME.data."""
    make_trace(folder, "one.trace")
    make_trace(folder, "two", "--form", "key-data")
    expect_equal(table("slice", folder / "one"), table("slice", folder / "one.trace"))
    expect_equal(table("slice", folder / "two"), table("slice", folder / "two.key"))


MAP = """\
# compiler: R8
# pg_map_id: 7299efd
com.acme.StoreApp -> com.example.shop.ShopApplication:
# {"id":"sourceFile","fileName":"StoreApp.kt"}
    void bind(android.content.Context) -> attachBaseContext
com.acme.Graph -> com.example.shop.AppGraph:
"""


def check_mapping(folder):
    path, names = SAMPLES / "shop-start.trace", folder / "mapping.txt"
    shop = "com.example.shop.ShopApplication"
    names.write_text(MAP)
    raw = read_csv(table("symbol", path))
    shown = read_csv(table("symbol", path, "--mapping", names))
    expect_equal(len(shown), len(raw))
    expect(all(row["raw_name"] is None for row in raw))
    for before, after in zip(raw, shown):
        signature = (before["signature"] or "").replace("Lcom/example/shop/AppGraph;", "Lcom/acme/Graph;")
        signature = signature.replace("Lcom/example/shop/ShopApplication;", "Lcom/acme/StoreApp;")
        expect_equal(after["signature"] or "", signature)
        if before["class"] == shop:
            method = "bind" if before["method"] == "attachBaseContext" else before["method"]
            expect_equal((after["class"], after["method"], after["source_file"]),
                         ("com.acme.StoreApp", method, "StoreApp.kt"))
            expect_equal(after["name"], f"com.acme.StoreApp.{method}")
            expect_equal(after["raw_name"], f"{before['name']} {before['signature']}")
        elif before["class"] != "com.example.shop.AppGraph":
            expect_equal(after["name"], before["name"])
    expect(any(row["raw_name"] for row in shown))

    # Numbers do not depend on the names of methods.
    numbers = [[{key: value for key, value in row.items() if key.endswith(("_ns", "calls"))}
                for row in read_csv(table("method_profile", path, *options))]
               for options in ([], ["--mapping", names])]
    expect_equal(numbers[1], numbers[0])
    answer = run("profile", path, "--mapping", names)
    expect("com.acme.StoreApp.bind" in answer.out and shop not in answer.out)
    expect(re.search(r"note: .*mapping.txt contains the classes of \d+ of \d+ methods", answer.err),
           answer.err)

    # A mapping of another app causes a note; an invalid mapping is an error.
    names.write_text("A -> b:\n    void c() -> d\n")
    answer = run("profile", path, "--mapping", names)
    expect_equal(answer.code, 0)
    expect("contains none of the trace’s classes" in answer.err, answer.err)
    for options in (["--mapping", path], ["--mapping", folder / "none.txt"]):
        answer = run("profile", path, *options)
        expect_equal(answer.code, 1)
        expect(options[1].name in answer.err and not answer.out, answer.err)
    answer = run("profile", names)
    expect_equal(answer.code, 1)
    expect("mapping.txt of R8" in answer.err, answer.err)


def check_mangled(folder):
    log = make_log(folder, "mangled.ftrace", "0|101|0|print: B|100|_ZN4shop4Cart3addEi\n"
                   "5|101|0|print: E|100\n6|101|0|print: B|100|f\n7|101|0|print: E|100")
    raw = [row["name"] for row in read_csv(table("slice", log, "--raw-names"))]
    expect_equal(raw, ["_ZN4shop4Cart3addEi", "f"])
    shown = [row["name"] for row in read_csv(table("slice", log))]
    expect(shown in (["shop::Cart::add", "f"], raw), shown)


if __name__ == "__main__":
    sys.exit(main(globals()))
