/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "core/memory/string-pool.h"
#include "tables/perfetto/perfetto-marks.h"

/* Finds the kernel event from which a slice or counter was decoded, and takes the name from the event's text. Created
 * by perfetto-model.c; perfetto-model.c, perfetto-slice-track.c and perfetto-counter-track.c request names. Reuses
 * one buffer for the text of events, so only one thread at a time may use it. */

struct _TvPerfettoMarks
{
  TvTrace *trace;         /* borrowed trace */
  TvPerfettoModel *model; /* borrowed model of @trace */
  int has_tagged_marks;   /* 1 if programs tag their marks, 0 if not, -1 before first use */
  GString *event_text;    /* buffer for the text of an event */
};

#define TAG "H:"

/* Returns the recorded name in the mark of an event, if the first letter of the mark is @kind; NULL for other events.
 * Sets @size to the length of the name in bytes. */
static const char *
find_mark_name (TvPerfettoMarks *self, guint32 event, char kind, gsize *size)
{
  const char *event_name = tv_trace_get_string (
      self->trace, tv_events_get_name (tv_trace_get_events (self->trace), event));
  const char *text, *end, *bar;

  /* Tests the event's name first, because rendering the text of an event is slow. */
  if (!g_str_equal (event_name, "print") && !g_str_equal (event_name, "0") &&
      !g_str_has_prefix (event_name, "tracing_mark_write"))
    return NULL;
  text = tv_trace_get_event_args (self->trace, event, self->event_text, size);
  end = text + *size;
  if (*size < 2 || text[0] != kind || text[1] != '|')
    return NULL;
  text += 2;
  bar = memchr (text, '|', (gsize) (end - text));
  if (bar == NULL)
    return NULL;
  *size = (gsize) (end - bar - 1);
  return bar + 1;
}

static gboolean
is_tagged (const char *name, gsize size)
{
  return name != NULL && size > strlen (TAG) && memcmp (name, TAG, strlen (TAG)) == 0;
}

static gboolean
has_tagged_marks (TvPerfettoMarks *self)
{
  guint32 n = tv_trace_get_events (self->trace)->n;

  if (self->has_tagged_marks < 0)
    {
      self->has_tagged_marks = FALSE;
      for (guint32 i = 0; i < n && !self->has_tagged_marks; i++)
        {
          gsize size;
          const char *name = find_mark_name (self, i, 'B', &size);

          self->has_tagged_marks = is_tagged (name, size);
        }
    }
  return self->has_tagged_marks;
}

/* Returns the index of the first kernel event at or after a time. */
static guint32
find_first_event (const TvEvents *events, gint64 ts)
{
  guint32 first = 0, end = events->n;

  while (first < end)
    {
      guint32 middle = first + (end - first) / 2;

      if (tv_time_column_get (&events->ts, middle) < ts)
        first = middle + 1;
      else
        end = middle;
    }
  return first;
}

/* Returns whether a program emitted a tagged mark at @ts whose first letter is @kind and whose name after the tag is
 * @name. */
static gboolean
has_tagged_mark (TvPerfettoMarks *self, gint64 ts, char kind, const char *name)
{
  const TvEvents *events = tv_trace_get_events (self->trace);
  gsize n = strlen (name);

  for (guint32 i = find_first_event (events, ts);
       i < events->n && tv_time_column_get (&events->ts, i) == ts; i++)
    {
      gsize size;
      const char *text = find_mark_name (self, i, kind, &size);

      if (is_tagged (text, size) && size > strlen (TAG) + n &&
          memcmp (text + strlen (TAG), name, n) == 0 && text[strlen (TAG) + n] == '|')
        return TRUE;
    }
  return FALSE;
}

/* Returns: (transfer full) (nullable): @name with its tag, for a slice or counter that is not on a thread's track;
 * %NULL if no tagged mark at @ts has this name */
char *
tv_perfetto_marks_dup_shared_name (TvPerfettoMarks *self, gint64 ts, char kind, const char *name)
{
  return name != NULL && has_tagged_marks (self) && has_tagged_mark (self, ts, kind, name)
             ? g_strconcat (TAG, name, NULL)
             : NULL;
}

/**
 * tv_perfetto_marks_dup_name:
 * @slice: index of a slice in the trace
 *
 * Gets the name of a slice as the program wrote it. Programs on OpenHarmony write marks such as
 * "H:name|M62|key=value". The trace stores the parts of such a mark separately; trace processor uses the whole mark
 * as the name.
 *
 * Returns: (transfer full) (nullable): recorded name of the slice; %NULL if the name in the trace applies
 */
char *
tv_perfetto_marks_dup_name (TvPerfettoMarks *self, guint32 slice)
{
  const TvSlices *slices = tv_trace_get_slices (self->trace);
  const TvEvents *events = tv_trace_get_events (self->trace);
  gint64 ts = tv_slices_start (slices, slice);
  const TvTrack *track;
  guint32 rank = 0;

  if (!has_tagged_marks (self))
    return NULL;
  track = &tv_trace_get_tracks (self->trace, NULL)[tv_trace_find_track_at (self->trace, slice)];
  if (track->utid == TV_NONE)
    return tv_perfetto_marks_dup_shared_name (
        self, ts, 'S',
        tv_perfetto_model_get_symbol_name (self->model, tv_slices_symbol (slices, slice)));
  while (slice - rank > track->first_slice && tv_slices_start (slices, slice - rank - 1) == ts)
    rank++;
  for (guint32 i = find_first_event (events, ts);
       i < events->n && tv_time_column_get (&events->ts, i) == ts; i++)
    {
      gsize size;
      const char *name = tv_id_column_get (&events->utid, i) == track->utid
                             ? find_mark_name (self, i, 'B', &size)
                             : NULL;

      if (name != NULL && rank-- == 0)
        return is_tagged (name, size) ? tv_string_pool_dup_valid (name, size) : NULL;
    }
  return NULL;
}

/* Creates an object that finds names in the marks of a trace. @trace and @model must outlive it. */
TvPerfettoMarks *
tv_perfetto_marks_new (TvTrace *trace, TvPerfettoModel *model)
{
  TvPerfettoMarks *self = g_new0 (TvPerfettoMarks, 1);

  self->trace = trace;
  self->model = model;
  self->has_tagged_marks = -1;
  self->event_text = g_string_new (NULL);
  return self;
}

void
tv_perfetto_marks_free (TvPerfettoMarks *self)
{
  g_string_free (self->event_text, TRUE);
  g_free (self);
}
