/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/kit/search-entry.h"
#include "ui/views/profile/profile-columns.h"
#include "ui/views/profile/relatives-table.h"
#include "ui/views/view.h"

G_BEGIN_DECLS

/* The methods of a session's profile in a table, as in the original: click a method and it shows who
 * called it and what it called; click one of those and it leads there. Its parts:
 *
 *   profile-view.c     numbers and selection
 *   profile-rows.c     what rows do
 *   profile-columns.c  columns, by clock
 *   relatives-table.c  what lies under a method
 *   profile-find.c     what is found, and what of it is shown
 *   profile-menu.c     what can be done with a row
 */

#define TV_TYPE_PROFILE_VIEW (tv_profile_view_get_type ())
G_DECLARE_FINAL_TYPE (TvProfileView, tv_profile_view, TV, PROFILE_VIEW, TvView)

struct _TvProfileView
{
  TvView parent_instance;

  TvTableView *table;

  TvSession *session; /* of the view */
  TvSearchEntry *entry;
  GMenuModel *options_menu;

  TvClock clock;         /* by which parents and children are sorted */
  gboolean was_expanded; /* before the first click of a double click */
  gboolean has_shown;    /* the table has been shown */
  gboolean had_filter;   /* when it was shown last */

  TvTable *methods;      /* (nullable): what is searched, shown or to be shown next */
  GBytes *found;         /* (nullable): a byte for each of its rows: whether it matches */
  guint n_found;         /* rows */
  GCancellable *finding; /* (nullable): set while searching */
  int step_when_done;
  gboolean is_query_new; /* go to a match as soon as they are known */
};

void     tv_profile_view_take_methods     (TvProfileView  *self,
                                           TvTable        *methods);
void     tv_profile_view_settle           (TvProfileView  *self);
void     tv_profile_view_drop_found       (TvProfileView  *self);
void     tv_profile_view_update_words     (TvProfileView  *self);
gboolean tv_profile_view_is_filtering     (TvProfileView  *self);
void     tv_profile_view_end_filter       (TvProfileView  *self);
void     tv_profile_view_follow_entry     (TvProfileView  *self);
void     tv_profile_view_step             (TvProfileView  *self,
                                           int             direction);
void     tv_profile_view_update_busy      (TvProfileView  *self);
char    *tv_profile_view_dup_summary      (TvProfileView  *self);

guint    tv_profile_view_find             (TvProfileView  *self,
                                           guint32         symbol);
void     tv_profile_view_follow_rows      (TvProfileView  *self);
void     tv_profile_view_jump             (TvProfileView  *self,
                                           guint32         symbol);
void     tv_profile_view_set_group_open   (TvProfileView  *self,
                                           guint32         symbol,
                                           TvProfileGroup  group,
                                           gboolean        is_open);

GMenu      *tv_profile_view_make_menu     (gpointer        view,
                                           TvTableRow     *row);
void     tv_profile_view_class_add_menu_actions (GtkWidgetClass *widget_class);

G_END_DECLS
