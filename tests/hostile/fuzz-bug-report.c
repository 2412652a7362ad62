/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/format.h"
#include "formats/report/report-clocks.h"
#include "formats/report/report-summary.h"
#include "fuzz-target.h"

/* Bug reports: their sections lie one after the other in the text, whatever is in it; and what is read of
 * frames, and of all as one text. */

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

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static const TvFormat *const formats[] = { &tv_format_bug_report, &tv_format_frame_stats };
  g_autoptr (GBytes) bytes = g_bytes_new_static (data, size);
  g_autoptr (TvReport) report = tv_report_new (bytes, NULL, NULL);
  g_autoptr (TvClocks) clocks = tv_clocks_new ();
  TvReportClocks told;

  check_sections (report, size);
  tv_report_read_clocks (report, &told);
  tv_report_clocks_tie (&told, clocks);
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
