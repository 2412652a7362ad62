/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "formats/format.h"
#include "formats/samples/perf-data/perf-clock.h"
#include "formats/samples/perf-data/perf-replay.h"

/* Reads sample recordings: perf.data of Linux perf, simpleperf and hiperf.
 *
 *   bytes ─▶ events, features (perf-file) ─▶ records by time (perf-records) ─┐
 *        ─▶ symbols (perf-symbols) ──────────────────────────────────────────┴▶ maps (perf-maps),
 *                                                      threads, stacks (perf-replay) ─▶ writer
 *
 * Entry point: tv_format_perf_data, listed in TV_FORMATS; htrace.c also uses it to read embedded recordings. */

static gboolean
read_recording (TvPerfFile *file,
                TvTraceBuilder *builder,
                const TvReadContext *context,
                GError **error)
{
  TvPerfRecords records;
  gboolean is_read;

  tv_perf_records_init (&records, file);
  is_read = tv_perf_records_read (&records, context, error);
  if (is_read)
    {
      TvPerfReplay replay;

      tv_perf_file_name_events (file);
      tv_perf_file_emit_metadata (file, builder);
      tv_perf_replay_init (&replay, file, builder);
      is_read = tv_perf_replay_run (&replay, &records, context, error);
      tv_perf_replay_clear (&replay);
      if (records.bad_file_offset >= 0)
        tv_trace_builder_count_problem (builder, TV_PROBLEM_CUT_RECORD, records.bad_file_offset);
      if (records.is_in_parts && records.n_parts == 0)
        tv_trace_builder_add_problem (builder, TV_PROBLEM_UNREAD_PART, -1,
                                      _("the files data.0, data.1, … of perf record --threads"));
      if (records.n_packed_in_parts > 0)
        tv_trace_builder_add_problem (builder, TV_PROBLEM_UNREAD_PART, -1,
                                      _("compressed records of perf record --threads -z"));
      if (file->is_unfinished)
        tv_trace_builder_count_problem (builder, TV_PROBLEM_MISSING_SUMMARY, (gint64) file->end);
    }
  tv_perf_records_clear (&records);
  return is_read;
}

static gboolean
read_perf_data (TvInput *input,
                TvTraceBuilder *builder,
                const TvReadContext *context,
                GError **error)
{
  TvPerfFile file;
  gboolean is_read;

  if (!tv_input_load (input, context->cancellable, error))
    return FALSE;
  is_read = tv_perf_file_open (&file, input, error) &&
            read_recording (&file, builder, context, error);
  tv_perf_file_clear (&file);
  return is_read;
}

static const TvMagic magics[] = { TV_MAGIC (0, 0, TV_PERF_MAGIC),
                                  TV_MAGIC (0, 0, TV_PERF_OLD_MAGIC),
                                  TV_MAGIC (0, 0, TV_PERF_SWAPPED_MAGIC) };

const TvFormat tv_format_perf_data = {
  .id = "perf-data",
  .title = N_("perf, simpleperf and hiperf recordings (perf.data)"),
  .patterns = (const char *const[]){ "*.data", "perf.data*", NULL },
  .mime_type = "application/x-perf-data",
  .mime_title = N_("perf recording"),
  .folder_file = "data", /* written by perf record --threads */
  .magics = magics,
  .n_magics = G_N_ELEMENTS (magics),
  .read = read_perf_data,
  .read_clock = tv_perf_data_read_clock,
};
