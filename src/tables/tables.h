/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/profile.h"
#include "core/selection.h"
#include "core/trace.h"
#include "tables/table.h"

G_BEGIN_DECLS

/**
 * TvTableOptions:
 * @selection: (nullable): the part of the trace that computed tables are about; %NULL = all
 * @profile_flags: for method_profile and method_edge
 */
typedef struct
{
  const TvSelection *selection;
  TvProfileFlags profile_flags;
} TvTableOptions;

const TvTableInfo *const *tv_tables_list (guint                 *n);
const TvTableInfo        *tv_tables_find (const char            *name,
                                          GError               **error);
gboolean                  tv_tables_is_of_profile (const TvTableInfo *info);
TvTable                  *tv_tables_open (const char            *name,
                                          TvTrace               *trace,
                                          const TvTableOptions  *options,
                                          GCancellable          *cancellable,
                                          GError               **error);

G_END_DECLS
