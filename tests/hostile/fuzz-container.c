/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/error.h"
#include "formats/format.h"
#include "formats/input/unpack.h"
#include "formats/load.h"
#include "fuzz-target.h"

/* Fuzzes compressed files, and all other files that can be opened. The decompressed size is limited. */

#define LIMIT (256 * 1024)

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) unpacked = NULL;
  gboolean is_cut;
  TvTrace *trace;

  unpacked = tv_unpack (bytes, tv_format_is_sure, LIMIT, NULL, &is_cut, &error);
  g_assert_true ((unpacked == NULL) == (error != NULL));
  if (unpacked == NULL)
    {
      g_assert_true (error->domain == TV_ERROR);
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      return 0;
    }
  g_assert_cmpuint (g_bytes_get_size (unpacked), <=, MAX (size, LIMIT));
  trace = tv_load_bytes (unpacked, NULL, NULL, NULL, &error);
  fuzz_target_judge (trace, g_steal_pointer (&error));
  return 0;
}
