/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include <glib.h>

#include "formats/ftrace/ftrace-mark.h"
#include "formats/ftrace/hitrace-tags.h"
#include "span-text.h"

/* Fields that a case omits are zero. */
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"

#define OTHER         TV_FTRACE_MARK_OTHER
#define BEGIN         TV_FTRACE_MARK_BEGIN
#define END           TV_FTRACE_MARK_END
#define ASYNC_BEGIN   TV_FTRACE_MARK_ASYNC_BEGIN
#define ASYNC_END     TV_FTRACE_MARK_ASYNC_END
#define COUNTER       TV_FTRACE_MARK_COUNTER
#define INSTANT       TV_FTRACE_MARK_INSTANT
#define CUT           TV_FTRACE_MARK_CUT
#define TRACK_INSTANT TV_FTRACE_MARK_TRACK_INSTANT
#define TRACK_BEGIN   TV_FTRACE_MARK_TRACK_BEGIN
#define TRACK_END     TV_FTRACE_MARK_TRACK_END
#define CLOCK_SYNC    TV_FTRACE_MARK_CLOCK_SYNC

#define NO_VALUE (-12345)

typedef struct
{
  const char *args;
  TvFtraceMarkKind kind;
  gint32 pid;
  const char *name;
  gint64 value;
  gboolean is_hitrace;
  const char *tag; /* level and tags */
  const char *category;
  const char *custom_args;
  const char *track;
} MarkCase;

static void
check_marks (const MarkCase *cases, gsize n_cases)
{
  for (gsize i = 0; i < n_cases; i++)
    {
      const MarkCase *c = &cases[i];
      gsize len = strlen (c->args);
      g_autofree char *args = copy_exactly (c->args, len);
      g_autofree char *tag = NULL;
      TvFtraceMark mark;

      g_test_message ("row %" G_GSIZE_FORMAT, i);
      g_assert_cmpint (tv_ftrace_mark_parse (args, len, &mark), ==,
                       c->kind != OTHER && c->kind != CUT);
      g_assert_cmpint (mark.kind, ==, c->kind);
      g_assert_cmpint (mark.pid, ==, c->pid);
      assert_span (mark.name, c->name);
      g_assert_cmpint (mark.has_value, ==, c->value != NO_VALUE);
      g_assert_cmpint (mark.value, ==, c->value != NO_VALUE ? c->value : 0);
      g_assert_cmpint (mark.is_hitrace, ==, c->is_hitrace);
      tag = g_strdup_printf ("%.1s%.*s", &mark.level, (int) mark.tags.size,
                             mark.tags.text != NULL ? mark.tags.text : "");
      g_assert_cmpstr (tag, ==, c->tag != NULL ? c->tag : "");
      assert_span (mark.category, c->category);
      assert_span (mark.args, c->custom_args);
      assert_span (mark.track, c->track);
    }
}

static void
test_slices (void)
{
  static const MarkCase cases[] = {
    /* Android */
    { "B|18926|Choreographer#doFrame", BEGIN, 18926, "Choreographer#doFrame", NO_VALUE, FALSE },
    { "B|1|a|b", BEGIN, 1, "a|b", NO_VALUE, FALSE },
    { "B|1|", BEGIN, 1, "(empty)", NO_VALUE, FALSE },
    { "B|1", BEGIN, 1, "(empty)", NO_VALUE, FALSE },
    { "B|1|a\r\n", BEGIN, 1, "a", NO_VALUE, FALSE },
    /* HiTraceMeter before API 18 */
    { "B|6709|H:virtual int f() ", BEGIN, 6709, "virtual int f()", NO_VALUE, TRUE },
    { "B|277|H:PerfRequest,cmdId[10010],msg[pid=277|tid=419] ", BEGIN, 277,
      "PerfRequest,cmdId[10010],msg[pid=277|tid=419]", NO_VALUE, TRUE },
    { "B|1|H:[hcodec][8_e]WaitFence", BEGIN, 1, "[hcodec][8_e]WaitFence", NO_VALUE, TRUE },
    { "B|1|H:", BEGIN, 1, "(empty)", NO_VALUE, TRUE },
    { "B|1|H:H:nested prefix", BEGIN, 1, "H:nested prefix", NO_VALUE, TRUE },
    /* HiTraceMeter since API 18 */
    { "B|1|H:FlushVsync|M62", BEGIN, 1, "FlushVsync", NO_VALUE, TRUE, "M62" },
    { "B|1314|H:TestFunction|I3062|k=v,l=w", BEGIN, 1314, "TestFunction", NO_VALUE, TRUE, "I3062",
      NULL, "k=v,l=w" },
    { "B|1|H:decode|image|M3062", BEGIN, 1, "decode|image", NO_VALUE, TRUE, "M3062" },
    { "B|1|H:a|D62|k=v|M62|x", BEGIN, 1, "a", NO_VALUE, TRUE, "D62", NULL, "k=v|M62|x" },
    { "B|1|H:M62|C05", BEGIN, 1, "M62", NO_VALUE, TRUE, "C05" },
    { "B|1|M62", BEGIN, 1, "M62", NO_VALUE, FALSE },
    { "B|1||M62", BEGIN, 1, "|M62", NO_VALUE, FALSE },
    { "B|1|H:|M62", BEGIN, 1, "(empty)", NO_VALUE, TRUE, "M62" },
    { "B|1|H:a|M62|", BEGIN, 1, "a", NO_VALUE, TRUE, "M62" },
    { "B|1|H:a|M6", BEGIN, 1, "a|M6", NO_VALUE, TRUE },
    { "B|1|H:a|M620", BEGIN, 1, "a|M620", NO_VALUE, TRUE },
    { "B|1|H:a|X62", BEGIN, 1, "a|X62", NO_VALUE, TRUE },
    { "B|1|H:a|m62", BEGIN, 1, "a|m62", NO_VALUE, TRUE },
    { "B|1|H:a| M62", BEGIN, 1, "a| M62", NO_VALUE, TRUE },
    { "B|1|H:a|M62x", BEGIN, 1, "a|M62x", NO_VALUE, TRUE },
    /* ends */
    { "E", END, -1, "", NO_VALUE, FALSE },
    { "E ", END, -1, "", NO_VALUE, FALSE },
    { "E|", END, -1, "", NO_VALUE, FALSE },
    { "E|532", END, 532, "", NO_VALUE, FALSE },
    { "E|532|", END, 532, "", NO_VALUE, FALSE },
    { "E|532|M62", END, 532, "", NO_VALUE, TRUE, "M62" },
    { "E|532|name|a=1|cat", END, 532, "name", NO_VALUE, FALSE, NULL, "cat", "a=1" },
    { "E|532||a=1", END, 532, "", NO_VALUE, FALSE, NULL, NULL, "a=1" },
    /* instants */
    { "I|1|hello", INSTANT, 1, "hello", NO_VALUE, FALSE },
    { "I|1|H:hello|M62", INSTANT, 1, "hello", NO_VALUE, TRUE, "M62" },
  };

  check_marks (cases, G_N_ELEMENTS (cases));
}

static void
test_valued (void)
{
  static const MarkCase cases[] = {
    /* Android */
    { "S|13580|deliverInputEvent|263", ASYNC_BEGIN, 13580, "deliverInputEvent", 263, FALSE },
    { "F|1|a|-5", ASYNC_END, 1, "a", -5, FALSE },
    { "C|124|VSYNC|1", COUNTER, 124, "VSYNC", 1, FALSE },
    { "C|124|VSYNC|1|cat", COUNTER, 124, "VSYNC", 1, FALSE },
    { "C|1|oq:Window{4194 a b|0", COUNTER, 1, "oq:Window{4194 a b", 0, FALSE },
    { "S|1|a|b|7", ASYNC_BEGIN, 1, "a|b", 7, FALSE },
    { "S|1||7", ASYNC_BEGIN, 1, "(empty)", 7, FALSE },
    /* HiTraceMeter before API 18 */
    { "S|532|H:ForeApp:com.ohos.launcher 0", ASYNC_BEGIN, 532, "ForeApp:com.ohos.launcher", 0,
      TRUE },
    { "F|1|H:three word name 10001 ", ASYNC_END, 1, "three word name", 10001, TRUE },
    { "C|1|H:queue depth -9", COUNTER, 1, "queue depth", -9, TRUE },
    { "S|1|H:a[b=1|c=2] 3", ASYNC_BEGIN, 1, "a[b=1|c=2]", 3, TRUE },
    { "S|1|H: 3", ASYNC_BEGIN, 1, "(empty)", 3, TRUE },
    { "S|1|H:Cat$$name 3", ASYNC_BEGIN, 1, "name", 3, TRUE, NULL, "Cat" },
    { "F|1|H:Cat$$name 3", ASYNC_END, 1, "name", 3, TRUE, NULL, "Cat" },
    { "C|1|H:Cat$$name 3", COUNTER, 1, "Cat$$name", 3, TRUE },
    { "S|1|H:$$name 3", ASYNC_BEGIN, 1, "$$name", 3, TRUE },
    { "S|1|H:name$$ 3", ASYNC_BEGIN, 1, "name$$", 3, TRUE },
    /* HiTraceMeter since API 18 */
    { "S|1|H:HttpRequest|42|M62|net|url=a,len=5", ASYNC_BEGIN, 1, "HttpRequest", 42, TRUE, "M62",
      "net", "url=a,len=5" },
    { "S|1|H:HttpRequest|42|M62||url=a|b", ASYNC_BEGIN, 1, "HttpRequest", 42, TRUE, "M62", NULL,
      "url=a|b" },
    { "S|1|H:HttpRequest|42|M62|net", ASYNC_BEGIN, 1, "HttpRequest", 42, TRUE, "M62", "net" },
    { "S|1|H:HttpRequest|42|M62", ASYNC_BEGIN, 1, "HttpRequest", 42, TRUE, "M62" },
    { "F|1|H:HttpRequest|42|M0538", ASYNC_END, 1, "HttpRequest", 42, TRUE, "M0538" },
    { "C|13566|H:queue depth|-5|M62", COUNTER, 13566, "queue depth", -5, TRUE, "M62" },
    { "S|1|H:a|1|b|2|M62|c", ASYNC_BEGIN, 1, "a|1|b", 2, TRUE, "M62", "c" },
    { "S|1|H:a|M62|7|D05|c", ASYNC_BEGIN, 1, "a|M62", 7, TRUE, "D05", "c" },
    { "S|1|H:a|7|D05|c|8|M62", ASYNC_BEGIN, 1, "a", 7, TRUE, "D05", "c", "8|M62" },
    { "S|1|H:|7|M62", ASYNC_BEGIN, 1, "(empty)", 7, TRUE, "M62" },
    { "S|1|H:Old$$a|7|M62|new", ASYNC_BEGIN, 1, "a", 7, TRUE, "M62", "new" },
    /* numbers */
    { "C|1|a|9223372036854775807", COUNTER, 1, "a", G_MAXINT64, FALSE },
    { "C|1|a|-9223372036854775808", COUNTER, 1, "a", G_MININT64, FALSE },
    { "C|1|a|9223372036854775808", COUNTER, 1, "a", NO_VALUE, FALSE },
    { "C|1|a|-9223372036854775809|M62", COUNTER, 1, "a", NO_VALUE, FALSE, "M62" },
    { "C|1|a|99999999999999999999999999", COUNTER, 1, "a", NO_VALUE, FALSE },
    { "C|1|a|0000000000000000000000000000001", COUNTER, 1, "a", 1, FALSE },
    /* Marks that are truncated or lack a number */
    { "S|1|H:a name that was c", ASYNC_BEGIN, 1, "a name that was c", NO_VALUE, TRUE },
    { "C|1|a|-", COUNTER, 1, "a|-", NO_VALUE, FALSE },
    { "C|1|a|1.5", COUNTER, 1, "a|1.5", NO_VALUE, FALSE },
    { "C|1|5", COUNTER, 1, "5", NO_VALUE, FALSE },
    { "C|1|", COUNTER, 1, "(empty)", NO_VALUE, FALSE },
    { "C|1", COUNTER, 1, "(empty)", NO_VALUE, FALSE },
    { "S|1|5|M62", ASYNC_BEGIN, 1, "5|M62", NO_VALUE, FALSE },
  };

  check_marks (cases, G_N_ELEMENTS (cases));
}

static void
test_tracks (void)
{
  static const MarkCase cases[] = {
    { "N|1|track|name", TRACK_INSTANT, 1, "name", NO_VALUE, FALSE, NULL, NULL, NULL, "track" },
    { "N|1|track|a|b", TRACK_INSTANT, 1, "a|b", NO_VALUE, FALSE, NULL, NULL, NULL, "track" },
    { "N|1|track", TRACK_INSTANT, 1, "(empty)", NO_VALUE, FALSE, NULL, NULL, NULL, "track" },
    { "G|1|track|name|5", TRACK_BEGIN, 1, "name", 5, FALSE, NULL, NULL, NULL, "track" },
    { "G|1|track|a|6|b|-5", TRACK_BEGIN, 1, "a|6|b", -5, FALSE, NULL, NULL, NULL, "track" },
    { "G|1|a name|5", TRACK_BEGIN, 1, "a name", 5, FALSE, NULL, NULL, NULL, "" },
    { "G|1||name|5", TRACK_BEGIN, 1, "name", 5, FALSE, NULL, NULL, NULL, "" },
    { "G|1|track||5", TRACK_BEGIN, 1, "(empty)", 5, FALSE, NULL, NULL, NULL, "track" },
    { "G|1|track|name", TRACK_BEGIN, 1, "name", NO_VALUE, FALSE, NULL, NULL, NULL, "track" },
    { "G|1|track", TRACK_BEGIN, 1, "(empty)", NO_VALUE, FALSE, NULL, NULL, NULL, "track" },
    { "H|1|track|name|5", TRACK_END, 1, "name", 5, FALSE, NULL, NULL, NULL, "track" },
    { "H|1|track|5", TRACK_END, 1, "", 5, FALSE, NULL, NULL, NULL, "track" },
  };

  check_marks (cases, G_N_ELEMENTS (cases));
}

static void
test_other (void)
{
  static const MarkCase cases[] = {
    { "", OTHER, -1, "", NO_VALUE, FALSE },
    { " \r", OTHER, -1, "", NO_VALUE, FALSE },
    { "hello world ", OTHER, -1, "hello world", NO_VALUE, FALSE },
    { "B", OTHER, -1, "B", NO_VALUE, FALSE },
    { "B|", OTHER, -1, "B|", NO_VALUE, FALSE },
    { "B||a", OTHER, -1, "B||a", NO_VALUE, FALSE },
    { "B|x|a", OTHER, -1, "B|x|a", NO_VALUE, FALSE },
    { "B|-1|a", OTHER, -1, "B|-1|a", NO_VALUE, FALSE },
    { "B|2147483648|a", OTHER, -1, "B|2147483648|a", NO_VALUE, FALSE },
    { "Bx|1|a", OTHER, -1, "Bx|1|a", NO_VALUE, FALSE },
    { "Ex", OTHER, -1, "Ex", NO_VALUE, FALSE },
    { "E|x", OTHER, -1, "E|x", NO_VALUE, FALSE },
    { "X|1|a", OTHER, -1, "X|1|a", NO_VALUE, FALSE },
    /* trace-cmd prints the kernel function that wrote the mark. */
    { "tracing_mark_write: B|1|a", BEGIN, 1, "a", NO_VALUE, FALSE },
    { "tracing_mark_write: E", END, -1, "", NO_VALUE, FALSE },
    { "ffffffc0081a1234s: B|1|a", BEGIN, 1, "a", NO_VALUE, FALSE },
    { "0xffffffc0081a1234: E|1", END, 1, "", NO_VALUE, FALSE },
    { "ip=tracing_mark_write buf=B|1|a", BEGIN, 1, "a", NO_VALUE, FALSE },
    { "ip=0xffffffff8149ab1a buf=E|1", END, 1, "", NO_VALUE, FALSE },
    { "ip=x", OTHER, -1, "ip=x", NO_VALUE, FALSE },
    { "0x0: B|1|a", BEGIN, 1, "a", NO_VALUE, FALSE },
    /* In damaged captures, the type letter is missing. */
    { "0x0: 48|H:a", CUT, -1, "48|H:a", NO_VALUE, FALSE },
    { "48|H:a", CUT, -1, "48|H:a", NO_VALUE, FALSE },
    { "|48|H:a", CUT, -1, "|48|H:a", NO_VALUE, FALSE },
    { "48|", OTHER, -1, "48|", NO_VALUE, FALSE },
    { "48", OTHER, -1, "48", NO_VALUE, FALSE },
    { "beef: E|1", OTHER, -1, "beef: E|1", NO_VALUE, FALSE },
    { "foo: B|1|a", OTHER, -1, "foo: B|1|a", NO_VALUE, FALSE },
  };

  check_marks (cases, G_N_ELEMENTS (cases));
}

static void
test_clock_sync (void)
{
  static const struct
  {
    const char *args;
    TvFtraceClockSync sync;
    gint64 ns;
  } cases[] = {
    { "trace_event_clock_sync: parent_ts=683201.375000", TV_FTRACE_CLOCK_SYNC_PARENT,
      683201375000000 },
    { "trace_event_clock_sync: parent_ts=0.0", TV_FTRACE_CLOCK_SYNC_PARENT, 0 },
    { "trace_event_clock_sync: parent_ts=5", TV_FTRACE_CLOCK_SYNC_PARENT, 5000000000 },
    { "trace_event_clock_sync: parent_ts=5.1234567891", TV_FTRACE_CLOCK_SYNC_PARENT, 5123456789 },
    { "trace_event_clock_sync: name=x parent_ts=5.5", TV_FTRACE_CLOCK_SYNC_PARENT, 5500000000 },
    { "trace_event_clock_sync: realtime_ts=1616434280685\n", TV_FTRACE_CLOCK_SYNC_REALTIME,
      1616434280685000000 },
    { "trace_event_clock_sync: realtime_ts=", TV_FTRACE_CLOCK_SYNC_REALTIME, NO_VALUE },
    { "trace_event_clock_sync: realtime_ts=9223372036854775807", TV_FTRACE_CLOCK_SYNC_REALTIME,
      NO_VALUE },
    { "trace_event_clock_sync: parent_ts=x", TV_FTRACE_CLOCK_SYNC_PARENT, NO_VALUE },
    { "trace_event_clock_sync: parent_ts=9223372036854775807", TV_FTRACE_CLOCK_SYNC_PARENT,
      NO_VALUE },
    { "trace_event_clock_sync:", TV_FTRACE_CLOCK_SYNC_UNKNOWN, NO_VALUE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gsize len = strlen (cases[i].args);
      g_autofree char *args = copy_exactly (cases[i].args, len);
      TvFtraceMark mark;

      g_test_message ("row %" G_GSIZE_FORMAT, i);
      g_assert_true (tv_ftrace_mark_parse (args, len, &mark));
      g_assert_cmpint (mark.kind, ==, CLOCK_SYNC);
      g_assert_cmpint (mark.sync, ==, cases[i].sync);
      g_assert_cmpint (mark.has_value, ==, cases[i].ns != NO_VALUE);
      if (mark.has_value)
        g_assert_cmpint (mark.value, ==, cases[i].ns);
    }
}

static void
test_chains (void)
{
  static const struct
  {
    const char *args;
    const char *name;
    gboolean has_chain;
    guint64 ids[3];
    char side;
  } cases[] = {
    { "B|1|H:[8b00e96b2,2,1]#decode", "decode", TRUE, { 0x8b00e96b2, 2, 1 }, 0 },
    { "B|1|H:[8b00e96b2,2,1]#decode|M62|k=v", "decode", TRUE, { 0x8b00e96b2, 2, 1 }, 0 },
    { "S|1|H:[a,b,c]#two words 7", "two words", TRUE, { 10, 11, 12 }, 0 },
    { "B|1|H:[ffffffffffffffff,0,0]#x", "x", TRUE, { G_MAXUINT64, 0, 0 }, 0 },
    { "B|1|H:[8b00e96b2,2,1]#C##decode", "decode", TRUE, { 0x8b00e96b2, 2, 1 }, 'C' },
    { "B|1|H:[8b00e96b2,2,1]#S##decode", "decode", TRUE, { 0x8b00e96b2, 2, 1 }, 'S' },
    { "B|1|H:[1,2,3]##hash name", "hash name", TRUE, { 1, 2, 3 }, 0 },
    { "B|1|H:[1,2,3]###a#b", "a#b", TRUE, { 1, 2, 3 }, 0 },
    { "B|1|H:[1,2,3]#C###a", "a", TRUE, { 1, 2, 3 }, 'C' },
    { "B|1|H:##a", "##a", FALSE, { 0 }, 0 },
    { "B|1|H:[1,2,3]#", "(empty)", TRUE, { 1, 2, 3 }, 0 },
    /* Not a chain */
    { "B|1|[1,2,3]#x", "[1,2,3]#x", FALSE, { 0 }, 0 },
    { "B|1|H:[1,2,3]x", "[1,2,3]x", FALSE, { 0 }, 0 },
    { "B|1|H:[1,2,3]", "[1,2,3]", FALSE, { 0 }, 0 },
    { "B|1|H:[1,2]#x", "[1,2]#x", FALSE, { 0 }, 0 },
    { "B|1|H:[1,2,3,4]#x", "[1,2,3,4]#x", FALSE, { 0 }, 0 },
    { "B|1|H:[A,2,3]#x", "[A,2,3]#x", FALSE, { 0 }, 0 },
    { "B|1|H:[,,]#x", "[,,]#x", FALSE, { 0 }, 0 },
    { "B|1|H:[10000000000000000,2,3]#x", "[10000000000000000,2,3]#x", FALSE, { 0 }, 0 },
    { "B|1|H:[", "[", FALSE, { 0 }, 0 },
    { "B|1|H:[1", "[1", FALSE, { 0 }, 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gsize len = strlen (cases[i].args);
      g_autofree char *args = copy_exactly (cases[i].args, len);
      TvFtraceMark mark;

      g_test_message ("row %" G_GSIZE_FORMAT, i);
      g_assert_true (tv_ftrace_mark_parse (args, len, &mark));
      assert_span (mark.name, cases[i].name);
      g_assert_cmpint (mark.has_chain, ==, cases[i].has_chain);
      g_assert_cmpuint (mark.chain_id, ==, cases[i].ids[0]);
      g_assert_cmpuint (mark.span_id, ==, cases[i].ids[1]);
      g_assert_cmpuint (mark.parent_span_id, ==, cases[i].ids[2]);
      g_assert_cmpint (mark.chain_side, ==, cases[i].side);
    }
}

static void
test_args (void)
{
  static const struct
  {
    const char *args;
    const char *pairs; /* key=value pairs, separated by semicolons */
  } cases[] = {
    { "", "" },
    { "  ", "" },
    { "url=/a/41,len=2601", "url=/a/41;len=2601;" },
    { "a=1, b=2", "a=1;b=2;" },
    { "a=1,", "a=1;" },
    { "a=,b=", "a=;b=;" },
    { "a=x=y,b=2", "a=x=y;b=2;" },
    { "a=1,2,3,b=4", "a=1,2,3;b=4;" },
    { "a=1,,b=4", "a=1,;b=4;" },
    { "a={\"x\":1,\"y=z\":2},b=4", "a={\"x\":1,\"y=z\":2};b=4;" },
    { "no pair", "=no pair;" },
    { "no pair,a=1", "=no pair;a=1;" },
    { "=x", "==x;" },
    { "a=1,cut", "a=1,cut;" },
    { "a=b|c|M62", "a=b|c|M62;" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gsize len = strlen (cases[i].args);
      g_autofree char *args = copy_exactly (cases[i].args, len);
      g_autoptr (GString) pairs = g_string_new (NULL);
      TvFtraceArgIter iter;
      TvSpan key, value;

      tv_ftrace_arg_iter_init (&iter, (TvSpan){ args, len });
      while (tv_ftrace_arg_iter_next (&iter, &key, &value))
        {
          g_string_append_len (pairs, key.text, key.size);
          g_string_append_c (pairs, '=');
          g_string_append_len (pairs, value.text, value.size);
          g_string_append_c (pairs, ';');
        }
      g_assert_cmpstr (pairs->str, ==, cases[i].pairs);
    }
}

static void
test_nul (void)
{
  static const char args[] = "B|1|H:a\0b\0\0 \0";
  g_autofree char *copy = copy_exactly (args, sizeof args);
  TvFtraceMark mark;

  g_assert_true (tv_ftrace_mark_parse (copy, sizeof args, &mark));
  g_assert_cmpmem (mark.name.text, mark.name.size, "a\0b", 3);
}

static void
test_tags (void)
{
  TvSpan tags = { "0538621", 7 };
  guint tag;

  g_assert_true (tv_hitrace_tags_next (&tags, &tag));
  g_assert_cmpstr (tv_hitrace_tag_name (tag), ==, "COMMERCIAL");
  g_assert_true (tv_hitrace_tags_next (&tags, &tag));
  g_assert_cmpstr (tv_hitrace_tag_name (tag), ==, "GRAPHIC_AGP");
  g_assert_true (tv_hitrace_tags_next (&tags, &tag));
  g_assert_cmpstr (tv_hitrace_tag_name (tag), ==, "APP");
  g_assert_false (tv_hitrace_tags_next (&tags, &tag));
  g_assert_cmpstr (tv_hitrace_tag_name (0), ==, "ALWAYS");
  g_assert_null (tv_hitrace_tag_name (1));
  g_assert_null (tv_hitrace_tag_name (63));
  g_assert_null (tv_hitrace_tag_name (G_MAXUINT));
  g_assert_cmpstr (tv_hitrace_level_name ('M'), ==, "Commercial");
  g_assert_null (tv_hitrace_level_name ('X'));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ftrace-mark/slices", test_slices);
  g_test_add_func ("/ftrace-mark/valued", test_valued);
  g_test_add_func ("/ftrace-mark/tracks", test_tracks);
  g_test_add_func ("/ftrace-mark/other", test_other);
  g_test_add_func ("/ftrace-mark/clock-sync", test_clock_sync);
  g_test_add_func ("/ftrace-mark/chains", test_chains);
  g_test_add_func ("/ftrace-mark/args", test_args);
  g_test_add_func ("/ftrace-mark/nul", test_nul);
  g_test_add_func ("/ftrace-mark/tags", test_tags);
  return g_test_run ();
}
