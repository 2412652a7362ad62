/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Both sides of a binder call (Android's remote procedure call): threads, processes and durations. Called by
 * slice-properties.c. Only reads the trace and appends to the list. */

#include "ui/properties/binder-properties.h"

#include <glib/gi18n.h>

#include "analysis/system/binder.h"
#include "core/time-format.h"

static const char *
get_state_label (const TvBinderCall *call)
{
  static const char *const labels[] = {
    [TV_BINDER_ANSWERED] = NULL,
    [TV_BINDER_UNANSWERED] = N_("no reply was recorded"),
    [TV_BINDER_SENT] = N_("one-way; receipt not recorded"),
    [TV_BINDER_RECEIVED] = N_("one-way"),
    [TV_BINDER_FAILED] = N_("failed"),
  };

  return labels[call->state] != NULL ? _ (labels[call->state]) : NULL;
}

/* Adds one side of a call: a link with the thread, the process and the duration. */
static void
add_end (TvPropertyList *self,
         TvTrace *trace,
         const char *label,
         guint32 slice,
         guint32 utid,
         gint64 dur_ns)
{
  g_autofree char *thread = tv_trace_dup_thread_label (trace, utid);
  guint32 upid = tv_trace_get_threads (trace, NULL)[utid].upid;
  g_autofree char *process = upid != TV_NONE ? tv_trace_dup_process_label (trace, upid) : NULL;
  g_autofree char *time = dur_ns > 0 ? tv_time_format (dur_ns) : NULL;

  tv_property_list_take (self, TV_PROPERTY_ALL, label,
                         g_strconcat (thread, process != NULL ? " · " : "",
                                      process != NULL ? process : "", time != NULL ? " · " : "",
                                      time != NULL ? time : "", NULL))
      ->slice = slice;
}

/**
 * tv_property_list_add_binder:
 * @slice: a slice
 *
 * Adds the name and the state of a binder call, a link to the other side of the call, and the times of the server.
 *
 * Returns: whether the slice is a side of a binder call
 */
gboolean
tv_property_list_add_binder (TvPropertyList *self, TvTrace *trace, guint32 slice)
{
  g_autofree char *label = NULL;
  TvBinderCall call;

  if (!tv_binder_find_call (trace, slice, &call))
    return FALSE;
  label = tv_binder_dup_label (trace, &call);
  if (label != NULL)
    tv_property_list_add (self, TV_PROPERTY_ALL, _("Call"), label)->slice = call.aidl_slice;
  tv_property_list_add (self, TV_PROPERTY_ALL, _("State"), get_state_label (&call));
  if (slice != call.client_slice)
    add_end (self, trace, _("Client"), call.client_slice, call.client_utid, call.client_dur);
  else if (call.server_slice != TV_NONE)
    add_end (self, trace, _("Server"), call.server_slice, call.server_utid, call.server_dur);
  if (call.server_slice != TV_NONE)
    tv_property_list_add_time (self, TV_PROPERTY_FULL, _("Dispatch"),
                               call.server_ts - call.client_ts);
  if (call.server_running_ns >= 0)
    {
      tv_property_list_add_time (self, TV_PROPERTY_FULL, _("Server ran"), call.server_running_ns);
      tv_property_list_add_time (self, TV_PROPERTY_FULL, _("Server waited"),
                                 call.server_waiting_ns);
    }
  return TRUE;
}
