/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/method-trace/records/record-walk.h"

/* Small enough to stay in a CPU's own cache. */
#define BATCH_BYTES (256u * 1024)

/**
 * tv_record_walk_init:
 * @self: a walk
 * @runs: #TvRecordRun, in the order of the file: the records
 * @record_size: size of a record
 * @start: file offset: the walk starts with the first record at or after it
 * @end: file offset: the walk ends before it
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
 * @self: a walk
 * @batch: (out caller-allocates): position of the next records
 *
 * Returns: whether there are any
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
      batch->where = self->at;
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
 * @record_size: size of a record
 * @window: window of the file
 * @error: set to %TV_ERROR_IO
 *
 * Sets @data of the batch, with fewer records if the file has become shorter.
 *
 * Returns: whether there are any; %FALSE without @error if the file ends before them
 */
gboolean
tv_record_batch_read (TvRecordBatch *self, guint record_size, TvInputWindow *window, GError **error)
{
  gsize available;

  self->data = tv_input_window_look (window, self->where, self->n * record_size, &available, error);
  if (self->data == NULL)
    return FALSE;
  self->n = MIN (self->n, available / record_size);
  return self->n > 0;
}
