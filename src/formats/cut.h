/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/memory/id-map.h"
#include "core/selection.h"
#include "formats/load.h"
#include "formats/input/span.h"

G_BEGIN_DECLS

/**
 * TvCut:
 * @trace: the loaded file
 * @start_ns: start of the cut range, on the trace's clock
 * @end_ns: end of the cut range; records at the end are inside the range, because slices end there
 *
 * The records of a file that are written to a new file in the same format. The `cut` function of the format reads the
 * file again and writes these records:
 *
 * before the range   records on which records in the range depend: names, begins of open slices, last counter values
 *     in the range       all records
 *     after the range    records that are needed to interpret those in the range
 *
 * If threads are selected, the output contains the records of these threads and their processes, and records without
 * a process, such as CPU counters. Threads and processes are identified by their ids on the device. The other members
 * are private.
 */
typedef struct _TvCut TvCut;
struct _TvCut
{
  TvTrace *trace;
  gint64 start_ns;
  gint64 end_ns;

  TvCut *whole;         /* (nullable): the cut of all machines, if this cut is for one machine */
  guint32 machine;      /* row of the machine, or TV_NONE for all machines */
  gint64 offset_ns;     /* time on the timeline minus time on the machine's clock */
  gboolean has_threads; /* whether the user selected threads */
  TvIdMap threads;      /* ids of the selected threads */
  TvIdMap processes;    /* ids of the selected threads' processes and of all threads in them */
  const guint32 *utids; /* (nullable): selected threads; borrowed from the selection */
  guint n_utids;
  GArray *start_times; /* gint64: starts of open slices, runs, states and counter values, sorted */
  GArray *opens;       /* Open: thread slices that are open at the start of the range, sorted */
  GArray *sample_ends; /* gint64: time of each counter's first sample after the range, sorted */
  GOutputStream *stream;
  GCancellable *cancellable;
  GByteArray *buffer;
  gboolean is_written; /* whether any output has been written */
};

static inline gboolean
tv_cut_has (const TvCut *self, gint64 ts)
{
  return ts >= self->start_ns && ts <= self->end_ns;
}

gboolean tv_cut_needs       (const TvCut       *self,
                             gint64             ts);
guint    tv_cut_find_open   (const TvCut       *self,
                             gint64             ts,
                             guint32            tid,
                             guint             *n_open);
gboolean tv_cut_ends_sample (const TvCut       *self,
                             gint64             ts);
gboolean tv_cut_has_thread  (const TvCut       *self,
                             guint32            tid);
gboolean tv_cut_has_process (const TvCut       *self,
                             guint32            id);
gboolean tv_cut_write       (TvCut             *self,
                             gconstpointer      bytes,
                             gsize              size,
                             GError           **error);

TvCut   *tv_cut_new_machine (TvCut             *whole);
void     tv_cut_set_machine (TvCut             *self,
                             guint32            machine,
                             gint64             offset_ns);
void     tv_cut_free        (TvCut             *self);

gboolean tv_cut_bytes       (GBytes            *bytes,
                             TvTrace           *trace,
                             const TvSelection *selection,
                             GOutputStream     *stream,
                             GError           **error);
gboolean tv_cut_keep_time   (const char        *path,
                             GFile             *part,
                             GError           **error);
gboolean tv_cut_is_possible (TvTrace           *trace);
gboolean tv_cut_file        (const char        *path,
                             TvTrace           *trace,
                             const TvSelection *selection,
                             GOutputStream     *stream,
                             TvLoadProgress     progress,
                             gpointer           progress_data,
                             GCancellable      *cancellable,
                             GError           **error);

G_END_DECLS
