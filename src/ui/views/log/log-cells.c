/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Cells of log lines. The cells draw themselves without child widgets, because a list creates about 200 of them at
 * once. Created by log-columns.c. All cells read the TvLogCellContext of the view. The functions tv_log_bookmark_…()
 * at the end also serve log-actions.c. */

#include "ui/views/log/log-cells.h"

#include <glib/gi18n.h>

#include "analysis/log/log-timestamp.h"
#include "analysis/log/timed-rows.h"
#include "paint/log/event-labels.h"
#include "paint/log/strip.h"
#include "ui/kit/cell-drawing.h"

#define EDGE_PX        12
#define TEXT_EDGE_PX   6
#define TICK_WIDTH_PX  4.0f
#define TICK_HEIGHT_PX 12.0f
#define FLAG_X_PX      5.0f
#define FLAG_WIDTH_PX  5.0f
#define BADGE_PX       16
#define CORNER_PX      3.0f
#define HATCH_PX       7.0f
#define HATCH_ALPHA    0.13f

/* Maximum number of bytes of a message that are laid out; longer messages do not fit on any screen. */
#define MAX_BYTES 1200

struct _TvLogCell
{
  GtkWidget parent_instance;

  TvLogCellKind kind;
  const TvLogCellContext *context;
  TvTableRow *row; /* (nullable) */
  guint32 line;    /* line of @row */
  PangoLayout *layout;
};

G_DEFINE_FINAL_TYPE (TvLogCell, tv_log_cell, GTK_TYPE_WIDGET)

/* ---- Lines ---- */

/* Returns the line of a row. Reads it from the column "id", because a filter may hide lines. */
guint32
tv_log_cell_get_line (TvTable *table, guint32 row)
{
  return (guint32) tv_table_get_integer_of (table, row, "id", TV_NONE);
}

/* Returns: (transfer none) (nullable): the decoded event of a line */
static const TvDecodedLogLine *
find_event (const TvLogCellContext *context, guint32 line)
{
  guint low = 0, high = context->events != NULL ? context->events->len : 0;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (context->events, TvDecodedLogLine, middle).line < line)
        low = middle + 1;
      else
        high = middle;
    }
  if (context->events == NULL || low >= context->events->len ||
      g_array_index (context->events, TvDecodedLogLine, low).line != line)
    return NULL;
  return &g_array_index (context->events, TvDecodedLogLine, low);
}

/* Returns whether a line continues the message of the previous line: both have the same timestamp, ids, tag and
 * level. */
static gboolean
goes_on (const TvLogLines *lines, guint32 line)
{
  return line > 0 && lines->ts[line] == lines->ts[line - 1] && lines->ts[line] != TV_NO_TIME &&
         lines->pid[line] == lines->pid[line - 1] && lines->tid[line] == lines->tid[line - 1] &&
         lines->tag[line] == lines->tag[line - 1] && lines->level[line] == lines->level[line - 1];
}

static gboolean
is_grave (TvLogLevel level)
{
  return level == TV_LOG_LEVEL_ERROR || level == TV_LOG_LEVEL_FATAL;
}

static char *
dup_process (TvTrace *trace, guint32 line)
{
  const TvLogLines *lines = tv_trace_get_log_lines (trace);
  const char *name = tv_log_find_process (trace, line);

  if (lines->pid[line] == TV_NONE)
    return g_strdup (name);
  return name != NULL ? g_strdup_printf ("%s %u", name, lines->pid[line])
                      : g_strdup_printf ("%u", lines->pid[line]);
}

/* Returns the message of a line as a single line of text. If the clock was set just before the line, a description of
 * that change precedes the message. */
static char *
dup_message (TvTrace *trace, guint32 line)
{
  const TvDecodedLogLine *event = tv_trace_find_log_event (trace, line);
  g_autofree char *message = tv_trace_dup_log_text (trace, line);
  g_autofree char *label = event != NULL && event->kind == TV_LOG_EVENT_CLOCK_JUMP
                               ? tv_log_event_dup_label (trace, event)
                               : NULL;
  g_autofree char *text = label != NULL ? g_strdup_printf ("[%s] %s", label, message)
                                        : g_steal_pointer (&message);

  return g_strdelimit (g_steal_pointer (&text), "\n\t", ' ');
}

/* Returns: (transfer full) (nullable): text of a cell; %NULL if the line has no value for the cell */
char *
tv_log_cell_dup_text (TvLogCellKind kind, const TvLogCellContext *context, guint32 line)
{
  TvTrace *trace = tv_session_get_trace (context->session);
  const TvLogLines *lines = tv_trace_get_log_lines (trace);
  const TvTimeBase *base = tv_session_get_time_base (context->session);

  switch (kind)
    {
    case TV_LOG_CELL_TIME:
      return tv_time_base_format_parts (base, lines->ts[line],
                                        TV_LOG_TIMESTAMP_MS |
                                            (base->has_days ? TV_LOG_TIMESTAMP_DATE : 0));
    case TV_LOG_CELL_LEVEL:
      return g_strdup (tv_log_level_letter ((TvLogLevel) lines->level[line]));
    case TV_LOG_CELL_PROCESS:
      return dup_process (trace, line);
    case TV_LOG_CELL_TAG:
      return g_strdup (tv_trace_get_string (trace, lines->tag[line]));
    case TV_LOG_CELL_MESSAGE:
    default:
      return dup_message (trace, line);
    }
}

/* ---- Drawing ---- */

static gboolean
look_up (TvLogCell *self, const char *name, GdkRGBA *color)
{
  return gtk_style_context_lookup_color (gtk_widget_get_style_context (GTK_WIDGET (self)), name,
                                         color);
}

static GdkRGBA
to_rgba (const TvColor *color)
{
  return (GdkRGBA){ (float) color->red, (float) color->green, (float) color->blue, 1.0f };
}

/* Hatches a cell of a line that reports dropped messages or follows a change of the clock. The pattern is continuous
 * across the cells of a row. */
static void
draw_hatch (TvLogCell *self, GtkSnapshot *snapshot, int width, int height)
{
  GtkWidget *cell = gtk_widget_get_parent (GTK_WIDGET (self));
  GtkWidget *row = cell != NULL ? gtk_widget_get_parent (cell) : NULL;
  double x = 0.0, y = 0.0;
  GdkRGBA color;
  cairo_t *cr;

  if (row != NULL)
    gtk_widget_translate_coordinates (GTK_WIDGET (self), row, 0.0, 0.0, &x, &y);
  gtk_style_context_get_color (gtk_widget_get_style_context (GTK_WIDGET (self)), &color);
  color.alpha *= HATCH_ALPHA;
  cr = gtk_snapshot_append_cairo (snapshot,
                                  &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  gdk_cairo_set_source_rgba (cr, &color);
  cairo_set_line_width (cr, 2.0);
  for (double start = -height - (double) ((int) x % (int) HATCH_PX); start < width;
       start += HATCH_PX)
    {
      cairo_move_to (cr, start, height);
      cairo_line_to (cr, start + height, 0.0);
    }
  cairo_stroke (cr);
  cairo_destroy (cr);
}

/* Draws a mark at the edge for the decoded event of a line, and beside it the flag of a bookmark. */
static void
draw_marks (TvLogCell *self, GtkSnapshot *snapshot, int height, const TvDecodedLogLine *event)
{
  float middle = (float) height / 2.0f;
  GdkRGBA color;

  if (event != NULL)
    {
      color = to_rgba (tv_log_event_shape_get_color (tv_log_event_get_shape (event->kind)));
      gtk_snapshot_append_color (
          snapshot, &color,
          &GRAPHENE_RECT_INIT (0, middle - TICK_HEIGHT_PX / 2.0f, TICK_WIDTH_PX, TICK_HEIGHT_PX));
    }
  if (tv_log_bookmark_find (self->context->session, self->line) != 0 &&
      look_up (self, "tv_bookmark", &color))
    gtk_snapshot_append_color (
        snapshot, &color, &GRAPHENE_RECT_INIT (FLAG_X_PX, middle - 7.0f, FLAG_WIDTH_PX, 14.0f));
}

static void
draw_badge (TvLogCell *self, GtkSnapshot *snapshot, int width, int height)
{
  static const TvLogShare shares[TV_N_LOG_LEVELS] = {
    TV_LOG_SHARE_DEBUG,   TV_LOG_SHARE_DEBUG, TV_LOG_SHARE_DEBUG, TV_LOG_SHARE_INFO,
    TV_LOG_SHARE_WARNING, TV_LOG_SHARE_ERROR, TV_LOG_SHARE_ERROR,
  };
  const TvLogLines *lines = tv_trace_get_log_lines (tv_session_get_trace (self->context->session));
  TvLogLevel level = (TvLogLevel) lines->level[self->line];
  float x = (float) ((width - BADGE_PX) / 2), y = (float) ((height - BADGE_PX) / 2);
  GdkRGBA tint, text;
  GskRoundedRect outline;
  PangoRectangle ink;

  if (level == TV_LOG_LEVEL_NONE)
    return;
  /* The colours of these shares are the same in all themes. */
  tint = to_rgba (tv_log_share_get_color (shares[level], NULL));
  text = to_rgba (tv_palette_get_text ());
  gsk_rounded_rect_init_from_rect (&outline, &GRAPHENE_RECT_INIT (x, y, BADGE_PX, BADGE_PX),
                                   CORNER_PX);
  gtk_snapshot_push_rounded_clip (snapshot, &outline);
  gtk_snapshot_append_color (snapshot, &tint, &outline.bounds);
  gtk_snapshot_pop (snapshot);
  pango_layout_get_pixel_extents (self->layout, NULL, &ink);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) (width - ink.width) / 2.0f,
                                                          (float) (height - ink.height) / 2.0f));
  gtk_snapshot_append_layout (snapshot, self->layout, &text);
  gtk_snapshot_restore (snapshot);
}

/* Dims the whole text or, without @is_dim, the part before the seconds, which rarely differs from line to line. */
static void
dim_part (TvLogCell *self, gboolean is_dim)
{
  const char *text = pango_layout_get_text (self->layout);
  const char *end = is_dim ? text + strlen (text) : strrchr (text, ':');
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();
  GdkRGBA dim;

  if (end != NULL && look_up (self, "tv_dim", &dim))
    {
      PangoAttribute *color = pango_attr_foreground_new ((guint16) (dim.red * 65535.0f),
                                                         (guint16) (dim.green * 65535.0f),
                                                         (guint16) (dim.blue * 65535.0f));

      color->end_index = (guint) (end - text) + (is_dim ? 0 : 1);
      pango_attr_list_insert (attributes, color);
    }
  pango_layout_set_attributes (self->layout, attributes);
}

static void
draw_text (TvLogCell *self, TvCellDrawing *drawing, const TvLogLines *lines)
{
  gboolean repeats = goes_on (lines, self->line);
  GdkRGBA color;

  if (self->kind == TV_LOG_CELL_TIME)
    dim_part (self, repeats);
  else if (self->kind != TV_LOG_CELL_MESSAGE && repeats && look_up (self, "tv_dim", &color))
    drawing->color = color;
  else if (self->kind == TV_LOG_CELL_PROCESS && look_up (self, "tv_dim", &color))
    drawing->color = color;
  else if (self->kind == TV_LOG_CELL_MESSAGE && is_grave ((TvLogLevel) lines->level[self->line]) &&
           look_up (self, "tv_error_text", &color))
    drawing->color = color;
  drawing->x = self->kind == TV_LOG_CELL_TIME ? EDGE_PX : TEXT_EDGE_PX;
  tv_cell_drawing_text (drawing, self->layout,
                        MAX (MIN (tv_cell_layout_get_width (self->layout),
                                  drawing->width - drawing->x - TEXT_EDGE_PX),
                             1),
                        1.0f);
}

static void
tv_log_cell_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TvLogCell *self = TV_LOG_CELL (widget);
  TvCellDrawing drawing;
  const TvDecodedLogLine *event;

  if (self->row == NULL)
    return;
  tv_cell_drawing_init (&drawing, widget, snapshot);
  event = find_event (self->context, self->line);
  if (event != NULL &&
      (event->kind == TV_LOG_EVENT_LOST_LINES || event->kind == TV_LOG_EVENT_CLOCK_JUMP))
    draw_hatch (self, snapshot, drawing.width, drawing.height);
  if (self->kind == TV_LOG_CELL_TIME)
    draw_marks (self, snapshot, drawing.height, event);
  if (self->kind == TV_LOG_CELL_LEVEL)
    draw_badge (self, snapshot, drawing.width, drawing.height);
  else
    draw_text (self, &drawing,
               tv_trace_get_log_lines (tv_session_get_trace (self->context->session)));
}

/* ---- Object ---- */

static gboolean
tv_log_cell_query_tooltip (GtkWidget *widget,
                           int x,
                           int y,
                           gboolean is_by_keyboard,
                           GtkTooltip *tooltip)
{
  TvLogCell *self = TV_LOG_CELL (widget);
  TvTrace *trace = tv_session_get_trace (self->context->session);
  const TvDecodedLogLine *event;
  g_autofree char *tooltip_text = NULL;

  if (self->row == NULL)
    return FALSE;
  event = self->kind == TV_LOG_CELL_TIME ? find_event (self->context, self->line) : NULL;
  if (event != NULL)
    tooltip_text = tv_log_event_dup_label (trace, event);
  else if (self->kind == TV_LOG_CELL_LEVEL)
    tooltip_text = g_strdup (
        tv_log_level_name ((TvLogLevel) tv_trace_get_log_lines (trace)->level[self->line]));
  else if (pango_layout_is_ellipsized (self->layout))
    tooltip_text = g_strdup (pango_layout_get_text (self->layout));
  gtk_tooltip_set_text (tooltip, tooltip_text);
  return tooltip_text != NULL;
}

static void
tv_log_cell_measure (GtkWidget *widget,
                     GtkOrientation orientation,
                     int for_size,
                     int *minimum,
                     int *natural,
                     int *minimum_baseline,
                     int *natural_baseline)
{
  TvLogCell *self = TV_LOG_CELL (widget);
  int height;

  pango_layout_get_pixel_size (self->layout, NULL, &height);
  *minimum = *natural = orientation == GTK_ORIENTATION_VERTICAL ? height : 2 * TEXT_EDGE_PX;
}

static void
tv_log_cell_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (tv_log_cell_parent_class)->css_changed (widget, change);
  pango_layout_context_changed (TV_LOG_CELL (widget)->layout);
  gtk_widget_queue_resize (widget);
}

static void
tv_log_cell_finalize (GObject *object)
{
  TvLogCell *self = TV_LOG_CELL (object);

  g_clear_object (&self->row);
  g_clear_object (&self->layout);
  G_OBJECT_CLASS (tv_log_cell_parent_class)->finalize (object);
}

static void
tv_log_cell_class_init (TvLogCellClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = tv_log_cell_finalize;
  widget_class->measure = tv_log_cell_measure;
  widget_class->snapshot = tv_log_cell_snapshot;
  widget_class->query_tooltip = tv_log_cell_query_tooltip;
  widget_class->css_changed = tv_log_cell_css_changed;
  gtk_widget_class_set_css_name (widget_class, "logcell");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LABEL);
}

static void
tv_log_cell_init (TvLogCell *self)
{
  self->layout = tv_cell_layout_new (GTK_WIDGET (self), PANGO_ELLIPSIZE_END);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
}

GtkWidget *
tv_log_cell_new (TvLogCellKind kind, const TvLogCellContext *context)
{
  TvLogCell *self = g_object_new (TV_TYPE_LOG_CELL, NULL);

  self->kind = kind;
  self->context = context;
  /* Process names differ more often at their end than at their start. */
  if (kind == TV_LOG_CELL_PROCESS)
    pango_layout_set_ellipsize (self->layout, PANGO_ELLIPSIZE_START);
  if (kind == TV_LOG_CELL_LEVEL)
    {
      g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();

      pango_attr_list_insert (attributes, pango_attr_weight_new (PANGO_WEIGHT_BOLD));
      pango_layout_set_attributes (self->layout, attributes);
    }
  return GTK_WIDGET (self);
}

/* Sets the row; %NULL clears the cell. */
void
tv_log_cell_set_row (TvLogCell *self, TvTableRow *row)
{
  g_autofree char *text = NULL;

  g_return_if_fail (TV_IS_LOG_CELL (self));

  g_set_object (&self->row, row);
  if (row == NULL)
    return;
  self->line = tv_log_cell_get_line (tv_table_row_get_table (row), tv_table_row_get_row (row));
  text = tv_log_cell_dup_text (self->kind, self->context, self->line);
  if (text != NULL && strlen (text) > MAX_BYTES)
    *g_utf8_find_prev_char (text, text + MAX_BYTES) = '\0';
  pango_layout_set_text (self->layout, text != NULL ? text : "", -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* ---- Bookmarks of lines, which are bookmarks of the session ---- */

#define NAME_MAX_BYTES 80

/* Returns: (transfer full): name for the bookmark of a line: its tag and message */
char *
tv_log_bookmark_dup_name (TvTrace *trace, guint32 line)
{
  const char *tag = tv_trace_get_string (trace, tv_trace_get_log_lines (trace)->tag[line]);
  g_autofree char *message = dup_message (trace, line);
  g_autofree char *name = g_strconcat (tag != NULL ? tag : "", tag != NULL ? ": " : "", message,
                                       NULL);

  if (strlen (name) > NAME_MAX_BYTES)
    *g_utf8_find_prev_char (name, name + NAME_MAX_BYTES) = '\0';
  return g_strdup (g_strstrip (name));
}

/* Returns the time for the bookmark of a line. Lines with the same timestamp have bookmarks at successive
 * nanoseconds. */
gint64
tv_log_bookmark_get_ns (TvTrace *trace, guint32 line)
{
  gint64 ts = tv_trace_get_log_lines (trace)->ts[line];

  return ts + (line - tv_timed_rows_find_from (trace, &tv_log_rows, ts));
}

/* Returns the id of the bookmark of a line; 0 if it has none. */
guint
tv_log_bookmark_find (TvSession *session, guint32 line)
{
  TvTrace *trace = tv_session_get_trace (session);
  const GArray *marks = tv_session_get_marks (session);
  gint64 ns;

  if (marks->len == 0 || tv_trace_get_log_lines (trace)->ts[line] == TV_NO_TIME)
    return 0;
  ns = tv_log_bookmark_get_ns (trace, line);
  for (guint i = 0; i < marks->len; i++)
    {
      const TvBookmark *mark = &g_array_index (marks, TvBookmark, i);

      if (mark->start_ns == ns && mark->end_ns == ns)
        return mark->id;
    }
  return 0;
}
