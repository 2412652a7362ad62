/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Workers that list the classes, the objects of a class and the path to an object for the Java Heap view. Started by
 * heap-view.c and heap-select.c. A job holds a reference to the trace, and accesses neither widgets nor the session.
 * If only the filter has changed, the table of the previous class list is reused. */

#include "ui/views/heap/heap-task.h"

#include "analysis/heap/heap-classes.h"
#include "tables/range-table.h"
#include "ui/kit/table/table-filter.h"

/* ---- Classes ---- */

typedef struct
{
  TvTrace *trace;
  TvTextMatch *match; /* (nullable): filter */
  TvHeapClassList *list;
} ClassJob;

void
tv_heap_class_list_free (TvHeapClassList *self)
{
  if (self == NULL)
    return;
  g_clear_object (&self->table);
  g_clear_pointer (&self->filter, g_bytes_unref);
  g_free (self);
}

static void
free_class_job (gpointer data)
{
  ClassJob *job = data;

  g_object_unref (job->trace);
  g_clear_pointer (&job->match, tv_text_match_free);
  tv_heap_class_list_free (job->list);
  g_free (job);
}

static guint32
get_id (TvTable *table, guint32 row, const char *name)
{
  int column = tv_table_find_column (table, name);
  TvCell cell;

  if (column < 0)
    return TV_NONE;
  tv_table_get_cell (table, row, (guint) column, &cell);
  return cell.is_null ? TV_NONE : (guint32) cell.integer;
}

/**
 * tv_heap_get_class:
 * @table: table of classes, or of changes of classes
 *
 * Returns: class of a row; in a comparison, the class in the later dump, or in the earlier one if it exists only
 * there
 */
guint32
tv_heap_get_class (TvTable *table, guint32 row)
{
  guint32 klass = TV_NONE;

  if (g_str_equal (tv_table_get_name (table), tv_heap_graph_class_table.info.name))
    return get_id (table, row, "id");
  klass = get_id (table, row, "class_id");
  return klass != TV_NONE ? klass : get_id (table, row, "class_id_before");
}

static void
sum_objects (const ClassJob *job)
{
  const TvHeapGraphs *graphs = tv_trace_get_heap_graphs (job->trace);
  TvHeapClassList *list = job->list;
  const TvHeapGraph *graph = &graphs->graphs[list->graph];

  for (guint32 i = graph->first_object; i < graph->first_object + graph->n_objects; i++)
    if (graphs->is_reachable[i])
      {
        list->n_objects++;
        tv_add_ns (&list->bytes, graphs->self_size[i]);
        tv_add_ns (&list->bytes, graphs->native_size[i]);
      }
    else
      list->n_garbage++;
}

static TvTable *
make_class_table (const ClassJob *job, GCancellable *cancellable, GError **error)
{
  const TvHeapClassList *list = job->list;
  g_autoptr (GArray)
      rows = list->before != TV_NONE
                 ? tv_heap_find_class_changes (job->trace, list->before, list->graph, cancellable,
                                               error)
                 : tv_heap_find_class_uses (job->trace, list->graph, cancellable, error);

  return rows != NULL
             ? tv_range_table_new_of (list->before != TV_NONE ? &tv_heap_graph_class_change_table
                                                              : &tv_heap_graph_class_table,
                                      job->trace, g_steal_pointer (&rows))
             : NULL;
}

static gboolean
has_text (const ClassJob *job, guint32 string)
{
  return string != TV_NONE &&
         tv_text_match_test (job->match, tv_trace_get_string (job->trace, string), -1);
}

static gboolean
matches (const ClassJob *job, guint32 klass)
{
  const TvHeapClass *info = &tv_trace_get_heap_graphs (job->trace)->classes[klass];

  return job->match == NULL || has_text (job, tv_heap_class_name (job->trace, klass)) ||
         has_text (job, info->name);
}

/* Returns whether a class has objects, reachable or not, in the dump or, in a comparison, in either dump. Other
 * classes are not listed. */
static gboolean
has_objects (TvTable *table, guint32 row)
{
  static const char *const names[] = { "object_count", "object_count_before", "unreachable_count" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      guint32 n = get_id (table, row, names[i]);

      if (n != TV_NONE && n > 0)
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_left (TvTable *table, guint32 row, gconstpointer job)
{
  return has_objects (table, row) && matches (job, tv_heap_get_class (table, row));
}

static gpointer
list_classes (gpointer data, GCancellable *cancellable, GError **error)
{
  ClassJob *job = data;

  if (job->list->table == NULL)
    {
      job->list->table = make_class_table (job, cancellable, error);
      sum_objects (job);
    }
  if (job->list->table == NULL)
    return NULL;
  job->list->filter = tv_table_filter_new (job->list->table, is_left, job, &job->list->n_left,
                                           cancellable);
  return job->list->filter != NULL ? g_steal_pointer (&job->list) : NULL;
}

static const TvWork class_work = { list_classes, free_class_job,
                                   (GDestroyNotify) tv_heap_class_list_free };

/**
 * tv_heap_list_classes:
 * @graph: dump to list
 * @before: dump with which @graph is compared, or %TV_NONE
 * @known: (nullable): previous list, whose table is reused if it is for the same dumps
 * @match: (nullable) (transfer full): filter; %NULL for all classes with objects
 *
 * Starts a worker that lists classes. @done receives a #TvHeapClassList.
 */
void
tv_heap_list_classes (TvTrace *trace,
                      guint32 graph,
                      guint32 before,
                      const TvHeapClassList *known,
                      TvTextMatch *match,
                      TvWorkDoneFunc done,
                      gpointer owner,
                      GCancellable **slot)
{
  ClassJob *job = g_new0 (ClassJob, 1);

  job->trace = g_object_ref (trace);
  job->match = match;
  job->list = g_new0 (TvHeapClassList, 1);
  job->list->graph = graph;
  job->list->before = before;
  if (known != NULL && known->graph == graph && known->before == before)
    {
      job->list->table = g_object_ref (known->table);
      job->list->bytes = known->bytes;
      job->list->n_objects = known->n_objects;
      job->list->n_garbage = known->n_garbage;
    }
  tv_work_start (&class_work, job, done, owner, slot);
}

/* ---- Objects, and the path to one ---- */

typedef struct
{
  TvTrace *trace;
  guint32 row;
} RowJob;

void
tv_heap_object_list_free (TvHeapObjectList *self)
{
  g_clear_object (&self->table);
  g_free (self);
}

static void
free_row_job (gpointer data)
{
  RowJob *job = data;

  g_object_unref (job->trace);
  g_free (job);
}

static RowJob *
make_row_job (TvTrace *trace, guint32 row)
{
  RowJob *job = g_new (RowJob, 1);

  job->trace = g_object_ref (trace);
  job->row = row;
  return job;
}

static gpointer
list_objects (gpointer data, GCancellable *cancellable, GError **error)
{
  const RowJob *job = data;
  const TvHeapGraphs *graphs = tv_trace_get_heap_graphs (job->trace);
  GArray *rows = tv_heap_find_objects (job->trace, tv_heap_find_class_graph (job->trace, job->row),
                                       job->row, cancellable, error);

  TvHeapObjectList *list;

  if (rows == NULL)
    return NULL;
  list = g_new0 (TvHeapObjectList, 1);
  for (guint i = 0; i < rows->len; i++)
    if (graphs->is_reachable[g_array_index (rows, guint32, i)])
      list->n_objects++;
    else
      list->n_garbage++;
  list->table = tv_range_table_new_of (&tv_heap_graph_object_table, job->trace, rows);
  return list;
}

static gpointer
list_path (gpointer data, GCancellable *cancellable, GError **error)
{
  const RowJob *job = data;
  GArray *rows = tv_heap_find_root_path (job->trace, job->row, cancellable, error);

  return rows != NULL ? tv_range_table_new_of (&tv_heap_path_table, job->trace, rows) : NULL;
}

static const TvWork object_work = { list_objects, free_row_job,
                                    (GDestroyNotify) tv_heap_object_list_free };
static const TvWork path_work = { list_path, free_row_job, g_object_unref };

/* Starts a worker that lists the objects of a class. @done receives a #TvHeapObjectList. */
void
tv_heap_list_objects (TvTrace *trace,
                      guint32 klass,
                      TvWorkDoneFunc done,
                      gpointer owner,
                      GCancellable **slot)
{
  tv_work_start (&object_work, make_row_job (trace, klass), done, owner, slot);
}

/* Starts a worker that finds the path from a root to an object. @done receives a #TvTable. */
void
tv_heap_list_path (TvTrace *trace,
                   guint32 object,
                   TvWorkDoneFunc done,
                   gpointer owner,
                   GCancellable **slot)
{
  tv_work_start (&path_work, make_row_job (trace, object), done, owner, slot);
}
