/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/args.h"
#include "core/types.h"

G_BEGIN_DECLS

/* Adds arguments to slices. Arguments are collected for the next slice; tv_trace_builder_append_args() adds them to
 * an earlier slice instead. */

void  tv_trace_builder_add_arg        (TvTraceBuilder *self,
                                       guint32         key,
                                       guint32         value);
void  tv_trace_builder_add_category   (TvTraceBuilder *self,
                                       guint32         key,
                                       guint32         value);
void  tv_trace_builder_add_int_arg    (TvTraceBuilder *self,
                                       guint32         key,
                                       gint64          value);
void  tv_trace_builder_add_uint_arg   (TvTraceBuilder *self,
                                       guint32         key,
                                       guint64         value);
void  tv_trace_builder_add_pointer_arg (TvTraceBuilder *self,
                                        guint32         key,
                                        guint64         value);
void  tv_trace_builder_add_double_arg (TvTraceBuilder *self,
                                       guint32         key,
                                       double          value);
void  tv_trace_builder_add_bool_arg   (TvTraceBuilder *self,
                                       guint32         key,
                                       gboolean        value);
TvArg tv_trace_builder_make_arg       (TvTraceBuilder *self,
                                       guint32         key,
                                       guint32         value,
                                       gboolean        is_category);
void  tv_trace_builder_add_args       (TvTraceBuilder *self,
                                       const TvArg    *args,
                                       guint           n,
                                       guint32        *set);
guint32 tv_trace_builder_take_args    (TvTraceBuilder *self);
void    tv_trace_builder_take_args_later (TvTraceBuilder *self,
                                       guint32        *set);
void    tv_trace_builder_flush_args  (TvTraceBuilder *self);
void  tv_trace_builder_discard_args      (TvTraceBuilder *self);
void  tv_trace_builder_append_args      (TvTraceBuilder *self,
                                       guint64         slice);

G_END_DECLS
