/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/format.h"
#include "formats/samples/perf-data/perf-file.h"

G_BEGIN_DECLS

/**
 * TvPerfRecord:
 * @type: record type
 * @misc: misc field of the header
 * @body: bytes after the header
 *
 * A record of the file.
 */
typedef struct
{
  guint32 type;
  guint16 misc;
  TvSpan body;
} TvPerfRecord;

/**
 * TvPerfSampleId:
 * @pid: process id, or %TV_NONE
 * @tid: thread id, or %TV_NONE
 * @ts: timestamp in ns; 0 if missing, as in records about the state before the recording
 *
 * Thread and timestamp in the trailer of a record.
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
 * @entries: timestamps and locations of the records
 * @made: concatenated bytes of joined and decompressed records
 *
 * The records of a file, sorted by time. Records without a timestamp come first.
 */
typedef struct
{
  TvPerfFile *file;
  GArray *entries;
  GByteArray *made;
  gsize made_at;          /* offset in @made of the next record, which may be incomplete */
  gpointer stream;        /* Zstandard decompressor */
  gint64 bad_file_offset; /* file offset of the first unreadable record, or -1 */
  guint64 limit;
  gboolean is_sorted;
  gboolean is_in_parts; /* whether sibling files contain the records of recording threads */
  guint n_parts;        /* number of sibling files that were read */
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
