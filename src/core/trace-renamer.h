/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/* Creates a trace with other symbol names, taken from a mapping file or a demangler. The result shares the columns of
 * the original, so code that shows names needs no special case, and no thread needs a lock:
 *
 *   raw trace ◀── renamed trace: its own symbols and their strings, and stacks if it adds inlined frames
 *
 * Symbols keep their ids. Two symbols with the same new name remain two symbols, because they are two methods in the
 * file. */

/**
 * TvNaming:
 * @map: (nullable): display name of the mapping file
 * @n_methods: number of symbols that are methods of a class
 * @n_known: number of methods whose class is in the mapping file
 *
 * The source of the names in a renamed trace.
 */
typedef struct
{
  char *map;
  guint32 n_methods;
  guint32 n_known;
} TvNaming;

typedef struct _TvTraceRenamer TvTraceRenamer;

TvTraceRenamer *tv_trace_renamer_new         (TvTrace            *trace);
void            tv_trace_renamer_free        (TvTraceRenamer     *self);
guint32         tv_trace_renamer_add_string  (TvTraceRenamer     *self,
                                              const char         *text,
                                              gsize               len);
void            tv_trace_renamer_set_symbol  (TvTraceRenamer     *self,
                                              guint32             symbol,
                                              const TvSymbol     *names);
guint32         tv_trace_renamer_add_symbol  (TvTraceRenamer     *self,
                                              const TvSymbol     *names);
void            tv_trace_renamer_set_lock_type (TvTraceRenamer   *self,
                                              guint32             lock,
                                              guint32             type);
guint32         tv_trace_renamer_add_callsite (TvTraceRenamer    *self,
                                              guint32             parent,
                                              const TvFrame      *frame);
void            tv_trace_renamer_set_callsites (TvTraceRenamer   *self,
                                              const guint32      *callsites);
void            tv_trace_renamer_set_naming  (TvTraceRenamer     *self,
                                              const TvNaming     *naming);
void            tv_trace_renamer_add_problem (TvTraceRenamer     *self,
                                              TvProblemKind       kind,
                                              guint64             count,
                                              const char         *detail);
TvTrace        *tv_trace_renamer_finish      (TvTraceRenamer     *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvTraceRenamer, tv_trace_renamer_free)

TvTrace        *tv_trace_get_raw             (TvTrace            *trace);
const TvNaming *tv_trace_get_naming          (TvTrace            *trace);
char           *tv_trace_dup_raw_name        (TvTrace            *trace,
                                              guint32             symbol);

G_END_DECLS
