/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/frame-parts.h"

#include <string.h>

#include "analysis/system/frame-work.h"
#include "analysis/system/main-thread.h"
#include "analysis/system/mark-list.h"

/* Finds the work of threads on frames. On Android, actual frames and the slices of their threads have the token of
 * the frame. Tokens of SurfaceFlinger are shared by all apps, so only process and token together identify a frame. On
 * OpenHarmony, the work of an app on a frame is its ReceiveVsync slice, from which a flow leads to the frame of the
 * render service that shows it.
 *
 * Called only by frame-list.c, except tv_frame_list_shown() (app-start-openharmony.c) and the names of stages
 * (frame-table.c). Only reads the trace; changes the rows of the caller. */

/* Maximum interval in ns between an actual frame and its work */
#define NEAR_NS (G_GINT64_CONSTANT (1000000000))

/* A frame began late if more than 1 / LATE_BEGIN_DIVISOR of the time until its deadline had passed. */
#define LATE_BEGIN_DIVISOR 4

/* The app's main thread and its render thread may each use 1 / SHARE_DIVISOR of the time until the deadline. */
#define SHARE_DIVISOR 2

#define VSYNC   "ReceiveVsync "
#define DISPLAY "RSMainThread::"

struct _TvFrameParts
{
  TvTrace *trace;
  const TvTrack *tracks;
  GArray *works;     /* TvFrameWork */
  GArray *keys;      /* TvFrameWorkKey */
  gboolean *has_row; /* per row of @works, whether it has an actual frame */
  guint32 *mains;    /* per upid, its main thread, or TV_NONE */
  GHashTable *shown; /* frame of an app + 1 ─▶ frame that shows it + 1 */
  GArray *
      unrecorded; /* guint32: rows of @works with draws but without an actual frame, sorted by start */
};

static const TvTrack *
get_track (const TvFrameParts *self, guint32 slice)
{
  return &self->tracks[tv_trace_find_track_at (self->trace, slice)];
}

static const char *
get_text (TvTrace *trace, guint32 slice)
{
  const char *name = tv_slice_get_name (trace, slice);

  return name != NULL ? name : "";
}

/* Returns the row of the work on an actual frame, or TV_NONE. */
static guint32
find_work (const TvFrameParts *self, guint32 upid, guint32 slice)
{
  const TvSlices *slices = tv_trace_get_slices (self->trace);
  const char *name = get_text (self->trace, slice);
  gint64 ts = tv_slices_end (slices, slice), earliest = tv_slices_start (slices, slice);
  guint32 row;

  if (upid == TV_NONE || !g_ascii_isdigit (*name))
    return TV_NONE;
  tv_add_ns (&ts, NEAR_NS);
  tv_add_ns (&earliest, -NEAR_NS);
  row = tv_frame_work_find_token (self->keys, upid, g_ascii_strtoll (name, NULL, 10), ts);
  return row != TV_NONE && g_array_index (self->works, TvFrameWork, row).ts >= earliest ? row
                                                                                        : TV_NONE;
}

static gboolean
is_actual_frame (TvTrace *trace, guint32 slice)
{
  const TvTrack *tracks = tv_trace_get_tracks (trace, NULL);

  return tracks[tv_trace_find_track_at (trace, slice)].role == TV_ROLE_ACTUAL_FRAMES;
}

/* Returns: (transfer full): per frame, the first frame that shows it: slice + 1 ─▶ slice + 1 */
GHashTable *
tv_frame_list_shown (TvTrace *trace)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  GHashTable *shown = g_hash_table_new (NULL, NULL);
  guint32 n;
  const TvFlow *flows = tv_trace_get_flows (trace, &n);

  for (guint32 i = 0; i < n; i++)
    {
      gpointer key = GUINT_TO_POINTER (flows[i].from + 1);
      guint32 known = GPOINTER_TO_UINT (g_hash_table_lookup (shown, key));

      if (is_actual_frame (trace, flows[i].from) && is_actual_frame (trace, flows[i].to) &&
          (known == 0 ||
           tv_slices_start (slices, flows[i].to) < tv_slices_start (slices, known - 1)))
        g_hash_table_insert (shown, key, GUINT_TO_POINTER (flows[i].to + 1));
    }
  return shown;
}

static void
find_rows (TvFrameParts *self)
{
  guint32 n_tracks;
  const TvTrack *tracks = tv_trace_get_tracks (self->trace, &n_tracks);

  for (guint32 t = 0; t < n_tracks; t++)
    for (guint32 i = 0; tracks[t].role == TV_ROLE_ACTUAL_FRAMES && i < tracks[t].n_slices; i++)
      {
        guint32 row = find_work (self, tracks[t].upid, tracks[t].first_slice + i);

        if (row != TV_NONE)
          self->has_row[row] = TRUE;
      }
}

static int
compare_works (gconstpointer a, gconstpointer b, gpointer works)
{
  const TvFrameWork *x = &g_array_index ((GArray *) works, TvFrameWork, *(const guint32 *) a);
  const TvFrameWork *y = &g_array_index ((GArray *) works, TvFrameWork, *(const guint32 *) b);

  if (x->ts != y->ts)
    return x->ts < y->ts ? -1 : 1;
  return (x->do_frame > y->do_frame) - (x->do_frame < y->do_frame);
}

static GArray *
list_unrecorded (const TvFrameParts *self)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 row = 0; row < self->works->len; row++)
    if (!self->has_row[row] && g_array_index (self->works, TvFrameWork, row).draw != TV_NONE)
      g_array_append_val (rows, row);
  g_array_sort_with_data (rows, compare_works, self->works);
  return rows;
}

/**
 * tv_frame_parts_new:
 * @trace: a trace; must outlive the result
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): set to %TV_ERROR_CANCELLED
 *
 * Finds the work of all threads on frames.
 *
 * Returns: (transfer full) (nullable): the work; %NULL if cancelled
 */
TvFrameParts *
tv_frame_parts_new (TvTrace *trace, GCancellable *cancellable, GError **error)
{
  GArray *works = tv_frame_work_new (trace, cancellable, error);
  TvFrameParts *self;

  if (works == NULL)
    return NULL;
  self = g_new0 (TvFrameParts, 1);
  self->trace = trace;
  self->tracks = tv_trace_get_tracks (trace, NULL);
  self->works = works;
  self->keys = tv_frame_work_list_keys (works);
  self->has_row = g_new0 (gboolean, MAX (works->len, 1));
  self->mains = tv_main_thread_list (trace);
  self->shown = tv_frame_list_shown (trace);
  find_rows (self);
  self->unrecorded = list_unrecorded (self);
  return self;
}

void
tv_frame_parts_free (TvFrameParts *self)
{
  g_array_unref (self->works);
  g_array_unref (self->keys);
  g_array_unref (self->unrecorded);
  g_hash_table_unref (self->shown);
  g_free (self->has_row);
  g_free (self->mains);
  g_free (self);
}

/* ---- Work of threads ---- */

static TvFramePart
get_part (const TvFrameParts *self, guint32 slice, guint32 utid)
{
  const TvSlices *slices = tv_trace_get_slices (self->trace);

  return (TvFramePart){ slice, utid, tv_slices_start (slices, slice),
                        tv_slices_is_unfinished (slices, slice)
                            ? -1
                            : tv_time_column_get (&slices->dur, slice) };
}

static void
add_work (const TvFrameParts *self, const TvFrameWork *work, TvFrameRow *row)
{
  row->do_frame = get_part (self, work->do_frame, work->ui_utid);
  if (work->draw == TV_NONE)
    return;
  row->draw = get_part (self, work->draw, work->render_utid);
  row->draw_end = work->draw_end;
}

/* Returns OpenHarmony's ReceiveVsync slice that starts together with a frame, or TV_NONE. */
static guint32
find_vsync (const TvFrameParts *self, const TvFrameRow *row)
{
  guint32 utid = row->upid != TV_NONE ? self->mains[row->upid] : TV_NONE, track, slice;

  track = utid != TV_NONE ? tv_trace_get_threads (self->trace, NULL)[utid].track : TV_NONE;
  if (track == TV_NONE)
    return TV_NONE;
  slice = tv_trace_find_slice_from (self->trace, track, row->ts);
  return slice - self->tracks[track].first_slice < self->tracks[track].n_slices &&
                 tv_slices_start (tv_trace_get_slices (self->trace), slice) == row->ts &&
                 g_str_has_prefix (get_text (self->trace, slice), VSYNC)
             ? slice
             : TV_NONE;
}

static gboolean
is_of_display (const TvFrameParts *self, guint32 vsync)
{
  guint32 end = tv_trace_get_subtree_end (self->trace, vsync);

  for (guint32 slice = vsync + 1; slice < end; slice++)
    if (g_str_has_prefix (get_text (self->trace, slice), DISPLAY))
      return TRUE;
  return FALSE;
}

/* Adds the render service's work to a frame of an app, which is the frame that shows it. */
static void
add_shown (const TvFrameParts *self, TvFrameRow *row)
{
  guint32 shown = GPOINTER_TO_UINT (
      g_hash_table_lookup (self->shown, GUINT_TO_POINTER (row->slice + 1)));
  guint32 upid;

  if (shown == 0)
    return;
  upid = get_track (self, shown - 1)->upid;
  row->draw = get_part (self, shown - 1, upid != TV_NONE ? self->mains[upid] : TV_NONE);
  row->draw_end = tv_slices_end (tv_trace_get_slices (self->trace), shown - 1);
}

static void
add_vsync (const TvFrameParts *self, guint32 vsync, TvFrameRow *row)
{
  TvFramePart part = { vsync, self->mains[row->upid], row->ts, row->dur };

  if (is_of_display (self, vsync))
    {
      row->draw = part;
      row->draw_end = row->ts + MAX (row->dur, 0);
      return;
    }
  row->do_frame = part;
  add_shown (self, row);
}

/* ---- Stages ---- */

/* Adds a stage to those that made a frame late. @over_ns: time by which the stage exceeded its share */
static void
add_stage (TvFrameRow *row, TvFrameStage stage, gint64 over_ns, gint64 *max_ns)
{
  if (row->stages == 0 || over_ns > *max_ns)
    {
      row->stage = stage;
      *max_ns = over_ns;
    }
  row->stages |= 1u << stage;
}

/* Adds the stages of the app's threads that made the frame late: a late begin, and each thread that ended after the
 * deadline. */
static void
add_thread_stages (TvFrameRow *row)
{
  gint64 deadline = row->expected_ts + row->expected_dur, max_ns = 0;
  gint64 begin_share = row->expected_dur / LATE_BEGIN_DIVISOR,
         share = row->expected_dur / SHARE_DIVISOR;

  if (row->do_frame.ts - row->expected_ts > begin_share)
    add_stage (row, TV_FRAME_STAGE_BEGAN_LATE, row->do_frame.ts - row->expected_ts - begin_share,
               &max_ns);
  if (row->do_frame.dur >= 0 && row->do_frame.ts + row->do_frame.dur > deadline)
    add_stage (row, TV_FRAME_STAGE_APP_MAIN, row->do_frame.dur - share, &max_ns);
  if (row->draw.slice != TV_NONE && row->draw_end > deadline)
    add_stage (row, TV_FRAME_STAGE_RENDER_THREAD, row->draw_end - row->draw.ts - share, &max_ns);
}

/* Adds the stage that delayed a frame for which no stage of the app was found. This is the cause that the recording
 * names. If it names no known cause, but the frame was drawn and late, the GPU is assumed. */
static void
add_other_stage (const TvFrameParts *self, TvFrameRow *row)
{
  const char *causes = tv_frame_get_causes (self->trace, get_track (self, row->slice), row->slice);
  gint64 max_ns = 0;

  if (causes != NULL && strstr (causes, "Display HAL") != NULL)
    add_stage (row, TV_FRAME_STAGE_DISPLAY_HAL, 0, &max_ns);
  else if (causes != NULL && (strstr (causes, "SurfaceFlinger") != NULL ||
                              strstr (causes, "Prediction Error") != NULL))
    add_stage (row, TV_FRAME_STAGE_SURFACE_FLINGER, 0, &max_ns);
  else if (causes != NULL && strstr (causes, "Buffer Stuffing") != NULL)
    add_stage (row, TV_FRAME_STAGE_BUFFER_STUFFING, 0, &max_ns);
  else if (row->draw.slice != TV_NONE && row->late_ns > 0)
    add_stage (row, TV_FRAME_STAGE_GPU, 0, &max_ns);
}

static void
add_openharmony_stages (const TvFrameParts *self, TvFrameRow *row)
{
  gint64 max_ns = 0;

  if (row->late_ns != TV_NO_TIME && row->late_ns > 0)
    add_stage (row,
               row->do_frame.slice != TV_NONE ? TV_FRAME_STAGE_APP_MAIN
                                              : TV_FRAME_STAGE_RENDER_SERVICE,
               row->late_ns, &max_ns);
  if (row->do_frame.slice != TV_NONE && row->draw.slice != TV_NONE &&
      tv_frame_get_outcome (self->trace, get_track (self, row->draw.slice), row->draw.slice) ==
          TV_FRAME_LATE)
    add_stage (row, TV_FRAME_STAGE_RENDER_SERVICE, 0, &max_ns);
}

static void
add_android_stages (const TvFrameParts *self, TvFrameRow *row)
{
  if (!tv_frame_row_is_late (row) && !(row->late_ns != TV_NO_TIME && row->late_ns > 0))
    return;
  if (row->do_frame.slice != TV_NONE && row->expected_ts != TV_NO_TIME && row->late_ns > 0)
    add_thread_stages (row);
  if (row->stages == 0)
    add_other_stage (self, row);
}

/**
 * tv_frame_parts_add:
 * @self: work of threads
 * @row: (inout): actual frame
 *
 * Adds the work of threads to a frame, and sets the stages that made it late.
 */
void
tv_frame_parts_add (const TvFrameParts *self, TvFrameRow *row)
{
  guint32 work, vsync;

  if (get_track (self, row->slice)->role != TV_ROLE_ACTUAL_FRAMES)
    return;
  vsync = find_vsync (self, row);
  if (vsync != TV_NONE)
    {
      add_vsync (self, vsync, row);
      add_openharmony_stages (self, row);
      return;
    }
  work = find_work (self, row->upid, row->slice);
  if (work != TV_NONE)
    add_work (self, &g_array_index (self->works, TvFrameWork, work), row);
  add_android_stages (self, row);
}

/**
 * tv_frame_parts_append_unrecorded:
 * @self: work of threads
 * @range: time range of the frames
 * @rows: (element-type TvFrameRow): array to which frames are appended
 *
 * Appends the frames for which only the work of threads was recorded.
 */
void
tv_frame_parts_append_unrecorded (const TvFrameParts *self, const TvRange *range, GArray *rows)
{
  const TvSlices *slices = tv_trace_get_slices (self->trace);
  gint64 number = 0;

  for (guint i = 0; i < self->unrecorded->len; i++)
    {
      const TvFrameWork *work = &g_array_index (self->works, TvFrameWork,
                                                g_array_index (self->unrecorded, guint32, i));
      TvFrameRow row = { .slice = work->do_frame,
                         .expected = TV_NONE,
                         .upid = work->upid,
                         .surface = TV_NONE,
                         .ts = work->ts,
                         .dur = work->end - work->ts,
                         .expected_ts = TV_NO_TIME,
                         .expected_dur = -1,
                         .late_ns = TV_NO_TIME,
                         .token = work->token };

      if (work->token == TV_FRAME_WORK_NO_TOKEN)
        row.token = ++number;
      if (tv_slices_is_unfinished (slices, work->last_draw))
        row.dur = -1;
      add_work (self, work, &row);
      if (tv_range_has (range, row.ts, work->end))
        g_array_append_val (rows, row);
    }
}

/**
 * tv_frame_stage_get_name:
 *
 * Returns: (nullable): name of the stage in tables; %NULL for %TV_FRAME_STAGE_NONE
 */
const char *
tv_frame_stage_get_name (TvFrameStage stage)
{
  static const char *const names[TV_N_FRAME_STAGES] = {
    [TV_FRAME_STAGE_BEGAN_LATE] = "began_late",
    [TV_FRAME_STAGE_APP_MAIN] = "app_main",
    [TV_FRAME_STAGE_RENDER_THREAD] = "render_thread",
    [TV_FRAME_STAGE_GPU] = "gpu",
    [TV_FRAME_STAGE_BUFFER_STUFFING] = "buffer_stuffing",
    [TV_FRAME_STAGE_SURFACE_FLINGER] = "surface_flinger",
    [TV_FRAME_STAGE_DISPLAY_HAL] = "display_hal",
    [TV_FRAME_STAGE_RENDER_SERVICE] = "render_service",
  };

  return names[stage];
}
