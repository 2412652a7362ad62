/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "core/memory/row-table.h"
#include "formats/perfetto/perfetto-args.h"
#include "formats/perfetto/perfetto-track-event-private.h"
#include "formats/perfetto/perfetto-tracks.h"

/* Handles events with a phase, a letter that denotes the kind of the event. Recorders of Chrome wrote phases before
 * 2021. Called by perfetto-track-event.c for events with a legacy phase. Adds records; the state is the
 * TvPerfettoTrackEvent of the caller. */

#define NS_PER_US   1000
#define PHASE_BEGIN 'B'

/* Values of LegacyEvent.instant_event_scope. */
enum
{
  SCOPE_GLOBAL = 1,
  SCOPE_PROCESS = 2,
};

static guint64
hash_names (guint64 hash, guint32 a, guint32 b)
{
  return tv_hash_word (hash, (guint64) a << 32 | b);
}

/* Returns the utid of the main thread of the event's process; TV_NONE if the process is unknown. */
static guint32
get_process (TvPerfettoTrackEvent *self)
{
  gint32 pid = self->legacy.pid != 0 ? self->legacy.pid : self->sequence->pid;
  guint32 utid;

  if (pid > 0)
    return tv_ftrace_threads_ensure (self->reader->threads, pid);
  if (!self->has_uuid || !tv_perfetto_tracks_get_thread (self->reader->tracks, self->uuid, &utid))
    return TV_NONE;
  return utid;
}

/* Returns the slice stack of an async slice. The key of the slice stack is the slice's id together with the scope in
 * which the id is unique. */
static guint32
get_async_slice_stack (TvPerfettoTrackEvent *self, gboolean is_old)
{
  const TvPerfettoLegacy *legacy = &self->legacy;
  guint32 process = get_process (self);
  guint64 key = is_old ? hash_names (legacy->id, self->name, 1)
                       : hash_names (legacy->id, self->category, legacy->id_scope);
  guint32 name = self->name != TV_NONE
                     ? self->name
                     : tv_trace_builder_intern (self->reader->builder, "async", -1);

  /* End events may lack a name. If ids are scoped by category, the slice stack is therefore named after the
   * category. */
  if (!is_old)
    name = self->category != TV_NONE ? self->category : name;
  return tv_perfetto_tracks_ensure_named_slice_stack (
      self->reader->tracks, process != TV_NONE ? TV_PERFETTO_OF_PROCESS : TV_PERFETTO_OF_ALL,
      process, key, name, TV_ROLE_SPANS);
}

/* Returns the slice stack of an instant with global or process scope, as written by old recorders; TV_NONE for other
 * events. */
static guint32
get_slice_stack_of_scope (TvPerfettoTrackEvent *self)
{
  guint32 process = get_process (self);

  if ((self->has_uuid && self->uuid != 0) || self->name == TV_NONE ||
      (self->legacy.scope != SCOPE_GLOBAL &&
       (self->legacy.scope != SCOPE_PROCESS || process == TV_NONE)))
    return TV_NONE;
  return tv_perfetto_tracks_ensure_named_slice_stack (
      self->reader->tracks,
      self->legacy.scope == SCOPE_GLOBAL ? TV_PERFETTO_OF_ALL : TV_PERFETTO_OF_PROCESS,
      self->legacy.scope == SCOPE_GLOBAL ? TV_NONE : process, 0, self->name, TV_ROLE_SPANS);
}

/* Returns whether the event belongs to an async slice. */
gboolean
tv_perfetto_event_is_async (const TvPerfettoTrackEvent *self)
{
  return self->legacy.is_there && self->legacy.phase != 0 && self->legacy.phase < 0x80 &&
         strchr ("benSTpF", (int) self->legacy.phase) != NULL;
}

/* Returns whether the phase of the event implies a track other than that of the event's thread. */
gboolean
tv_perfetto_event_has_legacy_track (TvPerfettoTrackEvent *self)
{
  return tv_perfetto_event_is_async (self) ||
         (self->legacy.is_there && (self->legacy.phase == 'i' || self->legacy.phase == 'I') &&
          get_slice_stack_of_scope (self) != TV_NONE);
}

/* If the event belongs to an async slice, adds the slice's id to the arguments. Also adds the phase if it is one of
 * the older phases. */
void
tv_perfetto_event_add_phase_args (TvPerfettoTrackEvent *self)
{
  char phase = (char) self->legacy.phase;

  if (!tv_perfetto_event_is_async (self))
    return;
  if (phase != 'b' && phase != 'e' && phase != 'n')
    tv_perfetto_add_text (self->reader, "legacy_event.phase", (TvSpan){ &phase, 1 });
  tv_perfetto_add_int (self->reader, "legacy_trace_source_id", (gint64) self->legacy.id);
}

static void
add_flow_phase (TvPerfettoTrackEvent *self)
{
  guint64 id = hash_names (self->legacy.id, self->category, self->name);
  TvPerfettoFlowKind kind = self->legacy.phase == 's' ? TV_PERFETTO_FLOW_BEGIN
                                                      : TV_PERFETTO_FLOW_STEP;

  if (self->legacy.phase == 'f')
    kind = self->legacy.binds_to_enclosing ? TV_PERFETTO_FLOW_END : TV_PERFETTO_FLOW_TO_NEXT;
  tv_perfetto_records_add_flow (self->reader->records, id, kind);
  tv_perfetto_records_name_flow (self->reader->records, id, self->legacy.id);
  tv_perfetto_records_add (self->reader->records, TV_PERFETTO_FLOW,
                           tv_perfetto_event_get_slice_stack (self), self->ts, TV_NONE, TV_NONE);
}

static void
add_complete (TvPerfettoTrackEvent *self, guint32 slice_stack)
{
  gint64 end;

  tv_perfetto_event_add_record (self, TV_PERFETTO_BEGIN, slice_stack, self->ts, FALSE);
  if (!self->legacy.has_duration ||
      __builtin_mul_overflow (self->legacy.duration_us, NS_PER_US, &end) ||
      __builtin_add_overflow (end, self->ts, &end) || end < self->ts)
    return;
  tv_perfetto_event_add_end_clocks (self, slice_stack);
  tv_perfetto_records_add (self->reader->records, TV_PERFETTO_END, slice_stack, end, self->name,
                           TV_NONE);
}

/**
 * tv_perfetto_event_add_phase:
 * @self: an event with a phase
 *
 * Adds the records of the event.
 *
 * Returns: %FALSE if the phase is unknown
 */
gboolean
tv_perfetto_event_add_phase (TvPerfettoTrackEvent *self)
{
  guint32 slice_stack;

  switch (self->legacy.phase)
    {
    case PHASE_BEGIN:
      tv_perfetto_event_add_record (self, TV_PERFETTO_BEGIN,
                                    tv_perfetto_event_get_slice_stack (self), self->ts, FALSE);
      return TRUE;
    case 'E':
      tv_perfetto_event_add_record (self, TV_PERFETTO_END, tv_perfetto_event_get_slice_stack (self),
                                    self->ts, TRUE);
      return TRUE;
    case 'X':
      add_complete (self, tv_perfetto_event_get_slice_stack (self));
      return TRUE;
    case 'i':
    case 'I':
    case 'R':
      slice_stack = get_slice_stack_of_scope (self);
      tv_perfetto_event_add_record (
          self, TV_PERFETTO_INSTANT,
          slice_stack != TV_NONE ? slice_stack : tv_perfetto_event_get_slice_stack (self), self->ts,
          FALSE);
      return TRUE;
    case 'b':
    case 'S':
      tv_perfetto_event_add_record (self, TV_PERFETTO_BEGIN,
                                    get_async_slice_stack (self, self->legacy.phase == 'S'),
                                    self->ts, FALSE);
      return TRUE;
    case 'e':
    case 'F':
      tv_perfetto_event_add_record (self, TV_PERFETTO_END,
                                    get_async_slice_stack (self, self->legacy.phase == 'F'),
                                    self->ts, TRUE);
      return TRUE;
    case 'n':
    case 'T':
    case 'p':
      tv_perfetto_event_add_record (self, TV_PERFETTO_INSTANT,
                                    get_async_slice_stack (self, self->legacy.phase != 'n'),
                                    self->ts, FALSE);
      return TRUE;
    case 's':
    case 't':
    case 'f':
      add_flow_phase (self);
      return TRUE;
    default:
      return FALSE;
    }
}
