/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How the timeline shows its rows. */

#include "ui/session/session-private.h"

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

/* (transfer none): what the user chose for the timeline's rows */
TvRowChoices *
tv_session_get_row_choices (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return self->row_choices;
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

/* ---- The row at the top ---- */

/* Whether its file was open before, and looks as it did then. */
gboolean
tv_session_has_kept_view (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), FALSE);
  return self->has_kept_view;
}

/**
 * tv_session_get_top_row:
 * @self: a session
 * @above: (out): how much of it is above the top of what is scrolled, as a part of its height: from
 *   0 to less than 1
 *
 * Returns: (transfer none) (nullable): key of the row that the timeline is scrolled to, or %NULL
 *   where it is not scrolled
 */
const char *
tv_session_get_top_row (TvSession *self, double *above)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  *above = self->top_row_above;
  return self->top_row;
}

/* See tv_session_get_top_row(); a part that cannot be is taken as 0. */
void
tv_session_set_top_row (TvSession *self, const char *key, double above)
{
  g_return_if_fail (TV_IS_SESSION (self));

  if (key == NULL || !(above >= 0.0 && above < 1.0))
    above = 0.0;
  if (g_strcmp0 (self->top_row, key) == 0 && self->top_row_above == above)
    return;
  if (g_strcmp0 (self->top_row, key) != 0)
    {
      g_free (self->top_row);
      self->top_row = g_strdup (key);
    }
  self->top_row_above = above;
  tv_session_notify (self, TV_SESSION_PROP_TOP_ROW);
}
