/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/range/bookmarks.h"

/* Manages a list of bookmarks. Called by the session, which owns the list and saves it with the view state; the
 * timeline, the log view and the comparison read the list. Changes only the given list. */

static void
clear_mark (gpointer mark)
{
  g_free (((TvBookmark *) mark)->name);
}

/* Returns: (transfer full) (nullable): the name without surrounding spaces; NULL if it is empty */
static char *
dup_name (const char *name)
{
  g_autofree char *stripped = name != NULL ? g_strstrip (g_strdup (name)) : NULL;

  return stripped != NULL && *stripped != '\0' ? g_steal_pointer (&stripped) : NULL;
}

/**
 * tv_bookmarks_new:
 *
 * Returns: (transfer full) (element-type TvBookmark): an empty list of bookmarks
 */
GArray *
tv_bookmarks_new (void)
{
  GArray *marks = g_array_new (FALSE, FALSE, sizeof (TvBookmark));

  g_array_set_clear_func (marks, clear_mark);
  return marks;
}

/**
 * tv_bookmarks_copy:
 * @marks: (element-type TvBookmark): list to copy
 *
 * Returns: (transfer full) (element-type TvBookmark): a copy of the list
 */
GArray *
tv_bookmarks_copy (const GArray *marks)
{
  GArray *copy = tv_bookmarks_new ();

  for (guint i = 0; i < marks->len; i++)
    {
      TvBookmark mark = g_array_index (marks, TvBookmark, i);

      mark.name = g_strdup (mark.name);
      g_array_append_val (copy, mark);
    }
  return copy;
}

static guint
find_index (const GArray *marks, guint id)
{
  guint index = 0;

  while (index < marks->len && g_array_index (marks, TvBookmark, index).id != id)
    index++;
  return index;
}

/**
 * tv_bookmarks_add:
 * @marks: (element-type TvBookmark): a list
 * @start_ns: one end of the range in ns
 * @end_ns: other end of the range in ns; equal to @start_ns for a point
 * @name: (nullable): name of the bookmark
 *
 * Adds a bookmark. If the list already contains a bookmark with the same range, adds none, but sets the existing
 * bookmark's name if it has none.
 *
 * Returns: id of the new or existing bookmark
 */
guint
tv_bookmarks_add (GArray *marks, gint64 start_ns, gint64 end_ns, const char *name)
{
  TvBookmark mark = { 1, MIN (start_ns, end_ns), MAX (start_ns, end_ns), NULL };
  guint index = marks->len;

  for (guint i = marks->len; i-- > 0;)
    {
      TvBookmark *other = &g_array_index (marks, TvBookmark, i);

      mark.id = MAX (mark.id, other->id + 1);
      if (other->start_ns == mark.start_ns && other->end_ns == mark.end_ns)
        {
          if (other->name == NULL)
            other->name = dup_name (name);
          return other->id;
        }
      if (other->start_ns > mark.start_ns ||
          (other->start_ns == mark.start_ns && other->end_ns > mark.end_ns))
        index = i;
    }
  mark.name = dup_name (name);
  g_array_insert_val (marks, index, mark);
  return mark.id;
}

/**
 * tv_bookmarks_find:
 * @marks: (element-type TvBookmark): a list
 * @id: id of a bookmark
 *
 * Returns: (transfer none) (nullable): the bookmark; %NULL if it does not exist
 */
const TvBookmark *
tv_bookmarks_find (const GArray *marks, guint id)
{
  guint index = find_index (marks, id);

  return index < marks->len ? &g_array_index (marks, TvBookmark, index) : NULL;
}

/**
 * tv_bookmarks_rename:
 * @marks: (element-type TvBookmark): a list
 * @id: id of a bookmark
 * @name: (nullable): new name
 *
 * Returns: whether the name changed
 */
gboolean
tv_bookmarks_rename (GArray *marks, guint id, const char *name)
{
  guint index = find_index (marks, id);
  g_autofree char *new_name = dup_name (name);
  TvBookmark *mark;

  if (index == marks->len)
    return FALSE;
  mark = &g_array_index (marks, TvBookmark, index);
  if (g_strcmp0 (mark->name, new_name) == 0)
    return FALSE;
  g_free (mark->name);
  mark->name = g_steal_pointer (&new_name);
  return TRUE;
}

/**
 * tv_bookmarks_remove:
 * @marks: (element-type TvBookmark): a list
 * @id: id of a bookmark
 *
 * Returns: whether the bookmark existed
 */
gboolean
tv_bookmarks_remove (GArray *marks, guint id)
{
  guint index = find_index (marks, id);

  if (index == marks->len)
    return FALSE;
  g_array_remove_index (marks, index);
  return TRUE;
}
