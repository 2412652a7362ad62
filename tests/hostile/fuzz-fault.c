/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/incident/incident.h"
#include "formats/format.h"
#include "fuzz-target.h"

/* Fuzzes crashes and freezes in all formats, and their diagnosis. Inputs may begin with any bytes. */

static const TvFormat *const formats[] = { &tv_format_tombstone,   &tv_format_tombstone_proto,
                                           &tv_format_java_report, &tv_format_sanitizer,
                                           &tv_format_cppcrash,    &tv_format_jscrash,
                                           &tv_format_rustpanic,   &tv_format_freeze };

/* Returns the format that recognizes the input, or an arbitrary format if there is none. */
static const TvFormat *
choose (TvInput *input)
{
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (formats[i]->probe (input) == TV_CONFIDENCE_SURE)
      return formats[i];
  return formats[input->size % G_N_ELEMENTS (formats)];
}

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
  TvTrace *trace = tv_format_load (choose (source), source, &context, &error);

  if (trace != NULL)
    use_incident (trace);
  fuzz_target_judge (trace, g_steal_pointer (&error));
  return 0;
}
