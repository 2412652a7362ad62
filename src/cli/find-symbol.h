/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

gboolean tv_find_symbol (TvTrace     *trace,
                         const char  *text,
                         guint32     *symbol,
                         GError     **error);

G_END_DECLS
