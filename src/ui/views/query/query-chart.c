/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Line chart, bar chart or histogram of a query result. Created by the Query view (query-view.c), which sets the
 * result and the filtered rows. Owns the chart data that a worker has computed (query-chart-data.h). Does not change
 * the session. */

#include "ui/views/query/query-chart.h"

#include <glib/gi18n.h>
#include <math.h>

#include "core/time-format.h"
#include "ui/kit/canvas.h"
#include "ui/kit/drop-down-name.h"
#include "ui/kit/font-scale.h"
#include "ui/kit/number-format.h"
#include "ui/kit/work.h"
#include "ui/kit/wrap-row.h"

#define MIN_HEIGHT_PX 60
#define MIN_WIDTH_PX  180
#define LABEL_PART    0.82 /* font size of labels, as a fraction of the widget's font size */
#define MARGIN_PX     6

/* ---- Drawing ---- */

#define TV_TYPE_CHART_CANVAS (tv_chart_canvas_get_type ())
G_DECLARE_FINAL_TYPE (TvChartCanvas, tv_chart_canvas, TV, CHART_CANVAS, TvCanvas)

struct _TvChartCanvas
{
  TvCanvas parent_instance;

  const TvQueryChartData *data; /* (nullable): owned by the TvQueryChart */
  TvUnit x_unit, y_unit;
  const TvTheme *theme;
  TvLabelCache *labels;
};

G_DEFINE_FINAL_TYPE (TvChartCanvas, tv_chart_canvas, TV_TYPE_CANVAS)

static char *
dup_number (double value, TvUnit unit)
{
  if (unit == TV_UNIT_NS || unit == TV_UNIT_TS)
    return tv_time_format ((gint64) CLAMP (value, -9e18, 9e18));
  if (value == round (value) && fabs (value) < 1e15)
    return tv_count_format ((gint64) value);
  return tv_number_printf ("%.4g", value);
}

static char *
dup_x (double x, gconstpointer data)
{
  const TvChartCanvas *self = data;

  return dup_number (x,
                     self->data->choice.kind == TV_CHART_HISTOGRAM ? self->y_unit : self->x_unit);
}

static char *
dup_y (double y, gconstpointer data)
{
  const TvChartCanvas *self = data;

  return dup_number (y,
                     self->data->choice.kind == TV_CHART_HISTOGRAM ? TV_UNIT_COUNT : self->y_unit);
}

static void
follow_font (TvCanvas *canvas)
{
  TvChartCanvas *self = TV_CHART_CANVAS (canvas);
  PangoContext *context = gtk_widget_get_pango_context (GTK_WIDGET (self));

  g_clear_pointer (&self->labels, tv_label_cache_free);
  self->labels = tv_label_cache_new (context, tv_label_get_font_px (context) * LABEL_PART,
                                     PANGO_WEIGHT_NORMAL);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static void
follow_theme (TvCanvas *canvas, const TvTheme *theme)
{
  TV_CHART_CANVAS (canvas)->theme = theme;
  gtk_widget_queue_draw (GTK_WIDGET (canvas));
}

static void
tv_chart_canvas_measure (GtkWidget *widget,
                         GtkOrientation orientation,
                         int for_size,
                         int *minimum,
                         int *natural,
                         int *minimum_baseline,
                         int *natural_baseline)
{
  *minimum = *natural = tv_font_scale_apply (
      orientation == GTK_ORIENTATION_VERTICAL ? MIN_HEIGHT_PX : MIN_WIDTH_PX);
}

static void
tv_chart_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TvChartCanvas *self = TV_CHART_CANVAS (widget);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  TvChart chart = { .dup_x = dup_x, .dup_y = dup_y, .data = self };
  cairo_t *cr;

  if (self->data == NULL || self->data->n_used == 0)
    return;
  chart.kind = self->data->choice.kind;
  chart.points = self->data->points;
  chart.bin = self->data->bin;
  chart.bars = self->data->bars;
  cr = gtk_snapshot_append_cairo (snapshot,
                                  &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  tv_chart_paint (&chart, cr, self->theme, self->labels, width, height);
  cairo_destroy (cr);
}

static void
tv_chart_canvas_dispose (GObject *object)
{
  g_clear_pointer (&TV_CHART_CANVAS (object)->labels, tv_label_cache_free);
  G_OBJECT_CLASS (tv_chart_canvas_parent_class)->dispose (object);
}

static void
tv_chart_canvas_class_init (TvChartCanvasClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  TV_CANVAS_CLASS (klass)->follow_font = follow_font;
  TV_CANVAS_CLASS (klass)->follow_theme = follow_theme;
  G_OBJECT_CLASS (klass)->dispose = tv_chart_canvas_dispose;
  widget_class->measure = tv_chart_canvas_measure;
  widget_class->snapshot = tv_chart_canvas_snapshot;
  gtk_widget_class_set_css_name (widget_class, "querychart");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
tv_chart_canvas_init (TvChartCanvas *self)
{
  gtk_widget_set_direction (GTK_WIDGET (self), GTK_TEXT_DIR_LTR);
}

/* ---- Chart ---- */

/**
 * TvQueryChart:
 * @origin_ns: start of the trace, to which timestamps are relative
 * @result: (nullable): result that the chart shows
 * @rows: (nullable): rows of @result that match the filter; %NULL for all rows
 * @choice: chosen kind and columns
 * @data: (nullable): data of the last computed chart
 * @columns: (element-type guint): column of each item of @y_pick; %TV_NONE for the number of rows
 * @is_pending: whether the data must be computed when the chart is mapped
 * @is_setting: whether the program is changing the pickers
 * @making: (nullable): running worker that computes @data
 *
 * Chart with its pickers.
 */
struct _TvQueryChart
{
  GtkWidget parent_instance;

  GtkDropDown *kind_pick;
  GtkDropDown *y_pick;
  GtkDropDown *x_pick;
  GtkWidget *x_label;
  GtkStack *stack;
  GtkLabel *message;
  GtkLabel *summary;
  TvChartCanvas *canvas;

  gint64 origin_ns;
  TvQueryResult *result;
  TvTable *rows;
  TvQueryChartChoice choice;
  TvQueryChartData *data;
  GArray *columns;
  gboolean is_pending;
  gboolean is_setting;
  GCancellable *making;
};

G_DEFINE_FINAL_TYPE (TvQueryChart, tv_query_chart, GTK_TYPE_WIDGET)

static guint changed_signal;

typedef struct
{
  TvTable *table;
  TvQueryChartChoice choice;
  gint64 origin_ns;
} Job;

static void
free_job (gpointer data)
{
  Job *job = data;

  g_object_unref (job->table);
  g_free (job);
}

static gpointer
make_data (gpointer data, GCancellable *cancellable, GError **error)
{
  const Job *job = data;

  return tv_query_chart_data_new (job->table, &job->choice, job->origin_ns, cancellable, error);
}

static const TvWork work = { make_data, free_job, (GDestroyNotify) tv_query_chart_data_free };

static const char *
get_name (TvQueryChart *self, guint column)
{
  return column != TV_NONE ? tv_table_get_columns (TV_TABLE (self->result), NULL)[column].name
                           : _("number of rows");
}

/* Returns: (transfer full): phrase that describes the chart */
static char *
dup_summary (TvQueryChart *self)
{
  const TvQueryChartChoice *choice = &self->data->choice;
  const char *x = get_name (self, choice->x), *y = get_name (self, choice->y);
  g_autofree char *used = tv_format_count (self->data->n_used);
  g_autofree char *omitted = tv_format_count (self->data->n_omitted);
  g_autofree char *rows = g_strdup_printf (ngettext ("%s row", "%s rows", self->data->n_used),
                                           used);
  g_autofree char *title = NULL;

  if (choice->kind == TV_CHART_HISTOGRAM)
    /* Translators: name of a column; phrase with the number of rows */
    title = g_strdup_printf (_("Distribution of %s, %s"), y, rows);
  else if (choice->kind == TV_CHART_BARS && choice->y == TV_NONE)
    /* Translators: name of the column that groups the rows; phrase with the number of rows */
    title = g_strdup_printf (_("Number of rows by %s, %s"), x, rows);
  else if (choice->kind == TV_CHART_BARS)
    /* Translators: name of the column that is added up; name of the column that groups the rows; phrase with the
     * number of rows */
    title = g_strdup_printf (_("Sum of %s by %s, %s"), y, x, rows);
  else
    /* Translators: names of the columns of the vertical and horizontal axes; phrase with the number of rows */
    title = g_strdup_printf (_("%s over %s, %s"), y, x, rows);
  if (self->data->n_omitted == 0)
    return g_steal_pointer (&title);
  /* Translators: phrase that describes a chart; number of rows that lack a number */
  return g_strdup_printf (_("%s; %s without a number"), title, omitted);
}

static void
show_message (TvQueryChart *self, const char *message)
{
  gtk_label_set_text (self->message, message);
  gtk_stack_set_visible_child_name (self->stack, "message");
  gtk_label_set_text (self->summary, "");
}

static void
show_data (TvQueryChart *self)
{
  const TvColumn *columns = tv_table_get_columns (TV_TABLE (self->result), NULL);
  const TvQueryChartChoice *choice = &self->data->choice;
  g_autofree char *summary = NULL;

  self->canvas->data = self->data;
  self->canvas->x_unit = columns[choice->x].unit;
  self->canvas->y_unit = choice->y != TV_NONE ? columns[choice->y].unit : TV_UNIT_COUNT;
  gtk_widget_queue_draw (GTK_WIDGET (self->canvas));
  if (self->data->n_used == 0)
    {
      show_message (self, self->data->n_omitted > 0
                              ? _("The rows have no numbers in these columns.")
                              : _("No rows"));
      return;
    }
  summary = dup_summary (self);
  gtk_stack_set_visible_child_name (self->stack, "chart");
  gtk_label_set_text (self->summary, summary);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->canvas), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  summary, -1);
}

static void
forget_data (TvQueryChart *self)
{
  tv_work_stop (&self->making);
  self->canvas->data = NULL;
  g_clear_pointer (&self->data, tv_query_chart_data_free);
}

static void
on_made (gpointer owner, gpointer job, gpointer result, const GError *error)
{
  TvQueryChart *self = owner;

  if (result == NULL)
    return;
  self->canvas->data = NULL;
  g_clear_pointer (&self->data, tv_query_chart_data_free);
  self->data = result;
  show_data (self);
  g_signal_emit (self, changed_signal, 0);
}

/* Returns: (nullable): the reason why there is no chart; %NULL if there can be one */
static const char *
find_reason (TvQueryChart *self)
{
  if (self->result == NULL)
    return _("No rows");
  if (self->choice.x == TV_NONE ||
      (self->choice.y == TV_NONE && self->choice.kind != TV_CHART_BARS))
    return self->columns->len > 1 ? _("Choose a numeric column.")
                                  : _("The result has no numeric column.");
  if (self->choice.kind == TV_CHART_LINE &&
      !tv_query_chart_is_number (TV_TABLE (self->result), self->choice.x))
    return _("A line chart needs a numeric column for its x axis. Choose another column or a bar "
             "chart.");
  return NULL;
}

static void
update (TvQueryChart *self)
{
  const char *reason;
  Job *job;

  if (!self->is_pending || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  self->is_pending = FALSE;
  reason = find_reason (self);
  if (reason != NULL)
    {
      forget_data (self);
      show_message (self, reason);
      g_signal_emit (self, changed_signal, 0);
      return;
    }
  job = g_new0 (Job, 1);
  job->table = g_object_ref (self->rows != NULL ? self->rows : TV_TABLE (self->result));
  job->choice = self->choice;
  job->origin_ns = self->origin_ns;
  tv_work_start (&work, job, on_made, self, &self->making);
}

/* ---- Choice ---- */

/* Selects the chosen kind and columns in the pickers. */
static void
show_choice (TvQueryChart *self)
{
  self->is_setting = TRUE;
  gtk_drop_down_set_selected (self->kind_pick, (guint) self->choice.kind);
  for (guint i = 0; i < self->columns->len; i++)
    if (g_array_index (self->columns, guint, i) == self->choice.y)
      gtk_drop_down_set_selected (self->y_pick, i);
  if (self->choice.x != TV_NONE)
    gtk_drop_down_set_selected (self->x_pick, self->choice.x);
  self->is_setting = FALSE;
  gtk_widget_set_visible (GTK_WIDGET (self->x_pick), self->choice.kind != TV_CHART_HISTOGRAM);
  gtk_widget_set_visible (self->x_label, self->choice.kind != TV_CHART_HISTOGRAM);
}

static void
ask (TvQueryChart *self)
{
  show_choice (self);
  self->is_pending = TRUE;
  update (self);
}

static void
on_picked (TvQueryChart *self)
{
  guint y = gtk_drop_down_get_selected (self->y_pick);
  guint x = gtk_drop_down_get_selected (self->x_pick);

  if (self->is_setting)
    return;
  self->choice.kind = (TvChartKind) gtk_drop_down_get_selected (self->kind_pick);
  if (y < self->columns->len)
    self->choice.y = g_array_index (self->columns, guint, y);
  if (x != GTK_INVALID_LIST_POSITION)
    self->choice.x = x;
  ask (self);
}

/* Fills the pickers: all columns as positions or names, and the numeric columns and the number of rows as values. */
static void
list_columns (TvQueryChart *self)
{
  g_autoptr (GtkStringList) xs = gtk_string_list_new (NULL);
  g_autoptr (GtkStringList) ys = gtk_string_list_new (NULL);
  guint n = tv_table_get_info (TV_TABLE (self->result))->n_columns, none = TV_NONE;

  g_array_set_size (self->columns, 0);
  for (guint i = 0; i < n; i++)
    {
      gtk_string_list_append (xs, get_name (self, i));
      if (!tv_query_chart_is_number (TV_TABLE (self->result), i))
        continue;
      gtk_string_list_append (ys, get_name (self, i));
      g_array_append_val (self->columns, i);
    }
  gtk_string_list_append (ys, get_name (self, TV_NONE));
  g_array_append_val (self->columns, none);
  self->is_setting = TRUE;
  gtk_drop_down_set_model (self->x_pick, G_LIST_MODEL (xs));
  gtk_drop_down_set_model (self->y_pick, G_LIST_MODEL (ys));
  self->is_setting = FALSE;
}

static gboolean
has_same_columns (TvQueryResult *a, TvQueryResult *b)
{
  guint n_a, n_b;
  const TvColumn *columns_a, *columns_b;

  if (a == NULL || b == NULL)
    return FALSE;
  columns_a = tv_table_get_columns (TV_TABLE (a), &n_a);
  columns_b = tv_table_get_columns (TV_TABLE (b), &n_b);
  for (guint i = 0; i < MIN (n_a, n_b); i++)
    if (!g_str_equal (columns_a[i].name, columns_b[i].name) ||
        columns_a[i].type != columns_b[i].type)
      return FALSE;
  return n_a == n_b;
}

/* Sets the result. @result: (nullable). The chosen columns stay if the new result has the same columns. */
void
tv_query_chart_set_result (TvQueryChart *self, TvQueryResult *result)
{
  gboolean is_same = has_same_columns (self->result, result);

  forget_data (self);
  g_set_object (&self->result, result);
  g_clear_object (&self->rows);
  if (result != NULL && !is_same)
    {
      list_columns (self);
      self->choice = tv_query_chart_choose (result);
    }
  ask (self);
}

/* Sets the rows that match the filter. @rows: (nullable): rows of the result; %NULL for all of them. */
void
tv_query_chart_set_rows (TvQueryChart *self, TvTable *rows)
{
  if (g_set_object (&self->rows, rows))
    ask (self);
}

/* Sets the kind and columns of the chart. Ignores an invalid choice. */
void
tv_query_chart_set_choice (TvQueryChart *self, const TvQueryChartChoice *choice)
{
  guint n = self->result != NULL ? tv_table_get_info (TV_TABLE (self->result))->n_columns : 0;
  gboolean is_value = choice->y == TV_NONE ||
                      (choice->y < n &&
                       tv_query_chart_is_number (TV_TABLE (self->result), choice->y));

  if (choice->kind > TV_CHART_HISTOGRAM || choice->x >= n || !is_value)
    return;
  self->choice = *choice;
  ask (self);
}

/* Returns: (transfer floating): kind, column of positions, column of values, number of points or bars, summary or
 * message */
GVariant *
tv_query_chart_get_state (TvQueryChart *self)
{
  guint n = 0;
  const char *title = gtk_label_get_text (self->summary);

  if (self->data != NULL)
    n = self->data->choice.kind == TV_CHART_BARS ? self->data->bars->len : self->data->points->len;
  return g_variant_new ("(uuuus)", (guint) self->choice.kind, self->choice.x, self->choice.y, n,
                        *title != '\0' ? title : gtk_label_get_text (self->message));
}

/* ---- Object ---- */

/* Sets the session; must be called before a result is set. Timestamps are shown relative to the start of the
 * session's trace. */
void
tv_query_chart_set_session (TvQueryChart *self, TvSession *session)
{
  self->origin_ns = tv_trace_get_start_ns (tv_session_get_trace (session));
}

static void
tv_query_chart_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (tv_query_chart_parent_class)->map (widget);
  update (TV_QUERY_CHART (widget));
}

static void
tv_query_chart_dispose (GObject *object)
{
  TvQueryChart *self = TV_QUERY_CHART (object);
  GtkWidget *child;

  tv_work_stop (&self->making);
  if (self->canvas != NULL)
    self->canvas->data = NULL;
  self->canvas = NULL;
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_pointer (&self->data, tv_query_chart_data_free);
  g_clear_object (&self->result);
  g_clear_object (&self->rows);
  G_OBJECT_CLASS (tv_query_chart_parent_class)->dispose (object);
}

static void
tv_query_chart_finalize (GObject *object)
{
  g_array_unref (TV_QUERY_CHART (object)->columns);
  G_OBJECT_CLASS (tv_query_chart_parent_class)->finalize (object);
}

static void
tv_query_chart_class_init (TvQueryChartClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tv_query_chart_dispose;
  G_OBJECT_CLASS (klass)->finalize = tv_query_chart_finalize;
  GTK_WIDGET_CLASS (klass)->map = tv_query_chart_map;
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static GtkDropDown *
add_pick (TvQueryChart *self, TvWrapRow *bar, const char *name, const char *const *items)
{
  GtkWidget *pick = gtk_drop_down_new_from_strings (items);

  tv_drop_down_set_name (GTK_DROP_DOWN (pick), name);
  g_signal_connect_swapped (pick, "notify::selected", G_CALLBACK (on_picked), self);
  tv_wrap_row_append (bar, pick);
  return GTK_DROP_DOWN (pick);
}

static GtkWidget *
make_bar (TvQueryChart *self)
{
  const char *const kinds[] = { _("Line"), _("Bars"), _("Histogram"), NULL };
  const char *const none[] = { NULL };
  GtkWidget *widget = tv_wrap_row_new (6);
  TvWrapRow *bar = TV_WRAP_ROW (widget);

  gtk_widget_add_css_class (widget, "range-bar");
  self->kind_pick = add_pick (self, bar, _("Kind of chart"), kinds);
  self->y_pick = add_pick (self, bar, _("Values"), none);
  /* Translators: between two columns of a chart, as in “duration by time” */
  self->x_label = gtk_label_new (_("by"));
  tv_wrap_row_append (bar, self->x_label);
  self->x_pick = add_pick (self, bar, _("Positions or names"), none);
  self->summary = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_wrap (self->summary, TRUE);
  gtk_label_set_xalign (self->summary, 1.0f);
  gtk_widget_set_hexpand (GTK_WIDGET (self->summary), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->summary), "dim-label");
  tv_wrap_row_append (bar, GTK_WIDGET (self->summary));
  return widget;
}

static void
tv_query_chart_init (TvQueryChart *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->columns = g_array_new (FALSE, FALSE, sizeof (guint));
  self->choice = (TvQueryChartChoice){ TV_CHART_LINE, TV_NONE, TV_NONE };
  self->canvas = g_object_new (TV_TYPE_CHART_CANVAS, NULL);
  self->message = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_wrap (self->message, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->message), "dim-label");
  self->stack = GTK_STACK (gtk_stack_new ());
  gtk_stack_add_named (self->stack, GTK_WIDGET (self->canvas), "chart");
  gtk_stack_add_named (self->stack, GTK_WIDGET (self->message), "message");
  gtk_widget_set_vexpand (GTK_WIDGET (self->stack), TRUE);
  gtk_widget_set_margin_start (GTK_WIDGET (self->stack), MARGIN_PX);
  gtk_widget_set_margin_end (GTK_WIDGET (self->stack), MARGIN_PX);
  gtk_box_append (GTK_BOX (box), make_bar (self));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->stack));
  gtk_widget_set_parent (box, GTK_WIDGET (self));
}

GtkWidget *
tv_query_chart_new (void)
{
  return g_object_new (TV_TYPE_QUERY_CHART, NULL);
}
