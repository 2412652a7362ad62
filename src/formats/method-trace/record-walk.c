/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/method-trace/record-walk.h"

/**
 * tv_record_walk_init:
 * @self: a walk
 * @source: the file
 * @runs: #TvRecordRun, in the order of the file: where it has records
 * @record_size: bytes of each
 * @start: offset in the file
 * @end: likewise; of the records that begin from @start on and before @end
 */
void
tv_record_walk_init (TvRecordWalk *self,
                     TvSource *source,
                     const GArray *runs,
                     guint record_size,
                     gsize start,
                     gsize end)
{
  *self = (TvRecordWalk){ .window = { .source = source },
                          .runs = runs,
                          .record_size = record_size,
                          .at = start,
                          .end = end };
}

/**
 * tv_record_walk_next:
 * @self: a walk
 * @batch: (out caller-allocates): the next records
 * @error: set to %TV_ERROR_IO
 *
 * Returns: whether there are any; %FALSE also if the file has been cut there, or @error is set
 */
gboolean
tv_record_walk_next (TvRecordWalk *self, TvRecordBatch *batch, GError **error)
{
  gsize size = self->record_size;

  for (; self->run < self->runs->len; self->run++)
    {
      const TvRecordRun *run = &g_array_index (self->runs, TvRecordRun, self->run);
      gsize run_end = run->start + run->size / size * size, available;

      if (self->at >= run_end)
        continue;
      self->at = self->at > run->start
                     ? run->start + (self->at - run->start + size - 1) / size * size
                     : run->start;
      if (self->at >= MIN (run_end, self->end))
        continue;
      batch->data = tv_source_window_look (&self->window, self->at, size, &available, error);
      if (batch->data == NULL || available < size)
        return FALSE;
      batch->where = self->at;
      batch->n = MIN (available, MIN (run_end, self->end + size - 1) - self->at) / size;
      batch->n = MIN (batch->n, TV_RECORD_BATCH);
      self->at += batch->n * size;
      return TRUE;
    }
  return FALSE;
}

void
tv_record_walk_clear (TvRecordWalk *self)
{
  tv_source_window_clear (&self->window);
}
