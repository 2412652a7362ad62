/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/samples/perf-data/perf-records.h"

G_BEGIN_DECLS

/* Values of call chains from here on are marks: they say where what follows runs. */
#define TV_PERF_FIRST_MARK      (~G_GUINT64_CONSTANT (0) - 4094)
#define TV_PERF_MARK_KERNEL     ((guint64) -128)
#define TV_PERF_MARK_USER       ((guint64) -512)
#define TV_PERF_MARK_HYPERVISOR ((guint64) -32)

/**
 * TvPerfSample:
 * @attr: which event
 * @ip: where it was
 * @pid: process, or %TV_NONE
 * @tid: thread, or %TV_NONE
 * @ts: when, in ns, or %TV_NO_TIME
 * @cpu: or %TV_NONE
 * @weight: for how much it stands
 * @values: field READ, as the kernel wrote it, or empty
 * @chain: u64 each: addresses and marks, innermost first
 * @rest: what follows the call chain
 * @is_kernel: it was in the kernel
 *
 * One sample, as far as it is read.
 */
typedef struct
{
  guint32 attr;
  guint64 ip;
  guint32 pid;
  guint32 tid;
  gint64 ts;
  guint32 cpu;
  gint64 weight;
  TvSpan values;
  TvSpan chain;
  TvSpan rest;
  gboolean is_kernel;
} TvPerfSample;

gboolean tv_perf_sample_read (const TvPerfFile   *file,
                              const TvPerfRecord *record,
                              TvPerfSample       *sample,
                              gboolean           *is_known);

guint    tv_perf_sample_count_values (const TvPerfAttr  *attr,
                                    const TvPerfSample *sample);
gboolean tv_perf_sample_get_value   (const TvPerfAttr   *attr,
                                    const TvPerfSample *sample,
                                    guint               i,
                                    guint64            *value,
                                    guint64            *id);

G_END_DECLS
