/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Computes results in a worker thread while the main loop runs. A slot belongs to an owner and stands for one
 * question: only the newest request in it counts, and the owner stops it before it is freed. */

/* In the worker. Returns: (transfer full) (nullable): the result, or @job itself if that contains it. %NULL if it
 * failed or was cancelled */
typedef gpointer (*TvWorkFunc) (gpointer job, GCancellable *cancellable, GError **error);

/* In the main loop, unless a newer request came or the slot was stopped.
 * @owner: from tv_work_start()
 * @job: freed afterwards
 * @result: (transfer full) (nullable): of the #TvWorkFunc
 * @error: (nullable): why there is none */
typedef void (*TvWorkDoneFunc) (gpointer owner, gpointer job, gpointer result, const GError *error);

typedef struct
{
  TvWorkFunc run;
  GDestroyNotify free_job;
  GDestroyNotify free_result; /* (nullable): frees an unused result */
} TvWork;

void tv_work_start (const TvWork    *work,
                    gpointer         job,
                    TvWorkDoneFunc   done,
                    gpointer         owner,
                    GCancellable   **slot);
void tv_work_await (GCancellable   **slot);
void tv_work_stop  (GCancellable   **slot);

G_END_DECLS
