/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Shows a file dialog with a list of formats. Selecting a format changes the filename extension, and vice versa.
 * Called by the exports of the window. Does not write files: it calls TvSaveChooser.save. The state of a dialog is
 * freed with the dialog. */

#include "ui/kit/save-chooser.h"

#include <glib/gi18n.h>
#include <string.h>

#include "core/file-name.h"

#define CHOICE          "format"
#define FOLLOW_EVERY_MS 100

/* An open dialog. */
typedef struct
{
  GtkFileChooser *chooser;
  GtkWidget *widget;
  TvSaveFormat *formats;
  char **titles; /* (array zero-terminated=1): titles of @formats; the strings are not owned */
  guint n_formats;
  guint format; /* index of the format when the list and the filename last agreed */
  TvSaveFunc save;
  gpointer data;
  GDestroyNotify free_data;
  guint follow_id;
} Question;

static void
question_free (gpointer data, GClosure *closure)
{
  Question *question = data;

  g_clear_handle_id (&question->follow_id, g_source_remove);
  if (question->free_data != NULL)
    question->free_data (question->data);
  g_object_unref (question->widget);
  g_free (question->formats);
  g_free (question->titles);
  g_free (question);
}

/* ---- Formats and suffixes ---- */

static gboolean
has_suffix (const char *name, const char *suffix)
{
  gsize length = strlen (name), n = strlen (suffix);

  return length > n && g_ascii_strcasecmp (name + length - n, suffix) == 0;
}

/* Finds the format with the longest extension that matches a filename: ".speedscope.json" takes precedence over
 * ".json". Returns: whether a format was found */
static gboolean
find_named (const Question *question, const char *name, guint *format)
{
  gsize longest = 0;

  for (guint i = 0; i < question->n_formats; i++)
    {
      const char *suffix = question->formats[i].suffix;

      if (strlen (suffix) > longest && has_suffix (name, suffix))
        {
          longest = strlen (suffix);
          *format = i;
        }
    }
  return longest > 0;
}

static guint
get_listed (const Question *question)
{
  const char *id = question->n_formats > 1 ? gtk_file_chooser_get_choice (question->chooser, CHOICE)
                                           : NULL;

  for (guint i = 0; i < question->n_formats && id != NULL; i++)
    if (g_str_equal (question->formats[i].id, id))
      return i;
  return question->format;
}

static char *
dup_renamed (const Question *question, const char *name, guint format)
{
  guint before;
  gsize length = strlen (name);
  g_autofree char *stem = NULL;

  if (find_named (question, name, &before))
    length -= strlen (question->formats[before].suffix);
  stem = g_strndup (name, length);
  return g_strconcat (stem, question->formats[format].suffix, NULL);
}

/* ---- List of formats ---- */

static gboolean
has_titles (GtkDropDown *list, char **titles)
{
  GListModel *model = gtk_drop_down_get_model (list);
  guint n = g_strv_length (titles);

  if (!GTK_IS_STRING_LIST (model) || g_list_model_get_n_items (model) != n)
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (!g_str_equal (gtk_string_list_get_string (GTK_STRING_LIST (model), i), titles[i]))
      return FALSE;
  return TRUE;
}

static GtkDropDown *
find_list (GtkWidget *widget, char **titles)
{
  GtkDropDown *found = NULL;

  if (GTK_IS_DROP_DOWN (widget) && has_titles (GTK_DROP_DOWN (widget), titles))
    return GTK_DROP_DOWN (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_list (child, titles);
  return found;
}

/* Selects a format in the drop-down of the dialog, because gtk_file_chooser_set_choice() does not change the
 * drop-down in GTK 4.8. Does nothing for a dialog of the desktop portal, which belongs to another process. */
static void
select_format (Question *question, guint format)
{
  g_autoptr (GListModel) windows = g_object_ref (gtk_window_get_toplevels ());

  question->format = format;
  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);
      GtkDropDown *list = GTK_IS_FILE_CHOOSER (window) && gtk_widget_get_visible (window)
                              ? find_list (window, question->titles)
                              : NULL;

      if (list != NULL)
        gtk_drop_down_set_selected (list, format);
    }
}

static void
add_list (Question *question)
{
  g_autofree const char **ids = g_new0 (const char *, question->n_formats + 1);
  g_autoptr (GtkFileFilter) all = gtk_file_filter_new ();

  /* If a dialog has choices, GTK 4.8 also shows its list of filters. Without filters, that list would contain
   * “(None)”. */
  gtk_file_filter_set_name (all, _("All Files"));
  gtk_file_filter_add_pattern (all, "*");
  gtk_file_chooser_add_filter (question->chooser, all);

  for (guint i = 0; i < question->n_formats; i++)
    ids[i] = question->formats[i].id;
  gtk_file_chooser_add_choice (question->chooser, CHOICE, _("Format"), ids,
                               (const char **) question->titles);
  gtk_file_chooser_set_choice (question->chooser, CHOICE, ids[question->format]);
}

/* Synchronizes the list with the filename: a typed extension selects its format in the list, and a selected format
 * changes the extension. The dialog is polled, because it has no signals for these changes. */
static gboolean
on_follow (gpointer data)
{
  Question *question = data;
  g_autofree char *name = gtk_file_chooser_get_current_name (question->chooser);
  guint listed = get_listed (question), named;

  if (name == NULL)
    return G_SOURCE_CONTINUE;
  if (listed != question->format)
    {
      g_autofree char *renamed = dup_renamed (question, name, listed);

      question->format = listed;
      gtk_file_chooser_set_current_name (question->chooser, renamed);
    }
  else if (find_named (question, name, &named) && named != listed)
    {
      select_format (question, named);
    }
  return G_SOURCE_CONTINUE;
}

/* ---- Dialog ---- */

static void
on_response (GtkNativeDialog *chooser, int response, gpointer data)
{
  Question *question = data;

  g_clear_handle_id (&question->follow_id, g_source_remove);
  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));
      g_autofree char *base = g_file_get_basename (file);
      guint format = get_listed (question);

      find_named (question, base, &format);
      question->save (question->widget, file, format, question->data);
    }
  g_object_unref (chooser);
}

static Question *
question_new (const TvSaveChooser *form)
{
  Question *question = g_new0 (Question, 1);

  question->formats = g_memdup2 (form->formats, sizeof *form->formats * form->n_formats);
  question->titles = g_new0 (char *, form->n_formats + 1);
  for (guint i = 0; i < form->n_formats; i++)
    question->titles[i] = (char *) form->formats[i].title;
  question->n_formats = form->n_formats;
  question->format = form->format;
  question->save = form->save;
  question->data = form->data;
  question->free_data = form->free_data;
  return question;
}

/**
 * tv_save_chooser_show:
 * @self: description of the dialog
 * @widget: widget that shows the exported content; referenced until the dialog is closed
 * @trace_file: (nullable): file of the trace; the dialog starts in its folder
 *
 * Shows the dialog. The format is determined by the filename extension, or by the selected list entry if no format
 * has that extension.
 */
void
tv_save_chooser_show (const TvSaveChooser *self, GtkWidget *widget, GFile *trace_file)
{
  g_autoptr (GFile) folder = trace_file != NULL ? tv_file_find_folder (trace_file) : NULL;
  g_autofree char *name = NULL;
  Question *question;
  GtkFileChooserNative *chooser;

  g_return_if_fail (self->n_formats > 0 && self->format < self->n_formats);
  g_return_if_fail (GTK_IS_WIDGET (widget));

  name = g_strconcat (self->stem, self->formats[self->format].suffix, NULL);
  chooser = gtk_file_chooser_native_new (self->title, GTK_WINDOW (gtk_widget_get_root (widget)),
                                         GTK_FILE_CHOOSER_ACTION_SAVE, _("_Export"), NULL);
  question = question_new (self);
  question->chooser = GTK_FILE_CHOOSER (chooser);
  question->widget = g_object_ref (widget);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  gtk_file_chooser_set_current_name (question->chooser, name);
  if (folder != NULL)
    gtk_file_chooser_set_current_folder (question->chooser, folder, NULL);
  g_signal_connect_data (chooser, "response", G_CALLBACK (on_response), question, question_free, 0);
  if (question->n_formats == 1)
    {
      gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
      return;
    }
  add_list (question);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
  select_format (question, question->format);
  question->follow_id = g_timeout_add (FOLLOW_EVERY_MS, on_follow, question);
}
