/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/format.h"
#include "fuzz-target.h"

/* Fuzzes sampled profiles in all formats. Inputs that no format recognizes are skipped. */

static const TvFormat *const formats[] = {
  &tv_format_perf_script,   &tv_format_perf_data,       &tv_format_simpleperf_report,
  &tv_format_hiperf_report, &tv_format_simpleperf_text, &tv_format_pprof,
  &tv_format_speedscope,    &tv_format_folded,          &tv_format_htrace,
};

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autoptr (GBytes) bytes = g_bytes_new_static (data, size);
      g_autoptr (TvInput) source = tv_input_new_for_bytes (bytes);
      TvReadContext context = { .thread = g_thread_self () };
      g_autoptr (GError) error = NULL;
      TvTrace *trace;

      if (tv_format_probe (formats[i], source) == TV_CONFIDENCE_NONE)
        continue;
      trace = tv_format_load (formats[i], source, &context, &error);
      fuzz_target_judge (trace, g_steal_pointer (&error));
    }
  return 0;
}
