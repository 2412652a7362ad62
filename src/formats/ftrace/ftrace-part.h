/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/memory/row-table.h"
#include "core/trace-builder.h"
#include "formats/ftrace/ftrace-line.h"

G_BEGIN_DECLS

/**
 * TvFtraceTold:
 * @line: a line that tells something new
 * @where: its offset in the file
 * @n_line: its number in the part, from 1 on
 */
typedef struct
{
  TvSpan line;
  guint64 where;
  guint64 n_line;
} TvFtraceTold;

/**
 * TvFtraceHead:
 * @head: how lines of a thread begin
 * @tid: the thread's id
 * @thread: which of the part's threads that is
 * @utid: the thread; set by the reader
 */
typedef struct
{
  TvSpan head;
  gint32 tid;
  guint32 thread;
  guint32 utid;
} TvFtraceHead;

/**
 * TvFtraceName:
 * @name: what an event is called
 * @string: the string; set by the reader
 */
typedef struct
{
  TvSpan name;
  guint32 string;
} TvFtraceName;

/**
 * TvFtraceText:
 * @at: where it is in the part's bytes
 * @size: how many bytes it has
 * @args: how many of these are before what such events say
 * @name: what they are called, one of the part's names
 * @hash: the hash of its bytes
 * @irq_context: of a wakeup: whether an interrupt was served, 1 or 0; -1 if the line has no flags, and for others
 * @number: the number of what they say in the trace; set by the reader
 *
 * A line from the name of its event on.
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

/* Of so many CPUs it is known which thread was there last: most often it still is. */
#define TV_FTRACE_LAST_CPUS 64

/**
 * TvFtracePart:
 * @n_lines: how many lines there are
 * @n_rows: how many events
 * @told: #TvFtraceTold, in the order of the file: lines of a thread, or of a name or process of a
 *   thread, or of an event, that the part did not have before; and what is no event and yet means
 *   something
 * @heads: #TvFtraceHead, each once
 * @names: #TvFtraceName, each once
 * @texts: #TvFtraceText, what events are called and say, each once
 * @bytes: that of all texts, one after the other
 * @tracer: what events are called that have no name, as they are those of one of the kernel's
 *   tracers; empty where there are no such; set by the reader before the first part is read
 * @n_foreign: how many lines are events in a form that is not read, by #TvFtraceForeign
 * @has_counter_clock: some time counts ticks
 * @has_ns: some time has more than six digits
 *
 * A part of a log, whole lines, which a thread of its own can read. Most lines say again what lines
 * before have said, but for time and arguments; these are read to the end here. Lines that tell
 * something new are handed to the reader, who looks at them as if there were no others. So it
 * makes no difference where a log is cut into parts.
 *
 *     part 0   [told ·  ·  told ·  ·  ·  told ·  ·  ]  ─▶ rows ─┐
 *     part 1   [told told ·  ·  ·  ·  ·  ·  ·  ·  · ]  ─▶ rows ─┤
 *                │    │                                         ▼
 *                ▼    ▼                                 columns of events
 *        threads, names, problems: one line after the other
 */
typedef struct
{
  guint64 n_lines;
  guint32 n_rows;
  GArray *told;
  GArray *heads;
  GArray *names;
  GArray *texts;
  GString *bytes;
  TvSpan tracer;
  guint64 n_foreign[TV_N_FTRACE_FOREIGN];
  gboolean has_counter_clock;
  gboolean has_ns;

  /* Private. */
  GStringChunk *kept; /* lines, heads and names */
  TvSpan text;        /* that is being read */
  guint64 where;      /* its offset in the file */
  struct _TvFtraceRow *rows;
  guint32 row_capacity;
  guint32 n_untimed; /* rows before the first time */
  gint64 last_time;
  gsize last_head_size;
  guint32 last_on_cpu[TV_FTRACE_LAST_CPUS]; /* how the last line of a CPU began, or TV_NONE */
  GArray *last_heads;                       /* guint32 by thread: how its last line began */
  TvRowTable heads_by_bytes;
  TvRowTable heads_by_tid; /* the first of each thread */
  TvRowTable names_by_bytes;
  TvRowTable texts_by_bytes;
  guint64 seed;
} TvFtracePart;

void     tv_ftrace_part_init      (TvFtracePart       *self,
                                   guint64             seed);
void     tv_ftrace_part_clear     (TvFtracePart       *self);
void     tv_ftrace_part_empty     (TvFtracePart       *self);
void     tv_ftrace_part_read      (TvFtracePart       *self,
                                   TvSpan              text,
                                   guint64             where);
gint64   tv_ftrace_part_get_last_time (const TvFtracePart *self,
                                   gint64              before);
void     tv_ftrace_part_place     (const TvFtracePart *self,
                                   gint64              before,
                                   const TvEventRows  *rows);

G_END_DECLS
