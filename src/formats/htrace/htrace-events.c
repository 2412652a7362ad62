/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/htrace/htrace-events.h"

#include <stdlib.h>
#include <string.h>

/* Those that mean something to a viewer of traces, by number. All else is listed with the numbers of its
 * fields. */
static const TvHtraceEvent events[] = {
  { 104, 485, "binder_command", NULL },
  { 109, 53, "binder_lock", NULL },
  { 110, 54, "binder_locked", NULL },
  { 112, 486, "binder_return", NULL },
  { 113, 50, "binder_transaction", NULL },
  { 114, 0, "binder_transaction_alloc_buf",
    "transaction:i data_size:u offsets_size:u extra_buffers_size:u" },
  { 119, 51, "binder_transaction_received", NULL },
  { 122, 55, "binder_unlock", NULL },
  { 400, 321, "clk_disable", NULL },
  { 402, 320, "clk_enable", NULL },
  { 410, 322, "clk_set_rate", NULL },
  { 1109, 3, "print", NULL },
  { 1400, 21, "ipi_entry", NULL },
  { 1401, 22, "ipi_exit", NULL },
  { 1402, 23, "ipi_raise", NULL },
  { 1500, 36, "irq_handler_entry", NULL },
  { 1501, 37, "irq_handler_exit", NULL },
  { 1502, 24, "softirq_entry", NULL },
  { 1503, 25, "softirq_exit", NULL },
  { 1504, 26, "softirq_raise", NULL },
  { 1800, 0, "oom_score_adj_update", "pid:i comm:s oom_score_adj:i" },
  { 2000, 15, "clock_disable", NULL },
  { 2001, 14, "clock_enable", NULL },
  { 2002, 16, "clock_set_rate", NULL },
  { 2003, 11, "cpu_frequency", NULL },
  { 2004, 12, "cpu_frequency_limits", NULL },
  { 2005, 13, "cpu_idle", NULL },
  { 2019, 113, "suspend_resume", NULL },
  { 2200, 329, "sys_enter", NULL },
  { 2201, 330, "sys_exit", NULL },
  { 2402, 491, "sched_migrate_task", NULL },
  { 2404, 0, "sched_pi_setprio", "comm:s pid:i oldprio:i newprio:i" },
  { 2405, 237, "sched_process_exec", NULL },
  { 2406, 0, "sched_process_exit", "comm:s pid:i prio:i" },
  { 2407, 239, "sched_process_fork", NULL },
  { 2408, 240, "sched_process_free", NULL },
  { 2409, 242, "sched_process_wait", NULL },
  { 2417, 4, "sched_switch", NULL },
  { 2420, 17, "sched_wakeup", NULL },
  { 2421, 114, "sched_wakeup_new", NULL },
  { 2422, 20, "sched_waking", NULL },
  { 2700, 235, "task_newtask", NULL },
  { 2701, 236, "task_rename", NULL },
  { 2801, 553, "hrtimer_expire_entry", NULL },
  { 2802, 554, "hrtimer_expire_exit", NULL },
  { 2808, 557, "timer_expire_entry", NULL },
  { 2809, 558, "timer_expire_exit", NULL },
  { 3101, 57, "workqueue_execute_end", NULL },
  { 3102, 58, "workqueue_execute_start", NULL },
  { 4000, 65, "regulator_set_voltage", NULL },
  { 4001, 66, "regulator_set_voltage_complete", NULL },
  { 4002, 18, "sched_blocked_reason", NULL },
  { 4003, 340, "gpu_mem_total", NULL },
  { 4004, 0, "rss_stat", "mm_id:u curr:u member:i size:i" },
};

static int
compare (const void *number, const void *event)
{
  guint left = *(const guint *) number, right = ((const TvHtraceEvent *) event)->number;

  return (left > right) - (left < right);
}

/* Returns: (nullable): the event of a number, if it is one of those that are known */
const TvHtraceEvent *
tv_htrace_event_find (guint number)
{
  return bsearch (&number, events, G_N_ELEMENTS (events), sizeof *events, compare);
}

static void
put_fields (const char *names, TvSpan message, GString *text)
{
  g_autoptr (GArray) fields = g_array_new (FALSE, FALSE, sizeof (TvPerfettoEventField));
  g_auto (GStrv) words = g_strsplit (names, " ", -1);
  TvPerfettoEvent event = { 0, "", fields };

  for (guint i = 0; words[i] != NULL; i++)
    {
      char *colon = strchr (words[i], ':');
      TvPerfettoEventField field = { i + 1, words[i], colon[1] };

      *colon = '\0';
      g_array_append_val (fields, field);
    }
  tv_perfetto_put_fields (&event, message, text);
}

/**
 * tv_htrace_event_put:
 * @self: an event
 * @texts: what is needed to say it
 * @message: what it says
 * @text: (inout): gets it behind what it has, as the kernel prints it
 */
void
tv_htrace_event_put (const TvHtraceEvent *self,
                     const TvPerfettoTexts *texts,
                     TvSpan message,
                     GString *text)
{
  if (self->fields != NULL)
    put_fields (self->fields, message, text);
  else if (!tv_perfetto_put_mark (self->like, message, text))
    tv_perfetto_put_event (texts, self->like, message, text);
}
