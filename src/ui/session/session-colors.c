/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the colours of calls tell. */

#include "ui/session/session-private.h"

GType
tv_color_by_get_type (void)
{
  static gsize type = 0;

  if (g_once_init_enter (&type))
    {
      static const GEnumValue values[] = {
        { TV_COLOR_BY_SYMBOL, "TV_COLOR_BY_SYMBOL", "symbol" },
        { TV_COLOR_BY_PACKAGE, "TV_COLOR_BY_PACKAGE", "package" },
        { TV_COLOR_BY_THREAD, "TV_COLOR_BY_THREAD", "thread" },
        { TV_COLOR_BY_DURATION, "TV_COLOR_BY_DURATION", "duration" },
        { TV_COLOR_BY_OWNER, "TV_COLOR_BY_OWNER", "owner" },
        { 0, NULL, NULL },
      };

      g_once_init_leave (&type, g_enum_register_static ("TvColorBy", values));
    }
  return type;
}

TvColorBy
tv_session_get_colour_by (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), TV_COLOR_BY_SYMBOL);
  return self->colour_by;
}

void
tv_session_set_colour_by (TvSession *self, TvColorBy colour_by)
{
  g_return_if_fail (TV_IS_SESSION (self));
  g_return_if_fail (colour_by < TV_N_COLOR_BY);

  if (self->colour_by == colour_by)
    return;
  self->colour_by = colour_by;
  tv_session_notify (self, TV_SESSION_PROP_COLOUR_BY);
}

/* (transfer none): the colours that are shown; they change with notify::colour-by. */
TvColoring *
tv_session_get_coloring (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return tv_session_get_coloring_by (self, self->colour_by);
}

/* (transfer none): colours that tell something else than those that are shown, perhaps. Who loads the trace
 * has found packages already, for there may be very many. */
TvColoring *
tv_session_get_coloring_by (TvSession *self, TvColorBy by)
{
  TvColoring **coloring;

  g_return_val_if_fail (TV_IS_SESSION (self), NULL);

  coloring = &self->colorings[by];
  if (*coloring == NULL)
    *coloring = tv_coloring_new (self->trace, self->ranking, self->whole_profile, by);
  return *coloring;
}
