/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/method-trace/records/record-list.h"

#include "formats/call-records.h"
#include "formats/method-trace/records/record-walk.h"

/* Lists the raw records of a method trace for “dmtracedump”, which prints them in file order. Called by
 * method-trace-records.c if the caller of tv_load_records() requested records. Appends to @records of the read
 * context. */

G_STATIC_ASSERT (TV_RECORD_ENTER == (int) TV_CALL_RECORD_ENTER &&
                 TV_RECORD_EXIT == (int) TV_CALL_RECORD_EXIT &&
                 TV_RECORD_UNWIND == (int) TV_CALL_RECORD_UNWIND &&
                 TV_RECORD_RESERVED == (int) TV_CALL_RECORD_RESERVED);

static TvCallRecord
parse_record (const guint8 *at, const TvMethodTraceKeys *keys, const TvRecordLayout *layout)
{
  const guint8 *words = at + layout->tid_bytes;
  guint32 word = tv_record_get_word (words);
  gint64 first_ns = tv_record_get_word (words + 4) * (gint64) TV_RECORD_TICK_NS;
  TvCallRecord record = { .tid = tv_record_get_tid (at, layout->tid_bytes),
                          .symbol = tv_id_map_find (&keys->methods, word & ~TV_RECORD_ACTION_MASK),
                          .action = word & TV_RECORD_ACTION_MASK };

  record.time_ns[layout->clock == TV_METHOD_CLOCK_WALL ? TV_CLOCK_WALL : TV_CLOCK_CPU] = first_ns;
  if (layout->clock == TV_METHOD_CLOCK_DUAL)
    record.time_ns[TV_CLOCK_WALL] = tv_record_get_word (words + 8) * (gint64) TV_RECORD_TICK_NS;
  return record;
}

/**
 * tv_record_list_read:
 * @records: (element-type TvCallRecord): receives the records
 * @keys: methods, including those without a name
 * @layout: layout of the records
 * @runs: #TvRecordRun: the records, in file order
 * @error: set to %TV_ERROR_IO
 *
 * Appends all complete records to @records, in file order.
 */
gboolean
tv_record_list_read (GArray *records,
                     const TvMethodTraceKeys *keys,
                     const TvRecordLayout *layout,
                     TvInput *input,
                     const GArray *runs,
                     GError **error)
{
  TvInputWindow window = { .input = input };
  GError *failure = NULL;
  TvRecordWalk walk;
  TvRecordBatch batch;

  tv_record_walk_init (&walk, runs, layout->record_size, 0, input->size);
  while (tv_record_walk_next (&walk, &batch) &&
         tv_record_batch_read (&batch, layout->record_size, &window, &failure))
    {
      guint first = records->len;

      g_array_set_size (records, (guint) (first + batch.n));
      for (gsize i = 0; i < batch.n; i++)
        g_array_index (records, TvCallRecord, first + i) = parse_record (
            batch.data + i * layout->record_size, keys, layout);
    }
  tv_input_window_clear (&window);
  if (failure == NULL)
    return TRUE;
  g_propagate_error (error, failure);
  return FALSE;
}
