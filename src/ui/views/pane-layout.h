/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvPane:
 * @TV_PANE_LIST: list, such as threads
 * @TV_PANE_MAIN: selected item, such as a stack
 * @TV_PANE_SIDE: context of the item, such as the wait graph
 *
 * Pane of a #TvPaneLayout.
 */
typedef enum
{
  TV_PANE_LIST,
  TV_PANE_MAIN,
  TV_PANE_SIDE,
} TvPane;

/* Three panes side by side or, if there is not enough width, as pages:
 *
 *   list │ main │ side   wide
 *   list │ main or side  medium
 *   list, main or side   narrow
 *
 * Signals:
 *   changed  the set of visible panes has changed */

#define TV_TYPE_PANE_LAYOUT (tv_pane_layout_get_type ())
G_DECLARE_FINAL_TYPE (TvPaneLayout, tv_pane_layout, TV, PANE_LAYOUT, GtkWidget)

GtkWidget *tv_pane_layout_new         (GtkWidget  *list,
                                     GtkWidget  *main,
                                     GtkWidget  *side,
                                     int         list_px);
void       tv_pane_layout_set_side    (TvPaneLayout *self,
                                     gboolean    has_side);
void       tv_pane_layout_set_page    (TvPaneLayout *self,
                                     TvPane  page);
gboolean   tv_pane_layout_step_back   (TvPaneLayout *self);
gboolean   tv_pane_layout_is_seen     (TvPaneLayout *self,
                                     TvPane  page);

G_END_DECLS
