/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Reads the file of a page, or all files on its timeline, on a worker, and shows the result: a trace, the members of
 * a bundle, or an error. Shares the struct of the page (trace-page-private.h). Entry points: tv_trace_page_load() for
 * a new page or another attempt, tv_trace_page_show_session() for a loaded session, which is passed to all widgets of
 * the page, and tv_trace_page_cancel() when the tab is closed. */

#include "ui/pages/trace-page-private.h"

#include <glib/gi18n.h>

#include "analysis/incident/incident-range.h"
#include "analysis/samples/thread-samples.h"
#include "core/error.h"
#include "core/number-format.h"
#include "formats/load.h"
#include "ui/pages/log-around.h"
#include "ui/pages/page-messages.h"

/* ==== Loaded trace ==== */

/* Returns whether the log is shown on the timeline. The few log lines of a crash or dump are not shown; a log that
 * contains a crash is shown. */
static gboolean
has_log_timeline (TvTrace *trace)
{
  return tv_trace_has (trace, TV_HAS_LOG_EVENTS) && !tv_trace_is_incident (trace) &&
         (tv_trace_has (trace, TV_HAS_FAULTS) || !tv_trace_has (trace, TV_HAS_DUMPS));
}

/* Returns whether the diagnosis is reduced to a single line: above a timeline, for an incident that is described by
 * log lines, and for a log that contains a crash. However, the report of a freeze has both a timeline and the
 * complete diagnosis. */
static gboolean
is_diagnosis_compact (TvTracePage *self)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  const TvFaults *faults = tv_trace_get_faults (trace);
  const TvDumpFindings *findings = tv_session_get_dump_findings (self->session);

  if (faults->n == 1 && faults->faults[0].kind == TV_FAULT_FREEZE)
    return FALSE;
  return self->has_timeline || tv_incident_get_line (findings->incident) != TV_NONE ||
         (faults->n > 0 && !tv_trace_is_incident (trace));
}

/* Shows the time range of the incident, because the files on a timeline may be days apart, and moves the cursor to
 * the time of the incident. Does nothing if the visible range has already been changed. */
static void
show_incident (TvSession *session)
{
  TvIncidentRange range;

  if (tv_session_is_visible_chosen (session) ||
      !tv_incident_range_find (tv_session_get_trace (session),
                               tv_session_get_dump_findings (session), &range))
    return;
  tv_session_set_visible (session, range.start_ns, range.end_ns);
  if (range.time_ns != TV_NO_TIME)
    tv_session_set_cursor_time (session, range.time_ns);
}

static void
show_notice (TvTracePage *self)
{
  gboolean lacks_names;
  g_autofree char *text = tv_page_messages_dup_notice (self->session, &lacks_names);

  gtk_widget_set_visible (self->symbols_button, lacks_names && self->baseline_file == NULL);
  gtk_label_set_text (self->notice_label, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->notice_label), text);
  gtk_revealer_set_reveal_child (self->notice, *text != '\0');
}

/* Shows a loaded trace. Must be called once. */
void
tv_trace_page_show_session (TvTracePage *self, TvSession *session)
{
  static const char *const selections[] = {
    "notify::selected-slice",  "notify::selected-counter", "notify::selected-line",
    "notify::selected-sample", "notify::selected-path",    "notify::selected-symbol",
  };
  g_autofree char *path = g_file_get_path (tv_session_get_file (session));

  self->session = g_object_ref (session);
  tv_session_compare_kinds (session);
  if (self->multi_file == NULL && self->baseline_file == NULL && !self->is_text_copy)
    self->saver = tv_view_saver_new (session, path);
  if (self->multi_file != NULL)
    show_incident (session);
  g_object_set (self->timeline, "session", session, NULL);
  g_object_set (self->overview, "session", session, NULL);
  g_object_set (self->query_tracks, "session", session, NULL);
  if (tv_session_get_baseline (session) != NULL)
    tv_trace_page_show_baseline (self);
  tv_panel_set_session (self->panel, session);
  self->has_timeline = tv_trace_get_duration_ns (tv_session_get_trace (session)) > 0 &&
                       (tv_trace_has_tracks (tv_session_get_trace (session)) ||
                        tv_trace_has_timed_samples (tv_session_get_trace (session)) ||
                        has_log_timeline (tv_session_get_trace (session)));
  if (!self->has_timeline)
    tv_panel_set_alone (self->panel);
  if (tv_session_get_dump_findings (session) != NULL)
    {
      tv_diagnosis_box_set_session (self->diagnosis, session, is_diagnosis_compact (self),
                                    tv_log_around_is_possible (self));
      gtk_widget_set_visible (GTK_WIDGET (self->diagnosis), TRUE);
    }
  tv_search_bar_set_session (self->search_bar, session);
  tv_details_set_session (self->details, session);
  tv_trace_page_offer_actions (self);
  for (guint i = 0; i < G_N_ELEMENTS (selections); i++)
    g_signal_connect_swapped (session, selections[i], G_CALLBACK (tv_trace_page_update_details),
                              self);

  tv_trace_page_distribute_space (self);
  tv_trace_page_update_layout (self);
  /* Showing the notice before the page is visible avoids its animation, which would move the rest of the page. */
  show_notice (self);
  if (!self->has_timeline && tv_panel_is_blank (self->panel))
    tv_page_messages_show_empty (session, self->empty_page, self->empty_properties);
  gtk_stack_set_visible_child_name (
      self->stack, !self->has_timeline && tv_panel_is_blank (self->panel) ? "empty" : "ready");
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    tv_trace_page_focus (self);
  g_object_notify (G_OBJECT (self), "session");
  g_object_notify (G_OBJECT (self), "subtitle");
}

/* ==== Loading ==== */

/* Delay in ms before the progress bar is shown, so that it does not flash for files that are read faster. */
#define BLANK_MS 150

/* Shows why the file could not be read. Offers to open the file as plain text if that may help. */
static void
show_error (TvTracePage *self, const GError *error)
{
  g_autofree char *title = g_strdup_printf (_("Could Not Open “%s”"), self->title);
  g_autofree char *message = tv_page_messages_dup_failure (self->file, self->title, error);
  g_autofree char *markup = g_markup_escape_text (message, -1);

  adw_status_page_set_title (self->failed_page, title);
  adw_status_page_set_description (self->failed_page, markup);
  gtk_widget_set_visible (self->as_text_button,
                          self->member == NULL && self->multi_file == NULL &&
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

/* Handles the result of loading: a session, an error, or cancellation. @session: (nullable) */
void
tv_trace_page_take_loaded (TvTracePage *self, TvSession *session, const GError *error)
{
  gboolean is_cancelled = g_cancellable_is_cancelled (self->cancellable);

  g_clear_handle_id (&self->blank_id, g_source_remove);
  g_clear_object (&self->cancellable);
  if (is_cancelled)
    {
      tv_trace_page_report_cancelled (self);
      return;
    }
  if (session != NULL)
    tv_trace_page_show_session (self, session);
  else
    show_error (self, error);
  tv_trace_page_set_state (self, session != NULL ? TV_TRACE_PAGE_READY : TV_TRACE_PAGE_FAILED);
  if (session != NULL)
    tv_page_position_show (&self->position, self->panel);
}

static void load_session (TvTracePage *self, TvInput *file);

/* Reads the file again as plain text, because no view can show the requested line. */
static void
load_as_text (TvTracePage *self)
{
  self->is_as_text = self->is_text_copy = TRUE;
  g_free (self->title);
  self->title = tv_trace_page_dup_title (self);
  g_object_notify (G_OBJECT (self), "title");
  load_session (self, NULL);
}

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (TvTracePage) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TvSession) session = tv_session_load_finish (result, &error);
  gboolean is_cancelled;

  if (self->cancellable == NULL)
    return; /* the page was closed while the worker was running */
  is_cancelled = g_cancellable_is_cancelled (self->cancellable);
  if (session != NULL && !self->is_as_text && !is_cancelled &&
      !tv_page_position_is_in (&self->position, tv_session_get_trace (session)))
    load_as_text (self);
  else if (session != NULL && self->baseline_file != NULL && !is_cancelled)
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
 * read_trace:
 * @self: a page
 * @opened: (nullable) (transfer full): the page's file, if it is already open
 * @cancellable: cancels the worker
 * @progress: called with the completed fraction, 0 … 1, and @data
 * @callback: called with @data when tv_session_load_finish() has a result
 * @data: user data of both callbacks
 *
 * Reads the page's file on a worker; for a multi-file session, reads all files on the timeline.
 */
static void
read_trace (TvTracePage *self,
            TvInput *opened,
            GCancellable *cancellable,
            void (*progress) (double fraction, gpointer data),
            GAsyncReadyCallback callback,
            gpointer data)
{
  g_autofree char *path = g_file_get_path (self->file);
  TvSource alone = {
    .path = path, .member = self->member, .file = opened, .is_text = self->is_as_text
  };
  g_autoptr (GArray) sources = g_array_new (FALSE, FALSE, sizeof (TvSource));
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);

  for (gsize i = 0; self->multi_file != NULL && i < g_variant_n_children (self->multi_file); i++)
    {
      const char *uri, *member;
      g_autoptr (GFile) file = NULL;
      gint64 offset_ns;
      char *name;

      g_variant_get_child (self->multi_file, i, "(&s&sx)", &uri, &member, &offset_ns);
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
                         cancellable, progress, data, callback, data);
}

/**
 * tv_trace_page_read_again:
 * @self: a page with a session
 * @cancellable: cancels the worker
 * @progress: called with the completed fraction, 0 … 1, and @data
 * @callback: called with @data when tv_session_load_finish() has a result
 * @data: user data of both callbacks
 *
 * Schedules saving of the view state, and reads the page's file again on a worker. The page continues to show its
 * session.
 */
void
tv_trace_page_read_again (TvTracePage *self,
                          GCancellable *cancellable,
                          void (*progress) (double fraction, gpointer data),
                          GAsyncReadyCallback callback,
                          gpointer data)
{
  if (self->saver != NULL)
    tv_view_saver_save (self->saver);
  read_trace (self, NULL, cancellable, progress, callback, data);
}

/* Starts to read the page's file. @file: (nullable) (transfer full): the file, if it is already open */
static void
load_session (TvTracePage *self, TvInput *file)
{
  read_trace (self, file, self->cancellable, on_load_progress, on_loaded, g_object_ref (self));
}

/* ---- Bundles ---- */

/* Returns whether the members of a bundle are listed: those of bug reports, of bundles with several traces, and of
 * empty folders. For other bundles, the only trace is opened, if there is one. */
static gboolean
is_listed (const TvBundle *bundle)
{
  TvBundleProperties facts;
  guint n;

  tv_bundle_get_properties (bundle, &facts);
  tv_bundle_get_members (bundle, &n);
  return facts.n_sections > 0 || tv_bundle_count (bundle, TV_MEMBER_TRACE) >= 2 ||
         (n == 0 && tv_bundle_is_folder (bundle));
}

/* Result of opening a file: a bundle, or the opened file if it is not a bundle. */
typedef struct
{
  TvBundle *bundle;
  TvInput *file;
} Looked;

static void
looked_free (gpointer data)
{
  Looked *self = data;

  tv_bundle_free (self->bundle);
  tv_input_free (self->file);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Looked, looked_free)

/* Opens the file on a worker. */
static void
check_in_thread (GTask *task, gpointer source, gpointer path, GCancellable *cancellable)
{
  Looked *found = g_new0 (Looked, 1);

  found->bundle = tv_bundle_open_or_file (path, &found->file, cancellable, NULL);
  if (found->bundle != NULL && !is_listed (found->bundle))
    g_clear_pointer (&found->bundle, tv_bundle_free);
  g_task_return_pointer (task, found, looked_free);
}

static void
on_bundle_checked (GObject *source, GAsyncResult *result, gpointer data)
{
  TvTracePage *self = TV_TRACE_PAGE (source);
  g_autoptr (Looked) found = g_task_propagate_pointer (G_TASK (result), NULL);

  if (self->cancellable == NULL)
    return; /* the page was closed while the worker was running */
  if (found->bundle == NULL)
    {
      load_session (self, g_steal_pointer (&found->file)); /* also reports cancellation */
      return;
    }
  g_clear_handle_id (&self->blank_id, g_source_remove);
  g_clear_object (&self->cancellable);
  tv_bundle_page_show (self->bundle_page, self->file, g_steal_pointer (&found->bundle));
  self->actions = g_simple_action_group_new ();
  tv_bundle_page_add_actions (self->bundle_page, G_ACTION_MAP (self->actions));
  gtk_stack_set_visible_child_name (self->stack, "bundle");
  tv_trace_page_set_state (self, TV_TRACE_PAGE_BUNDLE);
}

static void
check_for_bundle (TvTracePage *self)
{
  g_autoptr (GTask) task = g_task_new (self, self->cancellable, on_bundle_checked, NULL);

  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, g_file_get_path (self->file), g_free);
  g_task_run_in_thread (task, check_in_thread);
}

/* Starts to load the page's file. */
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
  self->cancellable = g_cancellable_new ();
  self->blank_id = g_timeout_add (BLANK_MS, show_loading, self);
  if (self->member == NULL && self->multi_file == NULL && self->baseline_file == NULL &&
      !self->is_as_text)
    check_for_bundle (self);
  else
    load_session (self, NULL);
}

/* Cancels loading at the request of the user. “cancelled” is emitted when the worker has stopped. */
void
tv_trace_page_stop_loading (TvTracePage *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
}

/* Cancels loading and changes of names, for example when the tab is closed. */
void
tv_trace_page_cancel (TvTracePage *self)
{
  g_return_if_fail (TV_IS_TRACE_PAGE (self));

  g_clear_handle_id (&self->blank_id, g_source_remove);
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  if (self->names != NULL)
    tv_page_names_cancel (self->names);
}

/* Returns: whether the page shows the plain text of a file that has another format */
gboolean
tv_trace_page_is_text_copy (TvTracePage *self)
{
  g_return_val_if_fail (TV_IS_TRACE_PAGE (self), FALSE);
  return self->is_text_copy;
}
