/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/memory/row-table.h"
#include "formats/perfetto/perfetto-descriptor.h"
#include "formats/perfetto/perfetto-tracks.h"

G_BEGIN_DECLS

/* State that the implementation files of TvPerfettoTracks share:
 *
 *   perfetto-tracks.c       descriptors, and their slice stacks and groups
 *   perfetto-track-order.c  order of slice stacks
 *   perfetto-layers.c       slices on slice stacks, and layers of their groups
 */

#define TV_PERFETTO_MAX_DEPTH 100 /* maximum nesting depth of tracks */

/* A slice stack: a stack of nested slices. */
typedef struct
{
  guint32 group; /* row of the group; TV_NONE for the slice stack of a thread */
  guint32
      utid; /* for the slice stack of a thread, the first thread that used the tid; otherwise TV_NONE */
  guint32 descriptor; /* row in the descriptors, or TV_NONE */
  gint64 first_ts;
  guint32 first_name; /* string id of the first slice's name */
  guint32 layer;      /* index of its layer in the group while a slice is open; otherwise TV_NONE */
  guint32 track;      /* track of the layer */
  gboolean is_bad;
} TvPerfettoSliceStack;

/* A group of slice stacks that share tracks of the builder. The number of tracks depends on how many slices overlap. */
typedef struct
{
  TvPerfettoOwner owner;
  guint32 id;
  guint64 key;
  guint32 name;
  TvTrackRole role;
  guint32 parent; /* parent group, or TV_NONE */
  GArray *tracks; /* guint32: track per layer */
  GArray *busy;   /* guint64: bit set of the layers with open slices */
} TvPerfettoGroup;

/* End of a slice whose nested slices were still open. */
typedef struct
{
  guint32 track;
  gint64 ts;
} TvPerfettoMisplaced;

struct _TvPerfettoTracks
{
  TvPerfettoReader *reader;
  GArray *descriptors; /* TvPerfettoDescriptor */
  TvIdMap by_uuid;
  GArray *slice_stacks;
  TvIdMap slice_stack_of_uuid;
  TvIdMap slice_stack_of_thread;
  GArray *groups;
  TvRowTable groups_by_key;
  TvIdMap group_of_parent; /* uuid of a parent track → group of its children */
  TvPerfettoIdentities identities;
  GHashTable *waiting; /* slice stack → guint64: flow that ends at the stack's next slice */
  GArray *misplaced;   /* TvPerfettoMisplaced */
  guint64 seed;
};

TvPerfettoDescriptor *tv_perfetto_tracks_find (const TvPerfettoTracks *self,
                                              guint64                 uuid);
guint32 *tv_perfetto_tracks_order_slice_stacks       (TvPerfettoTracks       *self);
guint32  tv_perfetto_tracks_add_layer         (TvPerfettoTracks       *self,
                                              TvPerfettoGroup        *group);

G_END_DECLS
