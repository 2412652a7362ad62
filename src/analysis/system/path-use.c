/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/path-use.h"

#include <glib/gi18n.h>

#include "core/time-format.h"

/* Adds up the rows of a critical path by thread, state and slice, and describes the largest causes in a sentence.
 * Called by the table critical_path_use, the Range view and the properties of a slice. Only reads the trace and its
 * wakeup graph. */

/* Maximum number of causes that the sentence lists; the shares of the other causes are added up */
#define MAX_CAUSES 3

static guint32
get_symbol (TvTrace *trace, const TvPathRow *row)
{
  return row->slice != TV_NONE ? tv_slices_symbol (tv_trace_get_slices (trace), row->slice)
                               : TV_NONE;
}

static guint
hash_use (gconstpointer key)
{
  const TvPathUse *use = key;

  return ((use->root_utid * 31 + use->utid) * 31 + (guint) use->kind) * 31 + use->symbol;
}

static gboolean
is_same_use (gconstpointer a, gconstpointer b)
{
  const TvPathUse *x = a, *y = b;

  return x->root_utid == y->root_utid && x->utid == y->utid && x->kind == y->kind &&
         x->symbol == y->symbol;
}

static int
compare_uses (gconstpointer a, gconstpointer b)
{
  const TvPathUse *x = a, *y = b;

  if (x->ns != y->ns)
    return x->ns > y->ns ? -1 : 1;
  return (x->longest.ts > y->longest.ts) - (x->longest.ts < y->longest.ts);
}

/**
 * tv_path_use_list:
 * @trace: a trace
 * @rows: (element-type TvPathRow): pieces of critical paths
 *
 * Returns: (transfer full) (element-type TvPathUse): total times by thread, state and slice name, in descending
 * order; their sum is the duration of all @rows
 */
GArray *
tv_path_use_list (TvTrace *trace, const GArray *rows)
{
  g_autoptr (GHashTable) uses = g_hash_table_new_full (hash_use, is_same_use, g_free, NULL);
  GArray *list = g_array_new (FALSE, FALSE, sizeof (TvPathUse));
  GHashTableIter iter;
  gpointer key;

  for (guint i = 0; i < rows->len; i++)
    {
      const TvPathRow *row = &g_array_index (rows, TvPathRow, i);
      TvPathUse use = { row->root_utid, row->utid, row->kind, get_symbol (trace, row), 0, 0, *row };

      if (!g_hash_table_lookup_extended (uses, &use, &key, NULL))
        {
          key = g_memdup2 (&use, sizeof use);
          g_hash_table_add (uses, key);
        }
      ((TvPathUse *) key)->ns += row->dur;
      ((TvPathUse *) key)->n++;
      if (row->dur > ((TvPathUse *) key)->longest.dur)
        ((TvPathUse *) key)->longest = *row;
    }
  g_hash_table_iter_init (&iter, uses);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    g_array_append_vals (list, key, 1);
  g_array_sort (list, compare_uses);
  return list;
}

/* Returns: (transfer full) (nullable) (element-type TvPathUse): result of tv_path_use_list() for the rows of
 * tv_critical_path_new(); %NULL if cancelled */
GArray *
tv_path_use_new (TvTrace *trace,
                 const TvSelection *selection,
                 GCancellable *cancellable,
                 GError **error)
{
  g_autoptr (GArray) rows = tv_critical_path_new (trace, selection, cancellable, error);

  return rows != NULL ? tv_path_use_list (trace, rows) : NULL;
}

/* ---- Sentence ---- */

/* Returns: (transfer full): phrase that describes what a thread did while the root thread did not run */
static char *
dup_cause (TvTrace *trace, const TvPathUse *use)
{
  static const char *const verbs[TV_N_PATH_KINDS] = {
    [TV_PATH_RUNNING] = N_("ran"),
    [TV_PATH_RUNNABLE] = N_("waited for a CPU"),
    [TV_PATH_SLEEPING] = N_("slept without waiting for another thread"),
    [TV_PATH_BLOCKED] = N_("was blocked"),
    [TV_PATH_IO] = N_("waited for I/O"),
    [TV_PATH_OTHER] = N_("was stopped"),
    [TV_PATH_UNRECORDED] = N_("has no recorded state"),
  };
  g_autofree char *thread = use->utid == use->root_utid
                                ? g_strdup (_("it"))
                                : tv_trace_dup_thread_label (trace, use->utid);

  /* Translators: name of a thread, then a verb phrase such as "waited for a CPU" */
  return g_strdup_printf (_("%s %s"), thread, _ (verbs[use->kind]));
}

/* Returns: (transfer full): times by thread and state, regardless of slices, without the time in which the root
 * thread ran */
static GArray *
list_causes (TvTrace *trace, const GArray *rows)
{
  g_autoptr (GArray) waits = g_array_new (FALSE, FALSE, sizeof (TvPathRow));

  for (guint i = 0; i < rows->len; i++)
    {
      TvPathRow row = g_array_index (rows, TvPathRow, i);

      row.slice = TV_NONE;
      if (row.utid != row.root_utid || row.kind != TV_PATH_RUNNING)
        g_array_append_val (waits, row);
    }
  return tv_path_use_list (trace, waits);
}

static gboolean
has_unflagged (const GArray *rows)
{
  for (guint i = 0; i < rows->len; i++)
    if (!g_array_index (rows, TvPathRow, i).has_context)
      return TRUE;
  return FALSE;
}

static char *
dup_sentence (TvTrace *trace, const GArray *rows, gint64 whole_ns)
{
  g_autoptr (GArray) causes = list_causes (trace, rows);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *time = NULL;
  gint64 wait_ns = 0, rest_ns = 0;

  for (guint i = 0; i < causes->len; i++)
    {
      wait_ns += g_array_index (causes, TvPathUse, i).ns;
      if (i >= MAX_CAUSES)
        rest_ns += g_array_index (causes, TvPathUse, i).ns;
    }
  if (wait_ns == 0)
    return g_strdup (_("It was running all the time"));
  time = tv_time_format (wait_ns);
  /* Translators: time, share of the range; causes follow */
  g_string_append_printf (text, _("It was not running for %s (%.1f %%): "), time,
                          100.0 * (double) wait_ns / (double) whole_ns);
  for (guint i = 0; i < MIN (causes->len, (guint) MAX_CAUSES); i++)
    {
      const TvPathUse *use = &g_array_index (causes, TvPathUse, i);
      g_autofree char *cause = dup_cause (trace, use);

      g_string_append_printf (text, "%s%s %.1f %%", i > 0 ? ", " : "", cause,
                              100.0 * (double) use->ns / (double) whole_ns);
    }
  if (rest_ns > 0)
    /* Translators: share of the other causes */
    g_string_append_printf (text, _(", others %.1f %%"),
                            100.0 * (double) rest_ns / (double) whole_ns);
  if (has_unflagged (rows))
    g_string_append (text, _("; wakeups without flags may have been caused by interrupts"));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * tv_path_use_dup_sentence:
 * @trace: a trace
 * @utid: a thread
 * @from_ns: start of the range in ns
 * @to_ns: end of the range in ns
 * @cancellable: (nullable): a #GCancellable
 *
 * Explains why a thread did not run, with shares of the range.
 *
 * Returns: (transfer full) (nullable): sentence without a full stop; %NULL if the range is empty, if the trace lacks
 * the thread's states or any wakers, or if cancelled
 */
char *
tv_path_use_dup_sentence (TvTrace *trace,
                          guint32 utid,
                          gint64 from_ns,
                          gint64 to_ns,
                          GCancellable *cancellable)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (TvPathRow));
  g_autoptr (TvWakeupGraph) graph = NULL;

  if (tv_trace_get_threads (trace, NULL)[utid].state_track == TV_NONE || from_ns >= to_ns ||
      !tv_wakeup_graph_has_wakers (trace))
    return NULL;
  graph = tv_wakeup_graph_get (trace, cancellable, NULL);
  if (graph == NULL)
    return NULL;
  tv_critical_path_append (trace, graph, utid, from_ns, to_ns, rows);
  return dup_sentence (trace, rows, to_ns - from_ns);
}
