/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/call-tree.h"
#include "analysis/symbols/text-match.h"

G_BEGIN_DECLS

/**
 * TvCallSearch:
 * @n_found: number of matching nodes
 * @is_found: per node, whether its name matches
 * @total: sum of the totals of the outermost matching nodes, so that nested matches are counted only once
 *
 * Result of a search in a call tree.
 */
typedef struct
{
  guint32 n_found;
  guint8 *is_found;
  TvCallValue total;
} TvCallSearch;

TvCallSearch *tv_call_search_new  (const TvCallTree  *tree,
                                   const TvTextMatch *match,
                                   GCancellable      *cancellable);
void          tv_call_search_free (TvCallSearch      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvCallSearch, tv_call_search_free)

G_END_DECLS
