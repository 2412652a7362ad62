/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

guint32 *tv_symbol_pairs_find (TvTrace *trace,
                               TvTrace *other);

G_END_DECLS
