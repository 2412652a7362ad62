/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Editor for SQL queries, and the result of the last query.
 *
 *   [Run] Examples  Tables  History  Saved
 *   1 SELECT name, dur FROM slice …
 *   ──────────────────────────────
 *   15 rows, 41 ms  [Rows|Chart]
 *   name     dur ms
 *   inflate  98.402
 *
 * A worker runs the query, until the query ends or is cancelled by Stop, by Esc, by a newer query or by disposing of
 * the view. Another worker filters the rows by the text of the search entry; the chart, exports and query tracks use
 * only the rows that match. Listed in TV_VIEWS (view.h). The text, the result and the child widgets belong to the
 * view. Links and query tracks change the session (slice, time, thread, query tracks). */

#include "ui/views/view.h"

#include <glib/gi18n.h>
#include <string.h>

#include "core/threads.h"
#include "core/time-format.h"
#include "core/tracks.h"
#include "query/sql-tokens.h"
#include "query/table-query.h"
#include "ui/kit/number-format.h"
#include "ui/kit/object-actions.h"
#include "ui/kit/search-fold.h"
#include "ui/kit/table/table-filter.h"
#include "ui/kit/table/table-view.h"
#include "ui/kit/wrap-row.h"
#include "ui/session/session-query-tracks.h"
#include "ui/views/query/query-chart.h"
#include "ui/views/query/query-choice.h"
#include "ui/views/query/query-columns.h"
#include "ui/views/query/query-editor.h"
#include "ui/views/query/query-engine.h"
#include "ui/views/query/query-examples.h"
#include "ui/views/query/query-table-list.h"
#include "ui/views/query/query-texts.h"

#define EDITOR_PX   150
#define ERROR_PX    80  /* maximum height of the error message */
#define STOP_MS     200 /* delay after which the Run button becomes a Stop button */
#define N_SUGGESTED 3   /* number of examples on the start page */

#define TV_TYPE_QUERY_VIEW (tv_query_view_get_type ())
G_DECLARE_FINAL_TYPE (TvQueryView, tv_query_view, TV, QUERY_VIEW, TvView)

struct _TvQueryView
{
  TvView parent_instance;

  TvQueryEditor *editor;
  GtkWidget *run_button;
  TvQueryTableList *tables;
  GtkLabel *status;
  GtkWidget *mark_button;
  GtkSpinner *spinner;
  GtkWidget *error_box;
  GtkLabel *error_label;
  GtkStack *stack; /* rows, chart or start page */
  GtkToggleButton *chart_button;
  GtkWidget *shows_box; /* buttons that switch between rows and chart */
  GtkBox *first_page;
  TvSearchEntry *entry;
  TvTableView *table;
  TvQueryChart *chart;

  TvQueryEngine *engine; /* (nullable): %NULL until the session is set */
  TvQueryColumnsOwner columns_owner;
  TvQueryResult *result;     /* (nullable): visible result */
  TvTable *filtered;         /* (nullable): rows that match the filter; %NULL for all rows */
  TvQueryTrackSource source; /* query and filter of the visible rows */
  gint64 took_ns;
  char *error;     /* (nullable): error of the last query, or of saving one */
  guint run_first; /* offset of @run_text in the text of the editor, in characters */
  char *run_text;  /* (nullable): query that is running or was run last */
  guint stop_timeout;
  guint history_index; /* steps back in the history; 0 while the editor shows the user's own text */
  char *own_text;      /* (nullable): the user's own text, for the return from the history */
  gboolean is_named;   /* whether the names for completion were requested */

  GCancellable *running;
  GCancellable *filtering;
  GCancellable *finding;
  GCancellable *marking;
  GCancellable *naming;
};

G_DEFINE_FINAL_TYPE (TvQueryView, tv_query_view, TV_TYPE_VIEW)

enum
{
  STATE_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
emit_changed (TvQueryView *self)
{
  g_signal_emit (self, signals[STATE_CHANGED], 0);
}

/* ---- Links ---- */

static guint32
find_process_track (TvTrace *trace, guint32 upid)
{
  guint32 n;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n);
  const TvThread *threads = tv_trace_get_threads (trace, NULL);

  for (guint32 i = 0; i < n; i++)
    if (tracks[i].upid == upid ||
        (tracks[i].utid != TV_NONE && threads[tracks[i].utid].upid == upid))
      return i;
  return TV_NONE;
}

static void
reveal_track (TvSession *session, guint32 track)
{
  if (track != TV_NONE)
    tv_session_reveal_track (session, track);
}

/* Selects a slice and scrolls to it, or scrolls to a track or counter. For a thread, also sets the thread filter. */
static void
on_target_found (gpointer owner, gpointer job, gpointer result, const GError *error)
{
  TvSession *session = tv_view_get_session (TV_VIEW (owner));
  TvTrace *trace = tv_session_get_trace (session);
  g_autofree TvQueryTarget *target = result;
  const TvThread *thread;

  if (target == NULL)
    return;
  switch (target->kind)
    {
    case TV_QUERY_LINK_SLICE:
    case TV_QUERY_LINK_KERNEL_SLICE:
      tv_session_select_slice (session, target->row);
      g_signal_emit_by_name (session, "reveal-slice", target->row);
      break;
    case TV_QUERY_LINK_THREAD:
      thread = &tv_trace_get_threads (trace, NULL)[target->row];
      reveal_track (session, thread->track != TV_NONE ? thread->track : thread->state_track);
      tv_session_set_thread (session, target->row);
      break;
    case TV_QUERY_LINK_PROCESS:
      reveal_track (session, find_process_track (trace, target->row));
      break;
    case TV_QUERY_LINK_TRACK:
      if (target->is_counter)
        tv_session_reveal_counter (session, target->row);
      else
        reveal_track (session, target->row);
      break;
    case TV_QUERY_LINK_NONE:
    default:
      break;
    }
}

static void
follow_link (gpointer owner, TvQueryLink link, gint64 id)
{
  TvQueryView *self = owner;

  tv_query_engine_find_target (self->engine, link, id, on_target_found, self, &self->finding);
}

/* Follows the first link of a row. If the row has no link but a timestamp, selects its time range, if it has a
 * duration, and scrolls to its start. */
static void
on_row_activated (TvQueryView *self, guint row)
{
  TvTable *table = TV_TABLE (self->result);
  TvSession *session = tv_view_get_session (TV_VIEW (self));
  guint n = tv_table_get_info (table)->n_columns;
  gint64 id, ts, dur;

  for (guint i = 0; i < n; i++)
    if (tv_query_result_get_link (self->result, i) != TV_QUERY_LINK_NONE &&
        tv_table_get_integer (table, row, (int) i, &id))
      {
        follow_link (self, tv_query_result_get_link (self->result, i), id);
        return;
      }
  if (!tv_table_get_integer (table, row, tv_table_find_column (table, "ts"), &ts))
    return;
  dur = tv_table_get_integer_of (table, row, "dur", 0);
  if (dur > 0)
    tv_session_select_range (session, ts, ts + dur);
  tv_session_reveal_time (session, ts);
}

/* ---- Query tracks ---- */

/* Returns: (transfer full): the name after the first FROM in a query, or “query” */
static char *
dup_table_name (const char *text)
{
  g_autoptr (GArray) tokens = tv_sql_tokens_parse (text);

  for (guint i = 0; i < tokens->len; i++)
    {
      guint next = tv_sql_tokens_skip (tokens, i + 1);

      if (tv_sql_token_is (tv_sql_tokens_at (tokens, i), "from") && next < tokens->len &&
          tv_sql_tokens_at (tokens, next)->kind == TV_SQL_WORD)
        return tv_sql_token_dup_name (tv_sql_tokens_at (tokens, next));
    }
  return g_strdup (_("query"));
}

typedef struct
{
  TvTable *rows;
  TvQueryTrackSource source;
} TrackJob;

static void
free_track_job (gpointer data)
{
  TrackJob *job = data;

  g_object_unref (job->rows);
  tv_query_track_source_clear (&job->source);
  g_free (job);
}

static gpointer
make_track (gpointer data, GCancellable *cancellable, GError **error)
{
  return tv_query_track_new (((const TrackJob *) data)->rows, cancellable);
}

static const TvWork track_work = { make_track, free_track_job,
                                   (GDestroyNotify) tv_query_track_unref };

/* Adds the query track to the timeline, named after the query's first table. */
static void
on_track_made (gpointer owner, gpointer data, gpointer result, const GError *error)
{
  const TrackJob *job = data;
  g_autofree char *name = dup_table_name (job->source.query);

  if (result != NULL)
    tv_session_add_query_track (tv_view_get_session (TV_VIEW (owner)), result, name, &job->source);
}

/* Returns: (transfer none) (nullable): the rows that match the filter, or all rows without one; %NULL without a
 * result */
static TvTable *
get_rows (TvQueryView *self)
{
  return self->filtered != NULL || self->result == NULL ? self->filtered : TV_TABLE (self->result);
}

static gboolean
can_mark (TvQueryView *self)
{
  TvSession *session = tv_view_get_session (TV_VIEW (self));
  TvTable *rows = get_rows (self);

  return rows != NULL && tv_query_track_is_possible (rows) && tv_table_get_n_rows (rows) > 0 &&
         tv_session_get_query_tracks (session)->len < TV_SESSION_MAX_QUERY_TRACKS;
}

static void
mark (TvQueryView *self)
{
  TrackJob *job;

  if (!can_mark (self))
    return;
  job = g_new0 (TrackJob, 1);
  job->rows = g_object_ref (get_rows (self));
  tv_query_track_source_copy (&self->source, &job->source);
  tv_work_start (&track_work, job, on_track_made, self, &self->marking);
}

static void
update_mark (TvQueryView *self)
{
  gtk_widget_set_sensitive (self->mark_button, can_mark (self));
  emit_changed (self);
}

/* ---- Status ---- */

/* Returns: (transfer full): phrase with the number of rows, and of those that match the filter */
static char *
dup_count (TvQueryView *self)
{
  guint64 n_found = tv_query_result_get_n_found (self->result);
  guint32 n_rows = tv_table_get_n_rows (TV_TABLE (self->result));
  g_autofree char *found = tv_format_count (n_found);
  g_autofree char *stored = tv_format_count (n_rows);
  g_autofree char *left = tv_format_count (tv_table_get_n_rows (get_rows (self)));

  if (self->filtered == NULL && n_found > n_rows)
    /* Translators: number of rows that are stored; number of rows that the query found */
    return g_strdup_printf (_("First %s of %s rows"), stored, found);
  if (self->filtered == NULL)
    return g_strdup_printf (ngettext ("%s row", "%s rows", (gulong) n_found), found);
  if (n_found > n_rows)
    /* Translators: number of rows that match a filter; number of rows that are stored */
    return g_strdup_printf (_("%s of the first %s rows"), left, stored);
  /* Translators: number of rows that match a filter; number of all rows */
  return g_strdup_printf (ngettext ("%s of %s row", "%s of %s rows", n_rows), left, stored);
}

static void
show_status (TvQueryView *self)
{
  guint64 n_found = self->result != NULL ? tv_query_result_get_n_found (self->result) : 0;
  g_autofree char *count = self->result != NULL ? dup_count (self) : NULL;
  g_autofree char *took = tv_time_format (self->took_ns);
  g_autofree char *found = tv_format_count (n_found);
  g_autofree char *status = NULL;

  if (self->running != NULL)
    status = g_strdup (_("Running…"));
  else if (self->error != NULL && self->result != NULL)
    status = g_strdup_printf (
        ngettext ("%s row of the previous run", "%s rows of the previous run", (gulong) n_found),
        found);
  else if (self->result == NULL)
    status = g_strdup (self->error == NULL && self->took_ns > 0 ? _("The statements returned no "
                                                                    "rows")
                                                                : "");
  else
    /* Translators: phrase with the number of rows; duration of the query */
    status = g_strdup_printf (_("%s, %s"), count, took);
  gtk_label_set_text (self->status, status);
}

/* ---- Names ---- */

/* Updates the names for completion and in the list of tables. Each query may have created tables and functions. */
static void
on_named (gpointer owner, gpointer job, gpointer result, const GError *error)
{
  g_autoptr (TvSqlNames) names = result;

  if (names == NULL)
    return;
  tv_query_editor_set_names (TV_QUERY_VIEW (owner)->editor, names);
  tv_query_table_list_set_names (TV_QUERY_VIEW (owner)->tables, names);
}

static void
list_names (TvQueryView *self)
{
  tv_query_engine_list_names (self->engine, on_named, self, &self->naming);
}

/* ---- Filter ---- */

/**
 * FilterJob:
 * @text: text of the filter
 * @match: pattern of @text
 * @filter: (nullable): result: one byte per row
 * @left: (nullable): result: rows that match
 *
 * Input and result of the worker that filters rows.
 */
typedef struct
{
  TvQueryResult *result;
  char *text;
  gboolean is_regex;
  TvTextMatch *match;
  GBytes *filter;
  TvTable *left;
} FilterJob;

static void
free_filter_job (gpointer data)
{
  FilterJob *job = data;

  g_object_unref (job->result);
  g_free (job->text);
  tv_text_match_free (job->match);
  g_clear_pointer (&job->filter, g_bytes_unref);
  g_clear_object (&job->left);
  g_free (job);
}

/* Finds the rows that match the filter, in a worker. Returns: (nullable): @data; %NULL if cancelled */
static gpointer
filter_rows (gpointer data, GCancellable *cancellable, GError **error)
{
  FilterJob *job = data;

  job->left = tv_table_filter_find_rows (TV_TABLE (job->result), job->match, &job->filter,
                                         cancellable);
  return job->left != NULL ? job : NULL;
}

static const TvWork filter_work = { filter_rows, free_filter_job, NULL };

static void
update_busy (TvQueryView *self)
{
  tv_view_set_busy (TV_VIEW (self), self->running != NULL || self->filtering != NULL);
  tv_search_entry_set_busy (self->entry, self->filtering != NULL);
}

/* Shows the rows that match the filter. @job: (nullable): %NULL to show all rows */
static void
show_filtered (TvQueryView *self, const FilterJob *job)
{
  TvTable *left = job != NULL ? job->left : NULL;
  g_autofree char *count = NULL;

  g_set_object (&self->filtered, left);
  g_free (self->source.filter);
  self->source.filter = job != NULL ? g_strdup (job->text) : NULL;
  self->source.is_regex = job != NULL && job->is_regex;
  tv_table_view_set_empty_text (self->table, job != NULL
                                                 ? _("No row contains the filter text.")
                                                 : _("The query is valid, but returned no rows."));
  tv_table_view_set_filter (self->table, TV_TABLE (self->result), job != NULL ? job->filter : NULL);
  tv_query_chart_set_rows (self->chart, left);
  count = dup_count (self);
  tv_search_entry_show_left (self->entry, tv_table_get_n_rows (get_rows (self)), count);
  gtk_widget_set_sensitive (self->mark_button, can_mark (self));
  show_status (self);
  g_object_notify (G_OBJECT (self), "summary");
  tv_view_change_content (TV_VIEW (self));
  emit_changed (self);
}

static void
on_filtered (gpointer owner, gpointer data, gpointer result, const GError *error)
{
  if (result != NULL)
    show_filtered (owner, result);
  update_busy (owner);
}

/* Starts a worker that filters the rows by the text of the search entry. The previous rows stay visible until it has
 * finished. */
static void
update_filter (TvQueryView *self)
{
  g_autoptr (TvTextMatch) match = tv_search_entry_dup_match (self->entry);
  FilterJob *job;

  tv_work_stop (&self->filtering);
  if (self->result != NULL && match == NULL)
    show_filtered (self, NULL);
  else if (self->result != NULL)
    {
      job = g_new0 (FilterJob, 1);
      job->result = g_object_ref (self->result);
      job->match = g_steal_pointer (&match);
      job->text = g_strdup (tv_search_entry_get_text (self->entry));
      job->is_regex = tv_search_entry_is_regex (self->entry);
      tv_work_start (&filter_work, job, on_filtered, self, &self->filtering);
    }
  update_busy (self);
}

/* ---- Running ---- */

static void
show_error (TvQueryView *self)
{
  gtk_label_set_text (self->error_label, self->error != NULL ? self->error : "");
  gtk_widget_set_visible (self->error_box, self->error != NULL);
}

static void
show_running (TvQueryView *self)
{
  gboolean is_running = self->running != NULL;

  if (!is_running)
    {
      g_clear_handle_id (&self->stop_timeout, g_source_remove);
      gtk_button_set_label (GTK_BUTTON (self->run_button), _("Run"));
    }
  gtk_spinner_set_spinning (self->spinner, is_running);
  gtk_widget_set_sensitive (self->mark_button, can_mark (self));
  update_busy (self);
  show_status (self);
  emit_changed (self);
}

static gboolean
on_stop_timeout (gpointer data)
{
  TvQueryView *self = data;

  self->stop_timeout = 0;
  gtk_button_set_label (GTK_BUTTON (self->run_button), _("Stop"));
  return G_SOURCE_REMOVE;
}

static void
take_error (TvQueryView *self, TvQueryOutcome *answer)
{
  g_free (self->error);
  self->error = g_steal_pointer (&answer->error);
  show_error (self);
  if (self->error != NULL && answer->has_error_offset &&
      answer->error_offset <= strlen (self->run_text))
    tv_query_editor_show_error (
        self->editor, self->run_first + (guint) g_utf8_pointer_to_offset (
                                            self->run_text, self->run_text + answer->error_offset));
}

static gboolean
shows_chart (TvQueryView *self)
{
  return gtk_toggle_button_get_active (self->chart_button);
}

/* Shows the rows or the chart, depending on the toggle buttons. */
static void
show_result (TvQueryView *self)
{
  gtk_widget_set_sensitive (self->shows_box, self->result != NULL);
  gtk_stack_set_visible_child_name (self->stack, shows_chart (self) ? "chart" : "rows");
  emit_changed (self);
}

static void
on_shows_toggled (TvQueryView *self)
{
  if (self->result != NULL)
    show_result (self);
}

/* Shows the result of a query. If the query failed, shows the error and keeps the previous result. */
static void
on_answered (gpointer owner, gpointer job, gpointer result, const GError *error)
{
  TvQueryView *self = owner;
  g_autoptr (TvQueryOutcome) answer = result;
  g_autoptr (TvQueryResult) old = NULL;

  self->took_ns = answer->took_ns;
  take_error (self, answer);
  if (self->error == NULL)
    {
      old = g_steal_pointer (
          &self->result); /* freed at the end of the block, after the table view has received the
                                              * new columns */
      g_clear_object (&self->filtered);
      self->result = g_steal_pointer (&answer->result);
      tv_query_track_source_clear (&self->source);
      self->source.query = g_strdup (self->run_text);
      if (self->result != NULL)
        tv_query_columns_show (self->table, self->result, &self->columns_owner);
      else
        tv_table_view_set_table (self->table, NULL);
      tv_query_chart_set_result (self->chart, self->result);
      show_result (self);
      update_filter (self);
      g_object_notify (G_OBJECT (self), "summary");
      tv_view_change_content (TV_VIEW (self));
    }
  list_names (self);
  show_running (self);
}

/* Runs the selected part of the text, or the whole text. */
static void
run (TvQueryView *self)
{
  g_free (self->run_text);
  self->run_text = tv_query_editor_dup_run (self->editor, &self->run_first);
  if (self->engine == NULL)
    return;
  tv_query_texts_add_history (self->run_text);
  self->history_index = 0;
  tv_query_editor_clear_error (self->editor);
  g_clear_pointer (&self->error, g_free);
  show_error (self);
  tv_query_engine_run (self->engine, self->run_text, on_answered, self, &self->running);
  g_clear_handle_id (&self->stop_timeout, g_source_remove);
  self->stop_timeout = g_timeout_add (STOP_MS, on_stop_timeout, self);
  show_running (self);
}

static gboolean
cancel (TvQueryView *self)
{
  if (self->running == NULL)
    return FALSE;
  tv_work_stop (&self->running);
  show_running (self);
  return TRUE;
}

static void
on_run_clicked (TvQueryView *self)
{
  if (self->stop_timeout != 0 || !cancel (self))
    run (self);
}

/* Moves the focus to the rows or the chart. If these cannot take it, moves it to the Run button. */
static void
enter_result (TvQueryView *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  if (shows_chart (self))
    gtk_widget_child_focus (GTK_WIDGET (self->chart), GTK_DIR_TAB_FORWARD);
  else
    tv_table_view_enter (self->table);
  if (root != NULL && gtk_root_get_focus (root) == NULL)
    gtk_widget_grab_focus (self->run_button);
}

/* Handles Esc: cancels a running query, or else moves the focus to the rows or the chart. */
static void
on_leave (TvQueryView *self)
{
  if (!cancel (self))
    enter_result (self);
}

static gboolean
on_key_pressed (GtkEventControllerKey *controller,
                guint keyval,
                guint keycode,
                GdkModifierType state,
                TvQueryView *self)
{
  if (keyval == GDK_KEY_m && (state & gtk_accelerator_get_default_mod_mask ()) == GDK_CONTROL_MASK)
    {
      mark (self);
      return GDK_EVENT_STOP;
    }
  return keyval == GDK_KEY_Escape && cancel (self);
}

/* Runs the query when Ctrl+Enter is pressed anywhere in the view, except in the editor: there the completion handles
 * keys first. */
static gboolean
on_key_captured (GtkEventControllerKey *controller,
                 guint keyval,
                 guint keycode,
                 GdkModifierType state,
                 TvQueryView *self)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (self)));

  if ((keyval != GDK_KEY_Return && keyval != GDK_KEY_KP_Enter) ||
      (state & gtk_accelerator_get_default_mod_mask ()) != GDK_CONTROL_MASK ||
      (focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self->editor))))
    return GDK_EVENT_PROPAGATE;
  run (self);
  return GDK_EVENT_STOP;
}

/* ---- Strings ---- */

static void
choose_text (TvQueryView *self, const char *text)
{
  tv_query_editor_set_text (self->editor, text);
  gtk_widget_grab_focus (GTK_WIDGET (self->editor));
}

static void
insert_name (TvQueryView *self, const char *name)
{
  g_autofree char *quoted = tv_sql_name_dup_quoted (name);

  tv_query_editor_insert (self->editor, quoted);
  gtk_widget_grab_focus (GTK_WIDGET (self->editor));
}

static void
show_content (TvView *view, const TvTableContent *content)
{
  TvQueryView *self = TV_QUERY_VIEW (view);
  TvTrace *trace = tv_session_get_trace (tv_view_get_session (view));
  g_autofree char *text = tv_table_query_new (trace, content);

  choose_text (self, text);
  run (self);
}

static void
run_example (TvQueryView *self, GtkButton *button)
{
  choose_text (self, g_object_get_data (G_OBJECT (button), "text"));
  run (self);
}

/* Puts an older (-1) or newer (1) query of the history into the editor. */
static void
on_step (TvQueryView *self, int direction)
{
  g_auto (GStrv) history = tv_query_texts_dup_history ();
  guint n = g_strv_length (history);

  if ((direction < 0 && self->history_index >= n) || (direction > 0 && self->history_index == 0))
    return;
  if (self->history_index == 0)
    {
      g_free (self->own_text);
      self->own_text = tv_query_editor_dup_text (self->editor);
    }
  self->history_index = direction < 0 ? self->history_index + 1 : self->history_index - 1;
  choose_text (self, self->history_index > 0 ? history[self->history_index - 1] : self->own_text);
}

static void
list_examples (GPtrArray *items, gpointer data)
{
  TvTrace *trace = tv_session_get_trace (tv_view_get_session (TV_VIEW (data)));
  guint n;
  const TvQueryExample *examples = tv_query_examples_get (&n);

  for (guint i = 0; i < n; i++)
    if (tv_query_example_suits (&examples[i], trace))
      tv_query_choice_add (items, _ (examples[i].title), _ (examples[i].group), examples[i].text);
}

static void
list_history (GPtrArray *items, gpointer data)
{
  g_auto (GStrv) history = tv_query_texts_dup_history ();

  for (guint i = 0; history[i] != NULL; i++)
    tv_query_choice_add (items, history[i], NULL, history[i]);
}

static void
list_saved (GPtrArray *items, gpointer data)
{
  g_autoptr (GPtrArray) saved = tv_query_texts_list_saved ();

  for (guint i = 0; i < saved->len; i++)
    {
      const TvSavedQuery *query = saved->pdata[i];

      tv_query_choice_add (items, query->name, NULL, query->text);
    }
}

static void
save (TvQueryView *self, const char *name)
{
  g_autofree char *text = tv_query_editor_dup_text (self->editor);
  g_autoptr (GError) error = NULL;

  if (tv_query_texts_save (name, text, &error))
    return;
  g_free (self->error);
  self->error = g_strdup (error->message);
  show_error (self);
  emit_changed (self);
}

/* ---- View ---- */

static void
add_suggestions (TvQueryView *self, TvTrace *trace)
{
  guint n, n_added = 0;
  const TvQueryExample *examples = tv_query_examples_get (&n);

  for (guint i = 0; i < n && n_added < N_SUGGESTED; i++)
    if (tv_query_example_suits (&examples[i], trace))
      {
        GtkWidget *button = gtk_button_new_with_label (_ (examples[i].title));

        gtk_widget_add_css_class (button, "flat");
        gtk_widget_set_halign (button, GTK_ALIGN_CENTER);
        g_object_set_data (G_OBJECT (button), "text", (gpointer) examples[i].text);
        g_signal_connect_swapped (button, "clicked", G_CALLBACK (run_example), self);
        gtk_box_append (self->first_page, button);
        n_added++;
      }
}

static void
set_session (TvView *view, TvSession *session)
{
  TvQueryView *self = TV_QUERY_VIEW (view);

  self->engine = tv_query_engine_new (tv_session_get_trace (session));
  tv_query_chart_set_session (self->chart, session);
  self->columns_owner = (TvQueryColumnsOwner){ session, follow_link, self };
  g_signal_connect_swapped (session, "notify::query-tracks", G_CALLBACK (update_mark), self);
  add_suggestions (self, tv_session_get_trace (session));
}

static gboolean
tv_query_view_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (TV_QUERY_VIEW (widget)->editor));
}

/* Makes the session leave typed letters to this view, lists the names for completion when the view is first shown,
 * and focuses the editor. */
static void
set_seen (TvView *view, gboolean is_seen)
{
  TvQueryView *self = TV_QUERY_VIEW (view);

  tv_session_set_takes_letters (tv_view_get_session (view), is_seen);
  if (!is_seen)
    return;
  if (!self->is_named)
    list_names (self);
  self->is_named = TRUE;
  gtk_widget_grab_focus (GTK_WIDGET (self));
}

static char *
dup_summary (TvView *view)
{
  TvQueryView *self = TV_QUERY_VIEW (view);

  return self->result != NULL ? dup_count (self) : NULL;
}

static TvTable *
dup_table (TvView *view, const char *name, GBytes **order)
{
  TvQueryView *self = TV_QUERY_VIEW (view);

  if (self->result == NULL ||
      (name != NULL && !g_str_equal (name, tv_table_get_name (TV_TABLE (self->result)))))
    return NULL;
  return tv_table_view_dup_shown (self->table, order);
}

static GVariant *
get_text_state (gpointer object)
{
  return g_variant_new_take_string (tv_query_editor_dup_text (TV_QUERY_VIEW (object)->editor));
}

static void
change_text (gpointer object, GVariant *value)
{
  tv_query_editor_set_text (TV_QUERY_VIEW (object)->editor, g_variant_get_string (value, NULL));
}

static void
run_action (gpointer object, const char *name, GVariant *parameter)
{
  run (object);
}

static void
cancel_action (gpointer object, const char *name, GVariant *parameter)
{
  cancel (object);
}

static void
save_action (gpointer object, const char *name, GVariant *parameter)
{
  save (object, g_variant_get_string (parameter, NULL));
}

static void
mark_action (gpointer object, const char *name, GVariant *parameter)
{
  mark (object);
}

static gboolean
is_markable (gpointer object)
{
  return can_mark (object);
}

static void
rename_track (gpointer object, const char *name, GVariant *parameter)
{
  const char *wanted;
  guint id;

  g_variant_get (parameter, "(u&s)", &id, &wanted);
  tv_session_rename_query_track (tv_view_get_session (TV_VIEW (object)), id, wanted);
}

static void
remove_track (gpointer object, const char *name, GVariant *parameter)
{
  tv_session_remove_query_track (tv_view_get_session (TV_VIEW (object)),
                                 g_variant_get_uint32 (parameter));
}

/* Returns: (transfer floating): id, name, number of slices and message of each query track */
static GVariant *
get_tracks_state (gpointer object)
{
  GPtrArray *tracks = tv_session_get_query_tracks (tv_view_get_session (TV_VIEW (object)));
  GVariantBuilder list;

  g_variant_builder_init (&list, G_VARIANT_TYPE ("a(usus)"));
  for (guint i = 0; i < tracks->len; i++)
    {
      const TvQueryTrack *track = tracks->pdata[i];

      g_variant_builder_add (&list, "(usus)", track->id, track->name, track->slices->len,
                             track->message != NULL ? track->message : "");
    }
  return g_variant_builder_end (&list);
}

static GVariant *
get_shows_state (gpointer object)
{
  return g_variant_new_string (shows_chart (object) ? "chart" : "rows");
}

static void
change_shows (gpointer object, GVariant *value)
{
  gtk_toggle_button_set_active (TV_QUERY_VIEW (object)->chart_button,
                                g_str_equal (g_variant_get_string (value, NULL), "chart"));
}

static GVariant *
get_chart_state (gpointer object)
{
  return tv_query_chart_get_state (TV_QUERY_VIEW (object)->chart);
}

static void
choose_chart (gpointer object, const char *name, GVariant *parameter)
{
  TvQueryChartChoice choice;
  guint kind;

  g_variant_get (parameter, "(uuu)", &kind, &choice.x, &choice.y);
  choice.kind = (TvChartKind) MIN (kind, (guint) TV_CHART_HISTOGRAM);
  tv_query_chart_set_choice (TV_QUERY_VIEW (object)->chart, &choice);
}

static gboolean
is_running (gpointer object)
{
  return TV_QUERY_VIEW (object)->running != NULL;
}

static GVariant *
get_running_state (gpointer object)
{
  return g_variant_new_boolean (is_running (object));
}

/* Returns: (transfer floating): number of rows that the query found; -1 without a result */
static GVariant *
get_shown_state (gpointer object)
{
  TvQueryView *self = object;

  return g_variant_new_int64 (
      self->result != NULL ? (gint64) tv_query_result_get_n_found (self->result) : -1);
}

/* Returns: (transfer floating): number of rows that match the filter; -1 without a result */
static GVariant *
get_left_state (gpointer object)
{
  TvTable *rows = get_rows (object);

  return g_variant_new_int64 (rows != NULL ? (gint64) tv_table_get_n_rows (rows) : -1);
}

static GVariant *
get_filter_state (gpointer object)
{
  return g_variant_new_string (tv_search_entry_get_text (TV_QUERY_VIEW (object)->entry));
}

static void
change_filter (gpointer object, GVariant *value)
{
  tv_search_entry_set (TV_QUERY_VIEW (object)->entry, g_variant_get_string (value, NULL), FALSE);
}

static GVariant *
get_error_state (gpointer object)
{
  const char *error = TV_QUERY_VIEW (object)->error;

  return g_variant_new_string (error != NULL ? error : "");
}

static GVariant *
get_tables_state (gpointer object)
{
  return tv_query_table_list_get_state (TV_QUERY_VIEW (object)->tables);
}

static void
open_tables (gpointer object, const char *name, GVariant *parameter)
{
  tv_query_table_list_open (TV_QUERY_VIEW (object)->tables, g_variant_get_string (parameter, NULL));
}

static GVariant *
get_completion_state (gpointer object)
{
  return tv_query_editor_get_completion (TV_QUERY_VIEW (object)->editor);
}

/* Returns: (transfer floating): line and column of the underlined token; 0 and 0 if there is none */
static GVariant *
get_error_position_state (gpointer object)
{
  guint line = 0, column = 0;

  tv_query_editor_get_error (TV_QUERY_VIEW (object)->editor, &line, &column);
  return g_variant_new ("(uu)", line, column);
}

static void
add_actions (TvView *view, GActionMap *map)
{
  static const TvObjectAction actions[] = {
    { .name = "query-text",
      .type = "s",
      .get_state = get_text_state,
      .change = change_text,
      .signals = "state-changed" },
    { .name = "query-run", .activate = run_action },
    { .name = "query-cancel",
      .activate = cancel_action,
      .is_enabled = is_running,
      .signals = "state-changed" },
    { .name = "query-save", .type = "s", .activate = save_action },
    { .name = "query-mark",
      .activate = mark_action,
      .is_enabled = is_markable,
      .signals = "state-changed" },
    { .name = "query-tracks",
      .type = "a(usus)",
      .get_state = get_tracks_state,
      .signals = "state-changed" },
    { .name = "query-track-rename", .type = "(us)", .activate = rename_track },
    { .name = "query-track-remove", .type = "u", .activate = remove_track },
    { .name = "query-running",
      .type = "b",
      .get_state = get_running_state,
      .signals = "state-changed" },
    { .name = "query-shown",
      .type = "x",
      .get_state = get_shown_state,
      .signals = "state-changed" },
    { .name = "query-filter",
      .type = "s",
      .get_state = get_filter_state,
      .change = change_filter,
      .signals = "state-changed" },
    { .name = "query-left", .type = "x", .get_state = get_left_state, .signals = "state-changed" },
    { .name = "query-shows",
      .type = "s",
      .get_state = get_shows_state,
      .change = change_shows,
      .signals = "state-changed" },
    { .name = "query-chart",
      .type = "(uuuus)",
      .get_state = get_chart_state,
      .signals = "state-changed" },
    { .name = "query-chart-choose", .type = "(uuu)", .activate = choose_chart },
    { .name = "query-error",
      .type = "s",
      .get_state = get_error_state,
      .signals = "state-changed" },
    { .name = "query-completion",
      .type = "(uas)",
      .get_state = get_completion_state,
      .signals = "state-changed" },
    { .name = "query-tables",
      .type = "as",
      .get_state = get_tables_state,
      .signals = "state-changed" },
    { .name = "query-tables-open", .type = "s", .activate = open_tables },
    { .name = "query-error-place",
      .type = "(uu)",
      .get_state = get_error_position_state,
      .signals = "state-changed" },
  };

  tv_object_actions_add (map, view, view, actions, G_N_ELEMENTS (actions));
}

/* Returns %TV_VIEW_EMPTY for a file with only text sections, because these are not in any table. */
static TvViewFit
get_fit (TvTrace *trace)
{
  return tv_trace_has (trace, ~(guint) TV_HAS_TEXTS) ? TV_VIEW_FITS : TV_VIEW_EMPTY;
}

const TvViewInfo tv_view_query = {
  .id = "query",
  .title = N_("Query"),
  .tooltip = N_("SQL queries on all tables of the file"),
  .group = TV_VIEW_CONTENT,
  .queries = TRUE,
  .get_type = tv_query_view_get_type,
  .get_fit = get_fit,
};

/* ---- Object ---- */

static void
tv_query_view_dispose (GObject *object)
{
  TvQueryView *self = TV_QUERY_VIEW (object);
  GtkWidget *child;

  tv_work_stop (&self->running);
  tv_work_stop (&self->filtering);
  tv_work_stop (&self->finding);
  tv_work_stop (&self->marking);
  tv_work_stop (&self->naming);
  g_clear_handle_id (&self->stop_timeout, g_source_remove);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->result);
  g_clear_object (&self->filtered);
  g_clear_pointer (&self->engine, tv_query_engine_unref);
  G_OBJECT_CLASS (tv_query_view_parent_class)->dispose (object);
}

static void
tv_query_view_finalize (GObject *object)
{
  TvQueryView *self = TV_QUERY_VIEW (object);

  g_free (self->error);
  tv_query_track_source_clear (&self->source);
  g_free (self->run_text);
  g_free (self->own_text);
  G_OBJECT_CLASS (tv_query_view_parent_class)->finalize (object);
}

static void
tv_query_view_class_init (TvQueryViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  TvViewClass *view_class = TV_VIEW_CLASS (klass);

  view_class->set_session = set_session;
  view_class->set_seen = set_seen;
  view_class->dup_summary = dup_summary;
  view_class->dup_table = dup_table;
  view_class->show_content = show_content;
  view_class->add_actions = add_actions;
  GTK_WIDGET_CLASS (klass)->grab_focus = tv_query_view_grab_focus;
  object_class->dispose = tv_query_view_dispose;
  object_class->finalize = tv_query_view_finalize;
  signals[STATE_CHANGED] = g_signal_new ("state-changed", G_TYPE_FROM_CLASS (klass),
                                         G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
add_tables (TvQueryView *self, TvWrapRow *bar)
{
  self->tables = TV_QUERY_TABLE_LIST (tv_query_table_list_new ());
  g_signal_connect_swapped (self->tables, "chosen", G_CALLBACK (insert_name), self);
  g_signal_connect_swapped (self->tables, "changed", G_CALLBACK (emit_changed), self);
  tv_wrap_row_append (bar, GTK_WIDGET (self->tables));
}

static GtkWidget *
add_choice (TvQueryView *self, TvWrapRow *bar, const char *label, TvQueryChoiceList list)
{
  GtkWidget *choice = tv_query_choice_new (label, list, self);

  g_signal_connect_swapped (choice, "chosen", G_CALLBACK (choose_text), self);
  tv_wrap_row_append (bar, choice);
  return choice;
}

static GtkWidget *
make_bar (TvQueryView *self)
{
  GtkWidget *bar = tv_wrap_row_new (6);
  GtkWidget *saved;

  gtk_widget_add_css_class (bar, "range-bar");
  gtk_widget_add_css_class (bar, "query-bar");
  self->run_button = gtk_button_new_with_label (_("Run"));
  gtk_widget_set_tooltip_text (self->run_button,
                               _("Run the query or its selected part (Ctrl+Enter)"));
  gtk_widget_add_css_class (self->run_button, "suggested-action");
  g_signal_connect_swapped (self->run_button, "clicked", G_CALLBACK (on_run_clicked), self);
  tv_wrap_row_append (TV_WRAP_ROW (bar), self->run_button);
  add_choice (self, TV_WRAP_ROW (bar), _("Examples"), list_examples);
  add_tables (self, TV_WRAP_ROW (bar));
  add_choice (self, TV_WRAP_ROW (bar), _("History"), list_history);
  saved = add_choice (self, TV_WRAP_ROW (bar), _("Saved"), list_saved);
  tv_query_choice_add_entry (TV_QUERY_CHOICE (saved), _("Save as"));
  g_signal_connect_swapped (saved, "named", G_CALLBACK (save), self);
  return bar;
}

static GtkWidget *
make_error_box (TvQueryView *self)
{
  GtkWidget *box = gtk_scrolled_window_new ();

  self->error_box = box;
  self->error_label = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_wrap (self->error_label, TRUE);
  gtk_label_set_wrap_mode (self->error_label, PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (self->error_label, TRUE);
  gtk_label_set_xalign (self->error_label, 0.0f);
  gtk_widget_add_css_class (GTK_WIDGET (self->error_label), "query-error");
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (box), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (box), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (box), ERROR_PX);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (box), GTK_WIDGET (self->error_label));
  gtk_widget_set_visible (box, FALSE);
  return box;
}

/* Creates the buttons that switch between rows and chart. */
static GtkWidget *
make_shows (TvQueryView *self)
{
  GtkWidget *rows = gtk_toggle_button_new_with_label (_("Rows"));
  GtkWidget *chart = gtk_toggle_button_new_with_label (_("Chart"));

  self->shows_box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  self->chart_button = GTK_TOGGLE_BUTTON (chart);
  gtk_toggle_button_set_group (self->chart_button, GTK_TOGGLE_BUTTON (rows));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (rows), TRUE);
  gtk_widget_set_tooltip_text (chart, _("Draw a chart of two columns"));
  g_signal_connect_swapped (chart, "toggled", G_CALLBACK (on_shows_toggled), self);
  gtk_widget_add_css_class (self->shows_box, "linked");
  gtk_widget_add_css_class (self->shows_box, "query-bar");
  gtk_widget_set_sensitive (self->shows_box, FALSE);
  gtk_box_append (GTK_BOX (self->shows_box), rows);
  gtk_box_append (GTK_BOX (self->shows_box), chart);
  return self->shows_box;
}

static GtkWidget *
make_status (TvQueryView *self)
{
  GtkWidget *bar = tv_wrap_row_new (6);
  GtkWidget *status_box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  gtk_widget_add_css_class (bar, "range-bar");
  self->spinner = GTK_SPINNER (gtk_spinner_new ());
  self->status = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_wrap (self->status, TRUE);
  gtk_label_set_xalign (self->status, 0.0f);
  gtk_widget_set_hexpand (GTK_WIDGET (self->status), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->status), "numeric");
  gtk_box_append (GTK_BOX (status_box), GTK_WIDGET (self->status));
  gtk_box_append (GTK_BOX (status_box), GTK_WIDGET (self->spinner));
  tv_wrap_row_append (TV_WRAP_ROW (bar), status_box);
  self->mark_button = gtk_button_new_with_label (_("Mark in Timeline"));
  gtk_widget_set_tooltip_text (
      self->mark_button, _("Show the rows as a track above the timeline, positioned by ts and dur "
                           "(Ctrl+M)"));
  gtk_widget_add_css_class (self->mark_button, "flat");
  gtk_widget_set_sensitive (self->mark_button, FALSE);
  g_signal_connect_swapped (self->mark_button, "clicked", G_CALLBACK (mark), self);
  gtk_box_append (GTK_BOX (buttons), self->mark_button);
  gtk_box_append (GTK_BOX (buttons), make_shows (self));
  tv_wrap_row_append (TV_WRAP_ROW (bar), buttons);
  return bar;
}

static GtkWidget *
make_first_page (TvQueryView *self)
{
  GtkWidget *page = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  GtkWidget *message = gtk_label_new (
      _("All data of this file is available in SQL tables, named as in Perfetto’s trace processor "
        "where possible."));

  self->first_page = GTK_BOX (page);
  gtk_label_set_wrap (GTK_LABEL (message), TRUE);
  gtk_label_set_justify (GTK_LABEL (message), GTK_JUSTIFY_CENTER);
  gtk_widget_add_css_class (message, "dim-label");
  gtk_widget_add_css_class (message, "empty-message");
  gtk_widget_set_valign (page, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (page), message);
  return page;
}

static GtkWidget *
make_results (TvQueryView *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *table = tv_table_view_new ();
  GtkWidget *first = gtk_scrolled_window_new ();

  self->table = TV_TABLE_VIEW (table);
  tv_table_view_set_name (self->table, _("Result of the query"));
  tv_table_view_set_empty_text (self->table, _("The query is valid, but returned no rows."));
  gtk_widget_set_margin_start (table, 6);
  gtk_widget_set_margin_end (table, 6);
  g_signal_connect_swapped (table, "row-activated", G_CALLBACK (on_row_activated), self);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (first), make_first_page (self));
  self->stack = GTK_STACK (gtk_stack_new ());
  gtk_stack_set_vhomogeneous (self->stack, FALSE);
  gtk_stack_add_named (self->stack, first, "first");
  self->chart = TV_QUERY_CHART (tv_query_chart_new ());
  g_signal_connect_swapped (self->chart, "changed", G_CALLBACK (emit_changed), self);
  gtk_stack_add_named (self->stack, table, "rows");
  gtk_stack_add_named (self->stack, GTK_WIDGET (self->chart), "chart");
  gtk_widget_set_vexpand (GTK_WIDGET (self->stack), TRUE);
  gtk_box_append (GTK_BOX (box), make_error_box (self));
  gtk_box_append (GTK_BOX (box), make_status (self));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->stack));
  return box;
}

static void
tv_query_view_init (TvQueryView *self)
{
  GtkWidget *paned = gtk_paned_new (GTK_ORIENTATION_VERTICAL);
  GtkWidget *upper = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *before = gtk_event_controller_key_new ();

  self->editor = TV_QUERY_EDITOR (tv_query_editor_new ());
  gtk_widget_set_vexpand (GTK_WIDGET (self->editor), TRUE);
  gtk_box_append (GTK_BOX (upper), make_bar (self));
  gtk_box_append (GTK_BOX (upper), GTK_WIDGET (self->editor));
  gtk_paned_set_start_child (GTK_PANED (paned), upper);
  gtk_paned_set_end_child (GTK_PANED (paned), make_results (self));
  gtk_paned_set_resize_start_child (GTK_PANED (paned), FALSE);
  gtk_paned_set_shrink_start_child (GTK_PANED (paned), FALSE);
  gtk_paned_set_shrink_end_child (GTK_PANED (paned), FALSE);
  gtk_paned_set_position (GTK_PANED (paned), EDITOR_PX);
  gtk_widget_set_parent (paned, GTK_WIDGET (self));
  self->entry = TV_SEARCH_ENTRY (tv_search_entry_new ());
  g_object_set (self->entry, "placeholder-text", _("Filter rows"), "is-filter", TRUE, NULL);
  g_signal_connect_swapped (self->entry, "changed", G_CALLBACK (update_filter), self);
  g_signal_connect_swapped (self->entry, "leave", G_CALLBACK (enter_result), self);
  tv_view_set_find_box (TV_VIEW (self), self->entry, tv_search_fold_new (self->entry));
  g_signal_connect_swapped (self->editor, "run", G_CALLBACK (run), self);
  g_signal_connect_swapped (self->editor, "leave", G_CALLBACK (on_leave), self);
  g_signal_connect_swapped (self->editor, "step", G_CALLBACK (on_step), self);
  g_signal_connect_swapped (self->editor, "changed", G_CALLBACK (emit_changed), self);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  gtk_event_controller_set_propagation_phase (before, GTK_PHASE_CAPTURE);
  g_signal_connect (before, "key-pressed", G_CALLBACK (on_key_captured), self);
  gtk_widget_add_controller (GTK_WIDGET (self), before);
}
