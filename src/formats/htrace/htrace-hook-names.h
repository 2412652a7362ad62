/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/memory/id-map.h"
#include "formats/proto-field.h"
#include "formats/samples/sample-writer.h"

G_BEGIN_DECLS

/**
 * TvHtraceHookNames:
 *
 * Names, frames and stacks to which nativehook events refer. Depending on the device, frames are complete, consist of
 * ids that are local to their process, or are addresses that must be resolved with mappings and symbol tables.
 */
typedef struct
{
  TvIdMap ids[5]; /* per TvHtraceHookId: process and id → row in @spans */
  GArray *spans;  /* TvSpan: names, and the messages of frames and stacks */
  TvIdMap pids;   /* pid → number of the process in the keys of @ids */
  guint32 n_pids;
  GArray *maps;       /* Map; sorted on first use */
  GArray *tables;     /* Table */
  TvIdMap table_rows; /* file id → row in @tables */
  gboolean is_sorted;
} TvHtraceHookNames;

/* Kinds of ids that are local to a process. */
typedef enum
{
  TV_HTRACE_HOOK_FILE,
  TV_HTRACE_HOOK_SYMBOL,
  TV_HTRACE_HOOK_THREAD,
  TV_HTRACE_HOOK_FRAME,
  TV_HTRACE_HOOK_STACK,
} TvHtraceHookId;

void     tv_htrace_hook_names_init      (TvHtraceHookNames       *self);
void     tv_htrace_hook_names_clear     (TvHtraceHookNames       *self);
guint64  tv_htrace_hook_names_get_key   (TvHtraceHookNames       *self,
                                         guint32                  pid,
                                         guint64                  id);
void     tv_htrace_hook_names_take      (TvHtraceHookNames       *self,
                                         guint                    number,
                                         TvSpan                   message);
TvSpan   tv_htrace_hook_names_find      (TvHtraceHookNames       *self,
                                         TvHtraceHookId           kind,
                                         guint32                  pid,
                                         guint64                  id);
void     tv_htrace_hook_names_get_frame (TvHtraceHookNames       *self,
                                         guint32                  pid,
                                         TvSpan                   message,
                                         TvSampleFrame           *frame);
void     tv_htrace_hook_names_get_code  (TvHtraceHookNames       *self,
                                         guint32                  pid,
                                         guint64                  ip,
                                         TvSampleFrame           *frame);

G_END_DECLS
