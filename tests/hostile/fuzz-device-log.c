/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/incident/incident.h"
#include "formats/device-log/device-log.h"
#include "fuzz-target.h"

/* Fuzzes device logs with all readers, and their findings. Chunks are so small that each log consists of several
 * chunks. */

#define PART_BYTES 64

static void
use_incident (TvTrace *trace)
{
  g_autoptr (TvWaits) waits = tv_waits_new (trace);
  g_autoptr (TvIncident) incident = NULL;

  if (!tv_incident_has_any (trace))
    return;
  incident = tv_incident_new (trace, waits);
  g_assert (tv_sentence_get_text (tv_incident_get_sentence (incident))[0] != '\0');
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static const TvFormat *const formats[] = { &tv_format_logcat, &tv_format_hilog,
                                             &tv_format_kernel_log };

  tv_device_log_set_part_bytes (PART_BYTES);
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
      if (trace != NULL)
        use_incident (trace);
      fuzz_target_judge (trace, g_steal_pointer (&error));
    }
  return 0;
}
