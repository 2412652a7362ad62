/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace/ftrace-handlers.h"

#include "formats/ftrace/ftrace-match.h"

/* Handles events of drivers and probes. Perfetto writes `name` instead of the kernel's `dev`.
 *
 *   netif_receive_skb: dev=wlan0 skbaddr=… len=1024    linux/include/trace/events/net.h
 *   napi_gro_receive_entry: dev=wlan0 napi_id=1 … len=512, and exit: ret=1
 *   kfree_skb: skbaddr=… protocol=2048 location=…      linux/include/trace/events/skb.h
 *   drm_vblank_event: crtc=0, seq=1                    linux/drivers/gpu/drm/drm_trace.h
 *   kprobe_event: name=f type=1                        Perfetto: 1 begins, 2 ends, 3 is an instant
 *   tcp_retransmit_skb: … sport=1 dport=2 …            linux/include/trace/events/tcp.h
 *   signal_generate: sig=9 … pid=7 …, mark_victim: pid=7   the pid is not the thread of the event
 *   mm_vmscan_direct_reclaim_begin: order=0 …, and end: nr_reclaimed=32      linux/include/trace/events/vmscan.h
 *   mm_vmscan_kswapd_wake: nid=0 order=0, may be repeated before mm_vmscan_kswapd_sleep: nid=0
 *   mm_event_record: avg_lat=1 count=2 max_lat=3 type=4   Android kernels: latency of memory allocation
 *
 * Called by ftrace-handlers.c and, for probes, ftrace-replay.c. tv_ftrace_decode_device() runs on any thread, the
 * other steps on the threads that ftrace-handlers.h describes. TvFtraceHandlers stores the sums of counters and the
 * names of kprobes with end events. */

/* Kinds of events in TV_FTRACE_CATEGORY_DEVICE. The strings of such an event are the names of its slice and track, or
 * the names of counters. */
typedef enum
{
  DEVICE_BEGIN,
  DEVICE_END,
  DEVICE_POINT,
  DEVICE_SUM,
  DEVICE_LATENCY,
} DeviceKind;

/* Flags of a device event. If none of the first three is set, the track has no owner. */
typedef enum
{
  OF_THREAD = 1 << 0,
  OF_CPU = 1 << 1,
  OF_TARGET = 1 << 2, /* thread whose tid is in TARGET */
  ONCE = 1 << 3,      /* repeated begin events are ignored */
} Flags;

/* Indexes into the arrays of a decoded event. */
#define ADDED     0 /* in @values: number added to a sum */
#define COUNT     0 /* in @values: number of samples of a latency */
#define TARGET    0 /* in @ids: thread id of the target */
#define LATENCIES 1 /* in @values: average latency << 32 | maximum latency */

#define IP_PROTOCOL  2048 /* ETH_P_IP in linux/if_ether.h */
#define BYTES_PER_KB 1024

/* ---- Decoding ---- */

static void
set_slice (TvFtraceDecodedEvents *self,
           DeviceKind kind,
           TvSpan name,
           const char *track,
           guint flags,
           TvFtraceDecoded *out)
{
  out->kind = (guint8) kind;
  out->flags = (guint8) flags;
  out->strings[0] = tv_ftrace_decoded_events_string (self, name);
  out->strings[1] = tv_ftrace_decoded_events_string (self, tv_span (track));
}

static void
add_number (TvFtraceDecodedEvents *self, const char *key, gint64 number)
{
  tv_ftrace_decoded_events_add_arg (self, tv_ftrace_decoded_events_string (self, tv_span (key)),
                                    tv_ftrace_decoded_events_number (self, number));
}

static gboolean
find_device (const TvKernelArgs *args, TvSpan *name)
{
  return tv_kernel_args_find_word (args, "name=", name) ||
         tv_kernel_args_find_word (args, "dev=", name);
}

static gboolean
parse_probe (const TvKernelArgs *args, TvSpan *name, DeviceKind *kind)
{
  static const DeviceKind kinds[] = { DEVICE_POINT, DEVICE_BEGIN, DEVICE_END, DEVICE_POINT };
  TvProbeEvent probe;

  if (!tv_kernel_args_get_probe (args, &probe) || probe.type < 1 ||
      probe.type >= (gint64) G_N_ELEMENTS (kinds))
    return FALSE;
  *name = probe.name;
  *kind = kinds[probe.type];
  return TRUE;
}

/**
 * tv_ftrace_handlers_note_probe:
 * @args: arguments of a kprobe_event
 *
 * Records which probes have end events; all other probes are instants. Must be called for all kprobe events before
 * the first event is added.
 */
void
tv_ftrace_handlers_note_probe (TvFtraceHandlers *self, const TvKernelArgs *args)
{
  DeviceKind kind;
  TvSpan name;

  if (parse_probe (args, &name, &kind) && kind == DEVICE_END)
    tv_id_map_set (&self->ended_probes,
                   tv_trace_builder_intern (self->builder, name.text, (gssize) name.size), 0);
}

static gboolean
decode_probe (TvFtraceDecodedEvents *self, const TvKernelArgs *args, TvFtraceDecoded *out)
{
  DeviceKind kind;
  TvSpan name;

  if (!parse_probe (args, &name, &kind))
    return FALSE;
  set_slice (self, kind, name, "kprobes", OF_THREAD, out);
  return TRUE;
}

static gboolean
decode_napi (TvFtraceDecodedEvents *self, const TvKernelArgs *args, TvFtraceDecoded *out)
{
  TvSpan name = { "", 0 };
  gboolean is_entry = out->event == TV_FTRACE_EVENT_NAPI_GRO_RECEIVE_ENTRY;
  gint64 number;

  if (is_entry && !find_device (args, &name))
    return FALSE;
  set_slice (self, is_entry ? DEVICE_BEGIN : DEVICE_END, name, "napi gro", OF_CPU, out);
  if (tv_kernel_args_find_long (args, is_entry ? "len=" : "ret=", &number))
    add_number (self, is_entry ? "len" : "ret", number);
  out->args = tv_ftrace_decoded_events_take_args (self);
  return TRUE;
}

/* Decodes an increment of a counter: bytes that a device received or transmitted, or a dropped packet. */
static gboolean
decode_packet (TvFtraceDecodedEvents *self, const TvKernelArgs *args, TvFtraceDecoded *out)
{
  TvSpan name;
  gint64 number;
  g_autofree char *counter = NULL;

  out->kind = DEVICE_SUM;
  if (out->event == TV_FTRACE_EVENT_KFREE_SKB)
    {
      if (!tv_kernel_args_find_long (args, "protocol=", &number))
        return FALSE;
      out->strings[0] = tv_ftrace_decoded_events_string (self, tv_span ("Kfree Skb IP Prot"));
      out->values[ADDED] = 1;
      if (number != IP_PROTOCOL)
        out->category = TV_FTRACE_CATEGORY_NONE;
      return TRUE;
    }
  if (!find_device (args, &name) || !tv_kernel_args_find_long (args, "len=", &number) || number < 0)
    return FALSE;
  counter = g_strdup_printf ("%.*s %s KB", (int) MIN (name.size, 64), name.text,
                             out->event == TV_FTRACE_EVENT_NET_DEV_XMIT ? "Transmitted"
                                                                        : "Received");
  out->strings[0] = tv_ftrace_decoded_events_string (self, tv_span (counter));
  out->values[ADDED] = number;
  return TRUE;
}

static gboolean
decode_vblank (TvFtraceDecodedEvents *self, const TvKernelArgs *args, TvFtraceDecoded *out)
{
  gint64 crtc, seq;
  char track[40];

  if (!tv_kernel_args_find_long (args, "crtc=", &crtc))
    return FALSE;
  g_snprintf (track, sizeof track, "vblank-%" G_GINT64_FORMAT, crtc);
  set_slice (self, DEVICE_POINT,
             tv_span (out->event == TV_FTRACE_EVENT_DRM_VBLANK_EVENT ? "signal" : "deliver"), track,
             0, out);
  if (tv_kernel_args_find_long (args, "seq=", &seq))
    add_number (self, "vblank seqno", seq);
  out->args = tv_ftrace_decoded_events_take_args (self);
  return TRUE;
}

static gboolean
decode_retransmit (TvFtraceDecodedEvents *self, const TvKernelArgs *args, TvFtraceDecoded *out)
{
  gint64 from, to;
  g_autofree char *name = NULL;

  if (!tv_kernel_args_find_long (args, "sport=", &from) ||
      !tv_kernel_args_find_long (args, "dport=", &to))
    return FALSE;
  name = g_strdup_printf ("sport=%" G_GINT64_FORMAT ",dport=%" G_GINT64_FORMAT, from, to);
  set_slice (self, DEVICE_POINT, tv_span (name), "TCP Retransmit Skb", 0, out);
  return TRUE;
}

/* Decodes an event that affects a thread other than the one that emitted it. */
static gboolean
decode_target (TvFtraceDecodedEvents *self, const TvKernelArgs *args, TvFtraceDecoded *out)
{
  gboolean is_signal = out->event == TV_FTRACE_EVENT_SIGNAL_GENERATE;
  gint64 tid, sig;

  if (!tv_kernel_args_find_long (args, "pid=", &tid) || tid <= 0 || tid > G_MAXINT32)
    return FALSE;
  set_slice (self, DEVICE_POINT, tv_span (is_signal ? "signal_generate" : "mem.oom_kill"),
             TV_FTRACE_EVENTS_TRACK, OF_TARGET, out);
  out->ids[TARGET] = (gint32) tid;
  if (is_signal && tv_kernel_args_find_long (args, "sig=", &sig))
    add_number (self, "sig", sig);
  out->args = tv_ftrace_decoded_events_take_args (self);
  return TRUE;
}

static gboolean
decode_latency (TvFtraceDecodedEvents *self, const TvKernelArgs *args, TvFtraceDecoded *out)
{
  static const char *const types[] = { "min_flt", "maj_flt", "read_io",   "compaction",
                                       "reclaim", "swp_flt", "kern_alloc" };
  static const char *const measures[] = { "count", "max_lat", "avg_lat" };
  gint64 count, average, longest, type;

  if (!tv_kernel_args_find_long (args, "count=", &count) ||
      !tv_kernel_args_find_long (args, "max_lat=", &longest) ||
      !tv_kernel_args_find_long (args, "avg_lat=", &average) ||
      !tv_kernel_args_find_long (args, "type=", &type) || type < 0 ||
      type >= (gint64) G_N_ELEMENTS (types))
    return FALSE;
  out->kind = DEVICE_LATENCY;
  out->values[COUNT] = count;
  out->values[LATENCIES] = (gint64) ((guint64) (guint32) average << 32 | (guint32) longest);
  for (guint i = 0; i < G_N_ELEMENTS (measures); i++)
    {
      char name[40];

      g_snprintf (name, sizeof name, "mem.mm.%s.%s", types[type], measures[i]);
      out->strings[i] = tv_ftrace_decoded_events_string (self, tv_span (name));
    }
  return TRUE;
}

/* Decodes direct reclaim by a thread that needs memory, and background reclaim by kswapd. */
static gboolean
decode_reclaim (TvFtraceDecodedEvents *self, const TvKernelArgs *args, TvFtraceDecoded *out)
{
  gboolean is_direct = out->event == TV_FTRACE_EVENT_MM_VMSCAN_DIRECT_RECLAIM_BEGIN ||
                       out->event == TV_FTRACE_EVENT_MM_VMSCAN_DIRECT_RECLAIM_END;
  gboolean is_begin = out->event == TV_FTRACE_EVENT_MM_VMSCAN_DIRECT_RECLAIM_BEGIN ||
                      out->event == TV_FTRACE_EVENT_MM_VMSCAN_KSWAPD_WAKE;
  gint64 number;

  set_slice (self, is_begin ? DEVICE_BEGIN : DEVICE_END,
             tv_span (is_direct ? "mm_vmscan_direct_reclaim" : "kswapd"), "memory reclaim",
             OF_THREAD | (is_direct ? 0 : ONCE), out);
  if (is_begin && tv_kernel_args_find_long (args, "order=", &number))
    add_number (self, "order", number);
  else if (tv_kernel_args_find_long (args, "nr_reclaimed=", &number))
    add_number (self, "nr_reclaimed", number);
  out->args = tv_ftrace_decoded_events_take_args (self);
  return TRUE;
}

gboolean
tv_ftrace_decode_device (TvFtraceDecodedEvents *self,
                         const TvKernelArgs *args,
                         TvFtraceDecoded *out)
{
  switch ((guint) out->event)
    {
    case TV_FTRACE_EVENT_KPROBE_EVENT:
      return decode_probe (self, args, out);
    case TV_FTRACE_EVENT_NAPI_GRO_RECEIVE_ENTRY:
    case TV_FTRACE_EVENT_NAPI_GRO_RECEIVE_EXIT:
      return decode_napi (self, args, out);
    case TV_FTRACE_EVENT_DRM_VBLANK_EVENT:
    case TV_FTRACE_EVENT_DRM_VBLANK_EVENT_DELIVERED:
      return decode_vblank (self, args, out);
    case TV_FTRACE_EVENT_MM_EVENT_RECORD:
      return decode_latency (self, args, out);
    case TV_FTRACE_EVENT_MM_VMSCAN_DIRECT_RECLAIM_BEGIN:
    case TV_FTRACE_EVENT_MM_VMSCAN_DIRECT_RECLAIM_END:
    case TV_FTRACE_EVENT_MM_VMSCAN_KSWAPD_WAKE:
    case TV_FTRACE_EVENT_MM_VMSCAN_KSWAPD_SLEEP:
      return decode_reclaim (self, args, out);
    case TV_FTRACE_EVENT_TCP_RETRANSMIT_SKB:
      return decode_retransmit (self, args, out);
    case TV_FTRACE_EVENT_SIGNAL_GENERATE:
    case TV_FTRACE_EVENT_MARK_VICTIM:
      return decode_target (self, args, out);
    default:
      return decode_packet (self, args, out);
    }
}

/* ---- Handlers ---- */

/* Replaces the target's tid in the decoded event with the utid of the thread. */
void
tv_ftrace_handlers_resolve_device (TvFtraceHandlers *self, TvFtraceDecoded *decoded)
{
  if (decoded->kind == DEVICE_POINT && (decoded->flags & OF_TARGET) != 0)
    decoded->ids[TARGET] = (gint32) tv_ftrace_threads_ensure (self->threads, decoded->ids[TARGET]);
}

static guint32
get_track (TvFtraceHandlers *self, const TvFtraceHandlerEvent *event)
{
  guint32 name = tv_ftrace_handler_event_string (event, 1);

  if (event->decoded->flags & OF_TARGET)
    return tv_trace_builder_get_extra_track (
        self->builder, TV_TRACK_THREAD_EXTRA, TV_ROLE_EVENTS,
        tv_ftrace_threads_get_now (self->threads, TV_FTRACE_CONSUMER_REST,
                                   (guint32) event->decoded->ids[TARGET]),
        name);
  if (event->decoded->flags & OF_THREAD)
    return tv_trace_builder_get_extra_track (self->builder, TV_TRACK_THREAD_EXTRA, TV_ROLE_OTHER,
                                             event->utid, name);
  if (event->decoded->flags & OF_CPU)
    return tv_trace_builder_get_extra_track (self->builder, TV_TRACK_CPU_EXTRA, TV_ROLE_OTHER,
                                             event->cpu, name);
  return tv_trace_builder_get_extra_track (self->builder, TV_TRACK_ASYNC, TV_ROLE_OTHER, TV_NONE,
                                           name);
}

static void
add_slice (TvFtraceHandlers *self, const TvFtraceHandlerEvent *event)
{
  guint32 track = get_track (self, event), open_symbol;
  guint32 symbol = tv_ftrace_handlers_symbol (self, tv_ftrace_handler_event_string (event, 0));
  guint64 slice;

  if (event->decoded->kind == DEVICE_END)
    {
      if (event->decoded->args != TV_NONE &&
          tv_trace_builder_get_open_slice (self->builder, track, &slice, &open_symbol))
        tv_ftrace_args_append (event->args, event->decoded->args, slice, self->builder);
      /* End events on a thread's track contain the name of their slice. Other end events end the innermost slice. */
      tv_ftrace_handlers_end (self, event, track,
                              event->decoded->flags & OF_THREAD ? symbol : TV_NONE);
      return;
    }
  if ((event->decoded->flags & ONCE) != 0 &&
      tv_trace_builder_get_open_slice (self->builder, track, &slice, &open_symbol) &&
      open_symbol == symbol)
    return;
  if (event->decoded->kind == DEVICE_BEGIN && event->decoded->event != TV_FTRACE_EVENT_KPROBE_EVENT)
    {
      tv_ftrace_handlers_begin_alone (self, event, track, symbol);
      return;
    }
  tv_ftrace_handler_event_use_args (event, self->builder);
  if (event->decoded->kind == DEVICE_BEGIN &&
      tv_id_map_find (&self->ended_probes, tv_ftrace_handler_event_string (event, 0)) != TV_NONE)
    tv_trace_builder_begin (self->builder, track, symbol, event->ts, 0, event->file_offset);
  else
    tv_trace_builder_instant (self->builder, track, symbol, event->ts, event->file_offset);
}

/* Adds a number to a sum over all CPUs, and adds a sample of the sum. Converts bytes to KB. */
static void
add_sum (TvFtraceHandlers *self, const TvFtraceHandlerEvent *event)
{
  guint32 name = tv_ftrace_handler_event_string (event, 0);
  guint32 counter = tv_trace_builder_ensure_counter (self->builder, TV_NONE, TV_NONE, name);
  guint32 row = tv_id_map_find (&self->sum_rows, name);
  gboolean is_bytes = event->decoded->event != TV_FTRACE_EVENT_KFREE_SKB;
  gint64 *sum;

  if (self->sums == NULL)
    self->sums = g_array_new (FALSE, TRUE, sizeof (gint64));
  if (row == TV_NONE)
    {
      row = self->sums->len;
      tv_id_map_set (&self->sum_rows, name, row);
      g_array_set_size (self->sums, row + 1);
    }
  sum = &g_array_index (self->sums, gint64, row);
  if (__builtin_add_overflow (*sum, event->decoded->values[ADDED], sum))
    *sum = G_MAXINT64;
  tv_trace_builder_describe_counter (self->builder, counter, TV_COUNTER_ROLE_OTHER,
                                     is_bytes ? TV_COUNTER_UNIT_NONE : TV_COUNTER_UNIT_COUNT);
  tv_trace_builder_add_sample (self->builder, counter, event->ts,
                               (double) (is_bytes ? *sum / BYTES_PER_KB : *sum));
}

static void
add_latency (TvFtraceHandlers *self, const TvFtraceHandlerEvent *event)
{
  guint64 latencies = (guint64) event->decoded->values[LATENCIES];
  const double values[] = { (double) event->decoded->values[COUNT], (double) (guint32) latencies,
                            (double) (latencies >> 32) };
  guint32 upid = tv_trace_builder_get_thread_process (self->builder, event->utid);

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      guint32 name = tv_ftrace_handler_event_string (event, i);
      guint32 counter = upid != TV_NONE
                            ? tv_trace_builder_ensure_counter (self->builder, upid, TV_NONE, name)
                            : tv_trace_builder_get_thread_counter (self->builder, event->utid,
                                                                   name);

      tv_trace_builder_describe_counter (self->builder, counter, TV_COUNTER_ROLE_OTHER,
                                         i == 0 ? TV_COUNTER_UNIT_COUNT : TV_COUNTER_UNIT_NONE);
      tv_trace_builder_add_sample (self->builder, counter, event->ts, values[i]);
    }
}

void
tv_ftrace_handlers_device (TvFtraceHandlers *self, const TvFtraceHandlerEvent *event)
{
  if (event->decoded->kind == DEVICE_SUM)
    add_sum (self, event);
  else if (event->decoded->kind == DEVICE_LATENCY)
    add_latency (self, event);
  else
    add_slice (self, event);
}
