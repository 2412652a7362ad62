/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/compare/difference.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/compare/rank-test.h"
#include "analysis/samples/sample-kinds.h"
#include "core/memory/seeded-hash.h"
#include "core/number-format.h"

/* Compares runs. Each run is added up by row as soon as it is loaded, so that its trace can be freed:
 *
 *   trace ─▶ call tree ─▶ node ─▶ row with the same names
 *                           └───▶ times and counts of that row in that run
 *
 * Called by `tracedump diff`, dmtracedump, the comparison views, the profile by group and the rule about slower
 * functions: first tv_difference_add_run() or tv_difference_add_tree() for each run, then tv_difference_finish().
 * Only one thread at a time may use a difference; traces are only read. */

typedef struct
{
  gint64 inclusive_ns[TV_N_CLOCKS];
  gint64 exclusive_ns[TV_N_CLOCKS];
  gint64 calls;
  gboolean is_there;
} Numbers;

typedef struct
{
  gboolean is_after;
  GArray *
      numbers; /* Numbers per row; may be shorter than the list of rows, because runs that are added later can add
                * rows */
  TvCallValue total; /* total of all calls or samples in the run */
} Run;

struct _TvDifference
{
  TvDifferenceBy by;
  char *kind;        /* (nullable): kind of samples; NULL for calls */
  char *kind_before; /* (nullable): kind of samples in the earlier runs, if it differs from @kind */
  TvWeightUnit unit;
  GStringChunk *strings;
  GHashTable *row_of_key; /* row by key; a key consists of the row's names, joined by line feeds */
  GArray *rows;           /* TvDifferenceRow */
  GArray *runs;           /* Run */
  gboolean has_clock[TV_N_CLOCKS];
};

static void
run_clear (gpointer data)
{
  g_array_unref (((Run *) data)->numbers);
}

TvDifference *
tv_difference_new (TvDifferenceBy by)
{
  TvDifference *self = g_new0 (TvDifference, 1);

  self->by = by;
  self->strings = g_string_chunk_new (4096);
  self->row_of_key = g_hash_table_new (tv_seeded_text_hash, g_str_equal);
  self->rows = g_array_new (FALSE, TRUE, sizeof (TvDifferenceRow));
  self->runs = g_array_new (FALSE, TRUE, sizeof (Run));
  g_array_set_clear_func (self->runs, run_clear);
  return self;
}

/**
 * tv_difference_new_of_samples:
 * @by: grouping of rows
 * @kind: name of a kind of samples, such as "cpu-cycles"
 * @unit: unit of the weights
 *
 * Returns: (transfer full): a difference of samples of this kind; runs without such samples count as 0
 */
TvDifference *
tv_difference_new_of_samples (TvDifferenceBy by, const char *kind, TvWeightUnit unit)
{
  TvDifference *self = tv_difference_new (by);

  self->kind = g_strdup (kind);
  self->unit = unit;
  return self;
}

/* Sets the kind of samples in the earlier runs, if it differs from that in the later runs, as in a file that contains
 * both runs. */
void
tv_difference_set_kind_before (TvDifference *self, const char *kind)
{
  g_free (self->kind_before);
  self->kind_before = g_strdup (kind);
}

void
tv_difference_free (TvDifference *self)
{
  if (self == NULL)
    return;
  g_free (self->kind);
  g_free (self->kind_before);
  g_string_chunk_free (self->strings);
  g_hash_table_unref (self->row_of_key);
  g_array_unref (self->rows);
  g_array_unref (self->runs);
  g_free (self);
}

/* ---- Rows ---- */

static guint32
find_row (TvDifference *self, const char *const names[3])
{
  g_autofree char *key = g_strjoin ("\n", names[0], names[1], names[2], NULL);
  gpointer row;
  TvDifferenceRow added = { .symbols = { TV_NONE, TV_NONE } };

  if (g_hash_table_lookup_extended (self->row_of_key, key, NULL, &row))
    return GPOINTER_TO_UINT (row);
  for (guint i = 0; i < G_N_ELEMENTS (added.names); i++)
    added.names[i] = g_string_chunk_insert_const (self->strings, names[i]);
  g_array_append_val (self->rows, added);
  g_hash_table_insert (self->row_of_key, g_string_chunk_insert (self->strings, key),
                       GUINT_TO_POINTER (self->rows->len - 1));
  return self->rows->len - 1;
}

static const char *
get_text (TvTrace *trace, guint32 string)
{
  return string != TV_NONE ? tv_trace_get_string (trace, string) : "";
}

static guint32
find_row_of_symbol (TvDifference *self, TvTrace *trace, guint32 symbol)
{
  const TvSymbol *s = &tv_trace_get_symbols (trace, NULL)[symbol];
  const char *names[3] = {
    get_text (trace, s->class_name),
    get_text (trace, s->name),
    self->by == TV_DIFFERENCE_BY_METHOD ? get_text (trace, s->signature) : "",
  };

  return find_row (self, names);
}

static guint32
find_row_of_thread (TvDifference *self, TvTrace *trace, guint32 utid)
{
  const char *names[3] = { get_text (trace, tv_trace_get_threads (trace, NULL)[utid].name), "",
                           "" };

  return find_row (self, names);
}

/* ---- Runs ---- */

typedef struct
{
  TvDifference *self;
  gboolean is_after;
  TvTrace *trace;
  GArray *numbers;        /* Numbers per row of this run */
  guint32 *row_of_symbol; /* row per symbol, or TV_NONE if not known yet */
  guint32 *libraries;     /* (nullable): library per symbol, see tv_call_group_find_libraries() */
  guint32 *n_open;        /* per row, number of open calls */
  guint32 n_rows;         /* number of elements allocated for @n_open */
} Walk;

/* Returns the row of a node's group, or TV_NONE. Caches the row per symbol. */
static guint32
find_row_of_group (Walk *walk, TvCallName name)
{
  TvCallGroupBy by = (TvCallGroupBy) (walk->self->by - TV_DIFFERENCE_BY_GROUP);
  guint32 symbol = tv_call_name_get_symbol (name), row = TV_NONE;
  g_autofree char *group = NULL;

  if (symbol != TV_NONE && walk->row_of_symbol[symbol] != TV_NONE)
    return walk->row_of_symbol[symbol];
  group = tv_call_group_dup (walk->trace, by, walk->libraries, name);
  if (group != NULL)
    row = find_row (walk->self, (const char *[]){ group, "", "" });
  if (symbol != TV_NONE)
    walk->row_of_symbol[symbol] = row;
  return row;
}

/* Returns the row of a node, or TV_NONE. */
static guint32
find_row_of_node (Walk *walk, TvCallName name)
{
  guint32 id = tv_call_name_get_id (name);

  if (walk->self->by == TV_DIFFERENCE_BY_THREAD)
    return tv_call_name_get_kind (name) == TV_CALL_THREAD
               ? find_row_of_thread (walk->self, walk->trace, id)
               : TV_NONE;
  if (walk->self->by >= TV_DIFFERENCE_BY_GROUP)
    return find_row_of_group (walk, name);
  if (tv_call_name_get_kind (name) != TV_CALL_SYMBOL)
    return TV_NONE;
  if (walk->row_of_symbol[id] == TV_NONE)
    {
      walk->row_of_symbol[id] = find_row_of_symbol (walk->self, walk->trace, id);
      if (walk->self->by == TV_DIFFERENCE_BY_METHOD)
        g_array_index (walk->self->rows, TvDifferenceRow, walk->row_of_symbol[id])
            .symbols[walk->is_after] = id;
    }
  return walk->row_of_symbol[id];
}

static void
make_space (Walk *walk)
{
  guint32 n = walk->self->rows->len;

  if (n <= walk->n_rows)
    return;
  n = MAX (n, 2 * walk->n_rows);
  walk->n_open = g_renew (guint32, walk->n_open, n);
  memset (walk->n_open + walk->n_rows, 0, sizeof (guint32) * (n - walk->n_rows));
  g_array_set_size (walk->numbers, n);
  walk->n_rows = n;
}

/* Returns the number of calls or samples to add to a row. A node's count covers only its own calls; for samples, the
 * count must include the samples of its descendants. */
static gint64
count (const Walk *walk, const TvCallNode *node, const TvCallValue *own, guint32 row)
{
  if (walk->self->kind != NULL)
    return walk->n_open[row] == 0 ? node->total.of[TV_MEASURE_COUNT] : 0;
  return tv_difference_is_of_threads (walk->self) ? node->total.of[TV_MEASURE_COUNT]
                                                  : own->of[TV_MEASURE_COUNT];
}

static void
add_node (Walk *walk, const TvCallNode *node, const TvCallValue *own, guint32 row)
{
  Numbers *numbers = &g_array_index (walk->numbers, Numbers, row);
  gboolean is_whole = tv_difference_is_of_threads (walk->self);
  static const TvCallMeasure measures[TV_N_CLOCKS] = {
    [TV_CLOCK_WALL] = TV_MEASURE_WALL, [TV_CLOCK_CPU] = TV_MEASURE_CPU
  };

  numbers->is_there = TRUE;
  numbers->calls += count (walk, node, own, row);
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      if (walk->n_open[row] == 0)
        tv_add_ns (&numbers->inclusive_ns[clock], node->total.of[measures[clock]]);
      tv_add_ns (&numbers->exclusive_ns[clock],
                 is_whole ? node->total.of[measures[clock]] : own->of[measures[clock]]);
    }
}

/* A visit of a node. A node with a row is pushed twice; its second visit follows the visits of its descendants. */
typedef struct
{
  guint32 node;
  guint32 row;
  gboolean is_left;
} Visit;

static void
walk_tree (Walk *walk, const TvCallTree *tree)
{
  const TvCallNode *nodes = tv_call_tree_get_nodes (tree, NULL);
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (Visit));

  g_array_append_val (stack, ((Visit){ 0, TV_NONE, FALSE }));
  while (stack->len > 0)
    {
      Visit visit = g_array_index (stack, Visit, stack->len - 1);
      const TvCallNode *node = &nodes[visit.node];

      g_array_set_size (stack, stack->len - 1);
      if (visit.is_left)
        {
          walk->n_open[visit.row]--;
          continue;
        }
      visit.row = find_row_of_node (walk, node->name);
      if (visit.row != TV_NONE)
        {
          make_space (walk);
          add_node (walk, node, tv_call_tree_get_self (tree, visit.node), visit.row);
          walk->n_open[visit.row]++;
          visit.is_left = TRUE;
          g_array_append_val (stack, visit);
        }
      if (visit.row != TV_NONE && tv_difference_is_of_threads (walk->self))
        continue;
      for (guint32 i = 0; i < node->n_children; i++)
        g_array_append_val (stack, ((Visit){ node->first_child + i, TV_NONE, FALSE }));
    }
}

/* Sets @source to the source of the stacks that are compared. Returns whether the run has such stacks. */
static gboolean
find_source (const TvDifference *self, gboolean is_after, TvTrace *trace, guint32 *source)
{
  const char *kind = !is_after && self->kind_before != NULL ? self->kind_before : self->kind;

  *source = self->kind == NULL ? TV_CALLS_OF_SLICES
                               : tv_sample_kind_find_with_any_digits (trace, kind, self->unit);
  return self->kind == NULL || *source != TV_NONE;
}

/* Multiplies a value. Saturates it if the product is out of range, which happens only in crafted files. */
static void
scale_value (gint64 *value, gint64 factor)
{
  if (__builtin_mul_overflow (*value, factor, value))
    *value = *value < 0 ? G_MININT64 : G_MAXINT64;
}

static void
scale_run (Run *run, gint64 factor)
{
  for (guint row = 0; row < run->numbers->len; row++)
    for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
      {
        scale_value (&g_array_index (run->numbers, Numbers, row).inclusive_ns[clock], factor);
        scale_value (&g_array_index (run->numbers, Numbers, row).exclusive_ns[clock], factor);
      }
  scale_value (&run->total.of[TV_MEASURE_WALL], factor);
  scale_value (&run->total.of[TV_MEASURE_CPU], factor);
}

/* Scales the previous runs or the new run, whichever has fewer decimals, so that all weights have the same number of
 * decimals. */
static void
match_digits (TvDifference *self, Run *run, TvWeightUnit unit)
{
  guint n = tv_weight_unit_get_digits (self->unit), n_of_run = tv_weight_unit_get_digits (unit);

  if (n_of_run < n)
    scale_run (run, tv_decimal_get_unit (n - n_of_run));
  if (n_of_run <= n)
    return;
  for (guint i = 0; i < self->runs->len; i++)
    scale_run (&g_array_index (self->runs, Run, i), tv_decimal_get_unit (n_of_run - n));
  self->unit = unit;
}

/**
 * tv_difference_add_run:
 * @self: an unfinished difference
 * @is_after: whether the run belongs to the later side
 * @trace: trace of the run; no reference is kept
 * @selection: (nullable): selected part of the trace
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): set to %TV_ERROR_CANCELLED
 *
 * Adds a run. If the run lacks the compared kind of samples, all its weights are 0.
 *
 * Returns: %FALSE if cancelled
 */
gboolean
tv_difference_add_run (TvDifference *self,
                       gboolean is_after,
                       TvTrace *trace,
                       const TvSelection *selection,
                       GCancellable *cancellable,
                       GError **error)
{
  g_autoptr (TvCallPaths) paths = NULL;
  g_autoptr (TvCallTree) tree = NULL;
  guint32 source;

  if (!find_source (self, is_after, trace, &source))
    {
      Run none = { is_after, g_array_new (FALSE, TRUE, sizeof (Numbers)), { { 0 } } };

      g_array_append_val (self->runs, none);
      return TRUE;
    }
  paths = tv_call_paths_new (trace, source, cancellable, error);
  if (paths != NULL)
    tree = tv_call_tree_new (paths, selection, tv_difference_get_tree_flags (self), cancellable,
                             error);
  if (tree == NULL)
    return FALSE;
  tv_difference_add_tree (self, is_after, tree);
  return TRUE;
}

/* Returns the flags with which the call trees of runs must be created. */
TvCallTreeFlags
tv_difference_get_tree_flags (const TvDifference *self)
{
  return tv_difference_is_of_threads (self) ? TV_CALL_TREE_BY_THREAD : TV_CALL_TREE_MERGED;
}

/**
 * tv_difference_add_tree:
 * @self: an unfinished difference
 * @is_after: whether the run belongs to the later side
 * @tree: call tree of the run, created with tv_difference_get_tree_flags() from the compared source
 *
 * Adds a run like tv_difference_add_run(), but from an existing tree.
 */
void
tv_difference_add_tree (TvDifference *self, gboolean is_after, TvCallTree *tree)
{
  TvCallPaths *paths = tv_call_tree_get_paths (tree);
  TvTrace *trace = tv_call_paths_get_trace (paths);
  Run run = { is_after, g_array_new (FALSE, TRUE, sizeof (Numbers)), { { 0 } } };
  Walk walk = { .self = self, .is_after = is_after, .trace = trace, .numbers = run.numbers };
  guint32 n_symbols;

  tv_trace_get_symbols (trace, &n_symbols);
  walk.row_of_symbol = g_new (guint32, (gsize) n_symbols + 1);
  for (guint32 i = 0; i < n_symbols; i++)
    walk.row_of_symbol[i] = TV_NONE;
  if (self->by == tv_difference_by_group (TV_CALL_GROUP_LIBRARY))
    walk.libraries = tv_call_group_find_libraries (trace);
  walk_tree (&walk, tree);
  g_free (walk.row_of_symbol);
  g_free (walk.libraries);
  g_free (walk.n_open);
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    self->has_clock[clock] |= self->kind != NULL ? clock == TV_CLOCK_WALL
                                                 : tv_trace_has_clock (trace, clock);
  run.total = tv_call_tree_get_nodes (tree, NULL)[0].total;
  if (self->kind != NULL)
    match_digits (self, &run,
                  tv_trace_get_stacks (trace)->kinds[tv_call_paths_get_source (paths)].unit);
  g_array_append_val (self->runs, run);
}

/* Clears the symbols of all rows. Runs that are added later set them again. */
void
tv_difference_clear_symbols (TvDifference *self)
{
  for (guint32 row = 0; row < self->rows->len; row++)
    for (guint side = 0; side < 2; side++)
      g_array_index (self->rows, TvDifferenceRow, row).symbols[side] = TV_NONE;
}

/* ---- Medians ---- */

static const Numbers no_numbers;

static const Numbers *
get_numbers (const TvDifference *self, guint run, guint32 row)
{
  const GArray *numbers = g_array_index (self->runs, Run, run).numbers;

  return row < numbers->len ? &g_array_index (numbers, Numbers, row) : &no_numbers;
}

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* Sorts the values. Returns their median, which is the mean of the two middle values if @n is even. */
static double
find_median (double *values, guint n)
{
  if (n == 0)
    return 0.0;
  qsort (values, n, sizeof *values, compare_doubles);
  return (values[(n - 1) / 2] + values[n / 2]) / 2.0;
}

/* Collects one member of a row's Numbers from each run of a side. @offset: offset of the member. Returns the number
 * of runs. */
static guint
collect (const TvDifference *self, guint32 row, gboolean is_after, gsize offset, double *values)
{
  guint n = 0;

  for (guint run = 0; run < self->runs->len; run++)
    if (g_array_index (self->runs, Run, run).is_after == is_after)
      values[n++] = (double) G_STRUCT_MEMBER (gint64, get_numbers (self, run, row), offset);
  return n;
}

static gint64
get_median (const TvDifference *self, guint32 row, gboolean is_after, gsize offset, double *values)
{
  return llround (find_median (values, collect (self, row, is_after, offset, values)));
}

/* Returns the median of the row's shares of the totals of the runs. Shares are used because runs may differ in
 * duration or sampling frequency. */
static double
get_percent (const TvDifference *self,
             guint32 row,
             gboolean is_after,
             gsize offset,
             TvClock clock,
             double *values)
{
  TvCallMeasure measure = clock == TV_CLOCK_CPU ? TV_MEASURE_CPU : TV_MEASURE_WALL;
  guint n = 0;

  for (guint i = 0; i < self->runs->len; i++)
    {
      const Run *run = &g_array_index (self->runs, Run, i);
      gint64 total = run->total.of[measure];

      if (run->is_after == is_after)
        values[n++] = total > 0 ? 100.0 *
                                      (double) G_STRUCT_MEMBER (gint64, get_numbers (self, i, row),
                                                                offset) /
                                      (double) total
                                : 0.0;
    }
  return find_median (values, n);
}

#define OFFSET_OF_CLOCK(field, clock) (G_STRUCT_OFFSET (Numbers, field) + (clock) * sizeof (gint64))

static void
find_side (const TvDifference *self, guint32 row, gboolean is_after, double *values)
{
  TvDifferenceRow *r = &g_array_index (self->rows, TvDifferenceRow, row);
  TvDifferenceSide *side = is_after ? &r->after : &r->before;

  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      side->inclusive_ns[clock] = get_median (self, row, is_after,
                                              OFFSET_OF_CLOCK (inclusive_ns, clock), values);
      side->exclusive_ns[clock] = get_median (self, row, is_after,
                                              OFFSET_OF_CLOCK (exclusive_ns, clock), values);
      side->inclusive_percent[clock] = get_percent (
          self, row, is_after, OFFSET_OF_CLOCK (inclusive_ns, clock), clock, values);
      side->exclusive_percent[clock] = get_percent (
          self, row, is_after, OFFSET_OF_CLOCK (exclusive_ns, clock), clock, values);
    }
  side->calls = get_median (self, row, is_after, G_STRUCT_OFFSET (Numbers, calls), values);
  for (guint run = 0; run < self->runs->len; run++)
    side->n_runs += g_array_index (self->runs, Run, run).is_after == is_after &&
                    get_numbers (self, run, row)->is_there;
}

static double
test_row (const TvDifference *self, guint32 row, TvClock clock, double *values)
{
  gsize offset = OFFSET_OF_CLOCK (inclusive_ns, clock);
  guint n_before = collect (self, row, FALSE, offset, values);
  guint n_after = collect (self, row, TRUE, offset, values + n_before);

  if (n_before < 2 || n_after < 2 || !self->has_clock[clock])
    return NAN;
  return tv_rank_test (values, n_before, values + n_before, n_after);
}

/* Computes medians and p-values, after all runs of both sides have been added. */
void
tv_difference_finish (TvDifference *self)
{
  g_autofree double *values = g_new (double, self->runs->len + 1);

  for (guint32 row = 0; row < self->rows->len; row++)
    {
      find_side (self, row, FALSE, values);
      find_side (self, row, TRUE, values);
      for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
        g_array_index (self->rows, TvDifferenceRow, row).p[clock] = test_row (self, row, clock,
                                                                              values);
    }
}

/* ---- Results ---- */

TvDifferenceBy
tv_difference_get_by (const TvDifference *self)
{
  return self->by;
}

/* Returns whether rows are threads or processes, which have no exclusive time. */
gboolean
tv_difference_is_of_threads (const TvDifference *self)
{
  return self->by == TV_DIFFERENCE_BY_THREAD ||
         self->by == tv_difference_by_group (TV_CALL_GROUP_PROCESS);
}

/**
 * tv_difference_get_kind:
 * @self: a difference
 * @unit: (out): unit of the weights; %TV_WEIGHT_NS for calls
 *
 * Returns: (nullable): kind of the compared samples; %NULL for calls
 */
const char *
tv_difference_get_kind (const TvDifference *self, TvWeightUnit *unit)
{
  *unit = self->kind != NULL ? self->unit : TV_WEIGHT_NS;
  return self->kind;
}

/**
 * tv_difference_get_total:
 * @self: a difference
 * @is_after: whether to return the total of the later side
 * @clock: clock; %TV_CLOCK_WALL for samples
 * @count: (out): median number of calls or samples
 *
 * Returns: median of the totals of the side's runs, in ns or in the unit of the samples
 */
gint64
tv_difference_get_total (const TvDifference *self, gboolean is_after, TvClock clock, gint64 *count)
{
  g_autofree double *totals = g_new (double, self->runs->len + 1);
  g_autofree double *counts = g_new (double, self->runs->len + 1);
  guint n = 0;

  for (guint i = 0; i < self->runs->len; i++)
    {
      const Run *run = &g_array_index (self->runs, Run, i);

      if (run->is_after != is_after)
        continue;
      totals[n] = (double) run->total.of[clock == TV_CLOCK_CPU ? TV_MEASURE_CPU : TV_MEASURE_WALL];
      counts[n++] = (double) run->total.of[TV_MEASURE_COUNT];
    }
  *count = llround (find_median (counts, n));
  return llround (find_median (totals, n));
}

guint
tv_difference_count_runs (const TvDifference *self, gboolean is_after)
{
  guint n = 0;

  for (guint run = 0; run < self->runs->len; run++)
    n += g_array_index (self->runs, Run, run).is_after == is_after;
  return n;
}

/* Returns whether any run has times on @clock. */
gboolean
tv_difference_has_clock (const TvDifference *self, TvClock clock)
{
  return self->has_clock[clock];
}

/**
 * tv_difference_get_rows:
 * @self: a finished difference
 * @n: (out): number of rows
 *
 * Returns: (transfer none) (array length=n): the methods or groups that occur in any run
 */
const TvDifferenceRow *
tv_difference_get_rows (const TvDifference *self, guint *n)
{
  *n = self->rows->len;
  return (const TvDifferenceRow *) (gconstpointer) self->rows->data;
}

/* Returns the inclusive time divided by the number of calls, in ns, or 0 if there are no calls. */
gint64
tv_difference_side_get_ns_per_call (const TvDifferenceSide *side, TvClock clock)
{
  return side->calls > 0 ? side->inclusive_ns[clock] / side->calls : 0;
}

/* Returns the significance of a change whose p-value (see #TvDifferenceRow) is @p. NAN means that there are too few
 * runs. */
TvDifferenceOutcome
tv_difference_get_outcome (double p)
{
  if (isnan (p))
    return TV_DIFFERENCE_UNKNOWN;
  if (p < 0.01)
    return TV_DIFFERENCE_CLEARLY;
  return p <= 0.1 ? TV_DIFFERENCE_PERHAPS : TV_DIFFERENCE_BY_CHANCE;
}
