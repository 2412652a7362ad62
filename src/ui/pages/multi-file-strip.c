/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/pages/multi-file-strip.h"

#include <math.h>

#include <glib/gi18n.h>

#include "paint/kit/palette.h"
#include "core/time-format.h"

/* Bars for the time ranges of the files to be opened together. Used by the pane of files (multi-file-pane.c). Owns a
 * copy of the time ranges. */

#define BAR_PX       8
#define STEP_PX      11
#define LABEL_PX     20
#define LABEL_GAP_PX 8
#define MIN_PX       3.0
#define MAX_BARS     12
#define NS_PER_S     G_GINT64_CONSTANT (1000000000)

typedef struct
{
  guint color;
  gint64 start_ns;
  gint64 end_ns;
  gint64 unsure_ns;
} Bar;

struct _TvMultiFileStrip
{
  GtkWidget parent_instance;

  GArray *bars; /* (element-type Bar) */
  gint64 start_ns;
  gint64 end_ns;
  gboolean is_wall;
};

G_DEFINE_FINAL_TYPE (TvMultiFileStrip, tv_multi_file_strip, GTK_TYPE_WIDGET)

static GdkRGBA
get_color (guint index, float alpha)
{
  const TvColor *color = tv_palette_get_color (index % TV_PALETTE_SIZE);

  return (GdkRGBA){ (float) color->red, (float) color->green, (float) color->blue, alpha };
}

static float
get_x (const TvMultiFileStrip *self, gint64 ns, int width)
{
  double span = (double) MAX (self->end_ns - self->start_ns, 1);

  return (float) ((double) (ns - self->start_ns) / span * width);
}

/* Draws the bar of a file. The width of the soft edges is the uncertainty of the file's offset. */
static void
draw_bar (const TvMultiFileStrip *self, GtkSnapshot *snapshot, const Bar *bar, int width, float y)
{
  float start = get_x (self, bar->start_ns, width), end = get_x (self, bar->end_ns, width);
  float soft = get_x (self, self->start_ns + bar->unsure_ns, width);
  GdkRGBA solid = get_color (bar->color, 1.0f), clear = get_color (bar->color, 0.0f);

  if (end - start < (float) MIN_PX)
    {
      float middle = (start + end) / 2.0f;

      start = CLAMP (middle - (float) MIN_PX / 2.0f, 0.0f, (float) (width - MIN_PX));
      end = start + (float) MIN_PX;
    }
  if (soft >= 1.0f)
    {
      const GskColorStop in[] = { { 0.0f, clear }, { 1.0f, solid } };
      const GskColorStop out[] = { { 0.0f, solid }, { 1.0f, clear } };

      gtk_snapshot_append_linear_gradient (
          snapshot, &GRAPHENE_RECT_INIT (start - soft, y, soft, BAR_PX),
          &GRAPHENE_POINT_INIT (start - soft, y), &GRAPHENE_POINT_INIT (start, y), in, 2);
      gtk_snapshot_append_linear_gradient (snapshot, &GRAPHENE_RECT_INIT (end, y, soft, BAR_PX),
                                           &GRAPHENE_POINT_INIT (end, y),
                                           &GRAPHENE_POINT_INIT (end + soft, y), out, 2);
    }
  gtk_snapshot_append_color (snapshot, &solid, &GRAPHENE_RECT_INIT (start, y, end - start, BAR_PX));
}

/* Returns: (transfer full) (nullable): the wall clock time; NULL if times are not wall clock times */
static GDateTime *
get_time (const TvMultiFileStrip *self, gint64 ns)
{
  return self->is_wall ? g_date_time_new_from_unix_utc (ns / NS_PER_S) : NULL;
}

static gboolean
is_same_day (const TvMultiFileStrip *self, gint64 a_ns, gint64 b_ns)
{
  g_autoptr (GDateTime) a = get_time (self, a_ns);
  g_autoptr (GDateTime) b = get_time (self, b_ns);

  return a != NULL && b != NULL &&
         g_date_time_get_day_of_year (a) == g_date_time_get_day_of_year (b) &&
         g_date_time_get_year (a) == g_date_time_get_year (b);
}

/* Returns: (transfer full): the label of a time. The label at the start contains the date; later labels contain it
 * only if the day differs from that of @before_ns. */
static char *
dup_label (const TvMultiFileStrip *self, gint64 ns, gint64 before_ns)
{
  g_autoptr (GDateTime) time = get_time (self, ns);
  gboolean is_long = self->end_ns - self->start_ns > 600 * NS_PER_S;

  if (time == NULL)
    return tv_time_format (ns);
  if (ns > self->start_ns && is_same_day (self, ns, before_ns))
    return g_date_time_format (time, is_long ? "%H:%M" : "%T");
  return g_strchug (g_date_time_format (time, is_long ? _("%e %b %H:%M") : _("%e %b %T")));
}

/* Draws labels for the start and the end, and for the middle if there is enough space. */
static void
draw_labels (TvMultiFileStrip *self, GtkSnapshot *snapshot, int width, float y)
{
  gint64 middle_ns = self->start_ns + (self->end_ns - self->start_ns) / 2;
  const gint64 times[] = { self->start_ns, self->end_ns, middle_ns };
  const gint64 before[] = { self->start_ns, middle_ns, self->start_ns };
  static const float align[] = { 0.0f, 1.0f, 0.5f };
  int widths[3];
  GdkRGBA color;

  gtk_style_context_get_color (gtk_widget_get_style_context (GTK_WIDGET (self)), &color);
  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    {
      g_autofree char *text = dup_label (self, times[i], before[i]);
      g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);

      pango_layout_get_pixel_size (layout, &widths[i], NULL);
      if (i == 2 && MAX (widths[0], widths[1]) + LABEL_GAP_PX > (width - widths[2]) / 2)
        return;
      gtk_snapshot_save (snapshot);
      gtk_snapshot_translate (
          snapshot,
          &GRAPHENE_POINT_INIT (roundf (align[i] * (float) (width - widths[i])), y + 2.0f));
      gtk_snapshot_append_layout (snapshot, layout, &color);
      gtk_snapshot_restore (snapshot);
    }
}

static void
tv_multi_file_strip_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TvMultiFileStrip *self = TV_MULTI_FILE_STRIP (widget);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  float y = 0.0f, bottom = (float) (height - LABEL_PX);
  GdkRGBA line;

  if (self->bars->len == 0 || width <= 0)
    return;
  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &line);
  line.alpha = 0.15f;
  gtk_snapshot_push_clip (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  for (int i = 0; i <= 4; i++)
    gtk_snapshot_append_color (
        snapshot, &line,
        &GRAPHENE_RECT_INIT (roundf ((float) (width - 1) * (float) i / 4.0f), 0, 1, bottom));
  for (guint i = 0; i < MIN (self->bars->len, (guint) MAX_BARS); i++, y += STEP_PX)
    draw_bar (self, snapshot, &g_array_index (self->bars, Bar, i), width, y);
  draw_labels (self, snapshot, width, bottom);
  gtk_snapshot_pop (snapshot);
}

static void
tv_multi_file_strip_measure (GtkWidget *widget,
                             GtkOrientation orientation,
                             int for_size,
                             int *minimum,
                             int *natural,
                             int *minimum_baseline,
                             int *natural_baseline)
{
  TvMultiFileStrip *self = TV_MULTI_FILE_STRIP (widget);

  *minimum_baseline = *natural_baseline = -1;
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL
                            ? 100
                            : (int) MIN (self->bars->len, (guint) MAX_BARS) * STEP_PX + LABEL_PX;
}

/**
 * tv_multi_file_strip_set:
 * @files: (array length=n): files
 * @durations: (array length=n): durations of the files in ns; 0 for a point in time
 * @n: number of files
 * @is_wall: whether times are wall clock times
 *
 * Shows the synchronized files, with colours by their index. Hides the strip if fewer than two files are
 * synchronized.
 */
void
tv_multi_file_strip_set (TvMultiFileStrip *self,
                         const TvMultiFileMember *files,
                         const gint64 *durations,
                         guint n,
                         gboolean is_wall)
{
  g_array_set_size (self->bars, 0);
  self->is_wall = is_wall;
  for (guint i = 0; i < n; i++)
    {
      Bar bar = { i, files[i].start_ns, files[i].start_ns + MAX (durations[i], 0),
                  files[i].uncertainty_ns };

      if (!files[i].is_synchronized)
        continue;
      self->start_ns = self->bars->len == 0 ? bar.start_ns : MIN (self->start_ns, bar.start_ns);
      self->end_ns = self->bars->len == 0 ? bar.end_ns : MAX (self->end_ns, bar.end_ns);
      g_array_append_val (self->bars, bar);
    }
  gtk_widget_set_visible (GTK_WIDGET (self), self->bars->len > 1);
  gtk_widget_queue_resize (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
tv_multi_file_strip_finalize (GObject *object)
{
  g_array_unref (TV_MULTI_FILE_STRIP (object)->bars);
  G_OBJECT_CLASS (tv_multi_file_strip_parent_class)->finalize (object);
}

static void
tv_multi_file_strip_class_init (TvMultiFileStripClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = tv_multi_file_strip_finalize;
  widget_class->snapshot = tv_multi_file_strip_snapshot;
  widget_class->measure = tv_multi_file_strip_measure;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  gtk_widget_class_set_css_name (widget_class, "strip");
}

static void
tv_multi_file_strip_init (TvMultiFileStrip *self)
{
  self->bars = g_array_new (FALSE, FALSE, sizeof (Bar));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Overlap"), -1);
}
