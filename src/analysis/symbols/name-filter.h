/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/symbols/text-match.h"
#include "core/selection.h"

G_BEGIN_DECLS

char        *tv_name_filter_parse      (const char          *text,
                                        TvNameMatch         *match,
                                        GError             **error);
TvTextMatch *tv_name_filter_make_match (const TvNameFilter  *filter);
gboolean     tv_name_filter_test       (TvTrace             *trace,
                                        guint32              symbol,
                                        const TvTextMatch   *match,
                                        const char          *package);
guint8      *tv_name_filters_dup_passes (TvTrace            *trace,
                                        const TvSelection   *selection);

G_END_DECLS
