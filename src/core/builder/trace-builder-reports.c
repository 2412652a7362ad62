/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/reports-part.h"

#include <stdlib.h>

#include "core/builder/dumps-part.h"
#include "core/builder/faults-part.h"
#include "core/builder/files-part.h"
#include "core/builder/slice-tracks.h"

/* Adds the times of dumps, crashes and freezes to the timeline of other files: one instant each, named after its
 * reason, on a track of the process.
 *
 *   main      [ onCreate        ][ onResume     …
 *   reports                ◆ Input dispatching timed out     ◆ SIGSEGV
 *
 * Runs as a stage of trace-builder.c, before slices are laid out. Reads the dumps and faults parts, and adds tracks
 * and slices. */

/* Start of a separately read file in the lists of dumps and faults, and the uncertainty of its clock. */
typedef struct
{
  guint32 first_dump;
  guint32 first_fault;
  gint64 uncertainty_ns;
} ReportFile;

struct _TvReportsPart
{
  GArray *files; /* ReportFile, in the order in which they were read */
};

static void
init (TvTraceBuilder *self)
{
  self->reports = g_new0 (TvReportsPart, 1);
  self->reports->files = g_array_new (FALSE, FALSE, sizeof (ReportFile));
}

static void
clear (TvTraceBuilder *self)
{
  g_array_unref (self->reports->files);
  g_clear_pointer (&self->reports, g_free);
}

static void
begin_file (TvTraceBuilder *self)
{
  guint n_dumps, n_faults;
  ReportFile file = { 0 };

  tv_trace_builder_get_dumps (self, &n_dumps);
  tv_trace_builder_get_faults (self, &n_faults);
  file.first_dump = n_dumps;
  file.first_fault = n_faults;
  g_array_append_val (self->reports->files, file);
}

static void
end_file (TvTraceBuilder *self, gint64 offset_ns, gint64 uncertainty_ns)
{
  GArray *files = self->reports->files;

  g_array_index (files, ReportFile, files->len - 1).uncertainty_ns = uncertainty_ns;
}

const TvBuilderPart tv_builder_reports = { init, clear, begin_file, end_file };

typedef struct
{
  guint32 upid;
  guint32 name;
  gint64 ts;
  gint64 uncertainty_ns;
  guint
      order; /* index in the order in which points were added; if several have the same time, only the first is drawn */
} Point;

static int
compare_points (gconstpointer a, gconstpointer b)
{
  const Point *first = a, *second = b;

  if (first->upid != second->upid)
    return first->upid < second->upid ? -1 : 1;
  if (first->ts != second->ts)
    return first->ts < second->ts ? -1 : 1;
  return first->order < second->order ? -1 : 1;
}

/* Returns whether the process already has instants of reports. Readers of freeze reports add them, because some
 * reports have no dump. */
static gboolean
has_reports (TvTraceBuilder *self, guint32 upid)
{
  for (guint i = 0; i < tv_trace_builder_get_n_tracks (self); i++)
    {
      const TvTrackInfo *track = tv_trace_builder_get_track_info (self, i);

      if (track->role == TV_ROLE_REPORTS && track->upid == upid)
        return TRUE;
    }
  return FALSE;
}

static gint64
find_uncertainty (const TvTraceBuilder *self, guint32 row, gboolean is_fault)
{
  gint64 found = 0;

  for (guint i = 0; i < self->reports->files->len; i++)
    {
      const ReportFile *file = &g_array_index (self->reports->files, ReportFile, i);

      if (row >= (is_fault ? file->first_fault : file->first_dump))
        found = file->uncertainty_ns;
    }
  return found;
}

static void
add_point (TvTraceBuilder *self,
           GArray *points,
           gint64 ts,
           guint32 upid,
           guint32 name,
           gint64 uncertainty_ns)
{
  Point point = { upid, name, ts, uncertainty_ns, points->len };

  if (ts != TV_NO_TIME && ts > -self->unit.max_ticks / 2 && ts < self->unit.max_ticks / 2)
    g_array_append_val (points, point);
}

static guint32
intern_unless (TvTraceBuilder *self, guint32 string, const char *text)
{
  return string != TV_NONE ? string : tv_trace_builder_intern (self, text, -1);
}

/* Lists the instants of faults and dumps, sorted by process and time. At equal times, faults come first, because
 * their reasons are more specific. */
static void
list_points (TvTraceBuilder *self, GArray *points)
{
  guint n_faults, n_dumps;
  const TvFault *faults = tv_trace_builder_get_faults (self, &n_faults);
  const TvDump *dumps = tv_trace_builder_get_dumps (self, &n_dumps);

  for (guint i = 0; i < n_faults; i++)
    {
      const TvFault *fault = &faults[i];

      add_point (self, points, fault->ts, fault->upid,
                 intern_unless (self, fault->reason, tv_fault_kind_name (fault->kind)),
                 find_uncertainty (self, i, TRUE));
    }
  for (guint i = 0; i < n_dumps; i++)
    {
      const TvDump *dump = &dumps[i];

      /* A dump of wait channels accompanies another dump with about the same time. */
      if (dump->kind != TV_DUMP_WAIT_CHANNELS)
        add_point (self, points, dump->ts, dump->upid,
                   intern_unless (self, dump->title, "thread dump"),
                   find_uncertainty (self, i, FALSE));
    }
  g_array_sort (points, compare_points);
}

/**
 * tv_trace_builder_draw_reports:
 * @self: a builder to which all rows have been added
 *
 * Adds instants for dumps and faults if any file was read separately. Otherwise there is no timeline of other files
 * to show them on.
 */
void
tv_trace_builder_draw_reports (TvTraceBuilder *self)
{
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (Point));
  guint32 upid = TV_NONE, track = TV_NONE;
  gboolean is_drawn = FALSE;

  if (!tv_trace_builder_was_separate (self))
    return;
  list_points (self, points);
  for (guint i = 0; i < points->len; i++)
    {
      const Point *point = &g_array_index (points, Point, i);
      TvSymbol symbol = {
        .class_name = TV_NONE, .name = point->name, .signature = TV_NONE, .source_file = TV_NONE
      };

      if (i == 0 || point->upid != upid)
        {
          upid = point->upid;
          is_drawn = has_reports (self, upid);
          track = TV_NONE;
        }
      if (is_drawn || (i > 0 && point[-1].upid == upid && point[-1].ts == point->ts))
        continue;
      if (track == TV_NONE)
        track = tv_trace_builder_get_extra_track (self, TV_TRACK_ASYNC, TV_ROLE_REPORTS, upid,
                                                  tv_trace_builder_intern (self, "reports", -1));
      /* The uncertainty of a track is the maximum uncertainty of its instants. */
      tv_trace_builder_raise_uncertainty (self, track, point->uncertainty_ns);
      tv_trace_builder_instant (self, track, tv_trace_builder_add_symbol (self, &symbol), point->ts,
                                -1);
    }
}
