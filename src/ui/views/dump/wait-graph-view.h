/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "paint/kit/image-file.h"
#include "ui/session/session.h"

G_BEGIN_DECLS

/* Graph of the waits between threads. The session's dump-thread is selected. A click on a box selects its thread.
 * Arrow keys follow waits: Down goes to the thread for which the selected thread waits, Up goes to a thread that
 * waits for the selected one. */

#define TV_TYPE_WAIT_GRAPH_VIEW (tv_wait_graph_view_get_type ())
G_DECLARE_FINAL_TYPE (TvWaitGraphView, tv_wait_graph_view, TV, WAIT_GRAPH_VIEW, GtkWidget)

GtkWidget *tv_wait_graph_view_new         (void);
void       tv_wait_graph_view_set_session (TvWaitGraphView *self,
                                           TvSession       *session);
gboolean   tv_wait_graph_view_has_nodes   (TvWaitGraphView *self);
void       tv_wait_graph_view_export      (TvWaitGraphView *self);
void       tv_wait_graph_view_export_to   (TvWaitGraphView *self,
                                           GFile           *file,
                                           TvImageFormat format);

G_END_DECLS
