/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "make-trace-perfetto.h"

#include <string.h>

#include "make-trace-ftrace.h"
#include "make-trace-perfetto-heap.h"
#include "make-trace-proto.h"

#define FIRST_NS     G_GINT64_CONSTANT (5000000000000)
#define ROUND_NS     2000000
#define SWITCHES     40 /* number of switches per CPU and round */
#define EVENTS       60 /* number of events per thread and round */
#define NAMES        24
#define MAX_DEPTH    6
#define FIRST_PID    1000
#define PROCESS_STEP 100
#define OWN_CLOCK    64
#define CLEAR_ROUNDS 50 /* number of rounds between two definitions of interned names */

/* State of a thread. */
typedef struct
{
  guint pid;
  guint tid;
  guint depth;
  gint64 us; /* last reading of the thread's clock in µs */
  gint64 counter;
} Thread;

typedef struct
{
  const TraceOptions *options;
  GRand *chance;
  FtracePack *pack;
  guint64 n_bytes;
  gboolean has_sched;
  gboolean has_tracks;
  Thread *threads;
  guint n_threads;
  guint *running; /* running thread per CPU */
  guint *marks;   /* depth of open slices per thread */
  GByteArray *packet;
} Writer;

static void
write_packet (Writer *self, GByteArray *packet)
{
  g_autoptr (GByteArray) header = g_byte_array_new ();

  proto_put_varint (header, 1 << 3 | 2);
  proto_put_varint (header, packet->len);
  ftrace_pack_write (self->pack, (const char *) header->data, header->len);
  ftrace_pack_write (self->pack, (const char *) packet->data, packet->len);
  self->n_bytes += header->len + packet->len;
  g_byte_array_set_size (packet, 0);
}

/* ---- First packets ---- */

static void
put_clock (GByteArray *out, guint clock, guint64 ts, gboolean is_own)
{
  g_autoptr (GByteArray) message = g_byte_array_new ();

  proto_put_number (message, 1, clock);
  proto_put_number (message, 2, ts);
  if (is_own)
    {
      proto_put_number (message, 3, 1);
      proto_put_number (message, 4, 1000);
    }
  proto_put_message (out, 1, message);
}

static void
write_snapshot (Writer *self, guint sequence, gint64 ts)
{
  g_autoptr (GByteArray) snapshot = g_byte_array_new ();

  put_clock (snapshot, 6, (guint64) ts, FALSE);
  put_clock (snapshot, 3, (guint64) (ts - 1000000000), FALSE);
  put_clock (snapshot, 1, (guint64) ts + G_GUINT64_CONSTANT (1767218400000000000), FALSE);
  if (sequence > 1)
    put_clock (snapshot, OWN_CLOCK, (guint64) ts / 1000, TRUE);
  proto_put_number (self->packet, 8, (guint64) ts);
  proto_put_number (self->packet, 10, sequence);
  if (sequence > 1)
    proto_put_number (self->packet, 13, 1);
  proto_put_message (self->packet, 6, snapshot);
  write_packet (self, self->packet);
}

static void
write_system (Writer *self)
{
  g_autoptr (GByteArray) info = g_byte_array_new ();
  g_autoptr (GByteArray) kernel = g_byte_array_new ();
  g_autoptr (GByteArray) tree = g_byte_array_new ();
  g_autoptr (GByteArray) item = g_byte_array_new ();

  proto_put_text (kernel, 1, "Linux");
  proto_put_text (kernel, 3, "5.10.107-android13");
  proto_put_message (info, 1, kernel);
  proto_put_message (self->packet, 45, info);
  write_packet (self, self->packet);
  for (guint i = 0; i < self->n_threads; i++)
    {
      const Thread *thread = &self->threads[i];
      g_autofree char *name = g_strdup_printf ("worker-%u", thread->tid);

      if (thread->tid == thread->pid)
        {
          g_autofree char *program = g_strdup_printf ("com.example.app%u", thread->pid);

          proto_put_number (item, 1, thread->pid);
          proto_put_number (item, 2, 300);
          proto_put_text (item, 3, program);
          proto_put_message (tree, 1, item);
        }
      proto_put_number (item, 1, thread->tid);
      proto_put_text (item, 2, name);
      proto_put_number (item, 3, thread->pid);
      proto_put_message (tree, 2, item);
    }
  proto_put_message (self->packet, 2, tree);
  write_packet (self, self->packet);
}

/* ---- Kernel ---- */

static void
put_event (Writer *self, GByteArray *bundle, gint64 ts, guint tid, guint number, GByteArray *said)
{
  g_autoptr (GByteArray) event = g_byte_array_new ();

  proto_put_number (event, 1, (guint64) ts);
  proto_put_number (event, 2, tid);
  proto_put_message (event, number, said);
  proto_put_message (bundle, 2, event);
}

/* Writes a marker of the running thread, which begins a slice or ends the innermost slice. */
static void
put_mark (Writer *self, GByteArray *bundle, gint64 ts, guint row)
{
  const Thread *thread = &self->threads[row];
  g_autoptr (GByteArray) print = g_byte_array_new ();
  g_autofree char *text = NULL;

  if (self->marks[row] > 0 &&
      (self->marks[row] == MAX_DEPTH || g_rand_int_range (self->chance, 0, 2)))
    {
      text = g_strdup_printf ("E|%u\n", thread->pid);
      self->marks[row]--;
    }
  else
    {
      text = g_strdup_printf ("B|%u|step %d\n", thread->pid,
                              g_rand_int_range (self->chance, 0, NAMES));
      self->marks[row]++;
    }
  proto_put_text (print, 2, text);
  put_event (self, bundle, ts, thread->tid, 3, print);
}

static void
write_bundle (Writer *self, guint cpu, gint64 ts)
{
  g_autoptr (GByteArray) bundle = g_byte_array_new ();
  g_autoptr (GByteArray) compact = g_byte_array_new ();
  g_autoptr (GByteArray) said = g_byte_array_new ();
  GByteArray *columns[5];
  gint64 last = 0, at = ts;

  for (guint i = 0; i < 5; i++)
    columns[i] = g_byte_array_new ();
  for (guint i = 0; i < self->n_threads; i++)
    {
      g_autofree char *comm = g_strdup_printf ("worker-%u", self->threads[i].tid);

      proto_put_text (compact, 5, comm);
    }
  proto_put_text (compact, 5, "swapper");
  proto_put_number (bundle, 1, cpu);
  for (guint i = 0; i < SWITCHES; i++)
    {
      /* Each CPU has separate threads, so that no thread runs on two CPUs at the same time. */
      guint n = self->n_threads / (guint) self->options->cpus;
      guint next = cpu * n + (guint) g_rand_int_range (self->chance, 0, (gint32) n);
      gboolean is_idle = g_rand_int_range (self->chance, 0, 4) == 0;

      at += 1000 + g_rand_int_range (self->chance, 0, ROUND_NS / SWITCHES - 2000);
      if (next == self->running[cpu])
        is_idle = TRUE;
      if (is_idle && self->running[cpu] == self->n_threads)
        continue;
      proto_put_varint (columns[0], (guint64) (at - last));
      proto_put_varint (columns[1], g_rand_int_range (self->chance, 0, 3) == 0 ? 0x100 : 1);
      proto_put_varint (columns[2], is_idle ? 0 : self->threads[next].tid);
      proto_put_varint (columns[3], 120);
      proto_put_varint (columns[4], is_idle ? self->n_threads : next);
      self->running[cpu] = is_idle ? self->n_threads : next;
      last = at;
      if (!is_idle && g_rand_int_range (self->chance, 0, 2) == 0)
        put_mark (self, bundle, at + 300, next);
    }
  proto_put_number (said, 1, 300000 * (guint64) g_rand_int_range (self->chance, 1, 9));
  proto_put_number (said, 2, cpu);
  put_event (self, bundle, at + 500,
             self->running[cpu] < self->n_threads ? self->threads[self->running[cpu]].tid : 0, 11,
             said);
  {
    static const guint fields[] = { 1, 2, 3, 4, 6 };

    for (guint i = 0; i < 5; i++)
      proto_put_message (compact, fields[i], columns[i]);
  }
  proto_put_message (bundle, 4, compact);
  proto_put_number (self->packet, 10, 1);
  proto_put_message (self->packet, 1, bundle);
  write_packet (self, self->packet);
  for (guint i = 0; i < 5; i++)
    g_byte_array_unref (columns[i]);
}

/* ---- Programs ---- */

static void
put_names (GByteArray *interned, guint field, const char *what)
{
  g_autoptr (GByteArray) entry = g_byte_array_new ();

  for (guint i = 1; i <= NAMES; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s %u", what, i);

      proto_put_number (entry, 1, i);
      proto_put_text (entry, 2, name);
      proto_put_message (interned, field, entry);
    }
}

/* Writes the first packet of a sequence, after which all interned data is defined again. */
static void
write_beginning (Writer *self, guint row, gint64 ts)
{
  Thread *thread = &self->threads[row];
  g_autoptr (GByteArray) message = g_byte_array_new ();
  g_autoptr (GByteArray) inner = g_byte_array_new ();

  write_snapshot (self, row + 2, ts);
  thread->us = ts / 1000;
  thread->counter = 0;
  proto_put_number (self->packet, 10, row + 2);
  proto_put_number (self->packet, 13, 1);
  proto_put_number (inner, 11, row + 1);
  proto_put_message (message, 11, inner);
  proto_put_number (message, 58, OWN_CLOCK);
  proto_put_message (self->packet, 59, message);
  put_names (message, 1, "category");
  put_names (message, 2, "call");
  put_names (message, 3, "key");
  proto_put_message (self->packet, 12, message);
  proto_put_number (message, 1, row + 1);
  proto_put_number (inner, 1, thread->pid);
  proto_put_number (inner, 2, thread->tid);
  proto_put_message (message, 4, inner);
  proto_put_message (self->packet, 60, message);
  write_packet (self, self->packet);
  /* a counter of the thread whose values are differences */
  proto_put_number (self->packet, 10, row + 2);
  proto_put_number (message, 1, 1000000 + row);
  proto_put_number (message, 5, row + 1);
  proto_put_text (message, 2, "queue");
  proto_put_number (inner, 5, 1);
  proto_put_message (message, 8, inner);
  proto_put_message (self->packet, 60, message);
  write_packet (self, self->packet);
}

static void
put_annotation (Writer *self, GByteArray *event)
{
  g_autoptr (GByteArray) annotation = g_byte_array_new ();

  proto_put_number (annotation, 1, (guint64) g_rand_int_range (self->chance, 1, NAMES + 1));
  proto_put_number (annotation, 4, (guint64) g_rand_int_range (self->chance, 0, 1000));
  proto_put_message (event, 4, annotation);
}

static void
write_event (Writer *self, guint row, gint64 us)
{
  Thread *thread = &self->threads[row];
  g_autoptr (GByteArray) event = g_byte_array_new ();
  gint32 what = g_rand_int_range (self->chance, 0, 20);

  proto_put_number (self->packet, 8, (guint64) (us - thread->us));
  proto_put_number (self->packet, 10, row + 2);
  proto_put_number (self->packet, 13, 2);
  thread->us = us;
  if (what == 0)
    {
      proto_put_number (event, 9, 4);
      proto_put_number (event, 11, 1000000 + row);
      proto_put_number (event, 30, (guint64) g_rand_int_range (self->chance, 0, 9));
    }
  else if (thread->depth > 0 && (thread->depth == MAX_DEPTH || what % 2 == 0))
    {
      proto_put_number (event, 9, 2);
      thread->depth--;
    }
  else
    {
      proto_put_number (event, 9, what == 1 ? 3 : 1);
      proto_put_number (event, 3, (guint64) g_rand_int_range (self->chance, 1, NAMES + 1));
      proto_put_number (event, 10, (guint64) g_rand_int_range (self->chance, 1, NAMES + 1));
      if (what % 3 == 0)
        put_annotation (self, event);
      thread->depth += what == 1 ? 0 : 1;
    }
  proto_put_message (self->packet, 11, event);
  write_packet (self, self->packet);
}

static void
write_thread (Writer *self, guint row, gint64 ts)
{
  gint64 us = MAX (ts / 1000, self->threads[row].us);

  for (guint i = 0; i < EVENTS; i++)
    {
      us += g_rand_int_range (self->chance, 1, ROUND_NS / 1000 / EVENTS);
      write_event (self, row, us);
    }
}

/* ---- Whole trace ---- */

static void
make_threads (Writer *self)
{
  const TraceOptions *options = self->options;

  self->n_threads = MAX (options->processes * options->threads, options->cpus);
  self->threads = g_new0 (Thread, self->n_threads);
  self->marks = g_new0 (guint, self->n_threads);
  self->running = g_new0 (guint, options->cpus);
  for (guint i = 0; i < self->n_threads; i++)
    {
      self->threads[i].pid = FIRST_PID + i / options->threads * PROCESS_STEP;
      self->threads[i].tid = self->threads[i].pid + i % options->threads;
    }
  for (guint cpu = 0; cpu < (guint) options->cpus; cpu++)
    self->running[cpu] = self->n_threads;
}

static void
write_round (Writer *self, guint round)
{
  gint64 ts = FIRST_NS + (gint64) round * ROUND_NS;

  if (self->has_sched)
    for (guint cpu = 0; cpu < (guint) self->options->cpus; cpu++)
      write_bundle (self, cpu, ts);
  for (guint i = 0; self->has_tracks && i < self->n_threads; i++)
    {
      if (round % CLEAR_ROUNDS == 0)
        write_beginning (self, i, ts);
      write_thread (self, i, ts);
    }
}

gboolean
perfetto_write (const TraceOptions *options, GError **error)
{
  const char *line = options->line != NULL ? options->line : "mixed";
  Writer self = { .options = options,
                  .has_sched = !g_str_equal (line, "tracks"),
                  .has_tracks = !g_str_equal (line, "sched") };
  guint64 size = options->bytes > 0 ? (guint64) options->bytes : 1000000;

  self.pack = ftrace_pack_open (options->path,
                                options->container != NULL ? options->container : "none", error);
  if (self.pack == NULL)
    return FALSE;
  self.chance = g_rand_new_with_seed ((guint32) options->seed);
  self.packet = g_byte_array_new ();
  make_threads (&self);
  write_snapshot (&self, 1, FIRST_NS);
  write_system (&self);
  if (g_str_equal (line, "java-heap"))
    perfetto_write_heaps (&(PerfettoHeaps){ self.pack, self.chance, FIRST_PID, FIRST_NS, size,
                                            options->has_oddities });
  for (guint round = 0; !g_str_equal (line, "java-heap") && self.n_bytes < size; round++)
    write_round (&self, round);
  g_byte_array_unref (self.packet);
  g_rand_free (self.chance);
  g_free (self.threads);
  g_free (self.marks);
  g_free (self.running);
  return ftrace_pack_close (self.pack, error);
}
