/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Actions of the Flame Graph view for menus, keys and tests. Part of this view; uses the struct in flame-view.h.
 * Actions change the graph, or the clock and grouping of the session. */

#include "ui/views/flame/flame-view.h"

#include "paint/flame/measure.h"
#include "paint/flame/painter.h"
#include "ui/kit/object-actions.h"

static GVariant *
get_width (gpointer object)
{
  TvFlamePane *self = object;
  TvFlameLayout *layout = tv_flame_graph_get_layout (self->graph);

  return g_variant_new_string (tv_flame_measure_get_id (
      layout != NULL ? tv_flame_layout_get_measure (layout) : self->measure));
}

static void
change_width (gpointer object, GVariant *value)
{
  TvFlamePane *self = object;
  TvCallMeasure measure;

  if (tv_flame_measure_parse (g_variant_get_string (value, NULL), &measure) &&
      measure != TV_MEASURE_COUNT)
    tv_session_set_clock (self->session, measure == TV_MEASURE_CPU ? TV_CLOCK_CPU : TV_CLOCK_WALL);
  g_object_set (object, "measure", g_variant_get_string (value, NULL), NULL);
}

static GVariant *
get_flipped (gpointer object)
{
  gboolean is_flipped;

  g_object_get (TV_FLAME_PANE (object)->graph, "flipped", &is_flipped, NULL);
  return g_variant_new_boolean (is_flipped);
}

static void
change_flipped (gpointer object, GVariant *value)
{
  g_object_set (TV_FLAME_PANE (object)->graph, "flipped", g_variant_get_boolean (value), NULL);
}

static GVariant *
get_by_package (gpointer object)
{
  gboolean by_package;

  g_object_get (TV_FLAME_PANE (object)->graph, "by-package", &by_package, NULL);
  return g_variant_new_boolean (by_package);
}

static void
change_by_package (gpointer object, GVariant *value)
{
  g_object_set (TV_FLAME_PANE (object)->graph, "by-package", g_variant_get_boolean (value), NULL);
}

static GVariant *
get_reversed (gpointer object)
{
  return g_variant_new_boolean (TV_FLAME_PANE (object)->is_reversed);
}

static void
change_reversed (gpointer object, GVariant *value)
{
  g_object_set (object, "reversed", g_variant_get_boolean (value), NULL);
}

static GVariant *
get_by_thread (gpointer object)
{
  return g_variant_new_boolean (tv_session_get_by_thread (TV_FLAME_PANE (object)->session));
}

static void
change_by_thread (gpointer object, GVariant *value)
{
  tv_session_set_by_thread (TV_FLAME_PANE (object)->session, g_variant_get_boolean (value));
}

/* Returns the names of the frames from the root to a node, separated by '/'; an empty string if @node is %TV_NONE. */
static GVariant *
dup_way (TvFlamePane *self, guint32 node)
{
  TvFlameLayout *layout = tv_flame_graph_get_layout (self->graph);
  g_autoptr (GString) way = g_string_new (NULL);

  for (; layout != NULL && node != TV_NONE; node = tv_flame_layout_get_node (layout, node)->parent)
    {
      g_autofree char *label = tv_flame_dup_label (tv_flame_layout_get_tree (layout),
                                                   tv_flame_layout_get_node (layout, node)->name);

      if (way->len > 0)
        g_string_prepend_c (way, '/');
      g_string_prepend (way, label);
    }
  return g_variant_new_string (way->str);
}

static GVariant *
get_zoom (gpointer object)
{
  return dup_way (object, tv_flame_graph_get_zoom (TV_FLAME_PANE (object)->graph));
}

static GVariant *
get_selected (gpointer object)
{
  return dup_way (object, tv_flame_graph_get_selected (TV_FLAME_PANE (object)->graph));
}

static void
export_image (gpointer object, const char *name, GVariant *parameter)
{
  if (parameter == NULL)
    tv_flame_pane_export (object);
  else
    {
      g_autoptr (GFile) file = g_file_new_for_path (g_variant_get_string (parameter, NULL));

      tv_flame_pane_export_to (object, file, tv_image_format_of_file (file));
    }
}

/* Adds the actions of the flame graph to the window. */
void
tv_flame_pane_add_actions (TvView *view, GActionMap *map)
{
  static const TvObjectAction own[] = {
    { .name = "flame-width",
      .type = "s",
      .get_state = get_width,
      .change = change_width,
      .signals = "notify::measure" },
    { .name = "flame-reversed",
      .type = "b",
      .get_state = get_reversed,
      .change = change_reversed,
      .signals = "notify::reversed" },
    { .name = "export-flame", .activate = export_image },
    { .name = "export-flame-to", .type = "s", .activate = export_image },
  };
  static const TvObjectAction of_graph[] = {
    { .name = "flame-flipped",
      .type = "b",
      .get_state = get_flipped,
      .change = change_flipped,
      .signals = "notify::flipped" },
    { .name = "flame-by-package",
      .type = "b",
      .get_state = get_by_package,
      .change = change_by_package,
      .signals = "notify::by-package" },
    { .name = "flame-zoom", .type = "s", .get_state = get_zoom, .signals = "notify::zoom" },
    { .name = "flame-selected",
      .type = "s",
      .get_state = get_selected,
      .signals = "notify::selected" },
  };
  static const TvObjectAction of_session[] = {
    { .name = "flame-by-thread",
      .type = "b",
      .get_state = get_by_thread,
      .change = change_by_thread,
      .signals = "notify::by-thread" },
  };
  TvFlamePane *self = TV_FLAME_PANE (view);

  tv_object_actions_add (map, view, view, own, G_N_ELEMENTS (own));
  tv_object_actions_add (map, view, self->graph, of_graph, G_N_ELEMENTS (of_graph));
  tv_object_actions_add (map, view, self->session, of_session, G_N_ELEMENTS (of_session));
}
