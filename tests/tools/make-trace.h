/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The parts of make-trace, a writer of method traces and logs of every form:
 *
 *   make-trace.c          options, and calls of the parts
 *   make-trace-random.c   a model of random calls, as odd as asked for ─┐
 *   make-trace-play.c     a model played from a script of an app ───────┤
 *   make-trace-script.c   the language of such scripts                  │
 *   make-trace-{shop,reader,boot}.c   the scripts                       │
 *                                                                       ▼
 *                                          TraceModel ── records ──> TraceSink
 *                                                                       │
 *   make-trace-forms.c    a table of file forms, each a sink ◄──────────┘
 *   make-trace-packets.c  those of Android 16
 *
 * A model produces the same records each time it is played: once to measure and once to write,
 * because the text before the records contains their number and duration.
 *
 * Logs of ftrace text are in make-trace-ftrace.h, dumps in make-trace-dump.h, crashes and freezes
 * in make-trace-fault.h.
 */

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

/* Options of the command line. Rates are in thousandths of the records they concern. */
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
  int callees; /* 0: any */
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

  /* of forms that are made of packets */
  char *payload;
  char *counts;
  gint64 frequency;
  gint64 counter;
  int block;
  gboolean is_since_boot;
  gboolean has_short_times;
  gboolean has_late_names;
  gboolean has_bare_summary;

  /* of logs of ftrace text */
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

/* One line of the method table; the strings belong to the model's chunk. */
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
  const char *name;     /* NULL: the thread is missing from the table */
  const char *old_name; /* not NULL: another thread had the same tid before */
} TraceThread;

/* Times have the full precision of a device; the form reduces them to that of a file. The
 * `_back` fields let a single record step back without moving the thread's clock. */
typedef struct
{
  guint64 cpu_us;
  guint64 wall_us;
  guint32 method; /* index; past the end of the table = an unknown method */
  guint16 thread; /* index */
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
  GArray *methods; /* of TraceMethod */
  GArray *threads; /* of TraceThread */
  guint64 id_base;
  guint32 id_step; /* a multiple of 4: the low two bits are the action's */
  void (*play) (TraceModel *model, TraceSink *sink);
  GArray *records; /* of TraceRecord; of models that are not made up while they are played */
};

TraceModel *trace_model_new         (const TraceOptions *options);
void        trace_model_free        (TraceModel *model);
void        trace_model_fill_random (TraceModel *model);
gboolean    trace_model_fill_app    (TraceModel *model, GError **error);

gboolean    trace_form_is_packets   (const char         *form);
gboolean    trace_model_write       (TraceModel *model, GError **error);
char       *trace_form_names        (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TraceModel, trace_model_free)

/*
 * The only source of chance. g_random and friends may change between versions of GLib, but the same
 * command must write the same bytes everywhere: a counter stepped by an odd constant, and a mix of
 * its bits (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014).
 */
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

/* A number from @low to @high, both included. */
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
