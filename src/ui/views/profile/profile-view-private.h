/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/kit/search-entry.h"
#include "ui/views/profile/profile-columns.h"
#include "ui/views/profile/profile-finder.h"
#include "ui/views/profile/profile-model.h"
#include "ui/views/view.h"

G_BEGIN_DECLS

/* The methods of a session's profile in a table, as in the original: click a method and it shows who
 * called it and what it called; click one of those and it leads there. Its parts:
 *
 *   profile-view.c   rows, selection, order
 *   profile-find.c   what is found, and what of it is shown
 *   profile-menu.c   what can be done with a row
 */

#define TV_TYPE_PROFILE_VIEW (tv_profile_view_get_type ())
G_DECLARE_FINAL_TYPE (TvProfileView, tv_profile_view, TV, PROFILE_VIEW, GtkWidget)

struct _TvProfileView
{
  GtkWidget parent_instance;

  GtkStack *stack;
  GtkScrolledWindow *scrolled;
  GtkColumnView *table;
  GtkWidget *list; /* the table's inner list, below its headings */

  TvSession *session;
  TvProfileModel *model;
  TvProfileOrder *order; /* (nullable): of all methods */
  TvProfileFinder *finder;
  TvSearchEntry *entry; /* in the bar above */
  GMenuModel *options_menu;
  GtkSingleSelection *selection;
  gboolean is_selecting; /* the table's selection follows the session's, not the reverse */

  TvMethodProfileColumn sort_column;
  gboolean is_descending;
  gboolean has_new_sort; /* what is on the way is sorted by what was clicked */
  GCancellable *order_cancellable;

  guint scroll_tick; /* 0 = nothing to scroll to */
  guint32 scroll_symbol;
  guint scroll_frames;

  TvProfileClocks clocks;
  gboolean is_changing_columns;
  TvProfile *measured; /* (nullable): what the columns have room for */

  gboolean was_expanded; /* before the first click of a double click */

  GtkWidget *menu; /* (nullable): made when first needed */
};

void     tv_profile_view_show_order       (TvProfileView  *self,
                                           TvProfileOrder *order);

void     tv_profile_view_take_order       (TvProfileView  *self,
                                           TvProfileOrder *order);
void     tv_profile_view_end_filter       (TvProfileView  *self);
void     tv_profile_view_follow_entry     (TvProfileView  *self);
void     tv_profile_view_step             (TvProfileView  *self,
                                           int             direction);
char    *tv_profile_view_dup_summary      (TvProfileView  *self);
void     tv_profile_view_jump             (TvProfileView  *self,
                                           guint32         symbol);

void     tv_profile_view_add_menu         (TvProfileView  *self);
void     tv_profile_view_place_menu       (TvProfileView  *self);
void     tv_profile_view_drop_menu        (TvProfileView  *self);
void     tv_profile_view_class_add_menu_actions (GtkWidgetClass *widget_class);

G_END_DECLS
