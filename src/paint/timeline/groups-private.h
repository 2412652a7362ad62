/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/timeline/layout-private.h"

G_BEGIN_DECLS

/* Shared state of groups.c, which finds the groups and rows of a system trace, and group-rows.c, which fills
 * them. */

/* Positions of groups within their machine; processes are consecutive, the busiest first. */
#define CPU_GROUP     0
#define COUNTER_GROUP 1
#define FIRST_PROCESS 2

/* Positions after the processes, counted from the end. */
#define LANE_GROUP(self)     ((self)->n_groups - 5)
#define OTHER_GROUP(self)    ((self)->n_groups - 4)
#define FIRST_COUNTERS(self) ((self)->n_groups - 3)
#define N_LAST_GROUPS        5

/* Groups of a machine follow those of the previous one. */
#define GROUP_OF(self, machine, place) ((machine) * (self)->n_groups + (place))

/* An item of a row: a track, a counter or samples. */
typedef struct
{
  guint32 group;
  TvRowSection section;
  guint64 place; /* position within the section; the same for all items of a row */
  TvTimelineBandKind kind;
  guint32 id; /* track or counter; for samples the thread */
} TvGroupItem;

/* Data of a system trace that determines the positions of its items. */
typedef struct
{
  TvTimelineLayout *layout;
  TvTrace *trace;
  const TvTrack *tracks;
  const TvThread *threads;
  const TvProcess *processes;
  guint32 n_tracks;
  guint32 n_threads;
  guint32 n_processes;
  guint32 n_machines;
  guint32 n_groups;       /* number of groups per machine */
  gint64 *group_ns;       /* by order of groups */
  guint32 *group_of_upid; /* order of groups */
  guint32 *upid_of_group;
  guint32 *rank_of_thread; /* by thread */
  guint32 *
      main_of_upid; /* by thread: the first thread with the process's id; others with that id follow an exec */
  gint64 *uses;    /* by thread: CPU time, or in traces without tracks the number of samples */
  guint32 subject; /* main process of the trace, or TV_NONE */
  guint32 *stack_levels;   /* (nullable): by thread, depth of the deepest sampled stack */
  gboolean counts_samples; /* whether @uses are numbers of samples */
  guint *row_of_track;     /* for nested tracks */
  GArray *items;
} TvGroupBuilder;

void tv_group_builder_add_header (TvGroupBuilder    *self,
                                  guint32            order);
void tv_group_builder_add_row    (TvGroupBuilder    *self,
                                  const TvGroupItem *items,
                                  guint              n);

/* Returns whether a thread is the main thread of its process, or has the id of that. */
static inline gboolean
tv_group_builder_is_main (const TvGroupBuilder *self, guint32 utid)
{
  const TvThread *thread = &self->threads[utid];

  return thread->upid != TV_NONE && self->processes[thread->upid].pid == thread->tid;
}

G_END_DECLS
