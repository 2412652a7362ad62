/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "analysis/log/log-events.h"
#include "ui/kit/table/table-model.h"
#include "ui/session/session.h"

G_BEGIN_DECLS

/**
 * TvLogLook:
 * @session: whose log it is
 * @events: (nullable) (element-type TvLogMeaning): lines that mean something, by line; %NULL = not known yet
 *
 * The state that cells of log lines share.
 */
typedef struct
{
  TvSession *session;
  GArray *events;
} TvLogLook;

/**
 * TvLogCellKind:
 * @TV_LOG_CELL_TIME: when; what does not change is dim. At its edge is a mark if the line means something,
 *   and a flag if it is bookmarked
 * @TV_LOG_CELL_LEVEL: a letter on its tint
 * @TV_LOG_CELL_PROCESS: who; dim where it repeats that of the line above of the same message
 * @TV_LOG_CELL_TAG: likewise
 * @TV_LOG_CELL_MESSAGE: what; of errors in their colour
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
                                 const TvLogLook *look);
void       tv_log_cell_set_row  (TvLogCell       *self,
                                 TvTableRow      *row);

guint32    tv_log_cell_get_line (TvTable         *table,
                                 guint32          row);
char      *tv_log_cell_dup_text (TvLogCellKind    kind,
                                 const TvLogLook *look,
                                 guint32          line);

char      *tv_log_bookmark_dup_name (TvTrace     *trace,
                                     guint32      line);
gint64     tv_log_bookmark_get_ns (TvTrace       *trace,
                                   guint32        line);
guint      tv_log_bookmark_find (TvSession       *session,
                                 guint32          line);

G_END_DECLS
