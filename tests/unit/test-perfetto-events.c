/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "perfetto-message.h"
#include "table-text.h"

/* Tests kernel events in Perfetto traces: their rows and their text. test-ftrace-rules.c tests the rows of the same
 * events in logs. */

#define FTRACE_EVENTS 1 /* field of TracePacket */

/* Each line of a case is an event: timestamp, thread id, field number in FtraceEvent, and values of the event's
 * fields by field number. Values that begin with a letter or a slash are strings. */
static const struct
{
  const char *what;
  const char *events;
  const char *table;
  const char *columns;
  const char *rows;
} cases[] = {
  { "slices for block requests, with and without the time in kernel queues",
    "10 1 546 1=0x800 2=100 3=8 4=4096 6=R\n"
    "11 1 45 1=0x800 2=100 3=8 4=4096 5=R\n"
    "12 1 546 1=0x810 2=100 3=8 4=512 6=WS\n"
    "15 1 125 1=0x800 2=100 3=8 5=R\n"
    "18 1 547 1=0x800 2=100 6=R\n"
    "19 1 547 1=0x800 2=300 6=R\n",
    "slice", "ts dur name", "10|8|read\n11|4|read\n12|-1|write\n" },
  { "tracks of block devices are named after major and minor number",
    "10 1 546 1=0x800 2=100 6=R\n"
    "11 1 45 1=0x10325 2=100 5=R\n"
    "12 1 546 1=0x810 2=100 6=R\n",
    "track", "name", "block_io 8:0\nblock 259:37\nblock_io 8:16\n" },
  { "slices for android_fs reads",
    "10 1 432 1=4096 2=app 3=9000 4=5 5=0 6=/data 7=1\n"
    "13 1 431 1=4096 2=5 3=0\n",
    "slice", "ts dur name", "10|3|android_fs_data_read\n" },
  { "slices for direct reclaim and kswapd",
    "10 1 46 1=2 2=1\n"
    "11 7 48 1=0 2=0\n"
    "14 1 47 1=32\n"
    "19 7 49 1=0\n",
    "slice", "ts dur name", "10|4|mm_vmscan_direct_reclaim\n11|8|kswapd\n" },
  { "order and number of reclaimed pages are arguments of direct reclaim",
    "10 1 46 1=2 2=1\n"
    "14 1 47 1=32\n",
    "args", "key int_value", "order|2\nnr_reclaimed|32\n" },
  { "counters of GPU and devfreq frequencies",
    "10 1 332 1=0 2=500000\n"
    "11 1 541 1=devfreq_mif 2=421000 3=1\n",
    "counter_track", "name max", "gpufreq|500000.00\ndevfreq_mif|421000.00\n" },
  { "slices for local timer interrupts",
    "10 1 559 1=236\n"
    "12 1 560 1=236\n",
    "slice", "ts dur name", "10|2|local_timer\n" },
  { "block events have the kernel's text format",
    "10 1 45 1=0x800 2=1 3=8 4=512 5=WS 6=a\n"
    "11 1 546 1=0x800 2=1 3=8 5=0x4004 6=R 7=a\n"
    "12 1 125 1=0x800 2=1 3=8 5=W 7=-5\n"
    "13 1 119 1=0x800 2=1 3=8 4=RA 5=a\n"
    "14 1 120 1=0x800 2=1 3=8 4=0xfd02 5=7 6=R\n"
    "15 1 121 1=0x800 2=1 3=4096\n",
    "ftrace_event", "args",
    "8,0 WS 512 () 1 + 8 [a]\n8,0 R 0 () 1 + 8 be,0,4 [a]\n8,0 W () 1 + 8 [-5]\n"
    "8,0 RA 1 + 8 [a]\n8,0 R 1 + 8 <- (253,2) 7\n8,0 sector=1 size=4096\n" },
};

static Message *
make_event (const char *line)
{
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  Message *self = message (), *said = message ();

  g_assert_cmpuint (g_strv_length (words), >=, 3);
  for (guint i = 3; words[i] != NULL; i++)
    {
      char *value;
      guint field = (guint) g_ascii_strtoull (words[i], &value, 10);

      g_assert_true (*value == '=');
      value++;
      if (g_ascii_isalpha (*value) || *value == '/')
        text (said, field, value);
      else
        number (said, field, g_ascii_strtoll (value, NULL, 0));
    }
  number (self, 1, g_ascii_strtoll (words[0], NULL, 10));
  number (self, 2, g_ascii_strtoll (words[1], NULL, 10));
  add (self, (guint) g_ascii_strtoull (words[2], NULL, 10), said);
  return self;
}

static void
test_events (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (Message) trace = message ();
      g_autoptr (TvTrace) loaded = NULL;
      g_autoptr (TvTable) table = NULL;
      g_autofree char *rows = NULL;
      g_auto (GStrv) lines = g_strsplit (cases[i].events, "\n", -1);
      Message *bundle = message ();

      g_test_message ("%s", cases[i].what);
      number (bundle, 1, 0);
      for (guint line = 0; lines[line][0] != '\0'; line++)
        add (bundle, 2, make_event (lines[line]));
      packet (trace, 1, 0, 0, 50, FTRACE_EVENTS, bundle);
      loaded = load (trace);
      table = open_table (cases[i].table, loaded, NULL);
      rows = print_table (table, cases[i].columns, NULL);
      if (!g_str_equal (rows, cases[i].rows))
        {
          g_test_message ("expected:\n%sfound:\n%s", cases[i].rows, rows);
          g_test_fail_printf ("%s", cases[i].what);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/perfetto-events/events", test_events);
  return g_test_run ();
}
