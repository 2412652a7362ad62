/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/kit/work.h"
#include "ui/session/session.h"

G_BEGIN_DECLS

/* The session's parts:
 *
 *   session.c            the object
 *   session-time.c       what the timeline shows, the cursor
 *   session-baseline.c   the session that it is compared with
 *   session-runs.c       further runs on each side of that
 *   session-rows.c       how the timeline shows its rows
 *   session-selection.c  the selected symbol and slice, one step back
 *   session-marks.c      times to be found again
 *   session-strips.c     what strips are painted from
 *   session-colors.c     what colours tell
 *   session-clock.c      the clock of all views
 *   session-filter.c     what is counted, and how
 *   session-heap.c       what a dump of heaps selects, and two moments of a heap
 *   session-profile.c    the profile of that
 *   session-calls.c      the call tree of that
 *   session-samples.c    samples of the selected symbol
 *   session-dump.c       what dumps tell, and which of their threads is looked at
 *   session-job.c        what workers are told of it
 *   session-search.c     what a search found, and what is to be brought into sight
 *   session-load.c       opening a file
 *   session-names.c      what it is called by
 *   kept-view.c          what is remembered of it until the file is opened again
 */

/* What workers find, each one thing at a time. */
typedef enum
{
  TV_SESSION_WORK_PROFILE,
  TV_SESSION_WORK_RUN,
  TV_SESSION_WORK_PATHS,
  TV_SESSION_WORK_TREE,
  TV_SESSION_WORK_OCCURRENCES,
  TV_SESSION_WORK_COUNTED,
  TV_SESSION_WORK_LONGEST,
  TV_SESSION_WORK_STRIPS,
  TV_SESSION_WORK_SAMPLE_MARKS,
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
  TvProfile *whole_switch_profile; /* (nullable): with context switches, once it was needed */

  gint64 visible_start_ns, visible_end_ns;
  guint32 first_thread; /* selected when the trace is opened for the first time, or TV_NONE */
  gint64 first_start_ns, first_end_ns; /* visible when the trace is opened for the first time */
  TvSession *baseline;                 /* (nullable) */
  GBytes *pairs[2];        /* (nullable): symbols of the other, by symbol of this one, and back */
  GPtrArray *runs;         /* of TvSessionRun: further ones */
  GPtrArray *waiting_runs; /* that are still to be read */
  char *run_error;         /* (nullable): why one could not be */
  gint64 offset_ns;        /* of its times to those of the baseline */
  TvTimeMark zero;         /* what it is aligned at; no name: its start */
  gint64 whole_start_ns, whole_end_ns; /* all that can be shown */
  gboolean is_following;               /* what changes is changed by the other */
  gboolean is_baseline_leading;        /* where a call was selected last */
  TvSelection *selection;
  guint32 selected_symbol;
  guint32 selected_slice;
  guint32 selected_counter; /* or TV_NONE */
  gint64 counter_ns;        /* at which time it was clicked on, or G_MININT64 */
  guint32 selected_line;    /* of the log, or TV_NONE */
  guint32 selected_sample;  /* of stacks, or TV_NONE */
  gboolean has_context_switches;
  TvClock clock;
  TvTimeBase time_base;
  TvChartStyle chart_style;
  TvColorBy colour_by;
  TvColoring *colorings[TV_N_COLOR_BY]; /* (nullable) each: made when first needed */
  gboolean has_kept_view;               /* its file was open before, and looks as it did then */
  TvRowChoices *row_choices;
  char *top_row;        /* (nullable): key of the row at the top, where the rows are scrolled */
  double top_row_above; /* part of that which is above the top */

  TvProfile *profile;
  TvProfile *baseline_profile; /* (nullable): of the same part of the baseline, if that has any */
  TvCallPaths *call_paths;     /* (nullable) */
  guint32 call_source;         /* what they are of */
  TvCallTree *call_tree;       /* (nullable) */
  TvCallComparison *call_comparison; /* (nullable): of that with the baseline */
  TvSelection *compared;             /* (nullable): what of the baseline it is compared with */
  TvCallPaths *baseline_paths;       /* (nullable): of the baseline, once they were needed */
  guint32 baseline_source;           /* what these are of */
  guint n_tree_users;
  gboolean by_thread;
  GArray *occurrences;    /* (nullable) */
  gboolean are_alike;     /* all occurrences are of one kind */
  GArray *counted;        /* (nullable): of the occurrences, or of the selected frame's surface */
  guint32 counted_like;   /* the slice of the symbol that was selected last, or TV_NONE */
  gboolean counts_frames; /* the counted slices are frames of the surface of @counted_like */
  guint32 counted_thread; /* the thread of the counted states or runs, or TV_NONE for all threads */
  gboolean has_all_threads;      /* states of all threads are counted together */
  TvThreadSamples *sample_marks; /* (nullable): samples with the selected symbol */
  gboolean wants_longest;        /* of the counted ones, as soon as they are known */
  gboolean seeks_state;          /* the longest that is sought is of a state */
  GCancellable *work[TV_SESSION_N_WORKS];

  gint64 cursor_ns;    /* or G_MININT64 */
  GArray *search_hits; /* (nullable) */
  GArray *marks;
  guint selected_mark; /* or 0 */

  TvDumpFindings *dump_findings; /* (nullable): once they were needed */
  guint32 dump_thread;           /* or TV_NONE */
  guint32 heap_graph;            /* or TV_NONE */
};

enum
{
  TV_SESSION_PROP_0,
  TV_SESSION_PROP_TRACE,
  TV_SESSION_PROP_VISIBLE_START,
  TV_SESSION_PROP_VISIBLE_END,
  TV_SESSION_PROP_SELECTION,
  TV_SESSION_PROP_SELECTED_SYMBOL,
  TV_SESSION_PROP_SELECTED_SLICE,
  TV_SESSION_PROP_SELECTED_COUNTER,
  TV_SESSION_PROP_SELECTED_LINE,
  TV_SESSION_PROP_SELECTED_SAMPLE,
  TV_SESSION_PROP_SAMPLE_MARKS,
  TV_SESSION_PROP_CONTEXT_SWITCHES,
  TV_SESSION_PROP_CLOCK,
  TV_SESSION_PROP_TIME_BASE,
  TV_SESSION_PROP_CHART_STYLE,
  TV_SESSION_PROP_COLOUR_BY,
  TV_SESSION_PROP_PROFILE,
  TV_SESSION_PROP_IS_PROFILING,
  TV_SESSION_PROP_CALL_TREE,
  TV_SESSION_PROP_IS_FINDING_CALLS,
  TV_SESSION_PROP_BY_THREAD,
  TV_SESSION_PROP_CALL_SOURCE,
  TV_SESSION_PROP_OCCURRENCES,
  TV_SESSION_PROP_COUNTED_OCCURRENCES,
  TV_SESSION_PROP_ALL_THREADS,
  TV_SESSION_PROP_CURSOR_TIME,
  TV_SESSION_PROP_SEARCH_HITS,
  TV_SESSION_PROP_MARKS,
  TV_SESSION_PROP_SELECTED_MARK,
  TV_SESSION_PROP_ROW_CHOICES,
  TV_SESSION_PROP_TOP_ROW,
  TV_SESSION_PROP_HAS_STRIPS,
  TV_SESSION_PROP_OFFSET,
  TV_SESSION_PROP_RUNS,
  TV_SESSION_PROP_DUMP_THREAD,
  TV_SESSION_PROP_HEAP_GRAPH,
  TV_SESSION_N_PROPS
};

/* What a worker needs to know of a session, as it was when it was asked. */
typedef struct
{
  TvTrace *trace;
  TvSelection *selection;
  TvCallPaths *paths; /* (nullable) */
  guint32 call_source;
  guint32 symbol;
  guint32 counted_like;
  guint32 counted_thread;
  GArray *occurrences; /* (nullable): of the symbol */
  gboolean are_alike;  /* those that were found are of one kind */
  TvProfileFlags profile_flags;
  TvCallTreeFlags tree_flags;
  TvCallTree *tree; /* (nullable): that which was made */

  /* Of what it is compared with: */
  TvTrace *baseline;               /* (nullable) */
  GBytes *pairs;                   /* (nullable) */
  TvSelection *baseline_selection; /* (nullable): nothing of it is selected */
  gboolean has_baseline_source;    /* else it has no such samples */
  guint32 baseline_source;
  TvCallPaths *baseline_paths;  /* (nullable): until they are found */
  TvCallComparison *comparison; /* (nullable): that which was made */
  TvProfile *baseline_profile;  /* (nullable): the same */
} TvSessionJob;

TvSessionJob *tv_session_job_new  (TvSession *self);
void          tv_session_job_free (gpointer   data);
TvCallPaths  *tv_session_job_need_baseline_paths (TvSessionJob  *job,
                                                  GCancellable  *cancellable,
                                                  GError       **error);
void          tv_session_keep_baseline_paths (TvSession    *self,
                                              TvSessionJob *job);

void tv_session_drop_baseline  (TvSession     *self);
void tv_session_init_runs      (TvSession     *self);
void tv_session_clear_runs     (TvSession     *self);
void tv_session_set_first_visible (TvSession *self,
                                   gint64     start_ns,
                                   gint64     end_ns);
void tv_session_notify         (TvSession     *self,
                                guint          property);
void tv_session_update_profile (TvSession     *self);
void tv_session_update_call_tree (TvSession   *self);
TvCallPaths *tv_session_need_call_paths (TvSession *self);
void tv_session_update_counted (TvSession     *self);
void tv_session_widen_selection (TvSession    *self);
void tv_session_look_for_longest (TvSession   *self);
void tv_session_forget_longest (TvSession     *self);
void tv_session_update_sample_marks (TvSession *self);

TvSelection *tv_session_select_heap_process (TvSession *self,
                                             guint32    upid);
void         tv_session_show_heap_graph     (TvSession *self,
                                             guint32    upid,
                                             gint64     ts);

void tv_session_align_time_base (TvSession *self);

G_END_DECLS
