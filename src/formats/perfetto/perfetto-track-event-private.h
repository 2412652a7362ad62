/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/perfetto/perfetto-records.h"

G_BEGIN_DECLS

/* A decoded LegacyEvent. */
typedef struct
{
  gboolean is_there;
  guint phase;
  guint64 name_iid;
  gint64 duration_us;
  gboolean has_duration;
  gint64 thread_duration_us;
  gboolean has_thread_duration;
  gint64 instruction_delta;
  gboolean has_instruction_delta;
  gboolean has_id;
  gboolean is_local;
  guint64 id;
  guint64 bind_id;
  guint direction;
  gboolean binds_to_enclosing;
  guint scope;
  guint32 id_scope; /* string id, or TV_NONE */
  gint32 pid;
  gint32 tid;
} TvPerfettoLegacy;

/* A value of a thread clock. */
typedef struct
{
  gint64 value; /* in ns or instructions */
  gboolean is_reported;
  gboolean
      is_own; /* whether the event itself contains the value; otherwise, a counter of the event does */
} TvPerfettoClockValue;

/* State of a track event while it is decoded. Shared by perfetto-track-event.c, perfetto-event-values.c and
 * perfetto-phases.c. */
typedef struct
{
  TvPerfettoReader *reader;
  const TvPerfettoMessage *message;
  TvPerfettoSequence *sequence;
  gint64 ts;
  guint type;
  guint64 uuid;
  gboolean has_uuid;
  guint32 name;
  guint32 category;
  guint64 value;
  gboolean has_value;
  gboolean has_double;
  gboolean has_extra; /* whether the event contains extra counter values */
  gboolean has_args;  /* whether the event contains arguments or flows */
  TvPerfettoLegacy legacy;
  TvPerfettoClockValue clocks
      [TV_N_THREAD_CLOCKS]; /* indexed by TV_THREAD_CLOCK_TS or TV_THREAD_CLOCK_INSTRUCTIONS */
  GString *categories;
} TvPerfettoTrackEvent;

guint32  tv_perfetto_event_get_slice_stack   (TvPerfettoTrackEvent *self);
void     tv_perfetto_event_add_record (TvPerfettoTrackEvent *self,
                                       TvPerfettoAct    act,
                                       guint32          slice_stack,
                                       gint64           ts,
                                       gboolean         is_end);
gboolean tv_perfetto_event_add_phase  (TvPerfettoTrackEvent *self);
gboolean tv_perfetto_event_is_async   (const TvPerfettoTrackEvent *self);
gboolean tv_perfetto_event_has_legacy_track (TvPerfettoTrackEvent *self);
void     tv_perfetto_event_add_phase_args (TvPerfettoTrackEvent *self);
void     tv_perfetto_event_add_value  (TvPerfettoTrackEvent *self);
void     tv_perfetto_event_add_extra  (TvPerfettoTrackEvent *self);
gboolean tv_perfetto_event_take_clock (TvPerfettoTrackEvent *self,
                                       const TvProtoField *field);
void     tv_perfetto_event_add_clock_counters (TvPerfettoTrackEvent *self);
void     tv_perfetto_event_add_clocks (TvPerfettoTrackEvent *self,
                                       guint32          slice_stack);
void     tv_perfetto_event_add_end_clocks (TvPerfettoTrackEvent *self,
                                       guint32          slice_stack);

G_END_DECLS
