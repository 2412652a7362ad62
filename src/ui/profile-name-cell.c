/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/profile-name-cell.h"

#include "ui/swatch.h"

#define ARROW_PX 16

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

  TvRanking *ranking;
  TvProfileRow *row; /* (nullable) */
  GtkWidget *arrow;
  GtkWidget *swatch;
  GtkWidget *rank;
  GtkWidget *name;
};

G_DEFINE_FINAL_TYPE (TvProfileNameCell, tv_profile_name_cell, GTK_TYPE_WIDGET)

static void
update_arrow (TvProfileNameCell *self)
{
  TvProfileRowKind kind = tv_profile_row_get_kind (self->row);
  gboolean is_expanded = tv_profile_row_is_expanded (self->row);
  gboolean has_arrow = kind == TV_PROFILE_ROW_METHOD || kind == TV_PROFILE_ROW_GROUP;

  gtk_image_set_from_icon_name (GTK_IMAGE (self->arrow),
                                is_expanded ? "pan-down-symbolic" : "pan-end-symbolic");
  gtk_widget_set_opacity (self->arrow, has_arrow ? 1.0 : 0.0);
}

/* The widget of the whole row: cell ◀ column view's cell ◀ row. */
static GtkWidget *
get_row_widget (TvProfileNameCell *self)
{
  GtkWidget *cell = gtk_widget_get_parent (GTK_WIDGET (self));

  return cell != NULL ? gtk_widget_get_parent (cell) : NULL;
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

static void
update_name (TvProfileNameCell *self)
{
  TvProfileRowKind kind = tv_profile_row_get_kind (self->row);
  guint32 rank = tv_ranking_get_rank (self->ranking, tv_profile_row_get_symbol (self->row));
  gboolean has_swatch = kind == TV_PROFILE_ROW_METHOD || kind == TV_PROFILE_ROW_EDGE;
  g_autofree char *markup = tv_profile_row_dup_markup (self->row);
  g_autofree char *name = tv_profile_row_dup_name (self->row);
  g_autofree char *rank_text = rank != TV_NONE ? g_strdup_printf ("%u", rank) : g_strdup ("");

  gtk_widget_set_margin_start (self->arrow, indents_px[kind]);
  gtk_widget_set_visible (self->swatch, has_swatch);
  tv_swatch_set_rank (TV_SWATCH (self->swatch), rank);
  gtk_widget_set_visible (self->rank, has_swatch && rank != TV_NONE);
  gtk_label_set_text (GTK_LABEL (self->rank), rank_text);
  gtk_inscription_set_markup (GTK_INSCRIPTION (self->name), markup);
  gtk_widget_set_tooltip_text (self->name, has_swatch ? name : NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static void
tv_profile_name_cell_dispose (GObject *object)
{
  TvProfileNameCell *self = TV_PROFILE_NAME_CELL (object);
  GtkWidget *child;

  tv_profile_name_cell_set_row (self, NULL);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_pointer (&self->ranking, tv_ranking_unref);
  G_OBJECT_CLASS (tv_profile_name_cell_parent_class)->dispose (object);
}

static void
tv_profile_name_cell_class_init (TvProfileNameCellClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_profile_name_cell_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "namecell");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LABEL);
}

static void
tv_profile_name_cell_init (TvProfileNameCell *self)
{
  self->arrow = gtk_image_new ();
  gtk_widget_set_size_request (self->arrow, ARROW_PX, -1);
  gtk_widget_add_css_class (self->arrow, "arrow");
  gtk_widget_set_parent (self->arrow, GTK_WIDGET (self));

  self->swatch = tv_swatch_new ();
  gtk_widget_set_margin_start (self->swatch, 4);
  gtk_widget_set_parent (self->swatch, GTK_WIDGET (self));

  self->rank = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->rank, "rank");
  gtk_widget_set_margin_start (self->rank, 6);
  gtk_widget_set_parent (self->rank, GTK_WIDGET (self));

  self->name = gtk_inscription_new (NULL);
  gtk_inscription_set_text_overflow (GTK_INSCRIPTION (self->name),
                                     GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END);
  gtk_inscription_set_xalign (GTK_INSCRIPTION (self->name), 0.0f);
  gtk_inscription_set_min_chars (GTK_INSCRIPTION (self->name), 4);
  gtk_widget_set_hexpand (self->name, TRUE);
  gtk_widget_set_margin_start (self->name, 6);
  gtk_widget_set_margin_end (self->name, 6);
  gtk_widget_set_parent (self->name, GTK_WIDGET (self));
}

GtkWidget *
tv_profile_name_cell_new (TvRanking *ranking)
{
  TvProfileNameCell *self = g_object_new (TV_TYPE_PROFILE_NAME_CELL, NULL);

  self->ranking = tv_ranking_ref (ranking);
  return GTK_WIDGET (self);
}

/* Shows a row, or nothing. */
void
tv_profile_name_cell_set_row (TvProfileNameCell *self, TvProfileRow *row)
{
  g_return_if_fail (TV_IS_PROFILE_NAME_CELL (self));

  if (self->row != NULL)
    g_signal_handlers_disconnect_by_func (self->row, (gpointer) update_arrow, self);
  g_set_object (&self->row, row);
  if (row == NULL)
    return;

  g_signal_connect_swapped (row, "notify::is-expanded", G_CALLBACK (update_arrow), self);
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
