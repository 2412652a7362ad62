/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/flame/painter.h"
#include "ui/kit/click-count.h"
#include "ui/views/fact-card.h"
#include "ui/views/flame/flame-graph.h"

G_BEGIN_DECLS

/* The graph's parts:
 *
 *   flame-graph.c    the widget: what it shows
 *   flame-motion.c   where it is zoomed and scrolled to
 *   flame-hover.c    what follows the pointer
 *   flame-input.c    pointer, wheel and touch
 *   flame-actions.c  what can be done with a frame: keys, menu
 */

struct _TvFlameGraph
{
  TvCanvas parent_instance;

  GtkWidget *content; /* the layer of frames */
  GtkWidget *hover;   /* above it, what follows the pointer */
  GtkWidget *bar;
  GtkAdjustment *vertical;
  GtkWidget *menu; /* (nullable) */

  TvSession *session;
  TvFlamePainter *painter;
  TvTimelineMetrics metrics;
  const TvTheme *theme;
  TvFlameLayout *layout; /* (nullable) */
  TvColoring *coloring;  /* (nullable): by package, while that is wanted */
  GBytes *is_found;      /* (nullable): by node */
  gboolean is_flipped;
  gboolean is_selecting; /* the symbol of what is selected here */

  guint32 zoom;
  guint32 selected; /* or TV_NONE */
  TvFlameRange range;
  TvFlameRange range_from; /* while it changes */
  guint motion_id;
  gint64 motion_start_us;

  gboolean has_pointer;
  double pointer_x, pointer_y;
  TvFlameHit hit;
  TvFactCard *card; /* (nullable) */
  guint card_id;
  gint64 card_gone_us;

  TvClickCount clicks;
};

gboolean tv_flame_graph_get_view      (TvFlameGraph   *self,
                                       TvFlameView    *view);
void     tv_flame_graph_queue_paint   (TvFlameGraph   *self);

void     tv_flame_graph_add_bar       (TvFlameGraph   *self);
void     tv_flame_graph_update_bar    (TvFlameGraph   *self);
void     tv_flame_graph_stop_motion   (TvFlameGraph   *self);
void     tv_flame_graph_reset_zoom    (TvFlameGraph   *self,
                                       guint32         node);
void     tv_flame_graph_notify_zoom   (TvFlameGraph   *self);

void     tv_flame_graph_drop_card     (TvFlameGraph   *self);
void     tv_flame_graph_update_hover  (TvFlameGraph   *self);
void     tv_flame_graph_draw_hover    (gpointer        data,
                                       GtkSnapshot    *snapshot,
                                       int             width,
                                       int             height);

void     tv_flame_graph_add_input     (TvFlameGraph   *self);

void     tv_flame_graph_class_add_actions (GtkWidgetClass *widget_class);
void     tv_flame_graph_update_actions (TvFlameGraph  *self);
gboolean tv_flame_graph_open_menu     (TvFlameGraph   *self,
                                       guint32         node,
                                       double          x,
                                       double          y);
void     tv_flame_graph_allocate_menu (TvFlameGraph   *self);

G_END_DECLS
