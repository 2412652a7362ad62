/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdlib.h>
#include <string.h>

#include "core/trace-builder.h"

G_BEGIN_DECLS

/* Traces as text: one line per call, indented by two spaces per level; times in µs:
 *
 *     thread 7
 *       main 0..100 cpu 0..60
 *         draw 10..40 cpu 5..35
 *         wait 40.. cpu 35         has no end
 *         fail 50..60 !            ended by an exception */

#define MAX_DEPTH 16
#define NS_PER_US 1000

typedef struct
{
  TvTraceBuilder *builder;
  guint32 track;
  guint32 symbols[MAX_DEPTH];
  gint64 ends[MAX_DEPTH]; /* -1 if none */
  gint64 cpu_ends[MAX_DEPTH];
  TvSliceFlags flags[MAX_DEPTH];
  guint n_open;
} TraceText;

static inline void
end_calls (TraceText *self, guint depth)
{
  while (self->n_open > depth)
    {
      guint top = --self->n_open;

      if (self->ends[top] >= 0)
        tv_trace_builder_end (self->builder, self->track, self->symbols[top], self->ends[top],
                              self->cpu_ends[top], self->flags[top], -1);
    }
}

static inline guint32
add_symbol (TvTraceBuilder *builder, const char *name)
{
  TvSymbol symbol = { TV_NONE, tv_trace_builder_intern (builder, name, -1), TV_NONE, TV_NONE, 0 };

  return tv_trace_builder_add_symbol (builder, &symbol);
}

static inline void
read_times (const char *word, gint64 *start, gint64 *end)
{
  const char *dots = strstr (word, "..");

  *start = g_ascii_strtoll (word, NULL, 10);
  *end = dots != NULL && dots[2] != '\0' ? g_ascii_strtoll (dots + 2, NULL, 10) : -1;
}

static inline void
add_call (TraceText *self, const char *line)
{
  guint depth = (guint) strspn (line, " ") / 2;
  g_auto (GStrv) words = g_strsplit (line + depth * 2, " ", -1);
  gint64 start, cpu_start = 0;

  g_assert_cmpuint (depth, <=, self->n_open);
  end_calls (self, depth);
  self->n_open++;
  self->symbols[depth] = add_symbol (self->builder, words[0]);
  self->cpu_ends[depth] = 0;
  self->flags[depth] = 0;
  read_times (words[1], &start, &self->ends[depth]);
  for (guint i = 2; words[i] != NULL; i++)
    if (g_str_equal (words[i], "!"))
      self->flags[depth] = TV_SLICE_UNWOUND;
    else if (!g_str_equal (words[i], "cpu"))
      read_times (words[i], &cpu_start, &self->cpu_ends[depth]);
  g_assert_true (tv_trace_builder_begin (self->builder, self->track, self->symbols[depth], start,
                                         cpu_start, -1));
}

static inline TvTrace *
read_trace (const char *text)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (NS_PER_US, 0);
  TraceText self = { .builder = builder };
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autoptr (GError) error = NULL;
  TvTrace *trace;

  tv_trace_builder_set_clocks (builder, TRUE, strstr (text, "cpu") != NULL);
  for (guint i = 0; lines[i] != NULL; i++)
    if (g_str_has_prefix (lines[i], "thread "))
      {
        end_calls (&self, 0);
        self.track = tv_trace_builder_ensure_track (
            builder,
            tv_trace_builder_ensure_thread (builder, TV_NONE, (guint32) atoi (lines[i] + 7)));
      }
    else if (lines[i][0] != '\0')
      add_call (&self, lines[i]);
  end_calls (&self, 0);
  trace = tv_trace_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
  return trace;
}

G_END_DECLS
