/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/thread-dump/dump-reader.h"

#include "formats/input/scan.h"

/* Parses the blocks of dumps. A block begins with the pid of a process. The dump is emitted once the name of the
 * process is known, because the same pid with a different name is a different process:
 *
 *   ----- pid 12 at … -----   ─▶ has_block
 *   Cmd line: NAME            ─▶ process
 *   any other line            ─▶ has_dump
 *   "main" prio=5 …           ─▶ has_thread ─▶ frames, locks
 *
 * Called line by line by the readers of thread dumps, logged dumps and mixed incident files. The state is the current
 * block, dump and thread; everything else is in the builder. */

void
tv_dump_reader_init (TvDumpReader *self, TvTraceBuilder *builder)
{
  *self = (TvDumpReader){ .builder = builder,
                          .dump = TV_NONE,
                          .upid = TV_NONE,
                          .n_reported = TV_NONE,
                          .title = TV_NONE,
                          .dumping = TV_NONE,
                          .next_ns = TV_NO_TIME,
                          .next_pid = TV_NONE,
                          .next_version = TV_NONE,
                          .is_between = TRUE };
  self->frames = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->locks = g_array_new (FALSE, FALSE, sizeof (TvDumpLock));
  self->attributes = g_array_new (FALSE, FALSE, sizeof (TvDumpAttribute));
}

void
tv_dump_reader_clear (TvDumpReader *self)
{
  g_array_unref (self->frames);
  g_array_unref (self->locks);
  g_array_unref (self->attributes);
}

/* ---- Blocks ---- */

static void
begin_dump (TvDumpReader *self, TvDumpKind kind, gint64 ns, gint32 utc_offset_s)
{
  TvDump dump = { .ts = self->drops_times ? TV_NO_TIME : ns,
                  .utc_offset_s = utc_offset_s,
                  .upid = self->upid,
                  .title = self->title,
                  .kind = kind };

  self->dump = tv_trace_builder_begin_dump (self->builder, &dump);
  self->title = TV_NONE;
  self->has_block = FALSE;
  self->has_dump = TRUE;
  self->is_between = FALSE;
  self->n_reported = TV_NONE;
  self->n_counted = 0;
  self->is_partial = FALSE;
}

/* Emits the dump whose block has begun, if any. @name: name of the process; may be empty */
static void
begin_announced_dump (TvDumpReader *self, TvSpan name)
{
  guint32 text = tv_dump_reader_intern (self, name);
  guint32 known;

  if (!self->has_block)
    return;
  self->upid = tv_trace_builder_ensure_process (self->builder, self->block.n);
  known = tv_trace_builder_get_process_name (self->builder, self->upid);
  if (text != TV_NONE && known != TV_NONE && known != text)
    self->upid = tv_trace_builder_add_process (self->builder, self->block.n);
  if (text != TV_NONE)
    tv_trace_builder_name_process (self->builder, self->upid, text);
  begin_dump (self,
              self->block.kind == TV_DUMP_LINE_CHANNELS ? TV_DUMP_WAIT_CHANNELS : TV_DUMP_MANAGED,
              self->block.ns, self->block.utc_offset_s);
}

/* Begins a dump if none is open. Threads outside blocks belong to an unknown process. */
static void
need_dump (TvDumpReader *self)
{
  begin_announced_dump (self, (TvSpan){ NULL, 0 });
  if (self->has_dump && !self->is_between)
    return;
  self->upid = TV_NONE;
  begin_dump (self, TV_DUMP_MANAGED, self->next_ns, self->next_utc_offset_s);
  self->next_ns = TV_NO_TIME;
}

/* Returns whether dumps with threads of this form have no end marker. */
static gboolean
has_no_end (TvDumpThreadForm form)
{
  return form == TV_DUMP_THREAD_HOTSPOT || form == TV_DUMP_THREAD_TO_FILE ||
         form == TV_DUMP_THREAD_FORCED || form == TV_DUMP_THREAD_REPORTED;
}

/* Ends the current dump, and reports it as a problem if it is truncated. If the dump declares a number of threads, it
 * is truncated if it contains fewer threads; otherwise, if it has no end marker. */
static void
end_dump (TvDumpReader *self, gboolean has_end)
{
  tv_dump_reader_end_thread (self);
  begin_announced_dump (self, (TvSpan){ NULL, 0 });
  if (self->has_dump &&
      (self->n_reported != TV_NONE ? self->n_counted < self->n_reported : !has_end))
    tv_trace_builder_count_problem (self->builder, TV_PROBLEM_CUT_DUMP, (gint64) self->file_offset);
  self->has_dump = FALSE;
  self->is_between = TRUE;
  self->in_report = FALSE;
  self->dump = TV_NONE;
}

/* Adds an empty dump for a process that the device announced but failed to dump. */
static void
end_dumping (TvDumpReader *self)
{
  if (self->dumping == TV_NONE)
    return;
  self->upid = tv_trace_builder_ensure_process (self->builder, self->dumping);
  self->dumping = TV_NONE;
  begin_dump (self, TV_DUMP_MANAGED, TV_NO_TIME, 0);
  self->has_dump = FALSE;
  self->is_between = TRUE;
  self->dump = TV_NONE;
}

static void
begin_block (TvDumpReader *self, const TvDumpLine *line, gsize file_offset)
{
  if (self->dumping == line->n)
    self->dumping = TV_NONE;
  end_dump (self, !self->has_dump);
  self->block = *line;
  self->has_block = TRUE;
  self->file_offset = file_offset;
}

static void
begin_list (TvDumpReader *self, const TvDumpLine *line, gsize file_offset)
{
  tv_dump_reader_end_thread (self);
  /* A second list begins a new dump, unless it is Dalvik's list of native threads. */
  if (self->n_reported != TV_NONE && line->n != TV_NONE && self->has_dump && self->n_counted > 0)
    {
      end_dump (self, FALSE);
      self->file_offset = file_offset;
    }
  if (self->is_between && !self->has_block)
    self->file_offset = file_offset;
  need_dump (self);
  if (line->n != TV_NONE)
    self->n_reported = line->n;
}

static void
begin_hotspot (TvDumpReader *self, guint32 version, gsize file_offset)
{
  TvDumpAttribute attribute = { .thread = TV_NONE, .value = version };

  end_dump (self, TRUE);
  self->upid = self->next_pid != TV_NONE
                   ? tv_trace_builder_ensure_process (self->builder, self->next_pid)
                   : TV_NONE;
  self->file_offset = file_offset;
  begin_dump (self, TV_DUMP_MANAGED, self->next_ns, 0);
  self->next_ns = TV_NO_TIME;
  self->next_pid = self->next_version = TV_NONE;
  attribute.dump = self->dump;
  attribute.name = tv_trace_builder_intern (self->builder, "Virtual machine", -1);
  tv_trace_builder_add_dump_attribute (self->builder, &attribute);
  /* HotSpot dumps have no end marker. */
  self->n_reported = 0;
}

/* Stores the first lines of a file from Thread.dump_to_file, which are pid, time and version. emit_other() stores the
 * time. */
static void
store_header (TvDumpReader *self, const TvDumpLine *line)
{
  TvSpan rest = line->text;
  guint32 pid;

  if (tv_scan_id (&rest, &pid) && rest.size == 0)
    {
      self->next_pid = pid;
      self->next_ns = TV_NO_TIME;
      self->next_version = TV_NONE;
    }
  else if (line->ns == TV_NO_TIME && self->next_pid != TV_NONE && self->next_ns != TV_NO_TIME &&
           self->next_version == TV_NONE)
    self->next_version = tv_dump_reader_intern (self, line->text);
}

/* Begins a dump of coroutines, which belong to the process of the preceding threads, if any. */
static void
begin_coroutines (TvDumpReader *self, const TvDumpLine *line, gsize file_offset)
{
  guint32 upid = self->upid;

  end_dump (self, TRUE);
  self->upid = upid;
  self->file_offset = file_offset;
  begin_dump (self, TV_DUMP_COROUTINES, line->ns, 0);
  /* Coroutine dumps have no end marker. */
  self->n_reported = 0;
}

/* ---- Facts ---- */

/* Returns whether the attribute of a process also becomes metadata of the trace. */
static gboolean
is_lifted (TvSpan name)
{
  static const char *const names[] = {
    "Heap",
    "Total GC count",
    "Total blocking GC count",
    "Total blocking GC time",
    "Total time spent in GC",
    "suspend all histogram",
    "Build fingerprint",
    "RssHwmKb",
    "RssKb",
    "RssAnonKb",
    "RssShmemKb",
    "VmSwapKb",
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (tv_span_is (name, names[i]))
      return TRUE;
  return FALSE;
}

static void
lift_fact (TvDumpReader *self, const TvDumpLine *line)
{
  g_autofree char *key = g_strndup (line->name.text, line->name.size);

  if (self->has_dump && self->block.n != TV_NONE && self->upid != TV_NONE)
    {
      g_autofree char *name = g_steal_pointer (&key);

      key = g_strdup_printf ("%s (pid %u)", name, self->block.n);
    }
  tv_trace_builder_add_metadata (self->builder, key, line->value.text, (gssize) line->value.size);
}

static void
add_fact (TvDumpReader *self, TvSpan name, TvSpan value)
{
  TvDumpAttribute attribute = { self->has_dump ? self->dump : TV_NONE, TV_NONE,
                                tv_dump_reader_intern (self, name),
                                tv_dump_reader_intern (self, value) };

  tv_trace_builder_add_dump_attribute (self->builder, &attribute);
}

/* Returns whether a line announces an embedded trace, which is read separately. The dump only gets an attribute that
 * mentions the trace. */
static gboolean
is_trace (const TvDumpLine *line)
{
  return tv_span_is (line->name, "LongRunningMethods");
}

static void
emit_other (TvDumpReader *self, const TvDumpLine *line)
{
  store_header (self, line);
  if (line->ns != TV_NO_TIME)
    {
      self->next_ns = line->ns;
      self->next_utc_offset_s = line->utc_offset_s;
    }
  if (tv_span_is (line->text, "- None") || tv_span_is (line->text, "Locked ownable synchronizers:"))
    return;
  if (self->has_thread && !self->is_thread_over && !self->in_report)
    {
      tv_dump_reader_add_thread_attribute (self, line->name, line->value);
      return;
    }
  if (self->has_block)
    need_dump (self);
  if (tv_span_is (line->name, "Subject"))
    {
      self->title = tv_dump_reader_intern (self, line->value);
      tv_trace_builder_add_metadata (self->builder, "Subject", line->value.text,
                                     (gssize) line->value.size);
    }
  else if (is_lifted (line->name))
    lift_fact (self, line);
  if (is_trace (line))
    add_fact (self, line->name, (TvSpan){ "(a trace)", strlen ("(a trace)") });
  else
    add_fact (self, line->name, line->value);
}

/* Emits a line of a kind that belongs to a thread, but occurs outside any thread. It becomes an attribute without a
 * name, because the name in the line is not a key. */
static void
emit_stray (TvDumpReader *self, const TvDumpLine *line)
{
  TvDumpLine stray = *line;

  stray.name = (TvSpan){ NULL, 0 };
  stray.value = line->text;
  emit_other (self, &stray);
}

/* ---- Lines ---- */

/* Adds the lock in the first line of a thread, as in reports of Crashlytics. */
static void
add_reported_lock (TvDumpReader *self, const TvDumpLine *line)
{
  TvDumpLine lock = *line;

  lock.vm_tid = TV_NONE;
  if (line->value.size == 0)
    return;
  if (tv_dump_line_parse_lock_use (line->value, &lock))
    {
      tv_dump_reader_add_lock (self, &lock);
      self->has_lock_before = TRUE;
    }
  else
    tv_dump_reader_add_thread_attribute (self, (TvSpan){ NULL, 0 }, line->value);
}

/* Drops the open thread if @line repeats its first line, as reports of Google Play do. */
static void
drop_repeated_thread (TvDumpReader *self, const TvDumpLine *line)
{
  if (!self->has_thread || line->vm_tid == TV_NONE || self->thread.vm_tid != line->vm_tid ||
      self->thread.name != tv_dump_reader_intern (self, line->name) || self->frames->len > 0 ||
      self->locks->len > 0 || self->attributes->len > 0)
    return;
  self->has_thread = FALSE;
  self->n_counted--;
}

static void
begin_thread (TvDumpReader *self, const TvDumpLine *line, gsize file_offset)
{
  drop_repeated_thread (self, line);
  tv_dump_reader_end_thread (self);
  if (line->form == TV_DUMP_THREAD_TO_FILE && self->is_between && !self->has_block)
    begin_hotspot (self,
                   self->next_version != TV_NONE
                       ? self->next_version
                       : tv_trace_builder_intern (self->builder, "HotSpot", -1),
                   file_offset);
  if (self->is_between && !self->has_block)
    self->file_offset = file_offset;
  need_dump (self);
  if (has_no_end (line->form) && self->n_reported == TV_NONE)
    self->n_reported = 0;
  if (line->form == TV_DUMP_THREAD_NATIVE && self->n_reported == TV_NONE && self->n_counted == 0)
    tv_trace_builder_set_dump_kind (self->builder, TV_DUMP_NATIVE);
  self->n_counted += line->form != TV_DUMP_THREAD_UNATTACHED;
  tv_dump_reader_begin_thread (self, line);
  self->has_bare_frames = line->form == TV_DUMP_THREAD_TO_FILE;
  if (line->form == TV_DUMP_THREAD_REPORTED && !self->is_partial)
    {
      tv_trace_builder_count_problem (self->builder, TV_PROBLEM_PARTIAL_DUMP, (gint64) file_offset);
      self->is_partial = TRUE;
    }
  if (line->form == TV_DUMP_THREAD_REPORTED)
    add_reported_lock (self, line);
  else if ((line->form == TV_DUMP_THREAD_ATTACHED || line->form == TV_DUMP_THREAD_COROUTINE) &&
           line->value.size > 0)
    tv_dump_reader_add_thread_attribute (self, (TvSpan){ NULL, 0 }, line->value);
  else
    tv_dump_reader_add_attributes (self, line->value);
}

/* Emits a line if it belongs to the current thread. Returns whether it does. */
static gboolean
emit_thread (TvDumpReader *self, const TvDumpLine *line)
{
  TvDumpLine bare = *line;

  if (!self->has_thread || self->in_report)
    return FALSE;
  if (line->kind == TV_DUMP_LINE_OTHER && self->has_bare_frames &&
      tv_dump_line_parse_bare_frame (line->text, &bare))
    {
      tv_dump_reader_add_frame (self, &bare);
      return TRUE;
    }
  switch (line->kind)
    {
    case TV_DUMP_LINE_ATTRIBUTES:
      tv_dump_reader_add_attributes (self, line->value);
      return TRUE;
    case TV_DUMP_LINE_STATE:
      self->thread.state = tv_dump_reader_intern (self, line->state);
      if (line->value.size > 0)
        tv_dump_reader_add_thread_attribute (self, (TvSpan){ NULL, 0 }, line->value);
      return TRUE;
    case TV_DUMP_LINE_FRAME:
      tv_dump_reader_add_frame (self, line);
      return TRUE;
    case TV_DUMP_LINE_REPEATED:
      tv_dump_reader_repeat_frame (self, line->n);
      return TRUE;
    case TV_DUMP_LINE_LOCK:
      tv_dump_reader_add_lock (self, line);
      return TRUE;
    case TV_DUMP_LINE_HELD_BY:
      tv_dump_reader_set_owner (self, line->vm_tid);
      return TRUE;
    default:
      return FALSE;
    }
}

static void
emit_block_line (TvDumpReader *self, const TvDumpLine *line, gsize file_offset)
{
  switch (line->kind)
    {
    case TV_DUMP_LINE_PROCESS:
    case TV_DUMP_LINE_CHANNELS:
      begin_block (self, line, file_offset);
      break;
    case TV_DUMP_LINE_END:
      end_dump (self, TRUE);
      break;
    case TV_DUMP_LINE_DUMPING:
      if (self->has_dump)
        end_dump (self, FALSE);
      end_dumping (self);
      self->dumping = line->n;
      add_fact (self, (TvSpan){ NULL, 0 }, line->text);
      break;
    case TV_DUMP_LINE_COMMAND:
      if (self->has_block)
        begin_announced_dump (self, line->name);
      else
        add_fact (self, (TvSpan){ NULL, 0 }, line->text);
      break;
    case TV_DUMP_LINE_LIST:
      begin_list (self, line, file_offset);
      break;
    case TV_DUMP_LINE_HOTSPOT:
      begin_hotspot (self, tv_dump_reader_intern (self, line->value), file_offset);
      break;
    case TV_DUMP_LINE_COROUTINES:
      begin_coroutines (self, line, file_offset);
      break;
    default:
      g_assert_not_reached ();
    }
}

/**
 * tv_dump_reader_emit:
 * @self: a reader
 * @line: the next parsed line
 * @file_offset: offset of the line in the file, in bytes
 *
 * Emits the content of a line.
 */
void
tv_dump_reader_emit (TvDumpReader *self, const TvDumpLine *line, gsize file_offset)
{
  if (emit_thread (self, line))
    return;
  switch (line->kind)
    {
    case TV_DUMP_LINE_BLANK:
      self->is_thread_over = TRUE;
      break;
    case TV_DUMP_LINE_PROCESS:
    case TV_DUMP_LINE_CHANNELS:
    case TV_DUMP_LINE_END:
    case TV_DUMP_LINE_DUMPING:
    case TV_DUMP_LINE_COMMAND:
    case TV_DUMP_LINE_LIST:
    case TV_DUMP_LINE_HOTSPOT:
    case TV_DUMP_LINE_COROUTINES:
      emit_block_line (self, line, file_offset);
      break;
    case TV_DUMP_LINE_THREAD:
      begin_thread (self, line, file_offset);
      break;
    case TV_DUMP_LINE_CHANNEL:
      tv_dump_reader_end_thread (self);
      need_dump (self);
      tv_dump_reader_add_channel (self, line);
      break;
    case TV_DUMP_LINE_TRANSACTION:
      tv_trace_builder_add_transaction (self->builder, &line->transaction);
      self->has_calls = TRUE;
      break;
    case TV_DUMP_LINE_REPORT:
      tv_dump_reader_end_thread (self);
      self->in_report = TRUE;
      emit_other (self, line);
      break;
    case TV_DUMP_LINE_REPORT_END:
      emit_other (self, line);
      self->in_report = FALSE;
      break;
    case TV_DUMP_LINE_FAILURE:
      tv_trace_builder_count_problem (self->builder, TV_PROBLEM_FAILED_DUMP, (gint64) file_offset);
      emit_other (self, line);
      break;
    case TV_DUMP_LINE_OTHER:
      emit_other (self, line);
      break;
    default:
      emit_stray (self, line);
    }
}

/**
 * tv_dump_reader_end:
 * @self: a reader after the last line
 *
 * Emits the open thread and ends the last dump. Adds an empty dump for a process that was announced but not dumped.
 */
void
tv_dump_reader_end (TvDumpReader *self)
{
  end_dump (self, FALSE);
  end_dumping (self);
}
