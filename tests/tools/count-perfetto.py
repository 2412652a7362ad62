#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later

"""Counts the contents of a Perfetto trace, independently of Traceview: count-perfetto.py FILE

Prints JSON: the number and total duration of CPU runs and of closed slices, the number of open slices, and the
number and sum of counter samples. It supports the output of make-trace: CompactSched, prints with B and E,
cpu_frequency, track events with interned names, incremental clocks and incremental counters.
"""

import collections
import json
import sys

from perfetto_wire import fields, numbers


class Count:
    def __init__(self):
        self.switches = collections.defaultdict(list)
        self.events = []  # (ts, order, thread, action)
        self.samples = []
        self.clocks = {}  # sequence → current ns of its incremental clock
        self.defaults = {}
        self.threads = {}  # uuid → tid
        self.sums = {}

    def bundle(self, data):
        cpu = dict(fields(data)).get(1, 0)
        for field, value in fields(data):
            if field == 4:
                columns = {}
                for number, column in fields(value):
                    if number in (1, 2, 3):
                        columns[number] = numbers(column)
                at = 0
                for since, tid in zip(columns.get(1, []), columns.get(3, [])):
                    at += since
                    self.switches[cpu].append((at, tid))
            elif field == 2:
                event = dict(fields(value))
                if 3 in event:
                    text = dict(fields(event[3]))[2].decode().strip()
                    self.events.append((event[1], len(self.events), event[2], text[0]))
                elif 11 in event:
                    self.samples.append(dict(fields(event[11]))[1])

    def snapshot(self, sequence, data):
        for field, value in fields(data):
            if field == 1:
                clock = dict(fields(value))
                if clock.get(3):
                    self.clocks[sequence] = clock[2] * clock.get(4, 1)

    def packet(self, data):
        packet = dict(fields(data))
        sequence = packet.get(10, 0)
        if packet.get(13, 0) & 1:
            self.sums = {key: value for key, value in self.sums.items() if key[0] != sequence}
        if 59 in packet:
            defaults = dict(fields(packet[59]))
            self.defaults[sequence] = dict(fields(defaults[11]))[11]
        if 60 in packet:
            track = dict(fields(packet[60]))
            if 4 in track:
                self.threads[track[1]] = dict(fields(track[4]))[2]
        if 6 in packet:
            self.snapshot(sequence, packet[6])
        if 1 in packet:
            self.bundle(packet[1])
        if 11 in packet:
            self.clocks[sequence] += packet[8] * 1000
            event = dict(fields(packet[11]))
            uuid = event.get(11, self.defaults.get(sequence))
            if event[9] == 4:
                key = (sequence, uuid)
                self.sums[key] = self.sums.get(key, 0) + event[30]
                self.samples.append(self.sums[key])
            else:
                self.events.append((self.clocks[sequence], len(self.events), self.threads[uuid],
                                    " BEI"[event[9]]))

    def answer(self):
        runs = run_ns = 0
        end = 0
        for switches in self.switches.values():
            for (start, tid), (stop, _) in zip(switches[1:], switches[2:]):
                if tid:
                    runs += 1
                    run_ns += stop - start
            runs += bool(len(switches) > 1 and switches[-1][1])
        # Track events precede kernel events of the same time.
        stacks = collections.defaultdict(list)
        closed = closed_ns = points = 0
        for ts, _, track, what in sorted(self.events, key=lambda event: event[:2]):
            if what == "B":
                stacks[track].append(ts)
            elif what == "I":
                points += 1
            elif stacks[track]:
                closed += 1
                closed_ns += ts - stacks[track].pop()
            end = max(end, ts)
        return {"runs": runs, "closed_run_ns": run_ns, "closed": closed, "closed_ns": closed_ns,
                "points": points, "open": sum(map(len, stacks.values())), "samples": len(self.samples),
                "sample_sum": sum(self.samples)}


def main():
    count = Count()
    with open(sys.argv[1], "rb") as file:
        for field, value in fields(file.read()):
            if field == 1:
                count.packet(value)
    print(json.dumps(count.answer()))


if __name__ == "__main__":
    main()
