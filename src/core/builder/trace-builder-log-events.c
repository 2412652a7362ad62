/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/log-lines-part.h"

#include <string.h>

#include "core/builder/slice-tracks.h"
#include "core/builder/threads-part.h"
#include "core/memory/id-map.h"
#include "core/memory/string-pool.h"
#include "core/trace-builder-log-decoder.h"
#include "core/trace-edit.h"

/* Adds slices for decoded log lines, on tracks of the process that the line is about:
 *
 *   Log spans    ├──────────────── Process ────────────────┤   intervals
 *                  ├ Main displayed ┤   ├ Main in front ┤
 *   Log events        ◆ ANR   ◆ Skipped frames                 events
 *   Log records    ◆◆ ◆  ◆ ◆◆◆  ◆ ◆                            records: memory, state
 *
 * Until slices are laid out, a slice refers to its line by an argument that contains the row of the line. The two
 * functions are stages of trace-builder.c: tv_trace_builder_mark_log_events() calls the reader's decoder and adds the
 * slices; tv_trace_builder_link_log_events() links lines and slices when all slices have their final rows. */

/* Maximum number of layers on which events with the same timestamp are placed. */
#define MAX_LAYERS 6

#define NAME_MAX_BYTES 120
#define NS_PER_S       G_GINT64_CONSTANT (1000000000)
#define LINE_ARG       "log_line"

typedef enum
{
  LOG_TRACK_SPANS,
  LOG_TRACK_EVENTS,
  LOG_TRACK_RECORDS,
  N_LOG_TRACKS,
} LogTrackKind;

typedef struct
{
  guint32 tracks[MAX_LAYERS];
  guint n_layers;
  guint n_at_ts; /* number of earlier events at @ts */
  gint64 ts;
} LogTrack;

typedef struct
{
  TvTraceBuilder *builder;
  const TvLogLines *lines;
  GArray *tracks;       /* LogTrack */
  TvIdMap track_rows;   /* row in @tracks by process and kind */
  TvIdMap current;      /* upid of the current process by machine and pid */
  TvIdMap by_name;      /* upid by machine and name */
  guint32 last_upid;    /* process of the previous line, or TV_NONE */
  guint32 *next_of_pid; /* per upid: the next process with the same pid, or TV_NONE */
  guint32
      line; /* next line to visit; @current and @by_name contain the processes of earlier lines */
  guint32 line_key; /* string id of LINE_ARG */
} Marking;

struct _TvLogEventsPart
{
  const TvLogDecoder *decoder; /* (nullable) */
  GArray *
      events; /* (nullable): TvDecodedLogLine, sorted by line; NULL until lines are decoded; owned by the trace */
};

static void
init (TvTraceBuilder *self)
{
  self->log_events = g_new0 (TvLogEventsPart, 1);
}

static void
clear (TvTraceBuilder *self)
{
  g_clear_pointer (&self->log_events, g_free);
}

const TvBuilderPart tv_builder_log_events = { .init = init, .clear = clear };

/**
 * tv_trace_builder_set_log_decoder:
 * @decoder: decoder of the log lines; must outlive the builder
 *
 * Sets or replaces the decoder of the reader's log lines.
 */
void
tv_trace_builder_set_log_decoder (TvTraceBuilder *self, const TvLogDecoder *decoder)
{
  self->log_events->decoder = decoder;
}

/* Returns the row in @meanings of a line; TV_NONE if the line is not decoded. */
static guint32
find_row (const GArray *meanings, guint32 line)
{
  guint32 low = 0, high = meanings->len;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (g_array_index (meanings, TvDecodedLogLine, middle).line < line)
        low = middle + 1;
      else
        high = middle;
    }
  return low < meanings->len && g_array_index (meanings, TvDecodedLogLine, low).line == line
             ? low
             : TV_NONE;
}

/* ---- Processes of decoded lines ---- */

static guint64
get_id (const TvProcess *process)
{
  return (guint64) process->machine << 32 | process->pid;
}

static guint64
get_name_key (const TvProcess *process)
{
  return (guint64) process->machine << 32 | process->name;
}

static void
index_processes (Marking *self)
{
  const GArray *processes = tv_trace_builder_get_process_rows (self->builder);

  self->next_of_pid = g_new (guint32, processes->len + 1);
  for (guint32 upid = processes->len; upid-- > 0;)
    {
      const TvProcess *process = &g_array_index (processes, TvProcess, upid);

      self->next_of_pid[upid] = tv_id_map_find (&self->current, get_id (process));
      tv_id_map_set (&self->current, get_id (process), upid);
      if (process->name != TV_NONE)
        tv_id_map_set (&self->by_name, get_name_key (process), upid);
    }
}

/* Makes the process the one that its name refers to. */
static void
note_name (Marking *self, guint32 upid)
{
  const TvProcess *process = &g_array_index (tv_trace_builder_get_process_rows (self->builder),
                                             TvProcess, upid);

  if (process->name != TV_NONE)
    tv_id_map_set (&self->by_name, get_name_key (process), upid);
}

/* Visits the lines before @end. When a process logs a line, its pid and its name refer to this process from then on. */
static void
pass_lines (Marking *self, guint32 end)
{
  const GArray *threads = tv_trace_builder_get_thread_rows (self->builder);
  const GArray *processes = tv_trace_builder_get_process_rows (self->builder);

  for (; self->line < end; self->line++)
    {
      guint32 utid = self->lines->utid[self->line], upid;
      guint64 id;

      upid = utid != TV_NONE ? g_array_index (threads, TvThread, utid).upid : TV_NONE;
      if (upid == TV_NONE || upid == self->last_upid)
        continue;
      self->last_upid = upid;
      id = get_id (&g_array_index (processes, TvProcess, upid));
      if (tv_id_map_find (&self->current, id) < upid)
        tv_id_map_set (&self->current, id, upid);
      note_name (self, upid);
    }
}

static gboolean
is_called (const Marking *self, guint32 upid, const TvDecodedLogLine *meaning)
{
  TvTrace *trace = self->builder->trace;
  guint32 name = tv_trace_builder_get_process_name (self->builder, upid);
  gsize size;
  const char *text = tv_trace_get_log_text (trace, meaning->line, &size);
  const char *known = name != TV_NONE ? tv_trace_get_string (trace, name) : "";

  return strlen (known) == meaning->name_size &&
         memcmp (known, text + meaning->name_start, meaning->name_size) == 0;
}

/* Returns the process of the package that a line names, as in "Displayed com.example.shop/.Main", or TV_NONE. In such
 * lines, system processes log about apps. */
static guint32
find_app (Marking *self, const TvDecodedLogLine *meaning, guint32 machine)
{
  TvTrace *trace = self->builder->trace;
  gsize size, len = meaning->name_size;
  const char *text = tv_trace_get_log_text (trace, meaning->line, &size);
  const char *name = text + meaning->name_start, *slash = len > 0 ? memchr (name, '/', len) : NULL;
  TvProcess called = { .machine = machine };

  if (meaning->kind != TV_LOG_EVENT_LAUNCH && meaning->kind != TV_LOG_EVENT_ANR &&
      meaning->kind != TV_LOG_EVENT_ACTIVITY)
    return TV_NONE;
  called.name = tv_string_pool_find (tv_trace_builder_get_strings (self->builder), name,
                                     slash != NULL ? (gsize) (slash - name) : len);
  return called.name != TV_NONE ? tv_id_map_find (&self->by_name, get_name_key (&called)) : TV_NONE;
}

/* Returns the process that a line is about; creates it if necessary. Returns TV_NONE if the line contains no pid. If
 * the line reports a process start and names another process with the same pid, that process becomes the current one
 * with this pid. */
static guint32
find_process (Marking *self, const TvDecodedLogLine *meaning)
{
  guint32 upid, next, app;
  TvProcess logged = { .pid = meaning->pid };

  if (meaning->pid == TV_NONE)
    return TV_NONE;
  logged.machine = tv_trace_get_line_machine (self->builder->trace, meaning->line);
  pass_lines (self, meaning->line + 1);
  app = find_app (self, meaning, logged.machine);
  if (app != TV_NONE)
    return app;
  upid = tv_id_map_find (&self->current, get_id (&logged));
  if (upid == TV_NONE)
    {
      tv_trace_builder_set_machine (self->builder, logged.machine);
      upid = tv_trace_builder_ensure_process (self->builder, meaning->pid);
      tv_trace_builder_set_machine (self->builder, 0);
      tv_id_map_set (&self->current, get_id (&logged), upid);
      return upid;
    }
  if (meaning->kind == TV_LOG_EVENT_PROCESS_START)
    note_name (self, upid);
  next = meaning->kind == TV_LOG_EVENT_PROCESS_START && meaning->start_line == TV_NONE &&
                 upid < tv_trace_builder_get_process_rows (self->builder)->len &&
                 !is_called (self, upid, meaning)
             ? self->next_of_pid[upid]
             : TV_NONE;
  if (next == TV_NONE || !is_called (self, next, meaning))
    return upid;
  tv_id_map_set (&self->current, get_id (&logged), next);
  note_name (self, next);
  return next;
}

/* ---- Tracks ---- */

static guint32
add_layer (Marking *self, guint32 upid, LogTrackKind kind, guint32 below)
{
  static const char *const names[N_LOG_TRACKS] = { "Log spans", "Log events", "Log records" };
  guint32 name = tv_trace_builder_intern (self->builder, names[kind], -1);

  return tv_trace_builder_add_extra_track (
      self->builder, TV_TRACK_ASYNC,
      kind == LOG_TRACK_SPANS ? TV_ROLE_LOG_SPANS : TV_ROLE_LOG_POINTS, upid, name, below);
}

static LogTrack *
get_log_track (Marking *self, guint32 upid, LogTrackKind kind)
{
  guint64 key = (guint64) upid << 2 | kind;
  guint32 row = tv_id_map_find (&self->track_rows, key);

  if (row != TV_NONE)
    return &g_array_index (self->tracks, LogTrack, row);
  /* Create all tracks of the process at once, so that their order is always the same. */
  for (guint i = 0; i < N_LOG_TRACKS; i++)
    {
      LogTrack log_track = { .ts = G_MININT64, .n_layers = 1 };

      log_track.tracks[0] = add_layer (self, upid, (LogTrackKind) i, TV_NONE);
      tv_id_map_set (&self->track_rows, (guint64) upid << 2 | i, self->tracks->len);
      g_array_append_val (self->tracks, log_track);
    }
  return get_log_track (self, upid, kind);
}

/* Raises the uncertainty of a track to at least that of a line's time. */
static void
note_uncertainty (Marking *self, guint32 track, guint32 line)
{
  tv_trace_builder_raise_uncertainty (self->builder, track,
                                      tv_trace_builder_get_log_uncertainty (self->builder, line));
}

/* Returns the track for an event, and adds a layer if necessary. The n-th event at a time is on the n-th layer;
 * events beyond the maximum number of layers share the last one. */
static guint32
find_layer (Marking *self, guint32 upid, LogTrackKind kind, gint64 ts)
{
  LogTrack *log_track = get_log_track (self, upid, kind);

  log_track->n_at_ts = log_track->ts == ts ? log_track->n_at_ts + 1 : 0;
  log_track->ts = ts;
  if (log_track->n_at_ts >= log_track->n_layers && log_track->n_layers < MAX_LAYERS)
    {
      log_track->tracks[log_track->n_layers] = add_layer (
          self, upid, kind, log_track->tracks[log_track->n_layers - 1]);
      log_track->n_layers++;
    }
  return log_track->tracks[MIN (log_track->n_at_ts, log_track->n_layers - 1)];
}

/* ---- Names ---- */

static const char *
get_title (const Marking *self, const TvDecodedLogLine *meaning)
{
  static const char *const titles[TV_N_LOG_EVENT_KINDS] = {
    [TV_LOG_EVENT_ANR] = "ANR",
    [TV_LOG_EVENT_CRASH] = "Crash",
    [TV_LOG_EVENT_NATIVE_CRASH] = "Native crash",
    [TV_LOG_EVENT_GC] = "GC",
    [TV_LOG_EVENT_GC_WAIT] = "Waited for GC",
    [TV_LOG_EVENT_SKIPPED_FRAMES] = "Skipped frames",
    [TV_LOG_EVENT_LONG_FRAME] = "Long frame",
    [TV_LOG_EVENT_PROCESS_START] = "Process",
    [TV_LOG_EVENT_PROCESS_BOUND] = "Start to bound",
    [TV_LOG_EVENT_PROCESS_DEATH] = "Process",
    [TV_LOG_EVENT_KILL] = "Killed",
    [TV_LOG_EVENT_LOW_MEMORY_KILL] = "Killed to free memory",
    [TV_LOG_EVENT_STRICT_MODE] = "StrictMode",
    [TV_LOG_EVENT_WATCHDOG] = "Watchdog",
    [TV_LOG_EVENT_SCRIPT_ERROR] = "Script error",
    [TV_LOG_EVENT_KERNEL_CRASH] = "Kernel crash",
    [TV_LOG_EVENT_KERNEL_STALL] = "Kernel stall",
    [TV_LOG_EVENT_LOCK_WAIT] = "Waited for a lock",
    [TV_LOG_EVENT_LOST_LINES] = "Dropped lines",
    [TV_LOG_EVENT_CLOCK_JUMP] = "Clock set",
    [TV_LOG_EVENT_FREEZE] = "Frozen",
    [TV_LOG_EVENT_UNFREEZE] = "Frozen",
  };
  guint32 tag = self->lines->tag[meaning->line];

  if (titles[meaning->kind] != NULL)
    return titles[meaning->kind];
  return tag != TV_NONE ? tv_trace_builder_get_string (self->builder, tag) : "Log record";
}

/* Returns: (transfer full): the name that a line contains, without its package: the part after the last '/', and in
 * that part, after the last '.' */
static char *
dup_short_name (const Marking *self, const TvDecodedLogLine *meaning)
{
  gsize size;
  const char *text = tv_trace_get_log_text (self->builder->trace, meaning->line, &size);
  g_autofree char *name = tv_string_pool_dup_valid (text + meaning->name_start,
                                                    MIN (meaning->name_size, NAME_MAX_BYTES));
  const char *part = strrchr (name, '/'), *dot;

  part = part != NULL ? part + 1 : name;
  dot = strrchr (part, '.');
  return g_strdup (dot != NULL && dot[1] != '\0' ? dot + 1 : part);
}

static guint32
add_symbol (Marking *self, const TvDecodedLogLine *meaning)
{
  TvSymbol symbol = { .class_name = TV_NONE, .signature = TV_NONE, .source_file = TV_NONE };
  g_autofree char *name = meaning->name_size > 0 ? dup_short_name (self, meaning) : NULL;
  g_autofree char *label = NULL;

  if (name != NULL && meaning->kind == TV_LOG_EVENT_LAUNCH)
    label = g_strdup_printf ("%s displayed", name);
  else if (name != NULL && meaning->kind == TV_LOG_EVENT_ACTIVITY && meaning->dur_ns >= 0)
    label = g_strdup_printf ("%s in front", name);
  else if (name != NULL && meaning->kind == TV_LOG_EVENT_SERVICE && meaning->dur_ns >= 0)
    label = g_strdup_printf ("Service %s", name);
  else
    label = g_strdup (get_title (self, meaning));
  symbol.name = tv_trace_builder_intern (self->builder, label, -1);
  return tv_trace_builder_add_symbol (self->builder, &symbol);
}

/* ---- Slices ---- */

/* Returns, for each decoded line, whether the slice of another line also represents this line. This is true of starts
 * that have an end, and of repeated starts. */
static gboolean *
find_reported (const GArray *meanings)
{
  gboolean *is_reported = g_new0 (gboolean, meanings->len + 1);

  for (guint32 i = 0; i < meanings->len; i++)
    {
      const TvDecodedLogLine *meaning = &g_array_index (meanings, TvDecodedLogLine, i);
      guint32 start = meaning->start_line != TV_NONE ? find_row (meanings, meaning->start_line)
                                                     : TV_NONE;

      if (start == TV_NONE)
        continue;
      if (meaning->dur_ns < 0)
        is_reported[i] = TRUE;
      else if (meaning->kind != TV_LOG_EVENT_PROCESS_BOUND && is_reported[start])
        is_reported[i] = TRUE;
      else if (meaning->kind != TV_LOG_EVENT_PROCESS_BOUND)
        is_reported[start] = TRUE;
    }
  return is_reported;
}

static LogTrackKind
get_track_kind (const TvDecodedLogLine *meaning)
{
  if (meaning->dur_ns > 0 || meaning->kind == TV_LOG_EVENT_PROCESS_START ||
      meaning->kind == TV_LOG_EVENT_FREEZE)
    return LOG_TRACK_SPANS;
  return meaning->kind == TV_LOG_EVENT_MEMORY || meaning->kind == TV_LOG_EVENT_SYSTEM
             ? LOG_TRACK_RECORDS
             : LOG_TRACK_EVENTS;
}

static void
mark (Marking *self, const TvDecodedLogLine *meaning, guint32 upid)
{
  TvTraceBuilder *builder = self->builder;
  guint32 symbol = add_symbol (self, meaning);
  gint64 ts = self->lines->ts[meaning->line], dur = meaning->dur_ns > 0 ? meaning->dur_ns : -1;
  LogTrackKind kind = get_track_kind (meaning);

  guint32 track = kind != LOG_TRACK_SPANS ? find_layer (self, upid, kind, ts)
                                          : get_log_track (self, upid, kind)->tracks[0];

  tv_trace_builder_add_int_arg (builder, self->line_key, meaning->line);
  note_uncertainty (self, track, meaning->line);
  if (kind != LOG_TRACK_SPANS)
    tv_trace_builder_instant (builder, track, symbol, ts / builder->unit.tick_ns, -1);
  else
    tv_trace_builder_add_slice (builder, track, symbol,
                                (dur >= 0 ? ts - dur : ts) / builder->unit.tick_ns,
                                dur >= 0 ? dur / builder->unit.tick_ns : -1, -1);
}

/* ---- Clock jumps ---- */

/* Adds a decoded line for each line before which the clock was set. Replaces the previous decoded line, if any. */
static void
put_jumps (TvTraceBuilder *self, GArray *meanings)
{
  const TvLogLines *lines = tv_trace_get_log_lines (self->trace);

  for (guint32 line = 0; line < lines->n; line++)
    {
      gint64 step_ns;
      TvDecodedLogLine meaning = { .line = line,
                                   .kind = TV_LOG_EVENT_CLOCK_JUMP,
                                   .pid = TV_NONE,
                                   .dur_ns = -1,
                                   .start_line = TV_NONE,
                                   .slice = TV_NONE };
      guint at = 0;

      if (!tv_trace_builder_find_log_jump (self, lines->file_index[line], &step_ns))
        continue;
      meaning.value = step_ns / NS_PER_S;
      while (at < meanings->len && g_array_index (meanings, TvDecodedLogLine, at).line < line)
        at++;
      if (at < meanings->len && g_array_index (meanings, TvDecodedLogLine, at).line == line)
        g_array_index (meanings, TvDecodedLogLine, at) = meaning;
      else
        g_array_insert_val (meanings, at, meaning);
    }
}

void
tv_trace_builder_mark_log_events (TvTraceBuilder *self)
{
  TvTrace *trace = self->trace;
  TvLogEventsPart *part = self->log_events;
  Marking marking = { .builder = self,
                      .lines = tv_trace_get_log_lines (trace),
                      .last_upid = TV_NONE };
  g_autofree gboolean *is_reported = NULL;

  if (marking.lines->n == 0)
    return;
  part->events = part->decoder != NULL ? part->decoder->decode (trace)
                                       : g_array_new (FALSE, FALSE, sizeof (TvDecodedLogLine));
  tv_trace_take_log_events (trace, part->events);
  put_jumps (self, part->events);
  if (part->decoder != NULL)
    part->decoder->pair (trace, part->events);
  if (part->events->len == 0)
    return;
  marking.tracks = g_array_new (FALSE, FALSE, sizeof (LogTrack));
  marking.line_key = tv_trace_builder_intern (self, LINE_ARG, -1);
  tv_id_map_init (&marking.track_rows);
  tv_id_map_init (&marking.current);
  tv_id_map_init (&marking.by_name);
  index_processes (&marking);
  is_reported = find_reported (part->events);
  for (guint32 i = 0; i < part->events->len; i++)
    {
      const TvDecodedLogLine *meaning = &g_array_index (part->events, TvDecodedLogLine, i);
      guint32 upid = find_process (&marking, meaning);

      if (!is_reported[i] && marking.lines->ts[meaning->line] != TV_NO_TIME)
        mark (&marking, meaning, upid);
    }
  g_free (marking.next_of_pid);
  tv_id_map_clear (&marking.current);
  tv_id_map_clear (&marking.by_name);
  tv_id_map_clear (&marking.track_rows);
  g_array_unref (marking.tracks);
}

/* ---- Links between slices and lines ---- */

/* Returns the log line to which the arguments of a slice refer, or TV_NONE. */
static guint32
find_line (TvTrace *trace, guint32 slice)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  guint32 set = slices->arg_set != NULL ? slices->arg_set[slice] : TV_NONE, n;
  const TvArg *args = set != TV_NONE ? tv_trace_get_args (trace, set, &n) : NULL;

  for (guint32 i = 0; args != NULL && i < n; i++)
    if (g_str_equal (tv_trace_get_string (trace, args[i].key), LINE_ARG))
      return (guint32) tv_trace_get_arg_int (trace, &args[i]);
  return TV_NONE;
}

static void
link_track (TvTrace *trace, TvTrack *track, GArray *events, GArray *slice_events)
{
  track->first_side = slice_events->len;
  for (guint32 i = 0; i < track->n_slices; i++)
    {
      guint32 line = find_line (trace, track->first_slice + i);
      guint32 row = line != TV_NONE ? find_row (events, line) : TV_NONE;

      g_array_append_val (slice_events, row);
      if (row != TV_NONE)
        g_array_index (events, TvDecodedLogLine, row).slice = track->first_slice + i;
    }
}

/* Sets the slice of each decoded line that has none: an interval has only one slice, which belongs to the line of its
 * end, or of its start if it has no end. */
static void
share_slices (GArray *meanings)
{
  for (guint32 i = 0; i < meanings->len; i++)
    {
      const TvDecodedLogLine *meaning = &g_array_index (meanings, TvDecodedLogLine, i);
      guint32 start = meaning->start_line != TV_NONE ? find_row (meanings, meaning->start_line)
                                                     : TV_NONE;
      TvDecodedLogLine *of_start = start != TV_NONE
                                       ? &g_array_index (meanings, TvDecodedLogLine, start)
                                       : NULL;

      if (of_start != NULL && of_start->slice == TV_NONE &&
          meaning->kind != TV_LOG_EVENT_PROCESS_BOUND)
        of_start->slice = meaning->slice;
    }
  for (guint32 i = 0; i < meanings->len; i++)
    {
      TvDecodedLogLine *meaning = &g_array_index (meanings, TvDecodedLogLine, i);
      guint32 start = meaning->slice == TV_NONE && meaning->start_line != TV_NONE
                          ? find_row (meanings, meaning->start_line)
                          : TV_NONE;

      if (start != TV_NONE)
        meaning->slice = g_array_index (meanings, TvDecodedLogLine, start).slice;
    }
}

void
tv_trace_builder_link_log_events (TvTraceBuilder *self)
{
  TvTrack *tracks = tv_trace_edit_tracks (self->trace);
  GArray *events = self->log_events->events, *slice_events;

  if (events == NULL || events->len == 0)
    return;
  slice_events = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 i = 0; i < tv_trace_builder_get_n_tracks (self); i++)
    if (tv_track_role_is_of_log (tracks[i].role))
      link_track (self->trace, &tracks[i], events, slice_events);
  share_slices (events);
  tv_trace_take_slice_events (self->trace, slice_events);
}
