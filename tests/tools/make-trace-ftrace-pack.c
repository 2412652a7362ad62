/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Writes the containers of a log:
 *
 *   none         plain file
 *   gzip         output of `gzip`
 *   zlib         zlib stream (hitrace -z)
 *   trace-zlib   messages of the recording program, "TRACE:\n" and a zlib stream (atrace -z)
 *   html         page of systrace: sections with other data, then the log
 *   old-html     older page of systrace: a JavaScript string
 *   zip          folder with the log */

#include "make-trace-ftrace.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#define BUFFER_SIZE (1 << 18)
#define GZIP_WINDOW (15 + 16)
#define ZLIB_WINDOW 15
#define ZIP_TIME    1718000000 /* a fixed time, so that the output is reproducible */

static const char html_prefix[] =
    "<!DOCTYPE html>\n"
    "<html>\n"
    "<head i18n-values=\"dir:textdirection;\">\n"
    "<meta http-equiv=\"Content-Type\" content=\"text/html\">\n"
    "<meta charset=\"utf-8\">\n"
    "<title>Android System Trace</title>\n"
    "<script>\n"
    "function onLoad() { document.title = \"<trace-data>\"; }\n"
    "</script>\n"
    "</head>\n"
    "<body>\n"
    "<!-- BEGIN TRACE -->\n"
    "  <script class=\"trace-data\" type=\"application/text\">\n"
    "USER   PID  PPID  VSIZE RSS  NAME\n"
    "root   1    0     10632 708  /init\n"
    "  </script>\n"
    "  <script class=\"trace-data\" type=\"application/text\">\n"
    "{\"traceEvents\": [], \"category\": \"trace_event_clock_sync\"}\n"
    "  </script>\n"
    "  <script class=\"trace-data\" type=\"application/text\">\n";
static const char html_tail[] = "  </script>\n"
                                "<!-- END TRACE -->\n"
                                "</body>\n"
                                "</html>\n";
static const char old_html_prefix[] = "<!DOCTYPE HTML>\n"
                                      "<html>\n"
                                      "<head><title>Android System Trace</title></head>\n"
                                      "<body>\n"
                                      "  <div class=\"view\">\n"
                                      "  </div>\n"
                                      "  <script>\n"
                                      "  var linuxPerfData = \"\\\n";
static const char old_html_tail[] = "\";\n"
                                    "  </script>\n"
                                    "</body>\n"
                                    "</html>\n";
static const char chatter[] = "capturing trace... done\nTRACE:\n";

typedef struct
{
  const char *name;
  int window; /* window bits of zlib; 0 if not compressed */
  const char *prefix;
  const char *tail;
  gboolean is_script;
  gboolean is_zip;
} Container;

static const Container containers[] = {
  { .name = "none" },
  { .name = "gzip", .window = GZIP_WINDOW },
  { .name = "zlib", .window = ZLIB_WINDOW },
  { .name = "trace-zlib", .window = ZLIB_WINDOW, .prefix = chatter },
  { .name = "html", .prefix = html_prefix, .tail = html_tail },
  { .name = "old-html", .prefix = old_html_prefix, .tail = old_html_tail, .is_script = TRUE },
  { .name = "zip", .is_zip = TRUE },
};

/* Output container. An error persists until the file is closed. */
struct _FtracePack
{
  const Container *container;
  char *path;
  int fd;
  int failed_errno;
  z_stream stream;
  struct archive *archive;
  GString *script; /* scratch buffer for text as JavaScript */
  gsize used;
  char bytes[BUFFER_SIZE];
  char packed[BUFFER_SIZE];
};

static void
write_out (FtracePack *pack, const char *bytes, gsize size)
{
  while (size > 0 && pack->failed_errno == 0)
    {
      gssize n = write (pack->fd, bytes, size);

      if (n < 0 && errno != EINTR)
        pack->failed_errno = errno;
      if (n > 0)
        {
          bytes += n;
          size -= n;
        }
    }
}

static void
write_deflated (FtracePack *pack, const char *bytes, gsize size, int flush)
{
  pack->stream.next_in = (Bytef *) bytes;
  pack->stream.avail_in = size;
  do
    {
      pack->stream.next_out = (Bytef *) pack->packed;
      pack->stream.avail_out = BUFFER_SIZE;
      deflate (&pack->stream, flush);
      write_out (pack, pack->packed, BUFFER_SIZE - pack->stream.avail_out);
    }
  while (pack->stream.avail_out == 0);
}

static void
write_script (FtracePack *pack, const char *bytes, gsize size)
{
  g_string_truncate (pack->script, 0);
  for (gsize i = 0; i < size; i++)
    switch (bytes[i])
      {
      case '\n':
        g_string_append (pack->script, "\\n\\\n");
        break;
      case '\r':
        g_string_append (pack->script, "\\r");
        break;
      case '"':
      case '\\':
        g_string_append_c (pack->script, '\\');
        G_GNUC_FALLTHROUGH;
      default:
        g_string_append_c (pack->script, bytes[i]);
      }
  write_out (pack, pack->script->str, pack->script->len);
}

static void
pack_flush (FtracePack *pack)
{
  if (pack->archive != NULL)
    {
      if (archive_write_data (pack->archive, pack->bytes, pack->used) < 0)
        pack->failed_errno = archive_errno (pack->archive);
    }
  else if (pack->container->window != 0)
    write_deflated (pack, pack->bytes, pack->used, Z_NO_FLUSH);
  else if (pack->container->is_script)
    write_script (pack, pack->bytes, pack->used);
  else
    write_out (pack, pack->bytes, pack->used);
  pack->used = 0;
}

void
ftrace_pack_write (FtracePack *pack, const char *text, gsize size)
{
  while (size > 0)
    {
      gsize part = MIN (size, BUFFER_SIZE - pack->used);

      memcpy (pack->bytes + pack->used, text, part);
      pack->used += part;
      text += part;
      size -= part;
      if (pack->used == BUFFER_SIZE)
        pack_flush (pack);
    }
}

static void
add_zip_entry (FtracePack *pack, const char *name, guint type)
{
  struct archive_entry *entry = archive_entry_new ();

  archive_entry_set_pathname (entry, name);
  archive_entry_set_filetype (entry, type);
  archive_entry_set_perm (entry, type == AE_IFDIR ? 0755 : 0644);
  archive_entry_set_mtime (entry, ZIP_TIME, 0);
  if (archive_write_header (pack->archive, entry) < ARCHIVE_WARN)
    pack->failed_errno = archive_errno (pack->archive);
  archive_entry_free (entry);
}

static void
begin_zip (FtracePack *pack)
{
  pack->archive = archive_write_new ();
  archive_write_set_format_zip (pack->archive);
  archive_write_set_bytes_in_last_block (pack->archive, 1);
  if (archive_write_open_fd (pack->archive, pack->fd) != ARCHIVE_OK)
    pack->failed_errno = archive_errno (pack->archive);
  add_zip_entry (pack, "trace/", AE_IFDIR);
  add_zip_entry (pack, "trace/device.ftrace", AE_IFREG);
}

static const Container *
find_container (const char *name, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (containers); i++)
    if (name == NULL || g_str_equal (containers[i].name, name))
      return &containers[i];
  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                       "--container is one of none|gzip|zlib|trace-zlib|html|old-html|zip");
  return NULL;
}

static void
set_file_error (GError **error, const char *path, int failed_errno)
{
  g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (failed_errno), "%s: %s", path,
               g_strerror (failed_errno));
}

/* Opens an output. @container_name is NULL for a plain file. */
FtracePack *
ftrace_pack_open (const char *path, const char *container_name, GError **error)
{
  const Container *container = find_container (container_name, error);
  FtracePack *pack;
  int fd;

  if (container == NULL)
    return NULL;
  fd = open (path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0)
    {
      set_file_error (error, path, errno);
      return NULL;
    }

  pack = g_new0 (FtracePack, 1);
  pack->container = container;
  pack->path = g_strdup (path);
  pack->fd = fd;
  pack->script = g_string_new (NULL);
  if (container->prefix != NULL)
    write_out (pack, container->prefix, strlen (container->prefix));
  if (container->window != 0)
    deflateInit2 (&pack->stream, Z_BEST_SPEED, Z_DEFLATED, container->window, 8,
                  Z_DEFAULT_STRATEGY);
  if (container->is_zip)
    begin_zip (pack);
  return pack;
}

gboolean
ftrace_pack_close (FtracePack *pack, GError **error)
{
  gboolean is_fine;

  pack_flush (pack);
  if (pack->archive != NULL)
    {
      if (archive_write_close (pack->archive) != ARCHIVE_OK && pack->failed_errno == 0)
        pack->failed_errno = archive_errno (pack->archive);
      archive_write_free (pack->archive);
    }
  if (pack->container->window != 0)
    {
      write_deflated (pack, NULL, 0, Z_FINISH);
      deflateEnd (&pack->stream);
    }
  if (pack->container->tail != NULL)
    write_out (pack, pack->container->tail, strlen (pack->container->tail));
  if (close (pack->fd) < 0 && pack->failed_errno == 0)
    pack->failed_errno = errno;

  is_fine = pack->failed_errno == 0;
  if (!is_fine)
    set_file_error (error, pack->path, pack->failed_errno);
  g_string_free (pack->script, TRUE);
  g_free (pack->path);
  g_free (pack);
  return is_fine;
}
