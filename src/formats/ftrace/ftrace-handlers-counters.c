/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace/ftrace-handlers.h"

#include "formats/ftrace/ftrace-match.h"

/* Handles counters from kernel events: CPU frequency and idle state, clocks, memory of processes, GPU memory. Called
 * by ftrace-handlers.c: tv_ftrace_decode_counter() on any thread; tv_ftrace_handlers_register_counter() and
 * tv_ftrace_handlers_counter() on the thread that calls the builder. TvFtraceHandlers stores the owner of each
 * address space (@memories). */

/* State in cpu_idle if the CPU is not idle: -1 as an unsigned 32-bit number. */
#define NOT_IDLE G_GINT64_CONSTANT (4294967295)

/* Indexes into the arrays of a decoded event, which contains up to MAX_SAMPLES counter names, each with a value. */
#define MAX_SAMPLES  2
#define CPU          0 /* in @ids: CPU of the counter; -1 if none */
#define PID          1 /* in @ids: pid if OF_ID is set; 0 for the device */
#define UNKNOWN_NAME 2 /* in @strings: name of the counter if the owner of the memory is unknown */
#define MM_ID        1 /* in @values: mm_id of the memory; -1 if none */

typedef enum
{
  OF_PROCESS = 1 << 0, /* process of the event */
  OF_MEMORY = 1 << 1,  /* process that owns the memory */
  OF_ID = 1 << 2,      /* process with the pid in PID */
} Flags;

#define CLOCK_ENABLED "enabled: "
#define DEVFREQ       "devfreq_"

/* ---- Decoding ---- */

static void
set_sample (TvFtraceDecoded *out, guint32 name, gint64 value)
{
  out->strings[0] = name;
  out->values[0] = value;
}

static void
set_cpu (TvFtraceDecoded *out, gint32 cpu)
{
  if (cpu >= 0 && cpu <= TV_FTRACE_MAX_CPU)
    out->ids[CPU] = cpu;
}

static gboolean
decode_cpu_state (TvFtraceDecodedEvents *self,
                  guint32 name,
                  const TvKernelArgs *args,
                  TvFtraceDecoded *out)
{
  TvCpuState state;

  if (!tv_kernel_args_get_cpu_state (args, &state))
    return FALSE;
  switch ((TvFtraceEvent) out->event)
    {
    case TV_FTRACE_EVENT_CPU_FREQUENCY:
      set_cpu (out, state.cpu);
      set_sample (out, tv_ftrace_decoded_events_string (self, tv_span ("cpufreq")), state.state);
      break;
    case TV_FTRACE_EVENT_CPU_IDLE:
      set_cpu (out, state.cpu);
      set_sample (out, tv_ftrace_decoded_events_string (self, tv_span ("cpuidle")),
                  state.state == NOT_IDLE ? -1 : state.state);
      break;
    case TV_FTRACE_EVENT_CLOCK_SET_RATE:
      set_sample (out, tv_ftrace_decoded_events_string (self, state.name), state.state);
      break;
    case TV_FTRACE_EVENT_CLOCK_ENABLE:
    case TV_FTRACE_EVENT_CLOCK_DISABLE:
      set_sample (out, tv_ftrace_decoded_events_joined (self, CLOCK_ENABLED, state.name),
                  out->event == TV_FTRACE_EVENT_CLOCK_ENABLE ? 1 : 0);
      break;
    default:
      set_cpu (out, state.cpu);
      if (state.name.size > 0)
        {
          g_autofree char *prefix = g_strconcat (tv_string_pool_get (self->known, name), " ", NULL);

          name = tv_ftrace_decoded_events_joined (self, prefix, state.name);
        }
      set_sample (out, name, state.state);
      break;
    }
  return TRUE;
}

/* Decodes a clock event: a new rate, or 1 or 0 if the clock was enabled or disabled. Returns FALSE if the arguments
 * are malformed. */
static gboolean
decode_clk (TvFtraceDecodedEvents *self, const TvKernelArgs *args, TvFtraceDecoded *out)
{
  TvCpuState clk;

  if (!tv_kernel_args_get_clk (args, out->event, &clk))
    return FALSE;
  switch ((TvFtraceEvent) out->event)
    {
    case TV_FTRACE_EVENT_CLK_SET_RATE:
    case TV_FTRACE_EVENT_CLK_SET_RATE_COMPLETE:
      set_sample (out, tv_ftrace_decoded_events_string (self, clk.name), clk.state);
      break;
    case TV_FTRACE_EVENT_CLK_ENABLE:
    case TV_FTRACE_EVENT_CLK_ENABLE_COMPLETE:
      set_sample (out, tv_ftrace_decoded_events_joined (self, CLOCK_ENABLED, clk.name), 1);
      break;
    default:
      set_sample (out, tv_ftrace_decoded_events_joined (self, CLOCK_ENABLED, clk.name), 0);
      break;
    }
  return TRUE;
}

/* Determines the owner of memory. Newer kernels print mm_id, a hash of the address of the memory descriptor. Without
 * mm_id, the memory belongs to the process of the event. */
static void
decode_owner (TvFtraceDecodedEvents *self, const TvMemoryEvent *memory, TvFtraceDecoded *out)
{
  char prefix[64];

  out->values[MM_ID] = memory->id;
  if (memory->is_current != 0)
    out->flags |= OF_PROCESS;
  if (memory->id < 0)
    return;
  out->flags |= OF_MEMORY;
  g_snprintf (prefix, sizeof prefix, "rss: mm %" G_GINT64_FORMAT " ", memory->id);
  out->strings[UNKNOWN_NAME] = tv_ftrace_decoded_events_joined (self, prefix, memory->name);
}

static gboolean
decode_memory (TvFtraceDecodedEvents *self, const TvKernelArgs *args, TvFtraceDecoded *out)
{
  TvMemoryEvent memory;
  const char *prefix = "ion";

  if (!tv_kernel_args_get_memory (args, out->event, &memory))
    return FALSE;
  switch ((TvFtraceEvent) out->event)
    {
    case TV_FTRACE_EVENT_RSS_STAT:
      decode_owner (self, &memory, out);
      prefix = "rss: ";
      break;
    case TV_FTRACE_EVENT_THERMAL_TEMPERATURE:
      prefix = "temperature: ";
      break;
    case TV_FTRACE_EVENT_DMA_HEAP_STAT:
      prefix = "dma heap";
      memory.name.size = 0;
      break;
    default:
      break;
    }
  set_sample (out, tv_ftrace_decoded_events_joined (self, prefix, memory.name), memory.value);
  return TRUE;
}

/* Decodes events such as `pid=1 comm=init oom_score_adj=-800`, `gpu_id=0 pid=7 size=4096` and `type=cpu target=3`. */
static gboolean
decode_named (TvFtraceDecodedEvents *self, const TvKernelArgs *args, TvFtraceDecoded *out)
{
  TvSpan type;
  gint64 pid, value, gpu;
  char name[48];

  if (out->event == TV_FTRACE_EVENT_CDEV_UPDATE)
    {
      if (!tv_kernel_args_find_word (args, "type=", &type) ||
          !tv_kernel_args_find_long (args, "target=", &value))
        return FALSE;
      set_sample (out, tv_ftrace_decoded_events_joined (self, "cooling: ", type), value);
      return TRUE;
    }
  if (!tv_kernel_args_find_long (args, "pid=", &pid) || pid < 0 || pid > G_MAXINT32 ||
      !tv_kernel_args_find_long (
          args, out->event == TV_FTRACE_EVENT_GPU_MEM_TOTAL ? "size=" : "oom_score_adj=", &value))
    return FALSE;
  out->flags |= OF_ID;
  out->ids[PID] = (gint32) pid;
  if (out->event != TV_FTRACE_EVENT_GPU_MEM_TOTAL)
    g_strlcpy (name, "oom_score_adj", sizeof name);
  else if (tv_kernel_args_find_long (args, "gpu_id=", &gpu) && gpu != 0)
    g_snprintf (name, sizeof name, "GPU %" G_GINT64_FORMAT " Memory", gpu);
  else
    g_strlcpy (name, "GPU Memory", sizeof name);
  set_sample (out, tv_ftrace_decoded_events_string (self, tv_span (name)), value);
  return TRUE;
}

/* Decodes the frequency of a GPU in kHz: `state=500000 gpu_id=0`. */
static gboolean
decode_gpu (TvFtraceDecodedEvents *self, const TvKernelArgs *args, TvFtraceDecoded *out)
{
  gint64 gpu, khz;
  char name[TV_FTRACE_GPU_NAME];

  if (!tv_kernel_args_find_long (args, "state=", &khz) ||
      !tv_kernel_args_find_long (args, "gpu_id=", &gpu) || gpu < 0 || gpu > G_MAXUINT32)
    return FALSE;
  tv_ftrace_name_gpu_frequency ((guint32) gpu, name);
  set_sample (out, tv_ftrace_decoded_events_string (self, tv_span (name)), khz);
  return TRUE;
}

/* Decodes `dev_name=17000010.devfreq_mif freq=421000 …`. Removes the prefix of the device name, which is an address. */
static gboolean
decode_devfreq (TvFtraceDecodedEvents *self, const TvKernelArgs *args, TvFtraceDecoded *out)
{
  TvSpan device;
  gint64 frequency;
  const char *known;

  if (!tv_kernel_args_find_word (args, "dev_name=", &device) ||
      !tv_kernel_args_find_long (args, "freq=", &frequency))
    return FALSE;
  known = memmem (device.text, device.size, DEVFREQ, strlen (DEVFREQ));
  if (known != NULL)
    device = (TvSpan){ known + strlen (DEVFREQ),
                       (gsize) (device.text + device.size - known) - strlen (DEVFREQ) };
  set_sample (out, tv_ftrace_decoded_events_joined (self, DEVFREQ, device), frequency);
  return TRUE;
}

static gboolean
decode_limits (TvFtraceDecodedEvents *self, const TvKernelArgs *args, TvFtraceDecoded *out)
{
  TvCpuFrequencyLimits limits;

  if (!tv_kernel_args_get_cpu_limits (args, &limits))
    return FALSE;
  set_cpu (out, limits.cpu);
  set_sample (out, tv_ftrace_decoded_events_string (self, tv_span ("cpufreq min limit")),
              limits.min);
  out->strings[1] = tv_ftrace_decoded_events_string (self, tv_span ("cpufreq max limit"));
  out->values[1] = limits.max;
  return TRUE;
}

gboolean
tv_ftrace_decode_counter (TvFtraceDecodedEvents *self,
                          guint32 name,
                          const TvKernelArgs *args,
                          TvFtraceDecoded *out)
{
  out->ids[CPU] = -1;
  switch ((TvFtraceEvent) out->event)
    {
    case TV_FTRACE_EVENT_CPU_FREQUENCY_LIMITS:
      return decode_limits (self, args, out);
    case TV_FTRACE_EVENT_CLK_SET_RATE:
    case TV_FTRACE_EVENT_CLK_SET_RATE_COMPLETE:
    case TV_FTRACE_EVENT_CLK_ENABLE:
    case TV_FTRACE_EVENT_CLK_ENABLE_COMPLETE:
    case TV_FTRACE_EVENT_CLK_DISABLE:
    case TV_FTRACE_EVENT_CLK_DISABLE_COMPLETE:
      return decode_clk (self, args, out);
    case TV_FTRACE_EVENT_RSS_STAT:
    case TV_FTRACE_EVENT_THERMAL_TEMPERATURE:
    case TV_FTRACE_EVENT_ION_HEAP_GROW:
    case TV_FTRACE_EVENT_ION_HEAP_SHRINK:
    case TV_FTRACE_EVENT_ION_STAT:
    case TV_FTRACE_EVENT_DMA_HEAP_STAT:
      return decode_memory (self, args, out);
    case TV_FTRACE_EVENT_OOM_SCORE_ADJ_UPDATE:
    case TV_FTRACE_EVENT_GPU_MEM_TOTAL:
    case TV_FTRACE_EVENT_CDEV_UPDATE:
      return decode_named (self, args, out);
    case TV_FTRACE_EVENT_GPU_FREQUENCY:
      return decode_gpu (self, args, out);
    case TV_FTRACE_EVENT_DEVFREQ_FREQUENCY:
      return decode_devfreq (self, args, out);
    default:
      return decode_cpu_state (self, name, args, out);
    }
}

/* ---- Handlers ---- */

/* Adds a sample, and sets the role and unit of its counter. */
static void
add_sample (TvFtraceHandlers *self, const TvFtraceHandlerEvent *event, guint32 counter, guint i)
{
  static const struct
  {
    TvCounterRole role;
    TvCounterUnit unit;
  } known[TV_N_FTRACE_EVENTS] = {
    [TV_FTRACE_EVENT_CPU_FREQUENCY] = { TV_COUNTER_ROLE_CPU_FREQUENCY, TV_COUNTER_UNIT_KHZ },
    [TV_FTRACE_EVENT_CPU_FREQUENCY_LIMITS] = { TV_COUNTER_ROLE_CPU_FREQUENCY_LIMIT,
                                               TV_COUNTER_UNIT_KHZ },
    [TV_FTRACE_EVENT_CPU_IDLE] = { TV_COUNTER_ROLE_CPU_IDLE, TV_COUNTER_UNIT_NONE },
    [TV_FTRACE_EVENT_CLOCK_SET_RATE] = { TV_COUNTER_ROLE_CLOCK_RATE, TV_COUNTER_UNIT_NONE },
    [TV_FTRACE_EVENT_CLK_SET_RATE] = { TV_COUNTER_ROLE_CLOCK_RATE, TV_COUNTER_UNIT_HZ },
    [TV_FTRACE_EVENT_CLK_SET_RATE_COMPLETE] = { TV_COUNTER_ROLE_CLOCK_RATE, TV_COUNTER_UNIT_HZ },
    [TV_FTRACE_EVENT_CLOCK_ENABLE] = { TV_COUNTER_ROLE_CLOCK_ENABLED, TV_COUNTER_UNIT_NONE },
    [TV_FTRACE_EVENT_CLOCK_DISABLE] = { TV_COUNTER_ROLE_CLOCK_ENABLED, TV_COUNTER_UNIT_NONE },
    [TV_FTRACE_EVENT_CLK_ENABLE] = { TV_COUNTER_ROLE_CLOCK_ENABLED, TV_COUNTER_UNIT_NONE },
    [TV_FTRACE_EVENT_CLK_ENABLE_COMPLETE] = { TV_COUNTER_ROLE_CLOCK_ENABLED, TV_COUNTER_UNIT_NONE },
    [TV_FTRACE_EVENT_CLK_DISABLE] = { TV_COUNTER_ROLE_CLOCK_ENABLED, TV_COUNTER_UNIT_NONE },
    [TV_FTRACE_EVENT_CLK_DISABLE_COMPLETE] = { TV_COUNTER_ROLE_CLOCK_ENABLED,
                                               TV_COUNTER_UNIT_NONE },
    [TV_FTRACE_EVENT_RSS_STAT] = { TV_COUNTER_ROLE_MEMORY, TV_COUNTER_UNIT_BYTES },
    [TV_FTRACE_EVENT_ION_HEAP_GROW] = { TV_COUNTER_ROLE_MEMORY, TV_COUNTER_UNIT_BYTES },
    [TV_FTRACE_EVENT_ION_HEAP_SHRINK] = { TV_COUNTER_ROLE_MEMORY, TV_COUNTER_UNIT_BYTES },
    [TV_FTRACE_EVENT_ION_STAT] = { TV_COUNTER_ROLE_MEMORY, TV_COUNTER_UNIT_BYTES },
    [TV_FTRACE_EVENT_DMA_HEAP_STAT] = { TV_COUNTER_ROLE_MEMORY, TV_COUNTER_UNIT_BYTES },
    [TV_FTRACE_EVENT_THERMAL_TEMPERATURE] = { TV_COUNTER_ROLE_TEMPERATURE,
                                              TV_COUNTER_UNIT_MILLICELSIUS },
    [TV_FTRACE_EVENT_GPU_MEM_TOTAL] = { TV_COUNTER_ROLE_MEMORY, TV_COUNTER_UNIT_BYTES },
    [TV_FTRACE_EVENT_OOM_SCORE_ADJ_UPDATE] = { TV_COUNTER_ROLE_OTHER, TV_COUNTER_UNIT_NONE },
    [TV_FTRACE_EVENT_CDEV_UPDATE] = { TV_COUNTER_ROLE_OTHER, TV_COUNTER_UNIT_NONE },
    [TV_FTRACE_EVENT_DEVFREQ_FREQUENCY] = { TV_COUNTER_ROLE_OTHER, TV_COUNTER_UNIT_NONE },
    [TV_FTRACE_EVENT_GPU_FREQUENCY] = { TV_COUNTER_ROLE_OTHER, TV_COUNTER_UNIT_KHZ },
    [TV_FTRACE_EVENT_OTHER] = { TV_COUNTER_ROLE_OTHER, TV_COUNTER_UNIT_NONE },
  };
  TvFtraceEvent kind = (TvFtraceEvent) event->decoded->event;

  tv_trace_builder_describe_counter (self->builder, counter, known[kind].role, known[kind].unit);
  tv_trace_builder_add_sample (self->builder, counter, event->ts,
                               (double) event->decoded->values[i]);
}

/* Returns whether the file also contains completion events for this kind of change, which are more accurate. */
static gboolean
is_reported_later (const TvFtraceHandlerEvent *event)
{
  TvFtraceEventSet seen = event->origin->seen;

  switch ((TvFtraceEvent) event->decoded->event)
    {
    case TV_FTRACE_EVENT_CLK_SET_RATE:
      return tv_ftrace_event_set_has (seen, TV_FTRACE_EVENT_CLK_SET_RATE_COMPLETE);
    case TV_FTRACE_EVENT_CLK_ENABLE:
      return tv_ftrace_event_set_has (seen, TV_FTRACE_EVENT_CLK_ENABLE_COMPLETE);
    case TV_FTRACE_EVENT_CLK_DISABLE:
      return tv_ftrace_event_set_has (seen, TV_FTRACE_EVENT_CLK_DISABLE_COMPLETE);
    default:
      return FALSE;
    }
}

/* Returns the counter of the thread's process. If the process is unknown, the builder assigns the counter to its
 * process at the end. */
static guint32
get_thread_counter (TvFtraceHandlers *self, guint32 utid, guint32 name)
{
  guint32 upid = tv_trace_builder_get_thread_process (self->builder, utid);

  return upid != TV_NONE ? tv_trace_builder_ensure_counter (self->builder, upid, TV_NONE, name)
                         : tv_trace_builder_ensure_pending_counter (self->builder, utid, name);
}

/* Returns whether the kernel has freed the main thread of the thread's process, or the thread itself if the process
 * is unknown. The mm_id of the process may then be reused. */
static gboolean
is_freed (const TvFtraceHandlers *self, guint32 utid, gint64 ts)
{
  guint32 upid = tv_trace_builder_get_thread_process (self->builder, utid);

  if (upid != TV_NONE)
    utid = tv_ftrace_threads_find_main (self->threads, upid);
  return tv_ftrace_threads_peek (self->threads, utid)->freed <= ts;
}

/* Returns a thread of the process that owns the memory; TV_NONE if the owner is unknown. If the owner itself emitted
 * the event, stores the owner, so that later events of other processes can be assigned. */
static guint32
find_owner (TvFtraceHandlers *self, const TvFtraceHandlerEvent *event)
{
  guint64 id = (guint64) event->decoded->values[MM_ID];
  guint32 utid;

  if (event->decoded->flags & OF_PROCESS)
    {
      tv_id_map_set (&self->memories, id, event->utid);
      return event->utid;
    }
  utid = tv_id_map_find (&self->memories, id);
  return utid != TV_NONE && !is_freed (self, utid, event->ts) ? utid : TV_NONE;
}

/* Adds a sample to the counter of the process that currently has the pid in the event. Pid 0 denotes the device. */
static void
add_named (TvFtraceHandlers *self, const TvFtraceHandlerEvent *event)
{
  gint32 pid = event->decoded->ids[PID];
  guint32 name = tv_ftrace_handler_event_string (event, 0);
  guint32 counter;

  if (pid == 0)
    counter = tv_trace_builder_ensure_counter (self->builder, TV_NONE, TV_NONE, name);
  else
    counter = get_thread_counter (
        self,
        tv_ftrace_threads_get_now (self->threads, TV_FTRACE_CONSUMER_REST,
                                   tv_ftrace_threads_ensure (self->threads, pid)),
        name);
  add_sample (self, event, counter, 0);
}

/* Registers the process whose pid the event contains. */
void
tv_ftrace_handlers_register_counter (TvFtraceHandlers *self, const TvFtraceDecoded *decoded)
{
  if (decoded->flags & OF_ID && decoded->ids[PID] > 0)
    tv_ftrace_threads_ensure (self->threads, decoded->ids[PID]);
}

static void
add_memory (TvFtraceHandlers *self, const TvFtraceHandlerEvent *event)
{
  guint32 utid = find_owner (self, event);
  guint32 name = tv_ftrace_handler_event_string (event, utid != TV_NONE ? 0 : UNKNOWN_NAME);

  add_sample (self, event,
              utid != TV_NONE
                  ? get_thread_counter (self, utid, name)
                  : tv_trace_builder_ensure_counter (self->builder, TV_NONE, TV_NONE, name),
              0);
}

void
tv_ftrace_handlers_counter (TvFtraceHandlers *self, const TvFtraceHandlerEvent *event)
{
  const TvFtraceDecoded *decoded = event->decoded;
  guint32 cpu = tv_ftrace_handlers_get_cpu (self, decoded->ids[CPU]);

  if (is_reported_later (event))
    return;
  if (decoded->event == TV_FTRACE_EVENT_RSS_STAT && decoded->values[0] < 0)
    tv_trace_builder_count_problem (self->builder, TV_PROBLEM_NEGATIVE_MEMORY, event->file_offset);
  if (decoded->flags & OF_ID)
    {
      add_named (self, event);
      return;
    }
  if (decoded->flags & OF_MEMORY)
    {
      add_memory (self, event);
      return;
    }
  for (guint i = 0; i < MAX_SAMPLES && decoded->strings[i] != TV_NONE; i++)
    {
      guint32 name = tv_ftrace_handler_event_string (event, i), counter;

      /* Memory events of old kernels contain no mm_id; they belong to the process of the event. */
      if (decoded->flags & OF_PROCESS)
        counter = get_thread_counter (self, event->utid, name);
      else
        counter = tv_trace_builder_ensure_counter (self->builder, TV_NONE, cpu, name);
      add_sample (self, event, counter, i);
    }
}
