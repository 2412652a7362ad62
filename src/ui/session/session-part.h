/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/session/session.h"

G_BEGIN_DECLS

/* A part of the session. Each part handles one subject in one file, which defines the struct of its state and the
 * hooks below. The session allocates the struct, zeroed, and never accesses its fields. For everything else, the
 * files of parts use the public functions of session.h and the functions below. */
typedef struct
{
  gsize size;
  void (*init) (TvSession *self, gpointer part); /* (nullable): initializes the state */
  void (*stop) (gpointer part);  /* (nullable): cancels workers when the session is disposed */
  void (*clear) (gpointer part); /* (nullable): frees the content of the state */
} TvSessionPart;

/* One line per part: suffix of the TvSessionPartId, and suffix of the TvSessionPart. */
#define TV_SESSION_PARTS(PART)                                                                     \
  PART (CLOCK, clock)                                                                              \
  PART (COLORS, colors)                                                                            \
  PART (DUMPS, dumps)                                                                              \
  PART (HEAP_GRAPH, heap_graph)                                                                    \
  PART (QUERY_TRACKS, query_tracks)                                                                \
  PART (LONGEST, longest)                                                                          \
  PART (MARKS, marks)                                                                              \
  PART (ROWS, rows)                                                                                \
  PART (RUNS, runs)                                                                                \
  PART (SAMPLES, samples)                                                                          \
  PART (SEARCH, search)                                                                            \
  PART (STRIPS, strips)

#define TV_SESSION_PART_ID(id, name) TV_SESSION_PART_##id,

typedef enum
{
  TV_SESSION_PARTS (TV_SESSION_PART_ID) TV_SESSION_N_PARTS
} TvSessionPartId;

#define TV_SESSION_DECLARE_PART(id, name) extern const TvSessionPart tv_session_part_##name;

TV_SESSION_PARTS (TV_SESSION_DECLARE_PART)

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
  TV_SESSION_PROP_SELECTED_PATH,
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
  TV_SESSION_PROP_QUERY_TRACKS,
  TV_SESSION_PROP_ROW_CHOICES,
  TV_SESSION_PROP_TOP_ROW,
  TV_SESSION_PROP_HAS_STRIPS,
  TV_SESSION_PROP_OFFSET,
  TV_SESSION_PROP_RUNS,
  TV_SESSION_PROP_DUMP_THREAD,
  TV_SESSION_PROP_HEAP_GRAPH,
  TV_SESSION_N_PROPS
};

gpointer tv_session_get_part (TvSession       *self,
                              TvSessionPartId  id);
void     tv_session_notify   (TvSession       *self,
                              guint            property);

/* Functions of parts that other files of the session call. */

void tv_session_init_clock         (TvSession      *self);
void tv_session_align_time_base    (TvSession      *self);
void tv_session_take_coloring      (TvSession      *self,
                                    TvColorBy       by,
                                    TvColoring     *coloring);
void tv_session_share_coloring     (TvSession      *self,
                                    TvColorBy       by,
                                    TvSession      *from);
void tv_session_init_dump_findings (TvSession      *self,
                                    TvDumpFindings *findings);
void tv_session_start_longest_search (TvSession      *self);
void tv_session_forget_longest     (TvSession      *self);
void tv_session_update_sample_marks (TvSession     *self);
void tv_session_show_heap_graph    (TvSession      *self,
                                    guint32         upid,
                                    gint64          ts);

G_END_DECLS
