/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/format.h"

#include <string.h>

#include <glib/gi18n.h>

#include "formats/ftrace/ftrace-clock.h"
#include "formats/ftrace/ftrace-cut.h"
#include "formats/ftrace/ftrace-merge.h"
#include "formats/ftrace/ftrace-reader.h"
#include "formats/ftrace/ftrace.h"

/* Reads text logs of the kernel's tracer, as written by hitrace, atrace, systrace, trace-cmd or tracefs itself.
 * They are read in two steps, because lines are only roughly in time order:
 *
 *   line ─▶ event: time, CPU, thread, name, position of its arguments      (ftrace-reader, ftrace-chunk)
 *           │ sorted by time
 *           ▼
 *   event ─▶ slices, states, samples                       (ftrace-replay, ftrace-handlers)
 *
 * Entry point: tv_format_ftrace, listed in TV_FORMATS. @part_bytes and @batch_events are static variables that
 * only tests set. */

/* Number of bytes at the start of a file in which the probe searches for an event. */
#define PROBE_BYTES (4u * 1024 * 1024)

#define BATCH_EVENTS (128u * 1024) /* default number of events per batch of the replay */

static gsize
    part_bytes; /* size in bytes of the part of a log that a task reads; 0 for the default */
static guint32 batch_events = BATCH_EVENTS;

/**
 * tv_ftrace_set_task_size:
 * @bytes: size in bytes of the part of a log that a task reads; 0 for the default
 * @events: number of events per batch of the replay; 0 for the default
 *
 * Sets the sizes of parts and batches. Only for tests, which check that these sizes do not change the result.
 */
void
tv_ftrace_set_task_size (gsize bytes, guint32 events)
{
  part_bytes = bytes;
  batch_events = events > 0 ? events : BATCH_EVENTS;
}

/* Returns TV_CONFIDENCE_SURE if the beginning of the file contains an event, a header of an event log, or a line of
 * an unsupported format that is reported as such. */
static TvConfidence
probe (TvInput *input)
{
  const char *at = (const char *) input->prefix;
  const char *end = at + MIN (input->prefix_size, PROBE_BYTES);
  TvSpan line;

  while (tv_ftrace_line_next (&at, end, &line))
    {
      TvFtraceLine parsed;
      TvFtraceNote note;

      switch (tv_ftrace_line_classify (line.text, line.size, &parsed, &note))
        {
        case TV_FTRACE_LINE_EVENT:
          return TV_CONFIDENCE_SURE;
        case TV_FTRACE_LINE_COMMENT:
          if (note.has_entries || note.tracer.size > 0)
            return TV_CONFIDENCE_SURE;
          break;
        case TV_FTRACE_LINE_UNSUPPORTED:
          if (note.unsupported == TV_FTRACE_UNSUPPORTED_PERF_SCRIPT ||
              note.unsupported == TV_FTRACE_UNSUPPORTED_VERBOSE)
            return TV_CONFIDENCE_SURE;
          break;
        default:
          break;
        }
    }
  return TV_CONFIDENCE_NONE;
}

/* Reads the events of a log into the builder. The merge then processes the events of all files together. */
static gboolean
gather (const TvTimedInput *input, gpointer data, const TvReadContext *context, GError **error)
{
  TvFtraceMerge *merge = data;
  TvTraceBuilder *builder = merge->builder;
  TvFtraceReader reader = { .builder = builder,
                            .threads = &merge->threads,
                            .context = context,
                            .part_bytes = part_bytes,
                            .tick_ns = 1000 };
  TvFtraceMember member = { .origin.valid_from = G_MININT64 };

  /* A file that is opened alone has no name. */
  if (input->name != NULL)
    reader.base_offset = tv_trace_builder_begin_input (builder, input->name, input->input->size);
  if (!tv_ftrace_reader_read (&reader, input, error))
    return FALSE;
  tv_trace_builder_declare (builder, TV_HAS_KERNEL_LOG);
  if (reader.has_counter_clock)
    tv_trace_builder_count_problem (builder, TV_PROBLEM_COUNTER_CLOCK, -1);
  if (reader.is_unsorted)
    tv_trace_builder_count_problem (builder, TV_PROBLEM_UNSORTED, -1);
  member.origin.seen = reader.seen;
  member.tick_ns = reader.tick_ns;
  merge->batch_events = batch_events;
  tv_ftrace_merge_add (merge, input, reader.base_offset, &member);
  return TRUE;
}

static gboolean
read_ftrace (TvInput *input, TvTraceBuilder *builder, const TvReadContext *context, GError **error)
{
  return tv_ftrace_merge_read (&tv_format_ftrace, input, builder, context, error);
}

/* The first line that the kernel prints. hitrace and atrace copy it. */
static const TvMagic magics[] = { TV_MAGIC (0, 64, "# tracer: ") };

const TvFormat tv_format_ftrace = {
  .id = "ftrace",
  .title = N_("ftrace, hitrace and atrace logs (text)"),
  .patterns = (const char *const[]){ "*.ftrace", "*.systrace", "*.txt", NULL },
  .mime_type = "application/x-ftrace-log",
  .mime_title = N_("Kernel trace log"),
  .mime_parent = "text/plain",
  .magics = magics,
  .n_magics = G_N_ELEMENTS (magics),
  .probe = probe,
  .read = read_ftrace,
  .read_clock = tv_ftrace_read_clock,
  .merger = &tv_ftrace_merger,
  .gather = gather,
  .cut = tv_ftrace_cut,
};
