/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/unsupported.h"

#include <string.h>

#include <glib/gi18n.h>

#include "formats/input/scan.h"
#include "formats/names/name-map.h"

/* Detects known but unsupported formats. Users try to open such files, so the error names the format. If several
 * formats match, the first one is named. The magic numbers are from the specifications of the formats. Entry point:
 * tv_unsupported_describe(), called by format.c for the error message and by bundle.c for the title of a member.
 * Pure: reads the first bytes of the input. */

#define TEXT_PROBE_BYTES 4096 /* number of bytes of a text file that are searched for words */

/* Number of lines at the start of the file that must consist of an address and a symbol. */
#define MAX_PROBED_ADDRESSES 3

static gboolean
is_text (const char *text, gsize size)
{
  const char *end;

  if (memchr (text, '\0', size) != NULL)
    return FALSE;
  /* The last character may be cut off. */
  return g_utf8_validate_len (text, size, &end) || end + 4 > text + size;
}

static gboolean
is_space (char c)
{
  return tv_scan_is_blank (c) || c == '\r' || c == '\n';
}

static void
skip_space (TvSpan *rest)
{
  while (rest->size > 0 && is_space (*rest->text))
    tv_scan_go (rest, rest->text + 1);
}

/* Returns the first TEXT_PROBE_BYTES of a text file; empty for binary files. */
static TvSpan
inspect_text (TvInput *input)
{
  TvSpan text = { (const char *) input->prefix, MIN (input->prefix_size, TEXT_PROBE_BYTES) };

  if (!is_text (text.text, text.size))
    text.size = 0;
  return text;
}

static gboolean
contains (TvInput *input, const char *word)
{
  return tv_scan_find (inspect_text (input), word) != NULL;
}

static TvConfidence
sure_if (gboolean is_one)
{
  return is_one ? TV_CONFIDENCE_SURE : TV_CONFIDENCE_NONE;
}

static TvConfidence
probe_log (TvInput *input)
{
  return sure_if (contains (input, "# tracer:") || contains (input, "TRACE:\n") ||
                  contains (input, "tracing_mark_write:") || contains (input, "sched_switch:"));
}

/* Detects lines that consist of an address and a symbol, such as a list of kernel symbols that trace-cmd saved
 * without a recording. */
static TvConfidence
probe_addresses (TvInput *input)
{
  TvSpan text = inspect_text (input), line;
  const char *at = text.text, *end = at + text.size;

  for (guint n = 0; n < MAX_PROBED_ADDRESSES; n++)
    {
      guint64 address;
      gsize digits;

      if (!tv_scan_line (&at, end, &line) || line.text + line.size == end)
        return TV_CONFIDENCE_NONE;
      digits = line.size;
      if (!tv_scan_number (&line, 16, &address) || !tv_scan_is_at (&line, ' '))
        return TV_CONFIDENCE_NONE;
      digits -= line.size;
      if (digits != 8 && digits != 16)
        return TV_CONFIDENCE_NONE;
    }
  return TV_CONFIDENCE_SURE;
}

static TvConfidence
probe_perf_report (TvInput *input)
{
  return sure_if (contains (input, "# Overhead ") ||
                  (contains (input, "# Samples: ") && contains (input, "# Event count")));
}

static TvConfidence
probe_simpleperf_report (TvInput *input)
{
  return sure_if (contains (input, "Event count: ") && contains (input, "\nOverhead "));
}

static TvConfidence
probe_bpftrace (TvInput *input)
{
  return sure_if (contains (input, "Attaching ") && contains (input, "\n@"));
}

/* Detects the stack trace of a StrictMode violation without the log line that reports it. */
static TvConfidence
probe_strict_mode (TvInput *input)
{
  return sure_if (contains (input, "StrictMode policy violation") ||
                  contains (input, "android.os.StrictMode$StrictMode") ||
                  contains (input, "android.os.strictmode."));
}

static TvConfidence
probe_chrome (TvInput *input)
{
  return sure_if (contains (input, "\"traceEvents\""));
}

/* Returns the first bytes of a text file without leading white space; empty for binary files. */
static TvSpan
inspect_first_word (TvInput *input)
{
  TvSpan text = inspect_text (input);

  skip_space (&text);
  return text;
}

/* Detects text that begins with a native frame, such as `#00 pc …`. */
static TvConfidence
probe_native_stack (TvInput *input)
{
  TvSpan rest = inspect_first_word (input);

  if (!tv_scan_byte (&rest, '#'))
    return TV_CONFIDENCE_NONE;
  while (tv_scan_byte (&rest, '0'))
    ;
  skip_space (&rest);
  return sure_if (tv_scan_word (&rest, "pc ") && rest.size > 0);
}

/* Returns whether the text after the first bracket is a number that JSON allows there. Otherwise, the bracket and the
 * number are the prefix of other text, such as a log line. */
static gboolean
is_json_number (TvSpan rest)
{
  const char *start = rest.text;

  for (; rest.size > 0 && (g_ascii_isdigit (*rest.text) || strchr ("+-.eE", *rest.text) != NULL);
       tv_scan_go (&rest, rest.text + 1))
    if (*rest.text == '-' && rest.text > start && g_ascii_tolower (rest.text[-1]) != 'e')
      return FALSE;
  skip_space (&rest);
  if (rest.size == 0 || *rest.text == ',')
    return TRUE;
  if (!tv_scan_byte (&rest, ']'))
    return FALSE;
  skip_space (&rest);
  return rest.size == 0;
}

static gboolean
is_json_value (TvSpan rest)
{
  static const char *const literals[] = { "true", "false", "null" };

  if (rest.size == 0 || strchr ("{[\"]", *rest.text) != NULL)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (literals); i++)
    if (tv_scan_word (&rest, literals[i]))
      return rest.size > 0 && (*rest.text == ',' || is_space (*rest.text) || *rest.text == ']');
  return (g_ascii_isdigit (*rest.text) || *rest.text == '-') && is_json_number (rest);
}

/* Detects JSON by the text after the first bracket, because lines of many logs also begin with a bracket. */
static TvConfidence
probe_json (TvInput *input)
{
  TvSpan rest = inspect_first_word (input);
  gboolean is_object = tv_scan_byte (&rest, '{');

  if (!is_object && !tv_scan_byte (&rest, '['))
    return TV_CONFIDENCE_NONE;
  skip_space (&rest);
  return sure_if (is_object ? rest.size == 0 || *rest.text == '"' || *rest.text == '}'
                            : is_json_value (rest));
}

static TvConfidence
probe_page (TvInput *input)
{
  TvSpan text = inspect_first_word (input);

  return sure_if (text.size > 4 && (g_ascii_strncasecmp (text.text, "<!do", 4) == 0 ||
                                    g_ascii_strncasecmp (text.text, "<htm", 4) == 0));
}

static TvConfidence
probe_name_map (TvInput *input)
{
  return sure_if (tv_name_map_is_one (input));
}

static TvConfidence
probe_empty (TvInput *input)
{
  return sure_if (input->prefix_size == 0);
}

static TvConfidence
probe_text (TvInput *input)
{
  return sure_if (inspect_text (input).size > 0);
}

/* Detects sanitizer reports that do not describe a crash: leaks, data races and undefined behaviour. */
static TvConfidence
probe_sanitizer (TvInput *input)
{
  return sure_if (contains (input, "ERROR: LeakSanitizer: detected ") ||
                  contains (input, "WARNING: ThreadSanitizer: ") ||
                  contains (input, ": runtime error: "));
}

static TvConfidence
probe_memory (TvInput *input)
{
  TvSpan rest = inspect_first_word (input);

  return sure_if (tv_scan_word (&rest, "MemTotal:") && rest.size > 0);
}

static TvConfidence
probe_process_states (TvInput *input)
{
  return sure_if (
      (contains (input, "AGGREGATED OVER LAST ") || contains (input, "COMMITTED STATS FROM ")) &&
      contains (input, "TOTAL: "));
}

/* Returns whether @line is `ADDRESS SYMBOL (LIBRARY)`, preceded by white space. */
static gboolean
is_perf_frame (TvSpan line)
{
  TvSpan rest = line;
  const char *start;
  guint64 address;

  skip_space (&rest);
  start = rest.text;
  return start > line.text && tv_scan_number (&rest, 16, &address) && rest.text - start >= 4 &&
         rest.size > 3 && *rest.text == ' ' && tv_span_ends_with (rest, ")") &&
         tv_scan_find (rest, "(") != NULL;
}

/* Detects stacks of perf script, which are read only if a line before the stack contains an event. */
static TvConfidence
probe_perf_stacks (TvInput *input)
{
  TvSpan text = inspect_text (input), line;
  const char *at = text.text, *end = at + text.size;

  do
    if (!tv_scan_line (&at, end, &line))
      return TV_CONFIDENCE_NONE;
  while (line.size == 0);
  if (!is_space (*line.text) && !tv_scan_line (&at, end, &line))
    return TV_CONFIDENCE_NONE;
  return sure_if (line.text + line.size < end && is_perf_frame (line));
}

#define N_MAGICS(...) (sizeof ((const TvMagic[]){ __VA_ARGS__ }) / sizeof (TvMagic))
#define KNOWN_BY_MAGIC(word, what, ...)                                                            \
  {                                                                                                \
    .id = word, .title = what, .magics = (const TvMagic[]){ __VA_ARGS__ },                         \
    .n_magics = N_MAGICS (__VA_ARGS__)                                                             \
  }
#define KNOWN_BY_PROBE(word, what, function)                                                       \
  {                                                                                                \
    .id = word, .title = what, .probe = function                                                   \
  }

static const TvFormat known[] = {
  KNOWN_BY_PROBE ("empty", N_("an empty file"), probe_empty),
  KNOWN_BY_MAGIC ("zip",
                  N_("a zip archive; extract it and open its files"),
                  TV_MAGIC (0, 0, "PK\003\004")),
  KNOWN_BY_MAGIC ("gzip",
                  N_("a gzip file; extract it and open its content"),
                  TV_MAGIC (0, 0, "\037\213")),
  KNOWN_BY_MAGIC ("zstd",
                  N_("a Zstandard file; extract it and open its content"),
                  TV_MAGIC (0, 0, "\050\265\057\375")),
  KNOWN_BY_MAGIC ("xz",
                  N_("an xz file; extract it and open its content"),
                  TV_MAGIC (0, 0, "\3757zXZ")),
  KNOWN_BY_MAGIC ("lz4",
                  N_("an LZ4 file; extract it and open its content"),
                  TV_MAGIC (0, 0, "\004\042\115\030")),
  KNOWN_BY_MAGIC ("bzip2",
                  N_("a bzip2 file; extract it and open its content"),
                  TV_MAGIC (0, 0, "BZh")),
  KNOWN_BY_MAGIC ("7zip",
                  N_("a 7-Zip archive; extract it and open its files"),
                  TV_MAGIC (0, 0, "7z\274\257\047\034")),
  KNOWN_BY_MAGIC ("tar",
                  N_("a tar archive; extract it and open its files"),
                  TV_MAGIC (257, 0, "ustar")),
  KNOWN_BY_MAGIC ("hprof", N_("a heap dump (hprof)"), TV_MAGIC (0, 0, "JAVA PROFILE 1.0")),
  KNOWN_BY_MAGIC ("rawtrace",
                  N_("raw pages of OpenHarmony’s kernel trace, which hitrace can convert to text"),
                  TV_MAGIC (0, 0, "\x49\xdf")),
  KNOWN_BY_MAGIC ("trace-cmd",
                  N_("a trace-cmd recording (trace.dat)"),
                  TV_MAGIC (0, 0, "\027\010\104tracing")),
  KNOWN_BY_MAGIC ("sqlite", N_("an SQLite database"), TV_MAGIC (0, 0, "SQLite format 3")),
  KNOWN_BY_MAGIC ("elf", N_("a program or library (ELF)"), TV_MAGIC (0, 0, "\177ELF")),
  KNOWN_BY_MAGIC ("dex", N_("Android byte code (dex)"), TV_MAGIC (0, 0, "dex\n")),
  KNOWN_BY_MAGIC ("png", N_("an image (PNG)"), TV_MAGIC (0, 0, "\211PNG")),
  KNOWN_BY_MAGIC ("jpeg", N_("an image (JPEG)"), TV_MAGIC (0, 0, "\377\330\377")),
  KNOWN_BY_MAGIC ("pdf", N_("a PDF document"), TV_MAGIC (0, 0, "%PDF")),
  KNOWN_BY_MAGIC ("zlib",
                  N_("compressed data (zlib)"),
                  TV_MAGIC (0, 0, "\x78\x01"),
                  TV_MAGIC (0, 0, "\x78\x9c"),
                  TV_MAGIC (0, 0, "\x78\xda")),
  KNOWN_BY_PROBE (
      "addresses",
      N_("a list of kernel addresses (trace-cmd report -f or -P) without events; to print the "
         "events, use trace-cmd report without these options"),
      probe_addresses),
  KNOWN_BY_PROBE ("log", N_("an ftrace or hitrace log"), probe_log),
  KNOWN_BY_PROBE (
      "perf-report",
      N_("the output of perf report --stdio; instead, open perf.data or the output of perf script"),
      probe_perf_report),
  KNOWN_BY_PROBE ("simpleperf-report",
                  N_("the output of simpleperf report; instead, open perf.data or the output of "
                     "simpleperf report-sample"),
                  probe_simpleperf_report),
  KNOWN_BY_PROBE ("chrome", N_("a Chrome trace (JSON)"), probe_chrome),
  KNOWN_BY_PROBE ("json", N_("JSON text"), probe_json),
  KNOWN_BY_PROBE ("page", N_("a web page (HTML)"), probe_page),
  KNOWN_BY_PROBE ("bpftrace", N_("the output of bpftrace"), probe_bpftrace),
  KNOWN_BY_PROBE (
      "sanitizer",
      N_("a sanitizer report about leaks, data races or undefined behaviour, not about a crash"),
      probe_sanitizer),
  KNOWN_BY_PROBE ("memory", N_("memory statistics of a device (/proc/meminfo)"), probe_memory),
  KNOWN_BY_PROBE ("process-states",
                  N_("statistics of process states (dumpsys procstats)"),
                  probe_process_states),
  KNOWN_BY_PROBE ("perf-stacks",
                  N_("stacks of perf script without timestamps; print them with perf script -F "
                     "+pid,+time,+event"),
                  probe_perf_stacks),
  KNOWN_BY_PROBE ("strict-mode",
                  N_("a StrictMode violation without its log; open the log instead"),
                  probe_strict_mode),
  KNOWN_BY_PROBE ("native-stack",
                  N_("a native stack without its report; open the whole report instead"),
                  probe_native_stack),
  KNOWN_BY_PROBE ("name-map",
                  N_("a mapping.txt of R8 or ProGuard; open a trace, and apply the mapping to it"),
                  probe_name_map),
  KNOWN_BY_PROBE ("text", N_("text"), probe_text),
};

/**
 * tv_unsupported_describe:
 * @input: a file that no format reads, or its first bytes
 *
 * Returns: (transfer none): description of the likely content, for "This looks like …"
 */
const char *
tv_unsupported_describe (TvInput *input)
{
  for (gsize i = 0; i < G_N_ELEMENTS (known); i++)
    if (tv_format_probe (&known[i], input) == TV_CONFIDENCE_SURE)
      return _ (known[i].title);
  return _("binary data of an unknown type");
}
