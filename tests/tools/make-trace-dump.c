/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "make-trace-dump.h"

#include <string.h>

#include "make-trace-forms.h"

/* First chooses the waits in a process, then writes them. Some threads form cycles. Some of the other threads wait for
 * an earlier thread, so that no additional cycle forms. There are also apparent cycles: a thread in Object.wait() has
 * released the lock that it lists as locked, and a thread may wait for its own lock. */

#define FIRST_PID 2000
#define LOCK_BASE 0x04f60000u
/* number of waiting threads per process in the deadlock between the first two processes */
#define BINDER_PLACES 2

typedef enum
{
  FORM_ART,
  FORM_DALVIK,
  FORM_HOTSPOT,
} DumpForm;

typedef enum
{
  DOES_WANT,
  DOES_CALL,
  DOES_WAIT, /* waits for a notification */
  DOES_SLEEP,
  DOES_IDLE,
  DOES_RUN,
  N_DOES,
} Does;

typedef struct
{
  Does does;
  guint target; /* index of the thread that owns the requested lock */
  gboolean names_owner;
  gboolean is_own; /* whether the thread waits for its own lock */
  char *name;
} DumpThread;

typedef struct
{
  const TraceOptions *options;
  DumpForm form;
  GRand *rand;
  GString *text;
  GString *calls; /* binder calls */
  const char *eol;
  guint n_cycles;
  guint n_threads;
  DumpThread *threads; /* threads of the current process */
} Dump;

static guint
pick (Dump *self, guint n)
{
  return (guint) g_rand_int_range (self->rand, 0, (gint32) MAX (n, 1));
}

static void G_GNUC_PRINTF (2, 3) say_line (Dump *self, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_string_append_vprintf (self->text, format, arguments);
  va_end (arguments);
  g_string_append (self->text, self->eol);
}

/* ---- Actions of threads ---- */

static char *
pick_name (Dump *self, guint i)
{
  static const char *const odd[] = { "",
                                     "a \"b\" prio=1",
                                     "x <0x1> (a y)",
                                     "\xe2\x80\xae"
                                     "evil",
                                     "<b>bold</b>",
                                     "tab\there" };

  if (self->options->has_oddities && pick (self, 3) == 0)
    return g_strdup (odd[pick (self, G_N_ELEMENTS (odd))]);
  return g_strdup_printf ("thread-%u", i);
}

static void
draw_cycle (Dump *self, guint first, guint size)
{
  for (guint k = 0; k < size; k++)
    {
      DumpThread *thread = &self->threads[first + k];

      *thread = (DumpThread){ .does = DOES_WANT, .target = first + (k + 1) % size };
      /* ART usually names the owner. Otherwise, the list of locks of the owner identifies it. */
      thread->names_owner = self->form == FORM_DALVIK || pick (self, 4) > 0;
      thread->name = g_strdup_printf ("cycle %u %u", self->n_cycles, k);
    }
  self->n_cycles++;
}

static void
draw_other (Dump *self, guint i)
{
  DumpThread *thread = &self->threads[i];

  *thread = (DumpThread){ .does = (Does) (DOES_WAIT + pick (self, N_DOES - DOES_WAIT)),
                          .names_owner = TRUE };
  if (i > 0 && pick (self, 3) == 0)
    {
      thread->does = DOES_WANT;
      thread->target = pick (self, i);
      thread->is_own = pick (self, 8) == 0;
      thread->names_owner = self->form == FORM_DALVIK || pick (self, 4) > 0;
    }
  thread->name = pick_name (self, i);
}

/* Makes the first two processes wait for each other: thread 0 waits for a lock of thread 1, which calls thread 0 of
 * the other process. Returns the number of these threads in @process; 0 if it has none. */
static guint
draw_calls (Dump *self, guint process)
{
  guint other = 1 - process;

  if (process > 1 || self->form == FORM_HOTSPOT || self->options->processes < 2 ||
      self->n_threads < BINDER_PLACES)
    return 0;
  self->threads[0] = (DumpThread){ .does = DOES_WANT, .target = 1, .names_owner = TRUE };
  self->threads[0].name = g_strdup_printf ("cycle 0 %u", 2 * process);
  self->threads[1] = (DumpThread){ .does = DOES_CALL };
  self->threads[1].name = g_strdup_printf ("cycle 0 %u", 2 * process + 1);
  g_string_append_printf (
      self->calls,
      "  thread %u: l 11%s"
      "    outgoing transaction %u: d63b4ee0 from %u:%u to %u:%u code 3 flags 10 pri 0 r1%s"
      "    incoming transaction %u: d63b4ee1 from %u:%u to %u:%u code 3 flags 10 pri 0 r1%s",
      FIRST_PID + 1000 * process + 1, self->eol, 100 + process, FIRST_PID + 1000 * process,
      FIRST_PID + 1000 * process + 1, FIRST_PID + 1000 * other, FIRST_PID + 1000 * other, self->eol,
      200 + process, FIRST_PID + 1000 * other, FIRST_PID + 1000 * other + 7,
      FIRST_PID + 1000 * process, FIRST_PID + 1000 * process + 1, self->eol);
  return BINDER_PLACES;
}

static void
draw_process (Dump *self, guint process)
{
  guint i = draw_calls (self, process);

  while (i + 2 <= self->n_threads && pick (self, 3) > 0)
    {
      guint size = 2 + pick (self, MIN (self->n_threads - i - 1, 5));

      draw_cycle (self, i, MIN (size, self->n_threads - i));
      i += MIN (size, self->n_threads - i);
    }
  for (; i < self->n_threads; i++)
    draw_other (self, i);
}

/* ---- Output ---- */

static void
say_frame (Dump *self, const char *method)
{
  const char *indent = self->form == FORM_HOTSPOT ? "\t" : "  ";

  say_line (self, "%sat org.example.%s(Example.java:%u)", indent, method, 1 + pick (self, 90));
}

static void
say_lock (Dump *self, const char *words, guint owner, gboolean names_owner)
{
  const char *indent = self->form == FORM_HOTSPOT ? "\t" : "  ";
  g_autofree char *held = NULL;

  if (names_owner && self->form == FORM_ART)
    held = g_strdup_printf (" held by thread %u", owner + 1);
  else if (names_owner && self->form == FORM_DALVIK)
    held = g_strdup_printf (pick (self, 2) ? " held by tid=%u (x)" : " held by threadid=%u (x)",
                            owner + 1);
  say_line (self, "%s- %s <0x%08x> (a org.example.Lock)%s", indent, words, LOCK_BASE + owner,
            held != NULL ? held : "");
}

static void
say_stack (Dump *self, guint i)
{
  const DumpThread *thread = &self->threads[i];
  guint target = thread->is_own ? i : thread->target;

  switch (thread->does)
    {
    case DOES_WANT:
      say_frame (self, "Shop.take");
      say_lock (self, "waiting to lock", target, thread->names_owner);
      break;
    case DOES_CALL:
      say_line (self, "  at android.os.BinderProxy.transact(Native Method)");
      say_frame (self, "IShop$Stub$Proxy.buy");
      break;
    case DOES_WAIT:
      say_line (self, "%sat java.lang.Object.wait(Native method)",
                self->form == FORM_HOTSPOT ? "\t" : "  ");
      say_lock (self, "waiting on", i, FALSE);
      break;
    case DOES_SLEEP:
      say_line (self, "%sat java.lang.Thread.sleep(Native method)",
                self->form == FORM_HOTSPOT ? "\t" : "  ");
      break;
    case DOES_IDLE:
      say_line (self, "%sat android.os.MessageQueue.nativePollOnce(Native method)",
                self->form == FORM_HOTSPOT ? "\t" : "  ");
      break;
    case DOES_RUN:
    default:
      say_frame (self, "Shop.work");
      if (self->form == FORM_ART && pick (self, 4) == 0)
        say_line (self, "  ... repeated %u times", 1 + pick (self, 1000));
    }
  for (guint n = pick (self, 4); n > 0; n--)
    say_frame (self, "Shop.deeper");
  if (self->form != FORM_DALVIK)
    say_lock (self, "locked", i, FALSE);
  say_frame (self, "Shop.main");
}

static const char *
get_state (Dump *self, Does does)
{
  static const char *const states[3][N_DOES] = {
    { "Blocked", "Native", "Waiting", "Sleeping", "Native", "Runnable" },
    { "MONITOR", "NATIVE", "WAIT", "TIMED_WAIT", "NATIVE", "RUNNABLE" },
    { "BLOCKED", "RUNNABLE", "WAITING", "TIMED_WAITING", "RUNNABLE", "RUNNABLE" },
  };

  return states[self->form][does];
}

static void
say_thread (Dump *self, guint process, guint i)
{
  const DumpThread *thread = &self->threads[i];
  guint sys_tid = FIRST_PID + 1000 * process + i;
  const char *daemon = pick (self, 4) == 0 ? " daemon" : "";

  if (self->form == FORM_HOTSPOT)
    {
      say_line (self, "\"%s\" #%u%s prio=5 os_prio=0 tid=0x%x nid=0x%x waiting [0x1]", thread->name,
                i + 1, daemon, 0x70000 + i, sys_tid);
      say_line (self, "   java.lang.Thread.State: %s", get_state (self, thread->does));
      say_stack (self, i);
      say_line (self, "%s", "");
      say_line (self, "   Locked ownable synchronizers:");
      say_line (self, "\t- None");
    }
  else
    {
      say_line (self, "\"%s\"%s prio=5 tid=%u %s", thread->name, daemon, i + 1,
                get_state (self, thread->does));
      say_line (self, "  | group=\"main\" sCount=1 dsCount=0 obj=0x%x self=0x%x", i, i);
      say_line (self, "  | sysTid=%u nice=0 cgrp=default sched=0/0 handle=0x%x", sys_tid, i);
      say_line (self, "  | state=S schedstat=( %u %u %u ) utm=%u stm=%u core=%u HZ=100", i, i, i,
                pick (self, 500), pick (self, 90), pick (self, 8));
      say_stack (self, i);
    }
  if (self->options->has_oddities && pick (self, 6) == 0)
    say_line (self, "  (what nobody knows: %u)", pick (self, 100));
  say_line (self, "%s", "");
}

static void
say_process (Dump *self, guint process)
{
  guint pid = FIRST_PID + 1000 * process;
  gboolean has_end = !self->options->has_oddities || self->form != FORM_ART || pick (self, 4) > 0;

  draw_process (self, process);
  if (self->form == FORM_HOTSPOT)
    {
      say_line (self, "2026-02-03 10:11:%02u", process % 60);
      say_line (self, "Full thread dump OpenJDK 64-Bit Server VM (17.0.9+9 mixed mode):");
      say_line (self, "%s", "");
    }
  else
    {
      say_line (self, "----- pid %u at 2026-02-03 10:11:%02u -----", pid, process % 60);
      say_line (self, "Cmd line: org.example.p%u", process);
      say_line (self, "%s", "");
      if (self->form == FORM_ART)
        say_line (self, "DALVIK THREADS (%u):", self->n_threads);
      else
        say_line (self, "DALVIK THREADS:%s(mutexes: tll=0 tsl=0)", self->eol);
    }
  for (guint i = 0; i < self->n_threads; i++)
    say_thread (self, process, i);
  if (self->form == FORM_HOTSPOT)
    say_line (self, "JNI global refs: 15, weak refs: 0");
  else if (has_end)
    say_line (self, "----- end %u -----", pid);
  say_line (self, "%s", "");
  for (guint i = 0; i < self->n_threads; i++)
    g_free (self->threads[i].name);
}

static gboolean
find_form (const char *line, DumpForm *form, GError **error)
{
  static const char *const names[] = { "art", "dalvik", "hotspot" };

  *form = FORM_ART;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_strcmp0 (line, names[i]) == 0)
      *form = (DumpForm) i;
    else if (i + 1 == G_N_ELEMENTS (names) && line != NULL && !g_str_equal (names[*form], line))
      {
        g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                     "A dump is of art, dalvik or hotspot");
        return FALSE;
      }
  return TRUE;
}

gboolean
dump_write (const TraceOptions *options, GError **error)
{
  Dump self = { .options = options, .n_threads = (guint) options->threads };
  g_autoptr (GRand) rand = g_rand_new_with_seed ((guint32) options->seed);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) calls = g_string_new (NULL);
  g_autofree DumpThread *threads = g_new0 (DumpThread, MAX (options->threads, 1));
  Output *output;

  if (!find_form (options->line, &self.form, error))
    return FALSE;
  self.rand = rand;
  self.text = text;
  self.calls = calls;
  self.threads = threads;
  self.eol = options->has_oddities && pick (&self, 2) == 0 ? "\r\n" : "\n";
  self.n_cycles = self.form != FORM_HOTSPOT && options->processes > 1 && options->threads > 1;
  if (self.form == FORM_ART)
    say_line (&self, "Subject: Input dispatching timed out (org.example.p0 is not responding)");
  for (int p = 0; p < options->processes; p++)
    say_process (&self, (guint) p);
  if (calls->len > 0)
    say_line (&self, "binder transactions:%sproc %u%s%s", self.eol, FIRST_PID, self.eol,
              calls->str);
  output = trace_output_open (options->path, error);
  if (output == NULL)
    return FALSE;
  trace_output_text (output, text->str, text->len);
  return trace_output_close (output, options->cut, error);
}
