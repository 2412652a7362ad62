/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/call-search.h"
#include "paint/kit/image-file.h"
#include "ui/kit/search-entry.h"
#include "ui/views/flame/flame-graph.h"
#include "ui/views/view.h"

G_BEGIN_DECLS

/* Flame graph of the selection, with the path to the zoomed frame and the matches of a search:
 *
 *   session ── call tree ──▶ layout (worker) ──▶ TvFlameGraph ◀── matches ◀── search (worker) ◀── entry
 *      ▲                  selected symbol ◀──────────┘
 *
 *   flame-view.c          layout, options
 *   flame-view-actions.c  actions
 *   flame-find.c          search
 *   flame-export.c        images */

#define TV_TYPE_FLAME_PANE (tv_flame_pane_get_type ())
G_DECLARE_FINAL_TYPE (TvFlamePane, tv_flame_pane, TV, FLAME_PANE, TvView)

struct _TvFlamePane
{
  TvView parent_instance;

  GtkWidget *crumbs;
  TvFlameGraph *graph;
  GtkWidget *tools; /* shown in the bar above the view */
  GtkLabel *share;
  TvSearchEntry *entry;
  GtkWidget *mode; /* shown next to the filter chips */
  GtkMenuButton *width_button;
  GMenuModel *options_menu;

  TvSession *session;       /* not owned */
  TvCallMeasure measure;    /* chosen measure; the call tree may lack it */
  GCancellable *laying_out; /* (nullable): running worker that computes the layout */
  TvCallTree *tree;         /* (nullable): call tree of the visible layout, before any reversal */
  gboolean is_reversed; /* whether stacks are reversed: callers become children of their callees */
  gboolean has_to_show; /* whether to reveal the selected frame once the layout is computed */

  GCancellable *finding; /* (nullable): running search */
  TvCallSearch *search;  /* (nullable) */
  GArray *
      matches; /* (nullable) (element-type guint32): matching nodes from left to right, callers first */
  int step_when_done;
};

void tv_flame_pane_follow_entry (TvFlamePane *self);
void tv_flame_pane_find         (TvFlamePane *self);
void tv_flame_pane_drop_found   (TvFlamePane *self);
void tv_flame_pane_step         (TvFlamePane *self,
                                 int          direction);
void tv_flame_pane_update_labels (TvFlamePane *self);
void tv_flame_pane_update_busy  (TvFlamePane *self);

void tv_flame_pane_add_actions  (TvView      *view,
                                 GActionMap  *map);

void tv_flame_pane_export       (TvFlamePane *self);
void tv_flame_pane_export_to    (TvFlamePane *self,
                                 GFile       *file,
                                 TvImageFormat format);

G_END_DECLS
