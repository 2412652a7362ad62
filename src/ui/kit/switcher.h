/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvSwitcherItem:
 * @id: parameter of the action
 * @title: label of the button
 * @tooltip: description of the view
 * @count: number next to the title; 0 for none
 * @has_news: whether the view needs attention; if the item is in the menu, the menu button has a dot
 * @begins_group: whether a gap separates the item from the previous one
 *
 * An item of a switcher.
 */
typedef struct
{
  const char *id;
  const char *title;
  const char *tooltip;
  guint count;
  gboolean has_news;
  gboolean begins_group;
} TvSwitcherItem;

/* A row of text buttons, one of which is selected. Items that do not fit are moved to a menu at the end; in a narrow
 * window, the menu contains all items. The menu button is labelled "More", or with the selected item if that is in
 * the menu. Tooltips and the menu show the accelerators (Alt and a digit), which the window handles. */

#define TV_TYPE_SWITCHER (tv_switcher_get_type ())
G_DECLARE_FINAL_TYPE (TvSwitcher, tv_switcher, TV, SWITCHER, GtkWidget)

void        tv_switcher_set_action (TvSwitcher           *self,
                                    const char           *action);
void        tv_switcher_add        (TvSwitcher           *self,
                                    const TvSwitcherItem *item);
void        tv_switcher_set_chosen (TvSwitcher           *self,
                                    const char           *id);
const char *tv_switcher_get_id     (TvSwitcher           *self,
                                    guint                 number);

G_END_DECLS
