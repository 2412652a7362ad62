/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/thread-dump/dump-json.h"

#include <string.h>

#include <glib/gi18n.h>

#include "formats/json.h"
#include "formats/unknown-parts.h"

/* Reads dumps of `jcmd PID Thread.dump_to_file -format=json` (JDK 21 and later). They contain the same threads as the
 * text format and, in addition, locks. They are converted to text for dump-reader.c:
 *
 *     {"threadDump": {"processId": …, "time": …, "runtimeVersion": …, "threadContainers": [
 *       {"container": …, "parent": …, "owner": …, "threadCount": …, "threads": [
 *         {"tid": …, "name": …, "virtual": …, "state": …, "carrier": …, "stack":
 *         ["CLASS.METHOD(FILE:LINE)", …],
 *          "parkBlocker": {"object": "CLASS@HASH", "owner": …}, "blockedOn": …, "waitingOn": …,
 *          "monitorsOwned": [{"depth": …, "locks": ["CLASS@HASH", …]}]}]}]}}
 *
 * In old versions, numbers are strings. Entry points: tv_dump_json_is_one() and tv_dump_json_print(), called by
 * thread-dump.c. The result is a new buffer; unknown keys become a problem of the trace. */

#define KEY "\"threadDump\""

/* Maximum depth of a frame with locks. Larger values are clamped. */
#define MAX_DEPTH G_MAXUINT16

typedef struct
{
  guint depth;
  char *text;
} Lock;

typedef struct
{
  TvJson json;
  GString *key;
  GString *value;
  GString *out;
  GString *pid, *time, *version;
  GString *container;
  /* The current thread. */
  GString *tid, *name, *state, *carrier, *object, *owner;
  gboolean is_virtual;
  gint64 depth;
  GPtrArray *frames; /* char *: frames, innermost first */
  GArray *locks;     /* Lock */
  TvUnknownElements unknown;
} Reader;

typedef gboolean (*TakeMember) (Reader *self);

/**
 * tv_dump_json_is_one:
 *
 * Returns: whether the file is a thread dump in JSON
 */
gboolean
tv_dump_json_is_one (TvInput *input)
{
  const char *at = (const char *) input->prefix, *end = at + input->prefix_size;

  while (at < end && g_ascii_isspace (*at))
    at++;
  return at < end && *at == '{' && memmem (at, (gsize) (end - at), KEY, strlen (KEY)) != NULL;
}

/* ---- JSON ---- */

/* Parses an object. Calls @take_member for each member; self->key then contains the key, and self->json is at the
 * value. */
static gboolean
take_object (Reader *self, TakeMember take_member)
{
  if (!tv_json_take (&self->json, '{'))
    return FALSE;
  if (tv_json_take (&self->json, '}'))
    return TRUE;
  do
    if (!tv_json_take_string (&self->json, self->key) || !tv_json_take (&self->json, ':') ||
        !take_member (self))
      return FALSE;
  while (tv_json_take (&self->json, ','));
  return tv_json_take (&self->json, '}');
}

static gboolean
take_array (Reader *self, TakeMember take_element)
{
  if (!tv_json_take (&self->json, '['))
    return FALSE;
  if (tv_json_take (&self->json, ']'))
    return TRUE;
  do
    if (!take_element (self))
      return FALSE;
  while (tv_json_take (&self->json, ','));
  return tv_json_take (&self->json, ']');
}

/* Takes a string, a number or a literal as single-line text. The text is empty for an object, an array or null. */
static gboolean
take_text (Reader *self, GString *text)
{
  const char *start;

  g_string_truncate (text, 0);
  if (tv_json_peek (&self->json) == '"')
    {
      if (!tv_json_take_string (&self->json, text))
        return FALSE;
    }
  else
    {
      start = self->json.at;
      if (!tv_json_skip (&self->json, self->value))
        return FALSE;
      if (*start != '{' && *start != '[' && *start != 'n')
        g_string_append_len (text, start, self->json.at - start);
    }
  for (gsize i = 0; i < text->len; i++)
    if (g_ascii_iscntrl (text->str[i]))
      text->str[i] = ' ';
  return TRUE;
}

static gboolean
skip_unknown (Reader *self)
{
  tv_unknown_parts_add (&self->unknown, N_("key"), (TvSpan){ self->key->str, self->key->len },
                        self->json.at - self->json.start);
  return tv_json_skip (&self->json, self->value);
}

/* ---- Locks ---- */

static void
clear_lock (gpointer data)
{
  g_free (((Lock *) data)->text);
}

/* Stores a lock as a line of text. @object: `CLASS@HASH` */
static void
add_lock (Reader *self, guint depth, const char *use, const char *object, const char *owner)
{
  const char *at = strrchr (object, '@');
  gsize n_digits = at != NULL ? strspn (at + 1, "0123456789abcdefABCDEF") : 0;
  GString *line = g_string_new ("      - ");
  Lock lock = { depth, NULL };

  g_string_append (line, use);
  if (n_digits > 0)
    g_string_append_printf (line, " <0x%.*s> (a %.*s)", (int) MIN (n_digits, 16), at + 1,
                            (int) (at - object), object);
  else
    g_string_append_printf (line, " <none> (a %s)", object);
  if (owner != NULL && *owner != '\0')
    g_string_append_printf (line, " held by thread %s", owner);
  lock.text = g_string_free (line, FALSE);
  g_array_append_val (self->locks, lock);
}

static gboolean
take_blocker_member (Reader *self)
{
  if (g_str_equal (self->key->str, "object"))
    return take_text (self, self->object);
  if (g_str_equal (self->key->str, "owner") || g_str_equal (self->key->str, "exclusiveOwnerThread"))
    return take_text (self, self->owner);
  return skip_unknown (self);
}

static gboolean
take_blocker (Reader *self)
{
  g_string_truncate (self->object, 0);
  g_string_truncate (self->owner, 0);
  if (tv_json_peek (&self->json) != '{' ? !take_text (self, self->object)
                                        : !take_object (self, take_blocker_member))
    return FALSE;
  if (self->object->len > 0)
    add_lock (self, 0, "parking to wait for ", self->object->str, self->owner->str);
  return TRUE;
}

static gboolean
take_wanted (Reader *self, const char *use)
{
  if (!take_text (self, self->object))
    return FALSE;
  if (self->object->len > 0)
    add_lock (self, 0, use, self->object->str, NULL);
  return TRUE;
}

/* Takes a held lock. The depth of its frame may come after it, so the caller sets the depth. */
static gboolean
take_held (Reader *self)
{
  if (!take_text (self, self->object))
    return FALSE;
  if (self->object->len > 0)
    add_lock (self, G_MAXUINT, "locked", self->object->str, NULL);
  return TRUE;
}

static gboolean
take_monitor_member (Reader *self)
{
  if (g_str_equal (self->key->str, "locks"))
    return take_array (self, take_held);
  if (!g_str_equal (self->key->str, "depth"))
    return skip_unknown (self);
  if (!take_text (self, self->object))
    return FALSE;
  self->depth = (gint64) MIN (g_ascii_strtoull (self->object->str, NULL, 10), MAX_DEPTH);
  return TRUE;
}

static gboolean
take_monitor (Reader *self)
{
  gboolean is_taken;
  guint first = self->locks->len;

  self->depth = 0;
  is_taken = take_object (self, take_monitor_member);
  for (guint i = first; i < self->locks->len; i++)
    g_array_index (self->locks, Lock, i).depth = (guint) self->depth;
  return is_taken;
}

/* ---- Threads ---- */

static gboolean
take_frame (Reader *self)
{
  if (!take_text (self, self->object))
    return FALSE;
  g_ptr_array_add (self->frames, g_strdup (self->object->str));
  return TRUE;
}

static gboolean
take_thread_member (Reader *self)
{
  const char *key = self->key->str;

  if (g_str_equal (key, "tid"))
    return take_text (self, self->tid);
  if (g_str_equal (key, "name"))
    return take_text (self, self->name);
  if (g_str_equal (key, "state"))
    return take_text (self, self->state);
  if (g_str_equal (key, "carrier"))
    return take_text (self, self->carrier);
  if (g_str_equal (key, "stack"))
    return take_array (self, take_frame);
  if (g_str_equal (key, "parkBlocker"))
    return take_blocker (self);
  if (g_str_equal (key, "blockedOn"))
    return take_wanted (self, "waiting to lock");
  if (g_str_equal (key, "waitingOn"))
    return take_wanted (self, "waiting on");
  if (g_str_equal (key, "monitorsOwned"))
    return take_array (self, take_monitor);
  if (g_str_equal (key, "time"))
    return tv_json_skip (&self->json, self->value);
  if (!g_str_equal (key, "virtual"))
    return skip_unknown (self);
  self->is_virtual = tv_json_peek (&self->json) == 't';
  return tv_json_skip (&self->json, self->value);
}

static int
compare_locks (gconstpointer a, gconstpointer b)
{
  guint x = ((const Lock *) a)->depth, y = ((const Lock *) b)->depth;

  return (x > y) - (x < y);
}

/* Appends the lines of the locks from index @next on whose depth is below @end, and advances @next. The locks must be
 * sorted by depth. */
static void
append_locks (Reader *self, guint *next, guint end)
{
  while (*next < self->locks->len)
    {
      const Lock *lock = &g_array_index (self->locks, Lock, *next);

      if (lock->depth >= end)
        return;
      g_string_append_printf (self->out, "%s\n", lock->text);
      ++*next;
    }
}

/* Appends the current thread in the text format, with each lock after its frame. */
static void
append_thread (Reader *self)
{
  guint n = self->frames->len, next = 0;

  g_array_sort (self->locks, compare_locks);
  g_string_append_printf (self->out, "#%s \"%s\"%s %s\n", self->tid->len > 0 ? self->tid->str : "0",
                          self->name->str, self->is_virtual ? " virtual" : "", self->state->str);
  if (self->carrier->len > 0)
    g_string_append_printf (self->out, "  | carrier=%s\n", self->carrier->str);
  if (self->container->len > 0 && !g_str_equal (self->container->str, "<root>"))
    g_string_append_printf (self->out, "  | container=\"%s\"\n", self->container->str);
  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (self->out, "      %s\n", (const char *) self->frames->pdata[i]);
      append_locks (self, &next, i + 1);
    }
  append_locks (self, &next, G_MAXUINT);
  g_string_append_c (self->out, '\n');
}

static gboolean
take_thread (Reader *self)
{
  gboolean is_taken;

  g_string_truncate (self->tid, 0);
  g_string_truncate (self->name, 0);
  g_string_truncate (self->state, 0);
  g_string_truncate (self->carrier, 0);
  self->is_virtual = FALSE;
  g_ptr_array_set_size (self->frames, 0);
  g_array_set_size (self->locks, 0);
  is_taken = take_object (self, take_thread_member);
  if (self->tid->len > 0 || self->frames->len > 0)
    append_thread (self);
  return is_taken;
}

/* ---- The dump ---- */

static gboolean
take_container_member (Reader *self)
{
  static const char *const ignored[] = { "parent", "owner", "threadCount" };

  if (g_str_equal (self->key->str, "container"))
    return take_text (self, self->container);
  if (g_str_equal (self->key->str, "threads"))
    return take_array (self, take_thread);
  for (guint i = 0; i < G_N_ELEMENTS (ignored); i++)
    if (g_str_equal (self->key->str, ignored[i]))
      return tv_json_skip (&self->json, self->value);
  return skip_unknown (self);
}

static gboolean
take_container (Reader *self)
{
  g_string_truncate (self->container, 0);
  return take_object (self, take_container_member);
}

static gboolean
take_dump_member (Reader *self)
{
  if (g_str_equal (self->key->str, "processId"))
    return take_text (self, self->pid);
  if (g_str_equal (self->key->str, "time"))
    return take_text (self, self->time);
  if (g_str_equal (self->key->str, "runtimeVersion"))
    return take_text (self, self->version);
  if (g_str_equal (self->key->str, "threadContainers"))
    return take_array (self, take_container);
  if (g_str_equal (self->key->str, "formatVersion"))
    return tv_json_skip (&self->json, self->value);
  return skip_unknown (self);
}

static gboolean
take_file_member (Reader *self)
{
  if (g_str_equal (self->key->str, "threadDump"))
    return take_object (self, take_dump_member);
  return skip_unknown (self);
}

/**
 * tv_dump_json_print:
 * @input: a thread dump in JSON, in memory
 * @builder: builder that receives problems
 *
 * Converts a dump to text.
 *
 * Returns: (transfer full): the dump in the text format of Thread.dump_to_file
 */
GBytes *
tv_dump_json_print (TvInput *input, TvTraceBuilder *builder)
{
  Reader self = { .json = { (const char *) input->data, (const char *) input->data,
                            (const char *) input->data + input->size } };
  GString **texts[] = { &self.key,     &self.value, &self.out,      &self.pid,   &self.time,
                        &self.version, &self.tid,   &self.name,     &self.state, &self.carrier,
                        &self.object,  &self.owner, &self.container };
  g_autoptr (GString) header = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    *texts[i] = g_string_new (NULL);
  self.frames = g_ptr_array_new_with_free_func (g_free);
  self.locks = g_array_new (FALSE, FALSE, sizeof (Lock));
  g_array_set_clear_func (self.locks, clear_lock);
  if (!take_object (&self, take_file_member))
    tv_trace_builder_count_problem (builder, TV_PROBLEM_CUT_RECORD, self.json.at - self.json.start);
  if (self.out->len == 0)
    tv_trace_builder_count_problem (builder, TV_PROBLEM_NO_RECORDS, -1);
  tv_unknown_parts_report (&self.unknown, builder);
  g_string_append_printf (header, "%s\n%s\n%s\n\n", self.pid->str, self.time->str,
                          self.version->str);
  g_string_append_len (header, self.out->str, (gssize) self.out->len);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_string_free (*texts[i], TRUE);
  g_ptr_array_unref (self.frames);
  g_array_unref (self.locks);
  return g_string_free_to_bytes (g_steal_pointer (&header));
}
