/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/device-log/log-line.h"

G_BEGIN_DECLS

/**
 * TvLogShape:
 * @form: form of the lines
 * @has_process: for hilog's form, whether process names precede tags
 * @has_domain: for Studio's forms, whether hilog domains precede tags
 *
 * Syntax of the lines of a log.
 */
typedef struct
{
  TvLogForm form;
  gboolean has_process;
  gboolean has_domain;
} TvLogShape;

gboolean tv_log_shape_find (const char *text,
                            gsize       size,
                            gboolean    is_whole,
                            TvLogShape *shape);
gboolean tv_log_shape_parse_other (TvLogShape  *self,
                                   TvSpan       line,
                                   TvLogParsed *parsed);
gint64   tv_log_shape_get_ts (const TvLogShape *self,
                              const TvLogTime  *time);

G_END_DECLS
