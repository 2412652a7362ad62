/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/memory/row-table.h"
#include "core/trace-builder.h"
#include "formats/ftrace/ftrace-line.h"

G_BEGIN_DECLS

/**
 * TvFtraceReported:
 * @line: the line, without its line feed
 * @file_offset: file offset of the line
 * @n_line: line number in the chunk, from 1
 *
 * A line that the reader must handle.
 */
typedef struct
{
  TvSpan line;
  guint64 file_offset;
  guint64 n_line;
} TvFtraceReported;

/**
 * TvFtracePrefix:
 * @prefix: text before the CPU
 * @tid: thread id
 * @thread: index of the thread in the chunk
 * @utid: utid of the thread; set by the reader
 *
 * A line prefix, which lines of the same thread share.
 */
typedef struct
{
  TvSpan prefix;
  gint32 tid;
  guint32 thread;
  guint32 utid;
} TvFtracePrefix;

/**
 * TvFtraceName:
 * @name: event name
 * @string: string id of @name; set by the reader
 *
 * A distinct event name.
 */
typedef struct
{
  TvSpan name;
  guint32 string;
} TvFtraceName;

/**
 * TvFtraceText:
 * @at: offset in the bytes of the chunk
 * @size: size in bytes
 * @args: offset of the arguments in the text
 * @name: index of the event name in the chunk
 * @hash: hash of the bytes
 * @irq_context: for a wakeup: 1 if an interrupt was being handled, 0 if not, -1 if the line has no flags; -1 for
 *   other events
 * @number: id of the event text in the trace; set by the reader
 *
 * A distinct event text: the remainder of a line, starting with the event name.
 */
typedef struct
{
  gsize at;
  gsize size;
  gsize args;
  guint32 name;
  guint32 hash;
  gint8 irq_context;
  guint32 number;
} TvFtraceText;

/* Size of the cache with the last line prefix per CPU. The next line of a CPU usually belongs to the same thread. */
#define TV_FTRACE_LAST_CPUS 64

/**
 * TvFtraceChunk:
 * @n_lines: number of lines
 * @n_rows: number of events
 * @reported: #TvFtraceReported, in file order: the first line with a thread, with the name or process of a
 *   thread, or with an event name; and lines that contain data but no event
 * @prefixes: #TvFtracePrefix, unique
 * @names: #TvFtraceName, unique
 * @texts: #TvFtraceText: names and arguments of events, unique
 * @bytes: bytes of all texts
 * @tracer: event name for the lines of a tracer that prints none, or empty; set by the reader before the first
 *   chunk is read
 * @n_unsupported: number of lines in unsupported formats, per #TvFtraceUnsupported
 * @has_counter_clock: whether any timestamp counts ticks
 * @has_ns: whether any timestamp has more than six decimals
 *
 * A part of a log that consists of complete lines. A task reads it independently of other chunks. Most lines contain
 * only a new timestamp and new arguments; the task handles these lines itself. It passes lines with a new name or
 * prefix, and lines that contain data but no event, to the reader, which handles them in file order. The result does
 * not depend on how a log is divided into chunks.
 *
 *     chunk 0  [new  ·  ·  new  ·  ·  ·  new  ·  ·  ]  ─▶ rows ─┐
 *     chunk 1  [new  new  ·  ·  ·  ·  ·  ·  ·  ·  · ]  ─▶ rows ─┤
 *                │    │                                         ▼
 *                ▼    ▼                                 columns of events
 *        threads, names, problems: one line after the other
 */
typedef struct
{
  guint64 n_lines;
  guint32 n_rows;
  GArray *reported;
  GArray *prefixes;
  GArray *names;
  GArray *texts;
  GString *bytes;
  TvSpan tracer;
  guint64 n_unsupported[TV_N_FTRACE_UNSUPPORTED];
  gboolean has_counter_clock;
  gboolean has_ns;

  /* Private. */
  GStringChunk *strings; /* storage of copied lines, prefixes and names */
  TvSpan text;           /* lines that are being parsed */
  guint64 file_offset;   /* file offset of @text */
  struct _TvFtraceRow *rows;
  guint32 row_capacity;
  guint32 n_untimed; /* number of rows before the first timestamp */
  gint64 last_time;
  gsize last_prefix_size;
  guint32 last_on_cpu[TV_FTRACE_LAST_CPUS]; /* prefix of the CPU's last line, or TV_NONE */
  GArray *last_prefixes; /* guint32 per thread: prefix of the thread's last line */
  TvRowTable prefixes_by_bytes;
  TvRowTable prefixes_by_tid; /* first line prefix of each thread */
  TvRowTable names_by_bytes;
  TvRowTable texts_by_bytes;
  guint64 seed;
} TvFtraceChunk;

void     tv_ftrace_chunk_init      (TvFtraceChunk       *self,
                                   guint64             seed);
void     tv_ftrace_chunk_clear     (TvFtraceChunk       *self);
void     tv_ftrace_chunk_empty     (TvFtraceChunk       *self);
void     tv_ftrace_chunk_read      (TvFtraceChunk       *self,
                                   TvSpan              text,
                                   guint64             file_offset);
gint64   tv_ftrace_chunk_get_last_time (const TvFtraceChunk *self,
                                   gint64              before);
void     tv_ftrace_chunk_add_events     (const TvFtraceChunk *self,
                                   gint64              before,
                                   const TvEventRows  *rows);

G_END_DECLS
