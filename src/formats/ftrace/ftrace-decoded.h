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
 * @category: #TvFtraceCategory, which determines the meaning of the following fields
 * @args: arguments of the slice that the event begins: a set of the decoding task, or %TV_NONE; once settled, a set
 *   of #TvFtraceArgs
 * @strings: ids from tv_ftrace_decoded_events_string(), or %TV_NONE; once settled, string ids of the trace
 * @ids: CPUs or thread ids
 *
 * A decoded event. Decoding does not depend on previous events.
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

/* Number of entries in the cache of decimal numbers. */
#define TV_FTRACE_LAST_NUMBERS 64

/**
 * TvFtraceArgs:
 *
 * The arguments of all settled decoded events.
 */
typedef struct
{
  /* Private. */
  GArray *args; /* TvArg: arguments of all sets, in order */
  GArray *sets;
  guint32 category_key; /* string id of the key for arguments with a category */
} TvFtraceArgs;

/**
 * TvFtraceDecodedEvents:
 *
 * Strings and arguments of the events that one task decodes. At the same time, other tasks decode further events, and
 * two threads emit earlier events to the builder. While they run, no string may be added to the trace. New strings
 * are stored here until tv_ftrace_decoded_events_settle() adds them in the order of the texts.
 */
typedef struct
{
  /* Private. */
  const TvStringPool *known;
  TvStringPool *fresh;
  GArray *numbers; /* guint32: id in the trace per fresh string */
  GArray *args;    /* arguments of all sets, followed by those of the current set */
  GArray *sets;
  guint32 first_arg; /* index of the first argument of the current set */
  TvRowTable sets_by_args;
  GArray *tails;
  TvRowTable tails_by_bytes;
  GString *text;
  GStringChunk
      *texts; /* texts of events with typed fields, which differ from the bytes of their messages */
  GString *plain; /* buffer for arguments without the fields that trace options add */
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

/* tv_ftrace_decoded_events_settle() is called between rounds of decoding; tv_ftrace_args_use() and
 * tv_ftrace_args_append() are called while events are emitted. */

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
void         tv_ftrace_args_append          (const TvFtraceArgs *self,
                                           guint32             set,
                                           guint64             slice,
                                           TvTraceBuilder     *builder);

G_END_DECLS
