/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/thread-dump/dump-reader.h"

#include "formats/input/scan.h"

/* Emits a thread after its last line, because dumps print the innermost frame first, but stacks are stored from the
 * outermost frame on. Part of TvDumpReader, called by dump-reader.c, and by fault-reader.c for the threads of a
 * crash. The frames, locks and attributes of the current thread are stored in the reader until
 * tv_dump_reader_end_thread() adds them to the builder. */

#define USUAL_HZ      100 /* ticks per second, unless the dump contains the number */
#define MAX_HZ        1000000
#define NS_PER_SECOND G_GINT64_CONSTANT (1000000000)

guint32
tv_dump_reader_intern (TvDumpReader *self, TvSpan text)
{
  return text.size > 0 ? tv_trace_builder_intern (self->builder, text.text, (gssize) text.size)
                       : TV_NONE;
}

void
tv_dump_reader_begin_thread (TvDumpReader *self, const TvDumpLine *line)
{
  self->has_thread = TRUE;
  self->is_thread_over = FALSE;
  self->has_lock_before = FALSE;
  self->has_join = FALSE;
  self->ticks[0] = self->ticks[1] = -1;
  self->hz = USUAL_HZ;
  self->thread = (TvDumpThread){ .utid = TV_NONE,
                                 .name = tv_dump_reader_intern (self, line->name),
                                 .state = tv_dump_reader_intern (self, line->state),
                                 .callsite = TV_NONE,
                                 .vm_tid = line->vm_tid,
                                 .sys_tid = line->sys_tid,
                                 .kernel_state = TV_NONE,
                                 .wait_channel = TV_NONE,
                                 .priority = line->priority,
                                 .cpu = TV_NONE,
                                 .user_ns = -1,
                                 .system_ns = -1,
                                 .is_daemon = line->is_daemon };
  g_array_set_size (self->frames, 0);
  g_array_set_size (self->locks, 0);
  g_array_set_size (self->attributes, 0);
}

void
tv_dump_reader_add_thread_attribute (TvDumpReader *self, TvSpan name, TvSpan value)
{
  TvDumpAttribute attribute = { self->dump, TV_NONE, tv_dump_reader_intern (self, name),
                                tv_dump_reader_intern (self, value) };

  g_array_append_val (self->attributes, attribute);
}

/* ---- Frames ---- */

static guint32
get_symbol (TvDumpReader *self, const TvDumpLine *line)
{
  TvSymbol symbol = { .class_name = tv_dump_reader_intern (self, line->name),
                      .name = tv_dump_reader_intern (self, line->value),
                      .signature = TV_NONE,
                      .source_file = tv_dump_reader_intern (self, line->file) };

  return symbol.name != TV_NONE ? tv_trace_builder_add_symbol (self->builder, &symbol) : TV_NONE;
}

static gboolean
is_join (const TvDumpLine *line)
{
  return tv_span_is (line->name, "java.lang.Thread") && tv_span_is (line->value, "join");
}

void
tv_dump_reader_add_frame (TvDumpReader *self, const TvDumpLine *line)
{
  guint32 frame, path = tv_dump_reader_intern (self, line->path);

  self->last_frame = (TvFrame){ .symbol = get_symbol (self, line),
                                .mapping = TV_NONE,
                                .relative_pc = line->pc,
                                .line = line->line,
                                .kind = line->frame_kind,
                                .source_file = TV_NONE };
  if (path != TV_NONE)
    self->last_frame.mapping = tv_trace_builder_add_mapping (
        self->builder, path, tv_dump_reader_intern (self, line->build_id));
  frame = tv_trace_builder_add_frame (self->builder, &self->last_frame);
  g_array_append_val (self->frames, frame);
  self->has_join |= is_join (line);
  if (self->has_lock_before && line->frame_kind == TV_FRAME_MANAGED)
    {
      g_array_index (self->locks, TvDumpLock, 0).callsite = self->frames->len - 1;
      self->has_lock_before = FALSE;
    }
}

void
tv_dump_reader_repeat_frame (TvDumpReader *self, guint32 n)
{
  if (self->frames->len == 0)
    return;
  self->last_frame.n_repeats = n;
  g_array_index (self->frames, guint32, self->frames->len - 1) = tv_trace_builder_add_frame (
      self->builder, &self->last_frame);
}

/* ---- Locks ---- */

void
tv_dump_reader_add_lock (TvDumpReader *self, const TvDumpLine *line)
{
  TvDumpLock lock = { .use = line->use,
                      .id = line->id,
                      .type = tv_dump_reader_intern (self, line->name),
                      .owner = TV_NONE,
                      .owner_vm_tid = line->vm_tid,
                      .callsite = TV_NONE };

  /* Until the stack is built, the callsite is the index of the preceding frame. HotSpot lists some locks after all
   * frames; these belong to no frame. */
  if (self->frames->len > 0 && !self->is_thread_over)
    lock.callsite = self->frames->len - 1;
  g_array_append_val (self->locks, lock);
}

void
tv_dump_reader_set_owner (TvDumpReader *self, guint32 vm_tid)
{
  TvDumpLock *lock;

  if (self->locks->len == 0)
    return;
  lock = &g_array_index (self->locks, TvDumpLock, self->locks->len - 1);
  if (lock->owner_vm_tid == TV_NONE)
    lock->owner_vm_tid = vm_tid;
}

static gboolean
is_thread_type (TvDumpReader *self, guint32 type)
{
  const char *text = type != TV_NONE ? tv_trace_builder_get_string (self->builder, type) : NULL;

  return g_strcmp0 (text, "java.lang.Thread") == 0 || g_strcmp0 (text, "java.lang.VMThread") == 0;
}

/* Detects threads that wait for the end of another thread. Dalvik also prints the owner of an object on which a
 * thread waits. If the object is a Thread, or if the thread has called Thread.join(), the owner is the joined thread.
 * A parked thread is excluded, because it waits on its own object. */
static void
find_joins (TvDumpReader *self)
{
  for (guint i = 0; i < self->locks->len; i++)
    {
      TvDumpLock *lock = &g_array_index (self->locks, TvDumpLock, i);

      if (lock->use == TV_LOCK_WAITED_ON && lock->owner_vm_tid != TV_NONE &&
          lock->owner_vm_tid != self->thread.vm_tid &&
          (self->has_join || is_thread_type (self, lock->type)))
        lock->use = TV_LOCK_JOINED;
    }
}

/* ---- Attributes ---- */

static gint64
parse_ticks (TvSpan value)
{
  guint64 number;

  return tv_scan_number (&value, 10, &number) && number < G_MAXINT64 / NS_PER_SECOND
             ? (gint64) number
             : -1;
}

/* Parses `( RAN WAITED SLICES )`, which is the content of /proc/PID/task/TID/schedstat; times are in ns. */
static void
parse_schedstat (TvDumpReader *self, TvSpan value)
{
  guint64 ran, waited;

  tv_scan_word (&value, "(");
  tv_scan_blanks (&value);
  if (!tv_scan_number (&value, 10, &ran) || ran > G_MAXINT64)
    return;
  tv_scan_blanks (&value);
  self->thread.ran_ns = (gint64) ran;
  if (tv_scan_number (&value, 10, &waited) && waited <= G_MAXINT64)
    self->thread.ready_ns = (gint64) waited;
}

/* Parses HotSpot's CPU time of a thread, such as `88000.10ms`. The fraction is ignored. */
static void
parse_cpu_ms (TvDumpReader *self, TvSpan value)
{
  guint64 ms;

  if (tv_scan_number (&value, 10, &ms) && ms < G_MAXINT64 / NS_PER_SECOND &&
      (tv_span_is (value, "ms") || tv_scan_word (&value, ".")))
    self->thread.ran_ns = (gint64) ms * (NS_PER_SECOND / 1000);
}

/* Parses an attribute that has a member in TvDumpThread. The caller also stores its text. */
static void
parse_attribute (TvDumpReader *self, TvSpan key, TvSpan value)
{
  if (tv_span_is (key, "schedstat"))
    parse_schedstat (self, value);
  else if (tv_span_is (key, "dsCount"))
    tv_scan_id (&value, &self->thread.n_debugger_suspends);
  else if (tv_span_is (key, "cpu"))
    parse_cpu_ms (self, value);
}

void
tv_dump_reader_add_attributes (TvDumpReader *self, TvSpan rest)
{
  TvSpan key, value;

  while (tv_dump_line_next_attribute (&rest, &key, &value))
    {
      TvSpan number = value;
      gint64 hz;

      if (tv_span_is (key, "sysTid"))
        tv_scan_id (&number, &self->thread.sys_tid);
      else if (tv_span_is (key, "state"))
        self->thread.kernel_state = tv_dump_reader_intern (self, value);
      else if (tv_span_is (key, "core"))
        tv_scan_id (&number, &self->thread.cpu);
      else if (tv_span_is (key, "utm"))
        self->ticks[0] = parse_ticks (value);
      else if (tv_span_is (key, "stm"))
        self->ticks[1] = parse_ticks (value);
      else if (tv_span_is (key, "HZ") && (hz = parse_ticks (value)) > 0 && hz <= MAX_HZ)
        self->hz = hz;
      else
        {
          parse_attribute (self, key, value);
          tv_dump_reader_add_thread_attribute (self, key, value);
        }
    }
}

/* ---- End of a thread ---- */

static gint64
get_ns (gint64 ticks, gint64 hz)
{
  if (ticks < 0)
    return -1;
  return ticks / hz * NS_PER_SECOND + ticks % hz * NS_PER_SECOND / hz;
}

/* Builds the stack from the outermost frame on. @callsites: (out): callsite of each frame, innermost first */
static void
build_stack (TvDumpReader *self, guint32 *callsites)
{
  guint32 callsite = TV_NONE;

  for (guint i = self->frames->len; i-- > 0;)
    {
      callsite = tv_trace_builder_add_callsite (self->builder, callsite,
                                                g_array_index (self->frames, guint32, i));
      callsites[i] = callsite;
    }
  self->thread.callsite = callsite;
}

static void
emit_utid (TvDumpReader *self)
{
  if (self->thread.sys_tid == TV_NONE)
    return;
  self->thread.utid = tv_trace_builder_ensure_thread (self->builder, self->upid,
                                                      self->thread.sys_tid);
  if (self->thread.name != TV_NONE)
    tv_trace_builder_name_thread (self->builder, self->thread.utid, self->thread.name);
}

/* Emits the current thread, if any. Returns the row of the thread, or TV_NONE if there is none. */
guint32
tv_dump_reader_end_thread (TvDumpReader *self)
{
  g_autofree guint32 *callsites = g_new (guint32, self->frames->len);
  guint32 thread;

  if (!self->has_thread)
    return TV_NONE;
  self->has_thread = FALSE;
  build_stack (self, callsites);
  find_joins (self);
  emit_utid (self);
  self->thread.user_ns = get_ns (self->ticks[0], self->hz);
  self->thread.system_ns = get_ns (self->ticks[1], self->hz);
  thread = tv_trace_builder_add_dump_thread (self->builder, &self->thread);
  for (guint i = 0; i < self->locks->len; i++)
    {
      TvDumpLock *lock = &g_array_index (self->locks, TvDumpLock, i);

      lock->callsite = lock->callsite != TV_NONE ? callsites[lock->callsite] : TV_NONE;
      tv_trace_builder_add_dump_lock (self->builder, lock);
    }
  for (guint i = 0; i < self->attributes->len; i++)
    {
      TvDumpAttribute *attribute = &g_array_index (self->attributes, TvDumpAttribute, i);

      attribute->thread = thread;
      tv_trace_builder_add_dump_attribute (self->builder, attribute);
    }
  return thread;
}

/* Emits a thread of which only the kernel function is known in which it waits. */
void
tv_dump_reader_add_channel (TvDumpReader *self, const TvDumpLine *line)
{
  TvDumpThread thread = { .utid = TV_NONE,
                          .name = TV_NONE,
                          .state = TV_NONE,
                          .callsite = TV_NONE,
                          .vm_tid = TV_NONE,
                          .sys_tid = line->sys_tid,
                          .kernel_state = tv_dump_reader_intern (self, line->state),
                          .wait_channel = tv_dump_reader_intern (self, line->name),
                          .priority = TV_NO_PRIORITY,
                          .cpu = TV_NONE,
                          .user_ns = -1,
                          .system_ns = -1 };

  thread.utid = tv_trace_builder_ensure_thread (self->builder, self->upid, line->sys_tid);
  tv_trace_builder_add_dump_thread (self->builder, &thread);
}
