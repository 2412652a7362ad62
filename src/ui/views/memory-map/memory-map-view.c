/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Memory regions of a program at the time of its crash. Listed in TV_VIEWS (view.h); displayed by TvListView
 * (list-view.h). Does not change the session. */

#include "ui/views/list-view.h"

#include <glib/gi18n.h>

#include "analysis/incident/fault-address.h"

/* Minimum number of hex digits of an address without 0x; a shorter text is more likely part of a name */
#define MIN_DIGITS 6

/* Parses a hexadecimal address. */
static gboolean
parse_address (const char *text, guint64 *address)
{
  g_autofree char *trimmed = g_strstrip (g_strdup (text));
  gboolean has_prefix = g_ascii_strncasecmp (trimmed, "0x", 2) == 0;
  const char *digits = has_prefix ? trimmed + 2 : trimmed;
  gsize n = strlen (digits);

  return n >= (has_prefix ? 1 : MIN_DIGITS) &&
         g_ascii_string_to_unsigned (digits, 16, 0, G_MAXUINT64, address, NULL);
}

/* Returns whether the text is an address in the region. */
static gboolean
has_text (TvTrace *trace, guint32 row, const char *text)
{
  guint64 address;

  return parse_address (text, &address) && tv_fault_is_in_region (trace, row, address);
}

/* Returns whether a region contains the fault address. */
static gboolean
is_faulting (TvTable *table, guint32 row, guint column, gpointer session)
{
  TvTrace *trace = tv_session_get_trace (session);
  guint32 at;

  return tv_fault_classify_address (trace, tv_trace_get_faults (trace)->regions[row].fault, &at) !=
             TV_ADDRESS_NONE &&
         at == row;
}

static const TvTableColumn columns[] = {
  { .name = "start", .width = 170, .sample_text = "0x0000000000000000" },
  { .name = "last", .width = 170, .sample_text = "0x0000000000000000" },
  { .name = "size" },
  { .name = "access" },
  { .name = "name", .width = 400, .is_strong = is_faulting },
  { .name = "pointed_to_by", .width = 200, .is_strong = is_faulting },
  { .name = "offset" },
  { .name = "build_id" },
};

static const TvObjectAction go_to = { .name = "memory-map-region",
                                      .type = "u",
                                      .activate = tv_list_view_go_to,
                                      .get_state = tv_list_view_get_selected,
                                      .signals = "selection-changed" };

static const TvListKind kind = {
  .table = "memory_map",
  .columns = columns,
  .n_columns = G_N_ELEMENTS (columns),
  .placeholder = N_("Name, access or address"),
  .has_text = has_text,
  .go_to = &go_to,
};

static TvViewFit
get_fit (TvTrace *trace)
{
  return tv_trace_get_faults (trace)->n_regions > 0 ? TV_VIEW_FITS : TV_VIEW_EMPTY;
}

const TvViewInfo tv_view_memory_map = {
  .id = "memory-map",
  .title = N_("Memory Map"),
  .tooltip = N_("Memory regions of the program at the time of the crash"),
  .group = TV_VIEW_CONTENT,
  .get_type = tv_list_view_get_type,
  .kind = &kind,
  .get_fit = get_fit,
};
