/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/method-trace/method-trace-keys.h"
#include "formats/method-trace/records/method-trace-records.h"

G_BEGIN_DECLS

/* Header of a trace with records: u32 magic "SLOW", u16 version, u16 offset of the records from the start of the
 * header, u64 start in µs and, in version 3, u16 record size. In a stream, the version is increased by 0xF0, and the
 * header has 32 bytes. */

/* Maximum size of a header in bytes. */
#define TV_METHOD_HEADER_MAX 32

/* Size of a stream's header in bytes. The units follow the header. */
#define TV_METHOD_STREAM_HEADER 32

typedef struct
{
  guint version; /* version without the stream flag */
  gboolean is_stream;
  guint16 reported_version;
  guint16 data_offset;
  guint64 start_us;
  guint16 record_size;
  gsize size; /* minimum size of the header in bytes */
} TvMethodHeader;

gboolean tv_method_header_has_magic    (const guint8            *data,
                                        gsize                    size);
gboolean tv_method_header_parse        (TvMethodHeader          *self,
                                        const guint8            *data,
                                        gsize                    size,
                                        gint64                   where,
                                        GError                 **error);
void     tv_method_header_add_metadata (const TvMethodHeader    *self,
                                        TvTraceBuilder          *builder);
gboolean tv_method_header_guess_records
                                       (const TvMethodHeader    *self,
                                        const TvMethodTraceKeys *keys,
                                        TvRecordLayout          *layout);
gboolean tv_method_header_plan_records (const TvMethodHeader    *self,
                                        const TvMethodTraceKeys *keys,
                                        gint64                   where,
                                        TvRecordLayout          *layout,
                                        GError                 **error);

G_END_DECLS
