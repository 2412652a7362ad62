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

/* Specifications of one GPU's counter, and its values in the order of the file. */
typedef struct
{
  guint32 name; /* string, or TV_NONE */
  guint32 gpu;
  TvCounterUnit unit;
  gboolean is_forwards; /* a value holds from its time on, not up to that */
  GArray *values;       /* TvPerfettoGpuValue */
} TvPerfettoGpuCounter;

struct _TvPerfettoGpu
{
  TvPerfettoReader *reader;
  GArray *counters;     /* TvPerfettoGpuCounter */
  TvIdMap by_id;        /* id of the whole trace → row of counters */
  GHashTable *interned; /* gint64: hash of sequence, iid and id → row of counters + 1 */
  GArray *queues;       /* guint32: strings, by number */
  GArray *stages;       /* the same; of those told so far */
  GHashTable *ends;     /* string of a queue → GArray of gint64: when its rows are free */
  GHashTable *names;    /* gint64: hash of a kind and a handle → string of an object + 1 */
  guint64 seed;
};

G_END_DECLS
