#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later

"""Compares analyses of the system with the rows of Perfetto's trace processor.

    check-expert.py TRACEDUMP

The rows are in the folder "expert" of TV_SAMPLES (default: ../shared/samples), the traces in this folder and next to
it. The output is TAP.
"""

import collections
import csv
import json
import os
import subprocess
import sys
import tempfile

from tap_checks import REAL

EXPERT = REAL / "expert"
NULL = "[NULL]"

# Column of trace processor → our column.
BINDER_COLUMNS = {
    "is_sync": "is_sync", "client_pid": "client_pid", "client_tid": "client_tid",
    "is_main_thread": "is_main_thread", "client_thread": "client_thread", "client_process": "client_process",
    "server_ts": "server_ts", "server_pid": "server_pid", "server_tid": "server_tid",
    "server_thread": "server_thread", "server_process": "server_process", "dispatch_dur": "dispatch_dur",
    "aidl_name": "aidl_name", "interface": "interface", "method_name": "method", "aidl_ts": "aidl_ts",
    "aidl_dur": "aidl_dur", "client_dur": "client_dur", "server_dur": "server_dur",
}
# A process without a name has the name of its main thread in our tables.
NAMES = {"client_process", "server_process"}
# Maximum share of a critical path whose threads may differ from trace processor, which attributes I/O
# differently.
MAX_OTHER_WAKERS = 0.01
# Time in ns that a wakeup takes at the start and the end of each planted cause.
PLANTED_EDGE_NS = 200000
# Columns of replies that no event in the trace sends: trace processor ends their slices at other events of the thread.
ENDS = {"client_dur", "server_dur"}


def find_trace(name):
    for folder in (EXPERT, REAL / "perfetto", REAL / "perfetto" / "more", REAL):
        for suffix in ("", ".pftrace"):
            if (folder / (name + suffix)).is_file():
                return folder / (name + suffix)
    raise FileNotFoundError(name)


def read_rows(path):
    with open(path, encoding="utf-8") as file:
        return [{key: None if cell == NULL else cell for key, cell in row.items()}
                for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)]


def read_table(tracedump, trace, name, *options):
    run = subprocess.run([tracedump, "table", "--native", name, trace, "--format", "json", *options], capture_output=True, text=True,
                         check=False, timeout=120, env={**os.environ, "G_DEBUG": "fatal-criticals"})
    if run.returncode != 0:
        raise RuntimeError(run.stderr.strip())
    return json.loads(run.stdout)


def as_text(cell):
    return None if cell is None else str(cell)


def differs(key, wanted, row):
    got = as_text(row[BINDER_COLUMNS[key]])
    if got == wanted or (key in NAMES and wanted is None):
        return False
    return not (key in ENDS and row["state"] == "unanswered" and got == "-1")


def check_binder(tracedump, path):
    trace = find_trace(path.name.removesuffix(".binder.tsv"))
    rows = {(str(row["client_ts"]), str(row["client_tid"])): row
            for row in read_table(tracedump, trace, "binder_transaction")}
    wrong = []
    for wanted in read_rows(path):
        row = rows.get((wanted["client_ts"], wanted["client_tid"]))
        if row is None:
            wrong.append(f"no call at {wanted['client_ts']} of {wanted['client_tid']}")
            continue
        wrong += [f"{wanted['client_ts']}: {key} is {row[column]} instead of {wanted[key]}"
                  for key, column in BINDER_COLUMNS.items() if differs(key, wanted[key], row)]
    return wrong


def check_binder_states(tracedump, path):
    """The server's states add up to its running and waiting time."""
    trace = find_trace(path.name.removesuffix(".binder-states.tsv"))
    rows = {(str(row["client_ts"]), str(row["client_tid"])): row
            for row in read_table(tracedump, trace, "binder_transaction")}
    sums = {}
    for wanted in read_rows(path):
        if wanted["thread_state_type"] == "binder_reply":
            times = sums.setdefault((wanted["client_ts"], wanted["client_tid"]), [0, 0])
            times[wanted["thread_state"] != "Running"] += int(wanted["thread_state_dur"])
    return [f"{key}: {row['server_running_dur']} + {row['server_waiting_dur']} instead of {wanted}"
            for key, wanted in sums.items() for row in [rows[key]]
            if row["state"] == "answered" and [row["server_running_dur"], row["server_waiting_dur"]] != wanted]


def check_frames(tracedump, path):
    """Compares recorded frames, and the expected frame with the same process and token."""
    trace = find_trace(path.name.removesuffix(".frame-timeline.tsv"))
    rows = collections.Counter(
        tuple(as_text(row[column]) for column in ("ts", "dur", "pid", "layer", "expected_ts", "expected_dur")) +
        (row["jank_type"] or "None", row["frame_id"]) for row in read_table(tracedump, trace, "frame")
        if row["is_recorded"])
    wanted = collections.Counter(
        (row["ts"], row["dur"], row["pid"], row["layer_name"], row["expected_ts"], row["expected_dur"],
         row["jank_type"], row["surface_frame_token"] or row["display_frame_token"]) for row in read_rows(path))
    # If a frame begins twice, trace processor leaves the first slice open; in our tables both have the recorded end.
    twice = {row[-1] for row in wanted if "-1" in row}
    return [f"missing: {row}" for row in wanted - rows if row[-1] not in twice] + \
        [f"too many: {row}" for row in rows - wanted if row[-1] not in twice]


def check_frame_work(tracedump, path):
    """Compares frames that have work of both threads."""
    trace = find_trace(path.name.removesuffix(".frames.tsv"))
    columns = ["ui_tid", "render_tid", "do_frame_ts", "do_frame_dur", "draw_frame_ts", "draw_frame_dur"]
    rows = collections.defaultdict(list)
    for row in read_table(tracedump, trace, "frame"):
        if row["draw_frame_ts"] is not None:
            rows[row["frame_id"], row["do_frame_ts"]].append(row)
    wrong = []
    for wanted in read_rows(path):
        found = rows.pop((wanted["frame_id"], int(wanted["do_frame_ts"])), None)
        if found is None:
            wrong.append(f"no frame {wanted['frame_id']}")
            continue
        wrong += [f"{wanted['frame_id']}: {column} is {found[0][column]}" for column in columns
                  if as_text(found[0][column]) != wanted[column]]
        # If there are several actual frames, trace processor uses the first start and the longest duration.
        if (min(row["ts"] for row in found), max(row["dur"] for row in found)) != \
                (int(wanted["ts"]), int(wanted["dur"])):
            wrong.append(f"{wanted['frame_id']}: no frame of {wanted['dur']} at {wanted['ts']}")
    return wrong + [f"too many: {key}" for key in rows]


def check_planted_frames(tracedump, trace, planted):
    rows = {row["do_frame_ts"]: row for row in read_table(tracedump, trace, "frame")}
    wrong = []
    for fact in planted:
        if fact["kind"] != "frame":
            continue
        row = rows.get(int(fact["ts"]), {})
        value = dict(part.split("=", 1) for part in fact["value"].split() if "=" in part)
        draw = ("draw_ts", "draw_dur") if "draw_ts" in value else ("rs_ts", "rs_dur")
        facts = [("do_frame_dur", fact["dur"]), ("ui_tid", fact["tid"]), ("draw_frame_ts", value.get(draw[0])),
                 ("draw_frame_dur", value.get(draw[1]))]
        # A text log contains no deadlines.
        if row.get("is_recorded"):
            facts.append(("late_stage", {"none": None}.get(value["why"], value["why"])) if "why" in value else
                         ("render_tid", fact["other_tid"] if "rs_ts" in value else None))
            if max(row["late"], 0) != int(value["late"]):
                wrong.append(f"frame at {fact['ts']}: late by {row['late']}")
        wrong += [f"frame at {fact['ts']}: {column} is {row.get(column)} instead of {wanted}"
                  for column, wanted in facts if as_text(row.get(column)) != wanted]
    return wrong


def by_start(rows):
    """Returns the rows of a table by the start to which they belong."""
    found = collections.defaultdict(list)
    for row in rows:
        found[row["start_id"]].append(row)
    return found


def check_starts(tracedump, path):
    """Compares starts and their times to display. Our table may contain additional starts that did not end or were not
    reported."""
    trace = find_trace(path.name.removesuffix(".startups.tsv"))
    rows = {row["ts"]: row for row in read_table(tracedump, trace, "app_start") if row["state"] == "ended"}
    wrong = []
    for wanted in read_rows(path):
        row = rows.pop(int(wanted["ts"]), None)
        if row is None:
            wrong.append(f"no start at {wanted['ts']}")
            continue
        # Names in a text log are truncated, so trace processor finds no process and no frames.
        columns = ["dur", "dur_without_trampoline", "package"] + [
            column for column, key in (("type", "startup_type"), ("time_to_initial_display",) * 2,
                                       ("time_to_full_display",) * 2, ("pid", "pids")) if wanted[key] is not None]
        wrong += [f"{wanted['ts']}: {column} is {row[column]}" for column in columns
                  if as_text(row[column]) != wanted[{"type": "startup_type", "pid": "pids"}.get(column, column)]]
    return wrong + [f"too many: {ts}" for ts in rows] + check_query(tracedump, path, "startups")


def check_breakdown(tracedump, path):
    trace = find_trace(path.name.removesuffix(".startup-breakdown.tsv"))
    rows = [(row["ts"], row["dur"], row["reason"]) for row in read_table(tracedump, trace, "app_start_breakdown")]
    wanted = [(int(row["ts"]), int(row["dur"]), row["reason"]) for row in read_rows(path)]
    # Trace processor stops at the last recorded state; our inferred states follow.
    return [f"missing: {row}" for row in wanted if row not in rows] + \
        [f"too many: {row}" for row in rows[:len(wanted)] if row not in wanted] + \
        check_query(tracedump, path, "startup-breakdown")


def check_query(tracedump, path, query):
    """Compares results of the SQL modules. Trace processor finds no processes in text logs, so it has no frames."""
    trace = find_trace(path.name.removesuffix(f".{query}.tsv"))
    run = subprocess.run([tracedump, "query", "--format", "tsv", "--file", EXPERT / "queries" / f"{query}.sql", trace],
                         capture_output=True, text=True, check=False, timeout=120)
    rows = list(csv.DictReader(run.stdout.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE))
    wanted = read_rows(path)
    wrong = [f"{query}.sql: {len(rows)} rows instead of {len(wanted)}; {run.stderr[-200:]}"] \
        if len(rows) < len(wanted) else []
    return wrong + [f"{query}.sql: {column} is {row[column]} instead of {truth[column]}"
                    for row, truth in zip(rows, wanted) for column in truth
                    if truth[column] is not None and row[column] != truth[column]]


def check_sums(tracedump, path):
    """The pieces of each start are adjacent, from its beginning to its end."""
    trace = find_trace(path.name.removesuffix(".startups.tsv").removesuffix(".planted.tsv"))
    pieces = by_start(read_table(tracedump, trace, "app_start_breakdown"))
    wrong = []
    for start in read_table(tracedump, trace, "app_start"):
        ends = [start["ts"]] + [piece["ts"] + piece["dur"] for piece in pieces[start["start_id"]]]
        begins = [piece["ts"] for piece in pieces[start["start_id"]]]
        if ends[:-1] != begins or (start["dur"] >= 0 and ends[-1] != start["ts"] + start["dur"]):
            wrong.append(f"start {start['start_id']}: pieces do not fill {start['ts']} + {start['dur']}")
    return wrong


def check_planted_starts(tracedump, trace, planted):
    rows = {row["ts"]: row for row in read_table(tracedump, trace, "app_start")}
    phases = {(row["ts"], row["phase"]): row["dur"] for row in read_table(tracedump, trace, "app_start_phase")}
    wrong = []
    for fact in planted:
        ts, dur = int(fact["ts"]), int(fact["dur"])
        if fact["kind"] == "startup":
            row = rows.get(ts, {})
            kind, value = (fact["value"].split() or [""])[0], dict(
                part.split("=") for part in fact["value"].split() if "=" in part)
            if (row.get("dur"), row.get("package")) != (dur, fact["name"]) or \
                    kind not in ("", row["type"]) or value.get("ttid") not in \
                    (None, str(row["time_to_initial_display"])):
                wrong.append(f"start at {ts}: {row}")
        elif fact["kind"] in ("phase", "launch_delay"):
            name = fact["name"] if fact["kind"] == "phase" else "launch_delay"
            if phases.get((ts, name)) != dur:
                wrong.append(f"{name} at {ts}: {phases.get((ts, name))} instead of {dur}")
    return wrong


# Column of trace processor → our column.
MONITOR_COLUMNS = {
    "dur": "dur", "blocked_thread_tid": "tid", "blocking_tid": "owner_tid", "is_blocked_thread_main": "is_main_thread",
    "blocking_thread_name": "owner_name", "waiter_count": "waiters", "short_blocked_method": "method",
    "blocked_src": "source", "short_blocking_method": "owner_method", "blocking_src": "owner_source",
    "lock_name": "lock",
}


def check_monitor(tracedump, path):
    trace = find_trace(path.name.removesuffix(".monitor.tsv"))
    rows = [row for row in read_table(tracedump, trace, "lock_contention") if row["kind"] == "monitor"]
    wanted = read_rows(path)
    wrong = [f"{len(rows)} waits instead of {len(wanted)}"] if len(rows) != len(wanted) else []
    for row, truth in zip(rows, wanted):
        wrong += [f"{truth['ts']}: {ours} is {row[ours]}" for theirs, ours in MONITOR_COLUMNS.items()
                  if as_text(row[ours]) != truth[theirs]]
    return wrong


def check_locks(tracedump, path):
    """Each slice of a wait is a row, or the inner slice of a monitor contention that is a row. Durations are the
    durations of the slices, which check-perfetto.py compares."""
    trace = find_trace(path.name.removesuffix(".lock-slices.tsv"))
    rows = {(row["ts"], row["tid"]): row for row in read_table(tracedump, trace, "lock_contention")}
    slices = [(int(row["ts"]), int(row["tid"]), row["name"]) for row in read_rows(path)]
    outer = {(ts, tid) for ts, tid, name in slices if name.startswith("monitor contention with owner")}
    wrong = []
    for ts, tid, name in slices:
        is_inner = any(other <= ts <= other + row["dur"] and (other, owner) != (ts, tid) and owner == tid
                       for (other, owner) in outer for row in [rows.get((other, owner), {"dur": 0})])
        if "something else" not in name and is_inner == ((ts, tid) in rows):
            wrong.append(f"{name} at {ts}: counted {0 if is_inner else 'not'} once")
    return wrong


def check_gc(tracedump, path):
    trace = find_trace(path.name.removesuffix(".gc.tsv"))
    rows = [(row["ts"], row["dur"], row["tid"], row["kind"], row["running_dur"])
            for row in read_table(tracedump, trace, "gc_event")]
    wanted = [(int(row["gc_ts"]), int(row["gc_dur"]), int(row["tid"]), row["gc_type"], int(row["gc_running_dur"]))
              for row in read_rows(path)]
    return [f"{rows} instead of {wanted}"] if rows != wanted else []


def check_planted(tracedump, path):
    trace = find_trace(path.name.removesuffix(".planted.tsv"))
    with open(path, encoding="utf-8") as file:
        planted = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    planted = [{key.lstrip("#"): cell or "" for key, cell in fact.items()} for fact in planted]
    return check_planted_starts(tracedump, trace, planted) + check_planted_frames(tracedump, trace, planted) + \
        check_sums(tracedump, path)


def join_pieces(pieces):
    """Joins adjacent (ts, dur, tid) with the same thread."""
    joined = []
    for ts, dur, tid in sorted(pieces):
        if joined and joined[-1][2] == tid and joined[-1][0] + joined[-1][1] == ts:
            joined[-1][1] += dur
        else:
            joined.append([ts, dur, tid])
    return joined


def check_critical_path(tracedump, path):
    """Rows add up to the range. They equal trace processor's rows, except for sleeps that an interrupt or I/O ended:
    trace processor treats the interrupted thread as the waker if it does not read the flags."""
    trace = find_trace(path.name.removesuffix(".critical-path.tsv"))
    wanted = {}
    for row in read_rows(path):
        wanted.setdefault(row["root_tid"], []).append((int(row["ts"]), int(row["dur"]), int(row["tid"])))
    wrong = []
    for root, pieces in wanted.items():
        rows = read_table(tracedump, trace, "critical_path", "--thread", root)
        wrong += [f"{root}: gap at {a['ts'] + a['dur']}" for a, b in zip(rows, rows[1:]) if a["ts"] + a["dur"] != b["ts"]]
        different, wanted_pieces, at = 0, join_pieces(pieces), 0
        for row in rows:
            end = row["ts"] + row["dur"]
            while at < len(wanted_pieces) and sum(wanted_pieces[at][:2]) <= row["ts"]:
                at += 1
            if row["wait_end"] in ("interrupt", "io"):
                continue
            for ts, dur, tid in wanted_pieces[at:]:
                if ts >= end:
                    break
                if tid != row["tid"]:
                    different += min(end, ts + dur) - max(row["ts"], ts)
        if different > sum(dur for _, dur, _ in pieces) * MAX_OTHER_WAKERS:
            wrong.append(f"{root}: {different} ns depend on another thread")
    return wrong


def check_planted_path(tracedump, path):
    """The planted cause of each wait explains it, except for the wakeup at both ends."""
    trace = find_trace(path.name.removesuffix(".planted.tsv"))
    wrong = []
    rows = {}
    for planted in read_rows(path):
        if planted["#kind"] not in ("cp", "io_wait", "preempted"):
            continue
        tid, ts, dur = planted["tid"], int(planted["ts"]), int(planted["dur"])
        cause = int(tid if planted["#kind"] != "cp" else planted["other_tid"])
        if tid not in rows:
            rows[tid] = read_table(tracedump, trace, "critical_path", "--thread", tid)
        kinds = {"io_wait": ("io",), "preempted": ("runnable",)}.get(planted["#kind"])
        spent = sum(max(0, min(row["ts"] + row["dur"], ts + dur) - max(row["ts"], ts)) for row in rows[tid]
                    if row["tid"] == cause and (kinds is None or row["kind"] in kinds))
        if abs(spent - dur) > PLANTED_EDGE_NS:
            wrong.append(f"{planted['#kind']} at {ts} of {tid}: {spent} of {dur} ns by {cause}")
    return wrong


def check_thread_sums(tracedump, path, suffix, columns):
    """Compares sums by thread of complete logs. In other logs, our reader infers switches, and the runnable state must
    directly precede a run."""
    trace = find_trace(path.name.removesuffix(suffix))
    rows = {}
    for row in read_table(tracedump, trace, "sched_latency"):
        sums = rows.setdefault(str(row["tid"]), dict.fromkeys(columns, 0))
        for wanted, column in columns.items():
            sums[wanted] = max(sums[wanted], row[column]) if wanted == "max" else sums[wanted] + row[column]
    none = dict.fromkeys(columns, 0)
    return [f"thread {wanted['tid']}: {column} is {rows.get(wanted['tid'], none)[column]} instead of {wanted[column]}"
            for wanted in read_rows(path) for column in columns
            if rows.get(wanted["tid"], none)[column] != int(wanted[column] or 0)]


def check_latencies(tracedump, path):
    return check_thread_sums(tracedump, path, ".latency-stats.tsv",
                             {"n": "count", "dur": "total_ns", "max": "max_ns", "over_1ms": "over_1ms",
                              "over_10ms": "over_10ms"})


def check_preemptions(tracedump, path):
    return check_thread_sums(tracedump, path, ".preemptions.tsv",
                             {column: column for column in
                              ("runs", "preempted", "runnable_end", "slept", "blocked", "migrations")})


INTERRUPTED = """# tracer: nop
  <idle>-0     (-----) [000] d... 1.000000: sched_switch: prev_comm=swapper prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=main next_pid=101 next_prio=120
  <idle>-0     (-----) [001] d... 1.000001: sched_waking: comm=busy pid=102 prio=120 target_cpu=001
  <idle>-0     (-----) [001] d... 1.000002: sched_switch: prev_comm=swapper prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=busy next_pid=102 next_prio=120
  main-101     (  101) [000] d... 1.000005: sched_waking: comm=busy pid=102 prio=120 target_cpu=001
  busy-102     (  102) [001] d... 1.000007: sched_switch: prev_comm=busy prev_pid=102 prev_prio=120 prev_state=S ==> next_comm=swapper next_pid=0 next_prio=120
  main-101     (  101) [000] d... 1.000008: sched_waking: comm=busy pid=102 prio=120 target_cpu=001
  <idle>-0     (-----) [001] d... 1.000009: sched_switch: prev_comm=swapper prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=busy next_pid=102 next_prio=120
  main-101     (  101) [000] d... 1.000010: sched_switch: prev_comm=main prev_pid=101 prev_prio=120 prev_state=S ==> next_comm=swapper next_pid=0 next_prio=120
  busy-102     (  102) [001] d.h. 1.000030: sched_waking: comm=main pid=101 prio=120 target_cpu=000
  <idle>-0     (-----) [000] d... 1.000040: sched_switch: prev_comm=swapper prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=main next_pid=101 next_prio=120
  main-101     (  101) [000] d... 1.000050: sched_switch: prev_comm=main prev_pid=101 prev_prio=120 prev_state=S ==> next_comm=swapper next_pid=0 next_prio=120
"""


def check_interrupted(tracedump):
    """Tests a thread that an interrupt woke: in our table it did not wait for a thread; by Perfetto's rules it waited
    for the interrupted thread."""
    with tempfile.NamedTemporaryFile("w", suffix=".ftrace") as file:
        file.write(INTERRUPTED)
        file.flush()
        rows = read_table(tracedump, file.name, "critical_path", "--thread", "101")
        query = ("INCLUDE PERFETTO MODULE sched.thread_executing_span; SELECT tid, SUM(cp.dur) AS dur FROM "
                 "_thread_executing_span_critical_path((SELECT utid FROM thread WHERE tid = 101), trace_start(), "
                 "trace_dur()) cp JOIN thread USING (utid) WHERE cp.ts < 1000030000 GROUP BY tid")
        run = subprocess.run([tracedump, "query", "--format", "json", file.name, query], capture_output=True, text=True,
                             check=True)
    ours = [(row["tid"], row["dur"], row["wait_end"]) for row in rows if row["ts"] == 1000010000]
    wrong = []
    if ours != [(101, 20000, "interrupt")]:
        wrong.append(f"the wait is {ours}")
    perfetto = {row["tid"]: row["dur"] for row in json.loads(run.stdout)[0]}
    if perfetto != {102: 20000}:
        wrong.append(f"by Perfetto's rules the time before the wakeup is {perfetto}")
    return wrong


# Recordings without problems.
GOOD = ["gen-android-3", "gen-ohos-1.ftrace", "gen-ohos-2.ftrace", "hitrace-api18.ftrace", "bytrace-full.txt",
        "openharmony-device.ftrace"]
# Recordings with planted problems, and the rules that must find them.
TROUBLED = {"gen-android-1": {"starved", "start-gc"}, "gen-android-2": {"start-locks", "start-gc"},
            "startup-locks": {"start-slow", "start-locks", "lock-wait", "start-bind", "main-blocked"}}


def run_findings(tracedump, *arguments):
    run = subprocess.run([tracedump, "findings", *arguments], capture_output=True, text=True, check=False, timeout=120,
                         env={**os.environ, "G_DEBUG": "fatal-criticals"})
    return run.returncode, run.stdout, run.stderr


def check_findings(tracedump):
    """Good recordings have no findings; exceeded limits cause exit status 3."""
    wrong = []
    for name in GOOD:
        status, text, _ = run_findings(tracedump, find_trace(name), "--fail-if", "hint")
        if status != 0 or not text.startswith("No findings."):
            wrong.append(f"{name}: status {status}: {text[:80]}")
    for name, rules in TROUBLED.items():
        trace = find_trace(name)
        status, text, _ = run_findings(tracedump, trace, "--format", "json")
        rows = json.loads(text)
        if status != 0 or {row["rule"] for row in rows} != rules:
            wrong.append(f"{name}: status {status}, {[row['rule'] for row in rows]}")
        severities = ["error", "warning", "hint"]
        order = [(severities.index(row["severity"]), -row["cost"]) for row in rows]
        if order != sorted(order):
            wrong.append(f"{name}: not ranked")
        evidence = read_table(tracedump, trace, "finding_evidence")
        if {row["finding"] for row in evidence} != set(range(len(rows))):
            wrong.append(f"{name}: findings without evidence")
        rule, count = rows[0]["rule"], sum(row["count"] for row in rows if row["rule"] == rows[0]["rule"])
        for condition, wanted in (("hint", 3), ("hint>99", 0), (rule, 3), (f"{rule}>{count - 1}", 3),
                                  (f"{rule}>{count}", 0), ("no-rule", 2), (f"{rule}>x", 2)):
            status, _, error = run_findings(tracedump, trace, "--fail-if", condition)
            if status != wanted:
                wrong.append(f"{name}: status {status} with --fail-if {condition}: {error}")
    for limit, wanted in (("start-locks=99", 0), ("start-locks", 2), ("no-rule=1", 2), ("start-locks=-1", 2)):
        status, text, _ = run_findings(tracedump, find_trace("gen-android-2"), "--threshold", limit)
        if status != wanted or (wanted == 0 and "start-locks" in text):
            wrong.append(f"--limit {limit}: status {status}: {text[:80]}")
    return wrong


def check_path_sums(tracedump, trace):
    """The critical paths of the busiest threads add up to any range."""
    states = read_table(tracedump, trace, "state_use")
    busiest = sorted((row for row in states if row["state"] == "Running"), key=lambda row: -row["total_ns"])
    facts = read_table(tracedump, trace, "thread_state")
    if not busiest:
        return []
    length = max(row["ts"] + max(row["dur"], 0) for row in facts) - facts[0]["ts"]
    wrong = []
    for row in busiest[:3]:
        name = str(row["tid"])
        for part in ((0, 0.5), (0.3, 0.6)):
            first, last = int(length * part[0]), int(length * part[1])
            rows = read_table(tracedump, trace, "critical_path", "--thread", name, "--from", f"{first}ns",
                              "--to", f"{last}ns")
            sums = {}
            for piece in rows:
                sums[piece["root_utid"]] = sums.get(piece["root_utid"], 0) + piece["dur"]
            wrong += [f"{name}: {total} of {last - first} ns" for total in sums.values() if total != last - first]
    return wrong


CHECKS = {".binder.tsv": check_binder, ".binder-states.tsv": check_binder_states,
          ".frame-timeline.tsv": check_frames, ".frames.tsv": check_frame_work, ".startup-breakdown.tsv": check_breakdown,
          ".critical-path.tsv": check_critical_path,
          ".planted.tsv": lambda *args: check_planted(*args) + check_planted_path(*args),
          ".startups.tsv": lambda *args: check_starts(*args) + check_sums(*args),
          ".monitor.tsv": check_monitor, ".lock-slices.tsv": check_locks, ".gc.tsv": check_gc,
          ".latency-stats.tsv": check_latencies, ".preemptions.tsv": check_preemptions}

# Suffixes of rows that are only compared if no switch is missing.
OF_COMPLETE_LOGS = {".latency-stats.tsv", ".preemptions.tsv"}


def list_traces():
    return sorted({find_trace(path.name.removesuffix(".state-stats.tsv")) for path in EXPERT.glob("*.state-stats.tsv")})


def main(tracedump):
    jobs = [(path.name, check, path) for path in sorted(EXPERT.glob("*.tsv")) for suffix, check in CHECKS.items()
            if path.name.endswith(suffix) and (path.name.startswith("gen-") or suffix not in OF_COMPLETE_LOGS)]
    if not jobs:
        print(f"1..0 # SKIP no expected rows in {EXPERT}")
        return 0
    jobs += [(f"sums of critical paths of {trace.name}", check_path_sums, trace) for trace in list_traces()]
    jobs.append(("a thread that an interrupt wakes", check_interrupted, None))
    jobs.append(("findings", check_findings, None))
    print(f"1..{len(jobs)}")
    failed = 0
    for number, (name, check, path) in enumerate(jobs, 1):
        try:
            wrong = check(tracedump, path) if path is not None else check(tracedump)
        except (OSError, RuntimeError, subprocess.TimeoutExpired) as error:
            wrong = [str(error)]
        failed += bool(wrong)
        print(f"{'not ' if wrong else ''}ok {number} - {name}", flush=True)
        for line in wrong[:8]:
            print(f"# {line}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
