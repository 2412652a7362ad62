/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/perfetto/perfetto-packet.h"

G_BEGIN_DECLS

/**
 * TvPerfettoVisit:
 * @packet: a packet, valid during the call
 * @data: user data
 *
 * Handles a packet. Called for each packet, in file order, by changing threads but never by two threads at the same
 * time.
 *
 * Returns: whether to continue
 */
typedef gboolean (*TvPerfettoVisit) (const TvPerfettoPacket *packet, gpointer data);

/**
 * TvPerfettoAside:
 * @pass: called after a batch of visits, while no other callback runs; hands the results of the visits over to @run
 * @run: called after each @pass, in parallel with the next visits; processes the results that @pass has handed over
 * @data: user data of both callbacks; any thread may call them
 *
 * Background work on the results of visits. It need not be complete before the next visit.
 */
typedef struct
{
  void (*pass) (gpointer data);
  void (*run) (gpointer data);
  gpointer data;
} TvPerfettoAside;

/**
 * TvPerfettoPreparation:
 * @stores: a store for each worker; owned by the caller of tv_perfetto_walk()
 * @empty: removes everything from a store; called before the packets of a batch are parsed
 * @prepare: called for each packet before its visit, in parallel with other visits; may add to the store
 *
 * Decoding that depends only on the bytes of a packet, and therefore runs in parallel with visits. The packet refers
 * to its store (#TvPerfettoPacket); the results are valid during its visit.
 */
typedef struct
{
  gpointer stores[2];
  void (*empty) (gpointer store);
  void (*prepare) (gpointer store, TvPerfettoPacket *packet);
} TvPerfettoPreparation;

/**
 * TvPerfettoWalk:
 * @base_offset: offset of the file in the builder's concatenated input
 * @from: overall progress at the start
 * @to: overall progress at the end
 * @visit: called for each packet
 * @data: user data of @visit
 * @preparation: (nullable): decoding before the visits
 * @aside: (nullable): background work
 * @n_packets: number of packets
 * @n_bad: number of malformed packets and blocks
 * @first_bad: file offset of the first malformed packet or block, plus @base_offset; valid if @n_bad > 0
 * @cut_at: file offset of a packet that exceeds the file, plus @base_offset; -1 if none
 * @broken_at: file offset of malformed data after which nothing is read, plus @base_offset; -1 if none
 *
 * A walk over all packets of a file. tv_perfetto_walk() sets the last five members.
 */
typedef struct
{
  TvInput *input;
  guint64 base_offset;
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
