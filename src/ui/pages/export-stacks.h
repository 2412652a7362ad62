/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/session.h"

G_BEGIN_DECLS

/* Writing what is selected of a session's calls or samples for other programs. How it went is told by the
 * window that the widget is in, by its action "win.tell-saved". */

gboolean tv_export_stacks_is_possible (TvSession *session);
void     tv_export_stacks_to          (GtkWidget *widget,
                                       TvSession *session,
                                       GFile     *file);
void     tv_export_stacks_choose      (GtkWidget *widget,
                                       TvSession *session);

G_END_DECLS
