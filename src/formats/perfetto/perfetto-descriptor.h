/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/perfetto/perfetto-reader.h"

G_BEGIN_DECLS

/**
 * TvPerfettoOrder:
 *
 * Values of TrackDescriptor.child_ordering.
 */
typedef enum
{
  TV_PERFETTO_ORDER_UNKNOWN,
  TV_PERFETTO_ORDER_BY_NAME,
  TV_PERFETTO_ORDER_BY_TIME,
  TV_PERFETTO_ORDER_EXPLICIT,
} TvPerfettoOrder;

/**
 * TvPerfettoDescriptor:
 * @uuid: id of the track
 * @parent: uuid of the parent track; 0 if none
 * @name: string id of the track's name, or %TV_NONE
 * @owner_name: string id of the thread's or process's name, or %TV_NONE
 * @has_process: whether the track belongs to a process
 * @has_thread: whether the track belongs to a thread
 * @has_counter: whether the track contains counter values instead of slices
 * @is_separate: whether the track does not share the slice stack of its thread
 * @is_unmerged: whether the track is not merged with tracks of the same name
 * @merge_key: hash of the key by which tracks are merged; 0 if none
 * @counter_type: CounterDescriptor.type
 * @multiplier: multiplier of a counter's values; 0 if none
 * @main: utid of the thread, or of the process's main thread; %TV_NONE until the first lookup
 *
 * A decoded TrackDescriptor, from perfetto/protos/trace/track_event/track_descriptor.proto.
 */
typedef struct
{
  guint64 uuid;
  guint64 parent;
  guint64 merge_key;
  gint64 multiplier;
  guint32 name;
  guint32 owner_name;
  gint32 pid;
  gint32 tid;
  gint32 rank;
  guint counter_type;
  TvCounterUnit unit;
  guint32 main;
  TvPerfettoOrder child_ordering : 8;
  guint has_process : 1;
  guint has_thread : 1;
  guint has_counter : 1;
  guint is_separate : 1;
  guint is_unmerged : 1;
  guint is_incremental : 1;
} TvPerfettoDescriptor;

/**
 * TvPerfettoIdentities:
 *
 * Threads and processes of track descriptors. Two descriptors with the same tid or pid but different uuids denote two
 * threads or processes, because the kernel reuses ids.
 */
typedef struct
{
  TvPerfettoReader *reader;
  GHashTable *tracks; /* kind and id → first uuid and last utid */
} TvPerfettoIdentities;

gboolean tv_perfetto_descriptor_parse (TvSpan                      message,
                                       TvTraceBuilder             *builder,
                                       TvPerfettoDescriptor       *out);
void     tv_perfetto_descriptor_join  (TvPerfettoDescriptor       *self,
                                       const TvPerfettoDescriptor *reported);
gboolean tv_perfetto_descriptor_fits  (const TvPerfettoDescriptor *self,
                                       const TvPerfettoDescriptor *reported);
void     tv_perfetto_identities_init  (TvPerfettoIdentities       *self,
                                       TvPerfettoReader           *reader);
void     tv_perfetto_identities_clear (TvPerfettoIdentities       *self);
guint32  tv_perfetto_identities_ensure   (TvPerfettoIdentities       *self,
                                       TvPerfettoDescriptor       *descriptor);
void     tv_perfetto_identities_name  (TvPerfettoIdentities       *self,
                                       GArray                     *descriptors);

G_END_DECLS
