/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/open-trace.h"

#include <inttypes.h>

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "cli/interrupt.h"
#include "cli/terminal-text.h"
#include "core/error.h"
#include "formats/input/input.h"
#include "formats/load.h"
#include "formats/names/rename.h"
#include "formats/symbol-files.h"
#include "formats/multi-file.h"
#include "traceview-config.h"

/* Opens the input of a command: a file, a member of a bundle, or several files on one timeline, with the options
 * --member, --with, --mapping, --symbols and --raw-names. Nearly all commands call tv_open_trace(). Hidden state:
 * `tracedump serve` enables a static cache of traces. The cache (@cached_traces) is not protected by a lock, so only
 * one thread may open traces while the cache is enabled. --symbols changes the symbol folders of the whole process. */

/**
 * tv_open_trace_dup_problem:
 * @path: name of the file in messages
 * @problem: a problem of the file
 *
 * Returns: (transfer full): line that describes the problem; quotations from the file are not escaped
 */
char *
tv_open_trace_dup_problem (const char *path, const TvProblem *problem)
{
  g_autoptr (GString) where = g_string_new (NULL);

  if (problem->file_offset >= 0)
    g_string_append_printf (where, _ (", first at byte %" PRId64), problem->file_offset);
  if (problem->detail != NULL)
    g_string_append_printf (where, ": %s", problem->detail);
  /* Translators: severity ("note", "warning" or "error"), file, problem, number of occurrences, position */
  return g_strdup_printf (_ ("%s: %s: %s (%" PRIu64 "×%s)"),
                          _ (tv_severity_name (tv_problem_kind_severity (problem->kind))), path,
                          tv_problem_kind_text (problem->kind), problem->count, where->str);
}

void
tv_trace_source_clear (TvTraceSource *self)
{
  g_clear_pointer (&self->member, g_free);
  g_clear_pointer (&self->with, g_strfreev);
  g_clear_pointer (&self->map, g_free);
  g_clear_pointer (&self->symbols, g_strfreev);
}

/**
 * tv_trace_source_add_options:
 * @self: receives the values; must outlive @context
 * @context: context of a command
 *
 * Adds the options for the input and for names of symbols.
 */
void
tv_trace_source_add_options (TvTraceSource *self, GOptionContext *context)
{
  const GOptionEntry entries[] = {
    { "member", 0, 0, G_OPTION_ARG_STRING, &self->member,
      N_("Open this member of FILE, which is a folder, zip, tar or bug report; to list the "
         "members, run “tracedump members”"),
      N_("NAME") },
    { "with", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &self->with,
      N_("Show this file (with --member, this member) on the same timeline, if its clock can be "
         "synchronized with that of FILE; can be given several times"),
      N_("OTHER") },
    { "mapping", 0, 0, G_OPTION_ARG_FILENAME, &self->map,
      N_("Restore the names of classes and methods with MAP, a mapping.txt of R8 or ProGuard"),
      N_("MAP") },
    { "symbols", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &self->symbols,
      N_("Folder with unstripped libraries that contain missing symbols of samples; can be given "
         "several times"),
      N_("DIR") },
    { "raw-names", 0, 0, G_OPTION_ARG_NONE, &self->has_raw_names,
      N_("Do not demangle C++ and Rust names"), NULL },
    G_OPTION_ENTRY_NULL,
  };

  g_option_context_add_main_entries (context, entries, TV_GETTEXT_PACKAGE);
}

/* Sets the symbol folders of --symbols. Files that are read later get missing symbols from these folders. */
static gboolean
use_symbols (const TvTraceSource *source, GError **error)
{
  if (source->symbols == NULL)
    return TRUE;
  if (!tv_symbol_files_are_read ())
    {
      g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                           _("--symbols: tracedump was built without libelf"));
      return FALSE;
    }
  for (guint i = 0; source->symbols[i] != NULL; i++)
    if (!g_file_test (source->symbols[i], G_FILE_TEST_IS_DIR))
      {
        g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                     _("--symbols: “%s” is not a folder"), source->symbols[i]);
        return FALSE;
      }
  tv_symbol_files_set_folders ((const char *const *) source->symbols);
  return TRUE;
}

/* Loads a member of a bundle. Returns NULL on error. @shown: (out): name of the member in messages */
static TvTrace *
load_member (const char *path, const TvTraceSource *source, char **shown, GError **error)
{
  g_autoptr (TvBundle) opened = source->bundle == NULL
                                    ? tv_bundle_open (path, tv_interrupt_get_work (), error)
                                    : NULL;
  const TvBundle *bundle = source->bundle != NULL ? source->bundle : opened;
  guint member;

  if (bundle == NULL)
    return NULL;
  if (!tv_bundle_find (bundle, source->member, &member))
    {
      g_autofree char *display = tv_input_dup_display_name (path);

      g_set_error (error, TV_ERROR, TV_ERROR_IO, _("%s contains no “%s”"), display, source->member);
      return NULL;
    }
  *shown = tv_bundle_dup_member_name (bundle, member);
  return source->records != NULL
             ? tv_load_member_records (bundle, member, source->records, error)
             : tv_load_member (bundle, member, NULL, NULL, tv_interrupt_get_work (), error);
}

static TvTrace *
load_file (const char *name, const TvTraceSource *source, char **shown, GError **error)
{
  g_autofree char *path = tv_load_find (name, error);

  if (path == NULL)
    return NULL;
  *shown = tv_input_dup_display_name (path);
  if (source->file != NULL)
    return tv_load_open (source->file, NULL, NULL, tv_interrupt_get_work (), error);
  return source->records != NULL ? tv_load_records (path, source->records, error)
                                 : tv_load (path, NULL, NULL, tv_interrupt_get_work (), error);
}

/* Loads several files on one timeline; with --member, several members of the same bundle. Returns NULL on error. */
static TvTrace *
load_with (const char *name, const TvTraceSource *given, char **shown, GError **error)
{
  g_autofree char *path = tv_load_find (name, error);
  g_autoptr (GArray) sources = g_array_new (FALSE, FALSE, sizeof (TvSource));

  if (path == NULL)
    return NULL;
  *shown = tv_input_dup_display_name (path);
  g_array_append_val (sources, ((TvSource){ .path = path, .member = given->member }));
  for (char **other = given->with; *other != NULL; other++)
    {
      TvSource member = { .path = path, .member = *other }, file = { .path = *other };

      g_array_append_val (sources, *(given->member != NULL ? &member : &file));
    }
  return tv_load_multi_file ((const TvSource *) (gconstpointer) sources->data, sources->len, NULL,
                             NULL, tv_interrupt_get_work (), error);
}

static TvTrace *
load (const char *name, const TvTraceSource *source, char **shown, GError **error)
{
  if (source->with != NULL)
    return load_with (name, source, shown, error);
  return source->member != NULL ? load_member (name, source, shown, error)
                                : load_file (name, source, shown, error);
}

/* Renames the symbols of a trace with the mapping file. Prints for how many methods the mapping file contains the
 * class, unless @source is quiet. Returns NULL on error. */
static TvTrace *
rename_trace (TvTrace *trace, const TvTraceSource *source, GError **error)
{
  TvTrace *renamed = tv_rename_trace (trace, source->map, !source->has_raw_names,
                                      tv_interrupt_get_work (), error);
  const TvNaming *naming = renamed != NULL ? tv_trace_get_naming (renamed) : NULL;

  if (naming != NULL && naming->map != NULL && !source->is_quiet)
    /* Translators: a mapping file, and its coverage, such as "12 of 20" */
    tv_terminal_text_warn (_("note: %s contains the classes of %u of %u methods"), naming->map,
                           naming->n_known, naming->n_methods);
  return renamed;
}

/* ---- Cached traces ---- */

/* A cached trace. The key identifies the file and the member. */
typedef struct
{
  char *key;
  TvTrace *trace;
} CachedTrace;

static GQueue cached_traces =
    G_QUEUE_INIT; /* (element-type CachedTrace): the most recently used trace first */
static guint max_cached;

static void
cached_trace_free (CachedTrace *self)
{
  g_free (self->key);
  g_object_unref (self->trace);
  g_free (self);
}

/**
 * tv_open_trace_keep:
 * @max_n: maximum number of traces; 0 to free all of them
 *
 * Sets the size of the cache of tv_open_trace(), for programs that open the same file repeatedly.
 */
void
tv_open_trace_keep (guint max_n)
{
  max_cached = max_n;
  while (cached_traces.length > max_n)
    cached_trace_free (g_queue_pop_tail (&cached_traces));
}

/* Returns: (transfer full) (nullable): cache key, which changes when the file is modified; %NULL if the trace cannot
 * be cached */
static char *
dup_key (const char *path, const TvTraceSource *source)
{
  GStatBuf status;

  if (max_cached == 0 || source->with != NULL || source->map != NULL || source->symbols != NULL ||
      source->has_raw_names || source->records != NULL || g_stat (path, &status) != 0 ||
      !S_ISREG (status.st_mode))
    return NULL;
  return g_strdup_printf ("%" PRIu64 " %" PRIu64 " %" PRIi64 " %" PRIi64 ".%09ld %s\n%s",
                          (guint64) status.st_dev, (guint64) status.st_ino, (gint64) status.st_size,
                          (gint64) status.st_mtim.tv_sec, status.st_mtim.tv_nsec, path,
                          source->member != NULL ? source->member : "");
}

/* Returns: (transfer full) (nullable): the cached trace, which becomes the most recently used one */
static TvTrace *
find_cached (const char *key)
{
  for (GList *link = cached_traces.head; key != NULL && link != NULL; link = link->next)
    {
      CachedTrace *cached = link->data;

      if (!g_str_equal (cached->key, key))
        continue;
      g_queue_unlink (&cached_traces, link);
      g_queue_push_head_link (&cached_traces, link);
      return g_object_ref (cached->trace);
    }
  return NULL;
}

static void
keep (const char *key, TvTrace *trace)
{
  CachedTrace *cached;

  if (key == NULL)
    return;
  cached = g_new (CachedTrace, 1);
  *cached = (CachedTrace){ g_strdup (key), g_object_ref (trace) };
  g_queue_push_head (&cached_traces, cached);
  tv_open_trace_keep (max_cached);
}

/**
 * tv_open_trace:
 * @name: name of the file as given by the user
 * @source: other input options
 * @error: (nullable): return location for an error
 *
 * Loads a trace, unless it is in the cache. After loading, prints each problem of the trace as a line to standard
 * error, unless @source is quiet.
 *
 * Returns: (transfer full) (nullable): the trace; %NULL on error
 */
TvTrace *
tv_open_trace (const char *name, const TvTraceSource *source, GError **error)
{
  g_autofree char *shown = NULL;
  g_autofree char *key = dup_key (name, source);
  g_autoptr (TvTrace) raw = NULL;
  TvTrace *trace = find_cached (key);
  const TvProblem *problems;
  guint n;

  if (trace != NULL)
    return trace;
  raw = use_symbols (source, error) ? load (name, source, &shown, error) : NULL;
  trace = raw != NULL ? rename_trace (raw, source, error) : NULL;
  if (trace == NULL)
    return NULL;
  keep (key, trace);
  problems = tv_trace_get_problems (trace, &n);
  for (guint i = 0; i < n && !source->is_quiet; i++)
    {
      g_autofree char *line = tv_open_trace_dup_problem (shown, &problems[i]);

      tv_terminal_text_warn ("%s", line);
    }
  return trace;
}

/**
 * tv_open_trace_warn_missing_switches:
 * @trace: a trace
 * @flags: requested profile flags
 *
 * Prints a warning if context switches are requested, but are not inferred for this trace.
 */
void
tv_open_trace_warn_missing_switches (TvTrace *trace, TvProfileFlags flags)
{
  if (!(flags & TV_PROFILE_CONTEXT_SWITCHES))
    return;
  if (tv_trace_has (trace, TV_HAS_SCHEDULING | TV_HAS_EVENTS))
    tv_terminal_text_warn (
        "%s", _("warning: the log contains context switches, so they are not inferred from calls; "
                "see the table thread_state"));
  else if (!tv_trace_has_clock (trace, TV_CLOCK_WALL) || !tv_trace_has_clock (trace, TV_CLOCK_CPU))
    tv_terminal_text_warn (
        "%s", _("warning: the trace contains only one clock, so context switches cannot be "
                "inferred"));
}
