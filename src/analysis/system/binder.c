/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/binder.h"

#include <string.h>

#include "analysis/range/range.h"
#include "analysis/system/slice-states.h"
#include "core/error.h"

/* Pairs the client's and the server's slice of each binder call by following their flow, then adds the AIDL name and
 * the states of the server's thread. Called by the table of binder transactions, the search, the rules and the
 * properties of a slice. Pure: only reads the trace. */

#define ROWS_PER_CANCEL_CHECK 4096

#define CODE_KEY "code"

/* ---- Names ---- */

static gboolean
ends_with_side (const char *text, gsize size, const char *side)
{
  gsize length = strlen (side);

  /* Code generators write server, Server, cppServer or ndkServer. */
  return size >= length && g_ascii_strncasecmp (text + size - length, side, length) == 0;
}

/**
 * tv_binder_parse_name:
 * @text: (nullable): name of a slice
 * @is_of_client: whether to match the name of a client's slice rather than a server's
 * @name: (out): interface and method, which point into @text
 *
 * Parses `AIDL::java::IFoo::bar::server` and `HIDL::IFoo::bar::client`.
 *
 * Returns: whether @text is the name of such a slice
 */
gboolean
tv_binder_parse_name (const char *text, gboolean is_of_client, TvBinderName *name)
{
  const char *start, *method = NULL, *side = NULL;

  if (text == NULL)
    return FALSE;
  if (g_str_has_prefix (text, "AIDL::"))
    {
      start = strstr (text + strlen ("AIDL::"), "::");
      if (start == NULL)
        return FALSE;
      start += 2;
    }
  else if (g_str_has_prefix (text, "HIDL::"))
    start = text + strlen ("HIDL::");
  else
    return FALSE;
  /* The last two components are the method and the side. The interface may contain "::". */
  for (const char *part = start; (part = strstr (part, "::")) != NULL; part += 2)
    {
      method = side;
      side = part;
    }
  if (method == NULL ||
      !ends_with_side (side + 2, strlen (side + 2), is_of_client ? "client" : "server"))
    return FALSE;
  *name = (TvBinderName){ start, (gsize) (method - start), method + 2,
                          (gsize) (side - method - 2) };
  return name->interface_bytes > 0 && name->method_bytes > 0;
}

static const char *
get_slice_name (TvTrace *trace, guint32 slice)
{
  const TvSymbol *symbol = &tv_trace_get_symbols (
      trace, NULL)[tv_slices_symbol (tv_trace_get_slices (trace), slice)];

  return symbol->class_name == TV_NONE ? tv_trace_get_string (trace, symbol->name) : NULL;
}

static gboolean
names_call (TvTrace *trace, guint32 slice, gboolean is_of_client)
{
  TvBinderName name;

  return tv_binder_parse_name (get_slice_name (trace, slice), is_of_client, &name);
}

/* Returns the first AIDL slice that begins on the server's thread between @start_ns and @end_ns, or TV_NONE. */
static guint32
find_server_name (TvTrace *trace, guint32 utid, gint64 start_ns, gint64 end_ns)
{
  guint32 track = tv_trace_get_threads (trace, NULL)[utid].track, end;
  const TvSlices *slices = tv_trace_get_slices (trace);
  const TvTrack *t;

  if (track == TV_NONE)
    return TV_NONE;
  t = &tv_trace_get_tracks (trace, NULL)[track];
  end = t->first_slice + t->n_slices;
  for (guint32 row = tv_trace_find_slice_from (trace, track, start_ns);
       row < end && tv_slices_start (slices, row) < end_ns; row++)
    if (names_call (trace, row, FALSE))
      return row;
  return TV_NONE;
}

/* Returns the innermost AIDL slice on the client's thread that contains the call, or TV_NONE. */
static guint32
find_client_name (TvTrace *trace, guint32 utid, gint64 ts)
{
  guint32 track = tv_trace_get_threads (trace, NULL)[utid].track;
  guint32 row = track != TV_NONE ? tv_trace_find_slice_at (trace, track, TV_NONE, ts) : TV_NONE;

  while (row != TV_NONE && !names_call (trace, row, TRUE))
    row = tv_slices_parent (tv_trace_get_slices (trace), row);
  return row;
}

/**
 * tv_binder_get_name:
 * @trace: a trace
 * @call: a call
 * @name: (out): interface and method, which point into the trace
 *
 * Returns: whether the name of the call was recorded
 */
gboolean
tv_binder_get_name (TvTrace *trace, const TvBinderCall *call, TvBinderName *name)
{
  return call->aidl_slice != TV_NONE &&
         tv_binder_parse_name (get_slice_name (trace, call->aidl_slice), call->aidl_is_of_client,
                               name);
}

/**
 * tv_binder_dup_label:
 *
 * Returns: (transfer full) (nullable): interface and method, such as "IFoo.bar", or else the code of the method;
 * %NULL if neither was recorded
 */
char *
tv_binder_dup_label (TvTrace *trace, const TvBinderCall *call)
{
  const TvArg *code = tv_trace_find_arg (trace, call->client_slice, CODE_KEY);
  char buffer[TV_ARG_TEXT_BYTES];
  TvBinderName name;

  if (tv_binder_get_name (trace, call, &name))
    return g_strdup_printf ("%.*s.%.*s", (int) name.interface_bytes, name.interface,
                            (int) name.method_bytes, name.method);
  return code != NULL ? g_strdup_printf ("code %s", tv_trace_get_arg_text (trace, code, buffer))
                      : NULL;
}

/**
 * tv_binder_state_get_name:
 *
 * Returns: name of the state in tables
 */
const char *
tv_binder_state_get_name (TvBinderState state)
{
  static const char *const names[] = { "answered", "unanswered", "sent", "received", "failed" };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == TV_N_BINDER_STATES);
  return names[state];
}

/* ---- Both ends ---- */

typedef struct
{
  TvTrace *trace;
  const TvSlices *slices;
  const TvTrack *tracks;
  guint32 n_tracks;
  GArray *flows;        /* TvFlow of calls, sorted by the client's slice */
  GHashTable *received; /* slice of the server + 1 ─▶ slice of the client + 1 */
} Ends;

static gboolean
is_binder (const TvTrack *track)
{
  return track->role == TV_ROLE_BINDER && track->utid != TV_NONE;
}

static int
compare_senders (gconstpointer a, gconstpointer b)
{
  guint32 x = ((const TvFlow *) a)->from, y = ((const TvFlow *) b)->from;

  return (x > y) - (x < y);
}

static gboolean
is_within (const TvTrack *track, guint32 slice)
{
  return slice >= track->first_slice && slice - track->first_slice < track->n_slices;
}

/* Collects the flows of calls. @server: (nullable): track of the only server to include; NULL for all servers */
static Ends *
ends_new (TvTrace *trace, const TvTrack *server)
{
  Ends *self = g_new0 (Ends, 1);
  guint32 n_flows;
  const TvFlow *flows = tv_trace_get_flows (trace, &n_flows);

  self->trace = trace;
  self->slices = tv_trace_get_slices (trace);
  self->tracks = tv_trace_get_tracks (trace, &self->n_tracks);
  self->flows = g_array_new (FALSE, FALSE, sizeof (TvFlow));
  self->received = g_hash_table_new (NULL, NULL);
  for (guint32 i = 0; i < n_flows; i++)
    if ((server == NULL || is_within (server, flows[i].to)) &&
        is_binder (&self->tracks[tv_trace_find_track_at (trace, flows[i].from)]) &&
        is_binder (&self->tracks[tv_trace_find_track_at (trace, flows[i].to)]))
      {
        g_array_append_val (self->flows, flows[i]);
        g_hash_table_insert (self->received, GUINT_TO_POINTER (flows[i].to + 1),
                             GUINT_TO_POINTER (flows[i].from + 1));
      }
  g_array_sort (self->flows, compare_senders);
  return self;
}

static void
ends_free (Ends *self)
{
  g_array_unref (self->flows);
  g_hash_table_unref (self->received);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Ends, ends_free)

/* Returns the client's slice of the call that a server's slice handles, or TV_NONE. */
static guint32
find_client (const Ends *self, guint32 slice)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->received, GUINT_TO_POINTER (slice + 1))) - 1;
}

static guint32
find_server (const Ends *self, guint32 slice)
{
  TvFlow key = { slice, TV_NONE };
  guint row;

  return g_array_binary_search (self->flows, &key, compare_senders, &row)
             ? g_array_index (self->flows, TvFlow, row).to
             : TV_NONE;
}

/* Returns the time at which the thread receives its next call, at which its work on the current call must have ended;
 * G_MAXINT64 if there is no next call. */
static gint64
find_next_call (const Ends *self, guint32 slice)
{
  const TvTrack *track = &self->tracks[tv_trace_find_track_at (self->trace, slice)];
  guint32 end = track->first_slice + track->n_slices;

  for (guint32 row = slice + 1; row < end; row++)
    if (find_client (self, row) != TV_NONE)
      return tv_slices_start (self->slices, row);
  return G_MAXINT64;
}

static gint64
get_duration (const Ends *self, guint32 slice)
{
  guint8 flags = self->slices->flags[slice];

  return flags & (TV_SLICE_OPEN | TV_SLICE_LOST | TV_SLICE_FORCED)
             ? -1
             : tv_time_column_get (&self->slices->dur, slice);
}

static TvBinderState
get_state (const Ends *self, const TvBinderCall *call)
{
  if (self->slices->flags[call->client_slice] & TV_SLICE_FAILED)
    return TV_BINDER_FAILED;
  if (call->is_one_way)
    return call->server_slice != TV_NONE ? TV_BINDER_RECEIVED : TV_BINDER_SENT;
  return call->client_dur >= 0 ? TV_BINDER_ANSWERED : TV_BINDER_UNANSWERED;
}

static void
find_name (const Ends *self, TvBinderCall *call)
{
  if (call->server_slice != TV_NONE)
    {
      gint64 end_ns = find_next_call (self, call->server_slice);

      if (!call->is_one_way)
        end_ns = MIN (end_ns, tv_slices_end (self->slices, call->server_slice));
      call->aidl_slice = find_server_name (self->trace, call->server_utid, call->server_ts, end_ns);
    }
  if (call->aidl_slice != TV_NONE)
    return;
  call->aidl_slice = find_client_name (self->trace, call->client_utid, call->client_ts);
  call->aidl_is_of_client = call->aidl_slice != TV_NONE;
}

/* Adds up the states of the server's thread while it worked on the call. */
static void
add_states (const Ends *self, TvBinderCall *call)
{
  guint32 work = call->server_slice;
  gint64 known_ns = 0;
  TvSliceStates states;

  if (call->is_one_way)
    work = call->aidl_is_of_client ? TV_NONE : call->aidl_slice;
  if (work == TV_NONE || !tv_slice_states_get (self->trace, work, &states))
    return;
  for (TvStateKind kind = 0; kind < TV_N_STATE_KINDS; kind++)
    known_ns += states.ns[kind];
  if (known_ns == 0 && states.unknown_ns > 0)
    return;
  call->server_running_ns = states.ns[TV_STATE_RUNNING];
  call->server_waiting_ns = known_ns - states.ns[TV_STATE_RUNNING];
}

static TvBinderCall
get_call (const Ends *self, guint32 slice)
{
  TvBinderCall call = { .client_slice = slice,
                        .server_slice = find_server (self, slice),
                        .aidl_slice = TV_NONE,
                        .server_utid = TV_NONE,
                        .server_dur = -1,
                        .server_running_ns = -1,
                        .server_waiting_ns = -1 };

  call.client_utid = self->tracks[tv_trace_find_track_at (self->trace, slice)].utid;
  call.client_ts = tv_slices_start (self->slices, slice);
  call.client_dur = get_duration (self, slice);
  call.is_one_way = (self->slices->flags[slice] & TV_SLICE_INSTANT) != 0;
  if (call.server_slice != TV_NONE)
    {
      call.server_utid = self->tracks[tv_trace_find_track_at (self->trace, call.server_slice)].utid;
      call.server_ts = tv_slices_start (self->slices, call.server_slice);
      call.server_dur = get_duration (self, call.server_slice);
    }
  call.state = get_state (self, &call);
  return call;
}

static void
complete_call (const Ends *self, TvBinderCall *call)
{
  find_name (self, call);
  add_states (self, call);
}

/* ---- All calls ---- */

/**
 * tv_binder_has_any:
 *
 * Returns: whether the trace contains binder calls
 */
gboolean
tv_binder_has_any (TvTrace *trace)
{
  guint32 n;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n);

  for (guint32 track = 0; track < n; track++)
    if (is_binder (&tracks[track]) && tracks[track].n_slices > 0)
      return TRUE;
  return FALSE;
}

static gboolean
is_selected (const Ends *self,
             const TvRange *range,
             const TvSelection *selection,
             const TvBinderCall *call)
{
  gboolean has_time = tv_range_has (range, call->client_ts,
                                    tv_slices_end (self->slices, call->client_slice)) ||
                      (call->server_slice != TV_NONE &&
                       tv_range_has (range, call->server_ts,
                                     tv_slices_end (self->slices, call->server_slice)));

  return has_time &&
         (selection == NULL || tv_selection_has_thread (selection, call->client_utid) ||
          (call->server_utid != TV_NONE && tv_selection_has_thread (selection, call->server_utid)));
}

static int
compare_calls (gconstpointer a, gconstpointer b)
{
  const TvBinderCall *x = a, *y = b;

  if (x->client_ts != y->client_ts)
    return x->client_ts < y->client_ts ? -1 : 1;
  return (x->client_slice > y->client_slice) - (x->client_slice < y->client_slice);
}

/**
 * tv_binder_calls_new:
 * @trace: a trace
 * @selection: (nullable): range, and threads of either end; %NULL for all
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): set to %TV_ERROR_CANCELLED
 *
 * Returns: (transfer full) (element-type TvBinderCall) (nullable): calls, sorted by send time and not clipped to the
 * range; %NULL if cancelled
 */
GArray *
tv_binder_calls_new (TvTrace *trace,
                     const TvSelection *selection,
                     GCancellable *cancellable,
                     GError **error)
{
  g_autoptr (GArray) calls = g_array_new (FALSE, FALSE, sizeof (TvBinderCall));
  g_autoptr (Ends) ends = ends_new (trace, NULL);
  TvRange range = tv_range_new (trace, selection);

  for (guint32 t = 0; t < ends->n_tracks; t++)
    for (guint32 i = 0; is_binder (&ends->tracks[t]) && i < ends->tracks[t].n_slices; i++)
      {
        guint32 slice = ends->tracks[t].first_slice + i;
        TvBinderCall call;

        if (i % ROWS_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
          {
            tv_error_set_cancelled (error);
            return NULL;
          }
        if (find_client (ends, slice) != TV_NONE)
          continue;
        call = get_call (ends, slice);
        if (!is_selected (ends, &range, selection, &call))
          continue;
        complete_call (ends, &call);
        g_array_append_val (calls, call);
      }
  g_array_sort (calls, compare_calls);
  return g_steal_pointer (&calls);
}

/* Returns the track of the server's end of a call, or the track of @slice if the call has no other end. */
static const TvTrack *
find_server_track (TvTrace *trace, guint32 slice)
{
  const TvTrack *tracks = tv_trace_get_tracks (trace, NULL);
  guint32 n_flows;
  const TvFlow *flows = tv_trace_get_flows (trace, &n_flows);

  for (guint32 i = 0; i < n_flows; i++)
    if (flows[i].to == slice || flows[i].from == slice)
      return &tracks[tv_trace_find_track_at (trace, flows[i].to)];
  return &tracks[tv_trace_find_track_at (trace, slice)];
}

/**
 * tv_binder_find_call:
 * @trace: a trace
 * @slice: a slice on any track
 * @call: (out): call to which @slice belongs
 *
 * Returns: whether @slice is the client's or the server's end of a call
 */
gboolean
tv_binder_find_call (TvTrace *trace, guint32 slice, TvBinderCall *call)
{
  const TvTrack *track = &tv_trace_get_tracks (trace, NULL)[tv_trace_find_track_at (trace, slice)];
  g_autoptr (Ends) ends = NULL;
  guint32 client;

  if (!is_binder (track))
    return FALSE;
  ends = ends_new (trace, find_server_track (trace, slice));
  client = find_client (ends, slice);
  *call = get_call (ends, client != TV_NONE ? client : slice);
  complete_call (ends, call);
  return TRUE;
}
