/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A file while it is read, and why it could not be. */

#include "ui/pages/trace-page-private.h"

#include <glib/gi18n.h>

#include "core/error.h"
#include "core/file-name.h"
#include "core/number-format.h"
#include "formats/load.h"

/* A file that is read faster than this never shows a progress bar. */
#define BLANK_MS 150

/* Messages begin with the file, for the command line; here the title has that. */
static char *
dup_words (TvTracePage *self, const char *message)
{
  g_autofree char *path = g_file_get_path (self->file);
  g_autofree char *shown = tv_file_name_dup_shown (path != NULL ? path : self->title);
  g_autofree char *start = g_strconcat (shown, ": ", NULL);
  g_autofree char *first = NULL;

  if (!g_str_has_prefix (message, start) || message[strlen (start)] == '\0')
    return g_strdup (message);
  message += strlen (start);
  first = g_utf8_strup (message, g_utf8_next_char (message) - message);
  return g_strconcat (first, g_utf8_next_char (message), NULL);
}

static void
show_error (TvTracePage *self, const GError *error)
{
  g_autofree char *title = g_strdup_printf (_("Could Not Open “%s”"), self->title);
  g_autofree char *message = dup_words (self, error->message);
  g_autofree char *words = g_markup_escape_text (message, -1);

  adw_status_page_set_title (self->failed_page, title);
  adw_status_page_set_description (self->failed_page, words);
  gtk_widget_set_visible (self->as_text_button,
                          self->member == NULL && self->together == NULL &&
                              self->baseline_file == NULL && !self->is_as_text &&
                              (g_error_matches (error, TV_ERROR, TV_ERROR_NOT_A_TRACE) ||
                               g_error_matches (error, TV_ERROR, TV_ERROR_MALFORMED) ||
                               g_error_matches (error, TV_ERROR, TV_ERROR_TRUNCATED) ||
                               g_error_matches (error, TV_ERROR, TV_ERROR_UNSUPPORTED_VERSION)));
  gtk_stack_set_visible_child_name (self->stack, "failed");
}

static gboolean
show_loading (gpointer data)
{
  TvTracePage *self = data;

  self->blank_id = 0;
  gtk_stack_set_visible_child_name (self->stack, "loading");
  return G_SOURCE_REMOVE;
}

static void
on_load_progress (double fraction, gpointer data)
{
  TvTracePage *self = data;

  if (self->cancellable != NULL)
    gtk_progress_bar_set_fraction (self->progress,
                                   self->baseline_file != NULL ? fraction / 2.0 : fraction);
}

/* Ends the loading with a session, or with an error. */
void
tv_trace_page_take_loaded (TvTracePage *self, TvSession *session, const GError *error)
{
  g_clear_handle_id (&self->blank_id, g_source_remove);
  g_clear_object (&self->cancellable);
  if (self->is_cancelled_by_user)
    {
      tv_trace_page_tell_cancelled (self);
      return;
    }
  if (session != NULL)
    tv_trace_page_show_session (self, session);
  else
    show_error (self, error);
  tv_trace_page_set_state (self, session != NULL ? TV_TRACE_PAGE_READY : TV_TRACE_PAGE_FAILED);
  if (session != NULL)
    tv_trace_page_go_to_place (self);
}

static void load_session (TvTracePage *self);

/* Reads the file again as plain text, which has the line that is wanted. */
static void
load_as_text (TvTracePage *self)
{
  self->is_as_text = self->is_text_copy = TRUE;
  g_free (self->title);
  self->title = tv_trace_page_dup_title (self);
  g_object_notify (G_OBJECT (self), "title");
  load_session (self);
}

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (TvTracePage) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TvSession) session = tv_session_load_finish (result, &error);

  if (self->cancellable == NULL)
    return; /* closed meanwhile */
  if (session != NULL && !self->is_as_text && !self->is_cancelled_by_user &&
      !tv_trace_page_has_line (self, session))
    load_as_text (self);
  else if (session != NULL && self->baseline_file != NULL && !self->is_cancelled_by_user)
    tv_trace_page_load_baseline (self, session);
  else
    {
      if (session != NULL)
        tv_session_select_first_thread (session);
      tv_trace_page_take_loaded (self, session, error);
    }
}

static void
set_file (TvTracePage *self, const char *path)
{
  g_clear_object (&self->file);
  self->file = g_file_new_for_path (path);
  g_free (self->title);
  self->title = tv_trace_page_dup_title (self);
  g_object_notify (G_OBJECT (self), "title");
}

static void
show_file (TvTracePage *self)
{
  g_autoptr (GFileInfo) info = g_file_query_info (self->file, G_FILE_ATTRIBUTE_STANDARD_SIZE,
                                                  G_FILE_QUERY_INFO_NONE, NULL, NULL);
  g_autofree char *size = info != NULL ? tv_size_format ((double) g_file_info_get_size (info))
                                       : g_strdup ("");

  gtk_label_set_text (self->loading_name, self->title);
  gtk_label_set_text (self->loading_size, size);
  gtk_progress_bar_set_fraction (self->progress, 0.0);
}

/**
 * tv_trace_page_read:
 * @self: a page
 * @cancellable: stops the worker
 * @progress: called with the page and the share that is done, 0 to 1
 * @callback: called with a reference to the page, which it takes, when tv_session_load_finish() has a result
 *
 * Reads the page's file, or its files if they are on one timeline, in a worker.
 */
void
tv_trace_page_read (TvTracePage *self,
                    GCancellable *cancellable,
                    void (*progress) (double fraction, gpointer page),
                    GAsyncReadyCallback callback)
{
  g_autofree char *path = g_file_get_path (self->file);
  TvSource alone = { .path = path, .member = self->member, .is_text = self->is_as_text };
  g_autoptr (GArray) sources = g_array_new (FALSE, FALSE, sizeof (TvSource));
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);

  for (gsize i = 0; self->together != NULL && i < g_variant_n_children (self->together); i++)
    {
      const char *uri, *member;
      g_autoptr (GFile) file = NULL;
      gint64 offset_ns;
      char *name;

      g_variant_get_child (self->together, i, "(&s&sx)", &uri, &member, &offset_ns);
      file = g_file_new_for_uri (uri);
      name = g_file_get_path (file);
      g_ptr_array_add (paths, name != NULL ? name : g_strdup (uri));
      g_array_append_val (sources, ((TvSource){ .path = g_ptr_array_index (paths, i),
                                                .member = *member != '\0' ? member : NULL,
                                                .has_offset = offset_ns != TV_NO_OFFSET,
                                                .offset_ns = offset_ns }));
    }
  if (sources->len == 0)
    g_array_append_val (sources, alone);
  tv_session_load_async ((const TvSource *) (gconstpointer) sources->data, sources->len,
                         cancellable, progress, self, callback, g_object_ref (self));
}

static void
load_session (TvTracePage *self)
{
  tv_trace_page_read (self, self->cancellable, on_load_progress, on_loaded);
}

/* ---- Bundles ---- */

/* What has but one trace in it is that; an empty folder is shown as such. */
static gboolean
is_listed (const TvBundle *bundle)
{
  TvBundleFacts facts;
  guint n;

  tv_bundle_get_facts (bundle, &facts);
  tv_bundle_get_members (bundle, &n);
  return facts.n_sections > 0 || tv_bundle_count (bundle, TV_MEMBER_TRACE) >= 2 ||
         (n == 0 && tv_bundle_is_folder (bundle));
}

/* Lists what is in a container with several traces; of anything else it returns nothing. */
static void
look_in_thread (GTask *task, gpointer source, gpointer path, GCancellable *cancellable)
{
  g_autoptr (TvBundle) bundle = tv_bundle_open (path, cancellable, NULL);

  if (bundle != NULL && !is_listed (bundle))
    g_clear_pointer (&bundle, tv_bundle_free);
  g_task_return_pointer (task, g_steal_pointer (&bundle), (GDestroyNotify) tv_bundle_free);
}

static void
on_looked (GObject *source, GAsyncResult *result, gpointer data)
{
  TvTracePage *self = TV_TRACE_PAGE (source);
  g_autoptr (TvBundle) bundle = g_task_propagate_pointer (G_TASK (result), NULL);

  if (self->cancellable == NULL)
    return; /* closed meanwhile */
  if (bundle == NULL)
    {
      load_session (self); /* which also tells that it was cancelled */
      return;
    }
  g_clear_handle_id (&self->blank_id, g_source_remove);
  g_clear_object (&self->cancellable);
  tv_bundle_page_show (self->bundle_page, self->file, g_steal_pointer (&bundle));
  self->actions = g_simple_action_group_new ();
  tv_bundle_page_add_actions (self->bundle_page, G_ACTION_MAP (self->actions));
  gtk_stack_set_visible_child_name (self->stack, "bundle");
  tv_trace_page_set_state (self, TV_TRACE_PAGE_BUNDLE);
}

static void
look_for_bundle (TvTracePage *self)
{
  g_autoptr (GTask) task = g_task_new (self, self->cancellable, on_looked, NULL);

  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, g_file_get_path (self->file), g_free);
  g_task_run_in_thread (task, look_in_thread);
}

/* Begins to read the page's file. */
void
tv_trace_page_load (TvTracePage *self)
{
  g_autofree char *name = g_file_get_path (self->file);
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;

  gtk_stack_set_visible_child_name (self->stack, "blank");
  tv_trace_page_set_state (self, TV_TRACE_PAGE_LOADING);
  if (name == NULL)
    g_set_error (&error, TV_ERROR, TV_ERROR_IO, _("%s: only files on this computer can be read"),
                 self->title);
  else
    path = tv_load_find (name, &error);
  if (path == NULL)
    {
      show_error (self, error);
      tv_trace_page_set_state (self, TV_TRACE_PAGE_FAILED);
      return;
    }

  set_file (self, path);
  show_file (self);
  self->is_cancelled_by_user = FALSE;
  self->cancellable = g_cancellable_new ();
  self->blank_id = g_timeout_add (BLANK_MS, show_loading, self);
  if (self->member == NULL && self->together == NULL && self->baseline_file == NULL &&
      !self->is_as_text)
    look_for_bundle (self);
  else
    load_session (self);
}

/* Stops the reading because somebody wants that, which is told by the signal “cancelled”. */
void
tv_trace_page_stop_loading (TvTracePage *self)
{
  if (self->cancellable == NULL)
    return;
  self->is_cancelled_by_user = TRUE;
  g_cancellable_cancel (self->cancellable);
}

/* Stops the loading, and what else is going on, as when the tab is closed. */
void
tv_trace_page_cancel (TvTracePage *self)
{
  g_return_if_fail (TV_IS_TRACE_PAGE (self));

  g_clear_handle_id (&self->blank_id, g_source_remove);
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  tv_trace_page_cancel_names (self);
}
