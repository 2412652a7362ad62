/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Finds the logs of a bundle around a report. */

GVariant *tv_log_around_find (const char    *path,
                              const char    *member,
                              GCancellable  *cancellable,
                              GError       **error);

G_END_DECLS
