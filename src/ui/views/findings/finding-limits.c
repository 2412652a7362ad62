/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Reads and writes the thresholds that the user has changed. Used by the Findings view and the window of thresholds.
 * Stateless: each call reads or writes the GSettings key "finding-thresholds". Main thread only; workers get a copy
 * in their job. */

#include "ui/views/findings/finding-limits.h"

#include <math.h>

#include "ui/kit/settings.h"

#define KEY  "finding-thresholds"
#define TYPE "a{sd}"

/* Returns: (transfer full): the thresholds that the user has changed, without unknown rules and invalid numbers */
TvRuleLimits *
tv_finding_limits_new (void)
{
  TvRuleLimits *self = tv_rule_limits_new ();
  g_autoptr (GVariant) saved = NULL;
  GVariantIter iter;
  const char *id;
  double limit;

  if (tv_settings_get () == NULL)
    return self;
  saved = g_settings_get_value (tv_settings_get (), KEY);
  g_variant_iter_init (&iter, saved);
  while (g_variant_iter_next (&iter, "{&sd}", &id, &limit))
    if (isfinite (limit) && limit >= 0.0)
      tv_rule_limits_set (self, id, limit);
  return self;
}

/* Returns: the threshold in effect */
double
tv_finding_limits_get (const TvRule *rule)
{
  g_autoptr (GHashTable) limits = tv_finding_limits_new ();
  const double *limit = g_hash_table_lookup (limits, rule);

  return limit != NULL ? *limit : rule->limit;
}

/* Saves a threshold in the settings, or removes it from the settings if it equals the default. */
void
tv_finding_limits_set (const TvRule *rule, double limit)
{
  g_autoptr (GHashTable) limits = tv_finding_limits_new ();
  GVariantBuilder builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE (TYPE));
  guint n;
  const TvRule *const *rules = tv_rules_list (&n);

  tv_rule_limits_set (limits, rule->id, limit);
  for (guint i = 0; i < n; i++)
    {
      const double *saved_limit = g_hash_table_lookup (limits, rules[i]);

      if (saved_limit != NULL && *saved_limit != rules[i]->limit)
        g_variant_builder_add (&builder, "{sd}", rules[i]->id, *saved_limit);
    }
  if (tv_settings_get () != NULL)
    g_settings_set_value (tv_settings_get (), KEY, g_variant_builder_end (&builder));
  else
    g_variant_builder_clear (&builder);
}

/* Returns: number of thresholds that differ from their defaults */
guint
tv_finding_limits_count (void)
{
  g_autoptr (GHashTable) limits = tv_finding_limits_new ();
  GHashTableIter iter;
  gpointer rule, limit;
  guint n = 0;

  g_hash_table_iter_init (&iter, limits);
  while (g_hash_table_iter_next (&iter, &rule, &limit))
    n += *(const double *) limit != ((const TvRule *) rule)->limit;
  return n;
}

/* Calls @changed with @owner (a #GObject) after each change. */
void
tv_finding_limits_follow (GCallback changed, gpointer owner)
{
  if (tv_settings_get () != NULL)
    g_signal_connect_object (tv_settings_get (), "changed::" KEY, changed, owner,
                             G_CONNECT_SWAPPED);
}
