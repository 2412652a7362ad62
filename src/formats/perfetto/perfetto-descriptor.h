/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/perfetto/perfetto-reader.h"

G_BEGIN_DECLS

/**
 * TvPerfettoOrder:
 *
 * TrackDescriptor.child_ordering.
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
 * @uuid: of the track
 * @parent: of the track that it is a part of, or 0
 * @name: string, or %TV_NONE
 * @owner_name: string: what the thread or process is called, or %TV_NONE
 * @has_process: it is a process's
 * @has_thread: it is a thread's
 * @pid: the process's id
 * @tid: the thread's id
 * @has_counter: it has values and no slices
 * @is_separate: it is a thread's, but not where its marks are
 * @is_apart: tracks of the same name are others
 * @merge_key: hash of what is one with others that have the same, or 0
 * @counter_type: CounterDescriptor.type
 * @multiplier: of a counter's values; 0 if not told
 * @main: the main thread of a process, or the thread; %TV_NONE until it is asked for
 *
 * What a TrackDescriptor says, from perfetto/protos/trace/track_event/track_descriptor.proto.
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
  guint is_apart : 1;
  guint is_incremental : 1;
} TvPerfettoDescriptor;

/**
 * TvPerfettoIdentities:
 *
 * Which threads and processes descriptors mean. Two with one id that are not one track are two: the id was
 * given anew.
 */
typedef struct
{
  TvPerfettoReader *reader;
  GHashTable *tracks; /* kind and id → uuid that it was first */
} TvPerfettoIdentities;

gboolean tv_perfetto_descriptor_parse (TvSpan                      message,
                                       TvTraceBuilder             *builder,
                                       TvPerfettoDescriptor       *out);
void     tv_perfetto_descriptor_join  (TvPerfettoDescriptor       *self,
                                       const TvPerfettoDescriptor *told);
gboolean tv_perfetto_descriptor_fits  (const TvPerfettoDescriptor *self,
                                       const TvPerfettoDescriptor *told);
void     tv_perfetto_identities_init  (TvPerfettoIdentities       *self,
                                       TvPerfettoReader           *reader);
void     tv_perfetto_identities_clear (TvPerfettoIdentities       *self);
guint32  tv_perfetto_identities_get   (TvPerfettoIdentities       *self,
                                       TvPerfettoDescriptor       *descriptor);
void     tv_perfetto_identities_name  (TvPerfettoIdentities       *self,
                                       GArray                     *descriptors);

G_END_DECLS
