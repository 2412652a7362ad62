/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tables/table.h"
#include "ui/session/session.h"

G_BEGIN_DECLS

/* Query tracks are tracks above the timeline that show the rows of a table, such as the result of a query. Every
 * change creates a new array and notifies the session's property "query-tracks". Tracks with a query are saved in the
 * view state of a file. When the file is opened again, a worker runs their queries one after the other. */

/* Maximum number of query tracks in a session. */
#define TV_SESSION_MAX_QUERY_TRACKS 8

/**
 * TvQueryTrackSlice:
 * @ts: start, a timestamp of the trace in ns
 * @dur: duration in ns; 0 for an instant event
 * @row: row in the track's table
 *
 * A slice of a query track.
 */
typedef struct
{
  gint64 ts;
  gint64 dur;
  guint32 row;
} TvQueryTrackSlice;

/**
 * TvQueryTrackSource:
 * @query: (nullable): SQL query; %NULL if the rows are not the result of a query
 * @filter: (nullable): text that at least one cell of a row must contain
 * @is_regex: whether @filter is a regular expression
 *
 * Source of the rows of a query track.
 */
typedef struct
{
  char *query;
  char *filter;
  gboolean is_regex;
} TvQueryTrackSource;

/**
 * TvQueryTrack:
 * @id: id of the track, starting at 1
 * @color: palette index
 * @name: name of the track
 * @source: source of the rows
 * @is_pending: whether the query has not been run yet
 * @message: (nullable): reason why the track has no slices
 * @table: (nullable): table with the rows
 * @label: index of the column with the labels of slices, “name” or “text”; -1 if there is none
 * @slices: (element-type TvQueryTrackSlice): slices, sorted by start
 * @longest_ns: duration of the longest slice
 *
 * A query track; immutable.
 */
typedef struct
{
  gatomicrefcount references;
  guint id;
  guint color;
  char *name;
  TvQueryTrackSource source;
  gboolean is_pending;
  char *message;
  TvTable *table;
  int label;
  GArray *slices;
  gint64 longest_ns;
} TvQueryTrack;

void          tv_query_track_source_copy     (const TvQueryTrackSource *from,
                                              TvQueryTrackSource       *to);
void          tv_query_track_source_clear    (TvQueryTrackSource       *self);

TvQueryTrack *tv_query_track_new             (TvTable            *table,
                                              GCancellable       *cancellable);
TvQueryTrack *tv_query_track_ref             (TvQueryTrack       *self);
void          tv_query_track_unref           (TvQueryTrack       *self);
guint         tv_query_track_find_first      (const TvQueryTrack *self,
                                              gint64              ns);
char         *tv_query_track_dup_label       (const TvQueryTrack *self,
                                              guint               slice);
gboolean      tv_query_track_is_possible     (TvTable            *table);

GPtrArray    *tv_session_get_query_tracks    (TvSession                *self);
gboolean      tv_session_add_query_track     (TvSession                *self,
                                              TvQueryTrack             *track,
                                              const char               *name,
                                              const TvQueryTrackSource *source);
void          tv_session_restore_query_track (TvSession                *self,
                                              const char               *name,
                                              const TvQueryTrackSource *source);
void          tv_session_rename_query_track  (TvSession                *self,
                                              guint                     id,
                                              const char               *name);
void          tv_session_remove_query_track  (TvSession                *self,
                                              guint                     id);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvQueryTrack, tv_query_track_unref)

G_END_DECLS
