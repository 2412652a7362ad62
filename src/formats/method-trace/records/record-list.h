/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/method-trace/records/method-trace-records.h"

G_BEGIN_DECLS

gboolean tv_record_list_read (GArray                  *records,
                              const TvMethodTraceKeys *keys,
                              const TvRecordLayout    *layout,
                              TvInput                 *input,
                              const GArray            *runs,
                              GError                 **error);

G_END_DECLS
