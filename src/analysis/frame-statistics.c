/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/frame-statistics.h"

#include <string.h>

#include <glib/gi18n.h>

#include "analysis/system/frame-list.h"
#include "analysis/system/frame-percentiles.h"

/* Parses the frame statistics that `dumpsys gfxinfo` prints for a process and for each of its windows:
 *
 *   ** Graphics info for pid N [NAME] **
 *   Total frames rendered: 40
 *   Janky frames: 7 (17.50%)
 *   90th percentile: 16ms
 *   Number Missed Vsync: 1
 *   HISTOGRAM: 5ms=20 6ms=13 …
 *   Window: NAME
 *   …
 *
 * The format is written by JankTracker and ProfileData of hwui. Called by the table and the view of frame statistics.
 * Pure: only reads the trace. */

#define TITLE        "Applications Graphics Acceleration Info"
#define JANKY        "Janky frames"
#define TOTAL        "Total frames rendered"
#define ARG_COUNTS   "frame.counts"
#define ARG_IS_JANKY "frame.is_janky"

#define NS_PER_MS 1000000

typedef struct
{
  TvTrace *trace;
  GArray *found;
  gboolean is_process; /* whether the line belongs to the report of a process */
  guint32 upid;
  guint32 pid;
  TvTextPart window;
} Reader;

static void
add (Reader *self,
     guint32 line,
     TvTextPart name,
     TvFrameStatisticUnit unit,
     gint64 bucket_ms,
     gint64 value)
{
  g_array_append_val (self->found, ((TvFrameStatistic){ .line = line,
                                                        .upid = self->upid,
                                                        .pid = self->pid,
                                                        .window = self->window,
                                                        .name = name,
                                                        .unit = unit,
                                                        .bucket_ms = bucket_ms,
                                                        .value = value,
                                                        .computed = -1 }));
}

static guint32
find_process (TvTrace *trace, guint32 pid)
{
  guint32 n;
  const TvProcess *processes = tv_trace_get_processes (trace, &n);

  for (guint32 i = 0; i < n; i++)
    if (processes[i].pid == pid)
      return i;
  return TV_NONE;
}

static gboolean
parse_process (Reader *self, TvTextPart line)
{
  gint64 pid;

  if (!tv_text_part_take (&line, "** Graphics info for pid ") ||
      !tv_text_part_take_number (&line, &pid) || pid > G_MAXINT32)
    return FALSE;
  self->is_process = TRUE;
  self->pid = (guint32) pid;
  self->upid = find_process (self->trace, self->pid);
  self->window = (TvTextPart){ NULL, 0 };
  return TRUE;
}

static gboolean
parse_window (Reader *self, TvTextPart line)
{
  if (!tv_text_part_take (&line, "Window: "))
    return FALSE;
  self->window = tv_text_part_trim (line);
  return TRUE;
}

/* Parses `HISTOGRAM: 5ms=20 6ms=13` or `GPU HISTOGRAM: …`. Skips empty buckets. */
static gboolean
parse_histogram (Reader *self, guint32 line, TvTextPart text)
{
  TvTextPart rest = text, name;

  tv_text_part_take (&rest, "GPU ");
  if (!tv_text_part_take (&rest, "HISTOGRAM:"))
    return FALSE;
  name = (TvTextPart){ text.text, (gsize) (rest.text - text.text) - 1 };
  rest = tv_text_part_trim (rest);
  while (rest.size > 0)
    {
      gint64 ms, n;

      if (!tv_text_part_take_number (&rest, &ms) || !tv_text_part_take (&rest, "ms=") ||
          !tv_text_part_take_number (&rest, &n))
        break;
      if (n > 0)
        add (self, line, name, TV_FRAME_STATISTIC_BUCKET, ms, n);
      rest = tv_text_part_trim (rest);
    }
  return TRUE;
}

static gboolean
ends_with (TvTextPart text, const char *end)
{
  gsize size = strlen (end);

  return text.size >= size && memcmp (text.text + text.size - size, end, size) == 0;
}

static gboolean
is_frame_count (TvTextPart name)
{
  TvTextPart number = name, janky = name;

  return tv_text_part_is (name, TOTAL) || tv_text_part_take (&janky, JANKY) ||
         tv_text_part_take (&number, "Number ");
}

/* Parses `NAME: N`, `NAME: N (P%)` or `NAME: Nms`. Skips names other than frame counts and percentiles. */
static void
parse_number (Reader *self, guint32 line, TvTextPart text)
{
  TvTextPart rest = text, name = tv_text_part_take_until (&rest, ':');
  gboolean is_percentile = ends_with (name, "percentile");
  gint64 value;

  if (!tv_text_part_take (&rest, ": ") || !(is_percentile || is_frame_count (name)) ||
      !tv_text_part_take_number (&rest, &value) ||
      (is_percentile && !tv_text_part_take (&rest, "ms")))
    return;
  add (self, line, name, is_percentile ? TV_FRAME_STATISTIC_MS : TV_FRAME_STATISTIC_COUNT, -1,
       value);
}

static void
read_line (gpointer data, const TvText *file, guint32 line)
{
  Reader *self = data;
  TvTextPart text;

  if (line == file->first_line)
    *self = (Reader){ .trace = self->trace, .found = self->found, .upid = TV_NONE };
  text.text = tv_trace_get_text_line (self->trace, line, &text.size);
  text = tv_text_part_trim (text);
  if (text.size > 0 && !parse_process (self, text) && self->is_process &&
      !parse_window (self, text) && !parse_histogram (self, line, text))
    parse_number (self, line, text);
}

/* ---- Statistics computed from the frames in the file ---- */

static gboolean
get_flag (TvTrace *trace, guint32 slice, const char *key, gboolean default_value)
{
  const TvArg *arg = tv_trace_find_arg (trace, slice, key);

  return arg != NULL ? tv_trace_get_arg_int (trace, arg) != 0 : default_value;
}

typedef struct
{
  guint32 n;
  guint32 n_janky;
} Computed;

static Computed
count_computed (TvTrace *trace, const GArray *rows, guint32 upid)
{
  Computed computed = { 0, 0 };

  for (guint i = 0; i < rows->len; i++)
    {
      const TvFrameRow *row = &g_array_index (rows, TvFrameRow, i);

      if (row->upid != upid || row->dur < 0 || !get_flag (trace, row->slice, ARG_COUNTS, TRUE))
        continue;
      computed.n++;
      computed.n_janky += get_flag (trace, row->slice, ARG_IS_JANKY, FALSE);
    }
  return computed;
}

static gint64
find_percentile (const GArray *percentiles, const TvFrameStatistic *of)
{
  for (guint i = 0; i < percentiles->len; i++)
    {
      const TvFramePercentile *row = &g_array_index (percentiles, TvFramePercentile, i);
      g_autofree char *name = g_strdup_printf ("%uth percentile", row->percent);

      if (row->upid == of->upid && tv_text_part_is (of->name, name))
        return row->ns;
    }
  return -1;
}

/* Sets @computed and @n_computed for statistics of whole processes only, because frames do not record their window. */
static void
add_computed (TvTrace *trace, GArray *found, const GArray *rows, const GArray *percentiles)
{
  guint32 upid = TV_NONE;
  Computed computed = { 0, 0 };

  for (guint i = 0; i < found->len; i++)
    {
      TvFrameStatistic *row = &g_array_index (found, TvFrameStatistic, i);

      if (row->upid == TV_NONE || row->window.size > 0)
        continue;
      if (row->upid != upid)
        computed = count_computed (trace, rows, row->upid);
      upid = row->upid;
      row->n_computed = computed.n;
      if (computed.n > 0 && tv_text_part_is (row->name, TOTAL))
        row->computed = computed.n;
      else if (computed.n > 0 && tv_text_part_is (row->name, JANKY))
        row->computed = computed.n_janky;
      else if (row->unit == TV_FRAME_STATISTIC_MS)
        row->computed = find_percentile (percentiles, row);
    }
}

/* ---- All reports ---- */

/* Returns: whether the trace contains output of `dumpsys gfxinfo` */
gboolean
tv_trace_has_frame_statistics (TvTrace *trace)
{
  return tv_trace_has_service_text (trace, TITLE);
}

/**
 * tv_frame_statistics_new:
 * @trace: a trace
 * @selection: (nullable): not used
 * @cancellable: (nullable): a #GCancellable
 * @error: set to %TV_ERROR_CANCELLED
 *
 * Returns: (transfer full) (element-type TvFrameStatistic) (nullable): statistics from all gfxinfo sections, in file
 * order; their strings belong to the trace
 */
GArray *
tv_frame_statistics_new (TvTrace *trace,
                         const TvSelection *selection,
                         GCancellable *cancellable,
                         GError **error)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (TvFrameStatistic));
  g_autoptr (GArray) rows = NULL;
  g_autoptr (GArray) percentiles = NULL;
  Reader reader = { .trace = trace, .found = found, .upid = TV_NONE };

  if (!tv_service_text_read (trace, TITLE, read_line, &reader, cancellable, error))
    return NULL;
  rows = tv_frame_list_new (trace, NULL, cancellable, error);
  percentiles = rows != NULL ? tv_frame_percentiles_new (trace, NULL, cancellable, error) : NULL;
  if (percentiles == NULL)
    return NULL;
  add_computed (trace, found, rows, percentiles);
  return g_steal_pointer (&found);
}

/**
 * tv_frame_statistic_dup_reason:
 *
 * Returns: (transfer full) (nullable): explanation of why the device's value differs from the one computed from the
 * file; %NULL if they are equal or cannot be compared
 */
char *
tv_frame_statistic_dup_reason (const TvFrameStatistic *self)
{
  gint64 computed = self->unit == TV_FRAME_STATISTIC_MS ? self->computed / NS_PER_MS
                                                        : self->computed;

  if (self->computed < 0 || computed == self->value ||
      (self->unit == TV_FRAME_STATISTIC_MS && computed + 1 == self->value))
    return NULL;
  return g_strdup (
      _("The device counts all frames since the last reset; the file lists no more than the last "
        "120 frames of each window"));
}
