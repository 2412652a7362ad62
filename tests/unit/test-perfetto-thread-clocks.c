/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "perfetto-message.h"

/* Tests thread clocks of slices, as recorded in track events, and flow ids. */

enum
{
  TRACK_EVENT = 11,
  THREAD = 44,
  DESCRIPTOR = 60,
};

/* Returns each slice with its start and its duration on each clock of its thread. */
static char *
list_clocks (TvTrace *trace)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  GString *out = g_string_new (NULL);

  for (guint32 i = 0; i < slices->n; i++)
    {
      g_autofree char *name = tv_trace_dup_symbol_name (trace, tv_slices_symbol (slices, i));

      g_string_append (out, name);
      for (TvThreadClock clock = 0; clock < TV_N_THREAD_CLOCKS; clock++)
        {
          gint64 value;

          if (tv_trace_find_thread_clock (trace, i, clock, &value))
            g_string_append_printf (out, " %" G_GINT64_FORMAT, value);
          else
            g_string_append (out, " -");
        }
      g_string_append_c (out, '\n');
    }
  return g_string_free (out, FALSE);
}

static char *
list_counters (TvTrace *trace)
{
  guint32 n;
  const TvCounterTrack *counters = tv_trace_get_counter_tracks (trace, &n);
  const TvSamples *samples = tv_trace_get_samples (trace);
  GString *out = g_string_new (NULL);

  for (guint32 i = 0; i < n; i++)
    {
      g_string_append (out, tv_trace_get_string (trace, counters[i].name));
      for (guint32 k = 0; k < counters[i].n_samples; k++)
        g_string_append_printf (out, " %g", samples->value[counters[i].first_sample + k]);
      g_string_append_c (out, '\n');
    }
  return g_string_free (out, FALSE);
}

/* Returns the descriptor of a thread counter. @type is 1 for the thread time, 2 for the instruction count, and 0 for
 * other counters. */
static Message *
counter (guint64 uuid, const char *name, guint type)
{
  Message *self = message (), *inner = message ();

  number (self, 1, (gint64) uuid);
  number (self, 5, 1);
  if (name != NULL)
    text (self, 2, name);
  number (inner, 1, type);
  add (self, 8, inner);
  return self;
}

static Message *
event (guint type, const char *name)
{
  Message *self = message ();

  number (self, 9, type);
  if (name != NULL)
    text (self, 23, name);
  return self;
}

/* If an event contains values of additional counters that are thread times or instruction counts, these become thread
 * clocks. Other counters do not, nor do counters of slices without a thread. */
static void
test_counters (void)
{
  static const gint64 uuids[] = { 10, 11, 12 }, begun[] = { 100, 7, 5 }, nested[] = { 150, 7, 5 },
                      ended[] = { 160, 9, 5 }, over[] = { 400, 20, 5 };
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  g_autofree char *clocks = NULL;
  Message *thread = message (), *inner = message (), *other = message (), *said;

  number (thread, 1, 1);
  number (inner, 1, 5);
  number (inner, 2, 6);
  add (thread, 4, inner);
  packet (trace, 1, 1, 0, 1, DESCRIPTOR, thread);
  number (other, 1, 2);
  text (other, 2, "elsewhere");
  packet (trace, 1, 0, 0, 1, DESCRIPTOR, other);
  packet (trace, 1, 0, 0, 1, DESCRIPTOR, counter (10, NULL, 1));
  packet (trace, 1, 0, 0, 1, DESCRIPTOR, counter (11, "thread_instruction_count", 2));
  packet (trace, 1, 0, 0, 1, DESCRIPTOR, counter (12, "my time", 1));
  for (guint i = 0; i < 6; i++)
    {
      static const struct
      {
        guint type;
        const char *name;
        const gint64 *values;
        gint64 track;
      } events[] = { { 1, "a", begun, 1 },  { 1, "b", nested, 1 }, { 3, "point", nested, 1 },
                     { 2, NULL, ended, 1 }, { 2, NULL, over, 1 },  { 1, "open", over, 1 } };

      said = event (events[i].type, events[i].name);
      number (said, 11, events[i].track);
      packed (said, 31, uuids, 3);
      packed (said, 12, events[i].values, 3);
      packet (trace, 1, 0, 0, 10 + i, TRACK_EVENT, said);
    }
  said = event (1, "elsewhere");
  number (said, 11, 2);
  packed (said, 31, uuids, 3);
  packed (said, 12, begun, 3);
  packet (trace, 1, 0, 0, 30, TRACK_EVENT, said);
  loaded = load (trace);
  clocks = list_clocks (loaded);
  g_assert_cmpstr (clocks, ==,
                   "elsewhere - - - -\n"
                   "a 100 300 7 13\n"
                   "b 150 10 7 2\n"
                   "point 150 0 7 0\n"
                   "open 400 - 20 -\n");
}

/* Recorders before 2021 write thread times and instruction counts into the events, as differences or absolute values.
 * These values belong to the same counters. */
static void
test_old (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  g_autofree char *clocks = NULL, *counters = NULL;
  Message *thread = message (), *snapshot = message (), *clock, *said, *legacy;

  for (gint64 id = 3; id <= 6; id += 3)
    {
      clock = message ();
      number (clock, 1, id);
      number (clock, 2, 1000);
      add (snapshot, 1, clock);
    }
  packet (trace, 1, 1, 0, 1000, 6, snapshot);
  /* a difference without an earlier value */
  said = event (1, "dropped");
  number (said, 16, 1);
  number (said, 2, 3);
  packet (trace, 1, 0, 0, 0, TRACK_EVENT, said);
  number (thread, 1, 5);
  number (thread, 2, 6);
  number (thread, 6, 10);
  number (thread, 7, 100);
  number (thread, 8, 40);
  packet (trace, 1, 0, 0, 0, THREAD, thread);
  said = event (1, "a");
  number (said, 1, 1);
  number (said, 2, 3);
  number (said, 8, 2);
  packet (trace, 1, 0, 0, 0, TRACK_EVENT, said);
  said = event (2, NULL);
  number (said, 1, 5);
  number (said, 2, 4);
  number (said, 20, 50);
  packet (trace, 1, 0, 0, 0, TRACK_EVENT, said);
  said = message ();
  text (said, 23, "whole");
  number (said, 16, 50);
  number (said, 17, 200);
  number (said, 20, 60);
  legacy = message ();
  number (legacy, 2, 'X');
  number (legacy, 3, 9);
  number (legacy, 4, 8);
  number (legacy, 15, 7);
  add (said, 6, legacy);
  packet (trace, 1, 0, 0, 0, TRACK_EVENT, said);
  loaded = load (trace);
  clocks = list_clocks (loaded);
  counters = list_counters (loaded);
  g_assert_cmpstr (clocks, ==,
                   "a 103000 4000 42 8\n"
                   "whole 200000 8000 60 7\n");
  g_assert_cmpstr (counters, ==,
                   "thread_time 103000 107000 200000\n"
                   "thread_instruction_count 42 50 60\n");
  g_assert_cmpuint (count_problem (loaded, TV_PROBLEM_BAD_PACKET), ==, 1);
}

/* Flow ids are the ids in the file, even if another field distinguishes flows with the same id. */
static void
test_flow_ids (void)
{
  g_autoptr (Message) trace = message ();
  g_autoptr (TvTrace) loaded = NULL;
  const char *const names[] = { "one", "two" };
  Message *said, *legacy;
  guint32 n;
  guint64 id;

  for (guint i = 0; i < 2; i++)
    {
      said = event (1, names[i]);
      number (said, 36, -3);
      packet (trace, 1, 1, 0, 10 + 10 * i, TRACK_EVENT, said);
      said = message ();
      text (said, 23, "flow");
      legacy = message ();
      number (legacy, 2, i == 0 ? 's' : 't');
      number (legacy, 6, 77);
      add (said, 6, legacy);
      packet (trace, 1, 0, 0, 11 + 10 * i, TRACK_EVENT, said);
    }
  loaded = load (trace);
  tv_trace_get_flows (loaded, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_true (tv_trace_find_flow_id (loaded, 0, &id));
  g_assert_cmpint ((gint64) id, ==, -3);
  g_assert_true (tv_trace_find_flow_id (loaded, 1, &id));
  g_assert_cmpuint (id, ==, 77);
  g_assert_false (tv_trace_find_flow_id (loaded, 2, &id));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/perfetto-thread-clocks/counters", test_counters);
  g_test_add_func ("/perfetto-thread-clocks/old", test_old);
  g_test_add_func ("/perfetto-thread-clocks/flow-ids", test_flow_ids);
  return g_test_run ();
}
