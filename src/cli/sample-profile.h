/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/call-paths.h"
#include "core/selection.h"

G_BEGIN_DECLS

/* Formats the weights of one kind of samples as text, by function or by source line. */

gboolean tv_sample_profile_append (GString            *text,
                                   const char         *file,
                                   TvCallPaths        *paths,
                                   const TvSelection  *selection,
                                   guint32             n_rows,
                                   GError            **error);
gboolean tv_sample_profile_append_lines (GString        *text,
                                   const char         *file,
                                   TvCallPaths        *paths,
                                   const TvSelection  *selection,
                                   guint32             n_rows,
                                   GError            **error);

G_END_DECLS
