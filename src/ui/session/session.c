/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The object of one open trace. Setters keep its state consistent and notify. Workers compute slow results, such as
 * the profile of a range; a newer request for the same result cancels the older one. */

#include "ui/session/session-private.h"

#include "analysis/calls/call-source.h"
#include "ui/session/session-runs.h"

G_DEFINE_FINAL_TYPE (TvSession, tv_session, G_TYPE_OBJECT)

static GParamSpec *properties[TV_SESSION_N_PROPS];

#define ADDRESS(id, name) &tv_session_part_##name,

static const TvSessionPart *const parts[TV_SESSION_N_PARTS] = { TV_SESSION_PARTS (ADDRESS) };

void
tv_session_notify (TvSession *self, guint property)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

/* Returns: (transfer none): the state of a part, a struct that only the part's file knows */
gpointer
tv_session_get_part (TvSession *self, TvSessionPartId id)
{
  return self->parts[id];
}

/* ---- Object ---- */

static void
tv_session_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TvSession *self = TV_SESSION (object);
  double above;

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
    case TV_SESSION_PROP_SELECTION:
      g_value_set_boxed (value, self->selection);
      break;
    case TV_SESSION_PROP_SELECTED_SYMBOL:
      g_value_set_uint (value, self->selected_symbol);
      break;
    case TV_SESSION_PROP_SELECTED_SLICE:
      g_value_set_uint (value, self->selected_slice);
      break;
    case TV_SESSION_PROP_SELECTED_COUNTER:
      g_value_set_uint (value, self->selected_counter);
      break;
    case TV_SESSION_PROP_SELECTED_LINE:
      g_value_set_uint (value, self->selected_line);
      break;
    case TV_SESSION_PROP_SELECTED_SAMPLE:
      g_value_set_uint (value, self->selected_sample);
      break;
    case TV_SESSION_PROP_SAMPLE_MARKS:
      g_value_set_pointer (value, (gpointer) tv_session_get_sample_marks (self));
      break;
    case TV_SESSION_PROP_CONTEXT_SWITCHES:
      g_value_set_boolean (value, self->has_context_switches);
      break;
    case TV_SESSION_PROP_CLOCK:
      g_value_set_uint (value, tv_session_get_clock (self));
      break;
    case TV_SESSION_PROP_TIME_BASE:
      g_value_set_uint (value, tv_session_get_time_base (self)->kind);
      break;
    case TV_SESSION_PROP_CHART_STYLE:
      g_value_set_enum (value, tv_session_get_chart_style (self));
      break;
    case TV_SESSION_PROP_COLOUR_BY:
      g_value_set_enum (value, (int) tv_session_get_colour_by (self));
      break;
    case TV_SESSION_PROP_PROFILE:
      g_value_set_object (value, self->profile);
      break;
    case TV_SESSION_PROP_IS_PROFILING:
      g_value_set_boolean (value, self->work[TV_SESSION_WORK_PROFILE] != NULL);
      break;
    case TV_SESSION_PROP_CALL_TREE:
      g_value_set_pointer (value, self->call_tree);
      break;
    case TV_SESSION_PROP_IS_FINDING_CALLS:
      g_value_set_boolean (value, self->work[TV_SESSION_WORK_TREE] != NULL);
      break;
    case TV_SESSION_PROP_ALL_THREADS:
      g_value_set_boolean (value, self->has_all_threads);
      break;
    case TV_SESSION_PROP_BY_THREAD:
      g_value_set_boolean (value, self->by_thread);
      break;
    case TV_SESSION_PROP_CALL_SOURCE:
      g_value_set_uint (value, self->call_source);
      break;
    case TV_SESSION_PROP_OCCURRENCES:
      g_value_set_boxed (value, self->occurrences);
      break;
    case TV_SESSION_PROP_COUNTED_OCCURRENCES:
      g_value_set_boxed (value, self->counted);
      break;
    case TV_SESSION_PROP_CURSOR_TIME:
      g_value_set_int64 (value, self->cursor_ns);
      break;
    case TV_SESSION_PROP_SEARCH_HITS:
      g_value_set_boxed (value, tv_session_get_search_hits (self));
      break;
    case TV_SESSION_PROP_MARKS:
      g_value_set_boxed (value, tv_session_get_marks (self));
      break;
    case TV_SESSION_PROP_SELECTED_MARK:
      g_value_set_uint (value, tv_session_get_selected_mark (self));
      break;
    case TV_SESSION_PROP_ROW_CHOICES:
      g_value_set_object (value, tv_session_get_row_choices (self));
      break;
    case TV_SESSION_PROP_TOP_ROW:
      g_value_set_string (value, tv_session_get_top_row (self, &above));
      break;
    case TV_SESSION_PROP_HAS_STRIPS:
      g_value_set_boolean (value, tv_session_has_strips (self));
      break;
    case TV_SESSION_PROP_RUNS:
      g_value_set_boxed (value, tv_session_get_runs (self));
      break;
    case TV_SESSION_PROP_OFFSET:
      g_value_set_int64 (value, self->offset_ns);
      break;
    case TV_SESSION_PROP_DUMP_THREAD:
      g_value_set_uint (value, tv_session_get_dump_thread (self));
      break;
    case TV_SESSION_PROP_HEAP_GRAPH:
      g_value_set_uint (value, tv_session_get_heap_graph (self));
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
    case TV_SESSION_PROP_SELECTION:
      tv_session_set_selection (self, g_value_get_boxed (value));
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
    case TV_SESSION_PROP_ALL_THREADS:
      tv_session_set_all_threads (self, g_value_get_boolean (value));
      break;
    case TV_SESSION_PROP_BY_THREAD:
      tv_session_set_by_thread (self, g_value_get_boolean (value));
      break;
    case TV_SESSION_PROP_CALL_SOURCE:
      tv_session_set_call_source (self, g_value_get_uint (value));
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
    case TV_SESSION_PROP_DUMP_THREAD:
      tv_session_select_dump_thread (self, g_value_get_uint (value));
      break;
    case TV_SESSION_PROP_HEAP_GRAPH:
      tv_session_select_heap_graph (self, g_value_get_uint (value));
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
  self->whole_start_ns = tv_trace_get_start_ns (self->trace);
  self->whole_end_ns = MAX (tv_trace_get_seen_end_ns (self->trace),
                            self->whole_start_ns + TV_SESSION_MIN_VISIBLE_NS);
  tv_session_set_first_visible (self, self->whole_start_ns, self->whole_end_ns);
}

static void
tv_session_dispose (GObject *object)
{
  TvSession *self = TV_SESSION (object);

  for (TvSessionWork i = 0; i < TV_SESSION_N_WORKS; i++)
    tv_work_stop (&self->work[i]);
  for (TvSessionPartId i = 0; i < TV_SESSION_N_PARTS; i++)
    if (parts[i]->stop != NULL)
      parts[i]->stop (self->parts[i]);
  tv_session_drop_baseline (self);
  G_OBJECT_CLASS (tv_session_parent_class)->dispose (object);
}

static void
tv_session_finalize (GObject *object)
{
  TvSession *self = TV_SESSION (object);

  g_clear_pointer (&self->occurrences, g_array_unref);
  g_clear_pointer (&self->counted, g_array_unref);
  g_free (self->zero.name);
  g_clear_pointer (&self->call_tree, tv_call_tree_unref);
  g_clear_pointer (&self->call_paths, tv_call_paths_unref);
  g_clear_pointer (&self->selection, tv_selection_unref);
  g_clear_object (&self->profile);
  g_clear_object (&self->file);
  tv_session_names_clear (&self->names);
  g_clear_object (&self->whole_profile);
  g_clear_object (&self->whole_switch_profile);
  g_clear_pointer (&self->ranking, tv_ranking_unref);
  g_clear_pointer (&self->index, tv_slice_index_unref);
  for (TvSessionPartId i = 0; i < TV_SESSION_N_PARTS; i++)
    {
      if (parts[i]->clear != NULL)
        parts[i]->clear (self->parts[i]);
      g_free (self->parts[i]);
    }
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
  properties[TV_SESSION_PROP_SELECTION] = g_param_spec_boxed ("selection", NULL, NULL,
                                                              TV_TYPE_SELECTION, writable);
  properties[TV_SESSION_PROP_SELECTED_SYMBOL] = g_param_spec_uint ("selected-symbol", NULL, NULL, 0,
                                                                   G_MAXUINT, TV_NONE, writable);
  properties[TV_SESSION_PROP_SELECTED_SLICE] = g_param_spec_uint ("selected-slice", NULL, NULL, 0,
                                                                  G_MAXUINT, TV_NONE, writable);
  properties[TV_SESSION_PROP_SELECTED_COUNTER] = g_param_spec_uint (
      "selected-counter", NULL, NULL, 0, G_MAXUINT, TV_NONE, read_only);
  properties[TV_SESSION_PROP_SELECTED_LINE] = g_param_spec_uint ("selected-line", NULL, NULL, 0,
                                                                 G_MAXUINT, TV_NONE, read_only);
  properties[TV_SESSION_PROP_SELECTED_SAMPLE] = g_param_spec_uint ("selected-sample", NULL, NULL, 0,
                                                                   G_MAXUINT, TV_NONE, read_only);
  properties[TV_SESSION_PROP_SAMPLE_MARKS] = g_param_spec_pointer ("sample-marks", NULL, NULL,
                                                                   read_only);
  properties[TV_SESSION_PROP_CONTEXT_SWITCHES] = g_param_spec_boolean ("context-switches", NULL,
                                                                       NULL, FALSE, writable);
  properties[TV_SESSION_PROP_CLOCK] = g_param_spec_uint ("clock", NULL, NULL, 0, TV_N_CLOCKS - 1,
                                                         TV_CLOCK_WALL, read_only);
  properties[TV_SESSION_PROP_TIME_BASE] = g_param_spec_uint (
      "time-base", NULL, NULL, 0, TV_N_TIME_BASES - 1, TV_TIME_BASE_START, read_only);
  properties[TV_SESSION_PROP_CHART_STYLE] = g_param_spec_enum (
      "chart-style", NULL, NULL, TV_TYPE_CHART_STYLE, TV_CHART_NESTED, writable);
  properties[TV_SESSION_PROP_COLOUR_BY] = g_param_spec_enum (
      "colour-by", NULL, NULL, TV_TYPE_COLOR_BY, TV_COLOR_BY_SYMBOL, writable);
  properties[TV_SESSION_PROP_PROFILE] = g_param_spec_object ("profile", NULL, NULL, TV_TYPE_PROFILE,
                                                             read_only);
  properties[TV_SESSION_PROP_IS_PROFILING] = g_param_spec_boolean ("is-profiling", NULL, NULL,
                                                                   FALSE, read_only);
  properties[TV_SESSION_PROP_CALL_TREE] = g_param_spec_pointer ("call-tree", NULL, NULL, read_only);
  properties[TV_SESSION_PROP_IS_FINDING_CALLS] = g_param_spec_boolean ("is-finding-calls", NULL,
                                                                       NULL, FALSE, read_only);
  properties[TV_SESSION_PROP_BY_THREAD] = g_param_spec_boolean ("by-thread", NULL, NULL, FALSE,
                                                                writable);
  properties[TV_SESSION_PROP_ALL_THREADS] = g_param_spec_boolean ("all-threads", NULL, NULL, FALSE,
                                                                  writable);
  properties[TV_SESSION_PROP_CALL_SOURCE] = g_param_spec_uint (
      "call-source", NULL, NULL, 0, G_MAXUINT, TV_CALLS_OF_SLICES, writable);
  properties[TV_SESSION_PROP_OCCURRENCES] = g_param_spec_boxed ("occurrences", NULL, NULL,
                                                                G_TYPE_ARRAY, read_only);
  properties[TV_SESSION_PROP_COUNTED_OCCURRENCES] = g_param_spec_boxed (
      "counted-occurrences", NULL, NULL, G_TYPE_ARRAY, read_only);
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
  properties[TV_SESSION_PROP_TOP_ROW] = g_param_spec_string ("top-row", NULL, NULL, NULL,
                                                             read_only);
  properties[TV_SESSION_PROP_HAS_STRIPS] = g_param_spec_boolean ("has-strips", NULL, NULL, FALSE,
                                                                 read_only);
  properties[TV_SESSION_PROP_OFFSET] = g_param_spec_int64 ("offset", NULL, NULL, G_MININT64,
                                                           G_MAXINT64, 0, read_only);
  properties[TV_SESSION_PROP_RUNS] = g_param_spec_boxed ("runs", NULL, NULL, G_TYPE_PTR_ARRAY,
                                                         read_only);
  properties[TV_SESSION_PROP_DUMP_THREAD] = g_param_spec_uint ("dump-thread", NULL, NULL, 0,
                                                               G_MAXUINT, TV_NONE, writable);
  properties[TV_SESSION_PROP_HEAP_GRAPH] = g_param_spec_uint ("heap-graph", NULL, NULL, 0,
                                                              G_MAXUINT, TV_NONE, writable);
  g_object_class_install_properties (object_class, TV_SESSION_N_PROPS, properties);

  g_signal_new ("reveal-frame", TV_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_UINT);
  g_signal_new ("reveal-heap-graph", TV_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_UINT);
  g_signal_new ("reveal-track", TV_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_UINT);
  g_signal_new ("reveal-slice", TV_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_UINT);
  g_signal_new ("reveal-counter", TV_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_UINT);
  g_signal_new ("reveal-time", TV_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                1, G_TYPE_INT64);
  g_signal_new ("step-zoom", TV_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                2, G_TYPE_DOUBLE, G_TYPE_INT64);
}

static void
tv_session_init (TvSession *self)
{
  self->selection = tv_selection_new_all ();
  self->call_source = TV_CALLS_OF_SLICES;
  self->selected_symbol = TV_NONE;
  self->selected_slice = TV_NONE;
  self->counted_like = TV_NONE;
  self->counted_thread = TV_NONE;
  self->selected_counter = TV_NONE;
  self->selected_line = TV_NONE;
  self->selected_sample = TV_NONE;
  self->counter_ns = G_MININT64;
  self->cursor_ns = G_MININT64;
  for (TvSessionPartId i = 0; i < TV_SESSION_N_PARTS; i++)
    {
      self->parts[i] = g_malloc0 (parts[i]->size);
      if (parts[i]->init != NULL)
        parts[i]->init (self, self->parts[i]);
    }
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
  tv_session_init_clock (self);
  tv_session_set_call_source (self, tv_call_source_get_default (trace));
  return self;
}

TvTrace *
tv_session_get_trace (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return self->trace;
}

/* (transfer none) (nullable): what the trace was read from; a file of a bundle as if that were a folder */
GFile *
tv_session_get_file (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return self->file;
}

/* (transfer none): what its trace is called by */
const TvSessionNames *
tv_session_get_names (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return &self->names;
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
