/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tables/perfetto/perfetto-model.h"

G_BEGIN_DECLS

/* Names of slices and counters as programs on OpenHarmony write them in marks: with the tag "H:". */

typedef struct _TvPerfettoMarks TvPerfettoMarks;

TvPerfettoMarks *tv_perfetto_marks_new (TvTrace *trace, TvPerfettoModel *model);
void tv_perfetto_marks_free (TvPerfettoMarks *self);
char *tv_perfetto_marks_dup_name (TvPerfettoMarks *self, guint32 slice);
char *
tv_perfetto_marks_dup_shared_name (TvPerfettoMarks *self, gint64 ts, char kind, const char *name);

G_END_DECLS
