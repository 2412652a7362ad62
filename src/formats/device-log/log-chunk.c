/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/device-log/log-chunk.h"

#include <string.h>

#include "core/trace-builder.h"
#include "formats/device-log/log-names.h"
#include "formats/input/scan.h"

/* Parses the lines of a chunk into rows. Most logs contain few distinct tags and threads, so a small cache maps them
 * to strings and threads. Called by device-log.c with one chunk per task, in parallel, and by log-inside.c. A task
 * changes only its chunk. The builder's strings are only looked up. */

#define CACHE_SIZE 1024 /* a power of two */

/* Number of spaces before the continuation lines of a message in old versions of Studio. */
#define OLD_STUDIO_INDENT 4

/* Number of spaces before the properties that follow a kernel record. */
#define KMSG_INDENT 1

typedef struct
{
  TvSpan text;
  guint32 string;
} CachedTag;

typedef struct
{
  guint32 pid;
  guint32 tid;
  guint32 thread; /* index of the thread + 1; 0 if the entry is empty */
} CachedThread;

typedef struct
{
  TvLogChunk *part;
  TvLogNames names;
  TvIdMap thread_ids;
  CachedTag tags[CACHE_SIZE];
  CachedThread threads[CACHE_SIZE];
  gboolean is_open; /* whether the next line may continue the last message */
  gsize column;     /* column in which the text of the last message begins */
  const char *body; /* (nullable): start of the message of a record in the long form */
  const char *body_end;
  gboolean is_blank; /* whether the previous line was blank */
  TvLogTime before;  /* resolved timestamp of the previous kernel line */
} Reader;

static guint
hash_span (TvSpan span)
{
  guint64 first = 0, last = 0;

  memcpy (&first, span.text, MIN (span.size, 8));
  if (span.size > 8)
    memcpy (&last, span.text + span.size - 8, 8);
  return (guint) ((first * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) +
                   last * G_GUINT64_CONSTANT (0xc2b2ae3d27d4eb4f) + span.size) >>
                  40) &
         (CACHE_SIZE - 1);
}

static guint32
intern (Reader *self, TvSpan span)
{
  CachedTag *cached;

  if (span.text == NULL)
    return TV_NONE;
  cached = &self->tags[hash_span (span)];
  if (cached->text.text == NULL || !tv_span_equal (cached->text, span))
    *cached = (CachedTag){ span, tv_string_pool_intern (self->part->strings, span.text,
                                                        (gssize) span.size) };
  return cached->string;
}

static guint32
find_thread (Reader *self, guint32 pid, guint32 tid)
{
  CachedThread *cached;
  guint64 key = (guint64) pid << 32 | tid;

  if (pid == TV_NONE || tid == TV_NONE)
    return TV_NONE;
  cached = &self->threads[(pid * 31 + tid) & (CACHE_SIZE - 1)];
  if (cached->thread == 0 || cached->pid != pid || cached->tid != tid)
    {
      guint32 thread = tv_id_map_find (&self->thread_ids, key);

      if (thread == TV_NONE)
        {
          TvLogChunkThread one = { pid, tid, { NULL, 0 } };

          thread = self->part->threads->len;
          g_array_append_val (self->part->threads, one);
          tv_id_map_set (&self->thread_ids, key, thread);
        }
      *cached = (CachedThread){ pid, tid, thread + 1 };
    }
  return cached->thread - 1;
}

static void
count (TvLogChunk *part, TvLogChunkCount *counted, guint64 n, const char *at)
{
  if (counted->n == 0)
    counted->file_offset = at - part->text;
  counted->n += n;
}

static void
add_name (Reader *self, guint32 pid, TvSpan name, gboolean is_start)
{
  TvLogChunkName one = { self->part->lines->len, pid, name, is_start };

  g_array_append_val (self->part->names, one);
}

/* Records the process name in a line if it differs from the name in the thread's previous line. */
static void
note_process (Reader *self, guint32 thread, guint32 pid, TvSpan name)
{
  TvLogChunkThread *known;

  if (name.size == 0 || thread == TV_NONE)
    return;
  known = &g_array_index (self->part->threads, TvLogChunkThread, thread);
  if (tv_span_equal (known->name, name))
    return;
  known->name = name;
  add_name (self, pid, name, FALSE);
}

/* ---- Multi-line messages ---- */

static TvLogLine *
get_last (TvLogChunk *part)
{
  return &g_array_index (part->lines, TvLogLine, part->lines->len - 1);
}

static void
append_copy (TvLogChunk *part, TvLogLine *line, const char *text, gsize size)
{
  size = MIN (size, G_MAXUINT32 / 2 - line->text_size);
  if (size == 0 || part->copies->len > G_MAXUINT32 / 2)
    return;
  g_byte_array_append (part->copies, (const guint8 *) text, (guint) size);
  line->text_size += (guint32) size;
}

static void
begin_copy (TvLogChunk *part, TvLogLine *line)
{
  const char *text = part->text + line->text;
  guint32 size = line->text_size;

  line->text = TV_LOG_PART_COPIED | part->copies->len;
  line->text_size = 0;
  append_copy (part, line, text, size);
}

/* Appends a line to the last message. Removes the indentation that aligns the line with the message. */
static void
append_continuation (Reader *self, TvSpan line)
{
  TvLogChunk *part = self->part;
  TvLogLine *last = get_last (part);
  gsize indent = 0;

  while (indent < line.size && indent < self->column && line.text[indent] == ' ')
    indent++;
  if ((last->text & TV_LOG_PART_COPIED) == 0)
    begin_copy (part, last);
  append_copy (part, last, "\n", 1);
  append_copy (part, last, line.text + indent, line.size - indent);
}

/* Ends the message of a record in the long form, and removes trailing empty lines. */
static void
close_body (Reader *self)
{
  TvLogChunk *part = self->part;
  const char *at = self->body, *end = self->body_end;
  TvLogLine *line;
  TvSpan piece;
  gboolean is_first = TRUE;

  self->body = NULL;
  if (at == NULL)
    return;
  line = get_last (part);
  while (end > at && (end[-1] == '\n' || end[-1] == '\r'))
    end--;
  line->text = (guint64) (at - part->text);
  line->text_size = (guint32) MIN ((gsize) (end - at), G_MAXUINT32 / 2);
  if (memchr (at, '\r', (gsize) (end - at)) == NULL &&
      memchr (at, 0x1b, (gsize) (end - at)) == NULL)
    return;
  line->text_size = 0;
  begin_copy (part, line);
  while (tv_scan_line (&at, end, &piece))
    {
      piece = tv_log_line_strip (piece);
      if (!is_first)
        append_copy (part, line, "\n", 1);
      append_copy (part, line, piece.text, piece.size);
      is_first = FALSE;
    }
}

/* ---- Lines ---- */

static void
note_zone (TvLogChunk *part, gint32 utc_offset_s)
{
  guint n = part->zones->len;
  TvLogChunkZone zone = { part->lines->len, utc_offset_s };

  if (n == 0 || g_array_index (part->zones, TvLogChunkZone, n - 1).utc_offset_s != utc_offset_s)
    g_array_append_val (part->zones, zone);
}

static void
note_time (TvLogChunk *part, const TvLogTime *time)
{
  part->kinds |= 1u << time->kind;
  part->has_month_0 |= time->is_month_0;
  if (part->utc_offset_s == G_MININT32 && time->utc_offset_s != 0)
    part->utc_offset_s = time->utc_offset_s;
  if (time->kind == TV_LOG_TIME_YEARLESS_ZONED)
    note_zone (part, time->utc_offset_s);
}

/* Resolves a timestamp that is relative to the previous line. `dmesg -H` prints the date and time only once per
 * minute, and the time since the previous line otherwise. Because the date and time have a resolution of one minute,
 * the time of the previous line is used if it is later by less than a minute. */
static TvLogTime
resolve_time (Reader *self, const TvLogTime *time)
{
  TvLogTime resolved = *time;

  if (time->kind == TV_LOG_TIME_LATER)
    {
      resolved = self->before;
      if (resolved.kind != TV_LOG_TIME_NONE &&
          __builtin_add_overflow (resolved.ns, time->ns, &resolved.ns))
        resolved = (TvLogTime){ .kind = TV_LOG_TIME_NONE };
    }
  else if (time->kind == TV_LOG_TIME_YEARLESS && self->before.kind == TV_LOG_TIME_YEARLESS &&
           self->before.ns > time->ns && self->before.ns - time->ns < 60 * TV_LOG_NS_PER_S)
    resolved.ns = self->before.ns;
  self->before = resolved;
  return resolved;
}

static void
add_record (Reader *self, const TvLogParsed *parsed, TvSpan line)
{
  TvLogChunk *part = self->part;
  TvLogTime time = part->shape.form == TV_LOG_FORM_KERNEL ? resolve_time (self, &parsed->time)
                                                          : parsed->time;
  TvLogLine row = {
    .ts = tv_log_shape_get_ts (&part->shape, &time),
    .pid = parsed->pid,
    .tid = parsed->tid,
    .uid = parsed->uid,
    .tag = intern (self, parsed->tag),
    .buffer = TV_NONE,
    .domain = intern (self, parsed->domain),
    .process = parsed->pid == TV_NONE ? intern (self, parsed->process) : TV_NONE,
    .level = parsed->level,
  };
  TvLogNamed named;

  row.utid = find_thread (self, parsed->pid, parsed->tid);
  row.text = (guint64) (parsed->message.text - part->text);
  row.text_size = (guint32) MIN (parsed->message.size, G_MAXUINT32 / 2);
  note_time (part, &time);
  note_process (self, row.utid, parsed->pid, parsed->process);
  if (tv_log_names_find (&self->names, row.tag, parsed->message, &named))
    {
      if (named.pid != TV_NONE)
        add_name (self, named.pid, named.name, TRUE);
      if (named.n_lost > 0)
        count (part, &part->n_lost, named.n_lost, line.text);
    }
  g_array_append_val (part->lines, row);
  self->column = part->shape.form == TV_LOG_FORM_OLD_STUDIO ? OLD_STUDIO_INDENT
                 : part->shape.form == TV_LOG_FORM_KMSG     ? KMSG_INDENT
                                                            : parsed->column;
  self->is_open = TRUE;
}

/* Adds a line that is not a log record as plain text. */
static void
add_plain (Reader *self, TvSpan line)
{
  TvLogChunk *part = self->part;
  TvLogLine row = { TV_NO_TIME,
                    (guint64) (line.text - part->text),
                    (guint32) MIN (line.size, G_MAXUINT32 / 2),
                    TV_NONE,
                    TV_NONE,
                    TV_NONE,
                    TV_NONE,
                    TV_NONE,
                    TV_NONE,
                    TV_NONE,
                    TV_NONE,
                    TV_LOG_LEVEL_NONE };

  g_array_append_val (part->lines, row);
  self->is_open = FALSE;
}

static void
add_note (Reader *self, const TvLogNote *note, TvSpan line)
{
  TvLogChunk *part = self->part;

  switch (note->kind)
    {
    case TV_LOG_NOTE_BEGINNING:
    case TV_LOG_NOTE_SWITCH:
      {
        TvLogChunkBuffer one = { part->lines->len, intern (self, note->name),
                                 note->kind == TV_LOG_NOTE_SWITCH };

        g_array_append_val (part->buffers, one);
        break;
      }
    case TV_LOG_NOTE_STARTED:
    case TV_LOG_NOTE_ENDED:
      add_name (self, note->pid, note->name, note->kind == TV_LOG_NOTE_STARTED);
      add_plain (self, line);
      break;
    case TV_LOG_NOTE_OF_TOOL:
      add_plain (self, line);
      break;
    case TV_LOG_NOTE_NONE:
    case TV_LOG_NOTE_EMPTY:
    default:
      break;
    }
  self->is_open = FALSE;
}

static void
read_line (Reader *self, TvSpan raw, const char *next)
{
  TvLogChunk *part = self->part;
  TvSpan line = tv_log_line_strip (raw);
  TvLogForm form = part->shape.form;
  TvLogParsed parsed;
  TvLogNote note;

  if (tv_log_line_parse (line, form, part->shape.has_process, &parsed) && form != TV_LOG_FORM_RAW)
    {
      close_body (self);
      add_record (self, &parsed, line);
      if (form == TV_LOG_FORM_LONG)
        self->body = self->body_end = next;
      return;
    }
  if (self->body != NULL &&
      (!self->is_blank || tv_log_line_parse_note (line, &note) <= TV_LOG_NOTE_EMPTY))
    {
      self->body_end = next;
      return;
    }
  close_body (self);
  if (self->is_open && form != TV_LOG_FORM_LONG && tv_log_form_allows_continuation (form) &&
      line.size > 0 && (line.text[0] == ' ' || line.text[0] == '\t'))
    {
      append_continuation (self, line);
      return;
    }
  if (tv_log_line_parse_note (line, &note) != TV_LOG_NOTE_NONE)
    add_note (self, &note, line);
  else if (form == TV_LOG_FORM_RAW)
    add_plain (self, line);
  else if (form != TV_LOG_FORM_LONG && tv_log_shape_parse_other (&part->shape, line, &parsed))
    add_record (self, &parsed, line);
  else
    {
      count (part, &part->n_unknown, 1, line.text);
      add_plain (self, line);
    }
}

/**
 * tv_log_chunk_read:
 * @self: a chunk; the fields up to @all_strings must be set, all other fields must be 0
 *
 * Parses the lines of a chunk.
 */
void
tv_log_chunk_read (TvLogChunk *self)
{
  g_autofree Reader *reader = g_new0 (Reader, 1);
  const char *at = self->text + self->start, *end = self->text + self->end;
  TvSpan line;

  self->lines = g_array_sized_new (FALSE, FALSE, sizeof (TvLogLine),
                                   (guint) ((self->end - self->start) / 100 + 1));
  self->copies = g_byte_array_new ();
  self->strings = tv_string_pool_new_for (self->all_strings);
  self->threads = g_array_new (FALSE, FALSE, sizeof (TvLogChunkThread));
  self->names = g_array_new (FALSE, FALSE, sizeof (TvLogChunkName));
  self->buffers = g_array_new (FALSE, FALSE, sizeof (TvLogChunkBuffer));
  self->zones = g_array_new (FALSE, FALSE, sizeof (TvLogChunkZone));
  self->utc_offset_s = G_MININT32;
  reader->part = self;
  tv_log_names_init (&reader->names, self->strings);
  tv_id_map_init (&reader->thread_ids);
  while (tv_scan_line (&at, end, &line))
    {
      read_line (reader, line, at);
      reader->is_blank = tv_log_line_strip (line).size == 0;
    }
  close_body (reader);
  tv_id_map_clear (&reader->thread_ids);
}

void
tv_log_chunk_clear (TvLogChunk *self)
{
  g_clear_pointer (&self->lines, g_array_unref);
  g_clear_pointer (&self->copies, g_byte_array_unref);
  g_clear_pointer (&self->strings, tv_string_pool_free);
  g_clear_pointer (&self->threads, g_array_unref);
  g_clear_pointer (&self->names, g_array_unref);
  g_clear_pointer (&self->buffers, g_array_unref);
  g_clear_pointer (&self->zones, g_array_unref);
}

/**
 * tv_log_chunk_find_start:
 * @text: content of the file
 * @size: size of the file in bytes
 * @at: file offset
 * @shape: syntax of the lines
 *
 * Finds a line after @at at which a chunk can begin. If messages may have several lines, only a record can begin a
 * chunk.
 *
 * Returns: offset of the line; @size if there is none
 */
gsize
tv_log_chunk_find_start (const char *text, gsize size, gsize at, TvLogShape shape)
{
  const char *next = text + MIN (at, size), *end = text + size;
  TvSpan line;

  if (at == 0 || !tv_scan_line (&next, end, &line))
    return MIN (at, size);
  while (tv_log_form_allows_continuation (shape.form) && next < end)
    {
      const char *start = next;
      TvLogParsed parsed;

      tv_scan_line (&next, end, &line);
      if (tv_log_line_parse (tv_log_line_strip (line), shape.form, shape.has_process, &parsed))
        return (gsize) (start - text);
    }
  return (gsize) (next - text);
}
