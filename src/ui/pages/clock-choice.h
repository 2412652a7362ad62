/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/session.h"

G_BEGIN_DECLS

/* The choice between wall and CPU time for all views: two buttons, or a menu in a narrow window. Both activate
 * "win.clock". */

GtkWidget *tv_clock_choice_new (TvSession *session);

G_END_DECLS
