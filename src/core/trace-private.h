/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/string-pool.h"
#include "core/trace.h"

G_BEGIN_DECLS

/* What a trace holds, for the one who builds it: trace-builder.c. Everything is owned. */
struct _TvTrace
{
  GObject parent_instance;

  TvStringPool *strings;
  char *format;
  gint64 start_ns;
  gint64 end_ns;
  gboolean has_clock[TV_N_CLOCKS];
  gboolean is_rebuilt;

  GArray *metadata; /* TvMetadata */
  GArray *problems; /* TvProblem */
  GArray *processes;
  GArray *threads;
  GArray *symbols;
  TvTrack *tracks;
  guint32 n_tracks;
  TvGap *gaps;
  guint32 n_gaps;
  TvSlices slices;
};

G_END_DECLS
