/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/views/details/details.h"

#include <glib/gi18n.h>

#include "paint/kit/time-format.h"
#include "ui/views/details/details-counter.h"
#include "ui/views/details/details-log.h"
#include "ui/views/details/fact-list.h"
#include "ui/kit/number-format.h"
#include "ui/session/occurrence-step.h"
#include "ui/kit/slice-words.h"
#include "ui/kit/swatch.h"
#include "ui/kit/symbol-text.h"

/* Of a call's callers, so many beside the nearest. */
#define MORE_CALLERS 3

struct _TvDetails
{
  GtkWidget parent_instance;

  GtkStack *stack;
  GtkLabel *occurrence;
  GtkWidget *previous_button;
  GtkWidget *next_button;
  TvSwatch *swatch;
  GtkLabel *name;
  GtkLabel *signature;
  GtkLabel *remark;
  TvFactList *facts;

  TvSession *session;

  TvCounterFacts counter_facts;
  gboolean has_counter_facts; /* of the selected counter and stretch of time */
  GCancellable *cancellable;  /* (nullable): set while a worker finds them */
};

G_DEFINE_FINAL_TYPE (TvDetails, tv_details, GTK_TYPE_WIDGET)

static const char *const clock_names[TV_N_CLOCKS] = {
  [TV_CLOCK_WALL] = N_("Wall"),
  [TV_CLOCK_CPU] = N_("CPU"),
};

/* Row of the selected counter, or TV_NONE. */
static guint32
get_counter (TvDetails *self)
{
  gint64 ns;

  return tv_session_get_selected_counter (self->session, &ns);
}

/* ---- The method ---- */

/* As the timeline has it: of one call, or of all of a method where they have the same. */
static void
update_swatch (TvDetails *self)
{
  TvColoring *coloring = tv_session_get_coloring (self->session);
  guint32 slice = tv_session_get_selected_slice (self->session);
  guint32 symbol = tv_session_get_selected_symbol (self->session);
  const TvState *state = slice != TV_NONE
                             ? tv_trace_get_state (tv_session_get_trace (self->session), slice)
                             : NULL;

  if (state != NULL)
    tv_swatch_set_state (self->swatch, state->kind);
  else if (slice != TV_NONE)
    tv_swatch_set_color (self->swatch, tv_coloring_get_index (coloring, slice));
  else
    tv_swatch_set_color (self->swatch, tv_coloring_get_symbol (coloring, symbol));
  gtk_widget_set_visible (GTK_WIDGET (self->swatch),
                          slice != TV_NONE || tv_coloring_has_symbols (coloring));
}

static void
show_symbol (TvDetails *self, guint32 symbol)
{
  TvProfile *profile = tv_session_get_profile (self->session);
  g_autofree char *name = tv_symbol_text_dup_short (profile, symbol);
  g_autofree char *signature = tv_symbol_text_dup_signature (profile, symbol);

  update_swatch (self);
  gtk_label_set_text (self->name, name);
  gtk_label_set_text (self->signature, signature != NULL ? signature : "");
  gtk_widget_set_visible (GTK_WIDGET (self->signature), signature != NULL);
}

static void
add_symbol_facts (TvDetails *self, guint32 symbol)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  guint32 n_symbols;
  const TvSymbol *info = tv_trace_get_symbols (trace, &n_symbols) + symbol;
  g_autofree char *place = NULL;

  if (symbol >= n_symbols)
    return;
  if (info->class_name != TV_NONE)
    tv_fact_list_add (self->facts, _("Class"), tv_trace_get_string (trace, info->class_name));
  if (info->source_file == TV_NONE)
    return;
  place = info->line > 0 ? g_strdup_printf ("%s:%u", tv_trace_get_string (trace, info->source_file),
                                            info->line)
                         : g_strdup (tv_trace_get_string (trace, info->source_file));
  tv_fact_list_add (self->facts, _("Source"), place);
}

static void
add_profile_facts (TvDetails *self, guint32 symbol)
{
  static const char *const inclusive[TV_N_CLOCKS] = { N_("Inclusive wall"), N_("Inclusive CPU") };
  static const char *const exclusive[TV_N_CLOCKS] = { N_("Exclusive wall"), N_("Exclusive CPU") };
  static const char *const per_call[TV_N_CLOCKS] = { N_("Wall per call"), N_("CPU per call") };
  static const char *const per_slice[TV_N_CLOCKS] = { N_("Wall per slice"), N_("CPU per slice") };
  TvTrace *trace = tv_session_get_trace (self->session);
  gboolean is_of_methods = tv_trace_names_methods (trace);
  TvProfile *profile = tv_session_get_profile (self->session);
  const TvProfileEntry *entry = tv_profile_get_entry (profile, symbol);
  g_autofree char *calls = tv_format_count (entry->calls);
  g_autofree char *recursive = tv_format_count (entry->recursive_calls);
  g_autofree char *both = entry->recursive_calls > 0
                              ? g_strdup_printf (_("%s, and %s recursive"), calls, recursive)
                              : g_strdup (calls);

  tv_fact_list_add (self->facts, is_of_methods ? _("Calls") : _("Slices"), both);
  for (int clock = TV_CLOCK_CPU; clock >= TV_CLOCK_WALL; clock--)
    {
      gint64 total_ns = tv_profile_get_total_ns (profile, clock);

      if (!tv_trace_has_clock (trace, clock))
        continue;
      tv_fact_list_add_share (self->facts, _ (inclusive[clock]), entry->inclusive_ns[clock],
                              total_ns);
      tv_fact_list_add_share (self->facts, _ (exclusive[clock]), entry->exclusive_ns[clock],
                              total_ns);
      tv_fact_list_add_time (self->facts, _ (is_of_methods ? per_call[clock] : per_slice[clock]),
                             tv_profile_entry_get_ns_per_call (entry, clock));
    }
}

/* What a CPU runs, a span of a process and the like are no calls of a thread; but every method is one
 * that may be called. */
static gboolean
is_in_profile (TvDetails *self, guint32 symbol)
{
  return tv_trace_names_methods (tv_session_get_trace (self->session)) ||
         tv_ranking_get_rank (tv_session_get_ranking (self->session), symbol) != TV_NONE;
}

/* ---- One call ---- */

static gboolean
is_call (TvTrace *trace, guint32 slice)
{
  return tv_trace_get_tracks (trace, NULL)[tv_trace_find_track_at (trace, slice)].role ==
         TV_ROLE_CALLS;
}

static const char *
get_remark (guint8 flags)
{
  if (flags & TV_SLICE_OPEN)
    return _("Did not end: the trace stopped first.");
  if (flags & TV_SLICE_LOST)
    return _("When it ended is not known: events were lost.");
  if (flags & TV_SLICE_FORCED)
    return _("Its exit is missing: it was ended where its caller ended.");
  if (flags & TV_SLICE_UNWOUND)
    return _("Ended by an exception.");
  return NULL;
}

static const TvTimeColumn *
get_durations (const TvSlices *slices, TvClock clock)
{
  return clock == TV_CLOCK_CPU ? &slices->cpu_dur : &slices->dur;
}

static void
add_duration_facts (TvDetails *self, guint32 slice, TvClock clock)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  const TvSlices *slices = tv_trace_get_slices (trace);
  const TvTimeColumn *durations = get_durations (slices, clock);
  guint32 parent = slices->parent[slice];
  g_autofree char *whole = NULL;
  g_autofree char *own = NULL;
  g_autofree char *text = NULL;
  g_autofree char *share = NULL;
  double part;

  if (!tv_time_column_is_present (durations))
    return;
  whole = tv_time_format (tv_time_column_get (durations, slice));
  own = tv_time_format (tv_trace_get_self_ns (trace, slice, clock));
  /* Translators: a duration, then how much of it was spent in the method itself */
  text = g_strdup_printf (_("%s, exclusive %s"), whole, own);
  tv_fact_list_add (self->facts, _ (clock_names[clock]), text);

  if (parent == TV_NONE || tv_time_column_get (durations, parent) <= 0)
    return;
  part = 100.0 * (double) tv_time_column_get (durations, slice) /
         (double) tv_time_column_get (durations, parent);
  share = tv_format_percent (part);
  g_free (text);
  text = g_strdup_printf (_("%s of its caller"), share);
  tv_fact_list_add (self->facts, "", text);
}

static void
add_caller_fact (TvDetails *self, guint32 caller)
{
  guint32 symbol = tv_slices_symbol (tv_trace_get_slices (tv_session_get_trace (self->session)),
                                     caller);
  g_autofree char *name = tv_symbol_text_dup_short (tv_session_get_profile (self->session), symbol);

  tv_fact_list_add_action (self->facts, _("Caller"), name, _("Go to the Caller"),
                           "win.select-caller");
}

/* Those further up, nearest first, and how many there are beyond. */
static void
add_more_callers (TvDetails *self, guint32 caller)
{
  const TvSlices *slices = tv_trace_get_slices (tv_session_get_trace (self->session));
  TvProfile *profile = tv_session_get_profile (self->session);

  for (guint i = 0; i < MORE_CALLERS && slices->parent[caller] != TV_NONE; i++)
    {
      g_autofree char *name = NULL;

      caller = slices->parent[caller];
      name = tv_symbol_text_dup_short (profile, tv_slices_symbol (slices, caller));
      tv_fact_list_add_slice (self->facts, i == 0 ? _("Called by") : "", name, self->session,
                              caller);
    }
}

static void
add_slice_facts (TvDetails *self, guint32 slice)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  const TvSlices *slices = tv_trace_get_slices (trace);
  const TvTrack *track = &tv_trace_get_tracks (trace, NULL)[tv_trace_find_track_at (trace, slice)];
  g_autofree char *thread = track->utid != TV_NONE ? tv_trace_dup_thread_label (trace, track->utid)
                                                   : NULL;
  g_autofree char *depth = g_strdup_printf ("%u", tv_slices_depth (slices, slice));

  if (thread != NULL)
    tv_fact_list_add (self->facts, _("Thread"), thread);
  tv_fact_list_add_time (self->facts, _("Start"),
                         tv_slices_start (slices, slice) - tv_trace_get_start_ns (trace));
  add_duration_facts (self, slice, TV_CLOCK_WALL);
  add_duration_facts (self, slice, TV_CLOCK_CPU);
  if (slices->parent[slice] != TV_NONE)
    {
      add_caller_fact (self, slices->parent[slice]);
      add_more_callers (self, slices->parent[slice]);
    }
  tv_fact_list_add (self->facts, _("Depth"), depth);
}

/* ---- One slice of a log ---- */

static void
show_log_slice (TvDetails *self, guint32 slice)
{
  g_autofree char *title = tv_details_log_dup_title (self->session, slice);
  g_autofree char *subtitle = tv_details_log_dup_subtitle (self->session, slice);

  gtk_label_set_text (self->name, title);
  gtk_label_set_text (self->signature, subtitle != NULL ? subtitle : "");
  gtk_widget_set_visible (GTK_WIDGET (self->signature), subtitle != NULL);
  tv_details_log_fill (self->facts, self->session, slice);
}

/* ---- One counter ---- */

static void
show_counter (TvDetails *self, guint32 counter)
{
  TvTrace *trace = tv_session_get_trace (self->session);
  g_autofree char *owner = tv_details_counter_dup_owner (self->session, counter);

  gtk_widget_set_visible (GTK_WIDGET (self->swatch), FALSE);
  gtk_label_set_text (
      self->name,
      tv_trace_get_string (trace, tv_trace_get_counter_tracks (trace, NULL)[counter].name));
  gtk_label_set_text (self->signature, owner);
  gtk_widget_set_visible (GTK_WIDGET (self->signature), TRUE);
  gtk_widget_set_visible (GTK_WIDGET (self->remark), FALSE);
  tv_details_counter_fill (self->facts, self->session,
                           self->has_counter_facts && self->counter_facts.counter == counter
                               ? &self->counter_facts
                               : NULL);
}

/* ---- */

/* The selected slice, or else one of the selected name, which tells of what kind all are; or TV_NONE. */
static guint32
get_example (TvDetails *self)
{
  GArray *occurrences = tv_session_get_occurrences (self->session);
  guint32 slice = tv_session_get_selected_slice (self->session);

  if (slice == TV_NONE && occurrences != NULL && occurrences->len > 0)
    slice = g_array_index (occurrences, guint32, 0);
  return slice;
}

/* How many calls are counted, of how many; or which of them is selected. */
static char *
dup_occurrence_text (TvDetails *self)
{
  GArray *occurrences = tv_session_get_occurrences (self->session);
  guint n, place = tv_session_get_occurrence (self->session, &n);
  guint n_all = occurrences != NULL ? occurrences->len : 0;
  TvSelection selection = tv_session_get_analysed (self->session);
  TvTrace *trace = tv_session_get_trace (self->session);

  if (get_counter (self) != TV_NONE)
    return g_strdup (_("Counter"));
  if (tv_session_get_counted_occurrences (self->session) == NULL || n_all == 0)
    return g_strdup (tv_trace_names_methods (trace) ? _("Method") : _("Name"));
  if (place > 0)
    {
      g_autofree char *which = tv_slice_words_dup_place (
          trace, tv_session_get_selected_slice (self->session), place, n);

      /* Translators: such as “Call 3 of 17”, of those in the selected stretch of time, or on the
       * selected thread */
      return tv_selection_is_all (&selection) ? g_steal_pointer (&which)
                                              : g_strdup_printf (_("%s in the selection"), which);
    }
  return tv_selection_is_all (&selection)
             ? tv_slice_words_dup_n (trace, get_example (self), n_all)
             : tv_slice_words_dup_counted (trace, get_example (self), n, n_all);
}

static void
name_step (TvDetails *self, GtkWidget *button, int direction)
{
  const char *text = tv_slice_words_get_step (tv_session_get_trace (self->session),
                                              get_example (self), direction);

  gtk_widget_set_tooltip_text (button, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

static void
update_occurrence (TvDetails *self)
{
  g_autofree char *text = dup_occurrence_text (self);

  gtk_label_set_text (self->occurrence, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->occurrence), text);
  name_step (self, self->previous_button, -1);
  name_step (self, self->next_button, 1);
}

static void
update (TvDetails *self)
{
  guint32 symbol = tv_session_get_selected_symbol (self->session);
  guint32 slice = tv_session_get_selected_slice (self->session);
  TvTrace *trace = tv_session_get_trace (self->session);
  guint32 counter = get_counter (self);
  const char *remark = NULL;

  gtk_stack_set_visible_child_name (
      self->stack, symbol != TV_NONE || counter != TV_NONE ? "details" : "nothing");
  tv_fact_list_clear (self->facts);
  if (counter != TV_NONE)
    {
      show_counter (self, counter);
      update_occurrence (self);
    }
  if (symbol == TV_NONE)
    return;

  show_symbol (self, symbol);
  if (slice != TV_NONE && is_call (trace, slice))
    {
      remark = get_remark (tv_trace_get_slices (trace)->flags[slice]);
      add_slice_facts (self, slice);
    }
  else if (slice != TV_NONE)
    {
      remark = tv_details_log_get_remark (self->session, slice);
      show_log_slice (self, slice);
    }
  else if (is_in_profile (self, symbol))
    add_profile_facts (self, symbol);
  else
    remark = _("Not in the profile, which has what threads call. Range has its times.");
  add_symbol_facts (self, symbol);
  gtk_label_set_text (self->remark, remark != NULL ? remark : "");
  gtk_widget_set_visible (GTK_WIDGET (self->remark), remark != NULL);
  update_occurrence (self);
}

/* ---- Widget ---- */

/* As wide as asked for, whatever is told, so that nothing moves as that changes. */
static void
tv_details_measure (GtkWidget *widget,
                    GtkOrientation orientation,
                    int for_size,
                    int *minimum,
                    int *natural,
                    int *minimum_baseline,
                    int *natural_baseline)
{
  gtk_widget_measure (GTK_WIDGET (TV_DETAILS (widget)->stack), orientation, for_size, minimum,
                      natural, NULL, NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *natural = *minimum;
}

static void
tv_details_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  gtk_widget_size_allocate (GTK_WIDGET (TV_DETAILS (widget)->stack),
                            &(GtkAllocation){ 0, 0, width, height }, -1);
}

static void
on_counter_found (GObject *source, GAsyncResult *result, gpointer data)
{
  TvDetails *self = TV_DETAILS (source);

  if (g_task_get_cancellable (G_TASK (result)) != self->cancellable ||
      !tv_details_counter_find_finish (result, &self->counter_facts))
    return;
  g_clear_object (&self->cancellable);
  self->has_counter_facts = TRUE;
  update (self);
}

/* What it did in the selected stretch of time, and in all. */
static void
find_counter (TvDetails *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  if (get_counter (self) == TV_NONE)
    return;
  self->cancellable = g_cancellable_new ();
  tv_details_counter_find_async (G_OBJECT (self), self->session, self->cancellable,
                                 on_counter_found);
}

static void
on_counter_selected (TvDetails *self)
{
  find_counter (self);
  update (self);
}

static void
tv_details_dispose (GObject *object)
{
  TvDetails *self = TV_DETAILS (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);

  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_object (&self->session);
  gtk_widget_dispose_template (GTK_WIDGET (self), TV_TYPE_DETAILS);
  G_OBJECT_CLASS (tv_details_parent_class)->dispose (object);
}

static void
tv_details_class_init (TvDetailsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (TV_TYPE_SWATCH);
  g_type_ensure (TV_TYPE_FACT_LIST);
  G_OBJECT_CLASS (klass)->dispose = tv_details_dispose;
  widget_class->measure = tv_details_measure;
  widget_class->size_allocate = tv_details_size_allocate;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/traceview/Traceview/details.ui");
  gtk_widget_class_set_css_name (widget_class, "details");
  gtk_widget_class_bind_template_child (widget_class, TvDetails, stack);
  gtk_widget_class_bind_template_child (widget_class, TvDetails, occurrence);
  gtk_widget_class_bind_template_child (widget_class, TvDetails, previous_button);
  gtk_widget_class_bind_template_child (widget_class, TvDetails, next_button);
  gtk_widget_class_bind_template_child (widget_class, TvDetails, swatch);
  gtk_widget_class_bind_template_child (widget_class, TvDetails, name);
  gtk_widget_class_bind_template_child (widget_class, TvDetails, signature);
  gtk_widget_class_bind_template_child (widget_class, TvDetails, remark);
  gtk_widget_class_bind_template_child (widget_class, TvDetails, facts);
}

static void
tv_details_init (TvDetails *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* Shows a session; once. */
void
tv_details_set_session (TvDetails *self, TvSession *session)
{
  g_return_if_fail (TV_IS_DETAILS (self));
  g_return_if_fail (self->session == NULL);

  self->session = g_object_ref (session);
  g_signal_connect_swapped (session, "notify::selected-slice", G_CALLBACK (update), self);
  g_signal_connect_swapped (session, "notify::selected-symbol", G_CALLBACK (update), self);
  g_signal_connect_swapped (session, "notify::selected-counter", G_CALLBACK (on_counter_selected),
                            self);
  g_signal_connect_swapped (session, "notify::selection-start", G_CALLBACK (find_counter), self);
  g_signal_connect_swapped (session, "notify::selection-end", G_CALLBACK (find_counter), self);
  g_signal_connect_swapped (session, "notify::profile", G_CALLBACK (update), self);
  g_signal_connect_swapped (session, "notify::counted-occurrences", G_CALLBACK (update_occurrence),
                            self);
  g_signal_connect_swapped (session, "notify::colour-by", G_CALLBACK (update_swatch), self);
  update (self);
}
