# SPDX-License-Identifier: GPL-3.0-or-later
"""Short inputs in formats that neither make-trace nor sample_files.py writes, per corpus and name."""

DUMPS = {
    "hotspot-without-header": """"main" #1 prio=5 os_prio=0 cpu=1.98ms elapsed=3.63s tid=0x00007f01 nid=0x103 waiting for monitor entry  [0x00007f02]
   java.lang.Thread.State: BLOCKED (on object monitor)
\tat a.A.run(A.java:10)
\t- waiting to lock <0x00000007b9> (a java.lang.Object)

   Locked ownable synchronizers:
\t- None

"w" #12 daemon prio=5 os_prio=0 tid=0x00007f03 nid=0x104 runnable  [0x00007f04]
   java.lang.Thread.State: RUNNABLE
\tat a.B.spin(B.java:20)
\t- locked <0x00000007b9> (a java.lang.Object)
""",
    "google-play": """Thread
"main" tid=1 Blocked
"main" prio=5 tid=1 Blocked
  | group="main" sCount=1 dsCount=0 flags=1 obj=0x1 self=0x2
  | sysTid=100 nice=-10 cgrp=default sched=0/0 handle=0x3

  #00  pc 0x00000000000afe4c  /apex/com.android.runtime/lib64/bionic/libc.so (syscall+28)
  at a.A.run (A.java:10)
- waiting to lock <0x0b9> (a java.lang.Object) held by thread 12
  at a.A.main (unavailable:0)

"w w" tid=12 Timed Waiting
  at java.lang.Object.wait! (Native method)
""",
    "firebase": """# Crashlytics - Stack trace
# Application: a.a
# Date: Thu Aug 20 2026 19:12:08 GMT+0200 (Central European Summer Time)

main (blocked):tid=1 systid=100 | waiting to lock <0x0b9> (java.lang.Object) held by thread 12
       at a.A.run(A.java:10)

w (x) (timed_waiting):tid=12 systid=112
#00 pc 0x9fd58 libc.so (f(int) + 8) (BuildId: ab12)
#01 pc 0x1bd28 split_config.arm64_v8a.apk + 80625664
       at java.lang.Object.wait(Native method)
""",
    "visualvm": """2016-02-26 12:00:00
Full thread dump OpenJDK 64-Bit Server VM (24.71-b01 mixed mode):

"main" - Thread t@1
   java.lang.Thread.State: BLOCKED
\tat a.A.run(A.java:10)
\t- waiting to lock <2e1b5f2a> (a java.lang.Object) owned by "w" t@12

   Locked ownable synchronizers:
\t- None

"w" - Thread t@12
   java.lang.Thread.State: RUNNABLE
\tat a.B.spin(B.java:20)
\t- locked <2e1b5f2a> (a java.lang.Object)
""",
    "intellij": """Full thread dump

"main@1" prio=5 tid=0x1 nid=NA waiting for monitor entry
  java.lang.Thread.State: BLOCKED
\t waiting for w@12 to release lock on <0x123> (a java.lang.Object)
\t  at a.A.run(A.java:10)

"w@12" prio=5 tid=0xc nid=NA runnable
  java.lang.Thread.State: RUNNABLE
\t blocks main@1
\t  at a.B.spin(B.java:20)
\t  - locked <0x123> (a java.lang.Object)
""",
    "dump-to-file": """64933
2025-04-22T07:47:09.198298561Z
24+36

#3 "main"
      java.base/jdk.internal.misc.Unsafe.park(Native Method)
      a.Main.main(Main.java:14)

#8 "Signal Dispatcher"

#22 "" virtual
      a.Worker.run(Worker.java:7)
""",
    "dump-to-file-json": '''{"threadDump":{"processId":"64933","time":"2025-04-22T07:47:09.198298561Z","runtimeVersion":"24+36","threadContainers":[{"container":"<root>","parent":null,"owner":null,
"threads":[{"tid":"3","time":"2025-04-22T07:47:09.198298561Z","name":"main","state":"BLOCKED","blockedOn":"java.lang.Object@1b2c3d","stack":["com.example.Main.main(Main.java:14)"]},
{"tid":"30","name":"worker","state":"WAITING","parkBlocker":{"object":"java.util.concurrent.locks.ReentrantLock$NonfairSync@77aa","owner":"31"},"stack":["java.base/jdk.internal.misc.Unsafe.park(Native Method)","java.base/java.util.concurrent.locks.LockSupport.park(LockSupport.java:223)","com.example.Store.write(Store.java:9)"],"monitorsOwned":[{"depth":2,"locks":["java.lang.Object@1b2c3d",null]}]}],"threadCount":"2"},
{"container":"java.util.concurrent.ThreadPerTaskExecutor@5f2108b5","parent":"<root>","owner":null,
"threads":[{"tid":"31","virtual":true,"name":"","state":"WAITING","waitingOn":"java.lang.Object@99","carrier":"40","stack":["java.base/java.lang.Object.wait0(Native Method)","com.example.Worker.run(Worker.java:7)","java.base/java.lang.VirtualThread.run(VirtualThread.java:329)"]}],"threadCount":"1"}]}}
''',
    "jstack-forced": """Attaching to process ID 2486, please wait...
Debugger attached successfully.
JVM version is 25.111-b14
Deadlock Detection:

No deadlocks found.

Thread 2503: (state = BLOCKED)
 - a.B.park(boolean, long) @bci=0 (Compiled frame; information may be imprecise)
 - a.B.run() @bci=11, line=745 (Interpreted frame)


Thread 2487: (state = IN_NATIVE)
 - a.Main.main(java.lang.String[]) @bci=3, line=5 (Interpreted frame)
""",
    "waiting-channels": """----- pid 7 at 2025-12-31 23:59:54 -----
Cmd line: a.b

"main" prio=5 tid=1 Native
  | sysTid=7 nice=-10
  native: #00 pc 000ced58  /libc.so (__epoll_pwait+8)

----- end 7 -----
----- Waiting Channels: pid 7 at 2025-12-31 23:59:55 -----
Cmd line: a.b

sysTid=7 state=S do_epoll_wait
sysTid=8 state=D futex_wait_queue

----- end 7 -----
""",
    "xcrash-anr": """*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***
Tombstone maker: 'xCrash 2.4.6'
Crash type: 'anr'
Start time: '2024-10-12T03:25:02.029+0800'
Crash time: '2024-10-12T03:25:25.645+0800'
App ID: 'a.b'
API level: '29'
pid: 21533  >>> a.b <<<

--- --- --- --- --- --- --- --- --- --- --- --- --- --- --- ---
Cmd line: a.b
DALVIK THREADS (1):
"main" prio=5 tid=1 Blocked
  | group="main" sCount=1 dsCount=0 flags=1 obj=0x1 self=0x2
  | sysTid=21533 nice=0
  at a.B.c(B.java:1)
  - waiting to lock <0x0a1b2c3d> (a java.lang.Object) held by thread 2
""",
    "log-with-anr-and-crash": """10-12 03:25:25.645  1000   500   501 E ActivityManager: ANR in a.b (a.b/.C)
10-12 03:25:25.645  1000   500   501 E ActivityManager: PID: 7
10-12 03:25:25.645  1000   500   501 E ActivityManager: Reason: Input dispatching timed out
10-12 03:25:25.646  1000   500   501 E ActivityManager: CPU usage from 0ms to 5000ms ago:
10-12 03:25:25.646  1000   500   501 E ActivityManager:   82% 929/system_server: 60% user + 22% kernel
10-12 03:25:25.700  1000     7     7 I a.b     : ----- pid 7 at 2024-10-12 03:25:25 -----
10-12 03:25:25.700  1000     7     7 I a.b     : Cmd line: a.b
10-12 03:25:25.700  1000     7     7 I a.b     : "main" prio=5 tid=1 Sleeping
10-12 03:25:25.700  1000     7     7 I a.b     :   at a.B.c(B.java:1)
10-12 03:25:26.100  1000     9     9 F DEBUG   : *** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***
10-12 03:25:26.100  1000     9     9 F DEBUG   : pid: 9, tid: 9, name: a  >>>  <<<
10-12 03:25:26.100  1000     9     9 F DEBUG   : signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x8
10-12 03:25:26.100  1000     9     9 F DEBUG   :     #00 pc 00001000  /x.so (f+4)
10-12 03:25:26.200  1000     7     7 E AndroidRuntime: FATAL EXCEPTION: main
10-12 03:25:26.200  1000     7     7 E AndroidRuntime: Process: a.b, PID: 7
10-12 03:25:26.200  1000     7     7 E AndroidRuntime: java.lang.OutOfMemoryError: Failed to allocate
10-12 03:25:26.200  1000     7     7 E AndroidRuntime: \tat a.B.d(B.java:2)
""",
}

LOGS = {
    "dmesg-ctime": "[Mon Dec 17 12:01:07 2012] usb 1-1: new\n[Mon Dec 17 12:01:10 2012] Out of memory: Killed process 9 (p)\n",
    "dmesg-reltime": "[Mar10 12:00] Linux version 6.1\n[  +0.000003] Command line: ro\n[Mar10 12:01] usb\n",
    "dmesg-delta": "[    1.000000 <    0.000000>] one\n[    1.000003 <    0.000003>] two\n",
    "dmesg-iso": "2025-12-31T23:59:57,123456+01:00 one\n2025-12-31T23:59:58,000001+01:00 two\n",
    "dmesg-callers": "[    9.000001]  (2)[345:a]Unable to handle kernel NULL pointer\n[    9.000002]  [2: a:  345] CPU: 2 PID: 345 Comm: a Tainted: G\n"
                     "[    9.000003][T345@C2] watchdog: BUG: soft lockup - CPU#2 stuck for 22s! [a:345]\n"
                     "[    9.000004]@2 Out of memory: Kill process 7 (a.b) score 9\n",
    "dmesg-lmkd": "[    9.000001] lowmemorykiller: Killing 'a.b' (7), adj 0,\n[    9.000002] sysrq: Show Blocked State\n",
    "unity": "2023/02/26 02:19:09.931 29876 29876 Debug loader one\n2023/02/26 02:19:09.978 29876 29880 Error Unity two\n",
    "studio-small-colon": "06-16 10:45:32.475    500-501/a.b I/Tag\ufe55 one\n06-16 10:45:32.475    500-502/? E/B\ufe55\n",
    "asan-logged": "I/wrap.sh (    7): ==8==ERROR: AddressSanitizer: SEGV on unknown address 0x0 (pc 0x1 T0)\n"
                   "I/wrap.sh (    7):     #0 0x8 in f\nI/wrap.sh (    7): ==8==ABORTING\n",
    "studio-columns": "a.b                                  I  one\na.b                                  E  two\n",
    "studio-compact": "23:59:57.373  I  one\n                 two\n23:59:57.373  E  FATAL EXCEPTION: main\n",
    "deveco": "12-31 23:59:57.373   500-501   A00000/Tag  a.b   I     one\n12-31 23:59:57.373   500-501   C03900/B    a.b   E     two\n",
    "unity-exception": "E/AndroidRuntime(    7): FATAL EXCEPTION: UnityMain\n"
                       "E/AndroidRuntime(    7): java.lang.Error: *** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***\n"
                       "E/AndroidRuntime(    7): pid: 7, tid: 8, name: UnityMain  >>> a.b <<<\n"
                       "E/AndroidRuntime(    7): signal 6 (SIGABRT), code -1 (SI_QUEUE), fault addr --------\n"
                       "E/AndroidRuntime(    7): backtrace:\n"
                       "E/AndroidRuntime(    7):       #00 pc 000382d6  /libc.so (abort+166)\n",
    "studio-collapsed": "2025-12-31 23:59:57.373 500-501 Tag a.b I one\n2025-12-31 23:59:57.373 500-502 B a.b E two\n",
    "unity-crash": "E/CRASH   (    7): *** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***\n"
                   "E/CRASH   (    7): pid: 7, tid: 8, name: UnityMain  >>> a.b <<<\n"
                   "E/CRASH   (    7): signal 6 (SIGABRT), code -1 (SI_QUEUE), fault addr --------\n"
                   "E/CRASH   (    7): backtrace:\n"
                   "E/CRASH   (    7):       #00 pc 000382d6  /libc.so (abort+166)\n",
    "tabs": "2025-12-31\t23:59:57.373\t500\t501\tI\t\tTag\t\tone\n2025-12-31\t23:59:57.373\t500\t502\tF\t\tB\t\ttwo\n",
    "lmkd": "10-12 03:25:25.645  1000   500   501 I lmkd    : Kill 'a.b' (7), uid 10100, oom_score_adj 0 to free 1kB rss\n"
            "10-12 03:25:25.645  1000   500   501 W Watchdog: *** WATCHDOG KILLING SYSTEM PROCESS: Blocked in handler\n",
    "hilog-jscrash": "12-31 23:59:57.373   500   501 E C03900/Ace: Error message: a is not callable\n"
                     "12-31 23:59:57.373   500   501 E C03900/Ace: Stacktrace:\n"
                     "12-31 23:59:57.373   500   501 E C03900/Ace:     at f (pages/Index.ets:1:2)\n",
}

SAMPLES = {
    "folded-fractions": "main;a;b 0.5\nmain;a 1.25\nmain;c 3\n",
    "folded-two-counts": "main;a;b 31 10\nmain;a 5 2\nmain;c 0 7\n",
    "folded-kinds": "# made by hand\nmain;a_[j];b_[i];sys_[k] 4\n;main 9223372036854775807\nmain;x y z 2\n",
    "perf-script-misc": "sh  1587 U      3338.792111:     250000          cpu-clock: \n"
                        "\t           153e0 do_it+0x10 (/usr/bin/prog)\n\n"
                        "sh  1587 K      3338.792351:     250000          cpu-clock: \n"
                        "\t           12000 main+0x20 (/usr/bin/prog)\n\n",
    "perf-script-no-comm": " 1587  3338.792111:     250000          cpu-clock: \n"
                           "\t           153e0 do_it+0x10 (/usr/bin/prog)\n\n",
    "perf-script-no-stack": "dd 12345 [001] 100.100100: block:block_rq_issue: 8,0 R 4096 () 0 + 8 [dd]\n"
                            "adbd 12346 [001] 100.100200: block:block_rq_issue: 8,0 R 4096 () 8 + 8 [adbd]\n",
    "perf-script-records": "sh     0 [000]     0.000000: PERF_RECORD_COMM exec: sh:1587/1587\n"
                           "sh  1587 [000]  1.5: PERF_RECORD_MMAP2 1587/1587: [0x5500(0x13000) @ 0x4000 fe:00 1 0]: r-xp /d\n"
                           "sh  1587 [000]  3338.792111:     250000 cpu-clock: \n"
                           "\t           153e0 do_it+0x10 (/usr/bin/prog)\n\n"
                           "sh  1587 [000]  3338.804078: PERF_RECORD_FORK(1589:1589):(1587:1587)\n",
    "perf-script-report-sample": "main\t100/101 [003] 5.000000001: 7 cpu-cycles:u: \n\t  1f draw(int)+0x1f (/a b.apk)\n\n",
    "simpleperf-text-short": "sample:\n  event_type: cpu-clock\n  time: 5001306320\n  event_count: 7\n  thread_id: 102\n"
                             "  thread_name: pool [2] 1\n  vaddr_in_file: 0\n  file: /usr/bin/shop\n  symbol: run (inner)\n"
                             "  callchain:\n    vaddr_in_file: 1\n    file: /base.apk\n    symbol: draw(int)\n"
                             "context_switch:\n  switch_on: true\n  time: 5001306420\n  thread_id: 102\n"
                             "lost_situation:\n  sample_count: 1\n  lost_count: 3\n",
    "speedscope-nested": '{"$schema":"https://www.speedscope.app/file-format-schema.json","shared":{"frames":[{"name":"a"},'
                         '{"name":"b"}]},"profiles":[{"type":"sampled","name":"one","unit":"none","startValue":0,'
                         '"endValue":2,"samples":[[0,[1]],[0]],"weights":[1,1]},{"type":"evented","name":"two","unit":'
                         '"milliseconds","startValue":0,"endValue":2,"events":[{"type":"O","frame":0,"at":0},'
                         '{"type":"C","frame":0,"at":2}]}]}',
}

FAULTS = {
    "tombstone-short": """*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***
Build fingerprint: 'x/y/z:16/AB1/1:user/release-keys'
ABI: 'arm64'
Timestamp: 2025-12-31 23:59:57.373456789+0100
Cmdline: a.b
pid: 7, tid: 8, name: w  >>> a.b <<<
uid: 10100
signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0000000000000008
Cause: null pointer dereference
    x0  0000000000000000  x1  0000007fd3b4e2f0
    lr  0000007b1c001000  sp  0000007fd3b4e2c0  pc  0000007b1c001004  pst 0000000060001000
1 total frames
backtrace:
      #00 pc 0000000000001004  /data/a b/base.apk!x.so (offset 0x1000) (f(int)+4) (BuildId: 5852)

memory near x1 (/dev/zero):
    0000007fd3b4e2d0 0000000000000000 4141414141414141  ........AAAAAAAA

memory map (2 entries):
    00000000'12c00000-00000000'12cfffff rw-         0    100000  [anon:dalvik]
    00000000'13000000-00000000'12ffffff ---         0         0  [stack guard]
--- --- --- --- --- --- --- --- --- --- --- --- --- --- --- ---
pid: 7, tid: 7, name: a.b  >>> a.b <<<
backtrace:
      #00 pc 00000000000ced58  /libc.so (__epoll_pwait+8)
""",
    "tombstone-google-play": """  *** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***
pid: 0, tid: 8 >>> a.b <<<

backtrace:
  #00  pc 0x0000000000001004  /data/app/a.b/split_config.arm64_v8a.apk!liba.so (BuildId: 5852)
  Unknown
  #02  pc 0x00000000000053f0
""",
    "tombstone-bugly": """Build fingerprint: x/y/z:9/AB1/1:user/release-keys
ABI: arm
time: 2025-12-31 23:59:57
pid: 7, tid: 8, name: w  >>> a.b <<<
signal: 11 (SIGSEGV), code: 1 (SEGV_MAPERR) fault addr: 0x4
si_errno:0, si_errnoMsg:Success, sending pid:0, sending uid:0
    r0: 0xc80d7f4c  r1: 0xc4abe210
        #00    pc 0012389c    /data/app/liba.so (f(int)+4) [armeabi-v7a::5852]
""",
    "tombstone-pasted": """signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x4
    backtrace:
      #00 pc 0000000000001004  /libc.so (f+4)
""",
    "jscrash-pasted": """Error name:TypeError
Error message:Cannot read property a of undefined
Stacktrace:
    at f (entry/src/main/ets/pages/Index.ets:1:2)
""",
    "jscrash-bare": """TypeError: Cannot read property a of undefined
    at f (entry/src/main/ets/pages/Index.ets:1:2)
""",
    "freeze-part": """DOMAIN:AAFWK
STRINGID:THREAD_BLOCK_6S
TIMESTAMP:2025/12/31-23:59:56:010
PID:10
PACKAGE_NAME:a.b
""",
    "java-dropbox-print": """Drop box contents: 2 entries

========================================
2023-08-21 10:12:13 data_app_crash (text, 9 bytes)
Process: a.b
PID: 10

java.lang.Error: no
\tat a.B.c(B.java:402)

========================================
2023-08-21 10:12:14 SYSTEM_BOOT (text, 9 bytes)
Build: x
""",
    "java-dropbox-mixed": """Drop box contents: 3 entries

========================================
2023-08-21 10:12:13 SYSTEM_TOMBSTONE (text, 9 bytes)
*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***
Build fingerprint: 'x'
pid: 10, tid: 11, name: t  >>> a.b <<<
signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x10
      #00 pc 10  /a.so (f+1)
========================================
2023-08-21 10:12:14 data_app_crash (text, 9 bytes)
Process: a.b
PID: 10

java.lang.Error: no
\tat a.B.c(B.java:402)
========================================
2023-08-21 10:12:15 data_app_anr (text, 9 bytes)
Process: a.b

----- pid 10 at 2023-08-21 10:12:15 -----
Cmd line: a.b
"main" prio=5 tid=1 Native
  at a.B.c(B.java:402)
""",
    "java-wtf": """Process: a.b
Subject: Tag

android.util.Log$TerribleFailure: no
\tat a.B.c(B.java:402)
""",
    "java-crashlytics": """# Crashlytics - Stack trace
# Application: a.b

Fatal Exception: java.lang.RuntimeException: no
       at a.B.c(B.java:402)
Caused by java.lang.Error: boom
       at a.B.d(B.java:847)
       ... 1 more

worker:
       at java.lang.Thread.run(Thread.java:920)
""",
    "freeze-peer": """Module name:a.b
Pid:10
Reason:THREAD_BLOCK_6S
appfreeze: a.b THREAD_BLOCK_6S at 20251231235956
*******************************************
start time: 2025/12/31-23:59:56:010
EVENTNAME = THREAD_BLOCK_6S
PID = 10

BinderCatcher --
    10:10 to 901:0 code 0 Wait:1.5 s

PeerBinder Stacktrace --

PeerBinderCatcher start catcher stacktrace for pid : 901
Tid:905, Name:busy
#00 pc 30 /lib/z.so(g+1)
""",
    "tsan": """==7==ERROR: ThreadSanitizer: SEGV on unknown address 0x10 (pc 0x1 bp 0x2 sp 0x3 T7)
    #0 f(int) /src/a.cpp:42:7 (lib.so+0x10)
    #1 g <null> (lib.so+0x20) (BuildId: 5af3)

==7==ERROR: LeakSanitizer: detected memory leaks
    #0 0x79 in malloc (/lib.so+0x30)
""",
    "asan": """==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x20 at pc 0x1 bp 0x2 sp 0x3
READ of size 4 at 0x20 thread T1 (w)
    #0 0x77 in f(int) /src/a.cpp:42:7
    #1 0x78  (/data/app/lib.so+0x10) (BuildId: 5af3)

freed by thread T0 here:
    #0 0x79  (/lib.so+0x30)
==7==ABORTING
""",
    "gwp-asan": """*** GWP-ASan detected a memory error ***
Use After Free at 0x30 (0 bytes into a 1-byte allocation at 0x30) by thread 12 here:
  #0 0x40 (/x.so+0x1)

0x30 was deallocated by thread 13 here:
  #0 0x50 (/x.so+0x2)
*** End GWP-ASan report ***
""",
    "native-crashlytics": """# Application: a.b

Crashed: Thread 12 : SIGSEGV  0x0000000000000010
#00 pc 0x34f8 liba.so (f(int) + 16) (BuildId: 5af3)
       at f(int)(liba.so)
       at 0x7a1c0034f8(Missing)
0  liba.so   0x34f8 f(int) + 12

Thread:
#00 pc 0x100 libc.so
""",
    "cppcrash-headless": """Fault thread info:
Tid:7, Name:a.b
#00 libentry.so + 0x12c40
#01 ld-musl-arm.so.1+0xb0
""",
    "java-dropbox": """Process: a.b
PID: 7
System-App: true

java.lang.RuntimeException: no
\tat a.B.c(B.java:402)
""",
    "java-google-play": """Exception java.lang.RuntimeException:
  at a.B.c (B.java:402)
Caused by java.lang.Error:
  at a.B.d (B.java:847)
""",
    "java-pasted": """FATAL EXCEPTION: main
Process: a.b, PID: 7
java.lang.Error: two
lines
\tat a.B.c(B.java:402)
\tSuppressed: java.io.IOException: x
\t\tat a.B.d(B.java:1)
""",
    "xcrash-java": """*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***
Tombstone maker: 'xCrash 2.4.6'
Crash type: 'java'
Start time: '2024-10-12T03:23:19.580+0800'
Crash time: '2024-10-12T03:23:25.533+0800'
App ID: 'a.b'
pid: 7, tid: 7, name: main  >>> a.b <<<

java stacktrace:
java.lang.IllegalStateException: no
\tat a.B.c(B.java:402)
Caused by: java.lang.RuntimeException: boom
\tat a.B.d(B.java:847)
\t... 1 more
""",
    "anr-then-tombstone": """Process: a.b
Subject: Input dispatching timed out (Waited 5003ms)
Build fingerprint: 'x/y'

----- pid 7 at 2025-12-31 23:59:54 -----
Cmd line: a.b

"main" prio=5 tid=1 Blocked
  at a.B.c(B.java:1)
  - waiting to lock <0x01> (a java.lang.Object) held by thread 2

----- end 7 -----
*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***
pid: 7, tid: 8, name: w  >>> a.b <<<
signal 6 (SIGABRT), code -6 (SI_TKILL), fault addr --------
Abort message: 'no'
backtrace:
      #00 pc 00001000  /libc.so (abort+8)
""",
    "freeze-short": """Module name:com.a.b
Version:1.0
Reason:THREAD_BLOCK_6S
Uid:20010039
Log: x
DOMAIN:AAFWK
STRINGID:THREAD_BLOCK_6S
TIMESTAMP:2025/12/31-23:59:57:960
PID:7
UID:20010039
PACKAGE_NAME:com.a.b
PROCESS_NAME:com.a.b
MSG = App main thread is not response!
start time: 2025-12-31 23:59:54.000
mainHandler dump is:
 EventHandler dump begin curTime: 2025-12-31 11:59:57.948
 Event runner (Thread name = , Thread ID = 7) is running
 Current Running: start at 2025-12-31 11:59:51.000, Event { send thread = 7, send time = 2025-12-31 11:59:50.000 }

Tid:7, Name:com.a.b
#00 pc 00000000000ced58 /system/lib64/libc.so(epoll_wait+8)(5852)
#01 at f (pages/Index.ets:1:2)
""",
}

REPORTS = {
    "meminfo": """Applications Memory Usage (in Kilobytes):
Uptime: 90000 Realtime: 91000

** MEMINFO in pid 7 [a.b] **
                   Pss  Private  Private  SwapPss      Rss     Heap     Heap     Heap
                 Total    Dirty    Clean    Dirty    Total     Size    Alloc     Free
                ------   ------   ------   ------   ------   ------   ------   ------
  Native Heap     1000      900       10        0     1100     2000     1500      500
        TOTAL     1000      900       10        0     1100     2000     1500      500

 App Summary
                       Pss(KB)                        Rss(KB)
           Java Heap:      100                            200
               TOTAL:     1000            TOTAL RSS:     1100
""",
    "meminfo-old": """Applications Memory Usage (kB):
Uptime: 90000 Realtime: 91000

** MEMINFO in pid 7 [a.b] **
                    native   dalvik    other    total
            size:    11812     9095      N/A    20907
       allocated:    11811     6115      N/A    17926
            free:        0     2980      N/A     2980
           (Pss):     9000     7600     5200    21800
""",
    "cpuinfo": """Load: 3.17 / 0.69 / 0.22
CPU usage from 5000ms to 0ms ago (2025-12-31 23:59:52.000 to 2025-12-31 23:59:57.000):
  82% 929/system_server: 60% user + 22% kernel / faults: 7 minor 1 major
  3.1% 7/a.b: 2% user + 1% kernel
12% TOTAL: 7% user + 4% kernel + 0.5% iowait + 0.1% softirq
""",
    "gfxinfo-histogram": """Applications Graphics Acceleration Info:
Uptime: 9000 Realtime: 10000

** Graphics info for pid 7 [a.b] **

Stats since: 1000000ns
Total frames rendered: 40
Janky frames: 7 (17.50%)
50th percentile: 6ms
90th percentile: 16ms
95th percentile: 20ms
99th percentile: 40ms
Number Missed Vsync: 1
Number High input latency: 0
HISTOGRAM: 5ms=20 6ms=13 16ms=5 40ms=2
Profile data in ms:

\ta.b/a.b.C/android.view.ViewRootImpl@1 (visibility=0)
\tDraw\tPrepare\tProcess\tExecute
\t1.00\t0.50\t2.00\t1.00
""",
}

LOG_LINE = "12-31 23:59:57.373  1000   500   501 {level} Tag: {text}\n"
LOG = LOG_LINE.format(level="I", text="one") + LOG_LINE.format(level="E", text="two") \
    + LOG_LINE.format(level="F", text="three")
INPUTS = {
    "utf-16-le": b"\xff\xfe" + LOG.replace("\n", "\r\n").encode("utf-16-le"),
    "utf-16-be": b"\xfe\xff" + LOG.replace("\n", "\r\n").encode("utf-16-be"),
    "utf-16-without-mark": LOG.replace("\n", "\r\n").encode("utf-16-le"),
    "utf-8-mark": b"\xef\xbb\xbf" + LOG.encode(),
    "carriage-returns": LOG.replace("\n", "\r").encode(),
    "prefix-word": "".join(f"[emulator] {line}" for line in LOG.splitlines(True)).encode(),
    "prefix-quote": "".join(f"> {line}" for line in DUMPS["intellij"].splitlines(True)).encode(),
    "prefix-time": "".join(f"2025-12-31T23:59:57.{number:07}Z {line}"
                           for number, line in enumerate(FAULTS["tombstone-short"].splitlines(True))).encode(),
    "prefix-container": "".join(f"app-1  | {line}" for line in DUMPS["visualvm"].splitlines(True)).encode(),
}

FORMS = {"thread-dump": DUMPS, "device-log": LOGS, "samples": SAMPLES, "fault": FAULTS, "bug-report": REPORTS,
         "input": INPUTS}


def write(folder):
    for corpus, forms in FORMS.items():
        (folder / corpus).mkdir(parents=True, exist_ok=True)
        for name, text in forms.items():
            (folder / corpus / name).write_bytes(text if isinstance(text, bytes) else text.encode())
