/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The colours of calls. A part of the session. Used by the timeline, the flame graph, the call graph and lists with
 * swatches. A colouring is created when the user chooses its property, or by tv_session_ensure_coloring(), and is
 * kept until the session ends. */

#include "ui/session/session-part.h"

typedef struct
{
  TvColorBy by;
  TvColoring *colorings
      [TV_N_COLOR_BY]; /* (nullable): NULL until created; the colouring by @by always exists */
} ColorsPart;

static ColorsPart *
get_part (TvSession *self)
{
  return tv_session_get_part (self, TV_SESSION_PART_COLORS);
}

static void
part_clear (gpointer data)
{
  ColorsPart *part = data;

  for (guint i = 0; i < TV_N_COLOR_BY; i++)
    g_clear_pointer (&part->colorings[i], tv_coloring_unref);
}

const TvSessionPart tv_session_part_colors = { .size = sizeof (ColorsPart), .clear = part_clear };

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
  return get_part (self)->by;
}

void
tv_session_set_colour_by (TvSession *self, TvColorBy colour_by)
{
  g_return_if_fail (TV_IS_SESSION (self));
  g_return_if_fail (colour_by < TV_N_COLOR_BY);

  if (get_part (self)->by == colour_by)
    return;
  get_part (self)->by = colour_by;
  tv_session_ensure_coloring (self, colour_by);
  tv_session_notify (self, TV_SESSION_PROP_COLOUR_BY);
}

/* Returns: (transfer none): the current colouring; valid until notify::colour-by */
TvColoring *
tv_session_get_coloring (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return get_part (self)->colorings[get_part (self)->by];
}

/* Creates the colouring by a property, unless it exists. The colouring by package takes long, so it is created by the
 * worker that loads the trace. Returns: (transfer none): the colouring */
TvColoring *
tv_session_ensure_coloring (TvSession *self, TvColorBy by)
{
  TvColoring **coloring;

  g_return_val_if_fail (TV_IS_SESSION (self), NULL);

  coloring = &get_part (self)->colorings[by];
  if (*coloring == NULL)
    *coloring = tv_coloring_new (tv_session_get_trace (self), tv_session_get_ranking (self),
                                 tv_session_get_whole_profile (self), by);
  return *coloring;
}

/* Sets a colouring that was created elsewhere. @coloring: (transfer full) (nullable) */
void
tv_session_take_coloring (TvSession *self, TvColorBy by, TvColoring *coloring)
{
  ColorsPart *part = get_part (self);

  g_clear_pointer (&part->colorings[by], tv_coloring_unref);
  part->colorings[by] = coloring;
}

/* Uses the colouring of another session of the same trace, if it exists there. */
void
tv_session_share_coloring (TvSession *self, TvColorBy by, TvSession *from)
{
  TvColoring *coloring = get_part (from)->colorings[by];

  if (coloring != NULL)
    tv_session_take_coloring (self, by, tv_coloring_ref (coloring));
}
