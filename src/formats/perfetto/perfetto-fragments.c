/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-fragments.h"

#include "formats/perfetto/perfetto-fingerprints.h"

/* Reads the fragments of a recording that were saved while the recording continued. Each fragment also contains the
 * end of the previous fragment.
 *
 *   recorded     1 2 3 4 5 6 7 8 9
 *   first file   1 2 3 4 5 6
 *   next file          4 5 6 7 8 9
 *   read         1 2 3 4 5 6 │ 7 8 9
 *
 * The fragments are read like one complete file, because packets depend on previous packets of their sequence.
 * tv_perfetto_join() is the join function of the Perfetto format; perfetto.c and perfetto-machines.c visit packets
 * with tv_perfetto_fragments_walk(). */

#define MAX_COMPARED 64 /* maximum number of recordings with which a file is compared */

/* A recording, with its last file and the fingerprints of all its files so far. */
typedef struct
{
  TvTimedInput *last;
  TvPerfettoFingerprints *fingerprints;
} Recording;

/* ---- Comparison ---- */

static void
free_recording (gpointer data)
{
  Recording *self = data;

  tv_perfetto_fingerprints_free (self->fingerprints);
  g_free (self);
}

/* Finds the recording in @known that the file continues, and appends the file to it. If there is none, adds a new
 * recording. Returns FALSE with @error if cancelled. */
static gboolean
find_recording (GPtrArray *known,
                TvTimedInput *input,
                const TvPerfettoFingerprints *fingerprints,
                GCancellable *cancellable,
                GError **error)
{
  guint first = known->len > MAX_COMPARED ? known->len - MAX_COMPARED : 0;

  for (guint i = known->len; i-- > first;)
    {
      Recording *recording = g_ptr_array_index (known, i);

      if (recording->last->offset_ns != input->offset_ns)
        continue;
      if (!tv_perfetto_fingerprints_match (recording->fingerprints, fingerprints, cancellable,
                                           &input->duplicates, error))
        return FALSE;
      if (input->duplicates == NULL)
        continue;
      tv_perfetto_fingerprints_append (recording->fingerprints, fingerprints, input->duplicates);
      recording->last->next = input;
      recording->last = input;
      input->is_next = TRUE;
      return TRUE;
    }
  return TRUE;
}

/**
 * tv_perfetto_join:
 * @inputs: files, sorted by start time
 *
 * Groups files that are fragments of one recording, as @join of #TvFormat. Sets @duplicates of each fragment to the
 * number of packets at the start of its sequences that previous fragments also contain.
 *
 * Returns: %FALSE with @error on failure or cancellation
 */
gboolean
tv_perfetto_join (TvTimedInput *const *inputs,
                  guint n,
                  const TvReadContext *context,
                  GError **error)
{
  g_autoptr (GPtrArray) known = g_ptr_array_new_with_free_func (free_recording);

  for (guint i = 0; i < n; i++)
    {
      TvPerfettoFingerprints *fingerprints = tv_perfetto_fingerprints_new ();
      TvPerfettoWalk walk = { .input = inputs[i]->input,
                              .context = context,
                              .from = (double) i / n,
                              .to = (double) (i + 1) / n,
                              .visit = tv_perfetto_fingerprints_take,
                              .data = fingerprints };
      gboolean is_done = tv_perfetto_walk (&walk, error) &&
                         find_recording (known, inputs[i], fingerprints, context->cancellable,
                                         error);

      if (is_done && !inputs[i]->is_next)
        {
          Recording *recording = g_new (Recording, 1);

          *recording = (Recording){ inputs[i], fingerprints };
          g_ptr_array_add (known, recording);
          continue;
        }
      tv_perfetto_fingerprints_free (fingerprints);
      if (!is_done)
        return FALSE;
    }
  return TRUE;
}

/* ---- All fragments ---- */

/**
 * tv_perfetto_fragments_init:
 * @self: (out caller-allocates): fragments
 * @first: a file, or the first fragment of a recording
 * @builder: builder that records the file names
 *
 * Assigns each file its offset in the builder's concatenated input.
 */
void
tv_perfetto_fragments_init (TvPerfettoFragments *self,
                            const TvTimedInput *first,
                            TvTraceBuilder *builder)
{
  *self = (TvPerfettoFragments){ first, g_array_new (FALSE, FALSE, sizeof (guint64)) };
  for (const TvTimedInput *input = first; input != NULL; input = input->next)
    {
      /* A file that is opened alone has no name. */
      guint64 base_offset = input->name != NULL ? tv_trace_builder_begin_input (
                                                      builder, input->name, input->input->size)
                                                : 0;

      g_array_append_val (self->base_offsets, base_offset);
    }
}

void
tv_perfetto_fragments_clear (TvPerfettoFragments *self)
{
  g_array_unref (self->base_offsets);
}

static void
emit_walk (TvTraceBuilder *builder, const TvPerfettoWalk *walk, guint64 n_repeats)
{
  if (walk->n_bad > 0)
    tv_trace_builder_count_problems (builder, TV_PROBLEM_BAD_PACKET, (gint64) walk->first_bad,
                                     walk->n_bad);
  if (walk->cut_at >= 0)
    tv_trace_builder_count_problem (builder, TV_PROBLEM_CUT_RECORD, walk->cut_at);
  if (walk->broken_at >= 0)
    tv_trace_builder_count_problem (builder, TV_PROBLEM_BAD_BLOCK, walk->broken_at);
  if (n_repeats > 0)
    tv_trace_builder_count_problems (builder, TV_PROBLEM_REPEATED_PACKETS,
                                     (gint64) walk->base_offset, n_repeats);
}

/**
 * tv_perfetto_fragments_walk:
 * @how: parameters of the walk, except input and base offset
 * @reports: (nullable): builder that receives problems and the number of skipped packets
 *
 * Visits all packets except those that a previous fragment also contains.
 *
 * Returns: %FALSE with @error on failure or cancellation
 */
gboolean
tv_perfetto_fragments_walk (const TvPerfettoFragments *self,
                            const TvPerfettoWalk *how,
                            TvTraceBuilder *reports,
                            GError **error)
{
  double each = (how->to - how->from) / self->base_offsets->len;
  guint i = 0;

  for (const TvTimedInput *input = self->first; input != NULL; input = input->next, i++)
    {
      TvPerfettoDuplicateFilter rest;
      TvPerfettoWalk walk = *how;
      gboolean is_done;

      walk.input = input->input;
      walk.base_offset = g_array_index (self->base_offsets, guint64, i);
      walk.from = how->from + i * each;
      walk.to = walk.from + each;
      if (input->duplicates != NULL)
        tv_perfetto_duplicate_filter_init (&rest, input->duplicates, &walk);
      is_done = tv_perfetto_walk (&walk, error);
      if (is_done && reports != NULL)
        emit_walk (reports, &walk, input->duplicates != NULL ? rest.n_left_out : 0);
      if (input->duplicates != NULL)
        tv_perfetto_duplicate_filter_clear (&rest);
      if (!is_done)
        return FALSE;
    }
  return TRUE;
}
