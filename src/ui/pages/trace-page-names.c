/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a trace is called by: a mapping.txt, or the names that the file has. The trace with other names is
 * another one, and so is its page, which takes the place of this one when all of it is there. */

#include "ui/pages/trace-page-private.h"

#include <glib/gi18n.h>

#include "core/error.h"
#include "core/file-name.h"
#include "core/number-format.h"
#include "core/trace-renamer.h"
#include "ui/kit/object-actions.h"

static void
tell_failure (TvTracePage *self, const GError *error)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *dialog = adw_message_dialog_new (root != NULL ? GTK_WINDOW (root) : NULL,
                                              _("Names Could Not Be Read"), error->message);

  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _("_Close"));
  gtk_window_present (GTK_WINDOW (dialog));
}

/* Returns: (transfer full) (nullable): how much the map knows */
static char *
dup_known (TvTrace *trace)
{
  const TvNaming *naming = tv_trace_get_naming (trace);
  g_autofree char *base = NULL;

  if (naming == NULL || naming->map == NULL)
    return NULL;
  base = g_path_get_basename (naming->map);
  /* Translators: a file, and how many methods, such as "12 of 20" */
  return tv_number_printf (_("%s knows the classes of %u of %u methods"), base, naming->n_known,
                           naming->n_methods);
}

static void
on_renamed (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (TvTracePage) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TvSession) session = tv_session_load_finish (result, &error);
  g_autofree char *known = NULL;
  GtkWidget *page;

  if (self->names_cancellable == NULL || gtk_widget_get_root (GTK_WIDGET (self)) == NULL)
    return; /* closed meanwhile */
  if (session == NULL && g_error_matches (error, TV_ERROR, TV_ERROR_CANCELLED))
    return; /* there is a newer one */
  g_clear_object (&self->names_cancellable);
  if (session == NULL)
    {
      tell_failure (self, error);
      return;
    }
  known = dup_known (tv_session_get_trace (session));
  page = g_object_ref_sink (self->is_of_moments ? tv_trace_page_new_moments_renamed (self, session)
                            : self->baseline_file != NULL
                                ? tv_trace_page_new_same_runs (self, FALSE)
                                : tv_trace_page_new_renamed (self, session));
  tv_trace_page_replace (self, TV_TRACE_PAGE (page));
  if (known != NULL)
    gtk_widget_activate_action (page, "win.tell", "s", known);
  g_object_unref (page);
}

static void
rename_by (TvTracePage *self, const TvSessionNames *names)
{
  if (self->names_cancellable != NULL)
    g_cancellable_cancel (self->names_cancellable);
  g_clear_object (&self->names_cancellable);
  self->names_cancellable = g_cancellable_new ();
  tv_session_rename_async (self->session, names, self->names_cancellable, on_renamed,
                           g_object_ref (self));
}

/* Stops it, as when the tab is closed. */
void
tv_trace_page_cancel_names (TvTracePage *self)
{
  if (self->names_cancellable != NULL)
    g_cancellable_cancel (self->names_cancellable);
  g_clear_object (&self->names_cancellable);
}

/* ---- Actions ---- */

static void
deobfuscate (gpointer object, const char *name, GVariant *parameter)
{
  TvTracePage *self = object;
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));
  g_autofree char *path = g_file_get_path (file);

  if (path == NULL)
    {
      g_autofree char *shown = tv_file_dup_shown_name (file);
      g_autoptr (GError) error = g_error_new (
          TV_ERROR, TV_ERROR_IO, _("%s: only files on this computer can be read"), shown);

      tell_failure (self, error);
      return;
    }
  rename_by (self, &(TvSessionNames){ .map = path });
}

static GVariant *
get_raw_names (gpointer object)
{
  return g_variant_new_boolean (tv_session_get_names (TV_TRACE_PAGE (object)->session)->are_raw);
}

static void
change_raw_names (gpointer object, GVariant *value)
{
  TvTracePage *self = object;
  const TvSessionNames *names = tv_session_get_names (self->session);
  gboolean are_raw = g_variant_get_boolean (value);

  if (are_raw != names->are_raw)
    rename_by (self, &(TvSessionNames){ .map = names->map, .are_raw = are_raw });
}

/* Only where there are others. */
static gboolean
has_other_names (gpointer object)
{
  TvSession *session = TV_TRACE_PAGE (object)->session;
  TvTrace *trace = tv_session_get_trace (session);

  return tv_trace_get_raw (trace) != trace || tv_session_get_names (session)->are_raw;
}

static GVariant *
get_mapping (gpointer object)
{
  const TvNaming *naming = tv_trace_get_naming (
      tv_session_get_trace (TV_TRACE_PAGE (object)->session));

  return g_variant_new_string (naming != NULL && naming->map != NULL ? naming->map : "");
}

static const TvObjectAction actions[] = {
  { "deobfuscate-with", "s", deobfuscate, NULL, NULL, NULL, NULL },
  { "raw-names", "b", NULL, get_raw_names, change_raw_names, has_other_names, "notify::session" },
  { "mapping", "s", NULL, get_mapping, NULL, NULL, "notify::session" },
};

/* Adds what can be asked about names. */
void
tv_trace_page_add_names_actions (TvTracePage *self, GActionMap *map)
{
  tv_object_actions_add (map, self, self, actions, G_N_ELEMENTS (actions));
}
