/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/memory/row-table.h"
#include "core/memory/string-pool.h"
#include "core/trace-builder.h"
#include "formats/ftrace/ftrace-event.h"

G_BEGIN_DECLS

/**
 * TvFtraceDigest:
 * @event: #TvFtraceEvent
 * @category: #TvFtraceCategory
 * @kind: more exactly, as the category has it
 * @flags: likewise
 * @args: of the slice that it begins: a set of the digests, or %TV_NONE; settled, one of the
 *   #TvFtraceArgs
 * @strings: as tv_ftrace_digests_string() gave them, or %TV_NONE; settled, those of the trace; what
 *   they are depends on the category
 * @ids: likewise
 * @values: likewise
 *
 * A decoded event, with its texts as ids: all that can be known without the events before it.
 */
typedef struct
{
  guint8 event;
  guint8 category;
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
 * TvFtraceArgs:
 *
 * The arguments of all digests that are settled.
 */
typedef struct
{
  /* Private. */
  GArray *args; /* TvArg of all sets, one after the other */
  GArray *sets;
  guint32 category_key; /* string: by what a log calls an argument that tells a category */
} TvFtraceArgs;

/**
 * TvFtraceDigests:
 *
 * The digests that one thread makes, while other threads make others and one more passes earlier digests
 * to the builder. Therefore no string is added to the trace meanwhile: new strings are kept here until
 * tv_ftrace_digests_settle() adds them in the order of the texts.
 */
typedef struct
{
  /* Private. */
  const TvStringPool *known;
  TvStringPool *fresh;
  GArray *numbers; /* guint32 by fresh string: its number in the trace */
  GArray *args;    /* of all sets, and behind them those of the set being made */
  GArray *sets;
  guint32 first_arg; /* of the set being made */
  TvRowTable sets_by_args;
  GArray *tails;
  TvRowTable tails_by_bytes;
  GString *text;
  GString *plain; /* args as they would be without the kernel's option fields */
  struct
  {
    gint64 number;
    guint32 string;
  } last_numbers[TV_FTRACE_LAST_NUMBERS];
  guint64 seed;
} TvFtraceDigests;

void         tv_ftrace_digests_init       (TvFtraceDigests    *self,
                                           const TvStringPool *known);
void         tv_ftrace_digests_clear      (TvFtraceDigests    *self);
void         tv_ftrace_digests_empty      (TvFtraceDigests    *self);
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

void         tv_ftrace_digests_settle     (TvFtraceDigests    *self,
                                           TvFtraceDigest     *digests,
                                           guint32             n,
                                           TvFtraceArgs       *args,
                                           TvTraceBuilder     *builder);
void         tv_ftrace_args_init          (TvFtraceArgs       *self,
                                           TvTraceBuilder     *builder);
void         tv_ftrace_args_clear         (TvFtraceArgs       *self);
void         tv_ftrace_args_use           (const TvFtraceArgs *self,
                                           guint32             set,
                                           TvTraceBuilder     *builder);
void         tv_ftrace_args_give          (const TvFtraceArgs *self,
                                           guint32             set,
                                           guint64             slice,
                                           TvTraceBuilder     *builder);

G_END_DECLS
