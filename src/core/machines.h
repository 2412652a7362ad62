/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"

G_BEGIN_DECLS

/* The machines that a trace is of: the device, and guests on it, such as virtual machines, that recorded with it. Each
 * has ids of threads and processes and numbers of CPUs of its own. Rows are as `machine_id` has them in tables. */

/* So many CPUs a machine has at most where there are several: the CPU n of the machine m is CPU
 * m · TV_CPUS_OF_MACHINE + n of the trace, as in Perfetto's tables. */
#define TV_CPUS_OF_MACHINE 4096

/* So many machines are told apart. */
#define TV_MAX_MACHINES 16

/**
 * TvMachine:
 * @id: what the recorder calls it; 0 is the one that it ran on
 * @name: string: what it calls itself, or %TV_NONE
 */
typedef struct
{
  guint32 id;
  guint32 name;
} TvMachine;

G_END_DECLS
