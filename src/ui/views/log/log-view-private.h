/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/views/log/log-cells.h"
#include "ui/views/log/strip-view.h"
#include "ui/views/timed-list.h"

G_BEGIN_DECLS

/* The parts of the view:
 *
 *   log-view.c     the list, the strip above it, and the session
 *   log-actions.c  going to errors, bookmarks and times
 *   log-cells.c    the cells of a line
 *
 * Actions of the widget, and with win.log- before them of the window:
 *   log.next-error log.previous-error        from the selected line, of those that are shown
 *   log.bookmark                             keeps the selected line, or forgets it
 *   log.next-bookmark log.previous-bookmark
 *   log.show-message                         shows or hides the details of the selected line
 */

#define TV_TYPE_LOG_VIEW (tv_log_view_get_type ())
G_DECLARE_FINAL_TYPE (TvLogView, tv_log_view, TV, LOG_VIEW, TvTimedList)

struct _TvLogView
{
  TvTimedList parent_instance;

  TvLogStripView *strip;
  TvLogDensity *density;  /* (nullable): of the lines that are shown */
  GCancellable *counting; /* (nullable): set while a worker counts the visible lines */
  GCancellable *finding;  /* (nullable): set while one finds the meanings of lines */
  gint64 frame_start_ns;  /* visible time range of the list */
  guint following;        /* tick callback that pans to these lines, or 0 */
  gboolean is_leading;    /* the view itself selects a line */
  TvLogLook look;         /* of the cells, which end with the list */
  GMenu *menu;            /* (nullable): made when it is requested */
};

void tv_log_view_class_add_actions (GtkWidgetClass *widget_class);
void tv_log_view_activate (gpointer self, const char *name, GVariant *parameter);
void tv_log_view_go_to_mark (gpointer self, const char *name, GVariant *parameter);
void tv_log_view_show_moment (gpointer self, const char *name, GVariant *parameter);
GMenuModel *tv_log_view_get_menu (TvLogView *self);
void tv_log_view_update_menu (TvLogView *self);

G_END_DECLS
