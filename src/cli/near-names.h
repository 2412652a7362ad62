/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define TV_NEAR_NAMES_MOST 5

/**
 * TvNearNames:
 *
 * What somebody may have meant by a name that nothing has: names that have it in them, or that differ in a
 * few letters only.
 */
typedef struct
{
  char *wanted; /* in small letters */
  guint n;
  struct
  {
    guint distance;
    char *name;
  } best[TV_NEAR_NAMES_MOST]; /* nearest first */
} TvNearNames;

void  tv_near_names_init     (TvNearNames       *self,
                              const char        *wanted);
void  tv_near_names_clear    (TvNearNames       *self);
void  tv_near_names_offer    (TvNearNames       *self,
                              const char        *name);
char *tv_near_names_dup_list (const TvNearNames *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TvNearNames, tv_near_names_clear)

G_END_DECLS
