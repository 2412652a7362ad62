/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/log/service-text.h"

G_BEGIN_DECLS

/**
 * TvJavaCrash:
 * @process: name of the process, or empty
 * @pid: its number, or 0
 * @outer: exception that was thrown last: "java.lang.RuntimeException: Unable to start activity"
 * @root: the exception that caused it; the same where there is no other
 * @frame: the innermost frame of the program's own below @root: "com.acme.mail.store.Label.parse"; else the innermost
 * @is_own: @frame is the program's own
 *
 * An uncaught exception of Java as the platform logs it, filled line by line. The texts are those of the lines.
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
