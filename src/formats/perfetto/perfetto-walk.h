/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/perfetto/perfetto-packet.h"

G_BEGIN_DECLS

/**
 * TvPerfettoVisit:
 * @packet: a packet, valid during the call
 * @data: user data
 *
 * Called for each packet, in file order. Calls may come from different threads, but never at the same time.
 *
 * Returns: whether to continue
 */
typedef gboolean (*TvPerfettoVisit) (const TvPerfettoPacket *packet, gpointer data);

/**
 * TvPerfettoAside:
 * @pass: called after a batch of visits, while no other function runs: passes the results of visits on to @run
 * @run: called after each @pass, at the same time as the next visits: processes the results that were passed last
 * @data: user data of both, which may be called from any thread
 *
 * Work on the results of visits, which need not be complete before the next visit.
 */
typedef struct
{
  void (*pass) (gpointer data);
  void (*run) (gpointer data);
  gpointer data;
} TvPerfettoAside;

/**
 * TvPerfettoPreparation:
 * @stores: a store for each worker
 * @empty: removes everything from a store
 * @prepare: called for each packet before its visit, at the same time as other visits; may add to the store
 *
 * Decoding that needs only the bytes of a packet. #TvPerfettoPacket.store is the packet's store, which is owned by its
 * visit.
 */
typedef struct
{
  gpointer stores[2];
  void (*empty) (gpointer store);
  void (*prepare) (gpointer store, TvPerfettoPacket *packet);
} TvPerfettoPreparation;

/**
 * TvPerfettoWalk:
 * @input: a file
 * @place: offset of the file in all files of the builder
 * @context: for progress and cancellation
 * @from: overall progress at the start
 * @to: overall progress at the end
 * @visit: called for each packet
 * @data: user data of @visit
 * @preparation: (nullable): decoding before the visits
 * @aside: (nullable): work beside the visits
 * @n_packets: number of packets
 * @n_bad: number of malformed or undecompressible packets
 * @first_bad: offset of the first of these
 * @cut_at: offset of a packet that exceeds the file, or -1
 * @broken_at: offset of malformed data, after which nothing is read, or -1
 *
 * A walk over all packets of a file.
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
  const TvPerfettoPreparation *preparation;
  const TvPerfettoAside *aside;

  guint64 n_packets;
  guint64 n_bad;
  guint64 first_bad;
  gint64 cut_at;
  gint64 broken_at;
} TvPerfettoWalk;

gboolean tv_perfetto_walk (TvPerfettoWalk *self,
                           GError        **error);

G_END_DECLS
