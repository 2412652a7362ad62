/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Applies the user's choices to the rows of a layout: height, content, order, visibility, position.
 *
 *   pinned rows      ─┐
 *   header of a group │ only rows that are neither hidden nor filtered out; none below a folded
 *     its rows        │ header
 *   …                ─┘
 *
 * All functions here visit all rows. Rows are sorted and filtered again only after changes.
 *
 * If the user has reordered rows, siblings are sorted: groups with their rows, or the rows of a group with their
 * nested rows. The choices contain a list with the keys of moved siblings. Siblings in the list come first, in the
 * order of the list; the others follow in the default order.
 *
 * Entry point: tv_timeline_layout_arrange(), called by the timeline widget and by `tracedump render` before drawing.
 * Changes the layout. The user's choices are only read, except that tv_timeline_layout_move_row() changes the list of
 * moved siblings. */

#include "paint/timeline/layout-private.h"

#include <string.h>

#include "analysis/symbols/text-match.h"

/* ==== Nested tracks ==== */

/* Returns the async track of the same process in which a track is nested, or %TV_NONE. */
guint32
tv_timeline_get_outer_track (const TvTrack *tracks, guint32 id)
{
  const TvTrack *track = &tracks[id];
  guint32 parent = track->layer == 0 ? track->parent : TV_NONE;

  return parent != TV_NONE && parent < id && tracks[parent].kind == TV_TRACK_ASYNC &&
                 tracks[parent].upid == track->upid
             ? parent
             : TV_NONE;
}

/* Sorts async tracks depth first, each after its parent. Includes tracks without slices if they have children with
 * slices. Returns: (transfer full): the position of each track, from 1; 0 for empty tracks and for other kinds of
 * tracks */
guint64 *
tv_timeline_order_tracks (const TvTrack *tracks, guint32 n_tracks)
{
  guint64 *order = g_new0 (guint64, n_tracks + 1);
  g_autofree guint32 *n_inside = g_new0 (
      guint32, n_tracks + 1); /* number of tracks in the subtree, including the root */
  g_autofree guint64 *next = g_new0 (guint64, n_tracks + 1); /* position of the next child */
  guint64 n_top_level = 0;

  for (guint32 id = n_tracks; id-- > 0;)
    {
      guint32 outer = tv_timeline_get_outer_track (tracks, id);

      if (tracks[id].kind != TV_TRACK_ASYNC || tracks[id].layer > 0)
        continue;
      n_inside[id] += tracks[id].n_slices > 0 || n_inside[id] > 0;
      if (outer != TV_NONE)
        n_inside[outer] += n_inside[id];
    }
  for (guint32 id = 0; id < n_tracks; id++)
    {
      guint32 outer = tv_timeline_get_outer_track (tracks, id);
      guint64 *at = outer != TV_NONE ? &next[outer] : &n_top_level;

      if (n_inside[id] == 0)
        continue;
      order[id] = ++*at;
      next[id] = order[id];
      *at += n_inside[id] - 1;
    }
  return order;
}

/* ==== Moved rows ==== */

#define UNLISTED (G_GUINT64_CONSTANT (1) << 32)

typedef struct
{
  guint64 group;
  guint64 unit; /* 1 + position of the top-level row; 0 for a header */
  guint position;
  guint row;
} RowOrder;

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

/* Returns the index in the list of each row's key; G_MAXUINT for rows that are not in the list. */
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
  const RowOrder *first = a, *second = b;

  if (first->group != second->group)
    return first->group < second->group ? -1 : 1;
  if (first->unit != second->unit)
    return first->unit < second->unit ? -1 : 1;
  return (first->position > second->position) - (first->position < second->position);
}

/* Applies the user's order, if any, to the default order of all rows. */
static void
order_moved (TvTimelineLayout *self, const GPtrArray *keys)
{
  g_autofree guint *listed = NULL, *position = NULL;
  g_autofree RowOrder *order = NULL;
  guint n = self->rows->len;

  if (keys == NULL)
    return;
  listed = find_listed (self, keys);
  position = g_new (guint, MAX (n, 1));
  order = g_new0 (RowOrder, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    position[self->ordered[i]] = i;
  for (guint i = 0; i < n; i++)
    {
      const TvTimelineRow *row = get_row (self, i);
      guint root = get_root (self, i);

      order[i].row = i;
      order[i].position = position[i];
      if (row->group != TV_NONE)
        {
          guint header = g_array_index (self->group_plans, TvGroupPlan, row->group).header;

          order[i].group = listed[header] != G_MAXUINT ? listed[header]
                                                       : UNLISTED + position[header];
        }
      if (!row->is_header)
        order[i].unit = 1 + (listed[root] != G_MAXUINT ? listed[root] : UNLISTED + position[root]);
    }
  qsort (order, n, sizeof *order, compare_places);
  for (guint i = 0; i < n; i++)
    self->ordered[i] = order[i].row;
}

/* Returns whether rows have been moved since the last arrangement. */
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
  return self->shown_index[row] != G_MAXUINT && !get_row (self, row)->is_pinned;
}

/* Returns the siblings of a row including itself, in order: all of them, or with @only_shown, the visible ones that
 * are not pinned. */
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
 * @n: (out): number of siblings, including @row
 *
 * Returns: the position of @row among its siblings; %G_MAXUINT if the row cannot be moved
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
 * @row: a row that can be moved
 * @y: y coordinate in the layout
 * @gap_y: (out): y coordinate of the gap
 *
 * Returns: the nearest gap between the siblings of @row; 0 is the gap before the first sibling
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
          /* The last gap is below the last sibling and its nested rows. */
          last = g_array_index (siblings, guint, gap - 1);
          here = get_row (self, last)->y + get_row (self, last)->height;
          for (guint i = self->shown_index[last] + 1; i < self->n_shown; i++)
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

/* Returns the new list of moved keys: the previous keys, without those of the siblings, followed by the keys of the
 * first @n_listed siblings in their new order. */
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
 * @row: a row that can be moved
 * @gap: gap between siblings, see tv_timeline_layout_find_gap()
 *
 * Stores the new position of the row in the user's choices.
 *
 * Returns: whether the position has changed
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

/* ==== Default folds ==== */

/* If a trace has more than MAX_OPEN_PROCESSES groups, only the first FIRST_OPEN_PROCESSES and the main process are
 * unfolded by default. */
#define MAX_OPEN_PROCESSES   12
#define FIRST_OPEN_PROCESSES 5

static TvTimelineGroup *
get_group (TvTimelineLayout *self, guint i)
{
  return &g_array_index (self->groups, TvTimelineGroup, i);
}

static void
fold_by_default (TvTimelineLayout *self)
{
  guint n_processes = 0, n_seen = 0;

  for (guint i = 0; i < self->groups->len; i++)
    n_processes += get_group (self, i)->kind > TV_TIMELINE_CPU_COUNTERS;
  for (guint i = 0; i < self->groups->len; i++)
    {
      TvGroupPlan *plan = &g_array_index (self->group_plans, TvGroupPlan, i);

      if (get_group (self, i)->kind == TV_TIMELINE_CPU_COUNTERS)
        plan->is_folded_by_default = self->groups->len > 1;
      else if (get_group (self, i)->kind != TV_TIMELINE_CPUS)
        plan->is_folded_by_default = n_seen++ >= FIRST_OPEN_PROCESSES &&
                                     n_processes > MAX_OPEN_PROCESSES && i != self->app_group;
    }
}

/* Sets the default fold state of all groups. Called after all groups have been added. @subject is the main process of
 * the trace, or %TV_NONE. */
void
tv_timeline_layout_fold_groups (TvTimelineLayout *self, guint32 subject)
{
  for (guint i = 0; subject != TV_NONE && i < self->groups->len; i++)
    if (get_group (self, i)->upid == subject)
      self->app_group = i;
  fold_by_default (self);
}

/* ==== Arrangement ==== */

/* In rows with more levels than MAX_FULL_LEVELS, the levels are less high, so that the total height stays constant.
 * MIN_STEP is the minimum height of a level. */
#define MAX_FULL_LEVELS 160
#define MIN_STEP        5

/* Minimum number of lines in a row whose height is limited. */
#define MIN_LINES 6

/* Minimum height in px by which folding must reduce a row; otherwise, the row cannot be folded. */
#define MIN_FOLD_GAIN 8

/* Distance above a band with a label, in px. */
#define LABEL_GAP 3

/* ---- One row ---- */

/* Returns the height of the name and details of a row. */
static gint32
get_label_height (const TvTimelineLayout *self, const TvTimelineRow *row)
{
  return row->detail != NULL && !row->has_inline_detail ? self->metrics.label_height
                                                        : self->metrics.name_height;
}

static gint32
get_metric (const TvTimelineLayout *self, gsize offset)
{
  return *(const gint32 *) (gconstpointer) ((const char *) &self->metrics + offset);
}

static void
get_band_size (const TvTimelineLayout *self,
               const TvBandClass *class,
               guint32 n_lines,
               gint32 *bar,
               gint32 *step)
{
  *bar = get_metric (self, class->bar) - class->inset;
  *step = class->step > 0 ? get_metric (self, class->step) : *bar + 1;
  if (class->is_strip)
    *step = 0;
  else if (class->shrinks && n_lines > MAX_FULL_LEVELS)
    {
      *step = MAX ((gint32) ((gint64) *step * MAX_FULL_LEVELS / n_lines), MIN_STEP);
      *bar = *step - 1;
    }
}

/* Returns the band that remains visible in a folded row: the calls if there are any, otherwise the first band. */
static guint
find_main_band (const TvTimelineLayout *self, const TvRowPlan *plan)
{
  for (guint i = plan->first_band; i < plan->first_band + plan->n_bands; i++)
    if (g_array_index (self->band_plans, TvBandPlan, i).class->strip != NULL)
      return i;
  return plan->first_band;
}

/* Folds a row to one thin line. All bands get the same position, so that their slices can be selected. */
static void
shape_folded (TvTimelineLayout *self, TvTimelineRow *row, const TvRowPlan *plan)
{
  guint main_band = find_main_band (self, plan);
  gint32 bar = MIN (self->metrics.thin, self->metrics.name_height);

  row->height = self->metrics.name_height;
  row->first_band = main_band;
  row->n_bands = MIN (plan->n_bands, 1);
  row->limited_band = TV_NONE;
  row->bracket_y = -1;
  for (guint i = plan->first_band; i < plan->first_band + plan->n_bands; i++)
    {
      TvTimelineBand *band = &g_array_index (self->bands, TvTimelineBand, i);

      band->class = g_array_index (self->band_plans, TvBandPlan, i).class;
      if (band->class->strip != NULL)
        band->class = band->class->strip;
      band->n_levels = band->n_lines = band->end_level = 1;
      band->first_level = 0;
      band->y = (row->height - bar) / 2;
      band->bar = bar;
      band->step = 0;
    }
}

/* Positions the bands of a row; @limited_band, if any, has only @n_lines lines. @shape contains #TvRowChoice flags:
 * %TV_ROW_STRIP, %TV_ROW_TALL, %TV_ROW_STACKS and %TV_ROW_PATH. */
static void
shape_bands (TvTimelineLayout *self,
             TvTimelineRow *row,
             const TvRowPlan *plan,
             guint shape,
             guint limited_band,
             guint32 n_lines)
{
  row->first_band = plan->first_band;
  row->n_bands = plan->n_bands;
  row->limited_band = limited_band;
  row->height = plan->top;
  for (guint i = plan->first_band; i < plan->first_band + plan->n_bands; i++)
    {
      const TvBandPlan *band_plan = &g_array_index (self->band_plans, TvBandPlan, i);
      TvTimelineBand *band = &g_array_index (self->bands, TvTimelineBand, i);

      const TvBandClass *class = band_plan->class;

      if (shape & TV_ROW_STRIP && class->strip != NULL)
        class = class->strip;
      band->class = class;
      band->n_levels = !class->is_optional || shape & class->offers ? band_plan->n_levels : 0;
      band->n_lines = i == limited_band ? n_lines : band->n_levels;
      /* The band's label is below the row's label. */
      if (class->label != NULL && band->n_levels > 0)
        row->height = MAX (row->height + LABEL_GAP, get_label_height (self, row));
      band->y = row->height;
      get_band_size (self, class, band->n_lines, &band->bar, &band->step);
      tv_timeline_band_show_levels (band, band_plan->first_level);
      row->height += band->step == 0 ? band->bar : (gint64) band->n_lines * band->step;
      row->height += class->space_below;
    }
}

/* Returns the tallest band in the row that has one line per level, or TV_NONE. */
static guint
find_tallest_band (const TvTimelineLayout *self, const TvRowPlan *plan)
{
  guint highest = TV_NONE;
  gint64 max = 0;

  for (guint i = plan->first_band; i < plan->first_band + plan->n_bands; i++)
    {
      const TvTimelineBand *band = &g_array_index (self->bands, TvTimelineBand, i);
      gint64 height = (gint64) band->n_lines * band->step;

      if (height > max)
        {
          max = height;
          highest = i;
        }
    }
  return highest;
}

/* If a row would be too tall, limits its tallest band to the lines that fit; the lines keep their normal height. With
 * %TV_ROW_TALL, only marks the row as too tall. */
static void
limit_height (TvTimelineLayout *self, TvTimelineRow *row, const TvRowPlan *plan, guint shape)
{
  guint highest = find_tallest_band (self, plan);
  gint64 foot = plan->has_brackets ? self->metrics.brackets : plan->bottom;
  const TvTimelineBand *band;
  gint64 rest, space;
  gint32 bar, step;

  row->is_too_tall = self->row_limit > 0 && highest != TV_NONE &&
                     row->height + foot > self->row_limit;
  if (!row->is_too_tall)
    return;
  band = &g_array_index (self->bands, TvTimelineBand, highest);
  rest = row->height + foot - (gint64) band->n_lines * band->step;
  get_band_size (self, band->class, 1, &bar, &step);
  space = MAX ((self->row_limit - rest) / step, MIN_LINES);
  row->is_too_tall = space < band->n_levels;
  if (row->is_too_tall && !(shape & TV_ROW_TALL))
    shape_bands (self, row, plan, shape, highest, (guint32) space);
}

static void
shape_open (TvTimelineLayout *self, TvTimelineRow *row, const TvRowPlan *plan, guint shape)
{
  const TvTimelineMetrics *metrics = &self->metrics;

  row->bracket_y = -1;
  shape_bands (self, row, plan, shape, TV_NONE, 0);
  limit_height (self, row, plan, shape);
  if (row->is_header)
    {
      row->height = metrics->header;
      return;
    }
  if (plan->has_brackets)
    {
      row->bracket_y = row->height;
      row->height += metrics->brackets;
    }
  else
    row->height += plan->bottom;
  row->height = MAX (row->height, get_label_height (self, row));
}

static void
choose_counter_mode (TvTimelineLayout *self, const TvRowPlan *plan, guint choices)
{
  for (guint i = plan->first_band; i < plan->first_band + plan->n_bands; i++)
    g_array_index (self->bands, TvTimelineBand, i).mode = choices & TV_ROW_RATE ? TV_COUNTER_RATE
                                                          : choices & TV_ROW_DELTA
                                                              ? TV_COUNTER_DELTA
                                                              : TV_COUNTER_VALUE;
}

static void
shape_row (TvTimelineLayout *self, guint i, guint choices)
{
  TvTimelineRow *row = &g_array_index (self->rows, TvTimelineRow, i);
  const TvRowPlan *plan = tv_timeline_layout_get_plan (self, i);
  guint shape = choices & (TV_ROW_STRIP | TV_ROW_TALL | TV_ROW_STACKS | TV_ROW_PATH);

  row->is_folded = !row->is_header && (choices & TV_ROW_FOLDED);
  row->is_pinned = !row->is_header && (choices & TV_ROW_PINNED);
  row->owner = row->group != TV_NONE ? tv_timeline_layout_get_header_row (self, row->group)->name
                                     : NULL;
  if (self->form == TV_TIMELINE_STRIP && !(choices & TV_ROW_NESTED))
    shape |= TV_ROW_STRIP;
  shape_open (self, row, plan, shape);
  row->can_fold = !row->is_header && row->height > self->metrics.name_height + MIN_FOLD_GAIN;
  choose_counter_mode (self, plan, choices);
  if (row->is_folded)
    shape_folded (self, row, plan);
}

/* ---- Order ---- */

static const char *
get_sort_key (TvTimelineLayout *self, guint row)
{
  TvRowPlan *plan = tv_timeline_layout_get_plan (self, row);

  if (plan->sort_key == NULL)
    {
      const char *title = plan->title != NULL ? plan->title
                                              : g_array_index (self->rows, TvTimelineRow, row).name;
      g_autofree char *valid = g_utf8_make_valid (title, -1);
      g_autofree char *folded = g_utf8_casefold (valid, -1);

      plan->sort_key = g_utf8_collate_key_for_filename (folded, -1);
    }
  return plan->sort_key;
}

/* Compares two rows by the selected sort key. Equal rows keep their original order. */
static int
compare_in_order (TvTimelineLayout *self, guint a, guint b)
{
  int result = 0;

  if (self->order == TV_ROWS_BY_NAME)
    result = strcmp (get_sort_key (self, a), get_sort_key (self, b));
  else if (self->order == TV_ROWS_BY_FIRST_USE)
    {
      gint64 ns_a = tv_timeline_layout_get_plan (self, a)->first_ns;
      gint64 ns_b = tv_timeline_layout_get_plan (self, b)->first_ns;

      result = (ns_a > ns_b) - (ns_a < ns_b);
    }
  return result != 0 ? result : (a > b) - (a < b);
}

static int
compare_groups (const void *a, const void *b, void *data)
{
  TvTimelineLayout *self = data;
  guint ga = *(const guint *) a, gb = *(const guint *) b;
  const TvTimelineGroup *group_a = &g_array_index (self->groups, TvTimelineGroup, ga);
  const TvTimelineGroup *group_b = &g_array_index (self->groups, TvTimelineGroup, gb);

  if (group_a->machine != group_b->machine)
    return group_a->machine < group_b->machine ? -1 : 1;
  if (group_a->kind != group_b->kind)
    return group_a->kind < group_b->kind ? -1 : 1;
  return compare_in_order (self, g_array_index (self->group_plans, TvGroupPlan, ga).header,
                           g_array_index (self->group_plans, TvGroupPlan, gb).header);
}

static gboolean
has_own_order (TvTimelineLayout *self, guint group)
{
  TvTimelineGroupKind kind = g_array_index (self->groups, TvTimelineGroup, group).kind;

  return kind == TV_TIMELINE_CPUS || kind == TV_TIMELINE_CPU_COUNTERS || kind >= TV_TIMELINE_MEMORY;
}

static int
compare_rows (const void *a, const void *b, void *data)
{
  TvTimelineLayout *self = data;
  guint ia = *(const guint *) a, ib = *(const guint *) b;
  const TvTimelineRow *row_a = &g_array_index (self->rows, TvTimelineRow, ia);
  const TvTimelineRow *row_b = &g_array_index (self->rows, TvTimelineRow, ib);
  const TvRowPlan *plan_a = tv_timeline_layout_get_plan (self, ia);
  const TvRowPlan *plan_b = tv_timeline_layout_get_plan (self, ib);

  if (row_a->group != row_b->group)
    return g_array_index (self->group_plans, TvGroupPlan, row_a->group).rank <
                   g_array_index (self->group_plans, TvGroupPlan, row_b->group).rank
               ? -1
               : 1;
  if (plan_a->section != plan_b->section)
    return plan_a->section < plan_b->section ? -1 : 1;
  if (row_a->group != TV_NONE && has_own_order (self, row_a->group))
    return (ia > ib) - (ia < ib);
  if (plan_a->root == plan_b->root)
    return (ia > ib) - (ia < ib);
  return compare_in_order (self, plan_a->root, plan_b->root);
}

static void
order_groups (TvTimelineLayout *self)
{
  g_autofree guint *groups = g_new (guint, self->groups->len);

  for (guint i = 0; i < self->groups->len; i++)
    groups[i] = i;
  g_qsort_with_data (groups, (int) self->groups->len, sizeof *groups, compare_groups, self);
  for (guint i = 0; i < self->groups->len; i++)
    g_array_index (self->group_plans, TvGroupPlan, groups[i]).rank = i;
}

static void
order_rows (TvTimelineLayout *self)
{
  TvRowOrder order = tv_row_choices_get_order (self->choices);
  GPtrArray *moved = tv_row_choices_get_moved (self->choices);

  if (self->ordered != NULL && self->order == order && self->moved == moved)
    return;
  if (self->ordered == NULL)
    self->ordered = g_new (guint, self->rows->len);
  self->order = order;
  g_clear_pointer (&self->moved, g_ptr_array_unref);
  self->moved = moved != NULL ? g_ptr_array_ref (moved) : NULL;
  for (guint i = 0; i < self->rows->len; i++)
    self->ordered[i] = i;
  if (order != TV_ROWS_BY_TIME) /* default order */
    {
      order_groups (self);
      g_qsort_with_data (self->ordered, (int) self->rows->len, sizeof *self->ordered, compare_rows,
                         self);
    }
  order_moved (self, moved);
}

/* ---- Visibility ---- */

static gboolean
has_filter (const TvTimelineLayout *self)
{
  return self->filter != NULL && *self->filter != '\0';
}

static void
find_matches (TvTimelineLayout *self)
{
  const char *filter = tv_row_choices_get_filter (self->choices);
  gboolean is_regex = tv_row_choices_get_filter_is_regex (self->choices);
  g_autoptr (TvTextMatch) match = NULL;

  if (g_strcmp0 (self->filter, filter) == 0 && self->filter_is_regex == is_regex)
    return;
  g_free (self->filter);
  self->filter = g_strdup (filter);
  self->filter_is_regex = is_regex;
  match = tv_text_match_new (filter, is_regex, NULL);
  for (guint i = 0; i < self->groups->len; i++)
    g_array_index (self->group_plans, TvGroupPlan, i).has_matches = FALSE;
  for (guint i = 0; i < self->rows->len; i++)
    {
      const TvTimelineRow *row = &g_array_index (self->rows, TvTimelineRow, i);
      gboolean is_match = match == NULL || tv_text_match_test (match, row->name, -1);

      tv_timeline_layout_get_plan (self, i)->is_match = is_match;
      if (is_match && match != NULL && has_filter (self) && row->group != TV_NONE)
        g_array_index (self->group_plans, TvGroupPlan, row->group).has_matches = TRUE;
    }
}

/* Returns whether a group is folded. A group that matches the filter, or contains a matching row, is unfolded unless
 * the user has folded it since the filter was set. */
static gboolean
is_group_folded (const TvGroupPlan *plan, guint choices)
{
  if (plan->has_matches)
    return (choices & TV_ROW_FOLDED_BY_HAND) != 0;
  if (choices & TV_ROW_UNFOLDED)
    return FALSE;
  return plan->is_folded_by_default || (choices & TV_ROW_FOLDED);
}

static gboolean
is_let_through (TvTimelineLayout *self, guint i, const guint *choices_of_row, gboolean has_only)
{
  const TvTimelineRow *row = &g_array_index (self->rows, TvTimelineRow, i);
  guint choices = choices_of_row[i];
  guint header = i;

  if (row->group != TV_NONE)
    header = g_array_index (self->group_plans, TvGroupPlan, row->group).header;
  if (choices & TV_ROW_HIDDEN)
    return FALSE;
  if (row->is_pinned)
    return TRUE;
  if (has_only && !((choices | choices_of_row[header]) & TV_ROW_ONLY))
    return FALSE;
  if ((choices_of_row[header] & TV_ROW_HIDDEN) && !(choices & TV_ROW_ONLY))
    return FALSE;
  return !has_filter (self) || tv_timeline_layout_get_plan (self, i)->is_match ||
         tv_timeline_layout_get_plan (self, header)->is_match;
}

static void
show (TvTimelineLayout *self, guint i)
{
  TvTimelineRow *row = &g_array_index (self->rows, TvTimelineRow, i);

  row->y = self->height;
  self->height += row->height;
  self->shown_index[i] = self->n_shown;
  self->shown[self->n_shown++] = i;
}

static void
place_pinned (TvTimelineLayout *self, const gboolean *is_in)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      guint row = self->ordered[i];

      if (g_array_index (self->rows, TvTimelineRow, row).is_pinned && is_in[row])
        show (self, row);
    }
  self->n_pinned = self->n_shown;
  self->pinned_height = self->height;
}

/* Places the rows that are not pinned, and counts all rows and the hidden ones. The header of a group is visible if
 * the group contains a row that is neither hidden nor pinned. */
static void
place_rest (TvTimelineLayout *self, const gboolean *is_in)
{
  guint header = G_MAXUINT;

  for (guint i = 0; i < self->rows->len; i++)
    {
      guint at = self->ordered[i];
      const TvTimelineRow *row = &g_array_index (self->rows, TvTimelineRow, at);

      self->n_all += !row->is_header;
      if (row->is_header)
        header = at;
      else if (!is_in[at])
        self->n_hidden++;
      else if (!row->is_pinned)
        {
          if (header != G_MAXUINT)
            show (self, header);
          header = G_MAXUINT;
          if (row->group == TV_NONE ||
              !g_array_index (self->groups, TvTimelineGroup, row->group).is_folded)
            show (self, at);
        }
    }
}

/**
 * tv_timeline_layout_arrange:
 * @self: a layout
 *
 * Applies the user's current choices to the rows.
 */
void
tv_timeline_layout_arrange (TvTimelineLayout *self)
{
  g_autofree guint *choices = g_new (guint, self->rows->len);
  g_autofree gboolean *is_in = g_new (gboolean, self->rows->len);
  gboolean has_only = FALSE;

  for (guint i = 0; i < self->rows->len; i++)
    {
      choices[i] = tv_row_choices_get (self->choices,
                                       g_array_index (self->rows, TvTimelineRow, i).key);
      has_only |= (choices[i] & TV_ROW_ONLY) != 0;
      shape_row (self, i, choices[i]);
      self->shown_index[i] = G_MAXUINT;
    }
  order_rows (self);
  find_matches (self);
  for (guint i = 0; i < self->groups->len; i++)
    {
      const TvGroupPlan *plan = &g_array_index (self->group_plans, TvGroupPlan, i);

      g_array_index (self->groups, TvTimelineGroup, i).is_folded = is_group_folded (
          plan, choices[plan->header]);
    }
  for (guint i = 0; i < self->rows->len; i++)
    is_in[i] = is_let_through (self, i, choices, has_only);
  self->height = 0;
  self->n_shown = self->n_hidden = self->n_all = 0;
  place_pinned (self, is_in);
  place_rest (self, is_in);
}
