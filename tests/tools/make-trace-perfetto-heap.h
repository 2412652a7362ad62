/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Dumps of a Java heap as Perfetto writes them. A program leaks activities: a list of listeners retains one more
 * with each dump, with its views and pictures. Besides there are caches, pending messages, system classes and
 * garbage, and with oddities data that no recorder writes.
 */

#pragma once

#include "make-trace-ftrace.h"

/*
 * @pack: output of packets
 * @chance: source of random choices
 * @pid: the program
 * @ts: time of the first dump, by the boot clock
 * @bytes: approximate size of all dumps together
 * @oddities: dangling references, classes that extend themselves, missing parts
 */
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
