/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/sample-profile.h"

#include <glib/gi18n.h>

#include "analysis/calls/call-tree.h"
#include "analysis/calls/profile.h"
#include "analysis/calls/source-lines.h"
#include "analysis/samples/frame-source.h"
#include "cli/interrupt.h"
#include "cli/report.h"
#include "cli/terminal-text.h"
#include "paint/kit/weight-format.h"

/* Formats the text of `tracedump profile` for stack samples: weights of one kind of samples, by function or by source
 * line. Called by profile.c, which itself reports calls. Pure: only reads the trace. */

/* A function and the weights of its samples */
typedef struct
{
  guint32 symbol;
  gint64 inclusive;
  gint64 exclusive;
  guint64 n_samples; /* number of samples whose innermost frame is in the function */
} Row;

/* Compares by inclusive weight, then by exclusive weight, both in descending order, then by symbol. */
static int
compare_rows (gconstpointer a, gconstpointer b)
{
  const Row *first = a, *second = b;

  if (first->inclusive != second->inclusive)
    return first->inclusive > second->inclusive ? -1 : 1;
  if (first->exclusive != second->exclusive)
    return first->exclusive > second->exclusive ? -1 : 1;
  return first->symbol < second->symbol ? -1 : 1;
}

static GArray *
get_rows (TvProfile *profile)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (Row));

  for (guint32 symbol = 0; symbol < tv_profile_get_n_symbols (profile); symbol++)
    {
      const TvProfileEntry *entry = tv_profile_get_entry (profile, symbol);
      Row row = { symbol, entry->inclusive_ns[TV_CLOCK_WALL], entry->exclusive_ns[TV_CLOCK_WALL],
                  (guint64) entry->calls + entry->recursive_calls };

      if (row.inclusive != 0 || row.n_samples > 0)
        g_array_append_val (rows, row);
    }
  g_array_sort (rows, compare_rows);
  return rows;
}

/* Returns the header row. @name: header of the last column */
static char **
dup_header (TvTrace *trace, guint32 kind, const char *name)
{
  const char *noun = tv_weight_get_noun (trace, kind);
  char *cells[] = {
    g_strdup (_("incl %")),
    /* Translators: a column header with the unit: “incl ms”, “incl cycles” */
    g_strdup_printf (_("incl %s"), noun),
    g_strdup (_("excl %")),
    g_strdup_printf (_("excl %s"), noun),
    g_strdup (_("samples")),
    g_strdup (name),
    NULL,
  };

  return g_memdup2 (cells, sizeof cells);
}

static char *
dup_percent (gint64 weight, gint64 total)
{
  return tv_report_dup_decimal (total != 0 ? 100.0 * (double) weight / (double) total : 0.0,
                                "%.1f");
}

static char **
dup_line (TvProfile *profile, const Row *row, gint64 total, TvWeightUnit unit)
{
  g_autofree char *label = tv_profile_dup_symbol_label (profile, row->symbol);
  char *cells[] = {
    dup_percent (row->inclusive, total),
    tv_report_dup_weight (row->inclusive, unit),
    dup_percent (row->exclusive, total),
    tv_report_dup_weight (row->exclusive, unit),
    g_strdup_printf ("%" G_GUINT64_FORMAT, row->n_samples),
    tv_terminal_text_escape (label),
    NULL,
  };

  return g_memdup2 (cells, sizeof cells);
}

/* Returns the root of the call tree, which contains the total weight and the number of the selected samples; NULL on
 * error. @tree: (out): owner of the root */
static const TvCallNode *
find_all (TvCallPaths *paths, const TvSelection *selection, TvCallTree **tree, GError **error)
{
  *tree = tv_call_tree_new (paths, selection, TV_CALL_TREE_MERGED, tv_interrupt_get_work (), error);
  return *tree != NULL ? tv_call_tree_get_nodes (*tree, NULL) : NULL;
}

static void
append_all (GString *text,
            const char *file,
            TvTrace *trace,
            guint32 kind,
            const TvCallNode *all,
            const GPtrArray *lines)
{
  tv_report_append_trace (text, file, trace);
  tv_report_append_samples (text, trace, kind, all->total.of[TV_MEASURE_WALL],
                            all->total.of[TV_MEASURE_COUNT]);
  g_string_append_c (text, '\n');
  tv_report_append_rows (text, lines);
}

/**
 * tv_sample_profile_append:
 * @text: output buffer
 * @file: name of the file as given by the user
 * @paths: stacks of one kind of samples
 * @selection: selection of the samples
 * @n_rows: maximum number of functions; 0 for all
 * @error: (nullable): return location for an error
 *
 * Appends a heading, then one line per function with its inclusive and exclusive weights. Recursive calls do not
 * count a sample twice. Percentages are relative to all selected samples of this kind, including samples without a
 * known function.
 *
 * Returns: %FALSE on error
 */
gboolean
tv_sample_profile_append (GString *text,
                          const char *file,
                          TvCallPaths *paths,
                          const TvSelection *selection,
                          guint32 n_rows,
                          GError **error)
{
  TvTrace *trace = tv_call_paths_get_trace (paths);
  guint32 kind = tv_call_paths_get_source (paths);
  TvWeightUnit unit = tv_trace_get_stacks (trace)->kinds[kind].unit;
  g_autoptr (TvProfile)
      profile = tv_profile_new_of_calls (paths, selection, tv_interrupt_get_work (), error);
  g_autoptr (TvCallTree) tree = NULL;
  const TvCallNode *all = profile != NULL ? find_all (paths, selection, &tree, error) : NULL;
  g_autoptr (GArray) rows = NULL;
  g_autoptr (GPtrArray) lines = NULL;
  gint64 total;

  if (all == NULL)
    return FALSE;
  total = all->total.of[TV_MEASURE_WALL];
  rows = get_rows (profile);
  lines = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  g_ptr_array_add (lines, dup_header (trace, kind, _("name")));
  for (guint i = 0; i < rows->len && (n_rows == 0 || i < n_rows); i++)
    g_ptr_array_add (lines, dup_line (profile, &g_array_index (rows, Row, i), total, unit));
  append_all (text, file, trace, kind, all, lines);
  return TRUE;
}

/* ---- By line ---- */

/* Formats a source line in the usual form: `draw src/draw.c:17`. */
static char *
dup_location (TvTrace *trace, const TvSourceLine *line)
{
  const char *file = tv_trace_get_string (trace, line->file);
  g_autofree char *name = line->symbol != TV_NONE ? tv_trace_dup_symbol_name (trace, line->symbol)
                                                  : g_strdup (_("(no name)"));
  g_autoptr (GString) text = g_string_new (name);

  if (file != NULL)
    g_string_append_printf (text, " %s", file);
  if (line->line > 0)
    g_string_append_printf (text, "%s:%u", file == NULL ? " " : "", line->line);
  if (line->is_inlined)
    g_string_append_printf (text, " %s", _("(inlined)"));
  return tv_terminal_text_escape (text->str);
}

static char **
dup_source_line (TvTrace *trace, const TvSourceLine *line, gint64 total, TvWeightUnit unit)
{
  char *cells[] = {
    dup_percent (line->inclusive, total),
    tv_report_dup_weight (line->inclusive, unit),
    dup_percent (line->exclusive, total),
    tv_report_dup_weight (line->exclusive, unit),
    g_strdup_printf ("%" G_GUINT64_FORMAT, line->n_samples),
    dup_location (trace, line),
    NULL,
  };

  return g_memdup2 (cells, sizeof cells);
}

/**
 * tv_sample_profile_append_lines:
 * @text: output buffer
 * @file: name of the file as given by the user
 * @paths: stacks of one kind of samples
 * @selection: selection of the samples
 * @n_rows: maximum number of source lines; 0 for all
 * @error: (nullable): return location for an error
 *
 * Appends a heading, then the weights of each source line; otherwise like tv_sample_profile_append().
 *
 * Returns: %FALSE on error
 */
gboolean
tv_sample_profile_append_lines (GString *text,
                                const char *file,
                                TvCallPaths *paths,
                                const TvSelection *selection,
                                guint32 n_rows,
                                GError **error)
{
  TvTrace *trace = tv_call_paths_get_trace (paths);
  guint32 kind = tv_call_paths_get_source (paths);
  TvWeightUnit unit = tv_trace_get_stacks (trace)->kinds[kind].unit;
  g_autoptr (GArray) rows = tv_source_lines_find (trace, kind, TV_NONE, selection,
                                                  tv_interrupt_get_work (), error);
  g_autoptr (TvCallTree) tree = NULL;
  const TvCallNode *all = rows != NULL ? find_all (paths, selection, &tree, error) : NULL;
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);

  if (all == NULL)
    return FALSE;
  g_ptr_array_add (lines, dup_header (trace, kind, _("name and line")));
  for (guint i = 0; i < rows->len && (n_rows == 0 || i < n_rows); i++)
    g_ptr_array_add (lines, dup_source_line (trace, &g_array_index (rows, TvSourceLine, i),
                                             all->total.of[TV_MEASURE_WALL], unit));
  append_all (text, file, trace, kind, all, lines);
  if (!tv_trace_has_frame_lines (trace))
    g_string_append (text, _("\nThe file contains no source lines.\n"));
  return TRUE;
}
