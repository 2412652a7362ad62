/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tables/method-edge.h"

#include <glib/gi18n.h>

#include "tables/trace-table.h"

/* Implements the table method_edge, opened by tables.c and by the export of the Call Graph view. Each row is an edge
 * of a TvProfile. The table holds a reference to the profile; cells only read it. */

struct _TvMethodEdgeTable
{
  TvTable parent_instance;

  TvProfile *profile;
  TvTrace *trace;           /* trace of the profile, which keeps a reference to it */
  const TvSampleKind *kind; /* (nullable): kind of the samples; %NULL if the edges count calls */
};

G_DEFINE_FINAL_TYPE (TvMethodEdgeTable, tv_method_edge_table, TV_TYPE_TABLE)

enum
{
  EDGE_CALLER_CLASS,
  EDGE_CALLER_METHOD,
  EDGE_CALLER_SIGNATURE,
  EDGE_CALLEE_CLASS,
  EDGE_CALLEE_METHOD,
  EDGE_CALLEE_SIGNATURE,
  EDGE_CALLER_RECURSIVE,
  EDGE_CALLEE_RECURSIVE,
  EDGE_CALLS,
  EDGE_INCL_CPU_NS,
  EDGE_INCL_WALL_NS,
  EDGE_WEIGHT,
  EDGE_UNIT,
  N_EDGE_COLUMNS,
};

static const TvColumn columns[N_EDGE_COLUMNS] = {
  [EDGE_CALLER_CLASS] = {
    "caller_class", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Caller’s class"),
    N_("Class of the calling method, including its package"),
  },
  [EDGE_CALLER_METHOD] = {
    "caller_method", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Caller"),
    N_("Name of the calling method without its class"),
  },
  [EDGE_CALLER_SIGNATURE] = {
    "caller_signature", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Caller’s signature"),
    N_("Signature of the calling method"),
  },
  [EDGE_CALLEE_CLASS] = {
    "callee_class", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Callee’s class"),
    N_("Class of the called method, including its package"),
  },
  [EDGE_CALLEE_METHOD] = {
    "callee_method", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Callee"),
    N_("Name of the called method without its class"),
  },
  [EDGE_CALLEE_SIGNATURE] = {
    "callee_signature", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Callee’s signature"),
    N_("Signature of the called method"),
  },
  [EDGE_CALLER_RECURSIVE] = {
    "caller_recursive", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Caller recursive"),
    N_("1 if the caller was already running when it was called, else 0"),
  },
  [EDGE_CALLEE_RECURSIVE] = {
    "callee_recursive", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Callee recursive"),
    N_("1 if the callee was already running when it was called, else 0"),
  },
  [EDGE_CALLS] = {
    "calls", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Calls"),
    N_("Number of calls from the caller to the callee"),
  },
  [EDGE_INCL_CPU_NS] = {
    "incl_cpu_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Incl CPU"),
    N_("CPU time of the calls, including their callees"),
  },
  [EDGE_INCL_WALL_NS] = {
    "incl_wall_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Incl wall"),
    N_("Wall time of the calls, including their callees"),
  },
  [EDGE_WEIGHT] = {
    "weight", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Weight"),
    N_("Weight of the samples whose stack contains the call"),
  },
  [EDGE_UNIT] = {
    "unit", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Unit"),
    N_("Unit of the weight: count, ns or bytes"),
  },
};

const TvTableInfo tv_method_edge_table_info = {
  "method_edge", N_("The calls from one method to another, with their times"),
  columns,       N_EDGE_COLUMNS,
  TRUE,
};

/* Sets a part of a symbol: the class if @part is 0, the method if it is 1, the signature if it is 2. */
static void
set_symbol_part (TvMethodEdgeTable *self, guint32 symbol, guint part, TvCell *cell)
{
  const TvSymbol *s;

  if (symbol == tv_profile_get_switch_symbol (self->profile))
    {
      if (part == 1)
        tv_cell_take_text (cell, tv_profile_dup_symbol_name (self->profile, symbol));
      return;
    }
  s = &tv_trace_get_symbols (self->trace, NULL)[symbol];
  tv_cell_set_trace_text (cell, self->trace,
                          part == 0   ? s->class_name
                          : part == 1 ? s->name
                                      : s->signature);
}

static void
set_time (TvMethodEdgeTable *self, const TvProfileEdge *edge, TvClock clock, TvCell *cell)
{
  if (self->kind == NULL && tv_trace_has_clock (self->trace, clock))
    tv_cell_set_integer (cell, edge->inclusive_ns[clock]);
}

static void
tv_method_edge_table_get_cell (TvTable *table, guint32 row, guint column, TvCell *cell)
{
  TvMethodEdgeTable *self = (TvMethodEdgeTable *) table;
  guint32 n;
  const TvProfileEdge *edge = &tv_profile_get_edges (self->profile, &n)[row];

  switch (column)
    {
    case EDGE_CALLER_CLASS:
    case EDGE_CALLER_METHOD:
    case EDGE_CALLER_SIGNATURE:
      set_symbol_part (self, edge->caller, column - EDGE_CALLER_CLASS, cell);
      break;
    case EDGE_CALLEE_CLASS:
    case EDGE_CALLEE_METHOD:
    case EDGE_CALLEE_SIGNATURE:
      set_symbol_part (self, edge->callee, column - EDGE_CALLEE_CLASS, cell);
      break;
    case EDGE_CALLER_RECURSIVE:
      tv_cell_set_integer (cell, edge->caller_is_recursive);
      break;
    case EDGE_CALLEE_RECURSIVE:
      tv_cell_set_integer (cell, edge->callee_is_recursive);
      break;
    case EDGE_CALLS:
      if (self->kind == NULL)
        tv_cell_set_integer (cell, edge->calls);
      break;
    case EDGE_INCL_CPU_NS:
      set_time (self, edge, TV_CLOCK_CPU, cell);
      break;
    case EDGE_INCL_WALL_NS:
      set_time (self, edge, TV_CLOCK_WALL, cell);
      break;
    case EDGE_WEIGHT:
      if (self->kind != NULL)
        tv_cell_set_weight (cell, self->kind->unit, edge->inclusive_ns[TV_CLOCK_WALL]);
      break;
    case EDGE_UNIT:
      if (self->kind != NULL)
        tv_cell_set_text (cell, tv_weight_unit_name (self->kind->unit));
      break;
    default:
      g_assert_not_reached ();
    }
}

static const TvTableInfo *
tv_method_edge_table_get_info (TvTable *table)
{
  return &tv_method_edge_table_info;
}

static guint32
tv_method_edge_table_get_n_rows (TvTable *table)
{
  guint32 n;

  tv_profile_get_edges (TV_METHOD_EDGE_TABLE (table)->profile, &n);
  return n;
}

static void
tv_method_edge_table_finalize (GObject *object)
{
  g_clear_object (&TV_METHOD_EDGE_TABLE (object)->profile);
  G_OBJECT_CLASS (tv_method_edge_table_parent_class)->finalize (object);
}

static void
tv_method_edge_table_class_init (TvMethodEdgeTableClass *class)
{
  TvTableClass *table_class = TV_TABLE_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = tv_method_edge_table_finalize;
  table_class->get_info = tv_method_edge_table_get_info;
  table_class->get_n_rows = tv_method_edge_table_get_n_rows;
  table_class->get_cell = tv_method_edge_table_get_cell;
}

static void
tv_method_edge_table_init (TvMethodEdgeTable *self)
{
}

/**
 * tv_method_edge_table_new:
 * @profile: a profile with edges
 * @source: source of the calls, see analysis/calls/call-paths.h
 *
 * Returns: (transfer full): a #TvMethodEdgeTable, in the order of the profile's edges
 */
TvTable *
tv_method_edge_table_new (TvProfile *profile, guint32 source)
{
  TvMethodEdgeTable *self = g_object_new (TV_TYPE_METHOD_EDGE_TABLE, NULL);

  self->profile = g_object_ref (profile);
  self->trace = tv_profile_get_trace (profile);
  if (source != TV_CALLS_OF_SLICES)
    self->kind = &tv_trace_get_stacks (self->trace)->kinds[source];
  return TV_TABLE (self);
}
