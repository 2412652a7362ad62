/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "make-trace-fault.h"

/* Writes a freeze: a warning and the block, three seconds apart, each with the event queue and the stacks of all
 * threads. The name of the unfinished event is the cause of the freeze. In the two reports, the stacks of the main
 * thread are equal (still), differ (busy), or are in a call to another process (call). */

#define SERVER_PID 901u
#define MAX_DONE   8 /* maximum number of executed events in a queue */

static const char *const kinds[] = { "still", "busy", "call" };

static void
say_time (GString *out, const char *key, guint ms)
{
  g_string_append_printf (out, "%s2025-12-31 23:59:%02u.%03u", key, ms / 1000, ms % 1000);
}

/* Writes an event. @began is 0 if the event is pending, and @ended is 0 if it has not ended. */
static void
say_event (Fault *self, const char *prefix, guint due, guint began, guint ended, const char *name)
{
  GString *line = g_string_new (prefix);

  g_string_append_printf (line, "Event { send thread = %u", FAULT_PID + 1);
  say_time (line, ", send time = ", due);
  say_time (line, ", handle time = ", due);
  if (began > 0)
    say_time (line, ", trigger time = ", began);
  if (began > 0 && ended > 0)
    say_time (line, ", completeTime time = ", ended);
  else if (began > 0)
    g_string_append (line, ", completeTime time = ");
  g_string_append_printf (line, "%s, task name = %s, caller = [a b.cpp(F<x, y>:7)] }",
                          began > 0 ? ", priority = High" : "", name);
  fault_say (self, "%s", line->str);
  g_string_free (line, TRUE);
}

/* Writes an event queue. The queues of both reports list the executed events. The second queue also contains pending
 * events that the first queue lacks. */
static void
say_queue (Fault *self, guint seen_ms, guint n_done, guint n_waiting, const char *kind)
{
  g_autofree char *slow = g_strdup_printf ("planted %s", kind);
  GString *line = g_string_new (" EventHandler dump begin curTime: ");

  say_time (line, "", seen_ms);
  fault_say (self, "mainHandler dump is:%s%s", self->eol, line->str);
  fault_say (self, " Event runner (Thread name = , Thread ID = %u) is running", FAULT_PID);
  g_string_assign (line, " Current Running: ");
  say_time (line, "start at ", 50100);
  g_string_append (line, ", ");
  say_event (self, line->str, 50000, 50100, 0, slow);
  fault_say (self, " History event queue information:");
  for (guint i = 0; i < n_done; i++)
    {
      g_string_printf (line, " No. %u : ", i);
      say_event (self, line->str, 40000 + i * 1000, 40000 + i * 1000 + i * 10, 40500 + i * 1000,
                 "quick");
    }
  g_string_printf (line, " No. %u : ", n_done);
  say_event (self, line->str, 50000, 50100, 0, slow);
  fault_say (self, " VIP priority event queue information:");
  for (guint i = 0; i < n_waiting; i++)
    {
      g_string_printf (line, " No.%u : ", i + 1);
      say_event (self, line->str, 50500 + i * 100, 0, 0, "waits");
    }
  fault_say (self, " Total size of VIP events : %u%s Total event size : %u", n_waiting, self->eol,
             n_waiting);
  g_string_free (line, TRUE);
}

static void
say_stacks (Fault *self, guint report, const char *kind)
{
  gboolean is_busy = g_str_equal (kind, "busy");

  fault_say (self, "%sOpenStacktraceCatcher -- pid==%u packageName is org.example%s", self->eol,
             FAULT_PID, self->eol);
  for (guint i = 0; i < self->threads->len; i++)
    {
      const FaultThread *thread = &g_array_index (self->threads, FaultThread, i);

      fault_say (self, "Tid:%u, Name:%s", thread->tid, thread->name);
      fault_say (self, "state=S, utime=%u, stime=4, priority=0, nice=-20, clk=100",
                 is_busy ? 100 + report * 250 : 100);
      if (g_str_equal (kind, "call"))
        fault_say (self,
                   "#00 pc 0010 /lib/libipc.z.so(OHOS::BinderInvoker::WaitForCompletion(int)+4)");
      else
        fault_say (self, "#00 pc %04x /lib/libc.so(work+%u)", is_busy ? report * 16 : 16, 4);
      fault_say (self, "#01 at load%u (entry/src/a.ets:%u:3)", i, i + 1);
    }
}

static void
say_calls (Fault *self, guint seen_ms)
{
  fault_say (self, "%sBinderCatcher --%s", self->eol, self->eol);
  fault_say (self, "    %u:%u to %u:0 code 1a wait:%u.%03u s frz_state:3", FAULT_PID, FAULT_PID,
             SERVER_PID, (seen_ms - 50100) / 1000, (seen_ms - 50100) % 1000);
  fault_say (self, "    async 3:3 to 4:4 code 1 wait:0.1 s");
  fault_say (self, "%spid     context         request started max     ready   free_async_space",
             self->eol);
  fault_say (self, "%u    binder  0       16      16      0       520192", SERVER_PID);
}

static void
say_report (Fault *self, guint report, const char *kind)
{
  guint seen_ms = 53000 + report * 3000;

  fault_say (self, "*******************************************");
  fault_say (self, "start time: 2025/12/31-23:59:%02u:010", seen_ms / 1000);
  fault_say (self, "DOMAIN = AAFWK%sEVENTNAME = THREAD_BLOCK_%uS", self->eol, report * 3 + 3);
  fault_say (self, "TIMESTAMP = 2025/12/31-23:59:%02u:000%sPID = %u%sMSG = ", seen_ms / 1000,
             self->eol, FAULT_PID, self->eol);
  say_queue (self, seen_ms, MIN (self->n_files, MAX_DONE), self->n_lines / 2 * (report + 1), kind);
  say_stacks (self, report, kind);
  if (g_str_equal (kind, "call"))
    say_calls (self, seen_ms);
  fault_say (self, "Catcher log total time is 334ms");
}

void
freeze_write (Fault *self)
{
  const char *kind = kinds[fault_pick (self, G_N_ELEMENTS (kinds))];

  fault_say (self, "Device info:x%sBuild info:OpenHarmony 6.0%sModule name:org.example", self->eol,
             self->eol);
  fault_say (self, "Pid:%u%sUid:1%sReason:THREAD_BLOCK_6S", FAULT_PID, self->eol, self->eol);
  fault_say (self, "appfreeze: org.example THREAD_BLOCK_6S at 20251231235956");
  fault_say (self, "Page switch history:%s  23:59:40:502 :enters foreground", self->eol);
  fault_say (self, ">>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>");
  fault_say (self, "STRINGID:THREAD_BLOCK_6S%sTIMESTAMP:2025/12/31-23:59:56:360%sMSG:", self->eol,
             self->eol);
  say_report (self, 0, kind);
  say_report (self, 1, kind);
}
