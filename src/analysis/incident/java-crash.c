/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/incident/java-crash.h"

#include <string.h>

#include "analysis/incident/dump-stack.h"

/* Parses the lines of an uncaught exception, as written by Throwable.printStackTrace() and Android's RuntimeInit:
 *
 *   Process: com.acme.mail, PID: 4711
 *   java.lang.RuntimeException: Unable to start activity       outer
 *           at android.app.ActivityThread.performLaunchActivity(ActivityThread.java:3449)
 *   Caused by: java.lang.IllegalArgumentException: no colour   root: the last cause
 *           at androidx.core.util.Guard.check(Guard.java:21)
 *           at com.acme.mail.store.Label.parse(Label.kt:57)     frame
 *           ... 11 more
 *
 * Called only by incident-log.c, for each line. Changes only the given TvJavaCrash, whose strings point into the
 * lines. */

#define LONGEST_CLASS 256

/* Returns whether a line begins with the class name of an exception, as in "java.lang.Error: text", "Error" or "a.b:
 * text". */
static gboolean
is_exception (TvTextPart line)
{
  gsize i = 0;

  while (i < line.size && (g_ascii_isalnum (line.text[i]) || strchr ("._$", line.text[i]) != NULL))
    i++;
  return i > 2 && !g_ascii_isdigit (line.text[0]) &&
         (memchr (line.text, '.', i) != NULL ||
          (i == line.size && g_ascii_isupper (line.text[0]))) &&
         (i == line.size || line.text[i] == ':');
}

/* Parses `NAME, PID: N`. */
static void
parse_process (TvJavaCrash *self, TvTextPart line)
{
  const char *comma = line.size > 0 ? memchr (line.text, ',', line.size) : NULL;

  self->process = line;
  if (comma == NULL)
    return;
  self->process.size = (gsize) (comma - line.text);
  line.size -= self->process.size;
  line.text = comma;
  if (tv_text_part_take (&line, ", PID: "))
    for (gsize i = 0; i < line.size && g_ascii_isdigit (line.text[i]) && i < 9; i++)
      self->pid = self->pid * 10 + (guint32) (line.text[i] - '0');
}

static gboolean
is_own_frame (TvTextPart name)
{
  char class[LONGEST_CLASS];

  g_strlcpy (class, name.text, MIN (name.size + 1, sizeof class));
  return !tv_dump_class_is_of_system (class);
}

/* Parses `CLASS.METHOD(FILE:LINE)`. */
static void
add_frame (TvJavaCrash *self, TvTextPart line)
{
  const char *end = line.size > 0 ? memchr (line.text, '(', line.size) : NULL;
  const char *module;

  if (end != NULL)
    line.size = (gsize) (end - line.text);
  module = line.size > 0 ? memchr (line.text, '/', line.size) : NULL;
  if (module != NULL)
    {
      line.size -= (gsize) (module + 1 - line.text);
      line.text = module + 1;
    }
  if (line.size == 0 || self->is_own)
    return;
  self->is_own = is_own_frame (line);
  if (self->is_own || self->frame.size == 0)
    self->frame = line;
}

/**
 * tv_java_crash_add_line:
 * @self: (inout): crash; zero-initialized before the first line
 * @line: next line
 *
 * Parses the next line of a crash.
 *
 * Returns: whether the line belongs to the crash
 */
gboolean
tv_java_crash_add_line (TvJavaCrash *self, TvTextPart line)
{
  line = tv_text_part_trim (line);
  if (line.size == 0)
    return TRUE;
  if (tv_text_part_take (&line, "FATAL EXCEPTION") ||
      tv_text_part_take (&line, "*** FATAL EXCEPTION"))
    return self->outer.size == 0;
  if (tv_text_part_take (&line, "Process: "))
    {
      parse_process (self, line);
      return TRUE;
    }
  if (tv_text_part_take (&line, "PID: "))
    return TRUE;
  if (tv_text_part_take (&line, "Caused by: "))
    {
      if (self->is_own && self->outer_frame.size == 0)
        self->outer_frame = self->frame;
      self->root = line;
      self->frame = (TvTextPart){ "", 0 };
      self->is_own = self->is_over = FALSE;
      return TRUE;
    }
  if (tv_text_part_take (&line, "Suppressed: "))
    {
      self->is_over = TRUE;
      return TRUE;
    }
  if (tv_text_part_take (&line, "at "))
    {
      if (!self->is_over && self->outer.size > 0)
        add_frame (self, line);
      return self->outer.size > 0;
    }
  if (tv_text_part_take (&line, "... "))
    return TRUE;
  if (self->outer.size == 0 && is_exception (line))
    {
      self->outer = self->root = line;
      return TRUE;
    }
  /* The message of an exception may span several lines. */
  return self->outer.size > 0 && self->frame.size == 0;
}

/* Returns: innermost frame of the root cause in the program's own code; otherwise, such a frame of the outer
 * exception; otherwise, any frame of the root cause; may be empty */
TvTextPart
tv_java_crash_get_frame (const TvJavaCrash *self)
{
  return self->is_own || self->outer_frame.size == 0 ? self->frame : self->outer_frame;
}
