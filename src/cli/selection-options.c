/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/selection-options.h"

#include <glib/gi18n.h>

#include "analysis/calls/call-source.h"
#include "analysis/symbols/name-filter.h"
#include "cli/find-symbol.h"
#include "cli/interrupt.h"
#include "cli/thread-list.h"
#include "cli/time-base-option.h"
#include "core/time-parse.h"
#include "traceview-config.h"

/* Implements the options that limit a command to times, threads, filters and transforms. Commands call three
 * functions in this order: tv_selection_options_add() before parsing, tv_selection_options_check() without a trace,
 * and tv_selection_options_select(), which resolves names in the trace and returns a new selection. GLib gets
 * pointers into the TvSelectionOptions, which must therefore not move. The trace is only read. */

/* A transform whose symbol has not been resolved yet */
typedef struct
{
  TvTransformKind kind;
  char *text; /* (nullable): name of the symbol or package */
} Given;

static void
clear_filter (gpointer data)
{
  g_free ((char *) ((TvNameFilter *) data)->text);
}

static void
clear_given (gpointer data)
{
  g_free (((Given *) data)->text);
}

void
tv_selection_options_clear (TvSelectionOptions *self)
{
  g_clear_pointer (&self->from, g_free);
  g_clear_pointer (&self->to, g_free);
  g_clear_pointer (&self->threads, g_strfreev);
  g_clear_pointer (&self->clock, g_free);
  g_clear_pointer (&self->min_duration, g_free);
  g_clear_pointer (&self->samples, g_free);
  g_clear_pointer (&self->filters, g_array_unref);
  g_clear_pointer (&self->transforms, g_array_unref);
}

/* ---- Options ---- */

static gboolean G_GNUC_PRINTF (2, 3) set_usage_error (GError **error, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, message);
  return FALSE;
}

static gboolean
add_filter (const char *option, const char *value, gpointer data, GError **error)
{
  TvSelectionOptions *self = data;
  TvNameFilter filter = { .hides = g_str_equal (option, "--hide") };

  filter.text = tv_name_filter_parse (value, &filter.match, error);
  if (filter.text == NULL)
    {
      g_autofree char *cause = g_strdup (error != NULL ? (*error)->message : "");

      g_clear_error (error);
      return set_usage_error (error, "%s: %s", option, cause);
    }
  if (*filter.text == '\0')
    {
      g_free ((char *) filter.text);
      return set_usage_error (error, _("%s must be a part of a name, not “%s”"), option, value);
    }
  g_array_append_val (self->filters, filter);
  return TRUE;
}

static gboolean
add_transform (const char *option, const char *value, gpointer data, GError **error)
{
  static const char *const names[TV_N_TRANSFORM_KINDS] = {
    "--merge",
    "--focus",
    "--drop",
    "--collapse-recursion",
    "--collapse-package",
    "--focus-package",
    "--collapse-unsymbolized",
  };
  TvSelectionOptions *self = data;
  Given given = { .text = g_strdup (value) };

  while (!g_str_equal (names[given.kind], option))
    given.kind++;
  g_array_append_val (self->transforms, given);
  return TRUE;
}

/* Option with a callback. GOption requires a cast from a function pointer to a data pointer, which ISO C does not
 * allow. */
#define TAKES_TEXT(function) G_OPTION_ARG_CALLBACK, __extension__(gpointer) (function)

static void
add_calls_options (TvSelectionOptions *self, GOptionContext *context)
{
  const GOptionEntry entries[] = {
    { "clock", 'c', 0, G_OPTION_ARG_STRING, &self->clock,
      N_("Clock of the times: wall or cpu (default: wall if the trace has it)"), N_("CLOCK") },
    { "min-duration", 0, 0, G_OPTION_ARG_STRING, &self->min_duration,
      N_("Merge calls that are shorter than TIME into their callers"), N_("TIME") },
    { "keep", 0, 0, TAKES_TEXT (add_filter),
      N_("Keep only stacks that contain TEXT: part of a name, /a regular expression/ or "
         "package:NAME; can be given several times"),
      N_("TEXT") },
    { "hide", 0, 0, TAKES_TEXT (add_filter), N_("Keep only stacks that do not contain TEXT"),
      N_("TEXT") },
    { "merge", 0, 0, TAKES_TEXT (add_transform), N_("Merge the calls of SYMBOL into their callers"),
      N_("SYMBOL") },
    { "focus", 0, 0, TAKES_TEXT (add_transform), N_("Focus on SYMBOL: stacks begin with its calls"),
      N_("SYMBOL") },
    { "drop", 0, 0, TAKES_TEXT (add_transform),
      N_("Drop the calls of SYMBOL and all calls below them"), N_("SYMBOL") },
    { "collapse-recursion", 0, G_OPTION_FLAG_OPTIONAL_ARG, TAKES_TEXT (add_transform),
      N_("Collapse the recursion of SYMBOL or, without SYMBOL, of all functions"), N_("SYMBOL") },
    { "collapse-package", 0, 0, TAKES_TEXT (add_transform),
      N_("Collapse adjacent calls of a package into one call"), N_("PACKAGE") },
    { "focus-package", 0, 0, TAKES_TEXT (add_transform),
      N_("Focus on a package: stacks begin with its calls"), N_("PACKAGE") },
    { "collapse-unsymbolized", 0, G_OPTION_FLAG_NO_ARG, TAKES_TEXT (add_transform),
      N_("Merge code without symbols into one node per library"), NULL },
    G_OPTION_ENTRY_NULL,
  };

  g_option_context_add_main_entries (context, entries, TV_GETTEXT_PACKAGE);
}

/**
 * tv_selection_options_add:
 * @self: receives the values; must outlive @context
 * @kinds: groups of options to add
 * @context: context of a command; must not have options yet
 *
 * Adds options that select a part of a trace. Filters and transforms are stored in the order in which they are given.
 */
void
tv_selection_options_add (TvSelectionOptions *self,
                          TvSelectionOptionKinds kinds,
                          GOptionContext *context)
{
  const GOptionEntry part[] = {
    { "from", 0, 0, G_OPTION_ARG_STRING, &self->from,
      N_("Start of the time range: 1.25s, 300ms or 12us since the start of the trace, 217160.01 "
         "(seconds) or 217160010000000 (ns) as recorded, or 06:13:20 on the wall clock"),
      N_("TIME") },
    { "to", 0, 0, G_OPTION_ARG_STRING, &self->to, N_("End of the time range"), N_("TIME") },
    { "thread", 't', 0, G_OPTION_ARG_STRING_ARRAY, &self->threads,
      N_("Restrict to these threads: a comma-separated list of names, TIDs or TID@PID"),
      N_("LIST") },
    { "threads", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_STRING_ARRAY, &self->threads, NULL, NULL },
    G_OPTION_ENTRY_NULL,
  };
  const GOptionEntry samples[] = {
    { "samples", 0, 0, G_OPTION_ARG_STRING, &self->samples,
      N_("Event of the samples to show, such as cpu-cycles (default: calls, if the trace contains "
         "any)"),
      N_("KIND") },
    G_OPTION_ENTRY_NULL,
  };

  self->filters = g_array_new (FALSE, FALSE, sizeof (TvNameFilter));
  g_array_set_clear_func (self->filters, clear_filter);
  self->transforms = g_array_new (FALSE, FALSE, sizeof (Given));
  g_array_set_clear_func (self->transforms, clear_given);
  g_option_context_set_main_group (context, g_option_group_new (NULL, NULL, NULL, self, NULL));
  if (kinds & TV_SELECTION_OPTION_PART)
    g_option_context_add_main_entries (context, part, TV_GETTEXT_PACKAGE);
  if (kinds & TV_SELECTION_OPTION_CALLS)
    add_calls_options (self, context);
  if (kinds & TV_SELECTION_OPTION_SAMPLES)
    g_option_context_add_main_entries (context, samples, TV_GETTEXT_PACKAGE);
}

/* ---- Times ---- */

static gboolean
check_duration (const char *option, const char *text, GError **error)
{
  if (text == NULL || tv_time_parse (text) >= 0)
    return TRUE;
  return set_usage_error (
      error, _("%s must be a time such as 1.25s, 300ms, 12us or 40ns, not “%s”"), option, text);
}

/* Returns whether the range is empty and both times are relative to the start of the trace. Other times can only be
 * compared after the trace has been loaded. */
static gboolean
is_reversed (const TvSelectionOptions *self)
{
  gint64 from_ns = self->from != NULL ? tv_time_parse (self->from) : 0;
  gint64 to_ns = tv_time_parse (self->to);

  return from_ns >= 0 && to_ns >= 0 && to_ns <= from_ns;
}

/**
 * tv_selection_options_check:
 * @self: parsed options
 * @error: (nullable): return location for %G_OPTION_ERROR
 *
 * Checks the options as far as possible without a trace.
 *
 * Returns: whether the values are valid
 */
gboolean
tv_selection_options_check (const TvSelectionOptions *self, GError **error)
{
  if (!tv_time_option_check ("--from", self->from, error) ||
      !tv_time_option_check ("--to", self->to, error) ||
      !check_duration ("--min-duration", self->min_duration, error))
    return FALSE;
  if (self->to != NULL && is_reversed (self))
    return set_usage_error (error, "%s", _("--to must be after --from"));
  if (self->clock != NULL && !g_str_equal (self->clock, "cpu") &&
      !g_str_equal (self->clock, "wall"))
    return set_usage_error (error, _("%s must be wall or cpu, not “%s”"), "--clock", self->clock);
  return TRUE;
}

/* Returns whether a time range or threads are requested. */
gboolean
tv_selection_options_has_range (const TvSelectionOptions *self)
{
  return self->from != NULL || self->to != NULL || self->threads != NULL;
}

/* Returns whether calls are filtered by name or duration. */
gboolean
tv_selection_options_has_filters (const TvSelectionOptions *self)
{
  return self->min_duration != NULL || self->filters->len > 0;
}

/* Returns whether stacks are transformed. */
gboolean
tv_selection_options_has_transforms (const TvSelectionOptions *self)
{
  return self->transforms->len > 0;
}

/* ---- Selection in a trace ---- */

/* Replaces *@selection. @other: (transfer full) */
static void
take (TvSelection **selection, TvSelection *other)
{
  tv_selection_unref (*selection);
  *selection = other;
}

static gboolean
choose_clock (const TvSelectionOptions *self, TvTrace *trace, TvClock *clock, GError **error)
{
  *clock = tv_trace_get_default_clock (trace);
  if (self->clock != NULL)
    *clock = g_str_equal (self->clock, "cpu") ? TV_CLOCK_CPU : TV_CLOCK_WALL;
  if (self->clock == NULL || tv_trace_has_clock (trace, *clock))
    return TRUE;
  return set_usage_error (error,
                          *clock == TV_CLOCK_CPU
                              ? _("The trace contains no CPU times; use --clock %s")
                              : _("The trace contains no wall times; use --clock %s"),
                          *clock == TV_CLOCK_CPU ? "wall" : "cpu");
}

/* Creates a selection with the requested time range, converted to timestamps of the trace. Returns NULL on error. */
static TvSelection *
select_range (const TvSelectionOptions *self, TvTrace *trace, GError **error)
{
  gint64 from_ns = G_MININT64, to_ns = G_MAXINT64;

  if ((self->from != NULL && !tv_time_option_find ("--from", self->from, trace, &from_ns, error)) ||
      (self->to != NULL && !tv_time_option_find ("--to", self->to, trace, &to_ns, error)))
    return NULL;
  if (to_ns <= from_ns)
    {
      set_usage_error (error, "%s", _("--to must be after --from"));
      return NULL;
    }
  return tv_selection_new_range (from_ns, to_ns);
}

static gboolean
select_threads (const TvSelectionOptions *self,
                TvTrace *trace,
                TvSelection **selection,
                GError **error)
{
  g_autoptr (GArray) utids = NULL;

  if (self->threads == NULL)
    return TRUE;
  utids = tv_thread_list_find (self->threads, trace, error);
  if (utids == NULL)
    return FALSE;
  take (selection, tv_selection_with_threads (*selection, trace, &g_array_index (utids, guint32, 0),
                                              utids->len));
  return TRUE;
}

static gboolean
add_given (const Given *given, TvTrace *trace, TvSelection **selection, GError **error)
{
  TvTransform transform = { .kind = given->kind, .symbol = TV_NONE };

  if (given->kind == TV_TRANSFORM_COLLAPSE_PACKAGE || given->kind == TV_TRANSFORM_FOCUS_PACKAGE)
    transform.package = given->text;
  else if (given->text != NULL && !tv_find_symbol (trace, given->text, &transform.symbol, error))
    return FALSE;
  take (selection, tv_selection_with_transform (*selection, &transform));
  return TRUE;
}

/**
 * tv_selection_options_select:
 * @self: checked options
 * @trace: a trace
 * @error: (nullable): return location for %G_OPTION_ERROR; the message lists similar names
 *
 * Creates the selection that the options request.
 *
 * Returns: (transfer full) (nullable): the selection; %NULL if the range is empty, or if the trace lacks a requested
 * thread, symbol, clock or time base
 */
TvSelection *
tv_selection_options_select (const TvSelectionOptions *self, TvTrace *trace, GError **error)
{
  g_autoptr (TvSelection) selection = select_range (self, trace, error);
  TvClock clock;

  if (selection == NULL || !choose_clock (self, trace, &clock, error) ||
      !select_threads (self, trace, &selection, error))
    return NULL;
  take (&selection, tv_selection_with_clock (selection, clock));
  if (self->min_duration != NULL)
    take (&selection,
          tv_selection_with_min_duration (selection, tv_time_parse (self->min_duration)));
  for (guint i = 0; i < self->filters->len; i++)
    take (&selection,
          tv_selection_with_filter (selection, &g_array_index (self->filters, TvNameFilter, i)));
  for (guint i = 0; i < self->transforms->len; i++)
    if (!add_given (&g_array_index (self->transforms, Given, i), trace, &selection, error))
      return NULL;
  return g_steal_pointer (&selection);
}

/**
 * tv_selection_options_find_source:
 * @self: parsed options
 * @trace: a trace
 * @source: (out): source of the stacks: a kind of samples, or %TV_CALLS_OF_SLICES
 * @error: (nullable): return location for %G_OPTION_ERROR; the message lists the existing kinds of samples
 *
 * Finds the requested source of stacks, otherwise the default source.
 *
 * Returns: %FALSE if the requested samples do not exist
 */
gboolean
tv_selection_options_find_source (const TvSelectionOptions *self,
                                  TvTrace *trace,
                                  guint32 *source,
                                  GError **error)
{
  g_autofree char *names = NULL;

  *source = tv_call_source_get_default (trace);
  if (self->samples == NULL || tv_call_source_find (trace, self->samples, source))
    return TRUE;
  names = tv_call_source_dup_names (trace);
  if (names == NULL)
    return set_usage_error (error, _("%s: the trace has no samples of “%s”"), "--samples",
                            self->samples);
  return set_usage_error (error, _("the trace has no samples of “%s”, only of: %s"), self->samples,
                          names);
}

/* Returns: (transfer full) (nullable): call tree of the selection and source that the options request; %NULL on
 * error */
TvCallTree *
tv_selection_options_make_tree (const TvSelectionOptions *self,
                                TvTrace *trace,
                                TvCallTreeFlags flags,
                                GError **error)
{
  g_autoptr (TvSelection) selection = tv_selection_options_select (self, trace, error);
  g_autoptr (TvCallPaths) paths = NULL;
  guint32 source;

  if (selection == NULL || !tv_selection_options_find_source (self, trace, &source, error))
    return NULL;
  paths = tv_call_paths_new (trace, source, tv_interrupt_get_work (), error);
  return paths != NULL ? tv_call_tree_new (paths, selection, flags, tv_interrupt_get_work (), error)
                       : NULL;
}
