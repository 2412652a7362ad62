/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/samples/sample-writer.h"

#include "core/memory/seeded-hash.h"

#include <inttypes.h>

#include <glib/gi18n.h>

/* Converts the threads, frames and stacks of all sample formats to rows of the trace. Each distinct thread, frame and
 * callsite is added once. Names that recordings lack are read from unstripped libraries; libraries that are still
 * without symbols are reported. Called by all readers of samples, by the reader of Perfetto's profiles and by that of
 * OpenHarmony's heap profiles, on one thread. The _get_… functions add missing rows to the builder. A frame may take
 * its name from a file on this machine (symbol-files.c), so the trace can depend on the folders that the user chose.
 * Caches the previous stack. */

#define UNKNOWN_CODE "[unknown]"

/* Maximum number of libraries that the problem about unnamed code lists. */
#define N_ENDS_REPORTED 4

/* Value that stands for the mapping of unnamed code if its file is unknown. */
#define UNKNOWN_MAPPING (TV_NONE - 1)

typedef struct
{
  guint32 pid;
  guint32 tid;
  guint32 name;
  guint32 utid;
} Thread;

/* Statistics of the stack from the root to a callsite. */
typedef struct
{
  guint32 depth;
  guint32 n_unnamed;
  guint32 mapping; /* mapping of the callsite's frame if the frame is unnamed, or TV_NONE */
} Site;

void
tv_sample_writer_init (TvSampleWriter *self, TvTraceBuilder *builder)
{
  *self = (TvSampleWriter){ .builder = builder, .seed = tv_row_table_seed () };
  self->threads = g_array_new (FALSE, FALSE, sizeof (Thread));
  self->unnamed_frames = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->sites = g_array_new (FALSE, TRUE, sizeof (Site));
  self->last_frames = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->last_callsites = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->ends = g_array_new (FALSE, TRUE, sizeof (guint64));
  self->paths = g_array_new (FALSE, TRUE, sizeof (guint32));
  tv_id_map_init (&self->thread_ids);
  self->files = tv_symbol_files_get ();
  self->build_ids = g_hash_table_new_full (tv_seeded_text_hash, g_str_equal, g_free, g_free);
}

void
tv_sample_writer_clear (TvSampleWriter *self)
{
  g_array_unref (self->threads);
  g_array_unref (self->unnamed_frames);
  g_array_unref (self->sites);
  g_array_unref (self->last_frames);
  g_array_unref (self->last_callsites);
  g_array_unref (self->ends);
  g_array_unref (self->paths);
  g_clear_pointer (&self->files, tv_symbol_files_unref);
  g_hash_table_unref (self->build_ids);
  tv_row_table_clear (&self->thread_rows);
  tv_id_map_clear (&self->thread_ids);
}

guint32
tv_sample_writer_intern (TvSampleWriter *self, TvSpan text)
{
  return text.size > 0 ? tv_trace_builder_intern (self->builder, text.text, (gssize) text.size)
                       : TV_NONE;
}

/* ---- Threads ---- */

/* Adds a thread. The process gets the name of its main thread, unless it already has a name. */
static guint32
add_thread (TvSampleWriter *self, guint32 pid, guint32 tid, guint32 name)
{
  TvTraceBuilder *builder = self->builder;
  guint64 id = (guint64) pid << 32 | tid;
  guint32 upid = pid != TV_NONE ? tv_trace_builder_ensure_process (builder, pid) : TV_NONE, utid;

  if (tv_id_map_find (&self->thread_ids, id) == TV_NONE)
    {
      utid = tv_trace_builder_ensure_thread (builder, upid, tid);
      tv_id_map_set (&self->thread_ids, id, utid);
    }
  else
    utid = tv_trace_builder_add_thread (builder, upid, tid);
  if (name != TV_NONE)
    tv_trace_builder_name_thread (builder, utid, name);
  if (name != TV_NONE && tid == pid && tv_trace_builder_get_process_name (builder, upid) == TV_NONE)
    tv_trace_builder_name_process (builder, upid, name);
  return utid;
}

/**
 * tv_sample_writer_get_thread:
 * @self: a writer
 * @pid: process id, or %TV_NONE if unknown
 * @tid: thread id, or %TV_NONE if unknown
 * @name: current thread name; may be empty
 *
 * Gets or adds a thread. A thread that changes its name becomes a new thread.
 *
 * Returns: the utid of the thread; %TV_NONE if both @tid and @name are missing
 */
guint32
tv_sample_writer_get_thread (TvSampleWriter *self, guint32 pid, guint32 tid, TvSpan name)
{
  Thread thread = { pid, tid, tv_sample_writer_intern (self, name), TV_NONE };
  guint64 long_hash = tv_hash_word (self->seed, (guint64) pid << 32 | tid);
  guint32 hash = (guint32) tv_hash_word (long_hash, thread.name), row;

  if (tid == TV_NONE && thread.name == TV_NONE)
    return TV_NONE;
  for (guint32 slot = hash; (row = tv_row_table_next (&self->thread_rows, hash, &slot)) != TV_NONE;)
    {
      const Thread *known = &g_array_index (self->threads, Thread, row);

      if (known->pid == pid && known->tid == tid && known->name == thread.name)
        return known->utid;
    }
  /* In a file without thread ids, names distinguish the threads, and all of them get the id 0. */
  thread.utid = add_thread (self, pid, tid != TV_NONE ? tid : 0, thread.name);
  tv_row_table_add (&self->thread_rows, hash, self->threads->len);
  g_array_append_val (self->threads, thread);
  return thread.utid;
}

/* ---- Kinds ---- */

/**
 * tv_sample_writer_get_kind:
 * @self: a writer
 * @name: event with modifiers in perf's format, such as `cpu-clock:u`
 *
 * Gets or adds the sample kind of an event. Weights are in ns for the kernel's clocks and for off-CPU time, and
 * counts for other events.
 *
 * Returns: the sample kind
 */
guint32
tv_sample_writer_get_kind (TvSampleWriter *self, TvSpan name)
{
  static const char *const clocks[] = { "cpu-clock", "task-clock", TV_SAMPLES_OFF_CPU };
  const char *colon = name.size > 0 ? memchr (name.text, ':', name.size) : NULL;
  TvSpan bare = { name.text, colon != NULL ? (gsize) (colon - name.text) : name.size };
  TvWeightUnit unit = TV_WEIGHT_COUNT;
  guint32 kind;

  for (guint i = 0; i < G_N_ELEMENTS (clocks); i++)
    if (tv_span_is (bare, clocks[i]))
      unit = TV_WEIGHT_NS;
  kind = tv_trace_builder_add_sample_kind (
      self->builder,
      tv_trace_builder_intern (self->builder, name.size > 0 ? name.text : "", (gssize) name.size),
      unit);
  if (tv_span_is (bare, TV_SAMPLES_OFF_CPU))
    tv_trace_builder_set_off_cpu (self->builder, kind);
  return kind;
}

/* ---- Frames ---- */

/* Sets the build id of a file, in hexadecimal digits, by which its symbols are looked up. */
void
tv_sample_writer_set_build (TvSampleWriter *self, TvSpan path, TvSpan build_id)
{
  if (self->files != NULL && path.size > 0 && build_id.size > 0)
    g_hash_table_insert (self->build_ids, g_strndup (path.text, path.size),
                         g_ascii_strdown (build_id.text, (gssize) build_id.size));
}

/* Returns a copy of a frame. If the frame has no name, looks up the name in the unstripped libraries. */
static TvSampleFrame
complete (TvSampleWriter *self, const TvSampleFrame *reported, const char *build_id)
{
  TvSampleFrame frame = *reported;
  g_autofree char *path = NULL;
  const char *name;

  if (self->files == NULL || reported->name.size > 0 || !reported->has_address ||
      reported->path.size == 0)
    return frame;
  path = g_strndup (reported->path.text, reported->path.size);
  if (build_id == NULL)
    build_id = g_hash_table_lookup (self->build_ids, path);
  name = tv_symbol_files_find (self->files, reported->path, build_id,
                               reported->address -
                                   (reported->is_return && reported->address > 0 ? 1 : 0),
                               reported->is_offset);
  frame.name = (TvSpan){ name, name != NULL ? strlen (name) : 0 };
  return frame;
}

/* Returns the base name of a path. */
TvSpan
tv_sample_path_get_base (TvSpan path)
{
  const char *slash = path.size > 0 ? memrchr (path.text, '/', path.size) : NULL;

  if (slash == NULL || slash + 1 == path.text + path.size)
    return path;
  return (TvSpan){ slash + 1, path.size - (gsize) (slash + 1 - path.text) };
}

static gboolean
contains (TvSpan text, const char *word)
{
  return text.size > 0 && memmem (text.text, text.size, word, strlen (word)) != NULL;
}

/* Returns the kind of the frames whose code is in a file, derived from the file's path. */
TvFrameKind
tv_sample_path_get_kind (TvSpan path)
{
  static const struct
  {
    const char *end;
    TvFrameKind kind;
  } ends[] = {
    { ".oat", TV_FRAME_MANAGED }, { ".odex", TV_FRAME_MANAGED }, { ".vdex", TV_FRAME_MANAGED },
    { ".dex", TV_FRAME_MANAGED }, { ".apk", TV_FRAME_MANAGED },  { ".jar", TV_FRAME_MANAGED },
    { ".art", TV_FRAME_MANAGED }, { ".abc", TV_FRAME_JS },       { ".hap", TV_FRAME_JS },
    { ".hsp", TV_FRAME_JS },      { ".ko", TV_FRAME_KERNEL },
  };

  if (path.size == 0 || tv_span_is (path, "//anon") || contains (path, "[unknown]"))
    return TV_FRAME_OTHER;
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    if (tv_span_ends_with (path, ends[i].end))
      return ends[i].kind;
  if (contains (path, "kernel.kallsyms]") || contains (path, "[guest.kernel") ||
      tv_span_is (path, "[kernel]"))
    return TV_FRAME_KERNEL;
  if (contains (path, "_jit_app_cache") || contains (path, "_jit_zygote_cache") ||
      contains (path, "[JIT "))
    return TV_FRAME_JIT;
  if (contains (path, "dexfile_in_memory"))
    return TV_FRAME_MANAGED;
  return TV_FRAME_NATIVE;
}

static guint32
name_unnamed (TvSampleWriter *self, const TvSampleFrame *frame)
{
  TvSpan base = tv_sample_path_get_base (frame->path);
  g_autofree char *name = NULL;

  if (base.size == 0 || contains (base, UNKNOWN_CODE))
    return tv_trace_builder_intern (self->builder, UNKNOWN_CODE, -1);
  name = frame->has_address ? g_strdup_printf ("%.*s+0x%" PRIx64, (int) MIN (base.size, 4096),
                                               base.text, frame->address)
                            : g_strdup_printf ("[%.*s]", (int) MIN (base.size, 4096), base.text);
  return tv_trace_builder_intern (self->builder, name, -1);
}

/* Splits `a.b.c(int)` before the last name. Returns FALSE if the name is not a managed one, because it contains no
 * period, or a space before the parenthesis. */
static gboolean
split_managed (TvSpan name, TvSpan *class_name, TvSpan *method)
{
  const char *end = memchr (name.text, '(', name.size), *point;
  gsize size = end != NULL ? (gsize) (end - name.text) : name.size;

  point = memrchr (name.text, '.', size);
  if (point == NULL || point == name.text || point + 1 == name.text + name.size ||
      memchr (name.text, ' ', size) != NULL)
    return FALSE;
  *class_name = (TvSpan){ name.text, (gsize) (point - name.text) };
  *method = (TvSpan){ point + 1, name.size - class_name->size - 1 };
  return TRUE;
}

static guint32
get_symbol (TvSampleWriter *self, const TvSampleFrame *frame, TvFrameKind kind)
{
  TvSymbol symbol = { TV_NONE, TV_NONE, TV_NONE, tv_sample_writer_intern (self, frame->file), 0 };
  TvSpan class_name, method;

  if (frame->name.size == 0)
    symbol.name = name_unnamed (self, frame);
  else if ((kind == TV_FRAME_MANAGED || kind == TV_FRAME_JIT) &&
           split_managed (frame->name, &class_name, &method))
    {
      symbol.class_name = tv_sample_writer_intern (self, class_name);
      symbol.name = tv_sample_writer_intern (self, method);
    }
  else
    symbol.name = tv_sample_writer_intern (self, frame->name);
  return tv_trace_builder_add_symbol (self->builder, &symbol);
}

static guint32
get_mapping (TvSampleWriter *self, const TvMapping *reported)
{
  guint32 mapping = tv_trace_builder_add_mapping_at (self->builder, reported);

  if (mapping >= self->paths->len)
    {
      g_array_set_size (self->paths, mapping + 1);
      g_array_set_size (self->ends, mapping + 1);
    }
  g_array_index (self->paths, guint32, mapping) = reported->path;
  return mapping;
}

static guint32
add_frame (TvSampleWriter *self, const TvFrame *row, gboolean is_unnamed)
{
  guint32 id = tv_trace_builder_add_frame (self->builder, row), unnamed = TV_NONE;

  if (is_unnamed)
    unnamed = row->mapping != TV_NONE ? row->mapping : UNKNOWN_MAPPING;
  while (self->unnamed_frames->len <= id)
    g_array_append_val (self->unnamed_frames, (guint32){ TV_NONE });
  g_array_index (self->unnamed_frames, guint32, id) = unnamed;
  return id;
}

/**
 * tv_sample_writer_get_frame:
 * @self: a writer
 * @reported: frame as described by the recording
 *
 * Gets or adds a frame. Frames of the same function are merged, regardless of their addresses in it; frames without a
 * name are distinguished by address.
 *
 * Returns: the frame id
 */
guint32
tv_sample_writer_get_frame (TvSampleWriter *self, const TvSampleFrame *reported)
{
  TvSampleFrame completed = complete (self, reported, NULL);
  const TvSampleFrame *frame = &completed;
  TvFrameKind kind = frame->kind != TV_FRAME_OTHER ? frame->kind
                                                   : tv_sample_path_get_kind (frame->path);
  TvFrame row = { .symbol = get_symbol (self, frame, kind),
                  .mapping = TV_NONE,
                  .relative_pc = frame->name.size == 0 ? frame->address : 0,
                  .line = frame->line,
                  .kind = kind,
                  .symbol_set = frame->symbol_set,
                  .source_file = tv_sample_writer_intern (self, frame->line_file),
                  .is_inlined = frame->is_inlined };

  if (frame->path.size > 0)
    row.mapping = get_mapping (
        self, &(TvMapping){ tv_sample_writer_intern (self, frame->path), TV_NONE, 0, 0, 0, 0, 0 });
  return add_frame (self, &row, frame->name.size == 0);
}

/**
 * tv_sample_writer_get_frame_at:
 * @self: a writer
 * @reported: frame as described by the recording
 * @mapping: (nullable): mapping that contains the frame; the path of the mapping is stored instead of that of
 *   @reported
 *
 * Like tv_sample_writer_get_frame(), but does not merge frames with different addresses.
 *
 * Returns: the frame id
 */
guint32
tv_sample_writer_get_frame_at (TvSampleWriter *self,
                               const TvSampleFrame *reported,
                               const TvMapping *mapping)
{
  TvSampleFrame completed = complete (
      self, reported,
      mapping != NULL && mapping->build_id != TV_NONE
          ? tv_trace_builder_get_string (self->builder, mapping->build_id)
          : NULL);
  const TvSampleFrame *frame = &completed;
  TvFrameKind kind = frame->kind != TV_FRAME_OTHER ? frame->kind
                                                   : tv_sample_path_get_kind (frame->path);
  TvFrame row = { .symbol = get_symbol (self, frame, kind),
                  .mapping = mapping != NULL ? get_mapping (self, mapping) : TV_NONE,
                  .relative_pc = frame->address,
                  .line = frame->line,
                  .kind = kind,
                  .symbol_set = frame->symbol_set,
                  .source_file = tv_sample_writer_intern (self, frame->line_file),
                  .is_inlined = frame->is_inlined,
                  .reported_name = frame->reported_name };

  return add_frame (self, &row, frame->name.size == 0);
}

/* ---- Stacks ---- */

static void
add_site (TvSampleWriter *self, guint32 callsite, guint32 parent, guint32 frame)
{
  Site site = { 1, 0, g_array_index (self->unnamed_frames, guint32, frame) };

  if (callsite < self->sites->len && g_array_index (self->sites, Site, callsite).depth > 0)
    return;
  if (parent != TV_NONE)
    {
      site.depth += g_array_index (self->sites, Site, parent).depth;
      site.n_unnamed += g_array_index (self->sites, Site, parent).n_unnamed;
    }
  site.n_unnamed += site.mapping != TV_NONE;
  if (callsite >= self->sites->len)
    g_array_set_size (self->sites, callsite + 1);
  g_array_index (self->sites, Site, callsite) = site;
}

/**
 * tv_sample_writer_push:
 * @self: a writer
 * @parent: callsite of the caller, or %TV_NONE
 * @frame: frame id from tv_sample_writer_get_frame()
 *
 * Gets or adds the callsite of a frame that was called from @parent.
 *
 * Returns: the callsite
 */
guint32
tv_sample_writer_push (TvSampleWriter *self, guint32 parent, guint32 frame)
{
  guint32 callsite = tv_trace_builder_add_callsite (self->builder, parent, frame);

  add_site (self, callsite, parent, frame);
  return callsite;
}

/**
 * tv_sample_writer_get_stack:
 * @self: a writer
 * @frames: (array length=n): frame ids from tv_sample_writer_get_frame(), innermost first
 * @n: number of frames
 *
 * Gets or adds the callsites of a stack. Caches the previous stack, because consecutive stacks often share their
 * outer frames.
 *
 * Returns: the callsite of the innermost frame; %TV_NONE if @n is 0
 */
guint32
tv_sample_writer_get_stack (TvSampleWriter *self, const guint32 *frames, guint n)
{
  const guint n_last = self->last_frames->len;
  guint n_same = 0;
  guint32 callsite = TV_NONE;

  while (n_same < MIN (n, n_last) &&
         frames[n - 1 - n_same] == g_array_index (self->last_frames, guint32, n_same))
    n_same++;
  g_array_set_size (self->last_frames, n);
  g_array_set_size (self->last_callsites, n);
  if (n_same > 0)
    callsite = g_array_index (self->last_callsites, guint32, n_same - 1);
  for (guint i = n_same; i < n; i++)
    {
      guint32 frame = frames[n - 1 - i];

      callsite = tv_sample_writer_push (self, callsite, frame);
      g_array_index (self->last_frames, guint32, i) = frame;
      g_array_index (self->last_callsites, guint32, i) = callsite;
    }
  return callsite;
}

/**
 * tv_sample_writer_add:
 * @sample: a sample whose callsite is from tv_sample_writer_get_stack()
 *
 * Adds a sample to the trace, and counts its unnamed frames.
 */
void
tv_sample_writer_add (TvSampleWriter *self, const TvStackSample *sample)
{
  tv_trace_builder_add_stack_sample (self->builder, sample);
  self->n_samples++;
  if (sample->callsite != TV_NONE)
    {
      const Site *site = &g_array_index (self->sites, Site, sample->callsite);

      self->n_frames += site->depth;
      self->n_unnamed += site->n_unnamed;
      self->deepest = MAX (self->deepest, site->depth);
      if (site->mapping < self->ends->len)
        g_array_index (self->ends, guint64, site->mapping)++;
    }
}

/* ---- Problems ---- */

/* Iterates over the mappings in descending order of the number of samples that end in their unnamed code. Returns the
 * mapping after @last, the first mapping if @last is TV_NONE, or TV_NONE if there are no more. */
static guint32
find_next_end (const TvSampleWriter *self, guint32 last)
{
  const guint64 *ends = (const guint64 *) (gconstpointer) self->ends->data;
  guint32 found = TV_NONE;

  for (guint32 i = 0; i < self->ends->len; i++)
    if (ends[i] > 0 &&
        (last == TV_NONE || ends[i] < ends[last] || (ends[i] == ends[last] && i > last)) &&
        (found == TV_NONE || ends[i] > ends[found]))
      found = i;
  return found;
}

/* Returns (transfer full): a list of the libraries in whose unnamed code most samples end. */
static char *
dup_ends (const TvSampleWriter *self)
{
  GString *text = g_string_new (NULL);
  guint32 path = find_next_end (self, TV_NONE);

  for (guint n = 0; n < N_ENDS_REPORTED && path != TV_NONE; n++, path = find_next_end (self, path))
    {
      g_autofree char *name = g_path_get_basename (
          tv_trace_builder_get_string (self->builder, g_array_index (self->paths, guint32, path)));

      /* Translators: a library, and the share of all samples that end in its unnamed code */
      g_string_append_printf (text, _("%s%.100s (%.1f %%)"), n > 0 ? ", " : "", name,
                              100. * (double) g_array_index (self->ends, guint64, path) /
                                  (double) self->n_samples);
    }
  if (path != TV_NONE)
    g_string_append (text, ", …");
  return g_string_free (text, FALSE);
}

static void
emit_unnamed (TvSampleWriter *self)
{
  g_autofree char *ends = dup_ends (self);
  double percent = 100. * (double) self->n_unnamed / (double) self->n_frames;

  if (*ends != '\0')
    tv_trace_builder_add_problem (self->builder, TV_PROBLEM_UNNAMED_CODE, -1,
                                  /* Translators: libraries follow */
                                  _("%.1f %% of all frames; samples that end in such code: %s"),
                                  percent, ends);
  else
    tv_trace_builder_add_problem (self->builder, TV_PROBLEM_UNNAMED_CODE, -1,
                                  _("%.1f %% of all frames"), percent);
  tv_trace_builder_count_problems (self->builder, TV_PROBLEM_UNNAMED_CODE, -1, self->n_unnamed - 1);
}

/**
 * tv_sample_writer_finish:
 * @self: a writer to which all samples have been added
 *
 * Reports problems of the recording as a whole: unnamed code, and stacks without callers.
 */
void
tv_sample_writer_finish (TvSampleWriter *self)
{
  if (self->n_unnamed > 0)
    emit_unnamed (self);
  if (self->deepest == 1)
    tv_trace_builder_count_problem (self->builder, TV_PROBLEM_NO_CALLERS, -1);
}
