/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tables/table.h"
#include "ui/session/session.h"

G_BEGIN_DECLS

/* Lanes: tracks above the timeline that show the rows of a table, such as the result of a query. Every change creates a
 * new array and notifies the property "lanes" of the session. Query lanes are saved with the view state of a file. When
 * the file is opened again, a worker runs their queries one after the other. */

/* Maximum number of lanes in a session. */
#define TV_SESSION_MAX_LANES 8

/**
 * TvLaneSlice:
 * @ts: start, a timestamp of the trace in ns
 * @dur: duration in ns; 0 for an instant event
 * @row: row in the table of the lane
 *
 * A slice of a lane.
 */
typedef struct
{
  gint64 ts;
  gint64 dur;
  guint32 row;
} TvLaneSlice;

/**
 * TvLaneSource:
 * @query: (nullable): SQL query; %NULL if the rows are not the result of a query
 * @filter: (nullable): text that any column of the rows must contain
 * @is_regex: whether @filter is a regular expression
 *
 * Describes the rows of a lane.
 */
typedef struct
{
  char *query;
  char *filter;
  gboolean is_regex;
} TvLaneSource;

/**
 * TvLane:
 * @id: id of the lane, starting at 1
 * @color: palette index
 * @name: name of the lane
 * @source: description of the rows
 * @is_pending: whether the rows are not known yet
 * @message: (nullable): reason why the lane has no slices
 * @table: (nullable): table with the rows
 * @label: index of the column with the labels of slices, “name” or “text”, or -1
 * @slices: (element-type TvLaneSlice): sorted by start
 * @longest_ns: duration of the longest slice
 *
 * A lane; immutable.
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
