/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* Encoder of Protocol Buffers. */

void proto_put_varint  (GByteArray *out,
                        guint64     value);
void proto_put_number  (GByteArray *out,
                        guint       field,
                        guint64     value);
void proto_put_bytes   (GByteArray *out,
                        guint       field,
                        const void *bytes,
                        gsize       n);
void proto_put_text    (GByteArray *out,
                        guint       field,
                        const char *text);
void proto_put_message (GByteArray *out,
                        guint       field,
                        GByteArray *message);
