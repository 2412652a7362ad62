/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/views/timed-list.h"

G_BEGIN_DECLS

/* Source files of the list of timestamped rows:
 *
 *   timed-list.c        rows, position, session
 *   timed-list-terms.c  terms of the filter, each with a chip
 *   timed-filters.c     the filter itself
 */

typedef struct
{
  TvSearchEntry *text_entry;
  TvTableView *table;

  TvSession *session; /* (nullable): session of the view */
  TvTimedFilters filters;
  TvFilteredList list;     /* visible rows of the table of all rows */
  GCancellable *counting;  /* (nullable): running count of the options */
  GCancellable *filtering; /* (nullable): running filter */
  gboolean has_options;    /* whether the options have been counted */
  gboolean is_leading;     /* whether this view is changing the session */
  gboolean focus_pending;  /* whether to grab the focus when there are rows */
  guint32
      wanted_row;   /* row of the unfiltered table to centre when no filter is active; or TV_NONE */
  gint64 wanted_ns; /* time to scroll to when the view becomes visible; G_MININT64 if none */
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
