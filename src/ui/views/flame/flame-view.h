/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/call-search.h"
#include "paint/kit/picture-file.h"
#include "ui/kit/search-entry.h"
#include "ui/views/flame/flame-graph.h"
#include "ui/views/view.h"

G_BEGIN_DECLS

/* The flame graph of the selection, with the path to the zoomed frame, and the matches of a search:
 *
 *   session ── call tree ──▶ layout (worker) ──▶ TvFlameGraph ◀── what is found ◀── search (worker) ◀── box
 *      ▲  selected symbol ◀──────────────────────┘
 *
 *   flame-view.c    layout, choices
 *   flame-find.c    what is found
 *   flame-export.c  pictures
 */

#define TV_TYPE_FLAME_PANE (tv_flame_pane_get_type ())
G_DECLARE_FINAL_TYPE (TvFlamePane, tv_flame_pane, TV, FLAME_PANE, TvView)

struct _TvFlamePane
{
  TvView parent_instance;

  GtkWidget *crumbs;
  TvFlameGraph *graph;
  GtkWidget *tools; /* in the bar above */
  GtkLabel *share;
  TvSearchEntry *entry;
  GtkWidget *mode; /* beside the chips */
  GtkMenuButton *width_button;
  GMenuModel *options_menu;

  TvSession *session;       /* of the view */
  TvCallMeasure measure;    /* that is wanted, where there is such */
  GCancellable *laying_out; /* (nullable): set while nodes are laid out */
  TvCallTree *tree;         /* (nullable): of the session, that is shown */
  gboolean is_reversed;     /* callers are above their callees */
  gboolean has_to_show;     /* the selected symbol, when there is a layout */

  GCancellable *finding; /* (nullable): set while searching */
  TvCallSearch *search;  /* (nullable) */
  GArray *matches;       /* (nullable) (element-type guint32): from the left, callers first */
  int step_when_done;
};

void tv_flame_pane_follow_entry (TvFlamePane *self);
void tv_flame_pane_find         (TvFlamePane *self);
void tv_flame_pane_drop_found   (TvFlamePane *self);
void tv_flame_pane_step         (TvFlamePane *self,
                                 int          direction);
void tv_flame_pane_update_words (TvFlamePane *self);
void tv_flame_pane_update_busy  (TvFlamePane *self);

void tv_flame_pane_add_actions  (TvView      *view,
                                 GActionMap  *map);

void tv_flame_pane_export       (TvFlamePane *self);
void tv_flame_pane_export_to    (TvFlamePane *self,
                                 GFile       *file,
                                 TvPictureFormat format);

G_END_DECLS
