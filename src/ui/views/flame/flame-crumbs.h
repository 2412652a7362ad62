/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/views/flame/flame-graph.h"

G_BEGIN_DECLS

/* The way to where a flame graph is zoomed to: each frame zoomed out of leads back there, the last says what
 * it comes to. Where there is no room for all, those in the middle are left out.
 *
 *   main  667 ms  ▸  …  ▸  Looper.loop  ▸  Method.invoke  667 ms · 100.0 %
 */

#define TV_TYPE_FLAME_CRUMBS (tv_flame_crumbs_get_type ())
G_DECLARE_FINAL_TYPE (TvFlameCrumbs, tv_flame_crumbs, TV, FLAME_CRUMBS, GtkWidget)

GtkWidget *tv_flame_crumbs_new (TvFlameGraph *graph);

G_END_DECLS
