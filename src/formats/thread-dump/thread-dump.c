/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/format.h"

#include <string.h>

#include <glib/gi18n.h>

#include "formats/thread-dump/dump-clock.h"
#include "formats/thread-dump/dump-json.h"
#include "formats/thread-dump/dump-reader.h"
#include "formats/thread-dump/dump-line-iter.h"
#include "formats/thread-dump/logged-dumps.h"

/* Reads thread dumps: Android's ANR traces, dumps requested from its virtual machines and from debuggerd, HotSpot
 * dumps, and ANR reports of Google Play and Crashlytics.
 *
 *   bytes ─▶ line (dump-line-iter) ─▶ parsed line (dump-line) ─▶ builder (dump-reader)
 *
 * A dump may contain a trace of long methods, which then provides the timeline. In this case, the times of dumps are
 * dropped, because they are on a different clock. Entry point: tv_format_thread_dump, listed in TV_FORMATS. The state
 * of the parser is in TvDumpReader. */

#define LINES_PER_STEP 4096

#define NS_PER_S G_GINT64_CONSTANT (1000000000)
/* Tolerance in ns. Times in files and reports are in whole seconds, and a dump takes a few seconds. */
#define LEEWAY_NS (5 * NS_PER_S)
#define MAX_LATE_NS                                                                                \
  (60 * NS_PER_S) /* maximum time in ns from a dump to the list, for calls without a waiting time */

static TvConfidence
probe (TvInput *input)
{
  return tv_dump_json_is_one (input)
             ? TV_CONFIDENCE_SURE
             : tv_dump_line_iter_probe ((const char *) input->prefix, input->prefix_size);
}

/* Returns whether a line is part of an embedded trace, which is in plain text or base64. */
static gboolean
is_of_trace (TvSpan line, TvSpan inner)
{
  if (inner.size > 0 && line.text + line.size >= inner.text && line.text < inner.text + inner.size)
    return TRUE;
  if (line.size < 40)
    return FALSE;
  for (gsize i = 0; i < line.size; i++)
    if (!g_ascii_isalnum (line.text[i]) && strchr ("+/-_=", line.text[i]) == NULL)
      return FALSE;
  return TRUE;
}

static gboolean
read_lines (TvDumpLineIter *text,
            TvDumpReader *reader,
            const TvSpan *trace,
            const TvReadContext *context,
            GError **error)
{
  gsize size = (gsize) (text->end - text->start), file_offset;
  TvSpan line;

  for (guint64 n = 0; tv_dump_line_iter_next (text, &line, &file_offset); n++)
    {
      TvDumpLine parsed;

      if (n % LINES_PER_STEP == 0 &&
          !tv_read_context_step (context, (double) file_offset / (double) MAX (size, 1), error))
        return FALSE;
      if (trace != NULL && is_of_trace (line, *trace))
        continue;
      tv_dump_line_parse (line, &parsed);
      tv_dump_reader_emit (reader, &parsed, file_offset);
    }
  tv_dump_reader_end (reader);
  return TRUE;
}

/* Returns whether a call that was listed @late_ns after a dump was probably pending at the time of the dump. */
static gboolean
is_old_enough (const TvDumpTransaction *call, gint64 late_ns)
{
  return call->wait_ns > 0 ? call->wait_ns >= late_ns - LEEWAY_NS : late_ns <= MAX_LATE_NS;
}

/* Adds the pending calls that the surrounding bug report lists, except those that probably began after the dump. */
static void
emit_calls (const TvInput *input, TvTraceBuilder *builder)
{
  g_autofree char *reported = NULL;
  TvDumpLineIter text;
  TvSpan line;
  gsize file_offset;
  guint n = 0;

  tv_dump_line_iter_init (&text, g_bytes_get_data (input->calls, NULL),
                          g_bytes_get_size (input->calls));
  while (tv_dump_line_iter_next (&text, &line, &file_offset))
    {
      TvDumpLine parsed;

      tv_dump_line_parse (line, &parsed);
      if (parsed.kind != TV_DUMP_LINE_TRANSACTION ||
          !is_old_enough (&parsed.transaction, input->calls_late_ns))
        continue;
      /* A delay of 0 means less than a second, because the times are in whole seconds. */
      parsed.transaction.late_ns = MAX (input->calls_late_ns, 1);
      tv_trace_builder_add_transaction (builder, &parsed.transaction);
      n++;
    }
  tv_dump_line_iter_clear (&text);
  if (n == 0)
    return;
  reported = g_strdup_printf ("%u, listed by the bug report %" G_GINT64_FORMAT " s later", n,
                              input->calls_late_ns / NS_PER_S);
  tv_trace_builder_add_metadata (builder, "calls-between-processes", reported, -1);
}

/* Returns the cause of the dumps in a file that does not contain the cause. The cause is inferred from the section of
 * a bug report, or from the file name anr_YYYY-… of Android 8 to 10. Returns NULL if the cause is unknown. */
static const char *
find_cause (const TvInput *input)
{
  const char *path = input->name != NULL ? input->name : input->path;
  const char *base = path != NULL ? strrchr (path, '/') : NULL;

  if (input->name != NULL && strstr (input->name, "LAST ANR") != NULL)
    return "VM TRACES AT LAST ANR";
  base = base != NULL ? base + 1 : path;
  if (base != NULL && g_str_has_prefix (base, "anr_") && g_ascii_isdigit (base[4]) &&
      strlen (base) > 9 && base[8] == '-')
    return "ANR";
  return NULL;
}

/* Converts a dump in JSON to text and reads the text. */
static gboolean
read_json (TvInput *input, TvTraceBuilder *builder, const TvReadContext *context, GError **error)
{
  g_autoptr (GBytes) bytes = tv_dump_json_print (input, builder);
  TvDumpReader reader;
  TvDumpLineIter text;
  gboolean is_read;

  tv_dump_reader_init (&reader, builder);
  tv_dump_line_iter_init (&text, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  is_read = read_lines (&text, &reader, NULL, context, error);
  tv_dump_line_iter_clear (&text);
  tv_dump_reader_clear (&reader);
  return is_read;
}

static gboolean
read_dump (TvInput *input, TvTraceBuilder *builder, const TvReadContext *context, GError **error)
{
  TvDumpReader reader;
  TvDumpLineIter text;
  TvSpan trace;
  gboolean is_read, is_mixed;

  if (!tv_input_load (input, context->cancellable, error))
    return FALSE;
  if (tv_dump_json_is_one (input))
    return read_json (input, builder, context, error);
  if (!tv_format_read_mixed (input, builder, context, &is_mixed, error))
    return FALSE;
  if (is_mixed)
    return TRUE;
  if (!tv_format_read_inside (input, builder, context, &trace, error))
    return FALSE;
  tv_dump_reader_init (&reader, builder);
  reader.drops_times = trace.text != NULL;
  if (find_cause (input) != NULL)
    reader.title = tv_trace_builder_intern (builder, find_cause (input), -1);
  tv_dump_line_iter_init (&text, (const char *) input->data, input->size);
  is_read = read_lines (&text, &reader, trace.text != NULL ? &trace : NULL, context, error);
  tv_dump_line_iter_clear (&text);
  if (is_read && input->calls != NULL && !reader.has_calls)
    emit_calls (input, builder);
  tv_dump_reader_clear (&reader);
  return is_read;
}

static const TvMagic magics[] = { TV_MAGIC (0, 4096, "----- pid "),
                                  TV_MAGIC (0, 1024, "Full thread dump ") };

const TvFormat tv_format_thread_dump = {
  .id = "thread-dump",
  .title = N_("Thread dumps (ANR traces, jstack)"),
  .patterns = (const char *const[]){ "anr_*", "traces*.txt", "*.txt", NULL },
  .mime_type = "application/x-thread-dump",
  .mime_title = N_("Thread dump"),
  .mime_parent = "text/plain",
  .magics = magics,
  .n_magics = G_N_ELEMENTS (magics),
  .probe = probe,
  .read = read_dump,
  .read_clock = tv_dump_read_clock,
  .read_logged = tv_logged_dumps_read,
  .is_dump = TRUE,
  .subject = TV_CONTENT_INCIDENT,
};
