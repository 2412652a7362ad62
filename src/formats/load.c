/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "formats/load.h"

#include <glib/gi18n.h>

#include "core/error.h"
#include "core/file-name.h"
#include "formats/format.h"

/* Reads one file into a finished trace: opens the file, detects its format, calls TvFormat.read with a new builder,
 * and finishes the builder. Called throughout the user interface on worker threads, and by commands through
 * open-trace.c. If no format is sure, the formats with a weak match are tried one after another. Stateless. */

#define NS_PER_S G_GINT64_CONSTANT (1000000000)

/* Tries the formats with a weak match until one of them accepts the file. If none does, reads a member of a bundle as
 * plain text. */
static TvTrace *
try_unsure (TvInput *input, const TvReadContext *context, GError **error)
{
  const TvFormat *format = NULL;

  while ((format = tv_format_find (input, TV_CONFIDENCE_WEAK, format)) != NULL)
    {
      g_autoptr (GError) failure = NULL;
      TvTrace *trace = tv_format_load (format, input, context, &failure);

      g_log (TV_INPUT_LOG_DOMAIN, G_LOG_LEVEL_DEBUG, "%s: weak match %s: %s",
             tv_input_get_name (input), format->id, failure != NULL ? failure->message : "opened");
      if (trace != NULL)
        return trace;
      if (!g_error_matches (failure, TV_ERROR, TV_ERROR_NOT_A_TRACE))
        {
          g_propagate_error (error, g_steal_pointer (&failure));
          return NULL;
        }
    }
  if (tv_format_probe (tv_format_get_fallback (), input) != TV_CONFIDENCE_NONE)
    return tv_format_load (tv_format_get_fallback (), input, context, error);
  tv_format_set_unknown (input, error);
  return NULL;
}

/* Loads a file after its format has been detected. @format: (nullable): the format that is sure of the file */
static TvTrace *
load_detected (TvInput *input, const TvFormat *format, const TvReadContext *context, GError **error)
{
  if (input->is_text)
    return tv_format_load (tv_format_get_fallback (), input, context, error);
  if (format != NULL)
    g_log (TV_INPUT_LOG_DOMAIN, G_LOG_LEVEL_DEBUG, "%s: certain match %s",
           tv_input_get_name (input), format->id);
  return format != NULL ? tv_format_load (format, input, context, error)
                        : try_unsure (input, context, error);
}

static TvTrace *
load_input (TvInput *input, const TvReadContext *context, GError **error)
{
  const TvFormat *format;
  gboolean is_detected = input->is_text
                             ? tv_format_unwrap (input, &format, context->cancellable, error)
                             : tv_format_recognize (input, &format, context->cancellable, error);

  return is_detected ? load_detected (input, format, context, error) : NULL;
}

/* Opens the file at @path. If @path is a folder that a recorder wrote, opens the recording inside it. */
static TvInput *
open_path (const char *path, GCancellable *cancellable, GError **error)
{
  guint n;
  const TvFormat *const *formats = tv_formats_get (&n);
  gboolean is_folder = g_file_test (path, G_FILE_TEST_IS_DIR);

  for (guint i = 0; is_folder && i < n; i++)
    if (formats[i]->folder_file != NULL)
      {
        g_autofree char *file = g_build_filename (path, formats[i]->folder_file, NULL);
        g_autoptr (TvInput) input = g_file_test (file, G_FILE_TEST_IS_REGULAR)
                                        ? tv_input_open (file, cancellable, NULL)
                                        : NULL;

        if (input != NULL && tv_format_probe (formats[i], input) == TV_CONFIDENCE_SURE)
          return g_steal_pointer (&input);
      }
  return tv_input_open (path, cancellable, error);
}

static TvTrace *
load_file (TvInput *file, const char *path, const TvReadContext *context, GError **error)
{
  TvTrace *trace = load_input (file, context, error);

  if (trace == NULL)
    {
      g_autofree char *display = tv_input_dup_display_name (path);

      g_prefix_error (error, "%s: ", display);
    }
  return trace;
}

static TvTrace *
load_path (const char *path, const TvReadContext *context, GError **error)
{
  g_autoptr (TvInput) input = open_path (path, context->cancellable, error);

  return input != NULL ? load_file (input, path, context, error) : NULL;
}

static TvReadContext
make_context (TvLoadProgress progress, gpointer progress_data, GCancellable *cancellable)
{
  return (TvReadContext){ .progress = progress,
                          .progress_data = progress_data,
                          .cancellable = cancellable,
                          .thread = g_thread_self () };
}

/**
 * tv_load:
 * @path: path of a file, or "-" for standard input
 * @progress: (nullable): called on the calling thread
 * @progress_data: user data of @progress
 * @cancellable: (nullable): a #GCancellable
 * @error: set in the domain %TV_ERROR; the message begins with the file name
 *
 * Reads a trace in any supported format, which is detected by content. The file may be compressed with gzip or zlib,
 * or be inside a zip, a tar or a web page. Problems of the file are available from tv_trace_get_problems(). Blocks;
 * any thread may call it. The file may be a pipe. Later changes to the file do not affect the trace.
 *
 * Returns: (transfer full) (nullable): the trace
 */
TvTrace *
tv_load (const char *path,
         TvLoadProgress progress,
         gpointer progress_data,
         GCancellable *cancellable,
         GError **error)
{
  TvReadContext context = make_context (progress, progress_data, cancellable);

  return load_path (path, &context, error);
}

/**
 * tv_load_open:
 * @file: an open file; not usable afterwards
 * @progress: (nullable): see tv_load()
 * @progress_data: user data of @progress
 * @cancellable: (nullable): a #GCancellable
 * @error: set in the domain %TV_ERROR; the message begins with the file name
 *
 * Like tv_load(), for a file that is already open, see tv_bundle_open_or_file().
 *
 * Returns: (transfer full) (nullable): the trace
 */
TvTrace *
tv_load_open (TvInput *file,
              TvLoadProgress progress,
              gpointer progress_data,
              GCancellable *cancellable,
              GError **error)
{
  TvReadContext context = make_context (progress, progress_data, cancellable);

  return load_file (file, file->path, &context, error);
}

/**
 * tv_load_text:
 * @path: path of a file
 * @cancellable: (nullable): a #GCancellable
 * @error: set in the domain %TV_ERROR; %TV_ERROR_NOT_A_TRACE if the file is not text
 *
 * Reads a file as plain text regardless of its format.
 *
 * Returns: (transfer full) (nullable): the trace
 */
TvTrace *
tv_load_text (const char *path, GCancellable *cancellable, GError **error)
{
  TvReadContext context = { .cancellable = cancellable, .thread = g_thread_self () };
  g_autoptr (TvInput) input = tv_input_open (path, cancellable, error);
  const TvFormat *format;
  TvTrace *trace = NULL;

  if (input == NULL)
    return NULL;
  input->is_member = TRUE; /* otherwise, the text format would reject the file */
  if (tv_format_unwrap (input, &format, cancellable, error))
    {
      if (tv_format_probe (tv_format_get_fallback (), input) != TV_CONFIDENCE_NONE)
        trace = tv_format_load (tv_format_get_fallback (), input, &context, error);
      else
        g_set_error_literal (error, TV_ERROR, TV_ERROR_NOT_A_TRACE,
                             _("The file contains bytes that are not text."));
    }
  if (trace == NULL)
    {
      g_autofree char *display = tv_input_dup_display_name (path);

      g_prefix_error (error, "%s: ", display);
    }
  return trace;
}

/**
 * tv_load_records:
 * @path: path of a file, or "-" for standard input
 * @records: (element-type TvCallRecord): receives the records of a method trace in file order; their symbols are
 *   those of the trace
 * @error: set in the domain %TV_ERROR; the message begins with the file name
 *
 * Loads a trace like tv_load(), and also returns its raw records. They contain information that slices lack: the
 * order of records across threads, exits without a call, and clocks that go backwards. If the file is not a method
 * trace, no records are added.
 *
 * Returns: (transfer full) (nullable): the trace
 */
TvTrace *
tv_load_records (const char *path, GArray *records, GError **error)
{
  TvReadContext context = { .thread = g_thread_self (), .records = records };

  return load_path (path, &context, error);
}

/**
 * tv_load_bytes:
 * @bytes: content of a file
 * @progress: (nullable): see tv_load()
 * @progress_data: user data of @progress
 * @cancellable: (nullable): a #GCancellable
 * @error: set in the domain %TV_ERROR
 *
 * Like tv_load(), for a file in memory. Companion files such as NAME.key are not read.
 *
 * Returns: (transfer full) (nullable): the trace
 */
TvTrace *
tv_load_bytes (GBytes *bytes,
               TvLoadProgress progress,
               gpointer progress_data,
               GCancellable *cancellable,
               GError **error)
{
  g_autoptr (TvInput) input = tv_input_new_for_bytes (bytes);
  TvReadContext context = make_context (progress, progress_data, cancellable);

  return load_input (input, &context, error);
}

static void
prefix_member (const TvBundle *bundle, guint member, GError **error)
{
  g_autofree char *name = tv_bundle_dup_member_name (bundle, member);

  g_prefix_error (error, "%s: ", name);
}

static TvTrace *
load_from_bundle (const TvBundle *bundle,
                  guint member,
                  gboolean is_text,
                  TvReadContext *context,
                  GError **error)
{
  g_autoptr (TvInput) input = tv_bundle_open_member (bundle, member, context->cancellable, error);
  TvTrace *trace;

  if (input == NULL)
    return NULL;
  input->is_text |= is_text;
  trace = load_input (input, context, error);
  if (trace == NULL)
    prefix_member (bundle, member, error);
  return trace;
}

/**
 * tv_load_member:
 * @bundle: a bundle
 * @member: index of a member
 * @progress: (nullable): see tv_load()
 * @progress_data: user data of @progress
 * @cancellable: (nullable): a #GCancellable
 * @error: set in the domain %TV_ERROR; the message begins with the names of the bundle and the member
 *
 * Like tv_load(), for a member of a bundle.
 *
 * Returns: (transfer full) (nullable): the trace
 */
TvTrace *
tv_load_member (const TvBundle *bundle,
                guint member,
                TvLoadProgress progress,
                gpointer progress_data,
                GCancellable *cancellable,
                GError **error)
{
  TvReadContext context = make_context (progress, progress_data, cancellable);

  return load_from_bundle (bundle, member, FALSE, &context, error);
}

/* Determines the start of a member by the wall clock, from the clock snapshots of the member and of the bundle's bug
 * report, or else from the creation time of a section. @input: (nullable): content of the member; @format:
 * (nullable): format of the content */
static void
read_time (const TvBundle *bundle,
           guint member,
           const TvFormat *format,
           TvInput *input,
           TvMemberTime *time)
{
  static const char *const walls[] = { TV_CLOCK_LOCAL, TV_CLOCK_REALTIME };
  guint n;
  const TvMember *row = &tv_bundle_get_members (bundle, &n)[member];
  g_autoptr (TvClocks) clocks = tv_clocks_new ();
  TvClockReading first;
  TvClockTime wall;

  *time = (TvMemberTime){ .wall_s = row->stamp_s };
  if ((row->kind != TV_MEMBER_TRACE && row->kind != TV_MEMBER_PERHAPS) || format == NULL ||
      format->read_clock == NULL || !format->read_clock (input, clocks, &first, NULL))
    return;
  time->has_clock = TRUE;
  tv_bundle_sync_clocks (bundle, clocks);
  for (guint i = 0; i < G_N_ELEMENTS (walls); i++)
    if (tv_clocks_convert (clocks, first.domain, first.ts, tv_clocks_add (clocks, walls[i]), &wall))
      {
        time->wall_s = wall.ts / NS_PER_S;
        break;
      }
}

/**
 * tv_load_member_and_time:
 * @bundle: a bundle
 * @member: index of a member
 * @time: (out): start of the member; also set if the member cannot be loaded
 * @cancellable: (nullable): a #GCancellable
 * @error: set in the domain %TV_ERROR; the message begins with the names of the bundle and the member
 *
 * Like tv_load_member(), but also determines the start of the member.
 *
 * Returns: (transfer full) (nullable): the trace
 */
TvTrace *
tv_load_member_and_time (const TvBundle *bundle,
                         guint member,
                         TvMemberTime *time,
                         GCancellable *cancellable,
                         GError **error)
{
  TvReadContext context = { .cancellable = cancellable, .thread = g_thread_self () };
  g_autoptr (TvInput) input = tv_bundle_open_member (bundle, member, cancellable, error);
  const TvFormat *format = NULL;
  gboolean is_detected = input != NULL && tv_format_unwrap (input, &format, cancellable, error);
  TvTrace *trace;

  read_time (bundle, member, format, input, time);
  trace = is_detected ? load_detected (input, format, &context, error) : NULL;
  if (input != NULL && trace == NULL)
    prefix_member (bundle, member, error);
  return trace;
}

/**
 * tv_load_member_text:
 * @bundle: a bundle
 * @member: index of a member
 * @cancellable: (nullable): a #GCancellable
 * @error: set in the domain %TV_ERROR; the message begins with the names of the bundle and the member
 *
 * Reads a member of a bundle as plain text regardless of its format.
 *
 * Returns: (transfer full) (nullable): the trace
 */
TvTrace *
tv_load_member_text (const TvBundle *bundle,
                     guint member,
                     GCancellable *cancellable,
                     GError **error)
{
  TvReadContext context = { .cancellable = cancellable, .thread = g_thread_self () };

  return load_from_bundle (bundle, member, TRUE, &context, error);
}

/* Like tv_load_records(), for a member of a bundle. */
TvTrace *
tv_load_member_records (const TvBundle *bundle, guint member, GArray *records, GError **error)
{
  TvReadContext context = { .thread = g_thread_self (), .records = records };

  return load_from_bundle (bundle, member, FALSE, &context, error);
}

/**
 * tv_load_find:
 * @name: name of a trace, as entered by the user
 * @error: set to %TV_ERROR_IO if there is no such file
 *
 * Finds the file to load for a name. Tries @name itself, which may be "-" for standard input, then `@name.trace`,
 * then `@name.key` if `@name.data` is next to it, as the original Traceview does. A folder @name is the last choice.
 *
 * Returns: (transfer full) (nullable): path of the file to load
 */
char *
tv_load_find (const char *name, GError **error)
{
  g_autofree char *trace = g_strconcat (name, ".trace", NULL);
  g_autofree char *key = g_strconcat (name, ".key", NULL);
  g_autofree char *data = g_strconcat (name, ".data", NULL);
  g_autofree char *display = NULL;

  if (g_str_equal (name, TV_INPUT_STDIN))
    return g_strdup (name);
  if (g_file_test (name, G_FILE_TEST_EXISTS) && !g_file_test (name, G_FILE_TEST_IS_DIR))
    return g_strdup (name);
  if (g_file_test (trace, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&trace);
  if (g_file_test (key, G_FILE_TEST_EXISTS) && g_file_test (data, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&key);
  if (g_file_test (name, G_FILE_TEST_EXISTS))
    return g_strdup (name);

  display = tv_file_name_dup_shown (name);
  g_set_error (error, TV_ERROR, TV_ERROR_IO,
               _("%s: no such file, and neither %s.trace nor %s.key with %s.data exists"), display,
               display, display, display);
  return NULL;
}
