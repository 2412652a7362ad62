/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/compare/symbol-pairs.h"

#include "core/memory/seeded-hash.h"

/* Matches the symbols of two traces by name, because symbol ids differ between traces. Called when a baseline or
 * another run is loaded. Pure: only reads both traces. */

typedef struct
{
  const char *names[3]; /* class, name and signature; empty strings if missing */
} Key;

static guint
hash_key (gconstpointer data)
{
  const Key *key = data;

  return tv_seeded_text_hash (key->names[0]) * 31 * 31 + tv_seeded_text_hash (key->names[1]) * 31 +
         tv_seeded_text_hash (key->names[2]);
}

static gboolean
are_equal (gconstpointer a, gconstpointer b)
{
  const Key *x = a, *y = b;

  return g_str_equal (x->names[1], y->names[1]) && g_str_equal (x->names[0], y->names[0]) &&
         g_str_equal (x->names[2], y->names[2]);
}

static Key
get_key (TvTrace *trace, const TvSymbol *symbol)
{
  const guint32 strings[] = { symbol->class_name, symbol->name, symbol->signature };
  Key key;

  for (guint i = 0; i < G_N_ELEMENTS (strings); i++)
    key.names[i] = strings[i] != TV_NONE ? tv_trace_get_string (trace, strings[i]) : "";
  return key;
}

/**
 * tv_symbol_pairs_find:
 *
 * Matches symbols by class, name and signature.
 *
 * Returns: (transfer full): per symbol of @trace, the symbol of @other, or %TV_NONE
 */
guint32 *
tv_symbol_pairs_find (TvTrace *trace, TvTrace *other)
{
  guint32 n, n_others;
  const TvSymbol *symbols = tv_trace_get_symbols (trace, &n);
  const TvSymbol *others = tv_trace_get_symbols (other, &n_others);
  g_autoptr (GHashTable) found = g_hash_table_new (hash_key, are_equal);
  g_autofree Key *keys = g_new (Key, (gsize) n_others + 1);
  guint32 *pairs = g_new (guint32, (gsize) n + 1);

  for (guint32 i = 0; i < n_others; i++)
    {
      keys[i] = get_key (other, &others[i]);
      g_hash_table_insert (found, &keys[i], GUINT_TO_POINTER (i));
    }
  for (guint32 i = 0; i < n; i++)
    {
      Key key = get_key (trace, &symbols[i]);
      gpointer pair;

      pairs[i] = g_hash_table_lookup_extended (found, &key, NULL, &pair) ? GPOINTER_TO_UINT (pair)
                                                                         : TV_NONE;
    }
  return pairs;
}
