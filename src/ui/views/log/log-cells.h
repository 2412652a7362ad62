/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "analysis/log/log-events.h"
#include "ui/kit/table/table-model.h"
#include "ui/session/session.h"

G_BEGIN_DECLS

/**
 * TvLogCellContext:
 * @session: session with the log
 * @events: (nullable) (element-type TvDecodedLogLine): decoded events, sorted by line; %NULL until a worker has found
 *   them
 *
 * State that all cells of a log share.
 */
typedef struct
{
  TvSession *session;
  GArray *events;
} TvLogCellContext;

/**
 * TvLogCellKind:
 * @TV_LOG_CELL_TIME: timestamp; the part before the seconds is dimmed, or the whole timestamp if the line continues
 *   the message of the previous line; with a mark for a decoded event, and a flag for a bookmark
 * @TV_LOG_CELL_LEVEL: letter of the level on its colour
 * @TV_LOG_CELL_PROCESS: process, dimmed
 * @TV_LOG_CELL_TAG: tag; dimmed if the line continues the message of the previous line
 * @TV_LOG_CELL_MESSAGE: message; errors have a colour
 */
typedef enum
{
  TV_LOG_CELL_TIME,
  TV_LOG_CELL_LEVEL,
  TV_LOG_CELL_PROCESS,
  TV_LOG_CELL_TAG,
  TV_LOG_CELL_MESSAGE,
} TvLogCellKind;

#define TV_TYPE_LOG_CELL (tv_log_cell_get_type ())
G_DECLARE_FINAL_TYPE (TvLogCell, tv_log_cell, TV, LOG_CELL, GtkWidget)

GtkWidget *tv_log_cell_new      (TvLogCellKind    kind,
                                 const TvLogCellContext *context);
void       tv_log_cell_set_row  (TvLogCell       *self,
                                 TvTableRow      *row);

guint32    tv_log_cell_get_line (TvTable         *table,
                                 guint32          row);
char      *tv_log_cell_dup_text (TvLogCellKind    kind,
                                 const TvLogCellContext *context,
                                 guint32          line);

char      *tv_log_bookmark_dup_name (TvTrace     *trace,
                                     guint32      line);
gint64     tv_log_bookmark_get_ns (TvTrace       *trace,
                                   guint32        line);
guint      tv_log_bookmark_find (TvSession       *session,
                                 guint32          line);

G_END_DECLS
