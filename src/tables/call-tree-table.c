/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tables/call-tree-table.h"

#include <glib/gi18n.h>

#include "analysis/calls/callers.h"
#include "core/error.h"
#include "tables/trace-table.h"

/* Implements the tables call_tree and call_tree_inverted, opened by tables.c. When a table is created, it lists all
 * nodes within the limits; inverted trees have default limits. Holds a reference to the tree; cells only read the
 * tree. */

/* Default limits of inverted trees, because these contain a path for each call chain of each name. The nodes of a
 * level add up to at most 100 % of the exclusive time, so with these limits, there are at most 1,000 rows per level,
 * and 32,000 in total. */
#define INVERTED_MIN_PERCENT 0.1
#define INVERTED_MAX_DEPTH   32

enum
{
  TREE_ID,
  TREE_PARENT_ID,
  TREE_DEPTH,
  TREE_KIND,
  TREE_UTID,
  TREE_NAME,
  TREE_CLASS,
  TREE_METHOD,
  TREE_SIGNATURE,
  TREE_INCL_CPU_NS,
  TREE_INCL_CPU_PCT,
  TREE_EXCL_CPU_NS,
  TREE_EXCL_CPU_PCT,
  TREE_INCL_WALL_NS,
  TREE_INCL_WALL_PCT,
  TREE_EXCL_WALL_NS,
  TREE_EXCL_WALL_PCT,
  TREE_INCL_WEIGHT,
  TREE_INCL_WEIGHT_PCT,
  TREE_EXCL_WEIGHT,
  TREE_EXCL_WEIGHT_PCT,
  TREE_UNIT,
  TREE_INCL_COUNT,
  TREE_EXCL_COUNT,
  TREE_SYMBOL_ID,
  N_TREE_COLUMNS,
};

#define NUMBER_COLUMNS                                                                             \
  [TREE_INCL_CPU_NS] = {                                                                            \
    "incl_cpu_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Incl CPU"),                                   \
    N_("Inclusive CPU time"),                                                                       \
  },                                                                                                \
  [TREE_INCL_CPU_PCT] = {                                                                           \
    "incl_cpu_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Incl CPU %"),                              \
    N_("Inclusive CPU time as a percentage of the whole tree"),                                     \
  },                                                                                                \
  [TREE_EXCL_CPU_NS] = {                                                                            \
    "excl_cpu_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Excl CPU"),                                   \
    N_("Exclusive CPU time: CPU time without callees"),                                             \
  },                                                                                                \
  [TREE_EXCL_CPU_PCT] = {                                                                           \
    "excl_cpu_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Excl CPU %"),                              \
    N_("Exclusive CPU time as a percentage of the whole tree"),                                     \
  },                                                                                                \
  [TREE_INCL_WALL_NS] = {                                                                           \
    "incl_wall_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Incl wall"),                                 \
    N_("Inclusive wall time"),                                                                      \
  },                                                                                                \
  [TREE_INCL_WALL_PCT] = {                                                                          \
    "incl_wall_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Incl wall %"),                            \
    N_("Inclusive wall time as a percentage of the whole tree"),                                    \
  },                                                                                                \
  [TREE_EXCL_WALL_NS] = {                                                                           \
    "excl_wall_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Excl wall"),                                 \
    N_("Exclusive wall time: wall time without callees"),                                           \
  },                                                                                                \
  [TREE_EXCL_WALL_PCT] = {                                                                          \
    "excl_wall_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Excl wall %"),                            \
    N_("Exclusive wall time as a percentage of the whole tree"),                                    \
  },                                                                                                \
  [TREE_INCL_WEIGHT] = {                                                                            \
    "incl_weight", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Incl weight"),                             \
    N_("Weight of the samples whose stack contains the node"),                                      \
  },                                                                                                \
  [TREE_INCL_WEIGHT_PCT] = {                                                                        \
    "incl_weight_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Incl weight %"),                        \
    N_("Inclusive weight as a percentage of the whole tree"),                                       \
  },                                                                                                \
  [TREE_EXCL_WEIGHT] = {                                                                            \
    "excl_weight", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Excl weight"),                             \
    N_("Weight of the samples whose innermost function is the node"),                               \
  },                                                                                                \
  [TREE_EXCL_WEIGHT_PCT] = {                                                                        \
    "excl_weight_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Excl weight %"),                        \
    N_("Exclusive weight as a percentage of the whole tree"),                                       \
  },                                                                                                \
  [TREE_UNIT] = {                                                                                   \
    "unit", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Unit"),                                               \
    N_("Unit of the weights: count, ns or bytes"),                                                  \
  },                                                                                                \
  [TREE_INCL_COUNT] = {                                                                             \
    "incl_count", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Incl count"),                               \
    N_("Number of calls or samples, including those of callees"),                                   \
  },                                                                                                \
  [TREE_EXCL_COUNT] = {                                                                             \
    "excl_count", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Count"),                                    \
    N_("Number of calls from the parent node, or of samples whose innermost function is the "       \
       "node"),                                                                                     \
  },                                                                                                \
  [TREE_SYMBOL_ID] = {                                                                              \
    "symbol_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Symbol"),                                     \
    N_("ID of the method or slice name in the table “symbol”"),                                     \
  }

#define NAME_COLUMNS                                                                               \
  [TREE_KIND] = {                                                                                   \
    "kind", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Kind"),                                               \
    N_("Kind of node: call, thread (all calls of a thread), package (a collapsed package) or "      \
       "unknown (code without a name)"),                                                            \
  },                                                                                                \
  [TREE_UTID] = {                                                                                   \
    "utid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Thread"),                                          \
    N_("Unique ID of the thread, if the tree is grouped by thread"),                                \
  },                                                                                                \
  [TREE_NAME] = {                                                                                   \
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),                                               \
    N_("Class and method, slice name, or placeholder"),                                             \
  },                                                                                                \
  [TREE_CLASS] = {                                                                                  \
    "class", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Class"),                                             \
    N_("Class, including its package"),                                                             \
  },                                                                                                \
  [TREE_METHOD] = {                                                                                 \
    "method", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Method"),                                           \
    N_("Name of the method"),                                                                       \
  },                                                                                                \
  [TREE_SIGNATURE] = {                                                                              \
    "signature", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Signature"),                                     \
    N_("JVM signature, as written in the file"),                                                    \
  }

static const TvColumn tree_columns[N_TREE_COLUMNS] = {
  [TREE_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Node"),
    N_("ID of the node, in depth-first order"),
  },
  [TREE_PARENT_ID] = {
    "parent_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Caller"),
    N_("ID of the calling node"),
  },
  [TREE_DEPTH] = {
    "depth", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Depth"),
    N_("Number of ancestors of the node"),
  },
  NAME_COLUMNS,
  NUMBER_COLUMNS,
};

static const TvColumn inverted_columns[N_TREE_COLUMNS] = {
  [TREE_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Node"),
    N_("ID of the node, in depth-first order"),
  },
  [TREE_PARENT_ID] = {
    "parent_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Callee"),
    N_("ID of the called node"),
  },
  [TREE_DEPTH] = {
    "depth", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Depth"),
    N_("Distance from the symbol, which is at depth 0; the other columns count only calls of the "
       "symbol along this path"),
  },
  NAME_COLUMNS,
  NUMBER_COLUMNS,
};

const TvTableInfo tv_call_tree_table_info = {
  "call_tree",
  N_("A node of the call tree: all calls with the same stack, including their "
     "callees"),
  tree_columns,
  N_TREE_COLUMNS,
  TRUE,
};

const TvTableInfo tv_call_tree_inverted_table_info = {
  "call_tree_inverted",
  N_("A node of the inverted call tree: a symbol, with its callers below it"),
  inverted_columns,
  N_TREE_COLUMNS,
  TRUE,
};

typedef struct
{
  guint32 node;
  guint32 parent_row; /* row of the parent node, or TV_NONE */
} Row;

struct _TvCallTreeTable
{
  TvTable parent_instance;

  TvCallTree *tree;
  TvCallers *callers; /* (nullable): callers of each name, for an inverted tree */
  TvTrace *trace;
  GArray *rows; /* (element-type Row) */
  double min_percent;
  guint max_depth;
};

G_DEFINE_FINAL_TYPE (TvCallTreeTable, tv_call_tree_table, TV_TYPE_TABLE)

static const TvCallNode *
get_node (TvCallTreeTable *self, guint32 node)
{
  return self->callers != NULL ? tv_callers_get_node (self->callers, node)
                               : &tv_call_tree_get_nodes (self->tree, NULL)[node];
}

/* ---- Cells ---- */

static const TvCallNode *
get_row_node (TvCallTreeTable *self, guint32 row)
{
  return get_node (self, g_array_index (self->rows, Row, row).node);
}

static const TvCallValue *
get_self (TvCallTreeTable *self, guint32 node)
{
  return self->callers != NULL ? tv_callers_get_self (self->callers, node)
                               : tv_call_tree_get_self (self->tree, node);
}

static const TvCallValue *
get_row_self (TvCallTreeTable *self, guint32 row)
{
  return get_self (self, g_array_index (self->rows, Row, row).node);
}

static guint32
get_source (TvCallTreeTable *self)
{
  return tv_call_paths_get_source (tv_call_tree_get_paths (self->tree));
}

/* Returns the unit of the samples' weights. */
static TvWeightUnit
get_unit (TvCallTreeTable *self)
{
  return tv_trace_get_stacks (self->trace)->kinds[get_source (self)].unit;
}

/* Returns whether the tree has values for the columns of a clock, or for the columns of weights if @clock is
 * %TV_N_CLOCKS. */
static gboolean
has_numbers (TvCallTreeTable *self, guint clock)
{
  gboolean is_of_calls = get_source (self) == TV_CALLS_OF_SLICES;

  return clock == TV_N_CLOCKS ? !is_of_calls
                              : is_of_calls && tv_trace_has_clock (self->trace, (TvClock) clock);
}

static void
set_numbers (TvCallTreeTable *self, guint32 row, guint column, TvCell *cell)
{
  static const guint clocks[] = { TV_CLOCK_CPU, TV_CLOCK_WALL, TV_N_CLOCKS };
  guint group = (column - TREE_INCL_CPU_NS) / 4, part = (column - TREE_INCL_CPU_NS) % 4;
  TvCallMeasure m = clocks[group] == TV_CLOCK_CPU ? TV_MEASURE_CPU : TV_MEASURE_WALL;
  gint64 value = (part < 2 ? &get_row_node (self, row)->total : get_row_self (self, row))->of[m];

  if (!has_numbers (self, clocks[group]))
    return;
  if (clocks[group] == TV_N_CLOCKS && part % 2 == 0)
    tv_cell_set_weight (cell, get_unit (self), value);
  else if (part % 2 == 0)
    tv_cell_set_integer (cell, value);
  else
    tv_cell_set_real (cell, tv_call_tree_get_percent (self->tree, value, m));
}

static void
set_symbol_part (TvCallTreeTable *self, const TvCallNode *node, guint column, TvCell *cell)
{
  guint32 symbol = tv_call_name_get_symbol (node->name);
  const TvSymbol *info;

  if (symbol == TV_NONE)
    return;
  info = &tv_trace_get_symbols (self->trace, NULL)[symbol];
  tv_cell_set_trace_text (cell, self->trace,
                          column == TREE_CLASS    ? info->class_name
                          : column == TREE_METHOD ? info->name
                                                  : info->signature);
}

static const char *
get_kind_name (TvCallName name)
{
  static const char *const names[] = {
    [TV_CALL_SYMBOL] = "call",     [TV_CALL_UNKNOWN] = "unknown", [TV_CALL_THREAD] = "thread",
    [TV_CALL_PACKAGE] = "package", [TV_CALL_EVERYTHING] = "all",
  };

  return names[tv_call_name_get_kind (name)];
}

/* Sets the thread of a node. Null unless the tree is grouped by thread. */
static void
set_utid (TvCallTreeTable *self, guint32 row, TvCell *cell)
{
  guint32 at = row;
  TvCallName name;

  if (self->callers != NULL || !(tv_call_tree_get_flags (self->tree) & TV_CALL_TREE_BY_THREAD))
    return;
  while (g_array_index (self->rows, Row, at).parent_row != TV_NONE)
    at = g_array_index (self->rows, Row, at).parent_row;
  name = get_row_node (self, at)->name;
  if (tv_call_name_get_id (name) != TV_CALL_NO_ID)
    tv_cell_set_id (cell, tv_call_name_get_id (name));
}

static void
set_unit (TvCallTreeTable *self, TvCell *cell)
{
  if (get_source (self) != TV_CALLS_OF_SLICES)
    tv_cell_set_text (cell, tv_weight_unit_name (get_unit (self)));
}

static void
tv_call_tree_table_get_cell (TvTable *table, guint32 row, guint column, TvCell *cell)
{
  TvCallTreeTable *self = (TvCallTreeTable *) table;
  const TvCallNode *node = get_row_node (self, row);

  switch (column)
    {
    case TREE_ID:
      tv_cell_set_id (cell, row);
      break;
    case TREE_PARENT_ID:
      tv_cell_set_id (cell, g_array_index (self->rows, Row, row).parent_row);
      break;
    case TREE_DEPTH:
      tv_cell_set_integer (cell, node->depth - 1);
      break;
    case TREE_KIND:
      tv_cell_set_text (cell, get_kind_name (node->name));
      break;
    case TREE_UTID:
      set_utid (self, row, cell);
      break;
    case TREE_NAME:
      tv_cell_take_text (cell, tv_call_tree_dup_name (self->tree, node->name));
      break;
    case TREE_CLASS:
    case TREE_METHOD:
    case TREE_SIGNATURE:
      set_symbol_part (self, node, column, cell);
      break;
    case TREE_UNIT:
      set_unit (self, cell);
      break;
    case TREE_INCL_COUNT:
      tv_cell_set_integer (cell, node->total.of[TV_MEASURE_COUNT]);
      break;
    case TREE_EXCL_COUNT:
      tv_cell_set_integer (cell, get_row_self (self, row)->of[TV_MEASURE_COUNT]);
      break;
    case TREE_SYMBOL_ID:
      tv_cell_set_id (cell, tv_call_name_get_symbol (node->name));
      break;
    default:
      g_assert (column >= TREE_INCL_CPU_NS && column <= TREE_EXCL_WEIGHT_PCT);
      set_numbers (self, row, column, cell);
    }
}

/* Returns whether cells of a column have text ids. Sets @id to a combination of the name and its kind. Unlike in
 * #TvCallName, the kind is not in the upper bits, because text ids must be small. */
static gboolean
tv_call_tree_table_get_text_id (TvTable *table, guint32 row, guint column, guint32 *id)
{
  TvCallName name = get_row_node (TV_CALL_TREE_TABLE (table), row)->name;
  guint32 number = tv_call_name_get_id (name);

  *id = (number != TV_CALL_NO_ID ? number + 1 : 0) * (TV_CALL_EVERYTHING + 1) +
        tv_call_name_get_kind (name);
  return column == TREE_NAME;
}

/* ---- Table ---- */

static const TvTableInfo *
tv_call_tree_table_get_info (TvTable *table)
{
  return TV_CALL_TREE_TABLE (table)->callers != NULL ? &tv_call_tree_inverted_table_info
                                                     : &tv_call_tree_table_info;
}

static guint32
tv_call_tree_table_get_n_rows (TvTable *table)
{
  return TV_CALL_TREE_TABLE (table)->rows->len;
}

static void
tv_call_tree_table_finalize (GObject *object)
{
  TvCallTreeTable *self = TV_CALL_TREE_TABLE (object);

  g_clear_pointer (&self->callers, tv_callers_free);
  g_clear_pointer (&self->tree, tv_call_tree_unref);
  g_array_unref (self->rows);
  G_OBJECT_CLASS (tv_call_tree_table_parent_class)->finalize (object);
}

static void
tv_call_tree_table_class_init (TvCallTreeTableClass *class)
{
  TvTableClass *table_class = TV_TABLE_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = tv_call_tree_table_finalize;
  table_class->get_info = tv_call_tree_table_get_info;
  table_class->get_n_rows = tv_call_tree_table_get_n_rows;
  table_class->get_cell = tv_call_tree_table_get_cell;
  table_class->get_text_id = tv_call_tree_table_get_text_id;
}

static void
tv_call_tree_table_init (TvCallTreeTable *self)
{
  self->rows = g_array_new (FALSE, FALSE, sizeof (Row));
}

/* ---- Rows ---- */

static gboolean
is_large (TvCallTreeTable *self, guint32 node)
{
  TvCallMeasure m = tv_call_tree_get_measure (self->tree);
  gint64 value = self->callers != NULL ? get_self (self, node)->of[m]
                                       : get_node (self, node)->total.of[m];

  return self->min_percent <= 0 ||
         tv_call_tree_get_percent (self->tree, value, m) >= self->min_percent;
}

/* Pushes the children of a node in reverse order, because they are popped from the end of the stack. */
static void
push_children (TvCallTreeTable *self, GArray *stack, guint32 node, guint32 parent_row)
{
  TvCallNode at = *get_node (self, node);

  if (self->max_depth > 0 && at.depth >= self->max_depth)
    return;
  if (self->callers != NULL && tv_callers_expand (self->callers, node))
    at = *get_node (self, node);
  for (guint32 i = at.n_children; i-- > 0;)
    {
      Row child = { at.first_child + i, parent_row };

      if (is_large (self, child.node))
        g_array_append_val (stack, child);
    }
}

/* Appends the nodes within the limits to @rows. Returns FALSE if cancelled. */
static gboolean
list_rows (TvCallTreeTable *self, GCancellable *cancellable)
{
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (Row));

  push_children (self, stack, 0, TV_NONE);
  while (stack->len > 0)
    {
      Row row = g_array_index (stack, Row, stack->len - 1);

      g_array_set_size (stack, stack->len - 1);
      g_array_append_val (self->rows, row);
      push_children (self, stack, row.node, self->rows->len - 1);
      if (self->rows->len % 1024 == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
    }
  return TRUE;
}

static TvCallTreeTable *
make (TvCallTree *tree, const TvCallTreeCut *cut)
{
  TvCallTreeTable *self = g_object_new (TV_TYPE_CALL_TREE_TABLE, NULL);

  self->tree = tv_call_tree_ref (tree);
  self->trace = tv_call_paths_get_trace (tv_call_tree_get_paths (tree));
  self->min_percent = cut->min_percent;
  self->max_depth = cut->max_depth;
  return self;
}

/**
 * tv_call_tree_table_new:
 * @tree: a call tree
 * @cut: (nullable): limits; %NULL for all nodes
 *
 * Returns: (transfer full): a table of the nodes within the limits, without the root
 */
TvTable *
tv_call_tree_table_new (TvCallTree *tree, const TvCallTreeCut *cut)
{
  static const TvCallTreeCut no_cut = { 0 };
  TvCallTreeTable *self = make (tree, cut != NULL ? cut : &no_cut);

  list_rows (self, NULL);
  return TV_TABLE (self);
}

/**
 * tv_call_tree_table_new_inverted:
 * @tree: a call tree
 * @cut: (nullable): limits; %NULL for nodes with at least 0.1 % of the exclusive time, up to 32 levels
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): return location for %TV_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable): a table of the names, sorted by exclusive time; each name is followed by its
 * callers
 */
TvTable *
tv_call_tree_table_new_inverted (TvCallTree *tree,
                                 const TvCallTreeCut *cut,
                                 GCancellable *cancellable,
                                 GError **error)
{
  static const TvCallTreeCut usual = { INVERTED_MIN_PERCENT, INVERTED_MAX_DEPTH };
  g_autoptr (TvCallTreeTable) self = make (tree, cut != NULL ? cut : &usual);

  self->callers = tv_callers_new (tree, TV_CALLERS_OF_ALL, cancellable);
  if (self->callers != NULL && list_rows (self, cancellable))
    return TV_TABLE (g_steal_pointer (&self));
  tv_error_set_cancelled (error);
  return NULL;
}
