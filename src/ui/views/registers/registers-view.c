/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Registers of each thread of a crashed program, and the memory regions to which they point. Listed in TV_VIEWS
 * (view.h); displayed by TvListView (list-view.h). A click selects a thread in the session; a double click or a menu
 * item activates an action of the window. */

#include "ui/views/list-view.h"

#include <glib/gi18n.h>

#include "analysis/incident/dump-label.h"
#include "analysis/incident/fault-address.h"

static char *
dup_thread (TvTable *table, guint32 row, guint column, gpointer session)
{
  TvTrace *trace = tv_session_get_trace (session);

  return tv_dump_dup_thread_label (trace, tv_trace_get_faults (trace)->registers[row].thread);
}

/* Selects the thread of the register. */
static void
show_row (TvSession *session, TvTable *table, guint row)
{
  const TvFaults *faults = tv_trace_get_faults (tv_session_get_trace (session));

  tv_session_select_dump_thread (session, faults->registers[row].thread);
}

static guint32
find_region (TvTrace *trace, guint32 row)
{
  const TvRegister *reg = &tv_trace_get_faults (trace)->registers[row];

  return tv_fault_find_region (trace, reg->fault, reg->value);
}

static guint32
find_word (TvTrace *trace, guint32 row)
{
  const TvRegister *reg = &tv_trace_get_faults (trace)->registers[row];

  return tv_fault_find_word (trace, reg->fault, reg->name, reg->value);
}

/* Returns: (nullable): action that shows the memory at the address in the register or, if the file does not contain
 * that memory, the region of the memory map */
static const char *
get_link (TvTrace *trace, guint32 row, guint32 *target)
{
  *target = find_word (trace, row);
  if (*target != TV_NONE)
    return "win.memory-word";
  *target = find_region (trace, row);
  return *target != TV_NONE ? "win.memory-map-region" : NULL;
}

static void
make_menu (TvTrace *trace, guint32 row, GMenu *menu)
{
  tv_list_view_append_link (menu, _("Show _Memory at This Address"), "win.memory-word",
                            find_word (trace, row),
                            _("The file does not contain the memory at "
                              "this address"));
  tv_list_view_append_link (menu, _("Show in Memory _Map"), "win.memory-map-region",
                            find_region (trace, row), _("The value does not point into the map"));
}

static const TvTableColumn columns[] = {
  { .name = "thread_id", .title = N_("Thread"), .dup_text = dup_thread, .width = 200 },
  { .name = "name", .width = 120 },
  { .name = "value", .width = 170, .sample_text = "0x0000000000000000" },
  { .name = "region" },
};

static const TvListKind kind = {
  .table = "register",
  .columns = columns,
  .n_columns = G_N_ELEMENTS (columns),
  .show_row = show_row,
  .get_link = get_link,
  .make_menu = make_menu,
};

static TvViewFit
get_fit (TvTrace *trace)
{
  return tv_trace_get_faults (trace)->n_registers > 0 ? TV_VIEW_FITS : TV_VIEW_EMPTY;
}

const TvViewInfo tv_view_registers = {
  .id = "registers",
  .title = N_("Registers"),
  .tooltip = N_("Registers of the crashed program, by thread"),
  .group = TV_VIEW_CONTENT,
  .get_type = tv_list_view_get_type,
  .kind = &kind,
  .get_fit = get_fit,
};
