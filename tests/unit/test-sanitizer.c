/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/error.h"
#include "fault-trace.h"

/* Tests reports of sanitizers, in files and in logs. */

#define ASAN                                                                                       \
  "==10==ERROR: AddressSanitizer: heap-use-after-free on address 0x0020 at pc 0x1 bp 0x2 sp 0x3\n"
#define ACCESS "READ of size 4 at 0x0020 thread T17 (worker)\n"
#define FRAMES                                                                                     \
  "    #0 0x77 in A::copy(int, char*) /src/a.cpp:42:7\n    #1 0x78  (/data/app/x/lib+a.so+0x10)\n"
#define FREED                                                                                      \
  "freed by thread T0 here:\n    #0 0x79 in free (/data/app/libclang_rt.asan.so+0x30) (BuildId: 5af3)\n"

static void
test_reports (void)
{
  static const struct
  {
    const char *text;
    const char *fault;
    const char *titles;  /* titles of the dumps */
    const char *threads; /* name, number of frames */
    const char *frames;
  } cases[] = {
    { "=====\n" ASAN ACCESS FRAMES "\n0x0020 is located 16 bytes inside of 64-byte region\n" FREED
      "\nSUMMARY: AddressSanitizer: heap-use-after-free\n==10==ABORTING\n",
      "crash|10|-|0x0000000000000020|AddressSanitizer: heap-use-after-free on address 0x0020\n",
      "-\nfreed by thread T0\n", "worker|2\n-|1\n",
      "0|A::copy(int, char*)|-|119|/src/a.cpp|42\n0|-|/data/app/x/lib+a.so|16|-|-\n"
      "1|free|/data/app/libclang_rt.asan.so|48|-|-\n" },
    { "==10==ERROR: AddressSanitizer: SEGV on unknown address 0x0008 (pc 0x1 bp 0x2 sp 0x3 T0)\n"
      "    #0 0x77 in f\n",
      "crash|10|SIGSEGV|0x0000000000000008|AddressSanitizer: SEGV on unknown address 0x0008\n",
      "-\n", "-|1\n", "0|f|-|119|-|-\n" },
    { "*** GWP-ASan detected a memory error ***\n"
      "Use After Free at 0x30 (0 bytes into an allocation) by thread 12 here:\n"
      "  #0 0x40 (/x.so+0x1)\n\n0x30 was deallocated by thread 13 here:\n  #0 0x50 (/x.so+0x2)\n"
      "*** End GWP-ASan report ***\n",
      "crash|-|-|0x0000000000000030|Use After Free at 0x30 (0 bytes into an allocation)\n",
      "-\n0x30 was deallocated by thread 13\n", "-|1\n-|1\n",
      "0|-|/x.so|1|-|-\n1|-|/x.so|2|-|-\n" },
    { "==10==WARNING: MemorySanitizer: use-of-uninitialized-value\n    #0 0x77 in f /a.c:1:2\n\n"
      "  Uninitialized value was stored to memory at\n    #0 0x78 in g /a.c:3:4\n\n"
      "  Uninitialized value was created by a heap allocation\n    #0 0x79 in h /a.c:5:6\n"
      "==10==Hint: not a frame\n",
      "crash|10|-|-|MemorySanitizer: use-of-uninitialized-value\n",
      "-\nUninitialized value was stored to memory at\n"
      "Uninitialized value was created by a heap allocation\n",
      "-|1\n-|1\n-|1\n", "0|f|-|119|/a.c|1\n1|g|-|120|/a.c|3\n2|h|-|121|/a.c|5\n" },
    /* ThreadSanitizer prints frames without addresses. */
    { "==10==ERROR: ThreadSanitizer: SEGV on unknown address 0x0008 (pc 0x1 bp 0x2 sp 0x3 T10)\n"
      "    #0 A::f(int) /src/a.cpp:42:7 (lib.so+0x10)\n    #1 g <null> (lib.so+0x20)\n",
      "crash|10|SIGSEGV|0x0000000000000008|ThreadSanitizer: SEGV on unknown address 0x0008\n",
      "-\n", "-|2\n", "0|A::f(int)|lib.so|16|/src/a.cpp|42\n0|g|lib.so|32|-|-\n" },
    /* The stacks of a leak report do not become part of the crash. */
    { "==10==ERROR: AddressSanitizer: SEGV on unknown address 0x0008\n    #0 0x77 in f\n\n"
      "==10==ERROR: LeakSanitizer: detected memory leaks\n\n"
      "Direct leak of 8 byte(s) in 1 object(s) allocated from:\n    #0 0x79 in malloc\n",
      "crash|10|SIGSEGV|0x0000000000000008|AddressSanitizer: SEGV on unknown address 0x0008\n",
      "-\n", "-|1\n", "0|f|-|119|-|-\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvTrace) trace = load_fault (cases[i].text);

      g_test_message ("%s", cases[i].text);
      assert_rows (trace, "fault", "kind pid reason address message", cases[i].fault);
      assert_rows (trace, "thread_dump", "title", cases[i].titles);
      assert_rows (trace, "thread_dump_thread", "name n_frames", cases[i].threads);
      assert_rows (trace, "thread_dump_frame", "thread_id symbol library pc file line",
                   cases[i].frames);
    }
}

/* Several reports may follow each other, and other programs log between the lines of a report. */
static void
test_logged (void)
{
  static const char log[] =
      "I/wrap.sh (    9): ==10==ERROR: AddressSanitizer: one on address 0x1\n"
      "I/other   (   10): #0 0x7 in g\n"
      "I/wrap.sh (    9):     #0 0x8 in f\n"
      "I/wrap.sh (    9): ==10==ABORTING\n"
      "I/wrap.sh (    9):     #1 0x9 in g\n"
      "I/a       (    9): ==10==ERROR: HWAddressSanitizer: two on address 0x2\n"
      "F/DEBUG   (   11): ==10==ERROR: AddressSanitizer: again\n";
  g_autoptr (TvTrace) trace = load_fault (log);

  assert_rows (trace, "fault", "kind pid message",
               "crash|10|AddressSanitizer: one on address 0x1\n"
               "crash|10|HWAddressSanitizer: two on address 0x2\n");
  assert_rows (trace, "thread_dump_frame", "symbol", "f\n");
}

static void
test_other_texts (void)
{
  static const char *const texts[] = {
    ASAN,
    "we saw " ASAN FRAMES,
    "==10==ERROR: LeakSanitizer: detected memory leaks\n" FRAMES,
    "WARNING: ThreadSanitizer: data race (pid=10)\n    #0 f /a.c:1:2 (lib.so+0x10)\n",
    "==10==WARNING: AddressSanitizer: failed to fork\n" FRAMES,
    "==10==ERROR: ThreadSanitizer: SEGV\n    #0 no library\n",
    ASAN "a\nb\nc\nd\ne\nf\ng\nh\ni\n" FRAMES,
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GBytes) bytes = g_bytes_new_static (texts[i], strlen (texts[i]));
      g_autoptr (GError) error = NULL;

      g_assert_null (tv_load_bytes (bytes, NULL, NULL, NULL, &error));
      g_assert_error (error, TV_ERROR, TV_ERROR_NOT_A_TRACE);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sanitizer/reports", test_reports);
  g_test_add_func ("/sanitizer/logged", test_logged);
  g_test_add_func ("/sanitizer/other-texts", test_other_texts);
  return g_test_run ();
}
