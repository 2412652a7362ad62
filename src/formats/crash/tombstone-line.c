/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/crash/tombstone-line.h"

#include "formats/input/scan.h"

/* Called by the readers of tombstones and of mixed and exported incident files; probes and the readers of logs use
 * the functions for separators and headers. Pure: each function parses one line, and returns whether the line has the
 * expected form. The results point into the line. */

/* Minimum number of groups in a separator. A complete separator has 16, but a log may truncate it. */
#define MARKS_OF_RULE 4

/* Returns whether the line contains only `*** *** *** …` or `--- --- --- …`, depending on @mark. Pasted text may be
 * indented. */
gboolean
tv_tombstone_is_rule (TvSpan text, const char *mark)
{
  guint n = 0;

  tv_scan_blanks (&text);
  while (tv_scan_word (&text, mark))
    {
      n++;
      tv_scan_blanks (&text);
    }
  return n >= MARKS_OF_RULE && tv_scan_trim_end (text).size == 0;
}

/* Splits @text at the last occurrence of @word. Sets @behind to the text after @word. */
static gboolean
cut_at_last (TvSpan *text, const char *word, TvSpan *behind)
{
  gsize size = strlen (word);

  for (gsize i = text->size >= size ? text->size - size + 1 : 0; i-- > 0;)
    if (memcmp (text->text + i, word, size) == 0)
      {
        *behind = (TvSpan){ text->text + i + size, text->size - i - size };
        text->size = i;
        return TRUE;
      }
  return FALSE;
}

/* ---- Headers ---- */

/* Parses the header of a thread. The name may contain any text, so `>>> … <<<` is searched from the end. Google Play
 * and Android up to version 3 omit the name. Google Play writes 0 for an unknown id. */
gboolean
tv_tombstone_parse_header (TvSpan text, TvTombstoneHeader *header)
{
  gboolean has_name;
  TvSpan behind;

  *header = (TvTombstoneHeader){ .pid = TV_NONE, .tid = TV_NONE };
  text = tv_scan_trim_end (text);
  if (!tv_scan_word (&text, "pid: ") || !tv_scan_id (&text, &header->pid) ||
      !tv_scan_word (&text, ", tid: ") || !tv_scan_id (&text, &header->tid))
    return FALSE;
  has_name = tv_scan_word (&text, ", name:");
  if (text.size == 0 || *text.text != ' ')
    return FALSE;
  header->name = text;
  header->has_process = cut_at_last (&header->name, " >>> ", &header->process);
  if (has_name)
    tv_scan_word (&header->name, " ");
  else if (!header->has_process || tv_scan_trim_end (header->name).size > 0)
    return FALSE;
  if (header->tid == 0)
    header->tid = TV_NONE;
  if (header->has_process)
    {
      header->name = tv_scan_trim_end (header->name);
      if (cut_at_last (&header->process, " <<<", &behind))
        header->process = tv_scan_trim_end (header->process);
      else if (tv_span_is (header->process, "<<<"))
        header->process.size = 0;
    }
  return TRUE;
}

static gboolean
scan_signed (TvSpan *rest, gint32 *number)
{
  gboolean is_negative = tv_scan_word (rest, "-");
  guint64 value;

  if (!tv_scan_number (rest, 10, &value) || value > G_MAXINT32)
    return FALSE;
  *number = is_negative ? -(gint32) value : (gint32) value;
  return TRUE;
}

/* Parses ` (NAME)`, or ` (NAME from pid N, uid N)` with the sender of the signal. */
static void
scan_name (TvSpan *rest, TvSpan *name, TvTombstoneSignal *signal)
{
  TvSpan inner, sender;
  const char *from;

  tv_scan_blanks (rest);
  if (!tv_scan_word (rest, "("))
    return;
  inner = tv_scan_until (rest, ')');
  *name = inner;
  from = tv_scan_find (inner, " from pid ");
  if (from == NULL)
    return;
  name->size = (gsize) (from - inner.text);
  sender = (TvSpan){ from, inner.size - name->size };
  tv_scan_word (&sender, " from pid ");
  if (tv_scan_id (&sender, &signal->sender_pid) && tv_scan_word (&sender, ", uid "))
    tv_scan_id (&sender, &signal->sender_uid);
}

static void
scan_address (TvSpan *rest, TvTombstoneSignal *signal)
{
  tv_scan_word (rest, "0x");
  signal->has_address = tv_scan_number (rest, 16, &signal->address);
  tv_scan_blanks (rest);
  if (signal->has_address && tv_scan_word (rest, "("))
    signal->access = tv_scan_until (rest, ')');
}

/* Parses the line of a signal. Old versions omit the code; the address is optional. Bugly writes `signal: N (NAME),
 * code: N (CODENAME) fault addr: 0xHEX`. */
gboolean
tv_tombstone_parse_signal (TvSpan text, TvTombstoneSignal *signal)
{
  *signal = (TvTombstoneSignal){ .sender_pid = TV_NONE, .sender_uid = TV_NONE };
  if ((!tv_scan_word (&text, "signal ") && !tv_scan_word (&text, "signal: ")) ||
      !scan_signed (&text, &signal->number))
    return FALSE;
  scan_name (&text, &signal->name, signal);
  signal->has_code = (tv_scan_word (&text, ", code ") || tv_scan_word (&text, ", code: ")) &&
                     scan_signed (&text, &signal->code);
  if (signal->has_code)
    scan_name (&text, &signal->code_name, signal);
  if (tv_scan_word (&text, ", fault addr ") || tv_scan_word (&text, " fault addr: "))
    scan_address (&text, signal);
  return TRUE;
}

/* ---- Registers ---- */

/* Takes a hexadecimal number of exactly 8 or 16 digits. */
static gboolean
scan_word_of_digits (TvSpan *rest, guint64 *value, guint *n_bytes)
{
  TvSpan from = *rest;

  if (tv_scan_number (rest, 16, value) &&
      (from.size - rest->size == 8 || from.size - rest->size == 16))
    {
      *n_bytes = (guint) (from.size - rest->size) / 2;
      return TRUE;
    }
  *rest = from;
  return FALSE;
}

/**
 * tv_tombstone_take_register:
 * @rest: (inout): text that has not been parsed
 * @name: (out): name of the next register
 * @value: (out): value of the register
 *
 * Takes the next register from a row of registers: `NAME HEX`, or Bugly's `NAME: 0xHEX`.
 *
 * Returns: %FALSE if there are no more registers
 */
gboolean
tv_tombstone_take_register (TvSpan *rest, TvSpan *name, guint64 *value)
{
  TvSpan from = *rest;
  guint n_bytes;

  tv_scan_blanks (rest);
  if (rest->size > 0 && g_ascii_islower (*rest->text))
    {
      *name = tv_scan_until (rest, ' ');
      tv_scan_blanks (rest);
      if (name->size > 1 && name->text[name->size - 1] == ':' && tv_scan_word (rest, "0x"))
        name->size--;
      if (name->size < 8 && scan_word_of_digits (rest, value, &n_bytes) &&
          (rest->size == 0 || *rest->text == ' ' || *rest->text == '\r'))
        return TRUE;
    }
  *rest = from;
  return FALSE;
}

/* ---- Memory ---- */

/* Takes a memory word: hexadecimal digits, or dashes if the word could not be read. */
static gboolean
scan_memory_word (TvSpan *rest, TvTombstoneMemory *memory)
{
  gsize n = 0;
  guint n_bytes;

  if (memory->n == TV_TOMBSTONE_MAX_WORDS)
    return FALSE;
  memory->is_known[memory->n] = TRUE;
  if (!scan_word_of_digits (rest, &memory->words[memory->n], &n_bytes))
    {
      while (n < rest->size && rest->text[n] == '-')
        n++;
      if (n != 8 && n != 16)
        return FALSE;
      n_bytes = (guint) n / 2;
      memory->words[memory->n] = 0;
      memory->is_known[memory->n] = FALSE;
      tv_scan_go (rest, rest->text + n);
    }
  if (memory->n > 0 && n_bytes != memory->n_bytes)
    return FALSE;
  memory->n_bytes = n_bytes;
  memory->n++;
  return TRUE;
}

/* Parses `ADDR WORD WORD  ASCII`. One space precedes a word, and two spaces precede the ASCII characters. */
gboolean
tv_tombstone_parse_memory (TvSpan text, TvTombstoneMemory *memory)
{
  guint n_bytes;

  *memory = (TvTombstoneMemory){ .n = 0 };
  tv_scan_blanks (&text);
  if (!scan_word_of_digits (&text, &memory->address, &n_bytes))
    return FALSE;
  while (text.size > 1 && text.text[0] == ' ' && text.text[1] != ' ')
    {
      TvSpan next = { text.text + 1, text.size - 1 };

      if (!scan_memory_word (&next, memory))
        break;
      text = next;
    }
  return memory->n > 0;
}

/* Parses `ADDR  WORD  NOTE`. `#` and the number of a frame may precede the address. */
gboolean
tv_tombstone_parse_stack (TvSpan text, TvTombstoneMemory *memory)
{
  guint64 number;
  guint n_bytes;

  *memory = (TvTombstoneMemory){ .n = 0 };
  tv_scan_blanks (&text);
  if (tv_scan_word (&text, "#"))
    {
      if (!tv_scan_number (&text, 10, &number))
        return FALSE;
      tv_scan_blanks (&text);
    }
  if (!scan_word_of_digits (&text, &memory->address, &n_bytes))
    return FALSE;
  tv_scan_blanks (&text);
  if (!scan_memory_word (&text, memory))
    return FALSE;
  tv_scan_blanks (&text);
  memory->note = tv_scan_trim_end (text);
  return TRUE;
}

/* Parses `memory near x1 ([stack]):` or `code around pc:`. */
gboolean
tv_tombstone_parse_near (TvSpan text, TvSpan *near, TvSpan *region)
{
  text = tv_scan_trim_end (text);
  *region = (TvSpan){ NULL, 0 };
  if (text.size == 0 || text.text[text.size - 1] != ':' ||
      (!tv_scan_word (&text, "memory near ") && !tv_scan_word (&text, "code around ")))
    return FALSE;
  text.size--;
  *near = tv_scan_until (&text, ' ');
  if (tv_scan_word (&text, "(") && text.size > 0 && text.text[text.size - 1] == ')')
    *region = (TvSpan){ text.text, text.size - 1 };
  return near->size > 0;
}

/* ---- Regions ---- */

/* Takes an address. 64-bit addresses have an apostrophe in the middle. */
static gboolean
scan_address_with_quote (TvSpan *rest, guint64 *address)
{
  guint64 low;

  if (!tv_scan_number (rest, 16, address))
    return FALSE;
  if (!tv_scan_word (rest, "'"))
    return TRUE;
  if (*address > G_MAXUINT32 || !tv_scan_number (rest, 16, &low) || low > G_MAXUINT32)
    return FALSE;
  *address = *address << 32 | low;
  return TRUE;
}

static gboolean
scan_access (TvSpan *rest, guint32 *access)
{
  static const char letters[] = "rwx";

  if (rest->size < 3)
    return FALSE;
  *access = 0;
  for (guint i = 0; i < 3; i++)
    if (rest->text[i] == letters[i])
      *access |= 1u << i;
    else if (rest->text[i] != '-')
      return FALSE;
  tv_scan_go (rest, rest->text + 3);
  return TRUE;
}

/* Splits the notes in brackets off the name of a mapping. The name may contain brackets, too. */
static void
take_notes (TvTombstoneRegion *self)
{
  TvSpan bias;

  if (cut_at_last (&self->name, " (load bias 0x", &bias) ||
      cut_at_last (&self->name, " (load base 0x", &bias))
    tv_scan_number (&bias, 16, &self->region.load_bias);
  if (cut_at_last (&self->name, " (BuildId: ", &self->build_id))
    self->build_id = tv_scan_until (&self->build_id, ')');
}

/* Parses a mapping. An arrow may precede it if it contains the fault address. */
gboolean
tv_tombstone_parse_region (TvSpan text, TvTombstoneRegion *self)
{
  guint64 size;

  *self = (TvTombstoneRegion){ .region = { .name = TV_NONE, .build_id = TV_NONE } };
  text = tv_scan_trim_end (text);
  tv_scan_word (&text, "--->");
  tv_scan_blanks (&text);
  if (!scan_address_with_quote (&text, &self->region.start) || !tv_scan_word (&text, "-") ||
      !scan_address_with_quote (&text, &self->region.last) || !tv_scan_word (&text, " ") ||
      /* An empty mapping, such as a guard page, ends one byte before its start. */
      (self->region.last < self->region.start && self->region.last + 1 != self->region.start) ||
      !scan_access (&text, &self->region.access))
    return FALSE;
  tv_scan_blanks (&text);
  if (!tv_scan_number (&text, 16, &self->region.offset))
    return TRUE;
  tv_scan_blanks (&text);
  if (!tv_scan_number (&text, 16, &size))
    return TRUE;
  tv_scan_blanks (&text);
  self->name = text;
  take_notes (self);
  return TRUE;
}

/* ---- Open files ---- */

gboolean
tv_tombstone_parse_file (TvSpan text, TvTombstoneFile *file)
{
  *file = (TvTombstoneFile){ .number = TV_NONE };
  text = tv_scan_trim_end (text);
  tv_scan_blanks (&text);
  if (!tv_scan_word (&text, "fd ") || !tv_scan_id (&text, &file->number) ||
      !tv_scan_word (&text, ": "))
    return FALSE;
  file->path = text;
  if (cut_at_last (&file->path, " (owned by ", &file->owner))
    file->owner = tv_scan_until (&file->owner, ')');
  else if (file->path.size >= 10 && cut_at_last (&file->path, " (unowned)", &file->owner))
    file->owner = (TvSpan){ NULL, 0 };
  return TRUE;
}
