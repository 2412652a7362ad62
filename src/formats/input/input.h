/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "formats/input/encoding.h"
#include "formats/input/line-prefix.h"

G_BEGIN_DECLS

/* Instead of a file's name: what the program is given. */
#define TV_INPUT_STDIN "-"

/**
 * TvInput:
 * @path: (nullable): the file's name
 * @size: bytes of the file, as it was when it was opened
 * @head: its first bytes, 64 KB of a file that is not in memory
 * @head_size: how many these are
 * @data: (nullable): all its bytes, if they are in memory: see tv_input_load()
 * @bytes: (nullable): the same
 * @is_cut: it was packed and ends too early
 * @is_member: it lies in a folder, an archive or a bug report with others
 * @name: (nullable): what it is called there
 * @is_text: it is read as a text, whatever its lines look like
 * @calls: (nullable): of a member of a bug report: what that lists of calls between processes
 * @calls_late_ns: how long after the member was written that was
 *
 * The bytes of a file; of a text, as UTF-8 without a byte order mark and with line feeds, whatever its encoding.
 * tv_input_load() decodes it: until then @size is that of the file, and only @head is decoded. Bytes in memory stay as they were when they were read, whatever becomes of the
 * file. Those seen through a #TvInputWindow may change from one look to the next, or be gone: see
 * tv_input_has_changed().
 */
typedef struct
{
  char *path;
  gsize size;
  const guint8 *head;
  gsize head_size;
  const guint8 *data;
  GBytes *bytes;
  gboolean is_cut;
  gboolean is_member;
  char *name;
  gboolean is_text;
  GBytes *calls;
  gint64 calls_late_ns;
  int fd; /* or -1 */
  gint64 modified_s;
  gint64 modified_ns;
  guint8 *first_bytes;
  gint has_changed; /* atomic */
  gsize n_given_back;
  TvEncoding encoding; /* of a file that is not in memory, if it has to be decoded */
  gsize n_skipped;     /* bytes of the mark before what windows show */
  gboolean is_own;     /* the bytes are pages that nobody else looks at */
} TvInput;

/**
 * TvInputWindow:
 * @input: the file
 * @start: offset in it of what is in @buffer
 * @size: how many bytes that are
 * @least: so many are read at a time at least; 0 for as many as is good where pieces follow each
 *   other
 *
 * A window onto a file, which shows one piece after another. Each thread has its own. For a file in
 * memory the window shows all of it.
 */
typedef struct
{
  TvInput *input;
  guint8 *buffer;
  gsize capacity;
  gsize start;
  gsize size;
  gsize least;
} TvInputWindow;

/* Tells whether an input, of which it may know the beginning only, is a trace. */
typedef gboolean (*TvInputTest) (TvInput *input);

TvInput *tv_input_open         (const char      *path,
                                  GCancellable    *cancellable,
                                  GError         **error);
TvInput *tv_input_new_for_bytes (GBytes         *bytes);
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
void      tv_input_free         (TvInput        *self);

gboolean      tv_input_window_shows (const TvInputWindow *self,
                                      gsize           offset,
                                      gsize           size);
const guint8 *tv_input_window_look  (TvInputWindow *self,
                                      gsize           offset,
                                      gsize           size,
                                      gsize          *available,
                                      GError        **error);
void          tv_input_window_clear (TvInputWindow *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvInput, tv_input_free)

G_END_DECLS
