/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tables of kernel events, generated from kernel-events.def, with lookups by name (for text) and by field number (for
 * messages of recorders). The lookup tables are built on first use and not modified afterwards, so all threads share
 * them. */

#include "formats/ftrace/kernel-events.h"

#include <string.h>

#include "formats/ftrace/kernel-members.h"

/* A row of kernel-events.def. */
typedef struct
{
  const char *name;
  TvFtraceEvent event;
  guint numbers[TV_N_KERNEL_RECORDERS];
  const char *fields;
  const char *form;
} Row;

static const Row rows[] = {
#define EVENT(id, category, name, perfetto, htrace, fields, form)                                  \
  { name, TV_FTRACE_EVENT_##id, { perfetto, htrace }, fields, form },
#define ALIAS(id, name, perfetto, htrace, fields, form)                                            \
  { name, TV_FTRACE_EVENT_##id, { perfetto, htrace }, fields, form },
#define LISTED(name, perfetto, htrace, fields, form)                                               \
  { name, TV_FTRACE_EVENT_OTHER, { perfetto, htrace }, fields, form },
#include "formats/ftrace/kernel-events.def"
};

static const guint8 categories[TV_N_FTRACE_EVENTS] = {
  /* Any event of the form `NAME: … state=N cpu_id=N` is a counter of a CPU. */
  [TV_FTRACE_EVENT_OTHER] = TV_FTRACE_CATEGORY_COUNTER,
#define EVENT(id, category, ...) [TV_FTRACE_EVENT_##id] = TV_FTRACE_CATEGORY_##category,
#define ALIAS(...)
#define LISTED(...)
#include "formats/ftrace/kernel-events.def"
};

static const char *const names[TV_N_FTRACE_EVENTS] = {
#define EVENT(id, category, name, ...) [TV_FTRACE_EVENT_##id] = name,
#define ALIAS(...)
#define LISTED(...)
#include "formats/ftrace/kernel-events.def"
};

/**
 * tv_ftrace_event_get_category:
 *
 * Returns: handler of the event if its arguments are well-formed
 */
TvFtraceCategory
tv_ftrace_event_get_category (TvFtraceEvent event)
{
  return event < TV_N_FTRACE_EVENTS ? (TvFtraceCategory) categories[event]
                                    : TV_FTRACE_CATEGORY_NONE;
}

/**
 * tv_ftrace_event_name:
 *
 * Returns: (nullable): the event's name in the kernel; %NULL for %TV_FTRACE_EVENT_OTHER
 */
const char *
tv_ftrace_event_name (TvFtraceEvent event)
{
  return event < TV_N_FTRACE_EVENTS ? names[event] : NULL;
}

/* ---- Lookup by name ---- */

#define LONGEST_NAME 30
#define MAX_SLOTS    512 /* a power of 2, at least four times the number of names */

/* Event types that have a handler, by name: a hash table with linear probing. */
typedef struct
{
  const Row *slots[MAX_SLOTS];
} ByName;

/* Hashes the first bytes, the last bytes and the length of a name, which differ for most names. */
static guint
hash_name (TvSpan name)
{
  guint64 first = 0, last = 0;
  gsize n = MIN (name.size, sizeof first);

  memcpy (&first, name.text, n);
  memcpy (&last, name.text + name.size - n, n);
  return (guint) (((first ^ last * 3) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) >> 40) +
                  name.size) %
         MAX_SLOTS;
}

static gpointer
make_by_name (gpointer data)
{
  ByName *self = g_new0 (ByName, 1);

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      guint slot;

      if (rows[i].event == TV_FTRACE_EVENT_OTHER)
        continue;
      slot = hash_name ((TvSpan){ rows[i].name, strlen (rows[i].name) });
      while (self->slots[slot] != NULL)
        slot = (slot + 1) % MAX_SLOTS;
      self->slots[slot] = &rows[i];
      g_assert (strlen (rows[i].name) <= LONGEST_NAME);
    }
  return self;
}

/**
 * tv_ftrace_event_lookup:
 * @name: name of an event
 *
 * Returns: event type; %TV_FTRACE_EVENT_OTHER if the event has no handler
 */
TvFtraceEvent
tv_ftrace_event_lookup (TvSpan name)
{
  static const char mark_at[] = "tracing_mark_write+";
  static GOnce once = G_ONCE_INIT;
  const ByName *by_name = g_once (&once, make_by_name, NULL);

  if (name.size > 0 && name.size <= LONGEST_NAME)
    for (guint slot = hash_name (name); by_name->slots[slot] != NULL; slot = (slot + 1) % MAX_SLOTS)
      {
        const Row *row = by_name->slots[slot];

        if (strlen (row->name) == name.size && memcmp (row->name, name.text, name.size) == 0)
          return row->event;
      }
  /* With the kernel option sym-offset, the name is printed as "tracing_mark_write+0x1a/0x20". */
  if (name.size > strlen (mark_at) && memcmp (name.text, mark_at, strlen (mark_at)) == 0)
    return TV_FTRACE_EVENT_MARK;
  return TV_FTRACE_EVENT_OTHER;
}

/* ---- Lookup by number ---- */

typedef struct
{
  GPtrArray *events[TV_N_KERNEL_RECORDERS]; /* TvKernelEvent per event number */
} ByNumber;

static void
clear_field (gpointer data)
{
  g_free (((TvKernelField *) data)->name);
}

static void
clear_part (gpointer data)
{
  g_free (((TvKernelFormPart *) data)->literal);
}

/**
 * tv_kernel_event_new:
 * @name: name of the event
 *
 * Returns: (transfer full): an event without fields; without a form, fields are printed as NAME=VALUE
 */
TvKernelEvent *
tv_kernel_event_new (const char *name)
{
  TvKernelEvent *self = g_new0 (TvKernelEvent, 1);

  self->name = g_strdup (name);
  self->fields = g_array_new (FALSE, FALSE, sizeof (TvKernelField));
  g_array_set_clear_func (self->fields, clear_field);
  return self;
}

void
tv_kernel_event_free (TvKernelEvent *self)
{
  g_free (self->name);
  g_array_unref (self->fields);
  g_clear_pointer (&self->form, g_array_unref);
  g_clear_pointer (&self->members, g_array_unref);
  g_clear_pointer (&self->driver_mark, g_array_unref);
  g_free (self);
}

void
tv_kernel_event_add_field (TvKernelEvent *self, guint number, const char *name, char type)
{
  TvKernelField field = { number, type, g_strdup (name) };

  g_array_append_val (self->fields, field);
}

/* Returns the number of the field with a name, and sets @type. Returns 0 for an empty name. */
static guint
find_number (const TvKernelEvent *self, const char *name, gsize size, char *type)
{
  for (guint i = 0; i < self->fields->len; i++)
    {
      const TvKernelField *field = &g_array_index (self->fields, TvKernelField, i);

      if (strlen (field->name) == size && memcmp (field->name, name, size) == 0)
        {
          *type = field->type;
          return field->number;
        }
    }
  g_assert (size == 0);
  return 0;
}

/* Parses `NAME` or `NAME,NAME`. */
static TvKernelFormPart
parse_names (const TvKernelEvent *self, const char *text, gsize size)
{
  const char *comma = memchr (text, ',', size);
  gsize n = comma != NULL ? (gsize) (comma - text) : size;
  TvKernelFormPart part = { 0 };
  char type = 'i', other_type;

  part.number = find_number (self, text, n, &type);
  part.how = type == 's' ? 's' : 'i';
  if (comma != NULL)
    part.other = find_number (self, comma + 1, size - n - 1, &other_type);
  return part;
}

/* Parses the text between two braces of a form. */
static TvKernelFormPart
parse_part (const TvKernelEvent *self, const char *text, gsize size)
{
  const char *colon = memchr (text, ':', size);
  TvKernelFormPart part;

  if (size == 1 && *text == '?')
    return (TvKernelFormPart){ .how = '.' };
  if (*text == '?')
    {
      part = parse_names (self, text + 1, size - 1);
      part.how = '?';
      return part;
    }
  part = parse_names (self, text, colon != NULL ? (gsize) (colon - text) : size);
  if (colon != NULL)
    part.how = colon[1];
  return part;
}

static void
add_literal (GArray *parts, GString *literal)
{
  TvKernelFormPart part = { .how = '=' };

  if (literal->len == 0)
    return;
  part.literal = g_strdup (literal->str);
  g_array_append_val (parts, part);
  g_string_truncate (literal, 0);
}

static GArray *
parse_form (const TvKernelEvent *self, const char *form)
{
  g_autoptr (GString) literal = g_string_new (NULL);
  GArray *parts = g_array_new (FALSE, FALSE, sizeof (TvKernelFormPart));

  g_array_set_clear_func (parts, clear_part);
  for (const char *at = form; *at != '\0'; at++)
    {
      const char *end;
      TvKernelFormPart part;

      if (*at != '{' || *++at == '{')
        {
          g_string_append_c (literal, *at);
          continue;
        }
      add_literal (parts, literal);
      end = strchr (at, '}');
      part = parse_part (self, at, (gsize) (end - at));
      g_array_append_val (parts, part);
      at = end;
    }
  add_literal (parts, literal);
  return parts;
}

/* Parses |KIND|PID|NAME|VALUE|BEGIN. */
static GArray *
parse_driver_mark (const TvKernelEvent *self, const char *form)
{
  GArray *parts = g_array_new (FALSE, FALSE, sizeof (TvKernelFormPart));
  g_auto (GStrv) words = g_strsplit (form + 1, "|", -1);

  g_assert (g_strv_length (words) == 5);
  for (guint i = 0; words[i] != NULL; i++)
    {
      gsize size = strlen (words[i]);
      gboolean is_number = g_str_has_suffix (words[i], "#");
      TvKernelFormPart part = parse_names (self, words[i], is_number ? size - 1 : size);

      part.how = is_number ? '#' : 'i';
      g_array_append_val (parts, part);
    }
  return parts;
}

static gboolean
has_part (const GArray *form, char how)
{
  for (guint i = 0; i < form->len; i++)
    if (g_array_index (form, TvKernelFormPart, i).how == how)
      return TRUE;
  return FALSE;
}

static TvKernelEvent *
make_event_without_members (const Row *row, TvKernelRecorder recorder)
{
  TvKernelEvent *self = tv_kernel_event_new (row->name);
  const char *bar = strchr (row->fields, '|');
  gboolean has_own = recorder == TV_KERNEL_RECORDER_HTRACE && bar != NULL;
  g_autofree char *text = has_own       ? g_strdup (bar + 1)
                          : bar != NULL ? g_strndup (row->fields, (gsize) (bar - row->fields))
                                        : g_strdup (row->fields);
  g_auto (GStrv) words = g_strsplit (text, " ", -1);

  self->event = row->event;
  for (guint i = 0; words[i] != NULL; i++)
    {
      g_auto (GStrv) parts = g_strsplit (words[i], ":", 3);

      if (*words[i] != '\0')
        tv_kernel_event_add_field (self, (guint) g_ascii_strtoull (parts[0], NULL, 10), parts[1],
                                   parts[2][0]);
    }
  if (row->form == NULL || has_own)
    return self;
  if (*row->form == '|')
    self->driver_mark = parse_driver_mark (self, row->form);
  else
    self->form = parse_form (self, row->form);
  self->is_mark = self->driver_mark != NULL || row->event == TV_FTRACE_EVENT_MARK;
  self->has_symbols = self->form != NULL && has_part (self->form, 'f');
  return self;
}

static TvKernelEvent *
make_event (const Row *row, TvKernelRecorder recorder)
{
  TvKernelEvent *self = make_event_without_members (row, recorder);

  self->members = tv_kernel_members_new (self);
  return self;
}

static gpointer
make_by_number (gpointer data)
{
  ByNumber *self = g_new0 (ByNumber, 1);

  for (guint recorder = 0; recorder < TV_N_KERNEL_RECORDERS; recorder++)
    {
      GPtrArray *events = self->events[recorder] = g_ptr_array_new ();

      for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
        {
          guint number = rows[i].numbers[recorder];

          if (number == 0)
            continue;
          if (number >= events->len)
            g_ptr_array_set_size (events, (int) number + 1);
          g_assert (events->pdata[number] == NULL);
          events->pdata[number] = make_event (&rows[i], (TvKernelRecorder) recorder);
        }
    }
  return self;
}

/**
 * tv_kernel_event_find:
 * @recorder: recorder that defines the number
 * @number: field number in the recorder's FtraceEvent
 *
 * Returns: (transfer none) (nullable): the event; %NULL if kernel-events.def does not declare it
 */
const TvKernelEvent *
tv_kernel_event_find (TvKernelRecorder recorder, guint number)
{
  static GOnce once = G_ONCE_INIT;
  const ByNumber *by_number = g_once (&once, make_by_number, NULL);
  const GPtrArray *events = by_number->events[recorder];

  return number < events->len ? events->pdata[number] : NULL;
}
