/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvMethodWork:
 * @TV_METHOD_OTHER: any other method
 * @TV_METHOD_IO: reads, writes or looks up files, network data or databases
 * @TV_METHOD_WAIT: waits for another thread or a timeout
 * @TV_METHOD_GC: requests a garbage collection and waits for it
 * @TV_METHOD_GC_LOOP: main loop of the garbage collector's thread, which also waits for requests
 *
 * Kinds of Java methods that spend most of their wall time waiting.
 */
typedef enum
{
  TV_METHOD_OTHER,
  TV_METHOD_IO,
  TV_METHOD_WAIT,
  TV_METHOD_GC,
  TV_METHOD_GC_LOOP,
} TvMethodWork;

guint8 *tv_blocking_methods_find (TvTrace *trace);

G_END_DECLS
