/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "cli/served-folders.h"

G_BEGIN_DECLS

/* Server for the Model Context Protocol: JSON-RPC 2.0, with one message or batch per line. The server implements the
 * protocol; the tools read the traces.
 *
 *   line ─▶ message ─▶ request ─▶ tool, with checked arguments ─▶ content ─▶ line */

#define TV_MCP_MAX_LINE_BYTES (1024 * 1024)

/* Default and maximum time limit of a call in seconds, and the argument for the time limit, which every tool has */
#define TV_MCP_SECONDS     60
#define TV_MCP_MAX_SECONDS 3600
#define TV_MCP_ARGUMENT_TIMEOUT                                                                    \
  {                                                                                                \
    "timeout_s", "Time limit of the call in seconds (default: 60)", TV_MCP_INTEGER, FALSE, 1,      \
        TV_MCP_MAX_SECONDS, NULL, NULL                                                             \
  }

typedef enum
{
  TV_MCP_TEXT,
  TV_MCP_INTEGER,
  TV_MCP_BOOLEAN,
} TvMcpType;

/**
 * TvMcpArgument:
 * @name: name in the protocol
 * @description: description for the client
 * @type: type of the value
 * @is_required: whether a call without this argument is rejected
 * @min: minimum value of an integer
 * @max: maximum value of an integer
 * @option: (nullable): option of the command to which the tool passes the argument, such as "--top"
 * @choices: (nullable): valid values of a string, separated by spaces; %NULL for any string
 *
 * Declaration of a tool argument.
 */
typedef struct
{
  const char *name;
  const char *description;
  TvMcpType type;
  gboolean is_required;
  gint64 min;
  gint64 max;
  const char *option;
  const char *choices;
} TvMcpArgument;

typedef struct _TvMcpTool TvMcpTool;

/**
 * TvMcpCall:
 * @tool: the called tool
 * @folders: folders that the tool may read
 * @arguments: arguments, which have been checked against the declaration of @tool
 * @cancellable: cancelled at the time limit of the call, or when the client cancels the request
 * @content: content items of the response, to which the tool appends
 *
 * A call of a tool.
 */
typedef struct
{
  const TvMcpTool *tool;
  TvServedFolders *folders;
  JsonObject *arguments;
  GCancellable *cancellable;
  JsonArray *content;
} TvMcpCall;

/**
 * TvMcpTool:
 * @name: name in the protocol
 * @description: description for the client
 * @arguments: arguments, terminated by an argument without a name
 * @run: appends the content, or sets an error for the client
 * @data: (nullable): user data of @run
 *
 * Declaration of a tool, from which the list of tools, the schemas and the checks of arguments are derived.
 */
struct _TvMcpTool
{
  const char *name;
  const char *description;
  const TvMcpArgument *arguments;
  gboolean (*run) (const TvMcpCall *call, GError **error);
  gconstpointer data;
};

typedef struct _TvMcpServer TvMcpServer;

/* Ids of the cancelled requests of a line. Other threads can cancel requests while a thread handles the line. */
typedef struct _TvMcpCancels TvMcpCancels;

TvMcpServer *tv_mcp_server_new           (TvServedFolders *folders,
                                          const TvMcpTool *tools,
                                          guint            n_tools);
void         tv_mcp_server_free          (TvMcpServer     *self);
char        *tv_mcp_server_handle        (TvMcpServer     *self,
                                          const char      *line,
                                          gsize            size,
                                          TvMcpCancels    *cancels);
char        *tv_mcp_server_refuse_length (TvMcpServer     *self);

TvMcpCancels *tv_mcp_cancels_new         (void);
void         tv_mcp_cancels_free         (TvMcpCancels    *self);
void         tv_mcp_cancels_add          (TvMcpCancels    *self,
                                          JsonNode        *id);
GPtrArray   *tv_mcp_parse_cancellations  (const char      *line,
                                          gsize            size);
gboolean     tv_mcp_has_request          (const char      *line,
                                          gsize            size,
                                          JsonNode        *id);

const char  *tv_mcp_call_get_text        (const TvMcpCall *self,
                                          const char      *name);
gint64       tv_mcp_call_get_integer     (const TvMcpCall *self,
                                          const char      *name,
                                          gint64           fallback);
void         tv_mcp_call_add_text        (const TvMcpCall *self,
                                          const char      *text,
                                          gsize            size);
void         tv_mcp_call_add_cursor      (const TvMcpCall *self,
                                          guint64          next);
void         tv_mcp_call_add_image     (const TvMcpCall *self,
                                          const guint8    *bytes,
                                          gsize            size);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvMcpServer, tv_mcp_server_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvMcpCancels, tv_mcp_cancels_free)

G_END_DECLS
