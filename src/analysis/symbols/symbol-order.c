/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/symbols/symbol-order.h"

#include <string.h>

/* Compares symbols by class and name, byte by byte. Called by sort functions to break ties, and by
 * symbols/name-ranks.c for the name “(context switch)”. Pure: only reads the trace. */

#define N_PARTS 3

/* A name whose parts are compared without concatenating them. */
typedef struct
{
  const char *parts[N_PARTS];
  guint part;
} SymbolName;

static SymbolName
get_name (TvTrace *trace, guint32 symbol)
{
  guint32 n;
  const TvSymbol *symbols = tv_trace_get_symbols (trace, &n);
  const TvSymbol *s = &symbols[symbol];

  if (symbol == n)
    return (SymbolName){ { TV_CONTEXT_SWITCH_NAME, "", "" }, 0 };
  if (s->class_name == TV_NONE || s->name == TV_NONE)
    {
      guint32 only = s->class_name == TV_NONE ? s->name : s->class_name;

      return (SymbolName){ { only != TV_NONE ? tv_trace_get_string (trace, only) : "", "", "" },
                           0 };
    }
  return (SymbolName){
    { tv_trace_get_string (trace, s->class_name), ".", tv_trace_get_string (trace, s->name) }, 0
  };
}

static inline guchar
read_byte (SymbolName *name)
{
  while (*name->parts[name->part] == '\0')
    if (++name->part == N_PARTS)
      {
        name->part = N_PARTS - 1;
        return '\0';
      }
  return (guchar) *name->parts[name->part]++;
}

static int
compare_names (SymbolName a, SymbolName b)
{
  guchar byte_a, byte_b;

  if (*a.parts[1] == '\0' && *b.parts[1] == '\0')
    return strcmp (a.parts[0], b.parts[0]);
  do
    {
      byte_a = read_byte (&a);
      byte_b = read_byte (&b);
    }
  while (byte_a == byte_b && byte_a != '\0');
  return byte_a < byte_b ? -1 : byte_a > byte_b;
}

static const char *
get_signature (TvTrace *trace, guint32 symbol)
{
  guint32 n;
  const TvSymbol *symbols = tv_trace_get_symbols (trace, &n);

  return symbol < n ? tv_trace_get_string (trace, symbols[symbol].signature) : NULL;
}

/**
 * tv_symbol_compare:
 * @trace: a trace
 * @a: a symbol, or the number of symbols for "(context switch)"
 * @b: another symbol
 *
 * Compares `class.method`, then signatures, then ids. Compares bytes, regardless of the locale.
 *
 * Returns: a negative number, 0 or a positive number
 */
int
tv_symbol_compare (TvTrace *trace, guint32 a, guint32 b)
{
  int result = compare_names (get_name (trace, a), get_name (trace, b));

  if (result != 0)
    return result;
  result = g_strcmp0 (get_signature (trace, a), get_signature (trace, b));
  if (result != 0)
    return result;
  return a < b ? -1 : a > b;
}
