/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include <glib-unix.h>
#include <glib/gi18n.h>

#include "cli/command.h"
#include "cli/mcp-tools.h"
#include "cli/open-trace.h"
#include "cli/output.h"
#include "core/error.h"

/* Runs the MCP server: reads messages from standard input, one per line, and writes the responses to standard output.
 * A worker thread handles the lines one after the other, so that the main thread can cancel a request while the
 * request is running or waiting. Implements the command `tracedump serve`, listed in commands[] in main.c. The lock
 * in Session protects the queue that both threads use. Enables the cache of open-trace.c, which only the worker
 * uses. */

#define MAX_OPEN_TRACES   4
#define MAX_WAITING_BYTES (64 * 1024 * 1024)

typedef struct
{
  GString *text;
  gboolean is_too_long; /* whether @text contains only the start of the line */
  TvMcpCancels *cancels;
} Line;

typedef struct
{
  TvMcpServer *server;
  Line line;  /* line that is being read */
  int failed; /* file descriptor of a pipe, which the worker closes when it ends */

  GMutex lock; /* protects the fields below */
  GCond changed;
  GQueue waiting;  /* (element-type Line): lines that the worker has not handled yet */
  Line *current;   /* (nullable): line that is being handled */
  gsize n_bytes;   /* size of @waiting in bytes */
  gboolean is_end; /* whether the input has ended */
  GError *error;   /* (nullable): error with which the worker has ended */
} Session;

static void
line_free (gpointer data)
{
  Line *self = data;

  g_string_free (self->text, TRUE);
  tv_mcp_cancels_free (self->cancels);
  g_free (self);
}

/* Returns the size of a waiting line in memory, in bytes. */
static gsize
get_size (const Line *line)
{
  return sizeof *line + sizeof *line->text + line->text->allocated_len;
}

/* ---- Worker ---- */

/* Handles a line and writes the response. */
static gboolean
answer_line (TvMcpServer *server, const Line *line, GError **error)
{
  g_autofree char *answer = line->is_too_long
                                ? tv_mcp_server_refuse_length (server)
                                : tv_mcp_server_handle (server, line->text->str, line->text->len,
                                                        line->cancels);
  g_autoptr (GString) out = NULL;

  if (answer == NULL)
    return TRUE;
  out = g_string_new (answer);
  g_string_append_c (out, '\n');
  return tv_output_write (out, error);
}

/* Frees the current line and waits for the next line. Returns FALSE at the end of the input. */
static gboolean
take_line (Session *self)
{
  Line *line;

  g_mutex_lock (&self->lock);
  g_clear_pointer (&self->current, line_free);
  while (g_queue_is_empty (&self->waiting) && !self->is_end)
    g_cond_wait (&self->changed, &self->lock);
  line = g_queue_pop_head (&self->waiting);
  if (line != NULL)
    self->n_bytes -= get_size (line);
  self->current = line;
  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->lock);
  return line != NULL;
}

static gpointer
answer_lines (gpointer data)
{
  Session *self = data;
  GError *error = NULL;

  while (error == NULL && take_line (self))
    answer_line (self->server, self->current, &error);
  g_mutex_lock (&self->lock);
  self->error = error;
  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->lock);
  close (self->failed);
  return NULL;
}

/* ---- Reader ---- */

static gboolean
has_request (const Line *line, JsonNode *id)
{
  return !line->is_too_long && tv_mcp_has_request (line->text->str, line->text->len, id);
}

/* Cancels a request of the current line or of a waiting line. Does nothing if neither contains the request, because
 * it has ended or is unknown. */
static void
cancel (Session *self, JsonNode *id)
{
  g_mutex_lock (&self->lock);
  if (self->current != NULL && has_request (self->current, id))
    tv_mcp_cancels_add (self->current->cancels, id);
  else
    for (GList *link = self->waiting.head; link != NULL; link = link->next)
      {
        const Line *line = link->data;

        if (!has_request (line, id))
          continue;
        tv_mcp_cancels_add (line->cancels, id);
        break;
      }
  g_mutex_unlock (&self->lock);
}

/* Performs the cancellations that the line contains, then passes the line to the worker. Returns FALSE if the worker
 * has ended. */
static gboolean
end_line (Session *self)
{
  Line *line = &self->line;
  g_autoptr (GPtrArray) cancelled = NULL;
  gboolean has_worker;

  if (line->text->len > 0 && line->text->str[line->text->len - 1] == '\r')
    g_string_truncate (line->text, line->text->len - 1);
  if (line->text->len == 0 && !line->is_too_long)
    return TRUE;
  if (!line->is_too_long)
    cancelled = tv_mcp_parse_cancellations (line->text->str, line->text->len);
  for (guint i = 0; cancelled != NULL && i < cancelled->len; i++)
    cancel (self, cancelled->pdata[i]);
  g_mutex_lock (&self->lock);
  while (self->n_bytes > MAX_WAITING_BYTES && self->error == NULL)
    g_cond_wait (&self->changed, &self->lock);
  has_worker = self->error == NULL;
  self->n_bytes += get_size (line);
  line->cancels = tv_mcp_cancels_new ();
  g_queue_push_tail (&self->waiting, g_memdup2 (line, sizeof *line));
  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->lock);
  *line = (Line){ .text = g_string_new (NULL) };
  return has_worker;
}

/* Splits a chunk of standard input into lines. Returns FALSE if the worker has ended. */
static gboolean
take_bytes (Session *self, const char *bytes, gsize size)
{
  while (size > 0)
    {
      const char *end = memchr (bytes, '\n', size);
      gsize n = end != NULL ? (gsize) (end - bytes) : size;

      self->line.is_too_long |= self->line.text->len + n > TV_MCP_MAX_LINE_BYTES;
      if (!self->line.is_too_long)
        g_string_append_len (self->line.text, bytes, (gssize) n);
      if (end == NULL)
        return TRUE;
      if (!end_line (self))
        return FALSE;
      bytes += n + 1;
      size -= n + 1;
    }
  return TRUE;
}

/* Reads lines until the end of the input, or until the worker ends. @failed: end of the pipe that reports the end of
 * the worker */
static gboolean
read_lines (Session *self, int failed, GError **error)
{
  GPollFD fds[] = { { .fd = STDIN_FILENO, .events = G_IO_IN }, { .fd = failed } };
  char bytes[16 * 1024];
  gssize n;

  for (;;)
    {
      n = g_poll (fds, G_N_ELEMENTS (fds), -1);
      if (n > 0 && fds[1].revents != 0)
        return TRUE;
      if (n > 0)
        n = read (STDIN_FILENO, bytes, sizeof bytes);
      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        break;
      if (n == 0)
        end_line (self);
      if (n == 0 || !take_bytes (self, bytes, (gsize) n))
        return TRUE;
    }
  g_set_error (error, TV_ERROR, TV_ERROR_IO, _("could not read standard input: %s"),
               g_strerror (errno));
  return FALSE;
}

static gboolean
serve (TvMcpServer *server, GError **error)
{
  Session self = { .server = server, .line = { .text = g_string_new (NULL) } };
  gboolean is_read = FALSE;
  GThread *worker;
  int fds[2];

  if (!g_unix_open_pipe (fds, FD_CLOEXEC, error))
    {
      g_string_free (self.line.text, TRUE);
      return FALSE;
    }
  self.failed = fds[1];
  g_mutex_init (&self.lock);
  g_cond_init (&self.changed);
  worker = g_thread_new ("answers", answer_lines, &self);
  is_read = read_lines (&self, fds[0], error);
  g_mutex_lock (&self.lock);
  self.is_end = TRUE;
  g_cond_broadcast (&self.changed);
  g_mutex_unlock (&self.lock);
  g_thread_join (worker);
  close (fds[0]);
  g_string_free (self.line.text, TRUE);
  g_clear_pointer (&self.current, line_free);
  g_queue_clear_full (&self.waiting, line_free);
  g_mutex_clear (&self.lock);
  g_cond_clear (&self.changed);
  if (self.error == NULL)
    return is_read;
  if (is_read)
    g_propagate_error (error, self.error);
  else
    g_error_free (self.error);
  return FALSE;
}

static gboolean
run (char **argv, GError **error)
{
  g_auto (GStrv) operands = NULL;
  gboolean is_mcp = FALSE, is_done;
  const GOptionEntry entries[] = {
    { "mcp", 0, 0, G_OPTION_ARG_NONE, &is_mcp,
      N_("Use the Model Context Protocol on standard input and output"), NULL },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &operands, NULL, NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new (_("[FOLDER…]"));
  TvServedFolders *folders;
  g_autoptr (TvMcpServer) server = NULL;

  g_option_context_set_summary (
      context,
      _("Answers requests of an agent about the traces in the given folders or in the working "
        "directory: open, info, tables, query, profile, incident, findings and render. Only files "
        "in these folders are read. No files are written."));
  if (!tv_command_parse (context, entries, argv, error))
    return FALSE;
  if (!is_mcp)
    {
      g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                           _("missing option: --mcp"));
      return FALSE;
    }
  folders = tv_served_folders_new ((const char *const *) operands, error);
  if (folders == NULL)
    return FALSE;
  server = tv_mcp_tools_serve (folders);
  tv_open_trace_keep (MAX_OPEN_TRACES);
  is_done = serve (server, error);
  tv_open_trace_keep (0);
  return is_done;
}

const TvCommand tv_serve_command = { "serve", N_("Answer requests of an agent"), run };
