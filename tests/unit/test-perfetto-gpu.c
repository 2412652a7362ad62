/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "perfetto-message.h"
#include "table-text.h"

/* Tests GPU activity in Perfetto traces. */

/* fields of TracePacket */
enum
{
  INTERNED = 12,
  STAGE = 53,
  GPU_LOG = 63,
  VULKAN = 65,
};

/* fields of InternedData */
enum
{
  CONTEXTS = 23,
  SPECIFICATIONS = 24,
};

static void
intern (Message *trace, guint32 sequence, guint kind, gint64 iid, gint64 pid, const char *name)
{
  Message *self = message (), *entries = message (), *entry = message ();

  number (entry, 1, iid);
  if (name != NULL)
    text (entry, 2, name);
  else
    number (entry, 2, pid);
  add (entries, kind, entry);
  number (self, 10, sequence);
  number (self, 13, 2);
  add (self, INTERNED, entries);
  add (trace, 1, self);
}

/* Returns a render stage. It has no context if @context is negative. */
static Message *
stage (gint64 duration, gint64 context, gint64 queue, gint64 name)
{
  Message *self = message ();

  number (self, 1, 0);
  number (self, 2, duration);
  if (context >= 0)
    number (self, 5, context);
  number (self, 13, queue);
  number (self, 14, name);
  return self;
}

static void
name_object (Message *trace, gint64 ts, gint64 kind, gint64 handle, const char *name)
{
  Message *self = message (), *object = message ();

  number (object, 1, 7);
  number (object, 3, kind);
  number (object, 4, handle);
  text (object, 5, name);
  add (self, 1, object);
  packet (trace, 1, 0, 0, ts, VULKAN, self);
}

/* Stages with all arguments. Contexts belong to the sequence that defines them, and may have id 0. */
static void
test_stages (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  g_autoptr (TvTable) slices = NULL, processes = NULL, tracks = NULL;
  g_autofree char *rows = NULL, *process_rows = NULL, *track_rows = NULL;
  Message *full = stage (5, 0, 1, 2), *log = message (), *submit = message (), *vulkan = message ();

  packet (trace, 1, 1, 0, 1, 0, NULL);
  packet (trace, 2, 1, 0, 1, 0, NULL);
  intern (trace, 1, CONTEXTS, 0, 42, NULL);
  intern (trace, 1, CONTEXTS, 3, 43, NULL);
  /* 0 and −1 are not valid process ids. */
  intern (trace, 1, CONTEXTS, 4, 0, NULL);
  intern (trace, 1, CONTEXTS, 5, -1, NULL);
  for (guint32 sequence = 1; sequence <= 2; sequence++)
    {
      intern (trace, sequence, SPECIFICATIONS, 1, 0, "vertex");
      intern (trace, sequence, SPECIFICATIONS, 2, 0, "binning");
    }
  name_object (trace, 90, 24, 16, "screen");
  name_object (trace, 91, 18, 17, "shadows");
  number (full, 8, 16);
  number (full, 9, 17);
  number (full, 10, 9);
  number (full, 12, 18);
  /* The first number sets bits 1 and 63, the second number sets bit 64. */
  number (full, 15, (gint64) (G_GUINT64_CONSTANT (1) << 63 | 2));
  number (full, 15, 1);
  packet (trace, 1, 2, 0, 100, STAGE, full);
  packet (trace, 1, 2, 0, 110, STAGE, stage (5, 3, 1, 2));
  packet (trace, 1, 2, 0, 120, STAGE, stage (5, 4, 1, 2));
  packet (trace, 1, 2, 0, 130, STAGE, stage (5, 5, 1, 2));
  packet (trace, 1, 2, 0, 140, STAGE, stage (5, 6, 1, 2));
  packet (trace, 1, 2, 0, 150, STAGE, stage (5, -1, 1, 2));
  packet (trace, 2, 2, 0, 160, STAGE, stage (5, 3, 1, 2));
  number (submit, 1, 4);
  number (submit, 2, 43);
  number (submit, 3, 44);
  number (submit, 6, 9);
  add (vulkan, 2, submit);
  packet (trace, 1, 0, 0, 170, VULKAN, vulkan);
  number (log, 1, 4);
  text (log, 2, "driver");
  packet (trace, 1, 0, 0, 180, GPU_LOG, log);
  loaded = load (trace);
  slices = open_table ("gpu_slice", loaded, NULL);
  rows = print_table (slices,
                      "ts dur name depth context_id render_target render_target_name render_pass "
                      "render_pass_name command_buffer command_buffer_name submission_id "
                      "hw_queue_id upid render_subpasses",
                      NULL);
  processes = open_table ("process", loaded, NULL);
  process_rows = print_table (processes, "upid pid", NULL);
  tracks = open_table ("track", loaded, NULL);
  track_rows = print_table (tracks, "name slice_count", NULL);
  g_assert_cmpstr (process_rows, ==, "0|42\n1|43\n");
  g_assert_cmpstr (track_rows, ==, "vertex|7\nVulkan Events|1\nGPU Log|1\n");
  g_assert_cmpstr (rows, ==,
                   "100|5|binning|0|-|16|screen|17|shadows|18|-|9|1|0|1,63,64\n"
                   "110|5|binning|0|3|-|-|-|-|-|-|-|1|1|-\n"
                   "120|5|binning|0|4|-|-|-|-|-|-|-|1|-|-\n"
                   "130|5|binning|0|5|-|-|-|-|-|-|-|1|-|-\n"
                   "140|5|binning|0|6|-|-|-|-|-|-|-|1|-|-\n"
                   "150|5|binning|0|-|-|-|-|-|-|-|-|1|-|-\n"
                   "160|5|binning|0|3|-|-|-|-|-|-|-|1|-|-\n"
                   "170|4|vkQueueSubmit|0|-|-|-|-|-|-|-|9|-|1|-\n"
                   "180|0|WARNING|0|-|-|-|-|-|-|-|-|-|-|-\n");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/perfetto-gpu/stages", test_stages);
  return g_test_run ();
}
