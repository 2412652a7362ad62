/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/profile.h"
#include "core/selection.h"
#include "core/trace.h"
#include "tables/call-tree-table.h"

G_BEGIN_DECLS

/**
 * TvTableOptions:
 * @selection: (nullable): selected part of the trace; %NULL for the whole trace
 * @profile_flags: flags of the profile, for method_profile and method_edge
 * @source: (nullable): source of a call tree, or kind of samples, see analysis/calls/call-paths.h; %NULL for the
 *   default
 * @by_thread: whether to group a call tree by thread
 * @cut: (nullable): limits for the nodes of a call tree; %NULL for the default limits
 * @symbol: (nullable): symbol to which the rows are limited; %NULL for all symbols
 *
 * Options of computed tables. By default, all fields are 0.
 */
typedef struct
{
  const TvSelection *selection;
  TvProfileFlags profile_flags;
  const guint32 *source;
  gboolean by_thread;
  const TvCallTreeCut *cut;
  const guint32 *symbol;
} TvTableOptions;

const TvTableInfo *const *tv_tables_list (guint                 *n);
const TvTableInfo        *tv_tables_find (const char            *name,
                                          GError               **error);
gboolean                  tv_tables_has (const TvTableInfo *info);
gboolean                  tv_tables_uses_profile (const TvTableInfo *info);
gboolean                  tv_tables_is_call_tree (const TvTableInfo *info);
gboolean                  tv_tables_supports_source (const TvTableInfo *info);
gboolean                  tv_tables_supports_symbol (const TvTableInfo *info);
gboolean                  tv_tables_requires_threads (const TvTableInfo *info);
gboolean                  tv_tables_supports_filters (const TvTableInfo *info);
gboolean                  tv_tables_supports_transforms (const TvTableInfo *info);
TvTable                  *tv_tables_open (const char            *name,
                                          TvTrace               *trace,
                                          const TvTableOptions  *options,
                                          GCancellable          *cancellable,
                                          GError               **error);

G_END_DECLS
