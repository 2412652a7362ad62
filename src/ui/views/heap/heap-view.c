/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Objects of a Java heap: the classes, the objects of a class, and the path to an object.
 *
 *   session's dump ──▶ classes ──▶ objects of the selected class ──▶ path to the selected object
 *                         ▲                                                │
 *                         └───────────── object on the path ◀──────────────┘
 *
 * Selecting a class also selects its first object, by default the one that retains the most. Listed in TV_VIEWS
 * (view.h). Owns the class list and the selection. This file changes only the selected dump of the session. */

#include "ui/views/heap/heap-view-private.h"

#include <glib/gi18n.h>

#include "tables/range-table.h"
#include "ui/kit/number-format.h"

#define LIST_PX   620 /* initial width of the list of classes */
#define MARGIN_PX 6

G_DEFINE_FINAL_TYPE (TvHeapView, tv_heap_view, TV_TYPE_VIEW)

/* Emitted when the selected class or object, or the set of visible panes, has changed */
static guint changed_signal;

TvTrace *
tv_heap_view_get_trace (TvHeapView *self)
{
  return tv_session_get_trace (self->session);
}

/* Returns: (transfer none): the visible one of the two class lists */
TvTableView *
tv_heap_view_get_table (TvHeapView *self)
{
  return self->before != TV_NONE ? self->changes : self->classes;
}

void
tv_heap_view_update_busy (TvHeapView *self)
{
  tv_view_set_busy (TV_VIEW (self),
                    self->listing != NULL || self->finding != NULL || self->stepping != NULL);
  g_signal_emit (self, changed_signal, 0);
}

/* ---- Classes ---- */

static void
show_classes (TvHeapView *self)
{
  TvTableView *view = tv_heap_view_get_table (self);

  self->total.bytes = self->list->bytes;
  gtk_stack_set_visible_child (self->stack, GTK_WIDGET (view));
  tv_table_view_set_filter (view, self->list->table, self->list->filter);
  tv_table_view_set_table (view, self->list->table);
  tv_heap_header_show (self->header, self->list);
}

static char *
dup_count (TvHeapView *self)
{
  guint32 n = tv_table_get_n_rows (self->list->table);
  g_autofree char *all = tv_format_count (n);
  g_autofree char *left = tv_format_count (self->list->n_left);

  if (self->list->n_left == n)
    return g_strdup_printf (ngettext ("%s class", "%s classes", n), all);
  /* Translators: number of listed classes; number of all classes */
  return g_strdup_printf (ngettext ("%s of %s class", "%s of %s classes", n), left, all);
}

static void
on_listed (gpointer owner, gpointer job, gpointer result, const GError *error)
{
  TvHeapView *self = owner;
  g_autofree char *count = NULL;

  if (result != NULL)
    {
      tv_heap_class_list_free (self->list);
      self->list = result;
      show_classes (self);
      count = dup_count (self);
      tv_search_entry_show_left (self->entry, self->list->n_left, count);
      g_object_notify (G_OBJECT (self), "summary");
      tv_view_change_content (TV_VIEW (self));
    }
  tv_heap_view_update_busy (self);
}

static void
list_classes (TvHeapView *self)
{
  if (self->session == NULL)
    return;
  tv_heap_list_classes (tv_heap_view_get_trace (self), tv_session_get_heap_graph (self->session),
                        self->before, self->list, tv_search_entry_dup_match (self->entry),
                        on_listed, self, &self->listing);
  tv_heap_view_update_busy (self);
}

/* ---- Dumps ---- */

void
tv_heap_view_set_before (TvHeapView *self, guint32 before)
{
  guint32 graph = tv_session_get_heap_graph (self->session);

  self->before = before != graph ? before : TV_NONE;
  tv_heap_header_set_dumps (self->header, graph, self->before);
  list_classes (self);
}

static void
on_graph_changed (TvHeapView *self)
{
  const TvHeapGraph *graphs = tv_trace_get_heap_graphs (tv_heap_view_get_trace (self))->graphs;
  guint32 graph = tv_session_get_heap_graph (self->session);

  if (graph == TV_NONE)
    return;
  /* The comparison ends if the process changes, because heaps of different processes have little in common. */
  tv_heap_view_set_before (self, self->before != TV_NONE &&
                                         graphs[self->before].upid == graphs[graph].upid
                                     ? self->before
                                     : TV_NONE);
}

static void
on_time_base_changed (TvHeapView *self)
{
  guint32 graph = tv_session_get_heap_graph (self->session);

  if (graph != TV_NONE)
    tv_heap_header_set_dumps (self->header, graph, self->before);
}

/* Returns the latest dump with objects, because comparing it with earlier dumps shows what was added. */
static guint32
choose_graph (TvTrace *trace)
{
  const TvHeapGraphs *graphs = tv_trace_get_heap_graphs (trace);
  guint32 found = 0;

  for (guint32 i = 1; i < graphs->n_graphs; i++)
    if (graphs->graphs[i].n_objects > 0 && graphs->graphs[i].ts >= graphs->graphs[found].ts)
      found = i;
  return found;
}

/* ---- View ---- */

static void
set_columns (TvHeapView *self)
{
  guint n;
  const TvTableColumn *columns = tv_heap_class_columns (&n);

  tv_table_view_set_columns (self->classes, &tv_heap_graph_class_table.info, columns, n,
                             &self->total);
  tv_table_view_set_sort (self->classes, "retained_size", TRUE);
  columns = tv_heap_change_columns (&n);
  tv_table_view_set_columns (self->changes, &tv_heap_graph_class_change_table.info, columns, n,
                             &self->total);
  tv_table_view_set_sort (self->changes, "retained_size_change", TRUE);
  columns = tv_heap_object_columns (&n);
  tv_table_view_set_columns (tv_heap_list_get_table (self->objects),
                             &tv_heap_graph_object_table.info, columns, n, &self->total);
  tv_table_view_set_sort (tv_heap_list_get_table (self->objects), "retained_size", TRUE);
  columns = tv_heap_path_columns (&n);
  tv_table_view_set_columns (tv_heap_list_get_table (self->path), &tv_heap_path_table.info, columns,
                             n, &self->total);
  tv_table_view_leave_order (tv_heap_list_get_table (self->path));
}

static void
set_session (TvView *view, TvSession *session)
{
  TvHeapView *self = TV_HEAP_VIEW (view);

  self->session = session;
  set_columns (self);
  tv_heap_header_set_session (self->header, session);
  if (tv_session_get_heap_graph (session) == TV_NONE)
    tv_session_select_heap_graph (session, choose_graph (tv_session_get_trace (session)));
  g_signal_connect_object (session, "notify::heap-graph", G_CALLBACK (on_graph_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "reveal-heap-graph", G_CALLBACK (tv_view_raise), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::time-base", G_CALLBACK (on_time_base_changed), self,
                           G_CONNECT_SWAPPED);
  on_graph_changed (self);
}

static TvTable *
dup_table (TvView *view, const char *name, GBytes **order)
{
  TvHeapView *self = TV_HEAP_VIEW (view);
  TvTableView *tables[] = { tv_heap_view_get_table (self), tv_heap_list_get_table (self->objects),
                            tv_heap_list_get_table (self->path) };

  if (name == NULL)
    return tv_table_view_dup_shown (tables[0], order);
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      TvTable *table = tv_table_model_get_table (tv_table_view_get_model (tables[i]));

      if (table != NULL && g_str_equal (tv_table_get_name (table), name))
        return tv_table_view_dup_shown (tables[i], order);
    }
  return NULL;
}

static char *
dup_summary (TvView *view)
{
  return TV_HEAP_VIEW (view)->list != NULL ? dup_count (TV_HEAP_VIEW (view)) : NULL;
}

static gboolean
is_empty (TvView *view)
{
  TvHeapView *self = TV_HEAP_VIEW (view);

  return self->list != NULL && self->list->n_left == 0 && tv_search_entry_is_active (self->entry);
}

static void
on_entry_left (TvHeapView *self)
{
  tv_table_view_focus (tv_heap_view_get_table (self),
                       tv_table_view_get_chosen (tv_heap_view_get_table (self)));
}

static TvViewFit
get_fit (TvTrace *trace)
{
  if (tv_trace_get_heap_graphs (trace)->n_graphs == 0)
    return TV_VIEW_EMPTY;
  return tv_trace_has (trace, TV_HAS_CALLS | TV_HAS_SCHEDULING) ? TV_VIEW_FITS : TV_VIEW_LEADS;
}

const TvViewInfo tv_view_heap = {
  .id = "heap",
  .title = N_("Java Heap"),
  .tooltip = N_("Objects in a Java heap by class, with their paths to GC roots"),
  .group = TV_VIEW_CONTENT,
  .get_type = tv_heap_view_get_type,
  .get_fit = get_fit,
};

/* ---- Parts ---- */

static void
on_layout_changed (TvHeapView *self)
{
  gboolean has_path = tv_pane_layout_is_seen (self->panes, TV_PANE_SIDE);
  gboolean has_objects = tv_pane_layout_is_seen (self->panes, TV_PANE_MAIN);

  tv_heap_list_set_back (self->objects, !tv_pane_layout_is_seen (self->panes, TV_PANE_LIST));
  tv_heap_list_set_back (self->path, has_path && !has_objects);
  tv_heap_list_set_forward (self->objects, !has_path);
  g_signal_emit (self, changed_signal, 0);
}

/* Goes to the previous pane and focuses it. Returns %FALSE if there is none, or if it is already visible. */
static gboolean
go_back (TvHeapView *self)
{
  gboolean is_of_path = tv_pane_layout_is_seen (self->panes, TV_PANE_SIDE);

  if (!tv_pane_layout_step_back (self->panes))
    return FALSE;
  if (is_of_path)
    tv_heap_list_focus (self->objects);
  else
    gtk_widget_child_focus (GTK_WIDGET (self->stack), GTK_DIR_TAB_FORWARD);
  return TRUE;
}

static void
step_back (TvHeapView *self)
{
  go_back (self);
}

static void
step_forward (TvHeapView *self)
{
  tv_pane_layout_set_page (self->panes, TV_PANE_SIDE);
}

static gboolean
on_key_pressed (GtkEventControllerKey *controller,
                guint keyval,
                guint keycode,
                GdkModifierType state,
                TvHeapView *self)
{
  return keyval == GDK_KEY_Escape && go_back (self);
}

/* ---- Object ---- */

static void
tv_heap_view_dispose (GObject *object)
{
  TvHeapView *self = TV_HEAP_VIEW (object);

  tv_work_stop (&self->listing);
  tv_work_stop (&self->finding);
  tv_work_stop (&self->stepping);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->list, tv_heap_class_list_free);
  G_OBJECT_CLASS (tv_heap_view_parent_class)->dispose (object);
}

static void
tv_heap_view_class_init (TvHeapViewClass *klass)
{
  TvViewClass *view_class = TV_VIEW_CLASS (klass);

  view_class->set_session = set_session;
  view_class->dup_table = dup_table;
  view_class->dup_summary = dup_summary;
  view_class->add_actions = tv_heap_view_add_actions;
  view_class->is_empty = is_empty;
  G_OBJECT_CLASS (klass)->dispose = tv_heap_view_dispose;
  changed_signal = g_signal_new ("changed", TV_TYPE_HEAP_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static TvTableView *
add_class_table (TvHeapView *self, const char *name)
{
  TvTableView *table = TV_TABLE_VIEW (tv_table_view_new ());

  tv_table_view_set_name (table, name);
  tv_table_view_set_menu (table, tv_heap_view_make_class_menu, self);
  tv_heap_view_connect_table (self, table);
  gtk_widget_set_margin_start (GTK_WIDGET (table), MARGIN_PX);
  gtk_stack_add_child (self->stack, GTK_WIDGET (table));
  return table;
}

static void
make_lists (TvHeapView *self)
{
  self->stack = GTK_STACK (gtk_stack_new ());
  self->classes = add_class_table (self, _("Classes"));
  self->changes = add_class_table (self, _("Changes in classes"));
  self->objects = TV_HEAP_LIST (tv_heap_list_new (_("Objects"), _("Back to the classes"), _("Path"),
                                                  _("Show the retaining path of the object")));
  self->path = TV_HEAP_LIST (
      tv_heap_list_new (_("Retaining path"), _("Back to the objects"), NULL, NULL));
  tv_table_view_set_empty_text (tv_heap_list_get_table (self->path),
                                _("Unreachable: the next garbage collection will free it"));
  tv_heap_view_connect_lists (self);
  g_signal_connect_swapped (self->objects, "back", G_CALLBACK (step_back), self);
  g_signal_connect_swapped (self->objects, "forward", G_CALLBACK (step_forward), self);
  g_signal_connect_swapped (self->path, "back", G_CALLBACK (step_back), self);
}

static void
tv_heap_view_init (TvHeapView *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->before = self->klass = self->object = TV_NONE;
  self->entry = TV_SEARCH_ENTRY (tv_search_entry_new ());
  g_object_set (self->entry, "placeholder-text", _("Filter classes"), "is-filter", TRUE, NULL);
  g_signal_connect_object (self->entry, "changed", G_CALLBACK (list_classes), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "leave", G_CALLBACK (on_entry_left), self,
                           G_CONNECT_SWAPPED);
  tv_view_set_find_box (TV_VIEW (self), self->entry, GTK_WIDGET (self->entry));
  make_lists (self);
  self->panes = TV_PANE_LAYOUT (tv_pane_layout_new (
      GTK_WIDGET (self->stack), GTK_WIDGET (self->objects), GTK_WIDGET (self->path), LIST_PX));
  tv_pane_layout_set_side (self->panes, TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self->panes), TRUE);
  g_signal_connect_swapped (self->panes, "changed", G_CALLBACK (on_layout_changed), self);
  self->header = TV_HEAP_HEADER (tv_heap_header_new ());
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->header));
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->panes));
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}
