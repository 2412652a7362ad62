/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "analysis/range/time-base.h"

G_BEGIN_DECLS

/* The option `--time-base`, which determines the format of times in the output, and the parsing of options with
 * times */

void     tv_time_base_option_add    (char            **name,
                                     GOptionContext   *context);
gboolean tv_time_base_option_select (const char       *name,
                                     TvTrace          *trace,
                                     TvTimeBase       *base,
                                     GError          **error);
gboolean tv_time_option_check       (const char       *option,
                                     const char       *text,
                                     GError          **error);
gboolean tv_time_option_find        (const char       *option,
                                     const char       *text,
                                     TvTrace          *trace,
                                     gint64           *ns,
                                     GError          **error);

G_END_DECLS
