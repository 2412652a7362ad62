/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/session.h"

G_BEGIN_DECLS

/* Contents of the popover of filters. Each editor changes one part of a session's selection through the action whose
 * state is that part. */

GtkWidget *tv_range_editor_new    (TvSession *session);
GtkWidget *tv_threads_editor_new  (TvSession *session);
GtkWidget *tv_duration_editor_new (TvSession *session);
GtkWidget *tv_name_editor_new     (TvSession *session,
                                   guint      index);

G_END_DECLS
