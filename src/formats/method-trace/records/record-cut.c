/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/method-trace/records/record-cut.h"

#include "formats/method-trace/records/call-tally.h"
#include "formats/method-trace/records/record-clock.h"
#include "formats/method-trace/records/record-walk.h"
#include "formats/input/scan.h"

/* Cuts records. The records of one thread are in order, but the records of different threads may not be.
 * Therefore, each thread enters and leaves the cut range at a different record:
 *
 *   before    calls are opened and closed on a stack
 *   start     enter records of the calls on the stack are written, with the time of the start
 *   in        records are copied
 *   end       the first record after the range ends the thread
 *
 * Called by method-trace.c and method-trace-stream.c. Writes records through TvCut; owns the stack of open calls
 * per thread. */

#define MAX_RECORD 65536 /* maximum size of a record: the header stores the size in 16 bits */

/* Maximum depth of tracked calls. Deeper calls have no enter records at the start of the range. */
#define MAX_DEPTH 100000

typedef enum
{
  STAGE_BEFORE,
  STAGE_IN,
  STAGE_BEHIND,
} Stage;

typedef struct
{
  GArray *calls; /* guint32: methods of the open calls before the range, outermost first */
  Stage stage;
  gboolean is_selected;
  TvRecordClock clock;
} Thread;

struct _TvRecordCutter
{
  TvCut *cut;
  TvRecordLayout layout;
  TvInput *input;
  const TvReadContext *context;
  TvInputWindow window;
  gboolean is_survey;
  guint32 *rows;     /* index in threads, indexed by tid */
  GArray *threads;   /* Thread */
  TvIdMap methods;   /* used methods; no values */
  guint8 *used_tids; /* whether a thread is used, indexed by tid */
  TvRecordTimeline timeline;
  guint64 n_records; /* number of records in the range */
  gint64 first_ts;   /* first time in the range, in ticks */
  gint64 last_ts;
  guint8 *record; /* buffer for one record */
};

TvRecordCutter *
tv_record_cutter_new (TvCut *cut,
                      const TvRecordLayout *layout,
                      TvInput *input,
                      const TvReadContext *context)
{
  TvRecordCutter *self = g_new0 (TvRecordCutter, 1);

  self->cut = cut;
  self->layout = *layout;
  self->input = input;
  self->context = context;
  self->window.input = input;
  self->rows = g_new (guint32, TV_RECORD_TIDS);
  self->threads = g_array_new (FALSE, TRUE, sizeof (Thread));
  self->used_tids = g_new0 (guint8, TV_RECORD_TIDS);
  self->record = g_malloc0 (MAX_RECORD);
  tv_id_map_init_for_multiples (&self->methods, 2);
  return self;
}

static void
forget_threads (TvRecordCutter *self)
{
  for (guint i = 0; i < self->threads->len; i++)
    g_array_unref (g_array_index (self->threads, Thread, i).calls);
  g_array_set_size (self->threads, 0);
  memset (self->rows, 0xff, TV_RECORD_TIDS * sizeof *self->rows);
}

void
tv_record_cutter_free (TvRecordCutter *self)
{
  forget_threads (self);
  tv_input_window_clear (&self->window);
  tv_id_map_clear (&self->methods);
  g_array_unref (self->threads);
  g_free (self->used_tids);
  g_free (self->rows);
  g_free (self->record);
  g_free (self);
}

static void
begin_pass (TvRecordCutter *self, gboolean is_survey)
{
  forget_threads (self);
  self->is_survey = is_survey;
  self->timeline = (TvRecordTimeline){ 0 };
}

static Thread *
get_thread (TvRecordCutter *self, guint32 tid)
{
  guint32 row = self->rows[tid];

  if (row == TV_NONE)
    {
      Thread thread = { .calls = g_array_new (FALSE, FALSE, sizeof (guint32)),
                        .is_selected = tv_cut_has_thread (self->cut, tid) };

      row = self->rows[tid] = self->threads->len;
      g_array_append_val (self->threads, thread);
    }
  return &g_array_index (self->threads, Thread, row);
}

/* ---- Records ---- */

static gboolean
write_record (TvRecordCutter *self, const guint8 *record, gint64 ts, GError **error)
{
  guint32 word = tv_record_get_word (record + self->layout.tid_bytes);

  if (!self->is_survey)
    return tv_cut_write (self->cut, record, self->layout.record_size, error);
  self->used_tids[tv_record_get_tid (record, self->layout.tid_bytes)] = TRUE;
  tv_id_map_set (&self->methods, word & ~TV_RECORD_ACTION_MASK, 0);
  if (self->n_records++ == 0)
    self->first_ts = ts;
  self->first_ts = MIN (self->first_ts, ts);
  self->last_ts = MAX (self->last_ts, ts);
  return TRUE;
}

static void
put_word (guint8 *at, guint32 word)
{
  word = GUINT32_TO_LE (word);
  memcpy (at, &word, sizeof word);
}

/* Writes enter records for the open calls of a thread at the start of the range. @record is the next record of the
 * thread. */
static gboolean
enter_calls (TvRecordCutter *self,
             const Thread *thread,
             const guint8 *record,
             guint32 raw_cpu,
             GError **error)
{
  gint64 start = self->cut->start_ns / TV_RECORD_TICK_NS +
                 (self->cut->start_ns % TV_RECORD_TICK_NS > 0);
  guint8 *words = self->record + self->layout.tid_bytes;

  memcpy (self->record, record, self->layout.tid_bytes);
  for (guint i = 0; i < thread->calls->len; i++)
    {
      put_word (words, g_array_index (thread->calls, guint32, i) | TV_RECORD_ENTER);
      put_word (words + 4, self->layout.clock == TV_METHOD_CLOCK_WALL ? (guint32) start : raw_cpu);
      if (self->layout.clock == TV_METHOD_CLOCK_DUAL)
        put_word (words + 8, (guint32) start);
      if (!write_record (self, self->record, start, error))
        return FALSE;
    }
  return TRUE;
}

/* Opens or closes a call before the range. An exit also closes all inner calls. */
static void
track_call (Thread *thread, guint32 method, guint32 action)
{
  guint depth = thread->calls->len;

  if (action == TV_RECORD_ENTER)
    {
      if (depth < MAX_DEPTH)
        g_array_append_val (thread->calls, method);
      return;
    }
  while (depth > 0)
    if (g_array_index (thread->calls, guint32, --depth) == method)
      {
        g_array_set_size (thread->calls, depth);
        return;
      }
}

static gboolean
take_record (TvRecordCutter *self, const guint8 *record, GError **error)
{
  const guint8 *words = record + self->layout.tid_bytes;
  guint32 word = tv_record_get_word (words), action = word & TV_RECORD_ACTION_MASK;
  guint32 cpu = tv_record_get_word (words + 4), last_cpu;
  guint32 wall = self->layout.clock == TV_METHOD_CLOCK_DUAL ? tv_record_get_word (words + 8) : cpu;
  Thread *thread;
  gint64 ts, ts_ns, cpu_ts;
  guint n_wraps = 0;

  if (action == TV_RECORD_RESERVED)
    return TRUE;
  thread = get_thread (self, tv_record_get_tid (record, self->layout.tid_bytes));
  last_cpu = thread->clock.has_record ? thread->clock.last_raw[TV_CLOCK_CPU] : cpu;
  ts = tv_record_clock_read (&thread->clock, &self->timeline, self->layout.clock, cpu, wall,
                             &cpu_ts, &n_wraps);
  ts_ns = ts * TV_RECORD_TICK_NS;
  if (!thread->is_selected || thread->stage == STAGE_BEHIND)
    return TRUE;
  if (ts_ns > self->cut->end_ns)
    {
      /* A call that spans the whole range has no record in the range. */
      gboolean is_around = thread->stage == STAGE_BEFORE;

      thread->stage = STAGE_BEHIND;
      return !is_around || enter_calls (self, thread, record, last_cpu, error);
    }
  if (thread->stage == STAGE_BEFORE && ts_ns < self->cut->start_ns)
    {
      track_call (thread, word - action, action);
      return TRUE;
    }
  if (thread->stage == STAGE_BEFORE && !enter_calls (self, thread, record, last_cpu, error))
    return FALSE;
  thread->stage = STAGE_IN;
  return write_record (self, record, ts, error);
}

static gboolean
take_run (TvRecordCutter *self, const TvRecordRun *run, double from, double to, GError **error)
{
  g_autoptr (GArray) runs = g_array_new (FALSE, FALSE, sizeof (TvRecordRun));
  gsize size = self->layout.record_size;
  TvRecordWalk walk;
  TvRecordBatch batch;

  g_array_append_val (runs, *run);
  tv_record_walk_init (&walk, runs, self->layout.record_size, run->start, run->start + run->size);
  while (tv_record_walk_next (&walk, &batch))
    {
      GError *failure = NULL;

      if (!tv_read_context_step (
              self->context,
              from + (to - from) * (double) batch.file_offset / (double) self->input->size, error))
        return FALSE;
      if (!tv_record_batch_read (&batch, self->layout.record_size, &self->window, &failure))
        {
          if (failure == NULL)
            return TRUE;
          g_propagate_error (error, failure);
          return FALSE;
        }
      for (gsize i = 0; i < batch.n; i++)
        if (!take_record (self, batch.data + i * size, error))
          return FALSE;
    }
  return TRUE;
}

/**
 * tv_record_cutter_survey:
 * @runs: (element-type TvRecordRun): all records, in file order
 * @error: set to %TV_ERROR_CANCELLED or %TV_ERROR_IO
 *
 * Finds the methods and threads of the cut range. Must precede tv_record_cutter_copy().
 */
gboolean
tv_record_cutter_survey (TvRecordCutter *self, const GArray *runs, GError **error)
{
  begin_pass (self, TRUE);
  for (guint i = 0; i < runs->len; i++)
    if (!take_run (self, &g_array_index (runs, TvRecordRun, i), 0, 0.5, error))
      return FALSE;
  begin_pass (self, FALSE);
  return TRUE;
}

/**
 * tv_record_cutter_copy:
 * @run: the next run of records
 * @error: set by the output, or to %TV_ERROR_CANCELLED or %TV_ERROR_IO
 *
 * Writes the records of a run that belong to the cut range. Runs must be passed in file order.
 */
gboolean
tv_record_cutter_copy (TvRecordCutter *self, const TvRecordRun *run, GError **error)
{
  return take_run (self, run, 0.5, 1, error);
}

/* ---- Key sections ---- */

static gboolean
parse_id (TvSpan line, guint64 *id)
{
  gboolean is_hex = tv_scan_word (&line, "0x") || tv_scan_word (&line, "0X");

  return tv_scan_number (&line, is_hex ? 16 : 10, id);
}

static gboolean
is_line_used (const TvRecordCutter *self, TvSpan section, TvSpan line)
{
  guint64 id;

  if (!parse_id (line, &id))
    return TRUE;
  if (tv_span_is (section, "*threads"))
    return id < TV_RECORD_TIDS && self->used_tids[id];
  return !tv_span_is (section, "*methods") || tv_id_map_find (&self->methods, id) != TV_NONE;
}

/**
 * tv_record_cutter_add_keys:
 * @self: a cutter after the survey
 * @keys: a key section
 * @out: receives the key section of the cut range
 *
 * Copies a key section. Restricts its lists to the threads and methods of the cut range, and updates the number of
 * records and the elapsed time.
 */
void
tv_record_cutter_add_keys (TvRecordCutter *self, TvSpan keys, GString *out)
{
  const char *at = keys.text, *end = keys.text + keys.size;
  TvSpan section = { NULL, 0 }, line;

  while (tv_scan_line (&at, end, &line))
    {
      TvSpan value = line;

      if (line.size > 0 && line.text[0] == '*')
        section = line;
      if (tv_span_is (section, "*version") && tv_scan_word (&value, "num-method-calls="))
        g_string_append_printf (out, "num-method-calls=%" G_GUINT64_FORMAT "\n", self->n_records);
      else if (tv_span_is (section, "*version") && tv_scan_word (&value, "elapsed-time-usec="))
        g_string_append_printf (out, "elapsed-time-usec=%" G_GINT64_FORMAT "\n",
                                self->last_ts - self->first_ts);
      else if (is_line_used (self, section, line))
        g_string_append_len (out, line.text, at - line.text);
    }
}
