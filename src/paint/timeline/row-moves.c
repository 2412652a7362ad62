/* SPDX-License-Identifier: GPL-3.0-or-later */

/* User-defined order of rows. Rows are moved among their siblings: groups with their rows, or the rows of one
 * group with their nested rows. The choices list the keys of moved siblings: listed ones come first, in the order
 * of the list, the others follow in the default order. */

#include "paint/timeline/layout-private.h"

#define UNLISTED (G_GUINT64_CONSTANT (1) << 32)

typedef struct
{
  guint64 group;
  guint64 unit; /* 0 for the header */
  guint position;
  guint row;
} Place;

static const TvTimelineRow *
get_row (const TvTimelineLayout *self, guint row)
{
  return &g_array_index (self->rows, TvTimelineRow, row);
}

static guint
get_root (const TvTimelineLayout *self, guint row)
{
  return g_array_index (self->plans, TvRowPlan, row).root;
}

static guint
get_number (const TvTimelineLayout *self, const TvTimelineRow *row)
{
  return (guint) (row - (const TvTimelineRow *) (gconstpointer) self->rows->data);
}

/* Returns by row the position in the list, or G_MAXUINT. */
static guint *
find_listed (const TvTimelineLayout *self, const GPtrArray *keys)
{
  guint *listed = g_new (guint, MAX (self->rows->len, 1));

  for (guint i = 0; i < self->rows->len; i++)
    listed[i] = G_MAXUINT;
  for (guint i = 0; keys != NULL && i < keys->len; i++)
    {
      const TvTimelineRow *row = tv_timeline_layout_find_key (self, keys->pdata[i]);

      if (row != NULL && listed[get_number (self, row)] == G_MAXUINT)
        listed[get_number (self, row)] = i;
    }
  return listed;
}

static int
compare_places (const void *a, const void *b)
{
  const Place *first = a, *second = b;

  if (first->group != second->group)
    return first->group < second->group ? -1 : 1;
  if (first->unit != second->unit)
    return first->unit < second->unit ? -1 : 1;
  return (first->position > second->position) - (first->position < second->position);
}

/* Applies the user's order, if any, to the default order of all rows. */
void
tv_timeline_layout_order_moved (TvTimelineLayout *self, const GPtrArray *keys)
{
  g_autofree guint *listed = NULL, *position = NULL;
  g_autofree Place *places = NULL;
  guint n = self->rows->len;

  if (keys == NULL)
    return;
  listed = find_listed (self, keys);
  position = g_new (guint, MAX (n, 1));
  places = g_new0 (Place, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    position[self->ordered[i]] = i;
  for (guint i = 0; i < n; i++)
    {
      const TvTimelineRow *row = get_row (self, i);
      guint root = get_root (self, i);

      places[i].row = i;
      places[i].position = position[i];
      if (row->group != TV_NONE)
        {
          guint header = g_array_index (self->group_plans, TvGroupPlan, row->group).header;

          places[i].group = listed[header] != G_MAXUINT ? listed[header]
                                                        : UNLISTED + position[header];
        }
      if (!row->is_header)
        places[i].unit = 1 + (listed[root] != G_MAXUINT ? listed[root] : UNLISTED + position[root]);
    }
  qsort (places, n, sizeof *places, compare_places);
  for (guint i = 0; i < n; i++)
    self->ordered[i] = places[i].row;
}

/* Returns whether rows were moved since the last arrangement. */
gboolean
tv_timeline_layout_has_moves (const TvTimelineLayout *self)
{
  return self->moved != tv_row_choices_get_moved (self->choices);
}

static gboolean
is_sibling (const TvTimelineLayout *self, guint row, guint other)
{
  const TvTimelineRow *a = get_row (self, row), *b = get_row (self, other);

  if (a->is_header || b->is_header)
    return a->is_header && b->is_header;
  return a->group == b->group && get_root (self, other) == other;
}

static gboolean
is_movable_here (const TvTimelineLayout *self, guint row)
{
  return self->place[row] != G_MAXUINT && !get_row (self, row)->is_pinned;
}

/* Returns the siblings of a row including itself, in order; either all, or only visible ones that are not
 * pinned. */
static GArray *
list_siblings (const TvTimelineLayout *self, guint row, gboolean only_shown)
{
  GArray *siblings = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < self->rows->len; i++)
    {
      guint other = self->ordered[i];

      if (is_sibling (self, row, other) && (!only_shown || is_movable_here (self, other)))
        g_array_append_val (siblings, other);
    }
  return siblings;
}

static guint
find_in (const GArray *rows, guint row)
{
  for (guint i = 0; i < rows->len; i++)
    if (g_array_index (rows, guint, i) == row)
      return i;
  return G_MAXUINT;
}

/**
 * tv_timeline_layout_get_sibling:
 * @self: a layout
 * @row: a row of it
 * @n: (out): number of siblings
 *
 * Returns: its position among them; %G_MAXUINT if it cannot be moved
 */
guint
tv_timeline_layout_get_sibling (const TvTimelineLayout *self, const TvTimelineRow *row, guint *n)
{
  guint root = get_root (self, get_number (self, row));
  g_autoptr (GArray) siblings = NULL;

  *n = 0;
  if (!is_movable_here (self, root))
    return G_MAXUINT;
  siblings = list_siblings (self, root, TRUE);
  *n = siblings->len;
  return siblings->len > 1 ? find_in (siblings, root) : G_MAXUINT;
}

/**
 * tv_timeline_layout_find_gap:
 * @self: a layout
 * @row: a movable row
 * @y: y coordinate among the rows
 * @gap_y: (out): position of the gap
 *
 * Returns: the nearest gap between its siblings: 0 is before the first
 */
guint
tv_timeline_layout_find_gap (const TvTimelineLayout *self,
                             const TvTimelineRow *row,
                             gint64 y,
                             gint64 *gap_y)
{
  guint root = get_root (self, get_number (self, row)), best = 0, last;
  g_autoptr (GArray) siblings = list_siblings (self, root, TRUE);

  *gap_y = 0;
  if (siblings->len == 0)
    return 0;
  for (guint gap = 0; gap <= siblings->len; gap++)
    {
      gint64 here;

      if (gap < siblings->len)
        here = get_row (self, g_array_index (siblings, guint, gap))->y;
      else
        {
          /* Below the last of them and its nested rows. */
          last = g_array_index (siblings, guint, gap - 1);
          here = get_row (self, last)->y + get_row (self, last)->height;
          for (guint i = self->place[last] + 1; i < self->n_shown; i++)
            {
              const TvTimelineRow *part = get_row (self, self->shown[i]);

              if (part->is_header ||
                  (!get_row (self, last)->is_header && get_root (self, self->shown[i]) != last))
                break;
              here = part->y + part->height;
            }
        }
      if (gap == 0 || ABS (here - y) < ABS (*gap_y - y))
        {
          best = gap;
          *gap_y = here;
        }
    }
  return best;
}

/* Returns the shortest list of keys that gives the siblings this order. */
static GPtrArray *
list_keys (const TvTimelineLayout *self, const GArray *siblings, guint n_listed)
{
  const GPtrArray *before = tv_row_choices_get_moved (self->choices);
  GPtrArray *keys = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; before != NULL && i < before->len; i++)
    {
      const TvTimelineRow *row = tv_timeline_layout_find_key (self, before->pdata[i]);

      if (row == NULL ||
          !is_sibling (self, g_array_index (siblings, guint, 0), get_number (self, row)))
        g_ptr_array_add (keys, g_strdup (before->pdata[i]));
    }
  for (guint i = 0; i < n_listed; i++)
    g_ptr_array_add (keys, g_strdup (get_row (self, g_array_index (siblings, guint, i))->key));
  return keys;
}

/**
 * tv_timeline_layout_move_row:
 * @self: a layout
 * @row: a movable row
 * @gap: see tv_timeline_layout_find_gap()
 *
 * Moves the row to the gap, in the choices.
 *
 * Returns: whether its position changed
 */
gboolean
tv_timeline_layout_move_row (TvTimelineLayout *self, const TvTimelineRow *row, guint gap)
{
  guint root = get_root (self, get_number (self, row));
  g_autoptr (GArray) shown = list_siblings (self, root, TRUE);
  g_autoptr (GArray) all = list_siblings (self, root, FALSE);
  g_autofree guint *listed = find_listed (self, tv_row_choices_get_moved (self->choices));
  g_autoptr (GPtrArray) keys = NULL;
  guint from = find_in (shown, root), n_listed = 0, target, at;

  if (from == G_MAXUINT || gap > shown->len || gap == from || gap == from + 1)
    return FALSE;
  for (guint i = 0; i < all->len; i++)
    if (listed[g_array_index (all, guint, i)] != G_MAXUINT)
      n_listed = i + 1;
  n_listed = MAX (n_listed, find_in (all, root) + 1);
  target = g_array_index (shown, guint, gap < shown->len ? gap : gap - 1);
  g_array_remove_index (all, find_in (all, root));
  at = find_in (all, target) + (gap < shown->len ? 0 : 1);
  g_array_insert_val (all, at, root);
  keys = list_keys (self, all, MAX (n_listed, at + 1));
  tv_row_choices_set_moved (self->choices, keys);
  return TRUE;
}
