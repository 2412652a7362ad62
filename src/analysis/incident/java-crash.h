/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/log/service-text.h"

G_BEGIN_DECLS

/**
 * TvJavaCrash:
 * @process: name of the process; empty if unknown
 * @pid: process id, or 0 if unknown
 * @outer: outermost exception, such as "java.lang.RuntimeException: Unable to start activity"
 * @root: root cause; the same as @outer if there is no other
 * @frame: innermost frame in the program's own code among the frames of @root, such as
 *   "com.acme.mail.store.Label.parse", or else the innermost frame
 * @is_own: whether @frame is in the program's own code
 *
 * An uncaught Java exception in a log, which is parsed line by line. All strings point into the lines.
 */
typedef struct
{
  TvTextPart process;
  guint32 pid;
  TvTextPart outer;
  TvTextPart root;
  TvTextPart frame;
  gboolean is_own;

  /*< private >*/
  TvTextPart outer_frame;
  gboolean is_over;
} TvJavaCrash;

gboolean   tv_java_crash_add_line  (TvJavaCrash *self,
                                    TvTextPart   line);
TvTextPart tv_java_crash_get_frame (const TvJavaCrash *self);

G_END_DECLS
