/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "analysis/call-trie.h"
#include "core/trace.h"

G_BEGIN_DECLS

/* Every way by which something in a trace was called, each once, of calls and of samples alike:
 *
 *   slices   main ▸ draw ▸ measure        site 0  main
 *            main ▸ draw ▸ measure             1  main ▸ draw
 *            main ▸ load                       2  main ▸ draw ▸ measure
 *   samples  main ▸ load (10 times)            3  main ▸ load
 *
 * A trace has few of them, however many slices or samples it has, and they stay whatever is selected: so
 * an answer about a selection is one pass that adds up by site, and what is asked of stacks is asked of
 * sites. They never change once made: any thread may look at them. */
typedef struct _TvCallSites TvCallSites;

/* The source of call sites: this, or the kind of samples (a row of TvStacks.kinds). */
#define TV_CALLS_OF_SLICES TV_NONE

TvCallSites      *tv_call_sites_new           (TvTrace       *trace,
                                               guint32        source,
                                               GCancellable  *cancellable,
                                               GError       **error);
TvCallSites      *tv_call_sites_ref           (TvCallSites   *self);
void              tv_call_sites_unref         (TvCallSites   *self);

TvTrace          *tv_call_sites_get_trace     (const TvCallSites *self);
guint32           tv_call_sites_get_source    (const TvCallSites *self);
const TvCallSite *tv_call_sites_get           (const TvCallSites *self,
                                               guint32           *n);
guint32           tv_call_sites_get_of_slice  (const TvCallSites *self,
                                               guint32            slice);
guint32           tv_call_sites_get_of_sample (const TvCallSites *self,
                                               guint32            sample);
const guint32    *tv_call_sites_get_of_slices (const TvCallSites *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvCallSites, tv_call_sites_unref)

G_END_DECLS
