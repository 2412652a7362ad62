/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/crash/tombstone-reader.h"

#include "formats/crash/tombstone-line.h"
#include "formats/input/scan.h"

/* Parses text tombstones. Headings determine the section of a line. In a section, the syntax of a line determines its
 * kind. Unknown lines are stored as attributes:
 *
 *   *** *** ***            ─▶ a fault begins
 *   pid: …                 ─▶ header of its thread: signal, causes, registers
 *   backtrace:             ─▶ frames
 *   memory near x1:        ─▶ words
 *   memory map:            ─▶ regions
 *   --------- tail end of log main
 *   --- --- ---            ─▶ the next thread
 *   open files:
 *
 * Called line by line by tombstone.c, and by the readers of logged crashes, mixed incident files and exported
 * crashes. The state is the section and the current thread; everything else goes to the builder through
 * fault-reader.c. */

/* Maximum size of an abort message in bytes. Further lines are dropped. */
#define LONGEST_MESSAGE (64u * 1024)

void
tv_tombstone_reader_init (TvTombstoneReader *self, TvTraceBuilder *builder, GBytes *bytes)
{
  *self = (TvTombstoneReader){ .ts = TV_NO_TIME,
                               .utc_offset_s = G_MININT32,
                               .near = TV_NONE,
                               .region = TV_NONE,
                               .log_buffer = TV_NONE,
                               .n_reported = TV_NONE,
                               .n_regions_reported = TV_NONE,
                               .logged_ts = TV_NO_TIME };
  self->java = g_array_new (FALSE, FALSE, sizeof (TvDumpLine));
  tv_fault_reader_init (&self->faults, builder, bytes);
}

void
tv_tombstone_reader_clear (TvTombstoneReader *self)
{
  g_array_unref (self->java);
  tv_fault_reader_clear (&self->faults);
}

static TvFault *
get_fault (TvTombstoneReader *self)
{
  return tv_trace_builder_get_fault (self->faults.builder);
}

/* ---- Parts ---- */

/* Reports lists that are shorter than the number of frames or mappings that the tombstone states. */
static void
check_counts (TvTombstoneReader *self)
{
  if ((self->n_reported != TV_NONE && self->n_counted < self->n_reported) ||
      (self->n_regions_reported != TV_NONE && self->n_regions < self->n_regions_reported))
    tv_trace_builder_count_problem (self->faults.builder, TV_PROBLEM_CUT_DUMP,
                                    (gint64) self->file_offset);
  self->n_reported = self->n_regions_reported = TV_NONE;
}

static void
append_message (TvTombstoneReader *self, TvSpan line)
{
  if (self->faults.text->len + line.size < LONGEST_MESSAGE)
    g_string_append_len (self->faults.text, line.text, (gssize) line.size);
  self->may_end = line.size > 0 && line.text[line.size - 1] == '\'';
}

/* Appends a line to the text of an exception. Google Play omits the message but keeps the colon before it. */
static void
append_exception (TvTombstoneReader *self, TvSpan line)
{
  if (line.size > 0 && line.text[line.size - 1] == ':')
    line.size--;
  append_message (self, line);
}

/* Ends an exception: emits the frames of its last cause, and sets the message of the fault. */
static void
end_java (TvTombstoneReader *self)
{
  TvFault *fault = get_fault (self);

  for (guint i = self->n_counted; i < self->java->len; i++)
    tv_fault_reader_add_frame (&self->faults, &g_array_index (self->java, TvDumpLine, i));
  g_array_set_size (self->java, 0);
  fault->kind = TV_FAULT_ERROR;
  fault->message = tv_fault_reader_intern (
      &self->faults, (TvSpan){ self->faults.text->str, self->faults.text->len });
  g_string_truncate (self->faults.text, 0);
}

/* Ends the current section, emits the lines collected in it, and begins @part. @file_offset: file offset of the new
 * section */
static void
begin_part (TvTombstoneReader *self, TvTombstonePart part, gsize file_offset)
{
  if (self->part == TV_TOMBSTONE_LOG)
    tv_log_inside_add (&self->faults.log, self->log_start, file_offset, self->log_buffer);
  if (self->part == TV_TOMBSTONE_ABORT)
    {
      if (self->may_end)
        g_string_truncate (self->faults.text, self->faults.text->len - 1);
      get_fault (self)->message = tv_fault_reader_intern_lines (
          &self->faults, (TvSpan){ self->faults.text->str, self->faults.text->len });
      g_string_truncate (self->faults.text, 0);
    }
  if (self->part == TV_TOMBSTONE_JAVA)
    end_java (self);
  if (self->part == TV_TOMBSTONE_FRAMES || self->part == TV_TOMBSTONE_REGIONS)
    check_counts (self);
  self->part = part;
}

static void
begin_fault (TvTombstoneReader *self, gsize file_offset)
{
  begin_part (self, TV_TOMBSTONE_HEADER, file_offset);
  check_counts (self);
  tv_fault_reader_begin (&self->faults, TV_FAULT_CRASH);
  self->ts = self->logged_ts;
  get_fault (self)->ts = self->ts;
  get_fault (self)->is_logged = self->is_logged;
  self->is_first_thread = TRUE;
  self->file_offset = file_offset;
}

/* ---- Headers ---- */

/* Parses `YYYY-MM-DD hh:mm:ss[.fffffffff][±zzzz]`. */
gboolean
tv_tombstone_parse_time (TvSpan text, gint64 *ns, gint64 *local_s, gint32 *utc_offset_s)
{
  TvLogTime time;
  TvSpan zone = text;
  gboolean is_west;
  guint64 number;

  if (text.size == 0)
    return FALSE;
  if (!tv_log_time_take (&zone, &time) || !time.has_year)
    return FALSE;
  *local_s = time.ns / TV_LOG_NS_PER_S + time.utc_offset_s;
  *utc_offset_s = time.kind == TV_LOG_TIME_UTC ? time.utc_offset_s : G_MININT32;
  is_west = tv_scan_word (&zone, "-");
  if ((is_west || tv_scan_word (&zone, "+")) && zone.size >= 4)
    {
      zone.size = 4;
      if (tv_scan_number (&zone, 10, &number) && zone.size == 0 && number % 100 < 60)
        {
          *utc_offset_s = (gint32) (number / 100 * 3600 + number % 100 * 60) * (is_west ? -1 : 1);
          time.ns -= *utc_offset_s * TV_LOG_NS_PER_S;
        }
    }
  *ns = time.ns;
  return TRUE;
}

/* Returns @text without its enclosing apostrophes, if any. */
static TvSpan
unquote (TvSpan text)
{
  if (text.size >= 2 && text.text[0] == '\'' && text.text[text.size - 1] == '\'')
    return (TvSpan){ text.text + 1, text.size - 2 };
  return text;
}

/* Parses a time in xCrash's format, `'YYYY-MM-DDThh:mm:ss.mmm+zzzz'`. */
gboolean
tv_tombstone_parse_quoted_time (TvSpan text, gint64 *ns, gint64 *local_s, gint32 *utc_offset_s)
{
  char plain[40];
  TvSpan time = unquote (text);

  if (time.size < 11 || time.size >= sizeof plain || time.text[10] != 'T')
    return FALSE;
  memcpy (plain, time.text, time.size);
  plain[10] = ' ';
  return tv_tombstone_parse_time ((TvSpan){ plain, time.size }, ns, local_s, utc_offset_s);
}

/* Sets the time of the fault. In a log, the timestamps of the lines are used instead. */
static void
emit_time (TvTombstoneReader *self, TvSpan value)
{
  if (!self->is_logged &&
      (tv_tombstone_parse_time (value, &self->ts, &self->local_s, &self->utc_offset_s) ||
       tv_tombstone_parse_quoted_time (value, &self->ts, &self->local_s, &self->utc_offset_s)))
    {
      self->faults.utc_offset_s = self->utc_offset_s != G_MININT32 ? self->utc_offset_s : 0;
      get_fault (self)->ts = self->ts;
    }
}

static void
emit_abi (TvTombstoneReader *self, TvSpan value)
{
  TvSpan abi = unquote (value);

  get_fault (self)->word_bytes = tv_scan_find (abi, "64") != NULL ? 8 : 4;
}

/* Begins an abort message at `Abort message: 'TEXT'`. The message may continue on the following lines. */
static void
begin_message (TvTombstoneReader *self, TvSpan value, gsize file_offset)
{
  begin_part (self, TV_TOMBSTONE_ABORT, file_offset);
  tv_scan_word (&value, "'");
  append_message (self, value);
}

static void
emit_page_size (TvTombstoneReader *self, TvSpan value)
{
  guint32 bytes;

  if (tv_scan_id (&value, &bytes) && bytes > 0)
    get_fault (self)->page_bytes = bytes;
}

/* Parses `KEY: VALUE` in the header. Returns whether the line has this form. */
static gboolean
emit_header_field (TvTombstoneReader *self, TvSpan line, gsize file_offset)
{
  static const char *const lifted[] = { "Build fingerprint",
                                        "Revision",
                                        "ABI",
                                        "Guest architecture",
                                        "Timestamp",
                                        "Process uptime",
                                        "Page size",
                                        "Android Version",
                                        "Kernel Release",
                                        "Cmdline",
                                        "Has been in 16kb mode" };
  TvSpan value = line, key = tv_scan_until (&value, ':');

  if (key.size == line.size)
    return FALSE;
  tv_scan_blanks (&value);
  if (tv_span_is (key, "Cause") && self->is_first_thread)
    {
      tv_trace_builder_add_fault_cause (self->faults.builder,
                                        tv_fault_reader_intern (&self->faults, value));
      return TRUE;
    }
  if (tv_span_is (key, "Abort message") && self->is_first_thread)
    {
      begin_message (self, value, file_offset);
      return TRUE;
    }
  if (tv_span_is (key, "Timestamp") || tv_span_is (key, "Crash time") || tv_span_is (key, "time"))
    emit_time (self, value);
  else if (tv_span_is (key, "ABI"))
    emit_abi (self, value);
  else if (tv_span_is (key, "Page size"))
    emit_page_size (self, value);
  else if (tv_span_is (key, "Cmdline") && !self->is_first_thread)
    return TRUE;
  for (guint i = 0; self->is_first_thread && !self->is_logged && i < G_N_ELEMENTS (lifted); i++)
    if (tv_span_is (key, lifted[i]))
      {
        tv_fault_reader_add_metadata (&self->faults, lifted[i], unquote (value));
        return TRUE;
      }
  tv_fault_reader_add_attribute (&self->faults, key, value);
  return TRUE;
}

static gboolean
emit_registers (TvTombstoneReader *self, TvSpan line)
{
  TvSpan name;
  guint64 value;
  gboolean has_any = FALSE;

  if (line.size == 0 || *line.text != ' ')
    return FALSE;
  while (tv_tombstone_take_register (&line, &name, &value))
    {
      tv_fault_reader_add_register (&self->faults, name, value);
      has_any = TRUE;
    }
  if (has_any)
    tv_scan_blanks (&line);
  if (has_any && line.size > 0)
    tv_fault_reader_add_attribute (&self->faults, (TvSpan){ NULL, 0 }, line);
  return has_any;
}

static void
emit_signal (TvTombstoneReader *self, const TvTombstoneSignal *signal)
{
  TvFault *fault = get_fault (self);

  /* Android 8 also writes a signal for each other thread: the signal with which the tracer stopped the thread. */
  if (!self->is_first_thread && fault->reason != TV_NONE)
    {
      tv_fault_reader_add_attribute (&self->faults, (TvSpan){ "signal", strlen ("signal") },
                                     signal->name);
      return;
    }
  fault->signal = signal->number;
  fault->reason = tv_fault_reader_intern (&self->faults, signal->name);
  fault->has_code = signal->has_code;
  fault->code = signal->code;
  fault->code_name = tv_fault_reader_intern (&self->faults, signal->code_name);
  fault->has_address = signal->has_address;
  fault->address = signal->address;
  fault->sender_pid = signal->sender_pid;
  fault->sender_uid = signal->sender_uid;
  if (signal->access.size > 0)
    tv_fault_reader_add_attribute (&self->faults, (TvSpan){ "access", strlen ("access") },
                                   signal->access);
}

static void
emit_thread (TvTombstoneReader *self, const TvTombstoneHeader *header, gsize file_offset)
{
  begin_part (self, TV_TOMBSTONE_HEADER, file_offset);
  if (get_fault (self)->upid == TV_NONE)
    tv_fault_reader_set_process (&self->faults, header->pid, header->process);
  if (!tv_fault_reader_has_dump (&self->faults))
    tv_fault_reader_begin_dump (&self->faults, self->ts, TV_NONE);
  tv_fault_reader_begin_thread (&self->faults, header->name, header->tid);
}

/* ---- Stacks ---- */

/* Parses `N total frames`, which states the length of the next stack. */
static gboolean
emit_frame_count (TvTombstoneReader *self, TvSpan line, gsize file_offset)
{
  guint32 n;

  if (!tv_scan_id (&line, &n) || !tv_span_is (line, " total frames"))
    return FALSE;
  self->n_reported = n;
  self->n_counted = 0;
  self->file_offset = file_offset;
  return TRUE;
}

/* Begins a stack at `deallocated by thread N:`, `allocated by thread N:` or `Guest thread information for tid: N`. */
static gboolean
emit_other_stack (TvTombstoneReader *self, TvSpan line, gsize file_offset)
{
  TvSpan rest = line, title = line;
  guint32 tid;

  if (tv_scan_word (&rest, "deallocated by thread ") ||
      tv_scan_word (&rest, "allocated by thread "))
    {
      if (!tv_scan_id (&rest, &tid))
        return FALSE;
      title.size -= rest.size;
      begin_part (self, TV_TOMBSTONE_FRAMES, file_offset);
      tv_fault_reader_begin_other (&self->faults, title, tid);
      return TRUE;
    }
  if (!tv_scan_word (&rest, "Guest thread information for tid: ") || !tv_scan_id (&rest, &tid))
    return FALSE;
  begin_part (self, TV_TOMBSTONE_HEADER, file_offset);
  if (!tv_fault_reader_has_dump (&self->faults))
    tv_fault_reader_begin_dump (&self->faults, self->ts, TV_NONE);
  self->is_first_thread = FALSE;
  tv_fault_reader_begin_thread (&self->faults, title, TV_NONE);
  return TRUE;
}

static gboolean
emit_frame (TvTombstoneReader *self, TvSpan line)
{
  TvDumpLine parsed = { .kind = TV_DUMP_LINE_OTHER };

  tv_scan_blanks (&line);
  if (line.size == 0 || *line.text != '#' || !tv_dump_line_parse_frame (line, &parsed))
    return FALSE;
  self->n_counted++;
  tv_fault_reader_add_frame (&self->faults, &parsed);
  return TRUE;
}

/* ---- Java exceptions ---- */

/* Parses a line of an exception: `CLASS: MESSAGE`, `Caused by[:] CLASS: MESSAGE`, a frame, or `... N more`, which
 * stands for the last N frames of the previous exception. Each cause replaces the exception that it caused. */
static gboolean
emit_java (TvTombstoneReader *self, TvSpan line)
{
  TvDumpLine parsed = { .kind = TV_DUMP_LINE_OTHER };
  TvSpan rest = line;
  guint32 n;

  tv_scan_blanks (&rest);
  if (tv_dump_line_parse_frame (rest, &parsed))
    {
      g_array_append_val (self->java, parsed);
      return TRUE;
    }
  if (tv_scan_word (&rest, "... ") && tv_scan_id (&rest, &n) && tv_span_is (rest, " more"))
    {
      /* In @java, the frames of the previous exception precede those of the current one. */
      guint before = MIN (self->n_counted, self->java->len);
      guint shared = MIN (n, before);
      g_autofree TvDumpLine *last = NULL;

      if (shared == 0)
        return TRUE;
      last = g_memdup2 (&g_array_index (self->java, TvDumpLine, before - shared),
                        shared * sizeof (TvDumpLine));
      g_array_append_vals (self->java, last, shared);
      return TRUE;
    }
  rest = line;
  if (tv_scan_word (&rest, "Caused by: ") || tv_scan_word (&rest, "Caused by "))
    {
      if (self->n_counted > 0)
        g_array_remove_range (self->java, 0, MIN (self->n_counted, self->java->len));
      self->n_counted = self->java->len;
      g_string_append (self->faults.text,
                       self->faults.text->len > 0 ? ", caused by " : "caused by ");
      append_exception (self, rest);
      return TRUE;
    }
  if (get_fault (self)->reason != TV_NONE || line.size == 0)
    return FALSE;
  get_fault (self)->reason = tv_fault_reader_intern (&self->faults, tv_scan_until (&rest, ':'));
  tv_scan_blanks (&rest);
  append_exception (self, rest);
  return TRUE;
}

/* ---- Lines ---- */

/* Begins a log at `--------- tail end of log main` or `--------- log main`. */
static gboolean
begin_log (TvTombstoneReader *self, TvSpan line, gsize next)
{
  if (self->is_logged || !tv_scan_word (&line, "--------- "))
    return FALSE;
  tv_scan_word (&line, "tail end of ");
  if (!tv_scan_word (&line, "log "))
    return FALSE;
  begin_part (self, TV_TOMBSTONE_LOG, next);
  self->log_start = next;
  self->log_buffer = tv_fault_reader_intern (&self->faults, line);
  return TRUE;
}

/* Begins the memory map at `memory map (N entries):` or `memory map:`. Any text may follow. */
static gboolean
begin_regions (TvTombstoneReader *self, TvSpan line, gsize file_offset)
{
  TvSpan rest = line;

  if (!tv_scan_word (&rest, "memory map"))
    return FALSE;
  begin_part (self, TV_TOMBSTONE_REGIONS, file_offset);
  self->n_regions = 0;
  self->file_offset = file_offset;
  if (!tv_scan_word (&rest, " (") || !tv_scan_id (&rest, &self->n_regions_reported))
    self->n_regions_reported = TV_NONE;
  return TRUE;
}

static gboolean
is_backtrace_heading (TvSpan line)
{
  tv_scan_blanks (&line);
  return tv_span_is (line, "backtrace:");
}

/* Begins a new section if @line is a heading or the header of a thread. */
static gboolean
begins_part (TvTombstoneReader *self, TvSpan line, gsize file_offset, gsize next)
{
  TvTombstoneHeader header;
  TvSpan near, region;

  if (begin_log (self, line, next) || begin_regions (self, line, file_offset) ||
      emit_other_stack (self, line, file_offset))
    return TRUE;
  if (tv_tombstone_parse_header (line, &header))
    emit_thread (self, &header, file_offset);
  else if (tv_span_is (line, "java stacktrace:"))
    {
      begin_part (self, TV_TOMBSTONE_JAVA, file_offset);
      self->n_counted = 0;
    }
  else if (is_backtrace_heading (line))
    begin_part (self, TV_TOMBSTONE_FRAMES, file_offset);
  else if (tv_span_is (line, "stack:"))
    {
      begin_part (self, TV_TOMBSTONE_STACK, file_offset);
      self->near = tv_trace_builder_intern (self->faults.builder, "stack", -1);
      self->region = TV_NONE;
    }
  else if (tv_tombstone_parse_near (line, &near, &region))
    {
      begin_part (self, TV_TOMBSTONE_MEMORY, file_offset);
      self->near = tv_fault_reader_intern (&self->faults, near);
      self->region = tv_fault_reader_intern (&self->faults, region);
    }
  else if (tv_span_is (line, "open files:"))
    begin_part (self, TV_TOMBSTONE_FILES, file_offset);
  else if (line.size > 11 && tv_span_starts_with (line, "Memory tags"))
    {
      begin_part (self, TV_TOMBSTONE_TAGS, file_offset);
      tv_fault_reader_add_attribute (&self->faults, (TvSpan){ NULL, 0 }, line);
    }
  else
    return FALSE;
  return TRUE;
}

static gboolean
emit_header (TvTombstoneReader *self, TvSpan line, gsize file_offset)
{
  TvTombstoneSignal signal;

  if (tv_tombstone_parse_signal (line, &signal))
    emit_signal (self, &signal);
  else if (!emit_registers (self, line) && !emit_frame_count (self, line, file_offset) &&
           !emit_frame (self, line) && !emit_header_field (self, line, file_offset))
    return FALSE;
  return TRUE;
}

/* Parses a line by the rules of the current section. */
static gboolean
emit_part (TvTombstoneReader *self, TvSpan line, gsize file_offset)
{
  switch (self->part)
    {
    case TV_TOMBSTONE_HEADER:
      return emit_header (self, line, file_offset);
    case TV_TOMBSTONE_FRAMES:
      return emit_frame (self, line);
    case TV_TOMBSTONE_STACK:
    case TV_TOMBSTONE_MEMORY:
      return tv_tombstone_emit_memory (self, line);
    case TV_TOMBSTONE_REGIONS:
      return tv_tombstone_emit_region (self, line);
    case TV_TOMBSTONE_FILES:
      return tv_tombstone_emit_file (self, line);
    case TV_TOMBSTONE_JAVA:
      return emit_java (self, line);
    case TV_TOMBSTONE_OUTSIDE:
    case TV_TOMBSTONE_ABORT:
    case TV_TOMBSTONE_LOG:
    case TV_TOMBSTONE_TAGS:
    default:
      return FALSE;
    }
}

/* Emits a line that does not belong to the current section. A line that begins with a letter ends the section and
 * belongs to the header. */
static void
emit_other (TvTombstoneReader *self, TvSpan line, gsize file_offset)
{
  if (self->part != TV_TOMBSTONE_HEADER && g_ascii_isalpha (*line.text))
    {
      begin_part (self, TV_TOMBSTONE_HEADER, file_offset);
      if (emit_header (self, line, file_offset))
        return;
    }
  tv_scan_blanks (&line);
  tv_fault_reader_add_attribute (&self->faults, (TvSpan){ NULL, 0 }, line);
}

/* Appends a line to the abort message. The message ends with an apostrophe, which precedes registers, an empty line
 * or another section; the apostrophe of a truncated message is missing. Returns whether the line belongs to the
 * message. */
static gboolean
continue_message (TvTombstoneReader *self, TvSpan line, gsize file_offset)
{
  TvSpan rest = line, name;
  guint64 value;

  if ((self->may_end && (line.size == 0 || tv_scan_word (&rest, "Extra crash detail:") ||
                         tv_scan_word (&rest, "Cause: "))) ||
      tv_tombstone_is_rule (line, "---") || tv_span_is (line, "backtrace:") ||
      (line.size > 0 && *line.text == ' ' && tv_tombstone_take_register (&rest, &name, &value)))
    {
      begin_part (self, TV_TOMBSTONE_HEADER, file_offset);
      return FALSE;
    }
  g_string_append_c (self->faults.text, '\n');
  append_message (self, line);
  return TRUE;
}

/* Returns whether a fault begins without a separator, because the beginning of the file is missing. */
static gboolean
begins_fault (const TvTombstoneReader *self, TvSpan line)
{
  static const char *const keys[] = { "Build fingerprint: ", "Revision: '", "ABI: ",
                                      "Timestamp: ",         "Cmdline: ",   "signal ",
                                      "Abort message: ",     "time: " };
  TvDumpLine parsed = { .kind = TV_DUMP_LINE_OTHER };
  TvTombstoneHeader header;

  if (tv_tombstone_parse_header (line, &header))
    return header.has_process || !self->is_logged;
  /* In a log, a line with such a beginning need not belong to a crash. */
  if (self->is_logged)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (tv_scan_word (&line, keys[i]))
      return TRUE;
  if (is_backtrace_heading (line))
    return TRUE;
  tv_scan_blanks (&line);
  return line.size > 0 && *line.text == '#' && tv_dump_line_parse_frame (line, &parsed);
}

/* Emits a line outside tombstones, such as a licence, as an attribute. */
static void
emit_outside (TvTombstoneReader *self, TvSpan line)
{
  TvDumpAttribute fact = { TV_NONE, TV_NONE, TV_NONE, TV_NONE };

  if (self->is_logged)
    return;
  fact.value = tv_fault_reader_intern (&self->faults, line);
  if (fact.value != TV_NONE)
    tv_trace_builder_add_dump_attribute (self->faults.builder, &fact);
}

/**
 * tv_tombstone_reader_emit:
 * @self: a reader
 * @line: next line, without its line end
 * @file_offset: offset of the line in the file, in bytes
 *
 * Parses a line and emits its content.
 */
void
tv_tombstone_reader_emit (TvTombstoneReader *self, TvSpan line, gsize file_offset)
{
  gsize next = file_offset + line.size + 1;

  line = tv_scan_trim_end (line);
  if (tv_tombstone_is_rule (line, "***"))
    {
      begin_fault (self, file_offset);
      return;
    }
  if (self->part == TV_TOMBSTONE_ABORT && continue_message (self, line, file_offset))
    return;
  if (self->part == TV_TOMBSTONE_OUTSIDE)
    {
      if (!begins_fault (self, line))
        {
          emit_outside (self, line);
          return;
        }
      begin_fault (self, file_offset);
    }
  if (tv_tombstone_is_rule (line, "---"))
    {
      begin_part (self, TV_TOMBSTONE_HEADER, file_offset);
      tv_fault_reader_end_thread (&self->faults);
      self->is_first_thread = FALSE;
    }
  else if (line.size > 0 && !begins_part (self, line, file_offset, next) &&
           self->part != TV_TOMBSTONE_LOG && !emit_part (self, line, file_offset))
    emit_other (self, line, file_offset);
}

/* Ends a tombstone in a log. Such a tombstone has no end marker. */
void
tv_tombstone_reader_interrupt (TvTombstoneReader *self)
{
  tv_tombstone_reader_interrupt_at (self, (gsize) -1);
}

/**
 * tv_tombstone_reader_interrupt_at:
 * @self: a reader
 * @file_offset: file offset of the first line after the tombstone
 *
 * Ends the current tombstone. The following lines are outside tombstones, until another tombstone begins.
 */
void
tv_tombstone_reader_interrupt_at (TvTombstoneReader *self, gsize file_offset)
{
  begin_part (self, TV_TOMBSTONE_OUTSIDE, file_offset);
  check_counts (self);
  tv_fault_reader_end (&self->faults);
}

/**
 * tv_tombstone_reader_finish:
 * @self: a reader after the last line
 * @end: size of the file
 * @latest_s: modification time of the file in s since 1970, which determines the year of log times without a year
 *
 * Emits the open section, ends the last fault, and emits the collected logs.
 */
void
tv_tombstone_reader_finish (TvTombstoneReader *self, gsize end, gint64 latest_s)
{
  begin_part (self, TV_TOMBSTONE_OUTSIDE, end);
  check_counts (self);
  tv_fault_reader_end (&self->faults);
  tv_log_inside_finish (&self->faults.log, self->ts != TV_NO_TIME ? self->local_s : latest_s,
                        self->utc_offset_s);
}
