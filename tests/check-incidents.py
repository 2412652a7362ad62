#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the diagnosis of `tracedump incident` with files whose cause is known.

    check-incidents.py TRACEDUMP

The cases are a table of small files in the formats of Android, Dalvik, HotSpot and OpenHarmony, and the files that the
program check-incidents in TV_SAMPLES (default: ../shared/samples) lists, if it exists. The output is TAP.
"""

import gzip
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import zipfile

from tap_checks import REAL

SUBJECT = "Subject: Input dispatching timed out ({0}/{0}.Start is not responding. Waited 5003ms for KeyEvent).\n\n"
RULE = "*** " * 15 + "***\n"
LOOPER = ["android.os.Handler.dispatchMessage(Handler.java:106)", "android.os.Looper.loop(Looper.java:223)"]
IDLE = ["android.os.MessageQueue.nativePollOnce(Native method)", "android.os.MessageQueue.next(MessageQueue.java:1)",
        LOOPER[1]]
QUEUE = ["java.util.concurrent.LinkedBlockingQueue.take(LinkedBlockingQueue.java:1)",
         "java.util.concurrent.ThreadPoolExecutor.getTask(ThreadPoolExecutor.java:1)"]


def thread(name, vm_tid, tid, state, frames, attributes="sCount=1 dsCount=0", kernel="S",
           schedstat="100000000 20000000 300"):
    """Returns a thread in ART's format; a frame that begins with "- " or "native: " is a separate line."""
    lines = [f'"{name}" prio=5 tid={vm_tid} {state}', f'  | group="main" {attributes}', f"  | sysTid={tid} nice=0",
             f"  | state={kernel} schedstat=( {schedstat} ) utm=9 stm=1 core=0 HZ=100"]
    return "\n".join(lines + [("  " if f.startswith(("- ", "native: ")) else "  at ") + f for f in frames]) + "\n\n"


def process(pid, name, *threads, end=True):
    return (f"----- pid {pid} at 2025-03-04 05:06:07.000000000+0100 -----\nCmd line: {name}\n\nDALVIK THREADS "
            f"({len(threads)}):\n" + "".join(threads) + (f"----- end {pid} -----\n\n" if end else ""))


def waits(lock, owner):
    return f"- waiting to lock <0x{lock:08x}> (a java.lang.Object) held by thread {owner}"


def native(function, path="/apex/com.android.runtime/lib64/bionic/libc.so"):
    return f"native: #00 pc 0000000000001000  {path} ({function}+8)"


def tombstone(name, tid, signal, frames, header="", others=""):
    stack = "".join(f"      #{i:02} pc {frame}\n" for i, frame in enumerate(frames))
    return (f"{RULE}Build fingerprint: 'x'\nABI: 'arm64'\nTimestamp: 2025-03-04 05:06:07.0+0100\n"
            f"pid: 880, tid: {tid}, name: {name}  >>> org.reef.game <<<\nuid: 10001\n{signal}\n{header}"
            f"    x0  0000000000000001  x1  0000000000000002\n\nbacktrace:\n{stack}{others}")


LIB = "/data/app/org.reef.game/lib/arm64/libreef.so"
SEGV = "signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x5500aa10"


def logcat(tag, pid, *lines, second=1, tid=None, level="E"):
    return "".join(f"03-04 05:06:{second:02}.100  {pid:4}  {tid or pid:4} {level} {tag}: {line}\n" for line in lines)


def exception(process, pid, thread, *lines, second=1):
    return logcat("AndroidRuntime", pid, f"FATAL EXCEPTION: {thread}", f"Process: {process}, PID: {pid}", *lines,
                  second=second)


def dmesg(*lines):
    return "".join(f"[{60619 + number / 1000:12.6f}][T25678] {line}\n" for number, line in enumerate(lines))


def hotspot(*threads, time="2025-03-04 05:06:07"):
    return f"{time}\nFull thread dump OpenJDK 64-Bit Server VM (21.0.1+12 mixed mode):\n\n" + "".join(threads)


def java_thread(name, number, state, *lines):
    return (f'"{name}" #{number} prio=5 os_prio=0 cpu=10.00ms elapsed=9.00s tid=0x00007f00{number:08x} nid={number} x\n'
            f"   java.lang.Thread.State: {state}\n" + "".join(f"\t{line}\n" for line in lines) + "\n")


def deadlock(lock, other, first, second):
    return (java_thread(first, 31, "BLOCKED (on object monitor)", "at io.pier.A.a(A.java:1)",
                        f"- waiting to lock <0x{lock:016x}> (a io.pier.L)", f"- locked <0x{other:016x}> (a io.pier.R)"),
            java_thread(second, 32, "BLOCKED (on object monitor)", "at io.pier.B.b(B.java:1)",
                        f"- waiting to lock <0x{other:016x}> (a io.pier.R)", f"- locked <0x{lock:016x}> (a io.pier.L)"))


IDLE_POOL = [java_thread(f"exec-{i}", 40 + i, "WAITING (parking)", "at jdk.internal.misc.Unsafe.park(Native Method)",
                         *(f"at {frame}" for frame in QUEUE)) for i in range(3)]
GAME = r"org\.reef\.game \(880\)"
SERVER = thread("main", 1, 70, "Native", IDLE)

# Name, content, expressions that must match, expressions that must not match, and certainty (None: any).
CASES = [
    # The reported process
    ("subject", SUBJECT.format("org.reef.game") + process(70, "system_server", SERVER) + process(
        880, "org.reef.game", thread("main", 1, 880, "Runnable", ["org.reef.game.Map.fill(Map.kt:1)"], kernel="R")),
     [GAME, r"did not respond", r"main was running Map\.fill"], ["system_server.*did not respond"], "partly"),
    ("first", "Subject: Broadcast of Intent { act=x }\n\n----- dumping pid: 880 at 5\n\n" + process(
        880, "org.reef.game", thread("main", 1, 880, "Sleeping", ["java.lang.Thread.sleep(Native method)",
                                                                 "org.reef.game.Map.rest(Map.kt:1)"]))
     + process(70, "system_server", SERVER), [GAME, r"asleep.*Map\.rest"], [], "partly"),
    ("no dump", SUBJECT.format("org.reef.game") + "----- dumping pid: 880 at 5\nlibdebuggerd_client: failed\n\n"
     "----- dumping pid: 70 at 6\n\n" + process(70, "system_server", SERVER),
     [GAME, "did not respond", "no stack"], ["was idle", "system_server.*did not respond"], "no"),
    # The main thread's own chain, and deadlocks
    ("join", process(880, "org.reef.game", thread(
        "main", 1, 880, "Waiting", ["java.lang.Object.wait(Native Method)",
                                    "- waiting on <0x2> (a java.lang.VMThread) held by tid=7 (loader)",
                                    "java.lang.Thread.join(Thread.java:1)", "org.reef.game.Map.stop(Map.kt:2)"]),
        thread("loader", 7, 887, "Blocked", ["a.B.c(B.java:1)", waits(9, 8)]),
        thread("disk", 8, 888, "Native", [native("fsync"), "org.reef.game.Db.sync(Native method)"]),
        thread("x1", 11, 891, "Blocked", ["a.X.y(X.java:1)", waits(3, 12), "- locked <0x00000004> (a A)"]),
        thread("x2", 12, 892, "Blocked", ["a.Y.x(Y.java:1)", waits(4, 11), "- locked <0x00000003> (a A)"])),
     [r"^main of .*waits for loader to end; disk .*Db\.sync", r"Deadlock: x1 .* and x2 are in a deadlock"],
     [r"^\d+ threads"], "yes"),
    ("cycle of three", SUBJECT.format("org.reef.game") + process(880, "org.reef.game", thread(
        "main", 1, 880, "Blocked", ["a.A.a(A.java:1)", waits(2, 7), "- locked <0x00000001> (a A)"]),
        thread("b", 7, 887, "Blocked", ["a.B.b(B.java:1)", waits(3, 8), "- locked <0x00000002> (a A)"]),
        thread("c", 8, 888, "Blocked", ["a.C.c(C.java:1)", waits(1, 1), "- locked <0x00000003> (a A)"])),
     ["main is in a deadlock with b and c", "which closes the cycle"], ["Deadlock:"], "yes"),
    # The activity of main
    ("suspended", process(880, "org.reef.game", thread("main", 1, 880, "Suspended", ["org.reef.game.Map.fill(Map.kt:1)"],
                                                       kernel="R", schedstat="7300000000 10000000 5")),
     [r"main of .*was running Map\.fill; it had used 7\.3 s"], ["does not show"], "partly"),
    ("starved", process(880, "org.reef.game", thread("main", 1, 880, "Runnable", ["org.reef.game.Map.fill(Map.kt:1)"],
                                                     kernel="R", schedstat="900000000 4100000000 5")),
     [r"waited 4\.1 s for a CPU and run only 900 ms"], [], "partly"),
    ("debugger", process(880, "org.reef.game", thread("main", 1, 880, "SUSPENDED", ["org.reef.game.Map.tap(Map.kt:1)"],
                                                      "sCount=1 dsCount=2")),
     [r"suspended by a debugger in Map\.tap"], ["was running"], "yes"),
    ("breakpoint", process(880, "org.reef.game", thread(
        "main", 1, 880, "Native", [native("art::ConditionVariable::WaitHoldingLocks"),
                                   native("debugMonitorWait", "/apex/com.android.art/lib64/libjdwp.so"),
                                   "org.reef.game.Map.tap(Map.kt:1)"])), [r"debugger in Map\.tap"], ["was running"],
     "yes"),
    ("state D", process(880, "org.reef.game", thread(
        "main", 1, 880, "Native", ["native: #00 pc 0000000000056b1c  " + LIB + " (???)",
                                   "org.reef.game.Db.put(Native method)"], kernel="D")),
     [r"state D.*called by Db\.put"], [], "partly"),
    ("poll of its own", process(880, "org.reef.game", thread(
        "main", 1, 880, "Native", [native("__ppoll"), "org.reef.game.Net.nativeRead(Native method)"] + LOOPER)),
     [r"native code, called by Net\.nativeRead"], ["idle"], "partly"),
    ("channel", SUBJECT.format("org.reef.game") + "----- Waiting Channels: pid 880 at 2025-03-04 05:06:07 -----\n"
     "Cmd line: org.reef.game\n\nsysTid=880       jbd2_log_wait_commit\nsysTid=881       0\n\n----- end 880 -----\n",
     [GAME, "main waits for a disk", "jbd2_log_wait_commit"], [], "no"),
    # Healthy dumps
    ("healthy", process(880, "org.reef.game", thread("main", 1, 880, "Native", [native("__epoll_pwait")] + IDLE)),
     ["Nothing is wrong in this dump: main of"], ["did not respond", "crashed"], "partly"),
    ("idle after an ANR", SUBJECT.format("org.reef.game") + process(880, "org.reef.game", thread(
        "main", 1, 880, "Native", IDLE)), ["did not respond: main was idle when the dump was made"],
     ["Nothing is wrong"], "no"),
    # Certainty
    ("cut before the owner", SUBJECT.format("org.reef.game") + process(880, "org.reef.game", thread(
        "main", 1, 880, "Blocked", ["a.A.a(A.java:1)", waits(2, 7)]), end=False).replace("(1):", "(9):"),
     ["held by thread 7, which is not in the dump", "truncated"], ["named threads and locks are in the dump"], "partly"),
    # Crashes
    ("signal of another thread", tombstone("Draw", 884, SEGV, [f"0000000000001000  {LIB} (Sea::wave(int)+8)"], others=(
        "\n--- --- --- --- --- --- --- --- --- --- --- --- --- --- --- ---\npid: 880, tid: 880, name: org.reef.game  "
        ">>> org.reef.game <<<\nsignal 6 (SIGABRT), code 0 (SI_USER), fault addr --------\nbacktrace:\n"
        "      #00 pc 1  /libc.so (poll+1)\n")), [f"Draw of {GAME} crashed in Sea::wave", "SIGSEGV", "0x5500aa10"],
     ["SIGABRT"], "yes"),
    ("null function", tombstone("Draw", 884, SEGV.replace("0x5500aa10", "0x0"), [
        "0000000000000000  <unknown>", f"0000000000001000  {LIB} (Sea::call()+8)"]),
     [r"crashed in Sea::call: it called a null function pointer"], [], "yes"),
    ("wild jump", tombstone("Draw", 884, SEGV, ["000000005500aa10  <unknown>"]),
     ["it jumped to address 0x5500aa10", "could not be unwound"], [], "partly"),
    ("no stack", tombstone("Draw", 884, SEGV, []), ["does not contain a stack"], [], "partly"),
    ("double free", tombstone("Draw", 884, SEGV, [f"0000000000001000  {LIB} (Sea::free()+8)"],
                              "Cause: [GWP-ASan]: Double Free, 0 bytes into a 8-byte allocation at 0x10\n"),
     [r"crashed in Sea::free: \[GWP-ASan\]: Double Free"], [], "yes"),
    ("stack overflow", tombstone("Draw", 884, SEGV, [f"0000000000001000  {LIB} (Sea::deep()+8)"] * 9,
                                 "Cause: stack pointer is close to top of stack; likely stack overflow.\n"),
     ["crashed in Sea::deep: stack overflow"], [], "yes"),
    # Crashes of Java, in logs
    ("root cause", exception("org.reef.game", 880, "main", "java.lang.RuntimeException: outer",
                             "\tat android.app.ActivityThread.a(A.java:1)", "Caused by: java.io.IOException: middle",
                             "\tat java.io.File.a(F.java:1)", "Caused by: a.b.Odd: no tide",
                             "\tat kotlin.a.B.c(B.kt:1)", "\tat org.reef.game.Sea.rise(Sea.kt:1)", "\t... 3 more"),
     [f"main of {GAME} crashed in Sea\\.rise.*a\\.b\\.Odd: no tide"], [], "yes"),
    ("twice", exception("org.reef.game", 880, "w", "a.b.Odd: no tide", "\tat org.reef.game.Sea.rise(Sea.kt:1)")
     + exception("org.reef.game", 990, "w", "a.b.Odd: no tide", "\tat org.reef.game.Sea.rise(Sea.kt:1)", second=30),
     ["crashed 2 times in the same way, first at 05:06:01", r"\(990\)"], [], "yes"),
    ("out of memory", exception("org.reef.game", 880, "w", "java.lang.OutOfMemoryError: Failed to allocate a 4000012 byte "
                                "allocation with 100 free bytes and 1MB until OOM, target footprint 268435456, growth "
                                "limit 268435456", "\tat org.reef.game.Sea.map(Sea.kt:1)"),
     ["4000012", "growth limit 268435456", r"Sea\.map"], [], "yes"),
    # Servers
    ("server deadlock", hotspot(*deadlock(16, 32, "left", "right"), *IDLE_POOL),
     ["left and right are in a deadlock"], ["main"], "yes"),
    ("the same twice", hotspot(*deadlock(16, 32, "left", "right")) + hotspot(*deadlock(16, 32, "left", "right"),
                                                                          time="2025-03-04 05:07:07"),
     ["left and right are in a deadlock, in 2 dumps"], ["Deadlock:"], "yes"),
    ("server idle", hotspot(*IDLE_POOL), ["Nothing is wrong in this dump: all 3 threads"], ["deadlock"], "partly"),
    ("server hot", hotspot(*(java_thread(f"calc-{i}", 50 + i, "RUNNABLE", f"at io.pier.Sum.add(Sum.java:{i})",
                                         "at java.lang.Thread.run(Thread.java:1)") for i in range(4)), *IDLE_POOL),
     [r"4 threads of the pool calc run Sum\.add"], [], "partly"),
    ("server accept", hotspot(java_thread("main", 1, "RUNNABLE", "at sun.nio.ch.Net.accept(Native Method)",
                                          "at io.pier.Main.main(Main.java:1)"), *IDLE_POOL),
     ["Nothing is wrong", "main was idle"], ["was running"], "partly"),
    ("server lock", hotspot(java_thread("holder", 60, "RUNNABLE", "at io.pier.Disk.scan(Disk.java:1)",
                                        "- locked <0x0000000000000010> (a io.pier.L)"),
                            *(java_thread(f"w-{i}", 70 + i, "BLOCKED (on object monitor)", "at io.pier.Q.get(Q.java:1)",
                                          "- waiting to lock <0x0000000000000010> (a io.pier.L)") for i in range(3))),
     [r"3 threads wait for holder: .*Disk\.scan"], [], "partly"),
    ("server park", hotspot(java_thread("main", 1, "WAITING (parking)", "at sun.misc.Unsafe.park(Native Method)",
                                        "- parking to wait for  <0x0000000000000010> "
                                        "(a java.util.concurrent.locks.ReentrantLock$NonfairSync)",
                                        "at io.pier.Main.main(Main.java:1)"),
                            java_thread("w", 2, "RUNNABLE", "at io.pier.W.run(W.java:1)")),
     ["main is parked on 0x00000010 .*whose owner is not in the dump"], [], "no"),
    # Logs
    ("killed", logcat("lmkd", 500, "Kill 'org.reef.game' (880), uid 10001, oom_score_adj 0 to free 1000kB rss, 0kB swap; "
                      "reason: low watermark is breached", level="I"),
     [GAME, "killed to free memory while it was in the foreground", "low watermark"], [], "yes"),
    ("killed in the background", logcat("lmkd", 500, "Kill 'org.reef.game' (880), uid 10001, oom_score_adj 905 to free 1kB"
                                        " rss, 0kB swap; reason: x", level="I"), ["No report"], ["killed"], "no"),
    ("busy CPU", logcat("ActivityManager", 70, "ANR in org.reef.game (org.reef.game/.Start)", "PID: 880",
                        "Reason: executing service org.reef.game/.Sync",
                        "CPU usage from 10ms to 900ms later (2025-03-04 05:06:07.0 to 2025-03-04 05:06:08.0):",
                        "  77% 555/net.mill.grind: 70% user + 7% kernel", "80% TOTAL: 70% user + 10% kernel"),
     [GAME, "executing service", r"net\.mill\.grind \(555\) used 77 %", "all CPUs were 80 % busy"], [], "partly"),
    ("watchdog", logcat("Watchdog", 70, "*** WATCHDOG KILLING SYSTEM PROCESS: Blocked in handler on display (android.display)",
                        "android.display annotated stack trace:", "    at com.android.server.Wm.lay(Wm.java:1)",
                        "    - waiting to lock <0x0badcafe> (a com.android.server.Wm)", "*** GOODBYE!", level="W"),
     ["system_server", r"android\.display was in com\.android\.server\.Wm\.lay", "0x0badcafe"], [], "yes"),
    ("script", logcat("C03f00/MyApp", 880, "org.reef.game is about to exit due to RuntimeError", "Error name:RangeError",
                      "Error message:tide out of range", "Stacktrace:", "    at rise entry (entry/src/main/ets/Sea.ets:3:1)"),
     [GAME, "RangeError: tide out of range", r"rise entry.*Sea\.ets:3"], [], "yes"),
    ("kernel oops", dmesg("Unable to handle kernel NULL pointer dereference at virtual address 0000000c", "Mem abort info:",
                          "Internal error: Oops: 0000000096000004 [#1] PREEMPT SMP",
                          "CPU: 5 PID: 25678 Comm: Render Tainted: G  W  6.1.155-android14 #1",
                          "pc : reef_wait+0x18/0x64", "lr : reef_submit+0x3c/0x5c", "Call trace:", " reef_wait+0x18/0x64",
                          "---[ end trace 0000000000000000 ]---"),
     ["kernel crashed in reef_wait", "NULL pointer dereference", r"Render \(thread 25678\) on CPU 5"], [], "yes"),
    ("kernel oops on ARM", dmesg("Internal error: Oops: 17 [#2] ARM", "PC is at reef_wait+0x18/0x64"),
     ["kernel crashed in reef_wait", "Oops: 17"], [], "yes"),
    ("kernel panic", dmesg("Kernel panic - not syncing: Watchdog timed out", "CPU: 1 PID: 0 Comm: swapper/1", "Call trace:"),
     ["kernel crashed", "not syncing: Watchdog timed out"], ["crashed in"], "partly"),
    ("kernel warning", dmesg("WARNING: CPU: 1 PID: 7 at reef.c:3 reef_wait+0x18/0x64", "watchdog: BUG: soft lockup - CPU#3",
                             "Call trace:"), ["No report"], ["crashed"], "no"),
    ("app's internal error", logcat("Shop", 880, "Internal error: Oops: 17", "pc : reef_wait+0x18/0x64"),
     ["No report"], ["kernel"], "no"),
]


class Tap:
    def __init__(self):
        self.n = self.n_wrong = 0

    def check(self, name, wrong):
        self.n += 1
        self.n_wrong += bool(wrong)
        print(f"{'not ok' if wrong else 'ok'} {self.n} {name}")
        for line in wrong:
            print(f"# {line}")


def run(tracedump, *arguments):
    return subprocess.run([tracedump, "incident", *map(str, arguments)], capture_output=True, text=True, timeout=60,
                          env={**os.environ, "LC_ALL": "C.UTF-8"}, check=False)


def judge(text, must, must_not, certainty):
    wrong = [f"does not say /{regex}/" for regex in must if not re.search(regex, text, re.M)]
    wrong += [f"says /{regex}/" for regex in must_not if re.search(regex, text, re.M)]
    found = re.search(r"^certain: (\w+), \S", text, re.M)
    if certainty is not None and (found is None or found[1] != certainty):
        wrong.append(f"is certain: {found and found[1]}, not {certainty}")
    return wrong + text.splitlines() if wrong else []


def check_cases(tap, tracedump, folder):
    for name, text, must, must_not, certainty in CASES:
        path = folder / (re.sub(r"\W", "-", name) + ".txt")
        path.write_text(text, "utf-8")
        ran = run(tracedump, path)
        body = re.sub(r"(?m)^file:.*\n", "", ran.stdout)
        tap.check(name, [ran.stderr] if ran.returncode != 0 else judge(body, must, must_not, certainty))


def prefix_lines(text, prefix):
    """Prefixes each line with a string, or with the result of a function of the line number."""
    return "".join((prefix(i) if callable(prefix) else prefix) + line
                   for i, line in enumerate(text.splitlines(keepends=True)))


def stamp(i):
    return f"2026-03-01T09:{i // 60 % 60:02}:{i % 60:02}.{i * 37:07}Z "


# Forms in which files reach users: each function converts a string to bytes.
FORMS = {
    "UTF-16 LE": lambda text: ("\ufeff" + text).encode("utf-16-le"),
    "UTF-16 BE without a mark": lambda text: text.encode("utf-16-be"),
    "CR LF": lambda text: text.replace("\n", "\r\n").encode(),
    "CR": lambda text: text.replace("\n", "\r").encode(),
    "CR CR LF": lambda text: text.replace("\n", "\r\r\n").encode(),
    "CR CR LF in UTF-16": lambda text: text.replace("\n", "\r\r\n").encode("utf-16"),
    "bracket": lambda text: prefix_lines(text, "[emulator] ").encode(),
    "quote": lambda text: ("As they wrote:\n\n" + prefix_lines(text, "> ")).encode(),
    "build server": lambda text: prefix_lines(text, stamp).encode(),
    "container": lambda text: prefix_lines(text, lambda i: stamp(i) + "stdout F ").encode(),
    "syslog": lambda text: prefix_lines(text, lambda i: f"Mar 01 09:00:{i % 60:02} build-7 adb[812]: ").encode(),
    "compose": lambda text: prefix_lines(text, "web_1  | ").encode(),
    "tab": lambda text: prefix_lines(text, "\t").encode(),
    "indented code": lambda text: prefix_lines(text, "    ").encode(),
    "fenced code": lambda text: f"Steps: open the app\n\n```\n{text}\n```\nThanks!\n".encode(),
    "gzip": lambda text: gzip.compress(text.encode()),
}


def check_forms(tap, tracedump, folder):
    """Tests each case in one additional form: the diagnosis is the same."""
    names = list(FORMS)
    for i, (name, text, must, must_not, certainty) in enumerate(CASES):
        form = names[i % len(names)]
        if text.count("\n") < 2:
            continue  # a single line does not reveal its prefix
        path = folder / (re.sub(r"\W", "-", f"{name}-{form}") + ".txt")
        path.write_bytes(FORMS[form](text))
        ran = run(tracedump, path)
        body = re.sub(r"(?m)^file:.*\n", "", ran.stdout)
        tap.check(f"{name}: {form}", [ran.stderr] if ran.returncode != 0 else judge(body, must, must_not, certainty))


def check_formats(tap, tracedump, folder):
    """Tests the table, the conditions and the exit status."""
    crash = folder / "signal-of-another-thread.txt"
    rows = json.loads(run(tracedump, "--format", "json", crash).stdout)
    row = rows[0]
    expected = {"kind": "native_crash", "wrong": 1, "name": "org.reef.game", "pid": 880, "thread": "Draw", "certain": "yes"}
    tap.check("json", [f"{row}"] if len(rows) != 1 or any(row[key] != value for key, value in expected.items()) else [])
    (folder / "trace.txt").write_text("# tracer: nop\n     a-1     [000] .... 1.000000: tracing_mark_write: B|1|x\n")
    (folder / "odd.txt").write_bytes(b"\0\1\2\3" * 100)
    for name, arguments, status in [
            ("a gate that holds", ["--fail-if", "wrong == 1", crash], 3),
            ("a gate of a process", ["--fail-if", "org.reef.*: kind == native_crash", crash], 3),
            ("a gate that does not", ["--fail-if", "kind == anr", crash], 0),
            ("nothing wrong", ["--fail-if", "wrong == 1", folder / "healthy.txt"], 0),
            ("no report in it", [folder / "trace.txt"], 0),
            ("unreadable", [folder / "odd.txt"], 1),
            ("no such column", ["--fail-if", "size > 1", crash], 2),
            ("no such format", ["--format", "html", crash], 2)]:
        got = run(tracedump, *arguments)
        tap.check(f"status: {name}", [] if got.returncode == status else [f"{got.returncode}, not {status}", got.stderr])


def check_bundles(tap, tracedump, folder):
    """Tests the same reports in a folder, a zip and a nested zip, with log lines about one of the reports: each report
    is counted once."""
    inside = folder / "bundle"
    inside.mkdir()
    tomb = (folder / "signal-of-another-thread.txt").read_text("utf-8")
    files = {"anr_1.txt": (folder / "cycle-of-three.txt").read_text("utf-8"), "tombstone_00": tomb,
             "logs/main.log": exception("net.other", 12, "main", "a.b.Odd: x", "\tat net.other.A.b(A.kt:1)"),
             "readme.txt": "nothing\n"}
    for name, text in files.items():
        (inside / name).parent.mkdir(exist_ok=True)
        (inside / name).write_text(text, "utf-8")
    with zipfile.ZipFile(folder / "one.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    with zipfile.ZipFile(folder / "two.zip", "w") as archive:
        archive.write(folder / "one.zip", "inner/one.zip")
        archive.writestr("readme.txt", "nothing\n")
    for path in (inside, folder / "one.zip", folder / "two.zip"):
        text = run(tracedump, path).stdout
        tap.check(f"bundle: {path.name}", judge(text, ["3 things went wrong", "Sea::wave", "deadlock with b and c",
                                                       r"A\.b"], [], None))


def freeze(hour, function, event, calls=""):
    """Returns a freeze report of OpenHarmony with two equal stacks of the main thread, taken three seconds apart."""
    trigger, start = (f"trigger time = 2025-12-31 {hour}:59:50.100, ", "50.100") if event != "third" else ("", "5x")
    reports = "".join(
        f"{'*' * 43}\nstart time: 2025/12/31-{hour}:59:{second}:010\nDOMAIN = AAFWK\n"
        f"EVENTNAME = THREAD_BLOCK_{count}S\nTIMESTAMP = 2025/12/31-{hour}:59:{second}:000\nPID = 2000\nMSG = \n"
        f"mainHandler dump is:\n EventHandler dump begin curTime: 2025-12-31 {hour}:59:{second}.000\n"
        f" Event runner (Thread name = , Thread ID = 2000) is running\n Current Running: start at 2025-12-31 "
        f"{hour}:59:{start}, Event {{ send thread = 2001, send time = 2025-12-31 {hour}:59:50.000, handle time = "
        f"2025-12-31 {hour}:59:50.000, {trigger}completeTime time = , priority = High, task name = {event} }}\n Total event size : 0\n\nOpenStacktraceCatcher -- pid==2000 "
        f"packageName is org.example\n\nTid:2000, Name:main\nstate=S, utime=100, stime=4, priority=0, nice=-20, clk=100\n"
        f"#00 pc 0010 /lib/libc.so({function}+4)\nCatcher log total time is 3ms\n"
        for count, second in ((3, 53), (6, 56)))
    return ("Device info:x\nBuild info:OpenHarmony 6.0\nModule name:org.example\nPid:2000\nUid:1\n"
            f"Reason:THREAD_BLOCK_6S\nappfreeze: org.example THREAD_BLOCK_6S at 20251231{hour}5956\n"
            f"{'>' * 43}\nSTRINGID:THREAD_BLOCK_6S\nTIMESTAMP:2025/12/31-{hour}:59:56:360\nMSG:\n" + reports + calls)


CALLS = ("\nBinderCatcher --\n\n    2000:2000 to 901:0 code 16 wait:5.5 s\n\n"
         "pid\tcontext\trequest\tstarted\tmax\tready\tfree_async_space\n901    binder  0       16      16      0       "
         "520192\n")


def check_freezes(tap, tracedump, folder):
    """Tests that the reports of two freezes of a process are not mixed, whichever file is opened first."""
    waits = "OHOS::BinderInvoker::WaitForCompletion"
    early, late, odd = folder / "early.txt", folder / "late.txt", folder / "odd.txt"
    early.write_text(freeze(22, waits, "first"), "utf-8")
    late.write_text(freeze(23, waits, "second", CALLS), "utf-8")
    odd.write_text(freeze(23, "work", "third"), "utf-8")
    call, apart = "it waits in a call to process 901, which has no free thread", "3.0 s apart"
    for name, arguments, must, must_not, certainty in [
            ("with its call", [late], [f"event second .*: {call}", apart], [], "yes"),
            ("without a call", [early], ["event first .*, in ", apart], ["process 901"], "yes"),
            ("with the call of a later one", [late, f"--with={early}"],
             [f"event second .*: {call}", "event first for 5.9 s, in OHOS"], [f"event first .*{call}", "apart.*\n.*apart"], "yes"),
            ("whose event has no start", [odd], ["event third had not ended"], ["since"], None)]:
        ran = run(tracedump, *arguments)
        tap.check(f"freeze {name}", [ran.stderr] if ran.returncode != 0 else judge(ran.stdout, must, must_not, certainty))


def check_dropbox(tap, tracedump, folder):
    """Tests that the output of `dumpsys dropbox --print` is complete: exceptions, an ANR and a tombstone."""
    entries = [("data_app_crash", "Process: net.other\nPID: 12\n\njava.lang.IllegalStateException: boom\n"
                "\tat net.other.A.b(A.kt:1)\n"),
               ("data_app_anr", "Process: com.acme.mail\nPID: 881\n" + SUBJECT.format("com.acme.mail") +
                process(881, "com.acme.mail", thread("main", 1, 881, "Runnable", ["com.acme.Sorter.sort(Sorter.java:9)"]))),
               ("SYSTEM_TOMBSTONE", tombstone("Draw", 885, "signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x10",
                                              [f"0000000000001234  {LIB} (Sea::wave()+16)"])),
               ("system_server_wtf", "Process: system_server\nSubject: Tag\n\nandroid.util.Log$TerribleFailure: odd\n"
                "\tat android.util.Log.wtf(Log.java:1)\n"),
               ("SYSTEM_BOOT", "Build: x\n")]
    path = folder / "dropbox.txt"
    for turn in range(len(entries)):
        order = entries[turn:] + entries[:turn]
        path.write_text(f"Drop box contents: {len(order)} entries\nMax entries: 1000\n" + "".join(
            f"\n{'=' * 40}\n2025-03-04 05:06:0{i} {tag} (text, {len(text)} bytes)\n{text}"
            for i, (tag, text) in enumerate(order)), "utf-8")
        ran = run(tracedump, path)
        tap.check(f"dropbox from {order[0][0]}", [ran.stderr] if ran.returncode != 0 else judge(
            ran.stdout, ["ended by an uncaught error in A.b: java.lang.IllegalStateException: boom", "crashed in Sea::wave",
                         r"com\.acme\.mail \(881\) did not respond: main was running Sorter\.sort", "reported an error in Log.wtf"],
            ["system_server .* was ended"], None))


def check_samples(tap, tracedump):
    folder = REAL / "incidents"
    if not (folder / "check-incidents").exists():
        print(f"# no samples in {folder}")
        return
    ran = subprocess.run([sys.executable, folder / "check-incidents", tracedump, folder], capture_output=True, text=True,
                         check=False)
    tap.check("samples", ran.stdout.splitlines() if ran.returncode != 0 else [])


def main():
    tracedump, tap = sys.argv[1], Tap()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        check_cases(tap, tracedump, folder)
        check_forms(tap, tracedump, folder)
        check_formats(tap, tracedump, folder)
        check_bundles(tap, tracedump, folder)
        check_freezes(tap, tracedump, folder)
        check_dropbox(tap, tracedump, folder)
    check_samples(tap, tracedump)
    print(f"1..{tap.n}")
    sys.exit(tap.n_wrong > 0)


main()
