/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include <glib/gi18n.h>

#include "cli/command.h"
#include "cli/mcp-tools.h"
#include "cli/open-trace.h"
#include "cli/output.h"
#include "core/error.h"

/* Reads a message a line from standard input, and writes the answers to standard output. */

#define MOST_OPEN_TRACES 4

/* Writes the answer to a line. */
static gboolean
answer_line (TvMcpServer *server, GString *line, gboolean is_too_long, GError **error)
{
  g_autofree char *answer = NULL;
  g_autoptr (GString) out = NULL;

  if (line->len > 0 && line->str[line->len - 1] == '\r')
    g_string_truncate (line, line->len - 1);
  if (line->len == 0 && !is_too_long)
    return TRUE;
  answer = is_too_long ? tv_mcp_server_refuse_length (server)
                       : tv_mcp_server_answer (server, line->str, line->len);
  if (answer == NULL)
    return TRUE;
  out = g_string_new (answer);
  g_string_append_c (out, '\n');
  return tv_output_write (out, error);
}

/* Takes bytes from standard input, and answers the lines that they complete. */
static gboolean
take_bytes (TvMcpServer *server,
            GString *line,
            gboolean *is_too_long,
            const char *bytes,
            gsize size,
            GError **error)
{
  while (size > 0)
    {
      const char *end = memchr (bytes, '\n', size);
      gsize n = end != NULL ? (gsize) (end - bytes) : size;

      *is_too_long = *is_too_long || line->len + n > TV_MCP_MOST_LINE_BYTES;
      if (!*is_too_long)
        g_string_append_len (line, bytes, (gssize) n);
      if (end == NULL)
        return TRUE;
      if (!answer_line (server, line, *is_too_long, error))
        return FALSE;
      g_string_truncate (line, 0);
      *is_too_long = FALSE;
      bytes += n + 1;
      size -= n + 1;
    }
  return TRUE;
}

static gboolean
serve (TvMcpServer *server, GError **error)
{
  g_autoptr (GString) line = g_string_new (NULL);
  gboolean is_too_long = FALSE;
  char bytes[16 * 1024];
  gssize n;

  while ((n = read (STDIN_FILENO, bytes, sizeof bytes)) > 0 || (n < 0 && errno == EINTR))
    if (n > 0 && !take_bytes (server, line, &is_too_long, bytes, (gsize) n, error))
      return FALSE;
  if (n < 0)
    {
      g_set_error (error, TV_ERROR, TV_ERROR_IO, _("cannot read standard input: %s"),
                   g_strerror (errno));
      return FALSE;
    }
  return answer_line (server, line, is_too_long, error);
}

static gboolean
run (char **argv, GError **error)
{
  g_auto (GStrv) operands = NULL;
  gboolean is_mcp = FALSE, is_done;
  const GOptionEntry entries[] = {
    { "mcp", 0, 0, G_OPTION_ARG_NONE, &is_mcp,
      N_("Speak the Model Context Protocol on standard input and output"), NULL },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &operands, NULL, NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new (_("[FOLDER…]"));
  TvServedFolders *folders;
  g_autoptr (TvMcpServer) server = NULL;

  g_option_context_set_summary (
      context, _("Answers the requests of an agent about the traces in the folders, or in the "
                 "working directory: open, info, tables, query, profile, incident, findings, "
                 "render. Only files in these folders are read, and none is written."));
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
  tv_open_trace_keep (MOST_OPEN_TRACES);
  is_done = serve (server, error);
  tv_open_trace_keep (0);
  return is_done;
}

const TvCommand tv_serve_command = { "serve", N_("Answer the requests of an agent"), run };
