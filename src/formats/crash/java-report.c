/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/format.h"

#include <glib/gi18n.h>

#include "formats/crash/java-report-reader.h"
#include "formats/line-reader.h"

/* Detects and reads crashes of apps; java-report-reader.c parses the lines. Entry point: tv_format_java_report, listed
 * in TV_FORMATS. */

/* Detects a report, or the output of `dumpsys dropbox --print` with at least one report. Its other entries may be
 * dumps or tombstones, which other formats detect. */
static TvConfidence
probe (TvInput *input)
{
  const char *at = (const char *) input->prefix, *end = at + input->prefix_size;
  TvSpan line;

  if (tv_java_report_begins (at, end))
    return TV_CONFIDENCE_SURE;
  if (!tv_scan_line (&at, end, &line) || !tv_dropbox_is_print (line))
    return TV_CONFIDENCE_NONE;
  while (tv_scan_line (&at, end, &line))
    if (tv_dropbox_is_separator (tv_scan_trim_end (line)) && tv_scan_line (&at, end, &line) &&
        tv_java_report_begins (at, end))
      return TV_CONFIDENCE_WEAK;
  return TV_CONFIDENCE_NONE;
}

static gboolean
read_report (TvInput *input, TvTraceBuilder *builder, const TvReadContext *context, GError **error)
{
  TvTombstoneReader crash;
  TvJavaReportReader reader;
  TvLineReader lines;
  gint64 latest_s = input->modified_s > 0 ? input->modified_s : g_get_real_time () / G_USEC_PER_SEC;
  gboolean is_mixed, is_print;
  gsize file_offset;
  TvSpan line;

  if (!tv_input_load (input, context->cancellable, error) ||
      !tv_format_read_mixed (input, builder, context, &is_mixed, error))
    return FALSE;
  if (is_mixed)
    return TRUE;
  is_print = tv_dropbox_is_print ((TvSpan){ (const char *) input->data, input->size });
  tv_tombstone_reader_init (&crash, builder, input->bytes);
  tv_java_report_reader_init (&reader, &crash, is_print);
  if (!is_print)
    tv_tombstone_reader_emit (&crash, tv_span ("*** *** *** ***"), 0);
  tv_line_reader_init (&lines, input, context);
  while (tv_line_reader_next (&lines, &line, &file_offset, error))
    tv_java_report_reader_emit (&reader, line, file_offset);
  if (!lines.is_cancelled)
    tv_tombstone_reader_finish (&crash, input->size, latest_s);
  tv_tombstone_reader_clear (&crash);
  return !lines.is_cancelled;
}

const TvFormat tv_format_java_report = {
  .id = "java-report",
  .title = N_("App crashes (Crashlytics, Google Play)"),
  .patterns = (const char *const[]){ "*.txt", NULL },
  .mime_type = "application/x-java-crash-report",
  .mime_title = N_("App crash"),
  .mime_parent = "text/plain",
  .probe = probe,
  .read = read_report,
  .subject = TV_CONTENT_INCIDENT,
};
