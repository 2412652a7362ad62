/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/selection.h"
#include "core/trace.h"

G_BEGIN_DECLS

/* Binder calls with both ends:
 *
 *   client   [binder transaction                    ]
 *            ↑ client_ts                             ↑ client_ts + client_dur
 *   server        [binder reply            ]
 *                 ↑ server_ts               ↑ server_ts + server_dur
 *            └────┘ dispatch
 *
 * A one-way call has duration 0 at both ends. The server's work on it is the AIDL slice that follows on the server's
 * thread. */

/**
 * TvBinderState:
 * @TV_BINDER_ANSWERED: the client received the reply
 * @TV_BINDER_UNANSWERED: no reply was recorded
 * @TV_BINDER_SENT: one-way call for which no receiving thread was recorded
 * @TV_BINDER_RECEIVED: one-way call that was received
 * @TV_BINDER_FAILED: the driver reported an error to the client
 *
 * Outcome of a call.
 */
typedef enum
{
  TV_BINDER_ANSWERED,
  TV_BINDER_UNANSWERED,
  TV_BINDER_SENT,
  TV_BINDER_RECEIVED,
  TV_BINDER_FAILED,
  TV_N_BINDER_STATES,
} TvBinderState;

/**
 * TvBinderName:
 * @interface: start of the interface in the slice's name; not NUL-terminated
 * @interface_bytes: number of bytes of the interface
 * @method: start of the method in the slice's name; not NUL-terminated
 * @method_bytes: number of bytes of the method
 *
 * Parts of the name of an AIDL or HIDL slice.
 */
typedef struct
{
  const char *interface;
  gsize interface_bytes;
  const char *method;
  gsize method_bytes;
} TvBinderName;

/**
 * TvBinderCall:
 * @client_slice: slice of the client, from sending the call to receiving the reply
 * @server_slice: slice of the server, from receiving the call to sending the reply, or %TV_NONE
 * @aidl_slice: slice whose name contains the interface and the method, or %TV_NONE
 * @client_utid: thread that sent the call
 * @server_utid: thread that received the call, or %TV_NONE
 * @client_ts: time of sending in ns
 * @client_dur: duration in ns until the reply was received; 0 for one-way calls, -1 without a reply
 * @server_ts: time of receiving in ns; valid only if @server_slice is not %TV_NONE
 * @server_dur: duration in ns until the reply was sent; 0 for one-way calls, -1 without a reply
 * @server_running_ns: time in ns that the server's thread ran during its work on the call; -1 if not recorded
 * @server_waiting_ns: time in ns that the server's thread waited during that work; -1 if not recorded
 * @is_one_way: whether the client does not wait for a reply
 * @aidl_is_of_client: whether @aidl_slice is on the client's thread
 * @state: outcome of the call
 *
 * A binder call.
 */
typedef struct
{
  guint32 client_slice;
  guint32 server_slice;
  guint32 aidl_slice;
  guint32 client_utid;
  guint32 server_utid;
  gint64 client_ts;
  gint64 client_dur;
  gint64 server_ts;
  gint64 server_dur;
  gint64 server_running_ns;
  gint64 server_waiting_ns;
  gboolean is_one_way;
  gboolean aidl_is_of_client;
  TvBinderState state;
} TvBinderCall;

gboolean tv_binder_has_any (TvTrace *trace);
GArray *tv_binder_calls_new (TvTrace *trace,
                             const TvSelection *selection,
                             GCancellable *cancellable,
                             GError **error);
gboolean tv_binder_find_call (TvTrace *trace, guint32 slice, TvBinderCall *call);
gboolean tv_binder_get_name (TvTrace *trace, const TvBinderCall *call, TvBinderName *name);
char *tv_binder_dup_label (TvTrace *trace, const TvBinderCall *call);
const char *tv_binder_state_get_name (TvBinderState state);
gboolean tv_binder_parse_name (const char *text, gboolean is_of_client, TvBinderName *name);

G_END_DECLS
