# SPDX-License-Identifier: GPL-3.0-or-later
"""Shared code of the checks of tracedump: runs it, generates traces, writes TAP.

The arguments of the scripts are TRACEDUMP MAKE_TRACE SAMPLES_DIR.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

TRACEDUMP, MAKE_TRACE, SAMPLES = (pathlib.Path(argument).resolve() for argument in sys.argv[1:4])

# TIME|TID|CPU|event, with the time in µs
LOG = """\
0|101|0|sched_switch: prev_comm=t101 prev_pid=101 prev_prio=120 prev_state=S ==> next_comm=t102 next_pid=102 next_prio=120
1|103|1|print: S|100|H:net|1|M62|io|url="a,b"
2|103|1|sched_wakeup: comm=t101 pid=101 prio=120 target_cpu=000
3|102|0|print: B|100|H:load|M62|n=3
5|102|0|print: B|100|H:load, again
6|102|0|print: C|100|H:depth 4
9|102|0|print: E|100
10|102|0|sched_switch: prev_comm=t102 prev_pid=102 prev_prio=120 prev_state=D ==> next_comm=t101 next_pid=101 next_prio=120
12|102|1|sched_blocked_reason: pid=102 iowait=1 caller=io_wait
13|101|0|irq_handler_entry: irq=36 name=virtio
14|101|0|irq_handler_exit: irq=36 ret=handled
15|101|0|cpu_frequency: state=1800000 cpu_id=0
16|101|0|binder_transaction: transaction=5 dest_node=1 dest_proc=200 dest_thread=0 reply=0 flags=0x11 code=0x3
17|201|1|binder_transaction_received: transaction=5
18|103|1|print: C|100|H:depth 7
19|101|0|any_event: NR 63 (3, 7f)
20|101|0|sched_switch: prev_comm=t101 prev_pid=101 prev_prio=120 prev_state=R+ ==> next_comm=swapper/0 next_pid=0 next_prio=120
30|0|0|sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=t101 next_pid=101 next_prio=120
35|101|0|print: tracing ends
"""

ENVIRONMENT = {**os.environ, "LC_ALL": "C.UTF-8", "LANGUAGE": ""}


class Skip(Exception):
    """A check that is not possible here, with the reason."""


class Answer:
    def __init__(self, process):
        self.code = process.returncode
        self.bytes = process.stdout
        self.err = process.stderr.decode("utf-8")

    @property
    def out(self):
        return self.bytes.decode("utf-8")


def run(*arguments, **keywords):
    return Answer(subprocess.run(
        [TRACEDUMP, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT,
        check=False, timeout=120, **keywords,
    ))


def expect(condition, *facts):
    if not condition:
        raise AssertionError(" ".join(str(fact) for fact in facts))


def expect_equal(found, expected, *facts):
    expect(found == expected, *facts, f"found {found!r:.300}, expected {expected!r:.300}")


def make_trace(folder, name, *arguments):
    path = folder / name
    subprocess.run([MAKE_TRACE, *arguments, "-o", path], check=True)
    return path


def make_log(folder, name="small.ftrace", text=LOG):
    path = folder / name
    with open(path, "w", encoding="utf-8") as file:
        for line in text.splitlines():
            us, tid, cpu, event = line.split("|", 3)
            group = int(tid) // 100 * 100
            file.write(f"  t{tid}-{tid}  ({group:5}) [{cpu:0>3}] .... 7.{us:0>6}: {event}\n")
    return path


def main(namespace):
    """Runs the functions check_… of a script, each with an empty folder, and returns the exit status."""
    checks = [(name[6:], check) for name, check in namespace.items() if name.startswith("check_")]
    failed = False

    print(f"1..{len(checks)}")
    for number, (name, check) in enumerate(checks, 1):
        with tempfile.TemporaryDirectory(prefix="check-tracedump-") as folder:
            try:
                check(pathlib.Path(folder))
                print(f"ok {number} {name.replace('_', '-')}", flush=True)
            except Skip as reason:
                print(f"ok {number} {name.replace('_', '-')} # SKIP {reason}", flush=True)
            except Exception as error:  # pylint: disable=broad-except
                failed = True
                print(f"not ok {number} {name.replace('_', '-')}")
                for line in f"{type(error).__name__}: {error}".splitlines():
                    print(f"# {line}", flush=True)
    return 1 if failed else 0
