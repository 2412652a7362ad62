/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/crash/fault-log-line.h"
#include "formats/crash/fault-log-reader.h"
#include "formats/input/scan.h"

/* Parses the header of a fault log, which consists of keys and values in any order. Except for the entries of the
 * page history, all of them become metadata. Called by fault-log-reader.c for lines of the header and of the page
 * history. Changes the current fault and the metadata of the builder. */

#define LONGEST_KEY 40

static TvFault *
get_fault (TvFaultLogReader *self)
{
  return tv_trace_builder_get_fault (self->faults.builder);
}

/* ---- Reasons ---- */

static void
emit_signal (TvFaultLogReader *self, const TvFaultLogSignal *signal)
{
  TvFault *fault = get_fault (self);
  TvSpan note = signal->note;

  fault->signal = tv_fault_log_number_signal (signal->name);
  fault->reason = tv_fault_reader_intern (&self->faults, signal->name);
  fault->code_name = tv_fault_reader_intern (&self->faults, signal->code_name);
  fault->has_address = signal->has_address;
  fault->address = signal->address;
  fault->sender_pid = signal->sender_pid;
  fault->sender_uid = signal->sender_uid;
  if (note.size > 0)
    tv_trace_builder_add_fault_cause (self->faults.builder,
                                      tv_fault_reader_intern (&self->faults, note));
}

/* Parses `file:F line:N message:M`, the reason of a panic. */
static void
emit_panic (TvFaultLogReader *self, TvSpan value)
{
  const char *message = tv_scan_find (value, "message:");

  if (message == NULL)
    return;
  message += strlen ("message:");
  get_fault (self)->message = tv_fault_reader_intern (
      &self->faults, (TvSpan){ message, (gsize) (value.text + value.size - message) });
}

static void
emit_reason (TvFaultLogReader *self, TvSpan value)
{
  TvFaultLogSignal signal;

  if (tv_fault_log_parse_signal (value, &signal))
    {
      emit_signal (self, &signal);
      return;
    }
  get_fault (self)->reason = tv_fault_reader_intern (&self->faults, value);
  if (self->kind == TV_FAULT_PANIC)
    emit_panic (self, value);
}

/* ---- Keys ---- */

static void
emit_time (TvFaultLogReader *self, TvSpan value)
{
  gint64 ns;

  if (!tv_fault_log_parse_time (value, &ns))
    return;
  self->ts = ns;
  get_fault (self)->ts = ns;
}

/* The process name takes precedence over the module name. */
static void
emit_name (TvFaultLogReader *self, TvSpan value, gboolean is_module)
{
  if (value.size > 0 && (self->process == TV_NONE || !is_module))
    self->process = tv_fault_reader_intern (&self->faults, value);
}

static void
emit_message (TvFaultLogReader *self, TvSpan value)
{
  if (value.size > 0)
    get_fault (self)->message = tv_fault_reader_intern (&self->faults, value);
}

/* Parses the first line of an error that is pasted without the header of the file. Its stack follows. */
static gboolean
emit_bare_error (TvFaultLogReader *self, TvSpan line, gsize file_offset)
{
  TvSpan name, message;

  if (self->kind != TV_FAULT_ERROR || get_fault (self)->reason != TV_NONE ||
      !tv_fault_log_parse_error (line, &name, &message))
    return FALSE;
  get_fault (self)->reason = tv_fault_reader_intern (&self->faults, name);
  get_fault (self)->is_end_unknown = TRUE;
  emit_message (self, message);
  tv_fault_log_begin_part (self, TV_FAULT_LOG_SCRIPT, file_offset);
  return TRUE;
}

/* Interprets the value of a known key; ignores other keys. Only the first process id counts, because sections that
 * were collected later use the same key for other processes. */
static void
emit_known_key (TvFaultLogReader *self, TvSpan key, TvSpan value)
{
  /* Pasted text may lack the reason; then, the name of the error or of the freeze is used instead. */
  if (tv_span_is (key, "Reason") ||
      ((tv_span_is (key, "Error name") || tv_span_is (key, "STRINGID")) &&
       get_fault (self)->reason == TV_NONE))
    emit_reason (self, value);
  else if (tv_span_is (key, "Pid") && self->pid == TV_NONE)
    tv_scan_id (&value, &self->pid);
  else if (tv_span_is (key, "Process name"))
    emit_name (self, value, FALSE);
  else if (tv_span_is (key, "Module name") || tv_span_is (key, "PROCESS_NAME") ||
           tv_span_is (key, "PACKAGE_NAME"))
    emit_name (self, value, TRUE);
  else if (tv_span_is (key, "PID") && self->pid == TV_NONE)
    tv_scan_id (&value, &self->pid);
  else if (tv_span_is (key, "Timestamp") || tv_span_is (key, "TIMESTAMP"))
    emit_time (self, value);
  else if (tv_span_is (key, "LastFatalMessage") || tv_span_is (key, "Error message"))
    emit_message (self, value);
  else if (tv_span_is (key, "Thread name"))
    self->thread_name = tv_fault_reader_intern (&self->faults, value);
  else if (tv_span_is (key, "CpuAbi"))
    get_fault (self)->word_bytes = tv_scan_find (value, "64") != NULL ? 8 : 4;
}

/* Parses `  hh:mm:ss[.:]mmm TEXT`, an entry of the page history. */
static gboolean
emit_page (TvFaultLogReader *self, TvSpan line)
{
  static const gint64 units[] = { G_GINT64_CONSTANT (3600000000000),
                                  G_GINT64_CONSTANT (60000000000), TV_LOG_NS_PER_S,
                                  TV_LOG_NS_PER_S / 1000 };
  TvFaultLogPoint page = { .ts = 0 };

  tv_scan_blanks (&line);
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      guint64 number;

      if (!tv_scan_number (&line, 10, &number) || number > 999 ||
          (i < 3 && !tv_scan_word (&line, ":") && !tv_scan_word (&line, ".")))
        return FALSE;
      page.ts += (gint64) number * units[i];
    }
  tv_scan_blanks (&line);
  tv_scan_word (&line, ":");
  page.text = tv_fault_reader_intern (&self->faults, line);
  if (page.text != TV_NONE)
    g_array_append_val (self->pages, page);
  return TRUE;
}

/* Parses `Generated by NAME` or the separator line below it. */
static gboolean
emit_first_lines (TvFaultLogReader *self, TvSpan line)
{
  if (tv_scan_word (&line, "Generated by "))
    {
      tv_fault_reader_add_metadata (&self->faults, "Generated by", line);
      return TRUE;
    }
  return tv_scan_word (&line, "==========");
}

/**
 * tv_fault_log_emit_header:
 * @self: a reader
 * @line: a line of the header
 * @file_offset: offset of the line in the file, in bytes
 *
 * Parses a line of the header. Emits the value of a key as metadata, and an entry of the page history as a point of
 * the timeline.
 *
 * Returns: whether the line has the form `Key:value`, or is another known line of the header
 */
gboolean
tv_fault_log_emit_header (TvFaultLogReader *self, TvSpan line, gsize file_offset)
{
  TvSpan value = line, key = tv_scan_until (&value, ':');
  g_autofree char *name = NULL;

  if (self->part == TV_FAULT_LOG_PAGES && (*line.text == ' ' || *line.text == '\t'))
    return emit_page (self, line);
  if (self->part == TV_FAULT_LOG_PAGES)
    tv_fault_log_begin_part (self, TV_FAULT_LOG_HEADER, file_offset);
  if (emit_first_lines (self, line) || emit_bare_error (self, line, file_offset))
    return TRUE;
  if (key.size == line.size || key.size == 0 || key.size > LONGEST_KEY ||
      !g_ascii_isalpha (*key.text))
    return FALSE;
  tv_scan_blanks (&value);
  emit_known_key (self, key, value);
  name = g_strndup (key.text, key.size);
  tv_fault_reader_add_metadata (&self->faults, name, value);
  return TRUE;
}
