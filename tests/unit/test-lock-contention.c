/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests waits for locks and garbage collections with hand-written logs. */

#include "analysis/system/gc-events.h"
#include "analysis/system/lock-contention.h"
#include "core/error.h"
#include "log-text.h"
#include "table-text.h"

/* Thread 100 is the main thread of its process, which also has threads 101, 102 and 103. */
#define B(us, tid, name) us "|" tid "|0|tracing_mark_write: B|100|" name "\n"
#define E(us, tid)       us "|" tid "|0|tracing_mark_write: E|100\n"

#define MONITOR(owner, waiters)                                                                    \
  "monitor contention with owner " owner                                                           \
  " at void a.Store.save(int, long)(Store.java:42) waiters=" waiters                               \
  " blocking from java.lang.Object a.Ui.load()(Ui.java:17)"
#define SEEN(us, tid) us "|" tid "|0|print: x\n"

#define COLUMNS                                                                                    \
  "ts dur tid owner_tid lock method owner_method waiters kind source owner_name owner_from depth"

static const struct
{
  const char *name;
  const char *log;
  const char *rows;
} locks[] = {
  { "monitor",
    SEEN ("1", "101") B ("10", "100", MONITOR ("t101 (101)", "2"))
        B ("11", "100", "Lock contention on a monitor lock (owner tid: 101)") E ("19", "100")
            E ("20", "100"),
    "10000|10000|100|101|-|a.Ui.load|a.Store.save|2|monitor|Ui.java:17|t101|tid|0\n" },
  /* The runtime uses thread ids of its own, so the name identifies the owner. */
  { "runtime-id", SEEN ("1", "101") B ("10", "100", MONITOR ("t101 (7)", "0")) E ("20", "100"),
    "10000|10000|100|101|-|a.Ui.load|a.Store.save|0|monitor|Ui.java:17|t101|name|0\n" },
  { "unknown-owner", SEEN ("1", "101") B ("10", "100", MONITOR ("t9 (x) (7)", "0")) E ("20", "100"),
    "10000|10000|100|-|-|a.Ui.load|a.Store.save|0|monitor|Ui.java:17|t9 (x)|-|0\n" },
  /* A chain: the owner itself waits for a lock. */
  { "chain",
    SEEN ("1", "102") B ("5", "101", MONITOR ("t102 (102)", "0"))
        B ("10", "100", MONITOR ("t101 (101)", "0")) B ("12", "103", MONITOR ("t100 (100)", "0"))
            E ("20", "101") E ("30", "100") E ("40", "103"),
    "5000|15000|101|102|-|a.Ui.load|a.Store.save|0|monitor|Ui.java:17|t102|tid|0\n"
    "10000|20000|100|101|-|a.Ui.load|a.Store.save|0|monitor|Ui.java:17|t101|tid|1\n"
    "12000|28000|103|100|-|a.Ui.load|a.Store.save|0|monitor|Ui.java:17|t100|tid|2\n" },
  { "runtime",
    SEEN ("1", "101") B ("10", "100", "Lock contention on thread list lock (owner tid: 101)")
        E ("20", "100") B ("30", "100", "Lock contention on a monitor lock (owner tid: 0)")
            E ("40", "100"),
    "10000|10000|100|101|thread list lock|-|-|-|runtime|-|t101|tid|0\n"
    "30000|10000|100|-|-|-|-|-|monitor|-|-|-|0\n" },
  /* The thread that unlocks the mutex wakes the waiting thread, and is therefore the owner. */
  { "mutex",
    "1|0|0|" SWITCH (0, "R", 100)
        B ("10", "100", "Contending for pthread mutex") "11|100|0|" SWITCH (
            100,
            "S",
            0) "15|101|1|" WAKE (100) "16|0|0|" SWITCH (0, "R", 100) E ("20", "100"),
    "10000|10000|100|101|-|-|-|-|mutex|-|t101|waker|0\n" },
  { "open", B ("10", "100", "Contending for pthread mutex") SEEN ("20", "101"),
    "10000|-1|100|-|-|-|-|-|mutex|-|-|-|0\n" },
  /* The end of the wait was lost: the slice contains work, so it does not represent a wait. */
  { "others",
    B ("10", "100", MONITOR ("t101 (101)", "0")) B ("12", "100", "work") E ("14", "100")
        E ("20", "100"),
    "" },
  { "none", B ("10", "100", "monitoring") E ("20", "100"), "" },
};

static void
test_locks (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autoptr (TvTrace) trace = load_log (locks[i].log);

  expect_rows (trace, "lock_contention", COLUMNS, locks[i].rows);
}

static const struct
{
  const char *name;
  const char *log;
  const char *rows;
} collections[] = {
  { "kinds",
    B ("10", "101", "Background young concurrent copying GC") E ("20", "101")
        B ("30", "101", "Alloc concurrent copying GC") E ("40", "101")
            B ("50", "101", "NativeAlloc concurrent copying GC") E ("60", "101")
                B ("70", "101", "Explicit concurrent copying GC") E ("80", "101")
                    B ("90", "101", "CollectorTransition mark sweep GC") E ("100", "101")
                        B ("110", "101", "semispace GC") SEEN ("120", "100"),
    "10000|10000|101|young|0|0\n30000|10000|101|alloc|0|0\n50000|10000|101|native_alloc|0|0\n"
    "70000|10000|101|explicit|0|0\n90000|10000|101|collector_transition|0|0\n"
    "110000|-1|101|full|0|0\n" },
  /* A collection inside another slice, followed by a compaction. The main thread waits for part of the collection. */
  { "compaction",
    B ("5", "101", "task") B ("10", "101", "Background concurrent mark compact GC")
        B ("12", "100", "GC: Wait For Completion Alloc") E ("18", "100") E ("20", "101")
            B ("21", "101", "CompactionPhase") E ("25", "101") E ("26", "101"),
    "10000|14000|101|full|1|6000\n" },
  { "nested",
    B ("10", "101", "young GC") B ("12", "101", "inner GC") E ("14", "101") E ("20", "101"),
    "10000|10000|101|young|0|0\n" },
  { "none", B ("10", "101", "GC") E ("20", "101"), "" },
};

static void
test_collections (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autoptr (TvTrace) trace = load_log (collections[i].log);

  expect_rows (trace, "gc_event", "ts dur tid kind is_mark_compact main_wait_dur",
               collections[i].rows);
}

static void
test_parts (void)
{
  g_autoptr (TvTrace) trace = load_log (locks[3].log);
  g_autoptr (TvSelection) range = tv_selection_new_range (35000, 36000);
  g_autoptr (GArray) last = tv_lock_contentions_new (trace, range, NULL, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (last->len, ==, 1);
  /* The chain is detected even though its first wait begins outside the range. */
  g_assert_cmpuint (g_array_index (last, TvLockContention, 0).depth, ==, 2);
  g_cancellable_cancel (cancellable);
  g_assert_null (tv_lock_contentions_new (trace, NULL, cancellable, &error));
  g_assert_error (error, TV_ERROR, TV_ERROR_CANCELLED);
  g_clear_error (&error);
  g_assert_null (tv_gc_events_new (trace, NULL, cancellable, &error));
  g_assert_error (error, TV_ERROR, TV_ERROR_CANCELLED);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (locks); i++)
    {
      g_autofree char *path = g_strconcat ("/lock-contention/", locks[i].name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_locks);
    }
  for (guint i = 0; i < G_N_ELEMENTS (collections); i++)
    {
      g_autofree char *path = g_strconcat ("/gc-events/", collections[i].name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_collections);
    }
  g_test_add_func ("/lock-contention/parts", test_parts);
  return g_test_run ();
}
