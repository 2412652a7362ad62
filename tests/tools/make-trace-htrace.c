/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "make-trace-htrace.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "make-trace-proto.h"

#define FIRST_NS     G_GINT64_CONSTANT (5000000000000)
#define REALTIME_NS  G_GINT64_CONSTANT (1767218400000000000)
#define SECOND_NS    G_GINT64_CONSTANT (1000000000)
#define ROUND_NS     2000000
#define SWITCHES     40 /* number of switches per CPU and round */
#define NAMES        24
#define MAX_DEPTH    6
#define FIRST_PID    1000
#define PROCESS_STEP 100
#define SLEEPING     1
#define PRIORITY     120

/* header of the file */
#define HEADER_BYTES 1024
#define AT_LENGTH    8
#define AT_VERSION   16
#define AT_CLOCKS    60

/* fields of FtraceEvent */
enum
{
  CPU_FREQUENCY = 2003,
  PRINT = 1109,
  SCHED_SWITCH = 2417,
  SCHED_WAKEUP = 2420,
};

typedef struct
{
  guint pid;
  guint tid;
  char comm[16];
  guint depth; /* number of open slices of the thread */
  gboolean is_asleep;
} Thread;

typedef struct
{
  const TraceOptions *options;
  GRand *chance;
  FILE *file;
  guint64 n_bytes;
  Thread *threads; /* the last thread is the idle thread */
  guint n_threads;
  guint *running; /* running thread per CPU */
  GByteArray *event;
  GByteArray *common;
  GByteArray *payload;
} Writer;

static void
put_event (Writer *self, GByteArray *detail, gint64 ts, const Thread *thread, guint number)
{
  proto_put_number (self->event, 1, (guint64) ts);
  proto_put_number (self->event, 2, thread->pid);
  proto_put_text (self->event, 3, thread->comm);
  proto_put_number (self->common, 1, number % 1000);
  proto_put_number (self->common, 4, thread->tid);
  proto_put_message (self->event, 50, self->common);
  proto_put_message (self->event, number, self->payload);
  proto_put_message (detail, 2, self->event);
}

static void
put_switch (Writer *self, GByteArray *detail, gint64 ts, Thread *prev, Thread *next)
{
  gboolean is_asleep = g_rand_int_range (self->chance, 0, 3) > 0;

  proto_put_text (self->payload, 1, prev->comm);
  proto_put_number (self->payload, 2, prev->tid);
  proto_put_number (self->payload, 3, PRIORITY);
  proto_put_number (self->payload, 4, is_asleep && prev->tid != 0 ? SLEEPING : 0);
  proto_put_text (self->payload, 5, next->comm);
  proto_put_number (self->payload, 6, next->tid);
  proto_put_number (self->payload, 7, PRIORITY);
  prev->is_asleep = is_asleep && prev->tid != 0;
  put_event (self, detail, ts, prev, SCHED_SWITCH);
}

static void
put_wakeup (Writer *self, GByteArray *detail, gint64 ts, guint cpu, const Thread *by, Thread *woken)
{
  proto_put_text (self->payload, 1, woken->comm);
  proto_put_number (self->payload, 2, woken->tid);
  proto_put_number (self->payload, 3, PRIORITY);
  proto_put_number (self->payload, 4, 1);
  proto_put_number (self->payload, 5, cpu);
  woken->is_asleep = FALSE;
  put_event (self, detail, ts, by, SCHED_WAKEUP);
}

/* Writes a marker of the running thread, which begins a slice or ends the innermost slice. */
static void
put_mark (Writer *self, GByteArray *detail, gint64 ts, Thread *thread)
{
  g_autofree char *text = NULL;

  if (thread->depth > 0 &&
      (thread->depth == MAX_DEPTH || g_rand_int_range (self->chance, 0, 2) == 0))
    {
      text = g_strdup_printf ("E|%u|\n", thread->pid);
      thread->depth--;
    }
  else
    {
      text = g_strdup_printf ("B|%u|H:step %d\n", thread->pid,
                              g_rand_int_range (self->chance, 0, NAMES));
      thread->depth++;
    }
  proto_put_text (self->payload, 2, text);
  put_event (self, detail, ts, thread, PRINT);
}

static void
put_cpu (Writer *self, GByteArray *result, guint cpu, gint64 ts)
{
  g_autoptr (GByteArray) detail = g_byte_array_new ();
  /* Each CPU has separate threads, so that no thread runs on two CPUs at the same time. */
  guint n = self->n_threads / (guint) self->options->cpus;
  guint idle = self->n_threads;
  gint64 at = ts;

  proto_put_number (detail, 1, cpu);
  for (guint i = 0; i < SWITCHES; i++)
    {
      guint running = self->running[cpu];
      guint next = cpu * n + (guint) g_rand_int_range (self->chance, 0, (gint32) n);

      at += 1000 + g_rand_int_range (self->chance, 0, ROUND_NS / SWITCHES - 2000);
      if (next == running || g_rand_int_range (self->chance, 0, 4) == 0)
        next = idle;
      if (next == running)
        continue;
      if (self->threads[next].is_asleep)
        put_wakeup (self, detail, at - 500, cpu, &self->threads[running], &self->threads[next]);
      put_switch (self, detail, at, &self->threads[running], &self->threads[next]);
      self->running[cpu] = next;
      if (next != idle && g_rand_int_range (self->chance, 0, 2) == 0)
        put_mark (self, detail, at + 300, &self->threads[next]);
    }
  proto_put_number (self->payload, 1, 300000 * (guint64) g_rand_int_range (self->chance, 1, 9));
  proto_put_number (self->payload, 2, cpu);
  put_event (self, detail, at + 400, &self->threads[self->running[cpu]], CPU_FREQUENCY);
  proto_put_message (result, 2, detail);
}

static gboolean
write_bytes (Writer *self, const void *bytes, gsize n)
{
  self->n_bytes += n;
  return fwrite (bytes, 1, n, self->file) == n;
}

static gboolean
write_round (Writer *self, guint round)
{
  g_autoptr (GByteArray) result = g_byte_array_new ();
  g_autoptr (GByteArray) message = g_byte_array_new ();
  gint64 ts = FIRST_NS + (gint64) round * ROUND_NS;
  guint32 size;

  for (guint cpu = 0; cpu < (guint) self->options->cpus; cpu++)
    put_cpu (self, result, cpu, ts);
  proto_put_text (message, 1, "ftrace-plugin");
  proto_put_message (message, 3, result);
  proto_put_number (message, 4, 7);
  proto_put_number (message, 5, (guint64) (ts / SECOND_NS));
  proto_put_number (message, 6, (guint64) (ts % SECOND_NS));
  size = GUINT32_TO_LE (message->len);
  return write_bytes (self, &size, sizeof size) && write_bytes (self, message->data, message->len);
}

static void
set_u64 (guint8 *at, guint64 value)
{
  value = GUINT64_TO_LE (value);
  memcpy (at, &value, sizeof value);
}

static gboolean
write_header (Writer *self)
{
  guint8 header[HEADER_BYTES] = "OHOSPROF";

  header[AT_VERSION + 2] = 1;
  set_u64 (header + AT_CLOCKS, (guint64) FIRST_NS);
  set_u64 (header + AT_CLOCKS + 8, (guint64) (FIRST_NS + REALTIME_NS));
  return write_bytes (self, header, sizeof header);
}

static gboolean
write_length (Writer *self)
{
  guint64 length = GUINT64_TO_LE (self->n_bytes);

  return fseek (self->file, AT_LENGTH, SEEK_SET) == 0 &&
         fwrite (&length, sizeof length, 1, self->file) == 1;
}

static gboolean
write_all (Writer *self)
{
  guint64 size = self->options->bytes > 0 ? (guint64) self->options->bytes : 1000000;
  gboolean is_written = write_header (self);

  for (guint round = 0; is_written && self->n_bytes < size; round++)
    is_written = write_round (self, round);
  return is_written && write_length (self);
}

static void
make_threads (Writer *self)
{
  const TraceOptions *options = self->options;

  self->n_threads = (guint) MAX (options->processes * options->threads, options->cpus);
  self->threads = g_new0 (Thread, self->n_threads + 1);
  self->running = g_new (guint, options->cpus);
  for (guint i = 0; i < self->n_threads; i++)
    {
      Thread *thread = &self->threads[i];

      thread->pid = FIRST_PID + i / (guint) options->threads * PROCESS_STEP;
      thread->tid = thread->pid + i % (guint) options->threads;
      g_snprintf (thread->comm, sizeof thread->comm, "worker-%u", thread->tid);
    }
  strcpy (self->threads[self->n_threads].comm, "swapper");
  for (gint cpu = 0; cpu < options->cpus; cpu++)
    self->running[cpu] = self->n_threads;
}

gboolean
htrace_write (const TraceOptions *options, GError **error)
{
  Writer self = { .options = options, .file = fopen (options->path, "wb") };
  gboolean is_written = self.file != NULL;

  if (is_written)
    {
      self.chance = g_rand_new_with_seed ((guint32) options->seed);
      self.event = g_byte_array_new ();
      self.common = g_byte_array_new ();
      self.payload = g_byte_array_new ();
      make_threads (&self);
      is_written = write_all (&self);
      is_written = fclose (self.file) == 0 && is_written;
      g_byte_array_unref (self.event);
      g_byte_array_unref (self.common);
      g_byte_array_unref (self.payload);
      g_rand_free (self.chance);
      g_free (self.threads);
      g_free (self.running);
    }
  if (!is_written)
    g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (errno), "%s: %s", options->path,
                 g_strerror (errno));
  return is_written;
}
