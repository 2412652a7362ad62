/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/views/log/log-cells.h"
#include "ui/views/log/strip-view.h"
#include "ui/views/timed-list.h"

G_BEGIN_DECLS

/* Private parts of the Log view:
 *
 *   log-view.c     the list, the strip above it, and the session
 *   log-actions.c  actions for errors, bookmarks and the details; the menu
 *   log-columns.c  columns of the list
 *   log-cells.c    cells of a line
 *
 * Actions of the widget; most are also actions of the window, with the prefix win.log- instead of log.:
 *
 * log.next-error log.previous-error        go to the next or previous error that no filter hides, from the selected
 * line log.bookmark                             adds or removes the bookmark of the selected line log.next-bookmark
 * log.previous-bookmark  go to the next or previous bookmark, from the selected line log.show-message
 * shows or hides the details of the selected line */

#define TV_TYPE_LOG_VIEW (tv_log_view_get_type ())
G_DECLARE_FINAL_TYPE (TvLogView, tv_log_view, TV, LOG_VIEW, TvTimedList)

struct _TvLogView
{
  TvTimedList parent_instance;

  TvLogStripView *strip;
  TvLogDensity
      *density; /* (nullable): number of lines over time, for lines that match the filters */
  GCancellable *counting; /* (nullable): running worker that computes @density */
  GCancellable *finding;  /* (nullable): running worker that finds decoded events */
  gint64 frame_start_ns;  /* start of the time range of the lines that are scrolled into view */
  guint following;        /* tick callback that pans to the lines on screen, or 0 */
  gboolean is_leading;    /* whether the view itself is changing the selected line of the session */
  TvLogCellContext context; /* state that the cells share */
  GMenu *menu;              /* (nullable): options of the view; NULL without a session */
};

void tv_log_view_class_add_actions (GtkWidgetClass *widget_class);
void tv_log_view_activate (gpointer self, const char *name, GVariant *parameter);
void tv_log_view_go_to_mark (gpointer self, const char *name, GVariant *parameter);
void tv_log_view_create_menu (TvLogView *self);
void tv_log_view_update_menu (TvLogView *self);

G_END_DECLS
