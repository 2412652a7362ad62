/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/ftrace/ftrace-digest.h"

G_BEGIN_DECLS

/* Number of tasks that decode texts in parallel. */
#define TV_FTRACE_DIGEST_TASKS 8

/* Texts that a task decodes. */
typedef struct
{
  TvFtraceDigests digests;
  guint32 first;
  guint32 n;
} TvFtraceDigestTask;

/**
 * TvFtraceTextDigests:
 * @all: decoded texts by text, once settled
 * @args: arguments of all texts
 * @events: #TvFtraceEvent by string, for event names
 * @first_new: first of the texts that were settled last
 * @n: number of settled texts
 *
 * The decoded texts of a log. Texts are distributed among tasks, which decode them in parallel, and are then settled.
 * Only one thread distributes and settles.
 */
typedef struct
{
  TvFtraceDigest *all;
  TvFtraceArgs args;
  guint8 *events;
  guint32 first_new;
  guint32 n;

  /* Private. */
  TvTraceBuilder *builder;
  TvFtraceDigestTask tasks[TV_FTRACE_DIGEST_TASKS];
} TvFtraceTextDigests;

void          tv_ftrace_text_digests_init      (TvFtraceTextDigests       *self,
                                                TvTraceBuilder            *builder);
void          tv_ftrace_text_digests_clear     (TvFtraceTextDigests       *self);
TvFtraceEvent tv_ftrace_text_digests_get_event (const TvFtraceTextDigests *self,
                                                guint32                    text);
void          tv_ftrace_text_digests_share     (TvFtraceTextDigests       *self,
                                                guint32                    end);
void          tv_ftrace_text_digests_make      (TvFtraceTextDigests       *self,
                                                guint                      task);
void          tv_ftrace_text_digests_settle    (TvFtraceTextDigests       *self);

G_END_DECLS
