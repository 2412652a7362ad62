/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Actions of the session, for menus, keys and other programs. Added once per page, by ui/pages/trace-page.c. The
 * table of actions calls the public getters and setters of the session. No state. */

#include "ui/kit/object-actions.h"
#include "ui/session/session.h"

static GVariant *
get_symbol (gpointer object)
{
  return g_variant_new_uint32 (tv_session_get_selected_symbol (object));
}

static void
change_symbol (gpointer object, GVariant *value)
{
  guint32 symbol = g_variant_get_uint32 (value);

  if (symbol == TV_NONE || symbol <= tv_profile_get_n_symbols (tv_session_get_profile (object)))
    tv_session_select_symbol (object, symbol);
}

static GVariant *
get_slice (gpointer object)
{
  return g_variant_new_uint32 (tv_session_get_selected_slice (object));
}

static void
change_slice (gpointer object, GVariant *value)
{
  guint32 slice = g_variant_get_uint32 (value);

  if (slice == TV_NONE || slice < tv_trace_get_slices (tv_session_get_trace (object))->n)
    tv_session_select_slice (object, slice);
}

static GVariant *
get_counter (gpointer object)
{
  gint64 ns = G_MININT64;
  guint32 counter = tv_session_get_selected_counter (object, &ns);

  return g_variant_new ("(ux)", counter, ns);
}

/* Returns: (transfer floating): the selected segment of a critical path: TID of the thread whose path it is, TID of
 * the segment's thread, start, duration; zeros if no segment is selected */
static GVariant *
get_path (gpointer object)
{
  const TvThread *threads = tv_trace_get_threads (tv_session_get_trace (object), NULL);
  const TvPathSegment *path = tv_session_get_selected_path (object);

  if (path == NULL)
    return g_variant_new ("(uuxx)", 0, 0, G_GINT64_CONSTANT (0), G_GINT64_CONSTANT (0));
  return g_variant_new ("(uuxx)", threads[path->row.root_utid].tid, threads[path->row.utid].tid,
                        path->row.ts, path->row.dur);
}

static GVariant *
get_range (gpointer object)
{
  gint64 start_ns = 0, end_ns = 0;

  tv_session_get_range (object, &start_ns, &end_ns);
  return g_variant_new ("(xx)", start_ns, end_ns);
}

static void
change_range (gpointer object, GVariant *value)
{
  gint64 start_ns, end_ns;

  g_variant_get (value, "(xx)", &start_ns, &end_ns);
  tv_session_select_range (object, start_ns, end_ns);
}

static GVariant *
get_visible (gpointer object)
{
  gint64 start_ns, end_ns;

  tv_session_get_visible (object, &start_ns, &end_ns);
  return g_variant_new ("(xx)", start_ns, end_ns);
}

static void
change_visible (gpointer object, GVariant *value)
{
  gint64 start_ns, end_ns;

  g_variant_get (value, "(xx)", &start_ns, &end_ns);
  tv_session_set_visible (object, start_ns, end_ns);
}

static GVariant *
get_marks (gpointer object)
{
  const GArray *marks = tv_session_get_marks (object);
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(xxs)"));
  for (guint i = 0; i < marks->len; i++)
    {
      const TvBookmark *mark = &g_array_index (marks, TvBookmark, i);

      g_variant_builder_add (&builder, "(xxs)", mark->start_ns, mark->end_ns,
                             mark->name != NULL ? mark->name : "");
    }
  return g_variant_builder_end (&builder);
}

static void
change_marks (gpointer object, GVariant *value)
{
  g_autoptr (GArray) marks = tv_bookmarks_new ();
  GVariantIter iter;
  gint64 start_ns, end_ns;
  const char *name;

  g_variant_iter_init (&iter, value);
  while (g_variant_iter_next (&iter, "(xx&s)", &start_ns, &end_ns, &name))
    tv_bookmarks_add (marks, start_ns, end_ns, name);
  tv_session_set_marks (object, marks);
}

static GVariant *
get_line (gpointer object)
{
  return g_variant_new_uint32 (tv_session_get_selected_line (object));
}

static void
change_line (gpointer object, GVariant *value)
{
  guint32 line = g_variant_get_uint32 (value);

  if (line == TV_NONE || line < tv_trace_get_log_lines (tv_session_get_trace (object))->n)
    tv_session_select_line (object, line);
}

static GVariant *
get_sample (gpointer object)
{
  return g_variant_new_uint32 (tv_session_get_selected_sample (object));
}

static void
change_sample (gpointer object, GVariant *value)
{
  guint32 sample = g_variant_get_uint32 (value);

  if (sample == TV_NONE || sample < tv_trace_get_stacks (tv_session_get_trace (object))->samples.n)
    tv_session_select_sample (object, sample);
}

static GVariant *
get_mark (gpointer object)
{
  return g_variant_new_uint32 (tv_session_get_selected_mark (object));
}

static void
change_mark (gpointer object, GVariant *value)
{
  tv_session_select_mark (object, g_variant_get_uint32 (value));
}

static GVariant *
get_cursor (gpointer object)
{
  return g_variant_new_int64 (tv_session_get_cursor_time (object));
}

static void
change_cursor (gpointer object, GVariant *value)
{
  tv_session_set_cursor_time (object, g_variant_get_int64 (value));
}

static GVariant *
get_thread (gpointer object)
{
  return g_variant_new_uint32 (tv_session_get_thread (object));
}

static void
change_thread (gpointer object, GVariant *value)
{
  tv_session_set_thread (object, g_variant_get_uint32 (value));
}

static GVariant *
get_threads (gpointer object)
{
  guint n;
  const guint32 *utids = tv_selection_get_threads (tv_session_get_selection (object), &n);

  return g_variant_new_fixed_array (G_VARIANT_TYPE_UINT32, utids, n, sizeof *utids);
}

static void
change_threads (gpointer object, GVariant *value)
{
  gsize n;
  const guint32 *utids = g_variant_get_fixed_array (value, &n, sizeof *utids);

  tv_session_set_threads (object, utids, (guint) n);
}

static GVariant *
get_filters (gpointer object)
{
  guint n;
  const TvNameFilter *filters = tv_selection_get_filters (tv_session_get_selection (object), &n);
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(ubs)"));
  for (guint i = 0; i < n; i++)
    g_variant_builder_add (&builder, "(ubs)", filters[i].match, filters[i].hides, filters[i].text);
  return g_variant_builder_end (&builder);
}

static void
change_filters (gpointer object, GVariant *value)
{
  g_autoptr (GArray) filters = g_array_new (FALSE, FALSE, sizeof (TvNameFilter));
  TvNameFilter filter;
  GVariantIter iter;

  g_variant_iter_init (&iter, value);
  while (g_variant_iter_next (&iter, "(ub&s)", &filter.match, &filter.hides, &filter.text))
    if (filter.match < TV_N_NAME_MATCHES)
      g_array_append_val (filters, filter);
  tv_session_set_filters (object, (const TvNameFilter *) filters->data, filters->len);
}

static GVariant *
get_transforms (gpointer object)
{
  guint n;
  const TvTransform *transforms = tv_selection_get_transforms (tv_session_get_selection (object),
                                                               &n);
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(uus)"));
  for (guint i = 0; i < n; i++)
    g_variant_builder_add (&builder, "(uus)", transforms[i].kind, transforms[i].symbol,
                           transforms[i].package != NULL ? transforms[i].package : "");
  return g_variant_builder_end (&builder);
}

static void
change_transforms (gpointer object, GVariant *value)
{
  g_autoptr (GArray) transforms = g_array_new (FALSE, FALSE, sizeof (TvTransform));
  TvTransform transform;
  GVariantIter iter;
  guint32 n_symbols;

  tv_trace_get_symbols (tv_session_get_trace (object), &n_symbols);
  g_variant_iter_init (&iter, value);
  while (
      g_variant_iter_next (&iter, "(uu&s)", &transform.kind, &transform.symbol, &transform.package))
    {
      if (*transform.package == '\0')
        transform.package = NULL;
      if (transform.kind < TV_N_TRANSFORM_KINDS &&
          (transform.symbol == TV_NONE || transform.symbol < n_symbols))
        g_array_append_val (transforms, transform);
    }
  tv_session_set_transforms (object, (const TvTransform *) transforms->data, transforms->len);
}

static GVariant *
get_min_duration (gpointer object)
{
  return g_variant_new_int64 (tv_selection_get_min_duration_ns (tv_session_get_selection (object)));
}

static void
change_min_duration (gpointer object, GVariant *value)
{
  tv_session_set_min_duration (object, g_variant_get_int64 (value));
}

static GVariant *
get_row_filter (gpointer object)
{
  return g_variant_new_string (tv_row_choices_get_filter (tv_session_get_row_choices (object)));
}

static void
change_row_filter (gpointer object, GVariant *value)
{
  tv_row_choices_set_filter (tv_session_get_row_choices (object),
                             g_variant_get_string (value, NULL));
}

static GVariant *
get_top_row (gpointer object)
{
  double above = 0.0;
  const char *key = tv_session_get_top_row (object, &above);

  return g_variant_new ("(sd)", key != NULL ? key : "", above);
}

static GVariant *
get_state_threads (gpointer object)
{
  return g_variant_new_string (tv_session_get_all_threads (object) ? "all" : "selected");
}

static void
change_state_threads (gpointer object, GVariant *value)
{
  tv_session_set_all_threads (object, g_str_equal (g_variant_get_string (value, NULL), "all"));
}

static const char *const clock_ids[TV_N_CLOCKS] = { "wall", "cpu" };

static GVariant *
get_clock (gpointer object)
{
  return g_variant_new_string (clock_ids[tv_session_get_clock (object)]);
}

static void
change_clock (gpointer object, GVariant *value)
{
  for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
    if (g_str_equal (clock_ids[clock], g_variant_get_string (value, NULL)))
      tv_session_set_clock (object, clock);
}

static gboolean
can_switch_clock (gpointer object)
{
  return tv_session_has_both_clocks (object);
}

static void
switch_clock (gpointer object, const char *name, GVariant *parameter)
{
  tv_session_set_clock (object, tv_session_get_clock (object) == TV_CLOCK_WALL ? TV_CLOCK_CPU
                                                                               : TV_CLOCK_WALL);
}

static GVariant *
get_time_base (gpointer object)
{
  return g_variant_new_string (tv_time_base_get_id (tv_session_get_time_base (object)->kind));
}

static void
change_time_base (gpointer object, GVariant *value)
{
  for (TvTimeBaseKind kind = 0; kind < TV_N_TIME_BASES; kind++)
    if (g_str_equal (tv_time_base_get_id (kind), g_variant_get_string (value, NULL)))
      tv_session_set_time_base (object, kind);
}

static gboolean
can_choose_time_base (gpointer object)
{
  gboolean can = FALSE;

  for (TvTimeBaseKind kind = TV_TIME_BASE_START + 1; kind < TV_N_TIME_BASES; kind++)
    can |= tv_session_can_choose_time_base (object, kind);
  return can;
}

/* Defines the functions of a menu item for a time base. The action is disabled, and thus the item hidden, if the time
 * base is not available or is the only one. */
#define TIME_BASE_ITEM(name, kind_of_base)                                                         \
  static GVariant *get_##name (gpointer object)                                                    \
  {                                                                                                \
    return g_variant_new_boolean (tv_session_get_time_base (object)->kind == kind_of_base);        \
  }                                                                                                \
  static void change_##name (gpointer object, GVariant *value)                                     \
  {                                                                                                \
    tv_session_set_time_base (object, kind_of_base);                                               \
  }                                                                                                \
  static gboolean can_##name (gpointer object)                                                     \
  {                                                                                                \
    return can_choose_time_base (object) &&                                                        \
           tv_session_can_choose_time_base (object, kind_of_base);                                 \
  }

TIME_BASE_ITEM (time_since_start, TV_TIME_BASE_START)
TIME_BASE_ITEM (time_as_recorded, TV_TIME_BASE_RAW)
TIME_BASE_ITEM (time_utc, TV_TIME_BASE_UTC)
TIME_BASE_ITEM (time_local, TV_TIME_BASE_LOCAL)

static const TvObjectAction actions[] = {
  { "selected-symbol", "u", NULL, get_symbol, change_symbol, NULL, "notify::selected-symbol" },
  { "selected-slice", "u", NULL, get_slice, change_slice, NULL, "notify::selected-slice" },
  { "selected-counter", "(ux)", NULL, get_counter, NULL, NULL, "notify::selected-counter" },
  { "selected-path", "(uuxx)", NULL, get_path, NULL, NULL, "notify::selected-path" },
  { "selected-time", "(xx)", NULL, get_range, change_range, NULL, "notify::selection" },
  { "visible-time", "(xx)", NULL, get_visible, change_visible, NULL,
    "notify::visible-start notify::visible-end" },
  { "cursor-time", "x", NULL, get_cursor, change_cursor, NULL, "notify::cursor-time" },
  { "marks", "a(xxs)", NULL, get_marks, change_marks, NULL, "notify::marks" },
  { "selected-line", "u", NULL, get_line, change_line, NULL, "notify::selected-line" },
  { "selected-sample", "u", NULL, get_sample, change_sample, NULL, "notify::selected-sample" },
  { "selected-mark", "u", NULL, get_mark, change_mark, NULL,
    "notify::marks notify::selected-mark" },
  { "thread", "u", NULL, get_thread, change_thread, NULL, "notify::selection" },
  { "threads", "au", NULL, get_threads, change_threads, NULL, "notify::selection" },
  { "name-filters", "a(ubs)", NULL, get_filters, change_filters, NULL, "notify::selection" },
  { "transforms", "a(uus)", NULL, get_transforms, change_transforms, NULL, "notify::selection" },
  { "min-duration", "x", NULL, get_min_duration, change_min_duration, NULL, "notify::selection" },
  { "state-threads", "s", NULL, get_state_threads, change_state_threads, NULL,
    "notify::all-threads" },
  { "row-filter", "s", NULL, get_row_filter, change_row_filter, NULL, "notify::row-choices" },
  { "clock", "s", NULL, get_clock, change_clock, can_switch_clock, "notify::clock" },
  { "switch-clock", NULL, switch_clock, NULL, NULL, can_switch_clock, NULL },
  { "time-base", "s", NULL, get_time_base, change_time_base, can_choose_time_base,
    "notify::time-base" },
  { "time-since-start", "b", NULL, get_time_since_start, change_time_since_start,
    can_time_since_start, "notify::time-base" },
  { "time-as-recorded", "b", NULL, get_time_as_recorded, change_time_as_recorded,
    can_time_as_recorded, "notify::time-base" },
  { "time-utc", "b", NULL, get_time_utc, change_time_utc, can_time_utc, "notify::time-base" },
  { "time-local", "b", NULL, get_time_local, change_time_local, can_time_local,
    "notify::time-base" },
  { "top-row", "(sd)", NULL, get_top_row, NULL, NULL, "notify::top-row" },
};

/* Adds the actions of the session. */
void
tv_session_add_actions (TvSession *self, GActionMap *map)
{
  g_return_if_fail (TV_IS_SESSION (self));
  tv_object_actions_add (map, self, self, actions, G_N_ELEMENTS (actions));
}
