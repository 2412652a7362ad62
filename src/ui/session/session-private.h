/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/kit/work.h"
#include "ui/session/session-job.h"
#include "ui/session/session-part.h"

G_BEGIN_DECLS

/* The core of the session, shared by these files:
 *
 *   session.c            the object, the visible time range, loading
 *   session-selection.c  selection, filters, and the results of workers
 *   session-baseline.c   comparison with another session, or of two heap dumps
 *
 * All other state is in parts, see session-part.h. */

/* Results computed by workers. At most one request per result is pending. */
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
  GFile *file; /* (nullable): file of the trace, see tv_session_get_file() */
  TvSessionNames names;
  TvProfile *whole_profile;
  TvProfile *whole_switch_profile; /* (nullable): @whole_profile with context switches */

  gint64 visible_start_ns, visible_end_ns;
  guint32 first_thread;                /* initially selected thread, or TV_NONE */
  gint64 first_start_ns, first_end_ns; /* initially visible range */
  TvSession *baseline;                 /* (nullable): session of the earlier run */
  GBytes *pairs[2]; /* (nullable): for each symbol the symbol of the baseline, and the inverse */
  gint64
      offset_ns; /* timestamp of this session minus the timestamp of the baseline at the same position */
  TvBookmark zero; /* zero point of the alignment; without a name for the start of the trace */
  gint64 whole_start_ns, whole_end_ns; /* range that can be shown */
  gboolean is_following;               /* whether the current change comes from the other session */
  gboolean is_baseline_leading;        /* whether the user last selected a slice in the baseline */
  TvSelection *selection;
  guint32 selected_symbol;
  guint32 selected_slice;
  guint32 selected_counter; /* selected counter, or TV_NONE */
  gint64 counter_ns;        /* time of the selected value of the counter, or G_MININT64 */
  guint32 selected_line;    /* selected log line, or TV_NONE */
  guint32 selected_sample;  /* selected stack sample, or TV_NONE */
  TvPathSegment path;       /* selected segment of a critical path; duration 0 for none */
  gboolean has_context_switches;
  gboolean has_saved_view; /* whether the file's saved view state was restored */
  gboolean takes_letters;  /* see tv_session_takes_letters() */

  TvProfile *profile;
  TvProfile
      *baseline_profile;   /* (nullable): profile of the corresponding selection of the baseline */
  TvCallPaths *call_paths; /* (nullable): call paths; NULL until computed */
  guint32 call_source;     /* kind of samples, or TV_CALLS_OF_SLICES */
  TvCallTree *call_tree;   /* (nullable): call tree; NULL until computed */
  TvCallComparison *call_comparison; /* (nullable): comparison of @call_tree with the baseline */
  TvSelection *compared;             /* (nullable): selection of the baseline in @call_comparison */
  TvCallPaths *baseline_paths; /* (nullable): call paths of the baseline; NULL until first used */
  guint32 baseline_source;     /* source of @baseline_paths */
  guint n_tree_users;
  gboolean by_thread;
  GArray *occurrences;    /* (nullable): slices of the selected symbol; NULL until found */
  gboolean are_alike;     /* whether all occurrences are of one kind */
  GArray *counted;        /* (nullable): see tv_session_get_counted_occurrences() */
  guint32 counted_like;   /* last selected slice of the symbol, or TV_NONE */
  gboolean counts_frames; /* whether @counted contains frames of the surface of @counted_like */
  guint32 counted_thread; /* thread whose states or runs are counted, or TV_NONE for all threads */
  gboolean has_all_threads; /* whether the states of all threads are counted together */
  GCancellable *work[TV_SESSION_N_WORKS];
  gpointer parts[TV_SESSION_N_PARTS];

  gint64 cursor_ns; /* highlighted time, or G_MININT64 */
};

TvSession *tv_session_create   (TvTrace        *trace,
                                TvSliceIndex   *index,
                                TvRanking      *ranking,
                                TvProfile      *whole_profile,
                                TvDumpFindings *findings);
void tv_session_drop_baseline  (TvSession     *self);
void tv_session_update_profile (TvSession     *self);

G_END_DECLS
