/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Computes the sizes of a sheet's blocks and the rows of each page. */

#include "core/number-format.h"
#include "paint/timeline/sheet-private.h"

#include <glib/gi18n.h>
#include <math.h>

#define INLINE_GAP_PX   24.0 /* distance between a name and its detail */
#define NAME_MARGINS_PX 42.0 /* margins around the name of a row in a group */

/* Limits of the width of the label column, which depends on the names. */
#define MIN_LABELS_PX   90.0
#define MAX_LABELS_PX   260.0
#define MAX_LABELS_PART 0.3
#define MAX_MEASURED                                                                               \
  2000 /* maximum number of measured rows; wider names in other rows are ellipsized */

/* Maximum share of the height for the legend, if the height is fixed. */
#define MAX_LEGEND_PART 0.3

/* Minimum height for rows. If less is available, rows extend past the edge of the sheet. */
#define MIN_ROOM_PX 48.0

double
tv_timeline_sheet_get_line (TvLabelCache *labels)
{
  return ceil (tv_label_cache_get_height (labels)) + 4.0;
}

double
tv_timeline_sheet_choose_label_width (TvTimelineSheet *self,
                                      TvLabelCache *names,
                                      TvLabelCache *details)
{
  const TvTimelineLayout *layout = self->plan.layout;
  double most = MIN (MAX_LABELS_PX, self->plan.width * MAX_LABELS_PART);
  double width = MIN (MIN_LABELS_PX, most);
  guint n_rows = MIN (tv_timeline_layout_get_n_rows (layout), MAX_MEASURED);

  for (guint row = 0; row < n_rows && width < most; row++)
    {
      const TvTimelineRow *r = tv_timeline_layout_get_row (layout, row);

      if (r->is_header)
        continue;
      width = MAX (width, tv_label_cache_measure (names, r->name) + NAME_MARGINS_PX);
      if (r->detail != NULL && r->has_inline_detail)
        width = MAX (width, tv_label_cache_measure (names, r->name) +
                                tv_label_cache_measure (details, r->detail) + NAME_MARGINS_PX +
                                INLINE_GAP_PX);
      else if (r->detail != NULL)
        width = MAX (width, tv_label_cache_measure (details, r->detail) + NAME_MARGINS_PX);
    }
  return floor (MIN (width, most));
}

/* Returns whether the row is the first below @top that is not a header. */
static gboolean
is_first_of_sheet (const TvTimelineLayout *layout, guint row, gint64 top)
{
  if (tv_timeline_layout_get_row (layout, row)->is_header)
    return FALSE;
  while (row > 0)
    {
      const TvTimelineRow *before = tv_timeline_layout_get_row (layout, --row);

      if (before->y + before->height <= top)
        return TRUE;
      if (!before->is_header)
        return FALSE;
    }
  return TRUE;
}

/* Returns the last position at or before @bottom where a page may end: below a row, or below a line of a row that is
 * higher than a page. A page never ends with a header. */
static gint64
find_cut (const TvTimelineLayout *layout, gint64 top, gint64 bottom)
{
  guint row = tv_timeline_layout_find_row (layout, bottom);
  const TvTimelineRow *r;
  gint32 step = tv_timeline_layout_get_metrics (layout)->step;

  if (row >= tv_timeline_layout_get_n_rows (layout))
    return bottom;
  r = tv_timeline_layout_get_row (layout, row);
  if (r->y > top && !is_first_of_sheet (layout, row, top))
    {
      const TvTimelineRow *before = tv_timeline_layout_get_row (layout, row - 1);

      /* A header stays together with its rows. */
      return before->is_header && before->y > top ? before->y : r->y;
    }
  if (bottom - top > 2 * step)
    {
      gint64 first_line = r->y + tv_timeline_layout_get_band (layout, r->first_band)->y;

      return MAX (first_line + (bottom - first_line) / step * step, top + step);
    }
  return bottom;
}

static void
add_page (TvTimelineSheet *self, gint64 top, gint64 bottom)
{
  TvSheetPage page = { top, bottom };

  g_array_append_val (self->pages, page);
}

/* Returns the height for rows on a page; the legend is on the first page. */
static gint64
get_room (const TvTimelineSheet *self, double height, gboolean is_first)
{
  double room = height - self->head_height - self->ruler_height - self->margin;

  if (is_first && self->legend_height > 0.0)
    room -= self->legend_height + TV_SHEET_GAP_PX;
  if (self->plan.is_paged && tv_timeline_layout_get_n_hidden (self->plan.layout) > 0)
    room -= self->note_height;
  return (gint64) MAX (floor (room), MIN_ROOM_PX);
}

static void
arrange_pages (TvTimelineSheet *self)
{
  const TvTimelineSheetPlan *plan = &self->plan;
  gint64 y = plan->top;

  self->height = plan->height;
  do
    {
      gint64 end = y + get_room (self, plan->height, self->pages->len == 0);

      end = end >= plan->bottom ? plan->bottom : find_cut (plan->layout, y, end);
      add_page (self, y, end);
      y = end;
    }
  while (y < plan->bottom);
}

/* Lays out a single page. If rows are missing, the note takes space, so one more row may be missing. */
static void
arrange_sheet (TvTimelineSheet *self)
{
  const TvTimelineSheetPlan *plan = &self->plan;
  gboolean has_hidden = tv_timeline_layout_get_n_hidden (plan->layout) > 0;
  double height = plan->height > 0.0 ? plan->height : TV_TIMELINE_SHEET_MAX_HEIGHT;
  gint64 room = get_room (self, height, TRUE);
  gint64 bottom = plan->bottom;

  if (bottom - plan->top > room - (has_hidden ? (gint64) self->note_height : 0))
    bottom = find_cut (plan->layout, plan->top,
                       plan->top + MAX (room - (gint64) self->note_height, 1));
  add_page (self, plan->top, bottom);
}

/* Counts the rows that are missing, and sets the note, which also mentions a partly visible row. */
static void
count_missing (TvTimelineSheet *self)
{
  const TvTimelineLayout *layout = self->plan.layout;
  gint64 top = g_array_index (self->pages, TvSheetPage, 0).top;
  gint64 bottom = g_array_index (self->pages, TvSheetPage, self->pages->len - 1).bottom;
  gboolean is_cut = FALSE;

  self->n_missing = tv_timeline_layout_get_n_hidden (layout);
  for (guint row = 0; row < tv_timeline_layout_get_n_rows (layout); row++)
    {
      const TvTimelineRow *r = tv_timeline_layout_get_row (layout, row);

      if (r->y + r->height <= top || r->y >= bottom)
        self->n_missing++;
      else if (r->y < top || r->y + r->height > bottom)
        is_cut = TRUE;
    }
  if (self->n_missing > 0)
    self->note = tv_number_printf (ngettext ("%u more row is not shown here",
                                             "%u more rows are not shown here", self->n_missing),
                                   self->n_missing);
  else if (is_cut)
    self->note = g_strdup (_("The last row is cut off here"));
}

void
tv_timeline_sheet_measure (TvTimelineSheet *self)
{
  const TvTimelineSheetPlan *plan = &self->plan;
  double room = plan->height > 0.0 ? plan->height * MAX_LEGEND_PART : G_MAXDOUBLE;

  self->head_height = self->margin + tv_timeline_sheet_get_line (self->titles) +
                      TV_SHEET_TITLE_GAP_PX +
                      self->facts->len * tv_timeline_sheet_get_line (self->texts) + TV_SHEET_GAP_PX;
  self->note_height = tv_timeline_sheet_get_line (self->texts) + TV_SHEET_GAP_PX / 2.0;
  if (self->legend != NULL)
    self->legend_height = ceil (tv_timeline_legend_arrange (
        self->legend, self->texts, self->headings, plan->width - 2.0 * self->margin, room));

  if (plan->is_paged && plan->height > 0.0)
    arrange_pages (self);
  else
    arrange_sheet (self);
  count_missing (self);
  if (plan->height > 0.0)
    {
      self->height = plan->height;
      return;
    }
  self->height = self->head_height + self->ruler_height +
                 (double) (g_array_index (self->pages, TvSheetPage, 0).bottom - plan->top) +
                 (self->note != NULL ? self->note_height : 0.0) +
                 (self->legend_height > 0.0 ? self->legend_height + TV_SHEET_GAP_PX : 0.0) +
                 self->margin;
}
