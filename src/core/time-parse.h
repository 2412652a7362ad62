/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Parses times that users type, such as "1.5 ms". */

gint64 tv_time_parse (const char *text);

G_END_DECLS
