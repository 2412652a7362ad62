/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/perfetto/perfetto-compact-sched.h"

G_BEGIN_DECLS

/**
 * TvPerfettoKernelRow:
 * @ts: when, in ns
 * @tid: by which thread
 * @text: what it is and says, a text of the builder
 *
 * A kernel event on its way to the builder.
 */
typedef struct
{
  gint64 ts;
  gint32 tid;
  guint32 text;
} TvPerfettoKernelRow;

/**
 * TvPerfettoEventTexts:
 *
 * The texts of kernel events. Most events say what others said before: those are known by their bytes,
 * and no text is made of them again.
 */
typedef struct _TvPerfettoEventTexts TvPerfettoEventTexts;

TvPerfettoEventTexts *tv_perfetto_event_texts_new  (TvPerfettoReader             *reader);
void                  tv_perfetto_event_texts_free (TvPerfettoEventTexts         *self);
void                  tv_perfetto_event_texts_describe (TvPerfettoEventTexts     *self,
                                                    TvSpan                        message);
guint32               tv_perfetto_event_texts_get  (TvPerfettoEventTexts         *self,
                                                    TvPerfettoSequence           *sequence,
                                                    guint                         number,
                                                    TvSpan                        message);
gboolean              tv_perfetto_event_texts_is_bad_mark (const TvPerfettoEventTexts *self,
                                                    guint                         number);
gboolean              tv_perfetto_event_texts_get_compact (TvPerfettoEventTexts  *self,
                                                    TvPerfettoCpu                *cpu,
                                                    const TvPerfettoCompactEvent *event,
                                                    TvPerfettoKernelRow          *out);
TvFtraceEventSet      tv_perfetto_event_texts_get_seen (const TvPerfettoEventTexts *self);

G_END_DECLS
