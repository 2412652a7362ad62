/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "analysis/profile.h"
#include "analysis/ranking.h"
#include "tables/method-profile.h"

G_BEGIN_DECLS

/* A profile and the order in which its methods are shown. Immutable, so that the model, the
 * search and the export share one and workers read it.
 *
 *   index   0 1 2 3 …      place on the screen, not counting what is expanded
 *   row     4 0 7 1 …      of the table method_profile
 *   symbol  9 3 2 8 …
 */
typedef struct _TvProfileOrder TvProfileOrder;

TvProfileOrder *tv_profile_order_new         (TvProfile            *profile,
                                              TvRanking            *ranking,
                                              TvMethodProfileColumn column,
                                              gboolean              is_descending,
                                              TvClock               clock,
                                              GCancellable         *cancellable);
void            tv_profile_order_new_async   (TvProfile            *profile,
                                              TvRanking            *ranking,
                                              TvMethodProfileColumn column,
                                              gboolean              is_descending,
                                              TvClock               clock,
                                              GCancellable         *cancellable,
                                              GAsyncReadyCallback   callback,
                                              gpointer              user_data);
TvProfileOrder *tv_profile_order_new_finish  (GAsyncResult         *result,
                                              GError              **error);
TvProfileOrder *tv_profile_order_new_subset  (TvProfileOrder       *order,
                                              GArray               *indices);
TvProfileOrder *tv_profile_order_ref         (TvProfileOrder       *self);
void            tv_profile_order_unref       (TvProfileOrder       *self);

TvProfile      *tv_profile_order_get_profile (const TvProfileOrder *self);
TvRanking      *tv_profile_order_get_ranking (const TvProfileOrder *self);
TvTable        *tv_profile_order_get_table   (const TvProfileOrder *self);
const guint32  *tv_profile_order_get_rows    (const TvProfileOrder *self);
TvClock         tv_profile_order_get_clock   (const TvProfileOrder *self);
guint32         tv_profile_order_get_n       (const TvProfileOrder *self);
gboolean        tv_profile_order_is_subset   (const TvProfileOrder *self);
guint32         tv_profile_order_get_symbol  (const TvProfileOrder *self,
                                              guint32               index);
guint32         tv_profile_order_find        (const TvProfileOrder *self,
                                              guint32               symbol);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvProfileOrder, tv_profile_order_unref)

G_END_DECLS
