/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/symbols/text-match.h"
#include "ui/kit/search-entry.h"
#include "ui/views/call-tree/call-pane.h"
#include "ui/views/view.h"

G_BEGIN_DECLS

/* Call trees: top-down from the outermost callers, inverted from the functions with the largest exclusive values to
 * their callers, or a butterfly with both directions from one symbol. The files:
 *
 *   call-tree-view.c  the view, its selection, and the rows that a worker computes
 *   call-tree-find.c  search
 *   call-tree-menu.c  context menu of a row, options
 *   call-pane.c       a tree in a table
 *   call-columns.c    columns of the table
 *   call-rows.c       rows of the table */

typedef enum
{
  TV_CALL_MODE_TOP_DOWN,
  TV_CALL_MODE_CALLERS,
  TV_CALL_MODE_BUTTERFLY,
  TV_N_CALL_MODES,
} TvCallMode;

typedef struct _TvCallFound TvCallFound;

#define TV_TYPE_CALL_TREE_VIEW (tv_call_tree_view_get_type ())
G_DECLARE_FINAL_TYPE (TvCallTreeView, tv_call_tree_view, TV, CALL_TREE_VIEW, TvView)

struct _TvCallTreeView
{
  TvView parent_instance;

  GtkWidget
      *stack; /* has the page "tree", and the page "message" for a butterfly without a symbol */
  GtkLabel *message;
  GtkWidget *paned;
  GtkLabel *headings[2]; /* headings above the panes, for a butterfly */
  TvCallPane *panes[2];  /* the second one is visible only for a butterfly */

  TvSession *session; /* not owned */
  TvSearchEntry *entry;
  GtkWidget *mode_box;
  GMenu *options_menu;

  TvCallMode mode;
  TvCallMode
      shown_mode; /* mode of the visible content; %TV_N_CALL_MODES if the columns must be set again */
  guint32 about; /* symbol for a butterfly, or TV_NONE */
  TvTable *previous
      [TV_N_CALL_MODES]; /* (nullable) each: last rows per mode; new rows expand the same nodes */
  gboolean is_selecting; /* whether the view itself is changing the selected symbol */
  gboolean needs_follow;
  gboolean
      opens_callers; /* whether to also expand the row of the symbol, which shows its callers */
  gboolean focus_pending; /* whether to focus the list when the rows are shown */
  GCancellable *loading;  /* (nullable): running worker that computes new rows */

  TvCallFound *found; /* (nullable) */
  GCancellable *finding;
  int step_when_done;
  gboolean is_query_new;
};

TvCallPane *tv_call_tree_view_get_pane     (TvCallTreeView *self);
void        tv_call_tree_view_set_mode     (TvCallTreeView *self,
                                            TvCallMode      mode);

void        tv_call_tree_view_follow_entry (TvCallTreeView *self);
void        tv_call_tree_view_find         (TvCallTreeView *self);
void        tv_call_tree_view_drop_found   (TvCallTreeView *self);
void        tv_call_tree_view_step         (TvCallTreeView *self,
                                            int             direction);
void        tv_call_tree_view_update_labels (TvCallTreeView *self);

GMenu      *tv_call_tree_view_make_menu    (gpointer        view,
                                            TvTableRow     *row);
void        tv_call_tree_view_update_options (TvCallTreeView *self);
void        tv_call_tree_view_class_add_menu_actions (GtkWidgetClass *widget_class);
void        tv_call_tree_view_add_options  (TvCallTreeView *self,
                                            GActionMap     *map);

G_END_DECLS
