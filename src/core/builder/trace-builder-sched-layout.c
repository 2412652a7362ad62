/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/trace-builder-sched.h"

#include <string.h>

#include "core/memory/large-block.h"
#include "core/memory/parallel.h"

/* Fills the side columns of runs and states from their chunks, and sets their symbols. */

/* Runs have the label of their thread: name and id. */
static guint32
add_thread_symbol (TvTraceBuilder *self, guint32 utid)
{
  TvSymbol name = { TV_NONE, g_array_index (self->trace->threads, TvThread, utid).name, TV_NONE,
                    TV_NONE, 0 };

  if (name.name == TV_NONE)
    {
      g_autofree char *label = tv_trace_dup_thread_label (self->trace, utid);

      name.name = tv_trace_builder_intern (self, label, -1);
    }
  return tv_trace_builder_add_symbol (self, &name);
}

/* Returns: (transfer full): the symbols of all threads that run, in the order in which they do */
static guint32 *
add_thread_symbols (TvTraceBuilder *self)
{
  guint n_threads = self->trace->threads->len;
  guint32 *symbols = g_new (guint32, MAX (n_threads, 1));

  for (guint i = 0; i < n_threads; i++)
    symbols[i] = TV_NONE;
  for (guint32 i = 0; i < self->trace->runs.n; i++)
    {
      guint32 utid = self->trace->runs.utid[i];

      if (symbols[utid] == TV_NONE)
        symbols[utid] = add_thread_symbol (self, utid);
    }
  return symbols;
}

/* Room for rows of a column; one more, so that a row may be pointed at where there are none. */
static gpointer
allocate_rows (guint32 n, gsize row_bytes)
{
  return tv_large_block_new (((gsize) n + 1) * row_bytes);
}

/* CPU times need no more bits than the times of slices. */
static void
allocate_cpu_before (TvTraceBuilder *self)
{
  TvTrace *trace = self->trace;
  TvTimeColumn *column = &trace->states.cpu_before;

  column->unit_ns = self->tick_ns;
  tv_ticks_init (&column->ticks, trace->states.n);
  if (tv_ticks_is_narrow (&trace->slices.ts.ticks))
    return;
  tv_ticks_widen (&column->ticks);
  for (guint32 i = 0; i < trace->n_tracks; i++)
    if (tv_trace_builder_peek_track (self, i)->kind == TV_TRACK_THREAD_STATE)
      tv_ticks_split (&column->ticks, trace->tracks[i].first_side);
}

/* Allocates the side columns of tracks whose times are allocated. */
void
tv_trace_builder_allocate_sched (TvTraceBuilder *self)
{
  TvTrace *trace = self->trace;
  TvRuns *runs = &trace->runs;
  TvStates *states = &trace->states;

  for (guint i = 0; i < self->tracks->len; i++)
    {
      const TvTrackBuilder *track = tv_trace_builder_peek_track (self, i);
      guint32 *n = track->kind == TV_TRACK_CPU ? &runs->n : &states->n;

      if (!track->is_flat)
        continue;
      trace->tracks[i].first_side = *n;
      *n += track->n_slices;
    }
  runs->utid = allocate_rows (runs->n, sizeof *runs->utid);
  runs->priority = allocate_rows (runs->n, sizeof *runs->priority);
  runs->end_state = allocate_rows (runs->n, sizeof *runs->end_state);
  states->name = allocate_rows (states->n, sizeof *states->name);
  states->about = allocate_rows (states->n, sizeof *states->about);
  allocate_cpu_before (self);
  trace->state_names = g_steal_pointer (&self->sched->state_names);
  self->sched->state_names = g_array_new (FALSE, FALSE, sizeof (TvStateName));
  runs->names = states->names = (const TvStateName *) (gconstpointer) trace->state_names->data;
}

/* Copies the side rows of a chunk; @track has its first rows. */
void
tv_trace_builder_copy_sched (TvTrace *trace, const TvTrack *track, const TvSliceChunk *chunk)
{
  guint32 first = track->first_side + chunk->first;
  guint32 *utid = (guint32 *) trace->runs.utid + first;
  gint16 *priority = (gint16 *) trace->runs.priority + first;
  guint16 *end_state = (guint16 *) trace->runs.end_state + first;
  guint16 *name = (guint16 *) trace->states.name + first;

  if (track->kind == TV_TRACK_CPU)
    for (guint32 i = 0; i < chunk->n; i++)
      {
        utid[i] = chunk->symbol[i];
        priority[i] = (gint16) (chunk->about[i] >> TV_SCHED_NAME_BITS);
        end_state[i] = chunk->about[i] & TV_SCHED_NAME_MASK;
      }
  else
    {
      for (guint32 i = 0; i < chunk->n; i++)
        name[i] = (guint16) chunk->symbol[i];
      memcpy ((guint32 *) trace->states.about + first, chunk->about,
              chunk->n * sizeof *chunk->about);
    }
}

typedef struct
{
  TvTraceBuilder *builder;
  const guint32 *of_thread; /* symbols by utid */
  const guint32 *of_name;   /* and by name of a state */
} Layout;

static void
set_symbol (TvTrace *trace, guint32 slice, guint32 symbol)
{
  if (trace->slices.symbol.narrow != NULL)
    ((guint16 *) trace->slices.symbol.narrow)[slice] = (guint16) symbol;
  else
    ((guint32 *) trace->slices.symbol.wide)[slice] = symbol;
}

static void
finish_states (const Layout *self, const TvTrack *track)
{
  TvTrace *trace = self->builder->trace;
  TvStates *states = &trace->states;
  gint64 running = 0;

  for (guint32 i = 0; i < track->n_slices; i++)
    {
      guint32 row = track->first_side + i, slice = track->first_slice + i;

      tv_ticks_append (&states->cpu_before.ticks, row, running);
      set_symbol (trace, slice, self->of_name[states->name[row]]);
      if (tv_states_get_kind (states, row) == TV_STATE_RUNNING)
        running += tv_ticks_get (&trace->slices.dur.ticks, slice);
    }
}

/* A #TvParallelTask. */
static void
finish_track (guint task, gpointer data)
{
  const Layout *self = data;
  TvTrace *trace = self->builder->trace;
  const TvTrack *track = &trace->tracks[task];

  if (!tv_trace_builder_peek_track (self->builder, task)->is_flat)
    return;
  if (track->kind == TV_TRACK_THREAD_STATE)
    finish_states (self, track);
  else
    for (guint32 i = 0; i < track->n_slices; i++)
      set_symbol (trace, track->first_slice + i,
                  self->of_thread[trace->runs.utid[track->first_side + i]]);
}

/* Finishes the side columns, when all slices have their rows. */
void
tv_trace_builder_lay_out_sched (TvTraceBuilder *self)
{
  TvTrace *trace = self->trace;
  g_autofree guint32 *of_thread = NULL, *of_name = NULL;

  if (trace->state_names == NULL || trace->runs.n + trace->states.n == 0)
    return;
  of_thread = add_thread_symbols (self);
  of_name = g_new (guint32, trace->state_names->len + 1);
  for (guint i = 0; i < trace->state_names->len; i++)
    of_name[i] = g_array_index (self->name_symbols, guint32,
                                g_array_index (trace->state_names, TvStateName, i).text);
  tv_parallel_run (self->tracks->len, finish_track, &(Layout){ self, of_thread, of_name });
  tv_ticks_pack (&trace->states.cpu_before.ticks);
}
