/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Writes dumps of a Java heap in Perfetto's format. A program leaks activities: with each dump, a list of listeners
 * retains another activity, including its views and bitmaps. There are also caches, pending messages, system classes
 * and garbage; and, with oddities, data that no recorder writes. */

#pragma once

#include "make-trace-ftrace.h"

/* Parameters of the dumps.
 *
 * @pack: output of packets
 * @chance: source of random choices
 * @pid: process id
 * @ts: time of the first dump in ns, by the boot clock
 * @bytes: approximate total size of all dumps
 * @oddities: dangling references, classes that extend themselves, missing fields */
typedef struct
{
  FtracePack *pack;
  GRand *chance;
  guint pid;
  gint64 ts;
  guint64 bytes;
  gboolean oddities;
} PerfettoHeaps;

void perfetto_write_heaps (const PerfettoHeaps *heaps);
