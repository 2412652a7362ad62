/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/perfetto/perfetto-packet.h"

G_BEGIN_DECLS

/**
 * TvPerfettoVisit:
 * @packet: valid until the next
 * @data: the caller's
 *
 * Called with each packet, in the order of the file; not always by the same thread, but never by two at once.
 *
 * Returns: whether to go on
 */
typedef gboolean (*TvPerfettoVisit) (const TvPerfettoPacket *packet, gpointer data);

/**
 * TvPerfettoWalk:
 * @input: a file
 * @place: where it begins, among those of all files
 * @context: to report to
 * @from: how much of all work is done before
 * @to: and afterwards
 * @visit: called with each packet
 * @data: for @visit
 * @n_packets: how many there were
 * @n_bad: how many of them are no messages, or are packed and cannot be unpacked
 * @first_bad: place of the first of these
 * @cut_at: place of a packet that is longer than the file, or -1
 * @broken_at: place of what is no packet, and behind which nothing is read, or -1
 *
 * A walk through all packets of a file.
 */
typedef struct
{
  TvInput *input;
  guint64 place;
  const TvReadContext *context;
  double from;
  double to;
  TvPerfettoVisit visit;
  gpointer data;

  guint64 n_packets;
  guint64 n_bad;
  guint64 first_bad;
  gint64 cut_at;
  gint64 broken_at;
} TvPerfettoWalk;

gboolean tv_perfetto_walk (TvPerfettoWalk *self,
                           GError        **error);

G_END_DECLS
