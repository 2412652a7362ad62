/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Computes results on a worker thread while the main loop runs. For each kind of request, its owner has a slot, which
 * is a #GCancellable pointer. A new request cancels the previous one in the slot. The owner must stop the slot before
 * it is freed. */

/* Processes @job on the worker thread. Returns: (transfer full) (nullable): the result, or @job itself if it contains
 * the result; %NULL on failure or if cancelled */
typedef gpointer (*TvWorkFunc) (gpointer job, GCancellable *cancellable, GError **error);

/* Handles the result on the main thread. Not called if the request was replaced by a newer one, or if the slot was
 * stopped.
 *
 * @owner: owner passed to tv_work_start()
 * @job: input of the worker; freed afterwards
 * @result: (transfer full) (nullable): result of the #TvWorkFunc
 * @error: (nullable): error if the request failed */
typedef void (*TvWorkDoneFunc) (gpointer owner, gpointer job, gpointer result, const GError *error);

typedef struct
{
  TvWorkFunc run;
  GDestroyNotify free_job;
  GDestroyNotify free_result; /* (nullable): frees a result that was not passed to a callback */
} TvWork;

void tv_work_start (const TvWork    *work,
                    gpointer         job,
                    TvWorkDoneFunc   done,
                    gpointer         owner,
                    GCancellable   **slot);
void tv_work_mark_running (GCancellable   **slot);
void tv_work_stop  (GCancellable   **slot);

G_END_DECLS
