/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/format.h"

G_BEGIN_DECLS

gboolean tv_incident_text_read (TvInput             *input,
                                TvTraceBuilder      *builder,
                                const TvReadContext *context,
                                gboolean            *is_mixed,
                                GError             **error);

G_END_DECLS
