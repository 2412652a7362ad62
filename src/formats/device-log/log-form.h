/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/device-log/log-line.h"

G_BEGIN_DECLS

/**
 * TvLogShape:
 * @form: form of most lines
 * @has_process: for hilog: whether process names precede tags
 *
 * Shape of the lines of a log.
 */
typedef struct
{
  TvLogForm form;
  gboolean has_process;
} TvLogShape;

gboolean tv_log_shape_find (const char *text,
                            gsize       size,
                            gboolean    is_whole,
                            TvLogShape *shape);

G_END_DECLS
