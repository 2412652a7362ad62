/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Work that falls into independent tasks, done by all processors at once. */

/* Size of a cache line in bytes. Data that two processors write at the same time lies on different lines. */
#define TV_CACHE_LINE 64

/**
 * TvParallelTask:
 * @task: which, from 0 on
 * @user_data: as given to tv_parallel_run()
 *
 * Does one of the tasks; on any thread, at the same time as others.
 */
typedef void (*TvParallelTask) (guint task, gpointer user_data);

void  tv_parallel_run             (guint          n_tasks,
                                   TvParallelTask func,
                                   gpointer       user_data);
guint tv_parallel_get_n_threads   (void);
void  tv_parallel_set_max_threads (guint          max_threads);

gpointer tv_cache_lines_new (gsize bytes);

G_END_DECLS
