/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *tv_terminal_text_escape (const char *text);
void  tv_terminal_text_warn   (const char *format,
                               ...) G_GNUC_PRINTF (1, 2);

G_END_DECLS
