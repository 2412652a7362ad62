/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/record-dump.h"

#include <inttypes.h>

#include "cli/terminal-text.h"
#include "export/text-writer.h"
#include "export/visible-text.h"
#include "formats/call-records.h"

/* Prints the records of a method trace, one per line, in the format of the original dmtracedump:
 *
 *   tid action  µs  one dot per level, and the name
 *    1  ent     10  ...Activity.run ()V
 *    1  ent     12  ....Activity.draw ()V
 *    1  xit     25  ....Activity.draw ()V
 *
 * The output is not translated, because programs parse it. tv_record_dump_write() is called by dmtracedump.c for
 * --records. Reads the records in file order and keeps track of the open calls of each thread. Modifies only its own
 * state and the stream. */

/* Maximum number of dots in a line. Deeper levels are written as a number; otherwise, the deepest stacks would fill
 * the disk. */
#define MAX_DOTS 10000

/* A thread. @open avoids searches through deep stacks. It is created at the first exit that does not match the
 * innermost call. */
typedef struct
{
  guint32 tid;
  GArray *stack;    /* (element-type guint32): symbols of the open calls */
  GHashTable *open; /* (nullable): symbol → number of its calls on the stack */
} Thread;

typedef struct
{
  TvTextWriter writer;
  TvTrace *trace;
  TvClock clock;
  char **labels;       /* name per symbol, created on demand */
  GHashTable *threads; /* tid → Thread */
  Thread *last;        /* (nullable): thread of the previous record */
} Dump;

/* ---- Stacks ---- */

static void
free_thread (gpointer data)
{
  Thread *self = data;

  g_array_unref (self->stack);
  g_clear_pointer (&self->open, g_hash_table_unref);
  g_free (self);
}

static Thread *
get_thread (Dump *self, guint32 tid)
{
  if (self->last != NULL && self->last->tid == tid)
    return self->last;
  self->last = g_hash_table_lookup (self->threads, GUINT_TO_POINTER (tid));
  if (self->last == NULL)
    {
      self->last = g_new0 (Thread, 1);
      self->last->tid = tid;
      self->last->stack = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_hash_table_insert (self->threads, GUINT_TO_POINTER (tid), self->last);
    }
  return self->last;
}

static guint
count_open (const Thread *self, guint32 symbol)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->open, GUINT_TO_POINTER (symbol)));
}

static void
set_open (Thread *self, guint32 symbol, guint n)
{
  g_hash_table_insert (self->open, GUINT_TO_POINTER (symbol), GUINT_TO_POINTER (n));
}

static void
push (Thread *self, guint32 symbol)
{
  g_array_append_val (self->stack, symbol);
  if (self->open != NULL)
    set_open (self, symbol, count_open (self, symbol) + 1);
}

static guint32
pop (Thread *self)
{
  guint32 symbol = g_array_index (self->stack, guint32, self->stack->len - 1);

  g_array_set_size (self->stack, self->stack->len - 1);
  if (self->open != NULL)
    set_open (self, symbol, count_open (self, symbol) - 1);
  return symbol;
}

static gboolean
is_open (Thread *self, guint32 symbol)
{
  if (self->open == NULL)
    {
      self->open = g_hash_table_new (NULL, NULL);
      for (guint i = 0; i < self->stack->len; i++)
        {
          guint32 at = g_array_index (self->stack, guint32, i);

          set_open (self, at, count_open (self, at) + 1);
        }
    }
  return count_open (self, symbol) > 0;
}

/* Handles an exit. As for slices, an exit ends the innermost open call of its method and all calls inside it. An exit
 * without an open call ends nothing. If @symbol is TV_NONE, ends the innermost call and sets @symbol to its method.
 *
 * Returns: level of the ended call, starting at 1; if no call was ended, level of the innermost call */
static guint
leave (Thread *self, guint32 *symbol)
{
  guint level = self->stack->len;

  if (level == 0)
    return 0;
  if (*symbol == TV_NONE)
    *symbol = pop (self);
  else if (g_array_index (self->stack, guint32, level - 1) == *symbol)
    pop (self);
  else if (is_open (self, *symbol))
    {
      while (pop (self) != *symbol)
        ;
      level = self->stack->len + 1;
    }
  return level;
}

/* ---- Lines ---- */

static const char *
get_label (Dump *self, guint32 symbol)
{
  if (symbol == TV_NONE)
    return "(unknown)";
  if (self->labels[symbol] == NULL)
    {
      g_autofree char *label = tv_trace_dup_symbol_label (self->trace, symbol);

      self->labels[symbol] = tv_terminal_text_escape (label);
    }
  return self->labels[symbol];
}

/* Appends a right-aligned number. */
static void
append_number (GString *text, guint width, guint64 number)
{
  char digits[24];
  guint n = 0;

  do
    digits[n++] = (char) ('0' + number % 10);
  while ((number /= 10) > 0);
  for (guint i = n; i < width; i++)
    g_string_append_c (text, ' ');
  while (n > 0)
    g_string_append_c (text, digits[--n]);
}

static void
append_level (GString *text, guint level)
{
  static const char dots[] = "................................................................";
  guint left = level + 2;

  if (level > MAX_DOTS)
    {
      g_string_append_printf (text, "..[%u]", level);
      return;
    }
  for (guint n; left > 0; left -= n)
    {
      n = MIN (left, (guint) sizeof dots - 1);
      g_string_append_len (text, dots, n);
    }
}

static void
append_record (Dump *self, const TvCallRecord *record)
{
  static const char *const actions[] = { " ent ", " xit ", " unr ", " ??? " };
  Thread *thread = get_thread (self, record->tid);
  GString *text = self->writer.buffer;
  guint32 symbol = record->symbol;
  guint level = thread->stack->len;

  if (record->action == TV_CALL_RECORD_ENTER)
    {
      push (thread, symbol);
      level++;
    }
  else if (record->action != TV_CALL_RECORD_RESERVED)
    level = leave (thread, &symbol);
  append_number (text, 2, record->tid);
  g_string_append (text, actions[record->action]);
  append_number (text, 9, (guint64) MAX (record->time_ns[self->clock], 0) / 1000);
  g_string_append_c (text, ' ');
  append_level (text, level);
  g_string_append (text, get_label (self, symbol));
  g_string_append_c (text, '\n');
}

/* ---- Heading ---- */

static int
compare_threads (gconstpointer a, gconstpointer b)
{
  const TvThread *one = *(const TvThread *const *) a, *other = *(const TvThread *const *) b;

  return one->tid < other->tid ? -1 : one->tid > other->tid;
}

static void
append_threads (GString *text, TvTrace *trace)
{
  guint32 n;
  const TvThread *threads = tv_trace_get_threads (trace, &n);
  g_autoptr (GPtrArray) sorted = g_ptr_array_new ();

  for (guint32 i = 0; i < n; i++)
    g_ptr_array_add (sorted, (gpointer) &threads[i]);
  g_ptr_array_sort (sorted, compare_threads);
  g_string_append_printf (text, "Threads (%u):\n", n);
  for (guint32 i = 0; i < n; i++)
    {
      const TvThread *thread = sorted->pdata[i];
      const char *name = tv_trace_get_string (trace, thread->name);

      append_number (text, 2, thread->tid);
      g_string_append_c (text, ' ');
      tv_visible_text_append (text, name != NULL ? name : "");
      g_string_append_c (text, '\n');
    }
}

/* Returns the version of the records; without a version, the format of the file. */
static const char *
find_version (TvTrace *trace)
{
  const char *version = tv_trace_find_metadata (trace, "data-version");

  return version != NULL ? version : tv_trace_get_format (trace);
}

/**
 * tv_record_dump_write:
 * @trace: trace into which the records were read
 * @records: (element-type TvCallRecord): records
 * @clock: clock of the times
 * @stream: output stream
 * @error: (nullable): return location for an error of @stream
 *
 * Writes the version, the threads, and one line per record.
 */
gboolean
tv_record_dump_write (TvTrace *trace,
                      const GArray *records,
                      TvClock clock,
                      GOutputStream *stream,
                      GError **error)
{
  Dump self = { .trace = trace, .clock = clock };
  guint32 n_symbols;

  tv_trace_get_symbols (trace, &n_symbols);
  self.labels = g_new0 (char *, MAX (n_symbols, 1));
  self.threads = g_hash_table_new_full (NULL, NULL, NULL, free_thread);
  tv_text_writer_init (&self.writer, stream, NULL);
  g_string_append_printf (self.writer.buffer, "VERSION: %s\n", find_version (trace));
  append_threads (self.writer.buffer, trace);
  g_string_append (self.writer.buffer, "Trace (threadID action usecs class.method signature):\n");
  for (guint i = 0; i < records->len && tv_text_writer_go_on (&self.writer); i++)
    append_record (&self, &g_array_index (records, TvCallRecord, i));
  g_hash_table_unref (self.threads);
  for (guint32 i = 0; i < n_symbols; i++)
    g_free (self.labels[i]);
  g_free (self.labels);
  return tv_text_writer_finish (&self.writer, error);
}
