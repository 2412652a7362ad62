/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Entry point of the program "traceview". Sets up translations; application.c handles the command line. */

#include <glib/gi18n.h>
#include <locale.h>

#include "traceview-config.h"
#include "ui/application.h"

int
main (int argc, char *argv[])
{
  g_autoptr (GApplication) application = NULL;

  setlocale (LC_ALL, "");
  bindtextdomain (TV_GETTEXT_PACKAGE, TV_LOCALE_DIR);
  bind_textdomain_codeset (TV_GETTEXT_PACKAGE, "UTF-8");
  textdomain (TV_GETTEXT_PACKAGE);

  g_set_application_name (_("Traceview"));
  application = tv_application_new ();
  return g_application_run (application, argc, argv);
}
