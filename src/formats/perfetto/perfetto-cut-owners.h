/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/cut.h"
#include "formats/perfetto/perfetto-descriptor.h"
#include "formats/perfetto/perfetto-packet.h"
#include "formats/perfetto/perfetto-sampling.h"

G_BEGIN_DECLS

/**
 * TvPerfettoCutOwners:
 *
 * Determines the threads and processes to which packets belong, if threads are selected for the cut. Packets that
 * describe the recording, CPUs or devices have no owner and are always selected. Packets that readers do not decode
 * are not selected, because their owners are unknown. All members are private.
 */
typedef struct
{
  const TvCut *cut;
  TvIdMap rows;   /* uuid of a track → row of @tracks */
  GArray *tracks; /* Track */
  TvIdMap frames; /* cookies of selected frames that have not ended */
  TvIdMap
      runs; /* CPU → tid of the recorded run: a selected thread, or the thread whose run ends the run of a selected
             * thread */
  TvIdMap count_rows; /* sequence, CPU and event → row of @counts */
  GArray *counts;     /* Count */
} TvPerfettoCutOwners;

/**
 * TvPerfettoCutSequence:
 * @pid: pid of a ThreadDescriptor; 0 if none
 * @tid: tid of the same ThreadDescriptor; 0 if none
 * @sampling: (nullable): interned tasks of stack samples
 *
 * State of a sequence that determines the owners of its packets.
 */
typedef struct
{
  guint32 pid;
  guint32 tid;
  TvPerfettoSampling *sampling;
} TvPerfettoCutSequence;

void     tv_perfetto_cut_owners_init       (TvPerfettoCutOwners         *self,
                                            const TvCut                 *cut);
void     tv_perfetto_cut_owners_clear      (TvPerfettoCutOwners         *self);
void     tv_perfetto_cut_owners_begin      (TvPerfettoCutOwners         *self);
void     tv_perfetto_cut_owners_add_track  (TvPerfettoCutOwners         *self,
                                            const TvPerfettoDescriptor  *descriptor);
guint32  tv_perfetto_cut_owners_get_thread (const TvPerfettoCutOwners   *self,
                                            guint64                      uuid);
gboolean tv_perfetto_cut_owners_has_track  (const TvPerfettoCutOwners   *self,
                                            guint64                      uuid);
gboolean tv_perfetto_cut_owners_has_packet (TvPerfettoCutOwners         *self,
                                            const TvPerfettoPacket      *packet,
                                            const TvPerfettoCutSequence *sequence);
gboolean tv_perfetto_cut_owners_filter     (TvPerfettoCutOwners         *self,
                                            const TvPerfettoPacket      *packet,
                                            GByteArray                  *out);

G_END_DECLS
