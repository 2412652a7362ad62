/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define TV_NEAR_NAMES_MAX 5

/**
 * TvNearNames:
 *
 * Existing names similar to a mistyped one: they contain it, or differ in a few letters.
 */
typedef struct
{
  char *wanted; /* in lower case */
  guint n;
  struct
  {
    guint distance;
    char *name;
  } best[TV_NEAR_NAMES_MAX]; /* most similar first */
} TvNearNames;

void  tv_near_names_init     (TvNearNames       *self,
                              const char        *wanted);
void  tv_near_names_clear    (TvNearNames       *self);
void  tv_near_names_offer    (TvNearNames       *self,
                              const char        *name);
char *tv_near_names_dup_list (const TvNearNames *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TvNearNames, tv_near_names_clear)

G_END_DECLS
