/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* What is found in a worker thread while the main loop goes on. A slot is a place of the owner for one
 * question: of several requests in it only the newest counts, and who frees the owner stops it. */

/* In the worker. Returns: (transfer full) (nullable): the result, or @job itself where that holds what
 *   was found. %NULL if it failed or was cancelled */
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
  GDestroyNotify free_result; /* (nullable): of a result that nobody waits for any more */
} TvWork;

void tv_work_start (const TvWork    *work,
                    gpointer         job,
                    TvWorkDoneFunc   done,
                    gpointer         owner,
                    GCancellable   **slot);
void tv_work_await (GCancellable   **slot);
void tv_work_stop  (GCancellable   **slot);

G_END_DECLS
