/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/samples/perf-data/perf-records.h"

G_BEGIN_DECLS

/* Minimum value of a marker in a call chain. A marker states the context of the addresses after it. */
#define TV_PERF_FIRST_MARK      (~G_GUINT64_CONSTANT (0) - 4094)
#define TV_PERF_MARK_KERNEL     ((guint64) -128)
#define TV_PERF_MARK_USER       ((guint64) -512)
#define TV_PERF_MARK_HYPERVISOR ((guint64) -32)

/**
 * TvPerfSample:
 * @attr: index of the event in @attrs of #TvPerfFile
 * @ip: instruction pointer
 * @pid: process id, or %TV_NONE
 * @tid: thread id, or %TV_NONE
 * @ts: timestamp in ns, or %TV_NO_TIME
 * @cpu: CPU, or %TV_NONE
 * @weight: weight in the unit of the event
 * @values: undecoded READ field; may be empty
 * @chain: call chain of 64-bit addresses and markers, innermost first
 * @rest: bytes after the call chain
 * @is_kernel: whether the sample was taken in the kernel
 *
 * The decoded fields of a sample.
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
