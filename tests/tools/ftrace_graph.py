# SPDX-License-Identifier: GPL-3.0-or-later
"""Parses logs of the function_graph tracer, whose lines are calls; other events are in comments.

The columns: [time |] cpu) [comm-tid |] [flags |] [duration] | text. A line "a-1 => b-2" reports that the
CPU switches from one thread to another; earlier lines of the CPU belong to the first thread.

Lines without a timestamp get the time of a clock per CPU. A leaf call advances the clock by its duration (1 µs
if it has none); the exit of a call sets it to the begin of the call plus the duration. A line is never earlier
than the previous line of the same thread. An outermost call is never earlier than any previous line.
"""

import re

from ftrace_text import Event, Log, ns_of

TRACER = re.compile(r"(?:#[^\n]*\n|\s*\n)*# tracer: function_graph\b")
COLUMNS = re.compile(
    r"\s*(?:(?P<time>\d+\.\d+)\s*\|\s*)?(?P<cpu>\d+)\)\s*"
    r"(?:(?P<comm>\S?.*?)-(?P<tid>\d+)\s*\|\s*)??(?:(?P<flags>[.0-9A-Za-z]{4,8})\s*\|\s*)?"
    r"(?P<said>(?:[+!#*@$]?\s*\d+(?:\.\d+)?\s*us\s*)?\|.*)$")
SWITCH = re.compile(r"\s*(?P<cpu>\d+)\)\s*(?P<comm>.*)-(?P<tid>\d+)\s+=>\s+(?P<next_comm>.*)-(?P<next>\d+)"
                    r"\s*$")
CALL = re.compile(
    r"(?:[+!#*@$]?\s*(?P<us>\d+(?:\.\d+)?)\s*us)?\s*\|\s*"
    r"(?:(?P<end>\})|(?P<name>[^|(]+)\((?P<args>.*)\)\s*(?P<kind>[{;]))"
    r"\s*(?:/\*\s*(?P<comment>.*?)\s*\*/)?\s*$")
COMMENT = re.compile(r"[^|]*\|\s*/\*\s*(?P<text>.*?)\s*(?:\*/)?\s*$")
NAMED = re.compile(r"(?P<name>[\w.-]+):(?:\s+(?P<args>.*))?$")


class Call:
    """A call, parsed from a line or from the arguments of a trace-cmd event."""

    def __init__(self, match):
        self.kind = "}" if match["end"] else match["kind"]
        whole, _, part = (match["us"] or "0").partition(".")
        self.ns = int(whole) * 1000 + int((part + "000")[:3])
        self.is_timed = match["us"] is not None
        self.name = (match["name"] or "").strip()
        if match["end"] and match["comment"]:
            said = re.match(r"(?!ret=|ret =)([^\s=]+)", match["comment"])
            self.name = said[1] if said else ""


def parse_call(text):
    match = CALL.match(text)
    return Call(match) if match else None


class Clock:
    def __init__(self):
        self.ns = 0
        self.tid = None  # current thread of the CPU; None if unknown
        self.comm = ""
        self.first = None  # (comm, tid) of the thread before the first switch; None if unknown
        self.stack = []
        self.idle = Stack()


class Stack:
    """Begin times of a thread's open calls, and the time of its last line."""

    def __init__(self):
        self.begun = []
        self.last = 0


class GraphLog(Log):
    def read(self, lines):
        self.clocks = {}
        self.stacks = {}
        self.now = 0
        found = []
        self.is_open = False  # whether a comment continues on the next line
        for line in lines:
            line = line.rstrip("\r")
            switch, columns = SWITCH.match(line), COLUMNS.match(line)
            if line.startswith("#") or not (switch or columns):
                self.add_other(line)
            elif switch:
                clock = self.clock_of(int(switch["cpu"]))
                self.learn(clock, switch["comm"].strip(), int(switch["tid"]))
                self.run(clock, switch["next_comm"].strip(), int(switch["next"]))
            else:
                found.append(self.line(columns))
        for clock, event in found:
            if event is None:
                continue
            if event.tid is None and clock.first is not None:
                event = event._replace(comm=clock.first[0], tid=clock.first[1])
            if event.tid is not None or event.name.startswith("funcgraph_"):
                self.events.append(event)

    def clock_of(self, cpu):
        if cpu not in self.clocks:
            self.clocks[cpu] = Clock()
            self.clocks[cpu].stack = Stack()
        return self.clocks[cpu]

    def learn(self, clock, comm, tid):
        """Records which thread the CPU has run so far, unless it is already known."""
        if clock.tid is not None:
            return
        clock.first = (comm, tid)
        if tid == 0:
            clock.idle = clock.stack
        else:
            self.stacks.setdefault(tid, clock.stack)

    def run(self, clock, comm, tid):
        clock.comm, clock.tid = comm, tid
        clock.stack = clock.idle if tid == 0 else self.stacks.setdefault(tid, Stack())

    def line(self, match):
        cpu, clock = int(match["cpu"]), self.clock_of(int(match["cpu"]))
        if match["tid"]:
            self.learn(clock, match["comm"], int(match["tid"]))
            self.run(clock, match["comm"], int(match["tid"]))
        call, comment = parse_call(match["said"]), COMMENT.match(match["said"])
        if call is None and comment is None:
            return clock, None
        ns = ns_of(match["time"]) if match["time"] else self.built_ns(clock, call)
        if call is not None:
            name, args = "funcgraph_exit" if call.kind == "}" else "funcgraph_entry", match["said"]
        else:
            named = NAMED.match(comment["text"])
            name, args = (named["name"], named["args"] or "") if named else ("print", comment["text"])
            self.after_mark = name == "print"
        return clock, Event(ns, clock.comm, clock.tid, None, cpu, name, args)

    def built_ns(self, clock, call):
        stack = clock.stack
        if not stack.begun:
            clock.ns = max(clock.ns, self.now)
        ns = clock.ns = max(clock.ns, stack.last)
        took = call.ns if call and call.is_timed else 1000
        if call and call.kind == ";":
            clock.ns += took
        elif call and call.kind == "{":
            stack.begun.append(ns)
        elif call:
            if not call.is_timed:
                ns += took
            elif stack.begun:
                ns = max(ns, stack.begun[-1] + took)
            del stack.begun[-1:]
            clock.ns = ns
        stack.last = clock.ns
        self.now = max(self.now, ns)
        return ns


def read_log(text):
    return GraphLog(text) if TRACER.match(text) else Log(text)
