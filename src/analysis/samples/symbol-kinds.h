/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/* Kind of code of each symbol, from the frames of stacks. */
guint8 *tv_symbol_kinds_new (TvTrace *trace);

G_END_DECLS
