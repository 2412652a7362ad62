/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/selection.h"
#include "core/trace.h"
#include "tables/table.h"

G_BEGIN_DECLS

/* The table of stack samples or heap changes, with their innermost functions. */

#define TV_TYPE_SAMPLE_TABLE (tv_sample_table_get_type ())
G_DECLARE_FINAL_TYPE (TvSampleTable, tv_sample_table, TV, SAMPLE_TABLE, TvTable)

extern const TvTableInfo tv_sample_table_info;

TvTable *tv_sample_table_new      (TvTrace            *trace,
                                   guint32             source,
                                   const TvSelection  *selection,
                                   GCancellable       *cancellable,
                                   GError            **error);
guint32  tv_sample_table_get_sample (TvSampleTable    *self,
                                   guint32             row);
const TvFrame *tv_sample_table_get_leaf (TvSampleTable *self,
                                   guint32             row);
gint64   tv_sample_table_get_weight (TvSampleTable    *self,
                                   guint32             row,
                                   guint32            *kind,
                                   gint64             *ts);
guint32  tv_sample_table_find_row (TvSampleTable      *self,
                                   guint32             sample);

G_END_DECLS
