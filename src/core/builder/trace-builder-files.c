/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/files-part.h"

#include <stdlib.h>
#include <string.h>

#include "core/builder/complete-part.h"
#include "core/builder/log-lines-part.h"
#include "core/builder/problems-part.h"
#include "core/builder/slice-tracks.h"
#include "core/builder/threads-part.h"
#include "core/memory/string-pool.h"
#include "core/trace-edit.h"

/* Several files that fill one builder. Offsets count on from file to file:
 *
 *     first.ftrace   0 … 4999   second.ftrace   5000 … 6999
 *
 * Called by formats/multi-file-read.c and by readers of containers. While a file with its own clock is read, the
 * builder uses the unit of that file; tv_trace_builder_end_separate() converts the new rows of all parts and restores
 * the builder's unit. */

typedef struct
{
  char *name;
  guint64 start;
} Input;

/* A file that is read separately: it has its own unit, clock and offsets. While it is read, the builder uses the unit
 * of the file. At the end of the file, the rows that were added are converted to the builder's timeline:
 *
 *   builder     ns of the first file's clock  ───────────────────────────────────▶
 *   separate       begin │ separate tracks, in its ticks   │ end: ticks ▶ ns + offset
 *
 * Threads with equal ids are shared with other files. The calls of the file are on separate tracks, so that they nest
 * only in calls of the same file. */

typedef struct
{
  guint64 base_offset;
  gint64 offset_ns;
  gint64 uncertainty_ns;
  gint64 start_ns; /* start of the file on the builder's clock */

  gint64 tick_ns; /* unit of the builder, restored at the end of the file */
  gint64 base;

  guint n_threads;
  guint64 *by_tid; /* threads of earlier files: tid << 32 | utid, sorted */
  guint n_by_tid;
} SeparateFile;

struct _TvFilesPart
{
  GArray *inputs;         /* (nullable): Input; NULL until tv_trace_builder_begin_input() */
  guint64 inputs_end;     /* total size of all inputs, in bytes */
  SeparateFile *separate; /* (nullable): the file that is being read separately */
  guint n_separate;       /* number of files that were read separately */
  gboolean separate_files_have_cpu; /* whether all files that were read separately have CPU times */
  gboolean counts_ns;
};

static void
free_separate (SeparateFile *self)
{
  g_free (self->by_tid);
  g_free (self);
}

static void
init (TvTraceBuilder *self)
{
  self->files = g_new0 (TvFilesPart, 1);
}

static void
clear (TvTraceBuilder *self)
{
  g_clear_pointer (&self->files->inputs, g_array_unref);
  g_clear_pointer (&self->files->separate, free_separate);
  g_clear_pointer (&self->files, g_free);
}

const TvBuilderPart tv_builder_files = { .init = init, .clear = clear };

/* Returns the total size of the files added so far, which is the offset of the next file. */
guint64
tv_trace_builder_get_inputs_end (const TvTraceBuilder *self)
{
  return self->files->inputs_end;
}

/* Returns whether the unit is ns for all files; see tv_trace_builder_count_in_ns(). */
gboolean
tv_trace_builder_counts_ns (const TvTraceBuilder *self)
{
  return self->files->counts_ns;
}

gboolean
tv_trace_builder_is_separate (const TvTraceBuilder *self)
{
  return self->files->separate != NULL;
}

/* Returns whether any file was read separately. */
gboolean
tv_trace_builder_was_separate (const TvTraceBuilder *self)
{
  return self->files->n_separate > 0;
}

/* ---- Offsets ---- */

static void
clear_input (gpointer data)
{
  g_free (((Input *) data)->name);
}

/**
 * tv_trace_builder_begin_input:
 * @name: display name of the file
 * @size: size in bytes
 *
 * Registers the next of several files. The caller adds the returned offset to the file offsets that it passes to the
 * builder. When the builder finishes, a problem with an offset gets the name of its file and an offset within that
 * file.
 *
 * Returns: offset of the file in the builder's concatenated input
 */
guint64
tv_trace_builder_begin_input (TvTraceBuilder *self, const char *name, guint64 size)
{
  Input input = { .start = self->files->inputs_end };

  if (self->files->inputs == NULL)
    {
      self->files->inputs = g_array_new (FALSE, FALSE, sizeof (Input));
      g_array_set_clear_func (self->files->inputs, clear_input);
    }
  input.name = tv_string_pool_dup_valid (name, strlen (name));
  g_array_append_val (self->files->inputs, input);
  self->files->inputs_end += size;
  return input.start;
}

static const Input *
find_input (const TvTraceBuilder *self, guint64 file_offset)
{
  guint i = self->files->inputs->len - 1;

  while (i > 0 && g_array_index (self->files->inputs, Input, i).start > file_offset)
    i--;
  return &g_array_index (self->files->inputs, Input, i);
}

/* Adds the name of the file to each problem with an offset, and makes the offset relative to the file. Does nothing
 * if there is at most one file. */
void
tv_trace_builder_name_inputs (TvTraceBuilder *self, GArray *problems)
{
  if (self->files->inputs == NULL || self->files->inputs->len < 2)
    return;
  for (guint i = 0; i < problems->len; i++)
    {
      TvProblem *problem = &g_array_index (problems, TvProblem, i);
      const Input *input;
      char *detail;

      if (problem->file_offset < 0)
        continue;
      input = find_input (self, (guint64) problem->file_offset);
      detail = problem->detail != NULL ? g_strdup_printf ("%s: %s", input->name, problem->detail)
                                       : g_strdup (input->name);
      g_free ((char *) problem->detail);
      problem->detail = detail;
      problem->file_offset -= (gint64) input->start;
    }
}

/* ---- Files that are read separately ---- */

static int
compare_numbers (const void *a, const void *b)
{
  guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return (x > y) - (x < y);
}

/* Returns: (transfer full) (array length=n): the threads of machine 0 as tid << 32 | utid, sorted */
static guint64 *
order_threads (const GArray *threads, guint *n)
{
  guint64 *keys = g_new (guint64, threads->len + 1);

  *n = 0;
  for (guint i = 0; i < threads->len; i++)
    if (g_array_index (threads, TvThread, i).machine == 0)
      keys[(*n)++] = (guint64) g_array_index (threads, TvThread, i).tid << 32 | i;
  qsort (keys, *n, sizeof *keys, compare_numbers);
  return keys;
}

/**
 * tv_trace_builder_count_in_ns:
 * @self: an empty builder
 * @first_ns: a time at or shortly before the first timestamp
 *
 * Sets the builder's unit to ns, for several files with different units and arbitrary clock offsets.
 */
void
tv_trace_builder_count_in_ns (TvTraceBuilder *self, gint64 first_ns)
{
  tv_trace_builder_set_unit (self, 1, first_ns);
  self->files->counts_ns = TRUE;
}

/**
 * tv_trace_builder_begin_separate:
 * @self: a builder that counts ns, see tv_trace_builder_count_in_ns()
 * @base_offset: offset of the file in the concatenated input, from tv_trace_builder_begin_input()
 * @offset_ns: clock offset that is added to the file's times
 * @uncertainty_ns: maximum error of @offset_ns
 * @start_ns: start of the file on the builder's clock
 *
 * Begins a file with its own clock. Until tv_trace_builder_end_separate(), the reader passes times and offsets of
 * this file, in its own unit. Known thread and process ids refer to the threads and processes that existed at
 * @start_ns.
 */
void
tv_trace_builder_begin_separate (TvTraceBuilder *self,
                                 guint64 base_offset,
                                 gint64 offset_ns,
                                 gint64 uncertainty_ns,
                                 gint64 start_ns)
{
  const GArray *threads = tv_trace_builder_get_thread_rows (self);
  SeparateFile *separate = g_new0 (SeparateFile, 1);

  g_return_if_fail (self->files->separate == NULL && self->files->counts_ns);
  /* The complete slices collected so far are in ns, so move them to tracks before the unit changes. */
  tv_trace_builder_put_complete (self);
  separate->base_offset = base_offset;
  separate->offset_ns = offset_ns;
  separate->uncertainty_ns = MAX (uncertainty_ns, 0);
  separate->start_ns = start_ns;
  separate->tick_ns = self->unit.tick_ns;
  separate->base = self->unit.base;
  tv_trace_builder_begin_problems (self);
  separate->n_threads = threads->len;
  separate->by_tid = order_threads (threads, &separate->n_by_tid);
  tv_trace_builder_begin_file (self);
  self->files->separate = separate;
}

/* Returns whether the thread was added before the file that is currently being read separately. */
gboolean
tv_trace_builder_is_shared (const TvTraceBuilder *self, guint32 utid)
{
  return self->files->separate != NULL && utid < self->files->separate->n_threads;
}

/* ---- Threads ---- */

/* Rates how well a thread of another file matches; 0 if it is a different thread with the same tid. */
static guint
rate_thread (const TvThread *thread, guint32 upid, gint64 start_ns)
{
  if (thread->upid != upid && thread->upid != TV_NONE && upid != TV_NONE)
    return 0;
  if (thread->end_ns <= start_ns)
    return 0;
  return 1 + 2 * (thread->start_ns <= start_ns) + (thread->upid == upid);
}

/* Returns a thread with this tid that was added before the current file; TV_NONE if there is none. Prefers a thread
 * that existed at the start of the file to one that started later. Sets the thread's process if it was unknown. */
guint32
tv_trace_builder_find_shared (TvTraceBuilder *self, guint32 upid, guint32 tid)
{
  const GArray *threads = tv_trace_builder_get_thread_rows (self);
  const SeparateFile *separate = self->files->separate;
  guint32 best = TV_NONE, low = 0, high = separate->n_by_tid;
  guint best_rate = 0;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (separate->by_tid[middle] >> 32 < tid)
        low = middle + 1;
      else
        high = middle;
    }
  for (; low < separate->n_by_tid && separate->by_tid[low] >> 32 == tid; low++)
    {
      guint32 utid = (guint32) separate->by_tid[low];
      guint rate = rate_thread (&g_array_index (threads, TvThread, utid), upid, separate->start_ns);

      if (rate > best_rate)
        {
          best_rate = rate;
          best = utid;
        }
    }
  if (best != TV_NONE && g_array_index (threads, TvThread, best).upid == TV_NONE)
    tv_trace_builder_set_thread_process (self, best, upid);
  return best;
}

/* ---- Times ---- */

/* Converts ticks from the base of the file that is being read separately to ns from the builder's base. Clamps the
 * result to the valid times of a trace, so that differences fit in 64 bits. */
gint64
tv_trace_builder_convert_time (const TvTraceBuilder *self, gint64 ticks)
{
  const SeparateFile *separate = self->files->separate;
  const gint64 max = G_MAXINT64 / 2, min = -max / 2;
  gint64 ns;

  if (__builtin_mul_overflow (ticks + self->unit.base, self->unit.tick_ns, &ns) ||
      __builtin_add_overflow (ns, separate->offset_ns, &ns))
    ns = ticks < 0 ? min : max;
  return CLAMP (ns, min, max) - separate->base;
}

/* Converts an offset in the file that is being read separately to an offset in the builder's concatenated input.
 * Returns -1 for -1. */
gint64
tv_trace_builder_convert_file_offset (const TvTraceBuilder *self, gint64 file_offset)
{
  return file_offset >= 0 ? file_offset + (gint64) self->files->separate->base_offset : file_offset;
}

/**
 * tv_trace_builder_end_separate:
 *
 * Ends the file, and converts the rows that were added since tv_trace_builder_begin_separate() to the builder's
 * timeline. CPU times are kept only if all separately read files have them.
 */
void
tv_trace_builder_end_separate (TvTraceBuilder *self)
{
  SeparateFile *separate = self->files->separate;

  g_return_if_fail (separate != NULL);
  tv_trace_builder_put_complete (self);
  tv_trace_builder_end_file (self, separate->offset_ns, separate->uncertainty_ns);
  tv_trace_builder_end_problems (self, separate->base_offset, separate->offset_ns);
  self->files->separate_files_have_cpu = tv_trace_has_clock (self->trace, TV_CLOCK_CPU) &&
                                         (self->files->n_separate == 0 ||
                                          self->files->separate_files_have_cpu);
  self->files->n_separate++;
  /* All CPU times of a trace have the same unit, so the next file must enable them itself. */
  tv_trace_set_clock (self->trace, TV_CLOCK_CPU, FALSE);
  self->files->separate = NULL;
  self->unit = tv_tick_unit (separate->tick_ns, separate->base);
  free_separate (separate);
}

/**
 * tv_trace_builder_add_uncertainty:
 * @self: a builder on which tv_trace_builder_begin_separate() has not been called
 * @uncertainty_ns: maximum error of the clock offset of the files so far, which share tracks
 *
 * Sets the uncertainty of all tracks and log lines added so far.
 */
void
tv_trace_builder_add_uncertainty (TvTraceBuilder *self, gint64 uncertainty_ns)
{
  for (guint i = 0; i < tv_trace_builder_get_n_tracks (self); i++)
    tv_trace_builder_get_track_info (self, i)->uncertainty_ns = uncertainty_ns;
  tv_trace_builder_shift_log_lines (self, 0, 0, uncertainty_ns);
}

/* Decides whether the trace has CPU times, after all files have been read. If not, removes all gaps. */
void
tv_trace_builder_settle_clocks (TvTraceBuilder *self)
{
  if (self->files->n_separate == 0)
    return;
  tv_trace_set_clock (self->trace, TV_CLOCK_CPU, self->files->separate_files_have_cpu);
  if (self->files->separate_files_have_cpu)
    return;
  tv_trace_builder_drop_gaps (self);
}
