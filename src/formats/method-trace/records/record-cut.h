/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/cut.h"
#include "formats/method-trace/records/method-trace-records.h"

G_BEGIN_DECLS

/**
 * TvRecordCutter:
 *
 * Copies the records of a cut range in two passes. The first pass, the survey, finds the methods and threads in
 * the range, so that the lists before the records can be restricted to them.
 */
typedef struct _TvRecordCutter TvRecordCutter;

TvRecordCutter *tv_record_cutter_new       (TvCut                *cut,
                                            const TvRecordLayout *layout,
                                            TvInput              *input,
                                            const TvReadContext  *context);
void            tv_record_cutter_free      (TvRecordCutter       *self);
gboolean        tv_record_cutter_survey    (TvRecordCutter       *self,
                                            const GArray         *runs,
                                            GError              **error);
void            tv_record_cutter_add_keys  (TvRecordCutter       *self,
                                            TvSpan                keys,
                                            GString              *out);
gboolean        tv_record_cutter_copy      (TvRecordCutter       *self,
                                            const TvRecordRun    *run,
                                            GError              **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvRecordCutter, tv_record_cutter_free)

G_END_DECLS
