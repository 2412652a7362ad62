/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/views/timed-list.h"

G_BEGIN_DECLS

/* Source files of TvTimedList:
 *
 *   timed-list.c        rows, position, session
 *   timed-list-terms.c  terms of the filter, each with a chip
 *   timed-filters.c     the filter itself */

typedef struct
{
  TvSearchEntry *text_entry;
  TvTableView *table;

  TvSession *session; /* (nullable): not owned; %NULL until set_session() */
  TvTimedFilters filters;
  TvFilteredList list;     /* table of all rows, and the rows that match the filters */
  GCancellable *counting;  /* (nullable): running worker that counts the rows per option */
  GCancellable *filtering; /* (nullable): running filter */
  gboolean has_options;    /* whether the filter buttons have their options */
  gboolean is_leading;     /* whether this view is changing the session */
  gboolean focus_pending;  /* whether to focus the list once it has rows */
  guint32
      wanted_row; /* row of the unfiltered table to centre once no filter hides rows, or TV_NONE */
  gint64
      wanted_ns; /* time to go to once the view is visible (selects the first row at or after it), or G_MININT64 */
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
