/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/cut.h"

#include <glib/gi18n.h>

#include "core/error.h"
#include "formats/format.h"

/* Code that all formats with a `cut` function share: the state of the loaded trace at the start of the cut range, and
 * a buffered output. Entry points: tv_cut_file(), called by `tracedump cut` and by the dialog that saves a range, and
 * tv_cut_bytes(), called by tests. They call TvFormat.cut, whose implementations call the remaining functions.
 * Changes only the TvCut and the stream; reads the trace without a lock. Blocks; any thread may call it. */

#define BUFFER_BYTES (64 * 1024)

/* ---- State before the cut range ---- */

/* Converts a time on the timeline to the machine's clock. Infinite times remain infinite. */
static gint64
get_own_time (const TvCut *self, gint64 ts)
{
  gint64 own;

  if (ts == G_MININT64 || ts == G_MAXINT64)
    return ts;
  if (__builtin_sub_overflow (ts, self->offset_ns, &own))
    return self->offset_ns > 0 ? G_MININT64 : G_MAXINT64;
  return own;
}

/* Returns the cut of all machines, whose range is on the timeline. */
static const TvCut *
get_whole (const TvCut *self)
{
  return self->whole != NULL ? self->whole : self;
}

static gboolean
has_machine (const TvCut *self, guint32 machine)
{
  return self->machine == TV_NONE || self->machine == machine;
}

static void
add_start (TvCut *self, gint64 ts)
{
  ts = get_own_time (self, ts);
  g_array_append_val (self->start_times, ts);
}

/* A thread slice that begins before the cut range and extends into it. */
typedef struct
{
  gint64 ts;
  guint32 tid;
} Open;

static void
add_open_slice (TvCut *self, guint32 utid, gint64 ts)
{
  guint32 n_threads;
  const TvThread *threads = tv_trace_get_threads (self->trace, &n_threads);

  add_start (self, ts);
  if (utid != TV_NONE)
    {
      Open open = { get_own_time (self, ts), threads[utid].tid };

      g_array_append_val (self->opens, open);
    }
}

/* Adds the slices, runs and states that begin before the cut range and extend into it. */
static void
add_open_slices (TvCut *self)
{
  const TvSlices *slices = tv_trace_get_slices (self->trace);
  gint64 start_ns = get_whole (self)->start_ns;
  guint32 n_tracks;
  const TvTrack *tracks;

  tracks = tv_trace_get_tracks (self->trace, &n_tracks);
  for (guint32 track = 0; track < n_tracks; track++)
    for (guint32 slice = has_machine (self, tracks[track].machine)
                             ? tv_trace_find_slice_at (self->trace, track, TV_NONE, start_ns)
                             : TV_NONE;
         slice != TV_NONE; slice = tv_slices_parent (slices, slice))
      if (tv_slices_start (slices, slice) < start_ns)
        add_open_slice (self, tracks[track].utid, tv_slices_start (slices, slice));
}

/* Adds the times of each counter's last sample before the cut range and first sample after it. */
static void
add_counters (TvCut *self)
{
  const TvSamples *samples = tv_trace_get_samples (self->trace);
  const TvCut *whole = get_whole (self);
  guint32 n;
  const TvCounterTrack *counters = tv_trace_get_counter_tracks (self->trace, &n);

  for (guint32 i = 0; i < n; i++)
    {
      guint32 sample;

      if (!has_machine (self, counters[i].machine))
        continue;
      sample = tv_trace_find_sample_from (self->trace, i, whole->start_ns);
      if (sample > counters[i].first_sample)
        add_start (self, samples->ts[sample - 1]);
      if (whole->end_ns == G_MAXINT64)
        continue;
      sample = tv_trace_find_sample_from (self->trace, i, whole->end_ns + 1);
      if (sample < counters[i].first_sample + counters[i].n_samples)
        {
          gint64 end = get_own_time (self, samples->ts[sample]);

          g_array_append_val (self->sample_ends, end);
        }
    }
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  gint64 first = *(const gint64 *) a, second = *(const gint64 *) b;

  return (first > second) - (first < second);
}

/**
 * tv_cut_needs:
 * @self: a cut
 * @ts: timestamp of a record, in ns
 *
 * Returns: whether @ts is inside the cut range, or is the start of a slice, run, state or counter value that
 *   extends into the range
 */
gboolean
tv_cut_needs (const TvCut *self, gint64 ts)
{
  return tv_cut_has (self, ts) ||
         (ts < self->start_ns &&
          g_array_binary_search (self->start_times, &ts, compare_times, NULL));
}

static int
compare_opens (gconstpointer a, gconstpointer b)
{
  const Open *first = a, *second = b;
  int order = (first->ts > second->ts) - (first->ts < second->ts);

  return order != 0 ? order : (first->tid > second->tid) - (first->tid < second->tid);
}

/**
 * tv_cut_find_open:
 * @ts: start of the slices, in ns
 * @tid: thread id of the slices
 * @n_open: (out): number of these slices that extend into the cut range; may be 0
 *
 * Looks up the slices of a thread that begin at @ts and are open at the start of the range.
 *
 * Returns: a number that is unique for @ts and @tid; valid if @n_open is not 0
 */
guint
tv_cut_find_open (const TvCut *self, gint64 ts, guint32 tid, guint *n_open)
{
  const Open wanted = { ts, tid };
  guint row, end;

  *n_open = 0;
  if (!g_array_binary_search (self->opens, &wanted, compare_opens, &row))
    return 0;
  end = row + 1;
  while (row > 0 && compare_opens (&g_array_index (self->opens, Open, row - 1), &wanted) == 0)
    row--;
  while (end < self->opens->len &&
         compare_opens (&g_array_index (self->opens, Open, end), &wanted) == 0)
    end++;
  *n_open = end - row;
  return row;
}

/* Returns whether @ts is the time of a counter's first sample after the cut range. */
gboolean
tv_cut_ends_sample (const TvCut *self, gint64 ts)
{
  return g_array_binary_search (self->sample_ends, &ts, compare_times, NULL);
}

/* ---- Threads ---- */

static void
add_threads (TvCut *self)
{
  guint32 n_threads, n_processes;
  const TvThread *threads = tv_trace_get_threads (self->trace, &n_threads);
  const TvProcess *processes = tv_trace_get_processes (self->trace, &n_processes);
  g_autofree gboolean *is_selected = g_new0 (gboolean, n_processes);

  for (guint i = 0; i < self->n_utids; i++)
    {
      const TvThread *thread = &threads[self->utids[i]];

      if (!has_machine (self, thread->machine))
        continue;
      tv_id_map_set (&self->threads, thread->tid, 0);
      if (thread->upid != TV_NONE)
        is_selected[thread->upid] = TRUE;
    }
  for (guint32 upid = 0; upid < n_processes; upid++)
    if (is_selected[upid])
      tv_id_map_set (&self->processes, processes[upid].pid, 0);
  for (guint32 utid = 0; utid < n_threads; utid++)
    if (threads[utid].upid != TV_NONE && is_selected[threads[utid].upid])
      tv_id_map_set (&self->processes, threads[utid].tid, 0);
}

/* Returns whether the thread is selected, or whether no threads are selected at all. */
gboolean
tv_cut_has_thread (const TvCut *self, guint32 tid)
{
  return !self->has_threads || tv_id_map_find (&self->threads, tid) != TV_NONE;
}

/* Returns whether a thread of the process is selected, or whether no threads are selected at all. @id: thread id or
 * process id */
gboolean
tv_cut_has_process (const TvCut *self, guint32 id)
{
  return !self->has_threads || tv_id_map_find (&self->processes, id) != TV_NONE;
}

/* ---- Output ---- */

static gboolean
flush (TvCut *self, GError **error)
{
  gboolean is_written = g_output_stream_write_all (
      self->stream, self->buffer->data, self->buffer->len, NULL, self->cancellable, error);

  g_byte_array_set_size (self->buffer, 0);
  return is_written;
}

/**
 * tv_cut_write:
 * @error: set by the output stream
 *
 * Writes the next bytes of the output through a buffer.
 *
 * Returns: %FALSE with @error on failure
 */
gboolean
tv_cut_write (TvCut *self, gconstpointer bytes, gsize size, GError **error)
{
  if (self->whole != NULL)
    return tv_cut_write (self->whole, bytes, size, error);
  self->is_written |= size > 0;
  if (self->buffer->len + size > BUFFER_BYTES && !flush (self, error))
    return FALSE;
  if (size > BUFFER_BYTES)
    return g_output_stream_write_all (self->stream, bytes, size, NULL, self->cancellable, error);
  g_byte_array_append (self->buffer, bytes, (guint) size);
  return TRUE;
}

/* ---- Machines ---- */

static void
init_cut (TvCut *self)
{
  tv_id_map_init (&self->threads);
  tv_id_map_init (&self->processes);
  self->start_times = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->opens = g_array_new (FALSE, FALSE, sizeof (Open));
  self->sample_ends = g_array_new (FALSE, FALSE, sizeof (gint64));
}

static void
clear_cut (TvCut *self)
{
  tv_id_map_clear (&self->threads);
  tv_id_map_clear (&self->processes);
  g_array_unref (self->start_times);
  g_array_unref (self->opens);
  g_array_unref (self->sample_ends);
}

/* Collects the threads, slices and counters on which the records in the range depend. */
static void
settle (TvCut *self)
{
  add_threads (self);
  add_open_slices (self);
  add_counters (self);
  g_array_sort (self->start_times, compare_times);
  g_array_sort (self->opens, compare_opens);
  g_array_sort (self->sample_ends, compare_times);
}

/**
 * tv_cut_new_machine:
 * @whole: the cut of all machines; must outlive the returned cut
 *
 * Creates a cut for the records of one machine, which writes to the output of @whole. The caller must set the machine
 * with tv_cut_set_machine() before it checks records.
 *
 * Returns: (transfer full): the cut
 */
TvCut *
tv_cut_new_machine (TvCut *whole)
{
  TvCut *self = g_new0 (TvCut, 1);

  self->trace = whole->trace;
  self->start_ns = whole->start_ns;
  self->end_ns = whole->end_ns;
  self->whole = whole;
  self->machine = TV_NONE;
  self->has_threads = whole->has_threads;
  self->utids = whole->utids;
  self->n_utids = whole->n_utids;
  init_cut (self);
  return self;
}

/**
 * tv_cut_set_machine:
 * @self: a cut from tv_cut_new_machine()
 * @machine: row of the machine, or %TV_NONE if the trace has only one machine
 * @offset_ns: time on the timeline minus time on the machine's clock
 *
 * Converts the range to the machine's clock, and limits threads, slices and counters to the machine. From now on, all
 * times of @self are on the machine's clock.
 */
void
tv_cut_set_machine (TvCut *self, guint32 machine, gint64 offset_ns)
{
  self->machine = machine;
  self->offset_ns = offset_ns;
  self->start_ns = get_own_time (self, self->whole->start_ns);
  self->end_ns = get_own_time (self, self->whole->end_ns);
  settle (self);
}

void
tv_cut_free (TvCut *self)
{
  clear_cut (self);
  g_free (self);
}

/* ---- Formats ---- */

static void
set_impossible (const char *title, GError **error)
{
  g_autoptr (GString) titles = g_string_new (NULL);
  guint n;
  const TvFormat *const *formats = tv_formats_get (&n);

  for (guint i = 0; i < n; i++)
    if (formats[i]->cut != NULL)
      g_string_append_printf (titles, "%s%s", titles->len > 0 ? "; " : "", _ (formats[i]->title));
  /* Translators: title of a format, and the titles of the formats that can be cut */
  g_set_error (error, TV_ERROR, TV_ERROR_NOT_A_TRACE,
               _("files in this format cannot be cut: %s; supported formats: %s"), title,
               titles->str);
}

/**
 * tv_cut_is_possible:
 * @trace: a trace of a single file
 *
 * Returns: whether files in the format of the trace can be cut
 */
gboolean
tv_cut_is_possible (TvTrace *trace)
{
  guint n;
  const TvFormat *const *formats = tv_formats_get (&n);

  for (guint i = 0; i < n; i++)
    if (formats[i]->cut != NULL &&
        g_strcmp0 (_ (formats[i]->title), tv_trace_get_format (trace)) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
cut_input (TvCut *self, TvInput *input, const TvReadContext *context, GError **error)
{
  const TvFormat *format;

  if (!tv_format_recognize (input, &format, context->cancellable, error))
    return FALSE;
  if (format == NULL || format->cut == NULL)
    {
      set_impossible (format != NULL ? _ (format->title) : tv_trace_get_format (self->trace),
                      error);
      return FALSE;
    }
  settle (self);
  if (!format->cut (input, self, context, error))
    return FALSE;
  if (self->is_written)
    return flush (self, error);
  g_set_error_literal (error, TV_ERROR, TV_ERROR_IO, _("the range contains no data"));
  return FALSE;
}

static gboolean
cut (TvInput *input,
     TvTrace *trace,
     const TvSelection *selection,
     GOutputStream *stream,
     const TvReadContext *context,
     GError **error)
{
  TvCut self = { .trace = trace,
                 .start_ns = tv_selection_get_start_ns (selection),
                 .end_ns = tv_selection_get_end_ns (selection),
                 .machine = TV_NONE,
                 .stream = stream,
                 .cancellable = context->cancellable,
                 .buffer = g_byte_array_sized_new (BUFFER_BYTES) };
  gboolean is_written;

  self.utids = tv_selection_get_threads (selection, &self.n_utids);
  self.has_threads = self.utids != NULL;
  init_cut (&self);
  is_written = cut_input (&self, input, context, error);
  clear_cut (&self);
  g_byte_array_unref (self.buffer);
  return is_written;
}

/**
 * tv_cut_file:
 * @path: path of a file; not standard input, because the file is read again
 * @trace: the trace of this file
 * @selection: cut range and threads
 * @stream: output
 * @progress: (nullable): see tv_load()
 * @progress_data: user data of @progress
 * @cancellable: (nullable): a #GCancellable
 * @error: set in the domain %TV_ERROR, or by @stream
 *
 * Writes a part of a file in the file's format, without compression and line prefixes. When the output is loaded, its
 * tables contain the same rows inside the range; slices that are open at the end of the range may have no end.
 *
 * Returns: %FALSE with @error on failure
 */
gboolean
tv_cut_file (const char *path,
             TvTrace *trace,
             const TvSelection *selection,
             GOutputStream *stream,
             TvLoadProgress progress,
             gpointer progress_data,
             GCancellable *cancellable,
             GError **error)
{
  const TvReadContext context = { .progress = progress,
                                  .progress_data = progress_data,
                                  .cancellable = cancellable,
                                  .thread = g_thread_self () };
  g_autoptr (TvInput) input = NULL;
  GError *failure = NULL;

  if (g_str_equal (path, TV_INPUT_STDIN))
    {
      g_set_error_literal (error, TV_ERROR, TV_ERROR_IO,
                           _("standard input cannot be cut, because the file is read twice"));
      return FALSE;
    }
  input = tv_input_open (path, cancellable, error);
  if (input == NULL)
    return FALSE;
  if (cut (input, trace, selection, stream, &context, &failure))
    return TRUE;
  if (failure->domain == TV_ERROR)
    {
      g_autofree char *display = tv_input_dup_display_name (path);

      g_prefix_error (&failure, "%s: ", display);
    }
  g_propagate_error (error, failure);
  return FALSE;
}

/**
 * tv_cut_bytes:
 * @bytes: content of a file
 * @trace: the trace of this file
 * @selection: cut range and threads
 * @stream: output
 * @error: set in the domain %TV_ERROR, or by @stream
 *
 * Like tv_cut_file(), for a file in memory.
 *
 * Returns: %FALSE with @error on failure
 */
gboolean
tv_cut_bytes (GBytes *bytes,
              TvTrace *trace,
              const TvSelection *selection,
              GOutputStream *stream,
              GError **error)
{
  const TvReadContext context = { .thread = g_thread_self () };
  g_autoptr (TvInput) input = tv_input_new_for_bytes (bytes);

  return cut (input, trace, selection, stream, &context, error);
}

/**
 * tv_cut_keep_time:
 * @path: path of the file that was cut
 * @part: output of tv_cut_file()
 * @error: set by GIO
 *
 * Copies the modification time of the original file to the output, because that time determines the year of log lines
 * without a year. Does nothing if the output is not a regular file.
 *
 * Returns: %FALSE with @error if the time could not be set
 */
gboolean
tv_cut_keep_time (const char *path, GFile *part, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileInfo) info = NULL;

  if (g_file_query_file_type (part, G_FILE_QUERY_INFO_NONE, NULL) != G_FILE_TYPE_REGULAR)
    return TRUE;
  info = g_file_query_info (file, G_FILE_ATTRIBUTE_TIME_MODIFIED, G_FILE_QUERY_INFO_NONE, NULL,
                            error);
  return info != NULL &&
         g_file_set_attributes_from_info (part, info, G_FILE_QUERY_INFO_NONE, NULL, error);
}
