/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "core/trace.h"

G_BEGIN_DECLS

/* The threads of a trace as the rows of a column view: id, name, calls and times. */

void tv_thread_list_fill (GtkColumnView *view,
                          TvTrace       *trace);

G_END_DECLS
