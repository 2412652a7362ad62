#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later

"""Counts the events of an ftrace text log, as a reference for the viewer's numbers.

The whole log is read into a list of lines, parsed with regular expressions, sorted by time and processed
once, without columns, indexes or optimizations. The viewer parses bytes and stores spans; this script
uses dictionaries and sums.

    count-ftrace.py [--indent] FILE

FILE is plain text, gzip, bare zlib, "TRACE:" and zlib, a systrace page in either format, or a zip
archive with one of these. The output is JSON.

The rules that this script implements
-------------------------------------
Lines      The first "-tid [(tgid)] [cpu]" ends the comm. Lines in any other format are not events.
           Unexplained lines count as "unparsed_line". Times are integers: without a dot, a unit of the
           clock is 1 ns; otherwise the fraction is decimal. A line with the time 0.0 (the last line of
           old systrace pages) is not an event, and only counts as "bad_time". The CPU can be
           before the flags instead of in brackets; then the time can be in us.
Order      By time; the sort is stable.
Slices     B and E on one stack per tid. Open slices have no duration: they are counted, but not
           summed. "max_depth" is the maximum number of slices on a stack. Chain, "H:", level and tag
           do not belong to a name, nor does the "category$$" of an async slice. An empty name is
           "(empty)". Only one "H:" is removed: "H:H:a" has the name "H:a".
Async      By (process, name, cookie): S opens a span, or is a duplicate if the span is open. F closes
           the span, or is unmatched if none is open. Spans left open are counted, but not summed. If
           all threads of a process are known and have ended, its open spans end with the last
           thread. G and H follow the same rules for (process, track, cookie).
Counters   C by (process, name).
Process    The number in the slice event if it is the tid or the line has no tgid, else the line's tgid.
Runs       From a switch to a thread until the next switch on that CPU, if that switch stops the same
           thread. So a run that is cut by the beginning of the log, by its end ("open") or by lost
           events ("lost") is not closed, and is not part of any sum. Idle is skipped.
States     For each tid that is not idle, in time order:
           1. switch-out opens prev_state. Switch-in closes the open state and opens Running.
           2. A wakeup opens R, and so does the task_newtask that creates the thread. Both are ignored in
              the states Running, R and R+. Waking replaces wakeups in a log that has none.
           3. sched_blocked_reason refines the last D, which may already be closed.
           4. If nothing has run on the CPU so far, the end of the previous state of prev
              is unknown. Such states are "lost": they are counted, but not summed.
           5. States at the end are "open": they are counted, but not summed.
Inferred   The prefix of a line names the current thread of its CPU, unless the prefixes of most switches
           name the next thread. A switch is missing if the prefix or a switch names a thread other
           than the known running thread, or if a running thread is switched in on another CPU. The
           previous thread ran until the last line of the CPU. The new thread has run since its wakeup if
           the CPU was idle and the wakeup is not before the CPU's last line, else since this line.
           The prefixes of a thread that was just switched away do not indicate a missing switch if it
           sleeps and was not woken since, or if the next line of another thread is of the
           thread that was switched to. A switch that stops a thread that was not seen to run does not
           create a run of length 0.
Lives      An id changes to another thread with a task_newtask (or a fork without task_newtask), and with its first
           event after its exit and the switch away. Open slices end at the exit. In a log without
           these events, each id has one lifetime.
Calls      Of the function_graph tracer, on one stack per thread; for idle and unknown threads, per
           CPU. A call never begins before the end of the previous call. If the name after "}" belongs to an
           outer call, the calls inside it end as well. Calls continue after the exit of their
           thread, until its last call. ftrace_graph.py parses such logs.
Interrupts irq, softirq, ipi, timers and tasklets do not nest on a CPU: an entry ends the previous entry. An
           exit without an entry is unmatched. A raised softirq has length 0, and so do
           entries in a log without exits. Exits in a log without entries are not counted.
Work       workqueue_execute_start and _end per tid, by the same rules.
Lost       "told" is the sum in the kernel's lines; "overwritten" is the number of written events minus
           the number of events in the buffer.
"""

import argparse
import collections
import json
import re
import sys
import zipfile
import zlib

from ftrace_graph import parse_call, read_log
from ftrace_marks import owner_of, parse_mark
from ftrace_text import MARKS, LogError, read_text
from ftrace_threads import Span, Sum, Threads

INTERRUPTS = re.compile(
    r"(irq_handler|softirq|ipi|hrtimer_expire|timer_expire|tasklet)_(entry|exit)$")


class Count(Threads):
    def __init__(self, log):
        super().__init__(log)
        self.log = log
        self.slices = collections.defaultdict(Sum)  # name
        self.slices_of = collections.defaultdict(Sum)  # tid
        self.stacks = collections.defaultdict(list)
        self.max_depth = 0
        self.asyncs = collections.defaultdict(Sum)  # (process, name)
        self.open_asyncs = {}
        self.members = collections.defaultdict(set)  # process → tids of the lines with this tgid
        self.counters = {}  # (process, name)
        self.instants = collections.defaultdict(Sum)  # (tid, name), from I events
        self.track_instants = collections.defaultdict(Sum)  # (process, name), from N events
        self.prefixed = set()  # names that still begin with "H:" after one "H:" was removed
        self.texts = 0
        self.pairs = collections.Counter()  # keys in customArgs
        self.interrupts = collections.defaultdict(Sum)
        self.interrupt_stacks = collections.defaultdict(list)
        self.work = Sum()
        self.open_work = collections.defaultdict(list)
        self.cpu_counters = collections.Counter()  # (event, cpu)
        self.calls = collections.defaultdict(Sum)  # (tid or "cpu N", name)
        self.call_stacks = collections.defaultdict(list)  # tid or "cpu N"
        self.call_ends = {}  # tid or "cpu N" → time of the last begin or end of a call in ns
        self.transactions = set()
        self.received = collections.Counter()
        self.clock = {}
        self.event_names = {event.name for event in log.events}
        self.problems.update({
            "unparsed_line": len(log.unparsed), "missing_mark": log.missing_marks, "bad_time": log.bad_times,
            **dict.fromkeys(("broken_mark", "broken_event", "unmatched_e", "duplicate_s",
                             "unmatched_f", "inferred_switch", "unknown_state"), 0)})

        for event in log.events:
            self.add(event)
        self.end()

    def add(self, event):
        self.see_event(event)
        if event.tgid is not None:
            self.members[event.tgid].add(event.tid)
        if event.name in MARKS:
            self.add_mark(event)
        elif INTERRUPTS.match(event.name):
            self.add_interrupt(event)
        elif event.name == "softirq_raise":
            self.interrupts["softirq"].close(event.ns, event.ns)
        elif event.name in ("funcgraph_entry", "funcgraph_exit"):
            self.add_call(event)
        elif event.name == "workqueue_execute_start":
            if "workqueue_execute_end" not in self.event_names:
                self.work.close(event.ns, event.ns)
                return
            if self.open_work[event.tid]:
                self.work.close(self.open_work[event.tid].pop(), event.ns)
            self.open_work[event.tid].append(event.ns)
        elif event.name == "workqueue_execute_end":
            if self.open_work[event.tid]:
                self.work.close(self.open_work[event.tid].pop(), event.ns)
            elif "workqueue_execute_start" in self.event_names:
                self.problems["unmatched_work"] += 1
        elif event.name in ("cpu_frequency", "cpu_idle"):
            match = re.match(r"state=(\d+) cpu_id=(\d+)$", event.args)
            if match:
                self.cpu_counters[event.name, int(match[2])] += 1
        elif event.name == "binder_transaction":
            self.transactions.update(re.findall(r"transaction=(\d+)", event.args))
        elif event.name == "binder_transaction_received":
            self.received.update(re.findall(r"transaction=(\d+)", event.args))

    # Marks

    def add_mark(self, event):
        clock = re.match(r"trace_event_clock_sync: (\w+)=([\d.]+)", event.args)
        if clock:
            self.clock[clock[1]] = clock[2]
            return
        mark = parse_mark(event.args)
        if mark is None:
            self.texts += 1
        elif mark is False:
            self.problems["broken_mark"] += 1
        elif mark.kind == "B":
            if mark.name.startswith("H:"):
                self.prefixed.add(mark.name)
            self.add_pairs(mark)
            stack = self.stacks[event.tid]
            stack.append(Span(mark.name, event.ns))
            self.max_depth = max(self.max_depth, len(stack))
        elif mark.kind == "E":
            if self.stacks[event.tid]:
                span = self.stacks[event.tid].pop()
                self.slices[span.name].close(span.ns, event.ns)
                self.slices_of[event.tid].close(span.ns, event.ns)
            else:
                self.problems["unmatched_e"] += 1
        elif mark.kind in "SFGH":
            self.add_async(mark, event)
        elif mark.kind == "C":
            self.add_sample((owner_of(mark, event), mark.name), mark.value)
        elif mark.kind == "I":
            self.instants[event.tid, mark.name].close(event.ns, event.ns)
        else:
            self.track_instants[owner_of(mark, event), mark.name].close(event.ns, event.ns)

    def add_pairs(self, mark):
        for pair in mark.args.split(","):
            key = re.match(r"([^=\s\"'{}()\[\]]+)=", pair)
            if key:
                self.pairs[key[1]] += 1

    def add_async(self, mark, event):
        pid = owner_of(mark, event)
        is_named = mark.kind in "GH"
        key = (pid, is_named, mark.track if is_named else mark.name, mark.value)
        if mark.kind in "SG":
            if key in self.open_asyncs:
                self.problems["duplicate_s"] += 1
            else:
                self.open_asyncs[key] = Span((pid, mark.name), event.ns)
                self.add_pairs(mark)
        elif key in self.open_asyncs:
            span = self.open_asyncs.pop(key)
            self.asyncs[span.name].close(span.ns, event.ns)
        else:
            self.problems["unmatched_f"] += 1

    def add_sample(self, key, value):
        counter = self.counters.setdefault(
            key, {"samples": 0, "first": value, "last": value, "min": value, "max": value})
        counter["samples"] += 1
        counter["last"] = value
        counter["min"] = min(counter["min"], value)
        counter["max"] = max(counter["max"], value)



    # Calls

    def add_call(self, event):
        call = parse_call(event.args)
        if call is None:
            self.problems["broken_event"] += 1
            return
        owner = event.tid or f"cpu {event.cpu}"
        stack, ns = self.call_stacks[owner], max(event.ns, self.call_ends.get(owner, event.ns))
        if call.kind == ";":
            self.calls[owner, call.name].close(ns, ns + call.ns)
            ns += call.ns
        elif call.kind == "{":
            stack.append(Span(call.name, ns))
        elif not stack or (call.name and call.name not in [span.name for span in stack]):
            return  # The call began before the log.
        else:
            is_ended = False
            while not is_ended:
                span = stack.pop()
                self.calls[owner, span.name].close(span.ns, ns)
                is_ended = call.name in ("", span.name)
        self.call_ends[owner] = ns

    # Ends of threads

    def end_life(self, tid, ns):
        """Ends a lifetime. Its open calls end at the same time, or at the last call event if that is later."""
        ns = max(ns, self.call_ends.pop(tid, ns))
        for span in self.call_stacks.pop(tid, []):
            self.calls[tid, span.name].close(span.ns, ns)

    def end_marks(self, tid, ns):
        for begun in self.open_work.pop(tid, []):
            self.work.close(begun, ns)
        for span in self.stacks.pop(tid, []):
            self.slices[span.name].close(span.ns, ns)
            self.slices_of[tid].close(span.ns, ns)
            self.problems["ended_with_thread"] += 1

    # Interrupts

    def add_interrupt(self, event):
        match = INTERRUPTS.match(event.name)
        stack = self.interrupt_stacks[match[1], event.cpu]
        if match[2] == "entry" and match[1] + "_exit" not in self.event_names:
            self.interrupts[match[1]].close(event.ns, event.ns)
        elif match[2] == "entry":
            if stack:
                self.interrupts[match[1]].close(stack.pop(), event.ns)
            stack.append(event.ns)
        elif stack:
            self.interrupts[match[1]].close(stack.pop(), event.ns)
        elif match[1] + "_entry" in self.event_names:
            self.problems["unmatched_interrupt"] += 1

    # Output

    def end(self):
        for tid, stack in self.stacks.items():
            for span in stack:
                self.slices[span.name].open += 1
                self.slices_of[tid].open += 1
        for (pid, *_), span in self.open_asyncs.items():
            ends = [self.ended.get(tid) for tid in self.members[pid] | {pid}]
            if not self.members[pid] or None in ends or max(ends) < span.ns:
                self.asyncs[span.name].open += 1
            else:
                self.asyncs[span.name].close(span.ns, max(ends))
                self.problems["ended_with_thread"] += 1
        self.end_threads()
        for (kind, _), stack in self.interrupt_stacks.items():
            self.interrupts[kind].open += len(stack)
        for tid, ns in self.ended.items():
            self.end_life(tid, ns)
        for owner, stack in self.call_stacks.items():
            for span in stack:
                self.calls[owner, span.name].open += 1
        self.work.open = sum(len(stack) for stack in self.open_work.values())

    def answer(self):
        def total(sums, field):
            return sum(getattr(one, field) for one in sums.values())

        def rows(sums, *keys):
            for key, one in sorted(sums.items()):
                key = key if isinstance(key, tuple) else (key,)
                yield {**dict(zip(keys, key)), **one.answer()}

        events = self.log.events
        return {
            "events": len(events) + self.log.bad_times,
            "event_names": dict(sorted(self.names.items())),
            "start_ns": events[0].ns if events else None,
            "end_ns": events[-1].ns if events else None,
            "clock_sync": self.clock,
            "slices": {
                "count": total(self.slices, "count") + total(self.slices, "open"),
                "names": len(self.slices),
                "closed_ns": total(self.slices, "closed_ns"),
                "open": total(self.slices, "open"),
                "unmatched_e": self.problems["unmatched_e"],
                "max_depth": self.max_depth,
                "by_name": list(rows(self.slices, "name")),
                "by_tid": list(rows(self.slices_of, "tid")),
            },
            "calls": [{"owner": str(owner), "name": name, **sums.answer()}
                      for (owner, name), sums in sorted(self.calls.items(), key=str)],
            "async": {
                "count": total(self.asyncs, "count") + total(self.asyncs, "open"),
                "open": total(self.asyncs, "open"),
                "duplicate_s": self.problems["duplicate_s"],
                "unmatched_f": self.problems["unmatched_f"],
                "closed_ns": total(self.asyncs, "closed_ns"),
                "by_name": list(rows(self.asyncs, "process", "name")),
            },
            "counters": {
                "samples": sum(counter["samples"] for counter in self.counters.values()),
                "names": len({name for _, name in self.counters}),
                "by_name": [{"process": pid, "name": name, **counter}
                            for (pid, name), counter in sorted(self.counters.items())],
            },
            "cpu_counters": [{"event": name, "cpu": cpu, "samples": n}
                             for (name, cpu), n in sorted(self.cpu_counters.items())],
            "instants": list(rows(self.instants, "tid", "name")),
            "track_instants": list(rows(self.track_instants, "process", "name")),
            "prefixed_names": sorted(self.prefixed),
            "texts": self.texts,
            "pairs": dict(sorted(self.pairs.items())),
            "runs": {
                "closed": total(self.runs, "count"),
                "closed_ns": total(self.runs, "closed_ns"),
                "open": total(self.runs, "open"),
                "lost": total(self.runs, "lost"),
                "by_cpu": list(rows(self.runs, "cpu")),
                "by_tid": list(rows(self.runs_of, "tid")),
            },
            "states": [{"tid": tid, **row} for tid, states in sorted(self.states.items())
                       for row in rows(states, "state")],
            "blocked": [{"tid": tid, "io_wait": io, "caller": caller, "count": n}
                        for (tid, io, caller), n in sorted(self.blocked.items())],
            "interrupts": list(rows(self.interrupts, "kind")),
            "work": self.work.answer(),
            "binder": {
                "transactions": self.names["binder_transaction"],
                "received": sum(self.received.values()),
                "matched": len(self.transactions & self.received.keys()),
            },
            "lost_events": {"told": self.log.lost_told, "overwritten": self.log.overwritten},
            "cpus_told": self.log.cpus_told,
            "continued": self.log.continued,
            "problems": {name: n for name, n in sorted(self.problems.items()) if n},
        }


def count_ftrace(path):
    with open(path, "rb") as file:
        return Count(read_log(read_text(file.read()))).answer()


def main():
    parser = argparse.ArgumentParser(description="Count what is in a log of ftrace text")
    parser.add_argument("--indent", action="store_true", help="for people")
    parser.add_argument("file")
    arguments = parser.parse_args()
    try:
        answer = count_ftrace(arguments.file)
    except (OSError, EOFError, zlib.error, zipfile.BadZipFile, LogError) as error:
        sys.exit(f"count-ftrace: {arguments.file}: {error}")
    json.dump(answer, sys.stdout, indent=1 if arguments.indent else None, ensure_ascii=False)
    print()


if __name__ == "__main__":
    main()
