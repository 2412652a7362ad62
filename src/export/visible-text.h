/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Escapes text from files for terminals and reports. */

void tv_visible_text_append (GString    *text,
                             const char *value);

G_END_DECLS
