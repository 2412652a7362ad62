/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace-lanes.h"

/* cpu_idle's state when a CPU is not idle: -1 in 32 bits. */
#define NOT_IDLE G_GINT64_CONSTANT (4294967295)

static void
add_sample (TvFtraceLanes *self,
            const TvFtraceLaneEvent *event,
            guint32 upid,
            guint32 cpu,
            const char *prefix,
            TvSpan name,
            gint64 value)
{
  g_autoptr (GString) text = g_string_new (prefix);
  guint32 counter;

  g_string_append_len (text, name.text, (gssize) name.size);
  counter = tv_trace_builder_get_counter (
      self->builder, upid, cpu,
      tv_trace_builder_intern (self->builder, text->str, (gssize) text->len));
  tv_trace_builder_add_sample (self->builder, counter, event->ts, (double) value);
}

static gboolean
add_cpu_state (TvFtraceLanes *self, const TvFtraceLaneEvent *event)
{
  TvCpuState state;
  guint32 cpu;

  if (!tv_ftrace_parse_cpu_state (event->args, &state))
    return FALSE;
  cpu = state.cpu >= 0 && state.cpu <= TV_FTRACE_MAX_CPU ? (guint32) state.cpu : TV_NONE;
  switch (event->event)
    {
    case TV_FTRACE_EVENT_CPU_FREQUENCY:
      add_sample (self, event, TV_NONE, cpu, "cpufreq", tv_span (""), state.state);
      break;
    case TV_FTRACE_EVENT_CPU_IDLE:
      add_sample (self, event, TV_NONE, cpu, "cpuidle", tv_span (""),
                  state.state == NOT_IDLE ? -1 : state.state);
      break;
    case TV_FTRACE_EVENT_CLOCK_SET_RATE:
      add_sample (self, event, TV_NONE, TV_NONE, "", state.name, state.state);
      break;
    case TV_FTRACE_EVENT_CLOCK_ENABLE:
    case TV_FTRACE_EVENT_CLOCK_DISABLE:
      add_sample (self, event, TV_NONE, TV_NONE, "enabled: ", state.name,
                  event->event == TV_FTRACE_EVENT_CLOCK_ENABLE ? 1 : 0);
      break;
    default:
      {
        const char *name = tv_trace_builder_get_string (self->builder, event->name);
        g_autofree char *prefix = state.name.size > 0 ? g_strconcat (name, " ", NULL)
                                                      : g_strdup (name);

        add_sample (self, event, TV_NONE, cpu, prefix, state.name, state.state);
      }
    }
  return TRUE;
}

static gboolean
add_memory (TvFtraceLanes *self, const TvFtraceLaneEvent *event)
{
  TvMemoryEvent memory;
  guint32 upid = TV_NONE;

  if (!tv_ftrace_parse_memory (event->event, event->args, &memory))
    return FALSE;
  switch (event->event)
    {
    case TV_FTRACE_EVENT_RSS_STAT:
      /* Of another task's memory only a hash of its address is told. */
      if (memory.is_current == 0)
        return TRUE;
      upid = tv_trace_builder_get_thread_process (self->builder, event->utid);
      add_sample (self, event, upid, TV_NONE, "rss: ", memory.name, memory.value);
      break;
    case TV_FTRACE_EVENT_THERMAL_TEMPERATURE:
      add_sample (self, event, TV_NONE, TV_NONE, "temperature: ", memory.name, memory.value);
      break;
    case TV_FTRACE_EVENT_DMA_HEAP_STAT:
      add_sample (self, event, TV_NONE, TV_NONE, "dma heap", tv_span (""), memory.value);
      break;
    default:
      add_sample (self, event, TV_NONE, TV_NONE, "ion", memory.name, memory.value);
      break;
    }
  return TRUE;
}

static gboolean
add_limits (TvFtraceLanes *self, const TvFtraceLaneEvent *event)
{
  TvCpuFrequencyLimits limits;
  guint32 cpu;

  if (!tv_ftrace_parse_cpu_limits (event->args, &limits))
    return FALSE;
  cpu = limits.cpu >= 0 && limits.cpu <= TV_FTRACE_MAX_CPU ? (guint32) limits.cpu : TV_NONE;
  add_sample (self, event, TV_NONE, cpu, "cpufreq min limit", tv_span (""), limits.min);
  add_sample (self, event, TV_NONE, cpu, "cpufreq max limit", tv_span (""), limits.max);
  return TRUE;
}

gboolean
tv_ftrace_lanes_counter (TvFtraceLanes *self, const TvFtraceLaneEvent *event)
{
  switch (event->event)
    {
    case TV_FTRACE_EVENT_CPU_FREQUENCY_LIMITS:
      return add_limits (self, event);
    case TV_FTRACE_EVENT_RSS_STAT:
    case TV_FTRACE_EVENT_THERMAL_TEMPERATURE:
    case TV_FTRACE_EVENT_ION_HEAP_GROW:
    case TV_FTRACE_EVENT_ION_HEAP_SHRINK:
    case TV_FTRACE_EVENT_ION_STAT:
    case TV_FTRACE_EVENT_DMA_HEAP_STAT:
      return add_memory (self, event);
    default:
      return add_cpu_state (self, event);
    }
}
