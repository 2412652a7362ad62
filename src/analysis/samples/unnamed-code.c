/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/samples/unnamed-code.h"

#include <inttypes.h>
#include <string.h>

/* Finds code without symbols, and counts it by library. Called by the call trees, the rules about samples, the stack
 * tables, the symbol menu and the page, which offers to load symbols. Pure: only reads the trace. */

/**
 * tv_frame_is_unnamed:
 *
 * Returns: whether only the library of the frame is known: the frame has no symbol, or its symbol is named
 * `library+0xaddress`
 */
gboolean
tv_frame_is_unnamed (TvTrace *trace, const TvFrame *frame)
{
  const char *path, *slash, *name;
  g_autofree char *address = NULL;
  gsize base_size;

  if (frame->mapping == TV_NONE)
    return FALSE;
  if (frame->symbol == TV_NONE)
    return TRUE;
  path = tv_trace_get_string (trace, tv_trace_get_stacks (trace)->mappings[frame->mapping].path);
  name = tv_trace_get_string (trace, tv_trace_get_symbols (trace, NULL)[frame->symbol].name);
  if (path == NULL || name == NULL)
    return FALSE;
  slash = strrchr (path, '/');
  if (slash != NULL && slash[1] != '\0')
    path = slash + 1;
  base_size = strlen (path);
  address = g_strdup_printf ("+0x%" PRIx64, frame->relative_pc);
  return strncmp (name, path, base_size) == 0 && strcmp (name + base_size, address) == 0;
}

/* Returns: (transfer full) (array): per mapping, the first mapping of the same file. A library has several mappings,
 * because processes map it at different addresses */
guint32 *
tv_trace_find_same_files (TvTrace *trace)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  g_autoptr (GHashTable) first = g_hash_table_new (NULL, NULL);
  guint32 *same = g_new (guint32, MAX (stacks->n_mappings, 1));

  for (guint32 i = 0; i < stacks->n_mappings; i++)
    {
      gpointer path = GUINT_TO_POINTER (stacks->mappings[i].path), known;

      if (g_hash_table_lookup_extended (first, path, NULL, &known))
        same[i] = GPOINTER_TO_UINT (known);
      else
        g_hash_table_insert (first, path, GUINT_TO_POINTER (same[i] = i));
    }
  return same;
}

/* Returns: (transfer full) (array): per symbol whose name is only an address in a library, the first mapping of the
 * library; %TV_NONE for other symbols */
guint32 *
tv_trace_find_unsymbolized (TvTrace *trace)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  g_autofree guint32 *same_files = tv_trace_find_same_files (trace);
  guint32 n;
  guint32 *mappings;

  tv_trace_get_symbols (trace, &n);
  mappings = g_new (guint32, MAX (n, 1));
  for (guint32 i = 0; i < n; i++)
    mappings[i] = TV_NONE;
  for (guint32 i = 0; i < stacks->n_frames; i++)
    {
      const TvFrame *frame = &stacks->frames[i];

      if (frame->symbol != TV_NONE && mappings[frame->symbol] == TV_NONE &&
          tv_frame_is_unnamed (trace, frame))
        mappings[frame->symbol] = same_files[frame->mapping];
    }
  return mappings;
}

/* Returns: (transfer full) (element-type utf8 guint): number of unnamed frames by path of the library */
GHashTable *
tv_trace_count_unnamed (TvTrace *trace)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  GHashTable *counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint32 i = 0; i < stacks->n_frames; i++)
    {
      const TvFrame *frame = &stacks->frames[i];
      const char *path;
      guint n;

      if (!tv_frame_is_unnamed (trace, frame))
        continue;
      path = tv_trace_get_string (trace, stacks->mappings[frame->mapping].path);
      if (path == NULL || *path == '\0' || *path == '[')
        continue;
      n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, path));
      g_hash_table_insert (counts, g_strdup (path), GUINT_TO_POINTER (n + 1));
    }
  return counts;
}

/**
 * tv_unnamed_count_found:
 * @before: result of tv_trace_count_unnamed()
 * @after: result for the same file after it was read again with other symbols
 *
 * Returns: number of libraries that have fewer unnamed frames than before
 */
guint
tv_unnamed_count_found (GHashTable *before, GHashTable *after)
{
  GHashTableIter iter;
  gpointer path, n;
  guint n_found = 0;

  g_hash_table_iter_init (&iter, before);
  while (g_hash_table_iter_next (&iter, &path, &n))
    n_found += GPOINTER_TO_UINT (g_hash_table_lookup (after, path)) < GPOINTER_TO_UINT (n);
  return n_found;
}
