/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Action of a page that shows the log around the time of a report. */

gboolean tv_log_around_is_possible (gpointer    page);
void     tv_log_around_show        (gpointer    page,
                                    const char *name,
                                    GVariant   *parameter);

G_END_DECLS
