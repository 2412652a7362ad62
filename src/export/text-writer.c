/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "export/text-writer.h"

#include <string.h>

#include "core/error.h"
#include "core/number-format.h"

/* Writes text to a stream through a buffer, which is flushed when it is large. Used by exports, `tracedump query` and
 * `tracedump table`. Also contains functions that append to any string: numbers regardless of locale, and quoted JSON
 * and CSV values. The buffer and the first error are in the caller's struct. */

#define BUFFER_SIZE (64 * 1024)

/**
 * tv_text_writer_init:
 * @self: a writer
 * @stream: output stream; neither flushed nor closed
 * @cancellable: (nullable): a #GCancellable
 *
 * Initializes a writer. Call tv_text_writer_finish() at the end.
 */
void
tv_text_writer_init (TvTextWriter *self, GOutputStream *stream, GCancellable *cancellable)
{
  *self = (TvTextWriter){
    .buffer = g_string_sized_new (BUFFER_SIZE + 4096),
    .stream = stream,
    .cancellable = cancellable,
  };
}

static void
flush (TvTextWriter *self)
{
  if (self->error == NULL)
    g_output_stream_write_all (self->stream, self->buffer->str, self->buffer->len, NULL,
                               self->cancellable, &self->error);
  g_string_truncate (self->buffer, 0);
}

/**
 * tv_text_writer_go_on:
 * @self: a writer
 *
 * Writes the buffer to the stream if it is large enough. Call this regularly.
 * Returns: whether to continue; %FALSE after an error or cancellation
 */
gboolean
tv_text_writer_go_on (TvTextWriter *self)
{
  if (self->buffer->len >= BUFFER_SIZE)
    flush (self);
  return self->error == NULL && !g_cancellable_is_cancelled (self->cancellable);
}

/**
 * tv_text_writer_finish:
 * @self: a writer
 * @error: (nullable): return location for %TV_ERROR_CANCELLED or an error of the stream
 *
 * Writes the rest of the buffer, and frees the fields of the writer.
 * Returns: whether everything was written
 */
gboolean
tv_text_writer_finish (TvTextWriter *self, GError **error)
{
  flush (self);
  g_string_free (g_steal_pointer (&self->buffer), TRUE);
  if (g_cancellable_is_cancelled (self->cancellable) ||
      g_error_matches (self->error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_clear_error (&self->error);
      return tv_error_set_cancelled (error);
    }
  if (self->error == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&self->error));
  return FALSE;
}

/* Appends an integer. g_string_append_printf() is not used, because it would take most of the time for tens of
 * millions of numbers. */
void
tv_text_append_integer (GString *text, gint64 value)
{
  char digits[20];
  guint n = 0;
  guint64 rest = value < 0 ? -(guint64) value : (guint64) value;

  do
    digits[sizeof digits - ++n] = (char) ('0' + rest % 10);
  while ((rest /= 10) > 0);
  if (value < 0)
    g_string_append_c (text, '-');
  g_string_append_len (text, digits + sizeof digits - n, n);
}

/**
 * tv_text_append_decimal:
 * @text: output buffer
 * @value: the number without its decimal point
 * @n_digits: number of decimal digits
 *
 * Appends a decimal number without trailing zeros.
 */
void
tv_text_append_decimal (GString *text, gint64 value, guint n_digits)
{
  for (; n_digits > 0 && value % 10 == 0; n_digits--)
    value /= 10;
  if (n_digits > 0)
    tv_decimal_append (text, value, n_digits);
  else
    tv_text_append_integer (text, value);
}

/**
 * Appends a UTF-8 string as a quoted JSON string.
 */
void
tv_text_append_json (GString *text, const char *value)
{
  const char *plain = value;

  g_string_append_c (text, '"');
  for (; *value != '\0'; value++)
    {
      guchar byte = (guchar) *value;

      if (byte >= 0x20 && byte != '"' && byte != '\\' && byte != 0x7f)
        continue;
      g_string_append_len (text, plain, value - plain);
      plain = value + 1;
      if (byte == '"' || byte == '\\')
        {
          g_string_append_c (text, '\\');
          g_string_append_c (text, (char) byte);
        }
      else
        g_string_append_printf (text, "\\u%04x", byte);
    }
  g_string_append_len (text, plain, value - plain);
  g_string_append_c (text, '"');
}

/**
 * tv_text_append_json_bytes:
 * @text: output buffer
 * @bytes: bytes, followed by a NUL
 * @size: number of bytes without the NUL
 *
 * Appends bytes as a quoted JSON string. NULs and invalid UTF-8 are replaced by U+FFFD.
 */
void
tv_text_append_json_bytes (GString *text, const char *bytes, gsize size)
{
  g_autofree char *valid = g_utf8_validate_len (bytes, size, NULL)
                               ? NULL
                               : g_utf8_make_valid (bytes, (gssize) size);

  tv_text_append_json (text, valid != NULL ? valid : bytes);
}

/* Returns whether a CSV value must be quoted: if it contains quotes, commas or line ends (RFC 4180); if it starts or
 * ends with a space, which some readers would remove; or if it is empty, to distinguish it from null. */
static gboolean
needs_quotes (const char *bytes, gsize size)
{
  if (size == 0 || bytes[0] == ' ' || bytes[size - 1] == ' ')
    return TRUE;
  for (gsize i = 0; i < size; i++)
    if (bytes[i] == '"' || bytes[i] == ',' || bytes[i] == '\r' || bytes[i] == '\n')
      return TRUE;
  return FALSE;
}

/**
 * tv_text_append_csv:
 * @text: output buffer
 * @bytes: bytes
 * @size: number of bytes
 *
 * Appends a CSV value (RFC 4180), quoted if necessary. NULs and invalid UTF-8 are replaced by U+FFFD.
 */
void
tv_text_append_csv (GString *text, const char *bytes, gsize size)
{
  gboolean is_quoted = needs_quotes (bytes, size);
  g_autofree char *valid = NULL;

  if (!g_utf8_validate_len (bytes, size, NULL))
    {
      valid = g_utf8_make_valid (bytes, (gssize) size);
      bytes = valid;
      size = strlen (valid);
    }
  if (is_quoted)
    g_string_append_c (text, '"');
  for (const char *quote; (quote = memchr (bytes, '"', size)) != NULL;)
    {
      gsize n = (gsize) (quote - bytes) + 1;

      g_string_append_len (text, bytes, (gssize) n);
      g_string_append_c (text, '"');
      bytes += n;
      size -= n;
    }
  g_string_append_len (text, bytes, (gssize) size);
  if (is_quoted)
    g_string_append_c (text, '"');
}
