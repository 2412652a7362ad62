/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/session/session.h"
#include "ui/session/view-state.h"

G_BEGIN_DECLS

/**
 * TvViewSection:
 * @name: the group that it has in a state
 * @needs_same_file: it holds only as long as the file has the same contents
 * @properties: those of the session whose changes are to be kept; ends with %NULL
 * @write: says in a state what the session shows; nothing at all where that is the default
 * @read: the other way round; what cannot be true is passed over
 *
 * A part of a session's view that comes back when its file is opened again. New ones are added to
 * the table in view-sections.c.
 */
typedef struct
{
  const char *name;
  gboolean needs_same_file;
  const char *properties[4];
  void (*write) (TvSession *session, TvViewState *state, const char *name);
  void (*read) (TvSession *session, const TvViewState *state, const char *name);
} TvViewSection;

const TvViewSection *tv_view_sections_get   (guint             *n);
TvViewState         *tv_view_sections_write (TvSession         *session);
void                 tv_view_sections_read  (TvSession         *session,
                                             const TvViewState *state);

G_END_DECLS
