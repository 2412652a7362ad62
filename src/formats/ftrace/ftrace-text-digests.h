/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/ftrace/ftrace-digest.h"

G_BEGIN_DECLS

/* Tasks by which digests are made at once. */
#define TV_FTRACE_DIGEST_TASKS 8

/* Texts of which one task makes digests. */
typedef struct
{
  TvFtraceDigests digests;
  guint32 first;
  guint32 n;
} TvFtraceDigestTask;

/**
 * TvFtraceTextDigests:
 * @all: by text: what it says, once it is settled
 * @args: the arguments of all
 * @events: by string: which #TvFtraceEvent is called so
 * @first_new: the first of the texts that were settled last
 * @n: how many are settled, from the first on
 *
 * What the texts of a log say. Texts are shared out to tasks, which make digests of them at once, and are then
 * settled: only one thread does the first and the last.
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
