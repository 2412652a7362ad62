/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tables/perfetto/perfetto-model.h"

G_BEGIN_DECLS

#define TV_MAX_DIMENSIONS 3

/**
 * TvPerfettoDimension:
 * @text: (nullable): the value if it is a string; otherwise %NULL, and the value is @number
 *
 * An argument of a track that distinguishes the track from others of the same type.
 */
typedef struct
{
  const char *key;
  char *text;
  gint64 number;
} TvPerfettoDimension;

/**
 * TvPerfettoTrack:
 * @row: index in the trace of the track, or of the counter if @is_counter
 * @type: value of track.type
 * @unit: (nullable): value of track.unit
 * @name: (nullable): value of track.name; owned
 *
 * A row of the track table.
 */
typedef struct
{
  gboolean is_counter;
  guint32 row;
  const char *type;
  const char *unit;
  char *name;
  guint32 upid;
  guint32 utid;
  guint32 cpu;
  guint32 machine;
  gboolean is_merged;
  guint n_dimensions;
  TvPerfettoDimension dimensions[TV_MAX_DIMENSIONS];
} TvPerfettoTrack;

void tv_perfetto_track_clear (TvPerfettoTrack *track);
void tv_perfetto_track_add_number (TvPerfettoTrack *track, const char *key, gint64 number);
void tv_perfetto_track_add_text (TvPerfettoTrack *track, const char *key, const char *text, gssize size);
void tv_perfetto_track_add_owner (TvPerfettoTrack *track);

G_END_DECLS
