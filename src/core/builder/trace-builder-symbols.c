/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/symbols-part.h"

#include <string.h>

#include "core/builder/problems-part.h"
#include "core/memory/row-table.h"
#include "core/memory/string-pool.h"
#include "core/trace-edit.h"

/* Deduplicates strings and symbols. Both are stored directly in the trace, which owns them. Called by all readers and
 * parts. When scheduling is joined, symbols are renumbered. Symbol rows that were returned before then must be
 * converted with tv_trace_builder_get_final_symbols(). */

struct _TvSymbolsPart
{
  TvStringPool *strings; /* owned by the trace */
  GArray *rows;          /* TvSymbol; owned by the trace */
  guint64 seed;          /* seed for hashes */
  TvRowTable by_names;   /* lookup by class, name, signature and, without a class, source file */
  GArray *by_name;       /* guint32 by string id; the symbol that has only this name, or TV_NONE */
  GArray *events; /* guint32 per symbol; the current event of a log when the symbol was added */
  guint32 *final; /* (nullable): see tv_trace_builder_get_final_symbols() */
  const TvProblemList *problems; /* the builder's list; its @event is the current event */
};

static void
init (TvTraceBuilder *self)
{
  TvSymbolsPart *part = self->symbols = g_new0 (TvSymbolsPart, 1);

  part->seed = tv_row_table_seed ();
  part->by_name = g_array_new (FALSE, FALSE, sizeof (guint32));
  part->events = g_array_new (FALSE, FALSE, sizeof (guint32));
  part->problems = tv_trace_builder_get_problems (self);
  part->strings = tv_string_pool_new ();
  part->rows = g_array_new (FALSE, FALSE, sizeof (TvSymbol));
  tv_trace_take_strings (self->trace, part->strings);
  tv_trace_take_symbols (self->trace, part->rows);
}

static void
clear (TvTraceBuilder *self)
{
  tv_row_table_clear (&self->symbols->by_names);
  g_array_unref (self->symbols->by_name);
  g_array_unref (self->symbols->events);
  g_free (self->symbols->final);
  g_clear_pointer (&self->symbols, g_free);
}

const TvBuilderPart tv_builder_symbols = { .init = init, .clear = clear };

/* ---- Strings ---- */

/**
 * tv_trace_builder_intern:
 * @text: bytes of the file
 * @len: size in bytes, or -1 if @text is NUL-terminated
 *
 * Interns a string as valid UTF-8, see tv_string_pool_intern(). If this changes the string, it is counted as a
 * problem at the end, once per string.
 *
 * Returns: the string id
 */
guint32
tv_trace_builder_intern (TvTraceBuilder *self, const char *text, gssize len)
{
  return tv_string_pool_intern (self->symbols->strings, text,
                                len < 0 ? strlen (text) : (gsize) len);
}

/**
 * tv_trace_builder_intern_all:
 * @pool: strings that another thread interned in a pool based on tv_trace_builder_get_strings(); may only be freed
 *   afterwards
 * @strings: (out caller-allocates): string id in the builder for each string of @pool
 *
 * Interns all strings of a pool.
 */
void
tv_trace_builder_intern_all (TvTraceBuilder *self, TvStringPool *pool, guint32 *strings)
{
  tv_string_pool_intern_all (self->symbols->strings, pool, strings);
}

/**
 * tv_trace_builder_get_strings:
 *
 * Returns: (transfer none): the string pool; other threads may read it while no strings are added
 */
const TvStringPool *
tv_trace_builder_get_strings (TvTraceBuilder *self)
{
  return self->symbols->strings;
}

/**
 * tv_trace_builder_get_string:
 * @self: a builder
 * @string: a string id
 *
 * Returns: (transfer none): the string
 */
const char *
tv_trace_builder_get_string (TvTraceBuilder *self, guint32 string)
{
  return tv_string_pool_get (self->symbols->strings, string);
}

static void
count_changed (TvTraceBuilder *self, TvTextFlags flag, TvProblemKind kind)
{
  guint32 first, n = tv_string_pool_count_changed (self->symbols->strings, flag, &first);

  if (n == 0)
    return;
  tv_trace_builder_add_problem (self, kind, -1, "%.200s",
                                tv_string_pool_get (self->symbols->strings, first));
  tv_trace_builder_count_problems (self, kind, -1, n - 1);
}

void
tv_trace_builder_count_changed_texts (TvTraceBuilder *self)
{
  count_changed (self, TV_TEXT_WAS_LONG, TV_PROBLEM_LONG_TEXT);
  count_changed (self, TV_TEXT_WAS_BAD, TV_PROBLEM_BAD_TEXT);
}

guint32 *
tv_string_rows_get (GArray *rows, guint32 string, const TvStringPool *strings)
{
  guint32 n = rows->len;

  if (G_UNLIKELY (string >= n))
    {
      g_array_set_size (rows, MAX (tv_string_pool_get_n (strings), string + 1));
      memset (&g_array_index (rows, guint32, n), 0xff, (rows->len - n) * sizeof (guint32));
    }
  return &g_array_index (rows, guint32, string);
}

/* ---- Symbols ---- */

static guint32
append_symbol (TvTraceBuilder *self, const TvSymbol *symbol)
{
  TvSymbolsPart *part = self->symbols;

  g_array_append_vals (self->symbols->rows, symbol, 1);
  g_array_append_val (part->events, part->problems->event);
  return self->symbols->rows->len - 1;
}

/**
 * tv_trace_builder_add_symbol:
 * @symbol: string ids of the symbol
 *
 * Adds a symbol, unless an equal one exists. Symbols are equal if they have the same class, name and signature.
 * Symbols without a class, such as functions of scripts, must also have the same source file.
 *
 * Returns: row of the new or existing symbol
 */
guint32
tv_trace_builder_add_symbol (TvTraceBuilder *self, const TvSymbol *symbol)
{
  guint32 owner = symbol->class_name != TV_NONE ? symbol->class_name : symbol->source_file;
  guint64 long_hash = tv_hash_word (
      tv_hash_word (self->symbols->seed ^ owner, (guint64) symbol->name << 32 | symbol->signature),
      0);
  guint32 hash = (guint32) long_hash, row;

  /* Symbols of logs have only a name, so an array indexed by name is sufficient. */
  if (owner == TV_NONE && symbol->signature == TV_NONE && symbol->name != TV_NONE)
    {
      guint32 *known = tv_string_rows_get (self->symbols->by_name, symbol->name,
                                           self->symbols->strings);

      if (*known == TV_NONE)
        *known = append_symbol (self, symbol);
      return *known;
    }
  for (guint32 slot = hash;
       (row = tv_row_table_next (&self->symbols->by_names, hash, &slot)) != TV_NONE;)
    {
      const TvSymbol *known = &g_array_index (self->symbols->rows, TvSymbol, row);

      if (known->name == symbol->name && known->class_name == symbol->class_name &&
          known->signature == symbol->signature &&
          (known->class_name != TV_NONE || known->source_file == symbol->source_file))
        return row;
    }
  row = append_symbol (self, symbol);
  tv_row_table_add (&self->symbols->by_names, hash, row);
  return row;
}

guint32
tv_trace_builder_get_n_symbols (const TvTraceBuilder *self)
{
  return self->symbols->rows->len;
}

/* ---- Names that other parts used before they had symbols ---- */

/* Appends a symbol and returns its row. If the symbol has only a name and the list already contains a symbol with
 * only that name, returns the existing row. */
static guint32
append_once (GArray *symbols, GArray *by_name, const TvSymbol *symbol)
{
  guint32 *known = NULL;

  if (symbol->class_name == TV_NONE && symbol->signature == TV_NONE &&
      symbol->source_file == TV_NONE && symbol->name != TV_NONE)
    known = &g_array_index (by_name, guint32, symbol->name);
  if (known != NULL && *known != TV_NONE)
    return *known;
  g_array_append_vals (symbols, symbol, 1);
  if (known != NULL)
    *known = symbols->len - 1;
  return symbols->len - 1;
}

void
tv_trace_builder_merge_names (TvTraceBuilder *self, const TvNameUse *uses, guint n)
{
  TvSymbolsPart *part = self->symbols;
  g_autoptr (GArray) before = g_array_copy (part->rows);
  guint at = 0, use = 0;

  g_return_if_fail (part->final == NULL);
  g_array_set_size (part->rows, 0);
  part->final = g_new (guint32, before->len + 1);
  g_array_set_size (part->by_name, tv_string_pool_get_n (self->symbols->strings));
  memset (part->by_name->data, 0xff, part->by_name->len * sizeof (guint32));
  while (at < before->len || use < n)
    if (at == before->len ||
        (use < n && uses[use].event < g_array_index (part->events, guint32, at)))
      {
        TvSymbol symbol = { TV_NONE, uses[use].name, TV_NONE, TV_NONE, 0 };

        append_once (part->rows, part->by_name, &symbol);
        use++;
      }
    else
      {
        part->final[at] = append_once (part->rows, part->by_name,
                                       &g_array_index (before, TvSymbol, at));
        at++;
      }
}

const guint32 *
tv_trace_builder_get_final_symbols (const TvTraceBuilder *self)
{
  return self->symbols->final;
}

guint32
tv_trace_builder_get_name_symbol (const TvTraceBuilder *self, guint32 name)
{
  return g_array_index (self->symbols->by_name, guint32, name);
}
