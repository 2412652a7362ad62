/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a list of samples shows, and what can be done with a row. */

#include "ui/views/samples/samples-columns.h"

#include <glib/gi18n.h>

#include "analysis/calls/sample-rows.h"
#include "analysis/samples/frame-source.h"
#include "paint/kit/weight-format.h"
#include "tables/sample-table.h"
#include "paint/kit/frame-words.h"
#include "ui/kit/symbol-text.h"
#include "ui/views/symbol-menu.h"
#include "ui/views/time-cell.h"
#include "ui/views/view.h"

#define THREAD_WIDTH_PX  160
#define EVENT_WIDTH_PX   130
#define LIBRARY_WIDTH_PX 150
#define STATE_WIDTH_PX   84
#define ORIGIN_WIDTH_PX  104
#define SOURCE_WIDTH_PX  150
#define NAME_LEAST_PX    180

static const TvFrame *
get_leaf (TvTable *table, guint32 row)
{
  return tv_sample_table_get_leaf (TV_SAMPLE_TABLE (table), row);
}

/* With its unit: rows may be of several events. */
static char *
dup_weight (TvTable *table, guint32 row, guint column, gpointer session)
{
  guint32 kind;
  gint64 weight = tv_sample_table_get_weight (TV_SAMPLE_TABLE (table), row, &kind, NULL);

  return tv_weight_format (tv_session_get_trace (session), kind, weight);
}

static char *
dup_state (TvTable *table, guint32 row, guint column, gpointer session)
{
  const TvStacks *stacks = tv_trace_get_stacks (tv_session_get_trace (session));
  guint32 kind;

  tv_sample_table_get_weight (TV_SAMPLE_TABLE (table), row, &kind, NULL);
  if (stacks->kinds[kind].heap != TV_NONE)
    return NULL;
  return g_strdup (stacks->kinds[kind].is_off_cpu ? _("off CPU") : _("on CPU"));
}

/* Without the package, which is in a column of its own. */
static char *
dup_name (TvTable *table, guint32 row, guint column, gpointer session)
{
  TvTrace *trace = tv_session_get_trace (session);
  const TvFrame *leaf = get_leaf (table, row);
  g_autofree char *name = NULL;

  if (leaf == NULL)
    return NULL;
  name = leaf->symbol != TV_NONE
             ? tv_symbol_text_dup_short (tv_session_get_profile (session), leaf->symbol)
             : tv_frame_dup_name (trace, leaf);
  return leaf->is_inlined ? g_strdup_printf ("%s %s", name, _("(inlined)"))
                          : g_steal_pointer (&name);
}

static TvFrameKind
get_origin (TvTable *table, guint32 row)
{
  const TvFrame *leaf = get_leaf (table, row);

  return leaf != NULL ? leaf->kind : TV_FRAME_OTHER;
}

static char *
dup_origin (TvTable *table, guint32 row, guint column, gpointer session)
{
  return g_strdup (tv_frame_words_get_name (get_origin (table, row)));
}

static gboolean
get_origin_color (TvTable *table, guint32 row, guint column, gpointer session, GdkRGBA *rgba)
{
  const TvColor *color = tv_frame_words_get_color (get_origin (table, row));

  if (color == NULL)
    return FALSE;
  *rgba = (GdkRGBA){ (float) color->red, (float) color->green, (float) color->blue, 1.0f };
  return TRUE;
}

/* ---- Which of them there are ---- */

static gboolean
has_times (TvTrace *trace)
{
  return tv_trace_has_timed_samples (trace) || tv_trace_has (trace, TV_HAS_HEAP_CHANGES);
}

static gboolean
has_threads (TvTrace *trace)
{
  guint32 n;

  tv_trace_get_threads (trace, &n);
  return n > 0;
}

static gboolean
has_cpus (TvTrace *trace)
{
  const TvStackSamples *samples = &tv_trace_get_stacks (trace)->samples;

  for (guint32 i = 0; i < samples->n; i++)
    if (samples->cpu[i] != TV_NONE)
      return TRUE;
  return FALSE;
}

static gboolean
has_events (TvTrace *trace)
{
  return tv_trace_get_stacks (trace)->n_kinds > 1;
}

/* Where nothing tells of time off the CPU, nothing is said of it. */
static gboolean
has_states (TvTrace *trace)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);

  for (guint32 kind = 0; kind < stacks->n_kinds; kind++)
    if (stacks->kinds[kind].is_off_cpu)
      return TRUE;
  return FALSE;
}

static const struct
{
  TvTableColumn column;
  gboolean (*is_shown) (TvTrace *trace); /* (nullable) */
} columns[] = {
  { .column = { .name = "ts",
                .title = N_("Time"),
                .dup_text = tv_time_cell_dup_text,
                .widest = "999.999999 s" },
    .is_shown = has_times },
  { .column = { .name = "thread", .title = N_("Thread"), .width = THREAD_WIDTH_PX },
    .is_shown = has_threads },
  { .column = { .name = "weight",
                .description =
                    N_("For how much it stands, with the unit of its event; only weights "
                       "of one event can be added up"),
                .dup_text = dup_weight,
                .widest = "999.999 ms" } },
  { .column = { .name = "name",
                .dup_text = dup_name,
                .width = TV_TABLE_COLUMN_FILL,
                .least_px = NAME_LEAST_PX } },
  { .column = { .name = "source", .width = SOURCE_WIDTH_PX },
    .is_shown = tv_trace_has_frame_lines },
  { .column = { .name = "origin",
                .description = N_("What runs it: the kernel, native code, a virtual machine, code "
                                  "that one compiled while it ran, or JavaScript"),
                .dup_text = dup_origin,
                .get_color = get_origin_color,
                .width = ORIGIN_WIDTH_PX } },
  { .column = { .name = "library", .width = LIBRARY_WIDTH_PX } },
  { .column = { .name = "depth" } },
  { .column = { .name = "state", .dup_text = dup_state, .width = STATE_WIDTH_PX },
    .is_shown = has_states },
  { .column = { .name = "event", .width = EVENT_WIDTH_PX }, .is_shown = has_events },
  { .column = { .name = "cpu", .widest = "99", .is_extra = TRUE }, .is_shown = has_cpus },
};

/* Shows what the session's trace can fill, in the order of time. */
void
tv_samples_columns_show (TvTableView *view, TvSession *session)
{
  TvTrace *trace = tv_session_get_trace (session);
  TvTableColumn shown[G_N_ELEMENTS (columns)];
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    if (columns[i].is_shown == NULL || columns[i].is_shown (trace))
      shown[n++] = columns[i].column;
  tv_table_view_set_columns (view, &tv_sample_table_info, shown, n, session);
  tv_table_view_set_order (view, has_times (trace) ? "ts" : NULL);
}

/* ---- Menu ---- */

GMenu *
tv_samples_menu_new (gpointer view, TvTableRow *row)
{
  TvSession *session = tv_view_get_session (view);
  GMenu *menu = g_menu_new ();

  if (tv_session_get_selected_symbol (session) != TV_NONE)
    tv_symbol_menu_append (menu, session, tv_session_get_selected_symbol (session));
  return menu;
}
