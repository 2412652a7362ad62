/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Called by the columns of views with durations. Interns one string per header; interned strings are never freed. */

#include "ui/kit/clock-title.h"

#include <glib/gi18n.h>

/**
 * tv_clock_title_intern_cpu:
 * @title: column header, marked with N_()
 *
 * Returns: (transfer none): the translated header for CPU time, such as “Incl ms CPU”, as an interned string
 */
const char *
tv_clock_title_intern_cpu (const char *title)
{
  g_autofree char *marked = g_strdup_printf ("%s %s", _ (title), _("CPU"));

  return g_intern_string (marked);
}
