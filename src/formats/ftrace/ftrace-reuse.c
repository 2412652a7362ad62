/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace/ftrace-reuse.h"

/* Finds thread and process ids that belong to different threads in different recordings. Called while files are
 * surveyed: perfetto-processes.c notes the listed owners of ids, perfetto.c calls _settle() after the survey of each
 * file, and ftrace-merge.c reads @splits. _settle() adds the later threads to the thread table. */

/* Resolution of process start times in the kernel, in ns. */
#define START_TICK_NS 10000000

/* Process that a list of threads or processes reports for an id, and the start of the process. */
typedef struct
{
  gint32 tgid;
  guint64 start; /* start of the process in ns since boot; 0 if unknown */
} Reported;

typedef struct
{
  gint32 id;
  gboolean is_changed;
  guint session;     /* last session whose recorder listed the id */
  Reported known;    /* last report in earlier recordings */
  Reported first;    /* first report in the current recording */
  Reported last;     /* last report in the current recording */
  guint other_since; /* first session in which a different process has the id; 0 if none */
} IdOwner;

void
tv_ftrace_reuse_init (TvFtraceReuse *self, TvFtraceThreads *threads)
{
  self->threads = threads;
  tv_id_map_init (&self->rows);
  self->owners = g_array_new (FALSE, FALSE, sizeof (IdOwner));
  self->changed = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->splits = g_array_new (FALSE, FALSE, sizeof (TvFtraceSplit));
}

void
tv_ftrace_reuse_clear (TvFtraceReuse *self)
{
  tv_id_map_clear (&self->rows);
  g_array_unref (self->owners);
  g_array_unref (self->changed);
  g_array_unref (self->splits);
}

/* ---- Reports in the current recording ---- */

static IdOwner *
peek (const TvFtraceReuse *self, guint32 row)
{
  return &g_array_index (self->owners, IdOwner, row);
}

static IdOwner *
ensure_owner (TvFtraceReuse *self, gint32 id)
{
  guint32 row = tv_id_map_find (&self->rows, (guint32) id);
  IdOwner *owner;

  if (row == TV_NONE)
    {
      row = self->owners->len;
      tv_id_map_set (&self->rows, (guint32) id, row);
      g_array_append_val (self->owners, ((IdOwner){ .id = id }));
    }
  owner = peek (self, row);
  if (owner->is_changed)
    return owner;
  owner->is_changed = TRUE;
  owner->first = owner->last = (Reported){ 0, 0 };
  g_array_append_val (self->changed, row);
  return owner;
}

/**
 * tv_ftrace_reuse_note_thread:
 * @tid: a thread id
 * @tgid: process id of the thread in the current recording
 *
 * Records the process of a thread. Ignores invalid ids.
 */
void
tv_ftrace_reuse_note_thread (TvFtraceReuse *self, gint32 tid, gint32 tgid)
{
  IdOwner *owner;

  if (tid <= 0 || tgid <= 0)
    return;
  owner = ensure_owner (self, tid);
  if (owner->first.tgid == 0)
    owner->first.tgid = tgid;
  owner->last.tgid = tgid;
}

/**
 * tv_ftrace_reuse_note_process:
 * @pid: a process id in the current recording
 * @start: start of the process in ns since boot; 0 if unknown
 *
 * Records the start of a process. Ignores invalid ids.
 */
void
tv_ftrace_reuse_note_process (TvFtraceReuse *self, gint32 pid, guint64 start)
{
  IdOwner *owner;

  if (pid <= 0)
    return;
  tv_ftrace_reuse_note_thread (self, pid, pid);
  if (start == 0)
    return;
  owner = ensure_owner (self, pid);
  if (owner->first.start == 0)
    owner->first.start = start;
  owner->last.start = start;
}

/* ---- Contradictions ---- */

/* Returns whether the start of the process differs from the start reported in previous recordings by more than the
 * resolution. */
static gboolean
is_other_start (const IdOwner *owner)
{
  guint64 known = owner->known.start, reported = owner->first.start;

  return known != 0 && reported != 0 &&
         MAX (known, reported) - MIN (known, reported) > START_TICK_NS;
}

/* Returns the first session in which a different process has the id; 0 if none. */
static guint
get_other_since (const TvFtraceReuse *self, gint32 pid)
{
  guint32 row = tv_id_map_find (&self->rows, (guint32) pid);

  return row != TV_NONE ? peek (self, row)->other_since : 0;
}

/* Returns whether the id must belong to a different thread than in the last recording that lists the id. */
static gboolean
is_other_thread (const TvFtraceReuse *self, const IdOwner *owner)
{
  gint32 reported = owner->first.tgid;

  return owner->session != 0 &&
         (owner->known.tgid != reported || get_other_since (self, reported) > owner->session);
}

static void
split (TvFtraceReuse *self, gint32 id)
{
  TvFtraceThreads *threads = self->threads;
  guint32 before = tv_ftrace_threads_ensure (threads, id);
  TvFtraceSplit made = { 0, tv_ftrace_threads_get_first (threads, before), TV_NONE };

  made.utid = tv_ftrace_threads_add_later (threads, before);
  g_array_append_val (self->splits, made);
}

static void
keep (IdOwner *owner, guint session)
{
  owner->known.tgid = owner->last.tgid;
  if (owner->last.start != 0 || owner->last.tgid != owner->id)
    owner->known.start = owner->last.start;
  owner->session = session;
  owner->is_changed = FALSE;
}

/**
 * tv_ftrace_reuse_settle:
 *
 * Finds ids that belong to different threads in the current recording than in previous recordings, and appends splits
 * for them; see #TvFtraceThreads. Previous recordings ended before the current one began. Must be called before the
 * recording is read.
 */
void
tv_ftrace_reuse_settle (TvFtraceReuse *self)
{
  guint session = self->threads->session;

  for (guint i = 0; i < self->changed->len; i++)
    {
      IdOwner *owner = peek (self, g_array_index (self->changed, guint32, i));

      if (owner->session != 0 && owner->session < session && is_other_start (owner))
        owner->other_since = session;
    }
  for (guint i = 0; i < self->changed->len; i++)
    {
      const IdOwner *owner = peek (self, g_array_index (self->changed, guint32, i));

      if (owner->session < session && is_other_thread (self, owner))
        split (self, owner->id);
    }
  for (guint i = 0; i < self->changed->len; i++)
    keep (peek (self, g_array_index (self->changed, guint32, i)), session);
  g_array_set_size (self->changed, 0);
}
