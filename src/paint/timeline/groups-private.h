/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/timeline/layout-private.h"

G_BEGIN_DECLS

/* What is shared by who finds out which groups and rows a log has, and who names and fills them. */

/* The places of groups among those of their machine; processes follow each other, busiest first. */
#define CPU_GROUP     0
#define COUNTER_GROUP 1
#define FIRST_PROCESS 2

/* Behind the processes, from the end. */
#define LANE_GROUP(self)     ((self)->n_groups - 5)
#define OTHER_GROUP(self)    ((self)->n_groups - 4)
#define FIRST_COUNTERS(self) ((self)->n_groups - 3)
#define N_LAST_GROUPS        5

/* Groups of a machine are behind those of the machine before. */
#define GROUP_OF(self, machine, place) ((machine) * (self)->n_groups + (place))

/* What is shown in a row: a track, a counter or samples. */
typedef struct
{
  guint32 group;
  TvRowSection section;
  guint64 place; /* within the section; one for each row */
  TvTimelineBandKind kind;
  guint32 id; /* track or counter; a thread, of samples */
} TvGroupItem;

/* All of a log that decides where its items are. */
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
  guint32 n_groups;       /* of each machine */
  gint64 *group_ns;       /* by order of groups */
  guint32 *group_of_upid; /* order of groups */
  guint32 *upid_of_group;
  guint32 *rank_of_thread; /* by utid */
  guint32 *
      main_of_upid; /* the first thread of its process's id; others of that id come after an exec */
  gint64 *uses;     /* likewise: the time that it used, or without tracks its samples */
  guint32 subject;  /* process that the trace is about, or TV_NONE */
  guint32 *stack_levels;   /* (nullable): by utid, levels of the deepest sampled stack */
  gboolean counts_samples; /* @uses are how often threads were sampled */
  guint *row_of_track;     /* of lanes that have one */
  GArray *items;
} TvGroupBuilder;

void tv_group_builder_add_header (TvGroupBuilder    *self,
                                  guint32            order);
void tv_group_builder_add_row    (TvGroupBuilder    *self,
                                  const TvGroupItem *items,
                                  guint              n);

/* Whether a thread is the first of its process, or has its id after it. */
static inline gboolean
tv_group_builder_is_main (const TvGroupBuilder *self, guint32 utid)
{
  const TvThread *thread = &self->threads[utid];

  return thread->upid != TV_NONE && self->processes[thread->upid].pid == thread->tid;
}

G_END_DECLS
