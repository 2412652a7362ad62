/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace-builder.h"

/* A thread whose stack consists of @depth calls that start and end together */
typedef struct
{
  guint32 tid;
  const char *name;
  guint32 depth;
  gint64 start_us;
  gint64 end_us;
} ThreadStack;

/* Creates a trace of a process, pid 10, with these threads. */
static inline TvTrace *
make_thread_stacks (const ThreadStack *threads, guint n)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1000, 0);
  guint32 upid = tv_trace_builder_ensure_process (builder, 10);
  TvSymbol symbol = { TV_NONE, tv_trace_builder_intern (builder, "call", -1), TV_NONE, TV_NONE, 0 };
  guint32 id = tv_trace_builder_add_symbol (builder, &symbol);

  for (guint i = 0; i < n; i++)
    {
      guint32 utid = tv_trace_builder_ensure_thread (builder, upid, threads[i].tid);
      guint32 track = tv_trace_builder_ensure_track (builder, utid);

      tv_trace_builder_name_thread (builder, utid,
                                    tv_trace_builder_intern (builder, threads[i].name, -1));
      for (guint32 depth = 0; depth < threads[i].depth; depth++)
        tv_trace_builder_begin (builder, track, id, threads[i].start_us, 0, -1);
      for (guint32 depth = 0; depth < threads[i].depth; depth++)
        tv_trace_builder_end (builder, track, id, threads[i].end_us, 0, 0, -1);
    }
  return tv_trace_builder_finish (builder, NULL, NULL);
}
