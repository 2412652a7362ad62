/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One section of the Range view: a choice of tables, a filter and sums. Created by the Range view, one per
 * TvRangeSectionInfo (range-columns.c). A worker computes the visible table; other tables are computed when the user
 * chooses them. A click on a row calls a function from the TvRangeSectionInfo, which changes the session. */

#include "ui/views/range/range-section.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "tables/tables.h"
#include "ui/kit/work.h"
#include "ui/views/range/range-menu.h"
#include "ui/views/range/range-rows.h"
#include "ui/views/range/range-sum.h"

typedef struct
{
  TvTableView *view;
  TvTable *all;            /* (nullable): all rows of the current range */
  TvTable *table;          /* (nullable): visible rows; may still be those of the previous range */
  char *sum;               /* (nullable): phrase with the number of visible rows and their sums */
  GCancellable *computing; /* (nullable): running worker that computes the rows */
  gboolean is_outdated;
} Part;

struct _TvRangeSection
{
  GtkWidget parent_instance;

  const TvRangeSectionInfo *info;
  TvSession *session;
  TvRangeContext context; /* user data of the columns */
  GtkWidget *heading;
  GtkLabel *title;
  GtkWidget *quiet_chip; /* (nullable): button that shows the rows without activity */
  gboolean shows_quiet;
  GtkStack *stack;
  TvRangeSum *sum;
  char *text; /* (nullable): text of the filter */
  gboolean is_regex;
  Part parts[TV_RANGE_MAX_TABLES];
  guint current;
  gboolean is_busy;
  GCancellable *stepping; /* (nullable): running worker that finds the target of a row */

  const char *
      followed_column; /* (nullable): column of ids, a string literal; see tv_range_section_follow() */
  guint32 followed;
};

G_DEFINE_FINAL_TYPE (TvRangeSection, tv_range_section, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_IS_BUSY,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

/* Returns the presentation of a table for the session's clock. */
static const TvRangeTableView *
get_view (TvRangeSection *self, guint index)
{
  const TvRangeTableView *view = &self->info->tables[index];

  return view->by_cpu != NULL && tv_session_get_clock (self->session) == TV_CLOCK_CPU ? view->by_cpu
                                                                                      : view;
}

static void
update_busy (TvRangeSection *self)
{
  const Part *part = &self->parts[self->current];
  gboolean is_sorting, is_busy;

  g_object_get (part->view, "is-sorting", &is_sorting, NULL);
  is_busy = part->computing != NULL || is_sorting;
  if (self->is_busy == is_busy)
    return;
  self->is_busy = is_busy;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_IS_BUSY]);
}

/* ---- Visible rows ---- */

static gboolean
hides_quiet (TvRangeSection *self)
{
  return self->info->is_quiet != NULL && !self->shows_quiet &&
         tv_session_get_thread (self->session) == TV_NONE;
}

static void
update_quiet_chip (TvRangeSection *self)
{
  if (self->quiet_chip != NULL)
    gtk_widget_set_visible (self->quiet_chip, hides_quiet (self));
}

static void
update_sum (TvRangeSection *self)
{
  const Part *part = &self->parts[self->current];

  tv_range_sum_show (self->sum, get_view (self, self->current), part->view, part->sum);
}

static Part *
find_part (TvRangeSection *self, const TvRangeTableView *view)
{
  for (guint i = 0; i < self->info->n_tables; i++)
    if (view == &self->info->tables[i] || view == self->info->tables[i].by_cpu)
      return &self->parts[i];
  g_assert_not_reached ();
}

static void
on_rows_found (gpointer owner, gpointer data, gpointer result, const GError *error)
{
  TvRangeSection *self = owner;
  const TvRangeRowsJob *job = data;
  Part *part = find_part (self, job->view);
  g_autoptr (TvRangeRows) rows = result;

  if (rows != NULL)
    {
      g_set_object (&part->all, rows->all);
      g_set_object (&part->table, rows->table);
      g_free (part->sum);
      part->sum = tv_range_rows_dup_sum (rows, job->view);
      tv_table_view_set_empty_text (part->view, job->words->len > 0 ? _("No row matches the "
                                                                        "filter.")
                                                                    : _ (self->info->empty));
      tv_table_view_set_table (part->view, part->table);
    }
  update_sum (self);
  update_busy (self);
}

static TvSelection *
dup_selection (TvRangeSection *self)
{
  const TvSelection *selection = tv_session_get_selection (self->session);

  return self->info->is_of_all
             ? tv_selection_with_tracks (selection, tv_session_get_trace (self->session), NULL)
             : tv_selection_ref (selection);
}

static void
compute (TvRangeSection *self)
{
  Part *part = &self->parts[self->current];
  TvRangeRowsJob *job;

  if (!part->is_outdated || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  part->is_outdated = FALSE;
  job = g_new0 (TvRangeRowsJob, 1);
  job->view = get_view (self, self->current);
  job->trace = g_object_ref (tv_session_get_trace (self->session));
  job->base = self->context.base;
  job->selection = dup_selection (self);
  job->table = part->all != NULL ? g_object_ref (part->all) : NULL;
  job->is_quiet = hides_quiet (self) ? self->info->is_quiet : NULL;
  job->words = tv_range_labels_new (self->text != NULL ? self->text : "", self->is_regex);
  tv_work_start (&tv_range_rows_work, job, on_rows_found, self, &part->computing);
  update_busy (self);
}

/* Filters the visible table again. If the range or the thread filter has changed, first computes the table again.
 * Other tables are updated when the user chooses them. */
static void
find_again (TvRangeSection *self, gboolean is_other_range)
{
  update_quiet_chip (self);
  for (guint i = 0; i < self->info->n_tables; i++)
    {
      self->parts[i].is_outdated = TRUE;
      if (is_other_range)
        g_clear_object (&self->parts[i].all);
    }
  compute (self);
}

/**
 * tv_range_section_find:
 * @text: text of the filter
 * @is_regex: whether @text is a regular expression
 *
 * Shows only rows whose cells contain all words of @text, or match the regular expression.
 */
void
tv_range_section_find (TvRangeSection *self, const char *text, gboolean is_regex)
{
  g_return_if_fail (TV_IS_RANGE_SECTION (self));

  g_free (self->text);
  self->text = g_strdup (text);
  self->is_regex = is_regex;
  find_again (self, FALSE);
}

static void
show_quiet_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TvRangeSection *self = TV_RANGE_SECTION (widget);

  self->shows_quiet = TRUE;
  find_again (self, FALSE);
}

static void
add_quiet_chip (TvRangeSection *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *icon = gtk_image_new_from_icon_name ("window-close-symbolic");

  gtk_image_set_pixel_size (GTK_IMAGE (icon), 12);
  gtk_box_append (GTK_BOX (box), gtk_label_new (_ (self->info->quiet_label)));
  gtk_box_append (GTK_BOX (box), icon);
  self->quiet_chip = gtk_button_new ();
  gtk_button_set_child (GTK_BUTTON (self->quiet_chip), box);
  gtk_widget_add_css_class (self->quiet_chip, "chip");
  gtk_widget_set_valign (self->quiet_chip, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (self->quiet_chip, _ (self->info->quiet_tooltip));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->quiet_chip), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ (self->info->quiet_label), -1);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->quiet_chip), "section.show-quiet");
  gtk_box_append (GTK_BOX (self->heading), self->quiet_chip);
  update_quiet_chip (self);
}

/* Sets the title. If the thread filter does not apply to the section, the title says so. */
static void
update_title (TvRangeSection *self)
{
  gboolean is_filtered = tv_session_get_thread (self->session) != TV_NONE;
  /* Translators: %s is the title of a table, such as “CPU Use” */
  g_autofree char *title = is_filtered && self->info->is_of_all
                               ? g_strdup_printf (_("%s, All Threads"), _ (self->info->title))
                               : g_strdup (_ (self->info->title));

  gtk_label_set_text (self->title, title);
  gtk_widget_set_tooltip_text (
      GTK_WIDGET (self->title),
      is_filtered && self->info->is_of_all
          ? _("All threads are counted here; the thread filter does not apply.")
          : NULL);
}

static void
on_range_changed (TvRangeSection *self)
{
  update_title (self);
  find_again (self, TRUE);
}

/* Redraws the tables, because the colours of cells depend on the theme and on the colouring. */
static void
on_colors_changed (TvRangeSection *self)
{
  for (guint i = 0; i < self->info->n_tables; i++)
    {
      TvTable *table = tv_table_model_get_table (tv_table_view_get_model (self->parts[i].view));

      if (table != NULL)
        tv_table_view_set_table (self->parts[i].view, table);
    }
}

/* ---- Rows ---- */

static void
on_row_selected (TvTableView *view, guint row, TvRangeSection *self)
{
  const TvRangeTableView *table = get_view (self, self->current);

  if (table->select != NULL)
    table->select (self->session, tv_table_model_get_table (tv_table_view_get_model (view)), row);
}

static void
go_to_step (TvRangeSection *self, guint index, guint32 row)
{
  const TvRangeStep *step = &get_view (self, self->current)->steps[index];
  TvTable *table = tv_table_model_get_table (
      tv_table_view_get_model (self->parts[self->current].view));

  if (step->search != NULL)
    step->search (self->session, table, row, &self->stepping);
  else if (step->go != NULL)
    step->go (self->session, table, row);
}

static void
on_row_activated (TvTableView *view, guint row, TvRangeSection *self)
{
  go_to_step (self, 0, row);
}

static void
step_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TvRangeSection *self = TV_RANGE_SECTION (widget);
  guint32 row = tv_table_view_get_selected (self->parts[self->current].view);

  if (row != TV_NONE)
    go_to_step (self, g_variant_get_uint32 (parameter), row);
}

/* Returns the row whose id is followed, or %TV_NONE. */
static guint32
find_followed (TvRangeSection *self, TvTable *table)
{
  int column = table != NULL ? tv_table_find_column (table, self->followed_column) : -1;

  if (column < 0 || self->followed == TV_NONE)
    return TV_NONE;
  for (guint32 row = 0; row < tv_table_get_n_rows (table); row++)
    {
      TvCell cell;

      tv_table_get_cell (table, row, (guint) column, &cell);
      if (!cell.is_null && cell.integer == self->followed)
        return row;
    }
  return TV_NONE;
}

static void
follow (TvTableView *view, TvRangeSection *self)
{
  TvTableModel *model = tv_table_view_get_model (view);
  guint32 row, selected = tv_table_view_get_selected (view);
  guint position;

  if (self->followed_column == NULL)
    return;
  row = find_followed (self, tv_table_model_get_table (model));
  if (row == selected)
    return;
  tv_table_view_select_row (view, row);
  position = row != TV_NONE ? tv_table_model_find_row (model, row) : TV_NONE;
  if (position != TV_NONE)
    tv_table_view_reveal (view, position);
}

/**
 * tv_range_section_follow:
 * @column: column of ids; a string literal
 * @id: id to follow, or %TV_NONE
 *
 * Selects the row with this id in @column, now and whenever the rows change.
 */
void
tv_range_section_follow (TvRangeSection *self, const char *column, guint32 id)
{
  g_return_if_fail (TV_IS_RANGE_SECTION (self));

  self->followed_column = column;
  self->followed = id;
  for (guint i = 0; i < self->info->n_tables; i++)
    follow (self->parts[i].view, self);
}

/* Returns: (nullable): the view of the table @name; if @name is %NULL, of the visible table */
TvTableView *
tv_range_section_find_table (TvRangeSection *self, const char *name)
{
  g_return_val_if_fail (TV_IS_RANGE_SECTION (self), NULL);

  for (guint i = 0; i < self->info->n_tables; i++)
    if (name != NULL ? g_str_equal (self->info->tables[i].name, name) : i == self->current)
      return self->parts[i].view;
  return NULL;
}

/* Returns whether the visible table has been computed and has no rows. */
gboolean
tv_range_section_is_empty (TvRangeSection *self)
{
  TvTable *table;

  g_return_val_if_fail (TV_IS_RANGE_SECTION (self), FALSE);

  table = self->parts[self->current].table;
  return table != NULL && tv_table_get_n_rows (table) == 0;
}

/* ---- Children ---- */

static void
on_table_toggled (GtkToggleButton *button, TvRangeSection *self)
{
  if (!gtk_toggle_button_get_active (button))
    return;
  self->current = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "tv-index"));
  gtk_stack_set_visible_child (self->stack, GTK_WIDGET (self->parts[self->current].view));
  compute (self);
  update_sum (self);
  update_busy (self);
}

static GtkWidget *
make_choice (TvRangeSection *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkToggleButton *first = NULL;

  gtk_widget_add_css_class (box, "choice");
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  for (guint i = 0; i < self->info->n_tables; i++)
    {
      GtkWidget *button = gtk_toggle_button_new_with_label (_ (self->info->tables[i].label));

      gtk_widget_add_css_class (button, "flat");
      g_object_set_data (G_OBJECT (button), "tv-index", GUINT_TO_POINTER (i));
      gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (button), first);
      if (first == NULL)
        first = GTK_TOGGLE_BUTTON (button);
      gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), i == 0);
      g_signal_connect (button, "toggled", G_CALLBACK (on_table_toggled), self);
      gtk_box_append (GTK_BOX (box), button);
    }
  return box;
}

static void
export_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TvRangeSection *self = TV_RANGE_SECTION (widget);

  gtk_widget_activate_action (GTK_WIDGET (self->parts[self->current].view), "table.export", NULL);
}

static GtkWidget *
make_export_button (void)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("document-save-symbolic");

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, _("Export as CSV"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Export as CSV"), -1);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "section.export");
  return button;
}

static void
add_heading (TvRangeSection *self)
{
  GtkWidget *title = gtk_label_new (NULL);

  self->title = GTK_LABEL (title);
  update_title (self);
  self->heading = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_widget_add_css_class (self->heading, "section-bar");
  gtk_widget_add_css_class (title, "heading");
  gtk_label_set_xalign (GTK_LABEL (title), 0.0f);
  gtk_label_set_ellipsize (GTK_LABEL (title), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (title, TRUE);
  gtk_box_append (GTK_BOX (self->heading), title);
  if (self->info->is_quiet != NULL)
    add_quiet_chip (self);
  if (self->info->n_tables > 1)
    gtk_box_append (GTK_BOX (self->heading), make_choice (self));
  gtk_box_append (GTK_BOX (self->heading), make_export_button ());
  gtk_widget_set_parent (self->heading, GTK_WIDGET (self));
}

static GMenu *
make_menu (gpointer section, TvTableRow *row)
{
  TvRangeSection *self = section;

  return tv_range_menu_new (get_view (self, self->current), self->parts[self->current].view,
                            self->session);
}

static void
show_columns (TvRangeSection *self, guint index)
{
  const TvRangeTableView *table = get_view (self, index);

  tv_table_view_set_columns (self->parts[index].view, tv_tables_find (table->name, NULL),
                             table->columns, table->n_columns, &self->context);
  tv_table_view_set_sort (self->parts[index].view, table->sort, TRUE);
}

/* Shows the columns for the new clock, and filters the same tables again. */
static void
on_clock_changed (TvRangeSection *self)
{
  for (guint i = 0; i < self->info->n_tables; i++)
    if (self->info->tables[i].by_cpu != NULL)
      show_columns (self, i);
  find_again (self, FALSE);
}

static void
add_table (TvRangeSection *self, guint index)
{
  Part *part = &self->parts[index];

  part->view = TV_TABLE_VIEW (tv_table_view_new ());
  part->is_outdated = TRUE;
  show_columns (self, index);
  tv_table_view_set_name (part->view, _ (self->info->title));
  tv_table_view_set_empty_text (part->view, _ (self->info->empty));
  tv_table_view_set_menu (part->view, make_menu, self);
  g_signal_connect_object (part->view, "row-selected", G_CALLBACK (on_row_selected), self, 0);
  g_signal_connect_object (part->view, "row-activated", G_CALLBACK (on_row_activated), self, 0);
  g_signal_connect_object (part->view, "shown", G_CALLBACK (follow), self, 0);
  g_signal_connect_object (part->view, "notify::is-sorting", G_CALLBACK (update_busy), self,
                           G_CONNECT_SWAPPED);
  gtk_stack_add_child (self->stack, GTK_WIDGET (part->view));
}

/* ---- Object ---- */

static void
tv_range_section_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_IS_BUSY)
    g_value_set_boolean (value, TV_RANGE_SECTION (object)->is_busy);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
tv_range_section_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (tv_range_section_parent_class)->map (widget);
  compute (TV_RANGE_SECTION (widget));
}

static void
tv_range_section_dispose (GObject *object)
{
  TvRangeSection *self = TV_RANGE_SECTION (object);

  for (guint i = 0; i < TV_RANGE_MAX_TABLES; i++)
    {
      tv_work_stop (&self->parts[i].computing);
      g_clear_object (&self->parts[i].all);
      g_clear_object (&self->parts[i].table);
      g_clear_pointer (&self->parts[i].sum, g_free);
    }
  tv_work_stop (&self->stepping);
  g_clear_pointer (&self->heading, gtk_widget_unparent);
  if (self->stack != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->stack));
  self->stack = NULL;
  if (self->sum != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->sum));
  self->sum = NULL;
  g_clear_pointer (&self->text, g_free);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (tv_range_section_parent_class)->dispose (object);
}

static void
tv_range_section_class_init (TvRangeSectionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = tv_range_section_get_property;
  object_class->dispose = tv_range_section_dispose;
  widget_class->map = tv_range_section_map;
  properties[PROP_IS_BUSY] = g_param_spec_boolean ("is-busy", NULL, NULL, FALSE,
                                                   G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  gtk_widget_class_install_action (widget_class, "section.export", NULL, export_action);
  gtk_widget_class_install_action (widget_class, "section.step", "u", step_action);
  gtk_widget_class_install_action (widget_class, "section.show-quiet", NULL, show_quiet_action);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
}

static void
tv_range_section_init (TvRangeSection *self)
{
  gtk_orientable_set_orientation (
      GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))), GTK_ORIENTATION_VERTICAL);
  self->followed = TV_NONE;
}

static void
on_symbol_selected (TvRangeSection *self)
{
  tv_work_stop (&self->stepping);
}

static void
on_time_base_changed (TvRangeSection *self)
{
  self->context.base = *tv_session_get_time_base (self->session);
}

GtkWidget *
tv_range_section_new (const TvRangeSectionInfo *info, TvSession *session)
{
  TvRangeSection *self = g_object_new (TV_TYPE_RANGE_SECTION, NULL);

  self->info = info;
  self->session = g_object_ref (session);
  self->context = (TvRangeContext){ tv_session_get_trace (session),
                                    *tv_session_get_time_base (session), session };
  add_heading (self);
  self->stack = GTK_STACK (gtk_stack_new ());
  gtk_widget_set_vexpand (GTK_WIDGET (self->stack), TRUE);
  gtk_widget_set_parent (GTK_WIDGET (self->stack), GTK_WIDGET (self));
  for (guint i = 0; i < info->n_tables; i++)
    add_table (self, i);
  self->sum = TV_RANGE_SUM (tv_range_sum_new ());
  gtk_widget_set_parent (GTK_WIDGET (self->sum), GTK_WIDGET (self));
  g_signal_connect_object (session, "notify::selection", G_CALLBACK (on_range_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::selected-symbol", G_CALLBACK (on_symbol_selected),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::clock", G_CALLBACK (on_clock_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::time-base", G_CALLBACK (on_time_base_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                           G_CALLBACK (on_colors_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::colour-by", G_CALLBACK (on_colors_changed), self,
                           G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
