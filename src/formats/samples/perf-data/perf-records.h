/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/format.h"
#include "formats/samples/perf-data/perf-file.h"

G_BEGIN_DECLS

/**
 * TvPerfRecord:
 * @type: which kind
 * @misc: bits of the kernel's
 * @body: what is behind its header
 *
 * One record.
 */
typedef struct
{
  guint32 type;
  guint16 misc;
  TvSpan body;
} TvPerfRecord;

/**
 * TvPerfSampleId:
 * @pid: process, or %TV_NONE
 * @tid: thread, or %TV_NONE
 * @ts: when, in ns; 0 where it is not told, as of what was so before the recording
 *
 * Whose a record is and when it was, as its last bytes tell.
 */
typedef struct
{
  guint32 pid;
  guint32 tid;
  guint64 ts;
} TvPerfSampleId;

/**
 * TvPerfRecords:
 * @file: the file
 * @entries: where the records are
 * @made: those that were put together of others, or unpacked
 *
 * The records of a file in the order of their times. Those without a time come first.
 */
typedef struct
{
  TvPerfFile *file;
  GArray *entries;
  GByteArray *made;
  gsize made_at;    /* where the next begins that may be whole */
  gpointer stream;  /* that unpacks */
  gint64 bad_where; /* where reading had to stop, or -1 */
  guint64 limit;
  gboolean is_sorted;
  gboolean is_in_parts; /* records of threads are in files beside this one */
  guint n_parts;        /* of those, the files that were read */
  guint64 n_packed_in_parts;
} TvPerfRecords;

void     tv_perf_records_init   (TvPerfRecords *self,
                                 TvPerfFile    *file);
void     tv_perf_records_clear  (TvPerfRecords *self);
gboolean tv_perf_records_read   (TvPerfRecords *self,
                                 const TvReadContext *context,
                                 GError       **error);
guint    tv_perf_records_get_n  (const TvPerfRecords *self);
void     tv_perf_records_get    (const TvPerfRecords *self,
                                 guint          row,
                                 TvPerfRecord  *record,
                                 guint64       *ts);
guint32  tv_perf_file_find_attr (const TvPerfFile *self,
                                 TvSpan         sample,
                                 gboolean      *is_known);
void     tv_perf_file_get_id    (const TvPerfFile *self,
                                 TvSpan         body,
                                 TvPerfSampleId *id);

G_END_DECLS
