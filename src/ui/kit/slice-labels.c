/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Returns translated nouns and phrases for each kind of slice. Called by the details, the Occurrences view, the
 * timeline and the properties of slices. Pure: only reads the trace. */

#include "ui/kit/slice-labels.h"

#include <glib/gi18n.h>

#include "analysis/system/frame-surface.h"
#include "ui/kit/number-format.h"

typedef enum
{
  CALL,
  SLICE,
  SPAN,
  RUN,
  STATE,
  EVENT,
  DUMP,
  FRAME,
  N_KINDS,
} Kind;

static Kind
get_kind (TvTrace *trace, guint32 slice)
{
  const TvTrack *track = &tv_trace_get_tracks (trace, NULL)[tv_trace_find_track_at (trace, slice)];

  if (tv_track_has_surfaces (track))
    return FRAME;
  switch ((int) track->role)
    {
    case TV_ROLE_CALLS:
      return CALL;
    case TV_ROLE_HEAP_DUMPS:
    case TV_ROLE_HEAP_GRAPHS:
      return DUMP;
    case TV_ROLE_EVENTS:
    case TV_ROLE_LOG_POINTS:
    case TV_ROLE_REPORTS:
      return EVENT;
    default:
      break;
    }
  switch (track->kind)
    {
    case TV_TRACK_CPU:
      return RUN;
    case TV_TRACK_THREAD_STATE:
      return STATE;
    case TV_TRACK_ASYNC:
      return SPAN;
    case TV_TRACK_THREAD:
    case TV_TRACK_THREAD_EXTRA:
    case TV_TRACK_CPU_EXTRA:
    default:
      return SLICE;
    }
}

/**
 * tv_slice_labels_get_name:
 *
 * Returns: (transfer none): the translated noun for the slice
 */
const char *
tv_slice_labels_get_name (TvTrace *trace, guint32 slice)
{
  static const char *const labels[N_KINDS] = {
    [CALL] = N_("Call"),   [SLICE] = N_("Slice"), [SPAN] = N_("Span"), [RUN] = N_("Run"),
    [STATE] = N_("State"), [EVENT] = N_("Event"), [DUMP] = N_("Dump"), [FRAME] = N_("Frame"),
  };

  return _ (labels[get_kind (trace, slice)]);
}

/**
 * tv_slice_labels_get_parent:
 *
 * Returns: (transfer none): the translated noun for the parent of the slice
 */
const char *
tv_slice_labels_get_parent (TvTrace *trace, guint32 slice)
{
  return get_kind (trace, slice) == CALL ? _("Caller") : _("Parent");
}

/**
 * tv_slice_labels_get_share:
 *
 * Returns: (transfer none): the translated label of the slice's share of its parent's time
 */
const char *
tv_slice_labels_get_share (TvTrace *trace, guint32 slice)
{
  return get_kind (trace, slice) == CALL ? _("of caller") : _("of parent");
}

/**
 * tv_slice_labels_dup_around:
 * @n: number of enclosing slices with the same name
 *
 * Returns: (transfer full): a phrase with @n, such as “inside 2 recursive calls”
 */
char *
tv_slice_labels_dup_around (TvTrace *trace, guint32 slice, guint n)
{
  g_autofree char *all = tv_format_count (n);

  return g_strdup_printf (
      get_kind (trace, slice) == CALL
          ? ngettext ("inside %s recursive call", "inside %s recursive calls", n)
          : ngettext ("inside %s other slice with this name",
                      "inside %s other slices with this name", n),
      all);
}

/**
 * tv_slice_labels_get_missing:
 *
 * Returns: (transfer none): the label of a button that shows the hidden row of the slice
 */
const char *
tv_slice_labels_get_missing (TvTrace *trace, guint32 slice)
{
  switch (get_kind (trace, slice))
    {
    case SLICE:
      return _("The selected slice is not shown · Show");
    case SPAN:
      return _("The selected span is not shown · Show");
    case RUN:
      return _("The selected run is not shown · Show");
    case STATE:
      return _("The selected state is not shown · Show");
    case EVENT:
      return _("The selected event is not shown · Show");
    case DUMP:
      return _("The selected dump is not shown · Show");
    case FRAME:
      return _("The selected frame is not shown · Show");
    case CALL:
    default:
      /* Translators: a button that shows the row of the selected call */
      return _("The selected call is not shown · Show");
    }
}

/**
 * tv_slice_labels_get_zoom:
 *
 * Returns: (transfer none): the label of the menu item that zooms to the slice
 */
const char *
tv_slice_labels_get_zoom (TvTrace *trace, guint32 slice)
{
  switch (get_kind (trace, slice))
    {
    case SLICE:
      return _("_Zoom to Slice");
    case SPAN:
      return _("_Zoom to Span");
    case RUN:
      return _("_Zoom to Run");
    case STATE:
      return _("_Zoom to State");
    case EVENT:
      return _("_Zoom to Event");
    case DUMP:
      return _("_Zoom to Dump");
    case FRAME:
      return _("_Zoom to Frame");
    case CALL:
    default:
      return _("_Zoom to Call");
    }
}

/**
 * tv_slice_labels_dup_select:
 * @n: number of slices with the name of @slice
 *
 * Returns: (transfer full): the label of the menu item that selects all slices with that name
 */
char *
tv_slice_labels_dup_select (TvTrace *trace, guint32 slice, guint n)
{
  g_autofree char *all = tv_format_count (n);

  switch (get_kind (trace, slice))
    {
    case SLICE:
      return g_strdup_printf (ngettext ("Select the Only Slice With This N_ame",
                                        "Select _All %s Slices With This Name", n),
                              all);
    case SPAN:
      return g_strdup_printf (ngettext ("Select the Only Span With This N_ame",
                                        "Select _All %s Spans With This Name", n),
                              all);
    case RUN:
      return g_strdup_printf (
          ngettext ("Select the Thre_ad’s Only Run", "Select _All %s Runs of the Thread", n), all);
    case STATE:
      return g_strdup_printf (ngettext ("Select the Only State With This N_ame",
                                        "Select _All %s States With This Name", n),
                              all);
    case EVENT:
      return g_strdup_printf (ngettext ("Select the Only Event With This N_ame",
                                        "Select _All %s Events With This Name", n),
                              all);
    case DUMP:
      return g_strdup_printf (ngettext ("Select the Only Dump With This N_ame",
                                        "Select _All %s Dumps With This Name", n),
                              all);
    case FRAME:
      return g_strdup_printf (ngettext ("Select the Only Frame With This N_ame",
                                        "Select _All %s Frames With This Name", n),
                              all);
    case CALL:
    default:
      return g_strdup_printf (ngettext ("Select the Only C_all", "Select _All %s Calls", n), all);
    }
}

/**
 * tv_slice_labels_dup_selected:
 * @n: number of slices with the name of @slice
 *
 * Returns: (transfer full): a sentence about the selection of all slices with that name, such as “17 calls are
 * selected”
 */
char *
tv_slice_labels_dup_selected (TvTrace *trace, guint32 slice, guint n)
{
  g_autofree char *all = tv_format_count (n);

  switch (get_kind (trace, slice))
    {
    case SLICE:
      return g_strdup_printf (ngettext ("%s slice is selected", "%s slices are selected", n), all);
    case SPAN:
      return g_strdup_printf (ngettext ("%s span is selected", "%s spans are selected", n), all);
    case RUN:
      return g_strdup_printf (ngettext ("%s run is selected", "%s runs are selected", n), all);
    case STATE:
      return g_strdup_printf (ngettext ("%s state is selected", "%s states are selected", n), all);
    case EVENT:
      return g_strdup_printf (ngettext ("%s event is selected", "%s events are selected", n), all);
    case DUMP:
      return g_strdup_printf (ngettext ("%s dump is selected", "%s dumps are selected", n), all);
    case FRAME:
      return g_strdup_printf (ngettext ("%s frame is selected", "%s frames are selected", n), all);
    case CALL:
    default:
      return g_strdup_printf (ngettext ("%s call is selected", "%s calls are selected", n), all);
    }
}

/**
 * tv_slice_labels_dup_n:
 * @n: number of slices with the name of @slice
 *
 * Returns: (transfer full): @n with the noun, such as “17 calls”
 */
char *
tv_slice_labels_dup_n (TvTrace *trace, guint32 slice, guint n)
{
  g_autofree char *all = tv_format_count (n);

  switch (get_kind (trace, slice))
    {
    case SLICE:
      return g_strdup_printf (ngettext ("%s slice", "%s slices", n), all);
    case SPAN:
      return g_strdup_printf (ngettext ("%s span", "%s spans", n), all);
    case RUN:
      return g_strdup_printf (ngettext ("%s run", "%s runs", n), all);
    case STATE:
      return g_strdup_printf (ngettext ("%s state", "%s states", n), all);
    case EVENT:
      return g_strdup_printf (ngettext ("%s event", "%s events", n), all);
    case DUMP:
      return g_strdup_printf (ngettext ("%s dump", "%s dumps", n), all);
    case FRAME:
      return g_strdup_printf (ngettext ("%s frame", "%s frames", n), all);
    case CALL:
    default:
      return g_strdup_printf (ngettext ("%s call", "%s calls", n), all);
    }
}

/**
 * tv_slice_labels_dup_counted:
 * @counted: number of slices with the name of @slice in the selected range, or on the selected threads
 * @n: number of all slices with that name
 *
 * Returns: (transfer full): a phrase such as “3 of 17 calls in the selection”
 */
char *
tv_slice_labels_dup_counted (TvTrace *trace, guint32 slice, guint counted, guint n)
{
  g_autofree char *some = tv_format_count (counted);
  g_autofree char *all = tv_slice_labels_dup_n (trace, slice, n);

  /* Translators: a number, then a number with a noun such as calls, slices or runs: “3 of 17 calls in the selection” */
  return g_strdup_printf (_("%s of %s in the selection"), some, all);
}

/**
 * tv_slice_labels_dup_position:
 * @position: number of @slice among all slices with its name, starting at 1
 * @n: number of slices with that name
 *
 * Returns: (transfer full): a phrase with both numbers, such as “Call 3 of 17”
 */
char *
tv_slice_labels_dup_position (TvTrace *trace, guint32 slice, guint position, guint n)
{
  g_autofree char *one = tv_format_count (position);
  g_autofree char *all = tv_format_count (n);

  switch (get_kind (trace, slice))
    {
    case SLICE:
      /* Translators: position of the selected slice among the slices with the same name, and the number of these
       * slices: "Slice 3 of 17" */
      return g_strdup_printf (_("Slice %s of %s"), one, all);
    case SPAN:
      return g_strdup_printf (_("Span %s of %s"), one, all);
    case RUN:
      return g_strdup_printf (_("Run %s of %s"), one, all);
    case STATE:
      return g_strdup_printf (_("State %s of %s"), one, all);
    case EVENT:
      return g_strdup_printf (_("Event %s of %s"), one, all);
    case DUMP:
      return g_strdup_printf (_("Dump %s of %s"), one, all);
    case FRAME:
      /* Translators: position of the selected frame among the frames of its surface, and the number of these frames */
      return g_strdup_printf (_("Frame %s of %s"), one, all);
    case CALL:
    default:
      /* Translators: position of the selected call among the calls of its method, and the number of these calls */
      return g_strdup_printf (_("Call %s of %s"), one, all);
    }
}

/**
 * tv_slice_labels_get_step:
 * @slice: a slice of the trace; %TV_NONE if no slice is selected
 * @direction: -1 or 1
 *
 * Returns: (transfer none): the tooltip of the button that selects the previous or next slice with the same name
 */
const char *
tv_slice_labels_get_step (TvTrace *trace, guint32 slice, int direction)
{
  static const char *const labels[N_KINDS][2] = {
    [CALL] = { N_("Previous Call of This Method"), N_("Next Call of This Method") },
    [SLICE] = { N_("Previous Slice With This Name"), N_("Next Slice With This Name") },
    [SPAN] = { N_("Previous Span With This Name"), N_("Next Span With This Name") },
    [RUN] = { N_("Previous Run of This Thread"), N_("Next Run of This Thread") },
    [STATE] = { N_("Previous State With This Name"), N_("Next State With This Name") },
    [EVENT] = { N_("Previous Event With This Name"), N_("Next Event With This Name") },
    [DUMP] = { N_("Previous Dump With This Name"), N_("Next Dump With This Name") },
    [FRAME] = { N_("Previous Frame of This Surface"), N_("Next Frame of This Surface") },
  };
  Kind kind = slice != TV_NONE                 ? get_kind (trace, slice)
              : tv_trace_names_methods (trace) ? CALL
                                               : SLICE;

  return _ (labels[kind][direction > 0]);
}
