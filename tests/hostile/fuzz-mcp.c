/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include <glib/gstdio.h>

#include "cli/mcp-tools.h"
#include "cli/open-trace.h"
#include "fuzz-target.h"

/* Fuzzes lines from an MCP client after "initialize". Each line must have at most one answer, which must
 * be JSON on a single line. */

#define INITIALIZE                                                                                 \
  "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\"}}"

static char *folder;
static char *file;

static void
remove_folder (void)
{
  g_remove (file);
  g_rmdir (folder);
  g_free (file);
  g_free (folder);
}

static void
make_folder (void)
{
  folder = g_dir_make_tmp ("fuzz-mcp-XXXXXX", NULL);
  g_assert_nonnull (folder);
  file = g_build_filename (folder, "a.folded", NULL);
  g_assert_true (g_file_set_contents (file, "main;work 3\nmain;wait 2\n", -1, NULL));
  atexit (remove_folder);
}

static void
judge_one (JsonNode *node)
{
  JsonObject *answer = json_node_get_object (node);

  g_assert_cmpstr (json_object_get_string_member (answer, "jsonrpc"), ==, "2.0");
  g_assert_true (json_object_has_member (answer, "id"));
  g_assert_true (json_object_has_member (answer, "result") !=
                 json_object_has_member (answer, "error"));
}

static void
judge_answer (const char *line)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonNode *root;

  g_assert_null (strchr (line, '\n'));
  g_assert_true (g_utf8_validate (line, -1, NULL));
  g_assert_true (json_parser_load_from_data (parser, line, -1, NULL));
  root = json_parser_get_root (parser);
  if (JSON_NODE_HOLDS_OBJECT (root))
    judge_one (root);
  else
    for (guint i = 0; i < json_array_get_length (json_node_get_array (root)); i++)
      judge_one (json_array_get_element (json_node_get_array (root), i));
}

static void
send (TvMcpServer *server, const char *line, gsize size)
{
  g_autofree char *copy = g_malloc (size + 1);
  g_autofree char *answer = NULL;

  /* A separate block, so that sanitizers detect reads past the end of the line. */
  memcpy (copy, line, size);
  copy[size] = '\0';
  answer = tv_mcp_server_handle (server, copy, size, NULL);
  if (answer != NULL)
    judge_answer (answer);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (TvMcpServer) server = NULL;
  const char *bytes = (const char *) data;

  if (folder == NULL)
    make_folder ();
  server = tv_mcp_tools_serve (tv_served_folders_new ((const char *const[]){ folder, NULL }, NULL));
  tv_open_trace_keep (2);
  send (server, INITIALIZE, strlen (INITIALIZE));
  while (size > 0)
    {
      const char *end = memchr (bytes, '\n', size);
      gsize n = end != NULL ? (gsize) (end - bytes) : size;

      send (server, bytes, n);
      n += end != NULL;
      bytes += n;
      size -= n;
    }
  tv_open_trace_keep (0);
  return 0;
}
