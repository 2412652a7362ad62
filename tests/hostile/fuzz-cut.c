/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/error.h"
#include "formats/cut.h"
#include "fuzz-target.h"

/* Fuzzes the cutting of files of any format. The first two bytes of an input are the bounds of the range, in 255ths
 * of the trace; the rest is the file. If the first bound is greater than the second, only some threads are selected.
 * Cutting must fail with an error, or its result must be readable. */

/* one in this many threads is selected */
#define SELECTED 3

static gint64
get_bound (TvTrace *trace, uint8_t share)
{
  gint64 start = tv_trace_get_start_ns (trace), length = tv_trace_get_end_ns (trace) - start;

  return start + length / 255 * share;
}

/* Returns the selected range and threads (transfer full). */
static TvSelection *
select_part (TvTrace *trace, const uint8_t *data)
{
  g_autoptr (TvSelection) range = tv_selection_new_range (
      get_bound (trace, MIN (data[0], data[1])), get_bound (trace, MAX (data[0], data[1])) + 1);
  g_autoptr (GArray) utids = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 n;

  tv_trace_get_threads (trace, &n);
  for (guint32 utid = 0; utid < n && data[0] > data[1]; utid += SELECTED)
    g_array_append_val (utids, utid);
  return tv_selection_with_threads (range, trace, (const guint32 *) (gconstpointer) utids->data,
                                    utids->len);
}

static void
judge_part (GOutputStream *stream)
{
  g_autoptr (GBytes) part = NULL;
  GError *error = NULL;
  TvTrace *trace;

  g_output_stream_close (stream, NULL, NULL);
  part = g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (stream));
  g_assert_cmpuint (g_bytes_get_size (part), >, 0);
  trace = tv_load_bytes (part, NULL, NULL, NULL, &error);
  fuzz_target_judge (trace, error);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GBytes) bytes = size > 2 ? g_bytes_new_static (data + 2, size - 2) : NULL;
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvSelection) part = NULL;

  if (bytes == NULL)
    return 0;
  trace = tv_load_bytes (bytes, NULL, NULL, NULL, &error);
  if (trace == NULL)
    return 0;
  part = select_part (trace, data);
  if (tv_cut_bytes (bytes, trace, part, stream, &error))
    judge_part (stream);
  else
    g_assert_true (error->domain == TV_ERROR);
  return 0;
}
