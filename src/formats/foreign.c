/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/foreign.h"

#include <string.h>

#include <glib/gi18n.h>

/* What people have beside method traces and try to open. Their first bytes, from the formats'
 * own descriptions. The first that fits is said. */
static const struct
{
  guint offset;
  const char *bytes;
  guint n_bytes;
  const char *what;
} magics[] = {
#define MAGIC(offset, bytes, what)                                                                 \
  {                                                                                                \
    offset, bytes, sizeof (bytes) - 1, what                                                        \
  }
  MAGIC (0, "PK\003\004", N_("a zip archive; unpack it and open what is inside")),
  MAGIC (0, "\037\213", N_("a gzip file; unpack it and open what is inside")),
  MAGIC (0, "\050\265\057\375", N_("a Zstandard file; unpack it and open what is inside")),
  MAGIC (0, "\3757zXZ", N_("an xz file; unpack it and open what is inside")),
  MAGIC (0, "BZh", N_("a bzip2 file; unpack it and open what is inside")),
  MAGIC (0, "7z\274\257\047\034", N_("a 7-Zip archive; unpack it and open what is inside")),
  MAGIC (257, "ustar", N_("a tar archive; unpack it and open what is inside")),
  MAGIC (0, "JAVA PROFILE 1.0", N_("a heap dump (hprof)")),
  MAGIC (0, "SIMPLEPERF", N_("a simpleperf report")),
  MAGIC (0, "PERFILE2", N_("a simpleperf or perf recording (perf.data)")),
  MAGIC (0, "\027\010\104tracing", N_("a trace-cmd recording (trace.dat)")),
  MAGIC (0, "SQLite format 3", N_("an SQLite database")),
  MAGIC (0, "\177ELF", N_("a program or library (ELF)")),
  MAGIC (0, "dex\n", N_("Android byte code (dex)")),
  MAGIC (0, "\211PNG", N_("a picture (PNG)")),
  MAGIC (0, "\377\330\377", N_("a picture (JPEG)")),
  MAGIC (0, "%PDF", N_("a PDF document")),
  MAGIC (0, "\x78\x01", N_("compressed data (zlib)")),
  MAGIC (0, "\x78\x9c", N_("compressed data (zlib)")),
  MAGIC (0, "\x78\xda", N_("compressed data (zlib)")),
#undef MAGIC
};

static gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* A Perfetto trace is a protobuf message of nothing but field 1, each a packet with a length. */
static gboolean
is_perfetto (const guint8 *data, gsize size)
{
  gsize at = 0;
  int n_packets = 0;

  while (at < size && n_packets < 4)
    {
      gsize length = 0;
      int shift = 0;

      if (data[at++] != 0x0a)
        return FALSE;
      do
        {
          if (at == size || shift > 28)
            return FALSE;
          length |= (gsize) (data[at] & 0x7f) << shift;
          shift += 7;
        }
      while (data[at++] & 0x80);
      if (length == 0 || length > size - at)
        return FALSE;
      at += length;
      n_packets++;
    }
  return n_packets > 0 && (n_packets == 4 || at == size);
}

static gboolean
contains (const char *text, gsize size, const char *word)
{
  return memmem (text, size, word, strlen (word)) != NULL;
}

static const char *
describe_text (const char *text, gsize size)
{
  while (size > 0 && is_blank (*text))
    {
      text++;
      size--;
    }
  if (contains (text, size, "# tracer:") || contains (text, size, "TRACE:\n") ||
      contains (text, size, "tracing_mark_write:") || contains (text, size, "sched_switch:"))
    return _("an ftrace or hitrace log");
  if (contains (text, size, "\"traceEvents\""))
    return _("a Chrome trace (JSON)");
  if (size > 0 && (*text == '{' || *text == '['))
    return _("JSON text");
  if (size > 4 &&
      (g_ascii_strncasecmp (text, "<!do", 4) == 0 || g_ascii_strncasecmp (text, "<htm", 4) == 0))
    return _("a web page (HTML)");
  if (contains (text, size, "----- pid ") && contains (text, size, "Cmd line:"))
    return _("an ANR dump (text) without a trace of methods");
  return _("text");
}

static gboolean
is_text (const char *text, gsize size)
{
  const char *end;

  if (memchr (text, '\0', size) != NULL)
    return FALSE;
  /* A character may be cut in two where the look ends. */
  return g_utf8_validate_len (text, size, &end) || end + 4 > text + size;
}

/**
 * tv_foreign_describe:
 * @data: the bytes of a file that no reader knows
 * @size: how many
 *
 * Returns: (transfer none): what it seems to be, for "This looks like …"
 */
const char *
tv_foreign_describe (const guint8 *data, gsize size)
{
  gsize look = MIN (size, 4096);

  if (size == 0)
    return _("an empty file");
  for (gsize i = 0; i < G_N_ELEMENTS (magics); i++)
    if (size >= magics[i].offset + magics[i].n_bytes &&
        memcmp (data + magics[i].offset, magics[i].bytes, magics[i].n_bytes) == 0)
      return _ (magics[i].what);
  if (is_perfetto (data, size))
    return _("a Perfetto trace");
  if (is_text ((const char *) data, look))
    return describe_text ((const char *) data, look);
  return _("binary data of an unknown kind");
}
