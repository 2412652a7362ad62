/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests binder calls between client and server with hand-written logs. */

#include "analysis/search.h"
#include "analysis/system/binder.h"
#include "log-text.h"
#include "table-text.h"

#define SEND(id, process, flags)                                                                   \
  "binder_transaction: transaction=" #id " dest_node=1 dest_proc=" #process                        \
  " dest_thread=0 reply=0 flags=" flags " code=0x3\n"
#define REPLY(id, process)                                                                         \
  "binder_transaction: transaction=" #id " dest_node=0 dest_proc=" #process                        \
  " dest_thread=0 reply=1 flags=0x0 code=0x0\n"
#define RECEIVE(id)          "binder_transaction_received: transaction=" #id "\n"
#define BEGIN(process, name) "tracing_mark_write: B|" #process "|" name "\n"
#define END(process)         "tracing_mark_write: E|" #process "\n"

#define COLUMNS                                                                                    \
  "interface method client_tid server_tid client_ts client_dur server_ts server_dur reply_ts "     \
  "dispatch_dur server_running_dur server_waiting_dur is_sync is_failed state aidl_name aidl_dur"

/* Thread 101 calls thread 201, which runs for 20 µs, waits for 10 µs and runs for 10 µs. */
#define SYNC                                                                                                          \
  "0|101|0|" SEND (1, 200, "0x10") "10|0|1|" SWITCH (0, "R", 201) "20|201|1|" RECEIVE (                               \
      1) "20|201"                                                                                                     \
         "|1|" BEGIN (                                                                                                \
             200,                                                                                                     \
             "AIDL::java::IShop::"                                                                                    \
             "buy::server") "40|201|1|" SWITCH (201, "S",                                                             \
                                                0) "50|0|1|" SWITCH (0, "R",                                          \
                                                                     201) "58|201|1|" END (200) "60|201|1|" REPLY (2, \
                                                                                                                   100) "80|101|0|" RECEIVE (2)

static const struct
{
  const char *what;
  const char *log;
  const char *rows;
} cases[] = {
  { "sync", SYNC,
    "IShop|buy|101|201|0|80000|20000|40000|60000|20000|30000|10000|1|0|answered|"
    "AIDL::java::IShop::buy::server|38000\n" },
  /* The work of a one-way call is the slice after its receipt, up to the next call. */
  { "one-way",
    "0|101|0|" SEND (1, 200, "0x11") "5|201|1|" RECEIVE (1) "6|201|1|" BEGIN (200, "HIDL::IShop::note::server") "9|201|1|" END (200) "20|101|0|" SEND (
        2,
        200,
        "0x11") "25|201|1|" RECEIVE (2) "30|101|0|" SEND (3,
                                                          200,
                                                          "0x11") "35|201|1|" RECEIVE (3) "36|201|1|" BEGIN (200,
                                                                                                             "AIDL::"
                                                                                                             "ndk::a::"
                                                                                                             "IX::go::"
                                                                                                             "ndkServer") "39|201|1|" END (200) "50|101|0|" SEND (4,
                                                                                                                                                                  200,
                                                                                                                                                                  "0x11"),
    "IShop|note|101|201|0|0|5000|0|-|5000|-|-|0|0|received|HIDL::IShop::note::server|3000\n"
    "-|-|101|201|20000|0|25000|0|-|5000|-|-|0|0|received|-|-\n"
    "a::IX|go|101|201|30000|0|35000|0|-|5000|-|-|0|0|received|AIDL::ndk::a::IX::go::ndkServer|3000\n"
    "-|-|101|-|50000|0|-|-|-|-|-|-|0|0|sent|-|-\n" },
  { "failed",
    "0|101|0|" SEND (1, 200, "0x10") "9|101|0|binder_return: cmd=0x7211 BR_FAILED_REPLY\n",
    "-|-|101|-|0|9000|-|-|-|-|-|-|1|1|failed|-|-\n" },
  /* The client's slice names the call if the server was not traced. */
  { "unanswered",
    "0|101|0|" BEGIN (100, "AIDL::cpp::IShop::sell::cppClient") "1|101|0|" SEND (
        1,
        200,
        "0x10") "5|201|1|" RECEIVE (1) "20|101|0|print: x\n",
    "IShop|sell|101|201|1000|-1|5000|-1|-|4000|-|-|1|0|unanswered|"
    "AIDL::cpp::IShop::sell::cppClient|-1\n" },
  /* Thread 201 calls thread 101 back. Thread 101 serves this call while thread 101 waits for the reply to its own
   * call. */
  { "nested",
    "0|101|0|" SEND (1, 200, "0x10") "5|201|1|" RECEIVE (1) "10|201|1|" SEND (2, 100, "0x10") "15|101|0|" RECEIVE (
        2) "20|101|0|" REPLY (3, 200) "25|201|1|" RECEIVE (3) "30|"
                                                              "201|1|" REPLY (
                                                                  4,
                                                                  100) "35|101|0|" RECEIVE (4),
    "-|-|101|201|0|35000|5000|25000|30000|5000|-|-|1|0|answered|-|-\n"
    "-|-|201|101|10000|15000|15000|5000|20000|5000|-|-|1|0|answered|-|-\n" },
  { "none", "0|101|0|print: x\n", "" },
};

static void
test_calls (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autoptr (TvTrace) trace = load_log (cases[i].log);

  expect_rows (trace, "binder_transaction", COLUMNS, cases[i].rows);
  g_assert_cmpint (tv_binder_has_any (trace), ==, cases[i].rows[0] != '\0');
}

/* ---- Ranges ---- */

static void
test_selection (void)
{
  static const struct
  {
    gint64 start_ns, end_ns;
    guint32 tid; /* 0 = all threads */
    guint n;
  } parts[] = {
    { 0, 80000, 0, 1 },   { 0, 80000, 101, 1 },   { 0, 80000, 201, 1 },
    { 0, 80000, 301, 0 }, { 70000, 80000, 0, 1 }, { 80000, 90000, 0, 0 },
  };
  g_autoptr (TvTrace) trace = load_log (SYNC "90|301|0|print: x\n");
  guint32 n;
  const TvThread *threads = tv_trace_get_threads (trace, &n);

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      g_autoptr (TvSelection) range = tv_selection_new_range (parts[i].start_ns, parts[i].end_ns);
      g_autoptr (TvSelection) selection = tv_selection_ref (range);
      g_autoptr (GArray) calls = NULL;

      for (guint32 utid = 0; utid < n; utid++)
        if (threads[utid].tid == parts[i].tid && parts[i].tid != 0)
          {
            tv_selection_unref (selection);
            selection = tv_selection_with_threads (range, trace, &utid, 1);
          }
      calls = tv_binder_calls_new (trace, selection, NULL, NULL);
      g_assert_cmpuint (calls->len, ==, parts[i].n);
    }
}

static void
test_cancelled (void)
{
  g_autoptr (TvTrace) trace = load_log (SYNC);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (tv_binder_calls_new (trace, NULL, cancellable, &error));
  g_assert_nonnull (error);
}

/* Each end of a call leads to the other end. */
static void
test_ends (void)
{
  g_autoptr (TvTrace) trace = load_log (cases[4].log);
  g_autoptr (GArray) calls = tv_binder_calls_new (trace, NULL, NULL, NULL);

  for (guint i = 0; i < calls->len; i++)
    {
      const TvBinderCall *call = &g_array_index (calls, TvBinderCall, i);
      TvBinderCall found;

      g_assert_true (tv_binder_find_call (trace, call->client_slice, &found));
      g_assert_cmpuint (found.server_slice, ==, call->server_slice);
      g_assert_true (tv_binder_find_call (trace, call->server_slice, &found));
      g_assert_cmpuint (found.client_slice, ==, call->client_slice);
    }
}

static void
test_search (void)
{
  g_autoptr (TvTrace) trace = load_log (SYNC);
  g_autoptr (TvTextMatch) match = tv_text_match_new ("ishop.buy", FALSE, NULL);
  g_autoptr (TvHits) hits = tv_search (trace, match, 1 << TV_HIT_SLICE, NULL);
  g_autoptr (GArray) calls = tv_binder_calls_new (trace, NULL, NULL, NULL);
  const TvBinderCall *call = &g_array_index (calls, TvBinderCall, 0);

  g_assert_cmpuint (tv_hits_get_n (hits), ==, 2);
  g_assert_cmpuint (tv_hits_get (hits, 0).id, ==, call->client_slice);
  g_assert_cmpuint (tv_hits_get (hits, 1).id, ==, call->server_slice);
}

/* ---- Names ---- */

static void
test_names (void)
{
  static const struct
  {
    const char *text;
    gboolean is_of_client;
    const char *interface, *method; /* NULL if the slice does not name a call */
  } names[] = {
    { "AIDL::java::IFoo::bar::server", FALSE, "IFoo", "bar" },
    { "AIDL::cpp::IFoo::bar::cppServer", FALSE, "IFoo", "bar" },
    { "AIDL::java::IFoo::bar::client", TRUE, "IFoo", "bar" },
    { "AIDL::java::IFoo::bar::client", FALSE, NULL, NULL },
    { "HIDL::IFoo::bar::server", FALSE, "IFoo", "bar" },
    { "AIDL::ndk::a::b::IFoo::bar::Server", FALSE, "a::b::IFoo", "bar" },
    { "AIDL::java::IFoo::server", FALSE, NULL, NULL },
    { "AIDL::server", FALSE, NULL, NULL },
    { "AIDL::java::::::server", FALSE, NULL, NULL },
    { "HIDL::server", FALSE, NULL, NULL },
    { "AIDL", FALSE, NULL, NULL },
    { "binder reply", FALSE, NULL, NULL },
    { "", FALSE, NULL, NULL },
    { NULL, FALSE, NULL, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      TvBinderName name;
      gboolean found = tv_binder_parse_name (names[i].text, names[i].is_of_client, &name);

      g_assert_cmpint (found, ==, names[i].interface != NULL);
      if (!found)
        continue;
      g_assert_cmpmem (name.interface, name.interface_bytes, names[i].interface,
                       strlen (names[i].interface));
      g_assert_cmpmem (name.method, name.method_bytes, names[i].method, strlen (names[i].method));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/binder/", cases[i].what, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_calls);
    }
  g_test_add_func ("/binder/selection", test_selection);
  g_test_add_func ("/binder/cancelled", test_cancelled);
  g_test_add_func ("/binder/ends", test_ends);
  g_test_add_func ("/binder/search", test_search);
  g_test_add_func ("/binder/names", test_names);
  return g_test_run ();
}
