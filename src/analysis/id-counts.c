/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/id-counts.h"

#include "core/types.h"

/* What rows can be filtered by. */

static int
compare_ids (gconstpointer a, gconstpointer b)
{
  guint32 first = ((const TvIdCount *) a)->id, second = ((const TvIdCount *) b)->id;

  return (first > second) - (first < second);
}

static int
compare_counts (gconstpointer a, gconstpointer b)
{
  guint32 first = ((const TvIdCount *) a)->count, second = ((const TvIdCount *) b)->count;

  if (first != second)
    return first < second ? 1 : -1;
  return compare_ids (a, b);
}

static inline guint32
get_kind (const guint32 *ids, const guint32 *kinds, guint32 row)
{
  return kinds != NULL ? kinds[ids[row]] : ids[row];
}

/**
 * tv_id_counts_new:
 * @ids: (nullable): of each row; %TV_NONE is not counted. %NULL: no row has one
 * @kinds: (nullable): by id: what is counted in place of ids, which are small numbers then
 * @n: how many rows
 * @by_count: those that most rows have come first; else the least ids do
 *
 * Returns: (transfer full) (element-type TvIdCount): how many rows have each
 */
GArray *
tv_id_counts_new (const guint32 *ids, const guint32 *kinds, guint32 n, gboolean by_count)
{
  g_autoptr (GHashTable) counts = g_hash_table_new (NULL, NULL);
  GArray *result = g_array_new (FALSE, FALSE, sizeof (TvIdCount));
  GHashTableIter iter;
  gpointer id, count;

  if (ids == NULL)
    return result;
  for (guint32 start = 0, end; start < n; start = end)
    {
      gpointer first = GUINT_TO_POINTER (get_kind (ids, kinds, start));
      guint32 before = GPOINTER_TO_UINT (g_hash_table_lookup (counts, first));

      for (end = start + 1; end < n && get_kind (ids, kinds, end) == GPOINTER_TO_UINT (first);)
        end++;
      g_hash_table_insert (counts, first, GUINT_TO_POINTER (before + (end - start)));
    }
  g_hash_table_iter_init (&iter, counts);
  while (g_hash_table_iter_next (&iter, &id, &count))
    {
      TvIdCount entry = { GPOINTER_TO_UINT (id), GPOINTER_TO_UINT (count) };

      if (entry.id != TV_NONE)
        g_array_append_val (result, entry);
    }
  g_array_sort (result, by_count ? compare_counts : compare_ids);
  return result;
}
