/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Actions of the Java Heap view, and the context menu of a class. Part of the view; its struct is in
 * heap-view-private.h. Links to other views change the session or activate actions of the window. */

#include "ui/views/heap/heap-view-private.h"

#include <glib/gi18n.h>

#include "ui/kit/object-actions.h"

/* ---- Links to other views ---- */

static guint32
find_graph_kind (TvSession *session)
{
  const TvStacks *stacks = tv_trace_get_stacks (tv_session_get_trace (session));

  for (guint32 heap = 0; heap < stacks->n_heaps; heap++)
    if (stacks->heaps[heap].is_graph)
      return stacks->heaps[heap].first_kind;
  return TV_NONE;
}

/* Sets the call source to the samples of heap dumps, unless the source already is a kind of heap dump. */
static void
choose_graph_source (TvSession *session)
{
  const TvStacks *stacks = tv_trace_get_stacks (tv_session_get_trace (session));
  guint32 source = tv_session_get_call_source (session);
  guint32 heap = source < stacks->n_kinds ? stacks->kinds[source].heap : TV_NONE;
  guint32 kind = find_graph_kind (session);

  if (kind != TV_NONE && (heap == TV_NONE || !stacks->heaps[heap].is_graph))
    tv_session_set_call_source (session, kind);
}

/* Makes all views of stacks count the samples of the listed heap dump or, in a comparison, the changes since the
 * other dump: sets the call source and, if the trace contains several dumps, the range and the process of the
 * selection. */
static void
count_graph (TvHeapView *self)
{
  TvTrace *trace = tv_heap_view_get_trace (self);
  const TvHeapGraphs *graphs = tv_trace_get_heap_graphs (trace);
  const TvHeapGraph *graph = &graphs->graphs[tv_session_get_heap_graph (self->session)];
  gint64 start_ns = tv_trace_get_start_ns (trace);
  g_autoptr (TvSelection) of_process = NULL;
  g_autoptr (TvSelection) selection = NULL;

  if (self->before != TV_NONE)
    start_ns = graphs->graphs[self->before].ts + 1;
  choose_graph_source (self->session);
  /* A single dump needs no range; a dump without a timestamp cannot be selected by range. */
  if (graphs->n_graphs < 2 || graph->ts == TV_NO_TIME)
    return;
  of_process = graph->upid != TV_NONE
                   ? tv_session_dup_process_selection (self->session, graph->upid)
                   : tv_selection_ref (tv_session_get_selection (self->session));
  selection = tv_selection_with_range (of_process, start_ns, graph->ts + 1);
  tv_session_set_selection (self->session, selection);
}

static void
show_elsewhere (gpointer object, const char *name, GVariant *parameter)
{
  TvHeapView *self = object;
  const char *where = g_variant_get_string (parameter, NULL);
  g_autofree char *action = g_strconcat ("calls.show-", where, NULL);
  guint32 symbol =
      self->klass != TV_NONE
          ? tv_trace_get_heap_graphs (tv_heap_view_get_trace (self))->classes[self->klass].symbol
          : TV_NONE;

  count_graph (self);
  if (symbol != TV_NONE)
    gtk_widget_activate_action (GTK_WIDGET (self), action, "u", symbol);
}

GMenu *
tv_heap_view_make_class_menu (gpointer view, TvTableRow *row)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) shows = g_menu_new ();

  g_menu_append (shows, _("Show in _Tree"), "win.heap-show::tree");
  g_menu_append (shows, _("Show _Dominators"), "win.heap-show::callers");
  g_menu_append (shows, _("Show in _Flame Graph"), "win.heap-show::flame");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (shows));
  return menu;
}

/* ---- Actions ---- */

static GVariant *
get_graph_state (gpointer object)
{
  return g_variant_new_uint32 (tv_session_get_heap_graph (TV_HEAP_VIEW (object)->session));
}

static void
change_graph (gpointer object, GVariant *value)
{
  TvHeapView *self = object;

  if (g_variant_get_uint32 (value) <
      tv_trace_get_heap_graphs (tv_heap_view_get_trace (self))->n_graphs)
    tv_session_select_heap_graph (self->session, g_variant_get_uint32 (value));
}

static GVariant *
get_before_state (gpointer object)
{
  return g_variant_new_uint32 (TV_HEAP_VIEW (object)->before);
}

static void
change_before (gpointer object, GVariant *value)
{
  TvHeapView *self = object;
  guint32 before = g_variant_get_uint32 (value);

  if (before == TV_NONE ||
      before < tv_trace_get_heap_graphs (tv_heap_view_get_trace (self))->n_graphs)
    tv_heap_view_set_before (self, before);
}

static GVariant *
get_class_state (gpointer object)
{
  return g_variant_new_uint32 (TV_HEAP_VIEW (object)->klass);
}

static void
change_class (gpointer object, GVariant *value)
{
  TvHeapView *self = object;
  const TvHeapGraphs *graphs = tv_trace_get_heap_graphs (tv_heap_view_get_trace (self));

  if (g_variant_get_uint32 (value) < graphs->n_classes)
    tv_heap_view_select_class (self, g_variant_get_uint32 (value), TV_NONE);
}

static GVariant *
get_object_state (gpointer object)
{
  return g_variant_new_uint32 (TV_HEAP_VIEW (object)->object);
}

static void
change_object (gpointer object, GVariant *value)
{
  TvHeapView *self = object;

  if (self->list != NULL && g_variant_get_uint32 (value) <
                                tv_trace_get_heap_graphs (tv_heap_view_get_trace (self))->n_objects)
    tv_heap_view_go_to_object (self, g_variant_get_uint32 (value));
}

static GVariant *
get_left_state (gpointer object)
{
  TvHeapView *self = object;

  return g_variant_new_uint32 (self->list != NULL ? self->list->n_left : 0);
}

static GVariant *
get_rows_state (gpointer object)
{
  TvHeapView *self = object;
  TvTable *objects = tv_heap_list_get_rows (self->objects),
          *path = tv_heap_list_get_rows (self->path);

  return g_variant_new ("(uu)", objects != NULL ? tv_table_get_n_rows (objects) : 0,
                        path != NULL ? tv_table_get_n_rows (path) : 0);
}

/* Returns the names of the visible panes, separated by spaces. */
static GVariant *
get_parts_state (gpointer object)
{
  TvPaneLayout *panes = TV_HEAP_VIEW (object)->panes;
  g_autofree char *parts = g_strconcat (
      tv_pane_layout_is_seen (panes, TV_PANE_LIST) ? "classes " : "",
      tv_pane_layout_is_seen (panes, TV_PANE_MAIN) ? "objects " : "",
      tv_pane_layout_is_seen (panes, TV_PANE_SIDE) ? "path " : "", NULL);

  return g_variant_new_string (g_strchomp (parts));
}

void
tv_heap_view_add_actions (TvView *view, GActionMap *map)
{
  static const TvObjectAction actions[] = {
    { .name = "heap-graph",
      .type = "u",
      .get_state = get_graph_state,
      .change = change_graph,
      .signals = "changed" },
    { .name = "heap-before",
      .type = "u",
      .get_state = get_before_state,
      .change = change_before,
      .signals = "changed" },
    { .name = "heap-class",
      .type = "u",
      .get_state = get_class_state,
      .change = change_class,
      .signals = "changed" },
    { .name = "heap-object",
      .type = "u",
      .get_state = get_object_state,
      .change = change_object,
      .signals = "changed" },
    { .name = "heap-classes-left", .get_state = get_left_state, .signals = "changed" },
    { .name = "heap-rows", .get_state = get_rows_state, .signals = "changed" },
    { .name = "heap-parts", .get_state = get_parts_state, .signals = "changed" },
    { .name = "heap-show", .type = "s", .activate = show_elsewhere },
  };

  tv_object_actions_add (map, view, view, actions, G_N_ELEMENTS (actions));
}
