/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/perfetto/perfetto-fragments.h"
#include "formats/perfetto/perfetto-reader.h"

G_BEGIN_DECLS

/**
 * TvPerfettoMachines:
 * @device: reader of the host, on which the recorder ran; if the host has no packets, reader of the first machine
 *
 * The machines of a trace. A virtual machine may use the same thread and CPU ids as its host, but its clocks differ.
 * Therefore, each machine has a reader, and the timestamps of guests are converted to the clock of the device.
 */
typedef struct
{
  TvPerfettoReader *device;

  /* Private. */
  guint32 device_id;
  GArray *guests; /* Guest, in the order of their first packets */
  guint64 n_of_more;
  TvPerfettoReader *current; /* reader of the last packet */
} TvPerfettoMachines;

gboolean tv_perfetto_machines_init          (TvPerfettoMachines     *self,
                                             TvPerfettoReader       *device,
                                             const TvPerfettoFragments  *fragments,
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
void     tv_perfetto_machines_emit          (TvPerfettoMachines     *self);

G_END_DECLS
