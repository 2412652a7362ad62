/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvDumpMoment:
 * @upid: of which process, or %TV_NONE
 * @ts: when, in ns, or %TV_NO_TIME
 * @dump: its first dump with stacks, or of any kind
 * @previous: the moment of the same process before it, or of an earlier run of it with another pid; or %TV_NONE
 * @first: the first moment of them all
 * @first_thread: of its threads in tv_dump_moments_get_threads()
 * @n_threads: how many; each of which all its dumps tell once
 * @n_of_process: number of moments of its process, with those of its other runs
 *
 * What all dumps of a process tell of about the same moment.
 */
typedef struct
{
  guint32 upid;
  gint64 ts;
  guint32 dump;
  guint32 previous;
  guint32 first;
  guint32 first_thread;
  guint32 n_threads;
  guint32 n_of_process;
} TvDumpMoment;

/**
 * TvDumpMoments:
 *
 * The moments of dumps, in the order of the file. A process is often dumped several times at about one
 * moment: by its virtual machine, from outside, and by the kernel, which tells where threads sleep; these
 * are one moment. Another dump of the same kind is another moment. Immutable; any thread may use it.
 */
typedef struct _TvDumpMoments TvDumpMoments;

TvDumpMoments      *tv_dump_moments_new          (TvTrace             *trace);
void                tv_dump_moments_free         (TvDumpMoments       *self);
const TvDumpMoment *tv_dump_moments_get          (const TvDumpMoments *self,
                                                  guint32             *n);
const guint32      *tv_dump_moments_get_threads  (const TvDumpMoments *self,
                                                  guint32              moment);
guint32             tv_dump_moments_find         (const TvDumpMoments *self,
                                                  guint32              thread);
guint32             tv_dump_moments_find_shown   (const TvDumpMoments *self,
                                                  guint32              thread);
guint32             tv_dump_moments_find_channel (const TvDumpMoments *self,
                                                  guint32              thread);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvDumpMoments, tv_dump_moments_free)

G_END_DECLS
