/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/ftrace/ftrace-replay.h"
#include "formats/format.h"

G_BEGIN_DECLS

/**
 * TvFtraceMemberType:
 * @get_first: returns the first timestamp of the data, in ns; %G_MAXINT64 if there is no data
 * @get_next: returns the first timestamp of the data that has not been emitted, in ns; %G_MAXINT64 if there is none
 * @get_last: returns the last timestamp of the data, in ns; %G_MININT64 if there is no data
 * @settle: prepares for @emit; called when the start of the trace is set in the builder
 * @emit: emits the remaining data up to a timestamp in ns to the builder; may add tracks, but neither strings nor
 *   threads
 * @finish: emits data that is not in time order; returns whether the data could be read
 * @free: frees the member
 *
 * Virtual functions of a file that contains data other than kernel events, such as counters and log lines. The merge
 * emits this data in time order.
 */
typedef struct
{
  gint64 (*get_first) (gpointer member);
  gint64 (*get_next) (gpointer member);
  gint64 (*get_last) (gpointer member);
  void (*settle) (gpointer member);
  void (*emit) (gpointer member, gint64 until);
  gboolean (*finish) (gpointer member, const TvReadContext *context, GError **error);
  void (*free) (gpointer member);
} TvFtraceMemberType;

/**
 * TvFtraceMember:
 * @origin: origin of the kernel events; the merge sets @end
 * @tick_ns: resolution of the timestamps in ns; 1 for a recording, and if @type is set
 * @uncertainty_ns: uncertainty of the file's offset on the timeline, in ns; set by the merge
 * @is_recording: whether the file contains a whole recording; a log may be only a part of one and continue in another
 *   file
 * @type: (nullable): functions for data other than kernel events
 * @data: (nullable): user data of @type; owned
 *
 * A file whose data is emitted after all files have been read. A file with events of several machines has one member
 * per machine; these members are consecutive.
 */
typedef struct
{
  TvFtraceOrigin origin;
  gint64 tick_ns;
  gint64 uncertainty_ns;
  gboolean is_recording;
  const TvFtraceMemberType *type;
  gpointer data;

  /* Private. */
  gint64 first; /* first timestamp of all data, in ns */
  gint64 last;
  gint64 first_event; /* first timestamp of the kernel events, in ns */
  gint64 last_event;
  GArray *hidden; /* TvFtraceSpan: time ranges in which scheduling is taken from other files */
  guint session;  /* session of the file, see #TvFtraceThreads */
} TvFtraceMember;

/**
 * TvFtraceMerge:
 * @builder: builder of the trace
 * @threads: threads of all files
 * @reuse: tids that are reused in later files
 * @first_logged: row of the first log line that may belong to Android's log; %TV_NONE if none
 * @is_reordered: whether the builder's event order differs from the file order of any file
 *
 * Merges files with kernel events. Their data must be emitted in time order:
 *
 *   file ─ gather ─▶ kernel events, other data ─┐
 *   file ─ gather ─▶ kernel events, other data ─┴▶ emit in time order, across files
 *
 * Threads with the same tid are the same thread unless lists of threads contradict this. An event in several files is
 * emitted once. Nothing is known about the time between recordings, so open slices end with their recording.
 */
typedef struct
{
  TvTraceBuilder *builder;
  TvFtraceThreads threads;
  TvFtraceReuse reuse;
  guint32 first_logged;
  gboolean is_reordered;

  /* Private. */
  GArray *members; /* TvFtraceMember */
  GArray *breaks;  /* TvFtraceBreak */
  guint n_broken;
  guint n_split; /* number of splits that have been applied */
  guint32 n_seen_events;
  guint n_seen_members;
  gint64 last; /* last timestamp of all files so far, in ns */
  guint32 batch_events;
} TvFtraceMerge;

/* Merges the kernel events and other data of all files. Its state is a #TvFtraceMerge. */
extern const TvMerger tv_ftrace_merger;

void           tv_ftrace_merge_add  (TvFtraceMerge         *self,
                                     const TvTimedInput    *input,
                                     guint64                base_offset,
                                     const TvFtraceMember  *member);
gboolean       tv_ftrace_merge_read (const TvFormat        *format,
                                     TvInput               *input,
                                     TvTraceBuilder        *builder,
                                     const TvReadContext   *context,
                                     GError               **error);

guint          tv_ftrace_merge_find_member (const TvFtraceMerge *self,
                                     guint32                row);
gboolean       tv_ftrace_member_precedes
                                    (const TvFtraceMember  *self,
                                     const TvFtraceMember  *other);

/* Drops events that another file also contains. Takes ownership of @order; see ftrace-duplicates.c. */
guint32       *tv_ftrace_merge_drop_duplicates
                                    (const TvFtraceMerge   *self,
                                     guint32               *order,
                                     guint32               *n);

G_END_DECLS
