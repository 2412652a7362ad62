/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/crash/fault-log-line.h"

#include "formats/device-log/log-time.h"
#include "formats/input/scan.h"

/* Called by the other files that read fault logs and event queues, and by java-report.c. Pure: each parser takes one
 * line, and returns whether the line has the expected form. The results point into the line. */

#define NS_PER_SECOND G_GINT64_CONSTANT (1000000000)
#define NS_PER_MS     G_GINT64_CONSTANT (1000000)

/* ---- Threads ---- */

/* Parses `Tid:N, Name:NAME`. Old versions omit the comma. */
gboolean
tv_fault_log_parse_thread (TvSpan text, TvFaultLogThread *thread)
{
  *thread = (TvFaultLogThread){ .tid = TV_NONE };
  text = tv_scan_trim_end (text);
  if (!tv_scan_word (&text, "Tid:"))
    return FALSE;
  tv_scan_blanks (&text);
  if (!tv_scan_id (&text, &thread->tid))
    return FALSE;
  tv_scan_word (&text, ",");
  tv_scan_blanks (&text);
  if (tv_scan_word (&text, "Name:"))
    {
      tv_scan_blanks (&text);
      thread->name = text;
    }
  return TRUE;
}

static gint64
scan_ticks (TvSpan value)
{
  guint64 number;

  return tv_scan_number (&value, 10, &number) && number < (guint64) (G_MAXINT64 / NS_PER_SECOND)
             ? (gint64) number
             : -1;
}

/* Parses `state=S, utime=N, …`. Unknown keys are ignored. */
gboolean
tv_fault_log_parse_use (TvSpan text, TvFaultLogUse *use)
{
  *use = (TvFaultLogUse){ .user_ticks = -1, .system_ticks = -1 };
  text = tv_scan_trim_end (text);
  tv_scan_word (&text, "ThreadInfo:");
  if (!tv_span_starts_with (text, "state="))
    return FALSE;
  while (text.size > 0)
    {
      TvSpan value = tv_scan_until (&text, ','), key = tv_scan_until (&value, '=');

      tv_scan_blanks (&text);
      if (tv_span_is (key, "state"))
        use->state = value;
      else if (tv_span_is (key, "utime"))
        use->user_ticks = scan_ticks (value);
      else if (tv_span_is (key, "stime"))
        use->system_ticks = scan_ticks (value);
      else if (tv_span_is (key, "clk"))
        use->hz = MAX (scan_ticks (value), 0);
    }
  return TRUE;
}

/* ---- Frames ---- */

/* Sets @at to the index of the opening bracket that matches the closing bracket at the end. If the brackets are
 * unbalanced, sets @at to the index of the first opening bracket. Returns FALSE if there is no opening bracket. */
static gboolean
find_bracket (TvSpan text, gsize *at)
{
  guint depth = 0;

  for (gsize i = text.size; i-- > 0;)
    {
      depth += text.text[i] == ')';
      if (text.text[i] == '(' && --depth == 0)
        {
          *at = i;
          return TRUE;
        }
    }
  for (gsize i = 0; i < text.size; i++)
    if (text.text[i] == '(')
      {
        *at = i;
        return TRUE;
      }
  return FALSE;
}

/* Minimum number of digits of a build id, which distinguishes build ids from function names that consist of
 * hexadecimal digits. */
#define MIN_BUILD_ID 16

static gboolean
is_build_id (TvSpan text)
{
  for (gsize i = 0; i < text.size; i++)
    if (!g_ascii_isxdigit (text.text[i]))
      return FALSE;
  return text.size >= MIN_BUILD_ID;
}

/* Splits a group in brackets off the end of @text. */
static gboolean
take_group (TvSpan *text, TvSpan *group)
{
  gsize at;

  if (text->size == 0 || text->text[text->size - 1] != ')' || !find_bracket (*text, &at))
    return FALSE;
  *group = (TvSpan){ text->text + at + 1, text->size - at - 2 };
  text->size = at;
  return TRUE;
}

/* Returns @symbol without the decimal offset of `SYMBOL+OFFSET`. */
static TvSpan
without_offset (TvSpan symbol)
{
  gsize plus = symbol.size;

  while (plus > 0 && g_ascii_isdigit (symbol.text[plus - 1]))
    plus--;
  if (plus > 1 && plus < symbol.size && symbol.text[plus - 1] == '+')
    symbol.size = plus - 1;
  return symbol;
}

/* Parses `HEX FILE[(SYMBOL[+OFFSET])][(BUILDID)]`. There is no space before a bracket; a symbol may contain brackets
 * and spaces. */
static gboolean
parse_native (TvSpan rest, TvDumpLine *line)
{
  TvSpan group;

  tv_scan_blanks (&rest);
  tv_scan_word (&rest, "0x");
  if (!tv_scan_number (&rest, 16, &line->pc))
    return FALSE;
  tv_scan_blanks (&rest);
  line->frame_kind = TV_FRAME_NATIVE;
  line->path = rest;
  if (!take_group (&line->path, &group))
    return TRUE;
  if (is_build_id (group))
    {
      line->build_id = group;
      if (!take_group (&line->path, &group))
        return TRUE;
    }
  if (tv_span_is (group, "deleted"))
    {
      line->path = (TvSpan){ rest.text, line->path.size + strlen ("(deleted)") };
      return TRUE;
    }
  line->value = without_offset (group);
  return TRUE;
}

/* Parses `PATH:LINE:COLUMN`. Line and column are optional; the column is ignored. */
static void
parse_source (TvSpan text, TvDumpLine *line)
{
  guint32 numbers[2] = { 0, 0 };
  guint n = 0;

  while (n < 2)
    {
      gsize at = text.size;
      TvSpan digits;

      while (at > 0 && g_ascii_isdigit (text.text[at - 1]))
        at--;
      if (at == 0 || at == text.size || text.text[at - 1] != ':')
        break;
      digits = (TvSpan){ text.text + at, text.size - at };
      if (!tv_scan_id (&digits, &numbers[n]))
        break;
      n++;
      text.size = at - 1;
    }
  line->file = text;
  line->line = n > 0 ? numbers[n - 1] : 0;
}

/* Parses `FUNC (PATH:LINE:COLUMN)` or `FUNC PATH:LINE:COLUMN`. */
static gboolean
parse_script (TvSpan rest, TvDumpLine *line)
{
  TvSpan group;

  tv_scan_blanks (&rest);
  if (rest.size == 0)
    return FALSE;
  line->frame_kind = TV_FRAME_JS;
  if (take_group (&rest, &group))
    parse_source (group, line);
  else
    for (gsize i = rest.size; i-- > 0;)
      if (rest.text[i] == ' ')
        {
          parse_source ((TvSpan){ rest.text + i + 1, rest.size - i - 1 }, line);
          rest.size = i;
          break;
        }
  line->value = tv_scan_trim_end (rest);
  if (line->value.size == 0)
    line->value = (TvSpan){ "anonymous", strlen ("anonymous") };
  return TRUE;
}

/* Parses `LIBRARY + 0xHEX`, with or without spaces. */
static gboolean
parse_library (TvSpan rest, TvDumpLine *line)
{
  static const char *const ends[] = { ".so", ".an", ".abc" };
  TvSpan path = tv_scan_trim_end (tv_scan_until (&rest, '+'));
  gboolean is_library = tv_scan_find (path, ".so.") != NULL;

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    is_library |= tv_span_ends_with (path, ends[i]);
  tv_scan_blanks (&rest);
  if (!is_library || !tv_scan_word (&rest, "0x") || !tv_scan_number (&rest, 16, &line->pc) ||
      rest.size > 0)
    return FALSE;
  line->frame_kind = TV_FRAME_NATIVE;
  line->path = path;
  return TRUE;
}

/* Parses the kernel frame `FUNC+0x…[/0x…]`. */
static gboolean
parse_kernel (TvSpan rest, TvDumpLine *line)
{
  TvSpan name;

  tv_scan_blanks (&rest);
  name = tv_scan_until (&rest, '+');
  if (name.size == 0 || !tv_scan_word (&rest, "0x") || memchr (name.text, ' ', name.size) != NULL)
    return FALSE;
  line->frame_kind = TV_FRAME_KERNEL;
  line->value = name;
  return TRUE;
}

/* Parses `0xHEX`, or `     (nil)`, which older systems print for a null pointer. */
static void
take_signal_address (TvSpan *text, TvFaultLogSignal *signal)
{
  tv_scan_blanks (text);
  if (tv_scan_word (text, "(nil)"))
    {
      signal->has_address = TRUE;
      signal->address = 0;
      return;
    }
  tv_scan_word (text, "0x");
  signal->has_address = tv_scan_number (text, 16, &signal->address);
}

/* Returns whether a process sent the signal. In this case, older systems print the sender's ids as the address. */
static gboolean
is_sent (TvSpan code)
{
  return tv_span_is (code, "SI_TKILL") || tv_span_is (code, "SI_USER") ||
         tv_span_is (code, "SI_QUEUE");
}

/**
 * tv_fault_log_parse_frame:
 * @text: a line
 * @line: (out): the frame
 *
 * Parses a frame of a stack: `#NN pc …`, `#NN at …`, `#NN LIBRARY + 0x…`, `#NN FUNC+0x…`, `at …` or `[<0>] FUNC+0x…`.
 *
 * Returns: whether the line has one of these forms
 */
gboolean
tv_fault_log_parse_frame (TvSpan text, TvDumpLine *line)
{
  guint64 number;

  *line = (TvDumpLine){ .kind = TV_DUMP_LINE_FRAME };
  text = tv_scan_trim_end (text);
  tv_scan_blanks (&text);
  if (tv_scan_word (&text, "at "))
    return parse_script (text, line);
  if (tv_scan_word (&text, "[<"))
    {
      tv_scan_until (&text, ']');
      return parse_kernel (text, line);
    }
  if (!tv_scan_word (&text, "#") || !tv_scan_number (&text, 10, &number))
    return FALSE;
  tv_scan_blanks (&text);
  if (tv_scan_word (&text, "pc "))
    return parse_native (text, line);
  if (tv_scan_word (&text, "at "))
    return parse_script (text, line);
  return parse_library (text, line) || parse_kernel (text, line);
}

/**
 * tv_fault_log_parse_error:
 * @text: a line
 * @name: (out): name of the error, such as "TypeError"
 * @message: (out): its message; may be empty
 *
 * Parses the first line of a script error, `NAME: MESSAGE`.
 *
 * Returns: whether the line is one
 */
gboolean
tv_fault_log_parse_error (TvSpan text, TvSpan *name, TvSpan *message)
{
  *message = text;
  *name = tv_scan_before (message, ':');
  if (!tv_span_ends_with (*name, "Error") || !g_ascii_isupper (*name->text) ||
      !tv_scan_byte (message, ':'))
    return FALSE;
  for (gsize i = 0; i < name->size; i++)
    if (!g_ascii_isalnum (name->text[i]))
      return FALSE;
  tv_scan_blanks (message);
  return TRUE;
}

/* ---- Signals ---- */

/* Returns the number of a signal on Linux for ARM, x86 and RISC-V, as in signal(7); 0 if the name is unknown. */
gint32
tv_fault_log_number_signal (TvSpan name)
{
  static const struct
  {
    const char *name;
    gint32 number;
  } signals[] = { { "SIGHUP", 1 },     { "SIGINT", 2 },   { "SIGQUIT", 3 },  { "SIGILL", 4 },
                  { "SIGTRAP", 5 },    { "SIGABRT", 6 },  { "SIGBUS", 7 },   { "SIGFPE", 8 },
                  { "SIGKILL", 9 },    { "SIGSEGV", 11 }, { "SIGPIPE", 13 }, { "SIGTERM", 15 },
                  { "SIGSTKFLT", 16 }, { "SIGSYS", 31 } };

  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    if (tv_span_is (name, signals[i].name))
      return signals[i].number;
  return 0;
}

gboolean
tv_fault_log_parse_signal (TvSpan text, TvFaultLogSignal *signal)
{
  *signal = (TvFaultLogSignal){ .sender_pid = TV_NONE, .sender_uid = TV_NONE };
  text = tv_scan_trim_end (text);
  if (!tv_scan_word (&text, "Signal:"))
    return FALSE;
  for (gsize i = 0; i < text.size && (g_ascii_isalnum (text.text[i]) || text.text[i] == '_'); i++)
    signal->name = (TvSpan){ text.text, i + 1 };
  text = (TvSpan){ text.text + signal->name.size, text.size - signal->name.size };
  if (tv_scan_word (&text, "("))
    signal->code_name = tv_scan_until (&text, ')');
  if (tv_scan_word (&text, "@"))
    take_signal_address (&text, signal);
  tv_scan_blanks (&text);
  if (tv_scan_word (&text, "from:") && tv_scan_id (&text, &signal->sender_pid))
    {
      /* The address and the sender's ids are stored in the same bytes of siginfo_t. */
      signal->has_address = FALSE;
      if (tv_scan_word (&text, ":"))
        tv_scan_id (&text, &signal->sender_uid);
      tv_scan_blanks (&text);
    }
  else if (signal->has_address && is_sent (signal->code_name))
    {
      /* Older systems print the sender's ids only in the form of an address. */
      signal->has_address = FALSE;
      signal->sender_pid = (guint32) signal->address;
      if (signal->address >> 32 != 0)
        signal->sender_uid = (guint32) (signal->address >> 32);
    }
  signal->note = text;
  return signal->name.size > 0;
}

/* ---- Registers and memory ---- */

/* Takes `NAME:HEX`. Sets @n_bytes to half the number of digits. */
gboolean
tv_fault_log_take_register (TvSpan *rest, TvSpan *name, guint64 *value, guint *n_bytes)
{
  TvSpan from = *rest, digits;

  tv_scan_blanks (rest);
  *name = tv_scan_until (rest, ':');
  digits = *rest;
  if (name->size > 0 && name->size < 8 && g_ascii_islower (*name->text) &&
      memchr (name->text, ' ', name->size) == NULL && tv_scan_number (rest, 16, value) &&
      (rest->size == 0 || g_ascii_isspace (*rest->text)))
    {
      *n_bytes = (guint) (digits.size - rest->size) / 2;
      return TRUE;
    }
  *rest = from;
  return FALSE;
}

/* Parses `r1([stack]):`. */
gboolean
tv_fault_log_parse_near (TvSpan text, TvSpan *near, TvSpan *region)
{
  text = tv_scan_trim_end (text);
  *region = (TvSpan){ NULL, 0 };
  if (text.size < 2 || !g_ascii_islower (*text.text) || text.text[text.size - 1] != ':')
    return FALSE;
  text.size--;
  *near = tv_scan_until (&text, '(');
  if (text.size > 0 && text.text[text.size - 1] == ')')
    *region = (TvSpan){ text.text, text.size - 1 };
  return near->size < 8 && memchr (near->text, ' ', near->size) == NULL;
}

/* Parses `    ADDR WORD` or `spN:ADDR WORD`. Sets @frame to `spN` if the line contains it, because a frame begins at
 * the address. */
gboolean
tv_fault_log_parse_word (TvSpan text, TvMemoryWord *word, TvSpan *frame)
{
  TvSpan from;
  gsize n_digits;

  *word = (TvMemoryWord){ .near = TV_NONE, .region = TV_NONE, .note = TV_NONE };
  *frame = (TvSpan){ NULL, 0 };
  text = tv_scan_trim_end (text);
  from = text;
  if (tv_scan_word (&text, "sp"))
    *frame = (TvSpan){ from.text, tv_scan_until (&text, ':').size + 2 };
  tv_scan_blanks (&text);
  from = text;
  if (!tv_scan_number (&text, 16, &word->address) || !tv_scan_word (&text, " "))
    return FALSE;
  from = text;
  if (tv_scan_number (&text, 16, &word->value))
    word->is_known = TRUE;
  else
    while (tv_scan_word (&text, "-") || tv_scan_word (&text, "*"))
      ;
  n_digits = from.size - text.size;
  if (text.size > 0 || (n_digits != 8 && n_digits != 16))
    return FALSE;
  word->n_bytes = (guint8) (n_digits / 2);
  return TRUE;
}

/* Parses `BEG-END rwxp OFFSET NAME`. END is exclusive. */
gboolean
tv_fault_log_parse_region (TvSpan text, TvMemoryRegion *region, TvSpan *name)
{
  static const char letters[] = "rwx";
  guint64 end;

  *region = (TvMemoryRegion){ .name = TV_NONE, .build_id = TV_NONE };
  text = tv_scan_trim_end (text);
  if (!tv_scan_number (&text, 16, &region->start) || !tv_scan_word (&text, "-") ||
      !tv_scan_number (&text, 16, &end) || !tv_scan_word (&text, " ") || end <= region->start ||
      text.size < 4)
    return FALSE;
  for (guint i = 0; i < 3; i++)
    if (text.text[i] == letters[i])
      region->access |= 1u << i;
    else if (text.text[i] != '-')
      return FALSE;
  region->last = end - 1;
  tv_scan_until (&text, ' ');
  tv_scan_number (&text, 16, &region->offset);
  tv_scan_blanks (&text);
  *name = text;
  return TRUE;
}

/* Parses `FD->TARGET native object of unknown type 0`. The text after TARGET, which names the owner, is optional. */
gboolean
tv_fault_log_parse_file (TvSpan text, guint32 *number, TvSpan *path, TvSpan *owner)
{
  const char *found;

  text = tv_scan_trim_end (text);
  *owner = (TvSpan){ NULL, 0 };
  if (!tv_scan_id (&text, number) || !tv_scan_word (&text, "->"))
    return FALSE;
  *path = text;
  found = tv_scan_find (text, " native object of ");
  if (found == NULL)
    return TRUE;
  path->size = (gsize) (found - text.text);
  *owner = (TvSpan){ found + 1, text.size - path->size - 1 };
  return TRUE;
}

/* ---- Calls between processes ---- */

/* Parses `[async ]CPID:CTID to SPID:STID code HEX wait:S.f s …`. */
gboolean
tv_fault_log_parse_call (TvSpan text, TvDumpTransaction *call)
{
  guint64 number;

  *call = (TvDumpTransaction){ .kind = TV_TRANSACTION_OUTGOING };
  tv_scan_blanks (&text);
  call->is_one_way = tv_scan_word (&text, "async ");
  tv_scan_blanks (&text);
  if (!tv_scan_id (&text, &call->from_pid) || !tv_scan_word (&text, ":") ||
      !tv_scan_id (&text, &call->from_tid) || !tv_scan_word (&text, " to ") ||
      !tv_scan_id (&text, &call->to_pid) || !tv_scan_word (&text, ":") ||
      !tv_scan_id (&text, &call->to_tid))
    return FALSE;
  tv_scan_blanks (&text);
  if (tv_scan_word (&text, "code ") && tv_scan_number (&text, 16, &number) && number <= G_MAXUINT32)
    {
      call->has_code = TRUE;
      call->code = (guint32) number;
    }
  tv_scan_blanks (&text);
  if ((!tv_scan_word (&text, "wait:") && !tv_scan_word (&text, "Wait:")) ||
      !tv_scan_number (&text, 10, &number) || number > G_MAXINT32)
    return TRUE;
  call->wait_ns = (gint64) number * NS_PER_SECOND + tv_scan_fraction_ns (&text);
  return TRUE;
}

/* Parses `PID CONTEXT REQUEST STARTED MAX READY FREE_ASYNC_SPACE`, an entry of the list of binder threads. */
gboolean
tv_fault_log_parse_server (TvSpan text, TvBinderPool *server, TvSpan *context)
{
  guint32 *const numbers[] = { &server->n_requested, &server->n_started, &server->max_started,
                               &server->n_ready };

  *server = (TvBinderPool){ .context = TV_NONE };
  text = tv_scan_trim_end (text);
  tv_scan_blanks (&text);
  if (!tv_scan_id (&text, &server->pid))
    return FALSE;
  tv_scan_blanks (&text);
  if (text.size == 0 || !g_ascii_isalpha (*text.text))
    return FALSE;
  *context = tv_scan_until (&text, ' ');
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      tv_scan_blanks (&text);
      if (!tv_scan_id (&text, numbers[i]))
        return FALSE;
    }
  tv_scan_blanks (&text);
  return tv_scan_number (&text, 10, &server->async_bytes) && text.size == 0;
}

/* ---- Times ---- */

/* Takes a number with @n_digits digits and the separator @end; '\0' stands for no separator. */
static gboolean
scan_part (TvSpan *rest, guint n_digits, char end, guint *number)
{
  return tv_scan_digits (rest, n_digits, number) && (end == '\0' || tv_scan_byte (rest, end));
}

/* Parses `YYYY/MM/DD-hh:mm:ss:mmm`. */
static gboolean
parse_slashes (TvSpan text, gint64 *ns)
{
  guint year, month, day, hour, minute, second, ms;

  if (!scan_part (&text, 4, '/', &year) || !scan_part (&text, 2, '/', &month) ||
      !scan_part (&text, 2, '-', &day) || !scan_part (&text, 2, ':', &hour) ||
      !scan_part (&text, 2, ':', &minute) || !scan_part (&text, 2, ':', &second) ||
      !scan_part (&text, 3, '\0', &ms) || year < 1970 || year > 2200 || month < 1 || month > 12 ||
      day < 1 || day > 31 || hour > 23 || minute > 59 || second > 60)
    return FALSE;
  *ns = tv_log_time_of_day ((int) year, month, day) +
        (((gint64) hour * 60 + minute) * 60 + second) * NS_PER_SECOND + ms * NS_PER_MS;
  return TRUE;
}

/* Parses a time in any of the forms that tv_fault_log_parse_time() accepts, without a range check. */
static gboolean
parse_any_time (TvSpan text, gint64 *ns)
{
  TvLogTime time;
  guint64 ms;

  text = tv_scan_trim_end (text);
  tv_scan_blanks (&text);
  if (text.size == 0)
    return FALSE;
  if (text.size > 4 && text.text[4] == '/')
    return parse_slashes (text, ns);
  if (tv_log_time_take (&(TvSpan){ text.text, text.size }, &time))
    {
      *ns = time.ns + time.utc_offset_s * NS_PER_SECOND;
      return time.has_year;
    }
  if (!tv_scan_number (&text, 10, &ms) || text.size > 0 ||
      ms > (guint64) (G_MAXINT64 / 2 / NS_PER_MS))
    return FALSE;
  *ns = (gint64) ms * NS_PER_MS;
  return TRUE;
}

/**
 * tv_fault_log_parse_time:
 * @text: a time as `YYYY/MM/DD-hh:mm:ss:mmm`, `YYYY-MM-DD hh:mm:ss.mmm` or a number of ms
 * @ns: (out): ns since 1970 by the device's clock, in an unknown time zone
 *
 * Parses a time.
 *
 * Returns: %FALSE if the text has none of these forms, or if the time is more than one day before 1970
 */
gboolean
tv_fault_log_parse_time (TvSpan text, gint64 *ns)
{
  return parse_any_time (text, ns) && *ns >= -86400 * NS_PER_SECOND;
}
