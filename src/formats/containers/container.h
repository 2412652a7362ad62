/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

guint64  tv_container_limit  (gsize          file_size);
gboolean tv_container_is_packed (const guint8 *head,
                                gsize          size);
GBytes  *tv_container_unpack (GBytes        *file,
                              guint64        limit,
                              GCancellable  *cancellable,
                              gboolean      *is_cut,
                              GError       **error);

G_END_DECLS
