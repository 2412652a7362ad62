#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later

"""Compares analyses of the system with the rows of Perfetto's trace processor.

    check-expert.py TRACEDUMP

The rows are in the folder "expert" of TV_SAMPLES (default: ../shared/samples), the traces there and beside it.
The output is TAP.
"""

import collections
import csv
import json
import os
import subprocess
import sys

from tap_checks import REAL

EXPERT = REAL / "expert"
NULL = "[NULL]"

# Column of trace processor → ours.
BINDER_COLUMNS = {
    "is_sync": "is_sync", "client_pid": "client_pid", "client_tid": "client_tid",
    "is_main_thread": "is_main_thread", "client_thread": "client_thread", "client_process": "client_process",
    "server_ts": "server_ts", "server_pid": "server_pid", "server_tid": "server_tid",
    "server_thread": "server_thread", "server_process": "server_process", "dispatch_dur": "dispatch_dur",
    "aidl_name": "aidl_name", "interface": "interface", "method_name": "method", "aidl_ts": "aidl_ts",
    "aidl_dur": "aidl_dur", "client_dur": "client_dur", "server_dur": "server_dur",
}
# A process without a name of its own has that of its main thread here.
NAMES = {"client_process", "server_process"}
# Replies that no event of the trace sends: trace processor ends slices by other events of the thread.
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


def read_table(tracedump, trace, name):
    run = subprocess.run([tracedump, "table", name, trace, "--format", "json"], capture_output=True, text=True,
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
    """Frames that came, with the expected frame of the same process and token."""
    trace = find_trace(path.name.removesuffix(".frame-timeline.tsv"))
    rows = collections.Counter(
        tuple(as_text(row[column]) for column in ("ts", "dur", "pid", "layer", "expected_ts", "expected_dur")) +
        (row["jank_type"] or "None", row["frame_id"]) for row in read_table(tracedump, trace, "frame"))
    wanted = collections.Counter(
        (row["ts"], row["dur"], row["pid"], row["layer_name"], row["expected_ts"], row["expected_dur"],
         row["jank_type"], row["surface_frame_token"] or row["display_frame_token"]) for row in read_rows(path))
    # A frame that begins twice: trace processor leaves the first one open, here both have the recorded end.
    twice = {row[-1] for row in wanted if "-1" in row}
    return [f"missing: {row}" for row in wanted - rows if row[-1] not in twice] + \
        [f"too many: {row}" for row in rows - wanted if row[-1] not in twice]


def by_start(rows):
    """Rows of a table that follows starts, by start."""
    found = collections.defaultdict(list)
    for row in rows:
        found[row["start_id"]].append(row)
    return found


def check_starts(tracedump, path):
    """Starts with their times to display. Those that did not end, or that nothing reports, are more than there."""
    trace = find_trace(path.name.removesuffix(".startups.tsv"))
    rows = {row["ts"]: row for row in read_table(tracedump, trace, "app_start") if row["state"] == "ended"}
    wrong = []
    for wanted in read_rows(path):
        row = rows.pop(int(wanted["ts"]), None)
        if row is None:
            wrong.append(f"no start at {wanted['ts']}")
            continue
        # Names of a text log are cut, so trace processor finds no process there, and no frames.
        columns = ["dur", "dur_without_trampoline", "package"] + [
            column for column, key in (("type", "startup_type"), ("time_to_initial_display",) * 2,
                                       ("time_to_full_display",) * 2, ("pid", "pids")) if wanted[key] is not None]
        wrong += [f"{wanted['ts']}: {column} is {row[column]}" for column in columns
                  if as_text(row[column]) != wanted[{"type": "startup_type", "pid": "pids"}.get(column, column)]]
    return wrong + [f"too many: {ts}" for ts in rows]


def check_breakdown(tracedump, path):
    trace = find_trace(path.name.removesuffix(".startup-breakdown.tsv"))
    rows = [(row["ts"], row["dur"], row["reason"]) for row in read_table(tracedump, trace, "app_start_breakdown")]
    wanted = [(int(row["ts"]), int(row["dur"]), row["reason"]) for row in read_rows(path)]
    # Trace processor ends where the states do; inferred ones follow here.
    return [f"missing: {row}" for row in wanted if row not in rows] + \
        [f"too many: {row}" for row in rows[:len(wanted)] if row not in wanted]


def check_sums(tracedump, path):
    """The pieces of each start follow each other from its begin to its end."""
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


def check_planted(tracedump, path):
    trace = find_trace(path.name.removesuffix(".planted.tsv"))
    with open(path, encoding="utf-8") as file:
        planted = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    planted = [{key.lstrip("#"): cell or "" for key, cell in fact.items()} for fact in planted]
    return check_planted_starts(tracedump, trace, planted) + check_sums(tracedump, path)


CHECKS = {".binder.tsv": check_binder, ".binder-states.tsv": check_binder_states,
          ".frame-timeline.tsv": check_frames, ".startup-breakdown.tsv": check_breakdown,
          ".planted.tsv": check_planted,
          ".startups.tsv": lambda *args: check_starts(*args) + check_sums(*args)}


def main(tracedump):
    jobs = [(path, check) for path in sorted(EXPERT.glob("*.tsv")) for suffix, check in CHECKS.items()
            if path.name.endswith(suffix)]
    if not jobs:
        print(f"1..0 # SKIP no expected rows in {EXPERT}")
        return 0
    print(f"1..{len(jobs)}")
    failed = 0
    for number, (path, check) in enumerate(jobs, 1):
        try:
            wrong = check(tracedump, path)
        except (OSError, RuntimeError, subprocess.TimeoutExpired) as error:
            wrong = [str(error)]
        failed += bool(wrong)
        print(f"{'not ' if wrong else ''}ok {number} - {path.name}", flush=True)
        for line in wrong[:8]:
            print(f"# {line}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
