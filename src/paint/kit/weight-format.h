/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/* Formats weights of samples with their units. */

char       *tv_weight_format      (TvTrace *trace,
                                   guint32  source,
                                   gint64   weight);
const char *tv_weight_get_noun    (TvTrace *trace,
                                   guint32  kind);
const char *tv_weight_get_counted (TvTrace *trace,
                                   guint32  kind);

G_END_DECLS
