/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/selection.h"
#include "core/trace.h"

G_BEGIN_DECLS

/* Starts of apps, from the marks of Android's system_server or of OpenHarmony's services:
 *
 *   [launchingActivity#2                                               ]
 *    launch delay  [bindApplication ][activityStart][activityResume]
 *                                                                  [doFrame][DrawFrames]
 *   └──────────────────── time to initial display ──────────────────────────────────────┘
 *
 * The breakdown of a start divides its time on the main thread into pieces, each with one reason and one state. They
 * add up to the duration of the start.
 */

/**
 * TvAppStartKind:
 * @TV_APP_START_ANDROID_9: span "launching: PACKAGE" of Android 9 and earlier
 * @TV_APP_START_ANDROID_12: the same, from the intent to the end of the span, on Android 10 to 12
 * @TV_APP_START_ANDROID_13: span "launchingActivity#N" of Android 13 and later
 * @TV_APP_START_OPENHARMONY: OpenHarmony
 *
 * The marks that define a start.
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
 * @TV_APP_START_UNKNOWN: not recorded
 * @TV_APP_START_COLD: the process was created for it
 * @TV_APP_START_WARM: the process existed, its activity was created
 * @TV_APP_START_HOT: the activity existed
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
 * @TV_APP_START_NOT_REPORTED: start and end were recorded, but not the result that names the package
 * @TV_APP_START_OPEN: it had not ended at the end of the recording
 * @TV_APP_START_CUT: it began before the recording
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
 * @id: number; that of the span's name where it is unique
 * @kind: marks that define it
 * @type: reported type, else derived from the marks of the main thread
 * @state: parts of it that were recorded
 * @ts: start; that of the trace if it is cut
 * @dur: ns to the end, -1 if it is open
 * @end: end; that of the trace if it is open
 * @inner_dur: ns from the start of the last launch of the package within it, which others forward to
 * @upid: process of the app, or %TV_NONE
 * @utid: its main thread, or %TV_NONE
 * @slice: span of the start, or the mark that defines it
 * @package: (nullable): name of the package; owned by the trace
 * @initial_display_ns: ns from the start to the end of the first draw, or -1
 * @full_display_ns: ns to the end of the draw after the app reported that it is fully drawn, or -1
 * @initial_frame: slice of the first frame, or %TV_NONE
 * @full_frame: slice of the frame after that report, or %TV_NONE
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
 * @start: @id of its #TvAppStart
 * @name: name of the phase, not translated
 * @ts: start
 * @dur: ns to the end, or to the next phase; -1 if it did not end
 * @mark_dur: ns of the mark itself; -1 without one, or if it did not end
 * @slice: slice that marks it, or %TV_NONE
 * @utid: its thread, or %TV_NONE
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
 * @start: @id of its #TvAppStart
 * @ts: start
 * @dur: ns
 * @reason: the innermost slice with a reason, else the state, not translated; "unknown" without both
 * @slice: that slice, or %TV_NONE
 * @state: slice of the main thread's state, or %TV_NONE
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
 * @start: @id of its #TvAppStart
 * @reason: as in #TvAppStartPiece
 * @state: name of the state, a string of the trace, or %TV_NONE
 * @dur: ns of all its pieces
 * @percent: the same in percent of the start
 * @n_pieces: number of pieces
 * @longest: the longest of them
 *
 * The pieces of a start with the same reason and state.
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
