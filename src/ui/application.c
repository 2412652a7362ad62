/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The GTK application: command line, windows, and the actions of the group "app". Created by main(). At startup, it
 * sets process-wide state: keys, the folders in which readers search for symbols, and the handling of menu tooltips.
 * Files from the command line or the desktop are passed to tv_window_open_all(). */

#include "ui/application.h"

#include <glib/gi18n.h>

#include "formats/symbol-files.h"
#include "traceview-config.h"
#include "ui/kit/menu-tooltips.h"
#include "ui/kit/settings.h"
#include "ui/window/shortcuts.h"
#include "ui/window/window.h"

struct _TvApplication
{
  AdwApplication parent_instance;
};

G_DEFINE_FINAL_TYPE (TvApplication, tv_application, ADW_TYPE_APPLICATION)

static TvWindow *
get_window (TvApplication *self)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (self));

  while (window != NULL && !TV_IS_WINDOW (window))
    window = gtk_window_get_transient_for (window);
  return TV_WINDOW (window != NULL ? window : tv_window_new (GTK_APPLICATION (self)));
}

static void
tv_application_activate (GApplication *application)
{
  gtk_window_present (GTK_WINDOW (get_window (TV_APPLICATION (application))));
}

static void
tv_application_open (GApplication *application, GFile **files, int n_files, const char *hint)
{
  TvWindow *window = get_window (TV_APPLICATION (application));

  tv_window_open_all (window, files, (guint) n_files);
  gtk_window_present (GTK_WINDOW (window));
}

/* ---- Actions ---- */

static void
new_window_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  gtk_window_present (tv_window_new (GTK_APPLICATION (data)));
}

static void
quit_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  GList *windows = g_list_copy (gtk_application_get_windows (GTK_APPLICATION (data)));

  /* Closes the windows one by one, so that each saves its size. */
  for (GList *window = windows; window != NULL; window = window->next)
    gtk_window_close (window->data);
  g_list_free (windows);
}

/* Returns whether the manual is installed, and an application such as Yelp can open help: URIs. */
static gboolean
is_manual_installed (void)
{
  const char *const *folders = g_get_system_data_dirs ();
  g_autoptr (GAppInfo) viewer = g_app_info_get_default_for_uri_scheme ("help");
  gboolean is_found = FALSE;

  for (guint i = 0; folders[i] != NULL && !is_found; i++)
    {
      g_autofree char *page = g_build_filename (folders[i], "help", "C", "traceview", "index.page",
                                                NULL);

      is_found = g_file_test (page, G_FILE_TEST_IS_REGULAR);
    }
  return viewer != NULL && is_found;
}

static void
help_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  gtk_show_uri (gtk_application_get_active_window (GTK_APPLICATION (data)), "help:traceview",
                GDK_CURRENT_TIME);
}

static void
about_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  GtkWindow *parent = gtk_application_get_active_window (GTK_APPLICATION (data));
  GtkWidget *about = adw_about_window_new ();

  g_object_set (about, "application-name", _("Traceview"), "application-icon", TV_APP_ID, "version",
                TV_VERSION, "developer-name", _("The Traceview developers"), "license-type",
                GTK_LICENSE_GPL_3_0, "comments",
                _("Shows traces, profiles, logs, crashes and heaps of devices."), NULL);
  /* Translators: your names, one per line */
  adw_about_window_set_translator_credits (ADW_ABOUT_WINDOW (about), _("translator-credits"));
  gtk_window_set_transient_for (GTK_WINDOW (about), parent);
  gtk_window_set_modal (GTK_WINDOW (about), parent != NULL);
  gtk_window_present (GTK_WINDOW (about));
}

static const GActionEntry entries[] = {
  { .name = "new-window", .activate = new_window_action },
  { .name = "quit", .activate = quit_action },
  { .name = "help", .activate = help_action },
  { .name = "about", .activate = about_action },
};

/* ---- Object ---- */

static int
tv_application_handle_local_options (GApplication *application, GVariantDict *options)
{
  if (g_variant_dict_contains (options, "version"))
    {
      g_print ("traceview %s\n", TV_VERSION);
      return 0;
    }
  return G_APPLICATION_CLASS (tv_application_parent_class)
      ->handle_local_options (application, options);
}

/* Passes the symbol folders of the settings to the readers. */
static void
use_symbol_folders (void)
{
  g_auto (GStrv) folders = tv_settings_dup_texts ("symbol-folders");

  tv_symbol_files_set_folders ((const char *const *) folders);
}

static void
tv_application_startup (GApplication *application)
{
  G_APPLICATION_CLASS (tv_application_parent_class)->startup (application);

  g_action_map_add_action_entries (G_ACTION_MAP (application), entries, G_N_ELEMENTS (entries),
                                   application);
  g_simple_action_set_enabled (
      G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (application), "help")),
      is_manual_installed ());
  tv_shortcuts_set_accels (GTK_APPLICATION (application));
  gtk_window_set_default_icon_name (TV_APP_ID);
  use_symbol_folders ();
  tv_menu_tooltips_install ();
}

static void
tv_application_class_init (TvApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  application_class->activate = tv_application_activate;
  application_class->open = tv_application_open;
  application_class->startup = tv_application_startup;
  application_class->handle_local_options = tv_application_handle_local_options;
}

static void
tv_application_init (TvApplication *self)
{
  static const GOptionEntry options[] = {
    { "version", 'v', 0, G_OPTION_ARG_NONE, NULL, N_("Print the version and exit"), NULL },
    { NULL, 0, 0, 0, NULL, NULL, NULL },
  };

  g_application_add_main_option_entries (G_APPLICATION (self), options);
  g_application_set_option_context_parameter_string (G_APPLICATION (self), _("[TRACE…]"));
  g_application_set_option_context_summary (
      G_APPLICATION (self),
      _("Shows traces, profiles, logs, crashes and heaps of devices. TRACE is a file, or its "
        "name without “.trace”, or without “.key” and “.data”."));
}

GApplication *
tv_application_new (void)
{
  return g_object_new (TV_TYPE_APPLICATION, "application-id", TV_APP_ID, "flags",
                       G_APPLICATION_HANDLES_OPEN, "resource-base-path",
                       "/io/github/traceview/Traceview", NULL);
}
