/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Path from the root to the zoomed frame, as links. Created by the Flame Graph view (flame-view.c). Follows the zoom
 * of the graph, and changes it with tv_flame_graph_zoom_to(). */

#include "ui/views/flame/flame-crumbs.h"

#include <glib/gi18n.h>

#include "paint/flame/measure.h"
#include "paint/flame/painter.h"
#include "ui/kit/number-format.h"

#define HEIGHT_PX  24
#define SPACING_PX 6

/* Maximum number of links. In a longer path, links in the middle are omitted even if there is enough space. */
#define MAX_LINKS 24

struct _TvFlameCrumbs
{
  GtkWidget parent_instance;

  TvFlameGraph *graph;
  GtkWidget *dots; /* placeholder for the omitted links */
  GtkWidget *last; /* the zoomed frame */
  GtkWidget *value;
  GtkWidget *moved; /* effect of the transforms, at the right */
  GPtrArray *links; /* (element-type GtkWidget): links, starting at the root */
};

G_DEFINE_FINAL_TYPE (TvFlameCrumbs, tv_flame_crumbs, GTK_TYPE_WIDGET)

/* ---- Content ---- */

static void
zoom_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  TvFlameCrumbs *self = TV_FLAME_CRUMBS (widget);

  tv_flame_graph_zoom_to (self->graph, g_variant_get_uint32 (parameter));
  gtk_widget_grab_focus (GTK_WIDGET (self->graph));
}

static char *
dup_label (TvFlameLayout *layout, guint32 node)
{
  return tv_flame_dup_label (tv_flame_layout_get_tree (layout),
                             tv_flame_layout_get_node (layout, node)->name);
}

static GtkWidget *
make_link (TvFlameLayout *layout, guint32 node)
{
  g_autofree char *label = dup_label (layout, node);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, SPACING_PX);
  GtkWidget *button = gtk_button_new ();
  GtkWidget *text = gtk_label_new (label);
  GtkWidget *arrow = gtk_image_new_from_icon_name ("go-next-symbolic");

  gtk_label_set_ellipsize (GTK_LABEL (text), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_max_width_chars (GTK_LABEL (text), 40);
  gtk_button_set_child (GTK_BUTTON (button), text);
  gtk_widget_add_css_class (button, "crumb");
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, label);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "crumbs.zoom");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "u", node);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  gtk_image_set_pixel_size (GTK_IMAGE (arrow), 12);
  gtk_box_append (GTK_BOX (box), button);
  gtk_box_append (GTK_BOX (box), arrow);
  return box;
}

static void
update_moved (TvFlameCrumbs *self, TvFlameLayout *layout)
{
  g_autofree char *text = tv_flame_measure_dup_moved (layout);

  gtk_label_set_text (GTK_LABEL (self->moved), text != NULL ? text : "");
}

static void
update_last (TvFlameCrumbs *self, TvFlameLayout *layout, guint32 zoom)
{
  TvCallTree *tree = tv_flame_layout_get_tree (layout);
  TvCallMeasure measure = tv_flame_layout_get_measure (layout);
  gint64 total = tv_flame_layout_get_length (layout, zoom);
  g_autofree char *label = dup_label (layout, zoom);
  g_autofree char *value = tv_flame_measure_dup_value (tree, measure, total);
  g_autofree char *percent = tv_format_percent (tv_call_tree_get_percent (tree, total, measure));
  g_autofree char *text = g_strdup_printf ("%s · %s", value, percent);

  gtk_label_set_text (GTK_LABEL (self->last), label);
  gtk_widget_set_tooltip_text (self->last, label);
  gtk_label_set_text (GTK_LABEL (self->value), text);
}

/* Recreates the links. Called when the zoom or the layout has changed. */
static void
update (TvFlameCrumbs *self)
{
  TvFlameLayout *layout = tv_flame_graph_get_layout (self->graph);
  guint32 zoom = tv_flame_graph_get_zoom (self->graph);
  g_autoptr (GArray) way = g_array_new (FALSE, FALSE, sizeof (guint32));

  if (layout == NULL)
    return;
  for (guint i = 0; i < self->links->len; i++)
    gtk_widget_unparent (self->links->pdata[i]);
  g_ptr_array_set_size (self->links, 0);
  for (guint32 node = tv_flame_layout_get_node (layout, zoom)->parent; node != TV_NONE;
       node = tv_flame_layout_get_node (layout, node)->parent)
    g_array_append_val (way, node);
  for (guint i = way->len; i-- > 0;)
    {
      GtkWidget *link;

      if (way->len > MAX_LINKS && i < way->len - MAX_LINKS / 2 && i >= MAX_LINKS / 2)
        continue;
      link = make_link (layout, g_array_index (way, guint32, i));
      gtk_widget_insert_before (link, GTK_WIDGET (self), self->last);
      g_ptr_array_add (self->links, link);
    }
  update_last (self, layout, zoom);
  update_moved (self, layout);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

/* ---- Widget ---- */

static int
get_width (GtkWidget *widget, gboolean is_min)
{
  int min, natural;

  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, &min, &natural, NULL, NULL);
  return is_min ? min : natural;
}

static void
tv_flame_crumbs_measure (GtkWidget *widget,
                         GtkOrientation orientation,
                         int for_size,
                         int *minimum,
                         int *natural,
                         int *minimum_baseline,
                         int *natural_baseline)
{
  TvFlameCrumbs *self = TV_FLAME_CRUMBS (widget);

  *minimum = *natural = HEIGHT_PX;
  for (GtkWidget *child = gtk_widget_get_first_child (widget);
       child != NULL && orientation == GTK_ORIENTATION_VERTICAL;
       child = gtk_widget_get_next_sibling (child))
    {
      int min, child_natural;

      gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, -1, &min, &child_natural, NULL, NULL);
      *minimum = *natural = MAX (*natural, child_natural);
    }
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *minimum = get_width (self->last, TRUE);
}

/* Returns the number of links at the end of the path that fit in addition to the first link. Links in the middle are
 * omitted first. */
static guint
count_last_links (TvFlameCrumbs *self, int space)
{
  guint n = self->links->len, shown = 0;
  int needed = 0, first = n > 0 ? get_width (self->links->pdata[0], FALSE) + SPACING_PX : 0;

  for (guint i = 1; i < n; i++)
    needed += get_width (self->links->pdata[i], FALSE) + SPACING_PX;
  if (first + needed <= space)
    return n > 0 ? n - 1 : 0;
  space -= first + get_width (self->dots, FALSE) + SPACING_PX;
  for (guint i = n; i-- > 1; shown++)
    {
      space -= get_width (self->links->pdata[i], FALSE) + SPACING_PX;
      if (space < 0)
        break;
    }
  return shown;
}

static void
place (GtkWidget *widget, gboolean is_shown, int *x, int width, int height)
{
  gtk_widget_set_child_visible (widget, is_shown);
  if (!is_shown)
    return;
  gtk_widget_size_allocate (widget, &(GtkAllocation){ *x, 0, width, height }, -1);
  *x += width + SPACING_PX;
}

static void
tv_flame_crumbs_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TvFlameCrumbs *self = TV_FLAME_CRUMBS (widget);
  int value = get_width (self->value, FALSE) + SPACING_PX, moved = get_width (self->moved, FALSE);
  gboolean has_moved = moved > 0 && moved <= width / 2;
  gboolean has_value;
  guint n = self->links->len, n_last;
  gboolean has_first, has_all;
  int x, space;

  x = width - moved;
  place (self->moved, has_moved, &x, moved, height);
  width -= has_moved ? moved + 2 * SPACING_PX : 0;
  has_value = get_width (self->last, TRUE) + value <= width;
  space = width - (has_value ? value : 0) - get_width (self->last, FALSE) - SPACING_PX;
  n_last = count_last_links (self, space);
  has_first = n > 0 && get_width (self->links->pdata[0], FALSE) + SPACING_PX +
                               get_width (self->dots, FALSE) + SPACING_PX <=
                           space;
  has_all = n == 0 || (has_first && n_last == n - 1);
  x = 0;
  if (n == 1 && get_width (self->links->pdata[0], FALSE) <= space)
    has_first = has_all = TRUE;
  if (!has_first)
    n_last = 0;
  if (n > 0)
    place (self->links->pdata[0], has_first, &x, get_width (self->links->pdata[0], FALSE), height);
  place (self->dots, !has_all && get_width (self->dots, FALSE) <= space, &x,
         get_width (self->dots, FALSE), height);
  for (guint i = 1; i < n; i++)
    place (self->links->pdata[i], i >= n - n_last, &x, get_width (self->links->pdata[i], FALSE),
           height);
  place (self->last, TRUE, &x,
         CLAMP (get_width (self->last, FALSE), get_width (self->last, TRUE),
                MAX (width - x - (has_value ? value : 0), get_width (self->last, TRUE))),
         height);
  place (self->value, has_value, &x, value - SPACING_PX, height);
}

static void
tv_flame_crumbs_dispose (GObject *object)
{
  TvFlameCrumbs *self = TV_FLAME_CRUMBS (object);
  GtkWidget *child;

  g_ptr_array_set_size (self->links, 0);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (tv_flame_crumbs_parent_class)->dispose (object);
}

static void
tv_flame_crumbs_finalize (GObject *object)
{
  g_ptr_array_unref (TV_FLAME_CRUMBS (object)->links);
  G_OBJECT_CLASS (tv_flame_crumbs_parent_class)->finalize (object);
}

static void
tv_flame_crumbs_class_init (TvFlameCrumbsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_flame_crumbs_dispose;
  G_OBJECT_CLASS (klass)->finalize = tv_flame_crumbs_finalize;
  widget_class->measure = tv_flame_crumbs_measure;
  widget_class->size_allocate = tv_flame_crumbs_size_allocate;
  gtk_widget_class_install_action (widget_class, "crumbs.zoom", "u", zoom_action);
  gtk_widget_class_set_css_name (widget_class, "crumbs");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
tv_flame_crumbs_init (TvFlameCrumbs *self)
{
  self->links = g_ptr_array_new ();
  self->dots = gtk_label_new ("…");
  self->last = gtk_label_new (NULL);
  self->value = gtk_label_new (NULL);
  self->moved = gtk_label_new (NULL);
  gtk_label_set_ellipsize (GTK_LABEL (self->last), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_xalign (GTK_LABEL (self->last), 0.0f);
  gtk_widget_add_css_class (self->last, "zoomed");
  gtk_widget_add_css_class (self->value, "value");
  gtk_widget_add_css_class (self->moved, "value");
  gtk_widget_set_tooltip_text (self->moved, _("Some stacks are transformed by the filters above"));
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_parent (self->dots, GTK_WIDGET (self));
  gtk_widget_set_parent (self->last, GTK_WIDGET (self));
  gtk_widget_set_parent (self->value, GTK_WIDGET (self));
  gtk_widget_set_parent (self->moved, GTK_WIDGET (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Zoomed to"), -1);
}

/* Returns: (transfer floating): a path that follows @graph, which must outlive the widget */
GtkWidget *
tv_flame_crumbs_new (TvFlameGraph *graph)
{
  TvFlameCrumbs *self = g_object_new (TV_TYPE_FLAME_CRUMBS, NULL);

  self->graph = graph;
  g_signal_connect_object (graph, "notify::zoom", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
