/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/memory/id-map.h"
#include "formats/perfetto/perfetto-gpu.h"

G_BEGIN_DECLS

/* State that perfetto-gpu.c and perfetto-gpu-counters.c share. */

typedef struct
{
  gint64 ts;
  double value;
} TvPerfettoGpuValue;

/* A counter of a GPU, with its values in file order. */
typedef struct
{
  guint32
      name; /* string id of a name that differs from those of other GPUs' counters, or TV_NONE */
  guint32 source; /* string id of the name that the driver uses, or TV_NONE */
  guint32 gpu;
  TvCounterUnit unit;
  gboolean is_forwards; /* whether a value applies from its timestamp on instead of up to it */
  GArray *values;       /* (nullable) TvPerfettoGpuValue; NULL until the first value */
} TvPerfettoGpuCounter;

struct _TvPerfettoGpu
{
  TvPerfettoReader *reader;
  GArray *counters;     /* TvPerfettoGpuCounter */
  TvIdMap by_id;        /* trace-wide counter id → row in @counters */
  GHashTable *interned; /* gint64: hash of sequence, iid and counter id → row in @counters + 1 */
  GArray *queues;       /* guint32: string id of the name per queue of the trace */
  GArray *stages;       /* guint32: string id of the name per stage declared so far */
  GHashTable *ends;     /* queue name → GArray of gint64: end of the last slice in each row */
  GHashTable
      *names; /* gint64: hash of an object's kind and handle → string id of its debug name + 1 */
  guint64 seed;
};

G_END_DECLS
