/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/format.h"

G_BEGIN_DECLS

#define TV_READ_MAX_WORKERS 32

/**
 * TvReadWorkers:
 * @context: receives progress
 * @n: number of workers
 * @at: atomic: current file offset, per worker
 * @failure: atomic: first error, or %NULL
 *
 * Shared state of workers that read a file in parallel.
 */
typedef struct
{
  TvInput *input;
  const TvReadContext *context;
  guint n;
  gsize at[TV_READ_MAX_WORKERS];
  GError *failure;
} TvReadWorkers;

guint    tv_read_workers_get_max_workers  (gsize                n_bytes);
void     tv_read_workers_share     (const TvReadWorkers *self,
                                    const guint64       *loads,
                                    guint                n_loads,
                                    guint8              *owners);
gboolean tv_read_workers_step      (TvReadWorkers       *self,
                                    guint                worker,
                                    gsize                at,
                                    double               fraction);
void     tv_read_workers_fail      (TvReadWorkers       *self,
                                    GError              *error);
gboolean tv_read_workers_propagate (TvReadWorkers       *self,
                                    GError             **error);

static inline gboolean
tv_read_workers_have_failed (TvReadWorkers *self)
{
  return g_atomic_pointer_get (&self->failure) != NULL;
}

G_END_DECLS
