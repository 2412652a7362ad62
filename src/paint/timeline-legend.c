/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "paint/timeline-legend.h"

#include <glib/gi18n.h>
#include <math.h>

#include "analysis/cpu-use.h"
#include "analysis/profile.h"
#include "core/state-kind.h"
#include "paint/state-bars.h"
#include "paint/time-format.h"

#define MIN_COLUMN_PX  310.0
#define MAX_COLUMNS    4
#define MAX_LINES      6
#define MAX_LINES_ONE  10 /* where there is room for one column only */
#define COLUMN_GAP_PX  32.0
#define VALUE_GAP_PX   12.0
#define SECTION_GAP_PX 12.0
#define SWATCH_PX      11.0
#define STATE_PX       26.0 /* wide enough for a state's form */
#define STATE_HEIGHT   7.0
#define NAME_GAP_PX    8.0
#define FLOW_GAP_PX    22.0

typedef struct
{
  TvColor color;
  char *name;
  char *values[2];   /* (nullable) each */
  gint64 ns;         /* the most first */
  TvStateKind state; /* TV_N_STATE_KINDS if it is none */
} Entry;

/* Entries with values stand in columns, those without follow each other in lines. */
typedef struct
{
  char *title;
  char *value_titles[2]; /* (nullable) each */
  GArray *entries;

  guint n_shown;
  guint n_columns;
  guint n_lines;
  double value_widths[2];
} Section;

struct _TvTimelineLegend
{
  GArray *sections;
  TvLabelCache *labels;
  TvLabelCache *headings;
  double width;
  double line;
};

static void
clear_entry (gpointer data)
{
  Entry *entry = data;

  g_free (entry->name);
  g_free (entry->values[0]);
  g_free (entry->values[1]);
}

static void
clear_section (gpointer data)
{
  Section *section = data;

  g_free (section->title);
  g_free (section->value_titles[0]);
  g_free (section->value_titles[1]);
  g_array_unref (section->entries);
}

static Section
make_section (const char *title, const char *first_value, const char *second_value)
{
  Section section = { .title = g_strdup (title),
                      .value_titles = { g_strdup (first_value), g_strdup (second_value) },
                      .entries = g_array_new (FALSE, FALSE, sizeof (Entry)) };

  g_array_set_clear_func (section.entries, clear_entry);
  return section;
}

/* Takes the section, unless it is empty. */
static void
add_section (TvTimelineLegend *self, Section *section)
{
  if (section->entries->len > 0)
    g_array_append_vals (self->sections, section, 1);
  else
    clear_section (section);
}

/* ---- What there is ---- */

/* Equally long ones stay in their order, for the same trace has one legend. */
static int
compare_ids (const void *a, const void *b, gpointer data)
{
  const gint64 *ns = data;
  guint32 ia = *(const guint32 *) a, ib = *(const guint32 *) b;

  if (ns[ia] != ns[ib])
    return ns[ia] > ns[ib] ? -1 : 1;
  return (ia > ib) - (ia < ib);
}

static gboolean
add_methods (TvTimelineLegend *self,
             TvTrace *trace,
             const TvColoring *coloring,
             const TvSelection *selection,
             GCancellable *cancellable,
             GError **error)
{
  g_autoptr (TvProfile)
      profile = tv_profile_new (trace, selection, TV_PROFILE_DEFAULT, cancellable, error);
  TvClock clock = tv_trace_get_main_clock (trace);
  gboolean is_log = tv_trace_is_log (trace);
  g_autofree gint64 *ns = NULL;
  g_autofree guint32 *order = NULL;
  guint32 n, n_symbols;
  Section section;

  if (profile == NULL)
    return FALSE;
  tv_trace_get_symbols (trace, &n_symbols);
  n = MIN (tv_profile_get_n_symbols (profile), n_symbols);
  ns = g_new (gint64, n + 1);
  order = g_new (guint32, n + 1);
  for (guint32 symbol = 0; symbol < n; symbol++)
    {
      ns[symbol] = tv_profile_get_entry (profile, symbol)->exclusive_ns[clock];
      order[symbol] = symbol;
    }
  g_qsort_with_data (order, (int) n, sizeof *order, compare_ids, ns);

  section = make_section (clock == TV_CLOCK_CPU
                              ? is_log ? _("Marks by CPU time") : _("Methods by CPU time")
                          : is_log ? _("Marks by wall time")
                                   : _("Methods by wall time"),
                          /* Translators: short headings of columns of times */
                          _("inclusive"), _("exclusive"));
  for (guint32 i = 0; i < n && i < MAX_COLUMNS * MAX_LINES && ns[order[i]] > 0; i++)
    {
      Entry entry = {
        .color = *tv_palette_get_color (tv_coloring_get_symbol (coloring, order[i])),
        .name = tv_timeline_dup_call_label (trace, order[i]),
        .ns = ns[order[i]],
        .state = TV_N_STATE_KINDS,
      };

      entry.values[0] = tv_time_format (
          tv_profile_get_entry (profile, order[i])->inclusive_ns[clock]);
      entry.values[1] = tv_time_format (entry.ns);
      g_array_append_val (section.entries, entry);
    }
  add_section (self, &section);
  return TRUE;
}

static int
compare_uses (const void *a, const void *b)
{
  const TvCpuUse *ua = a, *ub = b;

  if (ua->cpu_ns != ub->cpu_ns)
    return ua->cpu_ns > ub->cpu_ns ? -1 : 1;
  return (ua->id > ub->id) - (ua->id < ub->id);
}

/* The colours of what CPUs run, by thread. */
static const guint8 *
find_thread_colors (TvTrace *trace, const TvColoring *coloring)
{
  guint32 n_tracks;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);

  for (guint32 track = 0; track < n_tracks; track++)
    if (tracks[track].kind == TV_TRACK_CPU)
      return tv_coloring_get_track (coloring, track).of_thread;
  return NULL;
}

static gboolean
add_threads (TvTimelineLegend *self,
             TvTrace *trace,
             const TvColoring *coloring,
             const TvSelection *selection,
             GCancellable *cancellable,
             GError **error)
{
  /* Only the CPUs' tracks would count; which threads are shown is no matter to them. */
  TvSelection everywhere = { selection->start_ns, selection->end_ns, NULL };
  g_autoptr (GArray) uses = NULL;
  const guint8 *colors = find_thread_colors (trace, coloring);
  Section section;

  if (colors == NULL)
    return TRUE;
  uses = tv_cpu_use_by_thread (trace, &everywhere, cancellable, error);
  if (uses == NULL)
    return FALSE;
  g_array_sort (uses, compare_uses);
  section = make_section (_("Threads on the CPUs"), _("CPU time"), NULL);
  for (guint i = 0; i < uses->len && i < MAX_COLUMNS * MAX_LINES / 2; i++)
    {
      const TvCpuUse *use = &g_array_index (uses, TvCpuUse, i);
      Entry entry = { .ns = use->cpu_ns, .state = TV_N_STATE_KINDS };

      if (use->id == TV_NONE || use->cpu_ns <= 0)
        continue;
      entry.color = *tv_palette_get_color (colors[use->id]);
      entry.name = tv_trace_dup_thread_label (trace, use->id);
      entry.values[0] = tv_time_format (use->cpu_ns);
      g_array_append_val (section.entries, entry);
    }
  add_section (self, &section);
  return TRUE;
}

/* Which kinds of bands are in the rows that are not folded away. */
static gboolean
has_band (const TvTimelineLayout *layout, TvTimelineBandKind kind)
{
  for (guint row = 0; row < tv_timeline_layout_get_n_rows (layout); row++)
    {
      const TvTimelineRow *r = tv_timeline_layout_get_row (layout, row);

      for (guint band = r->first_band; band < r->first_band + r->n_bands; band++)
        if (tv_timeline_layout_get_band (layout, band)->kind == kind)
          return TRUE;
    }
  return FALSE;
}

/* Only states that the log has. */
static void
add_states (TvTimelineLegend *self, TvTrace *trace, const TvTheme *theme)
{
  guint32 n_states;
  const TvState *states = tv_trace_get_states (trace, &n_states);
  gboolean has_kind[TV_N_STATE_KINDS] = { FALSE };
  Section section = make_section (_("States of threads"), NULL, NULL);

  for (guint32 i = 0; i < n_states; i++)
    has_kind[states[i].kind] = TRUE;
  for (guint kind = 0; kind < TV_N_STATE_KINDS; kind++)
    if (has_kind[kind])
      {
        Entry entry = { .name = g_strdup (tv_state_kind_get_name ((TvStateKind) kind)),
                        .color = theme->states[kind],
                        .state = (TvStateKind) kind };

        g_array_append_val (section.entries, entry);
      }
  add_section (self, &section);
}

/* What colours tell that is no method: packages, threads, durations. Theirs are of the whole trace,
 * and so are the shares. */
static void
add_coloring (TvTimelineLegend *self, TvTrace *trace, const TvColoring *coloring)
{
  const char *titles[TV_N_COLOR_BY] = {
    /* Translators: marks of a log have no packages; the first words of their names do as well */
    [TV_COLOR_BY_PACKAGE] = tv_trace_is_log (trace) ? N_("First words of marks") : N_("Packages"),
    [TV_COLOR_BY_THREAD] = N_("Threads"),
    [TV_COLOR_BY_DURATION] = N_("Duration of a call"),
  };
  guint n;
  const TvLegendEntry *entries = tv_coloring_get_legend (coloring, &n);
  gboolean has_shares = n > 0 && entries[0].share >= 0.0;
  /* Translators: heading of a column of percentages */
  Section section = make_section (_ (titles[tv_coloring_get_by (coloring)]),
                                  has_shares ? _("of the whole trace") : NULL, NULL);

  for (guint i = 0; i < n; i++)
    {
      Entry entry = { .name = g_strdup (entries[i].name),
                      .color = *tv_palette_get_color (entries[i].color),
                      .state = TV_N_STATE_KINDS };

      if (has_shares)
        entry.values[0] = g_strdup_printf ("%.1f\302\240%%", 100.0 * entries[i].share);
      g_array_append_val (section.entries, entry);
    }
  add_section (self, &section);
}

/**
 * tv_timeline_legend_new:
 * @trace: what is shown
 * @coloring: of @trace
 * @layout: the rows that are shown
 * @theme: colours of states
 * @selection: the stretch of time, and which tracks are shown
 * @cancellable: (nullable): to stop it
 * @error: (nullable): where to put the error
 *
 * Walks the whole stretch: for workers.
 *
 * Returns: (transfer full): a legend, or %NULL if it was cancelled
 */
TvTimelineLegend *
tv_timeline_legend_new (TvTrace *trace,
                        const TvColoring *coloring,
                        const TvTimelineLayout *layout,
                        const TvTheme *theme,
                        const TvSelection *selection,
                        GCancellable *cancellable,
                        GError **error)
{
  g_autoptr (TvTimelineLegend) self = g_new0 (TvTimelineLegend, 1);
  TvColorBy by = tv_coloring_get_by (coloring);

  self->sections = g_array_new (FALSE, FALSE, sizeof (Section));
  g_array_set_clear_func (self->sections, clear_section);
  /* Unless they tell durations, the colours of what CPUs run are the threads'. */
  if (by != TV_COLOR_BY_THREAD && has_band (layout, TV_BAND_RUNS) &&
      !add_threads (self, trace, coloring, selection, cancellable, error))
    return NULL;
  if (by != TV_COLOR_BY_SYMBOL)
    add_coloring (self, trace, coloring);
  else if (!add_methods (self, trace, coloring, selection, cancellable, error))
    return NULL;
  if (has_band (layout, TV_BAND_STATES))
    add_states (self, trace, theme);
  return g_steal_pointer (&self);
}

void
tv_timeline_legend_free (TvTimelineLegend *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->sections);
  g_free (self);
}

/* ---- Where it goes ---- */

static double
get_swatch_width (const Entry *entry)
{
  return (entry->state < TV_N_STATE_KINDS ? STATE_PX : SWATCH_PX) + NAME_GAP_PX;
}

static void
measure_values (TvTimelineLegend *self, Section *section)
{
  for (guint v = 0; v < 2; v++)
    {
      section->value_widths[v] = 0.0;
      if (section->value_titles[v] == NULL)
        continue;
      section->value_widths[v] = tv_label_cache_measure (self->labels, section->value_titles[v]);
      for (guint i = 0; i < section->entries->len; i++)
        section->value_widths[v] = MAX (
            section->value_widths[v],
            tv_label_cache_measure (self->labels,
                                    g_array_index (section->entries, Entry, i).values[v]));
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
  section->n_shown = MIN (section->entries->len, section->n_columns * max_lines);
  section->n_lines = (section->n_shown + section->n_columns - 1) / section->n_columns;
}

/* Calls @place for every entry that follows the other in lines of a width. */
static guint
walk_flow (
    TvTimelineLegend *self,
    const Section *section,
    void (*place) (TvTimelineLegend *self, const Entry *entry, double x, guint line, gpointer data),
    gpointer data)
{
  double x = 0.0;
  guint line = 0;

  for (guint i = 0; i < section->entries->len; i++)
    {
      const Entry *entry = &g_array_index (section->entries, Entry, i);
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

/* The section with the most lines gives one up. */
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
 * @self: a legend
 * @labels: the font of what it says; has to live until it is painted
 * @headings: the font of its headings; the same
 * @width: px that there are
 * @max_height: px that there are; what is of less weight is left out
 *
 * Returns: the height that it takes, in px; 0 if nothing is left
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

      if (section->value_titles[0] != NULL)
        {
          arrange_columns (self, section);
          continue;
        }
      section->n_columns = 1;
      section->n_shown = section->entries->len;
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
paint_state (const Entry *entry, const Pen *pen, double x, double y)
{
  const cairo_rectangle_int_t clip = { 0, 0, (int) STATE_PX, (int) STATE_HEIGHT };
  g_autoptr (TvBars) bars = tv_bars_new ();

  tv_state_bars_add (bars, 0, entry->state, 0, 0, clip.width, clip.height, 1.0);
  cairo_save (pen->cr);
  cairo_translate (pen->cr, x, y);
  tv_bars_paint (bars, pen->cr, 1.0, &entry->color, 1, &clip);
  cairo_restore (pen->cr);
}

static void
paint_name (TvTimelineLegend *self,
            const Entry *entry,
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
      tv_color_set_source (&entry->color, pen->cr);
      cairo_rectangle (pen->cr, x, round (middle_y - SWATCH_PX / 2.0), SWATCH_PX, SWATCH_PX);
      cairo_fill (pen->cr);
    }
  tv_color_set_source (&pen->theme->text, pen->cr);
  tv_label_cache_draw (self->labels, pen->cr, entry->name, x + get_swatch_width (entry), middle_y,
                       width - get_swatch_width (entry));
}

static void
paint_flow_entry (TvTimelineLegend *self, const Entry *entry, double x, guint line, gpointer data)
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

/* @entry: NULL for the headings of the values */
static void
paint_cells (TvTimelineLegend *self,
             const Section *section,
             const Entry *entry,
             const Pen *pen,
             double x,
             double y,
             double width)
{
  double right = x + width;

  for (int v = 1; v >= 0; v--)
    {
      const char *value = entry != NULL ? entry->values[v] : section->value_titles[v];

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
      paint_cells (self, section, &g_array_index (section->entries, Entry, i), pen, x,
                   pen->y + i % section->n_lines * self->line, width);
    }
}

/**
 * tv_timeline_legend_paint:
 * @self: a legend that was arranged
 * @cr: where to paint
 * @theme: colours
 * @x: its left edge
 * @y: its top
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
      tv_label_cache_draw (self->headings, cr, section->title, x, pen.y + self->line / 2.0,
                           self->width);
      pen.y += self->line;
      if (section->value_titles[0] != NULL)
        paint_columns (self, section, &pen);
      else
        walk_flow (self, section, paint_flow_entry, &pen);
      pen.y += section->n_lines * self->line + SECTION_GAP_PX;
    }
}
