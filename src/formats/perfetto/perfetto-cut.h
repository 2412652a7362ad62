/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/cut.h"
#include "formats/format.h"

G_BEGIN_DECLS

gboolean tv_perfetto_cut (TvInput             *input,
                          TvCut               *cut,
                          const TvReadContext *context,
                          GError             **error);

G_END_DECLS
