/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Selection in the Java Heap view: a class, one of its objects, and the path to that object. Part of the view; its
 * struct is in heap-view-private.h. Selecting a class or an object starts a worker (heap-task.h) for the next list,
 * and cancels a previous one. */

#include "ui/views/heap/heap-view-private.h"

#include <glib/gi18n.h>

#include "analysis/heap/heap-classes.h"
#include "ui/kit/number-format.h"

/* ---- Path to an object ---- */

static void
show_path (TvHeapView *self, TvTable *path)
{
  guint32 n = tv_table_get_n_rows (path);
  g_autofree char *count = tv_format_count (n > 0 ? n - 1 : 0);
  g_autofree char *name = tv_heap_dup_object_name (self->object);
  g_autofree char *title = g_strdup_printf (_("Retaining path of %s"), name);
  g_autofree char *properties = NULL;

  if (n == 1)
    properties = g_strdup (_("the object is a root"));
  else if (n > 0)
    /* Translators: number of references from a root to an object */
    properties = g_strdup_printf (ngettext ("%s step from a root", "%s steps from a root", n - 1),
                                  count);
  tv_heap_list_show (self->path, title, properties, NULL, path);
}

static void
on_path_found (gpointer owner, gpointer job, gpointer result, const GError *error)
{
  TvHeapView *self = owner;
  g_autoptr (TvTable) path = result;

  if (path != NULL)
    show_path (self, path);
  tv_heap_view_update_busy (self);
}

static void
select_object (TvHeapView *self, guint32 object)
{
  self->object = object;
  if (object == TV_NONE)
    {
      tv_work_stop (&self->stepping);
      tv_heap_list_show (self->path, _("Retaining path"), NULL, NULL, NULL);
    }
  else
    tv_heap_list_path (tv_heap_view_get_trace (self), object, on_path_found, self, &self->stepping);
  tv_heap_view_update_busy (self);
}

/* ---- Objects ---- */

static guint32
get_object (TvTable *table, guint32 row)
{
  return (guint32) tv_table_get_integer_of (table, row, "id", TV_NONE);
}

static guint32
find_object (TvTable *table, guint32 object)
{
  guint32 n = tv_table_get_n_rows (table);

  for (guint32 row = 0; row < n; row++)
    if (get_object (table, row) == object)
      return row;
  return TV_NONE;
}

/* Selects the requested object or, if it is not listed, the first one. */
static void
on_objects_shown (TvHeapView *self)
{
  TvTableView *view = tv_heap_list_get_table (self->objects);
  TvTableModel *model = tv_table_view_get_model (view);
  TvTable *table = tv_table_model_get_table (model);
  guint32 row;

  if (table == NULL || tv_table_get_n_rows (table) == 0)
    return;
  row = self->object != TV_NONE ? find_object (table, self->object) : TV_NONE;
  if (row == TV_NONE)
    row = tv_table_model_get_row (model, 0);
  tv_table_view_select_row (view, row);
  tv_table_view_reveal (view, tv_table_model_find_row (model, row));
  if (get_object (table, row) != self->object)
    select_object (self, get_object (table, row));
}

static void
on_object_selected (TvHeapView *self, guint row)
{
  select_object (self, get_object (tv_heap_list_get_rows (self->objects), row));
}

static void
on_object_activated (TvHeapView *self, guint row)
{
  on_object_selected (self, row);
  tv_pane_layout_set_page (self->panes, TV_PANE_SIDE);
  tv_heap_list_focus (self->path);
}

/* Returns a phrase with the numbers of reachable objects and of garbage. As in the list of classes, garbage does not
 * count as objects, although it is listed. */
static char *
dup_object_facts (const TvHeapObjectList *list, char **tooltip)
{
  g_autofree char *count = tv_format_count (list->n_objects);
  g_autofree char *garbage = tv_format_count (list->n_garbage);
  g_autofree char *properties = g_strdup_printf (
      ngettext ("%s object", "%s objects", list->n_objects), count);
  g_autofree char *more = NULL;

  *tooltip = NULL;
  if (list->n_garbage == 0)
    return g_steal_pointer (&properties);
  /* Translators: number of reachable objects of a class; number of unreachable ones */
  *tooltip = g_strdup_printf (
      _("Reachable from a root: %s. Unreachable, listed below and freed by the next garbage "
        "collection: %s."),
      count, garbage);
  more = g_strdup_printf (ngettext ("%s more is garbage", "%s more are garbage", list->n_garbage),
                          garbage);
  return g_strdup_printf ("%s · %s", properties, more);
}

static void
show_objects (TvHeapView *self, const TvHeapObjectList *list)
{
  guint32 name = tv_heap_class_name (tv_heap_view_get_trace (self), self->klass);
  g_autofree char *tooltip = NULL;
  g_autofree char *properties = dup_object_facts (list, &tooltip);

  tv_heap_list_show (self->objects,
                     name != TV_NONE ? tv_trace_get_string (tv_heap_view_get_trace (self), name)
                                     : "",
                     properties, tooltip, list->table);
}

static void
on_objects_found (gpointer owner, gpointer job, gpointer result, const GError *error)
{
  TvHeapView *self = owner;
  g_autoptr (TvHeapObjectList) list = result;

  if (list != NULL)
    show_objects (self, list);
  tv_heap_view_update_busy (self);
}

/* Selects a class and lists its objects. @object: object to select; %TV_NONE for the first one, which by default is
 * the one that retains the most. */
void
tv_heap_view_select_class (TvHeapView *self, guint32 klass, guint32 object)
{
  self->klass = klass;
  select_object (self, object);
  if (klass == TV_NONE)
    {
      tv_work_stop (&self->finding);
      tv_heap_list_show (self->objects, _("Objects"), NULL, NULL, NULL);
    }
  else
    tv_heap_list_objects (tv_heap_view_get_trace (self), klass, on_objects_found, self,
                          &self->finding);
  tv_heap_view_update_busy (self);
}

/* ---- Classes ---- */

static guint32
find_class (TvTable *table, guint32 klass)
{
  guint32 n = tv_table_get_n_rows (table);

  for (guint32 row = 0; row < n; row++)
    if (tv_heap_get_class (table, row) == klass)
      return row;
  return TV_NONE;
}

/* Returns the row of the selected class; in another dump, the row of the class with the same name; otherwise the
 * first row. Returns %TV_NONE if no class is listed. */
static guint32
find_row_to_select (TvHeapView *self, TvTableModel *model)
{
  const TvHeapGraphs *graphs = tv_trace_get_heap_graphs (tv_heap_view_get_trace (self));
  guint32 row = TV_NONE;

  if (self->klass != TV_NONE)
    row = find_class (self->list->table, self->klass);
  for (guint32 i = 0;
       self->klass != TV_NONE && row == TV_NONE && i < tv_table_get_n_rows (self->list->table); i++)
    if (graphs->classes[tv_heap_get_class (self->list->table, i)].symbol ==
        graphs->classes[self->klass].symbol)
      row = i;
  if (row != TV_NONE && tv_table_model_find_row (model, row) != TV_NONE)
    return row;
  return tv_table_model_count (model) > 0 ? tv_table_model_get_row (model, 0) : TV_NONE;
}

static void
on_classes_shown (TvHeapView *self, TvTableView *view)
{
  TvTableModel *model = tv_table_view_get_model (view);
  guint32 row, klass;

  if (self->list == NULL || view != tv_heap_view_get_table (self) ||
      tv_table_model_get_table (model) != self->list->table)
    return;
  row = find_row_to_select (self, model);
  klass = row != TV_NONE ? tv_heap_get_class (self->list->table, row) : TV_NONE;
  if (row != TV_NONE)
    tv_table_view_select_row (view, row);
  if (klass != self->klass)
    tv_heap_view_select_class (self, klass, TV_NONE);
}

static void
on_class_selected (TvHeapView *self, guint row)
{
  tv_heap_view_select_class (self, tv_heap_get_class (self->list->table, row), TV_NONE);
}

static void
on_class_activated (TvHeapView *self, guint row)
{
  tv_pane_layout_set_page (self->panes, TV_PANE_MAIN);
  tv_heap_list_focus (self->objects);
}

/* Selects an object, and its class. */
void
tv_heap_view_go_to_object (TvHeapView *self, guint32 object)
{
  guint32 klass = tv_trace_get_heap_graphs (tv_heap_view_get_trace (self))->klass[object];
  TvTableModel *model = tv_table_view_get_model (tv_heap_view_get_table (self));
  guint32 row = klass != TV_NONE ? find_class (self->list->table, klass) : TV_NONE;
  guint position = row != TV_NONE ? tv_table_model_find_row (model, row) : TV_NONE;

  if (position != TV_NONE)
    {
      tv_table_view_select_row (tv_heap_view_get_table (self), row);
      tv_table_view_reveal (tv_heap_view_get_table (self), position);
    }
  if (klass != TV_NONE)
    tv_heap_view_select_class (self, klass, object);
}

static void
on_step_activated (TvHeapView *self, guint row)
{
  tv_heap_view_go_to_object (self, get_object (tv_heap_list_get_rows (self->path), row));
}

void
tv_heap_view_connect_table (TvHeapView *self, TvTableView *table)
{
  g_signal_connect_swapped (table, "row-selected", G_CALLBACK (on_class_selected), self);
  g_signal_connect_swapped (table, "row-activated", G_CALLBACK (on_class_activated), self);
  g_signal_connect_swapped (table, "shown", G_CALLBACK (on_classes_shown), self);
}

void
tv_heap_view_connect_lists (TvHeapView *self)
{
  TvTableView *objects = tv_heap_list_get_table (self->objects);

  g_signal_connect_swapped (objects, "shown", G_CALLBACK (on_objects_shown), self);
  g_signal_connect_swapped (objects, "row-selected", G_CALLBACK (on_object_selected), self);
  g_signal_connect_swapped (objects, "row-activated", G_CALLBACK (on_object_activated), self);
  g_signal_connect_swapped (tv_heap_list_get_table (self->path), "row-activated",
                            G_CALLBACK (on_step_activated), self);
}
