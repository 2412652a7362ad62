/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *tv_format_number  (double  value,
                         guint   n_decimals);
char *tv_format_count   (guint64 count);
char *tv_format_percent (double  percent);
char *tv_format_ms      (gint64  ns);

G_END_DECLS
