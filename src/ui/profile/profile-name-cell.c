/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/profile/profile-name-cell.h"

#include "ui/profile/profile-text.h"
#include "ui/swatch.h"
#include "ui/tables/row-words.h"

#define ARROW_PX 16
#define GAP_PX   6

/* A package narrower than this says nothing. */
#define MIN_PACKAGE_PX 60

/* Where the arrow of a row of each kind begins. */
static const int indents_px[] = {
  [TV_PROFILE_ROW_METHOD] = 6,
  [TV_PROFILE_ROW_GROUP] = 26,
  [TV_PROFILE_ROW_SELF] = 44,
  [TV_PROFILE_ROW_EDGE] = 44,
};

static const char *const row_classes[] = { "method", "group", "parent", "child", "self", NULL };

struct _TvProfileNameCell
{
  GtkWidget parent_instance;

  TvSession *session;
  TvProfileRow *row; /* (nullable) */
  gulong expanded_id;
  GtkWidget *arrow;
  GtkWidget *swatch;
  GtkWidget *rank;
  GtkWidget *package;
  GtkWidget *name;
};

G_DEFINE_FINAL_TYPE (TvProfileNameCell, tv_profile_name_cell, GTK_TYPE_WIDGET)

/* The widget of the whole row: cell ◀ column view's cell ◀ row. */
static GtkWidget *
get_row_widget (TvProfileNameCell *self)
{
  GtkWidget *cell = gtk_widget_get_parent (GTK_WIDGET (self));

  return cell != NULL ? gtk_widget_get_parent (cell) : NULL;
}

static void
update_arrow (TvProfileNameCell *self)
{
  TvProfileRowKind kind = tv_profile_row_get_kind (self->row);
  gboolean is_expanded = tv_profile_row_is_expanded (self->row);
  gboolean has_arrow = kind == TV_PROFILE_ROW_METHOD || kind == TV_PROFILE_ROW_GROUP;
  GtkWidget *row_widget = get_row_widget (self);

  gtk_image_set_from_icon_name (GTK_IMAGE (self->arrow),
                                is_expanded ? "pan-down-symbolic" : "pan-end-symbolic");
  gtk_widget_set_opacity (self->arrow, has_arrow ? 1.0 : 0.0);
  if (row_widget == NULL)
    return;
  if (has_arrow)
    gtk_accessible_update_state (GTK_ACCESSIBLE (row_widget), GTK_ACCESSIBLE_STATE_EXPANDED,
                                 is_expanded, -1);
  else
    gtk_accessible_reset_state (GTK_ACCESSIBLE (row_widget), GTK_ACCESSIBLE_STATE_EXPANDED);
}

static const char *
get_row_class (TvProfileRow *row)
{
  TvProfileGroup group = tv_profile_row_get_group (row);

  switch (tv_profile_row_get_kind (row))
    {
    case TV_PROFILE_ROW_GROUP:
      return "group";
    case TV_PROFILE_ROW_SELF:
      return "self";
    case TV_PROFILE_ROW_EDGE:
      return group == TV_PROFILE_PARENTS || group == TV_PROFILE_PARENTS_RECURSIVE ? "parent"
                                                                                  : "child";
    case TV_PROFILE_ROW_METHOD:
    default:
      return "method";
    }
}

static void
update_row_class (TvProfileNameCell *self)
{
  GtkWidget *row_widget = get_row_widget (self);
  const char *row_class = get_row_class (self->row);

  if (row_widget == NULL)
    return;
  for (guint i = 0; row_classes[i] != NULL; i++)
    if (!g_str_equal (row_classes[i], row_class))
      gtk_widget_remove_css_class (row_widget, row_classes[i]);
  gtk_widget_add_css_class (row_widget, row_class);
  /* A parent or child leads to its own row. */
  gtk_widget_set_cursor_from_name (
      row_widget, tv_profile_row_get_kind (self->row) == TV_PROFILE_ROW_EDGE ? "pointer" : NULL);
}

/* Where colours tell nothing of a method, it has none. */
static void
update_swatch (TvProfileNameCell *self)
{
  TvColoring *coloring = tv_session_get_coloring (self->session);

  if (self->row == NULL)
    return;
  tv_swatch_set_color (TV_SWATCH (self->swatch),
                       tv_coloring_get_symbol (coloring, tv_profile_row_get_symbol (self->row)));
  gtk_widget_set_opacity (self->swatch, tv_coloring_has_symbols (coloring) ? 1.0 : 0.0);
}

static void
update_name (TvProfileNameCell *self)
{
  TvProfileRowKind kind = tv_profile_row_get_kind (self->row);
  guint32 rank = tv_ranking_get_rank (tv_session_get_ranking (self->session),
                                      tv_profile_row_get_symbol (self->row));
  gboolean has_swatch = kind == TV_PROFILE_ROW_METHOD || kind == TV_PROFILE_ROW_EDGE;
  g_autofree char *package = tv_profile_text_dup_package (self->row);
  g_autofree char *markup = tv_profile_text_dup_markup (self->row);
  g_autofree char *name = tv_profile_text_dup_name (self->row);
  g_autofree char *rank_text = rank != TV_NONE ? g_strdup_printf ("%u", rank) : g_strdup ("");

  gtk_widget_set_visible (self->swatch, has_swatch);
  update_swatch (self);
  gtk_widget_set_visible (self->rank, has_swatch && rank != TV_NONE);
  gtk_label_set_text (GTK_LABEL (self->rank), rank_text);
  gtk_label_set_text (GTK_LABEL (self->package), package);
  gtk_label_set_markup (GTK_LABEL (self->name), markup);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), has_swatch ? name : NULL);
  tv_row_words_set_cell (GTK_WIDGET (self), name);
}

/* ---- Layout ----
 *
 *   indent  arrow  swatch  rank  package.Class.method (signature)
 *
 * The name gets its room first; what is left is the package's, which loses its beginning.
 */

static void
tv_profile_name_cell_measure (GtkWidget *widget,
                              GtkOrientation orientation,
                              int for_size,
                              int *minimum,
                              int *natural,
                              int *minimum_baseline,
                              int *natural_baseline)
{
  *minimum = *natural = 0;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      int child_minimum, child_natural;

      gtk_widget_measure (child, orientation, -1, &child_minimum, &child_natural, NULL, NULL);
      if (orientation == GTK_ORIENTATION_HORIZONTAL)
        {
          *minimum += child_minimum;
          *natural += child_natural;
        }
      else
        {
          *minimum = MAX (*minimum, child_minimum);
          *natural = MAX (*natural, child_natural);
        }
    }
}

/* Gives a child a width at *x and moves on. */
static void
place (GtkWidget *cell, GtkWidget *child, int width_px, int *x)
{
  gboolean is_rtl = gtk_widget_get_direction (cell) == GTK_TEXT_DIR_RTL;
  int left = is_rtl ? gtk_widget_get_width (cell) - *x - width_px : *x;

  gtk_widget_set_child_visible (child, width_px > 0);
  if (width_px > 0)
    gtk_widget_size_allocate (
        child, &(GtkAllocation){ left, 0, width_px, gtk_widget_get_height (cell) }, -1);
  *x += width_px;
}

static int
get_natural_width (GtkWidget *child)
{
  int natural;

  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural, NULL, NULL);
  return natural;
}

static void
tv_profile_name_cell_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TvProfileNameCell *self = TV_PROFILE_NAME_CELL (widget);
  TvProfileRowKind kind = self->row != NULL ? tv_profile_row_get_kind (self->row)
                                            : TV_PROFILE_ROW_METHOD;
  int x = indents_px[kind], room_px, name_px, package_px;

  place (widget, self->arrow, ARROW_PX, &x);
  x += GAP_PX;
  if (gtk_widget_get_visible (self->swatch))
    {
      place (widget, self->swatch, get_natural_width (self->swatch), &x);
      x += GAP_PX;
    }
  if (gtk_widget_get_visible (self->rank))
    {
      place (widget, self->rank, get_natural_width (self->rank), &x);
      x += GAP_PX;
    }
  room_px = MAX (width - x - GAP_PX, 1);
  name_px = MIN (get_natural_width (self->name), room_px);
  package_px = MIN (get_natural_width (self->package), room_px - name_px);
  if (package_px < MIN_PACKAGE_PX)
    package_px = 0;
  place (widget, self->package, package_px, &x);
  place (widget, self->name, name_px, &x);
}

/* ---- Object ---- */

static void
tv_profile_name_cell_dispose (GObject *object)
{
  TvProfileNameCell *self = TV_PROFILE_NAME_CELL (object);
  GtkWidget *child;

  tv_profile_name_cell_set_row (self, NULL);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (tv_profile_name_cell_parent_class)->dispose (object);
}

static void
tv_profile_name_cell_class_init (TvProfileNameCellClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_profile_name_cell_dispose;
  widget_class->measure = tv_profile_name_cell_measure;
  widget_class->size_allocate = tv_profile_name_cell_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "namecell");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LABEL);
}

static void
tv_profile_name_cell_init (TvProfileNameCell *self)
{
  self->arrow = gtk_image_new ();
  gtk_widget_add_css_class (self->arrow, "arrow");
  gtk_widget_set_parent (self->arrow, GTK_WIDGET (self));

  self->swatch = tv_swatch_new ();
  gtk_widget_set_parent (self->swatch, GTK_WIDGET (self));

  self->rank = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->rank), 1.0f);
  gtk_widget_add_css_class (self->rank, "rank");
  gtk_widget_set_parent (self->rank, GTK_WIDGET (self));

  self->package = gtk_label_new (NULL);
  gtk_label_set_ellipsize (GTK_LABEL (self->package), PANGO_ELLIPSIZE_START);
  gtk_label_set_xalign (GTK_LABEL (self->package), 0.0f);
  gtk_widget_add_css_class (self->package, "package");
  gtk_widget_set_parent (self->package, GTK_WIDGET (self));

  self->name = gtk_label_new (NULL);
  gtk_label_set_ellipsize (GTK_LABEL (self->name), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (self->name), 0.0f);
  gtk_widget_set_parent (self->name, GTK_WIDGET (self));
}

static int
count_digits (guint32 number)
{
  int n = 1;

  for (; number >= 10; number /= 10)
    n++;
  return n;
}

GtkWidget *
tv_profile_name_cell_new (TvSession *session)
{
  TvRanking *ranking = tv_session_get_ranking (session);
  TvProfileNameCell *self = g_object_new (TV_TYPE_PROFILE_NAME_CELL, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "notify::colour-by", G_CALLBACK (update_swatch), self,
                           G_CONNECT_SWAPPED);
  gtk_label_set_width_chars (GTK_LABEL (self->rank), count_digits (tv_ranking_get_n (ranking)));
  return GTK_WIDGET (self);
}

/* Shows a row, or nothing. */
void
tv_profile_name_cell_set_row (TvProfileNameCell *self, TvProfileRow *row)
{
  g_return_if_fail (TV_IS_PROFILE_NAME_CELL (self));

  g_clear_signal_handler (&self->expanded_id, self->row);
  g_set_object (&self->row, row);
  if (row == NULL)
    return;

  self->expanded_id = g_signal_connect_swapped (row, "notify::is-expanded",
                                                G_CALLBACK (update_arrow), self);
  update_name (self);
  update_arrow (self);
  update_row_class (self);
}

/* Whether @x, in the cell's own coordinates, is where the arrow is, or before it. */
gboolean
tv_profile_name_cell_has_arrow_at (TvProfileNameCell *self, double x)
{
  g_return_val_if_fail (TV_IS_PROFILE_NAME_CELL (self), FALSE);

  return self->row != NULL && x < indents_px[tv_profile_row_get_kind (self->row)] + ARROW_PX + 2;
}
