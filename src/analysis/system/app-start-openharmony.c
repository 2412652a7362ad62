/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/app-start-private.h"

#include <string.h>

#include "analysis/system/frame-parts.h"
#include "analysis/system/mark-list.h"

/* Finds app starts on OpenHarmony, from slices of several processes. Each line begins where the previous one ends:
 *
 *   launcher        [touch][StartUIAbilityBySCB]
 *   app manager     [LoadAbility ][AttachApplication]
 *   app             [HandleLaunchAbility][HandleAbilityTransaction][frame]
 *   render_service  [frame]
 *
 * HandleLaunchAbility defines a start; the other slices may be missing. A phase lasts until the next one begins. If
 * the next one was not recorded, the phase lasts as long as its slice, and a gap follows. AttachApplication and
 * HandleLaunchAbility contain the name of the package; LoadAbility may contain it. Called only by app-start.c.
 * Appends to the given TvAppStarts; otherwise only reads the trace. */

enum
{
  PHASE_TOUCH,
  PHASE_REQUEST,
  PHASE_LOAD,
  PHASE_ATTACH,
  PHASE_LAUNCH,
  PHASE_FOREGROUND,
  PHASE_APP_FRAME,
  PHASE_RENDER_FRAME,
  N_PHASES,
};

/* Names of the phases, as in SmartPerf, and prefixes of the names of their slices */
static const struct
{
  const char *name;
  const char *marks[2];
} phases[N_PHASES] = {
  { "ProcessTouchEvent", { "client dispatch touchId:" } },
  { "StartUIAbilityBySCB",
    { "OHOS::ErrCode OHOS::AAFwk::AbilityManagerClient::StartUIAbilityBySCB(" } },
  { "LoadAbility", { "virtual void OHOS::AppExecFwk::AppMgrServiceInner::LoadAbility(" } },
  { "Application Launching",
    { "virtual void OHOS::AppExecFwk::AppMgrServiceInner::AttachApplication(" } },
  { "UI Ability Launching", { "void OHOS::AppExecFwk::MainThread::HandleLaunchAbility(" } },
  { "UI Ability OnForeground",
    { "void OHOS::AbilityRuntime::FAAbilityThread::HandleAbilityTransaction(",
      "void OHOS::AbilityRuntime::UIAbilityThread::HandleAbilityTransaction(" } },
  { "First Frame - App Phase", { NULL } },
  { "First Frame - Render Phase", { NULL } },
};

/* Kind of the slice in which a frame sends its content for display */
#define MARK_SEND (N_PHASES + 1)
#define SEND      "MarshRSTransactionData"

#define PACKAGE_SEPARATOR "##"

static guint
classify (const char *name)
{
  for (guint phase = 0; phase < N_PHASES; phase++)
    for (guint i = 0; i < G_N_ELEMENTS (phases[phase].marks); i++)
      if (phases[phase].marks[i] != NULL && g_str_has_prefix (name, phases[phase].marks[i]))
        return phase + 1;
  return g_str_has_prefix (name, SEND) ? MARK_SEND : 0;
}

/* Returns whether slices with this name define starts. */
gboolean
tv_app_start_is_of_openharmony (const char *name)
{
  return classify (name) == PHASE_LAUNCH + 1;
}

/* A start whose launch may not have been found yet. @rows contains indexes in the list of marks, or TV_NONE. */
typedef struct
{
  guint32 rows[N_PHASES];
  const char *package;
} Pending;

typedef struct
{
  TvAppStarts *out;
  TvTrace *trace;
  GArray *marks;     /* TvMark, sorted by start */
  GArray *frames;    /* Frame, sorted by process and start */
  GHashTable *shown; /* result of tv_frame_list_shown() */
  GArray *attached;  /* Pending: starts with an attached process but without a launch */
  GArray *loads;     /* guint32: indexes of loads that have not been assigned to a start */
  guint32 touch;     /* last touch that has not been assigned to a start, or TV_NONE */
  guint32 request;   /* last request that has not been assigned to a start, or TV_NONE */
  guint32 cause;     /* touch that caused @request, or TV_NONE */
  guint32 last_attach;
  GHashTable *alive; /* set of upid + 1: processes that have been started */
  gboolean has_attach;
} Starts;

/* An actual frame of a process */
typedef struct
{
  guint32 upid;
  guint32 slice;
  gint64 ts;
} Frame;

static const TvMark *
get_mark (const Starts *self, guint32 row)
{
  return &g_array_index (self->marks, TvMark, row);
}

static const char *
get_package (const TvMark *mark)
{
  const char *package = strstr (mark->name, PACKAGE_SEPARATOR);

  return package != NULL && package[strlen (PACKAGE_SEPARATOR)] != '\0'
             ? package + strlen (PACKAGE_SEPARATOR)
             : NULL;
}

/* ---- Frames ---- */

static int
compare_frames (gconstpointer a, gconstpointer b)
{
  const Frame *x = a, *y = b;

  if (x->upid != y->upid)
    return x->upid < y->upid ? -1 : 1;
  if (x->ts != y->ts)
    return x->ts < y->ts ? -1 : 1;
  return (x->slice > y->slice) - (x->slice < y->slice);
}

static GArray *
list_frames (TvTrace *trace)
{
  GArray *frames = g_array_new (FALSE, FALSE, sizeof (Frame));
  guint32 n_tracks;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);

  for (guint32 t = 0; t < n_tracks; t++)
    for (guint32 i = 0; tracks[t].role == TV_ROLE_ACTUAL_FRAMES && i < tracks[t].n_slices; i++)
      {
        guint32 slice = tracks[t].first_slice + i;
        Frame frame = { tracks[t].upid, slice,
                        tv_slices_start (tv_trace_get_slices (trace), slice) };

        g_array_append_val (frames, frame);
      }
  g_array_sort (frames, compare_frames);
  return frames;
}

/* Returns whether the process sent content for display at or after @start_ns and before @end_ns. */
static gboolean
sends (const Starts *self, guint32 upid, gint64 start_ns, gint64 end_ns)
{
  for (guint i = tv_mark_list_find (self->marks, start_ns); i < self->marks->len; i++)
    {
      const TvMark *mark = get_mark (self, i);

      if (mark->ts >= end_ns)
        break;
      if (mark->kind == MARK_SEND && mark->upid == upid)
        return TRUE;
    }
  return FALSE;
}

/* Returns the first frame of a process that begins at or after @ts and sends content for display, or TV_NONE. */
static guint32
find_frame (const Starts *self, guint32 upid, gint64 ts)
{
  const TvSlices *slices = tv_trace_get_slices (self->trace);
  const Frame wanted = { upid, 0, ts };
  guint low = 0, high = self->frames->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (compare_frames (&g_array_index (self->frames, Frame, middle), &wanted) < 0)
        low = middle + 1;
      else
        high = middle;
    }
  for (; low < self->frames->len; low++)
    {
      const Frame *frame = &g_array_index (self->frames, Frame, low);

      if (frame->upid != upid)
        break;
      if (sends (self, upid, frame->ts, tv_slices_end (slices, frame->slice)))
        return frame->slice;
    }
  return TV_NONE;
}

/* Returns the frame of the render service that shows a frame of an app, or TV_NONE. */
static guint32
find_shown (const Starts *self, guint32 slice)
{
  guint32 found = GPOINTER_TO_UINT (
      g_hash_table_lookup (self->shown, GUINT_TO_POINTER (slice + 1)));

  return found > 0 ? found - 1 : TV_NONE;
}

/* ---- Starts ---- */

static Pending
pending_new (const Starts *self)
{
  Pending pending = { .package = NULL };

  for (guint phase = 0; phase < N_PHASES; phase++)
    pending.rows[phase] = TV_NONE;
  pending.rows[PHASE_TOUCH] = self->request != TV_NONE ? self->cause : self->touch;
  pending.rows[PHASE_REQUEST] = self->request;
  return pending;
}

/* Stores a request and its cause, which is the last touch if it was dispatched in the same process. */
static void
request (Starts *self, guint32 row)
{
  self->request = row;
  self->cause = self->touch != TV_NONE &&
                        get_mark (self, self->touch)->upid == get_mark (self, row)->upid
                    ? self->touch
                    : TV_NONE;
}

/* Discards the touch and the request after they have been assigned to a start. */
static void
forget_request (Starts *self)
{
  self->touch = self->request = self->cause = TV_NONE;
}

/* Removes and returns the load that belongs to an attached process: the last load of the same package, or else the
 * last load on the same thread, or else the last load since the previous attachment. */
static guint32
take_load (Starts *self, const TvMark *attach)
{
  const char *package = get_package (attach);
  guint best = 0, best_rank = 0;
  guint32 row;

  for (guint i = 0; i < self->loads->len; i++)
    {
      guint32 load_row = g_array_index (self->loads, guint32, i);
      const TvMark *load = get_mark (self, load_row);
      const char *name = get_package (load);
      gboolean is_recent = self->last_attach == TV_NONE || load_row > self->last_attach;
      guint rank = name != NULL && package != NULL ? (g_str_equal (name, package) ? 3 : 0)
                   : load->utid == attach->utid    ? 2
                                                   : (is_recent ? 1 : 0);

      if (rank >= best_rank && rank > 0)
        {
          best = i;
          best_rank = rank;
        }
    }
  if (best_rank == 0)
    return TV_NONE;
  row = g_array_index (self->loads, guint32, best);
  g_array_remove_index (self->loads, best);
  return row;
}

static void
attach (Starts *self, guint32 row)
{
  Pending pending = pending_new (self);

  pending.rows[PHASE_LOAD] = take_load (self, get_mark (self, row));
  pending.rows[PHASE_ATTACH] = row;
  pending.package = get_package (get_mark (self, row));
  self->last_attach = row;
  forget_request (self);
  g_array_append_val (self->attached, pending);
}

/* Removes the last attached start of a package, and copies it to @pending. Returns FALSE if there is none. */
static gboolean
take_attached (Starts *self, const char *package, Pending *pending)
{
  for (guint i = self->attached->len; i-- > 0;)
    if (g_strcmp0 (g_array_index (self->attached, Pending, i).package, package) == 0)
      {
        *pending = g_array_index (self->attached, Pending, i);
        g_array_remove_index (self->attached, i);
        return TRUE;
      }
  return FALSE;
}

/* Returns the first transition of an ability on the thread of a launch, before the next launch on that thread;
 * TV_NONE if there is none. */
static guint32
find_foreground (const Starts *self, guint32 launch)
{
  for (guint32 row = launch + 1; row < self->marks->len; row++)
    {
      const TvMark *mark = get_mark (self, row);

      if (mark->utid != get_mark (self, launch)->utid)
        continue;
      if (mark->kind == PHASE_FOREGROUND + 1)
        return row;
      if (mark->kind == PHASE_LAUNCH + 1)
        break;
    }
  return TV_NONE;
}

static gint64
get_mark_dur (TvTrace *trace, guint32 slice)
{
  const TvSlices *slices = tv_trace_get_slices (trace);

  return tv_slices_is_unfinished (slices, slice) ? -1 : tv_time_column_get (&slices->dur, slice);
}

static TvAppStartPhase
get_phase (const Starts *self, guint32 start, guint phase, guint32 slice)
{
  const TvTrack *track = &tv_trace_get_tracks (self->trace,
                                               NULL)[tv_trace_find_track_at (self->trace, slice)];
  gint64 dur = get_mark_dur (self->trace, slice);

  return (TvAppStartPhase){ .start = start,
                            .name = phases[phase].name,
                            .ts = tv_slices_start (tv_trace_get_slices (self->trace), slice),
                            .dur = dur,
                            .mark_dur = dur,
                            .slice = slice,
                            .utid = track->utid };
}

static void
add_gap (const Starts *self, guint32 start, gint64 ts, gint64 end)
{
  TvAppStartPhase gap = { .start = start,
                          .name = TV_APP_START_GAP,
                          .ts = ts,
                          .dur = end - ts,
                          .mark_dur = -1,
                          .slice = TV_NONE,
                          .utid = TV_NONE };

  g_array_append_val (self->out->phases, gap);
}

/* Adds the phases of a start, and gaps between phases that are not adjacent. */
static void
add_phases (const Starts *self, guint32 start, const guint32 slices[N_PHASES])
{
  TvAppStartPhase last = { 0 };
  guint last_phase = N_PHASES;

  for (guint phase = 0; phase < N_PHASES; phase++)
    {
      TvAppStartPhase next;

      if (slices[phase] == TV_NONE)
        continue;
      next = get_phase (self, start, phase, slices[phase]);
      if (last_phase != N_PHASES && last_phase < PHASE_APP_FRAME)
        {
          gint64 until = next.ts - last.ts;

          if (phase == last_phase + 1 || last.dur < 0 || last.dur > until)
            last.dur = MAX (until, 0);
        }
      if (last_phase != N_PHASES)
        g_array_append_val (self->out->phases, last);
      if (last_phase != N_PHASES && phase != last_phase + 1 && last.dur >= 0 &&
          next.ts > last.ts + last.dur)
        add_gap (self, start, last.ts + last.dur, next.ts);
      last = next;
      last_phase = phase;
    }
  g_array_append_val (self->out->phases, last);
}

/* Sets the range of a start, which extends from the start of its first phase to the latest end of any phase. */
static void
measure (const Starts *self, TvAppStart *start, const guint32 slices[N_PHASES])
{
  const TvSlices *all = tv_trace_get_slices (self->trace);
  gboolean is_first = TRUE;

  for (guint phase = 0; phase < N_PHASES; phase++)
    {
      guint32 slice = slices[phase];

      if (slice == TV_NONE)
        continue;
      if (is_first)
        start->ts = tv_slices_start (all, slice);
      if (is_first || tv_slices_end (all, slice) > start->end)
        start->end = tv_slices_end (all, slice);
      if (phase >= PHASE_LAUNCH && tv_slices_is_unfinished (all, slice))
        start->state = TV_APP_START_OPEN;
      is_first = FALSE;
    }
  start->dur = start->state == TV_APP_START_OPEN ? -1 : start->end - start->ts;
  start->inner_dur = start->dur;
  if (slices[PHASE_RENDER_FRAME] != TV_NONE &&
      !tv_slices_is_unfinished (all, slices[PHASE_RENDER_FRAME]))
    start->initial_display_ns = tv_slices_end (all, slices[PHASE_RENDER_FRAME]) - start->ts;
}

static void
add_start (Starts *self, guint32 launch, const Pending *pending)
{
  const TvMark *mark = get_mark (self, launch);
  guint32 slices[N_PHASES];
  TvAppStart start = { .id = self->out->starts->len,
                       .kind = TV_APP_START_OPENHARMONY,
                       .type = pending->rows[PHASE_ATTACH] != TV_NONE ? TV_APP_START_COLD
                                                                      : TV_APP_START_UNKNOWN,
                       .state = TV_APP_START_ENDED,
                       .upid = mark->upid,
                       .utid = mark->utid,
                       .slice = mark->slice,
                       .package = get_package (mark),
                       .initial_display_ns = -1,
                       .full_display_ns = -1,
                       .full_frame = TV_NONE };

  for (guint phase = 0; phase < N_PHASES; phase++)
    slices[phase] = pending->rows[phase] != TV_NONE ? get_mark (self, pending->rows[phase])->slice
                                                    : TV_NONE;
  slices[PHASE_APP_FRAME] = find_frame (self, mark->upid, mark->ts);
  if (slices[PHASE_APP_FRAME] != TV_NONE)
    slices[PHASE_RENDER_FRAME] = find_shown (self, slices[PHASE_APP_FRAME]);
  start.initial_frame = slices[PHASE_APP_FRAME];
  measure (self, &start, slices);
  add_phases (self, start.id, slices);
  g_array_append_val (self->out->starts, start);
}

/* Returns whether an extension is launched. Extensions are launched in the same way as apps, but without attaching a
 * process or coming to the foreground. They are shown as phases of the starts in which they run. */
static gboolean
is_extension (const Starts *self, guint32 launch, const Pending *pending)
{
  const TvMark *mark = get_mark (self, launch);

  return self->has_attach && pending->rows[PHASE_ATTACH] == TV_NONE &&
         pending->rows[PHASE_FOREGROUND] == TV_NONE &&
         !g_hash_table_contains (self->alive, GUINT_TO_POINTER (mark->upid + 1));
}

/* Adds the start of a launch. Returns FALSE if an extension is launched. */
static gboolean
add_launch (Starts *self, guint32 launch)
{
  const TvMark *mark = get_mark (self, launch);
  Pending pending;
  gboolean is_attached = take_attached (self, get_package (mark), &pending);

  if (!is_attached)
    pending = pending_new (self);
  pending.rows[PHASE_LAUNCH] = launch;
  pending.rows[PHASE_FOREGROUND] = find_foreground (self, launch);
  if (is_extension (self, launch, &pending))
    return FALSE;
  if (!is_attached)
    forget_request (self);
  g_hash_table_add (self->alive, GUINT_TO_POINTER (mark->upid + 1));
  add_start (self, launch, &pending);
  return TRUE;
}

static void
add_extension (const Starts *self, guint32 row)
{
  const TvMark *mark = get_mark (self, row);

  for (guint i = 0; i < self->out->starts->len; i++)
    {
      const TvAppStart *start = &g_array_index (self->out->starts, TvAppStart, i);

      if (start->kind == TV_APP_START_OPENHARMONY && mark->ts >= start->ts && mark->ts < start->end)
        tv_app_starts_add_phase (self->out, start->id, TV_APP_START_EXTENSION, mark->slice);
    }
}

static void
add_all (Starts *self)
{
  g_autoptr (GArray) extensions = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 row = 0; row < self->marks->len; row++)
    switch (get_mark (self, row)->kind - 1)
      {
      case PHASE_TOUCH:
        self->touch = row;
        break;
      case PHASE_REQUEST:
        request (self, row);
        break;
      case PHASE_LOAD:
        g_array_append_val (self->loads, row);
        break;
      case PHASE_ATTACH:
        attach (self, row);
        break;
      case PHASE_LAUNCH:
        if (!add_launch (self, row))
          g_array_append_val (extensions, row);
        break;
      default:
        break;
      }
  for (guint i = 0; i < extensions->len; i++)
    add_extension (self, g_array_index (extensions, guint32, i));
}

/**
 * tv_app_starts_add_openharmony:
 * @self: starts found so far
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): set to %TV_ERROR_CANCELLED
 *
 * Adds the starts of OpenHarmony apps.
 *
 * Returns: %FALSE if cancelled
 */
gboolean
tv_app_starts_add_openharmony (TvAppStarts *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (GArray) marks = tv_mark_list_new (self->trace, classify, cancellable, error);
  g_autoptr (GArray) frames = NULL;
  g_autoptr (GHashTable) shown = NULL;
  g_autoptr (GArray) attached = g_array_new (FALSE, FALSE, sizeof (Pending));
  g_autoptr (GArray) loads = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GHashTable) alive = g_hash_table_new (NULL, NULL);
  Starts starts = { .out = self,
                    .trace = self->trace,
                    .marks = marks,
                    .attached = attached,
                    .loads = loads,
                    .touch = TV_NONE,
                    .request = TV_NONE,
                    .cause = TV_NONE,
                    .last_attach = TV_NONE,
                    .alive = alive };

  if (marks == NULL)
    return FALSE;
  for (guint i = 0; i < marks->len; i++)
    starts.has_attach |= get_mark (&starts, i)->kind == PHASE_ATTACH + 1;
  starts.frames = frames = list_frames (self->trace);
  starts.shown = shown = tv_frame_list_shown (self->trace);
  add_all (&starts);
  return TRUE;
}
