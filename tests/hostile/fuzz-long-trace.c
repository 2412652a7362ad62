/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "core/error.h"
#include "formats/format.h"
#include "formats/method-trace/packets/long-method-trace.h"
#include "fuzz-target.h"

/* Fuzzes traces of long-running methods, which have no magic number. A trace must also be found as base64 inside a
 * dump. Other inputs are also read as if a header declared them to be a trace. */

#define LIMIT       (256 * 1024)
#define LINE        76
#define MIN_LETTERS 40 /* minimum number of base64 letters that are detected as a trace */

static GBytes *
write_dump (const uint8_t *data, size_t size)
{
  g_autofree char *letters = g_base64_encode (data, size);
  GString *text = g_string_new ("----- pid 1 -----\n");

  for (gsize at = 0; at < strlen (letters); at += LINE)
    g_string_append_printf (text, "%.*s\n", LINE, letters + at);
  return g_string_free_to_bytes (text);
}

static void
find_in_dump (const uint8_t *data, size_t size)
{
  g_autoptr (GBytes) trace = g_bytes_new_static (data, size);
  g_autoptr (GBytes) dump = write_dump (data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) unpacked = tv_long_method_dump_find (dump, LIMIT, NULL, &error);

  g_assert_no_error (error);
  g_assert_true (g_bytes_equal (unpacked, trace));
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (data, size);
  g_autoptr (TvInput) source = tv_input_new_for_bytes (bytes);
  TvReadContext context = { .thread = g_thread_self () };
  g_autoptr (GError) error = NULL;
  gsize n = tv_long_method_trace_measure (data, size);
  TvTrace *trace;

  g_assert_cmpuint (n, <=, size);
  if (n / 3 * 4 >= MIN_LETTERS)
    find_in_dump (data, n);
  trace = tv_format_load (&tv_format_long_method_trace, source, &context, &error);
  fuzz_target_judge (trace, g_steal_pointer (&error));
  return 0;
}
