/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The baseline of a page: an earlier run, which is loaded after the trace. Its timeline is above the timeline of the
 * trace.
 *
 *   file ─▶ session ──┐
 *   baseline_file ─▶ session ─▶ symbols of the same name (worker) ─▶ shown
 *
 * Two heap dumps are compared in the same way; both sides show the trace that is already open. Sets the baseline of
 * the session, after which both timelines and all views compare. Called by trace-page-load.c and by the actions of
 * the page. Shares the struct of the page (trace-page-private.h). */

#include "ui/pages/trace-page-private.h"

#include <glib/gi18n.h>

#include "analysis/compare/symbol-pairs.h"
#include "core/error.h"
#include "core/file-name.h"
#include "formats/load.h"
#include "ui/kit/object-actions.h"
#include "ui/kit/work.h"
#include "ui/session/session-runs.h"
#include "ui/views/timeline/call-line-layer.h"

static char *dup_side (TvTracePage *self, TvSession *session, GFile *file);
static GtkWidget *new_of_snapshots (TvTracePage *other, TvSession *session);
static GtkWidget *new_snapshots_swapped (TvTracePage *other);

/* ==== Comparison of heap dumps ==== */

/* Returns: (transfer full): the name of a side with the end of its time range, such as "shop.pftrace at 1.2 s" */
static char *
dup_time (TvTracePage *self, TvSession *session)
{
  gint64 start_ns, end_ns;
  g_autofree char *file = tv_file_dup_shown_name (self->file);
  g_autofree char *time = NULL;

  if (!tv_session_get_range (session, &start_ns, &end_ns))
    return g_steal_pointer (&file);
  time = tv_time_base_format (tv_session_get_time_base (session), end_ns - 1);
  /* Translators: a file, and a time in it */
  return g_strdup_printf (_("%s at %s"), file, time);
}

/**
 * dup_side:
 * @self: a page of a comparison
 * @session: (nullable): session of the side; %NULL until it is loaded
 * @file: (nullable): file of the side; %NULL if the page's file contains both sides
 *
 * Returns: (transfer full): the name of the side: its file; if both sides are in the same file, the file and the time
 */
static char *
dup_side (TvTracePage *self, TvSession *session, GFile *file)
{
  return self->is_of_snapshots && session != NULL
             ? dup_time (self, session)
             : tv_file_dup_shown_name (file != NULL ? file : self->file);
}

/**
 * new_of_snapshots:
 * @other: page of the trace
 * @session: (transfer full): a session that compares two times of the trace
 *
 * Returns: (transfer floating): a new page for the comparison
 */
static GtkWidget *
new_of_snapshots (TvTracePage *other, TvSession *session)
{
  TvTracePage *self = g_object_new (TV_TYPE_TRACE_PAGE, NULL);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  self->file = g_object_ref (other->file);
  self->baseline_file = g_object_ref (other->file);
  self->member = g_strdup (other->member);
  self->multi_file = other->multi_file != NULL ? g_variant_ref (other->multi_file) : NULL;
  self->is_of_snapshots = TRUE;
  before = dup_time (self, tv_session_get_baseline (session));
  after = dup_time (self, session);
  /* Translators: two times that are compared: before, after */
  self->title = g_strdup_printf (_("%s → %s"), before, after);
  tv_trace_page_show_session (self, session);
  g_object_unref (session);
  tv_panel_show_comparison (self->panel, TV_COMPARE_RUNS);
  tv_trace_page_set_state (self, TV_TRACE_PAGE_READY);
  return GTK_WIDGET (self);
}

/* Returns: (transfer floating): a new page that compares the same two times in a session of the same trace; if
 * @is_swapped is set, with both sides swapped */
static GtkWidget *
new_again (TvTracePage *other, TvSession *session, gboolean is_swapped)
{
  gint64 before_ns = 0, after_ns = 0, start_ns;

  tv_session_get_range (tv_session_get_baseline (other->session), &start_ns, &before_ns);
  tv_session_get_range (other->session, &start_ns, &after_ns);
  return new_of_snapshots (
      other, tv_session_new_comparison (session, tv_session_get_selection (other->session),
                                        is_swapped ? after_ns : before_ns,
                                        is_swapped ? before_ns : after_ns,
                                        tv_session_get_call_source (other->session)));
}

/**
 * tv_trace_page_new_snapshots_renamed:
 * @other: page of a comparison of two times
 * @session: (transfer none): a session of the same trace with other names
 *
 * Returns: (transfer floating): a page that compares the same times
 */
GtkWidget *
tv_trace_page_new_snapshots_renamed (TvTracePage *other, TvSession *session)
{
  return new_again (other, session, FALSE);
}

/**
 * new_snapshots_swapped:
 * @other: page of a comparison of two times
 *
 * Returns: (transfer floating): a page with both sides swapped
 */
static GtkWidget *
new_snapshots_swapped (TvTracePage *other)
{
  return new_again (other, other->session, TRUE);
}

/* ---- Actions ---- */

/* Opens a page for a comparison; beeps without a session. @session: (transfer full) (nullable): session of the
 * comparison */
static void
open (TvTracePage *self, TvSession *session)
{
  g_autoptr (GtkWidget) page = NULL;

  if (session == NULL)
    {
      gtk_widget_error_bell (GTK_WIDGET (self));
      return;
    }
  page = g_object_ref_sink (new_of_snapshots (self, session));
  tv_trace_page_open_beside (self, TV_TRACE_PAGE (page));
}

static void
compare_dumps (gpointer object, const char *name, GVariant *parameter)
{
  TvTracePage *self = object;
  guint32 dump, other;

  g_variant_get (parameter, "(uu)", &dump, &other);
  if (tv_session_is_heap_dump (self->session, dump))
    open (self, tv_session_new_between_dumps (self->session, dump, other));
}

static void
compare_ends (gpointer object, const char *name, GVariant *parameter)
{
  TvTracePage *self = object;

  open (self, tv_session_new_between_ends (self->session));
}

static gboolean
has_ends (gpointer object)
{
  TvSession *session = TV_TRACE_PAGE (object)->session;
  const TvStacks *stacks = tv_trace_get_stacks (tv_session_get_trace (session));
  guint32 source = tv_session_get_call_source (session);
  gint64 start_ns, end_ns;

  return source < stacks->n_kinds && stacks->kinds[source].heap != TV_NONE &&
         tv_session_get_range (session, &start_ns, &end_ns);
}

/* Adds the actions that compare heap dumps, if the trace has heap changes and the page does not already show a
 * comparison. */
void
tv_trace_page_add_snapshot_actions (TvTracePage *self, GActionMap *map)
{
  static const TvObjectAction actions[] = {
    { .name = "compare-dumps", .type = "(uu)", .activate = compare_dumps },
    { .name = "compare-ends",
      .activate = compare_ends,
      .is_enabled = has_ends,
      .signals = "notify::selection notify::call-source" },
  };

  if (tv_session_get_baseline (self->session) == NULL &&
      tv_trace_has (tv_session_get_trace (self->session), TV_HAS_HEAP_CHANGES))
    tv_object_actions_add (map, self, self->session, actions, G_N_ELEMENTS (actions));
}

/* ==== Baseline ==== */

/* ---- Symbols ---- */

typedef struct
{
  TvTracePage *page;
  TvSession *sessions[2]; /* sessions of the trace and of the baseline */
  guint32 *pairs[2];
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  for (guint i = 0; i < G_N_ELEMENTS (job->sessions); i++)
    {
      g_clear_object (&job->sessions[i]);
      g_free (job->pairs[i]);
    }
  g_object_unref (job->page);
  g_free (job);
}

static gpointer
find_pairs (gpointer data, GCancellable *cancellable, GError **error)
{
  Job *job = data;

  for (guint i = 0; i < G_N_ELEMENTS (job->pairs); i++)
    job->pairs[i] = tv_symbol_pairs_find (tv_session_get_trace (job->sessions[i]),
                                          tv_session_get_trace (job->sessions[1 - i]));
  return job;
}

static void
on_paired (gpointer owner, gpointer data, gpointer result, const GError *error)
{
  TvTracePage *self = owner;
  Job *job = data;

  if (self->cancellable == NULL)
    return; /* the page was closed while the worker was running */
  tv_session_set_baseline (job->sessions[0], job->sessions[1], g_steal_pointer (&job->pairs[0]),
                           g_steal_pointer (&job->pairs[1]));
  if (self->aligned_at != NULL)
    tv_session_align (job->sessions[0], self->aligned_at, self->aligned_ns[0], self->aligned_ns[1]);
  if (self->first_selection != NULL)
    tv_session_set_selection (job->sessions[0], self->first_selection);
  for (guint side = 0; side < G_N_ELEMENTS (self->more_runs); side++)
    tv_session_load_runs (job->sessions[0], side == 1,
                          (GFile *const *) self->more_runs[side]->pdata,
                          self->more_runs[side]->len);
  tv_trace_page_take_loaded (self, job->sessions[0], NULL);
}

static const TvWork pair_work = { .run = find_pairs, .free_job = job_free };

/* ---- Loading ---- */

static void
on_progress (double fraction, gpointer data)
{
  TvTracePage *self = ((Job *) data)->page;

  if (self->cancellable != NULL)
    gtk_progress_bar_set_fraction (self->progress, (1.0 + fraction) / 2.0);
}

static void
on_baseline_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  Job *job = data;
  TvTracePage *self = job->page;
  g_autoptr (GError) error = NULL;

  job->sessions[1] = tv_session_load_finish (result, &error);
  if (self->cancellable != NULL && job->sessions[1] != NULL &&
      !g_cancellable_is_cancelled (self->cancellable))
    {
      tv_work_start (&pair_work, job, on_paired, self, NULL);
      return;
    }
  if (self->cancellable != NULL)
    tv_trace_page_take_loaded (self, NULL, error);
  job_free (job);
}

/* Loads the earlier run. Called when the trace itself has been loaded. */
void
tv_trace_page_load_baseline (TvTracePage *self, TvSession *session)
{
  g_autofree char *path = g_file_get_path (self->baseline_file);
  g_autofree char *found = NULL;
  g_autoptr (GError) error = NULL;
  TvSource source = { .path = NULL };
  Job *job;

  if (path == NULL)
    {
      g_autofree char *shown = tv_file_dup_shown_name (self->baseline_file);

      g_set_error (&error, TV_ERROR, TV_ERROR_IO, _("%s: only files on this computer can be read"),
                   shown);
    }
  else
    found = tv_load_find (path, &error);
  if (found == NULL)
    {
      tv_trace_page_take_loaded (self, NULL, error);
      return;
    }
  source.path = found;
  job = g_new0 (Job, 1);
  job->page = g_object_ref (self);
  job->sessions[0] = g_object_ref (session);
  tv_session_load_async (&source, 1, self->cancellable, on_progress, job, on_baseline_loaded, job);
}

/* ---- Choosing runs ---- */

/**
 * tv_trace_page_take_baselines:
 * @self: a page whose loading has not started
 * @baselines: (array length=n): earlier runs
 * @n: number of earlier runs, at least one
 *
 * Sets the earlier runs. The timeline of the first one is shown.
 */
void
tv_trace_page_take_baselines (TvTracePage *self, GFile *const *baselines, guint n)
{
  self->baseline_file = g_object_ref (baselines[0]);
  for (guint side = 0; side < G_N_ELEMENTS (self->more_runs); side++)
    self->more_runs[side] = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 1; i < n; i++)
    g_ptr_array_add (self->more_runs[0], g_object_ref (baselines[i]));
}

/**
 * tv_trace_page_new_same_runs:
 * @other: a page of a comparison
 * @is_swapped: whether to swap the earlier and the later runs
 *
 * Creates a page that loads all runs again, with the same filters and alignment.
 */
GtkWidget *
tv_trace_page_new_same_runs (TvTracePage *other, gboolean is_swapped)
{
  TvTracePage *self = g_object_new (TV_TYPE_TRACE_PAGE, NULL);
  GPtrArray *more = tv_session_get_runs (other->session);
  const TvBookmark *before = tv_session_get_zero (tv_session_get_baseline (other->session));
  const TvBookmark *after = tv_session_get_zero (other->session);

  self->file = g_object_ref (is_swapped ? other->baseline_file : other->file);
  tv_trace_page_take_baselines (self, is_swapped ? &other->file : &other->baseline_file, 1);
  for (guint i = 0; i < more->len; i++)
    {
      const TvSessionRun *run = more->pdata[i];

      g_ptr_array_add (self->more_runs[run->is_after != is_swapped ? 1 : 0],
                       g_object_ref (run->file));
    }
  if (after != NULL && before != NULL)
    {
      self->aligned_at = g_strdup (after->name);
      self->aligned_ns[0] = is_swapped ? before->start_ns : after->start_ns;
      self->aligned_ns[1] = is_swapped ? after->start_ns : before->start_ns;
    }
  self->first_selection = is_swapped ? tv_session_dup_baseline_selection (other->session)
                                     : tv_selection_ref (tv_session_get_selection (other->session));
  self->title = tv_trace_page_dup_title (self);
  tv_trace_page_load (self);
  return GTK_WIDGET (self);
}

gboolean
tv_trace_page_can_swap_sides (gpointer page)
{
  TvTracePage *self = page;

  return self->baseline_file != NULL || self->is_of_snapshots;
}

/* Replaces the page with one whose sides are swapped. Beeps instead while runs are being read, because these would be
 * lost. */
void
tv_trace_page_swap_sides (TvTracePage *self)
{
  g_autoptr (GtkWidget) page = NULL;

  if (tv_session_is_loading_runs (self->session))
    {
      gtk_widget_error_bell (GTK_WIDGET (self));
      return;
    }
  page = g_object_ref_sink (self->is_of_snapshots ? new_snapshots_swapped (self)
                                                  : tv_trace_page_new_same_runs (self, TRUE));
  tv_trace_page_replace (self, TV_TRACE_PAGE (page));
}

/* ---- Timelines ---- */

static void
on_runs_changed (TvTracePage *self)
{
  g_object_notify (G_OBJECT (self), "subtitle");
}

/* Adds the timeline of the earlier run above the timeline of the trace. Must be called once. */
void
tv_trace_page_show_baseline (TvTracePage *self)
{
  TvSession *baseline = tv_session_get_baseline (self->session);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *heading = gtk_label_new (NULL);
  GtkWidget *timeline = tv_timeline_new ();
  g_autofree char *before = dup_side (self, baseline, self->baseline_file);
  g_autofree char *after = dup_side (self, self->session, self->file);
  /* Translators: heading of a timeline: the run before a change, and its file */
  g_autofree char *before_heading = g_strdup_printf (_("Before: %s"), before);
  /* Translators: heading of a timeline: the run after a change, and its file */
  g_autofree char *after_heading = g_strdup_printf (_("After: %s"), after);

  gtk_label_set_text (GTK_LABEL (heading), before_heading);
  gtk_label_set_xalign (GTK_LABEL (heading), 0.0f);
  gtk_label_set_ellipsize (GTK_LABEL (heading), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_add_css_class (heading, "pane-header");
  gtk_widget_set_vexpand (timeline, TRUE);
  g_object_set (timeline, "session", baseline, NULL);
  g_object_bind_property (self->timeline, "label-width", timeline, "label-width",
                          G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
  gtk_box_append (GTK_BOX (box), heading);
  gtk_box_append (GTK_BOX (box), timeline);
  gtk_box_prepend (self->timelines_box, box);
  gtk_overlay_add_overlay (GTK_OVERLAY (self->timelines),
                           tv_call_line_layer_new (TV_TIMELINE (timeline), self->timeline));
  gtk_label_set_text (self->timeline_heading, after_heading);
  g_signal_connect_object (self->session, "notify::runs", G_CALLBACK (on_runs_changed), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_set_visible (GTK_WIDGET (self->timeline_heading), TRUE);
}
