/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/memory/row-table.h"
#include "core/memory/string-pool.h"
#include "core/trace-builder.h"
#include "formats/ftrace/ftrace-event.h"

G_BEGIN_DECLS

/**
 * TvFtraceDecoded:
 * @event: #TvFtraceEvent
 * @category: #TvFtraceCategory
 * @kind: depends on the category
 * @flags: depends on the category
 * @args: arguments of the slice that the event begins: a set of the decoded events, or %TV_NONE; once settled, a set of
 *   #TvFtraceArgs
 * @strings: as returned by tv_ftrace_decoded_events_string(), or %TV_NONE; once settled, strings of the trace; their meaning
 *   depends on the category
 * @ids: depend on the category
 * @values: depend on the category
 *
 * A decoded event, with its texts as ids: the result of decoding without previous events.
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
} TvFtraceDecoded;

/* Size of the cache of decimal numbers. */
#define TV_FTRACE_LAST_NUMBERS 64

/**
 * TvFtraceArgs:
 *
 * The arguments of all settled decoded events.
 */
typedef struct
{
  /* Private. */
  GArray *args; /* TvArg of all sets, in order */
  GArray *sets;
  guint32 category_key; /* string: key of the argument that contains a category */
} TvFtraceArgs;

/**
 * TvFtraceDecodedEvents:
 *
 * Digests that one thread decodes, while other threads decode more and two threads emit earlier decoded events to the
 * builder. No string may be added to the trace meanwhile. New strings are stored here until
 * tv_ftrace_decoded_events_settle() adds them in the order of the texts.
 */
typedef struct
{
  /* Private. */
  const TvStringPool *known;
  TvStringPool *fresh;
  GArray *numbers; /* guint32 by fresh string: its number in the trace */
  GArray *args;    /* of all sets, followed by the current set */
  GArray *sets;
  guint32 first_arg; /* first argument of the current set */
  TvRowTable sets_by_args;
  GArray *tails;
  TvRowTable tails_by_bytes;
  GString *text;
  GString *plain; /* arguments without the kernel's option fields */
  struct
  {
    gint64 number;
    guint32 string;
  } last_numbers[TV_FTRACE_LAST_NUMBERS];
  guint64 seed;
} TvFtraceDecodedEvents;

void         tv_ftrace_decoded_events_init       (TvFtraceDecodedEvents    *self,
                                           const TvStringPool *known);
void         tv_ftrace_decoded_events_clear      (TvFtraceDecodedEvents    *self);
void         tv_ftrace_decoded_events_empty      (TvFtraceDecodedEvents    *self);
guint32      tv_ftrace_decoded_events_string     (TvFtraceDecodedEvents    *self,
                                           TvSpan              text);
guint32      tv_ftrace_decoded_events_number     (TvFtraceDecodedEvents    *self,
                                           gint64              number);
guint32      tv_ftrace_decoded_events_joined     (TvFtraceDecodedEvents    *self,
                                           const char         *prefix,
                                           TvSpan              text);
void         tv_ftrace_decoded_events_add_arg    (TvFtraceDecodedEvents    *self,
                                           guint32             key,
                                           guint32             value);
guint32      tv_ftrace_decoded_events_take_args  (TvFtraceDecodedEvents    *self);
gboolean     tv_ftrace_decoded_events_find_tail  (TvFtraceDecodedEvents    *self,
                                           TvSpan              tail,
                                           guint32            *set);
void         tv_ftrace_decoded_events_keep_tail  (TvFtraceDecodedEvents    *self,
                                           TvSpan              tail,
                                           guint32             set);

/* For the thread that emits events. */

void         tv_ftrace_decoded_events_settle     (TvFtraceDecodedEvents    *self,
                                           TvFtraceDecoded     *decoded_events,
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
