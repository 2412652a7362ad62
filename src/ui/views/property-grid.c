/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Grid of labels and values, with links and headings. Used by the details and by the pane of waits.
 * tv_property_grid_show() replaces all child widgets. Links change the session or activate actions of the window. */

#include "ui/views/property-grid.h"

#include <glib/gi18n.h>

#include "ui/views/state-bar.h"

#define PROPERTY_KEY "tv-property"

#define LABEL_MAX_CHARS 14

struct _TvPropertyGrid
{
  GtkWidget parent_instance;

  GtkGrid *grid;
  int n_rows;
  int held_px; /* minimum height in px; 0 for the natural height */
};

G_DEFINE_FINAL_TYPE (TvPropertyGrid, tv_property_grid, GTK_TYPE_WIDGET)

static GtkSizeRequestMode
tv_property_grid_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
tv_property_grid_measure (GtkWidget *widget,
                          GtkOrientation orientation,
                          int for_size,
                          int *minimum,
                          int *natural,
                          int *minimum_baseline,
                          int *natural_baseline)
{
  TvPropertyGrid *self = TV_PROPERTY_GRID (widget);

  gtk_widget_measure (GTK_WIDGET (self->grid), orientation, for_size, minimum, natural, NULL, NULL);
  if (orientation == GTK_ORIENTATION_VERTICAL)
    *minimum = MAX (*minimum, self->held_px);
  *natural = MAX (*natural, *minimum);
}

static void
tv_property_grid_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  gtk_widget_size_allocate (GTK_WIDGET (TV_PROPERTY_GRID (widget)->grid),
                            &(GtkAllocation){ 0, 0, width, height }, -1);
}

static void
tv_property_grid_dispose (GObject *object)
{
  TvPropertyGrid *self = TV_PROPERTY_GRID (object);

  if (self->grid != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->grid));
  self->grid = NULL;
  G_OBJECT_CLASS (tv_property_grid_parent_class)->dispose (object);
}

static void
tv_property_grid_class_init (TvPropertyGridClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_property_grid_dispose;
  widget_class->get_request_mode = tv_property_grid_get_request_mode;
  widget_class->measure = tv_property_grid_measure;
  widget_class->size_allocate = tv_property_grid_size_allocate;
}

static void
tv_property_grid_init (TvPropertyGrid *self)
{
  self->grid = GTK_GRID (gtk_grid_new ());
  gtk_grid_set_row_spacing (self->grid, 4);
  gtk_grid_set_column_spacing (self->grid, 12);
  gtk_widget_set_parent (GTK_WIDGET (self->grid), GTK_WIDGET (self));
}

/* ---- Lines ---- */

static void
add_wide (TvPropertyGrid *self, GtkWidget *widget)
{
  gtk_widget_set_hexpand (widget, TRUE);
  gtk_grid_attach (self->grid, widget, 0, self->n_rows++, 2, 1);
}

static void
add_line (TvPropertyGrid *self, const char *text, GtkWidget *value)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_widget_add_css_class (label, "dim-label");
  gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (GTK_LABEL (label), MIN (g_utf8_strlen (text, -1), LABEL_MAX_CHARS));
  gtk_label_set_max_width_chars (GTK_LABEL (label), LABEL_MAX_CHARS);
  if (g_utf8_strlen (text, -1) > LABEL_MAX_CHARS)
    gtk_widget_set_tooltip_text (label, text);
  gtk_widget_set_valign (label, GTK_ALIGN_START);
  gtk_widget_set_hexpand (value, TRUE);
  gtk_grid_attach (self->grid, label, 0, self->n_rows, 1, 1);
  gtk_grid_attach (self->grid, value, 1, self->n_rows++, 1, 1);
}

static GtkWidget *
make_value (const char *text)
{
  GtkWidget *value = gtk_label_new (text);
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();

  pango_attr_list_insert (attributes, pango_attr_insert_hyphens_new (FALSE));
  gtk_label_set_attributes (GTK_LABEL (value), attributes);
  gtk_label_set_xalign (GTK_LABEL (value), 0.0f);
  gtk_label_set_wrap (GTK_LABEL (value), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (value), PANGO_WRAP_WORD_CHAR);
  return value;
}

static void
add_text (TvPropertyGrid *self, const char *label, const char *text)
{
  GtkWidget *value = make_value (text);

  gtk_widget_add_css_class (value, "numeric");
  add_line (self, label, value);
}

static void
add_whole_text (TvPropertyGrid *self, const char *text)
{
  GtkWidget *value = make_value (text);

  gtk_label_set_selectable (GTK_LABEL (value), TRUE);
  add_wide (self, value);
}

static void
add_remark (TvPropertyGrid *self, const char *text)
{
  GtkWidget *value = make_value (text);

  gtk_widget_add_css_class (value, "remark");
  add_wide (self, value);
}

static void
add_heading (TvPropertyGrid *self, const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_widget_add_css_class (label, "heading");
  gtk_widget_set_margin_top (label, 10);
  gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
  add_wide (self, label);
}

static void
add_state (TvPropertyGrid *self, const TvProperty *property)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *name = gtk_label_new (property->label);
  GtkWidget *value = gtk_label_new (property->texts[0]);

  gtk_widget_add_css_class (value, "numeric");
  gtk_label_set_xalign (GTK_LABEL (name), 0.0f);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_box_append (GTK_BOX (box), tv_state_bar_new_spot (property->state));
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), value);
  add_wide (self, box);
}

/* ---- Links ---- */

/* Goes to the target of a link. Copies the property first, because changing the selection frees the link and its
 * property. The strings of the copy must not be used. */
static void
on_clicked (GtkWidget *link, TvSession *session)
{
  TvProperty target = *(const TvProperty *) g_object_get_data (G_OBJECT (link), PROPERTY_KEY);
  TvTrace *trace = tv_session_get_trace (session);

  if (target.source != TV_NONE)
    {
      gtk_widget_activate_action (link, "calls.open-source", "u", target.source);
      return;
    }
  if (target.slice != TV_NONE)
    {
      tv_session_select_slice (session, target.slice); /* frees the link */
      tv_session_show_slice (session, target.slice);
      tv_session_reveal_track (session, tv_trace_find_track_at (trace, target.slice));
      return;
    }
  if (target.line != TV_NONE)
    {
      tv_session_select_line (session, target.line);
      return;
    }
  if (target.dump_thread != TV_NONE)
    {
      gtk_widget_activate_action (link, "win.panel-page", "s", "dump");
      tv_session_select_dump_thread (session, target.dump_thread);
      return;
    }
  tv_session_reveal_counter (session, target.counter);
  tv_session_select_counter (session, target.counter, target.ns);
  tv_session_reveal_time (session, target.ns);
}

static void
add_link (TvPropertyGrid *self, const TvProperty *property, TvSession *session)
{
  GtkWidget *link = gtk_button_new ();
  GtkWidget *value = make_value (property->texts[0]);

  gtk_label_set_lines (GTK_LABEL (value), 2);
  gtk_label_set_ellipsize (GTK_LABEL (value), PANGO_ELLIPSIZE_END);
  gtk_button_set_child (GTK_BUTTON (link), value);
  gtk_widget_add_css_class (link, "flat");
  gtk_widget_add_css_class (link, "property-link");
  gtk_widget_set_tooltip_text (link,
                               property->source != TV_NONE ? _("Open Source") : _("Follow Link"));
  g_object_set_data_full (G_OBJECT (link), PROPERTY_KEY, g_memdup2 (property, sizeof *property),
                          g_free);
  g_signal_connect_object (link, "clicked", G_CALLBACK (on_clicked), session, 0);
  add_line (self, property->label, link);
}

/* ---- */

static void
add_property (TvPropertyGrid *self,
              const TvPropertyList *properties,
              const TvProperty *property,
              TvSession *session)
{
  g_autofree char *text = tv_property_list_dup_value (properties, property, TRUE);

  switch (property->kind)
    {
    case TV_PROPERTY_HEADING:
      add_heading (self, property->label);
      break;
    case TV_PROPERTY_TEXT:
      add_whole_text (self, property->texts[0]);
      break;
    case TV_PROPERTY_STATES:
      add_wide (self, tv_state_bar_new (&properties->states));
      break;
    case TV_PROPERTY_STATE:
      add_state (self, property);
      break;
    case TV_PROPERTY_VALUE:
    case TV_PROPERTY_FIGURES:
    case TV_PROPERTY_HINT:
    default:
      if (property->slice != TV_NONE || property->counter != TV_NONE ||
          property->source != TV_NONE || property->line != TV_NONE ||
          property->dump_thread != TV_NONE)
        add_link (self, property, session);
      else
        add_text (self, property->label, text);
    }
}

/* Replaces all lines of the grid. */
void
tv_property_grid_show (TvPropertyGrid *self, const TvPropertyList *properties, TvSession *session)
{
  g_return_if_fail (TV_IS_PROPERTY_GRID (self));

  while (self->n_rows > 0)
    gtk_grid_remove_row (self->grid, --self->n_rows);
  if (properties->remark != NULL)
    add_remark (self, properties->remark);
  for (guint i = 0; i < properties->list->len; i++)
    {
      const TvProperty *property = &g_array_index (properties->list, TvProperty, i);

      if (property->uses & TV_PROPERTY_FULL)
        add_property (self, properties, property, session);
    }
}

/**
 * tv_property_grid_hold_height:
 * @holds: %FALSE to use the natural height again
 *
 * Keeps at least the current height, so that widgets below do not move.
 */
void
tv_property_grid_hold_height (TvPropertyGrid *self, gboolean holds)
{
  g_return_if_fail (TV_IS_PROPERTY_GRID (self));

  self->held_px = holds ? gtk_widget_get_height (GTK_WIDGET (self)) : 0;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}
