/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Dumps of a Java heap as Perfetto has them. A program loses activities: a list of listeners keeps one more with
 * each dump, with the views and pictures that belong to it. Beside that there are caches, messages that wait, system
 * classes and garbage, and with oddities what no recorder writes.
 */

#pragma once

#include "make-trace-ftrace.h"

/*
 * @pack: where packets go
 * @chance: what is left to it
 * @pid: the program
 * @ts: when the first dump is made, by the clock since the device was started
 * @bytes: about how large all dumps are together
 * @oddities: references that lead nowhere, classes that extend themselves, parts that are missing
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
