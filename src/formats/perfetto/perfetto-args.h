/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/perfetto/perfetto-reader.h"

G_BEGIN_DECLS

/**
 * TvPerfettoPlainArg:
 * @name_iid: id of its name
 * @value: its value: a number, or the id of a string
 *
 * A DebugAnnotation with an interned name and a single number or interned string.
 */
typedef struct
{
  guint64 name_iid;
  TvProtoField value;
} TvPerfettoPlainArg;

/* Decodes arguments and adds them to the next slice, under keys with dots and indices. */

void tv_perfetto_add_annotation (TvPerfettoReader         *reader,
                                 const TvPerfettoSequence *sequence,
                                 TvSpan                    message);
gboolean tv_perfetto_plain_arg_parse (TvSpan               message,
                                 TvPerfettoPlainArg       *out);
void tv_perfetto_add_plain_arg  (TvPerfettoReader         *reader,
                                 const TvPerfettoSequence *sequence,
                                 const TvPerfettoPlainArg *arg);
void tv_perfetto_add_text       (TvPerfettoReader         *reader,
                                 const char               *key,
                                 TvSpan                    value);
void tv_perfetto_add_string     (TvPerfettoReader         *reader,
                                 const char               *key,
                                 guint32                   value);
void tv_perfetto_add_int        (TvPerfettoReader         *reader,
                                 const char               *key,
                                 gint64                    value);
void tv_perfetto_add_source     (TvPerfettoReader         *reader,
                                 const char               *key,
                                 const TvPerfettoSource   *source);

G_END_DECLS
