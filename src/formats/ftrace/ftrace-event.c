/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace/ftrace-event.h"

#include <string.h>

/* Args are matched by their structure and never split at blanks: a thread may be called
 * "POSIX timer 249", "a=b" or "x ==> y". */

#define LONGEST_NAME     28
#define MOST_OF_A_LENGTH 8

typedef struct
{
  const char *name;
  TvFtraceEvent event;
} NamedEvent;

#define E(name, event)                                                                             \
  {                                                                                                \
    name, TV_FTRACE_EVENT_##event                                                                  \
  }
/* By the length of the name, which leaves hardly any to compare. */
static const NamedEvent events_by_length[LONGEST_NAME + 1][MOST_OF_A_LENGTH] = {
  [1] = { E ("0", MARK) },
  [5] = { E ("print", MARK) },
  [8] = { E ("cpu_idle", CPU_IDLE), E ("ipi_exit", IPI_EXIT), E ("rss_stat", RSS_STAT),
          E ("ion_stat", ION_STAT) },
  [9] = { E ("ipi_entry", IPI_ENTRY), E ("ipi_raise", IPI_RAISE) },
  [11] = { E ("task_rename", TASK_RENAME), E ("binder_lock", BINDER_LOCK) },
  [12] = { E ("sched_switch", SCHED_SWITCH), E ("sched_wakeup", SCHED_WAKEUP),
           E ("sched_waking", SCHED_WAKING), E ("task_newtask", TASK_NEWTASK),
           E ("softirq_exit", SOFTIRQ_EXIT), E ("clock_enable", CLOCK_ENABLE) },
  [13] = { E ("cpu_frequency", CPU_FREQUENCY), E ("softirq_entry", SOFTIRQ_ENTRY),
           E ("softirq_raise", SOFTIRQ_RAISE), E ("binder_locked", BINDER_LOCKED),
           E ("binder_unlock", BINDER_UNLOCK), E ("clock_disable", CLOCK_DISABLE),
           E ("ion_heap_grow", ION_HEAP_GROW), E ("dma_heap_stat", DMA_HEAP_STAT) },
  [14] = { E ("clock_set_rate", CLOCK_SET_RATE) },
  [15] = { E ("ion_heap_shrink", ION_HEAP_SHRINK) },
  [16] = { E ("sched_wakeup_new", SCHED_WAKEUP_NEW), E ("irq_handler_exit", IRQ_HANDLER_EXIT) },
  [17] = { E ("irq_handler_entry", IRQ_HANDLER_ENTRY) },
  [18] = { E ("tracing_mark_write", MARK), E ("sched_process_exec", SCHED_PROCESS_EXEC),
           E ("sched_process_exit", SCHED_PROCESS_EXIT),
           E ("sched_process_fork", SCHED_PROCESS_FORK),
           E ("sched_process_free", SCHED_PROCESS_FREE),
           E ("binder_transaction", BINDER_TRANSACTION) },
  [19] = { E ("thermal_temperature", THERMAL_TEMPERATURE) },
  [20] = { E ("sched_blocked_reason", SCHED_BLOCKED_REASON),
           E ("cpu_frequency_limits", CPU_FREQUENCY_LIMITS) },
  [21] = { E ("workqueue_execute_end", WORKQUEUE_EXECUTE_END) },
  [23] = { E ("workqueue_execute_start", WORKQUEUE_EXECUTE_START) },
  [27] = { E ("binder_transaction_received", BINDER_TRANSACTION_RECEIVED) },
  [28] = { E ("binder_transaction_alloc_buf", BINDER_TRANSACTION_ALLOC_BUF) },
};
#undef E

/**
 * tv_ftrace_event_lookup:
 * @name: an event's name
 *
 * Returns: the event, or %TV_FTRACE_EVENT_OTHER
 */
TvFtraceEvent
tv_ftrace_event_lookup (TvSpan name)
{
  if (name.size <= LONGEST_NAME)
    for (guint i = 0; i < MOST_OF_A_LENGTH; i++)
      {
        const NamedEvent *named = &events_by_length[name.size][i];

        if (named->name == NULL)
          break;
        if (memcmp (name.text, named->name, name.size) == 0)
          return named->event;
      }
  return TV_FTRACE_EVENT_OTHER;
}

/**
 * tv_ftrace_event_name:
 * @event: an event
 *
 * Returns: (nullable): its name in the kernel, or %NULL for %TV_FTRACE_EVENT_OTHER
 */
const char *
tv_ftrace_event_name (TvFtraceEvent event)
{
  for (guint size = LONGEST_NAME; size > 0; size--)
    for (guint i = 0; i < MOST_OF_A_LENGTH; i++)
      if (events_by_length[size][i].name != NULL && events_by_length[size][i].event == event)
        return events_by_length[size][i].name;
  return NULL;
}

/**
 * tv_ftrace_parse_state:
 * @text: a prev_state, such as `S`, `R+`, `D|K`
 * @state: (out): bits of #TvTaskState
 *
 * Returns: whether all of its letters are known
 */
gboolean
tv_ftrace_parse_state (TvSpan text, guint *state)
{
  static const char letters[] = "RSDTtXZPIxKWN+"; /* in the order of the bits */

  *state = 0;
  for (gsize i = 0; i < text.size; i++)
    {
      const char *letter;

      if (text.text[i] == '|' && i > 0 && i + 1 < text.size)
        continue;
      letter = memchr (letters, text.text[i], strlen (letters));
      if (letter == NULL)
        return FALSE;
      *state |= 1u << (letter - letters);
    }
  return *state != 0 && *state != TV_TASK_STATE_PREEMPTED;
}

static inline gboolean
is_digit (char c)
{
  return (guchar) (c - '0') < 10;
}

static inline gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\r' || c == '\0';
}

static gboolean
is_word (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

/* A decimal number of 64 bits. The kernel prints some of its signed numbers as unsigned ones, so
 * the upper half of these is taken for numbers below 0. */
static const char *
read_long (const char *at, const char *end, gint64 *number)
{
  gboolean is_negative = at < end && *at == '-';
  const char *start = at += is_negative;
  guint64 value = 0;

  for (; at < end && is_digit (*at); at++)
    {
      guint digit = *at - '0';

      if (value > (G_MAXUINT64 - digit) / 10)
        return NULL;
      value = value * 10 + digit;
    }
  if (at == start || (is_negative && value > (guint64) G_MAXINT64 + 1))
    return NULL;
  *number = (gint64) (is_negative ? 0 - value : value);
  return at;
}

static const char *
read_int (const char *at, const char *end, gint32 *number)
{
  gint64 value;

  at = read_long (at, end, &value);
  if (at == NULL || value < G_MININT32 || value > G_MAXINT32)
    return NULL;
  *number = (gint32) value;
  return at;
}

static const char *
read_hex (const char *at, const char *end, guint64 *number)
{
  const char *start;
  guint64 value = 0;

  if (end - at > 2 && at[0] == '0' && (at[1] | 0x20) == 'x')
    at += 2;
  for (start = at; at < end && g_ascii_isxdigit (*at); at++)
    {
      if (value >> 60 != 0)
        return NULL;
      value = value << 4 | (guint) g_ascii_xdigit_value (*at);
    }
  *number = value;
  return at > start ? at : NULL;
}

static const char *
read_word (const char *at, const char *end, TvSpan *word)
{
  const char *start = at;

  while (at < end && !is_blank (*at))
    at++;
  *word = (TvSpan){ start, at - start };
  return at > start ? at : NULL;
}

static const char *
read_value (char type, const char *at, const char *end, gpointer value)
{
  switch (type)
    {
    case 'd':
      return read_int (at, end, value);
    case 'l':
      return read_long (at, end, value);
    case 'x':
      return read_hex (at, end, value);
    case 'w':
    default:
      return read_word (at, end, value);
    }
}

/* Matches a pattern of literal characters and %d (gint32), %l (gint64), %x (guint64, hexadecimal),
 * %w (TvSpan, no blanks) and %s (TvSpan, anything: as short as makes the rest match; it is at the
 * end or followed by a literal). Returns where the pattern ended, which is not inside a word, or
 * NULL.
 *
 * When what follows a %s does not match, only that %s becomes longer. That is enough: if the rest
 * is not to be found behind it here, it is not behind a place further on either. */
#define match(text, pattern, ...) match_values (text, pattern, (const gpointer[]){ __VA_ARGS__ })

static const char *
match_values (TvSpan text, const char *pattern, const gpointer *values)
{
  const char *at = text.text, *end = text.text + text.size;
  const char *behind_any = NULL; /* the pattern behind the last %s */
  TvSpan *any = NULL;
  guint n = 0, n_any = 0;

  for (;;)
    {
      if (*pattern == '\0' && (at == end || !is_word (*at) || !is_word (at[-1])))
        return at;
      if (pattern[0] == '%' && pattern[1] == 's')
        {
          any = values[n++];
          n_any = n;
          pattern = behind_any = pattern + 2;
          *any = (TvSpan){ at, end - at };
          if (*pattern == '\0')
            return end;
          at = memchr (at, *pattern, end - at);
          if (at == NULL)
            return NULL;
          any->size = at - any->text;
          continue;
        }
      if (*pattern == '%')
        {
          const char *behind = read_value (pattern[1], at, end, values[n]);

          if (behind != NULL)
            {
              at = behind;
              pattern += 2;
              n++;
              continue;
            }
        }
      else if (*pattern != '\0' && at < end && *at == *pattern)
        {
          at++;
          pattern++;
          continue;
        }
      if (any == NULL)
        return NULL;
      at = any->text + any->size + 1;
      at = at < end ? memchr (at, *behind_any, end - at) : NULL;
      if (at == NULL)
        return NULL;
      any->size = at - any->text;
      pattern = behind_any;
      n = n_any;
    }
}

/* What is behind the first "key=" that does not follow a word. */
static gboolean
find_field (TvSpan text, const char *key, TvSpan *field)
{
  gsize size = strlen (key);
  const char *at = text.text, *end = text.text + text.size;

  while ((gsize) (end - at) >= size)
    {
      at = memchr (at, *key, end - at - size + 1);
      if (at == NULL)
        return FALSE;
      if ((at == text.text || !is_word (at[-1])) && memcmp (at, key, size) == 0)
        {
          *field = (TvSpan){ at + size, end - at - size };
          return TRUE;
        }
      at++;
    }
  return FALSE;
}

static gboolean
find_long (TvSpan text, const char *key, gint64 *number)
{
  TvSpan field;

  return find_field (text, key, &field) &&
         read_long (field.text, field.text + field.size, number) != NULL;
}

static TvSpan
trim_end (TvSpan text)
{
  while (text.size > 0 && is_blank (text.text[text.size - 1]))
    text.size--;
  return text;
}

gboolean
tv_ftrace_parse_sched_switch (TvSpan args, TvSchedSwitch *out)
{
  memset (out, 0, sizeof *out);
  return match (args,
                "prev_comm=%s prev_pid=%d prev_prio=%d prev_state=%w ==> next_comm=%s next_pid=%d "
                "next_prio=%d",
                &out->prev_comm, &out->prev_pid, &out->prev_prio, &out->prev_state, &out->next_comm,
                &out->next_pid, &out->next_prio) != NULL ||
         match (args, "%s:%d [%d] %w ==> %s:%d [%d]", &out->prev_comm, &out->prev_pid,
                &out->prev_prio, &out->prev_state, &out->next_comm, &out->next_pid,
                &out->next_prio) != NULL;
}

/* Of sched_wakeup, sched_wakeup_new and sched_waking. */
gboolean
tv_ftrace_parse_sched_wakeup (TvSpan args, TvSchedWakeup *out)
{
  const char *behind;
  gint32 success = 1;
  gint64 cpu;
  TvSpan rest;

  memset (out, 0, sizeof *out);
  if (match (args, "comm=%s pid=%d prio=%d target_cpu=%d", &out->comm, &out->pid, &out->prio,
             &out->target_cpu) != NULL ||
      match (args, "comm=%s pid=%d prio=%d success=%d target_cpu=%d", &out->comm, &out->pid,
             &out->prio, &success, &out->target_cpu) != NULL)
    {
      out->is_success = success != 0;
      return TRUE;
    }
  out->target_cpu = -1;
  out->is_success = TRUE;
  if (match (args, "comm=%s pid=%d prio=%d", &out->comm, &out->pid, &out->prio) != NULL)
    return TRUE;
  behind = match (args, "%s:%d [%d]", &out->comm, &out->pid, &out->prio);
  if (behind == NULL)
    return FALSE;
  rest = (TvSpan){ behind, args.text + args.size - behind };
  if (find_long (rest, "success=", &cpu))
    out->is_success = cpu != 0;
  if (find_long (rest, "CPU:", &cpu) && cpu >= 0 && cpu <= TV_FTRACE_MAX_CPU)
    out->target_cpu = (gint32) cpu;
  return TRUE;
}

gboolean
tv_ftrace_parse_blocked_reason (TvSpan args, TvSchedBlockedReason *out)
{
  gint32 io_wait;
  const char *behind;
  TvSpan rest;

  memset (out, 0, sizeof *out);
  out->delay = -1;
  behind = match (args, "pid=%d iowait=%d", &out->pid, &io_wait);
  if (behind == NULL)
    behind = match (args, "pid=%d io_wait=%d", &out->pid, &io_wait);
  if (behind == NULL)
    return FALSE;
  out->is_io_wait = io_wait != 0;
  rest = (TvSpan){ behind, args.text + args.size - behind };
  /* A function in a module is "f+0x1/0x2 [module]". */
  if (find_field (rest, "caller=", &rest) &&
      match (rest, "%s delay=%l", &out->caller, &out->delay) == NULL)
    out->caller = rest;
  out->caller = trim_end (out->caller);
  return TRUE;
}

/* Of sched_process_… and task_…. */
gboolean
tv_ftrace_parse_task (TvFtraceEvent event, TvSpan args, TvTaskEvent *out)
{
  memset (out, 0, sizeof *out);
  out->pid = out->child_pid = -1;
  switch ((guint) event)
    {
    case TV_FTRACE_EVENT_SCHED_PROCESS_EXEC:
      return match (args, "filename=%s pid=%d old_pid=", &out->comm, &out->pid) != NULL;
    case TV_FTRACE_EVENT_SCHED_PROCESS_EXIT:
    case TV_FTRACE_EVENT_SCHED_PROCESS_FREE:
      return match (args, "comm=%s pid=%d prio=", &out->comm, &out->pid) != NULL;
    case TV_FTRACE_EVENT_SCHED_PROCESS_FORK:
      return match (args, "comm=%s pid=%d child_comm=%s child_pid=%d", &out->comm, &out->pid,
                    &out->new_comm, &out->child_pid) != NULL;
    case TV_FTRACE_EVENT_TASK_NEWTASK:
      return match (args, "pid=%d comm=%s clone_flags=%x", &out->pid, &out->comm,
                    &out->clone_flags) != NULL;
    case TV_FTRACE_EVENT_TASK_RENAME:
      /* New kernels leave out the pid, which is the line's. */
      return match (args, "pid=%d oldcomm=%s newcomm=%s oom_score_adj=", &out->pid, &out->comm,
                    &out->new_comm) != NULL ||
             match (args, "oldcomm=%s newcomm=%s oom_score_adj=", &out->comm, &out->new_comm) !=
                 NULL;
    default:
      return FALSE;
    }
}

/* Of cpu_frequency, cpu_idle, clock_… and any event of this form. */
gboolean
tv_ftrace_parse_cpu_state (TvSpan args, TvCpuState *out)
{
  memset (out, 0, sizeof *out);
  return match (args, "state=%l cpu_id=%d", &out->state, &out->cpu) != NULL ||
         match (args, "%s state=%l cpu_id=%d", &out->name, &out->state, &out->cpu) != NULL;
}

gboolean
tv_ftrace_parse_cpu_limits (TvSpan args, TvCpuFrequencyLimits *out)
{
  memset (out, 0, sizeof *out);
  return match (args, "min=%l max=%l cpu_id=%d", &out->min, &out->max, &out->cpu) != NULL ||
         match (args, "min_freq=%l max_freq=%l cpu_id=%d", &out->min, &out->max, &out->cpu) != NULL;
}

/* "(Rescheduling interrupts)", perhaps with something before it. */
static gboolean
parse_ipi (TvSpan args, TvSpan *reason)
{
  const char *open;

  args = trim_end (args);
  open = memchr (args.text, '(', args.size);
  if (open == NULL || args.text[args.size - 1] != ')')
    return FALSE;
  *reason = (TvSpan){ open + 1, args.text + args.size - open - 2 };
  return TRUE;
}

/* Of irq_handler_…, softirq_… and ipi_…. */
gboolean
tv_ftrace_parse_irq (TvFtraceEvent event, TvSpan args, TvIrqEvent *out)
{
  memset (out, 0, sizeof *out);
  out->number = -1;
  args = trim_end (args);
  switch ((guint) event)
    {
    case TV_FTRACE_EVENT_IRQ_HANDLER_ENTRY:
      return match (args, "irq=%l name=%s", &out->number, &out->name) != NULL;
    case TV_FTRACE_EVENT_IRQ_HANDLER_EXIT:
      return match (args, "irq=%l ret=%s", &out->number, &out->name) != NULL;
    case TV_FTRACE_EVENT_SOFTIRQ_ENTRY:
    case TV_FTRACE_EVENT_SOFTIRQ_EXIT:
    case TV_FTRACE_EVENT_SOFTIRQ_RAISE:
      return match (args, "vec=%l [action=%s]", &out->number, &out->name) != NULL;
    case TV_FTRACE_EVENT_IPI_ENTRY:
    case TV_FTRACE_EVENT_IPI_EXIT:
    case TV_FTRACE_EVENT_IPI_RAISE:
      return parse_ipi (args, &out->name);
    default:
      return FALSE;
    }
}

/* Of binder_transaction…. */
gboolean
tv_ftrace_parse_binder (TvFtraceEvent event, TvSpan args, TvBinderTransaction *out)
{
  memset (out, 0, sizeof *out);
  switch ((guint) event)
    {
    case TV_FTRACE_EVENT_BINDER_TRANSACTION:
      return match (args,
                    "transaction=%l dest_node=%l dest_proc=%d dest_thread=%d reply=%d flags=%x "
                    "code=%x",
                    &out->transaction, &out->dest_node, &out->dest_proc, &out->dest_thread,
                    &out->is_reply, &out->flags, &out->code) != NULL;
    case TV_FTRACE_EVENT_BINDER_TRANSACTION_RECEIVED:
      return match (args, "transaction=%l", &out->transaction) != NULL;
    case TV_FTRACE_EVENT_BINDER_TRANSACTION_ALLOC_BUF:
      return match (args, "transaction=%l data_size=%l offsets_size=%l", &out->transaction,
                    &out->data_size, &out->offsets_size) != NULL;
    default:
      return FALSE;
    }
}

/* Of binder_lock, binder_locked and binder_unlock: `tag=binder_ioctl`. */
gboolean
tv_ftrace_parse_binder_lock (TvSpan args, TvSpan *tag)
{
  return match (trim_end (args), "tag=%s", tag) != NULL;
}

/* Of workqueue_execute_…. */
gboolean
tv_ftrace_parse_workqueue (TvSpan args, TvWorkqueueEvent *out)
{
  memset (out, 0, sizeof *out);
  args = trim_end (args);
  if (match (args, "work struct %x: function %s", &out->work, &out->function) != NULL)
    return TRUE;
  out->function = (TvSpan){ args.text, 0 };
  return match (args, "work struct %x", &out->work) != NULL;
}

static gboolean
parse_rss (TvSpan args, TvMemoryEvent *out)
{
  TvSpan field;
  gint64 is_current;

  if (!find_long (args, "size=", &out->value))
    return FALSE;
  find_long (args, "mm_id=", &out->id);
  if (find_long (args, "curr=", &is_current))
    out->is_current = is_current != 0;
  if (find_field (args, "type=", &field) || find_field (args, "member=", &field))
    read_word (field.text, field.text + field.size, &out->name);
  return TRUE;
}

static gboolean
parse_thermal (TvSpan args, TvMemoryEvent *out)
{
  gint64 before;

  if (match (args, "thermal_zone=%s id=%l temp_prev=%l temp=%l", &out->name, &out->id, &before,
             &out->value) == NULL)
    return FALSE;
  if (__builtin_sub_overflow (out->value, before, &out->change))
    out->change = 0;
  return TRUE;
}

/* Of rss_stat, thermal_temperature, ion_… and dma_heap_stat. */
gboolean
tv_ftrace_parse_memory (TvFtraceEvent event, TvSpan args, TvMemoryEvent *out)
{
  memset (out, 0, sizeof *out);
  out->id = -1;
  out->is_current = -1;
  switch ((guint) event)
    {
    case TV_FTRACE_EVENT_RSS_STAT:
      return parse_rss (args, out);
    case TV_FTRACE_EVENT_THERMAL_TEMPERATURE:
      return parse_thermal (args, out);
    case TV_FTRACE_EVENT_ION_HEAP_GROW:
    case TV_FTRACE_EVENT_ION_HEAP_SHRINK:
      if (match (args, "heap_name=%s, len=%l, total_allocated=%l", &out->name, &out->change,
                 &out->value) == NULL)
        return FALSE;
      if (event == TV_FTRACE_EVENT_ION_HEAP_SHRINK && out->change > 0)
        out->change = -out->change;
      return TRUE;
    case TV_FTRACE_EVENT_ION_STAT:
      return match (args, "buffer_id=%l len=%lB total_allocated=%lB", &out->id, &out->change,
                    &out->value) != NULL;
    case TV_FTRACE_EVENT_DMA_HEAP_STAT:
      return match (args, "inode=%l len=%lB total_allocated=%lB", &out->id, &out->change,
                    &out->value) != NULL;
    default:
      return FALSE;
    }
}
