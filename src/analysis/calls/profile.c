/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/calls/profile.h"

#include "analysis/calls/call-tree.h"
#include "analysis/calls/profile-numbers.h"
#include "analysis/symbols/symbol-order.h"

/* Computes a profile in two steps. The first step counts the edges, either from slices (profile-walk.c) or, for
 * samples and for selections with filters or transforms, from a call tree. The second step computes the times and
 * counts of symbols from the edges (profile-numbers.c). Called by the session, the tables, the rules, the legend of
 * the timeline and tracedump, among others. Immutable after creation, so any thread may read it. */

struct _TvProfile
{
  GObject parent_instance;

  TvTrace *trace;
  guint32 n_symbols;    /* number of symbols of the trace; "(context switch)" follows them */
  gboolean is_of_calls; /* whether it is a profile of calls, not of samples */
  TvProfileNumbers numbers;
};

G_DEFINE_FINAL_TYPE (TvProfile, tv_profile, G_TYPE_OBJECT)

static void
tv_profile_finalize (GObject *object)
{
  TvProfile *self = TV_PROFILE (object);

  g_clear_object (&self->trace);
  tv_profile_numbers_clear (&self->numbers);
  G_OBJECT_CLASS (tv_profile_parent_class)->finalize (object);
}

static void
tv_profile_class_init (TvProfileClass *class)
{
  G_OBJECT_CLASS (class)->finalize = tv_profile_finalize;
}

static void
tv_profile_init (TvProfile *self)
{
}

/* ---- Creation ---- */

/**
 * tv_profile_new:
 * @trace: a trace
 * @selection: (nullable): selected part of the trace; %NULL for all
 * @flags: options; ignored if the selection has filters or transforms
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): set to %TV_ERROR_CANCELLED
 *
 * Computes a profile of calls in one pass over the selected slices. A call is counted if it overlaps the selection,
 * if it lies inside the selection and has a duration of 0, or if it called a counted slice. Only the time inside the
 * selection counts.
 *
 * Returns: (transfer full) (nullable): the profile; %NULL if cancelled
 */
TvProfile *
tv_profile_new (TvTrace *trace,
                const TvSelection *selection,
                TvProfileFlags flags,
                GCancellable *cancellable,
                GError **error)
{
  g_autoptr (TvProfile) self = g_object_new (TV_TYPE_PROFILE, NULL);
  TvProfileWalk walk;
  gboolean is_done;

  if (tv_selection_changes_calls (selection))
    {
      g_autoptr (TvCallPaths)
          paths = tv_call_paths_new (trace, TV_CALLS_OF_SLICES, cancellable, error);

      return paths != NULL ? tv_profile_new_of_calls (paths, selection, cancellable, error) : NULL;
    }
  self->trace = g_object_ref (trace);
  self->is_of_calls = TRUE;
  tv_trace_get_symbols (trace, &self->n_symbols);
  is_done = tv_profile_walk (&walk, trace, selection, flags, cancellable, error);
  if (is_done)
    tv_profile_numbers_gather (&self->numbers, &walk, self->n_symbols);
  tv_profile_walk_clear (&walk);
  return is_done ? g_steal_pointer (&self) : NULL;
}

/* Returns a node's key as a caller or callee, which consists of its symbol and whether it is recursive. Code without
 * a symbol counts as its caller; the key of the root means no caller. */
static guint32
get_key (const TvCallNode *nodes, const guint8 *is_outermost, guint32 node, guint32 n_symbols)
{
  while (node != 0 && tv_call_name_get_symbol (nodes[node].name) == TV_NONE)
    node = nodes[node].parent;
  return node != 0 ? tv_edge_key (nodes[node].name, !is_outermost[node]) : (n_symbols + 1) * 2;
}

/* Counts each node of a tree that has a symbol as an edge from its parent. */
static void
walk_tree (TvProfileWalk *walk, const TvCallTree *tree, guint32 n_symbols)
{
  guint32 n;
  const TvCallNode *nodes = tv_call_tree_get_nodes (tree, &n);
  g_autofree guint8 *is_outermost = tv_call_tree_dup_outermost (tree);

  *walk = (TvProfileWalk){ .n_tables = 1, .tables = g_new0 (TvEdgeTable, 1) };
  for (guint c = 0; c < TV_N_CLOCKS; c++)
    walk->tick_ns[c] = 1;
  tv_edge_table_init (walk->tables, (n_symbols + 1) * 2 + 1);
  for (guint32 node = 1; node < n; node++)
    {
      const TvCallNode *at = &nodes[node];

      if (tv_call_name_get_symbol (at->name) != TV_NONE)
        tv_edge_table_add (
            walk->tables, get_key (nodes, is_outermost, at->parent, n_symbols),
            get_key (nodes, is_outermost, node, n_symbols),
            (guint32) MIN (tv_call_tree_get_self (tree, node)->of[TV_MEASURE_COUNT], G_MAXUINT32),
            (guint64[]){ (guint64) at->total.of[TV_MEASURE_WALL],
                         (guint64) at->total.of[TV_MEASURE_CPU] });
    }
}

/**
 * tv_profile_new_of_calls:
 * @paths: (transfer none): call paths of a trace
 * @selection: (nullable): selected part of the trace. Filters and transforms are applied first; a collapsed package
 *   counts as its entry methods
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): set to %TV_ERROR_CANCELLED
 *
 * Computes a profile of calls or samples from their call tree. For samples, inclusive and exclusive wall times are
 * weights, and the number of calls is the number of samples taken in the function itself; code without a symbol is
 * omitted.
 *
 * Returns: (transfer full) (nullable): the profile; %NULL if cancelled
 */
TvProfile *
tv_profile_new_of_calls (TvCallPaths *paths,
                         const TvSelection *selection,
                         GCancellable *cancellable,
                         GError **error)
{
  g_autoptr (TvCallTree)
      tree = tv_call_tree_new (paths, selection, TV_CALL_TREE_KEEPS_ENTRIES, cancellable, error);
  TvProfile *self;
  TvProfileWalk walk;

  if (tree == NULL)
    return NULL;
  self = g_object_new (TV_TYPE_PROFILE, NULL);
  self->trace = g_object_ref (tv_call_paths_get_trace (paths));
  self->is_of_calls = tv_call_paths_get_source (paths) == TV_CALLS_OF_SLICES;
  tv_trace_get_symbols (self->trace, &self->n_symbols);
  walk_tree (&walk, tree, self->n_symbols);
  tv_profile_numbers_gather (&self->numbers, &walk, self->n_symbols);
  tv_profile_walk_clear (&walk);
  return self;
}

/**
 * tv_profile_new_of_source:
 * @trace: a trace
 * @source: source of call stacks, see analysis/calls/call-paths.h
 * @selection: (nullable): see tv_profile_new()
 * @flags: options of a profile of calls
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): set to %TV_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable): result of tv_profile_new() for calls, or of tv_profile_new_of_calls() for
 * samples; %NULL if cancelled
 */
TvProfile *
tv_profile_new_of_source (TvTrace *trace,
                          guint32 source,
                          const TvSelection *selection,
                          TvProfileFlags flags,
                          GCancellable *cancellable,
                          GError **error)
{
  g_autoptr (TvCallPaths) paths = NULL;

  if (source == TV_CALLS_OF_SLICES)
    return tv_profile_new (trace, selection, flags, cancellable, error);
  paths = tv_call_paths_new (trace, source, cancellable, error);
  return paths != NULL ? tv_profile_new_of_calls (paths, selection, cancellable, error) : NULL;
}

/* ---- Getters ---- */

/**
 * tv_profile_get_trace:
 *
 * Returns: (transfer none): the profiled trace
 */
TvTrace *
tv_profile_get_trace (TvProfile *self)
{
  return self->trace;
}

/**
 * tv_profile_get_n_symbols:
 *
 * Returns: number of symbols of the trace, called or not; "(context switch)" follows them
 */
guint32
tv_profile_get_n_symbols (TvProfile *self)
{
  return self->n_symbols;
}

/**
 * tv_profile_get_entry:
 * @self: a profile
 * @symbol: a symbol of the trace, or "(context switch)"
 *
 * Returns: (transfer none): values of the symbol; all 0 if it was not called
 */
const TvProfileEntry *
tv_profile_get_entry (TvProfile *self, guint32 symbol)
{
  g_return_val_if_fail (symbol <= self->n_symbols, NULL);
  return &self->numbers.entries[symbol];
}

/**
 * tv_profile_get_switch_symbol:
 *
 * Returns: symbol id of the pseudo symbol "(context switch)", which has no calls without %TV_PROFILE_CONTEXT_SWITCHES
 */
guint32
tv_profile_get_switch_symbol (TvProfile *self)
{
  return self->n_symbols;
}

/**
 * tv_profile_get_total_ns:
 *
 * Returns: time of all top-level calls in the selection, summed over all threads, in ns; percentages refer to this
 * time
 */
gint64
tv_profile_get_total_ns (TvProfile *self, TvClock clock)
{
  g_return_val_if_fail (clock < TV_N_CLOCKS, 0);
  return self->numbers.total_ns[clock];
}

/**
 * tv_profile_get_edges:
 * @self: a profile
 * @n: (out): number of edges
 *
 * Returns: (transfer none) (array length=n): edges, sorted by caller, then callee
 */
const TvProfileEdge *
tv_profile_get_edges (TvProfile *self, guint32 *n)
{
  *n = self->numbers.n_edges;
  return self->numbers.edges;
}

typedef struct
{
  TvTrace *trace;
  TvClock clock;
} GroupOrder;

static int
compare_relatives (gconstpointer a, gconstpointer b, gpointer data)
{
  const TvProfileRelative *one = a, *other = b;
  const GroupOrder *order = data;

  if (one->inclusive_ns[order->clock] != other->inclusive_ns[order->clock])
    return one->inclusive_ns[order->clock] > other->inclusive_ns[order->clock] ? -1 : 1;
  return tv_symbol_compare (order->trace, one->symbol, other->symbol);
}

/* Adds an edge to the last relative if the relative has the same symbol, otherwise to a new relative. */
static void
add_relative (GArray *relatives, guint32 symbol, const TvProfileEdge *edge)
{
  TvProfileRelative *last = NULL;

  if (relatives->len > 0)
    last = &g_array_index (relatives, TvProfileRelative, relatives->len - 1);
  if (last == NULL || last->symbol != symbol)
    {
      g_array_set_size (relatives, relatives->len + 1);
      last = &g_array_index (relatives, TvProfileRelative, relatives->len - 1);
      *last = (TvProfileRelative){ .symbol = symbol };
    }
  last->calls += edge->calls;
  for (guint c = 0; c < TV_N_CLOCKS; c++)
    tv_add_ns (&last->inclusive_ns[c], edge->inclusive_ns[c]);
}

/**
 * tv_profile_dup_group:
 * @self: a profile
 * @symbol: a symbol of the trace, or "(context switch)"
 * @group: kind of relatives
 * @clock: clock to sort by
 *
 * Returns: (transfer full) (element-type TvProfileRelative): callers or callees, in descending order of inclusive
 * time, then by name. Excludes the "self" row that the original Traceview lists under Children, see #TvProfileEntry
 */
GArray *
tv_profile_dup_group (TvProfile *self, guint32 symbol, TvProfileGroup group, TvClock clock)
{
  GArray *relatives = g_array_new (FALSE, FALSE, sizeof (TvProfileRelative));
  GroupOrder order = { self->trace, clock };
  gboolean is_recursive = group == TV_PROFILE_PARENTS_RECURSIVE ||
                          group == TV_PROFILE_CHILDREN_RECURSIVE;
  guint32 key = symbol * 2 + (is_recursive ? 1 : 0);

  g_return_val_if_fail (symbol <= self->n_symbols, relatives);
  if (group == TV_PROFILE_CHILDREN || group == TV_PROFILE_CHILDREN_RECURSIVE)
    for (guint32 i = self->numbers.from[key]; i < self->numbers.from[key + 1]; i++)
      add_relative (relatives, self->numbers.edges[i].callee, &self->numbers.edges[i]);
  else
    for (guint32 i = self->numbers.to[key]; i < self->numbers.to[key + 1]; i++)
      {
        const TvProfileEdge *edge = &self->numbers.edges[self->numbers.by_callee[i]];

        add_relative (relatives, edge->caller, edge);
      }
  g_array_sort_with_data (relatives, compare_relatives, &order);
  return relatives;
}

/**
 * tv_profile_get_percent:
 *
 * Returns: @ns in percent of tv_profile_get_total_ns(); 0 if the total is 0
 */
double
tv_profile_get_percent (TvProfile *self, gint64 ns, TvClock clock)
{
  gint64 total_ns = tv_profile_get_total_ns (self, clock);

  return total_ns > 0 ? 100.0 * (double) ns / (double) total_ns : 0.0;
}

/**
 * tv_profile_entry_get_ns_per_call:
 *
 * Returns: inclusive time divided by the number of calls, including recursive ones, rounded to ns; 0 if there are no
 * calls
 */
gint64
tv_profile_entry_get_ns_per_call (const TvProfileEntry *entry, TvClock clock)
{
  gint64 calls = (gint64) entry->calls + entry->recursive_calls;

  gint64 rounded = entry->inclusive_ns[clock];

  tv_add_ns (&rounded, calls / 2);
  return calls > 0 ? rounded / calls : 0;
}

/* Returns whether the profile contains off-CPU times, which require calls that were measured on both clocks. */
gboolean
tv_profile_has_off_cpu (TvProfile *self)
{
  return self->is_of_calls && tv_trace_has_clock (self->trace, TV_CLOCK_WALL) &&
         tv_trace_has_clock (self->trace, TV_CLOCK_CPU);
}

/* Returns: inclusive wall time minus inclusive CPU time; may be slightly negative, because the two clocks are not
 * read at the same instant */
gint64
tv_profile_entry_get_off_cpu_ns (const TvProfileEntry *entry)
{
  gint64 ns = entry->inclusive_ns[TV_CLOCK_WALL];

  tv_add_ns (&ns, (gint64) - (guint64) entry->inclusive_ns[TV_CLOCK_CPU]);
  return ns;
}

/* Returns: exclusive wall time minus exclusive CPU time */
gint64
tv_profile_entry_get_exclusive_off_cpu_ns (const TvProfileEntry *entry)
{
  gint64 ns = entry->exclusive_ns[TV_CLOCK_WALL];

  tv_add_ns (&ns, (gint64) - (guint64) entry->exclusive_ns[TV_CLOCK_CPU]);
  return ns;
}

/* Returns whether calls were counted individually. This is not the case for samples, or with filters or transforms. */
gboolean
tv_profile_counts_single_calls (TvProfile *self)
{
  return self->numbers.spreads != NULL;
}

/* Returns the number of unfinished calls of a symbol, including recursive ones; 0 if calls were not counted
 * individually. */
guint32
tv_profile_count_unfinished (TvProfile *self, guint32 symbol)
{
  g_return_val_if_fail (symbol <= self->n_symbols, 0);
  return self->numbers.spreads != NULL ? self->numbers.spreads[symbol].n_unfinished : 0;
}

/**
 * tv_profile_get_spread:
 * @self: a profile
 * @symbol: a symbol of the trace, or "(context switch)"
 * @clock: clock; the trace must have it
 * @spread: (out): distribution of the symbol's finished calls, including recursive ones, each with its inclusive time
 *   inside the selection
 *
 * Returns: %FALSE if there are no finished calls, or if calls were not counted individually
 */
gboolean
tv_profile_get_spread (TvProfile *self, guint32 symbol, TvClock clock, TvCallSpread *spread)
{
  const TvProfileEntry *entry = tv_profile_get_entry (self, symbol);
  guint64 n_calls = (guint64) entry->calls + entry->recursive_calls;

  if (self->numbers.spreads == NULL || n_calls <= tv_profile_count_unfinished (self, symbol))
    return FALSE;
  *spread = tv_spread_sums_finish (&self->numbers.spreads[symbol], clock, n_calls,
                                   entry->calls_ns[clock], self->numbers.tick_ns[clock]);
  return TRUE;
}

/**
 * tv_profile_dup_symbol_name:
 * @self: a profile
 * @symbol: a symbol of the trace, or "(context switch)"
 *
 * Returns: (transfer full): `class.method`, or "(context switch)"
 */
char *
tv_profile_dup_symbol_name (TvProfile *self, guint32 symbol)
{
  return symbol == self->n_symbols ? g_strdup (TV_CONTEXT_SWITCH_NAME)
                                   : tv_trace_dup_symbol_name (self->trace, symbol);
}

/**
 * tv_profile_dup_symbol_label:
 * @self: a profile
 * @symbol: a symbol of the trace, or "(context switch)"
 *
 * Returns: (transfer full): `class.method (signature)`, or "(context switch)"
 */
char *
tv_profile_dup_symbol_label (TvProfile *self, guint32 symbol)
{
  return symbol == self->n_symbols ? g_strdup (TV_CONTEXT_SWITCH_NAME)
                                   : tv_trace_dup_symbol_label (self->trace, symbol);
}
