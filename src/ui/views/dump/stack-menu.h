/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/session.h"

G_BEGIN_DECLS

void tv_stack_menu_open (GtkWidget **popover,
                         GtkWidget  *owner,
                         TvSession  *session,
                         guint32     symbol,
                         double      x,
                         double      y);

G_END_DECLS
