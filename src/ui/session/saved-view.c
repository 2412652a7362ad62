/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Called by session.c, which restores the state, and by ui/pages/trace-page-load.c, which creates the saver. The
 * saver connects to the session's notifications, and writes the state to the cache on a worker after a delay.
 * tv_saved_view_apply() is the only function that changes the session. */

#include "ui/session/saved-view.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "ui/kit/work.h"
#include "ui/session/session-query-tracks.h"

#define SAVED_TYPE       "((sxxu)a{sv})"
#define MAX_MARKS        1000
#define QUERY_TRACKS_KEY "lanes" /* key in saved view states */
#define MAX_NAME         200 /* maximum length in characters of the names of bookmarks and query tracks */
#define MAX_QUERY        (64 * 1024) /* maximum length of a track's query in bytes */
#define SUFFIX           ".view"
#define DELAY_MS         800
#define N_KEPT           200

/* ---- Saved state ---- */

static const struct
{
  TvRowChoice choice;
  const char *key;
} row_lists[] = {
  { TV_ROW_FOLDED, "folded" }, { TV_ROW_UNFOLDED, "unfolded" }, { TV_ROW_HIDDEN, "hidden" },
  { TV_ROW_PINNED, "pinned" }, { TV_ROW_STRIP, "strip" },       { TV_ROW_NESTED, "nested" },
  { TV_ROW_ONLY, "only" },     { TV_ROW_TALL, "tall" },         { TV_ROW_DELTA, "delta" },
  { TV_ROW_RATE, "rate" },     { TV_ROW_STACKS, "stacks" },     { TV_ROW_PATH, "path" },
};

static const char *const row_orders[] = { "time", "name", "first-use" };

static const char *const clocks[TV_N_CLOCKS] = { "wall", "cpu" };

G_STATIC_ASSERT (G_N_ELEMENTS (row_orders) == TV_N_ROW_ORDERS);

static gboolean
is_text (const char *text)
{
  return strnlen (text, TV_SAVED_VIEW_MAX_TEXT + 1) <= TV_SAVED_VIEW_MAX_TEXT &&
         g_utf8_validate (text, -1, NULL);
}

static void
describe_times (TvSession *session, GVariantBuilder *saved)
{
  TvTrace *trace = tv_session_get_trace (session);
  gint64 start_ns, end_ns;

  tv_session_get_visible (session, &start_ns, &end_ns);
  start_ns = MAX (start_ns, tv_trace_get_start_ns (trace));
  end_ns = MIN (end_ns, tv_trace_get_end_ns (trace));
  if (tv_session_is_visible_chosen (session) && start_ns < end_ns)
    g_variant_builder_add_parsed (saved, "{'visible', <(%x, %x)>}", start_ns, end_ns);
  if (tv_session_get_range (session, &start_ns, &end_ns))
    g_variant_builder_add_parsed (saved, "{'selection', <(%x, %x)>}", start_ns, end_ns);
}

static void
describe_moved (const GPtrArray *keys, GVariantBuilder *saved)
{
  GVariantBuilder list;
  guint n = 0;

  if (keys == NULL)
    return;
  g_variant_builder_init (&list, G_VARIANT_TYPE_STRING_ARRAY);
  for (guint i = 0; i < keys->len && n < TV_SAVED_VIEW_MAX_TEXTS; i++)
    if (is_text (keys->pdata[i]) && ++n > 0)
      g_variant_builder_add (&list, "s", keys->pdata[i]);
  g_variant_builder_add (saved, "{sv}", "moved", g_variant_builder_end (&list));
}

static void
describe_rows (TvSession *session, GVariantBuilder *saved)
{
  TvRowChoices *choices = tv_session_get_row_choices (session);
  const char *filter = tv_row_choices_get_filter (choices);
  double above;
  const char *top = tv_session_get_top_row (session, &above);

  for (guint i = 0; i < G_N_ELEMENTS (row_lists); i++)
    {
      g_auto (GStrv) keys = tv_row_choices_dup_keys (choices, row_lists[i].choice);
      GVariantBuilder list;
      guint n = 0;

      g_variant_builder_init (&list, G_VARIANT_TYPE_STRING_ARRAY);
      for (guint k = 0; keys[k] != NULL && n < TV_SAVED_VIEW_MAX_TEXTS; k++)
        if (is_text (keys[k]) && ++n > 0)
          g_variant_builder_add (&list, "s", keys[k]);
      if (n > 0)
        g_variant_builder_add (saved, "{sv}", row_lists[i].key, g_variant_builder_end (&list));
      else
        g_variant_builder_clear (&list);
    }
  if (tv_row_choices_get_order (choices) != TV_ROWS_BY_TIME)
    g_variant_builder_add_parsed (saved, "{'order', <%s>}",
                                  row_orders[tv_row_choices_get_order (choices)]);
  describe_moved (tv_row_choices_get_moved (choices), saved);
  if (*filter != '\0' && is_text (filter))
    g_variant_builder_add_parsed (saved, "{'filter', <(%s, %b)>}", filter,
                                  tv_row_choices_get_filter_is_regex (choices));
  if (top != NULL && is_text (top))
    g_variant_builder_add_parsed (saved, "{'top', <(%s, %d)>}", top, above);
}

static void
describe_clock (TvSession *session, GVariantBuilder *saved)
{
  if (tv_session_get_clock (session) != tv_session_get_default_clock (session))
    g_variant_builder_add_parsed (saved, "{'clock', <%s>}", clocks[tv_session_get_clock (session)]);
}

static void
describe_time_base (TvSession *session, GVariantBuilder *saved)
{
  const TvTimeBase *base = tv_session_get_time_base (session);

  if (!base->is_signed && base->kind != tv_time_base_get_default (tv_session_get_trace (session)))
    g_variant_builder_add_parsed (saved, "{'time-base', <%s>}", tv_time_base_get_id (base->kind));
}

static char *
dup_cut_name (const char *name)
{
  g_autofree char *valid = g_utf8_make_valid (name, -1);

  return g_utf8_substring (valid, 0, MIN (g_utf8_strlen (valid, -1), MAX_NAME));
}

static void
describe_marks (TvSession *session, GVariantBuilder *saved)
{
  const GArray *marks = tv_session_get_marks (session);
  GVariantBuilder list;

  if (marks->len == 0)
    return;
  g_variant_builder_init (&list, G_VARIANT_TYPE ("a(xxs)"));
  for (guint i = 0; i < MIN (marks->len, MAX_MARKS); i++)
    {
      const TvBookmark *mark = &g_array_index (marks, TvBookmark, i);
      g_autofree char *cut = dup_cut_name (mark->name != NULL ? mark->name : "");

      g_variant_builder_add (&list, "(xxs)", mark->start_ns, mark->end_ns, cut);
    }
  g_variant_builder_add (saved, "{sv}", "marks", g_variant_builder_end (&list));
}

static gboolean
is_query (const char *text)
{
  return *text != '\0' && strnlen (text, MAX_QUERY + 1) <= MAX_QUERY &&
         g_utf8_validate (text, -1, NULL);
}

/* Adds the query tracks that have a query. For each track: its name, the query, its filter, and whether the filter is
 * a regular expression. */
static void
describe_query_tracks (TvSession *session, GVariantBuilder *saved)
{
  const GPtrArray *tracks = tv_session_get_query_tracks (session);
  GVariantBuilder list;
  guint n = 0;

  g_variant_builder_init (&list, G_VARIANT_TYPE ("a(sssb)"));
  for (guint i = 0; i < tracks->len; i++)
    {
      const TvQueryTrack *track = tracks->pdata[i];
      const char *filter = track->source.filter != NULL ? track->source.filter : "";
      g_autofree char *name = dup_cut_name (track->name);

      if (track->source.query == NULL || !is_query (track->source.query) || !is_text (filter))
        continue;
      g_variant_builder_add (&list, "(sssb)", name, track->source.query, filter,
                             track->source.is_regex);
      n++;
    }
  if (n > 0)
    g_variant_builder_add (saved, "{sv}", QUERY_TRACKS_KEY, g_variant_builder_end (&list));
  else
    g_variant_builder_clear (&list);
}

static void
describe_names (TvSession *session, GVariantBuilder *saved)
{
  const TvSessionNames *names = tv_session_get_names (session);
  g_autofree char *uri = names->map != NULL ? g_filename_to_uri (names->map, NULL, NULL) : NULL;

  if (uri != NULL && is_text (uri))
    g_variant_builder_add_parsed (saved, "{'mapping', <%s>}", uri);
  if (names->are_raw)
    g_variant_builder_add_parsed (saved, "{'raw-names', <true>}");
}

/* ---- Restoring ---- */

/* Returns whether a range is inside the trace. An empty range counts only if @may_be_empty is set. */
static gboolean
is_range (TvTrace *trace, gint64 start_ns, gint64 end_ns, gboolean may_be_empty)
{
  return start_ns >= tv_trace_get_start_ns (trace) && end_ns <= tv_trace_get_end_ns (trace) &&
         (start_ns < end_ns || (may_be_empty && start_ns == end_ns));
}

static void
apply_times (TvSession *session, GVariant *view)
{
  TvTrace *trace = tv_session_get_trace (session);
  gint64 start_ns, end_ns;

  if (g_variant_lookup (view, "visible", "(xx)", &start_ns, &end_ns) &&
      is_range (trace, start_ns, end_ns, FALSE))
    tv_session_set_visible (session, start_ns, end_ns);
  if (g_variant_lookup (view, "selection", "(xx)", &start_ns, &end_ns) &&
      is_range (trace, start_ns, end_ns, FALSE))
    tv_session_select_range (session, start_ns, end_ns);
}

/* Restores the choices for rows. If the lists contradict each other, the later list takes precedence, as if the user
 * had made the choices in that order. */
static void
apply_row_lists (TvRowChoices *choices, GVariant *view)
{
  for (guint i = 0; i < G_N_ELEMENTS (row_lists); i++)
    {
      g_autofree const char **keys = NULL;

      if (!g_variant_lookup (view, row_lists[i].key, "^a&s", &keys))
        continue;
      for (guint k = 0; keys[k] != NULL && k < TV_SAVED_VIEW_MAX_TEXTS; k++)
        if (is_text (keys[k]))
          tv_row_choices_add (choices, keys[k], row_lists[i].choice);
    }
}

static void
apply_moved (TvRowChoices *choices, GVariant *view)
{
  g_autofree const char **keys = NULL;
  g_autoptr (GPtrArray) moved = g_ptr_array_new_with_free_func (g_free);

  if (!g_variant_lookup (view, "moved", "^a&s", &keys))
    return;
  for (guint i = 0; keys[i] != NULL && i < TV_SAVED_VIEW_MAX_TEXTS; i++)
    if (is_text (keys[i]))
      g_ptr_array_add (moved, g_strdup (keys[i]));
  tv_row_choices_set_moved (choices, moved);
}

static void
apply_rows (TvSession *session, GVariant *view)
{
  TvRowChoices *choices = tv_session_get_row_choices (session);
  const char *text;
  gboolean is_regex;
  double above;

  tv_row_choices_freeze (choices);
  apply_row_lists (choices, view);
  for (guint i = 0; g_variant_lookup (view, "order", "&s", &text) && i < G_N_ELEMENTS (row_orders);
       i++)
    if (g_str_equal (text, row_orders[i]))
      tv_row_choices_set_order (choices, i);
  apply_moved (choices, view);
  if (g_variant_lookup (view, "filter", "(&sb)", &text, &is_regex) && is_text (text))
    {
      tv_row_choices_set_filter (choices, text);
      tv_row_choices_set_filter_is_regex (choices, is_regex);
    }
  tv_row_choices_thaw (choices);
  if (g_variant_lookup (view, "top", "(&sd)", &text, &above) && *text != '\0' && is_text (text))
    tv_session_set_top_row (session, text, above);
}

static void
apply_clock (TvSession *session, GVariant *view)
{
  const char *text;

  for (TvClock clock = 0; g_variant_lookup (view, "clock", "&s", &text) && clock < TV_N_CLOCKS;
       clock++)
    if (g_str_equal (text, clocks[clock]))
      tv_session_set_clock (session, clock);
}

static void
apply_time_base (TvSession *session, GVariant *view)
{
  const char *text;

  for (TvTimeBaseKind kind = 0;
       g_variant_lookup (view, "time-base", "&s", &text) && kind < TV_N_TIME_BASES; kind++)
    if (g_str_equal (text, tv_time_base_get_id (kind)))
      tv_session_set_time_base (session, kind);
}

static void
apply_marks (TvSession *session, GVariant *view)
{
  TvTrace *trace = tv_session_get_trace (session);
  g_autoptr (GVariantIter) list = NULL;
  g_autoptr (GArray) marks = tv_bookmarks_new ();
  gint64 start_ns, end_ns;
  const char *name;

  if (!g_variant_lookup (view, "marks", "a(xxs)", &list))
    return;
  while (marks->len < MAX_MARKS && g_variant_iter_next (list, "(xx&s)", &start_ns, &end_ns, &name))
    if (is_range (trace, start_ns, end_ns, TRUE) && is_text (name))
      tv_bookmarks_add (marks, start_ns, end_ns, *name != '\0' ? name : NULL);
  if (marks->len > 0)
    tv_session_set_marks (session, marks);
}

static void
apply_query_tracks (TvSession *session, GVariant *view)
{
  g_autoptr (GVariantIter) list = NULL;
  const char *name, *query, *filter;
  gboolean is_regex;

  if (!g_variant_lookup (view, QUERY_TRACKS_KEY, "a(sssb)", &list))
    return;
  while (tv_session_get_query_tracks (session)->len < TV_SESSION_MAX_QUERY_TRACKS &&
         g_variant_iter_next (list, "(&s&s&sb)", &name, &query, &filter, &is_regex))
    {
      const TvQueryTrackSource source = { (char *) query, *filter != '\0' ? (char *) filter : NULL,
                                          is_regex };

      if (*name != '\0' && is_text (name) && is_query (query) && is_text (filter))
        tv_session_restore_query_track (session, name, &source);
    }
}

/* ---- Parts of the state ---- */

/**
 * Part:
 * @properties: properties of the session whose changes trigger a save
 * @needs_same_content: whether to restore the part only if the content of the file has not changed
 * @describe: adds the settings of this part that differ from those of a newly opened file
 * @apply: restores the settings of this part; ignores invalid ones
 *
 * A part of the state, except for the names, which are restored while the file is loaded.
 */
typedef struct
{
  const char *properties[2];
  gboolean needs_same_content;
  void (*describe) (TvSession *session, GVariantBuilder *saved);
  void (*apply) (TvSession *session, GVariant *view);
} Part;

static const Part parts[] = {
  { { "visible-start", "selection" }, TRUE, describe_times, apply_times },
  { { "row-choices", "top-row" }, FALSE, describe_rows, apply_rows },
  { { "clock" }, TRUE, describe_clock, apply_clock },
  { { "time-base" }, TRUE, describe_time_base, apply_time_base },
  { { "marks" }, TRUE, describe_marks, apply_marks },
  { { "query-tracks" }, FALSE, describe_query_tracks, apply_query_tracks },
};

/* Returns: (transfer floating): a fingerprint of the trace: format, start, end and number of slices */
static GVariant *
get_fingerprint (TvTrace *trace)
{
  return g_variant_new ("(sxxu)", tv_trace_get_format (trace), tv_trace_get_start_ns (trace),
                        tv_trace_get_end_ns (trace), tv_trace_get_slices (trace)->n);
}

/**
 * tv_saved_view_describe:
 *
 * Returns: (transfer full) (nullable): the saved view state with all settings of the session that differ from those
 * of a newly opened file; %NULL if there are none
 */
GVariant *
tv_saved_view_describe (TvSession *session)
{
  g_autoptr (GVariant) view = NULL;
  GVariantBuilder saved;

  g_variant_builder_init (&saved, G_VARIANT_TYPE_VARDICT);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    parts[i].describe (session, &saved);
  describe_names (session, &saved);
  view = g_variant_ref_sink (g_variant_builder_end (&saved));
  if (g_variant_n_children (view) == 0)
    return NULL;
  return g_variant_ref_sink (
      g_variant_new ("(@(sxxu)@a{sv})", get_fingerprint (tv_session_get_trace (session)), view));
}

/**
 * tv_saved_view_get_names:
 * @saved: (nullable): saved view state
 * @names: (out): source of the trace's names; unchanged if none was saved
 *
 * Gets the source of names in a saved view state. It applies even if the file has changed, because the new file is
 * most likely from the same app.
 */
void
tv_saved_view_get_names (GVariant *saved, TvSessionNames *names)
{
  g_autoptr (GVariant) view = saved != NULL ? g_variant_get_child_value (saved, 1) : NULL;
  const char *uri;

  if (view == NULL)
    return;
  if (g_variant_lookup (view, "mapping", "&s", &uri) && is_text (uri))
    names->map = g_filename_from_uri (uri, NULL, NULL);
  g_variant_lookup (view, "raw-names", "b", &names->are_raw);
}

/* Restores a saved view state. If the content of the file has changed, restores only the query tracks and the choices
 * for rows, which are identified by name. */
void
tv_saved_view_apply (TvSession *session, GVariant *saved)
{
  g_autoptr (GVariant) now = g_variant_ref_sink (get_fingerprint (tv_session_get_trace (session)));
  g_autoptr (GVariant) then = NULL;
  g_autoptr (GVariant) view = NULL;

  g_return_if_fail (g_variant_is_of_type (saved, G_VARIANT_TYPE (SAVED_TYPE)));

  g_variant_get (saved, "(@(sxxu)@a{sv})", &then, &view);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (!parts[i].needs_same_content || g_variant_equal (then, now))
      parts[i].apply (session, view);
}

/* ---- Text format ---- */

/* Returns: (transfer full) (nullable): the text for tv_saved_view_parse(); %NULL if @saved is %NULL, or if the text
 * would be too long to be parsed */
char *
tv_saved_view_print (GVariant *saved)
{
  g_autofree char *text = saved != NULL ? g_variant_print (saved, FALSE) : NULL;

  return text != NULL && strlen (text) <= TV_SAVED_VIEW_MAX_BYTES ? g_steal_pointer (&text) : NULL;
}

/**
 * tv_saved_view_parse:
 * @text: any text, not terminated
 * @length: length of @text in bytes
 *
 * Returns: (transfer full) (nullable): the view state; %NULL if the text is invalid
 */
GVariant *
tv_saved_view_parse (const char *text, gsize length)
{
  if (length == 0 || length > TV_SAVED_VIEW_MAX_BYTES || !g_utf8_validate_len (text, length, NULL))
    return NULL;
  return g_variant_parse (G_VARIANT_TYPE (SAVED_TYPE), text, text + length, NULL, NULL);
}

/* ---- Files ---- */

static char *
dup_folder (void)
{
  return g_build_filename (g_get_user_cache_dir (), "traceview", "views", NULL);
}

/**
 * tv_saved_view_dup_path:
 * @trace_path: path of a trace
 *
 * Returns: (transfer full): the path of the file with the saved view state, which may not exist
 */
char *
tv_saved_view_dup_path (const char *trace_path)
{
  g_autofree char *folder = dup_folder ();
  char *resolved = realpath (trace_path, NULL);
  g_autofree char *canonical = g_canonicalize_filename (resolved != NULL ? resolved : trace_path,
                                                        NULL);
  g_autofree char *hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, canonical, -1);
  g_autofree char *name = g_strconcat (hash, SUFFIX, NULL);

  free (resolved);
  return g_build_filename (folder, name, NULL);
}

/* Returns: (transfer full) (nullable): the view state in a file; %NULL if there is no valid one. Does not block on
 * devices and pipes */
GVariant *
tv_saved_view_load (const char *path)
{
  int fd = g_open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0);
  g_autofree char *text = NULL;
  GStatBuf status;
  gsize n = 0;

  if (fd < 0)
    return NULL;
  if (fstat (fd, &status) == 0 && S_ISREG (status.st_mode) && status.st_size > 0 &&
      status.st_size <= TV_SAVED_VIEW_MAX_BYTES)
    {
      gsize size = (gsize) status.st_size;
      gssize got = 1;

      text = g_malloc (size);
      while (n < size && got > 0)
        {
          got = read (fd, text + n, size - n);
          n += got > 0 ? (gsize) got : 0;
        }
    }
  close (fd);
  return n > 0 ? tv_saved_view_parse (text, n) : NULL;
}

/**
 * tv_saved_view_save:
 * @path: path returned by tv_saved_view_dup_path()
 * @text: (nullable): the new state; %NULL removes the file
 *
 * Replaces the file atomically.
 */
void
tv_saved_view_save (const char *path, const char *text)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GError) error = NULL;

  if (text == NULL)
    g_unlink (path);
  else if (g_mkdir_with_parents (folder, 0700) != 0)
    g_debug ("%s could not be made: %s", folder, g_strerror (errno));
  else if (!g_file_set_contents_full (path, text, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0600, &error))
    g_debug ("%s could not be written: %s", path, error->message);
}

typedef struct
{
  char *path;
  gint64 changed_s;
} Entry;

static int
compare_newest_first (const void *a, const void *b)
{
  const Entry *ea = a, *eb = b;

  if (ea->changed_s != eb->changed_s)
    return ea->changed_s > eb->changed_s ? -1 : 1;
  return g_strcmp0 (ea->path, eb->path);
}

static void
clear_entry (gpointer data)
{
  g_free (((Entry *) data)->path);
}

/* Removes all saved view states except the @n_saved newest ones. */
void
tv_saved_view_prune (guint n_saved)
{
  g_autofree char *folder = dup_folder ();
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GArray) entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  const char *name;

  g_array_set_clear_func (entries, clear_entry);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      Entry entry = { .path = g_build_filename (folder, name, NULL) };
      GStatBuf status;

      if (g_lstat (entry.path, &status) == 0)
        entry.changed_s = status.st_mtime;
      g_array_append_val (entries, entry);
    }
  g_array_sort (entries, compare_newest_first);
  for (guint i = n_saved; i < entries->len; i++)
    g_unlink (g_array_index (entries, Entry, i).path);
}

/* ---- Keeper ---- */

/* Output file of the jobs, which may outlive the saver. */
typedef struct
{
  char *path;
  GMutex lock;  /* held while the file is written */
  guint serial; /* serial number of the newest state written; guarded by @lock */
} Target;

typedef struct
{
  Target *target;
  guint serial;
  char *text; /* (nullable): state to write; NULL removes the file */
} Job;

struct _TvViewSaver
{
  TvSession *session;
  Target *target;
  guint serial;
  guint timeout_id;
  char *saved; /* (nullable): last text passed to a job */
};

static void
clear_target (gpointer data)
{
  Target *target = data;

  g_mutex_clear (&target->lock);
  g_free (target->path);
}

static void
free_job (gpointer data)
{
  Job *job = data;

  g_atomic_rc_box_release_full (job->target, clear_target);
  g_free (job->text);
  g_free (job);
}

/* Writes a state. Jobs may run in any order, so a state that is older than the last written one is dropped. */
static void
run_job (const Job *job)
{
  Target *target = job->target;

  g_mutex_lock (&target->lock);
  if (job->serial > target->serial)
    {
      tv_saved_view_save (target->path, job->text);
      if (target->serial == 0)
        tv_saved_view_prune (N_KEPT);
      target->serial = job->serial;
    }
  g_mutex_unlock (&target->lock);
}

static gpointer
save (gpointer job, GCancellable *cancellable, GError **error)
{
  run_job (job);
  return job;
}

static const TvWork save_work = { save, free_job, NULL };

static char *
dup_text (TvSession *session)
{
  g_autoptr (GVariant) saved = tv_saved_view_describe (session);

  return tv_saved_view_print (saved);
}

/* Returns: (transfer full) (nullable): a job that writes the current state; NULL if the state has not changed */
static Job *
make_job (TvViewSaver *self)
{
  g_autofree char *text = dup_text (self->session);
  Job *job;

  if (g_strcmp0 (text, self->saved) == 0)
    return NULL;
  g_free (self->saved);
  self->saved = g_strdup (text);
  job = g_new0 (Job, 1);
  job->target = g_atomic_rc_box_acquire (self->target);
  job->serial = ++self->serial;
  job->text = g_steal_pointer (&text);
  return job;
}

static gboolean
on_timeout (gpointer data)
{
  TvViewSaver *self = data;
  Job *job = make_job (self);

  self->timeout_id = 0;
  if (job != NULL)
    tv_work_start (&save_work, job, NULL, NULL, NULL);
  return G_SOURCE_REMOVE;
}

static void
on_changed (TvViewSaver *self)
{
  if (self->timeout_id == 0)
    self->timeout_id = g_timeout_add (DELAY_MS, on_timeout, self);
}

/**
 * tv_view_saver_new:
 * @session: a session, whose saved view state has already been restored
 * @trace_path: path of the trace
 *
 * Returns: (transfer full): a saver that saves changes from now on
 */
TvViewSaver *
tv_view_saver_new (TvSession *session, const char *trace_path)
{
  TvViewSaver *self = g_new0 (TvViewSaver, 1);

  self->session = g_object_ref (session);
  self->saved = dup_text (session);
  self->target = g_atomic_rc_box_new0 (Target);
  self->target->path = tv_saved_view_dup_path (trace_path);
  g_mutex_init (&self->target->lock);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    for (guint p = 0; p < G_N_ELEMENTS (parts[i].properties) && parts[i].properties[p] != NULL; p++)
      {
        const char *name = parts[i].properties[p];
        g_autofree char *signal = g_strconcat ("notify::", name, NULL);

        g_assert (g_object_class_find_property (G_OBJECT_GET_CLASS (session), name) != NULL);
        g_signal_connect_swapped (session, signal, G_CALLBACK (on_changed), self);
      }
  return self;
}

/* Schedules a save even if the view state has not changed. Used for a state that was copied from another page. */
void
tv_view_saver_save (TvViewSaver *self)
{
  g_clear_pointer (&self->saved, g_free);
  on_changed (self);
}

/* Writes pending changes and frees the saver. Blocks. */
void
tv_view_saver_free (TvViewSaver *self)
{
  Job *job;

  if (self == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_handle_id (&self->timeout_id, g_source_remove);
  job = make_job (self);
  if (job != NULL)
    {
      run_job (job);
      free_job (job);
    }
  g_atomic_rc_box_release_full (self->target, clear_target);
  g_object_unref (self->session);
  g_free (self->saved);
  g_free (self);
}
