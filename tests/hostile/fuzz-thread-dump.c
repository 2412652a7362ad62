/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/incident/incident.h"
#include "formats/format.h"
#include "fuzz-target.h"

/* Fuzzes thread dumps and their findings. Inputs may begin with any bytes. */

static void
use_incident (TvTrace *trace)
{
  g_autoptr (TvWaits) waits = tv_waits_new (trace);
  g_autoptr (TvIncident) incident = tv_incident_new (trace, waits);

  g_assert (tv_sentence_get_text (tv_incident_get_sentence (incident))[0] != '\0');
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (data, size);
  g_autoptr (TvInput) source = tv_input_new_for_bytes (bytes);
  TvReadContext context = { .thread = g_thread_self () };
  g_autoptr (GError) error = NULL;
  TvTrace *trace = tv_format_load (&tv_format_thread_dump, source, &context, &error);

  if (trace != NULL)
    use_incident (trace);
  fuzz_target_judge (trace, g_steal_pointer (&error));
  return 0;
}
