/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/format.h"

G_BEGIN_DECLS

/* Reads a plain text file or the output of dumpsys; see @read of #TvFormat. */

gboolean tv_text_read (TvInput             *input,
                       TvTraceBuilder      *builder,
                       const TvReadContext *context,
                       GError             **error);

G_END_DECLS
