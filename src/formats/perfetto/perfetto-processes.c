/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-processes.h"

#include "formats/perfetto/perfetto-records.h"

/* Decodes ProcessTree, ProcessStats and the process and thread descriptors of old recorders. Called by the survey,
 * which looks for reused ids, and by the packet loop in perfetto.c. Adds and names threads and processes through
 * TvFtraceThreads; memory counters become records. */

#define KTHREADD    2     /* pid of kthreadd, the parent of all kernel threads */
#define MAX_CMDLINE 16384 /* size in bytes at which a command line is truncated */

/* ---- ProcessTree ---- */

/* Names a process. The last name takes precedence. If several processes have used the pid, #TvFtraceReuse determines
 * the right one at the end. Returns the upid. */
static guint32
name_process (TvPerfettoReader *reader, gint32 pid, TvSpan name)
{
  TvFtraceThreads *threads = reader->threads;
  guint32 upid = tv_ftrace_threads_make_process (threads, tv_ftrace_threads_ensure (threads, pid));

  if (name.size > 0)
    tv_trace_builder_name_process (reader->builder, upid, tv_perfetto_reader_intern (reader, name));
  return upid;
}

/* Removes the current work item from the name of a kernel worker thread. */
static TvSpan
trim_worker (TvSpan name)
{
  static const char worker[] = "kworker/";

  if (name.size > strlen (worker) && memcmp (name.text, worker, strlen (worker)) == 0)
    for (gsize i = strlen (worker); i < name.size; i++)
      if (name.text[i] == '+' || name.text[i] == '-')
        name.size = i;
  return name;
}

/* Truncates a name at the first blank if the command line is a single string. Also trims names of kernel workers. */
static TvSpan
trim_name (TvSpan name, guint n_arguments, gint32 parent)
{
  const char *blank = n_arguments == 1 && name.size > 0 ? memchr (name.text, ' ', name.size) : NULL;

  if (blank != NULL)
    name.size = (gsize) (blank - name.text);
  return parent == KTHREADD ? trim_worker (name) : name;
}

/* Interns the command line of a process. Joins the arguments with blanks, and truncates a long line. */
static guint32
intern_cmdline (TvPerfettoReader *reader, TvSpan message, gint32 parent)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean has_any = FALSE;
  TvSpan cmdline;

  while (tv_proto_next (&proto, &field))
    if (field.number == 3 && field.type == TV_PROTO_BYTES && text->len < MAX_CMDLINE)
      {
        if (has_any)
          g_string_append_c (text, ' ');
        g_string_append_len (text, field.bytes.text, (gssize) MIN (field.bytes.size, MAX_CMDLINE));
        has_any = TRUE;
      }
  cmdline = (TvSpan){ text->str, text->len };
  return tv_perfetto_reader_intern (reader, parent == KTHREADD ? trim_worker (cmdline) : cmdline);
}

/* Sets the creation time of a process. @start is in ns on the boot clock; 0 if not recorded. */
static void
set_start (TvPerfettoReader *reader, guint32 upid, guint64 start)
{
  TvPerfettoClocks *clocks = &reader->clocks;
  guint32 clock = tv_perfetto_clocks_find (clocks, TV_PERFETTO_BOOTTIME, 0);
  gint64 ts;

  if (start == 0 || start > G_MAXINT64)
    return;
  if (clock == clocks->trace_clock)
    ts = (gint64) start;
  else if (!tv_perfetto_clocks_convert (clocks, clock, (gint64) start, &ts))
    return;
  if (!__builtin_add_overflow (ts, reader->offset_ns, &ts))
    tv_trace_builder_list_process_start (reader->builder, upid, ts);
}

static void
take_process (TvPerfettoReader *reader, TvSpan message)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  gint32 pid = 0, parent = 0;
  guint64 start = 0;
  guint32 upid, parent_upid = TV_NONE, uid = TV_NONE;
  TvSpan name = { NULL, 0 };
  guint n_arguments = 0;
  gboolean is_comm = FALSE;

  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      pid = (gint32) field.value;
    else if (field.number == 2)
      parent = (gint32) field.value;
    else if (field.number == 3 && n_arguments++ == 0)
      name = field.bytes;
    else if (field.number == 5 && field.type == TV_PROTO_VARINT)
      uid = (guint32) field.value;
    else if (field.number == 7 && field.type == TV_PROTO_VARINT)
      start = field.value;
    else if (field.number == 9)
      is_comm = field.value != 0;
  if (n_arguments == 0 || pid <= 0)
    return;
  if (parent > 0)
    parent_upid = name_process (reader, parent, (TvSpan){ NULL, 0 });
  upid = name_process (reader, pid, trim_name (name, n_arguments, parent));
  if (parent_upid != upid)
    tv_trace_builder_set_process_parent (reader->builder, upid, parent_upid);
  tv_trace_builder_describe_process (reader->builder, upid, uid,
                                     intern_cmdline (reader, message, parent));
  set_start (reader, upid, start);
  if (is_comm)
    tv_ftrace_threads_name (
        reader->threads, tv_ftrace_threads_ensure (reader->threads, pid), TV_FTRACE_NAME_LISTED,
        tv_perfetto_reader_intern (reader, trim_name (name, n_arguments, parent)));
}

static void
take_thread (TvPerfettoReader *reader, TvSpan message)
{
  TvFtraceThreads *threads = reader->threads;
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  gint32 tid = 0, tgid = 0;
  TvSpan name = { NULL, 0 };
  guint32 utid;

  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      tid = (gint32) field.value;
    else if (field.number == 2)
      name = field.bytes;
    else if (field.number == 3)
      tgid = (gint32) field.value;
  if (tid <= 0)
    return;
  utid = tv_ftrace_threads_ensure (threads, tid);
  if (tgid > 0)
    tv_ftrace_threads_set_tgid (threads, utid, tgid);
  if (name.size > 0)
    tv_ftrace_threads_name (threads, utid, TV_FTRACE_NAME_LISTED,
                            tv_perfetto_reader_intern (reader, trim_worker (name)));
}

/**
 * tv_perfetto_survey_process_tree:
 * @reuse: receives the processes and threads
 * @message: a ProcessTree
 *
 * Adds the listed processes and threads to @reuse, which finds reused ids.
 */
void
tv_perfetto_survey_process_tree (TvFtraceReuse *reuse, TvSpan message)
{
  TvProto proto = tv_proto_open (message);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    if (field.type == TV_PROTO_BYTES && (field.number == 1 || field.number == 2))
      {
        gboolean is_process = field.number == 1;
        TvProto inner = tv_proto_open (field.bytes);
        gint32 id = 0, tgid = 0;
        guint64 start = 0;

        while (tv_proto_next (&inner, &field))
          if (field.number == 1)
            id = (gint32) field.value;
          else if (field.number == 3 && !is_process)
            tgid = (gint32) field.value;
          else if (field.number == 7 && is_process)
            start = field.value;
        if (is_process)
          tv_ftrace_reuse_note_process (reuse, id, start);
        else
          tv_ftrace_reuse_note_thread (reuse, id, tgid);
      }
}

/**
 * tv_perfetto_take_process_tree:
 * @message: a ProcessTree
 *
 * Adds the listed processes and threads. A list contains those that have appeared since the previous list.
 */
void
tv_perfetto_take_process_tree (TvPerfettoReader *reader, const TvPerfettoMessage *message)
{
  TvProto proto = tv_proto_open (message->content);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    if (field.type != TV_PROTO_BYTES)
      continue;
    else if (field.number == 1)
      take_process (reader, field.bytes);
    else if (field.number == 2)
      take_thread (reader, field.bytes);
}

/* ---- ProcessStats ---- */

/* Counters of processes. Some of them also occur in the ftrace event rss_stat. */
static const struct
{
  guint number;
  const char *name;
  gboolean is_kb;
  TvCounterRole role;
  TvCounterUnit unit;
} counters[] = {
  { 2, "mem.virt", TRUE, TV_COUNTER_ROLE_MEMORY, TV_COUNTER_UNIT_BYTES },
  { 3, "mem.rss", TRUE, TV_COUNTER_ROLE_MEMORY, TV_COUNTER_UNIT_BYTES },
  { 4, "rss: MM_ANONPAGES", TRUE, TV_COUNTER_ROLE_MEMORY, TV_COUNTER_UNIT_BYTES },
  { 5, "rss: MM_FILEPAGES", TRUE, TV_COUNTER_ROLE_MEMORY, TV_COUNTER_UNIT_BYTES },
  { 6, "rss: MM_SHMEMPAGES", TRUE, TV_COUNTER_ROLE_MEMORY, TV_COUNTER_UNIT_BYTES },
  { 7, "rss: MM_SWAPENTS", TRUE, TV_COUNTER_ROLE_MEMORY, TV_COUNTER_UNIT_BYTES },
  { 8, "mem.locked", TRUE, TV_COUNTER_ROLE_MEMORY, TV_COUNTER_UNIT_BYTES },
  { 9, "mem.rss.watermark", TRUE, TV_COUNTER_ROLE_MEMORY, TV_COUNTER_UNIT_BYTES },
  { 10, "oom_score_adj", FALSE, TV_COUNTER_ROLE_OTHER, TV_COUNTER_UNIT_NONE },
  { 16, "mem.smaps.rss", TRUE, TV_COUNTER_ROLE_MEMORY, TV_COUNTER_UNIT_BYTES },
  { 17, "mem.smaps.pss", TRUE, TV_COUNTER_ROLE_MEMORY, TV_COUNTER_UNIT_BYTES },
  { 18, "mem.smaps.pss.anon", TRUE, TV_COUNTER_ROLE_MEMORY, TV_COUNTER_UNIT_BYTES },
  { 19, "mem.smaps.pss.file", TRUE, TV_COUNTER_ROLE_MEMORY, TV_COUNTER_UNIT_BYTES },
  { 20, "mem.smaps.pss.shmem", TRUE, TV_COUNTER_ROLE_MEMORY, TV_COUNTER_UNIT_BYTES },
  { 21, "runtime.user_ns", FALSE, TV_COUNTER_ROLE_OTHER, TV_COUNTER_UNIT_NS },
  { 22, "runtime.kernel_ns", FALSE, TV_COUNTER_ROLE_OTHER, TV_COUNTER_UNIT_NS },
  { 23, "mem.smaps.swap.pss", TRUE, TV_COUNTER_ROLE_MEMORY, TV_COUNTER_UNIT_BYTES },
  { 24, "mem.dmabuf_rss", TRUE, TV_COUNTER_ROLE_MEMORY, TV_COUNTER_UNIT_BYTES },
};

static void
take_value (TvPerfettoReader *reader, gint32 pid, const TvProtoField *field, gint64 ts)
{
  for (gsize i = 0; i < G_N_ELEMENTS (counters); i++)
    if (counters[i].number == field->number)
      {
        guint32 name = tv_trace_builder_intern (reader->builder, counters[i].name, -1);
        guint32 counter = tv_perfetto_records_get_counter (reader->records, TV_PERFETTO_OF_PROCESS,
                                                           (guint32) pid, name, counters[i].role,
                                                           counters[i].unit);

        tv_perfetto_records_add_sample (reader->records, counter, ts,
                                        (double) (gint64) field->value *
                                            (counters[i].is_kb ? 1024 : 1));
        return;
      }
}

static void
take_stats (TvPerfettoReader *reader, TvSpan message, gint64 ts)
{
  TvFtraceThreads *threads = reader->threads;
  TvProto proto = tv_proto_open (message);
  TvProtoField field;
  gint32 pid = 0;

  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      pid = (gint32) field.value;
  if (pid <= 0)
    return;
  name_process (reader, pid, (TvSpan){ NULL, 0 });
  proto = tv_proto_open (message);
  while (tv_proto_next (&proto, &field))
    if (field.number == 11 && field.type == TV_PROTO_BYTES)
      {
        TvProto inner = tv_proto_open (field.bytes);

        while (tv_proto_next (&inner, &field))
          if (field.number == 1)
            tv_ftrace_threads_set_tgid (
                threads, tv_ftrace_threads_ensure (threads, (gint32) field.value), pid);
      }
    else if (field.type == TV_PROTO_VARINT)
      take_value (reader, pid, &field, ts);
}

/**
 * tv_perfetto_take_process_stats:
 * @message: a ProcessStats
 *
 * Adds samples of process counters. The message contains only counters that have changed since the previous message.
 */
void
tv_perfetto_take_process_stats (TvPerfettoReader *reader, const TvPerfettoMessage *message)
{
  TvProto proto = tv_proto_open (message->content);
  TvProtoField field;

  while (tv_proto_next (&proto, &field))
    if (field.number == 1 && field.type == TV_PROTO_BYTES)
      take_stats (reader, field.bytes, message->ts);
}

/* ---- Descriptors of old recorders ---- */

/**
 * tv_perfetto_take_process:
 * @message: a ProcessDescriptor
 *
 * Names the process that writes the sequence.
 */
void
tv_perfetto_take_process (TvPerfettoReader *reader, const TvPerfettoMessage *message)
{
  TvProto proto = tv_proto_open (message->content);
  TvProtoField field;
  gint32 pid = 0;
  TvSpan name = { NULL, 0 };

  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      pid = (gint32) field.value;
    else if (field.number == 6)
      name = field.bytes;
  if (pid > 0)
    name_process (reader, pid, name);
}

/**
 * tv_perfetto_take_thread:
 * @message: a ThreadDescriptor
 *
 * Sets the thread that writes the sequence, and the base of relative timestamps and thread clock values in its
 * events.
 */
void
tv_perfetto_take_thread (TvPerfettoReader *reader, const TvPerfettoMessage *message)
{
  TvFtraceThreads *threads = reader->threads;
  TvPerfettoSequence *sequence = message->sequence;
  TvProto proto = tv_proto_open (message->content);
  TvProtoField field;
  TvSpan name = { NULL, 0 };
  guint32 utid;

  sequence->pid = sequence->tid = 0;
  sequence->time_us = sequence->thread_time_us = sequence->n_instructions = 0;
  while (tv_proto_next (&proto, &field))
    if (field.number == 1)
      sequence->pid = (gint32) field.value;
    else if (field.number == 2)
      sequence->tid = (gint32) field.value;
    else if (field.number == 5)
      name = field.bytes;
    else if (field.number == 6)
      sequence->time_us = (gint64) field.value;
    else if (field.number == 7)
      sequence->thread_time_us = (gint64) field.value;
    else if (field.number == 8)
      sequence->n_instructions = (gint64) field.value;
  sequence->has_thread = TRUE;
  sequence->has_delta = TRUE;
  sequence->is_time_bad = FALSE;
  if (sequence->pid > 0)
    tv_ftrace_threads_ensure (
        threads, sequence->pid); /* gives the main thread a lower utid than the process's other
                                                        * threads */
  utid = tv_ftrace_threads_ensure (threads, sequence->tid);
  if (sequence->pid > 0)
    tv_ftrace_threads_set_tgid (threads, utid, sequence->pid);
  if (name.size > 0)
    tv_ftrace_threads_name (threads, utid, TV_FTRACE_NAME_OWN,
                            tv_perfetto_reader_intern (reader, name));
}
