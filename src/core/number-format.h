/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Formats numbers for people, with grouped digits and a true minus sign. Exports use plain numbers instead. */

/* The minus sign of all displayed numbers, U+2212. */
#define TV_MINUS_SIGN "\342\210\222"

void tv_number_append_grouped (GString *text, const char *digits, gsize n_digits);
char *tv_number_take_sign (char *text);
char *tv_number_printf (const char *format, ...) G_GNUC_PRINTF (1, 2);
void tv_number_append_printf (GString *text, const char *format, ...) G_GNUC_PRINTF (2, 3);
char *tv_count_format (gint64 count);
char *tv_decimal_format (gint64 value, guint n_digits);
void tv_decimal_append (GString *text, gint64 value, guint n_digits);
gint64 tv_decimal_get_unit (guint n_digits);
char *tv_size_format (double n_bytes);

G_END_DECLS
