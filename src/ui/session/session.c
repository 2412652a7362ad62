/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The state of one open trace. Setters keep it consistent and notify; what takes long (the
 * profile of a stretch, the occurrences of a symbol) is found in a worker, one of each kind at
 * a time: a newer request cancels the older one. */

#include "ui/session/session-private.h"

#include "ui/analysis-task.h"

G_DEFINE_FINAL_TYPE (TvSession, tv_session, G_TYPE_OBJECT)

static GParamSpec *properties[TV_SESSION_N_PROPS];

GType
tv_chart_style_get_type (void)
{
  static gsize type = 0;

  if (g_once_init_enter (&type))
    {
      static const GEnumValue values[] = {
        { TV_CHART_NESTED, "TV_CHART_NESTED", "nested" },
        { TV_CHART_STRIP, "TV_CHART_STRIP", "strip" },
        { 0, NULL, NULL },
      };

      g_once_init_leave (&type, g_enum_register_static ("TvChartStyle", values));
    }
  return type;
}

void
tv_session_notify (TvSession *self, guint property)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

static void
cancel (GCancellable **cancellable)
{
  if (*cancellable != NULL)
    g_cancellable_cancel (*cancellable);
  g_clear_object (cancellable);
}

/* ---- The profile of the selected stretch ---- */

static void
show_profile (TvSession *self, TvProfile *profile)
{
  if (g_set_object (&self->profile, profile))
    tv_session_notify (self, TV_SESSION_PROP_PROFILE);
}

static void
on_profile_done (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TvSession *self = TV_SESSION (source);
  gboolean is_whole = GPOINTER_TO_INT (user_data);
  g_autoptr (GError) error = NULL;
  g_autoptr (TvProfile) profile = tv_profile_new_finish (result, &error);

  if (g_task_get_cancellable (G_TASK (result)) != self->profile_cancellable)
    return; /* a newer request took its place */

  g_clear_object (&self->profile_cancellable);
  g_object_freeze_notify (G_OBJECT (self));
  if (profile == NULL)
    g_warning ("The profile could not be computed: %s", error->message);
  else
    {
      if (is_whole)
        g_set_object (&self->whole_switch_profile, profile);
      show_profile (self, profile);
    }
  tv_session_notify (self, TV_SESSION_PROP_IS_PROFILING);
  g_object_thaw_notify (G_OBJECT (self));
}

static TvProfileFlags
get_profile_flags (TvSession *self)
{
  gboolean has_both_clocks = tv_trace_has_clock (self->trace, TV_CLOCK_WALL) &&
                             tv_trace_has_clock (self->trace, TV_CLOCK_CPU);

  return self->has_context_switches && has_both_clocks ? TV_PROFILE_CONTEXT_SWITCHES
                                                       : TV_PROFILE_DEFAULT;
}

void
tv_session_update_profile (TvSession *self)
{
  gboolean was_profiling = self->profile_cancellable != NULL;
  TvProfileFlags flags = get_profile_flags (self);
  TvSelection selection = tv_session_get_analysed (self);
  TvProfile *known = NULL;
  gboolean is_whole = tv_selection_is_all (&selection);

  if (is_whole)
    known = flags == TV_PROFILE_DEFAULT ? self->whole_profile : self->whole_switch_profile;

  cancel (&self->profile_cancellable);
  g_object_freeze_notify (G_OBJECT (self));
  if (known != NULL)
    show_profile (self, known);
  else
    {
      self->profile_cancellable = g_cancellable_new ();
      tv_profile_new_async (G_OBJECT (self), self->trace, &selection, flags,
                            self->profile_cancellable, on_profile_done, GINT_TO_POINTER (is_whole));
    }
  if (was_profiling != (self->profile_cancellable != NULL))
    tv_session_notify (self, TV_SESSION_PROP_IS_PROFILING);
  g_object_thaw_notify (G_OBJECT (self));
}

/* ---- The occurrences of the selected symbol ---- */

static void
on_occurrences_found (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TvSession *self = TV_SESSION (source);
  GArray *occurrences = tv_occurrences_find_finish (result, NULL);

  if (g_task_get_cancellable (G_TASK (result)) != self->occurrences_cancellable)
    {
      g_clear_pointer (&occurrences, g_array_unref);
      return;
    }

  g_clear_object (&self->occurrences_cancellable);
  self->occurrences = occurrences;
  tv_session_notify (self, TV_SESSION_PROP_OCCURRENCES);
}

static void
update_occurrences (TvSession *self)
{
  guint32 n_symbols;

  cancel (&self->occurrences_cancellable);
  g_clear_pointer (&self->occurrences, g_array_unref);
  tv_trace_get_symbols (self->trace, &n_symbols);
  if (self->selected_symbol < n_symbols)
    {
      self->occurrences_cancellable = g_cancellable_new ();
      tv_occurrences_find_async (G_OBJECT (self), self->trace, self->selected_symbol,
                                 self->occurrences_cancellable, on_occurrences_found, NULL);
    }
  tv_session_notify (self, TV_SESSION_PROP_OCCURRENCES);
}

/* ---- Object ---- */

static void
tv_session_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TvSession *self = TV_SESSION (object);

  switch (id)
    {
    case TV_SESSION_PROP_TRACE:
      g_value_set_object (value, self->trace);
      break;
    case TV_SESSION_PROP_VISIBLE_START:
      g_value_set_int64 (value, self->visible_start_ns);
      break;
    case TV_SESSION_PROP_VISIBLE_END:
      g_value_set_int64 (value, self->visible_end_ns);
      break;
    case TV_SESSION_PROP_SELECTION_START:
      g_value_set_int64 (value, self->selection_start_ns);
      break;
    case TV_SESSION_PROP_SELECTION_END:
      g_value_set_int64 (value, self->selection_end_ns);
      break;
    case TV_SESSION_PROP_THREAD:
      g_value_set_uint (value, self->utid);
      break;
    case TV_SESSION_PROP_SELECTED_SYMBOL:
      g_value_set_uint (value, self->selected_symbol);
      break;
    case TV_SESSION_PROP_SELECTED_SLICE:
      g_value_set_uint (value, self->selected_slice);
      break;
    case TV_SESSION_PROP_CONTEXT_SWITCHES:
      g_value_set_boolean (value, self->has_context_switches);
      break;
    case TV_SESSION_PROP_CHART_STYLE:
      g_value_set_enum (value, self->chart_style);
      break;
    case TV_SESSION_PROP_COLOUR_BY:
      g_value_set_enum (value, (int) self->colour_by);
      break;
    case TV_SESSION_PROP_PROFILE:
      g_value_set_object (value, self->profile);
      break;
    case TV_SESSION_PROP_IS_PROFILING:
      g_value_set_boolean (value, self->profile_cancellable != NULL);
      break;
    case TV_SESSION_PROP_OCCURRENCES:
      g_value_set_boxed (value, self->occurrences);
      break;
    case TV_SESSION_PROP_CURSOR_TIME:
      g_value_set_int64 (value, self->cursor_ns);
      break;
    case TV_SESSION_PROP_SEARCH_HITS:
      g_value_set_boxed (value, self->search_hits);
      break;
    case TV_SESSION_PROP_MARKS:
      g_value_set_boxed (value, self->marks);
      break;
    case TV_SESSION_PROP_SELECTED_MARK:
      g_value_set_uint (value, self->selected_mark);
      break;
    case TV_SESSION_PROP_ROW_CHOICES:
      g_value_set_object (value, self->row_choices);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
tv_session_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  TvSession *self = TV_SESSION (object);

  switch (id)
    {
    case TV_SESSION_PROP_TRACE:
      self->trace = g_value_dup_object (value);
      break;
    case TV_SESSION_PROP_THREAD:
      tv_session_set_thread (self, g_value_get_uint (value));
      break;
    case TV_SESSION_PROP_SELECTED_SYMBOL:
      tv_session_select_symbol (self, g_value_get_uint (value));
      break;
    case TV_SESSION_PROP_SELECTED_SLICE:
      tv_session_select_slice (self, g_value_get_uint (value));
      break;
    case TV_SESSION_PROP_CONTEXT_SWITCHES:
      tv_session_set_context_switches (self, g_value_get_boolean (value));
      break;
    case TV_SESSION_PROP_CHART_STYLE:
      tv_session_set_chart_style (self, g_value_get_enum (value));
      break;
    case TV_SESSION_PROP_COLOUR_BY:
      tv_session_set_colour_by (self, (TvColorBy) g_value_get_enum (value));
      break;
    case TV_SESSION_PROP_CURSOR_TIME:
      tv_session_set_cursor_time (self, g_value_get_int64 (value));
      break;
    case TV_SESSION_PROP_SEARCH_HITS:
      tv_session_set_search_hits (self, g_value_get_boxed (value));
      break;
    case TV_SESSION_PROP_SELECTED_MARK:
      tv_session_select_mark (self, g_value_get_uint (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
tv_session_constructed (GObject *object)
{
  TvSession *self = TV_SESSION (object);

  G_OBJECT_CLASS (tv_session_parent_class)->constructed (object);
  g_assert (self->trace != NULL);
  tv_session_fit (self);
}

static void
tv_session_dispose (GObject *object)
{
  TvSession *self = TV_SESSION (object);

  cancel (&self->profile_cancellable);
  cancel (&self->occurrences_cancellable);
  G_OBJECT_CLASS (tv_session_parent_class)->dispose (object);
}

static void
tv_session_finalize (GObject *object)
{
  TvSession *self = TV_SESSION (object);

  g_clear_pointer (&self->occurrences, g_array_unref);
  g_clear_pointer (&self->search_hits, g_array_unref);
  g_clear_pointer (&self->marks, g_array_unref);
  g_clear_pointer (&self->tracks_of_threads, g_hash_table_unref);
  for (guint i = 0; i < TV_N_COLOR_BY; i++)
    g_clear_pointer (&self->colorings[i], tv_coloring_unref);
  g_clear_object (&self->profile);
  g_clear_object (&self->whole_profile);
  g_clear_object (&self->whole_switch_profile);
  g_clear_pointer (&self->ranking, tv_ranking_unref);
  g_clear_pointer (&self->index, tv_slice_index_free);
  g_clear_object (&self->row_choices);
  g_clear_object (&self->trace);
  G_OBJECT_CLASS (tv_session_parent_class)->finalize (object);
}

static void
tv_session_class_init (TvSessionClass *klass)
{
  const GParamFlags read_only = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  const GParamFlags writable = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = tv_session_get_property;
  object_class->set_property = tv_session_set_property;
  object_class->constructed = tv_session_constructed;
  object_class->dispose = tv_session_dispose;
  object_class->finalize = tv_session_finalize;

  properties[TV_SESSION_PROP_TRACE] = g_param_spec_object (
      "trace", NULL, NULL, TV_TYPE_TRACE,
      G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  properties[TV_SESSION_PROP_VISIBLE_START] = g_param_spec_int64 (
      "visible-start", NULL, NULL, G_MININT64, G_MAXINT64, 0, read_only);
  properties[TV_SESSION_PROP_VISIBLE_END] = g_param_spec_int64 (
      "visible-end", NULL, NULL, G_MININT64, G_MAXINT64, 0, read_only);
  properties[TV_SESSION_PROP_SELECTION_START] = g_param_spec_int64 (
      "selection-start", NULL, NULL, G_MININT64, G_MAXINT64, 0, read_only);
  properties[TV_SESSION_PROP_SELECTION_END] = g_param_spec_int64 (
      "selection-end", NULL, NULL, G_MININT64, G_MAXINT64, 0, read_only);
  properties[TV_SESSION_PROP_THREAD] = g_param_spec_uint ("thread", NULL, NULL, 0, G_MAXUINT,
                                                          TV_NONE, writable);
  properties[TV_SESSION_PROP_SELECTED_SYMBOL] = g_param_spec_uint ("selected-symbol", NULL, NULL, 0,
                                                                   G_MAXUINT, TV_NONE, writable);
  properties[TV_SESSION_PROP_SELECTED_SLICE] = g_param_spec_uint ("selected-slice", NULL, NULL, 0,
                                                                  G_MAXUINT, TV_NONE, writable);
  properties[TV_SESSION_PROP_CONTEXT_SWITCHES] = g_param_spec_boolean ("context-switches", NULL,
                                                                       NULL, FALSE, writable);
  properties[TV_SESSION_PROP_CHART_STYLE] = g_param_spec_enum (
      "chart-style", NULL, NULL, TV_TYPE_CHART_STYLE, TV_CHART_NESTED, writable);
  properties[TV_SESSION_PROP_COLOUR_BY] = g_param_spec_enum (
      "colour-by", NULL, NULL, TV_TYPE_COLOR_BY, TV_COLOR_BY_SYMBOL, writable);
  properties[TV_SESSION_PROP_PROFILE] = g_param_spec_object ("profile", NULL, NULL, TV_TYPE_PROFILE,
                                                             read_only);
  properties[TV_SESSION_PROP_IS_PROFILING] = g_param_spec_boolean ("is-profiling", NULL, NULL,
                                                                   FALSE, read_only);
  properties[TV_SESSION_PROP_OCCURRENCES] = g_param_spec_boxed ("occurrences", NULL, NULL,
                                                                G_TYPE_ARRAY, read_only);
  properties[TV_SESSION_PROP_CURSOR_TIME] = g_param_spec_int64 (
      "cursor-time", NULL, NULL, G_MININT64, G_MAXINT64, G_MININT64, writable);
  properties[TV_SESSION_PROP_SEARCH_HITS] = g_param_spec_boxed ("search-hits", NULL, NULL,
                                                                G_TYPE_ARRAY, writable);
  properties[TV_SESSION_PROP_MARKS] = g_param_spec_boxed ("marks", NULL, NULL, G_TYPE_ARRAY,
                                                          read_only);
  properties[TV_SESSION_PROP_SELECTED_MARK] = g_param_spec_uint ("selected-mark", NULL, NULL, 0,
                                                                 G_MAXUINT, 0, writable);
  properties[TV_SESSION_PROP_ROW_CHOICES] = g_param_spec_object ("row-choices", NULL, NULL,
                                                                 TV_TYPE_ROW_CHOICES, read_only);
  g_object_class_install_properties (object_class, TV_SESSION_N_PROPS, properties);

  g_signal_new ("reveal-track", TV_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_UINT);
  g_signal_new ("reveal-counter", TV_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
on_row_choices_changed (TvSession *self)
{
  tv_session_notify (self, TV_SESSION_PROP_ROW_CHOICES);
}

static void
tv_session_init (TvSession *self)
{
  self->utid = TV_NONE;
  self->row_choices = tv_row_choices_new ();
  g_signal_connect_object (self->row_choices, "changed", G_CALLBACK (on_row_choices_changed), self,
                           G_CONNECT_SWAPPED);
  self->selected_symbol = TV_NONE;
  self->selected_slice = TV_NONE;
  self->cursor_ns = G_MININT64;
  self->marks = tv_time_marks_new ();
}

/**
 * tv_session_new:
 * @trace: what is shown
 * @index: (transfer full): of @trace
 * @ranking: of @whole_profile
 * @whole_profile: of @trace, without a selection and flags
 *
 * Returns: (transfer full): a session that shows the whole trace and has nothing selected
 */
TvSession *
tv_session_new (TvTrace *trace, TvSliceIndex *index, TvRanking *ranking, TvProfile *whole_profile)
{
  TvSession *self;

  g_return_val_if_fail (TV_IS_TRACE (trace), NULL);
  g_return_val_if_fail (index != NULL && ranking != NULL, NULL);
  g_return_val_if_fail (TV_IS_PROFILE (whole_profile), NULL);

  self = g_object_new (TV_TYPE_SESSION, "trace", trace, NULL);
  self->index = index;
  self->ranking = tv_ranking_ref (ranking);
  self->whole_profile = g_object_ref (whole_profile);
  self->profile = g_object_ref (whole_profile);
  return self;
}

/* (transfer none): what the user chose for the timeline's rows */
TvRowChoices *
tv_session_get_row_choices (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return self->row_choices;
}

TvTrace *
tv_session_get_trace (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return self->trace;
}

const TvSliceIndex *
tv_session_get_index (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return self->index;
}

TvRanking *
tv_session_get_ranking (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return self->ranking;
}

TvProfile *
tv_session_get_profile (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return self->profile;
}

/* The profile of the whole trace without context switches, whatever is selected. */
TvProfile *
tv_session_get_whole_profile (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return self->whole_profile;
}

/* ---- The selected symbol and slice ---- */

guint32
tv_session_get_selected_symbol (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), TV_NONE);
  return self->selected_symbol;
}

guint32
tv_session_get_selected_slice (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), TV_NONE);
  return self->selected_slice;
}

static void
select_both (TvSession *self, guint32 symbol, guint32 slice)
{
  g_object_freeze_notify (G_OBJECT (self));
  if (self->selected_slice != slice)
    {
      self->selected_slice = slice;
      tv_session_notify (self, TV_SESSION_PROP_SELECTED_SLICE);
    }
  if (self->selected_symbol != symbol)
    {
      self->selected_symbol = symbol;
      tv_session_notify (self, TV_SESSION_PROP_SELECTED_SYMBOL);
      update_occurrences (self);
    }
  g_object_thaw_notify (G_OBJECT (self));
}

/**
 * tv_session_select_symbol:
 * @symbol: a symbol, the profile's "(context switch)", or %TV_NONE
 *
 * Selects all calls of a method. A selected slice stays only if it is one of them.
 */
void
tv_session_select_symbol (TvSession *self, guint32 symbol)
{
  g_return_if_fail (TV_IS_SESSION (self));
  select_both (self, symbol, symbol == self->selected_symbol ? self->selected_slice : TV_NONE);
}

/**
 * tv_session_select_slice:
 * @slice: a slice, or %TV_NONE
 *
 * Selects one call, and with it its method. Without a slice the method stays selected.
 */
void
tv_session_select_slice (TvSession *self, guint32 slice)
{
  const TvSlices *slices;

  g_return_if_fail (TV_IS_SESSION (self));

  slices = tv_trace_get_slices (self->trace);
  g_return_if_fail (slice == TV_NONE || slice < slices->n);
  select_both (self, slice != TV_NONE ? slices->symbol[slice] : self->selected_symbol, slice);
}

/* (transfer none) (nullable) */
GArray *
tv_session_get_occurrences (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return self->occurrences;
}

/* ---- One step back ---- */

gboolean
tv_session_can_step_back (TvSession *self)
{
  gint64 start_ns, end_ns;

  g_return_val_if_fail (TV_IS_SESSION (self), FALSE);
  return self->selected_mark != 0 || self->selected_slice != TV_NONE ||
         self->cursor_ns != G_MININT64 || self->selected_symbol != TV_NONE ||
         self->utid != TV_NONE || tv_session_get_selection (self, &start_ns, &end_ns);
}

/**
 * tv_session_step_back:
 *
 * Takes back what is most special of all that is selected: a mark, a call, a point in time, a
 * stretch of time, a method, a thread that alone is counted.
 *
 * Returns: whether there was anything
 */
gboolean
tv_session_step_back (TvSession *self)
{
  gint64 start_ns, end_ns;

  if (!tv_session_can_step_back (self))
    return FALSE;
  if (self->selected_mark != 0)
    tv_session_select_mark (self, 0);
  else if (self->selected_slice != TV_NONE)
    tv_session_select_slice (self, TV_NONE);
  else if (self->cursor_ns != G_MININT64)
    tv_session_set_cursor_time (self, G_MININT64);
  else if (tv_session_get_selection (self, &start_ns, &end_ns))
    tv_session_clear_selection (self);
  else if (self->selected_symbol != TV_NONE)
    tv_session_select_symbol (self, TV_NONE);
  else
    tv_session_set_thread (self, TV_NONE);
  return TRUE;
}

/* ---- Choices ---- */

gboolean
tv_session_get_context_switches (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), FALSE);
  return self->has_context_switches;
}

void
tv_session_set_context_switches (TvSession *self, gboolean context_switches)
{
  g_return_if_fail (TV_IS_SESSION (self));

  context_switches = !!context_switches;
  if (self->has_context_switches == context_switches)
    return;
  self->has_context_switches = context_switches;
  tv_session_notify (self, TV_SESSION_PROP_CONTEXT_SWITCHES);
  tv_session_update_profile (self);
}

TvChartStyle
tv_session_get_chart_style (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), TV_CHART_NESTED);
  return self->chart_style;
}

void
tv_session_set_chart_style (TvSession *self, TvChartStyle style)
{
  g_return_if_fail (TV_IS_SESSION (self));

  if (self->chart_style == style)
    return;
  self->chart_style = style;
  tv_session_notify (self, TV_SESSION_PROP_CHART_STYLE);
}
