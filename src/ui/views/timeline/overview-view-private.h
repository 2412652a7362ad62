/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/timeline/overview.h"
#include "ui/kit/click-count.h"
#include "ui/views/timeline/overview-view.h"

G_BEGIN_DECLS

/* The overview's parts:
 *
 *   overview-view.c        the widget: session, size, layers, results of workers
 *   overview-view-input.c  pointer and wheel
 *   overview-view-words.c  its description
 */

typedef enum
{
  TV_OVERVIEW_DRAG_NONE,
  TV_OVERVIEW_DRAG_WINDOW, /* moves it */
  TV_OVERVIEW_DRAG_EDGE,   /* moves one edge of it */
  TV_OVERVIEW_DRAG_NEW,    /* draws another one */
  TV_OVERVIEW_DRAG_SELECT, /* a range of time */
} TvOverviewDrag;

/* Results of workers. */
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

  TvActivity *activities[TV_OVERVIEW_N_KINDS]; /* (nullable) each */
  GCancellable *finding[TV_OVERVIEW_N_KINDS];  /* (nullable) each: set while a worker is at it */
  char *title;                                 /* (nullable) */
  char *detail;                                /* (nullable) */
  cairo_surface_t *surface;                    /* (nullable): painted again when needed */

  TvOverviewDrag drag;
  gint64 drag_ns;   /* under the pointer when it began */
  gint64 from_ns;   /* the window's start then */
  gint64 to_ns;     /* its end */
  gint64 fixed_ns;  /* surface of the static content */
  double pointer_x; /* or −1 */
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
