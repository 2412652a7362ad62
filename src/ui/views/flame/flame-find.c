/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Searches frames by name. Matches keep their colour, and a label shows their share of the total. Part of the Flame
 * Graph view; uses the struct in flame-view.h. A worker finds the matches in the call tree; the main thread steps
 * through them and selects frames of the graph. */

#include "ui/views/flame/flame-view.h"

#include <glib/gi18n.h>

#include "paint/flame/measure.h"
#include "ui/kit/number-format.h"
#include "ui/kit/work.h"

typedef struct
{
  TvFlameLayout *layout;
  TvTextMatch *match;
  TvCallSearch *search;
  GArray *matches;
} FindJob;

static void
find_job_free (gpointer data)
{
  FindJob *job = data;

  tv_flame_layout_unref (job->layout);
  tv_text_match_free (job->match);
  tv_call_search_free (job->search);
  g_clear_pointer (&job->matches, g_array_unref);
  g_free (job);
}

/* Finds the matches, and lists those that have a width, for stepping. */
static gpointer
find (gpointer data, GCancellable *cancellable, GError **error)
{
  FindJob *job = data;
  guint32 n;

  tv_call_tree_get_nodes (tv_flame_layout_get_tree (job->layout), &n);
  job->search = tv_call_search_new (tv_flame_layout_get_tree (job->layout), job->match,
                                    cancellable);
  if (job->search == NULL)
    return NULL;
  job->matches = g_array_sized_new (FALSE, FALSE, sizeof (guint32), job->search->n_found);
  for (guint32 node = 0; node < n; node++)
    if (job->search->is_found[node] && tv_flame_layout_get_length (job->layout, node) > 0)
      g_array_append_val (job->matches, node);
  tv_flame_layout_sort (job->layout, job->matches);
  return job;
}

/* Cancels the search and clears the matches. */
void
tv_flame_pane_drop_found (TvFlamePane *self)
{
  tv_work_stop (&self->finding);
  g_clear_pointer (&self->search, tv_call_search_free);
  g_clear_pointer (&self->matches, g_array_unref);
}

static void
on_found (gpointer owner, gpointer data, gpointer result, const GError *error)
{
  TvFlamePane *self = owner;
  FindJob *job = data;
  g_autoptr (GBytes) is_found = NULL;
  guint32 n;
  int direction = self->step_when_done;

  self->search = g_steal_pointer (&job->search);
  self->matches = g_steal_pointer (&job->matches);
  tv_call_tree_get_nodes (tv_flame_layout_get_tree (job->layout), &n);
  is_found = g_bytes_new (self->search->is_found, n);
  tv_flame_graph_set_found (self->graph, is_found);
  tv_flame_pane_update_labels (self);
  tv_flame_pane_update_busy (self);
  self->step_when_done = 0;
  if (direction != 0)
    tv_flame_pane_step (self, direction);
}

static const TvWork find_work = {
  .run = find,
  .free_job = find_job_free,
};

/* Searches for the text of the search entry. Called when the text or the layout has changed. */
void
tv_flame_pane_find (TvFlamePane *self)
{
  TvFlameLayout *layout = tv_flame_graph_get_layout (self->graph);
  TvTextMatch *match = NULL;
  FindJob *job;

  tv_flame_pane_drop_found (self);
  if (layout != NULL)
    match = tv_search_entry_dup_match (self->entry);
  if (match == NULL)
    {
      tv_flame_graph_set_found (self->graph, NULL);
      tv_flame_pane_update_labels (self);
      tv_flame_pane_update_busy (self);
      return;
    }
  job = g_new0 (FindJob, 1);
  job->layout = tv_flame_layout_ref (layout);
  job->match = match;
  tv_work_start (&find_work, job, on_found, self, &self->finding);
  tv_flame_pane_update_busy (self);
}

/* ---- Stepping ---- */

/* Returns the number of the selected match, counted from 1; 0 if the selected frame is no match. */
static guint
get_position (TvFlamePane *self)
{
  guint32 selected = tv_flame_graph_get_selected (self->graph);

  for (guint i = 0; self->matches != NULL && i < self->matches->len; i++)
    if (g_array_index (self->matches, guint32, i) == selected)
      return i + 1;
  return 0;
}

/* Goes to the next (1) or previous (-1) match. If a search is running, does so when it ends. */
void
tv_flame_pane_step (TvFlamePane *self, int direction)
{
  guint n, position;
  guint32 node;

  tv_search_entry_flush (self->entry);
  if (self->finding != NULL || tv_flame_graph_get_layout (self->graph) == NULL)
    {
      self->step_when_done = direction;
      return;
    }
  n = self->matches != NULL ? self->matches->len : 0;
  if (n == 0)
    {
      gtk_widget_error_bell (GTK_WIDGET (self));
      return;
    }
  position = get_position (self);
  if (position == 0)
    position = direction > 0 ? 0 : n - 1;
  else
    position = (position - 1 + n + (guint) direction) % n;
  node = g_array_index (self->matches, guint32, position);
  tv_flame_graph_select (self->graph, node);
  tv_flame_graph_reveal (self->graph, node);
}

/* ---- Label ---- */

static char *
dup_share (TvFlamePane *self)
{
  TvFlameLayout *layout = tv_flame_graph_get_layout (self->graph);
  TvCallTree *tree = tv_flame_layout_get_tree (layout);
  TvCallMeasure measure = tv_flame_layout_get_measure (layout);
  g_autofree char *percent = tv_format_percent (
      tv_call_tree_get_percent (tree, self->search->total.of[measure], measure));
  g_autofree char *all = tv_flame_measure_dup_value (tree, measure,
                                                     tv_flame_layout_get_length (layout, 0));

  /* Translators: first %s is the percentage of the matches, second %s the total time or number of calls */
  return g_markup_printf_escaped (_("<b>%s</b> of %s match"), percent, all);
}

void
tv_flame_pane_update_labels (TvFlamePane *self)
{
  g_autofree char *share = self->search != NULL ? dup_share (self) : NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->share), share != NULL);
  if (share != NULL)
    gtk_label_set_markup (self->share, share);
  if (self->finding == NULL)
    tv_search_entry_show_found (self->entry, self->matches != NULL ? self->matches->len : 0,
                                get_position (self));
}

/* ---- Search entry ---- */

static void
on_leave (TvFlamePane *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self->graph));
}

static void
on_changed (TvFlamePane *self)
{
  self->step_when_done = 0;
  tv_flame_pane_find (self);
}

/* Connects the search entry. Called once. */
void
tv_flame_pane_follow_entry (TvFlamePane *self)
{
  g_object_set (self->entry, "placeholder-text", _("Find frames"), NULL);
  g_signal_connect_object (self->entry, "changed", G_CALLBACK (on_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "step", G_CALLBACK (tv_flame_pane_step), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "leave", G_CALLBACK (on_leave), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->graph, "notify::selected",
                           G_CALLBACK (tv_flame_pane_update_labels), self, G_CONNECT_SWAPPED);
}
