/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/names/rename.h"

#include <string.h>

#include "core/demangle.h"
#include "core/error.h"
#include "core/file-name.h"
#include "formats/names/rename-private.h"

/* Creates a trace with original names, which come from a mapping file or from demangling. Entry point:
 * tv_rename_trace(), called by open-trace.c, and by the session on a worker thread. Renames symbols
 * (rename-symbol.c), stacks (rename-stacks.c) and locks, and reports problems of the map. Does not change the raw
 * trace. */

#define ROWS_PER_CANCEL_CHECK 4096

/* Prefix of the map id, which R8 stores in place of source file names. */
#define MAP_ID_PREFIX "r8-map-id-"

/* Returns whether the trace contains mangled names. */
static gboolean
has_mangled (TvTrace *raw)
{
  guint32 n;
  const TvSymbol *symbols = tv_trace_get_symbols (raw, &n);

  for (guint32 i = 0; i < n; i++)
    if (symbols[i].class_name == TV_NONE && symbols[i].name != TV_NONE &&
        tv_demangle_is_mangled (tv_trace_get_string (raw, symbols[i].name)))
      return TRUE;
  return FALSE;
}

static gboolean
rename_symbols (TvRename *self, GCancellable *cancellable)
{
  guint32 n;

  tv_trace_get_symbols (self->raw, &n);
  for (guint32 symbol = 0; symbol < n; symbol++)
    {
      if (symbol % ROWS_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      tv_rename_symbol (self, symbol);
    }
  return TRUE;
}

/* Renames the types of locks. Most of them are classes. */
static void
rename_locks (TvRename *self)
{
  const TvDumps *dumps = tv_trace_get_dumps (self->raw);
  TvSpan original;

  for (guint32 lock = 0; lock < dumps->n_locks; lock++)
    {
      const char *type = tv_trace_get_string (self->raw, dumps->locks[lock].type);

      if (type != NULL && tv_name_map_find_original (self->map, type, strlen (type), &original))
        tv_trace_renamer_set_lock_type (self->renamer, lock, tv_rename_add_span (self, original));
    }
}

/* ---- Problems ---- */

static gboolean
starts_with (const char *text, TvSpan start)
{
  return strncmp (text, start.text, start.size) == 0;
}

/* Returns a source file of the trace that contains the id of another map, or NULL. */
static const char *
find_other_id (TvRename *self)
{
  guint32 n, before = TV_NONE;
  const TvSymbol *symbols = tv_trace_get_symbols (self->raw, &n);
  TvSpan id = tv_name_map_get_id (self->map), hash = tv_name_map_get_hash (self->map);

  for (guint32 i = 0; i < n && id.size > 0; i++)
    {
      const char *file = tv_trace_get_string (self->raw, symbols[i].source_file);

      if (symbols[i].source_file == before || file == NULL ||
          !g_str_has_prefix (file, MAP_ID_PREFIX))
        continue;
      before = symbols[i].source_file;
      if (!starts_with (file + strlen (MAP_ID_PREFIX), id) &&
          (hash.size == 0 || !starts_with (file + strlen (MAP_ID_PREFIX), hash)))
        return file;
    }
  return NULL;
}

static void
emit_map (TvRename *self)
{
  const char *other_id = find_other_id (self);
  TvSpan first;
  guint64 n_bad = tv_name_map_get_n_bad_lines (self->map, &first);

  if (other_id != NULL)
    tv_trace_renamer_add_problem (self->renamer, TV_PROBLEM_OTHER_NAME_MAP, 1, other_id);
  else if (self->naming.n_known == 0)
    tv_trace_renamer_add_problem (self->renamer, TV_PROBLEM_USELESS_NAME_MAP, 1, NULL);
  if (n_bad > 0)
    {
      g_autofree char *line = g_strndup (first.text, MIN (first.size, 200));

      tv_trace_renamer_add_problem (self->renamer, TV_PROBLEM_BAD_MAP_LINE, n_bad, line);
    }
  if (self->n_ambiguous > 0)
    {
      g_autofree char *name = tv_trace_dup_symbol_label (self->raw, self->first_ambiguous);

      tv_trace_renamer_add_problem (self->renamer, TV_PROBLEM_AMBIGUOUS_NAME, self->n_ambiguous,
                                    name);
    }
}

/* ---- Whole trace ---- */

static TvTrace *
rename_all (TvRename *self, GCancellable *cancellable, GError **error)
{
  if (!rename_symbols (self, cancellable) ||
      (self->map != NULL && !tv_rename_stacks (self, cancellable)))
    {
      tv_error_set_cancelled (error);
      return NULL;
    }
  if (self->map != NULL)
    {
      rename_locks (self);
      emit_map (self);
    }
  tv_trace_renamer_set_naming (self->renamer, &self->naming);
  return tv_trace_renamer_finish (self->renamer);
}

/**
 * tv_rename_trace_by:
 * @trace: a trace; if it has been renamed, its raw trace is used
 * @map: (nullable): map with the original names
 * @map_name: (nullable): display name of the map's file
 * @demangles: whether to demangle C++ and Rust functions
 * @cancellable: (nullable): a #GCancellable
 * @error: set to %TV_ERROR_CANCELLED
 *
 * Renames the symbols, stacks and locks of a trace. Any thread may call this function, if no other thread uses the
 * map.
 *
 * Returns: (transfer full) (nullable): the renamed trace; the raw trace itself if there is nothing to rename; %NULL
 * if cancelled
 */
TvTrace *
tv_rename_trace_by (TvTrace *trace,
                    TvNameMap *map,
                    const char *map_name,
                    gboolean demangles,
                    GCancellable *cancellable,
                    GError **error)
{
  TvTrace *raw = tv_trace_get_raw (trace);
  g_autoptr (TvTraceRenamer) renamer = NULL;
  g_autoptr (GString) buffer = g_string_new (NULL);
  TvRename rename = { .raw = raw,
                      .map = map,
                      .demangles = demangles,
                      .is_of_methods = tv_trace_names_methods (raw) ||
                                       tv_trace_get_stacks (raw)->n_frames > 0,
                      .buffer = buffer,
                      .naming = { .map = (char *) map_name },
                      .first_ambiguous = TV_NONE };

  if (map == NULL && !(demangles && has_mangled (raw)))
    return g_object_ref (raw);
  rename.renamer = renamer = tv_trace_renamer_new (raw);
  return rename_all (&rename, cancellable, error);
}

/**
 * tv_rename_trace:
 * @trace: a trace
 * @map_path: (nullable): path of a mapping.txt of R8 or ProGuard
 * @demangles: whether to demangle C++ and Rust functions
 * @cancellable: (nullable): a #GCancellable
 * @error: set in the domain %TV_ERROR if the map cannot be read or the user cancels
 *
 * Like tv_rename_trace_by(), but reads the map from a file. Blocks; thread-safe.
 *
 * Returns: (transfer full) (nullable): the renamed trace
 */
TvTrace *
tv_rename_trace (TvTrace *trace,
                 const char *map_path,
                 gboolean demangles,
                 GCancellable *cancellable,
                 GError **error)
{
  g_autoptr (TvNameMap) map = NULL;
  g_autofree char *shown = NULL;

  if (map_path != NULL)
    {
      map = tv_name_map_open (map_path, cancellable, error);
      if (map == NULL)
        return NULL;
      shown = tv_file_name_dup_shown (map_path);
    }
  return tv_rename_trace_by (trace, map, shown, demangles, cancellable, error);
}
