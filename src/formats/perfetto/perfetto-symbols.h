/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/proto-field.h"
#include "formats/samples/sample-writer.h"

G_BEGIN_DECLS

/* Symbols that the file itself contains: native symbols (ModuleSymbols in
 * perfetto/protos/trace/profiling/profile_common.proto), and original names of obfuscated code (DeobfuscationMapping
 * in deobfuscation.proto). Both are usually at the end of a file, so they are read during the survey, before other
 * packets are decoded. */
typedef struct _TvPerfettoSymbols TvPerfettoSymbols;

/* Maximum number of functions at one address. */
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
