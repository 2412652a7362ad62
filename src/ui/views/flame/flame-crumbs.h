/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/views/flame/flame-graph.h"

G_BEGIN_DECLS

/* Path from the root to the zoomed frame of a flame graph. A click on a frame zooms out to it. The last frame is the
 * zoomed one; its time or weight and its share follow. Frames in the middle are omitted if there is not enough space.
 *
 *   main  ▸  …  ▸  Looper.loop  ▸  Method.invoke  667 ms · 100.0 % */

#define TV_TYPE_FLAME_CRUMBS (tv_flame_crumbs_get_type ())
G_DECLARE_FINAL_TYPE (TvFlameCrumbs, tv_flame_crumbs, TV, FLAME_CRUMBS, GtkWidget)

GtkWidget *tv_flame_crumbs_new (TvFlameGraph *graph);

G_END_DECLS
