/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/clocks.h"
#include "core/trace-builder.h"
#include "formats/input/input.h"
#include "formats/load.h"
#include "formats/sections.h"
#include "formats/input/span.h"
#include "formats/content-kind.h"

G_BEGIN_DECLS

/**
 * TvReadContext:
 * @progress: (nullable): progress callback
 * @progress_data: user data of @progress
 * @cancellable: (nullable): cancels reading
 * @thread: loading thread; the only one that calls @progress
 * @records: (nullable) (element-type TvCallRecord): receives the raw call records of a method trace
 *
 * Parameters that are common to all readers, besides the input and the builder. See tv_read_context_step().
 */
typedef struct
{
  TvLoadProgress progress;
  gpointer progress_data;
  GCancellable *cancellable;
  GThread *thread;
  GArray *records;
} TvReadContext;

/**
 * TvConfidence:
 * @TV_CONFIDENCE_NONE: not this format
 * @TV_CONFIDENCE_WEAK: possibly this format; the reader decides, and fails with %TV_ERROR_NOT_A_TRACE before it adds
 *   anything to the builder
 * @TV_CONFIDENCE_SURE: this format, possibly damaged
 *
 * Confidence of a format's probe that an input has that format.
 */
typedef enum
{
  TV_CONFIDENCE_NONE,
  TV_CONFIDENCE_WEAK,
  TV_CONFIDENCE_SURE,
} TvConfidence;

/**
 * TvMagic:
 * @offset: first offset at which the bytes may begin
 * @range: number of further offsets at which the bytes may begin
 * @bytes: bytes to match
 * @n_bytes: number of bytes
 *
 * A magic number, used by the probe and written to the MIME database.
 */
typedef struct
{
  guint offset;
  guint range;
  const char *bytes;
  guint n_bytes;
} TvMagic;

#define TV_MAGIC(offset, range, bytes)                                                             \
  {                                                                                                \
    offset, range, bytes, sizeof (bytes) - 1                                                       \
  }

/**
 * TvTimedInput:
 * @input: a file in memory
 * @name: (nullable): display name; %NULL if there is only one file
 * @offset_ns: offset from the file's timestamps to the builder's clock, in ns
 * @uncertainty_ns: uncertainty of @offset_ns, in ns
 * @next: (nullable): file with the next fragment of the same recording
 * @is_next: whether this file is the @next of another file
 * @duplicates: (nullable) (owned): data about events that earlier files also contain; private to the format
 *
 * One of several files that are read into one builder.
 */
typedef struct _TvTimedInput TvTimedInput;
struct _TvTimedInput
{
  TvInput *input;
  const char *name;
  gint64 offset_ns;
  gint64 uncertainty_ns;
  TvTimedInput *next;
  gboolean is_next;
  GBytes *duplicates;
};

/* The records of a file that are written to a cut file, see cut.h. */
typedef struct _TvCut TvCut;

/**
 * TvMerger:
 * @new: creates the state of a merge into an empty builder; @size is the total size of all files, in bytes
 * @begin: called before a file is gathered, or before the first fragment of a recording; @start_ns is the start of
 *   the file, not before that of earlier files
 * @emit: called after the last file has been gathered; adds the merged events to the builder. If @is_all is not set,
 *   readers of other formats later add data to the builder, which must not overlap with these files
 * @free: frees the state
 *
 * Reads files of one or several formats together, because their events must be merged by timestamp before they are
 * interpreted. The @gather function of each of these formats passes the events of a file to the merger. The merger's
 * module defines the type of the state.
 */
typedef struct
{
  gpointer (*new) (TvTraceBuilder *builder, guint64 size);
  void (*begin) (gpointer merge, gint64 start_ns);
  gboolean (*emit) (gpointer merge, gboolean is_all, const TvReadContext *context, GError **error);
  void (*free) (gpointer merge);
} TvMerger;

/**
 * TvFormat:
 * @id: identifier, such as "folded"
 * @title: title for users, such as "Thread dumps (.txt)"; without @read, the text after "This looks like …"
 * @patterns: (nullable) (array zero-terminated=1): file name patterns, such as "*.trace"
 * @mime_type: (nullable): MIME type
 * @mime_title: (nullable): description of the MIME type
 * @mime_parent: (nullable): parent MIME type
 * @magics: (nullable): magic numbers
 * @n_magics: number of magic numbers
 * @probe: (nullable): checks the content, never the name; %NULL if @magics suffice. First called with the first bytes
 *   of a file, where the data of @input is %NULL; if no format is sure, called again with the whole unwrapped file
 * @read: (nullable): adds the content to the builder, but neither creates nor finishes the builder. Errors are in the
 *   domain %TV_ERROR and do not contain the file name. %NULL for a known but unsupported format
 * @read_clock: (nullable): adds the clock snapshots of a file in memory, and sets @first to the file's clock and a
 *   timestamp of that clock, in ns. Fails with a reason if the file has no clock that it can share with other files.
 *   %NULL if this applies to all files of the format, so that they never share a timeline with others
 * @read_inside: (nullable): like @read, for content embedded in text of another format. The reader of the other
 *   format calls tv_format_read_inside() before it adds anything; see there for @found
 * @read_mixed: (nullable): like @read, for text that also contains reports of another format. The reader of the other
 *   format calls tv_format_read_mixed(); see there for @is_mixed
 * @read_logged: (nullable): reads content that programs wrote to the device's log, from the log lines of the builder,
 *   starting with row @first
 * @list_sections: (nullable): lists the sections of a text file that are files of other formats. A bundle shows them
 *   as members. Returns %NULL with @error on failure; @text is the whole unwrapped file
 * @subject: kind of content
 * @folder_file: (nullable): name of the file to open if the recorder writes a folder
 * @is_loose: whether the syntax of the format is so permissive that lines with leading timestamps are more likely a
 *   log
 * @is_dump: whether a file may show the changes since the previous file. If so, several files are read in time order,
 *   or in the user's order if they contain no time
 * @merger: (nullable): reads the files of all formats with this merger together. Files of formats without a merger
 *   are read one by one
 * @gather: adds a file to the merge without interpreting its events; %NULL without @merger
 * @join: (nullable): finds the fragments of a recording among files with @gather, and links them by @next. Gathering
 *   the first fragment then gathers all of them. @inputs are sorted by start
 * @cut: (nullable): writes a time range of a file in the format of the file, see #TvCut
 *
 * A format. To add a format, define a #TvFormat in a new file, and add a line to %TV_FORMATS.
 */
typedef struct
{
  const char *id;
  const char *title;
  const char *const *patterns;
  const char *mime_type;
  const char *mime_title;
  const char *mime_parent;
  const TvMagic *magics;
  guint n_magics;
  TvConfidence (*probe) (TvInput *input);
  gboolean (*read) (TvInput *input,
                    TvTraceBuilder *builder,
                    const TvReadContext *context,
                    GError **error);
  gboolean (*read_clock) (TvInput *input, TvClocks *clocks, TvClockReading *first, GError **error);
  const TvMerger *merger;
  gboolean (*gather) (const TvTimedInput *input,
                      gpointer merge,
                      const TvReadContext *context,
                      GError **error);
  gboolean (*join) (TvTimedInput *const *inputs,
                    guint n,
                    const TvReadContext *context,
                    GError **error);
  gboolean (*cut) (TvInput *input, TvCut *cut, const TvReadContext *context, GError **error);
  gboolean (*read_inside) (TvInput *input,
                           TvTraceBuilder *builder,
                           const TvReadContext *context,
                           TvSpan *found,
                           GError **error);
  gboolean (*read_mixed) (TvInput *input,
                          TvTraceBuilder *builder,
                          const TvReadContext *context,
                          gboolean *is_mixed,
                          GError **error);
  void (*read_logged) (TvTraceBuilder *builder, guint32 first);
  TvSections *(*list_sections) (GBytes *text, GCancellable *cancellable, GError **error);
  TvContentKind subject;
  const char *folder_file;
  gboolean is_loose;
  gboolean is_dump;
} TvFormat;

/* All supported formats; tv_format_NAME is defined in the folder of the format. If the probes of several formats are
 * sure of a file, the first of these formats in this list is used. */
#define TV_FORMATS(FORMAT)                                                                         \
  FORMAT (method_trace)                                                                            \
  FORMAT (long_method_trace)                                                                       \
  FORMAT (bug_report)                                                                              \
  FORMAT (frame_stats)                                                                             \
  FORMAT (dumpsys)                                                                                 \
  FORMAT (perf_script)                                                                             \
  FORMAT (ftrace)                                                                                  \
  FORMAT (tombstone)                                                                               \
  FORMAT (tombstone_proto)                                                                         \
  FORMAT (java_report)                                                                             \
  FORMAT (sanitizer)                                                                               \
  FORMAT (cppcrash)                                                                                \
  FORMAT (jscrash)                                                                                 \
  FORMAT (rustpanic)                                                                               \
  FORMAT (freeze)                                                                                  \
  FORMAT (pprof)                                                                                   \
  FORMAT (perfetto)                                                                                \
  FORMAT (thread_dump)                                                                             \
  FORMAT (long_method_dump)                                                                        \
  FORMAT (logcat)                                                                                  \
  FORMAT (hilog)                                                                                   \
  FORMAT (kernel_log)                                                                              \
  FORMAT (perf_data)                                                                               \
  FORMAT (htrace)                                                                                  \
  FORMAT (simpleperf_report)                                                                       \
  FORMAT (hiperf_report)                                                                           \
  FORMAT (simpleperf_text)                                                                         \
  FORMAT (speedscope)                                                                              \
  FORMAT (folded)

#define TV_DECLARE_FORMAT(name) extern const TvFormat tv_format_##name;
TV_FORMATS (TV_DECLARE_FORMAT)

/* Format that reads any text. Used for members of bundles, and for files that the user opens as text. It is not in
 * the list, because otherwise opening a plain text file is an error. */
#define TV_FALLBACK_FORMAT tv_format_text
extern const TvFormat TV_FALLBACK_FORMAT;

/* File name patterns of compressed files, archives and web pages, which may contain a file of any format. Used by
 * file choosers. */
extern const char *const tv_format_packed_patterns[];

const TvFormat *const *tv_formats_get   (guint               *n);
const TvFormat *tv_format_get_fallback  (void);
TvConfidence    tv_format_probe         (const TvFormat      *self,
                                         TvInput             *input);
const TvFormat *tv_format_find          (TvInput             *input,
                                         TvConfidence         confidence,
                                         const TvFormat      *after);
gboolean        tv_format_is_sure       (TvInput             *input);
gboolean        tv_format_is_plain      (TvInput             *input);
const TvFormat *tv_format_detect        (TvInput             *input);
gboolean        tv_format_recognize     (TvInput             *input,
                                         const TvFormat     **format,
                                         GCancellable        *cancellable,
                                         GError             **error);
gboolean        tv_format_unwrap        (TvInput             *input,
                                         const TvFormat     **format,
                                         GCancellable        *cancellable,
                                         GError             **error);
TvTrace        *tv_format_load          (const TvFormat      *self,
                                         TvInput             *input,
                                         const TvReadContext *context,
                                         GError             **error);
gboolean        tv_format_read_inside   (TvInput             *input,
                                         TvTraceBuilder      *builder,
                                         const TvReadContext *context,
                                         TvSpan              *found,
                                         GError             **error);
gboolean        tv_format_read_mixed    (TvInput             *input,
                                         TvTraceBuilder      *builder,
                                         const TvReadContext *context,
                                         gboolean            *is_mixed,
                                         GError             **error);
void            tv_format_read_logged   (TvTraceBuilder      *builder,
                                         guint32              first);
gboolean        tv_format_read_clock_inside (TvInput         *input,
                                         TvClocks            *clocks,
                                         TvClockReading      *first,
                                         GError             **error);
void            tv_format_report_file  (TvInput             *input,
                                         TvTraceBuilder      *builder);
void            tv_format_set_unknown   (TvInput             *input,
                                         GError             **error);
gboolean        tv_read_context_step    (const TvReadContext *self,
                                         double               fraction,
                                         GError             **error);

G_END_DECLS
