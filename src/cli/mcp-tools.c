/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/mcp-tools.h"

#include <string.h>

#include "cli/command.h"
#include "cli/info.h"
#include "cli/interrupt.h"
#include "cli/members.h"
#include "cli/open-trace.h"
#include "cli/output.h"
#include "core/error.h"
#include "formats/bundle.h"
#include "traceview-config.h"

/* Implements the tools of the MCP server. The tools run commands of tracedump and respond with a page of the output.
 * A page is a byte range of the complete output; the same arguments with a cursor, which is the number of preceding
 * bytes, return the next page. serve.c calls tv_mcp_tools_serve(). The server calls one tool at a time, on the worker
 * thread. run_command() sets the static output of output.h and the static cancellable of interrupt.h while a command
 * runs. */

/* Maximum size of an image in bytes */
#define MAX_IMAGE_BYTES (8 * 1024 * 1024)

/**
 * CommandTool:
 * @command: the command
 * @options: options that are passed in every call, NULL-terminated
 *
 * A tool that runs a command.
 */
typedef struct
{
  const TvCommand *command;
  const char *options[4];
} CommandTool;

/* ---- Pages ---- */

static gboolean
set_error (GError **error, const char *text)
{
  g_set_error_literal (error, TV_ERROR, TV_ERROR_IO, text);
  return FALSE;
}

/* Gets the range of a page from the arguments of a call. Returns FALSE with an error if the cursor is invalid. */
gboolean
tv_mcp_tools_get_page (const TvMcpCall *call, guint64 *n_skipped, gsize *max_n, GError **error)
{
  const char *cursor = tv_mcp_call_get_text (call, "cursor");

  *n_skipped = 0;
  *max_n = (gsize) tv_mcp_call_get_integer (call, "max_bytes", TV_MCP_PAGE_BYTES);
  return cursor == NULL ||
         g_ascii_string_to_unsigned (cursor, 10, 0, G_MAXUINT64, n_skipped, NULL) ||
         set_error (error, "cursor must be the next_cursor of another page");
}

/* Returns the number of bytes to which a page is shortened if more output follows it, so that it ends with a complete
 * line or, if it contains no line end, with a complete character. */
static gsize
find_page_end (const char *bytes, gsize size)
{
  const char *line_end = memrchr (bytes, '\n', size);
  gsize end = size;

  if (line_end != NULL)
    return (gsize) (line_end - bytes) + 1;
  while (end > 0 && size - end < 4 && ((guchar) bytes[end - 1] & 0xc0) == 0x80)
    end--;
  return end > 1 && ((guchar) bytes[end - 1] & 0x80) != 0 ? end - 1 : size;
}

static void
add_page (const TvMcpCall *call, const TvOutputPage *page, guint64 n_skipped)
{
  const char *bytes = (const char *) page->bytes->data;
  gsize n = page->is_full ? find_page_end (bytes, page->bytes->len) : page->bytes->len;

  tv_mcp_call_add_text (call, n > 0 ? bytes : "", n);
  if (page->is_full)
    tv_mcp_call_add_cursor (call, n_skipped + n);
}

/* Adds a page of @text to the response. */
static gboolean
add_page_of_text (const TvMcpCall *call, const char *text, GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  TvOutputPage page = { .bytes = bytes };
  guint64 n_skipped;

  if (!tv_mcp_tools_get_page (call, &n_skipped, &page.max_n, error))
    return FALSE;
  page.n_skipped = n_skipped;
  tv_output_page_add (&page, text, strlen (text), NULL);
  add_page (call, &page, n_skipped);
  return TRUE;
}

/* ---- Commands ---- */

/* Returns: (transfer full) (nullable): real path of the file that the argument "path" names; %NULL with an error if
 * the file is not served, or is a folder */
char *
tv_mcp_tools_find (const TvMcpCall *call, GError **error)
{
  g_autofree char *path = tv_served_folders_find (call->folders,
                                                  tv_mcp_call_get_text (call, "path"), error);

  if (path == NULL || !g_file_test (path, G_FILE_TEST_IS_DIR))
    return g_steal_pointer (&path);
  set_error (error, "path is a folder; open lists its files");
  return NULL;
}

/* Appends an argument as an option. Name and value form one word, so that a value cannot be mistaken for an option. */
static void
add_option (GPtrArray *arguments, const TvMcpCall *call, const TvMcpArgument *argument)
{
  JsonNode *node = json_object_get_member (call->arguments, argument->name);

  if (node == NULL || argument->option == NULL)
    return;
  if (argument->type == TV_MCP_TEXT)
    g_ptr_array_add (arguments,
                     g_strdup_printf ("%s=%s", argument->option, json_node_get_string (node)));
  else if (argument->type == TV_MCP_INTEGER)
    g_ptr_array_add (arguments, g_strdup_printf ("%s=%" G_GINT64_FORMAT, argument->option,
                                                 json_node_get_int (node)));
  else if (json_node_get_boolean (node))
    g_ptr_array_add (arguments, g_strdup (argument->option));
}

/* Runs a command, and writes its output to @page. */
static gboolean
run_command (const TvMcpCall *call,
             const CommandTool *tool,
             const char *const *operands,
             TvOutputPage *page,
             GError **error)
{
  g_autoptr (GPtrArray) arguments = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) failure = NULL;
  gboolean is_done;

  g_ptr_array_add (arguments, g_strconcat ("tracedump ", tool->command->name, NULL));
  for (const char *const *option = tool->options; *option != NULL; option++)
    g_ptr_array_add (arguments, g_strdup (*option));
  for (const TvMcpArgument *argument = call->tool->arguments; argument->name != NULL; argument++)
    add_option (arguments, call, argument);
  g_ptr_array_add (arguments, g_strdup ("--"));
  for (const char *const *operand = operands; *operand != NULL; operand++)
    g_ptr_array_add (arguments, g_strdup (*operand));
  g_ptr_array_add (arguments, NULL);
  tv_output_divert (page);
  tv_interrupt_set_work (call->cancellable);
  is_done = tool->command->run ((char **) arguments->pdata, &failure);
  tv_interrupt_set_work (NULL);
  tv_output_divert (NULL);
  if (is_done || page->is_full)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&failure));
  return FALSE;
}

static gboolean
write_page (const TvMcpCall *call,
            const CommandTool *tool,
            const char *const *operands,
            GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  TvOutputPage page = { .bytes = bytes };
  guint64 n_skipped;

  if (!tv_mcp_tools_get_page (call, &n_skipped, &page.max_n, error))
    return FALSE;
  page.n_skipped = n_skipped;
  if (!run_command (call, tool, operands, &page, error))
    return FALSE;
  add_page (call, &page, n_skipped);
  return TRUE;
}

/* ---- Tools ---- */

static gboolean
run_on_file (const TvMcpCall *call, GError **error)
{
  g_autofree char *path = tv_mcp_tools_find (call, error);

  return path != NULL && write_page (call, call->tool->data, (const char *[]){ path, NULL }, error);
}

/* For an archive or a bug report, runs the command members; for any other file, the command info, which gets the file
 * that is already open. */
static gboolean
list_or_describe (char **argv, GError **error)
{
  const char *path = argv[g_strv_length (argv) - 1];
  g_autoptr (TvInput) file = NULL;
  g_autoptr (TvBundle)
      bundle = tv_bundle_open_or_file (path, &file, tv_interrupt_get_work (), NULL);

  return bundle != NULL ? tv_members_write (bundle, path, NULL, FALSE, TV_TEXT_TSV, error)
                        : tv_info_write (path, file, error);
}

/* Describes a trace; for a folder, archive or bug report, lists the files in it that can be opened. */
static gboolean
run_open (const TvMcpCall *call, GError **error)
{
  static const TvCommand open = { "open", NULL, list_or_describe };
  static const CommandTool file_tool = { &open, { NULL } },
                           member_tool = { &tv_info_command, { NULL } };
  const char *name = tv_mcp_call_get_text (call, "path");
  gboolean has_member = tv_mcp_call_get_text (call, "member") != NULL;
  g_autofree char *path = name != NULL ? tv_served_folders_find (call->folders, name, error) : NULL;

  if (name == NULL && has_member)
    return set_error (error, "member requires path");
  if (name != NULL && path == NULL)
    return FALSE;
  if (path == NULL || g_file_test (path, G_FILE_TEST_IS_DIR))
    {
      g_autofree char *list = tv_served_folders_dup_list (call->folders, path, error);

      return list != NULL && add_page_of_text (call, list, error);
    }
  return write_page (call, has_member ? &member_tool : &file_tool, (const char *[]){ path, NULL },
                     error);
}

static gboolean
run_tables (const TvMcpCall *call, GError **error)
{
  static const CommandTool list = { &tv_tables_command, { NULL } },
                           rows = { &tv_table_command, { NULL } };
  static const char *const of_rows[] = { "member", "format", "from", "to", "thread" };
  const char *name = tv_mcp_call_get_text (call, "table");
  g_autofree char *path = NULL;

  if (tv_mcp_call_get_text (call, "path") == NULL)
    {
      for (guint i = 0; i < G_N_ELEMENTS (of_rows); i++)
        if (json_object_has_member (call->arguments, of_rows[i]))
          {
            g_autofree char *text = g_strdup_printf ("%s requires path", of_rows[i]);

            return set_error (error, text);
          }
      return write_page (call, &list, (const char *[]){ name, NULL }, error);
    }
  if (name == NULL)
    return set_error (error, "path requires table");
  path = tv_mcp_tools_find (call, error);
  return path != NULL && write_page (call, &rows, (const char *[]){ name, path, NULL }, error);
}

static gboolean
run_render (const TvMcpCall *call, GError **error)
{
  g_autofree char *path = tv_mcp_tools_find (call, error);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  TvOutputPage page = { .max_n = MAX_IMAGE_BYTES, .bytes = bytes };

  if (path == NULL ||
      !run_command (call, call->tool->data, (const char *[]){ path, NULL }, &page, error))
    return FALSE;
  if (page.is_full)
    return set_error (error, "the image has more than 8 MiB; reduce width or height");
  tv_mcp_call_add_image (call, bytes->data, bytes->len);
  return TRUE;
}

#define TEXT(name, option, description)                                                            \
  {                                                                                                \
    name, description, TV_MCP_TEXT, FALSE, 0, 0, option, NULL                                      \
  }
#define CHOICE(name, option, description, choices)                                                 \
  {                                                                                                \
    name, description, TV_MCP_TEXT, FALSE, 0, 0, option, choices                                   \
  }
#define NUMBER(name, option, description, min, max)                                                \
  {                                                                                                \
    name, description, TV_MCP_INTEGER, FALSE, min, max, option, NULL                               \
  }
#define SWITCH(name, option, description)                                                          \
  {                                                                                                \
    name, description, TV_MCP_BOOLEAN, FALSE, 0, 0, option, NULL                                   \
  }
#define RANGE                                                                                      \
  TEXT ("from", "--from",                                                                          \
        "Start of the range, such as 1.25s or 300ms since the start of the trace"),                \
      TEXT ("to", "--to", "End of the range"),                                                     \
      TEXT ("thread", "--thread",                                                                  \
            "Only these threads: names, numbers or TID@PID, separated by commas")

static const TvMcpArgument open_arguments[] = {
  TEXT ("path", NULL, "File to open, or folder to list; the served folders without it"),
  TV_MCP_ARGUMENT_MEMBER,
  TV_MCP_ARGUMENTS_PAGE,
  TV_MCP_ARGUMENT_TIMEOUT,
  { 0 },
};

static const TvMcpArgument file_arguments[] = {
  TV_MCP_ARGUMENT_PATH,
  TV_MCP_ARGUMENT_MEMBER,
  TV_MCP_ARGUMENTS_PAGE,
  TV_MCP_ARGUMENT_TIMEOUT,
  { 0 },
};

static const TvMcpArgument tables_arguments[] = {
  TEXT ("table", NULL, "Name of a table; without it, all tables are listed"),
  TEXT ("path", NULL, "File; without it, the columns of the table are listed"),
  TV_MCP_ARGUMENT_MEMBER,
  CHOICE ("format", "--format", "Format of the rows (csv)", "csv tsv json"),
  RANGE,
  TV_MCP_ARGUMENTS_PAGE,
  TV_MCP_ARGUMENT_TIMEOUT,
  { 0 },
};

static const TvMcpArgument profile_arguments[] = {
  TV_MCP_ARGUMENT_PATH,
  TV_MCP_ARGUMENT_MEMBER,
  NUMBER ("top", "--top", "Only the first lines", 1, 1000000),
  CHOICE ("group_by", "--group-by", "Group the methods", "package class library process"),
  CHOICE ("clock", "--clock", "Clock of the times (wall)", "wall cpu"),
  TEXT ("samples", "--samples", "Kind of samples, such as cpu-cycles"),
  RANGE,
  TV_MCP_ARGUMENTS_PAGE,
  TV_MCP_ARGUMENT_TIMEOUT,
  { 0 },
};

static const TvMcpArgument render_arguments[] = {
  TV_MCP_ARGUMENT_PATH,
  TV_MCP_ARGUMENT_MEMBER,
  CHOICE ("view", "--view", "Picture (timeline)", "timeline flame graph waits"),
  RANGE,
  NUMBER ("width", "--width", "Width in pixels (1600)", 300, 4000),
  NUMBER ("height", "--height", "Height in pixels (height of the rows)", 200, 4000),
  SWITCH ("dark", "--dark", "Dark colours"),
  SWITCH ("stacks", "--stacks", "Sampled stacks in the timeline"),
  TEXT ("symbol", "--symbol", "Central method of a graph"),
  TV_MCP_ARGUMENT_TIMEOUT,
  { 0 },
};

static const CommandTool info_tool = { &tv_info_command, { "--format=json", NULL } };
static const CommandTool profile_tool = { &tv_profile_command, { NULL } };
static const CommandTool incident_tool = { &tv_incident_command, { NULL } };
static const CommandTool findings_tool = { &tv_findings_command, { NULL } };
static const CommandTool render_tool = { &tv_render_command,
                                         { "--output=-", "--format=png", NULL } };

static const TvMcpTool tools[] = {
  { "open",
    "Opens a trace and describes it, or lists the files in a folder, zip, tar or bug report.",
    open_arguments, run_open, NULL },
  { "info", "Format, content, problems and metadata of a trace, as JSON.", file_arguments,
    run_on_file, &info_tool },
  { "tables", "Lists the tables, the columns of a table, or its rows for a file.", tables_arguments,
    run_tables, NULL },
#ifdef TV_HAVE_SQLITE
  { "query",
    "Queries a trace in SQL, in the dialect of Perfetto's trace processor. The answer is JSON with "
    "the columns and rows of each result.",
    tv_mcp_query_arguments, tv_mcp_query_run, NULL },
#endif
  { "profile", "Time of each method, slice or sampled function.", profile_arguments, run_on_file,
    &profile_tool },
  { "incident", "Diagnosis of a crash, freeze or thread dump: cause, evidence and certainty.",
    file_arguments, run_on_file, &incident_tool },
  { "findings", "Findings in a system trace with their cost: late frames, slow starts, waits.",
    file_arguments, run_on_file, &findings_tool },
  { "render", "Draws a timeline, flame graph, call graph or wait graph as a PNG image.",
    render_arguments, run_render, &render_tool },
};

/**
 * tv_mcp_tools_serve:
 * @folders: (transfer full): folders that the tools may read
 *
 * Returns: (transfer full): a server with all tools
 */
TvMcpServer *
tv_mcp_tools_serve (TvServedFolders *folders)
{
  return tv_mcp_server_new (folders, tools, G_N_ELEMENTS (tools));
}
