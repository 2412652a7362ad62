/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One line of a stack: a frame, two frames side by side, or a lock. The list of stack-pane.c binds lines to it.
 * Drawing also stores the position of the link (link_start, link_end), which clicks and hovering need. */

#include "ui/views/dump/stack-row.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n.h>

#include "core/number-format.h"
#include "analysis/incident/dump-label.h"
#include "analysis/incident/dump-stack.h"
#include "analysis/samples/frame-source.h"
#include "ui/kit/cell-drawing.h"
#include "ui/kit/pointer-input.h"
#include "paint/kit/frame-labels.h"

#define EDGE_PX      12
#define NUMBER_PX    26
#define LETTER_PX    26
#define GAP_PX       8
#define EQUAL_PX     30
#define UNDERLINE_PX 8 /* distance of a link's underline from the middle of the row */
#define ROW_PX       24
#define BAR_RADIUS   6.0f
#define SOURCE_MAX                                                                                 \
  0.5 /* maximum width of the source location, as a fraction of the available width */

#define DIM_ALPHA   0.72f
#define FAINT_ALPHA 0.62f

/* Layouts of a frame */
typedef struct
{
  PangoLayout *number;
  PangoLayout *letter;
  PangoLayout *name;
  PangoLayout *source;
  gboolean is_own;
  gboolean is_there;
} Frame;

struct _TvStackRow
{
  GtkWidget parent_instance;

  TvTrace *trace; /* (nullable) */
  TvStackLine line;
  gboolean is_beside;
  Frame frames[2];
  gboolean is_wanted; /* whether the line is a lock that the thread waits for */
  gboolean has_link;
  TvPointerInput *input;    /* not owned; freed with the widget */
  int link_start, link_end; /* x positions of the drawn link; equal if there is none */
};

G_DEFINE_FINAL_TYPE (TvStackRow, tv_stack_row, GTK_TYPE_WIDGET)

/* ---- Strings ---- */

static char *
dup_name_markup (TvTrace *trace, const TvFrame *frame, gboolean is_own)
{
  const TvSymbol *symbol;
  const char *class, *dot;
  g_autofree char *name = NULL;
  g_autofree char *simple = NULL;
  g_autofree char *package = NULL;

  if (frame->symbol == TV_NONE)
    return g_markup_printf_escaped ("0x%" PRIx64, frame->relative_pc);
  symbol = &tv_trace_get_symbols (trace, NULL)[frame->symbol];
  name = g_markup_escape_text (tv_trace_get_string (trace, symbol->name), -1);
  class = tv_trace_get_string (trace, symbol->class_name);
  if (class == NULL)
    return g_strdup_printf (is_own ? "<b>%s</b>" : "%s", name);
  dot = strrchr (class, '.');
  simple = g_markup_escape_text (dot != NULL ? dot + 1 : class, -1);
  package = dot != NULL ? g_markup_escape_text (class, dot - class) : g_strdup ("");
  return g_strdup_printf (is_own ? "%s.<b>%s</b>  <span size=\"90%%\" alpha=\"70%%\">%s</span>"
                                 : "%s.%s  <span size=\"90%%\">%s</span>",
                          simple, name, package);
}

static char *
dup_source (TvTrace *trace, const TvFrame *frame)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  char *source = tv_frame_dup_source (trace, frame);

  if (source != NULL)
    return source;
  if (frame->mapping != TV_NONE)
    return g_path_get_basename (tv_trace_get_string (trace, stacks->mappings[frame->mapping].path));
  return g_strdup (frame->kind == TV_FRAME_KERNEL ? _("kernel") : "");
}

static void
set_frame (TvStackRow *self, Frame *at, guint32 callsite, guint32 number)
{
  const TvStacks *stacks = tv_trace_get_stacks (self->trace);
  const TvFrame *frame;
  g_autofree char *markup = NULL;
  g_autofree char *source = NULL;
  g_autofree char *digits = g_strdup_printf ("%u", number);

  at->is_there = callsite != TV_NONE;
  if (!at->is_there)
    return;
  frame = &stacks->frames[stacks->callsites[callsite].frame];
  at->is_own = tv_dump_stack_is_own (self->trace, callsite);
  markup = dup_name_markup (self->trace, frame, at->is_own);
  source = dup_source (self->trace, frame);
  pango_layout_set_text (at->number, digits, -1);
  pango_layout_set_text (at->letter, tv_frame_labels_get_letter (frame->kind), -1);
  pango_layout_set_markup (at->name, markup, -1);
  pango_layout_set_text (at->source, source, -1);
}

static char *
dup_holder (TvStackRow *self, const TvDumpLock *lock)
{
  g_autofree char *owner = lock->owner != TV_NONE
                               ? tv_dump_dup_thread_label (self->trace, lock->owner)
                               : NULL;

  if (lock->use == TV_LOCK_HELD && self->line.n_waiters == 0)
    return g_strdup (_("no thread waits for it"));
  if (lock->use == TV_LOCK_HELD)
    return tv_number_printf (
        ngettext ("%u thread waits for it", "%u threads wait for it", self->line.n_waiters),
        self->line.n_waiters);
  if (owner != NULL && lock->use == TV_LOCK_JOINED)
    return g_strdup (owner);
  if (owner != NULL)
    return g_strdup_printf (_("held by %s"), owner);
  if (lock->owner_vm_tid != TV_NONE)
    return g_strdup_printf (_("held by thread %u, which is not in the dump"), lock->owner_vm_tid);
  return g_strdup (
      lock->use == TV_LOCK_WANTED || lock->use == TV_LOCK_PARKED ? _("owner not in the dump") : "");
}

static void
set_lock (TvStackRow *self)
{
  const TvDumpLock *lock = &tv_trace_get_dumps (self->trace)->locks[self->line.lock];
  g_autofree char *text = tv_stack_lines_dup_lock (self->trace, &self->line);
  g_autofree char *holder = dup_holder (self, lock);

  self->is_wanted = lock->use == TV_LOCK_WANTED;
  self->has_link = lock->owner != TV_NONE && lock->use != TV_LOCK_HELD;
  pango_layout_set_attributes (self->frames[0].name, NULL);
  pango_layout_set_text (self->frames[0].name, text, -1);
  pango_layout_set_text (self->frames[0].source, holder, -1);
}

static gboolean
has_source (TvStackRow *self)
{
  const TvStacks *stacks = tv_trace_get_stacks (self->trace);
  guint32 symbol = self->line.callsite != TV_NONE
                       ? stacks->frames[stacks->callsites[self->line.callsite].frame].symbol
                       : TV_NONE;

  return symbol != TV_NONE &&
         tv_trace_get_symbols (self->trace, NULL)[symbol].source_file != TV_NONE;
}

/**
 * tv_stack_row_set:
 * @trace: (nullable): trace of the line; %NULL for an empty row
 * @line: (nullable): line of a stack; %NULL only for an empty row
 * @is_beside: whether the list shows two stacks side by side
 *
 * Sets the line that a row shows.
 */
void
tv_stack_row_set (TvStackRow *self, TvTrace *trace, const TvStackLine *line, gboolean is_beside)
{
  g_return_if_fail (TV_IS_STACK_ROW (self));

  g_set_object (&self->trace, trace);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (trace == NULL)
    return;
  self->line = *line;
  self->is_beside = is_beside;
  self->has_link = self->is_wanted = FALSE;
  self->frames[1].is_there = FALSE;
  if (line->kind == TV_STACK_LOCK)
    set_lock (self);
  else if (line->kind == TV_STACK_REPEATED)
    {
      g_autofree char *text = tv_number_printf (
          ngettext ("%u more frame like this", "%u more frames like this", line->number),
          line->number);

      pango_layout_set_attributes (self->frames[0].name, NULL);
      pango_layout_set_text (self->frames[0].name, text, -1);
    }
  else
    {
      set_frame (self, &self->frames[0], line->callsite, line->number);
      if (is_beside)
        set_frame (self, &self->frames[1], line->other, line->other_number);
      self->has_link = !is_beside && self->frames[0].is_own && has_source (self);
    }
}

/* Returns: (transfer full): text of the line and, for a frame, its source location, for screen readers and the
 * tooltip. If two stacks are side by side, only the first is included */
char *
tv_stack_row_dup_label (TvStackRow *self)
{
  const char *source = self->line.kind != TV_STACK_REPEATED
                           ? pango_layout_get_text (self->frames[0].source)
                           : "";

  return g_strjoin (*source != '\0' ? ", " : "", pango_layout_get_text (self->frames[0].name),
                    source, NULL);
}

/* ---- Drawing ---- */

static void
tv_stack_row_measure (GtkWidget *widget,
                      GtkOrientation orientation,
                      int for_size,
                      int *minimum,
                      int *natural,
                      int *minimum_baseline,
                      int *natural_baseline)
{
  int height = 0;

  *minimum = *natural = 0;
  if (orientation != GTK_ORIENTATION_VERTICAL)
    return;
  pango_layout_get_pixel_size (TV_STACK_ROW (widget)->frames[0].name, NULL, &height);
  *minimum = *natural = MAX (ROW_PX, height + 6);
}

static gboolean
find_color (GtkWidget *widget, const char *name, GdkRGBA *color)
{
  return gtk_style_context_lookup_color (gtk_widget_get_style_context (widget), name, color);
}

/* Draws text that ends at @end. */
static void
draw_at_end (TvCellDrawing *drawing, PangoLayout *layout, int end, int max, float alpha)
{
  int x = drawing->x, width = MIN (tv_cell_layout_get_width (layout), max);

  drawing->x = end - width;
  tv_cell_drawing_text (drawing, layout, MAX (width, 1), alpha);
  drawing->x = x;
}

static void
draw_link (TvStackRow *self, TvCellDrawing *drawing, PangoLayout *layout, int end, int max)
{
  int width = MIN (tv_cell_layout_get_width (layout), max);
  GdkRGBA before = drawing->color;

  find_color (GTK_WIDGET (self), "tv_link", &drawing->color);
  gtk_snapshot_append_color (
      drawing->snapshot,
      &(GdkRGBA){ drawing->color.red, drawing->color.green, drawing->color.blue, 0.45f },
      &GRAPHENE_RECT_INIT ((float) (drawing->is_rtl ? drawing->width - end : end - width),
                           (float) (drawing->height / 2 + UNDERLINE_PX), (float) width, 1.0f));
  draw_at_end (drawing, layout, end, max, 1.0f);
  drawing->color = before;
  self->link_start = end - width;
  self->link_end = end;
}

static void
draw_frame (TvStackRow *self, TvCellDrawing *drawing, const Frame *frame, int start, int end)
{
  GdkRGBA full = drawing->color;
  int space, source;

  if (!frame->is_there)
    return;
  find_color (GTK_WIDGET (self), "tv_dim", &drawing->color);
  draw_at_end (drawing, frame->number, start + NUMBER_PX, NUMBER_PX, 1.0f);
  drawing->x = start + NUMBER_PX + GAP_PX;
  tv_cell_drawing_text (drawing, frame->letter,
                        MIN (tv_cell_layout_get_width (frame->letter), LETTER_PX), 1.0f);
  if (frame->is_own)
    drawing->color = full;
  drawing->x = start + NUMBER_PX + GAP_PX + LETTER_PX;
  space = MAX (end - drawing->x, 1);
  source = MIN (tv_cell_layout_get_width (frame->source), (int) (space * SOURCE_MAX));
  tv_cell_drawing_text (
      drawing, frame->name,
      CLAMP (tv_cell_layout_get_width (frame->name), 1, MAX (space - source - 2 * GAP_PX, 1)),
      1.0f);
  if (source > 0 && self->has_link)
    draw_link (self, drawing, frame->source, end, source);
  else if (source > 0)
    draw_at_end (drawing, frame->source, end, source, 1.0f);
  drawing->color = full;
}

/* Draws two frames side by side. If they are equal, draws an equals sign between them. */
static void
draw_beside (TvStackRow *self, TvCellDrawing *drawing)
{
  int middle = drawing->width / 2;

  draw_frame (self, drawing, &self->frames[0], EDGE_PX - GAP_PX, middle - EQUAL_PX / 2 - GAP_PX);
  draw_frame (self, drawing, &self->frames[1], middle + EQUAL_PX / 2, drawing->width - EDGE_PX);
  if (self->line.is_equal)
    {
      g_autoptr (PangoLayout) sign = tv_cell_layout_new (GTK_WIDGET (self), PANGO_ELLIPSIZE_NONE);
      GdkRGBA ground = drawing->color;

      ground.alpha *= 0.06f;
      gtk_snapshot_append_color (drawing->snapshot, &ground,
                                 &GRAPHENE_RECT_INIT ((float) (middle - EQUAL_PX / 2), 0.0f,
                                                      EQUAL_PX - 6, (float) drawing->height));
      pango_layout_set_text (sign, "=", -1);
      drawing->x = middle - 3 - tv_cell_layout_get_width (sign) / 2;
      tv_cell_drawing_text (drawing, sign, tv_cell_layout_get_width (sign), 1.0f);
    }
}

static void
draw_icon (GtkWidget *widget, TvCellDrawing *drawing, const char *name)
{
  GtkIconTheme *theme = gtk_icon_theme_get_for_display (gtk_widget_get_display (widget));
  int x = tv_cell_drawing_take (drawing, TV_CELL_ARROW_PX);
  g_autoptr (GtkIconPaintable) icon = NULL;

  icon = gtk_icon_theme_lookup_icon (theme, name, NULL, TV_CELL_ARROW_PX,
                                     gtk_widget_get_scale_factor (widget),
                                     gtk_widget_get_direction (widget), 0);
  gtk_snapshot_save (drawing->snapshot);
  gtk_snapshot_translate (
      drawing->snapshot,
      &GRAPHENE_POINT_INIT ((float) x, (float) ((drawing->height - TV_CELL_ARROW_PX) / 2)));
  gtk_symbolic_paintable_snapshot_symbolic (GTK_SYMBOLIC_PAINTABLE (icon), drawing->snapshot,
                                            TV_CELL_ARROW_PX, TV_CELL_ARROW_PX, &drawing->color, 1);
  gtk_snapshot_restore (drawing->snapshot);
}

static void
draw_lock (TvStackRow *self, TvCellDrawing *drawing)
{
  GtkWidget *widget = GTK_WIDGET (self);
  int start = EDGE_PX - GAP_PX + NUMBER_PX + GAP_PX + LETTER_PX - GAP_PX;
  int end = drawing->width - EDGE_PX + GAP_PX / 2, source;
  GskRoundedRect outline;
  GdkRGBA ground = drawing->color;
  float x = (float) (drawing->is_rtl ? drawing->width - end : start);

  ground.alpha *= 0.09f;
  if (self->is_wanted)
    find_color (widget, "tv_cause_ground", &ground);
  gsk_rounded_rect_init_from_rect (
      &outline,
      &GRAPHENE_RECT_INIT (x, 0.0f, (float) MAX (end - start, 1), (float) drawing->height),
      BAR_RADIUS);
  gtk_snapshot_push_rounded_clip (drawing->snapshot, &outline);
  gtk_snapshot_append_color (drawing->snapshot, &ground, &outline.bounds);
  gtk_snapshot_pop (drawing->snapshot);

  drawing->x = start + GAP_PX;
  if (self->is_wanted)
    find_color (widget, "tv_cause", &drawing->color);
  draw_icon (widget, drawing, "changes-prevent-symbolic");
  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &drawing->color);
  drawing->x += GAP_PX - 2;
  source = MIN (tv_cell_layout_get_width (self->frames[0].source), (end - start) / 2);
  tv_cell_drawing_text (drawing, self->frames[0].name,
                        CLAMP (tv_cell_layout_get_width (self->frames[0].name), 1,
                               MAX (end - drawing->x - source - 3 * GAP_PX, 1)),
                        self->is_wanted ? 1.0f : DIM_ALPHA);
  if (source > 0 && self->has_link)
    draw_link (self, drawing, self->frames[0].source, end - GAP_PX, source);
  else if (source > 0)
    draw_at_end (drawing, self->frames[0].source, end - GAP_PX, source, DIM_ALPHA);
}

static void
tv_stack_row_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TvStackRow *self = TV_STACK_ROW (widget);
  TvCellDrawing drawing;

  if (self->trace == NULL)
    return;
  self->link_start = self->link_end = 0;
  tv_cell_drawing_init (&drawing, widget, snapshot);
  if (self->line.kind == TV_STACK_LOCK)
    draw_lock (self, &drawing);
  else if (self->line.kind == TV_STACK_REPEATED)
    {
      drawing.x = EDGE_PX + NUMBER_PX + LETTER_PX;
      tv_cell_drawing_text (&drawing, self->frames[0].name,
                            tv_cell_layout_get_width (self->frames[0].name), FAINT_ALPHA);
    }
  else if (self->is_beside)
    draw_beside (self, &drawing);
  else
    draw_frame (self, &drawing, &self->frames[0], EDGE_PX - GAP_PX, drawing.width - EDGE_PX);
}

/* ---- Link ---- */

static gboolean
is_on_link (TvStackRow *self, double x)
{
  GtkWidget *widget = GTK_WIDGET (self);
  int start = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL
                  ? gtk_widget_get_width (widget) - (int) x
                  : (int) x;

  return self->trace != NULL && self->has_link && start >= self->link_start &&
         start < self->link_end;
}

static void
on_click (GtkWidget *widget, const TvPointerEvent *event)
{
  if (is_on_link (TV_STACK_ROW (widget), event->x))
    g_signal_emit_by_name (widget, "link");
}

static void
hover (GtkWidget *widget)
{
  TvStackRow *self = TV_STACK_ROW (widget);
  double x;

  gtk_widget_set_cursor_from_name (widget, tv_pointer_input_get_position (self->input, &x, NULL) &&
                                                   is_on_link (self, x)
                                               ? "pointer"
                                               : NULL);
}

static const TvPointerHandlers handlers = { .hover = hover, .click = on_click };

/* ---- Object ---- */

static gboolean
tv_stack_row_query_tooltip (GtkWidget *widget,
                            int x,
                            int y,
                            gboolean is_by_keyboard,
                            GtkTooltip *tooltip)
{
  TvStackRow *self = TV_STACK_ROW (widget);
  g_autofree char *label = NULL;

  if (self->trace == NULL)
    return FALSE;
  label = tv_stack_row_dup_label (self);
  gtk_tooltip_set_text (tooltip, label);
  return TRUE;
}

static void
tv_stack_row_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  TvStackRow *self = TV_STACK_ROW (widget);

  GTK_WIDGET_CLASS (tv_stack_row_parent_class)->css_changed (widget, change);
  for (guint i = 0; i < 2; i++)
    {
      pango_layout_context_changed (self->frames[i].number);
      pango_layout_context_changed (self->frames[i].letter);
      pango_layout_context_changed (self->frames[i].name);
      pango_layout_context_changed (self->frames[i].source);
    }
  gtk_widget_queue_resize (widget);
}

static void
tv_stack_row_finalize (GObject *object)
{
  TvStackRow *self = TV_STACK_ROW (object);

  for (guint i = 0; i < 2; i++)
    {
      g_clear_object (&self->frames[i].number);
      g_clear_object (&self->frames[i].letter);
      g_clear_object (&self->frames[i].name);
      g_clear_object (&self->frames[i].source);
    }
  g_clear_object (&self->trace);
  G_OBJECT_CLASS (tv_stack_row_parent_class)->finalize (object);
}

static void
tv_stack_row_class_init (TvStackRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = tv_stack_row_finalize;
  widget_class->measure = tv_stack_row_measure;
  widget_class->snapshot = tv_stack_row_snapshot;
  widget_class->query_tooltip = tv_stack_row_query_tooltip;
  widget_class->css_changed = tv_stack_row_css_changed;
  gtk_widget_class_set_css_name (widget_class, "stackrow");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LABEL);
  g_signal_new ("link", TV_TYPE_STACK_ROW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
tv_stack_row_init (TvStackRow *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  for (guint i = 0; i < 2; i++)
    {
      self->frames[i].number = tv_cell_layout_new (widget, PANGO_ELLIPSIZE_NONE);
      self->frames[i].letter = tv_cell_layout_new (widget, PANGO_ELLIPSIZE_NONE);
      self->frames[i].name = tv_cell_layout_new (widget, PANGO_ELLIPSIZE_END);
      self->frames[i].source = tv_cell_layout_new (widget, PANGO_ELLIPSIZE_START);
    }
  gtk_widget_set_has_tooltip (widget, TRUE);
  self->input = tv_pointer_input_new (widget, &handlers);
}

GtkWidget *
tv_stack_row_new (void)
{
  return g_object_new (TV_TYPE_STACK_ROW, NULL);
}
