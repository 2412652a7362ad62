/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/perfetto/perfetto-parts.h"
#include "formats/perfetto/perfetto-reader.h"

G_BEGIN_DECLS

/**
 * TvPerfettoMachines:
 * @device: what reads packets of the machine that the recorder ran on, or of the only one
 *
 * The machines that a trace has packets of. Threads and CPUs of a virtual machine have the numbers that others on its
 * host have, and times of clocks of its own: each has a reader of its own, and those of guests tell times as much
 * later as their clocks are behind.
 */
typedef struct
{
  TvPerfettoReader *device;

  /* Private. */
  guint32 device_id;
  GArray *guests; /* Guest, in the order of the file */
  guint64 n_of_more;
  TvPerfettoReader *current; /* whose packet was taken last */
} TvPerfettoMachines;

gboolean tv_perfetto_machines_init          (TvPerfettoMachines     *self,
                                             TvPerfettoReader       *device,
                                             const TvPerfettoParts  *parts,
                                             GError                **error);
void     tv_perfetto_machines_clear         (TvPerfettoMachines     *self);
guint    tv_perfetto_machines_get_n_readers (const TvPerfettoMachines *self);
TvPerfettoReader *tv_perfetto_machines_get_reader
                                            (const TvPerfettoMachines *self,
                                             guint                   i);
TvPerfettoReader *tv_perfetto_machines_steal_reader
                                            (TvPerfettoMachines     *self,
                                             guint                   i);
TvPerfettoReader *tv_perfetto_machines_survey
                                            (TvPerfettoMachines     *self,
                                             const TvPerfettoPacket *packet);
void     tv_perfetto_machines_settle        (TvPerfettoMachines     *self);
TvPerfettoReader *tv_perfetto_machines_find (TvPerfettoMachines     *self,
                                             const TvPerfettoPacket *packet);
void     tv_perfetto_machines_tell          (TvPerfettoMachines     *self);

G_END_DECLS
