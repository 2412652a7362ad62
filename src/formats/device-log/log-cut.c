/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/device-log/log-cut.h"

#include <glib/gi18n.h>

#include "core/error.h"
#include "core/memory/id-map.h"
#include "core/memory/string-pool.h"
#include "formats/device-log/device-log.h"
#include "formats/device-log/log-form.h"
#include "formats/device-log/log-names.h"
#include "formats/input/scan.h"

/* Cuts text logs: copies the lines of the cut range, and the lines on which their interpretation depends, without
 * changes. Entry point: tv_device_log_cut(), the cut function of the log formats. Writes through TvCut. The string
 * pool and the names belong to the cutter, not to the trace. */

/* Number of lines between two progress updates. */
#define STEP_LINES 10000

typedef struct
{
  TvCut *cut;
  TvLogShape shape;
  TvLogYears years;
  int year; /* year of the first line, for timestamps without a year */
  gboolean has_month_0;
  TvStringPool *strings;
  TvLogNames names;
  TvIdMap processes; /* pid → process name in the cut range, a string id in @strings */
  TvSpan beginning; /* line that begins the log buffer of the next record; empty if there is none */
  gint64 last_ts;
  /* whether the last record was written; if so, the lines that continue it are also written */
  gboolean is_written;
  gboolean was_blank; /* whether the previous line was empty */
} Cutter;

/* Returns the year of the first line with a timestamp, as the reader determined it. */
static int
find_year (TvTrace *trace)
{
  const TvLogLines *lines = tv_trace_get_log_lines (trace);
  guint32 first = TV_NONE;

  for (guint32 i = 0; i < lines->n; i++)
    if (lines->ts[i] != TV_NO_TIME &&
        (first == TV_NONE || lines->file_index[i] < lines->file_index[first]))
      first = i;
  return first != TV_NONE
             ? tv_log_time_get_year (lines->ts[first] / TV_LOG_NS_PER_S + lines->utc_offset_s)
             : 1970;
}

/* Updates the current time as the reader does: a line without a timestamp gets the timestamp of the previous line. */
static void
take_time (Cutter *self, const TvLogTime *time)
{
  gint64 ts = tv_log_years_count (&self->years, tv_log_shape_get_ts (&self->shape, time));

  if (ts == TV_NO_TIME)
    return;
  if (TV_LOG_IS_YEARLESS (ts))
    {
      ts -= TV_LOG_YEARLESS_BASE;
      ts = tv_log_time_add_year (ts % TV_LOG_YEARLESS_NS,
                                 self->year + (int) (ts / TV_LOG_YEARLESS_NS), self->has_month_0);
      if (tv_trace_get_log_lines (self->cut->trace)->clock == TV_LOG_CLOCK_UTC)
        ts -= time->utc_offset_s * TV_LOG_NS_PER_S;
    }
  self->last_ts = ts;
}

/* Returns whether the message contains a process name that applies to other lines. */
static gboolean
names_process (Cutter *self, const TvLogParsed *parsed)
{
  guint32 tag;
  TvLogNamed named;

  if (parsed->tag.text == NULL)
    return FALSE;
  tag = tv_string_pool_intern (self->strings, parsed->tag.text, (gssize) parsed->tag.size);
  return tv_log_names_find (&self->names, tag, parsed->message, &named) && named.pid != TV_NONE;
}

/* Returns whether a record after the cut range changes the name of a process in the range. The last name of a process
 * applies to all of its records, so such a record is needed. */
static gboolean
renames_process (Cutter *self, const TvLogParsed *parsed)
{
  guint32 name = tv_id_map_find (&self->processes, parsed->pid);

  if (name == TV_NONE || parsed->process.size == 0)
    return FALSE;
  return tv_string_pool_intern (self->strings, parsed->process.text,
                                (gssize) parsed->process.size) != name;
}

static gboolean
is_record_needed (Cutter *self, const TvLogParsed *parsed)
{
  guint32 tid = parsed->tid != TV_NONE ? parsed->tid : parsed->pid;

  if (self->last_ts > self->cut->end_ns)
    return renames_process (self, parsed);
  if (!tv_cut_has (self->cut, self->last_ts) && names_process (self, parsed))
    return TRUE;
  return tv_cut_needs (self->cut, self->last_ts) && tv_cut_has_thread (self->cut, tid);
}

/* Copies a record if it is needed, and before it the line that begins its log buffer. @raw: the line with its line
 * feed */
static gboolean
copy_record (Cutter *self, const TvLogParsed *parsed, TvSpan raw, GError **error)
{
  TvSpan beginning = self->beginning;

  self->has_month_0 |= parsed->time.is_month_0;
  take_time (self, &parsed->time);
  self->is_written = is_record_needed (self, parsed);
  self->beginning = (TvSpan){ NULL, 0 };
  if (self->is_written && parsed->pid != TV_NONE && parsed->process.size > 0)
    tv_id_map_set (
        &self->processes, parsed->pid,
        tv_string_pool_intern (self->strings, parsed->process.text, (gssize) parsed->process.size));
  return !self->is_written || ((beginning.size == 0 ||
                                tv_cut_write (self->cut, beginning.text, beginning.size, error)) &&
                               tv_cut_write (self->cut, raw.text, raw.size, error));
}

/* Copies a line that is not a log record. A line that begins a log buffer is copied with the first record of the
 * buffer. Switches of the buffer and process names are copied up to the end of the range. A line that continues a
 * record is copied if the record was copied. */
static gboolean
copy_other (Cutter *self, TvSpan line, TvSpan raw, GError **error)
{
  gboolean is_written = self->is_written;
  /* The message of a record in the long form ends at an empty line. */
  gboolean is_message = self->shape.form == TV_LOG_FORM_LONG && !self->was_blank;
  TvLogNote note;

  switch (is_message ? TV_LOG_NOTE_NONE : tv_log_line_parse_note (line, &note))
    {
    case TV_LOG_NOTE_BEGINNING:
      self->beginning = raw;
      return TRUE;
    case TV_LOG_NOTE_SWITCH:
    case TV_LOG_NOTE_STARTED:
      is_written = self->last_ts <= self->cut->end_ns;
      break;
    default:
      break;
    }
  return !is_written || tv_cut_write (self->cut, raw.text, raw.size, error);
}

static gboolean
copy_line (Cutter *self, TvSpan raw, GError **error)
{
  TvSpan text = { raw.text,
                  raw.size > 0 && raw.text[raw.size - 1] == '\n' ? raw.size - 1 : raw.size };
  TvSpan line = tv_log_line_strip (text);
  TvLogForm form = self->shape.form;
  gboolean continues = tv_log_form_allows_continuation (form) && line.size > 0 &&
                       (line.text[0] == ' ' || line.text[0] == '\t');
  TvLogParsed parsed;

  if (tv_log_line_parse (line, form, self->shape.has_process, &parsed) ||
      (form != TV_LOG_FORM_LONG && !continues &&
       tv_log_shape_parse_other (&self->shape, line, &parsed)))
    return copy_record (self, &parsed, raw, error);
  return copy_other (self, line, raw, error);
}

static gboolean
copy_lines (Cutter *self, TvInput *input, const TvReadContext *context, GError **error)
{
  const char *text = (const char *) input->data, *at = text, *end = text + input->size;
  guint n = 0;
  TvSpan line;

  for (;;)
    {
      const char *start = at;

      if (n++ % STEP_LINES == 0 &&
          !tv_read_context_step (context, (double) (at - text) / (double) MAX (input->size, 1),
                                 error))
        return FALSE;
      if (!tv_scan_line (&at, end, &line))
        return TRUE;
      if (!copy_line (self, (TvSpan){ start, (gsize) (at - start) }, error))
        return FALSE;
      self->was_blank = tv_log_line_strip (line).size == 0;
    }
}

static gboolean
check (TvInput *input, Cutter *self, GError **error)
{
  if (tv_logcat_binary_is_one (input) || tv_logcat_studio_is_one (input) ||
      !tv_log_shape_find ((const char *) input->data, MIN (input->size, input->prefix_size),
                          input->size <= input->prefix_size, &self->shape))
    g_set_error_literal (error, TV_ERROR, TV_ERROR_NOT_A_TRACE, _("only text logs can be cut"));
  else if (tv_trace_get_log_lines (self->cut->trace)->clock == TV_LOG_CLOCK_NONE)
    g_set_error_literal (error, TV_ERROR, TV_ERROR_UNSYNCHRONIZED_CLOCKS,
                         _("the log contains no timestamps"));
  else
    return TRUE;
  return FALSE;
}

/**
 * tv_device_log_cut:
 *
 * Writes the lines of the cut range; see @cut of #TvFormat. Also writes lines that continue a record in the range,
 * earlier lines that name processes, and later lines that rename processes in the range.
 */
gboolean
tv_device_log_cut (TvInput *input, TvCut *cut, const TvReadContext *context, GError **error)
{
  Cutter self = {
    .cut = cut, .years = TV_LOG_YEARS_INIT, .last_ts = TV_NO_TIME, .was_blank = TRUE
  };
  gboolean is_cut;

  if (!tv_input_load (input, context->cancellable, error) || !check (input, &self, error))
    return FALSE;
  self.year = find_year (cut->trace);
  self.strings = tv_string_pool_new ();
  tv_log_names_init (&self.names, self.strings);
  tv_id_map_init (&self.processes);
  is_cut = copy_lines (&self, input, context, error);
  tv_id_map_clear (&self.processes);
  tv_string_pool_free (self.strings);
  return is_cut;
}
