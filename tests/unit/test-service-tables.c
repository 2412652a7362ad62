/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include <glib/gstdio.h>

#include "analysis/log/cpu-report.h"
#include "analysis/log/memory-report.h"
#include "core/error.h"
#include "core/trace-builder.h"
#include "formats/load.h"
#include "table-text.h"

/* Tests the tables of the output of system services. The strings are excerpts from real devices. */

static const char memory_text[] =
    "Applications Memory Usage (in Kilobytes):\n"
    "Uptime: 113007 Realtime: 113007\n"
    "\n"
    "** MEMINFO in pid 1878 [com.android.launcher3] **\n"
    "                   Pss      Pss   Shared  Private     Heap\n"
    "                 Total    Clean    Dirty    Dirty     Size\n"
    "                ------   ------   ------   ------   ------\n"
    "  Native Heap    17705        0     2056    17636    40120\n"
    "     .so mmap     3145      100                76         \n"
    "        TOTAL    66935     3668    23032    56204    45638\n"
    " \n"
    " Dalvik Details\n"
    "        .Heap     4320        0        0     4320         \n"
    " \n"
    " App Summary\n"
    "                       Pss(KB)                        Rss(KB)\n"
    "                        ------                         ------\n"
    "           Java Heap:     6004                           7100\n"
    "           TOTAL PSS:    24189            TOTAL RSS:    28800       TOTAL SWAP (KB):        0\n"
    " \n"
    " Objects\n"
    "               Views:       98         ViewRootImpl:        1\n"
    " \n"
    " DATABASES\n"
    "      pgsz     dbsz   Lookaside(b)          cache  Dbname\n"
    "         4       16             19         1/14/1  /data/user/0/widgetpreviews.db\n"
    "\n"
    "Total PSS by process:\n"
    "    134,665K: system (pid 929)\n"
    "     66,935K: com.android.launcher3 (pid 1878 / activities)\n"
    "\n"
    "Total PSS by OOM adjustment:\n"
    "    114,088K: Native\n"
    "         72,975K: surfaceflinger (pid 501)\n"
    "\n"
    "Total RAM: 3,855,820K (status normal)\n"
    " Free RAM: 2,747,316K (  154,252K cached pss +   781,584K cached kernel + 1,811,480K free)\n"
    "   Tuning: 256 (large 512), oom   322,560K\n";

#define HOME "1878|com.android.launcher3|"

static const char memory_rows[] =
    "7|" HOME "-|Native Heap|Pss Total|17705|kB\n"
    "7|" HOME "-|Native Heap|Pss Clean|0|kB\n"
    "7|" HOME "-|Native Heap|Shared Dirty|2056|kB\n"
    "7|" HOME "-|Native Heap|Private Dirty|17636|kB\n"
    "7|" HOME "-|Native Heap|Heap Size|40120|kB\n"
    "8|" HOME "-|.so mmap|Pss Total|3145|kB\n"
    "8|" HOME "-|.so mmap|Pss Clean|100|kB\n"
    "8|" HOME "-|.so mmap|Private Dirty|76|kB\n"
    "9|" HOME "-|TOTAL|Pss Total|66935|kB\n"
    "9|" HOME "-|TOTAL|Pss Clean|3668|kB\n"
    "9|" HOME "-|TOTAL|Shared Dirty|23032|kB\n"
    "9|" HOME "-|TOTAL|Private Dirty|56204|kB\n"
    "9|" HOME "-|TOTAL|Heap Size|45638|kB\n"
    "12|" HOME "Dalvik Details|.Heap|Pss Total|4320|kB\n"
    "12|" HOME "Dalvik Details|.Heap|Pss Clean|0|kB\n"
    "12|" HOME "Dalvik Details|.Heap|Shared Dirty|0|kB\n"
    "12|" HOME "Dalvik Details|.Heap|Private Dirty|4320|kB\n"
    "17|" HOME "App Summary|Java Heap|Pss(KB)|6004|kB\n"
    "17|" HOME "App Summary|Java Heap|Rss(KB)|7100|kB\n"
    "18|" HOME "App Summary|TOTAL PSS|Pss(KB)|24189|kB\n"
    "18|" HOME "App Summary|TOTAL PSS|Rss(KB)|28800|kB\n"
    "18|" HOME "App Summary|TOTAL PSS|SWAP (KB)|0|kB\n"
    "21|" HOME "Objects|Views|-|98|-\n"
    "21|" HOME "Objects|ViewRootImpl|-|1|-\n"
    "28|929|system|Total PSS by process|system|PSS|134665|kB\n"
    "29|" HOME "Total PSS by process|com.android.launcher3|PSS|66935|kB\n"
    "32|-|-|Total PSS by OOM adjustment|Native|PSS|114088|kB\n"
    "33|501|surfaceflinger|Total PSS by OOM adjustment|surfaceflinger|PSS|72975|kB\n"
    "35|-|-|-|Total RAM|-|3855820|kB\n"
    "36|-|-|-|Free RAM|-|2747316|kB\n"
    "36|-|-|-|Free RAM|cached pss|154252|kB\n"
    "36|-|-|-|Free RAM|cached kernel|781584|kB\n"
    "36|-|-|-|Free RAM|free|1811480|kB\n";

static const char cpu_text[] =
    "Load: 3.17 / 0.69 / 0.22\n"
    "CPU usage from 26008ms to 20503ms ago (2025-12-31 23:59:29.000 to 2025-12-31 23:59:34.505):\n"
    "  82% 929/system_server: 60% user + 22% kernel / faults: 67902 minor 34 major\n"
    "    12% 940/Binder:929_1: 10% user + 1.5% kernel + 0.5% iowait\n"
    " +0% 1234/a: b: 0% user + 0% kernel\n"
    " -3.1% 7/kworker/0:1: 0% user + 3.1% kernel + 0.1% irq + 0.2% softirq / faults: 2 minor\n"
    "95% TOTAL: 62% user + 27% kernel\n"
    "some words: that are no row\n";

#define TIME "from 26008ms to 20503ms ago (2025-12-31 23:59:29.000 to 2025-12-31 23:59:34.505):|"

static const char cpu_rows[] = "2|" TIME "929|-|system_server|-|82.00|60.00|22.00|-|-|-|67902|34\n"
                               "3|" TIME "929|940|Binder:929_1|-|12.00|10.00|1.50|0.50|-|-|-|-\n"
                               "4|" TIME "1234|-|a: b|+|0.00|0.00|0.00|-|-|-|-|-\n"
                               "5|" TIME "7|-|kworker/0:1|-|3.10|0.00|3.10|-|0.10|0.20|2|-\n"
                               "6|" TIME "-|-|TOTAL|-|95.00|62.00|27.00|-|-|-|-|-\n";

static TvTrace *
make_trace (const char *text)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (GError) error = NULL;
  TvTrace *trace;

  g_assert_true (tv_trace_builder_add_whole_text (builder, bytes, TV_NONE, TV_NONE));
  trace = tv_trace_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
  return trace;
}

static void
test_memory (void)
{
  g_autoptr (TvTrace) trace = make_trace (memory_text);
  g_autoptr (TvTable) table = open_table ("memory_report", trace, NULL);
  g_autofree char *rows = print_table (table, NULL, NULL);

  g_assert_true (tv_trace_has_memory_report (trace));
  g_assert_false (tv_trace_has_cpu_report (trace));
  g_assert_cmpstr (rows, ==, memory_rows);
}

/* Columns are recognized by their headings, both in the current format and in the format of Android 2. Headings that
 * are unknown remain unchanged. */
static void
test_memory_rows (void)
{
  static const char old_text[] = "Applications Memory Usage (kB):\n"
                                 "** MEMINFO in pid 890 [com.old] **\n"
                                 "                    native   dalvik    other    total\n"
                                 "            size:    11812     9095      N/A    20907\n"
                                 "            free:        0     2980      N/A     2980\n"
                                 "           (Pss):     9000     7600     5200    21800\n";
  static const char new_text[] = "Applications Memory Usage (in Kilobytes):\n"
                                 "** MEMINFO in pid 7 [a.b] **\n"
                                 "                   Pss      New\n"
                                 "                 Total     Kind\n"
                                 "                ------   ------\n"
                                 "  Native Heap      100       20\n";
  static const struct
  {
    const char *text;
    const char *columns;
    const char *rows;
  } cases[] = {
    { memory_text, "line part name pss_total private_dirty swap_dirty rss_total heap_size amount",
      "7|-|Native Heap|17705|17636|-|-|40120|-\n"
      "8|-|.so mmap|3145|76|-|-|-|-\n"
      "9|-|TOTAL|66935|56204|-|-|45638|-\n"
      "12|Dalvik Details|.Heap|4320|4320|-|-|-|-\n"
      "17|App Summary|Java Heap|6004|-|-|7100|-|-\n"
      "18|App Summary|TOTAL PSS|24189|-|0|28800|-|-\n"
      "21|Objects|Views|-|-|-|-|-|98\n"
      "21|Objects|ViewRootImpl|-|-|-|-|-|1\n"
      "28|Total PSS by process|system|134665|-|-|-|-|-\n"
      "29|Total PSS by process|com.android.launcher3|66935|-|-|-|-|-\n"
      "32|Total PSS by OOM adjustment|Native|114088|-|-|-|-|-\n"
      "33|Total PSS by OOM adjustment|surfaceflinger|72975|-|-|-|-|-\n"
      "35|-|Total RAM|-|-|-|-|-|3855820\n"
      "36|-|Free RAM|-|-|-|-|-|2747316\n" },
    { old_text, "pid process name pss_total heap_size heap_alloc heap_free",
      "890|com.old|native|9000|11812|-|0\n"
      "890|com.old|dalvik|7600|9095|-|2980\n"
      "890|com.old|total|21800|20907|-|2980\n"
      "890|com.old|other|5200|-|-|-\n" },
    { new_text, "name pss_total other", "Native Heap|100|New Kind 20\n" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvTrace) trace = make_trace (cases[i].text);
      g_autoptr (TvTable) table = open_table ("memory_report_row", trace, NULL);
      g_autofree char *rows = print_table (table, cases[i].columns, NULL);

      g_assert_cmpstr (rows, ==, cases[i].rows);
    }
}

#define GRAPHICS "Applications Graphics Acceleration Info:\nUptime: 1 Realtime: 1\n\n"
#define SHOP     GRAPHICS "** Graphics info for pid 7 [a.b] **\n"

/* Checks the frame statistics that a device reported for a process and its windows, and the statistics that are
 * computed from the frames. */
static void
test_frame_statistics (void)
{
  static const char text[] = SHOP
      "Total frames rendered: 40\nJanky frames: 7 (17.50%)\n90th percentile: 22ms\n"
      "Number Missed Vsync: 2\nHISTOGRAM: 5ms=10 6ms=0 22ms=5\nGPU HISTOGRAM: 1ms=3\n"
      "Views: 3\nWindow: a.b/a.b.C\nTotal frames rendered: 12\n---PROFILEDATA---\n"
      "Flags,IntendedVsync,FrameDeadline,FrameCompleted,\n"
      "0,86000000000,86016000000,86010000000,\n0,86100000000,86116000000,86150000000,\n"
      "1,86200000000,86216000000,86290000000,\n---PROFILEDATA---\n";
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, sizeof text - 1);
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = tv_load_bytes (bytes, NULL, NULL, NULL, &error);
  g_autoptr (TvTable) table = NULL;
  g_autofree char *rows = NULL;

  g_assert_no_error (error);
  table = open_table ("frame_statistic", trace, NULL);
  rows = print_table (table, "process window name bucket_ms value unit own", NULL);
  g_assert_cmpstr (rows, ==,
                   "a.b|-|Total frames rendered|-|40|frames|2.00\n"
                   "a.b|-|Janky frames|-|7|frames|1.00\n"
                   "a.b|-|90th percentile|-|22|ms|50.00\n"
                   "a.b|-|Number Missed Vsync|-|2|frames|-\n"
                   "a.b|-|HISTOGRAM|5|10|frames|-\n"
                   "a.b|-|HISTOGRAM|22|5|frames|-\n"
                   "a.b|-|GPU HISTOGRAM|1|3|frames|-\n"
                   "a.b|a.b/a.b.C|Total frames rendered|-|12|frames|-\n");
}

/* If text begins like the output of a service but has an unknown format, it is reported as a problem. */
static void
test_unread (void)
{
  static const struct
  {
    const char *text;
    guint n_problems;
  } cases[] = {
    { memory_text, 0 },
    { "Applications Memory Usage (in Kilobytes):\nNo process found for: x\n", 1 },
    { "Applications Memory Usage:\n** MEMINFO in pid 7 [a.b] **\nsome new words: many\n", 1 },
    { "Applications Memory Usage:\n** MEMINFO in pid 7 [a.b] **\n  ---- ----\n  Native Heap 1\n"
      "** MEMINFO in pid 8 [c.d] **\n",
      1 },
    { SHOP "Total frames rendered: 40\n", 0 },
    { SHOP "---PROFILEDATA---\nFlags,IntendedVsync,FrameCompleted,\n---PROFILEDATA---\n", 1 },
    { SHOP "Profile data in ms:\n\ta.b/a.b.C\n\tDraw\tPrepare\tProcess\tExecute\n"
           "\t1.00\t0.50\t2.00\t1.00\n",
      1 },
    { GRAPHICS "No process found for: x\n", 1 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GBytes) bytes = g_bytes_new_static (cases[i].text, strlen (cases[i].text));
      g_autoptr (GError) error = NULL;
      g_autoptr (TvTrace) trace = tv_load_bytes (bytes, NULL, NULL, NULL, &error);
      guint n;

      g_assert_no_error (error);
      tv_trace_get_problems (trace, &n);
      g_assert_cmpuint (n, ==, cases[i].n_problems);
    }
}

static void
test_cpu (void)
{
  g_autoptr (TvTrace) trace = make_trace (cpu_text);
  g_autoptr (TvTable) table = open_table ("cpu_report", trace, NULL);
  g_autofree char *rows = print_table (table, NULL, NULL);

  g_assert_true (tv_trace_has_cpu_report (trace));
  g_assert_false (tv_trace_has_memory_report (trace));
  g_assert_cmpstr (rows, ==, cpu_rows);
}

/* If the output of a service is truncated at any byte, the printed tables of reports are not longer than those of the
 * complete output. */
static void
test_cut (void)
{
  static const char *const texts[] = { memory_text, cpu_text };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    for (gsize size = 1; size < strlen (texts[i]); size++)
      {
        g_autofree char *cut = g_strndup (texts[i], size);
        g_autoptr (TvTrace) trace = make_trace (cut);
        g_autoptr (TvTable) memory = open_table ("memory_report", trace, NULL);
        g_autoptr (TvTable) cpu = open_table ("cpu_report", trace, NULL);
        g_autoptr (TvTable) memory_rows_table = open_table ("memory_report_row", trace, NULL);
        g_autofree char *memory_rows_found = print_table (memory_rows_table, NULL, NULL);
        g_autofree char *memory_found = print_table (memory, NULL, NULL);
        g_autofree char *cpu_found = print_table (cpu, NULL, NULL);

        g_assert_cmpuint (strlen (memory_found), <=, strlen (memory_rows));
        g_assert_cmpuint (strlen (cpu_found), <=, strlen (cpu_rows));
      }
}

/* A file that contains only the output of services is accepted, even if the heading of a report precedes the output.
 * Files with other text are rejected. */
static void
test_files (void)
{
  const struct
  {
    const char *before;
    const char *text;
    gboolean is_known;
  } files[] = {
    { "", memory_text, TRUE },
    { "DUMP OF SERVICE HIGH meminfo:\n", memory_text, TRUE },
    { "", cpu_text, TRUE },
    { "Notes on ", cpu_text, FALSE },
    { "", "Load: by train\n", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *text = g_strconcat (files[i].before, files[i].text, NULL);
      g_autofree char *path = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (TvTrace) trace = NULL;
      int file = g_file_open_tmp ("service-XXXXXX.txt", &path, &error);

      g_assert_no_error (error);
      g_assert_true (g_close (file, NULL) && g_file_set_contents (path, text, -1, NULL));
      trace = tv_load (path, NULL, NULL, NULL, &error);
      g_remove (path);
      if (!files[i].is_known)
        {
          g_assert_error (error, TV_ERROR, TV_ERROR_NOT_A_TRACE);
          continue;
        }
      g_assert_no_error (error);
      g_assert_true (strstr (tv_trace_get_format (trace), "dumpsys") != NULL);
      g_assert_cmpuint (tv_trace_get_texts (trace, NULL)[0].summary, !=, TV_NONE);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/service-tables/memory", test_memory);
  g_test_add_func ("/service-tables/memory-rows", test_memory_rows);
  g_test_add_func ("/service-tables/frame-statistics", test_frame_statistics);
  g_test_add_func ("/service-tables/unread", test_unread);
  g_test_add_func ("/service-tables/cpu", test_cpu);
  g_test_add_func ("/service-tables/cut", test_cut);
  g_test_add_func ("/service-tables/files", test_files);
  return g_test_run ();
}
