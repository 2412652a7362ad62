/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/format.h"

G_BEGIN_DECLS

/* Reader of plain text files; also used for the output of dumpsys. */

gboolean tv_text_read (TvInput             *input,
                       TvTraceBuilder      *builder,
                       const TvReadContext *context,
                       GError             **error);

G_END_DECLS
