/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Functions that build files byte by byte. Neither a recorder nor make-trace would write such files. */

void tv_put_number (GByteArray *bytes,
                    guint       n_bytes,
                    guint64     value);
void tv_put_leb128 (GByteArray *bytes,
                    gint64      value);
void tv_put_text   (GByteArray *bytes,
                    const char *format,
                    ...) G_GNUC_PRINTF (2, 3);
void tv_put_many   (GByteArray *bytes,
                    char        c,
                    gsize       n);

/* Appends a header for records of version 2, with 10 bytes each: thread, method | action, time in µs. */
void tv_put_header (GByteArray *bytes);
void tv_put_record (GByteArray *bytes,
                    guint       tid,
                    guint32     word,
                    guint32     time);

/* Appends the header of a packet trace with one clock, and the headers of its packets. */
void tv_put_packet_header (GByteArray *bytes);
void tv_put_thread_packet (GByteArray *bytes,
                           guint32     tid,
                           guint       size);
void tv_put_method_packet (GByteArray *bytes,
                           guint64     id,
                           guint       size);
void tv_put_block_packet  (GByteArray *bytes,
                           guint32     tid,
                           guint       count,
                           guint32     size);

G_END_DECLS
