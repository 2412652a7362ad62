#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later

"""Counts what is in a log of ftrace text, to check the viewer's numbers against.

Everything is read into a list of lines, taken apart by regular expressions, sorted by time and gone
through once: no columns, no index, no speed. The viewer reads bytes and keeps spans; this keeps
dictionaries and sums.

    count-ftrace.py [--indent] FILE

FILE is plain text, gzip, bare zlib, "TRACE:" and zlib, a page of systrace of either form, or a zip
with one of these. The answer is JSON.

The rules, as understood here
-----------------------------
Lines      The first "-tid [(tgid)] [cpu]" ends the comm. What does not look like an event is none;
           lines that nothing explains count as "unparsed_line". Times are integers: a unit of a
           clock without a dot is 1 ns; a fraction is a decimal. An event at 0.0 (the last line of
           old pages of systrace) is an event, and nothing else: "bad_time". The CPU may stand
           before the flags instead of in brackets, then the time may be in us.
Order      Stable, by time.
Slices     B and E on a stack for each tid. Open ones have no duration: they are counted, not
           summed. "max_depth" is the most that were on a stack at once. Chain, "H:", level and tag
           are no part of a name, and neither is an async mark's "category$$"; an empty name is
           "(empty)". Only one "H:" is taken off: "H:H:a" is the name "H:a".
Async      By (process, name, cookie): S opens unless open, which is a duplicate; F closes unless
           nothing is open, which is unmatched. Spans left open are counted, not summed. G and H
           are the same on (process, track, cookie).
Counters   C marks by (process, name).
Process    The mark's number if it is the tid or the line tells no tgid, else the line's tgid.
Runs       From a switch to a thread to the next switch on that CPU, if that names the thread as the
           one that ran. So a run cut by the beginning of the log, by its end ("open") or by lost
           events ("lost") is none of the closed ones, and its time is in no sum. Idle is left out.
States     For each tid that is not idle, in the order of time:
           1. switch-out opens prev_state. Switch-in closes what is open and opens Running.
           2. A wakeup opens R. It is ignored in the states Running, R and R+. Waking stands in for
              wakeups in a log that has none.
           3. sched_blocked_reason refines the last D, which may be closed by then.
           4. Where the CPU has not been seen to run anything yet, the end of whatever prev did before
              is not known. Such states are "lost": counted, their time is in no sum.
           5. States at the end are "open": counted, their time is in no sum.
Inferred   A line's head is who was current on its CPU, unless heads of switches are mostly who is
           switched to. Another than who is known to run there, a switch of another, and a thread
           switched in elsewhere: a switch is missing. What ran did so until its own last line; the
           other since it was woken, if the CPU was idle and that was not before its last line, else
           since this line. Lines of who was switched away in the CPU's line before are none of that
           if it sleeps and was not woken since, nor if the next line of another is of who was
           switched to. A switch that stops who was not seen to run makes no run of no length.
Lives      An id is another thread's from a task_newtask on (or a fork without one), and from the first
           event of it after its exit and the switch away. What was open at an exit ends there. A log
           that tells of none of these has one life for each id.
Interrupts irq, softirq, ipi, timers and tasklets each on a stack for each CPU; an exit without an
           entry is unmatched. A softirq that is raised is one of no length.
Work       workqueue_execute_start and _end by tid.
Lost       "told" are those of the lines of the kernel, "overwritten" is written less in the buffer.
"""

import argparse
import collections
import gzip
import io
import json
import re
import sys
import zipfile
import zlib


class LogError(Exception):
    pass


# Containers

TRACE_ZLIB = re.compile(rb"(?:\A|\n)TRACE:\r?\n(?=\x78[\x01\x5e\x9c\xda])")
NEW_SECTION = re.compile(
    r'<script\b[^>]*class="trace-data"[^>]*>\n?(.*?)</script>', re.DOTALL | re.IGNORECASE)
OLD_SECTION = re.compile(r'linuxPerfData\s*=\s*"((?:[^"\\]|\\.)*)"', re.DOTALL)
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\n": ""}


def inflated(data):
    inflate = zlib.decompressobj()
    return inflate.decompress(data)


def sections_of_page(text):
    """The logs in a page, one after another; a page may hold other data too."""
    sections = NEW_SECTION.findall(text)
    if not sections:
        sections = [re.sub(r"\\(.)", lambda m: ESCAPES.get(m[1], m[1]), section, flags=re.DOTALL)
                    for section in OLD_SECTION.findall(text)]
    return "\n".join(section for section in sections
                     if any(LINE.match(line) for line in section.split("\n")))


def read_text(data):
    if data[:4] == b"PK\x03\x04":
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = [name for name in archive.namelist() if not name.endswith("/")]
            if not names:
                raise LogError("the archive is empty")
            return read_text(archive.read(names[0]))
    if data[:2] == b"\x1f\x8b":
        return read_text(gzip.decompress(data))
    if data[:1] == b"\x78" and len(data) > 1 and (data[0] << 8 | data[1]) % 31 == 0:
        return read_text(inflated(data))
    packed = TRACE_ZLIB.search(data[:65536])
    if packed:
        return read_text(inflated(data[packed.end():]))
    text = data.decode("utf-8", "replace")
    if re.match(r"\s*(?:<!--.*?-->\s*)?<(?:!doctype\s+html|html)\b", text, re.IGNORECASE):
        return sections_of_page(text)
    return text


# Lines

LINE = re.compile(
    r"\s*(?P<comm>.*?)-(?P<tid>\d+)\s+"
    r"(?:\(\s*(?P<tgid>\d+|-+)\)\s*)?"
    r"(?:\[(?P<cpu>\d+)\]\s*"
    # The flags may touch the time, and hexadecimal digits may end them.
    r"(?:(?P<flags>[.0-9A-Za-z]{4,8}?)\s*)??"
    r"|(?P<bare_cpu>\d+)[.A-Za-z][.0-9A-Za-z]{3,7}\s+)"
    r"(?P<time>\d+(?:\.\d+|us)?)[ +!#*@$]*:\s+(?:\(\+\d+\)\s+)?"
    r"(?P<event>[\w.-]+):(?:\s+(?P<args>.*))?$")
NO_EVENT = re.compile(
    r"#|\s*$|cpus=\d+$|version = |CPU \d+ is empty|<stack trace>|.*<stack trace>$| => |.*\bTRACE:$")
LOST = re.compile(r"CPU:\s*\d+ \[(?:LOST (\d+) EVENTS|(\d+) EVENTS DROPPED)\]")
ENTRIES = re.compile(r"#\s*(?:entries-in-buffer/entries-written:\s*|latency: .*us, #)"
                     r"(\d+)/(\d+).*#P:(\d+)")
MARKS = ("tracing_mark_write", "print", "0")

Event = collections.namedtuple("Event", "ns comm tid tgid cpu name args")


def ns_of(text):
    """Nanoseconds; None where the text is no time of a log."""
    seconds, dot, fraction = text.partition(".")
    if text.endswith("us"):
        return int(text[:-2]) * 1000
    if dot and len(fraction) < 6 and not int(seconds + fraction):
        return None
    return int(seconds) * 10**9 + int(fraction.ljust(9, "0")[:9]) if dot else int(seconds)


class Log:
    def __init__(self, text):
        self.events = []
        self.lost_told = 0
        self.overwritten = 0
        self.cpus_told = 0
        self.bad_times = 0
        self.unparsed = []
        self.continued = 0
        after_mark = False
        for line in text.split("\n"):
            line = line.rstrip("\r")
            match = LINE.match(line)
            if match and not line.startswith("#"):
                self.add(match)
                after_mark = match["event"] in MARKS
                continue
            entries = ENTRIES.match(line)
            lost = LOST.match(line)
            if entries:
                self.overwritten += max(int(entries[2]) - int(entries[1]), 0)
                self.cpus_told = max(self.cpus_told, int(entries[3]))
            elif lost:
                self.lost_told += int(lost[1] or lost[2])
            elif NO_EVENT.match(line):
                continue
            elif after_mark:
                self.continued += 1
            elif self.events:
                self.unparsed.append(line)
        self.events.sort(key=lambda event: event.ns)

    def add(self, match):
        ns = ns_of(match["time"])
        if ns is None:
            self.bad_times += 1
            return
        tgid = match["tgid"]
        tgid = int(tgid) if tgid and tgid[0] != "-" else None
        name, args = match["event"], match["args"] or ""
        # A report of trace-cmd says where in the kernel it was printed.
        if name == "print":
            args = re.sub(r"^(?:tracing_mark_write:\s|ip=.*? buf=)", "", args)
        cpu = int(match["cpu"] or match["bare_cpu"])
        self.events.append(Event(ns, match["comm"], int(match["tid"]), tgid, cpu, name, args))


# Marks

TAG = re.compile(r"[DICM](?:\d\d)+$")
INTEGER = re.compile(r"[+-]?\d+$")
CHAIN = re.compile(r"H:\[([0-9a-f]+),([0-9a-f]+),([0-9a-f]+)\]#(?:[CS]##)?#*")

Mark = collections.namedtuple("Mark", "kind pid name value category args track")


def shown_name(name):
    chain = CHAIN.match(name)
    name = name[chain.end():] if chain else name.removeprefix("H:")
    return name or "(empty)"


def numbered(rest):
    """name, number, category and arguments of what follows the pid of S, F and C; or None."""
    fields = rest.split("|")
    for i in range(1, len(fields) - 1):
        if INTEGER.match(fields[i]) and TAG.match(fields[i + 1]):
            more = fields[i + 2:] + [""]
            return "|".join(fields[:i]), int(fields[i]), more[0], "|".join(more[1:-1])
    for i in range(1, len(fields)):
        if INTEGER.match(fields[i]):
            return "|".join(fields[:i]), int(fields[i]), "", ""
    name, space, number = rest.rpartition(" ")
    if space and INTEGER.match(number):
        return name, int(number), "", ""
    return None


def parse_mark(text):
    """A Mark, None where the text is no mark, False where it is a broken one."""
    text = text.rstrip(" \t\r\n\0")
    if re.match(r"E(?:\||$)", text):
        return Mark("E", None, "", None, "", "", "")
    match = re.match(r"([BSFCINGH])\|(\d+)\|(.*)$", text)
    if not match:
        return False if re.match(r"[BSFCINGH](?:\||$)", text) else None

    kind, pid, rest = match[1], int(match[2]), match[3]
    if kind in "BI":
        fields = rest.split("|")
        for i in range(1, len(fields)):
            if TAG.match(fields[i]) and fields[0]:
                name, args = "|".join(fields[:i]), "|".join(fields[i + 1:])
                return Mark(kind, pid, shown_name(name), None, "", args, "")
        return Mark(kind, pid, shown_name(rest), None, "", "", "")
    if kind in "SFC":
        parts = numbered(rest)
        if parts is None:
            return False
        name, number, category, args = parts
        name = shown_name(name)
        legacy = re.match(r"(.+?)\$\$(.+)$", name)
        if legacy and kind != "C":
            category, name = category or legacy[1], legacy[2]
        return Mark(kind, pid, name, number, category, args, "")

    fields = rest.split("|")
    if kind == "N":
        return Mark(kind, pid, shown_name("|".join(fields[1:])), None, "", "", fields[0])
    if len(fields) < 2 or not INTEGER.match(fields[-1]):
        return False
    return Mark(kind, pid, shown_name("|".join(fields[1:-1])), int(fields[-1]), "", "", fields[0])


def owner_of(mark, event):
    return mark.pid if event.tgid in (None, mark.pid) or mark.pid == event.tid else event.tgid


# Counting

SWITCH = re.compile(
    r"prev_comm=(?P<prev_comm>.*?) prev_pid=(?P<prev>\d+) prev_prio=(?P<prev_prio>-?\d+)"
    r" prev_state=(?P<state>\S+) ==> next_comm=(?P<next_comm>.*) next_pid=(?P<next>\d+)"
    r" next_prio=(?P<next_prio>-?\d+)")
REPORT_SWITCH = re.compile(
    r"(?P<prev_comm>.*?):(?P<prev>\d+) \[(?P<prev_prio>-?\d+)\] (?P<state>\S+) ==> "
    r"(?P<next_comm>.*):(?P<next>\d+) \[(?P<next_prio>-?\d+)\]")
WAKEUP = re.compile(r"comm=(?P<comm>.*) pid=(?P<tid>\d+) prio=-?\d+(?: success=(?P<success>\d))?")
REPORT_WAKEUP = re.compile(
    r"(?P<comm>.*):(?P<tid>\d+) \[-?\d+\](?: success=(?P<success>\d))?")
BLOCKED = re.compile(r"pid=(?P<tid>\d+) io_?wait=(?P<io>\d+) caller=(?P<caller>\S+)")
IDLE = re.compile(r"(?:swapper(?:/\d+)?|tppmgr-idle-\d+)$")
INTERRUPTS = re.compile(
    r"(irq_handler|softirq|ipi|hrtimer_expire|timer_expire|tasklet)_(entry|exit)$")
STATE_LETTERS = set("RSDTtXZPIxKWN")
UNTOUCHED = ("Running", "R", "R+")


def is_idle(tid, comm):
    return tid == 0 or IDLE.match(comm) is not None


def heads_are_current(events):
    """Whether heads of the first switches are rather of who stops than of who goes on."""
    prev = following = 0
    for event in events:
        match = event.name == "sched_switch" and (SWITCH.match(event.args) or
                                                  REPORT_SWITCH.match(event.args))
        if match and match["prev"] != match["next"]:
            prev += int(match["prev"]) == event.tid
            following += int(match["next"]) == event.tid
            if prev + following >= 64:
                break
    return following <= prev


class Sum:
    """How many are closed, how long they took, when they began, how many are not closed."""

    def __init__(self):
        self.count = self.closed_ns = self.begun_ns = self.open = self.lost = 0

    def close(self, begin_ns, end_ns):
        self.count += 1
        self.closed_ns += end_ns - begin_ns
        self.begun_ns += begin_ns

    def answer(self):
        return {key: value for key, value in vars(self).items() if value or key != "lost"}


class Span:
    def __init__(self, name, ns, **more):
        self.name = name
        self.ns = ns
        self.__dict__.update(more)


class Count:
    def __init__(self, log):
        self.log = log
        self.names = collections.Counter(event.name for event in log.events)
        self.slices = collections.defaultdict(Sum)  # name
        self.slices_of = collections.defaultdict(Sum)  # tid
        self.stacks = collections.defaultdict(list)
        self.max_depth = 0
        self.asyncs = collections.defaultdict(Sum)  # (process, name)
        self.open_asyncs = {}
        self.counters = {}  # (process, name)
        self.instants = collections.defaultdict(Sum)  # (tid, name) of I
        self.track_instants = collections.defaultdict(Sum)  # (process, name) of N
        self.prefixed = set()  # names that begin with "H:" themselves
        self.texts = 0
        self.pairs = collections.Counter()  # keys of customArgs
        self.runs = collections.defaultdict(Sum)  # cpu
        self.runs_of = collections.defaultdict(Sum)  # tid
        self.running = {}  # cpu → Span
        self.last_line = {}  # cpu → ns
        self.changed = {}  # tid → when its state changed last
        self.leaving = {}  # cpu → who was switched away in its last line
        self.woken = {}  # tid → ns
        self.phases = {}  # tid → "made", "alive", "exiting", "dead"
        self.heads_are_current = heads_are_current(log.events)
        self.has_switch = self.names["sched_switch"] > 0
        self.has_lives = any(self.names[name] for name in (
            "task_newtask", "sched_process_fork", "sched_process_exec", "sched_process_exit"))
        self.dying = {}  # cpu → tid
        self.states = collections.defaultdict(lambda: collections.defaultdict(Sum))  # tid
        self.state = {}  # tid → Span
        self.last_d = {}  # tid → Span
        self.blocked = collections.Counter()  # (tid, io wait, caller)
        self.interrupts = collections.defaultdict(Sum)
        self.interrupt_stacks = collections.defaultdict(list)
        self.work = Sum()
        self.open_work = collections.defaultdict(list)
        self.cpu_counters = collections.Counter()  # (event, cpu)
        self.transactions = set()
        self.received = collections.Counter()
        self.clock = {}
        self.wakeups = "sched_waking" if not self.names["sched_wakeup"] else "sched_wakeup"
        self.problems = collections.Counter({
            "unparsed_line": len(log.unparsed), "bad_time": log.bad_times,
            **dict.fromkeys(("broken_mark", "broken_event", "unmatched_e", "duplicate_s",
                             "unmatched_f", "inferred_switch", "unknown_state"), 0)})

        for event in log.events:
            self.add(event)
        self.end()

    def add(self, event):
        if self.has_lives:
            self.add_life(event)
        if self.heads_are_current and event.name != "sched_switch":
            self.see(event.cpu, 0 if is_idle(event.tid, event.comm) else event.tid, event.ns)
        if event.name in ("sched_waking", "sched_wakeup", "sched_wakeup_new"):
            match = WAKEUP.match(event.args) or REPORT_WAKEUP.match(event.args)
            if match and match["success"] != "0":
                self.woken[int(match["tid"])] = event.ns
        if event.name in MARKS:
            self.add_mark(event)
        elif event.name == "sched_switch":
            self.add_switch(event)
        elif event.name in (self.wakeups, "sched_wakeup_new"):
            self.add_wakeup(event)
        elif event.name == "sched_blocked_reason":
            self.add_blocked(event)
        elif INTERRUPTS.match(event.name):
            self.add_interrupt(event)
        elif event.name == "softirq_raise":
            self.interrupts["softirq"].close(event.ns, event.ns)
        elif event.name == "workqueue_execute_start":
            self.open_work[event.tid].append(event.ns)
        elif event.name == "workqueue_execute_end":
            if self.open_work[event.tid]:
                self.work.close(self.open_work[event.tid].pop(), event.ns)
            else:
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

    # Scheduling

    def close_state(self, tid, ns):
        """ns None: nobody knows when it ended."""
        span = self.state.pop(tid, None)
        if span is None:
            return
        self.changed[tid] = max(self.changed.get(tid, span.ns), span.ns if ns is None else ns)
        total = self.states[tid][span.name]
        if ns is None:
            total.lost += 1
        else:
            total.close(span.ns, ns)

    def open_state(self, tid, name, ns, cpu=None):
        self.state[tid] = Span(name, ns, cpu=cpu)
        self.changed[tid] = ns
        if "D" in name:
            self.last_d[tid] = self.state[tid]

    def add_switch(self, event):
        match = SWITCH.match(event.args) or REPORT_SWITCH.match(event.args)
        if not match:
            self.problems["broken_event"] += 1
            return
        prev, next_tid = int(match["prev"]), int(match["next"])
        if is_idle(prev, match["prev_comm"]):
            prev = 0
        if is_idle(next_tid, match["next_comm"]):
            next_tid = 0

        cpu, ns, name = event.cpu, event.ns, match["state"]
        was_known = cpu in self.last_line
        self.settle_leaving(cpu, prev)
        if was_known and self.runs_now(cpu) != prev:
            self.infer(cpu, prev, ns, is_switch=True)
        if prev != 0:
            if self.runs_now(cpu) == prev:
                self.close_run(cpu, ns)
            self.leave(prev, ns)
            self.close_state(prev, ns if was_known else None)
            self.open_state(prev, name, ns)
            if not set(re.sub(r"[+|]", "", name)) <= STATE_LETTERS:
                self.problems["unknown_state"] += 1
        self.leave(next_tid, ns)
        self.begin_run(cpu, next_tid, ns)
        self.last_line[cpu] = ns
        self.leaving[cpu] = Span(prev, ns, late=[], can_return=prev == 0 or name in ("R", "R+"))

    def runs_now(self, cpu):
        run = self.running.get(cpu)
        return run.name if run else None

    def begin_run(self, cpu, tid, ns):
        self.running[cpu] = Span(tid, ns)
        if tid != 0:
            self.close_state(tid, ns)
            self.open_state(tid, "Running", ns, cpu)

    def close_run(self, cpu, ns):
        """With the state of the thread."""
        run = self.running.pop(cpu, None)
        if run is None or run.name == 0:
            return
        self.runs[cpu].close(run.ns, ns)
        self.runs_of[run.name].close(run.ns, ns)
        self.close_state(run.name, ns)

    def leave(self, tid, ns):
        """A thread that runs on some CPU has left it."""
        for cpu, run in list(self.running.items()):
            if tid != 0 and run.name == tid:
                self.problems["inferred_switch"] += 1
                self.close_run(cpu, self.last_line[cpu])

    def infer(self, cpu, tid, ns, is_switch=False):
        """Someone else than was known runs there; as far as the line at ns tells."""
        was = self.runs_now(cpu)
        if was is not None:
            self.problems["inferred_switch"] += 1
            self.close_run(cpu, self.last_line[cpu])
        if tid == 0:
            self.running[cpu] = Span(0, ns)
            return
        self.leave(tid, ns)
        start, woken = ns, self.woken.get(tid)
        if was == 0 and woken is not None and woken >= self.last_line[cpu] and woken >= \
                self.changed.get(tid, woken):
            start = woken
        if not is_switch or start < ns:
            self.begin_run(cpu, tid, start)

    def settle_leaving(self, cpu, tid):
        left = self.leaving.pop(cpu, None)
        if left is None or not left.late or not left.can_return or tid == self.runs_now(cpu):
            return
        if left.name != 0 and self.changed.get(left.name, left.late[0]) > left.late[0]:
            return
        self.infer(cpu, left.name, left.late[0])
        self.last_line[cpu] = left.late[-1]

    def see(self, cpu, tid, ns):
        if cpu not in self.last_line:
            return
        left = self.leaving.get(cpu)
        if self.runs_now(cpu) != tid:
            woken = self.woken.get(tid)
            if left is not None and left.name == tid and (
                    left.late or left.can_return or woken is None or woken < left.ns):
                left.late.append(ns)
                return
            self.settle_leaving(cpu, tid)
            if self.runs_now(cpu) != tid:
                self.infer(cpu, tid, ns)
        self.leaving.pop(cpu, None)
        self.last_line[cpu] = ns

    # Lives

    def add_life(self, event):
        name = event.name
        if name == "sched_switch":
            match = SWITCH.match(event.args) or REPORT_SWITCH.match(event.args)
            if match:
                self.touch(int(match["prev"]), event.ns)
                if set(match["state"]) & set("XxZ"):
                    if self.phases.get(int(match["prev"])) == "alive":
                        self.end_marks(int(match["prev"]), event.ns)
                    self.phases[int(match["prev"])] = "dead"
                self.touch(int(match["next"]), event.ns)
            return
        if self.dying.get(event.cpu) != event.tid:
            self.dying.pop(event.cpu, None)
        self.touch(event.tid, event.ns, self.has_switch or self.dying.get(event.cpu) == event.tid)
        match = re.search(r"(?:^|child_| )pid=(\d+)", event.args)
        if name in ("task_newtask", "sched_process_fork"):
            match = re.search(r"(?:^|child_)pid=(\d+)", event.args)
            tid = int(match[1]) if match else 0
            if tid == 0:
                return
            if name == "sched_process_fork" and self.phases.get(tid) == "made":
                self.phases[tid] = "forked"
                return
            if tid in self.phases:
                self.give_birth(tid, event.ns)
            self.phases[tid] = "made" if name == "task_newtask" else "forked"
        elif name == "sched_process_exit" and match:
            tid = int(match[1])
            self.touch(tid, event.ns, False)
            self.phases[tid] = "exiting"
            self.end_marks(tid, event.ns)
            if not self.has_switch:
                self.dying[event.cpu] = tid
        elif name in ("sched_wakeup", "sched_waking", "sched_wakeup_new", "task_rename"):
            match = WAKEUP.match(event.args) or REPORT_WAKEUP.match(event.args) or \
                re.match(r"pid=(?P<tid>\d+) oldcomm", event.args)
            if match:
                self.touch(int(match["tid"]), event.ns,
                           self.has_switch and name != "sched_wakeup_new")

    def touch(self, tid, ns, may_be_dying=True):
        phase = self.phases.get(tid)
        if tid == 0:
            return
        if phase == "dead" or (phase == "exiting" and not may_be_dying):
            self.give_birth(tid, ns)
        elif phase != "exiting":
            self.phases[tid] = "alive"

    def end_marks(self, tid, ns):
        for begun in self.open_work.pop(tid, []):
            self.work.close(begun, ns)
        for span in self.stacks.pop(tid, []):
            self.slices[span.name].close(span.ns, ns)
            self.slices_of[tid].close(span.ns, ns)
            self.problems["ended_with_thread"] += 1

    def give_birth(self, tid, ns):
        self.end_marks(tid, ns)
        self.leave(tid, ns)
        self.close_state(tid, ns)
        self.phases[tid] = "alive"
        self.last_d.pop(tid, None)
        self.woken.pop(tid, None)
        self.changed.pop(tid, None)

    def add_wakeup(self, event):
        match = WAKEUP.match(event.args) or REPORT_WAKEUP.match(event.args)
        if not match:
            self.problems["broken_event"] += 1
            return
        tid = int(match["tid"])
        state = self.state.get(tid)
        if is_idle(tid, match["comm"]) or match["success"] == "0":
            return
        if state is not None and state.name in UNTOUCHED:
            return
        self.close_state(tid, event.ns)
        self.open_state(tid, "R", event.ns)

    def add_blocked(self, event):
        match = BLOCKED.match(event.args)
        if match and self.last_d.pop(int(match["tid"]), None):
            caller = match["caller"].partition("+")[0]
            self.blocked[int(match["tid"]), int(match["io"]), caller] += 1

    # Interrupts

    def add_interrupt(self, event):
        match = INTERRUPTS.match(event.name)
        stack = self.interrupt_stacks[match[1], event.cpu]
        if match[2] == "entry":
            stack.append(event.ns)
        elif stack:
            self.interrupts[match[1]].close(stack.pop(), event.ns)
        else:
            self.problems["unmatched_interrupt"] += 1

    # Answer

    def end(self):
        for tid, stack in self.stacks.items():
            for span in stack:
                self.slices[span.name].open += 1
                self.slices_of[tid].open += 1
        for span in self.open_asyncs.values():
            self.asyncs[span.name].open += 1
        for cpu, run in self.running.items():
            if run.name != 0:
                self.runs[cpu].open += 1
                self.runs_of[run.name].open += 1
        for tid, span in self.state.items():
            self.states[tid][span.name].open += 1
        for (kind, _), stack in self.interrupt_stacks.items():
            self.interrupts[kind].open += len(stack)
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
        return Count(Log(read_text(file.read()))).answer()


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
