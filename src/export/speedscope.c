/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "export/stack-writers.h"
#include "export/text-writer.h"
#include "traceview-config.h"

/* Writes the format of https://www.speedscope.app/file-format-schema.json: a list of frames for all profiles, then
 * one profile per thread. A profile of calls contains begin and end events; a profile of samples contains stacks.
 * Times are relative to the start of the trace. Listed in the formats table of stacks.c. Only reads the trace; runs
 * on the thread of the export. */

#define PROGRESS_STEP 65536

typedef struct
{
  const TvStackJob *job;
  GHashTable *frames; /* TvCallName → frame number + 1 */
  TvCallWalk *walk;
  TvTextWriter writer;
  GString *out; /* owned by the writer */
  gint64 origin_ns;
  gint64 first_ns; /* first time in the current profile, relative to @origin_ns */
  gint64 last_ns;
  gboolean has_events;
  guint32 n_reported;
  guint32 n_profiles;
} Speedscope;

/* ---- Names ---- */

static void
append_frame (Speedscope *self, TvCallName name)
{
  TvTrace *trace = self->job->what->trace;
  guint32 symbol = tv_call_name_get_symbol (name);
  g_autofree char *text = tv_call_tree_dup_name (self->job->tree, name);
  const TvSymbol *info = symbol != TV_NONE ? &tv_trace_get_symbols (trace, NULL)[symbol] : NULL;

  g_string_append (self->out, "{\"name\":");
  tv_text_append_json (self->out, text);
  if (info != NULL && info->source_file != TV_NONE)
    {
      g_string_append (self->out, ",\"file\":");
      tv_text_append_json (self->out, tv_trace_get_string (trace, info->source_file));
    }
  if (info != NULL && info->line > 0)
    g_string_append_printf (self->out, ",\"line\":%u", info->line);
  g_string_append_c (self->out, '}');
}

static void
write_frames (Speedscope *self)
{
  guint32 n;
  const TvCallNode *nodes = tv_call_tree_get_nodes (self->job->tree, &n);

  for (guint32 node = 0; node < n && tv_text_writer_go_on (&self->writer); node++)
    if (nodes[node].depth >= 2 &&
        !g_hash_table_contains (self->frames, GUINT_TO_POINTER (nodes[node].name)))
      {
        guint32 number = g_hash_table_size (self->frames);

        g_string_append (self->out, number > 0 ? ",\n" : "");
        append_frame (self, nodes[node].name);
        g_hash_table_insert (self->frames, GUINT_TO_POINTER (nodes[node].name),
                             GUINT_TO_POINTER (number + 1));
      }
}

static guint32
get_frame (const Speedscope *self, guint32 node)
{
  TvCallName name = tv_call_tree_get_nodes (self->job->tree, NULL)[node].name;

  return GPOINTER_TO_UINT (g_hash_table_lookup (self->frames, GUINT_TO_POINTER (name))) - 1;
}

static void
begin_profile (Speedscope *self, const char *type, guint32 utid, const char *unit)
{
  g_autofree char *label = tv_call_tree_dup_name (self->job->tree,
                                                  tv_call_name (TV_CALL_THREAD, utid));

  g_string_append_printf (
      self->out, "%s{\"type\":\"%s\",\"name\":", self->n_profiles++ > 0 ? ",\n" : "", type);
  tv_text_append_json (self->out, label);
  g_string_append_printf (self->out, ",\"unit\":\"%s\",", unit);
}

/* ---- Calls ---- */

static void
append_event (Speedscope *self, char type, guint32 node, gint64 ts_ns)
{
  ts_ns -= self->origin_ns;
  if (!self->has_events)
    self->first_ns = ts_ns;
  g_string_append (self->out, self->has_events ? ",{\"type\":\"" : "{\"type\":\"");
  g_string_append_c (self->out, type);
  g_string_append (self->out, "\",\"frame\":");
  tv_text_append_integer (self->out, get_frame (self, node));
  g_string_append (self->out, ",\"at\":");
  tv_text_append_integer (self->out, ts_ns);
  g_string_append_c (self->out, '}');
  self->last_ns = ts_ns;
  self->has_events = TRUE;
  tv_text_writer_go_on (&self->writer);
}

static void
on_open (gpointer data, guint32 node, guint32 slice, gint64 ts_ns)
{
  Speedscope *self = data;

  append_event (self, 'O', node, ts_ns);
  if (++self->n_reported % PROGRESS_STEP == 0)
    tv_stack_job_report (self->job,
                         (double) slice / tv_trace_get_slices (self->job->what->trace)->n);
}

static void
on_close (gpointer data, guint32 node, gint64 ts_ns)
{
  append_event (data, 'C', node, ts_ns);
}

static void
write_calls (Speedscope *self)
{
  static const TvCallWalkFuncs funcs = { on_open, on_close };
  guint32 n_tracks;
  const TvTrack *tracks = tv_trace_get_tracks (self->job->what->trace, &n_tracks);
  TvClock clock = tv_call_tree_get_measure (self->job->tree) == TV_MEASURE_CPU ? TV_CLOCK_CPU
                                                                               : TV_CLOCK_WALL;

  self->origin_ns = clock == TV_CLOCK_WALL ? tv_trace_get_start_ns (self->job->what->trace) : 0;
  for (guint32 t = 0; t < n_tracks && tv_text_writer_go_on (&self->writer); t++)
    {
      if (tracks[t].kind != TV_TRACK_THREAD || tracks[t].n_slices == 0 ||
          !tv_selection_has_track (self->job->what->selection, t))
        continue;
      self->has_events = FALSE;
      self->first_ns = self->last_ns = 0;
      begin_profile (self, "evented", tracks[t].utid, "nanoseconds");
      g_string_append (self->out, "\"events\":[");
      tv_call_walk_run (self->walk, t, clock, &funcs, self, self->job->cancellable);
      g_string_append (self->out, "],\"startValue\":");
      tv_text_append_integer (self->out, self->first_ns);
      g_string_append (self->out, ",\"endValue\":");
      tv_text_append_integer (self->out, self->last_ns);
      g_string_append_c (self->out, '}');
    }
}

/* ---- Samples ---- */

static guint32
find_node (Speedscope *self, guint32 sample)
{
  TvCallPaths *paths = tv_call_tree_get_paths (self->job->tree);

  return tv_call_walk_find_node (self->walk, tv_call_paths_get_rows (paths)->utid[sample],
                                 tv_call_paths_get_of_sample (paths, sample));
}

static void
append_stack (Speedscope *self, guint32 node)
{
  const TvCallNode *nodes = tv_call_tree_get_nodes (self->job->tree, NULL);
  guint n = nodes[node].depth - 1;
  g_autofree guint32 *frames = g_new (guint32, MAX (n, 1));

  for (guint i = n; i-- > 0; node = nodes[node].parent)
    frames[i] = get_frame (self, node);
  g_string_append_c (self->out, '[');
  for (guint i = 0; i < n; i++)
    {
      g_string_append (self->out, i > 0 ? "," : "");
      tv_text_append_integer (self->out, frames[i]);
    }
  g_string_append_c (self->out, ']');
}

/* Writes the samples of one thread: @rows[first] to @rows[end - 1]. */
static void
write_thread (Speedscope *self, const guint32 *rows, guint first, guint end)
{
  const TvStacks *stacks = tv_trace_get_stacks (self->job->what->trace);
  const TvKindRows *samples = tv_call_paths_get_rows (tv_call_tree_get_paths (self->job->tree));
  static const char *const units[] = {
    [TV_WEIGHT_COUNT] = "none",
    [TV_WEIGHT_NS] = "nanoseconds",
    [TV_WEIGHT_BYTES] = "bytes",
  };
  g_autoptr (GArray) counted = g_array_new (FALSE, FALSE, sizeof (guint32));
  TvWeightUnit unit = stacks->kinds[self->job->what->source].unit;
  guint n_digits = tv_weight_unit_get_digits (unit);
  gint64 sum = 0;

  begin_profile (self, "sampled", samples->utid[rows[first]],
                 units[tv_weight_unit_get_base (unit)]);
  g_string_append (self->out, "\"samples\":[");
  for (guint i = first; i < end && tv_text_writer_go_on (&self->writer); i++)
    {
      guint32 node = find_node (self, rows[i]);

      if (node == TV_NONE || node == 0)
        continue;
      g_string_append (self->out, counted->len > 0 ? "," : "");
      append_stack (self, node);
      g_array_append_val (counted, rows[i]);
    }
  g_string_append (self->out, "],\"weights\":[");
  for (guint i = 0; i < counted->len && tv_text_writer_go_on (&self->writer); i++)
    {
      gint64 weight = tv_kind_rows_get_weight (samples, g_array_index (counted, guint32, i));

      g_string_append (self->out, i > 0 ? "," : "");
      tv_text_append_decimal (self->out, weight, n_digits);
      tv_add_ns (&sum, weight);
    }
  g_string_append (self->out, "],\"startValue\":0,\"endValue\":");
  tv_text_append_decimal (self->out, sum, n_digits);
  g_string_append_c (self->out, '}');
  tv_stack_job_report (self->job, (double) end / MAX (samples->n, 1));
}

static void
write_samples (Speedscope *self)
{
  g_autoptr (GArray) rows = tv_stack_job_list_samples (self->job);
  const guint32 *row = (const guint32 *) (gconstpointer) rows->data;
  const guint32 *utids = tv_call_paths_get_rows (tv_call_tree_get_paths (self->job->tree))->utid;

  for (guint first = 0, end = 0; first < rows->len; first = end)
    {
      while (end < rows->len && utids[row[end]] == utids[row[first]])
        end++;
      write_thread (self, row, first, end);
    }
}

/* ---- The file ---- */

gboolean
tv_stacks_write_speedscope (const TvStackJob *job, GError **error)
{
  Speedscope self = { .job = job };
  g_autoptr (GHashTable) frames = g_hash_table_new (NULL, NULL);
  g_autoptr (TvCallWalk) walk = tv_call_walk_new (job->tree, job->cancellable, error);

  if (walk == NULL)
    return FALSE;
  self.frames = frames;
  self.walk = walk;
  tv_text_writer_init (&self.writer, job->stream, job->cancellable);
  self.out = self.writer.buffer;
  g_string_append (self.out,
                   "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\n"
                   "\"exporter\":\"traceview " TV_VERSION "\",\n\"name\":");
  tv_text_append_json (self.out, job->what->name);
  g_string_append (self.out, ",\n\"activeProfileIndex\":0,\n\"shared\":{\"frames\":[\n");
  write_frames (&self);
  g_string_append (self.out, "\n]},\n\"profiles\":[\n");
  if (tv_stack_job_is_of_calls (job))
    write_calls (&self);
  else
    write_samples (&self);
  g_string_append (self.out, "\n]}\n");
  return tv_text_writer_finish (&self.writer, error);
}
