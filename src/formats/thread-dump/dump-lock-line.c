/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/thread-dump/dump-line.h"
#include "formats/input/scan.h"

/* Parses the lines about locks in thread dumps. Such a line follows the frame that uses the lock. Called by
 * dump-line.c and dump-reader.c. Pure: spans point into the line. */

static const struct
{
  const char *phrase;
  TvLockUse use;
} uses[] = {
  { "waiting to lock ", TV_LOCK_WANTED },
  { "waiting for lock inflation of ", TV_LOCK_WANTED },
  { "waiting to re-lock in wait() ", TV_LOCK_WANTED },
  { "blocked on ", TV_LOCK_WANTED },
  { "waiting on ", TV_LOCK_WAITED_ON },
  { "sleeping on ", TV_LOCK_SLEPT_ON },
  { "parking to wait for ", TV_LOCK_PARKED },
  { "parked on ", TV_LOCK_PARKED },
  { "locked ", TV_LOCK_HELD },
  { "eliminated ", TV_LOCK_ELIMINATED },
};

/* Parses the owner of a lock: `held by thread 12`, `held by tid=12 (NAME)` or `held by threadid=12 (NAME)`. The
 * number is the owner's thread id in the virtual machine. */
static gboolean
scan_owner (TvSpan rest, guint32 *owner)
{
  tv_scan_blanks (&rest);
  /* VisualVM writes `owned by "NAME" t@N`. */
  if (tv_scan_word (&rest, "owned by \""))
    for (gsize i = rest.size; i > 3; i--)
      {
        TvSpan number = { rest.text + i, rest.size - i };

        if (memcmp (rest.text + i - 3, " t@", 3) == 0)
          return tv_scan_id (&number, owner);
      }
  if (!tv_scan_word (&rest, "held by "))
    return FALSE;
  if (!tv_scan_word (&rest, "threadid=") && !tv_scan_word (&rest, "tid=") &&
      !tv_scan_word (&rest, "thread "))
    return FALSE;
  return tv_scan_id (&rest, owner);
}

/* Parses `TYPE@HASH`, Java's default text for an object. */
static gboolean
parse_object (TvSpan rest, TvDumpLine *line)
{
  TvSpan word = tv_scan_until (&rest, ' ');
  TvSpan type = tv_scan_until (&word, '@');

  if (type.size == 0 || !tv_scan_number (&word, 16, &line->id) || word.size > 0)
    return FALSE;
  line->name = type;
  return TRUE;
}

/* Parses `<0xID> (a TYPE) held by …`. Crashlytics omits the article. If the angle brackets do not contain a number,
 * the lock has no id. */
static gboolean
parse_identity (TvSpan rest, TvDumpLine *line)
{
  TvSpan id;

  if (!tv_scan_word (&rest, "<"))
    return FALSE;
  id = tv_scan_until (&rest, '>');
  tv_scan_word (&id, "0x");
  if (!tv_scan_number (&id, 16, &line->id) || id.size > 0)
    line->id = 0;
  tv_scan_blanks (&rest);
  if (tv_scan_word (&rest, "("))
    {
      tv_scan_word (&rest, "a ");
      line->name = tv_scan_until (&rest, ')');
      tv_scan_blanks (&rest);
    }
  if (!scan_owner (rest, &line->vm_tid))
    line->vm_tid = TV_NONE;
  return TRUE;
}

/* Parses IntelliJ's `waiting for NAME@N to release lock on <0xID> (a TYPE)`. */
static gboolean
parse_release (TvSpan text, TvDumpLine *line)
{
  static const char word[] = " to release lock on ";
  const char *found;
  TvSpan owner, rest;
  guint32 id;

  if (!tv_scan_word (&text, "waiting for "))
    return FALSE;
  found = tv_scan_find (text, word);
  if (found == NULL)
    return FALSE;
  owner = (TvSpan){ text.text, (gsize) (found - text.text) };
  rest = (TvSpan){ found + sizeof word - 1, text.size - owner.size - (sizeof word - 1) };
  if (!parse_identity (rest, line))
    return FALSE;
  line->kind = TV_DUMP_LINE_LOCK;
  line->use = TV_LOCK_WANTED;
  for (gsize i = owner.size; i > 0; i--)
    if (owner.text[i - 1] == '@')
      {
        TvSpan number = { owner.text + i, owner.size - i };

        if (tv_scan_id (&number, &id) && number.size == 0)
          line->vm_tid = id;
        break;
      }
  return TRUE;
}

/* Parses the use of a lock, such as `waiting to lock <0xID> (a TYPE) held by thread 12`. */
gboolean
tv_dump_line_parse_lock_use (TvSpan text, TvDumpLine *line)
{
  line->kind = TV_DUMP_LINE_LOCK;
  line->use = TV_LOCK_HELD;
  /* Synchronizers that a thread owns are listed without a phrase. */
  if (parse_identity (text, line))
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (uses); i++)
    {
      TvSpan rest = text;

      if (!tv_scan_word (&rest, uses[i].phrase))
        continue;
      tv_scan_blanks (&rest);
      line->use = uses[i].use;
      line->id = 0;
      if (!parse_identity (rest, line))
        parse_object (rest, line);
      return TRUE;
    }
  line->kind = TV_DUMP_LINE_OTHER;
  return FALSE;
}

gboolean
tv_dump_line_parse_lock (TvSpan text, TvDumpLine *line)
{
  line->vm_tid = TV_NONE;
  if (scan_owner (text, &line->vm_tid))
    {
      line->kind = TV_DUMP_LINE_HELD_BY;
      return TRUE;
    }
  if (parse_release (text, line))
    return TRUE;
  if (!tv_scan_word (&text, "- "))
    return FALSE;
  tv_scan_blanks (&text);
  return tv_dump_line_parse_lock_use (text, line);
}
