/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The preferences window. Opened by the action "win.preferences". Each row writes to GSettings at once, and open
 * views follow the settings. Changing the symbol folders also changes the folders that readers search
 * (tv_symbol_files_set_folders()). */

#include "ui/window/preferences.h"

#include <glib/gi18n.h>

#include "core/file-name.h"
#include "formats/symbol-files.h"
#include "ui/kit/settings.h"

typedef enum
{
  LIST_SOURCES,
  LIST_SYMBOLS,
  N_LISTS,
} FolderList;

struct _TvPreferences
{
  AdwPreferencesWindow parent_instance;

  AdwComboRow *drag_mode;
  AdwComboRow *chart_style;
  GtkSwitch *context_switches;
  AdwPreferencesGroup *source_group;
  AdwPreferencesGroup *symbol_group;
  AdwEntryRow *editor_command;
  GPtrArray *folder_rows[N_LISTS];
};

G_DEFINE_FINAL_TYPE (TvPreferences, tv_preferences, ADW_TYPE_PREFERENCES_WINDOW)

/* Names of setting values, in the order of the items in the combo rows. */
static const char *const drag_modes[] = { "pan", "zoom", NULL };
static const char *const chart_styles[] = { "nested", "strip", NULL };

static gboolean
name_to_item (GValue *value, GVariant *word, gpointer names)
{
  const char *const *all = names;

  for (guint i = 0; all[i] != NULL; i++)
    if (g_str_equal (all[i], g_variant_get_string (word, NULL)))
      {
        g_value_set_uint (value, i);
        return TRUE;
      }
  return FALSE;
}

static GVariant *
item_to_name (const GValue *value, const GVariantType *type, gpointer names)
{
  const char *const *all = names;
  guint item = g_value_get_uint (value);

  return item < g_strv_length ((char **) all) ? g_variant_new_string (all[item]) : NULL;
}

static void
bind_choice (GSettings *settings, const char *key, AdwComboRow *row, const char *const *names)
{
  g_settings_bind_with_mapping (settings, key, row, "selected", G_SETTINGS_BIND_DEFAULT,
                                name_to_item, item_to_name, (gpointer) names, NULL);
}

/* ---- Folders ---- */

#define FOLDER_KEY "tv-folder"
#define LIST_KEY   "tv-list"

/* Lists of folders that are searched, by purpose. */
static const struct
{
  const char *key;
  const char *title; /* title of the file dialog, marked with N_() */
  const char *action;
} lists[N_LISTS] = {
  [LIST_SOURCES] = { "source-folders", N_("Add a Source Folder"), "preferences.add-source-folder" },
  [LIST_SYMBOLS] = { "symbol-folders", N_("Add a Folder of Unstripped Libraries"),
                     "preferences.add-symbol-folder" },
};

static void update_folders (TvPreferences *self, FolderList list);

static void
change_folders (TvPreferences *self, FolderList list, const char *added, const char *removed)
{
  g_auto (GStrv) folders = tv_settings_dup_texts (lists[list].key);
  g_autoptr (GPtrArray) folder_list = g_ptr_array_new ();

  for (guint i = 0; folders[i] != NULL; i++)
    if (g_strcmp0 (folders[i], added) != 0 && g_strcmp0 (folders[i], removed) != 0)
      g_ptr_array_add (folder_list, folders[i]);
  if (added != NULL)
    g_ptr_array_add (folder_list, (gpointer) added);
  g_ptr_array_add (folder_list, NULL);
  tv_settings_set_texts (lists[list].key, (const char *const *) folder_list->pdata);
  if (list == LIST_SYMBOLS)
    tv_symbol_files_set_folders ((const char *const *) folder_list->pdata);
  update_folders (self, list);
}

static FolderList
get_list (gpointer object)
{
  return (FolderList) GPOINTER_TO_UINT (g_object_get_data (object, LIST_KEY));
}

static void
on_remove (GtkWidget *button, TvPreferences *self)
{
  g_autofree char *folder = g_strdup (g_object_get_data (G_OBJECT (button), FOLDER_KEY));

  change_folders (self, get_list (button), NULL, folder);
}

static GtkWidget *
make_folder_row (TvPreferences *self, FolderList list, const char *folder)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *button = gtk_button_new_from_icon_name ("user-trash-symbolic");
  g_autofree char *shown = tv_file_name_dup_shown (folder);
  g_autofree char *title = g_markup_escape_text (shown, -1);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, _("Remove Folder"));
  g_object_set_data_full (G_OBJECT (button), FOLDER_KEY, g_strdup (folder), g_free);
  g_object_set_data (G_OBJECT (button), LIST_KEY, GUINT_TO_POINTER (list));
  g_signal_connect_object (button, "clicked", G_CALLBACK (on_remove), self, 0);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  return row;
}

static void
update_folders (TvPreferences *self, FolderList list)
{
  g_auto (GStrv) folders = tv_settings_dup_texts (lists[list].key);
  AdwPreferencesGroup *group = list == LIST_SOURCES ? self->source_group : self->symbol_group;
  GPtrArray *rows = self->folder_rows[list];

  for (guint i = 0; i < rows->len; i++)
    adw_preferences_group_remove (group, g_ptr_array_index (rows, i));
  g_ptr_array_set_size (rows, 0);
  for (guint i = 0; folders[i] != NULL; i++)
    {
      GtkWidget *row = make_folder_row (self, list, folders[i]);

      g_ptr_array_add (rows, row);
      adw_preferences_group_add (group, row);
    }
}

static void
on_folder_response (GtkNativeDialog *chooser, int response, TvPreferences *self)
{
  g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;

  /* Settings must be valid UTF-8. */
  if (response == GTK_RESPONSE_ACCEPT && path != NULL && g_utf8_validate (path, -1, NULL))
    change_folders (self, get_list (chooser), path, NULL);
  g_object_unref (chooser);
}

static void
add_folder_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  FolderList list = g_str_equal (name, lists[LIST_SYMBOLS].action) ? LIST_SYMBOLS : LIST_SOURCES;
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (
      _ (lists[list].title), GTK_WINDOW (widget), GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, _("_Add"),
      NULL);

  g_object_set_data (G_OBJECT (chooser), LIST_KEY, GUINT_TO_POINTER (list));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  g_signal_connect_object (chooser, "response", G_CALLBACK (on_folder_response), widget, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

/* ---- Window ---- */

static void
tv_preferences_dispose (GObject *object)
{
  for (guint i = 0; i < N_LISTS; i++)
    g_clear_pointer (&TV_PREFERENCES (object)->folder_rows[i], g_ptr_array_unref);
  gtk_widget_dispose_template (GTK_WIDGET (object), TV_TYPE_PREFERENCES);
  G_OBJECT_CLASS (tv_preferences_parent_class)->dispose (object);
}

static void
tv_preferences_class_init (TvPreferencesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_preferences_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/traceview/Traceview/preferences.ui");
  gtk_widget_class_bind_template_child (widget_class, TvPreferences, drag_mode);
  gtk_widget_class_bind_template_child (widget_class, TvPreferences, chart_style);
  gtk_widget_class_bind_template_child (widget_class, TvPreferences, context_switches);
  gtk_widget_class_bind_template_child (widget_class, TvPreferences, source_group);
  gtk_widget_class_bind_template_child (widget_class, TvPreferences, editor_command);
  gtk_widget_class_bind_template_child (widget_class, TvPreferences, symbol_group);
  for (guint i = 0; i < N_LISTS; i++)
    gtk_widget_class_install_action (widget_class, lists[i].action, NULL, add_folder_action);
}

static void
tv_preferences_init (TvPreferences *self)
{
  GSettings *settings = tv_settings_get ();

  gtk_widget_init_template (GTK_WIDGET (self));
  for (FolderList list = 0; list < N_LISTS; list++)
    {
      self->folder_rows[list] = g_ptr_array_new ();
      update_folders (self, list);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->symbol_group), tv_symbol_files_are_read ());
  if (settings == NULL)
    return;
  bind_choice (settings, "drag-mode", self->drag_mode, drag_modes);
  bind_choice (settings, "chart-style", self->chart_style, chart_styles);
  tv_settings_bind ("editor-command", G_OBJECT (self->editor_command), "text");
  tv_settings_bind ("context-switches", G_OBJECT (self->context_switches), "active");
}

GtkWindow *
tv_preferences_new (GtkWindow *parent)
{
  return g_object_new (TV_TYPE_PREFERENCES, "transient-for", parent, NULL);
}
