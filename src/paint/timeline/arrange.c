/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Applies the user's choices to the rows of a layout: height, content, order, visibility, position.
 *
 *   pinned rows      ─┐
 *   header of a group │ only what is let through: not hidden, found by the filter; below folded
 *     its rows        │ headers nothing
 *   …                ─┘
 *
 * Everything here visits all rows; sorting and filtering only happen after changes. */

#include "paint/timeline/layout-private.h"

#include <string.h>

#include "analysis/symbols/text-match.h"

/* Deeper rows have lower levels, down to a minimum, so that their total height stays constant. */
#define MAX_FULL_LEVELS 160
#define MIN_STEP        5

/* Minimum number of lines of a row whose height is limited. */
#define MIN_LINES 6

/* Minimum reduction of the height in px for a row that can be folded. */
#define MIN_FOLD_GAIN 8

/* ---- One row ---- */

static void
get_band_size (const TvTimelineLayout *self,
               TvTimelineBandKind kind,
               guint32 n_lines,
               gint32 *bar,
               gint32 *step)
{
  const TvTimelineMetrics *metrics = &self->metrics;
  gint32 gap = 1;

  switch (kind)
    {
    case TV_BAND_STRIP:
      *bar = metrics->strip;
      *step = 0;
      return;
    case TV_BAND_STATES:
      *bar = metrics->state;
      break;
    case TV_BAND_THIN:
      *bar = metrics->thin;
      break;
    case TV_BAND_POINTS:
    case TV_BAND_LINES:
      *bar = metrics->line;
      break;
    case TV_BAND_COUNTER:
    case TV_BAND_SAMPLES:
      *bar = metrics->counter;
      break;
    case TV_BAND_BUSY:
      *bar = metrics->header - 8;
      break;
    case TV_BAND_CALLS:
    case TV_BAND_STACKS:
    case TV_BAND_RUNS:
    case TV_BAND_PILLS:
    default:
      *bar = metrics->bar;
      gap = metrics->step - metrics->bar;
    }
  *step = *bar + gap;
  if ((kind == TV_BAND_CALLS || kind == TV_BAND_STACKS) && n_lines > MAX_FULL_LEVELS)
    {
      *step = MAX ((gint32) ((gint64) *step * MAX_FULL_LEVELS / n_lines), MIN_STEP);
      *bar = *step - 1;
    }
}

/* Returns the band that a folded row shows: its calls, or else the first. */
static guint
find_main_band (const TvTimelineLayout *self, const TvRowPlan *plan)
{
  for (guint i = plan->first_band; i < plan->first_band + plan->n_bands; i++)
    if (g_array_index (self->band_plans, TvBandPlan, i).kind == TV_BAND_CALLS)
      return i;
  return plan->first_band;
}

/* Folds a row to one thin line. Its other bands get the position of the line, so that selected slices are marked
 * there. */
static void
shape_folded (TvTimelineLayout *self, TvTimelineRow *row, const TvRowPlan *plan)
{
  guint main_band = find_main_band (self, plan);
  gint32 bar = MIN (self->metrics.thin, self->metrics.name_height);

  row->height = self->metrics.name_height;
  row->first_band = main_band;
  row->n_bands = MIN (plan->n_bands, 1);
  row->limited_band = TV_NONE;
  row->lane_y = -1;
  for (guint i = plan->first_band; i < plan->first_band + plan->n_bands; i++)
    {
      TvTimelineBand *band = &g_array_index (self->bands, TvTimelineBand, i);

      band->kind = g_array_index (self->band_plans, TvBandPlan, i).kind;
      if (band->kind == TV_BAND_CALLS)
        band->kind = TV_BAND_STRIP;
      band->n_levels = band->n_lines = band->end_level = 1;
      band->first_level = 0;
      band->y = (row->height - bar) / 2;
      band->bar = bar;
      band->step = 0;
    }
}

/* Positions the bands; one of them may have fewer lines than levels. @shape contains #TvRowChoice flags:
 * %TV_ROW_STRIP, %TV_ROW_TALL and %TV_ROW_STACKS. */
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

      band->kind = shape & TV_ROW_STRIP && band_plan->kind == TV_BAND_CALLS ? TV_BAND_STRIP
                                                                            : band_plan->kind;
      band->n_levels = band->kind != TV_BAND_STACKS || shape & TV_ROW_STACKS ? band_plan->n_levels
                                                                             : 0;
      band->n_lines = i == limited_band ? n_lines : band->n_levels;
      band->y = row->height;
      get_band_size (self, band->kind, band->n_lines, &band->bar, &band->step);
      tv_timeline_band_show_levels (band, band_plan->first_level);
      row->height += band->step == 0 ? band->bar : (gint64) band->n_lines * band->step;
      row->height += band->kind == TV_BAND_STATES ? plan->state_gap : 0;
    }
}

/* Returns the highest band of the row, if it has a line per level. */
static guint
find_highest_band (const TvTimelineLayout *self, const TvRowPlan *plan)
{
  guint highest = TV_NONE;
  gint64 most = 0;

  for (guint i = plan->first_band; i < plan->first_band + plan->n_bands; i++)
    {
      const TvTimelineBand *band = &g_array_index (self->bands, TvTimelineBand, i);
      gint64 height = (gint64) band->n_lines * band->step;

      if (height > most)
        {
          most = height;
          highest = i;
        }
    }
  return highest;
}

/* Limits the highest band of a row that would be too high to the lines that fit; the lines then keep their normal
 * height. */
static void
limit_height (TvTimelineLayout *self, TvTimelineRow *row, const TvRowPlan *plan, guint shape)
{
  guint highest = find_highest_band (self, plan);
  gint64 foot = plan->has_lane ? self->metrics.lane : plan->bottom;
  const TvTimelineBand *band;
  gint64 rest, room;
  gint32 bar, step;

  row->is_too_high = self->row_limit > 0 && highest != TV_NONE &&
                     row->height + foot > self->row_limit;
  if (!row->is_too_high)
    return;
  band = &g_array_index (self->bands, TvTimelineBand, highest);
  rest = row->height + foot - (gint64) band->n_lines * band->step;
  get_band_size (self, band->kind, 1, &bar, &step);
  room = MAX ((self->row_limit - rest) / step, MIN_LINES);
  row->is_too_high = room < band->n_levels;
  if (row->is_too_high && !(shape & TV_ROW_TALL))
    shape_bands (self, row, plan, shape, highest, (guint32) room);
}

static void
shape_open (TvTimelineLayout *self, TvTimelineRow *row, const TvRowPlan *plan, guint shape)
{
  const TvTimelineMetrics *metrics = &self->metrics;

  row->lane_y = -1;
  shape_bands (self, row, plan, shape, TV_NONE, 0);
  limit_height (self, row, plan, shape);
  if (row->is_header)
    {
      row->height = metrics->header;
      return;
    }
  if (plan->has_lane)
    {
      row->lane_y = row->height;
      row->height += metrics->lane;
    }
  else
    row->height += plan->bottom;
  row->height = MAX (row->height, row->detail != NULL && !row->has_inline_detail
                                      ? metrics->label_height
                                      : metrics->name_height);
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
  guint shape = choices & (TV_ROW_STRIP | TV_ROW_TALL | TV_ROW_STACKS);

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

/* Compares two rows by the chosen key; equal rows keep their original order. */
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
  if (order != TV_ROWS_BY_TIME) /* original order */
    {
      order_groups (self);
      g_qsort_with_data (self->ordered, (int) self->rows->len, sizeof *self->ordered, compare_rows,
                         self);
    }
  tv_timeline_layout_order_moved (self, moved);
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

/* A group that matches the filter, or has a matching row, is unfolded. */
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
  self->place[i] = self->n_shown;
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

/* A header is visible if one of its rows would be. */
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
 * Applies the current choices to its rows.
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
      self->place[i] = G_MAXUINT;
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
