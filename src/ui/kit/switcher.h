/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvSwitcherItem:
 * @id: what the action is given for it
 * @title: what it is called
 * @tooltip: what it shows
 * @count: a number to tell beside the title, or 0
 * @has_news: whether it asks for attention: a dot says so where it has no room
 * @begins_group: whether it is set apart from the one before
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

/* A row of words, one of which is chosen. Those that have no room stand in a menu at its end, called
 * "More", or by the chosen one's name if that is among them; in a narrow window all of them do. Alt
 * and a digit, which the tooltips and the menu tell, are up to the window. */

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
