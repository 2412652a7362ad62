/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib.h>
#include <glib/gstdio.h>

#include "formats/load.h"
#include "table-text.h"

/* Tests rules for logs whose effect is visible only in a table: lines that are not events, owners of slices and
 * counters, and rare events. The tests of the parsers cover individual payloads and lines. */

#define LINE(tid, tgid, us, said)                                                                  \
  "  t" #tid "-" #tid "  (" tgid ") [000] .... 7.0000" us ": " said "\n"
#define MARK(tid, us, said) LINE (tid, "  100", us, "tracing_mark_write: " said)
#define SWITCH(prev, state, next)                                                                  \
  "sched_switch: prev_comm=t" #prev " prev_pid=" #prev " prev_prio=120 prev_state=" state          \
  " ==> next_comm=t" #next " next_pid=" #next " next_prio=120"

static const struct
{
  const char *what;
  const char *text;
  const char *table;
  const char *columns;
  const char *rows;
} cases[] = {
  /* ---- Lines ---- */
  { "the placeholder <...> does not name a thread", "  <...>-5 [000] .... 7.000001: print: hi\n",
    "thread", "tid name", "5|-\n" },
  { "lines with equal timestamps keep their file order",
    LINE (1, "    1", "20", "b: 1") LINE (1, "    1", "10", "a: 1") LINE (1, "    1", "20", "c: 1")
        LINE (1, "    1", "10", "d: 1"),
    "ftrace_event", "name", "a\nd\nb\nc\n" },
  { "headers, empty lines and stack traces are not events",
    "# tracer: nop\n#\n#  entries-in-buffer/entries-written: 1/1   #P:4\n\n"
    "capturing trace... done\nTRACE:\nversion = 6\ncpus=8\nCPU 3 is empty\n"
    "##### CPU 1 buffer started ####\n" LINE (
        1,
        "    1",
        "10",
        "a: 1") "   \n"
                "  t1-1 [000] .... 7.000011: <stack trace>\n => schedule\n => worker_thread\n\r\n",
    "ftrace_event", "name", "a\n" },
  { "headers and continuation lines are not reported as problems",
    "# tracer: nop\n# entries-in-buffer/entries-written: 1/1   #P:4\nTRACE:\ncpus=8\n" LINE (
        1,
        "    1",
        "10",
        "print: two\nlines"),
    "problem", "kind", "" },
  { "lost events are added up over the header and all markers",
    "# entries-in-buffer/entries-written: 2/5   #P:4\n" LINE (
        1,
        "    1",
        "10",
        "a: 1") "CPU:1 [LOST 5 EVENTS]\nCPU:2 [7 EVENTS DROPPED]\nCPU:3 [LOST 1 EVENTS]\n" LINE (1,
                                                                                                 "    1",
                                                                                                 "11",
                                                                                                 "b: 1"),
    "problem", "kind count", "lost-events|16\n" },
  { "lines that end with CR LF",
    "  t1-1 [000] .... 7.000010: print: B|1|a\r\n"
    "  t1-1 [000] .... 7.000012: print: E|1\r\n",
    "slice", "dur name", "2000|a\n" },
  { "thread names with spaces and arrows",
    "  POSIX timer 249-9 [000] d..3 7.000010: sched_switch: prev_comm=POSIX timer 249 prev_pid=9 "
    "prev_prio=120 prev_state=S ==> next_comm=a b ==> c next_pid=8 next_prio=120\n"
    "  a b ==> c-8 [000] d..3 7.000030: sched_switch: prev_comm=a b ==> c prev_pid=8 prev_prio=120 "
    "prev_state=S ==> next_comm=POSIX timer 249 next_pid=9 next_prio=120\n",
    "thread", "tid name", "9|POSIX timer 249\n8|a b ==> c\n" },

  /* ---- Marks ---- */
  { "an end mark closes the slice of the thread that wrote it",
    MARK (101, "10", "B|100|a") MARK (102, "12", "B|100|b") MARK (102, "14", "E|101")
        MARK (101, "16", "E|102"),
    "slice", "ts dur name", "7000010000|6000|a\n7000012000|2000|b\n" },
  { "a truncated async mark is reported", MARK (101, "10", "S|100|H:a name that was c"), "problem",
    "kind count", "bad-arguments|1\n" },
  { "the text before “$$” is the category of an async span",
    MARK (101, "10", "S|100|H:net$$a 1") MARK (101, "11", "F|100|H:net$$a 1")
        MARK (101, "12", "S|100|H:net$$b 1") MARK (101, "13", "F|100|H:net$$b 1"),
    "process_track", "name slice_count", "net|2\n" },
  { "counter marks with a foreign pid are kept",
    MARK (101, "10", "C|7|depth|1") MARK (7, "11", "C|7|depth|2")
        LINE (9, "-----", "12", "print: C|8|depth|3"),
    "counter", "value", "1.00\n2.00\n3.00\n" },
  { "a counter belongs to the writer's process; the pid in the mark counts only if that is unknown",
    MARK (101, "10", "C|7|depth|1") LINE (9, "-----", "12", "print: C|8|depth|3"), "process", "pid",
    "100\n8\n" },
  { "clock sync marks create no slices",
    MARK (1, "10", "trace_event_clock_sync: parent_ts=7.000010")
        MARK (1, "10", "trace_event_clock_sync: realtime_ts=1616434280685"),
    "slice", "name", "" },

  /* ---- Events ---- */
  { "sched_wakeup_new makes a thread runnable",
    LINE (1, "    1", "10", SWITCH (1, "S", 2))
        LINE (2, "    1", "12", "sched_wakeup_new: comm=t3 pid=3 prio=120 target_cpu=000")
            LINE (2, "    1", "15", SWITCH (2, "S", 3)),
    "thread_state", "ts dur state waker_utid",
    "7000010000|-1|S|-\n7000010000|5000|Running|-\n7000015000|-1|S|-\n7000012000|3000|R|1\n"
    "7000015000|-1|Running|-\n" },
  { "a thread is runnable from task_newtask on; sched_wakeup_new changes nothing",
    LINE (1, "    1", "10", SWITCH (1, "S", 2))
        LINE (2, "    1", "12", "task_newtask: pid=3 comm=t2 clone_flags=10000 oom_score_adj=0")
            LINE (2, "    1", "13", "sched_wakeup_new: comm=t3 pid=3 prio=120 target_cpu=000")
                LINE (2, "    1", "15", SWITCH (2, "S", 3)),
    "thread_state", "ts dur state waker_utid",
    "7000010000|-1|S|-\n7000010000|5000|Running|-\n7000015000|-1|S|-\n7000012000|3000|R|1\n"
    "7000015000|-1|Running|-\n" },
  { "task_newtask creates an idle thread only for pid 0",
    LINE (1, "    1", "10", "task_newtask: pid=0 comm=swapper/0 clone_flags=100 oom_score_adj=0")
        LINE (1,
              "    1",
              "11",
              "task_newtask: pid=7 comm=swapper/0 clone_flags=100 oom_score_adj=0"),
    "thread", "tid upid is_idle", "1|0|0\n0|-|1\n7|1|0\n" },
  { "sched_blocked_reason without I/O wait",
    LINE (1, "    1", "10", SWITCH (1, "D", 2))
        LINE (2, "    1", "12", "sched_blocked_reason: pid=1 io_wait=0 caller=f+0x1/0x2 delay=7"),
    "thread_state", "state io_wait blocked_function", "D|0|f+0x1/0x2\nRunning|-|-\n" },
  { "thread states with several letters",
    LINE (1, "    1", "10", SWITCH (1, "D|K", 2)) LINE (2, "    1", "12", SWITCH (2, "I", 1)),
    "thread_state", "state", "D|K\nRunning\nRunning\nI\n" },
  { "inter-processor interrupts are slices",
    LINE (1, "    1", "10", "ipi_entry: (Rescheduling interrupts)")
        LINE (1, "    1", "12", "ipi_exit: (Rescheduling interrupts)"),
    "slice", "dur name category", "2000|Rescheduling interrupts|ipi\n" },
  { "slices for waiting for the binder lock and for holding it",
    LINE (1, "    1", "10", "binder_lock: tag=binder_ioctl")
        LINE (1, "    1", "12", "binder_locked: tag=binder_ioctl")
            LINE (1, "    1", "15", "binder_unlock: tag=binder_ioctl"),
    "slice", "ts dur name",
    "7000010000|2000|waiting for binder lock\n"
    "7000012000|3000|holding binder lock\n" },
  { "counters of memory and temperature",
    LINE (1, "    1", "10", "rss_stat: mm_id=1 curr=1 type=MM_FILEPAGES size=4096B")
        LINE (1,
              "    1",
              "11",
              "thermal_temperature: thermal_zone=cpu id=0 temp_prev=40000 temp=41000")
            LINE (1, "    1", "12", "ion_stat: buffer_id=1 len=5B total_allocated=8B")
                LINE (1, "    1", "13", "dma_heap_stat: inode=1 len=5B total_allocated=9B"),
    "counter", "value", "4096.00\n41000.00\n8.00\n9.00\n" },
  { "rss_stat of a process, of a thread without a process, and of an unknown mm_id",
    LINE (2, "-----", "10", "rss_stat: mm_id=7 curr=1 type=MM_FILEPAGES size=4096B")
        LINE (3, "-----", "11", "rss_stat: mm_id=7 curr=0 type=MM_FILEPAGES size=8192B")
            LINE (3, "-----", "12", "rss_stat: mm_id=8 curr=1 type=MM_FILEPAGES size=1B")
                LINE (3, "-----", "13", "rss_stat: mm_id=9 curr=0 type=MM_FILEPAGES size=2B")
                    LINE (2, "    1", "14", "print: B|1|a"),
    "counter_track", "name upid utid sample_count min max",
    "rss: MM_FILEPAGES|0|-|2|4096.00|8192.00\n"
    "rss: MM_FILEPAGES|-|1|1|1.00|1.00\nrss: mm 9 MM_FILEPAGES|-|-|1|2.00|2.00\n" },
  { "sys_exit ends only the system call with the same number",
    LINE (1, "    1", "10", "sys_enter: NR 63 (3, 7ffe0010, 40)")
        LINE (1, "    1", "12", "sys_exit: NR 63 = 64")
            LINE (1, "    1", "13", "sys_enter: NR 64 write (1)")
                LINE (1, "    1", "14", "sys_exit: NR 99 = 0")
                    LINE (1, "    1", "15", "sys_exit: NR 64 write = 0"),
    "slice", "ts dur name category",
    "7000010000|2000|sys_63|syscalls\n7000013000|2000|sys_write|syscalls\n" },
  { "fences of one timeline are executed one after another",
    LINE (1, "    1", "10", "dma_fence_init: driver=d timeline=t context=1 seqno=5")
        LINE (1, "    1", "11", "dma_fence_init: driver=d timeline=t context=1 seqno=6")
            LINE (2, "    1", "14", "dma_fence_signaled: driver=d timeline=t context=1 seqno=5")
                LINE (2, "    1", "15", "dma_fence_signaled: driver=d timeline=t context=1 seqno=9")
                    LINE (2,
                          "    1",
                          "19",
                          "dma_fence_signaled: driver=d timeline=t context=1 seqno=6"),
    "slice", "ts dur name", "7000010000|4000|fence\n7000014000|5000|fence\n" },
  { "dma_fence_emit replaces dma_fence_init as the start; unbound timelines are skipped",
    LINE (1, "    1", "10", "dma_fence_init: driver=d timeline=t context=1 seqno=5")
        LINE (1, "    1", "12", "dma_fence_emit: driver=d timeline=t context=1 seqno=5")
            LINE (1, "    1", "13", "dma_fence_init: driver=d timeline=unbound context=1 seqno=6")
                LINE (2, "    1", "14", "dma_fence_init: driver=d timeline=t context=1 seqno=7")
                    LINE (2,
                          "    1",
                          "19",
                          "dma_fence_signaled: driver=d timeline=t context=1 seqno=5")
                        LINE (1,
                              "    1",
                              "20",
                              "dma_fence_wait_start: driver=d timeline=t context=1 seqno=7")
                            LINE (1,
                                  "    1",
                                  "24",
                                  "dma_fence_wait_end: driver=d timeline=t context=1 seqno=7"),
    "slice", "ts dur name",
    "7000010000|2000|fence\n7000012000|7000|fence\n7000020000|4000|dma_fence_wait\n" },
  { "counters of the process in the payload, and of the device",
    LINE (1, "    1", "10", "oom_score_adj_update: pid=7 comm=a oom_score_adj=-800")
        LINE (1, "    1", "11", "gpu_mem_total: gpu_id=0 pid=7 size=4096")
            LINE (1, "    1", "12", "gpu_mem_total: gpu_id=1 pid=0 size=8192")
                LINE (1, "    1", "13", "cdev_update: type=cpu target=3"),
    "counter_track", "name sample_count min",
    "oom_score_adj|1|-800.00\nGPU Memory|1|4096.00\nGPU 1 Memory|1|8192.00\ncooling: cpu|1|3.00\n" },
  { "a system call's return value is an argument",
    LINE (1, "    1", "11", "sys_enter: NR 63 (3, 4)")
        LINE (1, "    1", "12", "sys_exit: NR 63 = -11"),
    "args", "key int_value", "ret|-11\n" },
  { "network counters add up bytes per device; kfree_skb counts IP packets only",
    LINE (1, "    1", "10", "netif_receive_skb: dev=wlan0 skbaddr=0 len=1500")
        LINE (1, "    1", "11", "netif_receive_skb: dev=wlan0 skbaddr=0 len=600")
            LINE (1, "    1", "12", "net_dev_xmit: dev=wlan0 skbaddr=0 len=2048 rc=0")
                LINE (1, "    1", "13", "kfree_skb: skbaddr=0 protocol=2048 location=0")
                    LINE (1, "    1", "14", "kfree_skb: skbaddr=0 protocol=6 location=0"),
    "counter_track", "name sample_count min max",
    "wlan0 Received KB|2|1.00|2.00\nwlan0 Transmitted KB|1|2.00|2.00\n"
    "Kfree Skb IP Prot|1|1.00|1.00\n" },
  { "slices for napi_gro_receive, drm_vblank_event and kprobe_event",
    LINE (1, "    1", "10", "napi_gro_receive_entry: dev=wlan0 napi_id=1 len=64")
        LINE (1, "    1", "12", "napi_gro_receive_exit: ret=2")
            LINE (1, "    1", "13", "drm_vblank_event: crtc=0, seq=5")
                LINE (1, "    1", "14", "kprobe_event: name=f type=1")
                    LINE (1, "    1", "17", "kprobe_event: name=f type=2"),
    "slice", "ts dur name", "7000010000|2000|wlan0\n7000013000|0|signal\n7000014000|3000|f\n" },
  { "GPU jobs of one ring are executed one after another",
    LINE (1,
          "    1",
          "10",
          "drm_sched_job: entity=01, id=1, fence=0a, ring=gfx, job count:1, hw job count:0")
        LINE (1,
              "    1",
              "11",
              "drm_run_job: entity=01, id=1, fence=0a, ring=gfx, job count:1, hw job count:0")
            LINE (1,
                  "    1",
                  "12",
                  "drm_run_job: entity=01, id=2, fence=0b, ring=gfx, job count:1, hw job count:1")
                LINE (2, "    2", "15", "drm_sched_process_job: fence=0a signaled")
                    LINE (2, "    2", "16", "drm_sched_process_job: fence=0c signaled")
                        LINE (2, "    2", "19", "drm_sched_process_job: fence=0b signaled"),
    "slice", "ts dur name",
    "7000010000|0|drm_sched_job_queue\n7000011000|4000|job\n7000015000|4000|job\n" },
  { "a fence is found by context and seqno in both notations",
    LINE (1,
          "    1",
          "10",
          "drm_sched_job_queue: dev=0000, id=1, fence=(context:7, seqno:3), ring=gfx, job count:1")
        LINE (
            1,
            "    1",
            "11",
            "drm_sched_job_run: dev=0000, id=1, fence=(context:7, seqno:3), ring=gfx, job count:1")
            LINE (2, "    2", "15", "drm_sched_job_done: fence_context=7 fence_seqno=3"),
    "flow", "slice_out slice_in", "0|1\n" },
  { "a block request ends with the completion of the same sector, or stays open",
    LINE (1, "    1", "10", "block_rq_issue: 8,0 WS 4096 () 100 + 8 none,0,0 [a]")
        LINE (1, "    1", "11", "block_rq_issue: 8,0 RA 8192 () 200 + 16 [a]")
            LINE (1, "    1", "13", "block_rq_complete: 8,0 RA () 200 + 16 [0]")
                LINE (1, "    1", "14", "block_rq_complete: 8,0 R () 300 + 16 [0]")
                    LINE (1, "    1", "15", "block_rq_issue: 8,0 FF 0 () 0 + 0 [a]")
                        LINE (1,
                              "    1",
                              "18",
                              "block_rq_complete: dev=8388608 sector=100 nr_sector=8 rwbs=WS"),
    "slice", "ts dur name", "7000010000|8000|write\n7000011000|2000|read\n7000015000|-1|flush\n" },
  { "sector and size are arguments of a block request",
    LINE (1, "    1", "10", "block_rq_issue: 8,0 WS 4096 () 100 + 8 [a]")
        LINE (1, "    1", "11", "block_rq_complete: 8,0 WS () 100 + 8 [0]"),
    "args", "key int_value", "sector|100\nbytes|4096\n" },
  { "sector and size are read from named fields too",
    LINE (1,
          "    1",
          "10",
          "block_rq_issue: dev=8388608 sector=100 nr_sector=8 bytes=4096 rwbs=WS cmd= comm=a"),
    "args", "key int_value", "sector|100\nbytes|4096\n" },
  { "block_io slices include the time in kernel queues",
    LINE (1, "    1", "10", "block_io_start: 8,0 WS 4096 () 100 + 8 be,0,4 [a]")
        LINE (1, "    1", "11", "block_rq_issue: 8,0 WS 4096 () 100 + 8 be,0,4 [a]")
            LINE (1, "    1", "12", "block_io_start: 8,16 R 512 () 100 + 1 [a]")
                LINE (1, "    1", "15", "block_rq_complete: 8,0 WS () 100 + 8 be,0,4 [0]")
                    LINE (1, "    1", "16", "block_io_done: 8,0 WS 0 () 100 + 0 be,0,4 [b]")
                        LINE (1, "    1", "18", "block_io_done: 8,0 WS 0 () 300 + 0 be,0,4 [b]"),
    "slice", "ts dur name", "7000010000|6000|write\n7000011000|4000|write\n7000012000|-1|read\n" },
  { "android_fs accesses are slices; a kind without end events is instants",
    LINE (1,
          "    1",
          "10",
          "android_fs_dataread_start: entry_name /a, b, offset 0, bytes 4096, cmdline c d, pid 1, "
          "i_size 9000, ino 5")
        LINE (1,
              "    1",
              "11",
              "android_fs_datawrite_start: entry_name /c, offset 0, bytes 10, cmdline c, pid 1, "
              "i_size 90, ino 5")
            LINE (1, "    1", "13", "android_fs_dataread_end: ino 5, offset 0, bytes 4096")
                LINE (1, "    1", "14", "android_fs_dataread_end: ino 5, offset 4096, bytes 4096"),
    "slice", "ts dur name",
    "7000011000|0|android_fs_data_write\n7000010000|3000|android_fs_data_read\n" },
  { "path, offset and size are arguments of an android_fs access",
    LINE (1,
          "    1",
          "10",
          "android_fs_dataread_start: entry_name /a, b, offset 8, bytes 4096, cmdline c d, pid 1, "
          "i_size 9000, ino 5"),
    "args", "key string_value int_value", "file_path|/a, b|-\noffset|8|8\nbytes|4096|4096\n" },
  { "slices for direct reclaim and kswapd; repeated wakeups are ignored",
    LINE (1, "    1", "10", "mm_vmscan_direct_reclaim_begin: order=2 may_writepage=1 gfp_flags=X")
        LINE (7, "    7", "11", "mm_vmscan_kswapd_wake: nid=0 order=0")
            LINE (7, "    7", "12", "mm_vmscan_kswapd_wake: nid=0 order=1")
                LINE (1, "    1", "14", "mm_vmscan_direct_reclaim_end: nr_reclaimed=32")
                    LINE (7, "    7", "19", "mm_vmscan_kswapd_sleep: nid=0")
                        LINE (7, "    7", "20", "mm_vmscan_kswapd_sleep: nid=0"),
    "thread_slice", "ts dur name tid",
    "7000010000|4000|mm_vmscan_direct_reclaim|1\n7000011000|8000|kswapd|7\n" },
  { "devfreq counters are named after the device",
    LINE (1, "    1", "10", "local_timer_entry: vector=236")
        LINE (1, "    1", "12", "local_timer_exit: vector=236") LINE (
            1,
            "    1",
            "13",
            "devfreq_frequency: dev_name=17000010.devfreq_mif freq=421000 prev_freq=1 polling=0")
            LINE (1, "    1", "14", "devfreq_frequency: dev_name=bus freq=7 prev_freq=1"),
    "counter_track", "name sample_count max", "devfreq_mif|1|421000.00\ndevfreq_bus|1|7.00\n" },
  { "local timer interrupts are slices",
    LINE (1, "    1", "10", "local_timer_entry: vector=236")
        LINE (1, "    1", "12", "local_timer_exit: vector=236"),
    "slice", "ts dur name", "7000010000|2000|local_timer\n" },
  { "signals and OOM kills belong to the target thread",
    LINE (1, "    1", "10", "signal_generate: sig=9 errno=0 code=0 comm=b pid=2 grp=1 res=0")
        LINE (1, "    1", "11", "mark_victim: pid=3"),
    "thread_slice", "ts name tid", "7000010000|signal_generate|2\n7000011000|mem.oom_kill|3\n" },
  { "TCP retransmissions are instants named after the ports",
    LINE (1,
          "    1",
          "10",
          "tcp_retransmit_skb: skbaddr=0 skaddr=0 family=AF_INET sport=80 dport=4242 x"),
    "slice", "dur name", "0|sport=80,dport=4242\n" },
  { "mm_event_record gives counters of count, maximum and average latency",
    LINE (7, "    7", "10", "mm_event_record: avg_lat=3 count=2 max_lat=4 type=0"), "counter_track",
    "name upid max",
    "mem.mm.min_flt.count|0|2.00\nmem.mm.min_flt.max_lat|0|4.00\nmem.mm.min_flt.avg_lat|0|3.00\n" },
  { "GPU frequency counters, one per GPU id",
    LINE (1, "    1", "10", "gpu_frequency: state=500000 gpu_id=0")
        LINE (1, "    1", "11", "gpu_frequency: state=800000 gpu_id=2")
            LINE (1, "    1", "12", "gpu_frequency: gpu_id=0 state=0"),
    "counter_track", "name unit sample_count max",
    "gpufreq|kHz|2|500000.00\ngpufreq (GPU 2)|kHz|1|800000.00\n" },
  { "a negative rss_stat size is kept as the counter value",
    LINE (1, "    1", "10", "rss_stat: mm_id=1 curr=1 type=MM_FILEPAGES size=-4096B"), "counter",
    "value", "-4096.00\n" },
  { "a negative rss_stat size is reported",
    LINE (1, "    1", "10", "rss_stat: mm_id=1 curr=1 type=MM_FILEPAGES size=-4096B"), "problem",
    "kind severity count", "negative-memory|note|1\n" },
  { "rss_stat without mm_id belongs to the thread that emits it",
    LINE (5, "-----", "10", "rss_stat: member=0 size=4096B")
        LINE (6, "-----", "11", "rss_stat: member=0 size=8192B")
            LINE (5, "-----", "12", "rss_stat: member=0 size=5000B"),
    "counter_track", "name upid utid sample_count",
    "rss: MM_FILEPAGES|-|0|2\nrss: MM_FILEPAGES|-|1|1\n" },
  { "the end of a process closes its open async spans only",
    MARK (101, "10", "S|100|a|1") MARK (100, "11", "S|100|b|2") MARK (101, "12", "F|100|b|2")
        LINE (101, "  100", "20", "sched_process_exit: comm=t101 pid=101 prio=120")
            LINE (100, "  100", "30", "sched_process_exit: comm=t100 pid=100 prio=120")
                LINE (9, "    9", "50", "cpu_idle: state=1 cpu_id=0"),
    "slice", "dur name is_open is_forced", "20000|a|0|1\n1000|b|0|0\n" },
  { "a process lives until its last thread exits",
    MARK (101, "10", "S|100|a|1")
        LINE (100, "  100", "30", "sched_process_exit: comm=t100 pid=100 prio=120")
            LINE (9, "    9", "50", "cpu_idle: state=1 cpu_id=0"),
    "slice", "dur name is_open is_forced", "-1|a|1|0\n" },
  { "HongMeng: the line prefix of sched_switch names the next thread",
    LINE (2, "    1", "10", SWITCH (1, "S", 2)) LINE (1, "    1", "15", SWITCH (2, "S", 1)),
    "sched_slice", "ts dur utid end_state", "7000010000|5000|0|S\n7000015000|-1|1|-\n" },
  { "HongMeng: tppmgr-idle threads and tid 0 are idle threads",
    "  a-1 [000] .... 7.000010: sched_switch: prev_comm=a prev_pid=1 prev_prio=120 prev_state=S ==> "
    "next_comm=tppmgr-idle-0 next_pid=19 next_prio=0\n"
    "  a-1 [001] .... 7.000011: sched_switch: prev_comm=b prev_pid=2 prev_prio=120 prev_state=S ==> "
    "next_comm=swapper/1 next_pid=0 next_prio=0\n",
    "thread", "tid is_idle", "1|0\n19|1\n2|0\n0|1\n" },
};

static void
test_rules (void)
{
  g_autofree char *path = NULL;
  int fd = g_file_open_tmp ("test-ftrace-rules-XXXXXX", &path, NULL);

  g_assert_cmpint (fd, >=, 0);
  g_close (fd, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (TvTrace) trace = NULL;
      g_autoptr (TvTable) table = NULL;
      g_autofree char *rows = NULL;

      g_test_message ("%s", cases[i].what);
      g_assert_true (g_file_set_contents (path, cases[i].text, -1, NULL));
      trace = tv_load (path, NULL, NULL, NULL, &error);
      g_assert_no_error (error);
      table = open_table (cases[i].table, trace, NULL);
      rows = print_table (table, cases[i].columns, NULL);
      if (!g_str_equal (rows, cases[i].rows))
        {
          g_test_message ("expected:\n%sfound:\n%s", cases[i].rows, rows);
          g_test_fail_printf ("%s", cases[i].what);
        }
    }
  g_remove (path);
}

/* Slices may be nested to any depth. */
static void
test_depth (void)
{
  const guint depth = 5000;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (TvTrace) trace = NULL;
  const TvSlices *slices;

  for (guint i = 0; i < depth; i++)
    g_string_append_printf (text, "t1-1 [000] .... 7.%06u: print: B|1|a\n", i);
  for (guint i = 0; i < depth; i++)
    g_string_append_printf (text, "t1-1 [000] .... 7.%06u: print: E|1\n", depth + i);
  bytes = g_string_free_to_bytes (g_steal_pointer (&text));
  trace = tv_load_bytes (bytes, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  slices = tv_trace_get_slices (trace);
  g_assert_cmpuint (slices->n, ==, depth);
  g_assert_cmpuint (tv_slices_depth (slices, depth - 1), ==, depth - 1);
  g_assert_cmpint (tv_time_column_get (&slices->dur, depth - 1), ==, 1000);
}

/* Requests that never complete: if the maximum number of requests is pending, each new request drops the oldest one.
 * Later completions match the oldest remaining request. */
static void
test_endless_work (void)
{
  /* Text before and after the number of a request, in its begin event and in its end event. */
  static const struct
  {
    const char *begin[2];
    const char *end[2];
    const char *name;
  } kinds[] = {
    { { "drm_run_job: entity=01, id=1, fence=f", ", ring=gfx, job count:1, hw job count:0" },
      { "drm_sched_process_job: fence=f", " signaled" },
      "job" },
    { { "dma_fence_emit: driver=d timeline=t context=1 seqno=", "" },
      { "dma_fence_signaled: driver=d timeline=t context=1 seqno=", "" },
      "fence" },
  };
  const guint max = 65536, n_beyond = 3;

  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (GString) wanted = g_string_new (NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (GBytes) bytes = NULL;
      g_autoptr (TvTrace) trace = NULL;
      g_autoptr (TvTable) slices = NULL, problems = NULL;
      g_autofree char *rows = NULL, *problem_rows = NULL;
      const guint done[] = { 0, n_beyond, n_beyond + 1 };
      guint us = 0;

      for (guint work = 0; work < max + n_beyond + G_N_ELEMENTS (done); work++, us++)
        {
          gboolean is_end = work >= max + n_beyond;
          const char *const *form = is_end ? kinds[i].end : kinds[i].begin;

          g_string_append_printf (text, "t1-1 [000] .... 7.%06u: %s%u%s\n", us, form[0],
                                  is_end ? done[work - max - n_beyond] : work, form[1]);
        }
      bytes = g_string_free_to_bytes (g_steal_pointer (&text));
      trace = tv_load_bytes (bytes, NULL, NULL, NULL, &error);
      g_assert_no_error (error);
      slices = open_table ("slice", trace, NULL);
      problems = open_table ("problem", trace, NULL);
      rows = print_table (slices, "ts dur name is_open is_forced", NULL);
      problem_rows = print_table (problems, "kind severity count", NULL);
      g_string_append_printf (wanted, "7000000000|%u000|%s|0|1\n", max, kinds[i].name);
      for (guint work = 1; work < n_beyond; work++)
        g_string_append_printf (wanted, "7%06u000|1000|%s|0|1\n", max + work - 1, kinds[i].name);
      g_string_append_printf (wanted, "7%06u000|2000|%s|0|0\n7%06u000|1000|%s|0|0\n",
                              max + n_beyond - 1, kinds[i].name, us - 2, kinds[i].name);
      g_string_append_printf (wanted, "7%06u000|-1|%s|1|0\n", us - 1, kinds[i].name);
      g_assert_cmpstr (rows, ==, wanted->str);
      g_assert_cmpstr (problem_rows, ==, "much-work|warning|3\nopen-slice|note|1\n");
    }
}

/* Returns a log of thread 1 on CPU 0 with one line per letter: @begin for "b", @end for "e". */
static GBytes *
write_half (const char *letters, const char *begin, const char *end)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; letters[i] != '\0'; i++)
    g_string_append_printf (text, "  t1-1 [000] .... 7.%06u: %s\n", 10 + i * 10,
                            letters[i] == 'b' ? begin : end);
  return g_string_free_to_bytes (text);
}

static void
assert_half (const char *what, GBytes *bytes, const char *wanted)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = tv_load_bytes (bytes, NULL, NULL, NULL, &error);
  g_autoptr (TvTable) slices = NULL, problems = NULL;
  g_autofree char *rows = NULL, *problem_rows = NULL;

  g_test_message ("%s", what);
  g_assert_no_error (error);
  slices = open_table ("slice", trace, NULL);
  problems = open_table ("problem", trace, NULL);
  rows = print_table (slices, "ts dur depth is_open is_forced", NULL);
  problem_rows = print_table (problems, "kind", NULL);
  g_assert_cmpstr (rows, ==, wanted);
  g_assert_cmpstr (problem_rows, ==, "");
}

/* The kernel records begin and end events only if they are enabled. Logs may contain only one of the two. */
static void
test_halves (void)
{
  static const struct
  {
    const char *begin, *end;
    gboolean
        is_plain; /* whether a second begin event ends the first slice, and an end event closes the open slice */
  } pairs[] = {
    { "irq_handler_entry: irq=1 name=a", "irq_handler_exit: irq=1 ret=handled", TRUE },
    { "softirq_entry: vec=1 [action=TIMER]", "softirq_exit: vec=1 [action=TIMER]", TRUE },
    { "ipi_entry: (a)", "ipi_exit: (a)", TRUE },
    { "local_timer_entry: vector=236", "local_timer_exit: vector=236", TRUE },
    { "hrtimer_expire_entry: hrtimer=0a function=f now=1", "hrtimer_expire_exit: hrtimer=0a",
      TRUE },
    { "timer_expire_entry: timer=0a function=f now=1 baseclk=1", "timer_expire_exit: timer=0a",
      TRUE },
    { "tasklet_entry: tasklet=0a function=f", "tasklet_exit: tasklet=0a function=f", TRUE },
    { "workqueue_execute_start: work struct 0a: function f",
      "workqueue_execute_end: work struct 0a: function f", TRUE },
    { "napi_gro_receive_entry: dev=wlan0 napi_id=1 len=512", "napi_gro_receive_exit: ret=1", TRUE },
    { "sys_enter: NR 63 (3, 4)", "sys_exit: NR 63 = 4", TRUE },
    { "dma_fence_wait_start: driver=d timeline=t context=1 seqno=7",
      "dma_fence_wait_end: driver=d timeline=t context=1 seqno=7", TRUE },
    { "mm_vmscan_direct_reclaim_begin: order=0", "mm_vmscan_direct_reclaim_end: nr_reclaimed=3",
      TRUE },
    { "mm_vmscan_kswapd_wake: nid=0 order=0", "mm_vmscan_kswapd_sleep: nid=0", FALSE },
    { "binder_lock: tag=t", "binder_locked: tag=t", FALSE },
    { "binder_locked: tag=t", "binder_unlock: tag=t", FALSE },
    { "dma_fence_init: driver=d timeline=t context=1 seqno=5",
      "dma_fence_signaled: driver=d timeline=t context=1 seqno=5", FALSE },
    { "drm_run_job: entity=01, id=1, fence=0a, ring=gfx, job count:1, hw job count:0",
      "drm_sched_process_job: fence=0a signaled", FALSE },
    { "drm_sched_job_run: dev=0000, id=1, fence=(context:7, seqno:3), ring=gfx, job count:1",
      "drm_sched_job_done: fence_context=7 fence_seqno=3", FALSE },
    { "block_rq_issue: 8,0 WS 4096 () 100 + 8 [a]", "block_rq_complete: 8,0 WS () 100 + 8 [0]",
      FALSE },
    { "block_io_start: 8,0 WS 4096 () 100 + 8 [a]", "block_io_done: 8,0 WS () 100 + 8 [0]", FALSE },
    { "android_fs_dataread_start: entry_name /a, offset 0, bytes 4096, cmdline app, pid 7, "
      "i_size 9000, ino 5",
      "android_fs_dataread_end: ino 5, offset 0, bytes 4096", FALSE },
    { "wakeup_source_activate: event0 state=0x1", "wakeup_source_deactivate: event0 state=0x2",
      FALSE },
    { "kprobe_event: name=f type=1", "kprobe_event: name=f type=2", FALSE },
    { "funcgraph_entry:                   |  f() {", "funcgraph_exit:        9.000 us   |  }",
      FALSE },
    { "binder_transaction: transaction=7 dest_node=1 dest_proc=2 dest_thread=0 reply=0 flags=0x10 "
      "code=0x1",
      "binder_transaction_received: transaction=7", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      g_autoptr (GBytes) begins = write_half ("bbb", pairs[i].begin, pairs[i].end);
      g_autoptr (GBytes) ends = write_half ("eee", pairs[i].begin, pairs[i].end);
      g_autoptr (GBytes) lost = write_half ("bbe", pairs[i].begin, pairs[i].end);
      gboolean is_probe = g_str_has_prefix (pairs[i].begin, "kprobe");

      assert_half (pairs[i].begin, begins,
                   "7000010000|0|0|0|0\n7000020000|0|0|0|0\n7000030000|0|0|0|0\n");
      /* The event that ends the wait for the lock also begins the slice in which the thread holds the lock. In such a
       * log, that slice does not end, either. */
      if (g_str_has_prefix (pairs[i].end, "binder_locked"))
        assert_half (pairs[i].end, ends,
                     "7000010000|0|0|0|0\n7000020000|0|0|0|0\n7000030000|0|0|0|0\n");
      else if (!is_probe)
        assert_half (pairs[i].end, ends, "");
      if (pairs[i].is_plain)
        assert_half (pairs[i].begin, lost, "7000010000|10000|0|0|1\n7000020000|10000|0|0|0\n");
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ftrace-rules/rules", test_rules);
  g_test_add_func ("/ftrace-rules/depth", test_depth);
  g_test_add_func ("/ftrace-rules/halves", test_halves);
  g_test_add_func ("/ftrace-rules/endless-work", test_endless_work);
  return g_test_run ();
}
