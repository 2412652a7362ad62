/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib.h>
#include <string.h>

#include "core/protobuf.h"
#include "core/trace-builder.h"
#include "formats/ftrace/kernel-args.h"
#include "formats/ftrace/kernel-members.h"

/* Tests that the text and the message of an event are decoded into the same typed event. */

static const TvKernelPrinter printer = { .version = TV_KERNEL_4_14, .machine = { "x86_64", 6 } };

/* ---- Typed events as text ---- */

#define SPAN(span) (int) (span).size, (span).size > 0 ? (span).text : ""
#define LONG       "%" G_GINT64_FORMAT

static gboolean
dump_switch (const TvKernelArgs *args, TvFtraceEvent event G_GNUC_UNUSED, GString *out)
{
  TvSchedSwitch sw;

  if (!tv_kernel_args_get_switch (args, &sw))
    return FALSE;
  g_string_printf (out, "%.*s %d %d %.*s " LONG " > %.*s %d %d", SPAN (sw.prev_comm), sw.prev_pid,
                   sw.prev_prio, SPAN (sw.prev_state), sw.prev_state_bits, SPAN (sw.next_comm),
                   sw.next_pid, sw.next_prio);
  return TRUE;
}

static gboolean
dump_wakeup (const TvKernelArgs *args, TvFtraceEvent event G_GNUC_UNUSED, GString *out)
{
  TvSchedWakeup wakeup;

  if (!tv_kernel_args_get_wakeup (args, &wakeup))
    return FALSE;
  g_string_printf (out, "%.*s %d %d %d %d %d", SPAN (wakeup.comm), wakeup.pid, wakeup.prio,
                   wakeup.target_cpu, wakeup.is_success, wakeup.flags);
  return TRUE;
}

static gboolean
dump_task (const TvKernelArgs *args, TvFtraceEvent event, GString *out)
{
  TvTaskEvent task;

  if (!tv_kernel_args_get_task (args, event, &task))
    return FALSE;
  g_string_printf (out, "%.*s > %.*s %d %d %x %d", SPAN (task.comm), SPAN (task.new_comm), task.pid,
                   task.child_pid, (guint) task.clone_flags, task.is_group_dead);
  return TRUE;
}

static gboolean
dump_cpu_state (const TvKernelArgs *args, TvFtraceEvent event G_GNUC_UNUSED, GString *out)
{
  TvCpuState state;

  if (!tv_kernel_args_get_cpu_state (args, &state))
    return FALSE;
  g_string_printf (out, "%.*s " LONG " %d", SPAN (state.name), state.state, state.cpu);
  return TRUE;
}

static gboolean
dump_clk (const TvKernelArgs *args, TvFtraceEvent event, GString *out)
{
  TvCpuState state;

  if (!tv_kernel_args_get_clk (args, event, &state))
    return FALSE;
  g_string_printf (out, "%.*s " LONG, SPAN (state.name), state.state);
  return TRUE;
}

static gboolean
dump_limits (const TvKernelArgs *args, TvFtraceEvent event G_GNUC_UNUSED, GString *out)
{
  TvCpuFrequencyLimits limits;

  if (!tv_kernel_args_get_cpu_limits (args, &limits))
    return FALSE;
  g_string_printf (out, LONG " " LONG " %d", limits.min, limits.max, limits.cpu);
  return TRUE;
}

static gboolean
dump_timer (const TvKernelArgs *args, TvFtraceEvent event G_GNUC_UNUSED, GString *out)
{
  TvSpan function;

  if (!tv_kernel_args_get_timer (args, &function))
    return FALSE;
  g_string_printf (out, "[%.*s]", SPAN (function));
  return TRUE;
}

static gboolean
dump_irq (const TvKernelArgs *args, TvFtraceEvent event, GString *out)
{
  TvIrqEvent irq;

  if (!tv_kernel_args_get_irq (args, event, &irq))
    return FALSE;
  g_string_printf (out, "%.*s " LONG, SPAN (irq.name), irq.number);
  return TRUE;
}

static gboolean
dump_binder (const TvKernelArgs *args, TvFtraceEvent event, GString *out)
{
  TvBinderTransaction binder;

  if (!tv_kernel_args_get_binder (args, event, &binder))
    return FALSE;
  g_string_printf (out, LONG " " LONG " %d %d %d %x %x " LONG " " LONG " %s", binder.transaction,
                   binder.dest_node, binder.dest_proc, binder.dest_thread, binder.is_reply,
                   (guint) binder.flags, (guint) binder.code, binder.data_size, binder.offsets_size,
                   binder.failure != NULL ? binder.failure : "-");
  return TRUE;
}

static gboolean
dump_lock (const TvKernelArgs *args, TvFtraceEvent event G_GNUC_UNUSED, GString *out)
{
  TvSpan tag;

  if (!tv_kernel_args_get_binder_lock (args, &tag))
    return FALSE;
  g_string_printf (out, "%.*s", SPAN (tag));
  return TRUE;
}

static gboolean
dump_memory (const TvKernelArgs *args, TvFtraceEvent event, GString *out)
{
  TvMemoryEvent memory;

  if (!tv_kernel_args_get_memory (args, event, &memory))
    return FALSE;
  g_string_printf (out, "%.*s " LONG " " LONG " " LONG " %d", SPAN (memory.name), memory.value,
                   memory.change, memory.id, memory.is_current);
  return TRUE;
}

static gboolean
dump_call (const TvKernelArgs *args, TvFtraceEvent event, GString *out)
{
  TvSystemCall call;

  if (!tv_kernel_args_get_system_call (args, event, &call))
    return FALSE;
  g_string_printf (out, LONG " %.*s %d " LONG, call.number, SPAN (call.name), call.has_result,
                   call.has_result ? call.result : 0);
  return TRUE;
}

static gboolean
dump_suspend (const TvKernelArgs *args, TvFtraceEvent event G_GNUC_UNUSED, GString *out)
{
  TvSuspendEvent suspend;

  if (!tv_kernel_args_get_suspend (args, &suspend))
    return FALSE;
  g_string_printf (out, "%.*s %.*s %d", SPAN (suspend.action), SPAN (suspend.value),
                   suspend.is_begin);
  return TRUE;
}

static gboolean
dump_wake_source (const TvKernelArgs *args, TvFtraceEvent event G_GNUC_UNUSED, GString *out)
{
  TvWakeSource source;

  if (!tv_kernel_args_get_wake_source (args, &source))
    return FALSE;
  g_string_printf (out, "%.*s", SPAN (source.name));
  return TRUE;
}

static gboolean
dump_probe (const TvKernelArgs *args, TvFtraceEvent event G_GNUC_UNUSED, GString *out)
{
  TvProbeEvent probe;

  if (!tv_kernel_args_get_probe (args, &probe))
    return FALSE;
  g_string_printf (out, "%.*s " LONG, SPAN (probe.name), probe.type);
  return TRUE;
}

static gboolean
dump_request (const TvKernelArgs *args, TvFtraceEvent event, GString *out)
{
  TvBlockRequest request;

  if (!tv_kernel_args_get_request (args, event, &request))
    return FALSE;
  g_string_printf (out, LONG ":" LONG " %.*s " LONG " " LONG, request.major, request.minor,
                   SPAN (request.letters), request.sector, request.bytes);
  return TRUE;
}

static gboolean
dump_file (const TvKernelArgs *args, TvFtraceEvent event, GString *out)
{
  TvFileAccess access;

  if (!tv_kernel_args_get_file_access (args, event, &access))
    return FALSE;
  g_string_printf (out, "%.*s " LONG " " LONG " " LONG, SPAN (access.path), access.offset,
                   access.bytes, access.inode);
  return TRUE;
}

static gboolean
dump_mark (const TvKernelArgs *args, TvFtraceEvent event G_GNUC_UNUSED, GString *out)
{
  TvFtraceMark mark;

  if (!tv_kernel_args_get_mark (args, &mark))
    return FALSE;
  g_string_printf (out, "%d %d %.*s %d " LONG " [%.*s] [%.*s]", mark.kind, mark.pid,
                   SPAN (mark.name), mark.has_value, mark.value, SPAN (mark.tags),
                   SPAN (mark.args));
  return TRUE;
}

/* Prints the fields that handlers read by name. */
static gboolean
dump_named (const TvKernelArgs *args, TvFtraceEvent event G_GNUC_UNUSED, GString *out)
{
  static const char *const numbers[] = { "pid=",    "size=",  "gpu_id=", "oom_score_adj=",
                                         "target=", "crtc=",  "seq=",    "context=",
                                         "seqno=",  "count=", "len=",    "order=" };
  static const char *const words[] = { "type=", "dev_name=", "timeline=", "name=", "fence=" };
  gint64 number;
  TvSpan word;

  g_string_truncate (out, 0);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    if (tv_kernel_args_find_long (args, numbers[i], &number))
      g_string_append_printf (out, "%s" LONG " ", numbers[i], number);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (tv_kernel_args_find_word (args, words[i], &word))
      g_string_append_printf (out, "%s%.*s ", words[i], SPAN (word));
  return TRUE;
}

/* ---- Cases ---- */

/* An event, the fields of its message, and the expected typed event, which is "" if the arguments are malformed.
 * Fields that are not in a recorder's message are skipped. */
typedef struct
{
  const char *name;
  const char *fields;
  gboolean (*dump) (const TvKernelArgs *args, TvFtraceEvent event, GString *out);
  const char *wanted;
} Case;

static const Case cases[] = {
  { "sched_switch",
    "prev_comm=a b;prev_pid=7;prev_prio=120;prev_state=2;next_comm=x ==> y;next_pid=8;next_prio=98",
    dump_switch, "a b 7 120 D -1 > x ==> y 8 98" },
  { "sched_switch",
    "prev_comm=;prev_pid=0;prev_prio=120;prev_state=256;next_comm=b;next_pid=8;next_prio=-1",
    dump_switch, " 0 120 R+ -1 > b 8 -1" },
  { "sched_switch",
    "prev_comm=a;prev_pid=4294967296;prev_prio=1;prev_state=1;next_comm=b;next_pid=8;next_prio=1",
    dump_switch, "" },
  { "sched_wakeup", "comm=a;pid=7;prio=120;success=1;target_cpu=3", dump_wakeup, "a 7 120 3 1 -1" },
  { "sched_wakeup_new", "comm=a pid=1;pid=7;prio=120;target_cpu=12", dump_wakeup,
    "a pid=1 7 120 12 1 -1" },
  { "sched_waking", "comm=a;pid=7;prio=120;target_cpu=3;common_flags=9", dump_wakeup,
    "a 7 120 3 1 9" },
  { "sched_process_exec", "filename=/bin/a;pid=7;old_pid=7", dump_task, "/bin/a >  7 -1 0 0" },
  { "sched_process_exit", "comm=a;pid=7;tgid=7;prio=120", dump_task, "a >  7 -1 0 0" },
  { "sched_process_free", "comm=a;pid=7;prio=120", dump_task, "a >  7 -1 0 0" },
  { "sched_process_fork", "parent_comm=a;parent_pid=7;child_comm=b;child_pid=8", dump_task,
    "a > b 7 8 0 0" },
  { "task_newtask", "pid=8;comm=b;clone_flags=69632;oom_score_adj=0", dump_task,
    "b >  8 -1 11000 0" },
  { "task_rename", "pid=8;oldcomm=b;newcomm=c d;oom_score_adj=0", dump_task, "b > c d 8 -1 0 0" },
  { "cpu_frequency", "state=1804800;cpu_id=3", dump_cpu_state, " 1804800 3" },
  { "cpu_idle", "state=4294967295;cpu_id=3", dump_cpu_state, " 4294967295 3" },
  { "clock_set_rate", "name=gpu clock;state=9;cpu_id=0", dump_cpu_state, "gpu clock 9 0" },
  { "clock_enable", "name=gpu;state=1;cpu_id=0", dump_cpu_state, "gpu 1 0" },
  { "clock_disable", "name=gpu;state=0;cpu_id=0", dump_cpu_state, "gpu 0 0" },
  { "clk_set_rate", "name=gpu;rate=12", dump_clk, "gpu 12" },
  { "clk_enable", "name=gpu", dump_clk, "gpu 0" },
  { "clk_disable", "name=", dump_clk, "" },
  { "cpu_frequency_limits", "min_freq=3;max_freq=9;cpu_id=1", dump_limits, "3 9 1" },
  { "hrtimer_expire_exit", "hrtimer=255", dump_timer, "[]" },
  { "timer_expire_exit", "timer=255", dump_timer, "[]" },
  { "irq_handler_entry", "irq=36;name=virtio 1 ", dump_irq, "virtio 1 36" },
  { "irq_handler_exit", "irq=36;ret=1", dump_irq, "handled 36" },
  { "irq_handler_exit", "irq=36;ret=0", dump_irq, "unhandled 36" },
  { "softirq_entry", "vec=9", dump_irq, "RCU 9" },
  { "softirq_exit", "vec=10", dump_irq, "10 10" },
  { "softirq_raise", "vec=1", dump_irq, "TIMER 1" },
  { "ipi_entry", "reason=Rescheduling (all)", dump_irq, "Rescheduling (all) -1" },
  { "ipi_exit", "reason=IPI", dump_irq, "IPI -1" },
  { "binder_transaction",
    "debug_id=5;target_node=6;to_proc=7;to_thread=8;reply=1;code=255;flags=16", dump_binder,
    "5 6 7 8 1 10 ff 0 0 -" },
  { "binder_transaction_received", "debug_id=5", dump_binder, "5 0 0 0 0 0 0 0 0 -" },
  { "binder_transaction_alloc_buf", "debug_id=5;transaction=5;data_size=80;offsets_size=8",
    dump_binder, "5 0 0 0 0 0 0 80 8 -" },
  { "binder_return", "cmd=29201", dump_binder, "0 0 0 0 0 0 7211 0 0 BR_FAILED_REPLY" },
  { "binder_lock", "tag=binder_ioctl", dump_lock, "binder_ioctl" },
  { "rss_stat", "member=1;size=4096;curr=1;mm_id=17", dump_memory, "MM_ANONPAGES 4096 0 17 1" },
  { "thermal_temperature", "id=2;temp=30;temp_prev=35;thermal_zone=skin", dump_memory,
    "skin 30 -5 2 -1" },
  { "ion_heap_grow", "heap_name=system;len=4096;total_allocated=8192", dump_memory,
    "system 8192 4096 -1 -1" },
  { "ion_heap_shrink", "heap_name=system;len=4096;total_allocated=8192", dump_memory,
    "system 8192 -4096 -1 -1" },
  { "ion_stat", "buffer_id=3;len=-4096;total_allocated=8192", dump_memory, " 8192 -4096 3 -1" },
  { "dma_heap_stat", "inode=3;len=4096;total_allocated=8192", dump_memory, " 8192 4096 3 -1" },
  { "sys_enter", "id=0", dump_call, "0 read 0 0" },
  { "sys_exit", "id=9999;ret=-2", dump_call, "9999  1 -2" },
  { "suspend_resume", "action=suspend_enter;val=3;start=1", dump_suspend, "suspend_enter 3 1" },
  { "suspend_resume", "action=thaw_processes;val=0;start=0", dump_suspend, "thaw_processes 0 0" },
  { "wakeup_source_activate", "name=alarm 1;state=1", dump_wake_source, "alarm 1" },
  { "wakeup_source_deactivate", "name=alarm;state=1", dump_wake_source, "alarm" },
  { "kprobe_event", "name=vfs_read;type=2", dump_probe, "vfs_read 2" },
  { "block_rq_issue", "dev=2049;sector=123;nr_sector=8;bytes=4096;rwbs=WS;comm=a;cmd=",
    dump_request, "8:1 WS 123 4096" },
  { "block_rq_complete", "dev=2049;sector=123;nr_sector=8;errors=0;rwbs=R;cmd=", dump_request,
    "8:1 R 123 -1" },
  { "block_io_start", "dev=2049;sector=1;nr_sector=8;bytes=9;ioprio=0;rwbs=R;comm=a;cmd=",
    dump_request, "8:1 R 1 9" },
  { "block_io_done", "dev=2049;sector=1;nr_sector=8;bytes=9;ioprio=0;rwbs=R;comm=a;cmd=",
    dump_request, "8:1 R 1 9" },
  { "android_fs_dataread_start",
    "bytes=4096;cmdline=app;i_size=9;ino=5;offset=1;pathbuf=/data/a b;pid=7", dump_file,
    "/data/a b 1 4096 5" },
  { "android_fs_dataread_end", "bytes=4096;ino=5;offset=1", dump_file, " 1 4096 5" },
  { "android_fs_datawrite_start",
    "bytes=4096;cmdline=app;i_size=9;ino=5;offset=1;pathbuf=/data/a;pid=7", dump_file,
    "/data/a 1 4096 5" },
  { "android_fs_datawrite_end", "bytes=4096;ino=5;offset=1", dump_file, " 1 4096 5" },
  { "oom_score_adj_update", "comm=a;oom_score_adj=64736;pid=7", dump_named, NULL },
  { "gpu_mem_total", "gpu_id=1;pid=7;size=4096", dump_named, "pid=7 size=4096 gpu_id=1 " },
  { "cdev_update", "target=3;type=cpu", dump_named, "target=3 type=cpu " },
  { "dma_fence_emit", "context=1;driver=msm;seqno=7;timeline=ring", dump_named,
    "context=1 seqno=7 timeline=ring " },
  { "drm_run_job", "entity=1;fence=18446744073709551615;hw_job_count=1;id=1;job_count=1;name=gfx",
    dump_named, "name=gfx fence=18446744073709551615 " },
  { "devfreq_frequency", "dev_name=1.devfreq_mif;freq=4;prev_freq=3", dump_named,
    "dev_name=1.devfreq_mif " },
  { "mdp_trace_counter", "pid=7;counter_name=n;value=3", dump_named, "pid=7 " },
  { "dpu_tracing_mark_write", "pid=7;trace_name=commit;trace_begin=1", dump_mark, NULL },
  { "sde_tracing_mark_write", "pid=7;trace_name=commit|Mabc;trace_type=66;value=0;trace_begin=1",
    dump_mark, NULL },
  { "sde_tracing_mark_write", "pid=7;trace_name=n;trace_type=67;value=-3", dump_mark, NULL },
  { "mali_tracing_mark_write", "name=n;pid=7;type=66;value=0", dump_mark, NULL },
};

/* Encodes only those of the fields that the event's message has. */
static void
encode (const TvKernelEvent *event, const char *fields, GByteArray *message)
{
  g_auto (GStrv) pairs = g_strsplit (fields, ";", -1);

  for (guint i = 0; pairs[i] != NULL; i++)
    {
      char *equals = strchr (pairs[i], '=');

      *equals = '\0';
      for (guint f = 0; f < event->fields->len; f++)
        {
          const TvKernelField *field = &g_array_index (event->fields, TvKernelField, f);

          if (!g_str_equal (field->name, pairs[i]))
            continue;
          if (field->type == 's')
            tv_protobuf_append_text (message, field->number, equals + 1);
          else
            tv_protobuf_append_number (message, field->number,
                                       *(equals + 1) == '-'
                                           ? g_ascii_strtoll (equals + 1, NULL, 10)
                                           : (gint64) g_ascii_strtoull (equals + 1, NULL, 10));
        }
    }
}

static const TvKernelEvent *
find_event (TvKernelRecorder recorder, const char *name, guint *number)
{
  for (guint n = 1; n < 5000; n++)
    {
      const TvKernelEvent *event = tv_kernel_event_find (recorder, n);

      *number = n;
      if (event != NULL && g_str_equal (event->name, name))
        return event;
    }
  return NULL;
}

static TvFtraceEvent
look_up (const char *name)
{
  return tv_ftrace_event_lookup ((TvSpan){ name, strlen (name) });
}

static void
check (const Case *tested, const TvKernelEvent *event)
{
  g_autoptr (GByteArray) message = g_byte_array_new ();
  g_autoptr (GStringChunk) texts = g_string_chunk_new (64);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) from_message = g_string_new (NULL);
  g_autoptr (GString) from_text = g_string_new (NULL);
  TvKernelArgs args = { .event = event, .printer = &printer, .texts = texts };
  TvKernelArgs text_args;

  encode (event, tested->fields, message);
  args.bytes = (TvSpan){ (const char *) message->data, message->len };
  tv_kernel_put_event (&printer, event, args.bytes, text);
  text_args = tv_kernel_args_text ((TvSpan){ text->str, text->len });
  if (!tested->dump (&args, look_up (tested->name), from_message))
    g_string_truncate (from_message, 0);
  if (!tested->dump (&text_args, look_up (tested->name), from_text))
    g_string_truncate (from_text, 0);
  g_test_message ("%s: %s", tested->name, text->str);
  g_assert_cmpstr (from_message->str, ==, from_text->str);
  if (tested->wanted != NULL)
    g_assert_cmpstr (from_message->str, ==, tested->wanted);
  else
    g_assert_cmpuint (from_message->len, >, 0);
}

static void
test_same (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint n_recorders = 0, number;

      for (guint recorder = 0; recorder < TV_N_KERNEL_RECORDERS; recorder++)
        {
          const TvKernelEvent *event = find_event ((TvKernelRecorder) recorder, cases[i].name,
                                                   &number);

          if (event == NULL)
            continue;
          check (&cases[i], event);
          n_recorders++;
        }
      g_assert_cmpuint (n_recorders, >, 0);
    }
}

/* Checks that every event whose handler decodes messages has a case. */
static void
test_complete (void)
{
  for (guint number = 1; number < 5000; number++)
    {
      const TvKernelEvent *event = tv_kernel_event_find (TV_KERNEL_RECORDER_PERFETTO, number);
      gboolean has_members = FALSE, has_case = FALSE;

      for (guint i = 0; event != NULL && i < event->members->len; i++)
        has_members |= g_array_index (event->members, TvKernelMember, i).type !=
                       TV_KERNEL_MEMBER_NONE;
      for (guint i = 0; has_members && i < G_N_ELEMENTS (cases); i++)
        has_case |= g_str_equal (event->name, cases[i].name);
      if (has_members && !has_case)
        g_error ("no case for %s", event->name);
    }
}

/* ---- Messages ---- */

static void
test_damaged (void)
{
  guint number;
  const TvKernelEvent *event = find_event (TV_KERNEL_RECORDER_PERFETTO, "sched_switch", &number);
  g_autoptr (GByteArray) message = g_byte_array_new ();
  g_autoptr (GStringChunk) texts = g_string_chunk_new (64);
  TvKernelArgs args = { .event = event, .printer = &printer, .texts = texts };
  TvSchedSwitch sw;

  encode (event, cases[0].fields, message);
  for (gsize size = 0; size <= message->len; size++)
    {
      g_autofree char *copy = g_memdup2 (message->data, size);

      args.bytes = (TvSpan){ copy, size };
      g_assert_true (tv_kernel_args_get_switch (&args, &sw));
    }
  g_assert_cmpint (sw.next_prio, ==, 98);
}

/* Line ends and NULs in the text of a field become spaces, as in the text of an event. */
static void
test_line_ends (void)
{
  guint number;
  const TvKernelEvent *event = find_event (TV_KERNEL_RECORDER_PERFETTO, "sched_wakeup", &number);
  g_autoptr (GByteArray) message = g_byte_array_new ();
  g_autoptr (GStringChunk) texts = g_string_chunk_new (64);
  TvKernelArgs args = { .event = event, .printer = &printer, .texts = texts };
  TvSchedWakeup wakeup;

  tv_protobuf_append_bytes (message, 1, "a\nb\0c", 5);
  args.bytes = (TvSpan){ (const char *) message->data, message->len };
  g_assert_true (tv_kernel_args_get_wakeup (&args, &wakeup));
  g_assert_cmpmem (wakeup.comm.text, wakeup.comm.size, "a b c", 5);
}

/* The trace formats the text of a message when the text is requested. Equal messages share a payload. */
static void
test_payload (void)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  g_autoptr (GByteArray) message = g_byte_array_new ();
  g_autoptr (GString) payload = g_string_new (NULL);
  g_autoptr (GStringChunk) texts = g_string_chunk_new (64);
  g_autoptr (TvTrace) trace = NULL;
  g_autofree char *shown = NULL, *other = NULL;
  guint number;
  const TvKernelEvent *event = find_event (TV_KERNEL_RECORDER_PERFETTO, "sched_waking", &number);
  guint8 kind = tv_trace_builder_add_event_renderer (
      builder, tv_kernel_args_renderer_new (TV_KERNEL_RECORDER_PERFETTO, TV_KERNEL_4_14, ""));
  guint32 name = tv_trace_builder_intern (builder, "sched_waking", -1);
  TvSchedWakeup wakeup;
  TvKernelArgs args;
  TvEventRows rows;
  guint32 first, text;

  encode (event, "comm=a;pid=7;prio=120;target_cpu=3", message);
  tv_kernel_args_put (number, (TvSpan){ (const char *) message->data, message->len }, payload);
  first = tv_trace_builder_add_message (builder, name, kind, payload->str, payload->len, -1, 1);
  g_assert_cmpuint (
      tv_trace_builder_add_message (builder, name, kind, payload->str, payload->len, -1, 1), ==,
      first);
  /* Text is stored separately from a message with the same bytes. */
  text = tv_trace_builder_add_text (builder, name, payload->str, payload->len, 1);
  g_assert_cmpuint (text, !=, first);
  args = tv_kernel_args_get (builder, first, texts);
  g_assert_true (tv_kernel_args_get_wakeup (&args, &wakeup));
  g_assert_cmpint (wakeup.pid, ==, 7);
  g_assert_null (tv_kernel_args_get (builder, text, texts).event);
  g_assert_true (tv_trace_builder_add_events (builder, 2, &rows));
  tv_event_rows_set (&rows, 0, 10, 0, TV_NONE, first, 0);
  tv_event_rows_set (&rows, 1, 20, 0, TV_NONE, text, 0);
  tv_trace_builder_sort_events (builder, NULL, 2, 1);
  trace = tv_trace_builder_finish (builder, NULL, NULL);
  shown = tv_trace_dup_event_args (trace, 0);
  g_assert_cmpstr (shown, ==, "comm=a pid=7 prio=120 target_cpu=003");
  other = tv_trace_dup_event_args (trace, 1);
  g_assert_cmpstr (other, !=, shown);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kernel-args/same", test_same);
  g_test_add_func ("/kernel-args/complete", test_complete);
  g_test_add_func ("/kernel-args/damaged", test_damaged);
  g_test_add_func ("/kernel-args/line-ends", test_line_ends);
  g_test_add_func ("/kernel-args/payload", test_payload);
  return g_test_run ();
}
