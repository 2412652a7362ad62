/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/input/input.h"

G_BEGIN_DECLS

guint64  tv_unpack_limit     (gsize         file_size);
gboolean tv_unpack_is_packed (const guint8 *prefix,
                              gsize         size);
GBytes  *tv_unpack           (GBytes       *file,
                              TvInputTest   is_trace,
                              guint64       limit,
                              GCancellable *cancellable,
                              gboolean     *is_cut,
                              GError      **error);

G_END_DECLS
