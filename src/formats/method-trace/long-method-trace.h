/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

gsize tv_long_method_trace_measure (const guint8 *data,
                                    gsize         size);

G_END_DECLS
