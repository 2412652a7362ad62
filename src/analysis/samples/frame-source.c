/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/samples/frame-source.h"

/* Finds the source file and line of frames and symbols. Called by the call paths, source lines, sample tables and
 * views of symbols. tv_source_locations_new() visits all frames once and returns the locations of all symbols, for
 * lists. Pure: only reads the trace. */

/* Returns: string id of the source file of a frame, or else of its symbol; %TV_NONE if unknown */
guint32
tv_frame_find_file (TvTrace *trace, const TvFrame *frame)
{
  if (frame->source_file != TV_NONE || frame->symbol == TV_NONE)
    return frame->source_file;
  return tv_trace_get_symbols (trace, NULL)[frame->symbol].source_file;
}

/**
 * tv_source_dup_text:
 * @trace: a trace
 * @file: string id of a file, or %TV_NONE
 * @line: line number, or 0
 *
 * Returns: (transfer full) (nullable): base name and line, such as `draw.c:17`; %NULL if there is no file
 */
char *
tv_source_dup_text (TvTrace *trace, guint32 file, guint32 line)
{
  const char *path = tv_trace_get_string (trace, file);
  g_autofree char *base = NULL;

  if (path == NULL || *path == '\0')
    return NULL;
  base = g_path_get_basename (path);
  return line > 0 ? g_strdup_printf ("%s:%u", base, line) : g_steal_pointer (&base);
}

/* Returns: (transfer full) (nullable): source position of a frame, such as `draw.c:17`; %NULL if unknown */
char *
tv_frame_dup_source (TvTrace *trace, const TvFrame *frame)
{
  return tv_source_dup_text (trace, tv_frame_find_file (trace, frame), frame->line);
}

/* Returns whether any frame of the trace has a line number. */
gboolean
tv_trace_has_frame_lines (TvTrace *trace)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);

  for (guint32 i = 0; i < stacks->n_frames; i++)
    if (stacks->frames[i].line > 0)
      return TRUE;
  return FALSE;
}

/* ---- Source locations of functions ---- */

/**
 * tv_symbol_find_source:
 * @trace: a trace
 * @symbol: a symbol
 * @file: (out): string id of the source file, or %TV_NONE
 * @line: (out): first line, or 0
 *
 * Gets the source location that is stored for the symbol itself. If there is none because only frames are symbolized,
 * gets the file that all frames of the symbol have in common, and the lowest of their line numbers.
 *
 * Returns: whether the file is known
 */
gboolean
tv_symbol_find_source (TvTrace *trace, guint32 symbol, guint32 *file, guint32 *line)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  const TvSymbol *info = &tv_trace_get_symbols (trace, NULL)[symbol];
  gboolean is_one = TRUE;

  *file = info->source_file;
  *line = info->line;
  for (guint32 i = 0; i < stacks->n_frames && info->source_file == TV_NONE && is_one; i++)
    {
      const TvFrame *frame = &stacks->frames[i];

      if (frame->symbol != symbol || frame->source_file == TV_NONE)
        continue;
      is_one = *file == TV_NONE || *file == frame->source_file;
      *file = frame->source_file;
      if (frame->line > 0 && (*line == 0 || frame->line < *line))
        *line = frame->line;
    }
  if (is_one)
    return *file != TV_NONE;
  *file = TV_NONE;
  *line = 0;
  return FALSE;
}

/**
 * tv_source_locations_new:
 *
 * Returns: (transfer full): per symbol, the source location of its frames
 */
TvSourceLocation *
tv_source_locations_new (TvTrace *trace)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  g_autofree guint8 *has_frame = NULL;
  g_autofree guint8 *differs = NULL;
  TvSourceLocation *locations;
  guint32 n;

  tv_trace_get_symbols (trace, &n);
  locations = g_new0 (TvSourceLocation, MAX (n, 1));
  has_frame = g_malloc0 (MAX (n, 1));
  differs = g_malloc0 (MAX (n, 1));
  for (guint32 i = 0; i < stacks->n_frames; i++)
    {
      const TvFrame *frame = &stacks->frames[i];
      guint32 file = tv_frame_find_file (trace, frame);
      TvSourceLocation *location;

      if (frame->symbol == TV_NONE)
        continue;
      location = &locations[frame->symbol];
      if (!has_frame[frame->symbol])
        *location = (TvSourceLocation){ .file = TV_NONE, .is_inlined = frame->is_inlined ? 1 : 0 };
      has_frame[frame->symbol] = TRUE;
      location->is_inlined_in_part |= location->is_inlined != (frame->is_inlined ? 1 : 0);
      if (frame->line > 0 && file != TV_NONE)
        {
          differs[frame->symbol] |= location->first_line > 0 && location->file != file;
          if (location->first_line == 0 || frame->line < location->first_line)
            location->first_line = frame->line;
          location->last_line = MAX (location->last_line, frame->line);
          location->file = file;
        }
      else if (location->file == TV_NONE)
        location->file = file;
    }
  for (guint32 symbol = 0; symbol < n; symbol++)
    {
      TvSourceLocation *location = &locations[symbol];

      if (!has_frame[symbol] || differs[symbol])
        *location = (TvSourceLocation){ .file = TV_NONE,
                                        .is_inlined = location->is_inlined,
                                        .is_inlined_in_part = location->is_inlined_in_part };
      if (location->is_inlined_in_part)
        location->is_inlined = FALSE;
    }
  return locations;
}

/* Returns: (transfer full) (nullable): file and lines, such as `draw.c:17` or `draw.c:17–42`; %NULL if the file is
 * unknown or ambiguous */
char *
tv_source_location_dup_text (const TvSourceLocation *self, TvTrace *trace)
{
  g_autofree char *text = tv_source_dup_text (trace, self->file, self->first_line);

  if (text == NULL || self->last_line <= self->first_line)
    return g_steal_pointer (&text);
  return g_strdup_printf ("%s–%u", text, self->last_line);
}
