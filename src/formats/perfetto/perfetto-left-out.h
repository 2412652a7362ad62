/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/perfetto/perfetto-reader.h"

G_BEGIN_DECLS

/* Packets that are left out: those of kinds that mean nothing here, and of all machines but one. Threads and CPUs of
 * a virtual machine have the numbers that others on its host have, and times of clocks of its own. */

TvPerfettoLeftOut *tv_perfetto_left_out_new     (void);
void               tv_perfetto_left_out_free    (TvPerfettoLeftOut      *self);
gboolean           tv_perfetto_choose_machine   (TvPerfettoReader       *reader,
                                                 TvInput                *input,
                                                 GError                **error);
gboolean           tv_perfetto_is_of_machine    (const TvPerfettoReader *reader,
                                                 const TvPerfettoPacket *packet);
void               tv_perfetto_left_out_count   (TvPerfettoLeftOut      *self,
                                                 guint                   payload);
void               tv_perfetto_left_out_count_machine
                                                (TvPerfettoLeftOut      *self,
                                                 guint32                 machine);
void               tv_perfetto_left_out_tell    (TvPerfettoReader       *reader);

G_END_DECLS
