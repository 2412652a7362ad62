/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/ftrace/ftrace-replay.h"
#include "formats/merge.h"

G_BEGIN_DECLS

/**
 * TvFtraceMemberType:
 * @get_first: returns the first timestamp of the data other than kernel events, in ns, once all is read; %G_MAXINT64
 *   if there is none
 * @get_next: returns the first timestamp of the pending data, likewise
 * @get_last: returns the last timestamp, or %G_MININT64
 * @settle: prepares for @emit, once the builder knows the start of the trace
 * @emit: emits pending data up to a timestamp, in ns, to the builder; may add tracks, but neither strings nor threads
 * @finish: emits data without time order, and returns whether it could be read
 * @free: frees the member
 *
 * Functions of a file with data other than kernel events, which is emitted in time order.
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
 * @origin: origin of its kernel events; @end is set by the merge
 * @tick_ns: resolution of its timestamps in ns; 1 for a recording, or with @type
 * @uncertainty_ns: uncertainty of its offset on the timeline
 * @is_recording: whether it begins and ends with the recording; a log may continue in another file
 * @type: (nullable): functions for its other data
 * @data: (nullable): owned; user data of @type
 *
 * A file and its data, to be emitted when all files are read. A file with events of several machines has one
 * consecutive member per machine.
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
  gint64 first; /* of all its data, in ns */
  gint64 last;
  gint64 first_event; /* of kernel events */
  gint64 last_event;
  GArray *hidden; /* TvFtraceSpan: times for which other files contain scheduling */
  guint session;  /* see #TvFtraceThreads */
} TvFtraceMember;

/**
 * TvFtraceMerge:
 * @builder: receives the trace
 * @threads: the threads of all files
 * @reuse: ids that are reused in later files
 * @first_logged: first log line of the builder that may be of Android's log, or %TV_NONE
 * @is_reordered: whether a file's events are in the builder in another order than in the file
 *
 * Merges files with kernel events, which must be emitted in time order:
 *
 *   file ─ gather ─▶ events, and records of its own ─┐
 *   file ─ gather ─▶ events, and records of its own ─┴▶ emit in time order, across files
 *
 * Threads with the same id are the same unless lists of threads contradict it. Data that two files contain is emitted
 * once. Between recordings nothing is known: open slices of the first recording end with it.
 */
struct _TvFtraceMerge
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
  guint n_split; /* number of passed splits */
  guint32 n_seen_events;
  guint n_seen_members;
  gint64 last; /* last timestamp of all files seen, in ns */
  guint32 batch_events;
};

void           tv_ftrace_merge_add  (TvFtraceMerge         *self,
                                     const TvTimedInput    *input,
                                     guint64                place,
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

/* Drops events that another file contains too. */
guint32       *tv_ftrace_merge_drop_duplicates
                                    (const TvFtraceMerge   *self,
                                     guint32               *order,
                                     guint32               *n);

G_END_DECLS
