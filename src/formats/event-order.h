/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvEventDisorder:
 * @n_late: number of events that are earlier than a preceding event
 * @n_beyond: number of events that are late by more than the bound
 * @first_beyond: row of the first event that is late by more than the bound; valid if @n_beyond is not 0
 *
 * Statistics of events that are out of order, see tv_event_disorder_find().
 */
typedef struct
{
  guint32 n_late;
  guint32 n_beyond;
  guint32 first_beyond;
} TvEventDisorder;

void     tv_event_disorder_find (TvEventDisorder *self,
                                 const gint64    *ts,
                                 guint32          n,
                                 gint64           bound_ns);
guint32 *tv_event_order_new     (const gint64    *ts,
                                 guint32          n);
gboolean tv_event_order_find    (const gint64    *ts,
                                 guint32          n,
                                 guint32        **order,
                                 guint32        **spare);

G_END_DECLS
