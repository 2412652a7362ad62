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
 * Threads and processes to which packets belong. Used if threads are selected for the cut. Packets about the
 * recording, CPUs or devices have no owner and are selected. Packets that no reader decodes are not selected,
 * because their owners are unknown. All members are private.
 */
typedef struct
{
  const TvCut *cut;
  TvIdMap rows;       /* uuid of a track → row of @tracks */
  GArray *tracks;     /* Track */
  TvIdMap frames;     /* set of the cookies of selected open frames */
  TvIdMap runs;       /* CPU → tid whose run is selected, or whose start ends a selected run */
  TvIdMap count_rows; /* sequence, CPU and event of samples → row of @counts */
  GArray *counts;     /* Count */
} TvPerfettoCutOwners;

/**
 * TvPerfettoCutSequence:
 * @pid: pid of a ThreadDescriptor, or 0
 * @tid: tid of the same ThreadDescriptor, or 0
 * @sampling: (nullable): interned tasks
 *
 * Owners to which packets of a sequence refer.
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
