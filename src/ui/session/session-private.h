/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/kit/work.h"
#include "ui/session/session-job.h"
#include "ui/session/session-part.h"

G_BEGIN_DECLS

/* The core of the session, which these files share:
 *
 *   session.c            the object, the visible time, loading
 *   session-selection.c  selection, filters, and the results of workers
 *   session-baseline.c   the session to compare with, two moments of a heap
 *
 * All other state is in parts, see session-part.h. */

/* Results of workers; one worker runs for each at a time. */
typedef enum
{
  TV_SESSION_WORK_PROFILE,
  TV_SESSION_WORK_PATHS,
  TV_SESSION_WORK_TREE,
  TV_SESSION_WORK_OCCURRENCES,
  TV_SESSION_WORK_COUNTED,
  TV_SESSION_N_WORKS
} TvSessionWork;

struct _TvSession
{
  GObject parent_instance;

  TvTrace *trace;
  TvSliceIndex *index;
  TvRanking *ranking;
  GFile *file; /* (nullable) */
  TvSessionNames names;
  TvProfile *whole_profile;
  TvProfile *whole_switch_profile; /* (nullable): with context switches; made when needed */

  gint64 visible_start_ns, visible_end_ns;
  guint32 first_thread; /* selected when the trace is opened for the first time, or TV_NONE */
  gint64 first_start_ns, first_end_ns; /* visible when the trace is opened for the first time */
  TvSession *baseline;                 /* (nullable) */
  GBytes *pairs[2];                    /* (nullable): symbols of the baseline by symbol, and back */
  gint64 offset_ns;                    /* of its times to those of the baseline */
  TvTimeMark zero;                     /* where it is aligned; without a name at the start */
  gint64 whole_start_ns, whole_end_ns; /* the range that can be shown */
  gboolean is_following;               /* the change comes from the other session */
  gboolean is_baseline_leading;        /* a call was selected there last */
  TvSelection *selection;
  guint32 selected_symbol;
  guint32 selected_slice;
  guint32 selected_counter; /* or TV_NONE */
  gint64 counter_ns;        /* time of the click, or G_MININT64 */
  guint32 selected_line;    /* of the log, or TV_NONE */
  guint32 selected_sample;  /* of stacks, or TV_NONE */
  TvPathSegment path;       /* selected on a critical path; with a duration of 0 without one */
  gboolean has_context_switches;
  gboolean has_kept_view; /* the saved view of the file was restored */

  TvProfile *profile;
  TvProfile *baseline_profile;       /* (nullable): of the same range of the baseline */
  TvCallPaths *call_paths;           /* (nullable) */
  guint32 call_source;               /* kind of samples, or TV_CALLS_OF_SLICES */
  TvCallTree *call_tree;             /* (nullable) */
  TvCallComparison *call_comparison; /* (nullable): of the tree with the baseline */
  TvSelection *compared;             /* (nullable): the compared selection of the baseline */
  TvCallPaths *baseline_paths;       /* (nullable): made when needed */
  guint32 baseline_source;           /* kind of samples of these */
  guint n_tree_users;
  gboolean by_thread;
  GArray *occurrences;    /* (nullable) */
  gboolean are_alike;     /* all occurrences are of one kind */
  GArray *counted;        /* (nullable): of the occurrences, or of the selected frame's surface */
  guint32 counted_like;   /* the slice of the symbol that was selected last, or TV_NONE */
  gboolean counts_frames; /* the counted slices are frames of the surface of @counted_like */
  guint32 counted_thread; /* the thread of the counted states or runs, or TV_NONE for all threads */
  gboolean has_all_threads; /* states of all threads are counted together */
  GCancellable *work[TV_SESSION_N_WORKS];
  gpointer parts[TV_SESSION_N_PARTS];

  gint64 cursor_ns; /* or G_MININT64 */
};

void tv_session_drop_baseline  (TvSession     *self);
void tv_session_update_profile (TvSession     *self);

G_END_DECLS
