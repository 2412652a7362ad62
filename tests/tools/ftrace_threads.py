# SPDX-License-Identifier: GPL-3.0-or-later
"""Computes CPU runs and thread states from switches, wakeups and line prefixes."""

import collections
import re

SWITCH = re.compile(
    r"prev_comm=(?P<prev_comm>.*?) prev_pid=(?P<prev>\d+) prev_prio=(?P<prev_prio>-?\d+)"
    r" prev_state=(?P<state>\S+) ==> next_comm=(?P<next_comm>.*) next_pid=(?P<next>\d+)"
    r" next_prio=(?P<next_prio>-?\d+)")
RAW_SWITCH = re.compile(
    r"prev_comm=(?P<prev_comm>.*?) prev_pid=(?P<prev>\d+) prev_prio=(?P<prev_prio>-?\d+)"
    r" prev_state=(?P<state>\d+) next_comm=(?P<next_comm>.*) next_pid=(?P<next>\d+)"
    r" next_prio=(?P<next_prio>-?\d+)")
REPORT_SWITCH = re.compile(
    r"(?P<prev_comm>.*?):(?P<prev>\d+) \[(?P<prev_prio>-?\d+)\] (?P<state>\S+) ==> "
    r"(?P<next_comm>.*):(?P<next>\d+) \[(?P<next_prio>-?\d+)\]")
WAKEUP = re.compile(r"comm=(?P<comm>.*) pid=(?P<tid>\d+) prio=-?\d+(?: success=(?P<success>\d))?")
REPORT_WAKEUP = re.compile(
    r"(?P<comm>.*):(?P<tid>\d+) \[-?\d+\](?: success=(?P<success>\d))?")
BLOCKED = re.compile(r"pid=(?P<tid>\d+) io_?wait=(?P<io>\d+) caller=(?P<caller>\S+)")
IDLE = re.compile(r"(?:swapper(?:/\d+)?|tppmgr-idle-\d+)$")
STATE_LETTERS = set("RSDTtXZPIxKWN")
UNTOUCHED = ("Running", "R", "R+")


def match_switch(args):
    return SWITCH.match(args) or REPORT_SWITCH.match(args) or RAW_SWITCH.match(args)


def state_name(text):
    """Returns the letters of a state, which may be recorded as a number with one bit per letter."""
    if not text.isdigit():
        return text
    bits = int(text)
    letters = "|".join(letter for bit, letter in enumerate("SDTtXZPI") if bits >> bit & 1)
    return (letters or "R") + ("+" if bits & 256 else "")


def is_idle(tid, comm):
    return tid == 0 or IDLE.match(comm) is not None


def prefixes_are_current(events):
    """Returns whether the prefixes of the first switches name the stopped thread, not the next thread."""
    prev = following = 0
    for event in events:
        match = event.name == "sched_switch" and match_switch(event.args)
        if match and match["prev"] != match["next"]:
            prev += int(match["prev"]) == event.tid
            following += int(match["next"]) == event.tid
            if prev + following >= 64:
                break
    return following <= prev


class Sum:
    """The number, total duration and sum of begin times of closed intervals, and the numbers of open and lost
    intervals."""

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


class Threads:
    """Counts runs and states. Subclasses must define end_marks (tid, ns) and end_life (tid, ns)."""

    def __init__(self, log):
        self.names = collections.Counter(event.name for event in log.events)
        self.problems = collections.Counter()
        self.runs = collections.defaultdict(Sum)  # cpu
        self.runs_of = collections.defaultdict(Sum)  # tid
        self.running = {}  # cpu → Span
        self.last_line = {}  # cpu → ns
        self.changed = {}  # tid → ns of its last state change
        self.leaving = {}  # cpu → Span of the thread that the last line switched away
        self.woken = {}  # tid → ns of the last wakeup
        self.phases = {}  # tid → "made", "forked", "alive", "exiting", "dead"
        self.prefixes_are_current = prefixes_are_current(log.events)
        self.has_switch = self.names["sched_switch"] > 0
        self.has_lives = any(self.names[name] for name in (
            "task_newtask", "sched_process_fork", "sched_process_exec", "sched_process_exit"))
        self.dying = {}  # cpu → exiting tid, in a log without switches
        self.ended = {}  # tid → ns of the exit of the current lifetime
        self.states = collections.defaultdict(lambda: collections.defaultdict(Sum))  # tid
        self.state = {}  # tid → Span
        self.last_d = {}  # tid → Span
        self.blocked = collections.Counter()  # (tid, io wait, caller)
        self.wakeups = "sched_waking" if not self.names["sched_wakeup"] else "sched_wakeup"

    def see_event(self, event):
        """Updates runs, states and lifetimes with an event. Events without a known thread are ignored."""
        if event.tid is None:
            return
        if self.has_lives:
            self.add_life(event)
        if self.prefixes_are_current and event.name != "sched_switch":
            self.see(event.cpu, 0 if is_idle(event.tid, event.comm) else event.tid, event.ns)
        if event.name in ("sched_waking", "sched_wakeup", "sched_wakeup_new"):
            match = WAKEUP.match(event.args) or REPORT_WAKEUP.match(event.args)
            if match and match["success"] != "0":
                self.woken[int(match["tid"])] = event.ns
        if event.name == "sched_switch":
            self.add_switch(event)
        elif event.name in (self.wakeups, "sched_wakeup_new"):
            self.add_wakeup(event)
        elif event.name == "task_newtask":
            self.add_made(event)
        elif event.name == "sched_blocked_reason":
            self.add_blocked(event)

    def end_threads(self):
        """Counts the runs and states that are still open at the end of the log."""
        for cpu, run in self.running.items():
            if run.name != 0:
                self.runs[cpu].open += 1
                self.runs_of[run.name].open += 1
        for tid, span in self.state.items():
            self.states[tid][span.name].open += 1

    def close_state(self, tid, ns):
        """Closes the open state of a thread. If ns is None, the end is unknown, and the state is lost."""
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
        match = match_switch(event.args)
        if not match:
            self.problems["broken_event"] += 1
            return
        prev, next_tid = int(match["prev"]), int(match["next"])
        if is_idle(prev, match["prev_comm"]):
            prev = 0
        if is_idle(next_tid, match["next_comm"]):
            next_tid = 0

        cpu, ns, name = event.cpu, event.ns, state_name(match["state"])
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
        """Closes the run on a CPU, and the state of its thread."""
        run = self.running.pop(cpu, None)
        if run is None or run.name == 0:
            return
        self.runs[cpu].close(run.ns, ns)
        self.runs_of[run.name].close(run.ns, ns)
        self.close_state(run.name, ns)

    def leave(self, tid, ns):
        """Closes the run of a thread that stopped on a CPU without a switch there."""
        for cpu, run in list(self.running.items()):
            if tid != 0 and run.name == tid:
                self.problems["inferred_switch"] += 1
                self.close_run(cpu, self.last_line[cpu])

    def infer(self, cpu, tid, ns, is_switch=False):
        """Infers a missing switch to the thread that a line at ns shows on the CPU."""
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

    # Lifetimes

    def add_life(self, event):
        name = event.name
        if name == "sched_switch":
            match = match_switch(event.args)
            if match:
                self.touch(int(match["prev"]), event.ns)
                if set(state_name(match["state"])) & set("XxZ"):
                    if self.phases.get(int(match["prev"])) == "alive":
                        self.ended[int(match["prev"])] = event.ns
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
            self.ended[tid] = event.ns
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

    def give_birth(self, tid, ns):
        self.end_marks(tid, ns)
        self.end_life(tid, self.ended.pop(tid, ns))
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

    def add_made(self, event):
        """Handles the creation of a thread, which counts as a wakeup by the creator."""
        match = re.match(r"pid=(\d+) ", event.args)
        tid = int(match[1]) if match else 0
        if tid == 0:
            return
        self.woken[tid] = event.ns
        if tid not in self.state or self.state[tid].name not in UNTOUCHED:
            self.close_state(tid, event.ns)
            self.open_state(tid, "R", event.ns)

    def add_blocked(self, event):
        match = BLOCKED.match(event.args)
        if match and self.last_d.pop(int(match["tid"]), None):
            caller = match["caller"].partition("+")[0]
            self.blocked[int(match["tid"]), int(match["io"]), caller] += 1
