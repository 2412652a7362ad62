/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/builder/builder-part.h"
#include "core/builder/heap-dominators.h"
#include "core/memory/id-map.h"
#include "core/builder/problem-list.h"
#include "core/memory/row-table.h"
#include "core/builder/slice-burst.h"
#include "core/builder/slice-chunk.h"
#include "core/builder/slice-writer.h"
#include "core/trace-builder.h"
#include "core/trace-private.h"

G_BEGIN_DECLS

/* The builder's parts, each in a file of its own:
 *
 *   trace-builder.c           names, symbols, problems; finish
 *   trace-builder-threads.c   processes, and threads with their lives
 *   trace-builder-machines.c  guests beside the device
 *   trace-builder-slices.c    tracks, and the writers of their slices
 *   slice-writer.c            calls that begin and end: stacks and chunks of slices
 *   slice-burst.c             the same for many records of a track at once
 *   trace-builder-layout.c    the columns of all slices, made of the chunks
 *   trace-builder-async.c     spans that begin and end on any thread, laid out in layers
 *   trace-builder-sched.c     runs on CPUs, and states of threads
 *   trace-builder-sched-layout.c their columns, made of the chunks
 *   trace-builder-infer.c     switches that follow from other lines
 *   trace-builder-bounds.c    by how much inferred times may be off
 *   trace-builder-cpu-clock.c CPU times of slices, from the runs of their threads
 *   trace-builder-join.c      scheduling put in order with the rest
 *   trace-builder-events.c    the lines of a log
 *   trace-builder-counters.c  counters and their values
 *   trace-builder-links.c     flows, and thread clocks at slices
 *   trace-builder-complete.c  complete slices: start and duration at once
 *   trace-builder-parts.c     log lines and dumps
 *   trace-builder-log-events.c tracks of decoded log lines
 *   trace-builder-reports.c   instants of dumps and faults on a timeline of several files
 *   trace-builder-stacks.c    stacks and samples of them
 *   trace-builder-heaps.c     allocations and frees
 *   trace-builder-heap-graphs.c heap dumps: objects and references
 *   heap-dominators.c         dominators of objects
 *   trace-builder-heap-paths.c the same by class, as stacks
 *   trace-builder-smaps.c     regions of the memory of processes
 *   trace-builder-args.c      arguments of slices
 *   trace-builder-inputs.c    places in several files
 *   trace-builder-apart.c     a file with a unit and a clock of its own among others
 */

/* Aligned to cache lines, since several processors write to different tracks. Members for every record come first. */
typedef struct
{
  TvSliceChunk *last;
  TvOpenCall *stack; /* from 1 on, outermost first; 0 is no call */
  guint32 n_open;
  guint32 stack_capacity;
  gint64 last_ts; /* ticks from the base */
  gint64 last_cpu;
  guint32 n_slices;
  guint32 n_levels;
  guint32 first_row; /* row in the trace of its first slice, as reserved; or 0 */
  guint32 n_gaps;
  guint32 n_old; /* see @reach */
  gboolean has_record;
  gboolean is_told;     /* open slices are counted on another track */
  GHashTable *on_stack; /* symbol → how often, once the stack was searched deeply */
  gint64 covered[TV_N_CLOCKS];
  gint64 first_ts;
  TvSliceChunk *first;
  /* For bursts of wide times: until when the open calls last less than 2^32 ticks, but for the @n_old
   * outermost ones. */
  gint64 reach;
  gint64 cpu_reach;
  TvTrackKind kind;
  TvTrackRole role;
  guint32 utid;
  guint32 upid;
  guint32 cpu;
  guint32 machine; /* of tracks without a thread, process or CPU */
  guint32 name;
  guint32 parent;
  guint32 layer;
  GArray *ends;       /* (nullable): gint64: of complete slices that are open, outermost first */
  guint32 next_layer; /* for those that overlap, or TV_NONE */
  gboolean is_flat;   /* of runs or states, which lie beside each other: see TvSliceChunk.about */
  GArray *bounds;     /* (nullable): TvOpenBound of slices that are inferred, by their rows */
  gboolean has_cpu;   /* of a file that was read apart and has CPU times */
  gint64 uncertainty_ns;
} TvTrackBuilder;

/* Error bound of the start and end of an inferred slice. */
typedef struct
{
  guint32 row; /* in the track */
  gint64 ticks;
} TvOpenBound;

typedef struct
{
  guint32 track;
  guint32 slice; /* row in the track */
  gint64 ts;     /* ticks */
  gint64 dur;
} TvOpenGap;

/* The current state of a CPU. */
typedef struct
{
  guint32 track;
  guint32 running;   /* utid, or TV_NONE while that is not known */
  gboolean is_known; /* whether @running is known */
  gint64 last_line;  /* when its last line was, in ticks; if so */
  /* Thread that was switched away in that line, or TV_NONE; whether that can run on, and the events
   * since that are of it. */
  guint32 leaving;
  gboolean can_return;
  guint32 n_late;
  guint32 first_late;
  guint32 last_late;
} TvCpuNow;

/* The current state of a thread. */
typedef struct
{
  gboolean has_state; /* then it is in this one: */
  guint8 kind;
  guint32 text;
  guint32 cpu;           /* of one that runs */
  TvSliceChunk *blocked; /* (nullable): chunk of the last blocked state without details */
  guint32 blocked_row;
  gint64 last_woken; /* ticks */
} TvThreadNow;

/* Flag of a handle that numbers complete slices; in others the high half is a track, of which there
 * are fewer. */
#define TV_COMPLETE_HANDLE (G_GUINT64_CONSTANT (1) << 63)

/* Start of the innermost open slice of a track, in ticks from the base. */
static inline gint64
tv_track_builder_get_open_since (const TvTrackBuilder *self)
{
  const TvOpenCall *call = &self->stack[self->n_open];

  return tv_slice_chunk_get_time (call->chunk, TV_CHUNK_TS, call->row);
}

/* Room for all slices, of which each track's first chunk is a part: see tv_trace_builder_reserve().
 * Everything is NULL where nothing was reserved. */
typedef struct
{
  guint32 n;
  gboolean is_wide;
  TvTicks times[TV_N_CHUNK_TIMES]; /* indexed by TvChunkTime */
  guint32 *symbol;                 /* (nullable) */
  guint16 *narrow_symbol; /* (nullable): instead, where 16 bits hold all symbols there are */
  guint32 *parent;
  guint16 *depth;
  guint8 *flags;
} TvReservedColumns;

/* Deduplicated texts of events. */
typedef struct
{
  guint32 n;
  guint32 capacity;
  guint64 n_bytes;
  guint64 byte_capacity;
  guint32 *name;    /* by text: name of its events */
  guint8 *is_shown; /* by text: whether slices or counters show all of it */
  GByteArray
      *machine; /* (nullable): by text: its machine; texts after the end belong to the device */
  guint64 *end; /* by text: where it ends in all bytes; it begins where the one before ends */
  char *bytes;  /* the texts, one after the other */
  TvRowTable by_name_and_bytes;
} TvEventTexts;

/* Maximum number of rows that GLib can sort. */
#define TV_MAX_SORTED ((guint) G_MAXINT32 - 1)

/* See tv_trace_builder_add_writer(). */
struct _TvSliceWriter
{
  const TvTraceBuilder *builder;
  GPtrArray *tracks;       /* TvTrackBuilder: the builder's, or those of scheduling */
  TvProblemList *problems; /* where it lists them: the builder's, or its own */
  TvProblemList own_problems;
  GArray *gaps; /* TvOpenGap, in the order of the file */
  guint64 n_slices;
  gboolean is_full;
};

/* Side row of a state name: the first event with that state, and the next name with the same text, or TV_NONE. */
typedef struct
{
  guint32 event;
  guint32 next;
} TvToldStateName;

/* The scheduling part of a log. It shares no mutable data with the rest, so that one thread may build it while
 * another builds the rest. At the end, its tracks, slices and problems are merged by event; until then, slices of
 * states have the row of their name as symbol, and those of runs their thread. Aligned to cache lines, because two
 * threads write. */
typedef struct
{
  GPtrArray *tracks; /* TvTrackBuilder */
  TvSliceWriter writer;
  TvProblemList problems;
  GArray *cpus;             /* TvCpuNow, by number */
  GArray *threads;          /* TvThreadNow, by utid */
  GArray *state_names;      /* TvStateName, in the order of their events */
  GArray *told_state_names; /* TvToldStateName, beside them */
  GArray *names;            /* guint32 by string: the first of these of that text, or TV_NONE */
  guint32 running_text;     /* strings of the states that the builder names itself */
  guint32 runnable_text;
  guint32 other_text; /* string: of states beyond the maximum */
  GArray *untimed;    /* gint64: places in the file of events without a time, in order */
  gint64 bound;       /* ticks: by how much the times of inferred switches may be off, together */
} TvSchedBuilder;

/* Every part, in the order in which they are initialized. */
extern const TvBuilderPart *const tv_builder_parts[];
extern const guint tv_n_builder_parts;

/* See trace-builder-apart.c. */
typedef struct _TvApart TvApart;

struct _TvTraceBuilder
{
  TvTrace *trace;
  gint64 tick_ns;
  gint64 base;
  gint64 switch_ticks;
  gint64 max_ticks;  /* of times, so that their differences fit */
  GPtrArray *tracks; /* TvTrackBuilder */
  TvSliceWriter writer;
  GPtrArray *more_writers; /* TvSliceWriter, not joined yet */
  GPtrArray *gap_lists;    /* GArray of TvOpenGap: those of writers that were joined */
  guint64 seed;            /* of the hashes of all tables */
  TvRowTable symbols;      /* by class, name and signature */
  GArray *name_symbols;    /* guint32 by string: the symbol of no class that is called so */
  GArray *symbol_events;   /* guint32 by symbol: the event of a log that it was made for */
  guint32 *final_symbols;  /* (nullable): by symbol before joining tracks: its final symbol */
  TvIdMap threads;         /* by process, or machine, and thread id */
  TvIdMap processes;       /* by machine and process id */
  GArray *machines;        /* TvMachine; none as long as there is but the device */
  guint32 machine;         /* current machine */
  TvRowTable extra_tracks; /* by kind, owner, role and name */
  TvReservedColumns reserved;
  gboolean is_full;
  TvProblemList problems;

  TvSchedBuilder *sched;

  TvEventRows events;
  guint64 n_events;
  guint64 event_capacity;
  TvEventTexts texts;
  gboolean has_wide_offsets; /* in the file */
  guint64 usual_events;      /* how many a log of its size has */
  gboolean is_file;          /* of which an empty trace is a problem */
  GArray *inputs;            /* (nullable): files that fill it, if there are several */
  guint64 inputs_end;        /* the places of all of them are before */
  guint64 events_end;        /* those of the ones with events; or 0 */
  TvApart *apart;            /* (nullable): the one that is read now, if it has its own unit */
  guint n_apart;             /* how many were */
  gboolean has_cpu_apart;    /* all of them have CPU times */
  gboolean counts_ns;

  /* Each is private to its file, see builder-part.h. */
  TvArgsPart *args;
  TvLogLinesPart *log_lines;
  TvDumpsPart *dumps;
  TvFaultsPart *faults;
  TvReportsPart *reports;
  TvStacksPart *stacks;
  TvHeapsPart *heaps;
  TvHeapGraphsPart *heap_graphs;
  TvSmapsPart *smaps;
  TvRecordingPart *recording;
  TvCountersPart *counters;
  TvLinksPart *links;
  TvCompletePart *complete;
  TvAsyncPart *async;
};

/* Returns the owner of rows without a process, in place of a upid: the machine, as a number that no process has. */
static inline guint32
tv_trace_builder_get_owner (const TvTraceBuilder *self, guint32 upid)
{
  return upid != TV_NONE ? upid : TV_NONE - self->machine;
}

static inline gboolean
tv_owner_is_machine (guint32 owner)
{
  return owner > TV_NONE - TV_MAX_MACHINES;
}

const TvDump   *tv_trace_builder_get_dumps          (const TvTraceBuilder *self,
                                                     guint          *n);
guint           tv_trace_builder_get_n_dump_threads (const TvTraceBuilder *self);
const TvFault  *tv_trace_builder_get_faults         (const TvTraceBuilder *self,
                                                     guint          *n);
guint32         tv_trace_builder_get_n_callsites    (const TvTraceBuilder *self);
const TvCallsite *tv_trace_builder_get_callsite     (const TvTraceBuilder *self,
                                                     guint32         callsite);
guint32         tv_trace_builder_get_n_sample_kinds (const TvTraceBuilder *self);
void            tv_trace_builder_append_sample_kind (TvTraceBuilder *self,
                                                     const TvSampleKind *kind);
TvHeapClass    *tv_trace_builder_get_heap_classes   (TvTraceBuilder *self,
                                                     guint          *n);
gint64          tv_trace_builder_convert_time       (const TvTraceBuilder *self,
                                                     gint64          ticks);
gint64          tv_trace_builder_convert_place      (const TvTraceBuilder *self,
                                                     gint64          where);
void            tv_builder_shift_rows               (GArray         *rows,
                                                     guint           first,
                                                     gsize           offset,
                                                     gint64          by_ns);
void            tv_trace_builder_clear_apart        (TvTraceBuilder *self);
gboolean        tv_trace_builder_has_slices         (const TvTraceBuilder *self);
guint32         tv_trace_builder_find_machine       (const TvTraceBuilder *self,
                                                     guint32         utid,
                                                     guint32         upid,
                                                     guint32         cpu,
                                                     guint32         machine);
void            tv_trace_builder_lay_out_machines   (TvTraceBuilder *self);
guint           tv_trace_builder_get_first_metadata (const TvTraceBuilder *self);
gboolean        tv_trace_builder_is_shared          (const TvTraceBuilder *self,
                                                     guint32         utid);
guint32         tv_trace_builder_find_apart_track   (const TvTraceBuilder *self,
                                                     guint32         utid);
void            tv_trace_builder_note_apart_track   (TvTraceBuilder *self,
                                                     guint32         utid,
                                                     guint32         track);
guint32         tv_trace_builder_find_shared        (TvTraceBuilder *self,
                                                     guint32         upid,
                                                     guint32         tid);
void            tv_trace_builder_settle_clocks      (TvTraceBuilder *self);
void            tv_trace_builder_set_tick           (TvTraceBuilder *self,
                                                     gint64          tick_ns,
                                                     gint64          base);
void            tv_trace_builder_close_calls        (TvTraceBuilder *self,
                                                     TvTrackBuilder *track);
void            tv_trace_builder_tell_inputs        (TvTraceBuilder *self,
                                                     GArray         *problems);
gpointer        tv_cache_lines_new                  (gsize           bytes);
TvTrackBuilder *tv_track_builder_add                (GPtrArray      *tracks,
                                                     TvTrackKind     kind,
                                                     TvTrackRole     role);
void            tv_track_builder_free               (TvTrackBuilder *self);
TvSliceChunk   *tv_track_builder_find_chunk         (const TvTrackBuilder *self,
                                                     guint32         row);
void            tv_track_builder_count_problem      (const TvTrackBuilder *self,
                                                     TvProblemList  *problems,
                                                     const TvTraceBuilder *builder,
                                                     TvProblemKind   kind,
                                                     gint64          ticks,
                                                     gint64          where);
void            tv_slice_writer_init                (TvSliceWriter  *self,
                                                     const TvTraceBuilder *builder,
                                                     GPtrArray      *tracks,
                                                     TvProblemList  *problems);
guint32         tv_trace_builder_add_track          (TvTraceBuilder *self,
                                                     TvTrackKind     kind,
                                                     TvTrackRole     role);
TvTrackBuilder *tv_trace_builder_peek_track         (TvTraceBuilder *self,
                                                     guint32         track);
void            tv_trace_builder_lay_out_parts      (TvTraceBuilder *self,
                                                     gboolean        has_time);
gboolean        tv_trace_builder_has_row            (TvTraceBuilder *self,
                                                     const GArray   *rows);
guint32        *tv_trace_builder_order_rows         (const GArray   *rows,
                                                     gsize           offset);
gpointer        tv_trace_builder_take_rows          (GArray         *rows,
                                                     guint32        *n);
void            tv_trace_builder_lay_out_dumps      (TvTraceBuilder *self);
void            tv_trace_builder_lay_out_faults     (TvTraceBuilder *self);
gboolean        tv_trace_builder_has_pending_args   (const TvTraceBuilder *self);
gboolean        tv_trace_builder_has_args           (const TvTraceBuilder *self);
gboolean        tv_trace_builder_find_log_jump      (const TvTraceBuilder *self,
                                                     guint32         row,
                                                     gint64         *step_ns);
void            tv_trace_builder_shift_log_lines    (TvTraceBuilder *self,
                                                     guint32         first,
                                                     gint64          by_ns,
                                                     gint64          uncertainty_ns);
gint64          tv_trace_builder_get_log_uncertainty (const TvTraceBuilder *self,
                                                     guint32         line);
void            tv_trace_builder_lay_out_log_lines  (TvTraceBuilder *self);
void            tv_trace_builder_mark_log_events    (TvTraceBuilder *self);
void            tv_trace_builder_tie_log_events     (TvTraceBuilder *self);
guint32         tv_trace_builder_drop_repeats       (TvTraceBuilder *self,
                                                     const GArray   *starts);
void            tv_trace_builder_lay_out_stacks     (TvTraceBuilder *self);
void            tv_trace_builder_lay_out_heaps      (TvTraceBuilder *self);
void            tv_trace_builder_lay_out_smaps      (TvTraceBuilder *self);
void            tv_trace_builder_lay_out_recording  (TvTraceBuilder *self);
gboolean        tv_trace_builder_lay_out_heap_graphs (TvTraceBuilder *self,
                                                     GCancellable   *cancellable,
                                                     GError        **error);
void            tv_trace_builder_name_heap_classes  (TvTraceBuilder *self);
gboolean        tv_trace_builder_find_heap_paths    (TvTraceBuilder *self,
                                                     TvHeapDominators *found,
                                                     GCancellable   *cancellable);
guint32         tv_trace_builder_add_graph_heap     (TvTraceBuilder *self,
                                                     guint32         name);
void            tv_trace_builder_put_complete       (TvTraceBuilder *self);
guint64         tv_trace_builder_resolve_slice      (const TvTraceBuilder *self,
                                                     guint64         slice);
void            tv_trace_builder_init_slices        (TvTraceBuilder *self);
void            tv_trace_builder_clear_slices       (TvTraceBuilder *self);
static inline void
tv_trace_builder_look_at_event (const TvTraceBuilder *self, guint32 row, TvLogEvent *event)
{
  const TvEventRows *events = &self->events;
  *event = (TvLogEvent){
    .ts = tv_ticks_get (&self->trace->events.ts.ticks, row) + self->base,
    .where = events->where != NULL ? events->where[row] : events->where_wide[row],
    .text = events->text[row],
    .cpu = events->cpu[row],
    .utid = events->utid[row],
  };
}

void            tv_slice_writer_close               (TvTrackBuilder *track,
                                                     TvSliceFlags    flags);
void            tv_slice_writer_add_gap             (TvSliceWriter  *self,
                                                     guint32         track_id,
                                                     TvTrackBuilder *track,
                                                     gint64          wall,
                                                     gint64          cpu);
void            tv_track_builder_grow_stack         (TvTrackBuilder *self);
void            tv_trace_builder_close_open_calls   (TvTraceBuilder *self);
void            tv_trace_builder_cut_spans          (TvTraceBuilder *self,
                                                     gint64          end);
void            tv_trace_builder_clear_reserved     (TvTraceBuilder *self);
gboolean        tv_trace_builder_lay_out_slices     (TvTraceBuilder *self,
                                                     GCancellable   *cancellable,
                                                     GError        **error);
void            tv_trace_builder_name_processes     (TvTraceBuilder *self);
void            tv_trace_builder_lay_out_async      (TvTraceBuilder *self);
void            tv_trace_builder_draw_reports       (TvTraceBuilder *self);
void            tv_trace_builder_init_sched         (TvTraceBuilder *self);
void            tv_trace_builder_clear_sched        (TvTraceBuilder *self);
void            tv_trace_builder_join_sched         (TvTraceBuilder *self);
void            tv_trace_builder_allocate_sched     (TvTraceBuilder *self);
void            tv_trace_builder_copy_sched         (TvTrace        *trace,
                                                     const TvTrack  *track,
                                                     const TvSliceChunk *chunk);
void            tv_trace_builder_lay_out_sched      (TvTraceBuilder *self);
void            tv_trace_builder_lay_out_bounds     (TvTraceBuilder *self);
guint32        *tv_string_rows_get                  (GArray         *rows,
                                                     guint32         string,
                                                     const TvStringPool *strings);
void            tv_trace_builder_measure_cpu        (TvTraceBuilder *self);
void            tv_trace_builder_lay_out_links      (TvTraceBuilder *self);
void            tv_trace_builder_end_counters       (TvTraceBuilder *self,
                                                     gint64          ts);
void            tv_trace_builder_lay_out_counters   (TvTraceBuilder *self);
void            tv_trace_builder_settle_counter_gaps (TvTraceBuilder *self);
void            tv_trace_builder_drop_unused_args   (TvTraceBuilder *self);
void            tv_trace_builder_clear_events       (TvTraceBuilder *self);
void            tv_trace_builder_lay_out_events     (TvTraceBuilder *self);

G_END_DECLS
