/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "make-trace-fault.h"

#include <string.h>

/* Writes the crash in Protocol Buffers, with field numbers of debuggerd's tombstone.proto. The order of
 * threads is arbitrary, and zeros are omitted. */

static void
put_varint (GString *out, guint64 value)
{
  for (; value >= 0x80; value >>= 7)
    g_string_append_c (out, (char) (value | 0x80));
  g_string_append_c (out, (char) value);
}

static void
put_number (GString *out, guint field, guint64 value)
{
  if (value == 0)
    return;
  put_varint (out, field << 3);
  put_varint (out, value);
}

static void
put_bytes (GString *out, guint field, const char *bytes, gsize size)
{
  put_varint (out, field << 3 | 2);
  put_varint (out, size);
  g_string_append_len (out, bytes, (gssize) size);
}

static void
put_text (GString *out, guint field, const char *text)
{
  if (*text != '\0')
    put_bytes (out, field, text, strlen (text));
}

/* Appends @inner as a field, and empties @inner. */
static void
put_message (GString *out, guint field, GString *inner)
{
  put_bytes (out, field, inner->str, inner->len);
  g_string_truncate (inner, 0);
}

static void
put_frames (const FaultThread *thread, GString *out)
{
  g_autoptr (GString) inner = g_string_new (NULL);

  for (guint k = 0; k < thread->frames->len; k++)
    {
      const FaultFrame *frame = &g_array_index (thread->frames, FaultFrame, k);
      g_autofree char *build_id = g_strdup_printf ("%032x", frame->path);

      put_number (inner, 1, frame->pc);
      put_number (inner, 2, FAULT_REGION (0) + frame->pc);
      if (fault_get_symbol (frame) != NULL)
        {
          put_text (inner, 4, fault_get_symbol (frame));
          put_number (inner, 5, frame->offset);
        }
      put_text (inner, 6, fault_paths[frame->path]);
      if (frame->path < 2)
        put_text (inner, 8, build_id);
      put_message (out, 4, inner);
    }
}

static void
put_memory (Fault *self, GString *out)
{
  static const char *const near[] = { "x0", "x1" };
  g_autoptr (GString) inner = g_string_new (NULL);

  for (guint k = 0; k < G_N_ELEMENTS (near); k++)
    {
      g_autoptr (GByteArray) bytes = g_byte_array_new ();

      for (guint64 i = 0; i < self->n_words; i++)
        g_byte_array_append (bytes, (const guint8 *) &i, sizeof i);
      put_text (inner, 1, near[k]);
      put_text (inner, 2, "[anon:x]");
      put_number (inner, 3, FAULT_WORD (k, 0));
      put_bytes (inner, 4, (const char *) bytes->data, bytes->len);
      put_message (out, 5, inner);
    }
}

static void
put_thread (Fault *self, guint i)
{
  static const char *const names[FAULT_N_REGISTERS] = { "x0", "sp", "x1",  "x2",
                                                        "x3", "x4", "x29", "pc" };
  const FaultThread *thread = &g_array_index (self->threads, FaultThread, i);
  g_autoptr (GString) entry = g_string_new (NULL);
  g_autoptr (GString) row = g_string_new (NULL);
  g_autoptr (GString) inner = g_string_new (NULL);

  put_number (row, 1, thread->tid);
  put_text (row, 2, thread->name);
  for (guint k = 0; k < FAULT_N_REGISTERS; k++)
    {
      put_text (inner, 1, names[k]);
      put_number (inner, 2, fault_get_register (self, k, i));
      put_message (row, 3, inner);
    }
  put_frames (thread, row);
  if (i == 0)
    put_memory (self, row);
  if (self->options->has_oddities)
    put_text (row, 7, "something is odd");
  put_number (entry, 1, thread->tid);
  put_message (entry, 2, row);
  put_message (self->text, 16, entry);
}

static void
put_signal (Fault *self)
{
  g_autoptr (GString) inner = g_string_new (NULL);
  gboolean is_abort = self->planted == PLANTED_ABORT;

  put_number (inner, 1, is_abort ? 6 : 11);
  put_text (inner, 2, is_abort ? "SIGABRT" : "SIGSEGV");
  put_number (inner, 3,
              is_abort ? (guint64) G_GINT64_CONSTANT (-6)
                       : (self->planted == PLANTED_FORBIDDEN ? 2 : 1));
  put_text (inner, 4,
            is_abort                             ? "SI_TKILL"
            : self->planted == PLANTED_FORBIDDEN ? "SEGV_ACCERR"
                                                 : "SEGV_MAPERR");
  put_number (inner, 8, is_abort ? 0 : 1);
  put_number (inner, 9, self->address);
  put_message (self->text, 10, inner);
  if (is_abort)
    put_text (self->text, 14, "it was\nplanted");
}

static void
put_regions (Fault *self)
{
  g_autoptr (GString) inner = g_string_new (NULL);

  for (guint i = 0; i < self->n_regions; i++)
    {
      put_number (inner, 1, FAULT_REGION (i));
      put_number (inner, 2, FAULT_REGION (i) + FAULT_REGION_BYTES);
      put_number (inner, 3, i * 0x1000);
      put_number (inner, 4, 1);
      put_number (inner, 5, i > 0);
      put_number (inner, 6, i == 0);
      put_text (inner, 7, i == 0 ? "/lib.so" : i + 1 == self->n_regions ? "[stack]" : "[anon:a b]");
      put_message (self->text, 17, inner);
    }
}

static void
put_log (Fault *self)
{
  g_autoptr (GString) buffer = g_string_new (NULL);
  g_autoptr (GString) line = g_string_new (NULL);

  put_text (buffer, 1, "main");
  for (guint i = 0; i < self->n_lines; i++)
    {
      g_autofree char *time = g_strdup_printf ("12-31 23:59:%02u.000", i);
      g_autofree char *message = g_strdup_printf ("line %u", i);

      put_text (line, 1, time);
      put_number (line, 2, FAULT_PID);
      put_number (line, 3, FAULT_PID);
      put_number (line, 4, 6);
      put_text (line, 5, "app");
      put_text (line, 6, message);
      put_message (buffer, 2, line);
    }
  put_message (self->text, 18, buffer);
}

static void
put_files (Fault *self)
{
  g_autoptr (GString) inner = g_string_new (NULL);

  for (guint i = 0; i < self->n_files; i++)
    {
      g_autofree char *path = g_strdup_printf ("/a (%u)", i);

      put_number (inner, 1, i);
      put_text (inner, 2, path);
      if (i % 2 == 0)
        {
          put_text (inner, 3, "FILE*");
          put_number (inner, 4, 0x12);
        }
      put_message (self->text, 19, inner);
    }
}

void
fault_write_proto (Fault *self)
{
  g_autofree char *process = g_strdup_printf ("planted.%s", fault_planted[self->planted]);

  put_number (self->text, 1, 1);
  put_text (self->text, 2, "a/b");
  put_text (self->text, 3, "0");
  put_text (self->text, 4, "2025-12-31 23:59:58.500" FAULT_ZONE);
  put_number (self->text, 5, FAULT_PID);
  put_number (self->text, 6, FAULT_PID);
  put_number (self->text, 7, 10001);
  put_text (self->text, 9, process);
  put_signal (self);
  for (guint i = self->threads->len; i-- > 0;)
    put_thread (self, i);
  put_regions (self);
  put_log (self);
  put_files (self);
  put_number (self->text, 20, 4);
  if (self->options->has_oddities)
    put_number (self->text, 4000, 7); /* vendor extension */
}
