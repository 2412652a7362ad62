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
  guint32 name;   /* string: name that differs from those of other GPUs, or TV_NONE */
  guint32 source; /* string: name that the driver uses, or TV_NONE */
  guint32 gpu;
  TvCounterUnit unit;
  gboolean is_forwards; /* whether values apply after their timestamp, not before it */
  GArray *values;       /* (nullable) TvPerfettoGpuValue; NULL until the first value */
} TvPerfettoGpuCounter;

struct _TvPerfettoGpu
{
  TvPerfettoReader *reader;
  GArray *counters;     /* TvPerfettoGpuCounter */
  TvIdMap by_id;        /* trace-wide counter id → row in @counters */
  GHashTable *interned; /* gint64: hash of sequence, iid and id → row in @counters + 1 */
  GArray *queues;       /* guint32: queue names, per index in the trace */
  GArray *stages;       /* guint32: stage names, per index; only stages declared so far */
  GHashTable *ends;     /* queue name → GArray of gint64: end of the last slice in each row */
  GHashTable *names;    /* gint64: hash of the kind and handle of an object → debug name + 1 */
  guint64 seed;
};

G_END_DECLS
