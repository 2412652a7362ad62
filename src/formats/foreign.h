/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

const char *tv_foreign_describe (const guint8 *data,
                                 gsize         size);

G_END_DECLS
