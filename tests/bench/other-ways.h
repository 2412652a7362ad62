/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/selection.h"

G_BEGIN_DECLS

/* Minimal implementations of two other algorithms that count calls by stack, for comparison: they provide reference
 * times for the same slices in the same run. Both algorithms add up all slices again for each request. */

guint64  bench_merge_by_maps (TvTrace           *trace,
                              const TvSelection *selection,
                              guint32            merged,
                              gint64            *total_ns);
gpointer bench_sql_open      (TvTrace           *trace);
guint64  bench_sql_merge     (gpointer           sql,
                              TvTrace           *trace,
                              const TvSelection *selection,
                              guint32            merged,
                              gint64            *total_ns);
void     bench_sql_close     (gpointer           sql);

G_END_DECLS
