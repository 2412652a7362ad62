/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Draws a flame graph: frames look like the calls of the timeline, each below or above its caller. Used on the main
 * thread by the widget of the Flame Graph view (ui/views/flame/flame-graph.c), and by sheets, which have a painter of
 * their own. Hit tests search the frames again only if the view has changed since the last drawing. */

#include "paint/flame/painter.h"

#include <glib/gi18n.h>

#include <math.h>
#include <string.h>

#include "core/number-format.h"
#include "analysis/symbols/short-name.h"
#include "paint/kit/bars.h"
#include "paint/kit/call-labels.h"
#include "paint/kit/change-color.h"
#include "paint/kit/frame-labels.h"
#include "paint/flame/measure.h"

#define MARGIN_PX 4.0 /* margin above the first and below the last level */

/* Weight of the original colour in frames that are not search results. */
#define FADED_PART      0.34
#define FADED_PART_DARK 0.38

#define ABOVE_PART 0.14 /* weight of the text colour in frames that enclose the zoomed node */
#define STRIP_PART 0.6  /* weight of neutral grey in the colour of strips */

/* Indexes of bar colours: the palette, followed by the colours below. The last of these colours represent the steps
 * of change, from -TV_CALL_MAX_STEP to TV_CALL_MAX_STEP. The whole list is repeated in faded colours. */
#define COLOR_ABOVE     TV_PALETTE_END
#define COLOR_STRIP     (COLOR_ABOVE + 1)
#define COLOR_NO_CHANGE (COLOR_STRIP + 1 + TV_CALL_MAX_STEP)
#define N_COLORS        (COLOR_NO_CHANGE + TV_CALL_MAX_STEP + 1)

struct _TvFlamePainter
{
  TvBars *bars;
  GArray *labels;      /* (element-type TvCallLabel): labels in the current drawing */
  TvLabelCache *calls; /* (nullable): NULL until the font is set */
  GHashTable
      *texts[3]; /* cached labels by TvCallName, for decreases, unchanged values and increases */
  gint32 bar;    /* height of a frame, px */
  gint32 step;   /* distance between levels, px */
  TvFlameFrames frames;  /* frames of the view that the members below describe */
  TvFlameLayout *layout; /* (nullable): layout of @frames */
  TvFlameRange range;
  gint32 n_pixels;
  double scale;
};

TvFlamePainter *
tv_flame_painter_new (void)
{
  TvFlamePainter *self = g_new0 (TvFlamePainter, 1);

  self->bars = tv_bars_new ();
  self->labels = g_array_new (FALSE, FALSE, sizeof (TvCallLabel));
  for (guint i = 0; i < G_N_ELEMENTS (self->texts); i++)
    self->texts[i] = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  tv_flame_frames_init (&self->frames);
  return self;
}

void
tv_flame_painter_free (TvFlamePainter *self)
{
  if (self == NULL)
    return;
  tv_bars_free (self->bars);
  g_array_unref (self->labels);
  g_clear_pointer (&self->calls, tv_label_cache_free);
  for (guint i = 0; i < G_N_ELEMENTS (self->texts); i++)
    g_hash_table_unref (self->texts[i]);
  tv_flame_frames_clear (&self->frames);
  g_clear_pointer (&self->layout, tv_flame_layout_unref);
  g_free (self);
}

/**
 * tv_flame_painter_set_font:
 * @context: context with the font
 * @metrics: sizes of the timeline's rows
 *
 * Sets the font. Must be called before the first drawing, and when the font has changed.
 */
void
tv_flame_painter_set_font (TvFlamePainter *self,
                           PangoContext *context,
                           const TvTimelineMetrics *metrics)
{
  g_clear_pointer (&self->calls, tv_label_cache_free);
  self->calls = tv_label_cache_new (context, metrics->call_font_px, PANGO_WEIGHT_NORMAL);
  self->bar = metrics->bar;
  self->step = metrics->step;
}

/* ---- Frames ---- */

static gint32
count_pixels (const TvFlameView *view)
{
  return (gint32) MAX (floor ((view->width - 2.0 * view->inset) * view->scale), 0.0);
}

/* Finds the frames of a view, unless the view has not changed. */
static void
find_frames (TvFlamePainter *self, const TvFlameView *view)
{
  gint32 n_pixels = count_pixels (view);

  if (self->layout == view->layout && self->n_pixels == n_pixels && self->scale == view->scale &&
      self->range.start == view->range.start && self->range.offset == view->range.offset &&
      self->range.length == view->range.length)
    return;
  if (self->layout == NULL ||
      tv_flame_layout_get_tree (self->layout) != tv_flame_layout_get_tree (view->layout))
    for (guint i = 0; i < G_N_ELEMENTS (self->texts); i++)
      g_hash_table_remove_all (self->texts[i]);
  if (self->layout != view->layout)
    {
      g_clear_pointer (&self->layout, tv_flame_layout_unref);
      self->layout = tv_flame_layout_ref ((TvFlameLayout *) view->layout);
    }
  self->range = view->range;
  self->n_pixels = n_pixels;
  self->scale = view->scale;
  tv_flame_frames_find (&self->frames, view->layout, &view->range, n_pixels, view->scale);
}

/**
 * tv_flame_dup_label:
 * @name: name of a node
 *
 * Gets the label of a frame: the name without its package, as in the timeline. If only one thread is selected, the
 * root is labelled with that thread.
 *
 * Returns: (transfer full): the label
 */
char *
tv_flame_dup_label (TvCallTree *tree, TvCallName name)
{
  TvTrace *trace = tv_call_paths_get_trace (tv_call_tree_get_paths (tree));
  guint32 symbol = tv_call_name_get_symbol (name);
  guint n;
  const guint32 *threads = tv_selection_get_threads (tv_call_tree_get_selection (tree), &n);

  if (symbol != TV_NONE)
    return tv_timeline_dup_call_label (trace, symbol);
  if (tv_call_name_get_kind (name) == TV_CALL_EVERYTHING && threads != NULL && n == 1)
    return tv_trace_dup_thread_label (trace, threads[0]);
  return tv_call_tree_dup_name (tree, name);
}

/* Returns the label on a frame. Native names are shortened; titles, cards and exports contain the full names. */
static char *
dup_frame_label (TvCallTree *tree, TvCallName name)
{
  TvFrameKind kind = tv_call_paths_get_kind (tv_call_tree_get_paths (tree), name);
  char *label = tv_flame_dup_label (tree, name), *whole = label;

  if (tv_call_name_get_symbol (name) == TV_NONE ||
      (kind != TV_FRAME_NATIVE && strstr (label, "::") == NULL))
    return label;
  label = tv_short_name_dup (whole);
  g_free (whole);
  return label;
}

/* Returns the cached label on a frame. In addition to the colour, a sign shows the change: @direction is −1 for a
 * decrease and 1 for an increase. */
static const char *
get_text (TvFlamePainter *self, TvCallName name, int direction)
{
  static const char *const signs[] = { "▼ ", "", "▲ " };
  GHashTable *texts = self->texts[direction + 1];
  char *text = g_hash_table_lookup (texts, GUINT_TO_POINTER (name));

  if (text == NULL)
    {
      TvCallTree *tree = tv_flame_layout_get_tree (self->layout);
      g_autofree char *label = dup_frame_label (tree, name);
      const TvCallPaths *paths = tv_call_tree_get_paths (tree);
      const char *letter = tv_frame_labels_get_letter (tv_call_paths_get_kind (paths, name));
      const TvSourceLocation *location = tv_call_paths_get_source_location (paths, name);
      gboolean is_inlined = location != NULL && location->is_inlined;

      text = g_strconcat (signs[direction + 1], letter, *letter != '\0' ? " · " : "", label,
                          is_inlined ? " " : "", is_inlined ? _("(inlined)") : "", NULL);
      g_hash_table_insert (texts, GUINT_TO_POINTER (name), text);
    }
  return text;
}

/* ---- Positions ---- */

/* Returns the height of all levels, whether visible or not, in px. */
static double
get_height (const TvFlamePainter *self)
{
  return tv_flame_frames_count_levels (&self->frames) * self->step + 2.0 * MARGIN_PX;
}

/* Returns the height of all levels with frames in a view, in px. */
double
tv_flame_painter_get_height (TvFlamePainter *self, const TvFlameView *view)
{
  find_frames (self, view);
  return get_height (self);
}

static double
get_level_y (const TvFlamePainter *self, const TvFlameView *view, guint level)
{
  double bottom;

  if (!view->is_flipped)
    return MARGIN_PX + (double) level * self->step - view->scroll_y;
  bottom = MAX (get_height (self), view->height) - MARGIN_PX;
  return bottom - (double) (level + 1) * self->step + 1.0 - view->scroll_y;
}

/* Returns the level at a y position; -1 if there is none. A boundary between two levels belongs to the upper one. */
static int
find_level (const TvFlamePainter *self, const TvFlameView *view, double y)
{
  double first = get_level_y (self, view, 0);
  double level = view->is_flipped ? ceil ((first - y) / self->step)
                                  : floor ((y - first) / self->step);

  return level >= 0.0 && level < tv_flame_frames_count_levels (&self->frames) ? (int) level : -1;
}

static TvTimelineRect
get_rect (const TvFlamePainter *self, const TvFlameView *view, guint level, double x0, double x1)
{
  return (TvTimelineRect){ view->inset + x0 / view->scale, get_level_y (self, view, level),
                           (x1 - x0) / view->scale, self->bar };
}

/**
 * tv_flame_painter_hit_test:
 * @x: position in px
 * @y: position in px
 * @hit: (out): frame or strip at the position; its @node is %TV_NONE if there is none
 *
 * Finds the frame or strip at a position.
 */
void
tv_flame_painter_hit_test (TvFlamePainter *self,
                           const TvFlameView *view,
                           double x,
                           double y,
                           TvFlameHit *hit)
{
  const TvFlameFrame *frame = NULL;
  int level;

  find_frames (self, view);
  *hit = (TvFlameHit){ .node = TV_NONE };
  level = find_level (self, view, y);
  if (level >= 0 && x >= view->inset)
    frame = tv_flame_frames_find_at (&self->frames, (guint) level,
                                     (gint32) floor ((x - view->inset) * view->scale));
  if (frame == NULL)
    return;
  *hit = (TvFlameHit){ .node = frame->node,
                       .n_merged = frame->n_merged,
                       .rect = get_rect (self, view, (guint) level, frame->x0, frame->x1) };
}

/**
 * tv_flame_painter_find_rect:
 * @rect: (out): rectangle of the node, clipped to the width of the image; possibly too narrow to be visible
 *
 * Gets the position of a node.
 *
 * Returns: whether the node intersects the visible range; if not, @rect is not set
 */
gboolean
tv_flame_painter_find_rect (TvFlamePainter *self,
                            const TvFlameView *view,
                            guint32 node,
                            TvTimelineRect *rect)
{
  double width = count_pixels (view);
  double x0 = tv_flame_range_get_part (&view->range,
                                       tv_flame_layout_get_start (view->layout, node));
  double x1 = tv_flame_range_get_part (&view->range, tv_flame_layout_get_end (view->layout, node));

  find_frames (self, view);
  if (x1 <= 0.0 || x0 >= 1.0 || x1 <= x0)
    return FALSE;
  *rect = get_rect (self, view, tv_flame_layout_get_node (view->layout, node)->depth,
                    round (MAX (x0, 0.0) * width), round (MIN (x1, 1.0) * width));
  return TRUE;
}

/**
 * tv_flame_painter_find_beside:
 * @direction: -1 for the left, 1 for the right
 *
 * Returns: the adjacent node on the same level, or the widest node of an adjacent strip; %TV_NONE if there is none
 */
guint32
tv_flame_painter_find_beside (TvFlamePainter *self,
                              const TvFlameView *view,
                              guint32 node,
                              int direction)
{
  guint level = tv_flame_layout_get_node (view->layout, node)->depth;
  gint64 start = tv_flame_layout_get_start (view->layout, node);
  guint32 found = TV_NONE;
  const TvFlameFrame *frames;
  guint n;

  find_frames (self, view);
  if (level >= tv_flame_frames_count_levels (&self->frames))
    return TV_NONE;
  frames = tv_flame_frames_get_level (&self->frames, level, &n);
  for (guint i = 0; i < n; i++)
    {
      gint64 other = tv_flame_layout_get_start (view->layout, frames[i].node);

      if (direction < 0 && other < start)
        found = frames[i].node;
      else if (direction > 0 && other > start)
        return frames[i].node;
    }
  return found;
}

/* ---- Painting ---- */

static gboolean
is_dark (const TvTheme *theme)
{
  return theme->background.red < 0.5;
}

static void
get_colors (const TvTheme *theme, TvColor *colors)
{

  for (guint i = 0; i < TV_PALETTE_END; i++)
    colors[i] = *tv_palette_get_color (i);
  colors[COLOR_ABOVE] = tv_color_mix (&theme->background, &theme->text, ABOVE_PART);
  colors[COLOR_STRIP] = tv_color_mix (&theme->background, tv_palette_get_color (TV_PALETTE_NEUTRAL),
                                      STRIP_PART);
  for (int step = -TV_CALL_MAX_STEP; step <= TV_CALL_MAX_STEP; step++)
    colors[COLOR_NO_CHANGE + step] = *tv_change_get_color (theme, step);
  for (guint i = 0; i < N_COLORS; i++)
    colors[N_COLORS + i] = tv_color_mix (&theme->background, &colors[i],
                                         is_dark (theme) ? FADED_PART_DARK : FADED_PART);
}

static gboolean
is_above_zoom (const TvFlameView *view, guint32 node)
{
  const TvFlameLayout *layout = view->layout;

  return node != view->zoom &&
         tv_flame_layout_get_node (layout, node)->depth <
             tv_flame_layout_get_node (layout, view->zoom)->depth &&
         tv_flame_layout_is_within (layout, view->zoom, node);
}

/* Returns the colour step for a node's change; 0 without a comparison. */
static int
get_step (const TvFlameView *view, guint32 node)
{
  return view->comparison != NULL
             ? tv_call_comparison_get_step (view->comparison, node,
                                            tv_flame_layout_get_measure (view->layout))
             : 0;
}

static guint
choose_color (const TvFlameView *view, const TvFlameFrame *frame, gboolean *is_faded)
{
  guint32 symbol = tv_call_name_get_symbol (
      tv_flame_layout_get_node (view->layout, frame->node)->name);

  *is_faded = view->is_found != NULL && (frame->n_merged > 0 || !view->is_found[frame->node]);
  if (frame->n_merged > 0)
    return COLOR_STRIP;
  if (is_above_zoom (view, frame->node))
    return COLOR_ABOVE;
  return view->comparison != NULL ? (guint) (COLOR_NO_CHANGE + get_step (view, frame->node))
                                  : tv_coloring_get_symbol (view->coloring, symbol);
}

static const TvColor *
choose_text_color (const TvFlameView *view, guint color, gboolean is_faded)
{
  int step = (int) color - COLOR_NO_CHANGE;

  if (is_faded || color == COLOR_ABOVE)
    return &view->theme->text;
  return ABS (step) <= TV_CALL_MAX_STEP ? tv_change_get_text_color (view->theme, step)
                                        : tv_palette_get_text ();
}

static void
add_frame (TvFlamePainter *self, const TvFlameView *view, const TvFlameFrame *frame, double y)
{
  double width = (frame->x1 - frame->x0) / view->scale;
  int left = (int) round (view->inset * view->scale);
  int x1 = frame->x1;
  gboolean is_faded;
  guint color = choose_color (view, frame, &is_faded);

  if (width >= TV_CALL_MIN_SPACED_PX)
    x1 -= (int) round (view->scale);
  tv_bars_add (self->bars, color + (is_faded ? N_COLORS : 0), left + frame->x0,
               (int) round (y * view->scale), x1 - frame->x0, (int) round (self->bar * view->scale),
               width > TV_CALL_MIN_ROUND_PX ? (int) round (TV_CALL_RADIUS_PX * view->scale) : 0);
  if (width >= TV_CALL_MIN_LABEL_PX && frame->n_merged == 0)
    {
      TvCallLabel label = {
        .labels = self->calls,
        .text = get_text (self, tv_flame_layout_get_node (view->layout, frame->node)->name,
                          CLAMP (get_step (view, frame->node), -1, 1)),
        .color = choose_text_color (view, color, is_faded),
        .x = view->inset + frame->x0 / view->scale,
        .middle_y = y + self->bar / 2.0,
        .width = width,
      };

      g_array_append_val (self->labels, label);
    }
}

static void
paint_selected (TvFlamePainter *self, cairo_t *cr, const TvFlameView *view)
{
  TvTimelineRect rect;

  if (view->selected == TV_NONE || !tv_flame_painter_find_rect (self, view, view->selected, &rect))
    return;
  /* A minimum width makes the outlines of very narrow frames visible. */
  cairo_rectangle (cr, rect.x - 0.25, rect.y - 0.25, MAX (rect.width - 0.5, 2.0),
                   rect.height + 0.5);
  cairo_set_line_width (cr, 1.75);
  tv_color_set_source (&view->theme->outline, cr);
  cairo_stroke (cr);
}

/**
 * tv_flame_painter_paint:
 * @self: a painter with a font
 * @cr: target, in px
 *
 * Draws the flame graph. The run time depends on the number of pixels, not on the size of the tree.
 */
void
tv_flame_painter_paint (TvFlamePainter *self, cairo_t *cr, const TvFlameView *view)
{
  cairo_rectangle_int_t clip = { .width = (int) ceil (view->width * view->scale),
                                 .height = (int) ceil (view->height * view->scale) };
  TvColor colors[2 * N_COLORS];

  g_return_if_fail (self->calls != NULL);

  find_frames (self, view);
  tv_color_set_source (&view->theme->background, cr);
  cairo_rectangle (cr, 0.0, 0.0, view->width, view->height);
  cairo_fill (cr);
  tv_bars_clear (self->bars);
  g_array_set_size (self->labels, 0);
  for (guint level = 0; level < tv_flame_frames_count_levels (&self->frames); level++)
    {
      double y = get_level_y (self, view, level);
      const TvFlameFrame *frames;
      guint n;

      if (y + self->bar <= 0.0 || y >= view->height)
        continue;
      frames = tv_flame_frames_get_level (&self->frames, level, &n);
      for (guint i = 0; i < n; i++)
        add_frame (self, view, &frames[i], y);
    }
  get_colors (view->theme, colors);
  tv_bars_paint (self->bars, cr, view->scale, colors, G_N_ELEMENTS (colors), &clip);
  if (!view->has_no_labels)
    tv_call_labels_paint (self->labels, cr, view->is_still);
  paint_selected (self, cr, view);
}

/* ---- SVG ---- */

static void
append_number (GString *svg, const char *name, double value)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (svg, " %s=\"%s\"", name,
                          g_ascii_formatd (number, sizeof number, "%.2f", value));
}

/* Appends a string, escaped for XML. Characters that XML excludes become U+FFFD. */
static void
append_escaped (GString *svg, const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_autoptr (GString) clean = g_string_new (NULL);
  g_autofree char *escaped = NULL;

  for (const char *at = valid; *at != '\0'; at = g_utf8_next_char (at))
    {
      gunichar c = g_utf8_get_char (at);

      g_string_append_unichar (
          clean,
          (c < 0x20 && c != '\t' && c != '\n') || c == 0x7f || (c & 0xfffe) == 0xfffe ? 0xfffd : c);
    }
  escaped = g_markup_escape_text (clean->str, -1);
  g_string_append (svg, escaped);
}

/* Appends the full name of a frame, its value and its share of the root. For a strip, appends only the number of
 * merged frames. */
static void
append_title (GString *svg, const TvFlameView *view, const TvFlameFrame *frame)
{
  TvCallTree *tree = tv_flame_layout_get_tree (view->layout);
  TvCallMeasure measure = tv_flame_layout_get_measure (view->layout);
  const TvCallNode *node = tv_flame_layout_get_node (view->layout, frame->node);
  gint64 total = node->total.of[measure];
  g_autofree char *value = tv_flame_measure_dup_value (tree, measure, total);
  g_autofree char *name = NULL;
  char percent[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append (svg, "<title>");
  if (frame->n_merged > 1)
    tv_number_append_printf (svg, ngettext ("%u narrow frame", "%u narrow frames", frame->n_merged),
                             frame->n_merged);
  else
    {
      name = tv_call_tree_dup_label (tree, node->name);
      append_escaped (svg, name);
      g_string_append (svg, " · ");
      append_escaped (svg, value);
      g_string_append_printf (svg, " · %s %%",
                              g_ascii_formatd (percent, sizeof percent, "%.2f",
                                               tv_call_tree_get_percent (tree, total, measure)));
    }
  g_string_append (svg, "</title>");
}

/* Appends the element of a frame. A nested svg element clips the label to the frame. */
static void
append_frame (TvFlamePainter *self,
              const TvFlameView *view,
              const TvFlameFrame *frame,
              double y,
              GString *svg)
{
  double width = (frame->x1 - frame->x0) / view->scale;
  gboolean is_faded;
  guint bar_color = choose_color (view, frame, &is_faded);
  const TvColor *color = choose_text_color (view, bar_color, is_faded);

  g_string_append (svg, "<svg");
  append_number (svg, "x", view->inset + frame->x0 / view->scale);
  append_number (svg, "y", y);
  append_number (svg, "width", width);
  append_number (svg, "height", self->bar);
  g_string_append (svg, ">");
  append_title (svg, view, frame);
  g_string_append (svg, "<rect width=\"100%\" height=\"100%\" fill-opacity=\"0\"/>");
  if (width >= TV_CALL_MIN_LABEL_PX && frame->n_merged == 0)
    {
      g_string_append (svg, "<text x=\"3\" dy=\"0.35em\"");
      append_number (svg, "y", self->bar / 2.0);
      g_string_append_printf (svg, " fill=\"#%02x%02x%02x\">", (int) round (color->red * 255.0),
                              (int) round (color->green * 255.0),
                              (int) round (color->blue * 255.0));
      append_escaped (svg,
                      get_text (self, tv_flame_layout_get_node (view->layout, frame->node)->name,
                                CLAMP (get_step (view, frame->node), -1, 1)));
      g_string_append (svg, "</text>");
    }
  g_string_append (svg, "</svg>\n");
}

/**
 * tv_flame_painter_append_svg:
 * @self: a painter with a font
 * @svg: output buffer
 *
 * Appends an element for each visible frame. Its title contains the full name and values, and its label is text, so
 * that users can search and select frames in SVG viewers.
 */
void
tv_flame_painter_append_svg (TvFlamePainter *self, const TvFlameView *view, GString *svg)
{
  find_frames (self, view);
  for (guint level = 0; level < tv_flame_frames_count_levels (&self->frames); level++)
    {
      double y = get_level_y (self, view, level);
      const TvFlameFrame *frames;
      guint n;

      if (y + self->bar <= 0.0 || y >= view->height)
        continue;
      frames = tv_flame_frames_get_level (&self->frames, level, &n);
      for (guint i = 0; i < n; i++)
        append_frame (self, view, &frames[i], y, svg);
    }
}
