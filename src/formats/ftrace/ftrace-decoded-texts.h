/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/ftrace/ftrace-decoded.h"

G_BEGIN_DECLS

/* Number of tasks that decode texts in parallel. */
#define TV_FTRACE_DECODE_TASKS 8

/* The range of texts that a task decodes. */
typedef struct
{
  TvFtraceDecodedEvents decoded_events;
  guint32 first;
  guint32 n;
} TvFtraceDecodeTask;

/**
 * TvFtraceDecodedTexts:
 * @all: decoded event per text, once settled
 * @args: arguments of all texts
 * @events: #TvFtraceEvent, per string
 * @first_new: index of the first text of the last distribution
 * @n: number of texts that have been distributed
 *
 * The decoded texts of a log. Call order: tv_ftrace_decoded_texts_share(), tv_ftrace_decoded_texts_decode() for each
 * task in parallel, tv_ftrace_decoded_texts_settle(). Only one thread may distribute and settle texts.
 */
typedef struct
{
  TvFtraceDecoded *all;
  TvFtraceArgs args;
  guint8 *events;
  guint32 first_new;
  guint32 n;

  /* Private. */
  TvTraceBuilder *builder;
  TvFtraceDecodeTask tasks[TV_FTRACE_DECODE_TASKS];
} TvFtraceDecodedTexts;

void          tv_ftrace_decoded_texts_init      (TvFtraceDecodedTexts       *self,
                                                TvTraceBuilder            *builder);
void          tv_ftrace_decoded_texts_clear     (TvFtraceDecodedTexts       *self);
TvFtraceEvent tv_ftrace_decoded_texts_get_event (const TvFtraceDecodedTexts *self,
                                                guint32                    text);
void          tv_ftrace_decoded_texts_share     (TvFtraceDecodedTexts       *self,
                                                guint32                    end);
void          tv_ftrace_decoded_texts_decode      (TvFtraceDecodedTexts       *self,
                                                guint                      task);
void          tv_ftrace_decoded_texts_settle    (TvFtraceDecodedTexts       *self);

G_END_DECLS
