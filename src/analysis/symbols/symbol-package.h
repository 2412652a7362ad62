/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/* Packages of symbols: the package of a class, or the first part of a slice's name. */
char    *tv_symbol_package_dup (TvTrace    *trace,
                                guint32     symbol);
gboolean tv_symbol_package_is  (const char *package,
                                const char *around);

G_END_DECLS
