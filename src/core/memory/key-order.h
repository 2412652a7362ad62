/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

/* Sorts rows by an unsigned 64-bit key. The sort is stable and runs in linear time. */

gboolean tv_key_order_sort (const guint64 *keys, guint32 n, guint32 **order, guint32 **spare,
                            GCancellable *cancellable);
