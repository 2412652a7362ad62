/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "cli/mcp-server.h"

G_BEGIN_DECLS

#define TV_MCP_MAX_PAGE_BYTES (1024 * 1024)
#define TV_MCP_PAGE_BYTES     (64 * 1024)

/* Arguments that several tools have */
#define TV_MCP_ARGUMENT_PATH                                                                       \
  {                                                                                                \
    "path", "File, absolute or below a served folder", TV_MCP_TEXT, TRUE, 0, 0, NULL, NULL         \
  }
#define TV_MCP_ARGUMENT_MEMBER                                                                     \
  {                                                                                                \
    "member", "File inside of a zip, tar or bug report, as open lists them", TV_MCP_TEXT, FALSE,   \
        0, 0, "--member", NULL                                                                     \
  }
#define TV_MCP_ARGUMENTS_PAGE                                                                      \
  { "max_bytes", "Size of a page (65536)", TV_MCP_INTEGER, FALSE,                                  \
    256,         TV_MCP_MAX_PAGE_BYTES,    NULL,           NULL },                                 \
  {                                                                                                \
    "cursor", "next_cursor of the page before, with the other arguments unchanged", TV_MCP_TEXT,   \
        FALSE, 0, 0, NULL, NULL                                                                    \
  }

TvMcpServer *tv_mcp_tools_serve    (TvServedFolders *folders);
gboolean     tv_mcp_tools_get_page (const TvMcpCall *call,
                                    guint64         *n_skipped,
                                    gsize           *max_n,
                                    GError         **error);
char        *tv_mcp_tools_find     (const TvMcpCall *call,
                                    GError         **error);

gboolean     tv_mcp_query_run      (const TvMcpCall *call,
                                    GError         **error);
extern const TvMcpArgument tv_mcp_query_arguments[];

G_END_DECLS
