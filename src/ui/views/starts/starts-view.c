/* SPDX-License-Identifier: GPL-3.0-or-later */

/* App starts, and the time of the selected start by reason.
 *
 *   ▕ Launch ▕ bindApplication  ▕ activityStart  ▕ First Frame ▕  phases of the selected start
 *   Package           Type  Took │ [Reasons][Phases][Slices]  com.example.shop, 196.9 ms
 *   com.example.shop  cold  196  │ Reason            Took  % of start  State
 *   com.example.mail  hot   80   │ bind_application  29.9  15.2        Running
 *
 * Listed in TV_VIEWS (view.h). A worker finds the starts (starts-task.h). Clicks change the selection and the visible
 * range of the session. */

#include "ui/views/view.h"

#include <glib/gi18n.h>

#include "core/state-kind.h"
#include "core/time-format.h"
#include "tables/range-table.h"
#include "ui/kit/number-format.h"
#include "ui/kit/object-actions.h"
#include "ui/kit/state-color.h"
#include "ui/kit/table/table-share.h"
#include "ui/kit/table/table-text.h"
#include "ui/kit/table/table-view.h"
#include "ui/views/starts/phase-bar.h"
#include "ui/views/starts/starts-task.h"
#include "ui/views/time-cell.h"

#define PACKAGE_PX 140
#define TYPE_PX    60
#define NAME_PX    150
#define STATE_PX   120
#define HALF_PX    300
#define MARGIN     0.05 /* visible time on either side of a start, as a fraction of its duration */

/* Lists about the selected start */
typedef enum
{
  PART_REASONS,
  PART_PHASES,
  PART_SLICES,
  N_PARTS,
} Part;

#define TV_TYPE_STARTS_VIEW (tv_starts_view_get_type ())
G_DECLARE_FINAL_TYPE (TvStartsView, tv_starts_view, TV, STARTS_VIEW, TvView)

struct _TvStartsView
{
  TvView parent_instance;

  TvPhaseBar *bar;
  GtkWidget *paned; /* list of starts, and a list about the selected start */
  TvTableView *list;
  TvTableView *details;
  GtkWidget *buttons[N_PARTS];
  GtkLabel *title; /* package and duration of the selected start */
  GtkLabel *empty; /* message that replaces the other widgets if there are no starts */

  TvStartsFound *found; /* (nullable): %NULL until the worker has finished */
  GCancellable *finding;
  guint32 row; /* row of the selected start, or TV_NONE */
  Part part;
};

G_DEFINE_FINAL_TYPE (TvStartsView, tv_starts_view, TV_TYPE_VIEW)

enum
{
  PROP_0,
  PROP_START,
  PROP_PART,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static const char *const part_ids[N_PARTS] = { "reasons", "phases", "slices" };

static TvSession *
get_session (TvStartsView *self)
{
  return tv_view_get_session (TV_VIEW (self));
}

static const TvAppStart *
get_start (TvStartsView *self, guint32 row)
{
  return &g_array_index (self->found->starts, TvAppStart, row);
}

/* ---- Cells ---- */

static char *
dup_package (TvTable *table, guint32 row, guint column, gpointer session)
{
  char *package = tv_table_dup_text_of (table, row, "package");

  return package != NULL ? package : g_strdup (_("not recorded"));
}

static gboolean
is_unnamed (TvTable *table, guint32 row, guint column, gpointer session)
{
  g_autofree char *package = tv_table_dup_text_of (table, row, "package");

  return package == NULL;
}

static char *
dup_took (TvTable *table, guint32 row, guint column, gpointer session)
{
  return tv_table_get_integer_of (table, row, "dur", -1) >= 0
             ? tv_table_text_dup_cell (table, row, column)
             : g_strdup (_("unfinished"));
}

/* Gets the state of a row. Waits for I/O are recognized by the reason "io". Returns %FALSE if the row has no state. */
static gboolean
find_state (TvTable *table, guint32 row, char **text, int *io_wait)
{
  g_autofree char *reason = tv_table_dup_text_of (table, row, "reason");

  *text = tv_table_dup_text_of (table, row, "state");
  *io_wait = g_strcmp0 (reason, "io") == 0 ? 1 : -1;
  return *text != NULL;
}

static char *
dup_state (TvTable *table, guint32 row, guint column, gpointer session)
{
  g_autofree char *text = NULL;
  int io_wait;

  return find_state (table, row, &text, &io_wait) ? tv_state_kind_dup_label (text, io_wait) : NULL;
}

/* Returns the reason, or the translated state if the reason is only a state. */
static char *
dup_reason (TvTable *table, guint32 row, guint column, gpointer session)
{
  g_autofree char *reason = tv_table_dup_text_of (table, row, "reason");
  g_autofree char *state = tv_table_dup_text_of (table, row, "state");

  return g_strcmp0 (reason, state) == 0 ? dup_state (table, row, column, session)
                                        : g_steal_pointer (&reason);
}

static gboolean
get_state_color (TvTable *table, guint32 row, guint column, gpointer session, GdkRGBA *color)
{
  g_autofree char *text = NULL;
  int io_wait;

  if (!find_state (table, row, &text, &io_wait))
    return FALSE;
  tv_state_color_get (tv_state_kind_find (text, io_wait), color);
  return TRUE;
}

static const TvTableColumn start_columns[] = {
  { .name = "package",
    .width = TV_TABLE_COLUMN_FILL,
    .min_px = PACKAGE_PX,
    .dup_text = dup_package,
    .is_dim = is_unnamed,
    .is_needed = TRUE },
  { .name = "type", .width = TYPE_PX },
  { .name = "dur", .title = N_("Took ms"), .dup_text = dup_took, .widest = N_("unfinished") },
  { .name = "time_to_initial_display", .title = N_("Displayed ms") },
  { .name = "time_to_full_display", .title = N_("Fully drawn ms") },
  { .name = "pid" },
  { .name = "ts", .dup_text = tv_time_cell_dup_text, .widest = "999.999999 s" },
  { .name = "state", .width = STATE_PX },
  { .name = "dur_without_trampoline", .title = N_("Without trampoline ms"), .is_extra = TRUE },
  { .name = "system", .width = STATE_PX, .is_extra = TRUE },
};

static const TvTableColumn reason_columns[] = {
  { .name = "reason",
    .width = TV_TABLE_COLUMN_FILL,
    .min_px = NAME_PX,
    .dup_text = dup_reason,
    .is_needed = TRUE },
  { .name = "dur", .title = N_("Took ms") },
  { .name = "percent", .get_share = tv_table_get_share_of_largest },
  { .name = "state", .width = STATE_PX, .dup_text = dup_state, .get_color = get_state_color },
  { .name = "pieces" },
  { .name = "longest_dur", .title = N_("Longest ms") },
  { .name = "longest_ts",
    .dup_text = tv_time_cell_dup_text,
    .widest = "999.999999 s",
    .is_extra = TRUE },
};

static char *
dup_phase (TvTable *table, guint32 row, guint column, gpointer session)
{
  g_autofree char *phase = tv_table_dup_text_of (table, row, "phase");

  return phase != NULL ? g_strdup (tv_phase_bar_get_label (phase)) : NULL;
}

static const TvTableColumn slice_columns[] = {
  { .name = "name", .width = TV_TABLE_COLUMN_FILL, .min_px = NAME_PX, .is_needed = TRUE },
  { .name = "phase", .width = STATE_PX, .dup_text = dup_phase },
  { .name = "dur", .title = N_("Incl ms") },
  { .name = "exclusive_dur", .title = N_("Excl ms") },
  { .name = "percent", .get_share = tv_table_get_share_of_largest },
  { .name = "ts", .dup_text = tv_time_cell_dup_text, .widest = "999.999999 s", .is_extra = TRUE },
};

static const TvTableColumn phase_columns[] = {
  { .name = "phase",
    .width = TV_TABLE_COLUMN_FILL,
    .min_px = NAME_PX,
    .dup_text = dup_phase,
    .is_needed = TRUE },
  { .name = "ts", .dup_text = tv_time_cell_dup_text, .widest = "999.999999 s" },
  { .name = "dur",
    .title = N_("Took ms"),
    .dup_text = dup_took,
    .widest = N_("unfinished"),
    .get_share = tv_table_get_share_of_largest },
  { .name = "mark_dur", .title = N_("Slice ms"), .is_extra = TRUE },
  { .name = "tid" },
};

/* ---- Details ---- */

/* Lists about the selected start */
static const struct
{
  TvTable *(*new_table) (const TvStartsFound *found, TvTrace *trace, guint32 row);
  const TvRangeTableKind *table;
  const TvTableColumn *columns;
  guint n_columns;
  const char *sort;
  gboolean is_descending;
  const char *name;
  const char *label;
  const char *tooltip;
} parts[N_PARTS] = {
  [PART_REASONS] = { tv_starts_found_new_reasons, &tv_app_start_reason_table, reason_columns,
                     G_N_ELEMENTS (reason_columns), "dur", TRUE,
                     N_("Reasons for the duration of the start"), N_("Reasons"),
                     N_("Time of the main thread, by reason and state") },
  [PART_PHASES] = { tv_starts_found_new_phases, &tv_app_start_phase_table, phase_columns,
                    G_N_ELEMENTS (phase_columns), "ts", FALSE, N_("Phases of the start"),
                    N_("Phases"), N_("Phases of the start in chronological order") },
  [PART_SLICES] = { tv_starts_found_new_slices, &tv_app_start_slice_table, slice_columns,
                    G_N_ELEMENTS (slice_columns), "exclusive_dur", TRUE,
                    N_("Longest slices of the start"), N_("Slices"),
                    N_("The ten longest slices of the main thread, by exclusive time") },
};

static void
show_details (TvStartsView *self)
{
  TvTrace *trace = tv_session_get_trace (get_session (self));
  g_autoptr (TvTable) table = NULL;
  g_autofree char *title_text = NULL;

  if (self->row == TV_NONE)
    return;
  table = parts[self->part].new_table (self->found, trace, self->row);
  tv_table_view_set_table (self->details, table);
  title_text = dup_package (self->found->table, self->row, 0, NULL);
  if (get_start (self, self->row)->dur >= 0)
    {
      g_autofree char *package = g_steal_pointer (&title_text);
      g_autofree char *took = tv_time_format (get_start (self, self->row)->dur);

      /* Translators: package of an app; duration of its start */
      title_text = g_strdup_printf (_("%s, %s"), package, took);
    }
  gtk_label_set_text (self->title, title_text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->title), title_text);
}

static void
show_columns (TvStartsView *self)
{
  tv_table_view_set_columns (self->details, &parts[self->part].table->info,
                             parts[self->part].columns, parts[self->part].n_columns,
                             get_session (self));
  tv_table_view_set_sort (self->details, parts[self->part].sort, parts[self->part].is_descending);
  tv_table_view_set_name (self->details, _ (parts[self->part].name));
}

static void
set_part (TvStartsView *self, Part part)
{
  if (self->part == part)
    return;
  self->part = part;
  tv_table_view_set_table (self->details, NULL);
  show_columns (self);
  show_details (self);
  for (guint i = 0; i < N_PARTS; i++)
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->buttons[i]), i == part);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PART]);
}

static void
on_part_toggled (GtkToggleButton *button, TvStartsView *self)
{
  for (guint part = 0; gtk_toggle_button_get_active (button) && part < N_PARTS; part++)
    if (GTK_WIDGET (button) == self->buttons[part])
      set_part (self, part);
}

/* Goes to a slice or, without a slice, selects an interval. @dur: -1 for an interval that lasts until the end of the
 * start. */
static void
go_to (TvStartsView *self, guint32 slice, gint64 ts, gint64 dur)
{
  TvSession *session = get_session (self);

  if (slice != TV_NONE)
    {
      tv_session_select_slice (session, slice);
      g_signal_emit_by_name (session, "reveal-slice", slice);
    }
  else
    {
      tv_session_select_range (session, ts, dur >= 0 ? ts + dur : get_start (self, self->row)->end);
      tv_session_reveal_time (session, ts);
    }
}

static void
on_detail_selected (TvStartsView *self, guint row)
{
  TvTable *table = tv_table_model_get_table (tv_table_view_get_model (self->details));
  guint32 slice = (guint32) tv_table_get_integer_of (table, row, "slice_id", TV_NONE);

  if (self->part != PART_REASONS)
    {
      go_to (self, slice, tv_table_get_integer_of (table, row, "ts", 0),
             tv_table_get_integer_of (table, row, "dur", -1));
      return;
    }
  if (slice == TV_NONE)
    slice = (guint32) tv_table_get_integer_of (table, row, "thread_state_id", TV_NONE);
  go_to (self, slice, tv_table_get_integer_of (table, row, "longest_ts", 0),
         tv_table_get_integer_of (table, row, "longest_dur", 0));
}

/* ---- Starts ---- */

/* Selects the range of a phase. An unfinished phase lasts until the end of the start. */
static void
on_phase_selected (TvStartsView *self, guint row)
{
  const TvAppStartPhase *phase = &g_array_index (self->found->phases, TvAppStartPhase, row);
  gint64 end = phase->dur >= 0 ? phase->ts + phase->dur : get_start (self, self->row)->end;

  tv_session_select_range (get_session (self), phase->ts, end);
  tv_session_reveal_time (get_session (self), phase->ts);
}

static void
set_row (TvStartsView *self, guint32 row)
{
  if (self->row == row)
    return;
  self->row = row;
  if (row != TV_NONE)
    tv_phase_bar_show (self->bar, get_session (self), get_start (self, row), self->found->phases);
  show_details (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_START]);
}

static void
on_start_selected (TvStartsView *self, guint row)
{
  const TvAppStart *start = get_start (self, row);

  set_row (self, row);
  tv_session_select_range (get_session (self), start->ts, start->end);
}

static void
on_start_activated (TvStartsView *self, guint row)
{
  const TvAppStart *start = get_start (self, row);
  gint64 margin_ns = (gint64) ((double) (start->end - start->ts) * MARGIN);

  on_start_selected (self, row);
  tv_session_set_visible (get_session (self), start->ts - margin_ns, start->end + margin_ns);
}

/* Selects the range of the clicked start even if its row is already selected, because the list then emits no signal.
 * The view itself selects the row of the longest start without selecting its range. */
static void
on_list_clicked (GtkGestureClick *gesture, int n_presses, double x, double y, TvStartsView *self)
{
  guint position = tv_table_view_pick (self->list, x, y);

  if (position != GTK_INVALID_LIST_POSITION &&
      tv_table_model_get_row (tv_table_view_get_model (self->list), position) == self->row)
    on_start_selected (self, self->row);
}

/* Selects the row of the selected start once the list has its rows. Does not change the range of the session. */
static void
on_shown (TvStartsView *self)
{
  if (self->row != TV_NONE && tv_table_view_get_selected (self->list) == TV_NONE)
    tv_table_view_select_row (self->list, self->row);
}

static void
update_busy (TvStartsView *self)
{
  gboolean is_sorting, sorts_details;

  g_object_get (self->list, "is-sorting", &is_sorting, NULL);
  g_object_get (self->details, "is-sorting", &sorts_details, NULL);
  tv_view_set_busy (TV_VIEW (self), is_sorting || sorts_details || self->finding != NULL);
}

static void
on_found (gpointer owner, gpointer job, gpointer result, const GError *error)
{
  TvStartsView *self = owner;

  if (result != NULL)
    {
      self->found = result;
      if (self->found->missing != NULL)
        gtk_label_set_text (self->empty, self->found->missing);
      gtk_widget_set_visible (GTK_WIDGET (self->empty), self->found->starts->len == 0);
      gtk_widget_set_visible (self->paned, self->found->starts->len > 0);
      tv_table_view_set_table (self->list, self->found->table);
      set_row (self, tv_starts_found_get_longest (self->found));
      on_shown (self);
      g_object_notify (G_OBJECT (self), "summary");
      tv_view_change_content (TV_VIEW (self));
    }
  update_busy (self);
}

static void
update (TvStartsView *self)
{
  TvSession *session = get_session (self);

  if (session == NULL || self->found != NULL || self->finding != NULL ||
      !tv_view_is_seen (TV_VIEW (self)))
    return;
  tv_work_start (&tv_starts_work, g_object_ref (tv_session_get_trace (session)), on_found, self,
                 &self->finding);
  update_busy (self);
}

/* ---- View ---- */

static void
set_session (TvView *view, TvSession *session)
{
  TvStartsView *self = TV_STARTS_VIEW (view);

  tv_table_view_set_columns (self->list, &tv_app_start_table.info, start_columns,
                             G_N_ELEMENTS (start_columns), session);
  tv_table_view_set_sort (self->list, "ts", FALSE);
  tv_table_view_set_name (self->list, _("Starts"));
  show_columns (self);
  update (self);
}

static void
set_seen (TvView *view, gboolean is_seen)
{
  if (is_seen)
    update (TV_STARTS_VIEW (view));
}

/* Returns a summary such as "4 starts; longest 421.6 ms". */
static char *
dup_summary (TvView *view)
{
  TvStartsView *self = TV_STARTS_VIEW (view);
  guint32 longest = self->found != NULL ? tv_starts_found_get_longest (self->found) : TV_NONE;
  g_autofree char *n = NULL;
  g_autofree char *took = NULL;

  if (longest == TV_NONE)
    return NULL;
  n = tv_format_count (self->found->starts->len);
  took = tv_time_format (get_start (self, longest)->end - get_start (self, longest)->ts);
  /* Translators: number of app starts; duration of the longest one */
  return g_strdup_printf (
      ngettext ("%s start, %s", "%s starts; longest %s", self->found->starts->len), n, took);
}

static TvTable *
dup_table (TvView *view, const char *name, GBytes **order)
{
  TvStartsView *self = TV_STARTS_VIEW (view);
  TvTableView *const tables[] = { self->list, self->details };

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      TvTable *table = tv_table_model_get_table (tv_table_view_get_model (tables[i]));

      if (table != NULL && (name == NULL || g_str_equal (name, tv_table_get_name (table))))
        return tv_table_view_dup_shown (tables[i], order);
    }
  return NULL;
}

/* Returns: (transfer floating): id of the selected start, or %TV_NONE, as the state of an action */
static GVariant *
get_start_state (gpointer object)
{
  TvStartsView *self = object;

  return g_variant_new_uint32 (self->row != TV_NONE ? get_start (self, self->row)->id : TV_NONE);
}

static void
change_start (gpointer object, GVariant *value)
{
  TvStartsView *self = object;

  for (guint32 row = 0; self->found != NULL && row < self->found->starts->len; row++)
    if (get_start (self, row)->id == g_variant_get_uint32 (value))
      {
        tv_table_view_select_row (self->list, row);
        on_start_selected (self, row);
      }
}

static GVariant *
get_part_state (gpointer object)
{
  return g_variant_new_string (part_ids[TV_STARTS_VIEW (object)->part]);
}

static void
change_part (gpointer object, GVariant *value)
{
  for (guint part = 0; part < N_PARTS; part++)
    if (g_str_equal (g_variant_get_string (value, NULL), part_ids[part]))
      set_part (object, part);
}

static GVariant *
get_shown_state (gpointer object)
{
  TvStartsView *self = object;

  return g_variant_new_uint32 (self->found != NULL ? self->found->starts->len : 0);
}

static void
add_actions (TvView *view, GActionMap *map)
{
  static const TvObjectAction actions[] = {
    { .name = "app-start",
      .type = "u",
      .get_state = get_start_state,
      .change = change_start,
      .signals = "notify::start" },
    { .name = "app-start-part",
      .type = "s",
      .get_state = get_part_state,
      .change = change_part,
      .signals = "notify::part" },
    { .name = "app-starts-shown",
      .type = "u",
      .get_state = get_shown_state,
      .signals = "notify::summary" },
  };

  tv_object_actions_add (map, view, view, actions, G_N_ELEMENTS (actions));
}

static TvViewFit
get_fit (TvTrace *trace)
{
  return tv_app_starts_are_named (trace) ? TV_VIEW_FITS : TV_VIEW_EMPTY;
}

const TvViewInfo tv_view_starts = {
  .id = "starts",
  .title = N_("Starts"),
  .tooltip = N_("App starts, with their phases and the time of their main threads"),
  .group = TV_VIEW_CONTENT,
  .get_type = tv_starts_view_get_type,
  .get_fit = get_fit,
};

/* ---- Object ---- */

static void
tv_starts_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TvStartsView *self = TV_STARTS_VIEW (object);

  if (id == PROP_START)
    g_value_set_uint (value, self->row);
  else if (id == PROP_PART)
    g_value_set_string (value, part_ids[self->part]);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
tv_starts_view_dispose (GObject *object)
{
  TvStartsView *self = TV_STARTS_VIEW (object);
  GtkWidget *child;

  tv_work_stop (&self->finding);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  self->row = TV_NONE;
  g_clear_pointer (&self->found, tv_starts_found_free);
  G_OBJECT_CLASS (tv_starts_view_parent_class)->dispose (object);
}

static void
tv_starts_view_class_init (TvStartsViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  TvViewClass *view_class = TV_VIEW_CLASS (klass);

  view_class->set_session = set_session;
  view_class->set_seen = set_seen;
  view_class->dup_summary = dup_summary;
  view_class->dup_table = dup_table;
  view_class->add_actions = add_actions;
  object_class->get_property = tv_starts_view_get_property;
  object_class->dispose = tv_starts_view_dispose;
  properties[PROP_START] = g_param_spec_uint ("start", NULL, NULL, 0, G_MAXUINT, TV_NONE,
                                              G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_PART] = g_param_spec_string ("part", NULL, NULL, part_ids[PART_REASONS],
                                               G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
}

static GtkWidget *
make_bar (TvStartsView *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *choice = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_add_css_class (bar, "range-bar");
  gtk_widget_add_css_class (choice, "choice");
  gtk_widget_set_valign (choice, GTK_ALIGN_CENTER);
  for (guint part = 0; part < N_PARTS; part++)
    {
      self->buttons[part] = gtk_toggle_button_new_with_label (_ (parts[part].label));
      gtk_widget_set_tooltip_text (self->buttons[part], _ (parts[part].tooltip));
      gtk_widget_add_css_class (self->buttons[part], "flat");
      if (part > 0)
        gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (self->buttons[part]),
                                     GTK_TOGGLE_BUTTON (self->buttons[0]));
      gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->buttons[part]), part == self->part);
      g_signal_connect (self->buttons[part], "toggled", G_CALLBACK (on_part_toggled), self);
      gtk_box_append (GTK_BOX (choice), self->buttons[part]);
    }
  self->title = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_ellipsize (self->title, PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_xalign (self->title, 0.0f);
  gtk_widget_set_hexpand (GTK_WIDGET (self->title), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->title), "dim-label");
  gtk_widget_add_css_class (GTK_WIDGET (self->title), "numeric");
  gtk_box_append (GTK_BOX (bar), choice);
  gtk_box_append (GTK_BOX (bar), GTK_WIDGET (self->title));
  return bar;
}

static TvTableView *
make_table (TvStartsView *self)
{
  GtkWidget *table = tv_table_view_new ();

  gtk_widget_set_vexpand (table, TRUE);
  gtk_widget_set_margin_start (table, 6);
  gtk_widget_set_margin_end (table, 6);
  g_signal_connect_swapped (table, "notify::is-sorting", G_CALLBACK (update_busy), self);
  return TV_TABLE_VIEW (table);
}

static void
add_empty (TvStartsView *self)
{
  GtkWidget *empty = gtk_label_new (NULL);

  self->empty = GTK_LABEL (empty);
  gtk_label_set_wrap (self->empty, TRUE);
  gtk_label_set_justify (self->empty, GTK_JUSTIFY_CENTER);
  gtk_widget_set_vexpand (empty, TRUE);
  gtk_widget_set_hexpand (empty, TRUE);
  gtk_widget_add_css_class (empty, "dim-label");
  gtk_widget_add_css_class (empty, "empty-message");
  gtk_widget_set_visible (empty, FALSE);
  gtk_widget_set_parent (empty, GTK_WIDGET (self));
}

static void
tv_starts_view_init (TvStartsView *self)
{
  GtkWidget *beside = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkGesture *clicks;

  gtk_orientable_set_orientation (
      GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))), GTK_ORIENTATION_VERTICAL);
  self->row = TV_NONE;
  self->list = make_table (self);
  self->details = make_table (self);
  gtk_widget_set_size_request (GTK_WIDGET (self->list), HALF_PX, -1);
  gtk_widget_set_size_request (beside, HALF_PX, -1);
  gtk_box_append (GTK_BOX (beside), make_bar (self));
  gtk_box_append (GTK_BOX (beside), GTK_WIDGET (self->details));
  self->bar = TV_PHASE_BAR (tv_phase_bar_new ());
  gtk_widget_set_margin_start (GTK_WIDGET (self->bar), 12);
  gtk_widget_set_margin_end (GTK_WIDGET (self->bar), 12);
  gtk_widget_set_margin_top (GTK_WIDGET (self->bar), 6);
  gtk_widget_set_parent (GTK_WIDGET (self->bar), GTK_WIDGET (self));
  self->paned = gtk_paned_new (GTK_ORIENTATION_HORIZONTAL);
  gtk_paned_set_start_child (GTK_PANED (self->paned), GTK_WIDGET (self->list));
  gtk_paned_set_end_child (GTK_PANED (self->paned), beside);
  gtk_paned_set_shrink_start_child (GTK_PANED (self->paned), FALSE);
  gtk_paned_set_shrink_end_child (GTK_PANED (self->paned), FALSE);
  gtk_widget_set_vexpand (self->paned, TRUE);
  gtk_widget_set_parent (self->paned, GTK_WIDGET (self));
  add_empty (self);
  clicks = gtk_gesture_click_new ();
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (clicks), GTK_PHASE_CAPTURE);
  g_signal_connect (clicks, "pressed", G_CALLBACK (on_list_clicked), self);
  gtk_widget_add_controller (tv_table_view_get_list (self->list), GTK_EVENT_CONTROLLER (clicks));
  g_signal_connect_swapped (self->bar, "phase-selected", G_CALLBACK (on_phase_selected), self);
  g_signal_connect_swapped (self->list, "row-selected", G_CALLBACK (on_start_selected), self);
  g_signal_connect_swapped (self->list, "row-activated", G_CALLBACK (on_start_activated), self);
  g_signal_connect_swapped (self->list, "shown", G_CALLBACK (on_shown), self);
  g_signal_connect_swapped (self->details, "row-selected", G_CALLBACK (on_detail_selected), self);
  g_signal_connect_swapped (self->details, "row-activated", G_CALLBACK (on_detail_selected), self);
}
