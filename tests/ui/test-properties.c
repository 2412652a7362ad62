/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests the text of cards and details for slices of logs and of method traces.
 *
 * Usage: test-properties SAMPLES-FOLDER
 */

#include <adwaita.h>
#include <glib/gstdio.h>

#include "analysis/system/wake.h"
#include "core/time-format.h"
#include "core/trace-builder-log-lines.h"
#include "core/trace-builder.h"
#include "ui/properties/counter-properties.h"
#include "ui/properties/log-properties.h"
#include "ui/properties/slice-properties.h"
#include "ui/kit/slice-labels.h"
#include "ui/views/details/details.h"
#include "ui/views/details/symbol-calls.h"
#include "ui/views/property-card.h"

#define PATIENCE 30 /* timeout in seconds, sufficient for a busy machine */

static const char *samples;

typedef struct
{
  TvSession *session;
  TvDetails *details;
  GtkWidget *window;
} Fixture;

/* ---- Waiting ---- */

static gboolean
on_timeout (gpointer data)
{
  g_error ("timed out after %d s waiting for: %s", PATIENCE, (const char *) data);
  return G_SOURCE_REMOVE;
}

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  *(TvSession **) data = tv_session_load_finish (result, &error);
  g_assert_no_error (error);
}

/* Writes a log to a temporary file, and returns its path. */
static char *
write_log (const char *text)
{
  g_autoptr (GError) error = NULL;
  char *path = NULL;
  int file = g_file_open_tmp ("test-facts-XXXXXX", &path, &error);

  g_assert_no_error (error);
  g_close (file, NULL);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return path;
}

/* Loads a sample if @data is its name, or a log if @data is its text. */
static void
set_up (Fixture *self, gconstpointer data)
{
  gboolean is_text = strchr (data, '\n') != NULL;
  g_autofree char *path = is_text ? write_log (data) : g_build_filename (samples, data, NULL);
  guint timeout = g_timeout_add_seconds (PATIENCE, on_timeout, (gpointer) "the trace");

  self->session = NULL;
  tv_session_load_async (&(TvSource){ .path = path }, 1, NULL, NULL, NULL, on_loaded,
                         &self->session);
  while (self->session == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (timeout);
  if (is_text)
    g_remove (path);
  self->details = g_object_new (TV_TYPE_DETAILS, NULL);
  tv_details_set_session (self->details, self->session);
  self->window = gtk_window_new ();
  gtk_window_set_child (GTK_WINDOW (self->window), GTK_WIDGET (self->details));
  gtk_window_set_default_size (GTK_WINDOW (self->window), 340, 900);
  gtk_window_present (GTK_WINDOW (self->window));
}

static void
tear_down (Fixture *self, gconstpointer name)
{
  gtk_window_destroy (GTK_WINDOW (self->window));
  g_object_unref (self->session);
}

/* ---- Text of the details ---- */

static void
add_strings (GtkWidget *widget, GPtrArray *strings)
{
  const char *tooltip = gtk_widget_get_tooltip_text (widget);

  if (!gtk_widget_get_visible (widget))
    return;
  if (tooltip != NULL)
    g_ptr_array_add (strings, g_strdup (tooltip));
  if (GTK_IS_LABEL (widget))
    g_ptr_array_add (strings, g_strdup (gtk_label_get_text (GTK_LABEL (widget))));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    add_strings (child, strings);
}

/* Returns all labels and tooltips of the details. */
static GPtrArray *
list_details (Fixture *self)
{
  GPtrArray *strings = g_ptr_array_new_with_free_func (g_free);

  add_strings (GTK_WIDGET (self->details), strings);
  return strings;
}

/* Returns the default time base of a trace; valid until the next call. */
static const TvTimeBase *
get_base (TvTrace *trace)
{
  static TvTimeBase base;

  tv_time_base_init (&base, trace, tv_time_base_get_default (trace));
  return &base;
}

/* Returns the lines of the brief properties of a slice; the first line is the title. */
static GStrv
split_text (Fixture *self, guint32 slice)
{
  g_autoptr (TvPropertyList) properties = tv_slice_properties_new (
      tv_session_get_trace (self->session), get_base (tv_session_get_trace (self->session)), slice,
      TV_PROPERTY_BRIEF);
  g_autofree char *text = tv_property_list_dup_text (properties);

  g_assert_true (properties->is_whole);
  return g_strsplit (text, "\n", -1);
}

/* Returns the line that begins with a word, or NULL. Skips the title. */
static const char *
find_line (GStrv lines, const char *word)
{
  for (guint i = 1; lines[i] != NULL; i++)
    if (g_str_has_prefix (lines[i], word))
      return lines[i];
  return NULL;
}

static gboolean
has_string (GPtrArray *strings, const char *wanted)
{
  return g_ptr_array_find_with_equal_func (strings, wanted, g_str_equal, NULL);
}

/* Selects a slice, waits until the occurrences of its name are counted, and returns the strings of the
 * details. */
static GPtrArray *
select_slice (Fixture *self, guint32 slice)
{
  guint timeout = g_timeout_add_seconds (PATIENCE, on_timeout,
                                         (gpointer) "the number of slices with the same name");

  tv_session_select_slice (self->session, slice);
  while (tv_session_get_counted_occurrences (self->session) == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (timeout);
  return list_details (self);
}

/* Returns the first slice at @depth on a track of the given kind. */
static guint32
find_slice (Fixture *self, TvTrackKind kind, guint32 depth)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  const TvSlices *slices = tv_trace_get_slices (trace);
  guint32 n_tracks;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);

  for (guint32 i = 0; i < n_tracks; i++)
    for (guint32 k = 0; tracks[i].kind == kind && k < tracks[i].n_slices; k++)
      if (tv_slices_depth (slices, tracks[i].first_slice + k) == depth)
        return tracks[i].first_slice + k;
  g_assert_not_reached ();
}

static void
assert_no_word_of (GPtrArray *strings, const char *wrong)
{
  for (guint i = 0; i < strings->len; i++)
    if (strstr (strings->pdata[i], wrong) != NULL)
      g_error ("unexpected text in the details: “%s”", (const char *) strings->pdata[i]);
}

/* ---- Tests ---- */

/* For each kind of slice, a log has separate labels for the occurrence and for the buttons to the next occurrence. */
static void
test_log_labels (Fixture *self, gconstpointer data)
{
  static const struct
  {
    TvTrackKind kind;
    const char *name;
    const char *next;
  } kinds[] = {
    { TV_TRACK_THREAD, "Slice ", "Next Slice With This Name" },
    { TV_TRACK_THREAD_EXTRA, "Slice ", "Next Slice With This Name" },
    { TV_TRACK_ASYNC, "Span ", "Next Span With This Name" },
    { TV_TRACK_CPU, "Run ", "Next Run of This Thread" },
    { TV_TRACK_THREAD_STATE, "State ", "Next State With This Name" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      guint32 slice = find_slice (self, kinds[i].kind, 0);
      g_autoptr (GPtrArray) one = select_slice (self, slice);
      g_autoptr (GPtrArray) all = NULL;
      g_autofree char *n = NULL;
      gboolean is_said = FALSE;

      g_assert_true (has_string (one, kinds[i].next));
      for (guint k = 0; k < one->len; k++)
        is_said |= g_str_has_prefix (one->pdata[k], kinds[i].name) &&
                   strstr (one->pdata[k], " of ");
      g_assert_true (is_said);
      assert_no_word_of (one, "Call ");
      assert_no_word_of (one, "Caller");

      /* The label of the name and the number of occurrences name the kind of slice. */
      tv_session_select_slice (self->session, TV_NONE);
      all = list_details (self);
      n = g_strdup_printf ("%u", tv_session_get_occurrences (self->session)->len);
      is_said = FALSE;
      for (guint k = 0; k < all->len; k++)
        {
          g_autofree char *word = g_utf8_strdown (kinds[i].name, -1);

          is_said |= strstr (all->pdata[k], g_strstrip (word)) != NULL &&
                     g_ascii_isdigit (*(char *) all->pdata[k]);
        }
      g_assert_true (is_said);
      g_assert_true (has_string (all, kinds[i].next));
      g_assert_false (has_string (all, "Calls"));
      assert_no_word_of (all, "per call");
    }
}

static void
test_log_card (Fixture *self, gconstpointer data)
{
  guint32 slice = find_slice (self, TV_TRACK_THREAD, 1);
  g_auto (GStrv) lines = split_text (self, slice);
  g_autofree char *around = tv_slice_labels_dup_around (tv_session_get_trace (self->session), slice,
                                                        2);

  g_assert_cmpstr (around, ==, "inside 2 other slices with this name");
  g_assert_nonnull (find_line (lines, "Slice: "));
  g_assert_nonnull (find_line (lines, "Parent: "));
  g_assert_null (find_line (lines, "Call: "));
  g_assert_null (find_line (lines, "Caller: "));
  g_assert_nonnull (strstr (find_line (lines, "Wall: "), "of parent"));
}

static void
test_call_card (Fixture *self, gconstpointer data)
{
  guint32 slice = find_slice (self, TV_TRACK_THREAD, 1);
  g_auto (GStrv) lines = split_text (self, slice);
  g_autoptr (GPtrArray) strings = select_slice (self, slice);

  g_assert_nonnull (find_line (lines, "Call: "));
  g_assert_nonnull (find_line (lines, "Caller: "));
  g_assert_nonnull (strstr (find_line (lines, "Wall: "), "of caller"));
  g_assert_true (has_string (strings, "Caller"));
  g_assert_true (has_string (strings, "Next Call of This Method"));
}

/* If the origin is moved, details contain the time in the trace and the time relative to the origin. A card contains
 * the time that the ruler shows. */
static void
test_zero (Fixture *self, gconstpointer data)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  guint32 slice = find_slice (self, TV_TRACK_THREAD, 1);
  gint64 start_ns = tv_slices_start (tv_trace_get_slices (trace), slice);
  TvTimeBase base, base_ahead;
  g_autofree char *own = tv_time_format (start_ns - tv_trace_get_start_ns (trace));
  g_autofree char *in_trace = g_strdup_printf ("%s since the start of the trace", own);
  g_autofree char *start = g_strdup_printf ("Start: %s", own);
  g_autofree char *later = g_strdup_printf ("Start: +%s", "1.235\302\240ms");
  g_autoptr (TvPropertyList)
      plain = tv_slice_properties_new (trace, get_base (trace), slice, TV_PROPERTY_ALL);
  g_autoptr (TvPropertyList) aligned = NULL;
  g_autoptr (TvPropertyList) ahead = NULL;
  g_autofree char *spoken = NULL;
  g_autofree char *text = tv_property_list_dup_text (plain);
  g_autofree char *aligned_text = NULL;
  g_autofree char *ahead_text = NULL;
  guint n = 0;

  tv_time_base_init_aligned (&base, trace, start_ns - 1234567);
  tv_time_base_init_aligned (&base_ahead, trace, start_ns + 2000);
  aligned = tv_slice_properties_new (trace, &base, slice, TV_PROPERTY_ALL);
  ahead = tv_slice_properties_new (trace, &base_ahead, slice, TV_PROPERTY_ALL);
  spoken = tv_slice_facts_dup_spoken (trace, &base, slice);
  aligned_text = tv_property_list_dup_text (aligned);
  ahead_text = tv_property_list_dup_text (ahead);
  g_assert_nonnull (strstr (text, start));
  g_assert_nonnull (strstr (aligned_text, later));
  g_assert_null (strstr (aligned_text, "since the start of the trace"));
  g_assert_nonnull (strstr (ahead_text, "Start: " TV_MINUS_SIGN "2\302\240µs"));
  g_assert_nonnull (strstr (spoken, " at +1.235\302\240ms,"));
  for (guint i = 0; i < aligned->list->len; i++)
    n += g_strcmp0 (g_array_index (aligned->list, TvProperty, i).texts[0], in_trace) == 0;
  g_assert_cmpuint (n, ==, 1);
}

/* Keys with dots form a tree; a common prefix is shown once. */
static void
test_nested_args (void)
{
  static const char *const keys[] = { "a.b[0].c", "a.b[0].d", "a.e", "f", "g." };
  static const char *const wanted[] = {
    "a: ", "\u2003b[0]: ", "\u2003\u2003c: 0", "\u2003\u2003d: 1", "\u2003e: 2", "f: 3", "g.: 4"
  };
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvPropertyList) properties = NULL;
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_free);
  guint32 name = tv_trace_builder_intern (builder, "work", -1);
  guint32 symbol = tv_trace_builder_add_symbol (builder,
                                                &(TvSymbol){ TV_NONE, name, TV_NONE, TV_NONE, 0 });
  guint32 track = tv_trace_builder_get_mark_track (
      builder, tv_trace_builder_ensure_thread (builder, TV_NONE, 1));
  gboolean is_arg = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    tv_trace_builder_add_int_arg (builder, tv_trace_builder_intern (builder, keys[i], -1), i);
  tv_trace_builder_begin (builder, track, symbol, 1, 0, -1);
  tv_trace_builder_end (builder, track, symbol, 2, 0, 0, -1);
  trace = tv_trace_builder_finish (builder, NULL, NULL);
  properties = tv_slice_properties_new (trace, get_base (trace), 0, TV_PROPERTY_FULL);
  for (guint i = 0; i < properties->list->len; i++)
    {
      const TvProperty *property = &g_array_index (properties->list, TvProperty, i);

      if (is_arg && property->kind == TV_PROPERTY_VALUE)
        g_ptr_array_add (found, g_strdup_printf ("%s: %s", property->label, property->texts[0]));
      is_arg |= property->kind == TV_PROPERTY_HEADING && g_str_equal (property->label, "Arguments");
    }
  g_assert_cmpuint (found->len, >=, G_N_ELEMENTS (wanted));
  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    g_assert_cmpstr (found->pdata[i], ==, wanted[i]);
}

/* If a program reports values of thread clocks, they are shown in the rows of the trace's own clocks. A slice without
 * such rows shows them as a separate property. */
static void
test_reported_clock (void)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvPropertyList) properties = NULL;
  g_autofree char *card = NULL, *track_card = NULL;
  guint32 name = tv_trace_builder_intern (builder, "work", -1);
  guint32 symbol = tv_trace_builder_add_symbol (builder,
                                                &(TvSymbol){ TV_NONE, name, TV_NONE, TV_NONE, 0 });
  guint32 utid = tv_trace_builder_ensure_thread (builder, TV_NONE, 1);
  const guint32 tracks[] = {
    tv_trace_builder_get_mark_track (builder, utid),
    tv_trace_builder_get_extra_track (builder, TV_TRACK_THREAD_EXTRA, TV_ROLE_SPANS, utid, name),
  };

  for (guint i = 0; i < G_N_ELEMENTS (tracks); i++)
    {
      guint64 slice;

      tv_trace_builder_begin (builder, tracks[i], symbol, 1, 0, -1);
      slice = tv_trace_builder_get_last_slice (builder, tracks[i]);
      tv_trace_builder_add_thread_clock (builder, slice, TV_THREAD_CLOCK_DUR, 2000000);
      tv_trace_builder_add_thread_clock (builder, slice, TV_THREAD_CLOCK_INSTRUCTION_DELTA, 12345);
      tv_trace_builder_end (builder, tracks[i], symbol, 10000000, 0, 0, -1);
    }
  trace = tv_trace_builder_finish (builder, NULL, NULL);
  properties = tv_slice_properties_new (trace, get_base (trace), 0, TV_PROPERTY_BRIEF);
  card = tv_property_list_dup_text (properties);
  g_assert_nonnull (strstr (card, "\nCPU: 2\u00a0ms inclusive\n"));
  g_assert_nonnull (strstr (card, "\nInstructions: 12\u202f345\n"));
  g_clear_pointer (&properties, tv_property_list_free);
  properties = tv_slice_properties_new (trace, get_base (trace), 1, TV_PROPERTY_BRIEF);
  track_card = tv_property_list_dup_text (properties);
  g_assert_nonnull (strstr (track_card, "\nCPU, as reported: 2\u00a0ms\n"));
}

/* If the trace has a timeline, the details of a log line link to the line's time on it. */
static void
test_line_on_timeline (void)
{
  for (guint has_timeline = 0; has_timeline < 2; has_timeline++)
    {
      g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
      g_autoptr (TvTrace) trace = NULL;
      g_autoptr (TvPropertyList) properties = NULL;
      g_autofree char *text = NULL;
      TvLogLine line = { .ts = 5000250000,
                         .pid = 7,
                         .tid = 7,
                         .tag = TV_NONE,
                         .uid = TV_NONE,
                         .domain = TV_NONE,
                         .process = TV_NONE,
                         .text = tv_trace_builder_copy_log_text (builder, "said", 4),
                         .buffer = TV_NONE,
                         .utid = TV_NONE,
                         .text_size = 4 };
      guint32 name = tv_trace_builder_intern (builder, "work", -1);
      guint32 symbol = tv_trace_builder_add_symbol (
          builder, &(TvSymbol){ TV_NONE, name, TV_NONE, TV_NONE, 0 });
      guint32 track = has_timeline
                          ? tv_trace_builder_get_mark_track (
                                builder, tv_trace_builder_ensure_thread (builder, TV_NONE, 1))
                          : TV_NONE;

      tv_trace_builder_set_log_clock (builder, TV_LOG_CLOCK_BOOT, 0);
      tv_trace_builder_add_log_line (builder, &line);
      if (has_timeline)
        {
          tv_trace_builder_begin (builder, track, symbol, 5000000000, 0, -1);
          tv_trace_builder_end (builder, track, symbol, 5001000000, 0, 0, -1);
        }
      trace = tv_trace_builder_finish (builder, NULL, NULL);
      properties = tv_log_properties_new (trace, get_base (trace), 0);
      text = tv_property_list_dup_text (properties);
      g_assert_cmpint (strstr (text, "Time: 250\302\240µs\n") != NULL, ==, has_timeline);
    }
}

/* Returns the height of a card if the available height is @height; 0 if the card does not fit. */
static float
measure_card (Fixture *self, TvPropertyList *properties, float height)
{
  TvPropertyCard *card = tv_property_card_new (self->window);
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0.0f, 0.0f, 0.0f, 0.0f);

  tv_property_card_set_properties (card, properties);
  if (!tv_property_card_place (card, 10.0, 10.0, &GRAPHENE_RECT_INIT (0.0f, 0.0f, 400.0f, height),
                               &bounds))
    bounds.size.height = 0.0f;
  tv_property_card_free (card);
  return bounds.size.height;
}

/* A card that is too small for the values of a group also omits the label of the group. */
static void
test_card_group (Fixture *self, gconstpointer data)
{
  g_autoptr (TvPropertyList) properties = tv_property_list_new (g_strdup ("Frame"), NULL);
  gboolean is_ever_cut = FALSE;
  float cut, whole;

  tv_property_list_add (properties, TV_PROPERTY_ALL, "Start", "1 ms");
  cut = measure_card (self, properties, 1000.0f);
  tv_property_list_add (properties, TV_PROPERTY_ALL, "debug", "");
  tv_property_list_add (properties, TV_PROPERTY_ALL, "key", "2");
  whole = measure_card (self, properties, 1000.0f);
  g_assert_cmpfloat (whole, >, cut);
  for (float height = 30.0f; height < 300.0f; height++)
    {
      float shown = measure_card (self, properties, height);

      is_ever_cut |= shown > 0.0f && shown < whole;
      g_assert_true (shown <= cut || shown == whole);
    }
  g_assert_true (is_ever_cut);
}

static void
wait_durations (Fixture *self, gboolean are_shown)
{
  guint timeout = g_timeout_add_seconds (PATIENCE, on_timeout, (gpointer) "durations");

  while (TRUE)
    {
      g_autoptr (GPtrArray) strings = list_details (self);

      if (has_string (strings, "Durations") == are_shown)
        break;
      g_main_context_iteration (NULL, TRUE);
    }
  g_source_remove (timeout);
}

/* Details compare the durations of slices, but not of instants, which have none. */
static void
test_points (Fixture *self, gconstpointer data)
{
  const TvSlices *slices = tv_trace_get_slices (tv_session_get_trace (self->session));
  g_autoptr (GPtrArray) strings = NULL;

  tv_session_set_all_threads (self->session, TRUE);
  g_ptr_array_unref (select_slice (self, find_slice (self, TV_TRACK_THREAD_STATE, 0)));
  wait_durations (self, TRUE);
  for (guint32 slice = 0; slice < slices->n; slice++)
    if ((slices->flags[slice] & TV_SLICE_INSTANT) != 0)
      {
        g_clear_pointer (&strings, g_ptr_array_unref);
        strings = select_slice (self, slice);
        if (tv_session_get_counted_occurrences (self->session)->len > 2)
          break;
      }
  g_assert_cmpuint (tv_session_get_counted_occurrences (self->session)->len, >, 2);
  wait_durations (self, FALSE);
}

/* Returns the first widget with an action, mapped or not. Returns NULL if there is none. */
static GtkWidget *
find_link (GtkWidget *widget, const char *action)
{
  GtkWidget *found = NULL;

  if (GTK_IS_ACTIONABLE (widget) &&
      g_strcmp0 (gtk_actionable_get_action_name (GTK_ACTIONABLE (widget)), action) == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_link (child, action);
  return found;
}

/* Creates a trace with three frames of one surface, each with an expected and an actual slice. */
static TvTrace *
make_frames (void)
{
  static const TvTrackRole roles[] = { TV_ROLE_EXPECTED_FRAMES, TV_ROLE_ACTUAL_FRAMES };
  static const char *const tokens[] = { "101", "102", "103" };
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  guint32 upid = tv_trace_builder_ensure_process (builder, 1);

  for (guint i = 0; i < G_N_ELEMENTS (roles); i++)
    for (guint k = 0; k < G_N_ELEMENTS (tokens); k++)
      {
        guint32 name = tv_trace_builder_intern (builder, tokens[k], -1);
        guint32 track = tv_trace_builder_get_extra_track (
            builder, TV_TRACK_ASYNC, roles[i], upid,
            tv_trace_builder_intern (builder, i == 0 ? "Expected" : "Actual", -1));

        tv_trace_builder_add_arg (builder, tv_trace_builder_intern (builder, "Layer name", -1),
                                  tv_trace_builder_intern (builder, "Window", -1));
        tv_trace_builder_add_slice (builder, track,
                                    tv_trace_builder_add_symbol (
                                        builder, &(TvSymbol){ TV_NONE, name, TV_NONE, TV_NONE, 0 }),
                                    (gint64) k * 100, 50 + i, -1);
      }
  return tv_trace_builder_finish (builder, NULL, NULL);
}

/* “All N” links to the slices that the details describe. The link is hidden until these slices are known. */
static void
test_all_link (Fixture *self, gconstpointer data)
{
  g_autoptr (TvTrace) frames = make_frames ();
  g_autoptr (TvProfile) profile = tv_profile_new (frames, NULL, TV_PROFILE_DEFAULT, NULL, NULL);
  g_autoptr (TvRanking) ranking = tv_ranking_new (profile);
  const TvSlices *slices = tv_trace_get_slices (frames);
  GtkWidget *link;

  g_object_unref (self->session);
  self->session = tv_session_new (frames, tv_slice_index_new (frames), ranking, profile);
  self->details = g_object_new (TV_TYPE_DETAILS, NULL);
  tv_details_set_session (self->details, self->session);
  gtk_window_set_child (GTK_WINDOW (self->window), GTK_WIDGET (self->details));
  link = find_link (GTK_WIDGET (self->details), "calls.show-occurrences");
  for (guint32 slice = 0; slice < slices->n; slice++)
    {
      GArray *before = tv_session_get_counted_occurrences (self->session);

      tv_session_select_slice (self->session, slice);
      g_assert_true (tv_session_get_counted_occurrences (self->session) == before ||
                     !gtk_widget_get_mapped (link));
      while (!gtk_widget_get_mapped (link))
        g_main_context_iteration (NULL, TRUE);
      g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (link)), ==, "All 3");
      g_assert_cmpuint (
          g_variant_get_uint32 (gtk_actionable_get_action_target_value (GTK_ACTIONABLE (link))), ==,
          tv_slices_symbol (slices, slice));
    }
}

/* The accessible names of the step buttons match the kind of the selected slice. */
static void
test_steps (void)
{
  static const struct
  {
    TvTrackRole role;
    const char *name;
  } kinds[] = { { TV_ROLE_OTHER, "Span" },
                { TV_ROLE_HEAP_DUMPS, "Dump" },
                { TV_ROLE_EVENTS, "Event" },
                { TV_ROLE_EXPECTED_FRAMES, "Frame" },
                { TV_ROLE_ACTUAL_FRAMES, "Frame" } };
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  g_autoptr (TvTrace) trace = NULL;
  guint32 name = tv_trace_builder_intern (builder, "work", -1);
  guint32 symbol = tv_trace_builder_add_symbol (builder,
                                                &(TvSymbol){ TV_NONE, name, TV_NONE, TV_NONE, 0 });
  guint32 upid = tv_trace_builder_ensure_process (builder, 1);

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      guint32 track = tv_trace_builder_get_extra_track (builder, TV_TRACK_ASYNC, kinds[i].role,
                                                        upid, name);

      tv_trace_builder_begin (builder, track, symbol, i, 0, -1);
      tv_trace_builder_end (builder, track, symbol, i + 1, 0, 0, -1);
    }
  trace = tv_trace_builder_finish (builder, NULL, NULL);
  for (guint32 slice = 0; slice < G_N_ELEMENTS (kinds); slice++)
    {
      TvTrackRole role =
          tv_trace_get_tracks (trace, NULL)[tv_trace_find_track_at (trace, slice)].role;
      guint kind = 0;

      while (kinds[kind].role != role)
        kind++;
      for (int direction = -1; direction <= 1; direction += 2)
        {
          const char *text = tv_slice_labels_get_step (trace, slice, direction);

          g_assert_true (g_str_has_prefix (text, direction < 0 ? "Previous " : "Next "));
          g_assert_nonnull (strstr (text, kinds[kind].name));
        }
    }
}

/* Details and copied text come from the same properties, so their labels agree for each kind of slice. */
static void
test_same_labels (Fixture *self, gconstpointer data)
{
  static const TvTrackKind kinds[] = { TV_TRACK_THREAD,       TV_TRACK_CPU,   TV_TRACK_THREAD_STATE,
                                       TV_TRACK_THREAD_EXTRA, TV_TRACK_ASYNC, TV_TRACK_CPU_EXTRA };
  TvTrace *trace = tv_session_get_trace (self->session);

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      guint32 slice = find_slice (self, kinds[i], 0);
      g_autoptr (TvPropertyList)
          properties = tv_slice_properties_new (trace, get_base (trace), slice, TV_PROPERTY_ALL);
      g_autofree char *text = tv_property_list_dup_text (properties);
      g_autoptr (GPtrArray) strings = select_slice (self, slice);
      guint n_full = 0;

      g_assert_true (has_string (strings, properties->title));
      g_assert_true (properties->subtitle == NULL || has_string (strings, properties->subtitle));
      g_assert_true (g_str_has_prefix (text, properties->title));
      for (guint k = 0; k < properties->list->len; k++)
        {
          const TvProperty *property = &g_array_index (properties->list, TvProperty, k);
          g_autofree char *shown = tv_property_list_dup_value (properties, property, TRUE);
          g_autofree char *copied = tv_property_list_dup_value (properties, property, FALSE);

          if ((property->uses & TV_PROPERTY_FULL) != 0 && property->kind == TV_PROPERTY_VALUE)
            {
              n_full++;
              g_assert_true (has_string (strings, property->label));
              g_assert_true (has_string (strings, shown));
            }
          if ((property->uses & TV_PROPERTY_BRIEF) != 0 && property->kind != TV_PROPERTY_HINT)
            g_assert_nonnull (strstr (text, copied));
        }
      g_assert_cmpuint (n_full, >=, 2);
    }
}

static void
test_counter (Fixture *self, gconstpointer data)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  const TvCounterTrack *track = &tv_trace_get_counter_tracks (trace, NULL)[0];
  gint64 ns = tv_trace_get_samples (trace)->ts[track->first_sample];
  g_autoptr (TvPropertyList)
      properties = tv_counter_properties_new (trace, get_base (trace), 0, ns, TV_COUNTER_VALUE);
  g_autoptr (TvPropertyList)
      before = tv_counter_properties_new (trace, get_base (trace), 0, ns - 1, TV_COUNTER_VALUE);
  g_autofree char *text = tv_property_list_dup_text (properties);
  g_autofree char *text_before = tv_property_list_dup_text (before);
  guint timeout = g_timeout_add_seconds (PATIENCE, on_timeout,
                                         (gpointer) "the totals of the counter");

  g_assert_nonnull (strstr (text, "\nValue: "));
  g_assert_nonnull (strstr (text, "\nMinimum: "));
  g_assert_null (strstr (text, "not yet known"));
  g_assert_nonnull (strstr (text_before, "\nValue: not yet known"));

  tv_session_select_counter (self->session, 0, ns);
  for (gboolean is_said = FALSE; !is_said;)
    {
      g_autoptr (GPtrArray) strings = list_details (self);

      g_assert_true (has_string (strings, properties->title));
      g_assert_true (has_string (strings, "Since"));
      is_said = has_string (strings, "In the Whole Trace") && has_string (strings, "Average");
      g_main_context_iteration (NULL, !is_said);
    }
  g_source_remove (timeout);
}

/* Returns (transfer full) (nullable): the value of the property with a label */
static char *
dup_said (const TvPropertyList *properties, const char *label)
{
  for (guint i = 0; i < properties->list->len; i++)
    {
      const TvProperty *property = &g_array_index (properties->list, TvProperty, i);

      if (property->kind == TV_PROPERTY_VALUE && g_str_equal (property->label, label))
        return tv_property_list_dup_value (properties, property, TRUE);
    }
  return NULL;
}

/* If a counter is shown as delta or rate, its card contains this value with its unit. */
static void
test_counter_modes (void)
{
  static const char *const wanted[][TV_N_COUNTER_MODES] = {
    { NULL, "+2\302\240KiB", "+4\302\240KiB/s" },
    { NULL, "\342\210\2221\302\240KiB", "\342\210\2221\302\240KiB/s" },
    { NULL, "none, because there is no later sample", "none, because there is no later sample" },
  };
  static const gint64 times[] = { 0, 500000000, 1500000000 };
  static const double values[] = { 1024, 3072, 2048 };
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  guint32 counter = tv_trace_builder_ensure_counter (builder, TV_NONE, TV_NONE,
                                                     tv_trace_builder_intern (builder, "n", -1));
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_builder_describe_counter (builder, counter, TV_COUNTER_ROLE_MEMORY,
                                     TV_COUNTER_UNIT_BYTES);
  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    tv_trace_builder_add_sample (builder, counter, times[i], values[i]);
  trace = tv_trace_builder_finish (builder, NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    for (TvCounterMode mode = 0; mode < TV_N_COUNTER_MODES; mode++)
      {
        g_autoptr (TvPropertyList) properties = tv_counter_properties_new (trace, get_base (trace),
                                                                           counter, times[i], mode);
        g_autofree char *delta = dup_said (properties, "Delta"),
                        *rate = dup_said (properties, "Rate");

        g_assert_cmpstr (delta, ==, mode == TV_COUNTER_DELTA ? wanted[i][mode] : NULL);
        g_assert_cmpstr (rate, ==, mode == TV_COUNTER_RATE ? wanted[i][mode] : NULL);
      }
}

/* Between the end of a recording and the first sample in the next recording, a counter has no value. */
static void
test_counter_gap (void)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  guint32 counter = tv_trace_builder_ensure_counter (builder, TV_NONE, TV_NONE,
                                                     tv_trace_builder_intern (builder, "n", -1));
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_builder_add_sample (builder, counter, 0, 5);
  tv_trace_builder_end_recording (builder, 20000);
  tv_trace_builder_add_sample (builder, counter, 80000, 7);
  trace = tv_trace_builder_finish (builder, NULL, NULL);
  for (gint64 ns = 10000; ns <= 80000; ns += 10000)
    {
      g_autoptr (TvPropertyList) properties = tv_counter_properties_new (
          trace, get_base (trace), counter, ns, TV_COUNTER_VALUE);
      g_autofree char *value = dup_said (properties, "Value");
      g_autofree char *before = dup_said (properties, "Before"),
                      *next = dup_said (properties, "Next");

      g_assert_cmpstr (value, ==,
                       ns < 20000   ? "5"
                       : ns < 80000 ? "not known since the end of a recording"
                                    : "7");
      g_assert_cmpstr (before, ==, ns >= 20000 ? "5 at 0\302\240ns" : NULL);
      g_assert_cmpstr (next, ==, ns < 80000 ? "7 at 80\302\240\302\265s" : NULL);
    }
}

#define SWITCH(prev, next)                                                                         \
  "sched_switch: prev_comm=t" #prev " prev_pid=" #prev                                             \
  " prev_prio=120 prev_state=S ==> next_comm=t" #next " next_pid=" #next " next_prio=110\n"

/* A log in which thread 102 runs on a CPU without a switch to it */
static const char inferred_log[] =
    "# tracer: nop\n"
    "t101-101 (  100) [000] .... 100.000000: " SWITCH (
        101,
        0) "t0-0 (    0) [000] .... 100.000100: sched_wakeup: comm=t102 pid=102 prio=120 target_cpu=000\n"
           "t102-102 (  100) [000] .... 100.000250: print: B|100|work\n"
           "t102-102 (  100) [000] .... 100.000300: print: E|100\n"
           "t102-102 (  100) [000] .... 100.000400: " SWITCH (
               102,
               101) "t101-101 (  100) [000] .... 100.000700: " SWITCH (101, 0);

static const char failed_log[] =
    "# tracer: nop\n"
    "app-100 (  100) [000] .... 10.000100: binder_transaction: transaction=7 dest_node=1 "
    "dest_proc=200 dest_thread=0 reply=0 flags=0x10 code=0x3\n"
    "app-100 (  100) [000] .... 10.000900: binder_return: cmd=0x7211 BR_FAILED_REPLY\n"
    "app-100 (  100) [000] .... 10.002000: print: B|100|work\n";

/* Async slices of a process, by cookie: begun and ended by one thread (1), by two threads (2 and 9), on a named track
 * (3), and never ended (4). The last two (5 and 6) have the same name and begin at the same time. */
static const char async_log[] = "# tracer: nop\n"
                                "t101-101 (  100) [000] .... 1.000100: print: S|100|one|1\n"
                                "t101-101 (  100) [000] .... 1.000200: print: S|100|two|2\n"
                                "t101-101 (  100) [000] .... 1.000300: print: G|100|track|three|3\n"
                                "t101-101 (  100) [000] .... 1.000300: print: S|100|two more|9\n"
                                "t102-102 (  100) [000] .... 1.000350: print: S|100|open|4\n"
                                "t101-101 (  100) [000] .... 1.000400: print: F|100|one|1\n"
                                "t102-102 (  100) [000] .... 1.000500: print: F|100|two|2\n"
                                "t102-102 (  100) [000] .... 1.000600: print: H|100|track|3\n"
                                "t101-101 (  100) [000] .... 1.000700: print: S|100|alike|5\n"
                                "t102-102 (  100) [000] .... 1.000700: print: S|100|alike|6\n"
                                "t101-101 (  100) [000] .... 1.000800: print: F|100|alike|5\n"
                                "t101-101 (  100) [000] .... 1.000900: print: F|100|alike|6\n"
                                "t102-102 (  100) [000] .... 1.000900: print: F|100|two more|9\n";

/* Thread 101 sleeps, thread 102 wakes it, it waits for its CPU until thread 102 sleeps, and then runs. */
static const char woken_log[] =
    "# tracer: nop\n"
    "t0-0 (    0) [000] .... 100.000000: " SWITCH (0, 101) "t101-101 (  100) [000] .... 100.000020: " SWITCH (
        101,
        102) "t102-102 (  100) [000] .... 100.000075: sched_wakeup: comm=t101 pid=101 prio=120 "
             "target_cpu=000\n"
             "t102-102 (  100) [000] .... 100.000090: " SWITCH (
                 102,
                 101) "t101-101 (  100) [000] .... 100.000100: " SWITCH (101, 0);

/* Returns the state of a thread at a time in µs since the start of the trace. */
static guint32
find_state (TvTrace *trace, guint32 tid, gint64 us)
{
  guint32 n;
  const TvThread *threads = tv_trace_get_threads (trace, &n);

  for (guint32 utid = 0; utid < n; utid++)
    if (threads[utid].tid == tid)
      return tv_wake_find_state (trace, utid, tv_trace_get_start_ns (trace) + us * 1000);
  g_assert_not_reached ();
}

static void
expect_property (TvTrace *trace, guint32 slice, const char *label, const char *text, guint32 target)
{
  g_autoptr (TvPropertyList)
      properties = tv_slice_properties_new (trace, get_base (trace), slice, TV_PROPERTY_ALL);

  for (guint i = 0; i < properties->list->len; i++)
    {
      const TvProperty *property = &g_array_index (properties->list, TvProperty, i);

      if (!g_str_equal (property->label, label))
        continue;
      g_assert_cmpstr (property->texts[0], ==, text);
      if (target != TV_NONE)
        g_assert_cmpuint (property->slice, ==, target);
      return;
    }
  g_error ("no property is called “%s”", label);
}

/* The details of runs and states contain the waker, the wait for a CPU, and links to them. */
static void
test_woken (Fixture *self, gconstpointer data)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  guint32 sleep = find_state (trace, 101, 50), latency = find_state (trace, 101, 80);
  guint32 run = find_state (trace, 101, 95), waker = find_state (trace, 102, 50);
  guint32 cpu_run = tv_wake_find_run (trace, run);
  g_autoptr (GPtrArray) strings = NULL;

  expect_property (trace, run, "Woken by", "[102] t102, 15\302\240µs before", waker);
  expect_property (trace, run, "Waited", "15\302\240µs for a CPU", latency);
  expect_property (trace, run, "Before that", "Sleeping · 55\302\240µs", TV_NONE);
  expect_property (trace, cpu_run, "Thread", "[101] t101", run);
  expect_property (trace, run, "CPU", "0", cpu_run);
  expect_property (trace, latency, "Waited for", "CPU 0, where it ran next", run);
  expect_property (trace, latency, "Ran on that CPU", "[102] t102 · 15\302\240µs", TV_NONE);
  expect_property (trace, sleep, "Woken by", "[102] t102", waker);
  expect_property (trace, sleep, "Waited", "15\302\240µs for a CPU", latency);
  expect_property (trace, waker, "Woke", "[101] t101, 55\302\240µs after", latency);
  strings = select_slice (self, run);
  g_assert_true (has_string (strings, "15\302\240µs for a CPU"));
  g_assert_true (has_string (strings, "Follow Link"));
}

/* Inferred runs and states are marked as inferred, with their uncertainty. */
static void
test_inferred (Fixture *self, gconstpointer data)
{
  static const TvTrackKind kinds[] = { TV_TRACK_CPU, TV_TRACK_THREAD_STATE };
  TvTrace *trace = tv_session_get_trace (self->session);
  const TvSlices *slices = tv_trace_get_slices (trace);
  guint n_inferred = 0;

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    for (guint32 slice = 0; slice < slices->n; slice++)
      {
        gboolean is_inferred = (slices->flags[slice] & TV_SLICE_INFERRED) != 0;
        g_auto (GStrv) lines = NULL;
        g_autoptr (GPtrArray) strings = NULL;

        if (tv_trace_get_tracks (trace, NULL)[tv_trace_find_track_at (trace, slice)].kind !=
            kinds[i])
          continue;
        lines = split_text (self, slice);
        strings = select_slice (self, slice);
        g_assert_cmpint (find_line (lines, "Inferred: ") != NULL, ==, is_inferred);
        g_assert_cmpint (has_string (strings, "Inferred"), ==, is_inferred);
        if (is_inferred)
          g_assert_true (has_string (strings, "off by at most 150\302\240µs"));
        n_inferred += is_inferred;
      }
  g_assert_cmpuint (n_inferred, ==, 3);
}

/* The details of a call that failed show its error. */
static void
test_failed (Fixture *self, gconstpointer data)
{
  guint32 slice = find_slice (self, TV_TRACK_THREAD_EXTRA, 0);
  g_auto (GStrv) lines = split_text (self, slice);
  g_autoptr (GPtrArray) strings = select_slice (self, slice);

  g_assert_nonnull (find_line (lines, "Failed."));
  g_assert_nonnull (find_line (lines, "error: BR_FAILED_REPLY"));
  g_assert_true (has_string (strings, "Failed."));
  g_assert_true (has_string (strings, "BR_FAILED_REPLY"));
}

/* ---- Stable layout ---- */

static GtkWidget *
find_widget (GtkWidget *widget, GType type)
{
  GtkWidget *found = G_TYPE_CHECK_INSTANCE_TYPE (widget, type) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_widget (child, type);
  return found;
}

static gboolean
count_frame (GtkWidget *widget, GdkFrameClock *clock, gpointer n)
{
  return --*(int *) n > 0 ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

/* Returns the top of the list of a symbol's calls after the layout is complete. */
static double
find_calls_y (Fixture *self)
{
  GtkWidget *calls = find_widget (GTK_WIDGET (self->details), TV_TYPE_SYMBOL_CALLS);
  guint timeout = g_timeout_add_seconds (PATIENCE, on_timeout, (gpointer) "frames");
  int n_frames = 3;
  double y;

  gtk_widget_add_tick_callback (self->window, count_frame, &n_frames, NULL);
  while (n_frames > 0)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (timeout);
  g_assert_true (
      gtk_widget_translate_coordinates (calls, GTK_WIDGET (self->details), 0.0, 0.0, NULL, &y));
  return y;
}

/* Focuses a row of the list, like a click, after the row exists and is stable. */
static void
focus_list (Fixture *self)
{
  GtkWidget *row = NULL, *before;

  do
    {
      before = row;
      find_calls_y (self);
      row = find_widget (find_widget (GTK_WIDGET (self->details), TV_TYPE_SYMBOL_CALLS),
                         GTK_TYPE_LIST_BOX_ROW);
    }
  while (row == NULL || row != before || !gtk_widget_get_mapped (row));
  g_assert_true (gtk_widget_grab_focus (row));
}

/* Selecting a call in the list of the longest calls changes the properties above the list, but does not move the
 * list. For another method, the list may be at a different position. */
static void
test_steady_list (Fixture *self, gconstpointer data)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  guint32 n_symbols;
  g_autoptr (GHashTable) places = g_hash_table_new (NULL, NULL);
  guint n_tried = 0;

  tv_trace_get_symbols (trace, &n_symbols);
  for (guint32 symbol = 0; symbol < n_symbols && n_tried < 20; symbol++)
    {
      guint timeout;
      GArray *calls;
      double y;

      if (tv_profile_get_entry (tv_session_get_whole_profile (self->session), symbol)->calls < 2)
        continue;
      /* New details do not contain the list of another symbol. */
      self->details = g_object_new (TV_TYPE_DETAILS, NULL);
      tv_details_set_session (self->details, self->session);
      gtk_window_set_child (GTK_WINDOW (self->window), GTK_WIDGET (self->details));
      tv_session_select_symbol (self->session, symbol);
      timeout = g_timeout_add_seconds (PATIENCE, on_timeout, (gpointer) "the calls");
      while ((calls = tv_session_get_counted_occurrences (self->session)) == NULL)
        g_main_context_iteration (NULL, TRUE);
      g_source_remove (timeout);
      focus_list (self);
      y = find_calls_y (self);
      tv_session_select_slice (self->session, g_array_index (calls, guint32, 0));
      g_assert_cmpfloat (find_calls_y (self), ==, y);
      tv_session_select_slice (self->session, g_array_index (calls, guint32, calls->len - 1));
      g_assert_cmpfloat (find_calls_y (self), ==, y);
      g_hash_table_add (places, GINT_TO_POINTER ((int) y));
      n_tried++;
    }
  g_assert_cmpuint (n_tried, ==, 20);
  g_assert_cmpuint (g_hash_table_size (places), >, 1);
}

/* Details name the threads on which an async slice began and ended. */
static void
test_async (Fixture *self, gconstpointer data)
{
  static const struct
  {
    const char *cookie;
    const char *one; /* (nullable): thread that began and ended the slice */
    const char *begin;
    const char *end;
  } wanted[] = {
    { "cookie: 1", "Thread: [101] t101", NULL, NULL },
    { "cookie: 2", NULL, "Begin thread: [101] t101", "End thread: [102] t102" },
    { "cookie: 3", NULL, "Begin thread: [101] t101", "End thread: [102] t102" },
    { "cookie: 4", NULL, "Begin thread: [102] t102", NULL },
    { "cookie: 5", "Thread: [101] t101", NULL, NULL },
    { "cookie: 6", NULL, "Begin thread: [102] t102", "End thread: [101] t101" },
    { "cookie: 9", NULL, "Begin thread: [101] t101", "End thread: [102] t102" },
  };
  const TvSlices *slices = tv_trace_get_slices (tv_session_get_trace (self->session));
  guint n = 0;

  for (guint32 slice = 0; slice < slices->n; slice++)
    {
      g_auto (GStrv) lines = split_text (self, slice);

      for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
        if (g_strcmp0 (find_line (lines, "cookie: "), wanted[i].cookie) == 0)
          {
            g_assert_cmpstr (find_line (lines, "Thread: "), ==, wanted[i].one);
            g_assert_cmpstr (find_line (lines, "Begin thread: "), ==, wanted[i].begin);
            g_assert_cmpstr (find_line (lines, "End thread: "), ==, wanted[i].end);
            n++;
          }
    }
  g_assert_cmpuint (n, ==, G_N_ELEMENTS (wanted));
}

#define add(name, test, sample)                                                                    \
  g_test_add ("/facts/" name, Fixture, sample, set_up, test, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 2);
  samples = argv[1];
  adw_init ();
  add ("log-labels", test_log_labels, "device.ftrace");
  add ("all-link", test_all_link, "shop-start.trace");
  add ("log-card", test_log_card, "device.ftrace");
  add ("call-card", test_call_card, "shop-start.trace");
  add ("zero", test_zero, "shop-start.trace");
  add ("same-labels", test_same_labels, "device.ftrace");
  add ("inferred", test_inferred, inferred_log);
  add ("failed", test_failed, failed_log);
  add ("woken", test_woken, woken_log);
  add ("async", test_async, async_log);
  add ("counter", test_counter, "device.ftrace");
  add ("card-group", test_card_group, "device.ftrace");
  add ("points", test_points, "device.ftrace");
  add ("steady-list", test_steady_list, "shop-start.trace");
  g_test_add_func ("/facts/counter-modes", test_counter_modes);
  g_test_add_func ("/facts/counter-gap", test_counter_gap);
  g_test_add_func ("/facts/nested-args", test_nested_args);
  g_test_add_func ("/facts/told-clock", test_reported_clock);
  g_test_add_func ("/facts/line-on-timeline", test_line_on_timeline);
  g_test_add_func ("/facts/steps", test_steps);
  return g_test_run ();
}
