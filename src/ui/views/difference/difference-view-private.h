/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/kit/search-entry.h"
#include "ui/kit/table/table-view.h"
#include "ui/views/view.h"

G_BEGIN_DECLS

/* The parts of the view:
 *
 *   difference-view.c        what differs between two runs, as a list
 *   difference-view-align.c  where their timelines lie above each other
 */

#define TV_TYPE_DIFFERENCE_VIEW (tv_difference_view_get_type ())
G_DECLARE_FINAL_TYPE (TvDifferenceView, tv_difference_view, TV, DIFFERENCE_VIEW, TvView)

struct _TvDifferenceView
{
  TvView parent_instance;

  TvTableView *table;
  TvSearchEntry *entry;
  GtkWidget *mode;
  GMenuModel *options_menu;

  TvSession *session;     /* of the view */
  TvTable *shown;         /* (nullable): all rows of what is shown */
  guint32 n_left;         /* that the box leaves */
  guint32 n_new;          /* of all rows, those that are in no earlier run */
  guint32 n_gone;         /* those that are in no later one */
  GCancellable *finding;  /* (nullable): set while a worker does */
  GCancellable *aligning; /* (nullable): set while first calls are looked for */
  gboolean is_outdated;   /* to be found anew, once it is seen */
};

void tv_difference_view_align_at          (TvDifferenceView *self,
                                           guint32           symbol);
void tv_difference_view_follow_marks      (TvDifferenceView *self);
void tv_difference_view_add_align_actions (TvDifferenceView *self,
                                           GActionMap       *map);

G_END_DECLS
