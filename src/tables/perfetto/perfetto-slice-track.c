/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tables/perfetto/perfetto-slice-track.h"

/* Converts a track of slices to Perfetto's type, name and dimensions. Called only by perfetto-track-list.c, once for
 * each track. Returns a new TvPerfettoTrack; does not modify the trace. */

static const char *
get_text (TvTrace *trace, guint32 string)
{
  return string != TV_NONE ? tv_trace_get_string (trace, string) : NULL;
}

/* Returns whether trace processor derives the slices of a track from kernel events in text form. From text, it
 * decodes marks of programs, binder transactions and work items, but not suspends, devices and interrupts. */
static gboolean
is_decoded_from_text (const TvTrack *track)
{
  switch (track->role)
    {
    case TV_ROLE_IRQ:
    case TV_ROLE_SOFTIRQ:
    case TV_ROLE_HRTIMER:
    case TV_ROLE_TIMER:
    case TV_ROLE_TASKLET:
    case TV_ROLE_KERNEL_FUNCTIONS:
    case TV_ROLE_GPU:
    case TV_ROLE_BUFFERS:
    case TV_ROLE_OTHER:
      return FALSE;
    case TV_ROLE_SPANS:
      return track->upid != TV_NONE;
    default:
      return TRUE;
    }
}

/* Returns whether all kernel events come from text logs. Returns FALSE if any file of the session stores kernel
 * events as Protocol Buffers messages, because both kinds share tracks. */
static gboolean
is_kernel_log (TvTrace *trace)
{
  return tv_trace_has (trace, TV_HAS_KERNEL_LOG) && tv_trace_get_events (trace)->text_kind == NULL;
}

/* Returns the table that contains the slices of a track. */
TvPerfettoSliceTable
tv_perfetto_slice_track_get_table (TvTrace *trace, const TvTrack *track)
{
  if (track->kind == TV_TRACK_CPU || track->kind == TV_TRACK_THREAD_STATE)
    return TV_PERFETTO_SLICE_TABLE_NONE;
  switch (track->role)
    {
    case TV_ROLE_RUNS:
    case TV_ROLE_STATES:
    case TV_ROLE_HEAP_DUMPS:
    case TV_ROLE_HEAP_GRAPHS:
    case TV_ROLE_REPORTS:
    case TV_ROLE_LOG_SPANS:
    case TV_ROLE_LOG_POINTS:
    case TV_ROLE_FRAMES:
    case TV_ROLE_FRAME_STAGES:
    case TV_ROLE_QUEUE_DELAYS:
    case TV_ROLE_EVENTS:
      return TV_PERFETTO_SLICE_TABLE_NONE;
    case TV_ROLE_IPI:
      return TV_PERFETTO_SLICE_TABLE_KERNEL;
    default:
      return is_kernel_log (trace) && !is_decoded_from_text (track)
                 ? TV_PERFETTO_SLICE_TABLE_KERNEL
                 : TV_PERFETTO_SLICE_TABLE_PUBLIC;
    }
}

/* Returns whether Perfetto merges the slices of a track with the other slices of its thread, as for binder
 * transactions. */
gboolean
tv_perfetto_slice_track_is_merged (const TvTrack *track)
{
  return track->kind == TV_TRACK_THREAD_EXTRA &&
         (track->role == TV_ROLE_BINDER || track->role == TV_ROLE_BINDER_LOCK);
}

/* Returns the arguments of the first slice of a track. */
static const TvArg *
get_first_args (TvTrace *trace, const TvTrack *track, guint32 *n)
{
  const TvSlices *slices = tv_trace_get_slices (trace);

  *n = 0;
  return slices->arg_set != NULL ? tv_trace_get_args (trace, slices->arg_set[track->first_slice], n)
                                 : NULL;
}

static gboolean
has_arg (TvTrace *trace, const TvArg *args, guint32 n, const char *key)
{
  for (guint32 i = 0; i < n; i++)
    if (g_strcmp0 (tv_trace_get_string (trace, tv_arg_get_key (&args[i])), key) == 0)
      return TRUE;
  return FALSE;
}

/* Returns the type of an asynchronous track of a process. An atrace slice has a cookie. Its name equals the track's
 * name unless the mark names a track. An instant without arguments and category is a mark that names a track. */
static const char *
get_async_type (TvTrace *trace, TvPerfettoModel *model, const TvTrack *track)
{
  guint32 n;
  const TvArg *args = get_first_args (trace, track, &n);
  const TvSlices *slices = tv_trace_get_slices (trace);
  const char *name = tv_perfetto_model_get_symbol_name (
      model, tv_slices_symbol (slices, track->first_slice));

  if (has_arg (trace, args, n, "legacy_trace_source_id"))
    return "legacy_async_process_slice";
  if (has_arg (trace, args, n, "cookie"))
    return g_strcmp0 (name, get_text (trace, track->name)) == 0 || has_arg (trace, args, n, "level")
               ? "atrace_async_slice"
               : "atrace_async_slice_for_track";
  return n == 0 && tv_time_column_get (&slices->dur, track->first_slice) == 0
             ? "atrace_async_slice_for_track"
             : "process_merged_track_event";
}

/* Types of tracks, by name prefix. */
static const struct
{
  const char *prefix;
  const char *type;
} named_types[] = {
  { "Suspend/Resume ", "suspend_resume" },
  { "Trace Triggers", "triggers" },
  { "fence-", "drm_fence" },
  { "napi gro", "cpu_napi_gro" },
  { "Wakelock", "wakesource_wakelock" },
  { "Buffer: ", "graphics_frame_event" },
  { "TCP Retransmit Skb", "net_tcp_retransmit_skb" },
};

static const char *
get_named_type (TvTrace *trace, const TvTrack *track)
{
  const char *name = get_text (trace, track->name);

  for (guint i = 0; name != NULL && i < G_N_ELEMENTS (named_types); i++)
    if (g_str_has_prefix (name, named_types[i].prefix))
      return named_types[i].type;
  return track->upid != TV_NONE ? "process_track_event" : "global_merged_track_event";
}

static const char *
get_track_type (TvTrace *trace, TvPerfettoModel *model, const TvTrack *track)
{
  switch (track->role)
    {
    case TV_ROLE_IRQ:
      return "cpu_irq";
    case TV_ROLE_SOFTIRQ:
      return "cpu_softirq";
    case TV_ROLE_KERNEL_FUNCTIONS:
      return track->utid != TV_NONE ? "thread_funcgraph" : "cpu_funcgraph";
    case TV_ROLE_EXPECTED_FRAMES:
      return "android_expected_frame_timeline";
    case TV_ROLE_ACTUAL_FRAMES:
      return "android_actual_frame_timeline";
    case TV_ROLE_GPU:
      return "gpu_render_stage";
    case TV_ROLE_BUFFERS:
      return "graphics_frame_event";
    case TV_ROLE_SPANS:
      return track->upid != TV_NONE ? get_async_type (trace, model, track)
                                    : get_named_type (trace, track);
    default:
      return track->utid != TV_NONE ? "thread_execution" : get_named_type (trace, track);
    }
}

static char *
dup_track_name (TvTrace *trace, const TvTrack *track)
{
  if (track->role == TV_ROLE_IRQ)
    return g_strdup_printf ("Irq Cpu %u", tv_trace_get_cpu_number (trace, track->cpu));
  if (track->role == TV_ROLE_SOFTIRQ)
    return g_strdup_printf ("SoftIrq Cpu %u", tv_trace_get_cpu_number (trace, track->cpu));
  if (track->role == TV_ROLE_KERNEL_FUNCTIONS)
    return track->utid != TV_NONE ? g_strdup ("Funcgraph")
                                  : g_strdup_printf ("swapper%u -funcgraph",
                                                     tv_trace_get_cpu_number (trace, track->cpu));
  if (track->kind == TV_TRACK_THREAD || track->name == TV_NONE)
    return NULL;
  if (track->cpu != TV_NONE && g_str_equal (get_text (trace, track->name), "napi gro"))
    return g_strdup_printf ("Napi Gro Cpu %u", tv_trace_get_cpu_number (trace, track->cpu));
  return g_strdup (tv_trace_get_string (trace, track->name));
}

/* Returns Perfetto's track for the track of slices with index @row in the trace. The caller frees its members with
 * tv_perfetto_track_clear(). */
TvPerfettoTrack
tv_perfetto_slice_track_new (TvTrace *trace,
                             TvPerfettoModel *model,
                             TvPerfettoMarks *marks,
                             guint32 row)
{
  const TvTrack *source = &tv_trace_get_tracks (trace, NULL)[row];
  TvPerfettoTrack track = {
    .row = row,
    .type = get_track_type (trace, model, source),
    .name = dup_track_name (trace, source),
    .utid = tv_perfetto_model_map_utid (model, source->utid),
    .upid = tv_perfetto_model_map_upid (model, source->upid),
    .cpu = source->cpu,
    .machine = source->machine,
  };

  if (g_str_equal (track.type, "thread_execution"))
    g_clear_pointer (&track.name, g_free);
  else if (g_str_equal (track.type, "atrace_async_slice"))
    {
      char *tagged = tv_perfetto_marks_dup_name (marks, source->first_slice);

      if (tagged != NULL)
        {
          g_free (track.name);
          track.name = tagged;
        }
    }
  tv_perfetto_track_add_owner (&track);
  if (track.name != NULL && source->kind == TV_TRACK_ASYNC)
    tv_perfetto_track_add_text (&track, "name", track.name, -1);
  return track;
}
