/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/method-trace/records/call-counts.h"

G_BEGIN_DECLS

gboolean tv_record_slices_build (TvMethodTraceKeys     *keys,
                                 const TvRecordLayout  *layout,
                                 const TvCallCounts    *counts,
                                 TvInput               *input,
                                 const GArray          *runs,
                                 const TvReadContext   *context,
                                 GError               **error);

G_END_DECLS
