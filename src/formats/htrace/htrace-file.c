/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/htrace/htrace-file.h"

#include <string.h>

#include <glib/gi18n.h>

#include "core/error.h"

/* Reads the container of OpenHarmony profiles: finds headers, messages and embedded perf.data, and converts between
 * the clocks in the header. Called by htrace.c and its plugin readers. Messages point into the input in memory.
 * tv_htrace_file_visit() changes @bad_file_offset, which htrace.c reports as a problem. */

#define VERSION_MAJOR  1
#define AT_LENGTH      8
#define AT_VERSION     16
#define AT_DATA_TYPE   56
#define AT_CLOCKS      60
#define AT_PLUGIN      108
#define PLUGIN_SIZE    128
#define TYPE_MESSAGES  0
#define TYPE_PERF_DATA 1

/* Clocks, indexed by ProfilerPluginData.clock_id. The ids are those of clock_gettime(). */
static const TvHtraceClock clock_ids[] = {
  [0] = TV_HTRACE_REALTIME,         [1] = TV_HTRACE_MONOTONIC,     [2] = TV_HTRACE_N_CLOCKS,
  [3] = TV_HTRACE_N_CLOCKS,         [4] = TV_HTRACE_MONOTONIC_RAW, [5] = TV_HTRACE_REALTIME_COARSE,
  [6] = TV_HTRACE_MONOTONIC_COARSE, [7] = TV_HTRACE_BOOTTIME,
};

static guint32
get_u32 (const guint8 *at)
{
  guint32 number;

  memcpy (&number, at, sizeof number);
  return GUINT32_FROM_LE (number);
}

static guint64
get_u64 (const guint8 *at)
{
  guint64 number;

  memcpy (&number, at, sizeof number);
  return GUINT64_FROM_LE (number);
}

static gboolean
is_header (const TvInput *input, gsize at)
{
  return input->size >= TV_HTRACE_HEADER_SIZE && at <= input->size - TV_HTRACE_HEADER_SIZE &&
         memcmp (input->data + at, TV_HTRACE_MAGIC, strlen (TV_HTRACE_MAGIC)) == 0;
}

/* Returns the offset of the next header at or after an offset; the end of the file if there is none. Needed for
 * blocks that have no valid length or are followed by reserved space. */
static gsize
find_header (const TvInput *input, gsize at)
{
  const guint8 *found;

  while (at < input->size && (found = memmem (input->data + at, input->size - at, TV_HTRACE_MAGIC,
                                              strlen (TV_HTRACE_MAGIC))) != NULL)
    {
      at = (gsize) (found - input->data);
      if (is_header (input, at) && get_u32 (found + AT_VERSION) >> 16 == VERSION_MAJOR)
        return at;
      at++;
    }
  return input->size;
}

/* Returns the end of consecutive messages. They end before an empty message, a header, or a message that exceeds the
 * file. */
static gsize
find_messages_end (const TvInput *input, gsize at)
{
  while (input->size - at >= 4)
    {
      guint32 size = get_u32 (input->data + at);

      if (size == 0 || size > input->size - at - 4 || is_header (input, at))
        break;
      at += 4 + size;
    }
  return at;
}

static TvHtraceBlock
read_header (const TvInput *input, gsize at)
{
  const guint8 *header = input->data + at;
  guint32 type = get_u32 (header + AT_DATA_TYPE);
  guint64 length = get_u64 (header + AT_LENGTH);
  TvHtraceBlock block = { .kind = TV_HTRACE_OTHER, .start = at + TV_HTRACE_HEADER_SIZE };

  if (type == TYPE_MESSAGES)
    block.kind = TV_HTRACE_MESSAGES;
  else if (type == TYPE_PERF_DATA)
    block.kind = TV_HTRACE_PERF_DATA;
  block.plugin = (TvSpan){ (const char *) header + AT_PLUGIN,
                           strnlen ((const char *) header + AT_PLUGIN, PLUGIN_SIZE) };
  if (length >= TV_HTRACE_HEADER_SIZE && length <= input->size - at)
    block.end = at + (gsize) length;
  else
    block.end = find_header (input, block.start);
  return block;
}

static void
read_clocks (TvHtraceFile *self, const guint8 *header)
{
  for (guint i = 0; i < TV_HTRACE_N_CLOCKS; i++)
    {
      guint64 ns = get_u64 (header + AT_CLOCKS + 8 * i);

      if (ns <= G_MAXINT64 / 2 && self->clocks[i] == 0)
        self->clocks[i] = (gint64) ns;
    }
}

/**
 * tv_htrace_file_open:
 * @self: (out caller-allocates): the file
 * @input: a file in memory
 * @error: set in the domain %TV_ERROR
 *
 * Finds the blocks of the file, and reads the clocks in their headers. If the length of a block is invalid, the block
 * ends at the next header. The caller sets @own_clock, @offset_ns and @base_offset.
 *
 * Returns: whether the file can be read
 */
gboolean
tv_htrace_file_open (TvHtraceFile *self, TvInput *input, GError **error)
{
  gsize at = 0;

  *self = (TvHtraceFile){ .input = input, .bad_file_offset = -1 };
  self->blocks = g_array_new (FALSE, FALSE, sizeof (TvHtraceBlock));
  if (!is_header (input, 0))
    {
      g_set_error (error, TV_ERROR, TV_ERROR_TRUNCATED,
                   _("The file ends before the end of its header of %u bytes"),
                   TV_HTRACE_HEADER_SIZE);
      return FALSE;
    }
  if (get_u32 (input->data + AT_VERSION) >> 16 != VERSION_MAJOR)
    {
      g_set_error (
          error, TV_ERROR, TV_ERROR_UNSUPPORTED_VERSION,
          _("This is an OpenHarmony profile of version %u.%u; only version 1 is supported"),
          get_u32 (input->data + AT_VERSION) >> 16, get_u32 (input->data + AT_VERSION) & 0xffff);
      return FALSE;
    }
  while (is_header (input, at))
    {
      TvHtraceBlock block = read_header (input, at);

      read_clocks (self, input->data + at);
      if (block.kind == TV_HTRACE_MESSAGES)
        {
          gsize end = find_messages_end (input, block.start);

          /* The block contains reserved space, or its length is too large. */
          if (end < block.end && find_header (input, end) < block.end)
            block.end = end;
        }
      g_array_append_val (self->blocks, block);
      at = is_header (input, block.end) ? block.end : find_header (input, block.end);
    }
  return TRUE;
}

void
tv_htrace_file_clear (TvHtraceFile *self)
{
  g_clear_pointer (&self->blocks, g_array_unref);
}

/* ---- Messages ---- */

/* Returns the name of a plugin. Old devices write the path of the plugin's library instead, such as
 * /data/local/tmp/libcpudataplugin.z.so. */
static TvSpan
get_plugin (TvSpan name)
{
  static const struct
  {
    const char *library;
    const char *plugin;
  } libraries[] = {
    { "libftrace_plugin.z.so", "ftrace-plugin" },    { "libcpudataplugin.z.so", "cpu-plugin" },
    { "libmemdataplugin.z.so", "memory-plugin" },    { "libprocessplugin.z.so", "process-plugin" },
    { "libhilogplugin.z.so", "hilog-plugin" },       { "libnetworkplugin.z.so", "network-plugin" },
    { "libdiskiodataplugin.z.so", "diskio-plugin" }, { "libnative_hook.z.so", "nativehook" },
  };
  const char *slash = name.size > 0 ? memrchr (name.text, '/', name.size) : NULL;
  TvSpan base = name;

  if (slash != NULL)
    base = (TvSpan){ slash + 1, name.size - (gsize) (slash + 1 - name.text) };
  for (guint i = 0; i < G_N_ELEMENTS (libraries); i++)
    if (tv_htrace_is_plugin (base, libraries[i].library))
      return (TvSpan){ libraries[i].plugin, strlen (libraries[i].plugin) };
  return base;
}

/* Parses a ProfilerPluginData. Returns FALSE if the message is malformed. */
static gboolean
parse_message (TvSpan bytes, TvHtraceMessage *message)
{
  TvProto proto = tv_proto_open (bytes);
  TvProtoField field;
  guint64 s = 0, ns = 0;

  message->clock = TV_HTRACE_REALTIME; /* clock 0 is the default, which is not encoded */
  while (tv_proto_next (&proto, &field))
    switch (field.number)
      {
      case 1:
        message->plugin = get_plugin (field.bytes);
        break;
      case 3:
        message->content = field.bytes;
        break;
      case 4:
        message->clock = field.value < G_N_ELEMENTS (clock_ids) ? clock_ids[field.value]
                                                                : TV_HTRACE_N_CLOCKS;
        break;
      case 5:
        s = field.value;
        break;
      case 6:
        ns = field.value;
        break;
      default:
        break;
      }
  if (s < G_MAXINT64 / 2 / G_GINT64_CONSTANT (1000000000) && ns < 1000000000)
    message->ts = (gint64) (s * G_GUINT64_CONSTANT (1000000000) + ns);
  return proto.at == proto.end;
}

/**
 * tv_htrace_file_visit:
 * @visit: called for each message, in file order, until it returns %FALSE
 * @data: user data of @visit
 *
 * Calls a function for all valid messages. Sets @bad_file_offset to the offset of the first invalid message, unless
 * it has been set before.
 *
 * Returns: %FALSE if @visit returned %FALSE
 */
gboolean
tv_htrace_file_visit (TvHtraceFile *self, TvHtraceVisit visit, gpointer data)
{
  for (guint i = 0; i < self->blocks->len; i++)
    {
      const TvHtraceBlock *block = &g_array_index (self->blocks, TvHtraceBlock, i);
      gsize at = block->start;

      if (block->kind != TV_HTRACE_MESSAGES)
        continue;
      while (at < block->end && block->end - at >= 4)
        {
          guint32 size = get_u32 (self->input->data + at);
          TvHtraceMessage message = { .file_offset = at };

          if (size == 0)
            break;
          if (size > block->end - at - 4 ||
              !parse_message ((TvSpan){ (const char *) self->input->data + at + 4, size },
                              &message))
            {
              if (self->bad_file_offset < 0)
                self->bad_file_offset = (gint64) at;
              if (size > block->end - at - 4)
                break;
            }
          else if (!visit (&message, data))
            return FALSE;
          at += 4 + (gsize) size;
        }
    }
  return TRUE;
}

/**
 * tv_htrace_file_convert:
 * @clock: a clock
 * @ts: timestamp on @clock, in ns
 * @boot_ns: (out): timeline time, in ns
 *
 * Converts a timestamp to timeline time. If @clock is not synchronized with the timeline, sets @boot_ns to @ts plus
 * the offset of the file.
 *
 * Returns: whether @clock is the clock of the timeline or synchronized with it
 */
gboolean
tv_htrace_file_convert (const TvHtraceFile *self, TvHtraceClock clock, gint64 ts, gint64 *boot_ns)
{
  *boot_ns = ts;
  tv_add_ns (boot_ns, self->offset_ns);
  if (clock == self->own_clock)
    return TRUE;
  if (self->own_clock != TV_HTRACE_BOOTTIME || clock >= TV_HTRACE_N_CLOCKS ||
      self->clocks[clock] == 0 || self->clocks[TV_HTRACE_BOOTTIME] == 0)
    return FALSE;
  *boot_ns = ts - self->clocks[clock] + self->clocks[TV_HTRACE_BOOTTIME];
  tv_add_ns (boot_ns, self->offset_ns);
  return TRUE;
}
