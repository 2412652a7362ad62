/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Least recently used cache of #PangoLayout objects, keyed by text. Every painter creates one cache per font.
 * Measuring a text also adds it to the cache. */

#include "paint/kit/label-cache.h"

#include <math.h>
#include <string.h>

#include "core/memory/seeded-hash.h"

#define MAX_LABELS 4096
#define MAX_TEXT                                                                                   \
  2000 /* maximum length of a label in bytes; longer than a screen is wide, but cheap to lay out */
#define ELLIPSIS "…"

typedef struct
{
  GList link; /* link in the LRU queue, whose data is the label */
  char *text;
  PangoLayout *layout;
  PangoGlyphItem
      *run; /* (nullable): the only run of the text, which can be truncated between glyphs */
  double width;
} Label;

struct _TvLabelCache
{
  PangoContext *context;
  PangoFontDescription *font;
  GHashTable *labels; /* text → Label */
  GQueue used;        /* LRU queue of labels; the most recently used label is at the head */
  double ascent;
  double descent;
};

/**
 * tv_label_get_font_px:
 * @context: context with the font
 *
 * Returns: the font size in px
 */
double
tv_label_get_font_px (PangoContext *context)
{
  const PangoFontDescription *font = pango_context_get_font_description (context);
  double size = pango_font_description_get_size (font) / (double) PANGO_SCALE;
  double resolution = pango_cairo_context_get_resolution (context);

  if (size <= 0.0)
    return 14.0;
  if (pango_font_description_get_size_is_absolute (font))
    return size;
  return size * (resolution > 0.0 ? resolution : 96.0) / 72.0;
}

static void
label_free (Label *label)
{
  g_object_unref (label->layout);
  g_free (label->text);
  g_free (label);
}

/**
 * tv_label_cache_new:
 * @context: context with the font family
 * @font_px: font size in px
 * @weight: font weight
 *
 * Creates an empty cache of labels in one font.
 *
 * Returns: (transfer full): the cache
 */
TvLabelCache *
tv_label_cache_new (PangoContext *context, double font_px, PangoWeight weight)
{
  TvLabelCache *self = g_new0 (TvLabelCache, 1);
  PangoFontMetrics *metrics;

  self->context = g_object_ref (context);
  self->font = pango_font_description_copy (pango_context_get_font_description (context));
  pango_font_description_set_absolute_size (self->font, font_px * PANGO_SCALE);
  pango_font_description_set_weight (self->font, weight);
  self->labels = g_hash_table_new_full (tv_seeded_text_hash, g_str_equal, NULL,
                                        (GDestroyNotify) label_free);
  g_queue_init (&self->used);

  metrics = pango_context_get_metrics (context, self->font, NULL);
  self->ascent = pango_font_metrics_get_ascent (metrics) / (double) PANGO_SCALE;
  self->descent = pango_font_metrics_get_descent (metrics) / (double) PANGO_SCALE;
  pango_font_metrics_unref (metrics);
  return self;
}

void
tv_label_cache_free (TvLabelCache *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->labels);
  pango_font_description_free (self->font);
  g_object_unref (self->context);
  g_free (self);
}

/* Returns the only run of a left-to-right text, which can be truncated between glyphs; NULL if the text has several
 * runs or is right-to-left. */
static PangoGlyphItem *
find_only_run (PangoLayout *layout)
{
  PangoLayoutLine *line = pango_layout_get_line_readonly (layout, 0);
  PangoGlyphItem *run;

  if (line == NULL || line->runs == NULL || line->runs->next != NULL)
    return NULL;
  run = line->runs->data;
  return run->item->analysis.level % 2 == 0 ? run : NULL;
}

static int
get_shown_length (const char *text)
{
  gsize length = strnlen (text, MAX_TEXT + 1);

  return length <= MAX_TEXT ? (int) length
                            : (int) (g_utf8_find_prev_char (text, text + MAX_TEXT) - text);
}

static Label *
get_label (TvLabelCache *self, const char *text)
{
  Label *label = g_hash_table_lookup (self->labels, text);
  int width;

  if (label != NULL)
    {
      g_queue_unlink (&self->used, &label->link);
      g_queue_push_head_link (&self->used, &label->link);
      return label;
    }

  if (self->used.length >= MAX_LABELS)
    {
      GList *last = g_queue_pop_tail_link (&self->used);

      g_hash_table_remove (self->labels, ((Label *) last->data)->text);
    }

  label = g_new0 (Label, 1);
  label->link.data = label;
  label->text = g_strdup (text);
  label->layout = pango_layout_new (self->context);
  pango_layout_set_font_description (label->layout, self->font);
  pango_layout_set_single_paragraph_mode (label->layout, TRUE);
  pango_layout_set_text (label->layout, text, get_shown_length (text));
  pango_layout_get_size (label->layout, &width, NULL);
  label->width = width / (double) PANGO_SCALE;
  label->run = find_only_run (label->layout);
  g_queue_push_head_link (&self->used, &label->link);
  g_hash_table_insert (self->labels, label->text, label);
  return label;
}

/**
 * tv_label_cache_measure:
 * @self: a cache
 * @text: a string
 *
 * Returns: the width of the text in px
 */
double
tv_label_cache_measure (TvLabelCache *self, const char *text)
{
  return get_label (self, text)->width;
}

/**
 * tv_label_cache_get_height:
 * @self: a cache
 *
 * Returns: the height of a line in px
 */
double
tv_label_cache_get_height (TvLabelCache *self)
{
  return self->ascent + self->descent;
}

static void
draw_cut (TvLabelCache *self, cairo_t *cr, Label *label, double x, double y, double max_width)
{
  Label *ellipsis = get_label (self, ELLIPSIS);
  PangoGlyphString glyphs = *label->run->glyphs;
  double space = max_width - ellipsis->width;
  double width = 0.0, cut_width = 0.0;
  int n = 0;

  /* Truncate only before a cluster, because combining marks belong to their base character. */
  for (int i = 0; i < glyphs.num_glyphs; i++)
    {
      if (glyphs.glyphs[i].attr.is_cluster_start)
        {
          n = i;
          cut_width = width;
        }
      width += glyphs.glyphs[i].geometry.width / (double) PANGO_SCALE;
      if (width > space)
        break;
    }
  if (n == 0)
    return;

  glyphs.num_glyphs = n;
  cairo_move_to (cr, x, y);
  pango_cairo_show_glyph_string (cr, label->run->item->analysis.font, &glyphs);
  cairo_move_to (cr, x + round (cut_width), y);
  pango_cairo_show_layout_line (cr, pango_layout_get_line_readonly (ellipsis->layout, 0));
}

/**
 * tv_label_cache_draw:
 * @cr: target; its source is the text colour
 * @text: text
 * @x: left edge
 * @middle_y: vertical centre of the line
 * @max_width: maximum width; a longer text is ellipsized, or omitted if not even one letter fits
 *
 * Draws one line of text.
 */
void
tv_label_cache_draw (TvLabelCache *self,
                     cairo_t *cr,
                     const char *text,
                     double x,
                     double middle_y,
                     double max_width)
{
  Label *label = get_label (self, text);
  double y = round (middle_y + (self->ascent - self->descent) / 2.0);

  if (label->width <= max_width)
    {
      cairo_move_to (cr, x, y);
      pango_cairo_show_layout_line (cr, pango_layout_get_line_readonly (label->layout, 0));
    }
  else if (label->run != NULL)
    draw_cut (self, cr, label, x, y, max_width);
  else
    {
      pango_layout_set_ellipsize (label->layout, PANGO_ELLIPSIZE_END);
      pango_layout_set_width (label->layout, (int) (max_width * PANGO_SCALE));
      cairo_move_to (cr, x, y);
      pango_cairo_show_layout_line (cr, pango_layout_get_line_readonly (label->layout, 0));
      pango_layout_set_width (label->layout, -1);
      pango_layout_set_ellipsize (label->layout, PANGO_ELLIPSIZE_NONE);
    }
}
