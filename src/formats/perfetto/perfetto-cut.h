/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/cut.h"
#include "formats/format.h"

G_BEGIN_DECLS

/* Writes a time range of a Perfetto trace, optionally only for selected threads. */

gboolean tv_perfetto_cut (TvInput             *input,
                          TvCut               *cut,
                          const TvReadContext *context,
                          GError             **error);

G_END_DECLS
