/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/crash/fault-log-line.h"
#include "formats/crash/fault-log-reader.h"
#include "formats/input/scan.h"

/* Parses freeze reports. A file usually contains a first report as a warning, and some seconds later a report that
 * the thread is still blocked. The data collected for a report follow it:
 *
 *   *******************
 *   start time: …             ─▶ a report begins
 *   KEY = value               ─▶ name and time of the report
 *   MSG = …                   ─▶ queue of events, stack of a script
 *   SomeCatcher -- pid==N …   ─▶ stacks, calls between processes, CPU, memory
 *
 * Entry point: tv_fault_log_emit_freeze(), called by fault-log-reader.c for each line of a freeze report. Stores
 * calls and reports in the reader, for freeze-times.c. */

#define MIN_STARS 20 /* minimum length of a separator between reports */

static gboolean
is_row_of (TvSpan line, char c)
{
  for (gsize i = 0; i < line.size; i++)
    if (line.text[i] != c)
      return FALSE;
  return line.size >= MIN_STARS;
}

/* ---- Reports ---- */

static void
end_report (TvFaultLogReader *self)
{
  TvFaultLogPoint report = { self->event_ts, TRUE, self->event_name };

  tv_fault_log_end_thread (self);
  if (self->has_event && self->event_ts != TV_NO_TIME && self->event_name != TV_NONE)
    g_array_append_val (self->reports, report);
  self->has_event = FALSE;
  self->faults.threads.has_dump = FALSE;
  self->dump_pid = TV_NONE;
  self->blocked_tid = TV_NONE;
  self->event_name = TV_NONE;
  self->event_ts = TV_NO_TIME;
}

static void
begin_report (TvFaultLogReader *self, TvSpan time)
{
  end_report (self);
  self->has_event = TRUE;
  if (!tv_fault_log_parse_time (time, &self->event_ts))
    self->event_ts = TV_NO_TIME;
}

/* Returns whether the line consists only of an event name, as in old reports. */
static gboolean
is_bare_name (TvSpan line)
{
  for (gsize i = 0; i < line.size; i++)
    if (!g_ascii_isupper (line.text[i]) && !g_ascii_isdigit (line.text[i]) && line.text[i] != '_')
      return FALSE;
  return line.size > 4 && memchr (line.text, '_', line.size) != NULL;
}

/* In an excerpt without the header, the name of the first report is the reason. */
static void
emit_event_name (TvFaultLogReader *self, TvSpan name)
{
  TvFault *fault = tv_trace_builder_get_fault (self->faults.builder);

  self->event_name = tv_fault_reader_intern (&self->faults, name);
  if (fault->reason == TV_NONE)
    fault->reason = self->event_name;
}

/* Parses `KEY = value`, or the bare event name of an old report. The key TIMESTAMP is more precise than the time in
 * the report's heading. */
static gboolean
emit_event_key (TvFaultLogReader *self, TvSpan line)
{
  const char *equals = tv_scan_find (line, " =");
  TvSpan key, value;
  gint64 ns;

  if (self->event_name == TV_NONE && is_bare_name (line))
    {
      self->event_name = tv_fault_reader_intern (&self->faults, line);
      return TRUE;
    }
  if (equals == NULL)
    return FALSE;
  key = (TvSpan){ line.text, (gsize) (equals - line.text) };
  value = (TvSpan){ equals + 2, line.size - key.size - 2 };
  if (key.size == 0 || memchr (key.text, ' ', key.size) != NULL)
    return FALSE;
  tv_scan_blanks (&value);
  if (tv_span_is (key, "EVENTNAME"))
    emit_event_name (self, value);
  else if (tv_span_is (key, "TIMESTAMP") && tv_fault_log_parse_time (value, &ns))
    self->event_ts = ns;
  else if (tv_span_is (key, "PID") && self->pid == TV_NONE)
    tv_scan_id (&value, &self->pid);
  else if ((tv_span_is (key, "PROCESS_NAME") || tv_span_is (key, "PACKAGE_NAME")) &&
           self->process == TV_NONE)
    self->process = tv_fault_reader_intern (&self->faults, value);
  else if (tv_span_is (key, "MSG") && tv_scan_word (&value, "Blocked thread id = "))
    tv_scan_id (&value, &self->blocked_tid);
  tv_fault_reader_add_attribute (&self->faults, key, value);
  return TRUE;
}

/* ---- Collected data ---- */

/* Begins collected data at a line of the form `SomeCatcher -- pid==N …` or `PeerBinder Stacktrace --`. */
static gboolean
begins_catcher (TvFaultLogReader *self, TvSpan line, gsize file_offset)
{
  const char *dashes = tv_scan_find (line, " --");
  TvSpan title;

  if (dashes == NULL || !g_ascii_isupper (*line.text))
    return FALSE;
  title = (TvSpan){ line.text, (gsize) (dashes - line.text) };
  if (tv_scan_find (title, "Catcher") == NULL && !tv_span_is (title, "PeerBinder Stacktrace"))
    return FALSE;
  tv_fault_log_end_thread (self);
  tv_fault_log_begin_part (self, TV_FAULT_LOG_CATCHER, file_offset);
  /* The following stacks belong to the frozen process again, unless a line names another process. */
  if (self->dump_pid != TV_NONE && self->dump_pid != self->pid)
    {
      self->faults.threads.has_dump = FALSE;
      self->dump_pid = TV_NONE;
    }
  tv_fault_reader_add_attribute (&self->faults, (TvSpan){ NULL, 0 }, line);
  return TRUE;
}

/* Parses `Pid:N` or `… start catcher stacktrace for pid : N`, one of which precedes the stacks of another process.
 * These stacks belong to a new dump. */
static gboolean
emit_other_process (TvFaultLogReader *self, TvSpan line)
{
  guint32 pid;

  if (!tv_scan_word (&line, "Pid:") && !tv_scan_past (&line, " catcher stacktrace for pid "))
    return FALSE;
  tv_scan_word (&line, ":");
  tv_scan_blanks (&line);
  line = tv_scan_trim_end (line);
  if (!tv_scan_id (&line, &pid) || line.size > 0)
    return FALSE;
  if (pid != self->dump_pid && (self->dump_pid != TV_NONE || pid != self->pid))
    {
      tv_fault_log_end_thread (self);
      self->faults.threads.has_dump = FALSE;
    }
  self->dump_pid = pid;
  return TRUE;
}

static gboolean
emit_process_name (TvFaultLogReader *self, TvSpan line)
{
  guint32 name;

  if (!tv_scan_word (&line, "Process name:"))
    return FALSE;
  name = tv_fault_reader_intern (&self->faults, line);
  if (self->dump_pid != TV_NONE && name != TV_NONE)
    tv_trace_builder_name_process (
        self->faults.builder,
        tv_trace_builder_ensure_process (self->faults.builder, self->dump_pid), name);
  return TRUE;
}

static gboolean
emit_call (TvFaultLogReader *self, TvSpan line)
{
  TvFaultLogCall listed = { .seen = self->event_ts };
  TvBinderPool server;
  TvSpan context;

  if (tv_fault_log_parse_call (line, &listed.call))
    {
      g_array_append_val (self->calls, listed);
      return TRUE;
    }
  if (!tv_fault_log_parse_server (line, &server, &context))
    return FALSE;
  server.context = tv_fault_reader_intern (&self->faults, context);
  tv_trace_builder_add_binder_pool (self->faults.builder, &server);
  return TRUE;
}

/* Counts the line as a failure if it states why a stack is missing. */
static void
note_failure (TvFaultLogReader *self, TvSpan line)
{
  static const char *const phrases[] = { "has been crashed", "is dumping", "errno(",
                                         "Failed to dump normal stacktrace" };

  for (guint i = 0; i < G_N_ELEMENTS (phrases); i++)
    if (tv_scan_find (line, phrases[i]) != NULL)
      {
        self->n_failed++;
        return;
      }
}

/* Parses `YYYY-MM-DD hh:mm:ss.mmm; STEP`, where STEP is a lifecycle step of the program. */
static gboolean
emit_step (TvFaultLogReader *self, TvSpan line)
{
  TvSpan rest = line, time = tv_scan_until (&rest, ';');
  TvFaultLogPoint step = { .has_day = TRUE };

  if (rest.size == 0 || !g_ascii_isdigit (*line.text) || !tv_fault_log_parse_time (time, &step.ts))
    return FALSE;
  tv_scan_blanks (&rest);
  step.text = tv_fault_reader_intern (&self->faults, rest);
  if (step.text != TV_NONE)
    g_array_append_val (self->pages, step);
  return TRUE;
}

/* ---- Lines ---- */

static gboolean
emit_catcher (TvFaultLogReader *self, TvSpan line)
{
  return emit_other_process (self, line) || emit_process_name (self, line) ||
         emit_call (self, line) || emit_step (self, line);
}

static gboolean
emit_report (TvFaultLogReader *self, TvSpan line, gsize file_offset)
{
  TvSpan rest = line;

  if (tv_scan_word (&rest, "start time: "))
    {
      begin_report (self, rest);
      tv_fault_log_begin_part (self, TV_FAULT_LOG_EVENT, file_offset);
      return TRUE;
    }
  /* An excerpt may lack the line `start time:`, and begin with the first key. */
  if (!self->has_event && tv_scan_word (&rest, "DOMAIN = "))
    {
      begin_report (self, (TvSpan){ NULL, 0 });
      tv_fault_log_begin_part (self, TV_FAULT_LOG_EVENT, file_offset);
    }
  if (!self->has_event)
    return FALSE;
  if (begins_catcher (self, line, file_offset))
    return TRUE;
  if (self->part == TV_FAULT_LOG_EVENT && emit_event_key (self, line))
    return TRUE;
  /* Keys may also come after the stack of a script. */
  if ((self->part == TV_FAULT_LOG_SCRIPT || self->part == TV_FAULT_LOG_SOURCE) &&
      g_ascii_isalpha (*line.text) && tv_scan_find (line, " =") != NULL)
    {
      tv_fault_log_end_thread (self);
      if (!emit_event_key (self, line))
        return FALSE;
      tv_fault_log_begin_part (self, TV_FAULT_LOG_EVENT, file_offset);
      return TRUE;
    }
  note_failure (self, line);
  if (self->part == TV_FAULT_LOG_THREADS && g_ascii_isalpha (*line.text))
    tv_fault_log_end_thread (self);
  return self->part != TV_FAULT_LOG_EVENT && self->part != TV_FAULT_LOG_SCRIPT &&
         self->part != TV_FAULT_LOG_SOURCE && emit_catcher (self, line);
}

/**
 * tv_fault_log_emit_freeze:
 * @self: a reader
 * @line: a non-empty line
 * @file_offset: offset of the line in the file, in bytes
 *
 * Parses a line of a freeze report.
 *
 * Returns: whether the line belongs to a freeze report
 */
gboolean
tv_fault_log_emit_freeze (TvFaultLogReader *self, TvSpan line, gsize file_offset)
{
  if (self->kind != TV_FAULT_FREEZE)
    return FALSE;
  if (is_row_of (line, '*'))
    {
      end_report (self);
      tv_fault_log_begin_part (self, TV_FAULT_LOG_HEADER, file_offset);
      return TRUE;
    }
  if (is_row_of (line, '>') || is_row_of (line, '-') || is_row_of (line, '='))
    return TRUE;
  if (emit_report (self, line, file_offset))
    return TRUE;
  return self->has_event && tv_event_queue_add (&self->queue, &self->faults, line);
}
