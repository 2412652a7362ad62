/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/* What runs the code of each symbol, as the frames on stacks tell. */
guint8 *tv_symbol_kinds_new (TvTrace *trace);

G_END_DECLS
