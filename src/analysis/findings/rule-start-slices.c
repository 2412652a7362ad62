/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "analysis/findings/rule-start.h"
#include "analysis/findings/rules.h"

/* Implements rules about slices of the main thread whose total time during an app start is too long. Each rule
 * consists of name patterns and a limit. Listed in rules[] in findings.c; rule-start.c matches and adds up the
 * slices. Only reads the trace. */

#define START_SLICES(rule, ...)                                                                    \
  static void run_##rule (TvRuleContext *context, const TvRule *self, double limit,                \
                          GPtrArray *found)                                                        \
  {                                                                                                \
    static const char *const patterns[] = { __VA_ARGS__, NULL };                                   \
                                                                                                   \
    tv_rule_run_start_slices (context, self, limit, patterns, found);                              \
  }

START_SLICES (dex_files, "OpenDexFilesFromOat*")

const TvRule tv_start_dex_files_rule = {
  .id = "start-dex-files",
  .kind = TV_RULE_ON_START,
  .severity = TV_RULE_WARNING,
  .title = N_("dex files opened"),
  .definition = N_("During an app start, the share of time that the main thread spent opening dex "
                   "files exceeded the threshold"),
  .limit = 20,
  .unit = TV_RULE_PERCENT,
  .needs = TV_RULE_MARKS,
  .run = run_dex_files,
};

START_SLICES (bind, "bindApplication")

const TvRule tv_start_bind_rule = {
  .id = "start-bind",
  .kind = TV_RULE_ON_START,
  .severity = TV_RULE_WARNING,
  .title = N_("bindApplication"),
  .definition = N_("During an app start, bindApplication took longer than the threshold"),
  .limit = 1250,
  .unit = TV_RULE_MS,
  .needs = TV_RULE_MARKS,
  .run = run_bind,
};

START_SLICES (inflate, "inflate")

const TvRule tv_start_inflate_rule = {
  .id = "start-inflate",
  .kind = TV_RULE_ON_START,
  .severity = TV_RULE_WARNING,
  .title = N_("layouts inflated"),
  .definition = N_("During an app start, inflating layouts on the main thread took longer than the "
                   "threshold"),
  .limit = 450,
  .unit = TV_RULE_MS,
  .needs = TV_RULE_MARKS,
  .run = run_inflate,
};

START_SLICES (resources, "ResourcesManager#getResources")

const TvRule tv_start_resources_rule = {
  .id = "start-resources",
  .kind = TV_RULE_ON_START,
  .severity = TV_RULE_WARNING,
  .title = N_("resources loaded"),
  .definition = N_("During an app start, loading resources on the main thread took longer than the "
                   "threshold"),
  .limit = 130,
  .unit = TV_RULE_MS,
  .needs = TV_RULE_MARKS,
  .run = run_resources,
};

START_SLICES (verify, "VerifyClass*")

const TvRule tv_start_verify_rule = {
  .id = "start-verify",
  .kind = TV_RULE_ON_START,
  .severity = TV_RULE_WARNING,
  .title = N_("classes verified"),
  .definition = N_("During an app start, the share of time that the main thread spent verifying "
                   "classes exceeded the threshold"),
  .limit = 15,
  .unit = TV_RULE_PERCENT,
  .needs = TV_RULE_MARKS,
  .run = run_verify,
};

START_SLICES (locks, "monitor contention*", "Lock contention*", "Contending for pthread mutex*")

const TvRule tv_start_locks_rule = {
  .id = "start-locks",
  .kind = TV_RULE_ON_START,
  .severity = TV_RULE_WARNING,
  .title = N_("main thread waited for locks"),
  .definition = N_("During an app start, the share of time that the main thread spent waiting for "
                   "locks exceeded the threshold"),
  .limit = 15,
  .unit = TV_RULE_PERCENT,
  .needs = TV_RULE_MARKS,
  .run = run_locks,
};

START_SLICES (reclaim, "mm_vmscan_direct_reclaim*")

const TvRule tv_start_reclaim_rule = {
  .id = "start-reclaim",
  .kind = TV_RULE_ON_START,
  .severity = TV_RULE_WARNING,
  .title = N_("main thread reclaimed memory"),
  .definition =
      N_("During an app start, the main thread reclaimed memory in the kernel for longer than the "
         "threshold"),
  .limit = 50,
  .unit = TV_RULE_MS,
  .needs = TV_RULE_MARKS,
  .run = run_reclaim,
};
