/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Button in the corner of the timeline that opens a legend of the slice colours. Created by the timeline. Follows the
 * session; choosing a colouring activates "session.colour-by". */

#include "ui/views/timeline/color-legend.h"

#include <glib/gi18n.h>

#include "paint/timeline/legend-sections.h"
#include "ui/kit/swatch.h"

#define N_BUTTON_SWATCHES  4
#define LIST_MAX_HEIGHT_PX 320
#define NAME_MAX_CHARS     36

struct _TvColorLegend
{
  GtkWidget parent_instance;

  GtkWidget *button;
  GtkWidget *swatches[N_BUTTON_SWATCHES];
  GtkLabel *title;
  GtkCheckButton *choices[TV_N_COLOR_BY];
  GtkLabel *note;
  GtkListBox *list;

  TvSession *session; /* (nullable) */
};

G_DEFINE_FINAL_TYPE (TvColorLegend, tv_color_legend, GTK_TYPE_WIDGET)

/* Title and menu label of a colouring. Traces whose slices are not named after methods use different words. */
typedef struct
{
  const char *title;
  const char *label;
} KindName;

static const struct
{
  const char *nick;
  KindName of_methods;
  KindName of_names;
} kinds[TV_N_COLOR_BY] = {
  [TV_COLOR_BY_SYMBOL] = { "symbol", { N_("Method"), N_("_Method") }, { N_("Name"), N_("_Name") } },
  [TV_COLOR_BY_PACKAGE] = { "package",
                            { N_("Package"), N_("_Package") },
                            { N_("First Word"), N_("_First Word") } },
  [TV_COLOR_BY_THREAD] = { "thread",
                           { N_("Thread"), N_("_Thread") },
                           { N_("Thread"), N_("_Thread") } },
  [TV_COLOR_BY_DURATION] = { "duration",
                             { N_("Duration"), N_("_Duration") },
                             { N_("Duration"), N_("_Duration") } },
  [TV_COLOR_BY_OWNER] = { "owner", { N_("Owner"), N_("_Owner") }, { N_("Owner"), N_("_Owner") } },
};

static const KindName *
get_name (TvColorBy by, gboolean names_methods)
{
  return names_methods ? &kinds[by].of_methods : &kinds[by].of_names;
}

/* Returns the title of a colouring. @names_methods: whether the slices of the trace are named after methods. */
const char *
tv_color_by_get_title (TvColorBy by, gboolean names_methods)
{
  g_return_val_if_fail (by < TV_N_COLOR_BY, NULL);
  return _ (get_name (by, names_methods)->title);
}

static gboolean
names_methods (TvColorLegend *self)
{
  return tv_trace_names_methods (tv_session_get_trace (self->session));
}

/* ---- The list ---- */

static GtkWidget *
make_row (GtkWidget *child)
{
  GtkWidget *row = gtk_list_box_row_new ();

  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), child);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_widget_set_focusable (row, FALSE);
  return row;
}

static GtkWidget *
make_heading (const char *text)
{
  GtkWidget *heading = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (heading), 0.0f);
  gtk_widget_add_css_class (heading, "heading");
  return heading;
}

static GtkWidget *
make_item (const TvLegendItem *item)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *swatch = tv_swatch_new ();
  GtkWidget *name = gtk_label_new (item->name);

  if (item->state < TV_N_STATE_KINDS)
    tv_swatch_set_state (TV_SWATCH (swatch), item->state);
  else if (item->outcome != TV_FRAME_UNKNOWN)
    tv_swatch_set_frame (TV_SWATCH (swatch), item->outcome);
  else
    tv_swatch_set_color (TV_SWATCH (swatch), item->color);
  gtk_box_append (GTK_BOX (box), swatch);
  gtk_label_set_xalign (GTK_LABEL (name), 0.0f);
  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_max_width_chars (GTK_LABEL (name), NAME_MAX_CHARS);
  gtk_widget_set_tooltip_text (name, item->name);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_box_append (GTK_BOX (box), name);
  if (item->values[0] != NULL)
    {
      GtkWidget *value = gtk_label_new (item->values[0]);

      gtk_widget_add_css_class (value, "numeric");
      gtk_widget_add_css_class (value, "dim-label");
      gtk_box_append (GTK_BOX (box), value);
    }
  return box;
}

/* Fills the list. The section of the colouring has no heading, because the chosen colouring above is its title. */
static void
fill_list (TvColorLegend *self)
{
  g_autoptr (GArray) sections = tv_legend_sections_of_trace (
      tv_session_get_trace (self->session), tv_session_get_coloring (self->session));
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->list))) != NULL)
    gtk_list_box_remove (self->list, row);
  for (guint i = 0; i < sections->len; i++)
    {
      const TvLegendSection *section = &g_array_index (sections, TvLegendSection, i);

      if (section->note != NULL)
        gtk_label_set_text (self->note, section->note);
      else
        gtk_list_box_append (self->list, make_row (make_heading (section->title)));
      for (guint k = 0; k < section->items->len; k++)
        gtk_list_box_append (
            self->list, make_row (make_item (&g_array_index (section->items, TvLegendItem, k))));
    }
}

/* Updates the button and the visible list. The swatches of the button are the first entries of the legend, or, if
 * colours show durations, every second shade. */
static void
update (TvColorLegend *self)
{
  TvColorBy by = tv_session_get_colour_by (self->session);
  guint n;
  const TvLegendEntry *legend = tv_coloring_get_legend (tv_session_get_coloring (self->session),
                                                        &n);
  const char *title = tv_color_by_get_title (by, names_methods (self));
  /* Translators: %s is Method, Name, Package, First Word, Thread, Duration or Owner */
  g_autofree char *label = g_strdup_printf (_("Colours: %s"), title);

  gtk_label_set_text (self->title, title);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->note),
                               by == TV_COLOR_BY_DURATION
                                   ? NULL
                                   : _("Colours depend on the whole trace, not on the selected "
                                       "range or threads."));
  for (guint i = 0; i < N_BUTTON_SWATCHES; i++)
    {
      guint index = by == TV_COLOR_BY_DURATION ? i * 2 : i;

      gtk_widget_set_visible (self->swatches[i], index < n);
      if (index < n)
        tv_swatch_set_color (TV_SWATCH (self->swatches[i]), legend[index].color);
    }
  gtk_widget_set_tooltip_text (self->button, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  label, -1);
  if (gtk_widget_get_mapped (GTK_WIDGET (self->list)))
    fill_list (self);
}

/* ---- Widgets ---- */

static GtkWidget *
make_choice (TvColorLegend *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkCheckButton *first = NULL;

  gtk_box_append (GTK_BOX (box), make_heading (_("Colour By")));
  for (guint i = 0; i < TV_N_COLOR_BY; i++)
    {
      GtkWidget *choice = gtk_check_button_new_with_mnemonic (_ (kinds[i].of_methods.label));

      self->choices[i] = GTK_CHECK_BUTTON (choice);
      gtk_check_button_set_group (GTK_CHECK_BUTTON (choice), first);
      if (first == NULL)
        first = GTK_CHECK_BUTTON (choice);
      gtk_actionable_set_action_name (GTK_ACTIONABLE (choice), "session.colour-by");
      gtk_actionable_set_action_target (GTK_ACTIONABLE (choice), "s", kinds[i].nick);
      gtk_box_append (GTK_BOX (box), choice);
    }
  return box;
}

static GtkWidget *
make_popover (TvColorLegend *self)
{
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  self->note = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->note, 0.0f);
  gtk_widget_add_css_class (GTK_WIDGET (self->note), "dim-label");
  gtk_widget_add_css_class (GTK_WIDGET (self->note), "caption");
  self->list = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_list_box_set_selection_mode (self->list, GTK_SELECTION_NONE);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_propagate_natural_width (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), LIST_MAX_HEIGHT_PX);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), GTK_WIDGET (self->list));

  gtk_box_append (GTK_BOX (box), make_choice (self));
  gtk_box_append (GTK_BOX (box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->note));
  gtk_box_append (GTK_BOX (box), scrolled);
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  gtk_widget_add_css_class (popover, "color-legend");
  gtk_accessible_update_property (GTK_ACCESSIBLE (popover), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Colours"), -1);
  return popover;
}

static GtkWidget *
make_button_content (TvColorLegend *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *samples = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 2);

  for (guint i = 0; i < N_BUTTON_SWATCHES; i++)
    {
      self->swatches[i] = tv_swatch_new ();
      gtk_box_append (GTK_BOX (samples), self->swatches[i]);
    }
  self->title = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_ellipsize (self->title, PANGO_ELLIPSIZE_END);
  gtk_box_append (GTK_BOX (box), samples);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->title));
  gtk_box_append (GTK_BOX (box), gtk_image_new_from_icon_name ("pan-down-symbolic"));
  return box;
}

/* ---- Object ---- */

static void
tv_color_legend_dispose (GObject *object)
{
  TvColorLegend *self = TV_COLOR_LEGEND (object);

  tv_color_legend_set_session (self, NULL);
  g_clear_pointer (&self->button, gtk_widget_unparent);
  G_OBJECT_CLASS (tv_color_legend_parent_class)->dispose (object);
}

static void
tv_color_legend_class_init (TvColorLegendClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_color_legend_dispose;
  gtk_widget_class_set_css_name (widget_class, "colorlegend");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
tv_color_legend_init (TvColorLegend *self)
{
  self->button = gtk_menu_button_new ();
  gtk_menu_button_set_child (GTK_MENU_BUTTON (self->button), make_button_content (self));
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (self->button), make_popover (self));
  gtk_menu_button_set_has_frame (GTK_MENU_BUTTON (self->button), FALSE);
  gtk_widget_set_halign (self->button, GTK_ALIGN_START);
  gtk_widget_set_parent (self->button, GTK_WIDGET (self));
  g_signal_connect_swapped (self->list, "map", G_CALLBACK (update), self);
}

GtkWidget *
tv_color_legend_new (void)
{
  return g_object_new (TV_TYPE_COLOR_LEGEND, NULL);
}

/* Sets the session; %NULL hides the button. */
void
tv_color_legend_set_session (TvColorLegend *self, TvSession *session)
{
  g_return_if_fail (TV_IS_COLOR_LEGEND (self));

  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_set_object (&self->session, session);
  if (self->button != NULL)
    gtk_widget_set_visible (self->button, session != NULL);
  if (session == NULL)
    return;
  for (guint i = 0; i < TV_N_COLOR_BY; i++)
    gtk_check_button_set_label (self->choices[i], _ (get_name (i, names_methods (self))->label));
  g_signal_connect_swapped (session, "notify::colour-by", G_CALLBACK (update), self);
  update (self);
}
