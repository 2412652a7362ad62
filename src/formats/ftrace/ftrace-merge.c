/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace/ftrace-merge.h"

#include "formats/event-order.h"

/* Merges the kernel events of all files of a trace and replays them by timestamp, together with the other data of
 * each file. ftrace logs, Perfetto traces and OpenHarmony profiles name #tv_ftrace_merger in their TvFormat. Steps of
 * emit(), on the loading thread:
 *
 * 1. For several files: find their time ranges, date the reuse of tids, and find gaps between recordings.
 * 2. Hide scheduling events in the time range of another, more precise recording.
 * 3. Sort all kernel events, drop duplicates, and replay them in batches. The replay calls emit_rest(), so that
 *      the other data of the members is emitted up to the same time.
 * 4. Let the members finish, and end the recording.
 *
 * The merge owns the thread table and the data of the members. */

#define BATCH_EVENTS (128u * 1024) /* number of events per batch of the replay */
#define US           1000

/* Creates a merge and the thread table of the trace, which the merge owns. */
static gpointer
merge_new (TvTraceBuilder *builder, guint64 size)
{
  TvFtraceMerge *self = g_new0 (TvFtraceMerge, 1);

  self->builder = builder;
  self->members = g_array_new (FALSE, FALSE, sizeof (TvFtraceMember));
  self->breaks = g_array_new (FALSE, FALSE, sizeof (TvFtraceBreak));
  self->batch_events = BATCH_EVENTS;
  self->first_logged = TV_NONE;
  self->last = G_MININT64;
  tv_trace_builder_expect_events (builder, size);
  tv_ftrace_threads_init (&self->threads, builder);
  tv_ftrace_reuse_init (&self->reuse, &self->threads);
  return self;
}

static TvFtraceMember *
peek (const TvFtraceMerge *self, guint i)
{
  return &g_array_index (self->members, TvFtraceMember, i);
}

static void
merge_free (gpointer merge)
{
  TvFtraceMerge *self = merge;

  for (guint i = 0; i < self->members->len; i++)
    {
      if (peek (self, i)->type != NULL)
        peek (self, i)->type->free (peek (self, i)->data);
      g_array_unref (peek (self, i)->hidden);
    }
  g_array_unref (self->members);
  g_array_unref (self->breaks);
  tv_ftrace_reuse_clear (&self->reuse);
  tv_ftrace_threads_clear (&self->threads);
  g_free (self);
}

/**
 * tv_ftrace_merge_add:
 * @input: the next file
 * @base_offset: offset from tv_trace_builder_begin_input(); 0 if there is only one file
 * @member: data of the file; the merge takes ownership of @member->data
 *
 * Adds a file whose kernel events are already in the builder.
 */
void
tv_ftrace_merge_add (TvFtraceMerge *self,
                     const TvTimedInput *input,
                     guint64 base_offset,
                     const TvFtraceMember *member)
{
  TvFtraceMember own = *member;

  own.origin.end = base_offset + input->input->size;
  own.uncertainty_ns = input->uncertainty_ns;
  own.first = own.first_event = G_MAXINT64;
  own.last = own.last_event = G_MININT64;
  own.hidden = g_array_new (FALSE, FALSE, sizeof (TvFtraceSpan));
  own.session = self->threads.session;
  g_array_append_val (self->members, own);
}

/* ---- Time ranges of files ---- */

static void
find_records (TvFtraceMember *self)
{
  if (self->type == NULL)
    return;
  self->first = MIN (self->first, self->type->get_first (self->data));
  self->last = MAX (self->last, self->type->get_last (self->data));
}

/**
 * tv_ftrace_merge_find_member:
 * @self: a merge with all files
 * @row: row of a kernel event
 *
 * Finds the file that contains an event.
 *
 * Returns: index of its member
 */
guint
tv_ftrace_merge_find_member (const TvFtraceMerge *self, guint32 row)
{
  guint64 file_offset = tv_trace_builder_get_event_file_offset (self->builder, row);
  guint32 machine = tv_trace_builder_get_text_machine (
      self->builder, tv_trace_builder_get_event_texts (self->builder)[row]);
  guint low = 0, high = self->members->len - 1;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (file_offset >= peek (self, middle)->origin.end)
        low = middle + 1;
      else
        high = middle;
    }
  while (peek (self, low)->origin.machine != machine && low + 1 < self->members->len)
    low++;
  return low;
}

/* Computes the time ranges of the files that have been added since the last call. */
static void
find_extents (TvFtraceMerge *self)
{
  guint32 n = tv_trace_builder_get_n_events (self->builder);
  const gint64 *ts = tv_trace_builder_get_event_times (self->builder);

  for (; self->n_seen_events < n; self->n_seen_events++)
    {
      guint32 row = self->n_seen_events;
      TvFtraceMember *member = peek (self, tv_ftrace_merge_find_member (self, row));

      member->first_event = MIN (member->first_event, ts[row]);
      member->last_event = MAX (member->last_event, ts[row]);
    }
  for (; self->n_seen_members < self->members->len; self->n_seen_members++)
    {
      TvFtraceMember *member = peek (self, self->n_seen_members);

      member->first = member->first_event;
      member->last = member->last_event;
      find_records (member);
      self->last = MAX (self->last, member->last);
    }
}

/* Begins a file. If the file starts after the end of all earlier files, it belongs to a new recording. */
static void
begin (gpointer merge, gint64 start_ns)
{
  TvFtraceMerge *self = merge;

  if (self->members->len > 0)
    find_extents (self);
  if (self->members->len == 0 || start_ns > self->last)
    self->threads.session++;
}

/* ---- Ends of recordings ---- */

static int
compare_members (gconstpointer a, gconstpointer b)
{
  const TvFtraceMember *x = a, *y = b;

  return (x->first > y->first) - (x->first < y->first);
}

static gboolean
reports_switches (const TvFtraceMember *self)
{
  return tv_ftrace_event_set_has (self->origin.seen, TV_FTRACE_EVENT_SCHED_SWITCH);
}

/**
 * tv_ftrace_member_precedes:
 *
 * Returns: whether the data of @self takes precedence over the same data in @other: a recording precedes a log, then
 * the file with the finer clock precedes, then the file that begins first
 */
gboolean
tv_ftrace_member_precedes (const TvFtraceMember *self, const TvFtraceMember *other)
{
  if (self->is_recording != other->is_recording)
    return self->is_recording;
  if (self->tick_ns != other->tick_ns)
    return self->tick_ns < other->tick_ns;
  if (self->first_event != other->first_event)
    return self->first_event < other->first_event;
  return self->origin.end < other->origin.end;
}

/* Hides the scheduling of @self in the time range of @other, if @other is a recording of the same machine with
 * switches, and @self has no switches or is less precise. @other then contains the same scheduling completely,
 * possibly with slightly different timestamps or text. Logs hide nothing, because a log may contain only one CPU. */
static void
hide_scheduling (TvFtraceMember *self, const TvFtraceMember *other)
{
  if (other->origin.machine == self->origin.machine && other->is_recording &&
      reports_switches (other) &&
      (!reports_switches (self) || tv_ftrace_member_precedes (other, self)))
    g_array_append_val (self->hidden, ((TvFtraceSpan){ other->first_event, other->last_event }));
}

static void
hide_all_scheduling (TvFtraceMerge *self)
{
  for (guint i = 0; i < self->members->len; i++)
    {
      TvFtraceMember *member = peek (self, i);

      for (guint j = 0; j < self->members->len; j++)
        if (j != i)
          hide_scheduling (member, peek (self, j));
      member->origin.hidden = (const TvFtraceSpan *) (gconstpointer) member->hidden->data;
      member->origin.n_hidden = member->hidden->len;
    }
}

/* Lists the files that contain data, each with the time range of all its machines. Returns the number of files. */
static guint
list_files (const TvFtraceMerge *self, TvFtraceMember *out)
{
  guint n = 0;

  for (guint i = 0; i < self->members->len; i++)
    {
      const TvFtraceMember *member = peek (self, i);

      if (member->first > member->last)
        continue;
      if (n == 0 || out[n - 1].origin.end != member->origin.end)
        out[n++] = *member;
      out[n - 1].first = MIN (out[n - 1].first, member->first);
      out[n - 1].last = MAX (out[n - 1].last, member->last);
    }
  return n;
}

/* Finds the gaps between recordings, in time order. */
static void
find_breaks (TvFtraceMerge *self)
{
  g_autofree TvFtraceMember *members = g_new (TvFtraceMember, self->members->len);
  guint n = list_files (self, members), last = 0;

  qsort (members, n, sizeof *members, compare_members);
  for (guint i = 1; i < n; i++)
    {
      if (members[i].first > members[last].last &&
          (members[i].is_recording || members[last].is_recording))
        g_array_append_val (self->breaks,
                            ((TvFtraceBreak){ members[last].last, members[i].first }));
      if (members[i].last > members[last].last)
        last = i;
    }
}

static int
compare_splits (gconstpointer a, gconstpointer b)
{
  const TvFtraceSplit *one = a, *other = b;

  return (one->ts > other->ts) - (one->ts < other->ts);
}

/* Sets the time of each split, from which a tid belongs to a different thread, to the start of the first file of the
 * thread's session. */
static void
date_splits (TvFtraceMerge *self)
{
  GArray *splits = self->reuse.splits;

  for (guint i = 0; i < splits->len; i++)
    {
      TvFtraceSplit *split = &g_array_index (splits, TvFtraceSplit, i);
      guint session = tv_ftrace_threads_peek (&self->threads, split->utid)->session;

      split->ts = G_MAXINT64;
      for (guint m = 0; m < self->members->len; m++)
        if (peek (self, m)->session == session)
          split->ts = MIN (split->ts, peek (self, m)->first);
    }
  g_array_sort (splits, compare_splits);
}

static gint64
find_tick (const TvFtraceMerge *self)
{
  gint64 tick_ns = US;

  for (guint i = 0; i < self->members->len; i++)
    tick_ns = MIN (tick_ns, peek (self, i)->tick_ns);
  return tick_ns;
}

/* ---- Output ---- */

/* Returns the member with the earliest data that has not been emitted, or NULL. Sets @next to the time of that data,
 * and lowers @until to the time of the first such data of all other members. */
static TvFtraceMember *
find_next (const TvFtraceMerge *self, gint64 *next, gint64 *until)
{
  TvFtraceMember *found = NULL;

  *next = G_MAXINT64;
  for (guint i = 0; i < self->members->len; i++)
    {
      TvFtraceMember *member = peek (self, i);
      gint64 ts = member->type != NULL ? member->type->get_next (member->data) : G_MAXINT64;

      if (ts < *next)
        {
          if (found != NULL)
            *until = MIN (*until, *next);
          *next = ts;
          found = member;
        }
      else if (ts != G_MAXINT64)
        *until = MIN (*until, ts);
    }
  return found;
}

static void
pass_breaks (TvFtraceMerge *self, gint64 ts)
{
  while (self->n_broken < self->breaks->len &&
         g_array_index (self->breaks, TvFtraceBreak, self->n_broken).start <= ts)
    tv_trace_builder_end_recording (
        self->builder, g_array_index (self->breaks, TvFtraceBreak, self->n_broken++).end);
}

/* Assigns tids to the threads that have them from @ts on. Events may already have assigned a tid to a later thread. */
static void
pass_splits (TvFtraceMerge *self, gint64 ts)
{
  TvFtraceThreads *threads = &self->threads;
  GArray *now = threads->now[TV_FTRACE_CONSUMER_REST];

  for (; self->n_split < self->reuse.splits->len; self->n_split++)
    {
      const TvFtraceSplit *split = &g_array_index (self->reuse.splits, TvFtraceSplit,
                                                   self->n_split);
      guint32 *has_id = &g_array_index (now, guint32, split->first);

      if (split->ts > ts)
        return;
      if (tv_ftrace_threads_peek (threads, *has_id)->session <
          tv_ftrace_threads_peek (threads, split->utid)->session)
        *has_id = split->utid;
    }
}

/* Emits the data of a file. The tids in the data refer to threads of the same recording. */
static void
emit_member (TvFtraceMerge *self, const TvFtraceMember *member, gint64 until)
{
  self->threads.session = member->session;
  member->type->emit (member->data, until);
  self->threads.session = 0;
}

/* Emits data other than kernel events up to a timestamp, in ticks. The replay calls this function before it emits the
 * next kernel event. */
static void
emit_rest (gpointer data, gint64 until)
{
  TvFtraceMerge *self = data;
  TvFtraceMember *only = peek (self, 0);

  if (self->members->len == 1)
    {
      only->type->emit (only->data, until);
      return;
    }
  while (TRUE)
    {
      gint64 next, to = until;
      TvFtraceMember *member = find_next (self, &next, &to);

      if (member == NULL || next > until)
        break;
      pass_breaks (self, next);
      pass_splits (self, next);
      emit_member (self, member, MAX (to, next));
    }
  pass_breaks (self, until);
  pass_splits (self, until);
}

static gboolean
has_rest (const TvFtraceMerge *self)
{
  for (guint i = 0; i < self->members->len; i++)
    if (peek (self, i)->type != NULL)
      return TRUE;
  return self->breaks->len > 0;
}

static void
settle (TvFtraceMerge *self)
{
  for (guint i = 0; i < self->members->len; i++)
    if (peek (self, i)->type != NULL)
      {
        self->threads.session = peek (self, i)->session;
        peek (self, i)->type->settle (peek (self, i)->data);
      }
  self->threads.session = 0;
}

static gboolean
replay (TvFtraceMerge *self, const TvReadContext *context, GError **error)
{
  TvTraceBuilder *builder = self->builder;
  guint32 n = tv_trace_builder_get_n_events (builder);
  g_autofree guint32 *order = tv_event_order_new (tv_trace_builder_get_event_times (builder), n);
  g_autoptr (GArray) origins = g_array_new (FALSE, FALSE, sizeof (TvFtraceOrigin));
  TvFtraceReplay how = { .batch_events = self->batch_events, .tick_ns = find_tick (self) };

  if (self->members->len > 1)
    order = tv_ftrace_merge_drop_duplicates (self, order, &n);
  how.was_sorted = order == NULL && !self->is_reordered;
  tv_trace_builder_sort_events (builder, order, n, how.tick_ns);
  g_clear_pointer (&order, g_free);
  settle (self);
  for (guint i = 0; i < self->members->len; i++)
    g_array_append_val (origins, peek (self, i)->origin);
  how.origins = (const TvFtraceOrigin *) (gconstpointer) origins->data;
  how.n_origins = origins->len;
  how.breaks = (const TvFtraceBreak *) (gconstpointer) self->breaks->data;
  how.n_breaks = self->breaks->len;
  how.splits = (const TvFtraceSplit *) (gconstpointer) self->reuse.splits->data;
  how.n_splits = self->reuse.splits->len;
  how.emit_rest = has_rest (self) ? emit_rest : NULL;
  how.data = self;
  return tv_ftrace_replay (builder, &self->threads, &how, context, error);
}

/* Ends threads whose tids are reused in later files, unless an event has ended them. */
static void
end_split (TvFtraceMerge *self)
{
  if (self->reuse.splits->len == 0)
    return;
  for (guint i = 0; i < self->reuse.splits->len; i++)
    {
      const TvFtraceSplit *split = &g_array_index (self->reuse.splits, TvFtraceSplit, i);

      for (guint32 utid = split->first; utid != split->utid;
           utid = tv_ftrace_threads_peek (&self->threads, utid)->later)
        if (tv_trace_builder_get_thread_end (self->builder, utid) == G_MAXINT64)
          tv_trace_builder_end_thread (self->builder, utid, split->ts);
    }
  tv_trace_builder_find_process_times (self->builder);
  tv_ftrace_threads_follow (&self->threads);
}

static void
settle_without_events (TvFtraceMerge *self)
{
  gint64 first = G_MAXINT64;

  for (guint i = 0; i < self->members->len; i++)
    if (peek (self, i)->type != NULL)
      first = MIN (first, peek (self, i)->type->get_first (peek (self, i)->data));
  tv_trace_builder_set_unit (self->builder, 1, first != G_MAXINT64 ? first : 0);
  settle (self);
  tv_ftrace_threads_settle_tgids (&self->threads);
  end_split (self);
}

static gboolean
finish (TvFtraceMerge *self, const TvReadContext *context, GError **error)
{
  for (guint i = 0; i < self->members->len; i++)
    {
      const TvFtraceMember *member = peek (self, i);

      self->threads.session = member->session;
      if (member->type != NULL && !member->type->finish (member->data, context, error))
        return FALSE;
    }
  self->threads.session = 0;
  return TRUE;
}

/* Ends the recording at the last event. Files that are read later may start a new recording. */
static void
end_last (TvFtraceMerge *self)
{
  if (self->last != G_MININT64)
    tv_trace_builder_end_recording (self->builder, self->last);
}

static gboolean
emit (gpointer merge, gboolean is_all, const TvReadContext *context, GError **error)
{
  TvFtraceMerge *self = merge;

  self->threads.session = 0;
  if (self->members->len > 1 || !is_all)
    find_extents (self);
  if (self->members->len > 1)
    {
      date_splits (self);
      find_breaks (self);
      hide_all_scheduling (self);
    }
  if (tv_trace_builder_get_n_events (self->builder) == 0)
    settle_without_events (self);
  else if (!replay (self, context, error))
    return FALSE;
  if (has_rest (self))
    emit_rest (self, G_MAXINT64);
  if (!finish (self, context, error))
    return FALSE;
  if (!is_all)
    end_last (self);
  tv_ftrace_threads_set_machine (&self->threads, 0);
  if (self->first_logged != TV_NONE)
    tv_format_read_logged (self->builder, self->first_logged);
  return TRUE;
}

const TvMerger tv_ftrace_merger = { merge_new, begin, emit, merge_free };

/**
 * tv_ftrace_merge_read:
 * @format: a format that merges files
 * @input: a single file
 * @builder: builder of the trace
 * @context: progress and cancellation
 * @error: set in the domain %TV_ERROR
 *
 * Implements the read function of #TvFormat.
 *
 * Returns: %FALSE with @error on failure or cancellation
 */
gboolean
tv_ftrace_merge_read (const TvFormat *format,
                      TvInput *input,
                      TvTraceBuilder *builder,
                      const TvReadContext *context,
                      GError **error)
{
  gpointer merge = merge_new (builder, input->size);
  TvTimedInput alone = { .input = input };
  gboolean is_read = format->gather (&alone, merge, context, error) &&
                     emit (merge, TRUE, context, error);

  merge_free (merge);
  return is_read;
}
