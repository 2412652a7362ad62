/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The layout of the rows: finds rows, bands and lines. In rows with limited height, only some levels are visible;
 * they can be scrolled within the row. One line above and one below indicate hidden levels. Owned by the timeline
 * widget (ui/views/timeline/timeline-rows.c) or by an exported image. Only one thread at a time may use a layout.
 * Rows are created in groups.c, and sorted and filtered in arrange.c. */

#include "paint/timeline/layout-private.h"

#include <math.h>
#include <string.h>

#include "analysis/samples/thread-samples.h"
#include "core/memory/seeded-hash.h"

/* ==== Levels of tall rows ==== */

/* Number of callers that remain visible above a call after zooming to it. */
#define N_CALLERS_SHOWN 1

/* ---- One band ---- */

/* Shows as many levels as possible, starting with @first_level. If fewer levels would be visible, starts at an
 * earlier level. */
void
tv_timeline_band_show_levels (TvTimelineBand *self, guint32 first_level)
{
  if (self->n_lines >= self->n_levels)
    {
      self->first_level = 0;
      self->end_level = self->n_levels;
      return;
    }
  self->first_level = MIN (first_level, self->n_levels - (self->n_lines - 1));
  self->end_level = MIN (self->first_level + self->n_lines - (self->first_level > 0),
                         self->n_levels);
  if (self->end_level < self->n_levels)
    self->end_level--;
}

gboolean
tv_timeline_band_has_level (const TvTimelineBand *self, guint32 level)
{
  return self->step == 0 || (level >= self->first_level && level < self->end_level);
}

/**
 * tv_timeline_band_get_y:
 * @level: a level
 *
 * Returns the upper edge of a level's line, in px from the upper edge of the row. For a hidden level, returns the
 * position of the line that indicates hidden levels.
 */
gint64
tv_timeline_band_get_y (const TvTimelineBand *self, guint32 level)
{
  gint64 line = 0;

  if (level >= self->first_level)
    line = (gint64) MIN (level, self->end_level) - self->first_level + (self->first_level > 0);
  return self->y + line * self->step;
}

/* ---- Rows ---- */

static gboolean
show_levels (TvTimelineLayout *self, guint at, gint64 first_level)
{
  TvTimelineBand *band = &g_array_index (self->bands, TvTimelineBand, at);
  guint32 before = band->first_level;

  tv_timeline_band_show_levels (band, (guint32) CLAMP (first_level, 0, (gint64) band->n_levels));
  g_array_index (self->band_plans, TvBandPlan, at).first_level = band->first_level;
  return band->first_level != before;
}

/**
 * tv_timeline_layout_set_row_limit:
 * @limit_px: maximum height in px; 0 for no limit
 *
 * Sets the maximum height of rows whose full height the user has not requested, and arranges the rows again if
 * necessary.
 */
void
tv_timeline_layout_set_row_limit (TvTimelineLayout *self, gint64 limit_px)
{
  gboolean is_felt = FALSE;

  if (self->row_limit == limit_px)
    return;
  self->row_limit = limit_px;
  for (guint i = 0; !is_felt && i < self->rows->len; i++)
    {
      const TvTimelineRow *row = &g_array_index (self->rows, TvTimelineRow, i);

      is_felt = row->is_too_tall || (limit_px > 0 && row->height > limit_px);
    }
  if (is_felt)
    tv_timeline_layout_arrange (self);
}

/**
 * tv_timeline_layout_scroll_levels:
 * @row: a row of the layout
 * @by: number of levels to scroll down; negative to scroll up
 *
 * Scrolls the levels of a row with limited height.
 * Returns: whether the visible levels changed
 */
gboolean
tv_timeline_layout_scroll_levels (TvTimelineLayout *self, const TvTimelineRow *row, int by)
{
  gint64 first_level;

  if (row->limited_band == TV_NONE)
    return FALSE;
  first_level = (gint64) tv_timeline_layout_get_band (self, row->limited_band)->first_level;
  /* The line that indicates hidden levels occupies the space of a level, so a step of one would not reveal a level. */
  if (first_level == 0 && by > 0)
    first_level++;
  first_level += by;
  if (first_level == 1)
    first_level = by < 0 ? 0 : 2;
  return show_levels (self, row->limited_band, first_level);
}

/**
 * tv_timeline_layout_reveal_level:
 * @track: a track of the trace
 * @level: a level of the track
 * @folds_callers: whether to hide all levels above it except its caller; otherwise scrolls as little as possible
 *
 * Makes a level visible if the row's height is limited.
 * Returns: whether the visible levels changed
 */
gboolean
tv_timeline_layout_reveal_level (TvTimelineLayout *self,
                                 guint32 track,
                                 guint32 level,
                                 gboolean folds_callers)
{
  const TvTimelineBand *band = tv_timeline_layout_find_band (self, track);
  guint at = self->band_of_track[track];
  gint64 n_shown;

  if (band == NULL || at != tv_timeline_layout_get_band_row (self, band)->limited_band)
    return FALSE;
  if (folds_callers)
    return show_levels (self, at, (gint64) level - N_CALLERS_SHOWN);
  if (tv_timeline_band_has_level (band, level))
    return FALSE;
  n_shown = (gint64) band->n_lines - 2;
  return show_levels (self, at,
                      level < band->first_level ? (gint64) level : (gint64) level + 1 - n_shown);
}

/* Copies the maximum height and the visible levels from another layout of the same trace. They take effect when the
 * rows are next arranged. */
void
tv_timeline_layout_copy_levels (TvTimelineLayout *self, const TvTimelineLayout *from)
{
  self->row_limit = from->row_limit;
  for (guint i = 0; i < MIN (self->band_plans->len, from->band_plans->len); i++)
    g_array_index (self->band_plans, TvBandPlan, i).first_level =
        g_array_index (from->band_plans, TvBandPlan, i).first_level;
}

/**
 * tv_timeline_layout_find_overflow:
 * @row: index of a row
 * @y: distance from the upper edge of the first row in px
 *
 * Returns -1 if the position is on the line that indicates hidden levels above, 1 if it is on the line that indicates
 * hidden levels below, otherwise 0.
 */
int
tv_timeline_layout_find_overflow (const TvTimelineLayout *self, guint row, gint64 y)
{
  const TvTimelineRow *r = tv_timeline_layout_get_row (self, row);
  const TvTimelineBand *band;
  gint64 line;

  if (r->limited_band == TV_NONE)
    return 0;
  band = tv_timeline_layout_get_band (self, r->limited_band);
  if (y < r->y + band->y)
    return 0;
  line = (y - r->y - band->y) / band->step;
  if (line == 0 && band->first_level > 0)
    return -1;
  return line == (gint64) band->n_lines - 1 && band->end_level < band->n_levels ? 1 : 0;
}

/* ==== Layout ==== */

#define MAX_KEY_BYTES 200

/**
 * tv_timeline_metrics_for_font:
 * @font_px: font size of the desktop in px
 *
 * Returns the sizes of a timeline. With the default font, calls are 16 px high, and lines are 17 px apart.
 */
TvTimelineMetrics
tv_timeline_metrics_for_font (double font_px)
{
  TvTimelineMetrics metrics;
  double scale = font_px / (11.0 * 96.0 / 72.0);

  metrics.call_font_px = 0.74 * font_px;
  metrics.small_font_px = 0.64 * font_px;
  metrics.name_font_px = 0.88 * font_px;
  metrics.detail_font_px = 0.76 * font_px;
  metrics.bar = MAX (16, (gint32) round (16.0 * scale));
  metrics.step = metrics.bar + 1;
  metrics.strip = MAX (24, (gint32) round (24.0 * scale));
  metrics.brackets = 14;
  metrics.margin = 6;
  metrics.label_height = (gint32) ceil (metrics.name_font_px * 1.35 +
                                        metrics.detail_font_px * 1.35) +
                         2 * metrics.margin + 2;
  metrics.name_height = (gint32) ceil (metrics.name_font_px * 1.35) + 4;
  metrics.header = metrics.name_height + 3;
  metrics.state = MAX (10, (gint32) round (10.0 * scale));
  metrics.thin = MAX (11, (gint32) round (11.0 * scale));
  metrics.line = MAX (4, (gint32) round (4.0 * scale));
  metrics.counter = MAX (20, (gint32) round (20.0 * scale));
  metrics.path = MAX (18, (gint32) round (18.0 * scale));
  return metrics;
}

/* ---- Rows, bands, groups ---- */

/* Adds an empty row. The pointer is valid until another row is added. */
TvTimelineRow *
tv_timeline_layout_add_row (TvTimelineLayout *self, TvRowSection section)
{
  TvTimelineRow row = {
    .group = self->groups->len > 0 ? self->groups->len - 1 : TV_NONE,
    .is_header = section == TV_ROWS_HEADER,
    .track = TV_NONE,
    .utid = TV_NONE,
    .first_band = self->bands->len,
    .bracket_y = -1,
  };
  TvRowPlan plan = { .section = section,
                     .first_band = self->bands->len,
                     .root = self->rows->len,
                     .first_ns = G_MAXINT64 };

  g_array_append_val (self->plans, plan);
  g_array_append_val (self->rows, row);
  return &g_array_index (self->rows, TvTimelineRow, self->rows->len - 1);
}

TvRowPlan *
tv_timeline_layout_get_plan (TvTimelineLayout *self, guint row)
{
  return &g_array_index (self->plans, TvRowPlan, row);
}

/* Returns the key, with a number appended if necessary to make it unique. Numbers that are already used are not tried
 * again, because a file may contain very many rows with the same key. */
static char *
dup_own_key (TvTimelineLayout *self, const char *key)
{
  gpointer row, first;
  guint n;

  if (!g_hash_table_lookup_extended (self->row_of_key, key, &first, &row))
    return g_strdup (key);
  n = MAX (GPOINTER_TO_UINT (g_hash_table_lookup (self->copies, first)), 1);
  for (;;)
    {
      g_autofree char *own = g_strdup_printf ("%s #%u", key, ++n);

      if (g_hash_table_contains (self->row_of_key, own))
        continue;
      g_hash_table_insert (self->copies, first, GUINT_TO_POINTER (n));
      return g_steal_pointer (&own);
    }
}

/* Sets the name and key of the last row. The key is made valid UTF-8 and unique, and its length is limited. Takes
 * ownership of @name. */
void
tv_timeline_layout_name_row (TvTimelineLayout *self, char *name, const char *key_format, ...)
{
  TvTimelineRow *row = &g_array_index (self->rows, TvTimelineRow, self->rows->len - 1);
  g_autofree char *text = NULL;
  g_autofree char *valid = NULL;
  va_list args;

  va_start (args, key_format);
  text = g_strdup_vprintf (key_format, args);
  va_end (args);
  valid = g_utf8_make_valid (g_strchomp (text), -1);
  if (strlen (valid) > MAX_KEY_BYTES)
    *g_utf8_find_prev_char (valid, valid + MAX_KEY_BYTES) = '\0';
  row->name = name;
  row->key = dup_own_key (self, valid);
  g_hash_table_insert (self->row_of_key, row->key, GUINT_TO_POINTER (self->rows->len - 1));
}

/* Adds a band to the last row, below its other bands. */
void
tv_timeline_layout_add_band (TvTimelineLayout *self,
                             const TvBandClass *class,
                             guint32 track,
                             guint32 counter,
                             guint32 n_levels)
{
  guint row = self->rows->len - 1;
  TvBandPlan plan = { .class = class, .n_levels = n_levels };
  TvTimelineBand band = { .track = track, .counter = counter, .row = row };

  tv_timeline_layout_get_plan (self, row)->n_bands++;
  g_array_index (self->rows, TvTimelineRow, row).offers |= class->offers;
  if (track != TV_NONE)
    self->band_of_track[track] = self->bands->len;
  g_array_append_val (self->bands, band);
  g_array_append_val (self->band_plans, plan);
}

/* Starts a group. All rows that are added afterwards belong to the group; the first one is its header. */
void
tv_timeline_layout_add_group (TvTimelineLayout *self,
                              TvTimelineGroupKind kind,
                              guint32 upid,
                              guint32 machine)
{
  TvTimelineGroup group = { .kind = kind, .upid = upid, .machine = machine };
  TvGroupPlan plan = { .header = self->rows->len };

  g_array_append_val (self->groups, group);
  g_array_append_val (self->group_plans, plan);
}

/**
 * Returns whether the rows are grouped by CPUs and processes, because the trace contains more than calls of threads.
 */
gboolean
tv_timeline_has_groups (TvTrace *trace)
{
  return tv_trace_has (trace,
                       TV_HAS_MARKS | TV_HAS_SCHEDULING | TV_HAS_COUNTERS | TV_HAS_LOG_EVENTS) ||
         tv_trace_has_timed_samples (trace) || tv_trace_has_reports (trace);
}

/**
 * tv_timeline_layout_new:
 * @trace: the trace; only used during the call
 * @form: default form of the rows; if rows are grouped, the default is nested
 * @metrics: sizes of the rows
 *
 * Creates a row for every thread with calls, or groups of rows for other content. The height of a row depends on the
 * depth of its calls. If a row has more than 160 levels, the levels are less high, but at least 5 px.
 * Returns: (transfer full): a layout without choices
 */
TvTimelineLayout *
tv_timeline_layout_new (TvTrace *trace, TvTimelineForm form, const TvTimelineMetrics *metrics)
{
  TvTimelineLayout *self = g_new0 (TvTimelineLayout, 1);

  self->form = tv_timeline_has_groups (trace) ? TV_TIMELINE_NESTED : form;
  self->metrics = *metrics;
  self->groups = g_array_new (FALSE, FALSE, sizeof (TvTimelineGroup));
  self->group_plans = g_array_new (FALSE, FALSE, sizeof (TvGroupPlan));
  self->app_group = TV_NONE;
  self->rows = g_array_new (FALSE, FALSE, sizeof (TvTimelineRow));
  self->plans = g_array_new (FALSE, FALSE, sizeof (TvRowPlan));
  self->bands = g_array_new (FALSE, FALSE, sizeof (TvTimelineBand));
  self->band_plans = g_array_new (FALSE, FALSE, sizeof (TvBandPlan));
  self->row_of_key = g_hash_table_new (tv_seeded_text_hash, g_str_equal);
  self->copies = g_hash_table_new (NULL, NULL);
  tv_trace_get_tracks (trace, &self->n_tracks);
  self->band_of_track = g_new (guint32, self->n_tracks);
  for (guint32 track = 0; track < self->n_tracks; track++)
    self->band_of_track[track] = TV_NONE;
  if (tv_timeline_has_groups (trace))
    tv_timeline_layout_add_groups (self, trace);
  else
    tv_timeline_layout_add_threads (self, trace);
  self->shown = g_new (guint, self->rows->len);
  self->shown_index = g_new (guint, self->rows->len);
  self->choices = tv_row_choices_new ();
  tv_timeline_layout_arrange (self);
  return self;
}

void
tv_timeline_layout_free (TvTimelineLayout *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->rows->len; i++)
    {
      g_free (g_array_index (self->rows, TvTimelineRow, i).key);
      g_free (g_array_index (self->rows, TvTimelineRow, i).name);
      g_free (g_array_index (self->rows, TvTimelineRow, i).detail);
      g_free (g_array_index (self->plans, TvRowPlan, i).sort_key);
    }
  g_hash_table_unref (self->row_of_key);
  g_hash_table_unref (self->copies);
  g_array_unref (self->groups);
  g_array_unref (self->group_plans);
  g_array_unref (self->rows);
  g_array_unref (self->plans);
  g_array_unref (self->bands);
  g_array_unref (self->band_plans);
  g_object_unref (self->choices);
  g_free (self->band_of_track);
  g_clear_pointer (&self->moved, g_ptr_array_unref);
  g_free (self->ordered);
  g_free (self->filter);
  g_free (self->shown);
  g_free (self->shown_index);
  g_free (self);
}

/**
 * tv_timeline_layout_set_choices:
 * @choices: the user's choices; the layout keeps a reference
 *
 * Sets the choices and arranges the rows. If @choices change afterwards, call tv_timeline_layout_arrange().
 */
void
tv_timeline_layout_set_choices (TvTimelineLayout *self, TvRowChoices *choices)
{
  g_set_object (&self->choices, choices);
  tv_timeline_layout_arrange (self);
}

/* Returns: (transfer none): the user's choices */
TvRowChoices *
tv_timeline_layout_get_choices (const TvTimelineLayout *self)
{
  return self->choices;
}

TvTimelineForm
tv_timeline_layout_get_form (const TvTimelineLayout *self)
{
  return self->form;
}

const TvTimelineMetrics *
tv_timeline_layout_get_metrics (const TvTimelineLayout *self)
{
  return &self->metrics;
}

/* Returns the number of visible rows. */
guint
tv_timeline_layout_get_n_rows (const TvTimelineLayout *self)
{
  return self->n_shown;
}

/* Returns the number of visible pinned rows. They are the first rows. */
guint
tv_timeline_layout_get_n_pinned (const TvTimelineLayout *self)
{
  return self->n_pinned;
}

/* Returns the number of hidden rows, without the rows of folded groups. */
guint
tv_timeline_layout_get_n_hidden (const TvTimelineLayout *self)
{
  return self->n_hidden;
}

/* Returns the number of visible and hidden rows, without headers. */
guint
tv_timeline_layout_get_n_all (const TvTimelineLayout *self)
{
  return self->n_all;
}

const TvTimelineRow *
tv_timeline_layout_get_row (const TvTimelineLayout *self, guint row)
{
  g_return_val_if_fail (row < self->n_shown, NULL);
  return &g_array_index (self->rows, TvTimelineRow, self->shown[row]);
}

const TvTimelineBand *
tv_timeline_layout_get_band (const TvTimelineLayout *self, guint band)
{
  g_return_val_if_fail (band < self->bands->len, NULL);
  return &g_array_index (self->bands, TvTimelineBand, band);
}

/* Returns: (transfer none) (nullable): the first band of a class in a row; %NULL if the row has none or does not show
 * it */
const TvTimelineBand *
tv_timeline_layout_find_in_row (const TvTimelineLayout *self,
                                const TvTimelineRow *row,
                                const TvBandClass *class)
{
  for (guint i = row->first_band; i < row->first_band + row->n_bands; i++)
    if (tv_timeline_layout_get_band (self, i)->class == class &&
        tv_timeline_layout_get_band (self, i)->n_levels > 0)
      return tv_timeline_layout_get_band (self, i);
  return NULL;
}

/* Returns whether a visible row shows a band of a class. */
gboolean
tv_timeline_layout_shows (const TvTimelineLayout *self, const TvBandClass *class)
{
  for (guint i = 0; i < tv_timeline_layout_get_n_rows (self); i++)
    if (tv_timeline_layout_find_in_row (self, tv_timeline_layout_get_row (self, i), class) != NULL)
      return TRUE;
  return FALSE;
}

/* Returns: (transfer none) (nullable): the band with the critical path in a row; %NULL if the row does not show it */
const TvTimelineBand *
tv_timeline_layout_find_path (const TvTimelineLayout *self, const TvTimelineRow *row)
{
  return tv_timeline_layout_find_in_row (self, row, &tv_band_path);
}

/* Returns: (transfer full) (element-type guint32): the threads whose visible row shows their critical path */
GArray *
tv_timeline_layout_list_paths (const TvTimelineLayout *self)
{
  GArray *utids = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < tv_timeline_layout_get_n_rows (self); i++)
    {
      const TvTimelineRow *row = tv_timeline_layout_get_row (self, i);

      if (tv_timeline_layout_find_path (self, row) != NULL)
        g_array_append_val (utids, row->utid);
    }
  return utids;
}

/* Returns the height of all visible rows in px. */
gint64
tv_timeline_layout_get_height (const TvTimelineLayout *self)
{
  return self->height;
}

/* Returns the height of the pinned rows in px. */
gint64
tv_timeline_layout_get_pinned_height (const TvTimelineLayout *self)
{
  return self->pinned_height;
}

/**
 * tv_timeline_layout_find_row:
 * @y: distance from the upper edge of the first row in px
 *
 * Returns the index of the row at a position, or the number of visible rows if there is none.
 */
guint
tv_timeline_layout_find_row (const TvTimelineLayout *self, gint64 y)
{
  guint low = 0, high = self->n_shown;

  if (y < 0 || y >= self->height)
    return self->n_shown;
  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;

      if (tv_timeline_layout_get_row (self, middle)->y <= y)
        low = middle;
      else
        high = middle;
    }
  return low;
}

/* Returns the index of a row among the visible rows, or their number if the row is hidden. */
guint
tv_timeline_layout_find_index (const TvTimelineLayout *self, const TvTimelineRow *row)
{
  return MIN (self->shown_index[row - (const TvTimelineRow *) (gpointer) self->rows->data],
              self->n_shown);
}

/* Returns: (transfer none) (nullable): the row with a key; it may be hidden */
const TvTimelineRow *
tv_timeline_layout_find_key (const TvTimelineLayout *self, const char *key)
{
  gpointer row;

  if (!g_hash_table_lookup_extended (self->row_of_key, key, NULL, &row))
    return NULL;
  return &g_array_index (self->rows, TvTimelineRow, GPOINTER_TO_UINT (row));
}

/**
 * Returns the index of a track's row, or the number of visible rows if the row is hidden.
 */
guint
tv_timeline_layout_find_track (const TvTimelineLayout *self, guint32 track)
{
  const TvTimelineBand *band = tv_timeline_layout_find_band (self, track);

  return band != NULL ? MIN (self->shown_index[band->row], self->n_shown) : self->n_shown;
}

/**
 * Returns: (transfer none) (nullable): the band of a track; its row may be hidden
 */
const TvTimelineBand *
tv_timeline_layout_find_band (const TvTimelineLayout *self, guint32 track)
{
  g_return_val_if_fail (track < self->n_tracks, NULL);
  if (self->band_of_track[track] == TV_NONE)
    return NULL;
  return &g_array_index (self->bands, TvTimelineBand, self->band_of_track[track]);
}

/* Returns: (nullable): the band of a counter; its row may be hidden */
const TvTimelineBand *
tv_timeline_layout_find_counter (const TvTimelineLayout *self, guint32 counter)
{
  for (guint i = 0; i < self->bands->len; i++)
    if (g_array_index (self->bands, TvTimelineBand, i).counter == counter)
      return &g_array_index (self->bands, TvTimelineBand, i);
  return NULL;
}

/* Returns: (nullable): the band with a thread's samples; its row may be hidden */
const TvTimelineBand *
tv_timeline_layout_find_samples (const TvTimelineLayout *self, guint32 utid)
{
  for (guint i = 0; i < self->bands->len; i++)
    {
      const TvTimelineBand *band = &g_array_index (self->bands, TvTimelineBand, i);

      if (band->class == &tv_band_samples &&
          tv_timeline_layout_get_band_row (self, band)->utid == utid)
        return band;
    }
  return NULL;
}

/* Returns the row of a band. The row may be hidden. */
const TvTimelineRow *
tv_timeline_layout_get_band_row (const TvTimelineLayout *self, const TvTimelineBand *band)
{
  return &g_array_index (self->rows, TvTimelineRow, band->row);
}

/* Returns the group that contains a track, or TV_NONE. */
guint
tv_timeline_layout_find_group (const TvTimelineLayout *self, guint32 track)
{
  const TvTimelineBand *band = tv_timeline_layout_find_band (self, track);

  return band != NULL ? g_array_index (self->rows, TvTimelineRow, band->row).group : TV_NONE;
}

/**
 * tv_timeline_layout_get_line_y:
 * @row: index of a row
 * @depth: depth of a slice in the row's first band, or the number of levels; a strip has one line for all depths
 *
 * Returns the upper edge of a line, in px from the upper edge of the first row. If @depth is the number of levels,
 * returns the lower end of the lines.
 */
gint64
tv_timeline_layout_get_line_y (const TvTimelineLayout *self, guint row, guint32 depth)
{
  const TvTimelineRow *r = tv_timeline_layout_get_row (self, row);
  const TvTimelineBand *band = tv_timeline_layout_get_band (self, r->first_band);

  if (band->step == 0)
    return r->y + band->y + (depth < band->n_levels ? 0 : band->bar);
  return r->y + tv_timeline_band_get_y (band, depth);
}

/**
 * tv_timeline_layout_find_band_at:
 * @row: index of a row
 * @y: distance from the upper edge of the first row in px
 * @depth: (out): depth of the line at the position; 0 in a strip
 *
 * Returns the index of the band at a position, or %TV_NONE between bands and lines.
 */
guint
tv_timeline_layout_find_band_at (const TvTimelineLayout *self, guint row, gint64 y, guint32 *depth)
{
  const TvTimelineRow *r = tv_timeline_layout_get_row (self, row);

  *depth = TV_NONE;
  for (guint i = r->first_band; i < r->first_band + r->n_bands; i++)
    {
      const TvTimelineBand *band = &g_array_index (self->bands, TvTimelineBand, i);
      gint64 below = y - r->y - band->y;

      if (below < 0)
        return TV_NONE;
      if (band->step == 0 || band->n_levels == 1)
        {
          if (below >= band->bar)
            continue;
          *depth = 0;
          return i;
        }
      if (below / band->step >= band->n_lines)
        continue;
      if (below % band->step >= band->bar || tv_timeline_layout_find_overflow (self, row, y) != 0)
        return TV_NONE;
      *depth = (guint32) (below / band->step) + band->first_level - (band->first_level > 0);
      return i;
    }
  return TV_NONE;
}

/* ---- Groups ---- */

guint
tv_timeline_layout_get_n_groups (const TvTimelineLayout *self)
{
  return self->groups->len;
}

const TvTimelineGroup *
tv_timeline_layout_get_group (const TvTimelineLayout *self, guint group)
{
  g_return_val_if_fail (group < self->groups->len, NULL);
  return &g_array_index (self->groups, TvTimelineGroup, group);
}

/* Returns: (transfer none): the header row of a group; it may be hidden */
const TvTimelineRow *
tv_timeline_layout_get_header_row (const TvTimelineLayout *self, guint group)
{
  g_return_val_if_fail (group < self->groups->len, NULL);
  return &g_array_index (self->rows, TvTimelineRow,
                         g_array_index (self->group_plans, TvGroupPlan, group).header);
}

/* Returns the index of a group's header, or the number of visible rows if the header is hidden. */
guint
tv_timeline_layout_get_header (const TvTimelineLayout *self, guint group)
{
  return tv_timeline_layout_find_index (self, tv_timeline_layout_get_header_row (self, group));
}

static void
choose_folded (TvTimelineLayout *self, guint group, gboolean is_folded)
{
  const TvGroupPlan *plan = &g_array_index (self->group_plans, TvGroupPlan, group);
  const char *key = tv_timeline_layout_get_header_row (self, group)->key;
  guint choices = tv_row_choices_get (self->choices, key);

  choices &= ~(guint) (TV_ROW_FOLDED | TV_ROW_UNFOLDED | TV_ROW_FOLDED_BY_HAND);
  if (plan->has_matches)
    choices |= is_folded ? TV_ROW_FOLDED_BY_HAND : 0;
  else if (is_folded != plan->is_folded_by_default)
    choices |= is_folded ? TV_ROW_FOLDED : TV_ROW_UNFOLDED;
  tv_row_choices_set (self->choices, key, choices);
}

/* Returns the group of the trace's main process, see tv_main_process_find(), or %TV_NONE. */
guint
tv_timeline_layout_get_app_group (const TvTimelineLayout *self)
{
  return self->app_group;
}

/* Folds or unfolds a group, and stores this in the choices. */
void
tv_timeline_layout_set_folded (TvTimelineLayout *self, guint group, gboolean is_folded)
{
  g_return_if_fail (group < self->groups->len);
  choose_folded (self, group, !!is_folded);
  tv_timeline_layout_arrange (self);
}

void
tv_timeline_layout_fold_all (TvTimelineLayout *self, gboolean is_folded)
{
  tv_row_choices_freeze (self->choices);
  for (guint i = 0; i < self->groups->len; i++)
    choose_folded (self, i, !!is_folded);
  tv_timeline_layout_arrange (self);
  tv_row_choices_thaw (self->choices);
}
