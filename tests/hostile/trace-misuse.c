/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include <gio/gio.h>

#include "analysis/calls/occurrences.h"
#include "analysis/search.h"
#include "analysis/system/slice-states.h"
#include "export/write-table.h"
#include "tables/tables.h"
#include "trace-invariants.h"

static gboolean
is_plain_line_text (const char *text, gsize size)
{
  for (gsize i = 0; i < size; i++)
    if ((guchar) text[i] < 0x20 && text[i] != '\n')
      return FALSE;
  return TRUE;
}

static char *
write_table (TvTable *table, TvTextFormat format)
{
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  GMemoryOutputStream *memory = G_MEMORY_OUTPUT_STREAM (stream);
  const char *text;
  gsize size;

  if (!tv_write_table (table, NULL, format, stream, NULL, NULL))
    return g_strdup_printf ("%s could not be written", tv_table_get_name (table));
  text = g_memory_output_stream_get_data (memory);
  size = g_memory_output_stream_get_data_size (memory);
  if (!g_utf8_validate_len (text, size, NULL))
    return g_strdup_printf ("%s is written as what is not UTF-8", tv_table_get_name (table));
  if (format == TV_TEXT_JSON && !is_plain_line_text (text, size))
    return g_strdup_printf ("%s is written with bare control characters",
                            tv_table_get_name (table));
  return NULL;
}

/* Sorts and writes a table. The format and the sort column depend on the number of rows, so that all formats and
 * columns are tested. */
static char *
use_table (TvTable *table)
{
  guint n_columns;
  guint32 n_rows = tv_table_get_n_rows (table);

  tv_table_get_columns (table, &n_columns);
  g_free (tv_table_sort (table, n_rows % n_columns, n_rows % 2 == 0, NULL));
  return write_table (table, (TvTextFormat) (n_rows % (TV_TEXT_JSON + 1)));
}

static char *
use_tables (TvTrace *trace, const TvSelection *selection, gboolean all)
{
  TvTableOptions options = { .selection = selection, .profile_flags = TV_PROFILE_CONTEXT_SWITCHES };
  guint n;
  const TvTableInfo *const *infos = tv_tables_list (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (TvTable) table = NULL;
      char *misuse;

      if (!all && !infos[i]->is_of_selection)
        continue;
      table = tv_tables_open (infos[i]->name, trace, &options, NULL, NULL);
      if (table == NULL)
        return g_strdup_printf ("%s cannot be opened", infos[i]->name);
      misuse = use_table (table);
      if (misuse != NULL)
        return misuse;
    }
  return NULL;
}

static void
search (TvTrace *trace)
{
  static const char *const words[] = { "a", "S", "\xc3\xa9", "0", "" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      g_autoptr (TvTextMatch) match = tv_text_match_new (words[i], FALSE, NULL);
      g_autoptr (TvHits) hits = NULL;

      if (match == NULL)
        continue;
      hits = tv_search (trace, match, TV_HITS_ALL, NULL);
      for (guint32 index = 0; index < MIN (tv_hits_get_n (hits), 100); index++)
        {
          TvHit hit = tv_hits_get (hits, index);
          guint32 found;

          g_assert_true (tv_hits_find (hits, &hit, &found));
          g_assert_cmpuint (found, ==, index);
        }
    }
}

static void
check_slices (TvTrace *trace)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  guint32 step = slices->n / 64 + 1;
  g_autofree gint64 *self_ns = tv_trace_dup_self_ns (trace, TV_CLOCK_WALL);

  for (guint32 slice = 0; slice < slices->n; slice += step)
    {
      guint32 track = tv_trace_find_track_at (trace, slice);
      g_autoptr (GArray) same = tv_occurrences_find (trace, tv_slices_symbol (slices, slice), NULL);
      g_autofree char *label = tv_trace_dup_symbol_label (trace, tv_slices_symbol (slices, slice));
      TvSliceStates states;

      g_assert_cmpuint (same->len, >, 0);
      g_assert_true (g_utf8_validate (label, -1, NULL));
      g_assert_cmpuint (tv_trace_get_subtree_end (trace, slice), >, slice);
      g_assert_cmpint (self_ns[slice], >=, 0);
      g_assert_cmpint (self_ns[slice], ==, tv_trace_get_self_ns (trace, slice, TV_CLOCK_WALL));
      tv_slice_states_get (trace, slice, &states);
      tv_trace_find_slice_at (trace, track, TV_NONE, tv_slices_start (slices, slice));
    }
}

char *
tv_trace_dup_misuse (TvTrace *trace)
{
  gint64 start = tv_trace_get_start_ns (trace), end = tv_trace_get_end_ns (trace);
  gint64 third = (end - start) / 3;
  g_autoptr (TvSelection) part = tv_selection_new_range (start + third, start + 2 * third);
  char *misuse;

  misuse = use_tables (trace, NULL, TRUE);
  if (misuse == NULL)
    misuse = use_tables (trace, part, FALSE);
  search (trace);
  check_slices (trace);
  return misuse;
}
