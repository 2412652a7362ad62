/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "paint/kit/image-file.h"
#include "ui/session/session.h"

G_BEGIN_DECLS

/* Pane beside a stack: the wait graph, and the waits of the selected thread */

#define TV_TYPE_WAIT_PANE (tv_wait_pane_get_type ())
G_DECLARE_FINAL_TYPE (TvWaitPane, tv_wait_pane, TV, WAIT_PANE, GtkWidget)

GtkWidget *tv_wait_pane_new         (void);
void       tv_wait_pane_add_start   (TvWaitPane *self,
                                     GtkWidget  *widget);
void       tv_wait_pane_set_session (TvWaitPane *self,
                                     TvSession  *session);
gboolean   tv_wait_pane_has_nodes   (TvWaitPane *self);
void       tv_wait_pane_export      (TvWaitPane *self);
void       tv_wait_pane_export_to   (TvWaitPane *self,
                                     GFile      *file,
                                     TvImageFormat format);

G_END_DECLS
