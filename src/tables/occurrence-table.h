/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/selection.h"
#include "tables/table.h"

G_BEGIN_DECLS

#define TV_TYPE_OCCURRENCE_TABLE (tv_occurrence_table_get_type ())
G_DECLARE_FINAL_TYPE (TvOccurrenceTable, tv_occurrence_table, TV, OCCURRENCE_TABLE, TvTable)

extern const TvTableInfo tv_occurrence_table_info;

TvTable *tv_occurrence_table_new_of (TvTrace *trace,
                                     GArray  *slices);
GArray  *tv_occurrence_table_get_slices (TvOccurrenceTable *self);
TvTable *tv_occurrence_table_new (TvTrace            *trace,
                                  guint32             symbol,
                                  const TvSelection  *selection,
                                  GCancellable       *cancellable,
                                  GError            **error);

G_END_DECLS
