/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/profile.h"

G_BEGIN_DECLS

/* Formats symbols as text, such as `package.Class.method (int, String[]): void`. */

char *tv_symbol_text_dup         (TvProfile *profile,
                                  guint32    symbol);
char *tv_symbol_text_dup_markup  (TvProfile *profile,
                                  guint32    symbol);
char *tv_symbol_text_dup_short   (TvProfile *profile,
                                  guint32    symbol);
char *tv_symbol_text_dup_package (TvProfile *profile,
                                  guint32    symbol);
char *tv_symbol_text_dup_signature (TvProfile *profile,
                                  guint32    symbol);

G_END_DECLS
