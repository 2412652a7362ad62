/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/perfetto/perfetto-flows.h"
#include "formats/perfetto/perfetto-reader.h"

G_BEGIN_DECLS

/**
 * TvPerfettoAct:
 * @TV_PERFETTO_SAMPLE: value of a counter
 * @TV_PERFETTO_STATE: state of a slice stack from this time on; without a name, the end of the previous state
 * @TV_PERFETTO_FLOW: flow steps at the open slice
 * @TV_PERFETTO_NOTHING: no effect, unless tv_perfetto_records_make_end() changes the record to an end
 *
 * Kind of a record.
 */
typedef enum
{
  TV_PERFETTO_BEGIN,
  TV_PERFETTO_END,
  TV_PERFETTO_INSTANT,
  TV_PERFETTO_STATE,
  TV_PERFETTO_FLOW,
  TV_PERFETTO_SAMPLE,
  TV_PERFETTO_NOTHING,
} TvPerfettoAct;

/**
 * TvPerfettoOwner:
 *
 * Kind of the owner of a counter or track.
 */
typedef enum
{
  TV_PERFETTO_OF_ALL,
  TV_PERFETTO_OF_CPU,
  TV_PERFETTO_OF_PROCESS,
  TV_PERFETTO_OF_THREAD,
} TvPerfettoOwner;

/* All slices and counter samples that are not kernel events. They are added in file order, sorted with
 * tv_perfetto_records_sort(), and emitted in time order. Extras, such as flows, are added before the record to which
 * they belong. */

TvPerfettoRecords *tv_perfetto_records_new      (TvPerfettoReader   *reader);
void               tv_perfetto_records_free     (TvPerfettoRecords  *self);
void               tv_perfetto_records_expect   (TvPerfettoRecords  *self,
                                                 guint64             size);
guint32            tv_perfetto_records_get_counter (TvPerfettoRecords *self,
                                                 TvPerfettoOwner     owner,
                                                 guint32             id,
                                                 guint32             name,
                                                 TvCounterRole       role,
                                                 TvCounterUnit       unit);
void               tv_perfetto_records_set_source (TvPerfettoRecords *self,
                                                 guint32             counter,
                                                 guint32             name,
                                                 guint32             session);
void               tv_perfetto_records_add_flow (TvPerfettoRecords  *self,
                                                 guint64             id,
                                                 TvPerfettoFlowKind  kind);
void               tv_perfetto_records_name_flow (TvPerfettoRecords *self,
                                                 guint64             id,
                                                 guint64             reported);
void               tv_perfetto_records_add_clock (TvPerfettoRecords *self,
                                                 TvThreadClock       clock,
                                                 gint64              value);
void               tv_perfetto_records_add_category (TvPerfettoRecords *self,
                                                 guint32             category);
void               tv_perfetto_records_drop_extras (TvPerfettoRecords *self);
gboolean           tv_perfetto_records_add      (TvPerfettoRecords  *self,
                                                 TvPerfettoAct       act,
                                                 guint32             slice_stack,
                                                 gint64              ts,
                                                 guint32             name,
                                                 guint32             args);
guint32            tv_perfetto_records_get_n    (const TvPerfettoRecords *self);
void               tv_perfetto_records_make_end (TvPerfettoRecords  *self,
                                                 guint32             record,
                                                 guint32             slice_stack);
void               tv_perfetto_records_take_args (TvPerfettoRecords *self);
void               tv_perfetto_records_add_sample (TvPerfettoRecords *self,
                                                 guint32             counter,
                                                 gint64              ts,
                                                 double              value);
void               tv_perfetto_records_sort     (TvPerfettoRecords  *self);
gint64             tv_perfetto_records_get_first (const TvPerfettoRecords *self);
gint64             tv_perfetto_records_get_next (const TvPerfettoRecords *self);
gint64             tv_perfetto_records_get_last (const TvPerfettoRecords *self);
void               tv_perfetto_records_emit     (gpointer            records,
                                                 gint64              until);

G_END_DECLS
