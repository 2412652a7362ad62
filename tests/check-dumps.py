#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later

"""Compares the tables of thread dumps with an independent count and with planted deadlocks.

check-dumps.py TRACEDUMP MAKE_TRACE COUNT_DUMPS

The dumps: a matrix of small dumps of every virtual machine with planted deadlocks, all of which must be found, and no
other deadlocks; and dumps of real devices with known counts, if TV_SAMPLES (default: ../shared/samples) contains them.
The output is TAP.
"""

import collections
import csv
import io
import json
import pathlib
import re
import subprocess
import sys

import tap_checks
from tap_checks import REAL

RELATIONS = {
    "waiting to lock": "wanted", "waiting for lock inflation of": "wanted", "waiting on": "waited on",
    "sleeping on": "slept on", "parking to wait for": "parked",
}
VIRTUAL_MACHINES = ["art", "dalvik", "hotspot"]
CASES = [
    "--threads 1 --processes 1", "--threads 2 --processes 2", "--threads 12 --processes 3",
    "--threads 40 --processes 5", "--threads 300 --processes 2", "--threads 9 --processes 24",
]
SEEDS = range(1, 5)


def read_table(tracedump, name, path):
    run = subprocess.run([tracedump, "table", "--native", name, str(path)], capture_output=True, text=True,
                         check=True)
    return [tap_checks.without_mark(row) for row in csv.DictReader(io.StringIO(run.stdout))]


def read_truth():
    """Maps file names to their known figures in SOURCES.md."""
    path = REAL / "device" / "SOURCES.md"
    truth = {}
    if path.exists():
        for match in re.finditer(r"^- \*\*([\w.-]+)\*\*: (blocks .*|threads \d+; frames .*)$",
                                 path.read_text("utf-8"), re.M):
            truth[match[1]] = match[2]
    return truth


def parse_truth(text):
    known = {}
    for part in text.split("; "):
        words, _, value = part.rpartition(" ")
        if value.isdigit():
            known[words] = int(value)
        elif part.startswith("deadlock_members "):
            known["deadlock_members"] = part.removeprefix("deadlock_members ")
    return known


class Checker:
    def __init__(self, tracedump, make_trace, count, folder):
        self.tracedump = tracedump
        self.make_trace = make_trace
        self.count = count
        self.folder = pathlib.Path(folder)

    def measure(self, path):
        """Returns the figures of the tables with the keys of the independent count."""
        tables = {name: read_table(self.tracedump, name, path)
                  for name in ("thread_dump", "thread_dump_thread", "thread_dump_frame",
                               "thread_dump_lock", "thread_dump_transaction", "deadlock")}
        kinds = {row["id"]: row["kind"] for row in tables["thread_dump"]}
        pids = {row["id"]: row["pid"] for row in tables["thread_dump"]}
        threads = [row for row in tables["thread_dump_thread"]
                   if kinds[row["dump_id"]] != "wait channels"]
        by_id = {row["id"]: row for row in tables["thread_dump_thread"]}
        frames = collections.Counter(row["kind"] for row in tables["thread_dump_frame"])
        relations = collections.Counter(row["relation"] for row in tables["thread_dump_lock"]
                                        if row["frame_depth"] != "")
        cycles = collections.defaultdict(list)
        for row in tables["deadlock"]:
            thread = by_id[row["thread_id"]]
            pid = pids[thread["dump_id"]]
            cycles[row["cycle_id"]].append(
                [int(pid) if pid else None, int(thread["tid"]) if thread["tid"] else None])
        return {
            "blocks": len(tables["thread_dump"]),
            "waiting_channel_lines": len(by_id) - len(threads),
            "processes": len({pid for pid in pids.values() if pid}),
            "threads": len(threads),
            "threads_native_block": sum(kinds[row["dump_id"]] == "native" for row in threads),
            "daemons": sum(row["is_daemon"] == "1" for row in threads),
            "frames_managed": frames["managed"],
            "frames_native": frames["native"],
            "locks_held_lines": relations["held"],
            "relations": {name: n for name, n in sorted(relations.items()) if name != "held"},
            "states": dict(sorted(collections.Counter(
                row["state"] for row in threads if row["state"]).items())),
            "binder_outgoing": sum(row["kind"] == "outgoing"
                                   for row in tables["thread_dump_transaction"]),
            "cycles": list(cycles.values()),
            "names": [[by_id[row["thread_id"]]["name"] for row in tables["deadlock"]
                       if row["cycle_id"] == cycle] for cycle in cycles],
        }

    def compare(self, found, path):
        run = subprocess.run([sys.executable, self.count, str(path)], capture_output=True, text=True,
                             check=True)
        counted = json.loads(run.stdout)
        relations = collections.Counter()
        for words, n in counted.pop("lines").items():
            relations[RELATIONS[words]] += n
        counted["relations"] = dict(sorted(relations.items()))
        counted.pop("threads_not_attached")
        counted["cycles"].sort()
        found = dict(found, cycles=sorted(found["cycles"]))
        return [f"{key}: {found[key]} instead of {counted[key]}" for key in counted
                if found[key] != counted[key]]

    def check_planted(self, machine, case, seed, oddities):
        arguments = f"--line {machine} {case} --seed {seed}" + (" --oddities" if oddities else "")
        path = self.folder / f"{machine}-{abs(hash((case, seed, oddities)))}.txt"
        subprocess.run([self.make_trace, "--form", "dump", *arguments.split(), "-o", str(path)],
                       check=True)
        found = self.measure(path)
        wrong = self.compare(found, path)
        planted = collections.defaultdict(set)
        for row in read_table(self.tracedump, "thread_dump_thread", path):
            if match := re.fullmatch(r"cycle (\d+) (\d+)", row["name"]):
                planted[int(match[1])].add(int(match[2]))
        told = {}
        for names in found["names"]:
            places = [re.fullmatch(r"cycle (\d+) (\d+)", name) for name in names]
            if not all(places) or len({place[1] for place in places}) != 1:
                wrong.append(f"a deadlock of {names}, which was not planted")
                continue
            told[int(places[0][1])] = order = [int(place[2]) for place in places]
            if any((b - a) % len(order) != 1 % len(order)
                   for a, b in zip(order, order[1:] + order[:1])):
                wrong.append(f"the members of a deadlock go {order}")
        if {cycle: set(order) for cycle, order in told.items()} != planted:
            wrong.append(f"deadlocks {sorted(told)} instead of {sorted(planted)}")
        path.unlink()
        return [(f"planted {arguments}", wrong)]

    def check_sample(self, name, truth):
        path = REAL / "device" / name
        found = self.measure(path)
        wrong = self.compare(found, path)
        known = parse_truth(truth)
        same = {"blocks": "blocks", "processes": "processes", "threads": "threads",
                "daemons": "daemons", "frames_managed": "frames_managed",
                "frames_native": "frames_native", "locks_held_lines": "locks_held_lines",
                "waiting_channel_lines": "waiting_channel_lines", "binder outgoing": "binder_outgoing",
                "threads_native_block": "threads_native_block", "frames": "frames_managed"}
        for key, mine in same.items():
            if key in known and known[key] != found[mine]:
                wrong.append(f"{key}: {found[mine]} instead of {known[key]}")
        for key, value in known.items():
            if key.startswith("state ") and key[6] not in "(-" and \
                    found["states"].get(key[6:]) != value:
                wrong.append(f"{key}: {found['states'].get(key[6:])} instead of {value}")
            if key.startswith("lines ") and found["relations"].get(RELATIONS[key[6:]]) != value:
                wrong.append(f"{key}: {found['relations']} instead of {value}")
        members = known.get("deadlock_members", "-")
        inside = [cycle for cycle in found["cycles"] if len({pid for pid, _ in cycle}) == 1]
        if members != "-":
            pid, _, tids = members.partition(": ")
            wanted = [[int(pid), int(tid)] for tid in tids.split(",")]
            if sorted(map(sorted, inside)) != [wanted]:
                wrong.append(f"deadlocks {inside} instead of {[wanted]}")
        elif "blocks" in known and inside:
            wrong.append(f"deadlocks {inside} instead of none")
        return [(f"known figures of {name}", wrong)]

    def check_binder(self):
        found = self.measure(REAL / "device" / "anr-dalvik-binder-deadlock.txt")
        wanted = [[[800, 1], [800, 8], [808, 1], [808, 8]]]
        return [("a deadlock of two processes",
                 [] if found["cycles"] == wanted else [f"{found['cycles']} instead of {wanted}"])]


def main():
    truth = {name: text for name, text in read_truth().items()
             if (REAL / "device" / name).exists() and (name.startswith("anr-")
                                                       or name.startswith("jstack-"))}
    jobs = [("check_planted", machine, case, seed, oddities)
            for machine in VIRTUAL_MACHINES for case in CASES for seed in SEEDS
            for oddities in (False, True)]
    jobs += [("check_sample", name, text) for name, text in sorted(truth.items())]
    if (REAL / "device" / "anr-dalvik-binder-deadlock.txt").exists():
        jobs.append(("check_binder",))
    return tap_checks.run(Checker, sys.argv[1:4], jobs,
                          ["device/anr-art16-a.txt"])


if __name__ == "__main__":
    sys.exit(main())
