/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The bookmarks of a session. Every change creates a new array, so that users of the previous array can keep it. A
 * part of the session. Called by the timeline, the overview, the log, the Difference view, session-actions.c and
 * saved-view.c. */

#include "ui/session/session-part.h"

typedef struct
{
  GArray *marks;
  guint selected; /* id of the selected bookmark, or 0 */
} MarksPart;

static MarksPart *
get_part (TvSession *self)
{
  return tv_session_get_part (self, TV_SESSION_PART_MARKS);
}

static void
part_init (TvSession *self, gpointer data)
{
  MarksPart *part = data;

  part->marks = tv_bookmarks_new ();
}

static void
part_clear (gpointer data)
{
  MarksPart *part = data;

  g_array_unref (part->marks);
}

const TvSessionPart tv_session_part_marks = { .size = sizeof (MarksPart),
                                              .init = part_init,
                                              .clear = part_clear };

/* Returns: (transfer none) (element-type TvBookmark): the bookmarks, sorted; the array is immutable */
GArray *
tv_session_get_marks (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return get_part (self)->marks;
}

static void
take_marks (TvSession *self, GArray *marks)
{
  g_object_freeze_notify (G_OBJECT (self));
  g_array_unref (get_part (self)->marks);
  get_part (self)->marks = marks;
  tv_session_notify (self, TV_SESSION_PROP_MARKS);
  if (tv_bookmarks_find (marks, get_part (self)->selected) == NULL)
    tv_session_select_mark (self, 0);
  g_object_thaw_notify (G_OBJECT (self));
}

static guint
add_inside (TvSession *self, GArray *marks, const TvBookmark *mark)
{
  gint64 first_ns = tv_trace_get_start_ns (tv_session_get_trace (self));
  gint64 last_ns = tv_trace_get_end_ns (tv_session_get_trace (self));

  return tv_bookmarks_add (marks, CLAMP (mark->start_ns, first_ns, last_ns),
                           CLAMP (mark->end_ns, first_ns, last_ns), mark->name);
}

/**
 * tv_session_set_marks:
 * @marks: (element-type TvBookmark): bookmarks in any order
 *
 * Replaces all bookmarks, for example with those that were saved for the file. The bookmarks are clamped to the trace
 * and get new ids. None of them is selected.
 */
void
tv_session_set_marks (TvSession *self, const GArray *marks)
{
  GArray *inside = tv_bookmarks_new ();

  g_return_if_fail (TV_IS_SESSION (self));

  for (guint i = 0; i < marks->len; i++)
    add_inside (self, inside, &g_array_index (marks, TvBookmark, i));
  tv_session_select_mark (self, 0);
  take_marks (self, inside);
}

/**
 * tv_session_add_mark:
 * @start_ns: one end of the time range
 * @end_ns: the other end; equal to @start_ns for a point in time
 * @name: (nullable): name of the bookmark
 *
 * Adds a bookmark and selects it. If an equal bookmark exists, selects that one instead.
 *
 * Returns: the id of the bookmark
 */
guint
tv_session_add_mark (TvSession *self, gint64 start_ns, gint64 end_ns, const char *name)
{
  TvBookmark mark = { 0, start_ns, end_ns, (char *) name };
  GArray *marks;
  guint id;

  g_return_val_if_fail (TV_IS_SESSION (self), 0);

  marks = tv_bookmarks_copy (get_part (self)->marks);
  id = add_inside (self, marks, &mark);
  take_marks (self, marks);
  tv_session_select_mark (self, id);
  return id;
}

/* Renames a bookmark. An empty name or %NULL removes the name. */
void
tv_session_rename_mark (TvSession *self, guint id, const char *name)
{
  g_autoptr (GArray) marks = NULL;

  g_return_if_fail (TV_IS_SESSION (self));

  marks = tv_bookmarks_copy (get_part (self)->marks);
  if (tv_bookmarks_rename (marks, id, name))
    take_marks (self, g_steal_pointer (&marks));
}

void
tv_session_remove_mark (TvSession *self, guint id)
{
  g_autoptr (GArray) marks = NULL;

  g_return_if_fail (TV_IS_SESSION (self));

  marks = tv_bookmarks_copy (get_part (self)->marks);
  if (tv_bookmarks_remove (marks, id))
    take_marks (self, g_steal_pointer (&marks));
}

/* Returns: the id of the selected bookmark, or 0 */
guint
tv_session_get_selected_mark (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), 0);
  return get_part (self)->selected;
}

/* Selects a bookmark by its id. 0 or an unknown id clears the selection. */
void
tv_session_select_mark (TvSession *self, guint id)
{
  g_return_if_fail (TV_IS_SESSION (self));

  if (tv_bookmarks_find (get_part (self)->marks, id) == NULL)
    id = 0;
  if (get_part (self)->selected == id)
    return;
  get_part (self)->selected = id;
  tv_session_notify (self, TV_SESSION_PROP_SELECTED_MARK);
}
