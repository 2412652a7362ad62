/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The row of filter chips below the view switcher, with an overflow list and a button that adds a filter. Created by
 * ui/pages/panel.ui; the panel sets the chips and the function that creates editors. Owns a reference to the array of
 * chips, the open popover, and the detailed actions that restore the newest chip and the last removed chip. Chips do
 * not change filters themselves: they activate the actions that they contain. */

#include "ui/kit/chip-row.h"

#include <glib/gi18n.h>

#include "ui/kit/fold-box.h"

#define SPACING_PX 6

struct _TvChipRow
{
  GtkWidget parent_instance;

  TvFoldBox *box;
  GtkWidget *rest;
  GtkWidget *add;
  GtkLabel *summary;
  GtkWidget *popover; /* (nullable): popover that contains an editor */
  char *edited;       /* (nullable): editor id of the chip edited last; NULL for a new chip */
  TvChipEditor make_editor;
  gpointer editor_data;
  gboolean can_add;
  gboolean stays;
  GPtrArray *chips; /* (nullable) (element-type TvChip) */
  char *newest;     /* (nullable): detailed action that restores the newest chip */
  char *removed;    /* (nullable): detailed action that restores the chip removed last */
};

G_DEFINE_FINAL_TYPE (TvChipRow, tv_chip_row, GTK_TYPE_WIDGET)

/* ---- Remove and restore ---- */

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
  activate (self, remove); /* this also frees the chip */
}

/* Restores the chip that was removed last. Returns: whether there was one */
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

  if (focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self->box)) &&
      gtk_widget_has_css_class (gtk_widget_get_parent (focus), "chip"))
    remove_chip (self, g_ptr_array_index (self->chips, tv_chip_get_index (focus)));
}

/* ---- Editing ---- */

static void
update_visible (TvChipRow *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self), self->popover != NULL || self->stays ||
                                                 (self->chips != NULL && self->chips->len > 0));
}

/* Returns the widget of the chip that was edited last; NULL if it is a new chip, or folded. */
static GtkWidget *
find_edited (TvChipRow *self)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self->box));

  for (guint i = 0; i < tv_fold_box_get_n_shown (self->box) && i < self->chips->len;
       i++, child = gtk_widget_get_next_sibling (child))
    {
      const TvChip *chip = g_ptr_array_index (self->chips, i);

      if (self->edited != NULL && g_strcmp0 (chip->editor, self->edited) == 0)
        return child;
    }
  return NULL;
}

/* Moves the focus to the next focusable widget after @widget. */
static void
focus_behind (GtkWidget *widget, GtkWidget *root)
{
  for (; widget != NULL && widget != root; widget = gtk_widget_get_parent (widget))
    for (GtkWidget *next = gtk_widget_get_next_sibling (widget); next != NULL;
         next = gtk_widget_get_next_sibling (next))
      if (gtk_widget_child_focus (next, GTK_DIR_TAB_FORWARD))
        return;
}

/* Keeps the focus in the row while the row has chips; otherwise moves the focus to the view after the row. */
static void
keep_focus (TvChipRow *self)
{
  GtkWidget *edited = self->chips != NULL ? find_edited (self) : NULL;
  GtkWidget *root = GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (self)));

  if (edited != NULL)
    gtk_widget_child_focus (edited, GTK_DIR_TAB_FORWARD);
  else if (self->chips != NULL && self->chips->len > 0)
    gtk_widget_child_focus (GTK_WIDGET (self->box), GTK_DIR_TAB_FORWARD);
  else
    focus_behind (GTK_WIDGET (self), root);
}

static gboolean
has_focus (TvChipRow *self, GtkWidget *child)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return focus != NULL && (focus == child || gtk_widget_is_ancestor (focus, child));
}

static gboolean
drop_popover (gpointer popover)
{
  gtk_widget_unparent (popover);
  return G_SOURCE_REMOVE;
}

/* Handles the closed signal, which a popover emits while it is still closing. The popover is therefore removed
 * later. */
static void
on_popover_closed (TvChipRow *self)
{
  GtkWidget *popover = g_steal_pointer (&self->popover);

  if (has_focus (self, popover))
    keep_focus (self);
  g_idle_add_full (G_PRIORITY_DEFAULT, drop_popover, g_object_ref (popover), g_object_unref);
  update_visible (self);
}

/* Returns the widget at which the popover points: the edited chip, or the add button for a new chip. If that widget
 * is hidden, returns the overflow button or, without one, the box of chips. */
static GtkWidget *
get_anchor (TvChipRow *self)
{
  GtkWidget *anchor = self->edited != NULL ? find_edited (self) : self->add;

  if (anchor == NULL || !gtk_widget_get_child_visible (anchor))
    anchor = gtk_widget_get_child_visible (self->rest) ? self->rest : GTK_WIDGET (self->box);
  return anchor;
}

static void
place_popover (TvChipRow *self)
{
  graphene_rect_t bounds;

  if (gtk_widget_compute_bounds (get_anchor (self), GTK_WIDGET (self), &bounds))
    gtk_popover_set_pointing_to (GTK_POPOVER (self->popover),
                                 &(GdkRectangle){ (int) bounds.origin.x, (int) bounds.origin.y,
                                                  MAX ((int) bounds.size.width, 1),
                                                  MAX ((int) bounds.size.height, 1) });
  gtk_popover_present (GTK_POPOVER (self->popover));
}

/* Opens an editor in a popover.
 *
 * @what: (nullable): id of the editor; NULL for a new chip */
static void
edit (TvChipRow *self, const char *what)
{
  GtkWidget *editor = self->make_editor != NULL ? self->make_editor (what, self->editor_data)
                                                : NULL;

  if (editor == NULL)
    return;
  if (self->popover != NULL)
    gtk_popover_popdown (GTK_POPOVER (self->popover));
  g_free (self->edited);
  self->edited = g_strdup (what);
  self->popover = gtk_popover_new ();
  gtk_popover_set_child (GTK_POPOVER (self->popover), editor);
  gtk_popover_set_position (GTK_POPOVER (self->popover), GTK_POS_BOTTOM);
  gtk_widget_add_css_class (self->popover, "filter-editor");
  gtk_widget_set_parent (self->popover, GTK_WIDGET (self));
  update_visible (self);
  g_signal_connect_swapped (self->popover, "closed", G_CALLBACK (on_popover_closed), self);
  gtk_popover_popup (GTK_POPOVER (self->popover));
}

/* Opens the editor of a new chip. Returns: whether chips can be added */
gboolean
tv_chip_row_add (TvChipRow *self)
{
  g_return_val_if_fail (TV_IS_CHIP_ROW (self), FALSE);

  if (!self->can_add)
    return FALSE;
  gtk_menu_button_popdown (GTK_MENU_BUTTON (self->rest));
  edit (self, NULL);
  return TRUE;
}

static void
add_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  tv_chip_row_add (TV_CHIP_ROW (widget));
}

/* Handles a click on a chip: opens its editor or, if it has none, removes the chip. The editor of a chip in the
 * overflow list points at the overflow button. */
static void
on_clicked (GtkWidget *button, TvChipRow *self)
{
  guint index = tv_chip_get_index (button);
  const TvChip *chip = g_ptr_array_index (self->chips, index);
  gboolean is_in_row = gtk_widget_get_ancestor (button, GTK_TYPE_POPOVER) == NULL;
  g_autofree char *editor = g_strdup (chip->editor);

  if (!is_in_row)
    gtk_menu_button_popdown (GTK_MENU_BUTTON (self->rest));
  if (editor != NULL)
    edit (self, editor);
  else
    remove_chip (self, chip);
}

static void
on_cross_clicked (GtkWidget *button, TvChipRow *self)
{
  guint index = tv_chip_get_index (button);

  if (gtk_widget_get_ancestor (button, GTK_TYPE_POPOVER) != NULL)
    gtk_menu_button_popdown (GTK_MENU_BUTTON (self->rest));
  remove_chip (self, g_ptr_array_index (self->chips, index));
}

/* ---- Layout ---- */

static GtkWidget *
make_chip (TvChipRow *self, guint index)
{
  return tv_chip_make_widget (g_ptr_array_index (self->chips, index), index,
                              G_CALLBACK (on_clicked), G_CALLBACK (on_cross_clicked), self);
}

static void
update_rest (TvChipRow *self)
{
  guint n = self->chips != NULL ? self->chips->len : 0;
  guint n_folded = n - MIN (tv_fold_box_get_n_shown (self->box), n);
  /* Translators: the number of filters that do not fit in the row */
  g_autofree char *text = g_strdup_printf (_("+ %u"), n_folded);

  gtk_menu_button_set_label (GTK_MENU_BUTTON (self->rest), text);
}

static GtkWidget *
make_add_button (void)
{
  GtkWidget *button = gtk_button_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *icon = gtk_image_new_from_icon_name ("list-add-symbolic");

  gtk_image_set_pixel_size (GTK_IMAGE (icon), 12);
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), gtk_label_new (_("Filter")));
  gtk_button_set_child (GTK_BUTTON (button), box);
  gtk_widget_set_tooltip_text (button, _("Add a Filter (Ctrl+L)"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Add a Filter"), -1);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "chips.add");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "add-chip");
  return button;
}

static void
fill_rest (GtkMenuButton *button, gpointer data)
{
  TvChipRow *self = data;
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *list = gtk_box_new (GTK_ORIENTATION_VERTICAL, SPACING_PX);

  for (guint i = tv_fold_box_get_n_shown (self->box); i < self->chips->len; i++)
    gtk_box_append (GTK_BOX (list), make_chip (self, i));
  if (self->can_add)
    {
      GtkWidget *add = make_add_button ();

      gtk_widget_set_halign (add, GTK_ALIGN_START);
      gtk_box_append (GTK_BOX (list), add);
    }
  gtk_popover_set_child (GTK_POPOVER (popover), list);
  gtk_menu_button_set_popover (button, popover);
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

/* Returns: (transfer none) (nullable): the newest chip; the last chip if the newest is not known; %NULL if there are
 * no chips */
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

/* Removes the newest chip, if there is one. */
void
tv_chip_row_remove_newest (TvChipRow *self)
{
  const TvChip *newest = tv_chip_row_get_newest (self);

  if (newest != NULL)
    remove_chip (self, newest);
}

/**
 * tv_chip_row_set_chips:
 * @chips: (element-type TvChip): chips to show; without chips, the row is hidden unless tv_chip_row_set_stays() keeps
 *   it visible
 * @summary: (nullable): summary of the filtered content, shown at the end of the row
 *
 * Replaces the chips.
 */
void
tv_chip_row_set_chips (TvChipRow *self, GPtrArray *chips, const char *summary)
{
  gboolean had_focus;

  g_return_if_fail (TV_IS_CHIP_ROW (self));

  gtk_label_set_text (self->summary, summary != NULL ? summary : "");
  gtk_widget_set_visible (GTK_WIDGET (self->summary), summary != NULL);
  /* If only the summary has changed, the widgets are kept, and with them the focus. */
  if (has_same_chips (self, chips))
    {
      update_visible (self);
      return;
    }
  note_newest (self, chips);
  had_focus = has_focus (self, GTK_WIDGET (self->box));
  tv_fold_box_clear (self->box);
  g_clear_pointer (&self->chips, g_ptr_array_unref);
  self->chips = g_ptr_array_ref (chips);
  for (guint i = 0; i < chips->len; i++)
    tv_fold_box_append (self->box, make_chip (self, i));
  update_rest (self);
  update_visible (self);
  if (had_focus)
    keep_focus (self);
}

/* ---- Object ---- */

/* Places the chips, the add button after them, and the summary at the end of the row. Hides widgets that do not fit. */
static void
tv_chip_row_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TvChipRow *self = TV_CHIP_ROW (widget);
  gboolean is_rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  GtkWidget *children[] = { GTK_WIDGET (self->box), self->add, GTK_WIDGET (self->summary) };
  int x = 0;

  for (guint i = 0; i < G_N_ELEMENTS (children); i++)
    {
      int wanted, start;

      if (!gtk_widget_should_layout (children[i]))
        continue;
      gtk_widget_measure (children[i], GTK_ORIENTATION_HORIZONTAL, -1, NULL, &wanted, NULL, NULL);
      if (i == 0)
        wanted = MIN (wanted, width);
      gtk_widget_set_child_visible (children[i], x + wanted <= width);
      if (x + wanted > width)
        continue;
      start = i + 1 == G_N_ELEMENTS (children) ? width - wanted : x;
      gtk_widget_size_allocate (
          children[i],
          &(GtkAllocation){ is_rtl ? width - start - wanted : start, 0, wanted, height }, -1);
      if (wanted > 0)
        x += wanted + SPACING_PX;
    }
  if (self->popover != NULL)
    place_popover (self);
}

static void
tv_chip_row_measure (GtkWidget *widget,
                     GtkOrientation orientation,
                     int for_size,
                     int *minimum,
                     int *natural,
                     int *minimum_baseline,
                     int *natural_baseline)
{
  TvChipRow *self = TV_CHIP_ROW (widget);
  GtkWidget *children[] = { GTK_WIDGET (self->box), self->add, GTK_WIDGET (self->summary) };

  *minimum = *natural = 0;
  for (guint i = 0; i < G_N_ELEMENTS (children); i++)
    {
      int min, wanted;

      gtk_widget_measure (children[i], orientation, -1, &min, &wanted, NULL, NULL);
      if (orientation == GTK_ORIENTATION_HORIZONTAL)
        {
          *minimum = i == 0 ? min : *minimum;
          *natural += wanted + (i > 0 ? SPACING_PX : 0);
        }
      else
        {
          *minimum = MAX (*minimum, min);
          *natural = MAX (*natural, wanted);
        }
    }
}

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
  if (self->popover != NULL)
    g_signal_handlers_disconnect_by_data (self->popover, self);
  self->popover = NULL;
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_pointer (&self->chips, g_ptr_array_unref);
  g_clear_pointer (&self->edited, g_free);
  g_clear_pointer (&self->newest, g_free);
  g_clear_pointer (&self->removed, g_free);
  G_OBJECT_CLASS (tv_chip_row_parent_class)->dispose (object);
}

static void
tv_chip_row_class_init (TvChipRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_chip_row_dispose;
  widget_class->measure = tv_chip_row_measure;
  widget_class->size_allocate = tv_chip_row_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "chips");
  gtk_widget_class_install_action (widget_class, "chips.remove", NULL, remove_action);
  gtk_widget_class_install_action (widget_class, "chips.add", NULL, add_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Delete, 0, "chips.remove", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_KP_Delete, 0, "chips.remove", NULL);
}

static void
tv_chip_row_init (TvChipRow *self)
{
  self->rest = gtk_menu_button_new ();
  gtk_widget_add_css_class (self->rest, "chip-rest");
  gtk_widget_set_valign (self->rest, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (self->rest, _("Other Filters"));
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (self->rest), fill_rest, self, NULL);
  self->box = TV_FOLD_BOX (tv_fold_box_new (self->rest, SPACING_PX));
  gtk_widget_set_parent (GTK_WIDGET (self->box), GTK_WIDGET (self));
  g_signal_connect_swapped (self->box, "notify::n-shown", G_CALLBACK (update_rest), self);
  self->add = make_add_button ();
  gtk_widget_set_visible (self->add, FALSE);
  gtk_widget_set_parent (self->add, GTK_WIDGET (self));
  self->summary = GTK_LABEL (gtk_label_new (NULL));
  gtk_widget_add_css_class (GTK_WIDGET (self->summary), "summary");
  gtk_widget_set_parent (GTK_WIDGET (self->summary), GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

/**
 * tv_chip_row_set_editor:
 * @make_editor: creates the content of the popover that edits a chip
 * @data: user data of @make_editor
 *
 * Makes chips with an editor id editable.
 */
void
tv_chip_row_set_editor (TvChipRow *self, TvChipEditor make_editor, gpointer data)
{
  g_return_if_fail (TV_IS_CHIP_ROW (self));

  self->make_editor = make_editor;
  self->editor_data = data;
}

/* Sets whether the user can add chips. If not, the button that adds chips is hidden. */
void
tv_chip_row_set_can_add (TvChipRow *self, gboolean can_add)
{
  g_return_if_fail (TV_IS_CHIP_ROW (self));

  self->can_add = can_add;
  gtk_widget_set_visible (self->add, can_add);
}

/* Sets whether an empty row remains visible, so that adding and removing chips does not move the content below it. */
void
tv_chip_row_set_stays (TvChipRow *self, gboolean stays)
{
  g_return_if_fail (TV_IS_CHIP_ROW (self));

  self->stays = stays;
  update_visible (self);
}
