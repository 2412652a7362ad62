/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "ui/kit/chip-row.h"
#include "ui/kit/switcher.h"
#include "ui/pages/panel.h"
#include "ui/pages/view-host.h"

G_BEGIN_DECLS

/* The parts of the widget:
 *
 *   panel.c          the views, the visible one, and the selection
 *   panel-actions.c  their actions
 */

typedef struct
{
  const TvViewInfo *info;
  TvView *view;     /* in the stack */
  GtkWidget *tools; /* (nullable): in the bar */
  GtkWidget *mode;  /* (nullable): beside the chips */
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
  GtkStack *stack; /* (nullable): the host's */

  TvSession *session;
  GArray *entries;     /* of TvPanelEntry: the views that the trace can fill */
  const char *content; /* id of the view that leads */
  gboolean fills;
};

const char         *tv_panel_get_page    (TvPanel    *self);
const TvPanelEntry *tv_panel_get_shown   (TvPanel    *self);
void                tv_panel_set_page    (TvPanel    *self,
                                          const char *page);
void                tv_panel_choose_page (TvPanel    *self,
                                          const char *page);

G_END_DECLS
