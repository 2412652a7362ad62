/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/app-start-private.h"

#include <string.h>

#include "analysis/system/frame-work.h"
#include "analysis/system/main-thread.h"
#include "analysis/system/mark-list.h"

/* Finds app starts on Android. The slices depend on the version:
 *
 *   up to 9   system_server  [launching: com.example.shop       ]
 *   10 to 12  system_server  ·intent  [launching: com.example.shop    ]  ·finished
 *   from 13   system_server  [launchingActivity#2     ]·launchingActivity#2:completed-cold:com.example.shop
 *
 * On Android 10 to 12, a start begins with the intent. Up to Android 9, a hot start is an activityResume outside all
 * launches, and lasts until the end of the next frame. Called only by app-start.c. Appends to the given TvAppStarts;
 * otherwise only reads the trace. */

#define LAUNCHING "launching: "
#define ACTIVITY  "launchingActivity#"
#define INTENT    "MetricsLogger:launchObserverNotifyIntentStarted"
#define FINISHED  "MetricsLogger:launchObserverNotifyActivityLaunchFinished"
#define METRICS   "MetricsLogger:"
#define DRAWN     "reportFullyDrawn"

#define SYSTEM_SERVER "system_server"
#define SDK_KEY       "android-sdk-version"
#define PACKAGE_KEY   "package"
#define UID_KEY       " uid="

/* Number of uids that Android reserves per user */
#define UIDS_PER_USER 100000

/* Maximum length of a process name in the kernel, which contains the end of longer package names */
#define COMM_BYTES 15

enum
{
  MARK_BIND = 1,
  MARK_START,
  MARK_RESUME,
  MARK_POST_FORK,
  MARK_THREAD_MAIN,
  MARK_DRAWN,
  MARK_LAUNCHING,
  MARK_ACTIVITY,
  MARK_RESULT,
  MARK_INTENT,
  MARK_FINISHED,
  MARK_METRICS,
};

/* Names of the main thread's slices that are phases, by kind */
static const char *const phases[] = {
  [MARK_BIND] = "bindApplication",           [MARK_START] = "activityStart",
  [MARK_RESUME] = "activityResume",          [MARK_POST_FORK] = "PostFork",
  [MARK_THREAD_MAIN] = "ActivityThreadMain",
};

static guint
classify (const char *name)
{
  if (g_str_has_prefix (name, LAUNCHING))
    return MARK_LAUNCHING;
  if (g_str_has_prefix (name, ACTIVITY))
    return strchr (name, ':') != NULL ? MARK_RESULT : MARK_ACTIVITY;
  if (g_str_has_prefix (name, INTENT))
    return MARK_INTENT;
  if (g_str_has_prefix (name, FINISHED))
    return MARK_FINISHED;
  if (g_str_has_prefix (name, METRICS))
    return MARK_METRICS;
  if (g_str_has_prefix (name, DRAWN))
    return MARK_DRAWN;
  for (guint kind = 1; kind < G_N_ELEMENTS (phases); kind++)
    if (g_str_equal (name, phases[kind]))
      return kind;
  return 0;
}

/* Returns whether slices with this name define starts. */
gboolean
tv_app_start_is_of_android (const char *name)
{
  guint kind = classify (name);

  return kind == MARK_LAUNCHING || kind == MARK_ACTIVITY || kind == MARK_RESULT ||
         kind == MARK_RESUME;
}

typedef struct
{
  TvAppStarts *out;
  TvTrace *trace;
  GArray *marks; /* TvMark, sorted by start */
  GArray *works; /* TvFrameWork */
} Android;

static const TvMark *
get_mark (const Android *self, guint i)
{
  return &g_array_index (self->marks, TvMark, i);
}

/* ---- Processes ---- */

static const char *
get_string (TvTrace *trace, guint32 string)
{
  return string != TV_NONE ? tv_trace_get_string (trace, string) : NULL;
}

/* Returns: (nullable): name of a process, or else of its main thread */
static const char *
get_process_name (TvTrace *trace, guint32 upid)
{
  const char *name = get_string (trace, tv_trace_get_processes (trace, NULL)[upid].name);
  guint32 main_utid = name == NULL ? tv_main_thread_find (trace, upid) : TV_NONE;

  return main_utid != TV_NONE
             ? get_string (trace, tv_trace_get_threads (trace, NULL)[main_utid].name)
             : name;
}

/* Returns whether a process has no name, or still has the name with which it was forked. */
static gboolean
is_unnamed (const char *name)
{
  return name == NULL || *name == '<' || g_str_has_prefix (name, "zygote") ||
         g_str_has_prefix (name, "usap") || g_str_has_prefix (name, "app_process");
}

/* Returns the uid of a package, or TV_NONE if it was not recorded. */
static guint32
find_package_uid (TvTrace *trace, const char *package)
{
  guint n;
  const TvMetadata *metadata = tv_trace_get_metadata (trace, &n);
  gsize size = strlen (package);

  for (guint i = 0; i < n; i++)
    if (g_str_equal (metadata[i].key, PACKAGE_KEY) &&
        strncmp (metadata[i].value, package, size) == 0 &&
        g_str_has_prefix (metadata[i].value + size, UID_KEY))
      return (guint32) g_ascii_strtoull (metadata[i].value + size + strlen (UID_KEY), NULL, 10);
  return TV_NONE;
}

static gboolean
is_name_of_package (const char *name, const char *package)
{
  gsize size = strlen (package), length = strlen (name);

  if (strncmp (name, package, size) == 0)
    return name[size] == '\0' || name[size] == ':';
  return length == COMM_BYTES && size > length && g_str_has_suffix (package, name);
}

static gboolean
is_of_package (TvTrace *trace, guint32 upid, const char *package, guint32 uid)
{
  const TvProcess *process = &tv_trace_get_processes (trace, NULL)[upid];
  const char *name = get_process_name (trace, upid);

  if (uid != TV_NONE && process->uid != TV_NONE)
    return process->uid % UIDS_PER_USER == uid % UIDS_PER_USER;
  return name != NULL && is_name_of_package (name, package);
}

static gboolean
is_of_server (TvTrace *trace, const TvMark *mark)
{
  const char *name = mark->upid != TV_NONE ? get_process_name (trace, mark->upid) : NULL;

  return name == NULL || g_str_equal (name, SYSTEM_SERVER);
}

static gboolean
is_step (const TvMark *mark)
{
  return mark->is_main && (mark->kind == MARK_BIND || mark->kind == MARK_RESUME);
}

/* Finds the process of a start: a process of the package that is bound during the start, or else one that resumes an
 * activity. If there is none, a process without a recorded name is chosen if it is the only one that is bound. */
static void
find_process (const Android *self, TvAppStart *start)
{
  guint32 uid = find_package_uid (self->trace, start->package), unnamed = TV_NONE;
  gboolean has_bind = FALSE, is_ambiguous = FALSE;

  for (guint i = tv_mark_list_find (self->marks, start->ts); i < self->marks->len; i++)
    {
      const TvMark *mark = get_mark (self, i);

      if (mark->ts >= start->end)
        break;
      if (!is_step (mark))
        continue;
      if (is_of_package (self->trace, mark->upid, start->package, uid))
        {
          if (start->upid == TV_NONE || (mark->kind == MARK_BIND && !has_bind))
            start->upid = mark->upid;
          has_bind |= mark->kind == MARK_BIND;
        }
      else if (mark->kind == MARK_BIND && is_unnamed (get_process_name (self->trace, mark->upid)))
        {
          is_ambiguous |= unnamed != TV_NONE && unnamed != mark->upid;
          unnamed = mark->upid;
        }
    }
  if (start->upid == TV_NONE && !is_ambiguous)
    start->upid = unnamed;
}

/* Finds the process of a start without a package. The process is known if only one process emits slices of a start
 * during that time. */
static void
guess_process (const Android *self, TvAppStart *start)
{
  const char *name;

  for (guint i = tv_mark_list_find (self->marks, start->ts); i < self->marks->len; i++)
    {
      const TvMark *mark = get_mark (self, i);

      if (mark->ts >= start->end)
        break;
      if (!is_step (mark) || mark->upid == start->upid)
        continue;
      if (start->upid != TV_NONE)
        {
          start->upid = TV_NONE;
          return;
        }
      start->upid = mark->upid;
    }
  if (start->upid == TV_NONE)
    return;
  name = get_process_name (self->trace, start->upid);
  if (!is_unnamed (name) && strlen (name) != COMM_BYTES)
    start->package = name;
}

static TvAppStartType
derive_type (const Android *self, const TvAppStart *start)
{
  gboolean has[MARK_METRICS + 1] = { FALSE };

  for (guint i = tv_mark_list_find (self->marks, start->ts); i < self->marks->len; i++)
    {
      const TvMark *mark = get_mark (self, i);

      if (mark->ts >= start->end)
        break;
      if (mark->is_main && mark->upid == start->upid)
        has[mark->kind] = TRUE;
    }
  return has[MARK_BIND]     ? TV_APP_START_COLD
         : has[MARK_START]  ? TV_APP_START_WARM
         : has[MARK_RESUME] ? TV_APP_START_HOT
                            : TV_APP_START_UNKNOWN;
}

/* ---- Starts ---- */

/* Returns the duration of the package's own launch. If other apps forwarded the start to the package, this launch
 * begins later than the start. If there is no such launch, returns the duration of the start. */
static gint64
get_inner_dur (const Android *self, const TvAppStart *start)
{
  gint64 dur = start->dur;
  guint n = 0;

  for (guint i = tv_mark_list_find (self->marks, start->ts);
       start->package != NULL && i < self->marks->len; i++)
    {
      const TvMark *mark = get_mark (self, i);

      if (mark->ts >= start->end)
        break;
      if (mark->kind != MARK_LAUNCHING)
        continue;
      n++;
      if (n > 1 && g_str_equal (mark->name + strlen (LAUNCHING), start->package))
        dur = tv_mark_is_unfinished (self->trace, mark) ? -1 : mark->end - mark->ts;
    }
  return dur;
}

static void
add_phases (const Android *self, TvAppStart *start)
{
  gint64 first = tv_app_start_find_main_ts (self->trace, start->utid, start->ts, start->end);

  if (first > start->ts)
    {
      TvAppStartPhase delay = { .start = start->id,
                                .name = TV_APP_START_LAUNCH_DELAY,
                                .ts = start->ts,
                                .dur = first - start->ts,
                                .mark_dur = -1,
                                .slice = TV_NONE,
                                .utid = TV_NONE };

      g_array_append_val (self->out->phases, delay);
    }
  for (guint i = tv_mark_list_find (self->marks, start->ts); i < self->marks->len; i++)
    {
      const TvMark *mark = get_mark (self, i);

      if (mark->ts >= start->end)
        break;
      if (mark->is_main && mark->upid == start->upid && mark->kind < G_N_ELEMENTS (phases))
        tv_app_starts_add_phase (self->out, start->id, phases[mark->kind], mark->slice);
    }
}

/* Completes and adds a start whose range and package have been set. */
static void
add_start (const Android *self, TvAppStart *start)
{
  start->id = self->out->starts->len;
  start->upid = TV_NONE;
  if (start->package != NULL)
    find_process (self, start);
  else
    guess_process (self, start);
  start->utid = tv_main_thread_find (self->trace, start->upid);
  if (start->type == TV_APP_START_UNKNOWN && start->upid != TV_NONE)
    start->type = derive_type (self, start);
  start->inner_dur = get_inner_dur (self, start);
  start->initial_display_ns = start->full_display_ns = -1;
  start->initial_frame = start->full_frame = TV_NONE;
  g_array_append_vals (self->out->starts, start, 1);
}

static TvAppStart
get_start (const Android *self, const TvMark *span, TvAppStartKind kind)
{
  TvAppStart start = { .kind = kind,
                       .type = TV_APP_START_UNKNOWN,
                       .state = TV_APP_START_ENDED,
                       .ts = span->ts,
                       .dur = span->end - span->ts,
                       .end = span->end,
                       .slice = span->slice };

  if (tv_mark_is_unfinished (self->trace, span))
    {
      start.state = TV_APP_START_OPEN;
      start.dur = -1;
      start.end = MAX (span->end, tv_trace_get_end_ns (self->trace));
    }
  return start;
}

static gboolean
is_launch (const Android *self, const TvMark *mark)
{
  return mark->kind == MARK_LAUNCHING && is_of_server (self->trace, mark) &&
         (mark->end > mark->ts || tv_mark_is_unfinished (self->trace, mark));
}

/* Returns: (nullable): the first frame of a process that begins at or after @ts and was drawn */
static const TvFrameWork *
find_frame (const Android *self, guint32 upid, gint64 ts)
{
  for (guint i = tv_frame_work_find (self->works, upid, ts); i < self->works->len; i++)
    {
      const TvFrameWork *work = &g_array_index (self->works, TvFrameWork, i);

      if (work->upid != upid)
        break;
      if (work->draw != TV_NONE)
        return work;
    }
  return NULL;
}

/* Adds hot starts of Android 9 and earlier, which are activities that resume outside launches. */
static void
add_hot_starts (const Android *self)
{
  guint n_launches = self->out->starts->len;

  for (guint i = 0; i < self->marks->len; i++)
    {
      const TvMark *mark = get_mark (self, i);
      const TvFrameWork *frame;
      TvAppStart start;
      gboolean is_inside = FALSE;

      if (mark->kind != MARK_RESUME || !mark->is_main)
        continue;
      for (guint j = 0; j < n_launches && !is_inside; j++)
        {
          const TvAppStart *launch = &g_array_index (self->out->starts, TvAppStart, j);

          is_inside = mark->ts >= launch->ts && mark->ts < launch->end;
        }
      frame = is_inside ? NULL : find_frame (self, mark->upid, mark->ts);
      if (frame == NULL)
        continue;
      start = get_start (self, mark, TV_APP_START_ANDROID_9);
      start.state = TV_APP_START_ENDED;
      start.type = TV_APP_START_HOT;
      start.end = frame->end;
      start.dur = start.end - start.ts;
      start.package = get_process_name (self->trace, mark->upid);
      add_start (self, &start);
    }
}

static void
add_android_9 (const Android *self)
{
  for (guint i = 0; i < self->marks->len; i++)
    if (is_launch (self, get_mark (self, i)))
      {
        TvAppStart start = get_start (self, get_mark (self, i), TV_APP_START_ANDROID_9);

        start.package = get_mark (self, i)->name + strlen (LAUNCHING);
        add_start (self, &start);
      }
  add_hot_starts (self);
}

/* Slices from an intent to the next one */
typedef struct
{
  const TvMark *intent;
  const TvMark *launch; /* first launch */
  guint n_launches;
  guint n_finished;
} Partition;

static void
add_partition (const Android *self, const Partition *partition)
{
  TvAppStart start;

  if (partition->intent == NULL || partition->n_launches != 1 || partition->n_finished == 0)
    return;
  start = get_start (self, partition->launch, TV_APP_START_ANDROID_12);
  start.package = partition->launch->name + strlen (LAUNCHING);
  start.ts = partition->intent->ts;
  if (start.dur >= 0)
    start.dur = start.end - start.ts;
  add_start (self, &start);
}

static void
add_android_12 (const Android *self)
{
  Partition partition = { 0 };

  for (guint i = 0; i < self->marks->len; i++)
    {
      const TvMark *mark = get_mark (self, i);

      if (mark->kind == MARK_INTENT)
        {
          add_partition (self, &partition);
          partition = (Partition){ .intent = mark };
        }
      else if (is_launch (self, mark))
        {
          partition.launch = mark;
          partition.n_launches++;
        }
      partition.n_finished += mark->kind == MARK_FINISHED;
    }
  add_partition (self, &partition);
}

/* Parses a result such as "launchingActivity#2:completed-cold:com.example.shop". Returns FALSE for other results,
 * such as "failed". */
static gboolean
parse_result (const char *name, TvAppStartType *type, const char **package)
{
  static const struct
  {
    const char *text;
    TvAppStartType type;
  } results[] = { { ":completed-cold:", TV_APP_START_COLD },
                  { ":completed-warm:", TV_APP_START_WARM },
                  { ":completed-hot:", TV_APP_START_HOT },
                  { ":completed:", TV_APP_START_UNKNOWN } };
  const char *result = strchr (name, ':');

  for (gsize i = 0; i < G_N_ELEMENTS (results); i++)
    if (g_str_has_prefix (result, results[i].text))
      {
        *type = results[i].type;
        if (result[strlen (results[i].text)] != '\0')
          *package = result + strlen (results[i].text);
        return TRUE;
      }
  return FALSE;
}

/* Returns whether two names contain the same number of a launch. */
static gboolean
is_same_launch (const char *a, const char *b)
{
  gsize size = strcspn (a, ":");

  return strcspn (b, ":") == size && strncmp (a, b, size) == 0;
}

/* Returns: (nullable): the result of a launch, which must precede the next launch with the same number */
static const TvMark *
find_result (const Android *self, guint span)
{
  for (guint i = span + 1; i < self->marks->len; i++)
    {
      const TvMark *mark = get_mark (self, i);

      if ((mark->kind != MARK_RESULT && mark->kind != MARK_ACTIVITY) ||
          !is_same_launch (mark->name, get_mark (self, span)->name))
        continue;
      return mark->kind == MARK_RESULT ? mark : NULL;
    }
  return NULL;
}

static void
add_activity (const Android *self, guint span)
{
  const TvMark *mark = get_mark (self, span), *result = find_result (self, span);
  TvAppStart start = get_start (self, mark, TV_APP_START_ANDROID_13);

  if (start.dur == 0 || !is_of_server (self->trace, mark) ||
      (result != NULL && !parse_result (result->name, &start.type, &start.package)))
    return;
  if (result == NULL && start.state == TV_APP_START_ENDED)
    start.state = TV_APP_START_NOT_REPORTED;
  add_start (self, &start);
}

/* Adds a start for a result without a previous launch, which began before the recording. */
static void
add_cut (const Android *self, guint result)
{
  const TvMark *mark = get_mark (self, result);
  TvAppStart start = get_start (self, mark, TV_APP_START_ANDROID_13);

  if (!parse_result (mark->name, &start.type, &start.package))
    return;
  for (guint i = result; i-- > 0;)
    {
      const TvMark *before = get_mark (self, i);

      if ((before->kind == MARK_ACTIVITY || before->kind == MARK_RESULT) &&
          is_same_launch (before->name, mark->name))
        return;
    }
  start.state = TV_APP_START_CUT;
  start.ts = MIN (tv_trace_get_start_ns (self->trace), mark->ts);
  start.end = mark->ts;
  start.dur = start.end - start.ts;
  add_start (self, &start);
}

static void
add_android_13 (const Android *self)
{
  for (guint i = 0; i < self->marks->len; i++)
    if (get_mark (self, i)->kind == MARK_ACTIVITY)
      add_activity (self, i);
    else if (get_mark (self, i)->kind == MARK_RESULT)
      add_cut (self, i);
}

/* Returns the Android version that the recording reports, or else the earliest version that emits the slices of this
 * trace. */
static TvAppStartKind
find_kind (const Android *self)
{
  TvAppStartKind kind = TV_APP_START_ANDROID_9;
  const char *value = tv_trace_find_metadata (self->trace, SDK_KEY);

  if (value != NULL)
    {
      gint64 sdk = g_ascii_strtoll (value, NULL, 10);

      return sdk >= 33   ? TV_APP_START_ANDROID_13
             : sdk >= 29 ? TV_APP_START_ANDROID_12
                         : TV_APP_START_ANDROID_9;
    }
  for (guint i = 0; i < self->marks->len; i++)
    switch (get_mark (self, i)->kind)
      {
      case MARK_ACTIVITY:
      case MARK_RESULT:
        return TV_APP_START_ANDROID_13;
      case MARK_INTENT:
      case MARK_FINISHED:
      case MARK_METRICS:
        kind = TV_APP_START_ANDROID_12;
        break;
      default:
        break;
      }
  return kind;
}

/* ---- Frames ---- */

/* Returns the time at which the process is started again after @start. Frames after this time do not belong to
 * @start. */
static gint64
find_next_start (const Android *self, const TvAppStart *start)
{
  gint64 next = G_MAXINT64;

  for (guint i = 0; i < self->out->starts->len; i++)
    {
      const TvAppStart *other = &g_array_index (self->out->starts, TvAppStart, i);

      if (other->upid == start->upid && other->ts >= start->end && other->ts > start->ts)
        next = MIN (next, other->ts);
    }
  return next;
}

static const TvMark *
find_report (const Android *self, const TvAppStart *start)
{
  for (guint i = tv_mark_list_find (self->marks, start->ts); i < self->marks->len; i++)
    {
      const TvMark *mark = get_mark (self, i);

      if (mark->kind == MARK_DRAWN && mark->utid == start->utid)
        return mark;
    }
  return NULL;
}

static gint64
get_draw_end (const Android *self, const TvFrameWork *frame)
{
  return tv_slices_end (tv_trace_get_slices (self->trace), frame->draw);
}

/* Sets the time of full display. The app is fully drawn with the first frame that ends after the app's report. */
static void
add_full_display (const Android *self, TvAppStart *start, gint64 limit)
{
  const TvMark *report = find_report (self, start);

  if (report == NULL || report->ts >= limit)
    return;
  for (guint i = tv_frame_work_find (self->works, start->upid, start->ts); i < self->works->len;
       i++)
    {
      const TvFrameWork *work = &g_array_index (self->works, TvFrameWork, i);

      if (work->upid != start->upid || work->ts >= limit)
        break;
      if (work->draw == TV_NONE || work->end <= report->ts)
        continue;
      start->full_frame = work->do_frame;
      start->full_display_ns = get_draw_end (self, work) - start->ts;
      break;
    }
}

static void
add_displays (const Android *self, TvAppStart *start)
{
  gint64 limit = find_next_start (self, start);
  const TvFrameWork *first = find_frame (self, start->upid, start->ts);

  if (first != NULL && first->ts < limit)
    {
      start->initial_frame = first->do_frame;
      start->initial_display_ns = get_draw_end (self, first) - start->ts;
    }
  add_phases (self, start);
  if (start->initial_frame != TV_NONE)
    {
      tv_app_starts_add_phase (self->out, start->id, "Choreographer#doFrame", first->do_frame);
      tv_app_starts_add_phase (self->out, start->id, "DrawFrames", first->draw);
    }
  add_full_display (self, start, limit);
}

/**
 * tv_app_starts_add_android:
 * @self: starts found so far
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): set to %TV_ERROR_CANCELLED
 *
 * Adds the starts of Android apps.
 *
 * Returns: %FALSE if cancelled
 */
gboolean
tv_app_starts_add_android (TvAppStarts *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (GArray) marks = tv_mark_list_new (self->trace, classify, cancellable, error);
  g_autoptr (GArray) works = NULL;
  Android android = { self, self->trace, marks, NULL };
  guint first = self->starts->len;

  if (marks == NULL)
    return FALSE;
  android.works = works = tv_frame_work_new (self->trace, cancellable, error);
  if (works == NULL)
    return FALSE;
  switch (find_kind (&android))
    {
    case TV_APP_START_ANDROID_13:
      add_android_13 (&android);
      break;
    case TV_APP_START_ANDROID_12:
      add_android_12 (&android);
      break;
    default:
      add_android_9 (&android);
    }
  for (guint i = first; i < self->starts->len; i++)
    if (g_array_index (self->starts, TvAppStart, i).upid != TV_NONE)
      add_displays (&android, &g_array_index (self->starts, TvAppStart, i));
  return TRUE;
}
