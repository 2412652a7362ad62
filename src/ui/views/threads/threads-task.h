/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/symbols/text-match.h"
#include "core/selection.h"
#include "tables/table.h"
#include "ui/kit/work.h"

G_BEGIN_DECLS

/**
 * TvThreadUses:
 * @table: all threads of a selection, as "thread_use"
 * @filter: a byte for each row of @table: whether it is listed
 * @n_used: how many have anything in the selection
 * @n_left: how many of these are listed
 *
 * Which threads are used in a selection, and which of them are listed.
 */
typedef struct
{
  TvTable *table;
  GBytes *filter;
  guint32 n_used;
  guint32 n_left;
} TvThreadUses;

void tv_thread_uses_free           (TvThreadUses         *self);
void tv_thread_uses_list_in_worker (TvTrace              *trace,
                                    guint32               source,
                                    const TvSelection    *selection,
                                    const TvThreadUses   *before,
                                    TvTextMatch          *match,
                                    TvWorkDoneFunc        done,
                                    gpointer              owner,
                                    GCancellable        **slot);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvThreadUses, tv_thread_uses_free)

G_END_DECLS
