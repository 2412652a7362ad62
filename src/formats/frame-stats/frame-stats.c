/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>

#include <glib/gi18n.h>

#include "core/error.h"
#include "formats/format.h"
#include "formats/frame-stats/frame-line.h"
#include "formats/line-reader.h"

/* Reads the frame statistics of `dumpsys gfxinfo [framestats]`:
 *
 *   Uptime: MS Realtime: MS
 *   ** Graphics info for pid N [NAME] **
 *   Window: NAME
 *   ---PROFILEDATA---
 *   Flags,IntendedVsync,…,            names of columns; times are in ns on CLOCK_MONOTONIC
 *   0,28411252290,…,                  a frame
 *   ---PROFILEDATA---
 *
 * The format is that of hwui (FrameInfo, JankTracker) in Android 6 to 16. Entry point: tv_format_frame_stats, listed
 * in TV_FORMATS. */

#define TITLE       "Applications Graphics Acceleration Info:"
#define BLOCK       "---PROFILEDATA---"
#define PROBE_BYTES 512

/* Maximum number of tracks per window for overlapping frames. */
#define MAX_LAYERS 8

/* Kind of a track. */
typedef enum
{
  KIND_FRAMES,
  KIND_MAIN_THREAD,
  KIND_RENDER_THREAD,
  N_KINDS,
} TrackKind;

typedef struct
{
  TvTraceBuilder *builder;
  guint32 upid;
  guint32 window; /* string id of the current window's name */
  guint32 pid;
  TvFrameColumns columns;
  gboolean in_block;
  gboolean in_old_table; /* whether rows of Android 4's table follow, with durations in ms */
  gboolean is_any;       /* whether the file contains frames or statistics */
  gboolean has_columns;
  gint64 ends[N_KINDS][MAX_LAYERS]; /* ns: end of the last frame in the current table, per layer */
  guint32 symbols[TV_N_FRAME_SYMBOLS];
  guint32 keys[TV_N_FRAME_KEYS];
} Reader;

static TvConfidence
probe (TvInput *input)
{
  gsize size = MIN (input->prefix_size, PROBE_BYTES);

  return size > 0 && memmem (input->prefix, size, TITLE, strlen (TITLE)) != NULL
             ? TV_CONFIDENCE_SURE
             : TV_CONFIDENCE_NONE;
}

/* ---- Output ---- */

static guint32
get_symbol (Reader *self, TvFrameSymbol which)
{
  TvSymbol symbol = { TV_NONE, TV_NONE, TV_NONE, TV_NONE, 0 };

  if (self->symbols[which] == TV_NONE)
    {
      symbol.name = tv_trace_builder_intern (self->builder, tv_frame_symbol_name (which), -1);
      self->symbols[which] = tv_trace_builder_add_symbol (self->builder, &symbol);
    }
  return self->symbols[which];
}

static guint32
get_key (Reader *self, TvFrameKey which)
{
  if (self->keys[which] == TV_NONE)
    self->keys[which] = tv_trace_builder_intern (self->builder, tv_frame_key_name (which), -1);
  return self->keys[which];
}

/* Returns (transfer none): the short name of the current window, such as `MainActivity` for `a.b/a.b.MainActivity`. */
static const char *
get_short_window (const Reader *self)
{
  const char *window = tv_trace_builder_get_string (self->builder, self->window);
  const char *end = strrchr (window, '/');

  end = strrchr (end != NULL ? end : window, '.');
  return end != NULL && end[1] != '\0' ? end + 1 : window;
}

/* Returns a track of the current window. Overlapping frames are on different tracks, numbered by @layer. */
static guint32
get_track (Reader *self, TrackKind kind, guint layer)
{
  static const char *const names[] = { "Frames", "Main thread", "RenderThread" };
  const char *window = get_short_window (self);
  g_autofree char *name = layer == 0
                              ? g_strdup_printf ("%s, %s", names[kind], window)
                              : g_strdup_printf ("%s, %s (%u)", names[kind], window, layer + 1);
  guint32 track = tv_trace_builder_get_extra_track (
      self->builder, TV_TRACK_ASYNC, kind == KIND_FRAMES ? TV_ROLE_FRAMES : TV_ROLE_FRAME_STAGES,
      self->upid, tv_trace_builder_intern (self->builder, name, -1));

  if (layer > 0)
    tv_trace_builder_set_track_parent (self->builder, track, get_track (self, kind, 0));
  return track;
}

static void
add_slice (Reader *self,
           TrackKind kind,
           TvFrameSymbol symbol,
           gint64 start,
           gint64 end,
           gint64 file_offset)
{
  gint64 *ends = self->ends[kind];
  guint layer = 0;

  while (layer < MAX_LAYERS - 1 && ends[layer] > start)
    layer++;
  ends[layer] = MAX (ends[layer], end);
  tv_trace_builder_add_slice (self->builder, get_track (self, kind, layer),
                              get_symbol (self, symbol), start, end - start, file_offset);
}

static void
add_stages (Reader *self, const TvDrawnFrame *frame, gint64 file_offset)
{
  for (guint i = 0; i < TV_N_FRAME_STAGES; i++)
    {
      const TvFrameStage *stage = &tv_frame_stages[i];
      gint64 start, end;

      if (tv_frame_get_stage (frame, stage, &start, &end))
        add_slice (self, stage->is_render_thread ? KIND_RENDER_THREAD : KIND_MAIN_THREAD,
                   stage->symbol, start, end, file_offset);
    }
}

static void
add_frame (Reader *self, const TvDrawnFrame *frame, gint64 file_offset)
{
  TvTraceBuilder *builder = self->builder;

  tv_trace_builder_add_int_arg (builder, get_key (self, TV_FRAME_KEY_FLAGS), frame->flags);
  tv_trace_builder_add_arg (builder, get_key (self, TV_FRAME_KEY_WINDOW), self->window);
  tv_trace_builder_add_bool_arg (builder, get_key (self, TV_FRAME_KEY_COUNTS), frame->counts);
  tv_trace_builder_add_bool_arg (builder, get_key (self, TV_FRAME_KEY_IS_JANKY), frame->is_janky);
  if (frame->late_ns != TV_NO_TIME)
    tv_trace_builder_add_int_arg (builder, get_key (self, TV_FRAME_KEY_LATE), frame->late_ns);
  add_slice (self, KIND_FRAMES,
             frame->is_janky ? TV_FRAME_SYMBOL_JANKY_FRAME : TV_FRAME_SYMBOL_FRAME, frame->start_ns,
             frame->end_ns, file_offset);
  add_stages (self, frame, file_offset);
}

/* ---- Lines ---- */

/* Parses `** Graphics info for pid N [NAME] **`. */
static void
begin_process (Reader *self, TvSpan line)
{
  const char *close;

  self->pid = 0;
  tv_scan_word (&line, "** Graphics info for pid ");
  tv_scan_id (&line, &self->pid);
  self->upid = tv_trace_builder_ensure_process (self->builder, self->pid);
  if (tv_scan_past (&line, "[") && (close = memrchr (line.text, ']', line.size)) != NULL)
    tv_trace_builder_name_process (
        self->builder, self->upid,
        tv_trace_builder_intern (self->builder, line.text, close - line.text));
  self->window = tv_trace_builder_intern (self->builder, "window", -1);
  self->in_block = FALSE;
}

/* Adds a statistic of the process as metadata. Statistics cover all frames since the start of the process, not only
 * the listed frames. */
static void
add_fact (Reader *self, TvSpan line)
{
  static const char *const names[] = { "Total frames rendered", "Janky frames",
                                       "50th percentile",       "90th percentile",
                                       "95th percentile",       "99th percentile" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      gsize size = strlen (names[i]);
      g_autofree char *key = NULL;

      if (!tv_span_starts_with (line, names[i]) || line.size < size + 3 || line.text[size] != ':')
        continue;
      self->is_any = TRUE;
      key = g_strdup_printf ("%s (pid %u)", names[i], self->pid);
      if (tv_trace_builder_get_metadata (self->builder, key) == NULL)
        tv_trace_builder_add_metadata (self->builder, key, line.text + size + 2,
                                       (gssize) (line.size - size - 2));
    }
}

static void
emit_row (Reader *self, TvSpan line, gint64 file_offset)
{
  const char *missing = self->has_columns ? tv_frame_columns_find_missing (&self->columns) : NULL;
  TvDrawnFrame frame;

  if (!self->has_columns)
    {
      tv_frame_columns_parse (&self->columns, line);
      self->has_columns = TRUE;
    }
  else if (missing != NULL)
    tv_trace_builder_add_problem (self->builder, TV_PROBLEM_BAD_LINE, file_offset,
                                  _("the column “%s” is missing"), missing);
  else if (!tv_frame_parse (&self->columns, line, &frame))
    tv_trace_builder_count_problem (self->builder, TV_PROBLEM_BAD_LINE, file_offset);
  else if (frame.end_ns != TV_NO_TIME)
    {
      self->is_any = TRUE;
      add_frame (self, &frame, file_offset);
    }
}

/* Parses the table of Android 4: the header `Draw Prepare Process Execute`, then rows that contain only durations.
 * Without times, these frames cannot be shown on a timeline. */
static void
emit_old_row (Reader *self, TvSpan line, gint64 file_offset)
{
  tv_scan_blanks (&line);
  if (tv_span_starts_with (line, "Draw") && memmem (line.text, line.size, "Process", 7) != NULL)
    self->in_old_table = TRUE;
  else if (line.size == 0 || !g_ascii_isdigit (line.text[0]))
    self->in_old_table = FALSE;
  else if (self->in_old_table)
    {
      self->is_any = TRUE;
      tv_trace_builder_add_problem (self->builder, TV_PROBLEM_UNREAD_PART, file_offset,
                                    "durations of frames in ms, without times");
    }
}

static void
emit_line (Reader *self, TvSpan line, gint64 file_offset)
{
  if (line.size == strlen (BLOCK) && tv_span_starts_with (line, BLOCK))
    {
      self->in_block = !self->in_block;
      self->has_columns = FALSE;
      memset (self->ends, 0, sizeof self->ends);
    }
  else if (tv_span_starts_with (line, "** Graphics info for pid "))
    begin_process (self, line);
  else if (self->in_block)
    emit_row (self, line, file_offset);
  else if (tv_span_starts_with (line, "Window: "))
    self->window = tv_trace_builder_intern (self->builder, line.text + strlen ("Window: "),
                                            (gssize) (line.size - strlen ("Window: ")));
  else if (self->upid != TV_NONE)
    {
      add_fact (self, line);
      emit_old_row (self, line, file_offset);
    }
}

static gboolean
read_frames (TvInput *input, TvTraceBuilder *builder, const TvReadContext *context, GError **error)
{
  Reader self = { .builder = builder };
  TvLineReader lines;
  gsize file_offset;
  TvSpan line;

  if (!tv_input_load (input, context->cancellable, error))
    return FALSE;
  memset (self.symbols, 0xff, sizeof self.symbols);
  memset (self.keys, 0xff, sizeof self.keys);
  tv_trace_builder_set_clocks (builder, TRUE, FALSE);
  self.upid = TV_NONE;
  self.window = tv_trace_builder_intern (builder, "window", -1);
  tv_line_reader_init (&lines, input, context);
  while (tv_line_reader_next (&lines, &line, &file_offset, error))
    {
      if (self.upid == TV_NONE && self.in_block)
        self.upid = tv_trace_builder_ensure_process (builder, 0);
      emit_line (&self, tv_scan_trim_end (line), (goffset) file_offset);
    }
  if (lines.is_cancelled)
    return FALSE;
  if (!self.is_any)
    tv_trace_builder_add_problem (builder, TV_PROBLEM_UNREAD_PART, 0,
                                  "dumpsys gfxinfo: neither frames nor statistics of a process");
  tv_trace_builder_add_whole_text (
      builder, input->bytes,
      tv_trace_builder_intern (builder, input->name != NULL ? input->name : "gfxinfo", -1),
      TV_NONE);
  return TRUE;
}

/* ---- Clock ---- */

static void
sync_boot (TvClocks *clocks, guint mono, TvSpan line)
{
  gint64 uptime_ms, realtime_ms;
  g_autofree char *text = g_strndup (line.text, line.size);

  if (sscanf (text, "Uptime: %" G_GINT64_FORMAT " Realtime: %" G_GINT64_FORMAT, &uptime_ms,
              &realtime_ms) == 2 &&
      uptime_ms > 0 && realtime_ms >= uptime_ms && realtime_ms < G_MAXINT64 / 4000000)
    {
      TvClockReading both[] = { { mono, uptime_ms * 1000000 },
                                { tv_clocks_add (clocks, TV_CLOCK_BOOTTIME),
                                  realtime_ms * 1000000 } };

      tv_clocks_add_snapshot (clocks, both, 2, 1000000,
                              _("uptime and elapsed realtime in the header"));
    }
}

static gboolean
read_clock (TvInput *input, TvClocks *clocks, TvClockReading *first, GError **error)
{
  const char *at = (const char *) input->data, *end = at + input->size;
  guint mono = tv_clocks_add (clocks, TV_CLOCK_MONOTONIC);
  Reader self = { .in_block = FALSE };
  TvSpan line;
  TvDrawnFrame frame;

  while (tv_scan_line (&at, end, &line))
    {
      line = tv_scan_trim_end (line);
      if (line.size == strlen (BLOCK) && tv_span_starts_with (line, BLOCK))
        {
          self.in_block = !self.in_block;
          self.has_columns = FALSE;
        }
      else if (tv_span_starts_with (line, "Uptime: "))
        sync_boot (clocks, mono, line);
      else if (self.in_block && !self.has_columns)
        {
          tv_frame_columns_parse (&self.columns, line);
          self.has_columns = TRUE;
        }
      else if (self.in_block && tv_frame_parse (&self.columns, line, &frame) &&
               frame.end_ns != TV_NO_TIME)
        {
          *first = (TvClockReading){ mono, frame.start_ns };
          return TRUE;
        }
    }
  g_set_error_literal (
      error, TV_ERROR, TV_ERROR_UNSYNCHRONIZED_CLOCKS,
      _("it contains no timestamps of frames; use “dumpsys gfxinfo PACKAGE framestats”"));
  return FALSE;
}

static const TvMagic magics[] = { TV_MAGIC (0, 256, TITLE) };

const TvFormat tv_format_frame_stats = {
  .id = "frame-stats",
  .title = N_("Frame statistics (dumpsys gfxinfo framestats)"),
  .patterns = (const char *const[]){ "gfxinfo*.txt", "*.txt", NULL },
  .mime_type = "application/x-android-framestats",
  .mime_title = N_("Frame statistics"),
  .mime_parent = "text/plain",
  .magics = magics,
  .n_magics = G_N_ELEMENTS (magics),
  .probe = probe,
  .read = read_frames,
  .read_clock = read_clock,
};
