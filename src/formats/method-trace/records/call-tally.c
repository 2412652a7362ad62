/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/method-trace/records/call-tally.h"

/* Counts the calls per thread and finds the first record of each thread and method. The loops are specialized for
 * each record layout, because they visit every record of the file. Called by call-counts.c and stream-runs.c for each
 * batch of records; method-trace-records.c only compares layouts. Changes only the tally of the calling worker. */

/* Bounds of the number of directly indexed methods. Within these bounds, the number equals the size of the file in
 * bytes, which keeps the array of a small file small. The maximum suffices for the method indexes of ART. */
#define MIN_METHODS  1024
#define MAX_METHODS  (1u << 20)
#define METHOD_SHIFT 2 /* the low two bits are the action */

/**
 * tv_call_tally_init:
 * @self: (out caller-allocates): an empty tally
 * @n_bytes: size of the file in bytes
 *
 * Initializes an empty tally.
 */
void
tv_call_tally_init (TvCallTally *self, gsize n_bytes)
{
  *self = (TvCallTally){ .min_wall = G_MAXUINT32,
                         .n_direct = (guint32) CLAMP (n_bytes, MIN_METHODS, MAX_METHODS) };
  self->n_entries = g_new0 (guint32, TV_RECORD_TIDS);
  self->is_known = g_new0 (guint8, TV_RECORD_TIDS);
  self->threads = g_array_new (FALSE, FALSE, sizeof (TvFirstRecord));
  self->is_known_method = g_new0 (guint8, self->n_direct);
  self->methods = g_array_new (FALSE, FALSE, sizeof (TvFirstRecord));
  tv_id_map_init (&self->rows);
}

void
tv_call_tally_clear (TvCallTally *self)
{
  g_clear_pointer (&self->n_entries, g_free);
  g_clear_pointer (&self->is_known, g_free);
  g_clear_pointer (&self->threads, g_array_unref);
  g_clear_pointer (&self->is_known_method, g_free);
  g_clear_pointer (&self->methods, g_array_unref);
  tv_id_map_clear (&self->rows);
}

static void
add_thread (TvCallTally *self, guint32 tid, gsize file_offset)
{
  self->is_known[tid] = TRUE;
  g_array_append_val (self->threads, ((TvFirstRecord){ tid, file_offset }));
}

/* Adds a record with a new method or with the reserved action. */
static G_GNUC_NO_INLINE void
add_odd (TvCallTally *self, guint32 word, gsize file_offset)
{
  guint32 action = word & TV_RECORD_ACTION_MASK, method = word >> METHOD_SHIFT;

  if (action == TV_RECORD_RESERVED)
    {
      if (self->n_reserved++ == 0)
        self->first_reserved = file_offset;
      return;
    }
  if (method < self->n_direct)
    self->is_known_method[method] = TRUE;
  else
    tv_id_map_set (&self->rows, word - action, self->methods->len);
  g_array_append_val (self->methods, ((TvFirstRecord){ word - action, file_offset }));
}

static inline gboolean
is_known_method (const TvCallTally *self, const guint8 *known, guint32 n_direct, guint32 word)
{
  if (G_LIKELY (word >> METHOD_SHIFT < n_direct))
    return known[word >> METHOD_SHIFT];
  return tv_id_map_find (&self->rows, word & ~TV_RECORD_ACTION_MASK) != TV_NONE;
}

/* Adds a new thread at its first record whose action is not reserved. The search starts at record @i and ends with
 * the thread's burst. */
static G_GNUC_NO_INLINE void
find_thread (TvCallTally *self,
             const TvRecordBatch *batch,
             gsize i,
             gsize record_size,
             guint tid_bytes)
{
  guint32 tid = tv_record_get_tid (batch->data + i * record_size, tid_bytes);

  for (; i < batch->n; i++)
    {
      const guint8 *record = batch->data + i * record_size;

      if (tv_record_get_tid (record, tid_bytes) != tid)
        return;
      if ((tv_record_get_word (record + tid_bytes) & TV_RECORD_ACTION_MASK) != TV_RECORD_RESERVED)
        {
          add_thread (self, tid, batch->file_offset + i * record_size);
          return;
        }
    }
}

/* Adds a burst of records of one thread that starts with record @i. Returns the end of the burst. */
G_ALWAYS_INLINE static inline gsize
add_burst (TvCallTally *self,
           const TvRecordBatch *batch,
           gsize i,
           gsize record_size,
           guint tid_bytes,
           guint wall_offset)
{
  const guint8 *known = self->is_known_method;
  guint32 n_direct = self->n_direct;
  const guint8 *record = batch->data + i * record_size;
  guint32 tid = tv_record_get_tid (record, tid_bytes);
  guint32 min_wall = self->min_wall, max_wall = self->max_wall, n_entries = 0;
  gsize n = batch->n;

  if (G_UNLIKELY (!self->is_known[tid]))
    find_thread (self, batch, i, record_size, tid_bytes);
  do
    {
      guint32 word = tv_record_get_word (record + tid_bytes);
      guint32 wall = tv_record_get_word (record + wall_offset);
      guint32 action = word & TV_RECORD_ACTION_MASK;

      record += record_size;
      n_entries += action == TV_RECORD_ENTER;
      if (G_UNLIKELY ((action == TV_RECORD_RESERVED) |
                      !is_known_method (self, known, n_direct, word)))
        {
          add_odd (self, word, batch->file_offset + i * record_size);
          if (action == TV_RECORD_RESERVED)
            continue;
        }
      min_wall = MIN (min_wall, wall);
      max_wall = MAX (max_wall, wall);
    }
  while (++i < n && tv_record_get_tid (record, tid_bytes) == tid);
  self->n_entries[tid] += n_entries;
  self->min_wall = min_wall;
  self->max_wall = max_wall;
  return i;
}

/* Adds a batch. Always inlined, so that each layout has its own loop with constant sizes. */
G_ALWAYS_INLINE static inline void
add_batch (TvCallTally *self,
           const TvRecordBatch *batch,
           gsize record_size,
           guint tid_bytes,
           guint wall_offset)
{
  for (gsize i = 0; i < batch->n;)
    i = add_burst (self, batch, i, record_size, tid_bytes, wall_offset);
  self->n_records += batch->n;
}

/**
 * tv_call_tally_add:
 * @batch: records that follow the added ones in the file
 * @layout: layout of the records
 *
 * Counts the calls of a batch.
 */
void
tv_call_tally_add (TvCallTally *self, const TvRecordBatch *batch, const TvRecordLayout *layout)
{
  if (layout->clock == TV_METHOD_CLOCK_DUAL && layout->record_size == 14)
    add_batch (self, batch, 14, 2, 10);
  else if (layout->clock == TV_METHOD_CLOCK_DUAL)
    add_batch (self, batch, layout->record_size, 2, 10);
  else if (layout->tid_bytes == 2)
    add_batch (self, batch, layout->record_size, 2, 6);
  else
    add_batch (self, batch, layout->record_size, 1, 5);
}

/**
 * tv_call_tally_is_same:
 * @layout: layout of the records
 * @other: assumed layout
 *
 * Returns: whether both layouts result in the same tally, even if a single time is CPU time in one layout and wall
 * time in the other
 */
gboolean
tv_call_tally_is_same (const TvRecordLayout *layout, const TvRecordLayout *other)
{
  return layout->record_size == other->record_size && layout->tid_bytes == other->tid_bytes &&
         (layout->clock == TV_METHOD_CLOCK_DUAL) == (other->clock == TV_METHOD_CLOCK_DUAL);
}
