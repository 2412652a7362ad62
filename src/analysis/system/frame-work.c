/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/frame-work.h"

#include <string.h>

#include "analysis/system/mark-list.h"

/* Pairs each doFrame of a main thread with the DrawFrames of its process, by token, or by time on Android 11 and
 * earlier. Called by frame-parts.c and app-start-android.c. Pure: only reads the trace. */

#define DO_FRAME    "Choreographer#doFrame"
#define DRAW_FRAMES "DrawFrames"
#define DRAW_FRAME  "DrawFrame"

enum
{
  MARK_DO_FRAME = 1,
  MARK_DRAW,
};

/* Parses the token in the rest of a slice's name: "" or " 7", which may be followed by vendor-specific text. Returns
 * FALSE for children of doFrame (" - resynced to …") and for the invalid token -1, which are not frames. */
static gboolean
parse_token (const char *rest, gint64 *token)
{
  char *end;

  *token = TV_FRAME_WORK_NO_TOKEN;
  if (*rest == '\0')
    return TRUE;
  if (rest[0] != ' ' || !g_ascii_isdigit (rest[1]))
    return FALSE;
  *token = g_ascii_strtoll (rest + 1, &end, 10);
  return (*end == '\0' || *end == ' ') && *token < G_MAXINT64;
}

static guint
classify (const char *name)
{
  gint64 token;

  if (g_str_has_prefix (name, DO_FRAME))
    return parse_token (name + strlen (DO_FRAME), &token) ? MARK_DO_FRAME : 0;
  if (g_str_has_prefix (name, DRAW_FRAMES))
    return parse_token (name + strlen (DRAW_FRAMES), &token) ? MARK_DRAW : 0;
  if (g_str_has_prefix (name, DRAW_FRAME))
    return parse_token (name + strlen (DRAW_FRAME), &token) ? MARK_DRAW : 0;
  return 0;
}

static gint64
get_token (const TvMark *mark)
{
  const char *rest = mark->name + strcspn (mark->name, " ");
  gint64 token;

  return parse_token (rest, &token) ? token : TV_FRAME_WORK_NO_TOKEN;
}

static int
compare_works (gconstpointer a, gconstpointer b)
{
  const TvFrameWork *x = a, *y = b;

  if (x->upid != y->upid)
    return x->upid < y->upid ? -1 : 1;
  if (x->ts != y->ts)
    return x->ts < y->ts ? -1 : 1;
  return (x->do_frame > y->do_frame) - (x->do_frame < y->do_frame);
}

static GArray *
list_do_frames (const GArray *marks)
{
  GArray *works = g_array_new (FALSE, FALSE, sizeof (TvFrameWork));

  for (guint i = 0; i < marks->len; i++)
    {
      const TvMark *mark = &g_array_index (marks, TvMark, i);
      TvFrameWork work = { .upid = mark->upid,
                           .ui_utid = mark->utid,
                           .render_utid = TV_NONE,
                           .token = get_token (mark),
                           .do_frame = mark->slice,
                           .draw = TV_NONE,
                           .last_draw = TV_NONE,
                           .ts = mark->ts,
                           .draw_end = G_MININT64,
                           .end = mark->end };

      if (mark->kind == MARK_DO_FRAME && mark->is_main)
        g_array_append_val (works, work);
    }
  g_array_sort (works, compare_works);
  return works;
}

static int
compare_keys (gconstpointer a, gconstpointer b)
{
  const TvFrameWorkKey *x = a, *y = b;

  if (x->upid != y->upid)
    return x->upid < y->upid ? -1 : 1;
  if (x->token != y->token)
    return x->token < y->token ? -1 : 1;
  return (x->ts > y->ts) - (x->ts < y->ts);
}

/**
 * tv_frame_work_list_keys:
 * @works: result of tv_frame_work_new()
 *
 * Sorts frames by process, token and time.
 *
 * Returns: (transfer full) (element-type TvFrameWorkKey): index for tv_frame_work_find_token()
 */
GArray *
tv_frame_work_list_keys (const GArray *works)
{
  GArray *keys = g_array_sized_new (FALSE, FALSE, sizeof (TvFrameWorkKey), works->len);

  for (guint32 row = 0; row < works->len; row++)
    {
      const TvFrameWork *work = &g_array_index (works, TvFrameWork, row);
      TvFrameWorkKey key = { work->upid, work->token, work->ts, row };

      g_array_append_val (keys, key);
    }
  g_array_sort (keys, compare_keys);
  return keys;
}

/**
 * tv_frame_work_find_token:
 * @keys: result of tv_frame_work_list_keys()
 * @upid: a process
 * @token: a token, or %TV_FRAME_WORK_NO_TOKEN
 * @ts: time in ns
 *
 * Finds a frame by its token. Tokens are reused, so the time is considered as well.
 *
 * Returns: row of the last frame with the token that begins at or before @ts; %TV_NONE if there is none
 */
guint32
tv_frame_work_find_token (const GArray *keys, guint32 upid, gint64 token, gint64 ts)
{
  TvFrameWorkKey wanted = { upid, token, ts, 0 };
  const TvFrameWorkKey *found;
  guint low = 0, high = keys->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (compare_keys (&g_array_index (keys, TvFrameWorkKey, middle), &wanted) <= 0)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == 0)
    return TV_NONE;
  found = &g_array_index (keys, TvFrameWorkKey, low - 1);
  return found->upid == upid && found->token == token ? found->row : TV_NONE;
}

static void
add_draws (GArray *works, const GArray *marks)
{
  g_autoptr (GArray) keys = tv_frame_work_list_keys (works);

  for (guint i = 0; i < marks->len; i++)
    {
      const TvMark *mark = &g_array_index (marks, TvMark, i);
      TvFrameWork *work;
      guint32 row = TV_NONE;

      if (mark->kind == MARK_DRAW && mark->upid != TV_NONE)
        row = tv_frame_work_find_token (keys, mark->upid, get_token (mark), mark->ts);
      if (row == TV_NONE)
        continue;
      work = &g_array_index (works, TvFrameWork, row);
      if (work->n_draws++ == 0)
        {
          work->draw = mark->slice;
          work->render_utid = mark->utid;
        }
      if (mark->end > work->draw_end)
        {
          work->last_draw = mark->slice;
          work->draw_end = mark->end;
        }
      work->end = work->draw_end;
    }
}

/**
 * tv_frame_work_new:
 * @trace: a trace
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): set to %TV_ERROR_CANCELLED
 *
 * Lists the work of apps on their frames.
 *
 * Returns: (transfer full) (element-type TvFrameWork) (nullable): frames, sorted by process and start; %NULL if
 * cancelled
 */
GArray *
tv_frame_work_new (TvTrace *trace, GCancellable *cancellable, GError **error)
{
  g_autoptr (GArray) marks = tv_mark_list_new (trace, classify, cancellable, error);
  GArray *works;

  if (marks == NULL)
    return NULL;
  works = list_do_frames (marks);
  add_draws (works, marks);
  return works;
}

/**
 * tv_frame_work_find:
 * @works: result of tv_frame_work_new()
 * @upid: a process
 * @ts: time in ns
 *
 * Returns: row of the first frame of the process that begins at or after @ts; if there is none, the row of
 *   the next process, or the number of rows
 */
guint
tv_frame_work_find (const GArray *works, guint32 upid, gint64 ts)
{
  guint low = 0, high = works->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      const TvFrameWork *work = &g_array_index (works, TvFrameWork, middle);

      if (work->upid < upid || (work->upid == upid && work->ts < ts))
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}
