/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "make-trace-samples.h"

#include <string.h>

#include "make-trace-forms.h"
#include "make-trace-proto.h"
#include "make-trace-stacks.h"

/* ---- simpleperf's report ---- */

static void
write_u32 (Output *output, guint32 value)
{
  value = GUINT32_TO_LE (value);
  trace_output_text (output, (const char *) &value, sizeof value);
}

/* Writes a Record with one field and empties the message. */
static void
write_record (Output *output, guint field, GByteArray *message)
{
  g_autoptr (GByteArray) record = g_byte_array_new ();

  proto_put_message (record, field, message);
  write_u32 (output, record->len);
  trace_output_text (output, (const char *) record->data, record->len);
}

static void
write_sample (Output *output, const Stacks *stacks, GByteArray *message, GByteArray *entry)
{
  proto_put_number (message, 1, stacks->ts);
  proto_put_number (message, 2, STACKS_PID + stacks->thread);
  for (guint i = (guint) stacks->options->depth; i-- > 0;)
    {
      proto_put_number (entry, 1, stacks->at[i] * 4096);
      proto_put_number (entry, 2, 0);
      proto_put_number (entry, 3, stacks->at[i]);
      proto_put_message (message, 3, entry);
    }
  proto_put_number (message, 4, STACKS_PERIOD_NS);
  proto_put_number (message, 5, 0);
  write_record (output, 1, message);
}

static void
write_names (Output *output, const Stacks *stacks, GByteArray *message)
{
  proto_put_number (message, 1, 0);
  proto_put_text (message, 2, STACKS_LIBRARY);
  for (guint32 i = 0; i < (guint32) stacks->options->methods; i++)
    {
      g_autofree char *name = stacks_dup_name (i);

      proto_put_text (message, 3, name);
    }
  write_record (output, 3, message);
  for (guint i = 0; i < stacks->n_threads; i++)
    {
      g_autofree char *name = g_strdup_printf ("thread %u", i);

      proto_put_number (message, 1, STACKS_PID + i);
      proto_put_number (message, 2, STACKS_PID);
      proto_put_text (message, 3, name);
      write_record (output, 4, message);
    }
}

gboolean
report_write (const TraceOptions *options, GError **error)
{
  /* the terminating NUL is the second byte of the version */
  static const char header[] = "SIMPLEPERF\1";
  g_autoptr (GByteArray) message = g_byte_array_new (), entry = g_byte_array_new ();
  Output *output;
  Stacks stacks;

  if (!stacks_init (&stacks, options, error))
    return FALSE;
  output = trace_output_open (options->path, error);
  if (output != NULL)
    {
      trace_output_text (output, header, sizeof header);
      proto_put_text (message, 1, STACKS_EVENT);
      write_record (output, 5, message);
      for (gint64 i = 0; i < options->records; i++)
        {
          stacks_next (&stacks);
          write_sample (output, &stacks, message, entry);
        }
      proto_put_number (message, 1, (guint64) options->records);
      proto_put_number (message, 2, 0);
      write_record (output, 2, message);
      write_names (output, &stacks, message);
      write_u32 (output, 0);
    }
  stacks_clear (&stacks);
  return output != NULL && trace_output_close (output, options->cut, error);
}

/* ---- Folded ---- */

gboolean
folded_write (const TraceOptions *options, GError **error)
{
  Output *output;
  Stacks stacks;

  if (!stacks_init (&stacks, options, error))
    return FALSE;
  output = trace_output_open (options->path, error);
  for (gint64 i = 0; output != NULL && i < options->records; i++)
    {
      g_autoptr (GString) line = g_string_new (NULL);

      stacks_next (&stacks);
      for (guint at = 0; at < (guint) options->depth; at++)
        {
          g_autofree char *name = stacks_dup_name (stacks.at[at]);

          g_string_append_printf (line, "%s%s", at > 0 ? ";" : "", name);
        }
      g_string_append_printf (line, " %u\n", STACKS_PERIOD_NS);
      trace_output_text (output, line->str, line->len);
    }
  stacks_clear (&stacks);
  return output != NULL && trace_output_close (output, options->cut, error);
}
