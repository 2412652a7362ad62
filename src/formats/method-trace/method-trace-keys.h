/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/memory/id-map.h"
#include "core/trace-builder.h"

G_BEGIN_DECLS

typedef enum
{
  TV_METHOD_CLOCK_UNKNOWN, /* not read yet */
  TV_METHOD_CLOCK_THREAD_CPU,
  TV_METHOD_CLOCK_WALL,
  TV_METHOD_CLOCK_DUAL,
} TvMethodClock;

/**
 * TvMethodTraceKeys:
 * @builder: receives names, metadata and problems; not owned
 * @version: version of the key section; 0 if not read yet
 * @clock: clock option; the last one takes precedence
 * @methods: method id → symbol
 * @upid: process; set by tv_method_trace_keys_add_threads()
 * @is_ended: whether the line *end was read
 *
 * The text part of a method trace: the key section of a classic trace (sections *version, *threads, *methods, *end),
 * or the method units, thread units and summary of a streaming trace.
 */
typedef struct
{
  TvTraceBuilder *builder;
  guint32 version;
  TvMethodClock clock;
  TvIdMap methods;
  GArray *thread_ids;   /* guint32: thread ids in file order */
  GArray *thread_names; /* guint32: string id of each thread's name, parallel to @thread_ids */
  TvIdMap thread_rows;  /* tid → index in @thread_ids */
  guint32 upid;
  gboolean is_ended;
  guint section; /* current section */
} TvMethodTraceKeys;

void     tv_method_trace_keys_init       (TvMethodTraceKeys  *self,
                                          TvTraceBuilder     *builder);
void     tv_method_trace_keys_clear      (TvMethodTraceKeys  *self);
void     tv_method_trace_keys_begin      (TvMethodTraceKeys  *self);
gboolean tv_method_trace_keys_parse_piece
                                         (TvMethodTraceKeys  *self,
                                          const char         *text,
                                          gsize               size,
                                          gboolean            is_last,
                                          gint64              where,
                                          gsize              *consumed,
                                          GError            **error);
gboolean tv_method_trace_keys_parse      (TvMethodTraceKeys  *self,
                                          const char         *text,
                                          gsize               size,
                                          gint64              where,
                                          gsize              *consumed,
                                          GError            **error);
void     tv_method_trace_keys_add_method (TvMethodTraceKeys  *self,
                                          const char         *line,
                                          gsize               size,
                                          gint64              where);
void     tv_method_trace_keys_add_method_of_id
                                         (TvMethodTraceKeys  *self,
                                          guint64             id,
                                          const char         *line,
                                          gsize               size,
                                          gint64              where);
guint32  tv_method_trace_keys_add_unknown
                                         (TvMethodTraceKeys  *self,
                                          guint64             id,
                                          gint64              where);
void     tv_method_trace_keys_add_thread (TvMethodTraceKeys  *self,
                                          guint32             tid,
                                          const char         *name,
                                          gsize               size,
                                          gint64              where);
void     tv_method_trace_keys_add_threads
                                         (TvMethodTraceKeys  *self);
guint32  tv_method_trace_keys_get_track  (TvMethodTraceKeys  *self,
                                          guint32             tid,
                                          gint64              where);
void     tv_method_trace_keys_check_records
                                         (TvMethodTraceKeys  *self,
                                          guint64             n_records,
                                          gint64              where);

G_END_DECLS
