/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/trace-renamer.h"

#include <string.h>

#include "core/memory/row-table.h"
#include "core/trace-private.h"

/* Creates renamed traces. Called by formats/names on the thread that loads the names. The original trace is never
 * changed; the renamed trace holds a reference to it. tv_trace_clear_renamed() is called when the renamed trace is
 * finalized. */

struct _TvTraceRenamer
{
  TvTrace *trace; /* the renamed trace, which is under construction */
  guint64 seed;
  GArray *frames;    /* (nullable): TvFrame; set if stacks are replaced */
  GArray *callsites; /* (nullable): TvCallsite */
  TvRowTable symbol_rows;
  TvRowTable frame_rows;
  TvRowTable callsite_rows;
};

/* ---- Begin and end ---- */

/* Copies the pointers to the columns of the raw trace, which remains the owner. */
static void
share_columns (TvTrace *self, TvTrace *raw)
{
  const gsize start = sizeof (GObject);

  memcpy ((char *) self + start, (char *) raw + start, sizeof *self - start);
  self->raw = g_object_ref (raw);
}

static void
clear_problem (gpointer data)
{
  g_free ((char *) ((TvProblem *) data)->detail);
}

static void
copy_problems (TvTrace *self)
{
  guint n;
  const TvProblem *problems = tv_trace_get_problems (self->raw, &n);

  self->problems = g_array_new (FALSE, FALSE, sizeof (TvProblem));
  g_array_set_clear_func (self->problems, clear_problem);
  for (guint i = 0; i < n; i++)
    {
      TvProblem problem = problems[i];

      problem.detail = g_strdup (problem.detail);
      g_array_append_val (self->problems, problem);
    }
}

/**
 * tv_trace_renamer_new:
 * @trace: a trace; if it is already renamed, the original trace is used
 *
 * Creates a renamer without changes.
 *
 * Returns: (transfer full): the renamer
 */
TvTraceRenamer *
tv_trace_renamer_new (TvTrace *trace)
{
  TvTraceRenamer *self = g_new0 (TvTraceRenamer, 1);
  TvTrace *raw = tv_trace_get_raw (trace);
  guint32 n;
  const TvSymbol *symbols = tv_trace_get_symbols (raw, &n);

  self->trace = g_object_new (TV_TYPE_TRACE, NULL);
  share_columns (self->trace, raw);
  self->trace->n_raw_strings = tv_string_pool_get_n (raw->strings);
  self->trace->strings = tv_string_pool_new ();
  self->trace->symbols = g_array_sized_new (FALSE, FALSE, sizeof (TvSymbol), MAX (n, 1));
  g_array_append_vals (self->trace->symbols, symbols, n);
  copy_problems (self->trace);
  self->seed = tv_row_table_seed ();
  return self;
}

void
tv_trace_renamer_free (TvTraceRenamer *self)
{
  if (self == NULL)
    return;
  g_clear_object (&self->trace);
  g_clear_pointer (&self->frames, g_array_unref);
  g_clear_pointer (&self->callsites, g_array_unref);
  tv_row_table_clear (&self->symbol_rows);
  tv_row_table_clear (&self->frame_rows);
  tv_row_table_clear (&self->callsite_rows);
  g_free (self);
}

/**
 * tv_trace_renamer_set_naming:
 * @naming: source of the names, which is copied
 *
 * Sets the source of the names. May be called only once.
 */
void
tv_trace_renamer_set_naming (TvTraceRenamer *self, const TvNaming *naming)
{
  TvTrace *trace = self->trace;

  g_return_if_fail (trace->naming == NULL);
  trace->naming = g_memdup2 (naming, sizeof *naming);
  trace->naming->map = g_strdup (naming->map);
}

/**
 * tv_trace_renamer_add_problem:
 * @kind: kind of problem in the source of the names
 * @count: number of occurrences
 * @detail: (nullable): details of the first occurrence
 *
 * Adds a problem to the renamed trace.
 */
void
tv_trace_renamer_add_problem (TvTraceRenamer *self,
                              TvProblemKind kind,
                              guint64 count,
                              const char *detail)
{
  TvProblem problem = {
    .kind = kind, .count = count, .file_offset = -1, .ts = G_MININT64, .utid = TV_NONE
  };

  problem.detail = detail != NULL ? tv_string_pool_dup_valid (detail, strlen (detail)) : NULL;
  g_array_append_val (self->trace->problems, problem);
}

/**
 * tv_trace_renamer_finish:
 * @self: a renamer, which may only be freed afterwards
 *
 * Returns: (transfer full): the renamed trace
 */
TvTrace *
tv_trace_renamer_finish (TvTraceRenamer *self)
{
  return g_steal_pointer (&self->trace);
}

/* ---- Names ---- */

/**
 * tv_trace_renamer_add_string:
 * @text: bytes
 * @len: number of bytes
 *
 * Interns a string for the renamed trace.
 *
 * Returns: the raw trace's id of the string if that trace contains it; otherwise a new id
 */
guint32
tv_trace_renamer_add_string (TvTraceRenamer *self, const char *text, gsize len)
{
  guint32 string = tv_string_pool_find (self->trace->raw->strings, text, len);

  return string != TV_NONE
             ? string
             : self->trace->n_raw_strings + tv_string_pool_intern (self->trace->strings, text, len);
}

static TvSymbol *
get_symbol (TvTraceRenamer *self, guint32 symbol)
{
  return &g_array_index (self->trace->symbols, TvSymbol, symbol);
}

/**
 * tv_trace_renamer_set_symbol:
 * @self: a renamer
 * @symbol: a symbol of the raw trace
 * @names: the new names
 *
 * Renames a symbol.
 */
void
tv_trace_renamer_set_symbol (TvTraceRenamer *self, guint32 symbol, const TvSymbol *names)
{
  g_return_if_fail (symbol < self->trace->raw->symbols->len);
  *get_symbol (self, symbol) = *names;
}

static guint32
hash_words (const TvTraceRenamer *self, const guint32 *words, guint n)
{
  guint64 hash = self->seed;

  for (guint i = 0; i < n; i++)
    hash = tv_hash_word (hash, words[i]);
  return (guint32) tv_hash_word (hash, 0);
}

/**
 * tv_trace_renamer_add_symbol:
 * @names: names of a symbol that the raw trace does not have
 *
 * Adds a symbol, unless an equal one was added before.
 *
 * Returns: row of the new or existing symbol
 */
guint32
tv_trace_renamer_add_symbol (TvTraceRenamer *self, const TvSymbol *names)
{
  const guint32 words[] = { names->class_name, names->name, names->signature, names->source_file,
                            names->line };
  guint32 hash = hash_words (self, words, G_N_ELEMENTS (words));
  guint32 row;

  for (guint32 slot = hash; (row = tv_row_table_next (&self->symbol_rows, hash, &slot)) != TV_NONE;)
    {
      const TvSymbol *known = get_symbol (self, row);

      if (known->class_name == names->class_name && known->name == names->name &&
          known->signature == names->signature && known->source_file == names->source_file &&
          known->line == names->line)
        return row;
    }
  row = self->trace->symbols->len;
  g_array_append_vals (self->trace->symbols, names, 1);
  tv_row_table_add (&self->symbol_rows, hash, row);
  return row;
}

/**
 * tv_trace_renamer_set_lock_type:
 * @lock: row of a #TvDumpLock
 * @type: string id of the new type
 *
 * Replaces the type of a lock.
 */
void
tv_trace_renamer_set_lock_type (TvTraceRenamer *self, guint32 lock, guint32 type)
{
  TvDumps *dumps = &self->trace->dumps;

  g_return_if_fail (lock < dumps->n_locks);
  if (dumps->locks == self->trace->raw->dumps.locks)
    dumps->locks = g_memdup2 (dumps->locks, dumps->n_locks * sizeof *dumps->locks);
  ((TvDumpLock *) dumps->locks)[lock].type = type;
}

/* ---- Stacks ---- */

static guint32
add_frame (TvTraceRenamer *self, const TvFrame *frame)
{
  const guint32 words[] = { frame->symbol,
                            frame->mapping,
                            (guint32) frame->relative_pc,
                            (guint32) (frame->relative_pc >> 32),
                            frame->line,
                            frame->source_file,
                            (guint32) frame->is_inlined,
                            frame->reported_name };
  guint32 hash = hash_words (self, words, G_N_ELEMENTS (words));
  guint32 row;

  for (guint32 slot = hash; (row = tv_row_table_next (&self->frame_rows, hash, &slot)) != TV_NONE;)
    {
      const TvFrame *known = &g_array_index (self->frames, TvFrame, row);

      if (known->symbol == frame->symbol && known->mapping == frame->mapping &&
          known->relative_pc == frame->relative_pc && known->line == frame->line &&
          known->kind == frame->kind && known->n_repeats == frame->n_repeats &&
          known->symbol_set == frame->symbol_set && known->source_file == frame->source_file &&
          known->is_inlined == frame->is_inlined && known->reported_name == frame->reported_name)
        return row;
    }
  row = self->frames->len;
  g_array_append_vals (self->frames, frame, 1);
  tv_row_table_add (&self->frame_rows, hash, row);
  return row;
}

/**
 * tv_trace_renamer_add_callsite:
 * @parent: a callsite that was added before, or %TV_NONE
 * @frame: frame of the callsite, with a symbol of the renamed trace
 *
 * Adds a callsite for the renamed trace, unless an equal one was added before. A renamer replaces either no stacks or
 * all of them; after the last callsite, tv_trace_renamer_set_callsites() must be called.
 *
 * Returns: row of the new or existing callsite
 */
guint32
tv_trace_renamer_add_callsite (TvTraceRenamer *self, guint32 parent, const TvFrame *frame)
{
  TvCallsite callsite = { parent, 0, 0 };
  guint32 hash, row;

  if (self->callsites == NULL)
    {
      self->callsites = g_array_new (FALSE, FALSE, sizeof (TvCallsite));
      self->frames = g_array_new (FALSE, FALSE, sizeof (TvFrame));
    }
  g_return_val_if_fail (parent == TV_NONE || parent < self->callsites->len, TV_NONE);
  callsite.frame = add_frame (self, frame);
  if (parent != TV_NONE)
    callsite.depth = g_array_index (self->callsites, TvCallsite, parent).depth + 1;
  hash = hash_words (self, (const guint32[]){ parent, callsite.frame }, 2);
  for (guint32 slot = hash;
       (row = tv_row_table_next (&self->callsite_rows, hash, &slot)) != TV_NONE;)
    {
      const TvCallsite *known = &g_array_index (self->callsites, TvCallsite, row);

      if (known->parent == parent && known->frame == callsite.frame)
        return row;
    }
  row = self->callsites->len;
  g_array_append_val (self->callsites, callsite);
  tv_row_table_add (&self->callsite_rows, hash, row);
  return row;
}

static guint32
find_callsite (const guint32 *callsites, guint32 raw)
{
  return raw != TV_NONE ? callsites[raw] : TV_NONE;
}

/* Replaces the callsites of threads and locks in dumps. */
static void
move_dumps (TvTraceRenamer *self, const guint32 *callsites)
{
  TvDumps *dumps = &self->trace->dumps;
  TvDumpThread *threads = g_memdup2 (dumps->threads, dumps->n_threads * sizeof *threads);
  TvDumpLock *locks;

  for (guint32 i = 0; i < dumps->n_threads; i++)
    threads[i].callsite = find_callsite (callsites, threads[i].callsite);
  dumps->threads = threads;
  if (dumps->n_locks == 0)
    return;
  tv_trace_renamer_set_lock_type (self, 0, dumps->locks[0].type);
  locks = (TvDumpLock *) dumps->locks;
  for (guint32 i = 0; i < dumps->n_locks; i++)
    locks[i].callsite = find_callsite (callsites, locks[i].callsite);
}

/**
 * tv_trace_renamer_set_callsites:
 * @self: a renamer to which all new callsites have been added
 * @callsites: for each callsite of the raw trace, the innermost callsite that replaces it, or %TV_NONE
 *
 * Replaces all references to stacks.
 */
void
tv_trace_renamer_set_callsites (TvTraceRenamer *self, const guint32 *callsites)
{
  TvStacks *stacks = &self->trace->stacks;
  guint32 *column = g_new (guint32, MAX (stacks->samples.n, 1));
  guint32 *of_changes = g_new (guint32, MAX (stacks->changes.n, 1));

  g_return_if_fail (self->callsites != NULL);
  for (guint32 i = 0; i < stacks->samples.n; i++)
    column[i] = find_callsite (callsites, stacks->samples.callsite[i]);
  stacks->samples.callsite = column;
  for (guint32 i = 0; i < stacks->changes.n; i++)
    of_changes[i] = find_callsite (callsites, stacks->changes.callsite[i]);
  stacks->changes.callsite = of_changes;
  move_dumps (self, callsites);
  stacks->n_callsites = self->callsites->len;
  stacks->callsites = (TvCallsite *) g_array_free (g_steal_pointer (&self->callsites), FALSE);
  stacks->n_frames = self->frames->len;
  stacks->frames = (TvFrame *) g_array_free (g_steal_pointer (&self->frames), FALSE);
}

/* ---- The renamed trace ---- */

#define FREE_OWN(self, column)                                                                     \
  G_STMT_START                                                                                     \
  {                                                                                                \
    if ((self)->column != (self)->raw->column)                                                     \
      g_free ((gpointer) (self)->column);                                                          \
  }                                                                                                \
  G_STMT_END

/* Frees the columns that a renamed trace does not share. */
void
tv_trace_clear_renamed (TvTrace *self)
{
  FREE_OWN (self, stacks.frames);
  FREE_OWN (self, stacks.callsites);
  FREE_OWN (self, stacks.samples.callsite);
  FREE_OWN (self, stacks.changes.callsite);
  FREE_OWN (self, dumps.threads);
  FREE_OWN (self, dumps.locks);
  g_array_unref (self->symbols);
  g_array_unref (self->problems);
  tv_string_pool_free (self->strings);
  if (self->naming != NULL)
    g_free (self->naming->map);
  g_free (self->naming);
  g_clear_object (&self->raw);
}

/**
 * tv_trace_get_raw:
 *
 * Returns: (transfer none): the trace with the names from the file; @trace itself if it is not renamed
 */
TvTrace *
tv_trace_get_raw (TvTrace *trace)
{
  return trace->raw != NULL ? trace->raw : trace;
}

/**
 * tv_trace_get_naming:
 *
 * Returns: (transfer none) (nullable): the source of the names; %NULL if they come from the file
 */
const TvNaming *
tv_trace_get_naming (TvTrace *trace)
{
  return trace->naming;
}

/**
 * tv_trace_dup_raw_name:
 *
 * Returns: (transfer full) (nullable): `class.method (signature)` as in the file; %NULL if the symbol is not renamed
 */
char *
tv_trace_dup_raw_name (TvTrace *trace, guint32 symbol)
{
  const TvSymbol *raw, *names;

  g_return_val_if_fail (symbol < trace->symbols->len, NULL);
  if (trace->raw == NULL || symbol >= trace->raw->symbols->len)
    return NULL;
  raw = &g_array_index (trace->raw->symbols, TvSymbol, symbol);
  names = &g_array_index (trace->symbols, TvSymbol, symbol);
  if (raw->class_name == names->class_name && raw->name == names->name &&
      raw->signature == names->signature)
    return NULL;
  return tv_trace_dup_symbol_label (trace->raw, symbol);
}
