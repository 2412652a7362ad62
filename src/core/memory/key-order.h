/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

/* The order of many rows by an unsigned key each: stable, and in time linear in the rows. */

gboolean tv_key_order_sort (const guint64 *keys, guint32 n, guint32 **order, guint32 **spare,
                            GCancellable *cancellable);
