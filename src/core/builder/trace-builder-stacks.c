/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/trace-builder-private.h"
#include "core/memory/large-block.h"

/* Stacks, of which each part is kept once, and samples of them. */

void
tv_trace_builder_init_stacks (TvTraceBuilder *self)
{
  self->mappings = g_array_new (FALSE, FALSE, sizeof (TvMapping));
  self->frames = g_array_new (FALSE, FALSE, sizeof (TvFrame));
  self->callsites = g_array_new (FALSE, FALSE, sizeof (TvCallsite));
  self->sample_kinds = g_array_new (FALSE, FALSE, sizeof (TvSampleKind));
  self->stack_samples = g_array_new (FALSE, FALSE, sizeof (TvStackSample));
  self->async_ids = g_array_new (FALSE, FALSE, sizeof (TvSparseCell));
}

void
tv_trace_builder_clear_stacks (TvTraceBuilder *self)
{
  g_array_unref (self->mappings);
  g_array_unref (self->frames);
  g_array_unref (self->callsites);
  g_array_unref (self->sample_kinds);
  g_array_unref (self->stack_samples);
  g_array_unref (self->async_ids);
  tv_row_table_clear (&self->mapping_rows);
  tv_row_table_clear (&self->frame_rows);
  tv_row_table_clear (&self->callsite_rows);
}

/**
 * tv_trace_builder_add_mapping:
 * @self: a builder
 * @path: string
 * @build_id: string, or %TV_NONE
 *
 * Returns: the mapping; a new one, or the one there is
 */
guint32
tv_trace_builder_add_mapping (TvTraceBuilder *self, guint32 path, guint32 build_id)
{
  return tv_trace_builder_add_mapping_at (self, &(TvMapping){ path, build_id, 0, 0, 0, 0, 0 });
}

/**
 * tv_trace_builder_add_mapping_at:
 * @self: a builder
 * @mapping: what it is, with where it was
 *
 * Returns: the mapping; a new one, or the one there is
 */
guint32
tv_trace_builder_add_mapping_at (TvTraceBuilder *self, const TvMapping *mapping)
{
  guint64 long_hash = tv_hash_word (self->seed, (guint64) mapping->path << 32 | mapping->build_id);
  guint32 hash, row;

  long_hash = tv_hash_word (tv_hash_word (long_hash, mapping->start), mapping->end);
  long_hash = tv_hash_word (tv_hash_word (long_hash, mapping->start_offset), mapping->load_bias);
  hash = (guint32) tv_hash_word (tv_hash_word (long_hash, mapping->exact_offset), 0);

  for (guint32 slot = hash;
       (row = tv_row_table_next (&self->mapping_rows, hash, &slot)) != TV_NONE;)
    {
      const TvMapping *known = &g_array_index (self->mappings, TvMapping, row);

      if (known->path == mapping->path && known->build_id == mapping->build_id &&
          known->start == mapping->start && known->end == mapping->end &&
          known->start_offset == mapping->start_offset &&
          known->exact_offset == mapping->exact_offset && known->load_bias == mapping->load_bias)
        return row;
    }
  if (!tv_trace_builder_has_row (self, self->mappings))
    return self->mappings->len - 1;
  row = self->mappings->len;
  g_array_append_vals (self->mappings, mapping, 1);
  tv_row_table_add (&self->mapping_rows, hash, row);
  return row;
}

/**
 * tv_trace_builder_add_frame:
 * @self: a builder
 * @frame: what it is
 *
 * Returns: the frame; a new one, or the one there is
 */
guint32
tv_trace_builder_add_frame (TvTraceBuilder *self, const TvFrame *frame)
{
  guint64 long_hash = tv_hash_word (self->seed, (guint64) frame->symbol << 32 | frame->mapping);
  guint32 hash, row;

  g_return_val_if_fail (frame->mapping == TV_NONE || frame->mapping < self->mappings->len, TV_NONE);
  long_hash = tv_hash_word (tv_hash_word (long_hash, frame->relative_pc), frame->line);
  long_hash = tv_hash_word (long_hash, (guint64) frame->n_repeats << 8 | frame->kind << 1 |
                                           (frame->is_inlined ? 1 : 0));
  long_hash = tv_hash_word (long_hash, (guint64) frame->told_name << 32 | frame->source_file);
  hash = (guint32) tv_hash_word (long_hash, 0);
  for (guint32 slot = hash; (row = tv_row_table_next (&self->frame_rows, hash, &slot)) != TV_NONE;)
    {
      const TvFrame *known = &g_array_index (self->frames, TvFrame, row);

      if (known->symbol == frame->symbol && known->mapping == frame->mapping &&
          known->relative_pc == frame->relative_pc && known->line == frame->line &&
          known->kind == frame->kind && known->n_repeats == frame->n_repeats &&
          known->symbol_set == frame->symbol_set && known->source_file == frame->source_file &&
          known->is_inlined == frame->is_inlined && known->told_name == frame->told_name)
        return row;
    }
  if (!tv_trace_builder_has_row (self, self->frames))
    return self->frames->len - 1;
  row = self->frames->len;
  g_array_append_vals (self->frames, frame, 1);
  tv_row_table_add (&self->frame_rows, hash, row);
  return row;
}

/* Finds what was called from @parent first, if that came right behind it: a stack that none before was like lies
 * in rows one after another, and these are in no table. */
static gboolean
is_next (TvTraceBuilder *self, guint32 parent, guint32 frame)
{
  guint32 row = parent + 1; /* TV_NONE + 1 is 0 */
  const TvCallsite *next;

  if (row == self->callsites->len)
    return FALSE;
  next = &g_array_index (self->callsites, TvCallsite, row);
  return next->parent == parent && next->frame == frame;
}

/**
 * tv_trace_builder_add_callsite:
 * @self: a builder
 * @parent: the callsite that it is called from, or %TV_NONE
 * @frame: what is called
 *
 * Returns: the callsite; a new one, or the one there is
 */
guint32
tv_trace_builder_add_callsite (TvTraceBuilder *self, guint32 parent, guint32 frame)
{
  TvCallsite callsite = { parent, frame, 0 };
  guint32 hash = 0, row = self->callsites->len;

  g_return_val_if_fail (parent == TV_NONE || parent < row, TV_NONE);
  g_return_val_if_fail (frame < self->frames->len, TV_NONE);
  if (is_next (self, parent, frame))
    return parent + 1;
  if (parent + 1 < row)
    {
      guint32 found;

      hash = (guint32) tv_hash_word (tv_hash_word (self->seed, (guint64) parent << 32 | frame), 0);
      for (guint32 slot = hash;
           (found = tv_row_table_next (&self->callsite_rows, hash, &slot)) != TV_NONE;)
        {
          const TvCallsite *known = &g_array_index (self->callsites, TvCallsite, found);

          if (known->parent == parent && known->frame == frame)
            return found;
        }
    }
  if (!tv_trace_builder_has_row (self, self->callsites))
    return self->callsites->len - 1;
  if (parent != TV_NONE)
    callsite.depth = g_array_index (self->callsites, TvCallsite, parent).depth + 1;
  g_array_append_val (self->callsites, callsite);
  if (parent + 1 != row)
    tv_row_table_add (&self->callsite_rows, hash, row);
  return row;
}

/**
 * tv_trace_builder_add_sample_kind:
 * @self: a builder
 * @name: string: what makes the samples
 * @unit: what their weights are in
 *
 * There are few: each is looked for among all.
 *
 * Returns: the kind; a new one, or the one there is
 */
guint32
tv_trace_builder_add_sample_kind (TvTraceBuilder *self, guint32 name, TvWeightUnit unit)
{
  TvSampleKind kind = { .name = name, .unit = unit, .heap = TV_NONE };

  g_return_val_if_fail (unit < TV_N_WEIGHT_UNITS, TV_NONE);
  for (guint32 row = 0; row < self->sample_kinds->len; row++)
    {
      const TvSampleKind *known = &g_array_index (self->sample_kinds, TvSampleKind, row);

      if (known->name == name && known->unit == unit && known->heap == TV_NONE)
        return row;
    }
  g_array_append_val (self->sample_kinds, kind);
  return self->sample_kinds->len - 1;
}

/* Says that samples of a kind tell of time that threads were off the CPU. */
void
tv_trace_builder_set_off_cpu (TvTraceBuilder *self, guint32 kind)
{
  g_return_if_fail (kind < self->sample_kinds->len);
  g_array_index (self->sample_kinds, TvSampleKind, kind).is_off_cpu = TRUE;
}

/**
 * tv_trace_builder_add_stack_sample:
 * @self: a builder
 * @sample: a sample; they may come in any order
 */
void
tv_trace_builder_add_stack_sample (TvTraceBuilder *self, const TvStackSample *sample)
{
  g_return_if_fail (sample->kind < self->sample_kinds->len);
  g_return_if_fail (sample->mode < TV_N_CPU_MODES && sample->unwind_error < TV_N_UNWIND_ERRORS);
  g_return_if_fail (sample->callsite == TV_NONE || sample->callsite < self->callsites->len);
  if (tv_trace_builder_has_row (self, self->stack_samples))
    g_array_append_vals (self->stack_samples, sample, 1);
}

/**
 * tv_trace_builder_set_async_id:
 * @self: a builder with a sample
 * @id: which of the works that a process does by turns the last sample is of
 */
void
tv_trace_builder_set_async_id (TvTraceBuilder *self, gint64 id)
{
  TvSparseCell cell = { id, self->stack_samples->len - 1 };

  g_return_if_fail (self->stack_samples->len > 0);
  g_array_append_val (self->async_ids, cell);
}

static gpointer
new_column (guint32 n, gsize size)
{
  return tv_large_block_new (MAX (n * size, 1));
}

/* Sessions of samples that have any; else NULL. */
static guint16 *
dup_sessions (const GArray *samples, const guint32 *order)
{
  guint16 *sessions = NULL;

  for (guint i = 0; i < samples->len; i++)
    {
      guint16 session = g_array_index (samples, TvStackSample, order[i]).session;

      if (session > 0 && sessions == NULL)
        {
          sessions = new_column (samples->len, sizeof *sessions);
          memset (sessions, 0, samples->len * sizeof *sessions);
        }
      if (sessions != NULL)
        sessions[i] = session;
    }
  return sessions;
}

/* Ids are of samples as they were told. */
static void
lay_out_async_ids (TvTraceBuilder *self, const guint32 *order)
{
  g_autofree guint32 *rows = NULL;

  if (self->async_ids->len == 0)
    return;
  rows = g_new (guint32, self->stack_samples->len);
  for (guint32 i = 0; i < self->stack_samples->len; i++)
    rows[order[i]] = i;
  for (guint i = 0; i < self->async_ids->len; i++)
    {
      guint32 *row = &g_array_index (self->async_ids, TvSparseCell, i).row;

      *row = rows[*row];
    }
  tv_sparse_column_fill (&self->trace->stacks.samples.async_id, self->async_ids);
}

static void
lay_out_samples (TvTraceBuilder *self)
{
  guint32 n = self->stack_samples->len;
  g_autofree guint32 *order = NULL;
  gint64 *ts = new_column (n, sizeof *ts), *weight = new_column (n, sizeof *weight);
  guint32 *kind = new_column (n, sizeof *kind), *utid = new_column (n, sizeof *utid);
  guint32 *cpu = new_column (n, sizeof *cpu), *callsite = new_column (n, sizeof *callsite);
  guint8 *mode = new_column (n, sizeof *mode), *unwind_error = new_column (n, sizeof *mode);

  order = tv_trace_builder_order_rows (self->stack_samples, G_STRUCT_OFFSET (TvStackSample, ts));
  for (guint32 i = 0; i < n; i++)
    {
      const TvStackSample *sample = &g_array_index (self->stack_samples, TvStackSample, order[i]);

      ts[i] = sample->ts;
      kind[i] = sample->kind;
      utid[i] = sample->utid;
      cpu[i] = sample->cpu;
      callsite[i] = sample->callsite;
      weight[i] = sample->weight;
      mode[i] = sample->mode;
      unwind_error[i] = sample->unwind_error;
    }
  self->trace->stacks.samples = (TvStackSamples){ .n = n,
                                                  .ts = ts,
                                                  .kind = kind,
                                                  .utid = utid,
                                                  .cpu = cpu,
                                                  .callsite = callsite,
                                                  .weight = weight,
                                                  .mode = mode,
                                                  .unwind_error = unwind_error,
                                                  .session = dup_sessions (self->stack_samples,
                                                                           order) };
  lay_out_async_ids (self, order);
}

/* Frames name symbols by the numbers that these have before they are put in order. */
void
tv_trace_builder_lay_out_stacks (TvTraceBuilder *self)
{
  TvStacks *stacks = &self->trace->stacks;

  if (self->final_symbols != NULL)
    for (guint32 i = 0; i < self->frames->len; i++)
      {
        guint32 *symbol = &g_array_index (self->frames, TvFrame, i).symbol;

        if (*symbol != TV_NONE)
          *symbol = self->final_symbols[*symbol];
      }
  lay_out_samples (self);
  stacks->mappings = tv_trace_builder_take_rows (self->mappings, &stacks->n_mappings);
  stacks->frames = tv_trace_builder_take_rows (self->frames, &stacks->n_frames);
  stacks->callsites = tv_trace_builder_take_rows (self->callsites, &stacks->n_callsites);
  stacks->kinds = tv_trace_builder_take_rows (self->sample_kinds, &stacks->n_kinds);
}
