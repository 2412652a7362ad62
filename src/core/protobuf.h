/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A minimal protobuf encoder. A field consists of a field number, a wire type and a value. */

void tv_protobuf_append_varint  (GByteArray        *message,
                                 guint64            value);
void tv_protobuf_append_number  (GByteArray        *message,
                                 guint              field,
                                 gint64             value);
void tv_protobuf_append_bytes   (GByteArray        *message,
                                 guint              field,
                                 gconstpointer      data,
                                 gsize              len);
void tv_protobuf_append_message (GByteArray        *message,
                                 guint              field,
                                 const GByteArray  *inner);
void tv_protobuf_append_text    (GByteArray        *message,
                                 guint              field,
                                 const char        *text);

G_END_DECLS
