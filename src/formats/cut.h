/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/memory/id-map.h"
#include "core/selection.h"
#include "formats/load.h"
#include "formats/span.h"

G_BEGIN_DECLS

/**
 * TvCut:
 * @trace: the loaded file
 * @start_ns: start of the part, in the trace's own clock
 * @end_ns: end of the part; records at the end belong to the part, because slices end there
 *
 * The part of a file that a format writes in its own format. Formats declare `cut` of #TvFormat, read the file again,
 * and write bytes that follow from these rules:
 *
 *   before the part   records that later ones need: names, the begin of what is open, the last value of counters
 *   in the part       all records
 *   behind the part   records that determine how those in the part are read
 *
 * If threads are selected, the part contains their own records, those of their processes, and those that belong to no
 * process, such as counters of CPUs. Threads and processes are identified by their ids on the device.
 *
 * The other members are private.
 */
typedef struct _TvCut TvCut;
struct _TvCut
{
  TvTrace *trace;
  gint64 start_ns;
  gint64 end_ns;

  gboolean has_threads; /* whether threads are selected */
  TvIdMap threads;      /* ids of selected threads → 0 */
  TvIdMap processes;    /* ids of their processes and of all threads of these → 0 */
  GArray *moments;      /* gint64, sorted: starts of the state at the start of the part */
  GArray *opens;        /* Open, sorted: slices of threads that are open at the start of the part */
  GArray *sample_ends;  /* gint64, sorted: ends of the last samples of counters */
  GOutputStream *stream;
  GCancellable *cancellable;
  GByteArray *buffer;
  gboolean is_written; /* whether there is any output */
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
