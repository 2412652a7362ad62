/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Shared declarations of the format writers: an output, and the operations of a format. A format writes
 * its header, takes the records one by one, and finishes the file. */

#pragma once

#include "make-trace.h"

#include <string.h>

#define HEADER_SIZE 32
#define BUFFER_SIZE (1 << 20)

enum
{
  NAMED_BEFORE = 1, /* the name of the previous thread with the same tid has been written */
  NAMED = 2,
};

/* A buffered output file. An error persists until the file is closed. */
typedef struct
{
  char *path;
  int fd;
  int failed_errno;
  gsize used;
  gint64 written;
  guint8 *bytes;
} Output;

typedef struct _TraceForm TraceForm;
typedef struct _PacketWriter PacketWriter;

typedef struct
{
  TraceSink sink;
  TraceModel *model;
  const TraceForm *form;
  Output *data;
  gsize tid_size;
  gsize record_size;
  guint64 n_records; /* number of records in the model, known after the first pass */
  guint64 n_written;
  guint64 elapsed_us;
  guint64 wall_base_us;
  guint64 *cpu_base_us;  /* per thread */
  guint8 *named_threads; /* per thread: NAMED flags of a streaming trace */
  guint8 *named_methods;
  PacketWriter *packets;
} Writer;

struct _TraceForm
{
  const char *name;
  gboolean (*begin) (Writer *writer, GError **error);
  void (*record) (TraceSink *sink, const TraceRecord *record);
  void (*end) (Writer *writer);
};

Output  *trace_output_open  (const char   *path,
                             GError      **error);
void     trace_output_flush (Output       *output);
void     trace_output_text  (Output       *output,
                             const char   *text,
                             gsize         size);
gboolean trace_output_close (Output       *output,
                             gint64        cut,
                             GError      **error);
GString *trace_key_section  (Writer       *writer,
                             int           version,
                             gboolean      has_tables);
void     trace_append_method_fields (GString    *text,
                                     TraceModel *model,
                                     guint       index);

/* Defined in make-trace-packets.c. */
gboolean trace_packets_begin  (Writer             *writer,
                               GError            **error);
void     trace_packets_record (TraceSink          *sink,
                               const TraceRecord  *record);
void     trace_packets_end    (Writer             *writer);

static inline guint8 *
trace_output_reserve (Output *output, gsize size)
{
  guint8 *at;

  if (G_UNLIKELY (output->used + size > BUFFER_SIZE))
    trace_output_flush (output);
  at = output->bytes + output->used;
  output->used += size;
  return at;
}

static inline void
put_u16 (guint8 *at, guint16 value)
{
  value = GUINT16_TO_LE (value);
  memcpy (at, &value, sizeof value);
}

static inline void
put_u32 (guint8 *at, guint32 value)
{
  value = GUINT32_TO_LE (value);
  memcpy (at, &value, sizeof value);
}
