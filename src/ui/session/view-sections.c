/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What of a session is kept until its file is opened again, and how it is written. */

#include "ui/session/view-sections.h"

#include <math.h>

#define FILE_GROUP "file"
#define MAX_MARKS  1000
#define MAX_NAME   200 /* characters of a mark's */

/* ---- Times ---- */

static void
write_times (TvSession *session, TvViewState *state, const char *name)
{
  TvTrace *trace = tv_session_get_trace (session);
  gint64 start_ns, end_ns;

  tv_session_get_visible (session, &start_ns, &end_ns);
  if (start_ns > tv_trace_get_start_ns (trace) || end_ns < tv_trace_get_end_ns (trace))
    {
      tv_view_state_set_int64 (state, name, "visible-start", start_ns);
      tv_view_state_set_int64 (state, name, "visible-end", end_ns);
    }
  if (tv_session_get_selection (session, &start_ns, &end_ns))
    {
      tv_view_state_set_int64 (state, name, "selection-start", start_ns);
      tv_view_state_set_int64 (state, name, "selection-end", end_ns);
    }
}

/* FALSE unless they are a stretch of the trace. */
static gboolean
read_stretch (TvSession *session,
              const TvViewState *state,
              const char *name,
              const char *start_key,
              const char *end_key,
              gint64 *start_ns,
              gint64 *end_ns)
{
  TvTrace *trace = tv_session_get_trace (session);

  return tv_view_state_get_int64 (state, name, start_key, start_ns) &&
         tv_view_state_get_int64 (state, name, end_key, end_ns) && *start_ns < *end_ns &&
         *start_ns >= tv_trace_get_start_ns (trace) && *end_ns <= tv_trace_get_end_ns (trace);
}

static void
read_times (TvSession *session, const TvViewState *state, const char *name)
{
  gint64 start_ns, end_ns;

  if (read_stretch (session, state, name, "visible-start", "visible-end", &start_ns, &end_ns))
    tv_session_set_visible (session, start_ns, end_ns);
  if (read_stretch (session, state, name, "selection-start", "selection-end", &start_ns, &end_ns))
    tv_session_set_selection (session, start_ns, end_ns);
}

/* ---- Rows ---- */

static const struct
{
  TvRowChoice choice;
  const char *key;
} row_lists[] = {
  { TV_ROW_FOLDED, "folded" }, { TV_ROW_UNFOLDED, "unfolded" }, { TV_ROW_HIDDEN, "hidden" },
  { TV_ROW_PINNED, "pinned" }, { TV_ROW_STRIP, "strip" },       { TV_ROW_NESTED, "nested" },
  { TV_ROW_ONLY, "only" },     { TV_ROW_TALL, "tall" },
};

static const char *const row_orders[] = { "time", "name", "first-use" };

G_STATIC_ASSERT (G_N_ELEMENTS (row_orders) == TV_N_ROW_ORDERS);

#define PARTS 1000000.0 /* of a row's height */

static void
write_top_row (TvSession *session, TvViewState *state, const char *name)
{
  double above;
  const char *key = tv_session_get_top_row (session, &above);

  if (key == NULL)
    return;
  tv_view_state_set_text (state, name, "top", key);
  if (above > 0.0)
    tv_view_state_set_int64 (state, name, "top-above", llround (above * PARTS));
}

static void
read_top_row (TvSession *session, const TvViewState *state, const char *name)
{
  g_autofree char *key = tv_view_state_dup_text (state, name, "top");
  gint64 above;

  if (key == NULL || *key == '\0')
    return;
  if (!tv_view_state_get_int64 (state, name, "top-above", &above))
    above = 0;
  tv_session_set_top_row (session, key, (double) above / PARTS);
}

static void
write_rows (TvSession *session, TvViewState *state, const char *name)
{
  TvRowChoices *choices = tv_session_get_row_choices (session);

  for (guint i = 0; i < G_N_ELEMENTS (row_lists); i++)
    {
      g_auto (GStrv) keys = tv_row_choices_dup_keys (choices, row_lists[i].choice);

      tv_view_state_set_texts (state, name, row_lists[i].key, (const char *const *) keys);
    }
  if (tv_row_choices_get_order (choices) != TV_ROWS_BY_TIME)
    tv_view_state_set_text (state, name, "order", row_orders[tv_row_choices_get_order (choices)]);
  if (*tv_row_choices_get_filter (choices) != '\0')
    {
      tv_view_state_set_text (state, name, "filter", tv_row_choices_get_filter (choices));
      if (tv_row_choices_get_filter_is_regex (choices))
        tv_view_state_set_text (state, name, "filter-form", "regex");
    }
  write_top_row (session, state, name);
}

/* What the lists contradict each other in is settled as it is when somebody chooses: the later
 * one wins. */
static void
read_rows (TvSession *session, const TvViewState *state, const char *name)
{
  TvRowChoices *choices = tv_session_get_row_choices (session);
  g_autofree char *order = tv_view_state_dup_text (state, name, "order");
  g_autofree char *filter = tv_view_state_dup_text (state, name, "filter");
  g_autofree char *form = tv_view_state_dup_text (state, name, "filter-form");

  tv_row_choices_freeze (choices);
  for (guint i = 0; i < G_N_ELEMENTS (row_lists); i++)
    {
      g_auto (GStrv) keys = tv_view_state_dup_texts (state, name, row_lists[i].key);

      for (guint k = 0; keys[k] != NULL; k++)
        tv_row_choices_add (choices, keys[k], row_lists[i].choice);
    }
  for (guint i = 0; order != NULL && i < G_N_ELEMENTS (row_orders); i++)
    if (g_str_equal (order, row_orders[i]))
      tv_row_choices_set_order (choices, i);
  if (filter != NULL)
    tv_row_choices_set_filter (choices, filter);
  tv_row_choices_set_filter_is_regex (choices, g_strcmp0 (form, "regex") == 0);
  tv_row_choices_thaw (choices);
  read_top_row (session, state, name);
}

/* ---- Marks ---- */

/* Their times as "START END", and their names in the same order. */
static void
write_marks (TvSession *session, TvViewState *state, const char *name)
{
  const GArray *marks = tv_session_get_marks (session);
  g_autoptr (GStrvBuilder) times = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  g_auto (GStrv) all_times = NULL;
  g_auto (GStrv) all_names = NULL;

  for (guint i = 0; i < MIN (marks->len, MAX_MARKS); i++)
    {
      const TvTimeMark *mark = &g_array_index (marks, TvTimeMark, i);
      g_autofree char *time = g_strdup_printf ("%" G_GINT64_FORMAT " %" G_GINT64_FORMAT,
                                               mark->start_ns, mark->end_ns);
      g_autofree char *valid = g_utf8_make_valid (mark->name != NULL ? mark->name : "", -1);
      g_autofree char *cut = g_utf8_substring (valid, 0, MIN (g_utf8_strlen (valid, -1), MAX_NAME));

      g_strv_builder_add (times, time);
      g_strv_builder_add (names, cut);
    }
  all_times = g_strv_builder_end (times);
  all_names = g_strv_builder_end (names);
  tv_view_state_set_texts (state, name, "times", (const char *const *) all_times);
  tv_view_state_set_texts (state, name, "names", (const char *const *) all_names);
}

/* FALSE unless it is two times of the trace. */
static gboolean
parse_mark (TvTrace *trace, const char *text, gint64 *start_ns, gint64 *end_ns)
{
  g_auto (GStrv) parts = g_strsplit (text, " ", 3);

  return g_strv_length (parts) == 2 &&
         g_ascii_string_to_signed (parts[0], 10, tv_trace_get_start_ns (trace),
                                   tv_trace_get_end_ns (trace), start_ns, NULL) &&
         g_ascii_string_to_signed (parts[1], 10, *start_ns, tv_trace_get_end_ns (trace), end_ns,
                                   NULL);
}

static void
read_marks (TvSession *session, const TvViewState *state, const char *name)
{
  TvTrace *trace = tv_session_get_trace (session);
  g_auto (GStrv) times = tv_view_state_dup_texts (state, name, "times");
  g_auto (GStrv) names = tv_view_state_dup_texts (state, name, "names");
  guint n_names = g_strv_length (names);
  g_autoptr (GArray) marks = tv_time_marks_new ();
  gint64 start_ns, end_ns;

  for (guint i = 0; times[i] != NULL && i < MAX_MARKS; i++)
    if (parse_mark (trace, times[i], &start_ns, &end_ns))
      tv_time_marks_add (marks, start_ns, end_ns,
                         i < n_names && *names[i] != '\0' ? names[i] : NULL);
  if (marks->len > 0)
    tv_session_set_marks (session, marks);
}

/* ---- All ---- */

static const TvViewSection sections[] = {
  {
      .name = "times",
      .needs_same_file = TRUE,
      .properties = { "visible-start", "selection-start" },
      .write = write_times,
      .read = read_times,
  },
  {
      .name = "rows",
      .properties = { "row-choices", "top-row" },
      .write = write_rows,
      .read = read_rows,
  },
  {
      .name = "marks",
      .needs_same_file = TRUE,
      .properties = { "marks" },
      .write = write_marks,
      .read = read_marks,
  },
};

const TvViewSection *
tv_view_sections_get (guint *n)
{
  *n = G_N_ELEMENTS (sections);
  return sections;
}

/* What a file's contents are told apart by. */
static void
get_fingerprint (TvTrace *trace, gint64 numbers[3])
{
  numbers[0] = tv_trace_get_start_ns (trace);
  numbers[1] = tv_trace_get_end_ns (trace);
  numbers[2] = tv_trace_get_slices (trace)->n;
}

static const char *const fingerprint_keys[] = { "start", "end", "slices" };

static gboolean
is_same_file (TvTrace *trace, const TvViewState *state)
{
  g_autofree char *format = tv_view_state_dup_text (state, FILE_GROUP, "format");
  gint64 numbers[3], value;

  get_fingerprint (trace, numbers);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    if (!tv_view_state_get_int64 (state, FILE_GROUP, fingerprint_keys[i], &value) ||
        value != numbers[i])
      return FALSE;
  return g_strcmp0 (format, tv_trace_get_format (trace)) == 0;
}

/**
 * tv_view_sections_write:
 * @session: a session
 *
 * Returns: (transfer full): a state with all that differs from a file opened for the first time;
 *   and which file that is, if anything does
 */
TvViewState *
tv_view_sections_write (TvSession *session)
{
  TvTrace *trace = tv_session_get_trace (session);
  TvViewState *state = tv_view_state_new ();
  g_autofree char *data = NULL;
  gint64 numbers[3];
  gsize length;

  for (guint i = 0; i < G_N_ELEMENTS (sections); i++)
    sections[i].write (session, state, sections[i].name);
  data = tv_view_state_to_data (state, &length);
  if (length == 0)
    return state;
  get_fingerprint (trace, numbers);
  tv_view_state_set_text (state, FILE_GROUP, "format", tv_trace_get_format (trace));
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    tv_view_state_set_int64 (state, FILE_GROUP, fingerprint_keys[i], numbers[i]);
  return state;
}

/* Makes a session look as a state says. */
void
tv_view_sections_read (TvSession *session, const TvViewState *state)
{
  gboolean is_same = is_same_file (tv_session_get_trace (session), state);

  for (guint i = 0; i < G_N_ELEMENTS (sections); i++)
    if (is_same || !sections[i].needs_same_file)
      sections[i].read (session, state, sections[i].name);
}
