/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Frames of programs and of the display: durations, lateness and its causes.
 *
 *   [All 412][Late 47][Dropped 3]  surface ▾  47 of 412 late, 11.4 %; worst by 231 ms
 *   ▁▃█▇▅▃▂▁│▁▁▂▁  durations, with the deadline
 *   Frame  Start  Took  Late by  Jank type …  table
 *
 * Listed in TV_VIEWS (view.h). A worker finds, filters and counts the frames (frames-task.h). A click selects the
 * slice of a frame in the session and scrolls the timeline to it. */

#include "ui/views/view.h"

#include <glib/gi18n.h>

#include "core/time-format.h"
#include "paint/kit/palette.h"
#include "tables/range-table.h"
#include "ui/kit/chip.h"
#include "ui/kit/drop-down-name.h"
#include "ui/kit/number-format.h"
#include "ui/kit/object-actions.h"
#include "ui/kit/table/table-text.h"
#include "ui/kit/table/table-view.h"
#include "ui/views/frames/frames-task.h"
#include "ui/views/histogram-view.h"
#include "ui/views/time-cell.h"

#define MODE_KEY      "tv-mode"
#define SLICE_KEY     "tv-slice"
#define SURFACE_CHARS 28
#define SURFACE_PX    220
#define PROCESS_PX    160
#define BAND_COLOR    0 /* palette index of the colour of bars in the band */

#define TV_TYPE_FRAMES_VIEW (tv_frames_view_get_type ())
G_DECLARE_FINAL_TYPE (TvFramesView, tv_frames_view, TV, FRAMES_VIEW, TvView)

struct _TvFramesView
{
  TvView parent_instance;

  GtkWidget *buttons[TV_N_FRAMES_MODES];
  GtkDropDown *surfaces;
  GtkLabel *note;
  TvHistogramView *histogram;
  TvTableView *table;
  GtkLabel *empty; /* message if no frame matches */
  TvSearchEntry *entry;

  TvFramesShown *shown; /* (nullable): %NULL before the first result */
  GCancellable *finding;
  TvFramesMode mode;
  guint surface;
  gint64 from_ns, to_ns;  /* selected band of durations, or -1 */
  gboolean has_multiples; /* whether @from_ns and @to_ns are multiples of deadlines */
  gboolean is_updating;
};

G_DEFINE_FINAL_TYPE (TvFramesView, tv_frames_view, TV_TYPE_VIEW)

enum
{
  PROP_0,
  PROP_BAND,
};

static const char *const mode_ids[] = { "all", "late", "dropped" };

G_STATIC_ASSERT (G_N_ELEMENTS (mode_ids) == TV_N_FRAMES_MODES);

/* ---- Strings ---- */

static char *
dup_mode_label (TvFramesMode mode, guint32 n)
{
  g_autofree char *count = tv_format_count (n);

  switch (mode)
    {
    case TV_FRAMES_LATE:
      /* Translators: %s is a number of frames */
      return g_strdup_printf (_("Late %s"), count);
    case TV_FRAMES_DROPPED:
      /* Translators: %s is a number of frames */
      return g_strdup_printf (_("Dropped %s"), count);
    case TV_FRAMES_ALL:
    case TV_N_FRAMES_MODES:
    default:
      /* Translators: %s is a number of frames */
      return g_strdup_printf (_("All %s"), count);
    }
}

/* Returns a phrase such as "365 on time"; %NULL if no frame or every frame was on time. */
static char *
dup_in_time (const TvFrameCount *count)
{
  guint32 n = count->n - count->n_late - count->n_dropped;
  g_autofree char *number = tv_format_count (n);

  /* Translators: %s is a number of frames */
  return n > 0 && n < count->n ? g_strdup_printf (_("%s on time"), number) : NULL;
}

/* Returns a phrase such as "47 of 412 late, 11.4 %; the worst by 231 ms". */
static char *
dup_summary_of (const TvFrameCount *count)
{
  g_autofree char *n = tv_format_count (count->n);
  g_autofree char *late = tv_format_count (count->n_late);
  g_autofree char *share = tv_format_percent (count->n > 0 ? 100.0 * count->n_late / count->n : 0);
  g_autofree char *worst = count->worst_ns > 0 ? tv_time_format (count->worst_ns) : NULL;

  if (count->n_late == 0)
    return g_strdup_printf (ngettext ("%s frame, none late", "%s frames, none late", count->n), n);
  if (worst == NULL)
    /* Translators: number of late frames; number of all frames; percentage of late frames */
    return g_strdup_printf (_("%s of %s late, %s"), late, n, share);
  /* Translators: number of late frames; number of all frames; percentage of late frames; lateness of the latest
   * frame */
  return g_strdup_printf (_("%s of %s late, %s; the worst by %s"), late, n, share, worst);
}

/* Returns a phrase such as "p50 8.1 ms, p99 12.4 ms" for the frames that match the surface and the text. */
static char *
dup_percentiles (TvFramesView *self)
{
  TvDurations *durations = self->shown->durations;
  g_autofree char *p50 = NULL;
  g_autofree char *p99 = NULL;

  if (tv_durations_count (durations) == 0)
    return g_strdup ("");
  p50 = tv_histogram_view_dup_value (self->histogram, tv_durations_get_percentile (durations, 50));
  p99 = tv_histogram_view_dup_value (self->histogram, tv_durations_get_percentile (durations, 99));
  /* Translators: percentiles of the durations of frames */
  return g_strdup_printf (_("p50 %s, p99 %s"), p50, p99);
}

static char *
dup_empty_text (TvFramesView *self)
{
  const TvFrameCount *count = &self->shown->count;
  g_autofree char *n = tv_format_count (count->n);
  g_autofree char *percentiles = dup_percentiles (self);
  g_autofree char *text = NULL;

  if (self->from_ns >= 0 || tv_search_entry_get_text (self->entry)[0] != '\0')
    return g_strdup (_("No frame matches the filters."));
  if (self->mode == TV_FRAMES_LATE)
    {
      text = g_strdup_printf (
          ngettext ("The only frame was on time", "All %s frames were on time", count->n), n);
      return g_strconcat (text, "\n", percentiles, NULL);
    }
  if (self->mode == TV_FRAMES_DROPPED)
    return g_strdup_printf (
        ngettext ("The only frame was shown", "All %s frames were shown", count->n), n);
  return g_strdup (_("No Frames"));
}

static void
update_labels (TvFramesView *self)
{
  const TvFrameCount *count = &self->shown->count;
  const guint32 numbers[] = { count->n, count->n_late, count->n_dropped };
  g_autofree char *empty = dup_empty_text (self);

  self->is_updating = TRUE;
  for (guint mode = 0; mode < TV_N_FRAMES_MODES; mode++)
    {
      g_autofree char *label = dup_mode_label (mode, numbers[mode]);

      gtk_button_set_label (GTK_BUTTON (self->buttons[mode]), label);
      gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->buttons[mode]), self->mode == mode);
    }
  self->is_updating = FALSE;
  gtk_label_set_text (self->note, self->shown->note != NULL ? self->shown->note : "");
  gtk_widget_set_visible (GTK_WIDGET (self->note), self->shown->note != NULL);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->note), self->shown->note);
  gtk_label_set_text (self->empty, empty);
  gtk_widget_set_visible (GTK_WIDGET (self->empty), self->shown->n_left == 0);
  gtk_widget_set_visible (GTK_WIDGET (self->table), self->shown->n_left > 0);
}

/* ---- Visible frames ---- */

static guint32
get_slice (TvFramesView *self, guint row)
{
  return g_array_index (self->shown->rows, TvFrameRow, row).slice;
}

static guint32
find_row (TvFramesView *self, guint32 slice)
{
  for (guint i = 0; self->shown != NULL && slice != TV_NONE && i < self->shown->rows->len; i++)
    if (get_slice (self, i) == slice)
      return i;
  return TV_NONE;
}

static void
on_slice_selected (TvFramesView *self)
{
  guint32 row = find_row (self,
                          tv_session_get_selected_slice (tv_view_get_session (TV_VIEW (self))));
  guint position = TV_NONE;

  tv_histogram_view_set_selected (self->histogram,
                                  row != TV_NONE ? tv_frames_shown_measure (self->shown, row) : -1);
  if (self->shown == NULL || tv_table_view_get_selected (self->table) == row)
    return;
  tv_table_view_select_row (self->table, row);
  if (row != TV_NONE)
    position = tv_table_model_find_row (tv_table_view_get_model (self->table), row);
  if (position != TV_NONE)
    tv_table_view_reveal (self->table, position);
}

static char *
dup_surface (TvFramesView *self, guint index)
{
  guint32 surface = g_array_index (self->shown->surfaces, guint32, index);

  if (index == TV_FRAMES_ALL_SURFACES)
    return g_strdup (_("All Surfaces"));
  /* Translators: frames of the display, not of a surface */
  return g_strdup (surface != TV_NONE
                       ? tv_trace_get_string (
                             tv_session_get_trace (tv_view_get_session (TV_VIEW (self))), surface)
                       : _("Display"));
}

static void
fill_surfaces (TvFramesView *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  for (guint i = 0; i < self->shown->surfaces->len; i++)
    gtk_string_list_take (names, dup_surface (self, i));
  self->is_updating = TRUE;
  gtk_drop_down_set_model (self->surfaces, G_LIST_MODEL (names));
  self->is_updating = FALSE;
  /* With a single surface, there is nothing to choose. */
  gtk_widget_set_visible (GTK_WIDGET (self->surfaces), self->shown->surfaces->len > 2);
}

static void
show_shown (TvFramesView *self)
{
  const TvFrameCount *count = &self->shown->count;
  g_autofree char *left_count = tv_format_count (self->shown->n_left);
  g_autofree char *in_time = dup_in_time (count);

  tv_table_view_set_filter (self->table, self->shown->table, self->shown->filter);
  tv_table_view_set_table (self->table, self->shown->table);
  tv_histogram_view_set_durations (self->histogram, self->shown->durations,
                                   tv_palette_get_color (BAND_COLOR));
  tv_histogram_view_set_deadline (
      self->histogram, count->has_mixed_deadlines ? TV_FRAME_DEADLINE : count->deadline_ns,
      count->has_mixed_deadlines, in_time);
  tv_histogram_view_set_band (self->histogram, self->from_ns, self->to_ns);
  gtk_widget_set_visible (GTK_WIDGET (self->histogram),
                          tv_durations_count (self->shown->durations) > 0);
  tv_search_entry_show_left (self->entry, self->shown->n_left, left_count);
  update_labels (self);
  on_slice_selected (self);
  g_object_notify (G_OBJECT (self), "summary");
  tv_view_change_content (TV_VIEW (self));
}

static void
update_busy (TvFramesView *self)
{
  gboolean is_sorting;

  g_object_get (self->table, "is-sorting", &is_sorting, NULL);
  tv_view_set_busy (TV_VIEW (self), is_sorting || self->finding != NULL);
}

static void update (TvFramesView *self);
static void set_band (TvFramesView *self, gint64 from_ns, gint64 to_ns);

static void
on_found (gpointer owner, gpointer job, gpointer result, const GError *error)
{
  TvFramesView *self = owner;
  g_autoptr (TvFramesShown) before = NULL;

  if (result != NULL)
    {
      before = g_steal_pointer (&self->shown);
      self->shown = result;
      if (before == NULL)
        fill_surfaces (self);
      /* Initially, only late frames are listed. If there are none, all frames are listed. */
      if (before == NULL && self->mode == TV_FRAMES_LATE && self->shown->count.n_late == 0)
        {
          self->mode = TV_FRAMES_ALL;
          update (self);
          return;
        }
      /* A band in ns has no meaning for multiples of deadlines, and vice versa. */
      if (self->from_ns >= 0 && !self->has_multiples != !self->shown->count.has_mixed_deadlines)
        set_band (self, -1, -1);
      show_shown (self);
    }
  update_busy (self);
}

static void
update (TvFramesView *self)
{
  TvSession *session = tv_view_get_session (TV_VIEW (self));
  TvFramesJob *job;

  if (session == NULL || !tv_view_is_seen (TV_VIEW (self)))
    return;
  job = g_new0 (TvFramesJob, 1);
  job->trace = g_object_ref (tv_session_get_trace (session));
  job->before = self->shown != NULL ? tv_frames_shown_share (self->shown) : NULL;
  job->mode = self->mode;
  job->surface = self->surface;
  job->match = tv_search_entry_dup_match (self->entry);
  job->from_ns = self->from_ns;
  job->to_ns = self->to_ns;
  job->has_multiples = self->has_multiples;
  tv_work_start (&tv_frames_work, job, on_found, self, &self->finding);
  update_busy (self);
}

/* ---- Choices ---- */

static void
set_band (TvFramesView *self, gint64 from_ns, gint64 to_ns)
{
  if (from_ns < 0 || to_ns < from_ns)
    from_ns = to_ns = -1;
  if (self->from_ns == from_ns && self->to_ns == to_ns)
    return;
  self->from_ns = from_ns;
  self->to_ns = to_ns;
  self->has_multiples = self->shown != NULL && self->shown->count.has_mixed_deadlines;
  g_object_notify (G_OBJECT (self), "band");
  tv_view_change_chips (TV_VIEW (self));
  update (self);
}

static void
on_band_chosen (TvFramesView *self, gint64 from_ns, gint64 to_ns)
{
  set_band (self, from_ns, to_ns);
}

static void
set_mode (TvFramesView *self, TvFramesMode mode)
{
  if (self->mode == mode)
    return;
  self->mode = mode;
  for (guint i = 0; i < TV_N_FRAMES_MODES; i++)
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->buttons[i]), i == mode);
  g_object_notify (G_OBJECT (self), "summary");
  update (self);
}

static void
on_mode_toggled (GtkWidget *button, TvFramesView *self)
{
  if (!self->is_updating && gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (button)))
    set_mode (self, GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), MODE_KEY)));
}

static void
on_surface_chosen (TvFramesView *self)
{
  guint surface = gtk_drop_down_get_selected (self->surfaces);

  if (self->is_updating || surface == GTK_INVALID_LIST_POSITION || surface == self->surface)
    return;
  self->surface = surface;
  update (self);
}

/* ---- Rows ---- */

static void
on_row_selected (TvFramesView *self, guint row)
{
  TvSession *session = tv_view_get_session (TV_VIEW (self));

  tv_session_select_slice (session, get_slice (self, row));
  tv_session_show_slice (session, get_slice (self, row));
}

static void
leave_entry (TvFramesView *self)
{
  tv_table_view_enter (self->table);
}

/* Returns: (nullable): lateness of a frame; %NULL if the frame is not late */
static char *
dup_late (TvTable *table, guint32 row, guint column, gpointer session)
{
  return tv_table_get_integer_of (table, row, "late", 0) > 0
             ? tv_table_text_dup_cell (table, row, column)
             : NULL;
}

static char *
dup_took (TvTable *table, guint32 row, guint column, gpointer session)
{
  return tv_table_get_integer_of (table, row, "dur", -1) >= 0
             ? tv_table_text_dup_cell (table, row, column)
             : g_strdup (_("unfinished"));
}

static double
get_late_share (TvTable *table, guint32 row, guint column, gpointer session)
{
  gint64 late_ns = tv_table_get_integer_of (table, row, "late", 0),
         latest_ns = tv_frames_get_latest (table);

  return late_ns > 0 && latest_ns > 0 ? (double) late_ns / (double) latest_ns : -1.0;
}

static gboolean
is_late (TvTable *table, guint32 row, guint column, gpointer session)
{
  return tv_table_get_integer_of (table, row, "is_late", 0) != 0;
}

/* Returns whether something other than the program caused the lateness. */
static gboolean
is_of_others (TvTable *table, guint32 row, guint column, gpointer session)
{
  g_autofree char *state = tv_table_dup_text_of (table, row, "state");

  return g_strcmp0 (state, tv_frame_outcome_get_name (TV_FRAME_DELAYED)) == 0 ||
         g_strcmp0 (state, tv_frame_outcome_get_name (TV_FRAME_UNSEEN)) == 0;
}

/* ---- The link of a frame ---- */

static void
on_link_clicked (GtkGestureClick *gesture, int n_presses, double x, double y, TvSession *session)
{
  GtkWidget *link = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture));
  guint32 slice = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (link), SLICE_KEY));

  tv_session_select_slice (session, slice);
  tv_session_show_slice (session, slice);
  g_signal_emit_by_name (session, "reveal-slice", slice);
}

static GtkWidget *
new_link (gpointer session)
{
  GtkWidget *link = gtk_label_new (NULL);
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_label_set_xalign (GTK_LABEL (link), 0.0f);
  gtk_label_set_ellipsize (GTK_LABEL (link), PANGO_ELLIPSIZE_END);
  gtk_widget_set_halign (link, GTK_ALIGN_START);
  gtk_widget_add_css_class (link, "frame-link");
  gtk_widget_set_cursor_from_name (link, "pointer");
  g_signal_connect (click, "released", G_CALLBACK (on_link_clicked), session);
  gtk_widget_add_controller (link, GTK_EVENT_CONTROLLER (click));
  return link;
}

static void
set_link_row (GtkWidget *link, TvTableRow *row)
{
  TvTable *table;
  g_autofree char *id = NULL;
  guint32 number;

  if (row == NULL)
    return;
  table = tv_table_row_get_table (row);
  number = tv_table_row_get_row (row);
  g_object_set_data (
      G_OBJECT (link), SLICE_KEY,
      GUINT_TO_POINTER ((guint32) tv_table_get_integer_of (table, number, "slice_id", 0)));
  id = tv_table_dup_text_of (table, number, "frame_id");
  gtk_label_set_text (GTK_LABEL (link), id != NULL ? id : "");
}

static const TvTableColumn columns[] = {
  { .name = "frame_id",
    .width = 90,
    .sample_text = "9999999999",
    .new_cell = new_link,
    .set_row = set_link_row },
  { .name = "ts",
    .title = N_("Start"),
    .dup_text = tv_time_cell_dup_text,
    .widest = "999.999999 s" },
  { .name = "dur", .title = N_("Took ms"), .dup_text = dup_took },
  { .name = "late",
    .title = N_("Late by ms"),
    .dup_text = dup_late,
    .get_share = get_late_share,
    .is_strong = is_late },
  { .name = "expected_dur", .title = N_("Expected ms") },
  { .name = "expected_ts",
    .title = N_("Expected start"),
    .dup_text = tv_time_cell_dup_text,
    .widest = "999.999999 s",
    .is_extra = TRUE },
  { .name = "state", .width = 130 },
  { .name = "jank_type", .width = SURFACE_PX, .is_dim = is_of_others },
  { .name = "layer", .width = SURFACE_PX },
  { .name = "process", .width = PROCESS_PX },
  { .name = "pid", .is_extra = TRUE },
};

/* Returns whether the trace contains a frame timeline. Frames from frame statistics have neither tokens nor jank
 * types. */
static gboolean
has_timeline (TvTrace *trace)
{
  guint32 n;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n);

  for (guint32 track = 0; track < n; track++)
    if (tracks[track].role == TV_ROLE_ACTUAL_FRAMES)
      return TRUE;
  return FALSE;
}

static void
show_columns (TvFramesView *self, TvSession *session)
{
  gboolean is_timeline = has_timeline (tv_session_get_trace (session));
  TvTableColumn shown[G_N_ELEMENTS (columns)];
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    if (is_timeline ||
        (!g_str_equal (columns[i].name, "frame_id") && !g_str_equal (columns[i].name, "jank_type")))
      shown[n++] = columns[i];
  tv_table_view_set_columns (self->table, &tv_frame_table.info, shown, n, session);
}

/* ---- View ---- */

static void
set_session (TvView *view, TvSession *session)
{
  TvFramesView *self = TV_FRAMES_VIEW (view);

  show_columns (self, session);
  tv_table_view_set_sort (self->table, "late", TRUE);
  tv_table_view_set_name (self->table, _("Frames"));
  g_signal_connect_object (session, "notify::selected-slice", G_CALLBACK (on_slice_selected), self,
                           G_CONNECT_SWAPPED);
  update (self);
}

static void
set_seen (TvView *view, gboolean is_seen)
{
  TvFramesView *self = TV_FRAMES_VIEW (view);

  if (is_seen && self->shown == NULL)
    update (self);
}

static char *
dup_summary (TvView *view)
{
  TvFramesView *self = TV_FRAMES_VIEW (view);

  return self->shown != NULL ? dup_summary_of (&self->shown->count) : NULL;
}

static TvTable *
dup_table (TvView *view, const char *name, GBytes **order)
{
  TvFramesView *self = TV_FRAMES_VIEW (view);

  return self->shown != NULL && (name == NULL || g_str_equal (name, tv_frame_table.info.name))
             ? tv_table_view_dup_shown (self->table, order)
             : NULL;
}

/* Returns whether the filter text hides all frames. Without a text, a list of late or dropped frames may be empty for
 * good reason. */
static gboolean
is_empty (TvView *view)
{
  TvFramesView *self = TV_FRAMES_VIEW (view);

  return self->shown != NULL && self->shown->n_left == 0 &&
         tv_search_entry_get_text (self->entry)[0] != '\0';
}

static GVariant *
get_band_state (gpointer object)
{
  TvFramesView *self = object;

  return g_variant_new ("(xx)", self->from_ns, self->to_ns);
}

static void
change_band (gpointer object, GVariant *value)
{
  gint64 from_ns, to_ns;

  g_variant_get (value, "(xx)", &from_ns, &to_ns);
  set_band (object, from_ns, to_ns);
}

static GVariant *
get_mode_state (gpointer object)
{
  return g_variant_new_string (mode_ids[TV_FRAMES_VIEW (object)->mode]);
}

static void
change_mode (gpointer object, GVariant *value)
{
  for (guint mode = 0; mode < TV_N_FRAMES_MODES; mode++)
    if (g_str_equal (g_variant_get_string (value, NULL), mode_ids[mode]))
      set_mode (object, mode);
}

static GVariant *
get_shown_state (gpointer object)
{
  TvFramesView *self = object;

  return g_variant_new_uint32 (self->shown != NULL ? self->shown->n_left : 0);
}

static void
add_actions (TvView *view, GActionMap *map)
{
  static const TvObjectAction actions[] = {
    { .name = "frame-band",
      .type = "(xx)",
      .get_state = get_band_state,
      .change = change_band,
      .signals = "notify::band" },
    { .name = "frames-mode",
      .type = "s",
      .get_state = get_mode_state,
      .change = change_mode,
      .signals = "notify::summary" },
    { .name = "frames-shown",
      .type = "u",
      .get_state = get_shown_state,
      .signals = "notify::summary" },
  };

  tv_object_actions_add (map, view, view, actions, G_N_ELEMENTS (actions));
}

static void
add_chips (TvView *view, GPtrArray *chips)
{
  TvFramesView *self = TV_FRAMES_VIEW (view);
  g_autofree char *from = NULL;
  g_autofree char *to = NULL;
  g_autofree char *label = NULL;
  g_autofree char *restore = NULL;

  if (self->from_ns < 0)
    return;
  from = tv_histogram_view_dup_value (self->histogram, self->from_ns);
  to = tv_histogram_view_dup_value (self->histogram, self->to_ns);
  /* Translators: shortest duration; longest duration */
  label = g_strdup_printf (_("%s – %s"), from, to);
  restore = g_strdup_printf ("win.frame-band((int64 %" G_GINT64_FORMAT ", int64 %" G_GINT64_FORMAT
                             "))",
                             self->from_ns, self->to_ns);
  g_ptr_array_add (
      chips, tv_chip_new (TV_CHIP_SELECTION, label,
                          _("Only frames with these durations are listed. Click to list all."),
                          "win.frame-band((int64 -1, int64 -1))", restore));
}

/* The Frames view is never the main view, even if the file contains only frame statistics. */
static TvViewFit
get_fit (TvTrace *trace)
{
  if (!tv_frame_list_has_any (trace))
    return TV_VIEW_EMPTY;
  return TV_VIEW_FITS;
}

const TvViewInfo tv_view_frames = {
  .id = "frames",
  .title = N_("Frames"),
  .tooltip = N_("Frames, with their deadlines and delays"),
  .group = TV_VIEW_CONTENT,
  .get_type = tv_frames_view_get_type,
  .get_fit = get_fit,
};

/* ---- Object ---- */

static void
tv_frames_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_BAND)
    g_value_set_variant (value, get_band_state (object));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
tv_frames_view_dispose (GObject *object)
{
  TvFramesView *self = TV_FRAMES_VIEW (object);
  GtkWidget *child;

  tv_work_stop (&self->finding);
  g_clear_pointer (&self->shown, tv_frames_shown_free);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (tv_frames_view_parent_class)->dispose (object);
}

static void
tv_frames_view_class_init (TvFramesViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  TvViewClass *view_class = TV_VIEW_CLASS (klass);

  view_class->set_session = set_session;
  view_class->set_seen = set_seen;
  view_class->dup_summary = dup_summary;
  view_class->dup_table = dup_table;
  view_class->is_empty = is_empty;
  view_class->add_actions = add_actions;
  view_class->add_chips = add_chips;
  object_class->get_property = tv_frames_view_get_property;
  object_class->dispose = tv_frames_view_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
  g_object_class_install_property (
      object_class, PROP_BAND,
      g_param_spec_variant ("band", NULL, NULL, G_VARIANT_TYPE ("(xx)"), NULL,
                            G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
}

static void
on_surface_item_setup (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), SURFACE_CHARS);
  gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
  gtk_list_item_set_child (item, label);
}

static void
on_surface_item_bind (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *label = gtk_list_item_get_child (item);
  const char *name = gtk_string_object_get_string (gtk_list_item_get_item (item));

  gtk_label_set_text (GTK_LABEL (label), name);
  gtk_widget_set_tooltip_text (label, name);
}

static GtkWidget *
make_surfaces (TvFramesView *self)
{
  GtkWidget *surfaces = gtk_drop_down_new (NULL, NULL);
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  self->surfaces = GTK_DROP_DOWN (surfaces);
  g_signal_connect (factory, "setup", G_CALLBACK (on_surface_item_setup), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (on_surface_item_bind), NULL);
  gtk_drop_down_set_factory (self->surfaces, factory);
  gtk_widget_add_css_class (surfaces, "flat");
  gtk_widget_set_valign (surfaces, GTK_ALIGN_CENTER);
  gtk_widget_set_visible (surfaces, FALSE);
  tv_drop_down_set_name (self->surfaces, _("Surface"));
  g_signal_connect_swapped (surfaces, "notify::selected", G_CALLBACK (on_surface_chosen), self);
  return surfaces;
}

static void
add_bar (TvFramesView *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *modes = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_add_css_class (bar, "range-bar");
  gtk_widget_add_css_class (modes, "choice");
  gtk_widget_set_valign (modes, GTK_ALIGN_CENTER);
  for (guint mode = 0; mode < TV_N_FRAMES_MODES; mode++)
    {
      g_autofree char *label = dup_mode_label (mode, 0);

      self->buttons[mode] = gtk_toggle_button_new_with_label (label);
      gtk_widget_add_css_class (self->buttons[mode], "flat");
      g_object_set_data (G_OBJECT (self->buttons[mode]), MODE_KEY, GUINT_TO_POINTER (mode));
      if (mode > 0)
        gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (self->buttons[mode]),
                                     GTK_TOGGLE_BUTTON (self->buttons[0]));
      gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->buttons[mode]), mode == self->mode);
      g_signal_connect (self->buttons[mode], "toggled", G_CALLBACK (on_mode_toggled), self);
      gtk_box_append (GTK_BOX (modes), self->buttons[mode]);
    }
  gtk_box_append (GTK_BOX (bar), modes);
  gtk_box_append (GTK_BOX (bar), make_surfaces (self));
  gtk_widget_set_parent (bar, GTK_WIDGET (self));
}

static void
add_note (TvFramesView *self)
{
  GtkWidget *note = gtk_label_new (NULL);

  self->note = GTK_LABEL (note);
  gtk_label_set_ellipsize (self->note, PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (self->note, 0.0f);
  gtk_widget_set_margin_start (note, 12);
  gtk_widget_set_margin_end (note, 12);
  gtk_widget_add_css_class (note, "dim-label");
  gtk_widget_add_css_class (note, "numeric");
  gtk_widget_set_visible (note, FALSE);
  gtk_widget_set_parent (note, GTK_WIDGET (self));
}

static void
add_empty (TvFramesView *self)
{
  GtkWidget *empty = gtk_label_new (NULL);

  self->empty = GTK_LABEL (empty);
  gtk_label_set_wrap (self->empty, TRUE);
  gtk_label_set_justify (self->empty, GTK_JUSTIFY_CENTER);
  gtk_widget_set_vexpand (empty, TRUE);
  gtk_widget_add_css_class (empty, "dim-label");
  gtk_widget_add_css_class (empty, "empty-message");
  gtk_widget_set_visible (empty, FALSE);
  gtk_widget_set_parent (empty, GTK_WIDGET (self));
}

static void
add_entry (TvFramesView *self)
{
  self->entry = TV_SEARCH_ENTRY (tv_search_entry_new ());
  g_object_set (self->entry, "placeholder-text", _("Frame, surface, process, type"), "is-filter",
                TRUE, NULL);
  g_signal_connect_swapped (self->entry, "changed", G_CALLBACK (update), self);
  g_signal_connect_swapped (self->entry, "leave", G_CALLBACK (leave_entry), self);
  tv_view_set_find_box (TV_VIEW (self), self->entry, GTK_WIDGET (self->entry));
}

static void
tv_frames_view_init (TvFramesView *self)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));

  gtk_orientable_set_orientation (GTK_ORIENTABLE (layout), GTK_ORIENTATION_VERTICAL);
  self->mode = TV_FRAMES_LATE;
  self->from_ns = self->to_ns = -1;
  add_bar (self);
  add_note (self);
  add_entry (self);
  self->histogram = TV_HISTOGRAM_VIEW (tv_histogram_view_new ());
  gtk_widget_set_margin_start (GTK_WIDGET (self->histogram), 12);
  gtk_widget_set_margin_end (GTK_WIDGET (self->histogram), 12);
  gtk_widget_set_parent (GTK_WIDGET (self->histogram), GTK_WIDGET (self));
  self->table = TV_TABLE_VIEW (tv_table_view_new ());
  gtk_widget_set_vexpand (GTK_WIDGET (self->table), TRUE);
  gtk_widget_set_margin_start (GTK_WIDGET (self->table), 6);
  gtk_widget_set_margin_end (GTK_WIDGET (self->table), 6);
  gtk_widget_set_parent (GTK_WIDGET (self->table), GTK_WIDGET (self));
  add_empty (self);
  g_signal_connect_swapped (self->histogram, "band-chosen", G_CALLBACK (on_band_chosen), self);
  g_signal_connect_swapped (self->table, "row-selected", G_CALLBACK (on_row_selected), self);
  g_signal_connect_swapped (self->table, "row-activated", G_CALLBACK (on_row_selected), self);
  g_signal_connect_swapped (self->table, "notify::is-sorting", G_CALLBACK (update_busy), self);
  g_signal_connect_swapped (self->table, "shown", G_CALLBACK (on_slice_selected), self);
}
