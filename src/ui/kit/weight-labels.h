/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/* Formats weights of samples for tables. The unit is in the column's header, not in the cells. */

char       *tv_weight_format_in_column   (TvWeightUnit  unit,
                                          gint64        weight);
const char *tv_weight_unit_get_title     (TvWeightUnit  unit);
char       *tv_weight_dup_title          (TvTrace      *trace,
                                          guint32       kind,
                                          gboolean      is_exclusive);
const char *tv_weight_intern_description (const char   *format,
                                          TvTrace      *trace,
                                          guint32       kind);

G_END_DECLS
