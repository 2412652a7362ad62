/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The user's choices for the rows of the timeline, and its scroll position. A part of the session. Used by the
 * timeline, the session's actions and saved-view.c. Changes of the #TvRowChoices are notified as "row-choices". */

#include "ui/session/session-part.h"

typedef struct
{
  TvRowChoices *choices;
  TvChartStyle style;
  char *top;        /* (nullable): key of the topmost row; NULL if not scrolled */
  double top_above; /* fraction of the topmost row that is above the visible area */
} RowsPart;

static RowsPart *
get_part (TvSession *self)
{
  return tv_session_get_part (self, TV_SESSION_PART_ROWS);
}

static void
on_choices_changed (TvSession *self)
{
  tv_session_notify (self, TV_SESSION_PROP_ROW_CHOICES);
}

static void
part_init (TvSession *self, gpointer data)
{
  RowsPart *part = data;

  part->choices = tv_row_choices_new ();
  g_signal_connect_object (part->choices, "changed", G_CALLBACK (on_choices_changed), self,
                           G_CONNECT_SWAPPED);
}

static void
part_clear (gpointer data)
{
  RowsPart *part = data;

  g_clear_object (&part->choices);
  g_free (part->top);
}

const TvSessionPart tv_session_part_rows = { .size = sizeof (RowsPart),
                                             .init = part_init,
                                             .clear = part_clear };

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

/* Returns: (transfer none): the user's choices for the timeline's rows */
TvRowChoices *
tv_session_get_row_choices (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return get_part (self)->choices;
}

TvChartStyle
tv_session_get_chart_style (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), TV_CHART_NESTED);
  return get_part (self)->style;
}

void
tv_session_set_chart_style (TvSession *self, TvChartStyle style)
{
  g_return_if_fail (TV_IS_SESSION (self));

  if (get_part (self)->style == style)
    return;
  get_part (self)->style = style;
  tv_session_notify (self, TV_SESSION_PROP_CHART_STYLE);
}

/* ---- Scroll position ---- */

/**
 * tv_session_get_top_row:
 * @above: (out): fraction of the row that is above the visible area, from 0 to less than 1
 *
 * Gets the scroll position of the timeline.
 *
 * Returns: (transfer none) (nullable): the key of the topmost row; %NULL if the timeline is not scrolled
 */
const char *
tv_session_get_top_row (TvSession *self, double *above)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  *above = get_part (self)->top_above;
  return get_part (self)->top;
}

/* Sets the scroll position, see tv_session_get_top_row(). If @above is out of range, it counts as 0. */
void
tv_session_set_top_row (TvSession *self, const char *key, double above)
{
  RowsPart *part;

  g_return_if_fail (TV_IS_SESSION (self));

  if (key == NULL || !(above >= 0.0 && above < 1.0))
    above = 0.0;
  part = get_part (self);
  if (g_strcmp0 (part->top, key) == 0 && part->top_above == above)
    return;
  if (g_strcmp0 (part->top, key) != 0)
    {
      g_free (part->top);
      part->top = g_strdup (key);
    }
  part->top_above = above;
  tv_session_notify (self, TV_SESSION_PROP_TOP_ROW);
}
