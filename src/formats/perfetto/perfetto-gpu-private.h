/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/memory/id-map.h"
#include "formats/perfetto/perfetto-gpu.h"

G_BEGIN_DECLS

typedef struct
{
  gint64 ts;
  double value;
} TvPerfettoGpuValue;

/* A counter of a GPU, with its values in file order. */
typedef struct
{
  guint32 name; /* string, or TV_NONE */
  guint32 gpu;
  TvCounterUnit unit;
  gboolean is_forwards; /* values apply from their timestamp on, not up to it */
  GArray *values;       /* TvPerfettoGpuValue */
} TvPerfettoGpuCounter;

struct _TvPerfettoGpu
{
  TvPerfettoReader *reader;
  GArray *counters;     /* TvPerfettoGpuCounter */
  TvIdMap by_id;        /* id of the whole trace → row in @counters */
  GHashTable *interned; /* gint64: hash of sequence, iid and id → row in @counters + 1 */
  GArray *queues;       /* guint32: strings, by index */
  GArray *stages;       /* likewise; stages declared so far */
  GHashTable *ends;     /* string of a queue → GArray of gint64: end of the last slice by row */
  GHashTable *names;    /* gint64: hash of a kind and a handle → string of an object + 1 */
  guint64 seed;
};

G_END_DECLS
