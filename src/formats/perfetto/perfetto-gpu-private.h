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
  guint32 name; /* string: name, or TV_NONE */
  guint32 gpu;
  TvCounterUnit unit;
  gboolean is_forwards; /* whether values apply from their timestamp on, not up to it */
  GArray *values;       /* (nullable) TvPerfettoGpuValue; NULL until the first value */
} TvPerfettoGpuCounter;

struct _TvPerfettoGpu
{
  TvPerfettoReader *reader;
  GArray *counters;     /* TvPerfettoGpuCounter */
  TvIdMap by_id;        /* trace-wide counter id → row in @counters */
  GHashTable *interned; /* gint64: hash of sequence, iid and id → row in @counters + 1 */
  GArray *queues;       /* guint32: names of queues, per index in the trace */
  GArray *stages;       /* guint32: names of stages, per index; only those declared so far */
  GHashTable *ends;     /* name of a queue → GArray of gint64: end of the last slice per row */
  GHashTable *names; /* gint64: hash of the kind and handle of an object → its debug name + 1 */
  guint64 seed;
};

G_END_DECLS
