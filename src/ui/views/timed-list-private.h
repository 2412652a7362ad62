/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/views/timed-list.h"

G_BEGIN_DECLS

/* The parts of a list by timestamp:
 *
 *   timed-list.c        rows, place, session
 *   timed-list-terms.c  further terms of the filter, each with a chip
 *   timed-filters.c     the filter itself
 */

typedef struct
{
  TvSearchEntry *text_entry;
  TvTableView *table;

  TvSession *session; /* (nullable): of the view */
  TvTimedFilters filters;
  TvFilteredList list;     /* of all rows */
  GCancellable *counting;  /* (nullable): set while a worker counts the options */
  GCancellable *filtering; /* (nullable): set while one filters */
  gboolean has_options;    /* the options have been counted */
  gboolean is_leading;     /* changes of the session come from this view */
  gboolean wants_focus;    /* as soon as there are rows */
  guint32 wanted_row;      /* of all: in the middle as soon as all are shown; or TV_NONE */
  gint64 wanted_ns;        /* where to go once it can be seen; G_MININT64 = nowhere */
} TvTimedListPrivate;

static inline const TvTimedKind *
tv_timed_list_get_kind (gpointer self)
{
  return tv_view_get_info (TV_VIEW (self))->kind;
}

TvTimedListPrivate *tv_timed_list_get_private     (gpointer        self);
void                tv_timed_list_request_filter  (TvTimedList    *self);
void                tv_timed_list_change_terms    (TvTimedList    *self);
void                tv_timed_list_class_add_terms (GtkWidgetClass *widget_class);

G_END_DECLS
