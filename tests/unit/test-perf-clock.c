/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/error.h"
#include "formats/samples/perf-data/perf-clock.h"

/* Tests the clocks of perf and simpleperf samples, and their relation to the time of day, with files
 * that are assembled section by section. */

#define ATTR_SIZE     96
#define HEADER_SIZE   104
#define USES_CLOCK_ID (G_GUINT64_CONSTANT (1) << 25)
#define SECOND        G_GINT64_CONSTANT (1000000000)
#define DRIFT         (SECOND / 10000) /* per second, in ns */

typedef struct
{
  gint32 clock_id;    /* id for clock_gettime(); -1 for the default clock */
  gint64 sample_time; /* time of the first sample in ns, for the sample time feature; 0 if none */
  gint64 ts;          /* time of the only sample in ns; 0 if there is no sample */
  gint64 realtime;    /* time of day at @tied in ns, for the feature CLOCK_DATA; 0 if none */
  gint64 tied;
  const char *meta; /* names and values, each terminated by NUL */
  gsize meta_size;
} Reported;

#define META(text) .meta = (text), .meta_size = sizeof (text)

static void
put (GByteArray *file, guint64 number, guint n)
{
  guint64 bytes = GUINT64_TO_LE (number);

  g_byte_array_append (file, (const guint8 *) &bytes, n);
}

static void
patch (GByteArray *file, guint at, guint64 number)
{
  guint64 bytes = GUINT64_TO_LE (number);

  memcpy (file->data + at, &bytes, sizeof bytes);
}

static void
put_attr (GByteArray *file, const Reported *reported)
{
  put (file, 1, 4); /* software event */
  put (file, ATTR_SIZE, 4);
  put (file, 0, 8);
  put (file, 1, 8);
  put (file, 1 << TV_PERF_SAMPLE_TIME, 8);
  put (file, 0, 8);
  put (file, reported->clock_id >= 0 ? USES_CLOCK_ID : 0, 8);
  for (guint i = 48; i < 92; i += 4)
    put (file, 0, 4);
  put (file, reported->clock_id >= 0 ? (guint32) reported->clock_id : 0, 4);
  put (file, 0, 8); /* no event ids */
  put (file, 0, 8);
}

static void
put_header (GByteArray *file, const Reported *reported)
{
  guint64 features[4] = { 0 };

  if (reported->sample_time != 0)
    features[0] |= 1u << TV_PERF_FEATURE_SAMPLE_TIME;
  if (reported->realtime != 0)
    features[0] |= 1u << TV_PERF_FEATURE_CLOCK_DATA;
  if (reported->meta != NULL)
    features[TV_PERF_FEATURE_META_INFO / 64] |= 1u << TV_PERF_FEATURE_META_INFO % 64;
  g_byte_array_append (file, (const guint8 *) TV_PERF_MAGIC, 8);
  put (file, HEADER_SIZE, 8);
  put (file, ATTR_SIZE + 16, 8);
  put (file, HEADER_SIZE, 8);
  put (file, ATTR_SIZE + 16, 8);
  put (file, HEADER_SIZE + ATTR_SIZE + 16, 8);
  put (file, 16, 8); /* size of the data section: one record */
  put (file, 0, 8);
  put (file, 0, 8);
  for (guint i = 0; i < G_N_ELEMENTS (features); i++)
    put (file, features[i], 8);
}

static GBytes *
make (const Reported *reported)
{
  GByteArray *file = g_byte_array_new ();
  guint n = (reported->sample_time != 0) + (reported->realtime != 0) + (reported->meta != NULL),
        table;

  put_header (file, reported);
  put_attr (file, reported);
  put (file, reported->ts != 0 ? TV_PERF_RECORD_SAMPLE : TV_PERF_RECORD_FIRST_OF_TOOLS + 4, 4);
  put (file, 0, 2);
  put (file, 16, 2);
  put (file, (guint64) reported->ts, 8);
  table = file->len;
  for (guint i = 0; i < 2 * n; i++)
    put (file, 0, 8);
  for (guint i = 0, at = table; i < 3; i++)
    {
      guint begin = file->len;

      if (i == 0 && reported->sample_time != 0)
        {
          put (file, (guint64) reported->sample_time, 8);
          put (file, (guint64) reported->sample_time + SECOND, 8);
        }
      else if (i == 1 && reported->realtime != 0)
        {
          put (file, 1, 4);
          put (file, (guint32) reported->clock_id, 4);
          put (file, (guint64) reported->realtime, 8);
          put (file, (guint64) reported->tied, 8);
        }
      else if (i == 2 && reported->meta != NULL)
        g_byte_array_append (file, (const guint8 *) reported->meta, (guint) reported->meta_size);
      if (file->len == begin)
        continue;
      patch (file, at, begin);
      patch (file, at + 8, file->len - begin);
      at += 16;
    }
  return g_byte_array_free_to_bytes (file);
}

static void
test_clocks (void)
{
  static const struct
  {
    Reported reported;
    const char *clock;
    gint64 first;
    gint64 realtime; /* time of day at @first in ns; 0 if unknown */
    gint64 uncertainty;
  } cases[] = {
    /* perf record -k: a clock that programs can read. The time of day at one point is recorded; after that point, the
     * clocks drift apart. */
    { { .clock_id = 1, .ts = 5 * SECOND, .realtime = 900 * SECOND, .tied = 3 * SECOND },
      TV_CLOCK_MONOTONIC,
      5 * SECOND,
      902 * SECOND,
      1000 + 2 * DRIFT },
    { { .clock_id = 7,
        .sample_time = 4 * SECOND,
        .ts = 5 * SECOND,
        .realtime = 900 * SECOND,
        .tied = 3 * SECOND },
      TV_CLOCK_BOOTTIME,
      4 * SECOND,
      901 * SECOND,
      1000 + DRIFT },
    { { .clock_id = 4, .ts = 5 * SECOND }, "mono_raw", 5 * SECOND, 0, 0 },
    { { .clock_id = 0, .ts = 5 * SECOND }, TV_CLOCK_REALTIME, 5 * SECOND, 5 * SECOND, 0 },
    /* The kernel's own clock, and a clock that no other source uses */
    { { .clock_id = -1, .ts = 5 * SECOND }, TV_PERF_CLOCK, 5 * SECOND, 0, 0 },
    { { .clock_id = 11, .ts = 5 * SECOND }, TV_PERF_CLOCK, 5 * SECOND, 0, 0 },
    /* simpleperf records the name of the clock, and the time of the first sample, or a slightly earlier time, in
     * whole seconds. */
    { { .clock_id = -1,
        .ts = 5 * SECOND,
        META ("clockid\0monotonic\0timestamp\0"
              "1700") },
      TV_CLOCK_MONOTONIC,
      5 * SECOND,
      1700 * SECOND,
      2 * SECOND },
    { { .clock_id = -1,
        .ts = 5 * SECOND,
        META ("timestamp\0"
              "1700\0clockid\0boottime") },
      TV_CLOCK_BOOTTIME,
      5 * SECOND,
      1700 * SECOND,
      2 * SECOND },
    { { .clock_id = -1,
        .ts = 5 * SECOND,
        META ("timestamp\0"
              "17000000000\0clockid\0perf") },
      TV_PERF_CLOCK,
      5 * SECOND,
      0,
      0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GBytes) bytes = make (&cases[i].reported);
      g_autoptr (TvInput) input = tv_input_new_for_bytes (bytes);
      g_autoptr (TvClocks) clocks = tv_clocks_new ();
      g_autoptr (GError) error = NULL;
      TvClockReading first;
      TvClockTime time;
      guint realtime;

      g_test_message ("%" G_GSIZE_FORMAT, i);
      g_assert_true (tv_perf_data_read_clock (input, clocks, &first, &error));
      g_assert_no_error (error);
      g_assert_cmpstr (tv_clocks_get_name (clocks, first.domain), ==, cases[i].clock);
      g_assert_cmpint (first.ts, ==, cases[i].first);
      realtime = tv_clocks_add (clocks, TV_CLOCK_REALTIME);
      g_assert_cmpint (tv_clocks_convert (clocks, first.domain, first.ts, realtime, &time), ==,
                       cases[i].realtime != 0);
      if (cases[i].realtime == 0)
        continue;
      g_assert_cmpint (time.ts, ==, cases[i].realtime);
      g_assert_cmpint (time.uncertainty, ==, cases[i].uncertainty);
    }
}

/* If a recording contains no samples, it has no first timestamp, and therefore no clock that could be related to
 * another clock. */
static void
test_no_sample (void)
{
  g_autoptr (GBytes) bytes = make (&(Reported){ .clock_id = 1 });
  g_autoptr (TvInput) input = tv_input_new_for_bytes (bytes);
  g_autoptr (TvClocks) clocks = tv_clocks_new ();
  g_autoptr (GError) error = NULL;
  TvClockReading first;

  g_assert_false (tv_perf_data_read_clock (input, clocks, &first, &error));
  g_assert_error (error, TV_ERROR, TV_ERROR_UNSYNCHRONIZED_CLOCKS);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/perf-clock/clocks", test_clocks);
  g_test_add_func ("/perf-clock/no-sample", test_no_sample);
  return g_test_run ();
}
