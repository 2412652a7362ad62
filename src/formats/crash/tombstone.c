/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/format.h"

#include <glib/gi18n.h>

#include "core/error.h"
#include "formats/crash/incident-reader.h"
#include "formats/crash/logged-crashes.h"
#include "formats/crash/tombstone-line.h"
#include "formats/crash/tombstone-reader.h"
#include "formats/device-log/log-form.h"
#include "formats/line-reader.h"
#include "formats/thread-dump/dump-line.h"

/* Detects and reads text tombstones, which Android's crash_dump writes when a signal kills a process. Entry point:
 * tv_format_tombstone, listed in TV_FORMATS. Its read_mixed and read_logged functions are in incident-reader.c and
 * logged-crashes.c. */

/* Number of lines that the probe inspects; the file may begin with a licence. */
#define MAX_PROBED_LINES 200

/* Returns whether a line can follow the header of a thread. */
static gboolean
can_follow_header (TvSpan line)
{
  TvTombstoneSignal signal;

  return tv_tombstone_parse_signal (line, &signal) || tv_scan_word (&line, "backtrace:") ||
         tv_scan_word (&line, "uid: ");
}

/* Returns whether a line is a native frame. */
static gboolean
is_frame (TvSpan line)
{
  TvDumpLine parsed = { .kind = TV_DUMP_LINE_OTHER };

  tv_scan_blanks (&line);
  return line.size > 0 && *line.text == '#' && tv_dump_line_parse_frame (line, &parsed);
}

/* Returns whether an empty or indented line continues a log message. @is_logged: (inout): whether the last line
 * without indentation was a log line */
static gboolean
continues_log (TvSpan line, gboolean *is_logged)
{
  TvLogShape shape = { .form = TV_LOG_FORM_RAW };
  TvLogParsed parsed;

  if (line.size == 0 || tv_scan_is_blank (*line.text))
    return *is_logged;
  *is_logged = tv_log_shape_parse_other (&shape, line, &parsed);
  return FALSE;
}

/* Detects a line of asterisks followed by a known key, or the header of a thread followed by a line that belongs to
 * it. Frames after a heading are a weak match, or a certain one if a signal precedes them, as in pasted parts of a
 * tombstone. */
static TvConfidence
probe (TvInput *input)
{
  const char *at = (const char *) input->prefix, *end = at + input->prefix_size;
  gboolean has_rule = FALSE, has_header = FALSE, has_signal = FALSE, has_heading = FALSE;
  gboolean is_logged = FALSE;
  TvSpan line;

  for (guint n = 0; n < MAX_PROBED_LINES && tv_scan_line (&at, end, &line); n++)
    {
      TvTombstoneHeader header;
      TvSpan rest = tv_scan_trim_end (line);
      TvTombstoneSignal signal;

      if (continues_log (rest, &is_logged))
        continue;
      tv_scan_blanks (&rest);
      if (has_rule && (tv_scan_word (&rest, "Build fingerprint: '") ||
                       tv_scan_word (&rest, "Tombstone maker: '") ||
                       tv_scan_word (&rest, "Revision: '") || tv_scan_word (&rest, "ABI: '")))
        return TV_CONFIDENCE_SURE;
      if (has_header && can_follow_header (rest))
        return TV_CONFIDENCE_SURE;
      if (has_heading && is_frame (rest))
        return has_signal ? TV_CONFIDENCE_SURE : TV_CONFIDENCE_WEAK;
      has_signal |= tv_tombstone_parse_signal (rest, &signal) && signal.has_code &&
                    signal.name.size > 0;
      has_heading |= tv_span_is (rest, "backtrace:");
      has_rule |= tv_tombstone_is_rule (rest, "***");
      if (tv_tombstone_parse_header (rest, &header) && header.has_process)
        {
          if (has_rule)
            return TV_CONFIDENCE_SURE;
          has_header = TRUE;
        }
    }
  return TV_CONFIDENCE_NONE;
}

static gboolean
read_tombstone (TvInput *input,
                TvTraceBuilder *builder,
                const TvReadContext *context,
                GError **error)
{
  TvTombstoneReader reader;
  TvLineReader lines;
  gint64 latest_s = input->modified_s > 0 ? input->modified_s : g_get_real_time () / G_USEC_PER_SEC;
  gboolean is_mixed;
  gsize file_offset;
  TvSpan line;

  if (!tv_input_load (input, context->cancellable, error) ||
      !tv_incident_text_read (input, builder, context, &is_mixed, error))
    return FALSE;
  if (is_mixed)
    return TRUE;
  tv_tombstone_reader_init (&reader, builder, input->bytes);
  tv_line_reader_init (&lines, input, context);
  while (tv_line_reader_next (&lines, &line, &file_offset, error))
    tv_tombstone_reader_emit (&reader, line, file_offset);
  if (!lines.is_cancelled)
    tv_tombstone_reader_finish (&reader, input->size, latest_s);
  tv_tombstone_reader_clear (&reader);
  return !lines.is_cancelled;
}

/* Reads the time of the tombstone, its only timestamp. */
static gboolean
read_clock (TvInput *input, TvClocks *clocks, TvClockReading *first, GError **error)
{
  const char *at = (const char *) input->data, *end = at + input->size;
  TvSpan line;

  for (guint n = 0; at != NULL && n < MAX_PROBED_LINES && tv_scan_line (&at, end, &line); n++)
    {
      gint64 ns, local_s;
      gint32 utc_offset_s;

      if (!tv_scan_word (&line, "Timestamp: ") ||
          !tv_tombstone_parse_time (tv_scan_trim_end (line), &ns, &local_s, &utc_offset_s))
        continue;
      *first = tv_clocks_read_wall (clocks, ns, utc_offset_s);
      return TRUE;
    }
  g_set_error_literal (error, TV_ERROR, TV_ERROR_UNSYNCHRONIZED_CLOCKS,
                       _("the crash report contains no timestamp"));
  return FALSE;
}

static const TvMagic magics[] = { TV_MAGIC (0, 4096, "*** *** *** *** *** *** *** ***") };

const TvFormat tv_format_tombstone = {
  .id = "tombstone",
  .title = N_("Android native crashes (tombstones)"),
  .patterns = (const char *const[]){ "tombstone*", "*.txt", NULL },
  .mime_type = "application/x-android-tombstone",
  .mime_title = N_("Android native crash"),
  .mime_parent = "text/plain",
  .magics = magics,
  .n_magics = G_N_ELEMENTS (magics),
  .probe = probe,
  .read = read_tombstone,
  .read_clock = read_clock,
  .read_mixed = tv_incident_text_read,
  .read_logged = tv_logged_crashes_emit,
  .subject = TV_CONTENT_INCIDENT,
};
