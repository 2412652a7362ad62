/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/proto-field.h"
#include "formats/samples/sample-writer.h"

G_BEGIN_DECLS

/* What code and classes are called by what the file says for itself: symbols of native code (ModuleSymbols of
 * perfetto/protos/trace/profiling/profile_common.proto) and names that a build had made short
 * (DeobfuscationMapping of deobfuscation.proto). Both are mostly at the end of a file, and are taken before
 * all else. */
typedef struct _TvPerfettoSymbols TvPerfettoSymbols;

/* Functions of one place in code that are told. */
#define TV_PERFETTO_MAX_INLINED 256

TvPerfettoSymbols *tv_perfetto_symbols_new       (void);
void               tv_perfetto_symbols_free      (TvPerfettoSymbols       *self);
void               tv_perfetto_symbols_take_module (TvPerfettoSymbols     *self,
                                                  TvSpan                   message);
void               tv_perfetto_symbols_take_names (TvPerfettoSymbols      *self,
                                                  TvSpan                   message);
char              *tv_perfetto_symbols_dup_name  (const TvPerfettoSymbols *self,
                                                  const TvSampleFrame     *frame,
                                                  guint32                  build_id,
                                                  TvTraceBuilder          *builder);
guint32            tv_perfetto_symbols_get_set   (const TvPerfettoSymbols *self,
                                                  const TvSampleFrame     *frame,
                                                  guint32                  build_id,
                                                  TvTraceBuilder          *builder);
guint              tv_perfetto_symbols_place     (const TvPerfettoSymbols *self,
                                                  TvSampleFrame           *frame,
                                                  guint32                  build_id,
                                                  TvTraceBuilder          *builder,
                                                  TvSampleFrame            inlined[TV_PERFETTO_MAX_INLINED]);
guint32            tv_perfetto_symbols_get_own_set (TvPerfettoSymbols     *self,
                                                  const TvSampleFrame     *frame,
                                                  TvTraceBuilder          *builder);
char              *tv_perfetto_symbols_dup_class (const TvPerfettoSymbols *self,
                                                  const char              *name);
char              *tv_perfetto_symbols_dup_field (const TvPerfettoSymbols *self,
                                                  const char              *name);

G_END_DECLS
