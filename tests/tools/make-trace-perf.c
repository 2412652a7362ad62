/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "make-trace-perf.h"

#include <string.h>

#include "make-trace-forms.h"
#include "make-trace-proto.h"
#include "make-trace-stacks.h"

/* Writes recordings of simpleperf with samples of make-trace-stacks.h. The sampled library has one page per
 * function. */

#define FLUSH_BYTES      (1u << 20)
#define PID              STACKS_PID
#define LIBRARY          STACKS_LIBRARY
#define LIBRARY_START    G_GUINT64_CONSTANT (0x7000000000)
#define PAGE             4096u
#define OFFSETS          4u /* number of sampled addresses per function */
#define USER             2u
#define USER_MARK        ((guint64) -512)
#define SAMPLE_TYPE      (1u << 0 | 1u << 1 | 1u << 2 | 1u << 5 | 1u << 7 | 1u << 8)
#define ID_OF_ALL        (G_GUINT64_CONSTANT (1) << 18)
#define ATTR_SIZE        128u
#define PERF_HEADER_SIZE 104u
#define PERIOD_NS        STACKS_PERIOD_NS

enum
{
  RECORD_MMAP = 1,
  RECORD_COMM = 3,
  RECORD_SAMPLE = 9,
  FEATURE_META = 129,
  FEATURE_FILE2 = 132,
};

typedef struct
{
  const TraceOptions *options;
  Output *output;
  GByteArray *bytes;
  guint64 n_flushed;
  TraceDice offsets;
} Perf;

static void
put (Perf *self, guint n_bytes, guint64 value)
{
  guint8 bytes[8];

  for (guint i = 0; i < n_bytes; i++)
    bytes[i] = (guint8) (value >> 8 * i);
  g_byte_array_append (self->bytes, bytes, n_bytes);
}

static void
put_text (Perf *self, const char *text, gsize size)
{
  gsize length = strlen (text);

  g_byte_array_append (self->bytes, (const guint8 *) text, (guint) length);
  for (gsize i = length; i < size; i++)
    put (self, 1, 0);
}

static void
put_record (Perf *self, guint type, guint misc, guint size)
{
  put (self, 4, type);
  put (self, 2, misc);
  put (self, 2, size + 8);
}

static void
flush (Perf *self)
{
  trace_output_text (self->output, (const char *) self->bytes->data, self->bytes->len);
  self->n_flushed += self->bytes->len;
  g_byte_array_set_size (self->bytes, 0);
}

/* ---- Samples ---- */

static guint
get_sample_size (const Perf *self)
{
  return 8 + 8 + 8 + 8 + 8 + 8 + 8 * (1 + (guint) self->options->depth);
}

static void
put_sample (Perf *self, const Stacks *stacks)
{
  guint deepest = (guint) self->options->depth;
  const guint32 *stack = stacks->at;
  guint64 offset = 16 + 4 * trace_dice_between (&self->offsets, 0, OFFSETS - 1);
  guint64 ip = LIBRARY_START + (guint64) stack[deepest - 1] * PAGE + offset;

  put_record (self, RECORD_SAMPLE, USER, get_sample_size (self));
  put (self, 8, ip);
  put (self, 4, PID);
  put (self, 4, PID + stacks->thread);
  put (self, 8, stacks->ts);
  put (self, 8, stacks->thread % 4);
  put (self, 8, PERIOD_NS);
  put (self, 8, 1 + deepest);
  put (self, 8, USER_MARK);
  put (self, 8, ip);
  for (guint i = deepest - 1; i-- > 0;)
    put (self, 8, LIBRARY_START + (guint64) stack[i] * PAGE + 64);
}

/* ---- Other content ---- */

static void
put_header (Perf *self, guint64 data_size)
{
  guint64 bits[4] = { 0 };

  bits[FEATURE_META / 64] |= G_GUINT64_CONSTANT (1) << FEATURE_META % 64;
  bits[FEATURE_FILE2 / 64] |= G_GUINT64_CONSTANT (1) << FEATURE_FILE2 % 64;
  put_text (self, "PERFILE2", 8);
  put (self, 8, PERF_HEADER_SIZE);
  put (self, 8, ATTR_SIZE + 16);
  put (self, 8, PERF_HEADER_SIZE);
  put (self, 8, ATTR_SIZE + 16);
  put (self, 8, PERF_HEADER_SIZE + ATTR_SIZE + 16);
  put (self, 8, data_size);
  put (self, 8, 0);
  put (self, 8, 0);
  for (guint i = 0; i < 4; i++)
    put (self, 8, bits[i]);
  put (self, 4, 1); /* type: software; event: cpu-clock */
  put (self, 4, ATTR_SIZE);
  put (self, 8, 0);
  put (self, 8, PERIOD_NS);
  put (self, 8, SAMPLE_TYPE);
  put (self, 8, 0);
  put (self, 8, ID_OF_ALL);
  put_text (self, "", ATTR_SIZE - 48);
  put (self, 8, 0);
  put (self, 8, 0);
}

/* Appends the process, thread and time to a record. */
static void
put_trailer (Perf *self, guint tid)
{
  put (self, 4, PID);
  put (self, 4, tid);
  put (self, 8, 0);
  put (self, 8, 0);
}

static void
put_names (Perf *self)
{
  put_record (self, RECORD_MMAP, USER, 32 + 24 + 24);
  put (self, 4, PID);
  put (self, 4, PID);
  put (self, 8, LIBRARY_START);
  put (self, 8, (guint64) self->options->methods * PAGE);
  put (self, 8, 0);
  put_text (self, LIBRARY, 24);
  put_trailer (self, PID);
  for (guint i = 0; i < (guint) self->options->threads; i++)
    {
      g_autofree char *name = g_strdup_printf ("thread %u", i);

      put_record (self, RECORD_COMM, 0, 8 + 16 + 24);
      put (self, 4, PID);
      put (self, 4, PID + i);
      put_text (self, name, 16);
      put_trailer (self, PID + i);
    }
}

static GByteArray *
make_symbols (const Perf *self)
{
  GByteArray *file = g_byte_array_new (), *symbol = g_byte_array_new ();

  proto_put_bytes (file, 1, LIBRARY, strlen (LIBRARY));
  proto_put_number (file, 2, 2);
  proto_put_number (file, 3, 0);
  for (guint i = 0; i < (guint) self->options->methods; i++)
    {
      g_autofree char *name = stacks_dup_name (i);

      g_byte_array_set_size (symbol, 0);
      proto_put_number (symbol, 1, (guint64) i * PAGE);
      proto_put_number (symbol, 2, PAGE);
      proto_put_bytes (symbol, 3, name, strlen (name));
      proto_put_bytes (file, 4, symbol->data, symbol->len);
    }
  proto_put_bytes (file, 6, "\010\000", 2);
  g_byte_array_unref (symbol);
  return file;
}

static void
put_features (Perf *self)
{
  static const char meta[] = "simpleperf_version\0001\0event_type_info\0cpu-clock,1,0";
  g_autoptr (GByteArray) file = make_symbols (self);
  guint64 at = self->n_flushed + self->bytes->len + 32;

  put (self, 8, at);
  put (self, 8, sizeof meta);
  put (self, 8, at + sizeof meta);
  put (self, 8, 4 + file->len);
  g_byte_array_append (self->bytes, (const guint8 *) meta, sizeof meta);
  put (self, 4, file->len);
  g_byte_array_append (self->bytes, file->data, file->len);
}

gboolean
perf_write (const TraceOptions *options, GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  Perf self = { .options = options, .bytes = bytes, .offsets = { (guint64) options->seed + 1 } };
  Stacks stacks;

  if (!stacks_init (&stacks, options, error))
    return FALSE;
  self.output = trace_output_open (options->path, error);
  if (self.output != NULL)
    {
      put_header (&self, 8 + 32 + 24 + 24 + (guint64) options->threads * (8 + 8 + 16 + 24) +
                             (guint64) options->records * (8 + get_sample_size (&self)));
      put_names (&self);
      for (gint64 i = 0; i < options->records; i++)
        {
          stacks_next (&stacks);
          put_sample (&self, &stacks);
          if (bytes->len >= FLUSH_BYTES)
            flush (&self);
        }
      put_features (&self);
      flush (&self);
    }
  stacks_clear (&stacks);
  return self.output != NULL && trace_output_close (self.output, options->cut, error);
}
