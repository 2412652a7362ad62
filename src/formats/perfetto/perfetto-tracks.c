/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-tracks.h"

#include "core/memory/row-table.h"
#include "formats/perfetto/perfetto-descriptor.h"

#define NO_SLICE   G_MAXUINT64
#define MAX_DEPTH  100 /* of tracks within tracks */
#define SIDE_LANES (G_GUINT64_CONSTANT (1) << 63)

/* A lane: slices that nest in each other. */
typedef struct
{
  guint32 group;      /* or TV_NONE, for a thread's own */
  guint32 utid;       /* the first thread of an id, for a thread's own */
  guint32 descriptor; /* row, or TV_NONE */
  gint64 first_ts;
  guint32 first_name; /* string: of the first slice */
  guint32 layer;      /* of its group, while something is open; else TV_NONE */
  guint32 track;      /* of that layer */
  gboolean is_bad;
} Lane;

/* Lanes that are one for who looks at them, and so many layers that nothing overlaps. */
typedef struct
{
  TvPerfettoOwner owner;
  guint32 id;
  guint64 key;
  guint32 name;
  TvTrackRole role;
  guint32 parent; /* group, or TV_NONE */
  GArray *tracks; /* guint32 by layer */
  GArray *busy;   /* guint64: a bit for each layer */
} Group;

struct _TvPerfettoTracks
{
  TvPerfettoReader *reader;
  GArray *descriptors; /* TvPerfettoDescriptor */
  TvIdMap by_uuid;
  GArray *lanes;
  TvIdMap lane_of_uuid;
  TvIdMap lane_of_thread;
  GArray *groups;
  TvRowTable groups_by_key;
  TvPerfettoIdentities identities;
  GHashTable *waiting; /* lane → guint64: flow that ends at what begins next */
  guint64 seed;
};

static void
clear_group (gpointer data)
{
  Group *group = data;

  g_array_unref (group->tracks);
  g_array_unref (group->busy);
}

TvPerfettoTracks *
tv_perfetto_tracks_new (TvPerfettoReader *reader)
{
  TvPerfettoTracks *self = g_new0 (TvPerfettoTracks, 1);

  self->reader = reader;
  self->descriptors = g_array_new (FALSE, FALSE, sizeof (TvPerfettoDescriptor));
  self->lanes = g_array_new (FALSE, FALSE, sizeof (Lane));
  self->groups = g_array_new (FALSE, FALSE, sizeof (Group));
  g_array_set_clear_func (self->groups, clear_group);
  tv_id_map_init (&self->by_uuid);
  tv_id_map_init (&self->lane_of_uuid);
  tv_id_map_init (&self->lane_of_thread);
  tv_perfetto_identities_init (&self->identities, reader);
  self->waiting = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->seed = tv_trace_builder_get_seed (reader->builder);
  return self;
}

void
tv_perfetto_tracks_free (TvPerfettoTracks *self)
{
  g_array_unref (self->descriptors);
  g_array_unref (self->lanes);
  g_array_unref (self->groups);
  tv_row_table_clear (&self->groups_by_key);
  tv_id_map_clear (&self->by_uuid);
  tv_id_map_clear (&self->lane_of_uuid);
  tv_id_map_clear (&self->lane_of_thread);
  tv_perfetto_identities_clear (&self->identities);
  g_hash_table_unref (self->waiting);
  g_free (self);
}

/* ---- Descriptors ---- */

static TvPerfettoDescriptor *
find (const TvPerfettoTracks *self, guint64 uuid)
{
  guint32 row = tv_id_map_find (&self->by_uuid, uuid);

  return row != TV_NONE ? &g_array_index (self->descriptors, TvPerfettoDescriptor, row) : NULL;
}

/**
 * tv_perfetto_tracks_describe:
 * @self: tracks
 * @message: a TrackDescriptor
 *
 * To be called with all before any track is asked for: what they say holds for all of the trace.
 */
void
tv_perfetto_tracks_describe (TvPerfettoTracks *self, TvSpan message)
{
  TvPerfettoDescriptor told, *known;

  if (!tv_perfetto_descriptor_parse (message, self->reader->builder, &told))
    return;
  known = find (self, told.uuid);
  if (known != NULL)
    {
      tv_perfetto_descriptor_join (known, &told);
      return;
    }
  tv_id_map_set (&self->by_uuid, told.uuid, self->descriptors->len);
  g_array_append_val (self->descriptors, told);
}

/* The nearest track upwards that is a thread's or a process's; NULL if there is none. Tells, too, whether
 * tracks are parts of each other in a circle, or of one that is not described. */
static TvPerfettoDescriptor *
find_scope (const TvPerfettoTracks *self, TvPerfettoDescriptor *at, gboolean *is_bad)
{
  for (guint depth = 0; depth <= MAX_DEPTH; depth++)
    {
      if (at->has_thread || at->has_process)
        return at;
      if (at->parent == 0)
        return NULL;
      at = find (self, at->parent);
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
  *id = tv_perfetto_identities_get (&self->identities, scope);
}

/**
 * tv_perfetto_tracks_get_thread:
 * @self: tracks
 * @uuid: of a track
 * @utid: (out): the thread that it is of
 *
 * Returns: whether it is a thread's, or a part of one
 */
gboolean
tv_perfetto_tracks_get_thread (TvPerfettoTracks *self, guint64 uuid, guint32 *utid)
{
  TvPerfettoDescriptor *descriptor = find (self, uuid);
  TvPerfettoOwner owner;
  gboolean is_bad = FALSE;

  if (descriptor == NULL)
    return FALSE;
  find_owner (self, descriptor, &owner, utid, &is_bad);
  return owner == TV_PERFETTO_OF_THREAD;
}

/**
 * tv_perfetto_tracks_get_counter:
 * @self: tracks
 * @uuid: of a track
 * @out: (out): what its descriptor says
 *
 * Returns: whether it is a counter's
 */
gboolean
tv_perfetto_tracks_get_counter (TvPerfettoTracks *self, guint64 uuid, TvPerfettoCounterInfo *out)
{
  TvPerfettoDescriptor *descriptor = find (self, uuid);
  gboolean is_bad = FALSE;

  if (descriptor == NULL || !descriptor->has_counter)
    return FALSE;
  find_owner (self, descriptor, &out->owner, &out->id, &is_bad);
  /* A process is known by its main thread here, and a counter by the process's id. */
  if (out->owner == TV_PERFETTO_OF_PROCESS)
    out->id = tv_trace_builder_get_thread_id (self->reader->builder, out->id);
  out->name = descriptor->name;
  if (out->name == TV_NONE)
    out->name = tv_trace_builder_intern (self->reader->builder,
                                         descriptor->counter_type == 1 ? "thread_time"
                                         : descriptor->counter_type == 2
                                             ? "thread_instruction_count"
                                             : "counter",
                                         -1);
  out->unit = descriptor->unit;
  out->multiplier = descriptor->multiplier > 0 ? (double) descriptor->multiplier : 1;
  out->is_incremental = descriptor->is_incremental;
  out->is_thread_time = descriptor->counter_type == 1;
  return !is_bad;
}

/* ---- Lanes ---- */

static guint32
add_lane (TvPerfettoTracks *self, guint32 group, guint32 utid, guint32 descriptor)
{
  Lane lane = { .group = group,
                .utid = utid,
                .descriptor = descriptor,
                .first_ts = G_MAXINT64,
                .first_name = TV_NONE,
                .layer = TV_NONE,
                .track = TV_NONE };

  g_array_append_val (self->lanes, lane);
  return self->lanes->len - 1;
}

/**
 * tv_perfetto_tracks_get_thread_lane:
 * @self: tracks
 * @utid: the first thread of an id
 *
 * Returns: the thread's own lane, where its marks are
 */
guint32
tv_perfetto_tracks_get_thread_lane (TvPerfettoTracks *self, guint32 utid)
{
  guint32 lane = tv_id_map_find (&self->lane_of_thread, utid);

  if (lane == TV_NONE)
    {
      lane = add_lane (self, TV_NONE, utid, TV_NONE);
      tv_id_map_set (&self->lane_of_thread, utid, lane);
    }
  return lane;
}

/**
 * tv_perfetto_tracks_get_lane:
 * @self: tracks
 * @uuid: of a track; one that nothing describes is of no process
 *
 * Returns: the lane that its slices go to
 */
guint32
tv_perfetto_tracks_get_lane (TvPerfettoTracks *self, guint64 uuid)
{
  guint32 lane = tv_id_map_find (&self->lane_of_uuid, uuid), row, id;
  TvPerfettoDescriptor *descriptor;
  TvPerfettoOwner owner;
  gboolean is_bad = FALSE;

  if (lane != TV_NONE)
    return lane;
  row = tv_id_map_find (&self->by_uuid, uuid);
  descriptor = find (self, uuid);
  if (descriptor != NULL && descriptor->has_thread && !descriptor->is_separate)
    lane = tv_perfetto_tracks_get_thread_lane (
        self, tv_perfetto_identities_get (&self->identities, descriptor));
  else
    lane = add_lane (self, TV_NONE, TV_NONE, row);
  tv_id_map_set (&self->lane_of_uuid, uuid, lane);
  if (descriptor == NULL)
    return lane;
  find_owner (self, descriptor, &owner, &id, &is_bad);
  if (is_bad)
    tv_trace_builder_count_problem (self->reader->builder, TV_PROBLEM_UNKNOWN_TRACK, -1);
  g_array_index (self->lanes, Lane, lane).is_bad = is_bad;
  return lane;
}

/**
 * tv_perfetto_tracks_see:
 * @self: tracks
 * @lane: a lane
 * @ts: when something happens on it
 * @name: string: what that is
 *
 * Takes note of it: a lane without a name is called what happens on it first.
 */
void
tv_perfetto_tracks_see (TvPerfettoTracks *self, guint32 lane, gint64 ts, guint32 name)
{
  Lane *at = &g_array_index (self->lanes, Lane, lane);

  if (ts >= at->first_ts && at->first_ts != G_MAXINT64)
    return;
  at->first_ts = ts;
  at->first_name = name;
}

/* ---- Groups ---- */

/* The group of an owner's lanes with one key, made when it is asked for first. */
static guint32
get_group (TvPerfettoTracks *self, const Group *wanted)
{
  guint32 hash = (guint32) tv_hash_word (
      tv_hash_word (tv_hash_word (self->seed ^ wanted->owner, wanted->key),
                    (guint64) wanted->id << 32 | wanted->name),
      wanted->parent);
  Group group = *wanted;
  guint32 row;

  for (guint32 slot = hash;
       (row = tv_row_table_next (&self->groups_by_key, hash, &slot)) != TV_NONE;)
    {
      const Group *known = &g_array_index (self->groups, Group, row);

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
 * tv_perfetto_tracks_get_named_lane:
 * @self: tracks
 * @owner: what it belongs to: a process or a thread, or nothing
 * @id: the process's main thread, or the first thread of an id
 * @key: tells lanes of one name apart, which are shown as one
 * @name: string
 * @role: what its slices mean
 *
 * Returns: a lane that no descriptor tells of
 */
guint32
tv_perfetto_tracks_get_named_lane (TvPerfettoTracks *self,
                                   TvPerfettoOwner owner,
                                   guint32 id,
                                   guint64 key,
                                   guint32 name,
                                   TvTrackRole role)
{
  guint32 group = get_group (self, &(Group){ owner, id, 0, name, role, TV_NONE, NULL, NULL });
  guint64 hash = tv_hash_word (tv_hash_word (self->seed, key), group) | SIDE_LANES;
  guint32 lane = tv_id_map_find (&self->lane_of_thread, hash);

  if (lane == TV_NONE)
    {
      lane = add_lane (self, group, TV_NONE, TV_NONE);
      tv_id_map_set (&self->lane_of_thread, hash, lane);
    }
  return lane;
}

static guint32
find_name (TvPerfettoTracks *self, const Lane *lane, const TvPerfettoDescriptor *descriptor)
{
  const char *text = "Default Track";

  if (descriptor != NULL && descriptor->name != TV_NONE)
    return descriptor->name;
  if (descriptor != NULL && descriptor->has_process)
    text = "Process";
  else if (descriptor != NULL && descriptor->has_thread)
    text = "Track events";
  else if (lane->first_name != TV_NONE && descriptor != NULL)
    return lane->first_name;
  return tv_trace_builder_intern (self->reader->builder, text, -1);
}

/* Whether a track's parts are shown below it: those of a thread or a process are beside it. */
static gboolean
has_nested (const TvPerfettoDescriptor *descriptor)
{
  return descriptor != NULL && !descriptor->has_thread && !descriptor->has_process;
}

static guint32
get_group_of (TvPerfettoTracks *self,
              TvPerfettoDescriptor *descriptor,
              const Lane *lane,
              guint depth)
{
  TvPerfettoDescriptor *parent = find (self, descriptor->parent);
  Group wanted = { .name = find_name (self, lane, descriptor),
                   .role = TV_ROLE_SPANS,
                   .parent = TV_NONE };
  static const Lane none = { .first_name = TV_NONE };
  gboolean is_bad = FALSE;

  find_owner (self, descriptor, &wanted.owner, &wanted.id, &is_bad);
  if (descriptor->is_apart)
    wanted.key = descriptor->uuid;
  else if (descriptor->merge_key != 0)
    wanted.key = descriptor->merge_key;
  if (descriptor->merge_key != 0 && !descriptor->is_apart)
    wanted.name = find_name (self, lane, descriptor);
  if (has_nested (parent) && depth < MAX_DEPTH)
    wanted.parent = get_group_of (self, parent, &none, depth + 1);
  return get_group (self, &wanted);
}

/* ---- Order ---- */

static gint64
get_rank (const TvPerfettoDescriptor *parent, const TvPerfettoDescriptor *descriptor)
{
  return parent != NULL && parent->child_ordering == TV_PERFETTO_ORDER_EXPLICIT ? descriptor->rank
                                                                                : 0;
}

static int
compare_siblings (TvPerfettoTracks *self,
                  const TvPerfettoDescriptor *a,
                  const TvPerfettoDescriptor *b)
{
  const TvPerfettoDescriptor *parent = find (self, a->parent);
  gint64 rank_a = get_rank (parent, a), rank_b = get_rank (parent, b);

  if (rank_a != rank_b)
    return rank_a < rank_b ? -1 : 1;
  if (parent != NULL && parent->child_ordering == TV_PERFETTO_ORDER_BY_NAME && a->name != TV_NONE &&
      b->name != TV_NONE)
    return strcmp (tv_trace_builder_get_string (self->reader->builder, a->name),
                   tv_trace_builder_get_string (self->reader->builder, b->name));
  return 0;
}

static guint
get_depth (TvPerfettoTracks *self, const TvPerfettoDescriptor *at)
{
  guint depth = 0;

  while (at->parent != 0 && depth < MAX_DEPTH && (at = find (self, at->parent)) != NULL)
    depth++;
  return depth;
}

/* By where they stand in the tree, then by when something happens on them first. */
static int
compare_lanes (gconstpointer a, gconstpointer b, gpointer data)
{
  TvPerfettoTracks *self = data;
  const Lane *lane_a = &g_array_index (self->lanes, Lane, *(const guint32 *) a);
  const Lane *lane_b = &g_array_index (self->lanes, Lane, *(const guint32 *) b);
  const TvPerfettoDescriptor *at_a, *at_b;
  int result = 0;

  if (lane_a->descriptor != TV_NONE && lane_b->descriptor != TV_NONE)
    {
      guint depth_a, depth_b;

      at_a = &g_array_index (self->descriptors, TvPerfettoDescriptor, lane_a->descriptor);
      at_b = &g_array_index (self->descriptors, TvPerfettoDescriptor, lane_b->descriptor);
      depth_a = get_depth (self, at_a);
      depth_b = get_depth (self, at_b);
      for (; depth_a > depth_b && at_a != NULL; depth_a--)
        at_a = find (self, at_a->parent);
      for (; depth_b > depth_a && at_b != NULL; depth_b--)
        at_b = find (self, at_b->parent);
      for (guint depth = 0; depth < MAX_DEPTH && at_a != NULL && at_b != NULL && at_a != at_b &&
                            at_a->parent != at_b->parent;
           depth++)
        {
          at_a = find (self, at_a->parent);
          at_b = find (self, at_b->parent);
        }
      if (at_a != NULL && at_b != NULL && at_a != at_b && at_a->parent == at_b->parent)
        result = compare_siblings (self, at_a, at_b);
    }
  if (result != 0)
    return result;
  if (lane_a->first_ts != lane_b->first_ts)
    return lane_a->first_ts < lane_b->first_ts ? -1 : 1;
  return *(const guint32 *) a < *(const guint32 *) b ? -1 : 1;
}

static guint32 add_layer (TvPerfettoTracks *self, Group *group);

/* Makes the group's first track, and before it those that it is a part of. */
static void
open_group (TvPerfettoTracks *self, guint32 row)
{
  Group *group = &g_array_index (self->groups, Group, row);

  if (group->tracks->len > 0)
    return;
  if (group->parent != TV_NONE)
    open_group (self, group->parent);
  add_layer (self, group);
  if (group->parent != TV_NONE)
    tv_trace_builder_set_track_parent (
        self->reader->builder, g_array_index (group->tracks, guint32, 0),
        g_array_index (g_array_index (self->groups, Group, group->parent).tracks, guint32, 0));
}

/**
 * tv_perfetto_tracks_settle:
 * @self: tracks, after all records have been added
 *
 * Makes tracks of the lanes, in the order that the recorder wished.
 */
void
tv_perfetto_tracks_settle (TvPerfettoTracks *self)
{
  g_autofree guint32 *order = g_new (guint32, self->lanes->len);

  tv_perfetto_identities_name (&self->identities, self->descriptors);
  for (guint32 i = 0; i < self->lanes->len; i++)
    {
      Lane *lane = &g_array_index (self->lanes, Lane, i);

      order[i] = i;
      if (lane->group != TV_NONE || lane->utid != TV_NONE || lane->is_bad)
        continue;
      if (lane->descriptor == TV_NONE)
        lane->group = get_group (self, &(Group){ TV_PERFETTO_OF_ALL, TV_NONE, 0,
                                                 find_name (self, lane, NULL), TV_ROLE_SPANS,
                                                 TV_NONE, NULL, NULL });
      else
        lane->group = get_group_of (
            self, &g_array_index (self->descriptors, TvPerfettoDescriptor, lane->descriptor), lane,
            0);
    }
  g_qsort_with_data (order, (gint) self->lanes->len, sizeof *order, compare_lanes, self);
  for (guint32 i = 0; i < self->lanes->len; i++)
    {
      const Lane *lane = &g_array_index (self->lanes, Lane, order[i]);

      if (lane->group != TV_NONE && lane->first_ts != G_MAXINT64)
        open_group (self, lane->group);
    }
}

/* ---- Layers ---- */

static guint32
add_layer (TvPerfettoTracks *self, Group *group)
{
  TvPerfettoReader *reader = self->reader;
  guint32 below = group->tracks->len > 0
                      ? g_array_index (group->tracks, guint32, group->tracks->len - 1)
                      : TV_NONE;
  guint32 owner = TV_NONE, track;

  if (group->owner == TV_PERFETTO_OF_PROCESS)
    owner = tv_ftrace_threads_make_process (&reader->threads, group->id);
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

/* The first layer that nothing is open on. */
static void
take_layer (TvPerfettoTracks *self, Lane *lane)
{
  Group *group = &g_array_index (self->groups, Group, lane->group);

  lane->layer = group->tracks->len;
  for (guint i = 0; i < group->busy->len; i++)
    {
      guint64 is_free = ~g_array_index (group->busy, guint64, i);

      if (is_free == 0)
        continue;
      lane->layer = MIN (i * 64 + (guint32) __builtin_ctzll (is_free), lane->layer);
      break;
    }
  if (lane->layer == group->tracks->len)
    add_layer (self, group);
  g_array_index (group->busy, guint64, lane->layer / 64) |= G_GUINT64_CONSTANT (1)
                                                            << lane->layer % 64;
  lane->track = g_array_index (group->tracks, guint32, lane->layer);
}

static void
release_layer (TvPerfettoTracks *self, Lane *lane)
{
  Group *group = &g_array_index (self->groups, Group, lane->group);

  g_array_index (group->busy, guint64, lane->layer / 64) &= ~(G_GUINT64_CONSTANT (1)
                                                              << lane->layer % 64);
  lane->layer = lane->track = TV_NONE;
}

/* ---- Telling ---- */

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
begin (TvPerfettoTracks *self, Lane *lane, TvPerfettoAct act, gint64 ts, guint32 name, guint32 args)
{
  TvTraceBuilder *builder = self->reader->builder;
  gboolean is_begun;

  if (lane->group != TV_NONE && lane->layer == TV_NONE)
    take_layer (self, lane);
  if (args != TV_NONE)
    tv_trace_builder_add_args (builder, NULL, 0, &args);
  if (act == TV_PERFETTO_INSTANT)
    is_begun = tv_trace_builder_instant (builder, lane->track, get_symbol (self, name), ts, -1);
  else
    is_begun = tv_trace_builder_begin (builder, lane->track, get_symbol (self, name), ts, 0, -1);
  return is_begun ? tv_trace_builder_get_last_slice (builder, lane->track) : NO_SLICE;
}

/* Ends the innermost slice, or that of the name. */
static guint64
end (TvPerfettoTracks *self, Lane *lane, gint64 ts, guint32 name, guint32 args)
{
  TvTraceBuilder *builder = self->reader->builder;
  guint64 slice;

  if (!is_open (self, lane->track, &slice))
    {
      tv_trace_builder_count_problem (builder, TV_PROBLEM_UNMATCHED_END, -1);
      return NO_SLICE;
    }
  if (args != TV_NONE)
    {
      tv_trace_builder_add_args (builder, NULL, 0, &args);
      tv_trace_builder_give_args (builder, slice);
    }
  tv_trace_builder_end (builder, lane->track, get_symbol (self, name), ts, 0, 0, -1);
  return slice;
}

/**
 * tv_perfetto_tracks_tell:
 * @self: tracks that are settled
 * @lane: a lane
 * @act: what happens on it
 * @ts: when, in ns; not before what was told before
 * @name: string, or %TV_NONE
 * @args: a set of arguments, or %TV_NONE
 *
 * Tells the builder.
 *
 * Returns: the slice that it is about, as tv_trace_builder_get_last_slice(); %G_MAXUINT64 if there is none
 */
guint64
tv_perfetto_tracks_tell (TvPerfettoTracks *self,
                         guint32 lane,
                         TvPerfettoAct act,
                         gint64 ts,
                         guint32 name,
                         guint32 args)
{
  Lane *at = &g_array_index (self->lanes, Lane, lane);
  guint64 slice = NO_SLICE, open;

  if (at->is_bad)
    return NO_SLICE;
  if (at->group == TV_NONE)
    at->track = tv_trace_builder_get_mark_track (
        self->reader->builder,
        tv_ftrace_threads_get_now (&self->reader->threads, TV_FTRACE_TELLER_REST, at->utid));
  if (act == TV_PERFETTO_FLOW)
    is_open (self, at->track, &slice);
  if (act == TV_PERFETTO_END)
    slice = end (self, at, ts, name, args);
  if (act == TV_PERFETTO_STATE && is_open (self, at->track, &open))
    tv_trace_builder_end (self->reader->builder, at->track, TV_NONE, ts, 0, 0, -1);
  if (act == TV_PERFETTO_BEGIN || act == TV_PERFETTO_INSTANT ||
      (act == TV_PERFETTO_STATE && name != TV_NONE))
    slice = begin (self, at, act, ts, name, args);
  if (at->group != TV_NONE && at->layer != TV_NONE && !is_open (self, at->track, &open))
    release_layer (self, at);
  return slice;
}

/**
 * tv_perfetto_tracks_wait:
 * @self: tracks
 * @lane: a lane
 * @flow: what ends at the slice that begins next on it
 */
void
tv_perfetto_tracks_wait (TvPerfettoTracks *self, guint32 lane, guint64 flow)
{
  guint64 *id = g_new (guint64, 1);

  *id = flow;
  g_hash_table_insert (self->waiting, GUINT_TO_POINTER (lane + 1), id);
}

/**
 * tv_perfetto_tracks_stop_waiting:
 * @self: tracks
 * @lane: a lane
 * @flow: (out): what ends there
 *
 * Returns: whether something waited for the slice that began
 */
gboolean
tv_perfetto_tracks_stop_waiting (TvPerfettoTracks *self, guint32 lane, guint64 *flow)
{
  const guint64 *id = g_hash_table_lookup (self->waiting, GUINT_TO_POINTER (lane + 1));

  if (id == NULL)
    return FALSE;
  *flow = *id;
  g_hash_table_remove (self->waiting, GUINT_TO_POINTER (lane + 1));
  return TRUE;
}
