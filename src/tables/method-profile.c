/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tables/method-profile.h"

#include "core/trace-renamer.h"
#include "tables/trace-table.h"

/* Implements the table method_profile. Opened by tables.c, and by the Profile view, which adds a comparison if there
 * is a baseline. The rows are found when the table is created. Holds references to profiles and a ranking, which
 * sorts the names when they are first needed. */

struct _TvMethodProfileTable
{
  TvTable parent_instance;

  TvProfile *profile;
  TvRanking *ranking;
  TvTrace *trace;   /* trace of the profile, which keeps a reference to it */
  guint32 *symbols; /* symbol per row */
  guint32 n_rows;

  gboolean is_compared;
  TvProfile *baseline; /* (nullable): profile of an earlier run; %NULL if the run has no data */
  GBytes *
      pairs; /* (nullable): guint32 per symbol of the trace: the corresponding symbol in the earlier run */
};

G_DEFINE_FINAL_TYPE (TvMethodProfileTable, tv_method_profile_table, TV_TYPE_TABLE)

/* ---- Comparison ---- */

/* Returns the values of a symbol in the earlier run; NULL if the run does not contain the symbol. */
static const TvProfileEntry *
find_before (TvMethodProfileTable *self, guint32 symbol)
{
  const guint32 *pairs;
  gsize size;
  guint32 pair = TV_NONE;

  if (self->baseline == NULL)
    return NULL;
  pairs = g_bytes_get_data (self->pairs, &size);
  if (symbol == tv_profile_get_switch_symbol (self->profile))
    pair = tv_profile_get_switch_symbol (self->baseline);
  else if (symbol < size / sizeof *pairs)
    pair = pairs[symbol];
  return pair != TV_NONE ? tv_profile_get_entry (self->baseline, pair) : NULL;
}

static gint64
get_number (const TvProfileEntry *entry, guint number)
{
  if (entry == NULL)
    return 0;
  switch (TV_METHOD_PROFILE_INCL_CPU_CHANGES + number * TV_N_CHANGE_PARTS)
    {
    case TV_METHOD_PROFILE_INCL_CPU_CHANGES:
      return entry->inclusive_ns[TV_CLOCK_CPU];
    case TV_METHOD_PROFILE_EXCL_CPU_CHANGES:
      return entry->exclusive_ns[TV_CLOCK_CPU];
    case TV_METHOD_PROFILE_INCL_WALL_CHANGES:
      return entry->inclusive_ns[TV_CLOCK_WALL];
    case TV_METHOD_PROFILE_EXCL_WALL_CHANGES:
      return entry->exclusive_ns[TV_CLOCK_WALL];
    default:
      return (gint64) entry->calls + entry->recursive_calls;
    }
}

/* Returns whether the table has columns for the changes of a number. It must be a comparison, and the trace must have
 * the clock of the number. */
static gboolean
has_number (TvMethodProfileTable *self, guint number)
{
  guint column = TV_METHOD_PROFILE_INCL_CPU_CHANGES + number * TV_N_CHANGE_PARTS;

  return self->is_compared &&
         (column == TV_METHOD_PROFILE_CALLS_CHANGES ||
          tv_trace_has_clock (self->trace, column < TV_METHOD_PROFILE_INCL_WALL_CHANGES
                                               ? TV_CLOCK_CPU
                                               : TV_CLOCK_WALL));
}

static void
set_change (TvMethodProfileTable *self, guint32 symbol, guint column, TvCell *cell)
{
  guint number = (column - TV_METHOD_PROFILE_INCL_CPU_CHANGES) / TV_N_CHANGE_PARTS;

  if (has_number (self, number))
    tv_cell_set_change (cell, (column - TV_METHOD_PROFILE_INCL_CPU_CHANGES) % TV_N_CHANGE_PARTS,
                        get_number (find_before (self, symbol), number),
                        get_number (tv_profile_get_entry (self->profile, symbol), number));
}

static gboolean
get_change_sort_key (TvMethodProfileTable *self, guint32 symbol, guint column, guint64 *sort_key)
{
  guint number = (column - TV_METHOD_PROFILE_INCL_CPU_CHANGES) / TV_N_CHANGE_PARTS;

  return tv_change_get_sort_key ((column - TV_METHOD_PROFILE_INCL_CPU_CHANGES) % TV_N_CHANGE_PARTS,
                                 get_number (find_before (self, symbol), number),
                                 get_number (tv_profile_get_entry (self->profile, symbol), number),
                                 sort_key);
}

/* ---- Cells ---- */

static void
set_times (TvMethodProfileTable *self,
           TvClock clock,
           TvMethodProfileColumn column,
           const TvProfileEntry *entry,
           TvCell *cell)
{
  /* The columns of both clocks are in the same order. */
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
  /* The columns of both clocks are in the same order. */
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

/* Sets a cell to a part of the symbol. "(context switch)" only has a name. */
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

  switch (column)
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
    case TV_METHOD_PROFILE_UNFINISHED:
      if (tv_profile_counts_single_calls (self->profile))
        tv_cell_set_integer (cell, tv_profile_count_unfinished (self->profile, symbol));
      break;
    default:
      set_change (self, symbol, column, cell);
    }
}

/* Gets the sort key of a change, or the rank of a name. Names are ranked once per trace instead of once per table. */
static gboolean
tv_method_profile_table_get_sort_key (TvTable *table, guint32 row, guint column, guint64 *sort_key)
{
  TvMethodProfileTable *self = (TvMethodProfileTable *) table;

  if (column >= TV_METHOD_PROFILE_INCL_CPU_CHANGES)
    return get_change_sort_key (self, self->symbols[row], column, sort_key);
  if (column != TV_METHOD_PROFILE_NAME)
    return FALSE;
  *sort_key = tv_ranking_get_name_rank (self->ranking, self->symbols[row]);
  return TRUE;
}

/* ---- Table ---- */

static const TvTableInfo *
tv_method_profile_table_get_info (TvTable *table)
{
  return TV_METHOD_PROFILE_TABLE (table)->is_compared ? &tv_method_profile_table_compared_info
                                                      : &tv_method_profile_table_info;
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
  g_clear_object (&self->baseline);
  g_clear_pointer (&self->pairs, g_bytes_unref);
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
  table_class->get_sort_key = tv_method_profile_table_get_sort_key;
}

static void
tv_method_profile_table_init (TvMethodProfileTable *self)
{
}

/**
 * tv_method_profile_table_new:
 * @profile: a profile
 * @ranking: ranking of the symbols in the whole trace
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
 * tv_method_profile_table_new_compared:
 * @profile: a profile
 * @ranking: ranking of the symbols in the whole trace
 * @baseline: (nullable): profile of an earlier run; %NULL if the run has no data
 * @pairs: guint32 per symbol of the trace: the corresponding symbol in the earlier run, or %TV_NONE
 *
 * Returns: (transfer full): a #TvMethodProfileTable that also has columns for changes
 */
TvTable *
tv_method_profile_table_new_compared (TvProfile *profile,
                                      TvRanking *ranking,
                                      TvProfile *baseline,
                                      GBytes *pairs)
{
  TvMethodProfileTable *self = TV_METHOD_PROFILE_TABLE (
      tv_method_profile_table_new (profile, ranking));

  self->is_compared = TRUE;
  g_set_object (&self->baseline, baseline);
  self->pairs = g_bytes_ref (pairs);
  return TV_TABLE (self);
}

/* Returns whether the method of a row was also called in the earlier run. */
gboolean
tv_method_profile_table_was_called (TvMethodProfileTable *self, guint32 row)
{
  const TvProfileEntry *before;

  g_return_val_if_fail (row < self->n_rows, FALSE);
  before = find_before (self, self->symbols[row]);
  return before != NULL && before->calls > 0;
}

/**
 * Returns: (transfer none): the profile that the table shows
 */
TvProfile *
tv_method_profile_table_get_profile (TvMethodProfileTable *self)
{
  return self->profile;
}

/**
 * Returns the symbol of a row; it may be the symbol of "(context switch)".
 */
guint32
tv_method_profile_table_get_symbol (TvMethodProfileTable *self, guint32 row)
{
  g_return_val_if_fail (row < self->n_rows, TV_NONE);
  return self->symbols[row];
}

/* Returns the row of a symbol, or %TV_NONE if the table does not contain the symbol. */
guint32
tv_method_profile_table_find (TvMethodProfileTable *self, guint32 symbol)
{
  for (guint32 row = 0; row < self->n_rows; row++)
    if (self->symbols[row] == symbol)
      return row;
  return TV_NONE;
}

/**
 * Returns the rank of a row's symbol in the whole trace; %TV_NONE for "(context switch)".
 */
guint32
tv_method_profile_table_get_rank (TvMethodProfileTable *self, guint32 row)
{
  g_return_val_if_fail (row < self->n_rows, TV_NONE);
  return tv_ranking_get_rank (self->ranking, self->symbols[row]);
}
