/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "make-trace-logcat.h"

#include "make-trace-forms.h"

#define SYSTEM_PID   1712
#define FIRST_PID    14210
#define DEFAULT_SIZE 400000
#define PIECE_BYTES  (1024 * 1024)

/* Time of the first line, 2025-12-31 23:41:02, as seconds of the day. */
#define START_S (23 * 3600 + 41 * 60 + 2)

typedef struct
{
  const TraceOptions *options;
  GRand *rand;
  GString *text;
  Output *output;
  gint64 n_bytes; /* number of bytes written */
  gint64 us;      /* time in µs since midnight of the first day */
  guint pid;      /* pid of the app */
} Log;

static guint
pick (Log *self, guint n)
{
  return (guint) g_rand_int_range (self->rand, 0, (gint32) MAX (n, 1));
}

/* Advances the time by a random amount below @max_us. */
static void
wait_us (Log *self, guint max_us)
{
  self->us += pick (self, max_us);
}

static void G_GNUC_PRINTF (6, 7)
    say (Log *self, guint pid, guint tid, char level, const char *tag, const char *format, ...)
{
  gint64 s = self->us / 1000000;
  gint64 day = s / 86400;
  va_list arguments;

  /* After New Year, the year changes; after a month, the days start again. */
  g_string_append_printf (
      self->text, "%s-%02d %02d:%02d:%02d.%03d %5u %5u %c %-8s: ", day == 0 ? "2025-12" : "2026-01",
      day == 0 ? 31 : (int) ((day - 1) % 31 + 1), (int) (s / 3600 % 24), (int) (s / 60 % 60),
      (int) (s % 60), (int) (self->us / 1000 % 1000), pid, tid, level, tag);
  va_start (arguments, format);
  g_string_append_vprintf (self->text, format, arguments);
  va_end (arguments);
  g_string_append_c (self->text, '\n');
}

/* ---- Ordinary lines ---- */

static void
chat (Log *self)
{
  static const struct
  {
    char level;
    const char *tag;
    const char *text;
    const char *end;
  } lines[] = {
    { 'D', "WifiHAL", "Creating message to get link statistics; iface = ", "" },
    { 'I', "ShopSync", "merge: ", " remote items, 3 local" },
    { 'V', "Layout", "measure pass ", " done" },
    { 'D', "OkHttp", "--> GET https://api.example.com/v2/cart/", "" },
    { 'I', "InputReader", "Touch down, display 0, at 540, ", "" },
    { 'W', "OrderDb", "transaction opened while CartStore is locked (CartStore.kt:", ")" },
    { 'I', "PowerManagerService", "Acquiring suspend blocker ", "" },
    { 'D', "BufferQueueProducer", "[shop] queueBuffer: slot ", "" },
    { 'W', "OkHttp", "A connection to https://api.example.com/",
      " was leaked. Did you forget to close a response body?" },
    { 'E', "ImageLoader", "decoding /data/img/", ".webp failed: unexpected end" },
  };
  guint i = pick (self, 40);
  gboolean is_app = pick (self, 2) == 0;

  i = i < G_N_ELEMENTS (lines) ? i : i % 5; /* warnings and errors are rare */
  wait_us (self, 30000);
  if (!is_app && i == 1)
    i = 0;
  say (self, is_app ? self->pid : SYSTEM_PID, (is_app ? self->pid : SYSTEM_PID) + pick (self, 12),
       lines[i].level, lines[i].tag, "%s%u%s", lines[i].text, pick (self, 2000), lines[i].end);
}

static void
collect (Log *self)
{
  guint paused = 80 + pick (self, 60);

  wait_us (self, 20000);
  say (
      self, self->pid, self->pid + 5, 'I', "om.example.shop",
      "Background concurrent mark compact GC freed %uKB AllocSpace bytes, 12(412KB) LOS objects, %u%% "
      "free, 38MB/97MB, paused %uus total %ums",
      8000 + pick (self, 4000), 40 + pick (self, 30), paused, 80 + pick (self, 60));
}

static void
jerk (Log *self)
{
  say (self, self->pid, self->pid, 'I', "Choreographer",
       "Skipped %u frames!  The application may be doing too much work on its main thread.",
       30 + pick (self, 80));
}

/* ---- Life cycle of the app ---- */

static void
start_app (Log *self)
{
  say (
      self, SYSTEM_PID, 1839, 'I', "am_proc_start",
      "[0,%u,10123,com.example.shop,next-top-activity,{com.example.shop/com.example.shop.MainActivity}]",
      self->pid);
  say (self, SYSTEM_PID, 1839, 'I', "ActivityManager",
       "Start proc %u:com.example.shop/u0a123 for next-top-activity "
       "{com.example.shop/com.example.shop.MainActivity}",
       self->pid);
  say (
      self, SYSTEM_PID, 1839, 'I', "wm_create_activity",
      "[0,118463,42,com.example.shop/.MainActivity,android.intent.action.MAIN,NULL,NULL,268435456]");
  for (guint i = 0; i < 40; i++)
    chat (self);
  say (self, SYSTEM_PID, 1839, 'I', "wm_resume_activity",
       "[0,118463,42,com.example.shop/.MainActivity]");
  say (self, self->pid, self->pid, 'I', "wm_on_resume_called",
       "[118463,com.example.shop.MainActivity,RESUME_ACTIVITY,%u]", 5 + pick (self, 20));
  say (self, SYSTEM_PID, 1750, 'I', "ActivityTaskManager",
       "Displayed com.example.shop/.MainActivity for user 0: +%us%03ums", pick (self, 3),
       pick (self, 1000));
}

static void
use_app (Log *self)
{
  for (guint i = 0; i < 600; i++)
    {
      chat (self);
      if (i % 97 == 96)
        collect (self);
      if (i % 211 == 210)
        jerk (self);
      if (i % 331 == 330)
        say (self, SYSTEM_PID, 1802, 'I', "binder_sample",
             "[android.app.IActivityManager,%u,%u,com.example.shop,100]", pick (self, 90),
             500 + pick (self, 300));
    }
}

/* Reports that the device removed lines of the app, because its log buffer was full. */
static void
drop (Log *self)
{
  say (self, self->pid, self->pid + 3, 'I', "chatty",
       "uid=10123(com.example.shop) Thread-3 expire %u lines", 2 + pick (self, 60));
}

static void
crash (Log *self)
{
  say (self, self->pid, self->pid, 'E', "AndroidRuntime", "FATAL EXCEPTION: main");
  say (self, self->pid, self->pid, 'E', "AndroidRuntime", "Process: com.example.shop, PID: %u",
       self->pid);
  say (self, self->pid, self->pid, 'E', "AndroidRuntime",
       "java.lang.IllegalStateException: cart is closed");
  for (guint i = 0; i < 12; i++)
    say (self, self->pid, self->pid, 'E', "AndroidRuntime",
         "\tat com.example.shop.CartStore.step%u(CartStore.kt:%u)", i, 40 + i);
  say (
      self, SYSTEM_PID, 1839, 'I', "am_crash",
      "[%u,0,com.example.shop,948387396,java.lang.IllegalStateException,cart is closed,CartStore.kt,40,0]",
      self->pid);
}

static void
hang (Log *self)
{
  say (self, SYSTEM_PID, 1762, 'W', "InputDispatcher",
       "Waiting for com.example.shop/.MainActivity to finish the event, 3002 ms");
  for (guint i = 0; i < 60; i++)
    chat (self);
  say (
      self, SYSTEM_PID, 1839, 'I', "am_anr",
      "[0,%u,com.example.shop,948387396,Input dispatching timed out (com.example.shop/.MainActivity is not "
      "responding. Waited 5003ms for MotionEvent)]",
      self->pid);
  say (self, SYSTEM_PID, 1839, 'E', "ActivityManager",
       "ANR in com.example.shop (com.example.shop/.MainActivity)");
  say (self, SYSTEM_PID, 1839, 'E', "ActivityManager", "PID: %u", self->pid);
  say (
      self, SYSTEM_PID, 1839, 'E', "ActivityManager",
      "Reason: Input dispatching timed out (com.example.shop/.MainActivity is not responding. Waited "
      "5003ms)");
  say (self, SYSTEM_PID, 1839, 'E', "ActivityManager", "Load: 1.92 / 1.41 / 1.07");
  jerk (self);
}

static void
end_app (Log *self)
{
  wait_us (self, 400000);
  say (self, SYSTEM_PID, 1839, 'I', "wm_pause_activity",
       "[0,118463,com.example.shop/.MainActivity,userLeaving=false,x]");
  say (self, SYSTEM_PID, 1839, 'I', "am_kill",
       "[0,%u,com.example.shop,0,user request after error,51200]", self->pid);
  say (self, SYSTEM_PID, 1839, 'I', "am_proc_died", "[0,%u,com.example.shop,0,2]", self->pid);
  say (self, 700, 700, 'I', "Zygote", "Process %u exited due to signal 9 (Killed)", self->pid);
  self->pid += 7;
  self->us += 3000000;
}

static void
put (Log *self)
{
  trace_output_text (self->output, self->text->str, self->text->len);
  self->n_bytes += (gint64) self->text->len;
  g_string_truncate (self->text, 0);
}

gboolean
logcat_write (const TraceOptions *options, GError **error)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed ((guint32) options->seed);
  g_autoptr (GString) text = g_string_sized_new (PIECE_BYTES);
  Log self = { options,  rand,
               text,     trace_output_open (options->path, error),
               0,        START_S * (gint64) 1000000,
               FIRST_PID };
  gint64 size = options->bytes > 0 ? options->bytes : DEFAULT_SIZE;

  if (self.output == NULL)
    return FALSE;
  g_string_append (text, "--------- beginning of main\n");
  for (guint life = 0; self.n_bytes + (gint64) text->len < size; life++)
    {
      start_app (&self);
      use_app (&self);
      if (options->has_oddities || life % 2 == 1)
        drop (&self);
      if (life % 3 == 2)
        crash (&self);
      else
        hang (&self);
      end_app (&self);
      put (&self);
    }
  put (&self);
  return trace_output_close (self.output, options->cut, error);
}
