/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Sources of make-trace, a writer of method traces and logs in all formats:
 *
 *   make-trace.c          options and main program
 *   make-trace-random.c   model of random calls and irregularities ────┐
 *   make-trace-play.c     model of an app that is played from a script ┤
 *   make-trace-script.c   parser of the scripts                        │
 *   make-trace-{shop,reader,boot}.c   scripts                          │
 *                                                                      ▼
 *                                          TraceModel ── records ──> TraceSink
 *                                                                      │
 *   make-trace-forms.c    table of file formats, each a sink ◄─────────┘
 *   make-trace-packets.c  packet formats of Android 16
 *
 * A model produces the same records each time it is played: once to measure and once to write, because the
 * text before the records contains their number and duration.
 *
 * ftrace logs are declared in make-trace-ftrace.h, dumps in make-trace-dump.h, crashes and freezes in
 * make-trace-fault.h. */

#pragma once

#include <glib.h>

typedef enum
{
  TRACE_CLOCK_THREAD_CPU,
  TRACE_CLOCK_WALL,
  TRACE_CLOCK_DUAL,
  TRACE_CLOCK_GLOBAL,
} TraceClock;

typedef enum
{
  TRACE_ACTION_ENTER,
  TRACE_ACTION_EXIT,
  TRACE_ACTION_UNWIND,
  TRACE_ACTION_RESERVED,
} TraceAction;

/* Command-line options. Rates are in thousandths of the affected records. */
typedef struct
{
  char *form;
  int version;
  TraceClock clock;
  char *app;
  char *path;
  gint64 records;
  int threads;
  int methods;
  int depth;
  gint64 seed;
  gint64 first_tid;
  int record_size;
  gint64 cut;
  char *fields;
  int callees; /* 0 for unlimited */
  int recursion;
  int exceptions;
  int unmatched;
  int forced;
  int backwards;
  int unknown;
  int reserved;
  int blocking;
  int duplicates;
  gboolean plunges;
  gboolean leaves_open;
  gboolean wraps;
  gboolean reuses_tids;
  gboolean has_odd_names;
  gboolean has_slashes;
  gboolean lacks_summary;

  /* options of packet formats */
  char *payload;
  char *counts;
  gint64 frequency;
  gint64 counter;
  int block;
  gboolean is_since_boot;
  gboolean has_short_times;
  gboolean has_late_names;
  gboolean has_bare_summary;

  /* options of ftrace logs */
  char *line;
  char *marks;
  char *container;
  int digits;
  int cpus;
  int processes;
  gint64 bytes;
  gboolean has_oddities;
  gboolean reuses_ids;
  gboolean lacks_switches;
  gboolean lacks_sched;
} TraceOptions;

/* A line of the method table. The strings are owned by the model. */
typedef struct
{
  const char *class_name;
  const char *name;
  const char *signature;
  const char *file;
  int line;
} TraceMethod;

typedef struct
{
  guint tid;
  const char *name;     /* (nullable): NULL if the thread is missing in the table */
  const char *old_name; /* (nullable): name of a previous thread with the same tid */
} TraceThread;

/* A record. Times have the full resolution of a device; the writer reduces them to the resolution of the
 * file. The `_back` fields let a single record step back without changing the thread's clock. */
typedef struct
{
  guint64 cpu_us;
  guint64 wall_us;
  guint32 method; /* index of the method; beyond the table if the method is not listed */
  guint16 thread; /* index of the thread */
  guint8 action;
  guint8 cpu_back_us;
  guint8 wall_back_us;
} TraceRecord;

typedef struct _TraceSink TraceSink;

struct _TraceSink
{
  void (*record) (TraceSink *sink, const TraceRecord *record);
};

typedef struct _TraceModel TraceModel;

struct _TraceModel
{
  const TraceOptions *options;
  GStringChunk *strings;
  GArray *methods; /* TraceMethod */
  GArray *threads; /* TraceThread */
  guint64 id_base;
  /* difference between consecutive method ids; a multiple of 4, because the low two bits are the action */
  guint32 id_step;
  void (*play) (TraceModel *model, TraceSink *sink);
  GArray *records; /* TraceRecord; only in models that do not generate records during playback */
};

TraceModel *trace_model_new         (const TraceOptions *options);
void        trace_model_free        (TraceModel *model);
void        trace_model_fill_random (TraceModel *model);
gboolean    trace_model_fill_app    (TraceModel *model, GError **error);

gboolean    trace_form_is_packets   (const char         *form);
gboolean    trace_model_write       (TraceModel *model, GError **error);
char       *trace_form_names        (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TraceModel, trace_model_free)

/* The only source of random numbers. The algorithms of g_random() and other generators may change between versions, but
 * the same command must always write the same bytes. A counter is incremented by an odd constant, and its bits are
 * mixed (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014). */
typedef struct
{
  guint64 state;
} TraceDice;

static inline guint64
trace_dice_roll (TraceDice *dice)
{
  guint64 z = dice->state += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

/* Returns a number from @low to @high, both inclusive. */
static inline guint
trace_dice_between (TraceDice *dice, guint low, guint high)
{
  guint64 span = (guint64) high - low + 1;

  return low + (guint) (((trace_dice_roll (dice) >> 32) * span) >> 32);
}

static inline gboolean
trace_dice_permille (TraceDice *dice, int permille)
{
  return permille > 0 && trace_dice_between (dice, 0, 999) < (guint) permille;
}
