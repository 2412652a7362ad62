#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Counts the contents of a file with thread dumps by the format of its lines: count-dumps.py FILE

The script is independent of the reader: lines are matched with regular expressions, and deadlocks are found
by following each thread's waits, at most one step per thread. The output is JSON.
"""

import collections
import json
import pathlib
import re
import sys

PROCESS = re.compile(r"----- pid (\d+) at ")
CHANNELS = re.compile(r"----- Waiting Channels: pid (\d+) at ")
HEADER = re.compile(r'"(.*)" (daemon )?prio=(-?\d+) (?:tid=(\d+) (\S+)|\(not attached\))')
NATIVE = re.compile(r'"(.*)" sysTid=(\d+)')
HOTSPOT = re.compile(r'"(.*)" (?:#(\d+) )?(daemon )?(?:prio=\d+ )?os_prio=')
LOCK = re.compile(
    r"- (waiting to lock|waiting for lock inflation of|waiting on|sleeping on|parking to wait for|locked) +"
    r"(?:<0x([0-9a-f]+)>|an unknown object)(?: \(a ([^)]*)\))?(?: held by (?:thread |tid=|threadid=)(\d+))?")
CALL = re.compile(
    r"(outgoing|incoming) transaction (\d+): \S+ from (\d+):(\d+) to (\d+):(\d+) code \w+ flags (\w+)")


class Thread:
    def __init__(self, block, name, tid, sys_tid, state, form, is_daemon):
        self.block, self.name, self.tid, self.sys_tid = block, name, tid, sys_tid
        self.state, self.form, self.is_daemon = state, form, is_daemon
        self.frames = []
        self.locks = []


def read(text):
    blocks, threads, channels, calls = [], [], 0, []
    counts = collections.Counter()
    thread = None
    in_report = False
    for line in text.splitlines():
        bare = line.strip()
        if match := CHANNELS.match(bare) or PROCESS.match(bare):
            blocks.append((int(match[1]), bare.startswith("----- Waiting")))
            thread = None
        elif bare.startswith("Full thread dump"):
            blocks.append((None, False))
            thread, in_report = None, False
        elif bare.startswith("Found one Java-level"):
            in_report, thread = True, None
        elif in_report:
            counts["reported"] += bool(re.match(r"Found \d+ deadlock", bare))
        elif re.match(r"sysTid=\d+", bare):
            channels += 1
        elif match := CALL.match(bare):
            calls.append((match[1], int(match[3]), int(match[4]), int(match[5]), int(match[6]),
                          int(match[7], 16) & 1))
        elif match := HEADER.match(bare):
            thread = Thread(len(blocks), match[1], match[4] and int(match[4]), None,
                            match[5] or "(not attached)", "vm" if match[4] else "not attached",
                            bool(match[2]))
            threads.append(thread)
        elif match := HOTSPOT.match(bare):
            nid = re.search(r"nid=(0x[0-9a-f]+|\d+)", bare)
            thread = Thread(len(blocks), match[1], match[2] and int(match[2]), nid and int(nid[1], 0),
                            None, "vm", bool(match[3]))
            threads.append(thread)
        elif match := NATIVE.match(bare):
            thread = Thread(len(blocks), match[1], None, int(match[2]), "(native)", "native", False)
            threads.append(thread)
        elif thread is None:
            continue
        elif match := re.match(r"\| .*sysTid=(\d+)", bare):
            thread.sys_tid = int(match[1])
        elif match := re.match(r"java\.lang\.Thread\.State: (\w+)", bare):
            thread.state = match[1]
        elif re.match(r"at \S+\(", bare):
            thread.frames.append(bare)
            counts["frames_managed"] += 1
        elif re.match(r"(native: )?#\d+ +pc ", bare):
            thread.frames.append(bare)
            counts["frames_native"] += 1
        elif match := LOCK.match(bare):
            thread.locks.append((match[1], match[2], match[3], match[4] and int(match[4])))
    return blocks, threads, channels, calls, counts


def holds(thread, identity, kind):
    """Returns whether the thread lists the lock as held, and has not released it to wait for it."""
    waits = [lock for lock in thread.locks if lock[0].startswith("waiting")]
    if waits and waits[0][1:3] == (identity, kind):
        return False
    return any(lock[0] == "locked" and lock[1:3] == (identity, kind) for lock in thread.locks)


def find_next(threads, blocks, calls):
    """Returns, for each waiting thread, the thread for which it waits."""
    following = {}
    for thread in threads:
        peers = [other for other in threads if other.block == thread.block]
        first = next((lock for lock in thread.locks if lock[0] != "locked"), None)
        if first and first[0].startswith(("waiting to lock", "waiting for lock", "parking")):
            _, identity, kind, owner = first
            if owner is not None:
                found = [other for other in peers if other.tid == owner]
            else:
                found = [other for other in peers if other is not thread
                         and identity and holds(other, identity, kind)]
            if (owner is not None or len(found) == 1) and found and found[0] is not thread:
                following[thread] = found[0]
        elif thread.frames and "BinderProxy.transact" in thread.frames[0]:
            pid = blocks[thread.block - 1][0]
            mine = [call for call in calls
                    if not call[5] and (call[1:3] if call[0] == "outgoing" else call[3:5])
                    == (pid, thread.sys_tid)]
            if mine and mine[0][0] == "outgoing":
                for other in threads:
                    if (blocks[other.block - 1][0], other.sys_tid) == mine[0][3:5]:
                        following[thread] = other
    return following


def find_cycles(threads, following):
    cycles = []
    for thread in threads:
        at = thread
        for _ in range(len(threads)):
            at = following.get(at)
            if at is None or at is thread:
                break
        if at is not thread:
            continue
        members = [thread]
        at = following[thread]
        while at is not thread:
            members.append(at)
            at = following[at]
        if not any(thread in cycle for cycle in cycles):
            cycles.append(members)
    return cycles


def count(text):
    blocks, threads, channels, calls, counts = read(text)
    cycles = find_cycles(threads, find_next(threads, blocks, calls))
    lines = collections.Counter(lock[0] for thread in threads for lock in thread.locks)
    return {
        "blocks": len(blocks),
        "waiting_channel_lines": channels,
        "processes": len({pid for pid, _ in blocks if pid is not None}),
        "threads": len(threads),
        "threads_not_attached": sum(thread.form == "not attached" for thread in threads),
        "threads_native_block": sum(thread.form == "native" for thread in threads),
        "daemons": sum(thread.is_daemon for thread in threads),
        "frames_managed": counts["frames_managed"],
        "frames_native": counts["frames_native"],
        "locks_held_lines": lines["locked"],
        "lines": {words: n for words, n in sorted(lines.items()) if words != "locked"},
        "states": dict(sorted(collections.Counter(
            thread.state for thread in threads
            if thread.form == "vm" and thread.state is not None).items())),
        "binder_outgoing": sum(call[0] == "outgoing" for call in calls),
        "cycles": [[[blocks[member.block - 1][0] if blocks else None, member.tid]
                    for member in cycle] for cycle in cycles],
    }


def main():
    data = pathlib.Path(sys.argv[1]).read_bytes().decode("utf-8", "replace")
    print(json.dumps(count(data)))


if __name__ == "__main__":
    main()
