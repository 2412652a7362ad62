/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Rows whose threads are counted: a drag over labels, or Ctrl with clicks, selects rows. The session counts only
 * their threads, which is one of the filters that the chips show. */

#include "ui/views/timeline/timeline-private.h"

#include <glib/gi18n.h>

/* Adds the thread of a row; of a header all threads of its process. */
static void
add_threads (TvTimeline *self, const TvTimelineRow *row, GHashTable *utids)
{
  guint32 upid, n_threads;
  const TvThread *threads = tv_trace_get_threads (tv_session_get_trace (self->session), &n_threads);

  if (!row->is_header)
    {
      if (row->utid != TV_NONE)
        g_hash_table_add (utids, GUINT_TO_POINTER (row->utid));
      return;
    }
  upid = tv_timeline_layout_get_group (self->layout, row->group)->upid;
  for (guint32 utid = 0; utid < n_threads && upid != TV_NONE; utid++)
    if (threads[utid].upid == upid &&
        (threads[utid].track != TV_NONE || threads[utid].state_track != TV_NONE))
      g_hash_table_add (utids, GUINT_TO_POINTER (utid));
}

static GHashTable *
dup_counted (TvTimeline *self)
{
  GHashTable *utids = g_hash_table_new (NULL, NULL);
  guint n;
  const guint32 *counted = tv_selection_get_threads (tv_session_get_selection (self->session), &n);

  for (guint i = 0; i < n; i++)
    g_hash_table_add (utids, GUINT_TO_POINTER (counted[i]));
  return utids;
}

static void
count_only (TvTimeline *self, GHashTable *utids)
{
  g_autoptr (GArray) list = g_array_new (FALSE, FALSE, sizeof (guint32));
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, utids);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      guint32 utid = GPOINTER_TO_UINT (key);

      g_array_append_val (list, utid);
    }
  tv_session_set_threads (self->session, (const guint32 *) (gconstpointer) list->data, list->len);
}

/* Whether the row has threads, and whether they are all among those that are counted alone. */
gboolean
tv_timeline_row_has_threads (TvTimeline *self, const TvTimelineRow *row, gboolean *are_counted)
{
  g_autoptr (GHashTable) utids = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) counted = dup_counted (self);
  GHashTableIter iter;
  gpointer key;

  add_threads (self, row, utids);
  *are_counted = g_hash_table_size (utids) > 0;
  g_hash_table_iter_init (&iter, utids);
  while (*are_counted && g_hash_table_iter_next (&iter, &key, NULL))
    *are_counted = g_hash_table_contains (counted, key);
  return g_hash_table_size (utids) > 0;
}

/* Counts the threads of a row beside those that are counted alone, or no more; without the last one all count. */
void
tv_timeline_toggle_threads (TvTimeline *self, const TvTimelineRow *row)
{
  g_autoptr (GHashTable) utids = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) counted = dup_counted (self);
  gboolean are_counted;
  GHashTableIter iter;
  gpointer key;

  if (!tv_timeline_row_has_threads (self, row, &are_counted))
    {
      tv_timeline_show_toast (self, _("The row belongs to no thread"));
      return;
    }
  add_threads (self, row, utids);
  g_hash_table_iter_init (&iter, utids);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    if (are_counted)
      g_hash_table_remove (counted, key);
    else
      g_hash_table_add (counted, key);
  count_only (self, counted);
}

/* The row at a height of the widget, or the nearest one. */
static guint
find_row (TvTimeline *self, const TvTimelineView *view, double y)
{
  guint n = tv_timeline_layout_get_n_rows (self->layout);
  guint row = tv_timeline_view_find_row (view, MAX (y, view->ruler_height));

  return MIN (row, n - 1);
}

/* Starts to select rows from one on; with @adds beside those that are selected. */
void
tv_timeline_begin_row_range (TvTimeline *self, double y, gboolean adds)
{
  TvTimelineView view;
  const TvTimelineRow *row;

  g_clear_pointer (&self->drag_threads, g_hash_table_unref);
  g_clear_pointer (&self->drag_key, g_free);
  if (!tv_timeline_get_view (self, &view) || tv_timeline_layout_get_n_rows (self->layout) == 0)
    return;
  row = tv_timeline_layout_get_row (self->layout, find_row (self, &view, y));
  self->drag_threads = dup_counted (self);
  self->drag_adds = adds;
  self->drag_key = g_strdup (row->key);
}

/* Selects the rows up to the pointer. The header of an open group counts only by itself: its rows are there. */
void
tv_timeline_drag_row_range (TvTimeline *self, double y)
{
  g_autoptr (GHashTable) utids = g_hash_table_new (NULL, NULL);
  const TvTimelineRow *start;
  TvTimelineView view;
  guint first, last;

  if (self->drag_key == NULL || !tv_timeline_get_view (self, &view))
    return;
  start = tv_timeline_layout_find_key (self->layout, self->drag_key);
  first = last = start != NULL ? tv_timeline_layout_find_place (self->layout, start) : 0;
  if (start == NULL || first >= tv_timeline_layout_get_n_rows (self->layout))
    return;
  last = find_row (self, &view, y);
  if (first > last)
    {
      guint swap = first;

      first = last;
      last = swap;
    }
  for (guint i = first; i <= last; i++)
    {
      const TvTimelineRow *row = tv_timeline_layout_get_row (self->layout, i);

      if (first == last || !row->is_header ||
          tv_timeline_layout_get_group (self->layout, row->group)->is_folded)
        add_threads (self, row, utids);
    }
  if (self->drag_adds)
    {
      GHashTableIter iter;
      gpointer key;

      g_hash_table_iter_init (&iter, self->drag_threads);
      while (g_hash_table_iter_next (&iter, &key, NULL))
        g_hash_table_add (utids, key);
    }
  if (g_hash_table_size (utids) > 0)
    count_only (self, utids);
}

/* Ends the drag; a cancelled one is taken back. */
void
tv_timeline_end_row_range (TvTimeline *self, gboolean is_cancelled)
{
  if (is_cancelled && self->drag_threads != NULL)
    count_only (self, self->drag_threads);
  g_clear_pointer (&self->drag_threads, g_hash_table_unref);
  g_clear_pointer (&self->drag_key, g_free);
}
