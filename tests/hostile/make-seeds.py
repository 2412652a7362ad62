#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the initial inputs of the fuzz targets: make-seeds.py MAKE_TRACE SAMPLES FOLDER

The inputs are small traces and logs in every format that make-trace can write, and single lines of the samples.
The results of fuzzing are in corpus/; the initial inputs are needed again when a format is added.
"""

import base64
import gzip
import io
import pathlib
import random
import shutil
import struct
import subprocess
import sys
import tarfile
import zipfile

import seed_forms

SMALL = ["--records", "40", "--threads", "2", "--methods", "6", "--depth", "5"]
ODD = ["--recursion", "100", "--exceptions", "100", "--unmatched", "50", "--forced", "50",
       "--backwards", "50", "--unknown", "50", "--reserved", "20", "--duplicates", "200",
       "--blocking", "100", "--wrap", "--reused-tids", "--odd-names", "--open"]
LOG = ["--form", "ftrace", "--bytes", "3000", "--cpus", "2", "--processes", "2"]

METHOD_TRACES = {
    "dual": SMALL,
    "dual-odd": SMALL + ODD + ["--fields", "mixed"],
    "wall": SMALL + ["--clock", "wall"],
    "global-wide": SMALL + ["--clock", "global", "--record-size", "20"],
    "v2": SMALL + ["--version", "2", "--slashes"],
    "v1": SMALL + ["--version", "1", "--fields", "4"],
    "streaming": SMALL + ["--form", "streaming"],
    "streaming-odd": SMALL + ODD + ["--form", "streaming"],
    "streaming-v2": SMALL + ["--form", "streaming", "--version", "2"],
    "packets-beta": SMALL + ["--form", "packet", "--block", "20"],
    "packets-alpha": SMALL + ["--form", "packet", "--payload", "alpha", "--clock", "wall"],
    "packets-counted": SMALL + ["--form", "packet-streaming", "--frequency", "19200000",
                                "--counter", "99999999999", "--since-boot", "--late-names"],
    "streaming-cut": SMALL + ["--form", "streaming", "--no-summary"],
    "cut": SMALL + ["--cut", "5"],
}
LONG_TRACES = {
    "long": SMALL + ["--form", "long"],
    "long-odd": SMALL + ODD + ["--form", "long"],
    "long-blocks": SMALL + ["--form", "long", "--block", "4", "--late-names"],
    "long-cut": SMALL + ["--form", "long", "--cut", "30"],
    "long-base64": ["--records", "10", "--threads", "1", "--methods", "2", "--depth", "3", "--form", "long-base64"],
    "long-one": SMALL[:2] + ["--form", "long", "--threads", "1", "--methods", "2"],
}
DUMPS = {
    "long-header": SMALL + ["--form", "long-header"],
    "long-dump": SMALL + ["--form", "long-dump"],
    "long-base64": SMALL + ["--form", "long-base64"],
}
THREAD_DUMPS = {
    machine: ["--form", "dump", "--line", machine, "--threads", "5", "--processes", "2", "--oddities"]
    for machine in ("art", "dalvik", "hotspot")
}
FAULTS = {
    form: ["--form", "fault", "--line", form, "--threads", "2", "--oddities"]
    for form in ("tombstone", "tombstone-proto", "cppcrash", "jscrash", "rustpanic", "freeze")
}
PERFETTO = {
    line: ["--form", "perfetto", "--line", line, "--bytes", "1500", "--cpus", "2", "--processes", "1",
           "--threads", "2"]
    for line in ("sched", "tracks", "mixed", "java-heap")
}
PERFETTO["java-heap-odd"] = PERFETTO["java-heap"] + ["--oddities"]
LOGS = {
    "new": LOG,
    "odd": LOG + ["--oddities"],
    "old-dashes": LOG + ["--marks", "old", "--line", "dashes"],
    "android-plain": LOG + ["--marks", "android", "--line", "plain", "--digits", "9"],
    "report": LOG + ["--line", "report", "--marks", "mixed"],
    "latency": LOG + ["--line", "latency"],
    "report-latency": LOG + ["--line", "report-latency", "--marks", "mixed", "--oddities"],
    "report-difference": LOG + ["--line", "report-difference"],
    "noflags": LOG + ["--line", "noflags", "--digits", "0"],
    "marks": LOG + ["--no-sched", "--marks", "mixed", "--oddities"],
}
# Formats that make-trace does not write
DUMP_FORMS = {
    "native": """----- pid 501 at 2025-12-31 23:59:54.313568276+0200 -----
Cmd line: /system/bin/a b
ABI: 'arm64'

"main" sysTid=501
NOTE: names are missing
    #00 pc 00000000000ced58  /apex/lib64/bionic/libc.so (__epoll_pwait+8) (BuildId: 58)
    #01 pc 0017c30  /data/a b.apk!x.so (offset 0x1000) (f(std::a<b>, c)+148)
  native: #02 pc 78  /x.so (deleted) (???)
  kernel: futex_wait+0x1/0x2

----- end 501 -----
----- Waiting Channels: pid 501 at 2025-12-31 23:59:53.009218094+0200 -----
Cmd line: /system/bin/a b

sysTid=501       do_freezer_trap
sysTid=502       0

----- end 501 -----
----- dumping pid: 929 at 630120
libdebuggerd_client: failed
DurationsV5: 629666,3,1
----- dumping ended at 631950
""",
    "logged": """06-14 09:59:28.123  123  124 I dalvikvm: DALVIK THREADS:
06-14 09:59:28.123  123  124 I dalvikvm: "main" daemon prio=-5 tid=1 TIMED_WAIT
06-14 09:59:28.123  123  124 I dalvikvm:   | sysTid=1 state=D utm=1 stm=2 HZ=50 core=3
06-14 09:59:28.124  123  124 I dalvikvm:   at java.lang.Object.wait(Native Method)
06-14 09:59:28.124  123  124 I dalvikvm:   - waiting on <0x2> (a java.lang.VMThread) held by tid=2 (x)
06-14 09:59:28.124  123  124 I dalvikvm:   at java.lang.Thread.join(Thread.java:~1)
06-14 09:59:28.124  123  124 I dalvikvm:   ... repeated 4000000000 times
""",
    "escaped": """    DALVIK THREADS (3):
    &quot;a&quot; prio=5 tid=1 Blocked
      | group="main" held mutexes= "mutator lock"(shared held)
      at a.B.&lt;init&gt;(unavailable:14)
      - waiting for lock inflation of &lt;0x1&gt; (a L)
        held by thread 2
      - locked &lt;@addr=0x12&gt; (a M)
      - sleeping on an unknown object
    DumpLatencyMs: 5.1
""",
}
FORMS = {
    "queues": """  a-1 [000] .... 7.000010: drm_sched_job: entity=01, id=1, fence=0a, ring=gfx, job count:1, hw job count:0
  a-1 [000] .... 7.000011: drm_run_job: entity=01, id=1, fence=0a, ring=gfx, job count:1, hw job count:0
  a-1 [000] .... 7.000012: drm_sched_job_run: dev=0, id=1, fence=(context:7, seqno:3), ring=gfx, job count:1
  b-2 [001] .... 7.000013: drm_sched_process_job: fence=0a signaled
  b-2 [001] .... 7.000014: drm_sched_job_done: fence_context=7 fence_seqno=3
  a-1 [000] .... 7.000015: block_rq_issue: 8,0 WS 4096 () 100 + 8 [a]
  a-1 [000] .... 7.000016: block_rq_complete: dev=8388608 sector=100 nr_sector=8 rwbs=WS
  a-1 [000] .... 7.000016: block_io_start: 8,0 WS 4096 () 100 + 8 none,0,0 [a]
  a-1 [000] .... 7.000016: block_io_done: 8,0 WS 0 () 100 + 0 none,0,0 [a]
  a-1 [000] .... 7.000016: dma_fence_init: driver=d timeline=t context=1 seqno=5
  a-1 [000] .... 7.000016: dma_fence_emit: driver=d timeline=t context=1 seqno=6
  a-1 [000] .... 7.000016: dma_fence_signaled: driver=d timeline=t context=1 seqno=6
  a-1 [000] .... 7.000016: mm_vmscan_direct_reclaim_begin: order=2 may_writepage=1 gfp_flags=X
  a-1 [000] .... 7.000016: mm_vmscan_direct_reclaim_end: nr_reclaimed=32
  b-2 [001] .... 7.000016: mm_vmscan_kswapd_wake: nid=0 order=0
  b-2 [001] .... 7.000016: mm_vmscan_kswapd_sleep: nid=0
  a-1 [000] .... 7.000016: android_fs_dataread_start: entry_name /a, offset 0, bytes 9, cmdline c, pid 1, i_size 9, ino 5
  a-1 [000] .... 7.000016: android_fs_dataread_end: ino 5, offset 0, bytes 9
  a-1 [000] .... 7.000016: devfreq_frequency: dev_name=17000010.devfreq_mif freq=421000 prev_freq=1
  a-1 [000] .... 7.000016: gpu_frequency: state=500000 gpu_id=2
  a-1 [000] .... 7.000017: signal_generate: sig=9 errno=0 code=0 comm=b pid=2 grp=1 res=0
  a-1 [000] .... 7.000018: mark_victim: pid=3
  a-1 [000] .... 7.000019: tcp_retransmit_skb: skbaddr=0 skaddr=0 sport=80 dport=4242
""",
    "graph": """# tracer: function_graph
 0)               |  sys_open() {
 0) + 12.001 us   |    a(); /* = 0x1 */
 0)               |    /* sched_switch: prev_comm=b prev_pid=1 prev_prio=1 prev_state=S ==> """
             """next_comm=c next_pid=2 next_prio=1 */
 0)   5.0 us      |  } /* sys_open ret=0x3 */
 0)    bash-1   =>   ls-2
 1)   ==========> |
 1)   0.5 us      |  b(x=1);
""",
    "graph-times": """# tracer: function_graph
  100.000001 |   0)   bash-1234   |  d..1 |               |  sys_open() {
  100.000010 |   0)   <idle>-0    |  d..1 | + 10.2 us     |  }
""",
    "fields": """# tracer: nop
 a-1 [000] d..2. 1.5: sched_switch: prev_comm=a prev_pid=0x1 (1) prev_prio=0x78 (120) """
              """prev_state=0x100 (256) next_comm=b next_pid=0x2 (2) next_prio=0x78 (120)
 b-2 [000] ..... 1.6: UNKNOWN TYPE 5
""",
    "report-raw": """cpus=1
 top:   a-1 [000] 1.5: sched_switch:  prev_comm=a prev_pid=1 prev_prio=120 prev_state=2 """
                  """next_comm=b next_pid=2 next_prio=120
 top:   b-2 [000] 1.6: print:  ip=tracing_mark_write buf=B|2|a
 top:   b-2 [000] 1.7: binder_return:  cmd=29201
""",
    # An id that is reused while a slice of the previous thread is open, and then freed.
    "lives": """# tracer: nop
 a-10 (   10) [000] .... 1.000001: task_newtask: pid=11 comm=a clone_flags=10000 oom_score_adj=0
 a-11 (   10) [001] .... 1.000002: task_rename: pid=11 oldcomm=a newcomm=w oom_score_adj=0
 w-11 (   10) [001] .... 1.000003: tracing_mark_write: B|10|x
 w-11 (   10) [001] .... 1.000004: sched_process_exit: comm=w pid=11 prio=120
 w-11 (   10) [001] d..2 1.000005: sched_switch: prev_comm=w prev_pid=11 prev_prio=120 """
             """prev_state=X ==> next_comm=swapper/1 next_pid=0 next_prio=120
 a-10 (   10) [000] .... 1.000006: task_newtask: pid=11 comm=a clone_flags=10000 oom_score_adj=0
 a-11 (   10) [001] .... 1.000007: tracing_mark_write: E|10
 <idle>-0 (    0) [000] .... 1.000008: sched_process_free: comm=w pid=11 prio=120
 <idle>-0 (    0) [000] .... 1.000009: sched_process_free: comm=w pid=11 prio=120
""",
    # A process that is forked, executes another program, has memory counters and open spans, and exits.
    "lives-process": """# tracer: nop
 a-10 [000] .... 1.000001: sched_process_fork: comm=a pid=10 child_comm=a child_pid=20
 a-10 [000] .... 1.000002: task_newtask: pid=20 comm=a clone_flags=1200011 oom_score_adj=0
 a-20 [001] .... 1.000003: sched_process_exec: filename=/bin/b pid=20 old_pid=20
 b-20 [001] .... 1.000004: rss_stat: mm_id=7 curr=1 type=MM_ANONPAGES size=-4096B
 b-20 [001] .... 1.000005: tracing_mark_write: S|20|load|1
 b-20 [001] .... 1.000006: sched_process_exit: comm=b pid=20 prio=120 group_dead=true
 b-20 [001] d..2 1.000007: sched_switch: prev_comm=b prev_pid=20 prev_prio=120 prev_state=Z ==> """
                     """next_comm=a next_pid=10 next_prio=120
 a-10 [001] .... 1.000008: rss_stat: mm_id=7 curr=0 type=MM_ANONPAGES size=0B
 a-10 [001] .... 1.000009: sched_process_free: comm=b pid=20 prio=120
 a-10 [001] .... 1.000010: rss_stat: mm_id=7 curr=0 type=MM_ANONPAGES size=8B
 a-10 [000] .... 1.000011: tracing_mark_write: F|20|load|1
""",
    "wakeup": """# tracer: wakeup_rt
# latency: 5 us, #4/4, CPU#3 | (M:preempt VP:0, KP:0, SP:0 HP:0 #P:4)
  <idle>-0       3d.h4    0us :      0:120:R   + [003]  2389: 94:R sleep
  <idle>-0       3d..3    5us!: __schedule <-schedule
""",
    "hwlat": """# tracer: hwlat
  <...>-1729  [001] d...   678.473449: #1     inner/outer(us):   11/12
""",
}
# Several files on one timeline: a log and a method trace with the same clock, and a file that is synchronized by
# a marker.
TOGETHER = {
    "log.ftrace": b"# tracer: nop\n# clock: mono\n"
                  b" a-7 (    7) [000] .... 100.000010: tracing_mark_write: B|7|m\n"
                  b" a-7 (    7) [000] .... 100.000060: tracing_mark_write: E|7\n",
    "tied.ftrace": b"# tracer: nop\n"
                   b" a-8 (    7) [001] .... 7.000000: tracing_mark_write: trace_event_clock_sync: parent_ts=100.0\n"
                   b" a-8 (    7) [001] .... 7.000020: sched_switch: prev_comm=a prev_pid=8 prev_prio=120"
                   b" prev_state=S ==> next_comm=b next_pid=7 next_prio=120\n",
    "calls.trace": b"*version\n3\nclock=dual\npid=7\n*threads\n7\tmain\n*methods\n0x4\ta.B\tx\t()V\tB.java\n*end\n"
                   b"SLOW" + struct.pack("<HHQH", 3, 18, 100000020, 14)
                   + struct.pack("<HIII", 7, 4, 0, 0) + struct.pack("<HIII", 7, 5, 20, 300),
}
ARCHIVES = {"tar": "w", "tar-gzip": "w:gz", "tar-xz": "w:xz"}
CONTAINERS = ["gzip", "zlib", "trace-zlib", "html", "old-html", "zip"]


DEVICE_LOGS = {
    "long": "[ 12-31 23:59:59.000   500:  501 W/Tag ]\none\n\ntwo\n\n"
            "[ 01-01 00:00:00.000   500:  501 W/Tag ]\n\n",
    "studio": "2025-12-31 23:59:57.373   500-501   Tag                     com.shop        I  one\n"
              "                  two\n",
    "studio-without-ids": "2025-12-31 23:59:57.373  Tag                     com.shop        I  one\n",
    "first-studio": "2025-12-31 23:59:57.373 500-501/? I/Tag: one\n    two\n",
    "threadtime": "--------- switch to main\n12-31 23:59:57.373  wifi   500   501 I Tag: one\n"
                  "no record\n--------- beginning of crash\n"
                  "12-31 23:59:57.373  1000   500   501 F ActivityManager: Start proc 7:a/1\n",
    "color": "\x1b[32m2025-12-31 23:59:57.373456 -0130   500   501 I Tag: one\x1b[0m\r\r\n",
    "zone-without-year": "12-31 23:59:59.000 +0100   500   501 I Tag: one\n"
                         "01-01 01:00:00.000 +0200   500   501 I Tag: two\n",
    "monotonic": "  3668.623   500   501 I am_proc_start: [0,500,1,com.shop,x,y]\n",
    "time": "12-31 23:59:57.373: I/A (b)(  500): one\n02-29 00:00:00.000 I/A( 1000:  500): two\n",
    "process": "I(  500) one  (Tag)\n",
    "thread": "I(  500:  501) one\n",
    "brief": "I/Tag     (  500): one\n",
    "tag": "I/Tag     : one\n",
    "raw": "--------- beginning of main\none\n",
    "hilog": "CST 2025-12-31 23:59:57.373   500   501 W C02D11/a:b/Tag: one\n"
             "                                               two\n",
    "month-0": "00-31 23:59:57.373   500   501 W 02D11/LOGLIMITD: 7 line(s) dropped!\n",
    "hilog-kmsg": "12-31 23:59:57.373 <6> [3668.373456] one\n",
    "dmesg": "[    1.234567] one\n<4>[    2.000001][   T7] two\nkern  :err   : [    4.0] four\n",
    "dmesg-cpus": "<6>[    1.234567,0] one\n\nBoot info:\n",
    "kmsg": "6,339,5140900,-;one\n SUBSYSTEM=acpi\n",
    "logcat-json": '{"metadata":{"a":[1,{"b":null}]},"logcatMessages":[{"header":{"logLevel":"INFO",'
                   '"pid":1,"tid":2,"processName":"a","tag":"\\u00e9","timestamp":{"seconds":1,'
                   '"nanos":2}},"message":"one\\ntwo"}]}',
}
DEVICE_RECORDS = [(0, b"\4Tag\0one\0"),
                  (2, b"\x38\x75\0\0\3\2\0\7\0\0\0\2\3\0\0\0abc")]


def make_device_logs(folder):
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in DEVICE_LOGS.items():
        (folder / name).write_bytes(text.encode("utf-8"))
    (folder / "binary").write_bytes(b"".join(
        struct.pack("<HHiiIIII", len(payload), 28, 1, 2, 3, 4, lid, 5) + payload
        for lid, payload in DEVICE_RECORDS))


def make_encoded_page(folder):
    """A page of trace2html."""
    text = b"# tracer: nop\n app-7 (7) [000] .... 1.000001: tracing_mark_write: B|7|x\n"
    (folder / "html-encoded").write_bytes(b'<!DOCTYPE html><html><script id="viewer-data" type="text/plain">\n'
                                          + base64.b64encode(gzip.compress(text, mtime=0)) + b"\n</script></html>\n")


def make_archives(folder):
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(folder / "zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in TOGETHER.items():
            archive.writestr(zipfile.ZipInfo(f"folder/{name}"), data)
    for name, mode in ARCHIVES.items():
        with tarfile.open(folder / name, mode) as archive:
            for member, data in TOGETHER.items():
                info = tarfile.TarInfo(member)
                info.size = len(data)
                archive.addfile(info, io.BytesIO(data))
    zstd = shutil.which("zstd")
    if zstd is not None:
        subprocess.run([zstd, "-qf", folder / "tar", "-o", folder / "tar-zstd"], check=True)


FRAMES = """Applications Graphics Acceleration Info:
Uptime: 9000 Realtime: 10000

** Graphics info for pid 7 [a.b] **

Total frames rendered: 40
Janky frames: 7 (17.50%)

Window: a/b.C

---PROFILEDATA---
Flags,IntendedVsync,HandleInputStart,AnimationStart,PerformTraversalsStart,DrawStart,FrameDeadline,SyncQueued,SyncStart,IssueDrawCommandsStart,SwapBuffers,FrameCompleted,
0,100000000,101000000,102000000,103000000,104000000,150000000,105000000,106000000,107000000,108000000,109000000,
0,105000000,0,0,0,0,110000000,0,0,0,0,115000000,
8,300000000,0,0,0,0,310000000,0,0,0,0,390000000,
0,500000000,0,0,0,0,9223372036854775807,0,0,0,0,520000000,
---PROFILEDATA---
"""
REPORT = """========================================================
== dumpstate: 2025-12-31 23:59:57
========================================================

Build fingerprint: 'x/y/z:16/AB1.123/1:user/release-keys'

------ SYSTEM LOG (logcat -v threadtime) ------
12-31 23:59:57.373  1000     7  4007 I Tag: one
12-31 23:59:57.623  1000  2345  2345 E ActivityManager: ANR in a.b
------ 0.612s was the duration of 'SYSTEM LOG' ------
------ VM TRACES AT LAST ANR (/data/anr/a: 2025-12-31 23:59:57) ------
----- dumping pid: 2345 at 90000
----- pid 2345 at 2025-12-31 23:59:57.500000000+0100 -----
Cmd line: a.b

"main" prio=5 tid=1 Sleeping
  at a.B.c(B.java:1)

----- end 2345 -----
------ SYSTEM PROPERTIES (getprop) ------
[persist.sys.timezone]: [Europe/Berlin]
------ DUMPSYS HIGH (/system/bin/dumpsys) ------
-------------------------------------------------------------------------------
DUMP OF SERVICE HIGH meminfo:
Applications Memory Usage (in Kilobytes):
Uptime: 90000 Realtime: 91000
Total PSS by process:
    134,665K: a.b (pid 2345)
--------- 0.500s was the duration of dumpsys meminfo, ending at: 2025-12-31 23:59:58
-------------------------------------------------------------------------------
DUMP OF SERVICE CRITICAL cpuinfo:
Load: 3.17 / 0.69 / 0.22
  82% 929/system_server: 60% user + 22% kernel
== dumpstate: done (id 1)
"""


def proto(*fields):
    """Encodes a message of numbers, strings and messages: (field, value)…"""
    def varint(value):
        out = bytearray()
        while value > 0x7f:
            out.append(value & 0x7f | 0x80)
            value >>= 7
        return bytes(out) + bytes([value])
    told = bytearray()
    for field, value in fields:
        if isinstance(value, int):
            told += varint(field << 3) + varint(value & (1 << 64) - 1)
        else:
            value = value.encode() if isinstance(value, str) else value
            told += varint(field << 3 | 2) + varint(len(value)) + value
    return bytes(told)


STACKS = ((5, proto((1, 1), (2, "main"))), (5, proto((1, 2), (2, "work"))), (6, proto((1, 1), (2, 1))),
          (6, proto((1, 2), (2, 2))), (7, proto((1, 1), (2, 1), (2, 2))))
SWITCH = proto((1, "a"), (2, 20), (3, 120), (4, 1), (5, "b"), (6, 21), (7, 120))
PERFETTO_SAMPLES = {
    "stack-samples": [
        ((8, 1), (13, 1), (59, proto((100, proto((1, "own.wall"), (2, proto((2, "wall-time"), (3, 1))),
                                                 (3, proto((2, "instructions"), (3, 3))))))),
         (12, proto(*STACKS, (48, proto((1, 1), (2, 10), (3, 11))), (49, proto((1, 1), (2, 3), (3, 2))),
                    (50, proto((1, 1), (2, "allocated"), (4, "KiB"), (5, 1024)))))),
        ((8, 10), (135, proto((2, 1), (4, 1), (6, 1), (10, 1), (11, 5), (13, b"\1\x63"), (14, b"\7\x08")))),
        ((8, 20), (135, proto((1, proto((2, 10), (3, 12))), (3, proto((2, 1), (3, 1))), (7, "invalid_map"),
                              (5, proto((1, proto((1, "main"), (2, "m.py"), (3, 7))), (1, proto((1, "foo"))))),
                              (9, proto((2, "cycles"), (3, 2))), (11, 1 << 62),
                              (12, proto((2, "misses"), (3, 6))), (14, 3)))),
        ((8, 30), (135, proto((1, proto((2, 10), (4, 9))), (5, proto((1, proto((1, "foo"))))), (11, 4), (14, 6)))),
    ],
    "other-kernel": [
        ((8, 1), (122, proto((1, proto((1, 10), (3, "/bin/a"))), (2, proto((1, 11), (2, 10), (3, "b"))),
                             (2, proto((1, 5), (5, 1)))))),
        ((8, 10), (117, proto((2, "a"), (3, 10), (4, 3), (5, 20)))),
        ((8, 20), (117, proto((3, 11), (4, 3)))),
        ((8, 20), (117, proto((3, 10), (4, 4)))),
        ((8, 30), (117, proto((1, 1), (3, 11), (4, 3)))),
        ((8, 40), (117, proto((1, 1), (3, 11), (4, 8)))),
        ((8, 40), (117, proto((3, 1 << 40), (4, 2)))),
        ((8, 50), (118, proto((1, 1), (2, 1800000000)))),
        ((8, 60), (120, proto((1, 11), (2, "c")))),
    ],
    "machines": [
        ((8, 6100), (11, proto((9, 3), (11, 1), (23, "host")))),
        ((98, 7), (107, proto(*((1, proto((2, proto((1, proto((1, 6), (2, guest))), (1, proto((1, 3), (2, guest + 1))))),
                                          (3, proto((1, proto((1, 6), (2, host)))))))
                                for guest, host in ((1000, 6020), (1040, 6060)))))),
        ((8, 1200), (98, 7), (60, proto((1, 1), (4, proto((1, 10), (2, 11), (5, "vsock")))))),
        ((8, 1200), (98, 7), (58, 3), (11, proto((9, 3), (11, 1), (23, "guest")))),
        ((8, 1300), (98, 8), (11, proto((9, 3), (23, "untied")))),
        ((98, 7), (45, proto((1, proto((3, "5.10"))), (17, "vm")))),
        ((98, 7), (1, proto((1, 0), (2, proto((1, 1250), (2, 20), (4, SWITCH))),
                            (2, proto((1, 1260), (2, 21), (3, proto((2, "B|21|x\n"))))),
                            (2, proto((1, 1270), (2, 21), (11, proto((1, 9), (2, 0)))))))),
        ((1, proto((1, 0), (2, proto((1, 6200), (2, 20), (4, SWITCH))))),),
        ((98, 7), (1, proto((1, 4096), (2, proto((1, 1280), (2, 20), (4, SWITCH)))))),
        ((8, 1300), (98, 7), (7, proto((1, proto((1, 1), (2, 64))), (11, 9)))),
    ],
    "heap-source-names": [
        ((8, 1), (56, proto((1, 2), (5, 1), (2, proto((1, 1), (2, 1), (4, 1), (5, 2))), (2, proto((7, 1), (2, 2))),
                            (4, proto((1, 1), (2, "a b.c"))), (7, proto((1, 1), (2, 3)))))),
        ((8, 2), (56, proto((1, 2), (6, 1), (9, proto((1, 1), (3, "b[]"), (7, 1))), (9, proto((1, 2), (3, "b"))),
                            (8, proto((1, 1), (2, "/a.apk")))))),
        ((64, proto((1, "p"), (3, proto((1, "b"), (2, "app.Cache"), (3, proto((1, "c"), (2, "entries"))),
                                        (4, proto((1, "d"), (2, "get"))))))),),
    ],
    "streaming-profile": [
        ((8, 1), (13, 1), (12, proto(*STACKS))),
        ((8, 1), (6, proto((1, proto((1, 3), (2, 1000))), (1, proto((1, 6), (2, 2000)))))),
        ((44, proto((1, 20), (2, 21), (6, 10))),),
        ((54, proto((1, b"\1\1\2"), (2, b"\5\7\4"))),),
        ((54, proto((1, 1), (2, -3), (3, 1))),),
        ((54, proto((1, 1), (2, -(1 << 62)))),),
    ],
}


def make_perfetto_samples(folder):
    folder.mkdir(parents=True, exist_ok=True)
    for name, packets in PERFETTO_SAMPLES.items():
        (folder / name).write_bytes(b"".join(proto((1, proto((10, 1), *packet))) for packet in packets))


def make_reports(folder):
    (folder / "bug-report").mkdir(parents=True, exist_ok=True)
    (folder / "bug-report" / "frames").write_text(FRAMES, "utf-8")
    (folder / "bug-report" / "report").write_text(REPORT, "utf-8")
    (folder / "bundle" / "report").write_text(REPORT, "utf-8")


CUTS = {
    "method-trace": ["dual", "v1", "streaming-v2"],
    "ftrace": ["new", "android-plain"],
    "perfetto": ["sched", "mixed", "tracks", "machines"],
    "device-log": ["threadtime", "hilog"],
}


def make_cuts(folder):
    """Writes inputs that keep the middle of each kind of file that can be cut, with all threads and with some."""
    (folder / "cut").mkdir(parents=True, exist_ok=True)
    for target, names in CUTS.items():
        for name in names:
            data = (folder / target / name).read_bytes()
            (folder / "cut" / f"{target}-{name}").write_bytes(bytes([60, 180]) + data)
            (folder / "cut" / f"{target}-{name}-threads").write_bytes(bytes([180, 60]) + data)


def make_packets(folder):
    """Writes bytes for the random choices of a trace: random bytes, or zeros, which make the first choice each time."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "plain").write_bytes(bytes(200))
    for number in range(12):
        (folder / f"dice-{number}").write_bytes(random.Random(number).randbytes(100 * (number + 1)))


def main():
    make_trace, samples, folder = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])

    def make(target, name, arguments):
        file = folder / target / name
        file.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run([make_trace, *arguments, "-o", file], check=True)
        return file

    for name, arguments in METHOD_TRACES.items():
        make("method-trace", name, arguments)
    for name, arguments in LONG_TRACES.items():
        make("long-trace", name, arguments)
    for name, arguments in DUMPS.items():
        make("method-trace" if name == "long-header" else "container", name, arguments)
    for name, arguments in THREAD_DUMPS.items():
        make("thread-dump", name, arguments)
    for name, arguments in FAULTS.items():
        make("fault", name, arguments)
    for name, arguments in PERFETTO.items():
        make("perfetto", name, arguments)
    make_perfetto_samples(folder / "perfetto")
    make_packets(folder / "packets")
    for name, text in DUMP_FORMS.items():
        (folder / "thread-dump" / name).write_text(text, "utf-8")
    for name, arguments in LOGS.items():
        make("ftrace", name, arguments)
    for name, text in FORMS.items():
        (folder / "ftrace" / name).write_text(text, "utf-8")
    for name in CONTAINERS:
        make("container", name, LOG[:3] + ["600", "--container", name])
    make_encoded_page(folder / "container")
    make_archives(folder / "bundle")
    make_reports(folder)
    make_device_logs(folder / "device-log")
    make_cuts(folder)
    subprocess.run([sys.executable, pathlib.Path(__file__).parents[1] / "tools" / "sample_files.py",
                    folder / "samples"], check=True)
    seed_forms.write(folder)
    lines = set()
    for log in samples.glob("*.ftrace"):
        kinds = set()
        for line in log.read_bytes().splitlines():
            words = line.split(b": ")
            kind = words[1].split()[-1:] if len(words) > 1 else line[:8]
            if str(kind) not in kinds and len(line) < 400:
                kinds.add(str(kind))
                lines.add(line)
                lines.add(b": ".join(words[2:]))
    (folder / "lines").mkdir(parents=True, exist_ok=True)
    for number, line in enumerate(sorted(lines)):
        (folder / "lines" / f"line-{number}").write_bytes(line)


if __name__ == "__main__":
    main()
