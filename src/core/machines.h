/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"

G_BEGIN_DECLS

/* The recorded machines: the device, and guests such as virtual machines. Each machine has its own thread ids,
 * process ids and CPU numbers. The row of a machine is its `machine_id` in tables. */

/* Maximum number of CPUs per machine in a trace with several machines. CPU n of machine m is CPU m ·
 * TV_CPUS_OF_MACHINE + n of the trace, as in Perfetto's tables. */
#define TV_CPUS_OF_MACHINE 4096

#define TV_MAX_MACHINES 16

/**
 * TvMachine:
 * @id: id in the recording; 0 is the recorder's machine
 * @name: string id of the machine's name, or %TV_NONE
 *
 * A recorded machine.
 */
typedef struct
{
  guint32 id;
  guint32 name;
} TvMachine;

G_END_DECLS
