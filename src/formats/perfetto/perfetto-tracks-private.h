/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/memory/row-table.h"
#include "formats/perfetto/perfetto-descriptor.h"
#include "formats/perfetto/perfetto-tracks.h"

G_BEGIN_DECLS

/* The parts of TvPerfettoTracks:
 *
 *   perfetto-tracks.c       what recorders describe, and the lanes and groups that it becomes
 *   perfetto-track-order.c  in which order lanes are shown
 *   perfetto-layers.c       what happens on lanes: layers of their groups, slices
 */

#define TV_PERFETTO_MAX_DEPTH 100 /* of tracks within tracks */

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
} TvPerfettoLane;

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
} TvPerfettoGroup;

/* The end of a slice that others in it were open at. */
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
  GArray *lanes;
  TvIdMap lane_of_uuid;
  TvIdMap lane_of_thread;
  GArray *groups;
  TvRowTable groups_by_key;
  TvIdMap group_of_parent; /* uuid of a track that has parts → the group of those */
  TvPerfettoIdentities identities;
  GHashTable *waiting; /* lane → guint64: flow that ends at what begins next */
  GArray *misplaced;   /* TvPerfettoMisplaced */
  guint64 seed;
};

TvPerfettoDescriptor *tv_perfetto_tracks_find (const TvPerfettoTracks *self,
                                              guint64                 uuid);
guint32 *tv_perfetto_tracks_order_lanes       (TvPerfettoTracks       *self);
guint32  tv_perfetto_tracks_add_layer         (TvPerfettoTracks       *self,
                                              TvPerfettoGroup        *group);

G_END_DECLS
