/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/device-log/device-log.h"

#include <glib/gi18n.h>

#include "core/error.h"
#include "core/memory/parallel.h"
#include "formats/device-log/log-cut.h"
#include "formats/device-log/log-form.h"
#include "formats/device-log/log-merge.h"
#include "formats/device-log/log-chunk.h"

/* Reads text logs of devices: Android (logcat), OpenHarmony (hilog) and the kernel. Chunks of the file are parsed in
 * parallel. Years, buffers and processes depend on earlier lines, so the chunks are then merged in file order:
 *
 *     chunk 0 ─ read ─┐            chunk 8 ─ read ─┐
 *     chunk 1 ─ read ─┼▶ merge ─▶  chunk 9 ─ read ─┼▶ merge ─▶ …  ─▶ years, clock
 *     …               ┘            …               ┘
 *
 * Entry points: tv_format_logcat, tv_format_hilog and tv_format_kernel_log, rows of TV_FORMATS. @part_bytes is a
 * static variable that only tests set. */

#define PART_BYTES (4u * 1024 * 1024)

/* Number of chunks per thread that are read before they are merged. */
#define PARTS_OF_A_THREAD 4

/* Number of bytes from which the format is detected. */
#define PROBE_BYTES (64u * 1024)

static gsize part_bytes = PART_BYTES;

/**
 * tv_device_log_set_part_bytes:
 * @bytes: size of a chunk in bytes, or 0 for the default
 *
 * Sets the size of chunks, so that tests can check that the result does not depend on it.
 */
void
tv_device_log_set_part_bytes (gsize bytes)
{
  part_bytes = bytes > 0 ? bytes : PART_BYTES;
}

static gboolean
find_shape (TvInput *input, TvLogShape *shape)
{
  gsize size = MIN (input->prefix_size, PROBE_BYTES);

  return size > 0 && tv_log_shape_find ((const char *) input->prefix, size,
                                        size == input->prefix_size && input->data != NULL, shape);
}

static void
read_part (guint i, gpointer user_data)
{
  tv_log_chunk_read (&((TvLogChunk *) user_data)[i]);
}

/* Initializes up to @n chunks in @parts, which begin at @at, and advances @at. Returns the number of chunks. */
static guint
cut_parts (TvInput *input, gsize *at, const TvLogChunk *like, TvLogChunk *parts, guint n)
{
  guint i;

  for (i = 0; i < n && *at < input->size; i++)
    {
      gsize end = input->size - *at > part_bytes
                      ? tv_log_chunk_find_start (like->text, input->size, *at + part_bytes,
                                                 like->shape)
                      : input->size;

      parts[i] = *like;
      parts[i].start = *at;
      parts[i].end = end;
      *at = end;
    }
  return i;
}

static gboolean
read_text (TvInput *input, TvTraceBuilder *builder, const TvReadContext *context, GError **error)
{
  guint n = tv_parallel_get_n_threads () * PARTS_OF_A_THREAD, n_cut;
  g_autofree TvLogChunk *parts = g_new0 (TvLogChunk, n);
  gboolean has_space = TRUE;
  TvLogChunk like = { .all_strings = tv_trace_builder_get_strings (builder) };
  TvLogMerge merge;
  gsize at = 0;
  gint64 latest_s = input->modified_s > 0 ? input->modified_s : g_get_real_time () / G_USEC_PER_SEC;

  if (!tv_input_load (input, context->cancellable, error))
    return FALSE;
  like.text = (const char *) input->data;
  if (!find_shape (input, &like.shape))
    {
      tv_format_set_unknown (input, error);
      return FALSE;
    }
  tv_log_merge_init (&merge, builder, input->bytes);
  while (has_space && (n_cut = cut_parts (input, &at, &like, parts, n)) > 0)
    {
      tv_parallel_run (n_cut, read_part, parts);
      for (guint i = 0; i < n_cut; i++)
        {
          has_space = has_space && tv_log_merge_add (&merge, &parts[i]);
          tv_log_chunk_clear (&parts[i]);
        }
      if (!tv_read_context_step (context, (double) at / (double) input->size, error))
        {
          tv_log_merge_clear (&merge);
          return FALSE;
        }
    }
  tv_trace_builder_add_metadata (builder, "log-format", tv_log_form_name (like.shape.form), -1);
  tv_log_merge_finish (&merge, latest_s, input->size);
  return TRUE;
}

/* ---- Formats ---- */

typedef enum
{
  KIND_NONE,
  KIND_LOGCAT,
  KIND_HILOG,
  KIND_KERNEL,
} Kind;

static Kind
find_kind (TvInput *input)
{
  TvLogShape shape;

  if (!find_shape (input, &shape))
    return KIND_NONE;
  switch (shape.form)
    {
    case TV_LOG_FORM_HILOG:
    case TV_LOG_FORM_HILOG_KMSG:
      return KIND_HILOG;
    case TV_LOG_FORM_KERNEL:
    case TV_LOG_FORM_KMSG:
      return KIND_KERNEL;
    default:
      return shape.has_domain ? KIND_HILOG : KIND_LOGCAT;
    }
}

static TvConfidence
probe_logcat (TvInput *input)
{
  return find_kind (input) == KIND_LOGCAT || tv_logcat_binary_is_one (input) ||
                 tv_logcat_studio_is_one (input)
             ? TV_CONFIDENCE_SURE
             : TV_CONFIDENCE_NONE;
}

static TvConfidence
probe_hilog (TvInput *input)
{
  return find_kind (input) == KIND_HILOG ? TV_CONFIDENCE_SURE : TV_CONFIDENCE_NONE;
}

static TvConfidence
probe_kernel_log (TvInput *input)
{
  return find_kind (input) == KIND_KERNEL ? TV_CONFIDENCE_SURE : TV_CONFIDENCE_NONE;
}

static gboolean
read_logcat (TvInput *input, TvTraceBuilder *builder, const TvReadContext *context, GError **error)
{
  TvLogLines reported;
  gboolean is_read;

  tv_trace_builder_get_log_lines (builder, &reported);
  if (tv_logcat_studio_is_one (input))
    is_read = tv_logcat_studio_read (input, builder, context, error);
  else if (tv_logcat_binary_is_one (input))
    is_read = tv_logcat_binary_read (input, builder, context, error);
  else
    is_read = read_text (input, builder, context, error);
  if (is_read)
    tv_format_read_logged (builder, reported.n);
  return is_read;
}

const TvFormat tv_format_logcat = {
  .id = "logcat",
  .title = N_("Android logs (logcat: text, binary, Android Studio)"),
  .patterns = (const char *const[]){ "*.logcat", "*.log", "*.txt", NULL },
  .mime_type = "application/x-android-logcat",
  .mime_title = N_("Android log"),
  .mime_parent = "text/plain",
  .probe = probe_logcat,
  .read = read_logcat,
  .read_clock = tv_device_log_read_clock,
  .cut = tv_device_log_cut,
  .subject = TV_CONTENT_LOG,
};

const TvFormat tv_format_hilog = {
  .id = "hilog",
  .title = N_("OpenHarmony logs (hilog)"),
  .patterns = (const char *const[]){ "*.hilog", "*.log", "*.txt", NULL },
  .mime_type = "application/x-hilog",
  .mime_title = N_("OpenHarmony log"),
  .mime_parent = "text/plain",
  .probe = probe_hilog,
  .read = read_text,
  .read_clock = tv_device_log_read_clock,
  .cut = tv_device_log_cut,
  .subject = TV_CONTENT_LOG,
};

const TvFormat tv_format_kernel_log = {
  .id = "kernel-log",
  .title = N_("Kernel logs (dmesg, kmsg)"),
  .patterns = (const char *const[]){ "*.dmesg", "*.kmsg", "*.log", "*.txt", NULL },
  .mime_type = "application/x-kernel-log",
  .mime_title = N_("Kernel log"),
  .mime_parent = "text/plain",
  .probe = probe_kernel_log,
  .read = read_text,
  .read_clock = tv_device_log_read_clock,
  .subject = TV_CONTENT_LOG,
};
