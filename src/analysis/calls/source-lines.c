/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/calls/source-lines.h"

#include "analysis/calls/sample-rows.h"
#include "analysis/samples/frame-source.h"
#include "core/error.h"

/* Adds up samples by source line. Samples are first added up by callsite, because there are fewer callsites than
 * samples. Then the stack of each callsite is walked once.
 *
 *   samples ─▶ callsites with weights ─▶ frames on their stacks ─▶ lines
 *
 * Called by the table of source lines, `tracedump profile` and the details of a symbol. Pure: only reads the trace. */

#define CALLSITES_PER_CANCEL_CHECK 65536

typedef struct
{
  TvTrace *trace;
  const TvStacks *stacks;
  guint32 kind;
  GArray *lines;        /* TvSourceLine */
  guint32 *of_frame;    /* per frame, index of its line in @lines, or TV_NONE */
  gint64 *weights;      /* per callsite, weight of the samples taken there */
  guint32 *counts;      /* per callsite, number of samples taken there */
  TvSymbolSamples *sum; /* (nullable): receives the sums over all lines of a function */
  guint64 n_without_stack;
  gint64 total;
} Lines;

/* ---- Lines ---- */

static guint
hash_line (gconstpointer line)
{
  const TvSourceLine *self = line;

  return (self->symbol * 31 + self->file) * 31 + self->line;
}

static gboolean
is_same_line (gconstpointer a, gconstpointer b)
{
  const TvSourceLine *one = a, *other = b;

  return one->symbol == other->symbol && one->file == other->file && one->line == other->line;
}

static void
find_lines (Lines *self, guint32 symbol)
{
  g_autoptr (GHashTable) rows = g_hash_table_new_full (hash_line, is_same_line, g_free, NULL);

  for (guint32 i = 0; i < self->stacks->n_frames; i++)
    {
      const TvFrame *frame = &self->stacks->frames[i];
      TvSourceLine line = { .symbol = frame->symbol,
                            .file = tv_frame_find_file (self->trace, frame),
                            .line = frame->line,
                            .kind = self->kind,
                            .is_inlined = frame->is_inlined };
      gpointer row;

      self->of_frame[i] = TV_NONE;
      if (symbol != TV_NONE && frame->symbol != symbol)
        continue;
      if (!g_hash_table_lookup_extended (rows, &line, NULL, &row))
        {
          row = GUINT_TO_POINTER (self->lines->len);
          g_hash_table_insert (rows, g_memdup2 (&line, sizeof line), row);
          g_array_append_val (self->lines, line);
        }
      self->of_frame[i] = GPOINTER_TO_UINT (row);
      g_array_index (self->lines, TvSourceLine, self->of_frame[i]).is_inlined &= frame->is_inlined;
    }
}

/* ---- Values ---- */

static void
add_samples (Lines *self, const GArray *samples)
{
  TvKindRows rows = tv_stacks_get_rows (self->stacks, self->kind);

  for (guint i = 0; i < samples->len; i++)
    {
      guint32 sample = g_array_index (samples, guint32, i), callsite = rows.callsite[sample];

      if (callsite == TV_NONE)
        {
          tv_add_ns (&self->total, tv_kind_rows_get_weight (&rows, sample));
          self->n_without_stack++;
          continue;
        }
      self->counts[callsite]++;
      tv_add_ns (&self->weights[callsite], tv_kind_rows_get_weight (&rows, sample));
    }
  /* A negative weight means that more memory was freed than allocated during the selection; such a callsite has no
   * live memory. */
  for (guint32 i = 0; rows.sign == 0 && i < self->stacks->n_callsites; i++)
    self->weights[i] = MAX (self->weights[i], 0);
  for (guint32 i = 0; i < self->stacks->n_callsites; i++)
    tv_add_ns (&self->total, self->weights[i]);
}

/* Adds the weight and number of a callsite's samples to a line on its stack. @is_first: whether the line occurs on
 * the stack for the first time */
static void
add_to_line (Lines *self, TvSourceLine *line, guint32 callsite, gboolean is_leaf, gboolean is_first)
{
  if (is_leaf)
    {
      tv_add_ns (&line->exclusive, self->weights[callsite]);
      line->n_samples += self->counts[callsite];
    }
  if (is_first)
    tv_add_ns (&line->inclusive, self->weights[callsite]);
}

/* Adds the weight and number of a callsite's samples to the totals. @is_found: whether any of the lines is on its
 * stack */
static void
add_to_sum (Lines *self, guint32 callsite, gboolean is_found)
{
  self->sum->n_total += self->counts[callsite];
  if (!is_found)
    return;
  tv_add_ns (&self->sum->inclusive, self->weights[callsite]);
  self->sum->n_inclusive += self->counts[callsite];
}

static gboolean
add_callsites (Lines *self, GCancellable *cancellable)
{
  g_autofree guint32 *last = g_new (guint32, MAX (self->lines->len, 1));

  gboolean is_found;

  for (guint i = 0; i < self->lines->len; i++)
    last[i] = TV_NONE;
  for (guint32 callsite = 0; callsite < self->stacks->n_callsites; callsite++)
    {
      if (callsite % CALLSITES_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (self->counts[callsite] == 0)
        continue;
      is_found = FALSE;
      for (guint32 at = callsite; at != TV_NONE; at = self->stacks->callsites[at].parent)
        {
          guint32 row = self->of_frame[self->stacks->callsites[at].frame];

          if (row == TV_NONE)
            continue;
          is_found = TRUE;
          add_to_line (self, &g_array_index (self->lines, TvSourceLine, row), callsite,
                       at == callsite, last[row] != callsite);
          last[row] = callsite;
        }
      if (self->sum != NULL)
        add_to_sum (self, callsite, is_found);
    }
  return TRUE;
}

/* Compares inclusive and exclusive weights in descending order, then symbols and source locations. */
static int
compare_lines (gconstpointer a, gconstpointer b)
{
  const TvSourceLine *one = a, *other = b;

  if (one->inclusive != other->inclusive)
    return one->inclusive > other->inclusive ? -1 : 1;
  if (one->exclusive != other->exclusive)
    return one->exclusive > other->exclusive ? -1 : 1;
  if (one->symbol != other->symbol)
    return one->symbol > other->symbol ? 1 : -1;
  if (one->file != other->file)
    return one->file > other->file ? 1 : -1;
  return (one->line > other->line) - (one->line < other->line);
}

static void
remove_unseen (GArray *lines)
{
  guint n = 0;

  for (guint i = 0; i < lines->len; i++)
    {
      const TvSourceLine *line = &g_array_index (lines, TvSourceLine, i);

      if (line->inclusive != 0 || line->n_samples > 0)
        g_array_index (lines, TvSourceLine, n++) = *line;
    }
  g_array_set_size (lines, n);
}

/**
 * tv_source_line_get_percent:
 *
 * Returns: @weight in percent of the weight of all selected samples, including those without a stack
 */
double
tv_source_line_get_percent (const TvSourceLine *self, gint64 weight)
{
  return self->total > 0 ? 100.0 * (double) weight / (double) self->total : 0.0;
}

/* Finds lines like tv_source_lines_find(). @sum: (out) (nullable): sums over all lines */
static GArray *
find (TvTrace *trace,
      guint32 kind,
      guint32 symbol,
      const TvSelection *selection,
      TvSymbolSamples *sum,
      GCancellable *cancellable,
      GError **error)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  g_autoptr (GArray) samples = tv_sample_rows_find (trace, kind, selection, cancellable, error);
  g_autoptr (GArray) lines = g_array_new (FALSE, FALSE, sizeof (TvSourceLine));
  g_autofree guint32 *of_frame = g_new (guint32, MAX (stacks->n_frames, 1));
  g_autofree gint64 *weights = g_new0 (gint64, MAX (stacks->n_callsites, 1));
  g_autofree guint32 *counts = g_new0 (guint32, MAX (stacks->n_callsites, 1));
  Lines self = { .trace = trace,
                 .stacks = stacks,
                 .kind = kind,
                 .lines = lines,
                 .of_frame = of_frame,
                 .weights = weights,
                 .counts = counts,
                 .sum = sum };

  if (samples == NULL)
    return NULL;
  find_lines (&self, symbol);
  add_samples (&self, samples);
  if (!add_callsites (&self, cancellable))
    return tv_error_set_cancelled (error), NULL;
  if (sum != NULL)
    {
      sum->n_total += self.n_without_stack;
      sum->total = self.total;
    }
  remove_unseen (lines);
  for (guint i = 0; i < lines->len; i++)
    g_array_index (lines, TvSourceLine, i).total = self.total;
  g_array_sort (lines, compare_lines);
  return g_steal_pointer (&lines);
}

/**
 * tv_source_lines_find:
 * @trace: a trace
 * @kind: a kind of samples
 * @symbol: function of the lines, or %TV_NONE for all functions
 * @selection: (nullable): selected part of the trace; %NULL for all. Its filters and transforms select samples, but
 *   do not change lines
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): set to %TV_ERROR_CANCELLED
 *
 * Adds up samples by source line. Visits every sample, so call it on a worker. A function without line information
 * has one row with line 0, so the exclusive weights of all rows add up to the weight of all samples with a stack.
 *
 * Returns: (transfer full) (element-type TvSourceLine) (nullable): lines on the stacks of samples, in descending
 * order of inclusive weight; %NULL if cancelled
 */
GArray *
tv_source_lines_find (TvTrace *trace,
                      guint32 kind,
                      guint32 symbol,
                      const TvSelection *selection,
                      GCancellable *cancellable,
                      GError **error)
{
  g_return_val_if_fail (kind < tv_trace_get_stacks (trace)->n_kinds, NULL);
  return find (trace, kind, symbol, selection, NULL, cancellable, error);
}

/**
 * tv_symbol_samples_find:
 * @trace: a trace
 * @kind: a kind of samples
 * @symbol: a function
 * @selection: (nullable): see tv_source_lines_find()
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): set to %TV_ERROR_CANCELLED
 *
 * Adds up the samples of a function. Visits every sample, so call it on a worker.
 *
 * Returns: (transfer full) (nullable): weights and numbers of the function's samples; %NULL if cancelled
 */
TvSymbolSamples *
tv_symbol_samples_find (TvTrace *trace,
                        guint32 kind,
                        guint32 symbol,
                        const TvSelection *selection,
                        GCancellable *cancellable,
                        GError **error)
{
  g_autoptr (TvSymbolSamples) self = g_new0 (TvSymbolSamples, 1);

  g_return_val_if_fail (kind < tv_trace_get_stacks (trace)->n_kinds && symbol != TV_NONE, NULL);
  self->lines = find (trace, kind, symbol, selection, self, cancellable, error);
  if (self->lines == NULL)
    return NULL;
  for (guint i = 0; i < self->lines->len; i++)
    {
      const TvSourceLine *line = &g_array_index (self->lines, TvSourceLine, i);

      tv_add_ns (&self->exclusive, line->exclusive);
      self->n_exclusive += line->n_samples;
    }
  return g_steal_pointer (&self);
}

void
tv_symbol_samples_free (TvSymbolSamples *self)
{
  g_clear_pointer (&self->lines, g_array_unref);
  g_free (self);
}
