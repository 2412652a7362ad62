/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "core/trace.h"

G_BEGIN_DECLS

/* Opens the source file of a method in an editor. */

void     tv_open_source          (GtkWidget *widget,
                                  TvTrace   *trace,
                                  guint32    symbol,
                                  guint32    line);

G_END_DECLS
