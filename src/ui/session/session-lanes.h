/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tables/table.h"
#include "ui/session/session.h"

G_BEGIN_DECLS

/* Lanes: rows of a table that are drawn above the timeline, such as those of a query. A change makes another array and
 * notifies the session's property "lanes". The lanes of queries are kept with the view of a file; when it is opened
 * again, a worker runs their queries one after another. */

/* Lanes of a session at the same time. */
#define TV_SESSION_MAX_LANES 8

/**
 * TvLaneSlice:
 * @ts: start, in the trace's own clock
 * @dur: duration; 0 for a moment
 * @row: row of the lane's table
 */
typedef struct
{
  gint64 ts;
  gint64 dur;
  guint32 row;
} TvLaneSlice;

/**
 * TvLaneSource:
 * @query: (nullable): text in SQL; %NULL if the rows are not those of a query
 * @filter: (nullable): text that the rows have in any column
 * @is_regex: whether @filter is a regular expression
 *
 * The description of the rows of a lane.
 */
typedef struct
{
  char *query;
  char *filter;
  gboolean is_regex;
} TvLaneSource;

/**
 * TvLane:
 * @id: number of the lane, from 1
 * @color: colour of the palette
 * @name: name of the lane
 * @source: description of the rows
 * @is_pending: whether the rows have not been found yet
 * @message: (nullable): reason why a lane has no slices
 * @table: (nullable): table of the rows
 * @label: column of the labels of slices, “name” or “text”, or -1
 * @slices: (element-type TvLaneSlice): sorted by start
 * @longest_ns: longest duration
 *
 * Immutable.
 */
typedef struct
{
  gatomicrefcount references;
  guint id;
  guint color;
  char *name;
  TvLaneSource source;
  gboolean is_pending;
  char *message;
  TvTable *table;
  int label;
  GArray *slices;
  gint64 longest_ns;
} TvLane;

void        tv_lane_source_copy      (const TvLaneSource *from,
                                      TvLaneSource *to);
void        tv_lane_source_clear     (TvLaneSource *self);

TvLane     *tv_lane_new              (TvTable      *table,
                                      GCancellable *cancellable);
TvLane     *tv_lane_ref              (TvLane       *self);
void        tv_lane_unref            (TvLane       *self);
guint       tv_lane_find_first       (const TvLane *self,
                                      gint64        ns);
char       *tv_lane_dup_label        (const TvLane *self,
                                      guint         slice);
gboolean    tv_lane_is_possible      (TvTable      *table);

GPtrArray  *tv_session_get_lanes     (TvSession    *self);
gboolean    tv_session_add_lane      (TvSession    *self,
                                      TvLane       *lane,
                                      const char   *name,
                                      const TvLaneSource *source);
void        tv_session_restore_lane  (TvSession    *self,
                                      const char   *name,
                                      const TvLaneSource *source);
void        tv_session_rename_lane   (TvSession    *self,
                                      guint         id,
                                      const char   *name);
void        tv_session_remove_lane   (TvSession    *self,
                                      guint         id);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvLane, tv_lane_unref)

G_END_DECLS
