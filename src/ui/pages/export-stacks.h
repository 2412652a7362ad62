/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/session.h"

G_BEGIN_DECLS

/* Exports the stacks of the selected calls or samples for other programs. The window action "win.report-saved"
 * reports that the file was saved. */

gboolean tv_export_stacks_is_possible (TvSession *session);
void     tv_export_stacks_to          (GtkWidget *widget,
                                       TvSession *session,
                                       GFile     *file);
void     tv_export_stacks_choose      (GtkWidget *widget,
                                       TvSession *session);

G_END_DECLS
