/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/memory/id-map.h"
#include "formats/perfetto/perfetto-walk.h"

G_BEGIN_DECLS

/* Fingerprints of the packets of a file, per sequence: one 64-bit word per packet. */
typedef struct _TvPerfettoPrints TvPerfettoFingerprints;

/**
 * TvPerfettoDuplicateFilter:
 * @n_left_out: number of skipped packets
 *
 * A filter for a walk. Skips packets that earlier files of the recording also contain.
 */
typedef struct
{
  guint64 n_left_out;

  /* Private. */
  TvPerfettoVisit visit;
  gpointer data;
  TvIdMap rows;
  GArray *sequences; /* Duplicate */
} TvPerfettoDuplicateFilter;

TvPerfettoFingerprints *tv_perfetto_fingerprints_new    (void);
void              tv_perfetto_fingerprints_free   (TvPerfettoFingerprints       *self);
gboolean          tv_perfetto_fingerprints_take   (const TvPerfettoPacket *packet,
                                             gpointer                prints);
gboolean          tv_perfetto_fingerprints_match  (const TvPerfettoFingerprints *self,
                                             const TvPerfettoFingerprints *next,
                                             GCancellable           *cancellable,
                                             GBytes                **duplicates,
                                             GError                **error);
void              tv_perfetto_fingerprints_append (TvPerfettoFingerprints       *self,
                                             const TvPerfettoFingerprints *next,
                                             GBytes                 *duplicates);

void              tv_perfetto_duplicate_filter_init     (TvPerfettoDuplicateFilter         *self,
                                             GBytes                 *duplicates,
                                             TvPerfettoWalk         *walk);
void              tv_perfetto_duplicate_filter_clear    (TvPerfettoDuplicateFilter         *self);

G_END_DECLS
