/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/crash/fault-reader.h"

#include "formats/input/scan.h"

/* Emits faults in the order of the file:
 *
 *   begin ─▶ begin_dump ─▶ begin_thread ─▶ frames, registers ─▶ … ─▶ end ─▶ stacks of earlier times
 *
 * The first thread of a fault is the faulting one, unless the reader sets another. Called by the readers of
 * tombstones, fault logs, sanitizer reports and crashes in other formats. Owns the registers and stacks of the
 * current fault; threads and frames pass through the dump reader to the builder. */

/* A stack of an earlier time, such as that of the call that freed the memory. */
typedef struct
{
  guint32 title;
  guint32 tid;
  GArray *frames; /* guint32: frame ids, innermost first */
} TvFaultStack;

static void
clear_stack (gpointer data)
{
  g_array_unref (((TvFaultStack *) data)->frames);
}

void
tv_fault_reader_init (TvFaultReader *self, TvTraceBuilder *builder, GBytes *bytes)
{
  *self = (TvFaultReader){ .builder = builder, .fault = TV_NONE };
  tv_dump_reader_init (&self->threads, builder);
  tv_log_inside_init (&self->log, builder, bytes);
  self->registers = g_array_new (FALSE, FALSE, sizeof (TvRegister));
  self->others = g_array_new (FALSE, FALSE, sizeof (TvFaultStack));
  g_array_set_clear_func (self->others, clear_stack);
  self->text = g_string_new (NULL);
}

void
tv_fault_reader_clear (TvFaultReader *self)
{
  tv_dump_reader_clear (&self->threads);
  g_array_unref (self->registers);
  g_array_unref (self->others);
  g_string_free (self->text, TRUE);
}

/* Returns the id of a string, or TV_NONE if @text is empty. */
guint32
tv_fault_reader_intern (TvFaultReader *self, TvSpan text)
{
  return tv_dump_reader_intern (&self->threads, text);
}

/* Like tv_fault_reader_intern(), for text with several lines. Joins the lines with a visible separator, because
 * strings of a trace are single-line. */
guint32
tv_fault_reader_intern_lines (TvFaultReader *self, TvSpan text)
{
  g_autoptr (GString) lines = g_string_new (NULL);

  while (text.size > 0)
    {
      TvSpan line = tv_scan_until (&text, '\n');

      g_string_append_len (lines, line.text, (gssize) line.size);
      if (text.size > 0)
        g_string_append (lines, " ↵ ");
    }
  return tv_fault_reader_intern (self, (TvSpan){ lines->str, lines->len });
}

/* Returns the text of a string id; null for TV_NONE. */
TvSpan
tv_fault_reader_get_text (const TvFaultReader *self, guint32 string)
{
  const char *text = string != TV_NONE ? tv_trace_builder_get_string (self->builder, string) : NULL;

  return (TvSpan){ text, text != NULL ? strlen (text) : 0 };
}

void
tv_fault_reader_add_metadata (TvFaultReader *self, const char *key, TvSpan value)
{
  if (value.size > 0)
    tv_trace_builder_add_metadata (self->builder, key, value.text, (gssize) value.size);
}

/**
 * tv_fault_reader_begin:
 * @self: a reader
 * @kind: kind of the fault
 *
 * Ends the current fault, if any, and begins the next one.
 */
void
tv_fault_reader_begin (TvFaultReader *self, TvFaultKind kind)
{
  TvFault fault = { .kind = kind,
                    .ts = TV_NO_TIME,
                    .upid = TV_NONE,
                    .thread = TV_NONE,
                    .reason = TV_NONE,
                    .message = TV_NONE,
                    .code_name = TV_NONE,
                    .sender_pid = TV_NONE,
                    .sender_uid = TV_NONE };

  tv_fault_reader_end (self);
  self->fault = tv_trace_builder_begin_fault (self->builder, &fault);
  self->threads.upid = TV_NONE;
}

/* Sets the process of the fault. The name may be empty if a later call sets it. */
void
tv_fault_reader_set_process (TvFaultReader *self, guint32 pid, TvSpan name)
{
  guint32 upid = tv_trace_builder_ensure_process (self->builder, pid);
  guint32 string = tv_fault_reader_intern (self, name);

  if (string != TV_NONE)
    tv_trace_builder_name_process (self->builder, upid, string);
  self->threads.upid = upid;
  tv_trace_builder_get_fault (self->builder)->upid = upid;
}

/* ---- Threads ---- */

/* Begins a dump, to which all following threads belong. */
void
tv_fault_reader_begin_dump (TvFaultReader *self, gint64 ts, guint32 title)
{
  TvDump dump = { .ts = ts,
                  .utc_offset_s = self->utc_offset_s,
                  .upid = self->threads.upid,
                  .title = title,
                  .kind = TV_DUMP_NATIVE };

  tv_fault_reader_end_thread (self);
  self->threads.dump = tv_trace_builder_begin_dump (self->builder, &dump);
  self->threads.has_dump = TRUE;
}

gboolean
tv_fault_reader_has_dump (const TvFaultReader *self)
{
  return self->threads.has_dump;
}

/* Begins a thread. If there is no dump, also begins a dump without a time. */
void
tv_fault_reader_begin_thread (TvFaultReader *self, TvSpan name, guint32 tid)
{
  TvDumpLine line = { .name = name, .vm_tid = TV_NONE, .sys_tid = tid, .priority = TV_NO_PRIORITY };

  tv_fault_reader_end_thread (self);
  if (!self->threads.has_dump)
    tv_fault_reader_begin_dump (self, TV_NO_TIME, TV_NONE);
  tv_dump_reader_begin_thread (&self->threads, &line);
}

/* Ends the current thread and emits its registers. The first thread of the fault's process becomes the faulting
 * thread. Threads of other processes do not, because a freeze report may contain only these. Returns the row of the
 * thread, or TV_NONE if no thread was open. */
guint32
tv_fault_reader_end_thread (TvFaultReader *self)
{
  guint32 thread = tv_dump_reader_end_thread (&self->threads);
  TvFault *fault;

  if (thread == TV_NONE)
    return TV_NONE;
  for (guint i = 0; i < self->registers->len; i++)
    {
      TvRegister *reg = &g_array_index (self->registers, TvRegister, i);

      reg->thread = thread;
      tv_trace_builder_add_register (self->builder, reg);
    }
  g_array_set_size (self->registers, 0);
  fault = tv_trace_builder_get_fault (self->builder);
  if (fault->thread == TV_NONE && (fault->upid == TV_NONE || self->threads.upid == TV_NONE ||
                                   fault->upid == self->threads.upid))
    fault->thread = thread;
  return thread;
}

/* Begins an unnamed thread if none is open, because a file may begin in the middle of a stack. */
static void
need_thread (TvFaultReader *self)
{
  if (!self->threads.has_thread)
    tv_fault_reader_begin_thread (self, (TvSpan){ NULL, 0 }, TV_NONE);
}

/* Adds a register to the current thread. If no thread is open, begins an unnamed one. */
void
tv_fault_reader_add_register (TvFaultReader *self, TvSpan name, guint64 value)
{
  TvRegister reg = { .thread = TV_NONE,
                     .name = tv_fault_reader_intern (self, name),
                     .value = value };

  need_thread (self);
  g_array_append_val (self->registers, reg);
}

/* ---- Frames ---- */

/* Returns whether @path is a file or mapping that contains managed code, either bytecode or compiled. */
static gboolean
is_managed_code (TvSpan path)
{
  static const char *const ends[] = { ".dex", ".vdex", ".jar", ".apk", ".odex", ".oat" };

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    if (tv_span_ends_with (path, ends[i]))
      return TRUE;
  return tv_scan_find (path, "jit-cache") != NULL ||
         tv_scan_find (path, "jit-code-cache") != NULL || tv_scan_word (&path, "<anonymous:") ||
         tv_scan_word (&path, "[anon:dalvik");
}

/* Returns whether a name is that of a Java method. Such names contain dots and no C++ syntax; native names in the
 * same files contain no dots. */
static gboolean
is_java_name (TvSpan name)
{
  gboolean has_dot = FALSE;

  if (name.size == 0 || !(g_ascii_isalpha (*name.text) || (guint8) *name.text >= 0x80))
    return FALSE;
  for (gsize i = 0; i < name.size; i++)
    {
      char c = name.text[i];

      has_dot |= c == '.';
      if (!g_ascii_isalnum (c) && (guint8) c < 0x80 && strchr ("._$-<>", c) == NULL)
        return FALSE;
    }
  return has_dot;
}

/* Converts a frame of managed code. Its syntax is that of a native frame, with the method as symbol. */
static void
emit_managed (TvDumpLine *line)
{
  TvSpan name = line->value;

  if (line->frame_kind != TV_FRAME_NATIVE || !is_managed_code (line->path) || !is_java_name (name))
    return;
  for (gsize i = name.size; i > 0; i--)
    if (name.text[i - 1] == '.')
      {
        line->frame_kind = TV_FRAME_MANAGED;
        line->name = (TvSpan){ name.text, i - 1 };
        line->value = (TvSpan){ name.text + i, name.size - i };
        return;
      }
}

/* Begins a stack of an earlier time, such as that of the call that freed the memory. The following frames belong to
 * this stack, until the next thread begins. */
void
tv_fault_reader_begin_other (TvFaultReader *self, TvSpan title, guint32 tid)
{
  TvFaultStack stack = { tv_fault_reader_intern (self, title), tid,
                         g_array_new (FALSE, FALSE, sizeof (guint32)) };

  tv_fault_reader_end_thread (self);
  g_array_append_val (self->others, stack);
}

/**
 * tv_fault_reader_add_frame:
 * @self: a reader
 * @line: (inout): a frame; changed if it is managed code
 *
 * Adds a frame to the current thread, or to the open stack of an earlier time.
 */
void
tv_fault_reader_add_frame (TvFaultReader *self, TvDumpLine *line)
{
  emit_managed (line);
  if (self->threads.has_thread || self->others->len == 0)
    {
      need_thread (self);
      tv_dump_reader_add_frame (&self->threads, line);
      return;
    }
  /* The dump reader converts the line to a frame, which is then moved to the open stack. */
  tv_dump_reader_add_frame (&self->threads, line);
  g_array_append_vals (
      g_array_index (self->others, TvFaultStack, self->others->len - 1).frames,
      &g_array_index (self->threads.frames, guint32, self->threads.frames->len - 1), 1);
  g_array_set_size (self->threads.frames, self->threads.frames->len - 1);
}

/* ---- Facts ---- */

/* Adds an attribute to the current thread. If no thread is open, adds it to the current dump, or else to the file. */
void
tv_fault_reader_add_attribute (TvFaultReader *self, TvSpan name, TvSpan value)
{
  TvDumpAttribute fact = { self->threads.has_dump ? self->threads.dump : TV_NONE, TV_NONE,
                           tv_fault_reader_intern (self, name),
                           tv_fault_reader_intern (self, value) };

  if (fact.value == TV_NONE && fact.name == TV_NONE)
    return;
  if (self->threads.has_thread)
    tv_dump_reader_add_thread_attribute (&self->threads, name, value);
  else
    tv_trace_builder_add_dump_attribute (self->builder, &fact);
}

/* ---- The end ---- */

static void
emit_other (TvFaultReader *self, const TvFaultStack *stack)
{
  TvFault *fault = tv_trace_builder_get_fault (self->builder);
  guint32 thread = fault->thread;

  tv_fault_reader_begin_dump (self, TV_NO_TIME, stack->title);
  tv_fault_reader_begin_thread (self, (TvSpan){ NULL, 0 }, stack->tid);
  g_array_append_vals (self->threads.frames, stack->frames->data, stack->frames->len);
  tv_fault_reader_end_thread (self);
  fault->thread = thread;
}

/* Ends the current fault, if any, and emits its stacks of earlier times. */
void
tv_fault_reader_end (TvFaultReader *self)
{
  tv_fault_reader_end_thread (self);
  for (guint i = 0; i < self->others->len; i++)
    emit_other (self, &g_array_index (self->others, TvFaultStack, i));
  g_array_set_size (self->others, 0);
  self->threads.has_dump = FALSE;
  self->threads.dump = TV_NONE;
  self->fault = TV_NONE;
}
