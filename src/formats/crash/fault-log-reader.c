/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/crash/fault-log-reader.h"

#include "formats/crash/fault-log-line.h"
#include "formats/input/scan.h"

/* Parses OpenHarmony's fault logs: a header of keys, then sections that begin with headings. Threads and frames have
 * the same syntax and meaning in all sections:
 *
 *   fault-log-header.c  keys, and data in the reason
 *   fault-log-reader.c  threads, registers, memory, files, logs
 *   freeze-reader.c     reports of freezes and the data collected for each
 *   freeze-times.c      the timeline of a freeze
 *
 * Entry points for fault-log.c: tv_fault_log_reader_init(), _emit() for each line, _finish(). The state is the
 * current section and thread. Faults, stacks and logs go to the builder through fault-reader.c. */

void
tv_fault_log_reader_init (TvFaultLogReader *self,
                          TvFaultKind kind,
                          TvTraceBuilder *builder,
                          GBytes *bytes)
{
  *self = (TvFaultLogReader){ .kind = kind,
                              .pid = TV_NONE,
                              .process = TV_NONE,
                              .ts = TV_NO_TIME,
                              .thread_name = TV_NONE,
                              .near = TV_NONE,
                              .region = TV_NONE,
                              .event_ts = TV_NO_TIME,
                              .event_name = TV_NONE,
                              .dump_pid = TV_NONE,
                              .blocked_tid = TV_NONE };
  tv_fault_reader_init (&self->faults, builder, bytes);
  self->pages = g_array_new (FALSE, FALSE, sizeof (TvFaultLogPoint));
  self->calls = g_array_new (FALSE, FALSE, sizeof (TvFaultLogCall));
  self->reports = g_array_new (FALSE, FALSE, sizeof (TvFaultLogPoint));
  tv_event_queue_init (&self->queue);
  tv_fault_reader_begin (&self->faults, kind);
}

void
tv_fault_log_reader_clear (TvFaultLogReader *self)
{
  g_array_unref (self->pages);
  g_array_unref (self->calls);
  g_array_unref (self->reports);
  tv_event_queue_clear (&self->queue);
  tv_fault_reader_clear (&self->faults);
}

static TvFault *
get_fault (TvFaultLogReader *self)
{
  return tv_trace_builder_get_fault (self->faults.builder);
}

/* ---- Threads ---- */

/* Sets the process if its id is known. The process name may come before or after the id. */
static void
set_process (TvFaultLogReader *self)
{
  if (self->pid != TV_NONE)
    tv_fault_reader_set_process (&self->faults, self->pid,
                                 tv_fault_reader_get_text (&self->faults, self->process));
}

/* Ends the current thread. In a freeze, the faulting thread is the thread that the last report names, or else the
 * main thread. In a crash, the first thread is the faulting thread. */
void
tv_fault_log_end_thread (TvFaultLogReader *self)
{
  guint32 tid = self->faults.threads.thread.sys_tid;
  guint32 wanted = self->blocked_tid != TV_NONE ? self->blocked_tid : self->pid;
  gboolean is_subject = self->kind == TV_FAULT_FREEZE && self->faults.threads.has_thread &&
                        tid == wanted && self->dump_pid == self->pid;
  guint32 thread = tv_fault_reader_end_thread (&self->faults);

  if (is_subject && thread != TV_NONE)
    get_fault (self)->thread = thread;
}

/* Begins a dump of a process at the time of the current report, or of the fault. */
static void
begin_dump (TvFaultLogReader *self)
{
  tv_fault_log_end_thread (self);
  set_process (self);
  if (self->dump_pid == TV_NONE)
    self->dump_pid = self->pid;
  if (self->dump_pid != TV_NONE && self->dump_pid != self->pid)
    self->faults.threads.upid = tv_trace_builder_ensure_process (self->faults.builder,
                                                                 self->dump_pid);
  tv_fault_reader_begin_dump (&self->faults, self->has_event ? self->event_ts : self->ts,
                              self->event_name);
}

static void
need_dump (TvFaultLogReader *self)
{
  if (!tv_fault_reader_has_dump (&self->faults))
    begin_dump (self);
}

static void
begin_thread (TvFaultLogReader *self, TvSpan name, guint32 tid)
{
  need_dump (self);
  tv_fault_log_end_thread (self);
  tv_fault_reader_begin_thread (&self->faults, name, tid);
}

static void
emit_use (TvFaultLogReader *self, const TvFaultLogUse *use)
{
  TvDumpReader *threads = &self->faults.threads;

  if (!threads->has_thread)
    return;
  if (use->state.size == 1)
    threads->thread.kernel_state = tv_fault_reader_intern (&self->faults, use->state);
  else
    threads->thread.state = tv_fault_reader_intern (&self->faults, use->state);
  threads->ticks[0] = use->user_ticks;
  threads->ticks[1] = use->system_ticks;
  if (use->hz > 0)
    threads->hz = use->hz;
}

/* Adds a frame. A frame without a preceding thread belongs to the thread that the header names, or to the blocked
 * thread, unless a stack of an earlier time is open. */
static gboolean
emit_frame (TvFaultLogReader *self, TvSpan line)
{
  TvDumpLine parsed;

  if (!tv_fault_log_parse_frame (line, &parsed))
    return FALSE;
  if (!self->faults.threads.has_thread && self->faults.others->len == 0)
    begin_thread (self, tv_fault_reader_get_text (&self->faults, self->thread_name),
                  self->blocked_tid);
  tv_fault_reader_add_frame (&self->faults, &parsed);
  return TRUE;
}

static gboolean
emit_thread (TvFaultLogReader *self, TvSpan line, gsize file_offset)
{
  TvFaultLogThread thread;
  TvFaultLogUse use;

  if (tv_fault_log_parse_thread (line, &thread))
    {
      tv_fault_log_begin_part (self, TV_FAULT_LOG_THREADS, file_offset);
      begin_thread (self, thread.name, thread.tid);
      return TRUE;
    }
  if (tv_fault_log_parse_use (line, &use))
    {
      emit_use (self, &use);
      tv_fault_reader_add_attribute (&self->faults, (TvSpan){ NULL, 0 }, line);
      return TRUE;
    }
  return line.size > 0 && (*line.text == '#' || *line.text == '[') && emit_frame (self, line);
}

/* ---- Registers and memory ---- */

static gboolean
emit_registers (TvFaultLogReader *self, TvSpan line)
{
  TvSpan name;
  guint64 value;
  guint n_bytes;
  gboolean has_any = FALSE;

  while (tv_fault_log_take_register (&line, &name, &value, &n_bytes))
    {
      if (get_fault (self)->word_bytes == 0 && (n_bytes == 4 || n_bytes == 8))
        get_fault (self)->word_bytes = n_bytes;
      tv_fault_reader_add_register (&self->faults, name, value);
      has_any = TRUE;
    }
  return has_any;
}

static gboolean
emit_memory (TvFaultLogReader *self, TvSpan line)
{
  TvSpan near, region, frame;
  TvMemoryWord word;

  if (tv_fault_log_parse_word (line, &word, &frame))
    {
      word.near = self->near;
      word.region = self->region;
      word.note = tv_fault_reader_intern (&self->faults, frame);
      tv_trace_builder_add_memory_word (self->faults.builder, &word);
      return TRUE;
    }
  if (self->part != TV_FAULT_LOG_MEMORY || !tv_fault_log_parse_near (line, &near, &region))
    return FALSE;
  self->near = tv_fault_reader_intern (&self->faults, near);
  self->region = tv_fault_reader_intern (&self->faults, region);
  return TRUE;
}

static gboolean
emit_region (TvFaultLogReader *self, TvSpan line)
{
  TvMemoryRegion region;
  TvSpan name;

  if (!tv_fault_log_parse_region (line, &region, &name))
    return FALSE;
  region.name = tv_fault_reader_intern (&self->faults, name);
  tv_trace_builder_add_memory_region (self->faults.builder, &region);
  return TRUE;
}

static gboolean
emit_file (TvFaultLogReader *self, TvSpan line)
{
  TvOpenFile file;
  guint32 number;
  TvSpan path, owner;

  if (!tv_fault_log_parse_file (line, &number, &path, &owner))
    return FALSE;
  file = (TvOpenFile){ .number = number,
                       .path = tv_fault_reader_intern (&self->faults, path),
                       .owner = tv_fault_reader_intern (&self->faults, owner) };
  tv_trace_builder_add_open_file (self->faults.builder, &file);
  return TRUE;
}

/* ---- Parts ---- */

/* Ends the current section and begins @part. Log lines are emitted here, at the end of their section; all other lines
 * have already been emitted. */
void
tv_fault_log_begin_part (TvFaultLogReader *self, TvFaultLogPart part, gsize file_offset)
{
  if (self->in_log)
    tv_log_inside_add (&self->faults.log, self->log_start, file_offset, TV_NONE);
  self->in_log = FALSE;
  self->part = part;
}

static gboolean
begins_part (TvFaultLogReader *self, TvSpan line, gsize file_offset, gsize next)
{
  static const struct
  {
    const char *heading;
    TvFaultLogPart part;
  } headings[] = {
    { "Fault thread info:", TV_FAULT_LOG_THREADS },
    { "Other thread info:", TV_FAULT_LOG_THREADS },
    { "Registers:", TV_FAULT_LOG_REGISTERS },
    { "Memory near registers:", TV_FAULT_LOG_MEMORY },
    { "FaultStack:", TV_FAULT_LOG_STACK },
    { "Maps:", TV_FAULT_LOG_REGIONS },
    { "OpenFiles:", TV_FAULT_LOG_FILES },
    { "Stacktrace:", TV_FAULT_LOG_SCRIPT },
    { "HybridStack:", TV_FAULT_LOG_SCRIPT },
    { "SourceCode:", TV_FAULT_LOG_SOURCE },
    { "HiLog:", TV_FAULT_LOG_LOG },
    { "MergeLog:", TV_FAULT_LOG_LOG },
    { "Page switch history:", TV_FAULT_LOG_PAGES },
  };

  for (guint i = 0; i < G_N_ELEMENTS (headings); i++)
    {
      if (!tv_span_is (line, headings[i].heading))
        continue;
      /* The header of a freeze repeats the script's stack and source lines, which the reports also contain. */
      if (self->kind == TV_FAULT_FREEZE && !self->has_event &&
          (headings[i].part == TV_FAULT_LOG_SCRIPT || headings[i].part == TV_FAULT_LOG_SOURCE))
        return FALSE;
      tv_fault_log_begin_part (self, headings[i].part, file_offset);
      if (headings[i].part == TV_FAULT_LOG_LOG)
        {
          self->in_log = TRUE;
          self->log_start = next;
        }
      else if (headings[i].part == TV_FAULT_LOG_STACK)
        self->near = tv_trace_builder_intern (self->faults.builder, "stack", -1);
      else if (tv_span_is (line, "HybridStack:"))
        {
          need_dump (self);
          tv_fault_log_end_thread (self);
          tv_fault_reader_begin_other (&self->faults, (TvSpan){ "hybrid stack", 12 }, TV_NONE);
        }
      self->region = headings[i].part == TV_FAULT_LOG_STACK ? TV_NONE : self->region;
      return TRUE;
    }
  return FALSE;
}

/* Parses a line by the rules of the current section. */
static gboolean
emit_part (TvFaultLogReader *self, TvSpan line, gsize file_offset)
{
  switch (self->part)
    {
    case TV_FAULT_LOG_HEADER:
    case TV_FAULT_LOG_PAGES:
      return tv_fault_log_emit_header (self, line, file_offset);
    case TV_FAULT_LOG_REGISTERS:
      return emit_registers (self, line);
    case TV_FAULT_LOG_MEMORY:
    case TV_FAULT_LOG_STACK:
      return emit_memory (self, line);
    case TV_FAULT_LOG_REGIONS:
      return emit_region (self, line);
    case TV_FAULT_LOG_FILES:
      return emit_file (self, line);
    case TV_FAULT_LOG_SCRIPT:
      return emit_frame (self, line);
    case TV_FAULT_LOG_THREADS:
    case TV_FAULT_LOG_SOURCE:
    case TV_FAULT_LOG_LOG:
    case TV_FAULT_LOG_EVENT:
    case TV_FAULT_LOG_CATCHER:
    default:
      return FALSE;
    }
}

static gboolean
is_log_line (TvSpan line)
{
  TvLogParsed parsed;

  return line.size > 20 && g_ascii_isdigit (*line.text) &&
         tv_log_line_parse (line, TV_LOG_FORM_HILOG, FALSE, &parsed);
}

/* Collects log lines, which are recognized by their syntax in any section. Other lines continue a log message only in
 * a log section. */
static gboolean
emit_log (TvFaultLogReader *self, TvSpan line, gsize file_offset)
{
  if (is_log_line (line))
    {
      if (!self->in_log)
        {
          self->in_log = TRUE;
          self->log_start = file_offset;
        }
      return TRUE;
    }
  if (self->in_log && self->part != TV_FAULT_LOG_LOG)
    tv_fault_log_begin_part (self, self->part, file_offset);
  return self->in_log;
}

/**
 * tv_fault_log_reader_emit:
 * @self: a reader
 * @line: next line, without its line end
 * @file_offset: offset of the line in the file, in bytes
 *
 * Parses a line. A line with unknown syntax is stored as an attribute of the current thread, dump or file.
 */
void
tv_fault_log_reader_emit (TvFaultLogReader *self, TvSpan line, gsize file_offset)
{
  gsize next = file_offset + line.size + 1;

  line = tv_scan_trim_end (line);
  if (begins_part (self, line, file_offset, next) || emit_log (self, line, file_offset) ||
      line.size == 0)
    return;
  if (emit_thread (self, line, file_offset) || tv_fault_log_emit_freeze (self, line, file_offset) ||
      emit_part (self, line, file_offset))
    return;
  /* Lines of the header may also come after other sections. */
  if (self->part != TV_FAULT_LOG_HEADER && !self->has_event && g_ascii_isalpha (*line.text) &&
      tv_fault_log_emit_header (self, line, file_offset))
    return;
  tv_fault_reader_add_attribute (&self->faults, (TvSpan){ NULL, 0 }, line);
}

/**
 * tv_fault_log_reader_finish:
 * @self: a reader after the last line
 * @end: size of the file
 * @latest_s: modification time of the file in s since 1970, which determines the year of log times without a year
 *
 * Emits the open log, the open thread and the timeline of a freeze, ends the fault, and reports the stacks that could
 * not be collected.
 */
void
tv_fault_log_reader_finish (TvFaultLogReader *self, gsize end, gint64 latest_s)
{
  TvFault *fault = get_fault (self);

  tv_fault_log_begin_part (self, TV_FAULT_LOG_HEADER, end);
  tv_fault_log_end_thread (self);
  if (fault->upid == TV_NONE)
    set_process (self);
  if (fault->ts == TV_NO_TIME)
    fault->ts = self->ts;
  tv_fault_log_emit_times (self);
  tv_fault_reader_end (&self->faults);
  if (self->n_failed > 0)
    tv_trace_builder_count_problems (self->faults.builder, TV_PROBLEM_FAILED_DUMP, -1,
                                     self->n_failed);
  tv_log_inside_finish (&self->faults.log,
                        self->ts != TV_NO_TIME ? self->ts / TV_LOG_NS_PER_S : latest_s, G_MININT32);
}
