/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/log/cpu-report.h"
#include "analysis/frame-statistics.h"
#include "analysis/log/memory-matrix.h"
#include "core/trace-builder.h"
#include "formats/format.h"
#include "formats/report/report-clocks.h"
#include "formats/report/report-summary.h"
#include "fuzz-target.h"

/* Fuzzes bug reports, their frame statistics, and the whole report as one string. Regardless of the content, sections
 * must not overlap. */

static void
check_sections (const TvReport *report, gsize size)
{
  const char *text = g_bytes_get_data (report->bytes, NULL);
  gsize at = 0;

  for (guint i = 0; i < report->n; i++)
    {
      const TvReportSection *section = &report->sections[i];
      g_autofree char *name = tv_report_dup_name (section);
      g_autofree char *summary = tv_report_dup_summary (
          (TvSpan){ text + section->start, section->size });

      g_assert_cmpuint (section->start, >, at);
      g_assert_cmpuint (section->start + section->size, <=, size);
      g_assert_true (g_utf8_validate (name, -1, NULL));
      g_assert_true (summary == NULL || g_utf8_validate (summary, -1, NULL));
      at = section->start + section->size - (section->size > 0);
    }
}

/* Checks that tables of services point into the text, regardless of its content. */
static void
check_services (GBytes *bytes)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (GArray) memory = NULL;
  g_autoptr (GArray) rows = NULL;
  g_autoptr (GArray) cpus = NULL;
  g_autoptr (GArray) frames = NULL;
  const char *text = g_bytes_get_data (bytes, NULL);
  gsize size = g_bytes_get_size (bytes);

  g_assert_true (tv_trace_builder_add_whole_text (builder, bytes, TV_NONE, TV_NONE));
  trace = tv_trace_builder_finish (builder, NULL, NULL);
  memory = tv_memory_report_new (trace, NULL, NULL, NULL);
  rows = tv_memory_matrix_new (trace, NULL, NULL, NULL);
  cpus = tv_cpu_report_new (trace, NULL, NULL, NULL);
  frames = tv_frame_statistics_new (trace, NULL, NULL, NULL);
  g_assert_cmpuint (rows->len, <=, memory->len);
  for (guint i = 0; i < frames->len; i++)
    {
      const TvFrameStatistic *row = &g_array_index (frames, TvFrameStatistic, i);

      g_assert_true (row->name.size > 0 && row->name.text >= text &&
                     row->name.text + row->name.size <= text + size && row->value >= 0);
    }
  for (guint i = 0; i < memory->len; i++)
    {
      const TvMemoryReportRow *row = &g_array_index (memory, TvMemoryReportRow, i);

      g_assert_true (row->name.size > 0 && row->name.text >= text &&
                     row->name.text + row->name.size <= text + size);
      g_assert_true (row->column[0].size == 0 ||
                     (row->column[0].text >= text && row->column[0].text <= text + size));
    }
  for (guint i = 0; i < cpus->len; i++)
    {
      const TvCpuReportRow *row = &g_array_index (cpus, TvCpuReportRow, i);

      g_assert_true (row->name.size > 0 && row->name.text >= text &&
                     row->name.text + row->name.size <= text + size);
    }
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static const TvFormat *const formats[] = { &tv_format_bug_report, &tv_format_frame_stats };
  g_autoptr (GBytes) bytes = g_bytes_new_static (data, size);
  g_autoptr (TvReport) report = tv_report_new (bytes, NULL, NULL);
  g_autoptr (TvClocks) clocks = tv_clocks_new ();
  TvReportClocks reported;

  check_sections (report, size);
  if (size > 0)
    check_services (bytes);
  tv_report_read_clocks (report, &reported);
  tv_report_clocks_sync (&reported, clocks);
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autoptr (TvInput) source = tv_input_new_for_bytes (bytes);
      TvReadContext context = { .thread = g_thread_self () };
      g_autoptr (GError) error = NULL;
      TvTrace *trace = tv_format_load (formats[i], source, &context, &error);
      TvClockReading first;

      fuzz_target_judge (trace, g_steal_pointer (&error));
      if (formats[i]->read_clock != NULL)
        formats[i]->read_clock (source, clocks, &first, NULL);
    }
  return 0;
}
