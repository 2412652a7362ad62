/* SPDX-License-Identifier: GPL-3.0-or-later */

/*   LayoutInflater.inflate
 *   (int, ViewGroup, boolean): View
 *   Wall  38.20 ms   self  4.11 ms      62 % of caller
 *   CPU   31.02 ms   self  3.90 ms      call 3 of 14
 */

#include "ui/timeline-card.h"

#include <glib/gi18n.h>
#include <math.h>

#include "core/signature.h"
#include "paint/time-format.h"
#include "paint/timeline-painter.h"

#define INSET_PX      12.0
#define LINE_GAP_PX   3.0
#define COLUMN_GAP_PX 10.0
#define NOTE_GAP_PX   24.0
#define MAX_WIDTH_PX  420.0
#define RADIUS_PX     8.0

/* From the pointer's tip; its own picture reaches further down than up. */
#define OFFSET_X_PX 14.0
#define OFFSET_Y_PX 22.0

/* A call's own time is that of the call without its callees': with more rows below it than this
 * a worker adds them up. */
#define MAX_ROWS_AT_ONCE 20000

#define N_COLUMNS 4 /* clock, its time, "self", its time */

typedef struct
{
  PangoLayout *columns[N_COLUMNS];
  PangoLayout *note; /* (nullable): on the right */
} Line;

struct _TvTimelineCard
{
  GtkWidget *widget;
  TvSession *session;
  guint32 slice;
  GCancellable *cancellable; /* set while a worker finds the call's own times */

  PangoLayout *name;
  PangoLayout *signature; /* (nullable) */
  Line lines[TV_N_CLOCKS + 1];
  guint n_lines;

  double columns[N_COLUMNS];
  double width;
  double height;
};

typedef struct
{
  TvTrace *trace;
  guint32 slice;
  gint64 ns[TV_N_CLOCKS];
} SelfTime;

static PangoLayout *
make_layout (TvTimelineCard *self, double size, PangoWeight weight, const char *text)
{
  PangoLayout *layout = gtk_widget_create_pango_layout (self->widget, text);
  PangoAttrList *attributes = pango_attr_list_new ();

  pango_attr_list_insert (attributes, pango_attr_scale_new (size));
  pango_attr_list_insert (attributes, pango_attr_weight_new (weight));
  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
  pango_layout_set_attributes (layout, attributes);
  pango_attr_list_unref (attributes);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  return layout;
}

static double
get_width (PangoLayout *layout)
{
  int width = 0;

  if (layout != NULL)
    pango_layout_get_pixel_size (layout, &width, NULL);
  return width;
}

static double
get_height (PangoLayout *layout)
{
  int height = 0;

  if (layout != NULL)
    pango_layout_get_pixel_size (layout, NULL, &height);
  return height;
}

static void
limit_width (PangoLayout *layout)
{
  if (layout == NULL || get_width (layout) <= MAX_WIDTH_PX)
    return;
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  pango_layout_set_width (layout, (int) (MAX_WIDTH_PX * PANGO_SCALE));
}

/* ---- Own time ---- */

static void
self_time_free (SelfTime *self_time)
{
  g_object_unref (self_time->trace);
  g_free (self_time);
}

static void
find_self_time (SelfTime *self_time)
{
  for (int clock = 0; clock < TV_N_CLOCKS; clock++)
    if (tv_trace_has_clock (self_time->trace, clock))
      self_time->ns[clock] = tv_trace_get_self_ns (self_time->trace, self_time->slice, clock);
}

static void
self_time_worker (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  find_self_time (data);
  g_task_return_boolean (task, TRUE);
}

static void measure (TvTimelineCard *self);

static void
show_self_time (TvTimelineCard *self, const SelfTime *self_time)
{
  guint line = 0;

  for (int clock = 0; clock < TV_N_CLOCKS; clock++)
    if (tv_trace_has_clock (self_time->trace, clock))
      {
        g_autofree char *text = tv_time_format (self_time->ns[clock]);

        pango_layout_set_text (self->lines[line++].columns[3], text, -1);
      }
  measure (self);
}

static void
on_self_time_found (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TvTimelineCard *self = user_data;

  /* A card that is gone has cancelled, and is not to be looked at. */
  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    return;
  g_clear_object (&self->cancellable);
  show_self_time (self, g_task_get_task_data (G_TASK (result)));
  gtk_widget_queue_draw (self->widget);
}

static void
start_self_time (TvTimelineCard *self)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  SelfTime *self_time = g_new0 (SelfTime, 1);
  guint32 n_rows = tv_trace_get_subtree_end (trace, self->slice) - self->slice;

  self_time->trace = g_object_ref (trace);
  self_time->slice = self->slice;
  if (n_rows <= MAX_ROWS_AT_ONCE)
    {
      find_self_time (self_time);
      show_self_time (self, self_time);
      self_time_free (self_time);
    }
  else
    {
      g_autoptr (GTask) task = NULL;

      self->cancellable = g_cancellable_new ();
      task = g_task_new (NULL, self->cancellable, on_self_time_found, self);
      g_task_set_task_data (task, self_time, (GDestroyNotify) self_time_free);
      g_task_run_in_thread (task, self_time_worker);
    }
}

/* ---- Texts ---- */

static char *
dup_caller_note (TvTimelineCard *self)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  const TvSlices *slices = tv_trace_get_slices (trace);
  const TvTimeColumn *dur = tv_trace_get_main_clock (trace) == TV_CLOCK_CPU &&
                                    tv_time_column_is_present (&slices->cpu_dur)
                                ? &slices->cpu_dur
                                : &slices->dur;
  guint32 parent = slices->parent[self->slice];
  double percent;

  if (parent == TV_NONE || tv_time_column_get (dur, parent) <= 0)
    return NULL;
  percent = 100.0 * (double) tv_time_column_get (dur, self->slice) /
            (double) tv_time_column_get (dur, parent);
  /* Translators: how much of its caller's time a call takes */
  return g_strdup_printf (_("%.*f %% of caller"), percent < 9.95 ? 1 : 0, percent);
}

static int
compare_slices (gconstpointer a, gconstpointer b)
{
  guint32 sa = *(const guint32 *) a, sb = *(const guint32 *) b;

  return (sa > sb) - (sa < sb);
}

static char *
dup_occurrence_note (TvTimelineCard *self)
{
  const TvSlices *slices = tv_trace_get_slices (tv_session_get_trace (self->session));
  GArray *occurrences = tv_session_get_occurrences (self->session);
  guint at;

  if (occurrences == NULL ||
      tv_session_get_selected_symbol (self->session) != slices->symbol[self->slice] ||
      !g_array_binary_search (occurrences, &self->slice, compare_slices, &at))
    return NULL;
  /* Translators: which of a method's calls this is */
  return g_strdup_printf (_("call %u of %u"), at + 1, occurrences->len);
}

static const char *
get_flag_text (guint8 flags)
{
  if (flags & TV_SLICE_OPEN)
    return _("did not end in the trace");
  if (flags & TV_SLICE_UNWOUND)
    return _("ended by an exception");
  if (flags & TV_SLICE_FORCED)
    return _("its exit is missing");
  return NULL;
}

static void
add_line (TvTimelineCard *self, TvClock clock)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  const TvSlices *slices = tv_trace_get_slices (trace);
  gboolean is_wall = clock == TV_CLOCK_WALL;
  gint64 ns = tv_time_column_get (
      is_wall || !tv_time_column_is_present (&slices->cpu_dur) ? &slices->dur : &slices->cpu_dur,
      self->slice);
  g_autofree char *time = tv_time_format (ns);
  Line *line = &self->lines[self->n_lines++];

  line->columns[0] = make_layout (self, 0.88, PANGO_WEIGHT_NORMAL, is_wall ? _("Wall") : _("CPU"));
  line->columns[1] = make_layout (self, 0.88, PANGO_WEIGHT_NORMAL, time);
  line->columns[2] = make_layout (self, 0.88, PANGO_WEIGHT_NORMAL, _("self"));
  line->columns[3] = make_layout (self, 0.88, PANGO_WEIGHT_NORMAL, "…");
}

static void
add_notes (TvTimelineCard *self)
{
  const TvSlices *slices = tv_trace_get_slices (tv_session_get_trace (self->session));
  const char *flag = get_flag_text (slices->flags[self->slice]);
  g_autofree char *caller = dup_caller_note (self);
  g_autofree char *occurrence = dup_occurrence_note (self);
  const char *notes[] = { caller, occurrence, flag };
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (notes); i++)
    {
      if (notes[i] == NULL || n == G_N_ELEMENTS (self->lines))
        continue;
      self->lines[n].note = make_layout (self, 0.8, PANGO_WEIGHT_NORMAL, notes[i]);
      self->n_lines = MAX (self->n_lines, ++n);
    }
}

static double
get_line_height (const Line *line)
{
  double height = get_height (line->note);

  for (int i = 0; i < N_COLUMNS; i++)
    height = MAX (height, get_height (line->columns[i]));
  return height;
}

static void
measure (TvTimelineCard *self)
{
  double lines_width = 0.0, note_width = 0.0;

  self->height = 2.0 * INSET_PX - 2.0 + get_height (self->name) + LINE_GAP_PX;
  if (self->signature != NULL)
    self->height += get_height (self->signature);
  self->height += LINE_GAP_PX;

  for (int column = 0; column < N_COLUMNS; column++)
    {
      self->columns[column] = 0.0;
      for (guint i = 0; i < self->n_lines; i++)
        self->columns[column] = MAX (self->columns[column],
                                     get_width (self->lines[i].columns[column]));
      lines_width += self->columns[column] + (column > 0 ? COLUMN_GAP_PX : 0.0);
    }
  for (guint i = 0; i < self->n_lines; i++)
    {
      note_width = MAX (note_width, get_width (self->lines[i].note));
      self->height += LINE_GAP_PX + get_line_height (&self->lines[i]);
    }
  if (note_width > 0.0)
    lines_width += NOTE_GAP_PX + note_width;
  self->width = MAX (get_width (self->name), get_width (self->signature));
  self->width = MAX (self->width, lines_width) + 2.0 * INSET_PX;
}

/**
 * tv_timeline_card_new:
 * @widget: what the card is drawn on; must outlive it
 * @session: what @slice is of; must outlive the card
 * @slice: a call
 *
 * Returns: (transfer full): a card
 */
TvTimelineCard *
tv_timeline_card_new (GtkWidget *widget, TvSession *session, guint32 slice)
{
  TvTimelineCard *self = g_new0 (TvTimelineCard, 1);
  TvTrace *trace = tv_session_get_trace (session);
  guint32 symbol = tv_trace_get_slices (trace)->symbol[slice];
  guint32 signature = tv_trace_get_symbols (trace, NULL)[symbol].signature;
  g_autofree char *name = tv_timeline_dup_call_label (trace, symbol);

  self->widget = widget;
  self->session = session;
  self->slice = slice;
  self->name = make_layout (self, 0.95, PANGO_WEIGHT_BOLD, name);
  limit_width (self->name);
  if (signature != TV_NONE)
    {
      g_autofree char *text = tv_signature_to_readable (tv_trace_get_string (trace, signature));

      self->signature = make_layout (self, 0.82, PANGO_WEIGHT_NORMAL, text);
      limit_width (self->signature);
    }
  for (int clock = 0; clock < TV_N_CLOCKS; clock++)
    if (tv_trace_has_clock (trace, clock))
      add_line (self, clock);
  add_notes (self);
  measure (self);
  start_self_time (self);
  return self;
}

void
tv_timeline_card_free (TvTimelineCard *self)
{
  if (self == NULL)
    return;
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_object_unref (self->name);
  g_clear_object (&self->signature);
  for (guint i = 0; i < G_N_ELEMENTS (self->lines); i++)
    {
      for (int column = 0; column < N_COLUMNS; column++)
        g_clear_object (&self->lines[i].columns[column]);
      g_clear_object (&self->lines[i].note);
    }
  g_free (self);
}

guint32
tv_timeline_card_get_slice (const TvTimelineCard *self)
{
  return self->slice;
}

/**
 * tv_timeline_card_dup_text:
 * @self: a card
 *
 * Returns: (transfer full): all that it says, for those who hear it
 */
char *
tv_timeline_card_dup_text (const TvTimelineCard *self)
{
  g_autoptr (GString) text = g_string_new (pango_layout_get_text (self->name));

  if (self->signature != NULL)
    g_string_append_printf (text, " %s", pango_layout_get_text (self->signature));
  for (guint i = 0; i < self->n_lines; i++)
    {
      const Line *line = &self->lines[i];

      for (int column = 0; column < N_COLUMNS; column++)
        if (line->columns[column] != NULL)
          g_string_append_printf (text, "%s%s", column == 0 ? ", " : " ",
                                  pango_layout_get_text (line->columns[column]));
      if (line->note != NULL)
        g_string_append_printf (text, ", %s", pango_layout_get_text (line->note));
    }
  return g_strdup (text->str);
}

/* ---- Drawing ---- */

/**
 * tv_timeline_card_place:
 * @self: a card
 * @pointer_x: where the pointer is
 * @pointer_y: where the pointer is
 * @room: what the card may not leave
 * @place: (out): where it goes: below and right of the pointer, or else on another side of it
 *
 * Returns: whether there is such a place that is not under the pointer
 */
gboolean
tv_timeline_card_place (const TvTimelineCard *self,
                        double pointer_x,
                        double pointer_y,
                        const graphene_rect_t *room,
                        graphene_rect_t *place)
{
  double left = room->origin.x + 4.0, right = room->origin.x + room->size.width - 4.0;
  double top = room->origin.y + 4.0, bottom = room->origin.y + room->size.height - 4.0;
  double x = pointer_x + OFFSET_X_PX, y = pointer_y + OFFSET_Y_PX;

  if (self->width > right - left || self->height > bottom - top)
    return FALSE;
  if (x + self->width > right)
    x = pointer_x - OFFSET_X_PX - self->width;
  if (y + self->height > bottom)
    y = pointer_y - OFFSET_X_PX - self->height;

  /* Where only one of the directions has room, the card may slide along the other. */
  if (y < top && x >= left)
    y = CLAMP (pointer_y - self->height / 2.0, top, bottom - self->height);
  else if (x < left && y >= top)
    x = CLAMP (pointer_x - self->width / 2.0, left, right - self->width);
  if (x < left || y < top)
    return FALSE;
  graphene_rect_init (place, (float) round (x), (float) round (y), (float) self->width,
                      (float) self->height);
  return TRUE;
}

static void
show (cairo_t *cr, PangoLayout *layout, double x, double y, const TvColor *color)
{
  if (layout == NULL)
    return;
  tv_color_set_source (color, cr);
  cairo_move_to (cr, x, y);
  pango_cairo_show_layout (cr, layout);
}

static void
trace_outline (cairo_t *cr, double x, double y, double width, double height)
{
  cairo_new_sub_path (cr);
  cairo_arc (cr, x + width - RADIUS_PX, y + RADIUS_PX, RADIUS_PX, -G_PI_2, 0.0);
  cairo_arc (cr, x + width - RADIUS_PX, y + height - RADIUS_PX, RADIUS_PX, 0.0, G_PI_2);
  cairo_arc (cr, x + RADIUS_PX, y + height - RADIUS_PX, RADIUS_PX, G_PI_2, G_PI);
  cairo_arc (cr, x + RADIUS_PX, y + RADIUS_PX, RADIUS_PX, G_PI, 1.5 * G_PI);
  cairo_close_path (cr);
}

static void
paint_line (const TvTimelineCard *self,
            cairo_t *cr,
            const Line *line,
            double left,
            double right,
            double y,
            const TvTheme *theme)
{
  double x = left;
  double height = get_line_height (line);

  for (int column = 0; column < N_COLUMNS; column++)
    {
      /* Words on the left, figures on the right of their columns. */
      gboolean is_figure = column % 2 == 1;
      double slack = self->columns[column] - get_width (line->columns[column]);

      show (cr, line->columns[column], is_figure ? x + slack : x, y,
            is_figure ? &theme->text : &theme->dim_text);
      x += self->columns[column] + COLUMN_GAP_PX;
    }
  show (cr, line->note, right - get_width (line->note),
        y + round ((height - get_height (line->note)) / 2.0), &theme->dim_text);
}

/**
 * tv_timeline_card_paint:
 * @self: a card
 * @cr: where to paint
 * @place: of tv_timeline_card_place()
 * @theme: colours
 */
void
tv_timeline_card_paint (const TvTimelineCard *self,
                        cairo_t *cr,
                        const graphene_rect_t *place,
                        const TvTheme *theme)
{
  double left = place->origin.x + INSET_PX;
  double right = place->origin.x + place->size.width - INSET_PX;
  double y = place->origin.y + INSET_PX - 1.0;

  trace_outline (cr, place->origin.x + 0.5, place->origin.y + 0.5, place->size.width - 1.0,
                 place->size.height - 1.0);
  tv_color_set_source (&theme->card, cr);
  cairo_fill_preserve (cr);
  tv_color_set_source (&theme->card_border, cr);
  cairo_set_line_width (cr, 1.0);
  cairo_stroke (cr);

  show (cr, self->name, left, y, &theme->text);
  y += get_height (self->name) + LINE_GAP_PX;
  show (cr, self->signature, left, y, &theme->dim_text);
  y += get_height (self->signature) + LINE_GAP_PX;
  for (guint i = 0; i < self->n_lines; i++)
    {
      y += LINE_GAP_PX;
      paint_line (self, cr, &self->lines[i], left, right, y, theme);
      y += get_line_height (&self->lines[i]);
    }
}
