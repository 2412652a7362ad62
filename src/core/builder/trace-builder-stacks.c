/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/stacks-part.h"

#include "core/builder/rows.h"
#include "core/builder/symbols-part.h"
#include "core/memory/large-block.h"
#include "core/memory/row-table.h"
#include "core/trace-edit.h"

/* Deduplicated stacks, and their samples. A stack is a node (callsite) in a tree, whose parent is the caller. Called
 * by the readers of samples through formats/samples/sample-writer.c, by the readers of dumps, and by
 * trace-builder-heap-paths.c for heap dumps. The stage "stacks" of trace-builder.c sorts the samples by time. */

struct _TvStacksPart
{
  guint64 seed;             /* seed for hashes */
  GArray *mappings;         /* TvMapping */
  GArray *frames;           /* TvFrame */
  GArray *callsites;        /* TvCallsite */
  GArray *kinds;            /* TvSampleKind */
  GArray *samples;          /* TvStackSample; in the order in which they were added */
  GArray *async_ids;        /* TvSparseCell by row in @samples */
  TvRowTable mapping_rows;  /* lookup of rows by all their fields */
  TvRowTable frame_rows;    /* rows by all fields */
  TvRowTable callsite_rows; /* lookup by parent and frame, except of rows that is_next() finds */
  guint first_of_file;      /* first sample of the file that is being read */
};

static void
init (TvTraceBuilder *self)
{
  TvStacksPart *part = self->stacks = g_new0 (TvStacksPart, 1);

  part->seed = tv_row_table_seed ();
  part->mappings = g_array_new (FALSE, FALSE, sizeof (TvMapping));
  part->frames = g_array_new (FALSE, FALSE, sizeof (TvFrame));
  part->callsites = g_array_new (FALSE, FALSE, sizeof (TvCallsite));
  part->kinds = g_array_new (FALSE, FALSE, sizeof (TvSampleKind));
  part->samples = g_array_new (FALSE, FALSE, sizeof (TvStackSample));
  part->async_ids = g_array_new (FALSE, FALSE, sizeof (TvSparseCell));
}

static void
clear (TvTraceBuilder *self)
{
  g_array_unref (self->stacks->mappings);
  g_array_unref (self->stacks->frames);
  g_array_unref (self->stacks->callsites);
  g_array_unref (self->stacks->kinds);
  g_array_unref (self->stacks->samples);
  g_array_unref (self->stacks->async_ids);
  tv_row_table_clear (&self->stacks->mapping_rows);
  tv_row_table_clear (&self->stacks->frame_rows);
  tv_row_table_clear (&self->stacks->callsite_rows);
  g_clear_pointer (&self->stacks, g_free);
}

static void
begin_file (TvTraceBuilder *self)
{
  self->stacks->first_of_file = self->stacks->samples->len;
}

static void
end_file (TvTraceBuilder *self, gint64 offset_ns, gint64 uncertainty_ns)
{
  tv_rows_shift (self->stacks->samples, self->stacks->first_of_file,
                 G_STRUCT_OFFSET (TvStackSample, ts), offset_ns);
}

const TvBuilderPart tv_builder_stacks = { init, clear, begin_file, end_file };

guint32
tv_trace_builder_get_n_callsites (const TvTraceBuilder *self)
{
  return self->stacks->callsites->len;
}

/* Returns: (transfer none): the callsite; valid until the next callsite is added */
const TvCallsite *
tv_trace_builder_get_callsite (const TvTraceBuilder *self, guint32 callsite)
{
  return &g_array_index (self->stacks->callsites, TvCallsite, callsite);
}

guint32
tv_trace_builder_get_n_sample_kinds (const TvTraceBuilder *self)
{
  return self->stacks->kinds->len;
}

/* Appends a kind of sample even if an equal kind exists, because the kinds of a heap must be consecutive. */
void
tv_trace_builder_append_sample_kind (TvTraceBuilder *self, const TvSampleKind *kind)
{
  g_array_append_vals (self->stacks->kinds, kind, 1);
}

/**
 * tv_trace_builder_add_mapping:
 * @path: string id
 * @build_id: string id, or %TV_NONE
 *
 * Adds a mapping without addresses, unless an equal one exists.
 *
 * Returns: row of the new or existing mapping
 */
guint32
tv_trace_builder_add_mapping (TvTraceBuilder *self, guint32 path, guint32 build_id)
{
  return tv_trace_builder_add_mapping_at (self, &(TvMapping){ path, build_id, 0, 0, 0, 0, 0 });
}

/**
 * tv_trace_builder_add_mapping_at:
 * @mapping: a mapping with its addresses
 *
 * Adds a mapping, unless an equal one exists.
 *
 * Returns: row of the new or existing mapping
 */
guint32
tv_trace_builder_add_mapping_at (TvTraceBuilder *self, const TvMapping *mapping)
{
  guint64 long_hash = tv_hash_word (self->stacks->seed,
                                    (guint64) mapping->path << 32 | mapping->build_id);
  guint32 hash, row;

  long_hash = tv_hash_word (tv_hash_word (long_hash, mapping->start), mapping->end);
  long_hash = tv_hash_word (tv_hash_word (long_hash, mapping->start_offset), mapping->load_bias);
  hash = (guint32) tv_hash_word (tv_hash_word (long_hash, mapping->exact_offset), 0);

  for (guint32 slot = hash;
       (row = tv_row_table_next (&self->stacks->mapping_rows, hash, &slot)) != TV_NONE;)
    {
      const TvMapping *known = &g_array_index (self->stacks->mappings, TvMapping, row);

      if (known->path == mapping->path && known->build_id == mapping->build_id &&
          known->start == mapping->start && known->end == mapping->end &&
          known->start_offset == mapping->start_offset &&
          known->exact_offset == mapping->exact_offset && known->load_bias == mapping->load_bias)
        return row;
    }
  if (!tv_trace_builder_has_row (self, self->stacks->mappings))
    return self->stacks->mappings->len - 1;
  row = self->stacks->mappings->len;
  g_array_append_vals (self->stacks->mappings, mapping, 1);
  tv_row_table_add (&self->stacks->mapping_rows, hash, row);
  return row;
}

/**
 * tv_trace_builder_add_frame:
 *
 * Adds a frame, unless an equal one exists.
 *
 * Returns: row of the new or existing frame
 */
guint32
tv_trace_builder_add_frame (TvTraceBuilder *self, const TvFrame *frame)
{
  guint64 long_hash = tv_hash_word (self->stacks->seed,
                                    (guint64) frame->symbol << 32 | frame->mapping);
  guint32 hash, row;

  g_return_val_if_fail (frame->mapping == TV_NONE || frame->mapping < self->stacks->mappings->len,
                        TV_NONE);
  long_hash = tv_hash_word (tv_hash_word (long_hash, frame->relative_pc), frame->line);
  long_hash = tv_hash_word (long_hash, (guint64) frame->n_repeats << 8 | frame->kind << 1 |
                                           (frame->is_inlined ? 1 : 0));
  long_hash = tv_hash_word (long_hash, (guint64) frame->reported_name << 32 | frame->source_file);
  hash = (guint32) tv_hash_word (long_hash, 0);
  for (guint32 slot = hash;
       (row = tv_row_table_next (&self->stacks->frame_rows, hash, &slot)) != TV_NONE;)
    {
      const TvFrame *known = &g_array_index (self->stacks->frames, TvFrame, row);

      if (known->symbol == frame->symbol && known->mapping == frame->mapping &&
          known->relative_pc == frame->relative_pc && known->line == frame->line &&
          known->kind == frame->kind && known->n_repeats == frame->n_repeats &&
          known->symbol_set == frame->symbol_set && known->source_file == frame->source_file &&
          known->is_inlined == frame->is_inlined && known->reported_name == frame->reported_name)
        return row;
    }
  if (!tv_trace_builder_has_row (self, self->stacks->frames))
    return self->stacks->frames->len - 1;
  row = self->stacks->frames->len;
  g_array_append_vals (self->stacks->frames, frame, 1);
  tv_row_table_add (&self->stacks->frame_rows, hash, row);
  return row;
}

/* Returns whether the row after @parent is a callsite of @frame called from @parent. The rows of a new stack are
 * consecutive. Such rows are not in the table, because this check finds them. */
static gboolean
is_next (TvTraceBuilder *self, guint32 parent, guint32 frame)
{
  guint32 row = parent + 1; /* TV_NONE + 1 is 0 */
  const TvCallsite *next;

  if (row == self->stacks->callsites->len)
    return FALSE;
  next = &g_array_index (self->stacks->callsites, TvCallsite, row);
  return next->parent == parent && next->frame == frame;
}

/**
 * tv_trace_builder_add_callsite:
 * @parent: callsite of the caller, or %TV_NONE
 * @frame: frame of the callee
 *
 * Adds a callsite, unless it exists.
 *
 * Returns: row of the new or existing callsite
 */
guint32
tv_trace_builder_add_callsite (TvTraceBuilder *self, guint32 parent, guint32 frame)
{
  TvCallsite callsite = { parent, frame, 0 };
  guint32 hash = 0, row = self->stacks->callsites->len;

  g_return_val_if_fail (parent == TV_NONE || parent < row, TV_NONE);
  g_return_val_if_fail (frame < self->stacks->frames->len, TV_NONE);
  if (is_next (self, parent, frame))
    return parent + 1;
  if (parent + 1 < row)
    {
      guint32 found;

      hash = (guint32) tv_hash_word (
          tv_hash_word (self->stacks->seed, (guint64) parent << 32 | frame), 0);
      for (guint32 slot = hash;
           (found = tv_row_table_next (&self->stacks->callsite_rows, hash, &slot)) != TV_NONE;)
        {
          const TvCallsite *known = &g_array_index (self->stacks->callsites, TvCallsite, found);

          if (known->parent == parent && known->frame == frame)
            return found;
        }
    }
  if (!tv_trace_builder_has_row (self, self->stacks->callsites))
    return self->stacks->callsites->len - 1;
  if (parent != TV_NONE)
    callsite.depth = g_array_index (self->stacks->callsites, TvCallsite, parent).depth + 1;
  g_array_append_val (self->stacks->callsites, callsite);
  if (parent + 1 != row)
    tv_row_table_add (&self->stacks->callsite_rows, hash, row);
  return row;
}

/**
 * tv_trace_builder_add_sample_kind:
 * @name: string id of the sampled event's name
 * @unit: unit of the weights
 *
 * Adds a kind of sample, unless an equal one exists. The lookup is linear, because there are few kinds.
 *
 * Returns: row of the new or existing kind
 */
guint32
tv_trace_builder_add_sample_kind (TvTraceBuilder *self, guint32 name, TvWeightUnit unit)
{
  TvSampleKind kind = { .name = name, .unit = unit, .heap = TV_NONE, .before = TV_NONE };

  g_return_val_if_fail (unit < TV_N_WEIGHT_UNITS, TV_NONE);
  for (guint32 row = 0; row < self->stacks->kinds->len; row++)
    {
      const TvSampleKind *known = &g_array_index (self->stacks->kinds, TvSampleKind, row);

      if (known->name == name && known->unit == unit && known->heap == TV_NONE)
        return row;
    }
  g_array_append_val (self->stacks->kinds, kind);
  return self->stacks->kinds->len - 1;
}

/* Sets @before as the kind of samples from an earlier run, for a file that compares two runs. */
void
tv_trace_builder_set_baseline_kind (TvTraceBuilder *self, guint32 kind, guint32 before)
{
  g_return_if_fail (kind < self->stacks->kinds->len && before < self->stacks->kinds->len);
  g_array_index (self->stacks->kinds, TvSampleKind, kind).before = before;
}

/* Marks a kind of sample as measuring time off the CPU. */
void
tv_trace_builder_set_off_cpu (TvTraceBuilder *self, guint32 kind)
{
  g_return_if_fail (kind < self->stacks->kinds->len);
  g_array_index (self->stacks->kinds, TvSampleKind, kind).is_off_cpu = TRUE;
}

/**
 * tv_trace_builder_add_stack_sample:
 * @self: a builder
 * @sample: a sample; samples may be added in any order
 *
 * Adds a sample.
 */
void
tv_trace_builder_add_stack_sample (TvTraceBuilder *self, const TvStackSample *sample)
{
  g_return_if_fail (sample->kind < self->stacks->kinds->len);
  g_return_if_fail (sample->mode < TV_N_CPU_MODES && sample->unwind_error < TV_N_UNWIND_ERRORS);
  g_return_if_fail (sample->callsite == TV_NONE || sample->callsite < self->stacks->callsites->len);
  if (tv_trace_builder_has_row (self, self->stacks->samples))
    g_array_append_vals (self->stacks->samples, sample, 1);
}

/**
 * tv_trace_builder_set_async_id:
 * @self: a builder with a sample
 * @id: id of the asynchronous task to which the sample belongs
 *
 * Sets the asynchronous task of the sample that was added last.
 */
void
tv_trace_builder_set_async_id (TvTraceBuilder *self, gint64 id)
{
  TvSparseCell cell = { id, self->stacks->samples->len - 1 };

  g_return_if_fail (self->stacks->samples->len > 0);
  g_array_append_val (self->stacks->async_ids, cell);
}

static gpointer
new_column (guint32 n, gsize size)
{
  return tv_large_block_new (MAX (n * size, 1));
}

/* Returns: (transfer full) (nullable): the recorder session of each sample, in final order; NULL if no sample has
 * one */
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

/* Sets the column of asynchronous ids. The row of each id is that in which its sample was added; it is converted to
 * the sample's final row. @order lists the original rows in final order. */
static void
lay_out_async_ids (TvTraceBuilder *self, const guint32 *order)
{
  g_autofree guint32 *rows = NULL;

  if (self->stacks->async_ids->len == 0)
    return;
  rows = g_new (guint32, self->stacks->samples->len);
  for (guint32 i = 0; i < self->stacks->samples->len; i++)
    rows[order[i]] = i;
  for (guint i = 0; i < self->stacks->async_ids->len; i++)
    {
      guint32 *row = &g_array_index (self->stacks->async_ids, TvSparseCell, i).row;

      *row = rows[*row];
    }
  tv_sparse_column_fill (&tv_trace_edit_stacks (self->trace)->samples.async_id,
                         self->stacks->async_ids);
}

static void
lay_out_samples (TvTraceBuilder *self)
{
  guint32 n = self->stacks->samples->len;
  g_autofree guint32 *order = NULL;
  gint64 *ts = new_column (n, sizeof *ts), *weight = new_column (n, sizeof *weight);
  guint32 *kind = new_column (n, sizeof *kind), *utid = new_column (n, sizeof *utid);
  guint32 *cpu = new_column (n, sizeof *cpu), *callsite = new_column (n, sizeof *callsite);
  guint8 *mode = new_column (n, sizeof *mode), *unwind_error = new_column (n, sizeof *mode);

  order = tv_rows_order (self->stacks->samples, G_STRUCT_OFFSET (TvStackSample, ts));
  for (guint32 i = 0; i < n; i++)
    {
      const TvStackSample *sample = &g_array_index (self->stacks->samples, TvStackSample, order[i]);

      ts[i] = sample->ts;
      kind[i] = sample->kind;
      utid[i] = sample->utid;
      cpu[i] = sample->cpu;
      callsite[i] = sample->callsite;
      weight[i] = sample->weight;
      mode[i] = sample->mode;
      unwind_error[i] = sample->unwind_error;
    }
  tv_trace_edit_stacks (self->trace)->samples = (TvStackSamples){
    .n = n,
    .ts = ts,
    .kind = kind,
    .utid = utid,
    .cpu = cpu,
    .callsite = callsite,
    .weight = weight,
    .mode = mode,
    .unwind_error = unwind_error,
    .session = dup_sessions (self->stacks->samples, order)
  };
  lay_out_async_ids (self, order);
}

void
tv_trace_builder_lay_out_stacks (TvTraceBuilder *self)
{
  TvStacks *stacks = tv_trace_edit_stacks (self->trace);
  const guint32 *final = tv_trace_builder_get_final_symbols (self);

  if (final != NULL)
    for (guint32 i = 0; i < self->stacks->frames->len; i++)
      {
        guint32 *symbol = &g_array_index (self->stacks->frames, TvFrame, i).symbol;

        if (*symbol != TV_NONE)
          *symbol = final[*symbol];
      }
  lay_out_samples (self);
  stacks->mappings = tv_rows_take (self->stacks->mappings, &stacks->n_mappings);
  stacks->frames = tv_rows_take (self->stacks->frames, &stacks->n_frames);
  stacks->callsites = tv_rows_take (self->stacks->callsites, &stacks->n_callsites);
  stacks->kinds = tv_rows_take (self->stacks->kinds, &stacks->n_kinds);
}
