/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "formats/format.h"
#include "fuzz-target.h"

/* Fuzzes a single reader at high speed. --reader=ID selects the format; “any” means the detection of formats,
 * encodings, prefixes and containers. Inputs are only parsed, and traces built, on a single thread. The other targets
 * use the same readers, and check all invariants and tables. */

#define ANY "any"

/* Returns the format with an id; NULL for “any”. */
static const TvFormat *
find_format (const char *id)
{
  guint n;
  const TvFormat *const *formats = tv_formats_get (&n);

  if (g_strcmp0 (id, ANY) == 0)
    return NULL;
  for (guint i = 0; i < n; i++)
    if (g_strcmp0 (formats[i]->id, id) == 0)
      return formats[i];
  g_error ("--reader=ID must name a format; “tracedump formats” lists them");
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static const TvFormat *format;
  static gboolean is_found;
  g_autoptr (GBytes) bytes = g_bytes_new_static (data, size);
  g_autoptr (TvInput) source = tv_input_new_for_bytes (bytes);
  TvReadContext context = { .thread = g_thread_self () };
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = NULL;

  if (!is_found)
    format = find_format (fuzz_target_get_reader ());
  is_found = TRUE;
  if (format == NULL)
    trace = tv_load_bytes (bytes, NULL, NULL, NULL, &error);
  else if (tv_format_probe (format, source) == TV_CONFIDENCE_NONE)
    return 0;
  else
    trace = tv_format_load (format, source, &context, &error);
  g_assert_true ((trace == NULL) == (error != NULL));
  return 0;
}
