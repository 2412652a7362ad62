/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvIdCount:
 * @id: such as a CPU, a thread, or a string
 * @count: how many rows have it
 */
typedef struct
{
  guint32 id;
  guint32 count;
} TvIdCount;

GArray *tv_id_counts_new (const guint32 *ids,
                          const guint32 *kinds,
                          guint32        n,
                          gboolean       by_count);

G_END_DECLS
