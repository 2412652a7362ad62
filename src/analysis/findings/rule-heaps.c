/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include <glib/gi18n.h>

#include "analysis/findings/rules.h"
#include "analysis/heap/heap-classes.h"
#include "core/number-format.h"

/* Finds leaks in heap dumps. Dumps contain classes and references, but no field values, so these rules evaluate the
 * numbers and sizes of objects that are still reachable. Implements the rules live-activities, equal-bitmaps and
 * heap-growth, which are listed in rules[] in findings.c. Only reads the trace. */

#define ACTIVITY  "android.app.Activity"
#define BITMAP    "android.graphics.Bitmap"
#define MEBIBYTE  1048576.0
#define MIN_EQUAL 3 /* minimum number of bitmaps with the same size */

/* The first and the last dump of a process, as indexes of heap graphs, and the number of its dumps */
typedef struct
{
  guint32 upid;
  guint32 first;
  guint32 last;
  guint n;
} Dumps;

static gint64
get_ts (TvTrace *trace, guint32 graph)
{
  return tv_rule_get_time (trace, tv_trace_get_heap_graphs (trace)->graphs[graph].ts);
}

/* Returns: (transfer full): Dumps of each process */
static GArray *
list_dumps (TvTrace *trace)
{
  const TvHeapGraphs *graphs = tv_trace_get_heap_graphs (trace);
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL); /* upid → index */
  GArray *list = g_array_new (FALSE, FALSE, sizeof (Dumps));

  for (guint32 graph = 0; graph < graphs->n_graphs; graph++)
    {
      gpointer upid = GUINT_TO_POINTER (graphs->graphs[graph].upid), index;
      Dumps *dumps;

      if (!g_hash_table_lookup_extended (known, upid, NULL, &index))
        {
          index = GUINT_TO_POINTER (list->len);
          g_hash_table_insert (known, upid, index);
          g_array_append_val (list, ((Dumps){ graphs->graphs[graph].upid, graph, graph, 0 }));
        }
      dumps = &g_array_index (list, Dumps, GPOINTER_TO_UINT (index));
      dumps->n++;
      if (graphs->graphs[graph].ts < graphs->graphs[dumps->first].ts)
        dumps->first = graph;
      if (graphs->graphs[graph].ts > graphs->graphs[dumps->last].ts)
        dumps->last = graph;
    }
  return list;
}

static const char *
get_name (TvTrace *trace, guint32 klass)
{
  return tv_trace_get_string (trace, tv_heap_class_name (trace, klass));
}

/* Returns the class name without its package. */
static const char *
get_short_name (TvTrace *trace, guint32 klass)
{
  const char *name = get_name (trace, klass);
  const char *dot = name != NULL ? strrchr (name, '.') : NULL;

  return dot != NULL ? dot + 1 : name != NULL ? name : "";
}

/* Adds the reachable objects of a class with the given native size, or all its reachable objects if @native_size is
 * negative. */
static void
add_objects (TvTrace *trace, guint32 graph, guint32 klass, gint64 native_size, TvRuleFinding *one)
{
  const TvHeapGraphs *graphs = tv_trace_get_heap_graphs (trace);
  const TvHeapGraph *row = &graphs->graphs[graph];
  gint64 ts = get_ts (trace, graph);

  for (guint32 i = row->first_object; i < row->first_object + row->n_objects; i++)
    if (graphs->klass[i] == klass && graphs->is_reachable[i] &&
        (native_size < 0 || graphs->native_size[i] == native_size))
      tv_rule_finding_add (one, (TvRuleEvidence){ TV_RULE_TABLE_OBJECT, i, ts, 0, TV_NONE });
}

/* ---- Live activities ---- */

/* Returns whether a class is an activity, by its superclasses, or by its name if it has none in the dump. In corrupt
 * files, the chain of superclasses may be circular. */
static gboolean
is_activity (TvTrace *trace, guint32 graph, guint32 klass)
{
  const TvHeapGraphs *graphs = tv_trace_get_heap_graphs (trace);

  if (graphs->classes[klass].superclass == TV_NONE)
    return g_str_has_suffix (get_short_name (trace, klass), "Activity");
  for (guint32 i = 0; klass != TV_NONE && i < graphs->graphs[graph].n_classes; i++)
    {
      klass = graphs->classes[klass].superclass;
      if (klass != TV_NONE && g_strcmp0 (get_name (trace, klass), ACTIVITY) == 0)
        return TRUE;
    }
  return FALSE;
}

static void
add_activities (TvTrace *trace,
                const TvRule *self,
                const Dumps *dumps,
                const TvHeapClassUse *use,
                GPtrArray *found)
{
  TvRuleFinding *one = tv_rule_finding_new (self, dumps->upid);
  g_autofree char *process = tv_rule_dup_process (trace, dumps->upid);
  g_autofree char *n = tv_count_format (use->n_objects);
  g_autofree char *size = tv_size_format ((double) use->retained);

  add_objects (trace, dumps->last, use->klass, -1, one);
  one->cost = use->retained;
  one->cost_unit = TV_RULE_COST_BYTES;
  one->value = use->n_objects;
  /* Translators: process, number, class, size */
  one->text = g_strdup_printf (_("%s kept %s instances of %s alive, which retained %s"), process, n,
                               get_short_name (trace, use->klass), size);
  g_ptr_array_add (found, one);
}

static void
run_activities (TvRuleContext *context, const TvRule *self, double limit, GPtrArray *found)
{
  TvTrace *trace = tv_rule_context_get_trace (context);
  g_autoptr (GArray) list = list_dumps (trace);

  for (guint i = 0; i < list->len && !tv_rule_context_is_cancelled (context); i++)
    {
      const Dumps *dumps = &g_array_index (list, Dumps, i);
      g_autoptr (GArray) uses = tv_heap_find_class_uses (
          trace, dumps->last, tv_rule_context_get_cancellable (context), NULL);

      for (guint j = 0; uses != NULL && j < uses->len; j++)
        {
          const TvHeapClassUse *use = &g_array_index (uses, TvHeapClassUse, j);

          if (use->n_objects > 0 && use->n_objects > limit &&
              is_activity (trace, dumps->last, use->klass))
            add_activities (trace, self, dumps, use, found);
        }
    }
}

const TvRule tv_live_activities_rule = {
  .id = "live-activities",
  .kind = TV_RULE_ON_MEMORY,
  .subject = TV_RULE_OF_HEAP_GRAPHS,
  .severity = TV_RULE_WARNING,
  .title = N_("Many instances of an activity"),
  .definition =
      N_("In the last heap dump of a process, the number of reachable instances of one activity "
         "class exceeded the threshold"),
  .limit = 2,
  .unit = TV_RULE_COUNT,
  .run = run_activities,
};

/* ---- Bitmaps of equal size ---- */

static int
compare_sizes (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

/* Returns: (transfer full): the native sizes of the reachable objects of a class, in ascending order */
static GArray *
list_sizes (TvTrace *trace, guint32 graph, guint32 klass)
{
  const TvHeapGraphs *graphs = tv_trace_get_heap_graphs (trace);
  const TvHeapGraph *row = &graphs->graphs[graph];
  GArray *sizes = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint32 i = row->first_object; i < row->first_object + row->n_objects; i++)
    if (graphs->klass[i] == klass && graphs->is_reachable[i] && graphs->native_size[i] > 0)
      g_array_append_val (sizes, graphs->native_size[i]);
  g_array_sort (sizes, compare_sizes);
  return sizes;
}

static void
add_bitmaps (TvTrace *trace,
             const TvRule *self,
             const Dumps *dumps,
             guint32 klass,
             gint64 size,
             guint n,
             GPtrArray *found)
{
  TvRuleFinding *one = tv_rule_finding_new (self, dumps->upid);
  g_autofree char *process = tv_rule_dup_process (trace, dumps->upid);
  g_autofree char *each = tv_size_format ((double) size), *all = NULL;

  add_objects (trace, dumps->last, klass, size, one);
  one->cost = (gint64) ((guint64) size * n);
  one->cost_unit = TV_RULE_COST_BYTES;
  one->value = (double) size * n / MEBIBYTE;
  all = tv_size_format ((double) size * n);
  /* Translators: process, number, sizes */
  one->text = g_strdup_printf (_("%s kept %u bitmaps of %s each, %s in total"), process, n, each,
                               all);
  g_ptr_array_add (found, one);
}

static void
add_bitmaps_of_class (TvTrace *trace,
                      const TvRule *self,
                      const Dumps *dumps,
                      guint32 klass,
                      double limit,
                      GPtrArray *found)
{
  g_autoptr (GArray) sizes = list_sizes (trace, dumps->last, klass);
  guint first = 0;

  for (guint i = 0; i < sizes->len; i++)
    {
      gint64 size = g_array_index (sizes, gint64, i);
      guint n = i + 1 - first;

      if (i + 1 < sizes->len && g_array_index (sizes, gint64, i + 1) == size)
        continue;
      if (n >= MIN_EQUAL && (double) size * n > limit * MEBIBYTE)
        add_bitmaps (trace, self, dumps, klass, size, n, found);
      first = i + 1;
    }
}

static void
run_bitmaps (TvRuleContext *context, const TvRule *self, double limit, GPtrArray *found)
{
  TvTrace *trace = tv_rule_context_get_trace (context);
  const TvHeapGraphs *graphs = tv_trace_get_heap_graphs (trace);
  g_autoptr (GArray) list = list_dumps (trace);

  for (guint i = 0; i < list->len; i++)
    {
      const Dumps *dumps = &g_array_index (list, Dumps, i);
      const TvHeapGraph *graph = &graphs->graphs[dumps->last];

      for (guint32 klass = graph->first_class; klass < graph->first_class + graph->n_classes;
           klass++)
        if (g_strcmp0 (get_name (trace, klass), BITMAP) == 0)
          add_bitmaps_of_class (trace, self, dumps, klass, limit, found);
    }
}

const TvRule tv_equal_bitmaps_rule = {
  .id = "equal-bitmaps",
  .kind = TV_RULE_ON_MEMORY,
  .subject = TV_RULE_OF_HEAP_GRAPHS,
  .severity = TV_RULE_WARNING,
  .title = N_("Bitmaps of equal size"),
  .definition =
      N_("In the last heap dump of a process, at least 3 reachable bitmaps of equal native size "
         "together took more memory than the threshold"),
  .limit = 20,
  .unit = TV_RULE_MIB,
  .run = run_bitmaps,
};

/* ---- Growth between dumps ---- */

static gint64
get_growth (const TvHeapClassChange *change)
{
  gint64 bytes = change->after.shallow;

  tv_add_ns (&bytes, change->after.native);
  tv_add_ns (&bytes, -change->before.shallow);
  tv_add_ns (&bytes, -change->before.native);
  return bytes;
}

static void
add_growth (TvTrace *trace,
            const TvRule *self,
            const Dumps *dumps,
            const GArray *changes,
            double limit,
            GPtrArray *found)
{
  g_autoptr (TvRuleFinding) one = tv_rule_finding_new (self, dumps->upid);
  const TvHeapClassChange *grown = NULL;
  g_autofree char *process = tv_rule_dup_process (trace, dumps->upid), *size = NULL;

  for (guint i = 0; i < changes->len; i++)
    {
      const TvHeapClassChange *change = &g_array_index (changes, TvHeapClassChange, i);

      tv_add_ns (&one->cost, get_growth (change));
      if (change->after.klass != TV_NONE &&
          (grown == NULL || get_growth (change) > get_growth (grown)))
        grown = change;
    }
  one->value = (double) one->cost / MEBIBYTE;
  if (grown == NULL || one->value <= limit)
    return;
  one->cost_unit = TV_RULE_COST_BYTES;
  tv_rule_finding_add (one, (TvRuleEvidence){ TV_RULE_TABLE_CLASS, grown->after.klass,
                                              get_ts (trace, dumps->last), 0, TV_NONE });
  size = tv_size_format ((double) one->cost);
  one->text = g_strdup_printf (
      /* Translators: process, size, number, class */
      _("The heap of %s grew by %s over %u dumps; %s grew the most"), process, size, dumps->n,
      get_short_name (trace, grown->after.klass));
  g_ptr_array_add (found, g_steal_pointer (&one));
}

static void
run_growth (TvRuleContext *context, const TvRule *self, double limit, GPtrArray *found)
{
  TvTrace *trace = tv_rule_context_get_trace (context);
  g_autoptr (GArray) list = list_dumps (trace);

  for (guint i = 0; i < list->len && !tv_rule_context_is_cancelled (context); i++)
    {
      const Dumps *dumps = &g_array_index (list, Dumps, i);
      g_autoptr (GArray) changes = NULL;

      if (dumps->first == dumps->last)
        continue;
      changes = tv_heap_find_class_changes (trace, dumps->first, dumps->last,
                                            tv_rule_context_get_cancellable (context), NULL);
      if (changes != NULL)
        add_growth (trace, self, dumps, changes, limit, found);
    }
}

const TvRule tv_heap_growth_rule = {
  .id = "heap-growth",
  .kind = TV_RULE_ON_MEMORY,
  .subject = TV_RULE_OF_HEAP_GRAPHS,
  .severity = TV_RULE_WARNING,
  .title = N_("Heap grows between dumps"),
  .definition =
      N_("The size of the reachable objects of a process, including their native memory, grew by "
         "more than the threshold from its first to its last heap dump"),
  .limit = 10,
  .unit = TV_RULE_MIB,
  .run = run_growth,
};
