/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-tracks-private.h"

/* Places slices in layers. A layer is a track of the builder. The slice stacks of a group share its layers: a slice
 * stack occupies a layer while it has an open slice. perfetto-records.c calls tv_perfetto_tracks_emit() for each
 * record, in time order. A track is added to the builder when no layer is free. The state belongs to
 * TvPerfettoTracks. */

#define NO_SLICE G_MAXUINT64

/* Adds a track below the other tracks of the group. Returns the new track. */
guint32
tv_perfetto_tracks_add_layer (TvPerfettoTracks *self, TvPerfettoGroup *group)
{
  TvPerfettoReader *reader = self->reader;
  guint32 below = group->tracks->len > 0
                      ? g_array_index (group->tracks, guint32, group->tracks->len - 1)
                      : TV_NONE;
  guint32 owner = TV_NONE, track;

  if (group->owner == TV_PERFETTO_OF_PROCESS)
    owner = tv_ftrace_threads_make_process (reader->threads, group->id);
  else if (group->owner == TV_PERFETTO_OF_THREAD)
    owner = group->id;
  track = tv_trace_builder_add_extra_track (
      reader->builder,
      group->owner == TV_PERFETTO_OF_THREAD ? TV_TRACK_THREAD_EXTRA : TV_TRACK_ASYNC, group->role,
      owner, group->name, below);
  g_array_append_val (group->tracks, track);
  if (group->busy->len * 64 < group->tracks->len)
    g_array_append_val (group->busy, ((guint64){ 0 }));
  return track;
}

/* Assigns the first free layer of its group to the slice stack. Adds a layer if none is free. */
static void
take_layer (TvPerfettoTracks *self, TvPerfettoSliceStack *slice_stack)
{
  TvPerfettoGroup *group = &g_array_index (self->groups, TvPerfettoGroup, slice_stack->group);

  slice_stack->layer = group->tracks->len;
  for (guint i = 0; i < group->busy->len; i++)
    {
      guint64 is_free = ~g_array_index (group->busy, guint64, i);

      if (is_free == 0)
        continue;
      slice_stack->layer = MIN (i * 64 + (guint32) __builtin_ctzll (is_free), slice_stack->layer);
      break;
    }
  if (slice_stack->layer == group->tracks->len)
    tv_perfetto_tracks_add_layer (self, group);
  g_array_index (group->busy, guint64, slice_stack->layer / 64) |= G_GUINT64_CONSTANT (1)
                                                                   << slice_stack->layer % 64;
  slice_stack->track = g_array_index (group->tracks, guint32, slice_stack->layer);
}

static void
release_layer (TvPerfettoTracks *self, TvPerfettoSliceStack *slice_stack)
{
  TvPerfettoGroup *group = &g_array_index (self->groups, TvPerfettoGroup, slice_stack->group);

  g_array_index (group->busy, guint64, slice_stack->layer / 64) &= ~(G_GUINT64_CONSTANT (1)
                                                                     << slice_stack->layer % 64);
  slice_stack->layer = slice_stack->track = TV_NONE;
}

/* ---- Output ---- */

static guint32
get_symbol (TvPerfettoTracks *self, guint32 name)
{
  return name == TV_NONE
             ? TV_NONE
             : tv_trace_builder_add_symbol (self->reader->builder,
                                            &(TvSymbol){ TV_NONE, name, TV_NONE, TV_NONE, 0 });
}

static gboolean
is_open (const TvPerfettoTracks *self, guint32 track, guint64 *slice)
{
  guint32 symbol;

  *slice = NO_SLICE;
  return track != TV_NONE &&
         tv_trace_builder_get_open_slice (self->reader->builder, track, slice, &symbol);
}

static guint64
begin (TvPerfettoTracks *self,
       TvPerfettoSliceStack *slice_stack,
       TvPerfettoAct act,
       gint64 ts,
       guint32 name,
       guint32 args)
{
  TvTraceBuilder *builder = self->reader->builder;
  gboolean is_begun;

  if (slice_stack->group != TV_NONE && slice_stack->layer == TV_NONE)
    take_layer (self, slice_stack);
  if (args != TV_NONE)
    tv_trace_builder_add_args (builder, NULL, 0, &args);
  if (act == TV_PERFETTO_INSTANT)
    is_begun = tv_trace_builder_instant (builder, slice_stack->track, get_symbol (self, name), ts,
                                         -1);
  else
    is_begun = tv_trace_builder_begin (builder, slice_stack->track, get_symbol (self, name), ts, 0,
                                       -1);
  return is_begun ? tv_trace_builder_get_last_slice (builder, slice_stack->track) : NO_SLICE;
}

/* Ends the innermost open slice that matches the name and category of the end event, as far as the event contains
 * them. Also ends all slices nested in that slice. Returns the matching slice, or NO_SLICE. */
static guint64
end (TvPerfettoTracks *self,
     const TvPerfettoSliceStack *slice_stack,
     gint64 ts,
     const TvPerfettoReported *reported)
{
  TvTraceBuilder *builder = self->reader->builder;
  guint64 slice = NO_SLICE;
  guint32 args = reported->args;
  guint32 n = slice_stack->track != TV_NONE
                  ? tv_trace_builder_count_ending (builder, slice_stack->track,
                                                   get_symbol (self, reported->name),
                                                   reported->category, &slice)
                  : 0;

  if (n == 0)
    {
      tv_trace_builder_count_problem (builder, TV_PROBLEM_UNMATCHED_END, -1);
      return NO_SLICE;
    }
  if (args != TV_NONE)
    {
      tv_trace_builder_add_args (builder, NULL, 0, &args);
      tv_trace_builder_append_args (builder, slice);
    }
  tv_trace_builder_end_open (builder, slice_stack->track, n, ts, -1);
  if (n > 1)
    g_array_append_vals (self->misplaced, &(TvPerfettoMisplaced){ slice_stack->track, ts }, 1);
  return slice;
}

/**
 * tv_perfetto_tracks_emit:
 * @self: tracks after tv_perfetto_tracks_settle()
 * @act: kind of event on the slice stack
 * @ts: timestamp in ns; not before that of the previous event
 * @reported: name, arguments and category of the event
 *
 * Adds an event to the builder.
 *
 * Returns: the slice that the event begins or ends, or to which its flow belongs; %G_MAXUINT64 if there is none
 */
guint64
tv_perfetto_tracks_emit (TvPerfettoTracks *self,
                         guint32 slice_stack,
                         TvPerfettoAct act,
                         gint64 ts,
                         const TvPerfettoReported *reported)
{
  TvPerfettoSliceStack *at = &g_array_index (self->slice_stacks, TvPerfettoSliceStack, slice_stack);
  guint64 slice = NO_SLICE, open;

  if (at->is_bad)
    return NO_SLICE;
  if (at->group == TV_NONE)
    at->track = tv_trace_builder_get_mark_track (
        self->reader->builder,
        tv_ftrace_threads_get_now (self->reader->threads, TV_FTRACE_CONSUMER_REST, at->utid));
  if (act == TV_PERFETTO_FLOW)
    is_open (self, at->track, &slice);
  if (act == TV_PERFETTO_END)
    slice = end (self, at, ts, reported);
  if (act == TV_PERFETTO_STATE && is_open (self, at->track, &open))
    tv_trace_builder_end (self->reader->builder, at->track, TV_NONE, ts, 0, 0, -1);
  if (act == TV_PERFETTO_BEGIN || act == TV_PERFETTO_INSTANT ||
      (act == TV_PERFETTO_STATE && reported->name != TV_NONE))
    slice = begin (self, at, act, ts, reported->name, reported->args);
  if (at->group != TV_NONE && at->layer != TV_NONE && !is_open (self, at->track, &open))
    release_layer (self, at);
  return slice;
}

/**
 * tv_perfetto_tracks_wait:
 * @flow: a flow that ends at the next slice of the slice stack
 *
 * Stores a flow until the next slice of the slice stack.
 */
void
tv_perfetto_tracks_wait (TvPerfettoTracks *self, guint32 slice_stack, guint64 flow)
{
  guint64 *id = g_new (guint64, 1);

  *id = flow;
  g_hash_table_insert (self->waiting, GUINT_TO_POINTER (slice_stack + 1), id);
}

/**
 * tv_perfetto_tracks_stop_waiting:
 * @flow: (out): the stored flow
 *
 * Removes the flow that tv_perfetto_tracks_wait() stored for the slice stack.
 *
 * Returns: whether there was such a flow
 */
gboolean
tv_perfetto_tracks_stop_waiting (TvPerfettoTracks *self, guint32 slice_stack, guint64 *flow)
{
  const guint64 *id;

  if (g_hash_table_size (self->waiting) == 0)
    return FALSE;
  id = g_hash_table_lookup (self->waiting, GUINT_TO_POINTER (slice_stack + 1));
  if (id == NULL)
    return FALSE;
  *flow = *id;
  g_hash_table_remove (self->waiting, GUINT_TO_POINTER (slice_stack + 1));
  return TRUE;
}

/**
 * tv_perfetto_tracks_count_misplaced:
 * @self: tracks, after the last event
 *
 * Counts slices that ended before a nested slice, as Perfetto does.
 *
 * Returns: number of such slices; only those that are followed by another event on their track
 */
guint
tv_perfetto_tracks_count_misplaced (const TvPerfettoTracks *self)
{
  guint n = 0;

  for (guint i = 0; i < self->misplaced->len; i++)
    {
      const TvPerfettoMisplaced *end = &g_array_index (self->misplaced, TvPerfettoMisplaced, i);

      n += tv_trace_builder_get_last_time (self->reader->builder, end->track) > end->ts;
    }
  return n;
}
