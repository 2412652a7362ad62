/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/timeline/overview.h"
#include "ui/kit/click-count.h"
#include "ui/views/timeline/overview-view.h"

G_BEGIN_DECLS

/* Private parts of the overview:
 *
 *   overview-view.c         the widget: session, size, layers, results of workers
 *   overview-view-input.c   pointer and wheel
 *   overview-view-labels.c  strings */

typedef enum
{
  TV_OVERVIEW_DRAG_NONE,
  TV_OVERVIEW_DRAG_WINDOW, /* moves the window */
  TV_OVERVIEW_DRAG_EDGE,   /* moves an edge of the window */
  TV_OVERVIEW_DRAG_NEW,    /* draws a new window */
  TV_OVERVIEW_DRAG_SELECT, /* selects a range of time */
} TvOverviewDrag;

/* Results of workers */
typedef enum
{
  TV_OVERVIEW_ALL,
  TV_OVERVIEW_OCCURRENCES,
  TV_OVERVIEW_HITS,
  TV_OVERVIEW_N_KINDS,
} TvOverviewKind;

struct _TvOverviewView
{
  TvCanvas parent_instance;

  GtkWidget *content;
  GtkWidget *window;

  TvSession *session; /* (nullable) */
  int label_width;
  const TvTheme *theme;
  TvLabelCache *titles;
  TvLabelCache *details;
  int height;
  TvClickCount clicks;

  TvActivity *activities[TV_OVERVIEW_N_KINDS]; /* (nullable) each: results */
  GCancellable *finding[TV_OVERVIEW_N_KINDS]; /* (nullable) each: running computations in workers */
  char *title;                                /* (nullable) */
  char *detail;                               /* (nullable) */
  cairo_surface_t *surface;                   /* (nullable): cached static content */

  TvOverviewDrag drag;
  gint64 drag_ns;   /* time at the pointer when the drag started */
  gint64 from_ns;   /* start of the window when the drag started */
  gint64 to_ns;     /* end of the window when the drag started */
  gint64 fixed_ns;  /* end of the window or of the range that the drag does not move */
  double pointer_x; /* x position of the pointer, or −1 */
};

gboolean tv_overview_view_get_overview       (TvOverviewView *self,
                                              TvOverview     *overview);
char    *tv_overview_view_dup_detail         (TvOverviewView *self);
void     tv_overview_view_update_description (TvOverviewView *self);
gboolean tv_overview_view_query_tooltip      (GtkWidget      *widget,
                                              int             x,
                                              int             y,
                                              gboolean        is_keyboard,
                                              GtkTooltip     *tooltip);
void     tv_overview_view_add_controllers    (TvOverviewView *self);

G_END_DECLS
