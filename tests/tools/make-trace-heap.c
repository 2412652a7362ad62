/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "make-trace-heap.h"

#include <string.h>

#include "make-trace-forms.h"
#include "make-trace-proto.h"

#define PID       4711u
#define SEQUENCE  7u
#define FIRST_NS  G_GUINT64_CONSTANT (8000000000000)
#define DUMP_NS   G_GUINT64_CONSTANT (5000000000)
#define KB        G_GUINT64_CONSTANT (1024)
#define N_DUMPS   5u
#define MAX_DEPTH 10u
#define COARSE    4u

typedef struct
{
  const char *name;
  guint library; /* index of the library */
} Function;

/* A stack with its allocated and freed memory up to each dump, in KiB. All blocks of a stack have the same
 * size. */
typedef struct
{
  guint functions
      [MAX_DEPTH]; /* function indexes + 1, outermost function first; 0 after the last function */
  guint piece;
  guint allocated[N_DUMPS];
  guint freed[N_DUMPS];
} Story;

static const char *const libraries[] = {
  "/apex/com.android.runtime/lib64/bionic/libc.so",  "/apex/com.android.art/lib64/libart.so",
  "/data/app/com.example.shop/lib/arm64/libshop.so", "/system/lib64/libhwui.so",
  "/data/app/com.example.shop/oat/arm64/base.odex",
};

enum
{
  LIBC,
  LIBART,
  SHOP,
  HWUI,
  ODEX,
};

enum
{
  INIT = 1,
  INVOKE,
  LOOP,
  ON_CREATE,
  ON_BIND,
  CACHE_PUT,
  DECODE,
  ALLOC_PIXELS,
  LOAD_CATALOG,
  PARSE,
  READ_TEXT,
  OPERATOR_NEW,
  MALLOC,
  START_THREAD,
  RENDER,
  UPLOAD,
  FETCH,
  INFLATE,
  LOG_EVENT,
  CHECKOUT,
  QUOTE,
};

static const Function functions[] = {
  [INIT] = { "__libc_init", LIBC },
  [INVOKE] = { "art_quick_invoke_stub", LIBART },
  [LOOP] = { "android.os.Looper.loop", ODEX },
  [ON_CREATE] = { "com.example.shop.ShopActivity.onCreate", ODEX },
  [ON_BIND] = { "com.example.shop.CatalogAdapter.onBindViewHolder", ODEX },
  [CACHE_PUT] = { "_ZN4shop10ImageCache3putERKNS_3KeyEN5ImageE", SHOP },
  [DECODE] = { "_ZN4shop7Decoder6decodeEPKhm", SHOP },
  [ALLOC_PIXELS] = { "_ZN8SkBitmap11allocPixelsERK11SkImageInfo", HWUI },
  [LOAD_CATALOG] = { "com.example.shop.Catalog.load", ODEX },
  [PARSE] = { "_ZN4shop10JsonReader9readArrayEv", SHOP },
  [READ_TEXT] = { "_ZN4shop10JsonReader8readTextEv", SHOP },
  [OPERATOR_NEW] = { "_Znwm", SHOP },
  [MALLOC] = { "malloc", LIBC },
  [START_THREAD] = { "__start_thread", LIBC },
  [RENDER] = { "_ZN7android10uirenderer12renderthread12RenderThread10threadLoopEv", HWUI },
  [UPLOAD] = { "_ZN7android10uirenderer12TextureCache6uploadERK8SkBitmap", HWUI },
  [FETCH] = { "_ZN4shop10HttpClient5fetchERKNS_3UrlE", SHOP },
  [INFLATE] = { "inflate", SHOP },
  [LOG_EVENT] = { "_ZN4shop9Analytics3logERKNS_5EventE", SHOP },
  [CHECKOUT] = { "com.example.shop.Checkout.open", ODEX },
  [QUOTE] = { "_ZN4shop6Basket5quoteEv", SHOP },
};

#define MAIN INIT, INVOKE, LOOP

static const Story stories[] = {
  { { MAIN, ON_BIND, CACHE_PUT, DECODE, ALLOC_PIXELS, MALLOC },
    256,
    { 4096, 9216, 15872, 23040, 30720 },
    { 0, 0, 512, 512, 768 } },
  { { MAIN, ON_BIND, CACHE_PUT, OPERATOR_NEW, MALLOC },
    1,
    { 96, 210, 360, 512, 690 },
    { 0, 0, 12, 12, 18 } },
  { { MAIN, ON_CREATE, LOAD_CATALOG, PARSE, OPERATOR_NEW, MALLOC },
    8,
    { 9600, 12160, 12160, 12800, 12800 },
    { 640, 11200, 12160, 12160, 12800 } },
  { { MAIN, ON_CREATE, LOAD_CATALOG, PARSE, READ_TEXT, MALLOC },
    2,
    { 3072, 3900, 3900, 4096, 4096 },
    { 64, 2600, 3000, 3120, 3330 } },
  { { START_THREAD, RENDER, UPLOAD, MALLOC },
    512,
    { 2048, 4096, 6144, 6144, 6144 },
    { 0, 0, 0, 1024, 3072 } },
  { { START_THREAD, FETCH, INFLATE, MALLOC },
    64,
    { 5120, 11264, 18432, 24576, 31744 },
    { 4992, 11072, 18176, 24448, 31616 } },
  { { START_THREAD, FETCH, LOG_EVENT, OPERATOR_NEW, MALLOC },
    1,
    { 40, 88, 131, 180, 226 },
    { 0, 0, 0, 0, 0 } },
  { { MAIN, CHECKOUT, QUOTE, OPERATOR_NEW, MALLOC },
    4,
    { 0, 0, 0, 1280, 1400 },
    { 0, 0, 0, 0, 96 } },
};

static void
write_packet (Output *output, GByteArray *packet)
{
  g_autoptr (GByteArray) header = g_byte_array_new ();

  proto_put_bytes (header, 1, packet->data, packet->len);
  trace_output_text (output, (const char *) header->data, header->len);
  g_byte_array_set_size (packet, 0);
}

static void
write_clocks (Output *output, GByteArray *packet)
{
  static const guint clocks[] = { 6, 3, COARSE };
  g_autoptr (GByteArray) snapshot = g_byte_array_new ();
  g_autoptr (GByteArray) clock = g_byte_array_new ();

  for (guint i = 0; i < G_N_ELEMENTS (clocks); i++)
    {
      proto_put_number (clock, 1, clocks[i]);
      proto_put_number (clock, 2, FIRST_NS);
      proto_put_message (snapshot, 1, clock);
    }
  proto_put_number (packet, 10, SEQUENCE);
  proto_put_message (packet, 6, snapshot);
  write_packet (output, packet);
}

static void
write_process (Output *output, GByteArray *packet)
{
  g_autoptr (GByteArray) tree = g_byte_array_new ();
  g_autoptr (GByteArray) process = g_byte_array_new ();

  proto_put_number (process, 1, PID);
  proto_put_number (process, 2, 300);
  proto_put_text (process, 3, "com.example.shop");
  proto_put_message (tree, 1, process);
  proto_put_message (packet, 2, tree);
  write_packet (output, packet);
}

/* Writes InternedData: the components of stacks, each with an id. */
static void
put_stacks (GByteArray *packet)
{
  g_autoptr (GByteArray) interned = g_byte_array_new ();
  g_autoptr (GByteArray) entry = g_byte_array_new ();

  for (guint i = 0; i < G_N_ELEMENTS (libraries); i++)
    {
      proto_put_number (entry, 1, i + 1);
      proto_put_text (entry, 2, libraries[i]);
      proto_put_message (interned, 17, entry);
      proto_put_number (entry, 1, i + 1);
      proto_put_number (entry, 4, (guint64) (i + 1) << 32);
      proto_put_number (entry, 5, ((guint64) (i + 1) << 32) + (1 << 24));
      proto_put_number (entry, 7, i + 1);
      proto_put_message (interned, 19, entry);
    }
  for (guint i = 1; i < G_N_ELEMENTS (functions); i++)
    {
      proto_put_number (entry, 1, i);
      proto_put_text (entry, 2, functions[i].name);
      proto_put_message (interned, 5, entry);
      proto_put_number (entry, 1, i);
      proto_put_number (entry, 2, i);
      proto_put_number (entry, 3, functions[i].library + 1);
      proto_put_number (entry, 4, i * 4096);
      proto_put_message (interned, 6, entry);
    }
  for (guint i = 0; i < G_N_ELEMENTS (stories); i++)
    {
      proto_put_number (entry, 1, i + 1);
      for (guint at = 0; at < MAX_DEPTH && stories[i].functions[at] != 0; at++)
        proto_put_number (entry, 2, stories[i].functions[at]);
      proto_put_message (interned, 7, entry);
    }
  proto_put_message (packet, 12, interned);
}

static void
put_dump (GByteArray *packet, guint dump)
{
  g_autoptr (GByteArray) profile = g_byte_array_new ();
  g_autoptr (GByteArray) heap = g_byte_array_new ();
  g_autoptr (GByteArray) sample = g_byte_array_new ();

  proto_put_number (heap, 1, PID);
  for (guint i = 0; i < G_N_ELEMENTS (stories); i++)
    {
      const Story *story = &stories[i];

      proto_put_number (sample, 1, i + 1);
      proto_put_number (sample, 2, story->allocated[dump] * KB);
      proto_put_number (sample, 3, story->freed[dump] * KB);
      proto_put_number (sample, 5, story->allocated[dump] / story->piece);
      proto_put_number (sample, 6, story->freed[dump] / story->piece);
      proto_put_message (heap, 2, sample);
    }
  proto_put_number (heap, 9, FIRST_NS + (dump + 1) * DUMP_NS);
  proto_put_text (heap, 11, "libc.malloc");
  proto_put_message (profile, 5, heap);
  proto_put_number (profile, 8, dump);
  proto_put_message (packet, 37, profile);
}

gboolean
heap_write (const TraceOptions *options, GError **error)
{
  Output *output = trace_output_open (options->path, error);
  g_autoptr (GByteArray) packet = g_byte_array_new ();

  if (output == NULL)
    return FALSE;
  write_clocks (output, packet);
  write_process (output, packet);
  for (guint dump = 0; dump < N_DUMPS; dump++)
    {
      proto_put_number (packet, 8, FIRST_NS + (dump + 1) * DUMP_NS);
      proto_put_number (packet, 10, SEQUENCE);
      proto_put_number (packet, 13, dump == 0 ? 1 : 2);
      if (dump == 0)
        put_stacks (packet);
      put_dump (packet, dump);
      write_packet (output, packet);
    }
  return trace_output_close (output, options->cut, error);
}
