/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/row-table.h"
#include "core/string-pool.h"
#include "core/trace-builder.h"
#include "formats/ftrace/ftrace-event.h"

G_BEGIN_DECLS

/**
 * TvFtraceDeed:
 * @TV_FTRACE_DEED_NONE: it draws nothing
 * @TV_FTRACE_DEED_BAD: what it says is not as expected
 *
 * What an event does, by the part of the lanes that knows how.
 */
typedef enum
{
  TV_FTRACE_DEED_NONE,
  TV_FTRACE_DEED_BAD,
  TV_FTRACE_DEED_BINDER,
  TV_FTRACE_DEED_COUNTER,
  TV_FTRACE_DEED_LANE,
  TV_FTRACE_DEED_MARK,
  TV_FTRACE_DEED_SCHED,
} TvFtraceDeed;

/**
 * TvFtraceDigest:
 * @event: #TvFtraceEvent
 * @deed: #TvFtraceDeed
 * @kind: more exactly, in the deed's own way
 * @flags: likewise
 * @args: of the slice that it begins: a set of the digests, or %TV_NONE
 * @strings: as tv_ftrace_digests_string() gave them, or %TV_NONE; the deed knows what they are
 * @ids: likewise
 * @values: likewise
 *
 * What an event says, with its texts looked up: what can be found out without the events before it.
 */
typedef struct
{
  guint8 event;
  guint8 deed;
  guint8 kind;
  guint8 flags;
  guint32 args;
  guint32 strings[3];
  gint32 ids[2];
  gint64 values[2];
} TvFtraceDigest;

/* Some of the numbers whose digits were looked up last. */
#define TV_FTRACE_LAST_NUMBERS 64

/**
 * TvFtraceDigests:
 * @rows: digests of what events say, each once
 * @n_rows: how many
 *
 * Made by one thread from arguments while others make more from others, and while another tells the
 * builder what those before them mean. So nobody adds a string to the trace meanwhile: texts that
 * it does not have yet are kept here, until tv_ftrace_digests_settle() adds them in the order of
 * the events.
 */
typedef struct
{
  TvFtraceDigest *rows;
  guint32 n_rows;

  /* Private. */
  TvRowTable rows_by_text;
  const TvStringPool *known;
  TvStringPool *fresh;
  GArray *numbers; /* guint32 by fresh string: its number in the trace */
  GArray *args;    /* TvArg of all sets, and behind them those of the set being made */
  GArray *sets;
  guint32 first_arg; /* of the set being made */
  TvRowTable sets_by_args;
  GArray *tails;
  TvRowTable tails_by_bytes;
  GString *text;
  struct
  {
    gint64 number;
    guint32 string;
  } last_numbers[TV_FTRACE_LAST_NUMBERS];
  guint64 seed;
} TvFtraceDigests;

void         tv_ftrace_digests_init       (TvFtraceDigests    *self,
                                           const TvStringPool *known,
                                           guint32             n_rows);
void         tv_ftrace_digests_clear      (TvFtraceDigests    *self);
void         tv_ftrace_digests_empty      (TvFtraceDigests    *self);
gboolean     tv_ftrace_digests_add_text   (TvFtraceDigests    *self,
                                           guint32             text,
                                           guint32            *row);
guint32      tv_ftrace_digests_string     (TvFtraceDigests    *self,
                                           TvSpan              text);
guint32      tv_ftrace_digests_number     (TvFtraceDigests    *self,
                                           gint64              number);
guint32      tv_ftrace_digests_joined     (TvFtraceDigests    *self,
                                           const char         *prefix,
                                           TvSpan              text);
void         tv_ftrace_digests_add_arg    (TvFtraceDigests    *self,
                                           guint32             key,
                                           guint32             value);
guint32      tv_ftrace_digests_take_args  (TvFtraceDigests    *self);
gboolean     tv_ftrace_digests_find_tail  (TvFtraceDigests    *self,
                                           TvSpan              tail,
                                           guint32            *set);
void         tv_ftrace_digests_keep_tail  (TvFtraceDigests    *self,
                                           TvSpan              tail,
                                           guint32             set);

/* The rest is for the one who tells the builder. */

#define TV_FTRACE_FRESH (1u << 31) /* of a string: that it is one of the digests' own */

void         tv_ftrace_digests_settle     (TvFtraceDigests    *self,
                                           TvTraceBuilder     *builder);
void         tv_ftrace_digests_use_args   (const TvFtraceDigests *self,
                                           guint32             set,
                                           TvTraceBuilder     *builder);

/* Returns the string of the trace that one of a digest is, once they are settled. */
static inline guint32
tv_ftrace_digests_get (const TvFtraceDigests *self, guint32 string)
{
  if (G_LIKELY ((string & TV_FTRACE_FRESH) == 0) || string == TV_NONE)
    return string;
  return g_array_index (self->numbers, guint32, string & ~TV_FTRACE_FRESH);
}

G_END_DECLS
