/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Distributes independent tasks over all processors. */

/* Size of a cache line in bytes. Data that two processors write at the same time must be on different cache lines. */
#define TV_CACHE_LINE 64

/**
 * TvParallelTask:
 * @task: number of the task, from 0
 * @user_data: data passed to tv_parallel_run()
 *
 * Executes one of the tasks. Called on any thread, concurrently with other tasks.
 */
typedef void (*TvParallelTask) (guint task, gpointer user_data);

void  tv_parallel_run             (guint          n_tasks,
                                   TvParallelTask func,
                                   gpointer       user_data);
guint tv_parallel_get_n_threads   (void);
void  tv_parallel_set_max_threads (guint          max_threads);

gpointer tv_cache_lines_new (gsize bytes);

G_END_DECLS
