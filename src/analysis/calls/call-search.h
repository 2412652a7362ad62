/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/call-tree.h"
#include "analysis/symbols/text-match.h"

G_BEGIN_DECLS

/**
 * TvCallSearch:
 * @n_found: how many nodes match
 * @is_found: by node of the tree: whether its name matches
 * @total: what the matching nodes come to; one below another match is counted with that, so that nothing
 *   counts twice
 *
 * What of a call tree has a name that somebody looks for.
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
