/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Arranges and paints the legend of an exported timeline. Omits items that do not fit into the available height.
 * Called by sheet.c. Owns the sections and their geometry. */

#include "paint/timeline/legend.h"

#include <math.h>

#include "paint/timeline/legend-sections.h"
#include "paint/timeline/state-bars.h"

#define MIN_COLUMN_PX  310.0
#define MAX_COLUMNS    4
#define MAX_LINES      6
#define MAX_LINES_ONE  10 /* maximum number of lines if there is space for only one column */
#define COLUMN_GAP_PX  32.0
#define VALUE_GAP_PX   12.0
#define SECTION_GAP_PX 12.0
#define SWATCH_PX      11.0
#define STATE_PX       26.0 /* width of the bar that shows the appearance of a state */
#define STATE_HEIGHT   7.0
#define NAME_GAP_PX    8.0
#define FLOW_GAP_PX    22.0

G_STATIC_ASSERT (TV_LEGEND_MAX_ITEMS / MAX_LINES == MAX_COLUMNS);

/* A section and its geometry. Items with values are arranged in columns, others in lines. */
typedef struct
{
  TvLegendSection what; /* owned by @contents */
  guint n_shown;
  guint n_columns;
  guint n_lines;
  double value_widths[2];
} Section;

struct _TvTimelineLegend
{
  GArray *contents; /* (element-type TvLegendSection): contents of the sections */
  GArray *sections;
  TvLabelCache *labels;
  TvLabelCache *headings;
  double width;
  double line;
};

/**
 * tv_timeline_legend_new:
 * @trace: the trace
 * @coloring: colouring of @trace
 * @layout: layout with the visible rows
 * @selection: selected time range and visible tracks
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): return location for an error
 *
 * Creates a legend for a time range. Takes long for long ranges, so call this on a worker.
 * Returns: (transfer full) (nullable): a legend; %NULL if cancelled
 */
TvTimelineLegend *
tv_timeline_legend_new (TvTrace *trace,
                        const TvColoring *coloring,
                        const TvTimelineLayout *layout,
                        const TvSelection *selection,
                        GCancellable *cancellable,
                        GError **error)
{
  GArray *contents = tv_legend_sections_new (trace, coloring, layout, selection, cancellable,
                                             error);
  TvTimelineLegend *self;

  if (contents == NULL)
    return NULL;
  self = g_new0 (TvTimelineLegend, 1);
  self->contents = contents;
  self->sections = g_array_new (FALSE, FALSE, sizeof (Section));
  for (guint i = 0; i < contents->len; i++)
    {
      Section section = { .what = g_array_index (contents, TvLegendSection, i) };

      g_array_append_val (self->sections, section);
    }
  return self;
}

void
tv_timeline_legend_free (TvTimelineLegend *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->sections);
  g_array_unref (self->contents);
  g_free (self);
}

/* ---- Layout ---- */

static double
get_swatch_width (const TvLegendItem *entry)
{
  return (entry->state < TV_N_STATE_KINDS ? STATE_PX : SWATCH_PX) + NAME_GAP_PX;
}

static void
measure_values (TvTimelineLegend *self, Section *section)
{
  for (guint v = 0; v < 2; v++)
    {
      section->value_widths[v] = 0.0;
      if (section->what.value_titles[v] == NULL)
        continue;
      section->value_widths[v] = tv_label_cache_measure (self->labels,
                                                         section->what.value_titles[v]);
      for (guint i = 0; i < section->what.items->len; i++)
        section->value_widths[v] = MAX (
            section->value_widths[v],
            tv_label_cache_measure (
                self->labels, g_array_index (section->what.items, TvLegendItem, i).values[v]));
      section->value_widths[v] = ceil (section->value_widths[v]) + VALUE_GAP_PX;
    }
}

static void
arrange_columns (TvTimelineLegend *self, Section *section)
{
  guint max_lines;

  measure_values (self, section);
  section->n_columns = (guint) CLAMP (
      floor ((self->width + COLUMN_GAP_PX) / (MIN_COLUMN_PX + COLUMN_GAP_PX)), 1.0, MAX_COLUMNS);
  max_lines = section->n_columns == 1 ? MAX_LINES_ONE : MAX_LINES;
  section->n_shown = MIN (section->what.items->len, section->n_columns * max_lines);
  section->n_lines = (section->n_shown + section->n_columns - 1) / section->n_columns;
}

/* Calls @place for every item of a section whose items are arranged in lines. Returns the number of lines. */
static guint
walk_flow (TvTimelineLegend *self,
           const Section *section,
           void (*place) (TvTimelineLegend *self,
                          const TvLegendItem *entry,
                          double x,
                          guint line,
                          gpointer data),
           gpointer data)
{
  double x = 0.0;
  guint line = 0;

  for (guint i = 0; i < section->what.items->len; i++)
    {
      const TvLegendItem *entry = &g_array_index (section->what.items, TvLegendItem, i);
      double width = get_swatch_width (entry) +
                     ceil (tv_label_cache_measure (self->labels, entry->name));

      if (x > 0.0 && x + width > self->width)
        {
          x = 0.0;
          line++;
        }
      if (place != NULL)
        place (self, entry, x, line, data);
      x += width + FLOW_GAP_PX;
    }
  return line + 1;
}

static double
get_height (TvTimelineLegend *self)
{
  double height = 0.0;

  for (guint i = 0; i < self->sections->len; i++)
    {
      const Section *section = &g_array_index (self->sections, Section, i);

      if (section->n_lines > 0)
        height += (height > 0.0 ? SECTION_GAP_PX : 0.0) + (section->n_lines + 1) * self->line;
    }
  return height;
}

/* Removes a line from the section with the most lines. Returns FALSE if no lines are left. */
static gboolean
drop_line (TvTimelineLegend *self)
{
  Section *longest = NULL;

  for (guint i = 0; i < self->sections->len; i++)
    {
      Section *section = &g_array_index (self->sections, Section, i);

      if (section->n_lines > 0 && (longest == NULL || section->n_lines >= longest->n_lines))
        longest = section;
    }
  if (longest == NULL)
    return FALSE;
  longest->n_lines--;
  longest->n_shown = MIN (longest->n_shown, longest->n_lines * longest->n_columns);
  return TRUE;
}

/**
 * tv_timeline_legend_arrange:
 * @labels: label cache with the font of the text; must live until the legend is painted
 * @headings: label cache with the font of the headings; must live until the legend is painted
 * @width: available width in px
 * @max_height: available height in px; the last items of the longest sections are omitted if necessary
 *
 * Arranges the legend.
 * Returns: height of the legend in px; 0 if no item fits
 */
double
tv_timeline_legend_arrange (TvTimelineLegend *self,
                            TvLabelCache *labels,
                            TvLabelCache *headings,
                            double width,
                            double max_height)
{
  self->labels = labels;
  self->headings = headings;
  self->width = width;
  self->line = ceil (tv_label_cache_get_height (labels)) + 4.0;
  for (guint i = 0; i < self->sections->len; i++)
    {
      Section *section = &g_array_index (self->sections, Section, i);

      if (section->what.value_titles[0] != NULL)
        {
          arrange_columns (self, section);
          continue;
        }
      section->n_columns = 1;
      section->n_shown = section->what.items->len;
      section->n_lines = walk_flow (self, section, NULL, NULL);
    }
  while (get_height (self) > max_height && drop_line (self))
    ;
  return get_height (self);
}

/* ---- Painting ---- */

typedef struct
{
  cairo_t *cr;
  const TvTheme *theme;
  double x;
  double y;
} Pen;

static void
paint_state (const TvLegendItem *entry, const Pen *pen, double x, double y)
{
  const cairo_rectangle_int_t clip = { 0, 0, (int) STATE_PX, (int) STATE_HEIGHT };
  g_autoptr (TvBars) bars = tv_bars_new ();

  tv_state_bars_add (bars, 0, entry->state, 0, 0, clip.width, clip.height, 1.0);
  cairo_save (pen->cr);
  cairo_translate (pen->cr, x, y);
  tv_bars_paint (bars, pen->cr, 1.0, &pen->theme->states[entry->state], 1, &clip);
  cairo_restore (pen->cr);
}

static void
paint_name (TvTimelineLegend *self,
            const TvLegendItem *entry,
            const Pen *pen,
            double x,
            double y,
            double width)
{
  double middle_y = y + self->line / 2.0;

  if (entry->state < TV_N_STATE_KINDS)
    paint_state (entry, pen, x, round (middle_y - STATE_HEIGHT / 2.0));
  else
    {
      tv_color_set_source (tv_palette_get_color (entry->color), pen->cr);
      cairo_rectangle (pen->cr, x, round (middle_y - SWATCH_PX / 2.0), SWATCH_PX, SWATCH_PX);
      cairo_fill (pen->cr);
      tv_frame_sign_draw (pen->cr, entry->outcome, x + 0.5,
                          round (middle_y - SWATCH_PX / 2.0) + 0.5, TV_FRAME_SIGN_PX);
    }
  tv_color_set_source (&pen->theme->text, pen->cr);
  tv_label_cache_draw (self->labels, pen->cr, entry->name, x + get_swatch_width (entry), middle_y,
                       width - get_swatch_width (entry));
}

static void
paint_flow_entry (TvTimelineLegend *self,
                  const TvLegendItem *entry,
                  double x,
                  guint line,
                  gpointer data)
{
  const Pen *pen = data;

  paint_name (self, entry, pen, pen->x + x, pen->y + line * self->line, self->width - x);
}

static void
paint_value (TvTimelineLegend *self,
             const Pen *pen,
             const char *value,
             const TvColor *color,
             double right,
             double y)
{
  double width = tv_label_cache_measure (self->labels, value);

  tv_color_set_source (color, pen->cr);
  tv_label_cache_draw (self->labels, pen->cr, value, round (right - width), y + self->line / 2.0,
                       width + 1.0);
}

/* Draws the name and values of an item; if @entry is NULL, draws the column headers. */
static void
paint_cells (TvTimelineLegend *self,
             const Section *section,
             const TvLegendItem *entry,
             const Pen *pen,
             double x,
             double y,
             double width)
{
  double right = x + width;

  for (int v = 1; v >= 0; v--)
    {
      const char *value = entry != NULL ? entry->values[v] : section->what.value_titles[v];

      if (value == NULL)
        continue;
      paint_value (self, pen, value, entry != NULL ? &pen->theme->text : &pen->theme->dim_text,
                   right, y);
      right -= section->value_widths[v];
    }
  if (entry != NULL)
    paint_name (self, entry, pen, x, y, right - x);
}

static void
paint_columns (TvTimelineLegend *self, const Section *section, const Pen *pen)
{
  double width = floor ((self->width - (section->n_columns - 1) * COLUMN_GAP_PX) /
                        section->n_columns);

  for (guint i = 0; i < section->n_shown; i++)
    {
      guint column = i / section->n_lines;
      double x = pen->x + column * (width + COLUMN_GAP_PX);

      if (i % section->n_lines == 0)
        paint_cells (self, section, NULL, pen, x, pen->y - self->line, width);
      paint_cells (self, section, &g_array_index (section->what.items, TvLegendItem, i), pen, x,
                   pen->y + i % section->n_lines * self->line, width);
    }
}

/**
 * tv_timeline_legend_paint:
 * @self: an arranged legend
 * @x: left edge in px
 * @y: upper edge in px
 *
 * Paints the legend.
 */
void
tv_timeline_legend_paint (TvTimelineLegend *self,
                          cairo_t *cr,
                          const TvTheme *theme,
                          double x,
                          double y)
{
  Pen pen = { cr, theme, x, y };

  for (guint i = 0; i < self->sections->len; i++)
    {
      const Section *section = &g_array_index (self->sections, Section, i);

      if (section->n_lines == 0)
        continue;
      tv_color_set_source (&theme->text, cr);
      tv_label_cache_draw (self->headings, cr, section->what.title, x, pen.y + self->line / 2.0,
                           self->width);
      pen.y += self->line;
      if (section->what.value_titles[0] != NULL)
        paint_columns (self, section, &pen);
      else
        walk_flow (self, section, paint_flow_entry, &pen);
      pen.y += section->n_lines * self->line + SECTION_GAP_PX;
    }
}
