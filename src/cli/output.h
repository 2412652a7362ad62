/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "export/write-table.h"

G_BEGIN_DECLS

/* Standard output, for data only. */

GOutputStream *tv_output_open         (void);
gboolean       tv_output_write        (GString       *text,
                                       GError       **error);
gboolean       tv_output_parse_format (const char    *name,
                                       TvTextFormat  *format,
                                       GError       **error);
gboolean       tv_output_is_left_early (const GError *error);

G_END_DECLS
