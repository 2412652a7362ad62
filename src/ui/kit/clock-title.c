/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/kit/clock-title.h"

#include <glib/gi18n.h>
#include <string.h>

/**
 * tv_clock_title_intern_cpu:
 * @title: a heading, marked with N_()
 *
 * Returns: the same, translated, of a column of CPU time, as an interned string: “Incl ms CPU”
 */
const char *
tv_clock_title_intern_cpu (const char *title)
{
  g_autofree char *marked = g_strdup_printf ("%s %s", _ (title), _ ("CPU"));

  return g_intern_string (marked);
}

/* Returns at which byte the mark of a heading from tv_clock_title_intern_cpu() begins, or 0 without one. */
gsize
tv_clock_title_find_mark (const char *title)
{
  const char *mark = _ ("CPU");
  gsize n = strlen (title), n_mark = strlen (mark);

  return n > n_mark + 1 && g_str_has_suffix (title, mark) && title[n - n_mark - 1] == ' '
             ? n - n_mark
             : 0;
}
