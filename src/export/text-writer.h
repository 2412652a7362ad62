/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvTextWriter:
 * @buffer: text that is not written yet; callers append to it
 *
 * Buffered text output. The required memory does not depend on the size of the output. After an error, nothing more
 * is written.
 */
typedef struct
{
  GString *buffer;
  GOutputStream *stream;
  GCancellable *cancellable;
  GError *error;
} TvTextWriter;

void     tv_text_writer_init   (TvTextWriter   *self,
                                GOutputStream  *stream,
                                GCancellable   *cancellable);
gboolean tv_text_writer_go_on  (TvTextWriter   *self);
gboolean tv_text_writer_finish (TvTextWriter   *self,
                                GError        **error);

void     tv_text_append_decimal (GString       *text,
                                 gint64         value,
                                 guint          n_digits);
void     tv_text_append_integer (GString       *text,
                                 gint64         value);
void     tv_text_append_json    (GString       *text,
                                 const char    *value);
void     tv_text_append_json_bytes (GString    *text,
                                 const char    *bytes,
                                 gsize          size);
void     tv_text_append_csv     (GString       *text,
                                 const char    *bytes,
                                 gsize          size);

G_END_DECLS
