/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/format.h"
#include "fuzz-target.h"
#include "odd-perfetto.h"

/* Fuzzes Perfetto traces that are generated from the input: the bytes of the input determine the random choices. */

#define LONGEST (64 * 1024)

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  TvReadContext context = { .thread = g_thread_self () };
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (TvInput) source = NULL;
  g_autoptr (GError) error = NULL;
  TvOddDice dice;
  TvOddTrace made;
  TvTrace *trace;

  if (size == 0)
    return 0;
  tv_odd_dice_init_for_bytes (&dice, data, size);
  tv_odd_trace_init (&made, &dice, MIN (16 * size, LONGEST), NULL);
  bytes = g_byte_array_free_to_bytes (made.bytes);
  source = tv_input_new_for_bytes (bytes);
  trace = tv_format_load (&tv_format_perfetto, source, &context, &error);
  fuzz_target_judge (trace, g_steal_pointer (&error));
  return 0;
}
