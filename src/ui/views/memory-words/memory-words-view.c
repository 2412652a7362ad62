/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Hex dump of the stack, and of the memory to which registers point. Each row is a word, with its bytes and
 * characters. Listed in TV_VIEWS (view.h); displayed by TvListView (list-view.h). Menu items activate actions of the
 * window. */

#include "ui/views/list-view.h"

#include <glib/gi18n.h>

#include "analysis/incident/fault-address.h"

static GtkWidget *
new_mono (gpointer data)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
  gtk_widget_add_css_class (label, "monospace");
  return label;
}

static void
set_mono (GtkWidget *label, TvTableRow *row, const char *column)
{
  g_autofree char *text = NULL;

  if (row == NULL)
    return;
  text = tv_table_dup_text_of (tv_table_row_get_table (row), tv_table_row_get_row (row), column);
  gtk_label_set_text (GTK_LABEL (label), text != NULL ? text : "");
}

static void
set_bytes (GtkWidget *label, TvTableRow *row)
{
  set_mono (label, row, "bytes");
}

static void
set_text (GtkWidget *label, TvTableRow *row)
{
  set_mono (label, row, "text");
}

/* Returns the memory region that contains the address of a word or, if @is_value is set, the region to which the
 * value of the word points; %TV_NONE if there is none. */
static guint32
find_region (TvTrace *trace, guint32 row, gboolean is_value)
{
  const TvMemoryWord *word = &tv_trace_get_faults (trace)->words[row];

  if (is_value && !word->is_known)
    return TV_NONE;
  return tv_fault_find_region (trace, word->fault, is_value ? word->value : word->address);
}

static guint32
find_word (TvTrace *trace, guint32 row)
{
  const TvMemoryWord *word = &tv_trace_get_faults (trace)->words[row];

  return word->is_known ? tv_fault_find_word (trace, word->fault, TV_NONE, word->value) : TV_NONE;
}

static void
make_menu (TvTrace *trace, guint32 row, GMenu *menu)
{
  tv_list_view_append_link (menu, _("Show Address in Memory _Map"), "win.memory-map-region",
                            find_region (trace, row, FALSE),
                            _("The address is not in any region "
                              "of the map"));
  tv_list_view_append_link (menu, _("Show Value in Memory M_ap"), "win.memory-map-region",
                            find_region (trace, row, TRUE),
                            _("The value does not point into the map"));
  tv_list_view_append_link (menu, _("Show Memory at Its _Value"), "win.memory-word",
                            find_word (trace, row), _("The file does not contain this memory"));
}

static const TvTableColumn columns[] = {
  { .name = "near" },
  { .name = "address", .width = 170, .sample_text = "0x0000000000000000" },
  { .name = "bytes", .width = 200, .new_cell = new_mono, .set_row = set_bytes },
  { .name = "text", .width = 90, .new_cell = new_mono, .set_row = set_text },
  { .name = "value", .width = 170, .sample_text = "0x0000000000000000" },
  { .name = "region" },
  { .name = "note" },
};

static const TvObjectAction go_to = { .name = "memory-word",
                                      .type = "u",
                                      .activate = tv_list_view_go_to,
                                      .get_state = tv_list_view_get_selected,
                                      .signals = "selection-changed" };

static const TvListKind kind = {
  .table = "memory_word",
  .columns = columns,
  .n_columns = G_N_ELEMENTS (columns),
  .placeholder = N_("Register, address, text or note"),
  .go_to = &go_to,
  .make_menu = make_menu,
};

static TvViewFit
get_fit (TvTrace *trace)
{
  return tv_trace_get_faults (trace)->n_words > 0 ? TV_VIEW_FITS : TV_VIEW_EMPTY;
}

const TvViewInfo tv_view_memory_words = {
  .id = "memory-words",
  .title = N_("Memory"),
  .tooltip = N_("Memory near registers and on the stack"),
  .group = TV_VIEW_CONTENT,
  .get_type = tv_list_view_get_type,
  .kind = &kind,
  .get_fit = get_fit,
};
