/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/kit/chip.h"

#include <glib/gi18n.h>

#include "ui/kit/fold-box.h"

#define SPACING_PX 6

struct _TvChipRow
{
  GtkWidget parent_instance;

  TvFoldBox *box;
  GtkWidget *rest;
  GtkLabel *summary;
  GPtrArray *chips; /* (nullable): of TvChip */
  char *newest;     /* (nullable): the action that would bring again the one that came last */
  char *removed;    /* (nullable): the action that brings again what was taken back last */
};

G_DEFINE_FINAL_TYPE (TvChipRow, tv_chip_row, GTK_TYPE_WIDGET)

/**
 * tv_chip_new:
 * @kind: what it does to what is shown
 * @label: what it says
 * @tooltip: what it does
 * @remove: the detailed action that takes it back
 * @restore: the one that brings it again
 *
 * Returns: (transfer full): a chip with copies of all
 */
TvChip *
tv_chip_new (TvChipKind kind,
             const char *label,
             const char *tooltip,
             const char *remove,
             const char *restore)
{
  TvChip *self = g_new0 (TvChip, 1);

  self->kind = kind;
  self->label = g_strdup (label);
  self->tooltip = g_strdup (tooltip);
  self->remove = g_strdup (remove);
  self->restore = g_strdup (restore);
  return self;
}

void
tv_chip_free (TvChip *self)
{
  if (self == NULL)
    return;
  g_free (self->label);
  g_free (self->tooltip);
  g_free (self->remove);
  g_free (self->restore);
  g_free (self);
}

/* ---- Taking back and bringing again ---- */

static void
activate (TvChipRow *self, const char *detailed_action)
{
  g_autofree char *name = NULL;
  g_autoptr (GVariant) target = NULL;

  if (g_action_parse_detailed_name (detailed_action, &name, &target, NULL))
    gtk_widget_activate_action_variant (GTK_WIDGET (self), name, target);
}

static void
remove_chip (TvChipRow *self, const TvChip *chip)
{
  g_autofree char *remove = g_strdup (chip->remove);

  g_free (self->removed);
  self->removed = g_strdup (chip->restore);
  activate (self, remove); /* the chip goes with it */
}

static void
on_clicked (GtkWidget *button, TvChipRow *self)
{
  guint index = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "tv-index"));

  remove_chip (self, g_ptr_array_index (self->chips, index));
}

/* Brings again what was taken back last. Returns: whether there was anything */
gboolean
tv_chip_row_restore (TvChipRow *self)
{
  g_autofree char *removed = NULL;

  g_return_val_if_fail (TV_IS_CHIP_ROW (self), FALSE);

  removed = g_steal_pointer (&self->removed);
  if (removed == NULL)
    return FALSE;
  activate (self, removed);
  return TRUE;
}

static void
remove_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TvChipRow *self = TV_CHIP_ROW (widget);
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  gpointer index = focus != NULL ? g_object_get_data (G_OBJECT (focus), "tv-index") : NULL;

  if (focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self->box)) &&
      gtk_widget_has_css_class (focus, "chip"))
    remove_chip (self, g_ptr_array_index (self->chips, GPOINTER_TO_UINT (index)));
}

/* ---- What is shown ---- */

static GtkWidget *
make_chip (TvChipRow *self, guint index)
{
  static const char *const classes[] = {
    [TV_CHIP_SELECTION] = "selection",
    [TV_CHIP_TRANSFORM] = "transform",
    [TV_CHIP_EXCLUSION] = "exclusion",
  };
  const TvChip *chip = g_ptr_array_index (self->chips, index);
  GtkWidget *button = gtk_button_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = gtk_label_new (chip->label);
  GtkWidget *cross = gtk_image_new_from_icon_name ("window-close-symbolic");

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 32);
  gtk_widget_add_css_class (label, "numeric");
  gtk_image_set_pixel_size (GTK_IMAGE (cross), 12);
  if (chip->kind == TV_CHIP_EXCLUSION)
    gtk_box_append (GTK_BOX (box), gtk_label_new ("−"));
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), cross);
  gtk_button_set_child (GTK_BUTTON (button), box);
  gtk_widget_add_css_class (button, "chip");
  gtk_widget_add_css_class (button, classes[chip->kind]);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, chip->tooltip);
  g_object_set_data (G_OBJECT (button), "tv-index", GUINT_TO_POINTER (index));
  g_signal_connect (button, "clicked", G_CALLBACK (on_clicked), self);
  return button;
}

static void
update_rest (TvChipRow *self)
{
  guint n = self->chips != NULL ? self->chips->len : 0;
  guint n_folded = n - MIN (tv_fold_box_get_n_shown (self->box), n);
  /* Translators: how many more filters there are than have room */
  g_autofree char *text = g_strdup_printf (_("+ %u"), n_folded);

  gtk_menu_button_set_label (GTK_MENU_BUTTON (self->rest), text);
}

static void
fill_rest (GtkMenuButton *button, gpointer data)
{
  TvChipRow *self = data;
  g_autoptr (GMenu) menu = g_menu_new ();

  for (guint i = tv_fold_box_get_n_shown (self->box); i < self->chips->len; i++)
    {
      const TvChip *chip = g_ptr_array_index (self->chips, i);
      /* Translators: a menu item that takes a filter back */
      g_autofree char *label = g_strdup_printf (_("Remove %s"), chip->label);

      g_menu_append (menu, label, chip->remove);
    }
  gtk_menu_button_set_menu_model (button, G_MENU_MODEL (menu));
}

static gboolean
has_same_chips (TvChipRow *self, GPtrArray *chips)
{
  if (self->chips == NULL || self->chips->len != chips->len)
    return FALSE;
  for (guint i = 0; i < chips->len; i++)
    {
      const TvChip *now = g_ptr_array_index (self->chips, i);
      const TvChip *next = g_ptr_array_index (chips, i);

      if (now->kind != next->kind || g_strcmp0 (now->label, next->label) != 0 ||
          g_strcmp0 (now->remove, next->remove) != 0 ||
          g_strcmp0 (now->restore, next->restore) != 0)
        return FALSE;
    }
  return TRUE;
}

static const TvChip *
find_chip (GPtrArray *chips, const char *restore)
{
  for (guint i = 0; chips != NULL && i < chips->len; i++)
    if (g_strcmp0 (((TvChip *) g_ptr_array_index (chips, i))->restore, restore) == 0)
      return g_ptr_array_index (chips, i);
  return NULL;
}

static void
note_newest (TvChipRow *self, GPtrArray *chips)
{
  for (guint i = 0; i < chips->len; i++)
    {
      const TvChip *chip = g_ptr_array_index (chips, i);

      if (find_chip (self->chips, chip->restore) != NULL)
        continue;
      g_free (self->newest);
      self->newest = g_strdup (chip->restore);
    }
}

/* (transfer none) (nullable): the chip that came last, or else the last one */
const TvChip *
tv_chip_row_get_newest (TvChipRow *self)
{
  const TvChip *newest;

  g_return_val_if_fail (TV_IS_CHIP_ROW (self), NULL);

  newest = find_chip (self->chips, self->newest);
  if (newest == NULL && self->chips != NULL && self->chips->len > 0)
    newest = g_ptr_array_index (self->chips, self->chips->len - 1);
  return newest;
}

/* Takes that back. */
void
tv_chip_row_remove_newest (TvChipRow *self)
{
  const TvChip *newest = tv_chip_row_get_newest (self);

  if (newest != NULL)
    remove_chip (self, newest);
}

/* The focus stays with the chips while there are any, else goes on to what they are about. */
static void
keep_focus (TvChipRow *self)
{
  GtkWidget *next = self->chips->len > 0 ? GTK_WIDGET (self->box)
                                         : gtk_widget_get_next_sibling (GTK_WIDGET (self));

  if (next != NULL)
    gtk_widget_child_focus (next, GTK_DIR_TAB_FORWARD);
}

/**
 * tv_chip_row_set_chips:
 * @chips: (element-type TvChip): what is to be shown; with the row hidden where there is none
 * @summary: (nullable): what they leave
 *
 * Shows other chips.
 */
void
tv_chip_row_set_chips (TvChipRow *self, GPtrArray *chips, const char *summary)
{
  gboolean had_focus;

  g_return_if_fail (TV_IS_CHIP_ROW (self));

  gtk_label_set_text (self->summary, summary != NULL ? summary : "");
  gtk_widget_set_visible (GTK_WIDGET (self), chips->len > 0);
  /* The one that has the focus keeps it while only the summary changes. */
  if (has_same_chips (self, chips))
    return;
  note_newest (self, chips);
  had_focus = gtk_widget_get_focus_child (GTK_WIDGET (self)) != NULL;
  tv_fold_box_clear (self->box);
  g_clear_pointer (&self->chips, g_ptr_array_unref);
  self->chips = g_ptr_array_ref (chips);
  for (guint i = 0; i < chips->len; i++)
    tv_fold_box_append (self->box, make_chip (self, i));
  update_rest (self);
  if (had_focus)
    keep_focus (self);
}

/* ---- Object ---- */

static void
tv_chip_row_dispose (GObject *object)
{
  TvChipRow *self = TV_CHIP_ROW (object);
  GtkWidget *child;

  if (self->rest != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->box, self);
      gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (self->rest), NULL, NULL, NULL);
      self->rest = NULL;
    }
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_pointer (&self->chips, g_ptr_array_unref);
  g_clear_pointer (&self->newest, g_free);
  g_clear_pointer (&self->removed, g_free);
  G_OBJECT_CLASS (tv_chip_row_parent_class)->dispose (object);
}

static void
tv_chip_row_class_init (TvChipRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_chip_row_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "chips");
  gtk_widget_class_install_action (widget_class, "chips.remove", NULL, remove_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Delete, 0, "chips.remove", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_KP_Delete, 0, "chips.remove", NULL);
}

static void
tv_chip_row_init (TvChipRow *self)
{
  GtkBoxLayout *layout = GTK_BOX_LAYOUT (gtk_widget_get_layout_manager (GTK_WIDGET (self)));

  gtk_box_layout_set_spacing (layout, 12);
  self->rest = gtk_menu_button_new ();
  gtk_widget_add_css_class (self->rest, "chip-rest");
  gtk_widget_set_valign (self->rest, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (self->rest, _("Other Filters"));
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (self->rest), fill_rest, self, NULL);
  self->box = TV_FOLD_BOX (tv_fold_box_new (self->rest, SPACING_PX));
  gtk_widget_set_hexpand (GTK_WIDGET (self->box), TRUE);
  gtk_widget_set_parent (GTK_WIDGET (self->box), GTK_WIDGET (self));
  g_signal_connect_swapped (self->box, "notify::n-shown", G_CALLBACK (update_rest), self);
  self->summary = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_ellipsize (self->summary, PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (GTK_WIDGET (self->summary), "summary");
  gtk_widget_set_parent (GTK_WIDGET (self->summary), GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}
