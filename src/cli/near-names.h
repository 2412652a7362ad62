/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define TV_NEAR_NAMES_MAX 5

/**
 * TvNearNames:
 *
 * Search for existing names that are similar to a mistyped name: they contain the mistyped name, or differ from it in
 * only a few letters.
 */
typedef struct
{
  char *wanted; /* mistyped name in lower case */
  guint n;
  struct
  {
    guint distance;
    char *name;
  } best[TV_NEAR_NAMES_MAX]; /* most similar names so far, the most similar one first */
} TvNearNames;

void  tv_near_names_init     (TvNearNames       *self,
                              const char        *wanted);
void  tv_near_names_clear    (TvNearNames       *self);
void  tv_near_names_offer    (TvNearNames       *self,
                              const char        *name);
char *tv_near_names_dup_list (const TvNearNames *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TvNearNames, tv_near_names_clear)

G_END_DECLS
