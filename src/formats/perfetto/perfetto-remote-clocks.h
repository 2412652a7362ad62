/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/perfetto/perfetto-clocks.h"

G_BEGIN_DECLS

/**
 * TvPerfettoRemoteClocks:
 *
 * Clock readings of a guest and its host, from perfetto/protos/perfetto/trace/remote_clock_sync.proto. Clocks
 * advance during the round trips of a synchronization:
 *
 *   guest   1 ──╮        ╭── 3 ──╮
 *   host        ╰── 2 ───╯       ╰── 4
 */
typedef struct
{
  GArray *readings; /* Reading */
  guint32 n;        /* number of synchronizations */
} TvPerfettoRemoteClocks;

void     tv_perfetto_remote_clocks_init  (TvPerfettoRemoteClocks       *self);
void     tv_perfetto_remote_clocks_clear (TvPerfettoRemoteClocks       *self);
void     tv_perfetto_remote_clocks_take  (TvPerfettoRemoteClocks       *self,
                                          TvSpan                        message,
                                          guint32                       sequence,
                                          TvPerfettoClocks             *clocks);
void     tv_perfetto_remote_clocks_pass  (TvSpan                        message,
                                          TvPerfettoClocks             *clocks);
gboolean tv_perfetto_remote_clocks_find  (const TvPerfettoRemoteClocks *self,
                                          guint32                       number,
                                          gint64                       *ahead);

G_END_DECLS
