/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/format.h"
#include "fuzz-target.h"

/* Fuzzes Perfetto traces. Inputs may begin with any bytes. */

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (data, size);
  g_autoptr (TvInput) source = tv_input_new_for_bytes (bytes);
  TvReadContext context = { .thread = g_thread_self () };
  g_autoptr (GError) error = NULL;
  TvTrace *trace = tv_format_load (&tv_format_perfetto, source, &context, &error);

  fuzz_target_judge (trace, g_steal_pointer (&error));
  return 0;
}
