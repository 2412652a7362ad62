/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "formats/input/encoding.h"
#include "formats/input/line-prefix.h"

G_BEGIN_DECLS

/* Log domain of debug messages about opening files and detecting formats, see G_MESSAGES_DEBUG. */
#define TV_INPUT_LOG_DOMAIN "traceview-formats"

/* File name that denotes standard input. */
#define TV_INPUT_STDIN "-"

/**
 * TvDetection:
 * @is_done: whether the formats have been probed
 * @format: (nullable): the #TvFormat that is sure of the content without @prefix
 * @prefix: line prefix that must be stripped
 *
 * Result of probing the formats, see tv_format_detect().
 */
typedef struct
{
  gboolean is_done;
  gconstpointer format;
  TvLinePrefix prefix;
} TvDetection;

/**
 * TvInput:
 * @path: (nullable): path of the file
 * @size: size of the file in bytes when it was opened
 * @prefix: first bytes, decoded; up to 64 KB if the file is not in memory
 * @prefix_size: number of bytes in @prefix
 * @data: (nullable): all bytes, if the file is in memory; see tv_input_load()
 * @bytes: (nullable): owner of @data
 * @is_cut: whether the file was compressed, and its compressed data is truncated or damaged
 * @is_member: whether the input is a member of a folder, an archive or a bug report
 * @name: (nullable): name of the member
 * @is_text: whether the input must be read as plain text regardless of its content
 * @calls: (nullable): binder calls listed in the bug report that contains the member
 * @calls_late_ns: time in ns between the writing of the member and the listing of @calls
 * @detection: format of the content; reset when the content is replaced
 *
 * The bytes of a file. Text files in any encoding are converted to UTF-8 with line feeds and without a byte order
 * mark. tv_input_load() converts the whole file; before that, @size is the size of the file, and only @prefix is
 * converted. Bytes in memory never change. Bytes in a #TvInputWindow may change or disappear between two calls; see
 * tv_input_has_changed().
 */
typedef struct
{
  char *path;
  gsize size;
  const guint8 *prefix;
  gsize prefix_size;
  const guint8 *data;
  GBytes *bytes;
  gboolean is_cut;
  gboolean is_member;
  char *name;
  gboolean is_text;
  GBytes *calls;
  gint64 calls_late_ns;
  TvDetection detection;
  int fd; /* file descriptor, or -1 */
  gint64 modified_s;
  gint64 modified_ns;
  guint8 *first_bytes;
  gint has_changed; /* atomic: whether the file has changed while it was read */
  gsize n_given_back;
  TvEncoding encoding; /* encoding of a file that is not in memory, if conversion is necessary */
  gsize n_skipped;     /* size of the byte order mark, which windows skip, in bytes */
  gboolean is_own;     /* whether the bytes are private pages that can be released */
} TvInput;

/**
 * TvInputWindow:
 * @input: the file
 * @start: file offset of the first byte in the buffer
 * @size: number of bytes in the buffer
 * @min: minimum number of bytes per read; 0 for the default, which suits sequential access
 *
 * A movable window on a file. Each thread needs its own window. If the file is in memory, the window contains the
 * whole file.
 */
typedef struct
{
  TvInput *input;
  guint8 *buffer;
  gsize capacity;
  gsize start;
  gsize size;
  gsize min;
} TvInputWindow;

/* Returns whether an input is a trace. The input may contain only the first bytes of the file. */
typedef gboolean (*TvInputTest) (TvInput *input);

TvInput *tv_input_open         (const char      *path,
                                  GCancellable    *cancellable,
                                  GError         **error);
TvInput *tv_input_new_for_bytes (GBytes         *bytes);
TvInput *tv_input_dup_stored    (const TvInput  *self);
TvInput *tv_input_open_sibling (const TvInput  *self,
                                  const char      *extension,
                                  const char      *sibling_extension,
                                  GCancellable    *cancellable);
gboolean  tv_input_load         (TvInput        *self,
                                  GCancellable    *cancellable,
                                  GError         **error);
gboolean  tv_input_unpack       (TvInput        *self,
                                  TvInputTest      is_trace,
                                  GCancellable    *cancellable,
                                  GError         **error);
gboolean  tv_input_strip        (TvInput        *self,
                                  const TvLinePrefix *prefix,
                                  GCancellable    *cancellable,
                                  GError         **error);
void      tv_input_give_back    (TvInput        *self,
                                  gsize            end);
void      tv_input_set_changed  (TvInput        *self);
gboolean  tv_input_has_changed  (TvInput        *self);
char     *tv_input_dup_display_name (const char  *path);
const char *tv_input_get_name   (const TvInput  *self);
void      tv_input_free         (TvInput        *self);

gboolean      tv_input_window_shows (const TvInputWindow *self,
                                      gsize           offset,
                                      gsize           size);
const guint8 *tv_input_window_peek  (TvInputWindow *self,
                                      gsize           offset,
                                      gsize           size,
                                      gsize          *available,
                                      GError        **error);
void          tv_input_window_clear (TvInputWindow *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvInput, tv_input_free)

G_END_DECLS
