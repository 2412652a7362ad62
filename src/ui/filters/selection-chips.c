/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Chips for the filters and transforms of a session's selection. Each chip contains two settings of an action: one
 * removes the filter, the other one restores it. Called by ui/pages/panel.c. Only reads the session. */

#include "ui/filters/selection-chips.h"

#include <glib/gi18n.h>

#include "core/time-format.h"
#include "ui/kit/symbol-text.h"

typedef struct
{
  GPtrArray *chips;
  TvTrace *trace;
  TvProfile *profile; /* source of the names of symbols */
  const TvSelection *selection;
  const TvTimeBase *base;
} Job;

/* Returns the detailed name of an action with the state to set. @floating_state: (transfer floating): the state. */
static char *
dup_action (const char *name, GVariant *floating_state)
{
  g_autoptr (GVariant) state = g_variant_ref_sink (floating_state);

  return g_action_print_detailed_name (name, state);
}

static void
add (Job *job,
     TvChipKind kind,
     const char *label,
     const char *tooltip,
     const char *editor,
     const char *action,
     GVariant *without,
     GVariant *with)
{
  g_autofree char *remove = dup_action (action, without);
  g_autofree char *restore = dup_action (action, with);

  g_ptr_array_add (job->chips,
                   tv_chip_new_editable (kind, label, tooltip, editor, remove, restore));
}

static void
add_range (Job *job)
{
  gint64 start_ns = tv_selection_get_start_ns (job->selection);
  gint64 end_ns = tv_selection_get_end_ns (job->selection);
  g_autofree char *label = NULL;

  if (!tv_selection_has_range (job->selection))
    return;
  label = tv_time_base_format_range (job->base, start_ns, end_ns);
  add (job, TV_CHIP_SELECTION, label, _("Only this range is counted. Click to edit the range."),
       "range", "win.selected-time",
       g_variant_new ("(xx)", G_GINT64_CONSTANT (0), G_GINT64_CONSTANT (0)),
       g_variant_new ("(xx)", start_ns, end_ns));
}

static void
add_threads (Job *job)
{
  guint n;
  const guint32 *utids = tv_selection_get_threads (job->selection, &n);
  g_autofree char *first = n > 0 ? tv_trace_dup_thread_label (job->trace, utids[0]) : NULL;
  g_autofree char *label = NULL;

  if (n == 0)
    return;
  /* Translators: name of a thread; number of other threads */
  label = n > 1 ? tv_number_printf (_("%s + %u"), first, n - 1) : g_strdup (first);
  add (job, TV_CHIP_SELECTION, label,
       n > 1 ? _("Only these threads are counted. Click to edit the selection.")
             : _("Only this thread is counted. Click to edit the selection."),
       "threads", "win.threads", g_variant_new ("au", NULL),
       g_variant_new_fixed_array (G_VARIANT_TYPE_UINT32, utids, n, sizeof *utids));
}

/* Returns all name filters of the selection except the one with the index @omitted. */
static GVariant *
list_filters (const Job *job, guint omitted)
{
  guint n;
  const TvNameFilter *filters = tv_selection_get_filters (job->selection, &n);
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(ubs)"));
  for (guint i = 0; i < n; i++)
    if (i != omitted)
      g_variant_builder_add (&builder, "(ubs)", filters[i].match, filters[i].hides,
                             filters[i].text);
  return g_variant_builder_end (&builder);
}

static char *
dup_filter_label (const TvNameFilter *filter)
{
  switch (filter->match)
    {
    case TV_NAME_REGEX:
      return g_strdup_printf ("/%s/", filter->text);
    case TV_NAME_PACKAGE:
      return g_strdup_printf ("%s.*", filter->text);
    case TV_NAME_CONTAINS:
    default:
      /* Translators: part of the names of calls */
      return g_strdup_printf (_("“%s”"), filter->text);
    }
}

static void
add_filters (Job *job)
{
  guint n;
  const TvNameFilter *filters = tv_selection_get_filters (job->selection, &n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *label = dup_filter_label (&filters[i]);
      g_autofree char *editor = g_strdup_printf ("name %u", i);

      add (job, filters[i].hides ? TV_CHIP_EXCLUSION : TV_CHIP_SELECTION, label,
           filters[i].hides
               ? _("Time in calls with matching names is excluded. Click to edit the filter.")
               : _("Only time in calls with matching names is counted. Click to edit the filter."),
           editor, "win.name-filters", list_filters (job, i), list_filters (job, n));
    }
}

static void
add_min_duration (Job *job)
{
  gint64 min_ns = tv_selection_get_min_duration_ns (job->selection);
  g_autofree char *length = tv_time_format (min_ns);
  g_autofree char *label = g_strdup_printf ("≥ %s", length);

  if (min_ns > 0)
    add (job, TV_CHIP_SELECTION, label,
         _("Shorter calls are merged into their callers. Click to edit the limit."), "min-duration",
         "win.min-duration", g_variant_new_int64 (0), g_variant_new_int64 (min_ns));
}

/* ---- Transforms ---- */

static GVariant *
list_transforms (const Job *job, guint omitted)
{
  guint n;
  const TvTransform *transforms = tv_selection_get_transforms (job->selection, &n);
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(uus)"));
  for (guint i = 0; i < n; i++)
    if (i != omitted)
      g_variant_builder_add (&builder, "(uus)", transforms[i].kind, transforms[i].symbol,
                             transforms[i].package != NULL ? transforms[i].package : "");
  return g_variant_builder_end (&builder);
}

static char *
dup_transform_label (const Job *job, const TvTransform *transform)
{
  /* Translators: %s is the name of a method, or of a package */
  static const char *const labels[] = {
    [TV_TRANSFORM_MERGE] = N_("Merge %s"),
    [TV_TRANSFORM_FOCUS] = N_("Focus on %s"),
    [TV_TRANSFORM_DROP] = N_("Drop %s"),
    [TV_TRANSFORM_COLLAPSE_RECURSION] = N_("Collapse recursion of %s"),
    [TV_TRANSFORM_COLLAPSE_PACKAGE] = N_("Collapse %s"),
    [TV_TRANSFORM_FOCUS_PACKAGE] = N_("Focus on %s"),
  };
  g_autofree char *name = NULL;
  g_auto (GStrv) parts = NULL;

  if (transform->kind == TV_TRANSFORM_COLLAPSE_UNSYMBOLIZED)
    return g_strdup (_("Collapse unsymbolized code"));
  if (transform->package == NULL && transform->symbol == TV_NONE)
    return g_strdup (_("Collapse all recursion"));
  name = transform->package != NULL ? g_strdup_printf ("%s.*", transform->package)
                                    : tv_symbol_text_dup_short (job->profile, transform->symbol);
  parts = g_strsplit (_ (labels[transform->kind]), "%s", 2);
  return g_strjoinv (name, parts);
}

static void
add_transforms (Job *job)
{
  static const char *const tooltips[] = {
    [TV_TRANSFORM_MERGE] = N_("Calls of this symbol are merged into their callers. Click to undo."),
    [TV_TRANSFORM_FOCUS] = N_("Stacks begin at the outermost call of this symbol. Click to undo."),
    [TV_TRANSFORM_DROP] = N_("Calls of this symbol and all calls below them are dropped. Click to "
                             "undo."),
    [TV_TRANSFORM_COLLAPSE_RECURSION] =
        N_("Recursive calls are merged into the outermost call. Click to undo."),
    [TV_TRANSFORM_COLLAPSE_PACKAGE] = N_("Adjacent calls of the package are merged into one call. "
                                         "Click to undo."),
    [TV_TRANSFORM_FOCUS_PACKAGE] = N_("Stacks begin at the outermost call of the package. Click "
                                      "to undo."),
    [TV_TRANSFORM_COLLAPSE_UNSYMBOLIZED] =
        N_("Code without symbols is merged into one node per library. Click to undo."),
  };
  guint n;
  const TvTransform *transforms = tv_selection_get_transforms (job->selection, &n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *label = dup_transform_label (job, &transforms[i]);

      add (job, TV_CHIP_TRANSFORM, label, _ (tooltips[transforms[i].kind]), NULL, "win.transforms",
           list_transforms (job, i), list_transforms (job, n));
    }
}

/**
 * tv_selection_chips_add:
 * @chips: (element-type TvChip): list to append to
 * @session: session with the selection
 * @parts: parts of the selection that get chips
 *
 * Adds a chip for each filter and each transform of the selection.
 */
void
tv_selection_chips_add (GPtrArray *chips, TvSession *session, TvSelectionParts parts)
{
  Job job = { chips, tv_session_get_trace (session), tv_session_get_profile (session),
              tv_session_get_selection (session), tv_session_get_time_base (session) };

  if (parts & TV_SELECTION_RANGE)
    add_range (&job);
  if (parts & TV_SELECTION_THREADS)
    add_threads (&job);
  if (parts & TV_SELECTION_CALLS)
    {
      add_filters (&job);
      add_min_duration (&job);
      add_transforms (&job);
    }
}
