/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "odd-inputs.h"

#include <inttypes.h>
#include <string.h>

#include "trace-bytes.h"

#define RECORD_BYTES 10
#define LONG_NAME    60000
#define ENTER(id)    (4 * (id))
#define LEAVE(id)    (4 * (id) + 1)

static void
put_keys (GByteArray *bytes, const char *methods)
{
  tv_put_text (bytes, "*version\n2\nclock=wall\n*threads\n1\tmain\n*methods\n%s*end\n", methods);
  tv_put_header (bytes);
}

/* ---- Records ---- */

static void
put_recursion (GByteArray *bytes, gsize size)
{
  put_keys (bytes, "0x4\tA\tb\t()V\tA.java\n");
  for (guint i = 0; bytes->len < size; i++)
    tv_put_record (bytes, 1, ENTER (1), i);
}

/* Appends calls down to a maximum depth and back up again, repeatedly. */
static void
put_plunges (GByteArray *bytes, gsize size)
{
  guint depth = 0, deepest = 100000;

  put_keys (bytes, "0x4\tA\tb\t()V\tA.java\n");
  for (guint i = 0; bytes->len < size; i++)
    {
      gboolean is_down = i / deepest % 2 == 0;

      depth += is_down ? 1 : -1;
      tv_put_record (bytes, 1, is_down ? ENTER (depth % 1000 + 1) : LEAVE ((depth + 1) % 1000 + 1),
                     i);
    }
}

/* Appends many calls of different methods, then exits of methods that were not entered. */
static void
put_wrong_exits (GByteArray *bytes, gsize size)
{
  put_keys (bytes, "");
  for (guint i = 0; bytes->len < size; i++)
    tv_put_record (bytes, 1, bytes->len < size / 2 ? ENTER (i % 5000 + 1) : LEAVE (9000 + i % 5000),
                   i);
}

/* Appends many open calls, then groups of nested calls, each of which ends with the exit of only its outermost call. */
static void
put_deep_exits (GByteArray *bytes, gsize size)
{
  put_keys (bytes, "");
  for (guint i = 0; bytes->len < size; i++)
    if (bytes->len < size / 2)
      tv_put_record (bytes, 1, ENTER (1), i);
    else
      tv_put_record (bytes, 1, i % 300 == 299 ? LEAVE (2) : ENTER (i % 300 == 0 ? 2 : 3), i);
}

static void
put_exits (GByteArray *bytes, gsize size)
{
  put_keys (bytes, "");
  for (guint i = 0; bytes->len < size; i++)
    tv_put_record (bytes, 1, LEAVE (i % 5 + 1), i);
}

static void
put_record_threads (GByteArray *bytes, gsize size)
{
  put_keys (bytes, "");
  for (guint i = 0; bytes->len < size; i++)
    tv_put_record (bytes, i % 65536, i / 65536 % 2 == 0 ? ENTER (1) : LEAVE (1), i);
}

static void
put_unknown_methods (GByteArray *bytes, gsize size)
{
  put_keys (bytes, "");
  for (guint i = 0; bytes->len < size; i++)
    tv_put_record (bytes, 1, ENTER (i * 2654435761u), i);
}

/* Appends records whose times wrap around with every other record. */
static void
put_wraps (GByteArray *bytes, gsize size)
{
  put_keys (bytes, "");
  for (guint i = 0; bytes->len < size; i++)
    tv_put_record (bytes, 1, i % 4 < 2 ? ENTER (1) : LEAVE (1), i % 2 == 0 ? 0xffffffff : 0);
}

/* Appends records with two clocks. The CPU clock does not advance, so the thread was switched out before each
 * record. */
static void
put_gaps (GByteArray *bytes, gsize size)
{
  tv_put_text (bytes, "*version\n3\nclock=dual\n*threads\n1\tmain\n*methods\n*end\n");
  tv_put_text (bytes, "SLOW");
  tv_put_number (bytes, 2, 3);
  tv_put_number (bytes, 2, 32);
  tv_put_number (bytes, 8, 0);
  tv_put_number (bytes, 2, 14);
  tv_put_many (bytes, 0, 14);
  for (guint i = 0; bytes->len < size; i++)
    {
      tv_put_number (bytes, 2, 1);
      tv_put_number (bytes, 4,
                     i % 4000 < 2000 ? ENTER (i % 7 + 1) : LEAVE ((3999 - i % 4000) % 7 + 1));
      tv_put_number (bytes, 4, 0);
      tv_put_number (bytes, 4, 1000 * i);
    }
}

/* ---- Names ---- */

static void
put_listed_threads (GByteArray *bytes, gsize size)
{
  tv_put_text (bytes, "*version\n2\nclock=wall\n*threads\n");
  for (guint i = 0; bytes->len < size; i++)
    tv_put_text (bytes, "%u\tt\n", i * 65521);
  tv_put_text (bytes, "*methods\n*end\n");
  tv_put_header (bytes);
  tv_put_record (bytes, 1, ENTER (1), 1);
}

/* Appends a thread and a method again and again, each time with the same id and another name. */
static void
put_listed_again (GByteArray *bytes, gsize size)
{
  tv_put_text (bytes, "*version\n2\nclock=wall\n*threads\n");
  for (guint i = 0; bytes->len < size / 2; i++)
    tv_put_text (bytes, "1\tt%u\n", i);
  tv_put_text (bytes, "*methods\n");
  for (guint i = 0; bytes->len < size; i++)
    tv_put_text (bytes, "0x4\tA\tm%u\n", i);
  tv_put_text (bytes, "*end\n");
  tv_put_header (bytes);
  tv_put_record (bytes, 1, ENTER (1), 1);
}

/* Appends methods with ids whose lower bits are all 0. */
static void
put_round_ids (GByteArray *bytes, gsize size)
{
  guint shift = 40;

  while (shift < 46 && size >> (shift - 20) == 0)
    shift++;
  tv_put_text (bytes, "*version\n2\nclock=wall\n*threads\n1\tmain\n*methods\n");
  for (guint64 i = 1; bytes->len < size; i++)
    tv_put_text (bytes, "0x%" PRIx64 "\tA\n", i << shift | i >> (64 - shift) << 20);
  tv_put_text (bytes, "*end\n");
  tv_put_header (bytes);
  tv_put_record (bytes, 1, ENTER (1), 1);
}

static void
put_options (GByteArray *bytes, gsize size)
{
  tv_put_text (bytes, "*version\n2\n");
  for (guint i = 0; bytes->len < size; i++)
    tv_put_text (bytes, "option%u=%u\n", i, i);
  tv_put_text (bytes, "clock=wall\n*threads\n*methods\n*end\n");
  tv_put_header (bytes);
  tv_put_record (bytes, 1, ENTER (1), 1);
}

/* Appends names of 60 KB that differ only in their last bytes. Each of them belongs to a method that is called. */
static void
put_long_names (GByteArray *bytes, gsize size)
{
  guint n = (guint) (size / LONG_NAME) + 1;

  tv_put_text (bytes, "*version\n2\nclock=wall\n*threads\n1\tmain\n*methods\n");
  for (guint i = 1; i <= n; i++)
    {
      tv_put_text (bytes, "0x%x\t", 4 * i);
      tv_put_many (bytes, 'a', LONG_NAME);
      tv_put_text (bytes, "%u\tm\t()V\tA.java\n", i);
    }
  tv_put_text (bytes, "*end\n");
  tv_put_header (bytes);
  for (guint i = 1; i <= n; i++)
    tv_put_record (bytes, 1, ENTER (i), i);
}

/* Appends two methods with long names, each called many times. */
static void
put_long_name_often (GByteArray *bytes, gsize size)
{
  put_long_names (bytes, LONG_NAME + 1);
  for (guint i = 0; bytes->len < size; i++)
    tv_put_record (bytes, 1, i % 4 < 2 ? ENTER (i % 2 + 1) : LEAVE (2 - i % 2), i);
}

/* ---- Streams ---- */

static void
put_stream_header (GByteArray *bytes)
{
  tv_put_text (bytes, "SLOW");
  tv_put_number (bytes, 2, 0xf2);
  tv_put_number (bytes, 2, 32);
  tv_put_many (bytes, 0, 24);
}

/* Appends a method or a thread between any two records. */
static void
put_stream_names (GByteArray *bytes, gsize size)
{
  put_stream_header (bytes);
  for (guint i = 0; bytes->len < size; i++)
    {
      g_autofree char *line = g_strdup_printf ("0x%x\tA\tm%u\t()V\tA.java\n", ENTER (i), i);

      tv_put_number (bytes, 2, 0);
      tv_put_number (bytes, 1, i % 2 == 0 ? 1 : 2);
      if (i % 2 == 1)
        tv_put_number (bytes, 2, 1 + i % 65535);
      tv_put_number (bytes, 2, strlen (line));
      tv_put_text (bytes, "%s", line);
      tv_put_record (bytes, 1 + i % 65535, ENTER (i), i);
    }
}

/* ---- Packets ---- */

/* Appends blocks of one entry each, and a new thread for each block. */
static void
put_tiny_blocks (GByteArray *bytes, gsize size)
{
  tv_put_packet_header (bytes);
  for (guint i = 0; bytes->len < size; i++)
    {
      tv_put_block_packet (bytes, i * 65521, 1, 3);
      tv_put_number (bytes, 1, 4);
      tv_put_number (bytes, 1, 4);
      tv_put_number (bytes, 1, 0);
    }
}

static void
put_empty_blocks (GByteArray *bytes, gsize size)
{
  tv_put_packet_header (bytes);
  for (guint i = 0; bytes->len < size; i++)
    tv_put_block_packet (bytes, i % 3, 0, 0);
}

/* Appends entries of two bytes, each with a new method. */
static void
put_packed_methods (GByteArray *bytes, gsize size)
{
  tv_put_packet_header (bytes);
  while (bytes->len < size)
    {
      gsize n = MIN ((size - bytes->len) / 2 + 1, (gsize) 1 << 20);

      tv_put_block_packet (bytes, 1, (guint) n, (guint32) (2 * n));
      for (gsize i = 0; i < n; i++)
        {
          tv_put_number (bytes, 1, 4);
          tv_put_number (bytes, 1, 4);
        }
    }
}

static void
put_method_packets (GByteArray *bytes, gsize size)
{
  tv_put_packet_header (bytes);
  for (guint64 i = 0; bytes->len < size / 2; i++)
    tv_put_method_packet (bytes, i << 40, 0);
  for (guint64 i = 0; bytes->len < size; i++)
    tv_put_thread_packet (bytes, (guint32) i << 10, 0);
  tv_put_block_packet (bytes, 1, 1, 2);
  tv_put_number (bytes, 2, 0x0404);
}

static void
put_long_blocks (GByteArray *bytes, gsize size)
{
  while (bytes->len < size)
    {
      tv_put_block_packet (bytes, 1 + bytes->len % 4000000, 4, 6);
      for (guint i = 0; i < 2; i++)
        {
          tv_put_number (bytes, 1, 2); /* enter */
          tv_put_number (bytes, 1, 1);
          tv_put_number (bytes, 1, 1); /* exit */
        }
    }
}

/* ---- Dumps ---- */

/* Appends lines of letters, each of which could be the start of base64. */
static void
put_short_lines (GByteArray *bytes, gsize size)
{
  while (bytes->len < size)
    tv_put_text (bytes, "AAAAA\n");
}

/* Appends similar lines of decreasing length, so that no run of lines of equal length is long. */
static void
put_wrapped_lines (GByteArray *bytes, gsize size)
{
  for (guint i = 0; bytes->len < size; i++)
    tv_put_text (
        bytes, "%.*s\n", (int) (250 - i % 200),
        "AbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAb"
        "AbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAb"
        "AbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAb");
}

/* Appends bytes that look like a trace at many offsets, but become invalid further on. */
static void
put_false_starts (GByteArray *bytes, gsize size)
{
  tv_put_many (bytes, '-', 300);
  for (guint i = 0; i < 64; i++)
    tv_put_thread_packet (bytes, 1, 0);
  while (bytes->len < size)
    {
      tv_put_method_packet (bytes, 4, 40);
      tv_put_text (bytes, "abcdefghijklmnopqrstuvwxyzabcdefghijkl\tm");
    }
}

const TvOddInput tv_odd_method_traces[] = {
  { "recursion", put_recursion, TV_ODD_USE_ALL },
  { "plunges", put_plunges, TV_ODD_USE_ALL },
  { "wrong-exits", put_wrong_exits, TV_ODD_USE_ALL },
  { "deep-exits", put_deep_exits, TV_ODD_USE_ALL },
  { "exits", put_exits, TV_ODD_USE_ALL },
  { "record-threads", put_record_threads, TV_ODD_USE_ALL },
  { "unknown-methods", put_unknown_methods, TV_ODD_USE_ALL },
  { "wraps", put_wraps, TV_ODD_USE_ALL },
  { "gaps", put_gaps, TV_ODD_USE_ALL },
  { "listed-threads", put_listed_threads, TV_ODD_USE_ALL },
  { "listed-again", put_listed_again, TV_ODD_USE_ALL },
  { "round-ids", put_round_ids, TV_ODD_USE_ALL },
  { "options", put_options, TV_ODD_USE_ALL },
  { "long-names", put_long_names, TV_ODD_USE_ALL },
  { "long-name-often", put_long_name_often, TV_ODD_USE_NO_TABLES },
  { "stream-names", put_stream_names, TV_ODD_USE_ALL },
  { "tiny-blocks", put_tiny_blocks, TV_ODD_USE_ALL },
  { "empty-blocks", put_empty_blocks, TV_ODD_USE_ALL },
  { "packed-methods", put_packed_methods, TV_ODD_USE_ALL },
  { "method-packets", put_method_packets, TV_ODD_USE_ALL },
  { "long-blocks", put_long_blocks, TV_ODD_USE_ALL },
  { "short-lines", put_short_lines, TV_ODD_IS_NO_TRACE },
  { "wrapped-lines", put_wrapped_lines, TV_ODD_IS_NO_TRACE },
  { "false-starts", put_false_starts, TV_ODD_IS_NO_TRACE },
  { NULL, NULL, TV_ODD_USE_ALL },
};
