/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/method-trace/records/record-walk.h"

/* Iterates over the records of a file in batches. Called by the passes over records (call-counts.c, record-pages.c,
 * record-slices.c, record-list.c, record-cut.c). A walk is only a position; the bytes are in the caller's window. */

/* Maximum size of a batch in bytes, chosen so that a batch fits into the private cache of a CPU. */
#define BATCH_BYTES (256u * 1024)

/**
 * tv_record_walk_init:
 * @runs: #TvRecordRun: the records, in file order
 * @record_size: size of a record in bytes
 * @start: file offset; the walk begins with the first record at or after @start
 * @end: file offset; records at or after @end are not part of the walk
 *
 * Initializes a walk.
 */
void
tv_record_walk_init (TvRecordWalk *self,
                     const GArray *runs,
                     guint record_size,
                     gsize start,
                     gsize end)
{
  *self = (TvRecordWalk){ .runs = runs, .record_size = record_size, .at = start, .end = end };
}

/**
 * tv_record_walk_next:
 * @batch: (out caller-allocates): file offset and number of the next records; its @data is not loaded
 *
 * Returns: FALSE if there are no more records
 */
gboolean
tv_record_walk_next (TvRecordWalk *self, TvRecordBatch *batch)
{
  gsize size = self->record_size;

  for (; self->run < self->runs->len; self->run++)
    {
      const TvRecordRun *run = &g_array_index (self->runs, TvRecordRun, self->run);
      gsize run_end = run->start + run->size / size * size;

      if (self->at >= run_end)
        continue;
      self->at = self->at > run->start
                     ? run->start + (self->at - run->start + size - 1) / size * size
                     : run->start;
      if (self->at >= MIN (run_end, self->end))
        continue;
      batch->data = NULL;
      batch->file_offset = self->at;
      batch->n = (MIN (run_end, self->end + size - 1) - self->at) / size;
      batch->n = MIN (batch->n, MAX (BATCH_BYTES / size, 1));
      self->at += batch->n * size;
      return TRUE;
    }
  return FALSE;
}

/**
 * tv_record_batch_read:
 * @self: a batch from tv_record_walk_next()
 * @record_size: size of a record in bytes
 * @window: window on the file
 * @error: set to %TV_ERROR_IO
 *
 * Loads the records of a batch and sets its @data. Reduces its @n if the file has become shorter.
 *
 * Returns: FALSE if no record was loaded; @error is not set if the file has become too short
 */
gboolean
tv_record_batch_read (TvRecordBatch *self, guint record_size, TvInputWindow *window, GError **error)
{
  gsize available;

  self->data = tv_input_window_peek (window, self->file_offset, self->n * record_size, &available,
                                     error);
  if (self->data == NULL)
    return FALSE;
  self->n = MIN (self->n, available / record_size);
  return self->n > 0;
}
