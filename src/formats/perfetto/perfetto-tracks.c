/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-recording.h"
#include "formats/perfetto/perfetto-tracks-private.h"

/* Maps the tracks that recorders declare to slice stacks. Called by perfetto.c (descriptors and
 * tv_perfetto_tracks_settle()) and by all decoders of slices. The _ensure_…slice_stack() functions and _get_thread(),
 * _get_counter() and _get_slice_stack_thread() may add threads to the builder.
 * tv_perfetto_tracks_ensure_slice_stack() may also count a problem. tv_perfetto_tracks_settle() creates the tracks of
 * the builder, in the order of perfetto-track-order.c. */

#define SIDE_SLICE_STACKS (G_GUINT64_CONSTANT (1) << 63)

/* Values of CounterDescriptor.BuiltinCounterType. */
enum
{
  THREAD_TIME = 1,
  THREAD_INSTRUCTIONS = 2,
};

static void
clear_group (gpointer data)
{
  TvPerfettoGroup *group = data;

  g_array_unref (group->tracks);
  g_array_unref (group->busy);
}

TvPerfettoTracks *
tv_perfetto_tracks_new (TvPerfettoReader *reader)
{
  TvPerfettoTracks *self = g_new0 (TvPerfettoTracks, 1);

  self->reader = reader;
  self->descriptors = g_array_new (FALSE, FALSE, sizeof (TvPerfettoDescriptor));
  self->slice_stacks = g_array_new (FALSE, FALSE, sizeof (TvPerfettoSliceStack));
  self->groups = g_array_new (FALSE, FALSE, sizeof (TvPerfettoGroup));
  g_array_set_clear_func (self->groups, clear_group);
  tv_id_map_init (&self->by_uuid);
  tv_id_map_init (&self->slice_stack_of_uuid);
  tv_id_map_init (&self->slice_stack_of_thread);
  tv_id_map_init (&self->group_of_parent);
  tv_perfetto_identities_init (&self->identities, reader);
  self->misplaced = g_array_new (FALSE, FALSE, sizeof (TvPerfettoMisplaced));
  self->waiting = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->seed = tv_trace_builder_get_seed (reader->builder);
  return self;
}

void
tv_perfetto_tracks_free (TvPerfettoTracks *self)
{
  g_array_unref (self->descriptors);
  g_array_unref (self->slice_stacks);
  g_array_unref (self->groups);
  g_array_unref (self->misplaced);
  tv_row_table_clear (&self->groups_by_key);
  tv_id_map_clear (&self->by_uuid);
  tv_id_map_clear (&self->slice_stack_of_uuid);
  tv_id_map_clear (&self->slice_stack_of_thread);
  tv_id_map_clear (&self->group_of_parent);
  tv_perfetto_identities_clear (&self->identities);
  g_hash_table_unref (self->waiting);
  g_free (self);
}

/* ---- Descriptors ---- */

/* Returns: (transfer none) (nullable): the descriptor of a track */
TvPerfettoDescriptor *
tv_perfetto_tracks_find (const TvPerfettoTracks *self, guint64 uuid)
{
  guint32 row = tv_id_map_find (&self->by_uuid, uuid);

  return row != TV_NONE ? &g_array_index (self->descriptors, TvPerfettoDescriptor, row) : NULL;
}

/* Registers the thread of a descriptor whose uuid already belongs to a different track. */
static void
meet_thread (TvPerfettoTracks *self, const TvPerfettoDescriptor *reported)
{
  TvFtraceThreads *threads = self->reader->threads;
  guint32 utid;

  if (!reported->has_thread)
    return;
  utid = tv_ftrace_threads_ensure (threads, reported->tid);
  tv_ftrace_threads_set_tgid (threads, utid, reported->pid);
  tv_ftrace_threads_name (threads, utid, TV_FTRACE_NAME_OWN, reported->owner_name);
}

/**
 * tv_perfetto_tracks_describe:
 * @message: a TrackDescriptor
 *
 * Adds a descriptor, or merges it with an earlier descriptor of the same track. Must be called for all descriptors
 * before the first lookup, because descriptors apply to the whole trace.
 */
void
tv_perfetto_tracks_describe (TvPerfettoTracks *self, TvSpan message)
{
  TvPerfettoDescriptor reported, *known;

  if (!tv_perfetto_descriptor_parse (message, self->reader->builder, &reported))
    return;
  known = tv_perfetto_tracks_find (self, reported.uuid);
  if (known != NULL)
    {
      if (!tv_perfetto_descriptor_fits (known, &reported))
        {
          tv_perfetto_count (self->reader, TV_PERFETTO_STAT_CONTRADICTING_TRACKS, TV_NONE, 1);
          meet_thread (self, &reported);
        }
      tv_perfetto_descriptor_join (known, &reported);
      return;
    }
  tv_id_map_set (&self->by_uuid, reported.uuid, self->descriptors->len);
  g_array_append_val (self->descriptors, reported);
}

/* Returns the nearest descriptor with a thread or process, among a descriptor and its ancestors; NULL if there is
 * none. Sets @is_bad if the ancestors form a cycle or one of them has no descriptor. */
static TvPerfettoDescriptor *
find_scope (const TvPerfettoTracks *self, TvPerfettoDescriptor *at, gboolean *is_bad)
{
  for (guint depth = 0; depth <= TV_PERFETTO_MAX_DEPTH; depth++)
    {
      if (at->has_thread || at->has_process)
        return at;
      if (at->parent == 0)
        return NULL;
      at = tv_perfetto_tracks_find (self, at->parent);
      if (at == NULL)
        break;
    }
  *is_bad = TRUE;
  return NULL;
}

static void
find_owner (TvPerfettoTracks *self,
            TvPerfettoDescriptor *descriptor,
            TvPerfettoOwner *owner,
            guint32 *id,
            gboolean *is_bad)
{
  TvPerfettoDescriptor *scope = find_scope (self, descriptor, is_bad);

  *owner = TV_PERFETTO_OF_ALL;
  *id = TV_NONE;
  if (scope == NULL)
    return;
  *owner = scope->has_thread ? TV_PERFETTO_OF_THREAD : TV_PERFETTO_OF_PROCESS;
  *id = tv_perfetto_identities_ensure (&self->identities, scope);
}

/**
 * tv_perfetto_tracks_get_thread:
 * @uuid: id of a track
 * @utid: (out): owner of the track: the thread, or the main thread of a process; valid if the track has a descriptor
 *
 * Gets the owner of a track.
 *
 * Returns: whether the track belongs to a thread or is nested in a track of a thread
 */
gboolean
tv_perfetto_tracks_get_thread (TvPerfettoTracks *self, guint64 uuid, guint32 *utid)
{
  TvPerfettoDescriptor *descriptor = tv_perfetto_tracks_find (self, uuid);
  TvPerfettoOwner owner;
  gboolean is_bad = FALSE;

  if (descriptor == NULL)
    return FALSE;
  find_owner (self, descriptor, &owner, utid, &is_bad);
  return owner == TV_PERFETTO_OF_THREAD;
}

/* Returns the default name for a BuiltinCounterType. */
static const char *
get_counter_name (guint type)
{
  if (type == THREAD_TIME)
    return TV_PERFETTO_THREAD_TIME;
  return type == THREAD_INSTRUCTIONS ? TV_PERFETTO_THREAD_INSTRUCTIONS : "counter";
}

/* Returns the thread clock that a counter contains; TV_N_THREAD_CLOCKS if none. A counter with a non-default name is
 * an ordinary counter. */
static TvThreadClock
get_clock (TvPerfettoTracks *self, const TvPerfettoDescriptor *descriptor, guint32 name)
{
  guint type = descriptor->counter_type;

  if ((type != THREAD_TIME && type != THREAD_INSTRUCTIONS) ||
      !g_str_equal (tv_trace_builder_get_string (self->reader->builder, name),
                    get_counter_name (type)))
    return TV_N_THREAD_CLOCKS;
  return type == THREAD_TIME ? TV_THREAD_CLOCK_TS : TV_THREAD_CLOCK_INSTRUCTIONS;
}

/**
 * tv_perfetto_tracks_get_counter:
 * @uuid: id of a track
 * @out: (out): the counter that the track's descriptor declares
 *
 * Gets the counter of a track.
 *
 * Returns: %FALSE if the track has no valid counter descriptor
 */
gboolean
tv_perfetto_tracks_get_counter (TvPerfettoTracks *self, guint64 uuid, TvPerfettoCounterInfo *out)
{
  TvPerfettoDescriptor *descriptor = tv_perfetto_tracks_find (self, uuid);
  gboolean is_bad = FALSE;

  if (descriptor == NULL || !descriptor->has_counter)
    return FALSE;
  find_owner (self, descriptor, &out->owner, &out->id, &is_bad);
  /* Tracks identify a process by its main thread, counters by its pid. */
  if (out->owner == TV_PERFETTO_OF_PROCESS)
    out->id = tv_trace_builder_get_thread_id (self->reader->builder, out->id);
  out->name = descriptor->name;
  if (out->name == TV_NONE)
    out->name = tv_trace_builder_intern (self->reader->builder,
                                         get_counter_name (descriptor->counter_type), -1);
  out->clock = get_clock (self, descriptor, out->name);
  out->unit = descriptor->unit;
  out->multiplier = descriptor->multiplier > 0 ? (double) descriptor->multiplier : 1;
  out->is_incremental = descriptor->is_incremental;
  return !is_bad;
}

/* ---- Slice stacks ---- */

static guint32
add_slice_stack (TvPerfettoTracks *self, guint32 group, guint32 utid, guint32 descriptor)
{
  TvPerfettoSliceStack slice_stack = { .group = group,
                                       .utid = utid,
                                       .descriptor = descriptor,
                                       .first_ts = G_MAXINT64,
                                       .first_name = TV_NONE,
                                       .layer = TV_NONE,
                                       .track = TV_NONE };

  g_array_append_val (self->slice_stacks, slice_stack);
  return self->slice_stacks->len - 1;
}

/**
 * tv_perfetto_tracks_ensure_thread_slice_stack:
 * @utid: the first thread that used a tid
 *
 * Looks up the slice stack with the slices of a thread, or adds it.
 *
 * Returns: the slice stack
 */
guint32
tv_perfetto_tracks_ensure_thread_slice_stack (TvPerfettoTracks *self, guint32 utid)
{
  guint32 slice_stack = tv_id_map_find (&self->slice_stack_of_thread, utid);

  if (slice_stack == TV_NONE)
    {
      slice_stack = add_slice_stack (self, TV_NONE, utid, TV_NONE);
      tv_id_map_set (&self->slice_stack_of_thread, utid, slice_stack);
    }
  return slice_stack;
}

/**
 * tv_perfetto_tracks_ensure_slice_stack:
 * @uuid: id of a track; may lack a descriptor
 *
 * Looks up the slice stack with the slices of a track, or adds it.
 *
 * Returns: the slice stack
 */
guint32
tv_perfetto_tracks_ensure_slice_stack (TvPerfettoTracks *self, guint64 uuid)
{
  guint32 slice_stack = tv_id_map_find (&self->slice_stack_of_uuid, uuid), row, id;
  TvPerfettoDescriptor *descriptor;
  TvPerfettoOwner owner;
  gboolean is_bad = FALSE;

  if (slice_stack != TV_NONE)
    return slice_stack;
  row = tv_id_map_find (&self->by_uuid, uuid);
  descriptor = tv_perfetto_tracks_find (self, uuid);
  if (descriptor != NULL && descriptor->has_thread && !descriptor->is_separate)
    slice_stack = tv_perfetto_tracks_ensure_thread_slice_stack (
        self, tv_perfetto_identities_ensure (&self->identities, descriptor));
  else
    slice_stack = add_slice_stack (self, TV_NONE, TV_NONE, row);
  tv_id_map_set (&self->slice_stack_of_uuid, uuid, slice_stack);
  if (descriptor == NULL)
    return slice_stack;
  find_owner (self, descriptor, &owner, &id, &is_bad);
  if (is_bad)
    tv_trace_builder_count_problem (self->reader->builder, TV_PROBLEM_UNKNOWN_TRACK, -1);
  g_array_index (self->slice_stacks, TvPerfettoSliceStack, slice_stack).is_bad = is_bad;
  return slice_stack;
}

/**
 * tv_perfetto_tracks_get_slice_stack_thread:
 * @utid: (out): the first thread that used the tid of the slice stack's thread
 *
 * Gets the thread of a slice stack.
 *
 * Returns: whether the slice stack belongs to a thread
 */
gboolean
tv_perfetto_tracks_get_slice_stack_thread (TvPerfettoTracks *self,
                                           guint32 slice_stack,
                                           guint32 *utid)
{
  const TvPerfettoSliceStack *at = &g_array_index (self->slice_stacks, TvPerfettoSliceStack,
                                                   slice_stack);
  TvPerfettoDescriptor *descriptor;

  *utid = at->utid;
  if (at->utid != TV_NONE || at->descriptor == TV_NONE)
    return at->utid != TV_NONE;
  descriptor = &g_array_index (self->descriptors, TvPerfettoDescriptor, at->descriptor);
  if (!descriptor->has_thread)
    return FALSE;
  *utid = tv_perfetto_identities_ensure (&self->identities, descriptor);
  return TRUE;
}

/**
 * tv_perfetto_tracks_see:
 * @ts: timestamp of an event on the slice stack, in ns
 * @name: string id of the event's name
 *
 * Records the time and name of a slice stack's earliest event. A slice stack without a name is named after this
 * event.
 */
void
tv_perfetto_tracks_see (TvPerfettoTracks *self, guint32 slice_stack, gint64 ts, guint32 name)
{
  TvPerfettoSliceStack *at = &g_array_index (self->slice_stacks, TvPerfettoSliceStack, slice_stack);

  if (ts >= at->first_ts && at->first_ts != G_MAXINT64)
    return;
  at->first_ts = ts;
  at->first_name = name;
}

/* ---- Groups ---- */

/* Looks up the group with the same owner, key, name and parent. Adds the group if necessary. */
static guint32
get_group (TvPerfettoTracks *self, const TvPerfettoGroup *wanted)
{
  guint32 hash = (guint32) tv_hash_word (
      tv_hash_word (tv_hash_word (self->seed ^ wanted->owner, wanted->key),
                    (guint64) wanted->id << 32 | wanted->name),
      wanted->parent);
  TvPerfettoGroup group = *wanted;
  guint32 row;

  for (guint32 slot = hash;
       (row = tv_row_table_next (&self->groups_by_key, hash, &slot)) != TV_NONE;)
    {
      const TvPerfettoGroup *known = &g_array_index (self->groups, TvPerfettoGroup, row);

      if (known->owner == group.owner && known->id == group.id && known->key == group.key &&
          known->name == group.name && known->parent == group.parent)
        return row;
    }
  group.tracks = g_array_new (FALSE, FALSE, sizeof (guint32));
  group.busy = g_array_new (FALSE, TRUE, sizeof (guint64));
  g_array_append_val (self->groups, group);
  tv_row_table_add (&self->groups_by_key, hash, self->groups->len - 1);
  return self->groups->len - 1;
}

/**
 * tv_perfetto_tracks_ensure_named_slice_stack:
 * @owner: kind of owner
 * @id: main thread of the process, or first thread that used a tid; %TV_NONE without an owner
 * @key: key that distinguishes slice stacks with the same owner and name; slice stacks that differ only in the key
 *   share tracks
 * @name: string id of the name
 * @role: meaning of the slices
 *
 * Looks up a slice stack that has no descriptor, or adds it.
 *
 * Returns: the slice stack
 */
guint32
tv_perfetto_tracks_ensure_named_slice_stack (TvPerfettoTracks *self,
                                             TvPerfettoOwner owner,
                                             guint32 id,
                                             guint64 key,
                                             guint32 name,
                                             TvTrackRole role)
{
  guint32 group = get_group (self,
                             &(TvPerfettoGroup){ owner, id, 0, name, role, TV_NONE, NULL, NULL });
  guint64 hash = tv_hash_word (tv_hash_word (self->seed, key), group) | SIDE_SLICE_STACKS;
  guint32 slice_stack = tv_id_map_find (&self->slice_stack_of_thread, hash);

  if (slice_stack == TV_NONE)
    {
      slice_stack = add_slice_stack (self, group, TV_NONE, TV_NONE);
      tv_id_map_set (&self->slice_stack_of_thread, hash, slice_stack);
    }
  return slice_stack;
}

static guint32
find_name (TvPerfettoTracks *self,
           const TvPerfettoSliceStack *slice_stack,
           const TvPerfettoDescriptor *descriptor)
{
  const char *text = "Default Track";

  if (descriptor != NULL && descriptor->name != TV_NONE)
    return descriptor->name;
  if (descriptor != NULL && descriptor->has_process)
    text = "Process";
  else if (descriptor != NULL && descriptor->has_thread)
    text = "Track events";
  else if (slice_stack->first_name != TV_NONE && descriptor != NULL)
    return slice_stack->first_name;
  return tv_trace_builder_intern (self->reader->builder, text, -1);
}

/* Returns whether nested tracks are shown below the track. The nested tracks of a thread or process are shown next to
 * its track. */
static gboolean
has_nested (const TvPerfettoDescriptor *descriptor)
{
  return descriptor != NULL && !descriptor->has_thread && !descriptor->has_process;
}

static guint32 get_parent_group (TvPerfettoTracks *self, TvPerfettoDescriptor *parent, guint depth);

static guint32
get_group_of (TvPerfettoTracks *self,
              TvPerfettoDescriptor *descriptor,
              const TvPerfettoSliceStack *slice_stack,
              guint depth)
{
  TvPerfettoDescriptor *parent = tv_perfetto_tracks_find (self, descriptor->parent);
  TvPerfettoGroup wanted = { .name = find_name (self, slice_stack, descriptor),
                             .role = TV_ROLE_SPANS,
                             .parent = TV_NONE };
  gboolean is_bad = FALSE;

  find_owner (self, descriptor, &wanted.owner, &wanted.id, &is_bad);
  if (descriptor->is_unmerged)
    wanted.key = descriptor->uuid;
  else if (descriptor->merge_key != 0)
    wanted.key = descriptor->merge_key;
  if (descriptor->merge_key != 0 && !descriptor->is_unmerged)
    wanted.name = find_name (self, slice_stack, descriptor);
  if (has_nested (parent) && depth < TV_PERFETTO_MAX_DEPTH)
    wanted.parent = get_parent_group (self, parent, depth + 1);
  return get_group (self, &wanted);
}

/* Returns the group of a parent track. The group is cached per parent, because many tracks may share a deeply nested
 * parent. */
static guint32
get_parent_group (TvPerfettoTracks *self, TvPerfettoDescriptor *parent, guint depth)
{
  static const TvPerfettoSliceStack none = { .first_name = TV_NONE };
  guint32 group = tv_id_map_find (&self->group_of_parent, parent->uuid);

  if (group == TV_NONE)
    {
      group = get_group_of (self, parent, &none, depth);
      tv_id_map_set (&self->group_of_parent, parent->uuid, group);
    }
  return group;
}

/* ---- Creation of tracks ---- */

/* Adds the first track of a group, after the first tracks of its ancestors. */
static void
open_group (TvPerfettoTracks *self, guint32 row)
{
  TvPerfettoGroup *group = &g_array_index (self->groups, TvPerfettoGroup, row);

  if (group->tracks->len > 0)
    return;
  if (group->parent != TV_NONE)
    open_group (self, group->parent);
  tv_perfetto_tracks_add_layer (self, group);
  if (group->parent != TV_NONE)
    tv_trace_builder_set_track_parent (
        self->reader->builder, g_array_index (group->tracks, guint32, 0),
        g_array_index (g_array_index (self->groups, TvPerfettoGroup, group->parent).tracks, guint32,
                       0));
}

/**
 * tv_perfetto_tracks_settle:
 * @self: tracks, after all records have been added
 *
 * Names threads and processes, and adds tracks for the slice stacks, in the order that the recorder requests.
 */
void
tv_perfetto_tracks_settle (TvPerfettoTracks *self)
{
  g_autofree guint32 *order = NULL;

  tv_perfetto_identities_name (&self->identities, self->descriptors);
  for (guint32 i = 0; i < self->slice_stacks->len; i++)
    {
      TvPerfettoSliceStack *slice_stack = &g_array_index (self->slice_stacks, TvPerfettoSliceStack,
                                                          i);

      if (slice_stack->group != TV_NONE || slice_stack->utid != TV_NONE || slice_stack->is_bad)
        continue;
      if (slice_stack->descriptor == TV_NONE)
        slice_stack->group = get_group (self,
                                        &(TvPerfettoGroup){ TV_PERFETTO_OF_ALL, TV_NONE, 0,
                                                            find_name (self, slice_stack, NULL),
                                                            TV_ROLE_SPANS, TV_NONE, NULL, NULL });
      else
        slice_stack->group = get_group_of (
            self, &g_array_index (self->descriptors, TvPerfettoDescriptor, slice_stack->descriptor),
            slice_stack, 0);
    }
  order = tv_perfetto_tracks_order_slice_stacks (self);
  for (guint32 i = 0; i < self->slice_stacks->len; i++)
    {
      const TvPerfettoSliceStack *slice_stack = &g_array_index (self->slice_stacks,
                                                                TvPerfettoSliceStack, order[i]);

      if (slice_stack->group != TV_NONE && slice_stack->first_ts != G_MAXINT64)
        open_group (self, slice_stack->group);
    }
}
