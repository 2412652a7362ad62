/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/kit/table/table-view.h"
#include "ui/session/session.h"
#include "ui/views/dump/dump-rows.h"

G_BEGIN_DECLS

/* List of the threads in dumps, grouped by process and snapshot, the most important threads first. The list can be
 * filtered by state.
 *
 * Properties (with notify):
 *   state  string, writable  state to which the list is filtered: "all", "blocked", "running", "native", "waiting",
 *                            "timed" or "other"
 *
 * Signals:
 *   thread-selected (uint thread)  the user has selected a thread
 *   activated                      the user has double-clicked a row without children, or pressed Enter or Right on it
 *   changed                        the visible rows have changed
 *
 * Actions:
 *   dumplist.state (string)  sets the property */

#define TV_TYPE_DUMP_LIST_PANE (tv_dump_list_pane_get_type ())
G_DECLARE_FINAL_TYPE (TvDumpListPane, tv_dump_list_pane, TV, DUMP_LIST_PANE, GtkWidget)

GtkWidget   *tv_dump_list_pane_new         (void);
void         tv_dump_list_pane_set_session (TvDumpListPane *self,
                                            TvSession      *session);
void         tv_dump_list_pane_set_found   (TvDumpListPane *self,
                                            const guint8   *found);
void         tv_dump_list_pane_select      (TvDumpListPane *self,
                                            guint32         thread);
TvDumpRows  *tv_dump_list_pane_get_rows    (TvDumpListPane *self);
TvTableView *tv_dump_list_pane_get_table   (TvDumpListPane *self);
int          tv_dump_list_pane_get_state   (TvDumpListPane *self);

G_END_DECLS
