/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/window/window.h"

G_BEGIN_DECLS

/* Source files of the window:
 *
 *   window.c        tabs and header bar
 *   window-files.c  opening files in tabs */

struct _TvWindow
{
  AdwApplicationWindow parent_instance;

  AdwToastOverlay *toasts;
  AdwWindowTitle *title;
  AdwSplitButton *open_button;
  GtkMenuButton *menu_button;
  GMenuModel *main_menu; /* complete menu, from which the menu of each page is created */
  GtkStack *stack;
  GtkWidget *start_page;
  AdwTabView *tabs;
  GActionGroup
      *page_actions;        /* (nullable): actions of the current page, which the window exports */
  gboolean is_transferring; /* whether a tab is being moved to another window */
};

void tv_window_bind_page (AdwTabPage *page);
void tv_window_add_page  (TvWindow   *self,
                          GtkWidget  *trace_page);

G_END_DECLS
