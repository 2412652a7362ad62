/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <glib/gstdio.h>

#include "core/error.h"
#include "formats/cut.h"
#include "formats/load.h"
#include "process-status.h"
#include "test-extent.h"
#include "trace-invariants.h"

/* Damages files of all formats: truncates them at every byte or at many bytes, flips bits, and repeats, swaps, drops
 * and overwrites blocks. Requirements for each damaged file:
 *
 *   - Loading fails, or the invariants of the trace hold.
 *   - Loading takes no more memory than 64 MB plus eight times the decompressed size, and at most a
 *     hundred times as long as the original file.
 *   - A part of the trace can be cut in its own format, or cutting fails.
 *   - The damage is reported, as an error or as a problem of the trace, if the format makes that
 *     possible: see FORM_KNOWS_ITS_END and FORM_HAS_CHECKSUM. Otherwise, damage is undetectable: a
 *     changed bit in a name, time or id makes another valid name, time or id, and a log that ends
 *     after a line is a shorter log.
 *
 * With -m thorough, there are 10,000 mutations of each kind for each file (for a large file, 10,000 truncations and 500
 * of each other kind). The first file that fails is saved, and its name is printed. If the environment variable
 * TV_MUTATIONS_KEPT names a folder, each file is saved before it is read. */

typedef enum
{
  FORM_IS_OPEN = 0,
  FORM_KNOWS_ITS_END = 1 << 0, /* has a record count or a final element */
  FORM_HAS_CHECKSUM = 1 << 1,  /* covers the whole content */
} Form;

typedef struct
{
  const char *name;
  Form form;
  const char *arguments; /* arguments of make-trace */
} Input;

#define SMALL "--records 120 --threads 3 --methods 8 --depth 6 "
#define ODD                                                                                        \
  SMALL "--recursion 100 --exceptions 100 --unmatched 50 --forced 50 --backwards 50 "              \
        "--unknown 50 --reserved 20 --duplicates 200 --blocking 100 --wrap --reused-tids "         \
        "--odd-names --open "
#define DUMP     "--form dump --threads 6 --processes 2 "
#define FAULT    "--form fault --threads 3 "
#define PERFETTO "--form perfetto --bytes 3000 --cpus 2 --processes 1 --threads 2 "
#define LOG      "--form ftrace --bytes 6000 --cpus 2 --processes 2 "

static const Input inputs[] = {
  { "dual", FORM_KNOWS_ITS_END, SMALL },
  { "dual-odd", FORM_IS_OPEN, ODD "--fields mixed" },
  { "wall", FORM_KNOWS_ITS_END, SMALL "--clock wall" },
  { "global-wide", FORM_KNOWS_ITS_END, SMALL "--clock global --record-size 20" },
  { "v2", FORM_KNOWS_ITS_END, SMALL "--version 2 --slashes" },
  { "v1", FORM_KNOWS_ITS_END, SMALL "--version 1 --fields 4" },
  { "streaming", FORM_KNOWS_ITS_END, SMALL "--form streaming" },
  { "streaming-odd", FORM_IS_OPEN, ODD "--form streaming" },
  { "streaming-v2", FORM_KNOWS_ITS_END, SMALL "--form streaming --version 2" },
  { "packets-beta", FORM_IS_OPEN, SMALL "--form packet --block 40" },
  { "packets-alpha", FORM_IS_OPEN, SMALL "--form packet --payload alpha --block 40 --clock wall" },
  { "packets-counted", FORM_IS_OPEN,
    SMALL "--form packet-streaming --block 30 --frequency 24000000 --counter 99999999999 "
          "--since-boot --late-names" },
  { "packets-odd", FORM_IS_OPEN,
    SMALL "--form packet --counts running --payload alpha --short-times --bare-summary --open" },
  { "long", FORM_IS_OPEN, SMALL "--form long" },
  { "long-base64", FORM_IS_OPEN, SMALL "--form long-base64" },
  { "dump-art", FORM_IS_OPEN, DUMP "--oddities" },
  { "dump-dalvik", FORM_IS_OPEN, DUMP "--line dalvik" },
  { "dump-hotspot", FORM_IS_OPEN, DUMP "--line hotspot --oddities" },
  { "tombstone", FORM_IS_OPEN, FAULT "--line tombstone --oddities" },
  { "tombstone-proto", FORM_IS_OPEN, FAULT "--line tombstone-proto --oddities" },
  { "cppcrash", FORM_IS_OPEN, FAULT "--line cppcrash" },
  { "jscrash", FORM_IS_OPEN, FAULT "--line jscrash" },
  { "rustpanic", FORM_IS_OPEN, FAULT "--line rustpanic" },
  { "freeze", FORM_IS_OPEN, FAULT "--line freeze --oddities" },
  { "log-new", FORM_IS_OPEN, LOG },
  { "log-odd", FORM_IS_OPEN, LOG "--oddities" },
  { "log-android", FORM_IS_OPEN, LOG "--marks android --line plain --digits 9" },
  { "log-old", FORM_IS_OPEN, LOG "--marks old --line dashes" },
  { "log-report", FORM_IS_OPEN, LOG "--marks mixed --line report --oddities" },
  { "log-counter-clock", FORM_IS_OPEN, LOG "--line noflags --digits 0" },
  { "gzip", FORM_KNOWS_ITS_END | FORM_HAS_CHECKSUM, LOG "--container gzip" },
  { "zlib", FORM_KNOWS_ITS_END | FORM_HAS_CHECKSUM, LOG "--container zlib" },
  { "trace-zlib", FORM_KNOWS_ITS_END, LOG "--container trace-zlib" },
  { "page", FORM_KNOWS_ITS_END, LOG "--container html" },
  { "old-page", FORM_KNOWS_ITS_END, LOG "--container old-html" },
  { "logcat", FORM_IS_OPEN, "--form logcat --bytes 1000" },
  { "zip", FORM_KNOWS_ITS_END | FORM_HAS_CHECKSUM, LOG "--container zip" },
  { "perfetto-sched", FORM_IS_OPEN, PERFETTO "--line sched" },
  { "perfetto-tracks", FORM_IS_OPEN, PERFETTO "--line tracks" },
  { "perfetto-java-heap", FORM_IS_OPEN, PERFETTO "--line java-heap --oddities" },
};

/* Files that are used unchanged. */
static const char *const samples[] = {
  "data/samples/boot-v2.trace",
  "data/samples/reader.trace",
  "data/samples/shop-start.trace",
  "data/samples/device.ftrace",
};

/* Folders with seeds, one file per format. Files whose names begin with "crash" or "year" are inputs that fuzzers
 * found. */
static const char *const seed_folders[] = {
  "tests/hostile/corpus/bug-report", "tests/hostile/corpus/device-log",
  "tests/hostile/corpus/fault",      "tests/hostile/corpus/input",
  "tests/hostile/corpus/samples",    "tests/hostile/corpus/thread-dump",
};

static const char *const real_samples[] = {
  "legacy.trace",          "android-atrace.txt",          "bytrace-full.txt",
  "android_systrace.html", "openharmony-device-z.ftrace", "openharmony-device.ftrace",
  "hitrace-api18.ftrace",  "hitrace-old.ftrace",
};

#define KB 1024.0
#define MB (1024.0 * KB)

#define MANY             10000
#define LARGE            (512 * 1024)
#define EACH             60 /* number of mutations of each kind for generated files */
#define EVERY_BYTE_BELOW 8192
#define MEMORY_BASE      (64 * MB)
#define MEMORY_FACTOR    8
#define TIME_FACTOR      100
#define TIME_BASE        2.0 /* in seconds */

typedef struct
{
  const char *name;
  Form form;
  GBytes *bytes;
  guint64 decode;
  guint64 problems; /* hash of the original's problems */
  double seconds;
  gsize unpacked; /* maximum decompressed size in bytes */
} Original;

static const char *make_trace;
static char *folder;

/* ---- Single file ---- */

static double
get_cpu_seconds (void)
{
  struct timespec time;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double) time.tv_sec + 1e-9 * (double) time.tv_nsec;
}

/* Checks the peak memory in MB, except with sanitizers, which allocate additional memory. */
static void
check_memory (const char *name, double max)
{
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  double peak = (double) get_process_size ("VmHWM");

  if (peak > max)
    g_error ("%s: %.0f MB of memory were used, which is more than %.0f", name, peak / MB, max / MB);
#endif
}

static guint64
mix (guint64 decode, guint64 value)
{
  decode = (decode ^ value) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  return decode ^ decode >> 29;
}

static guint64
mix_text (guint64 decode, const char *text)
{
  for (; text != NULL && *text != '\0'; text++)
    decode = mix (decode, (guchar) *text);
  return mix (decode, 0x100);
}

/* Returns a hash of the content of a trace. */
static guint64
decode_trace (TvTrace *trace)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  const TvEvents *events = tv_trace_get_events (trace);
  const TvSamples *counters = tv_trace_get_samples (trace);
  guint32 n_threads;
  guint64 decode = slices->n;

  for (guint32 i = 0; i < slices->n; i++)
    {
      g_autofree char *label = tv_trace_dup_symbol_label (trace, tv_slices_symbol (slices, i));

      decode = mix (decode, tv_slices_start (slices, i));
      decode = mix (decode, tv_slices_end (slices, i));
      decode = mix (decode, tv_slices_depth (slices, i));
      decode = mix_text (decode, label);
    }
  for (guint32 i = 0; i < events->n; i++)
    {
      g_autofree char *args = tv_trace_dup_event_args (trace, i);

      decode = mix (decode, tv_time_column_get (&events->ts, i));
      decode = mix_text (decode, args);
    }
  for (guint32 i = 0; i < counters->n; i++)
    decode = mix (decode, (guint64) counters->value[i]);
  tv_trace_get_threads (trace, &n_threads);
  for (guint32 i = 0; i < n_threads; i++)
    {
      g_autofree char *label = tv_trace_dup_thread_label (trace, i);

      decode = mix_text (decode, label);
    }
  return decode;
}

static guint64
decode_problems (TvTrace *trace)
{
  guint n;
  const TvProblem *problems = tv_trace_get_problems (trace, &n);
  guint64 decode = n;

  for (guint i = 0; i < n; i++)
    decode = mix (mix (decode, problems[i].kind), problems[i].count);
  return decode;
}

static void
keep (GBytes *bytes, const char *path)
{
  g_file_set_contents (path, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes),
                       NULL);
}

static void G_GNUC_NORETURN G_GNUC_PRINTF (4, 5)
    give_up (const Original *original, GBytes *bytes, const char *what, const char *format, ...)
{
  g_autofree char *message = NULL;
  g_autofree char *path = NULL;
  va_list args;
  int fd = g_file_open_tmp ("mutation-XXXXXX", &path, NULL);

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  if (fd >= 0)
    close (fd);
  keep (bytes, path);
  g_error ("%s, %s: %s; the file is %s", original->name, what, message, path);
}

/* Cuts the middle of a trace in its own format, and reads the result. */
static void
judge_part (const Original *original, GBytes *bytes, const char *what, TvTrace *trace)
{
  gint64 start = tv_trace_get_start_ns (trace), length = tv_trace_get_end_ns (trace) - start;
  g_autoptr (TvSelection)
      middle = tv_selection_new_range (start + length / 4, start + length / 4 * 3 + 1);
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) part = NULL;
  g_autoptr (TvTrace) again = NULL;

  if (!tv_cut_is_possible (trace))
    return;
  if (tv_cut_bytes (bytes, trace, middle, stream, &error))
    {
      g_output_stream_close (stream, NULL, NULL);
      part = g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (stream));
      again = tv_load_bytes (part, NULL, NULL, NULL, &error);
    }
  if (error != NULL && error->domain != TV_ERROR)
    give_up (original, bytes, what, "its part: %s", error->message);
}

/* Checks a damaged file. Takes ownership of @bytes. If @must_emit is set, and the trace differs from the original,
 * the trace must report a problem. */
static void
judge (const Original *original, GBytes *bytes, const char *what, gboolean must_emit, guint n)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = NULL;
  g_autofree char *wrong = NULL;
  const char *output_folder = g_getenv ("TV_MUTATIONS_KEPT");
  double before, seconds;

  if (output_folder != NULL)
    {
      g_autofree char *path = g_build_filename (output_folder, "mutation", NULL);

      keep (bytes, path);
    }
  before = get_cpu_seconds ();
  trace = tv_load_bytes (bytes, NULL, NULL, NULL, &error);
  seconds = get_cpu_seconds () - before;
  if (seconds > TIME_BASE + TIME_FACTOR * original->seconds)
    give_up (original, bytes, what, "it takes %.1f s instead of %.1f", seconds, original->seconds);
  if (trace == NULL)
    {
      if (error == NULL || error->domain != TV_ERROR || !g_utf8_validate (error->message, -1, NULL))
        give_up (original, bytes, what, "neither a trace nor an error");
      g_bytes_unref (bytes);
      return;
    }
  wrong = tv_trace_dup_violation (trace);
  if (wrong == NULL && n % 32 == 0)
    wrong = tv_trace_dup_misuse (trace);
  if (wrong != NULL)
    give_up (original, bytes, what, "%s", wrong);
  if (must_emit && decode_problems (trace) == original->problems &&
      decode_trace (trace) != original->decode)
    give_up (original, bytes, what, "the decoded trace has changed, but no problem was reported");
  if (n % 8 == 0)
    judge_part (original, bytes, what, trace);
  g_bytes_unref (bytes);
}

/* ---- Mutations ---- */

static void
cut (const Original *original, gsize size, guint n)
{
  g_autofree char *what = g_strdup_printf ("cut after %zu bytes", size);

  judge (original, g_bytes_new (g_bytes_get_data (original->bytes, NULL), size), what,
         (original->form & FORM_KNOWS_ITS_END) != 0, n);
}

static gsize
get_offset (GRand *rand, gsize size)
{
  return (gsize) (g_rand_double (rand) * (double) size);
}

/* Damages the bytes. Returns the name of the mutation. */
typedef const char *(*Mutation) (GByteArray *bytes, GRand *rand);

static const char *
flip_bits (GByteArray *bytes, GRand *rand)
{
  guint n = 1u << g_rand_int_range (rand, 0, 5);

  for (guint i = 0; i < n; i++)
    bytes->data[get_offset (rand, bytes->len)] ^= (guint8) (1u << g_rand_int_range (rand, 0, 8));
  return "flipped bits";
}

static void
get_block (GByteArray *bytes, GRand *rand, gsize *at, gsize *size)
{
  gsize max = (gsize) 1 << g_rand_int_range (rand, 0, 14);

  gsize wanted = get_offset (rand, max) + 1;

  *at = get_offset (rand, bytes->len);
  *size = MIN (wanted, bytes->len - *at);
}

static const char *
repeat_block (GByteArray *bytes, GRand *rand)
{
  gsize at, size, old = bytes->len;

  get_block (bytes, rand, &at, &size);
  g_byte_array_set_size (bytes, (guint) (old + size));
  memmove (bytes->data + at + size, bytes->data + at, old - at);
  return "repeated block";
}

static const char *
swap_blocks (GByteArray *bytes, GRand *rand)
{
  gsize first, second, size, other;
  g_autofree guint8 *block = NULL;

  get_block (bytes, rand, &first, &size);
  get_block (bytes, rand, &second, &other);
  size = MIN (size, other);
  if (first > second)
    {
      gsize swapped = first;

      first = second;
      second = swapped;
    }
  size = MIN (size, second - first);
  if (size == 0)
    return "swapped nothing";
  block = g_memdup2 (bytes->data + first, size);
  memmove (bytes->data + first, bytes->data + second, size);
  memcpy (bytes->data + second, block, size);
  return "swapped blocks";
}

static const char *
leave_out_block (GByteArray *bytes, GRand *rand)
{
  gsize at, size;

  get_block (bytes, rand, &at, &size);
  g_byte_array_remove_range (bytes, (guint) at, (guint) size);
  return "left out block";
}

/* Overwrites a block with zeros or ones, like a storage device after a lost write. */
static const char *
overwrite_block (GByteArray *bytes, GRand *rand)
{
  gsize at, size;

  get_block (bytes, rand, &at, &size);
  memset (bytes->data + at, g_rand_boolean (rand) ? 0 : 0xff, size);
  return "overwritten block";
}

/* Overwrites a number with a limit value, in case it is a count or a size. */
static const char *
put_number (GByteArray *bytes, GRand *rand)
{
  static const guint32 numbers[] = { 0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0xffff, 0x8000 };
  guint32 number = numbers[g_rand_int_range (rand, 0, G_N_ELEMENTS (numbers))];
  gsize at = get_offset (rand, bytes->len);

  memcpy (bytes->data + at, &number, MIN (sizeof number, bytes->len - at));
  return "odd number";
}

static const Mutation mutations[] = {
  flip_bits, repeat_block, swap_blocks, leave_out_block, overwrite_block, put_number,
};

static void
mutate (const Original *original, Mutation mutation, guint n)
{
  /* Each mutation has its own seed, so that it can be reproduced. */
  g_autoptr (GRand) rand = g_rand_new_with_seed (n);
  GByteArray *bytes = g_byte_array_new ();
  const char *name;
  g_autofree char *what = NULL;

  g_byte_array_append (bytes, g_bytes_get_data (original->bytes, NULL),
                       (guint) g_bytes_get_size (original->bytes));
  name = mutation (bytes, rand);
  what = g_strdup_printf ("%s, seed %u", name, n);
  judge (original, g_byte_array_free_to_bytes (bytes), what,
         (original->form & FORM_HAS_CHECKSUM) != 0, n);
}

static void
mutate_all (const Original *original, guint n_each)
{
  gsize size = g_bytes_get_size (original->bytes);
  guint n_cuts = g_test_thorough () ? MANY : n_each;
  guint n_mutations = !g_test_thorough () ? n_each : size < LARGE ? MANY : MANY / 20;
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);

  if (size <= EVERY_BYTE_BELOW && (g_test_thorough () || n_each == tv_test_part (EACH)))
    for (gsize at = 0; at < size; at += g_test_thorough () ? 1 : 7 * EACH / n_each)
      cut (original, at, (guint) at);
  else
    for (guint i = 0; i < n_cuts; i++)
      cut (original, get_offset (rand, size), i);
  for (guint n = 0; n < n_mutations; n++)
    for (guint i = 0; i < G_N_ELEMENTS (mutations); i++)
      mutate (original, mutations[i], n * 8 + i);

  check_memory (original->name, MEMORY_BASE + MEMORY_FACTOR * (double) original->unpacked);
}

static void
test_bytes (const char *name, Form form, GBytes *bytes, guint n_each)
{
  Original original = { .name = name, .form = form, .bytes = bytes };
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = NULL;
  double before = get_cpu_seconds ();

  trace = tv_load_bytes (bytes, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  original.seconds = get_cpu_seconds () - before;
  original.problems = decode_problems (trace);
  original.decode = decode_trace (trace);
  /* Assumes a compression factor of at most 20. */
  original.unpacked = g_bytes_get_size (bytes) * (tv_trace_has (trace, TV_HAS_EVENTS) ? 20 : 1);
  g_clear_object (&trace);
  mutate_all (&original, n_each);
}

static void
test_input (gconstpointer data)
{
  const Input *input = data;
  g_autofree char *path = g_build_filename (folder, input->name, NULL);
  g_autofree char *command = g_strdup_printf ("'%s' %s -o '%s'", make_trace, input->arguments,
                                              path);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  char *text;
  gsize size;
  int status;

  g_spawn_command_line_sync (command, NULL, NULL, &status, &error);
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, 0);
  g_file_get_contents (path, &text, &size, &error);
  g_assert_no_error (error);
  g_unlink (path);
  bytes = g_bytes_new_take (text, size);
  test_bytes (input->name, input->form, bytes, tv_test_part (EACH));
}

static void
test_sample (gconstpointer data)
{
  const char *path = data;
  g_autoptr (GBytes) bytes = NULL;
  char *text;
  gsize size;

  if (!g_file_get_contents (path, &text, &size, NULL))
    {
      if (g_path_is_absolute (path) || g_str_has_prefix (path, ".."))
        g_test_skip ("the real sample is not in TV_SAMPLES");
      else
        g_test_fail_printf ("%s is missing", path);
      return;
    }
  bytes = g_bytes_new_take (text, size);
  test_bytes (path, FORM_IS_OPEN, bytes, size < LARGE ? tv_test_part (6) : 1);
}

static void
add_seeds (GPtrArray *paths, const char *seeds)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) dir = g_dir_open (seeds, 0, &error);
  guint first = paths->len;

  g_assert_no_error (error);
  for (const char *name; (name = g_dir_read_name (dir)) != NULL;)
    if (!g_str_has_prefix (name, "crash") && !g_str_has_prefix (name, "year"))
      g_ptr_array_add (paths, g_build_filename (seeds, name, NULL));
  g_assert_cmpuint (paths->len, >, first);
}

int
main (int argc, char **argv)
{
  const char *real = g_getenv ("TV_SAMPLES");
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  int status;

  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 2);
  make_trace = argv[1];
  folder = g_dir_make_tmp ("traceview-mutations-XXXXXX", NULL);
  g_assert_nonnull (folder);
  for (guint i = 0; i < G_N_ELEMENTS (inputs); i++)
    {
      g_autofree char *path = g_strconcat ("/mutations/", inputs[i].name, NULL);

      g_test_add_data_func (path, &inputs[i], test_input);
    }
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    g_ptr_array_add (paths, g_strdup (samples[i]));
  for (guint i = 0; i < G_N_ELEMENTS (seed_folders); i++)
    add_seeds (paths, seed_folders[i]);
  for (guint i = 0; i < G_N_ELEMENTS (real_samples); i++)
    g_ptr_array_add (
        paths, g_build_filename (real != NULL ? real : "../shared/samples", real_samples[i], NULL));
  for (guint i = 0; i < paths->len; i++)
    {
      const char *sample = g_ptr_array_index (paths, i);
      g_autofree char *folder_path = g_path_get_dirname (sample);
      g_autofree char *folder_name = g_path_get_basename (folder_path);
      g_autofree char *name = g_path_get_basename (sample);
      g_autofree char *path = g_strconcat ("/mutations/", folder_name, "/", name, NULL);

      g_test_add_data_func (path, sample, test_sample);
    }
  status = g_test_run ();
  g_rmdir (folder);
  g_free (folder);
  return status;
}
