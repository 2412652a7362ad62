/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/* What a symbol belongs to: the package of its class, or what a mark is about. */
char    *tv_symbol_package_dup (TvTrace    *trace,
                                guint32     symbol);
gboolean tv_symbol_package_is  (const char *package,
                                const char *around);

G_END_DECLS
