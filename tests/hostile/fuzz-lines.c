/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "core/memory/string-pool.h"
#include "formats/unsupported.h"
#include "formats/ftrace/ftrace-event.h"
#include "formats/ftrace/ftrace-graph-line.h"
#include "formats/ftrace/ftrace-mark.h"
#include "formats/ftrace/ftrace-match.h"
#include "formats/ftrace/hitrace-tags.h"
#include "formats/method-trace/method-trace-keys.h"
#include "fuzz-target.h"

/* Fuzzes the small parsers: each of them parses the whole input. Their results must point into the input. */

static const char *first, *behind;

static void
check_span (TvSpan span)
{
  if (span.size > 0)
    g_assert_true (span.text >= first && span.text <= behind &&
                   span.size <= (gsize) (behind - span.text));
}

static void
parse_line (const char *text, gsize size)
{
  TvFtraceLine line;
  TvFtraceNote note;

  if (tv_ftrace_line_parse (text, size, &line))
    {
      check_span (line.comm);
      check_span (line.flags);
      check_span (line.args);
      check_span (line.payload);
      /* Lines of some tracers contain no event name, so the parser returns a constant. */
      if (line.args.text != line.payload.text)
        check_span (line.event);
      g_assert_cmpint (line.timestamp, >=, 0);
      g_assert_cmpuint (line.cpu, <=, TV_FTRACE_MAX_CPU);
    }
  tv_ftrace_line_classify (text, size, &line, &note);
  check_span (note.tracer);
  if (tv_ftrace_line_parse_as (text, size, (TvSpan){ "blk", 3 }, &line))
    {
      check_span (line.comm);
      check_span (line.args);
    }
}

static void
parse_graph (const char *text, gsize size)
{
  TvFtraceGraphLine line;

  if (!tv_ftrace_graph_parse_line (text, size, &line))
    return;
  check_span (line.comm);
  check_span (line.next_comm);
  check_span (line.payload);
  check_span (line.call.name);
  check_span (line.call.args);
  check_span (line.call.result);
  g_assert_cmpint (line.ts, >=, 0);
  g_assert_cmpint (line.call.dur, >=, -1);
}

static void
parse_mark (const char *text, gsize size)
{
  TvFtraceMark mark;
  TvFtraceArgIter iter;
  TvSpan key, value;
  guint tag;

  if (!tv_ftrace_mark_parse (text, size, &mark))
    return;
  check_span (mark.category);
  check_span (mark.args);
  check_span (mark.track);
  check_span (mark.tags);
  tv_ftrace_arg_iter_init (&iter, mark.args);
  while (tv_ftrace_arg_iter_next (&iter, &key, &value))
    {
      check_span (key);
      check_span (value);
    }
  while (tv_hitrace_tags_next (&mark.tags, &tag))
    tv_hitrace_tag_name (tag);
}

static void
parse_events (TvSpan args)
{
  TvSchedSwitch sched;
  TvSchedWakeup wakeup;
  TvSchedBlockedReason reason;
  TvCpuState cpu;
  TvCpuFrequencyLimits limits;
  TvWorkqueueEvent work;
  TvSpan tag;
  guint state;
  g_autoptr (GString) plain = g_string_new (NULL);

  if (tv_ftrace_parse_sched_switch (args, &sched))
    {
      check_span (sched.prev_comm);
      check_span (sched.prev_state);
      check_span (sched.next_comm);
      tv_ftrace_parse_state (sched.prev_state, &state);
    }
  if (tv_ftrace_parse_sched_wakeup (args, &wakeup))
    check_span (wakeup.comm);
  if (tv_ftrace_parse_blocked_reason (args, &reason))
    check_span (reason.caller);
  if (tv_ftrace_parse_cpu_state (args, &cpu))
    check_span (cpu.name);
  if (tv_ftrace_parse_workqueue (args, &work))
    check_span (work.function);
  if (tv_ftrace_parse_binder_lock (args, &tag))
    check_span (tag);
  tv_ftrace_parse_cpu_limits (args, &limits);
  if (tv_ftrace_parse_timer (args, &tag))
    check_span (tag);
  if (tv_ftrace_has_fields (args))
    tv_ftrace_put_fields (args, plain);
  for (int event = 0; event < TV_N_FTRACE_EVENTS; event++)
    {
      TvTaskEvent task;
      TvIrqEvent irq;
      TvBinderTransaction binder;
      TvMemoryEvent memory;

      if (tv_ftrace_parse_task ((TvFtraceEvent) event, args, &task))
        {
          check_span (task.comm);
          check_span (task.new_comm);
        }
      /* If a softirq is only a number, the parser returns a constant name. */
      if (tv_ftrace_parse_irq ((TvFtraceEvent) event, args, &irq) &&
          (irq.name.text >= first && irq.name.text <= behind))
        check_span (irq.name);
      if (tv_ftrace_parse_clk ((TvFtraceEvent) event, args, &cpu))
        check_span (cpu.name);
      if (tv_ftrace_parse_memory ((TvFtraceEvent) event, args, &memory))
        check_span (memory.name);
      tv_ftrace_parse_binder ((TvFtraceEvent) event, args, &binder);
    }
}

static void
parse_keys (const char *text, gsize size)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1000, 0);
  g_autoptr (GError) error = NULL;
  TvMethodTraceKeys keys;
  gsize consumed = 0;

  tv_method_trace_keys_init (&keys, builder);
  if (tv_method_trace_keys_parse (&keys, text, size, 0, &consumed, &error))
    g_assert_cmpuint (consumed, <=, size);
  else
    g_assert_nonnull (error);
  tv_method_trace_keys_add_method (&keys, text, size, 0);
  tv_method_trace_keys_clear (&keys);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const char *text = (const char *) data;
  g_autofree char *valid = tv_string_pool_dup_valid (text, size);
  g_autoptr (GBytes) bytes = g_bytes_new_static (data, size);
  g_autoptr (TvInput) input = tv_input_new_for_bytes (bytes);

  first = text;
  behind = text + size;
  g_assert_true (g_utf8_validate (valid, -1, NULL));
  g_assert_true (g_utf8_validate (tv_unsupported_describe (input), -1, NULL));
  parse_line (text, size);
  parse_graph (text, size);
  parse_mark (text, size);
  parse_events ((TvSpan){ text, size });
  parse_keys (text, size);
  return 0;
}
