/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/samples/perf-data/perf-file.h"

#include <glib/gi18n.h>

#include "core/error.h"

/* First step of the perf.data reader: parses the header, the event attributes and the feature sections. Called by
 * perf-data.c, by perf-clock.c, and by htrace.c for embedded recordings. If the file was written to a pipe,
 * perf-records.c adds the attributes that its records contain. Spans point into the input. */

#define HEADER_SIZE      104
#define PIPE_HEADER_SIZE 16
#define SECTION_SIZE     16
#define MIN_ATTR         64 /* size in bytes in the first kernel versions */
#define MAX_ATTRS        4096
#define MAX_IDS          (1u << 22)

/* ---- Attributes ---- */

static guint64
get_attr_u64 (TvSpan bytes, gsize offset)
{
  return bytes.size >= offset + 8 ? tv_perf_get_u64 (bytes.text + offset) : 0;
}

/**
 * tv_perf_file_add_attr:
 * @self: a file
 * @bytes: a perf_event_attr; newer kernels append fields
 *
 * Adds an event.
 *
 * Returns: %FALSE if the attribute is too small, or if there are too many attributes
 */
gboolean
tv_perf_file_add_attr (TvPerfFile *self, TvSpan bytes)
{
  TvPerfAttr attr = { .kind = TV_NONE };

  if (bytes.size < MIN_ATTR || self->attrs->len >= MAX_ATTRS)
    return FALSE;
  attr.type = tv_perf_get_u32 (bytes.text);
  attr.config = get_attr_u64 (bytes, 8);
  attr.period = get_attr_u64 (bytes, 16);
  attr.sample_type = get_attr_u64 (bytes, 24);
  attr.read_format = get_attr_u64 (bytes, 32);
  attr.flags = get_attr_u64 (bytes, 40);
  attr.clock_id = (gint32) (get_attr_u64 (bytes, 88) >> 32);
  g_array_append_val (self->attrs, attr);
  return TRUE;
}

void
tv_perf_file_add_id (TvPerfFile *self, guint64 attr, guint64 id)
{
  if (attr < self->attrs->len && self->ids.n_ids < MAX_IDS)
    tv_id_map_set (&self->ids, id, (guint32) attr);
}

static gboolean
get_section (const TvPerfFile *self, guint64 offset, guint64 size, TvSpan *section)
{
  if (offset > self->input->size || size > self->input->size - offset)
    return FALSE;
  *section = (TvSpan){ (const char *) self->input->data + offset, (gsize) size };
  return TRUE;
}

static gboolean
add_attrs (TvPerfFile *self, TvSpan attrs, guint64 attr_size)
{
  TvSpan entry;

  if (attr_size < MIN_ATTR + SECTION_SIZE || attr_size > G_MAXUINT16)
    return FALSE;
  while (tv_perf_take_bytes (&attrs, attr_size, &entry))
    {
      TvSpan bytes = { entry.text, entry.size - SECTION_SIZE }, ids;
      guint64 id;

      if (!tv_perf_file_add_attr (self, bytes))
        return FALSE;
      if (get_section (self, tv_perf_get_u64 (entry.text + bytes.size),
                       tv_perf_get_u64 (entry.text + bytes.size + 8), &ids))
        while (tv_perf_take_u64 (&ids, &id))
          tv_perf_file_add_id (self, self->attrs->len - 1, id);
    }
  return self->attrs->len > 0;
}

/* ---- Header ---- */

/* Sets the feature sections. After the data, the file lists their offsets and sizes, one entry for each set bit, in
 * the order of the bits. */
static void
add_features (TvPerfFile *self, const guint8 *bits)
{
  TvSpan list;

  if (!get_section (self, self->end, self->input->size - self->end, &list))
    return;
  for (guint i = 0; i < TV_PERF_N_FEATURES; i++)
    {
      guint64 offset, size;

      if ((bits[i / 8] >> i % 8 & 1) == 0)
        continue;
      if (!tv_perf_take_u64 (&list, &offset) || !tv_perf_take_u64 (&list, &size) ||
          !get_section (self, offset, size, &self->features[i]))
        {
          self->is_unfinished = TRUE;
          continue;
        }
    }
}

static gboolean
read_header (TvPerfFile *self, GError **error)
{
  const guint8 *data = self->input->data;
  guint64 start, size;
  TvSpan attrs;

  if (!get_section (self, tv_perf_get_u64 (data + 24), tv_perf_get_u64 (data + 32), &attrs) ||
      !add_attrs (self, attrs, tv_perf_get_u64 (data + 16)))
    {
      g_set_error_literal (error, TV_ERROR, TV_ERROR_TRUNCATED,
                           _("the recording contains no event descriptions"));
      return FALSE;
    }
  start = tv_perf_get_u64 (data + 40);
  size = tv_perf_get_u64 (data + 48);
  if (start > self->input->size)
    start = self->input->size;
  self->start = (gsize) start;
  self->is_unfinished = size == 0 || size > self->input->size - start;
  self->end = self->is_unfinished ? self->input->size : (gsize) (start + size);
  if (!self->is_unfinished)
    add_features (self, data + 72);
  return TRUE;
}

static gboolean
refuse (const char *what, GError **error)
{
  g_set_error_literal (error, TV_ERROR, TV_ERROR_UNSUPPORTED_VERSION, what);
  return FALSE;
}

static gboolean
has_magic (const TvInput *input, const char *magic)
{
  return input->size >= 8 && memcmp (input->data, magic, 8) == 0;
}

/**
 * tv_perf_file_open:
 * @self: (out): a file; must be cleared even on failure
 * @input: a file in memory; must outlive @self
 * @error: set in the domain %TV_ERROR
 *
 * Parses the header of a recording.
 *
 * Returns: %FALSE with @error on failure
 */
gboolean
tv_perf_file_open (TvPerfFile *self, TvInput *input, GError **error)
{
  *self = (TvPerfFile){ .input = input, .attrs = g_array_new (FALSE, FALSE, sizeof (TvPerfAttr)) };
  tv_id_map_init (&self->ids);
  if (has_magic (input, TV_PERF_OLD_MAGIC))
    return refuse (_("this recording was made by perf before Linux 2.6.38, whose format is not "
                     "supported"),
                   error);
  if (has_magic (input, TV_PERF_SWAPPED_MAGIC))
    return refuse (
        _("this recording was made on a big-endian machine; print it with perf script on that "
          "machine"),
        error);
  if (input->size >= HEADER_SIZE && tv_perf_get_u64 (input->data + 8) == HEADER_SIZE)
    return read_header (self, error);
  if (input->size >= PIPE_HEADER_SIZE && tv_perf_get_u64 (input->data + 8) == PIPE_HEADER_SIZE)
    {
      self->is_pipe = TRUE;
      self->start = PIPE_HEADER_SIZE;
      self->end = input->size;
      return TRUE;
    }
  g_set_error_literal (error, TV_ERROR, TV_ERROR_TRUNCATED,
                       _("the header of the recording is truncated or has an unsupported size"));
  return FALSE;
}

void
tv_perf_file_clear (TvPerfFile *self)
{
  for (guint i = 0; i < self->attrs->len; i++)
    g_free (g_array_index (self->attrs, TvPerfAttr, i).name);
  g_array_unref (self->attrs);
  tv_id_map_clear (&self->ids);
}

/* Returns whether the recording command contains the name of a program. Old versions of the recorders do not write
 * the feature sections that identify the recorder. */
static gboolean
is_command_of (const TvPerfFile *self, const char *program)
{
  TvSpan command = self->features[TV_PERF_FEATURE_CMDLINE];

  return command.size > 0 && memmem (command.text, command.size, program, strlen (program)) != NULL;
}

TvPerfWriter
tv_perf_file_get_writer (const TvPerfFile *self)
{
  for (guint i = TV_PERF_FEATURE_HIPERF_SYMBOLS; i < TV_PERF_N_FEATURES; i++)
    if (self->features[i].text != NULL)
      return TV_PERF_HIPERF;
  for (guint i = TV_PERF_FEATURE_FILE; i < TV_PERF_FEATURE_HIPERF_SYMBOLS; i++)
    if (self->features[i].text != NULL)
      return TV_PERF_SIMPLEPERF;
  return is_command_of (self, "simpleperf") ? TV_PERF_SIMPLEPERF : TV_PERF_LINUX;
}

/* ---- Event names ---- */

static const char *
find_usual_name (const TvPerfAttr *attr)
{
  static const char *const hardware[] = {
    "cpu-cycles",    "instructions", "cache-references",        "cache-misses",          "branches",
    "branch-misses", "bus-cycles",   "stalled-cycles-frontend", "stalled-cycles-backend"
  };
  static const char *const software[] = { "cpu-clock",        "task-clock",     "page-faults",
                                          "context-switches", "cpu-migrations", "minor-faults",
                                          "major-faults" };

  if (attr->type == 0 && attr->config < G_N_ELEMENTS (hardware))
    return hardware[attr->config];
  if (attr->type == 1 && attr->config < G_N_ELEMENTS (software))
    return software[attr->config];
  return NULL;
}

void
tv_perf_file_name_event (TvPerfFile *self, guint row, TvSpan name)
{
  TvPerfAttr *attr;

  if (row >= self->attrs->len || name.size == 0)
    return;
  attr = &g_array_index (self->attrs, TvPerfAttr, row);
  g_free (attr->name);
  attr->name = g_strndup (name.text, name.size);
}

/* Names the events with EVENT_DESC: number of events, size of an attribute, and for each event its attribute, number
 * of ids, name and ids. The order is that of the attributes. */
static void
name_by_list (TvPerfFile *self)
{
  TvSpan list = self->features[TV_PERF_FEATURE_EVENT_DESC], bytes, name;
  guint32 n, size, n_ids;

  if (!tv_perf_take_u32 (&list, &n) || !tv_perf_take_u32 (&list, &size))
    return;
  for (guint i = 0; i < n; i++)
    {
      if (!tv_perf_take_bytes (&list, size, &bytes) || !tv_perf_take_u32 (&list, &n_ids) ||
          !tv_perf_take_sized_text (&list, &name) ||
          !tv_perf_take_bytes (&list, (guint64) n_ids * 8, &bytes))
        return;
      tv_perf_file_name_event (self, i, name);
    }
}

/* Names the events with simpleperf's meta info, which contains a line `name,type,config` for each event. */
static void
name_by_meta (TvPerfFile *self)
{
  TvSpan text = tv_perf_file_find_meta (self, "event_type_info");
  g_autofree char *copy = g_strndup (text.size > 0 ? text.text : "", text.size);
  g_auto (GStrv) lines = g_strsplit (copy, "\n", MAX_ATTRS);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) parts = g_strsplit (lines[i], ",", 4);

      if (g_strv_length (parts) != 3)
        continue;
      for (guint row = 0; row < self->attrs->len; row++)
        {
          const TvPerfAttr *attr = &g_array_index (self->attrs, TvPerfAttr, row);

          if (attr->type == g_ascii_strtoull (parts[1], NULL, 10) &&
              attr->config == g_ascii_strtoull (parts[2], NULL, 10))
            tv_perf_file_name_event (self, row, (TvSpan){ parts[0], strlen (parts[0]) });
        }
    }
}

/**
 * tv_perf_file_name_events:
 * @self: a file with all attributes and features
 *
 * Sets the name of each event: the recorded name, the usual name of its type, or its type and configuration as
 * numbers.
 */
void
tv_perf_file_name_events (TvPerfFile *self)
{
  name_by_list (self);
  name_by_meta (self);
  for (guint i = 0; i < self->attrs->len; i++)
    {
      TvPerfAttr *attr = &g_array_index (self->attrs, TvPerfAttr, i);

      if (attr->name == NULL)
        attr->name = find_usual_name (attr) != NULL
                         ? g_strdup (find_usual_name (attr))
                         : g_strdup_printf ("event %u:0x%" G_GINT64_MODIFIER "x", attr->type,
                                            attr->config);
      attr->is_switch = g_str_has_prefix (attr->name, "sched:sched_switch");
    }
}

/* ---- Metadata ---- */

/* Returns a value of simpleperf's meta info; null if the key is missing. */
TvSpan
tv_perf_file_find_meta (const TvPerfFile *self, const char *key)
{
  TvSpan rest = self->features[TV_PERF_FEATURE_META_INFO], name, value;

  while (tv_perf_take_text (&rest, &name) && tv_perf_take_text (&rest, &value))
    if (tv_span_is (name, key))
      return value;
  return (TvSpan){ NULL, 0 };
}

static void
emit_command (TvPerfFile *self, TvTraceBuilder *builder)
{
  TvSpan rest = self->features[TV_PERF_FEATURE_CMDLINE], text;
  g_autoptr (GString) command = g_string_new (NULL);
  guint32 n = 1;

  /* hiperf stores a single string, and the other tools store a list. */
  if (tv_perf_file_get_writer (self) != TV_PERF_HIPERF && !tv_perf_take_u32 (&rest, &n))
    return;
  for (guint32 i = 0; i < n && command->len < 4096 && tv_perf_take_sized_text (&rest, &text); i++)
    g_string_append_printf (command, "%s%.*s", i > 0 ? " " : "", (int) MIN (text.size, 4096),
                            text.text);
  if (command->len > 0)
    tv_trace_builder_add_metadata (builder, "command", command->str, (gssize) command->len);
}

/* Adds metadata about the device and the recording. */
void
tv_perf_file_emit_metadata (TvPerfFile *self, TvTraceBuilder *builder)
{
  static const struct
  {
    guint feature;
    const char *key;
  } texts[] = { { TV_PERF_FEATURE_HOSTNAME, "host" },
                { TV_PERF_FEATURE_OSRELEASE, "kernel" },
                { TV_PERF_FEATURE_VERSION, "recorder" },
                { TV_PERF_FEATURE_ARCH, "architecture" },
                { TV_PERF_FEATURE_CPUDESC, "cpu" } };
  static const char *const metas[] = { "simpleperf_version", "product_props", "android_version",
                                       "app_package_name", "app_type" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      TvSpan rest = self->features[texts[i].feature], text;

      if (tv_perf_take_sized_text (&rest, &text) && text.size > 0)
        tv_trace_builder_add_metadata (builder, texts[i].key, text.text, (gssize) text.size);
    }
  for (guint i = 0; i < G_N_ELEMENTS (metas); i++)
    {
      TvSpan value = tv_perf_file_find_meta (self, metas[i]);

      if (value.size > 0)
        tv_trace_builder_add_metadata (builder, metas[i], value.text, (gssize) value.size);
    }
  emit_command (self, builder);
}
