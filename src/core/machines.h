/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"

G_BEGIN_DECLS

/* The recorded machines: the device, and guests such as virtual machines. Each has its own thread ids, process ids
 * and CPU numbers. Rows are the `machine_id` of tables. */

/* Maximum number of CPUs per machine, if there are several: CPU n of machine m is CPU
 * m · TV_CPUS_OF_MACHINE + n of the trace, as in Perfetto's tables. */
#define TV_CPUS_OF_MACHINE 4096

/* Maximum number of machines. */
#define TV_MAX_MACHINES 16

/**
 * TvMachine:
 * @id: id in the recording; 0 is the machine of the recorder
 * @name: string: its own name, or %TV_NONE
 */
typedef struct
{
  guint32 id;
  guint32 name;
} TvMachine;

G_END_DECLS
