/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/ftrace/ftrace-replay.h"
#include "formats/merge.h"

G_BEGIN_DECLS

/**
 * TvFtraceMemberType:
 * @get_first: when what it has beside events of the kernel begins, in ns, once all is there; %G_MAXINT64 if it has
 *   nothing
 * @get_next: likewise, of what the builder was not told yet
 * @get_last: when that ends, or %G_MININT64
 * @settle: prepares for @tell, once the builder knows when the trace begins
 * @tell: tells the builder of all up to a time, in ns; it may add tracks, but neither strings nor threads
 * @finish: tells what needs no order, and returns whether that could be read
 * @free: frees the member
 *
 * What a file is that has more to tell than events of the kernel, in the order of all that there is.
 */
typedef struct
{
  gint64 (*get_first) (gpointer member);
  gint64 (*get_next) (gpointer member);
  gint64 (*get_last) (gpointer member);
  void (*settle) (gpointer member);
  void (*tell) (gpointer member, gint64 until);
  gboolean (*finish) (gpointer member, const TvReadContext *context, GError **error);
  void (*free) (gpointer member);
} TvFtraceMemberType;

/**
 * TvFtraceMember:
 * @origin: where its events of the kernel are from; @end is set by the merge
 * @tick_ns: ns of which all its times are whole multiples; 1 of a recording, or with @type
 * @uncertainty_ns: by how much its place on the timeline may be off
 * @is_recording: it begins and ends when recording did; else, as a log that was cut in two, it may go on in
 *   another file
 * @type: (nullable): what else it has to tell
 * @data: (nullable): for @type, which frees it
 *
 * A file, with what is to be told of it when all files are gathered. Of a file with events of several machines each is
 * one, and they follow each other.
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
  gint64 first; /* of all that it tells, in ns */
  gint64 last;
  gint64 first_event; /* of the kernel */
  gint64 last_event;
  GArray *hidden; /* TvFtraceSpan: when other files tell of scheduling */
  guint session;  /* see #TvFtraceThreads */
} TvFtraceMember;

/**
 * TvFtraceMerge:
 * @builder: whom to tell
 * @threads: who is who in all files
 * @reuse: and which ids are other threads' in later ones
 * @first_logged: the first of the builder's log lines that may be of Android's log, or %TV_NONE
 *
 * Files with events of the kernel, which mean something in the order of all that there are only:
 *
 *   file ─ gather ─▶ events, and records of its own ─┐
 *   file ─ gather ─▶ events, and records of its own ─┴▶ tell: in the order of time, whichever file they are of
 *
 * Threads of one id are one unless lists of threads contradict that. What two files have of one moment is told once, and between recordings nothing is
 * known: what the first leaves open lasts until its end.
 */
struct _TvFtraceMerge
{
  TvTraceBuilder *builder;
  TvFtraceThreads threads;
  TvFtraceReuse reuse;
  guint32 first_logged;

  /* Private. */
  GArray *members; /* TvFtraceMember */
  GArray *breaks;  /* TvFtraceBreak */
  guint n_broken;
  guint n_split; /* splits of the reuse that are told */
  guint32 n_seen_events;
  guint n_seen_members;
  gint64 last; /* of all that is seen of files, in ns */
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

/* Events that several files have are left out of all but one. */
guint32       *tv_ftrace_merge_drop_repeats
                                    (const TvFtraceMerge   *self,
                                     guint32               *order,
                                     guint32               *n);

G_END_DECLS
