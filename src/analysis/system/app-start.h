/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/selection.h"
#include "core/trace.h"

G_BEGIN_DECLS

/* Starts of apps, from slices of Android's system_server or OpenHarmony's services:
 *
 *   [launchingActivity#2                                               ]
 *    launch delay  [bindApplication ][activityStart][activityResume]
 *                                                                  [doFrame][DrawFrames]
 *   └──────────────────── time to initial display ──────────────────────────────────────┘
 *
 * The breakdown of a start divides the time of the main thread into pieces, each with one reason and one state. The
 * pieces add up to the duration of the start. */

/**
 * TvAppStartKind:
 * @TV_APP_START_ANDROID_9: slice "launching: PACKAGE" on Android 9 and earlier
 * @TV_APP_START_ANDROID_12: intent and slice "launching: PACKAGE" on Android 10 to 12
 * @TV_APP_START_ANDROID_13: slice "launchingActivity#N" on Android 13 and later
 * @TV_APP_START_OPENHARMONY: slices of OpenHarmony
 *
 * Kind of slices that define a start.
 */
typedef enum
{
  TV_APP_START_ANDROID_9,
  TV_APP_START_ANDROID_12,
  TV_APP_START_ANDROID_13,
  TV_APP_START_OPENHARMONY,
  TV_N_APP_START_KINDS,
} TvAppStartKind;

/**
 * TvAppStartType:
 * @TV_APP_START_UNKNOWN: unknown
 * @TV_APP_START_COLD: the process was created for the start
 * @TV_APP_START_WARM: the process existed, but its activity was created
 * @TV_APP_START_HOT: the process and its activity existed
 *
 * Type of a start.
 */
typedef enum
{
  TV_APP_START_UNKNOWN,
  TV_APP_START_COLD,
  TV_APP_START_WARM,
  TV_APP_START_HOT,
  TV_N_APP_START_TYPES,
} TvAppStartType;

/**
 * TvAppStartState:
 * @TV_APP_START_ENDED: start and end were recorded
 * @TV_APP_START_NOT_REPORTED: start and end were recorded, but not the launch result, which contains the package name
 * @TV_APP_START_OPEN: the start had not ended at the end of the recording
 * @TV_APP_START_CUT: the start began before the recording
 *
 * Whether the start and the end of an app start were recorded.
 */
typedef enum
{
  TV_APP_START_ENDED,
  TV_APP_START_NOT_REPORTED,
  TV_APP_START_OPEN,
  TV_APP_START_CUT,
  TV_N_APP_START_STATES,
} TvAppStartState;

/**
 * TvAppStart:
 * @id: number of the start; the number in the slice's name if that is unique
 * @kind: kind of slices that define the start
 * @type: type reported by the system, or else derived from the slices of the main thread
 * @state: recorded parts
 * @ts: start in ns; start of the trace if %TV_APP_START_CUT
 * @dur: duration in ns; -1 if %TV_APP_START_OPEN
 * @end: end in ns; end of the trace if %TV_APP_START_OPEN
 * @inner_dur: duration in ns of the package's own launch if other apps forwarded the start to the package; otherwise
 *   @dur
 * @upid: process of the app, or %TV_NONE
 * @utid: main thread of the app, or %TV_NONE
 * @slice: slice that defines the start
 * @package: (nullable): name of the package; owned by the trace
 * @initial_display_ns: time from the start until the first frame has been drawn, in ns; -1 if unknown
 * @full_display_ns: time from the start until the first frame after the app's report that it is fully drawn has been
 *   drawn, in ns; -1 if unknown
 * @initial_frame: slice of the first frame, or %TV_NONE
 * @full_frame: slice of the frame after that report, or %TV_NONE
 *
 * The start of an app.
 */
typedef struct
{
  guint32 id;
  TvAppStartKind kind;
  TvAppStartType type;
  TvAppStartState state;
  gint64 ts;
  gint64 dur;
  gint64 end;
  gint64 inner_dur;
  guint32 upid;
  guint32 utid;
  guint32 slice;
  const char *package;
  gint64 initial_display_ns;
  gint64 full_display_ns;
  guint32 initial_frame;
  guint32 full_frame;
} TvAppStart;

/**
 * TvAppStartPhase:
 * @start: @id of the #TvAppStart
 * @name: untranslated name of the phase
 * @ts: start in ns
 * @dur: duration in ns, until the end of the slice or the next phase; -1 if the phase did not end
 * @mark_dur: duration of the slice in ns; -1 if there is no slice, or if it did not end
 * @slice: slice that defines the phase, or %TV_NONE
 * @utid: thread of the slice, or %TV_NONE
 *
 * A phase of a start.
 */
typedef struct
{
  guint32 start;
  const char *name;
  gint64 ts;
  gint64 dur;
  gint64 mark_dur;
  guint32 slice;
  guint32 utid;
} TvAppStartPhase;

/**
 * TvAppStartPiece:
 * @start: @id of the #TvAppStart
 * @ts: start in ns
 * @dur: duration in ns
 * @reason: untranslated reason: "io", the reason of the innermost slice that has one, "irq", or the name of the
 *   state; "unknown" if there is none of these
 * @slice: slice that has the reason, or %TV_NONE
 * @state: row of the main thread's state, or %TV_NONE
 *
 * A part of a start with one reason and one state.
 */
typedef struct
{
  guint32 start;
  gint64 ts;
  gint64 dur;
  const char *reason;
  guint32 slice;
  guint32 state;
} TvAppStartPiece;

/**
 * TvAppStartReason:
 * @start: @id of the #TvAppStart
 * @reason: untranslated reason, see #TvAppStartPiece
 * @state: string id of the state's name, or %TV_NONE
 * @dur: total duration of the pieces in ns
 * @percent: @dur in percent of the start's duration
 * @n_pieces: number of pieces
 * @longest: longest piece
 *
 * Total of the pieces of a start that have the same reason and state.
 */
typedef struct
{
  guint32 start;
  const char *reason;
  guint32 state;
  gint64 dur;
  double percent;
  guint32 n_pieces;
  TvAppStartPiece longest;
} TvAppStartReason;

#define TV_APP_START_LAUNCH_DELAY "launch_delay"
#define TV_APP_START_GAP          "gap"
#define TV_APP_START_EXTENSION    "Extension Launching"

GArray     *tv_app_starts_new           (TvTrace           *trace,
                                         const TvSelection *selection,
                                         GCancellable      *cancellable,
                                         GError           **error);
GArray     *tv_app_start_phases_new     (TvTrace           *trace,
                                         const TvSelection *selection,
                                         GCancellable      *cancellable,
                                         GError           **error);
GArray     *tv_app_start_pieces_new     (TvTrace           *trace,
                                         const TvSelection *selection,
                                         GCancellable      *cancellable,
                                         GError           **error);
GArray     *tv_app_start_reasons_new    (TvTrace           *trace,
                                         const TvSelection *selection,
                                         GCancellable      *cancellable,
                                         GError           **error);
GArray     *tv_app_start_break_down     (TvTrace           *trace,
                                         const TvAppStart  *start);
gint64      tv_app_start_find_main_ts   (TvTrace           *trace,
                                         guint32            utid,
                                         gint64             start_ns,
                                         gint64             end_ns);
const char *tv_app_start_type_get_name  (TvAppStartType     type);
const char *tv_app_start_state_get_name (TvAppStartState    state);
const char *tv_app_start_kind_get_name  (TvAppStartKind     kind);
char       *tv_app_starts_dup_missing   (TvTrace           *trace);
gboolean    tv_app_starts_are_named     (TvTrace           *trace);

G_END_DECLS
