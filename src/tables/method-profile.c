/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tables/method-profile.h"

#include <glib/gi18n.h>

#include "core/trace-renamer.h"
#include "tables/trace-table.h"

struct _TvMethodProfileTable
{
  TvTable parent_instance;

  TvProfile *profile;
  TvRanking *ranking;
  TvTrace *trace;   /* the profile's */
  guint32 *symbols; /* per row */
  guint32 n_rows;
};

G_DEFINE_FINAL_TYPE (TvMethodProfileTable, tv_method_profile_table, TV_TYPE_TABLE)

/* ---- Columns ---- */

static const TvColumn columns[TV_N_METHOD_PROFILE_COLUMNS] = {
  [TV_METHOD_PROFILE_RANK] = {
    "rank", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Rank"),
    N_("The method's place by inclusive time over the whole trace, from 0"),
  },
  [TV_METHOD_PROFILE_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("Class and method"),
  },
  [TV_METHOD_PROFILE_CLASS] = {
    "class", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Class"),
    N_("The class with its package"),
  },
  [TV_METHOD_PROFILE_METHOD] = {
    "method", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Method"),
    N_("The method without its class"),
  },
  [TV_METHOD_PROFILE_SIGNATURE] = {
    "signature", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Signature"),
    N_("Types of the arguments and of the result, as the file has them"),
  },
  [TV_METHOD_PROFILE_SOURCE_FILE] = {
    "source_file", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("File"),
    N_("The source file the method is in"),
  },
  [TV_METHOD_PROFILE_LINE] = {
    "line", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Line"),
    N_("The line of the source file the method starts at"),
  },
  [TV_METHOD_PROFILE_INCL_CPU_NS] = {
    "incl_cpu_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Incl CPU"),
    N_("CPU time in the method and in all it called; its recursive calls are not added again"),
  },
  [TV_METHOD_PROFILE_INCL_CPU_PCT] = {
    "incl_cpu_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Incl CPU %"),
    N_("CPU time in the method and in all it called, in percent of the CPU time of all threads"),
  },
  [TV_METHOD_PROFILE_EXCL_CPU_NS] = {
    "excl_cpu_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Excl CPU"),
    N_("CPU time in the method itself, without what it called"),
  },
  [TV_METHOD_PROFILE_EXCL_CPU_PCT] = {
    "excl_cpu_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Excl CPU %"),
    N_("CPU time in the method itself, in percent of the CPU time of all threads"),
  },
  [TV_METHOD_PROFILE_INCL_WALL_NS] = {
    "incl_wall_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Incl wall"),
    N_("Wall time from the method's start to its end, waiting included; its recursive calls are "
        "not added again"),
  },
  [TV_METHOD_PROFILE_INCL_WALL_PCT] = {
    "incl_wall_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Incl wall %"),
    N_("Wall time from the method's start to its end, in percent of the wall time of all threads "
        "together"),
  },
  [TV_METHOD_PROFILE_EXCL_WALL_NS] = {
    "excl_wall_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Excl wall"),
    N_("Wall time in the method itself, without what it called"),
  },
  [TV_METHOD_PROFILE_EXCL_WALL_PCT] = {
    "excl_wall_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Excl wall %"),
    N_("Wall time in the method itself, in percent of the wall time of all threads together"),
  },
  [TV_METHOD_PROFILE_CALLS] = {
    "calls", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Calls+recur"),
    N_("How often the method was called, and after the + how often while it was already running "
        "in the same thread"),
  },
  [TV_METHOD_PROFILE_RECURSIVE_CALLS] = {
    "recursive_calls", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Recursive calls"),
    N_("How often the method was called while it was already running in the same thread"),
  },
  [TV_METHOD_PROFILE_CPU_NS_PER_CALL] = {
    "cpu_ns_per_call", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("CPU/call"),
    N_("Inclusive CPU time divided by the number of all calls, recursive ones too"),
  },
  [TV_METHOD_PROFILE_WALL_NS_PER_CALL] = {
    "wall_ns_per_call", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Wall/call"),
    N_("Inclusive wall time divided by the number of all calls, recursive ones too"),
  },
  [TV_METHOD_PROFILE_RAW_NAME] = {
    "raw_name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name in file"),
    N_("What the file calls it, where that is not the name shown: obfuscated or mangled"),
  },
  [TV_METHOD_PROFILE_OFF_CPU_NS] = {
    "off_cpu_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Off-CPU"),
    N_("Inclusive wall time less inclusive CPU time: how long its threads waited meanwhile, in it or in "
        "what it called"),
  },
  [TV_METHOD_PROFILE_EXCL_OFF_CPU_NS] = {
    "excl_off_cpu_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Excl off-CPU"),
    N_("Exclusive wall time less exclusive CPU time: how long its threads waited in the method itself"),
  },
  [TV_METHOD_PROFILE_MIN_CPU_NS] = {
    "min_cpu_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Min CPU"),
    N_("CPU time of the shortest call, with what it called; each call counts, recursive ones "
        "too, and of one cut by the range the part inside; empty while calls are filtered by name or length, or "
        "stacks are transformed"),
  },
  [TV_METHOD_PROFILE_AVG_CPU_NS] = {
    "avg_cpu_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Avg CPU"),
    N_("Average CPU time of a call, with what it called; each call counts, recursive ones "
        "too, and of one cut by the range the part inside; empty while calls are filtered by name or length, or "
        "stacks are transformed"),
  },
  [TV_METHOD_PROFILE_MAX_CPU_NS] = {
    "max_cpu_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Max CPU"),
    N_("CPU time of the longest call, with what it called; each call counts, recursive ones "
        "too, and of one cut by the range the part inside; empty while calls are filtered by name or length, or "
        "stacks are transformed"),
  },
  [TV_METHOD_PROFILE_SD_CPU_NS] = {
    "sd_cpu_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("σ CPU"),
    N_("Standard deviation of the CPU time of all calls: how far they lie from the average; "
        "each call counts, recursive ones too, and of one cut by the range the part inside; empty while calls "
        "are filtered by name or length, or stacks are transformed"),
  },
  [TV_METHOD_PROFILE_MIN_WALL_NS] = {
    "min_wall_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Min wall"),
    N_("Wall time of the shortest call, with what it called; each call counts, recursive "
        "ones too, and of one cut by the range the part inside; empty while calls are filtered by name or "
        "length, or stacks are transformed"),
  },
  [TV_METHOD_PROFILE_AVG_WALL_NS] = {
    "avg_wall_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Avg wall"),
    N_("Average wall time of a call, with what it called; each call counts, recursive ones "
        "too, and of one cut by the range the part inside; empty while calls are filtered by name or length, or "
        "stacks are transformed"),
  },
  [TV_METHOD_PROFILE_MAX_WALL_NS] = {
    "max_wall_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Max wall"),
    N_("Wall time of the longest call, with what it called; each call counts, recursive ones "
        "too, and of one cut by the range the part inside; empty while calls are filtered by name or length, or "
        "stacks are transformed"),
  },
  [TV_METHOD_PROFILE_SD_WALL_NS] = {
    "sd_wall_ns", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("σ wall"),
    N_("Standard deviation of the wall time of all calls: how far they lie from the average; "
        "each call counts, recursive ones too, and of one cut by the range the part inside; empty while calls "
        "are filtered by name or length, or stacks are transformed"),
  },
};

const TvTableInfo tv_method_profile_table_info = {
  "method_profile",
  N_("A method that was called, with its times and calls"),
  columns,
  TV_N_METHOD_PROFILE_COLUMNS,
  TRUE,
};

/* ---- Cells ---- */

static void
set_times (TvMethodProfileTable *self,
           TvClock clock,
           TvMethodProfileColumn column,
           const TvProfileEntry *entry,
           TvCell *cell)
{
  /* The columns of both clocks stand in the same order. */
  guint wall_offset = TV_METHOD_PROFILE_INCL_WALL_NS - TV_METHOD_PROFILE_INCL_CPU_NS;

  if (!tv_trace_has_clock (self->trace, clock))
    return;
  switch (clock == TV_CLOCK_WALL ? column - wall_offset : column)
    {
    case TV_METHOD_PROFILE_INCL_CPU_NS:
      tv_cell_set_integer (cell, entry->inclusive_ns[clock]);
      break;
    case TV_METHOD_PROFILE_INCL_CPU_PCT:
      tv_cell_set_real (cell,
                        tv_profile_get_percent (self->profile, entry->inclusive_ns[clock], clock));
      break;
    case TV_METHOD_PROFILE_EXCL_CPU_NS:
      tv_cell_set_integer (cell, entry->exclusive_ns[clock]);
      break;
    case TV_METHOD_PROFILE_EXCL_CPU_PCT:
      tv_cell_set_real (cell,
                        tv_profile_get_percent (self->profile, entry->exclusive_ns[clock], clock));
      break;
    default:
      g_assert_not_reached ();
    }
}

static void
set_ns_per_call (TvMethodProfileTable *self,
                 TvClock clock,
                 const TvProfileEntry *entry,
                 TvCell *cell)
{
  if (tv_trace_has_clock (self->trace, clock))
    tv_cell_set_integer (cell, tv_profile_entry_get_ns_per_call (entry, clock));
}

static void
set_off_cpu (TvMethodProfileTable *self, gint64 ns, TvCell *cell)
{
  if (tv_profile_has_off_cpu (self->profile))
    tv_cell_set_integer (cell, ns);
}

static void
set_spread (TvMethodProfileTable *self, guint32 symbol, TvMethodProfileColumn column, TvCell *cell)
{
  /* The columns of both clocks stand in the same order. */
  guint wall_offset = TV_METHOD_PROFILE_MIN_WALL_NS - TV_METHOD_PROFILE_MIN_CPU_NS;
  TvClock clock = column >= TV_METHOD_PROFILE_MIN_WALL_NS ? TV_CLOCK_WALL : TV_CLOCK_CPU;
  TvCallSpread spread;

  if (!tv_trace_has_clock (self->trace, clock) ||
      !tv_profile_get_spread (self->profile, symbol, clock, &spread))
    return;
  switch (clock == TV_CLOCK_WALL ? column - wall_offset : column)
    {
    case TV_METHOD_PROFILE_MIN_CPU_NS:
      tv_cell_set_integer (cell, spread.min_ns);
      break;
    case TV_METHOD_PROFILE_AVG_CPU_NS:
      tv_cell_set_integer (cell, spread.average_ns);
      break;
    case TV_METHOD_PROFILE_MAX_CPU_NS:
      tv_cell_set_integer (cell, spread.max_ns);
      break;
    case TV_METHOD_PROFILE_SD_CPU_NS:
      tv_cell_set_integer (cell, spread.deviation_ns);
      break;
    default:
      g_assert_not_reached ();
    }
}

/* "(context switch)" has a name and nothing else of a symbol. */
static void
set_symbol_cell (TvMethodProfileTable *self, guint32 symbol, guint column, TvCell *cell)
{
  const TvSymbol *s;

  if (symbol == tv_profile_get_switch_symbol (self->profile))
    {
      if (column == TV_METHOD_PROFILE_METHOD)
        tv_cell_take_text (cell, tv_profile_dup_symbol_name (self->profile, symbol));
      return;
    }
  s = &tv_trace_get_symbols (self->trace, NULL)[symbol];
  if (column == TV_METHOD_PROFILE_CLASS)
    tv_cell_set_trace_text (cell, self->trace, s->class_name);
  else if (column == TV_METHOD_PROFILE_METHOD)
    tv_cell_set_trace_text (cell, self->trace, s->name);
  else if (column == TV_METHOD_PROFILE_SIGNATURE)
    tv_cell_set_trace_text (cell, self->trace, s->signature);
  else if (column == TV_METHOD_PROFILE_SOURCE_FILE)
    tv_cell_set_trace_text (cell, self->trace, s->source_file);
  else if (column == TV_METHOD_PROFILE_RAW_NAME)
    tv_cell_take_text (cell, tv_trace_dup_raw_name (self->trace, symbol));
  else if (s->line != 0)
    tv_cell_set_integer (cell, s->line);
}

static void
tv_method_profile_table_get_cell (TvTable *table, guint32 row, guint column, TvCell *cell)
{
  TvMethodProfileTable *self = (TvMethodProfileTable *) table;
  guint32 symbol = self->symbols[row];
  const TvProfileEntry *entry = tv_profile_get_entry (self->profile, symbol);

  switch ((TvMethodProfileColumn) column)
    {
    case TV_METHOD_PROFILE_RANK:
      tv_cell_set_id (cell, tv_method_profile_table_get_rank (self, row));
      break;
    case TV_METHOD_PROFILE_NAME:
      tv_cell_take_text (cell, tv_profile_dup_symbol_name (self->profile, symbol));
      break;
    case TV_METHOD_PROFILE_CLASS:
    case TV_METHOD_PROFILE_METHOD:
    case TV_METHOD_PROFILE_SIGNATURE:
    case TV_METHOD_PROFILE_SOURCE_FILE:
    case TV_METHOD_PROFILE_LINE:
    case TV_METHOD_PROFILE_RAW_NAME:
      set_symbol_cell (self, symbol, column, cell);
      break;
    case TV_METHOD_PROFILE_INCL_CPU_NS:
    case TV_METHOD_PROFILE_INCL_CPU_PCT:
    case TV_METHOD_PROFILE_EXCL_CPU_NS:
    case TV_METHOD_PROFILE_EXCL_CPU_PCT:
      set_times (self, TV_CLOCK_CPU, column, entry, cell);
      break;
    case TV_METHOD_PROFILE_INCL_WALL_NS:
    case TV_METHOD_PROFILE_INCL_WALL_PCT:
    case TV_METHOD_PROFILE_EXCL_WALL_NS:
    case TV_METHOD_PROFILE_EXCL_WALL_PCT:
      set_times (self, TV_CLOCK_WALL, column, entry, cell);
      break;
    case TV_METHOD_PROFILE_CALLS:
      tv_cell_set_integer (cell, entry->calls);
      break;
    case TV_METHOD_PROFILE_RECURSIVE_CALLS:
      tv_cell_set_integer (cell, entry->recursive_calls);
      break;
    case TV_METHOD_PROFILE_CPU_NS_PER_CALL:
      set_ns_per_call (self, TV_CLOCK_CPU, entry, cell);
      break;
    case TV_METHOD_PROFILE_WALL_NS_PER_CALL:
      set_ns_per_call (self, TV_CLOCK_WALL, entry, cell);
      break;
    case TV_METHOD_PROFILE_OFF_CPU_NS:
      set_off_cpu (self, tv_profile_entry_get_off_cpu_ns (entry), cell);
      break;
    case TV_METHOD_PROFILE_EXCL_OFF_CPU_NS:
      set_off_cpu (self, tv_profile_entry_get_exclusive_off_cpu_ns (entry), cell);
      break;
    case TV_METHOD_PROFILE_MIN_CPU_NS:
    case TV_METHOD_PROFILE_AVG_CPU_NS:
    case TV_METHOD_PROFILE_MAX_CPU_NS:
    case TV_METHOD_PROFILE_SD_CPU_NS:
    case TV_METHOD_PROFILE_MIN_WALL_NS:
    case TV_METHOD_PROFILE_AVG_WALL_NS:
    case TV_METHOD_PROFILE_MAX_WALL_NS:
    case TV_METHOD_PROFILE_SD_WALL_NS:
      set_spread (self, symbol, column, cell);
      break;
    case TV_N_METHOD_PROFILE_COLUMNS:
    default:
      g_assert_not_reached ();
    }
}

/* Names are put in order once, however many tables there are of a trace. */
static gboolean
tv_method_profile_table_get_place (TvTable *table, guint32 row, guint column, guint64 *place)
{
  TvMethodProfileTable *self = (TvMethodProfileTable *) table;

  if (column != TV_METHOD_PROFILE_NAME)
    return FALSE;
  *place = tv_ranking_get_name_place (self->ranking, self->symbols[row]);
  return TRUE;
}

/* ---- Table ---- */

static const TvTableInfo *
tv_method_profile_table_get_info (TvTable *table)
{
  return &tv_method_profile_table_info;
}

static guint32
tv_method_profile_table_get_n_rows (TvTable *table)
{
  return TV_METHOD_PROFILE_TABLE (table)->n_rows;
}

static void
tv_method_profile_table_finalize (GObject *object)
{
  TvMethodProfileTable *self = TV_METHOD_PROFILE_TABLE (object);

  g_clear_object (&self->profile);
  g_clear_pointer (&self->ranking, tv_ranking_unref);
  g_free (self->symbols);
  G_OBJECT_CLASS (tv_method_profile_table_parent_class)->finalize (object);
}

static void
tv_method_profile_table_class_init (TvMethodProfileTableClass *class)
{
  TvTableClass *table_class = TV_TABLE_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = tv_method_profile_table_finalize;
  table_class->get_info = tv_method_profile_table_get_info;
  table_class->get_n_rows = tv_method_profile_table_get_n_rows;
  table_class->get_cell = tv_method_profile_table_get_cell;
  table_class->get_place = tv_method_profile_table_get_place;
}

static void
tv_method_profile_table_init (TvMethodProfileTable *self)
{
}

/**
 * tv_method_profile_table_new:
 * @profile: what to list
 * @ranking: of the profile's trace, whatever part of it @profile is about
 *
 * Returns: (transfer full): a #TvMethodProfileTable
 */
TvTable *
tv_method_profile_table_new (TvProfile *profile, TvRanking *ranking)
{
  TvMethodProfileTable *self = g_object_new (TV_TYPE_METHOD_PROFILE_TABLE, NULL);
  guint32 switch_symbol = tv_profile_get_switch_symbol (profile);

  self->profile = g_object_ref (profile);
  self->ranking = tv_ranking_ref (ranking);
  self->trace = tv_profile_get_trace (profile);
  self->symbols = g_new (guint32, (gsize) tv_ranking_get_n (ranking) + 1);
  for (guint32 rank = 0; rank < tv_ranking_get_n (ranking); rank++)
    {
      guint32 symbol = tv_ranking_get_symbol (ranking, rank);

      if (tv_profile_get_entry (profile, symbol)->calls > 0)
        self->symbols[self->n_rows++] = symbol;
    }
  if (tv_profile_get_entry (profile, switch_symbol)->calls > 0)
    self->symbols[self->n_rows++] = switch_symbol;
  return TV_TABLE (self);
}

/**
 * tv_method_profile_table_get_profile:
 * @self: a table
 *
 * Returns: (transfer none): what it lists
 */
TvProfile *
tv_method_profile_table_get_profile (TvMethodProfileTable *self)
{
  return self->profile;
}

/**
 * tv_method_profile_table_get_symbol:
 * @self: a table
 * @row: a row of it
 *
 * Returns: the symbol the row is about, a symbol of the trace or "(context switch)"
 */
guint32
tv_method_profile_table_get_symbol (TvMethodProfileTable *self, guint32 row)
{
  g_return_val_if_fail (row < self->n_rows, TV_NONE);
  return self->symbols[row];
}

/* The row of a symbol, or %TV_NONE if it was not called in this profile's part of the trace. */
guint32
tv_method_profile_table_find (TvMethodProfileTable *self, guint32 symbol)
{
  for (guint32 row = 0; row < self->n_rows; row++)
    if (self->symbols[row] == symbol)
      return row;
  return TV_NONE;
}

/**
 * tv_method_profile_table_get_rank:
 * @self: a table
 * @row: a row of it
 *
 * Returns: the symbol's rank in the whole trace, or %TV_NONE for "(context switch)"
 */
guint32
tv_method_profile_table_get_rank (TvMethodProfileTable *self, guint32 row)
{
  g_return_val_if_fail (row < self->n_rows, TV_NONE);
  return tv_ranking_get_rank (self->ranking, self->symbols[row]);
}
