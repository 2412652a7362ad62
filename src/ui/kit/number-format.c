/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Formats numbers in the user's locale. Called throughout the UI. Pure. */

#include "ui/kit/number-format.h"

#include <glib/gi18n.h>

#include "core/number-format.h"

/* Returns: (transfer full): the number in the user's locale, with grouped digits */
char *
tv_format_number (double value, guint n_decimals)
{
  return tv_number_printf ("%.*f", (int) n_decimals, value);
}

char *
tv_format_count (guint64 count)
{
  return tv_count_format ((gint64) MIN (count, G_MAXINT64));
}

char *
tv_format_percent (double percent)
{
  g_autofree char *number = tv_format_number (percent, 1);

  /* Translators: a percentage */
  return g_strdup_printf (_("%s %%"), number);
}

/* Returns: (transfer full): milliseconds with three decimals, without the unit, which is in the column's header */
char *
tv_format_ms (gint64 ns)
{
  return tv_format_number ((double) ns / 1e6, 3);
}
