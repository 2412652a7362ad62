/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "ui/kit/chip-row.h"
#include "ui/kit/switcher.h"
#include "ui/pages/panel.h"
#include "ui/pages/view-host.h"

G_BEGIN_DECLS

/* Source files of the panel:
 *
 *   panel.c          the views, the visible view, and the selection
 *   panel-actions.c  actions of the panel and its views */

typedef struct
{
  const TvViewInfo *info;
  TvView *view;     /* child of the stack */
  GtkWidget *tools; /* (nullable): widgets of the view in the bar */
  GtkWidget *mode;  /* (nullable): widget of the view beside the chips */
} TvPanelEntry;

struct _TvPanel
{
  GtkWidget parent_instance;

  GtkWidget *bar;
  TvSwitcher *switcher;
  AdwBin *clock_choice;
  GtkWidget *tools;
  GtkMenuButton *menu_button;
  GtkWidget *fill_button;
  GtkWidget *chip_line;
  TvChipRow *chips;
  GtkWidget *modes;
  TvViewHost *host;
  GtkStack *stack; /* (nullable): stack of @host; NULL after dispose */

  TvSession *session;
  GArray *entries; /* (element-type TvPanelEntry): views for which the trace has content */
  const char *
      content; /* id of the view that fits the trace best; the user's choice of view is stored under this id */
  gboolean fills;
  gboolean is_busy;
};

const char         *tv_panel_get_page    (TvPanel    *self);
const TvPanelEntry *tv_panel_get_shown   (TvPanel    *self);
void                tv_panel_set_page    (TvPanel    *self,
                                          const char *page);
void                tv_panel_choose_page (TvPanel    *self,
                                          const char *page);

G_END_DECLS
